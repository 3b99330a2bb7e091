"""Exams for the general: situations in which one answer is plainly right."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from game.battle import fight, order
from game.bots.seat import Choice, Seat
from game.engine.command import Answering
from game.engine.decision import MoveAnswer, OptionAnswer, PlaceAnswer, Reply, Standing, TargetsAnswer
from game.engine.session import Session
from game.engine.state import Frame, State
from rulesets.ancient_battles import RULESET
from rulesets.ancient_battles.charge.reactions import ReactData
from rulesets.ancient_battles.deploy.deployment import unplaced, usual
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.general.general import bots
from rulesets.ancient_battles.general.standing import REACHED, place_value
from rulesets.ancient_battles.general.worth import (
    STEADY,
    alarm,
    alarms,
    beside_terror,
    charge_value,
    danger,
    frights,
    lost_share,
)
from rulesets.ancient_battles.measures import MM_PER_INCH
from rulesets.ancient_battles.move.judging import plan
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
    assert place_value(near, "WAR", STEADY, "") > place_value(far, "WAR", STEADY, "")


def moved(state: State, bot: str) -> State:
    """The state after up to six moves of a bot."""
    play = Play(state, Frame("wab.moves"))
    for _ in range(6):
        if not play.asked_for:
            break
        decision = play.session.waiting[0]
        seat = Seat(RULESET, play.session.view(decision.side), decision, Random(1))
        reply = bots()[bot]().choose(seat).reply
        if reply.answer is None:
            break
        play.give(reply.answer)
    return play.state


def test_a_cautious_generals_standard_stays_alone_behind_the_foot() -> None:
    """In the front rank he would be lost with it: his fall counts a hundred points besides his own (WAB-S32)."""
    state = moved(table(unit("SBS", (36, 16)), unit("PHA", (36, 20)), unit("WAR", (36, 44), 180)), "cautious")
    assert facts.lone(state, "SBS")
    assert facts.gap(state, "SBS", "WAR") > facts.gap(state, "PHA", "WAR")
    assert facts.gap(state, "SBS", "PHA") <= 12.0 * MM_PER_INCH


@pytest.mark.parametrize("bot", ["general", "bold"])
def test_others_have_it_in_the_ranks(bot: str) -> None:
    """Alone he threatens nobody from afar (WAB-S11), and whoever comes near may run him down."""
    state = moved(table(unit("SBS", (36, 16)), unit("PHA", (36, 20)), unit("WAR", (36, 44), 180)), bot)
    assert facts.host(state, "SBS") == "PHA"


@pytest.mark.parametrize("who", ["CRE", "SBS", "SGE"])
def test_nobody_charges_whom_he_does_not_threaten(who: str) -> None:
    """A flank 20 inches off tests for nothing, and the charge would be a mere normal move (WAB-S11, WAB-CHG-03)."""
    models = {"models": 10} if who == "CRE" else {}
    assert charges(table(unit(who, (58, 24), 270, **models), unit("WAR", (36, 24), 180))) is None


def test_who_is_too_few_to_rally_is_lost_when_he_runs() -> None:
    """Fewer than five models never rally (WAB-RAL-02): three chariots that run are gone, a warband is not."""
    state = table(unit("LCH", (24, 24), 180), unit("WAR", (48, 24), 180), unit("SEL", (36, 8)))
    assert lost_share(state, "LCH", "SEL", STEADY) == 1.0
    assert lost_share(state, "WAR", "SEL", STEADY) == STEADY.panicked


@pytest.mark.parametrize(
    ("who", "gap", "y", "models", "runs"),
    [("SBS", 7.5, 24, 8, True), ("SBS", 7.5, 39, 8, False), ("SGE", 14, 24, 4, False)],
)
def test_horse_runs_from_a_charge_only_where_that_may_save_it(
    who: str, gap: float, y: float, models: int, runs: bool
) -> None:
    """Three dice of flight: from the middle of the table it comes away, not near its edge, nor if it cannot rally."""
    charged = table(unit(who, (36, y - gap)), unit("NOB", (36, y), 180, models=models))
    answer = asked(declared(charged, who, "NOB"), Frame("wab.react", data=ReactData("NOB"))).reply.answer
    assert isinstance(answer, OptionAnswer)
    assert (answer.parts["reaction"].split(":")[0] in ("flee", "fire")) is runs


def test_a_lone_enemy_leader_is_gone_for() -> None:
    """His fall counts more than many a unit's (WAB-S32)."""
    warband, bearer = unit("WAR", (36, 40), 180, side="north"), unit("SBS", (20, 16))
    state = table(warband, bearer, active="north", first="north")
    answer = asked(state, Frame("wab.moves")).reply.answer
    assert isinstance(answer, MoveAnswer)
    there = state.with_poses(dict(plan(state, answer).poses))
    assert facts.gap(there, "WAR", "SBS") < facts.gap(state, "WAR", "SBS") - 4.0 * MM_PER_INCH


def test_a_general_does_not_ride_to_meet_who_cannot_reach_him() -> None:
    """A charge from 22 inches goes 16 at most; a counter-charge would bring the two together (WAB-RCT-01, WAB-S12)."""
    state = declared(table(unit("SGE", (36, 10)), unit("GCH", (36, 34), 180)), "SGE", "GCH")
    answer = asked(state, Frame("wab.react", data=ReactData("GCH"))).reply.answer
    assert isinstance(answer, OptionAnswer)
    assert answer.parts["reaction"] == "hold"


def test_who_runs_near_the_edge_is_as_good_as_lost() -> None:
    """Foot with its back 3 inches from the edge leaves the table with any two dice but a 2; far inside with none."""
    near = table(unit("WAR", (36, 43), 180), unit("SEL", (36, 30)))
    far = table(unit("WAR", (36, 24), 180), unit("SEL", (36, 11)))
    assert lost_share(near, "WAR", "SEL", STEADY) > 0.95
    assert lost_share(far, "WAR", "SEL", STEADY) == STEADY.panicked


def test_a_charge_that_ends_beside_an_elephant_is_worth_less() -> None:
    archers = unit("CRE", (36, 20), models=10)
    alone = table(unit("NOB", (36, 30), 180, side="north"), archers, unit("SEL", (66, 4)), active="north")
    beside = table(unit("NOB", (36, 30), 180, side="north"), archers, unit("SEL", (21, 12.5)), active="north")
    assert facts.gap(beside, "SEL", "CRE") > 12.0 * MM_PER_INCH
    assert beside_terror(alone, "NOB", "CRE", STEADY) == 0.0
    assert beside_terror(beside, "NOB", "CRE", STEADY) > 10.0
    there, here = charge_value(alone, "NOB", "CRE", STEADY), charge_value(beside, "NOB", "CRE", STEADY)
    assert there is not None
    assert here is not None
    assert here < there


def test_threats_to_a_flank_add_up() -> None:
    """Every enemy who reaches a flank may make its unit test; who is too far off frightens nobody (WAB-S11)."""
    one = table(unit("WAR", (36, 24), 180), unit("COM", (53, 24), 270))
    two = table(unit("WAR", (36, 24), 180), unit("COM", (53, 24), 270), unit("SGE", (20, 24), 90))
    far = table(unit("WAR", (36, 24), 180), unit("COM", (58, 24), 270), unit("PHA", (12, 24), 90))
    assert frights(two, "WAR", STEADY) > frights(one, "WAR", STEADY) > frights(far, "WAR", STEADY) == 0.0


def test_skirmishers_keep_off_those_whom_they_would_run_past() -> None:
    enemy = unit("PHA", (36, 4))
    before = table(unit("GJA", (36, 30), 180, models=6), unit("WAR", (36, 35), 180), enemy)
    aside = table(unit("GJA", (36, 30), 180, models=6), unit("WAR", (52, 35), 180), enemy)
    assert place_value(aside, "GJA", STEADY, "") > place_value(before, "GJA", STEADY, "")


def test_a_general_gives_much_not_to_be_in_reach_of_a_charge() -> None:
    """Cavalry charges 16 inches: at 15 he is in reach, at 17 he is not."""
    inside = table(unit("GCH", (36, 31), 180), unit("COM", (36, 16)))
    outside = table(unit("GCH", (36, 33), 180), unit("COM", (36, 16)))
    assert place_value(outside, "GCH", STEADY, "") > place_value(inside, "GCH", STEADY, "") + REACHED


def test_his_loss_alarms_those_far_away_too() -> None:
    """A General slain is a panic test for everybody (WAB-PAN-08), anybody else's flight for those within 12 inches."""
    state = table(unit("GCH", (10, 40)), unit("GBS", (12, 40)), unit("WAR", (60, 40), 180), unit("PHA", (36, 4)))
    assert alarm(state, "GCH", STEADY) > 0.0
    assert alarm(state, "WAR", STEADY) == 0.0


def test_an_army_deploys_away_from_terror_but_for_those_who_do_not_mind_it() -> None:
    """The elephant stands on a wing before the Galatians place anybody: the naked fanatics go opposite it."""
    session = Session.start(RULESET, replace(RULESET.default_setup("open_field", 1000), seed="far-wing"))
    general = bots()["general"]()
    while session.state.own.phase in ("", "deployment") and session.waiting:
        decision = session.waiting[0]
        seat = Seat(RULESET, session.view(decision.side), decision, Random(1))
        reply = general.choose(seat).reply
        if decision.side == "south" and "SEL" in unplaced(seat.view, "south") and decision.question == "wab.deploy":
            poses = usual(seat.view, "SEL")
            assert poses is not None
            reply = Reply(PlaceAnswer((Standing("SEL", poses, "1"),)))
        assert isinstance(session.submit(Answering(decision.id, decision.side, reply)), tuple)
    middle = {u: facts.centre(session.state, u)[0] / 25.0 for u in ("SEL", "GAE", "WAR", "NOB", "LCH")}
    assert abs(middle["GAE"] - middle["SEL"]) < 6.0
    for other in ("WAR", "NOB", "LCH"):
        assert abs(middle[other] - middle["SEL"]) > 20.0


@pytest.mark.parametrize(("done", "goes"), [(False, True), (True, False)])
def test_the_line_does_not_wait_for_a_general_who_can_follow(done: bool, goes: bool) -> None:
    """He moves last: whom he can still follow leaves his range, but not one whom he cannot (WAB-CMD-01)."""
    chief, warband = unit("GCH", (36, 40), moved=done), unit("WAR", (36, 30), 180)
    state = table(warband, chief, unit("PHA", (36, 8)), active="north", first="north")
    answer = asked(state, Frame("wab.moves")).reply.answer
    assert (isinstance(answer, MoveAnswer) and (answer.subject, answer.mode) == ("WAR", "march")) is goes


@pytest.mark.parametrize(("turn", "first", "goes"), [(5, "north", True), (6, "north", False), (6, "south", False)])
def test_nobody_goes_forward_in_the_last_turn(turn: int, first: str, goes: bool) -> None:
    """No charge comes of it any more, only whoever charges in the enemy's last turn (WAB-S31)."""
    warband = unit("WAR", (36, 40), 180, side="north")
    state = table(warband, unit("COM", (36, 20)), active="north", first=first, turn=turn)
    assert isinstance(asked(state, Frame("wab.moves")).reply.answer, MoveAnswer) is goes


@pytest.mark.parametrize(("first", "goes"), [("north", False), ("south", True)])
def test_who_moves_last_of_all_need_fear_nobody(first: str, goes: bool) -> None:
    """Javelins step into the reach of the foot to throw, if the foot has no turn in which to charge (WAB-S31)."""
    state = table(unit("GJA", (36, 31), 180), unit("PHA", (36, 20)), active="north", first=first, turn=6)
    answer = asked(state, Frame("wab.moves")).reply.answer
    there = state.with_poses(dict(plan(state, answer).poses)) if isinstance(answer, MoveAnswer) else state
    assert (facts.gap(there, "GJA", "PHA") <= 8.0 * MM_PER_INCH) is goes


@pytest.mark.parametrize(("first", "goes"), [("south", True), ("north", False)])
def test_nobody_forestalls_a_charge_for_which_no_turn_is_left(first: str, goes: bool) -> None:
    """Six horsemen lose against fanatics: they go for them first only if these would come themselves (WAB-S31)."""
    state = table(unit("COM", (36, 20), models=6), unit("GAE", (36, 25), 180), turn=6, first=first)
    assert (charges(state) is not None) is goes


@pytest.mark.parametrize(("turn", "won", "goes"), [(3, False, False), (5, False, True), (5, True, False)])
def test_who_has_not_won_yet_seeks_the_fight(turn: int, won: bool, goes: bool) -> None:
    """Eight horsemen against nine foot may win or lose: that is dared late, and only as long as nothing is won."""
    chief = unit("GCH", (70, 46), 0, fleeing=won)
    state = table(unit("COM", (36, 20)), unit("OAT", (36, 34), 180, models=9), chief, turn=turn, first="north")
    assert (charges(state) is not None) is goes


def test_a_charge_into_a_combat_counts_by_what_it_adds() -> None:
    """Five spears are as good as lost to twenty-five warriors: horse in their flank is needed where they are many."""

    def worth(spears: int) -> float:
        fight = unit("PHA", (36, 24), models=spears), unit("WAR", (36, 24), 180)
        made = [{"a": "PHA", "b": "WAR", "how": "charge"}]
        state = table(*fight, unit("NOB", (27, 22.5), 90), contacts=made, active="north")
        return charge_value(state, "NOB", "PHA", STEADY) or 0.0

    assert 0.0 < worth(5) < worth(24)


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
