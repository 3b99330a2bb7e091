"""The score of a combat result (USB-RES-02, USB-R42, USB-R56, USB-R60, USB-R66, USB-R73)."""

from __future__ import annotations

import msgspec

from game.engine.decision import Sum
from game.engine.state import Base, State
from game.engine.text import T, Text, Thing
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.field import facts


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one side of a fight has done in it.

    Attributes
    ----------
    unit
        The activation.
    charged
        It counts as having charged.
    wounds
        Standfast it has taken from the other by blows and ram (USB-R56).
    fled, died
        Its hero fled his duel; died in it.
    """

    unit: str
    charged: bool = False
    wounds: int = 0
    fled: bool = False
    died: bool = False


def fighters(view: State, part: Part) -> tuple[Base, ...]:
    """The models that count for numbers and for X: not a hero who fled his duel (USB-R56)."""
    hero = facts.hero_base(view, part.unit) if part.fled else ""
    return tuple(b for b in facts.models(view, part.unit) if b.id != hero)


def further(view: State, unit: str, other: str) -> int:
    """How many more units of its side are locked in the same connected fight (USB-R60)."""
    seen, todo = {unit, other}, [unit, other]
    while todo:
        for enemy in facts.opponents(view, todo.pop()):
            if enemy not in seen:
                seen.add(enemy)
                todo.append(enemy)
    side = view.units[unit].side
    return sum(view.units[u].side == side for u in seen) - 1


def weight(view: State, models: tuple[Base, ...]) -> int:
    """X: the highest Standfast left of one model, capped where the players have agreed on it (USB-R66, USB-R73)."""
    most = max((facts.standfast(b) for b in models), default=0)
    return min(most, whole("giants_cap")) if view.options.get("giants_weight") == "capped" else most


def score(view: State, mine: Part, theirs: Part) -> Sum:
    """The score of one side of a fight, with what it is made of (USB-RES-02)."""
    models, others = fighters(view, mine), fighters(view, theirs)
    fours = min(len(models) // whole("rank_of_result"), whole("most_of_fours"))
    phalanx = facts.own(view, mine.unit).formation == "phalanx"
    found: list[tuple[Text, int, str]] = [
        (T("charged"), int(mine.charged), "USB-RES-02"),
        (T("wounds"), mine.wounds, "USB-RES-02"),
        (T("full fours of models"), fours, "USB-RES-02"),
        (T("outnumbers"), int(len(models) > len(others)), "USB-R56"),
        (T("more units in the fight"), further(view, mine.unit, theirs.unit), "USB-R60"),
        (T("toughest model"), weight(view, models), "USB-R66"),
        (T("Phalanx"), int(phalanx), "USB-FRM-05"),
        (T("hero fled his duel"), -2 * mine.fled, "USB-DUE-02"),
        (T("hero died in his duel"), -int(mine.died), "USB-DUE-05"),
    ]
    rows = tuple((text, float(n), clause) for text, n, clause in found if n)
    return Sum(T("Combat result of {unit}", unit=Thing(mine.unit)), sum(row[1] for row in rows), rows)


def band(difference: int) -> str:
    """What a difference comes to for the lower side (USB-RES-03).

    >>> [band(n) for n in (0, 1, 2, 3, 4, 5, 6, 20)]
    ['hold', 'hold', 'back', 'back', 'flee', 'flee', 'gone', 'gone']
    """
    for name, least in (("gone", "annihilated"), ("flee", "routed"), ("back", "gives_ground")):
        if difference >= whole(least):
            return name
    return "hold"
