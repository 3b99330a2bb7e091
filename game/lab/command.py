"""The commands of the laboratory that fight: ``lab match`` and ``lab run``."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from click import echo

from game.engine.files.player_files import shown
from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.options import typed_options
from game.lab.battles import cells
from game.lab.plan import Plan, read_plan
from game.lab.rows import Row
from game.lab.run import Pool, Run, pool_here
from game.lab.standing import Standing, Tally
from game.terminal import tell

if TYPE_CHECKING:
    from rich.console import Console

REFRESH = 1.0
"""Seconds between two looks of the progress bar."""
FAILED, WRONG, STOPPED = 1, 2, 130
"""Exit codes: some battles failed; the run cannot begin; it was interrupted."""


class How(msgspec.Struct, frozen=True):
    """How a run is fought: where, by how many processes, and where its rows go."""

    processes: int | None = None
    cluster: str = ""
    out: Path | None = None
    parquet: Path | None = None


def beside(plan: Path, how: How) -> How:
    """The same, with the rows beside the plan if no other place is named; as columns too where the extra is there."""
    out = how.out or plan.with_suffix(".jsonl")
    parquet = how.parquet or (out.with_suffix(".parquet") if find_spec("pyarrow") is not None else None)
    return msgspec.structs.replace(how, out=out, parquet=parquet)


def match(plan: Plan, options: Sequence[str], how: How, as_json: bool) -> int:
    """Fight a match with options as the command line has them, and print its score; the exit code."""

    def prepare() -> Run:
        (one,) = plan.sets
        known = one.ruleset.upper() if one.ruleset.upper() in ruleset_ids() else one.ruleset
        typed = typed_options(load_ruleset(known).meta.options, options)
        one = msgspec.structs.replace(one, ruleset=known, options=typed)
        asked = msgspec.structs.replace(plan, sets=(one,), seed=plan.seed or secrets.token_hex(4))
        return prepared(asked, Path(), "lab match", how)

    return _fight(prepare, how, as_json)


def run_plan(file: Path, how: How, as_json: bool) -> int:
    """Fight the battles of a plan and print what they show; the exit code."""
    return _fight(lambda: planned(file, how), how, as_json)


def _fight(prepare: Callable[[], Run], how: How, as_json: bool) -> int:
    def fight(errors: Console) -> int:
        run = prepare()
        for _ in fought(run, how, errors):
            pass
        return report(run, as_json)

    return guarded(fight)


def planned(file: Path, how: How) -> Run:
    """The run of a plan file. Raises DataError, or ValueError for the file of rows."""
    return prepared(read_plan(file), file.parent, shown(file), beside(file, how))


def prepared(plan: Plan, folder: Path, file: str, how: How) -> Run:
    """The run of a plan."""
    return Run(cells(plan, folder, file), plan.seed, plan.until, how.out, how.parquet)


def guarded(job: Callable[[Console], int]) -> int:
    """Do something that may be refused or interrupted: the exit code, and one sentence instead of a traceback."""
    from rich.console import Console

    from game.bots.roster import UnknownBot
    from game.engine.loader import UnknownRuleset

    errors = Console(stderr=True)
    try:
        return job(errors)
    except (UnknownRuleset, UnknownBot, ValueError, OSError, ImportError) as fault:
        tell(errors, fault, "red")
        return WRONG
    except KeyboardInterrupt:
        tell(errors, "stopped: the same command goes on from here where its rows are kept in a file")
        return STOPPED


def fought(run: Run, how: How, errors: Console) -> Iterator[Row]:
    """The rows of a run as they come, with a progress bar that shows the interval as it narrows."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    rulesets = {cell.setup.ruleset for cell in run.cells}
    with (
        pool_for(rulesets, how) as pool,
        Progress(*columns, console=errors, transient=True, auto_refresh=False) as progress,
    ):
        bar = progress.add_task("", total=run.total)
        with closing(run.rows(pool)) as rows:
            looked = 0.0
            for row in rows:
                if time.monotonic() - looked > REFRESH:
                    looked = time.monotonic()
                    progress.update(bar, completed=run.done, description=short(row.match, run.tallies[row.match]))
                    progress.refresh()
                yield row


@contextmanager
def pool_for(rulesets: Iterable[str], how: How) -> Iterator[Pool]:
    """The pool that fights: the processes of this machine, or the workers of a cluster."""
    if not how.cluster:
        yield pool_here(how.processes or os.cpu_count() or 1)
        return
    from game.lab.cluster import pool_of_cluster

    with pool_of_cluster(how.cluster, frozenset(rulesets)) as pool:
        yield pool


def short(match_: str, tally: Tally) -> str:
    """A match in a few words, with its interval."""
    now = tally.standing()
    return f"{match_}: {now.score:.3f} ({now.low:.3f} to {now.high:.3f})"


def report(run: Run, as_json: bool) -> int:
    """Print what a run shows, match by match; the exit code."""
    from rich.console import Console

    ends = {name: tally.standing() for name, tally in run.tallies.items()}
    if as_json:
        for name, end in ends.items():
            echo(msgspec.json.encode({"match": name, **msgspec.structs.asdict(end)}).decode())
    else:
        console = Console()
        for name, tally in run.tallies.items():
            for line in lines(name, tally, ends[name]):
                tell(console, line)
        for line in run.failed:
            tell(console, f"failed: {line}")
    return FAILED if run.failed else 0


def lines(name: str, tally: Tally, end: Standing) -> Iterator[str]:
    """What is said of a match."""
    games = max(1, tally.games)
    speed = tally.decisions / tally.cpu if tally.cpu else 0
    yield f"{name}: score {end.score:.3f}, 95 % interval {end.low:.3f} to {end.high:.3f}"
    yield f"{end.games} battles: {end.won} won, {end.drawn} drawn, {end.lost} lost"
    yield (
        f"{tally.length / games:.1f} turns a battle, {tally.cpu / games:.2f} s of processor time, "
        f"{speed:.0f} decisions a second"
    )
    yield "units lost: " + ", ".join(f"{one} {lost:.0%}" for one, lost in tally.lost_units().items())
    yield "default taken by the referee: " + ", ".join(f"{one} {n}" for one, n in tally.faults.items())
    if end.verdict:
        yield f"The sequential test has ended: the first player is {end.verdict}."
