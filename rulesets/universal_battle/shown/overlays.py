"""Overlays: what may be shown about a thing on the table. Reach, charges, ranges, sight, fronts, heroes, zones.

Nothing is decided here: every number comes from the functions that the rules use.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from functools import partial

import shapely

from game.engine.ruleset import Overlay, Shape
from game.engine.snapping import UsualGap
from game.engine.state import Base, State
from game.engine.text import Length, T, Thing, Word
from game.geometry.shapes import to_world
from game.kit.figures.overlays import Drawn
from game.kit.figures.zones import rings_of
from game.kit.shown.kinds import by_kind
from game.kit.shown.overlays import Row, areas, deployment_area, drawn, ring, ring_about
from rulesets.universal_battle.army.items import item
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.deploy.placing import zone_of
from rulesets.universal_battle.field import facts, formations, sight
from rulesets.universal_battle.field.board import board, rows
from rulesets.universal_battle.field.ground import FIGURES
from rulesets.universal_battle.measures import SLACK, inch
from rulesets.universal_battle.move.allowance import LABELS, Kind, allowance
from rulesets.universal_battle.shown.cards import held

MOVES: tuple[Kind, ...] = ("tactical", "run")
_DRAWN = Drawn(FIGURES, board, rows, facts.models, facts.enemies)


def overlays(view: State, thing: str, only: Collection[str] | None = None) -> tuple[Overlay, ...]:
    """All overlays of a unit, of a model (its unit's), of smoke or a side; or of a unit's only some, by id."""

    def of_unit(view: State, unit: str) -> tuple[Overlay, ...]:
        host = facts.host(view, unit)
        return drawn(view, host, _rows(view, host), only) if facts.models(view, host) else ()

    return by_kind(view, thing, {"unit": of_unit, "marker": _smoke, "side": _zone}) or ()


def _rows(view: State, unit: str) -> tuple[Row, ...]:
    models = facts.models(view, unit)
    own = [facts.model(b) for b in models]
    return (
        Row("reach", T("Reach of {unit}"), _reach),
        Row("charges", T("Charge reach of {unit}"), _charge),
        Row("threat", T("Who may charge {unit}"), _threat),
        Row("range", T("Ranges of {unit}"), _ranges, any(item(w).ranged for m in own for w in held(m))),
        Row("sight", T("What {unit} sees"), _sight),
        Row("front", T("Front of {unit}"), _front, formations.formation(view, unit) == "phalanx"),
        Row("coherency", T("Coherency of {unit}"), _DRAWN.coherency, len(models) > 1),
        Row("command", T("Heroes in {unit}"), _heroes, any(m.category for m in own)),
        Row("boarding", T("Boarding {unit}"), _boarding, any(m.cargo for m in own)),
        Row("spacing", T("Distance to enemies"), _spacing),
    )


def usual_gaps(view: State, unit: str) -> tuple[UsualGap, ...]:
    """As far as a comrade may be for coherency, as near as an enemy may be (USB-MOV-03, USB-MOV-06)."""
    return _DRAWN.usual_gaps(view, unit, ("enemy",))


def _allowance(view: State, kind: Kind, base: Base) -> float:
    return allowance(view, base.unit, kind).total


def _reach(view: State, unit: str) -> Iterator[Shape]:
    """How far the centre of each model may come by a Tactical Move and by a Run (USB-MOV-02)."""
    return _DRAWN.reach(view, unit, ((LABELS[kind][0], partial(_allowance, view, kind)) for kind in MOVES))


def _charge(view: State, unit: str) -> Iterator[Shape]:
    """How far the outline of each model comes by a Charge."""
    return _DRAWN.charge(view, unit, partial(_allowance, view, "charge"))


def _threat(view: State, unit: str) -> Iterator[Shape]:
    """The enemies whose Charge would cover the distance to this unit in a straight line."""
    return _DRAWN.threat(view, unit, lambda enemy: allowance(view, enemy, "charge").total + SLACK)


def _ranges(view: State, unit: str) -> Iterator[Shape]:
    """The range of every ranged weapon from each model's outline (USB-SHT-01)."""
    for base in facts.models(view, unit):
        for name in dict.fromkeys(held(facts.model(base))):
            weapon = item(name)
            if weapon.ranged:
                said = T("{weapon}: {length}", weapon=Word(weapon.name), length=Length(weapon.reach))
                yield ring_about("sight", base, weapon.reach, said)


def _sight(view: State, unit: str) -> Iterator[Shape]:
    """A line to every enemy activation: seen or not (USB-S03)."""
    seen = {e: sight.sees_unit(view, unit, e) for e in facts.enemies(view, unit)}
    return _DRAWN.sight(view, unit, {e: None if so else () for e, so in seen.items()})


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
    for base in facts.models(view, unit):
        if facts.is_hero(base):
            yield ring_about("command", base, inch(number("hero_reach")), T("lends his Tough, inspires"))
            yield ring_about("command", base, inch(number("join")), T("joins a unit"))


def _boarding(view: State, unit: str) -> Iterator[Shape]:
    """From how far a carrier is boarded, and how far from it one gets out (USB-TRN-03, USB-TRN-05)."""
    for base in facts.models(view, unit):
        if facts.model(base).cargo:
            yield ring_about("command", base, inch(number("board")), T("in and out"))


def _spacing(view: State, unit: str) -> Iterator[Shape]:
    """An inch about the models of every enemy: where this unit may only come by charging (USB-MOV-06)."""
    return _DRAWN.spacing(b for e in facts.enemies(view, unit) for b in facts.models(view, e))


def _smoke(view: State, marker: str) -> tuple[Overlay, ...]:
    """What smoke hides, and the place of an objective."""
    thing = view.markers[marker]
    if thing.pose is None or thing.kind not in (sight.SMOKE, "objective"):
        return ()
    at = (thing.pose.x, thing.pose.y)
    if thing.kind == sight.SMOKE:
        cloud = ring("sight", at, inch(number("smoke")) / 2.0)
        return (Overlay("smoke", T("Smoke"), (cloud,)),)
    return (Overlay("objective", T("{marker}", marker=Thing(marker)), (ring("zone", at, inch(number("near"))),)),)


def _zone(view: State, side: str) -> tuple[Overlay, ...]:
    return deployment_area(side, zone_of(view, side).outlines) if view.sides[side].own.edge else ()
