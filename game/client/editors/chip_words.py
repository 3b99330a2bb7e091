"""What is written on the chip beside the ghost of a move, and what it keeps off."""

from __future__ import annotations

from collections.abc import Iterable

from game.client.editors.base import Editor
from game.client.editors.chip import Chip, Held, Ring
from game.client.editors.deeds import instead_words
from game.client.editors.desk import LEGAL, REFUSED, Desk, cost_of
from game.client.editors.way import Way
from game.client.editors.whereabouts import all_bases
from game.client.ui.text import say
from game.client.words import Spans, _, clause_spans
from game.engine.decision import Ghost, Mode, Verdict
from game.engine.state import State
from game.geometry.shapes import corners_of

NEAR_MM = 200.0
"""Enemies nearer than this to a ghost are not covered."""


def outlines_of(view: State, ghosts: Iterable[Ghost]) -> tuple[Ring, ...]:
    """The corners of bases where they would stand, mm."""
    bases = all_bases(view)
    found = [(bases[g.base].shape, g.pose) for g in ghosts if g.base in bases]
    if not found:
        return ()
    rings = corners_of(
        [s.width for s, _p in found],
        [s.depth for s, _p in found],
        [p.x for _s, p in found],
        [p.y for _s, p in found],
        [p.facing for _s, p in found],
    )
    return tuple(tuple((float(x), float(y)) for x, y in ring) for ring in rings)


def near_by(view: State, side: str, ghosts: Iterable[Ghost]) -> tuple[tuple[Ring, ...], tuple[Ring, ...]]:
    """The corners (mm) of a side's enemies near ghosts, and of its own bases there."""
    moved = {g.base: g.pose for g in ghosts}
    if not moved:
        return (), ()
    xs, ys = [p.x for p in moved.values()], [p.y for p in moved.values()]
    left, right, low, high = min(xs) - NEAR_MM, max(xs) + NEAR_MM, min(ys) - NEAR_MM, max(ys) + NEAR_MM
    found: tuple[list[Ghost], list[Ghost]] = ([], [])
    for b in view.bases.values():
        p, unit = b.pose, view.units.get(b.unit)
        if p is None or b.where != "table" or unit is None or not (left < p.x < right and low < p.y < high):
            continue
        found[unit.side == side].append(Ghost(b.id, p))
    return outlines_of(view, found[0]), outlines_of(view, found[1])


def chip_of(editor: Editor, way: Way, held: Held, ghosts: Iterable[Ghost], ways: tuple[Ring, ...]) -> Chip | None:
    """The chip of a way as it is drawn; None while there is nothing to say of it."""
    verdict, desk = editor.verdict(), editor.desk
    if verdict is None:
        return None
    refused = verdict.status == "refused" and not held.aim
    shown = held.stop if refused and held.stop is not None else verdict
    ghosts = list(ghosts)
    ghost = outlines_of(desk.view, ghosts)
    spent, of, share = cost_words(desk, shown, way.mode) if not held.aim else ("", "", None)
    notes = say(held.aim, "small_bold", "accent") if held.aim else _how(way, held)
    notes = refusal_words(editor, verdict) if refused else notes
    if not (spent or notes):
        return None
    foes, friends = near_by(desk.view, desk.decision.side, ghosts)
    return Chip(REFUSED if refused else LEGAL, spent, of, share, notes, (), ghost, foes, ways, friends)


def told_chip(desk: Desk, role: str, ghosts: Iterable[Ghost], notes: Spans) -> Chip | None:
    """A chip that only says something of ghosts; None where there is nothing to say, or nobody to say it of."""
    found = list(ghosts)
    ghost = outlines_of(desk.view, found)
    if not ghost or not notes:
        return None
    foes, friends = near_by(desk.view, desk.decision.side, found)
    return Chip(role, notes=notes, ghost=ghost, foes=foes, friends=friends)


def cost_words(desk: Desk, verdict: Verdict, mode: Mode | None) -> tuple[str, str, float | None]:
    """What a way costs, of how much, and which share that is."""
    spent = cost_of(verdict)
    whole = verdict.allowance if verdict.allowance is not None or mode is None else mode.allowance
    if spent is None:
        return "", "", None
    said = desk.words.length(spent)
    if whole is None:
        return said, "", None
    all_of = desk.words.length(whole)
    number, _gap, unit = said.rpartition(" ")
    if number and all_of.endswith(f" {unit}"):
        said = number
    return said, _("of {whole}").format(whole=all_of), min(1.0, spent / whole) if whole > 0 else None


def refusal_words(editor: Editor, verdict: Verdict) -> Spans:
    """Why a draft is refused, and what would be allowed instead."""
    if not verdict.reasons:
        return ()
    reason = verdict.reasons[0]
    why = say(editor.desk.say(reason.text), "small_bold", "danger") + clause_spans([reason.clause])
    return why + instead_words(editor)


def _how(way: Way, held: Held) -> Spans:
    """How it goes, and what it snapped to."""
    mover, mode = way.mover(), way.mode
    several = mover is not None and len(mover.modes) > 1
    rows = [way.desk.say(mode.label)] if mode is not None and several else []
    out: Spans = say(rows[0], "small_bold") if rows else ()
    more = []
    if held.formed:
        more.append(_("in {formation}; Alt keeps the present one").format(formation=held.formed))
    if held.snapped:
        more.append(_("Snapped: {to}").format(to=held.snapped))
    for words in more:
        out += say(("\n" if out else "") + words, "small", "text_dim")
    if held.why:
        out += say("\n", "small") if out else ()
    return out + held.why
