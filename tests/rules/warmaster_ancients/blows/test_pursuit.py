"""What winners do: stay, fall back, pursue into a second round; who may, and with what attacks."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import OptionAnswer, PickAnswer
from game.engine.state import State
from rulesets.warmaster_ancients.field import facts
from tests.rules.warmaster_ancients.blows_play import (
    begin,
    dice_of,
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

ONES = [1] * 300
MOUNTED = ("EQU", "NUM", "PUN", "ELE", "HCH", "SCH", "LCH", "SCO")


def y_of(state: State, unit_id: str) -> float:
    return where(state, unit_id)[0][1]


def clash(a: str = "EQU-1", b: str = "LIB-1", *more: Row, active: str = "south", **about: Any) -> State:
    """Two units front to front on the line y = 60."""

    def deep(code: str) -> float:
        return 4.0 if code[:3] in MOUNTED else 2.0

    own = about.pop("own", {})
    foe = about.pop("foe", {})
    return table(
        unit(a, "south", at=(90, 60 - deep(a) / 2), facing="N", **own),
        unit(b, "north", at=(90, 60 + deep(b) / 2), facing="S", **foe),
        *more,
        phase="melee",
        active=active,
        **about,
    )


def beaten(cm: int, a: str = "EQU-1", b: str = "LIB-1", *more: Row, armoured: bool = True, **about: Any) -> Play:
    """The south unit (nine dice) wins the first round by so many and must choose; everybody else misses."""
    state = clash(a, b, *more, **about)
    saves = faces((1, cm)) if armoured else []
    play = begin(state, "melee", *faces((4, cm), (1, 9 - cm)), *saves, *ONES)
    run(play, "after_round")
    return play


def courses(play: Play) -> dict[str, str]:
    """The courses open to the winner, with the clause that bars one."""
    (choices,) = play.asked.space.parts.values()
    return {c.id: c.bar.clause if c.bar else "" for c in choices}


# --- staying and falling back ------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-RES-10", "WMA-RES-11")
def test_the_winner_may_stay_and_the_combat_is_over():
    play = beaten(2)
    assert play.decision.side == "south"
    assert courses(play) == {"stay": "", "fall_back": "", "pursue:LIB-1": "", "advance": "WMA-R39"}
    assert play.asked.default.answer == OptionAnswer({"EQU-1": "stay"})
    play.option("EQU-1", "stay")
    assert y_of(play.state, "EQU-1") == 58
    assert play.types("round_begins") == ["round_begins"]


@pytest.mark.clause("WMA-RES-10", "WMA-RES-11", "WMA-S22", "WMA-S28")
def test_falling_back_rolls_3d6_before_its_distance_is_chosen():
    state = clash()
    play = begin(state, "melee", 4, 4, *faces((1, 7)), 1, 1, *faces((1, 9)), 2, 3, 4)
    run(play, "after_round")
    play.option("EQU-1", "fall_back")
    assert plain(play.decision.message) == "south: how far should EQU-1 fall back?"
    assert play.left() == ()
    assert dice_thrown(play)[-1] == ("Fall-back of EQU-1", (2, 3, 4))
    assert play.asked_for == "distance"
    assert (play.asked.space.boxes[0].least, play.asked.space.boxes[0].most) == (1, 9)
    play.give(distance("EQU-1", 9))
    assert y_of(play.state, "EQU-1") == 49
    assert play.event("fell_back").data == {"unit": "EQU-1", "distance": 90.0}
    assert play.types("round_begins") == ["round_begins"]


@pytest.mark.clause("WMA-S28")
def test_without_room_it_cannot_fall_back():
    play = beaten(2, "EQU-1", "LIB-1", unit("LEG-2", "south", at=(90, 54.5), facing="N"))
    assert courses(play)["fall_back"] == "WMA-S28"
    play = beaten(2, "EQU-1", "LIB-1", unit("LEG-2", "south", at=(90, 54), facing="N"))
    assert courses(play)["fall_back"] == ""


# --- pursuit -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-RES-12", "WMA-CMB-02", "WMA-R31", "WMA-S29", "WMA-MOD-03", "WMA-MOD-04")
@pytest.mark.parametrize(("cm", "each", "stands"), [(1, 4, 3), (2, 4, 3), (3, 5, 3), (5, 5, 3), (6, 6, 2), (8, 6, 2)])
def test_a_pursuer_follows_and_fights_again_at_once(cm, each, stands):
    """PUN goes back so many cm, losing a stand for every three: two stands of EQU reach the last one left."""
    play = beaten(cm, "EQU-1", "PUN-1")
    ghosts = play.check(OptionAnswer({"EQU-1": "pursue:PUN-1"})).ghosts
    assert {g.pose.y for g in ghosts} == {580.0 + cm * 10}
    play.option("EQU-1", "pursue:PUN-1")
    run(play)
    assert events(play, "pursued")[0].data["distance"] == cm * 10
    assert [e.data["round"] for e in events(play, "round_begins")] == [1, 2]
    assert dice_of(play, "EQU-1") == [9, each * stands]


@pytest.mark.clause("WMA-MOD-04", "WMA-R44")
def test_the_impetus_is_the_way_really_gone():
    """PUN must go 6 cm but a wood stops it after 2: one attack more, not three."""
    wood = feature("wood", box=(80, 66, 100, 80))
    play = beaten(6, "EQU-1", "PUN-1", terrain=[wood])
    assert y_of(play.state, "PUN-1") == 64
    play.option("EQU-1", "pursue:PUN-1")
    run(play)
    second = [e.data for e in events(play, "blows") if e.data["round"] == 2 and e.data["unit"] == "EQU-1"]
    assert [d["dice"] for d in second] == [2 * 4]


@pytest.mark.clause("WMA-RES-13", "WMA-R36", "WMA-CMB-03")
def test_after_round_two_nobody_pursues():
    state = clash("EQU-1", "PUN-1")
    second = [*faces((4, 2), (1, 10)), 1, 1]
    play = begin(state, "melee", 4, *faces((1, 8)), 1, *faces((1, 9)), *second, *ONES)
    run(play, "after_round")
    play.option("EQU-1", "pursue:PUN-1")
    run(play, "after_round")
    assert [e.data["round"] for e in events(play, "round_begins")] == [1, 2]
    assert courses(play) == {"stay": "", "fall_back": "", "pursue:PUN-1": "WMA-R36", "advance": "WMA-R39"}
    run(play)
    assert [e.data["round"] for e in events(play, "round_begins")] == [1, 2]


@pytest.mark.clause("WMA-CMB-10", "WMA-RES-12")
def test_leftovers_go_with_a_unit_into_the_second_round():
    """2 casualties in round one, 1 in round two: a stand of PUN (3 Hits) is lost."""
    state = clash("EQU-1", "PUN-1")
    play = begin(state, "melee", 4, 4, *faces((1, 7)), 1, 1, *faces((1, 9)), 4, *faces((1, 11)), 1, *ONES)
    run(play, "after_round")
    assert (standing(play.state, "PUN-1"), hits(play.state, "PUN-1")) == (3, 2)
    play.option("EQU-1", "pursue:PUN-1")
    run(play, "after_round")
    assert (standing(play.state, "PUN-1"), hits(play.state, "PUN-1")) == (2, 0)


@pytest.mark.clause("WMA-S15", "WMA-S29")
def test_a_pursuer_has_no_cover_and_keeps_its_charge_modifier_for_round_one_only():
    contact = {"a": "EQU-1", "b": "PUN-1", "how": "charge"}
    state = clash("EQU-1", "PUN-1", own={"charged": True, "attacked": True}, contacts=[contact])
    play = begin(state, "melee", 4, *faces((1, 11)), 1, *faces((1, 9)), *ONES)
    run(play, "after_round")
    play.option("EQU-1", "pursue:PUN-1")
    run(play)
    assert dice_of(play, "EQU-1") == [12, 12]  # 3 + 1 for the charge, then 3 + 1 for the pursuit
    assert play.own("EQU-1").attacked


# --- who may pursue whom -----------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-PUR-01", "WMA-R40")
@pytest.mark.parametrize(
    ("winner", "loser", "barred"),
    [
        ("LEG-1", "PUN-1", "WMA-PUR-01"),
        ("LEG-1", "HCH-1", "WMA-PUR-01"),
        ("LEG-1", "ELE-1", ""),
        ("LEG-1", "GAL-1", ""),
        ("EQU-1", "PUN-1", ""),
        ("EQU-1", "GAL-1", ""),
    ],
)
def test_infantry_pursues_neither_cavalry_nor_chariots(winner, loser, barred):
    state = clash(winner, loser, own={"hits": 0})
    play = begin(state, "melee", *faces((6, 6)), *ONES)
    run(play, "after_round")
    assert courses(play)[f"pursue:{loser}"] == barred


@pytest.mark.clause("WMA-PUR-01", "WMA-R40")
def test_of_a_mixed_beaten_side_infantry_may_pursue_the_foot():
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("GAL-1", "north", at=(83, 61), facing="S"),
        unit("PUN-1", "north", at=(93, 62), facing="S"),
        phase="melee",
        active="south",
    )
    play = begin(state, "melee", *faces((6, 6)), *ONES)
    run(play, "after_round")
    found = courses(play)
    assert (found["pursue:GAL-1"], found["pursue:PUN-1"]) == ("", "WMA-PUR-01")


@pytest.mark.clause("WMA-PUR-03")
@pytest.mark.parametrize(("kind", "barred"), [("fortification", "WMA-PUR-03"), ("wood", "")])
def test_fortified_infantry_never_pursues(kind, barred):
    play = beaten(2, "LEG-1", "GAL-1", armoured=False, terrain=[feature(kind, box=(80, 50, 100, 60))])
    assert courses(play)["pursue:GAL-1"] == barred


@pytest.mark.clause("WMA-PUR-04", "WMA-S29")
def test_nobody_pursues_over_ground_it_may_not_enter():
    """GAL goes back into a wood behind it: cavalry stays outside."""
    state = clash("EQU-1", "GAL-1", terrain=[feature("wood", box=(80, 62, 100, 80))])
    play = begin(state, "melee", *faces((4, 2), (1, 7)), *ONES)
    run(play, "after_round")
    assert y_of(play.state, "GAL-1") == 63
    assert courses(play)["pursue:GAL-1"] == ""
    deep = clash("EQU-1", "GAL-1", terrain=[feature("wood", box=(80, 60.5, 100, 80))])
    play = begin(deep, "melee", *faces((5, 2), (1, 7)), *ONES)
    run(play, "after_round")
    assert courses(play)["pursue:GAL-1"] == "WMA-PUR-04"


@pytest.mark.clause("WMA-S33", "WMA-S38")
def test_artillery_neither_pursues_nor_advances():
    state = table(
        unit("SCO-1", "south", at=(90, 58), facing="N"),
        unit("GAL-1", "north", poses=[(90, 61, "S")], lost=[2, 3]),
        phase="melee",
        active="south",
    )
    play = begin(state, "melee", 4, 1, *ONES)
    run(play, "after_round")
    assert courses(play)["pursue:GAL-1"] == "WMA-S33"
    gone = table(
        unit("SCO-1", "south", at=(90, 58), facing="N"),
        unit("GAL-1", "north", poses=[(90, 61, "S")], lost=[2, 3], hits=2),
        phase="melee",
        active="south",
    )
    play = begin(gone, "melee", 4, 1, *ONES)
    run(play, "after_round")
    assert courses(play)["advance"] == "WMA-S33"


@pytest.mark.clause("WMA-R37", "WMA-RES-15")
@pytest.mark.parametrize(("before", "barred"), [(2, ""), (3, "WMA-R37")])
def test_with_four_rounds_fought_nobody_pursues(before, barred):
    play = beaten(2, own={"rounds": before})
    assert play.own("EQU-1").rounds == before + 1
    assert courses(play)["pursue:LIB-1"] == barred


# --- several winners ---------------------------------------------------------------------------------------------


def two_winners(*more: Row) -> State:
    """EQU-1 and LEG-1 side by side against GAL-1."""
    return table(
        unit("EQU-1", "south", at=(87, 58), facing="N"),
        unit("LEG-1", "south", at=(96, 59), facing="N"),
        unit("GAL-1", "north", at=(90, 61), facing="S"),
        *more,
        phase="melee",
        active="south",
    )


@pytest.mark.clause("WMA-RES-10", "WMA-S42", "WMA-S29")
def test_winners_act_one_after_another_in_their_owners_order():
    play = begin(two_winners(), "melee", *faces((4, 2), (1, 200)))
    run(play, "winner")
    assert [c.id for c in play.asked.space.things] == ["LEG-1", "EQU-1"]
    assert play.asked.default.answer == PickAnswer(("LEG-1",))
    play.pick("EQU-1")
    play.option("EQU-1", "pursue:GAL-1")
    play.option("LEG-1", "stay")
    run(play)
    second = next(e for e in events(play, "round_begins") if e.data["round"] == 2)
    assert second.data["units"] == ["EQU-1", "GAL-1"]  # who did not pursue has finished


@pytest.mark.clause("WMA-S29")
def test_both_may_pursue_and_fight_the_second_round_together():
    play = begin(two_winners(), "melee", *faces((4, 2), (1, 200)))
    run(play, "after_round")
    play.option("LEG-1", "pursue:GAL-1")
    run(play, "after_round")
    play.option("EQU-1", "pursue:GAL-1")
    run(play)
    second = next(e for e in events(play, "round_begins") if e.data["round"] == 2)
    assert second.data["units"] == ["LEG-1", "EQU-1", "GAL-1"]
    assert len(results(play)) == 2


@pytest.mark.clause("WMA-S29", "WMA-R46", "WMA-S21")
def test_other_enemies_touched_join_the_second_round_and_their_own_combat_follows():
    """EQU follows PUN by 4 cm and brushes GAL-2, which fights LEG-2: that combat comes after, as a first round."""
    state = table(
        unit("EQU-1", "south", at=(90, 58), facing="N"),
        unit("LEG-2", "south", at=(101, 62.5), facing="N"),
        unit("PUN-1", "north", at=(90, 62), facing="S"),
        unit("GAL-2", "north", at=(99.04, 64.5), facing="S"),
        phase="melee",
        active="south",
    )
    first = [*faces((4, 4), (1, 5)), 1, 1, 1, 1, *faces((1, 9))]
    # 2 stands with 3 + 1 + 1, the third struck in its flank; GAL-2 one stand struck in its flank, PUN six dice
    second = [*faces((1, 14)), 4, 4, 4, 1, 1, 1, *faces((1, 6))]
    play = begin(state, "melee", *first, *second, *ONES)
    assert [c.id for c in play.asked.space.things] == ["LEG-2", "EQU-1"]
    play.pick("EQU-1")
    run(play, "after_round")
    play.option("EQU-1", "pursue:PUN-1")
    run(play, "combat", "distance")
    begun = [(e.data["round"], e.data["units"]) for e in events(play, "round_begins")]
    assert begun == [
        (1, ["EQU-1", "PUN-1"]),
        (2, ["EQU-1", "GAL-2", "PUN-1"]),
        (1, ["LEG-2", "GAL-2"]),
    ]
    assert results(play)[1] == {"south": 0, "north": 3}
    # LEG-2 took no part in the second round; GAL-2 has fought two rounds by now, LEG-2 one
    assert [play.own(u).rounds for u in ("EQU-1", "PUN-1", "GAL-2", "LEG-2")] == [2, 2, 2, 1]


@pytest.mark.clause("WMA-S29", "WMA-S22", "WMA-S42")
def test_groups_of_the_second_round_have_results_of_their_own():
    """LEG-3 links two fights in round one; it stays, the horse pursues: two groups, one order of dice, two results."""
    state = table(
        unit("EQU-1", "south", at=(82, 58), facing="N"),
        unit("EQU-2", "south", at=(98, 58), facing="N"),
        unit("LEG-3", "south", poses=[(90, 59, "N")], lost=[2, 3]),
        unit("GAL-1", "north", at=(84, 61), facing="S"),
        unit("GAL-2", "north", at=(96, 61), facing="S"),
        phase="melee",
        active="south",
    )
    assert facts.combats(state) == (("LEG-3", "EQU-1", "EQU-2", "GAL-1", "GAL-2"),)
    hit = [4, 4, *faces((1, 7))]
    play = begin(state, "melee", *faces((1, 3)), *hit, *hit, *ONES)
    run(play, "winner")
    assert results(play) == [{"south": 4, "north": 0}]
    for unit_id, course in (("LEG-3", "stay"), ("EQU-2", "pursue:GAL-2"), ("EQU-1", "pursue:GAL-1")):
        if play.asked_for == "winner":
            play.pick(unit_id)
        play.option(unit_id, course)
    run(play, "distance", "withdraw")
    assert play.event("round_begins").data["pairs"] == [["EQU-1", "GAL-1"], ["EQU-2", "GAL-2"]]
    rolls = [w for w, _ in dice_thrown(play) if w.startswith("Attack of")]
    assert rolls[-4:] == [
        "Attack of EQU-1 on GAL-1",
        "Attack of EQU-2 on GAL-2",
        "Attack of GAL-1 on EQU-1",
        "Attack of GAL-2 on EQU-2",
    ]
    run(play)
    assert [e.about for e in events(play, "combat_result")][1:] == [("EQU-1", "GAL-1"), ("EQU-2", "GAL-2")]
