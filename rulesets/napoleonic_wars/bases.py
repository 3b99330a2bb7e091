"""What a figure stands on: the bases of table 2 in close and open order (NAP-BAS-06 to -08, NAP-S01)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from game.engine.state import Base, State
from game.geometry.shapes import Footprint
from rulesets.napoleonic_wars.data_files import DATA
from rulesets.napoleonic_wars.own import FigureOwn

OPEN_ORDER = ("open", "circle")
"""The formations in which figures stand on bases for open order (NAP-FRM-02)."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    standard: dict[str, tuple[float, float]]
    enlarged: dict[str, tuple[float, float]]
    micro: dict[str, tuple[float, float]]


_table = DATA.whole("table_2.toml", _Table)


def scale(view: State) -> str:
    """The scale of the battle: "standard", "enlarged" (NAP-SCL-11) or "micro" (NAP-MIC)."""
    return _scale(view.options)


def _scale(options: Mapping[str, Any]) -> str:
    return str(options.get("scale", "standard"))


SCALES = {"standard": 1.0, "enlarged": 2.0, "micro": 0.5}


def longer(view: State) -> float:
    """By what all lengths of the rules are multiplied at the scale of the battle (NAP-SCL-11, NAP-MIC-05)."""
    return SCALES[scale(view)]


@cache
def _size(at_scale: str, name: str) -> Footprint:
    rows: Mapping[str, tuple[float, float]] = getattr(_table(), at_scale)
    width, depth = rows[name]
    return Footprint("rect", width, depth)


def footprint(view: State, base: Base, formation: str) -> Footprint:
    """The base of a figure in a formation: open order has bases of its own, all else keeps one."""
    told: FigureOwn = base.own
    return of_role(view, told, formation, _kind(view, base))


def of_role(view: State, told: FigureOwn, formation: str, kind: str = "") -> Footprint:
    """The base of a figure by what it is; ``kind`` that of its sub-unit."""
    return of_options(view.options, told, formation, kind)


def of_options(options: Mapping[str, Any], told: FigureOwn, formation: str, kind: str = "") -> Footprint:
    """The same by what was agreed for the battle, before there is one."""
    if told.role == "foot":
        name = ("foot_open_least" if options.get("small_bases") else "foot_open") if _loose(formation) else "foot"
    elif told.role == "horse":
        name = "elephant" if kind == "elephant" else "mounted_open" if _loose(formation) else "mounted"
    elif told.role == "team":
        name = f"team_{min(8, max(4, told.team + told.team % 2))}"
    else:
        name = "mounted" if told.role == "horses" else told.role
    return _size(_scale(options), name)


def _loose(formation: str) -> bool:
    return formation in OPEN_ORDER


def _kind(view: State, base: Base) -> str:
    subs = view.units[base.unit].own.subs
    name = base.own.sub
    return next((s.kind for s in subs if s.id == name), "")


def half_angle(size: Footprint) -> float:
    """Degrees on either side of straight ahead that a gun fires over, by its base (NAP-BAS-08)."""
    return math.degrees(math.atan2(size.width / 2.0, size.depth))
