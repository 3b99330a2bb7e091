"""A situation and the plain document of it, in inches, built and written: terrain, units of the warbands, markers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from game.engine.documents import Document
from game.engine.options import check_options
from game.engine.own_troops import merged
from game.engine.positions import parts
from game.engine.state import Base, Feature, Side, State, Unit
from game.engine.text import T
from game.kit.figures import by_hand
from game.kit.muster import positions as kit
from game.kit.muster.bought import Kind
from game.kit.muster.renaming import LONGER
from game.kit.muster.setup import SIDES
from rulesets.age_of_fantasy_skirmish import data_files
from rulesets.age_of_fantasy_skirmish.army import data_army, specials
from rulesets.age_of_fantasy_skirmish.army.data_army import Army, Profile, profiles
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.deploy.setup import features
from rulesets.age_of_fantasy_skirmish.field.ground import Ground, kinds
from rulesets.age_of_fantasy_skirmish.magic import spells
from rulesets.age_of_fantasy_skirmish.measures import MEASURES, inch
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, ModelOwn, SideOwn, UnitOwn

_MODEL = ("wounds", "tokens", "used", "rules", "quality", "defense", "size")
MOST = 40
"""As many models of a kind a mixed group may list in one row, and as many wounds or tokens a model may have."""
Told = kit.Told[Kind[Profile]]
HOME = {"south": "saltmarch", "north": "hollow_court"}
"""Whose warband a side has that has no units."""


@cache
def on_offer() -> dict[str, Kind[Profile]]:
    """The units of the warbands by code."""
    return {code: Kind(army.id, row) for code, (army, row) in profiles().items()}


class Positions(kit.Bodies[Kind[Profile]]):
    """What units of models are in a document.

    A unit is ``id`` ("A3", for the other side "A3n"), ``at`` (one place, or one a model: x and y or x, y and facing),
    ``lost`` (numbers of models), ``wounds`` and ``tokens`` (one number, or one a model), ``used`` (Limited weapons
    spent by all, or a list of them a model), the fields of :class:`UnitOwn`; ``rules``, ``quality``, ``defense`` and
    ``size`` give its models another profile.
    """

    ruleset = "AFS"
    phase = "round"
    measures = MEASURES
    battle, side, unit, row = BattleOwn, SideOwn, UnitOwn, Profile
    unit_keys = ("id", "code", "side", "name", "at", "facing", "lost", "where", *_MODEL)
    table = (number("table"), number("table"))
    home = HOME
    lists = data_army.WARBANDS
    options = staticmethod(data_files.options)
    ground = staticmethod(kinds)
    kinds = staticmethod(on_offer)
    needless: ClassVar = {}
    ties: ClassVar = {}
    foes_only = ("charge",)
    more: ClassVar = {"terrain": (None, by_hand.KEYS), "marker": (None, by_hand.MARKER)}
    event_lengths = frozenset({"height", "length", "way"})
    farthest_apart = 228.6
    """9 inches, however casualties have torn a unit."""

    def row_of(self, code: str) -> Mapping[str, Any]:
        """A unit of a warband."""
        found: dict[str, Any] = msgspec.to_builtins(on_offer()[code].row)
        return found

    def check_row(self, row: Mapping[str, Any], key: str, read: Document) -> None:
        """Refuse what no unit can be."""
        made = read.typed(row, Profile, key)
        data_army.checked(Army(id=key, name=key, unit=(made,)), read.file)

    def whole_row(self, row: dict[str, Any], key: str, read: Document) -> dict[str, Any]:
        """A row with the models of a mixed group one by one."""
        if not row.get("fighter"):
            return row
        fighters = list(_fighters(row["fighter"], read, f"{key}, fighter"))
        return {**row, "fighter": fighters, "models": len(fighters)}

    def own_kind(self, army: str, row: str) -> Kind[Profile]:
        """A unit that no warband has."""
        return Kind(army, msgspec.json.decode(row, type=Profile))

    def land(self, rows: Sequence[Mapping[str, Any]], read: Document) -> dict[str, Feature]:
        """The terrain with its heights and ladders."""
        return features(rows, read)

    def options_of(self, doc: Mapping[str, Any], read: Document) -> dict[str, Any]:
        """The options of a battle, if they can be."""
        found = super().options_of(doc, read)
        for problem in check_options(data_files.options(), found):
            raise read.fail(problem.where, problem.text)
        return found

    def begun(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The first round, South's turn to act."""
        told = {"scenario": "position", "active": "south", "starter": "south", "winner": "south", "round": 1}
        return told | {"phase": self.phase, "size": options["points"], "zone": number("zone")}

    def told(self, row: Mapping[str, Any], kinds: Mapping[str, Kind[Profile]], read: Document) -> Told:
        """Who a unit is: its code is its id, with an "n" for one of the other side, unless told."""
        name = str(row.get("id") or row.get("code") or "?")
        key = f"unit {name}"
        read.known(row, (*self.unit_keys, *self.own_keys), key)
        code = str(row.get("code") or name)
        north = code not in kinds and code.endswith("n")
        code = read.choice(
            code.removesuffix("n") if north else code, tuple(kinds), T("unit of the warbands"), f"{key}, code"
        )
        other = north or kinds[code].army != self.home["south"]
        side = read.choice(row.get("side", SIDES[other]), SIDES, T("side"), f"{key}, side")
        return Told(name, key, code, kinds[code], side)

    def unit_of(self, row: Mapping[str, Any], told: Told, read: Document) -> tuple[Unit, list[Base]]:
        """A unit with its models, nobody in his place yet, those lost gone."""
        profile, key = told.kind.row, told.key
        unit, models = data_army.new_unit(_altered(profile, row, read, key), told.side, told.name)
        alive = by_hand.left(row, profile.models, read, key)
        where = kit.place(row, "table" if "at" in row else "reserve", read, key)
        wounds, tokens = (by_hand.each(row.get(k, 0), alive, read, f"{key}, {k}", MOST) for k in ("wounds", "tokens"))
        used = _used(row.get("used", []), alive, models, read, f"{key}, used")
        bases = {base.number: replace(base, where="gone") for base in models}
        for k, n in enumerate(alive):
            own = replace(bases[n].own, wounds=wounds[k], tokens=tokens[k], used=used[k])
            bases[n] = replace(bases[n], where=where, own=own)
        for k, effect in enumerate(read.array(row.get("effects", []), f"{key}, effects"), 1):
            at = f"{key}, effects {k}"
            read.choice(read.table(effect, at).get("spell"), spells.names(), T("spell"), f"{at}, spell")
            _rules(effect.get("rules", {}), read, f"{at}, rules")
        given = self.own_of(row, msgspec.to_builtins(unit.own), read, key)
        return replace(unit, name=str(row.get("name", profile.name)), own=given), list(bases.values())

    def rank(self, codes: Sequence[str], unit: Unit, army: str) -> tuple[int, int]:
        """South's first, then by the army list of its side, by which dice fall (AFS-S16).

        What is in no list of its side comes last, as it is told.
        """
        listed = [p.code for p in data_army.armies()[army].unit] if army in data_army.armies() else []
        return SIDES.index(unit.side), listed.index(unit.kind) if unit.kind in listed else len(listed)

    def side_fields(self, side: str, army: str, mine: Sequence[Unit]) -> dict[str, Any]:
        """Its edge, units at the beginning, the spells of its warband."""
        return {"edge": side, "began": len(mine), "spells": data_army.armies()[army].spells}

    def finished(
        self, state: State, rows: Sequence[Mapping[str, Any]], doc: Mapping[str, Any], read: Document
    ) -> State:
        """With everybody in his place, the markers, units for the Musician and the Banner that are there."""
        ground, bases = Ground(state.features, state.table), dict(state.bases)
        for row in rows:
            unit = state.units[str(row.get("id") or row.get("code"))]
            alive = [bases[b] for b in unit.bases if bases[b].where == "table"]
            if alive:
                width = bases[unit.bases[0]].shape.width
                poses = by_hand.poses(row, len(alive), width, unit.side, ground, read, f"unit {unit.id}")
                bases |= {b.id: replace(b, pose=pose) for b, pose in zip(alive, poses, strict=True)}
        by_hand.check_places(list(bases.values()), ground, read)
        for side in state.sides.values():
            for upgrade, units in (("musician", side.own.musician), ("banner", side.own.banner)):
                for unit_id in units:
                    key = f"sides.{side.id}, {upgrade}"
                    read.choice(unit_id, tuple(state.units), T("unit"), key)
        markers = by_hand.markers(read.rows(doc, "markers", "marker"), ground, read)
        return replace(state, bases=bases, markers=markers)

    def written(self, state: State, unit: Unit) -> dict[str, Any]:
        """The row that tells a unit."""
        return _unit_row(state, unit, _strangers(state).get((unit.side, unit.kind), ""))

    def document(self, state: State) -> dict[str, Any]:
        """The document of a situation, with units that no warband has as rows of their own."""
        strange = _strangers(state)
        samples = {code: next(u for u in state.units_of(s) if u.kind == kind) for (s, kind), code in strange.items()}
        return super().document(state) | {
            "profile": [_profile(state, unit, code) for code, unit in samples.items()],
            "sides": {s.id: _side_row(s) for s in state.sides.values()},
            "terrain": by_hand.terrain(MEASURES, state.features),
            "marker": by_hand.marker_rows(MEASURES, state),
        }


def _rules(value: Any, read: Document, key: str) -> dict[str, int]:
    held = {str(r): int(x) for r, x in read.table(value, key).items()}
    specials.check_rules(held, "model", read.file, key)
    return held


def _fighters(value: Any, read: Document, key: str) -> Iterator[dict[str, Any]]:
    """The models of a mixed group one by one; ``like`` takes one of a known unit, ``count`` several of a kind."""
    for n, given in enumerate(read.array(value, key), 1):
        at = f"{key} {n}"
        row = dict(read.table(given, at))
        count = read.whole(row.pop("count", 1), f"{at}, count", 1, MOST)
        code = row.pop("like", "")
        if code:
            _, like = profiles()[read.choice(code, tuple(profiles()), T("unit of the warbands"), f"{at}, like")]
            start = msgspec.to_builtins(like)
            row = merged({k: start[k] for k in ("name", "size", "quality", "defense", "rules", "weapon")}, row)
        for _ in range(count):
            yield dict(row)


def _altered(profile: Profile, row: Mapping[str, Any], read: Document, key: str) -> Profile:
    """A profile with what the row says otherwise."""
    found: dict[str, Any] = {k: read.whole(row[k], f"{key}, {k}", 2, 6) for k in ("quality", "defense") if k in row}
    if "size" in row:
        found["size"] = read.choice(row["size"], tuple(data_army.sizes()), T("size of base"), f"{key}, size")
    if "rules" in row:
        found["rules"] = _rules(row["rules"], read, f"{key}, rules")
    return replace(profile, **found)


def _used(value: Any, alive: Sequence[int], models: Sequence[Base], read: Document, key: str) -> list[tuple[str, ...]]:
    """Limited weapons spent by each model that is left: the same for all, or a list of them (AFS-LIM-02)."""
    given = read.array(value, key)
    each = [given] * len(alive)
    if any(not isinstance(one, str) for one in given):
        each = [read.array(one, f"{key}[{k}]") for k, one in enumerate(read.array(given, key, len(alive)))]
    weapons = list(dict.fromkeys(w.name for base in models for w in base.own.weapons))
    return [tuple(read.choice(name, weapons, T("weapon"), key) for name in one) for one in each]


def _side_row(side: Side) -> dict[str, Any]:
    own = parts.own_fields(MEASURES, side.own, whole=True)
    if side.own.army not in data_army.armies():
        del own["army"]
    told = {k: v for k, v in own.items() if v or k not in ("last", "wished")}
    return {"name": side.name, "colour": side.colour, **told}


def _strangers(state: State) -> dict[tuple[str, str], str]:
    """Kinds of troops that no warband on offer has, by side and code: codes by which no others go."""
    known = data_army.profiles()
    found: dict[tuple[str, str], str] = {}
    taken: dict[str, list[Any]] = {}
    for unit in state.units.values():
        if (unit.side, unit.kind) in found or (unit.kind in known and _armed_alike(state, unit)):
            continue
        code, models = unit.kind, [state.bases[b].own.weapons for b in unit.bases]
        while code in known or taken.get(code, models) != models:
            code += LONGER
        taken[code] = models
        found[unit.side, unit.kind] = code
    return found


def _armed_alike(state: State, unit: Unit) -> bool:
    """Whether a unit has the models of the warband on offer whose code it has, and their weapons."""
    row = data_army.profiles()[unit.kind][1]
    return [state.bases[b].own.weapons for b in unit.bases] == [row.model(n).weapons for n in range(1, row.models + 1)]


def _profile(state: State, unit: Unit, code: str) -> dict[str, Any]:
    """A unit that no warband has as a row of the army's schema, model by model."""
    models = [state.bases[b] for b in unit.bases]
    fighters = []
    for base in models:
        own: ModelOwn = base.own
        row = {"name": own.name, "size": _size(base), "quality": own.quality, "defense": own.defense}
        reach = [parts.lengths(MEASURES, w.reach)[0] for w in own.weapons]
        weapons = [
            {"name": w.name, "range": far, "attacks": w.attacks, "rules": dict(w.rules)}
            for w, far in zip(own.weapons, reach, strict=True)
        ]
        fighters.append({**row, "rules": dict(own.rules), "weapon": weapons, "unenforced": list(own.unenforced)})
    whole = {"code": code, "name": unit.name, "models": len(models), "points": unit.own.points}
    roles = {b.own.role: k for k, b in enumerate(models, 1) if b.own.role}
    alike = {k: fighters[0][k] for k in ("size", "quality", "defense")}
    return {**whole, **alike, "roles": roles, "fighter": fighters}


def _size(base: Base) -> str:
    """The size of base whose footprint and height a model has (AFS-S03, AFS-S04)."""
    sizes = data_army.sizes()
    same = [s for s in sizes.values() if s.footprint == base.shape]
    tall = [s.id for s in same if abs(inch(s.height) - base.own.height) < 0.01]
    return (tall or [s.id for s in same] or list(sizes))[0]


def _unit_row(state: State, unit: Unit, strange: str) -> dict[str, Any]:
    left = parts.standing(state, unit.id)
    _, lost, place = kit.unit_row(MEASURES, state, unit)
    row: dict[str, Any] = {"id": unit.id, "code": strange or unit.kind, "side": unit.side, "name": unit.name}
    row |= {"lost": lost} if lost else {}
    row |= {"at" if key == "poses" else key: value for key, value in place.items()}
    for field in ("wounds", "tokens"):
        given = [getattr(b.own, field) for b in left]
        if any(given):
            row[field] = given
    spent = [list(b.own.used) for b in left]
    if any(spent):
        row["used"] = spent[0] if all(one == spent[0] for one in spent) else spent
    return row | ({} if strange else _otherwise(state, unit)) | parts.own_fields(MEASURES, unit.own)


def _otherwise(state: State, unit: Unit) -> dict[str, Any]:
    """What the models of a unit of a warband have otherwise than its profile says: a position may have said so."""
    _, profile = data_army.profiles()[unit.kind]
    base = state.bases[unit.bases[0]]
    own: ModelOwn = base.own
    told = {"rules": dict(own.rules), "quality": own.quality, "defense": own.defense, "size": _size(base)}
    return {k: v for k, v in told.items() if v != getattr(profile, k)}


POSITIONS = Positions()
build, document = POSITIONS.build, POSITIONS.document
