"""Building a situation from a plain document, in inches: terrain, units of the warbands, markers.

The document of a position (``game.engine.position``) and the short form of the tests go through :func:`build`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.state import Base, Marker, Side, State, Table, Unit
from game.engine.tables import DataError, convert, unknown
from game.engine.text import T
from game.geometry.overlap import penetration
from game.geometry.shapes import Pose, right, rounded
from rulesets.age_of_fantasy_skirmish import data_army, specials
from rulesets.age_of_fantasy_skirmish.data_army import Profile, profiles
from rulesets.age_of_fantasy_skirmish.documents import known, listed, mapped, numbered, place, point, rows
from rulesets.age_of_fantasy_skirmish.ground import Ground
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, inch
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, SideOwn, UnitOwn
from rulesets.age_of_fantasy_skirmish.pieces import features

SIDES = ("south", "north")
COMPASS = {"N": 0.0, "NE": 45.0, "E": 90.0, "SE": 135.0, "S": 180.0, "SW": 225.0, "W": 270.0, "NW": 315.0}
_BATTLE = tuple(f.name for f in msgspec.structs.fields(BattleOwn))
_TOP = ("table", "sides", "units", "unit", "terrain", "markers", "marker", "options", *_BATTLE)
_OWN = tuple(f.name for f in msgspec.structs.fields(UnitOwn))
_MODEL = ("wounds", "tokens", "used", "rules", "quality", "defense", "size")
_UNIT = ("id", "code", "side", "name", "at", "facing", "lost", "where", *_MODEL, *_OWN)
_SIDE = ("army", "name", "colour", "edge", "began", "musician", "banner", "spells", "last")
_MARKER = ("id", "kind", "at", "side")
_GAP = inch(0.1)


def build(doc: Mapping[str, Any], file: str = "position") -> State:
    """The state that a document describes.

    Parameters
    ----------
    doc
        ``table`` ([width, depth] in inches, 48 x 48 unless told), ``units``, ``terrain``, ``markers``, ``sides``,
        ``options``, and the fields of :class:`BattleOwn` (``active``, ``round``, ``phase``, ...; ``zone`` in inches).
        A unit is ``id`` ("A3", for the other side "A3n"), ``at`` (one place, or one a model: x and y or x, y and
        facing), ``facing``, ``lost`` (numbers of models), ``wounds`` and ``tokens`` (one number, or one a model),
        ``used`` (Limited weapons spent), ``shaken`` and the other fields of :class:`UnitOwn`; ``rules``, ``quality``,
        ``defense`` and ``size`` give its models another profile. Unknown keys are refused.
    file
        Its name, for messages.

    Raises
    ------
    DataError
        If a key is unknown, a value does not fit, a model cannot stand where it is or two overlap.
    """
    known(doc, _TOP, file, "")
    table = _table(doc.get("table", (number("table"), number("table"))), file)
    land = features(rows(doc, "terrain", file), file)
    ground = Ground(land, table)
    units: dict[str, Unit] = {}
    bases: dict[str, Base] = {}
    made = [_unit(row, ground, file) for row in (*rows(doc, "units", file), *rows(doc, "unit", file))]
    for unit, own in sorted(made, key=lambda m: SIDES.index(m[0].side)):
        if unit.id in units:
            raise DataError(file, f"unit {unit.id}", T("two units have this id"))
        units[unit.id] = unit
        bases.update({b.id: b for b in own})
    _check_places(bases, ground, file)
    battle: dict[str, Any] = {k: doc[k] for k in _BATTLE if k in doc}
    for key, usual in (("scenario", "position"), ("active", "south"), ("starter", "south"), ("winner", "south")):
        battle.setdefault(key, usual)
    battle.setdefault("round", 1)
    battle.setdefault("phase", "round")
    battle["zone"] = inch(numbered(battle.get("zone", number("zone")), file, "zone"))
    return State(
        ruleset="AFS",
        table=table,
        options=dict(mapped(doc.get("options", {}), file, "options")),
        sides=_sides(mapped(doc.get("sides", {}), file, "sides"), units, file),
        units=units,
        bases=bases,
        features=land,
        markers=_markers([*rows(doc, "markers", file), *rows(doc, "marker", file)], ground, file),
        own=convert(battle, BattleOwn, file),
    )


def _table(value: Any, file: str) -> Table:
    width, depth = point(value, file, "table")
    if width <= 0.0 or depth <= 0.0:
        raise DataError(file, "table", T("the table needs a size above zero"))
    return Table(width, depth)


def _side(value: Any, file: str, key: str) -> str:
    if value not in SIDES:
        raise unknown(file, key, T("side"), str(value), list(SIDES))
    return str(value)


def _facing(value: Any, file: str, key: str) -> float:
    if isinstance(value, str):
        if value.upper() not in COMPASS:
            raise unknown(file, key, T("compass point"), value, list(COMPASS))
        return COMPASS[value.upper()]
    return numbered(value, file, key) % 360.0


# --- sides -------------------------------------------------------------------------------------------------------


def _sides(doc: Mapping[str, Any], units: Mapping[str, Unit], file: str) -> dict[str, Side]:
    for side in doc:
        _side(side, file, "sides")
    found = {}
    for colour, side in enumerate(SIDES):
        key = f"sides.{side}"
        row = mapped(doc.get(side, {}), file, key)
        known(row, _SIDE, file, key)
        mine = [u for u in units.values() if u.side == side]
        usual = profiles()[mine[0].kind][0].id if mine else list(data_army.armies())[colour]
        army_id = str(row.get("army", usual))
        if army_id not in data_army.armies():
            raise unknown(file, f"{key}, army", T("army"), army_id, list(data_army.armies()))
        army = data_army.armies()[army_id]
        own = {k: row[k] for k in ("musician", "banner", "last") if k in row}
        own |= {"army": army_id, "edge": row.get("edge", side), "began": row.get("began", len(mine))}
        own |= {"spells": row.get("spells", army.spells)}
        for upgrade in ("musician", "banner"):
            for unit in listed(own.get(upgrade, []), file, f"{key}, {upgrade}"):
                if unit not in units:
                    raise unknown(file, f"{key}, {upgrade}", T("unit"), str(unit), list(units))
        name = str(row.get("name", army.name))
        found[side] = Side(side, name, int(row.get("colour", colour)), convert(own, SideOwn, file))
    return found


# --- units -------------------------------------------------------------------------------------------------------


def _unit(row: Mapping[str, Any], ground: Ground, file: str) -> tuple[Unit, list[Base]]:
    """A unit and its models."""
    unit_id = str(row.get("id") or row.get("code") or "?")
    key = f"unit {unit_id}"
    known(row, _UNIT, file, key)
    code = str(row.get("code") or unit_id)
    north = code not in profiles() and code.endswith("n")
    code = code[:-1] if north else code
    if code not in profiles():
        raise unknown(file, f"{key}, code", T("unit of the warbands"), code, list(profiles()))
    army, profile = profiles()[code]
    other = north or army.id != next(iter(data_army.armies()))
    side = _side(row.get("side", SIDES[other]), file, f"{key}, side")
    unit, models = data_army.new_unit(_altered(profile, row, file, key), side, unit_id)
    alive = _alive(row, profile, file, key)
    standing = row.get("where", "table" if "at" in row else "reserve")
    if standing not in ("table", "reserve", "off"):
        raise unknown(file, f"{key}, where", T("place for a unit"), str(standing), ["table", "reserve", "off"])
    width = models[0].shape.width
    poses = _poses(row, len(alive), width, side, ground, file, key) if standing == "table" else []
    wounds = _each(row.get("wounds", 0), alive, file, f"{key}, wounds")
    tokens = _each(row.get("tokens", 0), alive, file, f"{key}, tokens")
    used = tuple(str(name) for name in listed(row.get("used", []), file, f"{key}, used"))
    bases = []
    for base in models:
        if base.number not in alive:
            bases.append(replace(base, where="gone"))
            continue
        k = alive.index(base.number)
        own = replace(base.own, wounds=wounds[k], tokens=tokens[k], used=used)
        bases.append(replace(base, where=standing, pose=poses[k] if poses else None, own=own))
    owned = {f: row[f] for f in _OWN if f in row}
    given = convert({**msgspec.to_builtins(unit.own), **owned}, UnitOwn, file)
    return replace(unit, name=str(row.get("name", profile.name)), own=given), bases


def _altered(profile: Profile, row: Mapping[str, Any], file: str, key: str) -> Profile:
    """A profile with what the row says otherwise."""
    found = replace(profile, **{k: row[k] for k in ("quality", "defense") if k in row})
    if "size" in row:
        if row["size"] not in data_army.sizes():
            raise unknown(file, f"{key}, size", T("size of base"), str(row["size"]), list(data_army.sizes()))
        found = replace(found, size=str(row["size"]))
    if "rules" in row:
        held = {str(r): int(x) for r, x in mapped(row["rules"], file, f"{key}, rules").items()}
        specials.check_rules(held, "model", file, f"{key}, rules")
        found = replace(found, rules=held)
    return found


def _alive(row: Mapping[str, Any], profile: Profile, file: str, key: str) -> list[int]:
    """Numbers of the models that are left."""
    lost = row.get("lost", [])
    lost = [lost] if isinstance(lost, int) else listed(lost, file, f"{key}, lost")
    for one in lost:
        if one not in range(1, profile.models + 1):
            text = T("there is no model {number}; the models are 1 to {most}", number=one, most=profile.models)
            raise DataError(file, f"{key}, lost", text)
    return [n for n in range(1, profile.models + 1) if n not in lost]


def _each(value: Any, alive: Sequence[int], file: str, key: str) -> list[int]:
    """One number a model that is left: the same for all, or a list of them."""
    if isinstance(value, int) and not isinstance(value, bool):
        return [value] * len(alive)
    return [int(numbered(v, file, key)) for v in listed(value, file, key, len(alive))]


def _poses(
    row: Mapping[str, Any], count: int, width: float, side: str, ground: Ground, file: str, key: str
) -> list[Pose]:
    """Poses of the models that are left, in the order of their numbers, at the levels they stand on."""
    if "at" not in row:
        raise DataError(file, key, T("the key “at” is missing: where the models stand, in inches"))
    home = 0.0 if side == "south" else 180.0
    facing = _facing(row.get("facing", home), file, f"{key}, facing")
    given = listed(row["at"], file, f"{key}, at")
    if given and not isinstance(given[0], Sequence):
        (x, y), own = place(given, facing, file, f"{key}, at")
        ux, uy = right(own)
        steps = [(k - (count - 1) / 2.0) * (width + _GAP) for k in range(count)]
        poses = [Pose(x + ux * s, y + uy * s, own) for s in steps]
    else:
        if len(given) != count:
            text = T("{given} places for {count} models", given=len(given), count=count)
            raise DataError(file, f"{key}, at", text)
        places = [place(one, facing, file, f"{key}, at[{k}]") for k, one in enumerate(given)]
        poses = [Pose(x, y, own) for (x, y), own in places]
    return [ground.on_level(p.x, p.y, p.facing) for p in map(rounded, poses)]


def _check_places(bases: Mapping[str, Base], ground: Ground, file: str) -> None:
    """Refuse models that stand where none can (AFS-S08) and models that overlap."""
    placed = [(b, b.pose) for b in bases.values() if b.pose is not None]
    for k, (base, pose) in enumerate(placed):
        bar = ground.may_stand(base.shape, pose, fallen=True)
        if bar is not None:
            raise DataError(file, f"unit {base.unit}", T("{base}: {reason}", base=base.id, reason=bar.text))
        for other, there in placed[:k]:
            if abs(pose.x - there.x) + abs(pose.y - there.y) > 100.0 or abs(pose.level - there.level) > 1:
                continue
            deep = penetration(base.shape, pose, other.shape, there)
            if deep > SLACK:
                text = T(
                    "model {one} overlaps model {two} by {deep} mm", one=base.id, two=other.id, deep=round(deep, 2)
                )
                raise DataError(file, f"unit {base.unit}", text)


# --- markers -----------------------------------------------------------------------------------------------------


def _markers(found: list[Mapping[str, Any]], ground: Ground, file: str) -> dict[str, Marker]:
    """Objective markers, named M1, M2, ... unless told."""
    out: dict[str, Marker] = {}
    for k, row in enumerate(found, 1):
        key = f"marker {row.get('id') or k}"
        known(row, _MARKER, file, key)
        if "at" not in row:
            raise DataError(file, key, T("the key “at” is missing: where the marker lies, in inches"))
        x, y = point(row["at"], file, f"{key}, at")
        marker = str(row.get("id") or f"M{k}")
        if marker in out:
            raise DataError(file, key, T("two markers have this id"))
        side = str(row.get("side", ""))
        if side:
            _side(side, file, f"{key}, side")
        out[marker] = Marker(marker, str(row.get("kind", "objective")), side, ground.on_level(x, y))
    return out
