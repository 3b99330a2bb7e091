"""Remaining moves in tests, and the plain twins that sweeps and solved courses are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.decision import Course, MoveAnswer, Verdict
from game.engine.state import Frame
from game.geometry.steps import Step
from tests.rules.ancient_battles.charge_play import Play
from tests.rules.ancient_battles.table import Row, table


def moves(*units: Row, dice: Sequence[int] = (), **battle: Any) -> Play:
    """Step 5 of the Movement phase, ready to be played."""
    return Play(table(*units, phase="moves", **battle), Frame("wab.moves"), dice)


def next_turn(play: Play) -> Play:
    """The same situation in the next step 5 of the same side."""
    state = play.state
    units = {u.id: replace(u, own=replace(u.own, moved=False, marched=False, fast=False)) for u in state.units.values()}
    return Play(replace(state, units=units), Frame("wab.moves"))


def go(unit: str, mode: str, *steps: Step, mark: str = "") -> MoveAnswer:
    """A move by its steps."""
    return MoveAnswer(unit, mode, mark, (Course(unit, steps),) if steps else ())


def cost(play: Play, answer: MoveAnswer) -> float:
    """Inches that a legal move costs."""
    verdict = play.check(answer)
    assert verdict.legal, verdict.reasons
    assert verdict.cost is not None
    return round(verdict.cost / 25.0, 3)


def refusal(play: Play, answer: MoveAnswer) -> str:
    """The clause by which a move is refused."""
    verdict = play.check(answer)
    assert verdict.status == "refused", verdict
    return verdict.reasons[0].clause


def nearest(play: Play, answer: MoveAnswer) -> tuple[Step, ...]:
    """Steps of the nearest legal move to a refused one, which is legal indeed."""
    verdict: Verdict = play.check(answer)
    assert verdict.status == "refused", verdict
    if verdict.nearest is None:
        return ()
    assert isinstance(verdict.nearest, MoveAnswer)
    assert play.check(verdict.nearest).legal
    return verdict.nearest.courses[0].steps


def modes(play: Play, unit: str) -> dict[str, str]:
    """The ways of moving that a unit is offered, with the clauses that bar them ("" for none)."""
    space = play.session.asked(play.session.waiting[0]).space
    mover = next(m for m in space.among if m.id == unit)  # type: ignore[union-attr]
    return {m.id: m.bar.clause if m.bar else "" for m in mover.modes}


def movers(play: Play) -> list[str]:
    """Who may still move."""
    if not play.session.waiting:
        return []
    space = play.session.asked(play.session.waiting[0]).space
    return [m.id for m in space.among]  # type: ignore[union-attr]
