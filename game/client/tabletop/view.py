"""The table in the window: a resting layer drawn once, what moves on top, overlays above that.

The resting layer (ground, terrain, bases that stand still, their badges) is kept as long as camera, scene and the set
of moving bases are the same. After a change of zoom everything is prepared in steps by :meth:`TableView.prepare`; until
then the last picture is shown scaled, so that no frame hitches.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import pygame

from game.client.art.light import light_of
from game.client.art.painted_table import Ground
from game.client.camera import Camera
from game.client.tabletop.ahead import AHEAD_MS, Ahead
from game.client.tabletop.at_rest import AtRest, Bodies, draw_moving
from game.client.tabletop.base_sprites import Plan, in_order
from game.client.tabletop.cover import cover_of
from game.client.tabletop.ground_cache import GroundCache
from game.client.tabletop.hit import HitMap, Pose
from game.client.tabletop.marking import Marking
from game.client.tabletop.overlays import Overlay, OverlayPainter
from game.client.tabletop.resting import Resting
from game.client.tabletop.scene import BlockArt, Scene, UnitArt
from game.client.tabletop.signs import Signs
from game.client.tabletop.sprites import TOKEN_PX, Sprite, SpriteBank, leads, level_of
from game.client.tabletop.still import Still
from game.client.tabletop.vane import draw_vane
from game.client.tabletop.weather import STILL, Sky
from game.client.theme import Theme

PENDING_MS = 20.0
"""Milliseconds of preparation a frame, unless told otherwise: what is seen is coarse until all is there."""
FIRST_MS = 60.0
"""The same before anything has been drawn whole: nothing is seen until then."""
PLANS = 8
GHOSTLY = 230
"""How much of 255 is left of a silhouette where a unit would stand."""
SLACK_PX, REACH_PX = 5.0, 14.0
"""Pixels beside its edge at which a base is still caught, and pixels from its middle where it is tiny."""


Marked = tuple[list[Overlay], set[str], set[str], dict[str, Pose]]
"""Overlays as they are drawn, the units that are marked, those of leaders above ghosts, where bases would stand."""


class TableView:
    """Draws a :class:`Scene` through a :class:`Camera`.

    Parameters
    ----------
    theme, camera
        Kept by reference: the camera is asked anew at every draw.

    Attributes
    ----------
    fades
        Whether one level of drawing passes into another after a change of zoom, and does not follow at once.
    seconds
        How long the weather has been drifting; it hangs still as long as nobody lets time pass.
    """

    def __init__(self, theme: Theme, camera: Camera) -> None:
        self.theme, self.camera = theme, camera
        self.scene = Scene(camera.width_mm, camera.depth_mm)
        self.sprites = SpriteBank(theme)
        self.overlays = OverlayPainter(theme, self._sprite_of)
        self.show_numbers = False
        self.show_badges = True
        self._ground: GroundCache | None = None
        self.goal: Camera | None = None
        self._plans: OrderedDict[object, Plan] = OrderedDict()
        self._ahead = Ahead(self._make)
        self._prepared: object = None
        self.fades = False
        self._shown: tuple[object, Marked] | None = None
        self._resting = Resting()
        self._at_rest = AtRest()
        self._still = Still()
        self._sky = Sky()
        self.seconds = 0.0
        self._hit: HitMap | None = None
        self._hit_key: object = None
        self._blocks: dict[str, BlockArt] = {}
        self._units: dict[str, UnitArt] = {}
        self._signs: tuple[object, Signs] | None = None
        self.epoch = 0

    # --- scene ---------------------------------------------------------------------------------------------------

    def set_scene(self, scene: Scene) -> None:
        """Show another scene; the painted ground is kept if what it depends on is the same."""
        if scene is self.scene:
            return
        if self._ground is None or self._ground.ground.key != scene.ground_key:
            self._ground = None
        other_light = scene.hour != self.scene.hour
        self.scene = scene
        if other_light:
            self._lay_in()
        self._blocks = {b.id: b for b in scene.blocks}
        self._units = {u.id: u for u in scene.units}
        self.epoch += 1

    def set_theme(self, theme: Theme) -> None:
        """Draw with other colours from now on."""
        self.theme = theme
        self._lay_in()
        self.overlays = OverlayPainter(theme, self._sprite_of)
        self._ground = None
        self.epoch += 1

    def _lay_in(self) -> None:
        """Sprites are made anew: in other colours, with other shadows."""
        self.sprites = SpriteBank(self.theme, light_of(self.scene.hour))
        self._plans.clear()

    @property
    def ground(self) -> GroundCache:
        """The painted ground of the scene."""
        if self._ground is None:
            ui = self.theme.file.ui
            colours = (ui.table_frame, ui.table_frame_dark, ui.table_frame_light, ui.table_under)
            self._ground = GroundCache(Ground(self.scene, colours))
        return self._ground

    def block(self, base_id: str) -> BlockArt | None:
        """A base of the scene by id."""
        return self._blocks.get(base_id)

    def standing(self, base_id: str) -> Sprite | None:
        """The picture of a base as it stands at the camera's scale, with how far its corner lies from its middle."""
        block = self._blocks.get(base_id)
        return self._sprite_of(base_id, block.facing, self.camera.scale) if block is not None else None

    def unit(self, unit_id: str) -> UnitArt | None:
        """A unit of the scene by id."""
        return self._units.get(unit_id)

    # --- preparation ---------------------------------------------------------------------------------------------

    @property
    def plan(self) -> Plan:
        """The bases of the scene at the camera's scale."""
        return self._plan_of(self.camera)

    def _plan_of(self, camera: Camera) -> Plan:
        key = (self.epoch, camera.scale, camera.turn)
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = Plan(in_order(self.scene.blocks), self.sprites, camera.copy())
            while len(self._plans) > PLANS:
                self._plans.popitem(last=False)
        return plan

    @property
    def signs(self) -> Signs:
        """What stands for the units of the scene from afar, at the camera's scale."""
        key = (self.epoch, self.camera.scale, self.camera.turn)
        if self._signs is None or self._signs[0] != key:
            seen = self.camera.copy()
            self._signs = (key, Signs(self.scene, self._blocks, seen.scale, self.theme, self.plan.shifts, seen))
        return self._signs[1]

    def pending(self) -> int:
        """How many squares and sprites the camera needs that are not there yet."""
        return len(self.ground.missing(self.camera)) + len(self.plan.missing(self.camera))

    @property
    def ready(self) -> bool:
        """Whether all that the camera needs is there: the picture is sharp."""
        return self._prepared == (self.epoch, self.camera.key)

    @property
    def foreseen(self) -> bool:
        """Whether all has been made that may be asked for next."""
        return self._ahead.done((self.epoch, self.camera.key))

    def prepare(self, budget_ms: float = PENDING_MS) -> bool:
        """Make what the camera needs for as long as the budget allows; True when nothing is left to do.

        At least one piece is made, so that it always ends.
        """
        key = (self.epoch, self.camera.key)
        if key == self._prepared:
            return True
        if not self._make(self.camera, time.perf_counter() + budget_ms / 1000.0):
            return False
        self._prepared = key
        return True

    def _make(self, camera: Camera, stop: float) -> bool:
        """Make what a camera needs until a moment; True when nothing is left to do."""
        return all(done or time.perf_counter() < stop for done in self._preparing(camera))

    def _preparing(self, camera: Camera) -> Iterator[bool]:
        """Small steps: the ground from afar, the sprites, then the ground's squares; True at the very end."""
        while not self.ground.begin():
            yield False
        for sprite in self._plan_of(camera).missing(camera):
            while self.sprites.warm(sprite):
                yield False
            self.sprites.get(sprite)
            yield False
        for square in self.ground.missing(camera):
            while not self.ground.step(square):
                yield False
            yield False
        opened = self._at_rest.opened(self.scene, self.ground, frozenset())
        for _made in self.ground.glades.making(camera, opened):
            yield False
        yield True

    def prepare_ahead(
        self, about: tuple[int, int], likely: Callable[[], Sequence[Camera]] = tuple, budget_ms: float = AHEAD_MS
    ) -> None:
        """Make what the zooms next to this one need, about a window pixel, while nothing else is to be made.

        ``likely`` gives other places that will perhaps be looked at.
        """
        key = (self.epoch, self.camera.key)
        if self._prepared == key and self.ground.begin(self.camera.turn):
            self._ahead.go_on(key, self.camera, about, likely, budget_ms)

    def prepare_all(self) -> None:
        """Make everything the camera needs now."""
        while not self.prepare(1000.0):
            pass

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(
        self,
        target: pygame.Surface,
        moving: Mapping[str, Pose] | None = None,
        overlays: Iterable[Overlay] = (),
        hidden: Iterable[str] = (),
        budget_ms: float = PENDING_MS,
    ) -> bool:
        """Draw the table into its viewport on ``target``.

        Parameters
        ----------
        moving
            Poses (x, y, facing) of bases that are not where the scene has them, by id; drawn on the moving layer.
        overlays
            What is drawn above all bases.
        hidden
            Ids of bases not to draw at all.
        budget_ms
            How long to prepare what is missing.

        Returns
        -------
        bool
            Whether everything was ready; False asks for another frame soon.
        """
        moves = moving or {}
        away = frozenset(moves) | frozenset(hidden)
        rest, under = self._resting, self.theme.colour("table_under")
        ready = self._ready(budget_ms)
        clip = target.get_clip()
        target.set_clip(pygame.Rect(self.camera.viewport))
        overlays = tuple(overlays)
        key = (self.camera.key, self.epoch, away, self.show_numbers, self.show_badges, ready)
        lasts = ready and not moves and self.scene.weather.sky in STILL
        still = (key, self.camera.viewport, overlays) if lasts else None
        if key == rest.key and self._still.show(target, self.camera, still):
            target.set_clip(clip)
            return True
        if ready and key != rest.key:
            if self.fades and rest.surface is not None and self._changes_level():
                rest.blit(target, self.camera, self.ground, under)
                rest.keep(target, self.camera)
            self._at_rest.draw(rest.begin(self.camera), self.camera, self._bodies(away, moves))
            rest.key = key
        elif rest.surface is None:  # nothing, rather than something coarse: the sharp picture is there in a moment
            target.fill(under, pygame.Rect(self.camera.viewport))
            target.set_clip(clip)
            return False
        self._follow(key, away, moves)
        rest.blit(target, self.camera, self.ground, under)
        fading = rest.fade(target, self.camera)
        draw_moving(target, self.camera, self._bodies(away, moves))
        self._sky.draw(target, self.camera, self.scene.weather, self.seconds)
        self._draw_over(target, overlays, away, moves)
        draw_vane(target, self.camera, self.theme, self.scene.weather)
        if not moves:
            self._still.keep(target, self.camera, None if fading or self.overlays.outliner.left <= 0 else still)
        target.set_clip(clip)
        return ready

    def _draw_over(
        self, target: pygame.Surface, overlays: tuple[Overlay, ...], away: frozenset[str], moves: Mapping[str, Pose]
    ) -> None:
        """What lies above all bases, and the silhouettes that stand above their marks."""
        self.overlays.lie_under((self.camera.key, self.epoch, away), lambda: self._cover(away))
        shown, marked, over, drafts = self._marked(overlays, moves, away)
        at = (self.camera.left, self.camera.top)
        signs = self.signs.spots(self.camera, at, away, only=marked)
        signs += self.signs.spots(self.camera, at, (), moves, only=marked)
        leading = {b for b in drafts if leads(self._blocks[b])} if over else set()
        signs += self.signs.spots(self.camera, at, (), {b: p for b, p in drafts.items() if b not in leading}, GHOSTLY)
        signs += self.signs.spots(self.camera, at, away, only=over) if over else []
        signs += self.signs.spots(self.camera, at, (), {b: drafts[b] for b in leading}, GHOSTLY) if leading else []
        self.overlays.draw(target, self.camera, shown, self._at_rest.taken, signs, bool(moves))

    def _ready(self, budget_ms: float) -> bool:
        """Prepare what is missing for as long as the budget allows; whether all of it is there."""
        shown = self._resting.surface is not None
        if self.goal is not None and shown:  # the way there is shown as it can be
            self._make(self.goal, time.perf_counter() + budget_ms / 1000.0)
            return (self.epoch, self.camera.key) == self._prepared
        return self.prepare(budget_ms if shown or budget_ms <= 0 else max(budget_ms, FIRST_MS))

    def _follow(self, key: object, away: frozenset[str], moves: Mapping[str, Pose]) -> None:
        """Open and close woods and houses on the resting layer, where it is the one for ``key``."""
        rest = self._resting
        if key == rest.key and rest.surface is not None:
            self._at_rest.follow(rest.surface, self.camera, self._bodies(away, moves))

    def _marked(self, overlays: tuple[Overlay, ...], moves: Mapping[str, Pose], away: frozenset[str]) -> Marked:
        """Overlays as they are drawn, the units they mark, and where drafts stand; kept while all stand still."""
        key = (overlays, self.epoch, self.camera.key, away)
        if self._shown is None or moves or self._shown[0] != key:
            marking = Marking(self.scene, self._blocks, self._units, self.plan, self.camera, moves, away)
            shown = marking.shown((*marking.links(), *overlays))
            self._shown = (None if moves else key, (shown, marking.marked, marking.over, marking.ghosts(shown)))
        return self._shown[1]

    def _cover(self, away: frozenset[str]) -> pygame.Surface:
        return cover_of(self.camera, (b for b in self.scene.blocks if b.id not in away))

    def draw_plainly(self, target: pygame.Surface, moving: Mapping[str, Pose] | None = None) -> None:
        """Draw everything anew, keeping nothing but sprites: how a frame is drawn while the table is panned."""
        moves = moving or {}
        at = (self.camera.left, self.camera.top)
        opened = self._at_rest.opened(self.scene, self.ground, frozenset(moves))
        self.ground.draw(target, self.camera, at, opened)
        target.fblits(self.plan.spots(self.camera, at, moves), pygame.BLEND_PREMULTIPLIED)
        target.fblits(self.signs.spots(self.camera, at, moves), pygame.BLEND_PREMULTIPLIED)
        draw_moving(target, self.camera, self._bodies(frozenset(moves), moves))

    def _sprite_of(self, base_id: str, facing: float, scale: float) -> Sprite | None:
        number = self.plan.number(base_id)
        return (
            None if number is None else self.sprites.get(self.sprites.key(number, self.camera.bearing(facing), scale))
        )

    def _changes_level(self) -> bool:
        """Whether anything is drawn at another level than in the resting layer."""
        before, now = self._resting.scale, self.camera.scale
        return before != now and any(level_of(b, before) != level_of(b, now) for b in self.scene.blocks)

    def _bodies(self, away: frozenset[str], moves: Mapping[str, Pose]) -> Bodies:
        shown = self.show_numbers, self.show_badges, away, moves
        return Bodies(self.scene, self._blocks, self.theme, self.ground, self.plan, self.signs, *shown)

    # --- the mouse -----------------------------------------------------------------------------------------------

    def _hits(self, moving: Mapping[str, Pose] | None) -> HitMap:
        key = (self.epoch, self.camera.scale, self.camera.turn, tuple(sorted(moving.items())) if moving else ())
        if self._hit is None or key != self._hit_key:
            poses: dict[str, Pose] = {}
            for base, (dx, dy) in self.plan.shifts.items():  # where they are drawn is where they are caught
                b, (east, north) = self._blocks[base], self.camera.on_table(dx, dy)
                poses[base] = (b.x + east, b.y + north, b.facing)
            poses.update(moving or {})
            self._hit, self._hit_key = HitMap(self.plan.blocks, poses), key
        return self._hit

    def base_at(
        self,
        px: float,
        py: float,
        moving: Mapping[str, Pose] | None = None,
        slack_px: float = SLACK_PX,
        reach_px: float = REACH_PX,
    ) -> str | None:
        """Id of the base under a window pixel, or the nearest within a few pixels; tiny ones are caught from afar."""
        if not self.camera.contains(px, py):
            return None
        x, y = self.camera.to_table(px, py)
        scale = self.camera.scale
        return self._hits(moving).at(x, y, slack_px / scale, TOKEN_PX / 2 / scale, reach_px / scale)
