"""``resolve`` and ``position``: positions told as a story or for machines, several at once, and made of records."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from game import cli
from game.engine.positions.position import Position, Resolution
from game.engine.ruleset import Ruleset

EXAMPLES = Path("rulesets/warmaster_ancients/examples")
SAMPLE = "saves/sample-open-field.tabula"


@pytest.fixture(autouse=True)
def in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    root = cli.checkout()
    assert root is not None
    monkeypatch.chdir(root)


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli.cli, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert "--json" in arguments or arguments[0] == "position" or not re.search(r"\{\w+\}", result.output)
    assert "Thing(" not in result.output
    return result.exit_code, result.output


def test_a_story_with_questions_answers_dice_and_units() -> None:
    code, told = run("resolve", str(EXAMPLES / "ex13.toml"))
    assert code == 0
    rows = [row.strip() for row in told.splitlines()]
    assert rows[0].endswith("ex13.toml: Shooting at chargers decides a combat")
    assert "1. Carthage is asked: Carthage: charge or evade on initiative, or end the phase (initiative)" in rows
    assert "Answer: Gallic warriors: Charge → Velites" in rows
    assert any(row.startswith("- Shots of Velites at Gallic warriors: 4, 5, 6 (each needs 4+)") for row in rows)
    assert "- Gallic warriors charged 18 cm into Velites  [WMA-S11, WMA-CMB-02]" in rows
    assert "Dice used: 4 5 6 6 5 4 4 3 3 2 2 1 1 6 4 2 2 1 1; not used: -" in rows
    assert rows[-1] == "As expected."


def test_the_same_in_polish() -> None:
    code, told = run("resolve", str(EXAMPLES / "ex13.toml"), "--lang", "pl")
    assert code == 0
    assert "Ostrzał szarżujących rozstrzyga walkę" in told
    assert told.rstrip().endswith("Zgodnie z oczekiwaniem.")


def test_dice_that_are_missing_are_told_after_all_that_happened(tmp_path: Path) -> None:
    text = (EXAMPLES / "ex13.toml").read_text(encoding="utf-8")
    path = tmp_path / "short.toml"
    path.write_text(text.replace("6, 4, 2, 2, 1, 1,   ", "6, 4,   "), encoding="utf-8")
    code, told = run("resolve", str(path))
    assert code == 1
    rows = [row.strip() for row in told.splitlines()]
    assert "- Gallic warriors hit Velites 4 times (dice: 10); casualties: 4  [WMA-CMB-06, WMA-CMB-08]" in rows
    assert rows[-3] == "Dice used: 4 5 6 6 5 4 4 3 3 2 2 1 1; not used: 6 4"
    assert rows[-2] == "Stopped here; the expected outcome was not compared:"
    assert rows[-1] == (
        "* key dice: not enough dice: 6 needed, 2 of 15 left. Purpose: Attack of Velites on Gallic warriors"
    )


def test_an_answer_refused_stops_the_file_there_and_is_told_whole(tmp_path: Path) -> None:
    text = (EXAMPLES / "ex06.toml").read_text(encoding="utf-8")
    path = tmp_path / "refused.toml"
    path.write_text(text.replace('refused = "WMA-MOV-07"\n', ""), encoding="utf-8")
    code, told = run("resolve", str(path))
    assert code == 1
    rows = [row.strip() for row in told.splitlines()]
    assert any(row.startswith("Refused: ") and "cm" in row and row.endswith("(WMA-MOV-07)") for row in rows)
    assert rows[-1].startswith("* command 1: it was refused: ")
    assert not any(row.startswith("2. ") for row in rows)
    assert "Refused, as it must be" in run("resolve", str(EXAMPLES / "ex06.toml"))[1]


def test_folders_and_files_end_with_counts(tmp_path: Path) -> None:
    good = (EXAMPLES / "ex06.toml").read_text(encoding="utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.toml").write_text(good, encoding="utf-8")
    (tmp_path / "b.toml").write_text(good.replace("travel = 20 ", "travel = 21 "), encoding="utf-8")
    (tmp_path / "c.toml").write_text("position = 1\n", encoding="utf-8")
    code, told = run("resolve", str(tmp_path), str(EXAMPLES / "ex13.toml"))
    assert code == 2
    assert told.splitlines()[-1] == "4 positions: 2 as expected, 1 not, 1 cannot be read or begun"
    assert "c.toml cannot be played: c.toml: the key “title” is missing" in told
    assert run("resolve", str(tmp_path / "deep"), str(EXAMPLES / "ex13.toml"))[0] == 0
    assert run("resolve", str(tmp_path / "b.toml"))[0] == 1


def test_a_position_on_which_the_program_breaks_is_told_and_the_others_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from game.engine.positions import resolve as resolving

    def broken(position: Position, ruleset: Ruleset) -> Resolution:
        if position.title.startswith("From line"):
            raise IndexError("no such file")
        return real(position, ruleset)

    real = resolving.resolve
    monkeypatch.setattr(resolving, "resolve", broken)
    code, told = run("resolve", str(EXAMPLES / "ex06.toml"), str(EXAMPLES / "ex13.toml"))
    assert code == 2
    assert "ex06.toml cannot be played: the program itself fails here (IndexError: no such file)" in told
    assert told.splitlines()[-1] == "2 positions: 1 as expected, 0 not, 1 cannot be read or begun"


def test_for_machines() -> None:
    code, told = run("resolve", str(EXAMPLES / "ex13.toml"), "--json")
    rows = [json.loads(row) for row in told.splitlines()]
    assert code == 0
    assert rows[-1] == {"as_expected": True, "failures": []}
    charged = next(row for row in rows if row.get("type") == "charged")
    assert charged["data"]["travel"] == 18.0
    assert "18 cm" in charged["sentence"]
    rolled = next(row for row in rows if row.get("type") == "rolled")
    assert (rolled["faces"], rolled["need"], rolled["needs"]) == ([[4, 5, 6]], 4, "each needs 4+")
    assert [row["asked"] for row in rows if "asked" in row] == ["initiative", "reaction", "remove", "remove"]
    two = run("resolve", str(EXAMPLES / "ex13.toml"), str(EXAMPLES / "ex06.toml"), "--json")[1].splitlines()
    assert json.loads(two[-1]) == {"positions": 2, "as_expected": 2, "different": 0, "unreadable": 0}


def test_a_moment_of_a_record_is_a_position_that_plays(tmp_path: Path) -> None:
    path = tmp_path / "moment.toml"
    code, told = run("position", SAMPLE, "--at", "100", "--answers", "4", "--out", str(path))
    assert code == 0
    assert str(path) in told
    code, story = run("resolve", str(path))
    assert code == 0
    assert "4. Carthage is asked" in story
    assert "Now Carthage is asked" in story
    assert run("position", SAMPLE, "--at", "100")[1].count("[[command]]") == 0
    code, told = run("position", SAMPLE, "--at", "9999")
    assert code == 2
    assert told.startswith("sample-open-field.tabula has lines 0 to ")
