"""Exams for the general: situations in which one answer is plainly right."""

from __future__ import annotations

from random import Random

import pytest

from game.battle import fight, order
from game.bots.seat import Choice, Seat
from game.engine.decision import MoveAnswer, OptionAnswer, TargetsAnswer
from game.engine.state import Frame, State
from rulesets.ancient_battles import RULESET, facts
from rulesets.ancient_battles.general import bots
from rulesets.ancient_battles.general.marching import standing
from rulesets.ancient_battles.general.temper import STEADY
from rulesets.ancient_battles.general.worth import alarms, charge_value, danger
from tests.rules.ancient_battles.charge_play import Play, declared
from tests.rules.ancient_battles.table import table, unit

GAPS = (4.0, 8.0, 12.0, 15.5)
"""Inches between a warband and an elephant."""


def asked(state: State, frame: Frame) -> Choice:
    """What the general answers to the first question of a frame."""
    play = Play(state, frame)
    decision = play.session.waiting[0]
    seat = Seat(RULESET, play.session.view(decision.side), decision, Random(1))
    choice = bots()["general"]().choose(seat)
    assert seat.check(choice.reply).legal or choice.reply.exit
    return choice


def charges(state: State) -> tuple[str, str] | None:
    """The first charge that the general declares."""
    answer = asked(state, Frame("wab.charges")).reply.answer
    return (answer.aims[0].actor, answer.aims[0].mark) if isinstance(answer, TargetsAnswer) else None


def test_horse_rides_into_the_rear_of_a_warband() -> None:
    state = table(unit("COM", (36, 14)), unit("WAR", (36, 24), 0))
    assert charges(state) == ("COM", "WAR")


def test_nobody_charges_a_wall_of_spears_alone() -> None:
    """Eight horsemen against twenty-five fresh foot in five ranks, head on: they would lose."""
    state = table(unit("SBS", (36, 14)), unit("WAR", (36, 20), 180))
    assert charges(state) is None


def test_the_frenzied_charge_whatever_it_is() -> None:
    state = table(
        unit("GAE", (36, 20), 180, models=5, side="north"), unit("SEL", (36, 13)), active="north", first="north"
    )
    assert charges(state) == ("GAE", "SEL")


def test_slingers_do_not_wait_for_horse() -> None:
    state = declared(table(unit("COM", (36, 12)), unit("GSL", (36, 26), 180)), "COM", "GSL")
    from rulesets.ancient_battles.reactions import ReactData

    answer = asked(state, Frame("wab.react", data=ReactData("GSL"))).reply.answer
    assert isinstance(answer, OptionAnswer)
    assert answer.parts["reaction"].split(":")[0] in ("flee", "fire")


def test_the_line_goes_forward() -> None:
    state = table(unit("PHA", (36, 10)), unit("WAR", (36, 38), 180))
    answer = asked(state, Frame("wab.moves")).reply.answer
    assert isinstance(answer, MoveAnswer)
    assert (answer.subject, answer.mode) == ("PHA", "march")


def test_a_flank_in_reach_of_horse_is_a_danger() -> None:
    """The same cavalry is feared more beside the phalanx than before it."""
    before = table(unit("PHA", (36, 20)), unit("NOB", (36, 32), 180))
    beside = table(unit("PHA", (36, 20)), unit("NOB", (48, 18), 270))
    assert danger(beside, "PHA", STEADY) > 2.0 * danger(before, "PHA", STEADY) > 0.0


def test_a_flank_charge_is_worth_more_than_one_head_on() -> None:
    front = table(unit("COM", (36, 14)), unit("WAR", (36, 24), 180))
    flank = table(unit("COM", (26, 22), 90), unit("WAR", (36, 24), 180))
    there, here = charge_value(flank, "COM", "WAR", STEADY), charge_value(front, "COM", "WAR", STEADY)
    assert there is not None
    assert here is not None
    assert there > here


def test_chariots_do_not_dare_an_elephant_in_the_last_turn() -> None:
    """Leadership 7: five times of twelve they would run, and who runs then is lost; the frenzied need no test."""
    facing = (unit("SEL", (36, 16), 0), unit("SGE", (60, 4)))
    chariots = table(unit("LCH", (36, 26), 180), *facing, active="north", first="south", turn=6)
    assert charges(chariots) is None
    frenzied = table(unit("GAE", (36, 20), 180), *facing, active="north", first="south", turn=6)
    assert charges(frenzied) == ("GAE", "SEL")


def test_an_elephant_near_by_is_alarming_and_the_nearer_the_more() -> None:
    """Within 8 inches the test is certain; up to 15 he may come so near; beyond nobody minds (WAB-TRR-03)."""
    felt = [alarms(table(unit("WAR", (36, 20 + gap), 180), unit("SEL", (36, 20))), "WAR", STEADY) for gap in GAPS]
    assert felt[0] == felt[1] > felt[2] > felt[3] == 0.0


def test_troops_like_to_stand_where_their_general_is_heard() -> None:
    near = table(unit("WAR", (36, 30), 180), unit("GCH", (40, 36)), unit("PHA", (36, 6)))
    far = table(unit("WAR", (36, 30), 180), unit("GCH", (62, 40)), unit("PHA", (36, 6)))
    assert standing(near, "WAR", STEADY, "") > standing(far, "WAR", STEADY, "")


def test_the_bearer_of_the_standard_joins_the_foot() -> None:
    state = table(unit("SBS", (36, 16)), unit("PHA", (36, 20)), unit("WAR", (36, 44), 180))
    play = Play(state, Frame("wab.moves"))
    for _ in range(6):
        if not play.asked_for:
            break
        decision = play.session.waiting[0]
        seat = Seat(RULESET, play.session.view(decision.side), decision, Random(1))
        reply = bots()["general"]().choose(seat).reply
        if reply.answer is None:
            break
        play.give(reply.answer)
    assert facts.host(play.state, "SBS") == "PHA"


@pytest.mark.soak
def test_the_general_beats_chance() -> None:
    """Six battles, three from each side of the table: at least five won."""
    won = 0
    for k in range(6):
        players = {"south": "general", "north": "random"} if k % 2 else {"south": "random", "north": "general"}
        result = fight(order("WAB", "open_field", players, f"exam-{k}"))
        mine = next(s for s, name in players.items() if name == "general")
        assert not any(result.faults.values()), result
        won += result.winner == mine
    assert won >= 5
