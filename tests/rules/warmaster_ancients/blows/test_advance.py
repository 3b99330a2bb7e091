"""Advances after destroying the enemy: how far, at whom, into combats new and not yet fought; and counting to four."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import Course, MoveAnswer, OptionAnswer, PickAnswer
from game.engine.state import State
from game.geometry.steps import Advance, Path
from tests.rules.warmaster_ancients.blows_play import (
    advance_charge,
    begin,
    dice_of,
    dice_thrown,
    events,
    faces,
    results,
    run,
    standing,
)
from tests.rules.warmaster_ancients.flow_play import Play, plain
from tests.rules.warmaster_ancients.table import Row, feature, table, unit, where

ONES = [1] * 400
WEAK = {"poses": [(90, 61, "S")], "lost": [2, 3], "hits": 2}


def y_of(state: State, unit_id: str) -> float:
    return where(state, unit_id)[0][1]


def kill(*more: Row, winner: str = "PUN-1", dice: int = 9, own: Any = None, **about: Any) -> State:
    """The winner in contact with the last stand of VEL-1, which one casualty destroys."""
    return table(
        unit(winner, "south", at=(90, 58), facing="N", **(own or {})),
        unit("VEL-1", "north", **WEAK),
        *more,
        phase="melee",
        active="south",
        **about,
    )


def advancing(state: State, dice: int = 9) -> Play:
    """The enemy is destroyed in round one; the winner announces its advance and is asked where."""
    play = begin(state, "melee", 4, *faces((1, dice - 1)), *ONES)
    run(play, "after_round")
    unit_id = next(iter(play.asked.space.parts))
    play.option(unit_id, "advance")
    run(play, "advance")
    return play


def ahead(unit_id: str, cm: float) -> MoveAnswer:
    return MoveAnswer(unit_id, "advance", courses=(Course(unit_id, (Advance(cm * 10),)),))


def targets(play: Play) -> dict[str, str]:
    """Enemies listed for an advance charge, with the clause that bars one."""
    return {c.id: c.bar.clause if c.bar else "" for c in play.mode("charge").marks}


# --- when --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-RES-10", "WMA-R39")
def test_only_after_every_enemy_touched_is_destroyed():
    state = kill(unit("VEL-2", "north", poses=[(94, 61, "S")], lost=[2, 3]))
    play = begin(state, "melee", 4, 4, *ONES)
    run(play, "after_round")
    bars = {c.id: c.bar.clause if c.bar else "" for c in play.asked.space.parts["PUN-1"]}
    assert standing(play.state, "VEL-1") == 0
    assert bars["advance"] == "WMA-R39"
    alone = begin(kill(), "melee", 4, *ONES)
    run(alone, "after_round")
    assert [c.id for c in alone.asked.space.parts["PUN-1"] if c.bar is None] == ["stay", "fall_back", "advance"]


@pytest.mark.clause("WMA-R39", "WMA-PUR-02", "WMA-ADV-03")
def test_artillery_and_trapped_units_count_as_destroyed():
    """SCO is beaten and cannot flee: its conqueror may advance 20 cm."""
    state = table(
        unit("EQU-1", "south", at=(90, 58), facing="N"),
        unit("SCO-1", "north", at=(90, 62), facing="S"),
        phase="melee",
        active="south",
    )
    play = begin(state, "melee", 4, 4, 4, *ONES)
    run(play, "after_round")
    play.option("EQU-1", "advance")
    assert play.decision.args == {"unit": "EQU-1", "reach": 200.0}
    trapped = table(
        unit("EQU-1", "south", at=(90, 58), facing="N"),
        unit("VEL-1", "north", at=(90, 61), facing="S"),
        size=(180.0, 62.5),
        phase="melee",
        active="south",
    )
    play = begin(trapped, "melee", 4, 4, *ONES)
    run(play, "after_round")
    assert play.event("unit_destroyed").data["why"] == "trapped"
    assert {c.id: c.bar for c in play.asked.space.parts["EQU-1"]}["advance"] is None


@pytest.mark.clause("WMA-ADV-05")
@pytest.mark.parametrize(("advanced", "barred"), [(False, ""), (True, "WMA-ADV-05")])
def test_once_a_turn(advanced, barred):
    play = begin(kill(own={"advanced": advanced}), "melee", 4, *ONES)
    run(play, "after_round")
    bars = {c.id: c.bar.clause if c.bar else "" for c in play.asked.space.parts["PUN-1"]}
    assert bars["advance"] == barred


@pytest.mark.clause("WMA-R37", "WMA-RES-15")
@pytest.mark.parametrize(("before", "barred"), [(2, ""), (3, "WMA-R37")])
def test_nobody_advances_after_four_rounds(before, barred):
    play = begin(kill(own={"rounds": before}), "melee", 4, *ONES)
    run(play, "after_round")
    bars = {c.id: c.bar.clause if c.bar else "" for c in play.asked.space.parts["PUN-1"]}
    assert bars["advance"] == barred


# --- how far -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-ADV-01", "WMA-ADV-03", "WMA-R03", "WMA-S30")
@pytest.mark.parametrize(("gap", "listed"), [(19.99, {"VEL-2": ""}), (20.0, {"VEL-2": ""}), (20.01, {})])
def test_destroyed_in_one_round_it_reaches_twenty(gap, listed):
    play = advancing(kill(unit("VEL-2", "north", at=(90, 61 + gap), facing="S")))
    assert targets(play) == listed
    if listed:
        assert play.check(advance_charge("PUN-1", "VEL-2")).legal
    else:
        refusal = play.refused(advance_charge("PUN-1", "VEL-2"))
        assert refusal.clause == "WMA-ADV-03"
        assert plain(refusal.text) == "VEL-2: 20.01 cm away, the advance reaches 20 cm"


@pytest.mark.clause("WMA-ADV-04", "WMA-S30")
@pytest.mark.parametrize(("gap", "legal"), [(10.0, True), (10.01, False)])
def test_destroyed_in_two_rounds_it_reaches_ten(gap, legal):
    """VEL-1 retreats 1 cm, is pursued and destroyed in round two: the target stands so far from the pursuer."""
    state = table(
        unit("PUN-1", "south", at=(90, 58), facing="N"),
        unit("VEL-1", "north", poses=[(90, 61, "S")], lost=[2, 3], hits=1),
        unit("VEL-2", "north", at=(90, 62 + gap), facing="S"),
        phase="melee",
        active="south",
    )
    play = begin(state, "melee", 4, *faces((1, 8)), 1, 1, 4, *ONES)
    run(play, "after_round")
    play.option("PUN-1", "pursue:VEL-1")
    run(play, "after_round")
    assert standing(play.state, "VEL-1") == 0
    play.option("PUN-1", "advance")
    assert play.decision.args["reach"] == 100.0
    assert play.check(advance_charge("PUN-1", "VEL-2")).legal is legal
    if not legal:
        assert play.refused(advance_charge("PUN-1", "VEL-2")).clause == "WMA-ADV-04"


@pytest.mark.clause("WMA-R56", "WMA-ADV-03", "WMA-ADV-04")
def test_a_latecomers_own_rounds_count():
    """GAL-2 is touched by EQU's pursuit and helps PUN-1 to destroy it: GAL-2 may go 20 cm, PUN-1 only 10."""
    state = table(
        unit("EQU-1", "south", poses=[(90, 58, "N"), (92, 58, "N")], lost=[1], hits=2),
        unit("PUN-1", "north", at=(90, 62), facing="S"),
        unit("GAL-2", "north", at=(99.04, 65), facing="S"),
        phase="melee",
        active="south",
    )
    first = [4, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1, *faces((1, 9))]
    second = [*faces((1, 9)), 4, 4, 1, 1, 1, 1, 1, 1, 4, 4, 4, 1, 1, 1]
    play = begin(state, "melee", *first, *second)
    run(play, "after_round")
    play.option("EQU-1", "pursue:PUN-1")
    run(play, "winner")
    assert play.left() == ()
    assert standing(play.state, "EQU-1") == 0
    play.pick("PUN-1")
    play.option("PUN-1", "advance")
    play.option("GAL-2", "advance")
    said = [plain(e.text) for e in events(play, "advance_announced")]
    assert said == ["PUN-1 will advance, up to 10 cm", "GAL-2 will advance, up to 20 cm"]


@pytest.mark.clause("WMA-R39", "WMA-S29")
def test_an_enemy_touched_but_not_fought_in_round_two_forbids_to_advance():
    """As before, but GAL-2 also touches LEG-2, whose combat is still to come."""
    state = table(
        unit("EQU-1", "south", poses=[(90, 58, "N"), (92, 58, "N")], lost=[1], hits=2),
        unit("LEG-2", "south", at=(101, 62.5), facing="N"),
        unit("PUN-1", "north", at=(90, 62), facing="S"),
        unit("GAL-2", "north", at=(99.04, 64.5), facing="S"),
        phase="melee",
        active="south",
    )
    first = [4, 4, 4, 4, 1, 1, 1, 1, 1, 1, *faces((1, 9))]
    second = [*faces((1, 9)), 4, 4, 1, 1, 1, 1, 1, 1, 4, 4, 4, 1, 1, 1]
    play = begin(state, "melee", *first, *second, *ONES)
    play.pick("EQU-1")
    run(play, "after_round")
    play.option("EQU-1", "pursue:PUN-1")
    run(play, "winner")
    play.pick("GAL-2")
    bars = {c.id: c.bar.clause if c.bar else "" for c in play.asked.space.parts["GAL-2"]}
    assert bars["advance"] == "WMA-R39"


@pytest.mark.clause("WMA-ADV-01", "WMA-S10")
def test_the_target_must_be_seen():
    """VEL-2 stands behind the winner: near, but out of its field of view."""
    play = advancing(kill(unit("VEL-2", "north", at=(90, 50), facing="N")))
    assert targets(play) == {"VEL-2": "WMA-S10"}
    assert play.refused(advance_charge("PUN-1", "VEL-2"))


@pytest.mark.clause("WMA-R38", "WMA-S30", "WMA-S05")
@pytest.mark.parametrize(("cm", "legal"), [(0.5, True), (20.0, True), (20.01, False), (25.0, False)])
def test_a_plain_advance_goes_straight_ahead(cm, legal):
    play = advancing(kill())
    verdict = play.check(ahead("PUN-1", cm))
    assert verdict.legal is legal
    if not legal:
        assert verdict.reasons[0].clause == "WMA-S30"
        assert verdict.nearest == ahead("PUN-1", 20.0)
        return
    play.give(ahead("PUN-1", cm))
    assert where(play.state, "PUN-1")[0] == (88, 58 + cm, 0)
    assert play.own("PUN-1").advanced
    assert play.own("PUN-1").attacked
    run(play)
    assert play.types("round_begins") == ["round_begins"]


@pytest.mark.clause("WMA-R38", "WMA-S30")
def test_a_plain_advance_keeps_its_direction_and_stops_short_of_enemies():
    play = advancing(kill(unit("VEL-2", "north", at=(90, 69), facing="S")))
    aside = MoveAnswer("PUN-1", "advance", courses=(Course("PUN-1", (Path(((930.0, 640.0),)),)),))
    assert play.refused(aside).clause == "WMA-S30"
    straight = MoveAnswer("PUN-1", "advance", courses=(Course("PUN-1", (Path(((900.0, 640.0),)),)),))
    assert play.check(straight).legal
    # its front stands at 60, the enemy's at 68: 7 cm leave 1 cm between them
    assert play.check(ahead("PUN-1", 7.0)).legal
    refusal = play.refused(ahead("PUN-1", 7.01))
    assert plain(refusal.text) == "It may go 7 cm; then the way is barred by VEL-2"


@pytest.mark.clause("WMA-S42", "WMA-R38")
def test_an_announced_advance_may_be_nothing():
    play = advancing(kill())
    assert play.asked.default.answer == MoveAnswer("PUN-1", "hold")
    play.give(MoveAnswer("PUN-1", "hold"))
    assert where(play.state, "PUN-1")[0] == (88, 58, 0)
    assert not play.own("PUN-1").advanced


@pytest.mark.clause("WMA-TER-03", "WMA-S30")
def test_terrain_bounds_an_advance():
    play = advancing(kill(terrain=[feature("wood", box=(80, 65, 100, 80))]))
    assert play.mode("advance").allowance == 50.0
    assert play.refused(ahead("PUN-1", 6.0))


# --- advance charges ---------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-ADV-02", "WMA-RES-14", "WMA-R22", "WMA-R38", "WMA-CMB-02")
def test_an_advance_charge_has_no_bonus_is_not_shot_at_and_fights_at_once():
    play = advancing(kill(unit("VEL-2", "north", at=(90, 71), facing="S"), own={"charged": True, "attacked": True}))
    play.give(advance_charge("PUN-1", "VEL-2"))
    run(play)
    assert "volley" not in play.types()
    assert [(e.data["round"], e.data["units"]) for e in events(play, "round_begins")] == [
        (1, ["PUN-1", "VEL-1"]),
        (1, ["PUN-1", "VEL-2"]),
    ]
    assert dice_of(play, "PUN-1") == [9, 9]
    assert play.types("advance_charged", "combat_begins") == ["combat_begins", "advance_charged", "combat_begins"]


@pytest.mark.clause("WMA-ADV-02", "WMA-MOD-02")
def test_elephants_advancing_get_nothing_either():
    play = advancing(kill(unit("VEL-2", "north", at=(90, 71), facing="S"), winner="ELE-1"), dice=12)
    play.give(advance_charge("ELE-1", "VEL-2"))
    run(play)
    assert dice_of(play, "ELE-1") == [12, 12]


@pytest.mark.clause("WMA-R38", "WMA-MOD-06")
def test_struck_in_the_flank_by_an_advance_costs_one():
    """VEL-2 looks east and is struck in its right flank by the advance from the south."""
    play = advancing(kill(unit("LIB-2", "north", at=(90, 75), facing="E")))
    play.give(advance_charge("PUN-1", "LIB-2"))
    run(play)
    fighting = [e.data["dice"] for e in events(play, "blows") if e.data["unit"] == "LIB-2"]
    assert fighting == [2]


@pytest.mark.clause("WMA-S21", "WMA-RES-14", "WMA-S42", "WMA-R43")
def test_an_advance_into_a_combat_not_yet_fought_fights_it_now_together():
    """GAL-9 charges LIB-2; PUN advances into LIB-2 first: one combat of three, GAL-9 with its charge bonus."""
    state = kill(
        unit("LEG-9", "south", poses=[(98, 72, "W")], lost=[2, 3], charged=True, attacked=True),
        unit("LIB-2", "north", at=(91, 71), facing="S"),
        contacts=[{"a": "LEG-9", "b": "LIB-2", "how": "charge"}],
    )
    play = begin(state, "melee", 4, *faces((1, 8)), *ONES)
    play.pick("PUN-1")
    run(play, "after_round")
    play.option("PUN-1", "advance")
    run(play, "advance")
    play.give(advance_charge("PUN-1", "LIB-2"))
    run(play)
    begun = [(e.data["round"], e.data["units"]) for e in events(play, "round_begins")]
    assert begun == [(1, ["PUN-1", "VEL-1"]), (1, ["PUN-1", "LEG-9", "LIB-2"])]
    assert dice_of(play, "LEG-9") == [4]
    assert dice_of(play, "PUN-1")[1] == 9


@pytest.mark.clause("WMA-S42", "WMA-RES-14")
def test_advances_are_made_one_after_another_each_with_its_combat():
    """Two winners announce; the first one's new combat is fought out before the second goes."""
    state = table(
        unit("PUN-1", "south", at=(88, 58), facing="N"),
        unit("PUN-2", "south", at=(95, 58), facing="N"),
        unit("VEL-1", "north", poses=[(91.5, 61, "S")], lost=[2, 3], hits=2),
        unit("VEL-2", "north", at=(82, 72), facing="S"),
        unit("VEL-3", "north", at=(99, 72), facing="S"),
        phase="melee",
        active="south",
    )
    play = begin(state, "melee", 4, *ONES)
    run(play, "winner")
    play.pick("PUN-2")
    play.option("PUN-2", "advance")
    play.option("PUN-1", "advance")
    assert (play.asked_for, play.decision.args["unit"]) == ("advance", "PUN-2")
    play.give(advance_charge("PUN-2", "VEL-3"))
    run(play, "advance")
    assert play.decision.args["unit"] == "PUN-1"
    assert [e.data["units"] for e in events(play, "round_begins")][1] == ["PUN-2", "VEL-3"]


@pytest.mark.clause("WMA-R36", "WMA-RES-14", "WMA-RES-15", "WMA-R37", "WMA-ADV-05", "WMA-RES-13")
def test_four_rounds_at_most():
    """Round 1, pursuit, round 2, advance, round 3, pursuit, round 4: then neither pursuit nor advance."""
    state = table(
        unit("PUN-1", "south", at=(90, 58), facing="N"),
        unit("VEL-1", "north", poses=[(90, 61, "S")], lost=[2, 3], hits=1),
        unit("LIB-2", "north", poses=[(90, 70, "S")], lost=[2, 3], hits=1),
        phase="melee",
        active="south",
    )
    play = begin(
        state,
        "melee",
        *[4, *faces((1, 8)), 1, 1],  # round 1: VEL-1 has 2 of 3 and goes back 1 cm
        *[4, *faces((1, 11)), 1, 1],  # round 2: 12 dice; destroyed
        *[4, *faces((1, 8)), 1, *faces((1, 3))],  # round 3: LIB-2 has 2 of 3 and goes back 1 cm
        *[4, *faces((1, 11)), 1, *faces((1, 3))],  # round 4: destroyed
    )
    run(play, "after_round")
    play.option("PUN-1", "pursue:VEL-1")
    run(play, "after_round")
    play.option("PUN-1", "advance")
    play.give(advance_charge("PUN-1", "LIB-2"))
    run(play, "after_round")
    play.option("PUN-1", "pursue:LIB-2")
    run(play, "after_round")
    assert play.left() == ()
    assert play.own("PUN-1").rounds == 4
    assert dice_of(play, "PUN-1") == [9, 12, 9, 12]
    bars = {c.id: c.bar.clause if c.bar else "" for c in play.asked.space.parts["PUN-1"]}
    assert bars == {"stay": "", "fall_back": "", "advance": "WMA-ADV-05"}
    assert [r["south"] for r in results(play)] == [1, 1, 1, 1]


@pytest.mark.clause("WMA-R37")
def test_who_is_attacked_by_an_advance_fights_beyond_four():
    play = advancing(kill(unit("VEL-2", "north", at=(90, 71), facing="S", rounds=4)))
    play.give(advance_charge("PUN-1", "VEL-2"))
    run(play)
    assert play.own("VEL-2").rounds == 5


# --- answers that are none ---------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S30", "WMA-S42")
def test_answers_that_are_none():
    play = advancing(kill(unit("VEL-2", "north", at=(90, 71), facing="S")))
    assert play.check(PickAnswer(("PUN-1",))).status == "refused"
    assert play.check(MoveAnswer("VEL-2", "hold")).status == "refused"
    assert play.check(MoveAnswer("PUN-1", "charge")).status == "unfinished"
    assert play.check(MoveAnswer("PUN-1", "advance")).status == "unfinished"
    assert play.check(advance_charge("PUN-1", "VEL-9")).status == "refused"
    assert play.check(MoveAnswer("PUN-1", "fly")).status == "refused"
    assert play.check(MoveAnswer("PUN-1", "hold")).legal
    assert play.check(OptionAnswer({})).status == "refused"
    assert [r.answer.mode for r in play.session.candidates(play.decision)] == ["charge", "advance", "advance", "hold"]
    assert dice_thrown(play)[-1][0].endswith("PUN-1")


@pytest.mark.clause("WMA-ADV-01", "WMA-S30")
def test_the_charge_is_barred_as_a_whole_only_where_nobody_can_be_charged():
    """VEL-2 at 19 cm can be charged, LEG-9 at 21 cm cannot: one is enough to leave the mode open."""
    near, far = unit("VEL-2", "north", at=(90, 80), facing="S"), unit("LEG-9", "north", at=(90, 100), facing="S")
    assert advancing(kill(near, far)).mode("charge").bar is None
    assert advancing(kill(near)).mode("charge").bar is None
    bar = advancing(kill(far)).mode("charge").bar
    assert bar is not None
    assert bar.clause == "WMA-ADV-01"
    play = advancing(kill(far))
    assert play.mode("charge").bar == (play.mode("charge").marks[0].bar if play.mode("charge").marks else bar)


@pytest.mark.clause("WMA-ADV-03", "WMA-S30")
def test_the_whole_way_half_of_it_and_staying_are_offered():
    """20 cm are free: the answers offered go 20 and 10 cm ahead; a shorter way offers its own half."""
    play = advancing(kill())
    found = [r.answer for r in play.session.candidates(play.decision, "any", 10)]
    assert found == [ahead("PUN-1", 20.0), ahead("PUN-1", 10.0), MoveAnswer("PUN-1", "hold")]
    walled = kill(terrain=[feature("impassable", box=(80, 65, 100, 70))])  # its front edge stands at 60
    play = advancing(walled)
    found = [r.answer for r in play.session.candidates(play.decision, "any", 10)]
    assert found == [ahead("PUN-1", 5.0), ahead("PUN-1", 2.5), MoveAnswer("PUN-1", "hold")]


@pytest.mark.clause("WMA-R38", "WMA-S30")
@pytest.mark.parametrize(
    ("x", "y", "legal"),
    [
        (900.5, 640.0, True),
        (899.5, 640.0, True),
        (900.501, 640.0, False),
        (899.499, 640.0, False),
        (900.0, 580.0, True),
        (900.0, 579.999, False),
    ],
)
def test_a_drawn_way_ahead_may_stray_by_half_a_millimetre_and_not_lead_back(x: float, y: float, legal: bool) -> None:
    play = advancing(kill())
    verdict = play.check(MoveAnswer("PUN-1", "advance", courses=(Course("PUN-1", (Path(((x, y),)),)),)))
    assert verdict.legal is legal
    if not legal:
        assert [r.clause for r in verdict.reasons] == ["WMA-S30"]
