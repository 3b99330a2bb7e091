"""Exam positions for the general: situations in which the right choice is clear."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.bots.referee import Table
from game.engine.command import Answering
from game.engine.decision import Decision, MoveAnswer, OptionAnswer, PickAnswer
from game.engine.session import Session
from game.engine.state import Frame, Marker, State
from game.geometry.shapes import Pose
from game.geometry.steps import Form
from rulesets.universal_battle.charge.reach import farthest
from rulesets.universal_battle.field import near
from rulesets.universal_battle.field.terrain import effects
from rulesets.universal_battle.general.general import General
from rulesets.universal_battle.general.worth import TEMPERS
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.own import MarkerOwn
from rulesets.universal_battle.system import RULESET
from rulesets.universal_battle.turn import victory
from tests.rules.universal_battle.general_play import Exam, at, exam
from tests.rules.universal_battle.table import hero, monster, piece, scene, troops


def forms(found: Exam) -> list[str]:
    """The formations that are taken in a move."""
    assert isinstance(found.answer, MoveAnswer)
    return [s.formation for c in found.answer.courses for s in c.steps if isinstance(s, Form)]


@pytest.mark.parametrize("temper", TEMPERS, ids=lambda t: t.name)
def test_it_charges_whom_it_will_annihilate(temper):
    state = scene(troops("A", (18, 10), 8, "veteran"), troops("B", (18, 17), 3, "rookie"))
    found = exam(state, "A", temper=temper)
    assert found.move == ("A", "charge", "B")
    assert found.why == "the charge on {target} promises most"


def test_it_charges_no_giant_with_a_handful():
    state = scene(troops("A", (18, 10), 2, "rookie"), monster("B", (18, 17), 5, "veteran", "massive"))
    assert exam(state, "A").move[1] != "charge"


def test_of_two_it_charges_the_weak_one():
    state = scene(
        hero("A", (18, 10), "champion"), troops("B", (14, 16), 8, "veteran"), troops("D", (22, 16), 2, "rookie")
    )
    assert exam(state, "A").move == ("A", "charge", "D")


def test_it_shoots_at_who_is_nearly_gone():
    state = scene(
        hero("A", (18, 10), "champion", "ranged", points=100, power=0),
        troops("B", (12, 28), 6, points=100),
        troops("D", (24, 28), 6, lost=(1, 1, 1, 1, 1), points=100),
    )
    assert exam(state, "A", until="shoot_at").answer == PickAnswer(("D",))


@pytest.mark.clause("USB-FRM-05")
@pytest.mark.parametrize("count", [3, 6])
def test_shooters_in_range_take_aim_or_form_a_phalanx(count: int):
    """Either helps the shot alike; in close order they are safer besides, if there are enough of them."""
    state = scene(
        troops("A", (18, 8), count, "rookie", "ranged", points=90),
        troops("B", (18, 28), 8, "veteran", "heavy", points=160),
    )
    found = exam(state, "A")
    assert (found.move[1], forms(found)) == (("tactical", ["phalanx"]) if count == 6 else ("aimed", []))


def test_far_from_everybody_it_marches_in_a_column():
    state = scene(troops("A", (18, 4), 6), troops("B", (18, 68), 6), size=(36, 72))
    found = exam(state, "A")
    assert (found.move[1], forms(found)) == ("run", ["column@start"])
    assert near.distance(found.after, "A", "B") < near.distance(state, "A", "B") - inch(13)


def test_near_the_enemy_it_is_no_column_any_more():
    """Behind a wall, so that nobody can be charged: whoever ran on would be met as a Column."""
    state = scene(
        troops("A", [(18, y) for y in (10, 11.1, 12.2, 13.3)], 4, formation="column"),
        troops("B", (18, 31), 8, "veteran"),
    )
    assert "column" not in "".join(forms(exam(state, "A")))
    assert forms(exam(state, "A")) or exam(state, "A").move[1] == "entrench"


def test_who_shoots_goes_into_cover_if_it_costs_no_shot():
    """A ruin beside them, the enemy out of range for now."""
    ruin = piece("ruins", 12, 9, 17, 14)
    state = scene(
        troops("A", (20, 8), 4, "regular", "ranged"),
        troops("B", (16, 35), 8, "veteran", "ranged", specials=2),
        terrain=[ruin],
        size=(36, 46),
    )
    found = exam(state, "A")
    assert found.move[1] in ("tactical", "run")
    assert effects(found.after, "A").entrenched or forms(found) == ["hidden"]


@pytest.mark.clause("USB-PWR-07")
def test_it_inspires_who_has_panicked():
    state = scene(
        hero("A", (18, 10), "champion"),
        troops("C", (20, 12), 6, status="panicked"),
        troops("C2", (14, 12), 6, status="shaken"),
        troops("B", (18, 34), 6),
    )
    assert exam(state, "A", until="powers").answer == PickAnswer(("C",))


@pytest.mark.clause("USB-PWR-04")
def test_it_seizes_the_initiative_for_a_kill_that_would_strike_else():
    """Two blocks face each other in reach: whoever is first wins; far off there is nothing to be bought."""
    for gap, bought in ((7.0, True), (24.0, False)):
        state = scene(
            hero("A", (4, 4), "champion"),
            troops("C", (18, 8), 8, "veteran", "heavy", points=160),
            troops("B", (18, 8 + gap), 8, "regular", "heavy", points=160),
        )
        found = at(state, Frame("usb.seize", data={"due": "north"}), until="seize")
        assert (found.answer == PickAnswer(("A",))) is bought
        assert bought or found.exit == "pass"


def test_one_point_in_hand_is_kept():
    state = scene(
        hero("A", (4, 4), "champion", power=1),
        troops("C", (18, 8), 8, "veteran", "heavy", points=160),
        troops("B", (18, 15), 8, "regular", "heavy", points=160),
    )
    assert at(state, Frame("usb.seize", data={"due": "north"}), until="seize").exit == "pass"


def test_it_gets_out_of_a_carrier_beside_the_enemy_and_rides_on_far_from_him():
    for y, option in ((14.0, "out"), (34.0, "stay")):
        state = scene(
            monster("A", (18, 8), 2, cargo=10),
            troops("C", None, 6, "veteran", aboard="A"),
            troops("B", (18, y), 4, "rookie"),
        )
        assert exam(state, "C", until="inside").answer == OptionAnswer({"inside": option})


def test_the_unit_with_a_kill_at_hand_goes_first():
    state = scene(
        troops("A", (6, 4), 6),
        troops("C", (18, 10), 8, "veteran"),
        troops("B", (18, 17), 3, "rookie"),
    )
    found = at(state, Frame("usb.round", "pick", {"round": 1, "due": "south"}), until="activate")
    assert found.answer == PickAnswer(("C",))


def test_shooters_who_are_charged_from_afar_shoot():
    state = scene(troops("A", (18, 8), 8, "veteran"), troops("B", (18, 16.5), 6, "regular", "ranged"), active="south")
    found = at(state, Frame("usb.charge", data={"unit": "A", "target": "B"}), until="react")
    assert found.decision.side == "north"
    assert found.move[1] in ("shoot", "react")


def test_it_hides_where_it_would_be_shot_and_can_do_no_harm():
    state = scene(
        troops("A", (18, 4), 4, "rookie"),
        troops("C", (18, 10), 6, "veteran"),
        troops("B", (18, 30), 8, "veteran", "ranged"),
    )
    assert forms(exam(state, "A")) == ["hidden"]


def satchel(state: State, x: float, y: float, battle_round: int = 1, **own: Any) -> State:
    """A position with an objective (inches), in a round of five."""
    marker = Marker("O1", "objective", "", Pose(inch(x), inch(y)), MarkerOwn(**{"worth": 1, **own}), "satchel")
    battle = replace(state.own, round=battle_round, rounds=5)
    return replace(state, markers={"O1": marker}, own=battle)


@pytest.mark.clause("USB-ACT-07")
def test_it_deals_with_an_objective_beside_it():
    state = satchel(scene(troops("A", (18, 10), 4), troops("B", (18, 30), 6)), 18, 11)
    assert exam(state, "A").exit == "special-O1"


@pytest.mark.clause("USB-ACT-07")
def test_a_kill_at_hand_is_worth_more_than_an_objective():
    state = satchel(scene(troops("A", (18, 10), 8, "veteran"), troops("B", (18, 17), 3, "rookie", points=150)), 18, 11)
    assert exam(state, "A").move == ("A", "charge", "B")


@pytest.mark.clause("USB-ACT-07")
@pytest.mark.parametrize(("battle_round", "goes"), [(3, True), (5, False)])
def test_it_goes_for_an_objective_while_there_is_time(battle_round: int, goes: bool):
    """Aside of the enemy: in the last round nobody who gets there could deal with it any more."""
    state = satchel(scene(troops("A", (28, 6), 4), troops("B", (18, 34), 6), size=(36, 36)), 32, 12, battle_round)
    assert bool(victory.at_hand(exam(state, "A").after, "A")) is goes


@pytest.mark.clause("USB-MON-09")
def test_a_monster_that_will_be_attacked_does_not_dig_in():
    state = scene(monster("A", (18, 8), 1), troops("B", (18, 30), 8, "veteran", "ranged", specials=2))
    assert exam(state, "A").move[1] != "entrench"


@pytest.mark.clause("USB-PWR-08")
@pytest.mark.parametrize(("gap", "raised"), [(7.0, True), (26.0, False)])
def test_a_flag_is_raised_for_a_hero_who_would_be_attacked(gap: float, raised: bool):
    state = scene(hero("A", (18, 4), "aspirant"), troops("B", (18, 4 + gap), 10, "veteran", points=210))
    found = at(state, Frame("usb.powers", data={"unit": "A", "after": True}), until="powers", acting="A")
    assert (found.exit == "flag") is raised
    assert raised or found.exit == "pass"


@pytest.mark.clause("USB-PWR-04")
def test_nothing_is_paid_for_the_initiative_without_a_blow_to_strike():
    """Whoever can only be attacked gains nothing by being first."""
    state = scene(
        hero("A", (4, 4), "champion"),
        troops("C", (18, 8), 2, "rookie", points=160),
        troops("B", (18, 15), 8, "veteran", "heavy", points=160),
    )
    assert at(state, Frame("usb.seize", data={"due": "north"}), until="seize").exit == "pass"


@pytest.mark.clause("USB-FRM-03", "USB-CHG-05")
@pytest.mark.parametrize(("form", "flees"), [("", True), ("column@start", False)])
def test_who_is_charged_reckons_with_the_formation_of_the_charge(form: str, flees: bool) -> None:
    """Veterans 8 inches off charge as they stand or in a Column, which goes 5 inches farther: 3 inches do not save."""
    state = scene(troops("A", (18, 8), 8, "veteran"), troops("B", (18, 19.5), 2, "rookie"), active="south")
    courses = [{"who": "A", "steps": [{"type": "form", "formation": form}]}] if form else []
    found = at(state, Frame("usb.charge", data={"unit": "A", "target": "B", "courses": courses}), until="react")
    assert found.decision.args["formation"] == (form.partition("@")[0] or "skirmish")
    reached = farthest(state, "A", found.decision.args["formation"])
    assert reached == inch(10.0 if flees else 15.0)
    assert (found.why == "out of the charger's reach") == flees


def test_a_general_whose_units_lie_as_cards_never_breaks_down() -> None:
    """Cards that are turned when seen are activated as they lie: he knows none of them as a unit that stands there."""
    setup = RULESET.default_setup("last_stand", 1000)
    setup = replace(setup, seed="card-3", options={**setup.options, "secret_deployment": "seen"})
    session = Session.start(RULESET, setup)
    Table(session, {side: General(TEMPERS[0]) for side in setup.sides}, 3).play()
    said = [line.command.why for line in session.lines[1:] if isinstance(line.command, Answering)]
    assert any(d.question == "activate" for line in session.lines for d in _asked(line.state))
    assert [why for why in said if why is not None and "referee" in why.key] == []


def _asked(state: State) -> tuple[Decision, ...]:
    return state.pending.decisions if state.pending is not None else ()
