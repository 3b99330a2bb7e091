"""The one door for the player's files: what is no file, too large, too deep or no text ends in one sentence."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.files import nesting
from game.engine.files import player_files as files
from game.engine.files.toml_reading import DataError, parse
from game.engine.files.toml_reading import plain as english

SMALL = msgspec.structs.replace(files.NOTES, most=100, line=10)
ROOT = Path(__file__).resolve().parent.parent.parent
OPENS = re.compile(
    r"(?<!def )(?<![\w.])open\(|\.open\(\"[rwax]b?\"|os\.open\((?!os\.devnull)|\.read_text\(|\.read_bytes\("
    r"|ZipFile\(|tomllib\.load|json\.(loads?|[dD]ecode)"
)


class Row(msgspec.Struct, forbid_unknown_fields=True):
    n: int
    name: str = ""


def refused(call: Callable[[], Any]) -> DataError:
    with pytest.raises(DataError) as caught:
        call()
    return caught.value


# --- what is no file -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("read", [files.load, files.first_line, lambda p, k: list(files.lines(p, k)), files.tail])
def test_only_regular_files_are_read(tmp_path: Path, read: Callable[[Path, Any], Any]) -> None:
    """A pipe nobody writes into would be waited for for ever, a device has no end."""
    kind: Any = 100 if read is files.tail else SMALL
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "away").symlink_to(tmp_path / "nowhere")
    (tmp_path / "round").symlink_to(tmp_path / "round")
    (tmp_path / "device").symlink_to("/dev/zero")
    says = {
        "pipe": "this is a pipe or a device, not an ordinary file, and is not read",
        "device": "this is a pipe or a device, not an ordinary file, and is not read",
        "away": "it cannot be read: there is no such file or folder",
        ".": "this is a folder, not a file",
        "n" * 300: "it cannot be read: its name is too long",
        "zero\0": "no file can have this name",
        "half\ud83d": "no file can have this name",
    }
    for name, text in says.items():
        fault = refused(lambda name=name: read(tmp_path / name, kind))
        assert english(fault.message) == text
        assert fault.file.isprintable()
    assert "it cannot be read: " in english(refused(lambda: read(tmp_path / "round", kind)).message)


def test_a_file_is_read_up_to_the_size_of_its_kind(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"x" * 100)
    assert files.load(path, SMALL) == b"x" * 100
    path.write_bytes(b"x" * 101)
    fault = refused(lambda: files.load(path, SMALL))
    assert str(fault) == "f: the file is too large for notes"


def test_a_size_that_the_system_does_not_know_is_counted(tmp_path: Path) -> None:
    """Files of /proc are said to have no bytes at all."""
    path = Path("/proc/self/status")
    if not path.exists():
        pytest.skip("no /proc here")
    assert files.load(path, files.NOTES)
    assert english(refused(lambda: files.load(path, SMALL)).message) == "the file is too large for notes"


def test_lines_are_read_one_by_one_and_none_longer_than_it_may_be(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"123456789\n\nlast")
    assert list(files.lines(path, SMALL)) == [b"123456789\n", b"\n", b"last"]
    assert files.first_line(path, SMALL) == b"123456789\n"
    assert files.tail(path, 4) == b"last"
    assert files.tail(path, 400) == b"123456789\n\nlast"
    path.write_bytes(b"1\n" + b"x" * 11)
    fault = refused(lambda: list(files.lines(path, SMALL)))
    assert (fault.key, english(fault.message)) == ("line 2", "this line is longer than 0 MB")
    path.write_bytes(b"12345678\n" * 12)
    assert refused(lambda: list(files.lines(path, SMALL))).key == "line 12"
    path.write_bytes(b"")
    assert files.first_line(path, SMALL) == b""


def test_a_line_of_gigabytes_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(3_000_000_000)  # a file with a hole: no disk is used
    assert refused(lambda: files.first_line(path, files.RECORD)).key == "line 1"
    assert english(refused(lambda: files.load(path, files.RECORD)).message).startswith("the file is too large")


def test_a_changed_file_and_none() -> None:
    assert files.changed(Path(__file__)) > 0
    assert files.changed(Path("no\0where")) == 0
    assert not files.is_file(Path("no\0where"))
    assert not files.is_file(Path(__file__).parent)


# --- text -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "key"),
    [(b'{"n": 1,\n"name": "\xff"}', "line 2, byte 19"), (b'\xef\xbb\xbf{"n":"\xed\xa0\xbd"}', "line 1, byte 10")],
)
def test_what_is_no_text_is_told_with_line_and_byte(tmp_path: Path, data: bytes, key: str) -> None:
    path = tmp_path / "f.json"
    path.write_bytes(data)
    fault = refused(lambda: files.json_row(path, files.NOTES, Row))
    assert (fault.key, english(fault.message)) == (key, "this is not text in UTF-8; is it another kind of file?")
    path.write_bytes(data.replace(b"{", b"a = ").replace(b"}", b""))
    assert refused(lambda: files.toml_file(path, files.NOTES)).key.startswith(key.split(",")[0])


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "f: the file is empty"),
        (b'{"n":1}', ""),
        (b'{"n":"a"}', "f, n: this must be a whole number, not text in quotes"),
        (b'{"m":1}', "f, m: “m” is not a known key here; choose from: n, name"),
        (b'{"n":1,\n}', "f, line 2, column 1: this is not JSON, or it breaks off here"),
        (b'{"n":\n' + b"9" * 5000 + b"}", "f, line 2: a number of 5000 digits stands here; the limit is 20"),
        (b'{"n":NaN}', "f, n: this must be a whole number, not nothing"),
        (b"[" * 100_000, "f, line 1: its parts lie more than 40 deep in each other"),
        (b"\n" + b'{"a":' * 41, "f, line 2: its parts lie more than 40 deep in each other"),
        (b'{"n":1,"name":"\\ud83d"}', "f, line 1: an incomplete character stands here (a cut emoji)"),
        (b'{"n":1,"name":"\\ud83d\\ude00"}', ""),
        (b"{},\n" * 400_001, "f: it has more than 400000 parts, too many for such a file"),
    ],
)  # fmt: skip
def test_json_is_read_or_told_in_a_sentence(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "f"
    path.write_bytes(data)
    if not says:
        assert files.json_row(path, files.NOTES, Row).n == 1
        return
    assert str(refused(lambda: files.json_row(path, files.NOTES, Row))) == says


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (".".join("a" * 42) + " = 1", "line 1: its parts lie more than 40 deep in each other"),
        (".".join("a" * 41) + " = 1", ""),
        ("\n[" + ".".join("a" * 42) + "]", "line 2: its parts lie more than 40 deep in each other"),
        ("[" + ".".join("a" * 20) + "]\n" + ".".join("b" * 22) + " = 1", "line 2: its parts lie more"),
        ("a = " + "[" * 41, "line 1: its parts lie more than 40 deep in each other"),
        ("a = " + "{a.b = " * 21, "line 1: its parts lie more"),
        ("\n\na = " + "9" * 5000, "line 3: a number of 5000 digits stands here; the limit is 20"),
        ("a = " + "[],\n" * 400_000, "the file is too large: at most 1 MB of TOML are read"),
        ("a = 0x" + "f" * 80, "line 1: a number of 82 digits"),
        ('a = "' + "[" * 100 + "9" * 100 + '"\nb = """\n' + "{" * 100 + '"\n"""\nc = \'\'\'[[[\'\'\'\n', ""),
        ("a = [1.5, 2.5]\n" * 1 + "# " + "[" * 100 + "\n[[b.c]]\nd = 1979-05-27\n[[b.c]]\n", ""),
    ],
)  # fmt: skip
def test_toml_is_looked_at_before_it_is_parsed(source: str, says: str) -> None:
    if not says:
        assert parse(source.encode(), "f")
        return
    told = str(refused(lambda: parse(source.encode(), "f")))
    assert told.removeprefix("f, ").removeprefix("f: ").startswith(says)


@given(st.lists(st.sampled_from([b"[", b"]", b"{", b"}", b'"', b"\\", b"a", b",", b'""', b'"]"']), max_size=40))
def test_the_quick_look_never_says_flat_of_what_is_deep(parts: list[bytes]) -> None:
    data = b"".join(parts)
    depth, inside, escaped = 0, False, False
    deepest = 0
    for sign in data.decode():
        if inside:
            inside = escaped or sign != '"'
            escaped = not escaped and sign == "\\"
            continue
        if sign == '"':
            inside = True
        elif sign in "[{":
            depth += 1
        elif sign in "]}":
            depth = max(0, depth - 1)
        deepest = max(deepest, depth)
    # runs of the same sort are counted at once: what closes too often may be forgotten a little early
    assert (nesting.json_fault(data, 3) is not None) == (deepest > 3)


def test_half_letters_of_other_programs_are_mended() -> None:
    data = rb'{"name": "Boat \ud83d\u2693 \ude00 \ud83d\ude00"}'
    assert files.json_values(data, "f", mend=True) == {"name": "Boat \ufffd\u2693 \ufffd \U0001f600"}


def test_names_are_shown_as_they_can_be_printed() -> None:
    assert files.shown(Path("/a/b\udcff\x1b[2J.tabula")) == "b\ufffd\ufffd[2J.tabula"
    assert len(files.shown("x" * 5000)) == files.MOST_SHOWN


# --- nothing goes past it -------------------------------------------------------------------------------------------

OWN = {
    "game/check.py": "the program's own data",
    "game/clauses.py": "the program's own data",
    "game/coverage.py": "the program's own tests",
    "game/texts_tool.py": "the program's own sentences",
    "game/prose.py": "the program's own documents",
    "game/bots/outside/program.py": "lines of a bot, of a bounded length",
    "game/kit/muster/renaming.py": "what it has written itself",
    "tabula_belli/program.py": "lines of the program that began it",
    "game/lab/journal.py": "rows that it has written itself",
    "game/lab/versions.py": "the program's own code",
    "game/bots/tuned.py": "a number in the name of a bot",
    "rulesets/age_of_fantasy_skirmish/deploy/positions.py": "a row out of the state",
    "game/terms.py": "the program's own documents",
    "game/client/theme.py": "the program's own pictures",
    "game/client/ui/manager.py": "the program's own theme",
    "game/client/sound/cues.py": "the program's own sounds",
    "game/client/art/landscape.py": "the program's own pictures",
    "game/client/tabletop/looks.py": "the program's own pictures",
    "game/client/theatre/script.py": "the program's own theatre",
    "game/client/report/worker.py": "a task that the window gives",
    "game/client/report/job.py": "what the worker tells",
    "game/engine/files/data_folder.py": "the program's own data",
    "game/engine/numbers.py": "the program's own data",
    "game/engine/files/toml_reading.py": "parsing behind the door",
    "game/engine/records/record.py": "lines of a record, and its writing",
    "game/engine/records/lines.py": "lines of a record",
    "game/engine/records/writer.py": "writing a record",
    "game/engine/records/kept_file.py": "writing a record",
    "game/engine/files/player_files.py": "the door itself",
    "game/engine/rosters/packed.py": "bytes that came through the door",
    "game/client/battle/found.py": "lines that came through the door",
    "game/client/faults.py": "writes the file of faults",
    "game/client/battle/played.py": "adds a line to the list of what was played",
    "game/engine/positions/events_told.py": "the program's own rules",
    "game/bots/referee.py": "the reason that a bot has just given",
    "rulesets/napoleonic_wars/army/custom.py": "rows of troops that came through the door",
    "game/engine/positions/moment.py": "values inside a position that came through the door",
    "game/engine/positions/parts.py": "rows of troops that came through the door",
    "game/engine/positions/words.py": "the program's own clauses",
    "game/kit/muster/bought.py": "rows of troops that came through the door",
    "game/kit/muster/desk.py": "an army that is being edited",
    "game/kit/muster/own.py": "an army inside a set-up that came through the door",
    "game/position_reference.py": "the program's own reference",
    "rulesets/ancient_battles/army/profiles.py": "rows of troops that came through the door",
    "rulesets/warmaster_ancients/army/profiles.py": "rows of troops that came through the door",
}
"""Modules in which something is opened or decoded that is no file of the player's, or came through the door."""


def test_nothing_opens_files_but_the_door() -> None:
    """Whoever reads a new file is told here to go through the door, or to say whose file it is."""
    found: dict[str, str] = {}
    for folder in ("game", "rulesets", "tabula_belli"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            for line in path.read_text(encoding="utf-8").splitlines():
                if OPENS.search(line) and name not in OWN:
                    found.setdefault(name, line.strip())
    assert found == {}
