"""Overlays: what may be shown about a thing on the table. Command ranges, reach, charges, fields of fire, threats.

Nothing is decided here: every number comes from the functions that the rules use.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from game.engine.ruleset import Overlay, Role, Shape
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.shapes import Point, Pose, corners, eye
from game.kit import situation
from game.kit.shown.kinds import by_kind
from game.kit.shown.overlays import Row, deployment_area, drawn, ghost, label, line, ring
from game.kit.shown.words import away, distance, measured
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.charge import charging
from rulesets.warmaster_ancients.command import command
from rulesets.warmaster_ancients.deploy import zones
from rulesets.warmaster_ancients.field import facts, formations, sight
from rulesets.warmaster_ancients.fight import fights
from rulesets.warmaster_ancients.measures import length
from rulesets.warmaster_ancients.move import moves
from rulesets.warmaster_ancients.shoot import shooting


def overlays(view: State, thing: str, only: Collection[str] | None = None) -> tuple[Overlay, ...]:
    """All overlays of a unit, a character, a stand (its unit's) or a side; or of these only some, by id."""
    return by_kind(view, thing, {"unit": lambda v, t: drawn(v, t, _rows(v, t), only), "side": _zone}) or ()


def _rows(view: State, unit: str) -> tuple[Row, ...]:
    if not situation.on_table(view, unit):
        return ()
    reach = T("Reach of {unit}")
    if view.units[unit].own.character:
        return (Row("command", T("Command of {unit}"), _command), Row("reach", reach, _ride))
    shoots = profile(view, unit).range is not None
    return (
        Row("combat", T("The combat of {unit}"), _combat, facts.engaged(view, unit)),
        Row("orders", T("Orders to {unit}"), _orders),
        Row("reach", reach, _march),
        Row("charges", T("Charges of {unit}"), _charges),
        Row("threat", T("Possible chargers of {unit}"), _threat),
        Row("range", T("Range of {unit}"), _field, shoots),
        Row("targets", T("Targets of {unit}"), _shooting, shoots),
        Row("sight", T("View of {unit}"), _targets),
    )


def _centre(view: State, unit: str) -> Point:
    return formations.centre_of(list(facts.poses(view, unit).values()))


def _outline(view: State, unit: str, pose: Pose) -> list[Point]:
    return [(x, y) for x, y in corners(facts.footprint(view, unit), pose).tolist()]


def _command(view: State, character: str) -> Iterator[Shape]:
    """A character's command range, the steps of the distance penalty, what each unit would need (WMA-CMD-10)."""
    reach = profile(view, character).command_range
    at = facts.point_of(view, character)
    yield ring("command", at, reach, T("command range"))
    step = command.distance_step()
    for n in range(1, int(reach // step) + 1):
        if step * n < reach:
            yield ring("measure", at, step * n, T("-{n}", n=n))
    for unit in facts.troops(view, view.units[character].side):
        role, said = _order(view, character, unit)
        yield label(role, _centre(view, unit), said)


def _order(view: State, character: str, unit: str) -> tuple[Role, Text]:
    """What an order of a character to a unit would need, or why he cannot give it."""
    bar = command.order_bar(view, character, unit)
    return ("forbidden", bar.text) if bar is not None else ("command", command.note(view, character, unit))


def _orders(view: State, unit: str) -> Iterator[Shape]:
    """Who may order this unit and what he would need: a line from each character."""
    for character in facts.characters(view, view.units[unit].side):
        at = facts.point_of(view, character)
        role, said = _order(view, character, unit)
        yield line(role, (at, facts.nearest_point(view, unit, at)), said)


def _march(view: State, unit: str) -> Iterator[Shape]:
    """How far a unit may march now, and the distance at which initiative begins."""
    allowed = moves.allowance(view, unit, "march")
    said = T("{length}: {why}", length=Length(allowed.mm), why=allowed.text)
    yield ring("reach", _centre(view, unit), allowed.mm, said)
    near = facts.nearest_enemy(view, unit)
    if near is not None:
        way = facts.between(view, unit, near[0])
        close = facts.within_of_enemy(view, unit, length("initiative_reach"))
        said = T("{distance} to {unit}", distance=Length(near[1]), unit=Thing(near[0]))
        yield line("threat" if close else "measure", (way.a, way.b), said)


def _charges(view: State, unit: str) -> Iterator[Shape]:
    """Where a unit would end if it charged each enemy in reach, and why it may not charge the others (WMA-S10, S11)."""
    for target, bar in charging.targets(view, unit, initiative=False):
        here = _centre(view, target)
        if bar is not None:
            yield label("forbidden", here, bar.text)
            continue
        found = charging.placed(view, unit, target)
        yield from (ghost("contact", _outline(view, unit, pose)) for pose in found.ends.values())
        yield label("contact", here, T("charge: {distance}", distance=Length(found.farthest)))


def _threat(view: State, unit: str) -> Iterator[Shape]:
    """The enemies that could charge this unit from where they stand, with the way they would come."""
    for enemy in facts.enemies(view, view.units[unit].side):
        # from the unit, whose gaps to everybody are known, and the cheap question first
        kind = profile(view, enemy)
        if kind.artillery or facts.distance(view, unit, enemy) > kind.move + 50.0 or facts.engaged(view, enemy):
            continue
        found = charging.placed(view, enemy, unit)
        if found.possible:
            lead = list(facts.poses(view, enemy)).index(found.lead)
            yield line("threat", found.paths[lead], away(enemy, found.farthest))


def _ride(view: State, character: str) -> Iterator[Shape]:
    allowed = profile(view, character).move
    yield ring("reach", facts.point_of(view, character), allowed, measured(allowed))


def _combat(view: State, unit: str) -> Iterator[Shape]:
    """The combat a unit is in: who strikes at whom with how many dice, what hits, who supports (WMA-S23, WMA-S24)."""
    group = facts.combat_of(view, unit)
    for stand, enemy in fights.directions(view, fights.pairs_among(view, group), {}).items():
        fighter = view.bases[stand].unit
        pose = facts.poses(view, fighter)[stand]
        at = (pose.x, pose.y)
        dice = int(blows.stand_attacks(view, stand, enemy, 1).total)
        need = int(blows.blow_need(view, fighter, enemy).total)
        yield line("contact", (at, facts.nearest_point(view, enemy, at)))
        yield label("contact", at, T("{dice} at {need}+", dice=dice, need=need))
    for stand in (s for side in view.sides for s in fights.supporters_of(view, group, side)):
        friend = view.bases[stand].unit
        yield ghost("coherency", _outline(view, friend, facts.poses(view, friend)[stand]), T("supports: +1"))


def _field(view: State, unit: str) -> Iterator[Shape]:
    """The field of view of each stand out to its missile range (WMA-S07, WMA-SHT-05)."""
    kind = profile(view, unit)
    for pose in facts.poses(view, unit).values():
        left, right = (pose.facing - 45.0) % 360.0, (pose.facing + 45.0) % 360.0
        yield Shape("arc", "sight", (eye(kind.footprint, pose),), kind.range or 0.0, left, right)


def _shooting(view: State, unit: str) -> Iterator[Shape]:
    """Whom each stand would shoot at by the rule of the nearest, and what is out of range (WMA-SHT-02, WMA-S16)."""
    bar = shooting.shooting_bar(view, unit)
    if bar is not None:
        yield label("forbidden", _centre(view, unit), bar.text)
    for plan in shooting.plans(view, unit)[:1]:
        for stand, target in (*plan.aims(), *((stand, plan.nearest) for stand in plan.far)):
            far = stand in plan.far
            at, mm = sight.eye_of(view, stand), sight.eye_distance(view, stand, target)
            said = T("out of range: {distance}", distance=Length(mm)) if far else away(target, mm)
            yield line("forbidden" if far else "sight", (at, facts.nearest_point(view, target, at)), said)


def _targets(view: State, unit: str) -> Iterator[Shape]:
    """Lines to the enemies that a unit sees, with distances; what hides the near ones it does not see."""
    kind = profile(view, unit)
    limit = max(kind.range or 0.0, kind.move) + 100.0
    for enemy in facts.enemies(view, view.units[unit].side):
        mm = facts.distance(view, unit, enemy)
        if mm > limit:
            continue
        way = facts.between(view, unit, enemy)
        seen = sight.unit_sees_unit(view, unit, enemy)
        said = distance(mm) if seen else sight.look_at_unit(view, unit, enemy).text
        yield line("sight" if seen else "forbidden", (way.a, way.b), said)


def _zone(view: State, side: str) -> tuple[Overlay, ...]:
    return deployment_area(side, zones.rings(view, side))
