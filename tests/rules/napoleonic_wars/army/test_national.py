"""National characteristics of Russians and Mamelukes where they are used: charges, impact, melee (NAP-NAT)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.state import State, Tie
from game.kit.factors import total
from rulesets.napoleonic_wars.charge import parties
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.melee import blows, outcome, shock
from rulesets.napoleonic_wars.own import MeleeOwn
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.charge.test_declare import charge, foot, horse, ordered, tie
from tests.rules.napoleonic_wars.examples.test_a import listed
from tests.rules.napoleonic_wars.play import Called

NATIONAL = {"national": True}


@pytest.mark.clause("NAP-NAT-11", "NAP-NAT-01")
@pytest.mark.parametrize(
    ("nation", "national", "dice", "result"),
    [
        ("russia", True, (3, 3, 4, 4), ""),  # +7 is read as +5
        ("russia", True, (3, 3, 3, 3), "rout"),  # +9 is read as +7
        ("russia", False, (3, 3, 4, 4), "rout"),
        ("prussia", True, (3, 3, 4, 4), "rout"),
    ],
)
def test_russian_foot_is_steady_under_a_charge(nation: Any, national: bool, dice: tuple[int, ...], result: str) -> None:
    state = t.field(horse(cls="A"), foot(cls="D", nation=nation), options={"national": national})
    played = Called(ordered(state, H1=charge("E1")), "nap.declare", None, *dice)
    played.give()
    value = 9 - sum(dice[2:]) + 6
    assert tie(played).initial == value
    assert t.of(played.state, "E1").nerve.result == result
    if not result:
        assert (tie(played).answer, tie(played).pause_at) == ("stand", 80.0)


@pytest.mark.clause("NAP-NAT-11")
@pytest.mark.parametrize("phase", ["initial", "final"])
def test_russian_foot_reads_every_phase_lower(phase: Any) -> None:
    state = t.field(horse(), foot(nation="russia"), options=NATIONAL)
    read = [parties.defender_does(state, "H1", "E1", n, phase) for n in (9, 8, 7, 6, 5)]
    assert read == ["rout", "rout", "stand_or_evade", "stand_or_evade", "stand_or_evade"]
    riders = t.field(horse(), horse(body="E1", at=(50, 60), nation="russia"), options=NATIONAL)
    assert parties.defender_does(riders, "H1", "E1", 6, "final") == "rout"


def fought(nation: Any, foe: Any, options: dict[str, Any]) -> tuple[State, Tie]:
    melee = Tie("m1", "melee", "E1", "L1", MeleeOwn(rounds=1))
    state = t.field(t.battalion("L1", "south", (50, 59), nation=nation), foe, ties=(melee,), options=options)
    return state, melee


@pytest.mark.clause("NAP-NAT-12")
@pytest.mark.parametrize(
    ("nation", "foe", "options", "won", "found"),
    [
        ("russia", foot(), NATIONAL, False, True),
        ("russia", foot(), NATIONAL, True, False),
        ("russia", foot(), {}, False, False),
        ("austria", foot(), NATIONAL, False, False),
        ("russia", horse(at=(50, 60), body="E1"), NATIONAL, False, False),
    ],
)
def test_russian_foot_that_loses_to_foot(
    nation: Any, foe: Any, options: dict[str, Any], won: bool, found: bool
) -> None:
    state, melee = fought(nation, foe, options)
    rows = {text.key: n for text, n, _ in outcome.mood(moments.end(state), "L1", melee, won=won)}
    assert rows.get("Russian foot") == (2 if found else None)


@pytest.mark.clause("NAP-NAT-08")
@pytest.mark.parametrize(
    ("own", "options", "first", "ever"),
    [
        ({}, NATIONAL, 2, True),
        ({"charged": 1, "first_charge": 1}, NATIONAL, 0, True),
        ({"nation": "france"}, NATIONAL, 0, False),
        ({}, {}, 0, False),
    ],
)
def test_mamelukes_charge(own: dict[str, Any], options: dict[str, Any], first: int, ever: bool) -> None:
    """In their first charge two more before it and at impact, with impetus one more in melee."""
    made = listed("NAT_MAMELUKE", "south", (50, 30), "irregular", body="H1", figures={"mameluke": 20})
    state = t.given(t.field(made, foot(), options=options, move=2), "H1", **own)
    plain = t.given(t.field(made, foot(), move=2), "H1", **own)
    values = []
    for one in (state, plain):
        played = Called(ordered(one, H1=charge("E1")), "nap.declare", None, 3, 3, 3, 3)
        played.give()
        values.append(tie(played).initial or 0)
        declared = played.state
        rows = {text.key for text, *_ in shock.rows(moments.end(declared), "H1", "E1")}
        assert ("first charge of Mamelukes" in rows) is (one is state and bool(first))
    assert values[0] == values[1] + first
    melee = Tie("m1", "melee", "E1", "H1", MeleeOwn(impetus=("H1",)))
    sides = [replace(one, ties={"m1": melee}) for one in (state, plain)]
    gained = [total(blows.rows(moments.end(one), "H1", melee)) for one in sides]
    assert gained[0] == gained[1] + ever
