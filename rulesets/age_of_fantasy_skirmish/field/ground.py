"""The ground of a battle: what is difficult, dangerous or cover; loose figures on it, and where they stand as arrays.

AFS-S01, AFS-S02, AFS-S04, AFS-S05, AFS-S07 to AFS-S09, AFS-S16, AFS-S20, AFS-MOV-01, AFS-MOV-02. Lengths are compared
to 0.001 inch.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Literal, TypeAlias

from game.engine.decision import Bar
from game.engine.files.toml_reading import DataError
from game.engine.memo import Grounds
from game.engine.state import Feature, Table
from game.engine.text import T
from game.geometry.shapes import Footprint, Point, Pose
from game.geometry.tolerance import InUnits
from game.kit.data import InMm, Named, listed
from game.kit.figures import board as figures
from game.kit.figures import ground, outlines
from game.kit.figures.figures import Clauses, Figures
from game.kit.figures.outlines import share
from rulesets.age_of_fantasy_skirmish.data_files import DATA, number
from rulesets.age_of_fantasy_skirmish.measures import MEASURES, SLACK, inch

overlaps = partial(outlines.overlaps, slack=SLACK)
inside = partial(outlines.inside, slack=SLACK)


FIGURES = Figures(
    lengths=InUnits(MEASURES),
    number=number,
    clauses=Clauses(
        edge="AFS-S02", solid="AFS-S08", footing="AFS-S09", overlap="AFS-S07", near="AFS-MOV-01", mates="AFS-MOV-02"
    ),
)


FILE = "terrain.toml"


class Kind(Named, frozen=True, kw_only=True):
    """A kind of terrain; the keys are explained at the head of the file. Lengths in inches."""

    shape: Literal["area", "top", "wall", "hedge", "pit"]
    height: float
    sight: Literal["", "solid", "veil"] = ""
    cover: bool = False
    difficult: bool = False
    dangerous: bool = False
    ladder: bool = False

    height_mm = InMm("height", inch)
    """Its usual height in mm."""

    @property
    def rises(self) -> bool:
        """Whether it is solid terrain that a base may not overlap from below (AFS-S08)."""
        return self.shape in ("top", "wall")


def read_kinds(data: bytes, file: str = FILE) -> dict[str, Kind]:
    """Read the kinds by id. Raises DataError for one that is told twice or cannot be."""
    found: dict[str, Kind] = {}
    for row in listed(data, file, "kind", Kind):
        key = f"kind ({row.id})"
        if row.id in found:
            raise DataError(file, key, T("this kind of terrain is defined twice"))
        if (row.shape == "pit") != (row.height < 0):
            raise DataError(file, f"{key}, height", T("only the floor of a pit may lie below the ground"))
        if row.sight and row.height <= 0:
            raise DataError(file, f"{key}, sight", T("terrain that blocks sight needs a height"))
        if row.ladder and row.shape != "top":
            raise DataError(file, f"{key}, ladder", T("a ladder needs a top to lead to"))
        found[row.id] = row
    return found


kinds = DATA.made(FILE, read_kinds)
"""All kinds of terrain by id."""


Piece: TypeAlias = ground.Piece[Kind]


class Ground(ground.Ground[Kind]):
    """The terrain of a table (mm); it never changes."""

    def __init__(self, features: Mapping[str, Feature], table: Table) -> None:
        super().__init__(features, table, kinds(), FIGURES)

    def cover_share(self, shape: Footprint, pose: Pose) -> float:
        """The part (0 to 1) of a base that lies inside cover terrain (AFS-S11)."""
        return share(shape, pose, self.area("cover", self.height_at(pose.x, pose.y)))

    def wholly_in_cover(self, shape: Footprint, pose: Pose) -> bool:
        """Whether a whole base lies inside cover terrain (AFS-S11)."""
        return inside(shape, pose, self.area("cover", self.height_at(pose.x, pose.y)))

    def marker_bar(self, point: Point) -> Bar | None:
        """Why no marker can lie at a point: on a wall, a hedge or a chasm (AFS-S20)."""
        bar = self.no_footing(*point)
        return None if bar is None else Bar(bar.text, "AFS-S20")


level_of = FIGURES.level_of
ground_of = Grounds(Ground, kept=16)
"""The ground of a view; the same object for all views that share their features."""


Board: TypeAlias = figures.Board[Ground]

board = figures.boards(ground_of, FIGURES)
"""The situation of a view; the same object for all views whose models stand the same."""
remembered = board.remembered
"""For functions of where the models stand and of nothing else: worked out once for a situation."""
what_if = board.what_if
"""The view with some models elsewhere; its situation is derived from this one's, not made anew."""
