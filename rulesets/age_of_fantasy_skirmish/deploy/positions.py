"""A situation and the plain document of it, in inches, built and written: terrain, units of the warbands, markers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.documents import Document
from game.engine.options import check_options, defaults
from game.engine.own_troops import KEY, merged, rows_of
from game.engine.positions import parts
from game.engine.state import Base, Side, State, Unit
from game.engine.text import T
from game.geometry.shapes import Pose
from game.kit.figures import by_hand
from game.kit.muster import positions as kit
from game.kit.muster.renaming import LONGER
from game.kit.muster.setup import SIDES
from rulesets.age_of_fantasy_skirmish import data_files
from rulesets.age_of_fantasy_skirmish.army import data_army, specials
from rulesets.age_of_fantasy_skirmish.army.data_army import Army, Profile, profiles
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.deploy.setup import features
from rulesets.age_of_fantasy_skirmish.field.ground import Ground
from rulesets.age_of_fantasy_skirmish.magic import spells
from rulesets.age_of_fantasy_skirmish.measures import MEASURES, inch
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, ModelOwn, SideOwn, UnitOwn

_TOP = ("table", "sides", "units", "unit", "terrain", "markers", "marker", "options", KEY, *kit.names_of(BattleOwn))
_OWN = kit.names_of(UnitOwn)
_MODEL = ("wounds", "tokens", "used", "rules", "quality", "defense", "size")
_UNIT = ("id", "code", "side", "name", "at", "facing", "lost", "where", *_MODEL, *_OWN)
_SIDE = ("army", "name", "colour", "edge", "began", "musician", "banner", "spells", "last", "wished")
MOST = 40
"""As many models of a kind a mixed group may list in one row, and as many wounds or tokens a model may have."""
Known = Mapping[str, tuple[Army, Profile]]
tables = {
    "": (BattleOwn, _TOP),
    "sides": (SideOwn, _SIDE),
    "unit": (UnitOwn, _UNIT),
    "terrain": (None, by_hand.KEYS),
    "marker": (None, by_hand.MARKER),
    "profile": (Profile, ("like", "army")),
}
"""The tables of a document: what a system keeps of such things, and the keys beside its fields, for the reference."""


def build(doc: Mapping[str, Any], file: str = "position") -> State:
    """The state that a document describes.

    A unit is ``id`` ("A3", for the other side "A3n"), ``at`` (one place, or one a model: x and y or x, y and facing),
    ``lost`` (numbers of models), ``wounds`` and ``tokens`` (one number, or one a model), ``used`` (Limited weapons
    spent by all, or a list of them a model), the fields of :class:`UnitOwn`; ``rules``, ``quality``, ``defense`` and
    ``size`` give its models another profile. Raises DataError if a key is unknown, a value does not fit, a model cannot
    stand where it is or two overlap.
    """
    read = Document(file, MEASURES)
    read.known(doc, _TOP)
    table = read.surface(doc.get("table", (number("table"), number("table"))), "table")
    land = features(read.rows(doc, "terrain"), read)
    ground = Ground(land, table)
    known = {**profiles(), **_troops(doc, read)}
    made = [_unit(row, known, ground, read) for row in read.rows(doc, "units", "unit")]
    told = read.table(doc.get("sides", {}), "sides")
    usual = {u.side: known[u.kind][0].id for u, _ in reversed(made)}
    lists = {side: str(read.table(told.get(side, {}), f"sides.{side}").get("army", usual[side])) for side in usual}
    units, bases = kit.in_order(made, lambda unit: _listed(unit, lists[unit.side]), read)
    by_hand.check_places([b for _, own in made for b in own], ground, read)
    # those told, else the defaults, as where it begins with a set-up
    options = {**defaults(data_files.options()), **read.table(doc.get("options", {}), "options")}
    for problem in check_options(data_files.options(), options):
        raise read.fail(problem.where, problem.text)
    begun = {"scenario": "position", "active": "south", "starter": "south", "winner": "south", "round": 1}
    begun |= {"phase": "round", "size": options["points"], "zone": number("zone")}
    warbands = data_army.armies()
    return State(
        ruleset="AFS",
        table=table,
        options=options,
        sides=kit.sides(
            doc,
            read,
            units,
            _SIDE,
            {army.id: army.name for army in warbands.values()},
            lambda side, mine: known[mine[0].kind][0].id if mine else list(warbands)[SIDES.index(side)],
            lambda side, army, row, mine: _side(side, army, row, mine, units, read),
            SideOwn,
        ),
        units=units,
        bases=bases,
        features=land,
        markers=by_hand.markers(read.rows(doc, "markers", "marker"), ground, read),
        own=read.own(kit.told_of(doc, BattleOwn, begun), BattleOwn),
    )


def _listed(unit: Unit, army: str) -> tuple[int, int]:
    """Where a unit stands: South's first, then by the army list of its side, by which dice fall (AFS-S16).

    What is in no list of its side comes last, as it is told.
    """
    codes = [p.code for p in data_army.armies()[army].unit] if army in data_army.armies() else []
    return SIDES.index(unit.side), codes.index(unit.kind) if unit.kind in codes else len(codes)


def _side(
    side: str, army: str, row: Mapping[str, Any], mine: Sequence[Unit], units: Collection[str], read: Document
) -> dict[str, Any]:
    own = {"edge": side, "began": len(mine), "spells": data_army.armies()[army].spells}
    own |= {k: row[k] for k in (*own, "musician", "banner", "last", "wished") if k in row}
    for upgrade in ("musician", "banner"):
        key = f"sides.{side}, {upgrade}"
        for unit in read.array(own.get(upgrade, []), key):
            read.choice(unit, tuple(units), T("unit"), key)
    return {"army": army, **own}


def _troops(doc: Mapping[str, Any], read: Document) -> dict[str, tuple[Army, Profile]]:
    """Units that no warband has: by code the army that they count with, and their row."""
    rows = {code: msgspec.to_builtins(row) for code, (_, row) in profiles().items()}
    found = {}
    for code, like, row in rows_of(doc, read, tuple(rows), rows.__getitem__):
        key = f"profile {code}"
        usual = profiles()[like][0].id if like else next(iter(data_army.armies()))
        army_id = read.choice(row.pop("army", usual), tuple(data_army.armies()), T("army"), f"{key}, army")
        if row.get("fighter"):
            row["fighter"] = list(_fighters(row["fighter"], read, f"{key}, fighter"))
            row["models"] = len(row["fighter"])
        made = read.typed(row, Profile, key)
        data_army.checked(Army(id=army_id, name=army_id, unit=(made,)), read.file)
        found[code] = (data_army.armies()[army_id], made)
    return found


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


def _unit(row: Mapping[str, Any], known: Known, ground: Ground, read: Document) -> tuple[Unit, list[Base]]:
    unit_id = str(row.get("id") or row.get("code") or "?")
    key = f"unit {unit_id}"
    read.known(row, _UNIT, key)
    code = str(row.get("code") or unit_id)
    north = code not in known and code.endswith("n")
    code = code[:-1] if north else code
    army, profile = known[read.choice(code, tuple(known), T("unit of the warbands"), f"{key}, code")]
    other = north or army.id != next(iter(data_army.armies()))
    side = read.choice(row.get("side", SIDES[other]), SIDES, T("side"), f"{key}, side")
    unit, models = data_army.new_unit(_altered(profile, row, read, key), side, unit_id)

    alive = by_hand.left(row, profile.models, read, key)
    standing = kit.place(row, "table" if "at" in row else "reserve", read, key)
    width = models[0].shape.width
    poses: list[Pose | None] = [None] * len(alive)
    if standing == "table":
        poses = [*by_hand.poses(row, len(alive), width, side, ground, read, key)]
    wounds, tokens = (by_hand.each(row.get(k, 0), alive, read, f"{key}, {k}", MOST) for k in ("wounds", "tokens"))
    used = _used(row.get("used", []), alive, models, read, f"{key}, used")
    bases = {base.number: replace(base, where="gone") for base in models}
    for k, n in enumerate(alive):
        own = replace(bases[n].own, wounds=wounds[k], tokens=tokens[k], used=used[k])
        bases[n] = replace(bases[n], where=standing, pose=poses[k], own=own)
    owned = {f: row[f] for f in _OWN if f in row}
    for k, effect in enumerate(read.array(owned.get("effects", []), f"{key}, effects"), 1):
        where = f"{key}, effects {k}"
        read.choice(read.table(effect, where).get("spell"), spells.names(), T("spell"), f"{where}, spell")
        _rules(effect.get("rules", {}), read, f"{where}, rules")
    given = read.own({**msgspec.to_builtins(unit.own), **owned}, UnitOwn, key)
    return replace(unit, name=str(row.get("name", profile.name)), own=given), list(bases.values())


def _rules(value: Any, read: Document, key: str) -> dict[str, int]:
    held = {str(r): int(x) for r, x in read.table(value, key).items()}
    specials.check_rules(held, "model", read.file, key)
    return held


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


event_lengths = frozenset({"height", "length", "way"})
"""Keys of events' data that are lengths in mm."""
farthest_apart = 228.6
"""mm beyond which no model of a unit is from all the others: 9 inches, however casualties have torn it."""
foes_only = ("charge",)
"""Ties that only enemies have."""


def document(state: State) -> dict[str, Any]:
    """The document of a situation."""
    strange = _strangers(state)
    samples = {code: next(u for u in state.units_of(side) if u.kind == kind) for (side, kind), code in strange.items()}
    return {
        "table": parts.lengths(MEASURES, state.table.width, state.table.depth),
        "options": dict(state.options),
        **parts.own_fields(MEASURES, state.own, whole=True),
        "profile": [_profile(state, unit, code) for code, unit in samples.items()],
        "sides": {s.id: _side_row(s) for s in state.sides.values()},
        "terrain": by_hand.terrain(MEASURES, state.features),
        "unit": [_unit_row(state, unit, strange.get((unit.side, unit.kind), "")) for unit in state.units.values()],
        "marker": by_hand.marker_rows(MEASURES, state),
    }


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
