"""The folder of army lists: keeping one, finding those that lie there."""

from __future__ import annotations

import re
from pathlib import Path

from game.client.folders import free_path
from game.engine.files.player_files import changed, is_file

FOREIGN = (".json", ".ros", ".rosz")
"""Endings of files of other programs."""
SUFFIXES = (".toml", *FOREIGN)


def keep(folder: Path, name: str, text: str, suffix: str = ".toml") -> Path:
    """Write a list into a folder under a name that is free; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = free_path(folder, f"{plain_name(name)}{suffix}")
    path.write_text(text, encoding="utf-8")
    return path


def plain_name(name: str) -> str:
    """A name that a file may have everywhere."""
    return re.sub(r"[^\w\- ]+", "", name).strip()[:80] or "list"


def lists_in(folder: Path) -> list[Path]:
    """The files of a folder that may be lists, the newest first."""
    try:
        found = [(changed(p), p) for p in folder.iterdir() if p.suffix.lower() in SUFFIXES and is_file(p)]
    except OSError:
        return []
    return [p for _when, p in sorted(found, key=lambda f: (-f[0], f[1].name))]
