"""Absurd words on the command line, files that are none: one sentence, an exit code, never a traceback."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from game.cli import main
from game.terminal import cell

SAVES = Path(__file__).resolve().parent.parent.parent / "saves"
HUGE = "9" * 4000


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit code and all that was printed."""
    try:
        main(list(arguments))
        code: object = 0
    except SystemExit as end:
        code = end.code
    out = capsys.readouterr()
    assert "Traceback" not in out.out + out.err
    assert isinstance(code, int | None)
    return code or 0, out.out + out.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("battle", "--points", HUGE), "is not in the range"),
        (("battle", "--points", "20001"), "20001 is not in the range 1<=x<=20000"),
        (("battle", "--points", "20000"), "Points: from 500 to 4000"),
        (("battle", "--games", "10001"), "is not in the range 1<=x<=10000"),
        (("battle", "--processes", "62"), "is not in the range 1<=x<=61"),
        (("battle", "--ruleset", "[/x]"), "there is no ruleset called '[/x]' here"),
        (("battle", "--scenario", "[/x]"), "there is no scenario '[/x]'"),
        (("battle", "--red", "[bold]x[/]"), "there is no bot called '[bold]x[/]'"),
        (("battle", "--seed", "half \ud83d"), "argument 3 is no text on one line"),
        (("battle", "--seed", "x" * 4097), "argument 3 is longer than 4096 letters"),
        (("play", "--size", "99999x99999"), "'99999x99999' is no size"),
        (("play", "--size", HUGE + "x1"), "is no size; write for instance 1280x720"),
        (("play", "--size", "320x²00"), "'320x²00' is no size"),
        (("play", "--size", "319x200"), "'319x200' is no size"),
        (("army", "[/x]"), "There is no file [/x], and no army of that name"),
        (("army", "[/x]", "--points", "0"), "0 is not in the range"),
        (("rules", "[/x]"), "No clause begins with [/x]."),
        (("rules", "--ruleset", "[/x]"), "No installed ruleset has clauses."),
        (("check", "--ruleset", "[/x]"), "There is no ruleset [/x]."),
    ],
)  # fmt: skip
def test_absurd_words_are_refused(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str) -> None:
    code, told = call(capsys, *arguments)
    assert code
    assert says in told


COMMANDS = {
    "army": ("army", "{file}"),
    "resolve": ("resolve", "{file}"),
    "verify": ("replay", "{file}", "--verify"),
    "story": ("replay", "{file}", "--text"),
    "shot": ("shot", "{file}", "--png", "{out}"),
    "report": ("report", "{file}", "--html", "{out}"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_files_that_are_none_are_refused_by_every_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    os.mkfifo(tmp_path / "pipe [red].toml")
    (tmp_path / "zero.toml").symlink_to("/dev/zero")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\0\0")
    (tmp_path / "deep.toml").write_bytes(b"[" * 100_000)
    (tmp_path / "[bold].toml").write_bytes(b'{"[/x]": "[/x]"}')
    (tmp_path / "empty.toml").write_bytes(b"")
    half = os.fsdecode(b"half\xff.toml")
    (tmp_path / half).write_bytes(b"x")
    for path in sorted(tmp_path.iterdir()):
        words = [w.format(file=path, out=tmp_path / "out" / "x.png") for w in COMMANDS[command]]
        code, told = call(capsys, *words)
        assert code in (1, 2), path.name
        assert told.strip()
        if "pipe" in path.name or path.name == "zero.toml":
            assert "this is a pipe or a device, not an ordinary file, and is not read" in told


def test_a_battle_whose_names_look_like_style_is_told_as_it_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "sample [red].tabula"
    shutil.copy(SAVES / "sample-sunken-causeway.tabula", path)
    with path.open("ab") as file:
        file.write(b'{"[/x]": 1}\n')
    code, told = call(capsys, "replay", str(path), "--text")
    assert code == 1
    assert "sample [red].tabula, line 180: it has no checksum." in told
    assert str(cell("[bold]\ud83d\x1b[2J")) == "[bold]\ufffd\ufffd[2J"
