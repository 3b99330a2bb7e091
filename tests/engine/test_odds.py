"""Rolls as data: what falls and its odds come from one spec, and icepool agrees."""

from __future__ import annotations

import itertools
import random

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.odds import Die, Pool, Spread, resolve, spread, thrown_again, total_and_face

ARMOUR = Die(need=5, success=0, miss=1)


def as_floats(outcome) -> dict[int, float]:
    return {int(v): float(p) for v, p in zip(outcome.outcomes(), outcome.probabilities(), strict=True) if p}


def same(got: Spread, oracle: dict[int, float]) -> bool:
    values = set(dict(got.items())) | set(oracle)
    return all(got.chance(v) == pytest.approx(oracle.get(v, 0.0), abs=1e-12) for v in values)


def icepool_die(die: Die):
    def value(face: int) -> int:
        return die.yields(face)

    base = icepool.Die(list(die.faces))
    if die.again:
        base = base.reroll(list(die.again), depth=1)
    return base.map(value)


dice = st.builds(
    Die,
    need=st.one_of(st.none(), st.integers(2, 7)),
    success=st.integers(0, 2),
    miss=st.integers(0, 1),
    always=st.sampled_from([(), (6,)]),
    never=st.sampled_from([(), (1,)]),
    extra=st.sampled_from([(), ((6, 1),)]),
    again=st.sampled_from([(), (1,), (1, 2, 3)]),
)


@given(dice, st.integers(0, 8))
def test_one_kind_of_dice_agrees_with_icepool(die, n):
    assert same(spread(Pool(n, die)), as_floats(n @ icepool_die(die)) if n else {0: 1.0})


@pytest.mark.parametrize("need", [4, 5, 6])
@pytest.mark.parametrize("armour", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("n", [1, 3, 12, 18])
def test_hits_then_armour_agree_with_icepool(need, armour, n):
    pool = Pool(n, Die(need=need), (Die(need=armour, success=0, miss=1),))
    hit = icepool.d6 >= need
    through = hit & (icepool.d6 < armour)
    assert same(spread(pool), as_floats(n @ through))


@given(st.integers(0, 2), st.integers(2, 7), st.integers(2, 7))
def test_spread_counts_what_resolve_yields(n, need, armour):
    """Every way in which the dice can fall, resolved one by one, gives the distribution."""
    hit, save = Die(need=need), Die(need=armour, success=0, miss=1)
    count: dict[int, float] = {}
    for faces in itertools.product(range(1, 7), repeat=n):
        for saves in itertools.product(range(1, 7), repeat=resolve(hit, faces)):
            key = resolve(save, saves)
            count[key] = count.get(key, 0.0) + 6.0 ** -(n + len(saves))
    assert same(spread(Pool(n, hit, (save,))), count)


def test_what_is_needed_and_naturals():
    assert [Die(need=4).succeeds(f) for f in range(1, 7)] == [False, False, False, True, True, True]
    assert [Die(need=7, always=(6,)).succeeds(f) for f in (5, 6)] == [False, True]
    assert [Die(need=1, never=(1,)).succeeds(f) for f in (1, 2)] == [False, True]
    assert not Die().succeeds(6)
    assert Die(need=4, extra=((6, 1),)).yields(6) == 2


def test_resolve_reads_faces():
    assert resolve(Die(need=4), (6, 5, 4, 4, 3, 3, 2, 2, 1, 1)) == 4
    assert resolve(ARMOUR, (5, 4, 2, 6, 1, 4)) == 4
    assert resolve(Die(), (4, 2, 6)) == 12


def test_resolve_refuses_wrong_faces():
    with pytest.raises(ValueError, match="7 is no face"):
        resolve(Die(need=4), (7,))
    with pytest.raises(ValueError, match="1 dice are thrown again, not 0"):
        resolve(Die(need=4, again=(1,)), (1, 2))


def test_dice_thrown_again():
    die = Die(need=4, again=(1,))
    assert thrown_again(die, (1, 1, 5)) == 2
    assert resolve(die, (1, 1, 5), (4, 3)) == 2


def test_sums_differences_and_caps():
    d6 = spread(Pool(1, Die()))
    assert same(d6 + d6, as_floats(2 @ icepool.d6))
    assert same(d6 - d6, as_floats(icepool.d6 - icepool.d6))
    assert same(d6.capped(4), as_floats(icepool.d6.map(lambda f: min(f, 4))))
    assert d6.capped(6) is d6
    assert d6.mean == pytest.approx(3.5)
    assert d6.at_least(5) == pytest.approx(1 / 3)
    assert d6.at_least(0) == pytest.approx(1)
    assert d6.at_most(2) == pytest.approx(1 / 3)
    assert d6.at_most(0) == 0.0
    assert d6.chance(7) == 0.0


def test_mixture_feeds_one_number_into_the_next():
    count = Spread.of({0: 0.5, 2: 0.5})
    assert same(count.mix(lambda n: spread(Pool(n, Die()))), {0: 0.5, **{k: v / 2 for k, v in two_dice().items()}})


def two_dice() -> dict[int, float]:
    return as_floats(2 @ icepool.d6)


def test_total_with_a_watched_face():
    joint = total_and_face(2, 6)
    assert sum(p for (_, six), p in joint.items() if six) == pytest.approx(11 / 36)
    assert sum(p for (t, _), p in joint.items() if t > 10) == pytest.approx(3 / 36)
    assert joint[(8, True)] == pytest.approx(2 / 36)
    assert joint[(8, False)] == pytest.approx(3 / 36)
    assert total_and_face(0, 6) == {(0, False): 1.0}


def test_nothing_has_no_distribution():
    with pytest.raises(ValueError, match="needs a value"):
        Spread.of({})


def test_sampling_agrees():
    """A plain simulation with the same spec lands where the exact odds say."""
    rng = random.Random(7)
    pool = Pool(9, Die(need=4), (ARMOUR,))
    runs = 20_000
    count: dict[int, int] = {}
    for _ in range(runs):
        hits = resolve(pool.die, [rng.randint(1, 6) for _ in range(9)])
        key = resolve(ARMOUR, [rng.randint(1, 6) for _ in range(hits)])
        count[key] = count.get(key, 0) + 1
    for value, p in spread(pool).items():
        assert count.get(value, 0) / runs == pytest.approx(p, abs=0.015)
