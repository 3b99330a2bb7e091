"""Commands beside packages of other people: a whole one is played, a broken one is named and left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from game.cli import cli
from game.engine.loader import load_ruleset
from tests.packages_made import installed, replaced

RAISES = replaced("__init__.py", "CHAPTERS", "raise RuntimeError('no shields')\nCHAPTERS")
SAID = "the ruleset SHW cannot be loaded: RuntimeError: no shields"


def call(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


def test_a_battle_of_a_system_without_generals_is_fought_by_the_plain_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed(tmp_path, monkeypatch):
        result = call("battle", "--ruleset", "shw", "--seed", "a", "--json")
        assert result.exit_code == 0
        told = json.loads(result.stdout)
        assert told["bots"] == {"south": "random", "north": "random"}
        assert told["scenario"] == "meadow"
        assert told["turns"] > 0
        refused = call("battle", "--ruleset", "SHW", "--red", "general")
        assert refused.exit_code == 2
        assert "there is no bot called 'general'; there are: random, default" in refused.output


def test_without_a_name_the_first_system_fights_with_its_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, dict[str, str]]] = []

    def order(ruleset: str, scenario: str, bots: dict[str, str], *_more: object, **_options: object) -> None:
        asked.append((ruleset, bots))
        raise ValueError("enough")

    monkeypatch.setattr("game.battle.order", order)
    first = replaced("__init__.py", "chapters=CHAPTERS)", "chapters=CHAPTERS, order=1)")
    with installed(tmp_path, monkeypatch, fault=first):
        assert call("battle").exit_code == 2
    assert call("battle").exit_code == 2
    best = next(iter(load_ruleset("WMA").bots()))
    assert asked == [
        ("SHW", {"south": "random", "north": "random"}),
        ("WMA", {"south": best, "north": best}),
    ]


def test_a_package_that_raises_is_named_by_every_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with installed(tmp_path, monkeypatch, fault=RAISES) as folder:
        army = call("army", "rome")
        assert army.exit_code == 0
        assert army.stderr == f"Left out: {SAID}\n"
        assert "Warmaster Ancients: Republican Rome" in army.stdout
        polish = call("army", "rome", "--lang", "pl")
        assert polish.stderr == "Pominięto: nie da się wczytać zasad SHW: RuntimeError: no shields\n"
        assert call("army", "raiders").exit_code == 1
        alone = call("army", "rome", "--ruleset", "shw")
        assert (alone.exit_code, alone.stderr) == (1, f"Error: {SAID}\n")
        fight = call("battle", "--ruleset", "SHW")
        assert (fight.exit_code, fight.stderr.replace("\n", " ").strip()) == (2, SAID)
        check = call("check", "--ruleset", "SHW")
        assert check.exit_code == 1
        assert f"{folder}: {SAID}" in check.stdout
        position = call("resolve", str(folder / "examples" / "blow.toml"))
        assert position.exit_code == 2
        assert SAID in position.stdout
        bench = call("bench", "play", "--ruleset", "SHW")
        assert bench.exit_code == 2


def test_a_list_is_read_beside_a_package_that_raises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "mine.toml"
    assert call("army", "rome", "--keep", str(kept)).exit_code == 0
    with installed(tmp_path, monkeypatch, fault=RAISES):
        assert "The army is in order." in call("army", str(kept)).stdout


def test_lists_of_a_package_are_kept_and_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with installed(tmp_path, monkeypatch):
        kept, page = tmp_path / "mine.toml", tmp_path / "mine.html"
        assert call("army", "levy", "--keep", str(kept), "--html", str(page)).exit_code == 0
        told = call("army", str(kept)).stdout
        assert "Shield Walls: Shire levy\nPoints 60 / 60\nThe army is in order." in told
        assert "3 × Thanes" in page.read_text(encoding="utf-8")
