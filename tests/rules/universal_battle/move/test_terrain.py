"""What terrain does to moves (chapters 16, 25 and 26)."""

from __future__ import annotations

import pytest

from game.engine.state import Feature, State
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.move.allowance import Meter
from tests.rules.universal_battle.move_play import clause, cost, judged, led, limit
from tests.rules.universal_battle.table import Made, monster, piece, scene, troops


def _riders(*terrain: Feature, **more: object) -> State:
    return scene(troops("A1", (18, 5), 3, kind="riders", **more), terrain=terrain)


@pytest.mark.clause("USB-TER-04", "USB-S05", "USB-R33", "USB-PTS-07")
def test_e13_riders_in_a_bog() -> None:
    """Four open inches, then five of bog, use up 14."""
    far_off = _riders(piece("bog", 0, 9, 36, 30))
    plan = judged(far_off, "A1", "run", led("A1", (18, 14)))
    assert clause(plan) == ""
    assert cost(plan, "A1.1") == 14
    assert clause(judged(far_off, "A1", "run", led("A1", (18, 14.01)))) == "USB-TER-04"
    at_once = _riders(piece("bog", 0, 5, 36, 30))
    assert cost(judged(at_once, "A1", "run", led("A1", (18, 10))), "A1.1") == 10
    assert clause(judged(at_once, "A1", "run", led("A1", (18, 10.01)))) == "USB-TER-04"
    narrow = _riders(piece("bog", 0, 5, 36, 8))
    plan = judged(narrow, "A1", "run", led("A1", (18, 16)))
    assert (clause(plan), cost(plan, "A1.2")) == ("", 14)
    assert clause(judged(narrow, "A1", "run", led("A1", (18, 16.01)))) == "USB-ACT-03"


@pytest.mark.clause("USB-S05", "USB-R27", "USB-R33")
def test_slow_terrain_counts_from_half_the_models_on_and_once_for_all_of_it() -> None:
    bog = piece("bog", 0, 8, 10.4, 11)
    half = scene(troops("A1", [(9, 6), (10, 6), (11, 6), (12, 6)], 4), terrain=[bog])
    plan = judged(half, "A1", "tactical", led("A1", (10.5, 9)))
    assert [cost(plan, f"A1.{k}") for k in (1, 2, 3, 4)] == [4, 4, 3, 3]
    few = scene(troops("A1", [(10, 6), (11, 6), (12, 6)], 3), terrain=[bog])
    plan = judged(few, "A1", "tactical", led("A1", (11, 9)))
    assert [cost(plan, f"A1.{k}") for k in (1, 2, 3)] == [3, 3, 3]
    spent = scene(troops("A1", (18, 9), 3, slow=75.0), terrain=[piece("bog", 0, 8, 36, 20)], acting="A1")
    assert clause(judged(spent, "A1", "run", led("A1", (18, 11)))) == ""
    assert clause(judged(spent, "A1", "run", led("A1", (18, 11.1)))) == "USB-TER-04"


@pytest.mark.clause("USB-TER-04", "USB-TER-05", "USB-TER-07", "USB-TER-08")
@pytest.mark.parametrize("kind", ["crops", "bog", "rubble", "pit", "ruins", "forest"])
def test_each_slow_kind_costs_double(kind: str) -> None:
    state = scene(troops("A1", (10, 10), 3), terrain=[piece(kind, 0, 10, 36, 20)])
    assert cost(judged(state, "A1", "run", led("A1", (10, 13))), "A1.1") == 6


@pytest.mark.clause("USB-SPC-04", "USB-SPC-10", "USB-R46", "USB-MON-06", "USB-R32")
@pytest.mark.parametrize(
    ("made", "road"),
    [
        (troops("A1", (18, 5), 1, specs=["fliers"]), 12),
        (troops("A1", (18, 5), 1, specs=["hunters"]), 13),
        (monster("A1", (18, 5), 3), 10),
        (monster("A1", (18, 5), 2), 13),
    ],
)
def test_who_pays_no_attention_to_slow_terrain_and_who_uses_roads(made: Made, road: float) -> None:
    bog = scene(made, terrain=[piece("bog", 0, 5, 36, 30)])
    free = made[1][0].own.growth != 2
    assert (clause(judged(bog, "A1", "run", led("A1", (18, 15)))) == "") == free
    street = scene(made, terrain=[piece("road", 0, 8, 36, 10)])
    assert limit(judged(street, "A1", "run", led("A1", (18, 12)))) == road


@pytest.mark.clause("USB-TER-09", "USB-R34", "USB-LDR-01")
def test_e14_a_road_adds_three_inches_where_half_the_paths_touch_it_in_time() -> None:
    """E14: 10+1+3; without the road 11."""
    crossed = scene(troops("A1", (18, 5), 3, leaders=True), terrain=[piece("road", 0, 9, 36, 11)])
    plan = judged(crossed, "A1", "run", led("A1", (18, 19)))
    assert (clause(plan), limit(plan)) == ("", 14)
    assert clause(judged(crossed, "A1", "run", led("A1", (18, 19.01)))) == "USB-ACT-03"
    late = scene(troops("A1", (18, 5), 3, leaders=True), terrain=[piece("road", 0, 16.1, 36, 18)])
    assert limit(judged(late, "A1", "run", led("A1", (18, 17)))) == 11
    just = scene(troops("A1", (18, 5), 3, leaders=True), terrain=[piece("road", 0, 16, 36, 18)])
    assert limit(judged(just, "A1", "run", led("A1", (18, 17)))) == 14
    assert limit(judged(crossed, "A1", "react", led("A1", (18, 8)))) == 3
    few = scene(troops("A1", (18, 5), 3), terrain=[piece("road", 16, 5, 17, 20)])
    assert limit(judged(few, "A1", "run", led("A1", (18, 8)))) == 10


@pytest.mark.clause("USB-TER-06", "USB-S05", "USB-R46")
def test_dangerous_terrain_hits_who_crosses_and_nobody_stops_in_it() -> None:
    mines = piece("minefield", 0, 8, 36, 10)
    state = scene(troops("A1", (18, 6), 3), terrain=[mines])
    plan = judged(state, "A1", "run", led("A1", (18, 11)))
    assert (clause(plan), plan.metered and plan.metered.dangers) == ("", (mines.id,))
    assert clause(judged(state, "A1", "run", led("A1", (18, 10.4)))) == "USB-TER-06"
    before = judged(state, "A1", "run", led("A1", (18, 7.5)))
    assert (clause(before), before.metered and before.metered.dangers) == ("", ())
    few = scene(troops("A1", (18, 6), 3), terrain=[piece("minefield", 0, 8, 17, 10)])
    plan = judged(few, "A1", "run", led("A1", (18, 11)))
    assert (clause(plan), plan.metered and plan.metered.dangers) == ("", ())
    over = scene(troops("A1", (18, 6), 3, specs=["fliers"]), terrain=[mines])
    plan = judged(over, "A1", "run", led("A1", (18, 11)))
    assert (clause(plan), plan.metered and plan.metered.dangers) == ("", ())
    assert clause(judged(over, "A1", "run", led("A1", (18, 9)))) == "USB-TER-06"


@pytest.mark.clause("USB-CLB-01", "USB-CLB-02", "USB-S23", "USB-MOV-07")
@pytest.mark.parametrize(("height", "falls"), [(1.9, 0), (2, 1), (3.9, 1), (5, 2)])
def test_heights_count_and_every_two_inches_of_them_hit(height: float, falls: int) -> None:
    house = piece("house", 0, 0, 36, 7, height)
    down = judged(scene(troops("A1", (18, 6), 3), terrain=[house]), "A1", "run", led("A1", (18, 8)))
    assert (cost(down, "A1.1"), down.metered and down.metered.falls) == (2 + height, falls)
    up = judged(scene(troops("A1", (18, 8), 3), terrain=[house]), "A1", "run", led("A1", (18, 6)))
    assert (cost(up, "A1.1"), up.metered and up.metered.falls) == (2 + height, falls)
    stairs = piece("house", 0, 0, 36, 7, height, ladders=(2,))
    safe = judged(scene(troops("A1", (18, 6), 3), terrain=[stairs]), "A1", "run", led("A1", (18, 8)))
    assert (cost(safe, "A1.1"), safe.metered and safe.metered.falls) == (2 + height, 0)
    flying = scene(troops("A1", (18, 6), 3, specs=["fliers"]), terrain=[house])
    plan = judged(flying, "A1", "run", led("A1", (18, 8)))
    assert (cost(plan, "A1.1"), plan.metered and plan.metered.falls) == (2, 0)


@pytest.mark.clause("USB-S23")
def test_the_smallest_step_down_counts_as_the_step_up_does() -> None:
    curb = piece("house", 0, 0, 36, 7, 0.03)
    for start, end in ((6, 8), (8, 6)):
        state = scene(troops("A1", (18, start), 1), terrain=[curb])
        line = ((inch(18), inch(start)), (inch(18), inch(end)))
        assert Meter(state, "A1", "run").cost(line, None) == pytest.approx(inch(2.03))
        assert Meter(state, "A1", "back").cost(line, None) == pytest.approx(inch(2.03 if end < start else 2.0))


@pytest.mark.clause("USB-S05", "USB-TER-04")
@pytest.mark.parametrize(("start", "end"), [((30, 2), (30, 5)), ((2, 30), (5, 30)), ((30, 30), (30, 33))])
def test_a_bog_counts_wherever_on_the_table_it_lies(start: tuple[float, float], end: tuple[float, float]) -> None:
    bog = piece("bog", start[0] - 2, start[1] - 2, end[0] + 2, end[1] + 2)
    assert cost(judged(scene(troops("A1", start, 1), terrain=[bog]), "A1", "run", led("A1", end)), "A1.1") == 6


@pytest.mark.clause("USB-S23", "USB-R27")
def test_a_unit_falls_where_half_its_models_do() -> None:
    house = piece("house", 0, 0, 17.5, 7, 2)
    few = scene(troops("A1", (18, 6), 3), terrain=[house])
    plan = judged(few, "A1", "run", led("A1", (18, 8)))
    assert (cost(plan, "A1.1"), plan.metered and plan.metered.falls) == (4, 0)
    half = scene(troops("A1", [(17, 6), (18.5, 6)], 2), terrain=[house])
    plan = judged(half, "A1", "run", led("A1", (17.75, 8)))
    assert plan.metered
    assert plan.metered.falls == 1
