"""A unit's move carried out: where its models end, what hits it on the way, its morale then.

USB-TER-06, USB-CLB-02, USB-FRM-01, USB-R18, USB-R59, USB-S05, USB-S23.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Course
from game.engine.declared import FrameOf
from game.engine.flow import Call, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Point, Pose
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.spacing import poses_of, straight
from rulesets.universal_battle.move import plans
from rulesets.universal_battle.move.allowance import LABELS, Kind
from rulesets.universal_battle.own import Formation


class Moved(msgspec.Struct, frozen=True):
    """Whether nothing of the unit is left."""

    ended: bool


class Crossing(msgspec.Struct, frozen=True, omit_defaults=True):
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


CROSS = FrameOf("usb.cross", Crossing)
"""The hits of what is crossed: once per dangerous area and model, and all those of heights together (USB-S05).

Losses are tested at the end of the move; those of a charge and of reactions to it at its end (USB-R18).
"""


def crossing(view: State, unit: str, dangers: tuple[str, ...], falls: int, tested: bool = False) -> Crossing:
    """What hits a unit on ways; heights by the models that it has now (USB-S23)."""
    return Crossing(unit, dangers, falls * len(facts.models(view, unit)), tested, facts.strength(view, unit))


@CROSS.named("begin")
def _cross(run: Run, data: Crossing, got: Any) -> Outcome:
    models = len(facts.models(run.state, data.unit))
    if models and data.dangers:
        why = T("{unit} in {piece}", unit=Thing(data.unit), piece=Thing(data.dangers[0]))
        return _hit(data, models, why, "USB-TER-06", replace(data, dangers=data.dangers[1:]))
    if models and data.falls:
        why = T("{unit}: a climb or a fall", unit=Thing(data.unit))
        return _hit(data, data.falls, why, "USB-CLB-02", replace(data, falls=0))
    if data.tested and models and facts.strength(run.state, data.unit) < data.before:
        return Call("usb.morale", {"units": [data.unit]}, "begin", replace(data, tested=False))
    return CROSS.done(None)


def _hit(data: Crossing, hits: int, why: Text, clause: str, after: Crossing) -> Outcome:
    args = {"unit": data.unit, "hits": hits, "why": why, "clause": clause}
    return Call("usb.autohits", args, "begin", after)


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
