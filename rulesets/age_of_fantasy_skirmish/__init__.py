"""Age of Fantasy: Skirmish (prefix AFS): single figures, alternate activations, heights, spells, special rules."""

from typing import TYPE_CHECKING

from game.kit.lazy import on_demand

if TYPE_CHECKING:
    from rulesets.age_of_fantasy_skirmish.system import RULESET

__all__ = ["RULESET"]

INTERFACE = 1
__getattr__ = on_demand(__name__, RULESET="system")  # reading the data alone needs none of the rules
