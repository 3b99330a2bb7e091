"""Age of Fantasy: Skirmish in the window: whole battles by keyboard, single figures by the hands of a player."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.client.battle.match import Match
from game.client.editors.desk import Spot
from game.client.screens.at_table import battle_screen
from game.engine.command import Answering
from game.engine.decision import AllocateAnswer, MoveAnswer, PlaceAnswer, TargetsAnswer
from game.engine.dice import ScriptedDice
from game.engine.ruleset import Forecast
from game.engine.session import Session
from game.engine.state import Frame, State
from game.geometry.measure import base_distance
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.fight import melee as melee_odds
from rulesets.age_of_fantasy_skirmish.fight.melee_moves import PairData
from tests.client.battles import begin
from tests.client.play.test_battle_wma import give_least
from tests.client.screens.test_layout import check
from tests.client.window import Window
from tests.rules.age_of_fantasy_skirmish.table import marker, piece, table, unit
from tests.short import seldom

pytestmark = pytest.mark.window
Make = Callable[..., Window]
INCH = 25.4
CAUSEWAY = (
    piece("tower", "tower", box=(10, 13, 14, 17)),
    piece("platform", "platform", box=(18, 15, 23.5, 19)),
    piece("chasm", "chasm", box=(26, 14, 28, 22)),
    piece("woods", "woods", box=(2, 22, 8, 27)),
    piece("wall", "wall", box=(12, 24, 18, 24.5)),
    piece("hedge", "hedge", box=(21, 24, 25, 24.5)),
    piece("hill", "hill", box=(30, 20, 35, 25)),
    piece("thorns", "thorns", box=(30, 12, 34, 15)),
    piece("rubble", "rubble", box=(36, 14, 40, 18)),
    piece("swamp", "swamp", box=(38, 20, 44, 25)),
)
"""A bit of all terrain, the middle of the table free."""


@pytest.fixture
def afs(tmp_path: Path) -> Iterator[Make]:
    """A window in which the skirmish is the first of the systems."""
    made: list[Window] = []

    def make(**settings: Any) -> Window:
        made.append(Window(tmp_path, extra={"AFS": RULESET}, installed=True, **settings))
        return made[-1]

    yield make
    for one in made:
        one.app.quit()
    pygame.event.clear()


def play(
    window: Window, state: State, entry: str, dice: Sequence[int] = (), north: str = "person", **args: Any
) -> Session:
    """Sit down at a situation."""
    session = Session.from_state(RULESET, state, RULESET.entries[entry](state, args), ScriptedDice(list(dice)))
    window.app.open(battle_screen(window.app, Match(session, {"south": "person", "north": north})))
    window.step(3)
    lift(window)
    return session


def lift(window: Window) -> None:
    """Wait for a question; lift the curtain where it hangs."""
    window.until(lambda: window.screen in ("CurtainScreen", "EndScreen") or bool(window.asked()))
    if window.screen == "CurtainScreen":
        window.key("enter")
        window.until(lambda: bool(window.asked()))


def to_question(window: Window, question: str, steps: int = 80) -> None:
    """Answer with what is suggested until a question comes."""
    for _ in range(steps):
        lift(window)
        if window.asked() == question:
            return
        give_least(window)
    raise AssertionError(f"{question} was never asked")


def shot(window: Window, name: str) -> None:
    """A picture of the battle with everything painted."""
    window.step()
    window.battle.table.picture.prepare_all()
    window.shot(name)


def at(window: Window, base: str) -> tuple[float, float]:
    """The window pixel of a base."""
    pose = window.battle.session.state.bases[base].pose
    assert pose is not None
    return window.on_table(pose.x, pose.y)


def inch(window: Window, x: float, y: float) -> tuple[float, float]:
    """The window pixel of a place in inches."""
    return window.on_table(x * INCH, y * INCH)


def where(state: State, base: str) -> tuple[float, float, int]:
    """Where a base stands: inches and level."""
    pose = state.bases[base].pose
    assert pose is not None
    return round(pose.x / INCH, 1), round(pose.y / INCH, 1), pose.level


def said(window: Window) -> str:
    """All words of the decision's panel."""
    panel = window.battle.play.decision
    return " ".join(s.text for r in panel.rows for s in (*r.label, *r.value, *r.note))


# --- whole battles -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.soak), "pl"])
def test_a_whole_battle_by_keyboard_with_what_is_usual(afs: Make, language: str) -> None:
    w = afs(language=language)
    begin(w)
    seen: set[str] = set()
    for _ in range(3000):
        w.until(lambda: w.screen == "EndScreen" or bool(w.asked()))
        if w.screen == "EndScreen":
            break
        if w.asked() not in seen:
            seen.add(w.asked())
            shot(w, f"afs-{language}-{w.asked()}")
        give_least(w)
    assert w.screen == "EndScreen"
    w.shot(f"afs-{language}-end")
    assert w.battle.session.state.over is not None
    assert {"beneficiaries", "place_marker", "aside", "deploy", "scout", "activate", "act"} <= seen
    assert w.notices() == []


@pytest.mark.parametrize(
    ("size", "scale", "language"),
    [seldom((1280, 720), 100, "pl"), ((1024, 700), 150, "pl"), seldom((1920, 1080), 125, "en")],
)
def test_nothing_is_cut(afs: Make, size: tuple[int, int], scale: int, language: str) -> None:
    w = afs(size=size, ui_scale=scale, language=language)
    w.new_form()
    assert check(w) == []
    w.shot(f"afs-new-{language}-{size[0]}")
    w.top._compose("south")
    w.step(2)
    assert check(w) == []
    w.shot(f"afs-compose-{language}-{size[0]}")
    w.key("esc", 3)  # out of the composer, the form and the pictures
    begin(w)
    for question in ("place_marker", "deploy", "activate", "act"):
        to_question(w, question)
        assert check(w) == []
        shot(w, f"afs-{question}-{language}-{size[0]}")


# --- warbands ----------------------------------------------------------------------------------------------------

FORGE = {
    "gameSystem": "aofs",
    "name": "Reed Watch",
    "listPoints": 95,
    "units": [
        {
            "id": "u1",
            "selectionId": "s1",
            "name": "Marsh Lord",
            "size": 1,
            "quality": 3,
            "defense": 4,
            "cost": 55,
            "bases": {"round": "32"},
            "rules": [{"name": "Hero"}, {"name": "Tough", "rating": "3"}, {"name": "Singing"}],
            "loadout": [
                {"name": "Great Blade", "attacks": 3, "count": 1, "specialRules": [{"name": "AP", "rating": 1}]}
            ],
            "selectedUpgrades": [],
        },
        {
            "id": "u2",
            "selectionId": "s2",
            "name": "Reed Archers",
            "size": 3,
            "quality": 5,
            "defense": 5,
            "cost": 40,
            "bases": {"round": "25"},
            "rules": [],
            "loadout": [{"name": "Bow", "range": 24, "attacks": 1, "count": 3, "specialRules": []}],
            "selectedUpgrades": [],
        },
    ],
}
"""An invented list in the form that the list builder of the game's publisher writes."""


class TestWarbands:
    def test_limits_are_told_with_their_reasons_while_a_warband_is_composed(self, afs: Make) -> None:
        w = afs()
        w.new_form()
        w.top._compose("south")
        w.step(2)
        for _ in range(2):
            rect = w.top.sheet.row_rect("n-A1")
            w.click((rect.right - 12, rect.centery))
        words = facts(w)
        assert "AFS-ARM-04" in words
        assert "AFS-ARM-01" in words
        w.shot("afs-compose-wrong")

    def test_a_warband_is_kept_and_taken_again(self, afs: Make) -> None:
        w = afs()
        w.new_form()
        w.top._compose("south")
        w.step(2)
        rect = w.top.sheet.row_rect("n-A7")
        w.click((rect.right - 50, rect.centery))
        counts = dict(w.top.plan.setup.sides["south"].counts)
        w.press("keep")
        w.press("choose")
        w.press("sample")
        w.press("lists")
        rect = w.top.sheet.row_rect("0")
        w.click((rect.left + 30, rect.centery))
        w.shot("afs-lists-own")
        w.press("take")
        assert {c: n for c, n in w.top.plan.setup.sides["south"].counts.items() if n} == {
            c: n for c, n in counts.items() if n
        }

    def test_a_list_of_army_forge_is_read_with_a_report_and_played(self, afs: Make, tmp_path: Path) -> None:
        w = afs()
        file = tmp_path / "reed watch.json"
        file.write_text(json.dumps(FORGE), encoding="utf-8")
        w.new_form()
        w.top._compose("south")
        w.step(2)
        w.press("lists")
        w.post(pygame.DROPFILE, file=str(file))
        w.step(2)
        words = facts(w)
        assert "Singing" in words
        assert "Unknown" in words
        assert "95 / " in words
        w.shot("afs-lists-forge")
        w.press("take")
        w.press("done")
        w.press("begin")
        w.until(lambda: w.screen == "BattleScreen")
        w.until(lambda: bool(w.asked()))
        state = w.battle.session.state
        names = [u.name for u in state.units_of("south")]
        assert names == ["Marsh Lord", "Reed Archers"]
        to_question(w, "deploy")
        shot(w, "afs-forge-deploy")


def facts(window: Window) -> str:
    """All words of the right sheet of a composing screen."""
    return " ".join(s.text for r in window.top.facts.rows for s in (*r.label, *r.value))


# --- setting up --------------------------------------------------------------------------------------------------


class TestSettingUp:
    def test_a_marker_is_put_down_by_a_click_and_refused_where_it_may_not_lie(self, afs: Make) -> None:
        w = afs()
        begin(w)
        to_question(w, "place_marker")
        editor = w.battle.play.decision.editor
        w.drag(w.on_table(editor.tray.piece().x, editor.tray.piece().y), inch(w, 20.0, 30.0))
        (standing,) = editor.answer().places
        (pose,) = standing.poses.values()
        assert (round(pose.x / INCH, 1), round(pose.y / INCH, 1)) == (20.0, 30.0)
        assert editor.verdict().legal
        shot(w, "afs-marker-put")
        w.drag(inch(w, 20.0, 30.0), inch(w, 20.0, 5.0))
        assert editor.verdict().status == "refused"
        assert "AFS-MIS-03" in "".join(s.text for s in editor.marks().pointer)
        w.key("n")
        assert editor.verdict().legal

    def test_one_figure_of_a_unit_is_put_elsewhere_with_alt(self, afs: Make) -> None:
        w = afs()
        begin(w)
        to_question(w, "deploy")
        editor = w.battle.play.decision.editor
        editor.tray.take("A3")
        w.usual()
        while editor.tray.hand != "A3":
            editor.tray.take("A3")
            w.click(w.on_table(*middle_of_zone(editor)))
        assert isinstance(editor.answer(), PlaceAnswer)
        ghosts = {g.base: g.pose for g in editor.verdict().ghosts}
        pose = ghosts["A3.2"]
        held = Spot(pose.x, pose.y)
        assert editor.grab(held, alone=True)
        editor.drag(Spot(pose.x, pose.y + 12.0))
        editor.drop(Spot(pose.x, pose.y + 12.0))
        poses = editor.answer().places[0].poses
        assert poses["A3.2"].y == pytest.approx(pose.y + 12.0, abs=0.01)
        assert poses["A3.1"].y == pytest.approx(ghosts["A3.1"].y, abs=0.01)


def middle_of_zone(editor: Any) -> tuple[float, float]:
    points = [p for zone in editor.tray.space.zone for p in zone]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


# --- moving ------------------------------------------------------------------------------------------------------


def marching() -> State:
    """Pikemen and a Captain on the move, ghouls ahead."""
    return table(
        unit("A3", (20, 6), (21.2, 6), (22.4, 6)),
        unit("A1", (12, 15)),
        unit("B3", (20, 40), (21.2, 40), (20, 41.2), (21.2, 41.2)),
        terrain=CAUSEWAY,
        markers=(marker(24, 34),),
        active="south",
    )


class TestMoving:
    def test_the_formation_is_dragged_whole(self, afs: Make) -> None:
        w = afs()
        session = play(w, marching(), "activation", unit="A3")
        assert w.asked() == "act"
        w.key("2")
        w.drag(at(w, "A3.2"), inch(w, 21.2, 10.0))
        editor = w.battle.play.decision.editor
        answer = editor.answer()
        assert isinstance(answer, MoveAnswer)
        assert [c.who for c in answer.courses] == ["A3.1", "A3.2", "A3.3"]
        assert editor.verdict().legal
        assert [p.who for p in editor.verdict().parts] == ["A3.1", "A3.2", "A3.3"]
        shot(w, "afs-move-whole")
        w.key("enter")
        w.until(lambda: w.screen != "BattleScreen" or w.asked() != "act")
        assert [where(session.state, f"A3.{n}") for n in (1, 2, 3)] == [
            (20.0, 10.0, 0),
            (21.2, 10.0, 0),
            (22.4, 10.0, 0),
        ]

    def test_too_far_is_refused_with_the_figure_and_the_nearest_is_a_key_away(self, afs: Make) -> None:
        w = afs()
        play(w, marching(), "activation", unit="A3")
        w.key("2")
        w.drag(at(w, "A3.2"), inch(w, 21.2, 14.0), drop=False)
        editor = w.battle.play.decision.editor
        assert editor.verdict().status == "refused"
        assert "Pikemen" in "".join(s.text for s in editor.marks().pointer)
        shot(w, "afs-move-too-far")
        w.key("n")
        assert editor.verdict().legal

    def test_one_figure_goes_alone_by_alt_by_its_row_and_by_key(self, afs: Make) -> None:
        w = afs()
        play(w, marching(), "activation", unit="A3")
        w.key("2")
        editor = w.battle.play.decision.editor
        w.key(".")
        assert editor.way.alone == "A3.1"
        w.key("w")
        assert [c.who for c in editor.answer().courses] == ["A3.1"]
        w.row("part\nA3.3")
        assert editor.way.alone == "A3.3"
        w.drag(at(w, "A3.3"), inch(w, 21.8, 7.0))
        assert [c.who for c in editor.answer().courses] == ["A3.1", "A3.3"]
        shot(w, "afs-move-alone")
        w.key("backspace")
        assert [c.who for c in editor.answer().courses] == ["A3.1"]
        w.row("part\nA3.3")
        assert editor.way.alone == ""

    def test_the_wheel_turns_the_formation_about_its_middle(self, afs: Make) -> None:
        w = afs()
        play(w, marching(), "activation", unit="A3")
        w.key("2")
        w.drag(at(w, "A3.2"), inch(w, 21.2, 9.0), drop=False)
        w.wheel(6)
        w.up(inch(w, 21.2, 9.0))
        editor = w.battle.play.decision.editor
        ends = editor.way.draft.singles[-1]
        assert ends["A3.1"].x == pytest.approx(ends["A3.3"].x, abs=0.1)
        assert ends["A3.2"].y == pytest.approx(9.0 * INCH, abs=8.0)

    def test_a_jump_is_seen_before_it_is_dared(self, afs: Make) -> None:
        w = afs()
        state = table(unit("A5", (25.3, 18)), unit("B4", (40, 40)), terrain=CAUSEWAY, active="south")
        session = play(w, state, "activation", dice=[5, 5], unit="A5")
        w.key("2")
        w.drag(at(w, "A5.1"), inch(w, 29.5, 18.0), drop=False)
        editor = w.battle.play.decision.editor
        assert editor.verdict().status == "refused", "round the chasm it is too far"
        shot(w, "afs-round")
        w.key("j")
        assert editor.verdict().legal
        (part,) = editor.verdict().parts
        assert [type(s).__name__ for s in part.steps if type(s).__name__ == "Jump"] == ["Jump"]
        assert "jump" in said(w).lower()
        shot(w, "afs-jump")
        w.key("enter")
        w.until(lambda: where(session.state, "A5.1")[0] > 28.0)

    def test_a_charge_is_planned_by_its_mark_and_may_be_drawn_otherwise(self, afs: Make) -> None:
        w = afs()
        state = table(
            unit("B3", (20, 30), (21.2, 30), (20, 31.2), (21.2, 31.2)),
            unit("A3", (20, 22), (21.2, 22), (22.4, 22)),
            active="north",
        )
        play(w, state, "activation", unit="B3")
        w.click(at(w, "A3.2"))
        editor = w.battle.play.decision.editor
        assert (editor.way.mode_id, editor.way.mark) == ("charge", "A3")
        assert editor.verdict().legal
        assert len(editor.verdict().ghosts) == 4
        shot(w, "afs-charge")


# --- attacks and spells ------------------------------------------------------------------------------------------


class TestAttacks:
    def test_weapons_are_aimed_one_by_one_or_all_at_once(self, afs: Make) -> None:
        w = afs()
        state = table(unit("A1", (20, 20)), unit("B4", (20, 27)), unit("B2", (23, 27)), active="south")
        play(w, state, "shooting", unit="A1")
        assert w.asked() == "shoot"
        editor = w.battle.play.decision.editor
        w.key("del")
        w.row("means\nFire-pot")
        w.click(at(w, "B2.1"))
        w.row("means\nPistols")
        w.click(at(w, "B4.1"))
        assert [(a.means, a.mark) for a in editor.answer().aims] == [("Fire-pot", "B2"), ("Pistols", "B4")]
        shot(w, "afs-shoot-two")
        w.row("swap")
        assert [(a.means, a.mark) for a in editor.answer().aims] == [("Pistols", "B4"), ("Fire-pot", "B2")]
        w.row("all\nB2")
        answer = editor.answer()
        assert isinstance(answer, TargetsAnswer)
        assert {a.mark for a in answer.aims} == {"B2"}
        assert len(answer.aims) == 2

    def test_a_push_is_drawn_and_the_faller_put_down(self, afs: Make) -> None:
        w = afs()
        state = table(
            unit("A5", (20, 5)),
            unit("B6", (20, 16), lost=[2, 3]),
            terrain=(piece("platform", "platform", box=(18, 15.4, 23.5, 19)),),
            active="south",
        )
        session = play(w, state, "shooting", dice=[3, 5, 5, 4, 3, 4, 5, 1], unit="A5")
        w.key("enter")
        w.until(lambda: w.asked() == "try_push")
        w.key("1")
        w.key("enter")
        w.until(lambda: w.asked() == "push")
        w.drag(at(w, "B6.1"), inch(w, 20.0, 14.0))
        assert w.battle.play.decision.editor.verdict().legal
        shot(w, "afs-push")
        w.key("enter")
        w.until(lambda: w.asked() == "fall")
        editor = w.battle.play.decision.editor
        w.usual()
        piece_ = editor.tray.piece()
        w.drag(w.on_table(piece_.x, piece_.y), inch(w, 20.5, 14.0))
        assert editor.verdict().legal
        shot(w, "afs-fall")
        w.key("enter")
        w.until(lambda: any(e.type == "effect" for e in session.lines[-1].events))
        assert where(session.state, "B6.1") == (20.5, 14.0, 0)

    def test_the_unit_that_is_asked_about_is_the_one_whose_card_is_shown(self, afs: Make) -> None:
        w = afs()
        state = table(unit("A1", (24, 20)), unit("A7", (40, 6)), unit("B2", (24, 21.26)), active="north")
        play(w, state, "melee", [1] * 20, "default", charger="B2", target="A1")
        w.battle.sitting.select("A7")
        to_question(w, "strike_back")
        w.step(2)
        assert w.battle.sitting.selected == "A1"

    def test_tokens_are_spent_behind_the_curtain(self, afs: Make) -> None:
        w = afs()
        state = table(
            unit("A2", (24, 20), tokens=3),
            unit("B2", (24, 32), tokens=3),
            unit("B4", (30, 27)),
            active="south",
        )
        session = play(w, state, "activation", dice=[5, 4, 5, 3], unit="A2")
        w.key("f2")
        w.until(lambda: w.asked() == "cast")
        w.key("b")  # nothing is cast for want of a choice: it is said what is asked, and what key passes it over
        assert w.notices()[-1].startswith("This question needs your choice: ")
        assert w.notices()[-1].endswith("[F2] Back to the action")
        w.row("means\nneedle_rain")
        shot(w, "afs-cast")
        w.click(at(w, "B4.1"))
        w.key("enter")
        w.until(lambda: w.screen == "CurtainScreen" or w.asked() == "tokens")
        lift(w)
        assert w.asked() == "tokens"
        w.key("1")
        shot(w, "afs-tokens")
        w.key("enter")
        w.until(lambda: w.screen == "CurtainScreen")
        assert w.top.decision.side == "north"
        shot(w, "afs-tokens-curtain")
        assert session.state.secret["south"].sealed
        w.key("enter")
        w.until(lambda: w.asked() == "tokens")
        assert not w.battle.sitting.view.secret.get("south")
        w.key("2")
        w.key("enter")
        w.until(lambda: any(e.type == "tokens_spent" for line in session.lines for e in line.events))
        given = [x.command.reply.answer for x in session.lines if isinstance(x.command, Answering)][-2:]
        assert given == [AllocateAnswer({"A2.1": 1}), AllocateAnswer({"B2.1": 2})]


class TestAfterMelee:
    def test_drawing_back_tells_how_far_it_is_by_the_row_and_on_the_table(self, afs: Make) -> None:
        w = afs()
        state = table(unit("A2", (24, 20)), unit("B2", (24, 21.26)), active="south")
        frame = Frame("afs.draw_back", data=PairData("A2", "B2"))
        session = Session.from_state(RULESET, state, frame, ScriptedDice([]))
        w.app.open(battle_screen(w.app, Match(session, {"south": "person", "north": "person"})))
        w.step(3)
        lift(w)
        assert w.asked() == "draw_back"
        (part,) = w.battle.play.decision.editor.verdict().parts
        assert part.cost > 10.0
        way = w.battle.sitting.words.length(part.cost)
        assert f'Path used {way} / 3"' in said(w)
        chip = w.battle.play.marks().chip
        assert (chip.spent, chip.of) == (way, 'of 3"')
        shot(w, "afs-draw-back")


# --- heights -----------------------------------------------------------------------------------------------------


class TestHeights:
    def test_the_side_view_follows_the_pointer_and_tells_of_sight(self, afs: Make) -> None:
        w = afs()
        state = table(unit("A1", (12, 15)), unit("B4", (31, 23)), terrain=CAUSEWAY, active="south")
        play(w, state, "activation", unit="A1")
        w.battle.sitting.select("A1")
        w.move(at(w, "B4.1"))
        w.step(2)
        section = w.battle.layers.side_view.section
        assert section is not None
        assert [b.base for b in section.bodies] == ["A1.1", "B4.1"]
        assert section.bodies[0].foot == pytest.approx(6 * INCH, abs=0.01)
        assert section.free is True
        shot(w, "afs-side-view")
        w.key("h")
        w.move(inch(w, 20, 30))
        w.step(2)
        assert w.battle.layers.side_view.section is None

    @pytest.mark.clause("AFS-S08")
    def test_the_side_view_of_a_draft_its_cost_and_what_comes_of_it_agree(self, afs: Make) -> None:
        """Onto a platform of 3 inches: 3 inches of way and 3 of height; it stands on top before and after."""
        w = afs()
        state = table(unit("A5", (16.5, 17)), unit("B2", (30, 30)), terrain=CAUSEWAY)
        play(w, state, "activation", unit="A5")
        w.row("mode\nadvance")
        w.drag(at(w, "A5.1"), inch(w, 19.5, 17))
        w.step(5)
        section = w.battle.layers.side_view.section
        assert section is not None
        assert [(b.foot, b.drafted) for b in section.bodies] == [(0.0, False), (76.2, True)]
        (part,) = w.battle.play.decision.editor.verdict().parts
        assert part.cost == pytest.approx(6 * INCH, abs=1.0)
        shot(w, "afs-side-view-draft")
        w.move(inch(w, 25, 17))
        w.step(2)
        section = w.battle.layers.side_view.section
        assert section is not None
        assert [(b.foot, b.drafted) for b in section.bodies] == [(76.2, True)]
        shot(w, "afs-side-view-draft-beyond")
        w.key("enter")
        w.until(lambda: w.battle.session.state.bases["A5.1"].pose.level == 3)
        w.battle.sitting.select("A5")
        w.move(inch(w, 25.2, 17))
        w.step(5)
        section = w.battle.layers.side_view.section
        assert section is not None
        assert [(b.foot, b.drafted) for b in section.bodies] == [(76.2, False)]

    def test_figures_carry_the_level_they_stand_on(self, afs: Make) -> None:
        w = afs()
        state = table(
            unit("A1", (12, 15), wounds=2),
            unit("A2", (20, 17), tokens=3, shaken=True),
            unit("A6", (32.5, 22.5), fatigued=True),
            unit("B3", (27, 18), (27, 16.8), (27, 19.2), (27, 20.4)),
            terrain=CAUSEWAY,
            markers=(marker(24, 8, "south"), marker(36, 12), marker(16, 20, "north")),
            active="south",
        )
        play(w, state, "activation", unit="A1")
        scene = w.battle.table.picture.scene
        tags = {b.id: b.tag for b in scene.blocks}
        assert (tags["A1.1"], tags["A2.1"], tags["A6.1"], tags["B3.1"]) == ("6″", "3″", "2″", "−6″")
        assert {f.id: f.tag for f in scene.features}["tower"] == "6″"
        shot(w, "afs-levels")
        w.battle.table.camera.fit_rect((200.0, 250.0, 950.0, 700.0))
        shot(w, "afs-levels-near")


class TestOddsBesideTheWindow:
    def charging(self, w: Window) -> None:
        state = table(
            unit("B3", (20, 30), (21.2, 30), (20, 31.2), (21.2, 31.2)),
            unit("A3", (20, 22), (21.2, 22), (22.4, 22)),
            active="north",
        )
        play(w, state, "activation", unit="B3")
        w.click(at(w, "A3.2"))

    def test_a_charge_is_played_out_while_the_window_goes_on(self, afs: Make, monkeypatch: pytest.MonkeyPatch) -> None:
        free = threading.Event()
        real = melee_odds.charge_forecast

        def slow(*args: Any, **kwargs: Any) -> Any:
            assert free.wait(600)
            return real(*args, **kwargs)

        monkeypatch.setattr(melee_odds, "charge_forecast", slow)
        w = afs()
        self.charging(w)
        panel = w.battle.play.decision
        w.until(lambda: panel.reckoning)
        w.step(3)
        assert "Computing the odds…" in said(w)
        assert panel.odds is None
        shot(w, "afs-odds-working")
        free.set()
        w.until(lambda: panel.odds is not None)
        w.step(2)
        assert not panel.reckoning
        assert panel.odds.runs == 40
        assert "Computing the odds…" not in said(w)
        assert "Odds, sampled in 40 runs" in said(w)
        assert re.search(r"% \(\d+–\d+ %\)", said(w).replace("\xa0", " "))
        shot(w, "afs-odds-counted")

    def test_odds_of_a_draft_that_was_given_up_are_not_shown(self, afs: Make, monkeypatch: pytest.MonkeyPatch) -> None:
        free = threading.Event()
        monkeypatch.setattr(melee_odds, "charge_forecast", lambda *a, **k: free.wait(600) and Forecast(()))
        w = afs()
        self.charging(w)
        panel = w.battle.play.decision
        w.until(lambda: panel.reckoning)
        w.key("2")
        w.step(3)
        assert not panel.reckoning
        free.set()
        w.step(12)
        assert panel.odds is None


class TestFiguresSnap:
    """A figure of 25 mm, dragged alone or with its unit, and what it says it snapped to."""

    def held(self, w: Window, base: str, x: float, y: float) -> tuple[Any, str]:
        """Drag one figure alone to a place in inches and hold it there."""
        editor = w.battle.play.decision.editor
        if editor.way.alone != base:
            w.row(f"part\n{base}")
        w.drag(at(w, base), inch(w, x, y), steps=12, drop=False)
        pose = editor.way.draft.singles[-1][base]
        return pose, "".join(s.text for s in editor.marks().pointer)

    def moving(self, w: Window) -> None:
        state = table(
            unit("A3", (20, 6), (21.2, 6), (22.4, 6)),
            unit("B3", (20, 14), (21.2, 14), (20, 15.2), (21.2, 15.2)),
            terrain=(piece("woods", "woods", box=(22, 8, 30, 12)),),
            active="south",
        )
        play(w, state, "activation", unit="A3")
        w.key("2")

    def test_the_whole_of_its_move_and_no_more(self, afs: Make) -> None:
        w = afs()
        self.moving(w)
        editor = w.battle.play.decision.editor
        w.drag(at(w, "A3.1"), inch(w, 17.0, 11.4), steps=12, drop=False)
        assert editor.verdict().legal
        part = editor.verdict().parts[0]
        assert part.cost == pytest.approx(part.allowance, abs=0.02)
        assert "".join(s.text for s in editor.marks().pointer) == 'Snapped: the whole move, 6"'
        shot(w, "afs-snap-move")

    def test_coherency_contact_the_edge_of_terrain_and_clear_of_an_enemy(self, afs: Make) -> None:
        w = afs()
        self.moving(w)
        shape = w.battle.sitting.view.bases["A3.3"].shape
        near = {b: w.battle.sitting.view.bases[b].pose for b in ("A3.2", "B3.1", "B3.2")}
        pose, said_at = self.held(w, "A3.3", 23.2, 6.05)
        assert said_at == 'Snapped: at the limit of coherency, 1": Pikemen'
        assert base_distance(shape, pose, shape, near["A3.2"]) == pytest.approx(INCH, abs=0.02)
        w.up(inch(w, 23.2, 6.05))
        w.key("backspace")
        pose, said_at = self.held(w, "A3.3", 21.5, 7.05)
        assert said_at == "Snapped: in contact with Pikemen"
        assert base_distance(shape, pose, shape, near["A3.2"]) == pytest.approx(0.0, abs=0.02)
        w.up(inch(w, 21.5, 7.05))
        w.key("backspace")
        pose, said_at = self.held(w, "A3.3", 22.35, 7.45)
        assert said_at == "Snapped: at the edge of Woods"
        assert pose.y == pytest.approx(8 * INCH - shape.width / 2, abs=0.02)
        shot(w, "afs-snap-edge")

    def test_with_shift_a_figure_goes_where_the_pointer_is(self, afs: Make, monkeypatch: pytest.MonkeyPatch) -> None:
        w = afs()
        self.moving(w)
        monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_SHIFT)
        _pose, said_at = self.held(w, "A3.3", 23.2, 6.05)
        assert w.battle.play.decision.editor.hand.snapped == ""
        assert "Snapped" not in said_at
