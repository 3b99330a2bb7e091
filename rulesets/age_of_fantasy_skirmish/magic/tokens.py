"""Spell tokens: dealt at the start of each round, at most six, spent to cast, to help and to hinder.

AFS-CAST-01, AFS-CAST-02, AFS-CAST-07, AFS-R33, AFS-R63, AFS-S21.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from game.engine import changes
from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import TN, Thing
from rulesets.age_of_fantasy_skirmish.army.specials import rating
from rulesets.age_of_fantasy_skirmish.data_files import number, whole
from rulesets.age_of_fantasy_skirmish.field import facts, sight
from rulesets.age_of_fantasy_skirmish.measures import within
from rulesets.age_of_fantasy_skirmish.own import ModelOwn


def casters(view: State, unit: str) -> tuple[str, ...]:
    """The Casters of a unit that are in play, reserves included, in the order of their numbers (AFS-R63)."""
    return tuple(
        b
        for b in view.units[unit].bases
        if view.bases[b].where in ("table", "reserve") and rating(view, b, "caster") is not None
    )


def deal(run: Run) -> None:
    """Every Caster receives its tokens; what would go beyond six is lost (AFS-CAST-01, AFS-CAST-02)."""
    most = whole("tokens_most")
    for unit in run.state.units.values():
        for base in casters(run.state, unit.id):
            own: ModelOwn = run.state.bases[base].own
            after = min(most, own.tokens + (rating(run.state, base, "caster") or 0))
            text = TN("{unit} now has {n} spell token", "{unit} now has {n} spell tokens", after, unit=Thing(unit.id))
            marks, clauses = changes.base(run.state, base, tokens=after), ("AFS-CAST-01", "AFS-CAST-02")
            told: dict[str, Any] = {"base": base, "tokens": after, "before": own.tokens}
            run.tell(unit.id, "tokens_dealt", "status", text, clauses, *marks, also=(base,), **told)


def held(view: State, base: str) -> int:
    """Tokens of a model."""
    own: ModelOwn = view.bases[base].own
    return own.tokens


def helpers(view: State, side: str, unit: str) -> tuple[str, ...]:
    """The models of a side that may spend tokens on a spell of a unit: near it, seeing it, with tokens (AFS-CAST-07).

    The caster itself is among its friends (AFS-R33); being Shaken or having acted does not matter.
    """
    reach = number("help_reach")

    def near(base: str) -> bool:
        if view.bases[base].unit == unit:
            return True
        return within(facts.base_to_unit(view, base, unit), reach) and sight.sees_unit(view, base, unit)

    models = (b.id for other in view.units_of(side) for b in view.bases_of(other.id))
    return tuple(b for b in models if held(view, b) > 0 and near(b))


def spend(state: State, spent: dict[str, int]) -> tuple[ev.Change, ...]:
    """The changes that take tokens from models."""
    taken = (changes.base(state, base, tokens=held(state, base) - n) for base, n in spent.items() if n)
    return tuple(chain.from_iterable(taken))
