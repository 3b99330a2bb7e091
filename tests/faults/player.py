"""A battle in a process of its own, to be killed: prints the number of lines after each answered decision.

It goes on with the record where there is one already, as a player does who starts the program again after a crash.

Usage: python -m tests.faults.player RECORD SEED RULESET
"""

from __future__ import annotations

import sys
from pathlib import Path

from game.bots.referee import Table
from game.bots.simple import RandomBot
from game.engine.records.record import Writer, read_record
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from tests.short import smallest


def ruleset_named(name: str) -> Ruleset:
    if name == "TOY":
        from tests.toy import TOY

        return TOY
    from game.engine.loader import load_ruleset

    return load_ruleset(name)


def begun(path: Path, seed: str, ruleset: Ruleset) -> tuple[Session, Writer]:
    session = Session.start(ruleset, smallest(ruleset, seed))
    return session, Writer.create(path, session)


def gone_on_with(path: Path, ruleset: Ruleset) -> tuple[Session, Writer]:
    record = read_record(path)
    assert not record.damaged
    session = record.session(ruleset)
    return session, Writer.follow(record, session)


def main(path: str, seed: str, name: str) -> None:
    ruleset = ruleset_named(name)
    print("open", flush=True)
    kept = Path(path)
    session, writer = gone_on_with(kept, ruleset) if kept.exists() else begun(kept, seed, ruleset)
    assert not writer.fault
    table = Table(session, {s: RandomBot() for s in session.state.sides}, len(session.lines))
    print(len(session.lines), flush=True)
    while table.step():
        assert not writer.fault
        print(len(session.lines), flush=True)
    writer.close()
    print("over", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
