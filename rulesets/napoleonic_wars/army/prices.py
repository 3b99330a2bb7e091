"""Table 1: what figures, guns, teams, crews, generals and commands cost.

NAP-PTS-01 to -14, NAP-CAM-02, NAP-CRI-02, NAP-MIC-04, NAP-R10 to NAP-R13, NAP-R49, NAP-R50, NAP-S23.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rulesets.napoleonic_wars.data_files import DATA
from rulesets.napoleonic_wars.own import Class, Weapon

Mount = Literal["", "camel", "elephant"]
FIREARMS = ("musket", "rifle", "double_rifle", "rifled_musket", "dragoon_musket", "carbine", "rifled_carbine")
DEARER = ("rifle", "double_rifle", "rifled_carbine")
"""Weapons that cost more than the usual one of any regulars (NAP-PTS-02)."""


class _Arms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    usual: int
    rifled_musket: int
    without: int
    camel: int
    elephant: int


class Table1(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table 1, part by part; pieces and teams by their calibre and animals as words."""

    figure: dict[str, dict[str, int]]
    arms: _Arms
    piece: dict[str, int]
    team: dict[str, int]
    crew: dict[str, dict[str, int]]
    command: dict[str, int]
    horse: dict[str, int]
    micro: dict[str, int]


table = DATA.whole("table_1.toml", Table1)


class Troops(msgspec.Struct, frozen=True):
    """What the price of a figure depends on; ``raw``: its training is worse than its class (NAP-PTS-03)."""

    arm: Literal["foot", "horse"]
    cls: Class
    light: bool = False
    regular: bool = True
    weapon: Weapon = ""
    lance: bool = False
    armour: bool = False
    melee: bool = False
    raw: bool = False
    mount: Mount = ""

    @property
    def row(self) -> str:
        """Its row of table 1 A: lancers are light, dragoons heavy as their lists say (NAP-PTS-11 to -14)."""
        if not self.regular:
            return "irregular" if self.arm == "foot" else "irregular_horse"
        if self.arm == "foot":
            return "light" if self.light else "line"
        return "light_horse" if self.light else "heavy_horse"


def figure(troops: Troops) -> int | None:
    """What a figure costs by table 1; None where the table has no such class (NAP-PTS-01 to -03, NAP-CAM-02).

    >>> figure(Troops("horse", "C", weapon="carbine", armour=True)), figure(Troops("foot", "E", weapon="musket"))
    (13, None)
    """
    arms, base = table().arms, table().figure[troops.row].get(troops.cls)
    if base is None:
        return None
    if troops.mount == "elephant":
        return base * arms.elephant
    base += arms.camel * (troops.mount == "camel")
    return base + (_regular(troops) if troops.regular else _irregular(troops))


def _regular(troops: Troops) -> int:
    arms, mounted = table().arms, troops.arm == "horse"
    dear = troops.weapon in DEARER or (mounted and troops.weapon == "dragoon_musket")
    more = arms.usual * (dear + troops.lance + troops.armour) + arms.rifled_musket * (troops.weapon == "rifled_musket")
    less = (mounted and troops.weapon not in FIREARMS) + (troops.raw and troops.light and not mounted)
    return more + arms.without * less


def _irregular(troops: Troops) -> int:
    """They pay for missile and melee weapons together, and for armour, but not for lances (NAP-R10)."""
    both = bool(troops.weapon) and (troops.melee or troops.lance)
    return table().arms.usual * (both + troops.armour)


def piece(name: str) -> int:
    """A gun or launcher by its calibre (NAP-PTS-04, NAP-PTS-07)."""
    return table().piece[name]


def team(animals: int) -> int:
    """A team with its limber, without drivers (NAP-PTS-05); rocket wagons of six horses as guns' (NAP-R12)."""
    return table().team[str(animals)]


def gunner(cls: Class, *, horse: bool) -> int:
    """A gunner (NAP-PTS-06, NAP-R11)."""
    return table().crew["horse" if horse else "foot"][cls]


def driver(cls: Class) -> int:
    """A driver (NAP-PTS-06)."""
    return table().crew["driver"][cls]


def drivers(animals: int) -> int:
    """Drivers of a team: one for two animals (NAP-S23)."""
    return animals // 2


def command(name: str) -> int:
    """A general, or the command points of a unit or detachment (NAP-PTS-08, NAP-PTS-09)."""
    return table().command[name]


def tenth(points: int) -> int:
    """A tenth, halves rounded up: what costs so at 5 or 6 mm (NAP-MIC-04, NAP-R49).

    >>> tenth(505), tenth(504)
    (51, 50)
    """
    share = table().micro["tenth"]
    return (2 * points + share) // (2 * share)
