"""What is shown of bases cannot be changed: a scene never changes, and many hold the same one."""

from __future__ import annotations

import numpy as np
import pytest

from game.geometry.bases import Bases
from game.geometry.shapes import Footprint, Pose

FOOT = Footprint("rect", 40.0, 20.0)
MADE = Bases.of([FOOT] * 2, [Pose(0.0, 0.0), Pose(40.0, 0.0)])
MADE.polygons, MADE.boxes  # noqa: B018  # made, so that they are derived too


@pytest.mark.parametrize("bases", [MADE, MADE.with_poses([1], [Pose(50.0, 0.0, 90.0)]), MADE.take([1])])
@pytest.mark.parametrize("name", ["widths", "depths", "kinds", "xs", "ys", "facings", "corners", "boxes", "centres"])
def test_the_arrays_of_bases_are_for_reading(bases: Bases, name: str) -> None:
    array = getattr(bases, name)
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 7
    assert not np.any(array == 7)


def test_so_are_their_outlines() -> None:
    with pytest.raises(ValueError, match="read-only"):
        MADE.polygons[0] = None
