"""Situations from documents: what they make, and what they refuse (WMA-S01 to WMA-S03)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.files.toml_reading import DataError
from game.geometry.shapes import Footprint, Pose, to_world
from rulesets.warmaster_ancients.deploy.positions import build
from rulesets.warmaster_ancients.field import formations
from rulesets.warmaster_ancients.own import BattleOwn
from tests.rules.warmaster_ancients.table import at_cm, feature, table, unit, where


@pytest.mark.clause("WMA-S01", "WMA-S02", "WMA-S03")
def test_a_line_of_infantry_stands_left_to_right():
    state = table(unit("LEG-1", at=(90, 40)))
    assert state.table.width, state.table.depth == (1800.0, 1200.0)
    assert where(state, "LEG-1") == [(86, 40, 0), (90, 40, 0), (94, 40, 0)]
    assert [b.shape for b in state.bases_of("LEG-1")] == [Footprint("rect", 40.0, 20.0)] * 3
    assert state.units["LEG-1"].bases == ("LEG-1.1", "LEG-1.2", "LEG-1.3")


@pytest.mark.clause("WMA-S02", "WMA-S03")
def test_left_is_as_seen_from_behind_and_mounted_stands_are_narrow():
    state = table(unit("EQU-1", "north", at=(90, 60), facing="S"), unit("SCO-1", at=(30, 30), facing="E"))
    assert where(state, "EQU-1") == [(92, 60, 180), (90, 60, 180), (88, 60, 180)]
    assert where(state, "SCO-1") == [(30, 31, 90), (30, 29, 90)]
    assert state.bases["EQU-1.1"].shape == Footprint("rect", 20.0, 40.0)


@pytest.mark.clause("WMA-S03")
def test_a_column_is_numbered_from_the_front():
    state = table(unit("LEG-1", formation="column", at=(90, 40), facing="E"))
    assert where(state, "LEG-1") == [(92, 40, 90), (90, 40, 90), (88, 40, 90)]


@pytest.mark.clause("WMA-S02")
def test_a_character_is_a_token_without_footprint():
    state = table(unit("CONS-1", at=(90, 40)))
    base = state.bases["CONS-1.1"]
    assert not base.solid
    assert base.shape == Footprint("circle", 25.0, 25.0)
    assert state.units["CONS-1"].own.character


@pytest.mark.clause("WMA-S03")
def test_units_are_ordered_south_first_whatever_the_order_of_the_document():
    state = table(unit("GAL-1", at=(90, 80)), unit("LEG-1", at=(90, 40)))
    assert list(state.units) == ["LEG-1", "GAL-1"]


@pytest.mark.clause("WMA-S03")
def test_lost_stands_are_gone_and_keep_their_numbers():
    state = table(unit("LEG-1", at=(90, 40), lost=[2]), unit("GAL-1", at=(90, 60), stands=1))
    assert where(state, "LEG-1") == [(88, 40, 0), (92, 40, 0)]
    assert [b.id for b in state.bases_of("LEG-1")] == ["LEG-1.1", "LEG-1.3"]
    assert state.bases["LEG-1.2"].where == "gone"
    assert where(state, "GAL-1") == [(90, 60, 180)]


def test_the_battle_is_as_told():
    state = table(unit("LEG-1", at=(90, 40), hits=2, confused=True), active="north", turn=3, phase="melee")
    assert state.own == BattleOwn("position", 1000, "south", "north", 3, "melee", 8)
    assert (state.units["LEG-1"].own.hits, state.units["LEG-1"].own.confused) == (2, True)
    assert (state.sides["south"].own.army, state.sides["south"].own.began) == ("rome", 1)


def test_terrain_outlines():
    state = table(
        terrain=[
            feature("wood", box=(10, 20, 30, 40)),
            feature("wall", points=[(0, 0), (10, 0)]),
            feature("hill", circle=(50, 50, 5)),
        ]
    )
    assert state.features["wood-1"].points == ((100, 200), (300, 200), (300, 400), (100, 400))
    assert state.features["wall-1"].line
    assert not state.features["hill-1"].line
    assert len(state.features["hill-1"].points) == 48


def test_contacts_become_ties():
    state = table(
        unit("GAL-1", at=(90, 40), facing="N"),
        unit("LEG-1", at=(90, 42), facing="S"),
        contacts=[{"a": "GAL-1", "b": "LEG-1", "how": "charge", "volley": 2}],
    )
    tie = state.ties["c1"]
    assert (tie.kind, tie.a, tie.b, tie.own.how, tie.own.volley) == ("contact", "GAL-1", "LEG-1", "charge", 2)


@pytest.mark.parametrize(
    ("doc", "where_", "words"),
    [
        ({"unitz": []}, "unitz", "did you mean"),
        ({"units": [{"id": "LEX-1", "at": [9, 9]}]}, "unit LEX-1, kind", "LEG"),
        ({"units": [{"id": "LEG-1"}]}, "unit LEG-1", "at"),
        ({"units": [{"id": "LEG-1", "at": [9, 9], "facing": "up"}]}, "unit LEG-1, facing", "compass"),
        ({"units": [{"id": "LEG-1", "at": [5, 9]}]}, "unit LEG-1", "not wholly on the table"),
        ({"units": [{"id": "LEG-1", "at": [9, 9], "stands": 4}]}, "unit LEG-1, stands", "from 0 to 3"),
        ({"units": [{"id": "LEG-1", "at": [9, 9], "lost": [4]}]}, "unit LEG-1, lost", "1 to 3"),
        ({"units": [{"id": "LEG-1", "poses": [[9, 9, 0]]}]}, "unit LEG-1, poses", "1 poses for 3 stands"),
        ({"units": [{"id": "LEG-1", "at": [9, 9], "formation": "wedge"}]}, "unit LEG-1, formation", "line"),
        ({"units": [{"id": "LEG-1", "at": [9, 9], "side": "west"}]}, "unit LEG-1, side", "south"),
        ({"units": [{"id": "LEG-1", "at": [9, 9], "hitz": 1}]}, "unit LEG-1.hitz", "hits"),
        ({"units": [{"id": "LEG-1", "at": [9, 9]}, {"id": "LEG-1", "at": [50, 9]}]}, "unit LEG-1", "two units"),
        ({"units": [{"id": "LEG-1", "at": [9, 9]}, {"id": "LEG-2", "at": [9, 10]}]}, "unit LEG-2", "overlaps"),
        ({"terrain": [{"kind": "woods", "box": [0, 0, 9, 9]}]}, "terrain woods, kind", "wood"),
        ({"terrain": [{"kind": "wood", "points": [[0, 0], [9, 9]]}]}, "terrain wood, points", "3 points"),
        (
            {"terrain": [{"kind": "wood", "points": [[0, 0], [9, 9], [9, 0], [0, 9]]}]},
            "terrain wood, points",
            "crosses itself",
        ),
        ({"terrain": [{"kind": "wood"}]}, "terrain wood", "outline"),
        ({"contacts": [{"a": "LEG-1", "b": "GAL-1"}]}, "contact 1, a", "not a known unit"),
        ({"table": [0, 120]}, "table", "above zero"),
        ({"phase": "tea"}, "phase", "tea"),
        ({"units": 3}, "units", "list of tables"),
        ({"options": 3}, "options", "table of keys"),
        ({"sides": {"south": 3}}, "sides.south", "table of keys"),
        ({"units": [{"id": "LEG-1", "at": [9, 9], "own": 3}]}, "unit LEG-1, own", "table of keys"),
        ({"units": [{"id": "LEG-1", "at": [9, 9], "hits": "two"}]}, "unit LEG-1, hits", "whole number"),
        ({"units": [{"id": "LEG-1", "at": "here"}]}, "unit LEG-1, at", "two numbers"),
        ({"units": [{"id": "LEG-1", "poses": 3}]}, "unit LEG-1, poses", "list"),
        ({"units": [{"id": "LEG-1", "poses": ["a", "b", "c"]}]}, "unit LEG-1, poses[0]", "facing"),
        ({"units": [{"id": "LEG-1", "at": [9, 9], "lost": "1"}]}, "unit LEG-1, lost", "list"),
        ({"terrain": [{"kind": "wood", "box": [0, 0, 9]}]}, "terrain wood, box", "4 entries"),
        ({"terrain": [{"kind": "wood", "circle": 9}]}, "terrain wood, circle", "list"),
        ({"terrain": [{"kind": "wood", "points": [1, 2, 3]}]}, "terrain wood, points", "two numbers"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(doc, where_, words):
    with pytest.raises(DataError) as error:
        build(doc, "case.toml")
    assert error.value.key == where_
    assert words in str(error.value)
    assert str(error.value).startswith("case.toml")


@pytest.mark.clause("WMA-S05")
def test_touching_is_no_overlap_but_more_than_a_hundredth_of_a_square_cm_is():
    assert table(unit("LEG-1", at=(90, 40)), unit("LEG-2", at=(90, 42)))
    # 12 cm of front, 0.0008 cm deep = 0.0096 square cm in all, 0.0032 a pair of stands; 0.0026 cm = 0.0104 a pair
    assert table(unit("LEG-1", at=(90, 40)), unit("LEG-2", at=(90, 41.9992)))
    with pytest.raises(DataError):
        table(unit("LEG-1", at=(90, 40)), unit("LEG-2", at=(90, 41.9973)))


def test_poses_are_taken_as_given():
    state = table(unit("LEG-1", poses=[(90, 40, "N"), (94.5, 40, 10), (98, 44, "NE")]))
    assert at_cm(state.bases["LEG-1.2"].pose) == (94.5, 40, 10)
    assert replace(state, luck=None).luck is None


@pytest.mark.clause("WMA-S03", "WMA-S04")
@pytest.mark.parametrize("facing", [0.0, 37.0, 270.0])
def test_lines_and_columns_hang_together_at_a_glance(facing: float) -> None:
    """Stands side by side, one behind another and around a corner; not with a gap, an overlap or another facing."""
    shape = Footprint("rect", 40.0, 20.0)

    def told(*places: tuple[float, float], turn: float = 0.0) -> bool:
        lead = Pose(900.0, 600.0, facing)
        poses = [Pose(*to_world(lead, p), facing) for p in places]
        poses[-1] = Pose(poses[-1].x, poses[-1].y, facing + turn)
        return formations.in_order(shape, poses)

    assert told((0, 0), (40, 0), (80, 0))
    assert told((0, 0), (0, -20), (0, -40))
    assert told((0, 0), (40, 0), (40, -20))
    assert not told((0, 0), (40, 0), (82, 0))
    assert not told((0, 0), (40, 0), (60, -10))
    assert not told((0, 0), (40, 0), (80, 0), turn=5.0)
