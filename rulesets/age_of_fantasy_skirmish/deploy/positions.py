"""Building a situation from a plain document, in inches: terrain, units of the warbands, markers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.documents import Document
from game.engine.options import check_options, defaults
from game.engine.own_troops import KEY, merged, rows_of
from game.engine.state import Base, Marker, State, Unit
from game.engine.text import T, Text
from game.geometry.overlap import penetration
from game.geometry.shapes import Pose, right, rounded
from game.kit.army import positions as kit
from game.kit.army.setup import SIDES
from rulesets.age_of_fantasy_skirmish import data_files
from rulesets.age_of_fantasy_skirmish.army import data_army, specials
from rulesets.age_of_fantasy_skirmish.army.data_army import Army, Profile, profiles
from rulesets.age_of_fantasy_skirmish.deploy.data_maps import KEYS, features
from rulesets.age_of_fantasy_skirmish.field.ground import Ground
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.magic import spells
from rulesets.age_of_fantasy_skirmish.measures import MEASURES, SLACK, inch
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, SideOwn, UnitOwn

_TOP = ("table", "sides", "units", "unit", "terrain", "markers", "marker", "options", KEY, *kit.names_of(BattleOwn))
_OWN = kit.names_of(UnitOwn)
_MODEL = ("wounds", "tokens", "used", "rules", "quality", "defense", "size")
_UNIT = ("id", "code", "side", "name", "at", "facing", "lost", "where", *_MODEL, *_OWN)
_SIDE = ("army", "name", "colour", "edge", "began", "musician", "banner", "spells", "last", "wished")
_MARKER = ("id", "kind", "at", "side", "name")
_GAP = inch(0.1)
MOST = 40
"""As many models of a kind a mixed group may list in one row, and as many wounds or tokens a model may have."""
Known = Mapping[str, tuple[Army, Profile]]
TABLES = {
    "": (BattleOwn, _TOP),
    "sides": (SideOwn, _SIDE),
    "unit": (UnitOwn, _UNIT),
    "terrain": (None, KEYS),
    "marker": (None, _MARKER),
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
    _check_places([b for _, own in made for b in own], ground, read)
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
        markers=_markers(read.rows(doc, "markers", "marker"), ground, read),
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
    """The system's own fields of a side."""
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
    """A unit and its models."""
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

    def strange(number: Any) -> Text:
        return T("there is no model {number}; the models are 1 to {most}", number=number, most=profile.models)

    alive = kit.left(row, profile.models, read, key, strange)
    standing = kit.place(row, "table" if "at" in row else "reserve", read, key)
    width = models[0].shape.width
    poses = _poses(row, len(alive), width, side, ground, read, key) if standing == "table" else [None] * len(alive)
    wounds, tokens = (_each(row.get(k, 0), alive, read, f"{key}, {k}") for k in ("wounds", "tokens"))
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
    """Special rules of models."""
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


def _each(value: Any, alive: Sequence[int], read: Document, key: str) -> list[int]:
    """One number a model that is left: the same for all, or a list of them."""
    if isinstance(value, int) and not isinstance(value, bool):
        return [read.whole(value, key, 0, MOST)] * len(alive)
    return [read.whole(v, key, 0, MOST) for v in read.array(value, key, len(alive))]


def _used(value: Any, alive: Sequence[int], models: Sequence[Base], read: Document, key: str) -> list[tuple[str, ...]]:
    """Limited weapons spent by each model that is left: the same for all, or a list of them (AFS-LIM-02)."""
    given = read.array(value, key)
    each = [given] * len(alive)
    if any(not isinstance(one, str) for one in given):
        each = [read.array(one, f"{key}[{k}]") for k, one in enumerate(read.array(given, key, len(alive)))]
    weapons = list(dict.fromkeys(w.name for base in models for w in base.own.weapons))
    return [tuple(read.choice(name, weapons, T("weapon"), key) for name in one) for one in each]


def _poses(
    row: Mapping[str, Any], count: int, width: float, side: str, ground: Ground, read: Document, key: str
) -> list[Pose]:
    """Poses of the models that are left, in the order of their numbers, at the levels they stand on."""
    if "at" not in row:
        raise read.fail(key, T("the key “at” is missing: where the models stand, in inches"))
    facing = read.facing(row.get("facing", 0.0 if side == "south" else 180.0), f"{key}, facing")
    given = read.array(row["at"], f"{key}, at")
    if given and not isinstance(given[0], Sequence):
        (x, y), own = read.place(given, facing, f"{key}, at")
        ux, uy = right(own)
        steps = [(k - (count - 1) / 2.0) * (width + _GAP) for k in range(count)]
        poses = [rounded(Pose(x + ux * s, y + uy * s, own)) for s in steps]
    elif len(given) != count:
        raise read.fail(f"{key}, at", T("{given} places for {count} models", given=len(given), count=count))
    else:
        poses = kit.poses_of(given, facing, read, f"{key}, at")
    return [ground.on_level(p.x, p.y, p.facing) for p in poses]


def _check_places(bases: Sequence[Base], ground: Ground, read: Document) -> None:
    """Refuse models that stand where none can (AFS-S08) and models that overlap."""
    placed = [(b, b.pose) for b in bases if b.pose is not None]
    for k, (base, pose) in enumerate(placed):
        bar = ground.may_stand(base.shape, pose, fallen=True)
        if bar is not None:
            raise read.fail(f"unit {base.unit}", T("{base}: {reason}", base=base.id, reason=bar.text))
        for other, there in placed[:k]:
            if abs(pose.x - there.x) + abs(pose.y - there.y) > 100.0 or abs(pose.level - there.level) > 1:
                continue
            deep = penetration(base.shape, pose, other.shape, there)
            if deep > SLACK:
                how = round(deep, 2)
                text = T("model {one} overlaps model {two} by {deep} mm", one=base.id, two=other.id, deep=how)
                raise read.fail(f"unit {base.unit}", text)


def _markers(found: list[Mapping[str, Any]], ground: Ground, read: Document) -> dict[str, Marker]:
    """Objective markers, named M1, M2, ... unless told."""
    out: dict[str, Marker] = {}
    for k, row in enumerate(found, 1):
        key = f"marker {row.get('id') or k}"
        read.known(row, _MARKER, key)
        if "at" not in row:
            raise read.fail(key, T("the key “at” is missing: where the marker lies, in inches"))
        x, y = read.point(row["at"], f"{key}, at")
        marker = str(row.get("id") or f"M{k}")
        if marker in out:
            raise read.fail(key, T("two markers have this id"))
        side = str(row.get("side", ""))
        if side:
            read.choice(side, SIDES, T("side"), f"{key}, side")
        kind, name = (str(row.get(k, usual)) for k, usual in (("kind", "objective"), ("name", "")))
        out[marker] = Marker(marker, kind, side, ground.on_level(x, y), name=name)
    return out
