"""What fire comes to: batteries, teams, walls and fires, fire at once in a charge, fire over heads, screens."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.apply import apply
from game.engine.event import Event
from game.engine.flow import Run
from game.engine.state import State
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.fire import batteries, cover, fire, targets, timing, volley, works
from rulesets.napoleonic_wars.fire.aims import Aim
from rulesets.napoleonic_wars.fire.at_once import AtOnce
from rulesets.napoleonic_wars.fire.losses import Lot, inflict, merged
from rulesets.napoleonic_wars.fire.works import Struck, WorksData
from rulesets.napoleonic_wars.nerve import causes
from rulesets.napoleonic_wars.own import Breach, Factor, Fire, Hit, PieceOwn
from tests.rules.napoleonic_wars.fire_play import Played, charge, went
from tests.rules.napoleonic_wars.table import Made, battalion, battery, box, field, of, piece, put, regiment


def ours(body: str = "L1", **own: Any) -> Made:
    return battalion(body, "south", **{"at": (50, 20), "companies": 1, "figures": 12, **own})


def theirs(body: str = "C1", **own: Any) -> Made:
    return battalion(body, "north", **{"companies": 1, "weapon": "", "figures": 12, **own})


def guns(*pieces: str, **own: Any) -> Made:
    return battery("G1", "south", **{"at": (50, 20), "pieces": pieces or ("12", "12"), **own})


def told(state: State, body: str, *line: dict[str, Any]) -> State:
    return apply(state, Event("set", "order", changes=(notes.lined(state, body, line),)))


def off(state: State, lot: Lot) -> State:
    run = Run(state)
    inflict(run, lot)
    return run.state


# --- figures ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-CAS-09", "NAP-S86", "NAP-CAS-08")
def test_no_more_than_were_exposed_are_lost() -> None:
    state = field(theirs(men=15))
    some = ("C1.1", "C1.2")
    after = off(state, Lot("C1", 90, some))
    own = after.units["C1"].own
    assert (own.strength.lost, own.strength.men, own.strength.men_now) == (2, 19, 90)
    assert {b.id for b in after.bases.values() if b.where == "gone"} == set(some)


@pytest.mark.clause("NAP-OPT-02", "NAP-ARC-02")
def test_casualties_of_one_body_are_added_up_first() -> None:
    lots = (Lot("C1", 12, ("C1.1",)), Lot("C1", 9, ("C1.2",)), Lot("C2", 3))
    assert merged(lots) == (Lot("C1", 21, ("C1.1", "C1.2")), Lot("C2", 3))


@pytest.mark.clause("NAP-CBF-07", "NAP-R72", "NAP-ART-06")
def test_twenty_on_the_guns_of_a_battery_destroy_one() -> None:
    state = field(battery("G1", "south", pieces=("12", "12"), gun_hits=100))
    after = off(state, Lot("G1", 31, part="crews", solid=31))
    own = after.units["G1"].own
    assert (own.battery.gun_hits, own.strength.lost) == (
        2,
        1,
    )  # 100 + 62 eighths: 20 casualties, and 2 eighths are kept
    assert after.bases["G1.2"].where == "gone"
    assert after.bases["G1.1"].own.crew == 7


@pytest.mark.clause("NAP-CAS-10", "NAP-CBF-04", "NAP-CBF-02")
def test_teams_lose_a_driver_with_every_second_horse() -> None:
    state = field(battery("G1", "south", pieces=("12",), team=6))
    one = off(state, Lot("G1", 20, part="teams")).bases["G1.2"].own
    two = off(state, Lot("G1", 40, part="teams")).bases["G1.2"].own
    assert (one.horses, one.drivers, one.dead) == (5, 3, 1)
    assert (two.horses, two.drivers, two.dead) == (4, 2, 2)
    both = off(field(battery("G1", "south", pieces=("12",), formation="limbered")), Lot("G1", 41))
    own = both.units["G1"].own
    assert (own.strength.men, own.battery.half_man, own.battery.team_men, own.strength.lost) == (0, True, 1, 1)


@pytest.mark.clause("NAP-S59", "NAP-CAS-11")
def test_who_loses_his_last_figure_is_destroyed() -> None:
    state = field(ours(figures=24), theirs(at=(50, 22), figures=1))
    play = Played(state, [6]).to_end()
    assert [(g.body, g.what) for g in play.state.own.gone] == [("C1", "destroyed")]
    assert not play.state.bases_of("C1")


@pytest.mark.clause("NAP-S59", "NAP-MOR-03")
def test_who_is_destroyed_by_fire_tests_those_beside_him_by_the_figures_that_he_had() -> None:
    beside = [theirs(f"C{k}", at=(65, 22 + k), figures=figures) for k, figures in ((2, 4), (7, 5))]
    state = field(ours(figures=24), theirs(at=(50, 22), figures=2, men=19), *beside, theirs("C9", at=(120, 25)))
    play = Played(state, [6]).to_end()
    (gone,) = play.state.own.gone
    assert (gone.body, gone.what, gone.strength) == ("C1", "destroyed", 2)
    assert {u for u in gone.near if u.startswith("C")} == {"C2", "C7"}
    assert [u for u in ("C2", "C7", "C9") if causes.of_routs(play.state, u)] == ["C2"]


@pytest.mark.clause("NAP-DIS-21", "NAP-R30")
def test_forming_under_a_casualty_a_figure_disorders_more() -> None:
    state = field(ours(figures=24), theirs(at=(50, 32), figures=24))
    formed = field(ours(figures=24), theirs(at=(50, 32), figures=24, did=("formed",)))
    assert Played(state, [4]).to_end().of("C1").nerve.fresh == ()
    assert Played(formed, [4]).to_end().of("C1").nerve.fresh == (Factor("B", 1, "NAP-DIS-21"),)


@pytest.mark.clause("NAP-DIS-21", "NAP-R30")
def test_fire_counts_once_in_a_move_whatever_else_disordered_a_body() -> None:
    other, fire = Factor("F", 1, "NAP-DIS-25"), Factor("B", 1, "NAP-DIS-21")
    for before, after in (((other,), (other, fire)), ((fire,), (fire,))):
        formed = field(ours(figures=24), theirs(at=(50, 32), figures=24, did=("formed",), fresh=before))
        assert Played(formed, [4]).to_end().of("C1").nerve.fresh == after


@pytest.mark.clause("NAP-R161", "NAP-S86")
def test_fire_is_remembered_with_the_side_that_it_came_from() -> None:
    state = field(ours(), theirs(at=(50, 28), facing=0.0))
    (hit,) = Played(state, [3]).to_end().of("C1").fire.hits
    assert (hit.by, hit.what, hit.sector) == ("L1", "volley", "rear")


# --- in a charge -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-ASQ-03", "NAP-ASQ-06", "NAP-SMA-18", "NAP-CSQ-08")
def test_the_attacked_keep_their_fire_for_the_attackers() -> None:
    state = field(ours(figures=24), theirs(at=(50, 25), figures=24), ties=[charge("C1", "L1", 5.0, 0.5, "attack")])
    assert Played(state).to_end().of("L1").fire.fired == 0
    play = Played(state, [1], "nap.volley", AtOnce("L1", "C1", 0.5)).to_end()
    assert play.men("C1") == 81  # 26 + 2: T14(24, 28)
    assert (play.of("C1").strength.lost, play.of("L1").fire.loaded) == (4, False)
    assert play.of("C1").nerve.fresh == (Factor("B", 1, "NAP-DIS-21"),)
    assert Played(play.state, (), "nap.volley", AtOnce("L1", "C1", 0.5)).to_end().men("C1") == 81


@pytest.mark.clause("NAP-R138")
def test_chargers_that_halt_fire_with_the_time_that_is_left() -> None:
    horse = regiment("H1", "south", at=(50, 20), companies=1, figures=8, fired=8)
    state = field(horse, theirs(at=(50, 28)), ties=[charge("H1", "C1", 8.0, 0.5)], move=9)
    play = Played(state, [1], "nap.volley", AtOnce("H1", "C1", 0.5, charged=False)).to_end()
    assert play.men("C1") == 3  # 22 - 2 (saddle) - 4 (one shot): T14(8, 16)
    assert play.of("H1").fire.loaded


# --- over heads ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-OVH-03", "NAP-OVH-04", "NAP-OVH-06")
@pytest.mark.parametrize(
    ("kind", "ammunition", "nation", "near", "so"),
    [
        ("9", "shrapnel", "britain", 25.0, True),
        ("9", "shrapnel", "britain", 24.9, False),
        ("9", "roundshot", "britain", 40.0, False),
        ("howitzer", "shell", "france", 10.0, True),
        ("howitzer", "shell", "france", 9.9, False),
        ("howitzer", "canister", "france", 30.0, False),
        ("rocket", "shell", "austria", 5.0, True),
        ("rocket", "shell", "austria", 4.9, False),
    ],
)
def test_over_heads_on_level_ground(kind: str, ammunition: Any, nation: Any, near: float, so: bool) -> None:
    state = field(guns(kind), ours(at=(50, 21 + near), facing=0.0), theirs(at=(50, 100)))
    assert cover.may_fire_over(state, "G1.1", "L1", "C1", ammunition, nation) is so
    close = field(guns(kind), ours(at=(50, 50)), theirs(at=(50, 74.9)))
    assert not cover.may_fire_over(close, "G1.1", "L1", "C1", ammunition, nation)


@pytest.mark.clause("NAP-OVH-02", "NAP-R55")
@pytest.mark.parametrize(("y", "so"), [(27.0, True), (26.9, False)])
def test_over_lower_ground(y: float, so: bool) -> None:
    hill = box("hill", 30, 5, 70, 20.5)
    state = field(guns("12", at=(50, 20)), ours(at=(50, y), facing=0.0), theirs(at=(50, 80)), features=[hill])
    assert cover.may_fire_over(state, "G1.1", "L1", "C1", "roundshot", "france") is so
    level = field(guns("12", at=(50, 20)), ours(at=(50, y), facing=0.0), theirs(at=(50, 80)))
    assert not cover.may_fire_over(level, "G1.1", "L1", "C1", "roundshot", "france")


@pytest.mark.clause("NAP-OVH-07", "NAP-R56")
def test_an_observer_is_out_of_the_crew() -> None:
    state = field(guns("12", "12", cls="B"), theirs(at=(50, 65), figures=24))
    assert Played(state, [5]).answer(G1="C1:roundshot").to_end().men("C1") == 5
    out = told(state, "G1", {"verb": "observer", "to": [500.0, 220.0]})
    assert Played(out, [5]).answer(G1="C1:roundshot").to_end().men("C1") == 4  # T14(7, 18)


# --- screens ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-SCR-04", "NAP-SCR-07", "NAP-R128", "NAP-S91")
def test_an_effective_screen_takes_all_small_arms_fire() -> None:
    screen = theirs("C2", at=(50, 26), formation="open", figures=12)
    for weapon in ("musket", "bow"):
        state = field(ours(fired=8, weapon=weapon), screen, theirs("C1", at=(50, 34), figures=24), move=9)
        play = Played(state, [3]).answer(L1="C1").to_end()
        assert play.men("C1") == 0
        assert play.men("C2") > 0
    poor = theirs("C2", at=(50, 26), formation="open", figures=1)
    state = field(ours(fired=8, figures=24), poor, theirs("C1", at=(50, 34), figures=24), move=9)
    found = Played(state, [3]).answer(L1="C1").to_end()
    assert found.men("C1") > found.men("C2") > 0


@pytest.mark.clause("NAP-S91")
@pytest.mark.parametrize(("ammunition", "men"), [("canister", (181, 431 - 20)), ("", (47, 94 - 20))])
def test_one_figure_on_the_lines_stops_twenty_however_many_stand_beside_it(
    ammunition: str, men: tuple[int, int]
) -> None:
    """Six guns or thirty muskets fire at a head of two figures, one skirmisher of three before it, two 5.5 cm aside."""
    firer = guns(*("12",) * 6) if ammunition else ours("G1", figures=30, fired=8, cls="A")
    screen = theirs("C2", at=(50, 30), formation="open", figures=3)
    state = field(firer, screen, theirs("C1", at=(50, 31), figures=2), move=9)
    spots = {"C2.1": 500.0, "C2.2": 445.0, "C2.3": 555.0}
    moved = {b: replace(state.bases[b], pose=Pose(x, 299.0, 180.0)) for b, x in spots.items()}
    state = replace(state, bases={**state.bases, **moved})
    names = tuple(b.id for b in state.bases_of("G1") if b.own.role != "team")
    aim = Aim("G1", "C1", names, weapon="" if ammunition else "musket", ammunition=ammunition)
    (through,) = [g for g in volley.groups(state, aim) if g.steps[0].body == "C2"]
    assert (set(through.steps[0].exposed), through.steps[0].struck) == ({"C2.1", "C2.2", "C2.3"}, ("C2.1",))
    assert volley.casualties(through, 9) == men


# --- works -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-BLD-01", "NAP-BLD-02")
@pytest.mark.parametrize(("kind", "width"), [("wall", 5.0), ("hedge", 10.0)])
def test_the_breach_of_example_fourteen(kind: str, width: float) -> None:
    line = piece(kind, [(30, 35), (70, 35)], "W")
    state = field(guns(), theirs(at=(50, 35.05)), features=[line])
    bases = {b: replace(x, own=replace(x.own, fired_at="C1")) for b, x in state.bases.items() if b in ("G1.1", "G1.2")}
    state = replace(state, bases={**state.bases, **bases})
    play = Played(state, [1]).answer(G1="C1:roundshot").to_end()
    own: PieceOwn = play.state.features["W"].own
    assert [b.width for b in own.breaches] == [width]


@pytest.mark.clause("NAP-BLD-03")
def test_half_the_width_of_the_body_behind_it_breached_is_no_cover() -> None:
    for wide, so in ((44.9, False), (45.0, True)):  # a line of 12 figures is 90 mm wide
        wall = piece("wall", [(30, 30), (70, 30)], "W", breaches=(Breach((500.0, 300.0), wide),))
        state = field(ours(), theirs(at=(50, 30.05)), features=[wall])
        assert cover.is_breached(state, "C1", board_of(state).ground.by_id["W"]) is so


@pytest.mark.clause("NAP-BLD-01", "NAP-R38")
def test_a_breach_is_as_wide_as_it_is_told_about_its_middle() -> None:
    wall = piece("wall", [(30, 30), (70, 30)], "W", breaches=(Breach((450.0, 300.0), 40.0),))
    left = ground_of(field(features=[wall])).by_id["W"].shape
    assert [part.length for part in left.geoms] == pytest.approx([130.0, 230.0])


@pytest.mark.clause("NAP-FIR-01", "NAP-R136")
@pytest.mark.parametrize(
    ("dice", "rain", "burns"), [((1, 2), False, True), ((1, 2), True, False), ((1, 1), False, True)]
)
def test_the_fire_of_example_fifteen(dice: tuple[int, int], rain: bool, burns: bool) -> None:
    house = box("building", 40, 40, 60, 60, "B", wooden=True, roof="thatch")
    state = field(guns("howitzer"), features=[house], weather="rain" if rain else "fair")
    hit = Struck("B", (500.0, 400.0), "G1", "shell", 4, (4,))
    play = Played(state, dice, "nap.fires", WorksData((hit,))).to_end()
    own: PieceOwn = play.state.features["B"].own
    assert bool(own.fires) is burns
    assert works.chance(own, 4, incendiary=True, rain=False) == 14


def burning(*made: Made, lit: int = 1, move: int = 2, wild: bool = False) -> State:
    house = box("building", 40, 40, 60, 60, "B", fires=(Fire(lit, wild),))
    state = field(*made, features=[house], move=move)
    for m in made:
        if m.at is None:
            state = put(state, m.unit.id, (50, 50), 0.0, "garrison", building="B")
    return state


def fires(state: State) -> tuple[Fire, ...]:
    own: PieceOwn = Played(state, (), "nap.fires", WorksData(())).to_end().state.features["B"].own
    return own.fires


@pytest.mark.clause("NAP-FIR-03", "NAP-FIR-04", "NAP-FIR-05", "NAP-R119")
def test_fires_are_put_out_or_go_wild() -> None:
    assert fires(burning(ours(at=None, figures=4, weapon=""))) == ()
    assert fires(burning(ours(at=None, figures=3, weapon=""))) == (Fire(1),)
    assert fires(burning(move=1)) == (Fire(1),)
    assert fires(burning(move=3)) == (Fire(1, True),)
    lost = Played(burning(ours(at=None), move=4, wild=True), (), "nap.fires", WorksData(())).to_end()
    assert [g.body for g in lost.state.own.gone] == ["L1"]


@pytest.mark.clause("NAP-FIR-02")
def test_a_garrison_lights_its_building_by_order() -> None:
    house = box("building", 40, 40, 60, 60, "B")
    state = put(field(ours(at=None, figures=3), features=[house]), "L1", (50, 50), 0.0, "garrison", building="B")
    assert fires(state) == ()
    order = {"verb": "light", "building": "B"}
    assert fires(told(state, "L1", order)) == (Fire(1),) * 3
    assert fires(told(went(state, "L1", (0.0, 0.2, "enter")), "L1", order)) == ()


# --- guns that limber ------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-ART-07", "NAP-ORD-16", "NAP-SMA-28")
def test_gunners_take_their_muskets_by_order() -> None:
    state = field(guns("12", "12", fired=8), theirs(at=(50, 30), figures=12), move=9)
    play = Played(told(state, "G1", {"verb": "muskets"}), [3]).to_end()
    (hit,) = play.of("C1").fire.hits
    assert hit.what == "volley"
    assert hit.men == 8  # 24 - 4 + 1: T14(8, 21)


@pytest.mark.clause("NAP-ART-12", "NAP-LIM-01")
def test_a_battery_fires_and_limbers() -> None:
    start = field(guns("6", "6"), theirs(at=(50, 50)))
    bases = tuple(b.id for b in start.bases_of("G1"))
    state = went(start, "G1", (0.75, 1.0, "limber"))
    state = put(state, "G1", (50, 14), 0.0, "limbered")
    assert state.own.tracks["G1"].bases == bases
    assert Played(state, [1]).to_end().of("G1").fire.fired == 1
    early = put(went(start, "G1", (0.0, 0.25, "limber")), "G1", (50, 14), 0.0, "limbered")
    assert Played(early).to_end().of("G1").fire.fired == 0


@pytest.mark.clause("NAP-ART-15", "NAP-R133", "NAP-ART-25", "NAP-LIM-02")
def test_rockets_march_are_set_up_and_fire() -> None:
    rockets = battery("G1", "south", at=(50, 20), pieces=("rocket",), arm="rockets", nation="austria", moved=150.0)
    state = went(field(rockets, theirs(at=(50, 50))), "G1", (0.0, 0.5, "advance"), (0.5, 1.0, "unlimber"))
    play = Played(state, [3, 4]).to_end()
    assert play.of("G1").fire.fired == 1
    assert play.men("C1") == 3  # 12 + 7: T14(4, 19)


@pytest.mark.clause("NAP-ART-13")
@pytest.mark.parametrize(("moved", "fires"), [(20.0, True), (21.0, False)])
def test_guns_moved_by_hand(moved: float, fires: bool) -> None:
    state = went(field(guns("6", moved=moved), theirs(at=(50, 50))), "G1", (0.0, 1.0, "advance"), back=(0.0, 0.0))
    assert bool(Played(state, [1] if fires else []).to_end().of("G1").fire.fired) is fires


@pytest.mark.clause("NAP-LOF-05", "NAP-LOF-06", "NAP-S91")
def test_open_order_on_the_line_changes_nothing_for_who_is_behind() -> None:
    line, column = theirs("C1", at=(50, 45), figures=24), theirs("C3", at=(50, 55), figures=24)
    plain = Played(field(guns(), line, column), [5]).answer(G1="C1:roundshot").to_end()
    loose = theirs("C2", at=(50, 50), figures=6, formation="open")
    state = field(guns(), line, loose, column)
    mixed = Played(state, [5]).answer(G1="C1:roundshot").to_end()
    assert plain.men("C3") == mixed.men("C3") > 0
    assert mixed.men("C2") == 2  # 18 - 6 + 2 - 2: T14(8, 12)


@pytest.mark.clause("NAP-ART-02")
def test_half_a_move_lies_between_two_shots_of_a_gun() -> None:
    """The target is in range in the first quarter alone."""
    for shot_at, fires in ((0.75, True), (1.0, False)):
        state = field(guns("6", at=(50, 8), fired=1, shot_at=shot_at), theirs(at=(50, 129), moved=220.0), move=2)
        state = went(state, "C1", (0.0, 0.25, "stand"), (0.25, 1.0, "advance"), back=(0.0, 22.0))
        assert (Played(state, [1] if fires else []).to_end().of("G1").fire.fired == 2) is fires


@pytest.mark.clause("NAP-SMA-20", "NAP-R63")
@pytest.mark.parametrize(("pause", "loaded", "men"), [(0.6, True, 9), (0.2, True, 4), (0.2, False, 0)])
def test_fire_at_who_charges_somebody_else(pause: float, loaded: bool, men: int) -> None:
    """A factor of 22: 12 men for the whole move, cut down to the whole quarters before the attack distance."""
    ward = ours("L2", at=(70, 20), weapon="")
    foe = theirs("C1", at=(62, 25))
    state = field(ours(figures=24, fired=8, loaded=loaded), ward, foe, ties=[charge("C1", "L2", 5.0, pause)], move=9)
    found = Played(state, [1] if men else []).to_end()
    assert (found.men("C1") > 0) is (men > 0)


@pytest.mark.clause("NAP-SMA-20", "NAP-R63")
def test_fire_at_who_charges_others_is_over_at_his_attack_distance_though_he_pauses_nearer() -> None:
    """Horse at 50 cm a move pause 5 cm off at 0.82: they were at 10 cm at 0.72, in the third quarter."""
    horse = regiment("C1", "north", at=(50, 30), figures=8, light=True)
    ward = ours("L2", at=(50, 25), weapon="")
    tie = charge("C1", "L2", 5.0, 0.82, speed=500.0)
    state = went(field(ours(at=(62, 25)), ward, horse, ties=[tie]), "C1", (0.0, 0.82, "advance"), back=(0.0, -41.0))
    near = timing.comes_near(state, "C1")
    assert (round(near or 0.0, 4), timing.last_quarter(state, "C1")) == (0.72, 2)
    seen = targets.exposure(state, "L1", "C1", ("musket",))
    assert seen is not None
    assert (round(seen.time, 4), seen.quarters) == (0.72, 1)
    beside = field(guns("6", at=(56, 25)), ward, horse, ties=[tie])
    armed = went(beside, "C1", (0.0, 0.82, "advance"), back=(0.0, -41.0))
    (one,) = batteries.ready(armed, "G1")
    aims = [aim for option in batteries.options(armed, one) for aim in option.aims]
    assert [round(aim.time, 4) for aim in aims if aim.ammunition == "canister"] == [0.72]


@pytest.mark.clause("NAP-DIS-21")
def test_shells_of_rockets_disorder_horse_as_rockets_alone() -> None:
    rockets = guns("rocket", "rocket", "rocket", arm="rockets")
    state = field(rockets, regiment("C1", "north", at=(50, 45), figures=12, weapon=""))
    play = Played(state, [6, 6]).answer(G1="C1:shell").to_end()
    assert play.men("C1") == 17  # 12 + 12 - 1 (mounted): T14(12, 23)
    assert play.of("C1").nerve.fresh == (Factor("B", 4, "NAP-DIS-21"),)


@pytest.mark.clause("NAP-DIS-21")
@pytest.mark.parametrize(("men", "factors"), [(12, 1), (11, 0)])
def test_shells_disorder_horse_from_a_casualty_a_figure_of_their_own(men: int, factors: int) -> None:
    """Musketry cost the horse more besides, which does not count with the shells."""
    hits = (Hit("G1", "shell", men), Hit("L1", "volley", 30))
    horse = regiment("C1", "north", at=(50, 45), figures=12, hits=hits, men_now=men + 30)
    run = Run(field(guns("howitzer"), ours(at=(80, 20)), horse))
    fire.disorder(run, "C1")
    assert sum(f.n for f in of(run.state, "C1").nerve.fresh) == factors


@pytest.mark.clause("NAP-BLD-03", "NAP-BLD-04")
@pytest.mark.parametrize(("x", "so"), [(50.0, True), (52.8, True), (52.9, False), (80.0, False)])
def test_a_breach_takes_the_cover_of_those_before_whom_it_is(x: float, so: bool) -> None:
    """A hedge is flat for 5.75 cm about x = 50: a line of 6 cm keeps its cover where more than half of it has hedge."""
    flat = PieceOwn(breaches=(Breach((500.0, 300.0), 57.5),))
    hedge = replace(piece("hedge", [(20, 30), (120, 30)], "W"), own=flat)
    state = field(theirs(at=(x, 30.05), figures=8), features=[hedge])
    assert cover.is_breached(state, "C1", board_of(state).ground.by_id["W"]) is so
