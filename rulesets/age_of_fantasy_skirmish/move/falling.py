"""Dangerous terrain and falls: dice, hits, and where a fallen model is put.

AFS-DAN-01 to -03, AFS-FALL-01 to -07, AFS-TOUGH-04, AFS-R38, AFS-R39, AFS-R43, AFS-S08. Row 21 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.bases import Bases
from game.geometry.halving import halved_times
from game.geometry.shapes import Footprint, Point, Pose, rounded
from game.kit.figures.outlines import point_gaps
from rulesets.age_of_fantasy_skirmish.attack import casualties, hits
from rulesets.age_of_fantasy_skirmish.attack.casualties import lose
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field import spacing
from rulesets.age_of_fantasy_skirmish.field.ground import Ground, ground_of
from rulesets.age_of_fantasy_skirmish.measures import SLACK, at_least, full, inch
from rulesets.age_of_fantasy_skirmish.own import UnitOwn

RING, TURNS = 4.0, 48
"""mm between the rings, and places on each, on which a free place is looked for far from a foot."""


class DangerData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Models that roll for dangerous terrain, one after another; ``why`` "activated", "entered" or "pushed"."""

    unit: str
    bases: tuple[str, ...] = ()
    why: str = "entered"
    base: str = ""


DANGER = FrameOf("afs.danger", DangerData)


@DANGER.named("begin")
def _danger(run: Run, data: DangerData, got: Any) -> Outcome:
    """The next model's dice: one, or X with Tough(X) (AFS-DAN-01, AFS-DAN-02)."""
    state = run.state
    left = tuple(b for b in data.bases if state.bases[b].where == "table")
    if not left:
        return Done()
    base, unit = left[0], state.units[data.unit]
    own: UnitOwn = unit.own
    if own.action or state.own.acting == data.unit:
        run.emit("dared", "flow", None, *changes.unit(state, data.unit, dared=(*own.dared, base)), about=(base,))
    rows = (ev.DiceRow(unit.side, casualties.toughness(state, base)),)
    text = T("{model} in dangerous terrain", model=Thing(base))
    request = ev.Request(rows, text, "AFS-DAN-01", None, "", (), (base, data.unit))
    return Roll(request, "rolled", replace(data, bases=left[1:], base=base))


@DANGER.named("rolled")
def _danger_rolled(run: Run, data: DangerData, got: ev.Rolled) -> Outcome:
    """Each 1 is a wound, without a block roll (AFS-DAN-03)."""
    wounds = got.faces[0].count(1)
    if not wounds:
        return Goto("begin", data)
    return hits.HITS.call(hits.danger_wounds(data.unit, wounds), "begin", data)


class FallData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fall: how deep (mm), the point below which it ends, and who places the model.

    ``beyond`` is a point on the side to which it fell; the foot lies a hair on that side of the edge.
    """

    base: str
    drop: float
    foot: Point
    by: str
    beyond: Point | None = None


FALL_FRAME = FrameOf("afs.fall", FallData)
FALL_FRAME.ends_at("hit")


@FALL_FRAME.named("begin")
def _fall(run: Run, data: FallData, got: Any) -> Outcome:
    """In a group a fall of 2 inches or more kills (AFS-FALL-05); else the model is put at the bottom (AFS-FALL-03)."""
    unit = run.state.bases[data.base].unit
    deep = at_least(data.drop, number("fall"))
    text = T("{model} fell {height}", model=Thing(data.base), height=Length(data.drop))
    clauses = ("AFS-FALL-01",) if deep else ("AFS-R38",)
    told = {"base": data.base, "unit": unit, "height": data.drop}
    run.emit("fell", "move", text, clauses=clauses, data=told, **of_model(run, data.base))
    if deep and len(run.state.bases_of(unit)) > 1:
        lose(run, data.base, "fall")
        return Done()
    message = T("{side}: put {model} at the bottom", side=Thing(data.by), model=Thing(data.base))
    args = {"base": data.base, "foot": list(data.foot), "drop": data.drop}
    if data.beyond is not None:
        args["beyond"] = list(data.beyond)
    return FALL.ask(data.by, message, args, ("AFS-FALL-03", "AFS-R39"), then="placed", data=data)


@FALL_FRAME.named("placed")
def _fallen(run: Run, data: FallData, got: ask.Reply) -> Outcome:
    assert isinstance(got.answer, ask.PlaceAnswer)
    put = ev.SetPose(data.base, _down(run.state, got.answer.places[0].poses[data.base]))
    text = T("{model} lies at the bottom", model=Thing(data.base))
    whose, told = of_model(run, data.base, data.by), {"base": data.base}
    run.emit("put_down", "place", text, put, clauses=("AFS-FALL-03",), data=told, **whose)
    if not at_least(data.drop, number("fall")):
        return Done()
    hit = hits.fall_hit(run.state.bases[data.base].unit, full(data.drop, number("fall_step")))
    return hits.HITS.call(hit, "hit", data)


def of_model(run: Run, base: str, by: str = "") -> dict[str, Any]:
    """Whom an event is about that happens to a model: it and its unit; it is its side's deed, if not another's."""
    unit = run.state.bases[base].unit
    return {"about": (base, unit), "side": by or run.state.units[unit].side}


def _down(view: State, pose: Pose) -> Pose:
    """A pose on the surface that lies there."""
    return rounded(ground_of(view).on_level(pose.x, pose.y, pose.facing))


class Spot(msgspec.Struct, frozen=True):
    """What a fallen model's place is judged by: the foot (mm), the height there, and the shape that is put down."""

    base: str
    foot: Point
    height: float
    shape: Footprint


def spot_of(view: State, decision: ask.Decision) -> Spot:
    """The foot of a fall: the point below the edge, a hair to the side to which the model fell."""
    args = decision.args
    base, foot = args["base"], (float(args["foot"][0]), float(args["foot"][1]))
    beyond = args.get("beyond") or foot
    far = math.dist(foot, beyond)
    if far > 0.0:
        foot = (foot[0] + (beyond[0] - foot[0]) / far * 0.2, foot[1] + (beyond[1] - foot[1]) / far * 0.2)
    return Spot(base, foot, ground_of(view).height_at(*foot), view.bases[base].shape)


def place_bar(view: State, spot: Spot, pose: Pose, near: bool, anywhere: bool = False) -> ask.Bar | None:
    """Why a fallen model may not be put here, or None (AFS-R39, AFS-FALL-03).

    ``near`` allows to stand within an inch of others, ``anywhere`` more than 2 inches from the foot.
    """
    ground = ground_of(view)
    if abs(ground.height_at(pose.x, pose.y) - spot.height) > inch(number("level")) + SLACK:
        return ask.Bar(T("It must lie on the surface it fell to"), "AFS-R39")
    gap = 0.0 if anywhere else float(point_gaps(Bases.of([spot.shape], [pose]), *spot.foot)[0])
    if gap > inch(number("fall_place")) + SLACK:
        return ask.Bar(
            T("Too far from the foot: at most {most}", most=Length(inch(number("fall_place")))), "AFS-FALL-03"
        )
    bar = ground.may_stand(spot.shape, pose, fallen=True)
    bar = bar or spacing.bar(view, view.bases[spot.base].unit, {spot.base: pose})
    return None if near and bar is not None and bar.clause == "AFS-MOV-03" else bar


def open_places(view: State, spot: Spot) -> tuple[list[Pose], bool]:
    """Poses that are free about the foot, nearest first, and whether they are nearer than an inch to others."""
    ground = ground_of(view)
    reach = inch(number("fall_place")) + min(spot.shape.width, spot.shape.depth) / 2.0
    places = ((math.radians(turn * 15.0), reach * k / 12.0) for k in range(1, 13) for turn in range(24))
    ring = [_around(ground, spot, angle, far) for angle, far in places]
    found = [p for p in ring if place_bar(view, spot, p, near=False) is None]
    return (found, False) if found else ([p for p in ring if place_bar(view, spot, p, near=True) is None], True)


def anywhere(view: State, spot: Spot) -> Pose:
    """The free place nearest to the foot where none within 2 inches is free (AFS-R39).

    Looked for ring by ring; then the ring is drawn in, and the direction turned by ever smaller angles.
    """
    ground, table = ground_of(view), view.table

    def free(angle: float, far: float) -> bool:
        """Whether the model can be put at a place, near others or not."""
        return place_bar(view, spot, _around(ground, spot, angle, far), near=True, anywhere=True) is None

    def drawn_in(angle: float, far: float) -> float:
        """How near (mm) a free place in a direction can come to the foot, by at most the width of a ring."""
        return halved_times(far, max(0.0, far - RING), 9, lambda less: free(angle, less))[0]

    step = math.radians(360.0 / TURNS)
    for k in range(1, math.ceil(math.hypot(table.width, table.depth) / RING)):
        angles = [turn * step for turn in range(TURNS) if free(turn * step, RING * k)]
        if not angles:
            continue
        far, angle = min((drawn_in(a, RING * k), a) for a in angles)
        for halving in range(1, 8):
            for turned in (angle - step / 2.0**halving, angle + step / 2.0**halving):
                if free(turned, far):
                    far, angle = drawn_in(turned, far), turned
        return _around(ground, spot, angle, far)
    now = view.bases[spot.base].pose
    assert now is not None
    return now


def _around(ground: Ground, spot: Spot, angle: float, far: float) -> Pose:
    x, y = spot.foot[0] + math.sin(angle) * far, spot.foot[1] + math.cos(angle) * far
    return rounded(ground.on_level(x, y))


class FallQuestion(Unforced):
    """Where a fallen model is put, by its owner or by who pushed it (decision 21)."""

    kind: ask.Kind = "place"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """The ground within 2 inches of the foot."""
        spot = spot_of(view, decision)
        reach = inch(number("fall_place")) + max(spot.shape.width, spot.shape.depth) / 2.0
        angles = [math.radians(a) for a in range(0, 360, 15)]
        zone = tuple((spot.foot[0] + reach * math.sin(a), spot.foot[1] + reach * math.cos(a)) for a in angles)
        thing = ask.Choice(spot.base, T("{model}", model=Thing(spot.base)))
        answer = self._answer(spot, self._best(view, decision, spot, open_places(view, spot)[0]))
        return ask.Asked(ask.PlaceSpace((thing,), (zone,)), ask.Reply(answer), draft=answer)

    def _answer(self, spot: Spot, pose: Pose) -> ask.PlaceAnswer:
        return ask.PlaceAnswer((ask.Standing(spot.base, {spot.base: pose}),))

    def _best(self, view: State, decision: ask.Decision, spot: Spot, found: list[Pose]) -> Pose:
        """Of free places, the owner's is near his own edge, whoever pushed it takes one far from cover."""
        if not found:
            return anywhere(view, spot)
        side = view.units[view.bases[spot.base].unit].side
        south = view.sides[side].own.edge != "north"
        ground = ground_of(view)
        if side == decision.side:
            return min(found, key=lambda p: (p.y if south else -p.y, p.x))
        return min(found, key=lambda p: (ground.cover_share(spot.shape, p) > 0.0, -p.y if south else p.y, p.x))

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a place."""
        spot = spot_of(view, decision)
        if not isinstance(answer, ask.PlaceAnswer) or len(answer.places) > 1:
            return ask.refused(T("Give exactly one place for {model}", model=Thing(spot.base)), "AFS-FALL-03")
        if not answer.places or spot.base not in answer.places[0].poses:
            return ask.unfinished(T("Choose a place for {model}", model=Thing(spot.base)), "AFS-FALL-03")
        pose = answer.places[0].poses[spot.base]
        ghosts = (ask.Ghost(spot.base, _down(view, pose)),)
        found, near = open_places(view, spot)
        usual = pose == self._best(view, decision, spot, found)
        bar = None if usual else place_bar(view, spot, pose, near)
        return ask.Verdict("legal", ghosts=ghosts) if bar is None else ask.refused(bar.text, bar.clause, ghosts=ghosts)

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """The usual place, then others about the foot."""
        spot = spot_of(view, decision)
        places, _ = open_places(view, spot)
        best = self._best(view, decision, spot, places)
        found = [best, *(p for p in places if p != best)]
        return [ask.Reply(self._answer(spot, p)) for p in found[:limit]]

    def forced(self, view: State, decision: ask.Decision) -> ask.Reply | None:
        """Where there is but one place it is taken."""
        one, *more = self.candidates(view, decision, "any", 2)
        return None if more else one


FALL = Posed("fall", FallQuestion())
