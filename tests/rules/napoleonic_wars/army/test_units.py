"""What an army may be made of: units as listed or weaker, massed howitzers (NAP-ORG-01, NAP-ORG-27)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulesets.napoleonic_wars.army.data_army import Army, faults
from rulesets.napoleonic_wars.army.limits import check
from rulesets.napoleonic_wars.army.rows import Row, gun_points, points
from rulesets.napoleonic_wars.fire import losses


@pytest.mark.clause("NAP-ORG-27", "NAP-ORG-24", "NAP-PTS-09")
def test_howitzers_of_two_batteries_may_be_massed_as_a_unit_of_their_own() -> None:
    massed = Row(code="H", name="H", kind="FRA_F8", guns={"howitzer": 2}, combined=True)
    assert faults(massed) == []
    assert points(massed) == 2 * gun_points(replace(massed, guns={"howitzer": 1})) + 10
    assert len(faults(replace(massed, guns={"howitzer": 4}))) == 1
    assert [p.clause for p in faults(replace(massed, guns={"8": 2}))] == ["NAP-ORG-27"]
    assert [p.clause for p in faults(replace(massed, combined=False))] == ["NAP-R02"]
    cannon = Row(code="B", name="B", kind="FRA_F8", guns={"8": 3})
    whole = Row(code="W", name="W", kind="FRA_F8")

    def clauses(*rows: Row, **counts: int) -> list[str]:
        army = Army(id="x", name="X", nation="france", unit=rows)
        return [p.clause for p in check(army, counts, 9999, {}, "list") if p.fatal]

    assert clauses(massed, cannon, H=1, B=2) == []
    assert clauses(massed, cannon, H=1, B=1) == ["NAP-ORG-27"]
    assert clauses(massed, whole, H=1, W=2) == ["NAP-ORG-27"]


@pytest.mark.clause("NAP-ORG-01", "NAP-ARM-04", "NAP-R14")
def test_units_are_as_listed_or_weaker() -> None:
    assert faults(Row(code="L", name="L", kind="FRA_LINE_1808")) == []
    weaker = Row(code="L", name="L", kind="FRA_LINE_1808", companies={"centre": 2}, figures={"centre": 4})
    assert faults(weaker) == []
    assert points(weaker) < points(replace(weaker, companies={}, figures={}))
    more: list[dict[str, Any]] = [
        {"companies": {"centre": 5}},
        {"figures": {"centre": 13}},
        {"companies": {"jaeger": 1}},
    ]
    for stronger in more:
        assert faults(Row(code="L", name="L", kind="FRA_LINE_1808", **stronger)) != []


@pytest.mark.clause("NAP-SCL-06", "NAP-SCL-04")
def test_ten_sided_dice_have_faces_from_nought_to_nine() -> None:
    assert sorted(losses.D10) == [*range(10)]
