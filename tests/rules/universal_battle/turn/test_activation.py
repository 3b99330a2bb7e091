"""Activations: recovery, one action, and what each action is (chapters 1, 14 and 15)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.state import Marker
from game.geometry.shapes import Pose
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.own import MarkerOwn
from rulesets.universal_battle.turn import victory
from tests.rules.universal_battle.move_play import at, led, move
from tests.rules.universal_battle.table import hero, monster, piece, scene, standing, troops
from tests.rules.universal_battle.turn_play import Acted, Round, bars, needs, over, refusal, things, told, ways_out

SHOOTERS = troops("A1", (18, 10), 3, "regular", "ranged")
FOES = troops("B1", (18, 25), 3)


@pytest.mark.clause("USB-RND-06", "USB-ACT-01", "USB-R23")
def test_first_the_test_to_recover_then_one_action() -> None:
    play = Acted(scene(troops("A1", (18, 10), 3, status="shaken"), FOES), "A1", 4)
    assert play.state.units["A1"].own.status == ""
    assert play.state.units["A1"].own.activated
    assert play.asked.question == "act"
    play.act("entrench")
    assert over(play)
    assert play.state.units["A1"].own.fatigue == 1
    assert play.state.own.acting == ""


@pytest.mark.clause("USB-RND-06", "USB-CMB-05")
def test_a_locked_unit_has_no_action_but_the_fight() -> None:
    state = scene(troops("A1", (18, 10), 1), troops("B1", (18, 11), 1), locks=[("A1", "B1")])
    play = Acted(state, "A1", 1, 1)
    assert not [e for e in play.events if e.type == "moved"]
    assert over(play.to_end())
    assert play.state.units["A1"].own.fatigue == 1


@pytest.mark.clause("USB-ACT-02")
def test_a_tactical_move_and_then_the_shot() -> None:
    play = Acted(scene(SHOOTERS, FOES), "A1", 1, 2, 3)
    assert refusal(play, move("A1", "tactical", [led("A1", (18, 15.01))])) == "USB-ACT-02"
    play.act("tactical", led("A1", (18, 15)))
    assert at(play.state, "A1.2") == (18, 15)
    assert play.asked.question == "shoot_at"
    assert over(play.pick("B1"))
    assert needs(play) == [4]
    assert not play.state.units["A1"].own.attacked


@pytest.mark.clause("USB-ACT-02")
def test_or_the_shot_and_then_the_move_never_split() -> None:
    play = Acted(scene(SHOOTERS, FOES), "A1", 1, 2, 3).act("shoot_first").pick("B1")
    assert play.asked.question == "move_after"
    assert at(play.state, "A1.2") == (18, 10)
    play.act("tactical", led("A1", (18, 15)))
    assert at(play.state, "A1.2") == (18, 15)
    assert over(play)


@pytest.mark.clause("USB-ACT-03")
def test_a_run_has_no_attack() -> None:
    play = Acted(scene(SHOOTERS, FOES), "A1").act("run", led("A1", (18, 20)))
    assert over(play)
    assert at(play.state, "A1.2") == (18, 20)


@pytest.mark.clause("USB-ACT-05", "USB-SHT-03")
def test_an_aimed_shot_hits_better_and_moves_nobody() -> None:
    play = Acted(scene(SHOOTERS, FOES), "A1", 2, 2, 2)
    assert refusal(play, move("A1", "aimed", [led("A1", (18, 11))])) == "USB-ACT-05"
    assert over(play.act("aimed").pick("B1"))
    assert needs(play) == [3]


@pytest.mark.clause("USB-S26", "USB-ACT-05")
def test_a_shot_that_could_throw_no_die_is_not_offered() -> None:
    bare = Acted(scene(troops("A1", (18, 10), 3), FOES), "A1")
    assert {m: bars(bare)[m] for m in ("aimed", "shoot_first")} == {"aimed": "USB-S26", "shoot_first": "USB-S26"}
    assert refusal(bare, move("A1", "aimed")) == "USB-S26"
    far = Acted(scene(SHOOTERS, troops("B1", (18, 35.01), 3)), "A1")
    assert bars(far)["aimed"] == "USB-S26"
    near = Acted(scene(SHOOTERS, troops("B1", (18, 35), 3)), "A1")
    assert "aimed" not in bars(near)
    wall = piece("house", 10, 16, 26, 18, 6)
    unseen = Acted(scene(SHOOTERS, FOES, terrain=[wall]), "A1")
    assert bars(unseen)["aimed"] == "USB-S26"
    smoke = Acted(scene(troops("A1", (18, 10), 3, specs=["smoke"]), FOES), "A1")
    assert "aimed" not in bars(smoke)


@pytest.mark.clause("USB-ACT-06", "USB-R59", "USB-FRM-03")
def test_entrench_keeps_the_formation_and_lasts_until_the_next_activation() -> None:
    ranks = troops("A1", [(18, 10), (19, 10), (18, 9), (19, 9)], 4, formation="phalanx")
    play = Acted(scene(ranks, FOES), "A1").act("entrench")
    own = play.state.units["A1"].own
    assert (own.entrenched, own.formation) == (True, "phalanx")
    again = Acted(play.state, "A1")
    assert not again.state.units["A1"].own.entrenched
    column = troops("A1", [(18, 10), (18, 8.9)], 2, formation="column")
    assert refusal(Acted(scene(column, FOES), "A1"), move("A1", "entrench")) == "USB-FRM-03"


@pytest.mark.clause("USB-R59")
def test_whoever_moves_is_dug_in_no_longer() -> None:
    from rulesets.universal_battle.move.moving import MOVE, MoveData
    from tests.rules.universal_battle.table import Play

    state = scene(troops("A1", (18, 10), 1, entrenched=True), FOES)
    stays = Play(state, MOVE.at(data=MoveData("A1", "react")))
    assert stays.state.units["A1"].own.entrenched
    goes = Play(state, MOVE.at(data=MoveData("A1", "react", (led("A1", (18, 11)),))))
    assert not goes.state.units["A1"].own.entrenched


@pytest.mark.clause("USB-MOR-05", "USB-R57", "USB-MON-04")
def test_a_panicked_machine_that_cannot_move_runs_nowhere() -> None:
    play = Acted(scene(monster("A1", (18, 10), 0, "regular", "huge", status="panicked"), FOES), "A1", 1)
    assert set(bars(play)) == {"tactical", "charge", "shoot_first", "aimed", "entrench"}
    assert refusal(play, move("A1", "run", [led("A1", (18, 11))])) != ""
    assert over(play.default())
    assert at(play.state, "A1.1") == (18, 10)


@pytest.mark.clause("USB-R71", "USB-FRM-01")
def test_who_has_shot_cannot_hide_in_the_same_activation() -> None:
    hides = move("A1", "tactical", [led("A1", form="hidden")])
    play = Acted(scene(SHOOTERS, FOES), "A1", 1, 2, 3).act("shoot_first").pick("B1")
    assert refusal(play, hides) == "USB-R71"
    by_the_letter = scene(SHOOTERS, FOES, options={"hide_after_attack": "allowed"})
    play = Acted(by_the_letter, "A1", 1, 2, 3).act("shoot_first").pick("B1")
    assert refusal(play, hides) == ""
    lost = scene(SHOOTERS, troops("B1", (18, 25), 3, formation="hidden"))
    play = Acted(lost, "A1", 3).act("shoot_first").pick("B1")
    assert refusal(play, hides) == "USB-R71"
    held = Acted(scene(SHOOTERS, FOES), "A1").act("shoot_first").leave("hold_fire")
    assert refusal(held, hides) == ""
    assert over(held.act("tactical", led("A1", form="hidden")))
    assert held.state.units["A1"].own.formation == "hidden"


@pytest.mark.clause("USB-R71", "USB-SPC-11", "USB-S21")
def test_smoke_is_no_attack() -> None:
    clouds = troops("A1", (18, 10), 3, specs=["smoke"])
    play = Acted(scene(clouds, FOES), "A1").act("shoot_first").leave("smoke").default()
    assert play.asked.question == "move_after"
    assert refusal(play, move("A1", "tactical", [led("A1", form="hidden")])) == ""


@pytest.mark.clause("USB-GEN-04", "USB-GEN-05", "USB-GEN-06", "USB-S26")
def test_whose_models_are_moved_and_who_must_act() -> None:
    play = Round(scene(SHOOTERS, troops("A2", (10, 5), 1), FOES), due="south")
    assert play.asked.question == "activate"
    assert things(play) == ["A1", "A2"]
    assert play.asked.measuring == "free"
    assert ways_out(play) == []
    acted = Acted(scene(SHOOTERS, FOES), "A1")
    assert refusal(acted, move("A1", "run", [led("B1", (18, 24))])) != ""
    assert refusal(acted, move("B1", "run", [led("B1", (18, 24))])) != ""
    assert refusal(acted, move("A1", "tactical")) == ""


def _satchel(x: float, y: float, **own: object) -> Marker:
    return Marker("O1", "objective", "", Pose(inch(x), inch(y)), MarkerOwn(**{"worth": 2, **own}), "satchel")


@pytest.mark.clause("USB-ACT-07", "USB-VIC-01")
def test_a_special_action_wins_what_lies_beside_the_unit() -> None:
    made = troops("A1", (18, 10), 1), troops("B1", (30, 30), 1)
    state = replace(scene(*made), markers={"O1": _satchel(18, 11.5)})
    play = Acted(state, "A1")
    assert ways_out(play) == ["special-O1"]
    assert over(play.leave("special-O1"))
    assert play.state.markers["O1"].side == "south"
    assert play.state.units["A1"].own.fatigue == 1
    assert victory.score(play.state, "south").total == 2
    assert victory.score(play.state, "north").total == 0
    assert ways_out(Acted(play.state, "B1")) == []


@pytest.mark.clause("USB-ACT-07")
@pytest.mark.parametrize(
    ("marker", "foe", "own"),
    [
        (_satchel(18, 11.51), (30, 30), {}),
        (_satchel(18, 11.5), (18, 13), {}),
        (_satchel(18, 11.5, owner="south"), (30, 30), {}),
        (replace(_satchel(18, 11.5), side="north"), (30, 30), {}),
        (_satchel(18, 11.5), (30, 30), {"status": "panicked"}),
    ],
)
def test_but_not_from_farther_nor_beside_an_enemy_nor_ones_own(
    marker: Marker, foe: tuple[float, float], own: dict[str, str]
) -> None:
    state = scene(troops("A1", (18, 10), 1, **own), troops("B1", foe, 1))
    play = Acted(replace(state, markers={"O1": marker}), "A1", *([1] if own else []))
    assert ways_out(play) == []


@pytest.mark.clause("USB-ACT-07")
def test_an_enemy_just_over_an_inch_from_it_hinders_nobody() -> None:
    state = scene(troops("A1", (18, 10), 1), troops("B1", (18, 13.01), 1))
    assert ways_out(Acted(replace(state, markers={"O1": _satchel(18, 11.5)}), "A1")) == ["special-O1"]


@pytest.mark.clause("USB-S09")
def test_with_the_last_enemy_gone_nothing_more_is_asked() -> None:
    rifle = hero("A1", (18, 10), "aspirant", "ranged")
    state = scene(rifle, troops("A2", (14, 10), 1), troops("B1", (18, 20), 1, "rookie"))
    play = Acted(state, "A1", 6, 6, 1, 1)
    play.act("aimed").pick("B1")
    while play.session.waiting and play.asked.question in ("perfect_shot", "daring", "bend_luck"):
        play.default()
    assert over(play)
    assert standing(play.state, "B1") == 0


@pytest.mark.clause("USB-R23", "USB-HRO-10")
def test_a_joined_hero_tires_with_his_unit() -> None:
    state = scene(troops("A1", (18, 10), 2), hero("A2", (18, 9), joined="A1", joins=True), FOES)
    play = Acted(state, "A1")
    while play.asked.question != "act":
        play.default()
    play.act("entrench").to_end()
    assert [play.state.units[u].own.fatigue for u in ("A1", "A2")] == [1, 1]
    assert play.state.units["A2"].own.activated
    assert not play.state.units["A2"].own.joins


@pytest.mark.clause("USB-ACT-04")
def test_a_charge_is_told_once() -> None:
    state = scene(troops("A1", (18, 10), 1), troops("B1", (18, 15), 1, activated=True))
    play = Acted(state, "A1", 1, 1, 1).act("charge", mark="B1").to_end()
    assert len(told(play, "charge")) == 1
    assert len([e for e in play.events if e.text is not None and "charged" in e.text.key]) == 1


@pytest.mark.clause("USB-RND-03", "USB-HRO-10")
def test_a_hero_whose_troops_have_fallen_is_still_activated() -> None:
    fallen, left = troops("A1", (18, 10), 1, lost=[1]), hero("A2", (18, 9), joined="A1")
    play = Round(scene(fallen, left, troops("A3", (10, 5), 1), FOES), 6, 1)
    assert things(play) == ["A1", "A3"]
