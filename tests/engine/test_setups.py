"""Both sides with one and the same list: no id is on both sides, in every installed system."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.ruleset import usual_size
from game.engine.setups import told_apart


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_mirrored_lists_share_no_id(ruleset_id: str) -> None:
    ruleset = load_ruleset(ruleset_id)
    info = ruleset.scenarios()[0]
    setup = ruleset.default_setup(info.id, usual_size(ruleset, info))
    plain, _ = ruleset.begin(setup)
    first, second = setup.sides
    mirrored, _ = ruleset.begin(replace(setup, sides=dict.fromkeys(setup.sides, setup.sides[first])))
    own = [u.id for u in plain.units_of(first)]
    assert [u.id for u in mirrored.units_of(first)] == own
    assert [u.id for u in mirrored.units_of(second)] == [f"{unit}n" for unit in own]
    assert len(mirrored.bases) == 2 * sum(len(u.bases) for u in plain.units_of(first))
    assert told_apart(own, [u.id for u in plain.units_of(second)]) == ""
