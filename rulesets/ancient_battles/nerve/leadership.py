"""Leadership tests: 2D6, equal or less passes; the General's Leadership, hatred's ten, re-rolls.

WAB-TST-01 to WAB-TST-03, WAB-CMD-01 to WAB-CMD-03, WAB-PAN-02, WAB-PAN-03, WAB-PAN-06, WAB-HAT-01, WAB-R25, WAB-R33,
WAB-R39, WAB-R48, WAB-S27.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Answer, Choice, Decision, OptionAnswer, Reply, Sum
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Goto, Outcome, Roll, Run
from game.engine.odds import Die, Pool, resolve
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.kit import situation
from game.kit.shown.words import about
from game.kit.sums import Row, chance_of_total, sum_of
from game.kit.which_next import OneOf
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.engagement import combats
from rulesets.ancient_battles.measures import within

TestKind = Literal["panic", "fear", "terror", "break", "rally", "reform", "return", "disengage"]

COMMAND = NUMBERS.command.value
"""Inches within which General and battle standard help (WAB-CMD-01, WAB-CMD-02)."""
HATRED = NUMBERS.hatred.value
"""Leadership of Break tests against a hated enemy (WAB-HAT-01)."""
PSYCHOLOGY = ("panic", "fear", "terror")
DICE = Pool(2, Die())
"""What a test throws (WAB-TST-01, WAB-TST-02)."""
OWN, GENERAL = "own", "general"
YES, NO = "yes", "no"

KINDS: dict[TestKind, tuple[Text, str]] = {
    "panic": (T("Panic test of {unit}"), "WAB-TST-01"),
    "fear": (T("Fear test of {unit}"), "WAB-TST-01"),
    "terror": (T("Terror test of {unit}"), "WAB-TST-01"),
    "break": (T("Break test of {unit}"), "WAB-BRK-02"),
    "rally": (T("Rally test of {unit}"), "WAB-RAL-01"),
    "reform": (T("Test of {unit} to reform"), "WAB-FRM-09"),
    "return": (T("Test of {unit} to come back"), "WAB-S15"),
    "disengage": (T("Test of {unit} to leave the combat"), "WAB-S16"),
}
"""What each test is called, and its clause."""


class TestData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A test to be taken, which a ``clause`` asks for.

    ``modifiers`` are added to the Leadership besides what :func:`need` knows itself (the half strength of Panic tests);
    ``causes`` the enemies or friends that cause it, of a Break test the enemies of the combat (WAB-R25). A "winner" may
    ``reroll``, the mêlée of this phase being won (WAB-PAN-06). ``lead`` is the General whose Leadership is used, "" for
    its own; ``first`` the total of the first roll, where it is rolled again.
    """

    unit: str
    kind: TestKind
    modifiers: tuple[Row, ...] = ()
    causes: tuple[str, ...] = ()
    reroll: Literal["", "winner"] = ""
    clause: str = ""
    lead: str = ""
    first: int = 0


class Tested(msgspec.Struct, frozen=True):
    """How a test went: whether it was passed, what was thrown in all, and what was needed at most."""

    passed: bool
    total: int
    need: int


TEST = FrameOf("wab.test", TestData, Tested)


def title(kind: TestKind, unit: str) -> Text:
    """What a test is called."""
    return about(KINDS[kind][0], unit)


def helper_near(view: State, unit: str, what: Literal["general", "standard"]) -> str:
    """The General or bearer of the battle standard who helps a unit, "" for none (WAB-CMD-01, WAB-CMD-02).

    He must be on the table, not fleeing, and his own model within 12 inches of the unit; skirmishers get no help.
    """
    who = facts.leader(view, situation.side_of(view, unit), what)
    if not who or facts.skirmishers(view, unit) or facts.fleeing(view, facts.host(view, who) or who):
        return ""
    with_it = unit in (who, facts.host(view, who))
    return who if with_it or within(facts.base_gap(view, view.bases_of(who)[0].id, unit), COMMAND) else ""


def general_near(view: State, unit: str, kind: TestKind) -> str:
    """The General whose Leadership a unit may use for a test; coming back takes one's own (WAB-CMD-01, WAB-S15)."""
    return "" if kind == "return" or not situation.on_table(view, unit) else helper_near(view, unit, "general")


def base_row(view: State, unit: str, kind: TestKind, causes: Sequence[str] = (), lead: str = "") -> Row:
    """The Leadership a test begins with: its own (the highest in it), the General's, or ten of hatred.

    Hated may be any of the enemies told, or else of its combat (WAB-R25).
    """
    value = float(facts.leadership(view, lead or unit))
    if kind == "break" and value < HATRED:
        among = causes or next((g for g in combats(view) if unit in g), ())
        enemies = (u for u in among if u in view.units and situation.side_of(view, u) != situation.side_of(view, unit))
        if any(facts.hates(view, unit, enemy) for enemy in enemies):
            return T("hatred"), float(HATRED), "WAB-HAT-01"
    return T("Leadership of {unit}", unit=Thing(lead or unit)), value, "WAB-CMD-01" if lead else "WAB-TST-01"


def need(
    view: State,
    unit: str,
    kind: TestKind,
    modifiers: Iterable[Row] = (),
    causes: Sequence[str] = (),
    lead: str | None = None,
) -> Sum:
    """The total that 2D6 may show at most, with its sum.

    By the Leadership of a General (``lead``), or "" for its own; None for whichever is better, as most players choose.
    The modifiers apply whichever is used (WAB-R39); the -1 of half strength in Panic tests is known here.
    """
    leads = ("", general_near(view, unit, kind)) if lead is None else (lead,)
    rows = [max((base_row(view, unit, kind, causes, who) for who in leads), key=lambda row: row[1])]
    if kind == "panic" and facts.at_half(view, unit):
        rows += [(Text(m.name), float(m.value), m.clause) for m in data_files.modifiers().panic]
    rows += modifiers
    return sum_of(title(kind, unit), rows)


def passes(total: int, needed: float) -> bool:
    """Whether a total of the dice passes: equal or less (WAB-TST-01); nothing is automatic (WAB-TST-03, WAB-R33)."""
    return total <= needed


def chance(total: float, again: bool = False) -> float:
    """Probability that 2D6 show at most a total, once or with a re-roll of a failure; nothing is automatic (WAB-R33).

    >>> chance(1), chance(2) * 36, chance(12), round(chance(7, again=True), 4)
    (0.0, 1.0, 1.0, 0.8264)
    """
    once = float(chance_of_total(math.floor(total), DICE.n))
    return 1.0 - (1.0 - once) ** 2 if again else once


def chance_of(view: State, test: TestData) -> float:
    """Probability that a unit passes a test, the better Leadership and a re-roll taken where it may (WAB-CMD-02)."""
    return chance(_need(view, test, None).total, bool(may_reroll(view, test)))


def _need(view: State, test: TestData, lead: str | None) -> Sum:
    return need(view, test.unit, test.kind, test.modifiers, test.causes, lead)


def exempt(view: State, unit: str, kind: TestKind) -> str:
    """The clause by which a unit takes no such test at all, "" where it does."""
    if kind in (*PSYCHOLOGY, "break") and facts.fleeing(view, unit):
        return "WAB-R48"
    if kind in PSYCHOLOGY and facts.frenzied(view, unit):
        return "WAB-FRZ-05"
    return "WAB-S28" if kind in ("fear", "terror") and facts.causes(view, unit, "terror") else ""


def may_reroll(view: State, data: TestData) -> str:
    """The clause that lets a failed test be rolled again, "" for none (WAB-CMD-02, WAB-CMD-03, WAB-PAN-06)."""
    if data.kind == "break" and helper_near(view, data.unit, "standard"):
        return "WAB-CMD-02"
    return "WAB-PAN-06" if data.kind == "panic" and data.reroll == "winner" else ""


def _test_data(decision: Decision) -> TestData:
    return msgspec.convert(decision.args["test"], TestData)


class GeneralQuestion(OneOf):
    """Whether the General's Leadership is used: by default where it is higher (WAB-CMD-01)."""

    def choices(self, view: State, decision: Decision) -> tuple[Choice, ...]:
        """Both, with what they need."""
        lent, own = (int(_need(view, _test_data(decision), who).total) for who in (decision.args["general"], ""))
        return (
            Choice(GENERAL, T("The General's Leadership"), note=T("needs {n} or less", n=lent)),
            Choice(OWN, T("The unit's own Leadership"), note=T("needs {n} or less", n=own)),
        )

    def usual(self, view: State, decision: Decision, choices: Sequence[Choice]) -> str:
        """The higher, of two the same the unit's own."""
        lent, own = (_need(view, _test_data(decision), who).total for who in (decision.args["general"], ""))
        return GENERAL if lent > own else OWN

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """The chance to pass."""
        chosen = self.chosen(decision, answer)
        if chosen not in (OWN, GENERAL):
            return None
        data = replace(_test_data(decision), lead=decision.args["general"] if chosen == GENERAL else "")
        return _passed(view, data, bool(may_reroll(view, data)))


GENERAL_QUESTION = Posed("wab.general", GeneralQuestion("leadership", drafted=True, best=True))


class RerollQuestion(OneOf):
    """Whether a failed test is rolled again (WAB-CMD-02, WAB-PAN-06): by default yes."""

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """The chance to pass now."""
        if not isinstance(answer, OptionAnswer):
            return None
        return _passed(view, _test_data(decision), stands=self.chosen(decision, answer) != YES)


ROLL_OR_NOT = {YES: T("Re-roll"), NO: T("Keep the result")}
REROLL = Posed("wab.reroll", RerollQuestion("reroll", ROLL_OR_NOT, drafted=True))


def _passed(view: State, data: TestData, again: bool = False, stands: bool = False) -> Forecast:
    found = _need(view, data, data.lead)
    passed = 0.0 if stands else chance(found.total, again)
    return Forecast((ForecastRow(T("passed"), passed, sum=found),))


@TEST.step
def _begin(run: Run, data: TestData, got: Any) -> Outcome:
    view = run.state
    clause = exempt(view, data.unit, data.kind)
    if clause or not (situation.on_table(view, data.unit) or data.kind == "return"):
        return TEST.done(Tested(True, 0, 0))
    general = general_near(view, data.unit, data.kind)
    own, lent = (base_row(view, data.unit, data.kind, data.causes, who) for who in ("", general))
    if own[1] == lent[1]:
        return Goto("roll", data)
    message = T("{test}: whose Leadership?", test=title(data.kind, data.unit))
    args = {"test": msgspec.to_builtins(data), "general": general}
    side = situation.side_of(view, data.unit)
    return GENERAL_QUESTION.ask(side, message, args, ("WAB-CMD-01",), then="led", data=replace(data, lead=general))


@TEST.step
def _led(run: Run, data: TestData, got: Reply) -> Outcome:
    return Goto("roll", data if got.parts["leadership"] == GENERAL else replace(data, lead=""))


@TEST.step
def _roll(run: Run, data: TestData, got: Any) -> Outcome:
    found, who = _need(run.state, data, data.lead), (data.unit, data.lead) if data.lead else (data.unit,)
    row, why = ev.DiceRow(situation.side_of(run.state, data.unit), DICE.n), title(data.kind, data.unit)
    clause = data.clause or KINDS[data.kind][1]
    return Roll(ev.Request((row,), why, clause, int(found.total), "at_most_sum", found.rows, who), "rolled", data)


@TEST.step
def _rolled(run: Run, data: TestData, got: ev.Rolled) -> Outcome:
    found = _need(run.state, data, data.lead)
    total, needed = resolve(DICE.die, got.faces[0]), int(found.total)
    passed = passes(total, needed)
    again = "" if passed or data.first else may_reroll(run.state, data)
    test = title(data.kind, data.unit)
    said: dict[str, Any] = {"test": test, "total": total, "need": needed}
    text = T("{test}: rolled {total}, needed {need} or less: failed", **said)
    if passed:
        text = T("{test}: rolled {total}, needed {need} or less: passed", **said)
    clause, lent = KINDS[data.kind][1], found.rows[0][2]
    clauses = [data.clause or clause, clause, *([lent] if lent != "WAB-TST-01" else [])]
    if data.first:
        clauses.append("WAB-CMD-02" if data.kind == "break" else "WAB-PAN-06")
    name, also = "test_passed" if passed else "test_failed", (data.lead,) if data.lead else ()
    told: dict[str, Any] = {"unit": data.unit, "test": data.kind, "total": total, "need": needed}
    told |= {"general": data.lead, "again": bool(data.first)}
    run.tell(data.unit, name, "test", text, tuple(dict.fromkeys(clauses)), also=also, sums=(found,), **told)
    if not again:
        return TEST.done(Tested(passed, total, needed))
    data = replace(data, first=total)
    message = T("{test} failed: re-roll it?", test=test)
    side = situation.side_of(run.state, data.unit)
    return REROLL.ask(side, message, {"test": msgspec.to_builtins(data)}, (again,), then="again", data=data)


@TEST.step
def _again(run: Run, data: TestData, got: Reply) -> Outcome:
    if got.parts["reroll"] == YES:
        return Goto("roll", data)
    return TEST.done(Tested(False, data.first, int(_need(run.state, data, data.lead).total)))
