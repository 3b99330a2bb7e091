"""The ground of a battle: what is a screen, slow, dangerous, a block; the models that stand on it as arrays.

USB-TER-02, USB-S02, USB-S06.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np
import shapely

from game.engine.decision import Bar
from game.engine.memo import Grounds, Latest, Recalled, Remembering
from game.engine.state import Feature, State, Table
from game.engine.text import T, Thing
from game.geometry import terrain
from game.geometry.bases import Bases, Indices
from game.geometry.planar import shapes
from game.geometry.shapes import Footprint, Pose
from game.geometry.tolerance import InUnits
from game.kit.data import InMm, Named
from game.kit.figures import board as figures
from game.kit.figures import ground
from game.kit.figures.figures import Clauses, Figures
from game.kit.figures.outlines import Truths, overlaps
from rulesets.universal_battle.data_files import DATA, number
from rulesets.universal_battle.field.facts import company, host, known, own
from rulesets.universal_battle.measures import MEASURES, SLACK, inch

SMOKE = "smoke"
"""Kind of the markers that block sight; the pose is the middle."""
FIGURES = Figures(
    lengths=InUnits(MEASURES),
    number=number,
    clauses=Clauses(
        edge="USB-S13", solid="USB-MOV-05", footing="USB-S06", overlap="USB-S06", near="USB-MOV-03", mates="USB-MOV-03"
    ),
    flat=True,
)
"""What this system says of loose figures (USB-GEN-08, USB-MOV-03, USB-S02, USB-S06)."""


class Kind(Named, frozen=True, kw_only=True):
    """A kind of terrain; the keys are explained at the head of the file. Lengths in inches."""

    shape: Literal["area", "top", "hedge"]
    height: float
    screen: bool = False
    slow: bool = False
    pit: bool = False
    dangerous: bool = False
    ruins: bool = False
    forest: bool = False
    road: bool = False
    solid: bool = False

    height_mm = InMm("height", inch)
    """Its usual height in mm."""

    @property
    def rises(self) -> bool:
        """Whether a base may not overlap it from below."""
        return self.shape == "top"


kinds = DATA.table("terrain.toml", "kind", Kind)
"""All kinds of terrain by id."""
Piece: TypeAlias = ground.Piece[Kind]


class Ground(ground.Ground[Kind]):
    """The terrain of a table (mm); it never changes."""

    def __init__(self, features: Mapping[str, Feature], table: Table) -> None:
        super().__init__(features, table, kinds(), FIGURES)
        self.screens = tuple(p for p in self.pieces if p.kind.screen)
        self._screens = shapes([p.area for p in self.screens])
        self._around = shapely.bounds(np.array([p.area for p in self.pieces])).reshape(-1, 4)

    @property
    def hiding(self) -> terrain.Terrain:
        """Forests and solid blocks, as sight meets them (USB-S03)."""

        def made() -> terrain.Terrain:
            found = [p for p in self.pieces if p.kind.forest or p.kind.solid]
            rings = ([(x, y) for x, y in shapely.get_coordinates(p.area)[:-1].tolist()] for p in found)
            features = [terrain.Feature(p.id, "block", tuple(ring)) for p, ring in zip(found, rings, strict=True)]
            return terrain.Terrain(features, self.table.width, self.table.depth)

        return self.kept.once("hiding", made)

    def may_stand(self, shape: Footprint, pose: Pose, fallen: bool = False) -> Bar | None:
        """Why a model cannot end here, or None: no base ends on a screen (USB-S06)."""
        bar = super().may_stand(shape, pose, fallen)
        if bar is not None:
            return bar
        height = self.height_at(pose.x, pose.y)
        for k in np.flatnonzero(overlaps(shape, pose, self._screens, SLACK)).tolist():
            if self.screens[k].top > height + SLACK:
                return Bar(T("No model can stand on {piece}", piece=Thing(self.screens[k].id)), "USB-S06")
        return None

    def about(self, bases: Bases) -> list[Piece]:
        """The pieces that some of these bases may be at, told by upright boxes."""
        reach = bases.widths / 2.0 + inch(number("beside")) + 2.0 * SLACK
        west, south = (bases.xs - reach).min(initial=np.inf), (bases.ys - reach).min(initial=np.inf)
        east, north = (bases.xs + reach).max(initial=-np.inf), (bases.ys + reach).max(initial=-np.inf)
        box = self._around
        near = (box[:, 0] <= east) & (box[:, 2] >= west) & (box[:, 1] <= north) & (box[:, 3] >= south)
        return [self.pieces[k] for k in np.flatnonzero(near).tolist()]

    def at(self, piece: Piece, bases: Bases) -> Truths:
        """Which of some round bases (n,) are in a piece or directly next to it (USB-TER-01, USB-S06)."""
        centres = shapely.points(bases.centres)
        near = shapely.distance(piece.area, centres) <= bases.widths / 2.0 + inch(number("beside")) + SLACK
        return np.asarray(near & (self.heights_at(bases.centres) <= piece.top + SLACK))

    def screened(self, starts: Bases, ends: Bases) -> Indices:
        """Numbers of the screens that the line between the centres of the closest two of some bases crosses."""
        far = np.hypot(starts.xs[:, None] - ends.xs[None, :], starts.ys[:, None] - ends.ys[None, :])
        if not far.size or not self.screens:
            return np.empty(0, dtype=np.intp)
        i, j = divmod(int(far.argmin()), len(ends))
        line = shapely.LineString((starts.centres[i], ends.centres[j]))
        return np.flatnonzero(shapely.intersects(self._screens, line))


ground_of = Grounds(Ground, kept=16)
"""The ground of a view; the same object for all views that share their features."""


Board: TypeAlias = figures.Board[Ground]
R = TypeVar("R")

board = figures.boards(ground_of, FIGURES)
"""The situation of a view; the same object for all views whose models stand the same."""
remembered = board.remembered
"""For functions of where the models stand and of nothing else, not of who has joined whom either."""
what_if = board.what_if
"""The view with some models elsewhere; its situation is derived from this one's, not made anew."""


_STILL = Latest(
    lambda view: (
        *(view.sides, view.units, view.bases, view.ties, view.markers, view.own, view.features, view.table),
        *view.secret.values(),
    )
)


def still(view: State, key: object, make: Callable[[], R]) -> R:
    """What has been worked out of a view, worked out anew only when anything but the dice has changed."""
    memo = _STILL(view)
    if key not in memo:
        memo[key] = make()
    kept: R = memo[key]
    return kept


def _stances(view: State) -> dict[Any, Any]:
    """The memory of how all stand: kept with where they stand, shared by whatever else they have done meanwhile."""
    smoke = tuple(m.pose for m in view.markers.values() if m.kind == SMOKE and m.pose is not None)
    memo, roll = board(view).memo, known(view)
    found: tuple[object, dict[Any, Any]] = memo.once(("stances", id(roll), smoke), lambda: (roll, {}))  # its id is kept
    return found[1]


standing = Remembering(Recalled(_stances)).__call__
"""For functions of where the models stand, of who is in, aboard or locked with whom, hidden, under a False Flag."""


@standing
def rows(view: State, unit: str) -> Indices:
    """Rows of an activation's models, troops first; a passenger's are those of the carrier (USB-S18)."""
    carrier = own(view, host(view, unit)).aboard
    now = board(view)
    found = [now.rows(u) for u in company(view, carrier or unit)]
    return found[0] if len(found) == 1 else np.concatenate(found)
