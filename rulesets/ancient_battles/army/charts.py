"""The charts: to hit, to wound, the dice of a flight; armour, what it saves from and what it takes off the movement.

What a needed number of 7 and more means, too. WAB-ARM-01 to WAB-ARM-14, WAB-R29, WAB-R40, WAB-R41, WAB-R47.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from game.engine.decision import Sum
from game.engine.odds import Die
from game.engine.text import T, Text
from game.kit.attack import reaches
from game.kit.sums import Row, sum_of
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army.profiles import Profile
from rulesets.ancient_battles.data_files import Armour, Modifier
from rulesets.ancient_battles.measures import inch, inches
from rulesets.ancient_battles.own import Facing


def shooting_dice(number: int) -> tuple[Die, ...]:
    """The die of a shot that needs a number, and after it that thrown again for a six (WAB-SHT-02, WAB-S19).

    >>> [die.need for number in (0, 7, 10) for die in shooting_dice(number)]
    [2, 6, 4, 7]
    """
    again = data_files.charts().shooting.again
    if number <= 6:
        return (reaches(max(2, number)),)
    return (reaches(6), reaches(again[number - 7])) if number - 7 < len(again) else (reaches(7),)


def to_shoot(bs: int, modifiers: Iterable[Modifier]) -> Sum:
    """The number that a shot needs: penalties raise it, of a group the worst (WAB-SHT-02, WAB-SHT-03, WAB-R35)."""
    skill: Row = (T("Ballistic Skill {n}", n=bs), float(data_files.charts().shooting.base - bs), "WAB-SHT-02")
    worst: dict[str, Modifier] = {}
    for m in modifiers:
        key = m.group or m.id
        worst[key] = min(worst.get(key, m), m, key=lambda one: one.value)
    return sum_of(T("to hit"), [skill, *((Text(m.name), float(-m.value), m.clause) for m in worst.values())])


def to_hit(ws: int, enemy_ws: int) -> int:
    """Least face that hits in close combat (WAB-CMB-06).

    >>> to_hit(4, 3), to_hit(3, 4), to_hit(2, 6), to_hit(7, 8)
    (3, 4, 6, 4)
    """
    chart = data_files.charts().hit
    above = enemy_ws - ws
    return chart.below if above < 0 else chart.steps[min(above, len(chart.steps) - 1)]


def to_wound(strength: int, toughness: int) -> int:
    """Least face that wounds, 7 where none does (WAB-CMB-07).

    >>> to_wound(3, 3), to_wound(3, 6), to_wound(3, 7), to_wound(9, 2)
    (4, 6, 7, 2)
    """
    chart, above = data_files.charts().wound, toughness - strength
    if above >= chart.never:
        return 7
    return 6 if above in chart.six else max(chart.least, chart.base + above)


def strength_modifier(strength: int) -> int:
    """Modifier of the save by the attacker's Strength (WAB-ARM-12).

    >>> strength_modifier(3), strength_modifier(6), strength_modifier(10)
    (0, -3, -7)
    """
    return min(0, data_files.charts().save.free - strength)


def flight_dice(rate: float, shot_first: bool = False) -> int:
    """Dice of a flight by the movement rate (mm) after penalties (WAB-FLE-03, WAB-FLE-04, WAB-R30).

    >>> flight_dice(150.0), flight_dice(150.1), flight_dice(200.0, shot_first=True)
    (2, 3, 2)
    """
    chart = data_files.charts().flight
    dice = chart.slow_dice if inches(rate) <= chart.slow + 0.001 else chart.fast_dice
    return dice - 1 if shot_first else dice


Kind = Literal["melee", "missile"]
NO_SAVE = 7


def _counts(piece: Armour, profile: Profile, kind: Kind, edge: Facing) -> bool:
    """Whether a piece counts against an attack of this kind from this side (WAB-ARM-04, -05, -08, -09)."""
    if piece.against and piece.against != kind:
        return False
    if piece.front and edge != "front":
        return False
    return not (piece.skirmish_only_against == kind and profile.row.order != "skirmish")


def save(profile: Profile, kind: Kind, edge: Facing = "front", modifier: int = 0) -> Sum:
    """The save of a model against an attack from an edge of its unit, as a sum; 7 or more is no save (WAB-ARM-13).

    ``modifier`` is what the attack takes off, 0 or less (WAB-ARM-12, WAB-WPN-01): added to the number needed.
    """
    mounted = profile.arm.mounted
    place = "mounted" if mounted else "foot"
    pieces = [data_files.armours()[a] for a in profile.row.armour]
    if mounted and not any(p.kind == "body" for p in pieces):
        pieces.insert(0, data_files.armours()["horse"])
    counted = [p for p in pieces if _counts(p, profile, kind, edge)]
    body, shield, horse = (next((p for p in counted if p.kind == k), None) for k in ("body", "shield", "horse"))
    if (worn := body or shield or horse) is None:
        return sum_of(T("no save"), [(T("no armour"), float(NO_SAVE), "WAB-ARM-13")])
    base = (worn.mounted if mounted else worn.foot) or NO_SAVE
    rows: list[Row] = [(Text(worn.name), float(base), "WAB-ARM-02" if worn is shield else "WAB-ARM-01")]
    if body and shield and place in body.takes_shield:
        rows.append((Text(shield.name), -float(shield.adds_mounted if mounted else shield.adds_foot), "WAB-ARM-06"))
    rows += [(Text(p.name), -float(p.adds_mounted), p.clauses[0]) for p in counted if p.kind == "barding"]
    if modifier:
        rows.append((T("the attack"), float(-modifier), "WAB-ARM-12"))
    return sum_of(T("save"), rows)


def save_need(total: float) -> int:
    """Least face that saves: a natural 1 never does (WAB-S19); 7 is no save.

    >>> save_need(1.0), save_need(5.0), save_need(9.0)
    (2, 5, 7)
    """
    return int(min(NO_SAVE, max(2, total)))


def movement_rate(profile: Profile) -> Sum:
    """The movement rate in mm after armour (WAB-ARM-14, WAB-ARM-11, WAB-R40, WAB-R41), with its sum."""
    rows: list[Row] = [(T("Movement"), inch(profile.row.profile.m), "WAB-ARM-14")]
    pieces = [data_files.armours()[a] for a in profile.row.armour]
    heavy_shield = any(p.kind == "shield" and p.weighs for p in pieces)
    for piece in pieces:
        if piece.penalty:
            rows.append((Text(piece.name), -inch(piece.penalty), "WAB-ARM-14"))
        if piece.shield_penalty and heavy_shield:
            name = T("{armour} with a shield", armour=Text(piece.name))
            rows.append((name, -inch(piece.shield_penalty), "WAB-ARM-11"))
    return sum_of(T("movement rate"), rows)
