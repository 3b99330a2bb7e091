"""One unit's volley, in the Shooting phase or at a charger: hits, second dice, wounds, saves, losses, in that order.

Its odds are spread from the dice that will be thrown; the numbers are those of ``missiles``. WAB-SHT-02 to WAB-SHT-14,
WAB-RCT-03, WAB-PAN-09, WAB-S17 to WAB-S20, WAB-S30.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.decision import Sum
from game.engine.declared import FrameOf
from game.engine.flow import Done, Outcome, Run
from game.engine.odds import Spread, spread
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State
from game.engine.text import TN, T, Thing
from game.kit import situation
from game.kit.attack import Attack, Stage, Throws
from game.kit.sums import spread_row
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.attack.casualties import endures, falling, wound
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.measures import inches
from rulesets.ancient_battles.nerve import leadership
from rulesets.ancient_battles.nerve.panic import owes, quarter_lost
from rulesets.ancient_battles.shoot import missiles


class VolleyData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A volley; as a ``reaction`` stand and shoot, or fire and flee. ``massed``: rear ranks shoot too, where they may.

    ``gap`` is that at which it is shot (mm); 0 to measure it, or to take the gap at the declaration of the charge. What
    it has come to so far: ``mm``, ``hits``, ``wounds``.
    """

    unit: str
    target: str
    reaction: bool = False
    gap: float = 0.0
    massed: bool = True
    mm: float = 0.0
    hits: int = 0
    wounds: int = 0


VOLLEY_FRAME = FrameOf("wab.volley", VolleyData)


def _attack(view: State, data: VolleyData) -> Attack:
    return missiles.attack(view, data.unit, data.target, data.mm, data.reaction)


def _request(view: State, data: VolleyData, stage: Stage, n: int) -> ev.Request:
    """The dice of a stage: the shooters', but for the saves of those shot at (WAB-ARM-13)."""
    who, mark = Thing(data.unit), Thing(data.target)
    match stage.step:
        case "hit":
            why = T("Shots of {unit} at {target}", unit=who, target=mark)
        case "second":
            why = T("{unit}: {n} needed, the sixes again", unit=who, n=int(stage.need.total))
        case "wounded":
            why = TN("{n} hit on {target}: to wound", "{n} hits on {target}: to wound", n, target=mark)
        case _:
            why = TN("Saves of {target} against {n} wound", "Saves of {target} against {n} wounds", n, target=mark)
    thrower = data.target if stage.step == "saved" else data.unit
    return stage.request(situation.side_of(view, thrower), n, why, (data.unit, data.target))


def _noted(data: VolleyData, stage: Stage, n: int) -> VolleyData:
    return replace(data, **{stage.gives: n}) if stage.gives else data


THROWS = Throws[VolleyData](_attack, _request, _noted)


@VOLLEY_FRAME.step
def _begin(run: Run, data: VolleyData, got: Any) -> Outcome:
    view = run.state
    who, mark = Thing(data.unit), Thing(data.target)
    if not situation.on_table(view, data.target) or not situation.on_table(view, data.unit):
        text = T("{unit}: the target is gone, the shots are lost", unit=who)
        run.tell(data.unit, "shots_lost", "shot", text, ("WAB-R34",), unit=data.unit, target=data.target)
        return Done()
    mm = missiles.range_to(view, data.unit, data.target, data.reaction, data.gap)
    data = replace(data, mm=mm)
    shots = missiles.dice(view, data.unit, mm, data.massed, data.reaction)
    text = (
        T("{unit} shot at {target} during the charge", unit=who, target=mark)
        if data.reaction
        else T("{unit} shot at {target}", unit=who, target=mark)
    )
    clauses = ("WAB-RCT-03", "WAB-S17") if data.reaction else ("WAB-SHT-01", "WAB-S17")
    changes = () if data.reaction else (own_field("unit", data.unit, shot=True),)
    what: dict[str, Any] = {"unit": data.unit, "target": data.target, "reaction": data.reaction}
    what |= {"inches": round(inches(mm), 2), "dice": int(shots.total)}
    sums = (shots, _attack(view, data).sums[0])
    run.tell(data.unit, "volley", "shot", text, clauses, *changes, also=(data.target,), sums=sums, **what)
    return THROWS.throw(run, data, int(shots.total))


@VOLLEY_FRAME.step
def _through(run: Run, data: VolleyData, got: int) -> Outcome:
    """Tell what came of it; losses are taken at once (WAB-RCT-03, WAB-S20)."""
    view = run.state
    who, mark = Thing(data.unit), Thing(data.target)
    counts = {"wounds": data.wounds, "through": got}
    text = (
        TN(
            "{unit} hit {target} once: {wounds} wounded, {through} not saved",
            "{unit} hit {target} {n} times: {wounds} wounded, {through} not saved",
            data.hits,
            **{"unit": who, "target": mark, **counts},
        )
        if data.hits
        else T("{unit} missed {target}", unit=who, target=mark)
    )
    sums = _attack(view, data).sums
    what: dict[str, Any] = {"unit": data.unit, "target": data.target, "hits": data.hits, "wounds": data.wounds}
    what |= {"through": got, "reaction": data.reaction}
    run.tell(data.unit, "shots", "shot", text, ("WAB-SHT-03", "WAB-SHT-14"), also=(data.target,), sums=sums, **what)
    wound(run, data.target, got, "reaction" if data.reaction else "shooting", data.unit)
    return Done()


VOLLEY_FRAME.also(THROWS.steps("hit", "second", "wounded", "saved"))


class ShotOdds(msgspec.Struct, frozen=True):
    """What volleys do to one target: hits, wounds not saved (no more than it has), models, the chance to destroy it.

    ``tests`` is the chance that missile losses call for a Panic test (``need`` as it stands now), ``panics`` that it is
    failed (WAB-PAN-09).
    """

    hits: Spread
    wounds: Spread
    lost: Spread
    destroyed: float
    tests: float
    panics: float
    need: Sum


def attack_of(view: State, shot: VolleyData) -> tuple[Sum, Attack]:
    """How many dice a volley throws, and what each needs."""
    mm = missiles.range_to(view, shot.unit, shot.target, shot.reaction, shot.gap)
    dice = missiles.dice(view, shot.unit, mm, shot.massed, shot.reaction)
    return dice, missiles.attack(view, shot.unit, shot.target, mm, shot.reaction)


def volleys(view: State, shots: Sequence[VolleyData]) -> ShotOdds:
    """What one or several volleys do to the one target they share."""
    target = shots[0].target
    hits = through = Spread.certain(0)
    for shot in shots:
        dice, attack = attack_of(view, shot)
        hits += spread(attack.hits(int(dice.total)))
        through += attack.odds(int(dice.total))
    most = endures(view, target) + sum(endures(view, c) for c in facts.characters_in(view, target))
    wounds = through.capped(most)
    lost = wounds.map(lambda n: falling(view, target, n)[0])
    tests, panics = (0.0, 0.0) if shots[0].reaction else _panic(view, target, lost)
    need = leadership.need(view, target, "panic")
    return ShotOdds(hits, wounds, lost, wounds.chance(most), tests, panics, need)


def _panic(view: State, target: str, lost: Spread) -> tuple[float, float]:
    """Chance to have to test at the end of the phase, and to fail (WAB-PAN-09, WAB-R23, WAB-PAN-02)."""
    if not owes(view, target, "WAB-PAN-09"):
        return 0.0, 0.0
    mine, count = own(view, target), facts.count(view, target)
    present = mine.shot_from or count
    now = leadership.need(view, target, "panic").total
    half = sum(m.value for m in data_files.modifiers().panic)
    tests = panics = 0.0
    for n, p in lost.items():
        if n >= count or not quarter_lost(mine.shot_down + n, present):
            continue
        falls = facts.at_half(view, target, {target: count - n}) and not facts.at_half(view, target)
        tests += p
        panics += p * (1.0 - leadership.chance(now + (half if falls else 0)))
    return tests, panics


def rows(view: State, shots: Sequence[VolleyData]) -> tuple[ForecastRow, ...]:
    """The odds of volleys at one target as rows."""
    target = Thing(shots[0].target)
    found = volleys(view, shots)
    sums = volley_sums(view, shots)
    hit = sums[1]
    panic = (*sums, found.need)
    out = [
        spread_row(T("Hits on {unit}", unit=target), found.hits, hit, sums[:1]),
        spread_row(T("Wounds of {unit}", unit=target), found.wounds, sums=sums),
        spread_row(T("Models lost by {unit}", unit=target), found.lost, sums=sums),
    ]
    if found.destroyed > 1e-6:
        out.append(ForecastRow(T("{unit} destroyed", unit=target), found.destroyed, sums=sums))
    if found.tests > 1e-6:
        out.append(ForecastRow(T("Panic test of {unit}", unit=target), found.tests, sum=found.need))
        out.append(ForecastRow(T("{unit} fled in panic", unit=target), found.panics, sums=panic))
    return tuple(out)


def volley_sums(view: State, shots: Sequence[VolleyData]) -> tuple[Sum, ...]:
    """What the odds of volleys rest on: of each its dice, what hits, what wounds, what saves."""
    thrown = (attack_of(view, shot) for shot in shots)
    return tuple(s for dice, attack in thrown for s in (dice, *attack.sums))


def forecast(view: State, shots: Sequence[VolleyData]) -> Forecast:
    """The odds of volleys, target by target in the order in which they are shot."""
    marks = dict.fromkeys(s.target for s in shots)
    return Forecast(tuple(r for mark in marks for r in rows(view, [s for s in shots if s.target == mark])))
