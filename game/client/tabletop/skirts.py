"""Bodies too thin to be read from afar are drawn deeper: what is added goes to the rear and is darker.

The front edge stays where it truly is, and a line of ink shows where the true footprint ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.client.art.blocks import REAR, Cell
from game.client.tabletop.ranks import box_about, cells_of, spots_of
from game.client.tabletop.scene import BlockArt
from game.client.tabletop.sprites import FAR_BELOW, is_token

THIN_PX = 9.8
"""Pixels of depth below which a base holds no front edge and two tones."""
LEAST_PX, HORSE_PX, LOOSE_PX = 16.0, 20.0, 7.0
"""Pixels that a body of foot, a body of horse, and a single base in open order are deep at least."""
HORSE = ("heavy-horse", "light-horse", "hussar")
"""Arms that ride."""


def skirt_of(bases: Sequence[BlockArt], scale: float) -> float:
    """Return the pixels that are added behind a unit's bases at a scale (px/mm); 0 where it is deep enough."""
    solid = [b for b in bases if b.shape == "rect" and not is_token(b)]
    if scale >= FAR_BELOW or len(solid) != len(bases) or not solid:
        return 0.0
    thin = min(b.depth for b in solid) * scale
    if thin >= THIN_PX:
        return 0.0
    box = box_about(spots_of(solid))
    if box is None:
        return max(0.0, LOOSE_PX - thin)
    return max(0.0, (HORSE_PX if solid[0].arm in HORSE else LEAST_PX) - box[4] * scale)


def skirts_of(units: Iterable[Sequence[BlockArt]], scale: float) -> dict[str, tuple[Cell, float]]:
    """Cell and skirt (pixels) of each base with something drawn behind it, by id."""
    found: dict[str, tuple[Cell, float]] = {}
    for bases in units:
        skirt = skirt_of(bases, scale)
        if skirt <= 0.0:
            continue
        cells = cells_of(spots_of(bases))
        found.update((b.id, (cell, skirt)) for b, cell in zip(bases, cells, strict=True) if cell.free & REAR)
    return found
