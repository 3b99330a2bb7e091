"""Forecasts of shooting: casualties, stands, drive-back, confusion, destruction; exact by convolution.

The same sums and dice that are thrown (``blows``) are chained here; nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from game.engine.decision import Sum
from game.engine.odds import Spread, total_and_face
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.sums import spread_row
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.field import facts, status
from rulesets.warmaster_ancients.measures import MEASURES, count

Sums = tuple[Sum, ...]
Aim = tuple[str, str]
"""A stand and the unit at which it shoots."""


class DrivebackOdds(msgspec.Struct, frozen=True):
    """What drive-back dice do: cm to go (0 where the unit is destroyed), chance of that, chance of confusion."""

    distance: Spread
    far: float
    confused: float


class VolleyOdds(DrivebackOdds, frozen=True):
    """What a volley does to one target: its casualties, the stands that they remove, and the drive-back that follows.

    ``destroyed`` is the chance that the unit is wiped out, or driven too far; the ``distance`` is what all casualties
    of the phase so far give, 0 where there is none or the unit is gone; ``confused`` is said of a unit that survives.
    """

    casualties: Spread
    stands: Spread
    destroyed: float


def volley_casualties(view: State, shooter: str, target: str, stands: Sequence[str], reaction: bool = False) -> Spread:
    """Casualties of a volley of some stands on one target."""
    return blows.shots(view, shooter, target, reaction).odds(int(blows.shot_dice(view, shooter, stands).total))


def volley_odds(
    view: State, shooter: str, aims: Sequence[Aim], reaction: bool = False, taken: Mapping[str, int] | None = None
) -> dict[str, VolleyOdds]:
    """What a volley of some stands does to each of its targets.

    No drive-back follows shooting at a charger (WMA-RCT-05); else casualties ``taken`` in the phase so far, by target,
    add to it (WMA-R15).
    """
    found: dict[str, VolleyOdds] = {}
    for target, stands in by_target(aims).items():
        casualties = volley_casualties(view, shooter, target, stands, reaction)
        before = (taken or {}).get(target, 0)
        found[target] = _effects(view, shooter, target, casualties, None if reaction else before)
    return found


def by_target(aims: Sequence[Aim]) -> dict[str, list[str]]:
    """The stands that shoot at each target."""
    return {target: [s for s, t in aims if t == target] for target in dict.fromkeys(t for _, t in aims)}


def _effects(view: State, shooter: str, target: str, casualties: Spread, before: int | None) -> VolleyOdds:
    """Stands, destruction and drive-back that follow from casualties; ``before`` None where no drive-back follows."""
    kind = profile(view, target)
    alive, carried = len(facts.stands(view, target)), view.units[target].own.hits
    stands = casualties.map(lambda n: min(alive, (carried + n) // kind.hits))
    far = confused = 0.0
    distance: dict[int, float] = {}
    cover = status.cover(view, target, shooter, "shot").status
    for n, p in casualties.items():
        gone = (carried + n) // kind.hits >= alive
        total = 0 if before is None or gone else n + before
        driven = driveback_odds(int(blows.driveback_dice(total, cover).total) if total else 0, kind.move)
        far += p * driven.far
        confused += p * driven.confused
        for way, q in driven.distance.items():
            distance[way] = distance.get(way, 0.0) + p * q
    return VolleyOdds(Spread.of(distance), far, confused, casualties, stands, stands.at_least(alive) + far)


def driveback_odds(dice: int, move: float) -> DrivebackOdds:
    """Odds of some drive-back dice for a unit with a full move of ``move`` mm (WMA-DRV-04, WMA-DRV-05, WMA-DRV-10)."""
    far = confused = 0.0
    distance: dict[int, float] = {}
    for (way, six), p in total_and_face(dice, count("confusion_face")).items():
        if MEASURES.more_than(MEASURES.mm(way), move):
            far += p
            way = 0
        elif six:
            confused += p
        distance[way] = distance.get(way, 0.0) + p
    return DrivebackOdds(Spread.of(distance), far, confused)


def driveback_rows(unit: str, found: DrivebackOdds, sums: Sums = ()) -> list[ForecastRow]:
    """The way of a drive-back and the chance of confusion as rows, with what they rest on."""
    driven = spread_row(T("Drive-back of {unit}, cm", unit=Thing(unit)), found.distance, sums=sums)
    return [driven, ForecastRow(T("{unit} confused", unit=Thing(unit)), found.confused, sums=sums)]


def destroyed_rows(unit: str, chance: float, sums: Sums = ()) -> list[ForecastRow]:
    """The chance that a unit is destroyed, where there is one."""
    return [ForecastRow(T("{unit} destroyed", unit=Thing(unit)), chance, sums=sums)] if chance else []


def volley_sums(view: State, shooter: str, target: str, stands: Sequence[str], reaction: bool = False) -> Sums:
    """What a volley's numbers rest on: its dice, what hits, what saves."""
    return (blows.shot_dice(view, shooter, stands), *blows.shots(view, shooter, target, reaction).sums)


def volley_forecast(view: State, shooter: str, aims: Sequence[Aim], reaction: bool = False) -> Forecast:
    """A volley's odds as rows."""
    rows: list[ForecastRow] = []
    taken, stands = taken_so_far(view), by_target(aims)
    for target, odds in volley_odds(view, shooter, aims, reaction, taken).items():
        unit = Thing(target)
        sums = volley_sums(view, shooter, target, stands[target], reaction)
        dice, need, *armour = sums
        rows.append(spread_row(T("Casualties of {unit}", unit=unit), odds.casualties, need, (dice, *armour)))
        rows.append(spread_row(T("Stands lost by {unit}", unit=unit), odds.stands, sums=sums))
        if odds.distance.high:
            cover = status.cover(view, target, shooter, "shot").status
            likely = max(1, round(odds.casualties.mean)) + taken.get(target, 0)
            rows += driveback_rows(target, odds, (*sums, blows.driveback_dice(likely, cover)))
        rows += destroyed_rows(target, odds.destroyed, sums)
    return Forecast(tuple(rows))


def taken_so_far(view: State) -> dict[str, int]:
    """Casualties that shooting has caused in this phase, by target, as the phase's own frame keeps them."""
    for frame in view.stack:
        if frame.name == "wma.shooting" and frame.data is not None:
            data: Any = msgspec.to_builtins(frame.data)
            return dict(data.get("taken", {}))
    return {}
