"""Napoleonic Wars, the Newbury rules (prefix NAP): orders in secret, carried out together, by battalions."""

from typing import TYPE_CHECKING

from game.kit.lazy import on_demand

if TYPE_CHECKING:
    from rulesets.napoleonic_wars.system import RULESET

__all__ = ["RULESET"]

INTERFACE = 1
__getattr__ = on_demand(__name__, RULESET="system")  # reading the data alone needs none of the rules
