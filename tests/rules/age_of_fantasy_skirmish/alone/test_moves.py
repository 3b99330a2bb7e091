"""Allowances and flight, one clause to a test."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.state import Frame, State
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.charge import reaching
from rulesets.age_of_fantasy_skirmish.fight.melee_moves import PairData
from rulesets.age_of_fantasy_skirmish.measures import MM_PER_INCH
from rulesets.age_of_fantasy_skirmish.own import Effect
from tests.rules.age_of_fantasy_skirmish.move_play import R25, Move, clause, judged, long
from tests.rules.age_of_fantasy_skirmish.table import piece, table, unit

TOUCH = 2 * R25 + 0.001


def moves(state: State, base: str) -> tuple[float, ...]:
    """Inches of Advance, Rush and Charge."""
    actions = ("advance", "rush", "charge")
    return tuple(round(specials.allowance(state, base, a).total / MM_PER_INCH, 3) for a in actions)


def a5(musician: bool = False, **rules: int) -> State:
    """A5 with special rules, A4 with the Musician."""
    sides = {"south": {"musician": ["A5"] if musician else []}}
    return table(unit("A5", (10, 10), rules=rules), unit("A4", (20, 10)), sides=sides)


@pytest.mark.clause("AFS-FAST-01")
def test_fast_adds_two_inches_to_advance_and_four_to_rush_and_charge() -> None:
    assert (moves(a5(), "A5.1"), moves(a5(fast=0), "A5.1")) == ((6, 12, 12), (8, 16, 16))


@pytest.mark.clause("AFS-SLOW-01")
def test_slow_takes_two_inches_from_advance_and_four_from_rush_and_charge() -> None:
    assert (moves(a5(), "A5.1"), moves(a5(slow=0), "A5.1")) == ((6, 12, 12), (4, 8, 8))


@pytest.mark.clause("AFS-MUS-01")
def test_the_musician_adds_one_inch_to_every_movement_action() -> None:
    state = a5(musician=True)
    assert (moves(state, "A5.1"), moves(state, "A4.1")) == ((7, 13, 13), (7, 13, 13))
    assert specials.allowance(state, "A5.1", "hold").total == 0.0
    assert moves(a5(), "A5.1") == (6, 12, 12)


@pytest.mark.clause("AFS-SLOW-02")
def test_slow_adds_up_with_musician_and_fast_and_counts_once() -> None:
    assert moves(a5(musician=True, slow=0), "A5.1") == (5, 9, 9)
    assert moves(a5(slow=0, fast=0), "A5.1") == (6, 12, 12)
    slow = a5(slow=0)
    cursed = replace(slow.units["A5"], own=replace(slow.units["A5"].own, effects=(Effect("spell", {"slow": 0}),)))
    assert moves(replace(slow, units={**slow.units, "A5": cursed}), "A5.1") == (4, 8, 8)


@pytest.mark.clause("AFS-SLOW-02")
@pytest.mark.parametrize(("far", "touches"), [(2.98, True), (3.02, False)])
def test_slow_does_not_shorten_piling_in(far: float, touches: bool) -> None:
    state = table(unit("A2", (10, 10), rules={"slow": 0, "tough": 3}), unit("B2", (10, 10 + TOUCH + far)))
    play = Move(state, Frame("afs.pile_in", data=PairData("B2", "A2")), ())
    play.default()
    pose = play.state.bases["A2.1"].pose
    assert pose is not None
    assert (reaching.rank_of(play.state, "A2.1", pose, "B2")[0] == reaching.CONTACT) == touches


@pytest.mark.clause("AFS-FLY-02")
@pytest.mark.parametrize("kind", ["wall", "swamp", "thorns", "chasm", "tower"])
def test_a_flyer_crosses_each_kind_of_terrain_as_open_ground(kind: str) -> None:
    land = [piece(kind, box=(4, 12, 16, 15))]
    found = judged(table(unit("B4", (10, 10)), terrain=land), "B4", "rush", B4_1=[(10, 18)])
    path = found.ways[0]
    assert (clause(found.bar), found.capped) == ("", False)
    assert (long(path), path.climbed, path.dangers, path.leaps) == (8.0, 0.0, 0, ())
    on_foot = judged(table(unit("A2", (10, 10)), terrain=land), "A2", "rush", A2_1=[(10, 18)])
    way = on_foot.ways[0]
    assert on_foot.bar is not None or on_foot.capped or way.dangers or way.leaps
