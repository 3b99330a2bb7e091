"""Drafts in which every base goes its own way, and what is drawn of them."""

from __future__ import annotations

from game.client.editors import singles
from game.client.editors.desk import Spot
from game.client.editors.each_marks import links, way_overlays
from game.client.editors.legs import CourseDraft, courses_of, draft_of
from game.client.editors.pieces import Piece, carried, ghost_under, loosened
from game.client.tabletop import overlays as o
from game.engine.decision import Course, Ghost, Part, Verdict
from game.engine.state import Base, State, Table, Unit
from game.geometry.shapes import Footprint, Pose
from game.geometry.steps import Climb, Jump, Path

START = {"a": Pose(0.0, 0.0, 0.0), "b": Pose(30.0, 0.0, 0.0), "c": Pose(60.0, 0.0, 0.0, 3)}


def test_a_formation_is_carried_whole_and_turned_about_its_middle() -> None:
    draft = singles.carried_to(singles.begun(CourseDraft(), START), 30.0, 100.0)
    assert draft.singles[-1] == {"a": Pose(0, 100, 0), "b": Pose(30, 100, 0), "c": Pose(60, 100, 0, 3)}
    turned = singles.turned(draft, 90.0).singles[-1]
    assert [(round(p.x, 6), round(p.y, 6), p.facing) for p in turned.values()] == [
        (30.0, 130.0, 90.0),
        (30.0, 100.0, 90.0),
        (30.0, 70.0, 90.0),
    ]


def test_one_base_goes_alone_and_only_those_that_move_have_a_course() -> None:
    draft = singles.carried_to(singles.begun(CourseDraft(), START), 33.0, 44.0, "b")
    assert courses_of(draft, "U", START, each=True) == (Course("b", (Path(((33.0, 44.0),), 0.0),)),)
    assert courses_of(singles.back(draft, START, "b"), "U", START, each=True) == ()
    assert courses_of(singles.turned(draft, 15.0, "a"), "U", START, each=True)[0] == Course(
        "a", (Path(((0.0, 0.0),), 15.0),)
    )


def test_what_the_rules_have_planned_is_kept_until_its_base_is_touched() -> None:
    leap = (Path(((0.0, 20.0),)), Jump((0.0, 90.0), 3), Path(((5.0, 100.0),), 45.0))
    answer = (Course("a", leap), Course("c", (Climb((60.0, 10.0), 0),)))
    draft = draft_of(answer, "U", START, each=True)
    assert draft.singles[-1] == {"a": Pose(5, 100, 45, 3), "b": START["b"], "c": Pose(60, 10, 0, 0)}
    assert courses_of(draft, "U", START, each=True) == answer
    moved = singles.shifted(draft, 1.0, 0.0, "c")
    assert courses_of(moved, "U", START, each=True) == (answer[0], Course("c", (Path(((61.0, 10.0),), 0.0),)))


def test_walks_are_lines_jumps_bent_arrows_climbs_lines_of_their_own() -> None:
    steps = (Path(((0.0, 20.0), (10.0, 20.0))), Jump((10.0, 90.0), 3), Climb((10.0, 99.0), 0))
    walk, leap, climb = way_overlays(Part("a", steps=steps), START["a"])
    assert walk == o.Line(((0.0, 0.0), (0.0, 20.0), (10.0, 20.0)), "path")
    assert leap == o.Link(10.0, 20.0, 10.0, 90.0, "threat", 0.3)
    assert climb == o.Line(((10.0, 90.0), (10.0, 99.0)), "contact", arrow=True)
    refused = way_overlays(Part("a", steps=steps[:1], legal=False), START["a"])
    assert [x.role for x in refused] == ["refused"]


def test_each_base_is_linked_to_its_nearest_comrade_once() -> None:
    poses = {"a": Pose(0, 0, 0), "b": Pose(20, 0, 0), "c": Pose(120, 0, 0)}
    assert links(poses, set()) == [
        o.Line(((0, 0), (20, 0)), "coherency"),
        o.Line(((120, 0), (20, 0)), "coherency"),
    ]
    assert [x.role for x in links(poses, {"c"})] == ["coherency", "refused"]


def test_a_single_figure_is_taken_out_of_an_arrangement_that_is_then_carried_as_it_is() -> None:
    view = State(
        "X",
        Table(600.0, 400.0),
        units={"U": Unit("U", "s", "U", "U", ("a", "b"))},
        bases={b: Base(b, "U", n, Footprint("circle", 25.0, 25.0), where="reserve") for n, b in enumerate("ab")},
    )
    shown = Verdict("legal", ghosts=(Ghost("a", Pose(100, 100, 0)), Ghost("b", Pose(130, 100, 0))))
    assert ghost_under(view, shown, Spot(128.0, 104.0)) == "b"
    assert ghost_under(view, shown, Spot(200.0, 104.0)) == ""
    loose = loosened(view, Piece(115.0, 100.0, 0.0, "line"), shown, "U")
    assert loose is not None
    alone = carried(loose, 130.0, 140.0, "b")
    assert alone.formation == ""
    assert dict(alone.poses) == {"a": Pose(100, 100, 0), "b": Pose(130, 140, 0)}
    whole = carried(alone, 215.0, 120.0)
    assert dict(whole.poses) == {"a": Pose(200, 100, 0), "b": Pose(230, 140, 0)}
    assert loosened(view, Piece(), None, "U") is None
