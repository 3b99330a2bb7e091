"""``shot``: pictures of positions and records without a display."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from click.testing import CliRunner

from game import cli

EXAMPLE = "rulesets/warmaster_ancients/examples/ex01.toml"


@pytest.fixture(autouse=True)
def in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    root = cli.checkout()
    assert root is not None
    monkeypatch.chdir(root)


def shot(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli.cli, ["shot", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result.exit_code, result.output


def test_a_position_before_and_after_its_commands(tmp_path: Path) -> None:
    before, after = tmp_path / "before.png", tmp_path / "after.png"
    assert shot(EXAMPLE, "--png", str(before), "--size", "640x400") == (0, "")
    assert shot(EXAMPLE, "--at", "1", "--png", str(after), "--size", "640x400") == (0, "")
    pictures = [pygame.image.load(path) for path in (before, after)]
    assert [picture.get_size() for picture in pictures] == [(640, 400), (640, 400)]
    assert pygame.image.tobytes(pictures[0], "RGB") != pygame.image.tobytes(pictures[1], "RGB")


def test_a_moment_that_is_not_there(tmp_path: Path) -> None:
    code, output = shot(EXAMPLE, "--at", "99", "--png", str(tmp_path / "x.png"))
    assert code == 2
    assert output.endswith("commands; there is no moment 99\n")
    assert not (tmp_path / "x.png").exists()


def test_a_file_that_is_no_record(tmp_path: Path) -> None:
    code, output = shot("README.md", "--png", str(tmp_path / "x.png"))
    assert (code, output) == (2, "README.md is not a record of a battle (its first line is no header)\n")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    code, output = shot(EXAMPLE, "--size", "320x200", "--png", str(tmp_path / "no" / "x.png"))
    assert code == 2
    assert "x.png: cannot be written" in output
    assert output.count("\n") == 1
