"""Overlays: what may be shown about a thing on the table. Reach, charges, ranges, sight, fronts, heroes, zones.

Nothing is decided here: every number comes from the functions that the rules use.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

import shapely

from game.engine.ruleset import Overlay, Shape
from game.engine.snapping import UsualGap
from game.engine.state import State
from game.engine.text import Length, T, Thing, Word
from game.geometry.shapes import to_world
from game.kit.figures.overlays import Drawn
from game.kit.figures.zones import rings_of
from game.kit.shown.kinds import by_kind
from game.kit.shown.overlays import Row, areas, deployment_area, drawn, ring, ring_about
from rulesets.universal_battle.army.items import item
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.deploy.zones import zone_of
from rulesets.universal_battle.field import facts, formations, sight
from rulesets.universal_battle.field.ground import FIGURES, SMOKE, board, rows
from rulesets.universal_battle.measures import SLACK, inch
from rulesets.universal_battle.move.allowance import LABELS, Kind, allowance
from rulesets.universal_battle.shown.cards import held

MOVES: tuple[Kind, ...] = ("tactical", "run")
_DRAWN = Drawn(
    FIGURES,
    board,
    rows,
    facts.models,
    facts.enemies,
    allowance=lambda view, kind, base: allowance(view, base.unit, kind).total,
    moves={kind: LABELS[kind][0] for kind in MOVES},
    threat=lambda view, enemy: allowance(view, enemy, "charge").total + SLACK,
    hidden=lambda view, unit: {e: None if sight.sees_unit(view, unit, e) else () for e in facts.enemies(view, unit)},
    apart=lambda view, unit: (b for e in facts.enemies(view, unit) for b in facts.models(view, e)),
)
"""An inch is kept to enemies alone (USB-MOV-06); nothing is said of what hides a unit (USB-S03)."""


def overlays(view: State, thing: str, only: Collection[str] | None = None) -> tuple[Overlay, ...]:
    """All overlays of a unit, of a model (its unit's), of smoke or a side; or of a unit's only some, by id."""

    def of_unit(view: State, unit: str) -> tuple[Overlay, ...]:
        host = facts.host(view, unit)
        return drawn(view, host, _rows(view, host), only) if facts.models(view, host) else ()

    return by_kind(view, thing, {"unit": of_unit, "marker": _smoke, "side": _zone}) or ()


def _rows(view: State, unit: str) -> tuple[Row, ...]:
    own = [facts.model(b) for b in facts.models(view, unit)]
    front = Row("front", T("Front of {unit}"), _front, formations.formation(view, unit) == "phalanx")
    return _DRAWN.overlays(
        view,
        unit,
        Row("range", T("Ranges of {unit}"), _ranges, any(item(w).ranged for m in own for w in held(m))),
        Row("command", T("Heroes in {unit}"), _heroes, any(m.category for m in own)),
        Row("boarding", T("Boarding {unit}"), _boarding, any(m.cargo for m in own)),
        Row("spacing", T("Distance to enemies"), _DRAWN.spacing),
        front=(front,),
    )


def usual_gaps(view: State, unit: str) -> tuple[UsualGap, ...]:
    """As far as a comrade may be for coherency, as near as an enemy may be (USB-MOV-03, USB-MOV-06)."""
    return _DRAWN.usual_gaps(view, unit, ("enemy",))


def _ranges(view: State, unit: str) -> Iterator[Shape]:
    """The range of every ranged weapon from each model's outline (USB-SHT-01)."""
    for base in facts.models(view, unit):
        for name in dict.fromkeys(held(facts.model(base))):
            weapon = item(name)
            if weapon.ranged:
                said = T("{weapon}: {length}", weapon=Word(weapon.name), length=Length(weapon.reach))
                yield ring_about("sight", base, weapon.reach, said)


def _front(view: State, unit: str) -> Iterator[Shape]:
    """The front arc of a Phalanx, rays at 45 degrees from its corners, as far as the table goes (USB-S10)."""
    frame = formations.block(view, unit)
    wide, deep = frame.footprint.width / 2.0, frame.footprint.depth / 2.0
    far = math.hypot(view.table.width, view.table.depth)
    corners = ((-wide, deep), (wide, deep), (wide + far, deep + far), (-wide - far, deep + far))
    arc = shapely.Polygon([to_world(frame.pose, at) for at in corners])
    yield from areas("sight", rings_of(arc.intersection(shapely.box(0.0, 0.0, view.table.width, view.table.depth))))


def _heroes(view: State, unit: str) -> Iterator[Shape]:
    """From how far a hero lends his Tough and inspires, and from how far he joins (USB-MOR-08, USB-HRO-09)."""
    for base in filter(facts.is_hero, facts.models(view, unit)):
        yield ring_about("command", base, inch(number("hero_reach")), T("lends his Tough, inspires"))
        yield ring_about("command", base, inch(number("join")), T("joins a unit"))


def _boarding(view: State, unit: str) -> Iterator[Shape]:
    """From how far a carrier is boarded, and how far from it one gets out (USB-TRN-03, USB-TRN-05)."""
    carriers = (b for b in facts.models(view, unit) if facts.model(b).cargo)
    return (ring_about("command", base, inch(number("board")), T("in and out")) for base in carriers)


def _smoke(view: State, marker: str) -> tuple[Overlay, ...]:
    """What smoke hides, and the place of an objective."""
    thing = view.markers[marker]
    if thing.pose is None or thing.kind not in (SMOKE, "objective"):
        return ()
    at = (thing.pose.x, thing.pose.y)
    if thing.kind == SMOKE:
        cloud = ring("sight", at, inch(number("smoke")) / 2.0)
        return (Overlay("smoke", T("Smoke"), (cloud,)),)
    return (Overlay("objective", T("{marker}", marker=Thing(marker)), (ring("zone", at, inch(number("near"))),)),)


def _zone(view: State, side: str) -> tuple[Overlay, ...]:
    return deployment_area(side, zone_of(view, side).outlines) if view.sides[side].own.edge else ()
