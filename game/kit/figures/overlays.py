"""What is drawn about loose figures: where each may come, who threatens whom, who is seen, how they hold together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal

from game.engine.ruleset import Shape
from game.engine.snapping import UsualGap
from game.engine.state import Base, State
from game.engine.text import Length, T, Text
from game.geometry.bases import Indices
from game.kit.figures.board import Board
from game.kit.figures.figures import Figures
from game.kit.shown.overlays import Row, line, middle, ring, ring_about, sight_line
from game.kit.shown.words import away, distance


class Drawn:
    """The drawings, by what a system says of figures.

    Parameters
    ----------
    board
        The situation of a view.
    rows, models, foes
        Rows and models of a unit, with whoever acts with it; the enemy units on the table.
    allowance
        How far (mm) a model may go by a move of a kind, of which "charge" is one.
    moves
        The other kinds whose reach is drawn, and their names.
    threat
        How far (mm) a unit comes by a charge in a straight line.
    hidden
        By enemy unit what hides it from a unit, None where it is seen.
    apart
        The models to which a unit keeps its distance.
    """

    def __init__(
        self,
        figures: Figures,
        board: Callable[[State], Board[Any]],
        rows: Callable[[State, str], Indices],
        models: Callable[[State, str], Sequence[Base]],
        foes: Callable[[State, str], Iterable[str]],
        *,
        allowance: Callable[[State, Any, Base], float],
        moves: Mapping[Any, Text],
        threat: Callable[[State, str], float],
        hidden: Callable[[State, str], Mapping[str, Sequence[str] | None]],
        apart: Callable[[State, str], Iterable[Base]],
    ) -> None:
        self.figures, self.board, self.rows, self.models, self.foes = figures, board, rows, models, foes
        self.allowance, self.moves, self.farthest, self.hidden, self.apart = allowance, moves, threat, hidden, apart

    def reach(self, view: State, unit: str) -> Iterator[Shape]:
        """How far the centre of each model may come by the moves."""
        for base in self.models(view, unit):
            for kind, name in self.moves.items():
                mm = self.allowance(view, kind, base)
                if mm > 0:
                    yield ring("reach", middle(base), mm, T("{action}: {length}", action=name, length=Length(mm)))

    def charge(self, view: State, unit: str) -> Iterator[Shape]:
        """How far the outline of each model comes by a charge."""
        for base in self.models(view, unit):
            mm = self.allowance(view, "charge", base)
            if mm > 0:
                yield ring_about("contact", base, mm, T("charge: {length}", length=Length(mm)))

    def threat(self, view: State, unit: str) -> Iterator[Shape]:
        """The enemies whose charge would cover the distance to a unit in a straight line."""
        for enemy in self.foes(view, unit):
            gap, a, b = self.board(view).between(self.rows(view, enemy), self.rows(view, unit))
            if gap <= self.farthest(view, enemy):
                yield line("threat", (a, b), away(enemy, gap))

    def sight(self, view: State, unit: str) -> Iterator[Shape]:
        """A line to every enemy: seen, or what hides him."""
        for enemy, what in self.hidden(view, unit).items():
            gap, a, b = self.board(view).between(self.rows(view, unit), self.rows(view, enemy))
            yield sight_line((a, b), gap, what)

    def coherency(self, view: State, unit: str) -> Iterator[Shape]:
        """How near a comrade must be to every model, and the lines to those that are too far."""
        models, now, figures = self.models(view, unit), self.board(view), self.figures
        for base in models:
            yield ring_about("coherency", base, figures.mm("near"))
        for one, other in combinations(models, 2):
            gap = float(now.far[now.index[one.id], now.index[other.id]])
            if gap > figures.mm("mates") + figures.slack:
                yield line("forbidden", (middle(one), middle(other)), distance(gap))

    def spacing(self, view: State, unit: str) -> Iterator[Shape]:
        """How near one may come to the models of others without charging."""
        return (ring_about("forbidden", base, self.figures.mm("apart")) for base in self.apart(view, unit))

    def overlays(self, view: State, unit: str, ranges: Row, *own: Row, front: tuple[Row, ...] = ()) -> tuple[Row, ...]:
        """What may be drawn of a unit: how it goes and shoots, how it holds together, what is the system's own."""
        return (
            Row("reach", T("Reach of {unit}"), self.reach),
            Row("charges", T("Charge reach of {unit}"), self.charge),
            Row("threat", T("Possible chargers of {unit}"), self.threat),
            ranges,
            Row("sight", T("View of {unit}"), self.sight),
            *front,
            Row("coherency", T("Coherency of {unit}"), self.coherency, len(self.models(view, unit)) > 1),
            *own,
        )

    def usual_gaps(self, view: State, unit: str, others: Sequence[Literal["friend", "enemy"]]) -> tuple[UsualGap, ...]:
        """As far as a comrade may be for coherency, as near as ``others`` ("friend", "enemy") may be."""
        apart, near = self.figures.mm("apart"), self.figures.mm("near")
        found = tuple(UsualGap(to, apart, T("clear by {length}", length=Length(apart))) for to in others)
        if len(self.models(view, unit)) < 2:
            return found
        return (UsualGap("mate", near, T("at the limit of coherency, {length}", length=Length(near))), *found)
