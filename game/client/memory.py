"""Memory that nobody uses any more is given back to the system, where its C library keeps it otherwise.

A battle's pictures are thousands of blocks of some megabytes and less. Freed, they stay with glibc's heap: after a few
battles the process holds three times what lives in it.
"""

from __future__ import annotations

import ctypes
import functools
import gc
from collections.abc import Callable


@functools.cache
def _trim() -> Callable[[int], int] | None:
    """The way in which glibc gives back what is free; None where there is another C library."""
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, TypeError, AttributeError):  # Windows knows no library without a name, macOS and musl no such call
        return None
    return found


def give_back() -> bool:
    """Let go of what is kept by nothing but itself, and of what is free; whether the system takes it.

    It takes some hundredths of a second: for moments in which nothing moves.
    """
    gc.collect()
    trim = _trim()
    return trim is not None and trim(0) == 1
