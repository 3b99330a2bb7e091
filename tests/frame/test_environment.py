"""run.py: when the environment counts as finished, and what is said when it cannot be made."""

from __future__ import annotations

import ast
import errno
import io
import json
import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def run() -> ModuleType:
    spec = spec_from_file_location("run_under_test", ROOT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout that needs nothing, with an environment that looks finished to the eye."""
    for name in ("requirements.lock", "requirements-dev.lock", "pyproject.toml"):
        (tmp_path / name).write_text(f"# {name}\n")
    python = tmp_path / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    python.parent.mkdir(parents=True)
    python.write_text("")
    return tmp_path


def finish(run: ModuleType, checkout: Path) -> object:
    environment = run.Environment(str(checkout))
    stamp = {**environment.wanted(run.PLAY_LOCK), **environment.wanted(run.FULL_LOCK)}
    Path(environment.stamp).write_text(json.dumps(stamp))
    return environment


def test_a_finished_environment_is_ready_for_both_locks(run: ModuleType, checkout: Path) -> None:
    environment = finish(run, checkout)
    assert environment.ready(run.PLAY_LOCK)
    assert environment.ready(run.FULL_LOCK)


def test_without_a_stamp_it_is_not_ready(run: ModuleType, checkout: Path) -> None:
    assert not run.Environment(str(checkout)).ready(run.PLAY_LOCK)


@pytest.mark.parametrize("stamp", ["", "{", "[]", "null"])
def test_a_damaged_stamp_counts_as_none(run: ModuleType, checkout: Path, stamp: str) -> None:
    environment = finish(run, checkout)
    Path(environment.stamp).write_text(stamp)
    assert not environment.ready(run.PLAY_LOCK)
    assert environment.stamped() == {}


def test_a_changed_lock_makes_only_its_own_part_stale(run: ModuleType, checkout: Path) -> None:
    environment = finish(run, checkout)
    (checkout / "requirements-dev.lock").write_text("# another\n")
    assert environment.ready(run.PLAY_LOCK)
    assert not environment.ready(run.FULL_LOCK)


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_what_went_into_it_is_part_of_the_stamp(run: ModuleType, checkout: Path, name: str) -> None:
    environment = finish(run, checkout)
    (checkout / name).write_text("changed\n")
    assert not environment.ready(run.PLAY_LOCK)


def test_line_ends_of_a_checkout_do_not_matter(run: ModuleType, checkout: Path) -> None:
    environment = finish(run, checkout)
    (checkout / "requirements.lock").write_bytes(b"# requirements.lock\r\n")
    assert environment.ready(run.PLAY_LOCK)


def test_a_moved_checkout_is_not_ready(run: ModuleType, checkout: Path) -> None:
    finish(run, checkout)
    moved = checkout.with_name(checkout.name + "-moved")
    checkout.rename(moved)
    assert not run.Environment(str(moved)).ready(run.PLAY_LOCK)


def test_the_mark_of_an_interruption_outweighs_the_stamp(run: ModuleType, checkout: Path) -> None:
    environment = finish(run, checkout)
    Path(environment.torn).write_text("")
    assert not environment.ready(run.PLAY_LOCK)


def test_a_vanished_python_is_noticed(run: ModuleType, checkout: Path) -> None:
    environment = finish(run, checkout)
    Path(environment.python).unlink()
    assert not environment.ready(run.PLAY_LOCK)


# -- what is said -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("OSError: [Errno 28] No space left on device", "the disk is full"),
        ("ERROR: Could not install: [Errno 30] Read-only file system: '/x'", "the folder cannot be written"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "its hash differs"),
        ("NewConnectionError('...: Temporary failure in name resolution')", "no network"),
        ("WARNING: Retrying ... ConnectTimeoutError(... timed out)", "no network"),
        ("ERROR: No matching distribution found for pymunk==7.3.1", "no ready-made package of pymunk==7.3.1"),
        ("ERROR: something else entirely\nmore", "gave up: ERROR: something else entirely"),
    ],
)
def test_a_failed_installation_ends_in_one_sentence(run: ModuleType, output: str, said: str) -> None:
    sentence = run.why_not(output.splitlines(), "gave up")
    assert said in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("number", "said"),
    [(errno.EROFS, "the folder cannot be written"), (errno.ENOSPC, "the disk is full")],
)
def test_a_disk_that_cannot_be_written(
    run: ModuleType,
    checkout: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    number: int,
    said: str,
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(run.os, "mkdir", refuse)
    assert run.main([], str(checkout)) == 2
    error = capsys.readouterr().err
    assert error.startswith("Tabula Belli cannot start: ")
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_a_python_without_venv(
    run: ModuleType,
    checkout: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    missing: str,
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    assert run.main([], str(checkout)) == 2
    assert "sudo apt install python3-venv" in capsys.readouterr().err


def test_ctrl_c_leaves_the_mark_and_says_that_it_goes_on(
    run: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run.Environment, "works", lambda _: True)
    monkeypatch.setattr(run.Environment, "mend", lambda _: None)
    monkeypatch.setattr(run.Environment, "pip", interrupt)
    assert run.main([], str(checkout)) == 130
    assert capsys.readouterr().err == "\nStopped. The next start goes on from here.\n"
    assert (checkout / ".venv" / run.TORN).exists()
    assert not run.Environment(str(checkout)).ready(run.PLAY_LOCK)


def test_an_old_python_is_told_what_it_lacks() -> None:
    code = (
        "import sys; sys.version_info = (3, 8, 10, 'final', 0); "
        f"exec(compile(open({str(ROOT / 'run.py')!r}).read(), 'run.py', 'exec'), {{'__name__': '__main__'}})"
    )
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert child.returncode == 2
    assert child.stderr.startswith("Tabula Belli needs Python 3.11 or newer, and this is 3.8 (")
    assert "Traceback" not in child.stderr


def test_an_old_python_can_parse_it() -> None:
    """No f-strings, annotations, walrus or keyword-only marks: what Python 3.4 and 2.7 cannot read."""
    tree = ast.parse((ROOT / "run.py").read_text(encoding="utf-8"), feature_version=(3, 4))
    modern = ast.JoinedStr | ast.AnnAssign | ast.NamedExpr | ast.AsyncFunctionDef | ast.Match | ast.Nonlocal
    assert [node.lineno for node in ast.walk(tree) if isinstance(node, modern)] == []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            arguments = node.args
            assert node.returns is None, node.name
            assert not arguments.kwonlyargs, node.name
            assert not arguments.posonlyargs, node.name
            assert all(argument.annotation is None for argument in arguments.args), node.name
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            assert not any(isinstance(one, ast.Starred) for one in node.elts), node.lineno
        if isinstance(node, ast.Raise):
            assert node.cause is None, node.lineno


def test_progress_counts_packages(run: ModuleType) -> None:
    out = io.StringIO()
    progress = run.Progress(4, out)
    for line in (
        "Ignoring colorama: markers 'sys_platform == \"win32\"' don't match your environment",
        "Collecting click==8.5.1 (from -r requirements.lock (line 1))",
        "  Downloading click-8.5.1-py3-none-any.whl (98 kB)",
        "Requirement already satisfied: numpy==2.4.6 in ./x (from -r requirements.lock (line 4)) (2.4.6)",
        "Processing /mirror/files/mdurl-0.1.2-py3-none-any.whl (from -r requirements.lock (line 7))",
        "Installing collected packages: click",
    ):
        progress.read(line)
    assert out.getvalue().splitlines() == [
        "  [########................] 1/3 click 8.5.1",
        "  [################........] 2/3 numpy 2.4.6",
        "  [########################] 3/3 mdurl 0.1.2",
        "  [########################] 3/3 installing, a moment",
    ]


def test_which_commands_want_the_tools(run: ModuleType) -> None:
    from game.cli import cli

    assert set(run.NEED_TOOLS) <= set(cli.commands)
