"""Loading and time: rifles, reforming, melees, bows on the move, ranges to moving targets, guns that are served."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.apply import apply
from game.engine.event import Event
from game.engine.state import State, Tie
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.fire import batteries, shots, targets, timing
from rulesets.napoleonic_wars.own import MeleeOwn
from tests.rules.napoleonic_wars.clock.test_ends import passed
from tests.rules.napoleonic_wars.fire_play import Played, charge, went
from tests.rules.napoleonic_wars.table import Made, battalion, battery, field, general, given, regiment

LOAD = {"verb": "load"}


def ours(body: str = "L1", **own: Any) -> Made:
    return battalion(body, "south", **{"at": (50, 20), "companies": 1, "figures": 12, "fired": 8, **own})


def theirs(body: str = "C1", **own: Any) -> Made:
    return battalion(body, "north", **{"at": (50, 32), "companies": 1, "weapon": "", "figures": 12, **own})


def told(state: State, body: str, *line: dict[str, Any]) -> State:
    return apply(state, Event("set", "order", changes=(notes.lined(state, body, line),)))


def after(state: State, *dice: int, body: str = "L1") -> tuple[int, bool]:
    """Casualties of C1 by the fire of this move, and whether a body is loaded at its end."""
    play = Played(replace(state, own=replace(state.own, move=9)), dice).to_end()
    return play.men("C1"), play.of(body).fire.loaded


# --- small arms ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-SMA-03", "NAP-R62")
def test_a_rifle_takes_the_whole_move_to_load() -> None:
    """Whoever has not stood all the move fires what was loaded before it, and is not loaded after it."""
    unloaded = field(ours(weapon="rifle", loaded=False), theirs())
    men = after(unloaded, 1)[0]
    assert men > 0
    assert after(unloaded, 1) == (men, False)
    assert after(field(ours(weapon="rifle"), theirs()), 1) == (men, True)
    marched = [(0.0, 0.1, "advance"), (0.1, 1.0, "stand")]
    assert after(went(unloaded, "L1", *marched)) == (0, False)
    assert after(went(field(ours(weapon="rifle"), theirs()), "L1", *marched), 1) == (men, False)
    muskets = went(field(ours(loaded=False), theirs()), "L1", *marched)
    assert after(muskets, 1)[0] > 0


@pytest.mark.clause("NAP-SMA-16", "NAP-R62")
@pytest.mark.parametrize(
    ("loaded", "pause", "fires"), [(True, 0.05, True), (False, 0.5, True), (False, 0.49, False), (True, 0.9, True)]
)
def test_charged_riflemen_fire_fully_or_not_at_all(loaded: bool, pause: float, fires: bool) -> None:
    state = field(ours(weapon="rifle", loaded=loaded), theirs(at=(50, 28)), ties=[charge("C1", "L1", 8.0, pause)])
    full = after(field(ours(weapon="rifle"), theirs(at=(50, 28))), 1)[0]
    assert after(state, *([1] if fires else []))[0] == (full if fires else 0)


@pytest.mark.clause("NAP-SMA-07")
@pytest.mark.parametrize("own", [{"result": "rout"}, {"result": "pursue"}, {}])
def test_nobody_loads_in_melee_pursuit_or_rout(own: dict[str, Any]) -> None:
    tie = [] if own else [Tie("C1>L1", "melee", "C1", "L1", MeleeOwn(rounds=1))]
    state = field(ours(loaded=False, **own), theirs(at=(50, 20.0) if tie else (50, 90)), ties=tie)
    assert after(told(state, "L1", LOAD)) == (0, False)
    assert after(told(given(replace(state, ties={}), "L1", result=""), "L1", LOAD), *([1] if tie else []))[1] is (
        not tie
    )


@pytest.mark.clause("NAP-SMA-07", "NAP-SMA-19")
def test_what_was_fired_in_a_melee_is_loaded_again_by_reformed_troops_alone() -> None:
    """A melee in the move before; two factors are carried out of it (NAP-DIS-25)."""
    state = field(ours(before=("melee",), carried=2), theirs(at=(50, 90)))
    play = Played(replace(state, own=replace(state.own, move=9))).to_end()
    assert (play.of("L1").fire.loaded, play.of("L1").fire.spent) == (False, True)  # muskets went off in the first round
    later = given(field(ours(loaded=False, spent=True, carried=1), theirs()), "L1")
    assert after(later) == (0, False)
    assert after(told(later, "L1", LOAD)) == (0, False)
    assert after(given(later, "L1", carried=0), 1)[0] > 0
    loads = told(field(ours(loaded=False, spent=True), theirs(at=(50, 90))), "L1", LOAD)
    play = Played(replace(loads, own=replace(loads.own, move=9))).to_end()
    assert (play.of("L1").fire.loaded, play.of("L1").fire.spent) == (True, False)
    horse = regiment("L1", "south", at=(50, 20), companies=1, figures=8, before=("melee",), carried=2)
    assert after(field(horse, theirs(at=(50, 90))))[1]  # carbines do not count in it (NAP-R108)
    for kept in (
        regiment("L1", "south", at=(50, 20), weapon="dragoon_musket", before=("melee",), carried=2),
        ours(weapon="rifle", before=("melee",), carried=2),
    ):
        assert after(field(kept, theirs(at=(50, 90))))[1]


@pytest.mark.clause("NAP-SMA-08", "NAP-DIS-16", "NAP-R62")
@pytest.mark.parametrize(
    ("weapon", "time", "loaded"),
    [("musket", 0.5, True), ("musket", 0.49, False), ("rifle", 1.0, True), ("rifle", 0.99, False)],
)
def test_who_reforms_loads_and_does_not_fire(weapon: Any, time: float, loaded: bool) -> None:
    state = told(field(ours(loaded=False, carried=2, weapon=weapon), theirs()), "L1", {"verb": "reform"})
    assert after(went(state, "L1", (0.0, time, "reform"), (time, 1.0, "stand"))) == (0, loaded)


@pytest.mark.clause("NAP-SMA-09", "NAP-DBL-06", "NAP-R122")
def test_bows_shoot_on_the_move_and_irregular_horse_even_at_the_double() -> None:
    line = field(ours(weapon="bow"), theirs())
    still = after(line, 1)[0]
    assert after(went(given(line, "L1", moved=75.0), "L1", (0.0, 1.0, "advance"), back=(0.0, 0.0)), 1)[0] == still > 0
    assert after(given(line, "L1", did=("double",)))[0] == 0

    def rides(**own: Any) -> State:
        horse = {"at": (50, 20), "companies": 1, "figures": 8, "did": ("double",), "fired": 8, **own}
        return field(regiment("L1", "south", **horse), theirs())

    assert after(rides(weapon="bow", regular=False), 1)[0] > 0
    assert after(rides(weapon="bow"))[0] == 0
    assert after(rides(weapon="carbine", regular=False))[0] == 0


@pytest.mark.clause("NAP-SMA-12", "NAP-R112", "NAP-S58")
def test_the_range_is_the_smallest_to_who_comes_nearer_and_that_at_mid_move_to_who_goes_away() -> None:
    def range_of(back: float, body: str = "L1") -> tuple[float, int]:
        state = went(field(ours(), theirs(at=(50, 30))), "C1", (0.0, 1.0, "advance"), back=(0.0, back))
        (mark,) = targets.marks(state, body)
        return round(mark.gap / 10.0, 3), mark.when.quarters

    assert range_of(-12.0) == (10.0, 4)  # from 22 to 10
    assert range_of(8.0) == (6.0, 4)  # from 2 to 10: 6 at mid-move
    assert range_of(-20.0) == (10.0, 3)  # at 25, 20, 15 and 10 cm: out of range at first
    pieces = battery("G1", "south", at=(50, 20), pieces=("6",))
    state = went(field(pieces, theirs(at=(50, 60))), "C1", (0.0, 1.0, "advance"), back=(0.0, 20.0))
    (one,) = batteries.ready(state, "G1")
    assert {a.time for o in batteries.options(state, one) for a in o.aims if a.ammunition == "roundshot"} == {0.5}


@pytest.mark.clause("NAP-SMA-32", "NAP-SMA-26", "NAP-RGN-02")
@pytest.mark.parametrize(("far", "fires"), [(18.0, True), (18.1, False)])
def test_routers_and_single_figures_are_fired_at_as_open_order(far: float, fires: bool) -> None:
    rout = field(ours(), theirs(at=(50, 20 + far), result="rout"))
    assert shots.small_target(rout, "C1") == "loose"
    alone = field(ours(), general("C1", "north", at=(50, 20 + far)))
    assert shots.small_target(alone, "C1") == "loose"
    for state in (rout, alone):
        assert bool(targets.marks(state, "L1")) is fires
    steady = field(ours(), theirs(at=(50, 20 + far)))
    assert shots.small_target(steady, "C1") == "close"
    assert targets.marks(steady, "L1")


# --- guns ------------------------------------------------------------------------------------------------------------


def guns(*pieces: str, **own: Any) -> Made:
    return battery("G1", "south", **{"at": (50, 20), "pieces": pieces or ("12",), **own})


@pytest.mark.clause("NAP-ART-04", "NAP-ART-14")
def test_fewer_gunners_fire_as_often_with_less_effect() -> None:
    """Canister at 10 cm: T14(4, 32) = 27; three gunners 20."""
    men = {}
    for crew in (4, 3, 6):
        state = field(guns(crew=crew), theirs(at=(50, 30)))
        play = Played(state, [1]).answer(G1="C1:canister").to_end()
        (fired,) = (e for e in play.events if e.type == "fired")
        assert fired.data["shots"] == 2
        men[crew] = play.men("C1")
    assert men == {4: 27, 3: 20, 6: 27}


@pytest.mark.clause("NAP-ART-05", "NAP-R133")
@pytest.mark.parametrize(("still", "fires"), [(0.25, True), (0.24, False)])
def test_placing_a_rocket_takes_a_quarter(still: float, fires: bool) -> None:
    rockets = battery("G1", "south", at=(50, 20), pieces=("rocket",), arm="rockets", nation="austria")
    state = went(field(rockets, theirs(at=(50, 50))), "G1", (0.0, 1.0 - still, "face"), (1.0 - still, 1.0, "stand"))
    play = Played(state, [3, 4] if fires else []).to_end()
    assert [h.what for h in play.of("C1").fire.hits] == (["shell"] if fires else [])
    assert sum(e.type == "fired" for e in play.events) == fires


@pytest.mark.clause("NAP-ART-08", "NAP-DIS-17")
def test_a_battery_reforms_for_half_the_move_and_fires_once_in_the_rest() -> None:
    """One canister: -4, T14(4, 28) and a factor struck out at step 20."""
    state = field(guns(carried=1, rest=1.0), theirs(at=(50, 30)))
    half = went(
        given(told(state, "G1", {"verb": "reform"}, {"verb": "fire"}), "G1", did=("gives_up_half",)),
        "G1",
        (0.0, 0.5, "reform"),
        (0.5, 1.0, "stand"),
    )
    play = Played(half, [1]).answer(G1="C1:canister").to_end()
    (fired,) = (e for e in play.events if e.type == "fired")
    assert (fired.data["shots"], play.men("C1")) == (1, 13)
    assert reform.after(play.state, "G1") == 0
    without = Played(state, [1]).answer(G1="C1:canister").to_end()
    assert (without.men("C1"), reform.after(without.state, "G1")) == (27, 1)
    whole = went(state, "G1", (0.0, 1.0, "reform"))
    assert Played(whole).to_end().of("G1").fire.fired == 0


@pytest.mark.clause("NAP-AMM-04", "NAP-AMM-03")
@pytest.mark.parametrize(("far", "fires"), [(5.0, True), (5.1, False)])
def test_a_launcher_fires_with_its_wagon_within_five_centimetres(far: float, fires: bool) -> None:
    rockets = battery("G1", "south", at=(50, 20), pieces=("rocket",), arm="rockets", nation="austria")
    state = field(rockets, theirs(at=(50, 50)))
    gun, team = state.bases["G1.1"], state.bases["G1.2"]
    assert gun.pose is not None
    y = gun.pose.y - (gun.shape.depth + team.shape.depth) / 2.0 - 10.0 * far
    state = replace(state, bases={**state.bases, "G1.2": replace(team, pose=Pose(gun.pose.x, y, 0.0))})
    assert bool(batteries.ready(state, "G1")) is fires
    spent = replace(team, own=replace(team.own, horses=0), where="gone", pose=None)
    assert not batteries.ready(replace(state, bases={**state.bases, "G1.2": spent}), "G1")


@pytest.mark.clause("NAP-SPM-05")
def test_a_gun_spiked_in_two_moves_fires_no_more() -> None:
    gun = battery("N1", "north", at=(50, 40), pieces=("6", "6"))
    state = field(battalion("L1", "south", at=(50, 40), weapon=""), gun, theirs("C1", at=(90, 90)))
    order = {"verb": "spike", "gun": "N1.1"}
    first = passed(state, L1=order)
    assert not first.bases["N1.1"].own.spiked
    second = passed(first, L1=[])
    assert second.bases["N1.1"].own.spiked
    assert not second.bases["N1.2"].own.spiked
    (ready,) = batteries.ready(replace(second, ties={}), "N1")
    assert ready.guns == ("N1.2",)


@pytest.mark.clause("NAP-SMA-04", "NAP-R62")
def test_time_at_rest_is_what_is_neither_marched_nor_formed() -> None:
    state = field(ours(), theirs())
    legs = [(0.0, 0.25, "advance"), (0.25, 0.5, "form"), (0.5, 0.75, "stand"), (0.75, 1.0, "halt")]
    assert timing.still(went(state, "L1", *legs), "L1") == 0.5
    assert timing.still(went(state, "L1", *legs), "L1", 0.75) == 0.25


@pytest.mark.clause("NAP-R62")
@pytest.mark.parametrize(
    ("quarters", "loaded", "found"),
    [(2.0, False, (1, False)), (1.9, False, (0, False)), (1.9, True, (1, False)), (2.0, True, (1, True))],
)
def test_half_a_move_at_rest_is_a_shot_or_keeps_the_charge(
    quarters: float, loaded: bool, found: tuple[int, bool]
) -> None:
    shot = timing.usual("musket", quarters, loaded)
    assert (shot.shots, shot.loaded) == found
