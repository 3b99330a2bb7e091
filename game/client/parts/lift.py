"""What is dragged is lifted off the table, settles where it is let go, and shakes its head where it may not stand.

Only what is seen of a draft: its ghosts are drawn a little off, their shadows farther from them. Nothing is waited for,
and with reduced motion all of it is over at once.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import replace

import msgspec

from game.client.editors.desk import Marks
from game.client.tabletop.overlays import Ghost
from game.geometry.shapes import Pose, turn_between

UP, DOWN, BACK = 0.08, 0.14, 0.18
"""Seconds in which it is lifted, put down, and refused."""
LOW, HIGH = 3.0, 7.0
"""Pixels at scale 1 between what is drafted and its shadow, lying and lifted."""
SHAKE = 4.0
"""Pixels at scale 1 that what is refused goes to either side, once."""


class Lift:
    """Follows the hand.

    Attributes
    ----------
    held
        Whether something is dragged.
    """

    def __init__(self) -> None:
        self.held = False
        self._still = False
        self._refused = False
        self._age = BACK
        self._seen: dict[str, tuple[float, float]] = {}
        self._from: dict[str, tuple[float, float]] = {}
        self._held: list[Ghost] = []
        self._homes: Mapping[str, Pose] = {}

    def put_back(self, homes: Mapping[str, Pose]) -> None:
        """What is dragged is dropped: whatever of it has a home (by base) and is drafted no more flies back there."""
        self._homes = homes if self.held else {}

    def update(self, dt: float, held: bool, still: bool, refused: bool) -> None:
        """Time passes (seconds): something is held or not; ``refused``: what was let go stays elsewhere, or may not."""
        self._age, self._still = self._age + dt, still
        if held == self.held:
            return
        self.held, self._age = held, 0.0
        self._refused = refused and not held
        self._from = {} if held else self._seen
        self._homes = {} if held else self._homes

    @property
    def busy(self) -> bool:
        """Whether anything is still on its way."""
        return not self._still and self._age < (UP if self.held else BACK if self._refused or self._homes else DOWN)

    @property
    def height(self) -> float:
        """Pixels at scale 1 between a draft and its shadow."""
        if self._still:
            return HIGH if self.held else LOW
        share = _eased(self._age / (UP if self.held else DOWN))
        return LOW + (HIGH - LOW) * (share if self.held else 1.0 - share)

    def _away(self) -> float:
        """What is left of the way from where it was let go, 1 to 0."""
        return 0.0 if self._still or self.held else 1.0 - _eased(self._age / (BACK if self._refused else DOWN))

    def _aside(self) -> float:
        """Pixels at scale 1 by which what is refused stands beside its place just now."""
        if self._still or self.held or not self._refused or self._age >= BACK:
            return 0.0
        return SHAKE * math.sin(2.0 * math.pi * self._age / BACK)

    def raised(self, marks: Marks, mm_per_px: float) -> Marks:
        """What is marked, with the drafts as they are seen just now.

        Parameters
        ----------
        mm_per_px
            How much of the table (mm) a pixel at scale 1 is.
        """
        drafts = {x.base: (x.x, x.y) for x in marks.overlays if isinstance(x, Ghost) and x.base}
        if self.held and drafts:
            self._seen, self._held = drafts, [x for x in marks.overlays if isinstance(x, Ghost) and x.base]
        flying = self._flying(drafts)
        if not drafts:
            return replace(marks, overlays=[*marks.overlays, *flying]) if flying else marks
        away, aside, height = self._away(), self._aside() * mm_per_px, round(self.height, 1)
        moved = [self._put(x, away, aside, height) if isinstance(x, Ghost) and x.base else x for x in marks.overlays]
        return replace(marks, overlays=[*moved, *flying])

    def _flying(self, drafts: Collection[str]) -> list[Ghost]:
        """What flies back to where it stands, as far as it has come."""
        if self.held or self._still or self._age >= BACK:
            return []
        back = _eased(self._age / BACK)
        homes = ((g, self._homes[g.base]) for g in self._held if g.base in self._homes and g.base not in drafts)
        return [
            msgspec.structs.replace(
                g,
                x=g.x + (home.x - g.x) * back,
                y=g.y + (home.y - g.y) * back,
                facing=g.facing + turn_between(g.facing, home.facing) * back,
                lift=round(HIGH + (LOW - HIGH) * back, 1),
            )
            for g, home in homes
        ]

    def _put(self, ghost: Ghost, away: float, aside: float, height: float) -> Ghost:
        x, y = self._from.get(ghost.base, (ghost.x, ghost.y))
        return msgspec.structs.replace(
            ghost, x=ghost.x + (x - ghost.x) * away + aside, y=ghost.y + (y - ghost.y) * away, lift=height
        )


def _eased(share: float) -> float:
    """Fast at first, then slower."""
    return 1.0 - (1.0 - min(1.0, max(0.0, share))) ** 3
