"""Sight past other units, beside a plain twin that tries every look against every outline."""

from __future__ import annotations

import random

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from game.engine.files.toml_reading import DataError
from game.engine.state import State
from game.geometry.shapes import Floats
from rulesets.ancient_battles.field import arcs, facts
from rulesets.ancient_battles.field.blocks import block_of, quads
from rulesets.ancient_battles.measures import SLACK
from tests.rules.ancient_battles.table import piece, table, unit


def scene(rng: random.Random) -> State | None:
    """Javelins and a phalanx that look at an enemy, with blocks before his front, now whole and now with gaps."""
    rows = [unit("SJA", (36, 12), 0), unit("PHA", (30 + rng.uniform(-4, 4), 12), 0)]
    rows += [unit("WAR", (33 + rng.uniform(-3, 3), rng.uniform(27, 32)), rng.uniform(140, 220))]
    x = rng.uniform(20, 30)
    for code in ("COM", "SIL", "OAT", "COM2", "SIL2"):
        rows.append(unit(code, (round(x, 2), round(rng.uniform(19, 22), 2)), rng.choice((0.0, 10.0, 350.0)), files=5))
        x += rng.choice((2.0, 4.1, 4.6, 6.0))
        try:
            table(*rows)
        except DataError:
            rows.pop()
    try:
        return table(*rows)
    except DataError:
        return None


def plain(state: State, one: str, other: str) -> bool:
    """Whether any look from one unit at another runs into no outline, drawn in by half the slack."""
    starts, ends = arcs._starts(state, one), arcs._ends(state, other, facts.front_centre(state, one))
    looks = [(facts.front_centre(state, one), facts.centre(state, other)), *((a, b) for a in starts for b in ends)]
    lines = shapely.linestrings(np.array([np.array(look) for look in looks]))
    between = [u for u in facts.fielded(state) if u not in (one, other) and not facts.loose(state, u)]
    hidden = np.zeros(len(lines), dtype=np.bool_)
    for blocker in between:
        for four in quads(state, blocker):
            hidden |= shapely.intersects(shapely.Polygon(four).buffer(-SLACK / 2.0, join_style="mitre"), lines)
    return not hidden.all()


@pytest.mark.clause("WAB-S05")
def test_sight_is_what_the_looks_say_tried_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(4)
    screened, unhidden = arcs._screened, arcs._unhidden
    told = {"screened": 0, "tried": 0}

    def counted(outer: Floats, unseen: NDArray[np.bool_], sides: tuple[Floats, Floats]) -> bool:
        found = screened(outer, unseen, sides)
        told["screened"] += found
        return found

    def tried(rays: Floats, sides: tuple[Floats, Floats], order: list[int]) -> Floats:
        told["tried"] += 1
        return unhidden(rays, sides, order)

    monkeypatch.setattr(arcs, "_screened", counted)
    monkeypatch.setattr(arcs, "_unhidden", tried)
    answers = {True: 0, False: 0}
    for state in filter(None, (scene(rng) for _ in range(150))):
        for one, other in (("SJA", "WAR"), ("PHA", "WAR"), ("WAR", "PHA"), ("WAR", "SJA")):
            seen = arcs.sight(state, one, other)[0]
            assert seen == plain(state, one, other), (one, other, quads(state, one), quads(state, other))
            answers[seen] += 1
    assert min(answers.values()) >= 40, answers
    assert min(told.values()) >= 20, told


@pytest.mark.clause("WAB-S05")
@pytest.mark.parametrize(("gap", "seen"), [(-0.3, False), (0.8, True)])
def test_two_screens_hide_together_what_neither_hides_alone(gap: float, seen: bool) -> None:
    """Two blocks before the enemy, one behind the other: where they overlap they hide him, a gap shows him."""
    screen = {"facing": 0, "models": 8, "files": 4}
    wide = block_of(table(unit("COM", (36, 19), **screen)), "COM").width / 25.0
    rows = [
        unit("PHA", (36, 12), 0, models=4, files=2),
        unit("WAR", (36, 26), 180, models=4, files=2),
        unit("COM", (36 - (wide + gap) / 2.0, 19), **screen),
        unit("COM2", (36 + (wide + gap) / 2.0, 23.6), **screen),
    ]
    state = table(*rows)
    assert arcs.sight(state, "PHA", "WAR")[0] is seen
    assert plain(state, "PHA", "WAR") is seen


def woods(*depths: float, gap: float = 0.5) -> State:
    """A phalanx that looks north at a warband past woods, each so many inches deep and wider than any look."""
    rows, south = [], 14.0
    for deep in depths:
        rows.append(piece("wood", box=(4, south, 68, south + deep)))
        south += deep + gap
    return table(unit("PHA", (36, 12), 0), unit("WAR", (36, 24), 180), terrain=rows)


@pytest.mark.clause("WAB-S05", "WAB-S02")
@pytest.mark.parametrize(
    ("depths", "seen"),
    [
        ((1.9,), True),
        ((2.0,), True),
        ((2.0009,), True),
        ((2.0015,), False),
        ((1.2, 0.8), True),
        ((1.2, 0.9), False),
    ],
)
def test_two_inches_of_wood_are_seen_through_and_no_more(depths: tuple[float, ...], seen: bool) -> None:
    assert arcs.sees(woods(*depths), "PHA", "WAR") is seen


@pytest.mark.clause("WAB-S05")
def test_woods_that_overlap_hide_once() -> None:
    """Two inches of wood in all, an inch and a half of it twice."""
    assert arcs.sees(woods(1.5, 2.0, gap=-1.5), "PHA", "WAR")


@pytest.mark.clause("WAB-S05")
@pytest.mark.parametrize(("kind", "seen"), [("building", False), ("wall", True), ("water", True)])
def test_buildings_hide_and_low_things_do_not(kind: str, seen: bool) -> None:
    there = piece(kind, box=(4, 16, 68, 17))
    state = table(unit("PHA", (36, 12), 0), unit("WAR", (36, 24), 180), terrain=[there])
    assert arcs.sees(state, "PHA", "WAR") is seen


@pytest.mark.clause("WAB-S04", "WAB-S02")
@pytest.mark.parametrize(("aside", "side"), [(-0.02, "front"), (0.02, "front"), (0.03, "right")])
def test_a_point_on_the_line_beside_the_front_counts_as_front(aside: float, side: str) -> None:
    """Two inches ahead of the front line and beside its corner, so many mm to the right of the ray."""
    block = block_of(table(unit("PHA", (36, 24), 0)), "PHA")
    x, y = block.front.x + block.width / 2.0 + 50.0, block.front.y + 50.0
    assert arcs.block_zone(block, (x + aside, y)) == side
