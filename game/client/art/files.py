"""Where the program's pictures, themes and fonts lie."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import assets


def asset(*parts: str) -> Path:
    """The path of a file or folder of the ``assets`` package."""
    return Path(next(iter(assets.__path__))).joinpath(*parts)


def font_file(bold: bool = False, italic: bool = False) -> Path:
    """A face of Noto Sans (SIL Open Font License) that comes with pygame_gui and has the Polish letters."""
    name = {(False, False): "Regular", (True, False): "Bold", (False, True): "Italic", (True, True): "BoldItalic"}
    return Path(str(resources.files("pygame_gui.data").joinpath(f"NotoSans-{name[bold, italic]}.ttf")))
