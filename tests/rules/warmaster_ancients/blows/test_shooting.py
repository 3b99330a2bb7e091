"""The shooting phase: who shoots at whom, what hits, what armour stops, which stands go, what is left over."""

from __future__ import annotations

import pytest

from game.engine.decision import Aim, OptionAnswer, PickAnswer, TargetsAnswer, TargetsSpace
from game.engine.state import State
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.shoot import shooting as shot_plans
from tests.rules.warmaster_ancients.blows_play import begin, default, dice_thrown, hits, numbers, run, shoot_at, whole
from tests.rules.warmaster_ancients.flow_play import Play, plain
from tests.rules.warmaster_ancients.table import Row, feature, table, unit


def facing_off(gap: float, *more: Row, shooter: str = "VEL-1", target: str = "GAL-1", **about: object) -> State:
    """A shooter at (40, 40) looking north, a target in line so many cm ahead of it; whose turn it is: the shooter's."""
    deep = 4.0 if target.startswith(("NUM", "ELE", "PUN", "EQU")) else 2.0
    front = 42.0 if shooter.startswith(("SCO", "NUM")) else 41.0
    first = {"at": (40, 40), "facing": "N", "side": "south"}
    return table(
        unit(shooter, **first),
        unit(target, side="north", at=(40, front + gap + deep / 2), facing="S"),
        *more,
        phase="shooting",
        active="south",
        **about,
    )


def actor(play: Play, unit_id: str):
    space = play.asked.space
    assert isinstance(space, TargetsSpace)
    return next(a for a in space.actors if a.id == unit_id)


def casualties(state: State, *dice: int, target: str = "GAL-1") -> int:
    """Casualties of the only volley, its dice given; whoever is driven back rolls ones."""
    play = run(begin(state, "shooting", *dice, 1, 1, 1))
    return sum(int(e.data["casualties"]) for e in play.events if e.type == "shots" and e.data["target"] == target)


# --- how many dice, at what range --------------------------------------------------------------------------------


@pytest.mark.clause("WMA-SHT-05", "WMA-R03", "WMA-S01")
@pytest.mark.parametrize(("gap", "shoots"), [(14.99, True), (15.0, True), (15.01, False), (20.0, False)])
def test_range_is_reached_at_its_full_length(gap, shoots):
    play = begin(facing_off(gap), "shooting", *([1, 1, 1] if shoots else []))
    if shoots:
        assert actor(play, "VEL-1").bar is None
        assert play.asked_for == "shoot"
    else:
        assert play.asked_for == ""
        bar = shot_plans.shooting_bar(play.state, "VEL-1")
        assert bar is not None
        assert bar.clause == "WMA-SHT-05"
        assert plain(bar.text) == f"GAL-1: {gap:g} cm away, beyond the range of 15 cm"


@pytest.mark.clause("WMA-SHT-05", "WMA-SHT-06", "WMA-R12", "WMA-S16")
def test_only_the_stands_in_range_shoot_each_with_one_die():
    # a single stand 15.00 ahead of stand 1; 15.13 from the eye of stand 2, 16.16 from that of stand 3
    state = table(
        unit("VEL-1", at=(40, 40), facing="N"),
        unit("GAL-1", poses=[(36, 57, "S")], lost=[2, 3]),
        phase="shooting",
    )
    plan = shot_plans.plan(state, "VEL-1", "GAL-1")
    assert (plan.at, plan.far, plan.free) == (("VEL-1.1",), ("VEL-1.2", "VEL-1.3"), {})
    play = whole(state, "shooting", 3)
    assert dice_thrown(play) == [("Shots of VEL-1 at GAL-1", (3,))]


@pytest.mark.clause("WMA-SHT-06", "WMA-R13")
@pytest.mark.parametrize(
    ("shooter", "own", "dice"),
    [("VEL-1", {}, 3), ("VEL-1", {"confused": True}, 3), ("VEL-1", {"stands": 2}, 2), ("SCO-1", {}, 2)],
)
def test_one_die_a_stand_whatever_its_attacks(shooter, own, dice):
    state = table(
        unit(shooter, at=(40, 40), facing="N", **own), unit("GAL-1", at=(40, 54), facing="S"), phase="shooting"
    )
    play = whole(state, "shooting", *([1] * dice))
    assert [len(f) for _, f in dice_thrown(play)] == [dice]
    assert blows.shot_dice(state, shooter, ["a"] * dice).total == dice


@pytest.mark.clause("WMA-SHT-05")
def test_a_unit_without_missiles_is_no_shooter():
    state = table(unit("LEG-1", at=(40, 40), facing="N"), unit("GAL-1", at=(40, 54), facing="S"), phase="shooting")
    play = begin(state, "shooting")
    assert play.asked_for == ""
    assert shot_plans.shooters(state, "south") == ()


# --- to hit ------------------------------------------------------------------------------------------------------

COVERS = {
    "open": (),
    "wood": (feature("wood", box=(30, 51, 50, 60)),),
    "ruins": (feature("ruins", box=(30, 51, 50, 60)),),
    "hill": (feature("hill", box=(30, 51, 50, 60)),),
    "marsh": (feature("marsh", box=(30, 50, 50, 60)),),
    "wall": (feature("wall", line=[(30, 50.5), (50, 50.5)]),),
    "fortification": (feature("fortification", box=(30, 50.5, 50, 60)),),
}


@pytest.mark.clause("WMA-SHT-07", "WMA-SHT-09", "WMA-S15", "WMA-R49")
@pytest.mark.parametrize(
    ("ground", "need", "through"),
    [
        ("open", 4, 3),
        ("marsh", 4, 3),
        ("wood", 5, 2),
        ("ruins", 5, 2),
        ("hill", 5, 2),
        ("wall", 5, 2),
        ("fortification", 6, 1),
    ],
)
def test_what_hits_depends_on_cover(ground, need, through):
    state = facing_off(10.0, terrain=COVERS[ground])
    total = blows.shot_need(state, "VEL-1", "GAL-1")
    assert total.total == need
    assert casualties(state, 4, 5, 6) == through
    assert casualties(state, need, need - 1, need - 1) == 1


@pytest.mark.clause("WMA-SHT-07")
def test_the_sum_tells_where_the_need_comes_from():
    total = blows.shot_need(facing_off(10.0, terrain=COVERS["wood"]), "VEL-1", "GAL-1")
    assert [(plain(text), value, clause) for text, value, clause in total.rows] == [
        ("any target", 4.0, "WMA-SHT-07"),
        ("GAL-1: in wood-1", 1.0, "WMA-SHT-07"),
    ]


@pytest.mark.clause("WMA-R52", "WMA-S15")
def test_half_of_the_stands_in_the_wood_defend_the_unit():
    # centres at x 36, 40, 44: a wood from 38 on holds two of three, from 42 on one of three
    two = feature("wood", box=(38, 51, 60, 60))
    one = feature("wood", box=(42, 51, 60, 60))
    assert blows.shot_need(facing_off(10.0, terrain=(two,)), "VEL-1", "GAL-1").total == 5
    assert blows.shot_need(facing_off(10.0, terrain=(one,)), "VEL-1", "GAL-1").total == 4


# --- armour ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-SHT-08", "WMA-SHT-09", "WMA-S22")
@pytest.mark.parametrize(("saves", "through"), [((5, 4, 6), 1), ((4, 4, 4), 3), ((5, 5, 6), 0), ((1, 2, 3), 3)])
def test_armour_cancels_on_its_value_or_more(saves, through):
    state = facing_off(10.0, target="LEG-1")  # armour 5+, on the north side
    assert casualties(state, 4, 5, 6, *saves, target="LEG-1") == through


@pytest.mark.clause("WMA-SHT-08")
def test_no_armour_no_armour_dice_and_no_hits_no_armour_dice():
    play = whole(facing_off(10.0), "shooting", 1, 1, 4, 2)
    assert [f for _, f in dice_thrown(play)] == [(1, 1, 4), (2,)]
    play = whole(facing_off(10.0, target="LEG-1"), "shooting", 1, 2, 3)
    assert [f for _, f in dice_thrown(play)] == [(1, 2, 3)]


# --- stands ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-SHT-10", "WMA-SHT-11", "WMA-R14")
def test_stands_go_as_soon_as_the_tally_reaches_hits():
    """Two volleys on one unit with 3 Hits: 2 casualties mark it, 1 more removes a stand and leaves nothing."""
    state = table(
        unit("VEL-1", at=(34, 40), facing="N"),
        unit("VEL-2", at=(46, 40), facing="N"),
        unit("GAL-1", at=(40, 54), facing="S"),
        phase="shooting",
    )
    play = begin(state, "shooting", 4, 4, 1, 4, 1, 1, 1, 1, 1)
    play.give(shoot_at("VEL-1", "GAL-1"))
    assert (numbers(play.state, "GAL-1"), hits(play.state, "GAL-1")) == ([1, 2, 3], 2)
    play.give(shoot_at("VEL-2", "GAL-1"))
    assert play.asked_for == "remove"
    assert hits(play.state, "GAL-1") == 0
    default(play)
    assert numbers(play.state, "GAL-1") == [1, 2]
    assert play.left() == ()


@pytest.mark.clause("WMA-SHT-10")
@pytest.mark.parametrize(("taken", "lost", "left"), [(2, 0, 2), (3, 1, 0), (4, 1, 1), (6, 2, 0), (8, 2, 2), (9, 3, 0)])
def test_floor_of_casualties_by_hits(taken, lost, left):
    from rulesets.warmaster_ancients.attack.blows import stands_lost

    state = facing_off(10.0)
    assert stands_lost(state, "GAL-1", taken) == lost
    assert taken - 3 * lost == left
    assert stands_lost(state, "GAL-1", taken + 9) == 3


@pytest.mark.clause("WMA-S17")
def test_the_owner_chooses_a_stand_that_leaves_the_rest_connected():
    play = begin(facing_off(10.0), "shooting", 4, 5, 6, 1, 1, 1)
    default(play)
    assert play.asked_for == "remove"
    assert play.decision.side == "north"
    bars = {c.id: c.bar.clause if c.bar else "" for c in play.asked.space.things}
    assert bars == {"GAL-1.1": "", "GAL-1.2": "WMA-S17", "GAL-1.3": ""}
    assert play.asked.default.answer == PickAnswer(("GAL-1.3",))
    refusal = play.refused(PickAnswer(("GAL-1.2",)))
    assert refusal.clause == "WMA-S17"
    play.pick("GAL-1.1")
    assert numbers(play.state, "GAL-1") == [2, 3]


@pytest.mark.clause("WMA-SHT-10")
def test_a_unit_of_one_stand_is_destroyed():
    state = table(
        unit("VEL-1", at=(40, 40), facing="N"),
        unit("GAL-1", poses=[(40, 52, "S")], lost=[1, 3]),
        phase="shooting",
    )
    play = whole(state, "shooting", 4, 4, 4)
    assert numbers(play.state, "GAL-1") == []
    assert play.event("unit_destroyed").data == {"unit": "GAL-1", "stands": 1, "why": "casualties"}


@pytest.mark.clause("WMA-SHT-12")
def test_surplus_hits_end_with_the_phase():
    play = whole(facing_off(10.0), "shooting", 4, 4, 1, 1, 2)
    assert play.event("casualties").data["left"] == 2
    assert hits(play.state, "GAL-1") == 0
    assert play.event("surplus_cancelled").data == {"units": {"GAL-1": 2}}


@pytest.mark.clause("WMA-SHT-12", "WMA-R22", "WMA-S39")
def test_surplus_hits_of_a_unit_in_contact_outlive_the_shooting_phase():
    state = table(
        unit("LEG-1", at=(90, 40), facing="N", hits=2),
        unit("LIB-1", at=(90, 42), facing="S", hits=1),
        unit("LEG-2", at=(20, 40), facing="N", hits=2),
        phase="shooting",
    )
    play = whole(state, "shooting")
    assert [hits(play.state, u) for u in ("LEG-1", "LIB-1", "LEG-2")] == [2, 1, 0]


# --- targets -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-SHT-01")
def test_a_unit_shoots_once():
    state = facing_off(10.0, unit("VEL-2", at=(80, 40), facing="N"), unit("GAL-2", at=(80, 52), facing="S"))
    play = begin(state, "shooting", 1, 1, 1)
    play.give(shoot_at("VEL-1", "GAL-1"))
    assert actor(play, "VEL-1").bar.clause == "WMA-SHT-01"
    assert play.refused(shoot_at("VEL-1", "GAL-1")).clause == "WMA-SHT-01"


@pytest.mark.clause("WMA-SHT-01", "WMA-S16")
def test_shooting_is_optional_and_in_any_order():
    state = facing_off(10.0, unit("VEL-2", at=(80, 40), facing="N"), unit("GAL-2", at=(80, 52), facing="S"))
    play = begin(state, "shooting", 1, 1, 1)
    play.give(shoot_at("VEL-2", "GAL-2"))
    play.give(way_out="done")
    assert play.types("volley") == ["volley"]
    assert play.event("volley").data["shooter"] == "VEL-2"
    assert play.session.waiting == ()


@pytest.mark.clause("WMA-SHT-02", "WMA-S16")
def test_the_nearest_seen_enemy_is_the_target():
    # GAL-2 is nearer, but out of sight behind the shooter; of those seen GAL-1 is nearer than GAL-3
    state = facing_off(
        10.0,
        unit("GAL-2", "north", at=(40, 30), facing="N"),
        unit("GAL-3", "north", at=(54, 54.5), facing="S"),
    )
    assert shot_plans.nearest_targets(state, "VEL-1") == ("GAL-1",)
    play = begin(state, "shooting", 1, 1, 1)
    refusal = play.refused(shoot_at("VEL-1", "GAL-3"))
    assert refusal.clause == "WMA-SHT-02"
    assert plain(refusal.text) == "GAL-3 is not the nearest enemy that VEL-1 sees"
    assert play.check(shoot_at("VEL-1", "GAL-3")).nearest == shoot_at("VEL-1", "GAL-1")


@pytest.mark.clause("WMA-S16")
@pytest.mark.parametrize(("second", "offered"), [(52.0, ["GAL-1", "GAL-2"]), (52.01, ["GAL-1"]), (51.9, ["GAL-2"])])
def test_of_two_equally_near_the_shooter_chooses(second, offered):
    state = table(
        unit("VEL-1", at=(40, 40), facing="N"),
        unit("GAL-1", at=(34, 52), facing="S"),
        unit("GAL-2", at=(46.5, second), facing="S"),
        phase="shooting",
    )
    play = begin(state, "shooting", 1, 1, 1)
    assert [c.id for c in actor(play, "VEL-1").means["volley"]] == offered
    play.give(shoot_at("VEL-1", offered[-1]))
    assert play.event("volley").about == ("VEL-1", offered[-1])


@pytest.mark.clause("WMA-S16")
def test_engaged_units_neither_shoot_nor_are_targets():
    # GAL-1 is nearest but fights LEG-1: the target is GAL-2 behind it; VEL-2 fights and may not shoot
    state = table(
        unit("VEL-1", at=(40, 40), facing="N"),
        unit("GAL-1", at=(40, 48), facing="S"),
        unit("LEG-1", at=(52, 48), facing="N"),
        unit("GAL-2", at=(28, 54), facing="S"),
        unit("VEL-2", at=(80, 40), facing="N"),
        unit("GAL-3", at=(80, 42), facing="S"),
        phase="shooting",
    )
    play = begin(state, "shooting", 1, 1, 1)
    assert shot_plans.nearest_targets(state, "VEL-1") == ("GAL-2",)
    assert actor(play, "VEL-2").bar.clause == "WMA-S16"
    assert play.refused(shoot_at("VEL-2", "GAL-3")).clause == "WMA-S16"


@pytest.mark.clause("WMA-SHT-02")
def test_nobody_seen_nobody_shot_at():
    state = table(unit("VEL-1", at=(40, 40), facing="N"), unit("GAL-1", at=(40, 30), facing="N"), phase="shooting")
    bar = shot_plans.shooting_bar(state, "VEL-1")
    assert bar is not None
    assert (bar.clause, plain(bar.text)) == ("WMA-SHT-02", "VEL-1 sees no enemy to shoot at")


@pytest.mark.clause("WMA-R10")
def test_if_the_nearest_is_out_of_range_a_farther_one_may_not_be_shot_at():
    # the corner of GAL-1 is 14.9 from the base but 16.3 from its eye; GAL-2 is 14.95 straight ahead of the eye
    state = table(
        unit("VEL-1", poses=[(36, 40, "N")], lost=[2, 3]),
        unit("GAL-1", poses=[(22, 53.046, "S")], lost=[2, 3]),
        unit("GAL-2", at=(40, 56.95), facing="S"),
        phase="shooting",
    )
    assert shot_plans.nearest_targets(state, "VEL-1") == ("GAL-1",)
    plan = shot_plans.plan(state, "VEL-1", "GAL-1")
    assert (plan.at, plan.far, plan.free) == ((), ("VEL-1.1",), {})
    assert begin(state, "shooting").asked_for == ""
    alone = table(
        unit("VEL-1", poses=[(36, 40, "N")], lost=[2, 3]), unit("GAL-2", at=(40, 56.95), facing="S"), phase="shooting"
    )
    assert shot_plans.plan(alone, "VEL-1", "GAL-2").at == ("VEL-1.1",)


# --- splitting fire ----------------------------------------------------------------------------------------------

WOOD = feature("wood", box=(41, 41.5, 43.9, 50))


def split(*terrain: Row) -> State:
    """GAL-1 10 cm away, hidden from stand 3 by a wood; stand 3 sees GAL-2 at 14 cm."""
    return table(
        unit("VEL-1", at=(40, 40), facing="N"),
        unit("GAL-1", at=(36, 52), facing="S"),
        unit("GAL-2", at=(48, 56), facing="S"),
        terrain=terrain,
        phase="shooting",
    )


@pytest.mark.clause("WMA-SHT-03", "WMA-SHT-04", "WMA-R11", "WMA-S16")
def test_stands_that_do_not_see_the_nearest_may_switch():
    plan = shot_plans.plan(split(WOOD), "VEL-1", "GAL-1")
    assert plan.at == ("VEL-1.1", "VEL-1.2")
    assert plan.free == {"VEL-1.3": ("GAL-2",)}
    assert shot_plans.plan(split(), "VEL-1", "GAL-1").free == {}


@pytest.mark.clause("WMA-SHT-04", "WMA-R11")
def test_who_may_switch_may_also_hold():
    play = begin(split(WOOD), "shooting", 1, 1)
    play.give(shoot_at("VEL-1", "GAL-1"))
    assert play.asked_for == "switch"
    assert [c.id for c in play.asked.space.parts["VEL-1.3"]] == ["GAL-2", "hold"]
    assert play.refused(OptionAnswer({"VEL-1.3": "GAL-1"})).text.key.startswith("There is no option")
    play.option("VEL-1.3", "hold")
    run(play)
    assert dice_thrown(play) == [("Shots of VEL-1 at GAL-1", (1, 1))]


@pytest.mark.clause("WMA-SHT-04", "WMA-S22")
def test_split_fire_rolls_at_the_nearer_target_first():
    play = begin(split(WOOD), "shooting", 1, 1, 2)
    play.give(shoot_at("VEL-1", "GAL-1"))
    run(play)
    assert dice_thrown(play) == [("Shots of VEL-1 at GAL-1", (1, 1)), ("Shots of VEL-1 at GAL-2", (2,))]


@pytest.mark.clause("WMA-S16", "WMA-R10")
def test_a_stand_that_sees_the_nearest_out_of_range_does_not_switch():
    # the eye of stand 3 is 15.01 from the only stand of GAL-1; GAL-2 is 14 ahead of it
    state = table(
        unit("VEL-1", at=(40, 40), facing="N"),
        unit("GAL-1", poses=[(30.806, 52, "S")], lost=[2, 3]),
        unit("GAL-2", at=(48, 56), facing="S"),
        phase="shooting",
    )
    plan = shot_plans.plan(state, "VEL-1", "GAL-1")
    assert (plan.at, plan.far, plan.free) == (("VEL-1.1", "VEL-1.2"), ("VEL-1.3",), {})


@pytest.mark.clause("WMA-S16")
def test_answers_that_are_none():
    play = begin(facing_off(10.0), "shooting", 1, 1, 1)
    assert play.check(TargetsAnswer(())).status == "unfinished"
    assert play.check(TargetsAnswer((Aim("VEL-1", "volley"),))).status == "unfinished"
    two = TargetsAnswer((Aim("VEL-1", "volley", "GAL-1"), Aim("VEL-1", "volley", "GAL-1")))
    assert play.check(two).status == "refused"
    assert play.check(PickAnswer(("VEL-1",))).status == "refused"
    assert play.check(shoot_at("GAL-1", "VEL-1")).status == "refused"
    legal = play.check(shoot_at("VEL-1", "GAL-1"))
    assert legal.legal
    assert legal.reaches == ("GAL-1",)
    assert [s.total for s in legal.sums] == [3, 4]


@pytest.mark.clause("WMA-SHT-07", "WMA-SHT-08", "WMA-S22")
@pytest.mark.parametrize("covered", ["GAL-1", "LEG-9"])
def test_each_target_of_a_volley_has_its_own_need_and_armour(covered):
    """GAL-1 without armour is nearer, LEG-9 with 5+ follows; one of them stands in a wood: there 5 hits, not 4."""
    x = {"GAL-1": 36, "LEG-9": 48}[covered]
    state = table(
        unit("VEL-1", "south", at=(40, 40), facing="N"),
        unit("GAL-1", "north", poses=[(36, 52, "S")], lost=[2, 3]),
        unit("LEG-9", "north", poses=[(48, 54, "S")], lost=[2, 3]),
        terrain=[feature("wood", box=(x - 3, 50.5, x + 3, 58))],
        phase="shooting",
    )
    aims = [("VEL-1.1", "GAL-1"), ("VEL-1.2", "GAL-1"), ("VEL-1.3", "LEG-9")]
    # two dice at GAL-1, one at LEG-9, then one of its armour if that hit
    dice = (4, 5, 4, 4) if covered == "GAL-1" else (4, 5, 4)
    play = run(begin(state, "volley", *dice, shooter="VEL-1", aims=aims))
    assert play.left() == ()
    told = [(e.data["target"], e.data["dice"], e.data["hits"], e.data["casualties"]) for e in play.of("shots")]
    assert told == [
        ("GAL-1", 2, 1 if covered == "GAL-1" else 2, 1 if covered == "GAL-1" else 2),
        ("LEG-9", 1, 1 if covered == "GAL-1" else 0, 1 if covered == "GAL-1" else 0),
    ]
