"""The melee phase as a whole: order of combats, what stays undecided, surplus hits, reforming; shooting at chargers."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import PickAnswer, PlaceAnswer, Standing
from game.engine.state import State
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.fight import reform
from rulesets.warmaster_ancients.own import ContactOwn
from tests.rules.warmaster_ancients.blows_play import (
    after,
    begin,
    dice_of,
    dice_thrown,
    distance,
    events,
    faces,
    hits,
    numbers,
    results,
    run,
    standing,
    whole,
)
from tests.rules.warmaster_ancients.flow_play import Play, plain
from tests.rules.warmaster_ancients.table import Row, feature, table, unit, where

ONES = [1] * 400


def stuck(**about: Any) -> State:
    """LEG-1 at the table's edge and LIB-1 in a wood: after a draw neither goes."""
    return table(
        unit("LEG-1", "south", at=(90, 1), facing="N"),
        unit("LIB-1", "north", at=(90, 3), facing="S"),
        unit("LEG-2", "south", at=(30, 59), facing="N"),
        unit("LIB-2", "north", at=(30, 61), facing="S"),
        terrain=[feature("wood", box=(80, 2, 100, 10))],
        phase="melee",
        active="south",
        **about,
    )


# --- order of combats --------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S21", "WMA-CMB-01")
@pytest.mark.parametrize("active", ["south", "north"])
def test_the_active_player_chooses_the_order_of_combats(active):
    state = table(
        unit("LEG-1", "south", at=(30, 59), facing="N"),
        unit("LEG-2", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", at=(90, 61), facing="S"),
        unit("LIB-2", "north", at=(30, 61), facing="S"),
        phase="melee",
        active=active,
    )
    play = begin(state, "melee", *ONES)
    assert (play.asked_for, play.decision.side) == ("combat", active)
    names = ["LEG-1", "LEG-2"] if active == "south" else ["LIB-2", "LIB-1"]
    assert [c.id for c in play.asked.space.things] == names
    foes = {"LEG-1": "LIB-2", "LEG-2": "LIB-1", "LIB-1": "LEG-2", "LIB-2": "LEG-1"}
    assert [plain(c.label) for c in play.asked.space.things] == [f"{n} against {foes[n]}" for n in names]
    play.pick(names[1])
    run(play)
    assert [e.data["units"] for e in events(play, "combat_begins")] == [["LEG-2", "LIB-1"], ["LEG-1", "LIB-2"]]


@pytest.mark.clause("WMA-S21")
def test_units_linked_by_contacts_are_one_combat():
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LEG-2", "south", at=(102, 59), facing="N"),
        unit("LIB-1", "north", at=(96, 61), facing="S"),
        unit("LIB-2", "north", at=(120, 61), facing="S"),
        phase="melee",
        active="south",
    )
    play = run(begin(state, "melee", *ONES), "distance")
    assert [e.data["units"] for e in events(play, "combat_begins")] == [["LEG-1", "LEG-2", "LIB-1"]]


# --- undecided ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S39", "WMA-END-02", "WMA-R46")
def test_undecided_combats_keep_their_leftovers_and_fight_again_next_phase():
    """Two casualties each and a draw; the one pair that cannot part keeps its surplus, the other loses it."""
    miss = faces((1, 9))
    one = [5, 5, *faces((1, 7)), 1, 1, 4, 4, *faces((1, 7)), 1, 1]
    two = [4, 4, *faces((1, 7)), 1, 1, 4, 4, *faces((1, 7)), 1, 1]
    play = begin(stuck(), "melee", *one, 1, 1, 1, *two, 1, 1, 1, 1, 1, 1)
    play.pick("LEG-1")
    run(play)
    assert play.left() == ()
    assert [hits(play.state, u) for u in ("LEG-1", "LIB-1", "LEG-2", "LIB-2")] == [2, 2, 0, 0]
    assert facts.engaged(play.state, "LEG-1")
    again = run(begin(play.state, "melee", *miss, *miss, *ONES))
    assert [e.data["units"] for e in events(again, "combat_begins")] == [["LEG-1", "LIB-1"]]
    assert [e.data["round"] for e in events(again, "round_begins")] == [1]


@pytest.mark.clause("WMA-S39", "WMA-R43")
def test_an_undecided_combat_has_no_charge_modifiers_next_time():
    contacts = [{"a": "LEG-1", "b": "LIB-1", "how": "charge"}]
    units = {"charged": True, "attacked": True}
    state = table(
        unit("LEG-1", "south", at=(90, 1), facing="N", **units),
        unit("LIB-1", "north", at=(90, 3), facing="S"),
        size=(180.0, 4.0),
        contacts=contacts,
        phase="melee",
        active="south",
    )
    play = run(begin(state, "melee", *ONES))
    assert dice_of(play, "LEG-1") == [12]
    assert facts.engaged(play.state, "LEG-1")
    own = next(iter(play.state.ties.values())).own
    assert isinstance(own, ContactOwn)
    assert own.spent
    assert dice_of(run(after(play, "melee", *ONES)), "LEG-1") == [9]


@pytest.mark.clause("WMA-S39", "WMA-S16")
def test_undecided_units_neither_shoot_nor_are_shot_at():
    state = table(
        unit("VEL-1", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", at=(90, 61), facing="S"),
        unit("VEL-2", "south", at=(90, 50), facing="N"),
        phase="shooting",
        active="south",
    )
    assert begin(state, "shooting").asked_for == ""


# --- surplus hits ------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-END-01", "WMA-END-02")
def test_surplus_hits_go_when_all_combats_are_resolved():
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", at=(90, 61), facing="S"),
        unit("LEG-2", "south", at=(30, 59), facing="N", hits=1),
        phase="melee",
        active="south",
    )
    play = begin(state, "melee", 4, 4, *faces((1, 7)), 1, 1, *ONES)
    run(play, "after_round")
    assert hits(play.state, "LIB-1") == 2
    run(play)
    assert [hits(play.state, u) for u in ("LIB-1", "LEG-2")] == [0, 0]
    assert play.event("surplus_cancelled").clauses == ("WMA-END-01",)


# --- reforming ---------------------------------------------------------------------------------------------------


def apart(*more: Row, **about: Any) -> Play:
    """LEG-1 beats LIB-1 by 5 and stays; the phase comes to reforming."""
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", at=(90, 61), facing="S"),
        unit("LEG-2", "south", at=(30, 59), facing="N"),
        *more,
        phase="melee",
        active="south",
        **about,
    )
    play = begin(state, "melee", *faces((4, 5), (1, 4)), *ONES)
    return run(play, "reform")


def reform_to(unit_id: str, formation: str, facing: float) -> PlaceAnswer:
    return PlaceAnswer((Standing(unit_id, {unit_id: Pose(0.0, 0.0, facing)}, formation),))


@pytest.mark.clause("WMA-END-03", "WMA-R51", "WMA-S31")
def test_units_that_fought_and_are_free_may_reform_active_side_first():
    play = apart()
    assert play.decision.side == "south"
    assert play.decision.args["units"] == ["LEG-1"]  # LEG-2 did not fight
    first = next(reform.changes(play.state, "LEG-1"))
    assert play.asked.draft == PlaceAnswer((Standing("LEG-1", first.ends, first.formation),))
    assert play.check(play.asked.draft).legal
    play.give(reform_to("LEG-1", "column", 90.0))
    assert where(play.state, "LEG-1") == [(88, 59, 90), (90, 59, 90), (92, 59, 90)]
    assert play.decision.side == "north"
    play.give(way_out="done")
    assert play.session.waiting == ()
    assert play.own("LIB-1").fought


@pytest.mark.clause("WMA-S31")
@pytest.mark.parametrize(
    ("formation", "facing", "legal"),
    [("line", 0.0, True), ("line", 45.0, True), ("line", 180.0, True), ("column", 0.0, True), ("line", 90.0, False)],
)
def test_any_facing_with_no_stand_farther_than_six_nor_nearer_than_one_to_an_enemy(formation, facing, legal):
    """LIB-1 has gone 5 cm: a line that looks east would touch it."""
    play = apart()
    verdict = play.check(reform_to("LEG-1", formation, facing))
    assert verdict.legal is legal
    assert verdict.cost is not None
    assert verdict.cost <= 60.0


@pytest.mark.clause("WMA-S31")
def test_reforms_that_are_refused():
    play = apart(unit("LEG-3", "south", at=(90, 56.9), facing="N"))
    # a column of six centimetres would overlap LEG-3 behind
    refusal = play.refused(reform_to("LEG-1", "column", 0.0))
    assert refusal.clause == "WMA-S31"
    assert play.refused(reform_to("LEG-2", "line", 0.0)).clause == "WMA-R51"
    assert play.check(PlaceAnswer(())).status == "unfinished"
    assert play.check(PickAnswer(("LEG-1",))).status == "refused"
    assert play.check(reform_to("LEG-1", "square", 0.0)).status == "unfinished"


@pytest.mark.clause("WMA-R51")
def test_a_unit_still_engaged_may_not_reform():
    play = begin(stuck(), "melee", *ONES)
    play.pick("LEG-1")
    run(play, "reform")
    assert reform.may_reform(play.state, "south") == ("LEG-2",)


@pytest.mark.clause("WMA-END-03", "WMA-S31")
def test_a_unit_reforms_once():
    play = apart()
    play.give(reform_to("LEG-1", "column", 0.0))
    assert play.decision.side == "north"


# --- shooting at chargers ----------------------------------------------------------------------------------------


def charge(charger: str = "GAL-1", target: str = "VEL-1", *dice: int, gap: float = 18.0, **own: Any) -> Play:
    """GAL-1 charges from the south; the target's answer and its dice are given."""
    state = table(
        unit(charger, "south", at=(90, 40), facing="N", **own),
        unit(target, "north", at=(90, 42 + gap), facing="S"),
        active="south",
    )
    return begin(state, "charge", *dice, unit=charger, target=target)


@pytest.mark.clause("WMA-RCT-02", "WMA-S13", "WMA-R22")
@pytest.mark.parametrize(("dice", "taken"), [((4, 4, 4), 3), ((3, 4, 1), 1), ((3, 3, 3), 0)])
def test_the_charged_unit_shoots_hitting_on_four(dice, taken):
    play = run(charge("GAL-1", "VEL-1", *dice))
    assert play.left() == ()
    assert sum(e.data["casualties"] for e in events(play, "shots")) == taken
    ties = [t.own.volley for t in play.state.ties.values()]
    assert ties == [taken]


@pytest.mark.clause("WMA-RCT-02", "WMA-S13")
def test_a_charger_counts_as_in_the_open_even_in_a_wood():
    state = table(
        unit("GAL-1", "south", at=(90, 40), facing="N"),
        unit("VEL-1", "north", at=(90, 60), facing="S"),
        terrain=[feature("wood", box=(80, 30, 100, 41))],
        active="south",
    )
    play = run(begin(state, "charge", 4, 4, 3, unit="GAL-1", target="VEL-1"))
    assert play.event("shots").data["hits"] == 2


@pytest.mark.clause("WMA-RCT-02")
def test_the_chargers_armour_counts():
    play = run(charge("LEG-1", "VEL-1", 4, 4, 4, 5, 6, 1))
    assert play.left() == ()
    assert play.event("shots").data["casualties"] == 1


@pytest.mark.clause("WMA-RCT-04", "WMA-RCT-05")
def test_stands_shot_down_are_gone_before_contact_and_nobody_is_driven_back():
    play = run(charge("GAL-1", "VEL-1", 4, 5, 6))
    assert numbers(play.state, "GAL-1") == [1, 2]
    assert where(play.state, "GAL-1") == [(86, 58, 0), (90, 58, 0)]
    assert "driven_back" not in play.types()
    assert [w for w, _ in dice_thrown(play)] == ["Shots of VEL-1 at GAL-1"]


@pytest.mark.clause("WMA-RCT-04")
def test_a_charger_shot_to_pieces_never_arrives():
    play = run(charge("GAL-1", "VEL-1", 4, 5, 6, stands=1))
    assert standing(play.state, "GAL-1") == 0
    assert play.state.ties == {}


@pytest.mark.clause("WMA-R22", "WMA-SHT-12", "WMA-RCT-03")
def test_leftovers_on_a_charger_outlive_the_shooting_phase():
    play = run(charge("GAL-1", "VEL-1", 4, 4, 1))
    assert hits(play.state, "GAL-1") == 2
    shooting = whole(play.state, "shooting")
    assert hits(shooting.state, "GAL-1") == 2
    melee = begin(shooting.state, "melee", *faces((1, 15)), 4, *faces((1, 5)), *ONES)
    run(melee, "after_round")
    # 2 shot and 1 struck remove a stand; all three count for the result
    assert standing(melee.state, "GAL-1") == 2
    assert results(melee) == [{"south": 0, "north": 3}]


@pytest.mark.clause("WMA-S13", "WMA-SHT-01")
def test_the_reaction_does_not_use_up_the_shot_of_the_phase():
    play = run(charge("GAL-1", "VEL-1", 1, 1, 1))
    assert not play.own("VEL-1").shot
    assert play.own("VEL-1").reacted


@pytest.mark.clause("WMA-RES-05", "WMA-S28", "WMA-R34")
def test_the_default_withdrawal_is_one_cm():
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", at=(90, 61), facing="S"),
        phase="melee",
        active="south",
    )
    play = run(begin(state, "melee", *faces((1, 18)), 6, 6, 6, 6, 6, 6), "distance")
    assert play.asked.default.answer == distance("LEG-1", 1)
    assert play.asked.space.boxes[0].most == 18
