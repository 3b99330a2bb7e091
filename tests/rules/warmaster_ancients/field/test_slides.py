"""Sliding past forbidden ground: what is leapt over is hindered, beside feeling for it step by step (WMA-S11 (3))."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from game.engine.files.toml_reading import DataError
from game.engine.state import State
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients.charge import slides
from rulesets.warmaster_ancients.charge.stand_places import Placement, Solver
from rulesets.warmaster_ancients.field import facts, sight
from rulesets.warmaster_ancients.field.scene import land_of
from tests.rules.warmaster_ancients.table import feature, table, unit


def scene(rng: Random) -> State | None:
    """Riders before an enemy, with marshes, ruins and walls at random between them, some of them notched."""
    ground = []
    for _ in range(rng.randint(1, 4)):
        x, y = rng.uniform(78, 100), rng.uniform(44, 56)
        if rng.random() < 0.3:
            ends = [(x + rng.uniform(-6, 6), y + rng.uniform(-3, 3)) for _ in range(2)]
            ground.append(feature("impassable", points=[ends[0], ends[1], (x, y + 1.0)]))
        elif rng.random() < 0.4:
            notched = ((0, 0), (5, 0), (5, 1), (1.5, 1), (1.5, 4), (0, 4))
            ground.append(feature("marsh", points=[(x + dx, y + dy) for dx, dy in notched]))
        else:
            ground.append(feature("marsh", box=(x, y, x + rng.uniform(0.3, 9), y + rng.uniform(0.3, 3))))
    try:
        return table(
            unit("EQU-1", at=(90 + rng.uniform(-3, 3), 41), facing=rng.choice((0, 10, 345))),
            unit("GAL-1", at=(90 + rng.uniform(-4, 4), 60), facing=rng.choice((180, 170, 200))),
            terrain=ground,
        )
    except DataError:
        return None


def charged(state: State) -> Placement:
    return Solver(state, "EQU-1", "GAL-1", (), 300.0, 300.0).solve(sight.seen_stands(state, "EQU-1", "GAL-1"))


@pytest.mark.clause("WMA-S11", "WMA-TER-07")
def test_what_is_leapt_over_is_hindered_and_places_stay_what_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(3)
    leap = slides._Leap.__call__
    leaps = over = found = 0

    def checked(self: slides._Leap, places: Sequence[float], k: int) -> int:
        nonlocal leaps, over
        far = leap(self, places, k)
        for place in places[k : far + 1]:
            assert self.solver.hindered(self.lead, self.pose(place)), (place, places[k], places[far])
        leaps += far > k
        over += far - k
        return far

    for state in filter(None, (scene(rng) for _ in range(60))):
        monkeypatch.setattr(slides._Leap, "__call__", checked)
        quick = charged(state)
        monkeypatch.setattr(slides._Leap, "__call__", lambda self, places, k: k)
        assert charged(state) == quick
        found += quick.possible
    assert leaps >= 50, leaps
    assert over >= 1000, over
    assert found >= 5, found


@pytest.mark.clause("WMA-S11")
def test_a_square_of_barred_ground_lies_in_it_and_in_the_sweep() -> None:
    """Nearest to where the sweep starts; none where the ground is too narrow for it, or the way is free."""
    state = table(unit("EQU-1", at=(90, 40)), terrain=[feature("marsh", box=(80, 50, 100, 52))])
    sweep = [(880.0, 400.0), (920.0, 400.0), (920.0, 600.0), (880.0, 600.0)]
    land = land_of(state)
    square = land.barred_square("cavalry", sweep, (890.0, 400.0), 1.0, 0.01)
    assert square is not None
    (west, north), (east, south) = square[0], square[2]
    assert (west, east) == pytest.approx((889.0, 891.0))
    assert 500.0 < south < 501.0
    assert north == pytest.approx(south + 2.0)
    assert land.barred_square("cavalry", sweep, (890.0, 400.0), 12.0, 0.01) is None
    assert land.barred_square("infantry", sweep, (890.0, 400.0), 1.0, 0.01) is None
    assert land.barred_square("cavalry", [(x, y - 200.0) for x, y in sweep], (890.0, 200.0), 1.0, 0.01) is None


@pytest.mark.clause("WMA-S08")
def test_what_hides_by_depth_is_named_with_every_piece_that_the_line_runs_through() -> None:
    """Pieces of ground that no line comes near are not looked at: the others are told with their lengths."""
    woods = [
        feature("wood", "near", box=(80, 45, 100, 46.5)),
        feature("wood", "far", box=(80, 50, 100, 52)),
        feature("wood", "beside", box=(110, 40, 120, 60)),
        feature("wood", "behind", box=(80, 66, 100, 70)),
    ]
    state = table(unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 60), facing="S"), terrain=woods)
    look = sight.look_at_unit(state, "LEG-1", "GAL-1")
    assert not look.seen
    assert {b.id: round(b.amount) for b in look.blockers} == {"near": 15, "far": 20}
    assert sight.look_at_unit(state, "LEG-1", "GAL-1") is look
    moved = state.with_poses({b: Pose(p.x + 300.0, p.y, p.facing) for b, p in facts.poses(state, "LEG-1").items()})
    assert sight.look_at_unit(moved, "LEG-1", "GAL-1") != look
