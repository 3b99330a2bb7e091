"""A melee in its order: pile-in, Counter, the chargers' strikes, the strike-back, drawing back, Fatigue; its odds.

AFS-MEL-02 to -12, AFS-CNTR, AFS-SHK-03, AFS-IMP-02, AFS-R18, AFS-R20 to -R22, AFS-R33, AFS-R51, AFS-R54, AFS-R65.

A melee has decisions, Pushes and falls in it, so the odds of a whole one are sampled: the flow itself is run on copies
with default answers and dice of its own (:mod:`game.engine.playout`); the forecast states how many runs there were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Answer, Asked, Choice, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.declared import FrameOf, Posed, on
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.loader import load_ruleset
from game.engine.playout import Playout, play
from game.engine.ruleset import Discrete, Forecast
from game.engine.state import Frame, State, Tie
from game.engine.text import T, Text, Thing, Word
from game.geometry.shapes import Pose
from game.kit import situation
from game.kit.shown import prospects as kit
from game.kit.situation import OfUnit
from game.kit.which_next import OneOf
from rulesets.age_of_fantasy_skirmish import calls
from rulesets.age_of_fantasy_skirmish.attack import numbers, odds, strikes
from rulesets.age_of_fantasy_skirmish.attack.numbers import How
from rulesets.age_of_fantasy_skirmish.field import in_battle
from rulesets.age_of_fantasy_skirmish.field.ground import what_if
from rulesets.age_of_fantasy_skirmish.fight.melee_moves import both_stand

PART = "use"
YES, NO = "yes", "no"
Stage = Literal["", "counter", "charge", "back"]


class MeleeData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A melee of two units; ``stage`` tells whose strikes are next or under way.

    ``counters`` is how many Counter models the target had when the charge was declared (AFS-R51), -1 to look it up;
    ``struck``: it has used Counter or struck back, and will be tired (AFS-R20, AFS-R22). In a ``sketch``, a forecast's,
    nobody moves before and after the strikes.
    """

    charger: str
    target: str
    counters: int = -1
    stage: Stage = ""
    struck: bool = False
    sketch: bool = False


MELEE = FrameOf("afs.melee", MeleeData)


def declared_counters(view: State, charger: str, target: str) -> int:
    """Counter models when the charge was declared: the tie of the charge keeps the number (AFS-R51)."""
    for tie in view.ties.values():
        if tie.kind == "charge" and (tie.a, tie.b) == (charger, target):
            return int(tie.own or 0)
    return strikes.counter_models(view, target)


def _strikers(data: MeleeData) -> tuple[str, str, How]:
    """Who strikes now, whom, and how."""
    assert data.stage != ""
    if data.stage == "charge":
        return data.charger, data.target, "charge"
    return data.target, data.charger, data.stage


class StrikeQuestion(OneOf):
    """Whether to strike first with Counter weapons, or to strike back (decisions 23 and 24)."""

    def __init__(self, how: How, yes: Text) -> None:
        super().__init__(PART, {YES: yes, NO: T("Do not strike")}, drafted=True)
        self.how = how

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """What the strikes would do."""
        if self.chosen(decision, answer) != YES:
            return None
        unit, enemy = decision.args["unit"], decision.args["enemy"]
        return odds.strike_forecast(view, enemy, strikes.blows(view, unit, enemy, self.how))


COUNTER = Posed("counter", StrikeQuestion("counter", T("Strike first")))
STRIKE_BACK = Posed("strike_back", StrikeQuestion("back", T("Strike back")))


class LimitedQuestion(Discrete):
    """Which Limited melee weapons are used (decision 25)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the weapons."""
        parts: dict[str, tuple[Choice, ...]] = {
            name: (Choice(YES, T("Use {weapon}", weapon=Word(name))), Choice(NO, T("Keep {weapon}", weapon=Word(name))))
            for name in decision.args["weapons"]
        }
        answer = OptionAnswer(dict.fromkeys(parts, NO))
        return Asked(OptionSpace(parts), Reply(answer), draft=answer)


LIMITED = Posed("limited", LimitedQuestion())


@MELEE.step
def _begin(run: Run, data: MeleeData, got: Any) -> Outcome:
    """The charged unit piles in (AFS-MEL-02); a unit that is gone fights no more (AFS-R33)."""
    if data.counters < 0:
        data = replace(data, counters=declared_counters(run.state, data.charger, data.target))
    if not both_stand(run.state, data.charger, data.target):
        return Goto("after", data)
    text = T("{unit} fights {target}", unit=Thing(data.charger), target=Thing(data.target))
    pair: dict[str, Any] = {"charger": data.charger, "target": data.target}
    run.tell(data.charger, "melee", "blow", text, ("AFS-MEL-12",), also=(data.target,), **pair)
    return (
        Goto("piled", data) if data.sketch else calls.PILE_IN.call(calls.Pair(data.charger, data.target), "piled", data)
    )


@MELEE.step
def _piled(run: Run, data: MeleeData, got: Any) -> Outcome:
    return Goto("ask", replace(data, stage="counter"))


_ASKED: dict[Stage, tuple[Posed, Text, tuple[str, ...]]] = {
    "counter": (COUNTER, T("{unit}: strike first with Counter?"), ("AFS-CNTR-01", "AFS-R22")),
    "back": (STRIKE_BACK, T("{unit}: strike back?"), ("AFS-MEL-06", "AFS-R65")),
}


@MELEE.step
def _ask(run: Run, data: MeleeData, got: Any) -> Outcome:
    """The charged player decides on Counter and on the strike-back, each as a whole (AFS-R22, AFS-R65)."""
    if not both_stand(run.state, data.charger, data.target):
        return Goto("after", data)
    unit, enemy, how = _strikers(data)
    if not strikes.blows(run.state, unit, enemy, how, strikes.limited_melee(run.state, unit, enemy, how)):
        return Goto("next", data)
    question, said, clauses = _ASKED[data.stage]
    side, args = run.state.units[unit].side, {"unit": unit, "enemy": enemy}
    return question.ask(side, replace(said, args={"unit": Thing(unit)}), args, clauses, then="answered", data=data)


@MELEE.step
def _answered(run: Run, data: MeleeData, got: Reply) -> Outcome:
    if got.parts[PART] == YES:
        return Goto("limited", data)
    unit, enemy, _ = _strikers(data)
    text = T("{unit} does not strike {enemy}", unit=Thing(unit), enemy=Thing(enemy))
    clauses = ("AFS-R22",) if data.stage == "counter" else ("AFS-MEL-06",)
    run.tell(unit, "declined", "order", text, clauses, also=(enemy,), unit=unit, stage=data.stage)
    return Goto("next", data)


@MELEE.step
def _limited(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Limited weapons are used only if their owner wants it (AFS-R54)."""
    unit, enemy, how = _strikers(data)
    names = strikes.limited_melee(run.state, unit, enemy, how)
    if not names:
        return Goto("strike", data)
    side, message = run.state.units[unit].side, T("{unit}: which Limited weapons are used?", unit=Thing(unit))
    args = {"unit": unit, "enemy": enemy, "weapons": list(names)}
    return LIMITED.ask(side, message, args, ("AFS-LIM-02", "AFS-R54"), then="strike", data=data)


@MELEE.step
def _strike(run: Run, data: MeleeData, got: Reply | None) -> Outcome:
    """One side strikes, all at once; Impact belongs to the chargers' strikes (AFS-IMP-03)."""
    unit, enemy, how = _strikers(data)
    limited = () if got is None else tuple(name for name, use in got.parts.items() if use == YES)
    blows = strikes.blows(run.state, unit, enemy, how, limited)
    impact: tuple[tuple[str, int], ...] = ()
    if how == "charge":
        impact = numbers.impact_by_model(run.state, strikes.in_reach(run.state, unit, enemy), data.counters)
    elif blows:
        data = replace(data, struck=True)
    return strikes.STRIKE.call(strikes.StrikeData(unit, enemy, how, blows, impact), "next", data)


@MELEE.step
def _next(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Counter, then the chargers, then the strike-back, each finished before the next (AFS-MEL-12)."""
    if data.stage == "counter":
        return Goto("charge", replace(data, stage="charge"))
    if data.stage == "charge":
        return Goto("ask", replace(data, stage="back"))
    return Goto("after", data)


@MELEE.step
def _charge(run: Run, data: MeleeData, got: Any) -> Outcome:
    """A charger made Shaken by Counter loses its attacks (AFS-R21)."""
    if not both_stand(run.state, data.charger, data.target):
        return Goto("after", data)
    if run.state.units[data.charger].own.shaken:
        text = T("{unit}: Shaken, attacks lost", unit=Thing(data.charger))
        run.tell(data.charger, "strikes_lost", "status", text, ("AFS-R21", "AFS-CNTR-03"), unit=data.charger)
        return Goto("next", data)
    return Goto("limited", data)


@MELEE.step
def _after(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Whoever has destroyed the other may move; else the chargers draw back (AFS-MEL-07, AFS-MEL-08)."""
    left = [u for u in (data.target, data.charger) if situation.on_table(run.state, u)]
    if data.sketch or not left:
        return Goto("tire", data)
    if len(left) == 2:
        return calls.DRAW_BACK.call(calls.Pair(data.charger, data.target), "tire", data)
    return calls.CONSOLIDATE.call(OfUnit(left[0]), "tire", data)


@MELEE.step
def _tire(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Fatigue comes at the very end, on units that are still there (AFS-MEL-09, AFS-R20)."""
    struck = ((data.target, ("AFS-MEL-09", "AFS-R22")),) if data.struck else ()
    for unit, clauses in ((data.charger, ("AFS-MEL-09",)), *struck):
        if situation.on_table(run.state, unit) and not run.state.units[unit].own.fatigued:
            tired = changes.unit(run.state, unit, fatigued=True)
            run.tell(
                unit,
                "fatigued",
                "status",
                T("{unit}: fatigued after the melee", unit=Thing(unit)),
                clauses,
                *tired,
                unit=unit,
            )
    return Done()


@on("charge_declared")
def note_charge(run: Run, event: ev.Event) -> Sequence[Frame]:
    """Tie charger and target, and keep how many Counter models there were (AFS-CNTR-03, AFS-R51)."""
    charger, target = str(event.data["unit"]), str(event.data["target"])
    counters = strikes.counter_models(run.state, target)
    tie = Tie(run.new_id("t"), "charge", charger, target, counters)
    run.emit("charge_tied", "flow", None, ev.AddTie(tie), about=(charger, target), data={"counters": counters})
    return ()


@on("activation_ends")
def forget_charge(run: Run, event: ev.Event) -> Sequence[Frame]:
    """The charge is over with the activation."""
    unit = str(event.data["unit"])
    ties = [t.id for t in run.state.ties.values() if t.kind == "charge" and t.a == unit]
    if ties:
        run.emit("charge_untied", "flow", None, *(ev.Untie(t) for t in ties), about=(unit,))
    return ()


RUNS = 40
WOUNDS = kit.Outcome(
    "wounds",
    T("Melee: wounds on {unit}"),
    lambda run, unit: sum(e.data["wounds"] for e in run.told if e.type == "suffered" and e.data["unit"] == unit),
    False,
)
LOST = kit.Outcome(
    "lost",
    T("Melee: models lost by {unit}"),
    lambda run, unit: len(run.before.bases_of(unit)) - len(run.after.bases_of(unit)),
    False,
)
SHAKEN = kit.Outcome(
    "shaken",
    T("Melee: {unit} Shaken"),
    lambda run, unit: situation.on_table(run.after, unit) and run.after.units[unit].own.shaken,
)
GONE = kit.Outcome("gone", T("Melee: {unit} destroyed"), lambda run, unit: not situation.on_table(run.after, unit))


def charged(view: State, charger: str, target: str, poses: Mapping[str, Pose]) -> State:
    """The view with a charge made, and the charged unit piled in as it usually would; the others stay behind."""
    frame = Frame("afs.pile_in", data={"charger": charger, "target": target})
    there = play(load_ruleset(view.ruleset), what_if(view, dict(poses)), frame, "pile in")[0]
    return replace(there, luck=None, stack=(), pending=None)


def playout(there: State, charger: str, target: str, counters: int) -> Playout:
    """A melee to be played from where the two units stand (AFS-MEL-12); nobody moves before and after the strikes.

    ``counters`` is how many Counter models the target has when the charge is declared. Counted are wounds and models
    lost, who is Shaken or gone, and which army is down to half (AFS-MOR-01).
    """
    both = (target, charger)
    counted = [(WOUNDS, u) for u in both]
    counted += [(LOST, u) for u in both if len(there.bases_of(u)) > 1]
    counted += [(what, u) for u in both for what in (SHAKEN, GONE)]
    sides = dict.fromkeys(there.units[u].side for u in both)
    counted += [(_halved(side), "") for side in sides if not in_battle.halved(there, side)]
    frame = Frame("afs.melee", data=MeleeData(charger, target, counters, sketch=True))
    return kit.playout(there, (frame,), "", (charger, target), counted)


def _halved(side: str) -> kit.Outcome:
    label = T("{side} must test morale at the end of the round", side=Thing(side))
    return kit.Outcome(f"halved {side}", label, lambda run, _: in_battle.halved(run.after, side))


def strikes_forecast(there: State, charger: str, target: str, counters: int) -> Forecast | None:
    """The exact odds of the chargers' strikes; None where the charged unit can strike before them (AFS-CNTR-01)."""
    if strikes.blows(there, target, charger, "counter"):
        return None
    attacks = strikes.blows(there, charger, target, "charge")
    impact = numbers.impact_by_model(there, strikes.in_reach(there, charger, target), counters)
    return odds.strike_forecast(there, target, attacks, impact)


def charge_forecast(view: State, charger: str, target: str, poses: Mapping[str, Pose], runs: int = RUNS) -> Forecast:
    """The odds of a charge that ends at these places: first the strikes alone, exactly, then the whole melee.

    The strikes are exact only where the charged unit cannot strike before them; else they are left to the sample.
    """
    there = charged(view, charger, target, poses)
    counters = strikes.counter_models(view, target)
    exact = strikes_forecast(there, charger, target, counters)
    return kit.sampled(playout(there, charger, target, counters), runs, *(exact.rows if exact is not None else ()))
