"""Heights told for the eyes: plain cuts through a table."""

from __future__ import annotations

import pytest

from game.engine.relief import Body, Relief, Span, crossings, plain_section, relief_of, surface
from game.engine.state import Base, Feature, State, Table, Unit
from game.geometry.shapes import Footprint, Pose


def box(x0: float, y0: float, x1: float, y1: float) -> tuple[tuple[float, float], ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def table() -> State:
    disc = Footprint("circle", 25.0, 25.0)
    bases = {
        "a": Base("a", "A", 1, disc, Pose(50.0, 50.0, 0.0)),
        "b": Base("b", "A", 2, disc, Pose(450.0, 50.0, 0.0)),
        "c": Base("c", "A", 3, disc, None, where="reserve"),
    }
    features = {
        "tower": Feature("tower", "tower", "", box(20.0, 20.0, 100.0, 80.0), height=152.4),
        "pit": Feature("pit", "pit", "", box(200.0, 0.0, 300.0, 100.0), height=-150.0),
        "field": Feature("field", "field", "", box(320.0, 0.0, 340.0, 100.0)),
    }
    return State(
        "X",
        Table(600.0, 400.0),
        units={"A": Unit("A", "south", "A", "A", ("a", "b", "c"))},
        bases=bases,
        features=features,
    )


def test_a_way_may_run_through_a_polygon_twice() -> None:
    horseshoe = ((0, 0), (10, 0), (10, 10), (7, 10), (7, 3), (3, 3), (3, 10), (0, 10))
    assert crossings(horseshoe, (-5, 6), (15, 6)) == [(0.25, 0.4), (0.6, 0.75)]
    assert crossings(horseshoe, (5, 6), (5, 20)) == []
    assert crossings(horseshoe, (1, 1), (9, 1)) == [(0.0, 1.0)]


def test_a_cut_shows_what_has_height_and_who_stands_on_it() -> None:
    state = table()
    section = plain_section(object(), state, "a", (0.0, 0.0), "b")
    assert section is not None
    assert section.length == 400.0
    assert section.spans == (
        Span("tower", 0.0, 50.0, 0.0, 152.4, "solid"),
        Span("pit", 150.0, 250.0, -150.0, 0.0, "pit"),
    )
    assert section.bodies == (Body("a", 0.0, 12.5, 152.4, 152.4), Body("b", 400.0, 12.5, 0.0, 0.0))
    assert section.free is None


def test_a_cut_to_a_point_shows_one_base_and_one_off_the_table_none() -> None:
    state = table()
    section = plain_section(object(), state, "a", (50.0, 350.0))
    assert section is not None
    assert [b.base for b in section.bodies] == ["a"]
    assert plain_section(object(), state, "c", (0.0, 0.0)) is None
    assert plain_section(object(), state, "a", (50.0, 50.0)) is None


class Walled:
    """A ruleset that knows better."""

    def relief(self, view: State, feature: str) -> Relief:
        return Relief("barrier", 76.2, True) if feature == "tower" else Relief()


def test_the_ruleset_has_the_last_word() -> None:
    state = table()
    assert relief_of(Walled(), state, state.features["tower"]) == Relief("barrier", 76.2, True)
    assert relief_of(object(), state, state.features["pit"]) == Relief("pit", -150.0)
    assert surface(object(), state, state.bases["a"]) == pytest.approx(152.4)
    assert surface(Walled(), state, state.bases["a"]) == 0.0
