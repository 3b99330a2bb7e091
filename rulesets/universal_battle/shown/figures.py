"""Which figures a unit may be drawn as by what it is, where no table says so: its class, then what it carries.

Armies of the players' own hold units of any age, whose names say much or nothing: among the figures that their class
allows the name chooses, and where it names none of them the first is taken. USB-PTS-09, USB-EQP-04, USB-MON-14.
"""

from __future__ import annotations

from game.engine.looks import Look
from game.engine.state import State
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.own import ModelOwn

Looks = tuple[Look, ...]

HEROES: Looks = ("captain", "barrow_lord", "necromancer", "wizard", "witch")
FOOT: Looks = (
    "swordsman",
    "spear_fighter",
    "pike_fighter",
    "bowman",
    "crossbowman",
    "ranger",
    "gunman",
    "musketeer",
    "trooper",
    "brute",
    "rogue",
    "skeleton",
    "bone_archer",
    "ghoul",
    "wraith",
    "necromancer",
    "wizard",
    "witch",
    "imp",
    "wolf",
    "walker",
    "drone",
)
HEAVY: Looks = ("ogre", "troll", "barrow_lord", *FOOT)
CARTS: Looks = ("light_chariot", "heavy_chariot", "scythed_chariot", "wagon", "tank", "walker", "drone")
RIDERS: Looks = ("rider", "lancer", "hussar", "wolf", "drake", "elephant", "wraith", *CARTS)
GREAT: Looks = ("troll", "ogre", "elephant", "drake", "wolf", "wraith", "mortar", "ballista", "stone_thrower", *CARTS)

MODERN = ("automatic", "special")
GUNS = ("large", "huge", "automatic")


def likely(view: State, unit: str) -> Looks:
    """The figures that a unit may be drawn as, the likeliest first."""
    base = next((view.bases[b] for b in view.units[unit].bases if b in view.bases), None)
    return likely_of(facts.model(base)) if base is not None else ()


def likely_of(own: ModelOwn) -> Looks:
    """The figures that a model may be drawn as, the likeliest first."""
    if own.growth >= 0:
        return _first(_great(own), GREAT)
    if own.category:
        return HEROES
    carried = {weapon.item for weapon in own.weapons}
    match own.kind:
        case "riders":
            return _first("lancer" if "lance" in carried else "rider", RIDERS)
        case "heavy":
            return _first("walker" if carried.intersection(MODERN) else "ogre", HEAVY)
        case _:
            return _first(_foot(carried), FOOT)


def _foot(carried: set[str]) -> Look:
    """What most look like who go on foot with such weapons: what they shoot with is seen first."""
    if carried.intersection(MODERN):
        return "trooper"
    if "ranged" in carried:
        return "bowman"
    if "light" in carried:
        return "rogue"
    if "pole" in carried:
        return "spear_fighter"
    return "brute" if "heavy" in carried else "swordsman"


def _great(own: ModelOwn) -> Look:
    """What most monsters and machines look like that carry the same."""
    carried = {weapon.item for weapon in own.weapons}
    if carried.intersection(GUNS):
        return "tank" if own.growth else "mortar"
    if own.cargo:
        return "wagon"
    if "fliers" in own.specs:
        return "drake"
    if not own.growth and "ranged" in carried:
        return "ballista"
    return "elephant" if "lance" in carried else "troll"


def _first(look: Look, among: Looks) -> Looks:
    return (look, *(one for one in among if one != look))
