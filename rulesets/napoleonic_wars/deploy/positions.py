"""A situation and the plain document of it, in cm, built and written: bodies, terrain, objectives, charges and melees.

A body is ``kind`` (a code of an army, or a unit, battery or general of the nations' lists), ``at`` (the middle of its
front edge), ``facing``, ``formation``, ``abreast``, ``lost`` figures or the numbers of those that are ``gone``, what
was bought otherwise (``companies``, ``figures``, ``guns``, ``class``, ``weapon``), and the fields of :class:`BodyOwn`.
A body whose figures are not those that were bought (a detachment, led horses) tells them one by one in ``figure``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from game.engine.documents import Document
from game.engine.fields import with_fields
from game.engine.positions import parts
from game.engine.state import Base, Feature, Marker, Secret, State, Unit
from game.engine.text import T
from game.geometry.shapes import Footprint, Pose, rounded
from game.kit.muster import positions as kit
from game.kit.muster.bought import Bought, Kind, said
from game.kit.muster.setup import SIDES
from rulesets.napoleonic_wars import bases as sizes
from rulesets.napoleonic_wars import data_files
from rulesets.napoleonic_wars.army import nations
from rulesets.napoleonic_wars.army.data_army import ARMIES, armies, faults
from rulesets.napoleonic_wars.army.fields import CHIEF, GENERAL, GENERALS
from rulesets.napoleonic_wars.army.rows import Row, new_unit, shares
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.data_files import RULESET_ID
from rulesets.napoleonic_wars.deploy.scenarios import EDGES, PIECE, number, pieces, zone
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import kinds
from rulesets.napoleonic_wars.measures import MEASURES
from rulesets.napoleonic_wars.own import (
    BattleOwn,
    BodyOwn,
    Brigade,
    ChargeOwn,
    FigureOwn,
    MarkerOwn,
    MeleeOwn,
    SideOwn,
)

HOME = {"south": "britain", "north": "france"}
"""Whose army a side has that has no units."""
_BOUGHT = ("class", "training", "weapon", "companies", "figures", "guns", "detachments", "bases")
_FIGURE = ("id", "number", "size", "at", "where", "place", *kit.names_of(FigureOwn))
_MARKER = ("id", "kind", "side", "name", "at", *kit.names_of(MarkerOwn))


@cache
def on_offer() -> dict[str, Kind[Row]]:
    """The rows of the armies on offer by code, and the units of the nations' lists as they are listed, by id."""
    found = {row.code: Kind(army.id, row) for army in armies().values() for row in army.unit}
    for nation in nations.NATIONS.all().values():
        army = nation.id if nation.id in armies() else HOME["south"]
        for listed in (*nation.unit, *nation.battery):
            found[listed.id] = Kind(army, Row(code=listed.id, name=listed.name, kind=listed.id))
    general = {GENERAL: "General", CHIEF: "Commander-in-chief"}
    return found | {i: Kind(HOME["south"], Row(code=i, name=name, kind=i)) for i, name in general.items()}


class Positions(Bought[Row]):
    """What bodies of rows are in a document."""

    ruleset = RULESET_ID
    phase = "write"
    measures = MEASURES
    battle, side, unit, row = BattleOwn, SideOwn, BodyOwn, Row
    unit_keys = ("id", "kind", "side", "name", "at", "facing", "gone", "where", "parent", "figure", *_BOUGHT)
    table = (number("table_width"), number("table_depth"))
    home = HOME
    lists = ARMIES
    options = staticmethod(data_files.options)
    ground = staticmethod(kinds)
    kinds = staticmethod(on_offer)
    bare = Row(code="", name="", kind="")
    faults = staticmethod(faults)
    ties: ClassVar = {"charge": ChargeOwn, "attack": ChargeOwn, facts.MELEE: MeleeOwn, "pursuit": MeleeOwn}
    foes_only = tuple(ties)
    more: ClassVar = {"terrain": (None, PIECE), "marker": (MarkerOwn, _MARKER)}

    def begun(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Before the orders of the first move."""
        return {
            "scenario": "position",
            "move": 1,
            "moves": options["moves"],
            "season": options["season"],
            "step": "write",
        }

    def land(self, rows: Sequence[Mapping[str, Any]], read: Document) -> dict[str, Feature]:
        """The terrain with storeys and contours."""
        return pieces(rows, read)

    def unit_of(self, row: Mapping[str, Any], told: kit.Told[Kind[Row]], read: Document) -> tuple[Unit, list[Base]]:
        """A body with its figures, those lost gone, nobody in his place yet."""
        listed, key = told.kind.row, told.key
        unit, made = new_unit(_bought(listed, row, read, key), None, told.side, told.name)
        own = self.own_of(row, parts.own_fields(MEASURES, unit.own), read, key)
        name, parent = str(row.get("name", listed.name)), str(row.get("parent", ""))
        unit = replace(unit, kind=listed.code, name=name, parent=parent, own=own)
        if "figure" in row:
            figures = [_figure(one, told.name, read, f"{key}, figure {k}") for k, one in enumerate(row["figure"], 1)]
            _fits(row, unit, figures, read, key)
            return replace(unit, bases=tuple(b.id for b in figures)), figures
        _fits(row, unit, made, read, key, bought=True)
        away = row.get("gone", [len(made) - k for k in range(unit.own.strength.lost)])
        alive = kit.left(
            {"lost": away}, len(made), read, key, lambda n: T("there is no figure {number}", number=str(n))
        )
        unit = replace(unit, own=with_fields(unit.own, lost=len(made) - len(alive)))
        where = kit.place(row, "table" if "at" in row or row.get("inside") else "reserve", read, key)
        return unit, [replace(b, where=where if b.number in alive else "gone") for b in made]

    def rank(self, codes: Sequence[str], unit: Unit, army: str) -> tuple[int, Any]:
        """South first, then by their ids (NAP-S61)."""
        return SIDES.index(unit.side), facts.natural(unit.id)

    def side_fields(self, side: str, army: str, mine: Sequence[Unit]) -> dict[str, Any]:
        """Its edge, its brigades with their generals, its commander-in-chief."""
        led = {u.own.brigade: u.id for u in mine if u.kind == GENERAL or (u.own.arm == "general" and u.own.brigade)}
        names = dict.fromkeys(u.own.brigade for u in mine if u.own.brigade)
        brigades = [msgspec.to_builtins(Brigade(b, b, led.get(b, ""))) for b in names]
        chief = next((u.id for u in mine if u.own.arm == "general" and u.own.brigade == ""), "")
        return {"edge": EDGES[side], "brigades": brigades, "chief": chief}

    def finished(
        self, state: State, rows: Sequence[Mapping[str, Any]], doc: Mapping[str, Any], read: Document
    ) -> State:
        """With everybody in his place, in bases of his formation; zones, ties, objectives.

        Each side has its secret, though nothing is in it yet: by that a view is known as its own.
        """
        bases = dict(state.bases)
        for row in rows:
            name = kit.name_of(row)
            for base in _placed(state, state.units[name], row, read, f"unit {name}"):
                bases[base.id] = base
        own: BattleOwn = state.own
        if not own.zones:
            deep = number("zone_depth")
            own = replace(own, zones=tuple((s, zone(state.table, e, deep)) for s, e in EDGES.items()))
        secret = {side: Secret() for side in state.sides}
        ties = self.ties_of(state, doc, read)
        return replace(state, bases=bases, markers=_markers(doc, read), ties=ties, own=own, secret=secret)

    def written(self, state: State, unit: Unit) -> dict[str, Any]:
        """The row that tells a body: what is otherwise than as it was bought."""
        kind = self.kind_of(state.own.troops, unit.kind)
        bought, _ = new_unit(kind.row, None, unit.side, unit.id, state.options)
        row = {"id": unit.id, "kind": unit.kind, "side": unit.side, "name": unit.name}
        row |= {"parent": unit.parent} if unit.parent else {}
        row |= self.otherwise(unit, bought)
        here = [state.bases[b] for b in unit.bases]
        return row | {"figure": [_base_row(base) for base in here]}

    def document(self, state: State) -> dict[str, Any]:
        """The document of a situation."""
        terrain = [
            row | parts.own_fields(MEASURES, f.own) if f.own is not None else row
            for row, f in zip(parts.terrain(MEASURES, state.features), state.features.values(), strict=True)
        ]
        for row in terrain:
            if "contours" in row:
                row["contours"] = [{"points": ring} for ring in row["contours"]]
        marks = [
            {"id": m.id, "kind": m.kind, "name": m.name, "at": parts.place(MEASURES, m.pose)}
            | ({"side": m.side} if m.side else {})
            | parts.own_fields(MEASURES, m.own)
            for m in state.markers.values()
            if m.pose is not None
        ]
        return super().document(state) | {"terrain": terrain, "marker": marks}


POSITIONS = Positions()
build, document = POSITIONS.build, POSITIONS.document


def _fits(
    row: Mapping[str, Any], unit: Unit, made: Sequence[Base], read: Document, key: str, *, bought: bool = False
) -> None:
    """Refuse sub-units told that are not those of the figures; ``bought``: each of them has some (NAP-ORG-28).

    A figure that was lost may be of a sub-unit that acts apart now: the dead stay with the unit (NAP-ORG-19).
    """
    own: BodyOwn = unit.own
    if "subs" not in row:
        return
    subs, figures = [s.id for s in own.subs], {b.own.sub for b in made if b.own.sub and (bought or b.where != "gone")}
    twice = next((s for k, s in enumerate(subs) if s in subs[:k]), "")
    lacks = next((s for s in sorted(figures) if s not in subs), "")
    empty = next((s for s in subs if bought and s not in figures), "")
    if twice:
        raise read.fail(f"{key}, subs", T("there are two sub-units {name}", name=twice))
    if lacks or empty:
        text = (
            T("{name} is not a sub-unit of any of its figures", name=empty)
            if empty
            else T("there is no sub-unit {name}", name=lacks)
        )
        raise read.fail(f"{key}, subs", text)


def _bought(row: Row, told: Mapping[str, Any], read: Document, key: str) -> Row:
    """The row with what the document has otherwise; ``figures`` as one number are shared over all sub-units."""
    changed = {k: told[k] for k in _BOUGHT if k in told}
    if row.kind in GENERALS or not changed:
        return row
    plain = msgspec.to_builtins(row) | changed
    if isinstance(changed.get("figures"), int):
        assert row.troops is not None
        here = {s.kind: changed.get("companies", {}).get(s.kind, s.n) for s in row.troops.sub}
        plain["figures"] = {next(iter(here)): changed["figures"]}  # refused where it is out of bounds
        read.typed(plain, Row, key)
        each, out = list(shares(changed["figures"], max(1, sum(here.values())))), {}
        for sub, n in here.items():
            out[sub], each = sum(each[:n]), each[n:]
        plain["figures"] = {sub: n for sub, n in out.items() if n}
    found = read.typed(plain, Row, key)
    for fault in faults(found):
        if fault.clause not in ("NAP-R14", "NAP-ARM-05"):
            raise read.fail(f"{key}, {fault.where}", said(fault))
    return found


def _figure(row: Mapping[str, Any], unit: str, read: Document, key: str) -> Base:
    read.known(row, _FIGURE, key)
    own = read.own({k: row[k] for k in kit.names_of(FigureOwn) if k in row}, FigureOwn, key)
    wide, deep = (read.length(v, f"{key}, size") for v in read.array(row.get("size", [0.75, 1.0]), f"{key}, size", 2))
    pose = None
    if "at" in row:
        at, facing = read.place(row["at"], 0.0, f"{key}, at")
        pose = Pose(round(at[0], 3), round(at[1], 3), round(facing, 4) % 360.0)  # as the clock keeps them
    where = row.get("where", "table" if pose is not None else "reserve")
    number = int(row.get("number", 1))
    name = str(row.get("id", f"{unit}.{number}"))
    return Base(name, unit, number, Footprint("rect", wide, deep), pose, where, str(row.get("place", "")), own=own)


def _base_row(base: Base) -> dict[str, Any]:
    """A figure as its table tells it."""
    size = parts.lengths(MEASURES, base.shape.width, base.shape.depth)
    row: dict[str, Any] = {"id": base.id, "number": base.number, "size": size}
    row |= {"at": parts.place(MEASURES, base.pose)} if base.pose is not None else {}
    row |= {"where": base.where} if base.where != ("table" if base.pose is not None else "reserve") else {}
    row |= {"place": base.place} if base.place else {}
    return row | parts.own_fields(MEASURES, base.own)


def _placed(state: State, unit: Unit, row: Mapping[str, Any], read: Document, key: str) -> Iterator[Base]:
    """The figures of a body on the bases of its formation, where that puts them; those in a building inside it.

    The guns of a battery fired at whom it fired at.
    """
    if "figure" in row:
        return
    own: BodyOwn = unit.own
    inside = own.inside
    if inside:
        read.choice(inside, tuple(state.features), T("piece of terrain"), f"{key}, inside")
    poses: dict[str, Pose] = {}
    if "at" in row and not inside:
        usual = 0.0 if unit.side == "south" else 180.0
        at, facing = read.place(row["at"], read.facing(row.get("facing", usual), f"{key}, facing"), f"{key}, at")
        poses = shape.poses(state, unit.id, own.stance.formation, rounded(Pose(*at, facing)), own.stance.abreast)
    for name in unit.bases:
        base = state.bases[name]
        base = replace(base, shape=sizes.footprint(state, base, own.stance.formation))
        if base.where == "table" and name not in poses:
            base = replace(base, where="inside", place=inside or unit.id)
        if base.own.role == "gun" and own.fire.fired_at:
            base = replace(base, own=with_fields(base.own, fired_at=facts.unit_of(state, own.fire.fired_at)))
        yield replace(base, pose=poses.get(name) if base.where == "table" else None)


def _markers(doc: Mapping[str, Any], read: Document) -> dict[str, Marker]:
    found = {}
    for k, row in enumerate(read.rows(doc, "markers", "marker"), 1):
        name = str(row.get("id", f"O{k}"))
        key = f"marker {name}"
        read.known(row, _MARKER, key)
        at, facing = read.place(row.get("at", []), 0.0, f"{key}, at")
        own = read.own({f: row[f] for f in kit.names_of(MarkerOwn) if f in row}, MarkerOwn, key)
        told = str(row.get("kind", "objective")), str(row.get("side", "")), str(row.get("name", ""))
        found[name] = Marker(name, told[0], told[1], Pose(*at, facing), own, told[2])
    return found
