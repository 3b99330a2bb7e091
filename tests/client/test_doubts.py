"""What left newcomers in doubt: tiny bases missed, limits found too late, states that looked the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.engine.state import Frame
from rulesets.ancient_battles import RULESET as WAB
from tests.client.battles import laid_out
from tests.client.window import Window
from tests.rules.ancient_battles.table import table, unit

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def test_tiny_bases_are_hit_from_a_few_pixels_away_and_never_through_others(window: Make) -> None:
    w = window()
    state = table(unit("SGE", (36, 10)), unit("PHA", (36, 24)), unit("WAR", (36, 40), 180), turn=1)
    screen = laid_out(w, WAB, state, Frame("wab.moves"))
    general = next(b for b in screen.view.bases.values() if b.unit == "SGE")
    assert general.pose is not None
    assert general.shape.width * screen.table.camera.scale < 12.0  # a few pixels only, the whole table in sight
    x, y = w.on_table(general.pose.x, general.pose.y)
    w.move((x + 12, y))
    assert screen.under is not None
    assert screen.under.unit == "SGE"
    assert "General" in "".join(s.text for s in screen.tip_at((round(x + 12), round(y))))
    w.click((x + 12, y))
    assert screen.selected == "SGE"
    w.click((x + 24, y))
    assert screen.selected == ""
    # the drag takes hold of it from beside it, and of its ghost as well
    w.drag((x - 11, y), (x - 11, y - 20))
    editor = screen.decision.editor
    assert editor.unit == "SGE"
    ghost = editor.here()[general.id]
    gx, gy = w.on_table(ghost.x, ghost.y)
    w.drag((gx + 11, gy), (gx + 11, gy - 10))
    assert editor.here()[general.id].y > ghost.y + 10.0
