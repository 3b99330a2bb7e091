"""The editor of moves: drag a unit, end a leg, turn it, form it up, charge; every step checked as it is drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from game.client.editors import singles
from game.client.editors.base import Marks, Spot
from game.client.editors.frontages import stepped
from game.client.editors.legs import CourseDraft, ends
from game.client.editors.move_draft import MoveDraft
from game.client.editors.move_marks import move_marks
from game.client.editors.move_rows import move_rows
from game.client.editors.nudge_words import FINE_STEP, TURN_STEP
from game.client.editors.places import centre_of
from game.client.editors.snap import REACH_MM, Snap, friends, snaps
from game.client.editors.snap_figures import figure_snaps
from game.client.ui.rows import Press, Row
from game.client.words import _
from game.geometry.shapes import bearing, forward, norm_deg, right, turn_between

STRAIGHT = 0.12
"""A rigid block dragged no more beside its way than this share of it goes straight ahead."""


class MoveEditor(MoveDraft):
    """A course for one unit among those that may move, by mouse and by keyboard."""

    # -- the mouse --------------------------------------------------------------------------------------------

    def click(self, spot: Spot) -> bool:
        """A click on a mark aims at it; on a unit that may move chooses it."""
        for thing in (spot.unit, spot.marker, spot.feature):
            if thing and thing != self.unit and self.unit and self._is_mark(thing):
                self.take_mark(thing)
                return True
        return bool(spot.unit) and spot.unit != self.unit and self.take_unit(spot.unit)

    def _is_mark(self, thing: str) -> bool:
        mover = self.mover()
        return mover is not None and any(c.id == thing for m in mover.modes if m.bar is None for c in m.marks)

    def grab(self, spot: Spot, alone: bool = False) -> bool:
        """Take the unit (or, alone, one base of it) by the mouse, where it stands or where its ghost does."""
        unit = spot.unit
        ghost = self._ghost_at(spot)
        if not ghost and (not unit or not self.take_unit(unit)):
            return False
        mode = self.mode
        if mode is None or not mode.verbs:
            self._gripped = spot
            return bool(unit)
        held = ghost or spot.base
        if self.each:
            return self._grab_each(spot, ghost, held, alone)
        if alone and self.free_path and self.draft.count() <= 1 and held in self.start:
            if not self.draft.singles:
                self.draft = CourseDraft(singles=(self.here(),))
            self.held = held
            pose = self.draft.singles[-1][held]
            self.grip = (pose.x - spot.x, pose.y - spot.y)
            return True
        self.held = ""
        x, y = centre_of(self.here().values())
        if not ghost and not self.draft.empty and not self.draft.singles:
            x, y = centre_of(self.start.values())
        self.grip = (x - spot.x, y - spot.y)
        return True

    def _grab_each(self, spot: Spot, ghost: str, held: str, alone: bool) -> bool:
        """Take the formation, or one base alone; what is taken where it stood begins anew there."""
        single = held if held in self.start and (alone or held == self.alone) else ""
        self.held = single
        if self.draft.empty:
            # where the rules have planned the way already (a charge), the drag goes on from there
            self.draft = singles.begun(self.draft, self.here() if ghost else self.start)
        elif not ghost:
            self.draft = singles.back(self.draft, self.start, single) if single else CourseDraft(singles=(self.start,))
        last = self.draft.singles[-1]
        x, y = (last[single].x, last[single].y) if single else centre_of(last.values())
        self.grip = (x - spot.x, y - spot.y)
        return True

    def _ghost_at(self, spot: Spot) -> str:
        """The base whose ghost is under the pointer, where something has been drawn."""
        if self.draft.empty and not self.each:
            return ""
        own = self.draft.singles[-1] if self.draft.singles else {}
        found: list[tuple[float, str]] = []
        for base, pose in {**self.here(), **own}.items() if not self.draft.empty or self.mark else ():
            shape = self.desk.view.bases[base].shape
            away = math.hypot(pose.x - spot.x, pose.y - spot.y)
            if away <= max(shape.width / 2, shape.depth / 2, spot.reach):
                found.append((away, base))
        return min(found)[1] if found else ""

    def drag(self, spot: Spot, fine: bool = False) -> None:
        """The block (or the single base) follows the pointer; dragged while it is to stay, it moves after all."""
        mode = self.mode
        if mode is not None and not mode.verbs and self._gripped is not None and self.take_moving_mode():
            self.grab(self._gripped)
            mode = self.mode
        if mode is None or not mode.verbs:
            return
        x, y = spot.x + self.grip[0], spot.y + self.grip[1]
        self.snapped = ""
        if self.rigid and not fine:
            x, y = self._straightened(x, y)
        self._bring(x, y)
        if fine:
            return
        if self.draft.singles:
            self._snap_figures(x, y)
        elif not self.each:
            self._snap(x, y)

    def _straightened(self, x: float, y: float) -> tuple[float, float]:
        """The place straight ahead of where a rigid block stands, where what is dragged is hardly beside it."""
        if self.draft.count() > 1 or not self.start:
            return x, y
        sx, sy = centre_of(self.start.values())
        facing = next(iter(self.start.values())).facing
        (fx, fy), (rx, ry) = forward(facing), right(facing)
        ahead, aside = (x - sx) * fx + (y - sy) * fy, (x - sx) * rx + (y - sy) * ry
        if ahead <= 0.0 or abs(aside) > max(REACH_MM, STRAIGHT * ahead):
            return x, y
        self.snapped = _("straight ahead")
        return sx + fx * ahead, sy + fy * ahead

    def _snap_figures(self, x: float, y: float) -> None:
        """Draw figures to whatever is near: the whole of their move, contact, distances of the rules, terrain."""
        verdict = self.verdict()
        parts = verdict.parts if verdict is not None else ()
        now = self.draft.singles[-1]
        found = figure_snaps(self.desk.view, self.desk.words, self.unit, now, self.start, parts, self.held)
        self._drawn_to(x, y, found)

    def _snap(self, x: float, y: float) -> None:
        """Draw the block to its neighbours, where it may stand there too."""
        view = self.desk.view
        self._drawn_to(x, y, snaps(view, self.desk.words, self.unit, self.here(), friends(view, self.unit)))

    def _drawn_to(self, x: float, y: float, found: Iterable[Snap]) -> None:
        """Take the first of some snaps by which it may stand; where there is none it stays at the point (mm)."""
        for snap in found:
            self._bring(x + snap.dx, y + snap.dy)
            verdict = self.verdict()
            if verdict is not None and verdict.legal:
                self.snapped = snap.words
                return
            self._bring(x, y)

    def _bring(self, x: float, y: float) -> None:
        """Bring the middle of what is dragged to a point (mm)."""
        mode = self.mode
        if mode is None:
            return
        if self.draft.singles:
            self.draft = singles.carried_to(self.draft, x, y, self.held)
            self.changed()
        elif self.free_path:
            self.put(replace(self.leg(), x=x, y=y))
        else:
            kept = self.draft.steps[:-1] if self.reached() != (0.0, 0.0) else self.draft.steps
            before = ends(CourseDraft(steps=kept), self.start)
            cx, cy = centre_of(before.values())
            facing = next(iter(before.values())).facing
            (fx, fy), (rx, ry) = forward(facing), right(facing)
            dx, dy = x - cx, y - cy
            self.step_to(dx * fx + dy * fy, dx * rx + dy * ry, mode)

    def face(self, spot: Spot) -> None:
        """Turn the unit at the end of its course towards a point."""
        if self.unit and self.rigid and self.solve():
            poses = ends(self.draft, self.start)
            x, y = centre_of(poses.values())
            if (spot.x - x) ** 2 + (spot.y - y) ** 2 > 1.0:
                facing = next(iter(poses.values())).facing
                self.turn_by(round(turn_between(facing, bearing(spot.x - x, spot.y - y))))
        elif self.unit and self.free_path and not self.draft.singles:
            leg = self.leg()
            if (spot.x - leg.x) ** 2 + (spot.y - leg.y) ** 2 > 1.0:
                self.put(replace(leg, facing=round(bearing(spot.x - leg.x, spot.y - leg.y))))

    def drop(self, spot: Spot) -> None:
        """The drag is over."""
        self.held = self.snapped = ""
        self._gripped = None

    def wheel(self, notches: float, fine: bool = False) -> bool:
        """Turn what is dragged."""
        if self.held and self.draft.singles:
            self.draft = singles.turned(self.draft, notches * (FINE_STEP if fine else TURN_STEP), self.held)
            self.changed()
            return True
        degrees = notches * (FINE_STEP if fine else TURN_STEP)
        if self.rigid and self.draft.legs:  # under way: the facing at its end, worked out with the way
            self.put(replace(self.leg(), facing=norm_deg(self.facing() + degrees)))
        else:
            self.turn_by(degrees)
        return True

    # -- the keyboard and the rows ----------------------------------------------------------------------------

    def action(self, action: str, step: float = 1.0) -> bool:
        """Nudges, turns, legs, formations, the next unit, the next way."""
        far = self.desk.unit_mm * step
        nudges = {"forward": (far, 0.0), "backward": (-far, 0.0), "left": (0.0, -far), "right": (0.0, far)}
        if action in nudges and self.unit:
            self.shift_by(*nudges[action])
            return True
        if action in ("turn_left", "turn_right") and self.unit:
            degrees = FINE_STEP if step < 1 else TURN_STEP if step == 1 else 3 * TURN_STEP
            self.turn_by(degrees if action == "turn_right" else -degrees)
            return True
        if action == "leg":
            return self.end_leg()
        if action == "leap":
            return self.leap()
        if action == "formation":
            return self._next_formation()
        if action == "mode":
            return self._next_mode()
        if action in ("next", "previous"):
            by = 1 if action == "next" else -1
            return self._next_base(by) if self.each and len(self.space.among) == 1 else self._next_unit(by)
        return False

    def _next_formation(self) -> bool:
        mode = self.mode
        if mode is None or not mode.formations:
            return False
        ids = [c.id for c in mode.formations if c.bar is None]
        now = self.leg().formation
        at = ids.index(now) + 1 if now in ids else 0
        if at < len(ids):
            self.take_formation(ids[at])
        else:
            self.put(replace(self.leg(), formation=""))
        return True

    def _next_mode(self) -> bool:
        mover = self.mover()
        if mover is None:
            return False
        ids = [m.id for m in mover.modes if m.bar is None]
        if len(ids) > 1:
            self.take_mode(ids[(ids.index(self.mode_id) + 1) % len(ids) if self.mode_id in ids else 0])
        return True

    def _next_unit(self, by: int) -> bool:
        free = [m.id for m in self.space.among if m.bar is None]
        if not free:
            return False
        at = free.index(self.unit) if self.unit in free else (-1 if by > 0 else 0)
        self.take_unit(free[(at + by) % len(free)])
        return True

    def _next_base(self, by: int) -> bool:
        """Choose one base after the other to be moved alone, then all together again."""
        if len(self.start) < 2:
            return False
        order = ["", *self.start]
        self.alone = order[(order.index(self.alone) + by) % len(order)] if self.alone in order else ""
        self.changed()
        return True

    def digit(self, digit: int) -> bool:
        """Digits choose a mark of the present way, else the way."""
        mode, mover = self.mode, self.mover()
        if mode is not None and mode.marks and 1 <= digit <= len(mode.marks):
            self.take_mark(mode.marks[digit - 1].id)
            return True
        if mover is not None and 1 <= digit <= len(mover.modes):
            self.take_mode(mover.modes[digit - 1].id)
            return True
        return False

    def press(self, press: Press) -> bool:
        """A row of the panel."""
        kind, _newline, name = press.id.partition("\n")
        if press.what == "press":
            if kind == "unit":
                self.take_unit(name)
            elif kind == "mode":
                if name == self.mode_id:
                    verdict = self.verdict()
                    return verdict is not None and verdict.legal and not self.mode_has_course()
                self.take_mode(name)
            elif kind == "mark":
                return self.take_mark(name)
            elif kind == "formation":
                self.take_formation(name)
            elif kind == "part":
                self.alone = "" if self.alone == name else name
                self.changed()
            elif kind == "leap":
                self.leap()
            elif kind == "leg":
                self.undo_part()
            elif kind == "newleg":
                self.end_leg()
        elif kind == "facing":
            self.turn_by(TURN_STEP if press.what == "more" else -TURN_STEP)
        elif kind == "frontage" and self.mode is not None:
            by = 1 if press.what == "more" else -1
            self.take_formation(stepped(self.mode.formations, self.leg().formation, by, none=True))
        elif kind == "ahead":
            self.shift_by(self.desk.unit_mm * (1 if press.what == "more" else -1), 0.0)
        return False

    def mode_has_course(self) -> bool:
        """Whether the way of moving is drawn (a halt or a placed charge is not)."""
        mode = self.mode
        return mode is not None and bool(mode.verbs) and mode.ends != "placed"

    def rows(self) -> list[Row]:
        """Who, how, at whom, along which legs."""
        return move_rows(self)

    def chief_row(self) -> str:
        """The last step drawn."""
        return next((r.id for r in self.rows() if r.id.startswith("leg\n")), "")

    def subject(self) -> str:
        """The unit that moves."""
        return self.unit

    def marks(self) -> Marks:
        """The ghost, its way, what it costs, who may move, who may be charged."""
        return move_marks(self)
