"""Step 19: routers and pursuers rally or not, results that are over end (NAP-RLY, NAP-PUR-04, NAP-R103, NAP-R168)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Asked, Choice, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.body import around
from rulesets.napoleonic_wars.charge import legal
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import facts, standing
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.nerve import (
    captors,
    circumstances,
    crews,
    following,
    forced,
    forced_ways,
    results,
    surrender,
    surrounded,
    tables,
)
from rulesets.napoleonic_wars.nerve.morale import throw

LEAVING = ("break_off", "withdraw")


class RallyData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is still to throw, the dice thrown, who must be asked whether he goes on."""

    left: tuple[str, ...] = ()
    dice: dict[str, tuple[int, ...]] = {}
    ask: tuple[str, ...] = ()


RALLY = FrameOf("nap.rally", RallyData)


# --- who is tested ---------------------------------------------------------------------------------------------------


def may_test(view: State, body: str) -> bool:
    """Whether a router may rally: not in a move in which it lost a man a figure (NAP-RLY-01, NAP-R103)."""
    told = facts.own(view, body)
    if "refused" in told.march.did:
        return True
    beaten = "reacted" in told.march.did and told.nerve.since == view.own.move
    return not beaten and not facts.casualties_each(view, body, told.strength.men_now)


def _release(run: Run) -> None:
    """Prisoners whose captors were kept from disarming them are refused, and may rally (NAP-S88, NAP-PRI-03)."""
    for unit in list(run.state.units.values()):
        taken = captors.is_disturbed(run.state, unit.id) and not facts.is_artillery(run.state, unit.id)
        if taken and captors.set_down(run, unit.id):
            surrender.let_go(run, unit.id, "NAP-PRI-03")


def has_gone(view: State, body: str) -> bool:
    """Whether a result has moved a body in this move."""
    return bool(facts.legs(view, body, facts.own(view, body).nerve.result))


def rallies_by_itself(view: State, body: str) -> str:
    """By which clause a pursuer stops without a test, "" where he goes on (NAP-RLY-07, NAP-PUR-04, NAP-R168, -S100)."""
    told = facts.own(view, body)
    foe = told.nerve.from_whom
    if foe not in view.units or not facts.is_here(view, foe) or facts.own(view, foe).nerve.result != "rout":
        return "NAP-R168"
    if told.nerve.since < view.own.move and not board_of(view).within(body, foe, number("caught")):
        return "NAP-RLY-07"
    if told.nerve.since < view.own.move and not following.is_before(view, body, foe):
        return "NAP-S100"
    have = surrender.held(view, body) if not told.nerve.uncontrolled else surrender.killed(view, body)
    if told.nerve.since < view.own.move and have >= facts.strength(view, body):
        return "NAP-PRI-01" if told.nerve.uncontrolled else "NAP-RLY-07"
    west, south, east, north = board_of(view).box(body)
    edge = min(west, south, view.table.width - east, view.table.depth - north) <= 1.0
    return "NAP-PUR-04" if edge else ""


@RALLY.named("begin")
def _begin(run: Run, data: RallyData | None, got: object) -> Outcome:
    """All routers that may, and all pursuers who have pursued and are in hand (NAP-RLY-01, -08, NAP-UNC-02)."""
    _release(run)
    here = known(run.state)
    left = []
    for body in facts.by_id(facts.bodies(run.state), run.state):
        told = facts.own(here, body)
        if told.nerve.result == "rout" and may_test(here, body):
            left.append(body)
        if (
            told.nerve.result == "pursue"
            and has_gone(here, body)
            and not told.nerve.uncontrolled
            and not rallies_by_itself(here, body)
        ):
            left.append(body)
    return Goto("next", RallyData(tuple(left)))


@RALLY.named("next")
def _next(run: Run, data: RallyData, got: object) -> Outcome:
    """The dice, one body at a time (NAP-S61)."""
    if data.left:
        return throw(known(run.state), data.left[0], "rolled", data)
    return Goto("read", data)


@RALLY.step
def _rolled(run: Run, data: RallyData, got: ev.Rolled) -> Outcome:
    body, *left = data.left
    return Goto("next", replace(data, left=tuple(left), dice={**data.dice, body: tuple(got.faces[0])}))


@RALLY.named("read")
def _read(run: Run, data: RallyData, got: object) -> Outcome:
    """All tests on the state before any of them is acted on; routers first (NAP-R168)."""
    here = known(run.state)
    totals: dict[str, int] = {}
    for body, faces in data.dice.items():
        told = circumstances.thrown(circumstances.rally_sum(moments.end(here), body), faces, "NAP-RLY-02")
        totals[body] = int(told.total)
        text = T("Rally test of {unit}: {n}", unit=Thing(body), n=totals[body])
        run.tell(body, "rally_tested", "test", text, ("NAP-RLY-02",), sums=(told,), total=totals[body])
    chasers = [b for b in totals if facts.own(here, b).nerve.result == "pursue"]
    for body in (b for b in totals if b not in chasers):
        _router(run, body, tables.rally(totals[body], facts.morale_class(here, body)))
    for body in facts.bodies(run.state):
        if facts.own(run.state, body).nerve.result == "pursue" and (why := rallies_by_itself(known(run.state), body)):
            stop_pursuit(run, body, why)
    ask = [b for b in chasers if _pursuer(run, b, tables.from_pursuit(totals[b], facts.morale_class(here, b)))]
    return Goto("ask", replace(data, ask=tuple(ask)))


# --- routers ---------------------------------------------------------------------------------------------------------


def _router(run: Run, body: str, found: tables.Rally) -> None:
    if found == "rallied":
        text = T("{unit} halted and rallied", unit=Thing(body))
        results.end(run, body, text, "NAP-RLY-05", "NAP-RLY-06", result="halt")
    elif found == "dispersed":
        disperse(run, body)
    else:
        run.tell(body, "routs_on", "test", T("{unit} kept routing", unit=Thing(body)), ("NAP-RLY-04",))


def disperse(run: Run, body: str) -> None:
    """Beyond rallying: its figures are removed (NAP-RLY-03, NAP-LVF-01)."""
    marks: list[Any] = [*around.gone(run.state, body, "destroyed")]
    marks += [ev.SetPose(b.id, None, "gone") for b in facts.left(run.state, body)]
    marks += changes.unit(run.state, body, result="dispersed", inside="")
    text = T("{unit} dispersed", unit=Thing(body))
    run.tell(body, "dispersed", "loss", text, ("NAP-RLY-03", "NAP-LVF-01"), *marks)


# --- pursuers --------------------------------------------------------------------------------------------------------


class PursueQuestion(Discrete):
    """Whether pursuers who are in hand go on (NAP-RLY-12)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """A part for each of the side's."""
        choices = (Choice("halt", T("Halt")), Choice("pursue", T("Keep pursuing")))
        parts: dict[str, tuple[Choice, ...]] = dict.fromkeys(decision.args["bodies"], choices)
        return Asked(OptionSpace(parts), Reply(OptionAnswer(dict.fromkeys(parts, "halt"))))


PURSUE = Posed("keep_pursuing", PursueQuestion())


def _pursuer(run: Run, body: str, found: tables.Pursuit) -> bool:
    """What a pursuer does by his test; whether his owner must be asked (NAP-RLY-09, NAP-RLY-12)."""
    if facts.own(run.state, body).nerve.result != "pursue":
        return False
    if found == "halt":
        stop_pursuit(run, body, "NAP-RLY-09")
    return found == "choice"


def stop_pursuit(run: Run, body: str, why: str) -> None:
    """A pursuit is over: halt, and reform from the next move on (NAP-RLY-07, -09, NAP-UNC-07)."""
    results.end(run, body, T("{unit} ended the pursuit and rallied", unit=Thing(body)), why)
    results.calm(run, body, "NAP-UNC-07")


@RALLY.named("ask")
def _ask(run: Run, data: RallyData, got: object) -> Outcome:
    """Sides say which of their pursuers go on, one side after the other."""
    if not data.ask:
        _results_over(run)
        return Done()
    side = run.state.units[data.ask[0]].side
    mine = [b for b in data.ask if run.state.units[b].side == side]
    rest = tuple(b for b in data.ask if b not in mine)
    text = T("Pursuers that may halt")
    return PURSUE.ask(side, text, {"bodies": mine}, ("NAP-RLY-12",), then="answered", data=replace(data, ask=rest))


@RALLY.step
def _answered(run: Run, data: RallyData, got: Reply) -> Outcome:
    for body, answer in got.parts.items():
        if answer == "halt":
            stop_pursuit(run, body, "NAP-RLY-12")
    return Goto("ask", data)


# --- results that are over -------------------------------------------------------------------------------------------


def _results_over(run: Run) -> None:
    """Who is in cover or safe halts, who has broken off or halted long enough acts by orders again."""
    surrender.disarm(run)
    crews.taken(run)
    crews.man(run)
    for body in facts.by_id(facts.bodies(run.state), run.state):
        _over(run, body)
        if facts.own(run.state, body).nerve.uncontrolled and is_spent(known(run.state), body):
            results.calm(run, body, "NAP-R100")
    for general in facts.generals(run.state):
        told = facts.own(run.state, general)
        host = run.state.units.get(told.nerve.from_whom)
        if told.nerve.result and (host is None or host.own.nerve.result not in forced.GOES):
            marks = changes.unit(run.state, general, result="", from_whom="")
            run.emit("general_free", "status", None, *marks, clauses=("NAP-RGN-06",), about=(general,))


def _over(run: Run, body: str) -> None:
    here = known(run.state)
    told = facts.own(here, body)
    before = told.nerve.since < here.own.move
    if told.nerve.result in LEAVING and before and surrounded.is_surrounded(here, body):
        surrender.give_up(run, body, surrender.captor(here, body), "NAP-SUR-02")
    elif told.nerve.result in ("withdraw", "retreat") and has_gone(here, body) and is_safe(here, body):
        text = T("{unit} in safety: halted to reform", unit=Thing(body))
        results.end(run, body, text, results.CLAUSES[told.nerve.result], result="halt")
    elif told.nerve.result in ("break_off", "follow_up") and before and not facts.in_melee(here, body):
        results.end(run, body, T("{unit} free again", unit=Thing(body)), results.CLAUSES[told.nerve.result])
    elif told.nerve.result == "halt" and before and reform.after(here, body) == 0:
        results.end(run, body, T("{unit} may advance again", unit=Thing(body)), "NAP-RES-17")


def is_safe(view: State, body: str) -> bool:
    """In cover, or not fired at; a retreat ends out of every enemy's charge reach and out of fire (NAP-RES-18, -19)."""
    under_fire = forced_ways.under_fire(view, body) or bool(circumstances.hits(view, body))
    if facts.own(view, body).nerve.result == "withdraw":
        return not under_fire or standing.in_cover(view, body) != ""
    return not under_fire and not forced_ways.in_reach(view, body)


def is_spent(view: State, body: str) -> bool:
    """Whether uncontrolled troops find nobody to go for any more (NAP-R100)."""
    told = facts.own(view, body)
    if facts.in_melee(view, body) or told.nerve.result == "pursue":
        return False
    return not any(legal.has_reach(view, body, f) for f in facts.enemies(view, view.units[body].side))
