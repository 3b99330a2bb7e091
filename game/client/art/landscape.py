"""Landscapes: the colours of the ground and of what stands on it, from ``assets/landscapes/*.toml``."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Annotated

import msgspec

from game.client.art.files import asset

Hex = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-fA-F]{6}$")]


class Landscape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Colours of one kind of country. ``conifers`` is their share of the trees, ``tufts`` and ``relief`` strengths."""

    name: str
    lush: Hex
    grass: Hex
    dry: Hex
    soil: Hex
    rock: Hex
    deep: Hex
    shallow: Hex
    foam: Hex
    bank: Hex
    wood_floor: Hex
    leaves: Annotated[tuple[Hex, ...], msgspec.Meta(min_length=1)]
    conifers: float
    reed: Hex
    mud: Hex
    road: Hex
    plank: Hex
    stone: Hex
    roofs: Annotated[tuple[Hex, ...], msgspec.Meta(min_length=1)]
    crop: Hex
    tufts: float = 1.0
    relief: float = 1.0


class LandscapeError(Exception):
    """A landscape file that cannot be used; the sentence says which, where and why."""


def read_landscape(path: Path) -> Landscape:
    """Read and check a landscape file; raises :class:`LandscapeError` with file and key."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Landscape)
    except OSError as e:
        raise LandscapeError(f"{path.name}: cannot be read ({e.strerror or e})") from e
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise LandscapeError(f"{path.name}: not a TOML file ({e})") from e
    except msgspec.ValidationError as e:
        raise LandscapeError(f"{path.name}: {e}") from e


def landscape_ids() -> tuple[str, ...]:
    """Ids of the landscapes that come with the program."""
    return tuple(sorted(p.stem for p in asset("landscapes").glob("*.toml")))


@functools.lru_cache(maxsize=8)
def landscape(name: str) -> Landscape:
    """A landscape by id; an unknown one is a meadow."""
    path = asset("landscapes", f"{name}.toml")
    return read_landscape(path if path.exists() else asset("landscapes", "meadow.toml"))
