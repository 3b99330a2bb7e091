"""A file that is appended to while it is held: one program at a time, always the same file, made safe when asked.

The lock is the operating system's own and lies on the open file: it goes with the program that holds it, however that
ends, so that none is ever left behind. Where a file system knows no locks the file is used without one.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import BinaryIO

from game.engine.files.os_faults import FileFault
from game.engine.text import T

_HELD = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK}
"""What the system says where another holds the lock; whatever else it says, the file system knows no locks."""
_NO_SYNC = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}
"""What a file system says that knows no way to make a file safe."""

if sys.platform == "win32":
    import msvcrt

    _FAR = 0x7FFF0000
    """The byte that is locked: far behind the end, for Windows lets nobody read what is locked."""

    def _lock(file: BinaryIO) -> None:
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

    def _unlock(file: BinaryIO) -> None:
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: BinaryIO) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_UN)


class Taken(FileFault):
    """Another window or program holds the file."""

    def __init__(self) -> None:
        super().__init__(T("it is being played in another window"))


class Lost(FileFault):
    """The file is no longer there, or no longer the same."""


class KeptFile:
    """An open file that is held and appended to.

    Parameters
    ----------
    path
        Where it lies.
    new
        It must not exist yet, and is made; else it must exist.

    Attributes
    ----------
    raw
        The open file.
    size
        How long it is in bytes, as far as this program has made it.

    Raises
    ------
    Taken
        Where another holds it.
    OSError, ValueError
        What the system says, or that the path is none.
    """

    def __init__(self, path: Path, new: bool = False) -> None:
        self.path = path
        self.raw: BinaryIO = open(path, "x+b" if new else "r+b", buffering=0)  # noqa: SIM115
        try:
            _hold(self.raw)
            self._identity = _identity(os.fstat(self.raw.fileno()))
            self.size = os.fstat(self.raw.fileno()).st_size
            # a file system that names the same file otherwise at every look cannot tell another one from it
            self._told_apart = _identity(os.stat(path)) == self._identity
            if new:
                _sync_folder(path.parent)
        except BaseException:
            self.raw.close()
            if new:
                path.unlink(missing_ok=True)
            raise

    def check(self) -> None:
        """See that the file is still there, and still the one that was written. Raises Lost with what became of it."""
        self._revive()
        try:
            there = os.stat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            raise Lost(T("it has been removed or renamed")) from None
        if self._is_another(there):
            raise Lost(T("another file stands in its place"))
        if os.fstat(self.raw.fileno()).st_size != self.size:
            raise Lost(T("another program wrote to it"))

    def _revive(self) -> None:
        """Open the file once more where the system has let go of it; it must be the same."""
        try:
            os.fstat(self.raw.fileno())
        except (OSError, ValueError):
            raw: BinaryIO = open(self.path, "r+b", buffering=0)  # noqa: SIM115
            if self._is_another(os.fstat(raw.fileno())):
                raw.close()
                raise Lost(T("another file stands in its place")) from None
            _hold(raw)
            self.raw = raw

    def _is_another(self, found: os.stat_result) -> bool:
        return self._told_apart and _identity(found) != self._identity

    def cut(self, length: int) -> None:
        """Let the file end after so many bytes, the next ones are written there."""
        self.raw.seek(length)
        self.raw.truncate()
        self.size = length

    def append(self, data: bytes) -> None:
        """Write at the end, all of it. What is broken off half way is our own too."""
        written = 0
        try:
            while written < len(data):
                written += self.raw.write(data[written:]) or 0
        except BaseException:
            self.size = os.fstat(self.raw.fileno()).st_size
            raise
        self.size += written

    def tail(self, end: int, length: int) -> bytes:
        """The bytes before a place."""
        self.raw.seek(max(0, end - length))
        return self.raw.read(min(end, length)) or b""

    def sync(self) -> None:
        """Wait until it is safe on the disk, and not in the system's memory alone."""
        try:
            os.fsync(self.raw.fileno())
        except OSError as fault:
            if fault.errno not in _NO_SYNC:
                raise

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(OSError, ValueError):
            _unlock(self.raw)
        with contextlib.suppress(OSError):
            self.raw.close()


def held(path: Path) -> bool:
    """Whether another window or program holds a file at this moment."""
    try:
        KeptFile(path).close()
    except Taken:
        return True
    except (OSError, ValueError):
        return False
    return False


def _hold(file: BinaryIO) -> None:
    try:
        _lock(file)
    except OSError as fault:
        if fault.errno in _HELD:
            raise Taken from fault
    finally:
        file.seek(0)


def _identity(found: os.stat_result) -> tuple[int, int]:
    """What tells a file from another one in its place."""
    return found.st_dev, found.st_ino


def _sync_folder(folder: Path) -> None:
    """Make the name of a new file safe, where the system knows how to."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
