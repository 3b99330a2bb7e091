"""Record the battles that come with the program again: a deliberate act, to be explained where it is committed.

Usage: python -m tests.battles.samples NAME ... [--fight]

The same answers are played again; where one is refused now, or with ``--fight``, the players of the header fight the
battle again from its seed.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from msgspec.structs import replace

from game.bots.referee import Table
from game.bots.roster import make_bot
from game.engine.command import Refusal
from game.engine.loader import load_ruleset
from game.engine.records.record import Record, read_record
from game.engine.records.writer import Writer
from game.engine.ruleset import Ruleset
from game.engine.session import Session

SAVES = Path(__file__).resolve().parents[2] / "saves"


def told_again(record: Record, ruleset: Ruleset) -> Session | None:
    """Play the answers of a record again; None where one of them is refused now or the battle does not end."""
    assert record.setup is not None
    session = Session.start(ruleset, replace(record.setup, seed=record.seed))
    for line in list(record.lines(ruleset))[1:]:
        assert line.command is not None
        if isinstance(session.submit(line.command), Refusal):
            return None
    return session if session.state.over is not None else None


def fought_again(record: Record, ruleset: Ruleset) -> Session:
    """Let the players of a record fight its battle again."""
    assert record.setup is not None
    session = Session.start(ruleset, replace(record.setup, seed=record.seed))
    bots = {side: make_bot(ruleset, name) for side, name in record.header.players.items()}
    Table(session, bots, sum(record.seed.encode())).play()
    return session


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.battles.samples", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="+", help="names in saves/, without the ending")
    parser.add_argument("--fight", action="store_true", help="fight them again instead of giving the same answers")
    asked = parser.parse_args()
    for name in asked.names:
        path = SAVES / f"{name}.tabula"
        record = read_record(path)
        ruleset = load_ruleset(record.header.ruleset)
        session = (None if asked.fight else told_again(record, ruleset)) or fought_again(record, ruleset)
        fresh = path.with_suffix(".fresh")
        header = record.header
        Writer.create(fresh, session, header.players, title=header.title, began=header.began).close()
        fresh.replace(path)
        assert session.state.over is not None
        print(f"{name}: {session.state.over.winner or 'nobody'} won after {len(session.lines)} lines")


if __name__ == "__main__":
    main()
