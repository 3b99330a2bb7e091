"""Ancient battles in rank and flank (prefix WAB): blocks of figures that wheel, march, charge, panic, flee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesets.ancient_battles.system import RULESET

__all__ = ["RULESET"]

INTERFACE = 1


def __getattr__(name: str) -> Any:
    """Load the rules when they are asked for: reading the data alone needs none of them."""
    if name == "RULESET":
        from rulesets.ancient_battles.system import RULESET as found

        return found
    raise AttributeError(name)
