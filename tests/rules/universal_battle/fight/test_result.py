"""The combat result: scores, bands, what each does to the loser, and who is run into (E18)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import State
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.fight.result import RESULT, Part, ResultData, band, further, score
from rulesets.universal_battle.measures import inch
from tests.rules.universal_battle.attack_play import Called, lost
from tests.rules.universal_battle.fight_play import fight, line, result, rows
from tests.rules.universal_battle.table import hero, monster, piece, scene, standing, troops


def settle(state: State, mine: int, theirs: int, *dice: int, **more: Any) -> Called:
    """A and B have fought, with so many wounds dealt."""
    return Called(state, RESULT, ResultData(Part("A", wounds=mine), Part("B", wounds=theirs), **more), *dice)


def total(state: State, unit: str, other: str = "B", **more: Any) -> float:
    return score(state, Part(unit, **more), Part(other)).total


@pytest.mark.clause("USB-RES-02", "USB-RES-01")
@pytest.mark.parametrize(("models", "points"), [(3, 0), (4, 1), (7, 1), (8, 2), (12, 3), (16, 3)])
def test_full_fours_up_to_three(models: int, points: int) -> None:
    state = scene(line("A", 10, models), line("B", 11, 20))
    assert total(state, "A") == points + 1


@pytest.mark.clause("USB-RES-02", "USB-R56")
def test_outnumbering_counts_models_a_joined_hero_too() -> None:
    made = line("A", 10, 3), hero("Ah", (10, 10), joined="A"), line("B", 11, 3)
    state = scene(*made)
    assert total(state, "A") == 1 + 1 + 2  # a full four with him, outnumbering, X of the hero
    assert score(state, Part("A", fled=True), Part("B")).total == 1 - 2


@pytest.mark.clause("USB-RES-02", "USB-R60")
def test_each_further_unit_of_the_same_connected_fight() -> None:
    made = [line(u, 10, 1) for u in ("A", "A2", "A3", "B", "B2")]
    state = scene(*made, locks=[("A", "B"), ("B", "A2"), ("A2", "B2")])
    assert (further(state, "A", "B"), further(state, "B", "A"), further(state, "A3", "B")) == (1, 1, 2)


@pytest.mark.clause("USB-R66", "USB-R73")
def test_x_is_what_is_left_of_the_toughest_with_his_rider() -> None:
    made = monster("A", (10, 10), 6, rider="legend", lost=2), line("B", 11, 1)
    assert total(scene(*made), "A") == 23
    assert total(scene(*made, options={"giants_weight": "capped"}), "A") == 4


@pytest.mark.clause("USB-RES-03")
def test_the_bands() -> None:
    assert [band(n) for n in (0, 1, 2, 3, 4, 5, 6, 30)] == ["hold"] * 2 + ["back"] * 2 + ["flee"] * 2 + ["gone"] * 2


@pytest.mark.clause("USB-RES-04", "USB-S14")
@pytest.mark.parametrize("wounds", [(0, 0), (1, 0), (0, 1)])
def test_a_hold_locks_both(wounds: tuple[int, int]) -> None:
    played = settle(scene(line("A", 10, 2), line("B", 11, 2)), *wounds)
    played.give()
    assert facts.opponents(played.state, "A") == ("B",)
    assert not facts.own(played.state, "B").status


@pytest.mark.clause("USB-RES-05", "USB-R21", "USB-S13", "USB-S14")
@pytest.mark.parametrize("wounds", [2, 3])
def test_giving_ground(wounds: int) -> None:
    state = scene(line("A", 10, 2), line("B", 11, 2), locks=[("A", "B")])
    played = settle(state, wounds, 0)
    played.give()
    assert facts.own(played.state, "B").status == "shaken"
    assert near.distance(played.state, "A", "B") == pytest.approx(inch(2), abs=0.1)
    assert not facts.is_locked(played.state, "B")


@pytest.mark.clause("USB-RES-06", "USB-R20", "USB-R21")
@pytest.mark.parametrize("wounds", [5, 6])
def test_a_rout(wounds: int) -> None:
    made = line("A", 10, 2), troops("B", (18, 11), 2, status="shaken", formation="phalanx")
    played = settle(scene(*made), wounds, 0)
    played.give()
    own = facts.own(played.state, "B")
    assert (own.status, own.formation) == ("panicked", "skirmish")
    assert near.distance(played.state, "A", "B") > inch(8)


@pytest.mark.clause("USB-RES-07")
def test_annihilation_of_either() -> None:
    played = settle(scene(line("A", 10, 2), line("B", 11, 2)), 0, 6)
    played.give()
    assert not facts.alive(played.state, "A")
    assert standing(played.state, "B") == 2


@pytest.mark.clause("USB-SPC-06", "USB-R44")
def test_e18_the_unbreakable_bleed_and_stay() -> None:
    made = line("A", 10, 2), line("B", 11, 8, (4, 5), specs=["unbreakable"])
    played = settle(scene(*made), 8, 0)
    # 8 + 1 against 2 + 1 + 1: five
    played.give()
    assert standing(played.state, "B") == 3
    own = facts.own(played.state, "B")
    assert (own.status, own.tested, own.hurt) == ("", 50, False)
    assert facts.is_locked(played.state, "B")


@pytest.mark.clause("USB-SPC-06", "USB-R44")
@pytest.mark.parametrize(("by", "gone"), [(1, 0), (2, 2), (6, 6)])
def test_the_unbreakable_bleed_from_a_difference_of_two(by: int, gone: int) -> None:
    made = line("A", 10, 8), line("B", 11, 8, specs=["unbreakable"])
    played = settle(scene(*made), by, 0)
    played.give()
    assert standing(played.state, "B") == 8 - gone
    assert facts.is_locked(played.state, "B")


@pytest.mark.clause("USB-SPC-06", "USB-S14")
def test_the_unbreakable_who_bleed_to_death_are_locked_with_nobody() -> None:
    played = settle(scene(line("A", 10, 2), line("B", 11, 2, specs=["unbreakable"])), 3, 0)
    played.give()
    assert not facts.alive(played.state, "B")
    assert not played.state.ties


@pytest.mark.clause("USB-R57", "USB-MON-04")
@pytest.mark.parametrize(("wounds", "status"), [(4, "shaken"), (6, "panicked")])
def test_a_machine_that_cannot_move_stays_locked(wounds: int, status: str) -> None:
    played = settle(scene(line("A", 10, 1), monster("B", (18, 11.7), 0)), wounds, 0)
    here = played.state.bases["B.1"].pose
    played.give()
    assert facts.own(played.state, "B").status == status
    assert facts.is_locked(played.state, "B")
    assert played.state.bases["B.1"].pose == here


@pytest.mark.clause("USB-RES-08", "USB-S13", "USB-R23", "USB-R63")
def test_who_is_run_into_fights_as_charger_and_tires() -> None:
    """B is driven into A2, lancers: ones again, the lance, +1; B strikes back."""
    riders = troops("A2", (18, 14), 2, "regular", "lance", kind="riders")
    state = scene(line("A", 10, 4), line("B", 11, 4), riders, acting="A")
    # A's charge: B loses nothing, but the result by 2 of wounds told
    played = settle(state, 2, 0, *(1, 2, 2, 2, 3), 6, *[2] * 4)
    played.give()
    assert played.needs() == [3, 3, 5, 5]  # B is Shaken
    fought = [e for e in played.events if e.type == "fight"]
    assert [e.data["charge"] for e in fought] == [True]
    # riders 1 + 1 of X against 1 of four, outnumbering, X
    assert facts.opponents(played.state, "B") == ("A2",)
    assert (facts.own(played.state, "A2").fatigue, facts.own(played.state, "B").fatigue) == (1, 1)
    assert not facts.own(played.state, "A2").activated


@pytest.mark.clause("USB-S13", "USB-R23")
def test_a_bump_tires_also_who_is_in_his_own_activation() -> None:
    state = scene(line("A", 11, 4), line("B", 10, 4), line("B2", 13, 4), acting="A")
    played = settle(state, 0, 2, *[2] * 4, *[2] * 4)
    played.give()
    assert (facts.own(played.state, "A").fatigue, facts.own(played.state, "B2").fatigue) == (1, 1)


@pytest.mark.clause("USB-S13", "USB-RES-08")
def test_each_enemy_fights_once_in_a_chain() -> None:
    state = scene(line("A", 10, 4), line("B", 11, 4), line("A2", 13, 4), acting="A")
    played = settle(state, 2, 0, fought=("A2",))
    played.give()
    assert not played.told("fight")
    assert facts.opponents(played.state, "B") == ("A2",)


@pytest.mark.clause("USB-S13", "USB-RES-08")
def test_who_is_driven_on_is_no_longer_met() -> None:
    """B runs into A2 and A3 at once; A2 drives it off, and A3 has nobody left to fight."""
    north = [troops("A2", (16, 13), 2, "veteran"), troops("A3", (20, 13), 2, "veteran")]
    state = scene(line("A", 4, 4), line("B", 11, 4), *north, acting="A")
    played = settle(state, 2, 0, *(6, 6), *(1, 1), *(2, 2), 6)
    played.give()
    fights = [e.about[0] for e in played.events if e.type == "fight"]
    assert fights == ["A2"]
    assert [e["band"] for e in played.told("result")] == ["back", "back"]


@pytest.mark.clause("USB-S13")
def test_a_chain_leads_back_to_the_first_winner_and_ends_at_who_is_met_again() -> None:
    """B runs into A2, is driven back into A, and from there into A2 again: the two end locked."""
    north = [troops("A2", (16, 13), 2, "veteran"), troops("A3", (20, 13), 2, "veteran")]
    state = scene(line("A", 10, 4), line("B", 11, 4), *north, acting="A")
    played = settle(state, 2, 0, *(6, 6), *(1, 1), *(2, 2), 6, *[2] * 6)
    played.give()
    assert [e.about[0] for e in played.events if e.type == "fight"] == ["A2", "A"]
    assert facts.opponents(played.state, "B") == ("A2",)


@pytest.mark.clause("USB-RES-09")
def test_friends_are_stopped_before() -> None:
    state = scene(line("A", 10, 2), line("B", 11, 2), line("B2", 13, 2))
    played = settle(state, 2, 0)
    played.give()
    assert near.distance(played.state, "B", "B2") == pytest.approx(0.0, abs=0.1)
    assert not facts.is_locked(played.state, "B")


@pytest.mark.clause("USB-RES-10", "USB-R18")
def test_danger_stops_and_hurts_and_its_losses_are_tested() -> None:
    lava = [piece("lava", 10, 12.5, 26, 16)]
    state = scene(line("A", 10, 4), line("B", 11, 4), terrain=lava)
    played = settle(state, 2, 0, *(1, 4, 4, 4), 6)
    played.give()
    assert lost(played.state, "B") == [1, 1, 1]


@pytest.mark.clause("USB-RES-01", "USB-R18")
def test_no_result_with_who_is_gone_and_the_lock_is_loosed() -> None:
    state = scene(line("A", 10, 2), line("B", 11, 1), locks=[("A", "B")], acting="A")
    played = fight(state, 6, 6, 1, 1, charge=False)
    played.give()
    assert not played.told("result")
    assert not played.state.ties


@pytest.mark.clause("USB-R65")
def test_the_commander_lost_by_the_result_is_mourned_at_once() -> None:
    state = scene(line("A", 10, 2), hero("B", (18, 11)), line("B2", 30, 1), sides={"north": {"commander": "B"}})
    played = settle(state, 7, 0, 2)
    played.give()
    assert facts.own(played.state, "B2").status == "panicked"


@pytest.mark.clause("USB-R56")
def test_wounds_are_what_was_there_to_be_lost() -> None:
    """Two monsters' dice pile up on four models; overkill scores nothing, nor does it where somebody is left."""
    made = line("A", 10, 8), line("B", 11, 3), hero("Bh", (18, 12), joined="B", power=0)
    played = fight(scene(*made, acting="A"), *[6] * 4 + [2] * 4, *[1] * 4, *(2, 2), 6)
    played.give()
    assert rows(played, 0)["wounds"] == 4
    assert result(played)[0] == "A"
