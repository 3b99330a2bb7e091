"""Into buildings and out of them, figure by figure (NAP-SPM-04, NAP-TER-02, NAP-TER-04, NAP-S27, NAP-S79)."""

from __future__ import annotations

import math

from game.engine.decision import Bar
from game.engine.text import T
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import rights, shape
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import Piece, ground_of
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import changes, standing_actions
from rulesets.napoleonic_wars.march.duty import Become, Mark
from rulesets.napoleonic_wars.march.way import NOW, Way
from rulesets.napoleonic_wars.measures import moment

QUARTER = 0.25


def _building(way: Way, name: str) -> Piece | None:
    piece = ground_of(way.view).by_id.get(name)
    return piece if piece is not None and piece.kind.move == "building" else None


def enter(way: Way, told: act.Enter) -> bool:
    """Into a building, as fast as the wall lets figures in."""
    piece = _building(way, told.building)
    bar = rights.may_form(way.view, way.body, "garrison")
    if piece is None or bar is not None:
        way.fault(bar or Bar(T("That is not a building. Choose one."), "NAP-TER-02"))
        return True
    side = way.view.units[way.body].side
    if any(u.own.inside == told.building and u.side != side for u in way.view.units.values()):
        way.fault(Bar(T("The enemy holds this building. Attack it instead of entering."), "NAP-S79"))
        return True
    going_in = len(way.ids) + _inside(way, told.building)
    most = _after_break_in(way, told.building)
    if most is not None and len(way.ids) > most:
        way.fault(Bar(T("The enemy has broken in. Figures that may still join the fight: {n}", n=most), "NAP-STM-04"))
        return True
    if going_in > piece.room():
        way.fault(Bar(T("The building is too small. Figures it can hold: {n}", n=piece.room()), "NAP-TER-04"))
        return True
    each = piece.access(way.outline()) if way.ids else 0
    if not each:
        way.fault(Bar(T("The body is too far from the wall. March up to it first."), "NAP-S27"))
        return True
    began, figures = way.time, len(way.ids)
    standing_actions.begin(way, told, QUARTER * math.ceil(figures / each), enter_done, busy=True)
    for quarter in range(1, math.floor((way.time - began) / QUARTER + NOW) + 1):
        n = min(each, figures - each * (quarter - 1))
        way.marks.append(Mark(moment(began + quarter * QUARTER), "in", told.building, way.number, n))
    return False


def _inside(way: Way, building: str) -> int:
    """Figures of others in a building, those among them who storm it (NAP-TER-04, NAP-STM-03)."""
    units = way.view.units.values()
    others = (u.id for u in units if u.id != way.body and u.own.inside == building)
    stormers = (facts.melee(t).entered for t in facts.melees(way.view) if facts.melee(t).building == building)
    return sum(len(facts.left(way.view, u)) for u in others) + sum(stormers)


def _after_break_in(way: Way, building: str) -> int | None:
    """How many may come in where the enemy has broken in: one for each of them killed in a round (NAP-STM-04)."""
    ties = [t for t in facts.melees(way.view) if facts.melee(t).building == building and facts.melee(t).inside]
    dealt = (n for t in ties for u, n in facts.melee(t).dealt.items() if way.view.units[u].own.inside == building)
    return sum(n // whole("figure") for n in dealt) if ties else None


def enter_done(way: Way, told: act.Enter, time: float) -> None:
    """The last figures are in."""
    way.stand(time, "enter")
    fields = {"formation": "garrison", "abreast": 0, "inside": told.building}
    inside = dict.fromkeys(way.ids, told.building)
    way.becomes.append(Become(moment(way.time), way.number, "enter", fields, inside=inside))
    way.alter(**fields)


def leave(way: Way, told: act.Leave) -> bool:
    """Out of a building, to a place before its wall."""
    piece = _building(way, way.own.inside)
    if piece is None:
        way.fault(Bar(T("The unit is not in a building."), "NAP-SPM-04"))
        return True
    bar = rights.may_form(way.view, way.body, told.formation, told.abreast)
    if bar is not None:
        way.fault(bar)
        return True
    poses = _outside(way, told)
    members = facts.left(way.view, way.body)
    sizes = {b.id: bases.footprint(way.view, b, told.formation) for b in members}
    outline = shape.cover([sizes[b] for b in poses], shape.triples(poses.values()))
    each = piece.access(outline)
    if not each or not changes.Place(way.view, way.body, outline, 2).is_free(outline):
        way.fault(Bar(T("There is no room to come out there. Choose a free place at the wall."), "NAP-S27"))
        return True
    standing_actions.begin(way, told, QUARTER * math.ceil(len(members) / each), leave_done, busy=True)
    return False


def _outside(way: Way, told: act.Leave) -> shape.Poses:
    return shape.poses(way.view, way.body, told.formation, Pose(*told.to, told.facing), told.abreast)


def leave_done(way: Way, told: act.Leave, time: float) -> None:
    """All have come out and stand in their formation."""
    way.time += time
    members = facts.left(way.view, way.body)
    sizes = {b.id: bases.footprint(way.view, b, told.formation) for b in members}
    fields = {"formation": told.formation, "abreast": told.abreast, "inside": ""}
    poses = _outside(way, told)
    way.becomes.append(Become(moment(way.time), way.number, "leave", fields, sizes, poses))
    way.alter(**fields)


DONE: dict[type[act.Action], standing_actions.Done] = {act.Enter: enter_done, act.Leave: leave_done}
"""What is done when the time of an action is up."""
