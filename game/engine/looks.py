"""The names of the figures that troops may be drawn as, and of the arms whose silhouettes stand for them."""

from __future__ import annotations

from typing import Literal, get_args

Look = Literal[
    "heavy_foot",
    "legion",
    "spear_foot",
    "pike",
    "warband",
    "archers",
    "slingers",
    "skirmish",
    "cavalry",
    "light_cavalry",
    "light_chariot",
    "heavy_chariot",
    "scythed_chariot",
    "elephant",
    "bolt_thrower",
    "stone_thrower",
    "general",
    "leader",
    "officer",
    "captain",
    "swordsman",
    "spear_fighter",
    "pike_fighter",
    "crossbowman",
    "bowman",
    "ranger",
    "gunman",
    "witch",
    "wizard",
    "brute",
    "rogue",
    "mortar",
    "ballista",
    "lancer",
    "rider",
    "barrow_lord",
    "necromancer",
    "ghoul",
    "wraith",
    "bone_archer",
    "skeleton",
    "troll",
    "ogre",
    "wolf",
    "drake",
    "imp",
]
"""How the figures of a base look; from ``captain`` on, single figures that fill a skirmish base."""
Arm = Literal[
    "heavy-foot",
    "spear",
    "pike",
    "warband",
    "bow",
    "skirmish",
    "musket",
    "trooper",
    "light-horse",
    "heavy-horse",
    "hussar",
    "chariot",
    "wagon",
    "elephant",
    "gun",
    "engine",
    "ballista",
    "monster",
    "brute",
    "beast",
    "ghost",
    "machine",
    "tank",
    "drone",
    "hero",
    "wizard",
    "leader",
]
"""The arm that troops belong to: the silhouette that stands for them from afar."""
LOOK = "look"
"""What the field of an army's row is called that says as what it is drawn."""
LOOKS: tuple[str, ...] = get_args(Look)
"""All looks."""
ARMS: tuple[str, ...] = get_args(Arm)
"""All arms."""
