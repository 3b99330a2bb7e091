"""The score of a combat, side by side: wounds caused and every bonus, each with its clause (WAB-RES-01 to WAB-RES-10).

What stands and what lies along which edge is taken at the start of the round, before casualties (WAB-S22); a unit that
is wiped out in the round brings its side nothing but the wounds it caused. A character who outlives his unit fights on
(WAB-S27): what he has of himself still counts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from game.engine.decision import Sum
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.kit.sums import Row, sum_of
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.data_types import Modifier
from rulesets.ancient_battles.field import engagement, facts, touching
from rulesets.ancient_battles.own import Facing


class Bearing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a unit brings to its side's score, as it was at the start of the round.

    Attributes
    ----------
    close, standard, army_standard, momentum
        WAB-RES-03, WAB-RES-05, WAB-RES-06, WAB-RES-08.
    ranks
        Ranks behind the first that count (WAB-RES-04, WAB-S22).
    edges
        Edges of enemies along which its front lies (WAB-R42).
    host
        Of a character the unit he stands in: while that stands it speaks for him.
    """

    unit: str
    close: bool = False
    ranks: int = 0
    standard: bool = False
    army_standard: bool = False
    momentum: bool = False
    edges: tuple[Facing, ...] = ()
    host: str = ""


class Stance(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combat at the start of its round: what each unit brings, and which sides stand uphill (WAB-S26)."""

    units: tuple[Bearing, ...]
    uphill: tuple[str, ...] = ()


def stance(view: State, group: Sequence[str]) -> Stance:
    """What the units of a combat bring to their sides' scores."""
    sides = dict.fromkeys(view.units[u].side for u in group)
    high = tuple(s for s in sides if engagement.uphill(view, group, s))
    found = (_bearing(view, who, group) for u in group for who in (u, *facts.characters_in(view, u)))
    return Stance(tuple(found), high)


def _bearing(view: State, unit: str, group: Sequence[str]) -> Bearing:
    host = facts.host(view, unit)
    found = (touching.edge(view, unit, foe) for foe in facts.foes(view, host or unit))
    return Bearing(
        unit,
        engagement.close_order_foot(view, unit),
        engagement.complete_ranks(view, unit),
        engagement.has_standard(view, unit),
        facts.bearer(view, view.units[unit].side) == unit,
        engagement.momentum_counts(view, unit, group),
        tuple(dict.fromkeys(e for e in found if e)),
        host,
    )


def score(view: State, start: Stance, side: str, wounds: Mapping[str, int]) -> Sum:
    """A side's score: wounds by the enemy that took them, and the bonuses (WAB-RES-01, WAB-R42).

    Parameters
    ----------
    wounds
        Enemy unit or character -> unsaved wounds that count (WAB-R49).
    """
    rows: list[Row] = [
        (T("wounds of {unit}", unit=Thing(u)), float(n), "WAB-RES-01")
        for u, n in wounds.items()
        if n and view.units[u].side != side
    ]
    rows += bonuses(view, start, side)
    return sum_of(T("Score of {side}", side=Thing(side)), rows)


def bonuses(view: State, start: Stance, side: str, gone: Collection[str] = ()) -> list[Row]:
    """The bonuses of a side, each once; of the ranks those of the best unit (WAB-R42).

    Parameters
    ----------
    gone
        Units and characters to be thought of as wiped out (forecasts).
    """
    left = [
        b for b in start.units if view.units[b.unit].side == side and b.unit not in gone and facts.alive(view, b.unit)
    ]
    there = {b.unit for b in left}
    mine = [b for b in left if b.host not in there]
    edges = {e for b in mine for e in b.edges}
    counts = {
        "close_order": int(any(b.close for b in mine)),
        "ranks": max((b.ranks for b in mine), default=0),
        "standard": int(any(b.standard for b in mine)),
        "army_standard": int(any(b.army_standard for b in left)),
        "high_ground": int(side in start.uphill and bool(mine)),
        "momentum": int(any(b.momentum for b in mine)),
        "flank": int(bool(edges & {"left", "right"})),
        "rear": int("rear" in edges),
    }
    return [_row(m, counts[m.id]) for m in data_files.modifiers().result if counts.get(m.id)]


def winner(totals: Mapping[str, int], left: Collection[str]) -> str:
    """The side that has won, "" for a draw (WAB-RES-01, WAB-R27).

    Parameters
    ----------
    totals
        Score by side.
    left
        Sides with anybody left: one that is wiped out never wins, whatever its score.
    """
    if len(left) < 2:
        return next(iter(left), "")
    best = max(totals.values())
    found = [side for side, total in totals.items() if total == best]
    return found[0] if len(found) == 1 else ""


def _row(modifier: Modifier, count: int) -> Row:
    return Text(modifier.name), float(modifier.value * min(count, modifier.most)), modifier.clause
