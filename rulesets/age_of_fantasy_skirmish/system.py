"""The ruleset object: everything of Age of Fantasy: Skirmish that the engine, the client and the bots may call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from game.engine import frames as common
from game.engine.flow import Reactor, StepFn
from game.engine.lists import ListReport
from game.engine.relief import BaseInfo, Relief, Section
from game.engine.ruleset import ArmyInfo, Card, Meta, Overlay, Problem, Question, ScenarioInfo, Setup, SideSetup
from game.engine.state import Frame, State
from game.engine.text import T, Text
from rulesets.age_of_fantasy_skirmish import (
    activation,
    arrivals,
    blast,
    cards,
    casting,
    casualties,
    deployment,
    entries,
    falling,
    heights,
    hits,
    markers,
    melee,
    melee_moves,
    morale,
    movement,
    muster,
    overlays,
    positions,
    pushing,
    rolloff,
    rounds,
    set_up,
    setup,
    shooting,
    strikes,
    warbands,
    wounds,
)
from rulesets.age_of_fantasy_skirmish.flow_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import MEASURES, inch
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, ModelOwn, PieceOwn, SideOwn, UnitOwn

VERSION = "1.0.0"

MODULES: tuple[ModuleType, ...] = (
    rounds,
    muster,
    rolloff,
    markers,
    deployment,
    set_up,
    arrivals,
    activation,
    casting,
    movement,
    falling,
    pushing,
    shooting,
    melee,
    melee_moves,
    strikes,
    hits,
    blast,
    wounds,
    casualties,
    morale,
)

CHAPTERS: dict[str, Text] = {
    "general": T("General principles"),
    "armies": T("Armies"),
    "battlefield": T("Battlefield"),
    "mission": T("Mission"),
    "deployment": T("Deployment"),
    "rounds": T("Rounds"),
    "actions": T("Actions"),
    "movement": T("Movement"),
    "shooting": T("Shooting"),
    "melee": T("Melee"),
    "wounds": T("Wound effects"),
    "morale": T("Morale"),
    "terrain": T("Terrain"),
    "specials": T("Special rules"),
    "command": T("Command group"),
    "special_movement": T("Special movement"),
    "spells": T("Spells"),
    "warbands": T("Sample warbands"),
}


class Skirmish:
    """Age of Fantasy: Skirmish as the engine knows it (:class:`game.engine.ruleset.Ruleset`)."""

    def __init__(self) -> None:
        self.meta = Meta(
            setup.RULESET_ID,
            "Age of Fantasy: Skirmish",
            VERSION,
            MEASURES,
            Path(__file__).parent,
            setup.option_defs(),
            CHAPTERS,
            order=20,
            losses=T("Models lost"),
        )
        self.frames: Mapping[str, type[msgspec.Struct] | None] = _merged("FRAMES", common.FRAMES)
        self.steps: Mapping[tuple[str, str], StepFn] = _merged("STEPS", common.STEPS)
        self.questions: Mapping[str, Question] = _merged("QUESTIONS", common.QUESTIONS)
        self.reactors: Mapping[str, Sequence[Reactor]] = _reactors()
        self.entries: Mapping[str, Callable[[State, dict[str, Any]], Frame]] = entries.ENTRIES
        self.owns: Mapping[str, type[msgspec.Struct]] = {
            "state": BattleOwn,
            "side": SideOwn,
            "unit": UnitOwn,
            "base": ModelOwn,
            "feature": PieceOwn,
        }

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """The scenarios on offer."""
        return setup.scenarios()

    def armies(self, size: int) -> Sequence[ArmyInfo]:
        """The armies on offer for an agreed size in points."""
        return setup.armies(size)

    def default_setup(self, scenario: str, size: int) -> Setup:
        """A set-up that needs no change."""
        return setup.default_setup(scenario, size)

    def check_setup(self, chosen: Setup) -> Sequence[Problem]:
        """What is wrong with a set-up."""
        return setup.check_setup(chosen)

    def begin(self, chosen: Setup) -> tuple[State, Frame]:
        """The state before the first step and the frame that plays the battle."""
        return setup.begin(chosen)

    def position(self, document: dict[str, Any]) -> State:
        """The state that a position's document describes, lengths in inches."""
        return positions.build(document)

    def bots(self) -> Mapping[str, Callable[[], Any]]:
        """The generals by name, the best first; loaded when they are asked for."""
        from rulesets.age_of_fantasy_skirmish import general

        return general.bots()

    def list_file(self, chosen: Setup, side: str) -> str:
        """A side's warband as the text of a TOML file (:class:`game.engine.lists.KeepsLists`)."""
        return warbands.list_file(chosen, side)

    def read_list(self, data: bytes, name: str, size: int) -> ListReport:
        """A kept warband, or a list of Army Forge, with a report."""
        return warbands.read_list(data, name, size)

    def list_army(self, chosen: SideSetup, size: int) -> ArmyInfo | None:
        """The entries of a warband of the player's own."""
        return warbands.list_army(chosen, size)

    def overlays(self, view: State, thing: str) -> Sequence[Overlay]:
        """What may be shown about a thing."""
        return overlays.overlays(view, thing)

    def card(self, view: State, thing: str) -> Card:
        """What there is to know of a thing."""
        return cards.card(view, thing)

    def status(self, view: State) -> Sequence[tuple[Text, Text]]:
        """Round, phase, markers."""
        return cards.status(view)

    def upgrade(self, frame: Frame) -> Frame:
        """A frame of an older version in today's form; there is only one version of each yet."""
        if frame.name not in self.frames:
            raise ValueError(f"this version knows no frame {frame.name!r}")
        return frame

    # -- for the eyes alone (game.engine.relief) --------------------------------------------------------------

    def relief(self, view: State, feature: str) -> Relief:
        """How a piece of terrain rises."""
        return heights.relief(view, feature)

    def base_info(self, view: State, base: str) -> BaseInfo:
        """What one model has beside its unit's card."""
        return cards.base_info(view, base)

    def marker_ring(self, view: State, marker: str) -> float:
        """From how far (mm) an objective is seized and contested (AFS-MIS-04)."""
        return inch(number("seize_reach")) if view.markers[marker].kind == "objective" else 0.0

    def section(self, view: State, base: str, to: tuple[float, float], target: str = "") -> Section | None:
        """What is seen along a cut."""
        return heights.section(self, view, base, to, target)


def _merged(table: str, start: Mapping[Any, Any]) -> dict[Any, Any]:
    """One table of all modules; a key may stand in one of them only."""
    found = dict(start)
    for module in MODULES:
        rows = getattr(module, table, {})
        twice = [key for key in rows if key in found]
        if twice:
            raise ValueError(f"{module.__name__}: {twice} stands in {table} of another module too")
        found.update(rows)
    return found


def _reactors() -> dict[str, tuple[Reactor, ...]]:
    """The reactors of all modules by event type, in the order of the modules."""
    found: dict[str, tuple[Reactor, ...]] = {}
    for module in MODULES:
        for event, rows in getattr(module, "REACTORS", {}).items():
            found[event] = (*found.get(event, ()), *rows)
    return found


RULESET = Skirmish()
