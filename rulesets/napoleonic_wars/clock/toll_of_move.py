"""Step 7: what the way that each body really went costs it in order (NAP-SEQ-27, NAP-DIS-20, NAP-DIS-27, NAP-S42)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import shapely

from game.engine import changes
from game.engine.declared import FrameOf
from game.engine.flow import Done, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.halving import halved
from game.geometry.shapes import Footprint
from game.kit.block import meeting
from rulesets.napoleonic_wars.clock import moments, runaways
from rulesets.napoleonic_wars.clock.mixing import Passing, factors
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.field.known import did, known
from rulesets.napoleonic_wars.march import horses
from rulesets.napoleonic_wars.march.toll import obstacles, swept, toll
from rulesets.napoleonic_wars.march.way import IN_HASTE
from rulesets.napoleonic_wars.measures import CONTACT, TICK, moment
from rulesets.napoleonic_wars.own import Breach, Deed, Leg, PieceOwn, Track

QUICK = ("charge", "evade", IN_HASTE)
"""Legs at charge or double speed, or faster (NAP-DIS-20)."""
STILL = ("stand", "halt", "form", "face", "mass", "files_out", "limber", "unlimber", "wait", "reform")
"""Legs in which a body does not march."""
HASTY = ("rout", "pursue", "break_off")
"""Results under which a body goes at the double or faster (NAP-R32)."""
FAST_BEFORE: frozenset[Deed] = frozenset({"double", "charged", "out_of_reach"})
"""Deeds of the move before after which a charge costs order (NAP-DIS-20, NAP-CSQ-07)."""
CAUSES: dict[str, tuple[str, ...]] = {"NAP-EVD-07": ("evade",), "NAP-CTC-07": ("charge",)}
"""Legs whose beginning is the cause of a factor of haste, by its clause; of the others any march (NAP-R172)."""
QUARTERS = ((0.0, 0.25), (0.25, 0.5), (0.5, 0.75), (0.75, 1.0))
Entry = tuple[int, str]

MOVED = FrameOf("nap.moved")


@MOVED.step
def begin(run: Run, data: Any, got: object) -> Outcome:
    """Step 7: deeds of those charged and attacked, rows of table 8A, own troops passed through."""
    _answerers(run)
    tracks = {b: t for b, t in notes.tracks(run.state).items() if b in known(run.state).units}
    for body in facts.by_id((b for b in tracks if facts.own(known(run.state), b).arm != "general"), known(run.state)):
        _judge(run, body, tracks[body])
    _mixed(run, tracks)
    for body in sorted(run.state.own.tracks, key=facts.natural):
        _flatten(run, body, run.state.own.tracks[body])
    for body in facts.bodies(run.state):
        _cut_free(run, body)
    for body in [u for u, unit in run.state.units.items() if unit.own.captivity.abandoned]:
        marks = runaways.bolted(run.state, body)
        if marks:
            text = T("Horses that {unit} left behind bolt", unit=Thing(body))
            run.tell(body, "bolted", "move", text, ("NAP-HRS-08", "NAP-S29"), *marks)
    return Done()


def _cut_free(run: Run, body: str) -> None:
    """Teams that have stood for a move are rid of dead animals, those that fell before it (NAP-HRS-04, NAP-R36)."""
    if facts.own(run.state, body).arm not in ("guns", "rockets") or facts.is_forced(run.state, body):
        return
    marks = horses.cut_free(run.state, body)
    if marks:
        text = T("{unit} cut dead horses out of their harness", unit=Thing(body))
        run.tell(body, "cut_free", "status", text, ("NAP-HRS-04", "NAP-R36"), *marks)


def _answerers(run: Run) -> None:
    """Who was charged or attacked, and who counter-charged: they do not reform (NAP-DIS-12, NAP-R126, NAP-R165).

    A charge that was refused or had no reach leaves its target as if nothing had been declared (NAP-RES-05).
    """
    for tie in facts.ties(run.state, facts.CHARGE):
        if not facts.charge(tie).home:
            did(run, tie.b, "was_charged")
            if facts.charge(tie).answer == "counter_charge":
                did(run, tie.b, "charged", charged=run.state.own.move)
    for tie in facts.ties(run.state, facts.ATTACK):
        if facts.charge(tie).pause is not None:
            did(run, tie.a, "attacked")
            did(run, tie.b, "was_attacked")


def _judge(run: Run, body: str, track: Track) -> None:
    """Enter what one body's way costs it, and what it did that matters for reforming and the next move."""
    state = known(run.state)
    charges = bool(facts.ties(state, facts.CHARGE) or facts.ties(state, facts.ATTACK))
    way = by_way(state, body, track)
    times = whenmet(state, body, track, way) if charges else [None] * len(way)
    for (n, clause), at in zip(way, times, strict=True):
        book.enter(run, body, "A", n, clause, at)
    for n, clause in by_deeds(state, body):
        book.enter(run, body, "A", n, clause, begun(track, CAUSES.get(clause, ())))
    deeds: set[Deed] = {*toll(state, track, sizes_of(track)).did}
    if obstacles(state, track, sizes_of(track)):
        deeds.add("crossed")
    fields: dict[str, Any] = {}
    if "double" in deeds | {*facts.own(state, body).march.did}:
        fields["doubled"] = state.own.move
    if any(leg.what == "action_move" and leg.end > leg.start for leg in track.legs):
        fields["acted"] = state.own.move
    did(run, body, *deeds, **fields)


def _flatten(run: Run, body: str, track: Track) -> None:
    """A column that has passed through a hedge leaves a gap in it, as wide as it is itself (NAP-BLD-04)."""
    hedges = [p for p in ground_of(run.state).lines if p.kind.id == "hedge"]
    if not hedges or body not in run.state.units or not facts.is_column(run.state, body):
        return
    way, stands = shapely.union_all(swept(track)), board_of(run.state).outline(body).buffer(-CONTACT)
    for piece in hedges:
        met = shapely.get_coordinates(shapely.intersection(way, piece.shape)).tolist()
        ends = [piece.whole.project(shapely.Point(spot)) for spot in met]
        wide = round(max(ends) - min(ends), 3) if ends else 0.0
        if not way.buffer(-CONTACT).intersects(piece.shape) or stands.intersects(piece.shape):
            continue  # it has not come to it, or is not through yet
        at = piece.whole.interpolate((min(ends) + max(ends)) / 2.0)
        own: PieceOwn = run.state.features[piece.id].own
        gap = Breach((round(at.x, 3), round(at.y, 3)), wide)
        marks = changes.own_field("feature", piece.id, breaches=(*own.breaches, gap))
        text = T("{unit} flattened {piece}", unit=Thing(body), piece=Thing(piece.id))
        run.tell(body, "trodden_down", "status", text, ("NAP-BLD-04",), marks, width=wide)


def sizes_of(track: Track) -> list[Footprint]:
    """The bases of a body's figures at the start of its way."""
    return [Footprint("rect", *size) for size in track.sizes]


def by_way(view: State, body: str, track: Track) -> tuple[Entry, ...]:
    """The factors of the ground that a body went over: each row once, each obstacle (NAP-DIS-20, NAP-S16)."""
    return tuple(entry for entry in rows_of(view, body, track).values() if entry[0])


def rows_of(view: State, body: str, track: Track) -> dict[str, Entry]:
    """The same by the name of the row, or the id of the obstacle."""
    sizes, legs = sizes_of(track), track.legs
    hasty = "double" in facts.own(view, body).march.did or facts.own(view, body).nerve.result in HASTY

    def is_quick(leg: Leg) -> bool:
        return hasty or leg.what in QUICK

    def crosses_quickly(number: int) -> bool:
        """Whether a body came to an obstacle at speed: the leg before that of the crossing says so."""
        came = next((leg for leg in reversed(legs[: number + 1]) if leg.what != "cross"), legs[number])
        return is_quick(came)

    rows = dict.fromkeys(toll(view, track, sizes, goes).rows, False)
    rows |= dict.fromkeys(toll(view, track, sizes, lambda leg: goes(leg) and is_quick(leg)).rows, True)
    out = {row: (book.by_movement(view, body, _cause(row), fast=haste), "NAP-DIS-20") for row, haste in rows.items()}
    for name, number in obstacles(view, track, sizes):
        out[name] = (book.by_movement(view, body, "obstacle", fast=crosses_quickly(number)), "NAP-S16")
    if any(leg.what in ("enter", "leave") and leg.end > leg.start for leg in legs):
        out["building"] = (book.by_movement(view, body, "building", fast=hasty), "NAP-DIS-20")
    return out


def whenmet(view: State, body: str, track: Track, entries: Sequence[Entry]) -> list[float | None]:
    """By factor of the ground the moment at which the body came to its cause (NAP-R172)."""
    out: list[float | None] = []

    @cache
    def until(time: float) -> tuple[Entry, ...]:
        return by_way(view, body, moments.cut(track, time))

    for k, entry in enumerate(entries):
        least = list(entries[: k + 1]).count(entry)

        def is_before(time: float, entry: Entry = entry, least: int = least) -> bool:
            return until(time).count(entry) < least

        out.append(moment(halved(0.0, 1.0, TICK / 2.0, is_before)[1]))
    return out


def begun(track: Track, kinds: Sequence[str]) -> float:
    """The moment at which a body began to move in some way, in any if none is told (NAP-R172)."""
    return min((leg.start for leg in track.legs if (leg.what in kinds if kinds else goes(leg))), default=0.0)


def goes(leg: Leg) -> bool:
    """Whether a body marches in a leg of its way: who stands or only changes order there pays nothing (NAP-DIS-20)."""
    return leg.what not in STILL and leg.goes


def _cause(row: str) -> book.Cause:
    found: dict[str, book.Cause] = {"scrub": "scrub", "steep": "steep", "marsh": "marsh", "obstacle": "obstacle"}
    return found[row]


def by_deeds(view: State, body: str) -> Iterator[Entry]:
    """The factors of haste: double after double, charge after double or charge, evades (NAP-DIS-20, NAP-CTC-07)."""
    told = facts.own(view, body)
    did, before = frozenset(told.march.did), frozenset(told.march.before)
    if "double" in did and "double" in before:
        yield book.by_movement(view, body, "double_again", fast=True), "NAP-DBL-02"
    if "charged" in did and before & FAST_BEFORE:
        yield book.by_movement(view, body, "charge_again", fast=True), "NAP-CTC-07"
    if "evaded" in did:
        yield book.by_movement(view, body, "no_contact", fast=True), "NAP-EVD-07"
    if "out_of_reach" in did:
        yield book.by_movement(view, body, "no_contact", fast=True), "NAP-CSQ-07"


# --- own troops passed through -------------------------------------------------------------------------------------


def _mixed(run: Run, tracks: dict[str, Track]) -> None:
    """Factors of all passages of this move, each pair once (NAP-INT-05, NAP-S10 (5), NAP-S50)."""
    state = known(run.state)
    movers = {b: Mover.gone(notes.side_of(state, b), b, t) for b, t in tracks.items() if counts(state, b)}
    entries: list[tuple[str, int, float]] = []
    pairs: list[str] = []
    for a, b in passages(movers):
        one, other = passing(state, movers[a], movers[b])
        at = meeting.comes_near(movers[a], movers[b], -CONTACT, 0.0, 1.0) or 0.0
        entries += ((body, n, moment(at)) for body, n in factors(state, one, other).items())
        if a in run.state.units and b in run.state.units:
            pairs.append(pair(a, b))
    if pairs:
        marks = changes.battle(run.state, notes=(*run.state.own.notes, *pairs))
        run.emit("mixed", "status", None, *marks, clauses=("NAP-INT-05", "NAP-S10"))
    for body, n, at in entries:
        book.enter(run, body, "H", n, at=at)


def pair(one: str, other: str) -> str:
    """How a pair is noted, whoever of them is named first."""
    return " ".join(sorted((one, other)))


def counts(view: State, body: str) -> bool:
    """Whether a body is in its friends' way at all."""
    told = facts.own(view, body)
    return told.arm != "general" and not told.inside and told.nerve.result not in ("surrendered", "dispersed")


def passages(movers: dict[str, Mover]) -> list[tuple[str, str]]:
    """Pairs of one side that were in one place at some moment of the move."""
    return [
        (a, b)
        for a, b in combinations(sorted(movers, key=facts.natural), 2)
        if movers[a].side == movers[b].side and met(movers[a], movers[b], 0.0, 1.0)
    ]


def met(one: Mover, other: Mover, since: float, until: float) -> bool:
    """Whether two bodies came to be in one place, by their motion, in some time."""
    return (went(one, since, until) or went(other, since, until)) and _overlap(one, other, since, until)


def _overlap(one: Mover, other: Mover, since: float, until: float) -> bool:
    found = meeting.comes_near(one, other, -CONTACT, since, until)
    return found is not None and (found < until - TICK or until == 1.0)


def went(mover: Mover, since: float, until: float = 1.0) -> bool:
    """Whether a body marched in some part of the move."""
    return any(s.pace > 0.0 and s.start < until - TICK and s.end > since + TICK for s in mover.stretches)


def passing(view: State, one: Mover, other: Mover) -> tuple[Passing, Passing]:
    """How two bodies went while they were in one place (NAP-R33)."""
    together = [q for q in QUARTERS if _overlap(one, other, *q)]
    return _passing(view, one, together), _passing(view, other, together)


def _passing(view: State, mover: Mover, together: Sequence[tuple[float, float]]) -> Passing:
    told = facts.own(view, mover.body)
    what = {s.what for s in mover.stretches if any(s.start < end and s.end > start for start, end in together)}
    return Passing(
        mover.body,
        still=not any(went(mover, *quarter) for quarter in together),
        fast="double" in told.march.did or "evade" in what or told.nerve.result in ("pursue", "break_off"),
        charges="charge" in what,
        evades="evade" in what,
        routs=told.nerve.result == "rout",
        away=told.arm in ("guns", "rockets")
        and not any(facts.figure(b).role == "gun" for b in facts.left(view, mover.body)),
    )
