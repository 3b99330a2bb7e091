"""Centimetres: every figure in inches counts twice as many of them, whatever is shown (USB-GEN-09)."""

from __future__ import annotations

import pytest

from game.client.words import Words
from game.engine.i18n import Speaker
from game.engine.state import State
from game.engine.text import Length, T
from rulesets.universal_battle.data_files import options
from rulesets.universal_battle.deploy.positions import build
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.system import RULESET


def battle(**chosen: bool) -> State:
    """A phalanx and what it faces, seven inches off."""
    units = [{"id": "BPHA", "at": [12, 6]}, {"id": "STRO", "at": [12, 14]}]
    return build(
        {"table": [24, 24], "unit": units, "options": chosen, "terrain": [{"kind": "bog", "box": [1, 1, 3, 3]}]}
    )


@pytest.mark.clause("USB-GEN-09", "USB-R05")
def test_every_inch_counts_two_centimetres() -> None:
    inches, metric = battle(), battle(centimetres=True)
    assert (options()["centimetres"].default, inches.options["centimetres"]) == (False, False)
    for state, table, far, run in ((inches, '24"', '7"', '10"'), (metric, "48 cm", "14 cm", "20 cm")):
        say = Speaker("en", RULESET, state)
        found = {say.say(r.label, state): say.say(r.value, state) for r in RULESET.card(state, "BPHA").rows}
        assert (say.length(state.table.depth), found["Run"]) == (table, run)
        assert found["Nearest enemy"].endswith(far)
        assert Words("en", RULESET, state).length(inch(5)) == say.say(T("{n}", n=Length(inch(5))))
    # the text of a state is in its unit, whoever speaks
    assert Speaker("en", RULESET).say(T("{n}", n=Length(inch(5))), metric) == "10 cm"
    assert Speaker("pl", RULESET).say(T("{n}", n=Length(inch(0.25))), metric) == "0,5 cm"
    bog = [Speaker("en", RULESET).say(r.value, metric) for r in RULESET.card(metric, "bog-1").rows]
    assert "half speed, 10 cm at most in an activation" in bog


@pytest.mark.clause("USB-GEN-09")
def test_nothing_else_changes() -> None:
    inches, metric = battle(), battle(centimetres=True)
    assert (inches.table, inches.bases, inches.units) == (metric.table, metric.bases, metric.units)
