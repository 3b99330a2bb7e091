"""Bases with their figures, as pairs of pictures: the painted base, and what stands on it.

The two are kept apart so that a turned base throws its shadows the right way. Pictures are premultiplied, front up,
with ``MARGIN`` mm around the base for spears, flags and shadows.
"""

from __future__ import annotations

import functools
import io
import math
from collections import OrderedDict
from collections.abc import Callable

import msgspec
import numpy as np
import pygame

from game.client.art import figures as f
from game.client.art import mounts as m
from game.client.art import svg
from game.client.art.chariots import chariot
from game.client.art.figures import Coat
from game.client.art.models import MODELS, model_size, model_svg
from game.client.art.noise import rng_of, tile
from game.client.theme import SideStyle, hex_of, mix

MARGIN = 11.0
"""mm around the base."""
MIPS = (3.0, 5.0, 8.0)
"""Pixels per mm of the pictures kept; the first is for middling views, with bolder rims and simple figures."""
FAR, MIDDLE, NEAR = 0, 1, 2
"""How a base is drawn: as a block with its arm's silhouette, with simple figures, with painted ones."""
PALE = 0.62
"""How much is left of the colour of those who fell."""
INSIGNIA = {
    "general": "#f0c850",
    "leader": "#e3e6ea",
    "officer": "#c98f5a",
    "marshal": "#f0c850",
    "brigadier": "#e3e6ea",
}
"""The metal of a commander's rank."""

PURPLE = "#7c2a8c"
"""The cloak of a general."""
BOLD = 2.0
"""Rims wider than this (mm) belong to pictures for far views."""
EARTH = "#c2b27c"
"""The top of a base; far away it takes on the side's colour, so that armies are told apart at a glance."""
PALE_EARTH = "#d9cda2"
"""The top of a single fighter's base from far away: he stands out against it, the rim tells his side."""
GROWN_FAR = 1.2
"""By how much single fighters are grown in pictures for far views."""

Figure = Callable[[Coat, np.random.Generator], str]


class Stand(msgspec.Struct, frozen=True):
    """What decides how the figures of a base are painted."""

    look: str
    side: int
    width: float
    depth: float
    oval: bool = False
    variant: int = 0
    fallen: int = 0
    banner: bool = False
    musician: bool = False
    level: int = NEAR
    ghost: bool = False


class Layout(msgspec.Struct, frozen=True):
    """How figures are set on a base: distance between files and ranks (mm), disorder, size."""

    figure: str
    file_mm: float = 7.4
    rank_mm: float = 8.4
    scatter: float = 0.35
    turn: float = 5.0
    size: float = 1.0
    stagger: float = 0.0
    thin: float = 0.0


LAYOUTS: dict[str, Layout] = {
    "legion": Layout("legionary", size=1.22),
    "heavy_foot": Layout("veteran", 7.6, size=1.24),
    "spear_foot": Layout("spearman", 7.3, size=1.2),
    "pike": Layout("pikeman", 6.2, 8.0, size=1.08),
    "warband": Layout("warrior", 6.5, 8.0, 1.2, 22.0, 1.2, 0.5),
    "archers": Layout("archer", 8.8, 8.8, 0.6, 6.0, 1.2, 0.5),
    "slingers": Layout("slinger", 9.6, 9.2, 1.0, 15.0, 1.22, 0.5, 0.1),
    "skirmish": Layout("skirmisher", 9.8, 9.2, 1.1, 15.0, 1.22, 0.5, 0.1),
    "cavalry": Layout("cavalryman", 8.6, 19.0, 0.3, 2.0, 0.93),
    "light_cavalry": Layout("light_horseman", 9.0, 19.5, 0.5, 6.0, 0.9, 0.25),
}
FIGURES: dict[str, Figure] = {
    "legionary": f.legionary,
    "veteran": f.veteran,
    "spearman": f.spearman,
    "pikeman": f.pikeman,
    "warrior": f.warrior,
    "archer": f.archer,
    "slinger": f.slinger,
    "skirmisher": f.skirmisher,
    "cavalryman": m.cavalryman,
    "light_horseman": m.light_horseman,
}
WRECKS = {"tank", "walker", "drone", "wagon", "mortar", "ballista", "bolt_thrower", "stone_thrower"}
WRECKS |= {"light_chariot", "heavy_chariot", "scythed_chariot"}
"""Looks of which no man but a wreck is left."""
MOUNTED = {"cavalry", "light_cavalry"}


def figure_count(look: str, width: float, depth: float) -> int:
    """How many figures that can fall stand on a base of a look."""
    layout = LAYOUTS.get(look)
    return _grid(layout, width, depth)[0] * _grid(layout, width, depth)[1] if layout else 1


def _grid(layout: Layout, width: float, depth: float) -> tuple[int, int]:
    return max(1, round((width - 3.0) / layout.file_mm)), max(1, round((depth - 2.0) / layout.rank_mm))


# --- the base ----------------------------------------------------------------------------------------------------


def base_svg(stand: Stand, style: SideStyle, rim: float) -> str:
    """The base: rim in the side's colours and pattern, a bright front edge with an arrow, earth inside."""
    w, d = stand.width, stand.depth
    far = rim > BOLD and stand.look not in MODELS
    top = hex_of(mix(style.dark, style.main, 0.5) if far else mix(EARTH, style.dark, 0.2))
    if stand.look in MODELS and rim > BOLD:
        top = PALE_EARTH
    out = _disc(stand, style, rim, top) if stand.oval else _board(stand, style, rim, top)
    half = min(3.6, w * 0.16) * (1.75 if rim > BOLD else 1.1)
    front = -d / 2
    arrow = svg.way("M", -half, front + 0.5, "L", 0, front - half * 0.7, "L", half, front + 0.5, "Z")
    return out + svg.path(arrow, style.trim, style.dark, 0.5)


def _board(stand: Stand, style: SideStyle, rim: float, top: str) -> str:
    """A rectangular base."""
    w, d = stand.width, stand.depth
    x, y = -w / 2, -d / 2
    return (
        svg.rect(x, y, w, d, style.main, rx=0.9)
        + _rim_marks(stand, style, rim)
        + svg.rect(x + rim, y + rim, w - 2 * rim, d - 2 * rim, top, "#5a4a34", 0.3, 0.6)
        + svg.rect(x + 0.3, y + 0.2, w - 0.6, rim * 0.8, style.light)
        + svg.rect(x + 0.2, y + 0.2, w - 0.4, d - 0.4, "none", style.dark, 0.55, 0.8)
    )


def _rim_marks(stand: Stand, style: SideStyle, rim: float) -> str:
    """The side's pattern on the rim, so that sides differ in more than hue."""
    if style.pattern == "plain":
        return ""
    w, d = stand.width, stand.depth
    step = {"stripes": 5.0, "checks": 3.2, "dots": 4.0, "chevrons": 5.0, "waves": 6.0}[style.pattern]
    if rim > BOLD:
        step = max(10.0, step * 2)
    out = ""
    for length, flat, offset in (
        (w, True, -d / 2),
        (w, True, d / 2 - rim),
        (d, False, -w / 2),
        (d, False, w / 2 - rim),
    ):
        count = max(2, round(length / step))
        pitch = length / count
        for k in range(count):
            a = -length / 2 + (k + 0.25) * pitch
            if style.pattern == "dots":
                at = (a + pitch * 0.25, offset + rim / 2)
                out += svg.dot(*(at if flat else at[::-1]), rim * 0.42, style.trim)
            elif flat:
                out += svg.rect(a, offset, pitch * 0.5, rim, style.trim)
            else:
                out += svg.rect(offset, a, rim, pitch * 0.5, style.trim)
    return out


def _disc(stand: Stand, style: SideStyle, rim: float, top: str) -> str:
    """A round or oval base; a commander's has a ring of the metal of his rank."""
    rx, ry = stand.width / 2, stand.depth / 2
    out = svg.ellipse(0, 0, rx, ry, style.main, 0.5)
    if style.pattern != "plain":
        for k in range(16):
            c, s = math.cos(k * math.pi / 8), math.sin(k * math.pi / 8)
            out += svg.line((rx - 0.3) * c, (ry - 0.3) * s, rx * 0.86 * c, ry * 0.86 * s, style.trim, 1.3, 0.0)
    out += svg.ellipse(0, 0, rx - rim, ry - rim, INSIGNIA.get(stand.look, style.light), 0.35)
    return out + svg.ellipse(0, 0, rx - rim * 1.7, ry - rim * 1.7, top, 0.3)


# --- what stands on it -------------------------------------------------------------------------------------------


def figures_svg(stand: Stand, style: SideStyle, far: bool = False) -> str:
    """The figures of a base; ``far`` draws them simpler and bolder."""
    coat = Coat(style.main, style.dark, style.light, style.trim, style.cloth)
    rng = rng_of("stand", stand.look, stand.variant, round(stand.width), round(stand.depth))
    layout = LAYOUTS.get(stand.look)
    return _ranks(stand, style, coat, layout, rng, far) if layout else _single(stand, style, coat, rng, far)


def _ranks(stand: Stand, style: SideStyle, coat: Coat, layout: Layout, rng: np.random.Generator, far: bool) -> str:
    files, ranks = _grid(layout, stand.width, stand.depth)
    alone = files * ranks == 1
    size = layout.size * (min(1.7, min(stand.width, stand.depth) / 13.0) if alone else 1.0)
    file_mm, rank_mm = (stand.width - 3.0) / files, (stand.depth - 2.4) / ranks
    back = 0.9 if stand.look not in MOUNTED else 0.3
    spots = []
    for r in range(ranks):
        for k in range(files):
            shift = layout.stagger * file_mm * (0.5 if r % 2 else -0.5) * 0.5
            x = (k - (files - 1) / 2) * file_mm + shift + rng.uniform(-1, 1) * layout.scatter
            y = (r - (ranks - 1) / 2) * rank_mm + back + rng.uniform(-1, 1) * layout.scatter
            spots.append((x, y, rng.uniform(-1, 1) * layout.turn, rng.random() >= layout.thin))
    down = set(rng.permutation(len(spots))[: stand.fallen].tolist())
    bearer = files // 2 if stand.banner and not alone else -1
    musician = bearer - 1 if bearer > 0 and files > 2 else -1
    down -= {bearer, musician}
    make = _far(layout.figure) if far else FIGURES[layout.figure]
    out = ""
    for i, (x, y, turn, there) in sorted(enumerate(spots), key=lambda s: (s[0] not in down, -s[1][1])):
        if i in down:
            out += svg.group(f.fallen(coat, rng), x, y, turn, size, PALE)
        elif i == musician:
            out += svg.group(
                f.musician(coat, rng) if stand.look not in MOUNTED else m.trumpeter(coat, rng), x, y, 0.0, size
            )
        elif i != bearer and (there or alone):
            out += svg.group(make(coat, rng), x, y, turn, size)
    if bearer >= 0:
        x, y, _, _ = spots[bearer]
        man = (
            m.ensign(coat, rng, style.pattern, 9.0, 5.4)
            if stand.look in MOUNTED
            else f.standard_bearer(coat, rng, style.pattern)
        )
        out += svg.group(man, x, y, 0.0, size)
    return out


def _far(figure: str) -> Figure:
    """The simple figure that stands for a detailed one."""
    if figure in ("cavalryman", "light_horseman"):
        return lambda coat, rng: f.far_rider(coat, rng, figure == "cavalryman", f.pick(rng, m.HORSE))
    return lambda coat, rng: f.far_man(coat, rng, figure)


def _single(stand: Stand, style: SideStyle, coat: Coat, rng: np.random.Generator, far: bool) -> str:
    """One big thing on a base: a single fighter, chariot, elephant, engine, commander."""
    if stand.look in MODELS:
        size = model_size(stand.look, stand.width, stand.depth) * (GROWN_FAR if far else 1.0)
        out = svg.group(model_svg(stand.look, coat, rng), size=size)
        if stand.musician:
            out += svg.group(f.horn(), -2.4 * size, -1.2 * size, 0.0, size)
        if stand.banner:
            out += svg.group(f.flag(coat, style.pattern, 1.9, -2.4, 7.0, 4.4), size=size)
        return out
    long = 24.0 if stand.look in INSIGNIA else 40.0
    fit = min(stand.width, stand.depth) / 25.0 if stand.oval else min(stand.width / 20.0, stand.depth / long)
    body = svg.group(_body(stand, style, coat, rng), size=fit)
    for k in range(stand.fallen):
        x, y = (-1) ** k * stand.width * 0.3, stand.depth * (0.36 - 0.16 * (k // 2))
        body += svg.group(f.fallen(coat, rng), x, y, size=0.85, alpha=PALE)
    return body


def _body(stand: Stand, style: SideStyle, coat: Coat, rng: np.random.Generator) -> str:
    pattern = style.pattern
    match stand.look:
        case "light_chariot" | "heavy_chariot" | "scythed_chariot":
            return chariot(coat, rng, stand.look.removesuffix("_chariot"), pattern)
        case "elephant":
            return svg.group(m.elephant(coat, rng, pattern), y=1.4)
        case "bolt_thrower":
            return m.bolt_thrower(coat, rng)
        case "stone_thrower":
            return m.stone_thrower(coat, rng)
        case "general":
            chief = svg.group(m.captain(coat, rng, PURPLE, coat.trim), -4.2, -0.2, size=1.08)
            return chief + svg.group(m.ensign(coat, rng, pattern, 15.0, 10.0), 3.6, 2.0, size=0.92)
        case "leader":
            chief = svg.group(m.captain(coat, rng, coat.cloth, coat.light), -4.2, -0.4)
            return chief + svg.group(m.ensign(coat, rng, pattern, 12.0, 7.6), 3.4, 2.0, size=0.88)
        case "officer":
            return svg.group(m.ensign(coat, rng, pattern, 9.5, 6.0), -1.6, size=1.05)
        case _:
            size = 25.0 / 12.0 if stand.oval else min(stand.width, stand.depth) / 12.0
            return svg.group(f.veteran(coat, rng), size=size)


def lying_svg(look: str, width: float, depth: float, count: int, number: int, style: SideStyle) -> str:
    """Those of a base that is gone, pale, strewn over where it stood; of machines what is left of them."""
    coat = Coat(style.main, style.dark, style.light, style.trim, style.cloth)
    rng = rng_of("lying", look, number, count)
    out = ""
    for k in range(count):
        across, along = ((k + 0.5) / count - 0.5) * width * 0.9, rng.uniform(-0.45, 0.45) * depth
        size = LAYOUTS[look].size if look in LAYOUTS else min(width, depth) / 14.0
        part = f.wreck(rng) if look in WRECKS else f.fallen(coat, rng)
        out += svg.group(part, across, along, rng.uniform(-40, 40), size, PALE)
    return out


# --- pictures ----------------------------------------------------------------------------------------------------


def picture(parts: str, width: float, height: float, mip: float) -> pygame.Surface:
    """A premultiplied picture of SVG parts around the origin, ``width`` x ``height`` mm at ``mip`` pixels per mm."""
    px, py = max(2, round(width * mip)), max(2, round(height * mip))
    file = io.BytesIO(svg.document(parts, width, height, (px, py)))
    loaded = pygame.image.load_sized_svg(file, (px, py)).premul_alpha()
    # the loader's order of channels is not that of our surfaces, and mixed orders blit slowly
    out = pygame.Surface((px, py), pygame.SRCALPHA)
    out.blit(loaded, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return out


@functools.lru_cache(maxsize=8)
def _flock(width: int, height: int) -> pygame.Surface:
    """Earth and grass for the top of a base: what its flat colour is multiplied by."""
    field = tile(512, "flock", 0.7, 0.05)[: min(height, 512), : min(width, 512)]
    patch = tile(512, "flockpatch", 1.5, 0.3)[: min(height, 512), : min(width, 512)]
    value = 226.0 + 17.0 * field
    green = 9.0 * patch
    pixels = np.clip(np.stack([value - green * 0.6, value + green * 0.3, value - 14.0], axis=-1), 120, 255).astype(
        np.uint8
    )
    surface = pygame.Surface((pixels.shape[1], pixels.shape[0]), 0, 32)
    pygame.surfarray.blit_array(surface, pixels.swapaxes(0, 1))
    return surface


def mip_for(scale: float, level: int = NEAR) -> float:
    """Which of the kept pictures serves a scale (px/mm).

    >>> mip_for(1.4, MIDDLE), mip_for(2.0), mip_for(4.0)
    (3.0, 5.0, 8.0)
    """
    return MIPS[0] if level == MIDDLE else MIPS[1] if scale <= 2.5 else MIPS[2]


class _Kept(OrderedDict[tuple[Stand, SideStyle, float], pygame.Surface]):
    """The pictures used last, within a budget of bytes."""

    budget = 48_000_000
    held = 0

    def keep(self, key: tuple[Stand, SideStyle, float], made: pygame.Surface) -> pygame.Surface:
        self[key] = made
        self.held += made.get_width() * made.get_height() * 4
        while self.held > self.budget and len(self) > 1:
            _, old = self.popitem(last=False)
            self.held -= old.get_width() * old.get_height() * 4
        return made


_bases, _figures = _Kept(), _Kept()


def layers(stand: Stand, style: SideStyle, mip: float) -> tuple[pygame.Surface, pygame.Surface]:
    """The base and its figures at ``mip`` pixels per mm."""
    warm_base(stand, style, mip)
    warm_figures(stand, style, mip)
    key = (stand, style, mip)
    return _bases[key], _figures[key]


def warm_base(stand: Stand, style: SideStyle, mip: float) -> bool:
    """Paint a base if it is not there yet; whether there was anything to do."""
    key = (stand, style, mip)
    if key in _bases:
        return False
    width, height = stand.width + 2 * MARGIN, stand.depth + 2 * MARGIN
    rim = min(2.3 if mip == MIPS[0] else 1.5, min(stand.width, stand.depth) * 0.12)
    base = picture(base_svg(stand, style, rim), width, height, mip)
    flock = _flock(base.get_width(), base.get_height())
    inner = pygame.Rect(0, 0, round((stand.width - 2 * rim - 0.6) * mip), round((stand.depth - 2 * rim - 0.6) * mip))
    inner.center = base.get_rect().center
    if not stand.oval:
        base.blit(flock, inner, pygame.Rect((0, 0), inner.size), pygame.BLEND_RGB_MULT)
    _bases.keep(key, base)
    return True


def warm_figures(stand: Stand, style: SideStyle, mip: float) -> bool:
    """Paint the figures of a base if they are not there yet; whether there was anything to do."""
    key = (stand, style, mip)
    if key in _figures:
        return False
    width, height = stand.width + 2 * MARGIN, stand.depth + 2 * MARGIN
    _figures.keep(key, picture(figures_svg(stand, style, mip == MIPS[0]), width, height, mip))
    return True
