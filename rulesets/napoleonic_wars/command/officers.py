"""Who commands whom: generals, whose general counts, who follows a general who is lost (NAP-CMD, NAP-R22, NAP-R141).

A brigade's general and the commander-in-chief are told in the side's own part (:class:`Brigade`, :class:`SideOwn`);
a successor stands there from the moment of his appointment, and counts for a body from when it has been told of him.
"""

from __future__ import annotations

from game.engine.state import State
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import gap
from rulesets.napoleonic_wars.measures import within
from rulesets.napoleonic_wars.own import Brigade, SideOwn

IN_PERSON = "in_person"
FAR = "general_far"


def _side(view: State, side: str) -> SideOwn:
    found: SideOwn = view.sides[side].own
    return found


def brigade_of(view: State, body: str) -> Brigade | None:
    """The brigade that a body belongs to; None of what stands under the commander-in-chief alone."""
    unit = view.units[body]
    return next((b for b in _side(view, unit.side).brigades if b.id == unit.own.brigade), None)


def in_office(view: State, general: str) -> bool:
    """Whether a general stands on the table."""
    return general in view.units and bool(view.bases_of(general))


def commander(view: State, body: str) -> str:
    """Who gives a body its game orders: its brigade's general, else the next higher officer (NAP-CMD-02, NAP-R141).

    Nobody does while the loss of its general is not reported to his superior and acted on (NAP-S93).
    """
    brigade = brigade_of(view, body)
    if brigade is not None and brigade.general in notes.losses(view, view.units[body].side):
        return ""
    return next(iter(superiors(view, body)), "")


def above(view: State, side: str, brigade: str) -> str:
    """The superior of a brigade's general, or of the commander-in-chief ("") the next in seniority; "" for none.

    He is on the table, and knows of his own appointment. The next in seniority is who has the highest rank, of equal
    ones the lowest id (NAP-S93).
    """
    own = _side(view, side)
    brigades, found = {b.id: b for b in own.brigades}, list[str]()
    if brigade:
        at = brigades.get(brigades[brigade].above)
        while at is not None:
            found.append(at.general)
            at = brigades.get(at.above)
        found.append(own.chief)
    else:
        found += sorted((b.general for b in own.brigades), key=lambda g: (_rank(own, g), facts.natural(g)))
    return next((g for g in found if in_office(view, g) and g not in view.units[g].own.untold), "")


def _rank(own: SideOwn, general: str) -> int:
    """How many officers stand between a general and the commander-in-chief."""
    brigades, ranks = {b.id: b for b in own.brigades}, list[int]()
    for brigade in own.brigades:
        if brigade.general == general:
            at, rank = brigades.get(brigade.above), 0
            while at is not None:
                at, rank = brigades.get(at.above), rank + 1
            ranks.append(rank)
    return min(ranks, default=len(brigades))


def commands(view: State, body: str) -> tuple[Brigade, ...]:
    """The commands that a body is in: its brigade, then its division and so on, but for the army (NAP-CMD-03)."""
    side, at = _side(view, view.units[body].side), brigade_of(view, body)
    found: list[Brigade] = []
    while at is not None:
        found.append(at)
        at = next((b for b in side.brigades if b.id == at.above), None)
    return tuple(found)


def superiors(view: State, body: str) -> tuple[str, ...]:
    """The generals who count for a body: its own brigade's, and those above him, the lowest first (NAP-CMD-07)."""
    side = _side(view, view.units[body].side)
    found = [b.general for b in commands(view, body)]
    return tuple(g for g in dict.fromkeys((*found, side.chief)) if in_office(view, g) and knows(view, body, g))


def knows(view: State, body: str, general: str) -> bool:
    """Whether a body, and he himself, has been told that a general was appointed (NAP-CMD-11, NAP-R22)."""
    untold = view.units[general].own.untold if general in view.units else ()
    return not {facts.unit_of(view, body), general, "*"} & {*untold}


def is_beside(view: State, body: str, general: str) -> bool:
    """Whether a general is within 5 cm of a body (NAP-CMD-04)."""
    return in_office(view, general) and within(gap(view, body, general), number(IN_PERSON))


def may_take_over(view: State, general: str, body: str) -> bool:
    """Whether a general may give a body its move order in person: any of its side within 5 cm (NAP-CMD-04)."""
    return view.units[general].side == view.units[body].side and is_beside(view, body, general)


def general_within(view: State, body: str, limit: float) -> bool:
    """Whether a general who counts for a body is within so many cm of it (NAP-CMD-07, NAP-RCT-13, NAP-MOR-10)."""
    return any(within(gap(view, body, g), limit) for g in superiors(view, body))


def successor(view: State, side: str, brigade: str) -> str:
    """The unit whose commander follows a general: highest class, then most figures, then lowest id (NAP-R141)."""
    fit = (u for u in facts.bodies(view, side) if view.units[u].own.nerve.result not in ("rout", "surrendered"))
    mine = [u for u in fit if not view.units[u].parent]
    found = [u for u in mine if not brigade or view.units[u].own.brigade == brigade]
    order = facts.by_id(found, view)
    return min(
        order,
        key=lambda u: (facts.CLASSES.index(facts.morale_class(view, u)), -facts.strength(view, u), order.index(u)),
        default="",
    )
