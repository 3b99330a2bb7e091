"""Strategies that draw tables, and the decorator that plays a property over thousands of them."""

from __future__ import annotations

import math
import types

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.geometry.shapes import Footprint, Pose, to_world

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example, HealthCheck.filter_too_much]


def thousands(*strategies, n=500, soak=20000):
    """Run a property over n drawn scenes, and over many more in a test of its own marked soak."""

    def wrap(check):
        def run(count, name):
            one = types.FunctionType(check.__code__, check.__globals__, name, check.__defaults__, check.__closure__)
            one.__doc__, one.__module__ = check.__doc__, check.__module__
            return settings(max_examples=count, deadline=None, suppress_health_check=QUIET, database=None)(
                given(*strategies)(one)
            )

        usual = run(n, check.__name__)
        deep = f"{check.__name__}_soak"
        check.__globals__[deep] = pytest.mark.soak(run(soak, deep))
        return usual

    return wrap


lengths = st.one_of(st.sampled_from([20.0, 25.0, 30.0, 40.0, 50.0, 60.0]), st.integers(4, 120).map(float))
angles = st.one_of(
    st.sampled_from([0.0, 90.0, 180.0, 270.0]),
    st.integers(0, 23).map(lambda k: 15.0 * k),
    st.integers(0, 359_999).map(lambda k: k / 1000.0),
)


def places(low=0.0, high=300.0):
    """Coordinates (mm), half of them on a grid of 10 mm so that edges meet exactly."""
    fine = st.integers(int(low * 1000), int(high * 1000)).map(lambda k: k / 1000.0)
    return st.one_of(st.integers(int(low / 10), int(high / 10)).map(lambda k: 10.0 * k), fine)


def poses(low=0.0, high=300.0, facings=angles):
    """Poses in a square of the table."""
    return st.builds(Pose, places(low, high), places(low, high), facings)


rects = st.builds(lambda w, d: Footprint("rect", w, d), lengths, lengths)
circles = st.builds(lambda d: Footprint("circle", d, d), lengths)
ovals = st.builds(lambda w, d: Footprint("oval", w, d), lengths, lengths)
footprints = st.one_of(rects, rects, circles, ovals)
points = st.tuples(places(-100.0, 400.0), places(-100.0, 400.0))


@st.composite
def stars(draw, low=0.0, high=300.0, corners=(3, 9), radius=(15.0, 90.0)):
    """Simple polygons, often not convex: a corner at a drawn distance on each of some bearings."""
    x, y = draw(places(low, high)), draw(places(low, high))
    count = draw(st.integers(*corners))
    reach = draw(st.lists(st.floats(*radius).map(lambda r: round(r, 3)), min_size=count, max_size=count))
    return tuple(
        (round(x + r * math.sin(2 * math.pi * k / count), 3), round(y + r * math.cos(2 * math.pi * k / count), 3))
        for k, r in enumerate(reach)
    )


def in_line(footprint, count, anchor):
    """Poses of bases side by side about an anchor, from left to right."""
    first = -(count - 1) / 2.0
    return [
        Pose(*to_world(anchor, ((first + k) * footprint.width, 0.0)), anchor.facing, anchor.level) for k in range(count)
    ]
