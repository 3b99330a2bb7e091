"""What stands for a unit from afar: the silhouette of its arm, and its strength as pips or as a bar."""

from __future__ import annotations

import functools
import math
from collections.abc import Collection, Iterable, Mapping

import msgspec
import pygame

from game.client.art.arms import BODY, INK, looks_left, silhouette
from game.client.art.blocks import tones
from game.client.art.stands import FAR
from game.client.camera import Camera
from game.client.tabletop.hit import Pose
from game.client.tabletop.looks import arm_of
from game.client.tabletop.ranks import box_about, spots_of
from game.client.tabletop.scene import BlockArt, Scene, UnitArt
from game.client.tabletop.skirts import skirt_of
from game.client.tabletop.sprites import is_token, leads, level_of, token_px
from game.client.theme import SideStyle, Theme, hex_of, mix

Spots = list[tuple[pygame.Surface, tuple[int, int]]]
Look = tuple[pygame.Surface, pygame.Surface | None]
"""A silhouette, and the pips with it."""
Placed = tuple[pygame.Surface, int, int]
SEEN = 60
"""Pixels beyond the viewport from which a sign may reach into it."""
LEAST_PX, MOST_PX = 23.0, 38.0
"""A silhouette is at least and at most so many pixels high, between them half as high again as its block is deep."""
TALL = 1.5
THIN_PX, BACK = 24.0, 0.3
"""On blocks that are thinner it sits by this share of the depth behind the middle."""
WORN = 0.8
"""Share of a commander's token that his silhouette fills."""
PIP, PITCH, MOST_PIPS = 4.2, 6.2, 8
"""Pixels of a pip, from pip to pip, and the most that are shown singly."""
QUARTERS = 4
"""Pips of a body that is drawn deeper than it is."""
SHORT, WIDE = 16.6, 48.0
"""Pixels of three pips, and of as many as are shown singly."""
NOTHING = (0, 0, 0)
DARK = 122.0
"""The tones of a side whose lightness (of 255) is less are dark."""
TURN = 4.0
"""Degrees between kept angles of pips."""


class Sign(msgspec.Struct, frozen=True):
    """One unit's sign. It goes with a base of the unit, its offsets are mm to the right and ahead of that base."""

    unit: str
    base: BlockArt
    arm: str
    size: int
    middle: tuple[float, float]
    pips: tuple[float, float] | None
    strip: tuple[int, int, int]


class Signs:
    """The signs of a scene's units at a scale (px/mm); ``shifts`` tell by how many pixels tokens are drawn apart."""

    def __init__(
        self,
        scene: Scene,
        blocks: Mapping[str, BlockArt],
        scale: float,
        theme: Theme,
        shifts: Mapping[str, tuple[int, int]] | None = None,
        camera: Camera | None = None,
    ) -> None:
        self.scale, self.theme = scale, theme
        self.camera = camera or Camera((scene.width, scene.depth), (0, 0, 10, 10))
        self.shifts = shifts or {}
        self._resting: dict[str, list[Placed]] = {}
        self._looks: dict[tuple[str, bool, int, int], Look] = {}
        made = (self._sign(unit, [blocks[b] for b in unit.blocks if b in blocks]) for unit in scene.units)
        self.signs = sorted((s for s in made if s is not None), key=lambda s: (is_token(s.base), leads(s.base)))

    def _sign(self, unit: UnitArt, bases: list[BlockArt]) -> Sign | None:
        if not bases or level_of(bases[0], self.scale) != FAR:
            return None
        scale = self.scale
        spots = spots_of(bases)
        box = box_about(spots)
        x, y = box[:2] if box else (sum(s[0] for s in spots) / len(spots), sum(s[1] for s in spots) / len(spots))
        base = min(bases, key=lambda b: ((b.x - x) ** 2 + (b.y - y) ** 2, b.id))
        arm = base.arm or arm_of(base.look)
        if is_token(base):
            return Sign(unit.id, base, arm, round(token_px(base) * WORN), (0.0, 0.0), None, NOTHING)
        if box is None:  # a loose crowd: on the figure in its middle
            x, y, width, depth = base.x, base.y, base.width, base.depth
        else:
            width, depth = box[3], box[4]
        size = min(MOST_PX, max(LEAST_PX, depth * scale * TALL)) * min(self.theme.scale, 1.5)
        back = BACK * depth if depth * scale < THIN_PX and base.shape == "rect" else 0.0
        skirt = 0.0 if box is None else skirt_of(bases, scale)
        back += skirt / 2 / scale
        u, v = _along((x, y), base)
        room = None if box is None else (u, width * scale - size)
        pips, strip = self._strength(unit, base, bases, room, skirt)
        return Sign(unit.id, base, arm, round(size), (u, v - back), pips, strip)

    def _strength(
        self, unit: UnitArt, base: BlockArt, bases: list[BlockArt], room: tuple[float, float] | None, skirt: float
    ) -> tuple[tuple[float, float] | None, tuple[int, int, int]]:
        """Where a unit's pips are (None under its silhouette), and what they show.

        ``room`` is where the middle of a block lies across (mm) and what is left of its front beside the silhouette,
        ``skirt`` the pixels drawn behind it: such a body shows quarters of its first strength.
        """
        left, whole = unit.strength
        if skirt and whole > MOST_PIPS:
            left, whole = -(-left * QUARTERS // whole), QUARTERS
        if whole < 2:
            return None, NOTHING
        if room is None or base.shape == "oval":
            many = whole > MOST_PIPS
            return None, NOTHING if many and left == whole else (left, whole, strip_px(whole, SHORT if many else WIDE))
        beside = room[1] / 2 - 4.0
        if beside < SHORT and left == whole:  # there is no room, and nothing to tell
            return None, NOTHING
        strip = (left, whole, strip_px(whole, max(SHORT, beside)))
        spots = [(b, *_along((b.x, b.y), base)) for b in bases]
        end = min(u - b.width / 2 for b, u, _ in spots)
        rear = min(v - b.depth / 2 for b, u, v in spots if u - b.width < end)
        edge = -skirt + PIP / 2 + (1.8 if beside >= SHORT else -PIP - 3.0)
        return (end + (strip[2] / 2 + 3.4) / self.scale, rear + edge / self.scale), strip

    def spots(
        self,
        camera: Camera,
        shift: tuple[int, int],
        away: Collection[str] = (),
        moves: Mapping[str, Pose] | None = None,
        left_of: int = 255,
        only: Collection[str] | None = None,
    ) -> Spots:
        """What to blit: signs of units at rest, none of whose bases are in ``away``; of those that move where told.

        With ``only`` of those units alone.
        ``shift`` is where the viewport's top left lies on the target, ``left_of`` how much of 255 is left of them.
        """
        dx, dy = shift[0] - camera.origin[0], shift[1] - camera.origin[1]
        wide, high = camera.width + SEEN, camera.height + SEEN
        out: Spots = []
        for sign in self._shown(away, moves):
            if only is not None and sign.unit not in only:
                continue
            for picture, x, y in self._drawn(sign, (moves or {}).get(sign.base.id), left_of):
                if -SEEN < x - camera.origin[0] < wide and -SEEN < y - camera.origin[1] < high:
                    out.append((picture, (x + dx, y + dy)))
        return out

    def _drawn(self, sign: Sign, pose: Pose | None, left_of: int) -> list[Placed]:
        """The pictures of a sign with their top left corners in sheet pixels; kept of those at rest."""
        if pose is None and left_of == 255:
            found = self._resting.get(sign.unit)
            if found is None:
                found = self._resting[sign.unit] = self._place(sign, pose, left_of)
            return found
        return self._place(sign, pose, left_of)

    def _place(self, sign: Sign, pose: Pose | None, left_of: int) -> list[Placed]:
        base, scale = sign.base, self.scale
        x, y, facing = pose or (base.x, base.y, base.facing)
        angle = math.radians(facing)
        s, c = math.sin(angle), math.cos(angle)
        u, v = sign.middle
        px, py = (mm * scale for mm in self.camera.to_sheet(x + u * c + v * s, y - u * s + v * c))
        if pose is None and base.id in self.shifts:
            px, py = px + self.shifts[base.id][0], py + self.shifts[base.id][1]
        facing = self.camera.bearing(facing)
        figure, pips = self._pictures(sign, looks_left(facing), left_of, round(facing / TURN) % 90)
        out = [_centred(figure, px, py)]
        if pips is None:
            return out
        if sign.pips is None:
            return [*out, _centred(pips, px, py + sign.size / 2 + 3)]
        u, v = sign.pips
        right, down = self.camera.to_sheet(x + u * c + v * s, y - u * s + v * c)
        return [*out, _centred(pips, right * scale, down * scale)]

    def _pictures(
        self, sign: Sign, left: bool, left_of: int, turn: int
    ) -> tuple[pygame.Surface, pygame.Surface | None]:
        """The silhouette of a sign and its pips, turned by so many steps where they lie on its block."""
        key = (sign.unit, left, left_of, turn)
        found = self._looks.get(key)
        if found is None:
            # the base of a single figure is too small to tell its side
            single = sign.base.shape == "oval" and not is_token(sign.base)
            body = body_of(self.theme.side(sign.base.side)) if single else BODY
            pips = pips_picture(*sign.strip, turn if sign.pips else 0) if sign.strip[1] else None
            found = self._looks[key] = (silhouette(sign.arm, sign.size, left, body, left_of), pips)
        return found

    def _shown(self, away: Collection[str], moves: Mapping[str, Pose] | None) -> Iterable[Sign]:
        if moves is None:
            return (s for s in self.signs if s.base.id not in away and not s.base.secret)
        return (s for s in self.signs if s.base.id in moves)

    def of(self, unit: str) -> Sign | None:
        """The sign of a unit; None where it is drawn by its figures."""
        return next((s for s in self.signs if s.unit == unit), None)


def _along(point: tuple[float, float], base: BlockArt) -> tuple[float, float]:
    """How far a point lies to the right and ahead of a base, mm."""
    angle = math.radians(base.facing)
    s, c = math.sin(angle), math.cos(angle)
    dx, dy = point[0] - base.x, point[1] - base.y
    return dx * c - dy * s, dx * s + dy * c


def _centred(picture: pygame.Surface, x: float, y: float) -> Placed:
    return picture, round(x - picture.get_width() / 2), round(y - picture.get_height() / 2)


@functools.lru_cache(maxsize=32)
def body_of(style: SideStyle) -> str:
    """The colour of single figures' silhouettes: sides differ by lightness too, as the tones of their blocks do."""
    tone = pygame.Color(tones(style)[0])
    grey = 0.3 * tone.r + 0.59 * tone.g + 0.11 * tone.b
    return hex_of(mix(tone, style.light, 0.4) if grey < DARK else mix(style.light, "#ffffff", 0.5))


def strip_px(whole: int, room: float) -> int:
    """How long the pips of a strength are, in so many pixels of room; a bar where they are too many.

    >>> strip_px(3, 100.0), strip_px(20, 100.0), strip_px(20, 30.0)
    (17, 48, 30)
    """
    return round(min(room, (min(whole, MOST_PIPS) - 1) * PITCH + PIP))


@functools.lru_cache(maxsize=2048)
def pips_picture(left: int, whole: int, px: int, turn: int) -> pygame.Surface:
    """So many of so many as pips, or as a bar, ``px`` pixels long, turned by steps of :data:`TURN`; premultiplied."""
    over = 4
    size = ((px + 4) * over, round((PIP + 3.4) * over))
    strip = pygame.Surface(size, pygame.SRCALPHA)
    strip.fill((*pygame.Color(INK)[:3], 0))
    box = pygame.Rect(0, 0, px * over, round(PIP * over))
    box.center = strip.get_rect().center
    if whole <= MOST_PIPS and px >= (whole - 1) * PITCH + PIP - 1:
        for k in range(whole):
            pip = pygame.Rect(box.x + round(k * PITCH * over), box.y, round(PIP * over), round(PIP * over))
            pygame.draw.rect(strip, INK, pip.inflate(2 * over, 2 * over))
            pygame.draw.rect(strip, BODY, pip)
            if k >= left:
                pygame.draw.rect(strip, INK, pip.inflate(-2 * over + 2, -2 * over + 2))
    else:
        pygame.draw.rect(strip, INK, box.inflate(2 * over, 2 * over))
        full = round(box.w * left / max(1, whole))
        pygame.draw.rect(strip, BODY, pygame.Rect(box.x, box.y, full, box.h))
    turned = pygame.transform.rotate(strip.premul_alpha(), -turn * TURN)
    return pygame.transform.smoothscale(turned, (-(-turned.get_width() // over), -(-turned.get_height() // over)))
