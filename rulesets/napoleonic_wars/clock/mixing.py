"""Two bodies of one side that pass through each other: for nothing, or disordered (NAP-INT-01 to -06, NAP-R33)."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.state import State
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts


@dataclass(frozen=True)
class Passing:
    """How a body moves while it passes through another, or is passed through.

    ``still``: in no quarter in which they overlap does it move; ``fast``: at the double; ``charges``, ``evades``,
    ``routs``; ``away``: gunners separated from their guns (NAP-INT-06).
    """

    body: str
    still: bool = False
    fast: bool = False
    charges: bool = False
    evades: bool = False
    routs: bool = False
    away: bool = False


def _loose(view: State, one: Passing) -> bool:
    return (facts.is_skirmishing(view, one.body) or one.away) and not one.routs


def _loose_foot(view: State, one: Passing) -> bool:
    told = facts.own(view, one.body)
    return _loose(view, one) and not facts.is_mounted(view, one.body) and (told.regular or one.away)


def harmless(view: State, one: Passing, other: Passing) -> str:
    """The clause by which two bodies pass through each other for nothing, the first that fits; "" where none does."""
    pairs = ((one, other), (other, one))
    for a, b in pairs:
        guns = facts.is_deployed(view, b.body) and not b.routs
        if _loose(view, a) and (_loose(view, b) or guns):
            return "NAP-INT-01"
    if one.routs or other.routs:
        return ""
    for a, b in pairs:
        regular = facts.own(view, a.body).regular
        if a.evades and _loose(view, a) and regular and facts.is_close(view, b.body):
            return "NAP-INT-02" if b.still else ""
    if not (one.fast or other.fast):
        for a, b in pairs:
            if not a.evades and _loose_foot(view, a) and facts.is_close(view, b.body):
                return "NAP-INT-03"
    for a, b in pairs:
        mounted_loose = _loose(view, b) and facts.is_mounted(view, b.body)
        quiet = (a.still or b.still) and not (a.fast or b.fast or a.charges or b.charges)
        if not _loose(view, a) and mounted_loose and quiet:
            return "NAP-INT-04"
    return ""


def factors(view: State, one: Passing, other: Passing) -> dict[str, int]:
    """Factors by body of a passage that is not for nothing; routers take none (NAP-INT-05, NAP-DIS-27)."""
    if harmless(view, one, other):
        return {}
    n = book.by_mixing(view, one.body, other.body)
    return {p.body: n for p in (one, other) if not p.routs}
