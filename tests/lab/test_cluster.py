"""Battles on a cluster: the same rows as in one process, also where a worker is lost; other workers are refused."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from game import cli
from game.lab.battles import cells
from game.lab.cluster import ClusterFault, compare, pool_of_cluster
from game.lab.extra import library
from game.lab.journal import read_rows
from game.lab.plan import Battles, Plan
from game.lab.rows import Row
from game.lab.run import Run, pool_here
from game.lab.versions import versions

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
AFS = frozenset({"AFS"})


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two workers, each a process of its own with one thread."""
    with library("distributed").LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as found:
        yield found


def run(out: Path | None = None) -> Run:
    one = Battles(ruleset="AFS", scenarios=("narrow_pass",), points=(150,))
    plan = Plan(version=1, players=("random", "default"), games=16, sets=(one,))
    return Run(cells(plan, Path(), "plan"), "cluster", None, out)


def plain(rows: list[Row]) -> dict[str, Row]:
    return {one.key: replace(one, cpu=0.0) for one in rows}


def test_the_rows_are_those_of_one_process_though_a_worker_is_killed(cluster: Any, tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    got: list[Row] = []
    with (
        library("distributed").Client(cluster, set_as_default=False) as client,
        pool_of_cluster(cluster.scheduler_address, AFS) as pool,
        closing(run(out).rows(pool)) as rows,
    ):
        before = client.run(os.getpid)
        for row in rows:
            got.append(row)
            if len(got) == 4:
                os.kill(next(iter(before.values())), KILL)
    assert not any(row.failed for row in got)
    assert plain(got) == plain([*read_rows(out)]) == plain([*run().rows(pool_here(1))])
    assert len(got) == 16


def test_the_command_fights_on_a_cluster_and_refuses_one_that_is_not_there(cluster: Any, tmp_path: Path) -> None:
    out = str(tmp_path / "rows.jsonl")
    said = ["lab", "match", "random", "default", "--ruleset", "AFS", "--games", "2", "--points", "150", "--out", out]
    result = CliRunner().invoke(cli.cli, [*said, "--cluster", cluster.scheduler_address])
    assert result.exit_code == 0, result.output
    assert len([*read_rows(Path(out))]) == 2


class Workers:
    """A client whose workers say what a test wants."""

    def __init__(self, said: dict[str, Any], threads: int = 1) -> None:
        self.said, self.threads = said, threads

    def run(self, job: Callable[..., Any], *arguments: Any, **options: Any) -> dict[str, Any]:
        return self.said

    def ncores(self) -> dict[str, int]:
        return dict.fromkeys(self.said, self.threads)


def test_workers_with_other_code_or_threads_are_refused_by_name() -> None:
    mine = {"AFS": versions("AFS")}
    compare(Workers({"tcp://a": mine, "tcp://b": mine}), AFS)
    other = {"AFS": {**versions("AFS"), "code": "another"}}
    with pytest.raises(ClusterFault, match=r"tcp://b: AFS is .*another.* there and .* here"):
        compare(Workers({"tcp://a": mine, "tcp://b": other}), AFS)
    with pytest.raises(ClusterFault, match="tcp://a: ModuleNotFoundError: game"):
        compare(Workers({"tcp://a": ModuleNotFoundError("game")}), AFS)
    with pytest.raises(ClusterFault, match="tcp://a: 4 threads instead of 1"):
        compare(Workers({"tcp://a": mine}, threads=4), AFS)


def test_a_scheduler_that_does_not_answer_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.lab.cluster.WAIT", 0.5)
    said = ["lab", "match", "random", "default", "--ruleset", "AFS", "--games", "2", "--cluster", "tcp://127.0.0.1:1"]
    result = CliRunner().invoke(cli.cli, said)
    assert result.exit_code == 2
    assert "there is no scheduler at tcp://127.0.0.1:1" in result.output
