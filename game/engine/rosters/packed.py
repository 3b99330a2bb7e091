"""A packed roster: a ZIP with one ``.ros`` inside, unpacked no further than is sensible."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from game.engine.files.toml_reading import DataError
from game.engine.rosters.nodes import MOST_RATIO, MOST_UNPACKED
from game.engine.text import T

_MOST_ENTRIES = 50
_CHUNK = 65536
_KNOWN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def unpack(data: bytes, file: str) -> bytes:
    """The one roster of a packed file. Raises DataError for anything else."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as box:
            return _read(box, file, len(data))
    except DataError:
        raise
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        EOFError,
        OSError,
        RuntimeError,
        ValueError,
        OverflowError,
        LookupError,
    ):
        raise DataError(file, "", T("the packed file is damaged or not a ZIP: it cannot be unpacked")) from None


def _read(box: zipfile.ZipFile, file: str, size: int) -> bytes:
    rows = box.infolist()
    if len(rows) > _MOST_ENTRIES:
        raise DataError(file, "", T("it holds {n} files; a packed roster holds one", n=len(rows)))
    inside = [row for row in rows if not row.is_dir() and row.filename.lower().endswith(".ros")]
    if len(inside) != 1:
        raise DataError(file, "", T("it holds {n} rosters (.ros); it must hold one", n=len(inside)))
    row = inside[0]
    if row.flag_bits & 1:
        raise DataError(file, row.filename, T("it is locked with a password"))
    if row.compress_type not in _KNOWN:
        raise DataError(file, row.filename, T("it is packed in an unknown way"))
    most = min(MOST_UNPACKED, MOST_RATIO * max(size, 1024))
    parts, got = [], 0
    with box.open(row) as stream:
        # what the file says of its size is not believed: what comes out is counted
        while part := stream.read(_CHUNK):
            got += len(part)
            if got > most:
                text = T("unpacked it is larger than {most} MB", most=round(most / 1e6, 1))
                raise DataError(file, row.filename, text)
            parts.append(part)
    return b"".join(parts)
