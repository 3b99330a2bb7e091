"""What is drawn about bases because of where they are drawn: arrows of ties, outlines of tokens."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from game.client.art.stands import FAR
from game.client.camera import Camera
from game.client.tabletop.base_sprites import Plan
from game.client.tabletop.hit import HitMap, Pose, corners
from game.client.tabletop.overlays import DRAFTS, Ghost, Link, Outline, Overlay
from game.client.tabletop.ranks import box_about
from game.client.tabletop.scene import BlockArt, Scene, UnitArt
from game.client.tabletop.signs import LEAST_PX
from game.client.tabletop.sprites import is_token, leads, level_of, token_px

TOUCH_MM = 3.0
"""Bases nearer than this need no arrow between them."""


class Marking:
    """One frame's bases: at rest in the scene, or where ``moves`` has them; those in ``away`` are not seen at rest.

    Attributes
    ----------
    marked
        The units that have an outline, once :meth:`shown` has been asked.
    over
        The units of leaders who stand below ghosts or signs of troops and are drawn above them.
    """

    def __init__(
        self,
        scene: Scene,
        blocks: Mapping[str, BlockArt],
        units: Mapping[str, UnitArt],
        plan: Plan,
        camera: Camera,
        moves: Mapping[str, Pose],
        away: Collection[str] = (),
    ) -> None:
        self.scene, self.blocks, self.units = scene, blocks, units
        self.plan, self.camera, self.moves, self.away = plan, camera, moves, away
        self.marked: set[str] = set()
        self.over: set[str] = set()

    def shown(self, overlays: Iterable[Overlay]) -> list[Overlay]:
        """Overlays as they are drawn: one outline about each unit that stands as a block, one about each base else."""
        out: list[Overlay] = []
        marks: list[Overlay] = []
        drafts: list[Ghost] = []
        outlined: list[Overlay] = []
        marked: list[Ghost] = []
        groups: dict[tuple[str, str, bool], list[Ghost]] = {}
        for overlay in overlays:
            block = self._marked(overlay)
            if not isinstance(overlay, Ghost) or block is None:
                out.append(overlay)
                continue
            groups.setdefault((block.unit, overlay.role, bool(overlay.base)), []).append(overlay)
            if overlay.base:
                drafts.append(overlay)
            else:
                self.marked.add(block.unit)
                marked.append(overlay)
        for (_unit, _role, draft), ghosts in groups.items():
            (outlined if draft else marks).extend(self._outlines(ghosts, draft))
        return [*out, *marks, *self._led(drafts, marked), *outlined]

    def ghosts(self, overlays: Iterable[Overlay]) -> dict[str, Pose]:
        """Where bases would stand, by id."""
        return {o.base: (o.x, o.y, o.facing) for o in overlays if isinstance(o, Ghost) and o.base and not o.whole}

    def _led(self, drafts: list[Ghost], marked: list[Ghost]) -> list[Ghost]:
        """Ghosts in drawing order: those of troops, then leaders who stand below one of these, then leaders' own."""
        leaders = {b.id: b for b in self.blocks.values() if leads(b) and b.id not in self.away}
        troops = [d for d in drafts if d.base not in leaders]
        below = [b for b in leaders.values() if any(self._covers(d, b) for d in troops)]
        self.over = {b.unit for b in below}
        self.over |= {b.unit for b in leaders.values() if any(self._covers(m, b) for m in marked)}
        stand = [Ghost(b.x, b.y, b.facing, b.width, b.depth, oval=True, base=b.id, whole=True) for b in below]
        return [*troops, *stand, *(d for d in drafts if d.base in leaders)]

    def _covers(self, ghost: Ghost, leader: BlockArt) -> bool:
        """Whether the ghost of a base of the leader's own side would lie on his base, or from afar on his sign."""
        base = self._marked(ghost)
        if base is None or base.side != leader.side:
            return False
        afar = LEAST_PX / self.camera.scale if level_of(leader, self.camera.scale) == FAR else 0.0
        reach = (max(leader.width, leader.depth, afar) + max(ghost.width, ghost.depth, afar)) / 2
        return (ghost.x - leader.x) ** 2 + (ghost.y - leader.y) ** 2 < reach**2

    def _marked(self, overlay: Overlay) -> BlockArt | None:
        """The base that a ghost is of."""
        if not isinstance(overlay, Ghost):
            return None
        named = self.blocks.get(overlay.of or overlay.base)
        return named or (self._token_at(overlay.x, overlay.y) if overlay.oval else None)

    def _outlines(self, ghosts: list[Ghost], draft: bool) -> list[Overlay]:
        role = "may" if ghosts[0].role == "legal" and not draft else ghosts[0].role
        draft = draft and role in DRAFTS
        found: list[Outline] = []
        for ghost in ghosts:
            block = self._marked(ghost)
            assert block is not None
            size = block.width, block.depth
            at = ghost.x, ghost.y
            if block.shape == "oval" and level_of(block, self.camera.scale) == FAR and not is_token(block):
                across = LEAST_PX / self.camera.scale  # its silhouette is larger than its base
                size = max(across, block.width), max(across, block.depth)
            if is_token(block):
                at, size = self._token(ghost, block)
            found.append(Outline(*at, ghost.facing, *size, role, ghost.oval, draft))
        first = self._marked(ghosts[0])
        afar = first is not None and level_of(first, self.camera.scale) == FAR
        if len(found) > 1 and (afar or not any(o.oval for o in found)):
            spots = [(o.x, o.y, o.facing, o.width, o.depth, False) for o in found]
            box = box_about(spots) or (box_about(spots, crowd=True) if afar else None)
            if box is not None:
                return [Outline(*box, role, False, draft)]
        return list(found)

    def _token(self, ghost: Ghost, block: BlockArt) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where a commander's token is drawn, and how large, mm."""
        scale = self.camera.scale
        size = max(block.width, token_px(block) / scale)
        dx, dy = (0, 0) if ghost.base or block.id in self.moves else self.plan.shifts.get(block.id, (0, 0))
        return (ghost.x + dx / scale, ghost.y - dy / scale), (size, size)

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
