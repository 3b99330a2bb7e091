"""Every reader of a player's file, with sound files to damage, and what a reader may raise."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from game.army.paper_list import make_sheet
from game.client.battle.bookmarks import Bookmarks, file_of
from game.client.battle.found import last_battle, records_in
from game.client.guide.file import faults_of
from game.client.settings import Settings, load_settings
from game.client.table_editor.files import check_kinds, kept_in, load, rules_of
from game.engine.files.player_files import LIST, shown, toml_row
from game.engine.files.player_files import PLAN as PLAN_KIND
from game.engine.files.player_files import load as load_bytes
from game.engine.files.toml_reading import DataError
from game.engine.loader import UnknownRuleset, load_ruleset
from game.engine.positions.position import PositionError, read_position, start_of
from game.engine.records.lines import seal
from game.engine.records.record import RecordError, read_record
from game.engine.ruleset import Ruleset, Setup
from game.engine.table_plans.document import TablePlan, read_plan, write_plan
from game.lab.battles import cells
from game.lab.exam import ExamDoc
from game.lab.plan import read_plan as read_battles
from game.lab.tune import read_tuning
from tests.damaged.damage import damaged, still_toml
from tests.engine.rosters_made import REEVE, SETTING, WARDENS, as_json, as_xml, packed, profile, pts, roster, selection
from tests.kit.own_armies import ARMIES

ROOT = Path(__file__).resolve().parent.parent.parent
SYSTEMS = ("WMA", "AFS", "WAB", "USB", "NAP")
OWN_FAULTS = (DataError, PositionError, RecordError)
"""What a reader may raise: a sentence that names the file."""

Spoil = Callable[[Random, Sequence[bytes]], bytes]


@dataclass(frozen=True)
class Reader:
    """A kind of file: its name and ending, sound files of it, who reads it, and how it is damaged."""

    name: str
    suffix: str
    sound: tuple[bytes, ...]
    read: Callable[[Path], None]
    spoil: Spoil | None = None

    def damaged(self, dice: Random) -> bytes:
        """A damaged file of this kind."""
        if self.spoil is not None and dice.random() < 0.6:
            return self.spoil(dice, self.sound)
        return damaged(dice, dice.choice(self.sound), self.sound)


# --- records -------------------------------------------------------------------------------------------------------


def _record_reader(toy: Ruleset) -> Callable[[Path], None]:
    def read(path: Path) -> None:
        for found in records_in(path.parent):
            assert found.title.isprintable()
        last_battle(path.parent)
        record = read_record(path)
        record.session(toy)

    return read


def sealed_again(dice: Random, sound: Sequence[bytes]) -> bytes:
    """A record in which one line was damaged and the checksums made to fit again."""
    rows = dice.choice(sound).splitlines(keepends=True)
    at = dice.randrange(len(rows))
    digest, out = "", []
    for n, line in enumerate(rows):
        payload = line[: line.rindex(b',"hash":"')] + b"}"
        if n == at:
            payload = damaged(dice, payload, (payload,))
        sealed, digest = seal(digest, payload)
        out.append(sealed)
    return b"".join(out)


# --- positions, tables, guides -------------------------------------------------------------------------------------


def _position(path: Path) -> None:
    position = read_position(path)
    try:
        ruleset = load_ruleset(position.ruleset)
    except UnknownRuleset:
        return
    with suppress(PositionError):  # which names the key alone: the command sets the file before it
        start_of(position, ruleset)


def _table(path: Path) -> None:
    kept_in(path.parent)
    kept = load(path)
    if kept.plan is None:
        assert kept.wrong is not None
        return
    for system in SYSTEMS:
        ruleset = load_ruleset(system)
        rules = rules_of(ruleset)
        if rules is not None and kept.plan.ruleset == system and check_kinds(kept, rules).plan is not None:
            usual = ruleset.default_setup(ruleset.scenarios()[0].id, 250 if system == "AFS" else 1000)
            ruleset.check_setup(replace(usual, table=kept.plan))


def _plan(path: Path) -> None:
    cells(read_battles(path), path.parent, shown(path))


def _tuning(path: Path) -> None:
    read_tuning(path)


def _exam(path: Path) -> None:
    toml_row(path, PLAN_KIND, ExamDoc)


def _guide(path: Path) -> None:
    faults_of(path, load_ruleset("WMA"))


# --- lists ---------------------------------------------------------------------------------------------------------


def _list(path: Path) -> None:
    data = load_bytes(path, LIST)
    for system in SYSTEMS:
        ruleset: Any = load_ruleset(system)
        size = 250 if system == "AFS" else 1000
        report = ruleset.read_list(data, shown(path), size)
        assert report.chosen is not None or any(f.kind == "wrong" for f in report.findings)
        if report.chosen is None:
            continue
        usual = ruleset.default_setup(ruleset.scenarios()[0].id, size)
        side = next(iter(usual.sides))
        setup = replace(usual, sides={**usual.sides, side: report.chosen})
        make_sheet(ruleset, setup, side, size)
        ruleset.list_file(setup, side)
        if not any(p.fatal for p in ruleset.check_setup(setup)):
            ruleset.begin(setup)


def packed_again(dice: Random, sound: Sequence[bytes]) -> bytes:
    """A packed roster whose inside is damaged, or that is damaged itself."""
    method = dice.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_LZMA))
    with zipfile.ZipFile(io.BytesIO(sound[0])) as box:
        inner = box.read(box.namelist()[0])
    out = packed(
        (dice.choice(("a.ros", "deep/b.ROS", "x.txt", "../c.ros")), damaged(dice, inner, (inner,))), method=method
    )
    return out if dice.random() < 0.5 else damaged(dice, out, (out,))


FORGE = {
    "gameSystem": "aofs", "name": "Marsh", "listPoints": 100, "modelCount": 3, "activationCount": 2,
    "units": [
        {"selectionId": "a", "name": "Lads", "size": 2, "cost": 40, "quality": 4, "defense": 5,
         "bases": {"round": "40"}, "rules": [{"name": "Tough", "rating": 3}, "Fast"],
         "loadout": [{"name": "Club", "attacks": 2, "count": 2, "specialRules": [{"name": "AP", "rating": "1"}]},
                     {"name": "Cage", "content": [{"name": "Bow", "range": 12, "attacks": 1, "count": 1}]}],
         "selectedUpgrades": [{"option": {"label": "Musician", "gains": [], "costs": [{"unitId": "x", "cost": 5}]}}]},
        {"selectionId": "b", "name": "Boss", "customName": "Odo", "size": 1, "cost": 60, "quality": "3+",
         "defense": "4+", "joinToUnit": "a", "combined": False, "specialRules": [{"name": "Hero"}],
         "weapons": [{"name": "Axe", "attacks": "A3"}]},
    ],
}  # fmt: skip


def _lists() -> tuple[bytes, ...]:
    found = []
    for system in SYSTEMS:
        ruleset: Any = load_ruleset(system)
        setup: Setup = ruleset.default_setup(ruleset.scenarios()[0].id, 250 if system == "AFS" else 1000)
        for side in setup.sides:
            found.append(ruleset.list_file(setup, side).encode())
    afs: Any = load_ruleset("AFS")
    chosen = afs.read_list(json.dumps(FORGE).encode(), "x", 250).chosen
    usual = afs.default_setup(afs.scenarios()[0].id, 250)
    found.append(afs.list_file(replace(usual, sides={**usual.sides, "south": chosen}), "south").encode())
    return tuple(found)


def _armies() -> tuple[bytes, ...]:
    """Armies of a player's own, and lists of them."""
    found = [text.encode() for text in ARMIES.values()]
    for system, text in ARMIES.items():
        ruleset: Any = load_ruleset(system)
        setup: Setup = ruleset.default_setup(ruleset.scenarios()[0].id, 250 if system == "AFS" else 1000)
        chosen = ruleset.read_list(text.encode(), "x", 1000).chosen
        found.append(ruleset.list_file(replace(setup, sides={**setup.sides, "south": chosen}), "south").encode())
    return tuple(found)


# --- settings and notes ----------------------------------------------------------------------------------------------


def _settings(path: Path) -> None:
    found, told = load_settings(path)
    assert isinstance(found, Settings)
    assert isinstance(told, str)


def _notes(path: Path) -> None:
    record = path.with_name(path.name.removesuffix(".notes.json"))
    assert file_of(record) == path
    marks = Bookmarks(record)
    assert all(line >= 0 for line in marks.notes)


# --- all of them -----------------------------------------------------------------------------------------------------


def all_readers(toy: Ruleset, record: bytes) -> list[Reader]:
    """Every kind of file that a player has; the record is a battle of the toy."""
    positions = [p.read_bytes() for s in SYSTEMS for p in sorted(load_ruleset(s).meta.folder.glob("examples/*.toml"))]
    guides = [p.read_bytes() for s in SYSTEMS for p in sorted(load_ruleset(s).meta.folder.glob("guides/*.toml"))]
    legion = [selection("Hastati and Principes", "unit", 4, 220), selection("Consul", "model", 1, 125)]
    body = profile("Unit", "Eels", Quality="4+", Defense="5+", Rules="Fast, Tough(3)")
    bow = selection("Bow", "upgrade", 3, 5, profiles=[profile("Weapon", "Bow", Range='18"', Attacks="A1", AP="1")])
    eels = selection("Eels", "unit", 1, 60, profiles=[body], selections=[selection("Eel", "model", 3), bow])
    trees = [
        roster(WARDENS, REEVE, SETTING, said=112.5, costLimits=pts(200)),
        roster(*legion, said=345, gameSystemName="Warmaster Ancients"),
        roster(eels, REEVE),
    ]
    settings = msgspec.json.encode(
        {"language": "pl", "ui_scale": 125, "keys": {"confirm": "return"}, "window": [1280, 720], "names": ["A", "B"]}
    )
    notes = msgspec.json.encode({"tabula_notes": 1, "marks": [{"line": n, "note": f"Note {n}"} for n in range(9)]})
    short = b"".join(record.splitlines(keepends=True)[:9])
    return [
        Reader("record", ".tabula", (short, record), _record_reader(toy), sealed_again),
        Reader("position", ".toml", tuple(positions), _position, still_toml),
        Reader("table", ".toml", _tables(), _table, still_toml),
        Reader("guide", ".toml", tuple(guides), _guide, still_toml),
        Reader("plan", ".toml", (PLAN,), _plan, still_toml),
        Reader("tuning", ".toml", (TUNING,), _tuning, still_toml),
        Reader("exam", ".toml", (EXAM,), _exam, still_toml),
        Reader("list", ".toml", _lists(), _list, still_toml),
        Reader("army", ".toml", _armies(), _list, still_toml),
        Reader("roster", ".ros", tuple(as_xml(t) for t in trees), _list),
        Reader("roster-json", ".json", tuple(as_json(t) for t in trees), _list),
        Reader("roster-packed", ".rosz", tuple(packed(("a.ros", as_xml(t))) for t in trees), _list, packed_again),
        Reader("forge", ".json", (json.dumps(FORGE).encode(), json.dumps(FORGE, indent=1).encode()), _list),
        Reader("settings", ".json", (settings,), _settings),
        Reader("notes", ".notes.json", (notes,), _notes),
    ]


PLAN = b"""plan = 1
title = "Two generals"
players = ["general", "random", { bot = "general", name = "mild", parameters = { loss = 0.4 } }]
seed = "first"
until = 0.55
[[set]]
ruleset = "AFS"
scenarios = ["narrow_pass", "broken_ground"]
points = [150, 250]
armies = ["saltmarch", "hollow_court"]
mirrors = true
options = { map_seed = [1, 2] }
each = 4
"""
TUNING = b"""tune = 1
title = "Weights of the general"
bot = "general"
against = ["random"]
trials = 40
[parameters]
loss = [0.3, 1.4]
danger = [0, 1]
[[set]]
ruleset = "AFS"
points = 150
games = 8
"""
EXAM = b"""exam = 1
title = "Charges"
[[task]]
position = "rear.toml"
points = 2
answers = 1
"""
TABLE = b"""table = 1
ruleset = "%s"
name = "The Ford"
size = [%s]
zone_depth = 12.0
[[zone]]
side = "south"
points = [[1.0, 0.0], [40.0, 0.0], [40.0, 10.0], [1.0, 10.0]]
[[piece]]
id = "wood-1"
kind = "%s"
curved = true
points = [[20.0, 20.0], [30.0, 19.0], [33.0, 26.0], [25.0, 31.0]]
"""


def _tables() -> tuple[bytes, ...]:
    found = []
    for system, size in (
        ("WMA", b"180.0, 120.0"),
        ("AFS", b"48.0, 48.0"),
        ("WAB", b"72.0, 48.0"),
        ("USB", b"36.0, 36.0"),
        ("NAP", b"200.0, 130.0"),
    ):
        rules = rules_of(load_ruleset(system))
        if rules is not None:
            kind = next((k.id for k in rules.kinds if "wood" in k.id), rules.kinds[0].id)
            data = TABLE % (system.encode(), size, kind.encode())
            plan: TablePlan = read_plan(data, "t")
            found.append(write_plan(plan).encode())
    return tuple(found)
