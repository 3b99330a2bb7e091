"""The editor of order sheets whose lines are lists of acts, at a desk with the Napoleonic sheet on it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from game.client.editors.desk import Desk, Spot
from game.client.editors.make import make_editor
from game.client.editors.sheets.editor import SheetEditor
from game.client.editors.sheets.marks import clashes_of, part_note, reasons_of
from game.client.editors.sheets.time import clashes, poses_at
from game.client.keymap import Keys
from game.client.tabletop import overlays as o
from game.client.ui.rows import Press
from game.client.words import Words
from game.engine.decision import LEGAL, Decision, OrdersAnswer, Reason, Reply, Verdict
from game.engine.state import State
from game.engine.tells import Span
from game.engine.text import T
from game.geometry.shapes import Pose
from game.geometry.tolerance import Measures
from rulesets import napoleonic_wars
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.orders.writing import WriteQuestion
from tests.rules.napoleonic_wars.orders.test_writing import told
from tests.rules.napoleonic_wars.table import battalion, battery, field, general, piece, regiment

DECISION = Decision("d1", "write", "south", "orders", T("Write"))
NORTH = GameOrder("attack", ((500.0, 800.0),))


def brigade(enemy: float = 100.0) -> State:
    state = field(
        battalion("L1", "south", at=(40, 30), figures=18, brigade="one"),
        battalion("L2", "south", at=(75, 30), figures=18, brigade="one"),
        battery("B1", "south", at=(130, 20), brigade="two"),
        general("G0", "south", at=(80, 10), chief=True),
        battalion("E1", "north", at=(41, enemy), figures=18),
    )
    far = GameOrder("attack", ((750.0, 800.0),))
    return told(state, L1=NORTH, L2=far, B1=GameOrder("hold"))


def desk(state: State) -> Desk:
    question = WriteQuestion()
    meta = SimpleNamespace(measures=Measures("cm", 10.0), id="NAP", folder=Path(napoleonic_wars.__file__).parent)
    ruleset = SimpleNamespace(questions={"write": question}, meta=meta)

    def check(decision: Decision, reply: Reply) -> Any:
        assert reply.answer is not None
        return question.check(state, decision, reply.answer)

    session = SimpleNamespace(ruleset=ruleset, check=check)
    words = Words("en", cast(Any, ruleset))
    return Desk(cast(Any, session), DECISION, question.asked(state, DECISION), state, words, Keys())


@pytest.fixture
def editor() -> SheetEditor:
    found = make_editor(desk(brigade()))
    assert isinstance(found, SheetEditor)
    found.fresh = found.answer()
    return found


def drag(editor: SheetEditor, unit: str, to: Spot, fine: bool = False) -> None:
    """One action of the mouse: from the unit to a place."""
    x, y = next((p.x, p.y) for b in editor.desk.view.bases_of(unit) if (p := b.pose) is not None)
    assert editor.grab(Spot(x, y, unit=unit))
    editor.drag(Spot((x + to.x) / 2, (y + to.y) / 2), fine)
    editor.drag(to, fine)
    editor.drop(to)


def verbs(editor: SheetEditor, line: str) -> list[str]:
    return [a["verb"] for a in editor.draft.acts(line)]


def test_the_sheet_opens_filled_in_and_is_sealed_as_it_is(editor: SheetEditor) -> None:
    assert editor.answer() == editor.desk.asked.draft
    assert all(editor.draft.goes_on(x.id) for x in editor.space.lines)
    assert editor.reply() is not None
    assert editor.confirms()[1] == ""


def test_one_drag_is_a_new_order_and_escape_puts_the_draft_back(editor: SheetEditor) -> None:
    before = editor.draft.acts("L1")
    drag(editor, "L1", Spot(400.0, 400.0))
    assert editor.draft.acts("L1") == [{"verb": "advance", "path": [[400.0, 400.0]]}]
    assert editor.line == "L1"
    assert not editor.draft.goes_on("L1")
    assert editor.reply() is not None
    assert editor.abandon()
    assert editor.draft.acts("L1") == before
    assert not editor.abandon()


def test_a_drag_with_shift_goes_on_from_where_the_line_ends(editor: SheetEditor) -> None:
    drag(editor, "L1", Spot(400.0, 350.0))
    drag(editor, "L1", Spot(420.0, 420.0), fine=True)
    assert editor.draft.acts("L1") == [{"verb": "advance", "path": [[400.0, 350.0], [420.0, 420.0]]}]


def test_a_drag_onto_an_enemy_is_a_charge_or_what_is_allowed_instead(editor: SheetEditor) -> None:
    drag(editor, "L1", Spot(410.0, 1005.0, unit="E1"))
    assert verbs(editor, "L1") == ["charge"]
    assert [r.clause for r in reasons_of(editor, "L1")] == ["NAP-S76", "NAP-S07"]
    near = make_editor(desk(brigade(enemy=44.0)))
    assert isinstance(near, SheetEditor)
    drag(near, "L1", Spot(410.0, 445.0, unit="E1"))
    assert (verbs(near, "L1"), reasons_of(near, "L1")) == (["charge"], [])


def test_where_a_charge_is_refused_and_an_attack_is_not_the_drag_is_an_attack(
    editor: SheetEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(answer: OrdersAnswer) -> Verdict:
        (act,) = answer.lines["L1"]["do"]
        return Verdict("refused", (Reason(T("No"), "NAP-CHG-01", "L1"),)) if act["verb"] == "charge" else LEGAL

    monkeypatch.setattr(editor.desk, "check", check)
    drag(editor, "L1", Spot(410.0, 1005.0, unit="E1"))
    assert verbs(editor, "L1") == ["attack"]


def test_guns_in_action_limber_before_they_go(editor: SheetEditor) -> None:
    drag(editor, "B1", Spot(1310.0, 210.0))
    assert verbs(editor, "B1") == ["limber", "advance"]


def test_a_brigade_is_dragged_by_its_handle_and_keeps_its_places(editor: SheetEditor) -> None:
    editor.choose("L1")
    at = editor.hand.handle("L1")
    assert at is not None
    assert editor.grab(Spot(*at))
    editor.drag(Spot(at[0], at[1] + 100.0))
    editor.drop(Spot(at[0], at[1] + 100.0))
    (first,), (second,) = (editor.draft.acts(x)[0]["path"] for x in ("L1", "L2"))
    assert second[0] - first[0] == pytest.approx(350.0)
    assert second[1] == pytest.approx(first[1])


def test_an_order_is_copied_to_the_next_and_mirrored(editor: SheetEditor) -> None:
    editor.choose("L1")
    editor.write("L1", [{"verb": "wheel", "hand": "left", "angle": 30.0}, {"verb": "advance", "distance": 50.0}])
    assert editor.action("sheet_copy")
    assert editor.line == "L2"
    assert editor.draft.acts("L2") == editor.draft.acts("L1")
    assert editor.action("sheet_mirror")
    assert editor.draft.acts("L2")[0] == {"verb": "wheel", "hand": "right", "angle": 30.0}
    assert editor.draft.acts("L1")[0]["hand"] == "left"


def test_an_act_is_edited_by_keys_to_the_exact_figure_moved_and_taken_back(editor: SheetEditor) -> None:
    editor.choose("L1")
    editor.write("L1", [{"verb": "wheel", "hand": "left", "angle": 30.0}, {"verb": "advance", "distance": 50.0}])
    assert editor.digit(2)
    assert editor.digit(1)
    assert editor.digit(2)
    assert editor.action("next")
    assert editor.digit(5)
    assert editor.draft.acts("L1")[1]["distance"] == 125.0
    assert editor.action("act_sooner")
    assert verbs(editor, "L1") == ["advance", "wheel"]
    editor.acts.typed = ""
    assert editor.undo_part()
    assert verbs(editor, "L1") == ["advance"]


def test_an_act_is_added_by_a_row_and_lacks_what_is_not_said_yet(editor: SheetEditor) -> None:
    editor.choose("L1")
    editor.clear()
    editor.press(Press("press", "add"))
    editor.press(Press("press", "new\nwheel"))
    assert editor.draft.unfinished() == ["L1"]
    assert "1" in editor.confirms()[1]
    editor.press(Press("press", "choice\nhand\nright"))
    editor.digit(4)
    editor.digit(5)
    assert editor.draft.acts("L1") == [{"verb": "wheel", "hand": "right", "angle": 45.0}]
    assert editor.draft.lacks("L1") is None


def test_all_as_they_were_is_one_key(editor: SheetEditor) -> None:
    drag(editor, "L1", Spot(400.0, 400.0))
    drag(editor, "B1", Spot(1310.0, 210.0))
    assert editor.action("sheet_as_were")
    assert editor.answer() == editor.desk.asked.draft


def test_a_refusal_stands_at_the_line_with_its_clause(editor: SheetEditor) -> None:
    drag(editor, "B1", Spot(1300.0, 330.0))
    verdict = editor.verdict()
    assert verdict is not None
    assert [r.clause for r in verdict.reasons if r.part == "B1"] == ["NAP-S07"]
    row = next(r for r in editor.rows() if r.id == "line\nB1")
    assert any("NAP-S07" in s.text for s in row.note)
    assert any(isinstance(x, o.Area) and x.role == "command" for x in editor.marks().overlays)


def test_a_line_whose_march_the_ground_ends_says_so() -> None:
    made = regiment("L1", "south", at=(50, 30), figures=8, brigade="one")
    state = told(field(made, features=[piece("wall", [(20, 35), (80, 35)], "W")]), L1=NORTH)
    found = make_editor(desk(state))
    assert isinstance(found, SheetEditor)
    note = part_note(found, "L1")
    assert note is not None
    assert any("cannot cross" in span.text for row in found.rows() for span in row.note)


def test_a_leg_is_dragged_longer_on_the_bar(editor: SheetEditor) -> None:
    editor.choose("L1")
    editor.write("L1", [{"verb": "advance", "distance": 60.0}])
    span = next(s for s in editor.draft.spans("L1") if s.act == 0)
    longer = editor.draft.stretched("L1", 0, span, span.start + 2 * (span.end - span.start))
    assert longer == [{"verb": "advance", "distance": 120.0}]


def span(x0: float, x1: float, base: str) -> tuple[Span, ...]:
    poses, after = {base: Pose(x0, 0.0, 90.0)}, {base: Pose(x1, 0.0, 90.0)}
    return (Span(0.0, 1.0, 0, "go", T("Advance"), poses, after),)


def test_a_wheel_goes_about_its_corner_and_a_march_straight() -> None:
    poses, after = {"b": Pose(10.0, 0.0, 0.0)}, {"b": Pose(0.0, -10.0, 90.0)}
    turned = Span(0.0, 0.5, 0, "wheel", T("Wheel"), poses, after, (0.0, 0.0))
    half = poses_at([turned], 0.25)["b"]
    assert (half.x, half.y, half.facing) == pytest.approx((50**0.5, -(50**0.5), 45.0))
    assert poses_at([turned], 0.7)["b"] == Pose(0.0, -10.0, 90.0)
    assert poses_at(span(0.0, 100.0, "b"), 0.3)["b"].x == pytest.approx(30.0)


def test_friends_who_come_into_each_other_are_told_with_the_moment(editor: SheetEditor) -> None:
    state = editor.desk.view
    editor.write("L1", [{"verb": "advance", "path": [[400.0, 300.0]]}])
    assert clashes_of(editor) == []
    a, b = (next(iter(state.units[u].bases)) for u in ("L1", "L2"))
    ((when, one, other, _place),) = clashes(state, {"L1": span(0.0, 100.0, a), "L2": span(100.0, 0.0, b)})
    assert (one, other) == ("L1", "L2")
    assert when == pytest.approx(0.5, abs=0.06)


# -- the manoeuvre that opens a charge ---------------------------------------------------------------------------------


@pytest.fixture
def charging() -> SheetEditor:
    """Heavy horse that faces south charges foot 20 cm north of its rear edge: it is drafted to face about."""
    state = field(
        regiment("H1", "south", at=(50, 28), facing=180.0, figures=12),
        battalion("E1", "north", at=(50, 50), figures=18),
        options={"measuring": "free"},
    )
    found = make_editor(desk(told(state, H1=GameOrder("attack", ((500.0, 500.0),)))))
    assert isinstance(found, SheetEditor)
    drag(found, "H1", Spot(500.0, 505.0, unit="E1"))
    found.press(Press("press", "act\n0"))
    return found


def shown(editor: SheetEditor) -> list[tuple[str, str, str]]:
    """Of each row its id, label and value."""
    return [(r.id, "".join(s.text for s in r.label), "".join(s.text for s in r.value)) for r in editor.rows()]


def test_a_charge_shows_its_drafted_manoeuvre_as_fields_and_its_times(charging: SheetEditor) -> None:
    rows = shown(charging)
    assert ("act\n0", "Charge", "E1, Face about") in rows
    assert ("", "Manoeuvre first", "drafted") in rows
    assert ("inner\nfirst:0", "Face", "about") in rows
    assert ("", "first face about: 0.25 of the move, contact at 0.75", "") in rows
    (line,) = [r for r in charging.rows() if r.id == "line\nH1"]
    said = "first face about: 0.25 of the move, contact at 0.75"
    assert "".join(s.text for s in line.note).endswith(said)
    assert "".join(s.text for s in charging.marks().pointer) == said
    assert charging.draft.unfinished() == []
    labels = [x.text for x in charging.marks().overlays if isinstance(x, o.Label)]
    assert said in labels


def test_the_drafted_manoeuvre_is_changed_by_its_fields_and_had_back(charging: SheetEditor) -> None:
    before = charging.draft.acts("H1")
    charging.press(Press("press", "inner\nfirst:0"))
    charging.press(Press("press", "choice\nfirst:0:to\nleft"))
    assert charging.draft.acts("H1")[0]["first"] == [{"verb": "face", "to": "left"}]
    charging.press(Press("press", "inner_add\nfirst"))
    charging.press(Press("press", "inner_new\nfirst\nwheel"))
    assert charging.draft.lacks("H1") is not None
    charging.press(Press("press", "choice\nfirst:1:hand\nright"))
    charging.press(Press("more", "figure\nfirst:1:angle"))
    assert charging.draft.acts("H1")[0]["first"][1] == {"verb": "wheel", "hand": "right", "angle": 5.0}
    assert charging.draft.lacks("H1") is None
    mirrored = charging.draft.mirrored("H1")[0]["first"]
    assert [(one.get("to"), one.get("hand")) for one in mirrored] == [("right", None), (None, "left")]
    charging.press(Press("press", "inner_drop\nfirst:0"))
    assert [one["verb"] for one in charging.draft.acts("H1")[0]["first"]] == ["wheel"]
    charging.press(Press("press", "inner_draft\nfirst"))
    assert charging.draft.acts("H1") == before
