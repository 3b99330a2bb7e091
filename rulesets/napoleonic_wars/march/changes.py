"""Changes of formation and facings: how long they take, where they bring a body, what room there is for them.

NAP-FCH, NAP-NAT-03, NAP-LIM-04, NAP-S14, NAP-S49.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Literal

import msgspec
import shapely

from game.engine.state import State
from game.geometry.planar import Shape
from game.geometry.shapes import Footprint, Pose, moved, norm_deg, sin_cos, to_world
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import layouts, shape
from rulesets.napoleonic_wars.data_files import DATA
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import Piece, ground_of
from rulesets.napoleonic_wars.march import rates, shifting
from rulesets.napoleonic_wars.march.actions import Form
from rulesets.napoleonic_wars.measures import SLACK, cm
from rulesets.napoleonic_wars.own import Formation

SPREAD = ("line", "double_line", "open", "irregular")
"""Formations with their front along a line."""
ROUND = ("square", "double_square", "circle")
"""Formations that are made about the middle of the body."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A row of table 6."""

    arm: Literal["foot", "horse"]
    one: tuple[Formation, ...]
    other: tuple[Formation, ...]
    time: float
    way: Literal["", "front", "flank"] = ""
    british: float | None = None
    moving: bool = False


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    row: tuple[Row, ...]
    number: dict[str, float]


table_6 = DATA.whole("table_6.toml", _Table)


def number(name: str) -> float:
    """A number of the chapter by its name."""
    return table_6().number[name]


@cache
def row_of(arm: str, one: str, other: str, flank: bool) -> Row | None:
    """The row of table 6 for a change, either way; None where none is listed."""
    way = "flank" if flank else "front"
    for row in table_6().row:
        either = (one in row.one and other in row.other) or (one in row.other and other in row.one)
        if either and row.arm == arm and row.way in ("", way):
            return row
    return None


def listed(view: State, body: str, told: Form) -> Row | None:
    """The row of table 6 for an ordered change; regulars alone have one (NAP-FCH-10, NAP-FCH-11)."""
    own = facts.own(view, body)
    if not own.regular:
        return None
    arm = "horse" if own.arm == "horse" and own.stance.mounted else "foot"
    return row_of(arm, own.stance.formation, told.formation, told.flank)


def slower(view: State, body: str) -> float:
    """What slow nations add to changes and facings of their foot (NAP-NAT-03, NAP-NAT-09, NAP-NAT-10)."""
    own = facts.own(view, body)
    slow = view.options.get("national") and own.arm == "foot" and own.regular
    return number("slow") if slow and own.nation in book.slow_nations(view, own.nation) else 0.0


def facing_time(view: State, body: str) -> float | None:
    """The part of a move that a facing takes, None where it cannot be made (NAP-FCH-25, NAP-R41)."""
    own = facts.own(view, body)
    if own.arm in ("guns", "rockets"):
        siege = own.stance.formation == "deployed" and rates.weight(view, body) == "siege"
        return None if siege else number("face_guns")
    if own.stance.formation in facts.OPEN_FORMATIONS or own.nerve.result == "rout":
        return 0.0
    return number("face") + slower(view, body) if own.regular else number("face_irregular")


def limbering_time(view: State, body: str) -> float:
    """The part of a move that limbering or unlimbering takes (NAP-LIM-01, NAP-LIM-02)."""
    if facts.own(view, body).arm == "rockets":
        return number("limber_rockets")
    heavy = rates.weight(view, body)
    return number(f"limber_{heavy}" if heavy in ("heavy", "siege") else "limber")


def time_of(view: State, body: str, told: Form, poses: shape.Poses, after: shape.Poses) -> float:
    """The part of a move that a change takes from where its figures stand to where they will (NAP-FCH-01, -02).

    Irregulars that widen or narrow their front take a quarter for two files (NAP-FCH-12); what is not listed takes the
    time of the longest way at the normal rate of the formation that is left (NAP-S14).
    """
    own = facts.own(view, body)
    row = listed(view, body, told)
    if row is not None:
        time = row.british if row.british is not None and own.nation == "britain" else row.time
        return time + slower(view, body)
    if not own.regular and own.stance.formation == told.formation:
        count = len(facts.left(view, body))
        was, new = (
            layouts.rows_of(own.stance.formation, (count,), files)[0] for files in (own.stance.abreast, told.abreast)
        )
        return abs(new - was) / number("files") / 4.0
    way = max((math.dist((p.x, p.y), (after[b].x, after[b].y)) for b, p in poses.items() if b in after), default=0.0)
    rate = rates.rate(view, body) or rates.rate(view, body, formation="line")
    return way / (rate * 10.0) if rate else 1.0


# --- where it brings a body ------------------------------------------------------------------------------------------


class Formed(msgspec.Struct, frozen=True):
    """Where a body will be: the middle of its front edge, what is abreast, whether the last company leads."""

    formation: Formation
    at: Pose
    abreast: int = 0
    inverted: bool = False


def formed(view: State, body: str, told: Form, stand: shape.Standing, inverted: bool) -> Formed:
    """Where an ordered change brings a body that stands so (NAP-S14).

    The leading company or the named flank stays in place, for squares the middle of the body.
    """
    own = facts.own(view, body)
    members = shape.order(view, body)
    size = bases.footprint(view, members[0], told.formation)
    width, depth = _size(view, body, told.formation, told.abreast, size)
    if told.formation in ROUND or own.stance.formation in ROUND:
        ahead = depth / 2.0
        x, y = stand.centre
        facing = stand.front.facing
        sine, cosine = sin_cos(facing)
        at = Pose(round(x + sine * ahead, 3), round(y + cosine * ahead, 3), facing)
        return Formed(told.formation, at, told.abreast, inverted)
    marching = "march_column" in (told.formation, own.stance.formation)
    if (told.flank or marching) and (told.formation in SPREAD) != (own.stance.formation in SPREAD):
        return _to_flank(own.stance.formation, told, stand, inverted, width)
    return _to_front(own.stance.formation, told, stand, inverted, width)


def _size(view: State, body: str, formation: str, abreast: int, size: Footprint) -> tuple[float, float]:
    found = layouts.slots(formation, shape.company_sizes(view, body), size, abreast, False)
    low, high, rear = math.inf, -math.inf, math.inf
    for u, v, turn in found:  # figures of a square's walls look to all sides
        sine, cosine = (abs(part) for part in sin_cos(turn))
        aside, back = (size.width * cosine + size.depth * sine) / 2.0, (size.depth * cosine + size.width * sine) / 2.0
        low, high, rear = min(low, u - aside), max(high, u + aside), min(rear, v - back)
    return high - low, -rear


def _to_front(was: str, told: Form, stand: shape.Standing, inverted: bool, width: float) -> Formed:
    """To the front: the company that leads stays where it is, the rest come up beside it, or fall in behind it."""
    wide = math.dist(stand.left, stand.right)
    spread, from_spread = told.formation in SPREAD, was in SPREAD
    if spread == from_spread or told.formation == "open" or was == "open" or "irregular" in (was, told.formation):
        shift = {"": 0.0, "left": -1.0, "right": 1.0}[told.hand] * (wide - width) / 2.0
        return Formed(told.formation, moved(stand.front, 0.0, shift), told.abreast, inverted)
    if spread:
        hand = told.hand or ("right" if inverted else "left")
        side = -1.0 if hand == "left" else 1.0
        shift = side * (width - wide) / 2.0
        return Formed(told.formation, moved(stand.front, 0.0, shift), told.abreast, (hand == "right") != inverted)
    # a line breaks into column behind the company at the end that is not named
    hand = told.hand or ("right" if inverted else "left")
    side = 1.0 if hand == "left" else -1.0
    shift = side * (wide - width) / 2.0
    return Formed(told.formation, moved(stand.front, 0.0, shift), told.abreast, (hand == "right") != inverted)


def _to_flank(was: str, told: Form, stand: shape.Standing, inverted: bool, width: float) -> Formed:
    """To a flank: by facings of the figures, or wheels of the companies, to the named hand."""
    hand = told.hand or "right"
    turn = 90.0 if hand == "right" else -90.0
    side = 1.0 if hand == "right" else -1.0
    front, wide = stand.front, math.dist(stand.left, stand.right)
    facing = norm_deg(front.facing + turn)
    swapped = (hand == "right") != inverted
    if told.formation in SPREAD:  # a column turns into line: its flank is the line's front
        ahead = 0.0 if was == "march_column" else wide  # the free end of the leading company swings forward
        x, y = to_world(front, (side * wide / 2.0, ahead - width / 2.0))
        return Formed(told.formation, Pose(round(x, 3), round(y, 3), facing), told.abreast, swapped)
    # a line turns into column: the flank that is named leads, on the line's own ground
    back = 0.0 if told.formation == "march_column" else width
    x, y = to_world(front, (side * (wide / 2.0 - back), -width / 2.0))
    return Formed(told.formation, Pose(round(x, 3), round(y, 3), facing), told.abreast, not swapped)


def faced(triples: shape.Triples, stand: shape.Standing, to: str, size: tuple[float, float]) -> shape.Triples:
    """Figures after each has turned on the spot; in close order those that turn to a flank dress to touch again."""
    turn = {"left": -90.0, "right": 90.0, "about": 180.0}[to]
    if turn == 180.0:
        return tuple((x, y, norm_deg(f + turn)) for x, y, f in triples)
    sine, cosine = sin_cos(stand.front.facing)
    cx, cy = stand.centre
    along, across = size[0] / size[1], size[1] / size[0]
    out = []
    for x, y, f in triples:
        u = ((x - cx) * cosine - (y - cy) * sine) * across
        v = ((x - cx) * sine + (y - cy) * cosine) * along
        out.append((round(cx + u * cosine + v * sine, 3), round(cy + v * cosine - u * sine, 3), norm_deg(f + turn)))
    return tuple(out)


def enemies_near(view: State, body: str, outline: Shape, far: float) -> list[tuple[str, float]]:
    """The enemies that the view knows of within so many mm of an outline, with the distance of each."""
    board = board_of(view)
    low_x, low_y, high_x, high_y = outline.bounds
    out = []
    for enemy in facts.enemies(view, view.units[body].side):
        if enemy not in board.sides:
            continue
        box = board.box(enemy)
        if box[0] - high_x > far or low_x - box[2] > far or box[1] - high_y > far or low_y - box[3] > far:
            continue
        gap = float(board.outline(enemy).distance(outline))
        if gap <= far:
            out.append((enemy, gap))
    return out


def is_near_enemy(view: State, body: str, outline: Shape) -> bool:
    """Whether an enemy is within the body's own attack distance, or exactly at it (NAP-FCH-06, NAP-S11)."""
    far = cm(facts.attack_distance(view, body) * bases.longer(view))
    return bool(enemies_near(view, body, outline, far + SLACK))


def keeps(view: State, body: str, enemy: str) -> float:
    """The greater attack distance of two bodies in mm (NAP-ORG-42)."""
    far = max(facts.attack_distance(view, body), facts.attack_distance(view, enemy))
    return cm(far * bases.longer(view))


class Place:
    """Where a body may stand: what is forbidden to it there."""

    def __init__(self, view: State, body: str, was: Shape, column: int, own: Iterable[Shape] = ()) -> None:
        self.view, self.body = view, body
        self.near = dict(enemies_near(view, body, was, cm(60.0)))
        self.column = column
        board = board_of(view)
        self.enemies = [(board.outline(e), min(keeps(view, body, e), max(gap, 0.0))) for e, gap in self.near.items()]
        fought = [outline for outline, far in self.enemies if far <= SLACK]
        self.fought = shapely.union_all([p for outline in (*fought, *own) for p in shapely.get_parts(outline)])

    def barriers(self, about: Shape) -> Iterator[shifting.Barrier]:
        """What lies in an area that it must not lie over, or come so near to."""
        for piece in ground_of(self.view).met(about):
            if self._is_shut(piece):
                yield ground_of(self.view).bare[piece.id], 0.0
        yield from ((part, 0.0) for part in shapely.get_parts(self.fought))
        yield from ((outline, far) for outline, far in self.enemies if far > SLACK)

    def _is_shut(self, piece: Piece) -> bool:
        """Whether nobody of its kind may stand on a piece of terrain."""
        area = piece.kind.shape == "area" and piece.kind.move != "full"
        return area and rates.factor_of((piece.kind.move,), self.column, "normal") <= 0.0

    def is_free(self, there: Shape) -> bool:
        """Whether an outline is free there (NAP-S49)."""
        low_x, low_y, high_x, high_y = there.bounds
        table = self.view.table
        if low_x < -SLACK or low_y < -SLACK or high_x > table.width + SLACK or high_y > table.depth + SLACK:
            return False
        for piece in ground_of(self.view).met(there):
            if self._is_shut(piece):
                # base by base: bases that touch along an edge are no valid shape together
                shared = shapely.intersection(shapely.get_parts(there), ground_of(self.view).bare[piece.id])
                if shapely.area(shared).sum() > 1.0:
                    return False
        if shapely.area(shapely.intersection(shapely.get_parts(there), self.fought)).sum() > 1.0:
            return False
        return all(outline.distance(there) >= far - SLACK for outline, far in self.enemies)


def settled(
    view: State,
    body: str,
    was: Shape,
    poses: Mapping[str, Pose],
    sizes: Mapping[str, Footprint],
    facing: float,
    own: Iterable[Shape] = (),
) -> shape.Poses | None:
    """A new formation where it finds room: as it is, or shifted by the shortest way; None where there is none.

    Asked of what the view knows, and when the time is up of what is then so (NAP-S49). ``own``: outlines of its side
    that it must not overlap either (NAP-S50).
    """
    found = dict(poses)
    if not found:
        return found
    place = Place(view, body, was, rates.column_of(view, body), own)
    outline = shape.cover([sizes[b] for b in found], shape.triples(found.values()))
    if place.is_free(outline):
        return found
    most, table = cm(number("room") * bases.longer(view)), view.table
    by = shifting.shortest(outline, place.barriers(outline.buffer(most)), (table.width, table.depth), most, facing)
    if by is None:
        return None
    dx, dy = by
    return {b: Pose(round(p.x + dx, 3), round(p.y + dy, 3), p.facing, p.level) for b, p in found.items()}
