"""The optional extra: the program does without its libraries, and says what to install where one is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from game.lab.extra import NeedsExtra, library

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = ("choix", "cmaes", "dask", "distributed", "gymnasium", "matplotlib", "optuna", "pettingzoo", "pyarrow")


def test_a_missing_library_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(NeedsExtra, match=r'needs pyarrow, .* pip install "tabula-belli\[lab\]"'):
        library("pyarrow.parquet")


@pytest.mark.parametrize(
    "said",
    [
        ["battle", "--ruleset", "AFS", "--red", "random", "--blue", "random", "--seed", "a"],
        ["lab", "match", "random", "default", "--ruleset", "AFS", "--games", "2", "--points", "150", "--seed", "a"],
    ],
    ids=lambda said: " ".join(said[:2]),
)
def test_battles_do_without_the_extra(said: list[str]) -> None:
    code = f"import sys\nfor name in {LIBRARIES}: sys.modules[name] = None\nfrom game.cli import main; main({said})"
    child = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert child.returncode == 0, child.stderr
