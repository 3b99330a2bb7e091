"""The package: locks that hold for every system, a wheel that carries all data, imports that stay light."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PIN = re.compile(r"^([\w.-]+)==([\w.]+)(?: ; (.+?))? \\$", re.M)


def pins(lock: str) -> dict[str, tuple[str, str]]:
    """Version and marker of each package in a lock."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return {canonicalize_name(name): (version, marker) for name, version, marker in PIN.findall(text)}


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_locks_are_pins_with_hashes_and_nothing_else(lock: str) -> None:
    blocks = re.split(r"\n(?=\S)", (ROOT / lock).read_text(encoding="utf-8").strip())
    assert len(blocks) == len(pins(lock))
    for block in blocks:
        head, *hashes = block.splitlines()
        assert PIN.match(head), head
        assert hashes
        assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?", line) for line in hashes), head


def test_the_full_lock_holds_the_other_at_the_same_versions() -> None:
    play, full = pins("requirements.lock"), pins("requirements-dev.lock")
    assert {name: full.get(name) for name in play} == play


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("requirements.lock", PROJECT["dependencies"] + PROJECT["optional-dependencies"]["build"]),
        ("requirements-dev.lock", PROJECT["optional-dependencies"]["dev"] + PROJECT["optional-dependencies"]["lab"]),
    ],
)
def test_locks_fulfil_what_the_project_asks_for(lock: str, wanted: list[str]) -> None:
    locked = pins(lock)
    for text in wanted:
        requirement = Requirement(text)
        version, marker = locked[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), text
        assert marker == "", f"{text} is missing somewhere: {marker}"


def test_the_locks_know_no_older_pygame() -> None:
    assert "pygame" not in pins("requirements-dev.lock")


def test_the_wheel_carries_every_data_file(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        carried = set(file.namelist())
        points = file.read(next(name for name in carried if name.endswith("entry_points.txt"))).decode()
    tracked = subprocess.run(
        ["git", "ls-files", "tabula_belli", "game", "rulesets", "assets"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    there = {name for name in tracked if (ROOT / name).is_file()}
    assert there - carried == set()
    assert "tabula-belli = game.cli:main" in points
    assert "WMA = rulesets.warmaster_ancients:RULESET" in points
    assert not any(name.startswith(("tests/", "saves/")) for name in carried)


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("game.cli", {"pygame", "numpy", "shapely", "rich", "msgspec", "PIL", "babel"}),
        ("game.rules_reference", {"pygame", "numpy", "shapely", "PIL", "babel"}),
        ("game.engine.session", {"pygame", "rich", "PIL", "babel", "pymunk"}),
        ("game.geometry.physics", {"pymunk"}),
    ],
)
def test_imports_stay_light(module: str, heavy: set[str]) -> None:
    code = f"import sys, {module}; print(*sorted({heavy!r} & set(sys.modules)))"
    child = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert child.stdout.split() == []


WITHOUT = "import sys; sys.modules['pymunk'] = None\n"
"""First line of a program in which importing pymunk fails."""


@pytest.mark.parametrize(
    "code",
    [
        "from game.cli import main; main('battle --ruleset WMA --red random --blue random --seed a'.split())",
        "from game.cli import main; main(['rules', 'WAB'])",
        "from pathlib import Path; from tests.client.window import Window; Window(Path(sys.argv[1])).step(3)",
    ],
    ids=["battle", "rules", "window"],
)
def test_nothing_but_the_hand_needs_pymunk(code: str, tmp_path: Path) -> None:
    child = subprocess.run(
        [sys.executable, "-c", WITHOUT + code, str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.returncode == 0, child.stderr


def test_the_hand_does() -> None:
    code = WITHOUT + "from game.geometry.physics import tumble; tumble([1], 6, seed=1)"
    child = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "import of pymunk halted" in child.stderr
