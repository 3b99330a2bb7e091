"""Smoke in place of a shot: where its marker may lie (USB-SPC-11, USB-S21)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import shapely

from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Outcome, Run
from game.engine.state import Marker, State
from game.engine.text import Length, T, Text, Thing
from game.geometry.planar import union
from game.geometry.shapes import Point, Pose, rounded
from game.kit.at_will import OnePlace
from game.kit.figures.outlines import point_gaps
from game.kit.situation import OfUnit
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.ground import board, ground_of
from rulesets.universal_battle.measures import SLACK, inch, within
from rulesets.universal_battle.own import MarkerOwn

RAYS = 24


SMOKE = FrameOf("usb.smoke", OfUnit)


def _radius() -> float:
    return inch(number("smoke")) / 2.0


def bar_of(view: State, unit: str, point: Point) -> ask.Bar | None:
    """Why a marker may not lie about a point, or None: within 6 inches, on the table, on nobody's base (USB-S21)."""
    now, table, r = board(view), view.table, _radius()
    x, y = point
    if not (r - SLACK <= x <= table.width - r + SLACK and r - SLACK <= y <= table.depth - r + SLACK):
        return ask.Bar(T("The marker must lie wholly on the table"), "USB-S21")
    gaps = point_gaps(now.bases, x, y) - r
    mine = {b.id for b in facts.models(view, unit)}
    far = float(gaps[[k for k, b in enumerate(now.ids) if b in mine]].min())
    if not within(far, number("smoke_reach")):
        most = Length(inch(number("smoke_reach")))
        return ask.Bar(T("Too far from its unit: {far}, at most {most}", far=Length(far), most=most), "USB-S21")
    on = next((now.ids[k] for k in range(len(now)) if gaps[k] < -SLACK), "")
    return ask.Bar(T("The marker would lie on {model}", model=Thing(on)), "USB-S21") if on else None


def places(view: State, unit: str) -> Iterable[Point]:
    """Points where it may lie: about every model, towards the nearest enemies first."""
    foes = [b.pose for e in facts.enemies(view, unit) for b in facts.models(view, e) if b.pose is not None]
    found = []
    for b in facts.models(view, unit):
        if b.pose is None:
            continue
        for share in (1.0, 0.6):
            far = max(b.shape.width, b.shape.depth) / 2.0 + inch(number("smoke_reach")) * share + _radius() - 1.0
            for k in range(RAYS):
                angle = 2.0 * math.pi * k / RAYS
                x, y = round(b.pose.x + far * math.sin(angle), 3), round(b.pose.y + far * math.cos(angle), 3)
                off = min((math.hypot(p.x - x, p.y - y) for p in foes), default=0.0)
                found.append((round(off, 1), x, y))
    return ((x, y) for _, x, y in sorted(found) if bar_of(view, unit, (x, y)) is None)


class SmokeQuestion(OnePlace):
    """Where the marker lies, or that there is no smoke after all."""

    def label(self, view: State, decision: ask.Decision) -> Text:
        """Smoke."""
        return T("Smoke")

    def ground(self, view: State, decision: ask.Decision) -> tuple[tuple[Point, ...], ...]:
        """What is in reach of the unit."""
        reach = inch(number("smoke_reach")) + _radius()
        discs = [
            shapely.Point(b.pose.x, b.pose.y).buffer(max(b.shape.width, b.shape.depth) / 2.0 + reach, quad_segs=8)
            for b in facts.models(view, decision.args["unit"])
            if b.pose is not None
        ]
        zone = union(discs).intersection(shapely.box(0.0, 0.0, view.table.width, view.table.depth))
        return tuple(tuple(p.exterior.coords[:-1]) for p in shapely.get_parts(zone))

    def bar(self, view: State, decision: ask.Decision, at: Pose) -> ask.Bar | None:
        """What is against a place."""
        return bar_of(view, decision.args["unit"], (at.x, at.y))

    def free(self, view: State, decision: ask.Decision) -> Iterable[Point]:
        """Places towards the enemy."""
        return places(view, decision.args["unit"])


PLACE_SMOKE = Posed(
    "place_smoke",
    SmokeQuestion(
        "marker",
        T("Choose a place for the marker"),
        "USB-SPC-11",
        ask.Exit("no_smoke", T("No smoke after all")),
        facings=(0.0,),
    ),
)


@SMOKE.step
def _begin(run: Run, data: OfUnit, got: Any) -> Outcome:
    message = T("{unit}: where does the smoke lie?", unit=Thing(data.unit))
    args = {"unit": data.unit, "marker": run.new_id("smoke")}
    side, clauses = run.state.units[data.unit].side, ("USB-SPC-11", "USB-S21")
    return PLACE_SMOKE.ask(side, message, args, clauses, then="placed", data=data)


@SMOKE.step
def _placed(run: Run, data: OfUnit, got: ask.Reply) -> Outcome:
    if got.exit:
        return Done()
    standing = got.places[0]
    at = standing.poses[standing.thing]
    pose = rounded(Pose(at.x, at.y, 0.0, ground_of(run.state).level_at(at.x, at.y)))
    side, base = run.state.units[data.unit].side, facts.models(run.state, data.unit)[0].id
    marker = Marker(standing.thing, "smoke", side, pose, MarkerOwn(run.state.own.round, base), T("Smoke").key)
    text = T("{unit} laid smoke", unit=Thing(data.unit))
    run.tell(data.unit, "smoke", "shot", text, ("USB-SPC-11",), ev.Put(marker=marker), also=(marker.id,))
    return Done()
