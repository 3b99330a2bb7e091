"""The ruleset object: everything of the Universal battle system that the engine, the client and the bots may call."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from game.engine.ruleset import Meta
from game.engine.state import State
from game.engine.system import System
from game.engine.text import TN, T, Text
from game.geometry.tolerance import Measures
from game.kit import rolloff
from rulesets.universal_battle import entries
from rulesets.universal_battle.army.data_army import RULESET_ID
from rulesets.universal_battle.attack import hidden, losses, throws, volley
from rulesets.universal_battle.charge import charges
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.deploy import cards as laid_cards
from rulesets.universal_battle.deploy import deployment, positions, set_up, setup
from rulesets.universal_battle.fight import duel, melee, result
from rulesets.universal_battle.heroes import joining, luck, points
from rulesets.universal_battle.measures import IN_CENTIMETRES, MEASURES, inch
from rulesets.universal_battle.move import movement, moving
from rulesets.universal_battle.nerve import morale
from rulesets.universal_battle.own import BattleOwn, LockOwn, MarkerOwn, ModelOwn, PieceOwn, SideOwn, UnitOwn
from rulesets.universal_battle.shoot import shooting, smoke
from rulesets.universal_battle.shown import cards, overlays
from rulesets.universal_battle.transport import passengers
from rulesets.universal_battle.turn import activation, card_acts, rounds, victory

MODULES: tuple[ModuleType, ...] = (
    *(rounds, activation, card_acts, rolloff, deployment, set_up, laid_cards, passengers),
    *(movement, moving, charges, shooting, smoke, melee, duel, result),
    *(hidden, throws, volley, losses, morale, joining, luck, points, entries),
)
"""The course of the battle, moves, shots and blows, what they come to, and the heroes' part in it."""

CHAPTERS: dict[str, Text] = {
    "general": T("General principles"),
    "characteristics": T("Characteristics and tests"),
    "armies": T("Armies"),
    "troops": T("Troops and equipment"),
    "monsters": T("Monsters, machines and transport"),
    "heroes": T("Heroes and specialisations"),
    "battlefield": T("Battlefield and deployment"),
    "rounds": T("Rounds and actions"),
    "movement": T("Movement and formations"),
    "shooting": T("Sight and shooting"),
    "wounds": T("Saves and wounds"),
    "melee": T("Charges and melee"),
    "morale": T("Morale and fatigue"),
    "terrain": T("Terrain"),
    "powers": T("Heroes in play"),
    "victory": T("Winning"),
}

META = Meta(
    RULESET_ID,
    T("Universal Battle System").key,
    "1.0.0",
    MEASURES,
    Path(__file__).parent,
    setup.SETUP.option_defs(),
    CHAPTERS,
    order=40,
    losses=T("Models lost"),
    pieces=TN("{n} model", "{n} models", 0),
)

OWN: dict[str, type[msgspec.Struct]] = {
    "state": BattleOwn,
    "side": SideOwn,
    "unit": UnitOwn,
    "base": ModelOwn,
    "feature": PieceOwn,
    "tie:locked": LockOwn,
    "marker": MarkerOwn,
}


class Universal(System):
    """The Universal battle system; beside what every system brings, heights of the ground and rings of smoke."""

    relief = staticmethod(cards.relief)
    surface_at = staticmethod(cards.surface_at)
    base_info = staticmethod(cards.base_info)

    def measures_in(self, options: Mapping[str, Any]) -> Measures:
        """Inches, or two centimetres for each of them where the players have agreed on that (USB-GEN-09, USB-R05)."""
        return IN_CENTIMETRES if options.get("centimetres") else MEASURES

    def marker_ring(self, view: State, marker: str) -> float:
        """How far (mm) smoke reaches (USB-SPC-11)."""
        return inch(number("smoke")) / 2.0 if view.markers[marker].kind == "smoke" else 0.0


RULESET = Universal(
    META,
    MODULES,
    OWN,
    setup=setup.SETUP,
    positions=positions.POSITIONS,
    overlays=overlays,
    cards=cards,
    bots="rulesets.universal_battle.general",
    prospects="rulesets.universal_battle.shown.prospects",
    score=victory.score,
    tables=setup.TABLES,
    benches="rulesets.universal_battle.benches",
)
