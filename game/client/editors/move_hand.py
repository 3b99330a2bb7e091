"""The hand that drags a unit along its way: what it holds, what the unit snaps to."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

from game.client.editors import singles
from game.client.editors.chip import Held
from game.client.editors.desk import Spot
from game.client.editors.fit import Fit
from game.client.editors.legs import CourseDraft, ends
from game.client.editors.nudge_words import FINE_STEP, TURN_STEP
from game.client.editors.nudges import Nudges
from game.client.editors.slide import settled
from game.client.editors.snap import REACH_MM, Snap, friends, snaps
from game.client.editors.snap_figures import figure_snaps
from game.client.editors.way import Way
from game.client.editors.whereabouts import centre_of
from game.client.words import Spans, _
from game.engine.decision import Answer, Verdict
from game.geometry.shapes import Pose, bearing, forward, norm_deg, right, turn_between

GAP_MM = 0.1
"""Beyond a distance that is to be kept, so that rounding does not undercut it."""
STRAIGHT = 0.12
"""A rigid block dragged no more beside its way than this share of it goes straight ahead."""


class MoveHand:
    """The mouse on a way.

    Attributes
    ----------
    held
        The single base in hand; "" for the whole unit.
    snapped
        What it has snapped to, in words; "" for nothing.
    aim
        What letting go would do to the enemy under the pointer, in words; "" for nothing.
    keeps
        The unit keeps its formation, whatever another one could reach.
    stopped
        Why it stands where it does and not where it was let go, with the draft's version of which that is so.
    """

    def __init__(self, way: Way, nudges: Nudges) -> None:
        self.way, self.nudges = way, nudges
        self.held = ""
        self.snapped = ""
        self.keeps = False
        self.aim = ""
        self.stopped: tuple[int, Spans] = (-1, ())
        self.fit = Fit(way)
        self._at: tuple[float, float] | None = None
        self._last: tuple[CourseDraft, Verdict] | None = None
        self._grip: tuple[float, float] = (0.0, 0.0)
        self._gripped: Spot | None = None

    def grab(self, spot: Spot, alone: bool = False) -> bool:
        """Take the unit (or, alone, one base of it) by the mouse, where it stands or where its ghost does."""
        way = self.way
        self.let_go()
        unit = spot.unit
        ghost = self._ghost_at(spot)
        if not ghost and (not unit or not way.take_unit(unit)):
            return False
        mode = way.mode
        if mode is None or not mode.verbs:
            self._gripped = spot
            return bool(unit)
        held = ghost or spot.base
        if way.each:
            return self._grab_each(spot, ghost, held, alone)
        if alone and way.free_path and way.draft.count() <= 1 and held in way.start:
            if not way.draft.singles:
                way.draft = CourseDraft(singles=(way.here(),))
            self.held = held
            pose = way.draft.singles[-1][held]
            self._grip = (pose.x - spot.x, pose.y - spot.y)
            return True
        self.held = ""
        x, y = centre_of(way.here().values())
        if not ghost and not way.draft.empty and not way.draft.singles:
            x, y = centre_of(way.start.values())
        self._grip = (x - spot.x, y - spot.y)
        return True

    def _grab_each(self, spot: Spot, ghost: str, held: str, alone: bool) -> bool:
        """Take the formation, or one base alone; what is taken where it stood begins anew there."""
        way = self.way
        single = held if held in way.start and (alone or held == way.alone) else ""
        self.held = single
        if way.draft.empty:
            # where the rules have planned the way already (a charge), the drag goes on from there
            way.draft = singles.begun(way.draft, way.here() if ghost else way.start)
        elif not ghost:
            way.draft = singles.back(way.draft, way.start, single) if single else CourseDraft(singles=(way.start,))
        last = way.draft.singles[-1]
        x, y = (last[single].x, last[single].y) if single else centre_of(last.values())
        self._grip = (x - spot.x, y - spot.y)
        return True

    def _ghost_at(self, spot: Spot) -> str:
        """The base whose ghost is under the pointer, where something has been drawn."""
        way = self.way
        if way.draft.empty and not way.each:
            return ""
        own = way.draft.singles[-1] if way.draft.singles else {}
        found: list[tuple[float, str]] = []
        for base, pose in {**way.here(), **own}.items() if not way.draft.empty or way.mark else ():
            shape = way.desk.view.bases[base].shape
            away = math.hypot(pose.x - spot.x, pose.y - spot.y)
            if away <= max(shape.width / 2, shape.depth / 2, spot.reach):
                found.append((away, base))
        return min(found)[1] if found else ""

    def drag(self, spot: Spot, fine: bool = False) -> None:
        """The block (or the single base) follows the pointer; dragged while it is to stay, it moves after all."""
        way = self.way
        mode = way.mode
        if mode is not None and not mode.verbs and self._gripped is not None and way.take_moving_mode():
            self.grab(self._gripped)
            mode = way.mode
        if mode is None or not mode.verbs:
            return
        x, y = spot.x + self._grip[0], spot.y + self._grip[1]
        self.snapped, self._at = "", None if fine else (spot.x, spot.y)
        if way.rigid and not fine:
            x, y = self._straightened(x, y)
        before = self._stood()
        self.fit.as_wished()
        self._bring(x, y)
        if not fine and self.fit.fit(before, self.keeps):
            self.snapped = self.fit.slides or self.snapped
        elif not fine:
            if way.draft.singles:
                self._snap_figures(x, y)
            elif not way.each:
                self._snap(x, y)
        verdict = way.verdict()
        if verdict is not None and verdict.legal:
            self._last = (way.draft, verdict)

    # -- where it stays -----------------------------------------------------------------------------------------

    def seen(self) -> Held:
        """What the drag has come to."""
        why = self.stopped[1] if self.stopped[0] == self.way.judged.version else ()
        return Held(self.snapped, self.fit.formed, self._at, self._stop(), why, self.aim)

    def _stop(self) -> Verdict | None:
        """What the unit stays at while its drag is refused: the nearest legal answer, else the last one of the drag."""
        way, mode = self.way, self.way.mode
        verdict = way.verdict()
        if self._at is None or verdict is None or verdict.status != "refused" or mode is None or mode.ends == "placed":
            return None
        near = way.judged.nearest()
        if near is not None and near.legal:
            return near
        return self._last[1] if self._last is not None else None

    def back(self, answer: Answer | None, why: Callable[[], Spans]) -> bool:
        """Leave the unit where it stayed while its drag was refused; ``answer`` is the nearest that is legal."""
        way = self.way
        if self._stop() is None:
            return False
        said, whole = why(), way.draft
        if answer is not None:
            way.load(answer)
            way.changed()
            self._as_a_block(whole)
        elif self._last is not None:
            way.draft = self._last[0]
            way.changed()
        self.stopped = (way.judged.version, said)
        return True

    def _as_a_block(self, whole: CourseDraft) -> None:
        """What was drawn as a block goes on as one, where it may stand so at the end of the nearest legal answer."""
        way = self.way
        if not whole.legs or not way.draft.singles:
            return
        near, (x, y) = way.draft, centre_of(way.draft.singles[-1].values())
        way.draft = whole.with_last(replace(whole.legs[-1], x=x, y=y))
        way.changed()
        verdict = way.verdict()
        if verdict is None or not verdict.legal:
            way.draft = near
            way.changed()

    def let_go(self) -> None:
        """Nothing is dragged any more."""
        self.held = self.snapped = self.aim = ""
        self._gripped = self._at = self._last = None
        self.fit.reset()

    def _stood(self) -> dict[str, Pose]:
        """Where the unit would stand by the draft, if it may: there it was free."""
        verdict = self.way.verdict()
        return self.way.here() if verdict is not None and verdict.legal else {}

    def _settle(self) -> None:
        """Let loose figures that were let go in each other or in others find their places about the pointer."""
        way = self.way
        verdict = way.verdict()
        if verdict is None or verdict.legal or not way.draft.singles or self.held:
            return
        kept, last = way.draft, way.draft.singles[-1]
        for gap in (0.0, way.desk.unit_mm + GAP_MM):  # rules that want a distance from others want one unit of length
            found = settled(way.desk.view, last, gap)
            if found is None or found == dict(last):
                continue
            way.draft = replace(kept, singles=(*kept.singles[:-1], found))
            way.changed()
            verdict = way.verdict()
            if verdict is not None and verdict.legal:
                return
        way.draft = kept
        way.changed()

    def _straightened(self, x: float, y: float) -> tuple[float, float]:
        """The place straight ahead of where a rigid block stands, where what is dragged is hardly beside it."""
        way = self.way
        if way.draft.count() > 1 or not way.start:
            return x, y
        sx, sy = centre_of(way.start.values())
        facing = next(iter(way.start.values())).facing
        (fx, fy), (rx, ry) = forward(facing), right(facing)
        ahead, aside = (x - sx) * fx + (y - sy) * fy, (x - sx) * rx + (y - sy) * ry
        if ahead <= 0.0 or abs(aside) > max(REACH_MM, STRAIGHT * ahead):
            return x, y
        self.snapped = _("straight ahead")
        return sx + fx * ahead, sy + fy * ahead

    def _snap_figures(self, x: float, y: float) -> None:
        """Draw figures to whatever is near: the whole of their move, contact, distances of the rules, terrain."""
        way = self.way
        verdict = way.verdict()
        parts = verdict.parts if verdict is not None else ()
        now = way.draft.singles[-1]
        found = figure_snaps(way.desk.view, way.desk.words, way.unit, now, way.start, parts, self.held)
        self._drawn_to(x, y, found)

    def _snap(self, x: float, y: float) -> None:
        """Draw the block to its neighbours, where it may stand there too."""
        way = self.way
        view = way.desk.view
        self._drawn_to(x, y, snaps(view, way.desk.words, way.unit, way.here(), friends(view, way.unit)))

    def _drawn_to(self, x: float, y: float, found: Iterable[Snap]) -> None:
        """Take the first of some snaps by which it may stand; where there is none it stays at the point (mm)."""
        way = self.way
        for snap in found:
            self._bring(x + snap.dx, y + snap.dy)
            verdict = way.verdict()
            if verdict is not None and verdict.legal:
                self.snapped = snap.words
                return
            self._bring(x, y)

    def _bring(self, x: float, y: float) -> None:
        """Bring the middle of what is dragged to a point (mm)."""
        way = self.way
        mode = way.mode
        if mode is None:
            return
        if way.draft.singles:
            way.draft = singles.carried_to(way.draft, x, y, self.held)
            way.changed()
        elif way.free_path:
            way.put(replace(way.leg(), x=x, y=y))
        else:
            kept = way.draft.steps[:-1] if self.nudges.reached() != (0.0, 0.0) else way.draft.steps
            before = ends(CourseDraft(steps=kept), way.start)
            cx, cy = centre_of(before.values())
            facing = next(iter(before.values())).facing
            (fx, fy), (rx, ry) = forward(facing), right(facing)
            dx, dy = x - cx, y - cy
            self.nudges.step_to(dx * fx + dy * fy, dx * rx + dy * ry, mode)

    def face(self, spot: Spot) -> None:
        """Turn the unit at the end of its course towards a point."""
        way = self.way
        if way.unit and way.rigid and way.solve():
            poses = ends(way.draft, way.start)
            x, y = centre_of(poses.values())
            if (spot.x - x) ** 2 + (spot.y - y) ** 2 > 1.0:
                facing = next(iter(poses.values())).facing
                self.nudges.turn_by(round(turn_between(facing, bearing(spot.x - x, spot.y - y))))
        elif way.unit and way.free_path and not way.draft.singles:
            leg = way.leg()
            if (spot.x - leg.x) ** 2 + (spot.y - leg.y) ** 2 > 1.0:
                way.put(replace(leg, facing=round(bearing(spot.x - leg.x, spot.y - leg.y))))

    def drop(self, spot: Spot) -> None:
        """The drag is over."""
        self._settle()

    def wheel(self, notches: float, fine: bool = False) -> bool:
        """Turn what is dragged."""
        way = self.way
        self.fit.settled()
        if self.held and way.draft.singles:
            way.draft = singles.turned(way.draft, notches * (FINE_STEP if fine else TURN_STEP), self.held)
            way.changed()
            return True
        degrees = notches * (FINE_STEP if fine else TURN_STEP)
        if way.rigid and way.draft.legs:  # under way: the facing at its end, worked out with the way
            way.put(replace(way.leg(), facing=norm_deg(way.facing() + degrees)))
        else:
            self.nudges.turn_by(degrees, self.held)
        return True
