"""Table 9: the casualty factor of a volley of small arms or bows, row by row (NAP-SMA-22 to -33, NAP-CRI-03).

What is known of a shot is told in a :class:`Shot`; who may fire at whom, and from where, is told elsewhere.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from game.engine.text import T, Text
from rulesets.napoleonic_wars.data_files import DATA
from rulesets.napoleonic_wars.own import Class, Weapon

Cover = Literal["none", "soft", "hard", "total"]
Target = Literal["close", "square", "limbered", "deployed", "loose"]
Charging = Literal["", "firer", "foot", "horse"]
"""A target that charges the firer, or charges others on foot or mounted (NAP-R67)."""
Row = tuple[Text, float, str]
COVERS: tuple[Cover, ...] = ("none", "soft", "hard")
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
    """What is known of one group of figures that fire at one target (NAP-S86).

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
    return (first, *_firer(shot), *_target(shot))


def factor(shot: Shot) -> int:
    """The sum of the rows."""
    return sum(int(value) for _, value, _ in rows(shot))


def _firer(shot: Shot) -> list[Row]:
    """Table 9B."""
    table, clause = _table().firer, "NAP-SMA-28"
    muskets_of_britain = shot.british and shot.weapon not in ("rifle", "double_rifle", "rifled_carbine")
    single = shot.shots == 1 and shot.weapon in SINGLE
    told: list[tuple[Text, int, bool]] = [
        (T("first volley"), table["first_volley"], shot.first_volley and not shot.skirmishers and shot.weapon != "bow"),
        (T("skirmishers"), table["skirmishers"], shot.skirmishers and not muskets_of_britain),
        (T("British foot"), table["british"], muskets_of_britain),
        (T("class {cls}", cls=shot.cls), table.get(shot.cls, 0), shot.cls in table),
        (T("quarters not shooting"), table["lost_quarter"] * shot.lost_quarters, shot.weapon == "bow"),
        (T("bows at cover"), table["bow_at_cover"], shot.weapon == "bow" and shot.cover != "none"),
        (T("disorganisation"), table["disorder"] * shot.disorder, True),
        (T("from the saddle"), table["saddle"], shot.saddle),
        (T("gunners with muskets"), table["gunners"], shot.gunners),
        (T("rain"), table["rain"], shot.rain),
        (T("one shot"), table["one_shot"], single),
    ]
    return [(text, value, clause) for text, value, so in told if so and value]


def _target(shot: Shot) -> list[Row]:
    """Table 9C; the larger of the two rows of movement alone counts, of a charger that of its charge (NAP-R67)."""
    table, limit, other = _table().target, _table().limit, _table().other
    kind = shot.target
    name: str = kind
    if kind == "close":
        name = "deep" if shot.ranks >= limit["deep"] else "ranks" if shot.ranks >= limit["ranks"] else "close"
    cover = COVERS.index("hard" if shot.cover == "total" else shot.cover)
    moved = (
        other["moved_far"]
        if shot.moved > limit["moved_far"] + SLACK
        else other["moved"]
        if shot.moved > limit["moved"] + SLACK
        else 0
    )
    told: list[tuple[Text, int, bool]] = [
        (T("target: {what}", what=TARGETS[name]), table[name][cover], True),
        (T("it moved"), moved, not shot.charging),
        (T("it charges others"), other.get(f"charging_{shot.charging}", 0), bool(shot.charging)),
        (T("prone"), other["prone"], shot.prone),
        (T("skirmishers on small bases"), other["small_bases"], shot.small_bases and kind == "loose"),
        (T("elephants"), other["elephants"], shot.elephants),
    ]
    clauses = ("NAP-SMA-29", "NAP-SMA-30", "NAP-R67", "NAP-SMA-30", "NAP-SMA-30", "NAP-CAM-11")
    return [(text, value, clause) for (text, value, so), clause in zip(told, clauses, strict=True) if so and value]


TARGETS: dict[str, Text] = {
    "deep": T("close order, five ranks and more"),
    "ranks": T("close order, three or four ranks"),
    "square": T("square"),
    "close": T("close order"),
    "limbered": T("limbered guns"),
    "deployed": T("deployed guns"),
    "loose": T("skirmishers, or troops in a building"),
}
