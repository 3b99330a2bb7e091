"""Matches and plans by the public package: the same rows as the command's, resumed from a file."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from tabula_belli import lab


def test_a_match_has_the_rows_of_its_battles_and_is_resumed(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    more = {"scenario": "narrow_pass", "points": 150, "seed": "m"}
    first = lab.match("random", "default", "AFS", games=2, out=out, **more)
    again = lab.match("random", "default", "AFS", games=4, out=out, **more)
    wanted = lab.match("random", "default", "AFS", games=4, **more)
    assert again.rows[:2] == first.rows
    assert [replace(row, cpu=0.0) for row in again.rows] == [replace(row, cpu=0.0) for row in wanted.rows]
    assert again.standing == wanted.standing
    assert [*lab.read_rows(out)] == again.rows


def test_a_plan_file_is_fought_match_by_match(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    text = 'plan = 1\nplayers = ["random", "default"]\ngames = 2\n'
    file.write_text(f'{text}[[set]]\nruleset = "AFS"\npoints = 150\nscenarios = "narrow_pass"\n', encoding="utf-8")
    found = lab.fight(file)
    assert {name: one.standing.games for name, one in found.items()} == {"AFS random - default": 2}
    alone = lab.match("random", "default", "AFS", games=2, scenario="narrow_pass", points=150)
    rows = found["AFS random - default"].rows
    assert [one.record_hash for one in rows] == [one.record_hash for one in alone.rows]
