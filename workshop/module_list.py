"""The list of modules: one line for each, from the first line of its docstring, under a heading for each folder.

Run it after adding, moving or describing a module::

    .venv/bin/python -m workshop.module_list
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "modules.md"
HEAD = """# Modules

One line for each module, from its docstring. `.venv/bin/python -m workshop.module_list` writes this page;
[architecture.md](architecture.md) is the map.
"""


def summary(file: Path) -> str:
    """The first line of a module's docstring."""
    return (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def page() -> str:
    """The page as it must be."""
    lines = [HEAD]
    for top in ("game", "rulesets", "tabula_belli", "workshop"):
        for folder in sorted({file.parent for file in (ROOT / top).rglob("*.py")}):
            files = [file for file in sorted(folder.glob("*.py")) if file.name != "__init__.py"]
            if not files:
                continue
            lines.append(f"## {folder.relative_to(ROOT).as_posix()}/\n")
            if (folder / "__init__.py").exists():
                lines.append(f"{summary(folder / '__init__.py')}\n")
            lines += ["| module | holds |", "| --- | --- |"]
            lines += [f"| `{file.name}` | {summary(file).replace('|', chr(92) + '|')} |" for file in files]
            lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
