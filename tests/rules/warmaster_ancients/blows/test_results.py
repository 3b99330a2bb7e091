"""Results: winners and losers, retreats and their division, draws and withdrawals, what is trapped or wiped out."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import PickAnswer
from game.engine.i18n import Speaker
from game.engine.state import State
from rulesets.warmaster_ancients import RULESET
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.field import facts
from tests.rules.warmaster_ancients.blows_play import (
    begin,
    confused,
    dice_thrown,
    distance,
    events,
    faces,
    hits,
    results,
    run,
    standing,
)
from tests.rules.warmaster_ancients.flow_play import Play, plain
from tests.rules.warmaster_ancients.table import Row, feature, table, unit, where

ONES = [1] * 200
NONE = faces((1, 9))


def clash(*more: Row, a: str = "LEG-1", b: str = "LIB-1", active: str = "south", **about: Any) -> State:
    """Two units of foot front to front on the line y = 60."""
    return table(
        unit(a, "south", at=(90, 59), facing="N"),
        unit(b, "north", at=(90, 61), facing="S"),
        *more,
        phase="melee",
        active=active,
        **about,
    )


def y_of(state: State, unit_id: str) -> float:
    return where(state, unit_id)[0][1]


def won(hits_dealt: int, dice: int = 9) -> list[int]:
    """Attack dice with so many hits, then armour dice that stop none."""
    return [*faces((4, hits_dealt), (1, dice - hits_dealt)), *faces((1, hits_dealt))]


# --- comparing ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-RES-01", "WMA-RES-02", "WMA-RES-07", "WMA-RES-08")
@pytest.mark.parametrize(("south", "north"), [(3, 1), (1, 2), (4, 0), (0, 1)])
def test_the_higher_result_wins_and_the_other_retreats_by_the_difference(south, north):
    play = begin(clash(), "melee", *won(south), *won(north), *ONES)
    run(play, "after_round")
    assert results(play) == [{"south": south, "north": north}]
    found = play.event("combat_result").data
    assert (found["winner"], found["difference"]) == ("south" if south > north else "north", abs(south - north))
    assert found["retreat"] == abs(south - north)
    loser, back = ("LIB-1", 61 + south - north) if south > north else ("LEG-1", 59 - (north - south))
    assert y_of(play.state, loser) == back
    assert y_of(play.state, "LEG-1" if loser == "LIB-1" else "LIB-1") in (59, 61)


@pytest.mark.clause("WMA-RES-02", "WMA-RES-03")
def test_the_result_sums_tell_their_rows():
    state = clash(unit("LIB-2", "north", at=(90, 63), facing="S"))
    play = begin(state, "melee", *won(2), *won(3), *ONES)
    run(play, "after_round")
    south, north, way = play.event("combat_result").sums
    assert [(plain(t), v, c) for t, v, c in south.rows] == [("LEG-1 on LIB-1", 2.0, "WMA-RES-02")]
    assert [(v, c) for _, v, c in north.rows] == [(3.0, "WMA-RES-02"), (3.0, "WMA-RES-03")]
    assert (south.total, north.total, way.total) == (2, 6, 4)


@pytest.mark.clause("WMA-RCT-03", "WMA-RES-02", "WMA-R22")
def test_casualties_shot_at_the_charge_count_once():
    """GAL has lost three to the volley: they count in round one, not in round two."""
    contact = {"a": "GAL-1", "b": "VEL-1", "how": "charge", "volley": 3}
    state = table(
        unit("GAL-1", "south", at=(90, 59), facing="N", charged=True, attacked=True, stands=3),
        unit("VEL-1", "north", at=(90, 61), facing="S"),
        contacts=[contact],
        phase="melee",
        active="south",
    )
    # 15 dice of GAL: 6 casualties, two stands of VEL; VEL misses: 6 to 3, VEL back 3 cm; pursuit
    play = begin(state, "melee", *faces((4, 6), (1, 9)), *faces((1, 6)), *faces((1, 200)))
    run(play, "after_round")
    assert results(play) == [{"south": 6, "north": 3}]
    play.option("GAL-1", "pursue:VEL-1")
    run(play, "after_round")
    # in round two the third stand of GAL supports; the volley is not counted again
    assert results(play)[1] == {"south": 1, "north": 0}
    assert [e.data["volleys"] for e in events(play, "combat_result")] == [{"north": 3}, {}]


# --- several losers ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-RES-09", "WMA-R35")
@pytest.mark.parametrize(
    ("difference", "losers", "cm"),
    [(5, 1, 5), (5, 2, 3), (7, 3, 3), (1, 2, 1), (4, 2, 2), (6, 4, 2), (1, 4, 1), (9, 2, 5)],
)
def test_the_difference_is_shared_and_rounded_up(difference, losers, cm):
    total = blows.retreat_way(difference, losers)
    assert total.total == cm
    assert sum(v for _, v, _ in total.rows) == cm


@pytest.mark.clause("WMA-RES-09", "WMA-R35")
@pytest.mark.parametrize(
    ("losers", "rows"),
    [(1, [(5.0, "WMA-RES-08")]), (2, [(5.0, "WMA-RES-08"), (-2.0, "WMA-R35")])],
)
def test_a_retreat_is_shared_by_two_and_named_so_but_not_by_one(losers, rows):
    assert [(v, clause) for _, v, clause in blows.retreat_way(5, losers).rows] == rows


def two_against_one(**about: Any) -> State:
    """LEG-1 meets LIB-1 (west) and LIB-2 (east) with two stands each; each has one more stand in support."""
    return table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", at=(84, 61), facing="S"),
        unit("LIB-2", "north", at=(96, 61), facing="S"),
        phase="melee",
        active="south",
        **about,
    )


@pytest.mark.clause("WMA-RES-09", "WMA-R35", "WMA-S42")
@pytest.mark.parametrize(("on_one", "on_two", "each"), [(3, 0, 1), (4, 1, 2), (5, 1, 2), (6, 2, 3)])
def test_two_losers_share_the_retreat(on_one, on_two, each):
    """LEG deals so many to either; LIB has two in support: the difference halved, rounded up."""
    dice = [*won(on_one, 6), *won(on_two, 3), *faces((1, 6)), *faces((1, 6)), *ONES]
    play = begin(two_against_one(), "melee", *dice)
    run(play, "after_round")
    assert results(play) == [{"south": on_one + on_two, "north": 2}]
    assert (y_of(play.state, "LIB-1"), y_of(play.state, "LIB-2")) == (61 + each, 61 + each)


@pytest.mark.clause("WMA-RES-08", "WMA-RES-09")
@pytest.mark.parametrize(
    ("two", "dealt", "english", "polish"),
    [
        (False, 1, "north must retreat 1 cm", "Cofnięcie o 1 cm: north"),
        (False, 4, "north must retreat 4 cm", "Cofnięcie o 4 cm: north"),
        (True, 3, "north, north must retreat 1 cm each", "Cofnięcie o 1 cm każdy: north, north"),
        (True, 5, "north, north must retreat 2 cm each", "Cofnięcie o 2 cm każdy: north, north"),
    ],
)
def test_each_is_said_of_several_units_and_not_of_several_centimetres(two, dealt, english, polish):
    """With two losers the support of two stands is taken off, and the rest is shared."""
    state, others = (two_against_one(), 12) if two else (clash(), 9)
    script = [*won(dealt, 6), *won(0, 3)] if two else won(dealt)
    play = begin(state, "melee", *script, *faces((1, others)), *ONES)
    run(play, "after_round", "retreat")
    told = play.event("must_retreat").text
    names = dict.fromkeys(("LIB-1", "LIB-2"), "north")
    assert [Speaker(language, RULESET).say(told, names) for language in ("en", "pl")] == [english, polish]


@pytest.mark.clause("WMA-R35", "WMA-S42")
def test_a_unit_destroyed_in_the_round_takes_no_share():
    """LIB-1 has four casualties left and loses them: LIB-2 alone retreats the whole difference."""
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", poses=[(87, 61, "S")], lost=[2, 3]),
        unit("LIB-2", "north", at=(96, 61), facing="S"),
        phase="melee",
        active="south",
    )
    dice = [*won(4, 6), *won(2, 3), *faces((1, 3)), *faces((1, 6)), *ONES]
    play = begin(state, "melee", *dice)
    run(play, "after_round")
    assert standing(play.state, "LIB-1") == 0
    # 3 of the 4 casualties on LIB-1 count, 2 on LIB-2; one stand of LIB-2 supports
    assert results(play) == [{"south": 5, "north": 1}]
    assert y_of(play.state, "LIB-2") == 65


@pytest.mark.clause("WMA-S42", "WMA-RES-09")
def test_the_owner_chooses_who_retreats_first():
    play = begin(two_against_one(), "melee", *won(3, 6), *won(2, 3), *faces((1, 12)), *ONES)
    run(play, "retreat")
    assert play.decision.side == "north"
    assert [c.id for c in play.asked.space.things] == ["LIB-1", "LIB-2"]
    assert play.asked.default.answer == PickAnswer(("LIB-1",))
    # 5 less 2 for support, shared: 2 cm each
    assert {g.pose.y for g in play.check(PickAnswer(("LIB-2",))).ghosts} == {630.0}
    play.pick("LIB-2")
    assert [e.data["unit"] for e in events(play, "retreated")] == ["LIB-2", "LIB-1"]


@pytest.mark.clause("WMA-S42", "WMA-S18", "WMA-S27")
def test_who_has_broken_contact_may_make_way_for_the_next():
    """LIB-1 has gone 4 cm north; LIB-2, struck on its right and in front, goes north-west and pushes it aside."""
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LEG-2", "south", poses=[(94, 62, "W")], lost=[2, 3]),
        unit("LIB-1", "north", poses=[(88, 61, "S"), (84, 61, "S")], lost=[3]),
        unit("LIB-2", "north", poses=[(92, 62, "E"), (92, 66, "E")], lost=[3]),
        phase="melee",
        active="south",
    )
    dice = [4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 4, 4, 1, 1, 1, *faces((1, 11))]
    play = run(begin(state, "melee", *dice, 5, 6, *ONES), "make_way")
    assert results(play) == [{"south": 7, "north": 0}]
    assert where(play.state, "LIB-1") == [(88, 65, 180)]
    assert (play.decision.args["unit"], play.decision.args["friend"]) == ("LIB-2", "LIB-1")
    run(play, "winner")
    x, y, _ = where(play.state, "LIB-2")[0]
    assert (round(x, 2), round(y, 2)) == (90.21, 65.58)
    assert not facts.engaged(play.state, "LIB-1")
    assert (confused(play.state, "LIB-1"), confused(play.state, "LIB-2")) == (True, False)


# --- the way back ------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S27", "WMA-RES-08")
def test_struck_in_front_and_flank_it_goes_the_way_of_the_sum():
    """LIB faces south: three front contacts push north, one on its left (east) flank pushes west."""
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", at=(90, 61), facing="S"),
        unit("EQU-1", "south", poses=[(98, 61, "W")], lost=[2, 3]),
        phase="melee",
        active="south",
    )
    ways = [t.side for t in facts.contacts(state, "LIB-1") if t.by_edge]
    assert sorted(ways) == ["front", "front", "front", "left"]
    # six casualties by LEG, none by EQU; LIB misses: 6 to 0
    play = begin(state, "melee", *won(6), *faces((1, 3)), *faces((1, 9)), *ONES)
    run(play, "after_round")
    x, y, facing = where(play.state, "LIB-1")[0]
    assert facing == 180.0
    dx, dy = x - where(state, "LIB-1")[0][0], y - 61
    assert (round(dx / dy, 3), round((dx * dx + dy * dy) ** 0.5, 2)) == (round(-1 / 3, 3), 6.0)


@pytest.mark.clause("WMA-S27")
def test_between_front_and_rear_it_is_trapped():
    state = clash(unit("LEG-2", "south", at=(90, 63), facing="S"))
    play = begin(state, "melee", *won(1), *faces((1, 9)), *faces((1, 6)), *ONES)
    run(play)
    assert standing(play.state, "LIB-1") == 0
    assert play.event("unit_destroyed").data["why"] == "trapped"


@pytest.mark.clause("WMA-S27", "WMA-S18")
@pytest.mark.parametrize(("room", "alive"), [(1.0, True), (0.99, False), (0.5, False), (2.0, True)])
def test_without_one_cm_of_room_it_is_destroyed(room, alive):
    """The table ends behind LIB: a retreat of 3 cm with 1.00 cm of room ends at the edge, with a test die."""
    state = clash(size=(180.0, 62.0 + room))
    play = begin(state, "melee", *won(3), *NONE, 5, *ONES)
    run(play, "after_round")
    assert (standing(play.state, "LIB-1") > 0) is alive
    if alive:
        assert y_of(play.state, "LIB-1") == 61 + room
        assert dice_thrown(play)[-1][1] == (5,)


@pytest.mark.clause("WMA-S18", "WMA-DRV-06", "WMA-DRV-05", "WMA-DRV-10")
def test_obstacles_confuse_in_a_retreat_too_but_there_are_no_distance_dice():
    state = clash(unit("LEG-2", "south", at=(90, 66.5), facing="N"))
    play = begin(state, "melee", *won(6), *NONE, *ONES)
    run(play, "after_round")
    # 3.5 cm of gap behind LIB: it halts 1 cm from LEG-2
    assert y_of(play.state, "LIB-1") == 63.5
    assert confused(play.state, "LIB-1")
    assert len(dice_thrown(play)) == 3  # two attacks and the armour of LIB


@pytest.mark.clause("WMA-S18", "WMA-DRV-07", "WMA-DRV-08")
def test_friends_make_way_for_a_retreat():
    state = clash(unit("LIB-2", "north", at=(90, 64), facing="S"))
    play = begin(state, "melee", *won(3), *NONE, 6, 2, *ONES)
    run(play, "make_way")
    assert play.decision.args == {"unit": "LIB-1", "friend": "LIB-2", "way": [0.0, 1.0], "distance": 30.0}
    play.option("LIB-2", "yes")
    run(play, "after_round")
    assert (y_of(play.state, "LIB-1"), y_of(play.state, "LIB-2")) == (64, 66)
    assert (confused(play.state, "LIB-1"), confused(play.state, "LIB-2")) == (True, False)


@pytest.mark.clause("WMA-S27", "WMA-R20")
def test_a_friend_too_near_that_refuses_traps_it():
    """LIB-2 touches the rear of LIB-1: if it stays, LIB-1 cannot move 1 cm and is destroyed."""
    state = clash(unit("LIB-2", "north", at=(90, 63), facing="S"))
    play = begin(state, "melee", *won(6), *NONE, *ONES)
    run(play, "make_way")
    play.option("LIB-2", "no")
    run(play, "after_round")
    assert standing(play.state, "LIB-1") == 0
    assert y_of(play.state, "LIB-2") == 63


@pytest.mark.clause("WMA-S42", "WMA-RES-04")
def test_supporters_do_not_retreat():
    state = clash(unit("LIB-2", "north", at=(102, 61.9), facing="S"))
    play = begin(state, "melee", *won(6), *NONE, *ONES)
    run(play, "after_round")
    assert results(play) == [{"south": 6, "north": 1}]
    assert (y_of(play.state, "LIB-1"), y_of(play.state, "LIB-2")) == (66, 61.9)


# --- artillery ---------------------------------------------------------------------------------------------------


def gunners(**about: Any) -> State:
    """EQU in contact with SCO, two stands wide, from the south."""
    return table(
        unit("EQU-1", "south", at=(90, 58), facing="N"),
        unit("SCO-1", "north", at=(90, 62), facing="S"),
        phase="melee",
        active="south",
        **about,
    )


@pytest.mark.clause("WMA-PUR-02", "WMA-R41", "WMA-S42")
def test_beaten_artillery_is_destroyed():
    play = begin(gunners(), "melee", *faces((4, 2), (1, 7)), 1, 1, *ONES)
    run(play, "after_round")
    assert standing(play.state, "SCO-1") == 0
    assert play.event("unit_destroyed").data == {"unit": "SCO-1", "stands": 1, "why": "artillery"}


@pytest.mark.clause("WMA-PUR-02", "WMA-R41", "WMA-RES-05")
def test_after_a_draw_artillery_withdraws():
    play = begin(gunners(), "melee", *faces((1, 9)), 1, 1, 1, 1, 1, 2, 2, 2)
    run(play)
    assert standing(play.state, "SCO-1") == 2
    assert y_of(play.state, "SCO-1") == 63


@pytest.mark.clause("WMA-R35", "WMA-PUR-02")
def test_beaten_artillery_counts_in_the_division():
    """LEG beats LIB and SCO by 3: 1.5 rounded up to 2 for LIB; SCO is destroyed instead of going."""
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", at=(95, 61), facing="S"),
        unit("SCO-1", "north", at=(86.5, 62), facing="S"),
        phase="melee",
        active="south",
    )
    # LEG: stand 1 on SCO, stands 2 and 3 on LIB; one stand of LIB supports
    play = begin(state, "melee", *faces((4, 4), (1, 2)), 1, 1, 1, 1, *faces((1, 3)), *ONES)
    run(play, "after_round")
    assert [e.data["dice"] for e in events(play, "blows")][:2] == [6, 3]
    assert results(play) == [{"south": 4, "north": 1}]
    assert y_of(play.state, "LIB-1") == 63
    assert play.event("unit_destroyed").data["unit"] == "SCO-1"


# --- wiped out ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-R39")
def test_a_side_with_no_unit_left_loses_whatever_the_results():
    """GAL's last stand deals 4 and takes 3: more casualties, but nobody is left of it."""
    state = table(
        unit("VEL-1", "south", poses=[(90, 59, "N")], lost=[2, 3]),
        unit("VEL-2", "south", poses=[(86, 59, "N")], lost=[2, 3]),
        unit("GAL-1", "north", poses=[(88, 61, "S")], lost=[2, 3]),
        phase="melee",
        active="north",
    )
    play = begin(state, "melee", 4, 4, 4, 4, 4, 4, 4, 1, *ONES)
    run(play, "after_round")
    assert results(play) == [{"north": 3, "south": 3}]
    assert play.event("combat_result").data["how"] == "wiped"
    assert play.event("combat_result").data["winner"] == "south"
    assert [standing(play.state, u) for u in ("VEL-1", "VEL-2", "GAL-1")] in ([0, 1, 0], [1, 0, 0])


@pytest.mark.clause("WMA-R39")
def test_if_both_are_wiped_out_the_combat_just_ends():
    state = table(
        unit("GAL-1", "south", poses=[(90, 59, "N")], lost=[2, 3]),
        unit("GAL-2", "north", poses=[(90, 61, "S")], lost=[2, 3]),
        phase="melee",
        active="south",
    )
    play = run(begin(state, "melee", *[4] * 8))
    assert play.left() == ()
    assert play.event("combat_result").data["how"] == "nobody"
    assert "after_round" not in play.types()


# --- draws -------------------------------------------------------------------------------------------------------


def drawn(state: State, *withdraw: int) -> Play:
    """Everybody misses; the dice of the withdrawal are given."""
    return begin(state, "melee", *faces((1, 18)), *withdraw)


@pytest.mark.clause("WMA-RES-05", "WMA-RES-06", "WMA-R34", "WMA-S22", "WMA-S28")
@pytest.mark.parametrize("active", ["south", "north"])
def test_after_a_draw_both_withdraw_up_to_their_roll(active):
    play = drawn(clash(active=active), 2, 3, 4, 1, 1, 2)
    assert play.asked_for == "distance"
    mine, theirs = ("LEG-1", "LIB-1") if active == "south" else ("LIB-1", "LEG-1")
    assert play.decision.side == active
    assert plain(play.decision.message) == f"{active}: how far should {mine} withdraw?"
    told = play.event("combat_result").data
    assert (told["how"], told["winner"], told["difference"], told["retreat"]) == ("draw", "", 0, 0)
    box = play.asked.space.boxes[0]
    assert (box.id, box.least, box.most) == (mine, 1, 9)
    for wrong in (10, 0, -1):
        refusal = play.refused(distance(mine, wrong))
        assert (refusal.clause, plain(refusal.text)) == ("WMA-S28", f"Whole cm of {mine} takes from 1 to 9")
    verdict = play.check(distance(mine, 9))
    assert verdict.legal
    assert verdict.cost == 90.0
    play.give(distance(mine, 9))
    assert play.asked.space.boxes[0].most == 4
    play.give(distance(theirs, 4))
    assert play.left() == ()
    back = {"LEG-1": 59 - 9, "LIB-1": 61 + 4} if active == "south" else {"LEG-1": 59 - 4, "LIB-1": 61 + 9}
    assert {u: y_of(play.state, u) for u in back} == back
    assert play.types("round_begins") == ["round_begins"]


@pytest.mark.clause("WMA-RES-05", "WMA-R34", "WMA-S15")
@pytest.mark.parametrize("kind", ["wood", "fortification"])
def test_under_cover_it_stays_and_its_side_rolls_nothing(kind):
    state = clash(terrain=[feature(kind, box=(80, 60, 100, 70))])
    play = drawn(state, 2, 2, 2)
    run(play)
    assert play.left() == ()
    assert (y_of(play.state, "LEG-1"), y_of(play.state, "LIB-1")) == (58, 61)
    assert play.event("holds_ground").about == ("LIB-1",)


@pytest.mark.clause("WMA-R34")
def test_cover_on_one_side_is_no_help_on_the_other():
    """LIB holds a hill against LEG-1 below, but LEG-2 on the same hill is in its flank: it withdraws."""
    hill = feature("hill", box=(80, 60, 100, 70))
    assert run(drawn(clash(terrain=[hill]), 2, 2, 2)).event("holds_ground").about == ("LIB-1",)
    both = clash(unit("LEG-2", "south", poses=[(97, 61, "W")], lost=[2, 3]), terrain=[hill])
    play = begin(both, "melee", *faces((1, 9)), 1, 1, 1, *faces((1, 8)), 2, 2, 2, 3, 3, 3)
    run(play, "distance")
    assert "holds_ground" not in play.types()
    assert [f for w, f in dice_thrown(play) if w.startswith("Withdrawal of")] == [(2, 2, 2), (3, 3, 3)]


@pytest.mark.clause("WMA-S28")
def test_who_cannot_move_one_cm_stays_and_keeps_contact():
    """LEG stands at the table's edge, LIB under cover: both stay, the combat is over for this phase."""
    state = table(
        unit("LEG-1", "south", at=(90, 1), facing="N"),
        unit("LIB-1", "north", at=(90, 3), facing="S"),
        terrain=[feature("wood", box=(80, 2, 100, 10))],
        phase="melee",
        active="south",
    )
    play = run(drawn(state, 2, 2, 2))
    assert play.left() == ()
    assert "cannot_withdraw" in play.types()
    assert facts.engaged(play.state, "LEG-1")
    assert play.types("round_begins") == ["round_begins"]


@pytest.mark.clause("WMA-S28")
def test_withdrawals_must_be_free_of_obstacles():
    """A friend 3.5 cm behind: 3 cm at most, nobody makes way."""
    state = clash(unit("LEG-2", "south", at=(90, 53.5), facing="N"))
    play = drawn(state, 2, 3, 4, 1, 1, 1)
    assert play.asked.space.boxes[0].most == 3
    run(play)
    assert "makes_way" not in play.types()


@pytest.mark.clause("WMA-R34", "WMA-S42", "WMA-RES-05")
def test_one_roll_a_side_and_a_distance_a_unit_in_its_owners_order():
    play = begin(two_against_one(), "melee", *won(2, 6), *faces((1, 3)), *faces((1, 12)), 2, 2, 2, 3, 3, 3)
    run(play, "distance")
    assert results(play) == [{"south": 2, "north": 2}]
    play.give(distance("LEG-1", 6))
    assert play.asked_for == "withdraw"
    assert play.decision.side == "north"
    play.pick("LIB-2")
    play.give(distance("LIB-2", 9))
    assert play.asked_for == "distance"
    play.give(distance("LIB-1", 1))
    assert play.left() == ()
    assert [y_of(play.state, u) for u in ("LEG-1", "LIB-1", "LIB-2")] == [53, 62, 70]


@pytest.mark.clause("WMA-CMB-10", "WMA-RES-06", "WMA-END-01")
def test_after_a_draw_there_is_no_second_round_and_surplus_ends():
    play = run(begin(clash(), "melee", *won(1), *won(1), *faces((1, 6))))
    assert play.left() == ()
    assert play.types("round_begins") == ["round_begins"]
    assert (hits(play.state, "LEG-1"), hits(play.state, "LIB-1")) == (0, 0)
