"""Whole battles of the general: it wins against chance, gives a reason for everything, and plays the same again."""

from __future__ import annotations

import pytest

from game.bots.referee import Table
from game.bots.roster import bot_names, make_bot
from game.engine import command as cmd
from game.engine.session import Session
from game.engine.state import state_hash
from rulesets.warmaster_ancients import RULESET
from tests.rules import exams

SIZE = 600


def fought(seed: str, bots: dict[str, str], scenario: str = "open_field") -> tuple[Session, Table]:
    return exams.fought(RULESET, scenario, SIZE, seed, bots)


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
    assert len(mine) > 60
    assert all(c.why is not None and c.why.key for c in mine)


@pytest.mark.soak  # by default another process fights it again, with another order of hashes (test_same_battle)
def test_the_same_battle_again_is_the_same_to_the_last_stand() -> None:
    bots = {"south": "general", "north": "general"}
    first, _ = fought("twice", bots)
    second, table = fought("twice", bots)
    assert state_hash(first.state) == state_hash(second.state)
    assert [w.faults for w in table.referee.watches.values()] == [0, 0]


def test_two_generals_fight_it_out() -> None:
    """No stand-off: there are charges from both sides, and one army breaks or both bleed."""
    session, _ = fought("no stand-off", {"south": "general", "north": "general"})
    charges = [e.side for line in session.lines for e in line.events if e.type == "charged"]
    assert charges.count("south") >= 2
    assert charges.count("north") >= 2
    destroyed = [e for line in session.lines for e in line.events if e.type == "unit_destroyed"]
    assert len(destroyed) >= 3
