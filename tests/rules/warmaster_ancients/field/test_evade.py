"""Evading on initiative (WMA-S12)."""

from __future__ import annotations

import math

import pytest

from rulesets.warmaster_ancients.move import evading
from tests.rules.warmaster_ancients.table import at_cm, feature, table, unit


def evader(*others, code="EQU-1", y=60.0, gap=10.0, terrain=()):
    """Cavalry facing an enemy `gap` cm to the south of it."""
    return table(
        unit(code, "south", at=(90, y), facing="S"),
        unit("GAL-1", at=(90, y - 3 - gap), facing="N"),
        *others,
        terrain=terrain,
    )


@pytest.mark.clause("WMA-S12", "WMA-R30", "WMA-INI-04", "WMA-R24")
def test_straight_away_to_more_than_twenty_cm_and_up_to_the_full_move():
    found = evading.evasion(evader(), "EQU-1")
    assert (found.enemy, found.direction) == ("GAL-1", (0.0, 1.0))
    assert (found.safe, found.least, found.most) == (True, 100.1, 300.0)


@pytest.mark.clause("WMA-S12", "WMA-R30")
@pytest.mark.parametrize(
    ("mm", "legal"), [(100.0, False), (100.04, False), (100.1, True), (300.0, True), (300.1, False), (0.0, False)]
)
def test_the_distance_is_the_owners_choice_within_that(mm, legal):
    ends, why = evading.check_evade(evader(), "EQU-1", mm)
    assert (why is None) is legal
    if legal:
        assert [at_cm(p) for p in ends.values()] == [
            (92, 60 + mm / 10, 180),
            (90, 60 + mm / 10, 180),
            (88, 60 + mm / 10, 180),
        ]


@pytest.mark.clause("WMA-S12", "WMA-R30")
def test_who_cannot_get_to_safety_goes_as_far_as_it_can():
    # infantry has 20 cm: from 1 cm away it gets to 21 cm, hampered after 15 cm it does not
    assert evading.evasion(evader(code="VEL-1", gap=0.5), "VEL-1").safe
    state = evader(code="VEL-1", gap=0.5, terrain=[feature("impassable", box=(60, 76, 120, 80))])
    found = evading.evasion(state, "VEL-1")
    assert (found.safe, found.least, found.most) == (False, 150.0, 150.0)
    assert found.stop is not None
    assert found.stop.thing == "impassable-1"
    assert evading.check_evade(state, "VEL-1", 150.0)[1] is None
    assert evading.check_evade(state, "VEL-1", 149.0)[1] is not None


@pytest.mark.clause("WMA-S12")
def test_it_stops_touching_a_friend_and_a_centimetre_from_an_enemy():
    state = evader(unit("LEG-1", "south", at=(90, 80), facing="S"))
    assert evading.evasion(state, "EQU-1").most == 170.0
    state = evader(unit("LIB-1", at=(90, 80), facing="S"))
    assert evading.evasion(state, "EQU-1").most == 160.0


@pytest.mark.clause("WMA-S12")
def test_a_second_enemy_on_the_way_makes_some_distances_unsafe():
    state = evader(unit("LIB-1", at=(90, 100), facing="S"))
    found = evading.evasion(state, "EQU-1")
    # the full move (to 1 cm before LIB-1 or 30 cm) is not safe: then it must be made
    assert (found.safe, found.most) == (False, 300.0)


@pytest.mark.clause("WMA-S12")
def test_who_cannot_move_cannot_evade():
    found = evading.evasion(evader(y=118.0), "EQU-1")
    assert found.refusal is not None
    assert found.refusal.clause == "WMA-S12"
    alone = table(unit("EQU-1", at=(90, 60)))
    assert not evading.evasion(alone, "EQU-1").possible


@pytest.mark.clause("WMA-S12", "WMA-S06")
def test_from_the_nearest_enemy_seen_or_not_and_at_a_slant():
    state = table(unit("EQU-1", at=(90, 60), facing="N"), unit("GAL-1", at=(106, 50)), unit("GAL-2", at=(90, 90)))
    # from (100, 51) to (93, 58)
    found = evading.evasion(state, "EQU-1")
    assert found.enemy == "GAL-1"
    assert found.direction == pytest.approx((-1 / math.sqrt(2), 1 / math.sqrt(2)))


@pytest.mark.clause("WMA-S12")
@pytest.mark.parametrize(("mm", "legal"), [(150.0, True), (149.99, True), (149.98, False)])
def test_as_far_as_it_can_is_meant_to_a_hundredth_of_a_millimetre(mm: float, legal: bool) -> None:
    state = evader(code="VEL-1", gap=0.5, terrain=[feature("impassable", box=(60, 76, 120, 80))])
    assert (evading.check_evade(state, "VEL-1", mm)[1] is None) is legal


@pytest.mark.clause("WMA-S12", "WMA-R30")
def test_the_least_way_is_safe_and_a_tenth_of_a_millimetre_less_is_not() -> None:
    """Enemies behind and aslant: what is offered as the least is the first whole tenth (mm) that is safe."""
    least = []
    for gap, y in ((15.0, 48.0), (17.0, 44.0), (18.0, 44.0), (18.0, 48.0)):
        for x in range(103, 137, 3):
            for k in range(4):
                state = evader(unit("LIB-1", at=(x + k / 30, y), facing="N"), gap=gap)
                found = evading.evasion(state, "EQU-1")
                assert found.safe
                assert evading.check_evade(state, "EQU-1", found.least)[1] is None
                assert evading.check_evade(state, "EQU-1", round(found.least - 0.1, 1))[1] is not None
                least.append(found.least)
    assert len(set(least)) > 20


@pytest.mark.clause("WMA-S12", "WMA-S01")
@pytest.mark.parametrize(("room", "able"), [(0.0, False), (0.004, False), (0.01, True), (0.05, True), (0.2, True)])
def test_any_room_that_can_be_measured_is_room_to_evade(room: float, able: bool) -> None:
    """So many cm to a wall of rock behind it; both questions, whether and how far, have the same answer."""
    state = evader(gap=15.0, terrain=[feature("impassable", box=(60, 62 + room, 120, 80))])
    assert evading.may_evade(state, "EQU-1") is able
    found = evading.evasion(state, "EQU-1")
    assert (found.possible, found.safe) == (able, False)
    if able:
        assert found.most == pytest.approx(room * 10.0)
    assert not evading.may_evade(table(unit("EQU-1", at=(90, 60))), "EQU-1")
