"""Table 13A, row by row, of a charge at a moment (NAP-RCT-06, NAP-RCT-13 to -17, NAP-R90, NAP-R96, NAP-R137)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from game.engine.state import State
from game.engine.text import T, Text
from game.kit import factors
from game.kit.factors import Entry
from game.kit.sums import Row
from rulesets.napoleonic_wars.body import support
from rulesets.napoleonic_wars.body.around import around
from rulesets.napoleonic_wars.charge import reaction
from rulesets.napoleonic_wars.charge.reaction import DefenderDoes, Form, Phase, Side
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.clock.moments import Moment
from rulesets.napoleonic_wars.command import officers
from rulesets.napoleonic_wars.data_files import number, whole
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts, sight, standing
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.standing import Sector
from rulesets.napoleonic_wars.fire.tables import losses

CLOSED = ("closed_column", "closed_divisional", "march_column", "mass")
"""Columns that charge as closed ones (NAP-R96)."""


def supports(view: State, body: str) -> int:
    """Supporting units within 25 cm that it sees (NAP-ORG-34, NAP-RCT-15)."""
    board = board_of(view)

    def sees(state: State, one: str, other: str) -> bool:
        return board.within(one, other, number("felt")) and sight.sees(state, one, other)

    return len(support.supporters(view, body, sees))


def form_as_charger(view: State, body: str) -> Form:
    """What a body charges as: horse, light horse, a closed column, a line, or what no row speaks of (NAP-R96)."""
    if facts.is_mounted(view, body):
        return _horse(view, body)
    formation = facts.own(view, body).stance.formation
    return "column" if formation in CLOSED else "line" if formation == "line" else "other"


def form_as_target(view: State, body: str) -> Form:
    """What a target counts as: foot's formation; irregulars in close order are a column (NAP-R96)."""
    told = facts.own(view, body)
    if facts.is_mounted(view, body):
        return _horse(view, body)
    if told.arm not in ("foot", "horse"):
        return "other"
    if told.stance.formation in ("square", "double_square"):
        return "square" if told.stance.formation == "square" else "double_square"
    if told.stance.formation == "irregular" or facts.is_column(view, body):
        return "column"
    return "line" if told.stance.formation == "line" else "other"


def _horse(view: State, body: str) -> Form:
    told = facts.own(view, body)
    return "light_horse" if told.light or not told.regular else "horse"


def changing(view: State, body: str, time: float = 0.0) -> bool:
    """Whether a body is in the middle of a change of formation at a moment, or disarms prisoners.

    NAP-R131, NAP-PRI-06.
    """
    return facts.disarms(view, body) or moments.is_forming(view, body, time, ("form",))


# --- table 13A -------------------------------------------------------------------------------------------------------


class Sides(msgspec.Struct, frozen=True):
    """A charge at a moment, of which table 13A asks everything (NAP-S101).

    ``sector``: from where it comes; ``form``: what the target is taken for, "" for what it is.
    """

    at: Moment
    charger: str
    target: str
    sector: Sector
    form: Form | Literal[""] = ""


def sides(at: Moment, charger: str, target: str, *, sector: str = "", form: Form | Literal[""] = "") -> Sides:
    """A charge at a moment; ``sector`` from where it comes, where that is known already (NAP-FLK-02)."""
    found = sector or standing.sector(at.now, target, standing.front_rank(at.now, charger))
    return Sides(at, charger, target, "rear" if found == "rear" else "flank" if found == "flank" else "front", form)


def rows(of: Sides) -> tuple[Row, ...]:
    """All rows that apply, dice not among them (NAP-RCT-06)."""
    return (
        *factors.rows(reaction.column(0), _party(of.at, of.charger, of.target, T("charger"))),
        *factors.rows(reaction.column(1), _party(of.at, of.target, of.charger, T("defender"))),
        *factors.rows(reaction.charge(), _charge(of)),
    )


def value(of: Sides) -> int:
    """The sum of the rows."""
    return factors.total(rows(of))


def _party(m: Moment, body: str, foe: str, who: Text) -> Iterator[Entry]:
    """The rows of one side (NAP-RCT-13 to -17, NAP-R88, NAP-R137)."""
    view, clause, cls = m.now, "NAP-RCT-13", facts.morale_class(m.now, body)
    near, far = (officers.general_within(view, body, number(x)) for x in (officers.IN_PERSON, officers.FAR))
    mates, lost = around(view, body, view.units[body].side), losses(view, body)
    few = 2 * facts.strength(view, body) < facts.strength(view, foe)
    helped = min(reaction.most_supports(), supports(view, body))
    yield T("{who}: general within 5 cm", who=who), "general_near", near, clause
    yield T("{who}: general within 50 cm", who=who), "general_far", far and not near, clause
    yield T("{who}: class {cls}", who=who, cls=cls), cls, cls != "C", clause
    yield T("{who}: sub-unit of a higher class", who=who), "better_sub", facts.has_better_sub(view, body), clause
    yield T("{who}: higher", who=who), "higher", standing.is_higher(view, body, foe), clause
    yield T("{who}: fewer than half the enemy", who=who), "few", few, clause
    yield T("{who}: disorganisation", who=who), "disorder", min(book.of("most"), m.factors(body)), clause
    yield T("{who}: casualties {n} per cent", who=who, n=lost), "losses", lost // whole("percent_a_row"), clause
    yield T("{who}: supporting units", who=who), "support", helped, clause
    yield T("{who}: own units breaking off or withdrawing", who=who), "leaving", mates.leaving, clause
    yield T("{who}: own units retreating", who=who), "retreating", mates.retreating, clause
    yield T("{who}: own units routing or lost", who=who), "routing", mates.routing, clause


def _charge(of: Sides) -> Iterator[Entry]:
    """The rows of the charge as a whole: who charges what, cover, from where (NAP-R96, NAP-R131, NAP-NAT-08)."""
    view, clause = of.at.now, "NAP-RCT-13"
    form = reaction.form_row(form_as_charger(view, of.charger), of.form or form_as_target(view, of.target))
    grade = standing.in_cover(view, of.target, of.charger)
    cover = {"": "", "soft": "soft"}.get(grade, "hard")
    mamelukes = facts.is_mamelukes(view, of.charger) and facts.charges_first(view, of.charger)
    for name in filter(None, (form, cover, _starred(of))):
        yield reaction.CHARGES[name], name, True, clause
    yield reaction.CHARGES["mamelukes"], "mamelukes", mamelukes, "NAP-NAT-08"


def _starred(of: Sides) -> str:
    """The row of flank, rear or a change of formation, "" for none: the worst alone counts (NAP-RCT-13)."""
    if of.sector == "rear":
        return "rear"
    return "flank" if of.sector == "flank" or changing(of.at.now, of.target, of.at.time) else ""


def counted(of: Sides) -> tuple[int, int, int, int, int]:
    """What may change until the final value: factors and casualties of both sides, whether a starred row counts."""
    m = of.at
    (a, b), (c, d) = ((m.factors(body), losses(m.now, body)) for body in (of.charger, of.target))
    return a, b, c, d, int(bool(_starred(of)))


def changed(before: tuple[int, int, int, int, int], of: Sides) -> tuple[Row, ...]:
    """The rows by which the final value differs from the first one (NAP-RCT-10, NAP-R89).

    Casualties and disorganisation of both sides, and a flank, rear or change of formation that did not count before.
    """
    now, clause = counted(of), "NAP-RCT-10"
    whose: tuple[tuple[Side, Text], ...] = ((0, T("charger")), (1, T("defender")))
    out: list[Row] = []
    for side, who in whose:
        was, new = (_state(counts[2 * side], counts[2 * side + 1], who) for counts in (before, now))
        out += factors.change(reaction.column(side), was, new)
    name = _starred(of) if not before[4] else ""
    starred = ((reaction.CHARGES[name], name, True, clause),) if name else ()
    return (*out, *factors.rows(reaction.charge(), starred))


def _state(disorder: int, lost: int, who: Text) -> tuple[Entry, ...]:
    """The rows that may change until the final value, with the most that count (NAP-R89)."""
    most, step, clause = book.of("most"), whole("percent_a_row"), "NAP-RCT-10"
    return (
        (T("{who}: more disorganisation", who=who), "disorder", min(most, disorder), clause),
        (T("{who}: higher casualties", who=who), "losses", lost // step, clause),
    )


# --- table 16A -------------------------------------------------------------------------------------------------------


def defender_does(view: State, charger: str, target: str, number: int, phase: Phase) -> DefenderDoes:
    """What a charged body does by a value (NAP-RES-15)."""
    mounted, square = facts.reacts_mounted(view, target), facts.is_square(view, target)
    by_horse = facts.is_mounted(view, charger)
    return reaction.defender_does(_read(view, target, number), phase, mounted=mounted, square=square, by_horse=by_horse)


def fire_distance(view: State, charger: str, target: str, number: int) -> float | None:
    """Cm at which a charged body that stands ceases fire; None where none is printed (NAP-RES-13)."""
    square, by_horse = facts.is_square(view, target), facts.is_mounted(view, charger)
    return reaction.fire_distance(_read(view, target, number), square=square, by_horse=by_horse)


def _read(view: State, target: str, number: int) -> int:
    return reaction.steadied(number) if facts.is_steady(view, target) else number
