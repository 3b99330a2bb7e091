"""The Universal battle system in the window: whole battles by keyboard, moves, charges, shots and duels by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.client.battle.match import Match
from game.client.screens.at_table import battle_screen
from game.engine.decision import MoveAnswer
from game.engine.dice import ScriptedDice
from game.engine.session import Session
from game.engine.state import State
from rulesets.universal_battle import RULESET
from rulesets.universal_battle.measures import inch
from tests.client.battles import begin, kept_whole
from tests.client.play.test_battle_wma import give_least
from tests.client.screens.test_layout import check
from tests.client.window import Window
from tests.rules.universal_battle.table import hero, piece, scene, troops
from tests.short import seldom

pytestmark = pytest.mark.window
Make = Callable[..., Window]


@pytest.fixture
def usb(tmp_path: Path) -> Iterator[Make]:
    """A window in which the universal system is the first of the systems."""
    made: list[Window] = []

    def make(**settings: Any) -> Window:
        made.append(Window(tmp_path, extra={"USB": RULESET}, installed=True, **settings))
        return made[-1]

    yield make
    for one in made:
        one.app.quit()
    pygame.event.clear()


def play(w: Window, state: State, entry: str, dice: Sequence[int] = (), north: str = "person", **args: Any) -> Session:
    """Sit down at a situation."""
    session = Session.from_state(RULESET, state, RULESET.entries[entry](state, args), ScriptedDice(list(dice)))
    w.app.open(battle_screen(w.app, Match(session, {"south": "person", "north": north})))
    w.until(lambda: bool(w.asked()))
    return session


def at(w: Window, base: str) -> tuple[float, float]:
    """The window pixel of a base."""
    pose = w.battle.session.state.bases[base].pose
    assert pose is not None
    return w.on_table(pose.x, pose.y)


def place(w: Window, x: float, y: float) -> tuple[float, float]:
    """The window pixel of a place in inches."""
    return w.on_table(inch(x), inch(y))


def where(session: Session, base: str) -> tuple[float, float]:
    """Where a base stands, in inches."""
    pose = session.state.bases[base].pose
    assert pose is not None
    return round(pose.x / inch(1.0), 1), round(pose.y / inch(1.0), 1)


def said(w: Window) -> str:
    """All words of the decision's panel."""
    return " ".join(s.text for r in w.battle.play.decision.rows for s in (*r.label, *r.value, *r.note))


def shot(w: Window, name: str) -> None:
    """A picture of the battle with everything painted."""
    w.step()
    w.battle.table.picture.prepare_all()
    w.shot(name)


# --- whole battles -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.soak), "pl"])
def test_a_whole_battle_by_keyboard_with_what_is_usual(usb: Make, language: str) -> None:
    w = usb(language=language)
    begin(w)
    seen: set[str] = set()
    for _ in range(1500):
        w.until(lambda: w.screen == "EndScreen" or bool(w.asked()))
        if w.screen == "EndScreen":
            break
        seen.add(w.asked())
        give_least(w)
    kept_whole(w)
    assert {"deploy", "activate", "act", "seize"} <= seen
    assert w.notices() == []


@pytest.mark.parametrize(
    ("size", "scale", "language"),
    [seldom((1280, 720), 100, "pl"), ((1024, 700), 150, "pl"), seldom((1920, 1080), 125, "en")],
)
def test_nothing_is_cut(usb: Make, size: tuple[int, int], scale: int, language: str) -> None:
    w = usb(size=size, ui_scale=scale, language=language)
    w.new_form()
    assert check(w) == []
    w.shot(f"usb-new-{language}-{size[0]}")
    w.top._compose("south")
    w.step(2)
    assert check(w) == []
    w.shot(f"usb-compose-{language}-{size[0]}")
    w.key("esc", 3)  # out of the composer, the form and the pictures
    begin(w)
    met: set[str] = set()
    for _ in range(60):
        w.until(lambda: w.screen == "EndScreen" or bool(w.asked()))
        if {"deploy", "seize", "activate", "act"} <= met or w.screen == "EndScreen":
            break
        if w.asked() not in met:
            met.add(w.asked())
            assert check(w) == []
            shot(w, f"usb-{w.asked()}-{language}-{size[0]}")
        give_least(w)
    assert {"deploy", "seize", "activate", "act"} <= met


# --- by hand -----------------------------------------------------------------------------------------------------


def facing() -> State:
    """Spears of the south before shields of the north, ten inches apart; slings behind a fence."""
    return scene(
        troops("A1", (18, 10), 5, "regular", "pole"),
        troops("A2", (8, 8), 4, "regular", "light"),
        troops("B1", (18, 18, 180), 5, "rookie", "light"),
        troops("B2", (30, 30, 180), 3, "rookie"),
        terrain=[piece("fence", 6, 10, 10, 10.4)],
    )


class TestMoving:
    def test_the_unit_is_dragged_whole(self, usb: Make) -> None:
        w = usb()
        session = play(w, facing(), "activation", unit="A1")
        assert w.asked() == "act"
        w.drag(at(w, "A1.3"), place(w, 18.0, 13.0))
        editor = w.battle.play.decision.editor
        answer = editor.answer()
        assert isinstance(answer, MoveAnswer)
        assert (answer.mode, [c.who for c in answer.courses]) == ("tactical", ["A1"])
        assert editor.verdict().legal
        shot(w, "usb-move")
        w.key("enter")
        w.until(lambda: any(line.command is not None for line in session.lines[1:]))
        assert where(session, "A1.3") == (18.0, 13.0)

    @pytest.mark.parametrize("hand", ["A1.1", "A1.3", "A9.1"])
    def test_a_unit_goes_with_its_hero_whoever_of_them_is_taken_in_hand(self, usb: Make, hand: str) -> None:
        w = usb()
        host = troops("A1", (18, 10), 3, "regular", "pole")
        state = scene(host, hero("A9", (18, 8.9), joined="A1"), troops("B1", (18, 24, 180), 5, "rookie"))
        session = play(w, state, "activation", unit="A1")
        (x, y), middle = where(session, hand), where(session, "A1.2")
        w.drag(at(w, hand), place(w, x, y + 3.0))
        editor = w.battle.play.decision.editor
        answer = editor.answer()
        assert isinstance(answer, MoveAnswer)
        assert (answer.mode, [c.who for c in answer.courses]) == ("tactical", ["A1"])
        assert editor.verdict().legal
        shot(w, f"usb-with-hero-{hand}")
        w.key("enter")
        w.until(lambda: any(line.command is not None for line in session.lines[1:]))
        assert [where(session, b) for b in ("A1.2", "A9.1")] == [(middle[0], middle[1] + 3.0), (18.0, 11.9)]

    def test_too_far_is_refused_and_the_nearest_is_a_key_away(self, usb: Make) -> None:
        w = usb()
        play(w, facing(), "activation", unit="A2")
        w.drag(at(w, "A2.2"), place(w, 13.0, 16.0), drop=False)
        editor = w.battle.play.decision.editor
        assert editor.verdict().status == "refused"
        shot(w, "usb-too-far")
        w.key("n")
        assert editor.verdict().legal

    def test_a_formation_is_chosen_from_the_list(self, usb: Make) -> None:
        w = usb()
        session = play(w, facing(), "activation", unit="A1")
        row = next(r for r in w.rows() if r.endswith("hidden"))
        w.row(row)
        assert w.battle.play.decision.editor.verdict().legal
        shot(w, "usb-formation")
        w.key("enter")
        w.until(lambda: session.state.units["A1"].own.formation == "hidden")


class TestAttacks:
    def test_a_charge_is_planned_by_its_mark_and_the_target_reacts(self, usb: Make) -> None:
        w = usb()
        session = play(w, facing(), "activation", dice=[2] * 60, unit="A1")
        w.click(at(w, "B1.3"))
        editor = w.battle.play.decision.editor
        assert (editor.way.mode_id, editor.way.mark) == ("charge", "B1")
        assert editor.verdict().legal
        shot(w, "usb-charge")
        w.key("enter")
        w.until(lambda: w.screen == "CurtainScreen" or w.asked() == "react")
        if w.screen == "CurtainScreen":
            w.key("enter")
        w.until(lambda: w.asked() == "react")
        assert "Shoot" in said(w)
        shot(w, "usb-react")
        w.key("1")
        w.key("enter")
        w.until(lambda: any(e.type == "result" for line in session.lines for e in line.events))
        told = [e.type for line in session.lines for e in line.events if e.text is not None]
        assert told.count("charge") == told.count("contact") == 1
        shot(w, "usb-after-charge")

    def test_a_target_is_shot_at_with_its_odds(self, usb: Make) -> None:
        w = usb()
        session = play(w, facing(), "shooting", dice=[6] * 4 + [1] * 4 + [6] * 9, unit="A2")
        assert w.asked() == "shoot_at"
        w.click(at(w, "B1.1"))
        assert w.battle.play.decision.editor.verdict().legal
        shot(w, "usb-shoot")
        w.key("enter")
        w.until(lambda: any(e.type == "losses" for line in session.lines for e in line.events))
        assert len(session.state.bases_of("B1")) == 1

    def test_heroes_are_asked_for_a_duel(self, usb: Make) -> None:
        w = usb()
        state = scene(
            troops("A1", (18, 10), 4),
            hero("A9", (18, 8.9), joined="A1"),
            troops("B1", (18, 12, 180), 4),
            hero("B9", (18, 13.1, 180), joined="B1"),
        )
        play(w, state, "melee", dice=[3] * 80, north="default", unit="A1", target="B1", charge=True)
        assert w.asked() == "duel"
        shot(w, "usb-duel")
        w.key("enter")
        w.until(lambda: w.asked() != "duel")
