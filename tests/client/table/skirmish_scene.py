"""A small table with levels and single figures, for tests that look at pictures."""

from __future__ import annotations

from typing import Any

from game.client.tabletop.scene import Badge, BlockArt, FeatureArt, MarkerArt, Scene, UnitArt
from tests.client.table.small_scene import box

FEATURES = (
    FeatureArt("tower", "tower", box(40, 240, 140, 340), False, 152.4, "solid", True, (0,), "6″"),
    FeatureArt("platform", "platform", box(190, 260, 320, 350), False, 76.2, "solid", False, (), "3″"),
    FeatureArt("chasm", "chasm", box(360, 220, 410, 370), False, -152.4, "pit", True, (), "−6″"),
    FeatureArt("hill", "hill", box(440, 250, 570, 370), False, 50.8, "solid", False, (), "2″"),
    FeatureArt("wall", "wall", box(40, 190, 190, 203), False, 76.2, "barrier", True, (), "3″"),
    FeatureArt("hedge", "hedge", box(230, 190, 330, 203), False, 25.4, "barrier", False, (), "1″"),
    FeatureArt("woods", "woods", box(430, 30, 570, 130), False, 101.6, "screen"),
    FeatureArt("thorns", "thorns", box(40, 100, 140, 170), False, 12.7, "flat"),
    FeatureArt("rubble", "rubble", box(180, 100, 260, 170), False, 12.7, "flat"),
    FeatureArt("swamp", "swamp", box(290, 90, 400, 170)),
    FeatureArt("odd", "monolith", box(450, 160, 490, 200), False, 60.0, "solid", True),
)


def figure(look: str, side: int, x: float, y: float, width: float = 25.0, depth: float = 0.0, **more: Any) -> BlockArt:
    facing = 20.0 if side == 0 else 200.0
    size = (width, depth or width)
    return BlockArt(f"{look}-{side}", look, x, y, facing, *size, look, side, shape="oval", number=1, **more)


def scene() -> Scene:
    blocks = (
        figure("captain", 0, 90, 290, 32, tag="6″", pips=(Badge("wounds", 2),)),
        figure("witch", 0, 220, 300, tag="3″", pips=(Badge("tokens", 3),)),
        figure("pike_fighter", 0, 260, 320, tag="3″", pips=(Badge("sergeant"),)),
        figure("crossbowman", 0, 290, 290, tag="3″", pips=(Badge("musician"),)),
        figure("ghoul", 1, 385, 300, tag="−6″"),
        figure("mortar", 0, 500, 310, 50, tag="2″"),
        figure("lancer", 0, 60, 60, 25, 50),
        figure("ranger", 0, 110, 60),
        figure("barrow_lord", 1, 170, 60, 32),
        figure("necromancer", 1, 215, 60),
        figure("wraith", 1, 255, 60),
        figure("troll", 1, 300, 60, 32),
        figure("bone_archer", 1, 345, 60),
        figure("ballista", 1, 395, 45, 50),
    )
    units = tuple(
        UnitArt(b.unit, b.unit, b.side, (b.id,), (Badge("shaken"), Badge("fatigued")) if b.look == "troll" else ())
        for b in blocks
    )
    markers = (MarkerArt("m1", "objective", 330, 230, 0, ring=50.0), MarkerArt("m2", "objective", 520, 215, ring=50.0))
    return Scene(600.0, 400.0, FEATURES, blocks, units, markers, tick_mm=152.4)
