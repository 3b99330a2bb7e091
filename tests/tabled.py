"""Rulesets that play on tables of the players' own making, and their scenarios' tables."""

from __future__ import annotations

from typing import Protocol, cast

from game.engine.loader import load_ruleset
from game.engine.ruleset import Ruleset
from game.engine.table_plans.document import TablePlan
from game.engine.table_plans.rules import PlaysTables, TableRules


class Tabled(Ruleset, PlaysTables, Protocol):
    """A ruleset with tables."""


def tabled(ruleset_id: str) -> Tabled:
    """A ruleset that has tables."""
    rules = load_ruleset(ruleset_id)
    assert isinstance(rules, PlaysTables)
    return cast(Tabled, rules)


def own_table(rules: Tabled, scenario: str) -> TablePlan:
    """The table of a scenario that has one."""
    found = rules.scenario_table(scenario)
    assert found is not None
    return found


def rules_of(rules: Tabled) -> TableRules:
    """What the tables of a ruleset may be."""
    found = rules.table_rules()
    assert found is not None
    return found
