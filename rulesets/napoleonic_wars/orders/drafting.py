"""Move orders as they stand on the sheet before anybody writes: what every body does of itself (NAP-S75).

No draft ever charges or attacks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import shapely

from game.engine.state import State
from game.geometry.shapes import Point, bearing, turn_between
from rulesets.napoleonic_wars.body import groups, rights, shape
from rulesets.napoleonic_wars.charge import threats
from rulesets.napoleonic_wars.command import doubling, notes, obedience, officers
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.data_files import number, whole
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import rates, sending
from rulesets.napoleonic_wars.march.planned_way import plan
from rulesets.napoleonic_wars.measures import cm
from rulesets.napoleonic_wars.orders import judging

Line = list[dict[str, Any]]
Orders = Mapping[str, GameOrder]
TURNS = (60.0, 45.0, 35.0, 25.0, 15.0, 8.0)
"""Angles (degrees) of which the widest is taken that a wheel has time for, where it has none for the whole."""
BY: tuple[dict[str, Any], ...] = ({}, {"hand": "right", "flank": True})
"""How a march column is formed: to the front, or by a facing to a flank (NAP-FCH-10)."""


def drafted(view: State, body: str, orders: Orders = MappingProxyType({})) -> Line:
    """The line of a body, first that fits (NAP-S75); ``orders`` are other game orders than are in force."""
    told, order = facts.own(view, body), orders.get(body) or notes.order_of(view, body)
    if facts.is_forced(view, body) or told.march.doing is not None or facts.in_melee(view, body):
        return []
    if doubling.is_bound(view, body):
        line = doubling_on(view, body)
        if line and not judging.line_bars(view, body, line):
            return line
    head: Line = []
    if reform.must_reform(view, body):
        if told.nerve.carried <= whole("draft_fights") and threats.has_in_range(view, body):
            return []
        head = [{"verb": "reform"}]
    if told.stance.prone or told.inside or told.nerve.result == "halt":
        return head
    main = facts.main_body(view, facts.unit_of(view, body))
    if groups.strays(view, body) or (groups.holds_horses(view, body) and not groups.is_with_riders(view, body)):
        return rejoining(view, body, head)
    if main != body and not told.detachment:  # the parts of a unit go together (NAP-S94)
        return feasible(view, body, [*head, *_copied(view, body, main, orders)])
    return feasible(view, body, head + _over_bridges(view, body, _by_order(view, body, order, orders)))


def _over_bridges(view: State, body: str, line: Line) -> Line:
    """Before a bridge on its way that is too narrow for it a body forms march column of itself (NAP-ORD-14)."""
    path = line[-1].get("path") if line else None
    if (
        not path
        or facts.own(view, body).stance.formation == "march_column"
        or rights.may_form(view, body, "march_column")
    ):
        return line
    way = shapely.LineString([shape.centre(view, body), *path])
    far = cm(rates.rate(view, body, "normal"))
    for piece in ground_of(view).areas:
        near = piece.kind.id == "bridge" and board_of(view).to_shape(body, piece.whole) <= far
        if near and way.intersects(piece.whole):
            x, y = shape.centre(view, body)
            dx, dy = piece.whole.centroid.x - x, piece.whole.centroid.y - y
            across = [(px * dy - py * dx) / math.hypot(dx, dy) for px, py in shapely.get_coordinates(piece.whole)]
            if max(across) - min(across) < shape.width(view, body):
                forms: list[dict[str, Any]] = [{"verb": "form", "formation": "march_column", **how} for how in BY]
                return next(([one, *line] for one in forms if _is_sound(view, body, [one])), line)
    return line


def feasible(view: State, body: str, line: Line) -> Line:
    """The line as far as it can be carried out: where it cannot wheel so far in a move it wheels as far as it can."""
    if _is_sound(view, body, line):
        return line
    march = line[-1]
    if march["verb"] == "advance" and march.get("path"):
        to_first: Line = [*line[:-1], {**march, "path": march["path"][:1]}]
        if len(march["path"]) > 1 and _is_sound(view, body, to_first):
            return to_first
        x, y = shape.centre(view, body)
        to_x, to_y = march["path"][0]
        off = turn_between(shape.front(view, body).facing, bearing(to_x - x, to_y - y))
        hand = "right" if off > 0.0 else "left"
        for angle in TURNS:
            turned: Line = [*line[:-1], {"verb": "wheel", "hand": hand, "angle": angle}]
            if angle <= abs(off) and _is_sound(view, body, turned):
                return turned
    return [one for one in line if one is not march]


def _is_sound(view: State, body: str, line: Line) -> bool:
    """Whether nothing stands against a line but that the move is too short for the rest of it (NAP-S08)."""
    actions = act.read(line)
    found = plan(view, body, actions).faults if isinstance(actions, tuple) else ()
    return isinstance(actions, tuple) and all(fault.bar.clause == "NAP-S08" for fault in found)


def _by_order(view: State, body: str, order: GameOrder, orders: Orders) -> Line:
    kind = obedience.kind_of(order)
    if kind in obedience.MARCHING:
        if facts.is_deployed(view, body):
            return [] if threats.has_in_range(view, body) else [{"verb": "limber"}, *_march(view, order)]
        return _march(view, order, stops=threats.reach(view, body) > 0.0)
    if kind in ("support", "screen"):
        return _keeping(view, body, order, orders)
    return []


def _march(view: State, order: GameOrder, *, pace: str = "normal", stops: bool = False) -> Line:
    """Along the leg as far as the move goes, wheels included."""
    left = obedience.points(view, order)[order.passed :]
    if not left:
        return []
    one: dict[str, Any] = {"verb": "advance", "path": [[round(x, 1), round(y, 1)] for x, y in left[:2]]}
    if pace != "normal":
        one["pace"] = pace
    elif stops:
        one["stop_at"] = {"gap": cm(number("draft_stops")), "whom": "close"}
    return [one]


def _keeping(view: State, body: str, order: GameOrder, orders: Orders) -> Line:
    """Keep the place it has towards the unit named, by going as far as that one goes; charge whoever charges it."""
    ward = order.supported
    if ward not in view.units or not facts.is_here(view, ward):
        return []
    line: Line = []
    if order.kind == "support" and rates.rate(view, body, "charge") > 0.0:
        line.append({"verb": "counter_charge_for", "unit": ward})
    return [*line, *_copied(view, body, ward, orders)]


def _copied(view: State, body: str, other: str, orders: Orders) -> Line:
    """As far and in the same direction as the drafted march of another body takes that one."""
    end = _end_of(view, other, orders)
    if end is None:
        return []
    x, y = shape.centre(view, other)
    dx, dy = end[0] - x, end[1] - y
    own = shape.centre(view, body)
    if math.hypot(dx, dy) < cm(0.5):
        return []
    return [{"verb": "advance", "path": [[round(own[0] + dx, 1), round(own[1] + dy, 1)]]}]


def doubling_on(view: State, body: str) -> Line:
    """The line by which a double that was begun goes on along its route to its objective (NAP-S92)."""
    line = _march(view, notes.order_of(view, body), pace="double")
    piece = ground_of(view).by_id.get(notes.order_of(view, body).feature)
    if not line or piece is None:
        return line
    inside = piece.whole.representative_point()  # the objective may lie beyond the last point of the route
    return [{**line[0], "path": [*line[0]["path"], [round(inside.x, 1), round(inside.y, 1)]]}]


def rejoining(view: State, body: str, head: Line | None = None) -> Line:
    """The line by which a part that is too far off comes back to its unit, led horses to their riders (NAP-ORG-11)."""
    to = facts.main_body(view, facts.unit_of(view, body))
    return feasible(view, body, (head or []) + act.plain(sending.call_in(view, body, to)))


def _end_of(view: State, body: str, orders: Orders) -> Point | None:
    """Where a body's drafted march takes its centre; None where it stays."""
    line = drafted(view, body, orders)
    actions = act.read(line)
    if not isinstance(actions, tuple) or not actions:
        return None
    legs = judging.planned(view, body, actions).track.legs
    if not legs:
        return None
    last = legs[-1].ends
    first = legs[0].poses
    x, y = shape.centre(view, body)
    return x + last[0][0] - first[0][0], y + last[0][1] - first[0][1]


def for_general(view: State, general: str) -> Line:
    """A general stays with the nearest unit of his own (NAP-S75)."""
    side = view.units[general].side
    own = [b for b in facts.bodies(view, side) if officers.commander(view, b) == general] or list(
        facts.bodies(view, side)
    )
    board = board_of(view)
    best = min(own, key=lambda b: (board.gap(general, b), facts.natural(b)), default="")
    return [{"verb": "stay_with", "unit": best}] if best else []


def sheet(view: State, bodies: Sequence[str], generals: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The whole sheet as it is drafted; a body that does nothing has no line."""
    lines = {body: drafted(view, body) for body in bodies} | {g: for_general(view, g) for g in generals}
    return {who: {"do": line} for who, line in lines.items() if line}
