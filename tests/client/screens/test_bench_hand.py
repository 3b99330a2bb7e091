"""What is measured of the hand is what a hand does: a drag with its ghost, an opening, a zoom."""

from __future__ import annotations

import pytest

from game.client.tabletop.overlays import Ghost
from game.engine.loader import load_ruleset
from workshop.bench import hand
from workshop.bench.situations import at_a_move, movers

pytestmark = pytest.mark.window


@pytest.mark.parametrize("system", ["WMA", "WAB"])
def test_the_drag_that_is_measured_has_a_ghost_in_every_frame(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = load_ruleset(system)
    session, decision = at_a_move(ruleset)
    seen: list[bool] = []
    drag = hand._drag

    def watched(app: object, screen: object, unit: str) -> float | None:
        step = app.step

        def stepped(dt: float, events: tuple[object, ...]) -> None:
            step(dt, events)
            held = screen.play.gestures.kind == "piece" and screen.play.gestures.moved
            if held:
                seen.append(any(isinstance(o, Ghost) and o.base for o in screen.play.marks().overlays))

        monkeypatch.setattr(app, "step", stepped)
        return drag(app, screen, unit)

    monkeypatch.setattr(hand, "_drag", watched)
    found = hand.measure(ruleset, session, movers(session, decision), (1280, 720))
    assert len(seen) >= hand.MOTIONS - 6
    assert all(seen)
    assert found.ghost > 0.0
    assert found.opening > found.zoom > 0.0


def test_a_unit_that_cannot_be_dragged_is_no_measurement() -> None:
    ruleset = load_ruleset("WMA")
    session, _decision = at_a_move(ruleset)
    with pytest.raises(hand.NoGhost):
        hand.measure(ruleset, session, ["nobody"], (1280, 720))
