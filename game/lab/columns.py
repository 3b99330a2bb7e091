"""Rows as columns: a folder of Parquet files that pandas, polars, DuckDB and R read as one table."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import msgspec

from game.lab.course import Losses
from game.lab.extra import library
from game.lab.rows import Row

PART = 500
"""Rows of one file."""
PATIENCE = 15.0
"""Seconds after which rows that have come are written, at the latest when the next comes."""
NONE = Losses(0, 0, 0, 0)


class Columns:
    """A folder of Parquet files with one row for each battle.

    Files that are there are kept and read for their keys alone. The newest is written again as rows come, a few
    seconds late; the JSON Lines are the journal that is never late. Raises NeedsExtra without the library.
    """

    def __init__(self, folder: Path) -> None:
        self._arrow, self._parquet = library("pyarrow"), library("pyarrow.parquet")
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        parts = sorted(folder.glob("part-*.parquet"))
        self._known = {
            key for part in parts for key in self._parquet.read_table(part, columns=["key"])["key"].to_pylist()
        }
        self._number = int(parts[-1].stem.removeprefix("part-")) + 1 if parts else 1
        self._rows: list[dict[str, Any]] = []
        self._written = 0
        self._at = time.monotonic()

    def add(self, row: Row) -> None:
        """Add a row, unless the folder has it."""
        if row.key in self._known:
            return
        self._rows.append(flat(row))
        if len(self._rows) >= PART or time.monotonic() - self._at > PATIENCE:
            self._write()

    def close(self) -> None:
        """Write what has not been written."""
        if len(self._rows) > self._written:
            self._write()

    def _write(self) -> None:
        part = self.folder / f"part-{self._number:05d}.parquet"
        beside = part.with_suffix(".new")
        table = self._arrow.Table.from_pylist(self._rows, schema=self.schema())
        self._parquet.write_table(table, beside, compression="zstd")
        os.replace(beside, part)
        self._written = len(self._rows)
        self._at = time.monotonic()
        if self._written >= PART:
            self._rows, self._written = [], 0
            self._number += 1

    def schema(self) -> Any:
        """The names and types of the columns."""
        pa = self._arrow
        kinds = {"text": pa.string(), "whole": pa.int64(), "number": pa.float64()}
        named = [pa.field(name, kinds[kind]) for name, kind in COLUMNS]
        death = pa.struct(
            [
                ("side", pa.string()),
                ("kind", pa.string()),
                ("turn", pa.int64()),
                ("x", pa.float64()),
                ("y", pa.float64()),
            ]
        )
        return pa.schema(
            [
                *named,
                pa.field("curve_1", pa.list_(pa.float64())),
                pa.field("curve_2", pa.list_(pa.float64())),
                pa.field("deaths", pa.list_(death)),
                pa.field("events", pa.map_(pa.string(), pa.int64())),
            ]
        )


COMMON = (
    ("key", "text"),
    ("pair", "text"),
    ("match", "text"),
    ("ruleset", "text"),
    ("program_version", "text"),
    ("ruleset_version", "text"),
    ("code", "text"),
    ("python", "text"),
    ("scenario", "text"),
    ("table", "text"),
    ("table_hash", "text"),
    ("width", "number"),
    ("depth", "number"),
    ("points_limit", "whole"),
    ("options", "text"),
    ("seed", "text"),
    ("first", "text"),
    ("began", "text"),
    ("winner", "text"),
    ("score", "number"),
    ("length", "whole"),
    ("decisions", "whole"),
    ("cpu", "number"),
    ("record_hash", "text"),
    ("failed", "text"),
)
BY_SIDE = (
    ("side", "text"),
    ("player", "text"),
    ("bot", "text"),
    ("army", "text"),
    ("list", "text"),
    ("points", "whole"),
    ("units_lost", "whole"),
    ("units", "whole"),
    ("bases_lost", "whole"),
    ("bases", "whole"),
    ("faults", "whole"),
)
COLUMNS = COMMON + tuple((f"{name}_{n}", kind) for n in (1, 2) for name, kind in BY_SIDE)
"""Plain columns by name; those of the sides end in 1 for the first side and 2 for the second."""


def flat(row: Row) -> dict[str, Any]:
    """A row as columns."""
    told: dict[str, Any] = {name: getattr(row, name) for name, _ in COMMON if hasattr(row, name)}
    told["options"] = msgspec.json.encode(row.options, order="sorted").decode()
    told["program_version"] = row.versions.get("program", "")
    told["ruleset_version"] = row.versions.get("ruleset", "")
    told["code"] = row.versions.get("code", "")
    told["python"] = row.versions.get("python", "")
    for n, (side, player) in enumerate(row.players.items(), 1):
        lost = row.losses.get(side, NONE)
        mine = {
            "side": side,
            "player": player,
            "bot": row.bots.get(side, player),
            "army": row.armies.get(side, ""),
            "list": row.lists.get(side, ""),
            "points": row.points.get(side),
            "units_lost": lost.units,
            "units": lost.of_units,
            "bases_lost": lost.bases,
            "bases": lost.of_bases,
            "faults": row.faults.get(side, 0),
        }
        told |= {f"{name}_{n}": value for name, value in mine.items()}
        told[f"curve_{n}"] = row.curve.get(side, [])
    told["width"], told["depth"] = row.ground
    told["deaths"] = [msgspec.to_builtins(death) for death in row.deaths]
    told["events"] = list(row.events.items())
    return told
