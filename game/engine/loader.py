"""Rulesets found by entry point: the program never imports one by name."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from game.engine.ruleset import Ruleset

GROUP = "tabula_belli.rulesets"


class UnknownRuleset(Exception):
    """No installed ruleset has this id; the message lists those there are."""


@cache
def ruleset_ids() -> tuple[str, ...]:
    """Ids of the installed rulesets, sorted."""
    return tuple(sorted({e.name for e in entry_points(group=GROUP)}))


@cache
def load_ruleset(ruleset_id: str) -> Ruleset:
    """The ruleset with this id.

    Raises
    ------
    UnknownRuleset
        Where there is none, or where it cannot be loaded.
    """
    for entry in entry_points(group=GROUP):
        if entry.name == ruleset_id:
            try:
                ruleset: Ruleset = entry.load()
            except ImportError as fault:
                raise UnknownRuleset(f"the ruleset {ruleset_id} cannot be loaded: {fault}") from fault
            return ruleset
    known = ", ".join(ruleset_ids()) or "none"
    raise UnknownRuleset(f"there is no ruleset called {ruleset_id!r} here; installed: {known}")
