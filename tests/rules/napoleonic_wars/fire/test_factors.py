"""Tables 9 and 10, cell by cell, and the examples that reckon with them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.fire import guns, shots, small_arms
from rulesets.napoleonic_wars.fire.guns import GunShot
from rulesets.napoleonic_wars.fire.small_arms import Shot
from rulesets.napoleonic_wars.fire.tables import t14
from rulesets.napoleonic_wars.own import Weapon
from tests.rules.napoleonic_wars.table import battalion, field

CELLS = tomllib.loads((Path(__file__).parents[1] / "tables_9_10.toml").read_text(encoding="utf-8"))
WEAPONS = cast("list[Weapon]", list(CELLS["table_9"]))


def gun(piece: str, ammunition: Any, far: float, **told: Any) -> int:
    return guns.factor(GunShot(piece=piece, ammunition=ammunition, far=far, **told))


def gun_rows(**told: Any) -> dict[str, int]:
    """What the rows of a shot add to that of a 6-pounder's roundshot in the open at 25 cm."""
    usual: dict[str, Any] = {"piece": "6", "ammunition": "roundshot", "far": 25.0}
    shot = GunShot(**{**usual, **told})
    return {clause: int(value) for _, value, clause in guns.rows(shot)[1:]}


def added(**told: Any) -> int:
    """What a fact adds to a musket volley at 12 cm, class C, two shots, at close order in the open."""
    usual: dict[str, Any] = {"weapon": "musket", "far": 12.0}
    return small_arms.factor(Shot(**{**usual, **told})) - small_arms.factor(Shot(**usual))


@pytest.mark.clause("NAP-SMA-25", "NAP-CRI-03", "NAP-R111")
@pytest.mark.parametrize("weapon", WEAPONS)
def test_every_cell_of_table_nine_a(weapon: Weapon) -> None:
    told = CELLS["table_9"][weapon]
    low = 0.0
    for limit, factor in zip(told["bands"], told["factors"], strict=True):
        expected = factor if factor >= 0 else None
        assert small_arms.entry(weapon, low + 0.01) == expected
        assert small_arms.entry(weapon, float(limit)) == expected  # the upper limit is in the band
        low = limit
    assert small_arms.entry(weapon, 60.01) is None
    assert small_arms.reach(weapon) == max(b for b, f in zip(told["bands"], told["factors"], strict=True) if f >= 0)


@pytest.mark.clause("NAP-S25")
def test_a_double_rifle_shoots_as_a_rifle() -> None:
    assert small_arms.entry("double_rifle", 20.0) == small_arms.entry("rifle", 20.0) == 22


@pytest.mark.clause("NAP-SMA-26", "NAP-R65")
def test_skirmishers_are_fired_at_where_the_entry_is_twenty_or_by_skirmishers() -> None:
    far = {"musket": 18.0, "dragoon_musket": 14.0, "rifle": 24.0, "bow": 14.0, "rifled_musket": 36.0}
    for weapon, limit in cast("dict[Weapon, float]", far).items():
        assert small_arms.may_fire_at_loose(weapon, limit, skirmishers=False)
        assert not small_arms.may_fire_at_loose(weapon, limit + 0.1, skirmishers=False)
        assert small_arms.may_fire_at_loose(weapon, limit + 0.1, skirmishers=True)
    assert not small_arms.may_fire_at_loose("musket", 24.1, skirmishers=True)


@pytest.mark.clause("NAP-SMA-28", "NAP-R66", "NAP-R110")
@pytest.mark.parametrize(
    ("told", "n"),
    [
        ({"first_volley": True}, 2),
        ({"first_volley": True, "skirmishers": True}, 1),
        ({"skirmishers": True}, 1),
        ({"british": True}, 2),
        ({"british": True, "skirmishers": True}, 2),
        ({"cls": "A"}, 1),
        ({"cls": "B"}, 0),
        ({"cls": "D"}, -1),
        ({"cls": "E"}, -2),
        ({"disorder": 3}, -3),
        ({"saddle": True}, -2),
        ({"gunners": True}, -4),
        ({"rain": True}, -6),
        ({"shots": 1}, -4),
        ({"lost_quarters": 2}, 0),
    ],
)
def test_table_nine_b(told: dict[str, Any], n: int) -> None:
    assert added(**told) == n


@pytest.mark.clause("NAP-SMA-28", "NAP-SMA-21", "NAP-SMA-24", "NAP-R66")
def test_bows_riflemen_and_single_shots_have_rows_of_their_own() -> None:
    def of(weapon: Weapon, **told: Any) -> int:
        return small_arms.factor(Shot(weapon=weapon, far=10.0, **told)) - small_arms.factor(
            Shot(weapon=weapon, far=10.0)
        )

    assert of("bow", lost_quarters=3) == -6
    assert of("bow", cover="soft") == -2 - 3
    assert of("bow", first_volley=True) == 0
    assert of("rifle", british=True, skirmishers=True) == 1
    assert of("rifle", british=True) == 0
    assert of("rifle", shots=1) == of("rifled_carbine", shots=1) == 0
    assert of("carbine", shots=1) == of("dragoon_musket", shots=1) == of("rifled_musket", shots=1) == -4


@pytest.mark.clause("NAP-SMA-05", "NAP-SMA-28")
@pytest.mark.parametrize(
    ("weapon", "unpatched", "british"), [("rifle", True, 0), ("rifle", False, 0), ("musket", False, 2)]
)
def test_british_riflemen_have_no_more_with_unpatched_ball(weapon: Any, unpatched: bool, british: int) -> None:
    factors = []
    for nation in ("britain", "france"):
        made = battalion("L1", "south", nation=nation, weapon=weapon, unpatched=unpatched)
        state = field(made, battalion("E1", "north", at=(50, 56)))
        used = shots.weapon_of(state, "L1.1")
        shot = shots.small(moments.end(state), "L1", "E1", used, 60.0, np.array([[(500.0, 500.0), (500.0, 560.0)]]))
        factors.append(small_arms.factor(shot))
    assert factors[0] - factors[1] == british


@pytest.mark.clause("NAP-SMA-29", "NAP-SMA-33")
@pytest.mark.parametrize("kind", list(CELLS["target"]))
def test_every_cell_of_table_nine_c(kind: str) -> None:
    target, ranks = {"deep": ("close", 5), "ranks": ("close", 3), "close": ("close", 2)}.get(kind, (kind, 1))
    for cover, n in zip(("none", "soft", "hard"), CELLS["target"][kind], strict=True):
        assert added(target=target, ranks=ranks, cover=cover) == n
    if kind == "ranks":
        assert added(ranks=4) == 1


@pytest.mark.clause("NAP-SMA-30", "NAP-R67", "NAP-CAM-11")
@pytest.mark.parametrize(
    ("told", "n"),
    [
        ({"moved": 12.0}, 0),
        ({"moved": 12.01}, -1),
        ({"moved": 25.0}, -1),
        ({"moved": 25.01}, -2),
        ({"prone": True}, -6),
        ({"target": "loose", "small_bases": True}, -6 + 2),
        ({"small_bases": True}, 0),
        ({"elephants": True}, 6),
    ],
)
def test_other_rows_of_table_nine_c(told: dict[str, Any], n: int) -> None:
    assert added(**told) == n


@pytest.mark.clause("NAP-SMA-23", "NAP-SMA-31")
def test_one_die_adds_nothing_one_or_two() -> None:
    assert [small_arms.random_of(face) for face in range(1, 7)] == [0, 0, 1, 1, 2, 2]


@pytest.mark.clause("NAP-SMA-27", "NAP-OPT-04")
def test_the_optional_procedure_adds_one_to_every_entry() -> None:
    assert added(optional=True) == 1


@pytest.mark.clause("NAP-CAS-01", "NAP-CAS-03", "NAP-SMA-22")
def test_examples_of_volleys() -> None:
    def men(figures: int, die: int, **told: Any) -> int:
        return t14(figures, small_arms.factor(Shot(**told)) + small_arms.random_of(die))

    assert men(24, 4, weapon="musket", far=12.0, first_volley=True) == 48
    assert men(24, 4, weapon="musket", far=12.0, first_volley=True, shots=1) == 24
    loose: dict[str, Any] = {"weapon": "musket", "target": "loose"}
    assert men(10, 1, far=6.0, british=True, cls="B", **loose) == 12
    assert men(8, 6, far=18.0, **loose) == 3
    assert men(10, 2, weapon="bow", far=10.0, lost_quarters=1, cover="soft") == 4
    assert men(24, 3, weapon="musket", far=8.0, first_volley=True) == 68


# --- guns ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-ART-18", "NAP-R69")
def test_every_cell_of_table_ten_a() -> None:
    for row in CELLS["table_10"]["rows"]:
        low = 0.0
        for limit, factor in zip(CELLS["table_10"]["bands"], row["factors"], strict=True):
            expected = factor if factor >= 0 else None
            assert guns.entry(row["piece"], row["ammunition"], low + 0.01) == expected, row
            assert guns.entry(row["piece"], row["ammunition"], float(limit)) == expected, row
            low = limit
        assert guns.entry(row["piece"], row["ammunition"], 120.01) is None


@pytest.mark.clause("NAP-AMM-01", "NAP-AMM-02", "NAP-R64")
def test_who_fires_what() -> None:
    assert guns.has("6", "france") == ("canister", "roundshot")
    assert guns.has("6", "britain") == ("canister", "roundshot", "shrapnel")
    assert guns.has("howitzer", "austria") == ("canister", "shell")
    assert guns.has("howitzer", "britain") == ("canister", "shell", "shrapnel")
    assert guns.has("siege", "france") == ("roundshot",)
    assert guns.has("rocket", "austria") == ("shell", "shrapnel", "incendiary")
    assert guns.entry("12", "shrapnel", 35.0) is None


@pytest.mark.clause("NAP-ART-20", "NAP-R71")
@pytest.mark.parametrize("piece", list(CELLS["depth"]))
def test_every_cell_of_the_depth_of_roundshot(piece: str) -> None:
    alone = gun(piece, "roundshot", 25.0)
    for ranks, n in zip((2, 3, 4, 5), CELLS["depth"][piece], strict=False):
        assert gun(piece, "roundshot", 25.0, ranks=ranks) - alone == n
    assert gun(piece, "roundshot", 25.0, ranks=9) - alone == CELLS["depth"][piece][3]
    assert gun(piece, "roundshot", 25.0, target="limbered") - alone == CELLS["depth"][piece][4]
    assert gun(piece, "roundshot", 25.0, target="square") - alone == CELLS["depth"][piece][2]
    assert gun(piece, "roundshot", 25.0, target="mass") - alone == CELLS["depth"][piece][3]
    assert gun(piece, "roundshot", 25.0, ranks=5, bad_ground=True) == alone


@pytest.mark.clause("NAP-ART-19", "NAP-R71", "NAP-CAM-11")
@pytest.mark.parametrize(
    ("told", "n"),
    [
        ({"british_line": True}, -1),
        ({"ranks": 2}, 0),
        ({"ranks": 3}, 1),
        ({"ranks": 4}, 1),
        ({"ranks": 5}, 2),
        ({"ranks": 6}, 2),
        ({"ranks": 7}, 3),
        ({"target": "square"}, 1),
        ({"target": "mass"}, 3),
        ({"target": "limbered"}, 5),
        ({"mounted": True}, -1),
        ({"target": "limbered", "mounted": True}, 5),
        ({"target": "crews"}, -2),
        ({"target": "loose"}, -6),
        ({"target": "loose", "small_bases": True}, -4),
        ({"elephants": True}, 10),
        ({"target": "building", "mounted": True}, -10),
    ],
)
def test_table_ten_b_for_canister(told: dict[str, Any], n: int) -> None:
    assert gun("6", "canister", 10.0, **told) - gun("6", "canister", 10.0) == n


@pytest.mark.clause("NAP-ART-21")
def test_table_ten_c() -> None:
    assert [gun("6", "roundshot", 25.0, moved=m) - 17 for m in (12.0, 12.01, 25.0, 25.01)] == [0, -1, -1, -2]
    assert gun("siege", "roundshot", 25.0, moved=25.01) - 18 == -4
    assert gun("siege", "roundshot", 25.0, moved=13.0) - 18 == -1


@pytest.mark.clause("NAP-ART-22")
@pytest.mark.parametrize("row", list(CELLS["cover"]))
def test_every_cell_of_table_ten_d(row: str) -> None:
    piece, ammunition = (row, "roundshot") if row in CELLS["depth"] else ("howitzer", row)
    if row == "canister":
        piece = "6"
    far = 35.0 if row in ("shell", "shrapnel") else 20.0
    alone = gun(piece, ammunition, far)
    building, hard, soft = CELLS["cover"][row]
    assert gun(piece, ammunition, far, target="building") - alone == building
    assert gun(piece, ammunition, far, cover="hard") - alone == hard
    assert gun(piece, ammunition, far, cover="soft") - alone == soft


@pytest.mark.clause("NAP-ART-22")
def test_roundshot_flies_over_prone_troops() -> None:
    assert gun_rows(prone=True) == {"NAP-ART-22": -6}
    assert gun_rows(prone=True, target="building") == {"NAP-ART-22": -8}
    assert gun("6", "canister", 10.0, prone=True) == gun("6", "canister", 10.0)


@pytest.mark.clause("NAP-ART-23", "NAP-ART-17", "NAP-R70")
def test_table_ten_e() -> None:
    assert gun("6", "canister", 10.0, shots=1) - gun("6", "canister", 10.0) == -4
    assert gun_rows(first_shot=True) == {"NAP-ART-23": -2}
    assert gun("6", "canister", 10.0, first_shot=True) == gun("6", "canister", 10.0)
    assert gun("rocket", "shell", 10.0, first_shot=True) == gun("rocket", "shell", 10.0)
    assert gun_rows(split=True) == {"NAP-ART-23": -2}


@pytest.mark.clause("NAP-ART-24", "NAP-DIS-19", "NAP-WTH-06")
def test_tables_ten_f_to_h() -> None:
    assert gun_rows(disorder=2) == {"NAP-ART-24": -2}
    assert gun_rows(disorder=9) == {"NAP-ART-24": -6}
    assert gun_rows(cls="A") == {"NAP-ART-24": 1}
    assert gun_rows(cls="C") == {"NAP-ART-24": -1}
    assert gun_rows(rain=True) == {"NAP-ART-24": -2}
    assert gun("6", "canister", 10.0, rain=True) - gun("6", "canister", 10.0) == -2
    assert gun("howitzer", "shell", 40.0, rain=True) - gun("howitzer", "shell", 40.0) == -4
    assert gun("rocket", "shell", 40.0, rain=True) - gun("rocket", "shell", 40.0) == -6


@pytest.mark.clause("NAP-ART-25", "NAP-ART-26", "NAP-OPT-04")
def test_the_dice_of_guns_howitzers_and_rockets() -> None:
    assert [guns.random_of("6", "roundshot", (face,)) for face in range(1, 7)] == [0, 0, 1, 1, 2, 2]
    assert guns.random_of("howitzer", "canister", (5,)) == 2
    assert guns.random_of("howitzer", "shell", (5,)) == 5
    assert guns.random_of("rocket", "incendiary", (5, 3)) == 8
    assert (guns.dice_of("rocket"), guns.dice_of("6")) == (2, 1)
    told = (("6", "roundshot", 1), ("howitzer", "shell", 3), ("howitzer", "canister", 1), ("rocket", "shell", 6))
    for piece, ammunition, n in told:
        assert guns.without_dice(piece, cast("guns.Ammunition", ammunition)) == n


@pytest.mark.clause("NAP-ART-16", "NAP-LOF-03", "NAP-LOF-04", "NAP-ART-03")
def test_examples_of_guns() -> None:
    line = gun("12", "roundshot", 25.0, first_shot=True) + guns.random_of("12", "roundshot", (5,))
    assert t14(8, line) == 5
    column = gun("12", "roundshot", 35.0, first_shot=True, ranks=1 + 4) + guns.random_of("12", "roundshot", (5,))
    assert t14(8, column) - 5 == 22
    assert t14(8, gun("12", "canister", 8.0, mounted=True)) == 45
    assert t14(8, gun("12", "canister", 8.0, mounted=True, shots=1)) == 23
    assert t14(8, gun("12", "roundshot", 15.0)) == 5
