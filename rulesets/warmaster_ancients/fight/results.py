"""The result of a round for one group of units: who wins, who must go, what follows.

WMA-RES-01 to WMA-RES-09, WMA-R33, WMA-R35, WMA-R39, WMA-S23, WMA-S42 (4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.decision import Sum
from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.text import TN, Length, T, Thing
from game.kit import situation
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.fight.after_round import WINNERS, AfterData, Settled
from rulesets.warmaster_ancients.fight.draws import DRAW, DrawData
from rulesets.warmaster_ancients.fight.fights import sides_in_order
from rulesets.warmaster_ancients.fight.retreat import RETREATS, RetreatData
from rulesets.warmaster_ancients.fight.rounds import Group
from rulesets.warmaster_ancients.measures import cm


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


def winner_of(difference: int, left: Mapping[str, Sequence[str]]) -> tuple[str, str]:
    """How a round has ended and who has won it: a side with no unit left loses (WMA-RES-05, WMA-RES-07, WMA-R39).

    ``difference`` is the result of the active side less the other's, ``left`` tells the survivors of each, in order.
    """
    one, two = left
    if left[one] and left[two]:
        return ("draw", "") if difference == 0 else ("won", one if difference > 0 else two)
    return ("wiped", one if left[one] else two) if left[one] or left[two] else ("nobody", "")


@RESULT.step
def _begin(run: Run, data: ResultData, got: Any) -> Outcome:
    """Compare the results of a group (WMA-RES-02 to WMA-RES-07)."""
    view, group = run.state, data.group
    sums, left = {}, {}
    for side in sides_in_order(view):
        mine = [(b.unit, b.enemy, b.counts) for b in group.blows if view.units[b.unit].side == side]
        sums[side] = blows.side_result(side, mine, group.volleys.get(side, 0), group.support.get(side, 0))
        left[side] = tuple(u for u in group.units if view.units[u].side == side and situation.on_table(view, u))
    results = {side: int(s.total) for side, s in sums.items()}
    one, two = results.values()
    how, winner = winner_of(one - two, left)
    difference = abs(one - two) if winner else 0
    losers = left[facts.enemy_of(view, winner)] if winner else ()
    way = blows.retreat_way(difference, len(losers)) if losers else None
    back = 0 if way is None else int(way.total)
    high, low, who = max(one, two), min(one, two), Thing(winner)
    clause, text = {
        "won": (
            "WMA-RES-07",
            T("{winner} won by {difference}: {high} to {low}", winner=who, difference=difference, high=high, low=low),
        ),
        "draw": ("WMA-RES-05", T("The combat is drawn, {result} each", result=high)),
        "wiped": ("WMA-R39", T("{winner} destroyed all enemies here", winner=who)),
        "nobody": ("WMA-R39", T("Nobody is left on either side of this combat")),
    }[how]
    what: dict[str, Any] = {"round": data.number, "how": how, "winner": winner, "results": results}
    what |= {"difference": difference, "retreat": back, "support": group.support, "volleys": group.volleys}
    run.emit(
        "combat_result",
        "blow",
        text,
        clauses=("WMA-RES-02", "WMA-RES-03", clause),
        about=group.units,
        side=winner or view.own.active,
        data=what,
        sums=(*sums.values(), *(() if way is None else (way,))),
    )
    if not winner:
        return DRAW.call(DrawData(group), "drawn") if how == "draw" else Done(Settled())
    data = replace(data, winner=winner)
    if way is None:
        return Goto("winners", data)
    _tell_retreat(run, losers, way)
    ways = {u: group.ways[u] for u in losers}
    return RETREATS.call(RetreatData(losers, cm(back), ways), "retreated", data)


def _tell_retreat(run: Run, losers: tuple[str, ...], way: Sum) -> None:
    names = {"units": [Thing(u) for u in losers], "distance": Length(cm(way.total))}
    text = TN("{units} must retreat {distance}", "{units} must retreat {distance} each", len(losers), **names)
    clauses = ("WMA-RES-08", "WMA-RES-09") if len(losers) > 1 else ("WMA-RES-08",)
    what = {"units": list(losers), "cm": int(way.total)}
    run.tell(losers[0], "must_retreat", "blow", text, clauses, also=losers[1:], sums=(way,), **what)


@RESULT.step
def _drawn(run: Run, data: ResultData, got: Any) -> Outcome:
    """A draw ends the combat (WMA-RES-06)."""
    return Done(Settled())


@RESULT.step
def _retreated(run: Run, data: ResultData, got: dict[str, tuple[float, float, float]]) -> Outcome:
    return Goto("winners", replace(data, moved=got))


@RESULT.step
def _winners(run: Run, data: ResultData, got: Any) -> Outcome:
    units = tuple(
        u for u in data.group.units if run.state.units[u].side == data.winner and situation.on_table(run.state, u)
    )
    return WINNERS.call(AfterData(data.group, data.number, data.fought, units, data.moved), "over")


@RESULT.step
def _over(run: Run, data: ResultData, got: Any) -> Outcome:
    return Done(got)
