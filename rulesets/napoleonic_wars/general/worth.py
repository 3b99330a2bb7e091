"""What a general holds a charge to be worth, and what horse that is near is to him."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from game.engine.state import State
from rulesets.napoleonic_wars.charge import legal, parties, reaction
from rulesets.napoleonic_wars.command import obedience
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.field import facts, sectors
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.measures import cm

HOME = -3
"""A charge of this value or better goes home (NAP-RES-15)."""


BEYOND = 5.0
"""Cm that enemy horse is given beyond its charge."""


class Temper(msgspec.Struct, frozen=True):
    """What generals differ in.

    Attributes
    ----------
    charge
        The value that a charge must promise before the dice.
    reserve
        From how many brigades on one is held back.
    square
        The value of a charge of enemy horse at a line from which on foot forms square.
    stands
        The value of a charge up to which who could evade stands.
    """

    name: str
    charge: int
    reserve: int
    square: int
    stands: int


TEMPERS = (Temper("general", -1, 4, 2, 3), Temper("bold", -1, 4, 3, 4), Temper("cautious", 2, 3, 0, 1))
"""The best first."""


def value(view: State, body: str, foe: str) -> int:
    """The value of a charge as things stand: the dice of both sides have the same mean (NAP-RCT-04, NAP-RCT-06)."""
    return reaction.value(parties.sides(view, body, foe))


def best_charge(view: State, body: str, order: GameOrder | None, least: int) -> tuple[int, str] | None:
    """The charge that promises most, with its value; None where none promises enough or may be made.

    ``order`` is the game order that binds it, None where none does (NAP-S77).
    """
    if legal.speed(view, body) <= 0.0 or facts.is_deployed(view, body):
        return None
    if order is not None and obedience.kind_of(order) != "attack":
        return None
    board, far = board_of(view), legal.speed(view, body) / 10.0
    found = []
    for foe in facts.enemies(view, view.units[body].side):
        if not board.within(body, foe, far) or facts.own(view, foe).result in ("surrendered", "dispersed"):
            continue
        if facts.is_mounted(view, body) and facts.is_square(view, foe):
            continue
        promised = value(view, body, foe)
        if promised < max(HOME, least):
            continue
        if order is not None and obedience.strike_bar(view, body, order, foe) is not None:
            continue
        if legal.charge_bar(view, body, foe, free=True) is None:
            found.append((promised, -board.gap(body, foe), foe))
    if not found:
        return None
    promised, _, foe = max(found)
    return promised, foe


def horse_near(view: State, body: str, least: int) -> str:
    """Enemy horse that may soon charge a body, and would be worth so much against it in line; "" for none."""
    board = board_of(view)
    for foe in facts.enemies(view, view.units[body].side):
        if not facts.is_mounted(view, foe) or facts.is_forced(view, foe) or facts.in_melee(view, foe):
            continue
        near = board.gap(body, foe) <= legal.speed(view, foe) + cm(BEYOND)
        if near and sectors.sector(view, foe, sectors.front_rank(view, body)) == "front":
            sides = parties.sides(view, foe, body)
            in_line = replace(sides, defender=replace(sides.defender, form="line"))
            if reaction.value(in_line) >= least:
                return foe
    return ""
