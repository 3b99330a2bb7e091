"""A ruleset put together from its modules: their tables of frames, steps, questions and reactors become one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

import msgspec

from game.engine import frames as common
from game.engine import setups
from game.engine.decision import Bar, Sum
from game.engine.declared import FrameOf, Posed, by_name, data_types, reactors_of, step_table
from game.engine.files.list_files import ListKeeper
from game.engine.flow import Reactor, StepFn
from game.engine.prospects import Prospect
from game.engine.ruleset import ArmyInfo, Card, Meta, Overlay, Problem, Question, ScenarioInfo, Setup
from game.engine.snapping import UsualGap
from game.engine.state import Feature, Frame, State
from game.engine.table_plans.document import TablePlan
from game.engine.table_plans.rules import TableFault, TableRules
from game.engine.tells import Bench
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose


class System(ListKeeper):
    """A ruleset as the engine knows it (:class:`game.engine.ruleset.Ruleset`).

    Parameters
    ----------
    modules
        What declares frames, questions and reactors (:mod:`game.engine.declared`) or brings ENTRIES; a name may stand
        for one of them only.
    owns
        Types of the system's own fields.
    setup
        The module that tells ``scenarios``, ``armies`` and ``begin``. Where it does not tell ``default_setup`` and
        ``check_setup``, a set-up has the sample lists, and lists keep to the bounds of their entries and the points,
        for its CLAUSE_OF_LISTS.
    positions
        What reads situations by hand with ``build``, and writes them with ``document`` if it can. It may tell the
        ``tables`` of such documents, and ``event_lengths``, ``farthest_apart`` and ``foes_only`` as below.
    overlays, cards
        The modules that answer the protocol's questions of these names; without them there are no overlays, and a
        card has the name of its thing alone.
    bots
        Dotted name of the module whose ``bots()`` are its generals; loaded when they are asked for. "" for none.
    prospects
        Dotted name of the module whose ``prospects`` tells the odds of any two units; loaded when it is asked.
    score
        Points of a side as things stand; nobody has any where it is not told.
    tables
        The module that tells of tables (:class:`game.engine.table_plans.rules.PlaysTables`), None where there
        are only the scenarios'.

    benches
        Dotted name of the module whose ``benches()`` are what is measured of the system; loaded when it is asked.

    Raises
    ------
    ValueError
        If a name stands for two of them.
    """

    def __init__(
        self,
        meta: Meta,
        modules: Sequence[ModuleType],
        owns: Mapping[str, type[msgspec.Struct]] | None = None,
        *,
        setup: Any,
        positions: Any,
        overlays: Any = None,
        cards: Any = None,
        bots: str = "",
        prospects: str = "",
        score: Callable[[State, str], Sum] | None = None,
        to_break: Callable[[State, str], int | None] | None = None,
        tables: Any = None,
        benches: str = "",
    ) -> None:
        self.meta = meta
        self.owns = owns or {}
        declared = by_name(modules, FrameOf)
        self.frames: Mapping[str, type[msgspec.Struct] | None] = {**common.FRAMES, **data_types(declared)}
        self.steps: Mapping[tuple[str, str], StepFn] = {**common.STEPS, **step_table(declared)}
        self.questions: Mapping[str, Question] = {n: posed.asks for n, posed in by_name(modules, Posed).items()}
        self.entries: Mapping[str, Callable[[State, dict[str, Any]], Frame]] = merged(modules, "ENTRIES")
        self.reactors: Mapping[str, Sequence[Reactor]] = reactors(modules)
        self._setup, self._positions, self._overlays, self._cards = setup, positions, overlays, cards
        self._bots, self._prospects, self._tables = bots, prospects, tables
        self._score, self._benches, self._to_break = score, benches, to_break

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """The scenarios on offer."""
        found: Sequence[ScenarioInfo] = self._setup.scenarios()
        return found

    def armies(self, size: int) -> Sequence[ArmyInfo]:
        """The armies on offer for an agreed size in points."""
        found: Sequence[ArmyInfo] = self._setup.armies(size)
        return found

    def default_setup(self, scenario: str, size: int) -> Setup:
        """A set-up that needs no change."""
        made = getattr(self._setup, "default_setup", None)
        found: Setup = made(scenario, size) if made is not None else setups.samples(self, scenario, size)
        return found

    def check_setup(self, chosen: Setup) -> Sequence[Problem]:
        """What is wrong with a set-up."""
        asked = getattr(self._setup, "check_setup", None)
        found: Sequence[Problem] = asked(chosen) if asked is not None else self._by_what_is_on_offer(chosen)
        return found

    def _by_what_is_on_offer(self, chosen: Setup) -> Sequence[Problem]:
        return setups.faults(self, chosen, getattr(self._setup, "CLAUSE_OF_LISTS", ""))

    def begin(self, chosen: Setup) -> tuple[State, Frame]:
        """The state before the first step and the frame that plays the battle."""
        found: tuple[State, Frame] = self._setup.begin(chosen)
        return found

    def position(self, document: dict[str, Any]) -> State:
        """The state that a position's document describes, lengths in the ruleset's unit."""
        found: State = self._positions.build(document)
        return found

    def document(self, state: State) -> dict[str, Any]:
        """A situation as the document that :meth:`position` reads; empty where the system writes none."""
        write = getattr(self._positions, "document", None)
        found: dict[str, Any] = write(state) if write is not None else {}
        return found

    @property
    def position_tables(self) -> Mapping[str, tuple[type[msgspec.Struct] | None, Sequence[str]]]:
        """The tables of a position's document by key: the system's own struct for its fields, and all its keys."""
        found: Mapping[str, tuple[type[msgspec.Struct] | None, Sequence[str]]] = getattr(self._positions, "tables", {})
        return found

    @property
    def event_lengths(self) -> frozenset[str]:
        """Keys of events' data that are lengths in mm."""
        found: frozenset[str] = getattr(self._positions, "event_lengths", frozenset())
        return found

    @property
    def farthest_apart(self) -> float:
        """Mm beyond which no base of a unit is from all its others in a situation by hand; 0 where that may be."""
        found: float = getattr(self._positions, "farthest_apart", 0.0)
        return found

    @property
    def foes_only(self) -> tuple[str, ...]:
        """Kinds of ties that only enemies have."""
        found: tuple[str, ...] = getattr(self._positions, "foes_only", ())
        return found

    def benches(self) -> Sequence[Bench]:
        """What is measured of the system, beside plain ways; nothing where it brings no such module."""
        found: Sequence[Bench] = import_module(self._benches).benches() if self._benches else ()
        return found

    def bots(self) -> Mapping[str, Callable[[], Any]]:
        """The generals by name, the best first; loaded when they are asked for."""
        if not self._bots:
            return {}
        found: Mapping[str, Callable[[], Any]] = import_module(self._bots).bots()
        return found

    def score(self, view: State, side: str) -> Sum:
        """The points of a side as things stand (:class:`game.engine.ruleset.TellsScore`)."""
        return Sum(T("Points of {side}", side=Thing(side)), 0.0) if self._score is None else self._score(view, side)

    def to_break(self, view: State, side: str) -> int | None:
        """How many units more a side loses before it breaks (:class:`game.engine.tells.TellsBreak`)."""
        return None if self._to_break is None else self._to_break(view, side)

    def prospects(
        self, view: State, unit: str, other: str, poses: Mapping[str, Pose] | None = None
    ) -> Sequence[Prospect]:
        """What two units could do to each other (:class:`game.engine.prospects.TellsProspects`)."""
        if not self._prospects:
            return ()
        found: Sequence[Prospect] = import_module(self._prospects).prospects(view, unit, other, poses or {})
        return found

    def usual_gaps(self, view: State, unit: str) -> Sequence[UsualGap]:
        """Distances between bases that the rules know by name, for a unit; none where the overlays tell none."""
        asked = getattr(self._overlays, "usual_gaps", None)
        found: Sequence[UsualGap] = asked(view, unit) if asked is not None else ()
        return found

    def table_rules(self) -> TableRules | None:
        """What its tables may be."""
        found: TableRules | None = self._tables.rules() if self._tables is not None else None
        return found

    def scenario_table(self, scenario: str) -> TablePlan | None:
        """The table of a scenario, None where that is made anew for every battle."""
        found: TablePlan | None = self._tables.of_scenario(scenario)
        return found

    def made_table(self, size: tuple[float, float], number: str) -> TablePlan:
        """A table made from a number. Raises ValueError."""
        make = getattr(self._tables, "made", None)
        if make is None:
            raise ValueError("this system makes no tables from a number")
        found: TablePlan = make(size, number)
        return found

    def table_faults(self, plan: TablePlan) -> Sequence[TableFault]:
        """What is wrong with a table, the fatal first."""
        found: Sequence[TableFault] = self._tables.faults(plan)
        return sorted(found, key=lambda f: not f.fatal)

    def table_bar(self, scenario: str) -> Bar | None:
        """Why a scenario is fought on its own table alone; a module that says nothing of it lets all take others."""
        asked = getattr(self._tables, "bar_of_scenario", None)
        found: Bar | None = asked(scenario) if asked is not None else None
        return found

    def table_land(self, plan: TablePlan) -> dict[str, Feature]:
        """The terrain (mm) that a battle on the table has."""
        found: dict[str, Feature] = self._tables.land(plan)
        return found

    def overlays(self, view: State, thing: str, only: Collection[str] | None = None) -> Sequence[Overlay]:
        """What may be shown about a thing, or of that only what is named."""
        if self._overlays is None:
            return ()
        found: Sequence[Overlay] = self._overlays.overlays(view, thing, only)
        return found

    def card(self, view: State, thing: str) -> Card:
        """What there is to know of a thing."""
        if self._cards is None:
            return Card(T("{thing}", thing=Thing(thing)))
        found: Card = self._cards.card(view, thing)
        return found

    def status(self, view: State) -> Sequence[tuple[Text, Text]]:
        """What the top of the screen tells of the battle."""
        found: Sequence[tuple[Text, Text]] = self._cards.status(view) if self._cards is not None else ()
        return found

    def upgrade(self, frame: Frame) -> Frame:
        """A frame of an older version in today's form; there is only one version of each yet."""
        if frame.name not in self.frames:
            raise ValueError(f"this version knows no frame {frame.name!r}")
        return frame


def merged(modules: Sequence[ModuleType], table: str) -> dict[Any, Any]:
    """One table of all modules; a key may stand in one of them only. Raises ValueError."""
    found: dict[Any, Any] = {}
    for module in modules:
        rows = getattr(module, table, {})
        twice = [key for key in rows if key in found]
        if twice:
            raise ValueError(f"{module.__name__}: {twice} stands in {table} of another module too")
        found.update(rows)
    return found


def reactors(modules: Sequence[ModuleType]) -> dict[str, tuple[Reactor, ...]]:
    """The reactors of all modules by event type, in the order of the modules."""
    found: dict[str, tuple[Reactor, ...]] = {}
    for module in modules:
        for event, fn in reactors_of(module):
            found[event] = (*found.get(event, ()), fn)
    return found
