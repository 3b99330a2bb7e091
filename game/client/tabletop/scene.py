"""What there is to draw on a table, as plain structs: no rules, no engine types, no pygame.

Lengths are mm, angles compass degrees, the origin is the table's south-west corner. A scene is made from a view of the
state by :mod:`game.client.tabletop.adapter`; pictures, tests and benchmarks make theirs by hand.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from game.engine.scenery import FAIR, Hour, Season, Weather

Points = tuple[tuple[float, float], ...]

BadgeKind = Literal[
    "confused",
    "engaged",
    "order",
    "initiative",
    "shot",
    "hits",
    "done",
    "moved",
    "charge",
    "defended",
    "fortified",
    "routed",
    "info",
]
"""A state of a unit shown as a shape beside it."""


class Badge(msgspec.Struct, frozen=True):
    """A state of a unit or base; ``count`` above 1 is written beside the shape (three chevrons for orders)."""

    kind: str
    count: int = 1


class FeatureArt(msgspec.Struct, frozen=True):
    """A piece of terrain: a polygon, or a polyline where ``line`` is set.

    Attributes
    ----------
    height
        mm of its top (or, negative, of its floor), only drawn.
    form
        "flat", "solid", "barrier", "screen", "pit" (see :mod:`game.engine.relief`), "" where nobody says.
    steep, ladders
        Its faces cannot be climbed, but for those edges where a ladder leans.
    tag
        Its level, written at its corner.
    """

    id: str
    kind: str
    points: Points
    line: bool = False
    height: float = 0.0
    form: str = ""
    steep: bool = False
    ladders: tuple[int, ...] = ()
    tag: str = ""


class BlockArt(msgspec.Struct, frozen=True):
    """One base: where it stands and how it looks.

    Attributes
    ----------
    x, y, facing
        Pose: centre in mm, facing in degrees.
    width, depth
        Size along its front and across it, mm.
    shape
        "rect", or "oval" (a disc where width equals depth).
    side
        Slot of the theme's sides (0, 1, ...).
    number
        Its number in the unit, shown on wish; also which of the variants of its look is drawn.
    fallen
        Share (0..1) of its figures that lie on the ground: casualties taken that have not removed it.
    banner, musician
        Whether its figures carry the unit's standard, and are its musician.
    arm
        The arm whose silhouette stands for it from afar; "" for that of its look.
    strength
        Of one with several lives: how many are left, and of how many.
    tokens
        Of a caster: tokens for spells.
    pips
        States of this base alone: wounds, tokens, ranks.
    tag
        The level it stands on, in words.
    secret
        Only its owner knows of it: drawn see-through with a dashed edge.
    """

    id: str
    unit: str
    x: float
    y: float
    facing: float
    width: float
    depth: float
    look: str
    side: int
    shape: Literal["rect", "oval"] = "rect"
    number: int = 0
    fallen: float = 0.0
    banner: bool = False
    musician: bool = False
    arm: str = ""
    strength: tuple[int, int] = (0, 0)
    tokens: int = 0
    pips: tuple[Badge, ...] = ()
    tag: str = ""
    secret: bool = False


class UnitArt(msgspec.Struct, frozen=True):
    """The bases that act together, with a name and states.

    ``strength`` is how many of its bases (or lives, of a single one) are left, and of how many. What is ``done`` cannot
    act any more.
    """

    id: str
    name: str
    side: int
    blocks: tuple[str, ...]
    badges: tuple[Badge, ...] = ()
    done: bool = False
    strength: tuple[int, int] = (0, 0)


class MarkerArt(msgspec.Struct, frozen=True):
    """Something laid on the table that is no base. Within ``ring`` mm about it something depends on it.

    One that is ``secret`` is known to its owner only, and drawn see-through.
    """

    id: str
    kind: str
    x: float
    y: float
    side: int = -1
    radius: float = 12.0
    ring: float = 0.0
    secret: bool = False


class FallenArt(msgspec.Struct, frozen=True):
    """Those who fell with a base that is gone: they lie where it stood. ``count`` are its figures."""

    x: float
    y: float
    facing: float
    width: float
    depth: float
    look: str
    side: int
    count: int
    number: int = 0


class TieArt(msgspec.Struct, frozen=True):
    """A lasting relation drawn as an arrow from thing to thing (unit, base or marker ids)."""

    id: str
    kind: str
    a: str
    b: str


class Scene(msgspec.Struct, frozen=True):
    """All that is drawn of a table but overlays.

    ``features`` and what the ground depends on (size, landscape, seed) should be the same objects from scene to scene
    while they do not change: the painted ground is kept by them. ``garrisoned`` are features with somebody inside.
    """

    width: float
    depth: float
    features: tuple[FeatureArt, ...] = ()
    blocks: tuple[BlockArt, ...] = ()
    units: tuple[UnitArt, ...] = ()
    markers: tuple[MarkerArt, ...] = ()
    ties: tuple[TieArt, ...] = ()
    fallen: tuple[FallenArt, ...] = ()
    landscape: str = "meadow"
    season: Season = ""
    hour: Hour = ""
    weather: Weather = FAIR
    garrisoned: tuple[str, ...] = ()
    seed: int = 1
    tick_mm: float = 100.0

    @property
    def ground_key(self) -> tuple[object, ...]:
        """What the painted ground depends on."""
        return (self.width, self.depth, self.features, self.landscape, self.season, self.hour, self.seed, self.tick_mm)
