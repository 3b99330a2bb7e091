"""Every number of every shipped list, and of the tables it leans on, against the printed tables of the catalogue.

``catalogue.toml`` holds those tables row by row. A unit, a weapon, a modifier too many or too few is noticed as well as
a wrong number.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.kit.muster.lists import cost
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army import charts, roster
from rulesets.ancient_battles.army.profiles import profiles
from rulesets.ancient_battles.data_files import NUMBERS, UnitRow
from rulesets.ancient_battles.deploy import positions, setup
from rulesets.ancient_battles.field.facts import kinds
from rulesets.ancient_battles.flee import flights
from rulesets.ancient_battles.measures import inch

PRINTED: dict[str, Any] = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text(encoding="utf-8"))
ARMIES = {army["id"]: army for army in PRINTED["army"]}
OURS = {"free_company"}
"""Lists that the catalogue does not know; they say so at their head."""
COLUMNS = ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld")
WORDS = {
    "heavy armour": "heavy",
    "light armour": "light",
    "light armour (mounted column)": "light",
    "shield": "shield",
    "large shield": "large_shield",
    "buckler": "buckler",
}
MISSILES = {"bow": "bow", "javelin": "javelin", "javelins": "javelin", "sling": "sling"}
REMARKS = {
    "stubborn": ("traits", "stubborn"),
    "Terror": ("traits", "terror"),
    "large target": ("traits", "large"),
    "frenzy": ("traits", "frenzy"),
    "cause Fear": ("traits", "fear"),
    "hates Seleucids": ("hates", "seleucid"),
}
NAMES = {"name"}
"""What is ours alone in a row."""


def as_printed(row: list[Any], army: dict[str, Any]) -> dict[str, Any]:
    """What a row of a printed army says of each field of our row, names left aside."""
    code, title, models, kind = row[:4]
    numbers, equipment, points = row[4:13], row[13], row[16]
    count, files = re.fullmatch(r"(\d+)(?: \((\d+)\))?", str(models)).groups()  # type: ignore[union-attr]
    arm, _, order = kind.partition(", ")
    worn = [WORDS[w] for w in equipment.split(", ") if w in WORDS]
    thrown = [MISSILES[w] for w in equipment.split(", ") if w in MISSILES]
    assert len(worn) + len(thrown) == len(equipment.split(", ")) or equipment == "none"
    found: dict[str, list[str]] = {"traits": [], "hates": []}
    remarks = re.search(r"\((.*)\)", title)
    for remark in remarks.group(1).split(", ") if remarks else ():
        if remark not in ("mounted", "foot"):
            field, word = REMARKS[remark]
            found[field].append(word)
    return {
        "code": code,
        "arm": arm.replace(" ", "_"),
        "order": order or "close",
        "character": "general" if "General" in title else "standard" if "standard bearer" in title else "",
        "profile": dict(zip(COLUMNS, numbers, strict=True)),
        "armour": worn,
        "weapon": thrown[0] if thrown else "",
        "models": int(count),
        "files": int(files) if files else int(arm == "elephant"),
        "standard": code in army["command"],
        "musician": code in army["command"],
        "two_weapons": False,
        **found,
        "points": points,
        "least": PRINTED["limits"][code][0],
        "most": PRINTED["limits"][code][1],
        "clause": army["clause"],
    }


def as_shipped(row: UnitRow) -> dict[str, Any]:
    """A row of a list, field by field, names left aside."""
    found: dict[str, Any] = msgspec.to_builtins(row)
    return {k: list(v) if isinstance(v, tuple) else v for k, v in found.items() if k not in NAMES}


@pytest.mark.clause("WAB-S33", "WAB-S34")
def test_every_list_is_one_of_the_catalogue_or_known_to_be_ours() -> None:
    assert set(data_files.armies()) == {*ARMIES, *OURS}


@pytest.mark.clause("WAB-S33", "WAB-S34")
@pytest.mark.parametrize("army_id", ARMIES)
def test_every_field_of_every_unit_is_the_printed_one(army_id: str) -> None:
    printed = [as_printed(row, ARMIES[army_id]) for row in ARMIES[army_id]["rows"]]
    assert set(printed[0]) | NAMES == {f.encode_name for f in msgspec.structs.fields(UnitRow)}
    shipped = [as_shipped(row) for row in data_files.load_army(army_id).units]
    assert [row["code"] for row in shipped] == [row["code"] for row in printed]
    assert [
        (mine["code"], field, value, "printed", theirs[field])
        for mine, theirs in zip(shipped, printed, strict=True)
        for field, value in mine.items()
        if value != theirs[field]
    ] == []


@pytest.mark.clause("WAB-S33", "WAB-S34", "WAB-ARM-01", "WAB-ARM-14")
@pytest.mark.parametrize("army_id", ARMIES)
def test_saves_and_movement_rates_come_out_as_printed(army_id: str) -> None:
    for row in ARMIES[army_id]["rows"]:
        model = profiles()[row[0]]
        total = int(charts.save(model, "melee").total)
        assert (row[0], "none" if total > 6 else f"{total}+") == (row[0], row[14])
        assert (row[0], charts.movement_rate(model).total) == (row[0], inch(row[15]))


@pytest.mark.clause("WAB-S33", "WAB-S34")
@pytest.mark.parametrize("army_id", ARMIES)
def test_one_unit_of_each_row_costs_what_the_sample_army_does(army_id: str) -> None:
    army, size = data_files.load_army(army_id), ARMIES[army_id]["points"]
    sample = roster.list_for(army, size)
    assert sample == {row[0]: 1 for row in ARMIES[army_id]["rows"]}
    assert cost(army, sample) == sum(row[16] for row in ARMIES[army_id]["rows"]) == size == roster.SAMPLE


@pytest.mark.clause("WAB-S33", "WAB-S34")
@pytest.mark.parametrize("army_id", ARMIES)
def test_a_list_is_refused_one_unit_beyond_its_limits(army_id: str) -> None:
    army = data_files.load_army(army_id)
    fewest = {row.code: row.least for row in army.units}
    assert roster.check(army, fewest, 1000, "x") == []
    for row in army.units:
        least, most = PRINTED["limits"][row.code]
        assert roster.bounds(row, 1000) == (least, most)
        assert roster.check(army, {**fewest, row.code: most}, 3000, "x") == []
        (refused,) = roster.check(army, {**fewest, row.code: most + 1}, 1000, "x")[:1]
        assert (refused.where, refused.clause) == (f"x.{row.code}", ARMIES[army_id]["clause"])
        if least:
            assert [p.where for p in roster.check(army, {**fewest, row.code: 0}, 1000, "x")] == [f"x.{row.code}"]


# --- the tables the lists lean on --------------------------------------------------------------------------------


def table(clause: str) -> list[list[str]]:
    found: list[list[str]] = PRINTED["tables"][clause]
    return found


@pytest.mark.clause("WAB-S01", "WAB-S03", "WAB-S23")
def test_arms_of_service() -> None:
    shipped = {a.id: [a.width_mm, a.depth_mm, a.files, a.strength] for a in data_files.arms().values()}
    assert shipped == PRINTED["arms"]
    assert {a.id for a in data_files.arms().values() if a.mounted} == {*PRINTED["arms"]} - {"infantry"}


@pytest.mark.clause("WAB-WPN-01", "WAB-WPN-02", "WAB-WPN-03", "WAB-WPN-04", "WAB-WPN-05", "WAB-WPN-06", "WAB-WPN-07")
def test_every_line_of_the_missile_weapons() -> None:
    ids = {"Thrown rocks": "rocks", "Slings": "sling"}
    printed: dict[str, dict[str, Any]] = {}
    last = ""
    for name, reach, band, strength, save, notes in table("WAB-WPN-01"):
        words = {} if notes == "-" else {n.strip().lower(): True for n in notes.split(";")}
        line = {"range": float(re.sub(r'[("\s)]', "", reach)), "strength": int(strength), "save": int(save)}
        if not name:
            twice = words.pop("fire twice at short range", False)
            printed[last]["short"] = {**line, "shots": 2 if twice else 1}
            assert band.startswith(f"short, {line['range']:g}")
            continue
        last = ids.get(name, name.lower().replace(" ", "_"))
        free, never = words.pop("may move and shoot", False), words.pop("may not move and shoot", False)
        always = words.pop("massed missiles", False)
        still = words.pop("massed missiles if stationary", False)
        printed[last] = {
            "id": last,
            **line,
            "long_penalty": not words.pop("no penalty at long range", False),
            "moving": "free" if free else "never" if never else "",
            "massed": "always" if always else "stationary" if still else "",
            "short": None,
        }
        assert not words
    shipped = {k: msgspec.to_builtins(w) for k, w in data_files.weapons().items()}
    for row in shipped.values():
        assert row.pop("clauses")[0] == "WAB-WPN-01"
        del row["name"]
    assert shipped == printed


@pytest.mark.clause("WAB-ARM-01", "WAB-ARM-02", "WAB-ARM-03", "WAB-ARM-05", "WAB-ARM-06", "WAB-ARM-07", "WAB-ARM-11")
def test_every_line_of_the_armour() -> None:
    def number(cell: str) -> int | None:
        found = re.match(r"(\d)\+", cell)
        return int(found.group(1)) if found else None

    def notes(cell: str) -> set[str]:
        return {n for group in re.findall(r"\(([\d+]+)\)", cell) if group[0] != "+" for n in group.split("+")}

    shipped = dict(data_files.armours())
    for title, foot, mounted, penalty in table("WAB-ARM-01"):
        for name in re.sub(r" \(1\)", "", title).split(" / "):
            piece = shipped.pop(name.lower().removesuffix(" armour").replace(" ", "_"))
            adds = re.search(r"\(\+(\d)\)", foot)
            assert (piece.foot, piece.mounted) == (number(foot), number(mounted)), title
            assert piece.adds_foot == (int(adds.group(1)) if adds else 0)
            if piece.kind == "barding":
                assert f"+{piece.adds_mounted} " in mounted
                assert (piece.against == "melee", piece.front) == ("5" in notes(mounted), "6" in notes(mounted))
            elif piece.kind == "body":
                takes = {p for p, cell in (("foot", foot), ("mounted", mounted)) if "3" in notes(cell)}
                assert set(piece.takes_shield) == takes
            assert (piece.penalty, piece.shield_penalty) == (float(penalty == '-1"'), float("(8)" in penalty))
    assert shipped == {}


@pytest.mark.clause("WAB-TER-01")
def test_rates_of_the_ground() -> None:
    rates = {row[0].lower().replace(" ", "_"): row[2] for row in table("WAB-TER-01")}
    assert rates == {
        "normal": "None",
        "difficult": "Half rate",
        "very_difficult": "Quarter rate",
        "obstacle": "Half rate to pass over",
    }
    assert {k.rate for k in kinds().values()} == {*rates, "impassable"}
    for words, rate in (
        ("field road hill", "normal"),
        ("wood steep_hill", "difficult"),
        ("thick_wood sheer_slope", "very_difficult"),
        ("fence wall hedge", "obstacle"),
    ):
        assert {kinds()[w].rate for w in words.split()} == {rate}


@pytest.mark.clause("WAB-SHT-04", "WAB-RES-02")
@pytest.mark.parametrize(("clause", "kept"), [("WAB-SHT-04", "shooting"), ("WAB-RES-02", "result")])
def test_every_modifier_of_shooting_and_of_the_result(clause: str, kept: str) -> None:
    rows = getattr(data_files.modifiers(), kept)
    assert [(m.clause, m.value) for m in rows] == [(row[-1], int(row[1].split()[0])) for row in table(clause)]
    most = {m.clause: m.most for m in rows if m.most != 1}
    assert most == ({"WAB-RES-04": 2} if kept == "result" else {})


@pytest.mark.clause("WAB-FLE-03", "WAB-FLE-04")
def test_dice_of_flight() -> None:
    (_, slow, slow_less), (_, fast, fast_less) = table("WAB-FLE-03")
    rates = ((6.0, slow, slow_less), (6.01, fast, fast_less))
    for rate, whole, less in rates:
        dice = [int(cell.split("D")[0] or 1) for cell in (whole, less)]
        assert [charts.flight_dice(inch(rate)), charts.flight_dice(inch(rate), shot_first=True)] == dice


@pytest.mark.clause("WAB-CMD-01", "WAB-PAN-04", "WAB-PAN-05", "WAB-TRR-03", "WAB-STB-03", "WAB-S22", "WAB-S32")
def test_every_number_of_a_clause() -> None:
    shipped = {k: [v["value"], *v["clauses"]] for k, v in msgspec.to_builtins(NUMBERS).items()}
    assert shipped == PRINTED["numbers"]


@pytest.mark.clause("WAB-S31")
def test_tables_and_scenarios_have_the_usual_size_zones_and_turns() -> None:
    for name in setup.scenarios():
        found = setup.load_scenario(name)
        told = (found.table.width, found.table.depth, found.deep, found.turns)
        assert told == (72.0, 48.0, 12.0, 6), name
    assert setup.SIZES[0] == positions.TABLE == (72.0, 48.0)


@pytest.mark.clause("WAB-S14")
def test_a_way_to_the_edge_is_turned_right_before_left() -> None:
    assert flights.TURNS == (0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90)
