"""Twin records of one unfinished battle: they differ in nothing but what one side hides from the other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.dice import SeededDice
from game.engine.loader import load_ruleset
from game.engine.records.record import Writer
from game.engine.session import Line, Session
from game.engine.state import Luck, State
from tests.soak.secrecy import Secrecy
from tests.soak.test_secrecy import battle, examples

WHEN = 1_700_000_000
"""When both files were last changed, seconds since 1970."""
NAME = "2026-01-01 12.00 twin.tabula"


def hidden_moment(system: str) -> State:
    """A moment in which something is hidden: with a sealed answer to be given, where the system has those."""
    ruleset = load_ruleset(system)

    def states() -> Iterator[State]:
        yield from examples(ruleset) if system == "AFS" else battle(ruleset, 1, 20)

    found = list(states())
    sealing = [s for s in found if s.pending is not None and s.pending.mode and len(s.pending.waiting) > 1]
    state = sealing[-1] if sealing else found[len(found) // 2]
    return replace(state, luck=Luck("scripted"))


def twins(system: str, folder: Path, players: dict[str, str]) -> tuple[str, Path, Path]:
    """The side that must not know, and the records of both twins, in folders of their own under the same name."""
    ruleset, state = load_ruleset(system), hidden_moment(system)
    secrecy = Secrecy(ruleset)
    asked = state.pending.waiting[0] if state.pending is not None and state.pending.waiting else None
    hides = asked.side if asked is not None and state.pending is not None and state.pending.mode else ""
    viewer = next(s for s in state.sides if s != hides)
    others, _kinds = secrecy.scrambled(state, viewer)
    replies = list(secrecy.replies(state, asked, 6)) if asked is not None and hides else []
    paths = []
    for n, origin in enumerate((state, replace(others, luck=state.luck))):
        session = Session(ruleset, None, SeededDice(), [Line(None, (), origin)], origin=origin)
        if asked is not None and hides:
            got = session.submit(cmd.Answering(asked.id, hides, replies[0 if n == 0 else -1], "bot"))
            assert isinstance(got, tuple), got
        path = folder / f"twin {n}" / "saves" / NAME
        Writer.create(path, session, {s: players.get(s, "person") for s in state.sides}, title="Twin").close()
        os.utime(path, (WHEN, WHEN))
        paths.append(path)
    assert len(replies) != 1
    assert paths[0].read_bytes() != paths[1].read_bytes()
    return viewer, paths[0], paths[1]
