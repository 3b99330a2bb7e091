"""Ancient battles in rank and flank (prefix WAB): blocks of figures that wheel, march, charge, panic, flee."""

from typing import TYPE_CHECKING

from game.kit.lazy import on_demand

if TYPE_CHECKING:
    from rulesets.ancient_battles.system import RULESET

__all__ = ["RULESET"]

INTERFACE = 1
__getattr__ = on_demand(__name__, RULESET="system")  # reading the data alone needs none of the rules
