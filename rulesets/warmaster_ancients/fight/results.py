"""The result of a round for one group of units: who wins, who must go, what follows.

WMA-RES-01 to WMA-RES-09, WMA-R33, WMA-R35, WMA-R39, WMA-S23, WMA-S42 (4).
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine.decision import Sum
from game.engine.declared import FrameOf
from game.engine.flow import Call, Done, Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import TN, Length, T, Text, Thing
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.fight.after_round import AfterData
from rulesets.warmaster_ancients.fight.draws import DrawData
from rulesets.warmaster_ancients.fight.fights import sides_in_order
from rulesets.warmaster_ancients.fight.retreat import RetreatData
from rulesets.warmaster_ancients.fight.rounds import Group
from rulesets.warmaster_ancients.measures import cm

How = Literal["won", "draw", "wiped", "nobody"]


class ResultData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of round ``number`` for a group.

    ``fought`` counts each unit's rounds in this combat (WMA-R56); ``moved`` tells of each beaten unit by how much it
    has moved (dx, dy) and how far it retreated, in mm.
    """

    group: Group
    number: int
    fought: dict[str, int]
    winner: str = ""
    moved: dict[str, tuple[float, float, float]] = {}


RESULT = FrameOf("wma.result", ResultData)


class Reckoning(msgspec.Struct, frozen=True):
    """Who wins a round and by how much; ``sums`` by side, active first; ``left`` the survivors of each side."""

    how: How
    winner: str
    difference: int
    sums: dict[str, Sum]
    left: dict[str, tuple[str, ...]]


def reckon(view: State, group: Group) -> Reckoning:
    """Compare the results of a group (WMA-RES-02 to WMA-RES-07); a side with no unit left loses (WMA-R39)."""
    sides = sides_in_order(view)
    sums, left = {}, {}
    for side in sides:
        mine = [(b.unit, b.enemy, b.counts) for b in group.blows if view.units[b.unit].side == side]
        sums[side] = blows.side_result(side, mine, group.volleys.get(side, 0), group.support.get(side, 0))
        left[side] = tuple(u for u in group.units if view.units[u].side == side and facts.alive(view, u))
    one, two = sides
    difference = int(sums[one].total - sums[two].total)
    alive = [side for side in sides if left[side]]
    if not alive:
        return Reckoning("nobody", "", 0, sums, left)
    if len(alive) == 1:
        return Reckoning("wiped", alive[0], abs(difference), sums, left)
    if difference == 0:
        return Reckoning("draw", "", 0, sums, left)
    return Reckoning("won", one if difference > 0 else two, abs(difference), sums, left)


def _sentence(found: Reckoning) -> Text:
    low, high = sorted(int(s.total) for s in found.sums.values())
    winner = Thing(found.winner)
    if found.how == "nobody":
        return T("Nobody is left on either side of this combat")
    if found.how == "draw":
        return T("The combat is drawn, {result} each", result=high)
    if found.how == "wiped":
        return T("{winner} destroyed all enemies here", winner=winner)
    n = found.difference
    return T("{winner} won by {difference}: {high} to {low}", winner=winner, difference=n, high=high, low=low)


@RESULT.step
def _begin(run: Run, data: ResultData, got: Any) -> Outcome:
    found = reckon(run.state, data.group)
    losers = () if found.how != "won" else found.left[facts.enemy_of(run.state, found.winner)]
    way = (blows.retreat_way(found.difference, len(losers)),) if losers else ()
    back = int(sum(w.total for w in way))
    by = {"won": "WMA-RES-07", "draw": "WMA-RES-05", "wiped": "WMA-R39", "nobody": "WMA-R39"}
    run.emit(
        "combat_result",
        "blow",
        _sentence(found),
        clauses=("WMA-RES-02", "WMA-RES-03", by[found.how]),
        about=data.group.units,
        side=found.winner or run.state.own.active,
        data={
            "round": data.number,
            "how": found.how,
            "winner": found.winner,
            "results": {side: int(s.total) for side, s in found.sums.items()},
            "difference": found.difference,
            "retreat": back,
            "support": data.group.support,
            "volleys": data.group.volleys,
        },
        sums=(*found.sums.values(), *way),
    )
    if found.how == "nobody":
        return Done({"pursuers": [], "announced": []})
    if found.how == "draw":
        return Call("wma.draw", DrawData(data.group), "drawn")
    data = replace(data, winner=found.winner)
    if not losers:
        return Goto("winners", data)
    names = {"units": [Thing(u) for u in losers], "distance": Length(cm(back))}
    text = TN("{units} must retreat {distance}", "{units} must retreat {distance} each", len(losers), **names)
    shared = ("WMA-RES-09",) if len(losers) > 1 else ()
    side = facts.enemy_of(run.state, found.winner)
    what = {"units": list(losers), "cm": back}
    clauses = ("WMA-RES-08", *shared)
    run.emit("must_retreat", "blow", text, clauses=clauses, about=losers, side=side, data=what, sums=way)
    ways = {u: data.group.ways[u] for u in losers}
    return Call("wma.retreats", RetreatData(losers, cm(back), ways), "retreated", data)


@RESULT.step
def _drawn(run: Run, data: ResultData, got: Any) -> Outcome:
    """A draw ends the combat (WMA-RES-06)."""
    return Done({"pursuers": [], "announced": []})


@RESULT.step
def _retreated(run: Run, data: ResultData, got: Any) -> Outcome:
    moved = {str(u): (float(v[0]), float(v[1]), float(v[2])) for u, v in got.items()}
    return Goto("winners", replace(data, moved=moved))


@RESULT.step
def _winners(run: Run, data: ResultData, got: Any) -> Outcome:
    units = tuple(u for u in data.group.units if run.state.units[u].side == data.winner and facts.alive(run.state, u))
    return Call("wma.winners", AfterData(data.group, data.number, data.fought, units, data.moved), "over")


@RESULT.step
def _over(run: Run, data: ResultData, got: Any) -> Outcome:
    return Done(got)
