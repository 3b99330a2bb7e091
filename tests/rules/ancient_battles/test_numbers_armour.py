"""Armour and weapons: every cell of the tables and every footnote."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.files.toml_reading import DataError
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army.charts import movement_rate, save, save_need
from rulesets.ancient_battles.army.profiles import Profile, profiles


def wearing(*pieces: str, mounted: bool = False, order: str = "close", m: float = 4.0) -> Profile:
    """A figure in this armour."""
    model = profiles()["COM" if mounted else "PHA"]
    row = replace(model.row, armour=pieces, order=order, profile=replace(model.row.profile, m=m))
    return replace(model, row=row)


@pytest.mark.clause("WAB-ARM-01", "WAB-ARM-02", "WAB-R47")
def test_every_cell_of_the_armour_table() -> None:
    foot = {p: save(wearing(p), "melee").total for p in ("shield", "large_shield", "light", "heavy")}
    assert foot == {"shield": 6, "large_shield": 5, "light": 6, "heavy": 5}
    assert save(wearing("partial_plate"), "melee").total == 4
    assert save(wearing("full_plate"), "melee").total == 3
    assert save(wearing("pavise"), "missile").total == 5
    mounted = ("shield", "large_shield", "light", "heavy", "partial_plate", "full_plate")
    assert [save(wearing(p, mounted=True), "melee").total for p in mounted] == [5, 4, 5, 4, 3, 3]
    assert save(wearing(mounted=True), "melee").total == 6
    assert save(wearing(), "melee").total == 7


@pytest.mark.clause("WAB-ARM-02", "WAB-ARM-06", "WAB-ARM-03", "WAB-R29")
def test_shields_add_to_light_and_heavy_armour() -> None:
    assert save(wearing("light", "shield"), "melee").total == 5
    assert save(wearing("light", "large_shield"), "melee").total == 4
    assert save(wearing("partial_plate", "shield"), "melee").total == 3
    assert save(wearing("light", "pavise"), "missile").total == 4
    assert save(wearing("light", "shield", mounted=True), "melee").total == 4
    assert save(wearing("heavy", "large_shield", mounted=True), "melee").total == 2


@pytest.mark.clause("WAB-ARM-07")
def test_plate_takes_no_shield() -> None:
    assert save(wearing("full_plate", "shield"), "melee").total == 3
    assert save(wearing("full_plate", "large_shield", mounted=True), "melee").total == 3
    assert save(wearing("partial_plate", "shield", mounted=True), "melee").total == 3


@pytest.mark.clause("WAB-ARM-04")
def test_a_buckler_stops_missiles_for_skirmishers_only() -> None:
    assert save(wearing("light", "buckler"), "melee").total == 5
    assert save(wearing("light", "buckler"), "missile").total == 6
    assert save(wearing("light", "buckler", order="skirmish"), "missile").total == 5
    assert save(wearing("buckler"), "missile").total == 7
    assert save(wearing("buckler", order="skirmish"), "missile").total == 6


@pytest.mark.clause("WAB-ARM-05")
def test_a_pavise_counts_against_missiles_from_the_front() -> None:
    assert save(wearing("light", "pavise"), "missile", "front").total == 4
    assert save(wearing("light", "pavise"), "missile", "left").total == 6
    assert save(wearing("light", "pavise"), "melee", "front").total == 6


@pytest.mark.clause("WAB-ARM-08", "WAB-ARM-09", "WAB-ARM-10")
def test_barding_worked_example() -> None:
    """W18: the example, on all pieces of barding."""
    half_cloth = wearing("light", "shield", "half_cloth_barding", mounted=True)
    assert save(half_cloth, "melee", "front").total == 3
    assert save(half_cloth, "melee", "left").total == 4
    assert save(half_cloth, "missile", "front").total == 4
    full_cloth = wearing("light", "shield", "full_cloth_barding", mounted=True)
    assert (save(full_cloth, "melee", "rear").total, save(full_cloth, "missile").total) == (3, 4)
    half_plate = wearing("light", "shield", "half_plate_barding", mounted=True)
    assert [save(half_plate, k, e).total for k in ("melee", "missile") for e in ("front", "right")] == [3, 4, 3, 4]
    full_plate = wearing("light", "shield", "full_plate_barding", mounted=True)
    assert {save(full_plate, k, e).total for k in ("melee", "missile") for e in ("front", "left", "rear")} == {3}


@pytest.mark.clause("WAB-ARM-11", "WAB-ARM-14", "WAB-R40", "WAB-R41")
def test_penalties_come_off_the_movement() -> None:
    assert movement_rate(wearing("heavy")).total == 100.0
    assert movement_rate(wearing("heavy", "shield")).total == 75.0
    assert movement_rate(wearing("heavy", "large_shield")).total == 75.0
    assert movement_rate(wearing("heavy", "pavise")).total == 75.0
    assert movement_rate(wearing("heavy", "buckler")).total == 100.0
    assert movement_rate(wearing("light", "shield")).total == 100.0
    knight = wearing("full_plate", "full_plate_barding", mounted=True, m=8.0)
    assert movement_rate(knight).total == 150.0
    assert movement_rate(wearing("heavy", "shield", "half_plate_barding", mounted=True, m=8.0)).total == 150.0


@pytest.mark.clause("WAB-ARM-13", "WAB-S19")
def test_a_one_never_saves_and_seven_is_none() -> None:
    assert [save_need(n) for n in (-1, 1, 2, 6, 7, 8)] == [2, 2, 2, 6, 7, 7]
    assert save(wearing("light"), "melee", modifier=-1).total == 7


@pytest.mark.clause("WAB-WPN-01", "WAB-R05", "WAB-R06", "WAB-R08")
def test_missile_table() -> None:
    rows = []
    for w in data_files.weapons().values():
        rows.append((w.id, w.range, w.strength, w.save))
        if w.short:
            assert w.short.range == w.range / 2
            rows.append((w.id, w.short.range, w.short.strength, w.short.save))
    assert rows == [
        ("rocks", 4.0, 3, 0),
        ("javelin", 8.0, 3, 0),
        ("darts", 12.0, 2, 0),
        ("handgun", 18.0, 3, -1),
        ("handgun", 9.0, 4, -2),
        ("light_crossbow", 18.0, 3, 0),
        ("short_bow", 18.0, 3, 0),
        ("sling", 18.0, 3, 0),
        ("sling", 9.0, 2, 0),
        ("bow", 24.0, 3, 0),
        ("staff_sling", 24.0, 3, 0),
        ("staff_sling", 12.0, 4, -1),
        ("crossbow", 30.0, 3, 0),
        ("crossbow", 15.0, 4, -1),
        ("long_bow", 30.0, 3, 0),
        ("long_bow", 15.0, 3, -1),
    ]


@pytest.mark.clause("WAB-R07")
def test_notes_of_the_weapons() -> None:
    weapons = data_files.weapons()
    assert [w for w in weapons if not weapons[w].long_penalty] == ["rocks", "javelin", "darts"]
    assert [w for w in weapons if weapons[w].moving == "free"] == ["javelin", "darts", "light_crossbow"]
    assert [w for w in weapons if weapons[w].moving == "never"] == ["handgun", "staff_sling", "crossbow"]
    assert [w for w in weapons if weapons[w].massed == "always"] == ["darts"]
    assert [w for w in weapons if weapons[w].massed == "stationary"] == ["short_bow", "bow", "long_bow"]
    assert weapons["sling"].short is not None
    assert weapons["sling"].short.shots == 2


@pytest.mark.clause("WAB-S33", "WAB-S34", "WAB-S01", "WAB-S23")
def test_the_armies() -> None:
    saves = {c: (save(p, "melee").total, movement_rate(p).total / 25.0, p.row.points) for c, p in profiles().items()}
    assert saves == {
        "SGE": (4, 8, 130),
        "SBS": (5, 4, 65),
        "PHA": (5, 4, 154),
        "SIL": (4, 3, 170),
        "COM": (4, 8, 186),
        "SEL": (5, 6, 140),
        "CRE": (6, 5, 80),
        "SJA": (6, 5, 75),
        "GCH": (4, 8, 120),
        "GBS": (4, 5, 55),
        "OAT": (5, 5, 185),
        "WAR": (5, 5, 160),
        "GAE": (5, 5, 144),
        "NOB": (4, 8, 170),
        "LCH": (5, 8, 90),
        "GSL": (7, 5, 40),
        "GJA": (7, 5, 36),
        "FCA": (3, 7, 125),
        "FBA": (4, 3, 55),
        "HAL": (5, 4, 150),
        "HAN": (7, 4, 56),
        "CRO": (6, 4, 64),
        "MAA": (2, 6, 145),
        "SER": (3, 8, 90),
        "HOU": (3, 7, 80),
        "SQU": (3, 7, 84),
        "BLR": (5, 8, 95),
        "ARC": (7, 5, 56),
    }
    for army in data_files.armies():
        assert sum(u.points for u in data_files.load_army(army).units) == 1000
    bases = {a.id: (a.width_mm, a.depth_mm, a.strength, a.files) for a in data_files.arms().values()}
    assert bases == {
        "infantry": (20.0, 20.0, 1, 5),
        "cavalry": (25.0, 50.0, 2, 4),
        "light_chariot": (40.0, 80.0, 3, 3),
        "heavy_chariot": (60.0, 80.0, 4, 3),
        "elephant": (60.0, 80.0, 6, 3),
    }


ARMY = """
id = "x"
name = "X"
summary = "."
[[unit]]
code = "AAA"
name = "A"
arm = "infantry"
profile = { m = 4, ws = 3, bs = 3, s = 3, t = 3, w = 1, i = 3, a = 1, ld = 7 }
models = 10
files = 5
points = 50
clause = "WAB-S33"
"""


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('armour = ["shild"]', "did you mean “shield”"),
        ('weapon = "crosbow"', "did you mean “crossbow”"),
        ('hates = ["romans"]', "is not a known army"),
        ("modles = 3", "did you mean “models”"),
        ('order = "skirmish"', "have no files"),
    ],
)
def test_a_wrong_army_file_is_told_where(line: str, says: str) -> None:
    with pytest.raises(DataError) as told:
        data_files.read_army((ARMY + line).encode(), "x.toml")
    assert "AAA" in str(told.value)
    assert says in str(told.value)
