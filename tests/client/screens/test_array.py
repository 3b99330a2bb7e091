"""The usual array stands pale before the first answer, and whatever of it is dragged waits there for its question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.client.editors.ahead import ALIKE, Hoped
from game.client.tabletop.overlays import Ghost, Label
from game.engine.decision import PlaceSpace
from game.engine.event import DiceRow
from game.engine.state import Luck
from rulesets.age_of_fantasy_skirmish import RULESET as AFS
from rulesets.ancient_battles import RULESET as WAB
from rulesets.universal_battle import RULESET as USB
from rulesets.warmaster_ancients import RULESET as WMA
from tests.client.battles import begin
from tests.client.play.test_actions import Hands
from tests.client.window import Window

pytestmark = pytest.mark.window
Make = Callable[..., Window]
SYSTEMS = {"WMA": (WMA, "deploy"), "AFS": (AFS, "deploy"), "WAB": (WAB, "wab.deploy"), "USB": (USB, "deploy")}


def asked(w: Window, system: str, north: str = "default") -> set[str]:
    """A battle begun up to its first question of the set-up; what there is to place."""
    question = SYSTEMS[system][1]
    begin(w, north=north)
    for _ in range(12):
        if w.asked() == question:
            break
        w.usual()
        w.key("enter")
        w.until(lambda: bool(w.asked()))
    assert w.asked() == question
    w.step(60)
    space = w.battle.play.decision.editor.desk.asked.space
    assert isinstance(space, PlaceSpace)
    return {c.id for c in space.things}


def pale(w: Window) -> set[str]:
    """The units of which pale ghosts are seen."""
    view = w.battle.play.decision.editor.desk.view
    secret = {b: x for s in view.secret.values() for b, x in s.bases.items()}
    found = [x.base for x in w.battle.play.marks().overlays if isinstance(x, Ghost) and x.base and x.role == "support"]
    return {({**view.bases, **secret})[b].unit for b in found}


def ghost(w: Window, unit: str) -> tuple[float, float]:
    placed = w.battle.play.turns.array.places[unit]
    return placed.ghosts[0].pose.x, placed.ghosts[0].pose.y


def stands(w: Window, unit: str) -> tuple[float, float]:
    pose = w.battle.session.state.bases_of(unit)[0].pose
    return pose.x, pose.y


@pytest.mark.parametrize("system", SYSTEMS)
def test_all_that_is_left_is_seen_where_it_would_stand(window: Make, system: str) -> None:
    w = window(extra={system: SYSTEMS[system][0]})
    left = asked(w, system)
    drafted = set(w.battle.play.decision.editor.tray.pieces)
    assert len(drafted) == 1
    places = w.battle.play.turns.array.places
    assert set(places) >= left
    assert pale(w) == set(places) - drafted  # those too who begin in somebody else: over him, and named
    named = {x.text for x in w.battle.play.marks().overlays if isinstance(x, Label)}
    view = w.battle.play.decision.editor.desk.view
    assert named >= {view.units[u].name for u in places if places[u].standing.inside}
    free = w.battle.sitting.free_area().inflate(2, 2)
    assert all(free.collidepoint(w.on_table(*at)) for at in w.battle.play.turns.array.spots)  # none under what floats
    w.shot(f"array-{system}")
    at = {u: ghost(w, u) for u in left if not places[u].standing.inside}
    assert all(stands_nowhere(w, u) for u in left)
    w.key("b")
    w.until(lambda: w.asked() != SYSTEMS[system][1] and bool(w.asked()))
    same = [u for u in at if stands(w, u) == pytest.approx(at[u], abs=1.0)]
    assert len(same) >= len(at) - 1  # but where the other side came into the way


def stands_nowhere(w: Window, unit: str) -> bool:
    return all(b.pose is None or b.where != "table" for b in w.battle.session.state.bases_of(unit))


@pytest.mark.parametrize(("system", "unit"), [("WAB", "CRE"), ("USB", "BCHA"), ("WMA", "VEL-2"), ("AFS", "A4")])
def test_what_is_dragged_stands_there_with_two_actions(window: Make, system: str, unit: str) -> None:
    w = window(extra={system: SYSTEMS[system][0]})
    left = asked(w, system)
    (drafted,) = w.battle.play.decision.editor.tray.pieces
    hands = Hands(w)
    start = ghost(w, unit)
    w.drag(w.on_table(*start), w.on_table(start[0] + 20.0, start[1] - 30.0))
    hands.done += 1
    editor = w.battle.play.decision.editor
    assert list(editor.tray.pieces) == [unit]
    assert editor.verdict().legal, editor.verdict().reasons
    there = editor.verdict().ghosts[0].pose
    w.step(40)
    assert drafted in pale(w)  # it stands pale again where it would
    w.shot(f"array-dragged-{system}")
    hands.key("b")
    w.until(lambda: w.asked() != SYSTEMS[system][1] and bool(w.asked()))
    assert hands.done == 2
    assert stands(w, unit) == pytest.approx((there.x, there.y), abs=0.1)
    carried = {u for u in left if w.battle.session.state.units[u].own is not None and stands_nowhere(w, u)}
    assert carried <= {"BSTR"}  # who is carried stands nowhere


def test_two_that_were_dragged_both_wait_where_they_were_let_go(window: Make) -> None:
    w = window(extra={"WAB": WAB})
    asked(w, "WAB")
    ends: dict[str, Any] = {}
    for unit in ("CRE", "COM"):
        x, y = ghost(w, unit)
        w.drag(w.on_table(x, y), w.on_table(x, y - 35.0))
        verdict = w.battle.play.decision.editor.verdict()
        assert verdict.legal, verdict.reasons
        ends[unit] = verdict.ghosts[0].pose
        w.step(20)
    assert "CRE" in pale(w)
    assert ghost(w, "CRE") == pytest.approx((ends["CRE"].x, ends["CRE"].y))
    w.key("b")
    w.until(lambda: w.asked() != "wab.deploy" and bool(w.asked()))
    for unit, pose in ends.items():
        assert stands(w, unit) == pytest.approx((pose.x, pose.y), abs=0.1)


def test_the_other_side_sees_nothing_of_it(window: Make) -> None:
    w = window(extra={"WAB": WAB})
    left = asked(w, "WAB", north="person")
    x, y = ghost(w, "CRE")
    w.drag(w.on_table(x, y), w.on_table(x, y - 35.0))
    w.key("enter")
    for _ in range(40):
        w.step()
        if w.screen != "BattleScreen":
            assert w.battle.play.turns.array.places == {}
            w.key("enter")
        elif w.asked():
            break
    w.step(60)
    side = w.battle.play.decision.editor.desk.decision.side
    assert side == "north"
    assert not pale(w) & left
    assert not set(w.battle.play.turns.array.places) & left


def test_a_tie_that_these_dice_never_break_ends_the_look_ahead() -> None:
    luck, rows = Luck("seeded", "ahead"), (DiceRow("south", 1), DiceRow("north", 1))
    dice = Hoped(True)
    for _ in range(ALIKE):
        dice.roll(luck, rows, "who begins")
    dice.roll(luck, rows, "who deploys")
    for _ in range(ALIKE):
        dice.roll(luck, rows, "who begins")
    with pytest.raises(RuntimeError, match="never break a tie: who begins"):
        dice.roll(luck, rows, "who begins")
