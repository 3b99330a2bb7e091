"""Play without move orders: both sides enter the moves of each quarter, unseen by the other (NAP-ORD-17, NAP-S77)."""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine.decision import Decision
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Ask, Done, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Text
from rulesets.napoleonic_wars.clock import quarters
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.measures import TICK
from rulesets.napoleonic_wars.orders import game_orders, verbs, writing
from rulesets.napoleonic_wars.orders.judging import Judged
from rulesets.napoleonic_wars.orders.writing import DO, WriteQuestion


class QuarterQuestion(WriteQuestion):
    """What a side's bodies do from a quarter on; who has no line goes on as before."""

    offers_charges = False

    def here(self, view: State) -> State:
        """Everybody as he stands now, in the formation he has taken in this move."""
        return quarters.now(view)

    def bodies(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Who may be told something now."""
        return able(view, decision.side, _quarter(decision))

    def judged(self, view: State, decision: Decision, body: str) -> Judged:
        """From the quarter on; no charges now, and who doubles or divides does so for the whole move."""
        quarter = _quarter(decision)
        since, way = quarters.begins(quarter), quarters.way_of(view, body)
        barred = writing.FIGHTS if quarter == 1 else writing.FIGHTS | {"send_out", "give_up"}
        freed = quarter > 1 and quarters.has_reformed(view, body, way, since)
        return Judged(since, frozenset(barred), freed, doubles=quarter == 1)

    def whole(self, decision: Decision) -> bool:
        """What is entered for the first quarter is looked at together."""
        return _quarter(decision) == 1

    def draft(self, view: State, decision: Decision) -> dict[str, dict[str, Any]]:
        """In the first quarter what everybody does of himself; afterwards all go on."""
        if _quarter(decision) > 1:
            return {}
        found = writing.draft(view, decision.side)
        mine = {*self.bodies(view, decision), *facts.generals(view, decision.side)}
        return {who: fields for who, fields in found.items() if who in mine}

    def unsaid(self, view: State, decision: Decision, body: str) -> Text | None:
        """What a body does as the quarter begins, and goes on with (NAP-S77)."""
        since = quarters.begins(_quarter(decision))
        way = quarters.way_of(view, body) if since else ()
        deeds = {leg.what for leg in way if leg.start <= since + TICK < leg.end}
        label = next((one.label for one in verbs.of(view, body) if one.id in deeds), None)
        return None if label is None else T("continues: {what}", what=label)


def _quarter(decision: Decision) -> int:
    return int(decision.args["quarter"])


def able(view: State, side: str, quarter: int) -> tuple[str, ...]:
    """The bodies of a side that may be told something for a quarter."""
    since = quarters.begins(quarter)
    mine = writing.bodies_of(view, side)
    return tuple(b for b in mine if not quarters.is_bound(view, b, quarters.way_of(view, b), since))


class QuarterData(msgspec.Struct, frozen=True):
    """The quarter of the move that comes, 1 to 4."""

    quarter: int


MOVES = Posed("quarter", QuarterQuestion())
QUARTER = FrameOf("nap.quarter", QuarterData)


@QUARTER.named("begin")
def _begin(run: Run, data: QuarterData, got: object) -> Outcome:
    """Both sides enter their moves, unseen by the other."""
    here, args = quarters.now(run.state), {"quarter": data.quarter}
    sides = [s for s in run.state.sides if able(here, s, data.quarter) or facts.generals(here, s)]
    text = T("Moves of quarter {n}", n=data.quarter)
    measuring = writing.measuring(run.state)
    asked = tuple(MOVES.to(s, text, args, ("NAP-ORD-17", "NAP-S77"), measuring=measuring) for s in sides)
    return Ask(asked, "written", data, mode="closed") if asked else Done()


@QUARTER.named("written")
def _written(run: Run, data: QuarterData, got: Any) -> Outcome:
    """What was entered lies with its side."""
    for side, lines in game_orders.sheets(run.state, got).items():
        mine = {*able(quarters.now(run.state), side, data.quarter), *facts.generals(known(run.state), side)}
        told = {body: fields.get(DO) for body, fields in lines.items() if body in mine}
        marks = [m for b, line in told.items() if line for m in writing.sealed(run.state, b, line, data.quarter)]
        if marks:
            run.emit("sheet", "order", T("The moves are entered"), *marks, side=side, clauses=("NAP-S77",))
    return Done()
