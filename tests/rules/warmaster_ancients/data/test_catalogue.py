"""Every profile, price and limit of every shipped army list, held against the catalogue's tables.

``catalogue.toml`` beside this file was written down from the catalogue alone. What the data has and the catalogue has
not, or the other way round, is a difference too: an army, a row, a column, a type or a rank.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from game.engine.ruleset import Setup, SideSetup
from game.kit.muster.lists import cost
from rulesets.warmaster_ancients import RULESET, data_files
from rulesets.warmaster_ancients.army.data_army import bounds, check_army
from rulesets.warmaster_ancients.army.profiles import profiles
from rulesets.warmaster_ancients.data_types import CharacterProfile, UnitProfile
from rulesets.warmaster_ancients.turn import turn
from tests.rules.warmaster_ancients.table import profile_of

SAID: dict[str, Any] = tomllib.loads((Path(__file__).parents[1] / "catalogue.toml").read_text("utf-8"))
ARMIES = tuple(key for key, value in SAID.items() if isinstance(value, dict) and "rows" in value)


def rows(army: str) -> list[dict[str, Any]]:
    """The rows of an army by column."""
    return [dict(zip(SAID["columns"], row, strict=True)) for row in SAID[army]["rows"]]


def limits(said: str) -> tuple[int, int | None, str]:
    """Least, most and for what of a cell such as ``4/8``, ``-/1`` or ``1 per army``."""
    if said == "1 per army":
        return 1, 1, "army"
    least, most = said.split("/")
    return 0 if least == "-" else int(least), None if most == "-" else int(most), "thousand"


def shown(row: UnitProfile | CharacterProfile, sample: dict[str, int]) -> dict[str, Any]:
    """A row of the data in the words of the catalogue."""
    bar = "-" if row.min == 0 else str(row.min)
    cells: dict[str, Any] = {
        "code": row.code,
        "name": row.name,
        "points": row.points,
        "limits": f"{row.min} per army" if row.per == "army" and row.min == row.max else f"{bar}/{row.max or '-'}",
        "sample": sample.get(row.code, 0),
    }
    if isinstance(row, CharacterProfile):
        none = dict.fromkeys(("attacks", "hits", "armour", "range", "flags"), "-")
        return {**cells, **none, "type": row.rank.capitalize(), "stands": "token", "command": row.command}
    return {
        **cells,
        "type": row.type.capitalize(),
        "stands": row.stands,
        "attacks": row.attacks,
        "hits": row.hits,
        "armour": "-" if row.armour is None else f"{row.armour}+",
        "range": "-" if row.range_cm is None else row.range_cm,
        "command": "-",
        "flags": ", ".join(row.flags) or "-",
    }


def test_no_army_is_missing_and_none_is_more() -> None:
    assert sorted(ARMIES) == list(data_files.armies())


@pytest.mark.clause("WMA-S36", "WMA-S37", "WMA-S38", "WMA-SET-02", "WMA-SET-03")
@pytest.mark.parametrize("army_id", ARMIES)
def test_every_row_is_that_of_the_catalogue_in_its_order(army_id: str) -> None:
    army = data_files.load_army(army_id)
    sample = army.sample(1000)
    assert sample is not None
    assert army.name == SAID[army_id]["name"]
    found = [shown(row, sample.counts) for row in (*army.units, *army.characters)]
    assert found == rows(army_id)
    assert all(row.clause == SAID[army_id]["clause"] for row in (*army.units, *army.characters))
    assert {c.mount for c in army.characters} == {"foot"}
    assert [[m.code, m.of, m.mount] for m in army.mounted] == SAID[army_id]["mounted"]
    assert set(sample.counts) <= {row["code"] for row in rows(army_id)}


@pytest.mark.clause("WMA-MOV-02", "WMA-S02", "WMA-S03", "WMA-CMD-16", "WMA-R25", "WMA-S38")
@pytest.mark.parametrize("army_id", ARMIES)
def test_what_the_rules_use_is_what_the_catalogue_says(army_id: str) -> None:
    """The joined profiles that the code asks: row, type and rank together."""
    said = {row["code"]: row for row in rows(army_id)}
    said |= {code: {**said[of], "code": code, "mount": mount} for code, of, mount in SAID[army_id]["mounted"]}
    assert {code for code, p in profiles().items() if p.army == army_id} == set(said)
    for code, row in said.items():
        found = profile_of(code)
        assert (found.code, found.points) == (code, row["points"])
        if row["stands"] == "token":
            assert (found.character, found.rank, found.command) == (True, row["type"].lower(), row["command"])
            assert found.command_range == SAID["ranks"][row["type"]] * 10
            assert (found.move, found.stands, found.footprint.kind, found.footprint.width) == (600, 1, "circle", 25)
            assert found.type == ("chariots" if "mount" in row else "infantry")
            continue
        move, half, wide, deep, stands = SAID["types"][row["type"]]
        assert (found.move, found.half_move) == (move * 10, half * 10)
        assert (found.footprint.kind, found.footprint.width, found.footprint.depth) == ("rect", wide * 10, deep * 10)
        assert found.stands == row["stands"] == stands
        assert (found.type, found.attacks, found.hits) == (row["type"].lower(), row["attacks"], row["hits"])
        assert found.armour == (None if row["armour"] == "-" else int(row["armour"][0]))
        assert found.range == (None if row["range"] == "-" else row["range"] * 10)
        assert (found.terrifying, found.shock) == ("terrifying" in row["flags"], "shock" in row["flags"])
        assert found.artillery == (row["type"] == "Artillery")
        assert not found.character


@pytest.mark.clause("WMA-S02", "WMA-MOV-02", "WMA-CMD-16")
def test_no_type_and_no_rank_is_missing_or_more() -> None:
    assert {t.capitalize() for t in data_files.load_troops()} == set(SAID["types"])
    assert {r.id.capitalize() for r in data_files.load_characters().ranks} == set(SAID["ranks"])


@pytest.mark.clause("WMA-SET-03", "WMA-R53", "WMA-S40")
@pytest.mark.parametrize("army_id", ARMIES)
@pytest.mark.parametrize(("size", "times"), [(500, 1), (999, 1), (1000, 1), (1999, 1), (2000, 2), (3500, 3)])
def test_limits_are_offered_and_enforced_as_the_catalogue_says(army_id: str, size: int, times: int) -> None:
    army = data_files.load_army(army_id)
    offered = {e.code: e for e in next(a for a in RULESET.armies(size) if a.id == army_id).entries}
    assert set(offered) == {row["code"] for row in rows(army_id)} | {m[0] for m in SAID[army_id]["mounted"]}
    for row in rows(army_id):
        least, most, per = limits(row["limits"])
        factor = 1 if per == "army" else times
        assert bounds(army.row(row["code"]), size) == (least * factor, None if most is None else most * factor)
        entry = offered[row["code"]]
        assert (entry.points, entry.least, entry.most) == (row["points"], least * factor, (most or 0) * factor)
        if per == "army":
            continue
        for count, wrong in ((least * factor - 1, True), (least * factor, False), ((most or 0) * factor + 1, True)):
            codes = [p.code for p in check_army(army, {row["code"]: max(count, 0)}, size) if p.clause == "WMA-SET-03"]
            assert (row["code"] in codes) == (wrong and count >= 0)


@pytest.mark.clause("WMA-S35", "WMA-S36", "WMA-S37", "WMA-S40")
@pytest.mark.parametrize("army_id", ARMIES)
def test_the_sample_costs_a_thousand_and_withdraws_where_the_catalogue_says(army_id: str) -> None:
    army = data_files.load_army(army_id)
    counts = {row["code"]: row["sample"] for row in rows(army_id) if row["sample"]}
    assert sum(row["sample"] * row["points"] for row in rows(army_id)) == 1000 == cost(army, counts)
    assert sum(row["sample"] for row in rows(army_id) if row["stands"] != "token") == SAID[army_id]["units"]
    state, _ = RULESET.begin(
        Setup("WMA", "open_field", {s: SideSetup(army_id, counts) for s in ("south", "north")}, {"points": 1000})
    )
    for side in state.sides:
        assert turn.initial(state, side) == SAID[army_id]["units"]
        assert turn.units_to_break(state, side) == SAID[army_id]["withdraws"]
