"""Entries: where play can begin in a position, from ids alone: a turn, a phase, a volley, a test, a combat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, cast

from game.engine.state import Due, Frame, State
from game.engine.text import T
from rulesets.ancient_battles import touching
from rulesets.ancient_battles.fight import FightData
from rulesets.ancient_battles.leadership import CLAUSES, TestData, TestKind
from rulesets.ancient_battles.panic import PanicData, in_order
from rulesets.ancient_battles.psychology import AlarmData, DareData
from rulesets.ancient_battles.turn import BattleData, TurnData
from rulesets.ancient_battles.volley import VolleyData

Entry = Callable[[State, dict[str, Any]], Frame]


def _unit(state: State, args: dict[str, Any], key: str) -> str:
    """The unit an argument names. Raises ValueError with a sentence."""
    if key not in args:
        raise ValueError(f"the entry needs {key!r}")
    name = str(args[key])
    if name not in state.units:
        raise ValueError(f"{key}: there is no unit {name!r}")
    return name


def _units(state: State, args: dict[str, Any], key: str) -> tuple[str, ...]:
    return tuple(_unit(state, {key: u}, key) for u in args.get(key, ()))


def _battle(state: State, args: dict[str, Any]) -> Frame:
    """The battle goes on with a player turn: ``side`` and ``turn``."""
    own = state.own
    data = BattleData(int(args.get("turn", own.turn or 1)), str(args.get("side", own.active or "south")))
    return Frame("wab.battle", "next", data)


def _turn(state: State, args: dict[str, Any]) -> Frame:
    """One player turn of ``side``."""
    own = state.own
    return Frame("wab.turn", data=TurnData(str(args.get("side", own.active)), int(args.get("turn", own.turn or 1))))


def _phase(name: str) -> Entry:
    def entry(state: State, args: dict[str, Any]) -> Frame:
        return Frame(name)

    return entry


def _volley(state: State, args: dict[str, Any]) -> Frame:
    """A volley of ``unit`` at ``target``; ``reaction`` at a charger, ``massed`` with the rear ranks."""
    reaction, massed = bool(args.get("reaction", False)), bool(args.get("massed", True))
    unit, target = _unit(state, args, "unit"), _unit(state, args, "target")
    return Frame("wab.volley", data=VolleyData(unit, target, reaction, massed=massed))


def _test(state: State, args: dict[str, Any]) -> Frame:
    """A test of ``unit`` of some ``kind``: a Break test ``lost_by`` so much, ``winner`` may roll a Panic test again."""
    kind = str(args.get("kind", "panic"))
    if kind not in CLAUSES:
        raise ValueError(f"kind: there is no test {kind!r}; there are: {', '.join(CLAUSES)}")
    lost = float(args.get("lost_by", 0))
    rows = ((T("lost by {n}", n=int(lost)), -lost, "WAB-BRK-02"),) if lost else ()
    causes = _units(state, args, "causes")
    again: Literal["", "winner"] = "winner" if args.get("winner") else ""
    return Frame("wab.test", data=TestData(_unit(state, args, "unit"), cast(TestKind, kind), rows, causes, again))


def _panic(state: State, args: dict[str, Any]) -> Frame:
    """A batch of Panic tests: ``owed`` as rows of ``unit``, ``clause`` and ``causes``."""
    due = []
    for k, row in enumerate(args.get("owed", ()), 1):
        clause = str(row.get("clause", "WAB-PAN-05"))
        due.append(Due(f"owed-{k}", "panic", clause, _unit(state, row, "unit"), _units(state, row, "causes")))
    units = in_order(state, tuple(dict.fromkeys(d.subject for d in due)))
    return Frame("wab.panic", "next", PanicData(due=tuple(due), left=units))


def _dare(state: State, args: dict[str, Any]) -> Frame:
    """The tests of ``unit`` that wishes to charge ``target``."""
    return Frame("wab.dare", data=DareData(_unit(state, args, "unit"), _unit(state, args, "target")))


def _alarm(state: State, args: dict[str, Any]) -> Frame:
    """The tests of ``unit`` charged by ``chargers``."""
    return Frame("wab.alarm", data=AlarmData(_unit(state, args, "unit"), _units(state, args, "chargers")))


def _fight(state: State, args: dict[str, Any]) -> Frame:
    """One round of the combat that ``unit`` is in, to its result."""
    unit = _unit(state, args, "unit")
    group = next((g for g in touching.combats(state) if unit in g), None)
    if group is None:
        raise ValueError(f"unit: {unit} touches no enemy")
    return Frame("wab.fight", data=FightData(group))


ENTRIES: dict[str, Entry] = {
    "battle": _battle,
    "turn": _turn,
    "start": _phase("wab.start"),
    "charges": _phase("wab.charges"),
    "rally": _phase("wab.rally"),
    "compulsory": _phase("wab.compulsory"),
    "charge_moves": _phase("wab.charge_moves"),
    "moves": _phase("wab.moves"),
    "shooting": _phase("wab.shooting"),
    "combat": _phase("wab.combat"),
    "deployment": _phase("wab.deployment"),
    "volley": _volley,
    "test": _test,
    "panic": _panic,
    "dare": _dare,
    "alarm": _alarm,
    "fight": _fight,
}
