"""Moves in tests: one way, one plan, one activation in inches, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.decision import Bar, Course, MoveAnswer
from game.engine.dice import ScriptedDice
from game.engine.session import Session
from game.engine.state import Frame, State
from game.geometry.steps import Jump, Path, Step
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.measures import MM_PER_INCH, inch
from rulesets.age_of_fantasy_skirmish.move import plans
from rulesets.age_of_fantasy_skirmish.move.plans import Kind, Plan
from rulesets.age_of_fantasy_skirmish.walk.ways import Way, walk
from tests.rules.age_of_fantasy_skirmish.flow_play import Play
from tests.rules.age_of_fantasy_skirmish.table import at_inch, where

R25, R32, R50 = 12.5 / 25.4, 16.0 / 25.4, 25.0 / 25.4
"""Radii of round bases in inches (AFS-S03)."""
Spot = tuple[float, float]
Leg = Spot | Step


def to(*points: Spot) -> Path:
    """A path through points in inches."""
    return Path(tuple((inch(x), inch(y)) for x, y in points))


def jump(x: float, y: float) -> Jump:
    """A Jump to a place in inches."""
    return Jump((inch(x), inch(y)))


def steps(*legs: Leg) -> tuple[Step, ...]:
    """Points in inches and steps in their order; points that follow each other are one path."""
    found: list[Step] = []
    points: list[Spot] = []
    for leg in legs:
        if isinstance(leg, tuple):
            points.append(leg)
            continue
        if points:
            found.append(to(*points))
            points = []
        found.append(leg)
    if points:
        found.append(to(*points))
    return tuple(found)


def courses(**ways: Sequence[Leg]) -> tuple[Course, ...]:
    """Courses by model with "_" for ".", in their order; a single place may stand without a list."""
    return tuple(Course(base.replace("_", "."), steps(*_legs(legs))) for base, legs in ways.items())


def _legs(legs: Any) -> Sequence[Leg]:
    return [legs] if isinstance(legs, tuple) and isinstance(legs[0], int | float) else legs


def way(state: State, base: str, *legs: Leg, kind: Kind = "advance", target: str = "") -> Way:
    """The way of one model as it is told, not round anything."""
    return walk(plans.walker_of(state, base, kind, target), steps(*legs))


def judged(state: State, unit: str, kind: Kind = "advance", target: str = "", **ways: Sequence[Leg]) -> Plan:
    """A unit's move judged."""
    return plans.judge(state, unit, kind, target, courses(**ways))


def answer(unit: str, mode: str, mark: str = "", **ways: Sequence[Leg]) -> MoveAnswer:
    """An answer to a question of moves."""
    return MoveAnswer(unit, mode, mark, courses(**ways))


def clause(bar: Bar | None) -> str:
    """The clause of a bar, "" where nothing is barred."""
    return "" if bar is None else bar.clause


def long(way_or_mm: Way | float) -> float:
    """The counted length of a way, or mm, in inches to 0.001."""
    mm = way_or_mm.walked if isinstance(way_or_mm, Way) else way_or_mm
    return round(mm / MM_PER_INCH, 3)


class Move(Play):
    """A frame about a move that is being played."""

    def __init__(self, state: State, frame: Frame, dice: Sequence[int] = ()) -> None:
        self.dice = ScriptedDice(dice)
        self.session = Session.from_state(RULESET, state, frame, self.dice)

    def at(self, base: str) -> Spot:
        """Where a model is, in inches."""
        return at_inch(self.state.bases[base].pose)

    def where(self, unit: str) -> list[Spot]:
        """Where the models of a unit are, in inches."""
        return where(self.state, unit)

    def alive(self, unit: str) -> list[int]:
        """Numbers of the models on the table."""
        return [b.number for b in self.state.bases_of(unit)]

    def wounds(self, base: str) -> int:
        """Wound markers of a model."""
        return int(self.state.bases[base].own.wounds)

    def faces(self) -> list[tuple[int, ...]]:
        """Faces of every throw."""
        return [tuple(f for r in e.rolled.faces for f in r) for e in self.events if e.type == "rolled" and e.rolled]

    def thrown(self, rule: str) -> list[tuple[int, int | None]]:
        """Number of dice and need of every throw of a clause."""
        found = [e.request for e in self.events if e.type == "rolled" and e.request and e.request.clause == rule]
        return [(sum(r.n for r in q.rows), q.need) for q in found]

    def finish(self, **told: Any) -> Move:
        """Answer what is asked, as told by question, else by default; no die of the script may be left."""
        for _ in range(60):
            if not self.asked_for:
                assert self.left() == (), self.left()
                return self
            if self.asked_for in told:
                given = told.pop(self.asked_for)
                self.give(*((None, given) if isinstance(given, str) else (given,)))
            else:
                self.default()
        raise AssertionError(f"still {self.asked_for}")


def activation(state: State, unit: str, *dice: int) -> Move:
    """The activation of a unit up to the first question."""
    return Move(state, RULESET.entries["activation"](state, {"unit": unit}), dice)
