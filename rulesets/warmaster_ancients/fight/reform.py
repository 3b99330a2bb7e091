"""Reforming at the end of the melee phase: units that fought and are free again form a line or column on the spot.

WMA-END-03, WMA-R51, WMA-S31.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.convex import box_of, rectangle
from game.geometry.shapes import Pose, bearing, norm_deg
from game.kit import situation
from game.kit.verdicts import ghosts
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.field.formations import Refusal, Way, assigned, centre_of, formation_poses
from rulesets.warmaster_ancients.field.scene import board, remembered
from rulesets.warmaster_ancients.fight.fights import sides_in_order
from rulesets.warmaster_ancients.measures import ENEMY_GAP, MEASURES, length
from rulesets.warmaster_ancients.move.forced import enemy_within
from rulesets.warmaster_ancients.move.moves import travels

DONE = "done"
TRAVEL = length("reform_travel")
NAMES: dict[str, Text] = {"line": T("Line"), "column": T("Column")}


class ReformData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose turn to reform it is (0 the active side), and the units that have reformed."""

    at: int = 0
    done: tuple[str, ...] = ()


REFORM = FrameOf("wma.reform", ReformData)


class Reform(msgspec.Struct, frozen=True):
    """A reform: formation and facing, where the stands end and how far each goes (mm), or why it is not allowed."""

    formation: str
    facing: float
    ends: dict[str, Pose]
    travel: dict[str, float]
    refusal: Refusal | None = None

    @property
    def legal(self) -> bool:
        """Whether it is allowed."""
        return self.refusal is None


@remembered
def reform(view: State, unit: str, formation: str, facing_deg: float) -> Reform:
    """A unit set in line or column with a facing, its centre point unmoved (WMA-S31).

    Each stand takes the place that keeps the greatest travel least, so that a reform is refused only if it must be.
    """
    starts = facts.poses(view, unit)
    kind = profile(view, unit)
    places = formation_poses(formation, kind.footprint, len(starts), centre_of(list(starts.values())), facing_deg)
    ends = assigned(places, starts)
    travel = {s: round(t, 3) for s, t in travels(starts, [ends]).items()}
    made = Reform(formation, norm_deg(facing_deg), ends, travel)
    return replace(made, refusal=_refusal(view, unit, made))


def _refusal(view: State, unit: str, made: Reform) -> Refusal | None:
    farthest = max(made.travel, key=lambda s: made.travel[s])
    if MEASURES.more_than(made.travel[farthest], TRAVEL):
        travel = MEASURES.round(made.travel[farthest])
        over = round(travel - TRAVEL, 3)
        ways = {"travel": Length(travel), "over": Length(over), "limit": Length(TRAVEL)}
        return Refusal(
            T("A stand would go {travel}, {over} more than the {limit} allowed", **ways), "WMA-S31", farthest, "", over
        )
    kind = profile(view, unit)
    way = Way(board(view), kind.type, situation.side_of(view, unit), unit)
    for stand, pose in made.ends.items():
        outline = rectangle(kind.footprint, pose)
        box = box_of(outline)
        if not way.on_table(box):
            return Refusal(T("The stand would cross the table's edge"), "WMA-S31", stand, "", round(way.beyond(box), 3))
        if other := way.unit_in(outline, way.near(box)):
            return Refusal(T("{unit} leaves no room", unit=Thing(other)), "WMA-S31", stand, other)
        if feature := way.terrain_in(outline, box):
            return Refusal(T("The way is barred by {feature}", feature=Thing(feature)), "WMA-S31", stand, feature)
    if enemy := enemy_within(view, unit, made.ends, ENEMY_GAP):
        text = T("The stand would come within {gap} of {enemy}", gap=Length(ENEMY_GAP), enemy=Thing(enemy))
        return Refusal(text, "WMA-S31", "", enemy)
    return None


def facings(view: State, unit: str) -> tuple[float, ...]:
    """Facings worth offering: towards the nearest enemy, the unit's own and its quarter turns, the eight winds."""
    found = []
    near = facts.nearest_enemy(view, unit)
    if near is not None:
        own, other = (centre_of(list(facts.poses(view, u).values())) for u in (unit, near[0]))
        found.append(round(bearing(other[0] - own[0], other[1] - own[1]), 3))
    found += [norm_deg(facts.facing(view, unit) + quarter) for quarter in (0.0, 90.0, 180.0, 270.0)]
    found += [45.0 * k for k in range(8)]
    return tuple(dict.fromkeys(found))


def reforms(view: State, unit: str) -> Iterator[Reform]:
    """The allowed reforms worth offering, the line towards the nearest enemy first, one after another as asked for."""
    made = (reform(view, unit, shape, facing) for shape in NAMES for facing in facings(view, unit))
    return (r for r in made if r.legal)


def changes(view: State, unit: str) -> Iterator[Reform]:
    """Those of them that would not leave every stand as it is."""
    return (made for made in reforms(view, unit) if any(view.bases[s].pose != p for s, p in made.ends.items()))


def may_reform(view: State, side: str, done: Container[str] = ()) -> tuple[str, ...]:
    """The units of a side that fought in this phase, are no longer engaged, and can change anything (WMA-R51)."""
    able = (u for u in facts.troops(view, side) if u not in done and view.units[u].own.fought)
    return tuple(u for u in able if not facts.engaged(view, u) and next(changes(view, u), None) is not None)


def _standing(unit: str, made: Reform) -> ask.PlaceAnswer:
    return ask.PlaceAnswer((ask.Standing(unit, made.ends, made.formation),))


def wanted(view: State, standing: ask.Standing) -> Reform | None:
    """The reform that an answer asks for: formation and facing; the centre stays where it is (WMA-S31)."""
    unit, poses = standing.thing, standing.poses
    pose = next((poses[thing] for thing in (unit, *view.units[unit].bases) if thing in poses), None)
    if pose is None or standing.formation not in NAMES:
        return None
    return reform(view, unit, standing.formation, pose.facing)


class ReformQuestion(Unforced):
    """Line or column, facing anywhere, one unit after another, or nothing more (decision 24)."""

    kind: ask.Kind = "place"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Lay out the units; nothing more is the default."""
        units = tuple(decision.args["units"])
        shapes = tuple(ask.Choice(name, text) for name, text in NAMES.items())
        space = ask.PlaceSpace(tuple(ask.Choice(u, T("{unit}", unit=Thing(u))) for u in units), formations=shapes)
        first = next(changes(view, units[0]), None)
        draft = None if first is None else _standing(units[0], first)
        return ask.Asked(space, ask.Reply(exit=DONE), (ask.Exit(DONE, T("No more reforming")),), draft)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge one unit's reform."""
        if not isinstance(answer, ask.PlaceAnswer):
            return ask.refused(T("That answer does not fit this question"))
        if not answer.places:
            return ask.unfinished(T("Choose a unit, a formation and a facing"), "WMA-S31")
        if len(answer.places) > 1:
            return ask.refused(T("Finish one unit before the next"), "WMA-S31")
        standing = answer.places[0]
        if standing.thing not in decision.args["units"]:
            return ask.refused(T("{unit} may not reform now", unit=Thing(standing.thing)), "WMA-R51")
        made = wanted(view, standing)
        if made is None:
            return ask.unfinished(T("Choose a formation and a facing"), "WMA-S31")
        verdict = ask.Verdict("legal", ghosts=ghosts(made.ends), cost=max(made.travel.values()), allowance=TRAVEL)
        if made.refusal is None:
            return verdict
        why = ask.Reason(made.refusal.text, made.refusal.clause, standing.thing)
        return replace(verdict, status="refused", reasons=(why,))

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """The reforms worth offering, unit by unit, then nothing more."""
        found = (ask.Reply(_standing(u, made)) for u in decision.args["units"] for made in changes(view, u))
        return [*islice(found, max(0, limit - 1)), ask.Reply(exit=DONE)][:limit]


REFORM_QUESTION = Posed("reform", ReformQuestion())


@REFORM.named("begin")
@REFORM.step
def _ask(run: Run, data: ReformData | None, got: Any) -> Outcome:
    """The active side first (WMA-S31)."""
    sides, data = sides_in_order(run.state), data or ReformData()
    if data.at == len(sides):
        return Done()
    side = sides[data.at]
    units = may_reform(run.state, side, data.done)
    if not units:
        return Goto("ask", replace(data, at=data.at + 1))
    message = T("{side}: reform units that fought", side=Thing(side))
    args, clauses = {"units": list(units)}, ("WMA-END-03", "WMA-R51")
    return REFORM_QUESTION.ask(side, message, args, clauses, then="chosen", data=data)


@REFORM.step
def _chosen(run: Run, data: ReformData, got: ask.Reply) -> Outcome:
    if got.exit == DONE:
        return Goto("ask", replace(data, at=data.at + 1))
    assert isinstance(got.answer, ask.PlaceAnswer)
    unit = got.answer.places[0].thing
    made = wanted(run.state, got.answer.places[0])
    assert made is not None
    text = T("{unit} reformed in line", unit=Thing(unit))
    if made.formation == "column":
        text = T("{unit} reformed in column", unit=Thing(unit))
    poses = (ev.SetPose(base, pose) for base, pose in made.ends.items())
    what: dict[str, Any] = {"unit": unit, "formation": made.formation, "facing": made.facing}
    run.tell(unit, "reformed", "move", text, ("WMA-END-03", "WMA-S31"), *poses, **what)
    return Goto("ask", replace(data, done=(*data.done, unit)))
