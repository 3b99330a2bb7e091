"""Who is still in the battle, and who may act (AFS-RND-04, AFS-R12, AFS-R15, AFS-MIS-07)."""

from __future__ import annotations

from game.engine.state import State
from game.kit.situation import on_table
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, UnitOwn


def in_reserve(view: State, unit: str) -> bool:
    """Whether a unit waits beside the table."""
    return any(view.bases[b].where == "reserve" for b in view.units[unit].bases)


def alive(view: State, unit: str) -> bool:
    """Whether a unit is neither destroyed nor left out: on the table or in reserve (AFS-S28)."""
    for base in map(view.bases.__getitem__, view.units[unit].bases):
        if base.where == "reserve" or (base.where == "table" and base.pose is not None):
            return True
    return False


def units_left(view: State, side: str) -> tuple[str, ...]:
    """The units of a side in the battle, reserves included, in the order of the list (AFS-S28)."""
    return tuple(u.id for u in view.units_of(side) if alive(view, u.id))


def not_lost(view: State, side: str) -> tuple[str, ...]:
    """The units of a side that are not destroyed, in the order of the list: what halves an army (AFS-R12).

    Those left out for want of room take no part, but nobody has destroyed them.
    """
    return tuple(u.id for u in view.units_of(side) if any(view.bases[b].where != "gone" for b in u.bases))


def fielded(view: State, side: str) -> tuple[str, ...]:
    """The units of a side on the table, in the order of the list."""
    return tuple(u.id for u in view.units_of(side) if on_table(view, u.id))


def began(view: State, side: str) -> int:
    """How many units a side began with (AFS-R12)."""
    return view.sides[side].own.began or len(view.units_of(side))


def halved(view: State, side: str) -> bool:
    """Whether no more than half of the units a side began with are left (AFS-MOR-01, AFS-R12)."""
    return 2 * len(not_lost(view, side)) <= began(view, side)


def eligible(view: State, side: str) -> tuple[str, ...]:
    """The units of a side that may be activated now (AFS-RND-04)."""
    return tuple(u.id for u in view.units_of(side) if not u.own.activated and on_table(view, u.id))


def acts(view: State, base: str) -> bool:
    """Whether a model has its part in its unit's activation still: who has fallen in it has not (AFS-FALL-04)."""
    return bool(base not in view.units[view.bases[base].unit].own.fell)


def bears(view: State, unit: str, rule: str) -> bool:
    """Whether all models of a unit that are not lost have a rule of their own, on the table or not."""
    models = [view.bases[b] for b in view.units[unit].bases if view.bases[b].where != "gone"]
    return bool(models) and all(rule in b.own.rules for b in models)


def able(view: State, unit: str) -> bool:
    """Whether a unit on the table can seize and contest: not Shaken, not just arrived (AFS-MIS-07)."""
    own: UnitOwn = view.units[unit].own
    battle: BattleOwn = view.own
    return on_table(view, unit) and not own.shaken and not (own.arrived and own.arrived == battle.round)


def done_order(view: State) -> tuple[str, ...]:
    """The sides that have no unit left to activate in the order in which they were noted (AFS-R15).

    Of two that are found at once the one whose own last activation came earlier is first; where neither had any, the
    starter of the round.
    """
    own: BattleOwn = view.own
    fresh = [s for s in view.sides if s not in own.done and not eligible(view, s)]
    fresh.sort(key=lambda s: (view.sides[s].own.last, s != own.starter))
    return (*own.done, *fresh)
