"""The charts: to hit, to wound, to save, and what a needed number of 7 and more means. One place for each number."""

from __future__ import annotations

from collections.abc import Iterable

from game.engine.decision import Sum
from game.engine.odds import Die
from game.engine.text import T, Text
from game.kit.attack import reaches
from game.kit.sums import Row, sum_of
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.data_files import Modifier
from rulesets.ancient_battles.measures import inches


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
