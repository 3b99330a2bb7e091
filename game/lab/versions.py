"""Which program fights a battle: its version, the system's, and a hash of the code and data of both."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from pathlib import Path

import game
from game import __version__
from game.engine.loader import load_ruleset

ENDINGS = {".py", ".toml"}
OUTSIDE = {"client", "lab", "__pycache__"}
"""Folders of the program that decide nothing in a battle."""


@cache
def versions(ruleset: str) -> dict[str, str]:
    """Versions by name; ``code`` is a hash of all code and data that a battle of the system depends on."""
    meta = load_ruleset(ruleset).meta
    digest = hashlib.blake2b(digest_size=6)
    for folder in (Path(game.__file__).parent, meta.folder):
        _add(digest, folder)
    return {
        "program": __version__,
        "ruleset": str(meta.version),
        "code": digest.hexdigest(),
        "python": ".".join(platform.python_version_tuple()[:2]),
    }


def _add(digest: hashlib.blake2b, folder: Path) -> None:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in OUTSIDE:
            _add(digest, path)
        elif path.suffix in ENDINGS:
            digest.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n"))
