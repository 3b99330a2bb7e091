"""A small table with a bit of everything, for tests that look at pictures."""

from __future__ import annotations

import math

from game.client.tabletop.scene import Badge, BlockArt, FeatureArt, MarkerArt, Scene, UnitArt


def ring(x: float, y: float, rx: float, ry: float, n: int = 20) -> tuple[tuple[float, float], ...]:
    return tuple((x + rx * math.cos(2 * math.pi * k / n), y + ry * math.sin(2 * math.pi * k / n)) for k in range(n))


def box(x0: float, y0: float, x1: float, y1: float) -> tuple[tuple[float, float], ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


FEATURES = (
    FeatureArt("hill", "hill", ring(150, 310, 110, 70), height=1),
    FeatureArt("wood", "wood", ring(470, 320, 80, 55)),
    FeatureArt("river", "deep_river", box(280, 0, 320, 400)),
    FeatureArt("ford", "ford", box(272, 60, 328, 120)),
    FeatureArt("bridge", "bridge", box(265, 250, 335, 290)),
    FeatureArt("road", "road", ((0, 270), (265, 270), (335, 270), (600, 200)), line=True),
    FeatureArt("marsh", "marsh", ring(80, 80, 60, 40)),
    FeatureArt("town", "buildings", box(480, 40, 580, 120)),
    FeatureArt("ruins", "ruins", box(350, 30, 430, 90)),
    FeatureArt("fort", "fortification", ring(150, 320, 50, 35, 8)),
    FeatureArt("wall", "wall", ((360, 150), (440, 160)), line=True),
    FeatureArt("hedge", "hedge", ((460, 180), (560, 170)), line=True),
    FeatureArt("crag", "impassable", ring(550, 370, 35, 22)),
)


def unit(
    name: str, look: str, side: int, x: float, y: float, facing: float, badges: tuple[Badge, ...] = (), n: int = 3
) -> tuple[list[BlockArt], UnitArt]:
    long = look in ("cavalry", "light_cavalry", "elephant", "bolt_thrower") or look.endswith("chariot")
    w, d = (20.0, 40.0) if long else (40.0, 20.0)
    s, c = math.sin(math.radians(facing)), math.cos(math.radians(facing))
    blocks = [
        BlockArt(
            f"{name}/{k + 1}",
            name,
            x + (k - (n - 1) / 2) * w * c,
            y - (k - (n - 1) / 2) * w * s,
            facing,
            w,
            d,
            look,
            side,
            number=k + 1,
            banner=k == n // 2,
        )
        for k in range(n)
    ]
    return blocks, UnitArt(name, name, side, tuple(b.id for b in blocks), badges)


def token(name: str, look: str, side: int, x: float, y: float) -> tuple[list[BlockArt], UnitArt]:
    block = BlockArt(f"{name}/1", name, x, y, 0.0, 25.0, 25.0, look, side, shape="oval", number=1)
    return [block], UnitArt(name, name, side, (block.id,))


def scene(landscape: str = "meadow", features: bool = True) -> Scene:
    made = [
        unit("LEG-1", "legion", 0, 200, 150, 0.0, (Badge("order", 2),)),
        unit("VEL-1", "skirmish", 0, 130, 205, 20.0, (Badge("confused"), Badge("hits", 2))),
        unit("EQU-1", "cavalry", 0, 400, 120, 350.0),
        unit("LIB-1", "spear_foot", 1, 200, 240, 180.0, (Badge("engaged"),)),
        unit("ELE-1", "elephant", 1, 400, 220, 200.0),
        token("CONS", "general", 0, 240, 110),
        token("STRA", "general", 1, 420, 300),
    ]
    return Scene(
        600.0,
        400.0,
        FEATURES if features else (),
        tuple(b for blocks, _ in made for b in blocks),
        tuple(u for _, u in made),
        (MarkerArt("flag", "objective", 60.0, 360.0),),
        landscape=landscape,
    )
