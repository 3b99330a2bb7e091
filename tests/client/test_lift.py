"""A drag is lifted, put down and refused in the times that are meant; with reduced motion at once."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.client.parts.lift import BACK, DOWN, HIGH, LOW, SHAKE, UP, Lift
from game.client.tabletop.overlays import Ghost
from rulesets.warmaster_ancients import RULESET as WMA
from tests.client.battles import laid_out
from tests.client.window import Window
from tests.rules.warmaster_ancients.table import table, unit

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def test_the_times_are_those_of_the_picture() -> None:
    assert (UP, DOWN, BACK) == (0.08, 0.14, 0.18)
    assert (LOW, HIGH, SHAKE) == (3.0, 7.0, 4.0)


def situation(w: Window) -> None:
    state = table(unit("LEG-2", at=(65, 32), facing="N"), unit("GAL-1", at=(140, 80), facing="S"), active="south")
    laid_out(w, WMA, state, WMA.entries["move"](state, {"unit": "LEG-2"}))


def ghosts(w: Window) -> list[Ghost]:
    return [x for x in w.battle.play.marks().overlays if isinstance(x, Ghost) and x.base]


def lift(w: Window) -> Lift:
    return w.battle.play.hand.lift


def test_picking_up_lifts_the_ghost_in_80_ms(window: Make) -> None:
    w = window()
    situation(w)
    w.down(w.on_table(650.0, 320.0))
    w.move(w.on_table(650.0, 350.0), (1, 0, 0))
    low = {g.lift for g in ghosts(w)}
    assert all(LOW <= x < HIGH for x in low)
    w.step(1, dt=0.02)
    assert all(x > min(low) for x in (g.lift for g in ghosts(w)))
    w.step(2, dt=0.03)
    assert {g.lift for g in ghosts(w)} == {HIGH}
    w.shot("lift-held")
    assert not lift(w).busy


def test_let_go_it_comes_down_in_140_ms_where_it_was_let_go(window: Make) -> None:
    w = window()
    situation(w)
    w.drag(w.on_table(650.0, 320.0), w.on_table(650.0, 400.0), drop=False)
    w.step(5)
    at = w.on_table(650.0, 400.0)
    w.post(1026, pos=(round(at[0]), round(at[1])), button=1)  # the button goes up
    w.step(1, dt=0.001)
    assert not lift(w).held
    assert HIGH - 0.5 < ghosts(w)[0].lift <= HIGH
    w.step(1, dt=0.07)
    assert LOW < ghosts(w)[0].lift < LOW + (HIGH - LOW) / 2  # fast at first: by half of the time more than half
    w.step(1, dt=0.07)
    assert ghosts(w)[0].lift == LOW
    assert not lift(w).busy
    drafted = {g.base: (g.pose.x, g.pose.y) for g in w.battle.play.decision.editor.verdict().ghosts}
    assert all((g.x, g.y) == pytest.approx(drafted[g.base]) for g in ghosts(w))


def refused(w: Window) -> list[float]:
    """Let go too far; how far (mm) a ghost is aside of its place by each of nine frames of 20 ms."""
    situation(w)
    w.drag(w.on_table(650.0, 320.0), w.on_table(650.0, 700.0), drop=False)
    w.step(5)
    at = w.on_table(650.0, 700.0)
    w.post(1026, pos=(round(at[0]), round(at[1])), button=1)
    w.step(1, dt=0.001)
    drafted = {g.base: g.pose.x for g in w.battle.play.decision.editor.verdict().ghosts}
    out = []
    for _ in range(10):
        w.step(1, dt=0.02)
        ghost = ghosts(w)[0]
        out.append((ghost.x - drafted[ghost.base]) * w.battle.table.camera.scale)
    return out


def test_refused_it_shakes_once_and_is_still_after_180_ms(window: Make) -> None:
    aside = refused(window())
    assert max(aside) == pytest.approx(SHAKE, abs=0.8)
    assert min(aside) == pytest.approx(-SHAKE, abs=0.8)
    signs = [x > 0 for x in aside if abs(x) > 0.3]
    assert signs == sorted(signs, reverse=True)  # to one side, to the other, and no more
    assert aside[-1] == pytest.approx(0.0, abs=0.01)


def test_with_reduced_motion_nothing_moves(window: Make) -> None:
    w = window(reduced_motion=True)
    assert refused(w) == pytest.approx([0.0] * 10, abs=0.01)
    assert {g.lift for g in ghosts(w)} == {LOW}
    assert not lift(w).busy


def dropped(w: Window) -> list[float]:
    """Escape in the middle of a drag by 80 mm; how far (mm) a ghost is from its home by frames of 45 ms, until none."""
    situation(w)
    home = {b.id: b.pose.y for b in w.battle.session.state.bases_of("LEG-2")}
    w.drag(w.on_table(650.0, 320.0), w.on_table(650.0, 400.0), drop=False)
    w.step(5)
    w.post(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)
    out = []
    for _ in range(6):
        w.step(1, dt=0.001 if not out else 0.045)
        out += [abs(g.y - home[g.base]) for g in ghosts(w)[:1]]
    assert not lift(w).busy
    return out


def test_escape_lets_it_fly_back_to_where_it_stands_in_180_ms(window: Make) -> None:
    w = window()
    way = dropped(w)
    assert len(way) == 4
    assert way[0] == pytest.approx(80.0, abs=8.0)
    assert way == sorted(way, reverse=True)
    assert way[-1] < 5.0
    assert w.battle.play.decision.editor.answer() is None or not w.battle.play.decision.editor.verdict().ghosts


def test_with_reduced_motion_escape_puts_it_back_at_once(window: Make) -> None:
    assert dropped(window(reduced_motion=True)) == []
