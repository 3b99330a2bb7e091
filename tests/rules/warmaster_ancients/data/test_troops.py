"""Bases, moves, command ranges and the access matrix, as the data files have them."""

import pytest

from rulesets.warmaster_ancients.data_files import (
    load_characters,
    load_specials,
    load_terrain,
    load_troops,
)

INFANTRY, MOUNTED, WHEELED = "infantry", ("cavalry", "elephants"), ("chariots", "artillery")


def access_of(type_id):
    """The terrain kinds in which a unit type may move: its row of the access matrix (WMA-TER-07)."""
    return frozenset(kind.id for kind in load_terrain().values() if kind.allows(type_id))


@pytest.mark.clause("WMA-MOV-02", "WMA-MOV-05", "WMA-S09")
@pytest.mark.parametrize(
    ("type_id", "full", "half"),
    [
        ("infantry", 20, 10),
        ("cavalry", 30, 15),
        ("chariots", 30, 15),
        ("artillery", 10, 5),
        ("elephants", 20, 10),
    ],
)
def test_full_and_half_move(type_id, full, half):
    kind = load_troops()[type_id]
    assert (kind.move_cm, kind.half_move_cm) == (full, half)
    assert (kind.move_mm, kind.half_move_mm) == (full * 10, half * 10)


@pytest.mark.clause("WMA-MOV-02", "WMA-CHR-03", "WMA-R25", "WMA-R26")
def test_every_character_moves_60_cm_whatever_he_rides():
    assert load_characters().move_cm == 60
    assert load_characters().move_mm == 600
    assert not hasattr(load_characters().mount("elephant"), "move_cm")


@pytest.mark.clause("WMA-S02", "WMA-S03")
@pytest.mark.parametrize(
    ("type_id", "front", "frontage", "depth", "stands"),
    [
        ("infantry", "long", 40, 20, 3),
        ("cavalry", "short", 20, 40, 3),
        ("chariots", "short", 20, 40, 3),
        ("elephants", "short", 20, 40, 3),
        ("artillery", "short", 20, 40, 2),
    ],
)
def test_stands(type_id, front, frontage, depth, stands):
    kind = load_troops()[type_id]
    assert (kind.front_edge, kind.frontage_mm, kind.depth_mm, kind.stands) == (front, frontage, depth, stands)


@pytest.mark.clause("WMA-CMD-16")
@pytest.mark.parametrize(("rank", "reach"), [("general", 100), ("leader", 60), ("officer", 20)])
def test_command_ranges(rank, reach):
    assert load_characters().rank(rank).command_range_cm == reach
    assert load_characters().rank(rank).command_range_mm == reach * 10


@pytest.mark.clause("WMA-CHR-03", "WMA-CHR-04")
@pytest.mark.parametrize(
    ("mount", "as_type"), [("foot", "infantry"), ("chariot", "chariots"), ("elephant", "chariots")]
)
def test_a_mount_decides_where_a_character_may_go(mount, as_type):
    assert load_characters().mount(mount).moves_as == as_type


# rows of the access matrix: infantry, cavalry, elephants, chariots, artillery
MATRIX = {
    "open": (1, 1, 1, 1, 1),
    "road": (1, 1, 1, 1, 1),
    "hill": (1, 1, 1, 1, 1),
    "bridge": (1, 1, 1, 1, 1),
    "ford": (1, 1, 1, 0, 0),
    "shallow_river": (1, 1, 1, 0, 0),
    "wall": (1, 1, 1, 0, 0),
    "hedge": (1, 1, 1, 0, 0),
    "wood": (1, 0, 0, 0, 0),
    "ruins": (1, 0, 0, 0, 0),
    "buildings": (1, 0, 0, 0, 0),
    "marsh": (1, 0, 0, 0, 0),
    "deep_river": (1, 0, 0, 0, 0),
    "difficult": (1, 0, 0, 0, 0),
    "fortification": (1, 0, 0, 0, 0),
    "impassable": (0, 0, 0, 0, 0),
}


@pytest.mark.clause("WMA-TER-07", "WMA-S14")
def test_access_matrix():
    columns = ("infantry", "cavalry", "elephants", "chariots", "artillery")
    found = {k.id: tuple(int(k.allows(column)) for column in columns) for k in load_terrain().values()}
    assert found == MATRIX


@pytest.mark.clause("WMA-TER-01", "WMA-R27")
def test_infantry_enters_all_but_the_impassable():
    assert set(load_terrain()) - access_of("infantry") == {"impassable"}


@pytest.mark.clause("WMA-TER-02", "WMA-TER-03")
@pytest.mark.parametrize("type_id", MOUNTED)
def test_cavalry_and_elephants(type_id):
    assert access_of(type_id) == {
        "open", "road", "hill", "bridge", "ford", "shallow_river", "wall", "hedge",
    }  # fmt: skip


@pytest.mark.clause("WMA-TER-04", "WMA-TER-05", "WMA-R28")
@pytest.mark.parametrize("type_id", WHEELED)
def test_chariots_and_artillery(type_id):
    assert access_of(type_id) == {"open", "road", "hill", "bridge"}


@pytest.mark.clause("WMA-S14")
def test_artillery_enters_fortifications_by_deployment_only():
    fort = load_terrain()["fortification"]
    assert not fort.allows("artillery")
    assert fort.allows("artillery", deploying=True)
    assert not fort.allows("chariots", deploying=True)


@pytest.mark.clause("WMA-TER-06", "WMA-S14")
def test_difficult_terrain():
    assert {k.id for k in load_terrain().values() if k.difficult} == {
        "wood", "ruins", "buildings", "marsh", "deep_river", "difficult",
    }  # fmt: skip


@pytest.mark.clause("WMA-S14", "WMA-S15")
def test_what_protects_and_against_whom():
    assert {k.id: (k.protection, k.against) for k in load_terrain().values() if k.protection != "none"} == {
        "hill": ("defended", "outside"),
        "wall": ("defended", "across"),
        "hedge": ("defended", "across"),
        "wood": ("defended", "any"),
        "ruins": ("defended", "any"),
        "buildings": ("defended", "any"),
        "fortification": ("fortified", "outside"),
    }


@pytest.mark.clause("WMA-S14", "WMA-S08")
def test_what_blocks_sight_and_what_overlays():
    kinds = load_terrain().values()
    assert {k.id: k.sight for k in kinds if k.sight != "clear"} == {
        "hill": "height",
        "fortification": "height",
        "wood": "depth",
        "ruins": "depth",
        "buildings": "depth",
    }
    assert {k.id for k in kinds if k.overlay} == {"road", "bridge", "ford"}
    assert {k.id for k in kinds if k.shape == "line"} == {"wall", "hedge"}


@pytest.mark.clause("WMA-S38")
def test_special_rules_point_to_their_clauses():
    assert {s.id: s.clauses[1] for s in load_specials().values()} == {
        "terrifying": "WMA-MOD-05",
        "shock": "WMA-MOD-02",
        "heavy": "WMA-R42",
        "scythed": "WMA-R42",
        "artillery": "WMA-PUR-02",
    }
