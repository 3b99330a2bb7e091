"""What is known of both sides of a charge, read off the table (NAP-RCT-13 to -17, NAP-R90, NAP-R96, NAP-R137)."""

from __future__ import annotations

from game.engine.state import State
from rulesets.napoleonic_wars.body import support
from rulesets.napoleonic_wars.body.around import around
from rulesets.napoleonic_wars.charge import reaction
from rulesets.napoleonic_wars.charge.reaction import DefenderDoes, Form, Party, Phase, Sides
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.command import officers
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts, sight, standing
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.fire.tables import losses

CLOSED = ("closed_column", "closed_divisional", "march_column", "mass")
"""Columns that charge as closed ones (NAP-R96)."""


def supports(view: State, body: str) -> int:
    """Supporting units within 25 cm that it sees (NAP-ORG-34, NAP-RCT-15)."""
    board = board_of(view)

    def sees(state: State, one: str, other: str) -> bool:
        return board.within(one, other, number("felt")) and sight.sees(state, one, other)

    return len(support.supporters(view, body, sees))


def form_as_charger(view: State, body: str) -> Form:
    """What foot charges as: a closed column, a line, or what no row speaks of (NAP-R96)."""
    formation = facts.own(view, body).stance.formation
    return "column" if formation in CLOSED else "line" if formation == "line" else "other"


def form_as_target(view: State, body: str) -> Form:
    """What a target counts as: foot's formation; irregulars in close order are a column (NAP-R96)."""
    told = facts.own(view, body)
    if told.arm != "foot" and not (told.arm == "horse" and not told.stance.mounted):
        return "other"
    if told.stance.formation in ("square", "double_square"):
        return "square" if told.stance.formation == "square" else "double_square"
    if told.stance.formation == "irregular" or facts.is_column(view, body):
        return "column"
    return "line" if told.stance.formation == "line" else "other"


def party(view: State, body: str, foe: str, *, charges: bool) -> Party:
    """One side of a charge as things stand."""
    told = facts.own(view, body)
    near = officers.general_within(view, body, number(officers.IN_PERSON))
    far = officers.general_within(view, body, number(officers.FAR))
    mates = around(view, body, view.units[body].side)
    return Party(
        general="near" if near else "far" if far else "",
        cls=facts.morale_class(view, body),
        better_sub=facts.has_better_sub(view, body),
        higher=standing.is_higher(view, body, foe),
        few=2 * facts.strength(view, body) < facts.strength(view, foe),
        disorder=book.counted(view, body),
        losses=losses(view, body),
        supports=supports(view, body),
        leaving=mates.leaving,
        retreating=mates.retreating,
        routing=mates.routing,
        mounted=facts.is_mounted(view, body),
        light=told.light or not told.regular,
        form=form_as_charger(view, body) if charges else form_as_target(view, body),
        cover="none" if charges else standing.in_cover(view, body, foe) or "none",
    )


def changing(view: State, body: str, time: float = 0.0) -> bool:
    """Whether a body is in the middle of a change of formation at a moment, or disarms prisoners.

    NAP-R131, NAP-PRI-06.
    """
    return facts.disarms(view, body) or moments.is_forming(view, body, time, ("form",))


def sides(view: State, charger: str, target: str, *, sector: str = "", time: float = 0.0) -> Sides:
    """A charge as things stand; ``sector`` from where it comes, where that is known already (NAP-FLK-02).

    ``time``: the moment at which a change of the target that is not finished counts (NAP-R131).
    """
    found = sector or standing.sector(view, target, standing.front_rank(view, charger))
    return Sides(
        charger=party(view, charger, target, charges=True),
        defender=party(view, target, charger, charges=False),
        sector="rear" if found == "rear" else "flank" if found == "flank" else "front",
        changing=changing(view, target, time),
        mamelukes=facts.is_mamelukes(view, charger) and facts.charges_first(view, charger),
    )


def defender_does(view: State, charger: str, target: str, number: int, phase: Phase) -> DefenderDoes:
    """What a charged body does by a value (NAP-RES-15)."""
    mounted, square = facts.reacts_mounted(view, target), facts.is_square(view, target)
    by_horse = facts.is_mounted(view, charger)
    return reaction.defender_does(_read(view, target, number), phase, mounted=mounted, square=square, by_horse=by_horse)


def fire_distance(view: State, charger: str, target: str, number: int) -> float | None:
    """Cm at which a charged body that stands ceases fire; None where none is printed (NAP-RES-13)."""
    square, by_horse = facts.is_square(view, target), facts.is_mounted(view, charger)
    return reaction.fire_distance(_read(view, target, number), square=square, by_horse=by_horse)


def _read(view: State, target: str, number: int) -> int:
    return reaction.steadied(number) if facts.is_steady(view, target) else number
