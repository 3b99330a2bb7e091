"""The toy ruleset under random play."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from game.engine.event import Event
from game.engine.state import State
from tests.soak import soak
from tests.toy import TOY


def bases_are_conserved(before: State, event: Event, state: State) -> None:
    hidden = sum(len(x.bases) for x in state.secret.values())
    assert len(state.bases) + hidden == 12
    for base in state.bases.values():
        assert (base.pose is None) == (base.where != "table")


def test_random_battles_of_the_toy(tmp_path: Path, battles: int) -> None:
    for seed in range(battles * 5):
        setup = replace(TOY.default_setup("field", 0), seed=f"soak{seed}")
        session = soak(TOY, setup, seed, tmp_path, (bases_are_conserved,))
        assert session.state.over is not None
