"""What a record says of itself in the list of battles."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from game.bots.referee import Table
from game.bots.roster import make_bot
from game.client.battle.found import found_at
from game.engine.loader import load_ruleset
from game.engine.records.record import Writer
from game.engine.session import Session


def test_a_battle_counted_in_moves_tells_the_move_to_which_it_has_come(tmp_path: Path) -> None:
    ruleset = load_ruleset("NAP")
    setup = ruleset.default_setup("meeting", 500)
    session = Session.start(ruleset, replace(setup, seed="found", options={**setup.options, "moves": 8}))
    writer = Writer.create(tmp_path / "battle.tabula", session, dict.fromkeys(setup.sides, "default"))
    Table(session, {side: make_bot(ruleset, "default") for side in setup.sides}).play()
    writer.close()
    assert found_at(tmp_path / "battle.tabula").turn == session.state.own.move == 8
