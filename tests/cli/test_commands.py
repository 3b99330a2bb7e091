"""The command line: help, messages and exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from game import cli
from game.display import foreign_pygame, missing_display
from game.engine.records.record import read_record

OPTIONS = {
    "play": ["[FILE]", "--lang", "--size WxH"],
    "battle": [
        "--ruleset",
        "--scenario",
        "--red",
        "--blue",
        "--option KEY=VALUE",
        "--seed",
        "--games",
        "--save",
        "--json",
    ],
    "replay": ["FILE", "--verify", "--text"],
    "resolve": ["POSITIONS...", "--json", "--lang"],
    "position": ["FILE", "--at N", "--answers N", "--out OUT", "--lang"],
    "shot": ["FILE", "--at N", "--png OUT"],
    "gallery": ["--out DIRECTORY", "--only NAME"],
    "report": ["FILE", "--html OUT", "--gif OUT", "--lang"],
    "rules": ["[ID]", "--coverage", "--reference", "--lang"],
    "army": ["FILE", "--html OUT", "--text", "--keep OUT", "--ruleset", "--points", "--lang"],
    "check": ["--texts"],
    "bench": [],
    "sounds": ["--write FILE", "--wav FOLDER"],
    "test": ["[PYTEST ARGUMENTS]"],
    "texts": ["--new CODE"],
    "lab": ["match"],
}


def headless(**more: str) -> dict[str, str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
    return {**{key: value for key, value in os.environ.items() if key not in hidden}, **more}


def test_every_command_is_listed_here() -> None:
    assert set(cli.cli.commands) == set(OPTIONS)


@pytest.mark.parametrize("command", sorted(OPTIONS))
def test_help_names_the_options(command: str) -> None:
    result = CliRunner().invoke(cli.cli, [command, "--help"])
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: cli {command}")
    assert [option for option in OPTIONS[command] if option not in result.output] == []


@pytest.mark.parametrize("arguments", [[], ["play"], ["replay", __file__]])
@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display")
def test_without_a_display_it_says_so_and_names_what_works(arguments: list[str]) -> None:
    code = "import sys; from game.cli import main\ntry: main(sys.argv[1:])\nfinally: assert 'pygame' not in sys.modules"
    child = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=headless(TABULA_BELLI_PROGRAM="python3 run.py"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.returncode == 1
    assert child.stdout == ""
    assert child.stderr.splitlines() == [
        "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can open.",
        "These work without one: battle, replay --verify, replay --text, resolve, shot, rules, check, bench, test.",
        "For instance, two scripted generals fighting it out:  python3 run.py battle --seed 7",
    ]


@pytest.mark.parametrize(
    ("surroundings", "platform", "opens"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"SDL_VIDEODRIVER": "dummy"}, "linux", True),
        ({}, "freebsd14", False),
        ({}, "win32", True),
        ({}, "darwin", True),
    ],
)
def test_when_a_window_can_open(surroundings: dict[str, str], platform: str, opens: bool) -> None:
    assert (missing_display(surroundings, platform) == "") is opens


def test_the_older_pygame_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert foreign_pygame() == ""
    info = tmp_path / "pygame-2.6.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pygame\nVersion: 2.6.1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert foreign_pygame().startswith("The older distribution pygame 2.6.1 is installed beside pygame-ce")
    assert "\n" not in foreign_pygame()


def test_sizes() -> None:
    assert cli._size("1280x720") == (1280, 720)
    assert cli._size("1920X1080") == (1920, 1080)
    assert cli._size(None) is None
    for wrong in ("big", "1280", "1280x", "x720", "-5x300", "10x10"):
        with pytest.raises(click.BadParameter, match="is no size; write for instance 1280x720"):
            cli._size(wrong)


@pytest.mark.parametrize(
    ("raised", "code", "said"),
    [
        (OSError(28, "No space left on device", "saves/x.tabula"), 2, "saves/x.tabula: No space left on device"),
        (KeyboardInterrupt(), 130, "Stopped."),
        (click.ClickException("what is wrong"), 1, "Error: what is wrong"),
    ],
)
def test_trouble_ends_in_one_line(
    raised: BaseException,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise raised

    monkeypatch.setattr("game.check.run", fail)
    with pytest.raises(SystemExit) as ended:
        cli.main(["check"])
    assert ended.value.code == code
    assert capsys.readouterr().err.strip() == said


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli.cli, ["replay", str(tmp_path / "none.tabula"), "--text"])
    assert result.exit_code == 2
    assert "does not exist" in result.output


@pytest.mark.parametrize(
    ("given", "passed"),
    [
        ([], ["-n", "auto"]),
        (["-k", "rules", "-x"], ["-n", "auto", "-k", "rules", "-x"]),
        (["-n", "0", "tests/cli"], ["-n", "0", "tests/cli"]),
        (["--pdb"], ["--pdb"]),
        (["--help"], ["-n", "auto", "--help"]),
    ],
)
def test_test_hands_its_arguments_to_pytest(
    given: list[str], passed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[list[str], Path]] = []

    def call(command: list[str], cwd: Path) -> int:
        calls.append((command, cwd))
        return 5

    monkeypatch.setattr("subprocess.call", call)
    result = CliRunner().invoke(cli.cli, ["test", "--", *given] if "--help" in given else ["test", *given])
    assert result.exit_code == 5
    assert calls == [([sys.executable, "-m", "pytest", *passed], cli.checkout())]


def test_a_pipe_that_closes_early_is_no_fault() -> None:
    reader = f"{sys.executable} -m game.cli rules | {sys.executable} -c 'import sys; sys.stdin.read(1)'"
    child = subprocess.run(
        ["bash", "-o", "pipefail", "-c", reader], capture_output=True, text=True, check=False, cwd=cli.checkout()
    )
    assert "Traceback" not in child.stderr


@pytest.mark.parametrize("games", ["1", "3"])
def test_battles_are_told_within_80_columns(games: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    arguments = ["--red", "random", "--blue", "default", "--points", "600", "--seed", "columns", "--processes", "1"]
    result = CliRunner().invoke(cli.cli, ["battle", *arguments, "--games", games])
    assert result.exit_code == 0, result.output
    lines = [line.rstrip() for line in result.output.splitlines()]
    assert max(map(len, lines)) <= 80
    if games == "1":
        assert "players             south (random), north (default)" in lines
        assert "seed                columns" in lines
    else:
        assert [line.split()[1] for line in lines if line.startswith("│")] == ["columns-1", "columns-2", "columns-3"]
        assert lines[-1].startswith("3 battles: south (random) ")


def test_a_battle_of_a_wrong_size_is_refused_in_sentences() -> None:
    result = CliRunner().invoke(cli.cli, ["battle", "--points", "500"], env={"COLUMNS": "200"})
    assert result.exit_code == 2
    assert "The Open Field is made for 600, 750, 1000, 1200, 2000 points, not for 500." in result.output
    assert "Problem(" not in result.output


def test_options_of_the_set_up_are_typed_as_they_are_called(tmp_path: Path) -> None:
    record = tmp_path / "short.tb"
    players = ["--ruleset", "USB", "--points", "250", "--red", "default", "--blue", "default", "--seed", "x"]
    chosen = ["--option", "order=deck", "--option", "centimetres=on", "--option", "map_seed=7"]
    result = CliRunner().invoke(cli.cli, ["battle", *players, *chosen, "--save", str(record)])
    assert result.exit_code == 0, result.output
    setup = read_record(record).header.setup
    assert {key: setup.options[key] for key in ("order", "centimetres", "map_seed")} == {
        "order": "deck",
        "centimetres": True,
        "map_seed": 7,
    }


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("turns", "'turns' sets no option: write KEY=VALUE, such as points=..."),
        ("turn=3", "there is no option 'turn'; there are: points,"),
        ("points=many", "is a whole number"),
    ],
)
def test_an_option_that_is_none_is_refused_with_what_there_is(word: str, told: str) -> None:
    result = CliRunner().invoke(cli.cli, ["battle", "--ruleset", "USB", "--option", word], env={"COLUMNS": "500"})
    assert result.exit_code == 2
    assert told in result.output


@pytest.mark.parametrize("size", ["big", "10x10", "1280*720"])
def test_a_window_of_no_size_is_refused(size: str) -> None:
    result = CliRunner().invoke(cli.cli, ["play", "--size", size])
    assert result.exit_code == 2
    assert "write for instance 1280x720" in result.output
