"""Attacks and wounds, one clause to a test: special rules of weapons, wound effects, Tough models, falls."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.state import Feature, Frame
from rulesets.age_of_fantasy_skirmish.attack import numbers
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.move.falling import DangerData, FallData
from rulesets.age_of_fantasy_skirmish.own import Effect
from rulesets.age_of_fantasy_skirmish.shoot.shooting import ShootingData
from tests.rules.age_of_fantasy_skirmish.attack_play import (
    NO,
    Fight,
    after,
    batch,
    bow,
    melee,
    model,
    row,
    scene,
    shoot,
    shot,
    squad,
    sword,
)
from tests.rules.age_of_fantasy_skirmish.flow_play import Play
from tests.rules.age_of_fantasy_skirmish.move_play import Move
from tests.rules.age_of_fantasy_skirmish.table import piece, table, unit

FAR = squad("B9", [(40, 40)], model())
TROLL = model(4, 4, tough=6, regeneration=0)


def alone(*models: Any, **own: Any) -> Any:
    """A lone unit of the south, and an enemy far away."""
    return scene(squad("A1", row(len(models), 10, 10), *models, **own), FAR)


def duel(weapon: Any, target: Any, **own: Any) -> Any:
    """One shooter and one target, eight inches apart."""
    return scene(squad("A1", [(10, 10)], model(4, 4, weapon), **own), squad("B1", [(10, 18)], target))


def hit(state: Any, **about: Any) -> int:
    """The face that hits."""
    return int(numbers.to_hit(state, shot(state, "A1.1", "B1", **about)).total)


def push(effect: str) -> list[int]:
    """The die of the Push that follows a Shaken, and fails."""
    return [1] if effect == "shaken" else []


# --- weapons -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-AP-01")
@pytest.mark.parametrize(("ap", "need"), [(0, 4), (1, 5), (2, 6)])
def test_armour_piercing_worsens_the_block_by_its_number(ap: int, need: int) -> None:
    fight = shoot(duel(bow(ap=ap), model(4, 4, tough=9)), "A1", 4, 6)
    assert fight.needs("AFS-SHT-05") == [need]
    knife = scene(squad("A1", [(10, 10)], model(4, 4, sword(ap=ap))), squad("B1", [(10, 11.5)], model(4, 4, tough=9)))
    _, block = melee(knife, "A1", "B1", 4, 6).all("rolled")
    assert block.request is not None
    assert block.request.need == need


@pytest.mark.clause("AFS-BANE-01")
@pytest.mark.parametrize(("rules", "dice", "wounds"), [({"bane": 0}, (4, 3), 1), ({}, (4, 3, 5), 0)])
def test_regeneration_does_not_ignore_wounds_of_bane(rules: dict[str, int], dice: tuple[int, ...], wounds: int) -> None:
    fight = shoot(duel(bow(**rules), TROLL), "A1", *dice)
    assert (fight.wounds("B1"), len(fight.needs("AFS-REG-01"))) == (wounds, 1 - wounds)


@pytest.mark.clause("AFS-REND-01")
@pytest.mark.parametrize(("rules", "dice", "wounds"), [({"rending": 0}, (4, 3), 1), ({}, (4, 3, 5), 0)])
def test_regeneration_does_not_ignore_wounds_of_rending(
    rules: dict[str, int], dice: tuple[int, ...], wounds: int
) -> None:
    fight = shoot(duel(bow(**rules), TROLL), "A1", *dice)
    assert (fight.wounds("B1"), len(fight.needs("AFS-REG-01"))) == (wounds, 1 - wounds)


@pytest.mark.clause("AFS-UNST-01")
@pytest.mark.parametrize(("rules", "dice", "wounds"), [({"unstoppable": 0}, (4, 3), 1), ({}, (4, 3, 5), 0)])
def test_regeneration_does_not_ignore_wounds_of_unstoppable(
    rules: dict[str, int], dice: tuple[int, ...], wounds: int
) -> None:
    fight = shoot(duel(bow(**rules), TROLL), "A1", *dice)
    assert (fight.wounds("B1"), len(fight.needs("AFS-REG-01"))) == (wounds, 1 - wounds)


@pytest.mark.clause("AFS-UNST-02")
@pytest.mark.parametrize("rule", ["stealth", "spell", "indirect"])
def test_unstoppable_ignores_each_negative_modifier(rule: str) -> None:
    own: dict[str, Any] = {"moved": ("A1.1",)} if rule == "indirect" else {}
    if rule == "spell":
        own["effects"] = (Effect("dread_murmur", to_hit=-1),)
    target = model(4, 4, stealth=0) if rule == "stealth" else model(4, 4)
    arm = {"indirect": 0} if rule == "indirect" else {}
    plain = duel(bow(**arm), target, **own)
    unstoppable = duel(bow(unstoppable=0, **arm), target, **own)
    assert (hit(plain, far=True, moved=True), hit(unstoppable, far=True, moved=True)) == (5, 4)


@pytest.mark.clause("AFS-SGT-01")
@pytest.mark.parametrize(
    ("quality", "effects", "face", "hits"),
    [(4, (), 6, 2), (4, (), 5, 1), (5, (Effect("wisp_light", to_hit=1, until="attack"),), 5, 1)],
)
def test_each_natural_six_of_a_sergeants_unit_deals_one_extra_hit(
    quality: int, effects: tuple[Effect, ...], face: int, hits: int
) -> None:
    led = squad("A1", [(10, 10)], model(quality, 4, bow(), role="sergeant"), effects=effects)
    state = scene(led, squad("B1", [(10, 18)], model(4, 4, tough=9)))
    assert shoot(state, "A1", face, *[4] * hits).hits() == [hits]


@pytest.mark.clause("AFS-SGT-01")
def test_the_extra_hit_of_a_sergeant_does_not_count_as_a_six() -> None:
    led = squad("A1", [(10, 10)], model(4, 2, bow(rending=0), role="sergeant"))
    fight = shoot(scene(led, squad("B1", [(10, 18)], model(4, 2, tough=9))), "A1", 6, 5, 5)
    assert sorted(need or 0 for need in fight.needs("AFS-SHT-05")) == [2, 6]
    assert fight.wounds("B1") == 1


@pytest.mark.clause("AFS-CNTR-02")
@pytest.mark.parametrize(("counters", "dice"), [(0, 3), (1, 2), (2, 1)])
def test_each_counter_model_takes_one_impact_die(counters: int, dice: int) -> None:
    pikes = [model(4, 4, sword("Pike", counter=0)) if k < counters else model(4, 4, sword()) for k in range(2)]
    state = scene(squad("A1", [(10, 10)], model(4, 4, sword(), impact=3)), squad("B1", row(2, 9.4, 11.5), *pikes))
    fight = melee(state, "A1", "B1", *[1] * dice, 3, counter=NO)
    assert fight.faces()[0] == (1,) * dice


@pytest.mark.clause("AFS-IND-02")
@pytest.mark.parametrize(("rules", "asked"), [({"indirect": 0}, "shoot"), ({}, "")])
def test_an_indirect_weapon_needs_no_line_of_sight(rules: dict[str, int], asked: str) -> None:
    corners = ((4, 14), (16, 14), (16, 14.5), (4, 14.5))
    wall = Feature("wall", "wall", "Wall", tuple((inch(x), inch(y)) for x, y in corners), height=inch(3))
    archers, target = squad("A1", [(10, 10)], model(4, 4, bow(**rules))), squad("B1", [(10, 18)], model(4, 4))
    frame = Frame("afs.shooting", data=ShootingData("A1"))
    assert Fight(scene(archers, target, features=(wall,)), frame).asked_for == asked
    assert Fight(scene(archers, target), frame).asked_for == "shoot"


@pytest.mark.clause("AFS-SHT-07")
def test_all_wounds_of_a_units_shooting_at_a_target_are_one_batch() -> None:
    state = scene(squad("A1", row(3, 10, 10), model(4, 4, bow())), squad("B1", [(10, 18)], model(4, 4)))
    fight = shoot(state, "A1", 4, 4, 4, 3, 3, 6, 3, 1)
    assert fight.effects() == [(3 + 2, "shaken")]
    assert fight.markers("B1.1") == 2


# --- wounds ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-R06")
@pytest.mark.parametrize(
    ("markers", "tough", "die", "effect"),
    [
        (0, 0, 1, "shaken"),
        (0, 0, 4, "shaken"),
        (0, 0, 5, "knocked_out"),
        (4, 0, 1, "knocked_out"),
        (4, 0, 6, "knocked_out"),
        (2, 3, 4, "shaken"),
        (2, 3, 5, "knocked_out"),
        (8, 3, 1, "knocked_out"),
    ],
)
def test_any_total_below_the_number_shakes_and_any_from_it_on_knocks_out(
    markers: int, tough: int, die: int, effect: str
) -> None:
    rules = {"tough": tough} if tough else {}
    fight = batch(alone(model(wounds=markers, **rules)), "A1", 1, 1, die, *push(effect))
    assert fight.effects() == [(markers + 1 + die, effect)]
    assert bool(fight.alive("A1")) == (effect == "shaken")


@pytest.mark.clause("AFS-WND-05")
@pytest.mark.parametrize(
    ("shaken", "fear", "total"), [(False, {}, 3), (True, {}, 4), (False, {"fear": 2}, 5), (True, {"fear": 2}, 6)]
)
def test_shaken_before_and_fear_add_to_the_wound_effect_roll(shaken: bool, fear: dict[str, int], total: int) -> None:
    foe = squad("B1", [(10, 11.5)], model(4, 4), shaken=shaken)
    state = scene(squad("A1", [(10, 10)], model(4, 4, sword(), **fear)), foe)
    effect = "knocked_out" if total >= 6 else "shaken"
    fight = melee(state, "A1", "B1", 4, 3, 2, *push(effect))
    assert fight.effects() == [(total, effect)]


@pytest.mark.clause("AFS-WND-04")
def test_recovery_leaves_the_wound_markers() -> None:
    play = Play(alone(model(wounds=1), shaken=True), "activation", unit="A1")
    assert not play.own("A1").shaken
    assert play.state.bases["A1.1"].own.wounds == 1


@pytest.mark.clause("AFS-R09")
def test_markers_from_before_recovery_count_in_the_next_batch() -> None:
    recovered = Play(alone(model(wounds=2), shaken=True), "activation", unit="A1")
    fight = batch(replace(recovered.state, stack=(), pending=None), "A1", 1, 1, 2, 1)
    assert (fight.effects(), fight.markers("A1.1")) == ([(3 + 2, "shaken")], 3)


@pytest.mark.clause("AFS-R30")
def test_regeneration_is_rolled_after_deadly_has_multiplied() -> None:
    fight = batch(alone(model(4, 4, tough=6, regeneration=0)), "A1", 1, 3, 5, 4, 4, deadly=3)
    assert fight.faces() == [(3,), (5, 4, 4)]
    assert fight.markers("A1.1") == 2


# --- Tough -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-TOUGH-02")
@pytest.mark.parametrize(
    ("tough", "wounds", "die", "effect"),
    [
        (2, 3, 2, "shaken"),
        (2, 3, 3, "knocked_out"),
        (4, 5, 2, "shaken"),
        (4, 5, 3, "knocked_out"),
        (12, 11, 4, "shaken"),
        (12, 11, 5, "knocked_out"),
    ],
)
def test_tough_models_are_knocked_out_on_five_and_their_number(tough: int, wounds: int, die: int, effect: str) -> None:
    fight = batch(alone(model(tough=tough, wounds=wounds)), "A1", 1, 1, die, *push(effect))
    total = wounds + 1 + die
    assert fight.effects() == [(total, effect)]
    assert (total >= 5 + tough) == (effect == "knocked_out")


@pytest.mark.clause("AFS-TOUGH-03")
def test_tough_3_rolls_from_the_third_wound_and_falls_on_eight() -> None:
    first = batch(alone(model(tough=3)), "A1", 2, 1, 1)
    assert (first.effects(), first.markers("A1.1")) == ([], 2)
    assert batch(after(first), "A1", 1, 1, 4, 1).effects() == [(7, "shaken")]
    assert batch(after(first), "A1", 1, 1, 5).effects() == [(8, "knocked_out")]


@pytest.mark.clause("AFS-TOUGH-05")
@pytest.mark.parametrize(("tough", "knocked_out_at"), [(0, 6), (3, 8), (6, 11)])
@pytest.mark.parametrize("shaken", [False, True])
@pytest.mark.parametrize("die", range(1, 7))
def test_the_table_of_tough_models_row_by_row(tough: int, knocked_out_at: int, shaken: bool, die: int) -> None:
    least = max(1, tough)
    rules = {"tough": tough} if tough else {}
    effect = "knocked_out" if die >= (4 if shaken else 5) else "shaken"
    fight = batch(alone(model(wounds=least - 1, **rules), shaken=shaken), "A1", 1, 1, die, *push(effect))
    total = least + die + shaken
    assert fight.effects() == [(total, effect)]
    assert (total >= knocked_out_at) == (effect == "knocked_out")
    if least > 1:
        assert batch(alone(model(wounds=least - 2, **rules), shaken=shaken), "A1", 1, 1).effects() == []


@pytest.mark.clause("AFS-TOUGH-04")
@pytest.mark.parametrize(("code", "dice"), [("B4", (2,)), ("A7", (2, 3, 4))])
def test_dangerous_terrain_takes_as_many_dice_as_tough(code: str, dice: tuple[int, ...]) -> None:
    state = table(unit(code, (10, 10)))
    play = Move(state, Frame("afs.danger", data=DangerData(code, (f"{code}.1",), "entered")), dice).finish()
    assert play.faces() == [dice]


# --- falls -------------------------------------------------------------------------------------------------------


def drop(height: float, *dice: int) -> Move:
    """The Grave-Caller (D5+) falls from a tower of a height."""
    tower = piece("tower", box=(8, 8, 12, 12), height=height)
    data = FallData("B2.1", inch(height), (inch(12), inch(10)), "south", (inch(13), inch(10)))
    return Move(table(unit("B2", (10, 10)), terrain=[tower]), Frame("afs.fall", data=data), dice).finish()


@pytest.mark.clause("AFS-FALL-02")
@pytest.mark.parametrize(("height", "ap"), [(2.9, 0), (3.0, 1), (5.9, 1), (6.0, 2)])
def test_the_hit_of_a_fall_has_one_ap_for_each_full_three_inches(height: float, ap: int) -> None:
    assert drop(height, 6).thrown("AFS-FALL-01") == [(1, 5 + ap)]


@pytest.mark.clause("AFS-FALL-06")
@pytest.mark.parametrize(
    ("height", "hits"),
    [
        (1.9, []),
        (2.0, [5]),
        (2.9, [5]),
        (3.0, [6]),
        (5.9, [6]),
        (6.0, [7]),
        (8.9, [7]),
        (9.0, [8]),
        (11.9, [8]),
        (12.0, [9]),
    ],
)
def test_the_table_of_falls_row_by_row(height: float, hits: list[int]) -> None:
    assert drop(height, *([6] * len(hits))).thrown("AFS-FALL-01") == [(1, need) for need in hits]
