"""Battles deleted lie aside for as long as the player leaves them there: a way back for whoever deleted too much."""

from __future__ import annotations

from pathlib import Path

from game.client.battle.bookmarks import file_of
from game.client.folders import free_path

NAME = "deleted"


def attic(saves: Path) -> Path:
    """The folder of battles deleted."""
    return saves / NAME


def put_aside(path: Path) -> Path:
    """Put a record and its bookmarks aside; where it lies now. Raises OSError."""
    return _moved(path, attic(path.parent))


def put_back(path: Path) -> Path:
    """Put a record back to the others; where it lies now. Raises OSError."""
    return _moved(path, path.parent.parent)


def destroy(path: Path) -> None:
    """Delete a record and its bookmarks for good. Raises OSError."""
    path.unlink()
    file_of(path).unlink(missing_ok=True)


def _moved(path: Path, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    to = free_path(folder, path.name)
    path.rename(to)
    if file_of(path).exists():
        file_of(path).rename(file_of(to))
    return to
