"""Building a situation from a plain document: tables, terrain, units as a person writes them (cm, compass words).

The document of a position (``game.engine.position``) and the short form of the tests go through :func:`build`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import msgspec

from game.engine.documents import OUTLINES, Document
from game.engine.options import defaults
from game.engine.own_troops import KEY, rows_of
from game.engine.setups import MIRROR
from game.engine.state import Base, Side, State, Table, Tie, Unit, Where
from game.engine.text import T, Text
from game.geometry.overlap import overlap_area
from game.geometry.shapes import Pose, corners, rounded
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import Profile, own_profile, profiles, row_of
from rulesets.warmaster_ancients.data_types import CharacterProfile, UnitProfile
from rulesets.warmaster_ancients.field.formations import formation_poses
from rulesets.warmaster_ancients.measures import MEASURES, OVERLAP
from rulesets.warmaster_ancients.own import BattleOwn, ContactOwn, SideOwn, UnitOwn

SIDES = ("south", "north")
WHERE: tuple[Where, ...] = ("table", "reserve", "off")
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
    KEY,
    *(f.name for f in msgspec.structs.fields(BattleOwn) if f.name != "troops"),
)
_UNIT = ("id", "kind", "side", "name", "formation", "at", "facing", "poses", "stands", "lost", "where", "own")
_OWN = tuple(f.name for f in msgspec.structs.fields(UnitOwn) if f.name != "character")
_SIDE = ("army", "name", "colour", "began", "role")
_FEATURE = ("id", "kind", "name", *OUTLINES)
TABLES = {
    "": (BattleOwn, _TOP),
    "sides": (SideOwn, _SIDE),
    "unit": (UnitOwn, (*_UNIT, *_OWN)),
    "terrain": (None, _FEATURE),
    "contact": (ContactOwn, ("id", "a", "b")),
    "profile": (UnitProfile, ("like", "army")),
}
"""The tables of a document: what a system keeps of such things, and the keys beside its fields, for the reference."""


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
    read = Document(file, MEASURES)
    read.known(doc, _TOP)
    table = _table(doc.get("table", TABLE_CM), read)
    rows = read.rows(doc, "units", "unit")
    units: dict[str, Unit] = {}
    bases: dict[str, Base] = {}
    counts: dict[str, int] = {}
    troops = _troops(doc, read)
    kinds = {**profiles(), **{code: own_profile(army, row) for code, (army, _, row) in troops.items()}}
    made = [_unit(row, counts, kinds, read) for row in rows]
    for unit, own in sorted(made, key=lambda m: _rank(m[0], list(kinds))):
        if unit.id in units:
            raise read.fail(f"unit {unit.id}", T("two units have this id"))
        units[unit.id] = unit
        bases.update({b.id: b for b in own})
    _check_places(bases, table, read)
    options = defaults(data_files.load_options())
    options.update(read.table(doc.get("options", {}), "options"))
    battle = {k: doc[k] for k in (f.name for f in msgspec.structs.fields(BattleOwn)) if k in doc}
    battle["troops"] = troops
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
        sides=_sides(read.table(doc.get("sides", {}), "sides"), units, kinds, read),
        units=units,
        bases=bases,
        features={f.id: f for f, _ in read.pieces(read.rows(doc, "terrain"), data_files.load_terrain(), _FEATURE)},
        ties=_contacts(read.rows(doc, "contacts", "contact"), units, read),
        own=read.own(battle, BattleOwn),
    )


# --- small parts -------------------------------------------------------------------------------------------------


def _table(value: Any, read: Document) -> Table:
    if isinstance(value, Mapping):
        read.known(value, ("width", "depth"), "table")
        value = (value.get("width", TABLE_CM[0]), value.get("depth", TABLE_CM[1]))
    return read.surface(value, "table")


# --- sides -------------------------------------------------------------------------------------------------------


def _sides(
    doc: Mapping[str, Any], units: Mapping[str, Unit], kinds: Mapping[str, Profile], read: Document
) -> dict[str, Side]:
    for side in doc:
        read.choice(side, SIDES, T("side"), "sides")
    found = {}
    for colour, side in enumerate(SIDES):
        row = read.table(doc.get(side, {}), f"sides.{side}")
        read.known(row, _SIDE, f"sides.{side}")
        mine = [u for u in units.values() if u.side == side]
        army_id = row.get("army") or (kinds[mine[0].kind].army if mine else ("rome", "carthage")[colour])
        army = data_files.load_army(read.choice(army_id, data_files.armies(), T("army"), f"sides.{side}.army"))
        began = row.get("began", sum(1 for u in mine if not u.own.character))
        own = read.own({"army": army_id, "began": began, "role": row.get("role", "")}, SideOwn, f"sides.{side}")
        found[side] = Side(side, str(row.get("name", army.name)), int(row.get("colour", colour)), own)
    return found


# --- units -------------------------------------------------------------------------------------------------------


def _rank(unit: Unit, rows: list[str]) -> tuple[int, int, float]:
    """The place of a unit in the order of the ids: south first, rows of the army list, then the number (WMA-S03).

    Ids of another form than ``LEG-2`` follow those of their kind, in the order of the file.
    """
    number = unit.id.removeprefix(f"{unit.kind}-").removesuffix(MIRROR)
    return (
        SIDES.index(unit.side),
        rows.index(unit.kind),
        int(number) if number.isascii() and number.isdigit() else math.inf,
    )


def _troops(doc: Mapping[str, Any], read: Document) -> dict[str, tuple[str, str, str]]:
    """Troops that no list has: by code their army, whom they look like, and their row."""
    found = {}
    for code, like, row in rows_of(doc, read, tuple(profiles()), row_of):
        key = f"profile {code}"
        usual = profiles()[like].army if like else data_files.armies()[0]
        army = read.choice(row.pop("army", usual), data_files.armies(), T("army"), f"{key}, army")
        row.setdefault("clause", "")
        kind: type[msgspec.Struct] = CharacterProfile if "rank" in row else UnitProfile
        read.typed(row, kind, key)
        found[code] = (army, like, msgspec.json.encode(row).decode())
    return found


def _unit(
    row: Mapping[str, Any], counts: dict[str, int], kinds: Mapping[str, Profile], read: Document
) -> tuple[Unit, list[Base]]:
    """A unit or character and its bases."""
    name = str(row.get("id") or row.get("kind") or "?")
    key = f"unit {name}"
    read.known(row, (*_UNIT, *_OWN), key)
    code = str(row.get("kind") or name.split("-", maxsplit=1)[0])
    kind = kinds[read.choice(code, tuple(kinds), T("kind of troops"), f"{key}, kind")]
    usual = "south" if kind.army == "rome" else "north"
    side = read.choice(row.get("side", usual), SIDES, T("side"), f"{key}, side")
    counts[code] = counts.get(code, 0) + 1
    unit_id = str(row.get("id") or f"{code}-{counts[code]}")
    own = {
        **read.table(row.get("own", {}), f"{key}, own"),
        **{k: row[k] for k in _OWN if k in row},
        "character": kind.character,
    }
    owned = read.own(own, UnitOwn, key)
    if owned.mount and not kind.character:
        raise read.fail(f"{key}, mount", T("only characters ride on a mount of their own"))
    alive = _alive(row, kind, read, key)
    poses = _poses(row, kind, len(alive), side, read, key)
    usual_place = "table" if poses else "reserve"
    told = read.choice(row.get("where", usual_place), WHERE, T("place for a unit"), f"{key}, where")
    where = next(w for w in WHERE if w == told)
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


def _alive(row: Mapping[str, Any], kind: Profile, read: Document, key: str) -> list[int]:
    """Numbers of the stands that are left."""
    numbers = list(range(1, kind.stands + 1))
    lost = row.get("lost", [])
    lost = [lost] if isinstance(lost, int) else read.array(lost, f"{key}, lost")
    for number in lost:
        if number not in numbers:
            text = T("there is no stand {number}; the stands are 1 to {most}", number=number, most=kind.stands)
            raise read.fail(f"{key}, lost", text)
    left = [n for n in numbers if n not in lost]
    return left[: read.whole(row.get("stands", len(left)), f"{key}, stands", 0, len(left))]


def _poses(row: Mapping[str, Any], kind: Profile, count: int, side: str, read: Document, key: str) -> list[Pose]:
    """Poses of the stands that are left, in the order of their numbers; none for a unit in reserve."""
    if count == 0 or row.get("where", "table") != "table":
        return []
    home = 0.0 if side == "south" else 180.0
    if "poses" in row:
        given = read.array(row["poses"], f"{key}, poses")
        if len(given) != count:
            text = T("{given} poses for {count} stands", given=len(given), count=count)
            raise read.fail(f"{key}, poses", text)
        places = [read.place(pose, home, f"{key}, poses[{k}]") for k, pose in enumerate(given)]
        return [rounded(Pose(*point, turned)) for point, turned in places]
    if "at" not in row:
        raise read.fail(key, T("the key “at” is missing: where the middle of the unit stands, in cm"))
    at_point = read.point(row["at"], f"{key}, at")
    facing = read.facing(row.get("facing", home), f"{key}, facing")
    if kind.character:
        return [rounded(Pose(at_point[0], at_point[1], facing))]
    formation = read.choice(row.get("formation", "line"), ("line", "column"), T("formation"), f"{key}, formation")
    return formation_poses(formation, kind.footprint, count, at_point, facing)


def _check_places(bases: Mapping[str, Base], table: Table, read: Document) -> None:
    """Refuse stands off the table and stands that overlap (WMA-S05)."""
    placed = [b for b in bases.values() if b.pose is not None]
    for base in placed:
        assert base.pose is not None
        points = corners(base.shape, base.pose) if base.solid else [(base.pose.x, base.pose.y)]
        for x, y in points:
            if not (-0.01 <= x <= table.width + 0.01 and -0.01 <= y <= table.depth + 0.01):
                raise read.fail(f"unit {base.unit}", _off(base, table))
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
                raise read.fail(f"unit {one.unit}", text)


def _off(base: Base, table: Table) -> Text:
    return T(
        "stand {stand} is not wholly on the table of {width} x {depth} cm",
        stand=base.id,
        width=table.width / 10.0,
        depth=table.depth / 10.0,
    )


# --- contacts ----------------------------------------------------------------------------------------


def _contacts(rows: list[Mapping[str, Any]], units: Mapping[str, Unit], read: Document) -> dict[str, Tie]:
    """Ties of units already in contact: how they came there (WMA-S15)."""
    ties = (
        read.tie(f"c{k}", "contact", row, tuple(units), ContactOwn, f"contact {k}") for k, row in enumerate(rows, 1)
    )
    return {tie.id: tie for tie in ties}
