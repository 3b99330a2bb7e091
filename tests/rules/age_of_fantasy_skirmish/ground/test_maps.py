"""Maps: the Sunken Causeway, maps made from a number, what a standard game needs (AFS-TBL, AFS-R55, AFS-S19)."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from game.engine.files.toml_reading import DataError
from game.engine.state import Table
from rulesets.age_of_fantasy_skirmish.deploy import setup
from rulesets.age_of_fantasy_skirmish.field.ground import Ground
from rulesets.age_of_fantasy_skirmish.measures import inch

STANDARD = Table(inch(48), inch(48))
NARROW = Table(inch(36), inch(48))
ZONE = inch(12)


def boxes(features) -> dict[str, tuple[float, ...]]:
    return {f.id: tuple(round(v / 25.4, 3) for v in shapely.Polygon(f.points).bounds) for f in features.values()}


@pytest.mark.clause("AFS-S19", "AFS-TBL-01", "AFS-TBL-02")
def test_the_sunken_causeway():
    causeway = setup.load_map("sunken_causeway")
    found = boxes(causeway.features)
    assert len(found) == 23
    assert (causeway.size.width, causeway.size.depth) == (inch(48), inch(48))
    assert found["tower"] == (10, 13, 14, 17)
    assert found["tower-2"] == (34, 31, 38, 35)
    assert found["hill-2"] == (40, 39, 45, 44)
    assert found["chasm"] == (23, 21, 25, 27)
    assert "chasm-2" not in found
    assert round(found["east-platform"][0] - found["west-platform"][2], 3) == 2.5
    assert setup.bar_of(causeway.features, STANDARD, ZONE) is None
    assert setup.reachable(causeway.features, STANDARD, ZONE)


@pytest.mark.clause("AFS-S19")
def test_every_piece_but_the_chasm_has_its_twin_about_the_middle():
    found = boxes(setup.load_map("sunken_causeway").features)
    twins = {name: tuple(48 - v for v in (box[2], box[3], box[0], box[1])) for name, box in found.items()}
    assert sorted(twins.values()) == sorted(found.values())


@pytest.mark.clause("AFS-TBL-02")
def test_nineteen_pieces_are_too_few():
    land = setup.load_map("sunken_causeway").features
    twenty, nineteen = (dict(list(land.items())[:n]) for n in (20, 19))
    assert setup.bar_of(twenty, STANDARD, ZONE) is None
    assert setup.bar_of(nineteen, STANDARD, ZONE).clause == "AFS-TBL-02"


@pytest.mark.clause("AFS-TBL-03", "AFS-R55", "AFS-S02")
@pytest.mark.parametrize(
    ("width", "depth", "zone", "legal"),
    [(48, 48, 12, True), (30, 48, 12, True), (48, 47, 12, False), (48, 44, 10, True), (48, 44, 10.1, False)],
)
def test_zones_stay_two_feet_apart(width, depth, zone, legal):
    land = setup.load_map("sunken_causeway").features
    bar = setup.bar_of(land, Table(inch(width), inch(depth)), inch(zone))
    assert (bar is None) == legal
    assert bar is None or bar.clause == "AFS-TBL-03"


@pytest.mark.clause("AFS-TBL-02", "AFS-TBL-03")
@given(st.integers(0, 10**9), st.booleans(), st.sampled_from([STANDARD, NARROW]))
def test_maps_made_from_a_number_are_legal(seed, symmetric, table):
    land = setup.generated(table, ZONE, str(seed), symmetric=symmetric)
    assert setup.bar_of(land, table, ZONE) is None
    assert setup.reachable(land, table, ZONE)
    shapes = {f.id: shapely.Polygon(f.points) for f in land.values()}
    names = list(shapes)
    for i, one in enumerate(names):
        assert shapes[one].is_valid
        west, south, east, north = shapes[one].bounds
        assert min(west, south, table.width - east, table.depth - north) >= 0.0
        assert not any(shapes[one].intersects(shapes[other]) for other in names[:i])
    if symmetric:
        turned = sorted(tuple(round(v, 2) + 0.0 for v in s.bounds) for s in shapes.values())
        again = sorted(
            tuple(
                round(v, 2) + 0.0
                for v in (table.width - b[2], table.depth - b[3], table.width - b[0], table.depth - b[1])
            )
            for b in (s.bounds for s in shapes.values())
        )
        assert all(a == pytest.approx(b, abs=0.02) for a, b in zip(turned, again, strict=True))


def test_the_same_number_gives_the_same_map():
    one, two, other = (setup.generated(STANDARD, ZONE, seed) for seed in ("7", "7", "8"))
    assert one == two
    assert one != other


def test_towers_made_from_a_number_have_ladders_on_faces_that_look_away_from_each_other():
    land = setup.generated(STANDARD, ZONE, "11")
    ground = Ground(land, STANDARD)
    towers = [p for p in ground.tops if p.kind.ladder]
    assert towers
    assert all(p.ladders for p in towers)


MAP = """
id = "small"
name = "Small"
table = [48, 48]
[[piece]]
kind = "tower"
box = [10, 10, 14, 14]
"""


def test_a_map_that_is_whole_is_read():
    assert list(setup.read_map(MAP.encode(), "small.toml").features) == ["tower-1"]


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ('box = [10, 10, 14, 14]\nkind = "tower"'.replace("tower", "towre"), "terrain towre, kind"),
        ('kind = "tower"\nbox = [44, 10, 49, 14]', "piece tower-1"),
        ('kind = "tower"\nbox = [14, 10, 10, 14]', "terrain tower, box"),
        ('kind = "tower"\nbox = [10, 10, 14]', "terrain tower, box"),
        ('kind = "wall"\nbox = [10, 10, 14, 11]\nladder = "south"', "terrain wall"),
        ('kind = "tower"\nbox = [10, 10, 14, 14]\nladder = "up"', "terrain tower, ladder"),
        ('kind = "hill"\ncircle = [10, 10, 2]\nheight = -1', "terrain hill, height"),
        ('kind = "tower"\npoints = [[10, 10], [14, 14], [14, 10], [10, 14]]', "terrain tower, points"),
    ],
)
def test_what_is_wrong_with_a_map_is_said_with_its_key(wrong, key):
    head = MAP.split("[[piece]]")[0]
    with pytest.raises(DataError) as found:
        setup.read_map(f"{head}[[piece]]\n{wrong}\n".encode(), "small.toml")
    assert found.value.key == key


def test_an_unknown_map_is_said_to_be_none():
    with pytest.raises(DataError):
        setup.load_map("nowhere")
