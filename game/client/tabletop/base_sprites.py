"""The bases of a scene at one zoom, ready to be drawn: sprites and sheet pixels, worked out once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
import pygame
from msgspec.structs import replace

from game.client.art.blocks import Cell
from game.client.camera import Camera
from game.client.tabletop.hit import Pose
from game.client.tabletop.ranks import cells_of, spots_of
from game.client.tabletop.scene import BlockArt, FallenArt
from game.client.tabletop.skirts import skirts_of
from game.client.tabletop.sprites import FAR_BELOW, WHOLE, Key, Lying, SpriteBank, drawn_of, is_token, token_px

MARGIN_MM = 40.0
Spots = list[tuple[pygame.Surface, tuple[int, int]]]


def fan_out(blocks: Sequence[BlockArt], scale: float) -> dict[str, tuple[int, int]]:
    """By how many pixels tokens that lie on one another are drawn apart, by id.

    Commanders often share a spot; each must be seen and be caught by the mouse. Those nearly on one point are set side
    by side around it.
    """
    tokens = [b for b in blocks if is_token(b)]
    left = list(tokens)
    found: dict[str, tuple[int, int]] = {}
    while left:
        first = left.pop(0)
        wide = max(token_px(first), first.width * scale)
        near = [b for b in left if ((b.x - first.x) ** 2 + (b.y - first.y) ** 2) ** 0.5 * scale < 0.5 * wide]
        if not near:
            continue
        left = [b for b in left if b not in near]
        heap = sorted((first, *near), key=lambda b: b.id)
        for k, b in enumerate(heap):
            found[b.id] = (round((k - (len(heap) - 1) / 2) * wide * 0.8), 0)
    return found


def units_in(blocks: Sequence[BlockArt]) -> list[list[BlockArt]]:
    """The bases with corners, unit by unit."""
    units: dict[str, list[BlockArt]] = {}
    for block in blocks:
        if block.shape == "rect":
            units.setdefault(block.unit, []).append(block)
    return list(units.values())


def cells_in(units: Iterable[Sequence[BlockArt]]) -> dict[str, Cell]:
    """What each base is of its unit's block, by id."""
    found: dict[str, Cell] = {}
    for bases in units:
        found.update(zip((b.id for b in bases), cells_of(spots_of(bases)), strict=True))
    return found


def in_order(blocks: Iterable[BlockArt]) -> list[BlockArt]:
    """From north-west to south-east, so that shadows fall on the ground and not on neighbours; tokens on top."""
    return sorted(blocks, key=lambda b: (b.shape == "oval" or is_token(b), b.x - b.y))


class Plan:
    """Bases in drawing order at a scale.

    Parameters
    ----------
    blocks
        Bases from the lowest to the topmost.
    """

    def __init__(self, blocks: Sequence[BlockArt], bank: SpriteBank, camera: Camera) -> None:
        self.blocks = blocks
        self.bank = bank
        self.scale = camera.scale
        scale = self.scale
        self.x = np.array([b.x for b in blocks], dtype=np.float64)
        self.y = np.array([b.y for b in blocks], dtype=np.float64)
        units = units_in(blocks) if scale < FAR_BELOW else []
        cells, skirts = cells_in(units), skirts_of(units, scale)
        whole = {b.unit for b in blocks if b.id in skirts}  # the tone of the front down to where the skirt begins
        cells |= {b.id: replace(cells[b.id], light=1.0) for b in blocks if b.unit in whole and b.id in cells}
        self.numbers = [bank.number(drawn_of(b, scale, cells.get(b.id, WHOLE))) for b in blocks]
        self.skirts = {
            k: bank.number(drawn_of(b, scale, *skirts[b.id])) for k, b in enumerate(blocks) if b.id in skirts
        }
        self.keys: list[Key] = [
            bank.key(n, camera.bearing(b.facing), scale) for n, b in zip(self.numbers, blocks, strict=True)
        ]
        self.row = {b.id: k for k, b in enumerate(blocks)}
        u, v = camera.many_to_sheet(self.x, self.y)
        self.px = np.floor(u * scale + 0.5).astype(np.int64)
        self.py = np.floor(v * scale + 0.5).astype(np.int64)
        self.shifts = fan_out(blocks, scale)
        for base, (dx, dy) in self.shifts.items():
            self.px[self.row[base]] += dx
            self.py[self.row[base]] += dy
        self._skirts: list[tuple[int, Key]] = [
            (k, bank.key(n, camera.bearing(blocks[k].facing), scale)) for k, n in self.skirts.items()
        ]
        self._spots: tuple[list[pygame.Surface], np.ndarray, np.ndarray] | None = None

    def number(self, base: str) -> int | None:
        """Under which number the bank knows how a base is painted; None for an unknown one."""
        row = self.row.get(base)
        return None if row is None else self.numbers[row]

    def seen(self, camera: Camera) -> np.ndarray:
        """Which bases the camera sees."""
        x0, y0, x1, y1 = camera.visible_mm()
        m = MARGIN_MM
        return (self.x >= x0 - m) & (self.x <= x1 + m) & (self.y >= y0 - m) & (self.y <= y1 + m)

    def missing(self, camera: Camera) -> list[Key]:
        """Sprites that the camera needs and that are not there yet."""
        has, seen = self.bank.has, self.seen(camera)
        wanted = [self.keys[i] for i in np.flatnonzero(seen)] + [key for k, key in self._skirts if seen[k]]
        return [k for k in dict.fromkeys(wanted) if not has(k)]

    def _ready(self) -> tuple[list[pygame.Surface], np.ndarray, np.ndarray] | None:
        """All sprites with their top left corners in sheet pixels, once all are there."""
        if self._spots is None:
            if not all(map(self.bank.has, self.keys)):
                return None
            found = [self.bank.get(k) for k in self.keys]
            left = self.px + np.array([s[1] for s in found], dtype=np.int64)
            top = self.py + np.array([s[2] for s in found], dtype=np.int64)
            self._spots = ([s[0] for s in found], left, top)
        return self._spots

    def spots(self, camera: Camera, shift: tuple[int, int], away: Collection[str] = ()) -> Spots:
        """What to blit: bases at rest that the camera sees, those in ``away`` left out.

        ``shift`` is where the viewport's top left lies on the target.
        """
        seen = self.seen(camera)
        for base in away:
            row = self.row.get(base)
            if row is not None:
                seen[row] = False
        rows = np.flatnonzero(seen)
        dx, dy = shift[0] - camera.origin[0], shift[1] - camera.origin[1]
        out: Spots = []
        for i, key in self._skirts:
            if seen[i]:
                picture, ox, oy = self.bank.get(key)
                out.append((picture, (int(self.px[i]) + dx + ox, int(self.py[i]) + dy + oy)))
        ready = self._ready()
        if ready is not None:
            pictures, left, top = ready
            at = zip((left[rows] + dx).tolist(), (top[rows] + dy).tolist(), strict=True)
            return out + [(pictures[i], p) for i, p in zip(rows.tolist(), at, strict=True)]
        for i in rows.tolist():
            picture, ox, oy = self.bank.get(self.keys[i])
            out.append((picture, (int(self.px[i]) + dx + ox, int(self.py[i]) + dy + oy)))
        return out

    def lying(self, fallen: Sequence[FallenArt], camera: Camera, shift: tuple[int, int]) -> Spots:
        """What to blit of those who fell."""
        out: Spots = []
        for f in fallen:
            x, y = camera.to_screen(f.x, f.y)
            if camera.contains(x, y):
                lying = Lying(f.look, f.side, f.width, f.depth, f.count, f.number)
                picture, ox, oy = self.bank.get(
                    self.bank.key(self.bank.number(lying), camera.bearing(f.facing), self.scale)
                )
                at = x - camera.left + shift[0], y - camera.top + shift[1]
                out.append((picture, (round(at[0]) + ox, round(at[1]) + oy)))
        return out

    def moved(self, moves: Mapping[str, Pose], camera: Camera, shift: tuple[int, int]) -> Spots:
        """What to blit for bases at other poses, in drawing order."""
        scale = self.scale
        dx, dy = shift[0] - camera.origin[0], shift[1] - camera.origin[1]
        bank = self.bank
        key, get, numbers = bank.key, bank.get, self.numbers
        out: Spots = []
        rows = sorted(self.row[b] for b in moves if b in self.row)
        for i, number in [(i, self.skirts[i]) for i in rows if i in self.skirts] + [(i, numbers[i]) for i in rows]:
            x, y, facing = moves[self.blocks[i].id]
            picture, ox, oy = get(key(number, camera.bearing(facing), scale))
            u, v = camera.to_sheet(x, y)
            out.append((picture, (int(u * scale + 0.5) + dx + ox, int(v * scale + 0.5) + dy + oy)))
        return out
