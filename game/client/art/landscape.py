"""Landscapes: the colours of the ground and of what stands on it, from ``assets/landscapes/*.toml``."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec

from game.client.art.files import asset
from game.engine.scenery import Season

Hex = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-fA-F]{6}$")]


class Landscape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Colours of one kind of country in a season.

    ``conifers`` is their share of the trees, ``bare`` and ``blossom`` the shares of the others that have no leaves or
    flower; ``tufts`` and ``relief`` are strengths, ``snow`` says how much of it lies on roofs and firs (0 to 1).
    """

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
    bare: float = 0.0
    blossom: float = 0.0
    snow: float = 0.0


class LandscapeError(Exception):
    """A landscape file that cannot be used; the sentence says which, where and why."""


def read_landscape(path: Path, season: Season = "") -> Landscape:
    """Read and check a landscape file; raises :class:`LandscapeError` with file and key.

    Its table ``seasons`` says by season what is other than usual; a season it does not name is as usual.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        others = msgspec.convert(data.pop("seasons", {}), dict[Season, dict[str, Any]])
        every = {s: msgspec.convert(data | other, Landscape) for s, other in (("", {}), *others.items())}
        return every.get(season, every[""])
    except OSError as e:
        raise LandscapeError(f"{path.name}: cannot be read ({e.strerror or e})") from e
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise LandscapeError(f"{path.name}: not a TOML file ({e})") from e
    except msgspec.ValidationError as e:
        raise LandscapeError(f"{path.name}: {e}") from e


def landscape_ids() -> tuple[str, ...]:
    """Ids of the landscapes that come with the program."""
    return tuple(sorted(p.stem for p in asset("landscapes").glob("*.toml")))


@functools.lru_cache(maxsize=16)
def landscape(name: str, season: Season = "") -> Landscape:
    """A landscape by id in a season; an unknown one is a meadow."""
    path = asset("landscapes", f"{name}.toml")
    return read_landscape(path if path.exists() else asset("landscapes", "meadow.toml"), season)
