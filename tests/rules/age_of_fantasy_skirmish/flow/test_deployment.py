"""Deployment: the edge, what is set aside, units in turn, Scouts, and Ambush later on."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import OptionAnswer, OptionSpace, PlaceSpace, Reply
from game.engine.state import Feature, State
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.deploy import set_up
from rulesets.age_of_fantasy_skirmish.measures import inch
from tests.rules.age_of_fantasy_skirmish.flow_field import field, unit
from tests.rules.age_of_fantasy_skirmish.flow_play import Play, place

R = 12.5 / 25.4
SCOUT = {"rules": {"scout": 0}}
AMBUSH = {"rules": {"ambush": 0}}
BOTH = {"rules": {"ambush": 0, "scout": 0}}
OPEN = {"south": {"edge": ""}, "north": {"edge": ""}}


def before(south: dict[str, Any], north: dict[str, Any], **own: Any) -> State:
    units = {k: unit("south", reserve=n, models=[m]) for k, (n, m) in south.items()}
    units |= {k: unit("north", reserve=n, models=[m]) for k, (n, m) in north.items()}
    return field(units, **{"sides": OPEN, "round": 0, **own})


def ready(south: dict[str, Any], north: dict[str, Any], **own: Any) -> State:
    return before(south, north, sides={}, **own)


@pytest.mark.clause("AFS-DEP-01", "AFS-R14", "AFS-RND-02", "AFS-S17")
def test_the_winner_of_the_roll_off_chooses_one_of_two_edges():
    play = Play(before({"A1": (1, {})}, {"B1": (1, {})}, winner=""), "edge", dice=[2, 2, 3, 6])
    assert play.types("tied") == ["tied"]
    assert play.decision.side == "north"
    assert isinstance(play.asked.space, OptionSpace)
    assert [c.id for c in play.asked.space.parts["edge"]] == ["south", "north"]
    play.option("edge", "south")
    assert {s: x.own.edge for s, x in play.state.sides.items()} == {"south": "north", "north": "south"}
    assert play.state.own.winner == "north"


@pytest.mark.clause("AFS-DEP-01")
@pytest.mark.parametrize(("y", "edge"), [(30.0, "north"), (18.0, "south"), (24.0, "south")])
def test_the_usual_edge_has_more_markers_on_its_half(y: float, edge: str):
    state = before({"A1": (1, {})}, {"B1": (1, {})}, markers={"M1": (10.0, y, "")})
    play = Play(state, "edge", dice=[6, 1])
    assert play.asked.default == Reply(OptionAnswer({"edge": edge}))


@pytest.mark.clause("AFS-DEP-01")
def test_a_marker_on_the_middle_line_lies_on_neither_half():
    markers = {"M1": (10.0, 24.0, ""), "M2": (20.0, 30.0, "")}
    play = Play(before({"A1": (1, {})}, {"B1": (1, {})}, markers=markers), "edge", dice=[6, 1])
    assert play.asked.default == Reply(OptionAnswer({"edge": "north"}))


@pytest.mark.clause("AFS-DEP-04", "AFS-AMB-01", "AFS-SCT-01", "AFS-AMB-05")
def test_both_sides_set_aside_in_secret_before_anything_is_set_up():
    south = {"A1": (1, {}), "A2": (1, SCOUT), "A3": (1, BOTH)}
    play = Play(ready(south, {"B1": (2, AMBUSH)}), "aside")
    assert [d.side for d in play.session.waiting] == ["south", "north"]
    assert play.state.pending is not None
    assert play.state.pending.mode == "open"
    assert isinstance(play.asked.space, OptionSpace)
    parts = {k: [c.id for c in v] for k, v in play.asked.space.parts.items()}
    assert parts == {"A2": ["scout", "table"], "A3": ["ambush", "scout", "table"]}
    play.seal("south", OptionAnswer({"A2": "scout", "A3": "ambush"}))
    assert play.own("A2").aside == ""
    assert "set_aside" not in play.types()
    assert play.session.view("north").secret == {}
    play.seal("north", OptionAnswer({"B1": "table"}))
    assert [play.own(u).aside for u in ("A1", "A2", "A3", "B1")] == ["", "scout", "ambush", ""]


@pytest.mark.clause("AFS-AMB-01", "AFS-SCT-01")
def test_one_model_without_the_rule_keeps_the_unit_with_the_others():
    units = {
        "A1": unit("south", reserve=2, models=[SCOUT, {}]),
        "B1": unit("north", reserve=1, models=[AMBUSH]),
    }
    play = Play(field(units, round=0), "aside")
    assert [d.side for d in play.session.waiting] == ["north"]
    play.give(OptionAnswer({"B1": "ambush"}))
    assert play.own("B1").aside == "ambush"


@pytest.mark.clause("AFS-DEP-02")
def test_the_winner_places_first_then_alternately_and_who_has_none_left_is_skipped():
    play = Play(ready({"A1": (1, {}), "A2": (1, {}), "A3": (1, {})}, {"B1": (1, {})}, winner="north"), "deployment")
    who = []
    while play.asked_for:
        who.append(play.decision.side)
        play.default()
    assert who == ["north", "south", "south", "south"]
    assert all(b.where == "table" for b in play.state.bases.values())


@pytest.mark.clause("AFS-DEP-03", "AFS-R60", "AFS-S02")
@pytest.mark.parametrize(
    ("x", "y", "clause"),
    [
        (24.0, 12.0 - R, ""),
        (24.0, 12.0 - R + 0.0005, ""),
        (24.0, 12.0 - R + 0.002, "AFS-R60"),
        (24.0, R, ""),
        (24.0, R - 0.002, "AFS-R60"),
        (R, 6.0, ""),
        (R - 0.002, 6.0, "AFS-R60"),
    ],
)
def test_every_base_stands_wholly_in_the_strip(x: float, y: float, clause: str):
    play = Play(ready({"A1": (1, {})}, {"B1": (1, {})}), "deployment")
    verdict = play.check(place("A1", A1_1=(x, y, 0.0)))
    assert (verdict.reasons[0].clause if verdict.reasons else "") == clause


@pytest.mark.clause("AFS-DEP-03", "AFS-R60")
def test_the_north_has_the_strip_along_its_own_edge():
    play = Play(ready({"A1": (1, {})}, {"B1": (1, {})}, winner="north"), "deployment")
    assert play.check(place("B1", B1_1=(24.0, 36.0 + R, 180.0))).legal
    assert play.check(place("B1", B1_1=(24.0, 36.0 + R - 0.002, 180.0))).reasons[0].clause == "AFS-R60"
    assert isinstance(play.asked.space, PlaceSpace)
    assert play.asked.space.zone == set_up.own_zone(play.state, "north").outlines
    assert {y for ring in play.asked.space.zone for _, y in ring} == {inch(36), inch(48)}


@pytest.mark.clause("AFS-DEP-03", "AFS-MOV-01", "AFS-MOV-02", "AFS-MOV-03")
def test_a_unit_is_set_up_coherent_and_an_inch_from_others():
    state = ready({"A1": (2, {}), "A2": (1, {})}, {"B1": (1, {})})
    play = Play(state, "deployment")
    two = 2 * R
    assert play.check(place("A1", A1_1=(10.0, 6.0, 0.0), A1_2=(10.0 + two + 1.0, 6.0, 0.0))).legal
    far = play.check(place("A1", A1_1=(10.0, 6.0, 0.0), A1_2=(10.0 + two + 1.002, 6.0, 0.0)))
    assert far.reasons[0].clause == "AFS-MOV-01"
    assert play.check(place("A1", A1_1=(10.0, 6.0, 0.0))).status == "unfinished"
    play.give(place("A1", A1_1=(10.0, 6.0, 0.0), A1_2=(11.5, 6.0, 0.0)))
    play.until()
    play = Play(state, "deployment")
    play.give(place("A1", A1_1=(10.0, 6.0, 0.0), A1_2=(11.5, 6.0, 0.0)))
    play.default()
    assert play.check(place("A2", A2_1=(11.5 + two + 1.0, 6.0, 0.0))).legal
    near = play.check(place("A2", A2_1=(11.5 + two + 0.99, 6.0, 0.0)))
    assert near.reasons[0].clause in ("AFS-MOV-03", "AFS-R17")


@pytest.mark.clause("AFS-DEP-03", "AFS-S08")
def test_nobody_is_set_up_in_a_wall_and_who_is_set_up_on_a_hill_stands_on_it():
    wall = Feature("W", "wall", "Wall", tuple((inch(x), inch(y)) for x, y in ((20, 5), (26, 5), (26, 5.5), (20, 5.5))))
    hill = Feature("H", "hill", "Hill", tuple((inch(x), inch(y)) for x, y in ((3, 4), (8, 4), (8, 9), (3, 9))))
    state = ready({"A1": (1, {})}, {"B1": (1, {})}, features=(wall, hill))
    play = Play(state, "deployment")
    refused = play.check(place("A1", A1_1=(23.0, 5.2, 0.0)))
    assert refused.status == "refused"
    assert refused.nearest is not None
    assert play.check(refused.nearest).legal
    play.give(place("A1", A1_1=(5.0, 6.0, 0.0)))
    pose = play.state.bases["A1.1"].pose
    assert pose is not None
    assert pose.level == 2


@pytest.mark.clause("AFS-DEP-02", "AFS-DEP-03")
def test_the_rest_may_be_left_to_the_usual_array():
    south = {f"A{k}": (1 + k % 4, {}) for k in range(7)}
    north = {f"B{k}": (1 + k % 3, {}) for k in range(5)}
    play = Play(ready(south, north), "deployment")
    play.give(way_out="auto")
    play.give(way_out="auto")
    assert play.asked_for == ""
    assert all(b.where == "table" for b in play.state.bases.values())


@pytest.mark.clause("AFS-SCT-01", "AFS-SCT-02", "AFS-SCT-03", "AFS-SCT-04", "AFS-R49")
def test_scouts_come_last_and_must():
    units = {
        "A1": unit("south", (10.0, 6.0)),
        "A5": unit("south", reserve=1, models=[SCOUT], aside="scout"),
        "B1": unit("north", (10.0, 42.0)),
        "B2": unit("north", reserve=1, models=[SCOUT], aside="scout"),
        "B3": unit("north", reserve=1, models=[AMBUSH], aside="ambush"),
    }
    play = Play(field(units, round=0, winner="north"), "scouts")
    assert play.decision.side == "north"
    assert [e.id for e in play.asked.exits] == ["auto"]
    play.give(place("B2", B2_1=(24.0, 24.0 + R, 180.0)))
    assert play.decision.side == "south"
    assert play.check(place("A5", A5_1=(30.0, 24.0 - R, 0.0))).legal
    assert play.check(place("A5", A5_1=(30.0, 24.0 - R + 0.002, 0.0))).reasons[0].clause == "AFS-R49"
    # no distance to the enemy but that of units
    assert play.check(place("A5", A5_1=(24.0, 24.0 - R, 0.0))).reasons[0].clause in ("AFS-MOV-03", "AFS-R17")
    play.give(place("A5", A5_1=(24.0 + 2.0 + 2 * R, 24.0 - R, 0.0)))
    assert play.asked_for == ""
    assert play.state.bases["B3.1"].where == "reserve"


def ambush(y: float = 30.0, **own: Any) -> Play:
    units = {
        "A1": unit("south", (24.0, 10.0)),
        "A2": unit("south", reserve=2, models=[AMBUSH], aside="ambush"),
        "B1": unit("north", (24.0, y)),
        "B2": unit("north", reserve=1, models=[AMBUSH], aside="ambush"),
        "B3": unit("north", reserve=1, models=[AMBUSH], aside="ambush"),
    }
    return Play(field(units, **{"round": 2, "starter": "north", **own}), "arrivals")


@pytest.mark.clause("AFS-AMB-02", "AFS-AMB-05")
@pytest.mark.parametrize(("gap", "clause"), [(9.0, "AFS-AMB-02"), (9.001, "AFS-AMB-02"), (9.003, "")])
def test_ambushers_arrive_more_than_nine_inches_from_every_enemy(gap: float, clause: str):
    play = ambush(starter="south")
    x = 24.0 - gap - 2 * R
    verdict = play.check(place("A2", A2_1=(x, 30.0, 0.0), A2_2=(x - 1.5, 30.0, 0.0)))
    assert (verdict.reasons[0].clause if verdict.reasons else "") == clause


@pytest.mark.clause("AFS-AMB-02", "AFS-AMB-03", "AFS-AMB-04", "AFS-AMB-05", "AFS-R48")
def test_ambushers_come_alternately_and_passing_ends_it_for_the_round():
    play = ambush()
    assert play.decision.side == "north"
    play.give(place("B2", B2_1=(4.0, 4.0, 0.0)))
    assert play.own("B2").arrived == 2
    assert play.own("B2").aside == ""
    assert play.decision.side == "south"
    # an enemy Ambusher set up a moment before counts too
    near = play.check(place("A2", A2_1=(4.0, 12.0, 0.0), A2_2=(4.0, 13.2, 0.0)))
    assert near.reasons[0].clause == "AFS-AMB-02"
    play.give(way_out="pass")
    assert play.decision.side == "north"
    play.give(place("B3", B3_1=(44.0, 4.0, 0.0)))
    assert play.asked_for == ""
    assert play.state.bases["A2.1"].where == "reserve"


@pytest.mark.clause("AFS-AMB-02", "AFS-RND-06", "AFS-S18")
def test_nobody_arrives_in_the_first_round_and_tokens_come_after_arrivals():
    units = {
        "A1": unit("south", (24.0, 6.0), models=[{"rules": {"caster": 2}}]),
        "A2": unit("south", reserve=1, models=[AMBUSH], aside="ambush"),
        "B1": unit("north", (24.0, 44.0)),
    }
    first = Play(field(units), "battle", round=1)
    assert first.asked_for == "act"
    assert first.state.bases["A1.1"].own.tokens == 2
    second = Play(field(units), "battle", round=2)
    assert second.asked_for == "ambush"
    assert second.state.bases["A1.1"].own.tokens == 0
    second.default()
    assert second.state.bases["A1.1"].own.tokens == 2
    assert second.types("ambush_passed", "tokens_dealt") == ["ambush_passed", "tokens_dealt"]


@pytest.mark.clause("AFS-AMB-05", "AFS-R43")
def test_arrival_is_placement_and_costs_nothing_in_thorns():
    thorns = Feature("T", "thorns", "Thorns", tuple((inch(x), inch(y)) for x, y in ((2, 2), (8, 2), (8, 8), (2, 8))))
    units = {
        "A1": unit("south", reserve=1, models=[AMBUSH], aside="ambush"),
        "B1": unit("north", (24.0, 44.0)),
    }
    play = Play(field(units, features=(thorns,)), "battle", dice=[2], round=2)
    play.give(place("A1", A1_1=(5.0, 5.0, 0.0)))
    assert "rolled" not in play.types()[: play.types().index("activated")]
    # being activated there does cost the die
    assert play.types("arrived", "activated", "rolled") == ["arrived", "activated", "rolled"]


@pytest.mark.clause("AFS-AMB-05", "AFS-R48")
def test_units_never_brought_in_take_no_part():
    units = {
        "A1": unit("south", (24.0, 6.0)),
        "A2": unit("south", reserve=1, models=[AMBUSH], aside="ambush"),
        "B1": unit("north", (24.0, 44.0)),
    }
    play = Play(field(units, markers={"M1": (24.0, 8.0, "")}), "battle", round=4)
    play.until()
    assert play.state.bases["A2.1"].where == "reserve"
    assert play.state.over is not None
    assert play.state.over.winner == "south"


@pytest.mark.clause("AFS-DEP-05")
def test_the_whole_set_up_in_its_order():
    south = {"A1": (1, {"role": "musician"}), "A2": (1, SCOUT), "A3": (1, {})}
    play = Play(before(south, {"B1": (1, {}), "B2": (1, {})}, winner=""), "set_up", dice=[1, 6, 1, 6, 1, *[3] * 60])
    play.until("act", "activate")
    phases = [e.data["phase"] for e in play.events if e.type == "phase_begins"]
    assert phases == ["muster", "markers", "edge", "aside", "deployment", "scouts", "round"]
    order = play.types("beneficiaries", "marker_placed", "edge_taken", "set_aside", "deployed", "round_begins")
    assert list(dict.fromkeys(order)) == [
        "beneficiaries",
        "marker_placed",
        "edge_taken",
        "set_aside",
        "deployed",
        "round_begins",
    ]
    assert [e.data["moment"] for e in play.events if e.type == "deployed"][-1] == "scouts"


@pytest.mark.clause("AFS-MUS-02", "AFS-BAN-02", "AFS-R46", "AFS-S27")
def test_musician_and_banner_are_given_up_to_three_units():
    units = {f"A{k}": unit("south", reserve=1, models=[{"role": "musician"} if k == 4 else {}]) for k in range(1, 6)}
    units["B1"] = unit("north", reserve=1, models=[{"role": "banner"}])
    units["B2"] = unit("north", reserve=1)
    play = Play(field(units, round=0), "muster")
    assert [c.id for c in play.asked.space.things] == ["A1", "A2", "A3", "A5"]  # type: ignore[union-attr]
    refused = play.refused(OptionAnswer({}))
    assert refused.text.key
    play.pick("A5", "A1")
    assert play.state.sides["south"].own.musician == ("A1", "A5")
    play.pick("B2")
    assert play.state.sides["north"].own.banner == ("B2",)
    assert play.asked_for == ""


@pytest.mark.clause("AFS-MUS-02")
def test_four_units_are_too_many_and_none_is_allowed():
    units = {f"A{k}": unit("south", reserve=1, models=[{"role": "musician"} if k == 6 else {}]) for k in range(1, 7)}
    units["B1"] = unit("north", reserve=1)
    play = Play(field(units, round=0), "muster")
    from game.engine.decision import PickAnswer

    assert play.check(PickAnswer(("A1", "A2", "A3"))).legal
    assert not play.check(PickAnswer(("A1", "A2", "A3", "A4"))).legal
    assert play.check(PickAnswer(())).legal


@pytest.mark.clause("AFS-MOV-01", "AFS-MOV-02")
def test_arrangements_are_coherent_whatever_the_number():
    from rulesets.age_of_fantasy_skirmish.field import spacing

    for count in range(2, 11):
        for choice in set_up.FORMATIONS:
            units = {"A1": unit("south", reserve=count), "B1": unit("north", reserve=1)}
            state = field(units, round=0)
            from game.geometry.shapes import Pose

            poses = set_up.arranged(state, "A1", choice.id, Pose(inch(24.0), inch(6.0)))
            assert spacing.scatter(state, set_up.shapes(state, "A1"), poses) == 0.0, (count, choice.id)


@pytest.mark.clause("AFS-DEP-02", "AFS-SCT-03")
def test_the_cheapest_are_offered_first_as_they_are_usually_set_up():
    """Points 55, 36, 24 and 24 again: equals in the order of the list."""
    state = field(
        {
            "A1": unit("south", reserve=1, points=55),
            "A2": unit("south", reserve=1, points=36),
            "A3": unit("south", reserve=1, points=24),
            "A4": unit("south", reserve=1, points=24),
            "B1": unit("north", reserve=1),
        },
        phase="deployment",
    )
    assert set_up.DEPLOYING.in_turn(state, "south") == ("A3", "A4", "A2", "A1")
    play = Play(state, "deployment")
    assert play.decision.side == "south"
    question = RULESET.questions[play.decision.question]
    found = [r.answer for r in question.candidates(play.state, play.decision, "any", 5)]
    assert [a.places[0].thing for a in found if a is not None] == ["A3", "A4", "A2", "A1"]
    assert found[0] == play.asked.default.answer


@pytest.mark.clause("AFS-AMB-02", "AFS-AMB-05", "AFS-S01")
def test_a_refused_arrival_is_led_to_the_nearest_place_more_than_nine_inches_off():
    """The nearest point of the grid of half inches lies at nine inches exactly, which is not more than nine."""
    units = {
        "A1": unit("south", reserve=1, models=[AMBUSH], aside="ambush"),
        "B1": unit("north", (20.0 + 9.0 + 2 * R, 20.0)),
    }
    play = Play(field(units, round=2), "arrivals")
    assert play.asked_for == "ambush"
    verdict = play.check(place("A1", A1_1=(20.1, 20.0, 0.0)))
    assert verdict.reasons[0].clause == "AFS-AMB-02"
    assert verdict.nearest is not None
    pose = verdict.nearest.places[0].poses["A1.1"]
    assert (round(pose.x / 25.4, 3), round(pose.y / 25.4, 3)) == (20.0, 19.5)
    play.give(verdict.nearest)
    assert play.own("A1").arrived == 2


@pytest.mark.clause("AFS-DEP-03", "AFS-SCT-02", "AFS-R60")
@pytest.mark.parametrize(("entry", "rules"), [("deployment", {}), ("scouts", SCOUT)])
def test_who_is_set_up_before_the_battle_need_not_be_nine_inches_from_an_enemy(entry: str, rules: dict[str, Any]):
    """Refused for a friend's sake, it is led to the nearest place an inch off him, right before an enemy."""
    units = {
        "A1": unit("south", reserve=1, models=[rules], aside="scout" if rules else ""),
        "A2": unit("south", (20.0, 8.0)),
        "B1": unit("north", (20.0, 10.6), reserve=0),
    }
    play = Play(field(units, round=0), entry)
    verdict = play.check(place("A1", A1_1=(20.0, 7.0, 0.0)))
    assert verdict.reasons[0].clause == "AFS-MOV-03"
    assert verdict.nearest is not None
    pose = verdict.nearest.places[0].poses["A1.1"]
    assert (round(pose.x / 25.4, 3), round(pose.y / 25.4, 3)) == (20.0, 6.0)


@pytest.mark.clause("AFS-DEP-03", "AFS-R60")
@pytest.mark.parametrize(
    ("told", "found"),
    [((-9.0, 5.0), (0.5, 5.0)), ((60.0, 5.0), (47.5, 5.0)), ((20.0, -9.0), (20.0, 0.5)), ((20.0, 30.0), (20.0, 11.5))],
)
def test_a_place_beside_the_table_is_led_to_the_nearest_on_it(told: tuple[float, float], found: tuple[float, float]):
    play = Play(ready({"A1": (1, {})}, {"B1": (1, {})}), "deployment")
    verdict = play.check(place("A1", A1_1=(*told, 0.0)))
    assert verdict.reasons[0].clause == "AFS-R60"
    assert verdict.nearest is not None
    pose = verdict.nearest.places[0].poses["A1.1"]
    assert (round(pose.x / 25.4, 3), round(pose.y / 25.4, 3), pose.facing) == (*found, 0.0)


@pytest.mark.clause("AFS-DEP-03", "AFS-R60", "AFS-MOV-03")
def test_the_nearest_place_is_reckoned_from_the_edge_that_was_passed():
    """West of the table two friends leave no room near the edge: of two places a hair apart the nearer is told."""
    units = {
        "A1": unit("south", reserve=1),
        "A2": unit("south", (0.6, 5.2)),
        "A3": unit("south", (1.1, 4.8)),
        "B1": unit("north", reserve=1),
    }
    play = Play(field(units, round=0), "deployment")
    verdict = play.check(place("A1", A1_1=(-2.0, 5.2, 0.0)))
    assert verdict.nearest is not None
    pose = verdict.nearest.places[0].poses["A1.1"]
    # 2.343 inches from (0, 5.2); (0.5, 7.5) is 2.354 off
    assert (round(pose.x / 25.4, 3), round(pose.y / 25.4, 3)) == (1.5, 7.0)
