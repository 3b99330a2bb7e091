"""Secret cards of USB under the hand: seen, dragged, laid."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.client.tabletop import overlays as o
from game.engine.loader import load_ruleset
from tests.client.battles import begin
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def rings(w: Window, role: str) -> list[tuple[float, float]]:
    """The middles of the discs that mark cards by a role."""
    found = w.battle.play.marks().overlays
    return list(dict.fromkeys((round(r.x), round(r.y)) for r in found if isinstance(r, o.Ring) and r.role == role))


def test_secret_cards_are_seen_dragged_and_laid(window: Make) -> None:
    """Also of a unit of one base: a card is laid for the unit, wherever its base would be named else."""
    w = window(extra={"USB": load_ruleset("USB")})
    begin(w, secret_deployment="seen")
    assert w.asked() == "lay_card"
    w.step(20)
    editor = w.battle.play.decision.editor
    assert editor is not None
    state = w.battle.sitting.view
    waits = rings(w, "support")
    assert len(rings(w, "legal")) == 1
    assert len(waits) >= 3
    single = next(t for t, p in editor.hand.array.places.items() if len(state.units[t].bases) == 1 and p.ghosts)
    at = editor.hand.array.places[single].ghosts[0].pose
    w.drag(w.on_table(at.x, at.y), w.on_table(at.x, at.y - 60.0))
    assert editor.tray.hand == single
    assert editor.verdict().legal
    ((x, y),) = rings(w, "legal")
    assert (x, y) == pytest.approx((at.x, at.y - 60.0), abs=2.0)
    w.key("enter")
    w.until(lambda: bool(w.asked()) and w.battle.play.decision.editor is not editor)
    laid = [m.pose for m in w.battle.sitting.view.markers.values() if m.side == "south"]
    assert [(round(p.x), round(p.y)) for p in laid if p is not None] == [(x, y)]


def test_a_card_is_no_base_to_be_taken_out_of_its_unit(window: Make) -> None:
    w = window(extra={"USB": load_ruleset("USB")})
    begin(w, secret_deployment="seen")
    editor = w.battle.play.decision.editor
    assert editor is not None
    ((x, y),) = rings(w, "legal")
    pygame.key.set_mods(pygame.KMOD_LALT)
    try:
        w.drag(w.on_table(x, y), w.on_table(x + 120.0, y))
    finally:
        pygame.key.set_mods(0)
    assert editor.verdict().legal
    assert rings(w, "legal") == [pytest.approx((x + 120.0, y), abs=2.0)]
