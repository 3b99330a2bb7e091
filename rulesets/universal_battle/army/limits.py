"""What a list may hold for the points agreed, the usual list for a size, and who commands it.

USB-ORG-01 to USB-ORG-08, USB-R03, USB-R04, USB-R65, USB-CDR-01.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from game.engine.lists import Limit
from game.engine.ruleset import Problem
from game.engine.text import T, Text, Word
from game.kit.muster.lists import cost, taken
from rulesets.universal_battle.army.data_army import Army
from rulesets.universal_battle.army.rows import Row
from rulesets.universal_battle.data_files import whole

SAID = {
    "USB-ORG-01": T("The army costs {n} points; {limit} are allowed"),
    "USB-ORG-04": T("{n} heroes: {limit} points ask for one and allow {most}"),
    "USB-ORG-05": T("{n} activations: {limit} points allow {most}"),
}
"""What is said where a whole list breaks a bound."""


class Limits(msgspec.Struct, frozen=True):
    """What a limit in points allows: heroes, activations, and points of the dearest (USB-ORG-04 to USB-ORG-07)."""

    heroes: int
    activations: int
    dearest: int


def limits_for(limit: int) -> Limits:
    """What a limit in points allows; "per started" is rounded up, a third is not rounded at all (USB-R03, USB-R04).

    >>> limits_for(240), limits_for(300)
    (Limits(heroes=1, activations=5, dearest=80), Limits(heroes=2, activations=6, dearest=100))
    """
    per_hero, per_activation = whole("hero_per"), whole("activation_per")
    return Limits(-(-limit // per_hero), -(-limit // per_activation), limit // whole("dearest_share"))


def side_limit(options: Mapping[str, Any], side: str, share: float = 1.0) -> int:
    """The points that a side's army may cost: its ``share`` of the battle's, or its own as agreed (USB-ORG-02)."""
    return int(options.get(f"points_{side}") or round(options["points"] * share))


def _sizes(army: Army, counts: Mapping[str, int]) -> tuple[int, int, int]:
    """Heroes and activations of a list, and the points of its dearest (USB-HRO-05: a hero with mount is one)."""
    here = taken(army.unit, counts)
    heroes = sum(n for row, n in here if row.kind == "hero")
    return heroes, sum(n for _, n in here), max((row.points for row, _ in here), default=0)


def limits(army: Army, counts: Mapping[str, int], limit: int, *, capped: bool = True) -> tuple[Limit, ...]:
    """What is limited in a list, and how much of it there is: the same bounds that :func:`check` holds it to.

    ``capped``: whether there is a bound for the dearest, which a scenario may lift (USB-ORG-08).
    """
    most, (heroes, activations, dearest) = limits_for(limit), _sizes(army, counts)
    found = (
        Limit(T("Points"), cost(army, counts), None, limit, "USB-ORG-01"),
        Limit(T("Heroes"), heroes, 1, most.heroes, "USB-ORG-04"),
        Limit(T("Activations"), activations, None, most.activations, "USB-ORG-05"),
        Limit(T("Points of the most expensive activation"), dearest, None, most.dearest, "USB-ORG-07"),
    )
    return found if capped else found[:-1]


def check(army: Army, counts: Mapping[str, int], limit: int, where: str, *, capped: bool = True) -> list[Problem]:
    """What is wrong with a list, each with its reason and clause."""
    found: list[Problem] = []
    least = whole("least_limit")
    if limit < least:
        text = T("A game for {limit} points is too small: at least {least} must be agreed", limit=limit, least=least)
        found.append(Problem("options.points", text, "USB-ORG-06"))
    for row in limits(army, counts, limit)[:-1]:
        if not row.kept:
            text = Text(SAID[row.clause].key, {"n": row.have, "limit": limit, "most": row.most})
            found.append(Problem(f"{where}.counts", text, row.clause))
    most = limits_for(limit).dearest
    for unit in (row for row, _ in taken(army.unit, counts) if capped and row.points > most):
        so = {"unit": Word(unit.name), "n": unit.points, "most": most, "limit": limit}
        text = T("{unit} costs {n} points; one activation may cost {most}, a third of {limit}", **so)
        found.append(Problem(f"{where}.counts.{unit.code}", text, "USB-ORG-07"))
    return found


def list_for(army: Army, size: int) -> dict[str, int]:
    """A list for an agreed size: the largest ready one that it allows, filled up with one of each row in turn.

    No hero is taken twice; the cheapest comes first where there is no ready list.
    """
    ready = [s for s in army.sample if s.points <= size and not check(army, s.counts, size, "")]
    counts = Counter(ready[-1].counts if ready else {})
    if not ready or ready[-1].points < size:
        cheapest = sorted((row for row in army.unit if row.kind == "hero"), key=lambda row: row.points)[:1]
        _fill(counts, army, [*cheapest, *army.unit], size)
        while _fill(counts, army, [row for row in army.unit if row.kind != "hero"], size):
            pass
    return {row.code: counts[row.code] for row in army.unit if counts[row.code]}


def _fill(counts: Counter[str], army: Army, rows: Iterable[Row], size: int) -> bool:
    """Take one more of each row that fits; whether there was any."""
    most, (heroes, activations, _), left = limits_for(size), _sizes(army, counts), size - cost(army, counts)
    before = activations
    for row in rows:
        hero = row.kind == "hero"
        wanted = not hero or (heroes < most.heroes and not counts[row.code])
        if wanted and activations < most.activations and row.points <= min(left, most.dearest):
            counts[row.code] += 1
            heroes, activations, left = heroes + hero, activations + 1, left - row.points
    return activations > before


def commander(army: Army, units: Iterable[tuple[Row, str]]) -> str:
    """Id of the dearest hero among the units; of several the one whom the army names, else the first; "": none.

    USB-CDR-01, USB-R65.
    """
    heroes = [(row, unit_id) for row, unit_id in units if row.kind == "hero"]
    first = max(heroes, key=lambda one: (one[0].points, one[0].code == army.commander), default=None)
    return first[1] if first is not None else ""
