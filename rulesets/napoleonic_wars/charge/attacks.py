"""Step 11: attackers at 5 cm are fired at, tested, and close (NAP-SEQ-31, NAP-ASQ-02 to -07, NAP-R109, NAP-R165)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.decision import Reply
from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import State, Tie
from game.engine.text import T, Thing
from rulesets.napoleonic_wars import calls
from rulesets.napoleonic_wars.charge import caught, conforming, reaching
from rulesets.napoleonic_wars.charge.questions import AT_FIVE, FIRE, FIRE_RUN, HOLD, RUN
from rulesets.napoleonic_wars.charge.ties import set_tie
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import did, known
from rulesets.napoleonic_wars.fire import at_once, timing
from rulesets.napoleonic_wars.measures import moment


class AttackData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Attacks still to be tested, and those that go home, by their ties in the order of time."""

    left: tuple[str, ...] = ()
    home: tuple[str, ...] = ()


ATTACKS = FrameOf("nap.attacks", AttackData)


@ATTACKS.named("begin")
def _begin(run: Run, data: AttackData | None, got: object) -> Outcome:
    """Every attack that came to 5 cm; the others were marches (NAP-R165)."""
    found = []
    for tie in facts.ties(run.state, facts.ATTACK):
        if facts.charge(tie).pause is None or _is_over(known(run.state), tie):
            set_tie(run, tie.id, home="void")
        else:
            found.append(tie)
    order = sorted(found, key=lambda t: (_moment(t), facts.charge(t).number))
    return Goto("next", AttackData(tuple(t.id for t in order)))


def _moment(tie: Tie) -> float:
    return moment(facts.charge(tie).pause or 0.0)


def _is_over(view: State, tie: Tie) -> bool:
    """Whether a charge has struck the attacker meanwhile, or either of them runs."""
    struck = any(facts.charge(t).home == "home" for t in facts.ties(view, facts.CHARGE, tie.a))
    return struck or facts.runs(view, tie.a) or facts.runs(view, tie.b)


@ATTACKS.named("next")
def _next(run: Run, data: AttackData, got: object) -> Outcome:
    """The attacked fires at 5 cm, or holds its fire until they are upon it (NAP-ASQ-03, NAP-SMA-18)."""
    if not data.left:
        return Goto("close", data)
    tie, here = run.state.ties[data.left[0]], known(run.state)
    fires, runs = _fire(here, tie, _moment(tie)) is not None, _may_run(here, tie.b)
    if not fires and not runs:
        return Goto("test", data)
    told = {FIRE: fires, HOLD: True, FIRE_RUN: fires and runs, RUN: runs}
    text = T("{unit} came up to {enemy}", unit=Thing(tie.a), enemy=Thing(tie.b))
    clauses = ("NAP-ASQ-03", "NAP-SMA-18")
    args = {"unit": tie.b, "courses": [course for course, may in told.items() if may]}
    return AT_FIVE.ask(here.units[tie.b].side, text, args, clauses, then="chose", data=data)


def _may_run(view: State, body: str) -> bool:
    """Gunners, limbered or not, avoid contact with any enemy without orders, if they like (NAP-ORD-13, NAP-EVD-01)."""
    return (
        facts.own(view, body).arm in ("guns", "rockets")
        and not facts.in_melee(view, body)
        and not facts.runs(view, body)
    )


def _fire(view: State, tie: Tie, until: float) -> at_once.AtOnce | None:
    """The fire of the attacked, who ceases at a moment; None where it has none, or attacks itself (NAP-R163)."""
    fire = at_once.AtOnce(tie.b, tie.a, timing.still(view, tie.b, until))
    free = not timing.on_its_way(view, tie.b)
    return fire if free and at_once.aims(view, fire.body, fire.target, fire.time) else None


@ATTACKS.named("chose")
def _chose(run: Run, data: AttackData, got: Reply) -> Outcome:
    tie, course = run.state.ties[data.left[0]], got.parts[run.state.ties[data.left[0]].b]
    fire = _fire(known(run.state), tie, _moment(tie))
    if course in (FIRE_RUN, RUN):
        set_tie(run, tie.id, answer="evade")
    return at_once.VOLLEY.call(fire, "test", data) if fire and course in (FIRE, FIRE_RUN) else Goto("test", data)


@ATTACKS.named("test")
def _test(run: Run, data: AttackData, got: object) -> Outcome:
    """Attackers test, defenders do not (NAP-ASQ-04, NAP-ATK-03, NAP-ATK-04)."""
    tie = run.state.ties[data.left[0]]
    if facts.charge(tie).answer == "evade":
        reaching.run_from(run, tie, _moment(tie))
    if not facts.is_here(known(run.state), tie.a):
        set_tie(run, tie.id, home="void")
        return Goto("next", replace(data, left=data.left[1:]))
    return calls.ATTACK_MORALE.call(calls.Attacks(tie.a, tie.id), "tested", data)


@ATTACKS.named("tested")
def _tested(run: Run, data: AttackData, got: Any) -> Outcome:
    """Any result but good morale is carried out at once, with the time left (NAP-R109)."""
    tie, data = run.state.ties[data.left[0]], replace(data, left=data.left[1:])
    if got == "good":
        return Goto("next", replace(data, home=(*data.home, tie.id)))
    set_tie(run, tie.id, home="halt")
    if facts.runs(known(run.state), tie.a):
        reaching.run_off(run, tie.a, tie.b, _moment(tie))
    return Goto("next", data)


@ATTACKS.named("close")
def _close(run: Run, data: AttackData, got: object) -> Outcome:
    """They close, and who has not fired may do so now; neither side has impetus (NAP-ASQ-05 to -07)."""
    if not data.home:
        return Done()
    tie, data = run.state.ties[data.home[0]], replace(data, home=data.home[1:])
    there = board_of(known(run.state)).touching(tie.a, tie.b)
    if not there and (tie.a, tie.b) not in reaching.pass_on(run, [tie], _moment(tie), []):
        set_tie(run, tie.id, home="gone")
        return Goto("close", data)
    set_tie(run, tie.id, home="home")
    text = T("{unit} made contact with {enemy}", unit=Thing(tie.a), enemy=Thing(tie.b))
    run.tell(tie.a, "struck_home", "move", text, ("NAP-ASQ-05",), also=(tie.b,))
    caught.stays_as_it_was(run, tie.b, tie.a)
    conforming.line_up(run, tie.a, tie.b)
    did(run, tie.a, "contacted")
    did(run, tie.b, "contacted")
    told = facts.charge(tie)
    fire = _fire(known(run.state), tie, min(1.0, _moment(tie) + told.gap / told.speed))
    return at_once.VOLLEY.call(fire, "close", data) if fire else Goto("close", data)
