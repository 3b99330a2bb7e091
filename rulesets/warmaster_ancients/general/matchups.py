"""One body against another in numbers: who would fight with how many dice, by kind, aspect and cover.

The tables are the rules' own (``data/modifiers.toml``); how many stands would touch is judged by breadths. For clashes
that are only feared or hoped for: what can be charged now is reckoned exactly (:mod:`general.charges`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from rulesets.warmaster_ancients.army.profiles import Profile
from rulesets.warmaster_ancients.data_files import load_modifiers
from rulesets.warmaster_ancients.data_types import Status
from rulesets.warmaster_ancients.general.duels import Fighter, Stake, clash, through
from rulesets.warmaster_ancients.general.field import Troop

Aspect = Literal["front", "flank", "rear"]


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


def _chance(cover: Status, kind: Profile) -> float:
    """The chance that a blow at a kind in some cover makes a casualty."""
    return through(int(load_modifiers().combat(cover).need), kind.armour)


def charge_clash(
    charger: Troop, charged: Troop, aspect: Aspect, cover: Status = "open", support: int = 0, rough: bool = False
) -> Stake:
    """What a charge is likely to bring its side: ``aspect`` where the charged is struck, ``cover`` what it has then.

    ``support`` counts stands that support the charged, ``rough`` tells that it stands on difficult ground: no bonus for
    charging (WMA-MOD-01, WMA-S15). Missile troops struck in front shoot first (WMA-RCT-01): about so many casualties,
    which count for the result.
    """
    one, two, block = charger.kind, charged.kind, charged.block
    length = 2.0 * (block.half_depth if aspect == "flank" else block.half_width)
    mine = touching(charger.stands, one.footprint.width, length)
    theirs = 1 if aspect == "flank" else touching(charged.stands, two.footprint.width, 2.0 * charger.block.half_width)
    extra = flanked = volley = 0
    if cover == "open" and not rough:
        extra = _bonus("charge") + (_bonus("shock") if one.shock else 0)
    if aspect != "front":
        flanked = _bonus("flank_rear")
    elif charged.shoots and not charged.engaged and not charged.own.reacted:
        volley = int(charged.stands * through(int(load_modifiers().shooting("open").need), one.armour) + 0.5)
    attack, answer = _fighter(charger, charged), _fighter(charged, charger)
    return clash(
        attack._replace(extra=extra, fighting=mine, carried=attack.carried + volley, chance=_chance(cover, two)),
        answer._replace(
            attacks=max(answer.attacks + flanked, 1),
            fighting=theirs,
            chance=_chance("open", one),
            support=support + volley,
            follows=answer.follows and cover != "fortified",
        ),
    )


def _fighter(who: Troop, enemy: Troop) -> Fighter:
    """A troop with its dice a stand before charges and flanks: Attacks, terror, confusion (WMA-MOD-05, WMA-MOD-07)."""
    kind = who.kind
    dice = kind.attacks + (_bonus("terrifying") if enemy.kind.terrifying else 0)
    dice += _bonus("confused") if who.own.confused else 0
    strength = (max(dice, 1), 0, who.stands, who.stands, kind.hits, who.carried, 0.0, 0)
    return Fighter(*strength, float(kind.points), who.whole, who.prize, follows(kind, enemy.kind))
