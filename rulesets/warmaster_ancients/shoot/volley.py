"""One unit's volley: hits, armour, casualties, target by target; in the shooting phase or at a charger.

WMA-SHT-06 to WMA-SHT-11, WMA-RCT-02, WMA-RCT-04, WMA-RCT-05, WMA-R13, WMA-R14, WMA-R52, WMA-S13, WMA-S22.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.decision import Sum
from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.odds import Spread, total_and_face
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State
from game.engine.text import TN, T, Thing
from game.kit.attack import Attack, Stage, Throws
from game.kit.sums import spread_row
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.attack.casualties import REMOVE, RemoveData, endures, stands_gone
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
    move, alive, most = profile(view, target).move, len(facts.stands(view, target)), endures(view, target)
    stands = stands_gone(view, target, casualties)
    far = confused = 0.0
    distance: dict[int, float] = {}
    cover = status.cover(view, target, shooter, "shot").status
    for n, p in casualties.items():
        total = 0 if before is None or n >= most else n + before
        driven = driveback_odds(int(blows.driveback_dice(total, cover).total) if total else 0, move)
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


class VolleyData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A volley. ``aims`` are (stand, target unit); ``reaction`` marks shooting at a charger (WMA-S13).

    ``targets`` are still to be shot at, in the order of the dice; ``hits`` those of the target whose armour is thrown;
    ``taken`` the casualties dealt so far, by target.
    """

    shooter: str
    aims: tuple[tuple[str, str], ...]
    reaction: bool = False
    targets: tuple[str, ...] = ()
    hits: int = 0
    taken: dict[str, int] = {}


VOLLEY = FrameOf("wma.volley", VolleyData)


@VOLLEY.step
def _begin(run: Run, data: VolleyData, got: Any) -> Outcome:
    """Its targets in the order of their dice: nearest to the unit first, ties by lower id (WMA-S22)."""
    aimed_at = {t for _, t in data.aims}
    order = (u for u in run.state.units if u in aimed_at)
    targets = tuple(sorted(order, key=lambda t: facts.distance(run.state, data.shooter, t)))
    if not targets:
        return Done({})
    text = T("Shots of {unit} at {targets}", unit=Thing(data.shooter), targets=[Thing(t) for t in targets])
    clauses = ("WMA-RCT-02",) if data.reaction else ("WMA-SHT-01", "WMA-SHT-03")
    changes = () if data.reaction else (own_field("unit", data.shooter, shot=True),)
    what: dict[str, Any] = {"shooter": data.shooter, "aims": [list(a) for a in data.aims], "reaction": data.reaction}
    run.tell(data.shooter, "volley", "shot", text, clauses, *changes, also=targets, **what)
    return Goto("aim", replace(data, targets=targets))


@VOLLEY.step
def _aim(run: Run, data: VolleyData, got: Any) -> Outcome:
    """Throw to hit the next target."""
    if not data.targets:
        return Done(data.taken)
    target = data.targets[0]
    stands = [s for s, t in data.aims if t == target]
    return THROWS.throw(run, data, int(blows.shot_dice(run.state, data.shooter, stands).total))


def _attack(view: State, data: VolleyData) -> Attack:
    return blows.shots(view, data.shooter, data.targets[0], data.reaction)


def _request(view: State, data: VolleyData, stage: Stage, n: int) -> ev.Request:
    target = data.targets[0]
    why = T("Shots of {unit} at {target}", unit=Thing(data.shooter), target=Thing(target))
    return blows.request(view, stage, n, why, data.shooter, target)


THROWS = Throws[VolleyData](_attack, _request, lambda data, stage, n: replace(data, hits=n) if stage.gives else data)


@VOLLEY.step
def _through(run: Run, data: VolleyData, got: int) -> Outcome:
    """Tell what got through, and take the casualties at once (WMA-R14, WMA-RCT-04)."""
    target, view = data.targets[0], run.state
    sums = _attack(view, data).sums
    text = T("{unit} missed {target}", unit=Thing(data.shooter), target=Thing(target))
    if data.hits:
        text = TN(
            "{unit} hit {target} once; casualties: {through}",
            "{unit} hit {target} {n} times; casualties: {through}",
            data.hits,
            unit=Thing(data.shooter),
            target=Thing(target),
            through=got,
        )
    clauses = ("WMA-SHT-07", "WMA-SHT-09") if len(sums) == 1 else ("WMA-SHT-07", "WMA-SHT-08", "WMA-SHT-09")
    dice = sum(t == target for _, t in data.aims)
    what: dict[str, Any] = {"shooter": data.shooter, "target": target, "dice": dice, "hits": data.hits}
    what |= {"casualties": got, "reaction": data.reaction}
    run.tell(data.shooter, "shots", "shot", text, clauses, also=(target,), **what, sums=sums)
    rest = replace(data, targets=data.targets[1:], hits=0)
    if not got:
        return Goto("aim", rest)
    rest = replace(rest, taken={**data.taken, target: got})
    return REMOVE.call(RemoveData(target, got, "charge" if data.reaction else "shooting"), "aim", rest)


VOLLEY.also(THROWS.steps("hit", "saved"))
