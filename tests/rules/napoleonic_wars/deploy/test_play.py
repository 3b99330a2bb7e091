"""Deployment: sealed maps of both sides, zones and formations, what is hidden until it is detected."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import Decision, PlaceAnswer, PlaceSpace, Reply, Standing
from game.engine.state import State, view
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.deploy import zones
from rulesets.napoleonic_wars.deploy.setup import DEPLOY, SETUP
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import hidden, known
from rulesets.napoleonic_wars.system import RULESET
from tests.rules.playing import Watched


def begun(scenario: str = "meeting", size: int = 1000, **options: Any) -> State:
    setup = SETUP.default_setup(scenario, size)
    return SETUP.begin(replace(setup, options=setup.options | options))[0]


def play(scenario: str = "meeting", size: int = 1000, **options: Any) -> Watched:
    return Watched(RULESET, begun(scenario, size, **options), DEPLOY.at())


def draft(watched: Watched, side: str) -> tuple[Decision, PlaceAnswer]:
    decision = next(d for d in watched.session.waiting if d.side == side)
    answer = watched.session.asked(decision).draft
    assert isinstance(answer, PlaceAnswer)
    return decision, answer


def with_one(answer: PlaceAnswer, unit: str, **told: Any) -> PlaceAnswer:
    return PlaceAnswer(tuple(replace(s, **told) if s.thing == unit else s for s in answer.places))


def at(x: float, y: float, facing: float = 0.0) -> Pose:
    return Pose(x * 10.0, y * 10.0, facing)


@pytest.mark.clause("NAP-SEQ-04", "NAP-SEQ-05", "NAP-SEQ-06")
@pytest.mark.parametrize("scenario", ["meeting", "position", "rearguard", "river", "village"])
def test_the_usual_array_stands(scenario: str) -> None:
    game = play(scenario)
    for side in ("south", "north"):
        decision, answer = draft(game, side)
        assert game.session.check(decision, Reply(answer)).legal
        game.reply(Reply(answer))
    state = game.state
    assert not game.session.waiting
    known = {**state.units, **{u: x for s in state.secret.values() for u, x in s.units.items()}}
    assert len(known) == len(begun(scenario).units)
    reserve = [b for b in state.bases.values() if b.where == "reserve"]
    assert reserve == []


@pytest.mark.clause("NAP-SEQ-04", "NAP-S05")
def test_maps_are_sealed() -> None:
    game = play()
    _, answer = draft(game, "south")
    game.reply(Reply(answer))
    north = view(game.state, "north")
    assert "south" not in north.secret
    assert all(b.pose is None for b in north.bases.values())
    moved = with_one(answer, "GLINE", poses={"GLINE": at(30, 10)})
    other = play()
    other.reply(Reply(moved))
    # whatever the one has written, the other sees the same
    assert view(other.state, "north") == north
    game.reply(Reply(draft(game, "north")[1]))
    assert all(not s.sealed for s in game.state.secret.values())


@pytest.mark.clause("NAP-SEQ-05", "NAP-DET-03", "NAP-DET-02", "NAP-R18")
def test_what_stands_in_a_wood_is_not_shown() -> None:
    from game.engine.state import Feature
    from rulesets.napoleonic_wars.own import PieceOwn

    wood = Feature("copse", "open_wood", "Wood", ((1000, 0), (1900, 0), (1900, 290), (1000, 290)), own=PieceOwn())
    state = begun()
    game = Watched(RULESET, replace(state, features={**state.features, "copse": wood}), DEPLOY.at())
    _, answer = draft(game, "south")
    told = with_one(answer, "GLINE", poses={"GLINE": at(150, 15)}, formation="line")
    told = with_one(told, "GLINEb", poses={"GLINEb": at(40, 29)}, formation="line")
    kept = tuple(s for s in told.places if s.thing in ("GLINE", "GLINEb"))
    others = tuple(s for s in answer.places if s.thing not in ("GLINE", "GLINEb"))
    game.reply(Reply(PlaceAnswer((*kept, *_aside(state, others)))))
    game.reply(Reply(draft(game, "north")[1]))
    shown = view(game.state, "north")
    assert "GLINE" not in shown.units
    assert "GLINEb" in shown.units
    assert "GLINE" in hidden(view(game.state, "south"))
    told_all = {i for e in game.events if not e.only for i in e.about}
    assert "GLINE" not in told_all


def _aside(state: State, places: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """Others one behind another in the west, out of the way."""
    out = []
    for k, one in enumerate(places):
        form = "march_column" if state.units[one.thing].own.arm in ("foot", "horse") else one.formation
        out.append(replace(one, poses={one.thing: at(20 + 8 * k, 24)}, formation=form))
    return tuple(out)


@pytest.mark.clause("NAP-S02")
def test_nobody_stands_outside_his_zone() -> None:
    game = play()
    decision, answer = draft(game, "south")

    def bar(pose: Pose, formation: str = "line") -> str:
        told = with_one(answer, "GLINE", poses={"GLINE": pose}, formation=formation)
        alone = PlaceAnswer(tuple(s for s in told.places if s.thing == "GLINE"))
        verdict = game.session.check(decision, Reply(alone))
        return verdict.reasons[0].clause if verdict.status == "refused" else verdict.status

    # a line of 20 is 15 cm wide and 1 cm deep
    assert bar(at(100, 30)) == "unfinished"
    assert bar(at(100, 30.1)) == "NAP-S02"
    assert bar(at(17.5, 20)) == "unfinished"
    assert bar(at(17.4, 20)) == "NAP-S02"
    assert bar(at(100, 1)) == "unfinished"
    assert bar(at(100, 0.9)) == "NAP-S02"
    assert bar(at(100, 20, 90.0)) == "unfinished"


@pytest.mark.clause("NAP-S50")
def test_bodies_stand_beside_each_other() -> None:
    game = play()
    decision, _ = draft(game, "south")
    two = PlaceAnswer(
        (
            Standing("GLINE", {"GLINE": at(100, 20)}, "line"),
            Standing("GLINEb", {"GLINEb": at(114.9, 20)}, "line"),
        )
    )
    verdict = game.session.check(decision, Reply(two))
    assert verdict.reasons[0].clause == "NAP-S50"
    assert isinstance(verdict.nearest, PlaceAnswer)
    assert game.session.check(decision, Reply(verdict.nearest)).status == "unfinished"
    beside = replace(two.places[1], poses={"GLINEb": at(115, 20)})
    assert game.session.check(decision, Reply(PlaceAnswer((two.places[0], beside)))).status == "unfinished"


@pytest.mark.clause("NAP-FRM-03")
def test_formations_of_the_deployment() -> None:
    state = begun(size=2000)
    assert zones.formations(state, "GART") == ("deployed", "limbered")
    assert zones.formations(state, "GCHF") == ("single",)
    assert "open" in zones.formations(state, "GRIFLES")
    assert "open" not in zones.formations(state, "GLINE")
    assert "closed_column" not in zones.formations(state, "FLINE")
    assert "closed_divisional" in zones.formations(state, "FLINE")
    game = play()
    decision, answer = draft(game, "south")
    wrong = with_one(answer, "GLINE", formation="open")
    assert game.session.check(decision, Reply(wrong)).status == "refused"


@pytest.mark.clause("NAP-S02")
def test_facing_and_formation_are_kept() -> None:
    game = play()
    _, answer = draft(game, "south")
    told = PlaceAnswer(
        (Standing("GLINE", {"GLINE": at(100, 12, 90.0)}, "march_column"), *_aside(begun(), answer.places[1:]))
    )
    assert answer.places[0].thing == "GLINE"
    game.reply(Reply(told))
    game.reply(Reply(draft(game, "north")[1]))
    state = game.state
    assert facts.own(state, "GLINE").stance.formation == "march_column"
    assert {state.bases[b].pose.facing for b in state.units["GLINE"].bases if state.bases[b].pose} == {90.0}


@pytest.mark.clause("NAP-S02")
def test_a_few_other_arrays_are_offered() -> None:
    game = play()
    decision, _ = draft(game, "south")
    found = list(game.session.candidates(decision, "any", 6))
    assert len(found) == 6
    assert all(game.session.check(decision, reply).legal for reply in found)


@pytest.mark.clause("NAP-TER-04")
def test_foot_may_begin_in_a_building_of_the_zone() -> None:
    game = play("position", 2000)
    south = draft(game, "south")[1]
    game.reply(Reply(south))
    decision, answer = draft(game, "north")
    space = game.session.asked(decision).space
    assert isinstance(space, PlaceSpace)
    assert [c.id for c in space.carriers] == ["farm"]  # 32 cm of wall
    foot = [s.thing for s in answer.places if s.thing.startswith("FLINE")]
    one = with_one(answer, foot[0], inside="farm", poses={})
    assert game.session.check(decision, Reply(one)).legal
    two = with_one(one, foot[1], inside="farm", poses={})
    assert game.session.check(decision, Reply(two)).reasons[0].clause == "NAP-TER-04"
    horse = with_one(answer, "FCHAS", inside="farm", poses={})
    assert game.session.check(decision, Reply(horse)).reasons[0].clause == "NAP-TER-04"
    elsewhere = with_one(answer, foot[0], inside="ridge", poses={})
    assert game.session.check(decision, Reply(elsewhere)).reasons[0].clause == "NAP-S02"
    game.reply(Reply(one))
    held = known(game.state)
    assert facts.own(held, foot[0]).inside == "farm"
    assert {(held.bases[b].where, held.bases[b].place) for b in held.units[foot[0]].bases} == {("inside", "farm")}


@pytest.mark.clause("NAP-S02")
def test_in_a_narrow_zone_all_who_have_room_anywhere_stand_in_the_usual_array() -> None:
    """Along a short edge, 30 cm deep: brigades in line reach beyond its ends, and all find a place behind them."""
    state = begun()
    strip = ((0.0, 0.0), (300.0, 0.0), (300.0, 1300.0), (0.0, 1300.0))
    far = tuple((2000.0 - x, y) for x, y in strip)
    state = replace(state, own=replace(state.own, zones=(("south", strip), ("north", far))))
    game = Watched(RULESET, state, DEPLOY.at())
    decision, answer = draft(game, "south")
    assert len(answer.places) == len(zones.waiting(state, "south"))
    assert game.session.check(decision, Reply(answer)).legal


def spans(state: State, found: dict[str, zones.Place], arms: str) -> list[tuple[float, float, float]]:
    """From where to where bodies of an arm stand along the front (mm), and how far north they reach."""
    there = {u: zones.outline(state, u, f, shape.poses(state, u, f, at)).bounds for u, (f, at) in found.items()}
    return [(x0, x1, y1) for u, (x0, _, x1, y1) in there.items() if facts.own(state, u).arm in arms.split()]


@pytest.mark.clause("NAP-S02")
@pytest.mark.parametrize("size", [1000, 2000])
def test_horse_stands_on_the_wings_of_the_usual_array_with_nobody_before_it(size: int) -> None:
    state = begun(size=size)
    found = zones.array(state, "south")
    horse, others = spans(state, found, "horse"), spans(state, found, "foot guns")
    assert horse
    assert others
    assert all(x1 <= a or b <= x0 for x0, x1, _ in horse for a, b, _ in others)
    assert max(y for *_, y in horse) < max(y for *_, y in others)  # in the second line
    assert len(horse) == 1 or min(horse) < min(others) < max(others) < max(horse)


@pytest.mark.clause("NAP-S02")
def test_horse_stands_behind_the_foot_where_that_fills_the_zone() -> None:
    state = begun(size=2000)
    wide = sum(x1 - x0 for x0, x1, _ in spans(state, zones.array(state, "south"), "foot guns"))
    strip = ((0.0, 0.0), (wide * 0.7, 0.0), (wide * 0.7, 600.0), (0.0, 600.0))
    own = replace(state.own, zones=(("south", strip), *(z for z in state.own.zones if z[0] == "north")))
    state = replace(state, own=own)
    found = zones.array(state, "south")
    assert set(found) == set(zones.waiting(state, "south"))
    horse, others = spans(state, found, "horse"), spans(state, found, "foot guns")
    assert any(x0 < b and a < x1 and y < z for x0, x1, y in horse for a, b, z in others)
