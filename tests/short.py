"""Battles that show as much as others in less time, and cases that are left to the long runs."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.ruleset import Ruleset, Setup, usual_size


def seldom(*values: Any) -> Any:
    """A case of a test that only the long runs take (``--soak``): others show the same each time."""
    return pytest.param(*values, marks=pytest.mark.soak)


def smallest(ruleset: Ruleset, seed: str) -> Setup:
    """The first scenario with the smallest armies, with as few moves as may be played where that is an option."""
    info = ruleset.scenarios()[0]
    setup = ruleset.default_setup(info.id, min((n for n in info.sizes if n), default=usual_size(ruleset, info)))
    fewest = {option.id: option.least for option in ruleset.meta.options if option.id == "moves"}
    return replace(setup, seed=seed, options={**setup.options, **fewest})
