"""Reforming at the end of the melee phase: units that fought and are free again set themselves in order.

WMA-END-03, WMA-R51, WMA-S31.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import (
    Answer,
    Asked,
    Choice,
    Decision,
    Exit,
    Ghost,
    Kind,
    PlaceAnswer,
    PlaceSpace,
    Reason,
    Reply,
    Standing,
    Verdict,
    refused,
    unfinished,
)
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Done, Goto, Outcome, Question, Run
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.fight import reforming
from rulesets.warmaster_ancients.fight.fights import sides_in_order
from rulesets.warmaster_ancients.fight.reforming import Reform
from rulesets.warmaster_ancients.measures import length

DONE = "done"
NAMES: dict[str, Text] = {"line": T("Line"), "column": T("Column")}


class ReformData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose turn to reform it is (0 the active side), and the units that have reformed."""

    at: int = 0
    done: tuple[str, ...] = ()


REFORM = FrameOf("wma.reform", ReformData)


def may_reform(view: State, side: str, done: Iterable[str] = ()) -> tuple[str, ...]:
    """The units of a side that fought in this phase, are no longer engaged, and can change anything (WMA-R51)."""
    skip = set(done)
    return tuple(
        u
        for u in facts.units(view, side)
        if u not in skip
        and view.units[u].own.fought
        and not facts.engaged(view, u)
        and next(changes(view, u), None) is not None
    )


def changes(view: State, unit: str) -> Iterator[Reform]:
    """The reforms worth offering that change anything, one after another as they are asked for."""
    for shape in reforming.SHAPES:
        for facing in reforming.facings(view, unit):
            made = reforming.reform(view, unit, shape, facing)
            if made.legal and not reforming.unchanged(view, unit, made):
                yield made


def _standing(unit: str, made: Reform) -> PlaceAnswer:
    return PlaceAnswer((Standing(unit, made.ends, made.formation),))


def wanted(view: State, standing: Standing) -> Reform | None:
    """The reform that an answer asks for: formation and facing; the centre stays where it is (WMA-S31)."""
    poses: dict[str, Pose] = standing.poses
    first = view.units[standing.thing].bases
    pose = poses.get(standing.thing) or next((poses[b] for b in first if b in poses), None)
    if pose is None or standing.formation not in NAMES:
        return None
    return reforming.reform(view, standing.thing, standing.formation, pose.facing)


class ReformQuestion(Unforced):
    """Line or column, facing anywhere, one unit after another, or nothing more (decision 24)."""

    kind: Kind = "place"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the units; nothing more is the default."""
        units = tuple(decision.args["units"])
        shapes = tuple(Choice(name, text) for name, text in NAMES.items())
        space = PlaceSpace(tuple(Choice(u, T("{unit}", unit=Thing(u))) for u in units), formations=shapes)
        first = next(changes(view, units[0]), None)
        draft = None if first is None else _standing(units[0], first)
        return Asked(space, Reply(exit=DONE), (Exit(DONE, T("No more reforming")),), draft)

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge one unit's reform."""
        if not isinstance(answer, PlaceAnswer):
            return refused(T("This is no answer to that question"))
        if not answer.places:
            return unfinished(T("Choose a unit, a formation and a facing"), "WMA-S31")
        if len(answer.places) > 1:
            return refused(T("One unit after another"), "WMA-S31")
        standing = answer.places[0]
        if standing.thing not in decision.args["units"]:
            return refused(T("{unit} may not reform now", unit=Thing(standing.thing)), "WMA-R51")
        made = wanted(view, standing)
        if made is None:
            return unfinished(T("Choose a formation and a facing"), "WMA-S31")
        ghosts = tuple(Ghost(base, pose) for base, pose in made.ends.items())
        cost, limit = max(made.travel.values()), length("reform_travel")
        if made.refusal is not None:
            why = Reason(made.refusal.text, made.refusal.clause, standing.thing)
            return Verdict("refused", (why,), ghosts=ghosts, cost=cost, allowance=limit)
        return Verdict("legal", ghosts=ghosts, cost=cost, allowance=limit)

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """The reforms worth offering, unit by unit, then nothing more."""
        found = (Reply(_standing(u, made)) for u in decision.args["units"] for made in changes(view, u))
        return [*islice(found, max(0, limit - 1)), Reply(exit=DONE)][:limit]


@REFORM.step
def _begin(run: Run, data: ReformData | None, got: Any) -> Outcome:
    return Goto("ask", data or ReformData())


@REFORM.step
def _ask(run: Run, data: ReformData, got: Any) -> Outcome:
    """The active side first (WMA-S31)."""
    sides = sides_in_order(run.state)
    if data.at == len(sides):
        return Done()
    side = sides[data.at]
    units = may_reform(run.state, side, data.done)
    if not units:
        return Goto("ask", replace(data, at=data.at + 1))
    message = T("{side}: reform units that fought", side=Thing(side))
    return Ask((Question("reform", side, message, {"units": list(units)}, ("WMA-END-03", "WMA-R51")),), "chosen")


@REFORM.step
def _chosen(run: Run, data: ReformData, got: Reply) -> Outcome:
    if got.exit == DONE:
        return Goto("ask", replace(data, at=data.at + 1))
    assert isinstance(got.answer, PlaceAnswer)
    made = wanted(run.state, got.answer.places[0])
    assert made is not None
    unit = got.answer.places[0].thing
    words = {
        "line": T("{unit} reformed in line", unit=Thing(unit)),
        "column": T("{unit} reformed in column", unit=Thing(unit)),
    }
    changes = [ev.SetPose(base, pose) for base, pose in made.ends.items()]
    what: dict[str, Any] = {"unit": unit, "formation": made.formation, "facing": made.facing}
    run.tell(unit, "reformed", "move", words[made.formation], ("WMA-END-03", "WMA-S31"), *changes, **what)
    return Goto("ask", replace(data, done=(*data.done, unit)))


QUESTIONS = {"reform": ReformQuestion()}
