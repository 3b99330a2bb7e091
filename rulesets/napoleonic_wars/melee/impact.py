"""Step 13: the impact of charges, break-throughs and on to the next body (NAP-IMP-01 to -17, NAP-DIS-23, NAP-S68)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Answer, Choice, Decision, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State, Tie
from game.engine.text import T, Text, Thing
from game.kit.sums import sum_of
from game.kit.which_next import OneOf
from rulesets.napoleonic_wars.charge import conforming
from rulesets.napoleonic_wars.clock import moments, toll_at_once
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import did
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import cm
from rulesets.napoleonic_wars.melee import contact, fighters, meeting, odds, outcome, shock
from rulesets.napoleonic_wars.melee.tables import Impact, impact
from rulesets.napoleonic_wars.own import ChargeOwn, MeleeOwn

TOLD: dict[Impact, Text] = {
    "through": T("it breaks through"),
    "impetus": T("it has impetus"),
    "over": T("it crosses the obstacle with impetus"),
    "over_without": T("it crosses the obstacle without impetus"),
    "none": T("it has no impetus"),
}
GO, STAY = "go", "stay"


class Found(msgspec.Struct, frozen=True):
    """A charger, whom it met, and what its impact came to."""

    by: str
    on: str
    what: Impact


class ImpactData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is through with mm left and an enemy ahead: (who, whom he passed, whom he meets, mm beyond)."""

    onward: tuple[tuple[str, str, str, float], ...] = ()


IMPACT = FrameOf("nap.impact", ImpactData)


@IMPACT.step
def begin(run: Run, data: Any, got: object) -> Outcome:
    """All impacts are found on the situation as it is, then carried out (NAP-IMP-02)."""
    state = run.state
    met = [one for one in meeting.met(state) if one.charge and contact.melee_of(state, one.by, one.on)]
    for attack in meeting.met(state):
        if not attack.charge and contact.melee_of(state, attack.by, attack.on):
            _push(run, attack)
    onward: list[tuple[str, str, str, float]] = []
    for one in found_of(run, tuple((m.by, m.on) for m in met)):
        ahead = carry_out(run, one)
        if ahead is not None:
            onward.append(ahead)
    return Goto("onward", ImpactData(tuple(onward)))


def found_of(run: Run, pairs: tuple[tuple[str, str], ...], *, again: bool = False) -> list[Found]:
    """What the impacts of some charges come to; nobody breaks through ``again`` in one move."""
    out = []
    for by, on in pairs:
        rows = sum_of(T("Impact"), shock.rows(moments.end(run.state), by, on))
        score = int(rows.total)
        what = impact(score, shock.place(run.state, by, on))
        if meeting.is_barred(run.state, by, on):
            what = "over_without" if what in ("over", "over_without") else "none"
        what = "impetus" if again and what == "through" else what
        text = T("{unit} on {foe}: impact {n}, {what}", unit=Thing(by), foe=Thing(on), n=score, what=TOLD[what])
        clauses = ("NAP-IMP-03", "NAP-IMP-16", "NAP-IMP-17")
        run.tell(by, "impact", "test", text, clauses, also=(on,), sums=(rows,), score=score, what=what)
        out.append(Found(by, on, what))
    return out


def carry_out(run: Run, one: Found) -> tuple[str, str, str, float] | None:
    """Impetus, part D of table 8, the obstacle crossed, the way through; who comes out beyond, and whom he meets."""
    state = run.state
    tie = contact.melee_of(state, one.by, one.on)
    if tie is None:
        return None
    told, fields = facts.melee(tie), dict[str, Any]()
    if one.what in ("through", "impetus", "over"):
        fields["impetus"] = (*told.impetus, one.by)
        _mark(run, one)
        line = shock.is_line(state, one.on) or (facts.is_foot(state, one.on) and facts.is_square(state, one.on))
        if line and facts.is_foot(state, one.by) and facts.is_column(state, one.by):
            book.enter(run, one.on, "D", book.of("column_home"))
    if one.what in ("over", "over_without"):
        fields |= {"obstacle": "", "crossing": ""}
        book.enter(run, one.by, "D", book.of("defended"), "NAP-IMP-06")
    ahead = None
    if one.what == "through":
        book.enter(run, one.on, "D", book.of("broken_through"), "NAP-IMP-08")
        left = shock.left(run.state, one.by)
        way = shock.through(run.state, one.by, one.on, left)
        fields |= {"broken": one.on, "ranks": way.ranks, "further": way.further}
        fields["fought"] = first_contact(run.state, tie)
        _go_on(run, one, way.far)
        if way.meets and run.state.units[way.meets].side != run.state.units[one.by].side:
            ahead = (one.by, one.on, way.meets, round(left - shock.used_up(state, one.by, way.far), 3))
    tie = contact.melee_of(run.state, one.by, one.on)
    if fields and tie is not None:
        run.tell(one.by, "impetus", "flow", None, ("NAP-IMP-10",), contact.replaced(tie, **fields))
    return ahead


def first_contact(view: State, tie: Tie) -> dict[str, tuple[str, ...]]:
    """Who touched whom when it was broken through: they are counted, not those who stand there later (NAP-MEL-13)."""
    from_both = fighters.touching(view, tie.a, tie.b, facts.melee(tie).point)
    return {tie.a: from_both[0], tie.b: from_both[1]}


def _mark(run: Run, one: Found) -> None:
    for tie in facts.charges_by(run.state, one.by):
        if tie.b == one.on:
            own: ChargeOwn = replace(tie.own, impetus=True)
            marked = ev.AddTie(Tie(tie.id, tie.kind, tie.a, tie.b, own))
            run.tell(one.by, "impetus", "flow", None, ("NAP-IMP-17",), marked)


def _go_on(run: Run, one: Found, far: float) -> None:
    """The charger goes straight on into the target (NAP-IMP-07, NAP-S68)."""
    if far <= 0.0:
        return
    before, track = run.state.own.tracks.get(one.by), shock.way_on(run.state, one.by, far)
    moves = [ev.SetPose(b, pose) for b, pose in shock.poses_after(run.state, one.by, far).items()]
    text = T("{unit} broke through {foe}", unit=Thing(one.by), foe=Thing(one.on))
    run.tell(one.by, "breaks_through", "move", text, ("NAP-IMP-07",), *moves, also=(one.on,), far=far)
    toll_at_once.ground(run, one.by, before, track)


def _push(run: Run, one: meeting.Met) -> None:
    """Close order that attacks deployed guns goes on among them; it breaks nobody's formation (NAP-IMP-13)."""
    state = run.state
    if not (facts.is_deployed(state, one.on) and facts.is_close(state, one.by)):
        return
    if meeting.defended(state, one.by, one.on) is not None:
        return
    deep = max(b.shape.depth for b in rates.guns(state, one.on))
    left = cm(rates.rate(state, one.by, "normal")) * max(0.0, 1.0 - moments.contact_of(state, one.by))
    far = min(deep, left, shock.through(state, one.by, one.on, left).far)
    if far > 0.0:
        moves = [ev.SetPose(b, pose) for b, pose in shock.poses_after(state, one.by, far).items()]
        text = T("{unit} pushed the gunners of {foe} off their guns", unit=Thing(one.by), foe=Thing(one.on))
        run.tell(one.by, "pushes_off", "move", text, ("NAP-IMP-13",), *moves, also=(one.on,), far=far)


# --- on to the next --------------------------------------------------------------------------------------------------


@IMPACT.step
def onward(run: Run, data: ImpactData, got: Reply | None) -> Outcome:
    """Who is through with way left may hit the next body behind (NAP-IMP-09)."""
    if got is not None and data.onward:
        by, passed, target, _ = data.onward[0]
        if got.parts[GO] == GO:
            _hits_next(run, by, passed, target)
        return Goto("onward", ImpactData(data.onward[1:]))
    if not data.onward:
        return Done()
    by, passed, target, _ = data.onward[0]
    if facts.own(run.state, target).nerve.result == "rout":
        return Goto("onward", ImpactData(data.onward[1:]))
    message = T("{unit} broke through. Continue into {foe}?", unit=Thing(by), foe=Thing(target))
    args = {"unit": by, "foe": target}
    return ONWARD.ask(run.state.units[by].side, message, args, ("NAP-IMP-09",), then="onward", data=data)


def _courses(view: State, decision: Decision) -> tuple[Choice, ...]:
    return Choice(GO, T("Continue into them")), Choice(STAY, T("Stop here"))


class OnwardQuestion(OneOf):
    """Whether it goes on, with the impact that this has and the blows that follow."""

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """The impact is certain, the blows hang on the dice; nothing for who stops (NAP-IMP-09, NAP-MEL-23)."""
        by, foe = decision.args["unit"], decision.args["foe"]
        if self.chosen(decision, answer) != GO:
            return None
        told = sum_of(T("Impact"), shock.rows(moments.end(view), by, foe))
        what = impact(int(told.total), shock.place(view, by, foe))
        push = what in ("through", "impetus", "over") and not meeting.is_barred(view, by, foe)
        tie = contact.tie(view, by, foe, MeleeOwn(attacker=by, impetus=(by,) if push else ()))
        label = T("{unit} on {foe}: impact", unit=Thing(by), foe=Thing(foe))
        score = ForecastRow(label, mean=float(told.total), sums=(told,))
        return Forecast((score, *odds.rows(view, tie)))


ONWARD = Posed("nap_onward", OnwardQuestion(GO, drafted=True, courses=_courses, usually=lambda view, decision: GO))
"""Whether a charger who is through goes on into the next body (NAP-IMP-09)."""


def _hits_next(run: Run, by: str, passed: str, target: str) -> None:
    """Two factors for the melee just ended, then contact and impact as after a charge (NAP-IMP-09, NAP-S63)."""
    outcome.ended(run, by)
    own = ChargeOwn(home="home", answer="none")
    tie = Tie(f"charge:{by}:{target}", facts.CHARGE, by, target, own)
    text = T("{unit} continued into {foe}", unit=Thing(by), foe=Thing(target))
    run.tell(by, "goes_on", "move", text, ("NAP-IMP-09",), ev.AddTie(tie), also=(target,))
    conforming.line_up(run, by, target)
    contact.meet(run, (meeting.Met(by, target, point=facts.charge(run.state.ties[tie.id]).point),))
    for one in found_of(run, ((by, target),), again=True):
        carry_out(run, one)
    did(run, by, charged=run.state.own.move)
