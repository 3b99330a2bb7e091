"""Pieces of the editor of places: where one thing is to stand, and single bases taken out of an arrangement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from game.client.editors.desk import Spot
from game.client.editors.whereabouts import all_bases, bases_of, centre_of
from game.client.tabletop import overlays as o
from game.engine.decision import Ghost, Verdict
from game.engine.state import State
from game.geometry.shapes import Pose, forward, right

TOKEN_MM = 12.0
"""Half the size of a marker as it is drawn."""


@dataclass(frozen=True)
class Piece:
    """One thing and where it is to stand: its middle (mm) and facing, in a formation; or its poses; or inside."""

    x: float = 0.0
    y: float = 0.0
    facing: float = 0.0
    formation: str = ""
    poses: tuple[tuple[str, Pose], ...] = ()
    inside: str = ""


def carried(piece: Piece, x: float, y: float, base: str = "") -> Piece:
    """A piece with its middle at a point; with ``base`` that one alone, the others stay."""
    poses = dict(piece.poses)
    if base in poses:
        poses[base] = Pose(x, y, poses[base].facing, poses[base].level)
        return replace(piece, poses=tuple(poses.items()))
    if len(poses) > 1:
        cx, cy = centre_of(poses.values())
        moved = {b: Pose(p.x + x - cx, p.y + y - cy, p.facing, p.level) for b, p in poses.items()}
        return replace(piece, x=x, y=y, poses=tuple(moved.items()), inside="")
    return replace(piece, x=x, y=y, poses=(), inside="")


def token_overlays(view: State, thing: str, piece: Piece, role: str) -> list[o.Overlay]:
    """A thing that has no bases (a marker): a disc where it is to lie."""
    if piece.inside or bases_of(view, thing):
        return []
    return _disc(piece.x, piece.y, role)


def card_overlays(view: State, ghosts: Iterable[Ghost], role: str) -> list[o.Overlay]:
    """Ghosts that are no base's (a card that is laid for a unit): discs where they are to lie."""
    known = all_bases(view)
    return [ring for g in ghosts if g.base not in known for ring in _disc(g.pose.x, g.pose.y, role)]


def _disc(x: float, y: float, role: str) -> list[o.Overlay]:
    ring = 3.0
    return [o.Ring(x, y, TOKEN_MM + ring, role), o.Ring(x, y, TOKEN_MM - ring, role)]


def loosened(view: State, piece: Piece, verdict: Verdict | None, thing: str) -> Piece | None:
    """A piece whose bases stand each for itself, where its arrangement has them; None where it has but one."""
    mine = bases_of(view, thing)
    poses = dict(piece.poses) or {g.base: g.pose for g in (verdict.ghosts if verdict is not None else ())}
    if len(mine) < 2 or any(b not in poses for b in mine):
        return None
    return replace(piece, formation="", poses=tuple((b, poses[b]) for b in mine))


def ghost_under(view: State, verdict: Verdict | None, spot: Spot) -> str:
    """The base whose ghost lies under a place, "" for none."""
    bases = all_bases(view)
    for ghost in verdict.ghosts if verdict is not None else ():
        if ghost.base not in bases:
            continue
        shape = bases[ghost.base].shape
        if inside(ghost.pose, shape.width, shape.depth, spot):
            return ghost.base
    return ""


def inside(pose: Pose, width: float, depth: float, spot: Spot) -> bool:
    """Whether a point lies in a base."""
    (fx, fy), (rx, ry) = forward(pose.facing), right(pose.facing)
    dx, dy = spot.x - pose.x, spot.y - pose.y
    return abs(dx * rx + dy * ry) <= width / 2 and abs(dx * fx + dy * fy) <= depth / 2
