"""Age of Fantasy: Skirmish (prefix AFS): single figures, alternate activations, heights, spells, special rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesets.age_of_fantasy_skirmish.system import RULESET

__all__ = ["RULESET"]

INTERFACE = 1


def __getattr__(name: str) -> Any:
    """Load the rules when they are asked for: reading the data alone needs none of them."""
    if name == "RULESET":
        from rulesets.age_of_fantasy_skirmish.system import RULESET as found

        return found
    raise AttributeError(name)
