"""The pages of the public package are true: each of their Python examples runs, in order, in an empty folder."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


def examples(page: str) -> list[str]:
    """The Python examples of a page."""
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", ["api.md", "env.md"])
def test_every_example_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "example"}
    found = examples(page)
    assert len(found) >= 3
    for n, code in enumerate(found, 1):
        exec(compile(code, f"{page}, example {n}", "exec"), names)


@pytest.mark.parametrize("page", ["api.md", "bot.md", "env.md"])
def test_examples_import_the_public_package_alone(page: str) -> None:
    imported = set()
    for code in examples(page):
        lines = code.splitlines()
        indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
        for node in ast.walk(ast.parse("\n".join(line[indent:] for line in lines))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add((node.module or "").partition(".")[0])
    assert "tabula_belli" in imported
    assert imported & {"game", "rulesets", "assets", "workshop"} == set()
