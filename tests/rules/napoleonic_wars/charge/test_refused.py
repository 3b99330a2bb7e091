"""Charges that are refused, and chargers who begin nearer than the distance at which fire at them ceases."""

from __future__ import annotations

import pytest

from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.own import ChargeOwn
from tests.rules.napoleonic_wars.charge.test_sequence import (
    DECLARE,
    FIRE,
    MOVED,
    PASS,
    charge,
    foot,
    heavy,
    ordered,
)
from tests.rules.napoleonic_wars.melee_play import Fought
from tests.rules.napoleonic_wars.table import battalion, field, given, of


def declared(*dice: int) -> Fought:
    """Horse that charged in the move before, and is ordered to charge again; it refuses by low dice."""
    state = field(heavy(cls="D"), foot(), move=5)
    state = given(state, "H1", charged=4, before=("charged",))
    played = Fought(ordered(state, H1=charge("E1")), *dice, frames=(DECLARE, PASS, MOVED))
    played.end()
    return played


@pytest.mark.clause("NAP-CTC-07", "NAP-RES-06")
def test_a_refused_charge_costs_nothing_for_following_a_charge() -> None:
    came, refused = declared(3, 3, 3, 3), declared(2, 2, 5, 5)
    assert of(refused.state, "H1").march.did == ()
    assert book.recorded(refused.state, "H1") == 0
    assert book.recorded(came.state, "H1") == 2


@pytest.mark.clause("NAP-RES-06")
def test_a_refused_charge_is_no_charge_for_the_next_move() -> None:
    refused = declared(2, 2, 5, 5).state
    assert of(refused, "H1").engagement.charged == 4
    assert of(declared(3, 3, 3, 3).state, "H1").engagement.charged == 5


def volleys(gap: float) -> tuple[ChargeOwn, list[int]]:
    """Foot charges a line from so far off; by its result this fires at 8 cm. The shots that it fires."""
    charger = battalion("L1", "south", at=(50, 60 - gap), figures=18, formation="closed_column", weapon="", cls="C")
    state = field(charger, foot(figures=18, cls="C"))
    dice = (4, 4, 3, 3, *((3,) if gap >= 8.0 else ()))
    played = Fought(ordered(state, L1=charge("E1")), *dice, frames=(DECLARE, PASS, MOVED, FIRE))
    played.end()
    return played.state.ties["charge L1 E1"].own, [e["shots"] for e in played.told("fired")]


@pytest.mark.clause("NAP-RES-09", "NAP-RES-13")
@pytest.mark.parametrize(
    ("gap", "shots", "cease"), [(13.0, 2, 0.25), (12.9, 1, 0.245), (8.0, 1, 0.0), (7.9, 0, None), (6.0, 0, None)]
)
def test_who_begins_nearer_than_the_distance_of_the_fire_is_not_fired_at(
    gap: float, shots: int, cease: float | None
) -> None:
    """The charge at 20 cm a move comes to 8 cm: a quarter of a move gives a second shot to loaded muskets."""
    told, fired = volleys(gap)
    assert told.fire_at == 80.0
    assert sum(fired) == shots
    assert told.cease == (None if cease is None else pytest.approx(cease, abs=1e-4))
