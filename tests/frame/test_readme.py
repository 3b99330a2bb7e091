"""What the pages for newcomers tell them to type is understood by the program."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from game.cli import cli

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def commands() -> list[tuple[str, str]]:
    """Every ``run.py`` command line in a code block or a code span, with the page it stands on."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        found += [(page.name, line) for line in re.findall(r"^(?:\w+=\S+ )?python3 run\.py([^#\n]*)", text, re.M)]
        found += [(page.name, line) for line in re.findall(r"`(?:python3 )?run\.py ([^`\n]+)`", text)]
    return found


TO_BE_MADE = ("FILE", "FILE.toml", "POSITION", "plan.toml", "three.toml", "tuning.toml")
"""Files that a reader of the pages has made."""


@pytest.mark.parametrize(("page", "line"), commands())
def test_a_command_is_understood(page: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    name, *arguments = ["README.md" if word in TO_BE_MADE else word for word in shlex.split(line)] or ["play"]
    if name == "--help":
        return
    with click.Context(cli) as parent:
        command = cli.get_command(parent, name)
        assert command is not None, f"{page}: there is no command {name}"
        files = [one for one in arguments if not re.search(r"\.(tabula|toml)$", one) or (ROOT / one).is_file()]
        assert files == arguments, f"{page}: {set(arguments) - set(files)} is not there"
        command.make_context(name, list(arguments), parent=parent)


def test_the_readme_shows_every_command() -> None:
    shown = {shlex.split(line)[0] for page, line in commands() if page == "README.md" and line.strip()}
    assert shown >= set(cli.commands) - {"texts"}


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert "://" in target or (page.parent / target).exists(), f"{page.name}: {target}"
