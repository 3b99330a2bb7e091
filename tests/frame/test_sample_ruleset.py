"""The sample ruleset of docs/ruleset.md: installed into a fresh environment as anybody would, and played there."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from game.engine.loader import load_ruleset
from tests.packages_made import SAMPLE, installed

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = SAMPLE / "shield_walls"
MOST_LINES = 200
GUIDE = ROOT / "docs" / "ruleset.md"


def fresh_environment(home: Path) -> Path:
    """Make an environment that sees the program and what it needs, and nothing of the sample; return its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ask = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    there = subprocess.run([python, "-c", ask], check=True, capture_output=True, text=True).stdout.strip()
    paths = dict.fromkeys([sysconfig.get_paths()["purelib"], sysconfig.get_paths()["platlib"], str(ROOT)])
    (Path(there) / "the_program.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
    return python


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What came of the sample in a fresh environment: its commands, and a turn in the window."""
    home = tmp_path_factory.mktemp("sample")
    source = home / "source"
    shutil.copytree(SAMPLE, source, ignore=shutil.ignore_patterns("__pycache__"))
    python = fresh_environment(home / "env")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--no-index", str(source)], check=True)
    shutil.rmtree(source)
    surroundings = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    surroundings |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONUTF8": "1"}
    script = Path(__file__).with_name("sample_played.py")
    child = subprocess.run(
        [python, script, home], cwd=home, env=surroundings, capture_output=True, encoding="utf-8", check=False
    )
    assert child.returncode == 0, child.stderr
    found: dict[str, Any] = json.loads(child.stdout.splitlines()[-1])
    assert Path(found["folder"]).is_relative_to(home / "env")
    return found


def test_the_plain_player_fights_it_to_the_end_and_the_record_verifies(told: dict[str, Any]) -> None:
    code, out = told["battle"]
    battle = json.loads(out)
    assert (code, battle["faults"], battle["bots"]) == (
        0,
        {"south": 0, "north": 0},
        dict.fromkeys(("south", "north"), "random"),
    )
    assert 1 <= battle["turns"] <= 8
    assert battle["scores"].keys() == {"south", "north"}
    code, out = told["verify"]
    assert code == 0
    assert out.endswith("every event and state as recorded\n")


def test_its_position_comes_out_as_expected(told: dict[str, Any]) -> None:
    code, out = told["resolve"]
    assert code == 0
    assert "Thanes strikes Hearth guard: 6, 5, 5, 1, 1 (each needs 5+)  [SHW-STR-01]" in out
    assert out.endswith("As expected.\n")


def test_its_rules_are_told_and_nothing_is_wrong_with_its_data(told: dict[str, Any]) -> None:
    code, out = told["rules"]
    assert code == 0
    assert "SHW-STR-02  Breaking" in out
    code, out = told["check"]
    assert code == 0
    assert out.startswith("SHW: 10 clauses, ")
    assert out.endswith("1 set-ups, 1 example positions, 0 guided battles\nNo problems\n")


def test_its_armies_are_told(told: dict[str, Any]) -> None:
    assert told["army"] == [
        0,
        "Raiders (60 points)\nShield Walls: Raiders\n\n2 × Hearth guard [36]\n3 × Oarsmen [24]\n\nPoints 60 / 60\n",
    ]


def test_its_moves_and_battles_are_measured(told: dict[str, Any]) -> None:
    code, out = told["bench"]
    assert code == 0
    for row in (
        "SHW: drag preview",
        "SHW: a battle of bots",
        "SHW: p95 of a bot's decisions",
        "SHW: battles, one process",
    ):
        assert row in out


def test_a_wall_is_dragged_in_the_window(told: dict[str, Any]) -> None:
    window = told["window"]
    assert window["offered"] == ["WMA", "AFS", "WAB", "USB", "NAP", "SHW"]
    assert "Two hosts meet." in window["written"]
    assert "entries: 5, points: 60" in window["written"]
    assert "Left out" not in window["written"]
    assert (window["unit"], window["moved"]) == ("HEARTH-1", [0, 60])
    assert set(window["looks"].values()) == {"heavy_foot", "warband", "spear_foot"}
    assert window["looks"]["OARS-1"] == "warband"
    assert any(name.endswith(".tabula") for name in window["records"])


# --- that it may stand in the guide ------------------------------------------------------------------------------


def test_it_is_short() -> None:
    lines = [line for path in sorted(PACKAGE.rglob("*.py")) for line in path.read_text(encoding="utf-8").splitlines()]
    assert sum(bool(line.strip()) for line in lines) < MOST_LINES


def test_it_imports_engine_and_geometry_alone() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            game = [name for name in names if name.partition(".")[0] in ("game", "rulesets")]
            assert all(name.startswith(("game.engine", "game.geometry", "game.kit")) for name in game), path


def test_whatever_is_offered_is_legal_and_every_default_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from game.engine.command import Answering
    from game.engine.session import Session

    with installed(tmp_path, monkeypatch):
        system = load_ruleset("SHW")
        session = Session.start(system, system.default_setup("meadow", 60))
        asked = set()
        for n in range(60):
            decision = session.waiting[0]
            asked.add(decision.kind)
            replies = list(session.candidates(decision, "any", 30))
            for reply in (*replies, session.asked(decision).default):
                assert reply.answer is None or session.check(decision, reply).legal
            assert len(list(session.candidates(decision, "any", 2))) <= 2
            session.submit(Answering(decision.id, decision.side, replies[n % len(replies)]))
            if session.state.over is not None:
                break
        assert "move" in asked


def test_the_guide_quotes_it_as_it_is() -> None:
    """Every block of the guide that is headed by a file's name stands in that file, line by line."""
    text = GUIDE.read_text(encoding="utf-8")
    quoted = re.findall(r"^`([\w./]+)`:\n\n```\w*\n(.*?)```", text, re.MULTILINE | re.DOTALL)
    assert len(quoted) >= 8
    for name, block in quoted:
        whole = (SAMPLE / name).read_text(encoding="utf-8")
        for part in re.split(r"^[ #]*\.\.\.\n", block, flags=re.MULTILINE):
            assert part.strip("\n") in whole, f"{name}:\n{part}"
