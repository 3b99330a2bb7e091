"""A bounded share of the mutation runs: a few faults of each system, which its tests must notice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutation.__main__ import equal_reason
from tests.mutation.cited import watching
from tests.mutation.mutants import sample
from tests.mutation.runner import KILLED, SLOW, Bench

SHARE = 2
LIMIT = 90.0
"""Seconds after which a fault has made a loop endless: its tests take half a minute at most where nothing is wrong."""


@pytest.mark.parametrize("system", ["WMA", "AFS", "WAB", "USB", "NAP"])
def test_the_first_faults_of_the_sample_are_noticed(system: str, tmp_path: Path) -> None:
    drawn = sample(system, SHARE, 1)
    bench = Bench(1, LIMIT, tmp_path)
    fates = list(bench.run([(one, watching(system, one)) for one in drawn]))
    missed = [f.mutant.name for f in fates if f.outcome not in (KILLED, SLOW) and not equal_reason(f.mutant)]
    assert len(fates) == SHARE
    assert missed == []
