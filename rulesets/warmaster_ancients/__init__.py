"""Warmaster Ancients (prefix WMA): units on stands, orders by command tests, alternating player turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesets.warmaster_ancients.system import RULESET

__all__ = ["RULESET"]

INTERFACE = 1


def __getattr__(name: str) -> Any:
    """Load the rules when they are asked for: reading the data alone needs none of them."""
    if name == "RULESET":
        from rulesets.warmaster_ancients.system import RULESET as found

        return found
    raise AttributeError(name)
