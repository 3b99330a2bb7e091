"""The ruleset object: everything of ancient battles in rank and flank that the engine, client and bots may call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from game.engine import frames as common
from game.engine.flow import Reactor, StepFn
from game.engine.ruleset import ArmyInfo, Card, Meta, Overlay, Problem, Question, ScenarioInfo, Setup
from game.engine.state import Frame, State
from game.engine.text import Text
from rulesets.ancient_battles import positions
from rulesets.ancient_battles.measures import MEASURES
from rulesets.ancient_battles.own import BattleOwn, ChargeOwn, ContactOwn, SideOwn, UnitOwn

VERSION = "1.0.0"

PARTS = (
    "turn",
    "start",
    "deployment",
    "leadership",
    "psychology",
    "panic",
    "charges",
    "reactions",
    "flights",
    "rally",
    "charge_moves",
    "moves",
    "volley",
    "shooting",
    "casualties",
    "combat",
    "combat_entries",
    "fight",
    "blow_choices",
    "results",
    "meeting",
    "pursuit",
    "giving_ground",
)
"""Modules that bring frames, steps, questions or reactors."""

CHAPTERS: dict[str, Text] = {}


def _found(name: str) -> ModuleType | None:
    try:
        return import_module(f"rulesets.ancient_battles.{name}")
    except ModuleNotFoundError:
        return None


MODULES: tuple[ModuleType, ...] = tuple(m for m in map(_found, PARTS) if m is not None)


class AncientBattles:
    """Ancient battles as the engine knows them (:class:`game.engine.ruleset.Ruleset`)."""

    def __init__(self) -> None:
        setup, entries = _found("setup"), _found("entries")
        self.meta = Meta(
            "WAB",
            "Ancient Battles",
            VERSION,
            MEASURES,
            Path(__file__).parent,
            setup.option_defs() if setup else (),
            CHAPTERS,
        )
        self.frames: Mapping[str, type[msgspec.Struct] | None] = _merged("FRAMES", common.FRAMES)
        self.steps: Mapping[tuple[str, str], StepFn] = _merged("STEPS", common.STEPS)
        self.questions: Mapping[str, Question] = _merged("QUESTIONS", common.QUESTIONS)
        self.reactors: Mapping[str, Sequence[Reactor]] = _reactors()
        self.entries: Mapping[str, Callable[[State, dict[str, Any]], Frame]] = {
            **_merged("ENTRIES", {}),
            **(entries.ENTRIES if entries else {}),
        }
        self.owns: Mapping[str, type[msgspec.Struct]] = {
            "state": BattleOwn,
            "side": SideOwn,
            "unit": UnitOwn,
            "tie:contact": ContactOwn,
            "tie:charge": ChargeOwn,
        }

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """The scenarios on offer."""
        from rulesets.ancient_battles import setup

        return setup.scenarios()

    def armies(self, size: int) -> Sequence[ArmyInfo]:
        """The armies on offer for an agreed size in points."""
        from rulesets.ancient_battles import setup

        return setup.armies(size)

    def default_setup(self, scenario: str, size: int) -> Setup:
        """A set-up that needs no change."""
        from rulesets.ancient_battles import setup

        return setup.default_setup(scenario, size)

    def check_setup(self, chosen: Setup) -> Sequence[Problem]:
        """What is wrong with a set-up."""
        from rulesets.ancient_battles import setup

        return setup.check_setup(chosen)

    def begin(self, chosen: Setup) -> tuple[State, Frame]:
        """The state before the first step and the frame that plays the battle."""
        from rulesets.ancient_battles import setup

        return setup.begin(chosen)

    def position(self, document: dict[str, Any]) -> State:
        """The state that a position's document describes, lengths in inches."""
        return positions.build(document)

    def bots(self) -> Mapping[str, Callable[[], Any]]:
        """The generals by name, the best first; loaded when they are asked for."""
        from rulesets.ancient_battles import general

        return general.bots()

    def overlays(self, view: State, thing: str) -> Sequence[Overlay]:
        """What may be shown about a thing."""
        from rulesets.ancient_battles import overlays

        return overlays.overlays(view, thing)

    def card(self, view: State, thing: str) -> Card:
        """What there is to know of a thing."""
        from rulesets.ancient_battles import cards

        return cards.card(view, thing)

    def status(self, view: State) -> Sequence[tuple[Text, Text]]:
        """Turn, phase, points."""
        from rulesets.ancient_battles import cards

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


RULESET = AncientBattles()
