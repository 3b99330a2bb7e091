"""Overlays: fields of fire by range, reach of charges, generals, the way of a game order, what a body sees, zones.

Nothing is decided here: every number comes from the functions that the rules use.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.ruleset import Overlay, Shape
from game.engine.state import Base, State, Table
from game.engine.text import Length, T, Text
from game.geometry.planar import Shape as Planar
from game.kit.figures.zones import rings_of
from game.kit.front import Ring
from game.kit.shown.kinds import by_kind
from game.kit.shown.overlays import Row, areas, deployment_area, drawn, label, line, ring_about
from rulesets.napoleonic_wars.army.fields import WEAPONS
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.charge import approach
from rulesets.napoleonic_wars.command import notes, obedience, officers
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.deploy import zones
from rulesets.napoleonic_wars.field import facts, sight
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.fire import arcs, guns, lanes, small_arms
from rulesets.napoleonic_wars.fire.guns import Ammunition
from rulesets.napoleonic_wars.measures import cm
from rulesets.napoleonic_wars.own import Weapon
from rulesets.napoleonic_wars.shown.cards import is_own
from rulesets.napoleonic_wars.turn import victory

CELL = 50.0
"""mm between the places of which it is asked whether a body sees them."""
AROUND = 700.0
"""mm about a body within which they lie."""
ROUND = 65
"""Points on the rim of a field of fire."""
AMMUNITION: dict[str, Text] = {
    "canister": T("canister"),
    "roundshot": T("roundshot"),
    "shell": T("shell"),
    "shrapnel": T("shrapnel"),
    "incendiary": T("incendiary"),
}


def overlays(view: State, thing: str, only: Collection[str] | None = None) -> tuple[Overlay, ...]:
    """All overlays of a body (of a figure those of its body), an objective or a side; of a body only some, by id."""
    here = known(view)

    def of_unit(view: State, body: str) -> tuple[Overlay, ...]:
        return drawn(view, body, _rows(view, body), only) if facts.is_here(view, body) else ()

    return by_kind(here, thing, {"unit": of_unit, "marker": _objective, "side": _zone}) or ()


def _rows(view: State, body: str) -> tuple[Row, ...]:
    told = facts.own(view, body)
    if told.arm == "general":
        return (Row("command", T("Command of {unit}"), _command),)
    free = is_own(view, body) or view.options.get("measuring") == "free"
    marches = obedience.kind_of(notes.order_of(view, body)) in obedience.MARCHING
    return (
        Row("range", T("Field of fire of {unit}"), _ranges, bool(weapons(view, body)) or facts.is_deployed(view, body)),
        Row("threat", T("Charge of {unit}"), _charge, free and approach.speed(view, body) > 0.0),
        Row("order", T("Game order of {unit}"), _order, notes.has_order(view, body) and marches),
        Row("command", T("Generals of {unit}"), _generals, is_own(view, body) and officers.superiors(view, body)),
        Row("sight", T("Dead ground of {unit}"), _dead_ground, is_own(view, body)),
    )


# --- fire ----------------------------------------------------------------------------------------------------------


def weapons(view: State, body: str) -> tuple[Weapon, ...]:
    """The firearms and bows of a body's sub-units, each once; none of gunners, whose guns fire."""
    told = facts.own(view, body)
    if told.arm in ("guns", "rockets", "general"):
        return ()
    return tuple(dict.fromkeys(s.weapon for s in told.subs if s.weapon))


def bands(weapon: Weapon) -> tuple[float, ...]:
    """The ranges (cm) at which a weapon's factor falls: where the columns of its table end (NAP-SMA-25)."""
    ends = range(1, int(small_arms.reach(weapon)) + 1)
    return tuple(float(k) for k in ends if small_arms.entry(weapon, k) != small_arms.entry(weapon, k + 1))


def _ranges(view: State, body: str) -> Iterator[Shape]:
    """What its figures or guns bear on, band by band (NAP-ARC-03 to -08, NAP-SMA-25, NAP-ART-18)."""
    if facts.is_deployed(view, body):
        yield from _of_guns(view, body)
        return
    for weapon in weapons(view, body):
        for far in bands(weapon):
            text = T("{weapon}: {length}", weapon=WEAPONS[weapon], length=Length(cm(far)))
            yield from areas("sight", _field(arcs.shooters(view, body), cm(far), view.table), text)


@lru_cache(maxsize=512)
def _field(firing: tuple[arcs.Shooter, ...], far: float, table: Table) -> tuple[Ring, ...]:
    """The outlines of what figures bear on within so many mm."""
    return rings_of(_on(table, shapely.union_all(_sectors(firing, far))))


def _sectors(firing: Sequence[arcs.Shooter], far: float) -> NDArray[Any]:
    """What each of some figures bears on as far as a range (mm)."""
    halves = np.array([min(one.half, 180.0) for one in firing])
    starts, facings = np.array([one.start for one in firing]).reshape(-1, 2), np.array([one.facing for one in firing])
    turns = np.radians(facings[:, None] + halves[:, None] * np.array((-1.0, *np.linspace(-1.0, 1.0, ROUND))))
    rims = starts[:, None] + far * np.stack([np.sin(turns), np.cos(turns)], axis=-1)
    rims[:, 0] = np.where((halves >= 180.0)[:, None], rims[:, 0], starts)  # who fires all round has no corner
    return np.asarray(shapely.polygons(rims))


def _of_guns(view: State, body: str) -> Iterator[Shape]:
    nation = facts.own(view, body).nation
    pieces = [b for b in facts.figures(view, body) if facts.figure(b).role == "gun"]
    for ammunition in guns.AMMUNITION:
        found = [_lane(b, ammunition) for b in pieces if ammunition in guns.has(facts.figure(b).piece, nation)]
        if not found:
            continue
        far = max(guns.reach_of(facts.figure(b).piece, ammunition) for b in pieces)
        text = T("{weapon}: {length}", weapon=AMMUNITION[ammunition], length=Length(cm(far)))
        yield from areas("sight", rings_of(_on(view.table, shapely.union_all(found))), text)


def _lane(base: Base, ammunition: Ammunition) -> Planar:
    far = cm(guns.reach_of(facts.figure(base).piece, ammunition))
    return lanes.gun_arc(base, far).intersection(shapely.Point(lanes.muzzle(base)).buffer(far))


def _on(table: Table, found: Planar) -> Planar:
    return found.intersection(shapely.box(0.0, 0.0, table.width, table.depth))


# --- charges, orders, generals -------------------------------------------------------------------------------------


def _charge(view: State, body: str) -> Iterator[Shape]:
    """How far a charge may reach, and how near it is an attack instead (NAP-CHG-04, NAP-CHG-16)."""
    outline = board_of(view).outline(body)
    near = cm(facts.attack_distance(view, body))
    for role, far in (("threat", approach.speed(view, body)), ("forbidden", near)):
        text = T("charge: {length}", length=Length(far)) if role == "threat" else T("nearer, only an attack")
        yield from areas("threat" if role == "threat" else "forbidden", _about(outline, far), text)


@lru_cache(maxsize=512)
def _about(outline: Planar, far: float) -> tuple[Ring, ...]:
    """The outlines of what is within so many mm of a shape."""
    return rings_of(outline.buffer(far))


def _order(view: State, body: str) -> Iterator[Shape]:
    """The legs of its game order that count, how far off them it may go, and the points after these (NAP-S07)."""
    order = notes.order_of(view, body)
    legs = obedience.legs(view, order)
    if not legs:
        return
    corridor = shapely.union_all(list(legs)).buffer(cm(number("corridor")))
    yield from areas("zone", rings_of(_on(view.table, corridor)))
    way = obedience.points(view, order)[order.passed :]
    yield line("path", (shape.centre(view, body), *way))
    for k, point in enumerate(way, order.passed + 1):
        yield label("path", point, T("{n}", n=k))


def _command(view: State, general: str) -> Iterator[Shape]:
    """From how far a general commands in person, and is felt in tests (NAP-CMD-04, NAP-RCT-13)."""
    for base in facts.figures(view, general):
        yield ring_about("command", base, cm(number(officers.IN_PERSON)), T("commands in person"))
        yield ring_about("command", base, cm(number(officers.FAR)), T("counts in tests"))


def _generals(view: State, body: str) -> Iterator[Shape]:
    at = shape.centre(view, body)
    for general in officers.superiors(view, body):
        yield line(
            "command",
            (at, shape.centre(view, general)),
            T("{length}", length=Length(board_of(view).gap(body, general))),
        )


# --- sight ---------------------------------------------------------------------------------------------------------


def _dead_ground(view: State, body: str) -> Iterator[Shape]:
    """The ground near a body that the middle of its front does not see (NAP-S17)."""
    front = board_of(view).front(body)
    if front is None:
        return
    x, y = front.middle
    places = np.array([p for p in _places(view) if math.dist(p, (x, y)) <= AROUND])
    figure = board_of(view).figures[front.rows[len(front.rows) // 2]].id
    starts = np.tile(np.array((x, y)), (len(places), 1))
    seen = sight.lines_are_free(view, body, "", (figure,) * len(places), starts, places, "see")
    half = CELL / 2.0
    cells: Iterable[Planar] = (shapely.box(a - half, b - half, a + half, b + half) for a, b in places[~seen].tolist())
    yield from areas("forbidden", rings_of(_on(view.table, shapely.union_all(list(cells)))))


def _places(view: State) -> Iterator[tuple[float, float]]:
    """The middles of squares that cover the table."""
    for i in range(int(view.table.width // CELL)):
        for j in range(int(view.table.depth // CELL)):
            yield (i + 0.5) * CELL, (j + 0.5) * CELL


# --- what else -----------------------------------------------------------------------------------------------------


def _objective(view: State, marker: str) -> tuple[Overlay, ...]:
    """What an objective covers (NAP-S03)."""
    thing = view.markers[marker]
    if thing.kind != victory.OBJECTIVE:
        return ()
    area = victory.shape_of(view, thing)
    if not shapely.area(area):
        area = shapely.buffer(area, cm(1.0))
    rings = rings_of(shapely.union_all([area]))
    return (Overlay("objective", T("Objective"), tuple(areas("zone", rings))),)


def _zone(view: State, side: str) -> tuple[Overlay, ...]:
    return deployment_area(side, zones.zone(view, side)) if view.own.step == "deploy" else ()
