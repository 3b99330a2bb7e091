"""Single figures that fill a skirmish base: which drawing serves which look, and how large."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np

from game.client.art import creatures as cr
from game.client.art import fighters as fi
from game.client.art import machines as ma
from game.client.art.figures import Coat

Maker = Callable[[Coat, np.random.Generator], str]


class Model(msgspec.Struct, frozen=True):
    """A drawing: who makes it, and the width (mm) of the base that it is drawn for."""

    make: Maker
    span: float


MODELS: dict[str, Model] = {
    "captain": Model(fi.captain, 9.4),
    "swordsman": Model(fi.swordsman, 8.4),
    "spear_fighter": Model(fi.spear_fighter, 8.4),
    "pike_fighter": Model(fi.pike_fighter, 8.8),
    "crossbowman": Model(fi.crossbowman, 8.8),
    "bowman": Model(fi.bowman, 8.8),
    "ranger": Model(fi.ranger, 9.0),
    "gunman": Model(fi.gunman, 8.6),
    "witch": Model(fi.witch, 8.8),
    "wizard": Model(fi.wizard, 8.8),
    "brute": Model(fi.brute, 9.0),
    "rogue": Model(fi.rogue, 8.4),
    "mortar": Model(fi.mortar, 42.0),
    "ballista": Model(fi.ballista, 47.0),
    "lancer": Model(fi.lancer, 10.6),
    "rider": Model(fi.rider, 10.6),
    "barrow_lord": Model(cr.barrow_lord, 9.6),
    "necromancer": Model(cr.necromancer, 8.8),
    "ghoul": Model(cr.ghoul, 8.8),
    "wraith": Model(cr.wraith, 10.0),
    "bone_archer": Model(cr.bone_archer, 8.8),
    "skeleton": Model(cr.skeleton, 8.6),
    "troll": Model(cr.troll, 9.6),
    "ogre": Model(cr.ogre, 9.6),
    "wolf": Model(cr.wolf, 9.6),
    "drake": Model(cr.drake, 44.0),
    "imp": Model(cr.imp, 8.2),
    "musketeer": Model(ma.musketeer, 8.8),
    "trooper": Model(ma.trooper, 8.8),
    "hussar": Model(ma.hussar, 10.6),
    "marshal": Model(ma.hussar, 10.6),
    "brigadier": Model(ma.hussar, 10.6),
    "walker": Model(ma.walker, 11.4),
    "drone": Model(ma.drone, 10.6),
    "tank": Model(ma.tank, 47.0),
    "wagon": Model(ma.wagon, 46.0),
}
"""Looks of single figures, by name."""


def model_svg(look: str, coat: Coat, rng: np.random.Generator) -> str:
    """The figure of a look at the size it is drawn for."""
    return MODELS[look].make(coat, rng)


def model_size(look: str, width: float, depth: float) -> float:
    """By how much the figure of a look is grown for a base (mm)."""
    return min(width, depth) / MODELS[look].span
