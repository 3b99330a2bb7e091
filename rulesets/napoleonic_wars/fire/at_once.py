"""One body's fire at another at once, in the course of a charge or an attack: the frame ``nap.volley``.

NAP-CSQ-08, NAP-ASQ-03, NAP-ASQ-06, NAP-SMA-18, NAP-R138, NAP-S84. What it does counts from then on: casualties and
disorganisation are entered before the frame ends. It gives its caller the figures that the target lost.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.state import State
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.fire import batteries, fire, targets, timing, volley
from rulesets.napoleonic_wars.fire.aims import Aim
from rulesets.napoleonic_wars.fire.batteries import Ready
from rulesets.napoleonic_wars.fire.losses import LOSSES, LossesData
from rulesets.napoleonic_wars.fire.targets import Mark
from rulesets.napoleonic_wars.fire.volley import Blow
from rulesets.napoleonic_wars.measures import TICK


class AtOnce(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who fires at whom, with how much of the move to do it in.

    ``charged``: by the rates of troops that are charged or attacked (NAP-R62 c); otherwise by those of a halt
    (NAP-R62 a, b). The situation is as all stand when it is called.
    """

    body: str
    target: str
    time: float = 1.0
    charged: bool = True
    aims: tuple[Aim, ...] = ()
    blows: tuple[Blow, ...] = ()
    before: int = 0


VOLLEY = FrameOf("nap.volley", AtOnce, int)


def may_fire(view: State, body: str) -> bool:
    """Whether a body may still fire in this move, whatever it is charging (NAP-R138)."""
    told = facts.own(view, body)
    barred = facts.has_fired(view, body) or facts.in_melee(view, body) or facts.disarms(view, body)
    return not barred and not told.stance.prone and told.nerve.result not in targets.QUIET


def aims(view: State, body: str, target: str, time: float, *, charged: bool = True) -> tuple[Aim, ...]:
    """What a body fires at another with now, in a part of a move; none where it does not bear or has no time."""
    if not may_fire(view, body) or target not in view.units or timing.is_too_near(view, target, body):
        return ()
    if facts.is_artillery(view, body):
        return _of_guns(view, body, target, time)
    out = []
    for weapon in targets.weapons(view, body):
        shots = timing.volley(view, body, weapon, time, cease=charged)
        quarters = len(timing.bows(view, body, time)) if weapon == "bow" else timing.QUARTERS
        mark = Mark(target, 1, 0.0, timing.Exposed(quarters, 1.0))
        figures = tuple(b.figure for b in targets.bearing(view, body, mark, weapon, ""))
        if shots.shots and figures and quarters:
            out.append(Aim(body, target, figures, 1.0, 1.0, quarters, shots.shots, weapon))
    return tuple(out)


def _of_guns(view: State, body: str, target: str, time: float) -> tuple[Aim, ...]:
    """Each kind of guns with the usual ammunition at that target: canister as time allows, else one shot."""
    out = []
    for one in batteries.ready(view, body):
        found = [a for o in batteries.options(view, Ready(one.guns, one.roll, time)) for a in o.aims[:1]]
        mine = [a for a in found if a.target == target and not a.split]
        if mine and time >= number("shot_time") - TICK:
            out.append(replace(mine[0], time=1.0, quarters=timing.QUARTERS))
    return tuple(out)


@VOLLEY.step
def _begin(run: Run, data: AtOnce, got: object) -> Outcome:
    found = aims(run.state, data.body, data.target, data.time, charged=data.charged)
    if not found:
        return VOLLEY.done(0)
    data = replace(data, aims=found, before=facts.own(run.state, data.target).strength.lost)
    rows = fire.rolls(run.state, found)
    return Roll(fire.request(found, rows), "fell", data) if rows else Goto("fell", data)


@VOLLEY.step
def _fell(run: Run, data: AtOnce, got: ev.Rolled | None) -> Outcome:
    state = run.state
    faces = {(b, r): f for (b, r, _), f in zip(fire.rolls(state, data.aims), got.faces if got else (), strict=True)}
    blows: list[Blow] = []
    for aim in data.aims:
        fell = faces.get((aim.body, aim.roll), ())
        some = volley.blows(state, aim, fell)
        fire.tell(run, state, aim, fell, some)
        blows += some
    weapon = data.aims[0].weapon
    loaded = None
    if weapon:
        loaded = timing.volley(state, data.body, weapon, data.time, cease=data.charged).loaded
    fire.mark_fired(run, list(data.aims), loaded=loaded)
    fire.suffer(run, tuple(blows))
    data = replace(data, blows=tuple(blows))
    return LOSSES.call(LossesData(fire.lots_of(data.blows)), "lost", data)


@VOLLEY.step
def _lost(run: Run, data: AtOnce, got: object) -> Outcome:
    """Disorganisation by this fire is entered at once (NAP-S42)."""
    for body in facts.by_id(dict.fromkeys(b.body for b in data.blows), run.state):
        fire.disorder(run, body)
    return Done(facts.own(run.state, data.target).strength.lost - data.before)
