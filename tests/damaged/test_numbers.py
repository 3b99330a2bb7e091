"""Numbers that no file has any use for: told with key and bounds, before anything is made by them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from game import cli
from game.engine import command as cmd
from game.engine.files.player_files import RECORD
from game.engine.loader import load_ruleset
from game.engine.positions.position import PositionError, read_position, start_of
from game.engine.records.record import RecordError, Writer, read_record
from game.engine.state import Table
from tests.engine.conftest import say, toy_session

ROOT = Path(__file__).resolve().parents[2] / "rulesets"
HUGE = "2147483648"


@pytest.mark.parametrize(
    ("file", "old", "key"),
    [
        ("napoleonic_wars/examples/B18b_morale.toml", "lost = 8", "lost"),
        ("age_of_fantasy_skirmish/examples/E06b_group.toml", "hits = 4", "args.hits"),
    ],
)
def test_a_huge_number_of_a_position_is_refused_by_its_key(tmp_path: Path, file: str, old: str, key: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "x.toml"
    path.write_text(text.replace(old, f"{old.split()[0]} = {HUGE}", 1), encoding="utf-8")
    with pytest.raises(PositionError, match=rf"x\.toml, key \S*{key}: numbers go up to 100000"):
        read_position(path)


def test_a_battalion_has_no_more_figures_than_a_row_may_count(tmp_path: Path) -> None:
    file = ROOT / "napoleonic_wars/examples/B18b_morale.toml"
    text = file.read_text(encoding="utf-8").replace("lost = 8", "figures = 90000", 1)
    path = tmp_path / "x.toml"
    path.write_text(text, encoding="utf-8")
    position = read_position(path)
    with pytest.raises(PositionError, match=r"figures.*400"):
        start_of(position, load_ruleset("NAP"))


@pytest.mark.parametrize("width", [1e300, 0.0, -5.0])
def test_a_record_of_an_impossible_table_is_told_and_not_drawn(tmp_path: Path, width: float) -> None:
    session = toy_session()
    session.origin = replace(session.origin, table=Table(width, 1000.0))
    path = tmp_path / "huge.tabula"
    Writer.create(path, session).close()
    with pytest.raises(RecordError, match="its table is not between 0 and 100 m wide and deep"):
        read_record(path).origin()
    got = CliRunner().invoke(cli.cli, ["shot", str(path), "--png", str(tmp_path / "x.png")])
    assert (got.exit_code, isinstance(got.exception, SystemExit)) == (2, True)
    assert "its table is not between" in got.output


def test_no_answer_is_played_that_would_make_the_record_unreadable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = toy_session()
    path = tmp_path / "long.tabula"
    writer = Writer.create(path, session)
    small = replace(RECORD, most=path.stat().st_size + 1_000_100)
    monkeypatch.setattr("game.engine.records.writer.RECORD", small)
    lines = len(session.lines)
    got = say(session, session.default(session.waiting[0]).answer)  # type: ignore[arg-type]
    assert isinstance(got, cmd.Refusal)
    assert len(session.lines) == lines
    assert "could not be read again" in str(got.text.args["why"])
    assert isinstance(session.submit(cmd.Concede("red")), tuple)  # what ends it has room left
    writer.close()
    assert read_record(path).problems == []
