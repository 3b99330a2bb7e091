"""Damaged files in the player's folders: the program starts, lists them with a reason, and opens what is sound."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import msgspec
import pytest

from game.client.app import App, Options
from game.client.battle.found import records_in
from game.client.battle.kept_lists import lists_in
from game.client.folders import Folders
from game.client.library import Library
from game.client.opening import open_record
from game.client.screens.title import TitleScreen
from game.client.settings import Settings, load_settings
from game.client.ui.text import flow, say
from game.engine.records.lines import seal
from game.engine.records.record import RecordError, read_record
from tests.client.toy_record import toy_record
from tests.client.window import Window
from tests.toy import TOY

pytestmark = pytest.mark.window


def zoo(saves: Path, sound: Path) -> dict[str, bytes]:
    """What may lie in a folder of saves."""
    data = sound.read_bytes()
    title = data.index(b'"title":"') + 9
    half = data[:title] + b"\\ud83d" + data[title:]
    deep = data[: title - 9] + b'"x":' + b"[" * 100_000
    long = data[: title - 9] + b'"x":"' + b"y" * 9_000_000 + b'",' + data[title - 9 :]
    made = {
        "a byte in the title": data[:title] + b"\xff" + data[title + 1 :],
        "half an emoji": half,
        "deep": deep,
        "long": long,
        "empty": b"",
        "zeros": b"\0" * 5000,
        "no header": b'{"a": 1}\n',
        "odd types": b'{"tabula_belli": "x", "ruleset": 5}\n',
        "a list": b"[]\n",
        "digits": b'{"tabula_belli": ' + b"9" * 5000 + b', "ruleset": "TOY"}\n',
        "torn header": data[:300],
        "brackets": b'{"tabula_belli": 1, "ruleset": "[/x]", "title": "{0} [/x] %s {name}"}\n',
        "zero letter": b'{"tabula_belli": 1, "ruleset": "TOY", "title": "a\\u0000b"}\n',
    }
    for name, content in made.items():
        (saves / f"{name}.tabula").write_bytes(content)
    (saves / "folder.tabula").mkdir()
    os.mkfifo(saves / "pipe.tabula")
    (saves / "away.tabula").symlink_to(saves / "nowhere")
    (saves / os.fsdecode(b"bad\xffname.tabula")).write_bytes(data[:title] + b"\xff")
    return made


def test_whatever_lies_among_the_saves_the_program_starts_and_lists_it(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    sound = toy_record(saves)
    os.utime(sound, (1, 1))
    zoo(saves, sound)
    w = Window(tmp_path, extra={"TOY": TOY})
    assert w.screen == "TitleScreen"
    w.press("records")
    rows = {f.path.name: f for f in w.top.found}
    assert len(rows) == 18
    assert rows["a byte in the title.tabula"].trouble.startswith("cannot be read: its first line is damaged")
    assert rows["deep.tabula"].trouble == "line 1: its parts lie more than 100 deep in each other"
    assert rows["long.tabula"].trouble == "line 1: this line is longer than 8 MB"
    assert rows["pipe.tabula"].trouble == "this is a pipe or a device, not an ordinary file, and is not read"
    assert rows["folder.tabula"].trouble == "this is a folder, not a file"
    assert rows["away.tabula"].trouble == "it cannot be read: there is no such file or folder"
    assert not rows[sound.name].trouble
    w.shot("damaged-saves")
    for _ in w.top.found:
        w.key("down")
    for found in w.top.found:
        # through the list as through the command line: a sentence, or the battle
        before = len(w.app.screens)
        open_record(w.app, found.path, watch=True)
        w.step()
        shown = w.screen
        assert shown in ("Dialog", "ReplayScreen"), found.path.name
        assert (shown == "ReplayScreen") == (found.path == sound), found.path.name
        w.app.close(w.app.screens[before])
    w.app.quit()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("events", {"type": "pose", "base": "nobody", "pose": None}),
        ("events", {"type": "set", "kind": "state", "id": "", "field": "nothing", "value": 1}),
        ("events", {"type": "set", "kind": "state", "id": "", "field": "ruleset.x.y", "value": [1]}),
        ("command", {"type": "undo", "side": "red", "to": 999}),
    ],
)
def test_a_record_of_an_impossible_battle_is_told(tmp_path: Path, key: str, value: dict[str, object]) -> None:
    """Its checksums fit, but what its fourth line tells cannot have happened."""
    digest, out = "", b""
    for n, line in enumerate(toy_record(tmp_path).read_bytes().splitlines(), 1):
        payload = msgspec.json.decode(line)
        del payload["hash"]
        if n == 4:
            changed = [{**payload["events"][0], "changes": [value]}] if key == "events" else value
            payload = {**payload, key: changed}
        sealed, digest = seal(digest, msgspec.json.encode(payload))
        out += sealed
    path = tmp_path / "odd.tabula"
    path.write_bytes(out)
    record = read_record(path)
    assert record.problems == []
    assert len(record.session(TOY).lines) == 2
    assert record.damaged
    (told,) = record.problems
    assert (told.args["file"], told.args["line"]) == ("odd.tabula", 4)
    record = read_record(path)
    with pytest.raises(RecordError):
        list(record.states())


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"{", "line 1, column 2: this is not JSON"),
        (b"\xff", "line 1, byte 1: this is not text in UTF-8"),
        (b'{"window": [1, 99999999]}', "window 2: this is 99999999, but must be at most 7680"),
        (b'{"ui_scale": "big"}', "ui_scale: this must be a whole number, not text in quotes"),
        (b'{"keys": ' + b"[" * 9999, "line 1: its parts lie more than 40 deep"),
        (b'{"names": ["\\ud83d"]}', "an incomplete character"),
    ],
)
def test_settings_that_cannot_be_used_are_told_and_the_usual_ones_taken(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(data)
    found, told = load_settings(path)
    assert found.window == Settings().window
    assert says in told
    path.unlink()
    assert load_settings(path)[1] == ""
    os.mkfifo(path)
    assert "a pipe or a device" in load_settings(path)[1]


@pytest.mark.parametrize(
    "settings",
    [
        {"language": "x" * 5000, "theme": "../../etc", "system": "\0"},
        {"keys": {"confirm": "no such key", "nothing": "", "menu": "ctrl+ctrl+", "undo": "\0"}},
        {"names": ["\u0000", "x" * 24], "colours": [15] * 200},
        {"window": [1, 1], "fullscreen": False},
    ],
)
def test_strange_settings_do_not_keep_the_program_from_starting(tmp_path: Path, settings: dict[str, object]) -> None:
    (tmp_path / "settings.json").write_bytes(msgspec.json.encode(settings))
    app = App(Folders(tmp_path / "saves", tmp_path), Library({"TOY": TOY}, False), Options(strict=True))
    app.open(TitleScreen(app))
    app.step(0.03)
    from game.client.screens.battle_pictures import BattlePicturesScreen

    app.open(BattlePicturesScreen(app))
    app.step(0.03)
    app.quit()


def test_lists_and_samples_that_are_no_files_are_left_out(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.ros").mkdir()
    (tmp_path / "one.toml").write_text("x", encoding="utf-8")
    assert [p.name for p in lists_in(tmp_path)] == ["one.toml"]
    (tmp_path / "samples").mkdir()
    shutil.copy(tmp_path / "one.toml", tmp_path / "samples" / "s.tabula")
    assert [f.trouble[:14] for f in records_in(tmp_path)] == ["cannot be read"]


def test_text_that_no_font_takes_is_drawn_all_the_same(tmp_path: Path) -> None:
    w = Window(tmp_path, extra={"TOY": TOY})
    block = flow(say("half \ud83d and zero \0 and \U0001f600"), 400, w.app.theme)
    block.draw(w.app.surface, w.app.theme, (0, 0))
    w.app.quit()
