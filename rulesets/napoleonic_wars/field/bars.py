"""Ranks of troops as quadrangles that hinder lines of sight (NAP-VIS-13, NAP-R20, NAP-S55)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.engine.memo import Bounded
from game.engine.state import State
from game.geometry.crossing import GRAZE, quad_sides
from game.geometry.shapes import Floats
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import Board, board_of

Truths = NDArray[np.bool_]


class Bars(msgspec.Struct, frozen=True):
    """Ranks of troops as quadrangles: sides, boxes, levels, whose they are, whether on foot and in close order."""

    normals: Floats
    rims: Floats
    boxes: Floats
    levels: Floats
    bodies: NDArray[np.str_]
    units: NDArray[np.intp]
    sides: NDArray[np.str_]
    foot: Truths
    close: Truths


class _Ranks(msgspec.Struct, frozen=True):
    """The ranks of a body as it stands: corners (4, 2), level, number of the first figure, whether in close order."""

    quads: tuple[Floats, ...]
    levels: tuple[float, ...]
    first: tuple[int, ...]
    close: tuple[bool, ...]


_kept: Bounded[Any, _Ranks] = Bounded(2000)
"""Ranks of bodies as they have stood lately."""


def _ranks(board: Board, body: str, blocks: Truths, *, loose: bool) -> _Ranks:
    """The ranks of a body, worked out once for as long as it stands so."""
    key = (board.ground, board.stance(body), blocks.tobytes(), loose)
    found = _kept.get(key)
    if found is None:
        mine = board.rows(body)
        close = board.ranks(mine[blocks])
        runs = close + ([mine[[k]] for k in np.flatnonzero(~blocks)] if loose else [])
        number = {int(row): k for k, row in enumerate(mine.tolist())}
        found = _Ranks(
            tuple(board.quad(run) for run in runs),
            tuple(float(board.levels[run[0]]) for run in runs),
            tuple(number[int(run[0])] for run in runs),
            tuple(k < len(close) for k in range(len(runs))),
        )
        _kept[key] = found
    return found


def bars_of(view: State) -> Bars:
    """The ranks that hinder sight, and skirmishers one by one, past whom their own side does not fire."""
    board = board_of(view)
    quads: list[Floats] = []
    rows: list[tuple[Any, ...]] = []
    units: dict[str, int] = {}
    for body in board.bodies:
        roles = [facts.figure(board.figures[k]).role for k in board.rows(body).tolist()]
        some = _ranks(board, body, _blocking(view, body, roles), loose=facts.is_skirmishing(view, body))
        unit = units.setdefault(facts.unit_of(view, body), len(units))
        rides = facts.is_mounted(view, body) or facts.own(view, body).stance.formation == "limbered"
        quads += some.quads
        for level, first, is_close in zip(some.levels, some.first, some.close, strict=True):
            rows.append((level, body, unit, board.sides[body], not rides and roles[first] == "foot", is_close))
    every = np.stack(quads) if quads else np.zeros((0, 4, 2))
    sides = quad_sides(every, GRAZE) if quads else (np.zeros((0, 4, 2)), np.zeros((0, 4)))
    boxes = np.concatenate((every.min(axis=1), every.max(axis=1)), axis=1)
    levels, body_of, unit_of, side, on_foot, in_close = zip(*rows, strict=True) if rows else ((),) * 6
    return Bars(
        *sides,
        boxes,
        np.array(levels, dtype=np.float64),
        np.array(body_of, dtype=np.str_),
        np.array(unit_of, dtype=np.intp),
        np.array(side, dtype=np.str_),
        np.array(on_foot, dtype=np.bool_),
        np.array(in_close, dtype=np.bool_),
    )


def _blocking(view: State, body: str, roles: Sequence[str]) -> Truths:
    """Which figures of a body hide those behind them: close order, limbered batteries, led horses (NAP-R20)."""
    mine = facts.own(view, body)
    if mine.nerve.result == "rout" or mine.arm == "general":
        return np.zeros(len(roles), dtype=np.bool_)
    return np.array([facts.is_close(view, body) or role == "horses" for role in roles], dtype=np.bool_)
