"""Runs: rows are the same however many fight, a stopped run is resumed, a battle that fails ends nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from game import cli
from game.lab.battles import Cell, battles, cells
from game.lab.columns import flat
from game.lab.extra import library
from game.lab.journal import Journal, read_rows
from game.lab.plan import Battles, Plan
from game.lab.rows import Row, fought
from game.lab.run import Run, pool_here
from tests.lab.rows_made import row

POINTS = 150
PLAN = f"""plan = 1
players = ["random", "default"]
games = 4
seed = "c"
[[set]]
ruleset = "AFS"
scenarios = "narrow_pass"
points = {POINTS}
"""


def asked(players: Sequence[str] = ("random", "default"), games: int = 4) -> tuple[Cell, ...]:
    one = Battles(ruleset="AFS", scenarios=("narrow_pass",), points=(POINTS,))
    return cells(Plan(version=1, players=tuple(players), games=games, sets=(one,)), Path(), "plan")


def plain(rows: Sequence[Row]) -> dict[str, Row]:
    """Rows by key without what differs from run to run."""
    return {one.key: replace(one, cpu=0.0) for one in rows}


def test_rows_are_the_same_in_one_process_and_in_two_and_a_run_is_resumed(tmp_path: Path) -> None:
    out, folder = tmp_path / "rows.jsonl", tmp_path / "rows.parquet"
    with closing(Run(asked(), "r", None, out, folder).rows(pool_here(1))) as rows:
        first = [*islice(rows, 1)]
    with out.open("ab") as file:
        file.write(b'{"key":"torn')
    both = [*Run(asked(), "r", None, out, folder).rows(pool_here(2))]
    assert both[0] == first[0]
    assert plain([*read_rows(out)]) == plain(both) == plain([*map(fought, battles(asked(), "r"))])
    assert len(both) == 4
    assert all(one.record_hash and one.decisions and not one.failed for one in both)
    table = library("pyarrow.parquet").read_table(folder)
    assert sorted(table["key"].to_pylist()) == sorted(one.key for one in both)


def test_rows_of_other_seeds_and_cells_are_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    [*Run(asked(games=2), "r", None, out).rows(pool_here(1))]
    other = Run(asked(games=2), "other", None, out)
    assert len([*other.rows(pool_here(1))]) == 2
    assert other.tallies["AFS random - default"].games == 2
    assert len([*read_rows(out)]) == 4


def test_rows_of_another_version_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    got = [*Run(asked(games=2), "r", None, out).rows(pool_here(1))]
    journal = Journal(tmp_path / "old.jsonl")
    journal.add(replace(got[0], versions={**got[0].versions, "code": "another"}))
    journal.close()
    with pytest.raises(ValueError, match=r"old\.jsonl: .* by another version of the program"):
        [*Run(asked(games=2), "r", None, tmp_path / "old.jsonl").rows(pool_here(1))]


def test_a_row_says_what_happened() -> None:
    got = [*Run(asked(("general", "random"), 2), "story", None).rows(pool_here(1))]
    for one in got:
        assert one.bots == one.players
        assert set(one.curve) == set(one.losses) == {"south", "north"}
        assert [curve[-1] for curve in one.curve.values()] == [one.points[side] for side in one.curve]
        assert len(one.deaths) == sum(lost.units for lost in one.losses.values()) > 0
        assert [death.turn for death in one.deaths] == sorted(death.turn for death in one.deaths)
        assert all(death.x is not None and 0 <= death.x <= 1300 for death in one.deaths)
        assert one.score_of(one.first) == one.score


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    journal = Journal(out)
    journal.add(row("p", 1.0, "k"))
    journal.close()
    out.write_bytes(b"nonsense\n" + out.read_bytes())
    with pytest.raises(ValueError, match=r"rows\.jsonl, line 1"):
        list(read_rows(out))


def test_a_battle_that_fails_is_a_row_with_its_reason() -> None:
    task = next(battles(asked(), "f"))
    broken = replace(task, order=replace(task.order, bots={"south": "default", "north": "no such"}))
    got = fought(broken)
    assert got.failed.startswith("UnknownBot: there is no bot called 'no such'")
    assert flat(got)["failed"] == got.failed


def test_the_sequential_test_stops_a_run() -> None:
    run = Run(asked(("general", "random"), 400), "s", 0.55)
    got = [*run.rows(pool_here(1))]
    tally = run.tallies["AFS general - random"]
    assert tally.verdict() == "better"
    assert len(got) == 2 * len(tally.asked) < 60


def test_a_plan_is_fought_by_the_command_and_its_rows_lie_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(PLAN, encoding="utf-8")
    said = ["lab", "run", str(file), "--processes", "1"]
    result = CliRunner().invoke(cli.cli, said)
    assert result.exit_code == 0, result.output
    assert "AFS random - default: score " in result.stdout
    assert "default taken by the referee: random 0, default 0" in result.stdout
    before = (tmp_path / "my.jsonl").read_bytes()
    again = CliRunner().invoke(cli.cli, [*said, "--json"])
    assert json.loads(again.stdout)["games"] == 4
    assert (tmp_path / "my.jsonl").read_bytes() == before
    assert [*(tmp_path / "my.parquet").glob("*.parquet")]


def test_a_match_is_a_plan_of_one_line(tmp_path: Path) -> None:
    out = str(tmp_path / "r.jsonl")
    said = ["lab", "match", "random", "default", "--ruleset", "afs", "--games", "4", "--seed", "c"]
    said += ["--scenario", "narrow_pass", "--points", str(POINTS), "--processes", "1", "--out", out]
    result = CliRunner().invoke(cli.cli, said)
    assert result.exit_code == 0, result.output
    file = tmp_path / "my.toml"
    file.write_text(PLAN, encoding="utf-8")
    CliRunner().invoke(cli.cli, ["lab", "run", str(file), "--processes", "1"])
    assert plain([*read_rows(Path(out))]) == plain([*read_rows(tmp_path / "my.jsonl")])


def test_what_cannot_begin_is_one_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli.cli, ["lab", "match", "random", "nobody", "--ruleset", "AFS"])
    assert result.exit_code == 2
    assert "there is no bot called 'nobody'" in result.output
    result = CliRunner().invoke(cli.cli, ["lab", "match", "random", "default", "--ruleset", "AFX"])
    assert (result.exit_code, "there is no ruleset called 'AFX'" in result.output) == (2, True)
