"""The desk of the table editor without a window: whatever is done to a table can be taken back, checked and written."""

from __future__ import annotations

from random import Random

import pytest

from game.client.table_editor.desk import Desk
from game.client.table_editor.figures import figures, read_number
from game.client.table_editor.picture import state_of
from game.engine.loader import load_ruleset
from game.engine.table_plans import edits
from game.engine.table_plans.document import TablePlan, read_plan, write_plan
from game.engine.table_plans.rules import PlaysTables

RULESETS = ("WMA", "WAB", "AFS", "USB", "NAP")


def new_desk(ruleset: str) -> Desk:
    system = load_ruleset(ruleset)
    assert isinstance(system, PlaysTables)
    rules = system.table_rules()
    assert rules is not None
    return Desk(rules, TablePlan(ruleset=ruleset, size=rules.sizes[0], zone_depth=rules.zone_depth))


def stroke(desk: Desk, luck: Random) -> None:
    """Something a hand might do, sensible or not."""
    width, depth = desk.plan.size

    def point() -> tuple[float, float]:
        return luck.uniform(-5.0, width + 5.0), luck.uniform(-5.0, depth + 5.0)

    what = luck.randrange(9)
    if what < 3:
        desk.take_tool(luck.choice(("polygon", "box", "ellipse", "line", "zone")))
        desk.take_kind(luck.choice(desk.rules.kinds).id)
        for _ in range(luck.randrange(1, 6)):
            desk.press(point(), 0.5)
            desk.drag(point(), luck.random() < 0.5)
            desk.sketch()
            desk.release(point())
        desk.finish()
    elif what == 3:
        desk.step_piece(luck.choice((-1, 1)))
        if desk.selected:
            piece = edits.thing_of(desk.plan, desk.selected)
            assert piece is not None
            desk.press(luck.choice(piece.points), 0.5)
            desk.drag(point())
            desk.release(point())
    elif what == 4:
        for figure in list(figures(desk).values()):
            if luck.random() < 0.3:
                figure.set(figure.value + luck.choice((-3.0, 0.7, 5.0)))
    elif what == 5:
        desk.double(luck.random() < 0.5)
    elif what == 6:
        desk.nudge(luck.uniform(-3.0, 3.0), luck.uniform(-3.0, 3.0))
        desk.turn(luck.uniform(-90.0, 90.0))
    elif what == 7 and luck.random() < 0.3:
        desk.delete()
    else:
        desk.undo()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whatever_is_done_can_be_checked_drawn_written_and_taken_back(ruleset: str) -> None:
    rules = load_ruleset(ruleset)
    assert isinstance(rules, PlaysTables)
    desk, luck = new_desk(ruleset), Random(7)
    first = desk.plan
    for _ in range(120):
        stroke(desk, luck)
        desk.cancel()
        assert read_plan(write_plan(desk.plan).encode(), "x.toml") == desk.plan
        for fault in rules.table_faults(desk.plan):
            assert not fault.piece or desk.plan.piece(fault.piece) is not None
        state_of(desk.plan, rules, desk.rules)
    while desk.can_redo:
        desk.redo()
    last = desk.plan
    assert len(last.pieces) > 3
    while desk.can_undo:
        desk.undo()
    assert desk.plan == first
    while desk.can_redo:
        desk.redo()
    assert desk.plan == last


def test_steps_of_one_kind_are_taken_back_as_one() -> None:
    desk = new_desk("WAB")
    desk.take_tool("box")
    desk.put((20.0, 20.0))
    start = desk.plan
    for _ in range(5):
        desk.nudge(1.0, 0.0)
    desk.turn(15.0)
    desk.turn(15.0)
    desk.undo()
    assert edits.middle(desk.plan.pieces[0].points) == (25.0, 20.0)
    desk.undo()
    assert desk.plan == start
    desk.undo()
    assert desk.plan.pieces == ()
    assert not desk.can_undo
    assert desk.selected == ""


def test_a_line_kind_is_drawn_as_a_line_whatever_the_tool() -> None:
    desk = new_desk("WAB")
    desk.take_tool("box")
    desk.take_kind("hedge")
    assert desk.tool == "line"
    desk.take_tool("ellipse")
    assert desk.kind_row.shape == "area"
    desk.take_tool("line")
    desk.take_kind("road")
    for at in ((5.0, 5.0), (20.0, 9.0), (20.0, 9.0)):  # twice the same: done
        desk.press(at, 0.3)
    (road,) = desk.plan.pieces
    assert (road.kind, road.shape, road.width, len(road.points)) == ("road", "band", 2.0, 2)


@pytest.mark.parametrize(("text", "value"), [("12,5", 12.5), ("-3", -3.0), ("3-", None), ("", None), ("1.2.3", None)])
def test_typed_figures_are_numbers_or_nothing(text: str, value: float | None) -> None:
    assert read_number(text) == value
