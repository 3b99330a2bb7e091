"""A situation from a plain document and back: table, ground, units as a person writes them (inches, compass words)."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from game.engine.documents import Document
from game.engine.positions.parts import own_fields
from game.engine.state import Base, State, Tie, Unit
from game.engine.text import T
from game.geometry.measure import signed_matrix
from game.geometry.shapes import Pose, rounded, to_world
from game.kit.muster import positions as kit
from game.kit.muster.setup import SIDES
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army.profiles import Profile, own_profile, profiles
from rulesets.ancient_battles.data_files import NUMBERS, UnitRow
from rulesets.ancient_battles.field.blocks import block_of, formed, gap_of, laid_out, loose_group, quads, slots
from rulesets.ancient_battles.field.engagement import touch
from rulesets.ancient_battles.field.facts import fielded, kinds, suited
from rulesets.ancient_battles.measures import MEASURES, MM_PER_INCH, SLACK
from rulesets.ancient_battles.own import BattleOwn, ContactOwn, SideOwn, UnitOwn

HOME = {"south": "seleucid", "north": "galatian"}
"""Whose army a side has that has no units."""
TABLE = (NUMBERS.table_width.value, NUMBERS.table_depth.value)
"""Inches (WAB-S31)."""
ROUNDED = 0.002
"""mm by which a corner may be off because poses are kept to 0.001 mm."""
MOST = 200
"""As many models a unit of one's own may have."""


class Positions(kit.Bodies[Profile]):
    """What units of models are in a document.

    A formed unit is ``at`` the middle of its front edge, skirmishers at that of their group; a character is ``joined``
    to the unit he stands in. Enemy units whose bases touch are in contact; ``contacts`` tell how they came there.
    """

    ruleset = "WAB"
    phase = "start"
    measures = MEASURES
    battle, side, unit, row = BattleOwn, SideOwn, UnitOwn, UnitRow
    unit_keys = ("id", "kind", "side", "name", "at", "facing", "poses", "models", "lost", "where")
    of_row = ("character", "off_at")
    table = TABLE
    home = HOME
    lists = data_files.ARMIES
    options = staticmethod(data_files.options)
    ground = staticmethod(kinds)
    kinds = staticmethod(profiles)
    own_kind = staticmethod(own_profile)
    ties: ClassVar = {"contact": ContactOwn}
    foes_only = ("contact", "charge")
    event_lengths = frozenset({"cost", "allowance", "gap", "way"})
    farthest_apart = 150.0

    def row_of(self, code: str) -> Mapping[str, Any]:
        """The row of a kind of troops."""
        found: dict[str, Any] = msgspec.to_builtins(profiles()[code].row)
        return found

    def check_row(self, row: Mapping[str, Any], key: str, read: Document) -> None:
        """Refuse what no unit can be or carry."""
        data_files.check_row(read.typed(row, UnitRow, key), read.file, key)

    def unit_of(self, row: Mapping[str, Any], told: kit.Told[Profile], read: Document) -> tuple[Unit, list[Base]]:
        """A unit or character and its models."""
        model, key = told.kind, told.key
        began, models = (read.whole(row.get(k, 0), f"{key}, {k}", 0, MOST) for k in ("began", "models"))
        most = max(model.row.models, began, models)
        lost = {read.whole(one, f"{key}, lost", 1, most) for one in read.array(row.get("lost", []), f"{key}, lost")}
        count = most - len(lost) if lost else read.whole(row.get("models", model.row.models), f"{key}, models", 0, most)
        left = [n for n in range(1, most + 1) if n not in lost][:count]
        usual = {
            "files": read.whole(row.get("files", model.row.files), f"{key}, files", 0, most),
            "order": model.row.order,
            "began": max(model.row.models, count),
            "character": bool(model.row.character),
        }
        own = self.own_of(row, usual, read, key)
        if not own.character and own.order != "skirmish" and not 1 <= own.files <= most:
            raise read.fail(f"{key}, files", T("a formed unit stands in one file or more"))
        poses = _poses(row, model, own, count, told.side, read)
        where = kit.place(row, "table" if poses else "reserve", read, key)
        bases = kit.bases_of(told.name, most, left, poses, where, model.footprint)
        name = str(row.get("name", model.row.name))
        return Unit(told.name, told.side, told.code, name, tuple(b.id for b in bases), own=own), bases

    def rank(self, codes: Sequence[str], unit: Unit, army: str) -> tuple[int, int, int]:
        """By its side, then as its army's list has its row, then by the number in its id (WAB-S30)."""
        number = unit.id.removeprefix(unit.kind).rstrip("n")
        return SIDES.index(unit.side), codes.index(unit.kind), int(number) if number.isdecimal() else 0

    def side_fields(self, side: str, army: str, mine: Sequence[Unit]) -> dict[str, Any]:
        """Its base line."""
        return {"edge": side}

    def finished(
        self, state: State, rows: Sequence[Mapping[str, Any]], doc: Mapping[str, Any], read: Document
    ) -> State:
        """With joined characters in their places, and the ties of enemies in contact."""
        state = _seat_characters(state, {str(r.get("id") or r.get("kind")) for r in rows if "poses" in r}, read)
        _check_places(state, read)
        return replace(state, ties=_contacts(state, self.ties_of(state, doc, read)))

    def written(self, state: State, unit: Unit) -> dict[str, Any]:
        """The row that tells a unit."""
        row, lost, place = kit.unit_row(MEASURES, state, unit)
        left = len(unit.bases) - len(lost)
        row |= {"models": left} if lost == list(range(left + 1, len(unit.bases) + 1)) else {"lost": lost}
        row |= own_fields(MEASURES, unit.own, leave=("character", "off_at"))
        return row | {"files": unit.own.files, "order": unit.own.order, "began": unit.own.began} | place


POSITIONS = Positions()
build, document = POSITIONS.build, POSITIONS.document


def _poses(row: Mapping[str, Any], model: Profile, own: UnitOwn, count: int, side: str, read: Document) -> list[Pose]:
    """Poses of the models that are left; none for a unit that is not on the table."""
    key = f"unit {row.get('id') or row.get('kind')}"
    if count == 0 or row.get("where", "table") != "table":
        return []
    facing = read.facing(row.get("facing", 0.0 if side == "south" else 180.0), f"{key}, facing")
    if "poses" in row:
        return kit.poses_of(read.array(row["poses"], f"{key}, poses", count), facing, read, f"{key}, poses")
    if own.joined:
        return [Pose(0.0, 0.0, facing)]
    if "at" not in row:
        raise read.fail(key, T("the key “at” is missing: where the middle of its front stands"))
    front = Pose(*read.point(row["at"], f"{key}, at"), facing)
    shape = model.footprint
    if own.character:
        return [rounded(Pose(*to_world(front, (0.0, -shape.depth / 2.0)), facing))]
    if own.order == "skirmish":
        return loose_group(shape, count, front)
    return laid_out(shape, count, own.files, gap_of(own.order, shape), front)


def _seat_characters(state: State, told: Collection[str], read: Document) -> State:
    """Give joined characters their place in the front rank of their unit, and its other figures theirs.

    Units of which every figure's place is ``told`` with those of its characters stand as they are.
    """
    for unit in state.units.values():
        to, key = unit.own.joined, f"unit {unit.id}, joined"
        if not to:
            continue
        if to not in state.units or state.units[to].side != unit.side or not unit.own.character:
            raise read.fail(key, T("a character may join only a unit of its own side"))
        if not formed(state, to):
            raise read.fail(key, T("a character may join only a unit in ranks (WAB-S27)"))
        if not suited(state, unit.id, to):
            raise read.fail(
                key, T("a mounted character may join only cavalry, and one on foot only infantry (WAB-S27)")
            )
    for unit in state.units.values():
        mine = {b.id for b in state.units.values() if b.own.joined == unit.id}
        if not mine or not state.bases_of(unit.id) or {unit.id, *mine} <= set(told):
            continue
        bare = replace(state, units={k: v for k, v in state.units.items() if k not in mine})
        state = state.with_poses(slots(state, unit.id, block_of(bare, unit.id).front, unit.own.files))
    return state


def _check_places(state: State, read: Document) -> None:
    """Refuse units off the table and units that overlap."""
    found = {u: quads(state, u) for u in fielded(state)}
    for unit, corners in found.items():
        xs, ys = corners[..., 0], corners[..., 1]
        low, high = min(xs.min(), ys.min()), max(xs.max() - state.table.width, ys.max() - state.table.depth)
        if low < -SLACK - ROUNDED or high > SLACK + ROUNDED:
            raise read.fail(f"unit {unit}", T("it is not wholly on the table"))
    for a, b in itertools.combinations(found, 2):
        deep = -float(signed_matrix(found[a], found[b]).min())
        if deep > 2.0 * SLACK + ROUNDED:  # where two ended a move against each other, either may be out by the slack
            text = T("it overlaps {other} by {deep} inches", other=b, deep=round(deep / MM_PER_INCH, 2))
            raise read.fail(f"unit {a}", text)


def _contacts(state: State, told: Mapping[str, Tie]) -> dict[str, Tie]:
    """Ties of enemy units in base contact; those that are told say how they came there."""
    found, known = dict(told), {frozenset((tie.a, tie.b)) for tie in told.values()}
    for a, b in itertools.combinations(fielded(state), 2):
        one, two = state.units[a], state.units[b]
        if one.side == two.side or {a, b} in known or one.own.fleeing or two.own.fleeing:
            continue
        if touch(state, a, b):
            name = f"contact-{len(found) + 1}"
            found[name] = Tie(name, "contact", a, b, ContactOwn())
    return found
