"""Who sees whom: weather and terrain, woods and their edges, dead ground, troops in the way, smoke."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from game.engine.state import State
from rulesets.napoleonic_wars.field import same_sight, sight, smoke
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.own import Fire, Weather
from tests.rules.napoleonic_wars.table import Made, battalion, battery, box, field, general, given, hide, regiment

FAR = {"figures": 4, "companies": 1}
"""A handful of men: 3 cm wide, 1 cm deep."""


def foot(body: str, y: float, x: float = 50.0, **more: Any) -> Made:
    """A handful of foot whose front edge has its middle there; south ones start with L."""
    return battalion(body, "south" if body.startswith("L") else "north", (x, y), **{**FAR, **more})


def hill(
    west: float, south: float, east: float, north: float, contours: int = 1, step: float = 5.0, ident: str = "hill"
) -> Any:
    """A rectangular hill, its contours so many cm apart."""

    def ring(k: int) -> tuple[tuple[float, float], ...]:
        w, s, e, n = ((a + b * k * step) * 10.0 for a, b in ((west, 1), (south, 1), (east, -1), (north, -1)))
        return (w, s), (e, s), (e, n), (w, n)

    return box("hill", west, south, east, north, ident, contours=tuple(ring(k) for k in range(1, contours)))


@pytest.mark.clause("NAP-VIS-01", "NAP-WTH-06", "NAP-S17")
@pytest.mark.parametrize(
    ("weather", "seen", "unseen"),
    [("fair", 119.0, None), ("rain", 75.0, 75.1), ("snow", 75.0, 75.1), ("fog", 30.0, 30.1)],
)
def test_open_ground(weather: Weather, seen: float, unseen: float | None) -> None:
    def looks(gap: float) -> bool:
        state = field(foot("L1", 5.0), foot("N1", 5.0 + gap), weather=weather)
        return sight.sees(state, "L1", "N1")

    assert looks(seen)
    assert unseen is None or not looks(unseen)


@pytest.mark.clause("NAP-VIS-01")
@pytest.mark.parametrize(("weather", "most"), [("fair", 50.0), ("rain", 30.0), ("snow", 30.0), ("fog", 15.0)])
def test_within_scrub(weather: Weather, most: float) -> None:
    def looks(gap: float) -> bool:
        state = field(foot("L1", 5.0), foot("N1", 5.0 + gap), features=[box("scrub", 0, 0, 200, 130)], weather=weather)
        return sight.sees(state, "L1", "N1")

    assert looks(most)
    assert not looks(most + 0.1)


@pytest.mark.clause("NAP-VIS-02")
def test_into_scrub_the_depth_counts_from_its_edge() -> None:
    def looks(outside: float, inside: float) -> bool:
        scrub = box("scrub", 0, 5 + outside, 200, 130)
        state = field(foot("L1", 5.0), foot("N1", 5.0 + outside + inside), features=[scrub], weather="rain")
        return sight.sees(state, "L1", "N1")

    assert looks(75.0, 30.0)
    assert not looks(75.0, 30.1)
    assert not looks(75.1, 1.0)


@pytest.mark.clause("NAP-S17")
def test_fields_and_water_hide_nothing() -> None:
    for kind in ("field", "marsh", "mud", "ford", "road"):
        state = field(foot("L1", 5.0), foot("N1", 115.0), features=[box(kind, 0, 20, 200, 130)])
        assert sight.sees(state, "L1", "N1")


def wood(kind: str = "open_wood", edge: float = 50.0) -> Any:
    """A wood from so many cm to the north."""
    return box(kind, 0, edge, 200, 130)


@pytest.mark.clause("NAP-VIS-03", "NAP-R17", "NAP-VIS-01")
@pytest.mark.parametrize(("kind", "most"), [("open_wood", 10.0), ("orchard", 10.0), ("dense_wood", 5.0)])
def test_into_a_wood_the_distance_counts_from_the_observer(kind: str, most: float) -> None:
    def looks(outside: float, inside: float) -> bool:
        state = field(foot("L1", 50.0 - outside), foot("N1", 50.0 + inside), features=[wood(kind)])
        return sight.sees(state, "L1", "N1")

    assert looks(most - 4.5, 4.5)
    assert looks(0.0, most)
    assert not looks(0.1, most)
    assert not looks(40.0, 1.0)


@pytest.mark.clause("NAP-VIS-04", "NAP-R17")
def test_who_fires_at_the_edge_of_a_wood_is_seen_from_afar() -> None:
    def looks(outside: float, inside: float, fired: bool) -> bool:
        state = field(foot("L1", 50.0 - outside), foot("N1", 50.0 + inside), features=[wood()])
        state = given(state, "N1", fired=1 if fired else 0)
        return sight.sees(state, "L1", "N1")

    assert looks(6.0, 3.0, fired=False)
    assert looks(40.0, 3.0, fired=True)
    assert looks(40.0, 4.0, fired=True)
    assert not looks(40.0, 4.1, fired=True)
    assert not looks(40.0, 3.0, fired=False)
    assert not looks(6.0, 5.0, fired=True)


@pytest.mark.clause("NAP-VIS-04", "NAP-R18")
@pytest.mark.parametrize(
    ("own", "seen"),
    [({"moved": 5.0}, True), ({"did": ("formed",)}, True), ({"prone": True}, False), ({"fired": 2}, False)],
)
def test_moving_is_any_change_of_place(own: dict[str, Any], seen: bool) -> None:
    state = given(field(foot("L1", 20.0), foot("N1", 52.0), features=[wood()]), "N1", **own)
    assert sight.sees(state, "L1", "N1") is seen
    assert sight.sees(state, "L1", "N1", busy={"N1"})


@pytest.mark.clause("NAP-R17")
def test_looking_out_of_a_wood() -> None:
    def looks(inside: float) -> bool:
        state = field(foot("L1", 20.0), foot("N1", 50.0 + inside), features=[wood()])
        return sight.sees(state, "N1", "L1")

    assert looks(4.0)
    assert not looks(4.1)


@pytest.mark.clause("NAP-VIS-10", "NAP-VIS-11")
def test_a_wood_hides_what_is_behind_it_but_for_those_four_contours_above() -> None:
    trees = box("open_wood", 30, 60, 70, 70)

    def looks(contours: int, behind: float) -> bool:
        ground = hill(0, 0, 200, 50, contours, 1.0)
        state = field(foot("L1", 25.0), foot("N1", 70.0 + behind), features=[trees, *([ground] if contours else [])])
        return sight.sees(state, "L1", "N1")

    assert not looks(0, 20.0)
    assert not looks(3, 20.0)
    assert looks(4, 11.0)
    assert not looks(4, 8.0)
    assert looks(6, 8.1)


@pytest.mark.clause("NAP-VIS-10", "NAP-VIS-11", "NAP-VIS-12", "NAP-R19", "NAP-S40")
def test_dead_ground_behind_a_building() -> None:
    def looks(contours: int, behind: float, storeys: int = 2) -> bool:
        house = box("building", 40, 60, 60, 66, storeys=storeys)
        state = field(foot("L1", 25.0), foot("N1", 66.0 + behind), features=[house, hill(0, 0, 200, 50, contours, 1.0)])
        return sight.sees(state, "L1", "N1")

    assert not looks(1, 50.0)
    assert looks(1, 30.0, storeys=1)
    assert looks(3, 3.5)
    # a base is 1 cm deep and hidden when all of it is: the rear edge is what is seen first
    assert not looks(3, 1.9)
    assert looks(3, 2.1)
    assert not looks(2, 2.9)
    assert looks(2, 3.1)
    assert not looks(1, 0.9, storeys=1)
    assert looks(1, 1.1, storeys=1)


@pytest.mark.clause("NAP-VIS-10", "NAP-VIS-11", "NAP-VIS-12", "NAP-R19")
def test_over_a_hill() -> None:
    def looks(contours: int, behind: float) -> bool:
        between = hill(0, 60, 200, 80, 2, 5.0, "between")
        state = field(
            foot("L1", 25.0), foot("N1", 80.0 + behind), features=[between, hill(0, 0, 200, 50, contours, 1.0)]
        )
        return sight.sees(state, "L1", "N1")

    assert not looks(2, 20.0)
    assert not looks(3, 2.9)
    assert looks(3, 3.1)
    assert not looks(4, 1.9)
    assert looks(4, 2.1)


@pytest.mark.clause("NAP-VIS-10")
def test_who_stands_on_a_hill_looks_down_from_it_and_not_across_what_is_higher() -> None:
    ground = hill(0, 50, 200, 80, 2, 5.0)
    top = field(foot("L1", 65.0), foot("N1", 110.0), foot("N2", 78.0), features=[ground])
    assert sight.sees(top, "L1", "N1")
    assert sight.sees(top, "N1", "L1")
    assert sight.sees(top, "L1", "N2")
    slope = field(foot("L1", 52.0), foot("N1", 110.0), foot("N2", 78.0), foot("L2", 20.0), features=[ground])
    assert not sight.sees(slope, "L1", "N1")
    assert not sight.sees(slope, "L1", "N2")
    assert not sight.sees(slope, "N1", "L1")
    assert sight.sees(slope, "L2", "L1")
    assert sight.sees(slope, "N1", "N2")


@pytest.mark.clause("NAP-VIS-13", "NAP-R20")
def test_close_order_hides_those_behind() -> None:
    def looks(formation: Any, **own: Any) -> bool:
        between = battalion("N2", "north", (50, 60), formation=formation, figures=24, **own)
        return sight.sees(field(foot("L1", 20.0), foot("N1", 80.0), between), "L1", "N1")

    assert not looks("line")
    assert not looks("closed_column")
    assert looks("open")
    assert looks("line", result="rout")


@pytest.mark.clause("NAP-VIS-13")
def test_who_stands_higher_sees_and_is_seen_over_troops() -> None:
    between = battalion("N2", "north", (50, 60))
    for low, high, ground in (("L1", "N1", hill(0, 0, 200, 40)), ("L1", "N1", hill(0, 75, 200, 130))):
        state = field(foot("L1", 20.0), foot("N1", 80.0), between, features=[ground])
        assert sight.sees(state, low, high)
        assert sight.sees(state, high, low)
    level = field(foot("L1", 20.0), foot("N1", 80.0), between, features=[hill(0, 0, 200, 130)])
    assert not sight.sees(level, "L1", "N1")


@pytest.mark.clause("NAP-VIS-13", "NAP-R20")
def test_riders_are_seen_over_one_unit_of_foot() -> None:
    horse = regiment("N1", "north", (50, 90), figures=4, companies=1)
    one = battalion("N2", "north", (50, 60))
    assert sight.sees(field(foot("L1", 20.0), horse, one), "L1", "N1")
    assert not sight.sees(field(foot("L1", 20.0), horse, one, battalion("N3", "north", (50, 70))), "L1", "N1")
    part = battalion("N3", "north", (50, 70), parent="N2")
    assert sight.sees(field(foot("L1", 20.0), horse, one, part), "L1", "N1")
    assert not sight.sees(field(foot("L1", 20.0), horse, regiment("N3", "north", (50, 70))), "L1", "N1")
    chief = general("N9", "north", (50, 90))
    assert sight.sees(field(foot("L1", 20.0), chief, one), "L1", "N9")


@pytest.mark.clause("NAP-R20")
def test_guns_in_action_hide_nobody_and_limbered_ones_do() -> None:
    def looks(formation: Any) -> bool:
        guns = battery("N2", "north", (50, 60), formation=formation, pieces=("6", "6"))
        return sight.sees(field(foot("L1", 40.0), foot("N1", 80.0, figures=1), guns), "L1", "N1")

    assert looks("deployed")
    assert not looks("limbered")


@pytest.mark.clause("NAP-CAM-05")
def test_elephants_are_seen_and_see_over_troops_of_their_level() -> None:
    tall = {"sub": {"kind": "elephant"}, "figures": 4, "companies": 1}
    between = (battalion("N2", "north", (50, 60)), regiment("N3", "north", (50, 70)))
    state = field(foot("L1", 20.0), regiment("N1", "north", (50, 90), **tall), *between)
    assert sight.sees(state, "L1", "N1")
    assert sight.sees(state, "N1", "L1")
    above = field(
        foot("L1", 20.0), regiment("N1", "north", (50, 90), **tall), *between, features=[hill(0, 55, 200, 80)]
    )
    assert not sight.sees(above, "L1", "N1")
    camels = regiment("N1", "north", (50, 90), figures=4, companies=1, sub={"kind": "camel"})
    assert not sight.sees(field(foot("L1", 20.0), camels, *between), "L1", "N1")


@pytest.mark.clause("NAP-VIS-06", "NAP-S18", "NAP-R16")
@pytest.mark.parametrize(("weather", "most"), [("fair", 30.0), ("rain", 30.0), ("fog", 15.0)])
def test_smoke_lets_see_as_far_as_fog(weather: Weather, most: float) -> None:
    def looks(who: str, whom: str, gap: float, level: int = 4, wind: float = -1.0) -> bool:
        state = field(foot("L1", 5.0), foot("N1", 5.0 + gap), weather=weather, wind=wind)
        return sight.sees(given(state, "N1", smoke=level), who, whom)

    for who, whom in (("L1", "N1"), ("N1", "L1")):
        assert looks(who, whom, most)
        assert not looks(who, whom, most + 0.1)
    if weather != "fog":
        assert looks("L1", "N1", most + 10.0, level=3)
        assert looks("L1", "N1", most + 10.0, wind=90.0)


@pytest.mark.clause("NAP-S18")
def test_smoke_lies_along_the_front_and_a_centimetre_deep() -> None:
    state = given(field(battalion("N1", "north", (50, 60))), "N1", smoke=4)
    ((body, quad),) = smoke.patches(state)
    assert body == "N1"
    assert np.allclose(quad.min(axis=0), (410.0, 590.0))
    assert np.allclose(quad.max(axis=0), (590.0, 600.0))
    assert sight.sees(
        given(field(foot("L1", 20.0), battalion("N1", "north", (50, 80), facing=0)), "N1", smoke=4), "L1", "N1"
    )


@pytest.mark.clause("NAP-VIS-09", "NAP-FIR-06", "NAP-S71")
def test_smoke_of_a_burning_building() -> None:
    def looks(wind: float, wild: bool, x: float = 50.0) -> bool:
        house = box("building", 70, 48, 74, 52, fires=(Fire(1, wild),))
        one = {"figures": 1}
        both = foot("L1", 20.0, x, **one), foot("N1", 80.0, x, **one)
        return sight.sees(field(*both, features=[house], wind=wind), "L1", "N1")

    assert looks(270.0, wild=False, x=60.0)
    assert not looks(270.0, wild=True, x=60.0)
    assert looks(270.0, wild=True, x=53.0)
    assert looks(90.0, wild=True, x=60.0)
    assert looks(-1.0, wild=True, x=60.0)
    assert not looks(-1.0, wild=True, x=75.5)
    house = box("building", 70, 48, 74, 52, fires=(Fire(1, True),))
    near = field(foot("L1", 47.0, 60.0), foot("N1", 51.0, 60.0), features=[house], wind=270.0)
    assert sight.sees(near, "L1", "N1")


@pytest.mark.clause("NAP-VIS-14", "NAP-ARC-12", "NAP-S55")
def test_a_line_of_fire_is_free_where_nothing_and_nobody_is_in_the_way() -> None:
    def fires(*between: Made, features: Any = ()) -> bool:
        state: State = field(foot("L1", 20.0), foot("N1", 35.0), *between, features=features)
        start, end = np.array([(500.0, 200.0)]), np.array([(500.0, 350.0)])
        return bool(sight.lines_are_free(state, "L1", "N1", (state.units["L1"].bases[1],), start, end)[0])

    assert fires()
    assert not fires(features=[box("building", 40, 25, 60, 28, storeys=1)])
    assert not fires(battalion("N2", "north", (50, 30)))
    assert not fires(battalion("L2", "south", (50, 30)))
    assert not fires(
        battalion("L2", "south", (50, 30), formation="open", figures=13, companies=1), features=[hill(0, 0, 200, 22)]
    )
    assert not fires(battalion("N2", "north", (50, 30)), features=[hill(0, 0, 200, 22)])
    screen = battalion("N2", "north", (50, 30), formation="open", figures=13, companies=1)
    assert fires(screen)


@pytest.mark.clause("NAP-S17")
def test_bodies_and_their_figures_see() -> None:
    state = field(
        foot("L1", 20.0),
        foot("L2", 20.0, 80.0),
        foot("N1", 60.0),
        features=[box("building", 55, 30, 75, 50, storeys=1)],
    )
    assert [u for u in ("L2", "N1") if sight.sees(state, "L1", u)] == ["L2", "N1"]
    assert not sight.sees(state, "L2", "N1")
    assert sight.figures_see(state, "L1", "N1", ("L1.1",))
    assert not sight.figures_see(state, "L2", "N1", ("L2.1",))


@pytest.mark.clause("NAP-S45")
def test_in_the_range_of_whoever_sees_and_reaches_him() -> None:
    screen = box("building", 55, 25, 100, 30)
    state = field(foot("L1", 20.0), foot("N1", 40.0), foot("N2", 40.0, 80.0, facing=0), features=[screen])
    assert sight.in_fire_range(state, "L1", lambda body: 20.0) == ("N1",)
    assert sight.in_fire_range(state, "L1", lambda body: 19.99) == ()
    assert sight.in_fire_range(state, "L1", lambda body: 60.0 if body == "N2" else 0.0) == ()
    assert sight.in_fire_range(known(hide(state, "N1")), "L1", lambda body: 20.0) == ()


def test_a_body_elsewhere_makes_nobody_look_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer is kept while a third body moves aside, and forgotten when it comes between, or the weather turns."""
    glances, glance = list[int](), sight._at_a_glance
    monkeypatch.setattr(sight, "_at_a_glance", lambda *args: glances.append(1) or glance(*args))

    def looks(x: float, weather: Weather = "fair") -> bool:
        state = field(foot("L1", 5.3), foot("N1", 61.7), battalion("L2", "south", (x, 30.0)), weather=weather)
        return sight.sees(state, "L1", "N1")

    assert looks(150.0)
    assert looks(140.0)
    assert len(glances) == 1
    assert not looks(50.0)
    assert not looks(140.0, "fog")


@pytest.mark.clause("NAP-S17")
def test_ranks_that_reach_into_the_box_about_both_bodies_from_any_side_count() -> None:
    """An answer about sight is kept only while these stand as they stood; touching the box is enough."""
    low, high = np.array([10.0, 20.0]), np.array([30.0, 40.0])
    boxes = {
        "inside": (15.0, 25.0, 16.0, 26.0),
        "touches on the left": (0.0, 25.0, 10.0, 26.0),
        "left of it": (0.0, 25.0, 9.9, 26.0),
        "touches on the right": (30.0, 25.0, 50.0, 26.0),
        "right of it": (30.1, 25.0, 50.0, 26.0),
        "touches from below": (15.0, 0.0, 16.0, 20.0),
        "below it": (15.0, 0.0, 16.0, 19.9),
        "touches from above": (15.0, 40.0, 16.0, 60.0),
        "above it": (15.0, 40.1, 16.0, 60.0),
        "all about it": (0.0, 0.0, 99.0, 99.0),
    }
    found = same_sight._touching(np.array(list(boxes.values())), low, high)
    assert [name for name, meets in zip(boxes, found, strict=True) if meets] == [
        "inside",
        "touches on the left",
        "touches on the right",
        "touches from below",
        "touches from above",
        "all about it",
    ]


@pytest.mark.clause("NAP-S17")
def test_smoke_that_reaches_into_the_box_about_both_bodies_counts() -> None:
    """Each strip of smoke is four corners; one that lies aside changes no answer that is kept."""
    into, aside = (
        [[8.0, 25.0], [12.0, 25.0], [12.0, 60.0], [8.0, 60.0]],
        [[40.0, 0.0], [50.0, 0.0], [50.0, 9.0], [40.0, 9.0]],
    )

    def air(*patches: Any) -> tuple[Any, ...]:
        look: Any = SimpleNamespace(fires=(), patches=[np.array(p) for p in patches], weather="fair")
        return same_sight._air(look, np.array([10.0, 20.0]), np.array([30.0, 40.0]))

    assert air(aside) == air(aside, aside) == ("fair", (), b"")
    assert air(into) == air(into, aside) == air(aside, into) == ("fair", (), np.array(into).tobytes())
    assert air() == ("fair", ())
