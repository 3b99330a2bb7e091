"""The battle and its rounds: set-up in its order, whose unit is next, its activation, what a round's end does.

An activation is dangerous ground, spells, the action, spells again, shots or melee; or idleness. AFS-RND-01 to
AFS-RND-07, AFS-ACT-01 to AFS-ACT-07, AFS-DEP-05, AFS-SHK-02, AFS-SHK-06, AFS-R10, AFS-R11, AFS-R15, AFS-R16, AFS-R20,
AFS-R33, AFS-R43, AFS-S18, AFS-S28. Row 9 of the player decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine.decision import Choice, Decision, Exit, MoveAnswer, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Ask, Done, Goto, Outcome, Question, Run
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from game.kit import situation
from game.kit.rounds import BattleData, RoundData, Rounds
from game.kit.situation import OfUnit
from game.kit.which_next import WhichNext, picked, whose_next
from rulesets.age_of_fantasy_skirmish import calls
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.field import in_battle
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.magic import spells
from rulesets.age_of_fantasy_skirmish.magic.casting import CAST_EXIT, CAST_FRAME, CastData, may_cast
from rulesets.age_of_fantasy_skirmish.own import ACTIVATION, BattleOwn, Moved, UnitOwn
from rulesets.age_of_fantasy_skirmish.turn import seizing

SKIP = "skip"

SETTING_UP = ("muster", "markers", "edge", "aside", "deployment", "scouts")
"""The phases of the set-up in their order, each a frame of that name (AFS-DEP-05)."""

PHASES: dict[str, Text] = {
    "muster": T("Choosing the units that Musician and Banner help"),
    "markers": T("Placing objective markers"),
    "edge": T("Choosing a table edge"),
    "aside": T("Setting units aside"),
    "deployment": T("Deployment"),
    "scouts": T("Scouts"),
    "arrivals": T("Ambush"),
    "round": T("Activations"),
    "end": T("End of the round"),
    "over": T("The battle is over"),
}


BATTLE = FrameOf("afs.battle", BattleData)
ROUND = FrameOf("afs.round", RoundData)


@BATTLE.named("begin")
def _battle_begin(run: Run, data: BattleData | None, got: Any) -> Outcome:
    own: BattleOwn = run.state.own
    text = T("{south} against {north}", **{s: Thing(s) for s in run.state.sides})
    what = {"options": run.state.options, "scenario": own.scenario, "size": own.size}
    run.emit("battle_begins", "flow", text, clauses=("AFS-ARM-01",), data=what)
    return Goto("set_up", BattleData())


def nobody_left(view: State) -> bool:
    """Whether no side has a unit left on the table or in reserve (AFS-S28)."""
    return not any(in_battle.units_left(view, side) for side in view.sides)


ROUNDS = Rounds(BATTLE, ROUND, PHASES, SETTING_UP, "AFS-DEP-05", nobody_left, seizing.settle)
"""The game ends with the last round (AFS-MIS-08)."""


@ROUND.named("begin")
def _round_begin(run: Run, data: RoundData, got: Any) -> Outcome:
    """A round begins: nobody has been activated; who starts is known (AFS-RND-02, AFS-RND-03)."""
    if data.midway:
        return Goto("next", replace(data, midway=False))
    state = run.state
    own: BattleOwn = state.own
    first = data.round == 1
    starter = own.winner if first else own.done[0] if own.done else own.starter
    starter = starter or next(iter(state.sides))
    phase = "round" if first else "arrivals"
    begun = {"round": data.round, "starter": starter}
    text = T("Round {round} of {rounds}: {side} first", round=data.round, rounds=own.rounds, side=Thing(starter))
    marks = (
        *changes.battle(state, **begun, active=starter, acting="", acts=0, done=(), phase=phase),
        *(c for unit in state.units for c in changes.unit(state, unit, activated=False, **ACTIVATION)),
        *(c for side in state.sides for c in changes.side(state, side, last=0)),
    )
    clauses = ("AFS-RND-02",) if first else ("AFS-RND-03", "AFS-R15")
    run.emit("round_begins", "flow", text, *marks, clauses=clauses, side=starter, data=begun)
    return Goto("tokens", data) if first else calls.ARRIVALS.call(None, "tokens", data)


@ROUND.named("tokens")
def _round_tokens(run: Run, data: RoundData, got: Any) -> Outcome:
    """Spell tokens for every Caster, then the first activation (AFS-RND-06, AFS-S18)."""
    spells.deal(run)
    ROUNDS.phase_begins(run, "round", "AFS-RND-01")
    note_done(run)
    return Goto("next", RoundData(data.round, run.state.own.starter))


def note_done(run: Run) -> None:
    """Note the sides that have no unit left to activate (AFS-R15)."""
    done: tuple[str, ...] = run.state.own.done
    order = in_battle.done_order(run.state)
    for place, side in enumerate(order[len(done) :], len(done) + 1):
        text = T("{side}: no unit left to activate in this round", side=Thing(side))
        noted, clauses = changes.battle(run.state, done=order[:place]), ("AFS-RND-03", "AFS-R15")
        run.emit("side_done", "flow", text, *noted, clauses=clauses, side=side, data={"place": place})


@ROUND.named("next")
def _round_next(run: Run, data: RoundData, got: Any) -> Outcome:
    """Whose activation is next: alternately, as long as a side has units (AFS-RND-01, AFS-RND-05)."""
    state = run.state
    if nobody_left(state):
        return Done()
    side = whose_next(state, data.due, lambda s: in_battle.eligible(state, s))
    if not side:
        return Goto("end", data)
    message = T("{side}: activate a unit", side=Thing(side))
    return ACTIVATE.ask(
        side, message, clauses=("AFS-ACT-01", "AFS-R16"), then="picked", data=RoundData(data.round, side)
    )


@ROUND.named("picked")
def _round_picked(run: Run, data: RoundData, got: Reply) -> Outcome:
    if got.exit == SKIP:
        text = T("Nothing can change any more: the rest of the battle is skipped")
        run.emit("skipped", "flow", text, clauses=("AFS-S28",), side=data.due)
        seizing.settle(run)
        return Done()
    return calls.ACTIVATION.call(OfUnit(picked(got)), "acted", data)


@ROUND.named("acted")
def _round_acted(run: Run, data: RoundData, got: Any) -> Outcome:
    note_done(run)
    return Goto("next", RoundData(data.round, other_sides(run.state, data.due)[0]))


@ROUND.named("end")
def _round_end(run: Run, data: RoundData, got: Any) -> Outcome:
    """The end of the round: morale first (AFS-RND-07, AFS-R11)."""
    ROUNDS.phase_begins(run, "end", "AFS-RND-07", "AFS-R11", acting="", active="")
    return calls.MORALE.call(None, "tested", data)


@ROUND.named("tested")
def _round_tested(run: Run, data: RoundData, got: Any) -> Outcome:
    """Then markers, then what lasts until the end of the round (AFS-R11)."""
    if nobody_left(run.state):
        return Done()
    seizing.seize(run)
    spells.end_round(run)
    return Done()


class ActivateQuestion(WhichNext):
    """Which unit is activated (decision 9); there is no passing (AFS-R16)."""

    def rows(self, view: State, decision: Decision) -> tuple[str, ...]:
        """The units that have not been activated in this round."""
        return in_battle.eligible(view, decision.side)

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A unit, and whether it would stay idle."""
        note = T("Shaken: stays idle and recovers") if view.units[row].own.shaken else None
        return Choice(row, T("{unit}", unit=Thing(row)), note=note)

    def usual(self, view: State, decision: Decision, things: Sequence[Choice]) -> str:
        """The first that is not Shaken."""
        return next((c.id for c in things if c.note is None), things[0].id)

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """The rest may be skipped once nothing can change."""
        skip = Exit(SKIP, T("Skip to the end: nothing can change any more"))
        return (skip,) if seizing.settled(view, decision.side) else ()


ACTIVATE = Posed("activate", ActivateQuestion())


DECLARED: dict[str, tuple[Text, str]] = {
    "hold": (T("{unit} held"), "AFS-ACT-03"),
    "advance": (T("{unit} advanced"), "AFS-ACT-04"),
    "rush": (T("{unit} rushed"), "AFS-ACT-05"),
    "charge": (T("{unit} charged {target}"), "AFS-ACT-06"),
}
"""What is said of a unit that has chosen an action, and the clause of it."""


class ActivationData(msgspec.Struct, frozen=True, omit_defaults=True):
    """An activation: whose, whether it was Shaken when it began, and what it charges.

    ``action`` is the action chosen, ``mark`` the target of a charge.
    """

    unit: str
    shaken: bool = False
    action: str = ""
    mark: str = ""


ACTIVATION_FRAME = FrameOf("afs.activation", ActivationData)


def over(run: Run, data: ActivationData) -> bool:
    """Whether the activation is cut short: the unit is gone, or was made Shaken on the way (AFS-R10)."""
    own: UnitOwn = run.state.units[data.unit].own
    return not situation.on_table(run.state, data.unit) or (own.shaken and not data.shaken)


@ACTIVATION_FRAME.step
def _begin(run: Run, data: ActivationData, got: Any) -> Outcome:
    state = run.state
    unit, number = state.units[data.unit], state.own.acts + 1
    text = T("{side} activated {unit}", side=Thing(unit.side), unit=Thing(data.unit))
    begun = (
        *changes.unit(state, data.unit, activated=True, **ACTIVATION),
        *changes.side(state, unit.side, last=number),
        *changes.battle(state, active=unit.side, acting=data.unit, acts=number),
    )
    run.tell(data.unit, "activated", "order", text, ("AFS-ACT-01", "AFS-RND-04"), *begun, unit=data.unit, number=number)
    data = replace(data, shaken=unit.own.shaken)
    # who stands in dangerous terrain when it is activated (AFS-DAN-01, AFS-R43)
    ground, models = ground_of(run.state), run.state.bases_of(data.unit)
    there = tuple(b.id for b in models if b.pose is not None and ground.under(b.shape, b.pose, "dangerous"))
    if there:
        return calls.DANGER.call(calls.Endangered(data.unit, tuple(there), "activated"), "steady", data)
    return Goto("steady", data)


@ACTIVATION_FRAME.step
def _steady(run: Run, data: ActivationData, got: Any) -> Outcome:
    """Shaken units stay idle; the others choose an action (AFS-ACT-07)."""
    if over(run, data):
        return Goto("end", data)
    if not data.shaken:
        return Goto("act", data)
    idle = changes.unit(run.state, data.unit, action="idle")
    text = T("{unit}: Shaken, idle", unit=Thing(data.unit))
    run.tell(data.unit, "idle", "order", text, ("AFS-SHK-02", "AFS-ACT-07"), *idle)
    return Goto("end", replace(data, action="idle"))


@ACTIVATION_FRAME.step
def _act(run: Run, data: ActivationData, got: Any) -> Outcome:
    """Which action; a spell may be cast before it is chosen, and the question comes back (AFS-R33)."""
    if over(run, data):
        return Goto("end", data)
    side = run.state.units[data.unit].side
    message = T("{side}: choose an action for {unit}", side=Thing(side), unit=Thing(data.unit))
    question = Question("act", side, message, {"unit": data.unit}, ("AFS-ACT-01", "AFS-ACT-02"))
    return Ask((question,), "chosen", data)


@ACTIVATION_FRAME.step
def _chosen(run: Run, data: ActivationData, got: Reply) -> Outcome:
    if got.exit == CAST_EXIT:
        return CAST_FRAME.call(CastData(data.unit, before=True), "act", data)
    assert isinstance(got.answer, MoveAnswer)
    unit, action, mark = data.unit, got.answer.mode, got.answer.mark
    said, clause = DECLARED[action]
    charges = action == "charge"
    args = {"unit": Thing(unit), "target": Thing(mark)} if charges else {"unit": Thing(unit)}
    event, also = ("charge_declared", (mark,)) if charges else ("action", ())
    told: dict[str, Any] = {"unit": unit, "action": action, "target": mark}
    chosen = changes.unit(run.state, unit, action=action, helped=specials.helped_by(run.state, unit, "musician"))
    run.tell(unit, event, "order", replace(said, args=args), (clause,), *chosen, also=also, **told)
    data = replace(data, action=action, mark=mark)
    if action == "hold":
        return Goto("moved", data)
    move = calls.Moves(unit, action, mark, got.answer.courses)
    return calls.MOVE.call(move, "moved", data)


@ACTIVATION_FRAME.step
def _moved(run: Run, data: ActivationData, got: Moved | None) -> Outcome:
    """After the move: spells once more, until the first attack (AFS-R33)."""
    ended = got is not None and got.ended
    return Goto("end" if ended or over(run, data) else "window", data)


@ACTIVATION_FRAME.step
def _window(run: Run, data: ActivationData, got: Any) -> Outcome:
    if over(run, data):
        return Goto("end", data)
    if may_cast(run.state, data.unit):
        return CAST_FRAME.call(CastData(data.unit), "attack", data)
    return Goto("attack", data)


@ACTIVATION_FRAME.step
def _attack(run: Run, data: ActivationData, got: Any) -> Outcome:
    """Shots after Hold and Advance, the melee after a Charge."""
    if over(run, data):
        return Goto("end", data)
    if data.action in ("hold", "advance"):
        return calls.SHOOTING.call(OfUnit(data.unit), "end", data)
    if data.action != "charge":
        return Goto("end", data)
    if situation.on_table(run.state, data.mark):
        return calls.MELEE.call(calls.Pair(data.unit, data.mark), "end", data)
    return calls.CONSOLIDATE.call(OfUnit(data.unit), "end", data)


@ACTIVATION_FRAME.step
def _end(run: Run, data: ActivationData, got: Any) -> Outcome:
    """The end: whoever charged is tired, whoever stayed idle recovers, spells pass (AFS-R20, AFS-SHK-06)."""
    unit = data.unit
    own: UnitOwn = run.state.units[unit].own
    alive = situation.on_table(run.state, unit)
    if alive and data.action == "charge" and not own.fatigued:
        tired = changes.unit(run.state, unit, fatigued=True)
        text = T("{unit}: fatigued by the charge", unit=Thing(unit))
        run.tell(unit, "fatigued", "status", text, ("AFS-MEL-09", "AFS-R20"), *tired)
    if alive and data.action == "idle" and own.shaken:
        steady = changes.unit(run.state, unit, shaken=False)
        text = T("{unit} recovered from being Shaken", unit=Thing(unit))
        run.tell(unit, "recovered", "status", text, ("AFS-SHK-06", "AFS-R10"), *steady)
    spells.end(run, unit, "activation")
    ended = (*changes.unit(run.state, unit, **ACTIVATION), *changes.battle(run.state, acting=""))
    run.tell(unit, "activation_ends", "flow", None, (), *ended, unit=unit)
    return Done()
