"""A situation and the plain document of it, in inches, built and written: units by their rows, terrain, locks, markers.

A unit is ``kind``, the code of its row, ``at`` (one place, about which it stands in its formation, or one for each
model), ``lost`` (numbers of models), ``wounds`` (Standfast lost: one number, or one a model), and the fields of
:class:`UnitOwn`; a hero is ``joined`` to troops, a unit ``aboard`` a carrier.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from msgspec.structs import replace

from game.engine.documents import Document
from game.engine.positions import parts
from game.engine.state import Base, Feature, State, Unit
from game.engine.text import T
from game.geometry.shapes import Pose
from game.kit.figures import by_hand
from game.kit.muster import positions as kit
from game.kit.muster.bought import Bought, Kind
from game.kit.muster.setup import SIDES
from rulesets.universal_battle import data_files
from rulesets.universal_battle.army.data_army import ARMIES, RULESET_ID, armies
from rulesets.universal_battle.army.legal import faults
from rulesets.universal_battle.army.rows import Row, new_unit
from rulesets.universal_battle.data_files import number, whole
from rulesets.universal_battle.field import facts, formations
from rulesets.universal_battle.field.ground import Ground, ground_of, kinds
from rulesets.universal_battle.measures import MEASURES, inch
from rulesets.universal_battle.own import BattleOwn, LockOwn, MarkerOwn, PieceOwn, SideOwn, UnitOwn

HOME = {"south": "bronze_host", "north": "star_company"}
"""Whose army a side has that has no units."""
MOST = 40
"""As much Standfast a model may have lost."""
_MARKER = kit.names_of(MarkerOwn)


@cache
def on_offer() -> dict[str, Kind[Row]]:
    """The rows of the armies on offer by code."""
    return {row.code: Kind(army.id, row) for army in armies().values() for row in army.unit}


class Positions(Bought[Row]):
    """What units of rows are in a document."""

    ruleset = RULESET_ID
    phase = "round"
    measures = MEASURES
    battle, side, unit, row = BattleOwn, SideOwn, UnitOwn, Row
    unit_keys = ("id", "kind", "side", "name", "at", "facing", "files", "lost", "wounds", "where")
    table = (number("table"), number("table"))
    home = HOME
    lists = ARMIES
    options = staticmethod(data_files.options)
    ground = staticmethod(kinds)
    kinds = staticmethod(on_offer)
    bare = Row(code="", name="", kind="troops")
    faults = staticmethod(faults)
    ties: ClassVar = {facts.LOCKED: LockOwn}
    tie_ids: ClassVar = {facts.LOCKED: "lock-"}
    foes_only = (facts.LOCKED,)
    more: ClassVar = {"terrain": (None, by_hand.KEYS), "marker": (MarkerOwn, by_hand.MARKER)}
    farthest_apart = inch(number("mates"))

    def begun(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The first round, South's turn to act."""
        told = {"scenario": "position", "active": "south", "starter": "south", "first": "south", "round": 1}
        return told | {"phase": self.phase, "rounds": whole("rounds")}

    def land(self, rows: Sequence[Mapping[str, Any]], read: Document) -> dict[str, Feature]:
        """The terrain with its heights and ladders."""
        return by_hand.pieces(rows, kinds(), read, PieceOwn)

    def unit_of(self, row: Mapping[str, Any], told: kit.Told[Kind[Row]], read: Document) -> tuple[Unit, list[Base]]:
        """A unit with its models, those lost gone, nobody in his place yet."""
        bought, key = told.kind.row, told.key
        unit, models = new_unit(bought, told.side, told.name)
        alive = by_hand.left(row, len(models), read, key)
        inside = str(row.get("aboard", ""))
        where = "inside" if inside else kit.place(row, "table" if "at" in row else "reserve", read, key)
        wounds = dict(zip(alive, by_hand.each(row.get("wounds", 0), alive, read, f"{key}, wounds", MOST), strict=True))
        bases = []
        for base in models:
            if base.number not in alive:
                bases.append(replace(base, where="gone"))
                continue
            if wounds[base.number] >= base.own.standfast:
                raise read.fail(
                    f"{key}, wounds", T("a model has {n} Standfast; the wounds must be fewer", n=base.own.standfast)
                )
            hurt = replace(base.own, lost=wounds[base.number])
            bases.append(replace(base, where=where, place=inside, own=hurt))
        own = self.own_of(row, parts.own_fields(MEASURES, unit.own), read, key)
        return replace(unit, name=str(row.get("name", bought.name)), own=own), bases

    def rank(self, codes: Sequence[str], unit: Unit, army: str) -> tuple[int, int]:
        """South first, then as the army's rows stand (USB-R65)."""
        return SIDES.index(unit.side), codes.index(unit.kind)

    def side_fields(self, side: str, army: str, mine: Sequence[Unit]) -> dict[str, Any]:
        """Its edge, and who commands: the dearest hero (USB-CDR-01)."""
        heroes = [u for u in mine if u.own.power]
        first = max(heroes, key=lambda u: int(u.own.points), default=None)
        return {"edge": side, "commander": first.id if first is not None else ""}

    def finished(
        self, state: State, rows: Sequence[Mapping[str, Any]], doc: Mapping[str, Any], read: Document
    ) -> State:
        """With everybody in his place, the locks, the markers."""
        ground, bases = ground_of(state), dict(state.bases)
        for row in rows:
            unit, key = state.units[kit.name_of(row)], f"unit {kit.name_of(row)}"
            _check_company(state, unit, read, key)
            alive = [state.bases[b] for b in unit.bases if state.bases[b].where == "table"]
            for base, pose in zip(alive, _poses(row, unit, alive, ground, read, key) if alive else (), strict=True):
                bases[base.id] = replace(base, pose=pose)
        by_hand.check_places(list(bases.values()), ground, read)
        markers = by_hand.markers(
            read.rows(doc, "markers", "marker"),
            ground,
            read,
            _MARKER,
            lambda told, key: read.own(told, MarkerOwn, key),
        )
        return replace(state, bases=bases, markers=markers, ties=self.ties_of(state, doc, read))

    def written(self, state: State, unit: Unit) -> dict[str, Any]:
        """The row that tells a unit: what is otherwise than as it was bought."""
        row, lost, place = kit.unit_row(MEASURES, state, unit)
        row |= {"lost": lost} if lost else {}
        row |= {"at" if key == "poses" else key: value for key, value in place.items() if value != "inside"}
        wounds = [b.own.lost for b in parts.standing(state, unit.id)]
        row |= {"wounds": wounds} if any(wounds) else {}
        kind = self.kind_of(state.own.troops, unit.kind)
        return row | self.otherwise(unit, new_unit(kind.row, unit.side, unit.id)[0])

    def document(self, state: State) -> dict[str, Any]:
        """The document of a situation."""
        more = {"terrain": by_hand.terrain(MEASURES, state.features), "marker": by_hand.marker_rows(MEASURES, state)}
        return super().document(state) | more


POSITIONS = Positions()
build, document = POSITIONS.build, POSITIONS.document


def _poses(
    row: Mapping[str, Any], unit: Unit, alive: Sequence[Base], ground: Ground, read: Document, key: str
) -> list[Pose]:
    """Poses of the models that are left; a Column or Phalanx with one place stands in ranks about it (USB-S10)."""
    formation, at = unit.own.formation, row.get("at")
    if formation not in ("column", "phalanx") or not at or not isinstance(at[0], int | float):
        return by_hand.poses(row, len(alive), alive[0].shape.width, unit.side, ground, read, key)
    facing = read.facing(row.get("facing", 0.0 if unit.side == "south" else 180.0), f"{key}, facing")
    (x, y), facing = read.place(at, facing, f"{key}, at")
    files = read.whole(row.get("files", 0), f"{key}, files", 0, len(alive))
    found = formations.places(alive, formation, ground.on_level(x, y, facing), files)
    return [ground.on_level(p.x, p.y, p.facing) for p in found.values()]


def _check_company(state: State, unit: Unit, read: Document, key: str) -> None:
    """Refuse a hero who is with nobody, a passenger without a carrier (USB-S17, USB-TRN-01)."""
    friends = {u.id: u for u in state.units_of(unit.side)}
    if unit.own.joined:
        troops = [i for i, u in friends.items() if not any(b.own.category or b.own.growth >= 0 for b in _of(state, u))]
        read.choice(unit.own.joined, troops, T("unit of troops of his side"), f"{key}, joined")
        if not any(b.own.category for b in _of(state, unit)):
            raise read.fail(f"{key}, joined", T("only a hero joins troops"))
    if unit.own.aboard:
        carriers = [i for i, u in friends.items() if any(b.own.cargo for b in _of(state, u))]
        read.choice(unit.own.aboard, carriers, T("carrier of its side"), f"{key}, aboard")


def _of(state: State, unit: Unit) -> list[Base]:
    return [state.bases[b] for b in unit.bases]
