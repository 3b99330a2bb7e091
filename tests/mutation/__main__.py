"""The command: draws faults, runs the tests that must notice them, and says which did not."""

from __future__ import annotations

import json
import sys
import tempfile
import tomllib
from collections import Counter
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import track

from game.engine.loader import ruleset_ids
from tests.mutation.cited import watching
from tests.mutation.mutants import Mutant, sample
from tests.mutation.runner import BROKEN, SURVIVED, Bench, Fate

EQUAL = Path(__file__).with_name("equal.toml")


def equal_reason(mutant: Mutant) -> str:
    """Return why a fault changes nothing, as shown when it was read, or nothing.

    A fault is known by its file, operator and changed line, so that a line that moves keeps its reason and one that
    is written anew loses it.
    """
    for row in tomllib.loads(EQUAL.read_text(encoding="utf-8")).get("equal", []):
        if (row["path"], row["operator"], row["line"]) == (mutant.path, mutant.operator, mutant.changed_line()):
            return str(row["why"])
    return ""


@click.command()
@click.argument("system", type=click.Choice(ruleset_ids()))
@click.option("--sample", "number", default=120, show_default=True, help="how many faults are drawn")
@click.option("--seed", default=1, show_default=True, help="which faults are drawn")
@click.option("--jobs", default=2, show_default=True, help="how many run at a time")
@click.option("--limit", default=600.0, show_default=True, help="seconds after which a fault counts as noticed")
@click.option("--only", default="", help="only faults whose name holds this")
@click.option("--untouched/--trusting", default=True, help="first run the tests on the rules as they are")
@click.option("--json", "out", type=click.Path(path_type=Path), help="write every fault's fate there")
def main(
    system: str, number: int, seed: int, jobs: int, limit: float, only: str, untouched: bool, out: Path | None
) -> None:
    """Put small faults into the rules of SYSTEM and see whether the tests of their clauses notice."""
    console = Console(stderr=True)
    drawn = [one for one in sample(system, number, seed) if only in one.name]
    work = [(one, watching(system, one)) for one in drawn]
    logs = Path(tempfile.mkdtemp(prefix="mutation-"))
    bench = Bench(jobs, limit, logs)
    try:
        everything = sorted({test for _, tests in work for test in tests})
        if untouched and not bench.passes(everything):
            console.print(f"The tests fail on the rules as they are: {logs / 'untouched.log'}")
            sys.exit(2)
        work.sort(key=lambda item: len(item[1]))
        fates = list(track(bench.run(work), f"{system}: {len(work)} faults", total=len(work), console=console))
    finally:
        bench.close()
    report(system, seed, fates)
    if out:
        out.write_text(json.dumps([msgspec.to_builtins(f) for f in fates], indent=1), encoding="utf-8")
    bad = [f for f in fates if f.outcome in (SURVIVED, BROKEN) and not equal_reason(f.mutant)]
    sys.exit(1 if len(bad) * 20 > len(fates) else 0)


def report(system: str, seed: int, fates: list[Fate]) -> None:
    """Print the counts, and each fault that nobody noticed with its line."""
    counts = Counter(fate.outcome for fate in fates)
    missed = sorted((f for f in fates if f.outcome in (SURVIVED, BROKEN)), key=lambda f: f.mutant)
    equal = 0
    for fate in missed:
        why = equal_reason(fate.mutant)
        equal += bool(why)
        print(f"{fate.mutant.name} ({fate.outcome}; {fate.tests} tests){': equal, ' + why if why else ''}")
        if not why:
            print(f"    {fate.mutant.changed_line()}")
    noticed = len(fates) - len(missed)
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    share = 100 * (noticed + equal) / len(fates) if fates else 100.0
    print(f"{system}, seed {seed}: {len(fates)} faults, {told}, {equal} of them equal: {share:.1f} % noticed or equal")


if __name__ == "__main__":
    main()
