"""What happens is seen where it happens: flights, blows, losses, the fallen, headlines, in frames of the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from game.client import destinations
from game.client.theatre import script
from game.client.theatre.headline import APART, COMES, GOES, STAYS, Headline, Headlines
from game.client.theatre.marks import Blow, Fall, Number
from game.engine.event import Event, SetPose
from game.engine.session import Session
from tests.client.battles import between_generals as battle
from tests.client.window import Window

pytestmark = pytest.mark.window
SYSTEMS = ("WMA", "AFS", "WAB", "USB", "NAP")
DT = 1.0 / 60.0


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """A window in which a recorded battle of a system is watched."""
    opened: list[Window] = []

    def make(system: str, **settings: Any) -> Window:
        window = Window(tmp_path, installed=True, **{"speed": "normal", **settings})
        opened.append(window)
        window.app.go(destinations.Replay(battle(system)))
        window.step(2)
        return window

    yield make
    for window in opened:
        window.app.quit()


def moment(session: Session, wanted: Callable[[Event], bool]) -> tuple[int, int]:
    """The line and number of the first event of a kind."""
    return next((n, k) for n, line in enumerate(session.lines) for k, e in enumerate(line.events) if wanted(e))


def play_to(window: Window, at: tuple[int, int]) -> Any:
    """The battle stands before an event, and plays on from there."""
    course = window.top.play
    course.steps.playing = False
    course.steps.go_to(at[0] - 1, at[1])
    course.steps.toggle_play()
    return course.telling.stage


def until(window: Window, so: Callable[[], bool], frames: int = 400) -> None:
    for _ in range(frames):
        if so():
            return
        window.step(1, DT)
    raise AssertionError("it was not seen")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_volley_flies_from_who_shoots_to_who_is_shot_at(watch: Callable[..., Window], system: str) -> None:
    window = watch(system)
    table = script.script_of(system)
    at = moment(battle(system), lambda e: script.among(e, table.volleys))
    event = battle(system).lines[at[0]].events[at[1]]
    stage = play_to(window, at)
    until(window, lambda: bool(stage.volleys))
    volley = stage.volleys[0]
    state = stage.showing.state
    ends = [state.bases[b].pose for b in state.units[event.about[1]].bases if state.bases[b].pose is not None]
    for x, y in volley.ends.tolist():
        assert min(abs(p.x - x) + abs(p.y - y) for p in ends) < 60.0
    until(window, lambda: volley.age > 0.3)
    shadows, flying = volley.spots(window.top.table.camera, 1.0)
    assert shadows
    assert min(y for _s, (_x, y) in flying) < min(y for _s, (_x, y) in shadows) + 12
    window.shot(f"theatre-volley-{system}")
    until(window, lambda: volley not in stage.volleys)


@pytest.mark.parametrize("system", SYSTEMS)
def test_losses_rise_from_who_is_hit_and_the_fallen_lie_until_the_turn_ends(
    watch: Callable[..., Window], system: str
) -> None:
    window = watch(system)
    table = script.script_of(system)
    session = battle(system)
    at = moment(session, lambda e: script.number_of(e, table) > 0)
    stage = play_to(window, at)
    until(window, lambda: any(isinstance(m, Number) for m in stage.marks))
    number = next(m for m in stage.marks if isinstance(m, Number))
    assert number.text == f"−{script.number_of(session.lines[at[0]].events[at[1]], table)}"
    window.step(12, DT)
    window.shot(f"theatre-losses-{system}")
    gone = moment(session, lambda e: any(isinstance(c, SetPose) and c.where == "gone" for c in e.changes))
    stage = play_to(window, gone)
    stage.showing.speed = "quick"
    until(window, lambda: bool(stage.table.lying))
    window.step(2, DT)
    assert stage.table.picture.scene.fallen[: len(stage.table.lying)]
    lain: list[bool] = []
    stage.showing.listeners.append(
        lambda _l, _n, event, _s: (
            lain.append(bool(stage.table.lying))
            if script.kind_of(event, table) == "turn" or not lain or lain[-1]
            else None
        )
    )
    while all(lain) and stage.showing.busy:
        stage.showing.step()
        stage.showing.update(0.01)
    assert not stage.showing.busy or lain[:-1] == [True] * (len(lain) - 1)
    assert len(lain) > 1


def gone_by(event: Event) -> set[str]:
    return {c.base for c in event.changes if isinstance(c, SetPose) and c.where == "gone"}


def falling(window: Window, stage: Any) -> list[Fall]:
    """Play until the event in hand has been seen; who falls then."""
    until(window, lambda: not stage.marks or any(isinstance(m, Fall) for m in stage.marks) or bool(stage.table.lying))
    until(window, lambda: bool(stage.table.lying))
    return [m for m in stage.marks if isinstance(m, Fall)]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_struck_are_marked_and_fall_in_300_ms(watch: Callable[..., Window], system: str) -> None:
    window = watch(system)
    session = battle(system)
    at = moment(session, lambda e: bool(gone_by(e)))
    stage = play_to(window, at)
    until(window, lambda: any(isinstance(m, Blow) for m in stage.marks))
    window.shot(f"theatre-struck-{system}")
    found = falling(window, stage)
    assert len(found) == len(gone_by(session.lines[at[0]].events[at[1]]))
    window.step(1, 0.1)
    window.shot(f"theatre-fall-{system}")
    assert not found[0].done
    window.step(4, 0.06)
    assert found[0].done
    assert not [m for m in stage.marks if isinstance(m, Fall) and m in found]


def test_by_a_key_they_lie_there_at_once_and_with_reduced_motion_too(watch: Callable[..., Window]) -> None:
    for settings in ({}, {"reduced_motion": True}):
        window = watch("WMA", **settings)
        stage = play_to(window, moment(battle("WMA"), lambda e: bool(gone_by(e))))
        window.step(1, 0.01)
        stage.showing.step()
        assert stage.table.lying
        assert not [m for m in stage.marks if isinstance(m, Fall)]


def test_nothing_flies_where_motion_is_reduced_and_numbers_stand_still(watch: Callable[..., Window]) -> None:
    window = watch("WMA", reduced_motion=True)
    table = script.script_of("WMA")
    stage = play_to(window, moment(battle("WMA"), lambda e: script.among(e, table.volleys)))
    until(window, lambda: any(isinstance(m, Number) for m in stage.marks))
    assert not stage.volleys
    assert all(isinstance(m, Number) and m.still for m in stage.marks)


def test_going_elsewhere_takes_all_of_it_away(watch: Callable[..., Window]) -> None:
    window = watch("WMA")
    table = script.script_of("WMA")
    stage = play_to(window, moment(battle("WMA"), lambda e: script.among(e, table.volleys)))
    until(window, lambda: bool(stage.volleys))
    window.top.play.steps.go_to(3)
    assert not stage.busy
    assert stage.table.lying == ()


def test_the_loss_of_a_unit_is_said_over_the_table(watch: Callable[..., Window]) -> None:
    window = watch("WMA")
    table = script.script_of("WMA")
    session = battle("WMA")
    at = moment(session, lambda e: script.kind_of(e, table) == "lost")
    stage = play_to(window, at)
    until(window, lambda: stage.headlines.shown is not None)
    name = session.state.units[session.lines[at[0]].events[at[1]].about[0]].name
    assert name in stage.headlines.shown.text
    assert stage.headlines.shown.kind == "lost"
    window.step(20, DT)
    window.shot("theatre-headline")


def test_a_generals_fall_holds_the_table(watch: Callable[..., Window]) -> None:
    window = watch("WMA")
    stage = play_to(window, moment(battle("WMA"), lambda e: e.type == "first_turn"))
    window.step(1, 0.0)
    state = stage.showing.state
    general = next(u for u in state.units.values() if any(stage._look(b) == "general" for b in u.bases))
    fall = Event("character_lost", "loss", about=(general.id,))
    assert stage.takes(fall) == 1.2
    assert stage._headline("lost", fall, state).kind == "general"
    assert stage.takes(Event("character_lost", "loss", about=("VEL-1",))) == 0.0


class TestHeadlines:
    def test_it_comes_stays_and_goes(self) -> None:
        lines = Headlines()
        lines.say(Headline("turn", "Turn 3"))
        lines.update(0.0)
        assert lines.strength(still=False) == 0.0
        assert lines.strength(still=True) == 1.0
        lines.update(COMES)
        assert lines.strength(still=False) == 1.0
        lines.update(STAYS + GOES / 2)
        assert lines.strength(still=False) == pytest.approx(0.5)
        lines.update(GOES)
        assert lines.shown is None

    def test_at_most_one_in_four_seconds_and_the_weightiest_first(self) -> None:
        lines = Headlines()
        lines.say(Headline("turn", "Turn 3"))
        lines.update(0.0)
        kinds: tuple[script.Kind, ...] = ("lost", "general", "turn")
        for kind in kinds:
            lines.say(Headline(kind, kind))
        lines.update(APART - 0.01)
        assert lines.strength(still=True) == 0.0
        lines.update(0.02)
        assert lines.shown == Headline("general", "general")


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_table_lists_are_events_that_the_system_tells(system: str) -> None:
    from game.client.art.files import brought
    from game.engine.positions.events_told import events_of

    path = brought(system, script.FILE)
    assert path is not None
    own, told = script.read_script(path), events_of(path.parent)
    for name in (*own.volleys, *own.blows, *own.number, *own.headline):
        assert name.rsplit(".", maxsplit=1)[-1] in told, name
    for name, key in own.number.items():
        assert key in told[name.rsplit(".", maxsplit=1)[-1]].keys
