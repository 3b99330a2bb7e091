"""Characters: when and how they ride, and what becomes of a token that an enemy comes upon."""

from __future__ import annotations

import pytest

from game.engine.decision import Course, MoveAnswer, Reply
from game.engine.state import State
from game.geometry.steps import Advance
from rulesets.warmaster_ancients.characters import characters
from tests.rules.warmaster_ancients.flow_play import Play, block, charge, hold, plain, ride
from tests.rules.warmaster_ancients.table import Row, feature, table, unit, where


def riders(*more: Row, **about: object) -> State:
    """A Consul and a Legate behind a unit, the enemy far away."""
    return table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("CONS-1", at=(90, 30)),
        unit("LEGA-1", at=(80, 30)),
        unit("GAL-1", at=(90, 110), facing="S"),
        *more,
        **about,
    )


@pytest.mark.clause("WMA-CHR-01", "WMA-CHR-02", "WMA-R08")
def test_characters_ride_after_the_orders_and_before_the_shooting():
    play = Play(riders(), "turn", side="south")
    assert play.state.own.phase == "command"
    play.end()
    assert play.asked_for == "ride"
    assert play.state.own.phase == "characters"
    before = len(play.events)
    play.give(ride("CONS-1", (90, 60)))
    assert where(play.state, "CONS-1") == [(90.0, 60.0, 0.0)]
    assert [e.type for e in play.events[before:] if e.type == "rolled"] == []
    play.end()
    phases = [e.data["phase"] for e in play.events if e.type == "phase_begins"]
    assert phases == ["initiative", "command", "characters", "shooting", "melee"]


@pytest.mark.clause("WMA-MOV-02", "WMA-CHR-03", "WMA-R25", "WMA-S41")
@pytest.mark.parametrize("character", ["CONS-1", "LEGA-1", "TRIB-1"])
def test_all_characters_ride_sixty(character):
    state = table(unit(character, at=(90, 30)), unit("GAL-1", at=(150, 110), facing="S"))
    play = Play(state, "characters")
    assert play.mode("ride").allowance == 600.0
    assert play.check(ride(character, (90, 90))).legal
    verdict = play.check(ride(character, (90, 90.01)))
    assert verdict.reasons[0].clause == "WMA-MOV-02"
    assert play.check(verdict.nearest).legal
    assert play.check(verdict.nearest).cost >= 599.8


@pytest.mark.clause("WMA-S41")
def test_up_to_three_legs_and_once_a_turn_in_any_order():
    play = Play(riders(), "characters")
    assert play.check(ride("CONS-1", (90, 35), (95, 35), (95, 50))).legal
    four = play.check(ride("CONS-1", (90, 35), (95, 35), (95, 50), (96, 50)))
    assert four.reasons[0].clause == "WMA-S41"
    play.give(ride("LEGA-1", (80, 45)))
    assert play.refused(ride("LEGA-1", (80, 46))).clause == "WMA-S41"
    assert play.asked.space.among[1].bar.clause == "WMA-S41"
    play.give(ride("CONS-1", (90, 35)))
    assert play.asked_for == ""
    assert play.own("CONS-1").moved
    assert play.event("rode").data == {"unit": "CONS-1", "travel": 50.0}


@pytest.mark.clause("WMA-S41", "WMA-MOV-08")
def test_a_ride_crosses_friends_but_no_enemies():
    state = riders(unit("GAL-2", side="north", at=(76, 40), facing="S"))
    play = Play(state, "characters")
    assert play.check(ride("CONS-1", (90, 40))).legal
    assert play.check(ride("CONS-1", (90, 50))).legal
    verdict = play.check(ride("LEGA-1", (80, 50)))
    assert plain(verdict.reasons[0].text) == "The way is blocked by GAL-2"
    assert verdict.reasons[0].clause == "WMA-S41"


@pytest.mark.clause("WMA-S41")
@pytest.mark.parametrize(("y", "legal"), [(37.99, True), (38.0, False), (37.5, True)])
def test_a_ride_ends_more_than_one_cm_from_enemies(y, legal):
    state = riders(unit("GAL-2", side="north", at=(76, 40), facing="S"))
    play = Play(state, "characters")
    assert play.check(ride("LEGA-1", (80, y))).legal == legal


@pytest.mark.clause("WMA-CHR-03")
def test_on_foot_a_character_goes_where_infantry_goes():
    land = [feature("wood", box=(80, 50, 100, 60)), feature("impassable", box=(60, 50, 78, 60))]
    play = Play(riders(terrain=land), "characters")
    assert play.check(ride("CONS-1", (90, 55))).legal
    verdict = play.check(ride("CONS-1", (70, 55)))
    assert verdict.reasons[0].clause == "WMA-CHR-03"


@pytest.mark.clause("WMA-S41")
def test_a_ride_is_a_path():
    play = Play(riders(), "characters")
    assert play.asked.default == Reply(exit="end_phase")
    assert play.check(MoveAnswer("CONS-1", "ride")).status == "unfinished"
    assert play.check(ride("STRA-1", (90, 35))).reasons[0].clause == "WMA-CHR-01"
    assert play.check(MoveAnswer("CONS-1", "march")).status == "refused"
    wrong = MoveAnswer("CONS-1", "ride", courses=(Course("CONS-1", (Advance(10.0),)),))
    assert play.check(wrong).reasons[0].clause == "WMA-S41"
    assert play.check(ride("CONS-1", (90, -1))).reasons[0].clause == "WMA-S41"


@pytest.mark.clause("WMA-CHR-01", "WMA-S41")
def test_candidates_are_all_accepted():
    play = Play(riders(), "characters")
    found = list(play.session.candidates(play.decision, "any", 32))
    assert len(found) == 32
    assert found[-1].exit == "end_phase"
    assert all(play.session.check(play.decision, r).legal for r in found)


@pytest.mark.clause("WMA-CHR-01", "WMA-CHR-03", "WMA-S41", "WMA-MOV-02")
def test_rides_thought_of_lead_onto_own_units_behind_them_and_all_round():
    """A unit faces north 20 cm east: onto its middle, 6 cm south of it; too far a unit is ridden towards, 60 cm."""
    state = table(unit("CONS-1", at=(90, 60)), unit("LEG-1", at=(110, 60)), unit("LEG-2", at=(20, 60), facing="N"))
    ways = [play_points(a) for a in characters.ideas(state, "CONS-1", "onto")]
    assert ways == [(1100.0, 600.0), (1100.0, 540.0), (300.01, 600.0), (302.202, 548.76)]
    fan = [play_points(a) for a in characters.ideas(state, "CONS-1", "away")]
    assert len(fan) == 12 * 3
    assert fan[:3] == [(900.0, 1199.99), (900.0, 899.99), (900.0, 719.99)]
    assert fan[9] == (1499.99, 600.0)
    assert len(list(characters.ideas(state, "CONS-1", "any"))) == 4 + 36
    assert not list(characters.ideas(state, "CONS-1", "hold"))


@pytest.mark.clause("WMA-CHR-01")
def test_a_ride_thought_of_exactly_as_far_as_he_may_ride_leads_all_the_way():
    state = table(unit("CONS-1", at=(90, 60)), unit("LEG-1", at=(150, 60), facing="N"))
    assert play_points(next(characters.ideas(state, "CONS-1", "onto"))) == (1500.0, 600.0)


def play_points(answer):
    (point,) = characters.points_of(answer)
    return point


# --- tokens ------------------------------------------------------------------------------------------------------


def upon(*more: Row) -> State:
    """Legionaries about to march onto the token of a Strategos."""
    return table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("STRA-1", at=(90, 55)),
        *more,
    )


@pytest.mark.clause("WMA-S32")
def test_a_token_goes_to_the_nearest_stand_of_the_nearest_friend():
    state = upon(unit("GAL-1", at=(90, 75), facing="S"), unit("GAL-2", at=(60, 80), facing="S"))
    play = Play(state, "move", unit="LEG-1")
    play.give(block("LEG-1", 90, 53))
    assert play.types("character_escapes") == ["character_escapes"]
    assert where(play.state, "STRA-1") == [(90.0, 75.0, 180.0)]
    assert play.asked_for == ""


@pytest.mark.clause("WMA-S32")
@pytest.mark.parametrize(("y", "goes"), [(53.0, True), (52.99, False), (55.0, True)])
def test_within_one_cm_counts(y, goes):
    state = upon(unit("GAL-1", at=(90, 75), facing="S"))
    play = Play(state, "move", unit="LEG-1")
    play.give(block("LEG-1", 90, y))
    assert (play.types("character_escapes") == ["character_escapes"]) == goes


@pytest.mark.clause("WMA-S32")
@pytest.mark.parametrize(("y", "lost"), [(116.0, False), (116.01, True)])
def test_without_a_friend_within_sixty_the_character_is_lost(y, lost):
    state = upon(unit("GAL-1", at=(90, y), facing="S"))
    play = Play(state, "move", unit="LEG-1")
    play.give(block("LEG-1", 90, 54))
    assert (play.types("character_lost") == ["character_lost"]) == lost
    assert (play.state.bases["STRA-1.1"].where == "gone") == lost


@pytest.mark.clause("WMA-S32")
def test_the_owner_chooses_among_equally_near_stands():
    state = upon(
        unit("GAL-1", at=(76, 75), facing="S"),
        unit("GAL-2", at=(104, 75), facing="S"),
    )
    play = Play(state, "move", unit="LEG-1")
    play.give(block("LEG-1", 90, 54))
    assert play.asked_for == "escape"
    assert play.decision.side == "north"
    things = [c.id for c in play.asked.space.things]
    assert len(things) == 2
    assert play.asked.default.answer.ids == (things[0],)
    play.pick(things[1])
    assert where(play.state, "STRA-1")[0][:2] == (100.0, 75.0)


@pytest.mark.clause("WMA-S32")
def test_a_charge_that_ends_upon_a_token_drives_it_off():
    state = table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("GAL-1", at=(90, 55), facing="S"),
        unit("STRA-1", at=(90, 53.5)),
        unit("GAL-2", at=(90, 70), facing="S"),
    )
    play = Play(state, "move", unit="LEG-1")
    play.give(charge("LEG-1", "GAL-1"))
    assert where(play.state, "STRA-1") == [(90.0, 55.0, 180.0)]


@pytest.mark.clause("WMA-S32")
def test_friends_do_not_disturb_a_token():
    play = Play(riders(), "move", unit="LEG-1")
    play.give(hold("LEG-1"))
    assert play.types("character_escapes", "character_lost") == []


@pytest.mark.clause("WMA-S41")
@pytest.mark.parametrize("room", [0.05, 0.2, 3.0])
def test_a_ride_that_is_refused_is_cut_back_to_the_room_there_is(room: float) -> None:
    """So many cm before the table's edge: even less than a millimetre of them is offered."""
    play = Play(table(unit("CONS-1", at=(room, 60)), unit("GAL-1", at=(150, 110), facing="S")), "characters")
    verdict = play.check(ride("CONS-1", (-10, 60)))
    assert verdict.reasons[0].clause == "WMA-S41"
    assert verdict.nearest is not None
    assert play.check(verdict.nearest).legal
    assert play.check(verdict.nearest).cost == pytest.approx(room * 10.0, abs=0.11)
