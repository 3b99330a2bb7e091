"""The exact odds of a batch: wounds, models lost, Shaken, Knocked Out, by convolution of the dice that are thrown.

The same sums and dice as in resolution (``numbers``) are chained here. Casualties fall as in the default answers, and
what a Push might bring is left out; whole melees are played out on copies in ``fight.melee``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import add
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from game.engine.decision import Sum
from game.engine.odds import Die, Pool, Spread, spread
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State
from game.engine.text import TN, T, Thing, Word
from game.kit.sums import spread_row, sum_of
from rulesets.age_of_fantasy_skirmish.attack import casualties, hits, numbers
from rulesets.age_of_fantasy_skirmish.attack.numbers import Attack, HitKind
from rulesets.age_of_fantasy_skirmish.data_files import whole

Batch = tuple[int, tuple[int, ...], int]
"""What a batch does to a unit: plain wounds, wounds of each Deadly hit that got through, Fear (AFS-R32)."""
Dist = dict[Batch, float]
NOTHING: Dist = {(0, (), 0): 1.0}
Hits = tuple[int, int]
"""Hits: plain ones, those of natural 6s."""
Counted = TypeVar("Counted", Batch, Hits)


class UnitOdds(msgspec.Struct, frozen=True):
    """What a batch does to a unit: wounds suffered, Deadly ones as often as they count, and models lost.

    ``shaken`` is the chance of that wound effect, ``destroyed`` that nobody is left.
    """

    wounds: Spread
    lost: Spread
    shaken: float
    destroyed: float


@lru_cache(maxsize=4096)
def _some(n: int, p: float) -> Spread:
    """How many of ``n`` things with a chance of ``p`` happen."""
    return Spread.of({0: 1.0 - p, 1: p}).power(n)


def _past_block(view: State, unit: str, kind: HitKind, six: bool) -> float:
    """Chance that a hit is not blocked."""
    need = numbers.to_block(view, unit, kind, six)
    return spread(Pool(1, numbers.stopping(need.total, kind.reroll))).chance(1)


def _past_ignoring(view: State, unit: str, kind: HitKind) -> float:
    """Chance that a wound is not ignored."""
    need = None if kind.denies else numbers.ignoring(view, unit)
    return 1.0 if need is None else spread(Pool(1, numbers.stopping(need.total))).chance(1)


def _join(a: Mapping[Counted, float], b: Mapping[Counted, float]) -> dict[Counted, float]:
    """Two independent parts taken together: what is counted in each is added up."""
    out: dict[Counted, float] = {}
    for one, p in a.items():
        for other, q in b.items():
            key: Any = tuple(map(add, one, other))
            out[key] = out.get(key, 0.0) + p * q
    return out


def _mixed(cases: Iterable[tuple[float, Mapping[Batch, float]]]) -> Dist:
    """What happens where one of several cases, each with its chance, is so."""
    out: Dist = {}
    for p, case in cases:
        for key, q in case.items():
            out[key] = out.get(key, 0.0) + p * q
    return out


def _hits(view: State, unit: str, kind: HitKind, plain: int, sixes: int) -> Dist:
    """What a number of hits of a kind does: blocks, Deadly, wounds ignored."""
    keeps = _past_ignoring(view, unit, kind)
    if kind.deadly <= 1:
        done = _some(plain, _past_block(view, unit, kind, False) * keeps)
        if sixes:
            done = done + _some(sixes, _past_block(view, unit, kind, True) * keeps)
        return {(n, (), 0): p for n, p in done.items()}
    total = dict(NOTHING)
    for six, n in ((False, plain), (True, sixes)):
        past = _past_block(view, unit, kind, six)
        wounds: Dist = {(0, (w,) if w else (), 0): q for w, q in _some(kind.deadly, keeps).items()}
        one = _mixed(((1.0 - past, NOTHING), (past, wounds)))
        several = dict(NOTHING)
        for _ in range(n):
            several = _join(several, one)
        total = _join(total, several)
    return total


def _dice(view: State, attacks: Iterable[Attack]) -> dict[Hits, float]:
    natural = whole("always")
    total: dict[Hits, float] = {(0, 0): 1.0}
    for attack in attacks:
        die = numbers.die_for(numbers.to_hit(view, attack).total)
        extra = int(sum(value for _, value, _ in numbers.extra_hits(view, attack)))
        one: dict[Hits, float] = {}
        for face in die.faces:
            key = (extra, 1) if face == natural else ((1, 0) if die.succeeds(face) else (0, 0))
            one[key] = one.get(key, 0.0) + 1.0 / len(die.faces)
        mine: dict[Hits, float] = {(0, 0): 1.0}
        for _ in range(numbers.weapon_of(view, attack.base, attack.weapon).attacks):
            mine = _join(mine, one)
        total = _join(total, mine)
    return total


def _frightening(part: Dist, fear: int) -> Dist:
    """The same part with the Fear of the model that dealt it, where it has dealt any wound (AFS-FEAR-02)."""
    if not fear:
        return part
    return {(plain, deadly, fear if plain or deadly else 0): p for (plain, deadly, _), p in part.items()}


def batch_odds(
    view: State, target: str, attacks: Sequence[Attack], impact: Sequence[tuple[str, int]] = ()
) -> dict[str, Dist]:
    """What attacks (and Impact dice) on a unit do to it, and to the units that a Blast catches with it."""
    out: dict[str, Dist] = {target: dict(NOTHING)}
    kinds = [(a, numbers.kind_of(view, a)) for a in attacks]
    dice = dict(impact)
    for base in dict.fromkeys([*dice, *(a.base for a in attacks)]):
        mine: Dist = dict(NOTHING)
        fear = 0
        if base in dice:
            kind = numbers.impact_kind(view, base)
            fear = kind.fear
            die = numbers.die_for(numbers.impact_need().total)
            hit = 1.0 - sum(not die.succeeds(f) for f in die.faces) / len(die.faces)
            past = hit * _past_block(view, target, kind, False) * _past_ignoring(view, target, kind)
            mine = {(n, (), 0): p for n, p in _some(dice[base], past).items()}
        for attack, kind in kinds:
            if attack.base == base and kind.blast <= 1:
                fear = kind.fear
                mine = _join(mine, _mixed((p, _hits(view, target, kind, *n)) for n, p in _dice(view, [attack]).items()))
        out[target] = _join(out[target], _frightening(mine, fear))
    for name in dict.fromkeys(a.weapon for a in attacks):
        blasting = [a for a, kind in kinds if a.weapon == name and kind.blast > 1]
        if blasting:
            for unit, part in _blast(view, target, blasting).items():
                out[unit] = _join(out.get(unit, NOTHING), part)
    return out


def _blast(view: State, target: str, attacks: Sequence[Attack]) -> dict[str, Dist]:
    """A Blast weapon's hits, multiplied and divided as in the default answer (AFS-R26, AFS-S15).

    All models of the unit fire it with one kind of hit here; Fear of a Blast in melee counts that of the first.
    """
    kind = numbers.kind_of(view, attacks[0])
    by = view.units[view.bases[attacks[0].base].unit].side
    times = int(hits.multiplier(view, target, by, kind.blast).total)
    units = hits.caught_units(view, target, by)
    dice = _dice(view, attacks)
    shares = [(p, _divided(view, units, kind, plain * times, sixes * times)) for (plain, sixes), p in dice.items()]
    return {
        u: _mixed((p, _frightening(_hits(view, u, kind, *share[u]), kind.fear)) for p, share in shares) for u in units
    }


def _divided(view: State, units: tuple[str, ...], kind: HitKind, plain: int, sixes: int) -> dict[str, Hits]:
    if len(units) == 1:
        return {units[0]: (plain, sixes)}
    if kind.six_ap <= sum(v for _, v, _ in kind.ap):
        plain, sixes = plain + sixes, 0
    boxes = hits.default_boxes(view, hits.Share(units, (tuple(range(sixes)), tuple(range(plain)))))
    return {u: (boxes.get(hits.box(u, 1), 0), boxes.get(hits.box(u, 0), 0)) for u in units}


def effects(view: State, unit: str, dist: Mapping[Batch, float]) -> UnitOdds:
    """Models lost and wound effects that follow (AFS-GRP-01, AFS-GRP-02, AFS-S14)."""
    models = [(b, casualties.endures(view, b), view.bases[b].own.wounds) for b in casualties.by_worth(view, unit)]
    wounds: dict[int, float] = {}
    lost: dict[int, float] = {}
    shaken = 0.0
    for (plain, deadly, fear), p in dist.items():
        _gather(wounds, plain + sum(deadly), p)
        left, suffered = _fallen(models, deadly, plain)
        gone = len(models) - len(left)
        out = 0.0
        if len(left) == 1 and suffered:
            base, _, markers = left[0]
            if casualties.checks(view, base, markers, fear):
                # the chance that the wound-effect roll knocks out (AFS-WND-03, AFS-TOUGH-02)
                bonus = casualties.effect_bonus(view, base, markers, fear)
                need = casualties.knocked_out_at(view, base).total - bonus.total
                out = sum(face >= need for face in Die().faces) / len(Die().faces)
                shaken += p * (1.0 - out)
        _gather(lost, gone, p * (1.0 - out))
        _gather(lost, gone + 1, p * out)
    fallen = Spread.of(lost)
    return UnitOdds(Spread.of(wounds), fallen, shaken, fallen.at_least(len(models)))


def _gather(into: dict[int, float], key: int, p: float) -> None:
    if p > 0.0:
        into[key] = into.get(key, 0.0) + p


Model = tuple[str, int, int]


def _fallen(models: Sequence[Model], deadly: Sequence[int], plain: int) -> tuple[list[Model], bool]:
    """Who is left of models (id, what kills it in a group, wounds), and whether the last one was hurt by the batch."""
    left = sorted(models, key=lambda m: m[2] == 0)
    hit: set[str] = set()
    for n in (*deadly, *([1] * plain)):
        base, tough, now = left[0]
        hit.add(base)
        if len(left) > 1 and now + n >= tough:
            left = left[1:]
        else:
            left[0] = (base, tough, now + n)
    return left, left[0][0] in hit


def expected_wounds(view: State, target: str, attacks: Sequence[Attack]) -> float:
    """Wounds that attacks on one unit will do on average, Blast's other victims included."""
    found = batch_odds(view, target, attacks)
    return sum(p * (plain + sum(deadly)) for dist in found.values() for (plain, deadly, _), p in dist.items())


def rests_on(view: State, target: str, attacks: Sequence[Attack]) -> tuple[Sum, ...]:
    """What the odds of attacks rest on: dice, need and block of each weapon, those of its first model."""
    out: list[Sum] = []
    for name in dict.fromkeys(a.weapon for a in attacks):
        mine = [a for a in attacks if a.weapon == name]
        dice = sum(numbers.weapon_of(view, a.base, name).attacks for a in mine)
        row = (TN("{n} model", "{n} models", len(mine)), float(dice), "AFS-GEN-02")
        out.append(sum_of(T("Dice of {weapon}", weapon=Word(name)), (row,)))
        out.append(numbers.to_hit(view, mine[0]))
        out.append(numbers.to_block(view, target, numbers.kind_of(view, mine[0]), False))
    return tuple(out)


def rows(
    view: State, unit: str, found: UnitOdds, need: Sum | None = None, sums: tuple[Sum, ...] = ()
) -> tuple[ForecastRow, ...]:
    """The odds of a unit as rows; ``sums`` are what they rest on beside the need."""
    thing = Thing(unit)
    # whether the model that falls last is Knocked Out by its next wound (AFS-WND-03, AFS-S14)
    base = casualties.by_worth(view, unit)[-1]
    bonus = casualties.effect_bonus(view, base, view.bases[base].own.wounds + 1, 0)
    fate = (*sums, casualties.knocked_out_at(view, base), bonus)
    out = [spread_row(T("Wounds on {unit}", unit=thing), found.wounds, need, tuple(s for s in sums if s != need))]
    if len(view.bases_of(unit)) > 1:
        out.append(spread_row(T("Models lost by {unit}", unit=thing), found.lost, sums=fate))
    if found.shaken:
        out.append(ForecastRow(T("{unit} Shaken", unit=thing), found.shaken, sums=fate))
    out.append(ForecastRow(T("{unit} destroyed", unit=thing), found.destroyed, sums=fate))
    return tuple(out)


def shooting_forecast(view: State, volleys: Iterable[tuple[str, Sequence[Attack]]]) -> Forecast:
    """The odds of shooting at one or two units, each as if it were the only one."""
    return Forecast(tuple(row for target, shots in volleys for row in strike_forecast(view, target, shots).rows))


def strike_forecast(
    view: State, target: str, attacks: Sequence[Attack], impact: Sequence[tuple[str, int]] = ()
) -> Forecast:
    """The odds of attacks on a unit, and on those that a Blast at it catches, told apart from attacks on themselves."""
    out: list[ForecastRow] = []
    need = numbers.to_hit(view, attacks[0]) if attacks else None
    for unit, dist in batch_odds(view, target, attacks, impact).items():
        sums = rests_on(view, unit, attacks)
        mine = rows(view, unit, effects(view, unit, dist), need if unit == target else None, sums)
        if unit != target:
            by = Thing(target)
            mine = tuple(replace(r, label=T("{what} (Blast at {target})", what=r.label, target=by)) for r in mine)
        out += mine
    return Forecast(tuple(out))
