"""Reactions to a charge (chapter 21, USB-R24)."""

from __future__ import annotations

import pytest

from game.engine.decision import MoveSpace
from game.engine.state import Feature, State
from tests.rules.universal_battle.charge_play import Charge
from tests.rules.universal_battle.move_play import at, led
from tests.rules.universal_battle.table import monster, piece, scene, troops


def _scene(far: float = 7.0, terrain: tuple[Feature, ...] = (), locked: bool = False, **own: object) -> State:
    """A charge at a unit of slingers so many inches off."""
    slingers = troops("B1", (18, 11 + far), 5, "rookie", "light", **own)
    more = [troops("A3", (18, 12 + far + 0.05), 2)] if locked else []
    locks = [("A3", "B1")] if locked else []
    return scene(troops("A1", (18, 10), 5), slingers, *more, terrain=terrain, locks=locks)


def _offered(state: State) -> list[str] | None:
    """The reactions that are open; None where nobody is asked."""
    play = Charge(state, "A1", "B1")
    if not play.session.waiting:
        return None
    space = play.session.asked(play.asked).space
    assert isinstance(space, MoveSpace)
    return [m.id for m in space.among[0].modes if m.bar is None and m.id != "none"]


@pytest.mark.clause("USB-CHG-04", "USB-CHG-05", "USB-R24")
def test_who_was_not_activated_moves_shoots_or_digs_in() -> None:
    assert _offered(_scene()) == ["shoot", "entrench", "react"]
    assert _offered(_scene(5.0)) == ["entrench", "react"]
    assert _offered(_scene(5.01)) == ["shoot", "entrench", "react"]
    assert _offered(_scene(activated=True)) is None


@pytest.mark.clause("USB-CHG-04", "USB-CHG-06", "USB-ACT-06", "USB-R24")
def test_who_is_dug_in_shoots_at_any_distance_and_stays() -> None:
    assert _offered(_scene(2.0, entrenched=True)) == ["shoot"]
    assert _offered(_scene(2.0, entrenched=True, activated=True)) == ["shoot"]
    forest = piece("forest", 10, 12.6, 26, 18)
    assert _offered(_scene(2.0, (forest,), activated=True)) == ["shoot"]


@pytest.mark.clause("USB-R24", "USB-MOR-05", "USB-FRM-03", "USB-S14")
def test_what_status_formation_and_locks_leave() -> None:
    assert _offered(_scene(status="panicked")) == ["react"]
    assert _offered(_scene(status="panicked", entrenched=True)) is None
    assert _offered(_scene(formation="column")) == ["shoot", "react"]
    assert _offered(_scene(locked=True)) is None


@pytest.mark.clause("USB-MON-09", "USB-R24", "USB-MON-04")
def test_a_monster_never_counts_as_dug_in() -> None:
    gun = monster("B1", (18, 15), 0, "regular", "light", entrenched=True)
    assert _offered(scene(troops("A1", (18, 10), 4), gun)) == ["entrench"]
    acted = monster("B1", (18, 15), 1, "regular", "light", entrenched=True, activated=True)
    assert _offered(scene(troops("A1", (18, 10), 4), acted)) is None


@pytest.mark.clause("USB-R58")
def test_engineers_leave_no_rights_by_terrain() -> None:
    forest = piece("forest", 10, 12.6, 26, 18)
    slingers = troops("B1", (18, 13), 5, "rookie", "light", activated=True)
    assert _offered(scene(troops("A1", (18, 10), 4, specs=["engineers"]), slingers, terrain=[forest])) is None


@pytest.mark.clause("USB-CHG-05", "USB-R24")
def test_a_reaction_move_is_three_inches_any_way_an_inch_from_enemies() -> None:
    play = Charge(_scene(), "A1", "B1")
    ask = play.asked
    question = play.session.ruleset.questions[ask.question]
    moves = {
        "away": question.check(play.state, ask, _react(led("B1", (18, 21)))),
        "too far": question.check(play.state, ask, _react(led("B1", (18, 21.01)))),
        "hiding": question.check(play.state, ask, _react(led("B1", (18, 20), form="hidden"))),
    }
    assert {k: v.legal for k, v in moves.items()} == {"away": True, "too far": False, "hiding": False}
    play.react("react", led("B1", (18, 20.5)))
    assert at(play.state, "B1.3") == (18, 20.5)
    assert play.melee["target"] == "B1"


def _react(course: object) -> object:
    from game.engine.decision import MoveAnswer

    return MoveAnswer("B1", "react", "", (course,))


@pytest.mark.clause("USB-CHG-05", "USB-ACT-06")
def test_digging_in_and_doing_nothing_let_the_charge_arrive() -> None:
    dug = Charge(_scene(), "A1", "B1").react("entrench")
    assert dug.state.units["B1"].own.entrenched
    assert dug.melee == {"unit": "A1", "target": "B1", "charge": True, "front": ()}
    assert Charge(_scene(), "A1", "B1").react("none").melee["charge"]
