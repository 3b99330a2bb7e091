"""Rounds and activations: who starts, whose unit is next, what Shaken units do, how a round ends."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import PickSpace
from game.engine.event import SetField, SetPose
from game.engine.i18n import Speaker
from game.engine.state import State
from rulesets.age_of_fantasy_skirmish.field import in_battle
from rulesets.age_of_fantasy_skirmish.own import Effect
from rulesets.age_of_fantasy_skirmish.turn import rounds
from tests.rules.age_of_fantasy_skirmish.flow_field import field, unit
from tests.rules.age_of_fantasy_skirmish.flow_play import Play


def two_each(**own: Any) -> dict[str, dict[str, Any]]:
    return {
        "A1": unit("south", (10.0, 6.0), **own),
        "A2": unit("south", (30.0, 6.0)),
        "B1": unit("north", (10.0, 42.0)),
        "B2": unit("north", (30.0, 42.0)),
    }


def activated(play: Play) -> list[str]:
    return [e.data["unit"] for e in play.events if e.type == "activated"]


def starters(play: Play) -> list[str]:
    return [e.side for e in play.events if e.type == "round_begins"]


def hold(play: Play, unit_id: str) -> None:
    """Activate a unit and let it hold, shooting at nobody."""
    if play.asked_for == "activate":
        play.pick(unit_id)
    assert play.decision.args["unit"] == unit_id
    play.act("hold")
    play.until("activate", "act", "ambush", "morale_order")


@pytest.mark.clause("AFS-RND-01", "AFS-RND-02", "AFS-ACT-01", "AFS-RND-04")
def test_the_players_alternate_and_the_winner_of_the_roll_off_starts():
    play = Play(field(two_each(), winner="north"), "battle", round=1)
    assert play.decision.side == "north"
    hold(play, "B2")
    assert play.decision.side == "south"
    assert isinstance(play.asked.space, PickSpace)
    assert [c.id for c in play.asked.space.things] == ["A1", "A2"]
    hold(play, "A2")
    # only one unit each is left: nothing is asked but its action
    assert play.asked_for == "act"
    hold(play, "B1")
    hold(play, "A1")
    assert activated(play) == ["B2", "A2", "B1", "A1"]
    assert starters(play) == ["north", "north"]


@pytest.mark.clause("AFS-RND-04", "AFS-R16")
def test_a_unit_acts_once_and_nobody_passes():
    play = Play(field(two_each()), "battle", round=1)
    hold(play, "A1")
    hold(play, "B1")
    assert play.decision.args == {"unit": "A2"}
    assert in_battle.eligible(play.state, "south") == ()  # it is under way already
    assert all(e.id != "pass" for e in play.asked.exits)
    assert play.state.units["A1"].own.activated


@pytest.mark.clause("AFS-RND-05")
def test_who_has_more_units_activates_the_rest_one_after_another():
    units = two_each()
    units["A3"] = unit("south", (40.0, 6.0))
    units["A4"] = unit("south", (20.0, 6.0))
    play = Play(field({k: v for k, v in units.items() if k != "B2"}), "battle", round=1)
    for name in ("A1", "B1", "A2", "A3", "A4"):
        hold(play, name)
    assert activated(play)[:5] == ["A1", "B1", "A2", "A3", "A4"]


@pytest.mark.clause("AFS-RND-03", "AFS-R15")
def test_who_ran_out_first_starts_the_next_round():
    play = Play(field({k: v for k, v in two_each().items() if k != "B2"}), "battle", round=1)
    for name in ("A1", "B1", "A2"):
        hold(play, name)
    assert starters(play) == ["south", "north"]


def _gone(state: State, unit_id: str) -> State:
    from game.engine.apply import apply
    from game.engine.event import Event

    poses = tuple(SetPose(b, None, "gone") for b in state.units[unit_id].bases)
    return apply(state, Event("test", "flow", changes=poses))


@pytest.mark.clause("AFS-RND-03", "AFS-R15")
def test_the_worked_example_of_two_done_at_once():
    """South a1, north b1, south a2, who destroys b2 before it has acted: north acted earlier and starts."""
    units = two_each()
    units["A1"]["own"] |= {"activated": True}
    units["B1"]["own"] |= {"activated": True}
    state = field(units, round=2, acts=2, sides={"south": {"last": 1}, "north": {"last": 2}})
    before = in_battle.done_order(state)
    assert before == ()
    acted = field(
        units | {"A2": unit("south", (30.0, 6.0), activated=True)},
        round=2,
        acts=3,
        sides={"south": {"last": 3}, "north": {"last": 2}},
    )
    # had b2 survived, south would be done first
    assert in_battle.done_order(acted) == ("south",)
    assert in_battle.done_order(_gone(acted, "B2")) == ("north", "south")


@pytest.mark.clause("AFS-R15")
def test_who_had_no_activation_counts_as_earliest_and_with_none_the_starter_starts_again():
    done = {"A1": unit("south", (10.0, 6.0), activated=True), "B1": unit("north", (10.0, 42.0), activated=True)}
    state = field(done, starter="south", sides={"south": {"last": 1}})
    assert in_battle.done_order(state) == ("north", "south")
    assert in_battle.done_order(field(done, starter="north")) == ("north", "south")
    assert in_battle.done_order(field(done, starter="south")) == ("south", "north")


@pytest.mark.clause("AFS-R15")
def test_who_has_nobody_on_the_table_is_noted_at_the_beginning_of_the_round():
    units = {"A1": unit("south", (10.0, 6.0)), "B1": unit("north", reserve=1, aside="ambush")}
    play = Play(field(units), "battle", round=1)
    assert play.types("side_done", "activated") == ["side_done", "activated"]
    assert play.event("side_done").side == "north"


@pytest.mark.clause("AFS-ACT-07", "AFS-SHK-02", "AFS-SHK-06", "AFS-R10")
def test_a_shaken_unit_stays_idle_and_recovers():
    play = Play(field(two_each(shaken=True)), "battle", round=1)
    play.pick("A1")
    assert play.types("activated", "idle", "recovered", "activation_ends") == [
        "activated",
        "idle",
        "recovered",
        "activation_ends",
    ]
    assert not play.own("A1").shaken
    assert play.own("A1").activated
    assert play.decision.side == "north"


@pytest.mark.clause("AFS-R10")
def test_made_shaken_in_its_own_activation_it_stops_and_does_not_recover():
    play = Play(field(two_each()), "battle", round=1)
    play.pick("A1")
    from game.engine.apply import apply
    from game.engine.event import Event
    from rulesets.age_of_fantasy_skirmish.turn.rounds import ActivationData, over

    shaken = apply(play.state, Event("test", "flow", changes=(SetField("unit", "A1", "own.shaken", True),)))

    class Now:
        state = shaken

    assert over(Now(), ActivationData("A1"))  # type: ignore[arg-type]
    assert not over(Now(), ActivationData("A1", shaken=True))  # type: ignore[arg-type]


@pytest.mark.clause("AFS-RND-07", "AFS-MEL-11", "AFS-R11", "AFS-S22")
def test_the_end_of_a_round_morale_then_markers_then_what_passes():
    units = {
        "A1": unit("south", (10.0, 6.0), fatigued=True, effects=(Effect("reed_veil", {"stealth": 0}),)),
        "A2": unit("south", lost=1),
        "B1": unit("north", (10.0, 42.0), effects=(Effect("sucking_mud", {"slow": 0}, 0, "activation"),)),
        "B2": unit("north", (40.0, 42.0), effects=(Effect("wisp_light", {}, 1, "attack"),)),
    }
    play = Play(field(units, markers={"M1": (10.0, 8.0, "")}, round=4), "round_end", dice=[5], round=4)
    assert play.types("morale_passed", "seized", "round_ends") == ["morale_passed", "seized", "round_ends"]
    assert not play.own("A1").fatigued
    assert play.own("A1").effects == ()
    assert [e.spell for e in play.own("B1").effects] == ["sucking_mud"]
    assert play.own("B2").effects == ()


@pytest.mark.clause("AFS-MIS-08", "AFS-RND-07")
def test_the_game_ends_after_the_fourth_round_with_its_last_steps_done():
    units = {"A1": unit("south", (10.0, 6.0)), "B1": unit("north", (40.0, 42.0))}
    play = Play(field(units, markers={"M1": (10.0, 8.0, "")}, round=4), "battle", round=4)
    hold(play, "A1")
    hold(play, "B1")
    assert play.state.over is not None
    assert play.state.over.winner == "south"
    assert play.state.over.scores == {"south": 1, "north": 0}
    assert Speaker().say(play.state.over.why, play.state).endswith(" by markers: South: 1, North: 0")
    assert play.state.own.phase == "over"


@pytest.mark.clause("AFS-S28")
def test_without_a_unit_on_either_side_the_game_ends_at_once_as_the_markers_lie():
    units = {"A1": unit("south", lost=1), "B1": unit("north", lost=1)}
    play = Play(field(units, markers={"M1": (10.0, 20.0, "north")}, round=2), "battle", round=2)
    assert play.state.over is not None
    assert play.state.over.winner == "north"
    assert play.types("seized", "contested") == []


@pytest.mark.clause("AFS-S28", "AFS-MIS-09")
@pytest.mark.parametrize(("holder", "offered"), [("south", True), ("north", False), ("", False)])
def test_alone_on_the_table_one_plays_on_or_skips_when_nothing_can_change(holder: str, offered: bool):
    units = {"A1": unit("south", (10.0, 6.0)), "A2": unit("south", (20.0, 6.0)), "B1": unit("north", lost=1)}
    markers = {"M1": (10.0, 20.0, "south"), "M2": (30.0, 20.0, holder)}
    play = Play(field(units, markers=markers), "battle", round=2)
    assert play.asked_for == "activate"
    assert [e.id for e in play.asked.exits] == ([rounds.SKIP] if offered else [])
    if offered:
        play.give(way_out=rounds.SKIP)
        assert play.state.over is not None
        assert play.state.over.scores == {"south": 2, "north": 0}


@pytest.mark.clause("AFS-S28")
def test_a_reserve_keeps_the_skipping_away():
    units = {
        "A1": unit("south", (10.0, 6.0)),
        "A2": unit("south", (20.0, 6.0)),
        "B1": unit("north", reserve=1, aside="ambush"),
    }
    play = Play(field(units, markers={"M1": (10.0, 20.0, "south")}), "battle", round=1)
    assert play.asked.exits == ()


@pytest.mark.clause("AFS-MEL-11", "AFS-RND-04")
def test_a_new_round_makes_all_units_eligible_again():
    play = Play(field(two_each()), "battle", round=1)
    for name in ("A1", "B1", "A2", "B2"):
        hold(play, name)
    assert play.state.own.round == 2
    assert in_battle.eligible(play.state, "south") == ("A1", "A2")
    assert play.state.own.acts == 0
    assert play.state.sides["south"].own.last == 0
