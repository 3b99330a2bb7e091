"""A story tells a sheet of orders by its lines: who does what, with lengths in the unit of the system."""

from __future__ import annotations

from game.clauses import ruleset_folders
from game.engine.positions.resolve import outcome_of, story_lines


def test_lines_of_a_sheet_are_told() -> None:
    file = ruleset_folders()["NAP"] / "examples" / "X08_head_on.toml"
    told = [line.strip() for line in story_lines(outcome_of(file)) if "Answer:" in line]
    assert told == [
        "Answer: Line battalion: Attack, Line battalion of 1808",
        "Answer: Line battalion of 1808: Attack, Line battalion",
        "Answer: Line battalion: Advance (20 cm)",
        "Answer: Line battalion of 1808: Advance (20 cm)",
    ]
