"""Which spell, on whom: hits by what they take off, gifts by who gains from them."""

from __future__ import annotations

from typing import Any

from game.engine.decision import AllocateAnswer, Asked, Reply, TargetsAnswer
from game.engine.state import State
from game.engine.text import T, Text, Thing, Word
from rulesets.age_of_fantasy_skirmish.general import worth
from rulesets.age_of_fantasy_skirmish.magic import spells, tokens
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, UnitOwn

LEAST = 1.5
"""Points below which tokens are kept."""
TOKEN = 2.0
"""Points that a token is worth while there are rounds to come."""
FACES = 6


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


def spent(view: State, side: str, args: dict[str, Any]) -> tuple[Reply, Text] | None:
    """Tokens to help or to hinder a spell: as long as a face of the die is worth more than a token.

    Two tokens more than that make no difference: a 6 always works, a 1 never does.
    """
    unit, spell = args["unit"], spells.spell(args["spell"])
    own: BattleOwn = view.own
    at_stake = sum(value(view, spell, mark) for mark in args["marks"])
    price = TOKEN * min(own.rounds - own.round, 1)
    if at_stake / FACES <= price:
        return None
    left, boxes = 2, {}
    for base in tokens.helpers(view, side, unit):
        give = min(left, tokens.held(view, base))
        if give:
            boxes[base] = give
            left -= give
    helps = side == view.units[unit].side
    why = T("it must not fail") if helps else T("it must not succeed")
    return (Reply(AllocateAnswer(boxes)), why) if boxes else None
