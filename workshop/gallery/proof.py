"""Proof sheets of the gallery: all arms at three levels on every ground, in every palette, in grey, as others see."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

import msgspec
import numpy as np
import pygame

from game.client.screen import Screen
from game.client.shot_canvas import draw_table
from game.client.tabletop.looks import arm_of
from game.client.tabletop.overlays import Ghost, Overlay
from game.client.tabletop.scene import Badge, BlockArt, Scene, UnitArt
from game.client.theme import Theme, theme_ids
from game.client.words import N_, _
from workshop.gallery.stage import Stage

ARMS: tuple[tuple[str, str, str, str], ...] = (
    ("heavy-foot", N_("Heavy foot"), "legion", "swordsman"),
    ("spear", N_("Spears"), "spear_foot", "spear_fighter"),
    ("pike", N_("Pikes"), "pike", "pike_fighter"),
    ("warband", N_("Warband"), "warband", "brute"),
    ("bow", N_("Bows"), "archers", "bowman"),
    ("skirmish", N_("Skirmishers"), "skirmish", "rogue"),
    ("musket", N_("Muskets"), "", "musketeer"),
    ("trooper", N_("Troopers"), "", "trooper"),
    ("light-horse", N_("Light horse"), "light_cavalry", "rider"),
    ("heavy-horse", N_("Heavy horse"), "cavalry", "lancer"),
    ("hussar", N_("Hussars"), "", "hussar"),
    ("chariot", N_("Chariots"), "heavy_chariot", ""),
    ("wagon", N_("Wagons"), "", "wagon"),
    ("elephant", N_("Elephants"), "elephant", ""),
    ("gun", N_("Guns"), "", "mortar"),
    ("engine", N_("Engines"), "stone_thrower", ""),
    ("ballista", N_("Bolt throwers"), "bolt_thrower", "ballista"),
    ("monster", N_("Monsters"), "", "drake"),
    ("brute", N_("Giants"), "", "troll"),
    ("beast", N_("Beasts"), "", "wolf"),
    ("ghost", N_("Ghosts"), "", "wraith"),
    ("machine", N_("Machines"), "", "walker"),
    ("tank", N_("Tanks"), "", "tank"),
    ("drone", N_("Drones"), "", "drone"),
    ("hero", N_("Heroes"), "", "captain"),
    ("wizard", N_("Wizards"), "", "witch"),
    ("leader", N_("Leaders"), "general", ""),
)
"""Arm, its name, a look of stands and a look of single figures that belong to it ("" for none)."""
DEEP = {"cavalry", "light_cavalry", "elephant", "bolt_thrower", "stone_thrower", "heavy_chariot"}
LARGE = {"drake", "tank", "wagon", "mortar", "ballista", "troll", "walker"}
"""Single figures that are shown on bases of 40 mm."""
LONG = {"rider", "lancer", "hussar", "wolf"}
GROUNDS = (("meadow", N_("grass")), ("steppe", N_("sand")), ("winter", N_("snow")))
SCALES = (0.78, 1.3, 1.8)
COLUMNS, ROWS = 3, 9
HEAD, CELL = 36, (426, 76)
WHERE = (78, 214, 350)
"""Pixels in a cell where the levels are, from far to near."""
SEEN: dict[str, tuple[tuple[float, float, float], ...]] = {
    "grey": ((0.3, 0.59, 0.11),) * 3,
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""How red, green and blue are seen: rows of the matrix that simulates it."""
SEERS = {"grey": N_("grey"), "deutan": N_("no green"), "protan": N_("no red"), "tritan": N_("no blue")}


COLUMN, LOSSES = 156, 1098
"""Pixels of a column of the sheet of marks, and where its last one begins."""


class Sheet(Screen):
    """A picture that fills the window."""

    picture: pygame.Surface

    def draw_below(self, surface: pygame.Surface) -> None:
        """Draw the picture."""
        surface.blit(self.picture, (0, 0))


def show(stage: Stage, picture: pygame.Surface) -> None:
    """Let a picture fill the stage."""
    screen = Sheet(stage.app)
    screen.picture = picture
    stage.open(screen)


# --- troops ------------------------------------------------------------------------------------------------------


def block(
    name: str, look: str, side: int, x: float, y: float, facing: float, stands: int = 2, **more: object
) -> tuple[list[BlockArt], UnitArt]:
    """A unit of some stands, or of one figure, about a middle (mm)."""
    single = arm_of(look) == "leader" or look not in {stand for _arm, _name, stand, _single in ARMS}
    width, depth = (20.0, 40.0) if look in DEEP else (40.0, 20.0)
    if single:
        width = depth = 40.0 if look in LARGE else 25.0
        depth = 46.0 if look in LONG else depth
        stands = 1
    s, c = math.sin(math.radians(facing)), math.cos(math.radians(facing))
    made = []
    for k in range(stands):
        off = (k - (stands - 1) / 2) * width
        made.append(
            BlockArt(
                f"{name}/{k}",
                name,
                x + off * c,
                y - off * s,
                facing,
                width,
                depth,
                look,
                side,
                "oval" if single else "rect",
                k + 1,
                banner=k == stands // 2 and not single,
            )
        )
    unit = UnitArt(name, name, side, tuple(b.id for b in made), strength=(stands, stands + 1) if stands > 1 else (0, 0))
    blocks = [msgspec.structs.replace(b, **more) for b in made]
    return blocks, unit


def scene_with(made: list[tuple[list[BlockArt], UnitArt]], size: tuple[float, float], ground: str) -> Scene:
    """A bare table of a ground with units on it."""
    blocks = tuple(b for unit, _ in made for b in unit)
    return Scene(*size, (), blocks, tuple(u for _, u in made), landscape=ground)


# --- pages -------------------------------------------------------------------------------------------------------


def levels(stage: Stage, ground: str) -> None:
    """Every arm from afar, in the middle and near, both sides, on one ground."""
    size = stage.size
    whole = pygame.Surface(size, 0, 32)
    for n, scale in enumerate(SCALES):
        table = size[0] / scale, size[1] / scale
        made = []
        for k, (arm, _name, stand, single) in enumerate(ARMS):
            left, top = _cell(k)
            look = stand or single
            for side in (0, 1):
                reach = (3, 2, 1)[n] if look in DEEP else (2, 2, 1)[n]
                x, y = left + WHERE[n], top + CELL[1] / 2 + 5
                wide = look not in DEEP and stand
                dx, dy = (0.0, (side - 0.5) * 36.0) if wide and n < 2 else ((side - 0.5) * (62.0, 70.0, 78.0)[n], 0.0)
                at = (x + dx) / scale, table[1] - (y + dy) / scale
                made.append(block(f"{arm}{side}", look, side, *at, 0.0, reach, arm=arm))
        part = draw_table(scene_with(made, table, ground), size=size, theme=stage.app.theme, part=(0.0, 0.0, *table))
        for k in range(len(ARMS)):
            left, top = _cell(k)
            ends = (0, 148, 288, CELL[0])
            area = pygame.Rect(left + ends[n], top, ends[n + 1] - ends[n], CELL[1])
            whole.blit(part, area, area)
    title = _("Arms from afar, in the middle and near: {ground}").format(ground=_(dict(GROUNDS)[ground]))
    titled(whole, stage.app.theme, title)
    for k, (_arm, name, _stand, _single) in enumerate(ARMS):
        left, top = _cell(k)
        write(whole, stage.app.theme, _(name), (left + 6, top + 2))
    show(stage, whole)


def _cell(k: int) -> tuple[int, int]:
    """The top left of a cell, pixels."""
    return (k // ROWS) * CELL[0], HEAD + (k % ROWS) * CELL[1]


def palettes(stage: Stage) -> None:
    """Every arm from afar in every palette, in grey and with simulated colour-blindness."""
    size = stage.size
    whole = pygame.Surface(size, 0, 32)
    themes = theme_ids()
    pages = [*((theme, "") for theme in themes), *((themes[0], seen) for seen in SEEN)]
    wide = size[0] // len(pages)
    for n, (theme, seen) in enumerate(pages):
        part = _strip(Theme(theme), (wide, size[1] - HEAD), GROUNDS[n % len(GROUNDS)][0])
        whole.blit(as_seen(part, seen) if seen else part, (n * wide, HEAD))
    titled(whole, stage.app.theme, _("All arms in every palette, in grey, and as the colour-blind see them"))
    for n, (theme, seen) in enumerate(pages):
        write(whole, stage.app.theme, _(SEERS[seen]) if seen else Theme(theme).file.name, (n * wide + 6, HEAD + 2))
    show(stage, whole)


def _strip(theme: Theme, size: tuple[int, int], ground: str) -> pygame.Surface:
    scale = SCALES[0]
    table = size[0] / scale, size[1] / scale
    made = []
    for k, (arm, _name, stand, single) in enumerate(ARMS):
        look = stand or single
        for side in (0, 1):
            at = (k % 3 + 0.5) * size[0] / 3 / scale, table[1] - (52 + (k // 3) * 74 + (side - 0.5) * 36) / scale
            made.append(block(f"{arm}{side}", look, side, *at, 180.0 * side, 1, arm=arm))
    return draw_table(scene_with(made, table, ground), size=size, theme=theme, part=(0.0, 0.0, *table))


def as_seen(picture: pygame.Surface, seen: str) -> pygame.Surface:
    """A picture in grey, or as somebody sees it who does not tell all colours."""
    linear = (pygame.surfarray.array3d(picture).astype(np.float64) / 255.0) ** 2.2
    mixed = np.clip(linear @ np.array(SEEN[seen]).T, 0.0, 1.0) ** (1 / 2.2)
    return pygame.surfarray.make_surface((mixed * 255.0).astype(np.uint8))


STATES: tuple[tuple[str, str], ...] = (
    ("", N_("as it is")),
    ("legal", N_("may be chosen")),
    ("hover", N_("under the pointer")),
    ("select", N_("chosen")),
    ("target", N_("threat, target")),
    ("barred", N_("out of reach")),
)


def marks(stage: Stage) -> None:
    """The shapes of states on blocks, stands and single figures, on every ground and in grey; strength and losses."""
    size = stage.size
    whole = pygame.Surface(size, 0, 32)
    rows = [*((g, "") for g, _name in GROUNDS), (GROUNDS[0][0], "grey"), (GROUNDS[0][0], "deutan")]
    tall = (size[1] - HEAD) // len(rows)
    for n, (ground, seen) in enumerate(rows):
        part = _states(stage.app.theme, (size[0], tall), ground)
        whole.blit(as_seen(part, seen) if seen else part, (0, HEAD + n * tall))
    titled(whole, stage.app.theme, _("Meaning of the marks, by shape and not by tint"))
    for k, name in enumerate((*(n for _role, n in STATES), N_("drafts and badges"), N_("losses"))):
        write(whole, stage.app.theme, _(name), (10 + k * COLUMN, HEAD + 2))
    show(stage, whole)


def _states(theme: Theme, size: tuple[int, int], ground: str) -> pygame.Surface:
    """One row: states of four kinds of troops, drafts and badges, losses seen from near."""
    made: list[tuple[list[BlockArt], UnitArt]] = []
    overlays: list[Overlay] = []
    kinds = (
        ("legion", 68.0, 100.0, 0, 3),
        ("archers", 68.0, 64.0, 1, 3),
        ("cavalry", 34.0, 25.0, 0, 2),
        ("wraith", 105.0, 24.0, 1, 1),
    )
    for k, (role, _name) in enumerate(STATES):
        for n, (look, x, y, side, stands) in enumerate(kinds):
            unit = block(f"u{k}{n}", look, side, k * COLUMN + x + 6, y, 0.0, stands)
            made.append(unit)
            if role:
                overlays += [
                    Ghost(b.x, b.y, b.facing, b.width, b.depth, role, b.shape == "oval", of=b.id) for b in unit[0]
                ]
    for n, role in enumerate(("legal", "refused")):
        blocks, told = block(f"d{n}", "spear_foot", n, 6 * COLUMN + 44.0, 96.0 - n * 62, 0.0, 2)
        badges = (Badge("hits", 2), Badge("order", 2)) if n else (Badge("confused"), Badge("done"))
        made.append((blocks, msgspec.structs.replace(told, badges=badges)))
        overlays += [Ghost(b.x + 8, b.y - 26.0, 0.0, b.width, b.depth, role, base=b.id) for b in blocks]
    table = float(size[0]), float(size[1])
    row = draw_table(scene_with(made, table, ground), overlays, size=size, theme=theme, part=(0.0, 0.0, *table))
    near = SCALES[2]
    fallen = [
        block(f"w{n}", "legion", n % 2, 22.0 + 42 * (n % 2), 56.0 - 34 * (n // 2), 0.0, 1, fallen=worn)
        for n, worn in enumerate((0.0, 0.2, 0.4, 0.6))
    ]
    wide, high = size[0] - LOSSES, size[1]
    part = draw_table(
        scene_with(fallen, (wide / near, high / near), ground),
        size=(wide, high),
        theme=theme,
        part=(0.0, 0.0, wide / near, high / near),
    )
    row.blit(part, (LOSSES, 0))
    return row


# --- words -------------------------------------------------------------------------------------------------------


def titled(surface: pygame.Surface, theme: Theme, title: str) -> None:
    """The heading of a sheet."""
    surface.fill(theme.colour("panel"), pygame.Rect(0, 0, surface.get_width(), HEAD))
    surface.blit(theme.font("heading").render(title, True, theme.colour("accent")), (10, 4))


def write(surface: pygame.Surface, theme: Theme, text: str, at: tuple[int, int]) -> None:
    """Words that are read on any ground."""
    font = theme.font("tiny")
    dark = font.render(text, True, "#17110c")
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (1, 1)):
        surface.blit(dark, (at[0] + dx, at[1] + dy))
    surface.blit(font.render(text, True, "#fffaf0"), at)


def sheets() -> Iterator[tuple[str, str, partial[None]]]:
    """Name, title and maker of each sheet."""
    for ground, _name in GROUNDS:
        yield f"units-{ground}", N_("Arms at three levels"), partial(levels, ground=ground)
    yield "units-palettes", N_("Arms in every palette"), partial(palettes)
    yield "units-marks", N_("Meaning of the marks"), partial(marks)
