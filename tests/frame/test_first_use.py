"""run.py from nothing to a started program, with a registry of three tiny packages on the local disk."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = {"pebble": "1.0", "flint": "2.1"}

# A build backend of a few lines, so that the project installs in place without fetching one.
BACKEND = """
import base64, hashlib, pathlib, zipfile

def build_editable(directory, settings=None, metadata=None):
    files = {
        "_project.pth": str(pathlib.Path(__file__).parent) + "\\n",
        "tabula_belli-1.dist-info/METADATA": "Metadata-Version: 2.1\\nName: tabula-belli\\nVersion: 1\\n",
        "tabula_belli-1.dist-info/WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    }
    name = "tabula_belli-1-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(directory) / name, "w") as wheel:
        record = ""
        for path, text in files.items():
            wheel.writestr(path, text)
            record += path + ",,\\n"
        wheel.writestr("tabula_belli-1.dist-info/RECORD", record + "tabula_belli-1.dist-info/RECORD,,\\n")
    return name
"""

PROGRAM = """
import sys
import flint
print("started", flint.VERSION, sys.argv[1:])
"""


def make_wheel(folder: Path, name: str, version: str, *, size: int = 0) -> str:
    """Write a wheel with one module and return its SHA-256."""
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}.py": f"VERSION = {version!r}\n" + "#" * size,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    path = folder / f"{name}-{version}-py3-none-any.whl"
    rows = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for place, text in files.items():
            wheel.writestr(place, text)
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            rows.append(f"{place},sha256={digest},{len(text.encode())}\n")
        wheel.writestr(f"{info}/RECORD", "".join(rows) + f"{info}/RECORD,,\n")
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Checkout:
    """A small checkout with the real run.py, and the registry it fetches from."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.registry = folder / "registry"
        self.registry.mkdir(parents=True)
        (folder / "game").mkdir()
        (folder / "game" / "__init__.py").write_text("")
        (folder / "game" / "cli.py").write_text(PROGRAM)
        (folder / "backend.py").write_text(BACKEND)
        (folder / "pyproject.toml").write_text(
            '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
        )
        shutil.copy(ROOT / "run.py", folder)
        flint = self.pin("flint", "2.1")
        self.lock("requirements.lock", flint)
        self.lock("requirements-dev.lock", flint, self.pin("pebble", "1.0"))

    def pin(self, name: str, version: str, *, size: int = 0) -> str:
        return f"{name}=={version} \\\n    --hash=sha256:{make_wheel(self.registry, name, version, size=size)}\n"

    def lock(self, name: str, *pins: str) -> None:
        (self.folder / name).write_text("".join(pins))

    @property
    def surroundings(self) -> dict[str, str]:
        keep = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
        return {**keep, "PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.registry)}

    def start(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(self.folder / "run.py"), *arguments],
            capture_output=True,
            text=True,
            check=False,
            env=self.surroundings,
            cwd=self.folder.parent,
        )

    @property
    def site(self) -> Path:
        return next(self.folder.glob(".venv/**/site-packages"))


def kill_all(child: subprocess.Popen[str]) -> None:
    """Kill a process and what it started, without warning."""
    if os.name == "nt":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(child.pid)], check=False, capture_output=True)
    else:
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout after its first use."""
    checkout = Checkout(tmp_path_factory.mktemp("first") / "checkout")
    first = checkout.start("play", "--fast")
    assert first.returncode == 0, first.stdout + first.stderr
    lines = first.stdout.splitlines()
    assert lines[0].startswith("Making the environment in ")
    assert lines[1] == "Fetching up to 1 packages (requirements.lock)"
    assert lines[-2:] == ["Ready.", "started 2.1 ['play', '--fast']"]
    return checkout


def test_later_uses_start_at_once(ready: Checkout) -> None:
    again = ready.start("play")
    assert again.stdout == "started 2.1 ['play']\n"


def test_the_tests_bring_their_tools_and_keep_the_rest(ready: Checkout) -> None:
    first = ready.start("test", "-k", "x")
    assert "Fetching up to 2 packages (requirements-dev.lock)" in first.stdout
    assert first.stdout.endswith("started 2.1 ['test', '-k', 'x']\n")
    assert (ready.site / "pebble.py").exists()
    assert ready.start("play").stdout == "started 2.1 ['play']\n"


def test_half_written_packages_are_put_there_again(ready: Checkout) -> None:
    (ready.site / "flint.py").write_text("VERS")
    (ready.folder / ".venv" / "tabula-belli.installing").write_text("")
    mended = ready.start()
    assert "Taking up an interrupted installation, 1 packages anew" in mended.stdout
    assert mended.stdout.endswith("started 2.1 []\n")


def test_a_new_lock_is_followed(ready: Checkout) -> None:
    flint = ready.pin("flint", "2.2")
    ready.lock("requirements.lock", flint)
    ready.lock("requirements-dev.lock", flint, ready.pin("pebble", "1.0"))
    assert ready.start().stdout.endswith("started 2.2 []\n")
    assert ready.start().stdout == "started 2.2 []\n"


def test_another_file_under_the_same_name_is_not_installed(ready: Checkout) -> None:
    pin = ready.pin("flint", "2.3")
    make_wheel(ready.registry, "flint", "2.3", size=10)
    ready.lock("requirements.lock", pin)
    ready.lock("requirements-dev.lock", pin, ready.pin("pebble", "1.0"))
    refused = ready.start()
    assert refused.returncode == 2
    assert "is not the one the lock file names" in refused.stderr
    assert refused.stderr.count("\n") == 1
    ready.lock("requirements.lock", ready.pin("flint", "2.3"))
    ready.lock("requirements-dev.lock", ready.pin("flint", "2.3"), ready.pin("pebble", "1.0"))
    assert ready.start().stdout.endswith("started 2.3 []\n")


def test_without_the_registry_it_says_so(ready: Checkout) -> None:
    pin = ready.pin("flint", "2.4")
    kept = (ready.registry / "flint-2.4-py3-none-any.whl").rename(ready.folder / "kept.whl")
    ready.lock("requirements.lock", pin)
    ready.lock("requirements-dev.lock", pin, ready.pin("pebble", "1.0"))
    refused = ready.start()
    assert refused.returncode == 2
    assert refused.stderr.startswith("Tabula Belli cannot start: there is no ready-made package of flint==2.4")
    kept.rename(ready.registry / "flint-2.4-py3-none-any.whl")
    assert ready.start().stdout.endswith("started 2.4 []\n")


def begun(checkout: Checkout) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(checkout.folder / "run.py"), "after"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=checkout.surroundings,
        start_new_session=True,
    )


def killed_at(checkout: Checkout, words: str) -> None:
    """Start run.py and kill it, with all it has started, as soon as it has said something."""
    child = begun(checkout)
    assert child.stdout is not None
    said = []
    for line in child.stdout:
        said.append(line)
        if words in line:
            break
    kill_all(child)
    child.stdout.close()
    assert words in said[-1], "".join(said)


def test_killed_in_the_middle_it_goes_on(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "checkout")
    pins = [checkout.pin(f"stone{number}", "1.0") for number in range(8)]
    checkout.lock("requirements.lock", checkout.pin("flint", "2.1"), *pins)
    killed_at(checkout, "Making the environment")
    last = checkout.registry / "stone7-1.0-py3-none-any.whl"
    kept = last.rename(tmp_path / last.name)
    if hasattr(os, "mkfifo"):
        os.mkfifo(last)  # whoever reads it waits for ever, as for a server that has fallen silent
    killed_at(checkout, "8/9 stone6")
    last.unlink(missing_ok=True)
    kept.rename(last)
    child = begun(checkout)
    output, _ = child.communicate()
    assert child.returncode == 0, output
    assert output.endswith("started 2.1 ['after']\n")
    assert len(list(checkout.site.glob("stone*.py"))) == 8
    assert len(list(checkout.site.glob("stone*.dist-info/RECORD"))) == 8


def test_two_at_once_do_not_meddle(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "checkout")
    first, second = begun(checkout), begun(checkout)
    outputs = [child.communicate()[0] for child in (first, second)]
    assert [child.returncode for child in (first, second)] == [0, 0], outputs
    assert all(output.endswith("started 2.1 ['after']\n") for output in outputs)
    assert sum("Making the environment" in output for output in outputs) == 1
    assert sum("Another run.py is at the environment; waiting for it" in output for output in outputs) == 1
