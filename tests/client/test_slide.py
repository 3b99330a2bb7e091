"""The hand and what stands: what is dragged against another slides along it, a loose crowd finds its places."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import pytest

from game.client.editors.slide import others, overlaps, settled, slid
from game.engine.state import Frame
from game.geometry.shapes import Pose
from rulesets.age_of_fantasy_skirmish import RULESET as AFS
from rulesets.ancient_battles import RULESET as WAB
from rulesets.warmaster_ancients import RULESET as WMA
from tests.client.battles import laid_out
from tests.client.window import Window
from tests.rules.age_of_fantasy_skirmish import table as afs
from tests.rules.ancient_battles import table as wab
from tests.rules.warmaster_ancients.table import table, unit

pytestmark = pytest.mark.window
Make = Callable[..., Window]


def moved(poses: dict[str, Pose], dx: float, dy: float, turn: float = 0.0) -> dict[str, Pose]:
    return {b: Pose(p.x + dx, p.y + dy, p.facing + turn) for b, p in poses.items()}


class TestBlocks:
    def situation(self) -> tuple[object, dict[str, Pose]]:
        state = table(unit("LEG-1", at=(90, 40), facing="N"), unit("LEG-2", at=(90, 30), facing="N"))
        return state, {b.id: b.pose for b in state.bases_of("LEG-2")}

    def test_it_slides_along_whom_it_was_drawn_into(self) -> None:
        state, before = self.situation()
        wish = moved(before, 35.0, 95.0)
        assert overlaps(state, wish, others(state, wish))
        found = slid(state, before, wish)
        assert found is not None
        assert not overlaps(state, found, others(state, found))
        # it came up against the rear of the other, and went along it to the side where it was drawn
        assert all(found[b].x > before[b].x + 15.0 for b in before)
        assert all(before[b].y + 60.0 < found[b].y < wish[b].y for b in before)

    def test_it_turns_flush(self) -> None:
        state, before = self.situation()
        askew = moved(before, 0.0, 0.0, 0.0)
        x, y = (sum(p.x for p in askew.values()) / 3, sum(p.y for p in askew.values()) / 3)
        a = math.radians(-6.0)
        askew = {
            b: Pose(
                x + (p.x - x) * math.cos(a) - (p.y - y) * math.sin(a),
                y + (p.x - x) * math.sin(a) + (p.y - y) * math.cos(a),
                6.0,
            )
            for b, p in askew.items()
        }
        found = slid(state, askew, moved(askew, 0.0, 95.0))
        assert found is not None
        assert {round(p.facing, 1) % 360.0 for p in found.values()} == {0.0}

    def test_where_nobody_is_in_the_way_nothing_slides(self) -> None:
        state, before = self.situation()
        assert slid(state, before, moved(before, -200.0, 0.0)) is None

    def test_a_dragged_block_stands_free_of_the_other_and_nobody_else_was_moved(self, window: Make) -> None:
        w = window()
        state, _before = self.situation()
        laid_out(w, WMA, state, WMA.entries["move"](state, {"unit": "LEG-2"}))
        w.drag(w.on_table(900.0, 300.0), w.on_table(930.0, 388.0), steps=12, drop=False)
        editor = w.battle.play.decision.editor
        there = editor.way.here()
        assert editor.verdict().legal
        assert not overlaps(state, there, others(state, there))
        w.up(w.on_table(930.0, 388.0))
        after = w.battle.session.state
        assert {b: x.pose for b, x in after.bases.items()} == {b: x.pose for b, x in state.bases.items()}


class TestCrowds:
    def test_figures_let_go_in_each_other_settle_without_overlaps(self) -> None:
        state = afs.table(afs.unit("A3", (20, 6), (21.2, 6), (22.4, 6)), afs.unit("B2", (20, 20)))
        enemy = state.bases["B2.1"].pose
        crowd = {b.id: Pose(enemy.x + 5.0 * k, enemy.y - 8.0, 0.0) for k, b in enumerate(state.bases_of("A3"))}
        found = settled(state, crowd)
        assert found is not None
        assert not overlaps(state, found, others(state, found))
        for a, b in itertools.combinations(found, 2):
            wide = (state.bases[a].shape.width + state.bases[b].shape.width) / 2
            assert math.dist((found[a].x, found[a].y), (found[b].x, found[b].y)) >= wide - 0.1
        assert all(math.dist((p.x, p.y), (enemy.x, enemy.y)) < 120.0 for p in found.values())

    def test_a_formation_let_go_on_others_finds_its_places(self, window: Make) -> None:
        w = window(extra={"AFS": AFS})
        state = afs.table(
            afs.unit("A3", (20, 6), (21.2, 6), (22.4, 6)),
            afs.unit("A1", (21.2, 11)),
            afs.unit("B2", (20, 40)),
            active="south",
        )
        laid_out(w, AFS, state, AFS.entries["activation"](state, {"unit": "A3"}))
        inch = 25.4
        w.drag(w.on_table(21.2 * inch, 6 * inch), w.on_table(21.2 * inch, 9.3 * inch), steps=10)
        editor = w.battle.play.decision.editor
        assert editor.verdict().legal, editor.verdict().reasons
        there = {g.base: g.pose for g in editor.verdict().ghosts}
        assert not overlaps(state, there, others(state, there))


class TestRigidBlocks:
    def situation(self, w: Window) -> tuple[float, float]:
        state = wab.table(wab.unit("PHA", (36, 20)), wab.unit("COM", (32, 12)), wab.unit("WAR", (36, 40), 180), turn=1)
        laid_out(w, WAB, state, Frame("wab.moves"))
        poses = [b.pose for b in state.bases_of("COM")]
        return sum(p.x for p in poses) / len(poses), sum(p.y for p in poses) / len(poses)

    @pytest.mark.parametrize(("dx", "dy"), [(40.0, 150.0), (20.0, 150.0)])
    def test_drawn_askew_against_another_it_wheels_flush_and_nobody_is_pushed(
        self, window: Make, dx: float, dy: float
    ) -> None:
        w = window(extra={"WAB": WAB})
        x, y = self.situation(w)
        before = {b: p.pose for b, p in w.battle.session.state.bases.items()}
        w.drag(w.on_table(x, y), w.on_table(x + dx, y + dy), steps=6, drop=False)
        editor = w.battle.play.decision.editor
        verdict = editor.verdict()
        assert verdict.legal, verdict.reasons
        assert editor.hand.snapped == "slides along"
        ghosts = {g.base: g.pose for g in verdict.ghosts}
        assert {round(p.facing, 1) % 360.0 for p in ghosts.values()} == {0.0}
        assert not overlaps(w.battle.session.state, ghosts, others(w.battle.session.state, ghosts))
        assert [type(s).__name__ for s in verdict.steps] == ["Wheel", "Advance", "Wheel"]
        w.shot(f"slide-rigid-{dx:.0f}")
        w.up(w.on_table(x + dx, y + dy))
        w.key("enter")
        w.step(3)
        after = w.battle.session.state.bases
        assert all(after[b].pose == p for b, p in before.items() if not b.startswith("COM"))
        assert {round(after[b].pose.facing, 1) % 360.0 for b in ghosts} == {0.0}

    def test_drawn_away_again_it_is_turned_no_more(self, window: Make) -> None:
        w = window(extra={"WAB": WAB})
        x, y = self.situation(w)
        w.drag(w.on_table(x, y), w.on_table(x + 40.0, y + 150.0), steps=6, drop=False)
        w.move(w.on_table(x, y + 60.0), (1, 0, 0))
        editor = w.battle.play.decision.editor
        assert [type(s).__name__ for s in editor.verdict().steps] == ["Advance"]
