"""Warmaster Ancients (prefix WMA): units on stands, orders by command tests, alternating player turns."""

from typing import TYPE_CHECKING

from game.kit.lazy import on_demand

if TYPE_CHECKING:
    from rulesets.warmaster_ancients.system import RULESET

__all__ = ["RULESET"]

INTERFACE = 1
__getattr__ = on_demand(__name__, RULESET="system")  # reading the data alone needs none of the rules
