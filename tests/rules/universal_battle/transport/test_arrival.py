"""Units that arrive from off the table: Sudden Attack and Assault (chapter 11)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.decision import PickAnswer, PlaceAnswer, Standing
from game.engine.state import State
from game.geometry.shapes import Pose
from rulesets.universal_battle.deploy.set_up import ARRIVING
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.measures import inch
from tests.rules.universal_battle.move_play import at
from tests.rules.universal_battle.table import hero, monster, piece, scene, standing, troops
from tests.rules.universal_battle.turn_play import Acted, needs, over, refusal, things

FOE = troops("B1", (18, 20), 1, activated=True)


def raid(*specs: str, models: int = 1, **own: str) -> State:
    """Paratroopers off the table."""
    return scene(troops("A1", None, models, specs=["sudden", *specs], arrival="sudden", **own), FOE)


def lands(*spots: tuple[float, float]) -> PlaceAnswer:
    """A1 at these places."""
    poses = {f"A1.{k}": Pose(inch(x), inch(y)) for k, (x, y) in enumerate(spots, 1)}
    return PlaceAnswer((Standing("A1", poses),))


@pytest.mark.clause("USB-SPC-03", "USB-R45", "USB-R23")
def test_on_a_test_of_bare_tough_it_arrives_anywhere_entrenched_having_acted() -> None:
    play = Acted(raid(), "A1", 4)
    assert needs(play) == [4]
    assert play.asked.question == "arrive"
    assert refusal(play, lands((18, 21.99))) == "USB-S08"
    assert over(play.answer(lands((18, 22))))
    own = play.state.units["A1"].own
    assert (own.activated, own.entrenched, own.formation, own.fatigue) == (True, True, "skirmish", 1)
    assert own.arrival == ""


@pytest.mark.clause("USB-SPC-03", "USB-R45", "USB-TST-03")
def test_failed_it_tries_again_next_round() -> None:
    play = Acted(raid(), "A1", 3)
    assert over(play)
    own = play.state.units["A1"].own
    assert (own.activated, own.arrival) == (True, "sudden")
    assert facts.eligible(play.state, "south") == ()
    veteran = scene(troops("A1", None, 1, (3, 2), specs=["sudden"], arrival="sudden"), FOE)
    assert over(Acted(veteran, "A1", 1))


@pytest.mark.clause("USB-R45")
def test_where_it_may_not_land() -> None:
    mines = piece("minefield", 0, 0, 10, 10)
    play = Acted(replace(raid(models=2), features={mines.id: mines}), "A1", 4)
    assert refusal(play, lands((5, 5), (6.1, 5))) == "USB-R45"
    assert refusal(play, lands((20, 5), (22.1, 5))) == "USB-MOV-03"
    assert refusal(play, lands((20, 5), (22, 5))) == ""
    poses = {"A1": Pose(inch(20), inch(5))}
    assert refusal(play, PlaceAnswer((Standing("A1", poses, "phalanx"),))) != ""
    play.answer(PlaceAnswer((Standing("A1", poses, "block"),)))
    assert {at(play.state, b) for b in ("A1.1", "A1.2")} == {(19.45, 5), (20.55, 5)}


@pytest.mark.clause("USB-R45")
def test_without_a_place_it_is_as_if_it_had_failed() -> None:
    great = monster("A1", None, 6, specs=["sudden"], arrival="sudden")
    foes = [troops(f"B{k}", (x, y), 1) for k, (x, y) in enumerate(((2, 2), (6, 2), (2, 6), (6, 6), (4, 4)), 1)]
    play = Acted(scene(great, *foes, size=(8, 8)), "A1", 6)
    assert ARRIVING.usual(play.state, "A1") is None
    assert over(play)
    assert play.state.units["A1"].own.arrival == "sudden"


@pytest.mark.clause("USB-SPC-07", "USB-R45")
def test_with_assault_it_may_charge_at_once_whom_another_friend_sees() -> None:
    scout = troops("A2", (26, 20), 1)
    state = scene(troops("A1", None, 1, specs=["sudden", "assault"], arrival="sudden"), scout, FOE)
    play = Acted(state, "A1", 4, 1, 1, 1).answer(lands((18, 24)))
    assert play.asked.question == "assault"
    assert things(play) == ["B1"]
    play.answer(PickAnswer(("B1",)))
    while play.session.waiting:
        play.default()
    own = play.state.units["A1"].own
    assert not own.entrenched
    assert own.fatigue == 1
    assert facts.is_locked(play.state, "A1")


@pytest.mark.clause("USB-SPC-07", "USB-R45")
def test_it_may_also_stand_and_charges_nobody_whom_it_sees_alone_or_who_is_not_nearest() -> None:
    both = ["sudden", "assault"]
    alone = Acted(scene(troops("A1", None, 1, specs=both, arrival="sudden"), FOE), "A1", 4).answer(lands((18, 24)))
    assert over(alone)
    assert alone.state.units["A1"].own.entrenched
    farther = troops("B2", (18, 31), 1, activated=True)
    scout = troops("A2", (26, 20), 1)
    state = scene(troops("A1", None, 1, specs=both, arrival="sudden"), scout, FOE, farther)
    play = Acted(state, "A1", 4).answer(lands((18, 24)))
    assert things(play) == ["B1"]
    assert over(play.leave("stand"))
    assert play.state.units["A1"].own.entrenched


@pytest.mark.clause("USB-R45", "USB-TRN-07")
def test_passengers_pass_until_their_carrier_is_there() -> None:
    carrier = monster("A1", None, 2, cargo=10, specs=["sudden"], arrival="sudden")
    crew = troops("A2", None, 2, specs=["sudden"], arrival="sudden", aboard="A1")
    state = scene(carrier, crew, FOE)
    play = Acted(state, "A2")
    assert over(play)
    assert play.state.units["A2"].own.activated
    down = Acted(state, "A1", 4).answer(lands((10, 10)))
    assert facts.deployed(down.state, "A2")
    assert Acted(down.state, "A2").asked.question == "inside"


@pytest.mark.clause("USB-R45", "USB-HRO-10", "USB-R70")
def test_a_hero_arrives_with_his_troops() -> None:
    made = troops("A1", None, 2, specs=["sudden"], arrival="sudden")
    state = scene(made, hero("A2", None, "champion", specs=["sudden"], arrival="sudden", joined="A1", power=0), FOE)
    play = Acted(state, "A1", 3)
    assert needs(play) == [3]
    play.leave("auto").to_end()
    assert (standing(play.state, "A1"), standing(play.state, "A2")) == (2, 1)
