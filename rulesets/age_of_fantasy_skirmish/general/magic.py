"""Which spell, on whom: hits by what they take off, gifts by who gains from them."""

from __future__ import annotations

from game.bots.seat import Choice, Seat
from game.engine.decision import AllocateAnswer, TargetsAnswer
from game.engine.state import State
from game.engine.text import T, Thing, Word
from game.kit.general.shell import left, said
from rulesets.age_of_fantasy_skirmish.general import worth
from rulesets.age_of_fantasy_skirmish.general.temper import Temper
from rulesets.age_of_fantasy_skirmish.magic import casting, spells, tokens
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, UnitOwn

LEAST = 1.5
"""Points below which tokens are kept."""
TOKEN = 2.0
"""Points that a token is worth while there are rounds to come."""
FACES = 6
OFFERED = 80
"""Spells that are weighed at most."""


def value(view: State, spell: spells.Spell, mark: str) -> float:
    """What a spell on a unit is worth in points, if it works."""
    own: UnitOwn = view.units[mark].own
    if spell.hits:
        wounds = spell.hits * worth.through(view, mark, spell.rules, spell.rules.get("ap", 0), False)
        return min(wounds * worth.times(view, mark, spell.rules), worth.life(view, mark)) * worth.price(view, mark)
    if spell.push:
        return 4.0
    if not own.activated:
        return 3.0 + 0.02 * own.points
    if spell.target == "friend":
        return 0.5 if spell.until != "round" else 3.0 + 0.02 * own.points * 0.4
    return 3.0 + 0.02 * own.points * 0.3


def promised(view: State, spell: spells.Spell, mark: str) -> float:
    """Points that trying a spell on a unit promises, beyond what its tokens are worth."""
    return 0.5 * value(view, spell, mark) - 0.4 * spell.value


def worth_casting(view: State, unit: str) -> bool:
    """Whether a spell now is worth it; what needs a better place waits until the unit has moved."""
    return any(
        bar is None and promised(view, spell, mark) > LEAST
        for base in casting.ready(view, unit)
        for spell in casting.open_spells(view, base)
        for mark, bar in spells.marks(view, base, spell)
    )


def cast(seat: Seat, temper: Temper) -> Choice | None:
    """The best of the spells offered, per token; none where none is worth its tokens."""
    most, found = LEAST, None
    for reply in seat.candidates("any", OFFERED):
        if isinstance(reply.answer, TargetsAnswer) and reply.answer.aims:
            aim = reply.answer.aims[0]
            spell = spells.spell(aim.means)
            points = promised(seat.view, spell, aim.mark)
            if points > most:
                most = points + 1e-9
                why = T("{spell} on {target} promises most", spell=Word(spell.name), target=Thing(aim.mark))
                found = Choice(reply, why)
    if found is None and seat.asked.exits:
        return left(seat.asked.exits[0].id, T("the tokens are better kept"))
    return found


def spent(seat: Seat, temper: Temper) -> Choice | None:
    """Tokens to help or to hinder a spell: as long as a face of the die is worth more than a token.

    Two tokens more than that make no difference: a 6 always works, a 1 never does.
    """
    view, args = seat.view, seat.decision.args
    unit, spell = args["unit"], spells.spell(args["spell"])
    own: BattleOwn = view.own
    at_stake = sum(value(view, spell, mark) for mark in args["marks"])
    if at_stake / FACES <= TOKEN * min(own.rounds - own.round, 1):
        return None
    left, boxes = 2, {}
    for base in tokens.helpers(view, seat.side, unit):
        give = min(left, tokens.held(view, base))
        if give:
            boxes[base] = give
            left -= give
    helps = seat.side == view.units[unit].side
    why = T("it must not fail") if helps else T("it must not succeed")
    return said(AllocateAnswer(boxes), why) if boxes else None
