"""The benchmark: each figure beside its plain implementation in the same run. ``run.py bench`` prints the table."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from workshop.bench.rows import Row

if TYPE_CHECKING:
    from rich.console import Console

AREAS = {
    "geometry": "workshop.bench.geometry_rows",
    "engine": "workshop.bench.engine_rows",
    "play": "workshop.bench.play_rows",
    "programs": "workshop.bench.program_rows",
    "frames": "workshop.bench.frame_rows",
}


def run(arguments: list[str]) -> int:
    """Measure what is asked for and print it; the exit code: 2 for what is not installed, never for a slow machine."""
    from rich.console import Console
    from rich.progress import track

    from game.engine.loader import UnknownRuleset
    from workshop.bench.situations import play_with, rulesets_played

    parser = argparse.ArgumentParser(prog="bench", description="Measure speed beside plain implementations.")
    parser.add_argument("area", nargs="*", choices=[[], *AREAS], help="which areas; all if none is named")
    parser.add_argument("--ruleset", action="append", default=[], help="whose battles are measured (default: of all)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="also write the table as Markdown")
    try:
        asked = parser.parse_args(arguments)
    except SystemExit as end:
        return int(end.code or 0)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    errors = Console(stderr=True)
    play_with(*(ruleset.upper() for ruleset in asked.ruleset))
    try:
        rulesets_played()
    except UnknownRuleset as fault:
        errors.print(str(fault), style="red", markup=False, highlight=False)
        return 2
    found: list[Row] = []
    areas = asked.area or list(AREAS)
    for area in track(areas, "Measuring", console=errors, transient=True):
        measure: Callable[[], list[Row]] = import_module(AREAS[area]).rows
        found += measure()
    _show(found, Console())
    if asked.write is not None:
        asked.write.write_text(markdown(found), encoding="utf-8")
    return 0


def _show(found: list[Row], console: Console) -> None:
    from rich.table import Table

    grid = Table(title="Speed, each figure beside the plain way in the same run")
    for head in ("what", "plain", "ours", "unit", "times", "wanted"):
        grid.add_column(head, justify="left" if head in ("what", "wanted") else "right")
    for row in found:
        style = "" if row.met else "yellow"
        grid.add_row(row.what, _figure(row.plain), _figure(row.ours), row.unit, _times(row), row.wanted, style=style)
    console.print(grid)


def _figure(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _times(row: Row) -> str:
    return "" if row.ratio is None else f"{row.ratio:.1f} x"


def markdown(found: list[Row]) -> str:
    """The table for docs/performance.md."""
    lines = [
        "# Performance",
        "",
        "Drawn by `run.py bench --write docs/performance.md`: each figure beside the plain implementation, measured in",
        "the same run. Milliseconds: less is better; anything a second: more is better. Compare ratios, not machines.",
        "",
        f"Measured with Python {platform.python_version()} on {os.cpu_count()} cores ({platform.machine()}).",
        "",
        "| area | what | plain | ours | unit | times | wanted |",
        "| --- | --- | ---: | ---: | --- | ---: | --- |",
    ]
    for r in found:
        lines.append(
            f"| {r.area} | {r.what} | {_figure(r.plain)} | {_figure(r.ours)} | {r.unit} | {_times(r)} | {r.wanted} |"
        )
    return "\n".join(lines) + "\n"
