"""Steps: the verbs of which a course on the table is made, as plain data.

The engine's answers hold these structs, and records keep them: names and fields are part of the file format.
Lengths are mm, angles degrees. "Left" and "right" are seen from the body's own front.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Hand = Literal["left", "right"]


class Path(msgspec.Struct, frozen=True, tag="path", omit_defaults=True):
    """One base (or a rigid block by its centre) along a polyline of points (mm), the present place not included.

    ``facing`` is the compass facing at the end, None to keep it.
    """

    points: tuple[tuple[float, float], ...]
    facing: float | None = None


class Advance(msgspec.Struct, frozen=True, tag="advance"):
    """Straight ahead by ``distance`` mm."""

    distance: float


class Back(msgspec.Struct, frozen=True, tag="back"):
    """Straight back by ``distance`` mm, facing kept."""

    distance: float


class Oblique(msgspec.Struct, frozen=True, tag="oblique"):
    """By ``distance`` mm at ``angle`` degrees to the front (positive to the right), facing kept."""

    distance: float
    angle: float


class Shift(msgspec.Struct, frozen=True, tag="shift"):
    """Sideways by ``distance`` mm to a hand, facing kept."""

    distance: float
    hand: Hand


class Wheel(msgspec.Struct, frozen=True, tag="wheel", omit_defaults=True):
    """About the front corner of ``hand`` by ``angle`` degrees towards that hand; ``back`` turns the other way."""

    angle: float
    hand: Hand
    back: bool = False


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """Every base in its place: "left", "right" (quarter turns) or "about"."""

    to: Literal["left", "right", "about"]


class Form(msgspec.Struct, frozen=True, tag="form", omit_defaults=True):
    """Change of formation: ``files`` is the new frontage in bases, ``formation`` the ruleset's name for the shape."""

    formation: str
    files: int = 0
    facing: float | None = None


class Jump(msgspec.Struct, frozen=True, tag="jump"):
    """Over a gap to a point (mm)."""

    to: tuple[float, float]
    level: int = 0


class Climb(msgspec.Struct, frozen=True, tag="climb"):
    """Up or down to a level at a point (mm)."""

    to: tuple[float, float]
    level: int


class Other(msgspec.Struct, frozen=True, tag="other"):
    """A verb of a ruleset that only takes time: limber, load, wait."""

    verb: str
    amount: float = 0.0


Step = Path | Advance | Back | Oblique | Shift | Wheel | Turn | Form | Jump | Climb | Other
