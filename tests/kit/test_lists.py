"""Lists of every system: units that their army has not got are refused with those that it has, and their clause."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.i18n import Speaker
from game.engine.loader import load_ruleset

CLAUSES = {"WMA": "WMA-SET-02", "AFS": "AFS-ARM-01", "WAB": "WAB-S33", "USB": "USB-ORG-01", "NAP": "NAP-ARM-01"}
SIZES = {"WMA": 1000, "AFS": 250, "WAB": 1000, "USB": 500, "NAP": 2000}


@pytest.mark.parametrize("system", CLAUSES)
def test_strangers_in_a_list_are_refused_with_what_there_is(system: str) -> None:
    ruleset = load_ruleset(system)
    setup = ruleset.default_setup(ruleset.scenarios()[0].id, SIZES[system])
    side = setup.sides["south"]
    army = next(a for a in ruleset.armies(SIZES[system]) if a.id == side.army)
    first = army.entries[0].code
    wrong = replace(side, counts={**side.counts, "ZZ": 1, first: -2})
    found = ruleset.check_setup(replace(setup, sides={**setup.sides, "south": wrong}))
    told = {p.where: (p.clause, Speaker("en").say(p.text)) for p in found}
    known = ", ".join(entry.code for entry in army.entries)
    assert told == {
        "sides.south.counts.ZZ": (CLAUSES[system], f"{army.name} has no unit ZZ. Choose from: {known}"),
        f"sides.south.counts.{first}": (CLAUSES[system], f"{first}: the number must be 0 or more, not -2."),
    }
