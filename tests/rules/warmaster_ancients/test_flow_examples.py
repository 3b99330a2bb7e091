"""The worked examples of the rules, kept as positions beside them: every one must come out exactly."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulesets.warmaster_ancients as package
from game.engine.position import read_position, resolve
from rulesets.warmaster_ancients import RULESET

FOLDER = Path(package.__file__).parent / "examples"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda p: p.stem)
def test_the_example_comes_out(path):
    assert resolve(read_position(path), RULESET).failures == []


def test_the_examples_are_there():
    assert len(list(FOLDER.glob("ex*.toml"))) >= 16
