"""Where the player's files lie: records, settings, the log of faults."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

PROGRAM = "tabula-belli"


class Folders(msgspec.Struct, frozen=True):
    """The folders of one player. They are made when something is first written into them."""

    saves: Path
    config: Path

    @property
    def settings(self) -> Path:
        """The file of the settings."""
        return self.config / "settings.json"

    @property
    def refuges(self) -> tuple[Path, ...]:
        """Where a battle is written whose own file cannot be: the usual folder, then one beside the settings."""
        return self.saves, self.config / "rescued"

    @property
    def lists(self) -> Path:
        """The folder of army lists that the player keeps or reads in."""
        return self.saves / "lists"

    @property
    def tables(self) -> Path:
        """The folder of tables that the player has made."""
        return self.saves / "tables"

    @property
    def positions(self) -> Path:
        """The folder of moments written as positions, for reports of faults."""
        return self.saves / "positions"

    @property
    def puzzles(self) -> Path:
        """The folder of the player's own puzzles."""
        return self.saves / "puzzles"

    @property
    def reports(self) -> Path:
        """The folder of pages and pictures made of battles."""
        return self.saves / "reports"

    @property
    def faults(self) -> Path:
        """The file that exceptions are noted in, for bug reports."""
        return self.config / "faults.log"


def default_folders() -> Folders:
    """The checkout's ``saves`` where it can be written, else the user's own folder; settings are always the user's.

    ``TABULA_BELLI_HOME`` puts everything below one folder.
    """
    home = os.environ.get("TABULA_BELLI_HOME")
    if home:
        return Folders(Path(home) / "saves", Path(home))
    import platformdirs

    beside = Path(__file__).resolve().parent.parent.parent / "saves"
    saves = beside
    if not (beside.is_dir() and os.access(beside, os.W_OK)):
        saves = Path(platformdirs.user_data_dir(PROGRAM, appauthor=False)) / "saves"
    return Folders(saves, Path(platformdirs.user_config_dir(PROGRAM, appauthor=False)))


def short_path(path: Path) -> str:
    """A path as it is shown, with the home folder as ``~``."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except ValueError:
        return str(path)


def free_path(folder: Path, name: str) -> Path:
    """A path in a folder that no file has yet."""
    path = folder / name
    n = 2
    while os.path.lexists(path):
        path = folder / f"{Path(name).stem} ({n}){Path(name).suffix}"
        n += 1
    return path


def aside_of(path: Path, ending: str = "") -> Path:
    """Where a file that cannot be read goes before another is written in its place: beside it, under a free name."""
    ending = ending or path.suffix
    return free_path(path.parent, path.name.removesuffix(ending) + ".broken" + ending)
