"""Step 1 of the Movement phase: charges and disengagements declared, and the answers of those charged.

WAB-TRN-03, WAB-TRN-04, WAB-CHG-02, WAB-CHG-04, WAB-CHG-06, WAB-CHG-07, WAB-RCT-01 to WAB-RCT-07, WAB-R51, WAB-R52,
WAB-S11, WAB-S12, WAB-S16, WAB-S29.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Goto, Outcome, Run
from game.engine.ruleset import Forecast, Goal, Unforced
from game.engine.state import State, Tie
from game.engine.tells import Sketch
from game.engine.text import Length, T, Text, Thing
from game.kit import situation
from rulesets.ancient_battles.charge import declaring
from rulesets.ancient_battles.charge.reactions import REACT_FRAME, REACT_NEXT, ReactData
from rulesets.ancient_battles.charge.solver import charge_reach, solve
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.arcs import facing_charged
from rulesets.ancient_battles.fight import combat
from rulesets.ancient_battles.nerve.leadership import TEST, TestData, Tested
from rulesets.ancient_battles.nerve.panic import PANIC, PanicData
from rulesets.ancient_battles.nerve.psychology import DARE, Dared, DareData
from rulesets.ancient_battles.own import ChargeOwn

DECLARE, CHARGE, LEAVE, DONE = "wab.declare", "charge", "disengage", "done"


class ChargesData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Step 1: who has tried already (failed a test, or declared), the declaration in hand, who has not answered yet."""

    tried: tuple[str, ...] = ()
    unit: str = ""
    target: str = ""
    left: tuple[str, ...] = ()


CHARGES = FrameOf("wab.charges", ChargesData)
CHARGES.ends_at("over")


@CHARGES.named("begin")
@CHARGES.step
def _ask(run: Run, data: ChargesData | None, got: Any) -> Outcome:
    data, view, side = data or ChargesData(), run.state, run.state.own.active
    left = [u for u in facts.fielded(view, side) if u not in data.tried]
    if not any(declaring.no_leave(view, u) is None or declaring.may(view, u) for u in left):
        return Goto("answers", data)
    message = T("{side}: declare charges", side=Thing(side))
    args = {"tried": list(data.tried)}
    return DECLARE_QUESTION.ask(side, message, args, ("WAB-CHG-04", "WAB-S11"), then="declared", data=data)


@CHARGES.step
def _declared(run: Run, data: ChargesData, got: ask.Reply) -> Outcome:
    if got.exit == DONE:
        return Goto("answers", data)
    aim = got.aims[0]
    data = replace(data, unit=aim.actor, target=aim.mark, tried=(*data.tried, aim.actor))
    if aim.means == LEAVE:
        foes = facts.opponents(run.state, aim.actor)
        return TEST.call(TestData(aim.actor, "disengage", causes=foes, clause="WAB-S16"), "left", data)
    return DARE.call(DareData(aim.actor, aim.mark), "dared", data)


@CHARGES.step
def _dared(run: Run, data: ChargesData, got: Dared) -> Outcome:
    """Whoever dares is bound to its charge: facing and gap are those of this moment (WAB-S04, WAB-RCT-02)."""
    if not got.may:
        return Goto("ask", data)
    view, unit, target = run.state, data.unit, data.target
    x, y = facts.closest(view, unit, target)[1]
    edge, gap = facing_charged(view, unit, target), round(facts.gap(view, unit, target), 3)
    mine = ChargeOwn(edge, gap, idle=not declaring.threatens(view, unit, target), at=(round(x, 3), round(y, 3)))
    told = {"unit": Thing(unit), "target": Thing(target), "gap": Length(gap)}
    text = T("{unit} declared a charge at {target}, {gap} away", **told)
    if mine.idle:
        text = T("{unit} declared a charge at {target}, {gap} away, but threatens no enemy", **told)
    bound = ev.AddTie(Tie(run.new_id("charge"), "charge", unit, target, mine))
    facts_told: dict[str, Any] = {"unit": unit, "target": target, "edge": edge, "gap": gap, "threatens": not mine.idle}
    run.tell(unit, "charge_declared", "order", text, ("WAB-CHG-04", "WAB-S11"), bound, also=(target,), **facts_told)
    return Goto("ask", data)


@CHARGES.step
def _left(run: Run, data: ChargesData, got: Tested) -> Outcome:
    if got.passed:
        text = T("{unit} prepared to leave the combat", unit=Thing(data.unit))
        change = own_field("unit", data.unit, disengaging=True)
        run.tell(data.unit, "disengages", "order", text, ("WAB-S16",), change)
    return Goto("ask", data)


@CHARGES.step
def _answers(run: Run, data: ChargesData, got: Any) -> Outcome:
    """All declarations are made: those charged answer one after another, in their owner's order (WAB-R51).

    Whom no charge threatens answers nothing, unless he may ride out to meet it (WAB-S11, WAB-S12).
    """
    charged = tuple(dict.fromkeys(t.b for t in run.state.ties.values() if t.kind == "charge"))
    return Goto("next", replace(data, left=charged))


@CHARGES.step
def _next(run: Run, data: ChargesData, got: Any) -> Outcome:
    left = tuple(u for u in data.left if situation.on_table(run.state, u))
    able = [u for u in left if declaring.may_answer(run.state, u)]
    if not able:  # a General may be lost in it: tests at the end of the step (WAB-R54)
        return PANIC.call(PanicData(), "over", data)
    side = situation.side_of(run.state, able[0])
    message = T("{side}: which of the charged units answers next?", side=Thing(side))
    args = {"units": able}
    return REACT_NEXT.ask(side, message, args, ("WAB-R51",), then="chosen", data=replace(data, left=left))


@CHARGES.step
def _chosen(run: Run, data: ChargesData, got: ask.Reply) -> Outcome:
    data = replace(data, left=tuple(u for u in data.left if u != got.ids[0]))
    return REACT_FRAME.call(ReactData(got.ids[0]), "next", data)


class DeclareQuestion(Unforced):
    """Who charges whom; who leaves his combat (WAB-CHG-04)."""

    kind: ask.Kind = "targets"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Lay out those who may declare something, their targets and why not."""
        actors = tuple(a for u in _left_to(view, decision) if (a := _actor(view, u)) is not None)
        means = (ask.Choice(CHARGE, T("Charge")), ask.Choice(LEAVE, T("Leave the combat")))
        space = ask.TargetsSpace(actors, 1, 1, means)
        return ask.Asked(space, self.default(view, decision), self.exits(view, decision))

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """No more charges; whom frenzy binds charges the nearest."""
        for unit in _bound(view, decision):
            return _reply(unit, CHARGE, facts.nearest(view, unit, declaring.must_charge(view, unit)))
        return ask.Reply(exit=DONE)

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """No more charges, unless frenzy binds somebody yet."""
        must = _bound(view, decision)
        bar = ask.Bar(T("{unit}: frenzied, and bound to charge", unit=Thing(must[0])), "WAB-FRZ-01") if must else None
        return (ask.Exit(DONE, T("No more charges"), bar),)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge one declaration."""
        if not isinstance(answer, ask.TargetsAnswer):
            return ask.refused(T("That answer does not fit this question"))
        if not answer.aims:
            return ask.unfinished(T("Choose a unit and its target"), "WAB-CHG-04")
        if len(answer.aims) > 1:
            return ask.refused(T("Make one declaration at a time"), "WAB-CHG-04")
        aim = answer.aims[0]
        verdict = self._verdict_of_aim(view, decision, aim)
        if verdict.legal and aim.means == CHARGE and not declaring.threatens(view, aim.actor, aim.mark):
            text = T(
                "This charge threatens no enemy: at present it cannot reach its target, and the unit would "
                "make only a normal move"
            )
            return ask.Verdict("legal", (ask.Reason(text, "WAB-S11", aim.actor),))
        return verdict

    def _verdict_of_aim(self, view: State, decision: ask.Decision, aim: ask.Aim) -> ask.Verdict:
        """Judge one declaration, whether it threatens anybody or not."""
        if aim.actor not in _left_to(view, decision):
            return ask.refused(T("{unit} cannot declare anything", unit=Thing(aim.actor)), "WAB-CHG-04")
        if aim.means not in (LEAVE, CHARGE):
            return ask.refused(T("Unknown declaration"))
        if aim.means == LEAVE:
            bar = declaring.no_leave(view, aim.actor)
            return ask.LEGAL if bar is None else ask.refused(bar.text, bar.clause)
        bar = declaring.no_charge(view, aim.actor)
        if bar is None and aim.mark not in facts.foes(view, aim.actor):
            return ask.unfinished(T("Choose the target"), "WAB-S11")
        bar = bar or _mark_bar(view, aim.actor, aim.mark)
        return ask.LEGAL if bar is None else ask.refused(bar.text, bar.clause)

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """Charges that threaten first, then the others, then leaving, then being done."""
        found: list[ask.Reply] = []
        left = _left_to(view, decision)
        for unit in (u for u in declaring.may_charge(view, decision.side) if u in left):
            among = declaring.must_charge(view, unit) or declaring.targets(view, unit)
            among = tuple(sorted(among, key=lambda e: not declaring.threatens(view, unit, e)))
            found += [_reply(unit, CHARGE, enemy) for enemy in among]
        found += [_reply(u, LEAVE, u) for u in left if declaring.no_leave(view, u) is None]
        if not _bound(view, decision):
            found.insert(min(limit - 1, len(found)), ask.Reply(exit=DONE))
        return found[:limit]

    def sketches(self, view: State, decision: ask.Decision, limit: int) -> Iterable[Sketch]:
        """Leaving; each unit's charge at the nearest enemy, at the next, and so on: none of them judged."""
        left = _left_to(view, decision)
        able = [u for u in left if declaring.no_charge(view, u) is None]
        rows = zip(*(sorted(facts.foes(view, u), key=partial(facts.gap, view, u)) for u in able), strict=True)
        aims = [ask.Aim(u, LEAVE, u) for u in left if declaring.no_leave(view, u) is None]
        aims += (ask.Aim(u, CHARGE, enemy) for row in rows for u, enemy in zip(able, row, strict=True))

        def made(aim: ask.Aim) -> ask.Reply | None:
            return ask.Reply(ask.TargetsAnswer((aim,))) if self._verdict_of_aim(view, decision, aim).legal else None

        return [partial(made, aim) for aim in aims[:limit]]

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """What a charge is likely to bring if its target holds and it comes to blows."""
        if not isinstance(answer, ask.TargetsAnswer) or len(answer.aims) != 1 or answer.aims[0].means != CHARGE:
            return None
        aim = answer.aims[0]
        return combat.charge_forecast(view, aim.actor, aim.mark) if aim.mark in view.units else None


DECLARE_QUESTION = Posed(DECLARE, DeclareQuestion())


def _reply(unit: str, means: str, mark: str) -> ask.Reply:
    return ask.Reply(ask.TargetsAnswer((ask.Aim(unit, means, mark),)))


def _left_to(view: State, decision: ask.Decision) -> list[str]:
    """The units of the side asked that have not tried to declare anything yet."""
    tried = decision.args.get("tried", [])
    return [u for u in facts.fielded(view, decision.side) if u not in tried]


def _actor(view: State, unit: str) -> ask.Actor | None:
    means: dict[str, tuple[ask.Choice, ...]] = {}
    if declaring.no_charge(view, unit) is None:
        near = sorted(facts.foes(view, unit), key=lambda e: round(facts.gap(view, unit, e), 1))
        means[CHARGE] = tuple(_mark(view, unit, e) for e in near)
    if declaring.no_leave(view, unit) is None:
        means[LEAVE] = (ask.Choice(unit, T("its combat")),)
    if all(c.bar is not None for row in means.values() for c in row):
        return None
    return ask.Actor(unit, T("{unit}", unit=Thing(unit)), means)


def _mark(view: State, unit: str, enemy: str) -> ask.Choice:
    bar = _mark_bar(view, unit, enemy)
    note, reaches = _reach_note(view, unit, enemy) if bar is None else (None, True)
    return ask.Choice(enemy, T("{unit}", unit=Thing(enemy)), bar, note, not reaches)


def _mark_bar(view: State, unit: str, enemy: str) -> ask.Bar | None:
    """Why a unit may not charge this enemy; frenzy leaves it no choice but those in reach (WAB-FRZ-01)."""
    bar, must = declaring.no_target(view, unit, enemy), declaring.must_charge(view, unit)
    if bar is None and must and enemy not in must:
        return ask.Bar(T("a frenzied unit charges the enemy in its reach"), "WAB-FRZ-01")
    return bar


def _bound(view: State, decision: ask.Decision) -> list[str]:
    """Frenzied units that have to declare a charge yet and have not tried to."""
    return [u for u in _left_to(view, decision) if declaring.must_charge(view, u)]


def _reach_note(view: State, unit: str, enemy: str) -> tuple[Text, bool]:
    """What is told beside the target of a charge as things stand, and whether it would be threatened (WAB-S11)."""
    gap, reach = facts.gap(view, unit, enemy), charge_reach(view, unit)
    if gap > 1.5 * reach:
        return T("threatens no enemy: {gap} away, charge {reach}", gap=Length(gap), reach=Length(reach)), False
    here = solve(view, unit, enemy)
    found = here if here.reaches else solve(declaring.others_gone(view, unit), unit, enemy)
    spare = Length(max(0.0, found.spare))
    if here.reaches:
        return T("reaches with {spare} to spare", spare=spare), True
    if found.reaches:
        return T("reaches with {spare} to spare after its friends have charged", spare=spare), True
    if found.cheapest is None:
        assert found.bar is not None
        return T("threatens no enemy: {why}", why=found.bar.text), False
    return T("threatens no enemy: {missing} short", missing=Length(-found.spare)), False
