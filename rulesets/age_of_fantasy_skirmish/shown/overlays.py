"""Overlays: what may be shown about a thing on the table. Reach, charges, ranges, sight, coherency, spells, markers.

Nothing is decided here: every number comes from the functions that the rules use.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from game.engine.ruleset import Overlay, Shape
from game.engine.snapping import UsualGap
from game.engine.state import Base, State
from game.engine.text import Length, T, Thing, Word
from game.kit import situation
from game.kit.figures.overlays import Drawn
from game.kit.shown.kinds import by_kind
from game.kit.shown.overlays import Row, areas, drawn, line, middle, ring, ring_about
from game.kit.shown.words import away
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.deploy import set_up
from rulesets.age_of_fantasy_skirmish.field import facts, sight
from rulesets.age_of_fantasy_skirmish.field.ground import FIGURES, board
from rulesets.age_of_fantasy_skirmish.magic import casting, spells
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import Action
from rulesets.age_of_fantasy_skirmish.turn import seizing

FAR = inch(9.0)
"""mm beyond which Stealth and Relentless work (AFS-STLTH-01, AFS-RLNT-01)."""


def overlays(view: State, thing: str, only: Collection[str] | None = None) -> tuple[Overlay, ...]:
    """All overlays of a unit, of a model (its unit's), a marker or a side; or of a unit's only some, by id."""

    def of_unit(view: State, unit: str) -> tuple[Overlay, ...]:
        if situation.on_table(view, unit):
            return drawn(view, unit, _rows(view, unit), only)
        return drawn(view, unit, AMBUSH) if view.units[unit].own.aside == "ambush" else ()

    return by_kind(view, thing, {"unit": of_unit, "marker": _seizing, "side": _zones}) or ()


def _rows(view: State, unit: str) -> tuple[Row, ...]:
    models = view.bases_of(unit)
    return _DRAWN.overlays(
        view,
        unit,
        Row("range", T("Ranges of {unit}"), _ranges, any(w.reach for b in models for w in b.own.weapons)),
        Row("spells", T("Spells of {unit}"), _spells, spells.casters(view, unit)),
        Row("command", T("Command of {unit}"), _hero, any("hero" in b.own.rules for b in models)),
        Row("spacing", T("Distance to other units"), _DRAWN.spacing),
    )


def usual_gaps(view: State, unit: str) -> tuple[UsualGap, ...]:
    """As far as a comrade may be for coherency, as near as another unit may be (AFS-MOV-01, AFS-MOV-03)."""
    return _DRAWN.usual_gaps(view, unit, ("friend", "enemy"))


def _others(view: State, unit: str, *, enemies: bool = False) -> Iterator[Base]:
    """The models on the table of the other units, or of the enemy's alone."""
    side = view.units[unit].side
    there = (b for b in view.bases.values() if b.where == "table" and b.pose is not None and b.unit != unit)
    return (b for b in there if not enemies or view.units[b.unit].side != side)


def _allowance(view: State, action: Action, base: Base) -> float:
    return specials.allowance(view, base.id, action).total


_DRAWN = Drawn(
    FIGURES,
    board,
    lambda view, unit: board(view).rows(unit),
    State.bases_of,
    facts.foes,
    allowance=_allowance,
    moves={"advance": T("Advance"), "rush": T("Rush")},
    threat=lambda view, foe: max(_allowance(view, "charge", base) for base in view.bases_of(foe)),
    hidden=lambda view, unit: sight.seen_or_hidden(view, unit, facts.foes(view, unit)),
    apart=_others,
)
"""An inch is kept to every other unit (AFS-MOV-03); what hides a unit is told (AFS-S10)."""


def _ranges(view: State, unit: str) -> Iterator[Shape]:
    """The range of every ranged weapon from each model's outline, and the 9 inches of Stealth and Relentless."""
    for base in view.bases_of(unit):
        for weapon in base.own.weapons:
            if weapon.reach and weapon.name not in base.own.used:
                said = T("{weapon}: {length}", weapon=Word(weapon.name), length=Length(weapon.reach))
                yield ring_about("sight", base, weapon.reach, said)
        if any(w.reach > FAR for w in base.own.weapons):
            yield ring_about("measure", base, FAR)


def _spells(view: State, unit: str) -> Iterator[Shape]:
    """The ranges of the spells that can be cast now, and who may help or hinder (AFS-CAST-07, AFS-S22)."""
    own_side = view.units[unit].side
    for caster in spells.casters(view, unit):
        base = view.bases[caster]
        if base.pose is None:
            continue
        by_reach: dict[int, list[Word]] = {}
        for spell in spells.known(view, own_side):
            if spell.value <= spells.held(view, caster) and spell.id not in casting.attempted(view, caster):
                by_reach.setdefault(spell.reach, []).append(Word(spell.name))
        for reach, names in sorted(by_reach.items()):
            yield ring_about("command", base, inch(reach), T("{spells}", spells=names))
        for side in view.sides:
            for helper in spells.helpers(view, side, unit):
                if helper != caster:
                    said = T("{n} tokens", n=spells.held(view, helper))
                    ends = (middle(view.bases[helper]), middle(base))
                    yield line("coherency" if side == own_side else "threat", ends, said)


def _hero(view: State, unit: str) -> Iterator[Shape]:
    """From how far a Hero lends his Quality (AFS-HERO-01)."""
    said = T("no help while Shaken") if view.units[unit].own.shaken else T("lends his Quality to morale")
    for base in view.bases_of(unit):
        if "hero" in base.own.rules:
            yield ring_about("command", base, inch(number("hero_reach")), said)


def _ambush(view: State, unit: str) -> Iterator[Shape]:
    """Where Ambushers cannot arrive: within 9 inches of an enemy (AFS-AMB-02)."""
    gap = inch(number("ambush_gap"))
    return (ring_about("forbidden", b, gap) for b in _others(view, unit, enemies=True))


AMBUSH = (Row("ambush", T("Where {unit} cannot arrive"), _ambush),)


def _seizing(view: State, marker: str) -> tuple[Overlay, ...]:
    """The distance at which a marker is seized and contested, and the units that count (AFS-MIS-04)."""
    pose = view.markers[marker].pose
    if pose is None:
        return (Overlay("seizing", T("Seizing"), ()),)
    at = (pose.x, pose.y)
    shapes = [ring("zone", at, inch(number("seize_reach")))]
    for side in view.sides:
        for unit in seizing.seizers(view, side, marker):
            nearest = min(view.bases_of(unit), key=lambda b: (middle(b)[0] - at[0]) ** 2 + (middle(b)[1] - at[1]) ** 2)
            shapes.append(line("measure", (middle(nearest), at), away(unit, facts.to_marker(view, unit, marker))))
    return (Overlay("seizing", T("Seizing {marker}", marker=Thing(marker)), tuple(shapes)),)


def _zones(view: State, side: str) -> tuple[Overlay, ...]:
    """A side's deployment zone and its Scouts' strip; the ground for markers while there are no edges yet."""
    if not view.sides[side].own.edge:
        return (Overlay("zone", T("Ground for markers"), tuple(areas("zone", set_up.between(view).outlines))),)
    zone = tuple(areas("zone", set_up.own_zone(view, side).outlines))
    scouts = tuple(areas("reach", set_up.scout_zone(view, side).outlines))
    return (
        Overlay("zone", T("Deployment zone of {side}", side=Thing(side)), zone),
        Overlay("scouts", T("Scouts of {side}", side=Thing(side)), scouts),
    )
