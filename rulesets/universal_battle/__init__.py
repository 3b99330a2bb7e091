"""The Universal battle system (prefix USB): armies of any world built from points, alternate activations, heroes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesets.universal_battle.system import RULESET

__all__ = ["RULESET"]

INTERFACE = 1


def __getattr__(name: str) -> Any:
    """Load the rules when they are asked for: reading the data alone needs none of them."""
    if name == "RULESET":
        from rulesets.universal_battle.system import RULESET as found

        return found
    raise AttributeError(name)
