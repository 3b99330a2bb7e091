"""Setting up: what a set-up may hold, the warbands and scenarios on offer, and the state before the first step.

AFS-ARM-01 to AFS-ARM-03, AFS-TBL-01 to AFS-TBL-03, AFS-R47, AFS-R55, AFS-S02, AFS-S19. Row 1 of the player decisions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.engine import options as option_rules
from game.engine import setups
from game.engine.lists import Limit
from game.engine.ruleset import ArmyInfo, OptionDef, Problem, ScenarioInfo, Setup, SideSetup
from game.engine.state import Base, Feature, Frame, Side, State, Unit
from game.engine.table_plans.outline import zone_rings
from game.engine.text import T
from game.engine.toml_reading import DataError
from rulesets.age_of_fantasy_skirmish.army import builder, data_army, roster, warbands
from rulesets.age_of_fantasy_skirmish.army.data_army import Army
from rulesets.age_of_fantasy_skirmish.deploy import data_maps, data_options, tables
from rulesets.age_of_fantasy_skirmish.deploy.data_scenario import Scenario, load_scenario
from rulesets.age_of_fantasy_skirmish.deploy.data_scenario import scenarios as scenario_ids
from rulesets.age_of_fantasy_skirmish.measures import MM_PER_INCH, inch
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, SideOwn

RULESET_ID = "AFS"
SIDES = ("south", "north")


# --- options -----------------------------------------------------------------------------------------------------


def option_defs() -> tuple[OptionDef, ...]:
    """The options of a battle as the set-up screen shows them."""
    return option_rules.option_defs(data_options.options())


def options_of(setup: Setup) -> dict[str, Any]:
    """All options of a set-up: those given, else the defaults."""
    return {**option_rules.defaults(data_options.options()), **setup.options}


# --- what is on offer --------------------------------------------------------------------------------------------


def scenarios() -> tuple[ScenarioInfo, ...]:
    """The scenarios on offer."""
    rows = [load_scenario(s) for s in scenario_ids()]
    return tuple(ScenarioInfo(r.id, r.name, r.briefing, SIDES, {}, r.sizes) for r in rows)


def armies(size: int) -> tuple[ArmyInfo, ...]:
    """The warbands on offer with the bounds of each entry for an agreed size."""
    return tuple(roster.army_info(army, size) for army in data_army.armies().values())


def default_setup(scenario: str, size: int) -> Setup:
    """A set-up that needs no change: the two sample warbands, cut to the size."""
    load_scenario(scenario)
    names = list(data_army.armies())
    sides = {
        side: SideSetup(names[k % len(names)], roster.list_for(data_army.armies()[names[k % len(names)]], size))
        for k, side in enumerate(SIDES)
    }
    setup = Setup(RULESET_ID, scenario, sides, {"points": size})
    options = options_of(setup)
    if any(_check_side(side, sides[side], options) for side in SIDES):
        # so small a size that its limits leave no unit of the sample warbands
        options["force_organisation"] = False
    return Setup(RULESET_ID, scenario, sides, options)


# --- checking ----------------------------------------------------------------------------------------------------


def check_setup(setup: Setup) -> tuple[Problem, ...]:
    """What is wrong with a set-up: every problem with the key's path, a sentence and the clause."""
    found = setups.problems(setup, RULESET_ID, data_options.options(), scenario_ids(), SIDES, ("AFS-TBL-01", "AFS-S02"))
    if found:
        return tuple(found)
    options = options_of(setup)
    row = load_scenario(setup.scenario)
    bar = None
    if setup.table is not None:
        found += tables.problems(setup.table)
    elif row.map:
        bar = data_maps.bar_of(data_maps.load_map(row.map).features, row.table.table, row.table.zone_mm)
    if bar is not None:
        found.append(Problem("scenario", bar.text, bar.clause))
    for side in SIDES:
        found += _check_side(side, setup.sides[side], options)
    return tuple(found)


def _check_side(side: str, chosen: SideSetup, options: Mapping[str, Any]) -> list[Problem]:
    where = f"sides.{side}"
    try:
        army = warbands.army_of(chosen)
    except DataError as error:
        return [Problem(f"{where}.own", error.message, "AFS-ARM-01")]
    if army is None:
        return [setups.no_army(where, chosen.army, data_army.armies(), "AFS-ARM-01")]
    codes = {row.code for row in army.unit}
    for code, n in chosen.counts.items():
        if code not in codes or n < 0:
            text = T("There is no unit {code} in this warband", code=code)
            return [Problem(f"{where}.counts.{code}", text, "AFS-ARM-01")]
    if not any(chosen.counts.values()):
        return [Problem(f"{where}.counts", T("The warband is empty"), "AFS-ARM-01")]
    organised = bool(options["force_organisation"])
    return builder.check(army, chosen.counts, options["points"], where, organised=organised)


def side_size(setup: Setup, side: str) -> int:
    """The agreed size of a side's warband: both are equal (AFS-ARM-01)."""
    return int(options_of(setup)["points"])


def limits(setup: Setup, side: str) -> tuple[Limit, ...]:
    """What is limited in a side's warband, and how much of it there is (AFS-ARM-01 to AFS-ARM-08)."""
    try:
        army = warbands.army_of(setup.sides[side])
    except DataError:
        army = None
    if army is None:
        return ()
    organised = bool(options_of(setup)["force_organisation"])
    return builder.limits(army, setup.sides[side].counts, side_size(setup, side), organised=organised)


# --- beginning ---------------------------------------------------------------------------------------------------


def land(scenario: Scenario, options: Mapping[str, Any], seed: str) -> dict[str, Feature]:
    """The terrain of a battle: the scenario's map, or one drawn from a number (AFS-TBL-02)."""
    if scenario.map:
        return data_maps.load_map(scenario.map).features
    number = str(options["map_seed"] or seed)
    table = scenario.table
    return data_maps.generated(table.table, table.zone_mm, number, symmetric=bool(options["symmetric"]))


def _army(chosen: SideSetup) -> Army:
    found = warbands.army_of(chosen)
    if found is None:
        raise ValueError(f"there is no army {chosen.army!r}")
    return found


def begin(setup: Setup) -> tuple[State, Frame]:
    """The state before the first step, all units in reserve, and the frame that plays the battle."""
    row = load_scenario(setup.scenario)
    options = options_of(setup)
    lists = {side: roster.muster(_army(setup.sides[side]), setup.sides[side].counts) for side in SIDES}
    suffix = setups.told_apart(*([unit_id for _, unit_id in lists[side]] for side in SIDES))
    sides: dict[str, Side] = {}
    units: dict[str, Unit] = {}
    bases: dict[str, Base] = {}
    for colour, side in enumerate(SIDES):
        chosen = setup.sides[side]
        army = _army(chosen)
        mustered = lists[side]
        for profile, unit_id in mustered:
            unit, own = data_army.new_unit(profile, side, unit_id + (suffix if side == "north" else ""))
            units[unit.id] = unit
            bases.update({b.id: b for b in own})
        sides[side] = Side(
            side, chosen.name or army.name, colour, SideOwn(chosen.army, began=len(mustered), spells=army.spells)
        )
    state = State(
        RULESET_ID,
        row.table.table if setup.table is None else tables.surface(setup.table),
        options,
        sides,
        units,
        bases,
        land(row, options, setup.seed) if setup.table is None else tables.land(setup.table),
        own=BattleOwn(
            row.id,
            int(options["points"]),
            zone=row.table.zone_mm if setup.table is None else inch(setup.table.zone_depth),
            zones=zone_rings(setup.table, MM_PER_INCH) if setup.table is not None else (),
        ),
    )
    return state, Frame("afs.battle")
