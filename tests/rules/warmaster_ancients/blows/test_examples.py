"""The worked examples EX07 to EX23 of the catalogue, played with their dice."""

from __future__ import annotations

import pytest

from game.engine.state import State
from rulesets.warmaster_ancients.attack import blows
from tests.rules.warmaster_ancients.blows_play import (
    advance_charge,
    after,
    begin,
    confused,
    dice_of,
    dice_thrown,
    distance,
    events,
    faces,
    hits,
    numbers,
    results,
    run,
    shoot_at,
    standing,
    whole,
)
from tests.rules.warmaster_ancients.table import feature, table, unit, where

ONES = [1] * 300


def y_of(state: State, unit_id: str) -> float:
    return where(state, unit_id)[0][1]


@pytest.mark.clause("WMA-SHT-02", "WMA-SHT-03", "WMA-SHT-04", "WMA-SHT-06", "WMA-R11", "WMA-S16")
def test_ex07_splitting_fire():
    state = table(
        unit("VEL-1", "south", at=(40, 40), facing="N"),
        unit("GAL-1", "north", at=(36, 52), facing="S"),
        unit("GAL-2", "north", at=(48, 56), facing="S"),
        terrain=[feature("wood", box=(41, 41.5, 43.9, 50))],
        phase="shooting",
    )
    play = run(begin(state, "shooting", 4, 3, 6, 1, 1))
    assert play.left() == ()
    assert dice_thrown(play)[:2] == [("Shots of VEL-1 at GAL-1", (4, 3)), ("Shots of VEL-1 at GAL-2", (6,))]
    assert [(e.data["target"], e.data["casualties"]) for e in events(play, "shots")] == [("GAL-1", 1), ("GAL-2", 1)]


@pytest.mark.clause("WMA-SHT-08", "WMA-SHT-09", "WMA-SHT-10", "WMA-SHT-11", "WMA-SHT-12")
def test_ex08_armour_and_stands():
    """Six hits by two units of slingers, armour 5, 4, 2, 6, 1, 4."""
    state = table(
        unit("LEG-1", "south", at=(90, 40), facing="N"),
        unit("SLI-1", "north", at=(84, 55), facing="S"),
        unit("SLI-2", "north", at=(96, 55), facing="S"),
        phase="shooting",
        active="north",
    )
    play = begin(state, "shooting", 4, 4, 4, 5, 4, 2, 4, 4, 4, 6, 1, 4, *ONES)
    play.give(shoot_at("SLI-1", "LEG-1"))
    play.give(shoot_at("SLI-2", "LEG-1"))
    assert sum(e.data["casualties"] for e in events(play, "shots")) == 4
    run(play)
    assert standing(play.state, "LEG-1") == 2
    assert events(play, "casualties")[-1].data["left"] == 1
    assert hits(play.state, "LEG-1") == 0


@pytest.mark.clause("WMA-DRV-01", "WMA-DRV-02", "WMA-DRV-04", "WMA-DRV-05")
def test_ex09_drive_back_in_the_open():
    state = table(
        unit("VEL-1", "south", at=(40, 40), facing="N"),
        unit("GAL-1", "north", at=(40, 52), facing="S"),
        phase="shooting",
    )
    play = whole(state, "shooting", 4, 4, 4, 4, 2, 6)
    assert standing(play.state, "GAL-1") == 2
    assert y_of(play.state, "GAL-1") == 64
    assert confused(play.state, "GAL-1")


@pytest.mark.clause("WMA-DRV-03", "WMA-DRV-05")
def test_ex10_drive_back_under_cover():
    cases = [(1, "defended", 0), (2, "defended", 1), (2, "fortified", 0), (3, "fortified", 1)]
    assert [blows.driveback_dice(n, cover).total for n, cover, _ in cases] == [dice for _, _, dice in cases]
    fort = feature("fortification", box=(30, 50.5, 50, 70))
    state = table(
        unit("VEL-1", "south", at=(40, 40), facing="N"),
        unit("GAL-1", "north", at=(40, 52), facing="S"),
        terrain=[fort],
        phase="shooting",
    )
    play = whole(state, "shooting", 6, 6, 6, 6)
    assert y_of(play.state, "GAL-1") == 58
    assert confused(play.state, "GAL-1")


@pytest.mark.clause("WMA-DRV-10", "WMA-R17")
@pytest.mark.parametrize(("dice", "ends"), [((4, 6), 50.0), ((5, 6), None)])
def test_ex11_too_far(dice, ends):
    state = table(
        unit("SCO-1", "south", at=(80, 60), facing="N"),
        unit("SLI-1", "north", at=(80, 73), facing="S"),
        phase="shooting",
        active="north",
    )
    play = whole(state, "shooting", 4, 4, 1, *dice)
    assert standing(play.state, "SCO-1") == (0 if ends is None else 1)
    if ends is not None:
        assert y_of(play.state, "SCO-1") == ends
        assert confused(play.state, "SCO-1")


@pytest.mark.clause("WMA-DRV-06", "WMA-DRV-07", "WMA-DRV-08", "WMA-R20", "WMA-R21", "WMA-S18", "WMA-S19")
@pytest.mark.parametrize("agrees", [True, False])
def test_ex12_making_way(agrees):
    state = table(
        unit("VEL-1", "south", at=(40, 50), facing="S"),
        unit("LEG-1", "south", at=(40, 55), facing="S"),
        unit("SLI-1", "north", at=(40, 30), facing="N"),
        phase="shooting",
        active="north",
    )
    play = run(begin(state, "shooting", 4, 4, 1, 5, 3, *((6, 2) if agrees else ())), "make_way")
    play.option("LEG-1", "yes" if agrees else "no")
    run(play)
    assert play.left() == ()
    if agrees:
        assert (y_of(play.state, "VEL-1"), y_of(play.state, "LEG-1")) == (58, 60)
        assert (confused(play.state, "VEL-1"), confused(play.state, "LEG-1")) == (True, False)
    else:
        assert (y_of(play.state, "VEL-1"), y_of(play.state, "LEG-1")) == (52, 55)
        assert (confused(play.state, "VEL-1"), confused(play.state, "LEG-1")) == (True, False)


@pytest.mark.clause("WMA-RCT-01", "WMA-RCT-03", "WMA-RCT-04", "WMA-RCT-05", "WMA-CMB-01", "WMA-MOD-01", "WMA-RES-02")
def test_ex13_shooting_at_chargers_decides_a_combat():
    state = table(
        unit("GAL-1", "south", at=(90, 40), facing="N"),
        unit("VEL-1", "north", at=(90, 60), facing="S"),
        active="south",
    )
    charge = whole(state, "charge", 4, 5, 6, unit="GAL-1", target="VEL-1")
    assert where(charge.state, "GAL-1") == [(86, 58, 0), (90, 58, 0)]
    play = begin(charge.state, "melee", 6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 6, 4, 2, 2, 1, 1)
    run(play, "after_round")
    assert play.left() == ()
    assert (dice_of(play, "GAL-1"), dice_of(play, "VEL-1")) == ([10], [6])
    assert results(play) == [{"south": 4, "north": 5}]
    assert (standing(play.state, "VEL-1"), hits(play.state, "VEL-1")) == (2, 1)
    assert hits(play.state, "GAL-1") == 2
    assert where(play.state, "GAL-1") == [(86, 57, 0), (90, 57, 0)]


@pytest.mark.clause("WMA-RES-02", "WMA-RES-03", "WMA-RES-04", "WMA-RES-08", "WMA-R32", "WMA-R33", "WMA-S24")
def test_ex14_support_turns_a_defeat():
    state = table(
        unit("LEG-1", "south", at=(90, 40), facing="N"),
        unit("LIB-1", "north", at=(90, 55), facing="S"),
        unit("LIB-2", "north", at=(90, 57), facing="S"),
        active="south",
    )
    charge = whole(state, "charge", unit="LEG-1", target="LIB-1")
    attack = [6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 6, 5, 4, 3, 2, 1]
    answer = [6, 5, 4, 4, 4, 3, 2, 1, 1, 5, 5, 2, 2, 1]
    play = run(after(charge, "melee", *attack, *answer), "after_round")
    assert play.left() == ()
    assert (dice_of(play, "LEG-1"), dice_of(play, "LIB-1")) == ([12], [9])
    assert [e.data["casualties"] for e in events(play, "blows")] == [5, 3]
    assert results(play) == [{"south": 5, "north": 6}]
    assert standing(play.state, "LEG-1") == 2
    assert y_of(play.state, "LEG-1") == 52  # from 53, in contact
    assert (standing(play.state, "LIB-1"), hits(play.state, "LIB-1")) == (2, 2)


@pytest.mark.clause("WMA-MOD-01", "WMA-MOD-02", "WMA-MOD-03", "WMA-MOD-04", "WMA-MOD-05", "WMA-RES-08", "WMA-S25")
def test_ex15_elephants():
    state = table(
        unit("ELE-1", "south", at=(90, 40), facing="N"),
        unit("LEG-1", "north", at=(90, 55), facing="S"),
        active="south",
    )
    charge = whole(state, "charge", unit="ELE-1", target="LEG-1")
    attack = [*faces((6, 3), (5, 3), (4, 3), (3, 3), (2, 3), (1, 3)), 6, 5, 4, 4, 3, 3, 2, 2, 1]
    answer = [6, 5, 4, 3, 2, 1, 5, 3, 2]
    play = run(after(charge, "melee", *attack, *answer, *ONES), "after_round")
    assert (dice_of(play, "ELE-1"), dice_of(play, "LEG-1")) == ([18], [6])
    assert [e.data["casualties"] for e in events(play, "blows")] == [7, 2]
    assert results(play) == [{"south": 7, "north": 2}]
    assert (standing(play.state, "LEG-1"), hits(play.state, "LEG-1")) == (1, 1)
    assert y_of(play.state, "LEG-1") == 60
    play.option("ELE-1", "pursue:LEG-1")
    run(play, "after_round", "distance")
    # one stand of ELE reaches the stand of LEG that is left at x = 94: 4 + 1 + 1 dice
    assert dice_of(play, "ELE-1") == [18, 6]
    rows = {clause: value for _, value, clause in events(play, "blows")[2].sums[0].rows}
    assert rows == {"WMA-CMB-05": 4, "WMA-MOD-03": 1, "WMA-MOD-04": 1}


@pytest.mark.clause("WMA-MOD-01", "WMA-CMB-06", "WMA-RES-05", "WMA-RES-06", "WMA-R34", "WMA-S15")
def test_ex16_charging_a_hill_draw():
    """The lead stand climbs the hill to fight: the defender keeps its place all the same."""
    state = table(
        unit("LEG-1", "south", at=(90, 40), facing="N"),
        unit("SLI-1", "north", at=(90, 56), facing="S", reacted=True),
        terrain=[feature("hill", box=(70, 50, 110, 70))],
        active="south",
    )
    charge = whole(state, "charge", unit="LEG-1", target="SLI-1")
    assert y_of(charge.state, "LEG-1") == 54
    attack = [6, 5, 5, 4, 4, 3, 2, 1, 1]
    answer = [6, 5, 4, 4, 2, 1, 6, 2, 2, 1]
    play = run(after(charge, "melee", *attack, *answer, 2, 3, 4), "distance")
    assert play.left() == ()
    assert [(e.data["dice"], e.data["casualties"]) for e in events(play, "blows")] == [(9, 3), (6, 3)]
    assert results(play) == [{"south": 3, "north": 3}]
    assert play.decision.side == "south"
    assert (play.asked.space.boxes[0].least, play.asked.space.boxes[0].most) == (1, 9)
    play.give(distance("LEG-1", 9))
    run(play)
    assert y_of(play.state, "LEG-1") == 45
    assert y_of(play.state, "SLI-1") == 56
    assert play.types("round_begins") == ["round_begins"]


@pytest.mark.clause("WMA-RES-09", "WMA-R35")
def test_ex17_dividing_the_retreat():
    assert blows.retreat_way(9 - 4, 2).total == 3
    assert blows.retreat_way(8 - 1, 3).total == 3
    assert blows.retreat_way(2 - 1, 2).total == 1
    assert blows.retreat_way(9 - 4, 1).total == 5


@pytest.mark.clause("WMA-MOD-03", "WMA-MOD-04", "WMA-R44")
@pytest.mark.parametrize(
    ("cm", "wood", "each", "stands"),
    [(2, False, 4, 3), (3, False, 5, 3), (5, False, 5, 3), (6, False, 6, 2), (6, True, 4, 2)],
)
def test_ex18_pursuit_bonus(cm, wood, each, stands):
    """PUN beats EQU by so many; a wood edge 2 cm behind EQU stops it in the last case."""
    state = table(
        unit("EQU-1", "south", at=(90, 58), facing="N"),
        unit("PUN-1", "north", at=(90, 62), facing="S"),
        terrain=[feature("wood", box=(70, 20, 110, 54))] if wood else [],
        phase="melee",
        active="north",
    )
    play = begin(state, "melee", *faces((4, cm), (1, 9 - cm)), *faces((1, cm)), *faces((1, 9)), *ONES)
    run(play, "after_round")
    assert y_of(play.state, "EQU-1") == 58 - (2 if wood else cm)
    play.option("PUN-1", "pursue:EQU-1")
    run(play)
    assert dice_of(play, "PUN-1") == [9, each * stands]


@pytest.mark.clause("WMA-PUR-01", "WMA-R40")
def test_ex19_foot_against_horse():
    def bars(*foes) -> dict[str, str]:
        state = table(unit("LEG-1", "south", at=(90, 59), facing="N"), *foes, phase="melee", active="south")
        play = run(begin(state, "melee", *faces((6, 6)), *ONES), "after_round")
        return {c.id: c.bar.clause if c.bar else "" for c in play.asked.space.parts["LEG-1"]}

    pun = bars(unit("PUN-1", "north", at=(90, 62), facing="S"))
    assert (pun["stay"], pun["fall_back"], pun["pursue:PUN-1"]) == ("", "", "WMA-PUR-01")
    assert bars(unit("ELE-1", "north", at=(90, 62), facing="S"))["pursue:ELE-1"] == ""
    both = bars(unit("GAL-1", "north", at=(83, 61), facing="S"), unit("PUN-1", "north", at=(93, 62), facing="S"))
    assert (both["pursue:PUN-1"], both["pursue:GAL-1"]) == ("WMA-PUR-01", "")


@pytest.mark.clause("WMA-PUR-02", "WMA-ADV-03", "WMA-R39", "WMA-R41")
def test_ex20_artillery():
    state = table(
        unit("EQU-1", "south", at=(90, 58), facing="N"),
        unit("SCO-1", "north", at=(90, 62), facing="S"),
        phase="melee",
        active="south",
    )
    play = run(begin(state, "melee", *faces((4, 3), (1, 6)), 4, 1, 1), "after_round")
    assert play.left() == ()
    assert results(play) == [{"south": 3, "north": 1}]
    assert standing(play.state, "SCO-1") == 0
    play.option("EQU-1", "advance")
    assert play.decision.args == {"unit": "EQU-1", "reach": 200.0}
    drawn = whole(state, "melee", *faces((1, 9)), 1, 1, 1, 1, 1, 1, 1, 1)
    assert standing(drawn.state, "SCO-1") == 2


@pytest.mark.clause("WMA-ADV-01", "WMA-ADV-02", "WMA-ADV-03", "WMA-ADV-04", "WMA-R22", "WMA-R38")
@pytest.mark.parametrize(("gap", "may"), [(20.0, True), (20.01, False)])
def test_ex21_advance_charge(gap, may):
    state = table(
        unit("PUN-1", "south", at=(90, 58), facing="N"),
        unit("VEL-1", "north", poses=[(90, 61, "S")], lost=[2, 3], hits=2),
        unit("VEL-2", "north", at=(90, 61 + gap), facing="S"),
        phase="melee",
        active="south",
    )
    play = run(begin(state, "melee", 4, *ONES), "after_round")
    play.option("PUN-1", "advance")
    assert play.check(advance_charge("PUN-1", "VEL-2")).legal is may
    if may:
        play.give(advance_charge("PUN-1", "VEL-2"))
        run(play)
        assert "volley" not in play.types()
        assert dice_of(play, "PUN-1") == [9, 9]


@pytest.mark.clause("WMA-RES-12", "WMA-RES-13", "WMA-RES-14", "WMA-RES-15", "WMA-ADV-02", "WMA-ADV-05", "WMA-R36")
def test_ex22_four_rounds():
    """ELE charges VEL, wins, pursues, destroys it; advances 9 cm into LEG, wins by 4, pursues, destroys it."""
    state = table(
        unit("ELE-1", "south", at=(90, 40), facing="N"),
        unit("VEL-1", "north", poses=[(90, 55, "S")], lost=[2, 3], reacted=True),
        unit("LEG-1", "north", poses=[(90, 65, "S"), (94, 65, "S")], lost=[3]),
        active="south",
    )
    charge = whole(state, "charge", unit="ELE-1", target="VEL-1")
    rounds = [
        [4, *faces((1, 17)), 1],  # 3 x (4 + 1 + 1): one casualty, VEL goes back 1 cm
        [4, 4, *faces((1, 13)), 1],  # 3 x (4 + 1): VEL is destroyed
        [*faces((4, 4), (1, 8)), 1, 1, 1, 1, *faces((1, 4))],  # 3 x 4: LEG loses 4
        [4, 4, *faces((1, 16)), 1, 1, 1, 1],  # 3 x (4 + 1 + 1): LEG is destroyed
    ]
    play = begin(charge.state, "melee", *(die for dice in rounds for die in dice))
    run(play, "after_round")
    play.option("ELE-1", "pursue:VEL-1")
    run(play, "after_round")
    assert standing(play.state, "VEL-1") == 0
    play.option("ELE-1", "advance")
    assert play.decision.args["reach"] == 100.0
    assert play.check(advance_charge("ELE-1", "LEG-1")).cost == 90.0
    play.give(advance_charge("ELE-1", "LEG-1"))
    run(play, "after_round")
    assert results(play)[2] == {"south": 4, "north": 0}
    play.option("ELE-1", "pursue:LEG-1")
    run(play, "after_round")
    assert play.left() == ()
    assert standing(play.state, "LEG-1") == 0
    assert dice_of(play, "ELE-1") == [18, 15, 12, 18]
    assert play.own("ELE-1").rounds == 4
    bars = {c.id: c.bar.clause if c.bar else "" for c in play.asked.space.parts["ELE-1"]}
    assert bars == {"stay": "", "fall_back": "", "advance": "WMA-ADV-05"}


@pytest.mark.clause("WMA-CMB-10", "WMA-END-01")
def test_ex23_leftovers():
    state = table(
        unit("PUN-1", "north", at=(90, 62), facing="S"),
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        phase="melee",
        active="north",
    )
    dice = [4, 4, *faces((1, 7)), 1, 1, *faces((1, 9)), 4, *faces((1, 11)), 1, *ONES]
    play = run(begin(state, "melee", *dice), "after_round")
    assert (standing(play.state, "LEG-1"), hits(play.state, "LEG-1")) == (3, 2)
    play.option("PUN-1", "pursue:LEG-1")
    run(play, "after_round")
    assert numbers(play.state, "LEG-1") == [1, 2]
    assert hits(play.state, "LEG-1") == 0
    stays = run(begin(state, "melee", *dice))
    assert (standing(stays.state, "LEG-1"), hits(stays.state, "LEG-1")) == (3, 0)
