"""Building a situation from a plain document: tables, terrain, units as a person writes them (cm, compass words).

The document of a position (``game.engine.position``) and the short form of the tests go through :func:`build`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from game.engine.documents import OUTLINES, Document
from game.engine.options import defaults
from game.engine.own_troops import KEY
from game.engine.setups import MIRROR
from game.engine.state import Base, State, Table, Tie, Unit
from game.engine.text import T, Text
from game.geometry.overlap import overlap_area
from game.geometry.shapes import Pose, corners, rounded
from game.kit.army import positions as kit
from game.kit.army.setup import SIDES
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import Profile, own_profile, profiles, row_of
from rulesets.warmaster_ancients.data_types import CharacterProfile, UnitProfile
from rulesets.warmaster_ancients.field.formations import formation_poses
from rulesets.warmaster_ancients.measures import MEASURES, OVERLAP
from rulesets.warmaster_ancients.own import BattleOwn, ContactOwn, SideOwn, UnitOwn

HOME = {"south": "rome", "north": "carthage"}
"""Whose army a side has that has no units."""
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
    kit.OWN_ARMIES,
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
    "profile": (UnitProfile, ("like", "army", kit.LOOK)),
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
    armies = kit.armies_of(doc, read, {a: data_files.load_army(a).name for a in data_files.armies()})
    known = {code: (p.army, partial(row_of, code)) for code, p in profiles().items()}
    troops = kit.troops(doc, read, known, armies, lambda row, key: _check_row(row, key, read))
    kinds = {**profiles(), **{code: own_profile(army, row) for code, (army, _, row) in troops.items()}}
    counts: dict[str, int] = {}
    made = [_unit(row, counts, kinds, read) for row in read.rows(doc, "units", "unit")]
    units, bases = kit.in_order(made, lambda unit: _rank(unit, list(kinds)), read)
    _check_places(bases, table, read)
    options = {**defaults(data_files.load_options()), **read.table(doc.get("options", {}), "options")}
    usual = {"scenario": "position", "active": "south", "first": "south", "turn": 1, "phase": "command"}
    usual |= {"limit": options["turns"], "size": options["points"]}
    battle = {**kit.told_of(doc, BattleOwn, usual), "troops": troops}
    return State(
        ruleset="WMA",
        table=table,
        options=options,
        sides=kit.sides(
            doc,
            read,
            units,
            _SIDE,
            armies,
            lambda side, mine: kinds[mine[0].kind].army if mine else HOME[side],
            _side_fields,
            SideOwn,
        ),
        units=units,
        bases=bases,
        features={f.id: f for f, _ in read.pieces(read.rows(doc, "terrain"), data_files.load_terrain(), _FEATURE)},
        ties=_contacts(read.rows(doc, "contacts", "contact"), units, read),
        own=read.own(battle, BattleOwn),
    )


def _side_fields(side: str, army: str, row: Mapping[str, Any], mine: Sequence[Unit]) -> dict[str, Any]:
    began = row.get("began", sum(1 for u in mine if not u.own.character))
    return {"army": army, "began": began, "role": row.get("role", "")}


# --- small parts -------------------------------------------------------------------------------------------------


def _table(value: Any, read: Document) -> Table:
    if isinstance(value, Mapping):
        read.known(value, ("width", "depth"), "table")
        value = (value.get("width", TABLE_CM[0]), value.get("depth", TABLE_CM[1]))
    return read.surface(value, "table")


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


def _check_row(row: Mapping[str, Any], key: str, read: Document) -> None:
    kind: type[msgspec.Struct] = CharacterProfile if "rank" in row else UnitProfile
    read.typed(row, kind, key)


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
    where = kit.place(row, "table" if poses else "reserve", read, key)
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

    def strange(number: Any) -> Text:
        return T("there is no stand {number}; the stands are 1 to {most}", number=number, most=kind.stands)

    left = kit.left(row, kind.stands, read, key, strange)
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
