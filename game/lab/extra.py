"""Libraries of the optional extra ``lab``: imported where they are used, with a message where they are missing."""

from __future__ import annotations

import importlib
from typing import Any

EXTRA = "tabula-belli[lab]"


class NeedsExtra(ImportError):
    """A library of the extra is not installed; the message says how to get it."""


def library(name: str) -> Any:
    """Import a module of a library of the extra. Raises NeedsExtra where it is not installed.

    Examples
    --------
    >>> library("json").loads("1")
    1
    """
    try:
        return importlib.import_module(name)
    except ImportError as fault:
        top = name.partition(".")[0]
        raise NeedsExtra(f'This needs {top}, which is not installed: pip install "{EXTRA}"') from fault
