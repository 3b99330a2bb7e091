"""The scripted general of the skirmish: every question of the rules, answered from what its side may see."""

from __future__ import annotations

import math
from functools import partial

from game.bots.seat import Choice, Seat
from game.engine.decision import Aim, AllocateAnswer, MoveAnswer, OptionAnswer, PickAnswer, Reply, TargetsAnswer
from game.engine.state import State
from game.engine.text import T, Text, Thing, Word
from game.kit.general.shell import Answers, Scripted, in_tempers, left, said
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field import facts
from rulesets.age_of_fantasy_skirmish.general import worth
from rulesets.age_of_fantasy_skirmish.general.actions import STAYS, Mind
from rulesets.age_of_fantasy_skirmish.general.worth import TEMPERS, Temper
from rulesets.age_of_fantasy_skirmish.magic import casting, spells
from rulesets.age_of_fantasy_skirmish.measures import within
from rulesets.age_of_fantasy_skirmish.move.pushing import aim_of
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, UnitOwn
from rulesets.age_of_fantasy_skirmish.shoot import shooting
from rulesets.age_of_fantasy_skirmish.turn import seizing

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
        return left(seat.asked.exits[0].id, T("the tokens are worth more later"))
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
    for base in spells.helpers(view, seat.side, unit):
        give = min(left, spells.held(view, base))
        if give:
            boxes[base] = give
            left -= give
    helps = seat.side == view.units[unit].side
    why = T("this spell is worth the tokens") if helps else T("stopping this spell is worth the tokens")
    return said(AllocateAnswer(boxes), why) if boxes else None


FINISHED = 8.0
"""Points that it is worth beyond its price to finish a unit: it acts no more, and its side is nearer to breaking."""
OFF_MARKER = 5.0
"""Points that it is worth to finish a unit that holds or contests a marker."""
KEPT = 2.5
"""Points that a weapon for once is worth for each round still to come."""
OFFERED = 60
"""Shots that are weighed at most."""

USUAL: dict[str, Text] = {
    "beneficiaries": T("the units that gain most"),
    "place_marker": T("in the middle, where both sides must come"),
    "edge": T("more markers lie on that half"),
    "aside": T("a unit that can arrive later waits"),
    "deploy": T("near a marker, in cover"),
    "scout": T("near a marker, in cover"),
    "ambush": T("behind the enemy, near a marker"),
    "shoot": T("the shots with the most expected losses"),
    "casualties": T("the least valuable model"),
    "deadly": T("the least valuable model"),
    "counter": T("it is better to strike first"),
    "strike_back": T("striking back costs nothing"),
    "pile_in": T("every model into the fight"),
    "draw_back": T("one inch is enough"),
    "tokens": T("as many as the spell is worth"),
}
"""Why the default is taken, by question."""


def _activate(seat: Seat, temper: Temper) -> Choice:
    units = tuple(c.id for c in seat.asked.space.things if c.bar is None)  # type: ignore[union-attr]
    if seat.asked.exits:
        return left(seat.asked.exits[0].id, T("nothing can change any more"))
    unit = Mind(seat.view, seat.side, temper).next_unit(units)
    return said(PickAnswer((unit,)), T("{unit} next: it has most to gain or lose", unit=Thing(unit)))


def _act(seat: Seat, temper: Temper) -> Choice:
    unit = seat.decision.args["unit"]
    if casting.exits(seat.view, unit) and worth_casting(seat.view, unit):
        return left(casting.CAST_EXIT, T("a spell first"))
    deed = Mind(seat.view, seat.side, temper).best(unit, seat.work)
    if seat.check(Reply(deed.answer)).legal:
        return said(deed.answer, deed.why)
    return said(MoveAnswer(unit, "hold"), STAYS)


def _ambush(seat: Seat, temper: Temper) -> Choice | None:
    return None if seat.asked.draft is None else said(seat.asked.draft, USUAL["ambush"])


def _consolidate(seat: Seat, temper: Temper) -> Choice | None:
    unit = seat.decision.args["unit"]
    for marker in seizing.markers(seat.view):
        if within(facts.to_marker(seat.view, unit, marker.id), number("seize_reach")):
            return None
    first = next(iter(seat.candidates("any", 1)), None)
    return None if first is None else Choice(first, T("towards the nearest marker"))


def _limited(seat: Seat, temper: Temper) -> Choice:
    parts = seat.asked.space.parts  # type: ignore[union-attr]
    return said(OptionAnswer(dict.fromkeys(parts, "yes")), T("the Limited weapon is worth using now"))


def _push(seat: Seat, temper: Temper) -> Choice:
    """Whether and where to push a model, with what comes of it."""
    return Choice(seat.asked.default, aim_of(seat.view, seat.decision.args["base"]))


def _shoot(seat: Seat, temper: Temper) -> Choice | None:
    """The shots that promise most of those offered (decision 15); None where none is offered."""
    most, found = -math.inf, None
    for reply in seat.candidates("any", OFFERED):
        if isinstance(reply.answer, TargetsAnswer) and reply.answer.aims:
            value, mark = _value(seat.view, seat.decision.args["unit"], reply.answer.aims)
            if value > most:
                most = value + 1e-9
                found = Choice(reply, T("the shots at {target} cost the enemy most", target=Thing(mark)))
    return found


def _value(view: State, unit: str, aims: tuple[Aim, ...]) -> tuple[float, str]:
    """Points that aims promise, and the target that suffers most."""
    own: BattleOwn = view.own
    total, most = 0.0, (-1.0, "")
    for volley in shooting.volleys(view, unit, aims):
        target, life = volley.target, worth.life(view, volley.target)
        wounds = sum(worth.attack(view, a) for a in volley.attacks)
        side = view.units[target].side
        holds = any(target in seizing.seizers(view, side, m.id) for m in seizing.markers(view))
        gain = min(wounds, life) * worth.price(view, target)
        gain += min(wounds / life, 1.0) ** 2 * (FINISHED + (OFF_MARKER if holds else 0.0))
        total += gain
        most = max(most, (gain, target))
    kept = sum(shooting.once(view, unit, aim.means) for aim in aims)
    return total - kept * KEPT * (own.rounds - own.round), most[1]


ANSWERS: Answers[Temper] = {
    "activate": _activate,
    "act": _act,
    "cast": cast,
    "tokens": spent,
    "shoot": _shoot,
    "ambush": _ambush,
    "consolidate": _consolidate,
    "limited": _limited,
    "try_push": _push,
    "push": _push,
}
General = partial(Scripted, ANSWERS, USUAL)
"""A general with a temper."""
bots = in_tempers(General, TEMPERS)
