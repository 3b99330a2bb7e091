"""Setting up: what is on offer, what is wrong with a set-up, and the state before the first step.

For every system. Its own are the rows of armies and scenarios, what a list may hold, its ground and its fields of the
state: the hooks of :class:`SetUp`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from game.engine import options as option_rules
from game.engine import setups
from game.engine.files.toml_reading import DataError
from game.engine.lists import Limit, ListReport
from game.engine.options import Option
from game.engine.ruleset import ArmyEntry, ArmyInfo, OptionDef, Problem, ScenarioInfo, Setup, SideSetup
from game.engine.state import Base, Feature, Frame, Marker, Side, State, Table, Unit
from game.engine.table_plans.document import TablePlan
from game.engine.text import Text
from game.kit.data import Shelf
from game.kit.muster.desk import Desk, desk
from game.kit.muster.lists import mustered, strangers
from game.kit.muster.own import Army, OwnArmies
from game.kit.muster.renaming import recoded, recodes
from game.kit.muster.tables import Tables

Options = Mapping[str, Any]
Counts = Mapping[str, int]
Troops = dict[str, tuple[str, str, str]]
"""Troops that no list on offer has, by code: their army, whom they are like, their row."""
SIDES = ("south", "north")
"""South is the first side, and stands in the south unless the rules have it otherwise."""


class Scenario(Protocol):
    """What the set-up must know of a scenario."""

    @property
    def id(self) -> str:
        """What it is called in files."""
        ...

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def briefing(self) -> str:
        """What it is about."""
        ...

    @property
    def sizes(self) -> tuple[int, ...]:
        """Points it is made for, the usual size first."""
        ...


A = TypeVar("A", bound=Army)
S = TypeVar("S", bound=Scenario)


class Fielded(msgspec.Struct, frozen=True):
    """A side's army as it takes the field: the list it is of with codes nobody else has, its units with their ids."""

    army: Any
    chosen: SideSetup
    units: tuple[tuple[Any, str], ...]


class Ground(msgspec.Struct, frozen=True):
    """What a battle is fought on."""

    surface: Table
    features: dict[str, Feature]
    markers: dict[str, Marker] = {}


class SetUp(ABC, Generic[A, S]):
    """What a system says of set-ups (:class:`game.engine.ruleset.Ruleset`), by the few things that it has of its own.

    Attributes
    ----------
    ruleset, frame
        Id of the system, and name of the frame that plays the battle.
    clauses
        Those of scenarios, of sides, and of armies.
    battles
        The scenarios on offer.
    option_rows
        Reads the options of a battle.
    own, tables
        Armies and tables of the players' own; those tell the armies on offer too.
    home
        Whose army a side usually has, by side; else they have those on offer in turn.
    from_scenario
        Options whose default is the scenario's, each by the name of its field there.
    by_row
        Whether what a unit is stands in the row of its army list, and not in its bases.
    """

    by_row: ClassVar[bool] = True
    home: ClassVar[Mapping[str, str]] = {}
    from_scenario: ClassVar[tuple[str, ...]] = ()
    ruleset: ClassVar[str]
    frame: ClassVar[str]
    clauses: ClassVar[tuple[str, str, str]]
    battles: Shelf[S]
    option_rows: Callable[[], Mapping[str, Option]]
    own: OwnArmies[A]
    tables: Tables

    @property
    def lists(self) -> Shelf[A]:
        """The armies on offer."""
        return self.own.lists

    # -- the system's own -------------------------------------------------------------------------------------

    @abstractmethod
    def entry(self, row: Any, army: A, size: int, sample: int) -> ArmyEntry:
        """A row as it may be composed for an agreed size, taken so often in the usual list."""

    @abstractmethod
    def list_for(self, army: A, size: int) -> dict[str, int]:
        """A list of the army for an agreed size that needs no change."""

    def home_of(self, scenario: S, side: str) -> str:
        """Whose army a side usually has."""
        names = self.lists.ids()
        return self.home.get(side) or names[SIDES.index(side) % len(names)]

    def usual_sides(self, scenario: S, size: int) -> dict[str, SideSetup]:
        """The sides of a set-up that needs no change."""
        armies = {side: self.lists.load(self.home_of(scenario, side)) for side in SIDES}
        sizes = {side: self.size_of(scenario, side, size) for side in SIDES}
        return {side: SideSetup(army.id, self.list_for(army, sizes[side])) for side, army in armies.items()}

    @abstractmethod
    def check_list(self, scenario: S, side: str, army: A, counts: Counts, options: Options) -> list[Problem]:
        """What is wrong with a side's list, whose units are those of its army."""

    @abstractmethod
    def limits_of(self, scenario: S, side: str, army: A, counts: Counts, options: Options) -> tuple[Limit, ...]:
        """What is limited in a side's list, points first."""

    def muster(self, army: A, counts: Counts) -> Iterable[tuple[Any, str]]:
        """The units of a list, each with its row and its id, in the order of the army list."""
        return mustered(army.rows, counts)

    @abstractmethod
    def new_unit(self, row: Any, army: A, side: str, unit_id: str) -> tuple[Unit, Iterable[Base]]:
        """A unit with its bases, all in reserve."""

    @abstractmethod
    def side_own(self, scenario: S, side: str, fielded: Fielded) -> Any:
        """The system's own part of a side."""

    @abstractmethod
    def battle_own(self, scenario: S, setup: Setup, options: Options, troops: Troops) -> Any:
        """The system's own part of the battle."""

    @abstractmethod
    def ground(self, scenario: S, setup: Setup, options: Options) -> Ground:
        """The scenario's table."""

    def options_from(self, scenario: S) -> dict[str, Any]:
        """Options whose default is the scenario's."""
        return {name: getattr(scenario, name) for name in self.from_scenario}

    def roles(self, scenario: S) -> dict[str, Text]:
        """What each side is in a scenario."""
        return {}

    def check_battle(self, scenario: S, setup: Setup, options: Options) -> list[Problem]:
        """What is wrong with size and scenario."""
        return []

    def size_of(self, scenario: S, side: str, points: int) -> int:
        """The agreed size of a side's army in a battle of so many points."""
        return points

    # -- what every system says of them -----------------------------------------------------------------------

    def option_defs(self) -> tuple[OptionDef, ...]:
        """The options of a battle as the set-up screen shows them."""
        return option_rules.option_defs(self.option_rows())

    def options_of(self, setup: Setup) -> dict[str, Any]:
        """All options of a set-up: those given, else the scenario's, else the defaults."""
        found = option_rules.defaults(self.option_rows())
        if setup.scenario in self.battles.ids():
            found |= self.options_from(self.battles.load(setup.scenario))
        return {**found, **setup.options}

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """The scenarios on offer."""
        rows = [self.battles.load(s) for s in self.battles.ids()]
        return tuple(ScenarioInfo(r.id, r.name, r.briefing, SIDES, self.roles(r), r.sizes) for r in rows)

    def army_info(self, army: A, size: int) -> ArmyInfo:
        """An army as it may be composed for an agreed size, with its usual list."""
        usual = self.list_for(army, size)
        entries = (self.entry(row, army, size, usual.get(row.code, 0)) for row in army.rows)
        return ArmyInfo(army.id, army.name, tuple(entries))

    def armies(self, size: int) -> tuple[ArmyInfo, ...]:
        """The armies on offer with the bounds of each row for an agreed size; kept, for each new screen asks."""
        return self._kept_armies(size)

    @cached_property
    def _kept_armies(self) -> Callable[[int], tuple[ArmyInfo, ...]]:
        @lru_cache(maxsize=8)
        def armies(size: int) -> tuple[ArmyInfo, ...]:
            return tuple(self.army_info(self.lists.load(name), size) for name in self.lists.ids())

        return armies

    def default_setup(self, scenario: str, size: int) -> Setup:
        """A set-up that needs no change."""
        sides = self.usual_sides(self.battles.load(scenario), size)
        setup = Setup(self.ruleset, scenario, sides, {"points": size})
        return msgspec.structs.replace(setup, options=self.options_of(setup))

    def army_of(self, chosen: SideSetup) -> A | None:
        """The army that a side's list is made from: its own, else one on offer. Raises DataError."""
        own = self.own.of(chosen)
        if own is not None:
            return own
        return self.lists.load(chosen.army) if chosen.army in self.lists.ids() else None

    def check_setup(self, setup: Setup) -> tuple[Problem, ...]:
        """What is wrong with a set-up: every problem with the key's path, a sentence and the clause."""
        found = setups.problems(
            setup, self.ruleset, self.option_rows(), self.battles.ids(), SIDES, (self.clauses[0], self.clauses[1])
        )
        if found:
            return tuple(found)
        row, options = self.battles.load(setup.scenario), self.options_of(setup)
        found += self.check_battle(row, setup, options)
        if setup.table is not None:
            found += self.tables.problems(setup.table, setup.scenario)
        for side in SIDES:
            found += self._check_side(row, side, setup.sides[side], options)
        return tuple(found)

    def _check_side(self, scenario: S, side: str, chosen: SideSetup, options: Options) -> list[Problem]:
        where = f"sides.{side}"
        try:
            army = self.army_of(chosen)
        except DataError as error:
            return [Problem(f"{where}.own", error.message, self.clauses[2])]
        if army is None:
            return [setups.no_army(where, chosen.army, self.lists.ids(), self.clauses[2])]
        if found := list(strangers(army, chosen.counts, where, self.clauses[2])):
            return found
        found = self.check_list(scenario, side, army, chosen.counts, options)
        return found or self.own.too_many(chosen, army, where)

    def side_size(self, setup: Setup, side: str) -> int:
        """The agreed size of a side's army, which may be a share of the battle's."""
        points = int(self.options_of(setup)["points"])
        if setup.scenario not in self.battles.ids():
            return points
        return self.size_of(self.battles.load(setup.scenario), side, points)

    def limits(self, setup: Setup, side: str) -> tuple[Limit, ...]:
        """What is limited in a side's list, and how much of it there is; nothing where its army is not known."""
        chosen = setup.sides[side]
        try:
            army = self.army_of(chosen)
        except DataError:
            army = None
        if army is None or setup.scenario not in self.battles.ids():
            return ()
        scenario = self.battles.load(setup.scenario)
        return self.limits_of(scenario, side, army, chosen.counts, self.options_of(setup))

    # -- armies of the players' own ---------------------------------------------------------------------------

    def own_info(self, chosen: SideSetup, size: int) -> ArmyInfo | None:
        """The rows that a side's list is composed from where its army is none on offer. Raises DataError."""
        own = self.own.of(chosen)
        return None if own is None else self.army_info(own, size)

    def own_report(self, data: bytes, name: str, size: int) -> ListReport | None:
        """What a file holds that is an army of the player's own, with a list for the size; None where it is none."""
        return self.own.report(data, name, lambda army: self.army_info(army, size))

    def army_desk(self, chosen: SideSetup) -> Desk | None:
        """A side's list with its army to be edited; None where there is no such army. Raises DataError."""
        army = self.army_of(chosen)
        return None if army is None else desk(self.own, army, chosen)

    # -- beginning --------------------------------------------------------------------------------------------

    def _fielded(self, setup: Setup) -> tuple[dict[str, Fielded], Troops]:
        """The armies with their units, and the troops that no list on offer has.

        Units of the same code on both sides have ids of their own (:func:`game.engine.setups.told_apart`).
        """
        found: list[Fielded] = []
        troops: Troops = {}
        for side in SIDES:
            chosen = setup.sides[side]
            army, counts = self.own.of(chosen), chosen.counts
            if army is None:
                army = self.lists.load(chosen.army)
            elif self.by_row:
                codes = self._codes(army, troops)
                looks = {codes[code]: self.own.look(army, code) for code in codes}
                army = recoded(army, codes)
                counts = {codes.get(code, code): n for code, n in counts.items()}
                troops |= {row.code: (army.id, looks[row.code], self.own.plain_row(row)) for row in army.rows}
            found.append(Fielded(army, chosen, tuple(self.muster(army, counts))))
        first, second = found
        apart = setups.told_apart(*([unit for _, unit in one.units] for one in found))
        second = msgspec.structs.replace(second, units=tuple((row, unit + apart) for row, unit in second.units))
        return {SIDES[0]: first, SIDES[1]: second}, troops

    def _codes(self, army: A, others: Mapping[str, tuple[str, str, str]]) -> dict[str, str]:
        """By code the one under which a row of an army of one's own takes the field: no other troops go by it.

        ``others`` are the troops of the other side's own army. A mirrored army has the same troops on both sides.
        """
        shipped = {code for codes in self.own.shipped().values() for code in codes}

        def free(row: str, code: str) -> bool:
            again = next(r for r in recoded(army, {row: code}).rows if r.code == code)
            same = (army.id, self.own.look(army, row), self.own.plain_row(again))
            return code not in shipped and others.get(code, same) == same

        return recodes([row.code for row in army.rows], free)

    def own_ground(self, scenario: S, table: TablePlan) -> Ground:
        """A table of the players' own."""
        return Ground(self.tables.surface(table), self.tables.land(table))

    def begin(self, setup: Setup) -> tuple[State, Frame]:
        """The state before the first step, all units in reserve, and the frame that plays the battle."""
        row, options = self.battles.load(setup.scenario), self.options_of(setup)
        fielded, troops = self._fielded(setup)
        units: dict[str, Unit] = {}
        bases: dict[str, Base] = {}
        sides: dict[str, Side] = {}
        for colour, (side, one) in enumerate(fielded.items()):
            for kind, unit_id in one.units:
                unit, models = self.new_unit(kind, one.army, side, unit_id)
                units[unit.id] = unit
                bases.update({b.id: b for b in models})
            name = one.chosen.name or one.army.name
            sides[side] = Side(side, name, colour, self.side_own(row, side, one))
        ground = self.ground(row, setup, options) if setup.table is None else self.own_ground(row, setup.table)
        state = State(
            self.ruleset,
            ground.surface,
            options,
            sides,
            units,
            bases,
            ground.features,
            ground.markers,
            own=self.battle_own(row, setup, options, troops),
        )
        return state, Frame(self.frame)
