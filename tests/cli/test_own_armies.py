"""Battles of bots with armies of a player's own: from files that are gone when the record is verified."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from game.cli import cli
from tests.kit.own_armies import ARMIES


def call(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, list(arguments))
    return result.exit_code, result.output


@pytest.mark.parametrize("system", ARMIES)
def test_a_battle_is_fought_with_an_army_of_ones_own_and_its_record_needs_no_file(system: str, tmp_path: Path) -> None:
    army, record = tmp_path / "mine.toml", tmp_path / "battle.tabula"
    army.write_text(ARMIES[system], encoding="utf-8")
    bots = ("--ruleset", system, "--red", "random", "--blue", "random", "--seed", "own")
    short = ("--points", "500", "--option", "moves=8") if system == "NAP" else ()  # fifteen moves are long to play
    code, said = call("battle", *bots, *short, "--red-army", str(army), "--blue-army", str(army), "--save", str(record))
    assert code == 0, said
    army.unlink()
    code, said = call("replay", str(record), "--verify")
    assert code == 0, said
    assert "every event and state as recorded" in said


def test_an_army_on_offer_is_taken_by_its_name(tmp_path: Path) -> None:
    code, said = call("battle", "--red", "default", "--blue", "default", "--red-army", "carthage", "--json")
    assert code == 0, said
    code, said = call("battle", "--red-army", "cartage")
    assert code == 2
    assert "cartage" in said


def test_a_broken_army_is_told_with_file_and_place(tmp_path: Path) -> None:
    army = tmp_path / "mine.toml"
    army.write_text(ARMIES["WAB"].replace('weapon = "javelin"', 'weapon = "javelins"'), encoding="utf-8")
    code, said = call("battle", "--ruleset", "WAB", "--blue-army", str(army))
    assert code == 2
    told = "mine.toml: unit DAR, weapon: “javelins” is not a known missile weapon; did you mean “javelin”?"
    assert told in " ".join(said.split())


@pytest.mark.parametrize("system", ARMIES)
def test_the_command_army_knows_them_and_their_system(system: str, tmp_path: Path) -> None:
    army, kept = tmp_path / "mine.toml", tmp_path / "list.toml"
    army.write_text(ARMIES[system], encoding="utf-8")
    code, said = call("army", str(army))
    assert code == 0
    assert "The army is in order." in said
    assert call("army", str(army), "--keep", str(kept))[0] == 0
    army.unlink()
    assert call("army", str(kept))[0] == 0
    keys = {"USB": ("models", "modles"), "NAP": ("brigade", "brigaed")}  # prices are reckoned there, not told
    key, slip = keys.get(system, ("points", "pionts"))
    army.write_text(ARMIES[system].replace(f"{key} = ", f"{slip} = ", 1), encoding="utf-8")
    code, said = call("army", str(army))
    assert code == 1
    assert f"“{slip}” is not a known key here; did you mean “{key}”?" in said
