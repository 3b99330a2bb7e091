"""What is drawn about bases because of where they are drawn: arrows of ties, outlines of tokens."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from game.client.art.symbols import INSIGNIA
from game.client.camera import Camera
from game.client.tabletop.hit import HitMap, Pose, corners
from game.client.tabletop.overlays import Ghost, Link, Overlay
from game.client.tabletop.plan import Plan
from game.client.tabletop.scene import BlockArt, Scene, UnitArt
from game.client.tabletop.sprites import TOKEN_PX

TOUCH_MM = 3.0
"""Bases nearer than this need no arrow between them."""


class Marking:
    """One frame's bases: at rest in the scene, or where ``moves`` has them."""

    def __init__(
        self,
        scene: Scene,
        blocks: Mapping[str, BlockArt],
        units: Mapping[str, UnitArt],
        plan: Plan,
        camera: Camera,
        moves: Mapping[str, Pose],
    ) -> None:
        self.scene, self.blocks, self.units = scene, blocks, units
        self.plan, self.camera, self.moves = plan, camera, moves

    def as_drawn(self, overlay: Overlay) -> Overlay:
        """An overlay that marks a commander's token, as large and where the token is drawn; others as they are."""
        if not isinstance(overlay, Ghost) or not overlay.oval:
            return overlay
        block = self.blocks.get(overlay.of or overlay.base) or self._token_at(overlay.x, overlay.y)
        if block is None or block.look not in INSIGNIA:
            return overlay
        scale = self.camera.scale
        size = max(block.width, TOKEN_PX / scale) + 3.0 / scale
        dx, dy = (0, 0) if overlay.base or block.id in self.moves else self.plan.shifts.get(block.id, (0, 0))
        return msgspec.structs.replace(
            overlay, x=overlay.x + dx / scale, y=overlay.y - dy / scale, width=size, depth=size
        )

    def _token_at(self, x: float, y: float) -> BlockArt | None:
        """The base whose middle lies exactly at a point, if it is round."""
        found = (b for b in self.scene.blocks if b.shape == "oval" and abs(b.x - x) < 0.01 and abs(b.y - y) < 0.01)
        return next(found, None)

    def links(self) -> list[Overlay]:
        """Ties as arrows from middle to middle of what they tie, unless that stands in touch."""
        found: list[Overlay] = []
        for tie in self.scene.ties:
            a, b = self._middle(tie.a), self._middle(tie.b)
            if a is not None and b is not None and not self._in_touch(tie.a, tie.b):
                found.append(Link(*a, *b, "target"))
        return found

    def _members(self, thing: str) -> list[BlockArt]:
        unit = self.units.get(thing)
        return [self.blocks[i] for i in (unit.blocks if unit else (thing,)) if i in self.blocks]

    def _pose(self, block: BlockArt) -> Pose:
        return self.moves.get(block.id) or (block.x, block.y, block.facing)

    def _middle(self, thing: str) -> tuple[float, float] | None:
        spots = [self._pose(b) for b in self._members(thing)]
        if not spots:
            return next(((m.x, m.y) for m in self.scene.markers if m.id == thing), None)
        return sum(p[0] for p in spots) / len(spots), sum(p[1] for p in spots) / len(spots)

    def _in_touch(self, a: str, b: str) -> bool:
        """Whether bases of two units stand against each other: an arrow would only hide them."""
        one, other = self._members(a), self._members(b)
        if not one or not other:
            return False
        gaps = []
        for here, there in ((one, other), (other, one)):
            hits = HitMap(here, self.moves)
            rings = (corners(self._pose(o), o.width, o.depth) for o in there)
            gaps += [float(hits.away(x, y).min()) for ring in rings for x, y in ring]
        return min(gaps) < TOUCH_MM
