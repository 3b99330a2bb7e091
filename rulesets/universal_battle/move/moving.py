"""Moves carried out: where models end, what hits them on the way, their morale then; and who is driven off.

A unit that gives ground or flees is shifted as a whole. USB-TER-06, USB-CLB-02, USB-FRM-01, USB-RES-05 to -10,
USB-R18, USB-R59, USB-S05, USB-S13, USB-S23.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
import numpy as np
import shapely
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Course
from game.engine.declared import FrameOf
from game.engine.flow import Outcome, Run
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.bases import Bases
from game.geometry.halving import halved_times
from game.geometry.shapes import Point, Pose
from game.geometry.travel import travel_times, way_to_edge
from rulesets.universal_battle import calls
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.ground import Piece, ground_of
from rulesets.universal_battle.field.spacing import discs, passed, poses_of, shifted, straight
from rulesets.universal_battle.measures import CONTACT, SLACK, inch
from rulesets.universal_battle.move import plans
from rulesets.universal_battle.move.allowance import HALVINGS, LABELS, Kind, Meter, allowance, immobile
from rulesets.universal_battle.own import Formation


class Moved(msgspec.Struct, frozen=True):
    """Whether nothing of the unit is left."""

    ended: bool


class CrossData(msgspec.Struct, frozen=True, omit_defaults=True):
    """What hits a unit on its way: dangerous pieces in their order, then heights so often; losses may be ``tested``.

    ``before`` is its Standfast at the beginning.
    """

    unit: str
    dangers: tuple[str, ...] = ()
    falls: int = 0
    tested: bool = False
    before: int = 0


class MoveData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move as it is told."""

    unit: str
    action: Kind
    courses: tuple[Course, ...] = ()


CROSS = FrameOf("usb.cross", CrossData)
"""The hits of what is crossed: once per dangerous area and model, and all those of heights together (USB-S05).

Losses are tested at the end of the move; those of a charge and of reactions to it at its end (USB-R18).
"""


def crossing(view: State, unit: str, dangers: tuple[str, ...], falls: int, tested: bool = False) -> CrossData:
    """What hits a unit on ways; heights by the models that it has now (USB-S23)."""
    return CrossData(unit, dangers, falls * len(facts.models(view, unit)), tested, facts.strength(view, unit))


@CROSS.named("begin")
def _cross(run: Run, data: CrossData, got: Any) -> Outcome:
    models = len(facts.models(run.state, data.unit))
    if models and data.dangers:
        why = T("{unit} in {piece}", unit=Thing(data.unit), piece=Thing(data.dangers[0]))
        return _hit(data, models, why, "USB-TER-06", replace(data, dangers=data.dangers[1:]))
    if models and data.falls:
        why = T("{unit}: a climb or a fall", unit=Thing(data.unit))
        return _hit(data, data.falls, why, "USB-CLB-02", replace(data, falls=0))
    if data.tested and models and facts.strength(run.state, data.unit) < data.before:
        return calls.MORALE.call(calls.Tested((data.unit,)), "begin", replace(data, tested=False))
    return CROSS.done(None)


def _hit(data: CrossData, hits: int, why: Text, clause: str, after: CrossData) -> Outcome:
    return calls.AUTOHITS.call(calls.Struck(data.unit, hits, why, clause), "begin", after)


MOVE = FrameOf("usb.move", MoveData, Moved)


@MOVE.step
def _begin(run: Run, data: MoveData, got: Any) -> Outcome:
    """All models at the ends of their ways, then what hit them there."""
    host = facts.host(run.state, data.unit)
    plan = plans.judge(run.state, host, data.action, data.courses)
    if plan.bar is not None or plan.metered is None:
        return MOVE.done(Moved(False))
    hits = crossing(run.state, host, plan.metered.dangers, plan.metered.falls, data.action != "react")
    moved, clause = bool(plan.moves or plan.ends), LABELS[data.action][1]
    text = T("{unit} moved", unit=Thing(host)) if moved else T("{unit} changed formation", unit=Thing(host))
    if moved or plan.formation != facts.own(run.state, host).formation:
        put(run, host, "moved", text, (clause,), plan.ends, plan.formation, plan.lines, action=data.action)
    note_slow(run, host, max((plan.metered.inside[b] for b in plan.lines), default=0.0))
    return CROSS.call(hits, "end", data)


def put(
    run: Run,
    unit: str,
    event: str,
    text: Text,
    clauses: Sequence[str],
    ends: Mapping[str, Pose],
    formation: Formation,
    lines: Mapping[str, Sequence[Point]] | None = None,
    **told: Any,
) -> None:
    """Put a unit's models where they end, straight if no ways are told; who moves is not dug in any more (USB-R59)."""
    state, own, here = run.state, facts.own(run.state, unit), poses_of(run.state, unit)
    moved = any((here[b].x, here[b].y) != (p.x, p.y) for b, p in ends.items())
    deeds: list[ev.Change] = [ev.SetPose(b, p) for b, p in ends.items() if p != here[b]]
    deeds += changes.unit(state, unit, formation=formation, entrenched=own.entrenched and not moved)
    ways = {b: [list(p) for p in line] for b, line in (lines or straight(here, ends)).items()}
    run.tell(unit, event, "move", text, tuple(clauses), *deeds, unit=unit, ways=ways, **told)


def note_slow(run: Run, unit: str, inside: float) -> None:
    """What an acting unit has gone inside slow terrain (mm) is kept until its activation ends (USB-S05)."""
    used = round(facts.own(run.state, unit).slow + inside, 3)
    if inside and run.state.own.acting == unit:
        run.emit("metered", "flow", None, *changes.unit(run.state, unit, slow=used), about=(unit,))


@MOVE.step
def _end(run: Run, data: MoveData, got: Any) -> Outcome:
    return MOVE.done(Moved(not facts.left(run.state, data.unit)))


How = Literal["back", "flee"]
HAIR = 0.02
"""mm by which a model stops short of what it touches."""
STEP = 2.5
"""mm between the places that are tried where nobody can stand."""


class DrivenData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is driven by whom, and how far; ``fought`` have fought in this chain of forced moves already (USB-S13)."""

    loser: str
    winner: str
    kind: How
    fought: tuple[str, ...] = ()
    done: Driven | None = None


class Driven(msgspec.Struct, frozen=True, omit_defaults=True):
    """Enemies ``met``, who fight now as chargers (USB-RES-08), those met ``again`` in a chain: the two are locked.

    ``locked``: it could not get away from the winner, the two stay touching.
    """

    met: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    locked: bool = False


class Shift(msgspec.Struct, frozen=True):
    """How a unit is shifted: by a vector (mm), whom it met, whether it is clear, the danger before which it stopped."""

    by: Point
    met: tuple[str, ...] = ()
    locked: bool = False
    danger: str = ""


class Drift:
    """What a unit meets that is shifted in one direction; lengths are mm of the shift."""

    def __init__(self, view: State, loser: str, winner: str) -> None:
        self.view, self.loser = view, facts.host(view, loser)
        self.here = poses_of(view, loser)
        self.at = np.array([(p.x, p.y) for p in self.here.values()])
        self.discs = discs(view, self.here)
        middle = self.at.mean(axis=0)
        ux, uy = middle - np.array([(p.x, p.y) for p in poses_of(view, winner).values()]).mean(axis=0)
        long = math.hypot(ux, uy)
        home = -1.0 if view.sides[view.units[loser].side].own.edge == "south" else 1.0
        self.u: Point = (float(ux / long), float(uy / long)) if long > SLACK else (0.0, home)
        self.old = {facts.host(view, winner), *facts.opponents(view, loser)}
        """Those whom it is leaving: they neither bar its way nor are met."""

    def spans(self, hosts: Iterable[str], gap: float) -> list[tuple[float, float, str]]:
        """From where to where the unit is nearer than a gap to models of some hosts, with whose."""
        theirs = ((u, discs(self.view, poses_of(self.view, u))) for u in hosts)
        return [(a, b, u) for u, others in theirs for a, b, _, _ in passed(self.discs, self.u, others, gap)]

    def edge(self) -> float:
        """How far it is to the table edge."""
        rims = np.array(
            [(x + a, y + b) for x, y, r in self.discs for a, b in ((r, 0.0), (-r, 0.0), (0.0, r), (0.0, -r))]
        )
        return way_to_edge(rims, self.u, self.view.table.width, self.view.table.depth)

    def before(self, pieces: Sequence[Piece], most: float) -> dict[str, float]:
        """How far it is until the first model touches each of some pieces; those it meets within so many mm."""
        # who stands on one falls where it ends
        spots = shapely.points(self.at)
        new = [p for p in pieces if not shapely.dwithin(p.area, spots, SLACK).any()]
        bases = Bases.of([self.view.bases[b].shape for b in self.here], list(self.here.values()))
        ways = travel_times(bases, self.u, most, [p.area for p in new]).tolist()
        return {p.id: far for p, far in zip(new, ways, strict=True) if far < math.inf}

    def ends(self, far: float) -> dict[str, Pose]:
        """Where the models come by so long a shift."""
        return shifted(self.view, self.here, self.u[0] * far, self.u[1] * far)


def _paid(view: State, drift: Drift, kind: How) -> float:
    """How far (mm) the allowance leads (USB-S13)."""
    meter = Meter(view, drift.loser, kind)
    most = allowance(view, drift.loser, kind, road=True).total

    def paid(far: float) -> bool:
        return not meter.metered(straight(drift.here, drift.ends(far))).over

    return most if paid(most) else halved_times(0.0, most, HALVINGS, paid)[0]


def shift(view: State, loser: str, winner: str, kind: How) -> Shift:
    """How a unit is driven by another: as far as its allowance leads, or to the first thing that stops it (USB-S13)."""
    if immobile(view, loser):
        return Shift((0.0, 0.0), locked=True)  # USB-R57
    drift = Drift(view, loser, winner)
    paid = _paid(view, drift, kind)
    beyond = paid + inch(number("away"))
    ground, new = ground_of(view), [u for u in facts.enemies(view, loser) if u not in drift.old]
    dangers = drift.before([p for p in ground.areas if p.kind.dangerous], beyond)
    walls = drift.before([p for p in ground.tops if p.kind.solid], beyond)
    stops = [drift.edge(), *walls.values(), *dangers.values()]
    stops += [max(0.0, a) for a, b, _ in drift.spans(facts.friends(view, loser), -SLACK) if b > 0.0]
    enemies = [(max(0.0, a), host) for a, b, host in drift.spans(new, HAIR) if a + b > 0.0]
    stop = min((*stops, *(far for far, _ in enemies)))
    far = min(paid, stop)
    clear = _clear(drift, far, min(beyond, stop))
    far = _back(drift, far) if clear is None else _footing(drift, clear, min(beyond, stop))
    met = tuple(dict.fromkeys(h for d, h in enemies if d <= far + SLACK))
    danger = next((n for n, d in dangers.items() if d <= far + SLACK), "")
    return Shift((drift.u[0] * far, drift.u[1] * far), met, clear is None, danger)


def _footing(drift: Drift, far: float, most: float) -> float:
    """The next place, farther on or else farther back, at which nobody ends on a screen or under an edge (USB-S06)."""
    ground, spans = ground_of(drift.view), drift.spans(drift.old, CONTACT + 2.0 * SLACK)

    def stands(t: float) -> bool:
        standing = (ground.may_stand(drift.view.bases[b].shape, p) is None for b, p in drift.ends(t).items())
        return not any(a < t < b for a, b, _ in spans) and all(standing)

    on, back = np.arange(far, most, STEP).tolist(), np.arange(far, 0.0, -STEP).tolist()
    return far if stands(far) else next((t for t in (*on, *back) if stands(t)), far)


def _clear(drift: Drift, far: float, most: float) -> float | None:
    """The first place from here on, and no farther than there, at which it touches none of those it leaves."""
    spans = [(a, b) for a, b, _ in drift.spans(drift.old, CONTACT + 2.0 * SLACK)]
    tried = sorted({far, *(b + HAIR for _, b in spans if b >= far)})
    return next((t for t in tried if t <= most + SLACK and not any(a < t < b for a, b in spans)), None)


def _back(drift: Drift, far: float) -> float:
    """The last place up to here at which it overlaps none of those it leaves."""
    spans = [(a, b) for a, b, _ in drift.spans(drift.old, -SLACK)]
    tried = sorted({far, *(max(0.0, a) for a, _ in spans if a <= far), 0.0}, reverse=True)
    return next((t for t in tried if not any(a + HAIR < t < b - HAIR for a, b in spans)), 0.0)


DRIVEN = FrameOf("usb.driven", DrivenData, Driven)


@DRIVEN.named("begin")
def _drive(run: Run, data: DrivenData, got: Any) -> Outcome:
    """Shift the unit; whoever gets away leaves all its locks (USB-S14)."""
    state, host = run.state, facts.host(run.state, data.loser)
    found = shift(state, host, data.winner, data.kind)
    own, here = facts.own(state, host), poses_of(state, host)
    ends = shifted(state, here, *found.by)
    falls = Meter(state, host, data.kind).metered(straight(here, ends)).falls
    lost = own.formation == "hidden" or (own.formation == "phalanx" and data.kind == "flee")
    text, clause = T("{unit}: pushed back", unit=Thing(host)), LABELS[data.kind][1]
    if data.kind == "flee":
        text = T("{unit} fled", unit=Thing(host))
    put(run, host, "driven", text, (clause, "USB-S13"), ends, "skirmish" if lost else own.formation)
    if not found.locked:
        ties = [t for t in state.ties.values() if t.kind == facts.LOCKED and host in (t.a, t.b)]
        if ties:
            run.emit("parted", "flow", None, *(ev.Untie(t.id) for t in ties), clauses=("USB-S14",), about=(host,))
    met = tuple(u for u in found.met if u not in data.fought)
    done = Driven(met, tuple(u for u in found.met if u in data.fought), found.locked)
    dangers = (found.danger,) if found.danger else ()
    return CROSS.call(crossing(run.state, host, dangers, falls, True), "end", replace(data, done=done))


@DRIVEN.named("end")
def _driven(run: Run, data: DrivenData, got: Any) -> Outcome:
    assert data.done is not None
    return DRIVEN.done(data.done)
