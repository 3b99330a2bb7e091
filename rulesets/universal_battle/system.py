"""The ruleset object: everything of the Universal battle system that the engine, the client and the bots may call."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import msgspec

from game.engine.ruleset import Meta
from game.engine.system import System
from game.engine.text import T, Text
from rulesets.universal_battle.attack import losses, throws, volley
from rulesets.universal_battle.charge import acts, charges, hidden, reactions
from rulesets.universal_battle.measures import MEASURES
from rulesets.universal_battle.move import forced, movement, moving
from rulesets.universal_battle.nerve import morale
from rulesets.universal_battle.own import BattleOwn, LockOwn, ModelOwn, PieceOwn, SideOwn, MarkerOwn, UnitOwn

VERSION = "1.0.0"

MODULES: tuple[ModuleType, ...] = (
    throws,
    volley,
    losses,
    morale,
    movement,
    moving,
    forced,
    hidden,
    reactions,
    charges,
    acts,
)

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

META = Meta("USB", "Universal battle system", VERSION, MEASURES, Path(__file__).parent, chapters=CHAPTERS, order=40)

OWN: dict[str, type[msgspec.Struct]] = {
    "state": BattleOwn,
    "side": SideOwn,
    "unit": UnitOwn,
    "base": ModelOwn,
    "feature": PieceOwn,
    "tie": LockOwn,
    "marker": MarkerOwn,
}


class Universal(System):
    """The Universal battle system."""


RULESET = Universal(META, MODULES, OWN, setup=None, positions=None)
