"""A situation of a battle as the document of a position, in inches: what :mod:`positions` reads, written."""

from __future__ import annotations

from typing import Any

from game.engine import position_parts as parts
from game.engine.state import Base, Marker, Side, State, Unit
from game.kit.army.own import LONGER
from game.kit.army.positions import unit_row
from rulesets.age_of_fantasy_skirmish.army import data_army
from rulesets.age_of_fantasy_skirmish.measures import MEASURES, inch
from rulesets.age_of_fantasy_skirmish.own import ModelOwn

EVENT_LENGTHS = frozenset({"height", "length", "way"})
"""Keys of events' data that are lengths in mm."""
FARTHEST_APART = 228.6
"""mm beyond which no model of a unit is from all the others: 9 inches, however casualties have torn it."""
FOES_ONLY = ("charge",)
"""Ties that only enemies have."""


def document(state: State) -> dict[str, Any]:
    """The document of a situation."""
    rows = parts.terrain(MEASURES, state.features)
    for row, feature in zip(rows, state.features.values(), strict=True):
        row |= {"height": parts.lengths(MEASURES, feature.height)[0], "ladders": list(feature.own.ladders)}
    strange = _strangers(state)
    samples = {code: next(u for u in state.units_of(side) if u.kind == kind) for (side, kind), code in strange.items()}
    return {
        "table": parts.lengths(MEASURES, state.table.width, state.table.depth),
        "options": dict(state.options),
        **parts.own_fields(MEASURES, state.own, whole=True),
        "profile": [_profile(state, unit, code) for code, unit in samples.items()],
        "sides": {s.id: _side(s) for s in state.sides.values()},
        "terrain": rows,
        "unit": [_unit(state, unit, strange.get((unit.side, unit.kind), "")) for unit in state.units.values()],
        "marker": [_marker(m) for m in state.markers.values() if m.pose is not None],
    }


def _side(side: Side) -> dict[str, Any]:
    own = parts.own_fields(MEASURES, side.own, whole=True)
    if side.own.army not in data_army.armies():
        del own["army"]
    told = {k: v for k, v in own.items() if v or k not in ("last", "wished")}
    return {"name": side.name, "colour": side.colour, **told}


def _strangers(state: State) -> dict[tuple[str, str], str]:
    """Kinds of troops that no warband on offer has, by side and code: codes by which no others go."""
    known = data_army.profiles()
    found: dict[tuple[str, str], str] = {}
    taken: dict[str, list[Any]] = {}
    for unit in state.units.values():
        if (unit.side, unit.kind) in found or (unit.kind in known and _armed_alike(state, unit)):
            continue
        code, models = unit.kind, [state.bases[b].own.weapons for b in unit.bases]
        while code in known or taken.get(code, models) != models:
            code += LONGER
        taken[code] = models
        found[unit.side, unit.kind] = code
    return found


def _armed_alike(state: State, unit: Unit) -> bool:
    """Whether a unit has the models of the warband on offer whose code it has, and their weapons."""
    row = data_army.profiles()[unit.kind][1]
    return [state.bases[b].own.weapons for b in unit.bases] == [row.model(n).weapons for n in range(1, row.models + 1)]


def _profile(state: State, unit: Unit, code: str) -> dict[str, Any]:
    """A unit that no warband has as a row of the army's schema, model by model."""
    models = [state.bases[b] for b in unit.bases]
    fighters = []
    for base in models:
        own: ModelOwn = base.own
        row = {"name": own.name, "size": _size(base), "quality": own.quality, "defense": own.defense}
        reach = [parts.lengths(MEASURES, w.reach)[0] for w in own.weapons]
        weapons = [
            {"name": w.name, "range": far, "attacks": w.attacks, "rules": dict(w.rules)}
            for w, far in zip(own.weapons, reach, strict=True)
        ]
        fighters.append({**row, "rules": dict(own.rules), "weapon": weapons, "unenforced": list(own.unenforced)})
    whole = {"code": code, "name": unit.name, "models": len(models), "points": unit.own.points}
    roles = {b.own.role: k for k, b in enumerate(models, 1) if b.own.role}
    alike = {k: fighters[0][k] for k in ("size", "quality", "defense")}
    return {**whole, **alike, "roles": roles, "fighter": fighters}


def _size(base: Base) -> str:
    """The size of base whose footprint and height a model has (AFS-S03, AFS-S04)."""
    sizes = data_army.sizes()
    same = [s for s in sizes.values() if s.footprint == base.shape]
    tall = [s.id for s in same if abs(inch(s.height) - base.own.height) < 0.01]
    return (tall or [s.id for s in same] or list(sizes))[0]


def _unit(state: State, unit: Unit, strange: str) -> dict[str, Any]:
    left = parts.standing(state, unit.id)
    _, lost, place = unit_row(MEASURES, state, unit)
    row: dict[str, Any] = {"id": unit.id, "code": strange or unit.kind, "side": unit.side, "name": unit.name}
    row |= {"lost": lost} if lost else {}
    row |= {"at" if key == "poses" else key: value for key, value in place.items()}
    for field in ("wounds", "tokens"):
        given = [getattr(b.own, field) for b in left]
        if any(given):
            row[field] = given
    spent = [list(b.own.used) for b in left]
    if any(spent):
        row["used"] = spent[0] if all(one == spent[0] for one in spent) else spent
    return row | ({} if strange else _altered(state, unit)) | parts.own_fields(MEASURES, unit.own)


def _altered(state: State, unit: Unit) -> dict[str, Any]:
    """What the models of a unit of a warband have otherwise than its profile says: a position may have said so."""
    _, profile = data_army.profiles()[unit.kind]
    base = state.bases[unit.bases[0]]
    own: ModelOwn = base.own
    told = {"rules": dict(own.rules), "quality": own.quality, "defense": own.defense, "size": _size(base)}
    return {k: v for k, v in told.items() if v != getattr(profile, k)}


def _marker(marker: Marker) -> dict[str, Any]:
    assert marker.pose is not None
    row: dict[str, Any] = {"id": marker.id, "kind": marker.kind, "at": parts.place(MEASURES, marker.pose)[:2]}
    return row | {k: v for k, v in (("side", marker.side), ("name", marker.name)) if v}
