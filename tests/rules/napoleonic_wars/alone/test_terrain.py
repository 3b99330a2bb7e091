"""Terrain, clause by clause: walls of buildings, kinds of cover, secured flanks, dead ground (NAP-TER, NAP-VIS)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleonic_wars.field import sight, standing
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import kinds
from rulesets.napoleonic_wars.fire import arcs
from tests.rules.napoleonic_wars.field.test_sight import hill
from tests.rules.napoleonic_wars.melee_play import Fought, charge
from tests.rules.napoleonic_wars.table import Made, battalion, box, field, general, piece, put, regiment

LINES = ("hedge", "fence", "wall", "ditch", "moat", "stream", "trench")


def foot(body: str, at: tuple[float, float], figures: int = 4, **more: Any) -> Made:
    """A handful of foot: south ones start with L."""
    side = "south" if body.startswith("L") else "north"
    return battalion(body, side, at, figures=figures, companies=1, **more)


def cover(kind: str, *, mounted: bool = False) -> str:
    """The cover of a body in an area, or directly behind a line, that nobody else stands at."""
    make = regiment("N1", "north", (50, 40), figures=4, companies=1) if mounted else foot("N1", (50, 40))
    there = piece(kind, [(40, 40), (60, 40)]) if kind in LINES else box(kind, 40, 35, 60, 50)
    return standing.in_cover(field(make, foot("L1", (50, 20)), features=[there]), "N1", "L1")


# --- cover -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-TER-08")
def test_hard_cover() -> None:
    assert {kind.id for kind in kinds().values() if kind.cover == "hard"} == {
        *("building", "dense_wood", "moat", "ditch", "wall", "trench")
    }
    assert [cover(kind) for kind in ("dense_wood", "moat", "ditch", "wall")] == ["hard"] * 4
    house = field(foot("N1", (50, 60)), features=[box("building", 46, 40, 54, 48, "house")])
    assert standing.in_cover(put(house, "N1", (50, 44), 180.0, "garrison", building="house"), "N1") == "hard"


@pytest.mark.clause("NAP-TER-09")
def test_soft_cover() -> None:
    assert {kind.id for kind in kinds().values() if kind.cover == "soft"} == {"open_wood", "orchard", "hedge", "fence"}
    assert [cover(kind) for kind in ("open_wood", "orchard", "hedge", "fence")] == ["soft"] * 4
    assert [cover(kind) for kind in ("stream", "scrub", "field", "marsh")] == [""] * 4


@pytest.mark.clause("NAP-TER-10")
def test_total_cover_of_fortifications() -> None:
    assert {kind.id for kind in kinds().values() if kind.cover == "total"} == {"fortification"}
    fort = box("fortification", 40, 35, 60, 55, "fort")
    state = field(foot("N1", (50, 70)), foot("L1", (50, 20)), features=[fort])
    inside = put(state, "N1", (50, 44), 180.0, "garrison", building="fort")
    assert standing.in_cover(inside, "N1", "L1") == "total"
    assert standing.in_cover(state, "N1", "L1") == ""
    assert standing.grade(kinds()["fortification"], mounted=True) == "total"


@pytest.mark.clause("NAP-TER-12")
def test_mounted_troops_behind_a_wall_are_in_soft_cover() -> None:
    assert (cover("wall"), cover("wall", mounted=True)) == ("hard", "soft")
    # no other hard cover is worth less to them, but that ditches are none
    assert (cover("dense_wood", mounted=True), cover("ditch", mounted=True)) == ("hard", "")


# --- buildings -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-TER-03")
@pytest.mark.parametrize(("west", "east", "n"), [(44.0, 56.0, 6), (45.5, 54.5, 4), (46.0, 54.0, 4), (48.5, 51.5, 1)])
def test_one_figure_for_two_centimetres_of_wall_fights_on_either_side(west: float, east: float, n: int) -> None:
    house = box("building", west, 50, east, 70, "house")
    made = [foot(b, (50, 50), 24, loaded=False) for b in ("L1", "N1")]
    here = field(*made, features=[house], ties=[charge("L1", "N1", "attack")])
    game = Fought(put(here, "N1", (50, 55), 180, "garrison", building="house"), 3, 3)
    game.end()
    assert (game.strikes()["L1"][0], game.strikes()["N1"][0]) == (n, n)


@pytest.mark.clause("NAP-TER-05")
@pytest.mark.parametrize(
    ("size", "figures", "n"), [((8, 6), 24, 14), ((8, 6), 10, 10), ((3.5, 3), 12, 6), ((5, 5), 20, 10)]
)
def test_one_figure_for_two_centimetres_of_the_wall_fires_out(size: tuple[float, float], figures: int, n: int) -> None:
    house = box("building", 50, 40, 50 + size[0], 40 + size[1], "house", storeys=2)
    state = field(foot("N1", (50, 80), figures), features=[house])
    inside = put(state, "N1", (52, 42), 180.0, "garrison", building="house")
    assert len(arcs.shooters(inside, "N1")) == n


# --- flanks ----------------------------------------------------------------------------------------------------------

LINE = foot("L1", (50, 40), 24)
"""From 41 to 59, to the south of 40."""


def secured(*more: Made, features: Any = (), move: float = 10.0, flank: standing.Flank = "right") -> bool:
    """Whether a flank of the line is secured, where each body marches so many cm."""
    state = field(LINE, foot("N9", (50, 110)), *more, features=features)
    return standing.flank_is_secured(state, "L1", flank, lambda body: move)


@pytest.mark.clause("NAP-ORG-38")
def test_a_flank_that_rests_on_something_is_secured() -> None:
    assert not secured()
    assert secured(features=[box("deep_river", 59, 0, 65, 130)])
    assert not secured(features=[box("deep_river", 59.3, 0, 65, 130)])
    assert not secured(features=[box("river", 59, 0, 65, 130)])  # it may be crossed
    assert secured(foot("L2", (60.5, 40)), move=0.0)
    assert not secured(foot("L2", (60.5, 40)), move=0.0, flank="left")
    trees = box("orchard", 59, 30, 90, 60)
    assert (secured(features=[trees]), secured(foot("L2", (80, 50)), features=[trees], move=0.0)) == (False, True)


@pytest.mark.clause("NAP-ORG-38")
def test_a_flank_near_own_troops_is_secured_and_the_table_edge_secures_nothing() -> None:
    assert secured(foot("L2", (70.5, 40)))  # its nearest figure at 69
    assert not secured(foot("L2", (70.6, 40)))
    assert not secured(foot("L2", (70.5, 40)), move=0.0)
    assert not secured(foot("L2", (70.5, 40)), foot("N1", (66, 40)))
    assert not secured(general("L9", "south", (62, 40)))
    edge = field(foot("L1", (191, 40), 24), foot("N9", (50, 110)))
    assert not standing.flank_is_secured(edge, "L1", "right", lambda body: 0.0)


@pytest.mark.clause("NAP-ORG-39")
@pytest.mark.parametrize("kind", ["open_wood", "dense_wood", "orchard", "building"])
def test_own_cover_is_held_by_own_troops_alone(kind: str) -> None:
    there = box(kind, 59, 30, 90, 60, "there")

    def own(*made: Made, inside: str = "") -> bool:
        state = field(LINE, *made, features=[there])
        if inside:
            state = put(state, inside, (70, 45), 0.0, "garrison", building="there")
        return standing.is_own_cover(state, board_of(state).ground.by_id["there"], "south")

    assert not own()
    assert not own(foot("L2", (120, 50)))
    if kind == "building":
        assert own(foot("L2", (120, 50)), inside="L2")
        assert not own(foot("N1", (120, 50)), inside="N1")
        return
    assert own(foot("L2", (80, 50)))
    assert not own(foot("N1", (80, 50)))
    assert not own(foot("L2", (80, 50)), foot("N1", (70, 40)))


@pytest.mark.clause("NAP-ORG-39")
@pytest.mark.parametrize("kind", ["scrub", "field", "marsh"])
def test_other_ground_is_no_own_cover(kind: str) -> None:
    state = field(LINE, foot("L2", (80, 50)), features=[box(kind, 59, 30, 90, 60, "there")])
    assert not standing.is_own_cover(state, board_of(state).ground.by_id["there"], "south")


# --- dead ground -----------------------------------------------------------------------------------------------------


def looks(contours: int, behind: float, *, storeys: int = 2, kind: str = "building", raised: bool = False) -> bool:
    """Whether L1 on a hill of so many contours sees foot 1 cm deep so far behind a building or wood on level ground."""
    there = box(kind, 20, 60, 80, 66, "there", **({"storeys": storeys} if kind == "building" else {}))
    far = [hill(0, 66.4, 200, 130, 1, 5.0, "far")] if raised else []
    state = field(
        foot("L1", (50, 25)),
        foot("N1", (50, 66 + behind)),
        features=[there, hill(0, 0, 200, 50, contours, 1.0), *far],
    )
    return sight.sees(state, "L1", "N1")


@pytest.mark.clause("NAP-VIS-12")
@pytest.mark.parametrize(
    ("contours", "kind", "storeys", "depth"),
    [
        *((2, "building", 2, 4.0), (3, "building", 2, 3.0), (4, "building", 2, 2.0)),
        *((1, "building", 1, 2.0), (4, "open_wood", 0, 10.0), (6, "open_wood", 0, 8.0)),
    ],
)
def test_each_contour_more_than_is_asked_for_takes_a_centimetre_off_dead_ground(
    contours: int, kind: str, storeys: int, depth: float
) -> None:
    assert not looks(contours, depth - 1.1, storeys=storeys, kind=kind)
    assert looks(contours, depth - 0.9, storeys=storeys, kind=kind)


@pytest.mark.clause("NAP-R19")
def test_the_advantage_is_over_the_target_not_over_the_ground() -> None:
    # three contours, two asked for: 1 cm less; over a target on a contour of its own nothing less
    assert looks(3, 2.5)
    assert not looks(3, 2.5, raised=True)
    assert looks(3, 3.1, raised=True)


@pytest.mark.clause("NAP-R19")
@pytest.mark.parametrize(("contours", "depth"), [(3, 4.0), (4, 3.0), (5, 2.0)])
def test_over_a_hill_one_contour_more_than_it_has_is_asked_for(contours: int, depth: float) -> None:
    def over(behind: float) -> bool:
        between = hill(0, 60, 200, 80, 2, 5.0, "between")
        made = foot("L1", (50, 25)), foot("N1", (50, 80 + behind))
        return sight.sees(field(*made, features=[between, hill(0, 0, 200, 50, contours, 1.0)]), "L1", "N1")

    assert not over(depth - 1.1)
    assert over(depth - 0.9)


@pytest.mark.clause("NAP-S40")
@pytest.mark.parametrize(("deep", "hidden", "seen"), [("foot", 2.95, 3.05), ("horse", 1.95, 2.05)])
def test_a_base_is_hidden_in_dead_ground_where_all_of_it_is(deep: str, hidden: float, seen: float) -> None:
    """Behind two storeys 4 cm are dead ground; foot is 1 cm deep, horse 2."""

    def sees(behind: float) -> bool:
        there = (50.0, 66.0 + behind)
        made = foot("N1", there) if deep == "foot" else regiment("N1", "north", there, figures=4, companies=1)
        house = box("building", 40, 60, 60, 66, storeys=2)
        return sight.sees(field(foot("L1", (50, 25)), made, features=[house, hill(0, 0, 200, 50, 2, 1.0)]), "L1", "N1")

    assert (sees(hidden), sees(seen)) == (False, True)
