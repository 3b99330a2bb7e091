"""Who has lost a round, what both sides of it do, and how that is set on a body; the move of it comes next.

NAP-MRE, NAP-DIS-25, NAP-DIS-26, NAP-R80 to -R83, NAP-R91, NAP-R96, NAP-R121, NAP-R129, NAP-UNC-05, NAP-UNC-06,
NAP-NAT-12, NAP-S59.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from game.engine import changes
from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State, Tie
from game.engine.text import T, Text, Thing
from game.kit import factors
from game.kit.factors import Entry, total
from game.kit.sums import Row
from rulesets.napoleonic_wars.body import around
from rulesets.napoleonic_wars.charge import parties
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.clock.moments import Moment
from rulesets.napoleonic_wars.command import notes, officers
from rulesets.napoleonic_wars.data_files import number, whole
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts, standing
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.melee import meeting, shock
from rulesets.napoleonic_wars.melee.tables import Loser, Winner, is_automatic_rout, is_lost, reaction, table_11
from rulesets.napoleonic_wars.own import RESULT_EVENTS, Result

End = Literal["drawn", "light", "entry", "rout", "test"]
"""Of a round: drawn; lost without a casualty a figure; lost at a building's wall; lost by an automatic rout; a test."""


class Outcome(msgspec.Struct, frozen=True):
    """How a round ended, and for whom."""

    end: End
    loser: str = ""
    winner: str = ""


def outcome(view: State, tie: Tie) -> Outcome:
    """Who lost the round of this move, and whether that is tested (NAP-MRE-01 to -06)."""
    told = facts.melee(tie)
    dealt = {u: told.dealt.get(u, 0) for u in (tie.a, tie.b)}
    if not is_lost(dealt[tie.a], dealt[tie.b]):
        return Outcome("drawn")
    winner = tie.a if dealt[tie.a] > dealt[tie.b] else tie.b
    loser = facts.other(tie, winner)
    suffered, figures = dealt[winner], told.figures.get(loser, 0)
    if suffered < figures:
        return Outcome("light", loser, winner)
    if told.building and not told.inside:
        return Outcome("entry", loser, winner)
    guns = facts.own(view, loser).arm in meeting.GUNNERS
    if is_automatic_rout(suffered, dealt[loser], figures, artillery=guns):
        return Outcome("rout", loser, winner)
    return Outcome("test", loser, winner)


def lost_at_the_wall(view: State, body: str) -> bool:
    """Whether a body lost the fight to hold or enter a building, with a casualty a figure (NAP-MRE-04, NAP-MOR-03)."""
    rounds = (t for t in facts.melees(view, body) if facts.melee(t).struck == view.own.move)
    return any(outcome(view, t) == Outcome("entry", body, facts.other(t, body)) for t in rounds)


# --- the scores ------------------------------------------------------------------------------------------------------


def mood(m: Moment, body: str, tie: Tie, *, won: bool) -> tuple[Row, ...]:
    """The score of one side row by row: table 13B (NAP-MRE-17, NAP-MRE-20)."""
    return factors.rows(table_11().reaction, _mood(m, body, tie, won))


def _mood(m: Moment, body: str, tie: Tie, won: bool) -> Iterator[Entry]:
    """Table 13B; whole casualties a figure of the enemy count (NAP-R81)."""
    view, clause, told, foe = m.now, "NAP-MRE-20", facts.melee(tie), facts.other(tie, body)
    mine, other, foot = facts.own(view, body), facts.own(view, foe), facts.is_foot(view, body)
    figures, grade = told.figures.get(foe, 0), cover(view, body) if foot else "none"
    cls, foe_cls = facts.morale_class(view, body), facts.morale_class(view, foe)
    natives = mine.regular and other.nation == "native" and told.rounds > 1
    held = foot and facts.is_square(view, body) and facts.is_mounted(view, foe) and told.broken != body
    square = "square" if mine.stance.formation == "square" else "double_square"
    foe_forms = shock.is_line(view, foe) or (facts.is_foot(view, foe) and facts.is_square(view, foe))
    supports = min(table_11().limit["supports"], parties.supports(view, body))
    near = officers.general_within(view, body, number("general_in_melee"))
    steady = not won and facts.is_steady(view, body) and facts.is_foot(view, foe)
    dealt = told.dealt.get(body, 0) // figures if figures else 0
    yield T("casualties a figure inflicted"), "casualty", dealt, clause
    yield T("the enemy's disorganisation"), "disorder", m.factors(foe, cap=False), clause
    yield T("general within 5 cm"), "general", near, clause
    yield T("class {cls}", cls=cls), cls, cls in ("A", "B"), clause
    yield T("enemy of class {cls}", cls=foe_cls), f"foe_{foe_cls}", foe_cls in ("D", "E"), clause
    yield T("regulars against natives"), "native", natives, clause
    yield T("cavalry that won"), "horse_won", won and facts.is_mounted(view, body), clause
    yield T("charged, attacked or followed up"), "charged", charged(view, body, tie), clause
    yield T("supporting units"), "support", supports, clause
    yield T("square against cavalry"), square, held, clause
    yield T("column against line or square"), "column", foot and facts.is_column(view, body) and foe_forms, clause
    yield T("cover"), grade, grade != "none", clause
    yield T("enemy units forced to rout"), "routed", routed(view, body), clause
    yield T("rounds won before"), "won", told.won.get(body, 0), clause
    yield T("Russian foot"), "russians", steady, "NAP-NAT-12"


def charged(view: State, body: str, tie: Tie) -> bool:
    """Whether a body charged, attacked or followed up in this move."""
    told = facts.melee(tie)
    if told.following == body:
        return True
    return any(m.by == body and m.on == facts.other(tie, body) for m in meeting.met(view))


def cover(view: State, body: str) -> Literal["none", "soft", "hard"]:
    """The cover of a body in melee."""
    found = standing.in_cover(view, body, melee=True)
    return "none" if not found else "soft" if found == "soft" else "hard"


def routed(view: State, body: str) -> int:
    """Enemy units made to rout in this move within 25 cm, in sight of the sub-group that fights (NAP-MRE-20, S59)."""
    side = view.units[body].side
    return len({g.unit for g in view.own.gone if g.side != side and g.what == "rout" and body in g.near})


def scores(view: State, tie: Tie, told: Outcome) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """Loser's and winner's, row by row (NAP-MRE-18)."""
    m = moments.end(view)
    return mood(m, told.loser, tie, won=False), mood(m, told.winner, tie, won=True)


def read(view: State, tie: Tie, told: Outcome, dice: int = 0) -> tuple[int, Loser, Winner]:
    """The result and what both do by it, before anybody chooses; ``dice`` is winner's less loser's (NAP-MRE-19)."""
    lost, won = map(total, scores(view, tie, told))
    result = won - lost + dice
    return (result, *reacts(view, tie, told, *reaction(result)))


def reacts(view: State, tie: Tie, told: Outcome, loser: Loser, winner: Winner) -> tuple[Loser, Winner]:
    """Who is uncontrolled does not break off; who is in a building or cover does not follow up (NAP-UNC-06, -R121)."""
    if loser == "break_off" and facts.own(view, told.loser).nerve.uncontrolled:
        return "stay", "fight_on"
    if winner == "break_off" and facts.own(view, told.winner).nerve.uncontrolled:
        return "stay", "fight_on"
    if loser == "follow_up" and not may_follow(view, told.loser, beaten=True):
        return "stay", winner
    return loser, winner


def surrenders(view: State, loser: str, winner: str) -> bool:
    """Whether routers have six factors more than the winner, as they stand now (NAP-MRE-07, NAP-R83)."""
    return book.counted(view, loser, cap=False) - book.counted(view, winner, cap=False) >= whole("surrender_factors")


# --- who may and who must --------------------------------------------------------------------------------------------


def may_follow(view: State, body: str, *, beaten: bool = False) -> bool:
    """Whether a body follows up at all: no square, crew or garrison, nobody beaten in cover (NAP-R91, NAP-R121)."""
    told = facts.own(view, body)
    if facts.is_square(view, body) or told.arm in meeting.GUNNERS or told.nerve.result in ("rout", "surrendered"):
        return False
    return not told.inside and not (beaten and cover(view, body) != "none")


def must_follow(view: State, body: str) -> bool:
    """Whether a body has to follow up: irregulars; uncontrolled troops without a clear order to hold (NAP-MRE-09)."""
    told = facts.own(view, body)
    if not told.regular:
        return True
    order = notes.order_of(view, body)
    where = ground_of(view).by_id.get(order.feature)
    occupies = where is not None and where.kind.id == "building"
    return told.nerve.uncontrolled and not (order.firmly or occupies)


def may_pursue(view: State, body: str) -> bool:
    """Whether a body pursues at all: nobody in square or in a building, no crew (NAP-UNC-05, NAP-R91)."""
    told = facts.own(view, body)
    return not (facts.is_square(view, body) or told.arm in meeting.GUNNERS or told.inside)


def must_pursue(view: State, body: str) -> bool:
    """Whether a body has to pursue: all but regulars in cover or with a general at hand (NAP-MRE-10, NAP-MRE-26)."""
    told = facts.own(view, body)
    if told.nerve.uncontrolled or not told.regular:
        return True
    return cover(view, body) == "none" and not officers.general_within(view, body, number("general_in_melee"))


Clauses = tuple[str, ...]
TOLD: dict[Result, Text] = {
    "rout": T("{unit} routed"),
    "pursue": T("{unit} pursued {foe}"),
    "break_off": T("{unit} broke off"),
    "follow_up": T("{unit} followed up"),
}


def put(run: Run, body: str, result: Result, foe: str, clauses: Clauses) -> None:
    """Put a body under a result; what follows of a rout or pursuit the chapter of nerve sees to (NAP-DIS-26)."""
    if result == "rout" and facts.own(run.state, body).nerve.result in ("rout", "surrendered"):
        return
    marks = changes.unit(run.state, body, result=result, since=run.state.own.move, from_whom=foe, doing=None)
    text = Text(TOLD[result].key, {"unit": Thing(body), "foe": Thing(foe)})
    kind: ev.Family = "loss" if result == "rout" else "status"
    run.tell(body, RESULT_EVENTS[result], kind, text, clauses, *marks, also=(foe,))


def surrender(run: Run, body: str, foe: str, clauses: Clauses) -> None:
    """A body lays down its arms to the enemy who beat it (NAP-MRE-07, NAP-S88)."""
    now = run.state.own.move
    fields: dict[str, Any] = {"since": now, "from_whom": foe, "doing": None, "captors": foe, "uncontrolled": False}
    marks = changes.unit(run.state, body, result="surrendered", **fields)
    text = T("{unit} surrendered to {foe}", unit=Thing(body), foe=Thing(foe))
    run.tell(body, "surrenders", "loss", text, clauses, *around.gone(run.state, body, "surrendered"), *marks)


def ended(run: Run, body: str) -> None:
    """A melee of a body is over: two factors, once, where it has no other (NAP-DIS-25, NAP-R129)."""
    told = facts.own(run.state, body)
    if any(f.table == "F" for f in told.nerve.fresh) or not facts.is_here(run.state, body):
        return
    book.enter(run, body, "F", book.of("after_melee"))


def done(run: Run, body: str) -> None:
    """Who broke off or followed up in an earlier move has done it (NAP-MRE-24)."""
    told = facts.own(run.state, body) if body in run.state.units else None
    if told is not None and told.nerve.result in ("break_off", "follow_up") and told.nerve.since < run.state.own.move:
        marks = changes.unit(run.state, body, result="", from_whom="")
        run.tell(body, "result_over", "flow", None, ("NAP-MRE-24",), *marks)
