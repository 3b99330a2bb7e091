"""Building a situation from a plain document: tables, terrain, units as a person writes them (cm, compass words).

The document of a position (``game.engine.position``) and the short form of the tests go through :func:`build`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import shapely

from game.engine.documents import Document
from game.engine.options import defaults
from game.engine.state import Base, Feature, Side, State, Table, Tie, Unit
from game.engine.tables import DataError, convert, unknown
from game.engine.text import T, Text
from game.geometry.overlap import overlap_area
from game.geometry.shapes import Pose, corners, rounded
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.formations import formation_poses
from rulesets.warmaster_ancients.measures import MEASURES, OVERLAP, cm
from rulesets.warmaster_ancients.own import BattleOwn, ContactOwn, SideOwn, UnitOwn
from rulesets.warmaster_ancients.profiles import Profile, profiles

SIDES = ("south", "north")
COMPASS = {"N": 0.0, "NE": 45.0, "E": 90.0, "SE": 135.0, "S": 180.0, "SW": 225.0, "W": 270.0, "NW": 315.0}
TABLE_CM = (180.0, 120.0)
_TOP = (
    "table",
    "sides",
    "units",
    "unit",
    "terrain",
    "contacts",
    "contact",
    "options",
    *(f.name for f in msgspec.structs.fields(BattleOwn)),
)
_UNIT = ("id", "kind", "side", "name", "formation", "at", "facing", "poses", "stands", "lost", "where", "own")
_OWN = tuple(f.name for f in msgspec.structs.fields(UnitOwn) if f.name != "character")
_FEATURE = ("id", "kind", "name", "points", "polygon", "line", "box", "circle")


def build(doc: Mapping[str, Any], file: str = "position") -> State:
    """The state that a document describes.

    Parameters
    ----------
    doc
        ``table`` ([width, depth] in cm, 180 x 120 unless told), ``units``, ``terrain``, ``contacts``, ``sides``,
        ``options``, and the fields of :class:`BattleOwn` (``active``, ``turn``, ``phase``, ...). See the module's
        tables of keys; unknown ones are refused.
    file
        Its name, for messages.

    Raises
    ------
    DataError
        If a key is unknown, a value does not fit, a stand is off the table or two stands overlap.
    """
    _known(doc, _TOP, file, "")
    table = _table(doc.get("table", TABLE_CM), file)
    rows = [*_rows(doc, "units", file), *_rows(doc, "unit", file)]
    units: dict[str, Unit] = {}
    bases: dict[str, Base] = {}
    counts: dict[str, int] = {}
    made = sorted((_unit(row, counts, file) for row in rows), key=lambda m: SIDES.index(m[0].side))
    for unit, own in made:
        if unit.id in units:
            raise DataError(file, f"unit {unit.id}", T("two units have this id"))
        units[unit.id] = unit
        bases.update({b.id: b for b in own})
    _check_places(bases, units, table, file)
    options = defaults(data_files.load_options())
    options.update(_map(doc.get("options", {}), file, "options"))
    battle = {k: doc[k] for k in (f.name for f in msgspec.structs.fields(BattleOwn)) if k in doc}
    battle.setdefault("scenario", "position")
    battle.setdefault("limit", options["turns"])
    battle.setdefault("size", options["points"])
    battle.setdefault("active", "south")
    battle.setdefault("first", "south")
    battle.setdefault("turn", 1)
    battle.setdefault("phase", "command")
    return State(
        ruleset="WMA",
        table=table,
        options=options,
        sides=_sides(doc.get("sides", {}), units, file),
        units=units,
        bases=bases,
        features=_features(_rows(doc, "terrain", file), file),
        ties=_contacts([*_rows(doc, "contacts", file), *_rows(doc, "contact", file)], units, file),
        own=convert(battle, BattleOwn, file),
    )


# --- small parts -------------------------------------------------------------------------------------------------


def _known(row: Mapping[str, Any], known: Sequence[str], file: str, key: str) -> None:
    Document(file, MEASURES).known(row, known, key)


def _rows(doc: Mapping[str, Any], key: str, file: str) -> list[Mapping[str, Any]]:
    return Document(file, MEASURES).rows(doc, key)


def _map(value: Any, file: str, key: str) -> Mapping[str, Any]:
    return Document(file, MEASURES).table(value, key)


def _list(value: Any, file: str, key: str, count: int | None = None) -> list[Any]:
    return Document(file, MEASURES).array(value, key, count)


def _number(value: Any, file: str, key: str) -> float:
    return Document(file, MEASURES).number(value, key)


def _point(value: Any, file: str, key: str) -> tuple[float, float]:
    """A point in mm of [x, y] in cm."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise DataError(file, key, T("this must be two numbers, x and y in cm"))
    return cm(_number(value[0], file, key)), cm(_number(value[1], file, key))


def _facing(value: Any, file: str, key: str) -> float:
    if isinstance(value, str):
        if value.upper() not in COMPASS:
            raise unknown(file, key, T("compass point"), value, list(COMPASS))
        return COMPASS[value.upper()]
    return _number(value, file, key) % 360.0


def _table(value: Any, file: str) -> Table:
    if isinstance(value, Mapping):
        _known(value, ("width", "depth"), file, "table")
        value = (value.get("width", TABLE_CM[0]), value.get("depth", TABLE_CM[1]))
    width, depth = _point(value, file, "table")
    if width <= 0.0 or depth <= 0.0:
        raise DataError(file, "table", T("the table needs a size above zero"))
    return Table(width, depth)


def _side(value: Any, file: str, key: str) -> str:
    if value not in SIDES:
        raise unknown(file, key, T("side"), str(value), list(SIDES))
    return str(value)


# --- sides -------------------------------------------------------------------------------------------------------


def _sides(doc: Any, units: Mapping[str, Unit], file: str) -> dict[str, Side]:
    for side in _map(doc, file, "sides"):
        _side(side, file, "sides")
    found = {}
    for colour, side in enumerate(SIDES):
        row = _map(doc.get(side, {}), file, f"sides.{side}")
        _known(row, ("army", "name", "colour", "began", "role"), file, f"sides.{side}")
        mine = [u for u in units.values() if u.side == side]
        army_id = row.get("army") or (profiles()[mine[0].kind].army if mine else ("rome", "carthage")[colour])
        army = data_files.load_army(army_id)
        began = row.get("began", sum(1 for u in mine if not u.own.character))
        own = convert({"army": army_id, "began": began, "role": row.get("role", "")}, SideOwn, file)
        found[side] = Side(side, str(row.get("name", army.name)), int(row.get("colour", colour)), own)
    return found


# --- units -------------------------------------------------------------------------------------------------------


def _unit(row: Mapping[str, Any], counts: dict[str, int], file: str) -> tuple[Unit, list[Base]]:
    """A unit or character and its bases."""
    name = str(row.get("id") or row.get("kind") or "?")
    key = f"unit {name}"
    _known(row, (*_UNIT, *_OWN), file, key)
    code = str(row.get("kind") or name.split("-", maxsplit=1)[0])
    if code not in profiles():
        raise unknown(file, f"{key}, kind", T("kind of troops"), code, list(profiles()))
    kind = profiles()[code]
    side = _side(row.get("side", "south" if kind.army == "rome" else "north"), file, f"{key}, side")
    counts[code] = counts.get(code, 0) + 1
    unit_id = str(row.get("id") or f"{code}-{counts[code]}")
    own = {
        **_map(row.get("own", {}), file, f"{key}, own"),
        **{k: row[k] for k in _OWN if k in row},
        "character": kind.character,
    }
    owned = convert(own, UnitOwn, file)
    alive = _alive(row, kind, file, key)
    poses = _poses(row, kind, len(alive), side, file, key)
    where = row.get("where", "table" if poses else "reserve")
    bases = []
    for number in range(1, kind.stands + 1):
        base_id = f"{unit_id}.{number}"
        if number not in alive:
            base = Base(base_id, unit_id, number, kind.footprint, None, "gone", solid=not kind.character)
        else:
            pose = poses[alive.index(number)] if poses else None
            base = Base(base_id, unit_id, number, kind.footprint, pose, where, solid=not kind.character)
        bases.append(base)
    title = str(row.get("name", kind.name))
    return Unit(unit_id, side, code, title, tuple(b.id for b in bases), own=owned), bases


def _alive(row: Mapping[str, Any], kind: Profile, file: str, key: str) -> list[int]:
    """Numbers of the stands that are left."""
    numbers = list(range(1, kind.stands + 1))
    lost = row.get("lost", [])
    lost = [lost] if isinstance(lost, int) else _list(lost, file, f"{key}, lost")
    for number in lost:
        if number not in numbers:
            text = T("there is no stand {number}; the stands are 1 to {most}", number=number, most=kind.stands)
            raise DataError(file, f"{key}, lost", text)
    left = [n for n in numbers if n not in lost]
    count = row.get("stands", len(left))
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= len(left):
        text = T("this must be a whole number from 0 to {most}", most=len(left))
        raise DataError(file, f"{key}, stands", text)
    return left[:count]


def _poses(row: Mapping[str, Any], kind: Profile, count: int, side: str, file: str, key: str) -> list[Pose]:
    """Poses of the stands that are left, in the order of their numbers; none for a unit in reserve."""
    if count == 0 or row.get("where", "table") != "table":
        return []
    home = 0.0 if side == "south" else 180.0
    if "poses" in row:
        given = _list(row["poses"], file, f"{key}, poses")
        if len(given) != count:
            text = T("{given} poses for {count} stands", given=len(given), count=count)
            raise DataError(file, f"{key}, poses", text)
        found = []
        for k, pose in enumerate(given):
            at = f"{key}, poses[{k}]"
            if not isinstance(pose, Sequence) or isinstance(pose, str) or len(pose) not in (2, 3):
                raise DataError(file, at, T("this must be x and y in cm and a facing"))
            x, y = _point(pose[:2], file, at)
            found.append(rounded(Pose(x, y, _facing(pose[2], file, at) if len(pose) == 3 else home)))
        return found
    if "at" not in row:
        raise DataError(file, key, T("the key “at” is missing: where the middle of the unit stands, in cm"))
    at_point = _point(row["at"], file, f"{key}, at")
    facing = _facing(row.get("facing", home), file, f"{key}, facing")
    if kind.character:
        return [rounded(Pose(at_point[0], at_point[1], facing))]
    formation = row.get("formation", "line")
    if formation not in ("line", "column"):
        raise unknown(file, f"{key}, formation", T("formation"), str(formation), ["line", "column"])
    return formation_poses(formation, kind.footprint, count, at_point, facing)


def _check_places(bases: Mapping[str, Base], units: Mapping[str, Unit], table: Table, file: str) -> None:
    """Refuse stands off the table and stands that overlap (WMA-S05)."""
    placed = [b for b in bases.values() if b.pose is not None]
    for base in placed:
        assert base.pose is not None
        points = corners(base.shape, base.pose) if base.solid else [(base.pose.x, base.pose.y)]
        for x, y in points:
            if not (-0.01 <= x <= table.width + 0.01 and -0.01 <= y <= table.depth + 0.01):
                raise DataError(file, f"unit {base.unit}", _off(base, table))
    solid = [b for b in placed if b.solid and b.pose is not None]
    for i, one in enumerate(solid):
        for two in solid[:i]:
            assert one.pose is not None
            assert two.pose is not None
            if abs(one.pose.x - two.pose.x) + abs(one.pose.y - two.pose.y) > 200.0:
                continue
            shared = overlap_area(one.shape, one.pose, two.shape, two.pose)
            if shared > OVERLAP:
                text = T(
                    "stand {one} overlaps stand {two} by {area} square mm",
                    one=one.id,
                    two=two.id,
                    area=round(shared, 1),
                )
                raise DataError(file, f"unit {one.unit}", text)


def _off(base: Base, table: Table) -> Text:
    return T(
        "stand {stand} is not wholly on the table of {width} x {depth} cm",
        stand=base.id,
        width=table.width / 10.0,
        depth=table.depth / 10.0,
    )


# --- terrain and contacts ----------------------------------------------------------------------------------------


def _features(rows: list[Mapping[str, Any]], file: str) -> dict[str, Feature]:
    kinds = data_files.load_terrain()
    found: dict[str, Feature] = {}
    numbers: dict[str, int] = {}
    for row in rows:
        code = str(row.get("kind", ""))
        key = f"terrain {row.get('id') or code or len(found) + 1}"
        _known(row, _FEATURE, file, key)
        if code not in kinds:
            raise unknown(file, f"{key}, kind", T("terrain kind"), code, list(kinds))
        numbers[code] = numbers.get(code, 0) + 1
        feature_id = str(row.get("id") or f"{code}-{numbers[code]}")
        if feature_id in found:
            raise DataError(file, key, T("two features have this id"))
        line = kinds[code].shape == "line"
        points = _outline(row, line, file, key)
        name = str(row.get("name", kinds[code].name))
        found[feature_id] = Feature(feature_id, code, name, points, line)
    return found


def _outline(row: Mapping[str, Any], line: bool, file: str, key: str) -> tuple[tuple[float, float], ...]:
    """Points (mm) of an outline, ``box`` [west, south, east, north] or ``circle`` [x, y, radius] given in cm."""
    given = [k for k in ("points", "polygon", "line", "box", "circle") if k in row and not isinstance(row[k], bool)]
    if len(given) != 1:
        raise DataError(file, key, T("give its outline once: points, box or circle, in cm"))
    value = row[given[0]]
    if given[0] == "box":
        west, south, east, north = (cm(_number(v, file, f"{key}, box")) for v in _list(value, file, f"{key}, box", 4))
        return ((west, south), (east, south), (east, north), (west, north))
    if given[0] == "circle":
        x, y, radius = (cm(_number(v, file, f"{key}, circle")) for v in _list(value, file, f"{key}, circle", 3))
        ring = shapely.Point(x, y).buffer(radius, quad_segs=12).exterior.coords[:-1]
        return tuple((round(px, 3) + 0.0, round(py, 3) + 0.0) for px, py in ring)
    points = tuple(_point(p, file, f"{key}, {given[0]}") for p in _list(value, file, f"{key}, {given[0]}"))
    least = 2 if line else 3
    if len(points) < least:
        raise DataError(file, f"{key}, {given[0]}", T("at least {least} points are needed", least=least))
    if not line and not shapely.Polygon(points).is_valid:
        raise DataError(file, f"{key}, {given[0]}", T("this outline crosses itself"))
    return points


def _contacts(rows: list[Mapping[str, Any]], units: Mapping[str, Unit], file: str) -> dict[str, Tie]:
    """Ties of units already in contact: how they came there (WMA-S15)."""
    found: dict[str, Tie] = {}
    own_keys = tuple(f.name for f in msgspec.structs.fields(ContactOwn))
    for k, row in enumerate(rows, 1):
        key = f"contact {k}"
        _known(row, ("a", "b", *own_keys), file, key)
        for end in ("a", "b"):
            if row.get(end) not in units:
                raise unknown(file, f"{key}, {end}", T("unit"), str(row.get(end)), list(units))
        own = convert({n: row[n] for n in own_keys if n in row}, ContactOwn, file)
        found[f"c{k}"] = Tie(f"c{k}", "contact", str(row["a"]), str(row["b"]), own)
    return found
