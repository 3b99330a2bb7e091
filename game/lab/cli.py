"""The command line of the laboratory."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
OUT = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)

F = TypeVar("F", bound=Callable[..., Any])


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def lab() -> None:
    """The laboratory: paired battles of bots, and what they show with its interval."""


def fighting(command: F) -> F:
    """Give a command the options of whatever fights."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
        click.option("--parquet", type=FOLDER, help="Folder for the rows as columns; else beside the file of rows."),
        click.option("--out", type=OUT, help="File of rows (JSON Lines); resumes a run."),
        click.option("--cluster", default="", metavar="tcp://HOST:PORT", help="Fight on the workers of a scheduler."),
        click.option("--processes", type=click.IntRange(1), help="Battles at once; as many as there are cores."),
    ):
        command = option(command)
    return command


@lab.command()
@click.argument("players", nargs=2, metavar="A B")
@click.option("--ruleset", required=True, help="Which system.")
@click.option("--games", default=40, show_default=True, type=click.IntRange(2), help="How many battles at most.")
@click.option("--seed", help="Seed of the match; each pair of battles has one made from it.")
@click.option("--scenario", "scenarios", multiple=True, help="A scenario; else all of the system in turn. May repeat.")
@click.option("--table", "tables", multiple=True, metavar="FILE", help="A table instead of the scenario's. May repeat.")
@click.option("--army", "armies", multiple=True, metavar="ARMY", help="An army, or a file with one. May repeat.")
@click.option("--points", type=int, help="Points of each side.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the battles.")
@click.option("--until", type=click.FloatRange(0.5, 1.0, min_open=True), help="Stop when A scores this, or surely not.")
@fighting
def match(
    players: tuple[str, str],
    ruleset: str,
    games: int,
    seed: str | None,
    scenarios: tuple[str, ...],
    tables: tuple[str, ...],
    armies: tuple[str, ...],
    points: int | None,
    options: tuple[str, ...],
    until: float | None,
    as_json: bool,
    **how: Any,
) -> None:
    """Let two players meet in paired battles that exchange sides and armies.

    A, B: names of bots, perhaps with parameters (general[loss=0.4]), exec: with a command line, or module:Class.
    """
    from game.lab.command import How
    from game.lab.command import match as run
    from game.lab.plan import Battles, Plan

    one = Battles(
        ruleset=ruleset, scenarios=scenarios, tables=tables, armies=armies, points=(points,) if points else ()
    )
    plan = Plan(version=1, players=players, games=games, seed=seed or "", until=until, sets=(one,))
    sys.exit(run(plan, options, How(**how), as_json))


@lab.command()
@click.argument("plan", type=FILE)
@fighting
def run(plan: Path, as_json: bool, **how: Any) -> None:
    """Fight the battles of a plan file; the same command resumes a run.

    The rows go to a file beside the plan if no other is named. A plan may start programs as bots.
    """
    from game.lab.command import How, run_plan

    sys.exit(run_plan(plan, How(**how), as_json))


def drawing(command: F) -> F:
    """Give a command the options of whatever can be drawn."""
    for option in (
        click.option("--png", type=FOLDER, help="Folder for pictures of the results."),
        click.option("--html", type=OUT, help="Page with tables and pictures."),
    ):
        command = option(command)
    return command


LOST = click.option(
    "--lost", multiple=True, metavar="KIND", help="Score of a side that lost a unit of this profile. May repeat."
)


@lab.command()
@click.argument("source", type=FILE, metavar="PLAN_OR_ROWS")
@fighting
@drawing
def ladder(source: Path, html: Path | None, png: Path | None, as_json: bool, **how: Any) -> None:
    """Rate the players of a plan, which is fought first, or of a file of rows."""
    from game.lab import reports
    from game.lab.command import How

    sys.exit(reports.ladder(source, How(**how), reports.Drawn(html, png), as_json))


@lab.command()
@click.argument("source", type=FILE, metavar="PLAN_OR_ROWS")
@LOST
@fighting
@drawing
def balance(
    source: Path, lost: tuple[str, ...], html: Path | None, png: Path | None, as_json: bool, **how: Any
) -> None:
    """Compare the armies, sides, tables and first turns of a plan or of rows, and name what is unequal."""
    from game.lab import reports
    from game.lab.command import How

    sys.exit(reports.balance(source, How(**how), reports.Drawn(html, png), lost, as_json))


@lab.command()
@click.argument("source", type=FILE, metavar="PLAN_OR_ROWS")
@LOST
@fighting
@drawing
def report(source: Path, lost: tuple[str, ...], html: Path | None, png: Path | None, as_json: bool, **how: Any) -> None:
    """Draw what a plan or a file of rows shows: scores, points by turn, army against army, where units were lost."""
    from game.lab import reports
    from game.lab.command import How

    sys.exit(reports.report(source, How(**how), reports.Drawn(html, png), lost))


@lab.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("players", nargs=-1)
@click.option("--tries", default=1, show_default=True, type=click.IntRange(1, 1000), help="Tries with other dice.")
@click.option("--processes", type=click.IntRange(1), help="Tasks at once; as many as there are cores.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each task and player.")
def exam(folder: Path, players: tuple[str, ...], tries: int, processes: int | None, as_json: bool) -> None:
    """Give positions with known right answers to PLAYERS (else to all bots of the system) and count their points."""
    from game.lab import reports

    sys.exit(reports.exam(folder, players, tries, processes, as_json))


@lab.command()
@click.argument("file", type=FILE)
@click.option("--processes", type=click.IntRange(1), help="Battles at once; as many as there are cores.")
@click.option("--cluster", default="", metavar="tcp://HOST:PORT", help="Fight on the workers of a scheduler.")
def tune(file: Path, **how: Any) -> None:
    """Tune the parameters of a bot as FILE says; the same command resumes a run."""
    from game.lab import reports
    from game.lab.command import How

    sys.exit(reports.tune(file, How(**how)))
