"""Limits, ties and orders, each at the very number at which a rule turns over."""

from __future__ import annotations

import pytest

from game.engine.decision import Course, MoveAnswer, OptionAnswer
from game.geometry.shapes import Footprint, Pose
from game.geometry.steps import Advance
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.attack.blows import endures, removable, stands_lost
from rulesets.warmaster_ancients.command import command
from rulesets.warmaster_ancients.field import formations
from rulesets.warmaster_ancients.fight import fights
from rulesets.warmaster_ancients.turn import turn
from tests.rules.warmaster_ancients.blows_play import begin, dice_thrown, events, faces, run
from tests.rules.warmaster_ancients.table import feature, profile_of, table, unit

FOOT = Footprint("rect", 40.0, 20.0)


def block(*points: tuple[float, float], facing: float = 0.0) -> list[Pose]:
    """Stands of foot with their centres at points (mm)."""
    return [Pose(x, y, facing) for x, y in points]


# --- stands that hang together -----------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S03", "WMA-S05")
@pytest.mark.parametrize(
    ("points", "together"),
    [
        ([(0, 0)], True),
        ([(0, 0), (40, 0)], True),
        ([(0, 0), (40.54, 0)], True),  # 0.05 cm still touch, compared to 0.01 cm
        ([(0, 0), (40.56, 0)], False),
        ([(0, 0), (80, 0)], False),  # what is left of a line whose middle stand is gone
        ([(0, 0), (40, 20)], True),  # a corner is enough
        ([(0, 0), (40, 0), (81, 0)], False),
        ([(0, 0), (40, 0), (80, 0)], True),
        ([(0, 0), (0, 20), (300, 0)], False),
    ],
)
def test_stands_are_connected_by_touching(points, together):
    assert formations.connected(FOOT, block(*points)) is together


@pytest.mark.clause("WMA-S04")
@pytest.mark.parametrize(
    ("poses", "name"),
    [
        (block((0, 0), (41, 0), (82, 0)), "line"),  # 0.1 cm of tolerance between neighbours
        (block((0, 0), (41.1, 0)), "irregular"),
        (block((0, 0), (40, 1)), "line"),
        (block((0, 0), (40, 1.1)), "irregular"),
        (block((0, 0), (0, -21)), "column"),
        (block((0, 0), (0, -21.1)), "irregular"),
        (block((0, 0), (1, -20)), "column"),
        (block((0, 0), (1.1, -20)), "irregular"),
        ([Pose(0, 0, 0), Pose(40, 0, 1.0)], "line"),  # and 1 degree
        ([Pose(0, 0, 0), Pose(40, 0, 1.1)], "irregular"),
        ([Pose(0, 0, 0), Pose(40, 0, 359.0)], "line"),
        ([Pose(0, 0, 33.0)], "line"),
    ],
)
def test_a_formation_is_regular_within_its_tolerance(poses, name):
    found = formations.formation_of(FOOT, poses)
    assert found == (name if len(poses) > 1 else "single")


# --- casualties --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-SHT-10", "WMA-CMB-09")
@pytest.mark.parametrize(
    ("hits", "casualties", "lost"),
    [(0, 2, 0), (0, 3, 1), (2, 1, 1), (2, 0, 0), (1, 4, 1), (1, 5, 2), (0, 9, 3), (2, 30, 3)],
)
def test_a_stand_goes_for_every_full_tally_and_never_more_than_there_are(hits, casualties, lost):
    state = table(unit("LEG-1", at=(90, 40), hits=hits))
    assert stands_lost(state, "LEG-1", casualties) == lost


@pytest.mark.clause("WMA-S23")
@pytest.mark.parametrize(("stands", "hits", "left"), [(3, 0, 9), (3, 2, 7), (1, 2, 1), (2, 0, 6)])
def test_so_many_casualties_destroy_a_unit(stands, hits, left):
    assert endures(table(unit("LEG-1", at=(90, 40), stands=stands, hits=hits)), "LEG-1") == left


@pytest.mark.clause("WMA-S17")
def test_in_shooting_contact_spares_nobody_and_the_highest_number_is_the_default():
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", poses=[(94, 42, "S")], stands=1))
    free = {
        moment: [s for s, bar in removable(state, "LEG-1", moment).items() if bar is None]
        for moment in ("shooting", "combat")
    }
    assert free == {"shooting": ["LEG-1.1", "LEG-1.3"], "combat": ["LEG-1.1"]}
    shot = table(
        unit("LEG-1", at=(90, 40), hits=2), unit("SLI-1", at=(90, 50), facing="S"), active="north", phase="shooting"
    )
    play = run(
        begin(shot, "volley", 4, 1, 1, 1, shooter="SLI-1", aims=[(f"SLI-1.{k}", "LEG-1") for k in (1, 2, 3)]), "remove"
    )
    assert play.asked.default.answer.ids == ("LEG-1.3",)


# --- who strikes whom --------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S23")
@pytest.mark.parametrize(
    ("one", "two", "struck"),
    [
        ((88.0, 62, "S"), (92.0, 62, "S"), "LIB-1"),  # equal stretches of the front: the lower id
        ((87.9, 62, "S"), (91.9, 62, "S"), "GAL-1"),  # the longer one
        ((88.1, 62, "S"), (92.1, 62, "S"), "LIB-1"),
        ((90.0, 62, "S"), (93.0, 60, "W"), "LIB-1"),  # the front before a flank
        ((93.0, 60, "W"), (90.0, 62, "S"), "GAL-1"),
        ((94.0, 62, "S"), (93.0, 58, "W"), "GAL-1"),  # an edge before a corner
        ((94.0, 62, "S"), (86.0, 62, "S"), "LIB-1"),  # two corners: the lower id
    ],
)
def test_where_a_stand_strikes_unless_its_owner_chooses(one, two, struck):
    """LEG-1's single stand covers x 88 to 92, y 59 to 61; LIB comes before GAL in the list of Carthage."""
    state = table(
        unit("LEG-1", poses=[(90, 60, "N")], stands=1),
        unit("LIB-1", poses=[one], stands=1),
        unit("GAL-1", poses=[two], stands=1),
        phase="melee",
    )
    pairs = fights.pairs_among(state, state.units)
    assert pairs == (("LEG-1", "LIB-1"), ("LEG-1", "GAL-1"))
    assert fights.directions(state, pairs, {})["LEG-1.1"] == struck
    for chosen in ("LIB-1", "GAL-1"):
        assert fights.directions(state, pairs, {"LEG-1.1": chosen})["LEG-1.1"] == chosen
    assert fights.directions(state, pairs, {"LEG-1.1": "SLI-1"})["LEG-1.1"] == struck


@pytest.mark.clause("WMA-RCT-03", "WMA-R22")
@pytest.mark.parametrize(("number", "spent", "counted"), [(1, False, {"north": 2}), (1, True, {}), (2, False, {})])
def test_shots_at_a_charge_count_once_in_its_first_round_for_the_side_that_shot(number, spent, counted):
    contact = {"a": "GAL-1", "b": "VEL-1", "how": "charge", "volley": 2, "spent": spent}
    state = table(
        unit("GAL-1", "south", at=(90, 59), facing="N"),
        unit("VEL-1", "north", at=(90, 61), facing="S"),
        contacts=[contact],
        phase="melee",
    )
    assert fights.volleys_in(state, ("GAL-1", "VEL-1"), number) == counted
    assert fights.volleys_in(state, ("GAL-1",), number) == {}
    assert fights.volleys_in(state, ("VEL-1",), number) == {}


@pytest.mark.clause("WMA-S22", "WMA-S42", "WMA-S23")
@pytest.mark.parametrize("active", ["south", "north"])
def test_attacks_are_directed_and_thrown_active_side_first(active):
    """LEG-1 between two enemies, LIB-1 between two of ours: both sides have a stand to direct."""
    state = table(
        unit("LEG-1", at=(84, 59), facing="N"),
        unit("LEG-2", at=(96, 59), facing="N"),
        unit("LIB-1", at=(90, 61), facing="S"),
        unit("GAL-1", at=(78, 61), facing="S"),
        phase="melee",
        active=active,
    )
    play = begin(state, "melee", *faces((1, 300)))
    asked = []
    while play.asked_for == "direct":
        asked.append(play.decision.side)
        answer = play.asked.default.answer
        assert isinstance(answer, OptionAnswer)
        play.give(answer)
    other = {"south": "north", "north": "south"}[active]
    assert asked == [active, other]
    thrown = [w for w, _ in dice_thrown(play) if w.startswith("Attack of")]
    south = ["Attack of LEG-1 on LIB-1", "Attack of LEG-1 on GAL-1", "Attack of LEG-2 on LIB-1"]
    north = ["Attack of LIB-1 on LEG-1", "Attack of LIB-1 on LEG-2", "Attack of GAL-1 on LEG-1"]
    assert thrown == (south + north if active == "south" else north + south)


@pytest.mark.clause("WMA-CMB-06", "WMA-CMB-07", "WMA-SHT-07", "WMA-SHT-08")
@pytest.mark.parametrize(("target", "armoured"), [("LEG-1", True), ("GAL-1", False)])
def test_armour_is_named_where_there_is_armour(target, armoured):
    """In blows and in shots alike: its clause, its dice and its sum belong to those that have it."""
    fight = table(unit(target, "north", at=(90, 61), facing="S"), unit("LEG-9", at=(90, 59)), phase="melee")
    blow = next(
        e for e in run(begin(fight, "melee", *faces((4, 9), (1, 200)))).of("blows") if e.data["unit"] == "LEG-9"
    )
    assert ("WMA-CMB-07" in blow.clauses, len(blow.sums)) == (armoured, 3 if armoured else 2)
    aims = [(f"VEL-1.{k}", target) for k in (1, 2, 3)]
    shot = table(unit(target, "north", at=(90, 61), facing="S"), unit("VEL-1", at=(90, 50)), phase="shooting")
    shots = run(begin(shot, "volley", *faces((4, 3), (1, 60)), shooter="VEL-1", aims=aims)).event("shots")
    assert ("WMA-SHT-08" in shots.clauses, len(shots.sums)) == (armoured, 2 if armoured else 1)


# --- numbers -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-DRV-02", "WMA-DRV-03")
@pytest.mark.parametrize(
    ("casualties", "status", "dice"),
    [
        (1, "open", 1),
        (1, "defended", 0),
        (2, "defended", 1),
        (1, "fortified", 0),
        (2, "fortified", 0),
        (3, "fortified", 1),
    ],
)
def test_cover_takes_dice_off_a_drive_back_but_not_below_none(casualties, status, dice):
    assert blows.driveback_dice(casualties, status).total == dice


@pytest.mark.clause("WMA-CMD-07", "WMA-R07")
@pytest.mark.parametrize(("need", "ways"), [(1, 0), (2, 1), (3, 3), (7, 21), (11, 35), (12, 36), (13, 36), (-3, 0)])
def test_the_chance_of_a_command_test_in_thirty_sixths(need, ways):
    assert command.chance(need) * 36 == ways


@pytest.mark.clause("WMA-R07")
@pytest.mark.parametrize(("orders_had", "lost", "said"), [(2, [2, 3], False), (1, [2, 3], True), (2, [3], True)])
def test_a_need_of_one_is_called_hopeless_and_of_two_is_not(orders_had, lost, said):
    """Tribune, Command 7: less 2 for the enemy near and difficult ground, the orders received and the stands lost."""
    state = table(
        unit("LEG-1", at=(90, 40), lost=lost, orders=orders_had, ordered_by="TRIB-1"),
        unit("TRIB-1", at=(90, 25)),
        unit("GAL-1", at=(90, 55)),
        terrain=[feature("wood", box=(80, 35, 100, 45))],
    )
    need = int(command.command_sum(state, "TRIB-1", "LEG-1").total)
    assert need == 7 - 1 - 1 - orders_had - len(lost)
    assert ("hopeless" in command.note(state, "TRIB-1", "LEG-1").key) is (need < 2)
    assert said is (need >= 2)


@pytest.mark.clause("WMA-S35")
@pytest.mark.parametrize(("code", "points"), [("LEG", 27), ("TRI", 32), ("VEL", 17), ("EQU", 37)])
def test_half_the_cost_is_rounded_down(code, points):
    state = table(unit(f"{code}-1", at=(90, 40), stands=1), unit("LEG-9", at=(60, 40)), unit("GAL-1", at=(90, 100)))
    assert profile_of(code).points // 2 == points
    assert turn.score(state, "north").total == points


@pytest.mark.clause("WMA-S32")
def test_two_characters_ridden_down_together_go_in_the_order_of_the_list():
    """EQU-1 advances over both; each has its own foot 30 cm off."""
    state = table(
        unit("PUN-1", "north", at=(90, 62), facing="S"),
        unit("VEL-1", poses=[(90, 59, "N")], lost=[2, 3], hits=2),
        unit("LEGA-1", at=(91, 50)),
        unit("CONS-1", at=(89, 50)),
        unit("LEG-1", at=(60, 50)),
        unit("LEG-2", at=(120, 50)),
        phase="melee",
        active="north",
    )
    play = begin(state, "melee", *faces((6, 9)), *faces((1, 50)))
    run(play, "after_round")
    play.option("PUN-1", "advance")
    run(play, "advance")
    play.give(MoveAnswer("PUN-1", "advance", courses=(Course("PUN-1", (Advance(120.0),)),)))
    run(play)
    assert [e.about for e in events(play, "character_escapes")] == [("CONS-1", "LEG-1"), ("LEGA-1", "LEG-2")]
