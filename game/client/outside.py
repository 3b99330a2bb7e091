"""Files shown outside the window: opened as the platform opens them, else their path goes to the clipboard."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import webbrowser
from pathlib import Path

import pygame

from game.client.words import _

PAGES = (".html",)


def show(path: Path) -> bool:
    """Open a file or folder in the program that is meant for it; False where there is none, or no window at all."""
    if os.environ.get("SDL_VIDEODRIVER") == "dummy" or not path.exists():
        return False
    try:
        if path.suffix.lower() in PAGES:
            return webbrowser.open(path.resolve().as_uri())
        if sys.platform == "win32":
            os.startfile(path)
            return True
        opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
        if opener is None:
            return False
        subprocess.Popen([opener, str(path)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    except (OSError, webbrowser.Error):
        return False
    return True


def show_or_say(path: Path) -> str:
    """Open a file; the sentence of what becomes of it where no program is meant for it, "" where all is well."""
    if show(path):
        return ""
    said = _("No program on this computer opens this file. Its path is on the clipboard: {path}")
    if not copy(str(path)):
        said = _("No program on this computer opens this file: {path}")
    return said.format(path=path)


def copy(text: str) -> bool:
    """Put a text on the clipboard; False where there is none."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True


def pasted() -> str:
    """The text on the clipboard; "" where there is none."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""
