"""Frames of the table on the dummy driver."""

from __future__ import annotations

from game.bench.rows import Row


def rows() -> list[Row]:
    """Frames a second, the plain way and ours."""
    from game.client.table import bench_frames

    return [Row("frames", what, plain, ours, unit) for what, plain, ours, unit in bench_frames.rows()]
