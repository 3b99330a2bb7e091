"""Where the program's pictures, themes and fonts lie, and what the packages of rulesets bring of their own."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

import assets
from game.engine.packages import packages


def asset(*parts: str) -> Path:
    """The path of a file or folder of the ``assets`` package."""
    return Path(next(iter(assets.__path__))).joinpath(*parts)


@cache
def folders_of_rulesets() -> dict[str, Path]:
    """The folders of the installed rulesets by id."""
    return {package.id: package.folder for package in packages().values() if package.folder is not None}


def brought(ruleset: str, name: str) -> Path | None:
    """The path of a file that a ruleset brings in its own folder, None where it brings none."""
    folder = folders_of_rulesets().get(ruleset)
    return folder / name if folder is not None and (folder / name).is_file() else None


def font_file(bold: bool = False, italic: bool = False) -> Path:
    """A face of Noto Sans (SIL Open Font License) that comes with pygame_gui and has the Polish letters."""
    name = {(False, False): "Regular", (True, False): "Bold", (False, True): "Italic", (True, True): "BoldItalic"}
    return Path(str(resources.files("pygame_gui.data").joinpath(f"NotoSans-{name[bold, italic]}.ttf")))
