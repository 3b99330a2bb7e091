"""A situation from a plain document and back: tables, terrain, units as a person writes them (cm, compass words)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.documents import Document
from game.engine.positions.parts import own_fields
from game.engine.setups import MIRROR
from game.engine.state import Base, State, Table, Unit
from game.engine.text import T, Text
from game.geometry.overlap import overlap_area
from game.geometry.shapes import Pose, corners, rounded
from game.kit.muster import positions as kit
from game.kit.muster.setup import SIDES
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import Profile, own_profile, profiles, row_of
from rulesets.warmaster_ancients.data_types import CharacterProfile, UnitProfile
from rulesets.warmaster_ancients.field.formations import formation_poses
from rulesets.warmaster_ancients.measures import MEASURES, OVERLAP
from rulesets.warmaster_ancients.own import BattleOwn, ContactOwn, SideOwn, UnitOwn

HOME = {"south": "rome", "north": "carthage"}
"""Whose army a side has that has no units."""
_OWN = kit.names_of(UnitOwn, "character")
_UNIT = ("id", "kind", "side", "name", "formation", "at", "facing", "poses", "stands", "lost", "where", "own", *_OWN)


class Positions(kit.Bodies[Profile]):
    """What units of stands are in a document."""

    ruleset = "WMA"
    phase = "command"
    measures = MEASURES
    battle = BattleOwn
    side = SideOwn
    side_keys = ("army", "name", "colour", "began", "role")
    table = (180.0, 120.0)
    home = HOME
    lists = data_files.ARMIES
    options = staticmethod(data_files.load_options)
    ground = staticmethod(data_files.load_terrain)
    kinds = staticmethod(profiles)
    row_of = staticmethod(row_of)
    own_kind = staticmethod(own_profile)

    def surface(self, value: Any, read: Document) -> Table:
        """The table by its [width, depth], or by these keys."""
        if isinstance(value, Mapping):
            read.known(value, ("width", "depth"), "table")
            value = (value.get("width", self.table[0]), value.get("depth", self.table[1]))
        return super().surface(value, read)

    def check_row(self, row: Mapping[str, Any], key: str, read: Document) -> None:
        """Units, or characters."""
        kind: type[msgspec.Struct] = CharacterProfile if "rank" in row else UnitProfile
        read.typed(row, kind, key)

    def units(
        self, rows: Sequence[Mapping[str, Any]], kinds: Mapping[str, Profile], read: Document
    ) -> Iterator[tuple[Unit, list[Base]]]:
        """Units and characters; their ids are kind and number unless told."""
        counts = Counter[str]()
        return (_unit(row, counts, kinds, read) for row in rows)

    def rank(self, codes: Sequence[str], unit: Unit) -> tuple[int, int, float]:
        """South first, rows of the army list, then the number (WMA-S03).

        Ids of another form than ``LEG-2`` follow those of their kind, in the order of the file.
        """
        number = unit.id.removeprefix(f"{unit.kind}-").removesuffix(MIRROR)
        told = number.isascii() and number.isdigit()
        return SIDES.index(unit.side), codes.index(unit.kind), int(number) if told else math.inf

    def side_fields(self, side: str, row: Mapping[str, Any], mine: Sequence[Unit]) -> dict[str, Any]:
        """Units at the beginning, and the role in the scenario."""
        return {"began": row.get("began", sum(not u.own.character for u in mine)), "role": row.get("role", "")}

    def finished(
        self, state: State, rows: Sequence[Mapping[str, Any]], doc: Mapping[str, Any], read: Document
    ) -> State:
        """With the ties of units already in contact: how they came there (WMA-S15)."""
        _check_places(state, read)
        contacts = enumerate(read.rows(doc, "contacts", "contact"), 1)
        units = tuple(state.units)
        ties = (read.tie(f"c{k}", "contact", row, units, ContactOwn, f"contact {k}") for k, row in contacts)
        return replace(state, ties={tie.id: tie for tie in ties})

    def written(self, state: State, unit: Unit) -> dict[str, Any]:
        """The row that tells a unit."""
        row, lost, place = kit.unit_row(MEASURES, state, unit)
        return {**row, **({"lost": lost} if lost else {}), **place, **own_fields(MEASURES, unit.own, ("character",))}


build, document = Positions().build, Positions().document
EVENT_LENGTHS = frozenset({"travel", "distance", "wanted"})
"""Keys of events' data that are lengths in mm."""
FARTHEST_APART = 100.0
"""mm beyond which no stand of a unit is from all the others, wherever losses have torn it."""
FOES_ONLY = ("contact",)
"""Ties that only enemies have."""
TABLES = Positions.tables(UnitOwn, _UNIT, ContactOwn, UnitProfile)


def _unit(
    row: Mapping[str, Any], counts: Counter[str], kinds: Mapping[str, Profile], read: Document
) -> tuple[Unit, list[Base]]:
    name = str(row.get("id") or row.get("kind") or "?")
    key = f"unit {name}"
    read.known(row, _UNIT, key)
    code = str(row.get("kind") or name.split("-", maxsplit=1)[0])
    kind = kinds[read.choice(code, tuple(kinds), T("kind of troops"), f"{key}, kind")]
    usual = "south" if kind.army == "rome" else "north"
    side = read.choice(row.get("side", usual), SIDES, T("side"), f"{key}, side")
    counts[code] += 1
    unit_id = str(row.get("id") or f"{code}-{counts[code]}")
    given = {k: row[k] for k in _OWN if k in row} | {"character": kind.character}
    own = read.own({**read.table(row.get("own", {}), f"{key}, own"), **given}, UnitOwn, key)
    if own.mount and not kind.character:
        raise read.fail(f"{key}, mount", T("only characters ride on a mount of their own"))
    alive = _alive(row, kind, read, key)
    poses = _poses(row, kind, len(alive), side, read, key)
    where = kit.place(row, "table" if poses else "reserve", read, key)
    bases = kit.bases_of(unit_id, kind.stands, alive, poses, where, kind.footprint, not kind.character)
    return Unit(unit_id, side, code, str(row.get("name", kind.name)), tuple(b.id for b in bases), own=own), bases


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
            raise read.fail(f"{key}, poses", T("{given} poses for {count} stands", given=len(given), count=count))
        return kit.poses_of(given, home, read, f"{key}, poses")
    if "at" not in row:
        raise read.fail(key, T("the key “at” is missing: where the middle of the unit stands, in cm"))
    at = read.point(row["at"], f"{key}, at")
    facing = read.facing(row.get("facing", home), f"{key}, facing")
    if kind.character:
        return [rounded(Pose(*at, facing))]
    formation = read.choice(row.get("formation", "line"), ("line", "column"), T("formation"), f"{key}, formation")
    return formation_poses(formation, kind.footprint, count, at, facing)


def _check_places(state: State, read: Document) -> None:
    """Refuse stands off the table and stands that overlap (WMA-S05)."""
    placed = [(b, b.pose) for b in state.bases.values() if b.pose is not None]
    wide, deep = state.table.width, state.table.depth
    for base, pose in placed:
        points = corners(base.shape, pose) if base.solid else [(pose.x, pose.y)]
        if not all(-0.01 <= x <= wide + 0.01 and -0.01 <= y <= deep + 0.01 for x, y in points):
            told = {"stand": base.id, "width": wide / 10.0, "depth": deep / 10.0}
            text = T("stand {stand} is not wholly on the table of {width} x {depth} cm", **told)
            raise read.fail(f"unit {base.unit}", text)
    for (other, there), (base, pose) in combinations([(b, p) for b, p in placed if b.solid], 2):
        if abs(pose.x - there.x) + abs(pose.y - there.y) > 200.0:
            continue
        shared = overlap_area(base.shape, pose, other.shape, there)
        if shared > OVERLAP:
            told = {"one": base.id, "two": other.id, "area": round(shared, 1)}
            text = T("stand {one} overlaps stand {two} by {area} square mm", **told)
            raise read.fail(f"unit {base.unit}", text)
