"""The question where a unit is set up: in deployment, as a Scout, out of an Ambush.

AFS-DEP-02, AFS-DEP-03, AFS-SCT-02 to AFS-SCT-04, AFS-AMB-02, AFS-AMB-05, AFS-R48, AFS-R49, AFS-R60. Rows 6 to 8 of
the player decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from game.engine import deploying
from game.engine.decision import (
    Answer,
    Asked,
    Bar,
    Choice,
    Decision,
    Exit,
    Ghost,
    Kind,
    PlaceAnswer,
    PlaceSpace,
    Reply,
    Standing,
    Verdict,
    refused,
    unfinished,
)
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State, other_sides
from game.engine.text import TN, Length, T, Thing
from game.geometry.shapes import Pose
from rulesets.age_of_fantasy_skirmish.deploy import placing, zones
from rulesets.age_of_fantasy_skirmish.deploy.zones import Strip
from rulesets.age_of_fantasy_skirmish.field import facts, standing
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.flow_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import inch, more_than
from rulesets.age_of_fantasy_skirmish.own import UnitOwn
from rulesets.age_of_fantasy_skirmish.turn import seizing

Moment = Literal["deployment", "scouts", "ambush"]
QUESTION: dict[Moment, str] = {"deployment": "deploy", "scouts": "scout", "ambush": "ambush"}
CLAUSE: dict[Moment, str] = {"deployment": "AFS-DEP-03", "scouts": "AFS-SCT-02", "ambush": "AFS-AMB-02"}


def waiting(view: State, side: str, what: Moment) -> tuple[str, ...]:
    """The units of a side that are set up at a moment, in the order of the list."""
    aside = {"deployment": "", "scouts": "scout", "ambush": "ambush"}[what]
    return tuple(u.id for u in view.units_of(side) if u.own.aside == aside and standing.in_reserve(view, u.id))


def strip_of(view: State, side: str, what: Moment) -> Strip:
    """The part of the table in which a unit is set up."""
    if what == "deployment":
        return zones.own_zone(view, side)
    return zones.scout_zone(view, side) if what == "scouts" else zones.whole(view)


def outside(what: Moment) -> Bar:
    """What is said of a base that is not wholly in the strip."""
    if what == "deployment":
        return Bar(T("Every base must stand wholly in the deployment zone"), "AFS-R60")
    if what == "scouts":
        return Bar(T("Every base must stand wholly in the zone or the strip before it"), "AFS-R49")
    return Bar(T("Every base must stand on the table"), "AFS-S02")


def far_from_enemies(view: State, unit: str, poses: Mapping[str, Pose]) -> Bar | None:
    """Why Ambushers cannot arrive here: more than 9 inches from every enemy model (AFS-AMB-02, AFS-AMB-05)."""
    gap = number("ambush_gap")
    near = facts.nearest_enemy_of(view, unit, poses)
    if near is None or more_than(near[1], gap):
        return None
    text = T(
        "{distance} from {unit}: it must be more than {gap}",
        distance=Length(near[1]),
        unit=Thing(near[0]),
        gap=Length(inch(gap)),
    )
    return Bar(text, "AFS-AMB-02")


def _clear(what: Moment) -> float:
    """Mm that a moment demands between a unit and every enemy."""
    return inch(number("ambush_gap")) if what == "ambush" else 0.0


def bar_of(view: State, unit: str, poses: Mapping[str, Pose], what: Moment) -> Bar | None:
    """Why a unit cannot be set up so at a moment, or None."""
    side = view.units[unit].side
    rule = None if what != "ambush" else lambda p: far_from_enemies(view, unit, p)
    return placing.bar_of(view, unit, poses, strip_of(view, side, what), outside(what), rule)


def poses_of(view: State, given: Standing) -> dict[str, Pose]:
    """The poses that an answer gives a unit's models, rounded, with the levels they stand on.

    A pose under the unit's own id is the middle of an arrangement.
    """
    if given.thing in given.poses:
        return placing.arranged(view, given.thing, given.formation or "line", given.poses[given.thing])
    level_at = ground_of(view).level_at
    models = placing.shapes(view, given.thing)
    return {b: placing.levelled(level_at, given.poses[b]) for b in models if b in given.poses}


# --- usual places ------------------------------------------------------------------------------------------------


def wish_of(view: State, unit: str, what: Moment) -> Pose:
    """Where a unit would like to stand: opposite a marker, those who shoot far behind the others."""
    side = view.units[unit].side
    facing = zones.facing_of(view, side)
    strip = strip_of(view, side, what)
    # the line runs along x where the army looks north or south, along y where it looks east or west
    along, deep = (0, 1) if facing in (0.0, 180.0) else (1, 0)
    ahead = 1.0 if facing in (0.0, 90.0) else -1.0
    mine = [u.id for u in view.units_of(side)]
    marks = sorted((m.pose.x, m.pose.y) for m in seizing.markers(view) if m.pose is not None)
    k = mine.index(unit)
    if what == "ambush" and marks:
        held = [m.pose for m in seizing.markers(view) if m.pose is not None and m.side in other_sides(view, side)]
        near = (held[0].x, held[0].y) if held else marks[k % len(marks)]
        return Pose(near[0], near[1], facing)
    u = (view.table.width, view.table.depth)[along] * (k + 1) / (len(mine) + 1)
    if marks:
        u = (u + sorted(m[along] for m in marks)[k * len(marks) // len(mine)]) / 2.0
    far = max((w.reach for b in view.units[unit].bases for w in view.bases[b].own.weapons), default=0.0)
    edge = [point[deep] for ring in strip.outlines for point in ring]
    front = max(edge) if ahead > 0 else min(edge)
    back = inch(5.0) if far >= inch(20.0) else inch(2.0)
    v = front - ahead * back
    return Pose(round(u if along == 0 else v, 3), round(v if along == 0 else u, 3), facing)


def usual_place(view: State, unit: str, what: Moment, formation: str = "line") -> Standing | None:
    """The usual place of a unit, None where there is no room for it at all."""
    side = view.units[unit].side
    rule = None if what != "ambush" else lambda p: far_from_enemies(view, unit, p)
    wish = wish_of(view, unit, what)
    for name in dict.fromkeys((formation, "block", "open")):
        found = placing.nearest(
            view, unit, name, wish, strip_of(view, side, what), outside(what), rule, clear=_clear(what)
        )
        if found is not None:
            return Standing(unit, found, name if len(found) > 1 else "")
    return None


def in_turn(view: State, side: str, what: Moment) -> tuple[str, ...]:
    """The units of a side that wait, as they are usually set up: the cheapest first, equals in the list's order."""
    return tuple(sorted(waiting(view, side, what), key=lambda u: view.units[u].own.points))


def usual_answer(view: State, side: str, what: Moment) -> PlaceAnswer | None:
    """The next unit of a side at its usual place; None where none finds room."""
    for unit in in_turn(view, side, what):
        found = usual_place(view, unit, what)
        if found is not None:
            return PlaceAnswer((found,))
    return None


# --- the question ------------------------------------------------------------------------------------------------


class SetUpQuestion(Unforced):
    """Which unit is set up next, and where."""

    kind: Kind = "place"

    def __init__(self, what: Moment) -> None:
        self.what = what

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """Deployment may be left to the usual array; Ambushers may wait."""
        if self.what == "ambush":
            return (Exit("pass", T("Bring in nobody more this round")),)
        return (Exit(deploying.AUTO, T("Set up all the rest by the usual array")),)

    def asked(self, view: State, decision: Decision) -> Asked:
        """The units left, the zone, the arrangements; the usual place is draft and default."""
        side = decision.side
        units = waiting(view, side, self.what)
        draft = usual_answer(view, side, self.what)
        things = []
        for unit in units:
            own: UnitOwn = view.units[unit].own
            models = len(placing.shapes(view, unit))
            note = TN("{points} points, {n} model", "{points} points, {n} models", models, points=own.points)
            things.append(Choice(unit, T("{unit}", unit=Thing(unit)), note=note))
        several = any(len(placing.shapes(view, u)) > 1 for u in units)
        strip = strip_of(view, side, self.what)
        space = PlaceSpace(tuple(things), strip.outlines, placing.FORMATIONS if several else ())
        default = Reply(draft) if self.what != "ambush" and draft is not None else Reply(exit="pass")
        return Asked(space, default, self.exits(view, decision), draft)

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge a place; where it is refused, the nearest free place in the same arrangement is told."""
        found = self._judged(view, decision, answer)
        if not isinstance(found, Bar):
            return found
        assert isinstance(answer, PlaceAnswer)
        given = answer.places[0]
        poses = poses_of(view, given)
        return deploying.judged(given.thing, poses, found, lambda: self._nearest(view, given, poses))

    def _judged(self, view: State, decision: Decision, answer: Answer) -> Verdict | Bar:
        """The verdict on a place; where only the place is wrong, why."""
        given = deploying.one_unit(answer, waiting(view, decision.side, self.what), CLAUSE[self.what])
        if isinstance(given, Verdict):
            return given
        unit = given.thing
        if given.formation not in ("", *(c.id for c in placing.FORMATIONS)):
            return refused(T("There is no formation {name}", name=given.formation), CLAUSE[self.what])
        poses = poses_of(view, given)
        if len(poses) < len(placing.shapes(view, unit)):
            return unfinished(T("Place all its models"), CLAUSE[self.what])
        bar = bar_of(view, unit, poses, self.what)
        return bar or Verdict("legal", ghosts=tuple(Ghost(b, p) for b, p in poses.items()))

    def _nearest(self, view: State, given: Standing, poses: Mapping[str, Pose]) -> PlaceAnswer | None:
        """The nearest free place, not searched far: this is asked while a hand moves."""
        unit = given.thing
        side = view.units[unit].side
        x = sum(p.x for p in poses.values()) / len(poses)
        y = sum(p.y for p in poses.values()) / len(poses)
        rule = None if self.what != "ambush" else lambda p: far_from_enemies(view, unit, p)
        strip = strip_of(view, side, self.what)
        inside = Pose(
            min(max(x, 0.0), strip.width), min(max(y, strip.low), strip.high), next(iter(poses.values())).facing
        )
        name = given.formation or "line"
        found = placing.nearest(view, unit, name, inside, strip, outside(self.what), rule, 120, _clear(self.what))
        return None if found is None else PlaceAnswer((Standing(unit, found, given.formation),))

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """Each unit left at its usual place, the cheapest first; the way out; then shifted and otherwise arranged."""
        return deploying.offered(
            (usual_place(view, unit, self.what) for unit in in_turn(view, decision.side, self.what)),
            self.exits(view, decision)[0].id,
            lambda found: self._variants(view, found),
            lambda answer: self._judged(view, decision, answer),
            limit,
        )

    def _variants(self, view: State, found: Standing) -> Iterable[PlaceAnswer]:
        """The same unit to the sides, farther back or ahead, and in other arrangements."""
        poses = list(found.poses.values())
        x = sum(p.x for p in poses) / len(poses)
        y = sum(p.y for p in poses) / len(poses)
        names = ("line", "open", "block") if len(poses) > 1 else ("",)
        for k, (dx, dy) in enumerate(((-6.0, 0.0), (6.0, 0.0), (-12.0, -3.0), (12.0, 3.0), (20.0, 0.0), (-20.0, 0.0))):
            at = Pose(round(x + inch(dx), 3), round(y + inch(dy), 3), poses[0].facing)
            name = names[k % len(names)]
            made = placing.arranged(view, found.thing, name or "line", at)
            yield PlaceAnswer((Standing(found.thing, made, name),))


QUESTIONS = {QUESTION[what]: SetUpQuestion(what) for what in QUESTION}
