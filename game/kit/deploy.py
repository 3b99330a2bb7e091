"""Setting armies up unit by unit: the sides in turn, how a place is judged, which places are offered, who finds none.

For all three systems. Where a unit may stand, in which formations, where it usually stands and who begins are theirs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice, product
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import Posed
from game.engine.flow import Goto, Outcome, Run, StepFn
from game.engine.ruleset import Goal
from game.engine.state import State, Unit, other_sides
from game.engine.tells import Sketch
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose, rounded
from game.kit.verdicts import barred, ghosts
from game.kit.which_next import whose_next

Nearest = Callable[[State, ask.Standing, dict[str, Pose]], Mapping[str, Pose] | None]

VARIANTS = 10
"""Places that a unit has to choose from besides its usual one, at most."""
AUTO = "auto"
"""The exit by which all that is left takes its usual places."""


def in_reserve(view: State, side: str) -> list[Unit]:
    """The units of a side that wait to be placed, in the order of its list."""
    return [u for u in view.units_of(side) if any(view.bases[b].where == "reserve" for b in u.bases)]


# --- the question ------------------------------------------------------------------------------------------------


class SetUp(ABC):
    """Which unit is set up next, where, in which formation: the question, for a system to fill in.

    Attributes
    ----------
    clause, form_clause
        The clauses that a placing and the formations rest on.
    missing
        What is said of a unit not all of whose bases have their places.
    formations
        Those that units may have, if they are the same for all.
    may_wait
        Whether nobody need be set up: the way out is then the default.
    """

    kind: ask.Kind = "place"
    clause: str
    form_clause: str = ""
    missing: Text
    formations: tuple[ask.Choice, ...] = ()
    may_wait = False

    @abstractmethod
    def waiting(self, view: State, side: str) -> Sequence[str]:
        """The units of a side that may be set up now, in the order in which they are laid out."""

    @abstractmethod
    def space(self, view: State, side: str, waiting: Sequence[str]) -> ask.PlaceSpace:
        """The units that wait, the zone, the formations."""

    @abstractmethod
    def usual(self, view: State, unit: str) -> ask.Standing | None:
        """The usual place of a unit, None where there is no room for it."""

    def about(self, view: State, standing: ask.Standing, middle: Pose) -> dict[str, Pose]:
        """The poses of a unit's bases in its formation about a middle, as recorded; none without formations."""
        return {}

    def recorded(self, view: State, pose: Pose) -> Pose:
        """A pose as it is recorded."""
        return rounded(pose)

    def poses_of(self, view: State, standing: ask.Standing) -> dict[str, Pose]:
        """The poses that an answer gives a unit's bases: those told, or about that under the unit's own id."""
        unit, told = standing.thing, standing.poses
        if unit in told:
            return self.about(view, standing, told[unit])
        return {base: self.recorded(view, told[base]) for base in self.bases(view, unit) if base in told}

    @abstractmethod
    def bar(self, view: State, standing: ask.Standing, poses: dict[str, Pose]) -> ask.Verdict | ask.Bar | None:
        """Why a unit may not stand so: a verdict where moving it would not help, what bars the place, or None."""

    @abstractmethod
    def nearest(self, view: State, standing: ask.Standing, poses: dict[str, Pose]) -> Mapping[str, Pose] | None:
        """The nearest free place in the same formation."""

    @abstractmethod
    def variants(self, view: State, standing: ask.Standing) -> Iterable[ask.Standing]:
        """Other places to offer besides a unit's usual one."""

    def unknown(self, view: State, standing: ask.Standing) -> ask.Verdict | None:
        """Why a unit cannot have the formation that an answer names."""
        if standing.formation in ("", *(one.id for one in self.formations)):
            return None
        return ask.refused(T("There is no formation {name}", name=standing.formation), self.form_clause or self.clause)

    def bases(self, view: State, unit: str) -> Sequence[str]:
        """The bases of a unit that need a place."""
        return view.units[unit].bases

    def in_turn(self, view: State, side: str) -> Sequence[str]:
        """Those who wait, in the order in which they are usually set up."""
        return self.waiting(view, side)

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """The rest may be left to the usual array."""
        return (ask.Exit(AUTO, T("Place all others in the default positions")),)

    def usual_answer(self, view: State, side: str) -> ask.PlaceAnswer | None:
        """The next unit of a side that finds room, at its usual place."""
        found = (self.usual(view, unit) for unit in self.in_turn(view, side))
        return next((ask.PlaceAnswer((standing,)) for standing in found if standing is not None), None)

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Lay out who waits, zone and formations; the usual place of the next is draft and default."""
        side, exits = decision.side, self.exits(view, decision)
        default = self.default(view, decision)
        draft = self.usual_answer(view, side) if self.may_wait else default.answer
        assert draft is None or isinstance(draft, ask.PlaceAnswer)
        return ask.Asked(self.space(view, side, self.waiting(view, side)), default, exits, draft)

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """The next unit at its usual place, told without laying the rest out; the way out where nobody need stand."""
        draft = None if self.may_wait else self.usual_answer(view, decision.side)
        return ask.Reply(exit=self.exits(view, decision)[0].id) if draft is None else ask.Reply(draft)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a placing; where the place is barred, the nearest free one in the same formation is told."""
        return self._judged(view, decision, answer, self.nearest)

    def _judged(self, view: State, decision: ask.Decision, answer: ask.Answer, nearest: Nearest | None) -> ask.Verdict:
        """The verdict on a placing; without ``nearest`` no other place is looked for."""
        standing = one_unit(answer, self.waiting(view, decision.side), self.clause)
        if isinstance(standing, ask.Verdict):
            return standing
        wrong = self.unknown(view, standing)
        if wrong is not None:
            return wrong
        poses = self.poses_of(view, standing)
        if len(poses) < len(self.bases(view, standing.thing)):
            return ask.unfinished(self.missing, self.clause)
        bar = self.bar(view, standing, poses)
        if isinstance(bar, ask.Verdict):
            return bar
        if bar is None:
            return ask.Verdict("legal", ghosts=ghosts(poses))
        free = nearest(view, standing, poses) if nearest else None
        instead = (
            None if free is None else ask.PlaceAnswer((ask.Standing(standing.thing, dict(free), standing.formation),))
        )
        return barred(bar, standing.thing, instead, ghosts(poses))

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """Each unit at its usual place, then the way out, then other places of each."""
        return islice(self._offered(view, decision), limit)

    def sketches(self, view: State, decision: ask.Decision, limit: int) -> Iterable[Sketch]:
        """The same places, each looked for only if it is asked for."""
        units = self.in_turn(view, decision.side)
        places = chain(product(units, (0,)), product(units, range(1, VARIANTS + 1)))
        return [partial(self._drawn, view, decision, unit, n) for unit, n in islice(places, limit)]

    def _drawn(self, view: State, decision: ask.Decision, unit: str, n: int) -> ask.Reply | None:
        """A unit at its usual place, or at the nth of its others; None where it may not stand there."""
        standing = self.usual(view, unit)
        if standing is not None and n > 0:
            standing = next(islice(self.variants(view, standing), n - 1, None), None)
        if standing is None:
            return None
        answer = ask.PlaceAnswer((standing,))
        return ask.Reply(answer) if n == 0 or self._judged(view, decision, answer, None).legal else None

    def _offered(self, view: State, decision: ask.Decision) -> Iterator[ask.Reply]:
        found: list[ask.Standing] = []
        for unit in self.in_turn(view, decision.side):
            standing = self.usual(view, unit)
            if standing is not None:
                found.append(standing)
                yield ask.Reply(ask.PlaceAnswer((standing,)))
        yield ask.Reply(exit=self.exits(view, decision)[0].id)
        for standing in found:
            for other in self.variants(view, standing):
                answer = ask.PlaceAnswer((other,))
                if self._judged(view, decision, answer, None).legal:
                    yield ask.Reply(answer)

    # -- what is said and done -------------------------------------------------------------------------------------

    def message(self, view: State, side: str) -> Text:
        """What is asked."""
        return T("{side}: place a unit", side=Thing(side))

    def place(self, run: Run, side: str, standing: ask.Standing) -> None:
        """Set a unit up."""
        poses = self.poses_of(run.state, standing)
        run.emit(
            "deployed",
            "place",
            T("{side} placed {unit}", side=Thing(side), unit=Thing(standing.thing)),
            *(ev.SetPose(base, pose) for base, pose in poses.items()),
            *self.marks(run.state, standing),
            clauses=(self.clause,),
            about=(standing.thing,),
            side=side,
        )

    def marks(self, view: State, standing: ask.Standing) -> Sequence[ev.Change]:
        """What changes besides where a unit stands."""
        return ()

    def leave_out(self, run: Run, side: str, units: Sequence[str]) -> None:
        """Units for which there is no room left stay away from the battle; they are not lost."""
        text = T("No room left for {side} to place {units}", side=Thing(side), units=[Thing(u) for u in units])
        left_out(run, side, units, text, self.clause)

    def leave_to_usual(self, run: Run, side: str) -> None:
        """A side lets all that is left take its usual places."""
        text = T("{side}: all others stand in the default positions", side=Thing(side))
        run.emit("auto_placing", "flow", text, clauses=(self.clause,), side=side)


def one_unit(answer: ask.Answer, waiting: Sequence[str], clause: str) -> ask.Standing | ask.Verdict:
    """The one unit that an answer places, of those that wait; or why it is no such answer."""
    if not isinstance(answer, ask.PlaceAnswer):
        return ask.refused(T("That answer does not fit this question"))
    if not answer.places:
        return ask.unfinished(T("Choose a unit and place it"), clause)
    if len(answer.places) > 1:
        return ask.refused(T("One unit at a time"), clause)
    standing = answer.places[0]
    if standing.thing not in waiting:
        return ask.refused(T("{unit} cannot be placed now", unit=Thing(standing.thing)), clause)
    if standing.inside:
        return ask.refused(T("Nothing can be placed inside another thing"), clause)
    return standing


def left_out(run: Run, side: str, units: Sequence[str], text: Text, clause: str) -> None:
    """Units for which there is no room left stay away from the battle; they are not lost."""
    bases = [b for unit in units for b in run.state.units[unit].bases]
    changes = (ev.SetPose(base, None, "off") for base in bases)
    run.emit("no_room", "place", text, *changes, clauses=(clause,), about=tuple(units), side=side)


# --- one after another -------------------------------------------------------------------------------------------


class DeployData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose placing is due, and the sides that leave the rest to the usual array."""

    due: str = ""
    auto: tuple[str, ...] = ()


class OneByOne:
    """The steps "place" and "placed" of a frame in which the sides set up one unit each in turn.

    Who has none left is skipped; who finds room for none leaves the rest out; who likes lets all that is left take its
    usual places. The frame's data tells ``due``, whose placing is due, and ``auto``, the sides that said so.

    Parameters
    ----------
    question, set_up
        What is asked, and who lays it out.
    over
        What comes once nobody waits.
    clauses
        Of the question.
    whose
        Whose placing is due, "" for nobody's: alternately where it is not told.
    """

    def __init__(
        self,
        question: Posed,
        set_up: SetUp,
        over: Outcome,
        clauses: Sequence[str],
        whose: Callable[[State, Any], str] | None = None,
    ) -> None:
        self.question, self.set_up, self.over, self.clauses = question, set_up, over, tuple(clauses)
        self.whose = whose or self._in_turn

    @property
    def steps(self) -> dict[str, StepFn]:
        """Both steps."""
        return {"place": self._place, "placed": self._placed}

    def begun(self, first: Callable[[State], str] = lambda view: "") -> dict[str, StepFn]:
        """Both steps, and "begin": with the data that the frame is called with, else with who is ``first``."""

        def begin(run: Run, data: Any, got: Any) -> Outcome:
            return Goto("place", DeployData(first(run.state)) if data is None else data)

        return {"begin": begin, **self.steps}

    def _in_turn(self, view: State, data: Any) -> str:
        return whose_next(view, data.due, lambda side: self.set_up.waiting(view, side))

    def _place(self, run: Run, data: Any, got: Any) -> Outcome:
        side = self.whose(run.state, data)
        if not side:
            return self.over
        data = replace(data, due=side)
        answer = self.set_up.usual_answer(run.state, side)
        if answer is None:
            self.set_up.leave_out(run, side, self.set_up.waiting(run.state, side))
            return Goto("place", data)
        if side in data.auto:
            return Goto("placed", data, ask.Reply(answer))
        message = self.set_up.message(run.state, side)
        return self.question.ask(side, message, clauses=self.clauses, then="placed", data=data)

    def _placed(self, run: Run, data: Any, got: ask.Reply) -> Outcome:
        side = data.due
        if got.exit == AUTO:
            self.set_up.leave_to_usual(run, side)
            return Goto("place", replace(data, auto=(*data.auto, side)))
        assert isinstance(got.answer, ask.PlaceAnswer)
        self.set_up.place(run, side, got.answer.places[0])
        return Goto("place", replace(data, due=other_sides(run.state, side)[0]))
