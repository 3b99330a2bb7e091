"""The way of a unit as it is drawn: who moves, how, at whom, along which course."""

from __future__ import annotations

from dataclasses import replace

from game.client.editors import singles
from game.client.editors.desk import Desk, enemies
from game.client.editors.judged import Judged
from game.client.editors.legs import CourseDraft, Leg, courses_of, draft_of, ends
from game.client.editors.whereabouts import centre_of, poses_of
from game.engine.decision import Answer, Bar, Mode, MoveAnswer, Mover, MoveSpace, Verdict
from game.geometry.shapes import Pose


class Way:
    """A course for one unit among those that may move.

    Attributes
    ----------
    unit, mode_id, mark
        Who moves, how, at whom; "" for none.
    draft
        The course.
    alone
        The base chosen to go its own way; "" for all together.
    leaps
        Bases told to go straight across, by jumps.
    """

    def __init__(self, desk: Desk, space: MoveSpace, judged: Judged) -> None:
        self.desk, self.space, self.judged = desk, space, judged
        self.unit = ""
        self.mode_id = ""
        self.mark = ""
        self.draft = CourseDraft()
        self.alone = ""
        self.leaps: frozenset[str] = frozenset()

    def changed(self) -> None:
        """The draft is another one now."""
        self.judged.changed()

    def verdict(self) -> Verdict | None:
        """What the engine says of the draft."""
        return self.judged.verdict()

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
        """Where the unit's bases stand now; those of who goes with it, where it has none left."""
        mover = self.mover()
        units = (self.unit, *(mover.also if mover is not None else ()))
        return next((found for u in units if (found := poses_of(self.desk.view, u))), {})

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
        """Move another unit, or the one with which it goes."""
        unit = next((m.id for m in self.space.among if unit in m.also), unit)
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
            for thing, bar in enemies(self.desk, way.marks).items():
                why = bar or way.bar
                if thing not in found or why is None:
                    found[thing] = why
        return found

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
