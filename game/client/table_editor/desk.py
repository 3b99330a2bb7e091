"""The desk on which a table is edited: the table with what was undone, the tool in hand, what is being drawn.

No window here: hands come as points in the ruleset's unit. What is dragged is a ``trial``; letting go makes it the
table, and every such step can be taken back.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from msgspec.structs import replace

from game.client.table_editor.reach import between, thing_at
from game.engine.table_plans import edits
from game.engine.table_plans.document import MOST_PIECES, MOST_ZONES, Piece, Point, TablePlan
from game.engine.table_plans.outline import outline
from game.engine.table_plans.rules import TableRules, TerrainKind
from game.geometry.shapes import bearing

Tool = Literal["select", "polygon", "box", "ellipse", "line", "zone"]
Grip = Literal["", "piece", "point", "turn", "draw"]
MOST_UNDO = 300
TURN_STEP = 15.0
STALK = 2.4
"""How far beyond a piece its turning handle stands, in reaches of the pointer."""
MIDDLES = 3.0
"""How far apart two points must be, in the same, for a handle between them."""


@dataclass
class Desk:
    """A table being edited.

    Attributes
    ----------
    rules
        What tables of its system may be.
    plan, trial
        The table, and how it would be if what is being dragged were let go now.
    selected, point
        The piece in hand and one of its points (-1: none).
    tool, kind, side
        What a stroke on the table does, of which kind, for which side.
    more
        A zone that is drawn is one more of its side; else it takes the place of those there are.
    grid
        Points are put on multiples of it (0: anywhere).
    draft
        Corners of what is being drawn; ``cursor`` is where the next would be.
    """

    rules: TableRules
    plan: TablePlan
    selected: str = ""
    point: int = -1
    tool: Tool = "select"
    kind: str = ""
    side: str = ""
    grid: float = 0.0
    curved: bool = True
    more: bool = False
    draft: list[Point] = field(default_factory=list)
    cursor: Point | None = None
    trial: TablePlan | None = None
    _past: list[TablePlan] = field(default_factory=list)
    _future: list[TablePlan] = field(default_factory=list)
    _merge: str = ""
    _grip: Grip = ""
    _from: Point = (0.0, 0.0)

    def __post_init__(self) -> None:
        """Begin with the first kind and side, and points on the grid."""
        self.kind = self.kind or self.rules.kinds[0].id
        self.side = self.side or self.rules.sides[0]
        self.grid = self.rules.grid

    # -- the table and its past -------------------------------------------------------------------------------

    @property
    def shown(self) -> TablePlan:
        """The table as it is to be seen now."""
        return self.trial if self.trial is not None else self.plan

    @property
    def piece(self) -> Piece | None:
        """The piece or zone in hand, as it is to be seen."""
        return edits.thing_of(self.shown, self.selected)

    @property
    def zone(self) -> int:
        """The number of the zone in hand, -1 for none."""
        return edits.zone_number(self.plan, self.selected)

    @property
    def kind_row(self) -> TerrainKind:
        """The kind that is drawn."""
        found = self.rules.kind(self.kind)
        assert found is not None
        return found

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return bool(self._future)

    def set(self, plan: TablePlan, merge: str = "") -> None:
        """Make a table the table; steps of the same ``merge`` one after the other are taken back as one."""
        self.trial = None
        if plan == self.plan:
            return
        if not merge or merge != self._merge:
            self._past.append(self.plan)
            del self._past[:-MOST_UNDO]
        self._merge = merge
        self._future.clear()
        self.plan = plan
        self._settle()

    def undo(self) -> None:
        """Take the last step back; what is being drawn first."""
        if self.draft or self.trial is not None:
            self.cancel()
        elif self._past:
            self._future.append(self.plan)
            self.plan = self._past.pop()
            self._merge = ""
            self._settle()

    def redo(self) -> None:
        """Take the step again."""
        if self._future:
            self._past.append(self.plan)
            self.plan = self._future.pop()
            self._merge = ""
            self._settle()

    def _settle(self) -> None:
        piece = edits.thing_of(self.plan, self.selected)
        if piece is None:
            self.selected, self.point = "", -1
        elif self.point >= len(piece.points):
            self.point = -1

    def select(self, piece: str, point: int = -1) -> None:
        """Take a piece in hand, "" for none."""
        self.selected, self.point, self._merge = piece, point, ""

    def take_tool(self, tool: Tool) -> None:
        """Take another tool; what was begun is dropped."""
        self.cancel()
        self.tool = tool
        if tool in ("polygon", "box", "ellipse") and self.kind_row.shape == "line":
            self.kind = next(k.id for k in self.rules.kinds if k.shape == "area")
        if tool != "select":
            self.select("")

    def take_kind(self, kind: str) -> None:
        """Draw another kind from now on."""
        self.kind = kind
        if self.kind_row.shape == "line" and self.tool in ("polygon", "box", "ellipse"):
            self.take_tool("line")

    def cancel(self) -> bool:
        """Drop what was begun; whether there was anything."""
        begun = bool(self.draft) or self.trial is not None
        self.draft, self.trial, self._grip = [], None, ""
        return begun

    # -- hands ------------------------------------------------------------------------------------------------

    def snap(self, at: Point) -> Point:
        """A point on the grid."""
        return edits.snapped(at[0], self.grid), edits.snapped(at[1], self.grid)

    def press(self, at: Point, reach: float) -> bool:
        """The button goes down; False where there is nothing to take (the table itself is then moved).

        ``reach`` is how far from a handle counts as on it.
        """
        self._from = at
        if self.tool == "select":
            return self._take(at, reach)
        here = self.snap(at)
        if self.tool in ("polygon", "line") or (self.tool == "zone" and self.draft):
            if self._closes(at, reach):
                self.finish()
            elif not self.draft or math.dist(self.draft[-1], here) > 1e-9:
                self.draft.append(here)
            return True
        self.draft, self.cursor, self._grip = [here], here, "draw"
        return True

    def _closes(self, at: Point, reach: float) -> bool:
        """Whether a click ends what is drawn: on its first corner (a polygon) or once more on its last."""
        if len(self.draft) >= 2 and math.dist(self.draft[-1], at) <= reach:
            return True
        return self.tool in ("polygon", "zone") and len(self.draft) >= 3 and math.dist(self.draft[0], at) <= reach

    def drag(self, at: Point, even: bool = False) -> None:
        """The pointer moves; ``even`` makes circles and squares, and turns by steps."""
        self.cursor = self.snap(at)
        piece = edits.thing_of(self.plan, self.selected)
        if self._grip == "draw":
            self.draft = [self.draft[0]]
        elif piece is None:
            return
        elif self._grip == "point":
            self.trial = edits.point_moved(self.plan, piece.id, self.point, self.cursor)
        elif self._grip == "piece":
            first = piece.points[0]
            to = self.snap((first[0] + at[0] - self._from[0], first[1] + at[1] - self._from[1]))
            self.trial = edits.moved(self.plan, piece.id, to[0] - first[0], to[1] - first[1])
        elif self._grip == "turn":
            mx, my = edits.middle(piece.points)
            turn = bearing(at[0] - mx, at[1] - my) - bearing(self._from[0] - mx, self._from[1] - my)
            step = TURN_STEP if even or self.grid else 1.0
            turn = round(turn / step) * step
            self.trial = edits.reshaped(self.plan, piece.id, lambda ps: edits.turned(ps, turn))

    def release(self, at: Point, even: bool = False) -> None:
        """The button is let go."""
        grip, self._grip = self._grip, ""
        if grip == "draw" and self.draft:
            start, end = self.draft[0], self.snap(at)
            if self.tool == "zone" and math.dist(start, end) <= 1e-9:
                return  # a click: the first corner of an outline
            self.draft = []
            if abs(start[0] - end[0]) > 1e-9 and abs(start[1] - end[1]) > 1e-9:
                ring = edits.ellipse(start, end, even) if self.tool == "ellipse" else edits.box(start, end)
                self._lay(ring, even)
        elif self.trial is not None:
            self.set(self.trial)

    def _take(self, at: Point, reach: float) -> bool:
        piece = edits.thing_of(self.plan, self.selected)
        if piece is not None:
            handle = self.turn_handle(reach)
            if handle is not None and math.dist(handle, at) <= reach:
                self._grip = "turn"
                return True
            for index, point in enumerate(piece.points):
                if math.dist(point, at) <= reach:
                    self.point, self._grip = index, "point"
                    return True
            for index, point in between(piece, MIDDLES * reach):
                if math.dist(point, at) <= reach * 0.8:
                    self.set(edits.point_added(self.plan, piece.id, index, self.snap(at)))
                    self.point, self._grip = index + 1, "point"
                    return True
        found = self.piece_at(at, reach)
        self.select(found)
        self._grip = "piece" if found else ""
        return bool(found)

    def turn_handle(self, reach: float) -> Point | None:
        """Where the handle stands by which the piece in hand is turned: north of it."""
        piece = self.piece
        if piece is None:
            return None
        ring = outline(piece)
        return edits.middle(piece.points)[0], max(y for _, y in ring) + STALK * reach

    def piece_at(self, at: Point, reach: float) -> str:
        """The uppermost piece at a point, "" for none; the one in hand before others."""
        return thing_at(self.plan, self.selected, at, reach)

    # -- what is drawn ----------------------------------------------------------------------------------------

    def finish(self) -> bool:
        """End the polygon or line that is being drawn; False where it has too few corners."""
        points, self.draft = tuple(self.draft), []
        if len(points) < (2 if self.tool == "line" else 3):
            return False
        self._lay(points)
        return True

    def step_back(self) -> None:
        """Take the last corner back."""
        if self.draft:
            self.draft.pop()

    def sketch(self, even: bool = False) -> tuple[Point, ...]:
        """The outline or line that is being drawn, with the cursor as its next corner."""
        if not self.draft or self.cursor is None:
            return tuple(self.draft)
        if self.tool == "zone" and self._grip != "draw":
            return (*self.draft, self.cursor)
        if self.tool == "ellipse":
            return edits.ellipse(self.draft[0], self.cursor, even)
        if self._grip == "draw":
            return edits.box(self.draft[0], self.cursor)
        points = (*self.draft, self.cursor)
        piece = self._piece(points)
        enough = 2 if self.tool == "line" else 3
        return outline(piece) if piece is not None and len(points) >= enough else points

    def put(self, middle: Point) -> None:
        """Lay down a piece (or a zone) of a usual size without a stroke; figures make it what it is to be."""
        w, h = self.plan.size[0] / 8.0, self.plan.size[1] / 8.0
        a, b = self.snap((middle[0] - w, middle[1] - h)), self.snap((middle[0] + w, middle[1] + h))
        if self.tool == "line":
            self._lay(((a[0], self.snap(middle)[1]), (b[0], self.snap(middle)[1])))
        elif self.tool != "select":
            self._lay(edits.ellipse(a, b) if self.tool == "ellipse" else edits.box(a, b))

    def _piece(self, points: Sequence[Point]) -> Piece | None:
        kind = self.kind_row
        name = edits.free_id(self.plan, kind.id)
        if self.tool == "zone":
            return None
        if self.tool != "line":
            curved = self.curved and self.tool == "polygon"
            return Piece(id=name, kind=kind.id, points=tuple(points), curved=curved)
        if kind.shape == "line":
            return Piece(id=name, kind=kind.id, shape="line", points=tuple(points))
        width = kind.width or self.rules.grid
        return Piece(id=name, kind=kind.id, shape="band", width=width, points=tuple(points), curved=self.curved)

    def _lay(self, points: Sequence[Point], add: bool = False) -> None:
        """Lay down what was drawn; ``add`` keeps the zones that a side has."""
        if self.tool == "zone":
            plan = self.plan
            if self.rules.zones == "strip" and not plan.zones:
                plan = edits.strips_as_zones(plan, self.rules.sides)
            more = (add or self.more) and len(plan.zones) < MOST_ZONES
            self.set(edits.with_zone(plan, self.side, points, more))
            return
        piece = self._piece(points)
        if piece is None or len(self.plan.pieces) >= MOST_PIECES:
            return
        if self.tool == "ellipse" and self.kind_row.edges is None:
            piece = replace(piece, curved=False)
        self.set(edits.with_piece(self.plan, piece))
        self.select(piece.id)

    # -- changes of the piece in hand -------------------------------------------------------------------------

    def change(self, change: Callable[[TablePlan, str], TablePlan], merge: str = "") -> None:
        """Change the piece in hand."""
        if self.selected:
            self.set(change(self.plan, self.selected), f"{self.selected}:{merge}" if merge else "")

    def nudge(self, dx: float, dy: float) -> None:
        """Move the piece, or the point, in hand."""
        piece = edits.thing_of(self.plan, self.selected)
        if piece is None:
            return
        if self.point >= 0:
            x, y = piece.points[self.point]
            self.set(edits.point_moved(self.plan, piece.id, self.point, (x + dx, y + dy)), f"{piece.id}:point")
        else:
            self.change(lambda plan, p: edits.moved(plan, p, dx, dy), "nudge")

    def turn(self, degrees: float) -> None:
        """Turn the piece in hand clockwise."""
        self.change(lambda plan, p: edits.reshaped(plan, p, lambda ps: edits.turned(ps, degrees)), "turn")

    def delete(self) -> None:
        """Take away the point in hand, else the piece."""
        if self.selected and self.point >= 0:
            index = self.point
            self.point = -1
            self.change(lambda plan, p: edits.point_taken(plan, p, index))
        else:
            self.change(edits.without)

    def double(self, twin: bool = False) -> None:
        """Lay the piece in hand down again: beside it, or opposite."""
        if not self.selected or len(self.plan.pieces) >= MOST_PIECES:
            return
        by = self.grid or self.rules.grid * 2.0
        if self.zone >= 0:
            if len(self.plan.zones) < MOST_ZONES:
                side = self.plan.zones[self.zone].side
                other = next((s for s in self.rules.sides if s != side), side) if twin else ""
                plan, name = edits.zone_doubled(self.plan, self.zone, other, by)
                self.set(plan)
                self.select(name)
            return
        plan, name = edits.twinned(self.plan, self.selected) if twin else edits.doubled(self.plan, self.selected, by)
        self.set(plan)
        self.select(name)

    def step_piece(self, by: int) -> None:
        """Take the next piece in hand."""
        ids = [p.id for p in self.plan.pieces] + [f"{edits.ZONE}{n}" for n in range(len(self.plan.zones))]
        if ids:
            at = ids.index(self.selected) + by if self.selected in ids else (0 if by > 0 else -1)
            self.take_tool("select")
            self.select(ids[at % len(ids)])
