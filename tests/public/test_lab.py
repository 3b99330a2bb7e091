"""Matches by the public package: the same rows as the command's, resumed from a file."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from game.lab.match import pairs
from tabula_belli import lab


def test_a_match_has_the_rows_of_its_battles_and_is_resumed(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    more = {"scenario": "narrow_pass", "points": 150, "seed": "m"}
    first = lab.match("random", "default", "AFS", games=2, out=out, **more)
    again = lab.match("random", "default", "AFS", games=4, out=out, **more)
    wanted = [lab.fought(task) for task in pairs("AFS", ("random", "default"), 4, "m", "narrow_pass", 150)]
    assert again.rows[:2] == first.rows
    assert [replace(row, cpu=0.0) for row in again.rows] == [replace(row, cpu=0.0) for row in wanted]
    assert again.standing == lab.standing(wanted)
    assert [*lab.read_rows(out)] == again.rows
