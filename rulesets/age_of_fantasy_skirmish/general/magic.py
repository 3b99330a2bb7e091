"""Which spell, on whom: hits by what they take off, gifts by who gains from them."""

from __future__ import annotations

from game.engine.decision import Asked, Reply, TargetsAnswer
from game.engine.state import State
from game.engine.text import T, Text, Thing, Word
from rulesets.age_of_fantasy_skirmish import spells
from rulesets.age_of_fantasy_skirmish.general import worth
from rulesets.age_of_fantasy_skirmish.own import UnitOwn

LEAST = 1.5
"""Points below which tokens are kept."""


def value(view: State, spell: spells.Spell, mark: str) -> float:
    """What a spell on a unit is worth in points, if it works."""
    price = worth.price(view, mark)
    own: UnitOwn = view.units[mark].own
    if spell.hits:
        wounds = spell.hits * worth.through(view, mark, dict(spell.rules), spell.rules.get("ap", 0), False)
        return min(wounds * worth.times(view, mark, dict(spell.rules)), worth.life(view, mark)) * price
    if spell.push:
        return 4.0
    if spell.target == "friend":
        if own.activated and spell.until != "round":
            return 0.5
        return 3.0 + 0.02 * own.points * (1.0 if not own.activated else 0.4)
    return 3.0 + 0.02 * own.points * (0.3 if own.activated else 1.0)


def best(view: State, asked: Asked, replies: list[Reply]) -> tuple[Reply, Text] | None:
    """The best of the spells offered, per token; None where none is worth its tokens."""
    found: tuple[float, Reply, Text] | None = None
    for reply in replies:
        if not isinstance(reply.answer, TargetsAnswer) or not reply.answer.aims:
            continue
        aim = reply.answer.aims[0]
        spell = spells.spell(aim.means)
        worth_it = 0.5 * value(view, spell, aim.mark) - 0.4 * spell.value
        if worth_it > LEAST and (found is None or worth_it > found[0] + 1e-9):
            why = T("{spell} on {target} promises most", spell=Word(spell.name), target=Thing(aim.mark))
            found = (worth_it, reply, why)
    return None if found is None else (found[1], found[2])
