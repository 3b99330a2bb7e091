"""Turning and nudging what is drawn: by the keyboard, by the wheel, by the rows of the panel."""

from __future__ import annotations

from dataclasses import replace

from game.client.editors import singles
from game.client.editors.legs import CourseDraft, displacement, r, step_towards
from game.client.editors.way import Way
from game.engine.decision import Mode
from game.geometry.shapes import forward, norm_deg, right
from game.geometry.steps import Wheel


class Nudges:
    """Small changes of the end of a way."""

    def __init__(self, way: Way) -> None:
        self.way = way

    def turn_by(self, degrees: float, held: str = "") -> None:
        """Turn the unit at the end of the draft; ``held``: the base in hand alone."""
        way = self.way
        mode = way.mode
        if mode is None or not way.unit:
            return
        if way.each:
            begun = singles.begun(way.draft, way.here() if way.draft.empty else way.start)
            way.draft = singles.turned(begun, degrees, held or way.alone)
            way.changed()
            return
        if way.draft.singles:
            return
        if way.free_path and not (way.rigid and way.solve()):
            way.put(replace(way.leg(), facing=norm_deg(way.facing() + degrees)))
        elif "wheel" in mode.verbs:
            last = way.draft.steps[-1] if way.draft.steps else None
            before = 0.0
            steps = way.draft.steps
            if isinstance(last, Wheel):
                before = last.angle if last.hand == "right" else -last.angle
                steps = steps[:-1]
            angle = before + degrees
            wheel = (Wheel(r(abs(angle)), "right" if angle > 0 else "left"),) if abs(angle) > 1e-6 else ()
            if len(steps) + len(wheel) <= mode.legs:
                way.draft = CourseDraft(steps=(*steps, *wheel))
                way.changed()

    def shift_by(self, ahead: float, aside: float) -> None:
        """Move the end of the draft along the unit's own axes, mm."""
        way = self.way
        mode = way.mode
        if mode is None or not way.unit:
            return
        if not way.free_path or self._straight(ahead, aside):
            self.step_by(ahead, aside, mode)
            return
        (fx, fy), (rx, ry) = forward(way.facing()), right(way.facing())
        dx, dy = fx * ahead + rx * aside, fy * ahead + ry * aside
        if way.draft.singles or way.each:
            begun = singles.begun(way.draft, way.here() if way.draft.empty else way.start)
            way.draft = singles.shifted(begun, dx, dy, way.alone)
            way.changed()
            return
        leg = way.leg()
        way.put(replace(leg, x=leg.x + dx, y=leg.y + dy))

    def _straight(self, ahead: float, aside: float) -> bool:
        """Whether a nudge makes the straight way of a rigid unit longer or shorter."""
        way = self.way
        return way.rigid and abs(aside) < 1e-6 and way.solve() and self.reached()[0] + ahead > -1e-6

    def step_by(self, ahead: float, aside: float, mode: Mode) -> None:
        """As :meth:`shift_by`, where moves are made of steps: the last straight one grows or shrinks."""
        a, s = self.reached()
        self.step_to(a + ahead, s + aside, mode)

    def reached(self) -> tuple[float, float]:
        """How far ahead and aside the last straight step goes, mm."""
        way = self.way
        return displacement(way.draft.steps[-1]) if way.draft.steps else (0.0, 0.0)

    def step_to(self, ahead: float, aside: float, mode: Mode) -> None:
        """Let the last straight step end so far ahead and aside of where it begins, mm."""
        way = self.way
        steps = way.draft.steps
        straight = bool(steps) and self.reached() != (0.0, 0.0)
        kept = steps[:-1] if straight else steps
        if len(kept) >= mode.legs:
            return
        nothing = way.rigid and abs(ahead) < 1e-6 and abs(aside) < 1e-6
        step = None if nothing else step_towards(ahead, aside, mode.verbs)
        way.draft = CourseDraft(steps=(*kept, step) if step is not None else kept)
        way.changed()
