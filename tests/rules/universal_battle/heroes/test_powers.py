"""Power Points: dice bent, attacks dared, shots made perfect, units inspired, false flags raised (E24)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import Answer, OptionAnswer, Reply
from game.engine.event import Rolled
from game.engine.i18n import Speaker
from game.engine.odds import Spread
from game.engine.state import State
from game.kit.situation import OfUnit
from rulesets.universal_battle.attack.hidden import HIDDEN, Found, HiddenData
from rulesets.universal_battle.attack.throws import BendData, Stake
from rulesets.universal_battle.attack.volley import DAMAGE, VOLLEY, VolleyData
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.heroes.luck import BEND
from rulesets.universal_battle.heroes.points import POWERS, PowersData, again, may_flag, to_inspire
from rulesets.universal_battle.nerve.morale import RECOVER
from rulesets.universal_battle.shoot.shooting import SHOOT, ShootData
from rulesets.universal_battle.system import RULESET
from rulesets.universal_battle.turn.activation import ACTIVATION
from tests.rules.universal_battle.attack_play import Called, blow
from tests.rules.universal_battle.fight_play import fight, fight_on, line, pick, rows
from tests.rules.universal_battle.table import Made, hero, monster, scene, troops

SPEAKER = Speaker("en", RULESET)


def bend(course: str) -> Answer:
    return OptionAnswer({"bend": course})


def offered(played: Called) -> list[str]:
    """What may be chosen."""
    space: Any = played.session.asked(played.asked).space
    return [c.id for c in space.things] if hasattr(space, "things") else [c.id for p in space.parts.values() for c in p]


def odds(played: Called) -> dict[str, str]:
    """What is said of each course in the question."""
    space: Any = played.session.asked(played.asked).space
    things = space.things if hasattr(space, "things") else space.parts[next(iter(space.parts))]
    return {c.id: SPEAKER.say(c.note) for c in things}


def power(played: Called, unit: str = "A") -> int:
    return facts.own(played.state, unit).power


def champion(**more: Any) -> State:
    return scene(
        hero("A", (18, 10), "champion", **more), line("B", 11, 3), acting="A", locks=[("A", "B")], active="south"
    )


@pytest.mark.clause("USB-PWR-03", "USB-PWR-01", "USB-R50")
def test_e24_bend_luck() -> None:
    played = fight_on(champion(power=4), 1, 2, 2, *(6, 6, 6), *[2] * 3)
    assert offered(played) == ["no", "1>3", "2>3"]
    played.answer(bend("2>3")).answer(bend("2>3"))
    assert (power(played), offered(played)) == (2, ["no", "1>3"])
    played.answer(bend("1>3")).give()
    assert power(played) == 0
    assert played.told("struck")[0]["hits"] == 3


@pytest.mark.clause("USB-PWR-03", "USB-R50")
def test_a_single_point_on_a_one_is_still_a_miss() -> None:
    played = fight_on(champion(power=1), 1, 1, 2, *[2] * 3)
    assert offered(played) == ["no", "2>3"]
    assert played.session.default(played.asked).parts == {"bend": "no"}
    assert fight_on(champion(power=1), 1, 1, 1, *[2] * 3).asked.question != "bend_luck"


@pytest.mark.clause("USB-R50", "USB-TST-04")
def test_a_five_bent_is_a_six_and_then_thrown_again() -> None:
    made = hero("A", (18, 10), "aspirant", power=2, fatigue=2), line("B", 11, 3)
    played = fight_on(scene(*made, acting="A", locks=[("A", "B")]), 5, 2, 5, 6, *[2] * 3)
    played.answer(bend("5>6")).answer(bend("5>6")).give()
    assert played.told("struck")[0]["hits"] == 1


@pytest.mark.clause("USB-PWR-01", "USB-PWR-02", "USB-R50")
def test_dice_of_his_unit_are_his_in_its_activation_only() -> None:
    made = line("A", 10, 2), hero("Ah", (10, 10), joined="A", power=1), line("B", 11, 1)
    for acting, asks in (("A", True), ("B", False), ("", False)):
        played = fight(scene(*made, acting=acting), *[3] * 8)
        assert bool(played.session.waiting) is asks
    joins = scene(line("A", 10, 2), hero("Ah", (10, 10), joined="A", joins=True, power=1), made[2], acting="A")
    assert not fight(joins, *[3] * 8).session.waiting


@pytest.mark.clause("USB-R50", "USB-MOR-03")
def test_a_recovery_is_bent_and_a_one_is_a_natural_one_no_longer() -> None:
    state = scene(hero("A", (10, 10), "champion", power=2, status="shaken"), acting="A")
    played = Called(state, RECOVER, OfUnit("A"), 1)
    played.answer(bend("1>3")).give()
    assert not facts.own(played.state, "A").status


@pytest.mark.clause("USB-R50")
def test_a_save_against_the_strike_back_is_bent() -> None:
    played = fight_on(champion(power=1), 1, 1, 1, 4, 2, 2, 2)
    played.leave("enough").answer(bend("2>3")).give()
    assert not played.told("losses")


@pytest.mark.clause("USB-R50", "USB-R11")
def test_the_search_for_who_is_hidden_is_bent() -> None:
    state = scene(hero("A", (18, 5), power=1), line("B", 10, 1, formation="hidden"), acting="A")
    played = Called(state, HIDDEN, HiddenData("A", "B"), 4)
    assert played.answer(bend("4>5")).give() == Found(True)


@pytest.mark.clause("USB-R50", "USB-S15")
def test_smoke_either_way_and_damage_upwards() -> None:
    state = scene(hero("A", (10, 10), power=2))
    for face, course, lies in ((4, "4>3", 3), (5, "5>3", 3), (3, "3>4", 4), (2, "2>4", 4)):
        played = Called(state, BEND, BendData("A", "A", (face,), 4))
        assert offered(played) == ["no", course]
        assert played.answer(bend(course)).give() == Rolled(((lies,),))
    acting = scene(hero("A", (10, 10), power=1), acting="A")
    for damage, course in (("d3", ["no", "2>3", "4>5"]), ("d2", ["no", "3>4"])):
        stake = Stake("A", 9, costs=DAMAGE[damage])
        assert offered(Called(acting, BEND, BendData("A", "A", (2, 3, 4, 6), 0, stake=stake))) == course


# --- the odds of a point -----------------------------------------------------------------------------------------


@pytest.mark.clause("USB-PWR-03", "USB-R50")
def test_what_a_bent_hit_brings_is_told_before_it_is_paid() -> None:
    """A regular saves on 4+: half a wound each hit; all three of them make the end of three men one in eight."""
    played = fight_on(champion(power=4), 1, 2, 2)
    assert odds(played) == {
        "no": "0 wounds on average",
        "1>3": "0.5 wounds on average; with all points: 1.5 wounds on average; B destroyed: 12.5%",
        "2>3": "0.5 wounds on average; with all points: 1.5 wounds on average; B destroyed: 12.5%",
    }
    told = played.session.forecast(played.asked, Reply(bend("2>3")))
    assert told is not None
    assert [(row.id, row.mean, row.chance) for row in told.rows][2:4] == [
        ("standfast_lost_by_unit_all_points", 1.5, None),
        ("unit_destroyed_all_points", None, 0.125),
    ]
    played.answer(bend("2>3")).answer(bend("2>3"))
    assert odds(played)["no"] == "1 wounds on average"
    assert odds(played)["1>3"] == "1.5 wounds on average; B destroyed: 12.5%"
    found = played.session.forecast(played.asked, Reply(bend("1>3")))
    assert found is not None
    assert [(row.id, row.mean, row.chance) for row in found.rows] == [
        ("standfast_lost_by_unit", 1.5, None),
        ("unit_destroyed", None, 0.125),
        ("standfast_lost_by_unit_the_dice_left", 1.0, None),
        ("unit_destroyed_the_dice_left", None, 0.0),
    ]
    assert found.rows[0].spread == {0: 0.125, 1: 0.375, 2: 0.375, 3: 0.125}


@pytest.mark.clause("USB-PWR-03")
def test_further_points_are_told_as_far_as_they_go() -> None:
    """Two points turn both twos; the one that is left after a two then turns no one."""
    assert (
        odds(fight_on(champion(power=2), 1, 2, 2))["2>3"]
        == "0.5 wounds on average; with all points: 1 wounds on average"
    )
    assert odds(fight_on(champion(power=2), 1, 1, 2)) == {
        "no": "0 wounds on average",
        "1>3": "0.5 wounds on average",
        "2>3": "0.5 wounds on average",
    }


@pytest.mark.clause("USB-SPC-12", "USB-R68")
def test_a_blessing_of_the_enemy_is_counted_until_it_is_used() -> None:
    """Four hits saved on 4+: all four fail once in 16, and are thrown again: 2 - 4/16 + 2/16."""
    for used, told in (
        (False, "1.88 wounds on average; B destroyed: 0.4%"),
        (True, "2 wounds on average; B destroyed: 6.2%"),
    ):
        mine = line("A", 10, 4), hero("Ah", (10, 10), joined="A", power=1)
        state = scene(*mine, line("B", 11, 4, specs=["blessed"], blessed=used), acting="A", active="south")
        strike = blow(state, "A", "B")
        played = Called(state, VOLLEY, VolleyData(replace(strike, arms=strike.arms[:1])), 3, 4, 4, 4)
        assert odds(played)["3>4"] == told


@pytest.mark.clause("USB-R50", "USB-TST-04")
def test_a_six_that_needs_a_six_is_worth_a_sixth_of_a_hit() -> None:
    made = hero("A", (18, 10), "aspirant", power=1, fatigue=2), line("B", 11, 1)
    played = fight_on(scene(*made, acting="A", locks=[("A", "B")]), 5, 2)
    assert odds(played)["5>6"] == "0.08 wounds on average; B destroyed: 8.3%"


@pytest.mark.clause("USB-R50", "USB-EQP-06")
@pytest.mark.parametrize(("shield", "left"), [("", "1 wounds on average; A destroyed: 100%"), ("free", "0.33 w")])
def test_what_a_save_is_worth_counts_the_shield_behind_it(shield: str, left: str) -> None:
    """Tough 3+ fails once in three."""
    made = hero("A", (18, 10), "champion", power=1, lost=2), line("B", 11, 1)
    unit, (base,) = made[0]
    state = scene((unit, (replace(base, own=replace(base.own, shield=shield)),)), made[1], acting="A")
    strike = blow(state, "B", "A", costly=True)
    played = Called(state, VOLLEY, VolleyData(strike), 4, 2)
    assert odds(played)["no"].startswith(left)
    assert odds(played)["2>3"] == "0 wounds on average"


@pytest.mark.clause("USB-R50", "USB-WND-05")
def test_damage_dice_and_tests_are_told_as_they_would_end() -> None:
    acting = scene(hero("A", (10, 10), power=1), line("B", 20, 3), acting="A")
    played = Called(acting, BEND, BendData("A", "A", (2, 2), 0, stake=Stake("B", 3, costs=DAMAGE["d3"])))
    assert odds(played) == {"no": "2 wounds on average", "2>3": "3 wounds on average; B destroyed: 100%"}
    tested = Called(acting, BEND, BendData("A", "A", (3,), 4))
    assert odds(tested) == {"no": "passed: 0%", "3>4": "passed: 100%"}
    assert odds(Called(acting, BEND, BendData("A", "A", (5,), 6, again=True)))["5>6"] == "passed: 16.7%"


@pytest.mark.clause("USB-R50")
@pytest.mark.parametrize(
    ("faces", "left", "points", "asked"),
    [
        ((2, 2, 2, 2), 2, 2, False),  # two of four wounds saved: the last two are still his end
        ((2, 2, 2, 2), 2, 3, True),
        ((2, 2), 2, 1, True),
        ((2, 2), 0, 9, False),  # nothing is left to be lost
    ],
)
def test_nobody_is_asked_for_points_that_change_nothing(
    faces: tuple[int, ...], left: int, points: int, asked: bool
) -> None:
    state = scene(hero("A", (10, 10), power=points), acting="A")
    stake = Stake("A", left, failed=Spread.certain(1))
    assert bool(Called(state, BEND, BendData("A", "A", faces, 3, stake=stake)).session.waiting) is asked


@pytest.mark.clause("USB-PWR-05")
def test_the_odds_of_a_daring_attack_are_told() -> None:
    """Three dice at 3+ and saves at 4+, one man of three being left: 1 - (2/3)^3."""
    played = fight_on(champion(power=1), 4, 4, 4, *(2, 2, 5))
    assert played.asked.question == "daring"
    assert odds(played)["A.1 basic"] == "1 wounds on average; B destroyed: 70.4%"


# --- Daring Attack -----------------------------------------------------------------------------------------------


@pytest.mark.clause("USB-PWR-05", "USB-R52")
def test_a_daring_attack_is_pooled_with_the_attack_and_may_be_repeated() -> None:
    made = line("A", 10, 2), hero("Ah", (10, 10), "daredevil", joined="A", power=2), line("B", 11, 5)
    state = scene(*made, acting="A", locks=[("A", "B")])
    played = fight_on(state, 6, 6, 6, 6, *(6, 6, 6), *(1, 6, 6), *(4, 4, 4), *(1, 6, 6), 6, 1, *[2] * 9)
    assert played.asked.question == "daring"
    assert offered(played) == ["A.1 basic", "Ah.1 basic"]
    played.answer(pick("Ah.1 basic"))
    assert power(played, "Ah") == 1
    played.answer(pick("A.1 basic")).to_end()
    assert [e["wounds"] for e in played.told("losses")][:1] == [3]
    assert power(played, "Ah") == 0


@pytest.mark.clause("USB-R52")
def test_not_where_the_target_is_done_for_nor_in_the_enemys_activation() -> None:
    made = line("A", 10, 2), hero("Ah", (10, 10), joined="A", power=2), line("B", 11, 1)
    played = fight_on(scene(*made, acting="A", locks=[("A", "B")]), 6, 6, 1, 1, 2, 2)
    assert not played.session.waiting
    made = line("A", 10, 2), hero("Ah", (10, 10), joined="A", power=2), line("B", 11, 4)
    assert not fight_on(scene(*made, acting="B", locks=[("A", "B")]), *[2] * 12, unit="B").session.waiting


@pytest.mark.clause("USB-R52", "USB-MON-12")
def test_a_mounted_hero_takes_his_own_dice_or_one_weapon_of_the_mount_and_no_ram() -> None:
    beast = monster("A", (18, 8.9), 3, "regular", "lance", "massive", rider="champion", rider_items=["heavy"])
    state = scene(beast, line("B", 11, 8), acting="A")
    attack = blow(state, "A", "B", charging=True)
    found = again(state, attack)
    assert [*found] == ["A.1 heavy", "A.1 lance", "A.1 massive"]
    assert [arm.rider for arm in found.values()] == [True, False, False]


@pytest.mark.clause("USB-R72")
def test_no_dice_for_a_hero_who_has_attacked_alone() -> None:
    a = line("A", 10, 1), hero("Ah", (17, 10), joined="A", alone=True, power=1)
    state = scene(*a, line("B", 11, 3), acting="A")
    assert [*again(state, blow(state, "A", "B"))] == ["A.1 basic"]


# --- Perfect Shot ------------------------------------------------------------------------------------------------


@pytest.mark.clause("USB-PWR-06", "USB-R52")
def test_a_perfect_shot_ignores_range_and_what_makes_it_harder() -> None:
    made = hero("A", (10, 5), "daredevil", "light", power=1, fatigue=2), line("B", 30, 3, specs=["camouflage"])
    played = Called(scene(*made, acting="A"), SHOOT, ShootData("A"), *(4, 3, 2), 1, 6)
    played.answer(pick("B")).give()  # beyond range there is no shot but the perfect one
    assert played.needs()[0] == 4
    assert power(played) == 0


@pytest.mark.clause("USB-R52")
def test_what_a_perfect_shot_alone_made_possible_is_not_dared_again() -> None:
    made = hero("A", (10, 5), "daredevil", "light", power=2), line("B", 30, 3)
    played = Called(scene(*made, acting="A"), SHOOT, ShootData("A"), *(2, 2, 2))
    played.answer(pick("B"))
    assert played.session.waiting == ()
    assert power(played) == 1


@pytest.mark.clause("USB-R72")
def test_no_perfect_shot_by_a_hero_who_has_attacked_alone() -> None:
    a = troops("A", (10, 5), 1), hero("Ah", (11.1, 5), "champion", "light", joined="A", alone=True, power=1)
    state = scene(*a, line("B", 30, 3), acting="A")
    played = Called(state, SHOOT, ShootData("A"))
    assert not played.session.waiting


# --- Inspire and False Flag --------------------------------------------------------------------------------------


def powers(state: State, unit: str = "A", after: bool = False) -> Called:
    return Called(state, POWERS, PowersData(unit, after))


@pytest.mark.clause("USB-PWR-07", "USB-R69")
@pytest.mark.parametrize(("gap", "reaches"), [(10.0, True), (10.01, False)])
def test_inspire_within_ten_inches(gap: float, reaches: bool) -> None:
    made = hero("A", (5, 5), power=1), troops("A2", [(5, 6 + gap)], 1, status="panicked")
    state = scene(*made, line("B", 33, 1), acting="A")
    assert to_inspire(state, "A") == (("A2",) if reaches else ())
    if reaches:
        played = powers(state).answer(pick("A2"))
        assert not facts.own(played.state, "A2").status
        assert not played.session.waiting


@pytest.mark.clause("USB-PWR-07", "USB-R69", "USB-S18")
def test_inspire_himself_his_unit_and_passengers_from_the_carriers_base() -> None:
    beast = monster("A3", (5, 12), 2, cargo=10)
    made = troops("A", None, 2, aboard="A3", status="panicked"), hero("Ah", None, joined="A", power=2)
    far = troops("A2", [(5, 22)], 1, status="shaken")
    state = scene(beast, *made, far, acting="A")
    assert to_inspire(state, "A") == ("A", "A2")
    lone = scene(hero("A", (5, 5), power=1, status="panicked"), acting="A")
    played = powers(lone)
    assert played.session.default(played.asked).exit == "pass"
    played.answer(pick("A"))
    assert (facts.own(played.state, "A").status, power(played)) == ("", 0)


@pytest.mark.clause("USB-R69", "USB-PWR-01")
def test_inspire_comes_before_or_after_recovery_and_action() -> None:
    made = hero("A", (5, 5), "champion", power=3, status="panicked"), line("B", 33, 1)
    played = Called(scene(*made), ACTIVATION, OfUnit("A"), 2)
    assert played.asked.question == "powers"
    played.leave("pass")
    played.default()  # the die is not bent
    assert played.asked.question == "powers"
    played.answer(pick("A"))
    assert played.asked.question == "act"
    assert power(played) == 2


@pytest.mark.clause("USB-PWR-08", "USB-R53")
def test_a_false_flag_after_the_action_covers_hero_and_unit() -> None:
    made = line("A", 10, 2), hero("Ah", (16.4, 10), joined="A", power=2), line("B", 15, 1)
    state = scene(*made, acting="A")
    assert not powers(state, "A").session.waiting
    played = powers(state, "A", after=True)
    assert played.session.default(played.asked).exit == "pass"
    played.leave("flag")
    assert not played.session.waiting  # nor is it offered twice
    for unit in ("A", "Ah"):
        assert facts.own(played.state, unit).flag
    bar = near.exposed(played.state, "A", "charge")
    assert bar is not None
    assert bar.clause == "USB-PWR-08"
    assert near.nearest_enemies(played.state, "B", "charge") == ()


@pytest.mark.clause("USB-R53", "USB-PWR-08")
def test_no_flag_after_an_attack_when_locked_or_when_no_enemy_is_left_to_act() -> None:
    b = line("B", 15, 1)
    made = {"power": 1, "joined": "A"}
    fresh = line("A", 10, 2)
    assert may_flag(scene(fresh, hero("Ah", (16, 10), **made), b), "A")
    assert not may_flag(scene(fresh, hero("Ah", (16, 10), **made, attacked_round=True), b), "A")
    assert not may_flag(scene(line("A", 10, 2, attacked_round=True), hero("Ah", (16, 10), **made), b), "A")
    locked = scene(fresh, hero("Ah", (16, 10), **made), b, line("B2", 20, 1), locks=[("A", "B")])
    assert not may_flag(locked, "A")
    assert not may_flag(scene(fresh, hero("Ah", (16, 10), **made), line("B", 15, 1, activated=True)), "A")
    assert not may_flag(scene(fresh, hero("Ah", (16, 10), **made), b, line("C", 14, 1), locks=[("C", "B")]), "A")


@pytest.mark.clause("USB-R53")
def test_who_runs_into_a_flag_is_fought_and_it_is_struck() -> None:
    made = line("A", 10, 1), line("B", 11, 1, flag=True)
    played = fight(scene(*made), 2, 2, bumped=True)
    played.give()
    assert not facts.own(played.state, "B").flag
    assert "outnumbers" not in rows(played, 0)


@pytest.mark.clause("USB-R72")
@pytest.mark.parametrize(
    ("made", "dice", "alone"),
    [
        (hero("A", (10, 5), "daredevil", "light", power=0), 3, True),
        (troops("A", (10, 5), 1, "regular", "light"), 1, False),
    ],
)
def test_who_attacks_as_a_lone_hero_is_noted_and_nobody_else(made: Made, dice: int, alone: bool) -> None:
    played = Called(scene(made, line("B", 11, 1), acting="A"), SHOOT, ShootData("A"), *[1] * dice)
    played.answer(pick("B")).give()
    own = facts.own(played.state, "A")
    assert (own.attacked, own.alone) == (True, alone)


@pytest.mark.clause("USB-R50")
def test_dice_are_left_by_one_key_and_turned_by_a_choice() -> None:
    played = fight_on(champion(power=4), 1, 2, 2, *(6, 6, 6), *[2] * 3)
    asked = played.session.asked(played.asked)
    assert asked.draft is not None
    assert asked.draft == asked.default.answer
    assert asked.draft.parts == {"bend": "no"}
