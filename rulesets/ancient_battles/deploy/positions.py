"""Building a situation from a plain document: table, ground, units as a person writes them (inches, compass words).

The document of a position (``game.engine.position``) and the short form of the tests go through :func:`build`.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.documents import OUTLINES, Document
from game.engine.options import defaults
from game.engine.own_troops import KEY
from game.engine.state import Base, Feature, State, Tie, Unit
from game.engine.text import T
from game.geometry.formed import slots as local_slots
from game.geometry.measure import signed_matrix
from game.geometry.shapes import Pose, rounded, to_world
from game.kit.army import positions as kit
from game.kit.army.setup import SIDES
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army.profiles import Profile, own_profile, profiles
from rulesets.ancient_battles.data_numbers import NUMBERS
from rulesets.ancient_battles.data_types import UnitRow
from rulesets.ancient_battles.field.blocks import block_of, formed, gap_of, quads, slots
from rulesets.ancient_battles.field.data_terrain import kinds
from rulesets.ancient_battles.field.facts import standing, suited
from rulesets.ancient_battles.field.touching import touch
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
SPREAD = 0.7
"""Inches between skirmishers who are put down by the place of their group alone."""
_BATTLE = tuple(f.name for f in msgspec.structs.fields(BattleOwn) if f.name != "troops")
_OWN = tuple(f.name for f in msgspec.structs.fields(UnitOwn) if f.name not in ("character", "off_at"))
_TOP = ("table", "sides", "units", "unit", "terrain", "contacts", "contact", "options", KEY, kit.OWN_ARMIES, *_BATTLE)
_UNIT = ("id", "kind", "side", "name", "at", "facing", "poses", "models", "lost", "where", *_OWN)
_SIDE = ("army", "name", "colour", "edge", "role")
_FEATURE = ("id", "kind", "name", *OUTLINES)
TABLES = {
    "": (BattleOwn, _TOP),
    "sides": (SideOwn, _SIDE),
    "unit": (UnitOwn, _UNIT),
    "terrain": (None, _FEATURE),
    "contact": (ContactOwn, ("id", "a", "b")),
    "profile": (UnitRow, ("like", "army", kit.LOOK)),
}
"""The tables of a document: what a system keeps of such things, and the keys beside its fields, for the reference."""


def build(doc: Mapping[str, Any], file: str = "position") -> State:
    """The state that a document describes.

    Parameters
    ----------
    doc
        ``table`` ([width, depth] in inches, 72 x 48 unless told), ``units``, ``terrain``, ``contacts``, ``sides``,
        ``options`` (the usual ones unless told; turns and points are the battle's limit and size) and the fields of
        :class:`BattleOwn`. A unit is ``id`` ("PHA"; row of its list ``kind`` unless the
        id says it), ``at`` (middle of its front edge; of skirmishers the middle of the group), ``facing``, ``files``,
        ``models`` (how many are left), ``poses`` (skirmishers one by one), ``joined`` (the unit a character stands
        in), and the other fields of :class:`UnitOwn`. Enemy units whose bases touch are in contact; ``contacts``
        tell how they came there. Unknown keys are refused.
    file
        Its name, for messages.

    Raises
    ------
    DataError
        If a key is unknown, a value does not fit, a unit is off the table or two overlap.
    """
    read = Document(file, MEASURES)
    read.known(doc, _TOP)
    armies = kit.armies_of(doc, read, {a: data_files.load_army(a).name for a in data_files.armies()})
    known = {code: (p.army, partial(msgspec.to_builtins, p.row)) for code, p in profiles().items()}
    troops = kit.troops(doc, read, known, armies, lambda row, key: _check_row(row, key, read))
    kinds_of = {**profiles(), **{code: own_profile(army, row) for code, (army, _, row) in troops.items()}}
    made = [_unit(row, kinds_of, read) for row in read.rows(doc, "units", "unit")]
    units, bases = kit.in_order(made, lambda unit: _listed(unit, list(kinds_of)), read)
    options = {**defaults(data_files.options()), **read.table(doc.get("options", {}), "options")}
    usual = {"scenario": "position", "active": "south", "first": "south", "turn": 1, "phase": "start"}
    usual |= {"limit": options["turns"], "size": options["points"]}
    battle = {**kit.told_of(doc, BattleOwn, usual), "troops": troops}
    state = State(
        ruleset="WAB",
        table=read.surface(doc.get("table", TABLE), "table"),
        options=options,
        sides=kit.sides(
            doc,
            read,
            units,
            _SIDE,
            armies,
            lambda side, mine: kinds_of[mine[0].kind].army if mine else HOME[side],
            _side_fields,
            SideOwn,
        ),
        units=units,
        bases=bases,
        features=features(read.rows(doc, "terrain"), read),
        own=read.own(battle, BattleOwn),
    )
    told = {str(row.get("id") or row.get("kind")) for row in read.rows(doc, "units", "unit") if "poses" in row}
    state = _seat_characters(state, told, read)
    _check_places(state, read)
    return replace(state, ties=_contacts(state, read.rows(doc, "contacts", "contact"), read))


def _check_row(row: Mapping[str, Any], key: str, read: Document) -> None:
    data_files.check_row(read.typed(row, UnitRow, key), read.file, key)


def _side_fields(side: str, army: str, row: Mapping[str, Any], mine: Sequence[Unit]) -> dict[str, Any]:
    return {"army": army, "edge": row.get("edge", side), "role": row.get("role", "")}


# --- units -------------------------------------------------------------------------------------------------------


def _listed(unit: Unit, rows: list[str]) -> tuple[int, int, int]:
    """Where a unit stands: by its side, then as its army's list has its row, then by the number in its id (WAB-S30)."""
    number = unit.id.removeprefix(unit.kind).rstrip("n")
    return SIDES.index(unit.side), rows.index(unit.kind), int(number) if number.isdecimal() else 0


def _unit(row: Mapping[str, Any], known: Mapping[str, Profile], read: Document) -> tuple[Unit, list[Base]]:
    """A unit or character and its models."""
    name = str(row.get("id") or row.get("kind") or "?")
    key = f"unit {name}"
    read.known(row, _UNIT, key)
    code = read.choice(row.get("kind") or name.rstrip("n0123456789"), tuple(known), T("kind of troops"), key)
    model = known[code]
    side = str(row.get("side", "south" if model.army == "seleucid" else "north"))
    read.choice(side, SIDES, T("side"), f"{key}, side")
    began, models = (read.whole(row.get(k, 0), f"{key}, {k}", 0, MOST) for k in ("began", "models"))
    most = max(model.row.models, began, models)
    lost = {read.whole(one, f"{key}, lost", 1, most) for one in read.array(row.get("lost", []), f"{key}, lost")}
    count = most - len(lost) if lost else read.whole(row.get("models", model.row.models), f"{key}, models", 0, most)
    left = [n for n in range(1, most + 1) if n not in lost][:count]
    files = read.whole(row.get("files", model.row.files), f"{key}, files", 0, most)
    own = {
        "files": files,
        "order": row.get("order", model.row.order),
        "began": row.get("began", max(model.row.models, count)),
        "character": bool(model.row.character),
        **{k: row[k] for k in _OWN if k in row and k not in ("files", "order", "began")},
    }
    owned = read.own(own, UnitOwn, key)
    if not owned.character and owned.order != "skirmish" and not 1 <= owned.files <= most:
        raise read.fail(f"{key}, files", T("a formed unit stands in one file or more"))
    poses = _poses(row, model, owned, count, side, read)
    where = kit.place(row, "table" if poses else "reserve", read, key)
    bases = []
    for number in range(1, most + 1):
        base_id = f"{name}.{number}"
        if number not in left:
            bases.append(Base(base_id, name, number, model.footprint, None, "gone"))
        else:
            pose = poses[left.index(number)] if poses else None
            bases.append(Base(base_id, name, number, model.footprint, pose, where))
    title = str(row.get("name", model.row.name))
    return Unit(name, side, code, title, tuple(b.id for b in bases), own=owned), bases


def _poses(row: Mapping[str, Any], model: Profile, own: UnitOwn, count: int, side: str, read: Document) -> list[Pose]:
    """Poses of the models that are left; none for a unit that is not on the table."""
    key = f"unit {row.get('id') or row.get('kind')}"
    if count == 0 or row.get("where", "table") != "table":
        return []
    facing = read.facing(row.get("facing", 0.0 if side == "south" else 180.0), f"{key}, facing")
    if "poses" in row:
        given = read.array(row["poses"], f"{key}, poses", count)
        places = [read.place(p, facing, f"{key}, poses[{k}]") for k, p in enumerate(given)]
        return [rounded(Pose(*point, turned)) for point, turned in places]
    if own.joined:
        return [Pose(0.0, 0.0, facing)]
    if "at" not in row:
        raise read.fail(key, T("the key “at” is missing: where the middle of its front stands"))
    front = Pose(*read.point(row["at"], f"{key}, at"), facing)
    if own.character:
        return [rounded(Pose(*to_world(front, (0.0, -model.footprint.depth / 2.0)), facing))]
    if own.order == "skirmish":
        return loose_group(model, count, front)
    gap = gap_of(own.order, model.footprint)
    local = local_slots(model.footprint, count, min(own.files, count), gap, gap)
    return [rounded(Pose(*to_world(front, (float(u), float(v))), facing)) for u, v in local]


def loose_group(model: Profile, count: int, middle: Pose, files: int = 5) -> list[Pose]:
    """Poses of skirmishers about a middle: rows with gaps well within their 2 inches (WAB-S03)."""
    gap = SPREAD * MM_PER_INCH
    local = local_slots(model.footprint, count, min(files, count), gap, gap)
    low, high = float(local[:, 1].min()), float(local[:, 1].max())
    shift = (low + high) / 2.0
    return [rounded(Pose(*to_world(middle, (float(u), float(v) - shift)), middle.facing)) for u, v in local]


def _seat_characters(state: State, told: Collection[str], read: Document) -> State:
    """Give joined characters their place in the front rank of their unit, and its other figures theirs.

    Units of which every figure's place is ``told`` with those of its characters stand as they are.
    """
    for unit in state.units.values():
        to = unit.own.joined
        if not to:
            continue
        if to not in state.units or state.units[to].side != unit.side or not unit.own.character:
            raise read.fail(f"unit {unit.id}, joined", T("a character joins a unit of his own side"))
        if not formed(state, to):
            raise read.fail(f"unit {unit.id}, joined", T("a character joins a unit in ranks (WAB-S27)"))
        if not suited(state, unit.id, to):
            text = T("a mounted character joins cavalry, one on foot infantry (WAB-S27)")
            raise read.fail(f"unit {unit.id}, joined", text)
    for unit in state.units.values():
        mine = [b for b in state.units.values() if b.own.joined == unit.id]
        own = unit.own
        if not mine or not state.bases_of(unit.id) or {unit.id, *(b.id for b in mine)} <= set(told):
            continue
        bare = replace(state, units={k: v for k, v in state.units.items() if v not in mine})
        front = block_of(bare, unit.id).front
        state = state.with_poses(slots(state, unit.id, front, own.files))
    return state


def _check_places(state: State, read: Document) -> None:
    """Refuse units off the table and units that overlap."""
    found = {u: quads(state, u) for u in standing(state)}
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


# --- ground and contacts -----------------------------------------------------------------------------------------


def features(found: list[Mapping[str, Any]], read: Document) -> dict[str, Feature]:
    """Terrain by id."""
    return {f.id: f for f, _ in read.pieces(found, kinds(), _FEATURE)}


def _contacts(state: State, rows: list[Mapping[str, Any]], read: Document) -> dict[str, Tie]:
    """Ties of enemy units in base contact; a row tells how two of them came there."""
    told: dict[frozenset[str], Tie] = {}
    for k, row in enumerate(rows, 1):
        tie = read.tie(f"contact-{k}", "contact", row, tuple(state.units), ContactOwn, f"contact {k}")
        told[frozenset((tie.a, tie.b))] = tie
    found = {t.id: t for t in told.values()}
    for a, b in itertools.combinations(standing(state), 2):
        if state.units[a].side == state.units[b].side or frozenset((a, b)) in told:
            continue
        if state.units[a].own.fleeing or state.units[b].own.fleeing or not touch(state, a, b):
            continue
        name = f"contact-{len(found) + 1}"
        found[name] = Tie(name, "contact", a, b, ContactOwn())
    return found
