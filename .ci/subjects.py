"""Commit subjects: at most 72 characters, with the area, an imperative after it.

CI runs this over every commit since the rule was made. As a hook, it judges the message that is being written::

    ln -s ../../.ci/subjects.py .git/hooks/commit-msg
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SINCE = "d0b502d6c7d20840ca16bda2a86d7615a09a0afa"
MOST = 72
SHAPE = re.compile(r"[A-Z][\w ,./-]*: [A-Z]?[a-z][\w'’-]*.*(?<!\.)")
VERBS = "bring|cling|embed|exceed|feed|fling|heed|need|ping|proceed|seed|shed|sing|speed|spring|string|swing"
NO_VERB = re.compile(
    rf": (?:the|an?|what|who|which|this|that|more|some|all|no|few|(?!(?:{VERBS})\b)\w+(?:ed|ing))\b", re.IGNORECASE
)


def faults(subject: str) -> list[str]:
    """What is wrong with a subject, and what would be right."""
    found = []
    if len(subject) > MOST:
        found.append(f"{len(subject)} characters; at most {MOST}")
    if not SHAPE.fullmatch(subject):
        found.append(
            "write 'Area: verb ...' without a full stop, for example 'NAP: free the moves after a slowed march'"
        )
    elif NO_VERB.search(subject):
        found.append("begin with a verb in the imperative after the area")
    return found


def subjects_since(commit: str) -> list[str]:
    """The subjects after a commit; none where the history does not reach back to it."""
    known = subprocess.run(["git", "cat-file", "-e", f"{commit}^{{commit}}"], capture_output=True, check=False)
    if known.returncode:
        return []
    said = subprocess.run(
        ["git", "log", "--no-merges", "--format=%s", f"{commit}..HEAD"], capture_output=True, text=True, check=True
    )
    return said.stdout.splitlines()


def main(arguments: list[str]) -> int:
    """Judge the message in a file, or the history."""
    written = Path(arguments[0]).read_text(encoding="utf-8").splitlines()[:1] if arguments else None
    subjects = subjects_since(SINCE) if written is None else written
    wrong = [(subject, fault) for subject in subjects for fault in faults(subject)]
    for subject, fault in wrong:
        sys.stdout.write(f"{subject}\n    {fault}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
