"""The score of a combat, side by side: wounds caused and every bonus, each with its clause (WAB-RES-01 to WAB-RES-10).

What stands, and along which edge, is taken at the start of the round, before casualties (WAB-S22); who is wiped out
brings nothing but the wounds it caused, and a character who outlives his unit what he has of himself (WAB-S27).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from game.engine.decision import Sum
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.kit import situation
from game.kit.sums import Row, sum_of
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.own import Facing


class Bearing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a unit brings to its side's score, as it was at the start of the round.

    WAB-RES-03, ranks behind the first that count (WAB-RES-04, WAB-S22), WAB-RES-05, WAB-RES-06, WAB-RES-08, edges of
    enemies along which its front lies (WAB-R42); of a character his ``host``, who speaks for him while it stands.
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
    found = (engagement.edge(view, unit, foe) for foe in facts.opponents(view, host or unit))
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
    """A side's score: wounds that count by the enemy that took them, and the bonuses (WAB-RES-01, WAB-R42, WAB-R49)."""
    theirs = {u: n for u, n in wounds.items() if n and view.units[u].side != side}
    rows = [(T("wounds of {unit}", unit=Thing(u)), float(n), "WAB-RES-01") for u, n in theirs.items()]
    return sum_of(T("Score of {side}", side=Thing(side)), (*rows, *bonuses(view, start, side)))


def bonuses(view: State, start: Stance, side: str, gone: Collection[str] = ()) -> list[Row]:
    """The bonuses of a side, each once, of the ranks those of the best unit (WAB-R42); some thought ``gone``."""
    units = (b for b in start.units if view.units[b.unit].side == side and b.unit not in gone)
    left = {b.unit: b for b in units if situation.on_table(view, b.unit)}
    mine = [b for b in left.values() if b.host not in left]
    edges = {e for b in mine for e in b.edges}
    counts = {
        "close_order": int(any(b.close for b in mine)),
        "ranks": max((b.ranks for b in mine), default=0),
        "standard": int(any(b.standard for b in mine)),
        "army_standard": int(any(b.army_standard for b in left.values())),
        "high_ground": int(side in start.uphill and bool(mine)),
        "momentum": int(any(b.momentum for b in mine)),
        "flank": int(bool(edges & {"left", "right"})),
        "rear": int("rear" in edges),
    }
    rows = ((m, min(counts.get(m.id, 0), m.most)) for m in data_files.modifiers().result)
    return [(Text(m.name), float(m.value * n), m.clause) for m, n in rows if n]


def winner(totals: Mapping[str, int], left: Collection[str]) -> str:
    """The side that has won, "" for a draw: one that has nobody ``left`` never wins (WAB-RES-01, WAB-R27)."""
    if len(left) < 2:
        return next(iter(left), "")
    best, *others = [side for side, total in totals.items() if total == max(totals.values())]
    return "" if others else best
