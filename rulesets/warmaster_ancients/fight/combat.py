"""A combat from its first round to its end: rounds, results, pursuits, then the advances and their own combats.

WMA-CMB-03, WMA-RES-11 to WMA-RES-15, WMA-R36, WMA-R37, WMA-S21, WMA-S29, WMA-S42.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing
from rulesets.warmaster_ancients.field import contacts, facts
from rulesets.warmaster_ancients.fight.advance import ADVANCE, AdvanceData
from rulesets.warmaster_ancients.fight.after_round import Settled
from rulesets.warmaster_ancients.fight.fights import Pair, pairs_among
from rulesets.warmaster_ancients.fight.results import RESULT, ResultData
from rulesets.warmaster_ancients.fight.rounds import ROUND, Group, RoundData


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
    pairs = second_round(run.state, data.pursuers)
    if pairs:
        return ROUND.call(RoundData(2, pairs), "fought", replace(data, number=2))
    return Goto("advances", data)


def second_round(view: State, pursuers: tuple[str, ...]) -> tuple[Pair, ...]:
    """The contacts of round two: those of the pursuers with whomever they touch now (WMA-S29)."""
    units = {*pursuers, *(e for p in pursuers for e in facts.engaged_enemies(view, p))}
    return tuple((a, b) for a, b in pairs_among(view, units) if a in pursuers or b in pursuers)


@COMBAT_FRAME.step
def _settled(run: Run, data: CombatData, got: Settled) -> Outcome:
    pursuers, announced = (*data.pursuers, *got.pursuers), (*data.announced, *got.announced)
    return Goto("settle", replace(data, pursuers=pursuers, announced=announced))


@COMBAT_FRAME.step
def _advances(run: Run, data: CombatData, got: Any) -> Outcome:
    """The announced advances, one after another; a new combat is fought out before the next (WMA-S42)."""
    if not data.announced:
        contacts.cut(run)
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
