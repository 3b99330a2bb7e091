"""The engine: copies of states, undo, opening and verifying a record, odds."""

from __future__ import annotations

import copy
import tempfile
from pathlib import Path

from msgspec.structs import replace

from game.bots.referee import Table
from game.bots.roster import bot_names, make_bot
from game.engine import command as cmd
from game.engine.records.record import Writer, read_record
from game.engine.records.verify import verify
from game.engine.session import Session
from game.geometry.shapes import Pose
from workshop.bench.rows import Row, clock, median, p95
from workshop.bench.situations import SEED, at_a_decision, ruleset_played


def rows() -> list[Row]:
    """All rows of this area."""
    return [*_copies(), _undo(), *_record()]


def _copies() -> list[Row]:
    session, _ = at_a_decision(ruleset_played())
    state = session.state
    base = next(b for b in state.bases.values() if b.pose is not None)
    moved = {base.id: Pose(1.0, 2.0, 3.0)}
    plain = 1.0 / median(clock(lambda: copy.deepcopy(state)))
    ours = 1.0 / median(clock(lambda: state.with_poses(moved)))
    return [Row("engine", "state with one base elsewhere: deepcopy / shared", plain, ours, "per s")]


def _undo() -> Row:
    session, decision = at_a_decision(ruleset_played())
    session.solo = True
    start = len(session.lines) - 1
    reply = session.asked(decision).default

    def once() -> None:
        session.submit(cmd.Answering(decision.id, decision.side, reply))
        del session.lines[start + 1 :]

    def back() -> None:
        session.submit(cmd.Undo(decision.side, start))
        del session.lines[-1]

    played = clock(lambda: _again(session, start), most=20)
    once()
    session.submit(cmd.Answering(decision.id, decision.side, reply))
    times = clock(back)
    ours = 1000.0 * p95(times)
    return Row(
        "engine",
        "undo: play again from the start / take back (p95)",
        1000.0 * median(played),
        ours,
        "ms",
        "under 5 ms",
        ours < 5.0,
    )


def _again(session: Session, to: int) -> None:
    """The plain way back: the battle played again from its beginning."""
    assert session.setup is not None
    again = Session.start(session.ruleset, session.setup)
    for line in session.lines[1 : to + 1]:
        assert line.command is not None
        again.submit(line.command)


def _record() -> list[Row]:
    ruleset = ruleset_played()
    info = ruleset.scenarios()[0]
    best = bot_names(ruleset)[0]
    setup = replace(ruleset.default_setup(info.id, 1000), seed=SEED)
    session = Session.start(ruleset, setup)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.tabula"
        writer = Writer.create(path, session)
        Table(session, {s: make_bot(ruleset, best) for s in setup.sides}, 1).play()
        writer.close()

        def open_it() -> None:
            read_record(path).session(ruleset)

        def verify_it() -> None:
            assert not verify(read_record(path), ruleset)

        opened = 1000.0 * median(clock(open_it, most=20))
        both = 1000.0 * median(clock(verify_it, most=5))
    lines = len(session.lines)
    return [
        Row("engine", f"record of {lines} lines: opening", None, opened, "ms"),
        Row(
            "engine",
            f"record of {lines} lines: opening and playing it all again",
            None,
            both,
            "ms",
            "under 1,000 ms",
            both < 1000.0,
        ),
    ]
