"""Which figures and which arm stand for which troops: tables of a ruleset, and a guess where it brings none."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from game.client.art.files import asset, brought
from game.engine.looks import ARMS, LOOKS, Arm, Look

FILE, ARMS_FILE = "looks.toml", "arms.toml"
"""Names of the tables in the folder of a ruleset."""

WORDS: tuple[tuple[str, str], ...] = (
    ("elephant", "elephant"),
    ("słoń", "elephant"),
    ("mortar", "mortar"),
    ("barrow", "barrow_lord"),
    ("wight", "barrow_lord"),
    ("vampire", "barrow_lord"),
    ("necromancer", "necromancer"),
    ("caller", "necromancer"),
    ("warlock", "necromancer"),
    ("witch", "witch"),
    ("sorcer", "witch"),
    ("wizard", "wizard"),
    ("mage", "wizard"),
    ("shaman", "wizard"),
    ("priest", "wizard"),
    ("ghoul", "ghoul"),
    ("zombie", "ghoul"),
    ("wraith", "wraith"),
    ("ghost", "wraith"),
    ("spirit", "wraith"),
    ("bone archer", "bone_archer"),
    ("skeleton archer", "bone_archer"),
    ("skeleton", "skeleton"),
    ("bone warrior", "skeleton"),
    ("troll", "troll"),
    ("golem", "troll"),
    ("giant", "ogre"),
    ("ogre", "ogre"),
    ("minotaur", "ogre"),
    ("rider", "rider"),
    ("wolf", "wolf"),
    ("hound", "wolf"),
    ("beast", "wolf"),
    ("dragon", "drake"),
    ("drake", "drake"),
    ("wyvern", "drake"),
    ("griffon", "drake"),
    ("goblin", "imp"),
    ("imp ", "imp"),
    ("ratm", "imp"),
    ("captain", "captain"),
    ("lord", "captain"),
    ("king", "captain"),
    ("queen", "captain"),
    ("prince", "captain"),
    ("champion", "captain"),
    ("crossbow", "crossbowman"),
    ("ranger", "ranger"),
    ("scout", "ranger"),
    ("hunter", "ranger"),
    ("tank", "tank"),
    ("czołg", "tank"),
    ("walker", "walker"),
    ("robot", "walker"),
    ("drone", "drone"),
    ("trooper", "trooper"),
    ("hussar", "hussar"),
    ("wagon", "wagon"),
    ("wóz", "wagon"),
    ("handgun", "gunman"),
    ("musket", "musketeer"),
    ("pistol", "gunman"),
    ("berserk", "brute"),
    ("barbarian", "brute"),
    ("assassin", "rogue"),
    ("thief", "rogue"),
    ("lancer", "lancer"),
    ("scythed", "scythed_chariot"),
    ("light chariot", "light_chariot"),
    ("chariot", "heavy_chariot"),
    ("rydwan", "heavy_chariot"),
    ("light horse", "light_cavalry"),
    ("light cavalry", "light_cavalry"),
    ("horse archer", "light_cavalry"),
    ("cavalry", "cavalry"),
    ("horse", "cavalry"),
    ("knight", "cavalry"),
    ("bolt", "bolt_thrower"),
    ("scorpion", "bolt_thrower"),
    ("cannon", "mortar"),
    ("artillery", "stone_thrower"),
    ("catapult", "stone_thrower"),
    ("general", "general"),
    ("leader", "leader"),
    ("hero", "leader"),
    ("officer", "officer"),
    ("pike", "pike"),
    ("spear", "spear_foot"),
    ("archer", "archers"),
    ("bow", "archers"),
    ("sling", "slingers"),
    ("javelin", "skirmish"),
    ("skirmish", "skirmish"),
    ("warrior", "warband"),
    ("warband", "warband"),
)


MODEL_OF: dict[str, str] = {
    "legion": "swordsman",
    "heavy_foot": "swordsman",
    "spear_foot": "spear_fighter",
    "pike": "pike_fighter",
    "warband": "brute",
    "archers": "bowman",
    "slingers": "rogue",
    "skirmish": "rogue",
    "cavalry": "lancer",
    "light_cavalry": "rider",
    "bolt_thrower": "ballista",
    "general": "captain",
    "leader": "captain",
    "officer": "captain",
}
"""What a single figure on a round or oval base looks like, where words name troops of many."""


class LooksError(Exception):
    """A table of looks that cannot be used; the sentence says which, where and why."""


def read_looks(path: Path) -> dict[str, str]:
    """A table of looks (code -> look).

    Raises
    ------
    LooksError
        The file cannot be read, is no TOML or names a look that does not exist.
    """
    found: dict[str, str] = _read(path, dict[str, Look], f"known looks are {', '.join(LOOKS)}")
    return found


def read_arms(path: Path) -> dict[str, str]:
    """A table of arms (code or look -> arm).

    Raises
    ------
    LooksError
        The file cannot be read, is no TOML or names an arm that does not exist.
    """
    found: dict[str, str] = _read(path, dict[str, Arm], f"known arms are {', '.join(ARMS)}")
    return found


def _read(path: Path, kind: Any, known: str) -> Any:
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        raise LooksError(f"{path.name}: not a TOML file ({e})") from e
    except msgspec.ValidationError as e:
        raise LooksError(f"{path.name}: {e}; {known}") from e


@functools.lru_cache(maxsize=32)
def _table(ruleset: str, file: str) -> dict[str, str]:
    """The table that a ruleset brings; one that cannot be used counts as none, and ``check`` says what is wrong."""
    path = brought(ruleset, file)
    try:
        return (read_looks if file == FILE else read_arms)(path) if path is not None else {}
    except LooksError:
        return {}


@functools.cache
def _arms() -> dict[str, str]:
    """The arm of each look."""
    return read_arms(asset(ARMS_FILE))


def arm_of(look: str, ruleset: str = "", code: str = "") -> str:
    """The arm that troops belong to: by the ruleset's table, else by how they look.

    >>> arm_of("legion"), arm_of("wolf", "USB", "TPAC"), arm_of("wolf", "USB", "TWOL")
    ('heavy-foot', 'beast', 'light-horse')
    """
    return _table(ruleset, ARMS_FILE).get(code) or _arms().get(look, ARMS[0])


def look_of(
    ruleset: str,
    code: str,
    name: str = "",
    width: float = 0.0,
    depth: float = 0.0,
    oval: bool = False,
    likely: Sequence[str] = (),
) -> str:
    """How troops look: by the ruleset's table, by a look named outright, by words of the name, by the base's shape.

    On a round or oval base stands a single figure, unless a table or the look itself says otherwise. Where looks are
    ``likely``, words of the name choose among them, and the first is taken where they name none.

    >>> look_of("WMA", "ELE"), look_of("", "x", "Royal pikemen"), look_of("", "x", "Guard", 20, 40)
    ('elephant', 'pike', 'cavalry')
    >>> look_of("", "x", "Royal pikemen", 25, 25, True), look_of("", "x", "Wolf riders", 25, 50, True)
    ('pike_fighter', 'rider')
    >>> look_of("", "x", "Tank hunters", 25, 25, True, ("trooper", "ranger")), look_of("", "x", "Us", likely=("tank",))
    ('ranger', 'tank')
    """
    found = _table(ruleset, FILE).get(code)
    if found:
        return found
    if code in LOOKS:
        return code
    lower = name.lower()
    guesses = [look for word, look in WORDS if word in lower]
    if likely:
        return next((look for g in guesses for look in (g, MODEL_OF.get(g, g)) if look in likely), likely[0])
    guess = guesses[0] if guesses else ""
    if oval:
        return MODEL_OF.get(guess, guess) or ("rider" if depth > width * 1.3 else "swordsman")
    return guess or ("cavalry" if depth > width else "heavy_foot")
