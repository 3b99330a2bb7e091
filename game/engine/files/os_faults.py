"""Why the operating system refused something, as a sentence that can be translated."""

from __future__ import annotations

import errno

from game.engine.text import T, Text

_USUAL: dict[int, Text] = {
    errno.ENOENT: T("there is no such file or folder"),
    errno.EACCES: T("it may not be read or written"),
    errno.EPERM: T("it may not be read or written"),
    errno.EROFS: T("nothing can be written there"),
    errno.ENOSPC: T("the disk is full"),
    errno.EISDIR: T("a folder stands in its place"),
    errno.ENOTDIR: T("a file stands in the place of its folder"),
    errno.EEXIST: T("it is there already"),
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
        return T("it holds half a character, which cannot be written")
    if not isinstance(fault, OSError):
        return T("something unforeseen: {why}", why=f"{type(fault).__name__}: {fault}")
    found = _USUAL.get(fault.errno or 0)
    return found if found is not None else T("the system says: {why}", why=str(fault.strerror or fault))
