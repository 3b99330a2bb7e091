"""What comes of a row of an army of one's own: its price, number and profile, what is wrong, the limits of the list."""

from __future__ import annotations

from game.army.paper_list import wrong_with
from game.client.battle import chosen_setup
from game.client.battle.chosen_setup import Plan
from game.client.panels.army_fields import told_fault
from game.client.panels.limit_rows import limit_rows
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Words, _, clause_spans
from game.engine.files.toml_reading import DataError
from game.engine.lists import KeepsLists
from game.engine.ruleset import ArmyEntry, Ruleset, SideSetup

TAKEN = "#taken"
"""Id of the stepper of how many of a row the list has."""


class ProfileFacts:
    """The facts of the rows of a list for one side of a planned battle."""

    def __init__(self, words: Words, ruleset: Ruleset, plan: Plan, side: str, chosen: SideSetup) -> None:
        self.words, self.ruleset, self.side, self.chosen = words, ruleset, side, chosen
        self.size = chosen_setup.size_of(ruleset, plan, side)
        self.plan = chosen_setup.with_list(plan, side, chosen)

    def entries(self) -> tuple[ArmyEntry, ...]:
        """The rows as the composer has them."""
        info = self.ruleset.list_army(self.chosen, self.size) if isinstance(self.ruleset, KeepsLists) else None
        return info.entries if info is not None else ()

    def rows(self, entry: ArmyEntry | None, wrong: DataError | None) -> list[Row]:
        """What is wrong with the row, its price, number and profile, and the limits of the list."""
        rows = []
        if wrong is not None:
            rows += [Row("text", label=told_fault(self.words, wrong, place=False)), Row("line")]
        if entry is not None:
            rows += self._entry(entry)
        limits = chosen_setup.limits(self.ruleset, self.plan, self.side)
        rows += [Row("heading", label=say(_("The list"), "bold", "accent")), *limit_rows(self.words, limits)]
        for problem in wrong_with(self.ruleset, self.plan.setup, self.side, limits):
            tone = "danger" if problem.fatal else "warning"
            spans = self.words.spans(problem.text, None, "body", tone)
            rows.append(Row("text", label=spans + clause_spans([problem.clause])))
        return rows

    def _entry(self, entry: ArmyEntry) -> list[Row]:
        n = self.chosen.counts.get(entry.code, 0)
        rows = [
            Row("heading", label=say(self.words.word(entry.name), "bold", "accent")),
            Row("value", label=say(_("Points"), "body", "text_dim"), value=say(str(entry.points), "bold")),
        ]
        for label, value in entry.rows:
            name, told = self.words.spans(label, None, "body", "text_dim"), self.words.spans(value, None, "bold")
            rows.append(Row("value", label=name, value=told))
        rows += [Row("text", label=clause_spans(entry.clauses))] if entry.clauses else []
        number = say(str(n), "bold")
        return [*rows, Row("stepper", TAKEN, say(_("In the list")), (), number, can_less=n > 0, can_more=n < 99)]
