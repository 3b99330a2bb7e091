"""The modifier and to-hit tables, row by row."""

import pytest

from game.engine.text import Length, Text
from rulesets.warmaster_ancients.data_files import load_modifiers, load_numbers, load_options


@pytest.mark.clause("WMA-CMD-10", "WMA-CMD-11", "WMA-CMD-12", "WMA-CMD-13", "WMA-CMD-14", "WMA-CMD-15")
def test_command_penalties():
    rows = load_modifiers().command_rows
    assert [(r.id, r.value, r.counts, r.per, r.within_cm, r.clause) for r in rows] == [
        ("distance", -1, "cm", 20.0, None, "WMA-CMD-11"),
        ("successive", -1, "orders", 1.0, None, "WMA-CMD-12"),
        ("enemy_near", -1, "once", 1.0, 20.0, "WMA-CMD-13"),
        ("difficult", -1, "once", 1.0, None, "WMA-CMD-14"),
        ("losses", -1, "stands", 1.0, None, "WMA-CMD-15"),
    ]


@pytest.mark.clause(
    "WMA-MOD-01", "WMA-MOD-02", "WMA-MOD-03", "WMA-MOD-04", "WMA-MOD-05", "WMA-MOD-06", "WMA-MOD-07", "WMA-MOD-08"
)
def test_attack_modifiers():
    rows = load_modifiers().attack_rows
    assert [(r.id, r.value, r.counts, r.per, r.round, r.clause) for r in rows] == [
        ("charge", 1, "once", 1.0, "first", "WMA-MOD-01"),
        ("shock", 1, "once", 1.0, "first", "WMA-MOD-02"),
        ("pursuit", 1, "once", 1.0, "second", "WMA-MOD-03"),
        ("impetus", 1, "cm", 3.0, "second", "WMA-MOD-04"),
        ("terrifying", -1, "once", 1.0, "any", "WMA-MOD-05"),
        ("flank_rear", -1, "once", 1.0, "any", "WMA-MOD-06"),
        ("confused", -1, "once", 1.0, "any", "WMA-MOD-07"),
    ]
    assert load_numbers()["min_attacks"].value == 1


@pytest.mark.clause("WMA-SHT-07", "WMA-CMB-06")
@pytest.mark.parametrize(("status", "need"), [("open", 4), ("defended", 5), ("fortified", 6)])
def test_to_hit(status, need):
    tables = load_modifiers()
    assert (tables.shooting(status).need, tables.shooting(status).clause) == (need, "WMA-SHT-07")
    assert (tables.combat(status).need, tables.combat(status).clause) == (need, "WMA-CMB-06")


@pytest.mark.clause("WMA-DRV-03")
def test_drive_back_dice_taken_off():
    assert [(r.status, r.value) for r in load_modifiers().driveback_rows] == [
        ("open", 0),
        ("defended", -1),
        ("fortified", -2),
    ]


def test_labels_fill_in_the_lengths():
    tables = load_modifiers()
    assert tables.command("distance").label() == Text(
        "distance to the character, per full {per}", {"per": Length(200.0)}
    )
    assert tables.command("enemy_near").label() == Text("enemy within {within}", {"within": Length(200.0)})
    assert tables.command("losses").label() == Text("stands lost")
    assert tables.attack("impetus").label().args == {"per": Length(30.0)}


@pytest.mark.clause("WMA-INI-03", "WMA-CMD-03", "WMA-RES-13", "WMA-RES-15", "WMA-ADV-03", "WMA-ADV-04", "WMA-S40")
def test_single_numbers():
    numbers = load_numbers()
    assert numbers["initiative_reach"].mm == 200
    assert numbers["orders_per_unit"].value == 3
    assert numbers["rounds_per_combat"].value == 2
    assert numbers["rounds_per_phase"].value == 4
    assert numbers["advance_one_round"].mm == 200
    assert numbers["advance_more_rounds"].mm == 100
    assert numbers["least_percent"].value == 95
    assert numbers["overlap_area"].mm == 1.0  # 0.01 square cm in square mm
    with pytest.raises(ValueError, match="orders_per_unit is no length but a count"):
        _ = numbers["orders_per_unit"].mm


@pytest.mark.clause("WMA-SET-01", "WMA-S20", "WMA-S35", "WMA-S40")
def test_options():
    options = load_options()
    assert {k: (o.type, o.default) for k, o in options.items()} == {
        "points": ("int", 1000),
        "turns": ("int", 8),
        "harsh_confusion": ("bool", False),
        "allow_shortfall": ("bool", False),
    }
