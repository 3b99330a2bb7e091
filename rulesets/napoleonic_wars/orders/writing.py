"""The sheet of move orders: asked, judged line by line, sealed (NAP-ORD-10 to -16, NAP-S05, NAP-S07, NAP-S08)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from game.engine import event as ev
from game.engine.decision import (
    Answer,
    Asked,
    Decision,
    Exit,
    Field,
    Ghost,
    Kind,
    OrdersAnswer,
    OrdersSpace,
    Part,
    Reason,
    Reply,
    SheetLine,
    Verdict,
    refused,
)
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Ask, Done, Outcome, Run
from game.engine.ruleset import Forecast, Goal
from game.engine.state import State
from game.engine.tells import Sketch, Span
from game.engine.text import T, Text, Thing, Word
from rulesets.napoleonic_wars.charge import gestures, legal, threats
from rulesets.napoleonic_wars.clock import quarters
from rulesets.napoleonic_wars.command import notes, obedience
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.measures import TICK
from rulesets.napoleonic_wars.orders import drafting, drawn, duties, judging, openings, spans, verbs
from rulesets.napoleonic_wars.orders.game_orders import brigades, now, sheets

FIGHTS = frozenset({"charge", "attack", "counter_charge_for"})
"""Acts that are written where no move orders are (NAP-ORD-17)."""
DO = "do"
"""The field of a line in which its actions stand."""
Told = tuple[tuple[tuple[Any, ...], ...], ...]


def bodies_of(view: State, side: str) -> tuple[str, ...]:
    """The bodies of a side that get a line: who is under a result that moves him has none (NAP-S05)."""
    return tuple(
        b for b in facts.bodies(view, side) if not facts.is_forced(view, b) and not facts.own(view, b).captivity.captors
    )


def in_person(view: State, lines: Mapping[str, Any], side: str) -> dict[str, str]:
    """Bodies that a general commands in person by this sheet, with who (NAP-CMD-04, NAP-S73 (9))."""
    found: dict[str, str] = {}
    for general in facts.generals(view, side):
        for one in lines.get(general, {}).get(DO, ()):
            if isinstance(one, Mapping) and one.get("verb") == "stay_with" and one.get("commands"):
                found[str(one.get("unit"))] = general
    return found


def sealed(state: State, body: str, line: Sequence[Mapping[str, Any]], quarter: int = 0) -> list[ev.Change]:
    """The changes that keep a line, and that it is one to safety (NAP-DIS-13)."""
    actions, here = act.read(line), quarters.now(state) if quarter else known(state)
    if isinstance(actions, tuple) and any(isinstance(one, act.FIGHTING) for one in actions):
        line = act.plain(gestures.filled(here, body, actions))  # what was drafted is an order now
    marks = [notes.lined(state, body, line or None, quarter)]
    if isinstance(actions, tuple) and reform.must_reform(here, body):
        told = judging.planned(here, body, actions, judging.Judged(quarters.begins(max(1, quarter))))
        marks += [notes.freed(state, body)] if threats.leads_to_safety(here, body, told) else []
    return marks


class WriteQuestion:
    """The move orders of a side, drafted before it sees them (NAP-S75)."""

    kind: Kind = "orders"
    offers_charges = True
    """Whether charges on the nearest enemies are among the sheets offered."""

    def here(self, view: State) -> State:
        """Everybody whom the side knows of, as he stands."""
        return known(view)

    def bodies(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Who gets a line, generals apart."""
        return bodies_of(view, decision.side)

    def judged(self, view: State, decision: Decision, body: str) -> judging.Judged:
        """How a line is judged: where no move orders are written it holds charges and attacks alone (NAP-S77)."""
        return judging.Judged(barred=frozenset(act.NAMES) - FIGHTS) if quarters.is_played(view) else judging.WHOLE

    def whole(self, decision: Decision) -> bool:
        """Whether it is the sheet of a whole move, in which all lines are judged together."""
        return True

    def draft(self, view: State, decision: Decision) -> dict[str, dict[str, Any]]:
        """The sheet as it is drafted."""
        return {} if quarters.is_played(view) else draft(view, decision.side)

    def asked(self, view: State, decision: Decision) -> Asked:
        """A line a body, by brigade, and one a general."""
        here, side = self.here(view), decision.side
        mine = self.bodies(here, decision)
        lines = [
            self._line(here, decision, body, _heading(here, side, name))
            for name, bodies in brigades(here, side).items()
            for body in mine
            if body in bodies or facts.unit_of(here, body) in bodies
        ]
        heading = T("Generals")
        lines += [self._line(here, decision, g, heading) for g in facts.generals(here, side)]
        usual = OrdersAnswer(self.draft(here, decision))
        return Asked(OrdersSpace(tuple(line for line in lines if line.fields)), Reply(usual), draft=usual)

    def _line(self, view: State, decision: Decision, body: str, heading: Text) -> SheetLine:
        barred = self.judged(view, decision, body).barred
        acts = tuple(one for one in verbs.of(view, body) if one.id not in barred)
        fields = (Field(DO, T("Orders"), "acts", needed=False, acts=acts),) if acts else ()
        said = [] if quarters.is_played(view) or body in facts.generals(view, decision.side) else duties.of(view, body)
        order = now(view, body)
        for duty in said:
            order = duty.text if order is None else T("{order}; {duty}", order=order, duty=duty.text)
        unsaid = self.unsaid(view, decision, body)
        return SheetLine(body, T("{unit}", unit=Thing(body)), fields, False, heading, order, unsaid)

    def unsaid(self, view: State, decision: Decision, body: str) -> Text | None:
        """What a body does of which nothing is written, None where it stands."""
        return None

    def default(self, view: State, decision: Decision) -> Reply:
        """The draft."""
        return Reply(OrdersAnswer(self.draft(self.here(view), decision)))

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Whether the sheet can be sealed: every line by itself, with where each stands at the end of the move."""
        if not isinstance(answer, OrdersAnswer):
            return refused(T("Write orders"))
        here, side = self.here(view), decision.side
        generals = facts.generals(here, side)
        mine = {*self.bodies(here, decision), *generals}
        taken = in_person(here, answer.lines, side)
        reasons: list[Reason] = []
        ghosts: list[Ghost] = []
        parts: list[Part] = []
        for body, fields in answer.lines.items():
            if body not in mine:
                reasons.append(Reason(T("There is no body {name} to give orders to.", name=body), "NAP-ORD-10", body))
                continue
            line, how = fields.get(DO, ()), self.judged(here, decision, body)
            by = taken.get(body, "")
            rides = body in generals
            bars = (
                judging.general_bars(here, body, line) if rides else judging.line_bars(here, body, line, by=by, how=how)
            )
            reasons += bars
            actions = act.read(line)
            if isinstance(actions, tuple):
                told = judging.planned(here, body, actions, how)
                ghosts += spans.ghosts(told)
                note = openings.note(here, body, actions) or judging.note_of(told)
                parts.append(Part(body, told.time, 1.0, note=note, legal=not bars))
        reasons += duties.bars(here, side, answer.lines, taken) if self.whole(decision) else []
        return Verdict("refused" if reasons else "legal", tuple(reasons), ghosts=tuple(ghosts), parts=tuple(parts))

    def corridor(self, view: State, decision: Decision, line: str) -> Sequence[tuple[tuple[float, float], ...]]:
        """Where its game order keeps a body (:class:`game.engine.tells.TellsCorridor`)."""
        return drawn.corridor(self.here(view), line)

    def drawn(
        self, view: State, decision: Decision, line: str, point: tuple[float, float], thing: str
    ) -> Sequence[Sequence[dict[str, Any]]]:
        """What a hand means (:class:`game.engine.tells.TellsDrawn`)."""
        return drawn.drawn(self.here(view), line, point, thing)

    def spans(self, view: State, decision: Decision, answer: Answer, line: str) -> Sequence[Span]:
        """What a line comes to in the move (:class:`game.engine.tells.TellsSpans`)."""
        here = self.here(view)
        fields = answer.lines.get(line, {}) if isinstance(answer, OrdersAnswer) else {}
        actions = act.read(fields.get(DO, ()))
        if not isinstance(actions, tuple) or line not in here.units:
            return ()
        actions = openings.cut(here, line, actions)
        told = judging.planned(here, line, actions, self.judged(here, decision, line))
        found = spans.of(told, fires=spans.fires(here, line, actions, told))
        strikes = list(openings.spans(here, line, actions))
        return [*(s for s in found if not strikes or s.end <= strikes[0].start + TICK), *strikes]

    def filled(
        self, view: State, decision: Decision, line: str, acts: Sequence[dict[str, Any]]
    ) -> Sequence[dict[str, Any]]:
        """A line with the manoeuvres that are drafted in it (:class:`game.engine.tells.TellsFilled`)."""
        here = self.here(view)
        return openings.filled(here, line, acts) if line in here.units else acts

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """None: a sheet is always written (:class:`game.engine.tells.TellsExits`)."""
        return ()

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """The draft, and what a plain player may make of it: everybody straight at the nearest enemy in reach."""
        worked_out = (idea() for idea in self.sketches(view, decision, limit))
        return [reply for reply in worked_out if reply is not None]

    def sketches(self, view: State, decision: Decision, limit: int) -> Sequence[Sketch]:
        """The same sheets as ideas (:class:`game.engine.tells.TellsSketches`); the draft is legal as it stands."""

        @cache
        def draft() -> Reply:
            return self.default(view, decision)

        def legal(reply: Reply | None) -> Reply | None:
            sound = reply is not None and reply.answer is not None and self.check(view, decision, reply.answer).legal
            return reply if sound else None

        ideas: list[Sketch] = [draft, lambda: legal(Reply(OrdersAnswer({})))]
        if self.offers_charges:
            ideas.append(lambda: legal(charging(known(view), decision.side, draft())))
        return ideas[:limit]

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """There is nothing to say of a whole sheet."""
        return None

    def forced(self, view: State, decision: Decision) -> Reply | None:
        """Always asked."""
        return None


def draft(view: State, side: str) -> dict[str, dict[str, Any]]:
    """The sheet as it is drafted (NAP-S75), without the lines that could not be sealed."""
    generals = facts.generals(view, side)
    found = drafting.sheet(view, bodies_of(view, side), generals)
    legal = {
        who: fields for who, fields in found.items() if who in generals or not judging.line_bars(view, who, fields[DO])
    }
    return duties.kept(view, side, legal)


def _heading(view: State, side: str, name: str) -> Text:
    told = next((b for b in view.sides[side].own.brigades if b.id == name), None)
    return T("{name}", name=Word(told.name)) if told is not None else T("Under the commander-in-chief")


def charging(view: State, side: str, draft: Reply) -> Reply | None:
    """The draft with charges on the nearest enemies that may be charged; None where nobody may."""
    if not isinstance(draft.answer, OrdersAnswer):
        return None
    lines = dict(draft.answer.lines)
    changed = False
    for body in bodies_of(view, side):
        order = notes.order_of(view, body)
        foes = sorted(facts.enemies(view, side), key=lambda f: board_of(view).gap(body, f))[:2]
        for foe in foes:
            if (
                obedience.strike_bar(view, body, order, foe) is None
                and legal.charge_bar(view, body, foe, free=True) is None
            ):
                lines[body] = {DO: gestures.charge_line(view, body, foe)}
                changed = True
                break
    return Reply(OrdersAnswer(lines)) if changed else None


WRITE = Posed("write", WriteQuestion())
SHEETS = FrameOf("nap.write")


@SHEETS.named("begin")
def _begin(run: Run, data: Any, got: object) -> Outcome:
    """Step 1: both sides write, unseen by the other; in moves of even number the second side first (NAP-S05)."""
    sides = list(run.state.sides)
    if run.state.own.move % 2 == 0:
        sides.reverse()
    text = T("Move orders for move {move}", move=run.state.own.move)
    asked = tuple(WRITE.to(s, text, {}, ("NAP-SEQ-21", "NAP-ORD-10"), measuring=measuring(run.state)) for s in sides)
    return Ask(asked, "written", mode="closed")


def measuring(state: State) -> str:
    """What may be measured while orders are written (NAP-S76)."""
    return "free" if state.options.get("measuring") == "free" else "own"


@SHEETS.named("written")
def _written(run: Run, data: Any, got: Any) -> Outcome:
    """The sheets are closed: what each body is to do lies with its side (NAP-S05)."""
    here = known(run.state)
    told = sheets(run.state, got)
    for side in run.state.secret:
        lines = told.get(side, {})
        marks: list[ev.Change] = []
        for body in (*facts.bodies(here, side), *facts.generals(here, side)):
            line = lines.get(body, {}).get(DO)
            if line or notes.line_of(run.state, body):
                marks += sealed(run.state, body, line or ())
        if marks:
            run.emit("sheet", "order", T("The sheet is written"), *marks, side=side, clauses=("NAP-SEQ-21",))
    return Done()
