"""Shooting played: at whom, who of the unit, with what, over whom, perfectly (chapter 19)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import OptionAnswer, PickAnswer, PlaceAnswer, Reply, Standing
from game.geometry.shapes import Pose
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.shoot.shooting import SHOOT, ShootData, targets
from rulesets.universal_battle.shoot.smoke import places
from tests.rules.universal_battle.table import Play, hero, monster, piece, scene, standing, troops
from tests.rules.universal_battle.turn_play import (
    Acted,
    asked,
    bars,
    needs,
    over,
    refusal,
    things,
    thrown,
    told,
    ways_out,
)


@pytest.mark.clause("USB-SHT-01", "USB-SHT-03", "USB-SHT-04")
def test_one_model_in_range_is_enough_for_all() -> None:
    deep = troops("A1", [(18, 10), (18, 9), (18, 8)], 3, "regular", "light")
    play = Acted(scene(deep, troops("B1", (18, 23), 1)), "A1", 1, 1, 1).act("aimed").pick("B1")
    assert over(play)
    assert thrown(play) == [3]
    assert bars(Acted(scene(deep, troops("B1", (18, 23.01), 1)), "A1"))["aimed"] == "USB-S26"


@pytest.mark.clause("USB-SHT-02")
def test_only_models_that_see_the_target_shoot() -> None:
    line = troops("A1", [(10, 10), (11, 10), (16, 10)], 3, "regular", "ranged")
    wall = piece("house", 0, 15, 14, 17, 6)
    play = Acted(scene(line, troops("B1", (16, 22), 1), terrain=[wall]), "A1", 1).act("aimed").pick("B1")
    assert thrown(play) == [1]


@pytest.mark.clause("USB-SHT-05", "USB-SHT-06", "USB-R13", "USB-R14")
def test_the_nearest_alone_but_anybody_with_a_hero() -> None:
    made = troops("A1", (18, 10), 2, "regular", "ranged"), troops("B1", (10, 22), 1), troops("B2", (26, 24), 1)
    assert targets(scene(*made), ShootData("A1")) == ("B1",)
    assert targets(scene(*made, hero("A2", (18, 9), joined="A1")), ShootData("A1")) == ("B1", "B2")
    hidden = troops("B2", (26, 24), 1, formation="hidden")
    led = scene(*made[:2], hidden, hero("A2", (18, 9), joined="A1"))
    assert targets(led, ShootData("A1")) == ("B1",)
    out_of_range = scene(made[0], troops("B1", (18, 35.1), 1), troops("B2", (18, 36), 1), size=(36, 48))
    assert targets(out_of_range, ShootData("A1")) == ()


@pytest.mark.clause("USB-ACT-05", "USB-TER-08", "USB-EQP-10", "USB-MOR-01", "USB-R18")
def test_e06_an_aimed_shot_at_a_forest() -> None:
    archers = troops("A1", (18, 5), 5, "regular", "ranged")
    foes = troops("B1", (18.55, 30), 6)
    state = scene(archers, foes, terrain=[piece("forest", 10, 29, 26, 33)])
    play = Acted(state, "A1", 4, 3, 6, 1, 5, 4, 3, 2, 3).act("aimed").pick("B1").to_end()
    assert needs(play) == [4, 4, 4]
    assert standing(play.state, "B1") == 4
    assert play.state.units["B1"].own.status == "shaken"


@pytest.mark.clause("USB-FRM-09", "USB-R11", "USB-R12")
def test_e12_a_hidden_target_that_is_not_found_costs_the_shot_alone() -> None:
    made = troops("A1", (18, 10), 3, "regular", "ranged", entrenched=True)
    state = scene(made, troops("B1", (18, 25), 3, formation="hidden"), troops("B2", (30, 30), 1))
    play = Acted(state, "A1", 3).act("shoot_first").pick("B1")
    assert play.asked.question == "move_after"
    assert needs(play) == [4]
    assert play.state.units["B1"].own.formation == "hidden"
    found = Acted(state, "A1", 4, 1, 1, 1).act("aimed").pick("B1")
    assert found.state.units["B1"].own.formation == "skirmish"
    assert over(found)


@pytest.mark.clause("USB-MON-08", "USB-R64")
def test_a_monster_shoots_over_others_at_the_nearest_that_a_friend_sees() -> None:
    wall = piece("house", 10, 14, 26, 16, 8)
    gun = monster("A1", (18, 10), 0, "regular", "large")
    scout, foe = troops("A2", (30, 20), 1), troops("B1", (18, 25), 1)
    state = scene(gun, scout, foe, troops("B2", (20, 28), 1), terrain=[wall])
    assert targets(state, ShootData("A1")) == ("B1",)
    play = Acted(state, "A1", 1).act("aimed").pick("B1")
    assert needs(play) == [4]  # 4+, aimed +1, indirect -1
    assert targets(scene(gun, foe, terrain=[wall]), ShootData("A1")) == ()
    unseen = scene(gun, troops("A2", (18, 8), 1), foe, terrain=[wall])
    assert targets(unseen, ShootData("A1")) == ()
    far = scene(gun, troops("A2", (30, 40), 1), troops("B1", (18, 48.3), 1), terrain=[wall], size=(36, 60))
    assert targets(far, ShootData("A1")) == ()
    foot = scene(troops("A1", (18, 10), 1, "regular", "ranged"), scout, foe, terrain=[wall])
    assert targets(foot, ShootData("A1")) == ()


@pytest.mark.clause("USB-MON-08", "USB-R64")
def test_whom_it_sees_itself_it_shoots_at_straight() -> None:
    gun = monster("A1", (18, 10), 0, "regular", "large")
    state = scene(gun, troops("A2", (30, 20), 1), troops("B1", (18, 25), 1))
    assert needs(Acted(state, "A1", 1).act("aimed").pick("B1")) == [3]


@pytest.mark.clause("USB-MON-12", "USB-R15")
def test_a_monster_fires_all_that_reaches() -> None:
    tank = monster("A1", (18, 10), 2, "regular", "automatic", "huge")
    near = Acted(scene(tank, troops("B1", (18, 25), 1)), "A1", *([1] * 9)).act("aimed").pick("B1")
    assert thrown(near) == [6, 3]
    far = Acted(scene(tank, troops("B1", (18, 34), 1)), "A1", *([1] * 3)).act("aimed").pick("B1")
    assert thrown(far) == [3]


@pytest.mark.clause("USB-FRM-05", "USB-FRM-06", "USB-R36", "USB-S10")
@pytest.mark.parametrize(("facing", "saves"), [(180.0, 4), (0.0, 6)])
def test_a_phalanx_is_shot_at_from_its_front_or_not(facing: float, saves: int) -> None:
    block = [(18.0, 24.0, facing), (19.0, 24.0, facing), (18.0, 25.0, facing), (19.0, 25.0, facing)]
    state = scene(troops("A1", (18, 10), 1, "regular", "ranged"), troops("B1", block, 4, formation="phalanx"))
    play = Acted(state, "A1", 3, 6, 6).act("aimed").pick("B1")
    assert needs(play)[:2] == [3, saves]


@pytest.mark.clause("USB-FRM-05", "USB-FRM-07")
def test_a_phalanx_shoots_better_and_to_its_front_alone() -> None:
    def block(facing: float) -> list[tuple[float, float, float]]:
        return [(18, 10, facing), (19, 10, facing), (18, 9, facing), (19, 9, facing)]

    ranks = {f: troops("A1", block(f), 4, "regular", "ranged", formation="phalanx") for f in (0.0, 180.0)}
    play = Acted(scene(ranks[0.0], troops("B1", (18, 20), 1)), "A1", 1, 1, 1, 1).act("aimed").pick("B1")
    assert needs(play) == [2]
    assert bars(Acted(scene(ranks[180.0], troops("B1", (18, 20), 1)), "A1"))["aimed"] == "USB-S26"


# --- heroes ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("USB-R15", "USB-R54")
def test_a_hero_says_which_of_his_weapons_he_uses() -> None:
    sage = hero("A1", (18, 10), "champion", "light", magic=["automatic"], power=0)
    state = scene(sage, troops("B1", (18, 20), 1))
    play = Acted(state, "A1", *([1] * 6)).act("aimed").pick("B1")
    assert play.asked.question == "hero_weapon"
    assert things(play) == ["light", "automatic"]
    assert asked(play).default.answer.ids == ("automatic",)
    assert over(play.pick("automatic"))
    assert thrown(play) == [6]
    light = Acted(state, "A1", *([1] * 3)).act("aimed").pick("B1").pick("light")
    assert thrown(light) == [3]
    far = Acted(scene(sage, troops("B1", (18, 27), 1)), "A1", *([1] * 6)).act("aimed").pick("B1")
    assert over(far)
    assert thrown(far) == [6]  # one alone reaches


@pytest.mark.clause("USB-R15", "USB-R24", "USB-R54")
def test_he_says_so_in_a_reaction_too() -> None:
    sage = hero("B1", (18, 20), "champion", "light", magic=["automatic"])
    state = scene(troops("A1", (18, 10), 1), sage)
    play = Play(state, SHOOT.at(data=ShootData("B1", reaction_at="A1")), *([1] * 3))
    assert play.asked.question == "hero_weapon"
    play.answer(asked(play).default.answer.__class__(("light",)))
    assert over(play)
    assert thrown(play) == [3]


@pytest.mark.clause("USB-PWR-06", "USB-R52", "USB-S26")
def test_a_perfect_shot_reaches_any_distance_and_has_no_penalty() -> None:
    rifle = hero("A1", (18, 5), "daredevil", "light", fatigue=1, power=1)
    state = scene(rifle, troops("B1", (18, 30), 1, specs=["camouflage"]))
    play = Acted(state, "A1", 1, 1, 1).act("aimed").pick("B1")  # without it no die would be thrown: it is bought
    assert over(play)
    assert needs(play) == [3]  # 4+ and aimed: fatigue and Camouflage count for nothing
    assert told(play, "perfect_shot")[0]["points"] == 1
    poor = scene(hero("A1", (18, 5), "daredevil", "light", power=0), troops("B1", (18, 30), 1))
    assert bars(Acted(poor, "A1"))["aimed"] == "USB-S26"


@pytest.mark.clause("USB-R52", "USB-MON-12")
def test_it_is_the_shot_of_one_weapon_the_others_fire_as_they_do() -> None:
    mounted = monster(
        "A1",
        (18, 10),
        1,
        "regular",
        "ranged",
        "automatic",
        rider="daredevil",
        rider_items=["light"],
        fatigue=1,
        power=1,
    )
    state = scene(mounted, troops("B1", (18, 20), 3))
    play = Acted(state, "A1", *([1] * 9)).act("aimed").pick("B1")
    assert refusal(play, OptionAnswer({"perfect": "2"})) != ""
    # all at 4+; the rider's three are saved on 4+, the mount's four and two on 5+; then the four at 3+
    notes = [c.note.args["wounds"] for c in asked(play).space.parts["perfect"]]
    assert notes == [round(3 / 4 + 4 / 3 + 2 / 3, 2), round(3 / 4 + 16 / 9 + 2 / 3, 2)]
    assert over(play.answer(OptionAnswer({"perfect": "1"})))
    assert sorted(zip(needs(play), thrown(play), strict=True)) == [(3, 4), (4, 2), (4, 3)]
    plain = Acted(state, "A1", *([1] * 9)).act("aimed").pick("B1")
    plain.answer(OptionAnswer({"perfect": "0"})).to_end()
    assert sorted(zip(needs(plain), thrown(plain), strict=True)) == [(4, 2), (4, 3), (4, 4)]


@pytest.mark.clause("USB-R15", "USB-MON-12")
def test_whatever_its_rider_chooses_his_mount_shoots_too() -> None:
    arms: dict[str, Any] = {"rider": "champion", "rider_items": ["light", "automatic"], "power": 0}
    mounted = monster("A1", (18, 10), 1, "regular", "ranged", **arms)
    play = Acted(scene(mounted, troops("B1", (18, 20), 3)), "A1", *([1] * 5)).act("aimed").pick("B1").pick("light")
    assert over(play)
    assert thrown(play) == [3, 2]


@pytest.mark.clause("USB-R52", "USB-R54")
def test_a_weapon_beyond_its_range_may_be_chosen_for_a_perfect_shot() -> None:
    sage = hero("A1", (18, 5), "champion", "ranged", magic=["automatic"], power=1)
    state = scene(sage, troops("B1", (18, 27), 2))
    play = Acted(state, "A1", *([1] * 6)).act("aimed").pick("B1").pick("automatic")
    assert over(play)
    assert thrown(play) == [6]
    assert told(play, "perfect_shot")[0]["points"] == 1
    usual = Acted(state, "A1", *([1] * 3)).act("aimed").pick("B1")
    assert usual.asked.question == "hero_weapon"
    assert asked(usual).default.answer.ids == ("ranged",)


@pytest.mark.clause("USB-R52", "USB-PWR-06")
def test_nobody_pays_where_nothing_is_gained() -> None:
    fresh = scene(hero("A1", (18, 10), "daredevil", "ranged"), troops("B1", (18, 20), 1))
    play = Acted(fresh, "A1", 1, 1, 1).act("aimed").pick("B1")
    assert play.session.waiting == () or play.asked.question != "perfect_shot"


@pytest.mark.clause("USB-R23", "USB-R24", "USB-R18")
def test_a_reaction_shot_tires_and_calls_for_no_test_yet() -> None:
    state = scene(troops("A1", (18, 10), 2), troops("B1", (18, 20), 2, "regular", "light"))
    play = Play(state, SHOOT.at(data=ShootData("B1", reaction_at="A1")), 4, 1, 3)
    assert over(play)
    assert play.state.units["B1"].own.fatigue == 1
    assert not play.state.units["B1"].own.activated
    assert standing(play.state, "A1") == 1
    assert (play.state.units["A1"].own.tested, play.state.units["A1"].own.hurt) == (0, True)


# --- smoke -------------------------------------------------------------------------------------------------------


def _smoke_at(play: Play, x: float, y: float) -> PlaceAnswer:
    marker = play.asked.args["marker"]
    return PlaceAnswer((Standing(marker, {marker: Pose(inch(x), inch(y))}),))


@pytest.mark.clause("USB-SPC-11", "USB-S21")
def test_smoke_lies_within_six_inches_of_the_unit_on_nobody() -> None:
    clouds = troops("A1", (18, 10), 1, "regular", "ranged", specs=["smoke"])
    play = Acted(scene(clouds, troops("B1", (18, 20), 1), troops("A2", (12, 10), 1)), "A1").act("aimed")
    assert ways_out(play) == ["hold_fire", "smoke"]
    play.leave("smoke")
    assert refusal(play, _smoke_at(play, 26.01, 10)) == "USB-S21"
    assert refusal(play, _smoke_at(play, 26, 10)) == ""
    assert refusal(play, _smoke_at(play, 18, 11.9)) == "USB-S21"
    assert refusal(play, _smoke_at(play, 13.9, 10)) == "USB-S21"
    assert refusal(play, _smoke_at(play, 18, 1.4)) == "USB-S21"
    assert over(play.answer(_smoke_at(play, 18, 14)))
    (marker,) = play.state.markers.values()
    assert (marker.kind, marker.side, marker.own.round) == ("smoke", "south", 1)
    assert not play.state.units["A1"].own.attacked_round


@pytest.mark.clause("USB-SPC-11", "USB-S21")
def test_smoke_is_offered_towards_the_nearest_enemy_first() -> None:
    foes = troops("B1", (18, 26), 1), troops("B2", (18, 1), 1)
    state = scene(troops("A1", (18, 15), 1, specs=["smoke"]), *foes)
    x, y = next(iter(places(state, "A1")))
    assert (x, round(y / 25)) == (inch(18), 23)


@pytest.mark.clause("USB-SPC-11", "USB-S21", "USB-R70")
def test_smoke_needs_no_weapon_but_the_whole_unit_and_no_carrier() -> None:
    bare = troops("A1", (18, 10), 1, specs=["smoke"])
    assert "aimed" not in bars(Acted(scene(bare, troops("B1", (18, 20), 1)), "A1"))
    led = scene(bare, hero("A2", (18, 9), joined="A1", power=0), troops("B1", (18, 20), 1))
    assert bars(Acted(led, "A1"))["aimed"] == "USB-S26"
    inside = troops("A1", None, 1, specs=["smoke"], aboard="A3")
    held = scene(inside, monster("A3", (18, 10), 1, cargo=10), troops("B1", (18, 20), 1))
    assert bars_inside(Acted(held, "A1"))["shoot"] == "USB-S26"


def bars_inside(play: Play) -> dict[str, str]:
    """What bars the ways of a unit inside a carrier."""
    space = asked(play).space
    return {c.id: c.bar.clause for c in space.parts["inside"] if c.bar is not None}


@pytest.mark.clause("USB-SHT-03")
def test_the_wounds_that_a_shot_may_do_are_told_with_each_target() -> None:
    one = troops("A1", (18, 10), 1, "regular", "light"), troops("B1", (18, 20), 1)
    play = Acted(scene(*one), "A1").act("aimed")
    told = play.session.forecast(play.asked, Reply(PickAnswer(("B1",))))
    assert told is not None
    assert told.rows[0].spread == {0: pytest.approx(2 / 3), 1: pytest.approx(1 / 3)}  # 3+ to hit, saved on 4+
    assert play.session.forecast(play.asked, Reply(exit="hold")) is None
