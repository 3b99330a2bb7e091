"""Whole battles of the general: it wins against chance, gives a reason for everything, and plays the same again."""

from __future__ import annotations

import pytest

from game.bots.referee import Table
from game.bots.roster import bot_names, make_bot
from game.engine import command as cmd
from game.engine.session import Session
from game.engine.state import state_hash
from rulesets.age_of_fantasy_skirmish import RULESET
from tests.rules import exams


def fought(seed: str, bots: dict[str, str], scenario: str = "sunken_causeway") -> tuple[Session, Table]:
    return exams.fought(RULESET, scenario, 250, seed, bots)


def test_the_best_general_is_offered_first() -> None:
    assert bot_names(RULESET) == ("general", "bold", "cautious", "random", "default")
    assert [make_bot(RULESET, name).name for name in ("general", "bold", "cautious")] == ["general", "bold", "cautious"]


@pytest.mark.parametrize(("side", "other"), [("south", "north"), ("north", "south")])
def test_it_beats_chance_from_either_side_and_says_why(side: str, other: str) -> None:
    session, table = fought("a field of honour", {side: "general", other: "random"})
    assert session.state.over is not None
    assert session.state.over.winner == side
    assert table.referee.watches[side].faults == 0
    mine = [x.command for x in session.lines if isinstance(x.command, cmd.Answering) and x.command.side == side]
    assert len(mine) > 30
    assert all(c.why is not None and c.why.key for c in mine)


@pytest.mark.soak  # by default another process fights it again, with another order of hashes (test_same_battle)
def test_the_same_battle_again_is_the_same_to_the_last_model() -> None:
    bots = {"south": "general", "north": "general"}
    first, _ = fought("twice", bots)
    second, table = fought("twice", bots)
    assert state_hash(first.state) == state_hash(second.state)
    assert [w.faults for w in table.referee.watches.values()] == [0, 0]


def test_two_generals_fight_it_out() -> None:
    """No stand-off: both sides shoot, there are melees and losses, and markers are held."""
    session, _ = fought("no stand-off", {"south": "general", "north": "general"})
    events = [e for line in session.lines for e in line.events]
    assert {e.side for e in events if e.type == "rolled" and e.family == "dice"} >= {"south", "north"}
    assert sum(e.type == "melee" for e in events) >= 2
    assert sum(b.where == "gone" for b in session.state.bases.values()) >= 4
    assert any(m.side for m in session.state.markers.values())


@pytest.mark.soak
@pytest.mark.parametrize("side", ["south", "north"])
def test_it_wins_ninety_five_battles_of_a_hundred(side: str) -> None:
    other = "north" if side == "south" else "south"
    won = 0
    for n in range(100):
        scenario = RULESET.scenarios()[n % len(RULESET.scenarios())].id
        session, table = fought(f"strength {n}", {side: "general", other: "random"}, scenario)
        assert table.referee.watches[side].faults == 0
        won += session.state.over is not None and session.state.over.winner == side
    assert won >= 95
