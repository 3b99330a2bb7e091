"""What overlays are made of: a closed set of primitives in table millimetres, each with a role for the theme's styles.

Roles are those of :data:`game.client.theme.ROLES` (reach, forbidden, threat, command, sight, coherency, path, contact,
measure, ...).
"""

from __future__ import annotations

import msgspec

Points = tuple[tuple[float, float], ...]


class Area(msgspec.Struct, frozen=True):
    """Polygons (mm) with holes."""

    outlines: tuple[Points, ...]
    role: str = "zone"
    holes: tuple[Points, ...] = ()


class Ring(msgspec.Struct, frozen=True):
    """A disc, or a ring where ``inner`` is set (mm)."""

    x: float
    y: float
    radius: float
    role: str = "command"
    inner: float = 0.0


class Arc(msgspec.Struct, frozen=True):
    """A sector: compass angles from ``start`` clockwise to ``end`` (degrees), radius in mm."""

    x: float
    y: float
    start: float
    end: float
    radius: float
    role: str = "sight"


class Lane(msgspec.Struct, frozen=True):
    """A strip ``width`` mm wide along a straight line."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float
    role: str = "path"


class Line(msgspec.Struct, frozen=True):
    """A polyline, with an arrowhead at its end where ``arrow`` is set."""

    points: Points
    role: str = "path"
    arrow: bool = False


class Ghost(msgspec.Struct, frozen=True):
    """Where a base would stand. With ``base`` its figures are drawn too, half transparent.

    ``of`` names the base that stands there and is marked; a commander's mark is as large and where his token is drawn.
    ``lift`` is how far (pixels at scale 1) its shadow lies from it; 0 for none. A ``whole`` one is no ghost but the
    base as it stands, drawn again above others' ghosts.
    """

    x: float
    y: float
    facing: float
    width: float
    depth: float
    role: str = "legal"
    oval: bool = False
    base: str = ""
    of: str = ""
    lift: float = 0.0
    whole: bool = False


class Outline(msgspec.Struct, frozen=True):
    """The mark of a state about one base, or about the block that a unit's bases form; a draft where ``ghost``."""

    x: float
    y: float
    facing: float
    width: float
    depth: float
    role: str = "legal"
    oval: bool = False
    ghost: bool = False


class Label(msgspec.Struct, frozen=True):
    """A text near a point; it keeps off other labels."""

    x: float
    y: float
    text: str
    role: str = "measure"


class Link(msgspec.Struct, frozen=True):
    """A bent arrow from a point to a point: who charges, shoots at, or is tied to whom."""

    x0: float
    y0: float
    x1: float
    y1: float
    role: str = "target"
    bend: float = 0.12


class Tape(msgspec.Struct, frozen=True):
    """A measuring tape along a polyline with marks every ``tick`` mm and a text at its end."""

    points: Points
    text: str
    tick: float = 10.0
    role: str = "measure"


Overlay = Area | Ring | Arc | Lane | Line | Ghost | Outline | Label | Link | Tape
