"""The ruleset object: everything of Warmaster Ancients that the engine, the client and the bots may call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from game.engine import frames as common
from game.engine.flow import Reactor, StepFn
from game.engine.ruleset import ArmyInfo, Card, Meta, Overlay, Problem, Question, ScenarioInfo, Setup
from game.engine.state import Frame, State
from game.engine.text import T, Text
from rulesets.warmaster_ancients import (
    advance,
    after_round,
    cards,
    casualties,
    characters,
    charging,
    combat,
    command,
    deployment,
    draws,
    driveback,
    entries,
    initiative,
    melee,
    movement,
    overlays,
    positions,
    reform,
    results,
    retreat,
    rounds,
    setup,
    shooting,
    tokens,
    turn,
    volley,
)
from rulesets.warmaster_ancients.measures import MEASURES
from rulesets.warmaster_ancients.own import BattleOwn, ContactOwn, SideOwn, UnitOwn

VERSION = "1.0.0"

MODULES: tuple[ModuleType, ...] = (
    turn,
    deployment,
    initiative,
    command,
    movement,
    charging,
    characters,
    tokens,
    volley,
    casualties,
    shooting,
    driveback,
    melee,
    combat,
    rounds,
    results,
    draws,
    retreat,
    after_round,
    advance,
    reform,
)

CHAPTERS: dict[str, Text] = {
    "setup": T("Setting up"),
    "turn": T("Turn sequence"),
    "victory": T("End of the game"),
    "initiative": T("Initiative"),
    "command": T("Command and orders"),
    "movement": T("Movement"),
    "terrain": T("Terrain"),
    "characters": T("Characters"),
    "shooting": T("Shooting"),
    "driveback": T("Drive-back"),
    "reaction": T("Shooting at chargers"),
    "combat": T("Combat: engagement and attacks"),
    "result": T("Combat result"),
    "pursuit": T("Pursuit and advance"),
    "modifiers": T("Attack modifiers"),
    "end": T("End of the melee phase"),
}


class Warmaster:
    """Warmaster Ancients as the engine knows it (:class:`game.engine.ruleset.Ruleset`)."""

    def __init__(self) -> None:
        self.meta = Meta(
            setup.RULESET_ID,
            "Warmaster Ancients",
            VERSION,
            MEASURES,
            Path(__file__).parent,
            setup.option_defs(),
            CHAPTERS,
            order=10,
            losses=T("Stands lost"),
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
            "tie:contact": ContactOwn,
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
        """The state that a position's document describes, lengths in cm."""
        return positions.build(document)

    def bots(self) -> Mapping[str, Callable[[], Any]]:
        """The generals by name, the best first; loaded when they are asked for."""
        from rulesets.warmaster_ancients import general

        return general.bots()

    def overlays(self, view: State, thing: str) -> Sequence[Overlay]:
        """What may be shown about a thing."""
        return overlays.overlays(view, thing)

    def card(self, view: State, thing: str) -> Card:
        """What there is to know of a thing."""
        return cards.card(view, thing)

    def status(self, view: State) -> Sequence[tuple[Text, Text]]:
        """Turn, phase, points."""
        return cards.status(view)

    def upgrade(self, frame: Frame) -> Frame:
        """A frame of an older version in today's form; there is only one version of each yet."""
        if frame.name not in self.frames:
            raise ValueError(f"this version knows no frame {frame.name!r}")
        return frame


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


RULESET = Warmaster()
