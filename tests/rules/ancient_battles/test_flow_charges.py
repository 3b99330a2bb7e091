"""Declarations of charges and disengagements: who may, who must, what gates them."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import Aim, PickAnswer, TargetsAnswer, TargetsSpace
from game.engine.state import State
from rulesets.ancient_battles.charge import declaring
from rulesets.ancient_battles.field import facts
from tests.rules.ancient_battles.charge_play import declared
from tests.rules.ancient_battles.shots_play import Play, aims, recruit
from tests.rules.ancient_battles.table import piece, table, unit


def charges(state: State, *dice: int) -> Play:
    return Play(state, "wab.charges", dice=dice)


def charge(play: Play, unit_id: str, target: str) -> None:
    play.give(aims((unit_id, "charge", target)))


def barred(state: State, unit_id: str, target: str) -> str:
    """The clause that forbids a charge, "" where it is allowed."""
    bar = declaring.no_charge(state, unit_id) or declaring.no_target(state, unit_id, target)
    return bar.clause if bar else ""


def refused(play: Play, unit_id: str, means: str, target: str) -> str:
    """The clause with which the question refuses a declaration, "" where it takes it."""
    verdict = play.check(aims((unit_id, means, target)))
    return "" if verdict.legal else verdict.reasons[0].clause


# --- declaring ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-CHG-04", "WAB-R51", "WAB-TRN-04")
def test_all_charges_are_declared_before_anybody_answers() -> None:
    """Two charges at one unit and one at another; then the two charged units answer, one reaction each."""
    south = [unit("PHA", (30, 20)), unit("SIL", (37, 20)), unit("COM", (50, 20))]
    play = charges(table(*south, unit("WAR", (33, 27), 180), unit("OAT", (50, 27), 180)))
    charge(play, "PHA", "WAR")
    charge(play, "COM", "OAT")
    assert play.of("reaction") == []
    assert refused(play, "PHA", "charge", "OAT") == "WAB-CHG-04"
    charge(play, "SIL", "WAR")
    assert [e.data["unit"] for e in play.of("charge_declared")] == ["PHA", "COM", "SIL"]
    assert play.asked_for == "wab.react_next"
    assert play.decision.side == "north"
    assert play.decision.args["units"] == ["WAR", "OAT"]
    play.to_end()
    assert [(e.data["unit"], e.data["reaction"]) for e in play.of("reaction")] == [("WAR", "hold"), ("OAT", "hold")]
    assert [(t.a, t.b) for t in play.state.ties.values()] == [("PHA", "WAR"), ("COM", "OAT"), ("SIL", "WAR")]


@pytest.mark.clause("WAB-R51")
@pytest.mark.parametrize("order", [("WAR", "OAT", "WAR2"), ("WAR2", "WAR", "OAT"), ("OAT", "WAR2", "WAR")])
def test_the_charged_answer_in_the_order_of_the_declarations(order: tuple[str, ...]) -> None:
    """Whatever the army lists and the table say; each of the three is charged once."""
    chargers = {"WAR": "PHA", "OAT": "COM", "WAR2": "SIL"}
    south = [unit("PHA", (20, 20)), unit("COM", (40, 20)), unit("SIL", (60, 22))]
    north = [unit("WAR", (20, 27), 180), unit("OAT", (40, 27), 180), unit("WAR2", (60, 27), 180)]
    play = charges(table(*south, *north))
    for target in order:
        charge(play, chargers[target], target)
    assert play.asked_for == "wab.react_next"
    assert tuple(play.decision.args["units"]) == order
    assert [c.id for c in play.asked.space.things] == list(order)  # type: ignore[union-attr]
    play.to_end()
    assert tuple(e.data["unit"] for e in play.of("reaction")) == order


@pytest.mark.clause("WAB-R51")
def test_their_owner_says_in_which_order_the_charged_answer() -> None:
    south = [unit("PHA", (30, 20)), unit("COM", (50, 20))]
    play = charges(table(*south, unit("WAR", (30, 27), 180), unit("OAT", (50, 27), 180)))
    charge(play, "PHA", "WAR")
    charge(play, "COM", "OAT")
    play.give(PickAnswer(("OAT",)))
    play.to_end()
    assert [e.data["unit"] for e in play.of("reaction")] == ["OAT", "WAR"]


@pytest.mark.clause("WAB-CHG-02", "WAB-S04", "WAB-S11")
def test_facing_and_gap_are_those_of_the_declaration() -> None:
    play = charges(table(unit("PHA", (36, 20)), unit("WAR", (36, 27.5), 180)))
    charge(play, "PHA", "WAR")
    (tie,) = play.state.ties.values()
    assert (tie.own.edge, tie.own.gap) == ("front", 187.5)
    assert play.of("charge_declared")[0].data["gap"] == 187.5


@pytest.mark.clause("WAB-CHG-04")
def test_nobody_is_asked_where_nobody_can_charge() -> None:
    play = charges(table(unit("PHA", (36, 20), 180), unit("WAR", (36, 27.5), 180)))
    assert not play.session.waiting


@pytest.mark.clause("WAB-CHG-04")
def test_one_may_declare_nothing() -> None:
    play = charges(table(unit("PHA", (36, 20)), unit("WAR", (36, 27.5), 180)))
    play.give(None, "done")
    assert not play.session.waiting
    assert not play.state.ties


@pytest.mark.clause("WAB-S11")
@pytest.mark.parametrize(
    ("state", "clause"),
    [
        ({}, ""),
        ({"fleeing": True}, "WAB-S11"),
        ({"rallied": True}, "WAB-RAL-05"),
        ({"fast": True}, "WAB-FMR-09"),
        ({"stationary": True}, "WAB-FEA-04"),
        ({"returned": True}, "WAB-S15"),
    ],
)
def test_who_may_charge(state: dict[str, Any], clause: str) -> None:
    found = table(unit("PHA", (36, 20), **state), unit("WAR", (36, 27), 180))
    assert barred(found, "PHA", "WAR") == clause
    assert declaring.may_charge(found, "south") == (() if clause else ("PHA",))


@pytest.mark.clause("WAB-S11", "WAB-FMR-09")
def test_an_engaged_unit_cannot_charge_but_may_be_charged() -> None:
    found = table(unit("PHA", (36, 20)), unit("WAR", (36, 20), 180), unit("GAE", (36, 30), 180))
    assert barred(found, "PHA", "GAE") == "WAB-S11"
    found = table(unit("PHA", (36, 20)), unit("WAR", (36, 20), 180), unit("COM", (46, 21), 270))
    assert barred(found, "COM", "WAR") == ""


@pytest.mark.clause("WAB-S11", "WAB-S04")
@pytest.mark.parametrize(("x", "clause"), [(40.9, ""), (40.92, "WAB-S11")])
def test_a_target_must_lie_partly_in_the_front_arc(x: float, clause: str) -> None:
    """The ray from (38.4, 20) goes through (40.4, 22): there the front corner of a rider stands half an inch aside."""
    found = table(unit("PHA", (36, 20)), unit("GCH", (x, 22), 0))
    assert barred(found, "PHA", "GCH") == clause


@pytest.mark.clause("WAB-S11", "WAB-S05")
def test_a_target_must_be_seen() -> None:
    wall = piece("building", box=(20, 23, 52, 25))
    assert barred(table(unit("PHA", (36, 20)), unit("WAR", (36, 27), 180), terrain=[wall]), "PHA", "WAR") == "WAB-S11"


@pytest.mark.clause("WAB-S11")
def test_a_charge_beyond_reach_may_be_declared() -> None:
    play = charges(table(unit("PHA", (36, 10)), unit("WAR", (36, 40), 180)))
    charge(play, "PHA", "WAR")
    assert play.of("charge_declared")[0].data["gap"] == 750.0


# --- frenzy ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-FRZ-01", "WAB-CHG-07")
@pytest.mark.parametrize(("gap", "bound"), [(10.0, True), (10.01, False)])
def test_a_frenzied_unit_must_charge_what_it_can_reach(gap: float, bound: bool) -> None:
    """Gaesati, M 5: 10 inches. Measured along the path, straight ahead."""
    state = table(unit("GAE", (36, 20), 0), unit("PHA", (36, 20 + gap), 180), active="north")
    assert declaring.must_charge(state, "GAE") == (("PHA",) if bound else ())
    play = charges(state, 6, 6)
    exits = {e.id: e.bar for e in play.asked.exits}
    assert (exits["done"] is not None) is bound
    assert (play.asked.default.exit == "done") is not bound


@pytest.mark.clause("WAB-FRZ-01", "WAB-R56")
def test_with_several_in_reach_the_owner_chooses_among_those() -> None:
    south = [unit("PHA", (33, 27), 180), unit("SIL", (40, 27), 180, side="south"), unit("COM", (36, 40), 180)]
    play = charges(table(unit("GAE", (36, 20), 0), *south, active="north"), 1, 1)
    assert refused(play, "GAE", "charge", "COM") == "WAB-FRZ-01"
    assert refused(play, "GAE", "charge", "PHA") == ""
    charge(play, "GAE", "SIL")
    assert [t.b for t in play.state.ties.values()] == ["SIL"]


@pytest.mark.clause("WAB-R56")
@pytest.mark.parametrize(
    "enemy",
    [
        unit("PHA", (49, 16)),
        unit("SGE", (36, 25), 180),
    ],
)
def test_neither_an_enemy_out_of_arc_nor_a_lone_character_obliges(enemy: dict[str, Any]) -> None:
    state = table(unit("GAE", (36, 20), 0), enemy, active="north")
    assert facts.gap(state, "GAE", enemy["id"]) < 250.0
    assert declaring.must_charge(state, "GAE") == ()


@pytest.mark.clause("WAB-R56")
def test_the_path_counts_after_the_ground() -> None:
    """A wood on the way halves the rate: 6 inches away, but the path costs more than 10."""
    wood = piece("wood", box=(30, 20.5, 42, 26))
    state = table(unit("GAE", (36, 20), 0), unit("PHA", (36, 26.5), 180), active="north", terrain=[wood])
    assert declaring.must_charge(state, "GAE") == ()


@pytest.mark.clause("WAB-FRZ-01", "WAB-FRZ-06")
def test_who_has_lost_his_frenzy_is_free() -> None:
    state = table(unit("GAE", (36, 20), 0, calm=True), unit("PHA", (36, 26), 180), active="north")
    assert declaring.must_charge(state, "GAE") == ()


# --- gates -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-TRR-02", "WAB-R53", "WAB-R51", "WAB-CHG-06")
def test_who_fails_the_terror_test_of_his_charge_runs_before_the_next_declaration() -> None:
    """The warband, Ld 6, names the elephant: 4 and 3 are 7. It runs 2 inches; then the others go on declaring."""
    north = [unit("WAR", (36, 30), 180), unit("OAT", (44, 30), 180)]
    play = charges(table(unit("SEL", (36, 22)), unit("PHA", (46, 22)), *north, active="north"), 4, 3, 1, 1)
    charge(play, "WAR", "SEL")
    assert play.tested() == [("WAR", "terror", False, 6)]
    assert play.own("WAR").fleeing
    assert not play.state.ties
    assert play.asked_for == "wab.declare"
    assert refused(play, "WAR", "charge", "PHA") != ""
    assert refused(play, "OAT", "charge", "PHA") == ""


@pytest.mark.clause("WAB-FEA-04", "WAB-CHG-06")
def test_who_fails_the_fear_test_of_his_charge_stays_where_he_is() -> None:
    """The phalanx, Ld 7, names the Gaesati: 4 and 4 are 8. It does not run; another unit may charge them."""
    state = table(unit("PHA", (36, 20)), unit("SIL", (30, 20)), unit("GAE", (34, 27), 180))
    play = charges(state, 4, 4, 1, 1)
    charge(play, "PHA", "GAE")
    assert (play.own("PHA").stationary, play.own("PHA").fleeing) == (True, False)
    assert refused(play, "PHA", "charge", "GAE") == "WAB-CHG-04"
    assert barred(play.state, "PHA", "GAE") == "WAB-FEA-04"
    charge(play, "SIL", "GAE")
    assert [(t.a, t.b) for t in play.state.ties.values()] == [("SIL", "GAE")]


# --- leaving a combat --------------------------------------------------------------------------------------------


def locked(unit_id: str, foe: str, how: str = "charge", since: int = 1, **more: Any) -> State:
    """A unit of the south engaged to its front, in its own turn."""
    contact = {"a": unit_id, "b": foe, "how": how, "since": since}
    return table(
        unit(unit_id, (36, 20), side="south", **more),
        unit(foe, (36, 20), 180, side="north"),
        contacts=[contact],
        fight=1,
    )


@pytest.mark.clause("WAB-S16")
@pytest.mark.parametrize(
    ("unit_id", "foe", "may"),
    [("COM", "WAR", True), ("NOB", "PHA", True), ("COM", "NOB", False), ("SIL", "PHA", False), ("PHA", "SIL", False)],
)
def test_only_the_light_and_faster_leave_a_combat(unit_id: str, foe: str, may: bool) -> None:
    """Cavalry of M 8 against foot, not against cavalry; close order not at all, though faster."""
    assert (declaring.no_leave(locked(unit_id, foe), unit_id) is None) is may


@pytest.mark.clause("WAB-S16")
def test_meff_must_be_more_than_the_enemys(monkeypatch: Any) -> None:
    """Companions in partial plate, M 7 after armour, against riders of M 7 and of M 6."""
    recruit(monkeypatch, "EQU", "NOB", m=8, armour=("partial_plate",))
    recruit(monkeypatch, "SLO", "NOB", m=7, armour=("partial_plate",))
    recruit(monkeypatch, "HVY", "COM", m=8, armour=("partial_plate",))
    assert declaring.no_leave(locked("HVY", "EQU"), "HVY") is not None
    assert declaring.no_leave(locked("HVY", "SLO"), "HVY") is None


@pytest.mark.clause("WAB-S16")
def test_who_is_engaged_to_the_flank_cannot_leave() -> None:
    state = table(unit("COM", (36, 20)), unit("WAR", (38.75, 19), 270))
    assert facts.opponents(state, "COM") == ("WAR",)
    bar = declaring.no_leave(state, "COM")
    assert bar is not None
    assert bar.text.key == "{unit}: engaged to flank or rear"


@pytest.mark.clause("WAB-S16")
@pytest.mark.parametrize(("how", "since", "may"), [("pursuit", 2, False), ("pursuit", 1, True), ("charge", 2, True)])
def test_who_was_met_by_a_pursuer_in_the_turn_before_cannot_leave(how: str, since: int, may: bool) -> None:
    """Phase 1 has been fought: who ran into it there fights from phase 2 on."""
    contact = {"a": "WAR", "b": "COM", "how": how, "since": since}
    state = table(unit("COM", (36, 20)), unit("WAR", (36, 20), 180), contacts=[contact], fight=1)
    assert (declaring.no_leave(state, "COM") is None) is may


@pytest.mark.clause("WAB-S16")
@pytest.mark.parametrize(("dice", "leaves"), [((4, 4), True), ((5, 4), False)])
def test_leaving_takes_a_leadership_test_at_once(dice: tuple[int, int], leaves: bool) -> None:
    play = charges(locked("COM", "WAR"), *dice)
    assert play.asked_for == "wab.declare"
    play.give(TargetsAnswer((Aim("COM", "disengage", "COM"),)))
    play.to_end()
    assert play.tested() == [("COM", "disengage", leaves, 8)]
    assert play.own("COM").disengaging is leaves
    assert facts.engaged(play.state, "COM")


@pytest.mark.clause("WAB-CHG-04", "WAB-S16")
def test_the_question_shows_charges_and_ways_out_of_combats_together() -> None:
    state = table(unit("COM", (36, 20)), unit("WAR", (36, 20), 180), unit("PHA", (50, 20)), unit("OAT", (50, 27), 180))
    play = charges(state)
    space = play.asked.space
    assert isinstance(space, TargetsSpace)
    assert {a.id: sorted(a.means) for a in space.actors} == {"COM": ["disengage"], "PHA": ["charge"]}
    replies = list(play.session.candidates(play.decision))
    assert [(r.answer.aims[0].means if r.answer else r.exit) for r in replies] == ["charge", "disengage", "done"]
    assert all(play.session.check(play.decision, r).legal for r in replies)


@pytest.mark.clause("WAB-S11")
def test_a_fleeing_enemy_may_be_charged() -> None:
    state = table(unit("COM", (36, 20)), unit("WAR", (36, 27), 0, fleeing=True))
    assert barred(state, "COM", "WAR") == ""
    assert declared(state, "COM", "WAR").ties


@pytest.mark.clause("WAB-S11")
def test_a_target_that_is_barred_is_not_said_to_be_out_of_reach() -> None:
    """One enemy stands in the front arc within reach, one beyond it, and one behind, who may not be charged at all."""
    foes = (unit("WAR", (36, 26), 180), unit("OAT", (36, 44), 180), unit("CRO", (36, 8), 0))
    space = charges(table(unit("PHA", (36, 20)), *foes)).asked.space
    assert isinstance(space, TargetsSpace)
    marks = {c.id: (c.bar is None, c.short) for a in space.actors if a.id == "PHA" for c in a.means["charge"]}
    assert marks == {"WAR": (True, False), "OAT": (True, True), "CRO": (False, False)}
