"""Overlays: what may be shown about a thing on the table. Command ranges, reach, charges, fields of fire, threats.

Nothing is decided here: every number comes from the functions that the rules use.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from game.engine.ruleset import Overlay, Shape
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.shapes import Point, Pose, corners, eye
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.charge import charging
from rulesets.warmaster_ancients.command import orders
from rulesets.warmaster_ancients.deploy import zones
from rulesets.warmaster_ancients.field import facts, formations, sight
from rulesets.warmaster_ancients.fight import fights
from rulesets.warmaster_ancients.measures import length
from rulesets.warmaster_ancients.move import moves
from rulesets.warmaster_ancients.shoot import shot_plans


def overlays(view: State, thing: str, only: Collection[str] | None = None) -> tuple[Overlay, ...]:
    """All overlays of a unit, a character, a stand (its unit's) or a side; or of these only some, by id."""
    if thing in view.bases:
        thing = view.bases[thing].unit
    if thing in view.sides:
        return (_zone(view, thing),)
    if thing not in view.units or not facts.alive(view, thing):
        return ()
    leads = view.units[thing].own.character
    shoots = not leads and profile(view, thing).range is not None
    rows: tuple[tuple[str, bool, Callable[[State, str], Overlay]], ...] = (
        ("command", leads, _command),
        ("reach", leads, _ride),
        ("combat", not leads and facts.engaged(view, thing), _combat),
        ("orders", not leads, _orders),
        ("reach", not leads, _march),
        ("charges", not leads, _charges),
        ("threat", not leads, _threat),
        ("range", shoots, _field),
        ("targets", shoots, _shooting),
        ("sight", not leads, _targets),
    )
    return tuple(made(view, thing) for name, has, made in rows if has and (only is None or name in only))


def _centre(view: State, unit: str) -> Point:
    return formations.centre_of(list(facts.poses(view, unit).values()))


def _outline(view: State, unit: str, pose: Pose) -> tuple[Point, ...]:
    points = corners(facts.footprint(view, unit), pose).tolist()
    return tuple((x, y) for x, y in points)


# --- command -----------------------------------------------------------------------------------------------------


def _command(view: State, character: str) -> Overlay:
    """A character's command range, the steps of the distance penalty, what each unit would need (WMA-CMD-10)."""
    kind = profile(view, character)
    at = facts.point_of(view, character)
    shapes = [Shape("ring", "command", (at,), kind.command_range, text=T("command range"))]
    step = orders.distance_step()
    shapes += [
        Shape("ring", "measure", (at,), step * n, text=T("-{n}", n=n))
        for n in range(1, int(kind.command_range // step) + 1)
        if step * n < kind.command_range
    ]
    for unit in facts.units(view, view.units[character].side):
        shapes.append(_needed(view, character, unit))
    return Overlay("command", T("Command of {character}", character=Thing(character)), tuple(shapes))


def _needed(view: State, character: str, unit: str) -> Shape:
    """What an order to a unit would need, or why it cannot be given, as a label on the unit."""
    bar = orders.order_bar(view, character, unit)
    if bar is not None:
        return Shape("label", "forbidden", (_centre(view, unit),), text=bar.text)
    return Shape("label", "command", (_centre(view, unit),), text=orders.note(view, character, unit))


def _orders(view: State, unit: str) -> Overlay:
    """Who may order this unit and what he would need: a line from each character."""
    shapes = []
    for character in orders.commanders(view, view.units[unit].side):
        at = facts.point_of(view, character.id)
        near = facts.nearest_point(view, unit, at)
        bar = orders.order_bar(view, character.id, unit)
        if bar is not None:
            shapes.append(Shape("line", "forbidden", (at, near), text=bar.text))
        else:
            shapes.append(Shape("line", "command", (at, near), text=orders.note(view, character.id, unit)))
    return Overlay("orders", T("Orders to {unit}", unit=Thing(unit)), tuple(shapes))


# --- moving ------------------------------------------------------------------------------------------------------


def _march(view: State, unit: str) -> Overlay:
    """How far a unit may march now, and the distance at which initiative begins."""
    allowed = moves.allowance(view, unit, "march")
    at = _centre(view, unit)
    said = T("{length}: {why}", length=Length(allowed.mm), why=allowed.text)
    shapes = [Shape("ring", "reach", (at,), allowed.mm, text=said)]
    near = facts.nearest_enemy(view, unit)
    if near is not None:
        way = facts.between(view, unit, near[0])
        role = facts.within_of_enemy(view, unit, length("initiative_reach"))
        shapes.append(
            Shape(
                "line",
                "threat" if role else "measure",
                (way.a, way.b),
                text=T("{distance} to {unit}", distance=Length(near[1]), unit=Thing(near[0])),
            )
        )
    return Overlay("reach", T("Reach of {unit}", unit=Thing(unit)), tuple(shapes))


def _charges(view: State, unit: str) -> Overlay:
    """Where a unit would end if it charged each enemy in reach, and why it may not charge the others (WMA-S10, S11)."""
    shapes: list[Shape] = []
    for target, bar in charging.targets(view, unit, initiative=False):
        here = _centre(view, target)
        if bar is not None:
            shapes.append(Shape("label", "forbidden", (here,), text=bar.text))
            continue
        found = charging.placed(view, unit, target)
        shapes += [Shape("ghost", "contact", _outline(view, unit, pose)) for pose in found.ends.values()]
        said = T("charge: {distance}", distance=Length(found.farthest))
        shapes.append(Shape("label", "contact", (here,), text=said))
    return Overlay("charges", T("Charges of {unit}", unit=Thing(unit)), tuple(shapes))


def _threat(view: State, unit: str) -> Overlay:
    """The enemies that could charge this unit from where they stand, with the way they would come."""
    shapes: list[Shape] = []
    for enemy in facts.enemy_units(view, view.units[unit].side):
        # from the unit, whose gaps to everybody are known, and the cheap question first
        if profile(view, enemy).artillery or facts.distance(view, unit, enemy) > profile(view, enemy).move + 50.0:
            continue
        if facts.engaged(view, enemy):
            continue
        found = charging.placed(view, enemy, unit)
        if found.possible:
            lead = list(facts.poses(view, enemy)).index(found.lead)
            said = T("{unit}: {distance}", unit=Thing(enemy), distance=Length(found.farthest))
            shapes.append(Shape("line", "threat", tuple(found.paths[lead]), text=said))
    return Overlay("threat", T("Who may charge {unit}", unit=Thing(unit)), tuple(shapes))


def _ride(view: State, character: str) -> Overlay:
    """How far a character may ride."""
    allowed = profile(view, character).move
    at = facts.point_of(view, character)
    shapes = (Shape("ring", "reach", (at,), allowed, text=T("{length}", length=Length(allowed))),)
    return Overlay("reach", T("Reach of {unit}", unit=Thing(character)), shapes)


# --- combat ------------------------------------------------------------------------------------------------------


def _combat(view: State, unit: str) -> Overlay:
    """The combat a unit is in: who strikes at whom with how many dice, what hits, who supports (WMA-S23, WMA-S24)."""
    group = facts.combat_of(view, unit)
    shapes: list[Shape] = []
    for stand, enemy in fights.directions(view, fights.pairs_among(view, group), {}).items():
        pose = view.bases[stand].pose
        if pose is None:
            continue
        at = (pose.x, pose.y)
        dice = int(blows.stand_attacks(view, stand, enemy, 1).total)
        need = int(blows.blow_need(view, view.bases[stand].unit, enemy).total)
        shapes.append(Shape("line", "contact", (at, facts.nearest_point(view, enemy, at))))
        shapes.append(Shape("label", "contact", (at,), text=T("{dice} at {need}+", dice=dice, need=need)))
    for side in view.sides:
        for stand in fights.supporters_of(view, group, side):
            pose = view.bases[stand].pose
            if pose is not None:
                outline = _outline(view, view.bases[stand].unit, pose)
                shapes.append(Shape("ghost", "coherency", outline, text=T("supports: +1")))
    return Overlay("combat", T("The combat of {unit}", unit=Thing(unit)), tuple(shapes))


# --- shooting ----------------------------------------------------------------------------------------------------


def _field(view: State, unit: str) -> Overlay:
    """The field of view of each stand out to its missile range (WMA-S07, WMA-SHT-05)."""
    kind = profile(view, unit)
    shapes: list[Shape] = []
    for stand in facts.stands(view, unit):
        if stand.pose is None:
            continue
        left, right = (stand.pose.facing - 45.0) % 360.0, (stand.pose.facing + 45.0) % 360.0
        at = eye(kind.footprint, stand.pose)
        shapes.append(Shape("arc", "sight", (at,), kind.range or 0.0, left, right))
    return Overlay("range", T("Range of {unit}", unit=Thing(unit)), tuple(shapes))


def _shooting(view: State, unit: str) -> Overlay:
    """Whom each stand would shoot at by the rule of the nearest, and what is out of range (WMA-SHT-02, WMA-S16)."""
    shapes: list[Shape] = []
    bar = shot_plans.shooting_bar(view, unit)
    if bar is not None:
        shapes.append(Shape("label", "forbidden", (_centre(view, unit),), text=bar.text))
    for plan in shot_plans.plans(view, unit)[:1]:
        for stand, target in plan.aims():
            eye_at = sight.eye_of(view, stand)
            said = T("{unit}: {distance}", unit=Thing(target), distance=Length(sight.eye_distance(view, stand, target)))
            shapes.append(Shape("line", "sight", (eye_at, facts.nearest_point(view, target, eye_at)), text=said))
        for stand in plan.far:
            eye_at = sight.eye_of(view, stand)
            said = T("out of range: {distance}", distance=Length(sight.eye_distance(view, stand, plan.nearest)))
            end = facts.nearest_point(view, plan.nearest, eye_at)
            shapes.append(Shape("line", "forbidden", (eye_at, end), text=said))
    return Overlay("targets", T("Targets of {unit}", unit=Thing(unit)), tuple(shapes))


def _targets(view: State, unit: str) -> Overlay:
    """Lines to the enemies that a unit sees, with distances; what hides the near ones it does not see."""
    shapes: list[Shape] = []
    kind = profile(view, unit)
    limit = max(kind.range or 0.0, kind.move) + 100.0
    for enemy in facts.enemy_units(view, view.units[unit].side):
        distance = facts.distance(view, unit, enemy)
        if distance > limit:
            continue
        way = facts.between(view, unit, enemy)
        if sight.unit_sees_unit(view, unit, enemy):
            said: Text = T("{distance}", distance=Length(distance))
            shapes.append(Shape("line", "sight", (way.a, way.b), text=said))
        else:
            why = sight.look_at_unit(view, unit, enemy)
            shapes.append(Shape("line", "forbidden", (way.a, way.b), text=why.text))
    return Overlay("sight", T("What {unit} can see", unit=Thing(unit)), tuple(shapes))


# --- sides -------------------------------------------------------------------------------------------------------


def _zone(view: State, side: str) -> Overlay:
    """A side's deployment area."""
    shapes = tuple(Shape("area", "zone", ring) for ring in zones.rings_of(view, side))
    return Overlay("zone", T("Deployment area of {side}", side=Thing(side)), shapes)
