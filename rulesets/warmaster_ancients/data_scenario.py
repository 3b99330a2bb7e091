"""What a scenario file holds, as typed structs. Files are in centimetres, ``_mm`` properties in millimetres."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from game.engine.state import Feature as Piece
from game.kit.data import InMm, Named, Positive, Row, ScenarioRow
from rulesets.warmaster_ancients.data_types import LengthCm, PointCm, Points, find, mm, points_mm

SideId = Literal["south", "north"]


class TableSize(Row, frozen=True, kw_only=True):
    """The playing surface (cm), origin in the south-west corner."""

    width_cm: LengthCm
    depth_cm: LengthCm

    width_mm = InMm("width_cm", mm)
    depth_mm = InMm("depth_cm", mm)


class Area(Row, frozen=True, kw_only=True):
    """A deployment area of a side (cm). A side's units may stand in the union of its areas (WMA-SET-05, WMA-S34)."""

    side: SideId
    polygon: tuple[PointCm, ...]

    @property
    def points_mm(self) -> Points:
        """Corners in mm, not closed."""
        return points_mm(self.polygon)


class Feature(Named, frozen=True, kw_only=True):
    """A terrain feature: ``polygon`` for kinds that are areas, ``line`` for walls and hedges (cm, not closed)."""

    kind: str
    polygon: tuple[PointCm, ...] = ()
    line: tuple[PointCm, ...] = ()

    @property
    def points_mm(self) -> Points:
        """Points of the polygon or of the line in mm, not closed."""
        return points_mm(self.polygon or self.line)

    @property
    def on_table(self) -> Piece:
        """As the piece of terrain that it is in a battle."""
        return Piece(self.id, self.kind, self.name, self.points_mm, line=bool(self.line))


class Objective(Named, frozen=True, kw_only=True):
    """A place worth ``percent`` of the battle's points at the end to the side that alone holds it (WMA-SET-06).

    The place is a terrain ``feature`` or a ``polygon`` of its own (cm). A side holds it that alone has a unit with at
    least half of its stands with their centres inside.
    """

    percent: Positive
    feature: str = ""
    polygon: tuple[PointCm, ...] = ()
    sides: tuple[SideId, ...] = ("south", "north")

    def worth(self, points: int) -> int:
        """What holding it is worth in a battle of ``points``, rounded down."""
        return points * self.percent // 100


class Roster(Row, frozen=True, kw_only=True):
    """The fixed army of a side in a historical battle (WMA-SET-07)."""

    side: SideId
    army: str
    counts: dict[str, Positive]


class Score(Row, frozen=True, kw_only=True):
    """A line of the reckoning (WMA-SET-06, WMA-S35): ``factor`` times the cost of what ``key`` names.

    Each unit's product is rounded down. Keys: ``enemy_destroyed`` enemy units destroyed, ``enemy_character`` enemy
    characters lost, ``enemy_reduced`` enemy units of more than one stand brought down to a single one,
    ``own_destroyed`` one's own units destroyed (a minus).
    """

    key: Literal["enemy_destroyed", "enemy_character", "enemy_reduced", "own_destroyed"]
    factor: float
    sides: tuple[SideId, ...] = ("south", "north")
    name: str
    name_pl: str
    clause: str


class Share(Row, frozen=True, kw_only=True):
    """The share of the battle's points that a side may spend, ``part`` of ``of``."""

    side: SideId
    part: Positive
    of: Positive


class BreakPoint(Share, frozen=True, kw_only=True):
    """The share of its units, ``part`` of ``of``, at whose loss a side must withdraw (WMA-S35): half is 1 of 2."""

    def reached(self, lost: int, initial: int) -> bool:
        """Whether a side that began with ``initial`` units and has lost ``lost`` must withdraw.

        >>> half = BreakPoint(side="south", part=1, of=2)
        >>> half.reached(6, 13), half.reached(7, 13)
        (False, True)
        """
        return lost * self.of >= initial * self.part


class Deploy(Row, frozen=True, kw_only=True):
    """How the armies are placed and who begins.

    ``order`` "alternate": one unit each in turn, ``first`` placing the first (WMA-S34). ``order`` "whole": ``first``
    places its whole army, then the other. ``first`` "roll": both roll a die, the lower places first. ``first_turn``
    "roll": the higher roller chooses; else the side that has the first turn.
    """

    order: Literal["alternate", "whole"] = "alternate"
    first: Literal["roll", "south", "north"] = "roll"
    first_turn: Literal["roll", "south", "north"] = "roll"


class Scenario(ScenarioRow, frozen=True, kw_only=True):
    """A scenario: table, terrain, deployment areas, armies' sizes and reckoning (WMA-SET-05, WMA-SET-06)."""

    kind: Literal["universal", "historical"]
    turns: Positive
    allow_shortfall: bool = False
    table: TableSize
    deploy: Deploy
    shares: tuple[Share, ...] = field(name="share", default=())
    areas: tuple[Area, ...] = field(name="deployment")
    features: tuple[Feature, ...] = field(name="terrain", default=())
    objectives: tuple[Objective, ...] = field(name="objective", default=())
    scores: tuple[Score, ...] = field(name="score")
    rosters: tuple[Roster, ...] = field(name="roster", default=())
    break_points: tuple[BreakPoint, ...] = field(name="break_point")

    def size_for(self, side: str, points: int) -> int:
        """The agreed size of a side's army (points) in a battle of ``points``, rounded down to whole tens."""
        share = next((s for s in self.shares if s.side == side), None)
        return points if share is None or share.part == share.of else points * share.part // share.of // 10 * 10

    def areas_of(self, side: str) -> tuple[Area, ...]:
        """The deployment areas of a side."""
        return tuple(a for a in self.areas if a.side == side)

    def outline_of(self, objective: Objective) -> Points:
        """The outline of an objective's place in mm, not closed."""
        if objective.polygon:
            return points_mm(objective.polygon)
        return find(self.features, "id", objective.feature).points_mm

    def roster(self, side: str) -> Roster | None:
        """The fixed army of a side, None where the players choose."""
        return next((r for r in self.rosters if r.side == side), None)

    @property
    def armies(self) -> dict[SideId, str]:
        """The armies that are fixed, by side; empty where the players choose."""
        return {r.side: r.army for r in self.rosters}

    def break_point(self, side: str) -> BreakPoint:
        """What loss makes a side withdraw."""
        return find(self.break_points, "side", side)
