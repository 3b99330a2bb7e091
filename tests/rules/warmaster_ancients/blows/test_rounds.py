"""Rounds of combat: who fights, with how many dice, what hits, what counts, who supports."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import OptionAnswer
from game.engine.state import State
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.attack.blows import removable
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.fight import fights
from tests.rules.warmaster_ancients.blows_play import (
    begin,
    dealt,
    dice_of,
    dice_thrown,
    events,
    faces,
    hits,
    numbers,
    results,
    run,
    standing,
)
from tests.rules.warmaster_ancients.flow_play import Play, plain
from tests.rules.warmaster_ancients.table import Row, feature, table, unit

ONES = [1] * 200
CHARGED = {"charged": True, "attacked": True}


def front(
    a: str = "LEG-1", b: str = "LIB-1", *more: Row, a_own: Any = None, b_own: Any = None, how: str = "", **about: Any
) -> State:
    """Two units front to front, the south one's front edge on the line y = 60; the south one is active."""

    def deep(code: str) -> float:
        return 4.0 if code[:3] in ("EQU", "NUM", "PUN", "ELE", "HCH", "SCH", "LCH", "SCO") else 2.0

    contacts = [{"a": a, "b": b, "how": how}] if how else []
    own = {**(CHARGED if how == "charge" else {}), **(a_own or {})}
    about.setdefault("active", "south")
    return table(
        unit(a, "south", at=(90, 60 - deep(a) / 2), facing="N", **own),
        unit(b, "north", at=(90, 60 + deep(b) / 2), facing="S", **(b_own or {})),
        *more,
        contacts=contacts,
        phase="melee",
        **about,
    )


def fought(state: State) -> Play:
    """A melee in which every die shows a 1: nobody is hurt, all combats are drawn or decided by support."""
    return run(begin(state, "melee", *ONES))


def attacks(state: State, stand: str, enemy: str, number: int = 1) -> dict[str, int]:
    """The rows of a stand's attacks by clause."""
    return {clause: int(v) for _, v, clause in blows.stand_attacks(state, stand, enemy, number).rows}


def total(state: State, stand: str, enemy: str, number: int = 1) -> int:
    return int(blows.stand_attacks(state, stand, enemy, number).total)


# --- who fights --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-CMB-01", "WMA-S05")
@pytest.mark.parametrize(("gap", "fight"), [(0.0, True), (0.05, True), (0.06, False), (1.0, False)])
def test_touching_units_are_engaged(gap, fight):
    state = table(unit("LEG-1", at=(90, 59), facing="N"), unit("LIB-1", at=(90, 61 + gap), facing="S"), phase="melee")
    assert facts.engaged(state, "LEG-1") is fight
    assert ("combat_begins" in fought(state).types()) is fight


@pytest.mark.clause("WMA-CMB-01", "WMA-CMB-05", "WMA-S05")
def test_a_corner_is_enough_to_fight():
    """LEG ends at x = 96 where LIB begins: one stand each, three dice each."""
    state = table(
        unit("LEG-1", at=(90, 59), facing="N"), unit("LIB-1", at=(102, 61), facing="S"), phase="melee", active="south"
    )
    play = fought(state)
    assert (dice_of(play, "LEG-1"), dice_of(play, "LIB-1")) == ([3], [3])


@pytest.mark.clause("WMA-CMB-04", "WMA-CMB-05", "WMA-TRN-03")
@pytest.mark.parametrize("active", ["south", "north"])
def test_both_sides_fight_in_either_turn(active):
    play = fought(front(active=active))
    assert (dice_of(play, "LEG-1"), dice_of(play, "LIB-1")) == ([9], [9])


@pytest.mark.clause("WMA-CMB-05")
@pytest.mark.parametrize(("x", "own", "other"), [(90, 9, 9), (92, 9, 9), (95, 6, 6), (97, 6, 6), (100, 3, 3)])
def test_only_stands_that_touch_roll(x, own, other):
    state = table(
        unit("LEG-1", at=(90, 59), facing="N"), unit("LIB-1", at=(x, 61), facing="S"), phase="melee", active="south"
    )
    play = fought(state)
    assert (dice_of(play, "LEG-1"), dice_of(play, "LIB-1")) == ([own], [other])


@pytest.mark.clause("WMA-CMB-05", "WMA-R33")
def test_a_rear_rank_rolls_nothing():
    state = table(
        unit("LEG-1", formation="column", at=(90, 57), facing="N"),
        unit("LIB-1", at=(90, 61), facing="S"),
        phase="melee",
        active="south",
    )
    assert dice_of(fought(state), "LEG-1") == [3]


# --- to hit, armour, casualties ----------------------------------------------------------------------------------


@pytest.mark.clause("WMA-CMB-06", "WMA-S14", "WMA-S15")
@pytest.mark.parametrize(
    ("ground", "need"),
    [
        ([], 4),
        ([feature("marsh", box=(80, 60, 100, 70))], 4),
        ([feature("wood", box=(80, 60, 100, 70))], 5),
        ([feature("ruins", box=(80, 60, 100, 70))], 5),
        ([feature("hill", box=(80, 60, 100, 70))], 5),
        ([feature("hill", box=(80, 50, 100, 70))], 4),
        ([feature("wall", line=[(80, 60), (100, 60)])], 5),
        ([feature("fortification", box=(80, 60, 100, 70))], 6),
    ],
)
def test_what_hits_in_combat(ground, need):
    state = front(terrain=ground)
    assert blows.blow_need(state, "LEG-1", "LIB-1").total == need
    below = [need - 1] * 9
    assert dealt(run(begin(state, "melee", *below, *ONES)))["LEG-1>LIB-1"] == 0
    hit = run(begin(state, "melee", *below[:8], need, 1, *ONES))
    assert dealt(hit)["LEG-1>LIB-1"] == 1


@pytest.mark.clause("WMA-CMB-06", "WMA-S15")
def test_who_attacked_this_turn_has_no_cover():
    """The charger in the wood is hit on 4+; the charged on the hill on 5+ as the tie remembers."""
    wood = feature("wood", box=(80, 50, 100, 60))
    state = front(how="charge", terrain=[wood])
    assert blows.blow_need(state, "LIB-1", "LEG-1").total == 4
    state = front(terrain=[wood])
    assert blows.blow_need(state, "LIB-1", "LEG-1").total == 5


@pytest.mark.clause("WMA-CMB-07", "WMA-CMB-08")
@pytest.mark.parametrize(("saves", "through"), [((5, 6, 4), 1), ((4, 3, 2), 3), ((5, 5, 5), 0)])
def test_armour_in_combat(saves, through):
    """Three hits on LEG, armour 5+; a casualty for every hit not stopped."""
    state = front("LEG-1", "GAL-1")
    play = run(begin(state, "melee", *faces((1, 9)), 4, 4, 4, *faces((1, 9)), *saves, *ONES))
    assert dealt(play) == {"LEG-1>GAL-1": 0, "GAL-1>LEG-1": through}


@pytest.mark.clause("WMA-CMB-09", "WMA-CMB-10")
def test_stands_and_leftovers_in_combat():
    """Four casualties on GAL (3 Hits): one stand, one left over until the end of the phase."""
    state = front("LEG-1", "GAL-1")
    play = begin(state, "melee", *faces((4, 4), (1, 5)), *faces((1, 12)), *ONES)
    run(play, "after_round")
    assert (standing(play.state, "GAL-1"), hits(play.state, "GAL-1")) == (2, 1)
    run(play)
    assert hits(play.state, "GAL-1") == 0


@pytest.mark.clause("WMA-CMB-09")
def test_casualties_add_to_those_carried():
    state = front("LEG-1", "GAL-1", b_own={"hits": 2})
    play = begin(state, "melee", *faces((4, 1), (1, 8)), *faces((1, 12)), *ONES)
    run(play, "after_round")
    assert (standing(play.state, "GAL-1"), hits(play.state, "GAL-1")) == (2, 0)


@pytest.mark.clause("WMA-R32", "WMA-S42")
def test_both_sides_roll_before_anybody_is_removed():
    """LIB-1 loses all its stands and still strikes back with nine dice; its casualties count."""
    state = front(a_own={"hits": 2}, b_own={"hits": 2, "stands": 1})
    # a single stand of LIB at x = 94 after losing the rest touches two of LEG by edge and corner
    play = run(begin(state, "melee", *faces((6, 9)), *faces((1, 9)), 4, 4, 4, 1, 1, 1, *ONES))
    assert standing(play.state, "LIB-1") == 0
    assert dealt(play)["LIB-1>LEG-1"] == 3
    assert standing(play.state, "LEG-1") == 2
    order = [e.type for e in play.events if e.type in ("blows", "casualties")]
    assert order == ["blows", "blows", "casualties", "casualties"]


@pytest.mark.clause("WMA-S42", "WMA-S17")
@pytest.mark.parametrize("active", ["south", "north"])
def test_the_active_side_removes_first(active):
    state = front("GAL-1", "GAL-2", active=active)
    dice = faces((4, 3), (1, 9))
    play = run(begin(state, "melee", *dice, *dice, *ONES))
    first = {"south": "GAL-1", "north": "GAL-2"}[active]
    assert events(play, "casualties")[0].data["unit"] == first


@pytest.mark.clause("WMA-S17")
def test_in_combat_stands_out_of_contact_go_first():
    """Of LIB only the stand at x = 94 fights: it is barred while another end is free to go."""
    state = table(
        unit("GAL-1", "south", at=(86, 59), facing="N"),
        unit("LIB-1", "north", at=(98, 61), facing="S"),
        phase="melee",
        active="south",
    )
    # GAL spans 80-92, LIB 92-104: a corner at 92; LIB numbers run from east to west: stand 3 at x = 94
    assert facts.fighting_stands(state, "LIB-1") == ("LIB-1.3",)
    bars = removable(state, "LIB-1", "combat")
    assert {s: bar.clause if bar else "" for s, bar in bars.items()} == {
        "LIB-1.1": "",
        "LIB-1.2": "WMA-S17",
        "LIB-1.3": "WMA-S17",
    }
    assert removable(state, "LIB-1", "shooting")["LIB-1.3"] is None
    # one choice only: nobody is asked
    play = run(begin(state, "melee", *faces((4, 3), (1, 1)), 1, 1, 1, *faces((1, 3)), *ONES))
    assert numbers(play.state, "LIB-1") == [2, 3]


# --- order of dice -----------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S22")
@pytest.mark.parametrize("active", ["south", "north"])
def test_dice_go_by_side_unit_and_enemy(active):
    """LEG-1 meets LIB-1; LEG-2 meets LIB-1 and LIB-2: active side first, units, then enemies ascending."""
    state = table(
        unit("LEG-1", at=(90, 59), facing="N"),
        unit("LEG-2", at=(102, 59), facing="N"),
        unit("LIB-1", at=(94, 61), facing="S"),
        unit("LIB-2", at=(106, 61), facing="S"),
        phase="melee",
        active=active,
    )
    play = run(begin(state, "melee", *ONES), "distance")
    south = ["Attack of LEG-1 on LIB-1", "Attack of LEG-2 on LIB-1", "Attack of LEG-2 on LIB-2"]
    north = ["Attack of LIB-1 on LEG-1", "Attack of LIB-1 on LEG-2", "Attack of LIB-2 on LEG-2"]
    rolls = [w for w, _ in dice_thrown(play) if w.startswith("Attack of")]
    assert rolls == (south + north if active == "south" else north + south)


@pytest.mark.clause("WMA-S22", "WMA-CMB-07")
def test_armour_dice_follow_the_hits_of_their_pair():
    play = run(begin(front(), "melee", *faces((4, 2), (1, 7)), 6, 1, *faces((4, 1), (1, 8)), 2, *ONES))
    assert [f for _, f in dice_thrown(play)][:4] == [(4, 4, *[1] * 7), (6, 1), (4, *[1] * 8), (2,)]
    assert [w.split(":")[0] for w, _ in dice_thrown(play)][:4] == [
        "Attack of LEG-1 on LIB-1",
        "Armour of LIB-1",
        "Attack of LIB-1 on LEG-1",
        "Armour of LEG-1",
    ]


# --- directing attacks -------------------------------------------------------------------------------------------


def between_two(shift: float = 0.0, **about: Any) -> State:
    """LEG-1 in front of LIB-1 (west) and LIB-2 (east); the middle stand touches both when they meet at x = 90."""
    return table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", at=(84 + shift, 61), facing="S"),
        unit("LIB-2", "north", at=(96 + shift, 61), facing="S"),
        phase="melee",
        active="south",
        **about,
    )


@pytest.mark.clause("WMA-S23")
@pytest.mark.parametrize(
    ("shift", "middle"), [(0.0, "LIB-1"), (0.5, "LIB-1"), (-0.5, "LIB-2"), (1.9, "LIB-1"), (-1.9, "LIB-2")]
)
def test_by_default_the_longest_front_contact_is_struck(shift, middle):
    state = between_two(shift)
    pairs = fights.pairs_among(state, state.units)
    assert fights.directions(state, pairs, {})["LEG-1.2"] == middle


@pytest.mark.clause("WMA-S23")
def test_the_owner_may_direct_a_stand_that_touches_several():
    play = begin(between_two(), "melee", *ONES)
    assert play.asked_for == "direct"
    assert play.decision.side == "south"
    # stands 1 and 3 touch one unit each and are not asked
    parts = play.asked.space.parts
    assert {p: [c.id for c in cs] for p, cs in parts.items()} == {"LEG-1.2": ["LIB-1", "LIB-2"]}
    assert play.asked.default.answer == OptionAnswer({"LEG-1.2": "LIB-1"})
    play.option("LEG-1.2", "LIB-2")
    assert [(e.data["enemy"], e.data["dice"]) for e in events(play, "blows")][:2] == [("LIB-1", 3), ("LIB-2", 6)]


@pytest.mark.clause("WMA-S23")
def test_out_of_contact_nothing_can_be_directed():
    play = begin(between_two(), "melee", *ONES)
    assert play.refused(OptionAnswer({"LEG-1.1": "LIB-2"}))
    assert play.refused(OptionAnswer({"LEG-1.2": "LIB-3"}))
    assert play.check(OptionAnswer({})).status == "unfinished"


@pytest.mark.clause("WMA-S42")
def test_the_active_side_directs_first():
    """Two against two, overlapping: both sides have a stand between two enemies; the active side is asked first."""
    state = table(
        unit("LEG-1", at=(84, 59), facing="N"),
        unit("LEG-2", at=(96, 59), facing="N"),
        unit("LIB-1", at=(88, 61), facing="S"),
        unit("LIB-2", at=(100, 61), facing="S"),
        phase="melee",
        active="north",
    )
    play = begin(state, "melee", *ONES)
    assert (play.asked_for, play.decision.side) == ("direct", "north")
    play.give(play.asked.default.answer)
    assert (play.asked_for, play.decision.side) == ("direct", "south")


@pytest.mark.clause("WMA-S23", "WMA-RES-02")
def test_casualties_count_only_up_to_those_that_destroy():
    """LIB-1 endures four more: of six casualties four count."""
    state = front("GAL-1", "LIB-1", b_own={"stands": 2, "hits": 2})
    play = run(begin(state, "melee", *faces((4, 6), (1, 2)), *faces((1, 6)), *ONES))
    assert standing(play.state, "LIB-1") == 0
    assert next(e.data["casualties"] for e in events(play, "blows")) == 6
    assert results(play)[0]["south"] == 4


# --- modifiers ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-MOD-01", "WMA-MOD-08", "WMA-R43", "WMA-CMB-02")
def test_charging_an_enemy_in_the_open_gives_one_attack_a_stand():
    state = front("GAL-1", "LIB-1", how="charge")
    assert attacks(state, "GAL-1.1", "LIB-1") == {"WMA-CMB-05": 4, "WMA-MOD-01": 1}
    assert total(state, "GAL-1.1", "LIB-1", 2) == 4
    assert total(state, "LIB-1.1", "GAL-1") == 3
    assert dice_of(fought(state), "GAL-1") == [15]


@pytest.mark.clause("WMA-MOD-01", "WMA-R43", "WMA-S39")
def test_only_the_charge_of_this_turn_counts():
    state = front("GAL-1", "LIB-1", how="charge", a_own={"charged": False, "attacked": False})
    assert total(state, "GAL-1.1", "LIB-1") == 4
    assert total(front("GAL-1", "LIB-1"), "GAL-1.1", "LIB-1") == 4


@pytest.mark.clause("WMA-MOD-01", "WMA-R54", "WMA-S15")
@pytest.mark.parametrize(
    ("ground", "dice"),
    [
        ([], 15),
        ([feature("wood", box=(80, 50, 100, 60))], 15),  # the charger's own wood does not matter
        ([feature("wood", box=(80, 60, 100, 70))], 12),  # defended
        ([feature("hill", box=(80, 60, 100, 70))], 12),  # defended
        ([feature("marsh", box=(80, 60, 100, 70))], 12),  # difficult ground
        ([feature("marsh", box=(92, 60, 100, 70))], 15),  # fewer than half in it
        ([feature("marsh", box=(88, 60, 100, 70))], 12),  # two of three in it
        ([feature("fortification", box=(80, 60, 100, 70))], 12),
        ([feature("wall", line=[(80, 60), (100, 60)])], 12),
    ],
)
def test_in_the_open_is_the_targets_ground(ground, dice):
    """The tie holds where the charger came from: outside of hill and fort, across the wall."""
    contact = {"a": "GAL-1", "b": "LIB-1", "how": "charge", "on_hill": ["hill-1"], "in_fort": ["fortification-1"]}
    contact["across"] = True
    state = table(
        unit("GAL-1", "south", at=(90, 59), facing="N", **CHARGED),
        unit("LIB-1", "north", at=(90, 61), facing="S"),
        terrain=ground,
        contacts=[contact],
        phase="melee",
        active="south",
    )
    play = begin(state, "melee", *ONES)
    run(play, "distance", "after_round")
    assert dice_of(play, "GAL-1")[0] == dice


@pytest.mark.clause("WMA-MOD-02", "WMA-MOD-08", "WMA-R42", "WMA-S38")
@pytest.mark.parametrize(
    ("charger", "base", "more"), [("HCH-1", 3, 1), ("SCH-1", 3, 1), ("ELE-1", 4, 1), ("LCH-1", 2, 0), ("EQU-1", 3, 0)]
)
def test_heavy_shock_troops_get_another(charger, base, more):
    state = front(charger, "GAL-2", how="charge")
    found = attacks(state, f"{charger}.1", "GAL-2")
    assert found.get("WMA-MOD-02", 0) == more
    assert found["WMA-MOD-01"] == 1
    assert total(state, f"{charger}.1", "GAL-2") == base + 1 + more
    not_open = front(charger, "GAL-2", how="charge", terrain=[feature("marsh", box=(80, 60, 100, 70))])
    assert total(not_open, f"{charger}.1", "GAL-2") == base


@pytest.mark.clause("WMA-MOD-03", "WMA-MOD-04", "WMA-R44")
@pytest.mark.parametrize(
    ("cm", "more"), [(1, 1), (2.99, 1), (3, 2), (5, 2), (5.99, 2), (6, 3), (8.99, 3), (9, 4), (12, 5)]
)
def test_pursuit_gives_one_and_one_per_full_three_cm(cm, more):
    state = front("EQU-1", "LIB-1")
    contact = {"a": "EQU-1", "b": "LIB-1", "how": "pursuit", "impetus": cm}
    state = table(
        unit("EQU-1", "south", at=(90, 58), facing="N", attacked=True),
        unit("LIB-1", "north", at=(90, 61), facing="S"),
        contacts=[contact],
        phase="melee",
    )
    assert total(state, "EQU-1.1", "LIB-1", 2) == 3 + more
    assert attacks(state, "EQU-1.1", "LIB-1", 2).get("WMA-MOD-03") == 1
    assert attacks(state, "EQU-1.1", "LIB-1", 2).get("WMA-MOD-04", 0) == more - 1
    assert total(state, "EQU-1.1", "LIB-1", 1) == 3
    assert total(state, "LIB-1.1", "EQU-1", 2) == 3


@pytest.mark.clause("WMA-MOD-05", "WMA-R45")
def test_a_terrifying_enemy_costs_one():
    state = front("LEG-1", "ELE-1")
    assert attacks(state, "LEG-1.1", "ELE-1") == {"WMA-CMB-05": 3, "WMA-MOD-05": -1}
    both = front("ELE-1", "ELE-2")
    assert total(both, "ELE-1.1", "ELE-2") == total(both, "ELE-2.1", "ELE-1") == 3


@pytest.mark.clause("WMA-MOD-06", "WMA-S26")
@pytest.mark.parametrize(
    ("pose", "struck", "hurt"),
    [
        ((90, 61, "S"), "LEG-1.2", False),  # front to front
        ((97, 59, "W"), "LEG-1.3", True),  # squarely on the right flank
        ((83, 59, "E"), "LEG-1.1", True),  # squarely on the left flank
        ((90, 57, "N"), "LEG-1.2", True),  # squarely in the rear
        ((98, 61, "S"), "LEG-1.3", False),  # a corner, its centre ahead of the line of the front
        ((98, 57, "N"), "LEG-1.3", True),  # a corner, its centre behind the line of the rear
        ((97.886, 59.732, 300), "LEG-1.3", True),  # a corner at the flank, its centre between these lines
        ((97.886, 60.232, 300), "LEG-1.3", False),  # the same a little farther forward
    ],
)
def test_struck_in_flank_or_rear_costs_one(pose, struck, hurt):
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", poses=[pose], lost=[2, 3]),
        phase="melee",
    )
    assert struck in facts.fighting_stands(state, "LEG-1")
    assert attacks(state, struck, "LIB-1").get("WMA-MOD-06", 0) == (-1 if hurt else 0)
    assert total(state, struck, "LIB-1") == (2 if hurt else 3)


@pytest.mark.clause("WMA-MOD-06", "WMA-R45")
def test_flank_costs_only_the_stand_that_is_struck_and_only_once():
    """Front and flank at once: the stand struck in the flank has one attack less wherever it strikes."""
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", at=(90, 61), facing="S"),
        unit("EQU-1", "north", poses=[(98, 59, "W")], lost=[2, 3]),
        phase="melee",
    )
    assert total(state, "LEG-1.3", "LIB-1") == total(state, "LEG-1.3", "EQU-1") == 2
    assert total(state, "LEG-1.2", "LIB-1") == 3


@pytest.mark.clause("WMA-MOD-07", "WMA-R19", "WMA-S20")
def test_confusion_costs_one():
    state = front(a_own={"confused": True})
    assert attacks(state, "LEG-1.1", "LIB-1") == {"WMA-CMB-05": 3, "WMA-MOD-07": -1}
    assert dice_of(fought(state), "LEG-1") == [6]


@pytest.mark.clause("WMA-S25", "WMA-MOD-08", "WMA-R43")
def test_all_add_up_but_never_below_one():
    """Two attacks, terrified, confused: one die a stand; the row tells why."""
    state = front("VEL-1", "ELE-1", a_own={"confused": True})
    rows = attacks(state, "VEL-1.1", "ELE-1")
    assert rows == {"WMA-CMB-05": 2, "WMA-MOD-05": -1, "WMA-MOD-07": -1, "WMA-S25": 1}
    assert total(state, "VEL-1.1", "ELE-1") == 1
    charge = front("GAL-1", "ELE-1", how="charge", a_own={"confused": True})
    assert total(charge, "GAL-1.1", "ELE-1") == 4 + 1 - 1 - 1


@pytest.mark.clause("WMA-MOD-08", "WMA-CMB-05")
def test_the_units_sum_takes_like_rows_together():
    state = front("GAL-1", "LIB-1", how="charge")
    sums = blows.unit_attacks(state, "GAL-1", "LIB-1", ["GAL-1.1", "GAL-1.2", "GAL-1.3"], 1)
    assert [(plain(t), v, c) for t, v, c in sums.rows] == [
        ("Attacks", 12.0, "WMA-CMB-05"),
        ("charging an enemy in the open", 3.0, "WMA-MOD-01"),
    ]
    assert sums.total == 15


# --- support -----------------------------------------------------------------------------------------------------


def supported(*more: Row, **about: Any) -> int:
    """Support of the north side against LEG-1 that stands before LIB-1."""
    play = fought(front("LEG-1", "LIB-1", *more, **about))
    return int(events(play, "combat_result")[0].data["support"].get("north", 0))


@pytest.mark.clause("WMA-RES-03", "WMA-RES-04", "WMA-S24", "WMA-R33")
@pytest.mark.parametrize(
    ("at", "facing", "support"),
    [
        ((90, 63), "S", 3),  # squarely behind
        ((94, 63), "S", 2),  # behind, shifted by a stand
        ((102, 63), "S", 0),  # a bare corner
        ((90, 63.04), "S", 3),  # within touching distance
        ((90, 63.1), "S", 0),  # too far
        ((102, 61.9), "S", 1),  # beside it: one stand touches the side edge
        ((102.0, 62.9), "S", 1),  # a shared stretch of 0.1 cm
        ((102.0, 62.96), "S", 0),  # of 0.04 cm
    ],
)
def test_stands_that_touch_side_or_rear_of_a_fighter_support(at, facing, support):
    assert supported(unit("LIB-2", "north", at=at, facing=facing)) == support


@pytest.mark.clause("WMA-R33", "WMA-RES-04")
def test_own_stands_of_any_type_support_and_no_chain_passes_it_on():
    """LIB-1 in column: its second stand supports, the third only touches the second. Cavalry supports foot."""
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", "column", at=(90, 63), facing="S"),
        phase="melee",
        active="south",
    )
    play = fought(state)
    assert events(play, "combat_result")[0].data["support"] == {"north": 1}
    assert supported(unit("NUM-1", "north", at=(90, 64), facing="S")) == 3


@pytest.mark.clause("WMA-R33")
def test_a_stand_supports_once_and_an_engaged_one_not_at_all():
    """A stand behind two fighters counts once; one that fights does not support its neighbour."""
    assert supported(unit("LIB-2", "north", poses=[(88, 63, "S")], lost=[2, 3])) == 1
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LEG-2", "south", at=(102, 59), facing="N"),
        unit("LIB-1", "north", at=(90, 61), facing="S"),
        unit("LIB-2", "north", at=(102, 61), facing="S"),
        phase="melee",
        active="south",
    )
    play = fought(state)
    assert events(play, "combat_result")[0].data["support"] == {}


@pytest.mark.clause("WMA-RES-03")
def test_support_counts_for_the_result_only():
    """Nobody is hurt: three supporters win by 3, and nobody has casualties."""
    state = front("LEG-1", "LIB-1", unit("LIB-2", "north", at=(90, 63), facing="S"))
    play = fought(state)
    assert results(play) == [{"south": 0, "north": 3}]
    assert "casualties" not in play.types()


@pytest.mark.clause("WMA-S20")
def test_with_harsh_confusion_a_confused_unit_gives_no_support():
    behind = unit("LIB-2", "north", at=(90, 63), facing="S", confused=True)
    assert supported(behind) == 3
    assert supported(behind, options={"harsh_confusion": True}) == 0


@pytest.mark.clause("WMA-S24", "WMA-R52")
def test_support_is_counted_at_the_start_of_the_round():
    """The fighter before the supporters is lost in the round: they count all the same."""
    state = front("GAL-1", "LIB-1", unit("LIB-2", "north", at=(90, 63), facing="S"), b_own={"hits": 2})
    play = run(begin(state, "melee", *faces((4, 1), (1, 11)), 1, *faces((1, 9)), *ONES))
    assert numbers(play.state, "LIB-1") == [1, 2]
    assert results(play) == [{"south": 1, "north": 3}]
