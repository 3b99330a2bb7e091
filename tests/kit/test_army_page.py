"""Every example in docs/army.md is an army that can be read and fought with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.engine.files.toml_reading import parse
from game.engine.lists import KeepsLists
from game.engine.loader import load_ruleset
from tests.kit.own_armies import SIZES

PAGE = Path(__file__).parents[2] / "docs" / "army.md"
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) >= 2


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_is_read_and_takes_the_field(text: str) -> None:
    ruleset = load_ruleset(str(parse(text.encode(), "army.md")["ruleset"]))
    assert isinstance(ruleset, KeepsLists)
    size = SIZES[ruleset.meta.id]
    report = ruleset.read_list(text.encode(), "army.md", size)
    assert [f for f in report.findings if f.kind == "wrong"] == []
    assert report.chosen is not None
    setup = ruleset.default_setup(ruleset.scenarios()[0].id, size)
    setup = replace(setup, sides={**setup.sides, "south": report.chosen})
    assert [p for p in ruleset.check_setup(setup) if p.fatal] == []
    state, _ = ruleset.begin(setup)
    assert {u.name for u in state.units_of("south")} <= {f["name"] for f in rows(text)}


def rows(text: str) -> list[dict[str, str]]:
    """All rows of an example."""
    doc = parse(text.encode(), "army.md")
    return [row for rows in doc.values() if isinstance(rows, list) for row in rows]
