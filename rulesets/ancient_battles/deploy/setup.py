"""Setting up: options, scenarios and armies on offer, checking a set-up, the state before the first step (WAB-S31)."""

from __future__ import annotations

from typing import Any

from game.engine import options as option_rules
from game.engine import setups
from game.engine.lists import Limit
from game.engine.ruleset import ArmyInfo, OptionDef, Problem, ScenarioInfo, Setup, SideSetup
from game.engine.state import Base, Frame, Side, State, Unit
from game.engine.table_plans.outline import zone_rings
from game.engine.text import T
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army import roster
from rulesets.ancient_battles.deploy import data_scenario, tables
from rulesets.ancient_battles.measures import MM_PER_INCH, inch
from rulesets.ancient_battles.own import BattleOwn, SideOwn

RULESET_ID = "WAB"
SIDES = ("south", "north")
HOME = {"south": "seleucid", "north": "galatian"}


def option_defs() -> tuple[OptionDef, ...]:
    """The options of a battle as the set-up screen shows them."""
    return option_rules.option_defs(data_files.options())


def options_of(setup: Setup) -> dict[str, Any]:
    """All options of a set-up: those given, else the scenario's number of turns, else the defaults."""
    found: dict[str, Any] = option_rules.defaults(data_files.options())
    if setup.scenario in data_scenario.scenarios():
        found["turns"] = data_scenario.load_scenario(setup.scenario).turns
    return {**found, **setup.options}


def scenarios() -> tuple[ScenarioInfo, ...]:
    """The scenarios on offer."""
    rows = [data_scenario.load_scenario(s) for s in data_scenario.scenarios()]
    return tuple(ScenarioInfo(r.id, r.name, r.briefing, SIDES, {}, r.sizes) for r in rows)


def armies(size: int) -> tuple[ArmyInfo, ...]:
    """The armies on offer with the bounds of each row for an agreed size."""
    return tuple(roster.army_info(data_files.load_army(a), size) for a in data_files.armies())


def default_setup(scenario: str, size: int) -> Setup:
    """A set-up that needs no change: the sample armies, cut or filled up to the size."""
    data_scenario.load_scenario(scenario)
    sides = {s: SideSetup(HOME[s], roster.list_for(data_files.load_army(HOME[s]), size)) for s in SIDES}
    setup = Setup(RULESET_ID, scenario, sides, {"points": size})
    return Setup(RULESET_ID, scenario, sides, options_of(setup))


def check_setup(setup: Setup) -> tuple[Problem, ...]:
    """What is wrong with a set-up: every problem with the key's path, a sentence and the clause."""
    found = setups.problems(
        setup, RULESET_ID, data_files.options(), data_scenario.scenarios(), SIDES, ("WAB-S31", "WAB-S31")
    )
    if found:
        return tuple(found)
    if setup.table is not None:
        found += tables.problems(setup.table)
    size = int(options_of(setup)["points"])
    for side in SIDES:
        chosen, where = setup.sides[side], f"sides.{side}"
        if chosen.army not in data_files.armies():
            found.append(setups.no_army(where, chosen.army, data_files.armies(), "WAB-S33"))
            continue
        found += roster.check(data_files.load_army(chosen.army), chosen.counts, size, f"{where}.counts")
    return tuple(found)


def side_size(setup: Setup, side: str) -> int:
    """The agreed size of a side's army: that of the battle."""
    return int(options_of(setup)["points"])


def limits(setup: Setup, side: str) -> tuple[Limit, ...]:
    """Points, units, characters and models of a side's list with their bounds (WAB-S33)."""
    chosen = setup.sides[side]
    if chosen.army not in data_files.armies():
        return ()
    army, n = data_files.load_army(chosen.army), chosen.counts
    return (
        Limit(T("Points"), roster.cost(army, n), None, side_size(setup, side), "WAB-S33"),
        Limit(T("Units"), sum(n.get(r.code, 0) for r in army.units if not r.character)),
        Limit(T("Characters"), sum(n.get(r.code, 0) for r in army.units if r.character)),
        Limit(T("Models"), sum(n.get(r.code, 0) * r.models for r in army.units)),
    )


def begin(setup: Setup) -> tuple[State, Frame]:
    """The state before the first step, all units in reserve, and the frame that plays the battle."""
    row = data_scenario.load_scenario(setup.scenario)
    options = options_of(setup)
    sides: dict[str, Side] = {}
    units: dict[str, Unit] = {}
    bases: dict[str, Base] = {}
    chosen_armies = {side: data_files.load_army(setup.sides[side].army) for side in SIDES}
    ids = [roster.unit_ids(chosen_armies[side], setup.sides[side].counts) for side in SIDES]
    apart = setups.told_apart(*ids)
    for colour, side in enumerate(SIDES):
        chosen, army = setup.sides[side], chosen_armies[side]
        mine, models = roster.muster(army, chosen.counts, side, apart if side == "north" else "")
        sides[side] = Side(side, chosen.name or army.name, colour, SideOwn(chosen.army))
        units.update(mine)
        bases.update(models)
    state = State(
        RULESET_ID,
        row.surface if setup.table is None else tables.surface(setup.table),
        options,
        sides,
        units,
        bases,
        row.land() if setup.table is None else tables.land(setup.table),
        own=BattleOwn(
            row.id,
            int(options["points"]),
            limit=int(options["turns"]),
            deep=inch(setup.table.zone_depth) if setup.table is not None else 0.0,
            zones=zone_rings(setup.table, MM_PER_INCH) if setup.table is not None else (),
        ),
    )
    return state, Frame("wab.battle")
