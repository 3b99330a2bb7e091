"""Cards out of rows, badges out of states, and the line at the top of the screen.

For all three systems: the rows that several of them have. Which rows a card has, their
labels and clauses are the system's; so is what a side's line at the top says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from game.engine.decision import Sum
from game.engine.ruleset import Card, CardRow
from game.engine.state import State
from game.engine.text import TN, Length, T, Text, Thing
from game.kit.shown.kinds import Kind, by_kind
from game.kit.shown.words import needed, side_name, unit_name


class PlayerTurns(Protocol):
    """What a system of alternate player turns notes of the battle."""

    @property
    def turn(self) -> int:
        """Number of the turn, from 1."""

    @property
    def limit(self) -> int:
        """How many there are."""

    @property
    def active(self) -> str:
        """Whose turn it is."""

    @property
    def phase(self) -> str:
        """Its phase; "deployment" and "over" are nobody's."""


class Rounds(Protocol):
    """What a system of rounds and activations notes of the battle."""

    @property
    def round(self) -> int:
        """Number of the round, 0 before the first."""

    @property
    def rounds(self) -> int:
        """How many there are."""

    @property
    def phase(self) -> str:
        """Its phase."""

    @property
    def acting(self) -> str:
        """Who is activated, "" for nobody."""


def card_of(
    view: State,
    thing: str,
    unit: Callable[[State, str, str], Card],
    others: Mapping[Kind, Callable[[State, str], Card]],
) -> Card:
    """The card of a unit, of a model (its unit's, with its own rows), of what is told apart from these."""
    if thing in view.bases:
        return unit(view, view.bases[thing].unit, thing)
    if thing in view.units:
        return unit(view, thing, "")
    return by_kind(view, thing, others) or Card(Text(thing))


# --- rows --------------------------------------------------------------------------------------------------------


def nearest_row(enemy: str, mm: float, clause: str) -> CardRow:
    """The nearest enemy and how far he is (mm)."""
    return CardRow(T("Nearest enemy"), T("{unit}, {distance}", unit=Thing(enemy), distance=Length(mm)), clause)


def blow_rows(enemy: str, thrown: int, dice: tuple[Sum, str], hit: tuple[Sum, str]) -> list[CardRow]:
    """How many dice a unit strikes with at an enemy and what hits him, each with its clause and open to its sum."""
    said = TN("{n} die", "{n} dice", thrown)
    return [
        CardRow(T("Attacks on {enemy}", enemy=Thing(enemy)), said, dice[1], dice[0]),
        CardRow(T("Hits {enemy} on", enemy=Thing(enemy)), needed(hit[0].total), hit[1], hit[0]),
    ]


def given_rows(*rows: tuple[object, CardRow]) -> list[CardRow]:
    """The rows that a thing has now: of rows with whether it is so."""
    return [row for so, row in rows if so]


def badges(*rows: tuple[object, str, Text]) -> tuple[tuple[str, Text], ...]:
    """The states that a thing is in, as symbols with their meaning: of rows (whether it is so, symbol, meaning)."""
    return tuple((symbol, meaning) for so, symbol, meaning in rows if so)


# --- the top of the screen ---------------------------------------------------------------------------------------


def turn_rows(battle: PlayerTurns, phase_name: Callable[[str], Text]) -> list[tuple[Text, Text]]:
    """The turn of so many, and whose it is in which phase."""
    rows = []
    if battle.turn:
        rows.append((T("Turn"), T("{turn} of {limit}", turn=battle.turn, limit=battle.limit)))
    playing = battle.active and battle.phase not in ("deployment", "over")
    rows.append((side_name(battle.active) if playing else T("Phase"), phase_name(battle.phase)))
    return rows


def round_rows(battle: Rounds, phases: Mapping[str, Text]) -> list[tuple[Text, Text]]:
    """The round of so many, the phase, and whose activation it is."""
    rows = [(T("Phase"), phases.get(battle.phase, Text(battle.phase)))]
    if battle.round:
        rows.insert(0, (T("Round"), T("{round} of {rounds}", round=battle.round, rounds=battle.rounds)))
    return [*rows, (T("Active"), unit_name(battle.acting))] if battle.acting else rows


def side_rows(view: State, said: Callable[[str], Text]) -> list[tuple[Text, Text]]:
    """What is said of each side."""
    return [(side_name(side), said(side)) for side in view.sides]
