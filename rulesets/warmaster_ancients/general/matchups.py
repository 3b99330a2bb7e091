"""One body against another in numbers: who would fight with how many dice, by kind, aspect and cover.

The tables are the rules' own (``data/modifiers.toml``); how many stands would touch is judged by breadths. For clashes
that are only feared or hoped for: what can be charged now is reckoned exactly (:mod:`general.charges`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from rulesets.warmaster_ancients.army.profiles import Profile
from rulesets.warmaster_ancients.data_files import load_modifiers
from rulesets.warmaster_ancients.data_types import Status
from rulesets.warmaster_ancients.general.duels import Clash, Fighter, clash, through
from rulesets.warmaster_ancients.general.field import Troop

Aspect = Literal["front", "flank", "rear"]


class Support(NamedTuple):
    """Stands that would support each of two: the one that charges and the one charged."""

    charger: int = 0
    charged: int = 0


ALONE = Support()


def touching(stands: int, frontage: float, breadth: float) -> int:
    """How many stands of a frontage (mm) in line would touch a body of this breadth that they meet in the middle.

    Corners touch too (WMA-S05): a body as broad as a stand is touched by its neighbours.

    >>> touching(3, 40.0, 120.0), touching(3, 20.0, 20.0), touching(3, 40.0, 60.0), touching(3, 40.0, 20.0)
    (3, 3, 3, 1)
    """
    return min(stands, int(breadth // frontage) + 2) if breadth >= frontage else 1


def follows(hunter: Profile, prey: Profile) -> bool:
    """Whether a kind may pursue another over open ground (WMA-PUR-01, WMA-S33)."""
    return not hunter.artillery and not (hunter.type == "infantry" and prey.mounted)


@lru_cache(maxsize=1024)
def _bonus(row: str) -> int:
    return int(load_modifiers().attack(row).value)


def _attacks(who: Troop, enemy: Troop) -> int:
    """Dice of a stand before charges and flanks: Attacks, terror, confusion (WMA-MOD-05, WMA-MOD-07)."""
    dice = who.kind.attacks
    if enemy.kind.terrifying:
        dice += _bonus("terrifying")
    if who.own.confused:
        dice += _bonus("confused")
    return dice


def charge_clash(
    charger: Troop,
    charged: Troop,
    aspect: Aspect,
    cover: Status = "open",
    support: Support = ALONE,
    rough: bool = False,
) -> Clash:
    """What a charge is likely to bring: ``aspect`` where the charged is struck, ``cover`` what it has then.

    ``rough`` tells that the charged stands on difficult ground: no bonus for charging (WMA-MOD-01, WMA-S15). Missile
    troops struck in front shoot first (WMA-RCT-01): about so many casualties, which count for the result.
    """
    one, two = charger.kind, charged.kind
    length = 2.0 * charged.block.half_width if aspect != "flank" else 2.0 * charged.block.half_depth
    breadth = 2.0 * charger.block.half_width
    mine = touching(charger.stands, one.footprint.width, length)
    theirs = 1 if aspect == "flank" else touching(charged.stands, two.footprint.width, breadth)
    extra = 0
    if cover == "open" and not rough:
        extra = _bonus("charge") + (_bonus("shock") if one.shock else 0)
    flanked = 0 if aspect == "front" else _bonus("flank_rear")
    volley = 0
    if two.range is not None and aspect == "front" and not charged.engaged and not charged.own.reacted:
        volley = int(charged.stands * through(int(load_modifiers().shooting("open").need), one.armour) + 0.5)
    chance, back = _chance(cover, two), _chance("open", one)
    dice, answer = _attacks(charger, charged), _attacks(charged, charger) + flanked
    behind = support.charged + volley
    pursues = follows(two, one) and cover != "fortified"
    return clash(
        _fighter(charger, dice, extra, mine, charger.carried + volley, chance, support.charger, follows(one, two)),
        _fighter(charged, answer, 0, theirs, charged.carried, back, behind, pursues),
    )


def _chance(cover: Status, kind: Profile) -> float:
    """The chance that a blow at a kind in some cover makes a casualty."""
    return through(int(load_modifiers().combat(cover).need), kind.armour)


def _fighter(
    who: Troop, dice: int, extra: int, fighting: int, carried: int, chance: float, support: int, pursues: bool
) -> Fighter:
    strength = (max(dice, 1), extra, fighting, who.stands, who.kind.hits, carried, chance, support)
    return Fighter(*strength, float(who.kind.points), who.whole, who.prize, pursues)
