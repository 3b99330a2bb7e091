"""Steps of a replay by event, answer, phase and turn, both ways; what its bar marks; its keys, which may be changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from game import cli
from game.client.battle import stops
from game.client.opening import open_record
from game.client.panels.replay_bar import ENDS, SPARE
from game.client.report.facts import bases_lost
from game.engine.apply import apply_all
from game.engine.state import state_hash
from tests.client.toy_record import toy_record, watched
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]
SAMPLE = Path("saves/sample-sunken-causeway.tabula")


def watch(window: Window) -> Window:
    root = cli.checkout()
    assert root is not None
    open_record(window.app, root / SAMPLE, watch=True)
    window.step(3)
    return window


@pytest.fixture
def replay(window: Make) -> Window:
    return watch(window())


def tip(window: Window) -> str:
    return "".join(s.text for s in window.top.tip_at(window.app.pointer.at))


def test_phases_and_turns_both_ways(replay: Window) -> None:
    screen = replay.top
    lines = screen.session.lines
    phases, turns = screen.play.bar.marked.phases, screen.play.bar.marked.turns
    assert set(turns) < set(phases)
    for n in phases[1:]:
        assert stops.phase_of(lines[n].state) != stops.phase_of(lines[n - 1].state)
    assert [stops.phase_of(lines[n].state)[0] for n in turns] == [0, 1, 2, 3, 4]
    for n in phases[1:5]:
        replay.key("alt+right")
        assert screen.play.steps.at == n
    for n in reversed(phases[:4]):
        replay.key("alt+left")
        assert screen.play.steps.at == n
    replay.key("ctrl+right")
    assert screen.play.steps.at == turns[1]
    replay.click(screen.play.bar.buttons["replay_turn"].center)
    assert screen.play.steps.at == turns[2]
    replay.click(screen.play.bar.buttons["replay_phase_back"].center)
    assert screen.play.steps.at == max(n for n in phases if n < turns[2])
    at = screen.play.steps.at
    replay.key("ctrl+left")
    assert screen.play.steps.at == max(n for n in turns if n < at)


def test_events_of_an_answer_one_by_one(replay: Window) -> None:
    screen = replay.top
    lines = screen.session.lines
    at = next(n for n, line in enumerate(lines) if len(stops.event_stops(line)) > 2 and n)
    screen.play.steps.go_to(at - 1)
    told = stops.event_stops(lines[at])
    for k in told[:-1]:
        replay.key(".")
        assert (screen.play.steps.at, screen.play.showing.event) == (at - 1, k)
        want = apply_all(lines[at - 1].state, lines[at].events[:k])
        assert state_hash(screen.play.showing.state) == state_hash(want)
        assert screen.log.items[-1].entry.number < k
        assert screen.log.items[-1].entry.line == at
    replay.key(".")
    assert (screen.play.steps.at, screen.play.showing.event) == (at, 0)
    assert screen.play.showing.state is lines[at].state
    for k in reversed(told[:-1]):
        replay.key(",")
        assert (screen.play.steps.at, screen.play.showing.event) == (at - 1, k)
    replay.key(",")
    assert (screen.play.steps.at, screen.play.showing.event) == (at - 1, 0)
    replay.key(".")
    replay.key("left")
    assert (screen.play.steps.at, screen.play.showing.event) == (at - 1, 0)
    replay.key(".")
    while screen.play.speed != "quick":
        screen.play.press_button("speed")
    replay.key("right")
    replay.until(lambda: not screen.play.showing.busy)
    assert screen.play.steps.at == at
    assert state_hash(screen.play.showing.state) == state_hash(lines[at].state)
    replay.key("end")
    replay.key(".")
    assert screen.play.steps.at == screen.play.steps.last
    replay.key("home")
    replay.key(",")
    assert screen.play.steps.at == 0


def test_the_bar_tells_of_losses_turns_and_phases(replay: Window) -> None:
    screen = replay.top
    lost = screen.play.bar.marked.losses
    gone = bases_lost(screen.session.state)
    assert {s: sum(of.get(s, 0) for of in lost.values()) for s in gone} == gone
    assert sum(gone.values()) > 0
    line, of = next((n, of) for n, of in lost.items() if n > 60)
    replay.move((screen.play.bar.x_of(line), screen.play.bar.bar.centery))
    side = next(iter(of))
    name = screen.sitting.words.name(side, screen.sitting.view)
    assert f"Answer {line} of {screen.play.steps.last}" in tip(replay)
    assert f"{name} loses {of[side]}" in tip(replay)
    assert "Round: " in tip(replay)
    screen.play.steps.go_to(line)
    replay.shot("steps-bar")


def test_keys_may_be_changed_and_are_shown(window: Make) -> None:
    replay = watch(window(keys={"replay_turn": "z"}))
    screen = replay.top
    replay.move(screen.play.bar.buttons["replay_turn"].center)
    assert tip(replay) == "Forward to the next turn  [Z]"
    replay.key("z")
    assert screen.play.steps.at == screen.play.bar.marked.turns[1]
    at = screen.play.steps.at
    replay.key("ctrl+right")
    assert screen.play.steps.at == at


@pytest.mark.parametrize(("scale", "spare"), [(100, True), (200, False)])
def test_a_narrow_window_leaves_the_bar_its_room(window: Make, scale: int, spare: bool) -> None:
    replay = watch(window(ui_scale=scale, size=(1280, 720)))
    screen = replay.top
    assert all((name in screen.play.bar.buttons) == spare for name in (*SPARE, *ENDS))
    assert screen.play.bar.bar.width > 160 * scale // 100
    rects = [screen.play.bar.bar, *screen.play.bar.buttons.values()]
    for n, a in enumerate(rects):
        assert screen.play.bar.foot.contains(a)
        assert all(not a.colliderect(b) for b in rects[n + 1 :])
    replay.shot(f"steps-{scale}")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_order_of_keys_leaves_it_standing_somewhere_true(toy_window: Make, tmp_path: Path, seed: int) -> None:
    toy_record(tmp_path / "saves")
    window = watched(toy_window())
    screen, rng = window.top, Random(seed)
    keys = [".", ",", "left", "right", "alt+left", "alt+right", "ctrl+left", "ctrl+right", "space", "home", "end"]
    keys += ["pageup", "pagedown", "[", "]", ".", ",", "left", "right"]
    screen.play.notes.bookmarks.put(7, "")
    screen.play.press_button("speed")
    for _ in range(120):
        if rng.random() < 0.15:
            window.click(
                (screen.play.bar.bar.left + rng.random() * screen.play.bar.bar.width, screen.play.bar.bar.centery)
            )
        elif rng.random() < 0.1:
            screen.play.press_button("side")
        window.key(rng.choice(keys))
        assert 0 <= screen.play.steps.at <= screen.play.steps.last
        if not screen.play.showing.busy and not screen.play.steps.playing:
            lines, at, part = screen.session.lines, screen.play.steps.at, screen.play.showing.event
            want = apply_all(lines[at].state, lines[at + 1].events[:part]) if part else lines[at].state
            assert state_hash(screen.play.showing.state) == state_hash(want)
            shown = [i.entry for i in screen.log.items]
            assert all(e.line <= at or (e.line == at + 1 and e.number < part) for e in shown)
    assert window.notices() == []
