"""Reading a roster, whichever of its three forms a file has: the bytes say which, not the name."""

from __future__ import annotations

from game.engine.files.player_files import LIST
from game.engine.files.toml_reading import DataError
from game.engine.rosters.json_file import load_json, parse_json, roster_in
from game.engine.rosters.nodes import MOST_UNITS
from game.engine.rosters.packed import unpack
from game.engine.rosters.tree import Roster, roster_of
from game.engine.rosters.units import units_of
from game.engine.rosters.xml_file import parse_xml
from game.engine.text import T

_UTF16 = (b"\xff\xfe<\0", b"\xfe\xff\0<")


def _start(data: bytes) -> bytes:
    return data[:400].removeprefix(b"\xef\xbb\xbf").lstrip()[:2]


def looks_like_roster(data: bytes) -> bool:
    """Whether a file should be read as a roster: packed, XML, or JSON that has forces."""
    start = _start(data)
    if start == b"PK" or start[:1] == b"<" or data[:4] in _UTF16:
        return True
    if start[:1] != b"{" or len(data) > LIST.most:
        return False
    try:
        return roster_in(load_json(data, "")) is not None
    except DataError:
        return False


def read_roster(data: bytes, file: str) -> Roster:
    """Read a roster. Raises DataError, and nothing else, with a sentence that names file and place."""
    if len(data) > LIST.most:
        raise DataError(file, "", LIST.large)
    if not data.strip():
        raise DataError(file, "", T("the file is empty"))
    if _start(data) == b"PK":
        data = unpack(data, file)
    node = parse_json(data, file) if _start(data)[:1] in (b"{", b"[") else parse_xml(data, file)
    found = roster_of(node, file)
    if len(units_of(found)) > MOST_UNITS:
        raise DataError(file, "forces", T("it has more than {most} units, too many for a battle", most=MOST_UNITS))
    return found
