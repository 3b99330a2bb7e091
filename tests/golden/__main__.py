"""Counts all positions anew: ``.venv/bin/python -m tests.golden`` writes ``counts.toml`` and tells what has changed.

For after a change of the rules that is meant; each difference is then to be explained.
"""

from __future__ import annotations

from tests.golden.counting import COUNTS, count, kept, names, written


def main() -> None:
    """Count, compare, write."""
    before = kept() if COUNTS.exists() else {}
    found = {name: count(name).plain() for name in names()}
    for name in sorted({*before, *found}):
        if before.get(name) != found.get(name):
            print(f"{name}: {before.get(name)} -> {found.get(name)}")
    COUNTS.write_text(written(found), encoding="utf-8")
    print(
        f"{len(found)} positions, {sum(sum(c['second'].values()) for c in found.values())} answers two decisions deep"
    )


if __name__ == "__main__":
    main()
