"""The references of positions in docs/systems are what the code makes of them, and name what there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.positions.words import events_told
from game.engine.records.record import read_record
from game.position_reference import COMMAND, FOLDER, reference

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("system", ruleset_ids())
def test_the_reference_is_what_the_code_makes_of_it(system: str) -> None:
    written = (ROOT / FOLDER / f"{system}.md").read_text(encoding="utf-8")
    assert written == reference(load_ruleset(system), ROOT / "saves"), f"write it anew: {COMMAND}"


@pytest.mark.parametrize("system", ruleset_ids())
def test_it_names_every_entry_question_option_and_what_an_answer_looks_like(system: str) -> None:
    ruleset = load_ruleset(system)
    text = (ROOT / FOLDER / f"{system}.md").read_text(encoding="utf-8")
    for name in (*ruleset.entries, *(o.id for o in ruleset.meta.options)):
        assert f"`{name}`" in text
    questions = [q for q in ruleset.questions if not q.startswith("engine.")]
    assert text.count("  answer = {") == len(questions)
    for entry in ruleset.entries.values():
        assert entry.help, entry


@pytest.mark.parametrize("path", sorted((ROOT / "saves").glob("sample-*.tabula")), ids=lambda p: p.stem)
def test_every_event_of_a_battle_is_known_with_its_data(path: Path) -> None:
    """What is read from the source misses nothing that battles tell."""
    record = read_record(path)
    known = events_told(load_ruleset(record.header.ruleset))
    for entry in record.entries:
        for event in entry.events:
            assert event.type in known
            told = known[event.type]
            assert told.more or set(event.data) <= told.keys, event.type
            assert event.family in told.families or not told.families, event.type
