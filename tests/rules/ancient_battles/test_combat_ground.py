"""Giving ground and following up (WAB-STB-02, WAB-S25, WAB-FRZ-04, WAB-S21)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.state import State
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.fight import results
from rulesets.ancient_battles.fight.combat_round import Fought
from tests.rules.ancient_battles.combat_play import Play, decided, rout, where
from tests.rules.ancient_battles.table import piece, table, unit

LOST = Fought(("SIL", "WAR"), "north", 2)


def shields(*others: dict[str, Any], **more: Any) -> State:
    """Silver Shields facing north, four ranks deep, hard pressed by the warband before them."""
    return table(
        unit("SIL", (36, 24), 0, files=4, models=16, stubborn_used=True),
        unit("WAR", (36, 24), 180, files=5, models=20, won=1, beat=("SIL",)),
        *others,
        phase="combat",
        fight=1,
        contacts=[{"a": "SIL", "b": "WAR", "how": "charge", "since": 1}],
        **more,
    )


def gives(state: State, *dice: int) -> Play:
    return rout(state, *dice, fought=[LOST], runners=[], giving=["SIL"])


@pytest.mark.clause("WAB-S25", "WAB-STB-02")
def test_it_steps_back_two_inches_still_facing_the_enemy_who_may_stand() -> None:
    play = gives(shields())
    assert play.asked_for == "wab.follow"
    assert play.decision.side == "north"
    assert where(play.state, "SIL") == (36.0, 22.0, 0.0)
    play.option(follow="no")
    assert where(play.state, "WAR") == (36.0, 24.0, 180.0)
    assert play.state.ties == {}
    assert not play.state.units["SIL"].own.fleeing


@pytest.mark.clause("WAB-S25", "WAB-S21", "WAB-S36")
def test_who_follows_up_is_in_contact_has_momentum_and_counts_as_charging() -> None:
    play = gives(shields())
    play.on()
    assert where(play.state, "WAR") == (36.0, 22.0, 180.0)
    assert facts.opponents(play.state, "WAR") == ("SIL",)
    later = replace(play.state, own=replace(play.state.own, phase="moves"))
    assert engagement.charged(later, "WAR")
    assert not engagement.charged(later, "SIL")
    # The same combat goes on: it is not its first round.
    assert not engagement.first_round(later, "WAR")
    after = replace(later, own=replace(later.own, fight=2))
    assert not engagement.charged(after, "WAR")


@pytest.mark.clause("WAB-S25")
def test_with_enemies_on_two_sides_it_stays_in_contact() -> None:
    state = shields(unit("GAE", (37.6, 22.4), 270, files=2, models=6, calm=True))
    play = gives(state)
    assert play.asked_for == ""
    assert where(play.state, "SIL") == (36.0, 24.0, 0.0)
    assert facts.opponents(play.state, "SIL") == ("WAR", "GAE")
    assert play.event("ground_kept").about == ("SIL",)


@pytest.mark.clause("WAB-S25")
def test_where_the_way_is_blocked_it_stays() -> None:
    behind = unit("PHA", (36, 19), 0, files=5, models=10)
    assert results.way_back(shields(behind), "SIL") is None
    wall = piece("building", box=(30, 17, 42, 19))
    assert results.way_back(shields(terrain=[wall]), "SIL") is None
    assert results.way_back(shields(), "SIL") == 180.0
    play = gives(shields(behind))
    assert where(play.state, "SIL") == (36.0, 24.0, 0.0)
    assert facts.opponents(play.state, "SIL") == ("WAR",)


@pytest.mark.clause("WAB-S25")
def test_beaten_from_one_flank_alone_it_gives_ground_sideways() -> None:
    state = table(
        unit("SIL", (36, 24), 0, files=4, models=16, stubborn_used=True),
        unit("WAR", (37.6, 22.4), 270, files=4, models=16, won=1),
        phase="combat",
        fight=1,
    )
    play = gives(state)
    assert where(play.state, "SIL") == (34.0, 24.0, 0.0)
    play.on()
    assert where(play.state, "WAR") == (35.6, 22.4, 270.0)


@pytest.mark.clause("WAB-FRZ-04", "WAB-S25")
def test_the_frenzied_must_follow_up() -> None:
    def gaesati(calm: bool) -> State:
        return table(
            unit("SIL", (36, 24), 0, files=4, models=16, stubborn_used=True),
            unit("GAE", (36, 24), 180, files=4, models=12, won=1, calm=calm),
            phase="combat",
            fight=1,
        )

    lost = Fought(("SIL", "GAE"), "north", 2)
    wild = rout(gaesati(False), fought=[lost], runners=[], giving=["SIL"])
    assert wild.asked_for == ""
    assert where(wild.state, "GAE") == (36.0, 22.0, 180.0)
    assert rout(gaesati(True), fought=[lost], runners=[], giving=["SIL"]).asked_for == "wab.follow"


@pytest.mark.clause("WAB-S25", "WAB-S24", "WAB-S21")
def test_a_follower_that_meets_another_enemy_charges_it() -> None:
    """Beside the shields, an inch behind their front, stands a phalanx: the warband runs into it.

    It set out from beyond the 45 degrees of the phalanx's corner: a charge from the flank, so the phalanx tests.
    """
    state = shields(unit("PHA", (39.2, 23), 0, files=4, models=16))
    play = gives(state, 1, 1).on()
    assert play.dice_thrown() == [("Panic test of PHA", (1, 1))]
    assert where(play.state, "WAR")[1] == 23.0
    tie = next(t for t in play.state.ties.values() if "PHA" in (t.a, t.b))
    assert (tie.a, tie.b, tie.own.how) == ("WAR", "PHA", "follow_up")


@pytest.mark.clause("WAB-STB-02", "WAB-R26", "WAB-S25", "WAB-BRK-04")
def test_worked_example_of_a_stubborn_unit() -> None:
    """W15 through the phase: lost by 2, needs 6, 9 fails: ground given, nobody pursues."""
    state = table(
        unit("SIL", (36, 24), 0, files=4, models=16),
        unit("WAR", (36, 24), 180, files=5, models=20, won=1, beat=("SIL",)),
        phase="combat",
        fight=1,
    )
    play = decided(state, 5, 4, fought=[LOST])
    assert play.asked_for == "wab.follow"
    play.option(follow="no")
    assert play.asked_for == ""
    assert where(play.state, "SIL") == (36.0, 22.0, 0.0)
    assert play.of("broken") == []
    assert play.state.units["SIL"].own.stubborn_used


@pytest.mark.clause("WAB-S25", "WAB-S24")
@pytest.mark.parametrize(
    ("behind", "goes"),
    [
        (unit("PHA", (36, 17.81), 0, files=5, models=10), False),
        (unit("PHA", (36, 17.8), 0, files=5, models=10), True),
        (unit("PHA", (36, 17.79), 0, files=5, models=10), True),
        (unit("OAT", (36, 18.81), 0, files=5, models=10), False),
        (unit("OAT", (36, 18.8), 0, files=5, models=10), False),
        (unit("OAT", (36, 18.79), 0, files=5, models=10), True),
        (unit("OAT", (36, 18.81), 0, files=5, models=10, fleeing=True), False),
        (unit("OAT", (36, 18.7), 0, files=5, models=10, fleeing=True), True),
    ],
    ids=[
        "friend near",
        "friend at 1",
        "friend off",
        "enemy near",
        "enemy touched",
        "enemy off",
        "runner near",
        "runner off",
    ],
)
def test_what_stands_in_its_way_keeps_it(behind: dict[str, Any], goes: bool) -> None:
    """Its rear rank ends at y = 20.8 and would come to 18.8: an inch from friends, short of enemies and of runners."""
    assert results.way_back(shields(behind), "SIL") == (180.0 if goes else None)


@pytest.mark.clause("WAB-S25", "WAB-S24", "WAB-S02")
@pytest.mark.parametrize(("nearer", "goes"), [(-0.0009, True), (0.0, True), (0.0009, True), (0.0015, False)])
def test_an_inch_from_friends_is_far_enough_to_give_ground(nearer: float, goes: bool) -> None:
    """A pursuer stops an inch short of friends, so an inch is no nearer than may be; less by the slack alone."""
    state = shields(unit("PHA", (36, 17.8 + nearer), 0, files=5, models=10))
    assert results.way_back(state, "SIL") == (180.0 if goes else None)
    play = gives(state)
    assert where(play.state, "SIL") == (36.0, 22.0 if goes else 24.0, 0.0)
    assert bool(play.of("gave_ground")) is goes
    assert bool(play.of("ground_kept")) is not goes


@pytest.mark.clause("WAB-S25")
@pytest.mark.parametrize(("y", "goes"), [(5.2, True), (5.19, False)])
def test_the_edge_of_the_table_keeps_it(y: float, goes: bool) -> None:
    state = table(
        unit("SIL", (36, y), 0, files=4, models=16, stubborn_used=True),
        unit("WAR", (36, y), 180, files=5, models=20, won=1),
        phase="combat",
        fight=1,
    )
    assert results.way_back(state, "SIL") == (180.0 if goes else None)
