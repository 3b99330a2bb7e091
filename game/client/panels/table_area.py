"""The table in the window: pan, zoom, what lies under the pointer, rulers; everything drawn by the table's own view."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise
from typing import Literal

import msgspec
import pygame

from game.client.camera import Camera
from game.client.editors.desk import Spot
from game.client.editors.whereabouts import all_bases, poses_of
from game.client.tabletop import overlays as o
from game.client.tabletop.adapter import scene_of
from game.client.tabletop.looks import look_of
from game.client.tabletop.scene import BlockArt, FallenArt
from game.client.tabletop.view import REACH_PX, SLACK_PX, TableView
from game.client.theme import Theme
from game.engine.relief import base_info_of
from game.engine.ruleset import Ruleset
from game.engine.scenery import Scenery
from game.engine.state import State
from game.geometry.shapes import bounds

Poses = Mapping[str, tuple[float, float, float]]

FAR = -1e5
"""Where blocks lie that are only there to be known, mm."""
GAP_MM = 10.0
"""Between figures and files that stand so far from one another it is the unit that is pointed at, not the ground."""
MARKER_MM = 14.0
LINE_MM = 6.0


class TableArea:
    """The table as a part of the window.

    Parameters
    ----------
    theme
        Colours, fonts and scale.
    ruleset
        Gives looks and badges.
    view
        What is on the table at first.
    scenery
        What the table is to look like.
    """

    def __init__(self, theme: Theme, ruleset: Ruleset, view: State, scenery: Scenery | None = None) -> None:
        self.ruleset = ruleset
        self.scenery = scenery
        self.view = view
        self.rect = pygame.Rect(0, 0, 100, 100)
        self.camera = Camera((view.table.width, view.table.depth), (0, 0, 100, 100))
        self.picture = TableView(theme, self.camera)
        self._pan: tuple[int, int] | None = None
        self._shown: State | None = None
        self._dim: frozenset[str] = frozenset()
        self._spare: tuple[str, ...] = ()
        self._away: tuple[str, ...] = ()
        self._fitted = False
        self.goal: Camera | None = None
        self._from: Camera | None = None
        self._left, self._lasts = 0.0, 0.0
        self.lying: tuple[FallenArt, ...] = ()
        self.show(view)

    # -- what is shown ----------------------------------------------------------------------------------------

    def show(self, view: State, dim: Collection[str] = (), spare: tuple[str, ...] | None = None) -> None:
        """Show another view of the battle.

        Parameters
        ----------
        dim
            Units drawn darker.
        spare
            Things in reserve that are about to be placed: the table knows how they look, for their ghosts. None keeps
            those it had.
        """
        faded = frozenset(dim)
        spare = self._spare if spare is None else spare
        if view is self._shown and faded == self._dim and spare == self._spare:
            return
        self.view, self._shown, self._dim, self._spare = view, view, faded, spare
        scene = scene_of(view, self.ruleset, dim=faded, scenery=self.scenery)
        scene = msgspec.structs.replace(scene, fallen=self.lying) if self.lying else scene
        blocks = spare_blocks(view, self.ruleset, spare)
        self._away = tuple(b.id for b in blocks)
        self.picture.set_scene(msgspec.structs.replace(scene, blocks=scene.blocks + blocks) if blocks else scene)

    def place(self, rect: pygame.Rect) -> None:
        """Move or resize the area; at first the whole table is shown, and as long as nobody looks nearer."""
        if rect != self.rect:
            self.stay()
        whole = self.camera.shows_table
        self.rect = rect
        self.camera.set_viewport((rect.left, rect.top, rect.width, rect.height))
        if not self._fitted or whole:
            self._fitted = True
            self.camera.fit_table()

    def set_theme(self, theme: Theme) -> None:
        """Draw with other colours or another scale."""
        if self.picture.theme.key != theme.key:
            self.picture.set_theme(theme)

    def draw(
        self,
        surface: pygame.Surface,
        moving: Poses | None = None,
        overlays: Iterable[o.Overlay] = (),
        hidden: Iterable[str] = (),
    ) -> None:
        """Draw the table."""
        self.picture.draw(surface, moving, overlays, (*hidden, *self._away))

    # -- camera -----------------------------------------------------------------------------------------------

    def go_to(self, camera: Camera, seconds: float = 0.0) -> None:
        """Show what another camera shows, there at once or gliding."""
        if camera.turn != self.camera.turn or seconds <= 0 or camera.key == self.camera.key:
            self.stay()
            self.camera.take(camera)
            return
        self.goal, self._from = camera, self.camera.copy()
        self._left = self._lasts = seconds
        self.picture.goal = camera

    def stay(self) -> None:
        """Glide no farther."""
        self.goal = self._from = self.picture.goal = None

    def glide(self, dt: float) -> None:
        """Time passes (seconds): go on to where the camera is going, fast at first."""
        if self.goal is None or self._from is None:
            return
        self._left -= dt
        if self._left <= 0:
            goal = self.goal
            self.stay()
            self.camera.take(goal)
            return
        share = 1.0 - (self._left / self._lasts) ** 2
        (ax, ay), (bx, by) = self._from.centre_mm, self.goal.centre_mm
        scale = self._from.scale * (self.goal.scale / self._from.scale) ** share
        self.camera.look_at((ax + (bx - ax) * share, ay + (by - ay) * share), scale)

    def fit_table(self) -> None:
        """Show the whole table."""
        self.stay()
        self.camera.fit_table()

    def fit_thing(self, thing: str) -> None:
        """Show a thing as large as is useful."""
        points = self.outline(thing)
        if points:
            self.stay()
            x0, y0, x1, y1 = bounds(points)
            self.camera.fit_rect((x0 - 120, y0 - 120, x1 + 120, y1 + 120), margin=0.05, closest=2.5)

    def look_at(self, thing: str) -> None:
        """Bring a thing into the middle if it is not in sight as a whole; the scale is kept."""
        points = self.outline(thing)
        if not points:
            return
        x0, y0, x1, y1 = bounds(points)
        camera = self.goal or self.camera
        corners = camera.many_to_screen([(x0, y0), (x1, y1)])
        (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
        seen = pygame.Rect(round(left), round(top), max(1, round(right - left)), max(1, round(bottom - top)))
        if not self.rect.contains(seen):
            self.stay()
            self.camera.look_at(((x0 + x1) / 2, (y0 + y1) / 2), camera.scale)

    def outline(self, thing: str) -> list[tuple[float, float]]:
        """Points of a thing on the table, mm."""
        view = self.view
        if thing in view.features:
            return list(view.features[thing].points)
        if thing in view.markers:
            pose = view.markers[thing].pose
            return [(pose.x, pose.y)] if pose is not None else []
        if thing in view.sides:
            return [(p.x, p.y) for u in view.units_of(thing) for p in poses_of(view, u.id).values()]
        return [(p.x, p.y) for p in poses_of(view, thing).values()]

    def zoom(self, notches: float, at: tuple[int, int] | None = None) -> None:
        """Zoom by notches of the wheel, about a window pixel or the middle."""
        x, y = at if at is not None else self.rect.center
        if self.goal is not None:
            self.camera.take(self.goal)
            self.stay()
        self.camera.zoom_at(notches, x, y)

    def begin_pan(self, pos: tuple[int, int]) -> None:
        """The table is taken by the mouse."""
        self.stay()
        self._pan = pos

    def pan_to(self, pos: tuple[int, int]) -> bool:
        """The mouse moves; True while the table follows."""
        if self._pan is None:
            return False
        self.camera.pan(pos[0] - self._pan[0], pos[1] - self._pan[1])
        self._pan = pos
        return True

    def end_pan(self) -> None:
        """The table is let go."""
        self._pan = None

    # -- what lies under the pointer --------------------------------------------------------------------------

    def spot(self, pos: tuple[int, int]) -> Spot | None:
        """The place under a window pixel; None where it is not the table's area."""
        if not self.rect.collidepoint(pos):
            return None
        x, y = self.camera.to_table(*pos)
        marker = self._marker(x, y)
        base = self.picture.base_at(*pos, slack_px=0.0, reach_px=0.0) or ""
        if not base and not marker:  # what is hit exactly goes before what is merely near
            base = self.picture.base_at(*pos, slack_px=max(SLACK_PX, GAP_MM * self.camera.scale)) or ""
        bases = all_bases(self.view)
        unit = bases[base].unit if base in bases else ""
        feature = "" if base else self._feature(x, y)
        return Spot(x, y, base, unit, marker, feature, REACH_PX / self.camera.scale)

    def _marker(self, x: float, y: float) -> str:
        for marker in self.view.markers.values():
            p = marker.pose
            if p is not None and (p.x - x) ** 2 + (p.y - y) ** 2 <= MARKER_MM**2:
                return marker.id
        return ""

    def _feature(self, x: float, y: float) -> str:
        for feature in reversed(list(self.view.features.values())):
            if feature.line:
                if _near_line(x, y, feature.points, LINE_MM):
                    return feature.id
            elif _inside(x, y, feature.points):
                return feature.id
        return ""


def spare_blocks(view: State, ruleset: Ruleset, things: Collection[str]) -> tuple[BlockArt, ...]:
    """Blocks of bases that are not on the table, far off it: never drawn there, but known by their looks."""
    out = []
    for thing in things:
        unit = view.units.get(thing)
        if unit is None:
            continue
        card = ruleset.card(view, thing)
        for base in (view.bases[b] for b in unit.bases if b in view.bases):
            if base.where == "table" or base.where == "gone":
                continue
            w, d, oval = base.shape.width, base.shape.depth, base.shape.kind != "rect"
            own = base_info_of(ruleset, view, base.id).look
            art = look_of(view.ruleset, own or card.look or unit.kind, unit.name, w, d, oval, card.likely)
            slot = view.sides[unit.side].colour if unit.side in view.sides else 0
            shape: Literal["rect", "oval"] = "oval" if oval else "rect"
            out.append(BlockArt(base.id, unit.id, FAR, FAR, 0.0, w, d, art, slot, shape, base.number))
    return tuple(out)


def _inside(x: float, y: float, points: tuple[tuple[float, float], ...]) -> bool:
    """Whether a point lies in a polygon: for the pointer only, no rule asks it."""
    found = False
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def _near_line(x: float, y: float, points: tuple[tuple[float, float], ...], reach: float) -> bool:
    for (ax, ay), (bx, by) in pairwise(points):
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        t = 0.0 if length == 0 else min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length))
        if (ax + t * dx - x) ** 2 + (ay + t * dy - y) ** 2 <= reach * reach:
            return True
    return False
