"""The chip beside a ghost: what it says, where it lies, and what a drag that goes too far comes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.client.editors.chip import Chip
from game.client.editors.desk import Marks
from game.client.panels.ghost_chip import GAP, _wedge, placed
from game.client.tabletop import overlays as o
from game.engine.state import Frame
from rulesets.age_of_fantasy_skirmish import RULESET as AFS
from rulesets.ancient_battles import RULESET as WAB
from rulesets.universal_battle import RULESET as USB
from rulesets.warmaster_ancients import RULESET as WMA
from tests.client.battles import laid_out
from tests.client.window import Window
from tests.rules.age_of_fantasy_skirmish import table as afs
from tests.rules.ancient_battles import table as wab
from tests.rules.universal_battle import table as usb
from tests.rules.warmaster_ancients import table as wma

pytestmark = pytest.mark.window
Make = Callable[..., Window]
INCH = 25.4


def said(spans: Any) -> str:
    return "".join(s.text for s in spans)


def marks(w: Window) -> Marks:
    return w.battle.play.marks()


def chip(w: Window) -> Chip:
    found = marks(w).chip
    assert found is not None
    return found


class TestWhereItLies:
    AREA = pygame.Rect(0, 40, 980, 680)
    SIZE = (146, 104)

    def at(self, ghost: pygame.Rect, off: list[pygame.Rect] | None = None, **more: Any) -> pygame.Rect:
        return placed(self.SIZE, ghost, ([ghost, *(off or [])], []), self.AREA, 1, **more)[0]

    def test_beside_the_ghost_on_the_side_with_more_room(self) -> None:
        left, right = pygame.Rect(200, 300, 100, 20), pygame.Rect(700, 300, 100, 20)
        assert self.at(left).left == left.right + GAP
        assert self.at(right).right == right.left - GAP
        assert self.at(left).centery == left.centery

    def test_never_over_ghost_enemy_or_way(self) -> None:
        ghost = pygame.Rect(400, 300, 100, 20)
        off = [pygame.Rect(540, 260, 80, 90), pygame.Rect(250, 290, 60, 40), pygame.Rect(440, 320, 8, 200)]
        found = self.at(ghost, off)
        assert found.collidelist([ghost, *off]) == -1
        assert self.AREA.contains(found)

    def test_it_stays_within_the_table_at_its_edge(self) -> None:
        ghost = pygame.Rect(960, 40, 20, 20)
        found = self.at(ghost)
        assert self.AREA.contains(found)
        assert not found.colliderect(ghost)

    def test_it_stays_where_it_was_beside_its_ghost_while_it_may(self) -> None:
        ghost = pygame.Rect(480, 300, 20, 20)
        first, spot = placed(self.SIZE, ghost, ([ghost], []), self.AREA, 1)
        moved = ghost.move(12, 0)  # the other side has a little more room now
        after = self.at(moved, before=spot)
        assert (after.x - first.x, after.y) == (12, first.y)

    def test_friends_are_kept_off_where_there_is_room(self) -> None:
        ghost, friend = pygame.Rect(200, 300, 100, 20), pygame.Rect(330, 290, 60, 40)
        assert placed(self.SIZE, ghost, ([ghost], [friend]), self.AREA, 1)[0].colliderect(friend) is False

    @pytest.mark.parametrize("below", [0, 160])
    def test_it_points_at_its_ghost_also_from_higher_up(self, below: int) -> None:
        surface, edge = pygame.Surface((600, 400)), pygame.Color("#70d070")
        rect = pygame.Rect(300, 40, 140, 60)
        ghost = pygame.Rect(200, 60 + below, 60, 20)
        _wedge(surface, rect, ghost, edge, 9)
        end = (ghost.right, ghost.centery) if below else (rect.left - 9, ghost.centery)
        assert surface.get_at(end) == edge
        assert surface.get_at((ghost.centerx, ghost.centery)) != edge


class TestOrders:
    def situation(self, w: Window) -> None:
        state = wma.table(
            wma.unit("LEG-2", at=(65, 32), facing="N"),
            wma.unit("GAL-1", at=(90, 57), facing="S"),
            wma.unit("CONS-1", at=(75, 30), facing="N"),
            active="south",
            turn=1,
            phase="command",
        )
        laid_out(w, WMA, state, WMA.entries["command"](state, {}), [1, 2])

    def pulled(self, w: Window, far: float) -> None:
        w.drag(w.on_table(650.0, 320.0), w.on_table(650.0, 320.0 + far), drop=False)
        w.step(3)

    def test_it_says_the_cost_who_orders_what_he_needs_and_why(self, window: Make) -> None:
        w = window()
        self.situation(w)
        self.pulled(w, 100.0)
        found = chip(w)
        assert (found.of, found.share) == ("of 20 cm", pytest.approx(0.5, abs=0.02))
        assert float(found.spent) == pytest.approx(10.0, abs=0.3)
        (need,) = found.needs
        assert (need.who, need.need, need.chance) == ("CONS-1", "needs 9 or less", "83 %")
        assert need.why == "Command of Consul 9"
        shown = w.battle.chip.rect
        assert shown.w >= 146
        assert shown.h >= 104
        for ring in (*found.ghost, *found.foes):
            xs, ys = zip(*(w.on_table(*p) for p in ring), strict=True)
            box = pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
            assert not shown.colliderect(box)
        w.shot("chip-order")

    def test_past_the_limit_the_ghost_stays_and_a_line_goes_on_to_the_pointer(self, window: Make) -> None:
        w = window()
        self.situation(w)
        self.pulled(w, 300.0)
        found = chip(w)
        assert (found.role, found.spent, found.share) == ("refused", "20", 1.0)
        assert "more than 20 cm" in said(found.notes)
        ghosts = [x for x in marks(w).overlays if isinstance(x, o.Ghost) and x.base]
        assert {x.role for x in ghosts} == {"legal"}
        assert all(x.y == pytest.approx(520.0, abs=12.0) for x in ghosts)
        lines = [x for x in marks(w).overlays if isinstance(x, o.Line) and x.role == "hover"]
        assert len(lines) == 1
        assert lines[0].points[-1][1] == pytest.approx(620.0, abs=2.0)
        w.shot("chip-too-far")

    def test_let_go_it_stands_there_and_it_is_said_why(self, window: Make) -> None:
        w = window()
        self.situation(w)
        self.pulled(w, 300.0)
        w.up(w.on_table(650.0, 620.0))
        editor = w.battle.play.decision.editor
        assert editor.verdict().legal
        assert editor.verdict().cost == pytest.approx(200.0, abs=1.0)
        assert editor.way.draft.legs  # still a block, that may be turned and formed up
        assert "more than 20 cm" in said(chip(w).notes)
        assert not [x for x in marks(w).overlays if isinstance(x, o.Line) and x.role == "hover"]
        w.key("w")  # changed by hand: what was said of the drag is of another draft
        assert "The farthest stand" not in said(chip(w).notes) or chip(w).role == "refused"

    def test_escape_puts_it_back_and_the_chip_goes(self, window: Make) -> None:
        w = window()
        self.situation(w)
        self.pulled(w, 300.0)
        w.key("esc")
        w.step(2)
        assert w.asked() == "order"
        assert marks(w).chip is None
        assert w.battle.chip.rect.w == 0

    def test_shift_leaves_the_draft_where_it_was_drawn(self, window: Make) -> None:
        w = window()
        self.situation(w)
        pygame.key.set_mods(pygame.KMOD_LSHIFT)
        try:
            self.pulled(w, 300.0)
            w.up(w.on_table(650.0, 620.0))
        finally:
            pygame.key.set_mods(0)
        assert w.battle.play.decision.editor.verdict().status == "refused"

    def test_over_an_enemy_that_may_be_charged_it_says_so(self, window: Make) -> None:
        w = window()
        state = wma.table(
            wma.unit("LEG-1", at=(90, 40), facing="N"),
            wma.unit("GAL-1", at=(90, 57), facing="S"),
            wma.unit("CONS-1", at=(75, 30), facing="N"),
            active="south",
            turn=1,
            phase="command",
        )
        laid_out(w, WMA, state, WMA.entries["command"](state, {}), [1, 2])
        w.drag(w.on_table(900.0, 400.0), w.on_table(900.0, 570.0), drop=False)
        w.step(3)
        found = chip(w)
        assert found.role == "legal"
        assert said(found.notes) == "Charge – Gallic warriors"
        assert [n.who for n in found.needs] == ["CONS-1"]
        w.shot("chip-charge")
        w.up(w.on_table(900.0, 570.0))
        assert w.battle.play.decision.editor.way.mark == "GAL-1"

    def test_in_a_small_window_it_folds_to_a_line(self, window: Make) -> None:
        w = window(size=(1024, 700))
        self.situation(w)
        self.pulled(w, 100.0)
        assert 0 < w.battle.chip.rect.h < 40
        assert w.battle.chip.rect.w <= 300 + 2 * 10 + 40
        w.shot("chip-line")


def test_a_passage_that_a_line_cannot_pass_is_taken_as_a_column(window: Make) -> None:
    """Between two friends 5 cm apart ends no line of three stands of 4 cm; a column does. Alt keeps the line."""
    w = window()
    state = wma.table(
        wma.unit("LEG-2", at=(90, 30), facing="N"),
        wma.unit("LEG-1", at=(80.5, 42), facing="N"),
        wma.unit("LEG-3", at=(99.5, 42), facing="N"),
        active="south",
        turn=1,
        phase="command",
    )
    laid_out(w, WMA, state, WMA.entries["move"](state, {"unit": "LEG-2"}))
    start, end = w.on_table(900.0, 300.0), w.on_table(900.0, 430.0)
    w.drag(start, end, steps=8, drop=False)
    w.step(2)
    editor = w.battle.play.decision.editor
    assert editor.verdict().legal, editor.verdict().reasons
    assert editor.way.leg().formation == "column"
    assert "in Column; Alt keeps the present one" in said(chip(w).notes)
    w.shot("chip-column")
    w.move(w.on_table(900.0, 350.0), (1, 0, 0))  # where a line does, it is one again
    assert editor.way.leg().formation == ""
    pygame.key.set_mods(pygame.KMOD_LALT)
    try:
        w.move(end, (1, 0, 0))
        assert editor.way.leg().formation == ""
    finally:
        pygame.key.set_mods(0)
    w.move(end, (1, 0, 0))
    w.up(end)
    assert editor.way.leg().formation == "column"
    w.key("enter")
    w.step(3)
    (given,) = [x.command for x in w.battle.session.lines if x.command is not None and hasattr(x.command, "reply")]
    assert "column" in str(given.reply.answer)


def test_a_block_reforms_before_it_sets_out_where_that_alone_gets_it_through(window: Make) -> None:
    """A gap of 120 mm: four files of 37.5 mm do not pass, three do, once they have formed up (half of the move)."""
    w = window(extra={"WAB": WAB})
    state = wab.table(
        wab.unit("COM", (32, 12)),
        wab.unit("PHA", (27.2, 17)),
        wab.unit("SIL", (36.8, 17)),
        wab.unit("WAR", (36, 40), 180),
        turn=1,
    )
    laid_out(w, WAB, state, Frame("wab.moves"), [])
    poses = [b.pose for b in state.bases_of("COM")]
    x, y = sum(p.x for p in poses) / len(poses), sum(p.y for p in poses) / len(poses)
    w.drag(w.on_table(x, y), w.on_table(x, y + 70.0), steps=6, drop=False)
    w.step(2)
    editor = w.battle.play.decision.editor
    verdict = editor.verdict()
    assert verdict.legal, verdict.reasons
    assert [type(s).__name__ for s in verdict.steps] == ["Form", "Advance"]
    assert verdict.steps[0].files == 3
    assert "3 files" in said(chip(w).notes)
    w.shot("chip-reform")
    w.move(w.on_table(x, y + 30.0), (1, 0, 0))
    assert [type(s).__name__ for s in editor.verdict().steps] == ["Advance"]


SYSTEMS = {
    "AFS": (
        AFS,
        lambda: afs.table(afs.unit("A1", (20, 20)), afs.unit("B4", (20, 45)), active="south"),
        (20 * INCH, 20 * INCH),
        lambda s: AFS.entries["activations"](s, {}),
        "in",
    ),
    "WAB": (
        WAB,
        lambda: wab.table(wab.unit("COM", (26, 16)), wab.unit("NOB", (26, 40), 180), turn=1),
        (26 * 25.0, 16 * 25.0 - 6.0),
        lambda s: Frame("wab.moves"),
        "in",
    ),
    "USB": (
        USB,
        lambda: usb.scene(
            usb.troops("A1", (18, 10), 5, "regular", "light"), usb.troops("B1", (18, 30, 180), 5, "rookie", "light")
        ),
        (18 * INCH, 10 * INCH),
        lambda s: USB.entries["activations"](s, {}),
        "in",
    ),
}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 700)])
def test_it_stands_beside_the_ghost_in_every_system(window: Make, system: str, size: tuple[int, int]) -> None:
    rules, make, at, frame, _unit = SYSTEMS[system]
    w = window(extra={system: rules}, size=size)
    state = make()
    laid_out(w, rules, state, frame(state), [4] * 20)
    w.drag(w.on_table(*at), w.on_table(at[0], at[1] + 70.0), drop=False)
    w.step(3)
    found = chip(w)
    assert found.role == "legal"
    assert found.spent
    assert found.share is not None
    shown = w.battle.chip.rect
    assert w.battle.table.rect.contains(shown)
    w.shot(f"chip-{system}-{size[0]}")
    w.move(w.on_table(at[0], at[1] + 500.0), (1, 0, 0))
    w.step(12)
    far = chip(w)
    assert far.role == "refused"
    assert far.notes
    w.shot(f"chip-{system}-far-{size[0]}")
    w.up(w.on_table(at[0], at[1] + 500.0))
    assert w.battle.play.decision.editor.verdict().legal
