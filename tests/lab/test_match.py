"""Matches: fair pairs, rows that are resumed, an interval, a sequential test, battles that fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from game import cli
from game.lab.local import fight_all, known_rows
from game.lab.match import Standing, interval, likelihood_ratio, pairs, standing
from game.lab.rows import Row, add_row, fought, read_rows

POINTS = 150


def row(pair: str, score: float, key: str) -> Row:
    return Row(key, pair, "AFS", {}, "s", "x", 0, {}, {}, {}, {}, score=score)


def played(scores: list[float]) -> list[Row]:
    """Rows of pairs whose two battles have the same score."""
    return [row(f"p{n}", score, f"{n}{turn}") for n, score in enumerate(scores) for turn in "ab"]


def test_pairs_exchange_sides_and_every_second_one_the_armies() -> None:
    a, b, c, d = pairs("AFS", ("random", "default"), 4, "t", "narrow_pass", POINTS)
    assert (a.order.bots, a.first) == ({"south": "random", "north": "default"}, "south")
    assert (b.order.bots, b.first) == ({"south": "default", "north": "random"}, "north")
    assert a.order.setup == b.order.setup
    assert a.pair == b.pair != c.pair == d.pair
    assert a.order.setup.seed != c.order.setup.seed
    south, north = a.order.setup.sides["south"].army, a.order.setup.sides["north"].army
    assert south != north
    assert (c.order.setup.sides["south"].army, c.order.setup.sides["north"].army) == (north, south)
    three = pairs("AFS", ("random", "default"), 3, "t", "narrow_pass", POINTS)
    assert [one.key for one in three] == [a.key, b.key, c.key]


def test_rows_are_the_same_in_one_process_and_in_two_and_a_run_is_resumed(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    wanted = [*pairs("AFS", ("default", "random"), 4, "r", "narrow_pass", POINTS)]
    first = [*fight_all(wanted[:1], 1, out)]
    with out.open("ab") as file:
        file.write(b'{"key":"torn')
    had, missing = known_rows(wanted, out)
    assert [one.key for one in had] == [wanted[0].key]
    assert [one.key for one in missing] == [one.key for one in wanted[1:]]
    rest = [*fight_all(missing, 2, out)]
    assert len([*read_rows(out)]) == 4
    alone = {one.key: one for one in map(fought, wanted)}
    for one in [*first, *rest]:
        assert replace(one, cpu=0.0) == replace(alone[one.key], cpu=0.0)
    assert all(one.record_hash and one.decisions for one in alone.values())


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    add_row(out, row("p", 1.0, "k"))
    out.write_bytes(b"nonsense\n" + out.read_bytes())
    with pytest.raises(ValueError, match=r"rows\.jsonl, line 1"):
        list(read_rows(out))


def test_the_score_has_the_interval_of_its_pairs() -> None:
    rows = [row(f"p{n}", score, f"{n}{score}") for n in range(20) for score in (1.0, 0.0)]
    low, high = interval([0.5] * 20)
    expected = Standing(40, 20, 0, 20, 0, 0.5, low, high)
    assert standing(rows) == expected  # the south always wins: no player is better
    assert [round(x, 3) for x in (low, high)] == [0.437, 0.563]
    won = standing(played([1.0] * 20))
    assert (won.score, round(won.low, 3), won.high) == (1.0, 0.868, 1.0)
    mixed = standing(played([1.0, 1.0, 1.0, 0.0] * 10))
    assert mixed.score == 0.75
    assert (mixed.low, mixed.high) == interval([1.0, 1.0, 1.0, 0.0] * 10)
    assert round(mixed.low, 3) == 0.605


def test_the_sequential_test_ends_on_either_side_and_not_too_soon() -> None:
    strong = played([1.0, 1.0, 0.5] * 14)
    assert standing(strong, 0.55).verdict == "better"
    assert standing(strong[:14], 0.55).verdict == ""
    even = played([1.0, 0.0] * 300)
    assert standing(even, 0.6).verdict == "not better"
    assert standing(even[:20], 0.6).verdict == ""
    assert likelihood_ratio([1.0], 0.5, 0.55) == 0.0


def test_a_battle_that_fails_is_a_row_with_its_reason() -> None:
    (task, *_) = pairs("AFS", ("default", "default"), 2, "f", "narrow_pass", POINTS)
    broken = replace(task, order=replace(task.order, bots={"south": "default", "north": "no such"}))
    got = fought(broken)
    assert got.failed.startswith("UnknownBot: there is no bot called 'no such'")
    assert standing([got]).failed == 1


def test_the_command_reports_score_interval_and_faults(tmp_path: Path) -> None:
    out = str(tmp_path / "r.jsonl")
    said = ["lab", "match", "random", "default", "--ruleset", "afs", "--games", "4", "--seed", "c"]
    said += ["--scenario", "narrow_pass", "--points", str(POINTS), "--processes", "1", "--out", out]
    result = CliRunner().invoke(cli.cli, said)
    assert result.exit_code == 0, result.output
    assert "random against default: score " in result.stdout
    assert "default taken by the referee: random 0, default 0" in result.stdout
    again = CliRunner().invoke(cli.cli, [*said, "--json"])
    assert json.loads(again.stdout)["games"] == 4
    assert len((tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()) == 4


def test_what_cannot_begin_is_one_sentence() -> None:
    result = CliRunner().invoke(cli.cli, ["lab", "match", "random", "nobody", "--ruleset", "AFS"])
    assert result.exit_code == 2
    assert "there is no bot called 'nobody'" in result.output
