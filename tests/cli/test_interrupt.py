"""Ctrl-C while battles are fought: a word, no traceback, exit code 130, and nothing that goes on running."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MANY = ["-m", "game.cli", "battle", "--games", "40", "--processes", "2", "--seed", "x"]

pytestmark = pytest.mark.skipif(
    not hasattr(os, "killpg") or shutil.which("ps") is None,
    reason="elsewhere a terminal interrupts in its own way",
)


def alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def hear() -> None:
    """Whoever runs the tests in the background has made them deaf to it; a terminal has not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def others_begun(command: int) -> bool:
    """Whether a command has begun processes of its own: then it is past what the language does before it."""
    listed = subprocess.run(["ps", "-e", "-o", "ppid="], capture_output=True, text=True, check=True).stdout
    return str(command) in listed.split()


@pytest.mark.parametrize("wait", [0.0, 0.3, 2.0])
def test_a_row_of_battles_stops_at_a_word_whenever_it_is_interrupted(wait: float) -> None:
    """As a terminal does it: every process of the command is told at once, those that are just loading too."""
    command = subprocess.Popen(
        [sys.executable, *MANY],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear,
    )
    try:
        while command.poll() is None and not others_begun(command.pid):
            time.sleep(0.01)
        time.sleep(wait)
        os.killpg(command.pid, signal.SIGINT)
        out, told = command.communicate(timeout=120)
    finally:
        if command.poll() is None:
            os.killpg(command.pid, signal.SIGKILL)
    assert command.returncode == 130
    assert out == ""
    assert told.split() in (["stopped"], ["Stopped."])
    for _ in range(200):
        if not alive(command.pid):
            break
        time.sleep(0.05)
    assert not alive(command.pid)
