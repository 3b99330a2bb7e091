"""Battles on a player's table: fought on it, kept in the record, refused where the system cannot play on it."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner
from msgspec.structs import replace

from game.cli import cli
from game.engine.loader import load_ruleset
from game.engine.records.record import read_record
from game.engine.system import System
from game.engine.table_plans.document import TablePlan, write_plan

SHORT = ("battle", "--ruleset", "AFS", "--red", "default", "--blue", "default", "--seed", "t", "--points", "150")


def made() -> TablePlan:
    ruleset = load_ruleset("AFS")
    assert isinstance(ruleset, System)
    return replace(ruleset.made_table((48.0, 48.0), "3"), name="Three Hills")


def test_a_battle_is_fought_on_the_table_of_a_file(tmp_path: Path) -> None:
    file, record = tmp_path / "hills.toml", tmp_path / "battle.tabula"
    file.write_text(write_plan(made()), encoding="utf-8")
    result = CliRunner().invoke(cli, [*SHORT, "--table", str(file), "--save", str(record)])
    assert result.exit_code == 0, result.output
    assert read_record(record).header.setup.table == made()


def test_a_table_of_another_system_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    file.write_text(write_plan(replace(made(), ruleset="WMA")), encoding="utf-8")
    result = CliRunner().invoke(cli, [*SHORT, "--table", str(file)])
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    file.write_text("table = 1\n", encoding="utf-8")
    result = CliRunner().invoke(cli, [*SHORT, "--table", str(file)])
    assert (result.exit_code, "other.toml: the key “ruleset” is missing" in result.output) == (2, True), result.output
