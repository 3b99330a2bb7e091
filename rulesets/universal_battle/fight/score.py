"""The score of a combat result (USB-RES-02, USB-R42, USB-R56, USB-R60, USB-R66, USB-R73)."""

from __future__ import annotations

import msgspec

from game.engine.decision import Sum
from game.engine.state import Base, State
from game.engine.text import T, Text, Thing
from game.kit.sums import sum_of
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.field import facts, formations


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one activation has done in a fight.

    ``wounds``: Standfast taken from the other by blows and ram (USB-R56); ``fled``, ``died``: its hero, in his duel.
    """

    unit: str
    charged: bool = False
    wounds: int = 0
    fled: bool = False
    died: bool = False


def fighters(view: State, part: Part) -> tuple[Base, ...]:
    """The models that count for numbers and for X: not a hero who fled his duel (USB-R56)."""
    return tuple(b for b in facts.models(view, part.unit) if not (part.fled and facts.is_hero(b)))


def further(view: State, unit: str, other: str) -> int:
    """How many more units of its side are locked in the same connected fight (USB-R60)."""
    seen = [unit, other]
    for one in seen:
        seen += [enemy for enemy in facts.opponents(view, one) if enemy not in seen]
    return sum(view.units[u].side == view.units[unit].side for u in seen) - 1


def weight(view: State, models: tuple[Base, ...]) -> int:
    """X: the highest Standfast left of one model, capped where the players have agreed on it (USB-R66, USB-R73)."""
    most = max((facts.standfast(b) for b in models), default=0)
    return min(most, whole("giants_cap")) if view.options.get("giants_weight") == "capped" else most


def score(view: State, mine: Part, theirs: Part) -> Sum:
    """The score of one side of a fight, with what it is made of (USB-RES-02)."""
    models, others = fighters(view, mine), fighters(view, theirs)
    fours = min(len(models) // whole("rank_of_result"), whole("most_of_fours"))
    found: tuple[tuple[Text, float, str], ...] = (
        (T("charged"), mine.charged, "USB-RES-02"),
        (T("wounds"), mine.wounds, "USB-R56"),
        (T("full fours of models"), fours, "USB-RES-02"),
        (T("outnumbers"), len(models) > len(others), "USB-R56"),
        (T("more units in the fight"), further(view, mine.unit, theirs.unit), "USB-R60"),
        (T("toughest model"), weight(view, models), "USB-R66"),
        (T("Phalanx"), formations.formation(view, mine.unit) == "phalanx", "USB-FRM-05"),
        (T("hero fled his duel"), -whole("fled_duel") * mine.fled, "USB-DUE-02"),
        (T("hero died in his duel"), -whole("died_duel") * mine.died, "USB-DUE-05"),
    )
    rows = ((text, float(n), clause) for text, n, clause in found if n)
    return sum_of(T("Combat result of {unit}", unit=Thing(mine.unit)), rows)


def band(difference: int) -> str:
    """What a difference comes to for the lower side (USB-RES-03).

    >>> [band(n) for n in (0, 1, 2, 3, 4, 5, 6, 20)]
    ['hold', 'hold', 'back', 'back', 'flee', 'flee', 'gone', 'gone']
    """
    least = {"gone": "annihilated", "flee": "routed", "back": "gives_ground"}
    return next((name for name, key in least.items() if difference >= whole(key)), "hold")
