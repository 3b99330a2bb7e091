"""The draft of a move: who, how, at whom, along which course; what the editor of moves holds in its hands."""

from __future__ import annotations

from dataclasses import replace

from game.client.editors import singles
from game.client.editors.base import Desk, Editor, Spot, cost_of
from game.client.editors.legs import (
    CourseDraft,
    Leg,
    courses_of,
    displacement,
    draft_of,
    ends,
    r,
    shortened,
    step_towards,
)
from game.client.editors.places import centre_of, poses_of
from game.engine.decision import Answer, Bar, Mode, MoveAnswer, Mover, MoveSpace, Reason
from game.geometry.shapes import Pose, forward, norm_deg, right
from game.geometry.steps import Wheel

TRIES, FINER = 8, 4
"""How often a way that is refused is shortened by a fifth, and then halved towards the last that was refused."""

BEYOND = (0.02, 0.1, 0.3)
"""How far beyond the nearest legal end the way is judged to learn what bars it, as shares of the move."""


class MoveDraft(Editor):
    """A course for one unit among those that may move, without any hands: see :mod:`game.client.editors.move`."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        assert isinstance(desk.asked.space, MoveSpace)
        self.space = desk.asked.space
        self.unit = ""
        self.mode_id = ""
        self.mark = ""
        self.draft = CourseDraft()
        self.grip: tuple[float, float] = (0.0, 0.0)
        self.held = ""
        self.snapped = ""
        self.alone = ""
        self.leaps: frozenset[str] = frozenset()
        self._gripped: Spot | None = None
        free = [m for m in self.space.among if m.bar is None]
        if isinstance(desk.asked.draft, MoveAnswer):
            self.load(desk.asked.draft)
        elif len(free) == 1:
            self.take_unit(free[0].id)

    def prefer(self, thing: str) -> None:
        """Begin with the unit that was selected, if it may move."""
        if not self.unit:
            self.take_unit(thing)

    # -- what there is to move --------------------------------------------------------------------------------

    def mover(self, unit: str = "") -> Mover | None:
        """The unit that moves, or another that may."""
        return next((m for m in self.space.among if m.id == (unit or self.unit)), None)

    @property
    def mode(self) -> Mode | None:
        """The way of moving chosen."""
        mover = self.mover()
        return next((m for m in mover.modes if m.id == self.mode_id), None) if mover is not None else None

    @property
    def start(self) -> dict[str, Pose]:
        """Where the unit's bases stand now."""
        return poses_of(self.desk.view, self.unit)

    @property
    def each(self) -> bool:
        """Whether every base goes its own way."""
        mode = self.mode
        return mode is not None and mode.each

    @property
    def free_path(self) -> bool:
        """Whether the mode moves along free paths."""
        mode = self.mode
        return mode is not None and "path" in mode.verbs

    @property
    def rigid(self) -> bool:
        """Whether the unit turns by wheels alone: what is turned and nudged are steps then, one after the other."""
        mode = self.mode
        return mode is not None and mode.rigid and "wheel" in mode.verbs and not self.draft.singles

    def solve(self) -> bool:
        """Take the steps into which the rules have solved the way drawn as the draft; False where it may not be so."""
        if not self.draft.legs:
            return True
        verdict = self.verdict()
        if verdict is None or not verdict.legal or not verdict.steps:
            return False
        self.draft = CourseDraft(steps=verdict.steps)
        return True

    def take_unit(self, unit: str) -> bool:
        """Move another unit."""
        mover = self.mover(unit)
        if mover is None or mover.bar is not None:
            return False
        if unit != self.unit:
            self.unit, self.mark, self.alone, self.draft = unit, "", "", CourseDraft()
            self.leaps = frozenset()
            ways = [m for m in mover.modes if m.bar is None]
            self.mode_id = (ways or list(mover.modes))[0].id if mover.modes else ""
            mode = self.mode if len(mover.modes) == 1 else None
            if mode is not None and mode.ends == "placed" and len(mode.marks) == 1 and mode.marks[0].bar is None:
                self.mark = mode.marks[0].id  # there is nothing else that it could do
            self.changed()
        return True

    def take_mode(self, mode_id: str) -> None:
        """Move in another way. What was drawn is kept where the new way has paths too."""
        mover = self.mover()
        mode = next((m for m in mover.modes if m.id == mode_id and m.bar is None), None) if mover is not None else None
        if mode is None or mode_id == self.mode_id:
            return
        self.mode_id = mode_id
        if "path" not in mode.verbs or self.draft.count() > mode.legs or mode.ends == "placed":
            self.draft = CourseDraft()
        if self.mark not in [c.id for c in mode.marks]:
            self.mark = ""
        open_marks = [c.id for c in mode.marks if c.bar is None]
        if not self.mark and len(open_marks) == 1:
            self.mark = open_marks[0]
        self.changed()

    def take_moving_mode(self) -> bool:
        """The first open way in which the player draws where the unit goes; False where there is none."""
        mover = self.mover()
        for mode in mover.modes if mover is not None else ():
            if mode.bar is None and mode.verbs and not mode.marks and mode.ends != "placed":
                self.take_mode(mode.id)
                return True
        return False

    def take_mark(self, mark: str) -> bool:
        """Move at a mark, in the way that has it. True where that was so already."""
        mover = self.mover()
        if mover is None:
            return False
        ways = [m for m in mover.modes if m.bar is None and any(c.id == mark for c in m.marks)]
        if not ways:
            return False
        again = self.mark == mark
        if self.mode_id not in [m.id for m in ways]:
            self.mode_id, self.draft = ways[0].id, CourseDraft()
        self.mark = mark
        self.changed()
        return again

    def aims(self) -> dict[str, Bar | None]:
        """The enemies that the unit may move at in its present way, and those it may not, with the reason.

        While nothing is drawn in a way that leads at nobody, those of the other ways: a click on one takes that way.
        """
        mover, mode = self.mover(), self.mode
        if mover is None or mode is None:
            return {}
        ways = [mode] if mode.marks else [m for m in mover.modes if m.marks] if self.draft.empty else []
        found: dict[str, Bar | None] = {}
        for way in ways:
            for thing, bar in self.enemies(way.marks).items():
                why = bar or way.bar
                if thing not in found or why is None:
                    found[thing] = why
        return found

    def barred(self) -> dict[str, Bar]:
        """The enemies that the unit may not move at."""
        return {thing: bar for thing, bar in self.aims().items() if bar is not None}

    # -- the draft --------------------------------------------------------------------------------------------

    def answer(self) -> Answer | None:
        """The move as far as it is drawn."""
        if not self.unit or not self.mode_id:
            return None
        return MoveAnswer(
            self.unit, self.mode_id, self.mark, courses_of(self.draft, self.unit, self.start, self.each, self.leaps)
        )

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        if isinstance(answer, MoveAnswer):
            self.unit, self.mode_id, self.mark = answer.subject, answer.mode, answer.mark
            self.draft = draft_of(answer.courses, self.unit, self.start, self.each)

    def clear(self) -> None:
        """Nothing is drawn."""
        self.draft, self.mark, self.leaps = CourseDraft(), "", frozenset()
        self.changed()

    def undo_part(self) -> bool:
        """Take the last leg back; of a single base chosen, all of its way."""
        if self.draft.empty:
            return False
        if self.alone and self.draft.singles:
            self.draft = singles.back(self.draft, self.start, self.alone)
            self.changed()
            return True
        self.draft = self.draft.without_last()
        self.changed()
        return True

    def may_shorten(self) -> bool:
        """Whether something drawn is refused and the rules name no place instead: part of the way may be allowed."""
        verdict, mode = self.verdict(), self.mode
        if verdict is None or verdict.status != "refused" or verdict.nearest is not None:
            return False
        return mode is not None and mode.ends != "placed" and bool(self.draft.legs or self.draft.singles)

    def why_so_near(self) -> tuple[Reason, ...]:
        """What the rules say of the way drawn, cut a little beyond where the nearest legal answer ends."""
        verdict, near = self.verdict(), self.nearest_verdict()
        asked, got = cost_of(verdict), cost_of(near)
        if verdict is None or not asked or got is None:
            return ()
        allowed = asked if verdict.allowance is None else min(asked, verdict.allowance)
        if got >= allowed / 2.0:
            return ()
        for beyond in BEYOND:
            part = shortened(self.draft, self.start, min(1.0, (got + beyond * allowed) / asked))
            course = courses_of(part, self.unit, self.start, self.each, self.leaps)
            judged = self.desk.check(MoveAnswer(self.unit, self.mode_id, self.mark, course))
            if judged.status == "refused" and judged.reasons:
                return judged.reasons[:1]
        return verdict.reasons[:1]

    def take_nearest(self) -> bool:
        """Take the nearest legal answer; where the rules name none, go as far along the way drawn as is allowed."""
        if not self.may_shorten():
            return super().take_nearest()
        verdict = self.verdict()
        spent = cost_of(verdict)
        share = 1.0
        if verdict is not None and verdict.allowance is not None and spent:
            share = min(1.0, verdict.allowance / spent)
        whole, low = self.draft, 0.0
        for _try in range(TRIES):
            if self._goes(shortened(whole, self.start, share)):
                low = share
                break
            share *= 0.8
        if not low:
            self.draft = whole
            self.changed()
            return False
        best, high = self.draft, min(1.0, low / 0.8)
        for _try in range(FINER):
            middle = (low + high) / 2
            if self._goes(shortened(whole, self.start, middle)):
                best, low = self.draft, middle
            else:
                high = middle
        self.draft = best
        self.changed()
        return True

    def _goes(self, draft: CourseDraft) -> bool:
        """Whether a draft is legal; it is the present one then."""
        self.draft = draft
        self.changed()
        verdict = self.verdict()
        return verdict is not None and verdict.legal

    def here(self) -> dict[str, Pose]:
        """Where the bases would stand by the draft: by the verdict's ghosts, else carried plainly."""
        verdict = self.verdict()
        if verdict is not None and verdict.ghosts:
            found = {g.base: g.pose for g in verdict.ghosts}
            if set(found) >= set(self.start):
                return found
        return ends(self.draft, self.start)

    def leg(self) -> Leg:
        """The leg being drawn; the place where the unit stands while there is none."""
        if self.draft.legs:
            return self.draft.legs[-1]
        x, y = centre_of((self.here() if self.draft.steps else self.start).values())
        return Leg(x, y)

    def facing(self) -> float:
        """The facing at the end of the draft."""
        leg = self.leg()
        if not self.draft.singles and leg.facing is not None:
            return leg.facing
        poses = self.here()
        return next(iter(poses.values())).facing if poses else 0.0

    def put(self, leg: Leg) -> None:
        """Another last leg."""
        legs = self.draft.legs
        self.draft = self.draft.with_last(leg) if legs else CourseDraft(legs=(leg,))
        self.changed()

    def end_leg(self) -> bool:
        """The leg is finished: what is drawn next is another one."""
        mode = self.mode
        if mode is None or self.draft.empty or self.draft.count() >= mode.legs:
            return False
        if self.draft.singles:
            self.draft = replace(self.draft, singles=(*self.draft.singles, dict(self.draft.singles[-1])))
        elif self.draft.legs:
            last = self.draft.legs[-1]
            self.draft = replace(self.draft, legs=(*self.draft.legs, Leg(last.x, last.y, last.facing)))
        self.changed()
        return True

    @property
    def may_leap(self) -> bool:
        """Whether bases may be told to go straight across, by jumps."""
        mode = self.mode
        return mode is not None and mode.each and "jump" in mode.verbs

    def leap(self) -> bool:
        """Let the base that moves alone (or all) go straight across by jumps, or round again."""
        if not self.may_leap:
            return False
        who = {self.alone} if self.alone else set(self.start)
        self.leaps = self.leaps - who if who <= self.leaps else self.leaps | who
        self.draft = replace(self.draft, given={b: s for b, s in self.draft.given.items() if b not in who})
        self.changed()
        return True

    def take_formation(self, formation: str) -> None:
        """Form up at the end of the leg."""
        if not self.unit or not self.free_path or self.draft.singles:
            return
        leg = self.leg()
        facing = leg.facing if leg.facing is not None else self.facing()
        self.put(replace(leg, formation="" if leg.formation == formation else formation, facing=facing))

    def turn_by(self, degrees: float) -> None:
        """Turn the unit at the end of the draft."""
        mode = self.mode
        if mode is None or not self.unit:
            return
        if self.each:
            begun = singles.begun(self.draft, self.here() if self.draft.empty else self.start)
            self.draft = singles.turned(begun, degrees, self.held or self.alone)
            self.changed()
            return
        if self.draft.singles:
            return
        if self.free_path and not (self.rigid and self.solve()):
            self.put(replace(self.leg(), facing=norm_deg(self.facing() + degrees)))
        elif "wheel" in mode.verbs:
            last = self.draft.steps[-1] if self.draft.steps else None
            before = 0.0
            steps = self.draft.steps
            if isinstance(last, Wheel):
                before = last.angle if last.hand == "right" else -last.angle
                steps = steps[:-1]
            angle = before + degrees
            wheel = (Wheel(r(abs(angle)), "right" if angle > 0 else "left"),) if abs(angle) > 1e-6 else ()
            if len(steps) + len(wheel) <= mode.legs:
                self.draft = CourseDraft(steps=(*steps, *wheel))
                self.changed()

    def shift_by(self, ahead: float, aside: float) -> None:
        """Move the end of the draft along the unit's own axes, mm."""
        mode = self.mode
        if mode is None or not self.unit:
            return
        if not self.free_path or self._straight(ahead, aside):
            self.step_by(ahead, aside, mode)
            return
        (fx, fy), (rx, ry) = forward(self.facing()), right(self.facing())
        dx, dy = fx * ahead + rx * aside, fy * ahead + ry * aside
        if self.draft.singles or self.each:
            begun = singles.begun(self.draft, self.here() if self.draft.empty else self.start)
            self.draft = singles.shifted(begun, dx, dy, self.alone)
            self.changed()
            return
        leg = self.leg()
        self.put(replace(leg, x=leg.x + dx, y=leg.y + dy))

    def _straight(self, ahead: float, aside: float) -> bool:
        """Whether a nudge makes the straight way of a rigid unit longer or shorter."""
        return self.rigid and abs(aside) < 1e-6 and self.solve() and self.reached()[0] + ahead > -1e-6

    def step_by(self, ahead: float, aside: float, mode: Mode) -> None:
        """As :meth:`shift_by`, where moves are made of steps: the last straight one grows or shrinks."""
        a, s = self.reached()
        self.step_to(a + ahead, s + aside, mode)

    def reached(self) -> tuple[float, float]:
        """How far ahead and aside the last straight step goes, mm."""
        return displacement(self.draft.steps[-1]) if self.draft.steps else (0.0, 0.0)

    def step_to(self, ahead: float, aside: float, mode: Mode) -> None:
        """Let the last straight step end so far ahead and aside of where it begins, mm."""
        steps = self.draft.steps
        straight = bool(steps) and self.reached() != (0.0, 0.0)
        kept = steps[:-1] if straight else steps
        if len(kept) >= mode.legs:
            return
        nothing = self.rigid and abs(ahead) < 1e-6 and abs(aside) < 1e-6
        step = None if nothing else step_towards(ahead, aside, mode.verbs)
        self.draft = CourseDraft(steps=(*kept, step) if step is not None else kept)
        self.changed()
