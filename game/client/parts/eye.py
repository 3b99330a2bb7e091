"""The eye on the table: what the camera shows by itself, and what of that the player has taken into his own hand."""

from __future__ import annotations

import math

import pygame

from game.client.camera import Camera, RectMm
from game.client.editors.whereabouts import poses_of
from game.client.navigation import Window
from game.client.panels.table_area import TableArea
from game.engine.event import Event, SetPose
from game.engine.state import State

GLIDE = 0.22
"""Seconds in which the camera goes to another place."""
TURN_MS = 150.0
"""Milliseconds that the table turned is drawn for before it is shown."""
MARGIN_MM = 70.0
"""Room left around the armies."""
CLOSEST = 2.2
"""Pixels per mm that the armies are never shown larger at by themselves."""
ASKEW = 2.0
"""A side that stands so much more beside than before the other has it at the upper edge by a quarter turn."""


class Eye:
    """Where the camera looks.

    Attributes
    ----------
    mode
        What it keeps in sight by itself: "armies", "table", "" for nothing: the player has it in hand.
    """

    def __init__(self, app: Window, table: TableArea) -> None:
        self.app, self.table = app, table
        self.mode = "armies"
        self._kept: object = None
        self._boxed = self._turned = self._placing = False
        self._homes: dict[str, int] = {}
        self._viewport: object = None
        self._about: tuple[State, RectMm | None] | None = None

    # -- room -------------------------------------------------------------------------------------------------

    def place(self, rect: pygame.Rect, inset: tuple[int, int, int, int]) -> None:
        """The table has this part of the window; what floats over its edges hides nothing of what is kept in sight."""
        camera, first = self.table.camera, self._viewport is None
        held = self.held
        moved = (rect.size, inset) != self._viewport
        self._viewport = (rect.size, inset)
        camera.inset = inset
        self.table.place(rect)
        if first or (held and moved):
            self._frame(glide=False)

    @property
    def held(self) -> bool:
        """Whether the camera is where it was put by itself."""
        camera = self.table.goal or self.table.camera
        return bool(self.mode) and self._kept == camera.key

    # -- what is kept in sight --------------------------------------------------------------------------------

    def show_table(self) -> None:
        """The whole table."""
        self.mode = "table"
        self._frame()

    def show_armies(self) -> None:
        """All that stands on the table."""
        self.mode = "armies"
        self._frame()

    def _frame(self, glide: bool = True) -> None:
        """Bring what is kept in sight there."""
        box = self.armies() if self.mode == "armies" and not self._placing else None
        camera = self._on(box)
        self.table.go_to(camera, self._pace() if glide else 0.0)
        self._kept, self._boxed = camera.key, box is not None

    def _pace(self) -> float:
        """Seconds that going elsewhere takes; none where the player wants all at once."""
        settings = self.app.settings
        return 0.0 if settings.reduced_motion or settings.speed == "instant" else GLIDE

    def _on(self, box: RectMm | None) -> Camera:
        """A camera on a box (mm), or on the whole table, of which nothing that stands lies under what floats below.

        Where something is drafted under it, none of the table does.
        """
        whole = self.table.camera.copy()
        whole.fit_table()
        camera = whole.copy()
        if box is not None:
            camera.fit_rect(box, margin=0.0, closest=CLOSEST)
            if camera.scale > whole.scale:
                return camera
        standing = _box_about(
            [(p.x, p.y) for u in self.table.view.units for p in poses_of(self.table.view, u).values()]
        )
        if not self._placing and (standing is None or self._sees(standing, whole)):
            return whole
        if box is None:
            camera.fit_rect((0.0, 0.0, whole.width_mm, whole.depth_mm), margin=0.0)
        return camera

    def likely(self) -> tuple[Camera, ...]:
        """Where a key leads the camera from anywhere: the whole table, the armies."""
        return self._on(None), self._on(self.armies())

    def keep(self) -> None:
        """Go after the armies, where they have left what is seen and the player has not taken the camera in hand."""
        box = self.armies() if self.mode == "armies" and self.held else None
        if box is not None and not (self._boxed and self._sees(box)):
            self._frame()

    def armies(self) -> RectMm | None:
        """The box about all bases on the table, with a margin, mm; None before the sides have set up."""
        view = self.table.view
        if self._about is None or self._about[0] is not view:
            self._about = (view, self._armies(view))
        return self._about[1]

    def _armies(self, view: State) -> RectMm | None:
        spots = [(p.x, p.y) for u in view.units for p in poses_of(view, u).values()]
        here = {view.units[b.unit].side for b in view.bases.values() if b.where == "table" and b.unit in view.units}
        waiting = sum(b.where == "reserve" for b in view.bases.values())
        about = _box_about(spots)
        if about is None or len(here) < min(2, len(view.sides)) or waiting > len(spots):
            return None
        (x0, y0, x1, y1), m = about, MARGIN_MM
        return max(x0 - m, 0.0), max(y0 - m, 0.0), min(x1 + m, view.table.width), min(y1 + m, view.table.depth)

    # -- turning ----------------------------------------------------------------------------------------------

    def turn(self, quarters: int) -> None:
        """Turn the table by quarters, clockwise."""
        self._turned = True
        self._turn_to(self.table.camera.turn + quarters)

    def _turn_to(self, quarters: int) -> None:
        held = self.held
        self.table.stay()
        self.table.camera.turn_to(quarters)
        if held:
            self._frame(glide=False)
        self.table.picture.prepare(TURN_MS)

    def asked(self, side: str, placing: bool) -> None:
        """A side decides: it sits at the lower edge, and everything that stands is in sight.

        What the player has turned or moved by hand stays as he has it.
        """
        if self.app.settings.own_side_down and not self._turned:
            home = self._home(side)
            if home != self.table.camera.turn:
                self._turn_to(home)
        self._placing = placing and self._placing
        if not placing:
            self.keep()

    def drafted(self, spots: list[tuple[float, float]]) -> None:
        """Where what is to be placed (mm) lies under what floats, or out of sight, the table is shown clear."""
        about = _box_about(spots)
        if about is not None and not self._placing and self.held and not self._sees(about):
            self._placing = True
            self._frame()

    def _home(self, side: str) -> int:
        """By how many quarters the table is turned where a side sits at its lower edge; 0 while nobody can say."""
        if side not in self._homes:
            view = self.table.view
            mine, others = _middle(view, {side}), _middle(view, set(view.sides) - {side})
            if mine is None or (others is None and len(view.sides) > 1):
                return self.table.camera.turn
            other = others or (view.table.width / 2, view.table.depth / 2)
            east, north = other[0] - mine[0], other[1] - mine[1]
            if abs(east) > ASKEW * abs(north):
                self._homes[side] = 1 if east > 0 else 3
            else:
                self._homes[side] = 0 if north >= 0 else 2
        return self._homes[side]

    # -- following --------------------------------------------------------------------------------------------

    def happens(self, event: Event) -> None:
        """Something happens: it is looked at, where the player wants that and it is out of sight."""
        if not self.app.settings.follow:
            return
        ends = [(c.pose.x, c.pose.y) for c in event.changes if isinstance(c, SetPose) and c.pose is not None]
        spots = ends + [spot for thing in event.about for spot in self.table.outline(thing)]
        about = _box_about(spots)
        if about is None:
            return
        box = (about[0] - 30.0, about[1] - 30.0, about[2] + 30.0, about[3] + 30.0)
        if not self._sees(box):
            camera = self.table.camera.copy()
            camera.look_at(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
            self.table.go_to(camera, self._pace())

    def _sees(self, box: RectMm, through: Camera | None = None) -> bool:
        """Whether a box lies in the free part of the viewport."""
        camera = through or self.table.goal or self.table.camera
        points = camera.many_to_screen([(box[0], box[1]), (box[2], box[3])])
        left, top, right, low = camera.inset
        slack = 2.0
        return bool(
            points[:, 0].min() >= camera.left + left - slack
            and points[:, 0].max() <= camera.left + camera.width - right + slack
            and points[:, 1].min() >= camera.top + top - slack
            and points[:, 1].max() <= camera.top + camera.height - low + slack
        )

    def update(self, dt: float) -> None:
        """Time passes (seconds)."""
        self.table.glide(dt)
        if not self.app.settings.reduced_motion:
            self.table.picture.seconds += dt


def _box_about(spots: list[tuple[float, float]]) -> RectMm | None:
    """The box about some points, mm; None about none."""
    if not spots:
        return None
    xs, ys = [p[0] for p in spots], [p[1] for p in spots]
    return min(xs), min(ys), max(xs), max(ys)


def _middle(view: State, sides: set[str]) -> tuple[float, float] | None:
    """The middle of what some sides have on the table, mm."""
    spots = [(p.x, p.y) for u in view.units.values() if u.side in sides for p in poses_of(view, u.id).values()]
    if not spots:
        return None
    return math.fsum(p[0] for p in spots) / len(spots), math.fsum(p[1] for p in spots) / len(spots)
