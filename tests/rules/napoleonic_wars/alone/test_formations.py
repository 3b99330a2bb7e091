"""Orders and formations, clause by clause: who is in close order, the shape of each, who may stand in it (NAP-FRM)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from game.engine.state import State
from rulesets.napoleonic_wars.body import rights, shape
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.fire import shots
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.own import Class, Formation
from tests.rules.napoleonic_wars import table as t

CLASSES: tuple[Class, ...] = ("A", "B", "C", "D")


def places(state: State, body: str = "L1") -> list[tuple[float, float]]:
    """Where the middles of a body's figures are, in mm."""
    return [(round(b.pose.x, 3), round(b.pose.y, 3)) for b in state.bases_of(body) if b.pose is not None]


def steps(values: set[float]) -> set[float]:
    """The distances between neighbouring values."""
    return {round(b - a, 3) for a, b in pairwise(sorted(values))}


def bar(made: t.Made, formation: Formation, abreast: int = 0) -> str:
    """The clause that keeps a body from a formation, "" for none."""
    found = rights.may_form(t.field(made), "L1", formation, abreast)
    return found.clause if found else ""


# --- order -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-FRM-01")
@pytest.mark.parametrize(
    ("made", "width", "depth"),
    [
        (t.battalion("L1", "south"), 7.5, 0.0),
        (t.battalion("L1", "south", formation="closed_column"), 7.5, 10.0),
        (t.regiment("L1", "south"), 10.0, 0.0),
        (t.regiment("L1", "south", formation="closed_column"), 10.0, 20.0),
    ],
)
def test_bases_touch_in_close_order(made: t.Made, width: float, depth: float) -> None:
    state = t.field(made)
    assert facts.is_close(state, "L1")
    found = places(state)
    assert steps({x for x, _ in found}) == {width}
    assert steps({y for _, y in found}) == ({depth} if depth else set())


@pytest.mark.clause("NAP-FRM-05")
@pytest.mark.parametrize("arm", ["guns", "rockets"])
def test_limbered_crews_are_in_close_order(arm: str) -> None:
    pieces = ["rocket", "rocket"] if arm == "rockets" else ["6", "6"]
    state = t.field(t.battery("L1", "south", formation="limbered", pieces=pieces, arm=arm))
    assert facts.is_close(state, "L1")
    assert shots.small_target(state, "L1") == "limbered"


@pytest.mark.clause("NAP-FRM-06")
@pytest.mark.parametrize("arm", ["guns", "rockets"])
def test_deployed_crews_are_not_in_close_order(arm: str) -> None:
    pieces = ["rocket", "rocket"] if arm == "rockets" else ["6", "6"]
    state = t.field(t.battery("L1", "south", pieces=pieces, arm=arm))
    assert not facts.is_close(state, "L1")
    assert not facts.is_skirmishing(state, "L1")
    assert shots.small_target(state, "L1") == "deployed"


@pytest.mark.clause("NAP-FRM-10")
def test_a_general_fired_at_counts_as_open_order() -> None:
    state = t.field(t.general("L1", "south", chief=True), t.general("L2", "south", (90, 20)))
    for general in ("L1", "L2"):
        assert shots.small_target(state, general) == "loose"
        assert shots.gun_target(state, general) == "loose"
        assert not facts.is_close(state, general)


@pytest.mark.clause("NAP-FRM-11")
@pytest.mark.parametrize(
    "made",
    [
        t.battalion("L1", "south"),
        t.battalion("L1", "south", formation="closed_column"),
        t.battalion("L1", "south", formation="square"),
        t.regiment("L1", "south"),
        t.battery("L1", "south", formation="limbered"),
    ],
)
def test_routers_count_as_open_order(made: t.Made) -> None:
    state = t.field(made)
    assert facts.is_close(state, "L1")
    for result, close in (("rout", False), ("retreat", True), ("withdraw", True)):
        there = t.given(state, "L1", result=result)
        assert facts.is_close(there, "L1") is close
        assert (shots.small_target(there, "L1") == "loose") is not close


@pytest.mark.clause("NAP-ORG-40")
@pytest.mark.parametrize(
    ("made", "deployed"),
    [
        (t.battery("L1", "south"), True),
        (t.battery("L1", "south", pieces=["rocket"], arm="rockets"), True),
        (t.battery("L1", "south", formation="limbered"), False),
        (t.battalion("L1", "south"), False),
        (t.battalion("L1", "south", formation="open"), False),
    ],
)
def test_deployed_artillery_is_unlimbered(made: t.Made, deployed: bool) -> None:
    assert facts.is_deployed(t.field(made), "L1") is deployed


# --- shapes ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-FRM-12")
@pytest.mark.parametrize("figures", [1, 7, 24, 30])
def test_a_line_is_one_rank_without_gaps(figures: int) -> None:
    state = t.field(t.battalion("L1", "south", (90, 50), figures=figures, companies=1))
    found = places(state)
    assert len({y for _, y in found}) == shape.ranks(state, "L1") == 1
    assert len({x for x, _ in found}) == figures
    assert shape.width(state, "L1") == figures * 7.5


@pytest.mark.clause("NAP-FRM-12")
def test_a_mounted_line_is_one_rank_and_foot_in_line_moves_ten() -> None:
    state = t.field(t.regiment("L1", "south"))
    assert (shape.ranks(state, "L1"), shape.width(state, "L1")) == (1, 160.0)
    foot = t.field(t.battalion("L1", "south"))
    assert [rates.rate(foot, "L1", speed) for speed in rates.SPEEDS] == [10.0, 15.0, 20.0]


@pytest.mark.clause("NAP-FRM-16")
@pytest.mark.parametrize(("made", "deep"), [(t.battalion, 10.0), (t.regiment, 20.0)])
def test_ranks_of_a_closed_column_touch(made: Any, deep: float) -> None:
    closed = t.field(made("L1", "south", formation="closed_column", figures=24, companies=6, cls="B"))
    assert steps({y for _, y in places(closed)}) == {deep}
    assert (facts.is_close(closed, "L1"), facts.is_column(closed, "L1")) == (True, True)
    opened = t.field(made("L1", "south", formation="open_column", figures=24, companies=6, cls="B"))
    assert min(steps({y for _, y in places(opened)})) > deep


@pytest.mark.clause("NAP-FRM-17")
@pytest.mark.parametrize("formation", ["closed_column", "open_column"])
@pytest.mark.parametrize(("figures", "companies"), [(24, 6), (20, 4), (20, 10), (16, (3, 3, 5, 5))])
def test_a_company_column_has_a_front_of_one_company(formation: Formation, figures: int, companies: Any) -> None:
    state = t.field(t.battalion("L1", "south", formation=formation, figures=figures, companies=companies))
    there = {s.id: s.figures for s in t.of(state, "L1").subs}
    assert shape.rows(state, "L1") == tuple(there.values())
    rows: dict[float, set[str]] = {}
    for base in state.bases_of("L1"):
        assert base.pose is not None
        rows.setdefault(round(base.pose.y, 3), set()).add(base.own.sub)
    assert [rows[y] for y in sorted(rows, reverse=True)] == [{sub} for sub in there]


# --- rights ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-FRM-04")
@pytest.mark.parametrize(
    ("made", "may"),
    [
        (t.battalion("L1", "south"), False),
        (t.battalion("L1", "south", light=True), True),
        (t.battalion("L1", "south", sub={"light": True}), True),
        (t.regiment("L1", "south", mounted=False, weapon="dragoon_musket"), True),
        (t.regiment("L1", "south", weapon="dragoon_musket"), False),
        (t.regiment("L1", "south", mounted=False), False),
        (t.regiment("L1", "south", light=True), True),
        (t.regiment("L1", "south", light=True, mounted=False), True),
        (t.regiment("L1", "south", light=True, weapon="rifled_carbine"), True),
        (t.regiment("L1", "south", light=True, weapon=""), False),
        (t.regiment("L1", "south", light=True, weapon="", sub={"lance": True}), True),
        (t.battalion("L1", "south", formation="irregular", regular=False), True),
        (t.regiment("L1", "south", formation="irregular", regular=False, weapon=""), True),
    ],
)
def test_who_may_use_open_order(made: t.Made, may: bool) -> None:
    assert bar(made, "open") == ("" if may else "NAP-FRM-04")


@pytest.mark.clause("NAP-FRM-21")
@pytest.mark.parametrize("cls", CLASSES)
def test_all_regular_foot_forms_line_column_and_squares(cls: Class) -> None:
    foot = t.battalion("L1", "south", cls=cls)
    for formation in ("line", "closed_column", "march_column", "square", "double_square"):
        assert bar(foot, formation) == ""
    assert (bar(foot, "double_line"), bar(foot, "irregular")) == ("NAP-FRM-21", "NAP-FRM-21")


@pytest.mark.clause("NAP-FRM-23")
def test_open_column_of_foot_is_for_classes_a_and_b() -> None:
    assert [bar(t.battalion("L1", "south", cls=c), "open_column") for c in CLASSES] == ["", "", *["NAP-FRM-23"] * 2]
    french = [bar(t.battalion("L1", "south", cls=c, nation="france"), "open_divisional") for c in CLASSES]
    assert french == ["", "", "NAP-FRM-23", "NAP-FRM-23"]
    wild = t.battalion("L1", "south", cls="A", formation="irregular", regular=False)
    assert bar(wild, "open_column") == "NAP-FRM-22"


@pytest.mark.clause("NAP-FRM-24")
def test_divisional_columns_are_for_french_battalions() -> None:
    nations = ("austria", "britain", "france", "prussia", "russia", "other")
    found = [bar(t.battalion("L1", "south", cls="B", nation=n), "closed_divisional") for n in nations]
    assert found == ["NAP-FRM-24", "NAP-FRM-24", "", "NAP-FRM-24", "NAP-FRM-24", "NAP-FRM-24"]
    # a part of a French battalion is none
    part = t.battalion("L1", "south", nation="france", parent="L0", companies=2, figures=6)
    whole = t.battalion("L0", "south", (90, 50), nation="france")
    told = rights.may_form(t.field(part, whole), "L1", "closed_divisional")
    assert told is not None
    assert told.clause == "NAP-FRM-24"


@pytest.mark.clause("NAP-FRM-27")
def test_open_squadron_columns_are_for_classes_a_to_c() -> None:
    found = [bar(t.regiment("L1", "south", cls=c), "open_column") for c in CLASSES]
    assert found == ["", "", "", "NAP-FRM-27"]
    assert [bar(t.regiment("L1", "south", cls=c), "closed_column") for c in CLASSES] == [""] * 4
    wild = t.regiment("L1", "south", cls="A", formation="irregular", regular=False)
    assert bar(wild, "open_column") == "NAP-FRM-28"


@pytest.mark.clause("NAP-FRM-28")
def test_irregular_horse_forms_line_or_column_of_any_width() -> None:
    wild = t.regiment("L1", "south", formation="irregular", regular=False)
    assert bar(wild, "line") == ""
    assert [bar(wild, "irregular", abreast) for abreast in (1, 2, 5, 16)] == [""] * 4
    for formation in ("double_line", "closed_column", "open_column", "square"):
        assert bar(wild, formation) == "NAP-FRM-28"
    state = t.field(t.regiment("L1", "south", formation="irregular", abreast=5, regular=False))
    assert (shape.width(state, "L1"), shape.ranks(state, "L1")) == (50.0, 4)
