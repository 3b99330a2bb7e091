"""Records as tables: the same keys in every row, sums that agree with the battle, many records, columns."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np
import pytest

from game.lab.course import losses
from tabula_belli import battle, records

SAVES = Path(__file__).resolve().parents[2] / "saves"
TABLES = (records.answers, records.events, records.units, records.places)


@pytest.fixture(scope="module")
def fought() -> battle.Battle:
    return battle.play("AFS", "narrow_pass", {"south": "general", "north": "random"}, seed="tables", points=150)


@pytest.mark.parametrize("table", TABLES)
def test_all_rows_of_a_table_have_the_same_keys(fought: battle.Battle, table: records.Source) -> None:
    rows = table(fought)
    assert rows
    assert {tuple(row) for row in rows} == {tuple(rows[0])}
    plain = (str, int, float, bool, type(None))
    assert all(isinstance(value, plain) for row in rows for value in row.values())


def test_a_row_of_a_battle_agrees_with_it(fought: battle.Battle) -> None:
    (row,) = records.battles([fought])
    assert (row["system"], row["scenario"], row["seed"]) == ("AFS", "narrow_pass", "tables")
    assert (row["side_1"], row["player_1"], row["player_2"]) == ("south", "general", "random")
    assert (row["winner"], row["over"], row["hash"]) == (fought.winner, True, fought.hash)
    assert (row["points_1"], row["points_2"]) == tuple(fought.scores().values())
    for n, side in enumerate(fought.sides, 1):
        lost = losses(fought.session.state, side)
        assert (row[f"units_lost_{n}"], row[f"bases_lost_{n}"]) == (lost.units, lost.bases)
    assert row["answers"] == len(records.answers(fought))
    assert row["why"]


def test_the_bases_lost_are_the_places_where_they_fell(fought: battle.Battle) -> None:
    gone = {row["base"] for row in records.places(fought) if row["where"] == "gone"}
    assert gone
    assert sum(row["lost"] for row in records.units(fought)) == len(gone)
    fallen = [row for row in records.places(fought) if row["where"] == "gone"]
    table = fought.state.table
    assert all(0 <= row["x"] <= table.width and 0 <= row["y"] <= table.depth for row in fallen)


def test_events_hold_dice_and_sentences(fought: battle.Battle) -> None:
    rows = records.events(fought)
    assert len(rows) == sum(len(moment.events) for moment in fought.moments())
    thrown = [row for row in rows if row["family"] == "dice" and row["faces"]]
    assert thrown
    assert all(1 <= int(face) <= 6 for row in thrown for face in row["faces"].split())
    assert [row["text"] for row in rows if row["text"]] == fought.story()


def test_many_records_make_one_table_and_a_broken_one_is_named(fought: battle.Battle, tmp_path: Path) -> None:
    fought.save(tmp_path / "a.tabula")
    battle.start("AFS", "narrow_pass", seed="b", points=150).save(tmp_path / "b.tabula")
    (tmp_path / "c.tabula").write_text("nonsense", encoding="utf-8")
    rows = records.battles(sorted(tmp_path.glob("*.tabula")))
    assert [row["record"] for row in rows] == ["a.tabula", "b.tabula", "c.tabula"]
    assert [row["over"] for row in rows] == [True, False, False]
    assert [bool(row["failed"]) for row in rows] == [False, False, True]
    assert {tuple(row) for row in rows} == {tuple(rows[0])}
    sound = sorted(tmp_path.glob("[ab].tabula"))
    units = [*records.many(sound, records.units)]
    assert [row["record"] for row in units] == sorted(row["record"] for row in units)
    assert len(units) == sum(len(records.units(path)) for path in sound)
    assert next(iter(units[0])) == "record"


@pytest.mark.parametrize("path", sorted(SAVES.glob("*.tabula")), ids=lambda path: path.stem)
def test_the_shipped_records_are_tables_too(path: Path) -> None:
    (row,) = records.battles([path])
    assert row["failed"] == ""
    assert row["units_1"] + row["units_2"] == len(records.units(path))


def test_columns_and_arrays() -> None:
    rows = [{"n": 1, "x": None, "word": "a", "yes": True}, {"n": 2, "x": 0.5, "word": "b", "yes": False}]
    assert records.columns(rows) == {"n": [1, 2], "x": [None, 0.5], "word": ["a", "b"], "yes": [True, False]}
    assert records.columns([]) == records.arrays([]) == {}
    found = records.arrays(rows)
    assert found["n"].dtype == np.float64
    assert math.isnan(found["x"][0])
    assert found["yes"].dtype == np.bool_
    assert list(found["word"]) == ["a", "b"]


def test_arrow_tables_need_the_extra_and_say_so(fought: battle.Battle, monkeypatch: pytest.MonkeyPatch) -> None:
    table = records.arrow(records.units(fought))
    assert table.num_rows == len(records.units(fought))
    assert table.column("unit").to_pylist() == [row["unit"] for row in records.units(fought)]
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install .tabula-belli\[lab\]"):
        records.arrow([])
