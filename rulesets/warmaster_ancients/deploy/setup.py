"""Setting up: what a set-up may hold, the armies and scenarios on offer, and the state before the first step.

WMA-SET-01 to WMA-SET-07, WMA-S03, WMA-S35 to WMA-S37, WMA-S40.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.engine import options as option_rules
from game.engine import setups
from game.engine.lists import Limit
from game.engine.ruleset import (
    ArmyEntry,
    ArmyInfo,
    OptionDef,
    Problem,
    ScenarioInfo,
    Setup,
    SideSetup,
)
from game.engine.state import Base, Feature, Frame, Marker, Side, State, Table, Unit
from game.engine.text import Length, T, Text, Word
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army import data_army
from rulesets.warmaster_ancients.army.data_army import Entry
from rulesets.warmaster_ancients.army.profiles import profile_of
from rulesets.warmaster_ancients.data_scenario import Scenario
from rulesets.warmaster_ancients.data_types import Army, CharacterProfile, UnitProfile
from rulesets.warmaster_ancients.deploy import tables
from rulesets.warmaster_ancients.own import BattleOwn, SideOwn, UnitOwn

RULESET_ID = "WMA"
SIDES = ("south", "north")
HOME = {"south": "rome", "north": "carthage"}


# --- options -----------------------------------------------------------------------------------------------------


def option_defs() -> tuple[OptionDef, ...]:
    """The options of a battle as the set-up screen shows them."""
    return option_rules.option_defs(data_files.load_options())


def options_of(setup: Setup) -> dict[str, Any]:
    """All options of a set-up: those given, else the scenario's number of turns, else the defaults."""
    found: dict[str, Any] = option_rules.defaults(data_files.load_options())
    if setup.scenario in data_files.scenarios():
        found["turns"] = data_files.load_scenario(setup.scenario).turns
    return {**found, **setup.options}


# --- what is on offer --------------------------------------------------------------------------------------------


def scenarios() -> tuple[ScenarioInfo, ...]:
    """The scenarios on offer (WMA-SET-05)."""
    found = []
    for scenario_id in data_files.scenarios():
        row = data_files.load_scenario(scenario_id)
        roles = {side: role_text(row, side) for side in SIDES if row.shares}
        found.append(ScenarioInfo(row.id, row.name, row.briefing, SIDES, roles, row.sizes))
    return tuple(found)


def role_text(scenario: Scenario, side: str) -> Text:
    """What a side is in a scenario: the defender is the one with the smaller share of the points."""
    sizes = {s: scenario.size_for(s, 1000) for s in SIDES}
    if sizes["south"] == sizes["north"]:
        return T("army")
    return T("defender") if sizes[side] == min(sizes.values()) else T("attacker")


def armies(size: int) -> tuple[ArmyInfo, ...]:
    """The armies on offer with the bounds of each entry for an agreed size (WMA-SET-03)."""
    found = []
    for army_id in data_files.armies():
        army = data_files.load_army(army_id)
        counts = list_for(army, size)
        rows = []
        for row in army.rows:
            least, most = data_army.bounds(row, size)
            if not isinstance(row, UnitProfile) and row.rank == "general":
                least, most = 1, 1
            top = size // row.points if most is None else most
            shown = _unit_rows(row) if isinstance(row, UnitProfile) else _character_rows(row)
            stands = row.stands if isinstance(row, UnitProfile) else 1
            clauses = _unit_clauses(row) if isinstance(row, UnitProfile) else _character_clauses(row)
            sample = counts.get(row.code, 0)
            rows.append(ArmyEntry(row.code, row.name, row.points, least, top, sample, shown, stands, clauses))
        found.append(ArmyInfo(army.id, army.name, tuple(rows)))
    return tuple(found)


def _unit_rows(row: UnitProfile) -> tuple[tuple[Text, Text], ...]:
    kind = data_files.load_troops()[row.type]
    reach = row.range_mm
    found = [
        (T("Type"), Text(kind.name)),
        (T("Move"), T("{length}", length=Length(kind.move_mm))),
        (T("Stands"), T("{n}", n=row.stands)),
        (T("Attacks"), T("{n}", n=row.attacks)),
        (T("Hits"), T("{n}", n=row.hits)),
        (T("Armour"), T("none") if row.armour is None else T("{n}+", n=row.armour)),
        (T("Range"), T("none") if reach is None else T("{length}", length=Length(reach))),
    ]
    specials = data_files.load_specials()
    if row.flags:
        found.append((T("Special"), T("{flags}", flags=[Word(specials[f].name) for f in row.flags])))
    return tuple(found)


def _unit_clauses(row: UnitProfile) -> tuple[str, ...]:
    """The clauses of a row's type and special rules, then of its army."""
    specials = data_files.load_specials()
    found = [*data_files.load_troops()[row.type].clauses]
    for flag in row.flags:
        found += specials[flag].clauses
    return tuple(dict.fromkeys([*found, row.clause]))


def _character_clauses(row: CharacterProfile) -> tuple[str, ...]:
    characters = data_files.load_characters()
    return tuple(dict.fromkeys([*characters.clauses, *characters.rank(row.rank).clauses, row.clause]))


def _character_rows(row: Any) -> tuple[tuple[Text, Text], ...]:
    characters = data_files.load_characters()
    rank = characters.rank(row.rank)
    return (
        (T("Rank"), Text(rank.name)),
        (T("Command"), T("{n}", n=row.command)),
        (T("Command range"), T("{length}", length=Length(rank.command_range_mm))),
        (T("Move"), T("{length}", length=Length(characters.move_mm))),
    )


def list_for(army: Army, size: int) -> dict[str, int]:
    """A list for an agreed size: the army's own sample where there is one, else one made in its proportions."""
    sample = army.sample(size)
    if sample is not None:
        return dict(sample.counts)
    model = army.sample(1000) or army.samples[0]
    counts = {row.code: data_army.bounds(row, size)[0] for row in army.rows}
    for row in army.staff:
        if row.rank == "general":
            counts[row.code] = 1
    wanted = {code: n * size / model.size for code, n in model.counts.items()}
    left = size - data_army.cost(army, counts)
    while True:
        open_rows = [
            row
            for row in army.rows
            if row.points <= left
            and counts[row.code] < (data_army.bounds(row, size)[1] or 10_000)
            and getattr(row, "rank", "") != "general"
            and wanted.get(row.code, 0) > 0
        ]
        if not open_rows:
            return {code: n for code, n in counts.items() if n}
        best = max(open_rows, key=lambda row: (wanted[row.code] - counts[row.code], row.points))
        counts[best.code] += 1
        left -= best.points


def default_setup(scenario: str, size: int) -> Setup:
    """A set-up that needs no change: the scenario's armies, or Rome and Carthage, with lists for its size."""
    row = data_files.load_scenario(scenario)
    sides = {}
    for side in SIDES:
        fixed = row.roster(side)
        army = data_files.load_army(fixed.army if fixed else HOME[side])
        counts = dict(fixed.counts) if fixed else list_for(army, row.size_for(side, size))
        sides[side] = SideSetup(army.id, counts)
    setup = Setup(RULESET_ID, scenario, sides, {"points": size})
    return Setup(RULESET_ID, scenario, sides, options_of(setup))


# --- checking ----------------------------------------------------------------------------------------------------


def check_setup(setup: Setup) -> tuple[Problem, ...]:
    """What is wrong with a set-up: every problem with the key's path, a sentence and the clause."""
    found = setups.problems(
        setup, RULESET_ID, data_files.load_options(), data_files.scenarios(), SIDES, ("WMA-SET-05", "WMA-S34")
    )
    if found:
        return tuple(found)
    row = data_files.load_scenario(setup.scenario)
    options = options_of(setup)
    found += [Problem("options.points", p.text, p.clause) for p in data_army.check_sizes(row, options["points"])]
    if setup.table is not None:
        found += tables.problems(setup.table, row)
    for side in SIDES:
        found += _check_side(row, side, setup.sides[side], options)
    return tuple(found)


def _check_side(scenario: Scenario, side: str, chosen: SideSetup, options: Mapping[str, Any]) -> list[Problem]:
    where = f"sides.{side}"
    if chosen.army not in data_files.armies():
        return [setups.no_army(where, chosen.army, data_files.armies(), "WMA-SET-02")]
    fixed = scenario.roster(side)
    if fixed is not None and fixed.army != chosen.army:
        text = T("This scenario is fought by {army} here", army=Word(data_files.load_army(fixed.army).name))
        return [Problem(f"{where}.army", text, "WMA-SET-07")]
    army = data_files.load_army(chosen.army)
    size = scenario.size_for(side, options["points"])
    wrong = data_army.check_army(army, chosen.counts, size, scenario, allow_shortfall=bool(options["allow_shortfall"]))
    return [Problem(f"{where}.counts.{p.code}" if p.code else f"{where}.counts", p.text, p.clause) for p in wrong]


def side_size(setup: Setup, side: str) -> int:
    """The agreed size of a side's army: its share of the battle's points (WMA-SET-05)."""
    points = int(options_of(setup)["points"])
    if setup.scenario not in data_files.scenarios():
        return points
    return data_files.load_scenario(setup.scenario).size_for(side, points)


def limits(setup: Setup, side: str) -> tuple[Limit, ...]:
    """Points, units, characters and Generals of a side's list with their bounds (WMA-SET-04, WMA-S40)."""
    chosen = setup.sides[side]
    if chosen.army not in data_files.armies() or setup.scenario not in data_files.scenarios():
        return ()
    scenario, army, options = (
        data_files.load_scenario(setup.scenario),
        data_files.load_army(chosen.army),
        options_of(setup),
    )
    size = side_size(setup, side)
    fixed = scenario.roster(side) is not None
    spare = fixed or scenario.allow_shortfall or bool(options["allow_shortfall"])
    least = None if spare else data_army.least_cost(size)
    generals = [row for row in army.staff if row.rank == "general"]
    return (
        Limit(T("Points"), data_army.cost(army, chosen.counts), least, None if fixed else size, "WMA-S40"),
        Limit(T("Units"), sum(chosen.counts.get(row.code, 0) for row in army.units)),
        Limit(T("Characters"), sum(chosen.counts.get(row.code, 0) for row in army.staff)),
        Limit(T("Generals"), sum(chosen.counts.get(row.code, 0) for row in generals), 1, 1, generals[0].clause),
    )


# --- beginning ---------------------------------------------------------------------------------------------------


def things_of(side: str, entries: list[Entry], suffix: str = "") -> tuple[dict[str, Unit], dict[str, Base]]:
    """Units and bases of a mustered army, all in reserve, in the order of their ids (WMA-S02, WMA-S03)."""
    units: dict[str, Unit] = {}
    bases: dict[str, Base] = {}
    for entry in entries:
        unit_id = entry.id + suffix
        row = entry.profile
        kind = profile_of(row.code)
        numbers = range(1, kind.stands + 1)
        ids = tuple(f"{unit_id}.{n}" for n in numbers)
        units[unit_id] = Unit(unit_id, side, row.code, row.name, ids, own=UnitOwn(character=kind.character))
        for n, base_id in zip(numbers, ids, strict=True):
            bases[base_id] = Base(base_id, unit_id, n, kind.footprint, None, "reserve", solid=not kind.character)
    return units, bases


def begin(setup: Setup) -> tuple[State, Frame]:
    """The state before the first step, all units in reserve, and the frame that plays the battle."""
    row = data_files.load_scenario(setup.scenario)
    options = options_of(setup)
    sides: dict[str, Side] = {}
    units: dict[str, Unit] = {}
    bases: dict[str, Base] = {}
    chosen_armies = {side: data_files.load_army(setup.sides[side].army) for side in SIDES}
    lists = {side: data_army.muster(chosen_armies[side], setup.sides[side].counts) for side in SIDES}
    apart = setups.told_apart(*([entry.id for entry in lists[side]] for side in SIDES))
    for colour, side in enumerate(SIDES):
        chosen, army = setup.sides[side], chosen_armies[side]
        own_units, own_bases = things_of(side, lists[side], apart if side == "north" else "")
        began = sum(not u.own.character for u in own_units.values())
        role = role_text(row, side).key if row.shares else ""
        sides[side] = Side(side, chosen.name or army.name, colour, SideOwn(chosen.army, began, role))
        units.update(own_units)
        bases.update(own_bases)
    if setup.table is not None:
        surface, features, zones = tables.surface(setup.table), tables.land(setup.table), tables.zones(setup.table)
    else:
        surface, zones = Table(row.table.width_mm, row.table.depth_mm), ()
        features = {f.id: Feature(f.id, f.kind, f.name, f.points_mm, line=bool(f.line)) for f in row.features}
    markers = {o.id: Marker(o.id, "objective", pose=_middle(row.outline_of(o)), name=o.name) for o in row.objectives}
    state = State(
        RULESET_ID,
        surface,
        options,
        sides,
        units,
        bases,
        features,
        markers,
        own=BattleOwn(row.id, int(options["points"]), limit=int(options["turns"]), zones=zones),
    )
    return state, Frame("wma.battle")


def _middle(points: tuple[tuple[float, float], ...]) -> Pose:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Pose(round((min(xs) + max(xs)) / 2, 3), round((min(ys) + max(ys)) / 2, 3))
