"""Which armies were taken last: they come first when one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.client.battle.chosen_setup import Plan
from game.client.settings import Settings
from game.engine.lists import OWN
from game.engine.ruleset import Ruleset

MOST = 8
"""Armies that are remembered of a system."""

Offer = tuple[str, str, Callable[[], None]]
"""Of an army: id, name, what taking it does."""


def lately_first(settings: Settings, ruleset: Ruleset, offered: Sequence[Offer]) -> list[Offer]:
    """Armies on offer, those taken last first; the rest as they were."""
    last = settings.lately.get(ruleset.meta.id, ())
    rank = {name: n for n, name in enumerate(last)}
    return sorted(offered, key=lambda one: rank.get(_name(one), len(rank)))


def _name(one: Offer) -> str:
    """What an army is remembered by: its id, one of the player's own its name."""
    return f"own {one[1]}" if one[0].startswith("own-") else one[0]


def with_lately(settings: Settings, ruleset: Ruleset, plan: Plan) -> dict[str, tuple[str, ...]]:
    """What is remembered once a battle has begun."""
    taken = [f"own {x.own[OWN].get('name', x.army)}" if OWN in x.own else x.army for x in plan.setup.sides.values()]
    before = settings.lately.get(ruleset.meta.id, ())
    return {**settings.lately, ruleset.meta.id: tuple(dict.fromkeys([*taken, *before]))[:MOST]}
