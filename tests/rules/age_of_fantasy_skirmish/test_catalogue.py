"""Every number of the shipped data against the tables of the catalogue, copied by hand into catalogue.toml.

AFS-S03, AFS-S04, AFS-S09, AFS-S19, AFS-S23 to AFS-S27, AFS-S29, AFS-ARM-09, AFS-ACT-08, every number.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
import shapely

from rulesets.age_of_fantasy_skirmish.army import builder, data_army, specials
from rulesets.age_of_fantasy_skirmish.army.specials import Hook, Rule
from rulesets.age_of_fantasy_skirmish.data_files import DATA
from rulesets.age_of_fantasy_skirmish.deploy import setup
from rulesets.age_of_fantasy_skirmish.field import ground as data_terrain
from rulesets.age_of_fantasy_skirmish.magic import spells
from rulesets.age_of_fantasy_skirmish.measures import inch
from tests.rules.age_of_fantasy_skirmish.table import table, unit

BOOK: dict[str, Any] = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text(encoding="utf-8"))
RULE = re.compile(r"(?P<name>[A-Za-z]+)(?:\((?P<x>\d+)\))?")
SIZES = {"25": "infantry", "32": "large_infantry", "oval": "cavalry", "50": "monster"}
"""What the data calls the bases of the tables."""


def cells(row: str) -> list[str]:
    """The cells of a row."""
    return [cell.strip() for cell in row.split("|")]


def rules(text: str) -> dict[str, int]:
    """Rules as the tables write them: id -> X, 0 where there is none."""
    found = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        match = RULE.fullmatch(part)
        assert match is not None, part
        found[match["name"].lower()] = int(match["x"] or 0)
    return found


@dataclass
class Row:
    """A unit as the table tells it, in the words of the data."""

    code: str
    name: str
    models: int
    size: str
    quality: int
    defense: int
    points: int
    rules: dict[str, int] = field(default_factory=dict)
    roles: dict[str, int] = field(default_factory=dict)
    weapons: list[tuple[str, float, int, dict[str, int]]] = field(default_factory=list)


def row_of(text: str) -> Row:
    """A row of AFS-S25 or AFS-S26."""
    title, models, base, quality, defense, held, arms, points = cells(text)
    code, name = title.split(" ", 1)
    found = Row(code, name, int(models), SIZES[base], int(quality.rstrip("+")), int(defense.rstrip("+")), int(points))
    for part in (p.strip() for p in re.split("[,;]", held)):
        bears = re.fullmatch(r"(\w+) on model (\d+)", part)
        if bears is not None:
            found.roles[bears[1].lower()] = int(bears[2])
        else:
            found.rules |= rules(part)
    for arm in arms.split(". "):
        weapon, said = arm.split(": ")
        reach, attacks, *more = (p.strip() for p in said.split(","))
        far = 0.0 if reach == "melee" else float(reach.rstrip('"'))
        assert attacks.startswith("A"), arm
        found.weapons.append((weapon, far, int(attacks[1:]), rules(", ".join(more))))
    return found


def test_the_shipped_warbands_are_those_of_the_catalogue():
    assert set(data_army.armies()) == set(BOOK["warband"])


@pytest.mark.clause("AFS-S25", "AFS-S26", "AFS-S29")
@pytest.mark.parametrize("army_id", BOOK["warband"])
def test_every_profile_price_weapon_and_rule_of_a_warband(army_id: str):
    told = BOOK["warband"][army_id]
    army = data_army.armies()[army_id]
    assert (army.name, army.clause) == (told["name"], told["clause"])
    found = [
        Row(
            p.code,
            p.name,
            p.models,
            p.size,
            p.quality,
            p.defense,
            p.points,
            dict(p.rules),
            dict(p.roles),
            [(w.name, w.range, w.attacks, dict(w.rules)) for w in p.weapon],
        )
        for p in army.unit
    ]
    assert found == [row_of(text) for text in told["rows"]]
    assert all(not p.fighter and not p.copy_of for p in army.unit)
    assert sum(p.points for p in army.unit) == told["points"]
    assert len(army.unit) == told["units"]
    assert sum(p.models for p in army.unit) == told["models"]


@pytest.mark.clause("AFS-S25", "AFS-S26", "AFS-S29")
@pytest.mark.parametrize("army_id", BOOK["warband"])
def test_the_models_on_the_table_are_those_of_the_rows(army_id: str):
    """What a profile becomes: base, height, numbers, weapons in mm, roles on the model told and on no other."""
    rows = [row_of(text) for text in BOOK["warband"][army_id]["rows"]]
    bases = {SIZES[k]: v for k, v in BOOK["bases"].items()}
    state = table(*(unit(r.code) for r in rows))
    for row in rows:
        models = [state.bases[b] for b in state.units[row.code].bases]
        assert state.units[row.code].own.points == row.points
        assert len(models) == row.models
        kind, width, depth, height = bases[row.size]
        for n, base in enumerate(models, 1):
            own = base.own
            assert (base.shape.kind, base.shape.width, base.shape.depth) == (kind, width, depth)
            assert (own.quality, own.defense, own.height) == (row.quality, row.defense, inch(height))
            assert own.rules == row.rules
            arms = [(w.name, w.reach, w.attacks, w.rules) for w in own.weapons]
            assert arms == [(name, inch(far), a, held) for name, far, a, held in row.weapons]
            assert own.role == next((r for r, k in row.roles.items() if k == n), "")


@pytest.mark.clause("AFS-S27")
@pytest.mark.parametrize("army_id", BOOK["warband"])
def test_the_default_beneficiaries(army_id: str):
    army = data_army.armies()[army_id]
    assert (list(army.musician), list(army.banner)) == (
        BOOK["warband"][army_id]["musician"],
        BOOK["warband"][army_id]["banner"],
    )


@pytest.mark.clause("AFS-S03", "AFS-S04")
def test_the_bases_and_heights():
    found = {s.id: [s.shape, s.width_mm, s.depth_mm, s.height] for s in data_army.sizes().values()}
    assert found == {SIZES[k]: v for k, v in BOOK["bases"].items()}


# --- spells ------------------------------------------------------------------------------------------------------


def spell_told(text: str) -> dict[str, Any]:
    """A row of AFS-S23 or AFS-S24 in the words of the data."""
    name, value, target, effect = cells(text)
    whom = re.fullmatch(r'(up to (\d) )?(friendly|enemy) (one-model )?units? within (\d+)"', target)
    assert whom is not None, target
    found: dict[str, Any] = {
        "name": name,
        "value": int(value),
        "target": "friend" if whom[3] == "friendly" else "enemy",
        "range": int(whom[5]),
    }
    if whom[2]:
        found["units"] = int(whom[2])
    if whom[4]:
        found["lone"] = True
    until = {"next attack": "attack", "next activation": "activation", "round": "round"}
    if effect == "push":
        found["push"] = True
    elif hits := re.fullmatch(r"(\d) hits ?(.*)", effect):
        found["hits"] = int(hits[1])
        if hits[2]:
            found["rules"] = rules(hits[2])
    elif gives := re.fullmatch(r"has (\w+) until ([a-z ]+)", effect):
        found |= {"gives": {gives[1].lower(): 0}, "until": until[gives[2]]}
    else:
        change = re.fullmatch(r"([+-]\d) to hit, ([a-z ]+)", effect)
        assert change is not None, effect
        found |= {"to_hit": int(change[1]), "until": until[change[2]]}
    return found


@pytest.mark.clause("AFS-S22", "AFS-S23", "AFS-S24")
@pytest.mark.parametrize("army_id", BOOK["warband"])
def test_every_spell_of_a_warband(army_id: str):
    clause = BOOK["warband"][army_id]["spells"]
    lists = {row.id: row.clause for row in spells.lists().values()}
    mine = data_army.armies()[army_id].spells
    assert lists[mine] == clause
    raw = [row for row in tomllib.loads(DATA.raw(spells.FILE).decode())["spell"] if row["list"] == mine]
    left_out = ("id", "list", "text")
    found = [{k: v for k, v in row.items() if k not in left_out} for row in raw]
    assert found == [spell_told(text) for text in BOOK["spells"][clause]]


def test_there_are_no_other_spells():
    assert sorted(row.clause for row in spells.lists().values()) == sorted(BOOK["spells"])
    told = sum(len(rows) for rows in BOOK["spells"].values())
    assert sum(len(spells.of_list(row)) for row in spells.lists()) == told == 12


# --- rules -------------------------------------------------------------------------------------------------------


def _hooks(hooks: tuple[Hook, ...]) -> list[list[Any]]:
    found = []
    for hook in hooks:
        how, n = ("per", hook.per) if hook.per else ("value", hook.value)
        assert not (hook.per and hook.value)
        found.append([how, n, sorted(hook.when), *(["against"] if hook.against else [])])
    return found


def rule_found(rule: Rule) -> dict[str, Any]:
    """What a rule does, without what it is called: only what is not as usual."""
    usual = Rule("", "", "model", "")
    out: dict[str, Any] = {}
    for name in (f.name for f in msgspec.structs.fields(Rule)):
        value = getattr(rule, name)
        if name in ("id", "name", "bearer", "clause") or value == getattr(usual, name):
            continue
        if name == "number":
            out["x"] = value
        elif name == "move":
            out["move"] = [value.advance, value.rush, value.charge]
        elif name in ("hit", "extra", "ap"):
            out[name] = _hooks(value)
        else:
            out[name] = list(value) if isinstance(value, tuple) else value
    return out


@pytest.mark.clause("AFS-GEN-05", "AFS-SHT-08", "AFS-SHT-09")
def test_every_special_rule_does_what_its_clauses_say_and_there_are_29_and_three_upgrades():
    found = {rule.name: rule_found(rule) for rule in specials.specials().values()}
    assert found == BOOK["rules"]
    upgrades = [r.name for r in specials.specials().values() if r.bearer == "unit"]
    assert upgrades == ["Sergeant", "Musician", "Banner"]
    assert len(found) - len(upgrades) == 29


@pytest.mark.clause("AFS-GEN-05")
def test_which_rules_are_of_weapons():
    found = [rule.name for rule in specials.specials().values() if rule.bearer == "weapon"]
    assert found == BOOK["of_weapons"]["rules"]


@pytest.mark.clause("AFS-S25", "AFS-S26")
def test_together_the_warbands_use_every_rule_and_upgrade():
    used: set[str] = set()
    for told in BOOK["warband"].values():
        for row in map(row_of, told["rows"]):
            used |= {*row.rules, *row.roles, *(r for _, _, _, held in row.weapons for r in held)}
    assert used == {name.lower() for name in BOOK["rules"]}


@pytest.mark.clause("AFS-ACT-08")
@pytest.mark.parametrize("held", BOOK["allowances"])
def test_the_allowances_of_all_actions(held: str):
    mine = [] if held == "base" else held.split(" + ")
    own = {r: 0 for r in mine if r != "musician"}
    state = table(
        unit("A2", (10, 10), rules=own),
        unit("A4", (20, 10)),
        sides={"south": {"musician": ["A2"] if "musician" in mine else []}},
    )
    found = [specials.allowance(state, "A2.1", action).total for action in ("advance", "rush", "charge")]
    assert found == [inch(n) for n in BOOK["allowances"][held]]
    assert specials.allowance(state, "A2.1", "hold").total == 0.0


# --- limits, numbers ---------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-ARM-04", "AFS-ARM-05", "AFS-ARM-06", "AFS-ARM-07", "AFS-ARM-08", "AFS-ARM-09")
@pytest.mark.parametrize("size", BOOK["limits"])
def test_the_limits_of_an_army(size: str):
    found = builder.limits_for(int(size))
    assert [found.heroes, found.copies, int(found.dearest), found.units, found.models] == BOOK["limits"][size]


@pytest.mark.parametrize("file", BOOK["numbers"])
def test_every_number_of_the_clauses(file: str):
    found = tomllib.loads(DATA.raw(f"{file}.toml").decode())["number"]
    ours = BOOK["ours"].get(file, [])
    assert sorted(set(found) - set(BOOK["numbers"][file])) == ours
    assert {k: v for k, v in found.items() if k not in ours} == BOOK["numbers"][file]


# --- ground ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-S09")
def test_every_kind_of_terrain():
    shapes = {"area": "ground", "hedge": "crossed", "wall": "nobody", "top": "top", "pit": "gap"}
    found = []
    for kind in data_terrain.kinds().values():
        marks = ["yes" if x else "no" for x in (kind.cover, kind.difficult, kind.dangerous)]
        passable = shapes[kind.shape] + (", ladder" if kind.ladder else "")
        found.append([kind.name, *marks, kind.sight or "no", passable, f"{kind.height:g}"])
    assert found == [cells(row) for row in BOOK["terrain"]["rows"]]


@pytest.mark.clause("AFS-S19")
def test_every_piece_of_the_sample_map():
    def box(text: str) -> tuple[str, tuple[float, ...]]:
        kind, corners = cells(text)
        return kind, tuple(float(n) for n in corners.split(","))

    told = [box(row) for row in BOOK["map"]["rows"]]
    told += [(kind, (48 - x2, 48 - y2, 48 - x1, 48 - y1)) for kind, (x1, y1, x2, y2) in told]
    told.append(box(BOOK["map"]["own_twin"]))
    land = setup.load_map("sunken_causeway").features.values()
    found = [(f.kind, tuple(round(v / 25.4, 3) for v in shapely.Polygon(f.points).bounds)) for f in land]
    assert sorted(found) == sorted(told)
    assert len(found) == BOOK["map"]["pieces"]
