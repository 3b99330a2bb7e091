"""What one unit could do to another, asked at any time and of any place: shooting, charging, the combat they are in.

A ruleset that tells prospects answers for any two units of different sides, in either's turn, standing where they
stand or where a player thinks of putting them. What dice alone decide is reckoned exactly; the rest may be played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from game.engine.decision import Bar
from game.engine.playout import Playout
from game.engine.ruleset import Forecast, Ruleset
from game.engine.state import State
from game.engine.text import Text
from game.geometry.shapes import Pose

What = Literal["shoot", "charge", "combat"]


@dataclass(frozen=True)
class Prospect:
    """What one unit could do to another.

    Attributes
    ----------
    what, actor, mark
        Who does what to whom.
    label
        A heading: "A shoots at B".
    bar
        Why it cannot be done, with its numbers; there are no odds then.
    notes
        What is taken for granted ("as if it were its own turn").
    forecast
        What is reckoned exactly.
    playout
        What comes after that and is played on copies; None where the dice tell all.
    """

    what: What
    actor: str
    mark: str
    label: Text
    bar: Bar | None = None
    notes: tuple[Text, ...] = ()
    forecast: Forecast | None = None
    playout: Playout | None = None

    @property
    def id(self) -> str:
        """Its name among the prospects of two units."""
        return f"{self.what} {self.actor} {self.mark}"


@runtime_checkable
class TellsProspects(Protocol):
    """What a ruleset may also have: odds of any two units at any time."""

    def prospects(
        self, view: State, unit: str, other: str, poses: Mapping[str, Pose] | None = None
    ) -> Sequence[Prospect]:
        """What two units of different sides could do to each other, ``unit``'s doings first.

        ``poses`` are places that bases are thought of at, none of them real.
        """
        ...


def prospects_of(
    ruleset: Ruleset, view: State, unit: str, other: str, poses: Mapping[str, Pose] | None = None
) -> tuple[Prospect, ...]:
    """The prospects of two units of different sides on the table; none where there is nothing to tell."""
    both = view.units.get(unit), view.units.get(other)
    if both[0] is None or both[1] is None or both[0].side == both[1].side:
        return ()
    if not isinstance(ruleset, TellsProspects) or not view.bases_of(unit) or not view.bases_of(other):
        return ()
    known = {b: p for b, p in (poses or {}).items() if b in view.bases and view.bases[b].pose is not None}
    return tuple(ruleset.prospects(view, unit, other, known))
