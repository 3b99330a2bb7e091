"""Setting a unit up: zones, what forbids a place, and the question where (rows 6 to 8 of the decisions).

It is asked in deployment, of Scouts, and of those who arrive out of an Ambush. AFS-DEP-02, AFS-DEP-03, AFS-SCT-02 to
AFS-SCT-04, AFS-AMB-02, AFS-AMB-05, AFS-MIS-03, AFS-MOV-01 to AFS-MOV-03, AFS-R14, AFS-R48, AFS-R49, AFS-R55, AFS-R60,
AFS-S02, AFS-S08, AFS-S31.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Bar, Decision, Exit, PlaceSpace, Standing
from game.engine.declared import Posed
from game.engine.flow import Run
from game.engine.state import State, other_sides
from game.engine.text import Length, T, Text, Thing
from game.geometry.shapes import Pose
from game.kit.figures import zones
from game.kit.figures.placing import FORMATIONS, Placing, Rule, shapes
from game.kit.figures.set_up import SetUpFigures, in_the_way
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field import facts, in_battle, spacing
from rulesets.age_of_fantasy_skirmish.field.ground import FIGURES, Board, board, ground_of
from rulesets.age_of_fantasy_skirmish.measures import SLACK, inch, more_than
from rulesets.age_of_fantasy_skirmish.turn import seizing


class Strip(zones.Strip, frozen=True):
    """A part of the table in which bases stand wholly (AFS-R60)."""

    slack: float = SLACK


ZONES = zones.Zones(Strip)
whole, own_zone, facing_of = ZONES.whole, ZONES.of, ZONES.facing
"""The table; the zone of a side that has its edge (AFS-DEP-03); which way its army looks (degrees)."""


def scout_zone(view: State, side: str) -> Strip:
    """Where a side's Scouts may be set up: its zone and the strip before it (AFS-R49)."""
    return own_zone(view, side, inch(number("scout_strip")))


def between(view: State) -> Strip:
    """The ground between the two zones, whichever side has which: where markers lie (AFS-MIS-03, AFS-R14)."""
    battle = view.own
    if battle.zones:
        return ZONES.beside(view, battle.zones)
    return Strip(view.table.width, battle.zone, round(view.table.depth - battle.zone, 3))


_PLACING = Placing(FIGURES, board, ground_of, spacing.bar, spacing.loose)
offsets, arranged, bar_of = _PLACING.offsets, _PLACING.arranged, _PLACING.bar_of
"""Where the models of an arrangement stand; about a point; why they cannot (AFS-DEP-03)."""
spots, nearest = _PLACING.spots, _PLACING.nearest
"""Points of a strip, a wish first; the place nearest to a wish where a unit may be set up."""


Moment = Literal["deployment", "scouts", "ambush"]
CLAUSE: dict[Moment, str] = {"deployment": "AFS-DEP-03", "scouts": "AFS-SCT-02", "ambush": "AFS-AMB-02"}
ASIDE: dict[Moment, str] = {"deployment": "", "scouts": "scout", "ambush": "ambush"}
OUTSIDE: dict[Moment, Bar] = {
    "deployment": Bar(T("Every base must stand wholly in the deployment zone"), "AFS-R60"),
    "scouts": Bar(T("Every base must stand wholly in the zone or in the strip in front of it"), "AFS-R49"),
    "ambush": Bar(T("Every base must stand on the table"), "AFS-S02"),
}


def strip_of(view: State, side: str, what: Moment) -> Strip:
    """The part of the table in which a unit is set up."""
    if what == "deployment":
        return own_zone(view, side)
    return scout_zone(view, side) if what == "scouts" else whole(view)


def far_from_enemies(view: State, unit: str, poses: Mapping[str, Pose]) -> Bar | None:
    """Why Ambushers cannot arrive here: more than 9 inches from every enemy model (AFS-AMB-02, AFS-AMB-05)."""
    near = facts.nearest_enemy_of(view, unit, poses)
    if near is None or more_than(near[1], number("ambush_gap")):
        return None
    far, gap = Length(near[1]), Length(inch(number("ambush_gap")))
    text = T("{distance} from {unit}: it must be more than {gap}", distance=far, unit=Thing(near[0]), gap=gap)
    return Bar(text, "AFS-AMB-02")


def wish_of(view: State, unit: str, what: Moment) -> Pose:
    """Where a unit would like to stand: opposite a marker, those who shoot far behind the others."""
    side = view.units[unit].side
    facing = facing_of(view, side)
    # the line runs along x where the army looks north or south, along y where it looks east or west
    along, deep = (0, 1) if facing in (0.0, 180.0) else (1, 0)
    mine = [u.id for u in view.units_of(side)]
    laid = [(m.pose, m.side) for m in seizing.markers(view) if m.pose is not None]
    marks = sorted((pose.x, pose.y) for pose, _ in laid)
    k = mine.index(unit)
    if what == "ambush" and marks:
        held = [(pose.x, pose.y) for pose, owner in laid if owner in other_sides(view, side)]
        return Pose(*(held[0] if held else marks[k % len(marks)]), facing)
    u = (view.table.width, view.table.depth)[along] * (k + 1) / (len(mine) + 1)
    if marks:
        u = (u + sorted(m[along] for m in marks)[k * len(marks) // len(mine)]) / 2.0
    far = max((w.reach for b in view.units[unit].bases for w in view.bases[b].own.weapons), default=0.0)
    back = inch(5.0) if far >= inch(20.0) else inch(2.0)
    edge = [point[deep] for ring in strip_of(view, side, what).outlines for point in ring]
    v = max(edge) - back if facing in (0.0, 90.0) else min(edge) + back
    return Pose(round(u if along == 0 else v, 3), round(v if along == 0 else u, 3), facing)


class SetUpQuestion(SetUpFigures):
    """Which unit is set up next, and where: before the battle, as a Scout, out of an Ambush."""

    formations = FORMATIONS
    placing = _PLACING
    tried = ("line", "open", "block")
    shifts = ((-6.0, 0.0), (6.0, 0.0), (-12.0, -3.0), (12.0, 3.0), (20.0, 0.0), (-20.0, 0.0))
    brought_in = True
    room_clause = "AFS-DEP-03"

    def __init__(self, what: Moment) -> None:
        self.what: Moment = what
        self.clause, self.outside, self.in_array = CLAUSE[what], OUTSIDE[what], what == "deployment"
        self.may_wait = what == "ambush"

    def waiting(self, view: State, side: str) -> tuple[str, ...]:
        """The units that are set up at this moment, in the order of the list."""
        mine = view.units_of(side)
        return tuple(u.id for u in mine if u.own.aside == ASIDE[self.what] and in_battle.in_reserve(view, u.id))

    def in_turn(self, view: State, side: str) -> tuple[str, ...]:
        """The cheapest first, equals in the list's order."""
        return tuple(sorted(self.waiting(view, side), key=lambda u: view.units[u].own.points))

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """Deployment may be left to the usual array; Ambushers may wait."""
        if self.what == "ambush":
            return (Exit("pass", T("Bring in no more units this round")),)
        return super().exits(view, decision)

    def space(self, view: State, side: str, waiting: Sequence[str]) -> PlaceSpace:
        """The units left with points and models, the zone, the arrangements."""
        shapes = FORMATIONS if any(len(self.bases(view, unit)) > 1 for unit in waiting) else ()
        return PlaceSpace(self.things(view, waiting), strip_of(view, side, self.what).outlines, shapes)

    def zone(self, view: State, side: str, unit: str) -> Strip:
        """The part of the table for this moment."""
        return strip_of(view, side, self.what)

    def wish(self, view: State, unit: str) -> Pose:
        """Opposite a marker."""
        return wish_of(view, unit, self.what)

    def usual(self, view: State, unit: str) -> Standing | None:
        """Its usual place, None where there is no room for it at all.

        The place of before is the nearest still if it is free: nearer ones were barred by the ground, or by somebody
        who stands where he stood then.
        """
        now, models = board(view), shapes(view, unit)
        where = self.wish(view, unit), self.zone(view, view.units[unit].side, unit)
        key = ("usual", self.what, unit, *where, *models.items())
        before: tuple[Board, Standing] | None = now.ground.kept.get(key)
        if before is None or before[0] is not now:
            found = before[1] if before is not None and before[0].stands_in(now) else None
            crosses = found is not None and self.in_array and in_the_way(view, unit, found.poses)
            if found is None or crosses or self.bar(view, found, found.poses) is not None:
                found = super().usual(view, unit)
            if found is None:
                return None
            before = now.ground.kept[key] = (now, found)
        return replace(before[1], poses=dict(before[1].poses))

    def rule(self, view: State, unit: str) -> Rule | None:
        """Far from enemies, for Ambushers."""
        return (lambda poses: far_from_enemies(view, unit, poses)) if self.what == "ambush" else None

    def clear(self, view: State, unit: str) -> float:
        """How far Ambushers are from everybody."""
        return inch(number("ambush_gap")) if self.what == "ambush" else 0.0

    def message(self, view: State, side: str) -> Text:
        """A unit, or a Scout."""
        scouts = self.what == "scouts"
        return T("{side}: set up a Scout", side=Thing(side)) if scouts else T("{side}: set up a unit", side=Thing(side))

    def place(self, run: Run, side: str, standing: Standing) -> None:
        """Set a unit up; it is set aside no longer."""
        unit, poses = standing.thing, self.poses_of(run.state, standing)
        text = T("{side} set up {unit}", side=Thing(side), unit=Thing(unit))
        marks = (*(ev.SetPose(base, pose) for base, pose in poses.items()), *changes.unit(run.state, unit, aside=""))
        run.tell(unit, "deployed", "place", text, (self.clause,), *marks, unit=unit, moment=self.what)

    def leave_to_usual(self, run: Run, side: str) -> None:
        """A side lets all that is left take its usual places."""
        text = T("{side}: the rest set up in the default positions", side=Thing(side))
        run.emit("auto_placing", "flow", text, clauses=("AFS-DEP-02",), side=side)


DEPLOYING, SCOUTING, COMING = SetUpQuestion("deployment"), SetUpQuestion("scouts"), SetUpQuestion("ambush")
DEPLOY, SCOUT, AMBUSH = Posed("deploy", DEPLOYING), Posed("scout", SCOUTING), Posed("ambush", COMING)
