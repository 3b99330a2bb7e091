"""Bots of other packages: registered, broken, for some systems alone; and the one that docs/bot.md builds."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner

from game import cli
from game.bots import registered, roster
from game.bots.registered import GROUP, load_bots
from tests.bots.sample import Sample
from tests.toy import TOY

BOT = Path(__file__).resolve().parents[2] / "docs" / "bot.md"


class OnlyThere(Sample):
    """A bot for one system."""

    rulesets = ("AFS",)


def entry(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, GROUP)


def test_broken_bots_are_named_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = load_bots(
        [
            entry("good", "tests.bots.sample:Sample"),
            entry("gone", "tests.bots.nothing:Sample"),
            entry("odd", "tests.bots.sample:__name__"),
        ]
    )
    assert list(found.makers) == ["good"]
    assert "tests.bots.nothing:Sample" in found.faults["gone"]
    assert "must be a class with a method choose(seat)" in found.faults["odd"]
    monkeypatch.setattr(roster, "registered", lambda: found)
    assert roster.bot_names(TOY)[-1] == "good"
    assert roster.make_bot(TOY, "good").name == "sample"
    with pytest.raises(roster.UnknownBot, match=r"the bot gone \(tests.bots.nothing:Sample\) cannot be loaded"):
        roster.make_bot(TOY, "gone")


def test_a_bot_for_other_systems_is_not_offered() -> None:
    assert registered.plays(Sample, "TOY")
    assert not registered.plays(OnlyThere, "TOY")
    assert registered.plays(OnlyThere, "AFS")


def test_the_bot_of_the_document_fights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = BOT.read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert code is not None
    assert page.count("\n") < 60
    lines = code[1].splitlines()
    (tmp_path / "mybot.py").write_text("\n".join(line[3:] for line in lines), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    said = ["battle", "--ruleset", "AFS", "--red", "mybot:Mine", "--blue", "default", "--seed", "1", "--points", "150"]
    result = CliRunner().invoke(cli.cli, [*said, "--json"])
    sys.modules.pop("mybot", None)
    assert result.exit_code == 0, result.output
    assert '"faults":{"south":0,"north":0}' in result.output
    rated = [
        "lab",
        "match",
        "mybot:Mine",
        "default",
        "--ruleset",
        "AFS",
        "--games",
        "2",
        "--points",
        "150",
        "--seed",
        "1",
    ]
    result = CliRunner().invoke(cli.cli, [*rated, "--processes", "1", "--json"])
    sys.modules.pop("mybot", None)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["games"] == 2


def test_worker_processes_know_bots_of_packages_and_of_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text("from tests.bots.sample import Sample as Mine\n", encoding="utf-8")
    home = tmp_path / "installed"
    (home / "other-1.dist-info").mkdir(parents=True)
    (home / "other.py").write_text("from tests.bots.sample import Sample as Theirs\n", encoding="utf-8")
    (home / "other-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1\n")
    (home / "other-1.dist-info" / "entry_points.txt").write_text(f"[{GROUP}]\ntheirs = other:Theirs\n")
    said = ["battle", "--ruleset", "AFS", "--red", "mybot:Mine", "--blue", "theirs", "--games", "2", "--processes", "2"]
    child = subprocess.run(
        [sys.executable, "-m", "game.cli", *said, "--points", "150", "--seed", "w", "--json"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(home), str(BOT.parents[1])])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    results = [json.loads(line) for line in child.stdout.splitlines()]
    assert [one["bots"] for one in results] == [{"south": "mybot:Mine", "north": "theirs"}] * 2
    assert [one["faults"] for one in results] == [{"south": 0, "north": 0}] * 2
