"""Deployment: who places when, where, and who has the first turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.decision import OptionAnswer, PlaceAnswer, Standing
from game.engine.dice import ScriptedDice
from game.engine.session import Session
from game.engine.state import Luck
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients import RULESET, data_files
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.deploy import zones
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.turn import turn
from tests.rules.warmaster_ancients.flow_play import Play


class Deploy(Play):
    """A battle from its first step, with scripted dice."""

    def __init__(self, scenario: str, size: int, dice: list[int]) -> None:
        state, frame = RULESET.begin(RULESET.default_setup(scenario, size))
        self.dice = ScriptedDice(dice)
        self.session = Session.from_state(RULESET, replace(state, luck=Luck("scripted")), frame, self.dice)

    def usual(self, count: int = 1000) -> list[tuple[str, str]]:
        """Place by the usual array until something else is asked; who placed what."""
        placed = []
        while self.asked_for == "deploy" and count:
            answer = self.asked.default.answer
            placed.append((self.decision.side, answer.places[0].thing))
            self.give(answer)
            count -= 1
        return placed


def line(unit: str, x: float, y: float, facing: float = 0.0, formation: str = "line") -> PlaceAnswer:
    """A unit in formation with its middle at a point in cm."""
    return PlaceAnswer((Standing(unit, {unit: Pose(x * 10, y * 10, facing)}, formation),))


@pytest.mark.clause("WMA-S34", "WMA-S22")
def test_the_lower_die_places_first_and_ties_are_rolled_again():
    play = Deploy("open_field", 1000, [4, 4, 2, 2, 5, 3])
    assert play.asked_for == "deploy"
    assert play.decision.side == "north"
    rows = [[(r.side, r.n) for r in e.request.rows] for e in play.events if e.type == "rolled"]
    assert rows == [[("south", 1), ("north", 1)]] * 3
    assert play.types("tied") == ["tied", "tied"]
    assert play.left() == ()


@pytest.mark.clause("WMA-S34")
def test_alternately_one_unit_each_characters_last():
    play = Deploy("open_field", 1000, [2, 5])
    placed = play.usual()
    sides = [side for side, _ in placed]
    assert sides[:26] == ["south", "north"] * 13
    assert sides[26] == "south"
    assert placed[26] == ("south", "SCO-1")
    assert [u for _, u in placed[27:]] == ["STRA-1", "CONS-1", "COMM-1", "LEGA-1", "CHIE-1", "TRIB-1"]
    assert play.asked_for == "first_turn"


@pytest.mark.clause("WMA-S34")
@pytest.mark.parametrize(("choice", "first"), [("first", "north"), ("second", "south")])
def test_the_higher_roller_chooses_the_first_turn(choice, first):
    play = Deploy("open_field", 1000, [2, 5])
    play.usual()
    assert play.decision.side == "north"
    assert play.asked.default.answer == OptionAnswer({"turn": "first"})
    play.option("turn", choice)
    assert play.state.own.first == first
    assert play.state.own.active == first
    assert play.state.own.turn == 1
    assert play.event("turn_begins").side == first


@pytest.mark.clause("WMA-S34")
@pytest.mark.parametrize(
    ("x", "y", "clause"),
    [
        (90, 19, ""),
        (90, 19.02, "WMA-S34"),
        (90, 1, ""),
        (90, 0.98, "WMA-S34"),
        (16, 10, ""),
        (15.9, 10, "WMA-S34"),
        (164, 10, ""),
        (164.1, 10, "WMA-S34"),
    ],
)
def test_the_deployment_area(x, y, clause):
    """South: y 0 to 20 and 10 cm from the short edges; a line of 12 x 2 cm."""
    play = Deploy("open_field", 1000, [2, 5])
    verdict = play.check(line("LEG-1", x, y))
    assert verdict.legal == (clause == "")
    if clause:
        assert verdict.reasons[0].clause == clause
    assert len(verdict.ghosts) == 3


@pytest.mark.clause("WMA-S34", "WMA-S05", "WMA-S03")
def test_units_stand_free_of_each_other_and_connected():
    play = Deploy("open_field", 1000, [2, 5])
    play.give(line("LEG-1", 90, 10))
    play.usual(1)
    assert play.check(line("LEG-2", 95, 11)).reasons[0].clause == "WMA-S05"
    assert play.check(line("LEG-2", 102, 10)).legal
    assert play.check(line("LEG-1", 50, 10)).reasons[0].clause == "WMA-S34"
    assert play.check(line("CONS-1", 50, 10, 0, "")).reasons[0].clause == "WMA-S34"
    assert play.check(line("SLI-1", 50, 10)).reasons[0].clause == "WMA-S34"
    apart = {f"LEG-2.{n}": Pose(400.0 + 45.0 * n, 100.0, 0.0) for n in (1, 2, 3)}
    assert play.check(PlaceAnswer((Standing("LEG-2", apart),))).reasons[0].clause == "WMA-S03"
    two = {k: v for k, v in apart.items() if k != "LEG-2.3"}
    assert play.check(PlaceAnswer((Standing("LEG-2", two),))).status == "unfinished"
    assert play.check(PlaceAnswer(())).status == "unfinished"
    many = PlaceAnswer((*line("LEG-2", 110, 10).places, *line("LEG-3", 130, 10).places))
    assert play.check(many).reasons[0].clause == "WMA-S34"


@pytest.mark.clause("WMA-S34", "WMA-S05")
@pytest.mark.parametrize(("x", "y"), [(5, 10), (90, 25), (90, -3), (178, 30), (92, 11)])
def test_a_refused_place_comes_with_the_nearest_free_one(x, y):
    play = Deploy("open_field", 1000, [2, 5])
    play.give(line("LEG-1", 90, 10))
    play.usual(1)
    verdict = play.check(line("LEG-2", x, y))
    assert not verdict.legal
    nearest = play.check(verdict.nearest)
    assert nearest.legal
    assert nearest.ghosts[0].pose.facing == 0.0


@pytest.mark.clause("WMA-S34")
def test_units_without_room_stay_away_and_are_not_lost(monkeypatch):
    monkeypatch.setattr(zones, "place", lambda view, unit: None)
    play = Deploy("open_field", 1000, [2, 5])
    assert play.asked_for == "first_turn"
    assert all(b.where == "off" for b in play.state.bases.values())
    assert play.types("no_room") == ["no_room"] * 4
    assert turn.destroyed(play.state, "south") == ()
    assert (turn.initial(play.state, "south"), turn.initial(play.state, "north")) == (0, 0)


@pytest.mark.clause("WMA-S34", "WMA-S35", "WMA-VIC-01")
def test_who_found_no_room_is_not_among_those_the_army_started_with(monkeypatch):
    """Of 14 units 2 find no room: 12 have started, so the sixth loss breaks the army, not the seventh."""
    usual = zones.place
    monkeypatch.setattr(zones, "place", lambda view, unit: None if unit in ("EQU-1", "EQU-2") else usual(view, unit))
    play = Deploy("open_field", 1000, [2, 5])
    while play.asked_for == "deploy":
        play.give(way_out="auto")
    assert play.of("no_room")[0].about == ("EQU-1", "EQU-2")
    assert (turn.initial(play.state, "south"), turn.units_to_break(play.state, "south")) == (12, 6)
    lost = facts.troops(play.state, "south")[:6]
    bases = {b: replace(play.state.bases[b], where="gone", pose=None) for u in lost for b in play.state.units[u].bases}
    fallen = replace(play.state, bases={**play.state.bases, **bases})
    assert turn.broken(fallen, "south")
    assert turn.units_to_break(fallen, "south") == 0
    again = replace(fallen, bases={**fallen.bases, f"{lost[0]}.1": play.state.bases[f"{lost[0]}.1"]})
    assert not turn.broken(again, "south")
    assert turn.units_to_break(again, "south") == 1


@pytest.mark.clause("WMA-S34")
def test_leaving_the_rest_to_the_array_does_not_bring_the_question_back():
    """For the side that says so nothing more is to be placed: the other one is asked, then the first turn."""
    play = Deploy("open_field", 1000, [2, 5])
    assert [(e.id, e.back) for e in play.asked.exits] == [("auto", False)]
    play.give(way_out="auto")
    assert (play.asked_for, play.decision.side) == ("deploy", "north")
    play.give(way_out="auto")
    assert play.asked_for == "first_turn"


@pytest.mark.clause("WMA-S34")
def test_zones_that_lie_about_each_other_face_the_middle_of_the_table():
    """South holds a ring about north's square: no direction leads from one middle to the other."""
    state = Deploy("open_field", 1000, [2, 5]).state
    ring = ((100.0, 100.0), (500.0, 100.0), (500.0, 500.0), (100.0, 500.0))
    inner = ((200.0, 200.0), (400.0, 200.0), (400.0, 400.0), (200.0, 400.0))
    there = replace(state, own=replace(state.own, zones=(("south", ring), ("north", inner))))
    assert zones.front_of(there, "south") == zones.front_of(there, "north") == 90.0
    about = ((800.0, 500.0), (1000.0, 500.0), (1000.0, 700.0), (800.0, 700.0))
    there = replace(state, own=replace(state.own, zones=(("south", about), ("north", about))))
    assert zones.front_of(there, "south") == 0.0
    assert (zones.front_of(state, "south"), zones.front_of(state, "north")) == (0.0, 180.0)


@pytest.mark.clause("WMA-S34")
def test_formation_and_facing_are_free():
    play = Deploy("open_field", 1000, [2, 5])
    play.give(line("LEG-1", 90, 10, 90.0, "column"))
    assert facts.formation(play.state, "LEG-1") == "column"
    assert facts.facing(play.state, "LEG-1") == 90.0
    play.usual(1)
    poses = {"LEG-2.1": Pose(300, 100, 0), "LEG-2.2": Pose(340, 110, 0), "LEG-2.3": Pose(380, 100, 0)}
    play.give(PlaceAnswer((Standing("LEG-2", poses),)))
    assert facts.formation(play.state, "LEG-2") == "irregular"


@pytest.mark.clause("WMA-S14", "WMA-TER-07")
def test_terrain_bars_the_placing_but_artillery_may_stand_behind_ramparts():
    state = Deploy("fortified_hill", 1000, []).state
    for unit, clause in (("NUM-1", "WMA-TER-07"), ("LIB-1", "")):
        shape = profile(state, unit).footprint
        poses = [Pose(900.0 + shape.width * k, 720.0, 180.0) for k in range(3)]
        bar = zones.place_bar(state, unit, poses)
        assert ("" if bar is None else bar.clause) == clause, unit
    chosen = RULESET.default_setup("fortified_hill", 1000)
    swapped = replace(chosen, sides={"south": chosen.sides["north"], "north": chosen.sides["south"]})
    state, _ = RULESET.begin(swapped)
    assert zones.place_bar(state, "SCO-1", [Pose(900.0, 720.0, 180.0), Pose(920.0, 720.0, 180.0)]) is None


@pytest.mark.clause("WMA-S34")
def test_characters_are_points_and_may_stand_on_their_own_troops():
    play = Deploy("open_field", 1000, [2, 5])
    play.usual(27)
    assert play.decision.side == "north"
    play.usual(1)
    leg = play.state.bases["LEG-1.1"].pose
    assert play.check(PlaceAnswer((Standing("CONS-1", {"CONS-1.1": leg}),))).legal
    by_his_own_id = play.check(PlaceAnswer((Standing("CONS-1", {"CONS-1": leg}),)))
    assert by_his_own_id.legal
    assert [(g.base, g.pose) for g in by_his_own_id.ghosts] == [("CONS-1.1", leg)]
    without_formation = play.check(PlaceAnswer((Standing("LEG-1", {"LEG-1": leg}),)))
    assert not without_formation.legal
    assert without_formation.ghosts == ()
    off = PlaceAnswer((Standing("CONS-1", {"CONS-1.1": Pose(900.0, 200.1)}),))
    assert play.check(off).reasons[0].clause == "WMA-S34"
    assert play.check(PlaceAnswer((Standing("CONS-1", {"CONS-1.1": Pose(900.0, 200.0)}),))).legal


@pytest.mark.clause("WMA-SET-05")
def test_a_scenario_may_let_one_side_place_its_whole_army_first():
    play = Deploy("fortified_hill", 1000, [])
    placed = play.usual()
    sides = [side for side, _ in placed]
    north = sum(u.side == "north" for u in play.state.units.values())
    assert sides == ["north"] * north + ["south"] * (len(sides) - north)
    assert play.state.own.first == "south"
    assert play.state.own.active == "south"
    assert play.types("rolled") == []


@pytest.mark.clause("WMA-S34")
def test_the_rest_may_be_left_to_the_usual_array_without_changing_the_turns():
    by_hand = Deploy("open_field", 1000, [2, 5])
    order = by_hand.usual()
    play = Deploy("open_field", 1000, [2, 5])
    play.give(way_out="auto")
    assert play.decision.side == "north"
    play.give(way_out="auto")
    assert play.asked_for == "first_turn"
    placed = [(e.side, e.about[0]) for e in play.events if e.type == "deployed"]
    assert placed == order
    assert play.state.bases == by_hand.state.bases


@pytest.mark.clause("WMA-S34")
def test_the_usual_array_is_sensible():
    play = Deploy("open_field", 1000, [2, 5])
    play.give(way_out="auto")
    play.give(way_out="auto")
    state = play.state
    for side, front in (("south", 0.0), ("north", 180.0)):
        units = facts.troops(state, side)
        assert all(facts.facing(state, u) == front for u in units)
        assert all(facts.formation(state, u) == "line" for u in units)
        xs = {u: sum(p.x for p in facts.poses(state, u).values()) / 3 for u in units}
        foot = [xs[u] for u in units if zones.part_of(profile(state, u)) == "foot"]
        horse = [xs[u] for u in units if zones.part_of(profile(state, u)) == "horse"]
        assert min(horse) < min(foot)
        assert max(horse) > max(foot)
    ahead = {u: facts.poses(state, u)[f"{u}.1"].y for u in ("VEL-1", "LEG-1", "TRI-1", "CONS-1")}
    assert ahead["VEL-1"] > ahead["LEG-1"] > ahead["TRI-1"] > ahead["CONS-1"]


@pytest.mark.clause("WMA-S34")
def test_the_garrison_stands_behind_its_ramparts():
    play = Deploy("fortified_hill", 1000, [])
    play.give(way_out="auto")
    inside = [u for u in facts.troops(play.state, "north") if facts.fort_of(play.state, u)]
    assert len(inside) >= 6


@pytest.mark.clause("WMA-S34")
def test_candidates_are_all_accepted_and_undo_is_free():
    play = Deploy("open_field", 1000, [2, 5])
    found = list(play.session.candidates(play.decision, "any", 40))
    assert len(found) == 40
    assert sum(1 for r in found if r.exit == "auto") == 1
    assert all(play.session.check(play.decision, r).legal for r in found)


@pytest.mark.clause("WMA-S34")
@pytest.mark.parametrize("scenario", ["open_field", "river", "fortified_hill", "cannae"])
def test_the_array_finds_room_for_everybody(scenario):
    for size in data_files.load_scenario(scenario).sizes:
        play = Deploy(scenario, size, [2, 5])
        while play.asked_for == "deploy":
            play.give(way_out="auto")
        assert all(b.where == "table" for b in play.state.bases.values())


@pytest.mark.clause("WMA-S34")
@pytest.mark.parametrize(
    ("at", "nearest"),
    [
        ((50, 10), (50, 10)),
        ((12, 10), (16, 10)),  # a line is 12 cm wide, the area begins 10 cm from the short edges
        ((175, 10), (164, 10)),
        ((50, -3), (50, 1)),
        ((50, 24), (50, 19)),
        ((12, 24), (16, 19)),
        ((175, -3), (164, 1)),
    ],
)
def test_the_nearest_place_is_the_shortest_way_into_the_area(at, nearest):
    """A place that is free already is kept, if for a step aside; otherwise the least shift along both axes."""
    state = Deploy("open_field", 1000, [2, 5]).state
    poses = [Pose(at[0] * 10.0 + dx, at[1] * 10.0, 0.0) for dx in (-40.0, 0.0, 40.0)]
    found = zones.nearest_place(state, "LEG-1", poses)
    assert found is not None
    if at == nearest:
        assert [(p.x, p.y) for p in found] == [(p.x, p.y + 5.0) for p in poses]
    else:
        assert [(p.x, p.y) for p in found] == [(nearest[0] * 10.0 + dx, nearest[1] * 10.0) for dx in (-40, 0, 40)]
    token = zones.nearest_place(state, "CONS-1", [Pose(at[0] * 10.0, at[1] * 10.0, 0.0)])
    assert token is not None
    inside = (min(max(at[0] * 10.0, 100.0), 1700.0), min(max(at[1] * 10.0, 0.0), 200.0))
    free = inside == (at[0] * 10.0, at[1] * 10.0)
    assert (token[0].x, token[0].y) == (inside[0], inside[1] + 5.0 * free)
