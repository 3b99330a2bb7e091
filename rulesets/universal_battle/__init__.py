"""The Universal battle system (prefix USB): armies of any world built from points, alternate activations, heroes."""

from typing import TYPE_CHECKING

from game.kit.lazy import on_demand

if TYPE_CHECKING:
    from rulesets.universal_battle.system import RULESET

__all__ = ["RULESET"]

INTERFACE = 1
__getattr__ = on_demand(__name__, RULESET="system")  # reading the data alone needs none of the rules
