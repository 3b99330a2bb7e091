"""Tables as files in the player's folder: kept as TOML, read in again, deleted."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from game.client.folders import aside_of, free_path
from game.engine.files.player_files import TABLE, is_file, shown
from game.engine.files.player_files import load as load_file
from game.engine.files.toml_reading import DataError, unknown
from game.engine.ruleset import Ruleset
from game.engine.table_plans.document import TablePlan, read_plan, write_plan
from game.engine.table_plans.rules import PlaysTables, TableRules
from game.engine.text import T, Text

SUFFIX = ".toml"


@dataclass(frozen=True)
class Kept:
    """A file and what it holds: a table, or why it holds none (a sentence, and where in the file)."""

    path: Path
    plan: TablePlan | None
    wrong: Text | None = None
    key: str = ""

    @property
    def title(self) -> str:
        """What it is called."""
        return (self.plan.name if self.plan is not None else "") or shown(self.path.stem)


def rules_of(ruleset: Ruleset | None) -> TableRules | None:
    """What tables of a ruleset may be, None where it plays on none but its own."""
    return ruleset.table_rules() if isinstance(ruleset, PlaysTables) else None


def load(path: Path) -> Kept:
    """Read a file; whatever is wrong with it is told in the result."""
    try:
        return Kept(path, read_plan(load_file(path, TABLE), shown(path)))
    except DataError as fault:
        return Kept(path, None, fault.message, fault.key)


def check_kinds(kept: Kept, rules: TableRules) -> Kept:
    """The same, refused where it names kinds of terrain that its ruleset does not have."""
    if kept.plan is None:
        return kept
    known = [k.id for k in rules.kinds]
    for number, piece in enumerate(kept.plan.pieces, 1):
        if piece.kind not in known:
            key = f"piece {number} ({piece.id}), kind"
            fault = unknown(kept.path.name, key, T("terrain kind"), piece.kind, known)
            return Kept(kept.path, None, fault.message, key)
    return kept


def kept_in(folder: Path, ruleset: str = "") -> list[Kept]:
    """The tables of a folder by name, of one ruleset where it is named (files that hold none are then left out)."""
    try:
        paths = sorted(p for p in folder.iterdir() if p.suffix.lower() == SUFFIX and is_file(p))
    except OSError:
        return []
    found = [load(p) for p in paths]
    if ruleset:
        found = [k for k in found if k.plan is not None and k.plan.ruleset == ruleset]
    return sorted(found, key=lambda k: (k.title.lower(), k.path.name))


def save(folder: Path, plan: TablePlan, path: Path | None = None) -> tuple[Path, Path | None]:
    """Write a table into its own file, else under its name into a file that is free. Raises OSError.

    Returns
    -------
    tuple
        Where it lies, and where what had come to lie there meanwhile and held no table is kept now.
    """
    aside = None
    if path is None:
        folder.mkdir(parents=True, exist_ok=True)
        plain = re.sub(r"[^\w\- ]+", "", plan.name).strip() or "table"
        path = free_path(folder, f"{plain}{SUFFIX}")
    elif os.path.lexists(path) and load(path).plan is None:
        aside = aside_of(path)
        path.rename(aside)
    part = path.with_suffix(".part")
    part.write_text(write_plan(plan), encoding="utf-8")
    part.replace(path)
    return path, aside
