"""A battle in a process of its own, to be killed: prints the number of answered decisions as it goes.

Usage: python -m tests.faults.player RECORD SEED RULESET
"""

from __future__ import annotations

import sys
from pathlib import Path

from msgspec.structs import replace

from game.bots.referee import Table
from game.bots.simple import RandomBot
from game.engine.record import Writer
from game.engine.ruleset import Ruleset
from game.engine.session import Session


def ruleset_named(name: str) -> Ruleset:
    if name == "TOY":
        from tests.toy import TOY

        return TOY
    from game.engine.loader import load_ruleset

    return load_ruleset(name)


def main(path: str, seed: str, name: str) -> None:
    ruleset = ruleset_named(name)
    info = ruleset.scenarios()[0]
    setup = replace(ruleset.default_setup(info.id, info.sizes[0] if info.sizes else 1000), seed=seed)
    session = Session.start(ruleset, setup)
    writer = Writer.create(Path(path), session)
    assert not writer.fault
    table = Table(session, {s: RandomBot() for s in setup.sides}, 1)
    print("begun", flush=True)
    while table.step():
        print(len(session.lines), flush=True)
    print("over", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
