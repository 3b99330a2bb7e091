"""What the battle as a whole keeps: ways, losses, pieces of terrain, objectives."""

from __future__ import annotations

from typing import Literal

import msgspec

from game.engine.fields import Count, Mm, PointMm, SideId, UnitId
from rulesets.napoleonic_wars.own.literals import Step, Weather


class Leg(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stretch of a body's way in a move: from ``start`` to ``end`` of the clock, with where its bases are at both.

    Attributes
    ----------
    poses, after
        Poses of the bases (x, y in mm, degrees) in the order of :attr:`Track.bases`, at its start and its end.
    pivot
        Of a wheel: about which point (mm); else every base goes straight.
    what, action
        The verb of the action, and its number in the order.
    sizes
        Widths and depths (mm) of the bases at its end, where a change of order gives them others.
    """

    start: float
    end: float
    poses: tuple[tuple[float, float, float], ...]
    after: tuple[tuple[float, float, float], ...] = ()
    pivot: PointMm | None = None
    what: str = "stand"
    action: int = 0
    sizes: tuple[tuple[float, float], ...] = ()

    @property
    def ends(self) -> tuple[tuple[float, float, float], ...]:
        """Poses of the bases at its end."""
        return self.after or self.poses

    @property
    def goes(self) -> bool:
        """Whether any base comes to another place or facing."""
        return self.ends != self.poses


class Track(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a body was at every moment of a move: kept, so that a runner is where he was (NAP-S41).

    ``sizes``: widths and depths (mm) of the bases at its start, where it is the way really gone.
    """

    bases: tuple[str, ...]
    legs: tuple[Leg, ...] = ()
    sizes: tuple[tuple[float, float], ...] = ()


class Gone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A body that was destroyed, surrendered or made to rout in this move (NAP-S59, NAP-S90).

    Attributes
    ----------
    body, unit, side
        Who.
    what
        What became of it.
    strength
        Its figures then, those lost with it among them.
    near
        Bodies that stood within 25 cm of it at that moment and saw it, of both sides.
    close
        Of a general lost: bodies of his side within 5 cm of him (NAP-MOR-03).
    at
        The moment of the clock of a rout in the second pass; None where no earlier moment can be asked for.
    """

    body: UnitId
    unit: UnitId
    side: SideId
    what: Literal["destroyed", "surrendered", "rout", "general"]
    strength: Count = 0
    near: tuple[str, ...] = ()
    close: tuple[str, ...] = ()
    at: float | None = None


class BattleOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The battle as a whole.

    Attributes
    ----------
    scenario
        Id of the scenario.
    move, moves
        Number of the move, 0 before the first; how many are played (NAP-S04).
    step
        Where in the battle.
    season, weather_sum, weather, wind
        NAP-WTH; ``wind`` is where it blows to (degrees), -1 for none.
    tracks
        Ways of the bodies that all may see, in the move that is played (NAP-S41).
    charge_dice
        The two dice of each body that is party to a charge in this move (NAP-S83).
    gone
        Who was destroyed, surrendered or made to rout in this move.
    notes
        Pairs that were interpenetrated in this move (NAP-S10 (5)).
    troops
        Rows that no list on offer has, by code: their army, as what they are drawn, the row.
    zones
        Where the sides deploy: each with its side (NAP-S02).
    """

    scenario: str = ""
    move: Count = 0
    moves: Count = 15
    step: Step = "deploy"
    season: Literal["summer", "autumn", "winter"] = "summer"
    weather_sum: int = 8
    weather: Weather = "fair"
    wind: float = -1.0
    tracks: dict[str, Track] = {}
    charge_dice: dict[str, tuple[int, ...]] = {}
    gone: tuple[Gone, ...] = ()
    notes: tuple[str, ...] = ()
    troops: dict[str, tuple[str, str, str]] = {}
    zones: tuple[tuple[SideId, tuple[PointMm, ...]], ...] = ()


class Fire(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fire in a building: the move in which it was lit (NAP-FIR-03, NAP-R119), whether it is out of control."""

    lit: Count
    wild: bool = False


class Breach(msgspec.Struct, frozen=True, omit_defaults=True):
    """A breach in a wall, hedge, fence or building: where its middle is (mm), how wide it is (mm, NAP-BLD-01)."""

    at: PointMm
    width: Mm


class PieceOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of terrain.

    Attributes
    ----------
    storeys
        Of a building (NAP-VIS-10).
    contours
        Outlines of a hill above its foot, each inside the one before, in mm (NAP-TER-06, NAP-TER-07).
    level
        Contours of the ground that it stands on.
    wooden, roof
        Of a building: wooden walls; "hard", "wood" or "thatch" (NAP-FIR-01).
    fires, breaches
        What has become of it.
    gate
        A gap or gate in a line, or of a fortification (NAP-R38, NAP-S24), as stretches of it in mm from its start.
    """

    storeys: Count = 0
    contours: tuple[tuple[PointMm, ...], ...] = ()
    level: Count = 0
    wooden: bool = False
    roof: Literal["hard", "wood", "thatch"] = "hard"
    fires: tuple[Fire, ...] = ()
    breaches: tuple[Breach, ...] = ()
    gate: tuple[tuple[Mm, Mm], ...] = ()


class MarkerOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """An objective: what it is worth, how far it reaches (mm), the feature that it is (NAP-S03), who passed it."""

    worth: Count = 0
    reach: Mm = 50.0
    feature: str = ""
    passed: tuple[SideId, ...] = ()
