"""Overlays: what may be shown about a thing on the table. Reach, charges, ranges, sight, coherency, spells, markers.

Nothing is decided here: every number comes from the functions that the rules use.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from game.engine.ruleset import Overlay, Shape
from game.engine.snapping import UsualGap
from game.engine.state import Base, State, other_sides
from game.engine.text import Length, T, Text, Thing, Word
from game.geometry.shapes import Point
from rulesets.age_of_fantasy_skirmish import ground_numbers
from rulesets.age_of_fantasy_skirmish.army import abilities
from rulesets.age_of_fantasy_skirmish.deploy import zones
from rulesets.age_of_fantasy_skirmish.field import facts, sight, standing
from rulesets.age_of_fantasy_skirmish.flow_numbers import number
from rulesets.age_of_fantasy_skirmish.magic import casting, spells, tokens
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import Action, ModelOwn, SideOwn, UnitOwn
from rulesets.age_of_fantasy_skirmish.turn import seizing

FAR = inch(9.0)
"""mm beyond which Stealth and Relentless work (AFS-STLTH-01, AFS-RLNT-01)."""


def overlays(view: State, thing: str, only: Collection[str] | None = None) -> tuple[Overlay, ...]:
    """All overlays of a unit, of a model (its unit's), a marker or a side; or of a unit's only some, by id."""
    if thing in view.bases:
        thing = view.bases[thing].unit
    if thing in view.sides:
        return _zones(view, thing)
    if thing in view.markers:
        return (_seizing(view, thing),)
    if thing not in view.units:
        return ()
    if not standing.on_table(view, thing):
        return (_ambush(view, thing),) if view.units[thing].own.aside == "ambush" else ()
    models = view.bases_of(thing)
    rows: tuple[tuple[str, bool, Callable[[State, str], Overlay]], ...] = (
        ("reach", True, _reach),
        ("charges", True, _charge),
        ("threat", True, _threat),
        ("range", any(w.reach for b in models for w in b.own.weapons), _ranges),
        ("sight", True, _sight),
        ("coherency", len(models) > 1, _coherency),
        ("spells", bool(tokens.casters(view, thing)), _spells),
        ("command", any("hero" in b.own.rules for b in models), _hero),
        ("spacing", True, _spacing),
    )
    return tuple(made(view, thing) for name, has, made in rows if has and (only is None or name in only))


def usual_gaps(view: State, unit: str) -> tuple[UsualGap, ...]:
    """As far as a comrade may be for coherency, as near as another unit may be (AFS-MOV-01, AFS-MOV-03)."""
    apart = inch(ground_numbers.number("apart"))
    near = T("clear of it by {length}", length=Length(apart))
    found = (UsualGap("friend", apart, near), UsualGap("enemy", apart, near))
    if len(view.bases_of(unit)) < 2:
        return found
    mm = inch(ground_numbers.number("near"))
    return (UsualGap("mate", mm, T("just coherent, {length}", length=Length(mm))), *found)


def _at(base: Base) -> Point:
    assert base.pose is not None
    return base.pose.x, base.pose.y


def _half(base: Base) -> float:
    """Length from the centre of a base to its outline, the longer way of an oval (mm)."""
    return max(base.shape.width, base.shape.depth) / 2.0


# --- moving ------------------------------------------------------------------------------------------------------


def _reach(view: State, unit: str) -> Overlay:
    """How far the centre of each model may come by Advance and by Rush."""
    shapes = []
    for base in view.bases_of(unit):
        actions: tuple[tuple[Action, Text], ...] = (("advance", T("Advance")), ("rush", T("Rush")))
        for action, label in actions:
            mm = abilities.allowance(view, base.id, action).total
            if mm > 0:
                said = T("{action}: {length}", action=label, length=Length(mm))
                shapes.append(Shape("ring", "reach", (_at(base),), mm, text=said))
    return Overlay("reach", T("Reach of {unit}", unit=Thing(unit)), tuple(shapes))


def _charge(view: State, unit: str) -> Overlay:
    """How far the outline of each model comes by a Charge, and how far the enemies are."""
    shapes = []
    for base in view.bases_of(unit):
        mm = abilities.allowance(view, base.id, "charge").total
        if mm > 0:
            said = T("charge: {length}", length=Length(mm))
            shapes.append(Shape("ring", "contact", (_at(base),), mm + _half(base), text=said))
    return Overlay("charges", T("Charge reach of {unit}", unit=Thing(unit)), tuple(shapes))


def _threat(view: State, unit: str) -> Overlay:
    """The enemies whose Charge would cover the distance to this unit in a straight line."""
    shapes = []
    for enemy in standing.fielded(view, other_sides(view, view.units[unit].side)[0]):
        reach = max(abilities.allowance(view, m.id, "charge").total for m in view.bases_of(enemy))
        if facts.unit_distance(view, enemy, unit) <= reach:
            gap, a, b = facts.between(view, enemy, unit)
            said = T("{unit}: {distance}", unit=Thing(enemy), distance=Length(gap))
            shapes.append(Shape("line", "threat", (a, b), text=said))
    return Overlay("threat", T("Who may charge {unit}", unit=Thing(unit)), tuple(shapes))


def _coherency(view: State, unit: str) -> Overlay:
    """An inch about every model, and the lines to comrades that are too far (AFS-MOV-01, AFS-MOV-02)."""
    bases = view.bases_of(unit)
    shapes = [Shape("ring", "coherency", (_at(b),), _half(b) + inch(1.0)) for b in bases]
    for i, one in enumerate(bases):
        for other in bases[i + 1 :]:
            gap = facts.distance(view, one.id, other.id)
            if gap > inch(6.0):
                said = T("{distance}", distance=Length(gap))
                shapes.append(Shape("line", "forbidden", (_at(one), _at(other)), text=said))
    return Overlay("coherency", T("Coherency of {unit}", unit=Thing(unit)), tuple(shapes))


def _spacing(view: State, unit: str) -> Overlay:
    """An inch about the models of every other unit: where this one may only come by charging (AFS-MOV-03)."""
    shapes = [
        Shape("ring", "forbidden", (_at(b),), _half(b) + inch(1.0))
        for b in view.bases.values()
        if b.where == "table" and b.pose is not None and b.unit != unit
    ]
    return Overlay("spacing", T("Distance to other units"), tuple(shapes))


# --- shooting ----------------------------------------------------------------------------------------------------


def _ranges(view: State, unit: str) -> Overlay:
    """The range of every ranged weapon from each model's outline, and the 9 inches of Stealth and Relentless."""
    shapes = []
    for base in view.bases_of(unit):
        own: ModelOwn = base.own
        for weapon in own.weapons:
            if weapon.reach and weapon.name not in own.used:
                said = T("{weapon}: {length}", weapon=Word(weapon.name), length=Length(weapon.reach))
                shapes.append(Shape("ring", "sight", (_at(base),), weapon.reach + _half(base), text=said))
        if any(w.reach > FAR for w in own.weapons):
            shapes.append(Shape("ring", "measure", (_at(base),), FAR + _half(base)))
    return Overlay("range", T("Ranges of {unit}", unit=Thing(unit)), tuple(shapes))


def _sight(view: State, unit: str) -> Overlay:
    """A line to every enemy unit: seen, or what hides it (AFS-S10)."""
    shapes = []
    enemies = standing.fielded(view, other_sides(view, view.units[unit].side)[0])
    for enemy, hidden in sight.seen_or_hidden(view, unit, enemies).items():
        gap, a, b = facts.between(view, unit, enemy)
        if hidden is None:
            shapes.append(Shape("line", "sight", (a, b), text=T("{distance}", distance=Length(gap))))
            continue
        said = T("hidden by {features}", features=[Thing(f) for f in hidden]) if hidden else T("not seen")
        shapes.append(Shape("line", "forbidden", (a, b), text=said))
    return Overlay("sight", T("What {unit} sees", unit=Thing(unit)), tuple(shapes))


# --- spells, heroes, markers -------------------------------------------------------------------------------------


def _spells(view: State, unit: str) -> Overlay:
    """The ranges of the spells that can be cast now, and who may help or hinder (AFS-CAST-07, AFS-S22)."""
    shapes = []
    for caster in tokens.casters(view, unit):
        base = view.bases[caster]
        if base.pose is None:
            continue
        by_reach: dict[int, list[Word]] = {}
        for spell in spells.known(view, view.units[unit].side):
            if spell.value <= tokens.held(view, caster) and spell.id not in casting.attempted(view, caster):
                by_reach.setdefault(spell.reach, []).append(Word(spell.name))
        for reach, names in sorted(by_reach.items()):
            said = T("{spells}", spells=names)
            shapes.append(Shape("ring", "command", (_at(base),), inch(reach) + _half(base), text=said))
        for side in view.sides:
            for helper in tokens.helpers(view, side, unit):
                if helper == caster:
                    continue
                role = "coherency" if side == view.units[unit].side else "threat"
                said = T("{n} tokens", n=tokens.held(view, helper))
                line = (_at(view.bases[helper]), _at(base))
                shapes.append(
                    Shape("line", "coherency", line, text=said)
                    if role == "coherency"
                    else Shape("line", "threat", line, text=said)
                )
    return Overlay("spells", T("Spells of {unit}", unit=Thing(unit)), tuple(shapes))


def _hero(view: State, unit: str) -> Overlay:
    """From how far a Hero lends his Quality (AFS-HERO-01)."""
    own: UnitOwn = view.units[unit].own
    reach = inch(number("hero_reach"))
    role = T("no help while Shaken") if own.shaken else T("lends his Quality to morale")
    shapes = tuple(
        Shape("ring", "command", (_at(b),), reach + _half(b), text=role)
        for b in view.bases_of(unit)
        if "hero" in b.own.rules
    )
    return Overlay("command", T("Command of {unit}", unit=Thing(unit)), shapes)


def _seizing(view: State, marker: str) -> Overlay:
    """The distance at which a marker is seized and contested, and the units that count (AFS-MIS-04)."""
    pose = view.markers[marker].pose
    if pose is None:
        return Overlay("seizing", T("Seizing"), ())
    at = (pose.x, pose.y)
    shapes = [Shape("ring", "zone", (at,), inch(number("seize_reach")))]
    for side in view.sides:
        for unit in seizing.near(view, side, marker):
            mm = facts.to_marker(view, unit, marker)
            nearest = min(view.bases_of(unit), key=lambda b: (_at(b)[0] - at[0]) ** 2 + (_at(b)[1] - at[1]) ** 2)
            said = T("{unit}: {distance}", unit=Thing(unit), distance=Length(mm))
            shapes.append(Shape("line", "measure", (_at(nearest), at), text=said))
    return Overlay("seizing", T("Who seizes {marker}", marker=Thing(marker)), tuple(shapes))


def _ambush(view: State, unit: str) -> Overlay:
    """Where Ambushers cannot arrive: within 9 inches of an enemy (AFS-AMB-02)."""
    gap = inch(number("ambush_gap"))
    enemies = set(other_sides(view, view.units[unit].side))
    shapes = tuple(
        Shape("ring", "forbidden", (_at(b),), gap + _half(b))
        for b in view.bases.values()
        if b.where == "table" and b.pose is not None and view.units[b.unit].side in enemies
    )
    return Overlay("ambush", T("Where {unit} cannot arrive", unit=Thing(unit)), shapes)


def _zones(view: State, side: str) -> tuple[Overlay, ...]:
    """A side's deployment zone and its Scouts' strip; the ground for markers while there are no edges yet."""
    own: SideOwn = view.sides[side].own
    if not own.edge:
        shapes = tuple(Shape("area", "zone", ring) for ring in zones.between(view).outlines)
        return (Overlay("zone", T("Ground for markers"), shapes),)
    zone = tuple(Shape("area", "zone", ring) for ring in zones.own_zone(view, side).outlines)
    scouts = tuple(Shape("area", "reach", ring) for ring in zones.scout_zone(view, side).outlines)
    return (
        Overlay("zone", T("Deployment zone of {side}", side=Thing(side)), zone),
        Overlay("scouts", T("Scouts of {side}", side=Thing(side)), scouts),
    )
