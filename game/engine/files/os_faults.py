"""Why the operating system refused something, as a sentence that can be translated."""

from __future__ import annotations

import errno

from game.engine.text import T, Text

_USUAL: dict[int, Text] = {
    errno.ENOENT: T("there is no such file or folder"),
    errno.EACCES: T("there is no permission to read or write it"),
    errno.EPERM: T("there is no permission to read or write it"),
    errno.EROFS: T("nothing can be written there"),
    errno.ENOSPC: T("the disk is full"),
    errno.EISDIR: T("a folder of the same name is there"),
    errno.ENOTDIR: T("its folder's name belongs to a file"),
    errno.EEXIST: T("it already exists"),
    errno.ENAMETOOLONG: T("its name is too long"),
}


class FileFault(Exception):
    """What is wrong with a file, as a sentence of our own.

    Attributes
    ----------
    text
        The sentence, to be translated.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(text.key)


def os_reason(fault: Exception) -> Text:
    """The sentence of a fault; the system's own words for one that is rare."""
    if isinstance(fault, FileFault):
        return fault.text
    if isinstance(fault, UnicodeError):
        return T("it contains an incomplete character, which cannot be written")
    if not isinstance(fault, OSError):
        return T("an unforeseen fault: {why}", why=f"{type(fault).__name__}: {fault}")
    found = _USUAL.get(fault.errno or 0)
    return found if found is not None else T("the system says: {why}", why=str(fault.strerror or fault))
