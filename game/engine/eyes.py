"""Whose eyes a battle is looked at with: a battle that is not over keeps its secrets from whoever only watches it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from game.engine.event import Event
from game.engine.state import State, view
from game.engine.text import T, Text

PERSON = "person"
"""What a record calls a player who is no bot."""


@dataclass(frozen=True)
class Eyes:
    """One way of looking at a battle.

    Attributes
    ----------
    side
        The side that is looked with; None for nobody's side.
    whole
        With nobody's side everything is seen, secrets of all sides too; else what lies open to all.
    """

    side: str | None = None
    whole: bool = False

    def view(self, state: State) -> State:
        """The state as it is seen."""
        return state if self.whole else view(state, self.side)

    def sees(self, event: Event) -> bool:
        """Whether an event is seen."""
        return self.whole or not event.only or event.only == self.side


EVERYTHING = Eyes(whole=True)


class Unasked(Exception):
    """Somebody must say whose eyes a battle is looked at with; the sentence tells how."""

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(text.key)


def persons(sides: Iterable[str], players: Mapping[str, str]) -> tuple[str, ...]:
    """The sides that people play, by the players of a record; a side nobody is named for counts as a person's."""
    return tuple(side for side in sides if players.get(side, PERSON) == PERSON)


def usual_eyes(last: State, players: Mapping[str, str]) -> Eyes | None:
    """Whose eyes a battle is looked at with unasked; None where two people still play it, and one must ask.

    A battle that is over is seen in full, and so is one that only bots play. A battle of one person is seen as that
    person saw it.

    Parameters
    ----------
    last
        The state at the end of what there is of the battle.
    """
    people = persons(last.sides, players)
    if last.over is not None or not people:
        return EVERYTHING
    return Eyes(people[0]) if len(people) == 1 else None


def chosen_eyes(file: str, last: State, players: Mapping[str, str], side: str = "", both: bool = False) -> Eyes:
    """The eyes that a command asks for.

    Parameters
    ----------
    file
        What the file is called, for messages.
    side, both
        The side asked for, "" for none, and whether all sides were asked for.

    Raises
    ------
    Unasked
        For a side that there is not, and where neither is said of a battle that two people still play.
    """
    sides = ", ".join(last.sides)
    if side and both:
        raise Unasked(T("give either --side SIDE or --both"))
    if both:
        return EVERYTHING
    if side:
        if side not in last.sides:
            raise Unasked(
                T("{file} has no side called {side}; choose from: {sides}", file=file, side=side, sides=sides)
            )
        return Eyes(side)
    eyes = usual_eyes(last, players)
    if eyes is None:
        raise Unasked(
            T(
                "{file} is unfinished, and two people play it. Add --side SIDE for one side's view ({sides}), or "
                "--both if both players agree to see all secrets.",
                file=file,
                sides=sides,
            )
        )
    return eyes
