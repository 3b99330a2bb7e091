"""Table 9: the casualty factor of a volley of small arms or bows, row by row (NAP-SMA-22 to -33, NAP-CRI-03).

What is known of a shot is told in a :class:`Shot`; who may fire at whom, and from where, is told elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from game.engine.text import T, Text
from game.kit.factors import Entry, total
from game.kit.factors import rows as rows_of
from game.kit.sums import Row
from rulesets.napoleonic_wars.data_files import DATA
from rulesets.napoleonic_wars.own import Class, Weapon

Cover = Literal["none", "soft", "hard", "total"]
Target = Literal["close", "square", "limbered", "deployed", "loose"]
Charging = Literal["", "firer", "foot", "horse"]
"""A target that charges the firer, or charges others on foot or mounted (NAP-R67)."""
COVERS: tuple[Cover, ...] = ("none", "soft", "hard")
RIFLES: tuple[Weapon, ...] = ("rifle", "double_rifle", "rifled_carbine")
"""Weapons with which British skirmishers are as others are."""
SINGLE: tuple[Weapon, ...] = ("musket", "dragoon_musket", "rifled_musket", "carbine")
"""Weapons whose fire of one shot instead of two counts -4 (NAP-R66)."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ranges: tuple[float, ...]
    weapon: dict[str, tuple[int, ...]]
    firer: dict[str, int]
    target: dict[str, tuple[int, int, int]]
    other: dict[str, int]
    limit: dict[str, int]
    random: dict[str, tuple[int, ...]]


_table = DATA.whole("table_9.toml", _Table)
SLACK = 1e-4


class Shot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a moment says of one group of figures that fire at one target; kept in the record (NAP-S86, NAP-S101).

    Attributes
    ----------
    weapon
        As it is used: a rifle with unpatched ball is a carbine (NAP-SMA-05).
    far
        Cm to the target.
    first_volley, skirmishers, british
        NAP-SMA-24; the firers are in open order; they are British foot.
    cls, disorder
        Class of their training, factors that count.
    shots
        1 or 2, of a weapon that may fire two.
    lost_quarters
        Quarters in which bowmen could not shoot.
    target, ranks, cover
        What they fire at, ranks along the line of fire, its cover.
    moved
        Cm that it moved in this move up to the moment of fire.
    charging
        Whom it charges: the row of a charge takes the place of those of movement (NAP-R67).
    """

    weapon: Weapon
    far: float
    first_volley: bool = False
    skirmishers: bool = False
    british: bool = False
    cls: Class = "C"
    disorder: int = 0
    shots: int = 2
    lost_quarters: int = 0
    saddle: bool = False
    gunners: bool = False
    rain: bool = False
    target: Target = "close"
    ranks: int = 1
    cover: Cover = "none"
    moved: float = 0.0
    charging: Charging = ""
    prone: bool = False
    small_bases: bool = False
    elephants: bool = False
    optional: bool = False


def reach(weapon: Weapon) -> float:
    """Cm that a weapon reaches; 0 of none."""
    row = _table().weapon.get(_used_as(weapon), ())
    return _table().ranges[len(row) - 1] if row else 0.0


def _used_as(weapon: Weapon) -> str:
    return "rifle" if weapon == "double_rifle" else weapon


def entry(weapon: Weapon, far: float) -> int | None:
    """The printed entry of table 9A for a range in cm, limits included; None out of range (NAP-SMA-25)."""
    row = _table().weapon.get(_used_as(weapon), ())
    for limit, factor in zip(_table().ranges, row, strict=False):
        if far <= limit + SLACK:
            return factor
    return None


def may_fire_at_loose(weapon: Weapon, far: float, *, skirmishers: bool) -> bool:
    """Whether skirmishers may be fired at: not where the entry is below 20, but by skirmishers (NAP-SMA-26)."""
    found = entry(weapon, far)
    return found is not None and (skirmishers or found >= _table().limit["skirmishers"])


def random_of(face: int) -> int:
    """What one die adds for all figures of a unit (NAP-SMA-31)."""
    return _table().random["faces"][face - 1]


def rows(shot: Shot) -> tuple[Row, ...]:
    """The factor row by row, the die not among them. Raises ValueError out of range."""
    found = entry(shot.weapon, shot.far)
    if found is None:
        raise ValueError(f"{shot.weapon} does not reach {shot.far} cm")
    optional = _table().limit["optional"] if shot.optional else 0
    first: Row = (T("{far} cm", far=round(shot.far, 1)), found + optional, "NAP-SMA-25")
    return (first, *rows_of(_worth(shot), (*_firer(shot), *_target(shot), *_moving(shot))))


def _worth(shot: Shot) -> dict[str, int]:
    """What the rows of tables 9B and 9C are worth for a shot, those of the target by its cover."""
    cover = COVERS.index("hard" if shot.cover == "total" else shot.cover)
    target = {f"target_{name}": values[cover] for name, values in _table().target.items()}
    return {**_table().firer, **_table().other, **target}


def factor(shot: Shot) -> int:
    """The sum of the rows."""
    return total(rows(shot))


def _firer(shot: Shot) -> Iterator[Entry]:
    """Table 9B."""
    clause, bow = "NAP-SMA-28", shot.weapon == "bow"
    british = shot.british and shot.weapon not in RIFLES
    first = shot.first_volley and not shot.skirmishers and not bow
    yield T("first volley"), "first_volley", first, clause
    yield T("skirmishers"), "skirmishers", shot.skirmishers and not british, clause
    yield T("British foot"), "british", british, clause
    yield T("class {cls}", cls=shot.cls), shot.cls, shot.cls in _table().firer, clause
    yield T("quarters not shooting"), "lost_quarter", shot.lost_quarters if bow else 0, clause
    yield T("bows at cover"), "bow_at_cover", bow and shot.cover != "none", clause
    yield T("disorganisation"), "disorder", shot.disorder, clause
    yield T("from the saddle"), "saddle", shot.saddle, clause
    yield T("gunners with muskets"), "gunners", shot.gunners, clause
    yield T("rain"), "rain", shot.rain, clause
    yield T("one shot"), "one_shot", shot.shots == 1 and shot.weapon in SINGLE, clause


def _target(shot: Shot) -> Iterator[Entry]:
    """Table 9C by formation, ranks along the line of fire and cover (NAP-SMA-29)."""
    limit, name = _table().limit, str(shot.target)
    if shot.target == "close":
        name = "deep" if shot.ranks >= limit["deep"] else "ranks" if shot.ranks >= limit["ranks"] else "close"
    yield T("target: {what}", what=TARGETS[name]), f"target_{name}", True, "NAP-SMA-29"


def _moving(shot: Shot) -> Iterator[Entry]:
    """The other rows of table 9C: the larger of two rows of movement alone, of a charger that of its charge."""
    limit, kind = _table().limit, shot.target
    far = "moved_far" if shot.moved > limit["moved_far"] + SLACK else "moved"
    moved = shot.moved > limit["moved"] + SLACK and not shot.charging
    yield T("it moved"), far, moved, "NAP-SMA-30"
    yield T("it charges others"), f"charging_{shot.charging}", shot.charging in ("foot", "horse"), "NAP-R67"
    yield T("prone"), "prone", shot.prone, "NAP-SMA-30"
    yield T("skirmishers on small bases"), "small_bases", shot.small_bases and kind == "loose", "NAP-SMA-30"
    yield T("elephants"), "elephants", shot.elephants, "NAP-CAM-11"


TARGETS: dict[str, Text] = {
    "deep": T("close order, five ranks and more"),
    "ranks": T("close order, three or four ranks"),
    "square": T("square"),
    "close": T("close order"),
    "limbered": T("limbered guns"),
    "deployed": T("deployed guns"),
    "loose": T("skirmishers, or troops in a building"),
}
