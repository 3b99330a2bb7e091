"""The rule for commit subjects, as CI and the hook apply it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / ".ci" / "subjects.py"


def judged(tmp_path: Path, subject: str) -> tuple[int, str]:
    message = tmp_path / "message"
    message.write_text(f"{subject}\n\nA body may be as long as it likes and say why.\n", encoding="utf-8")
    done = subprocess.run([sys.executable, SCRIPT, message], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    "subject",
    ["NAP: free the moves after a slowed march", "Docs, texts: allow a second map", "USB: " + "a" * 67],
)
def test_a_good_subject_passes(tmp_path: Path, subject: str) -> None:
    assert judged(tmp_path, subject) == (0, "")


@pytest.mark.parametrize(
    ("subject", "fault"),
    [
        ("USB: " + "a" * 68, "73 characters; at most 72"),
        ("Free the moves after a slowed march", "write 'Area: verb ...'"),
        ("NAP: free the moves.", "write 'Area: verb ...'"),
        ("NAP: the moves after a slowed march are free", "begin with a verb in the imperative"),
        ("NAP: freed the moves after a slowed march", "begin with a verb in the imperative"),
    ],
)
def test_a_bad_subject_is_refused_with_what_would_be_right(tmp_path: Path, subject: str, fault: str) -> None:
    code, said = judged(tmp_path, subject)
    assert code == 1
    assert fault in said
