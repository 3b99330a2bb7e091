"""The melee phase: combats in the active player's order, each from its first round to its end, then reforming.

A combat is its rounds, the result of each for every group of units, what losers and winners do, and the advances with
combats of their own. WMA-CMB-01, WMA-CMB-03, WMA-RES-01 to WMA-RES-15, WMA-END-01 to WMA-END-03, WMA-R33, WMA-R35 to
WMA-R37, WMA-R39, WMA-R46, WMA-S21, WMA-S23, WMA-S29, WMA-S39, WMA-S42.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.changes import own_field
from game.engine.decision import Answer, Choice, Decision, PickAnswer, Reply, Sum
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Forecast
from game.engine.state import State
from game.engine.text import TN, Length, T, Thing
from game.kit import situation
from game.kit.which_next import WhichNext, picked
from rulesets.warmaster_ancients import calls
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.field import facts, status
from rulesets.warmaster_ancients.fight import fights, odds
from rulesets.warmaster_ancients.fight.advance import ADVANCE, AdvanceData
from rulesets.warmaster_ancients.fight.after_round import WINNERS, AfterData, Settled
from rulesets.warmaster_ancients.fight.fights import Group, Pair, pairs_among, sides_in_order
from rulesets.warmaster_ancients.fight.retreats import DRAW, RETREATS, DrawData, RetreatData
from rulesets.warmaster_ancients.fight.rounds import ROUND, RoundData
from rulesets.warmaster_ancients.measures import cm
from rulesets.warmaster_ancients.shoot.shooting import cancel_surplus


class MeleeData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The phase: contacts that it began with and that have not had their first round yet."""

    owed: tuple[Pair, ...] = ()


MELEE = FrameOf("wma.melee", MeleeData)
MELEE.ends_at("over")


def waiting(view: State, owed: tuple[Pair, ...]) -> tuple[tuple[str, ...], ...]:
    """The combats still to be fought: those with a contact that is owed its first round (WMA-S21).

    Contacts that pursuits and retreats of this phase have brought about, with no round of their own, wait for the
    next phase (WMA-R46, WMA-S39).
    """
    left = [a for a, b in owed if facts.touches(view, a, b)]
    return tuple(units for units in facts.combats(view) if any(a in units for a in left))


class CombatQuestion(WhichNext):
    """Which combat is fought next (decision 18); each goes by the name of its first unit of the active side."""

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """Who fights whom in it."""
        mine, foes = fights.parted(view, facts.combat_of(view, row), decision.side)
        said = T("{mine} against {foes}", mine=[Thing(u) for u in mine], foes=[Thing(u) for u in foes])
        return Choice(row, said)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Odds of its first round."""
        if not isinstance(answer, PickAnswer) or not answer.ids:
            return None
        sides = fights.parted(view, facts.combat_of(view, answer.ids[0]), decision.side)
        return odds.combat_forecast(odds.combat_odds(view, *sides))


COMBAT = Posed("combat", CombatQuestion("combats", all_in_turn=True))


@MELEE.named("begin")
def _phase(run: Run, data: Any, got: Any) -> Outcome:
    status.cut_contacts(run)
    return Goto("next", MeleeData(pairs_among(run.state, run.state.units)))


@MELEE.step
def _next(run: Run, data: MeleeData, got: Any) -> Outcome:
    found = waiting(run.state, data.owed)
    if not found:
        return Goto("end", data)
    side = run.state.own.active
    message = T("{side}: which combat is fought next?", side=Thing(side))
    args = {"combats": [fights.parted(run.state, units, side)[0][0] for units in found]}
    return COMBAT.ask(side, message, args, ("WMA-S21",), then="picked")


@MELEE.step
def _picked(run: Run, data: MeleeData, got: Reply) -> Outcome:
    return COMBAT_FRAME.call(CombatData(picked(got)), "fought")


@MELEE.named("fought")
def _had_round(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Strike off the contacts that have had their round."""
    done = {frozenset((str(a), str(b))) for a, b in got}
    return Goto("next", replace(data, owed=tuple(p for p in data.owed if frozenset(p) not in done)))


@MELEE.step
def _end(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Surplus hits are cancelled but for units still in contact (WMA-END-01, WMA-END-02); then units may reform."""
    cancel_surplus(run, "WMA-END-01")
    run.emit("reforming", "flow", None, own_field("state", "", phase="reform"), clauses=("WMA-END-03",))
    return calls.REFORM.call(None, "over")


class CombatData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The combat that ``seed`` is in, and its round ``number``.

    ``fought`` counts the rounds of each unit in this combat (WMA-R56), ``todo`` are groups whose result is still to be
    carried out, ``pursuers`` units that pursue into the second round, ``announced`` advances still to be made (unit,
    mm), ``pairs`` all contacts that have had their first round, nested combats included.
    """

    seed: str
    number: int = 1
    fought: dict[str, int] = {}
    todo: tuple[Group, ...] = ()
    pursuers: tuple[str, ...] = ()
    announced: tuple[tuple[str, float], ...] = ()
    pairs: tuple[Pair, ...] = ()


COMBAT_FRAME = FrameOf("wma.combat", CombatData)


@COMBAT_FRAME.step
def _begin(run: Run, data: CombatData, got: Any) -> Outcome:
    """Find who is in it: the maximal group of units linked by contacts (WMA-S21)."""
    units = facts.combat_of(run.state, data.seed)
    if not units:
        return Done(data.pairs)
    text, clauses = T("Combat: {units}", units=[Thing(u) for u in units]), ("WMA-CMB-01", "WMA-S21")
    what = {"units": list(units)}
    run.emit("combat_begins", "blow", text, clauses=clauses, about=units, side=run.state.own.active, data=what)
    pairs = pairs_among(run.state, units)
    return ROUND.call(RoundData(1, pairs), "fought", replace(data, number=1, pairs=pairs))


@COMBAT_FRAME.step
def _fought(run: Run, data: CombatData, got: Any) -> Outcome:
    """A round has been fought: count it, then carry out the result of each group."""
    groups = tuple(msgspec.convert(got, list[Group]))
    fought = dict(data.fought)
    for unit in (u for g in groups for u in g.units):
        fought[unit] = fought.get(unit, 0) + 1
    return Goto("settle", replace(data, fought=fought, todo=groups, pursuers=()))


@COMBAT_FRAME.step
def _settle(run: Run, data: CombatData, got: Any) -> Outcome:
    if data.todo:
        group, rest = data.todo[0], data.todo[1:]
        fought = {u: data.fought[u] for u in group.units}
        return RESULT.call(ResultData(group, data.number, fought), "settled", replace(data, todo=rest))
    # round two: the contacts of the pursuers with whomever they touch now (WMA-S29)
    met = {*data.pursuers, *(e for p in data.pursuers for e in facts.engaged_enemies(run.state, p))}
    pairs = tuple(pair for pair in pairs_among(run.state, met) if not set(pair).isdisjoint(data.pursuers))
    if pairs:
        return ROUND.call(RoundData(2, pairs), "fought", replace(data, number=2))
    return Goto("advances", data)


@COMBAT_FRAME.step
def _settled(run: Run, data: CombatData, got: Settled) -> Outcome:
    pursuers, announced = (*data.pursuers, *got.pursuers), (*data.announced, *got.announced)
    return Goto("settle", replace(data, pursuers=pursuers, announced=announced))


@COMBAT_FRAME.step
def _advances(run: Run, data: CombatData, got: Any) -> Outcome:
    """The announced advances, one after another; a new combat is fought out before the next (WMA-S42)."""
    if not data.announced:
        status.cut_contacts(run)
        return Done(data.pairs)
    (unit, reach), rest = data.announced[0], data.announced[1:]
    return ADVANCE.call(AdvanceData(unit, reach), "advanced", replace(data, announced=rest, seed=unit))


@COMBAT_FRAME.step
def _advanced(run: Run, data: CombatData, got: bool) -> Outcome:
    if not got:
        return Goto("advances", data)
    return COMBAT_FRAME.call(CombatData(data.seed), "nested")


@COMBAT_FRAME.step
def _nested(run: Run, data: CombatData, got: tuple[Pair, ...]) -> Outcome:
    return Goto("advances", replace(data, pairs=(*data.pairs, *got)))


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


RESULT = FrameOf("wma.result", ResultData, Settled)


def winner_of(difference: int, left: Mapping[str, Sequence[str]]) -> tuple[str, str]:
    """How a round has ended and who has won it: a side with no unit left loses (WMA-RES-05, WMA-RES-07, WMA-R39).

    ``difference`` is the result of the active side less the other's, ``left`` tells the survivors of each, in order.
    """
    one, two = left
    if left[one] and left[two]:
        return ("draw", "") if difference == 0 else ("won", one if difference > 0 else two)
    return ("wiped", one if left[one] else two) if left[one] or left[two] else ("nobody", "")


@RESULT.named("begin")
def _compare(run: Run, data: ResultData, got: Any) -> Outcome:
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
        "nobody": ("WMA-R39", T("Neither side has a unit left in this combat")),
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
        return DRAW.call(DrawData(group), "drawn") if how == "draw" else RESULT.done(Settled())
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


@RESULT.named("retreated")
@RESULT.step
def _winners(run: Run, data: ResultData, got: dict[str, tuple[float, float, float]] | None) -> Outcome:
    """What the beaten did is known to the winners, who act now."""
    data = replace(data, moved=got or {})
    units = tuple(
        u for u in data.group.units if run.state.units[u].side == data.winner and situation.on_table(run.state, u)
    )
    return WINNERS.call(AfterData(data.group, data.number, data.fought, units, data.moved), "over", data)


@RESULT.named("drawn")
@RESULT.step
def _over(run: Run, data: ResultData, got: Settled | None) -> Outcome:
    """A draw ends the combat (WMA-RES-06)."""
    return RESULT.done(got or Settled())
