"""Carriers: boarding, activations inside, getting out, shots from inside, wrecks (chapter 9)."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import Answer, OptionAnswer, PickAnswer, PlaceAnswer, Standing
from game.engine.state import State, Tie
from game.engine.text import T
from game.geometry.shapes import Pose
from rulesets.universal_battle.attack.losses import GONE, GoneData
from rulesets.universal_battle.deploy.set_up import LANDING, carrier_at
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.measures import inch, within
from rulesets.universal_battle.transport.passengers import WRECK, WreckData, carriers
from tests.rules.universal_battle.attack_play import Called
from tests.rules.universal_battle.move_play import at, led, move
from tests.rules.universal_battle.table import Made, Play, hero, monster, piece, scene, standing, troops
from tests.rules.universal_battle.turn_play import Acted, bars, needs, over, refusal, thrown, told, ways_out

FOE = troops("B1", (30, 30), 1)


def inside(unit: str, models: int, *items: str, rank: str = "regular", **own: Any) -> Made:
    """Troops in the carrier A1."""
    return troops(unit, None, models, rank, *items, aboard="A1", **own)


def bus(*made: Made, x: float = 18, y: float = 10, **own: Any) -> State:
    """A carrier with twenty places and whoever is in it: their models are inside."""
    state = scene(monster("A1", (x, y), 2, "rookie", cargo=20, **own), *made)
    ids = [b for u in state.units.values() if u.own.aboard for b in u.bases]
    held = {b: replace(state.bases[b], where="inside", place="A1", pose=None) for b in ids}
    return replace(state, bases={**state.bases, **{b: x for b, x in held.items() if state.bases[b].where != "gone"}})


def go(play: Play, way: str) -> Play:
    """Get out, shoot from inside, or stay."""
    return play.answer(OptionAnswer({"inside": way}))


def stands(play: Play, *spots: tuple[float, float]) -> PlaceAnswer:
    """The acting unit at these places."""
    unit = play.state.own.acting
    poses = {f"{unit}.{k}": Pose(inch(x), inch(y)) for k, (x, y) in enumerate(spots, 1)}
    return PlaceAnswer((Standing(unit, poses),))


@pytest.mark.clause("USB-TRN-03", "USB-S18")
def test_all_models_within_five_inches_may_board_in_place_of_the_shot() -> None:
    carrier = monster("A1", (18, 10), 2, "rookie", cargo=10)
    made = carrier, troops("A2", [(18, 17.1), (18, 16)], 2, "regular", "ranged", formation="hidden"), FOE
    assert carriers(scene(*made), "A2") == ("A1",)
    assert carriers(scene(carrier, troops("A2", [(18, 17.11), (18, 16)], 2), FOE), "A2") == ()
    play = Acted(scene(*made), "A2").act("tactical")
    assert play.asked.question == "board"
    assert over(play.pick("A1"))
    own = play.state.units["A2"].own
    assert (own.aboard, own.formation, own.fatigue) == ("A1", "skirmish", 1)
    assert [play.state.bases[b].where for b in ("A2.1", "A2.2")] == ["inside", "inside"]
    outside = Acted(scene(*made), "A2").act("tactical").leave("walk")
    assert outside.asked.question == "shoot_at"
    run = Acted(scene(*made), "A2").act("run")
    assert over(run.pick("A1"))


@pytest.mark.clause("USB-TRN-02", "USB-R40", "USB-S18", "USB-TRN-03")
def test_who_cannot_board() -> None:
    near = troops("A2", (18, 13), 3)
    assert carriers(scene(monster("A1", (18, 10), 2, cargo=2), near, FOE), "A2") == ()
    assert carriers(scene(monster("A1", (18, 10), 2), near, FOE), "A2") == ()
    horse = troops("A2", (18, 14), 1, kind="riders")
    assert carriers(scene(monster("A1", (18, 10), 2, cargo=10), horse, FOE), "A2") == ()
    fight = scene(monster("A1", (18, 10), 2, cargo=10), near, troops("B1", (18, 7.9), 1), locks=[("A1", "B1")])
    assert carriers(fight, "A2") == ()
    stout = troops("A2", (18, 13), 3, kind="heavy")
    assert carriers(scene(monster("A1", (18, 10), 2, cargo=6), stout, FOE), "A2") == ("A1",)
    assert carriers(scene(monster("A1", (18, 10), 2, cargo=5), stout, FOE), "A2") == ()
    full = bus(inside("A3", 18), near)
    assert carriers(full, "A2") == ()
    assert carriers(bus(inside("A3", 17), near), "A2") == ("A1",)


@pytest.mark.clause("USB-TRN-04", "USB-TRN-08", "USB-R23")
def test_who_is_inside_is_activated_by_itself_and_may_stay() -> None:
    play = Acted(bus(inside("A2", 3), FOE), "A2")
    assert play.asked.question == "inside"
    assert over(go(play, "stay"))
    assert play.state.units["A2"].own.aboard == "A1"
    assert (play.state.units["A2"].own.activated, play.state.units["A2"].own.fatigue) == (True, 1)
    assert not play.state.units["A1"].own.activated
    carrier = Acted(play.state, "A1").act("run", led("A1", (18, 15)))
    assert at(carrier.state, "A1.1") == (18, 15)


@pytest.mark.clause("USB-TRN-05", "USB-R40", "USB-S18")
def test_getting_out_is_no_move_and_any_action_follows() -> None:
    mines = piece("minefield", 24, 0, 36, 20)
    state = bus(inside("A2", 2, "ranged"), troops("B1", (18, 20), 1))
    state = replace(state, features={mines.id: mines})
    play = go(Acted(state, "A2"), "out")
    far = 10 + 1.6 + 5 + 0.5
    assert refusal(play, stands(play, (18, far), (18, far - 1.2))) == ""
    assert refusal(play, stands(play, (18, far + 0.01), (18, far - 1.2))) == "USB-TRN-05"
    assert refusal(play, stands(play, (18, 16), (18, 12.5))) == "USB-MOV-03"
    assert refusal(play, stands(play, (23.2, 10), (24.3, 10))) == "USB-R45"
    play.answer(stands(play, (18, far), (18, far - 1.2)))
    assert at(play.state, "A2.1") == (18, 17.1)
    assert play.asked.question == "act"
    assert refusal(play, move("A2", "charge", mark="B1")) == ""
    play.answer(move("A2", "entrench"))
    assert over(play)


@pytest.mark.clause("USB-TRN-05")
def test_the_ground_shown_for_getting_out_is_as_wide_as_models_may_stand() -> None:
    view = Acted(bus(inside("A2", 1), x=18, y=18), "A2").state
    x, _, radius = carrier_at(view, "A1")
    (ring,) = LANDING.zone(view, "south", "A2").outlines
    assert max(at[0] for at in ring) - x - radius == pytest.approx(inch(5 + 1), abs=0.2)


@pytest.mark.clause("USB-S18", "USB-TRN-05", "USB-MOV-06")
def test_an_inch_from_enemies_or_it_stays_inside() -> None:
    state = bus(inside("A2", 1), troops("B1", (18, 14), 1))
    play = go(Acted(state, "A2"), "out")
    assert refusal(play, stands(play, (18, 16))) == ""
    assert refusal(play, stands(play, (18, 15.99))) == "USB-S08"
    ring = [monster(f"B{k}", spot, 6, "rookie") for k, spot in enumerate(_around(18, 18, 5.4), 2)]
    shut = Acted(bus(inside("A2", 12), *ring, x=18, y=18), "A2")
    assert LANDING.usual(shut.state, "A2") is None
    assert over(shut)  # there is nothing to be chosen
    assert shut.state.units["A2"].own.aboard == "A1"


def _around(x: float, y: float, r: float) -> list[tuple[float, float]]:
    return [(x + r * math.cos(k * math.pi / 4), y + r * math.sin(k * math.pi / 4)) for k in range(8)]


@pytest.mark.clause("USB-S18", "USB-MOR-05", "USB-R40")
def test_the_panicked_stay_or_get_out_and_run() -> None:
    play = Acted(bus(inside("A2", 1, "ranged", status="panicked"), troops("B1", (18, 20), 1)), "A2", 1)
    assert refusal(play, OptionAnswer({"inside": "shoot"})) == "USB-MOR-05"
    go(play, "out").leave("auto")
    assert set(bars(play)) == {"tactical", "charge", "shoot_first", "aimed", "entrench"}


@pytest.mark.clause("USB-TRN-06", "USB-R40", "USB-S15")
def test_e23_half_the_dice_from_inside() -> None:
    seven = bus(inside("A2", 7, "light", rank="rookie"), troops("B1", (18, 20), 1))
    play = go(Acted(seven, "A2", 1, 1, 1), "shoot").to_end()
    assert over(play)
    play = go(Acted(seven, "A2", 1, 1, 1), "shoot")
    play.answer(_pick("B1"))
    assert over(play)
    assert (thrown(play), needs(play)) == ([3], [5])
    one = bus(inside("A2", 1, "light"), troops("B1", (18, 20), 1))
    assert thrown(go(Acted(one, "A2", 1), "shoot").answer(_pick("B1"))) == [1]


def _pick(*ids: str) -> Answer:
    return PickAnswer(ids)


@pytest.mark.clause("USB-S18", "USB-TRN-06", "USB-R13")
def test_distances_are_the_carriers_and_a_locked_one_shoots_at_nobody() -> None:
    edge = 10 + 1.6 + 12 + 0.5
    crew = inside("A2", 2, "light")
    assert _shoots(bus(crew, troops("B1", (18, edge), 1)))
    assert not _shoots(bus(crew, troops("B1", (18, edge + 0.01), 1)))
    fight = bus(crew, troops("B1", (18, 12.1), 1), troops("B2", (18, 18), 1))
    fight = replace(fight, ties={"L": Tie("L", "locked", "A1", "B1")})
    assert refusal(Acted(fight, "A2"), OptionAnswer({"inside": "shoot"})) == "USB-S18"


def _shoots(state: State) -> bool:
    return refusal(Acted(state, "A2"), OptionAnswer({"inside": "shoot"})) == ""


@pytest.mark.clause("USB-S18", "USB-FRM-10", "USB-R53")
def test_a_shot_from_inside_uncovers_the_carrier_and_strikes_its_flag() -> None:
    state = bus(inside("A2", 2, "light"), troops("B1", (18, 20), 1), formation="hidden", flag=True)
    play = go(Acted(state, "A2", 1), "shoot").answer(_pick("B1"))
    own = play.state.units["A1"].own
    assert (own.formation, own.flag) == ("skirmish", False)
    held = go(Acted(state, "A2"), "shoot").leave("hold_fire")
    assert (held.state.units["A1"].own.formation, held.state.units["A1"].own.flag) == ("hidden", True)


# --- wrecks ------------------------------------------------------------------------------------------------------


def wreck(state: State, *dice: int) -> Called:
    """The carrier is gone."""
    return Called(state, GONE, GoneData("A1", T("shot to pieces"), "USB-WND-02"), *dice)


@pytest.mark.clause("USB-TRN-09", "USB-S15", "USB-S18")
def test_e23_seven_hits_and_out_within_five_inches() -> None:
    play = wreck(bus(inside("A2", 7, rank="rookie"), FOE), 5, 5, 5, 5, 4, 4, 1)
    assert needs(play) == [5]
    assert play.asked.question == "flee_wreck"
    assert play.asked.side == "south"
    play.give()
    assert standing(play.state, "A2") == 4
    assert all(within(_off(play.state, b.id), 5) for b in play.state.bases_of("A2"))
    own = play.state.units["A2"].own
    assert (own.aboard, own.formation, own.hurt) == ("", "skirmish", True)


def _off(state: State, base: str) -> float:
    pose = state.bases[base].pose
    assert pose is not None
    return math.dist((pose.x, pose.y), (inch(18), inch(10))) - inch(1.6) - inch(0.5)


@pytest.mark.clause("USB-TRN-09", "USB-S18", "USB-TRN-07")
def test_unit_by_unit_first_the_hits_then_the_place_the_hero_with_his_troops() -> None:
    state = bus(inside("A2", 2), inside("A3", 1), hero("A4", None, aboard="A1", joined="A3"), FOE)
    play = wreck(state, 1, 1, 4, 1)
    # A2 is wiped out; A3 and the hero take two hits, one of which kills the soldier
    play.give()
    assert thrown(play) == [2, 2]
    assert standing(play.state, "A2") == 0
    assert not facts.left(play.state, "A2")
    assert standing(play.state, "A3") == 0
    assert standing(play.state, "A4") == 1
    assert play.state.units["A4"].own.aboard == ""


@pytest.mark.clause("USB-S18", "USB-TRN-09", "USB-MOR-01")
def test_who_finds_no_place_is_lost_the_common_soldiers_first() -> None:
    ring = [monster(f"B{k}", spot, 6, "rookie") for k, spot in enumerate(_around(18, 18, 5.4), 2)]
    state = bus(inside("A2", 12), hero("A4", None, aboard="A1", joined="A2"), *ring, x=18, y=18)
    play = wreck(state, *([6] * 13))
    play.give()
    left = standing(play.state, "A2")
    assert 0 < left < 12
    assert standing(play.state, "A4") == 1
    assert facts.own(play.state, "A2").hurt


@pytest.mark.clause("USB-R40", "USB-TRN-09", "USB-R18")
def test_a_carrier_removed_for_any_reason_is_a_wreck() -> None:
    state = scene(monster("A1", (18, 10), 2, cargo=10, lost=8), FOE)
    assert told(Play(state, WRECK.at(data=WreckData("A1"))), "losses") == []
    play = wreck(bus(inside("A2", 1), FOE), 6)
    assert [e.type for e in play.events if e.type in ("gone", "rolled")] == ["gone", "rolled"]
    assert ways_out(play) == ["auto"]
