"""A situation from a plain document and back: tables, terrain, units as a person writes them (cm, compass words)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar

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


class Positions(kit.Bodies[Profile]):
    """What units of stands are in a document."""

    ruleset = "WMA"
    phase = "command"
    measures = MEASURES
    battle, side, unit, row = BattleOwn, SideOwn, UnitOwn, UnitProfile
    unit_keys = ("id", "kind", "side", "name", "formation", "at", "facing", "poses", "stands", "lost", "where", "own")
    of_row = ("character",)
    table = (180.0, 120.0)
    home = HOME
    lists = data_files.ARMIES
    options = staticmethod(data_files.load_options)
    ground = staticmethod(data_files.load_terrain)
    kinds = staticmethod(profiles)
    row_of = staticmethod(row_of)
    own_kind = staticmethod(own_profile)
    ties: ClassVar = {"contact": ContactOwn}
    tie_ids: ClassVar = {"contact": "c"}
    foes_only = ("contact",)
    event_lengths = frozenset({"travel", "distance", "wanted"})
    farthest_apart = 100.0

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

    def named(self, rows: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
        """Ids are kind and number unless told."""
        counts, found = Counter[str](), []
        for row in rows:
            code = str(row.get("kind") or str(row.get("id", "?")).split("-", maxsplit=1)[0])
            counts[code] += 1
            found.append(row if row.get("id") else {**row, "id": f"{code}-{counts[code]}"})
        return found

    def unit_of(self, row: Mapping[str, Any], told: kit.Told[Profile], read: Document) -> tuple[Unit, list[Base]]:
        """A unit or character and its stands."""
        kind, key = told.kind, told.key
        usual = {**read.table(row.get("own", {}), f"{key}, own"), "character": kind.character}
        own = self.own_of(row, usual, read, key)
        if own.mount and not kind.character:
            raise read.fail(f"{key}, mount", T("only a character may ride its own mount"))
        alive = _alive(row, kind, read, key)
        poses = _poses(row, kind, len(alive), told.side, read, key)
        where = kit.place(row, "table" if poses else "reserve", read, key)
        bases = kit.bases_of(told.name, kind.stands, alive, poses, where, kind.footprint, not kind.character)
        name = str(row.get("name", kind.name))
        return Unit(told.name, told.side, told.code, name, tuple(b.id for b in bases), own=own), bases

    def rank(self, codes: Sequence[str], unit: Unit, army: str) -> tuple[int, int, float]:
        """South first, rows of the army list, then the number (WMA-S03).

        Ids of another form than ``LEG-2`` follow those of their kind, in the order of the file.
        """
        number = unit.id.removeprefix(f"{unit.kind}-").removesuffix(MIRROR)
        told = number.isascii() and number.isdigit()
        return SIDES.index(unit.side), codes.index(unit.kind), int(number) if told else math.inf

    def side_fields(self, side: str, army: str, mine: Sequence[Unit]) -> dict[str, Any]:
        """Units at the beginning."""
        return {"began": sum(not u.own.character for u in mine)}

    def finished(
        self, state: State, rows: Sequence[Mapping[str, Any]], doc: Mapping[str, Any], read: Document
    ) -> State:
        """With the ties of units already in contact: how they came there (WMA-S15)."""
        _check_places(state, read)
        return replace(state, ties=self.ties_of(state, doc, read))

    def written(self, state: State, unit: Unit) -> dict[str, Any]:
        """The row that tells a unit."""
        row, lost, place = kit.unit_row(MEASURES, state, unit)
        return {**row, **({"lost": lost} if lost else {}), **place, **own_fields(MEASURES, unit.own, ("character",))}


POSITIONS = Positions()
build, document = POSITIONS.build, POSITIONS.document


def _alive(row: Mapping[str, Any], kind: Profile, read: Document, key: str) -> list[int]:
    """Numbers of the stands that are left."""

    def strange(number: Any) -> Text:
        return T("stand {number} does not exist; the stands are 1 to {most}", number=number, most=kind.stands)

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
