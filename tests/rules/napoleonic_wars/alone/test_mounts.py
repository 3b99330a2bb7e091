"""Prices of native riders, elephants and the Crimea, clause by clause (NAP-R50, NAP-CRI)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulesets.napoleonic_wars.army import prices
from rulesets.napoleonic_wars.army.prices import Troops
from rulesets.napoleonic_wars.march import rates
from tests.rules.napoleonic_wars.fire_play import Played
from tests.rules.napoleonic_wars.melee_play import Fought, melee
from tests.rules.napoleonic_wars.table import battalion, field, put

NATIVE: dict[str, Any] = {"arm": "horse", "regular": False}


@pytest.mark.clause("NAP-R50")
@pytest.mark.parametrize(("cls", "price"), [("A", 12), ("B", 10), ("C", 8), ("D", 7), ("E", 6)])
def test_native_riders_cost_what_irregular_cavalry_does(cls: Any, price: int) -> None:
    assert prices.figure(Troops(**NATIVE, cls=cls)) == price


@pytest.mark.clause("NAP-R50")
def test_elephants_do_not_pay_for_their_arms() -> None:
    bare = prices.figure(Troops(**NATIVE, cls="C", mount="elephant"))
    armed = prices.figure(Troops(**NATIVE, cls="C", mount="elephant", weapon="bow", melee=True, lance=True))
    assert bare == armed == 32


@pytest.mark.clause("NAP-CRI-04")
@pytest.mark.parametrize(
    ("one", "price"),
    [
        (Troops("foot", "C", weapon="musket"), 6),
        (Troops("foot", "C", light=True, weapon="musket"), 8),
        (Troops("horse", "C", weapon="carbine"), 12),
        (Troops("horse", "C", light=True, weapon="carbine"), 10),
    ],
)
def test_troops_without_rifled_muskets_cost_the_same_in_the_crimea(one: Troops, price: int) -> None:
    assert prices.figure(one) == price


def of_weapon(weapon: Any) -> Any:
    """A battalion with this weapon, 12 cm before an enemy."""
    line = battalion("L1", "south", at=(50, 20), companies=1, weapon=weapon)
    foe = battalion("C1", "north", at=(50, 32), companies=1, weapon="")
    return field(line, foe)


@pytest.mark.clause("NAP-CRI-04")
def test_rifled_muskets_change_the_column_of_ranges_and_nothing_else() -> None:
    """At 12 cm: as many shots with the same rows of firer and target, the same rates, the same blows in melee."""
    fire, rows, blows, fought = [], [], [], melee("C1", "L1")
    for weapon in ("musket", "rifled_musket"):
        state = of_weapon(weapon)
        play = Played(state, [4]).to_end()
        (fired,) = (e for e in play.events if e.type == "fired")
        fire.append((fired.data["shots"], play.of("L1").fire.loaded, fired.data["dice"]))
        (told,) = fired.sums
        rows.append([(text.key, n) for text, n, _ in told.rows][1:])
        near = replace(put(state, "L1", (50, 32), 0.0, "line"), ties={fought.id: fought})
        blows.append(Fought(near, 3, 3, frames=("nap.melee",)).strikes())
    assert fire[0] == fire[1]
    assert rows[0] == rows[1]
    assert set(blows[0]) == {"C1", "L1"}
    assert blows[0] == blows[1]
    assert len({rates.rate(of_weapon(w), "L1", "normal") for w in ("musket", "rifled_musket")}) == 1
