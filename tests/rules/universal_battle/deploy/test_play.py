"""Setting up as it is played: who places what where, infiltrators, who begins in whom (chapter 13)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine.decision import PlaceAnswer, Standing
from game.engine.state import Luck, State
from game.geometry.shapes import Pose
from rulesets.universal_battle.deploy import zones
from rulesets.universal_battle.deploy.deployment import DEPLOYMENT, INFILTRATION
from rulesets.universal_battle.deploy.set_up import ARRIVING, DEPLOYING
from rulesets.universal_battle.field.ground import kinds
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.system import RULESET
from rulesets.universal_battle.turn.rounds import BATTLE, BattleData
from tests.rules.universal_battle.move_play import at
from tests.rules.universal_battle.table import Made, Play, hero, monster, scene, standing, troops
from tests.rules.universal_battle.turn_play import asked, refusal


def deployment(*made: Made, **own: Any) -> Play:
    """The deployment; the south begins."""
    return Play(scene(*made, **{"phase": "deployment", "round": 0, **own}), DEPLOYMENT.at(), 6, 1)


def put(unit: str, *spots: tuple[float, float], formation: str = "", inside: str = "") -> PlaceAnswer:
    """A unit at these places, or in another."""
    poses = {f"{unit}.{k}": Pose(inch(x), inch(y)) for k, (x, y) in enumerate(spots, 1)}
    return PlaceAnswer((Standing(unit, poses, formation, inside),))


def waiting(play: Play) -> list[str]:
    """The units that may be placed now."""
    space = asked(play).space
    assert isinstance(space, ask.PlaceSpace)
    return [c.id for c in space.things]


@pytest.mark.clause("USB-SET-05", "USB-S08")
def test_the_higher_die_places_first_then_unit_by_unit_in_turn() -> None:
    made = [troops(u, None, 1) for u in ("A1", "A2", "B1")]
    play = Play(scene(*made), DEPLOYMENT.at(), 2, 2, 1, 3)
    assert (play.asked.side, waiting(play)) == ("north", ["B1"])
    play.default()
    assert (play.asked.side, waiting(play)) == ("south", ["A1", "A2"])
    play.answer(put("A2", (10, 2)))
    assert (play.asked.side, waiting(play)) == ("south", ["A1"])
    play.default()
    assert not play.session.waiting
    assert play.state.own.first == "north"


@pytest.mark.clause("USB-SET-04", "USB-S08", "USB-MOV-03")
def test_all_bases_stand_in_the_zone_in_coherency_in_a_formation() -> None:
    play = deployment(troops("A1", None, 4), troops("B1", None, 1))
    row = [(10.0 + k, 8.5) for k in range(4)]
    assert refusal(play, put("A1", *row)) == ""
    assert refusal(play, put("A1", *[(x, 8.51) for x, _ in row])) == "USB-S08"
    assert refusal(play, put("A1", (10, 8), (11, 8), (12, 8), (14.01, 8))) == "USB-MOV-03"
    block = [(10.0, 8.0), (11.0, 8.0), (10.0, 7.0), (11.0, 7.0)]
    assert refusal(play, put("A1", *block, formation="phalanx")) == ""
    assert refusal(play, put("A1", *[(x * 1.5, y) for x, y in block], formation="phalanx")) == "USB-FRM-04"
    play.answer(put("A1", *block, formation="phalanx"))
    assert play.state.units["A1"].own.formation == "phalanx"


@pytest.mark.clause("USB-S08")
def test_a_zone_without_room_is_left_over_its_front_as_little_as_can_be() -> None:
    great = monster("A1", None, 6)
    play = deployment(great, troops("B1", None, 1), zone=inch(4))
    play.default()
    assert at(play.state, "A1.1")[1] == pytest.approx(2.5, abs=0.11)
    shallow = deployment(great, troops("B1", None, 1), zone=inch(4))
    assert refusal(shallow, put("A1", (18, 2.4))) == ""
    assert refusal(shallow, put("A1", (18, 2.7))) == "USB-S08"
    deep = deployment(great, troops("B1", None, 1), zone=inch(8))
    assert refusal(deep, put("A1", (18, 5.6))) == ""
    roomy = deployment(great, troops("B1", None, 1), zone=inch(5))
    assert refusal(roomy, put("A1", (18, 2.7))) == "USB-S08"


@pytest.mark.clause("USB-TRN-07", "USB-S08")
def test_units_may_begin_embarked_several_in_one() -> None:
    bus, crew = monster("A1", None, 2, cargo=10), [troops(u, None, n) for u, n in (("A2", 6), ("A3", 4), ("A4", 1))]
    play = deployment(bus, *crew, troops("B1", None, 1))
    assert refusal(play, put("A2", inside="A1")) == "USB-S08"
    play.default().default()
    play.answer(put("A2", inside="A1")).answer(put("A3", inside="A1"))
    assert refusal(play, put("A4", inside="A1")) == "USB-TRN-02"
    assert [play.state.units[u].own.aboard for u in ("A2", "A3")] == ["A1", "A1"]
    assert play.state.bases["A2.1"].where == "inside"


@pytest.mark.clause("USB-S08", "USB-S17", "USB-HRO-09")
def test_heroes_may_begin_in_troops_aboard_too() -> None:
    bus, crew, chief = monster("A1", None, 2, cargo=10), troops("A2", None, 9), hero("A3", None)
    play = deployment(bus, crew, chief, hero("A4", None), troops("B1", None, 1))
    play.default().default()
    play.answer(put("A2", inside="A1"))
    play.answer(put("A3", inside="A2"))
    own = play.state.units["A3"].own
    assert (own.joined, own.aboard, play.state.bases["A3.1"].where) == ("A2", "A1", "inside")
    assert refusal(play, put("A4", inside="A2")) == "USB-S17"
    table = deployment(troops("A2", None, 3), chief, troops("B1", None, 1))
    table.answer(put("A2", (10, 5), (11.1, 5), (12.2, 5))).default()
    table.answer(put("A3", inside="A2"))
    assert table.state.units["A3"].own.joined == "A2"
    assert standing(table.state, "A3") == 1


@pytest.mark.clause("USB-R45", "USB-SPC-03", "USB-S22")
def test_who_comes_later_is_not_placed_but_may_come_in_who_comes_later() -> None:
    late: dict[str, Any] = {"specs": ["sudden"], "arrival": "sudden"}
    made = [
        monster("A1", None, 2, cargo=10, **late),
        troops("A2", None, 3, starts="A1", **late),
        hero("A3", None, starts="A2", **late),
        troops("A4", None, 1, starts="A1"),
        troops("B1", None, 1),
    ]
    play = deployment(*made)
    assert waiting(play) == ["A4"]
    own = {u: play.state.units[u].own for u in ("A2", "A3")}
    assert (own["A2"].aboard, own["A2"].arrival) == ("A1", "sudden")
    assert (own["A3"].joined, own["A3"].aboard) == ("A2", "A1")
    assert refusal(play, put("A4", inside="A1")) == "USB-S08"
    play.to_end()
    off = [u for u in play.state.units.values() if all(play.state.bases[b].where != "table" for b in u.bases)]
    assert [u.id for u in off] == ["A1", "A2", "A3"]


@pytest.mark.clause("USB-SPC-14", "USB-S08")
def test_infiltrators_come_last_anywhere_but_in_the_enemys_zone() -> None:
    spies = [troops(u, None, 1, specs=["infiltration"], arrival="infiltrator") for u in ("A1", "B1", "B3")]
    state = scene(*spies, troops("A2", (18, 2), 1), troops("B2", (18, 34), 1))
    play = Play(state, INFILTRATION.at(), 1, 1, 2, 5)
    assert (play.asked.side, waiting(play)) == ("north", ["B1", "B3"])
    play.answer(put("B1", (5, 9.5)))
    assert play.asked.side == "south"
    assert refusal(play, put("A1", (18, 26.5))) == ""
    assert refusal(play, put("A1", (18, 26.51))) == "USB-SPC-14"
    assert refusal(play, put("A1", (5, 11.49))) == "USB-S08"
    play.answer(put("A1", (5, 11.5)))
    assert (play.asked.side, waiting(play)) == ("north", ["B3"])
    play.default()
    assert play.state.units["A1"].own.arrival == ""
    alone = Play(replace(state, units={**state.units}), INFILTRATION.at(), 6, 1)
    assert alone.asked.side == "south"


@pytest.mark.clause("USB-SPC-14")
def test_one_sides_infiltrators_need_no_die() -> None:
    state = scene(troops("A1", None, 1, arrival="infiltrator"), troops("B2", (18, 34), 1))
    play = Play(state, INFILTRATION.at())
    assert waiting(play) == ["A1"]
    assert zones.outside(play.state, "south").outlines == (((0, 0), (0, 675), (900, 675), (900, 0)),)


@pytest.mark.clause("USB-SET-03", "USB-SET-08", "USB-S22")
def test_a_battle_begins_with_known_terrain_and_nobody_in_reserve() -> None:
    setup = replace(RULESET.default_setup("meeting", 500), seed="x")
    state, frame = RULESET.begin(setup)
    assert all(f.kind in kinds() for f in state.features.values())
    assert frame.name == "usb.battle"
    play = Play(replace(state, luck=Luck("scripted")), BATTLE.at(data=BattleData()), 6, 1, *([6, 1] * 3))
    while play.session.waiting and play.asked.question in ("deploy", "infiltrate"):
        play.leave("auto")
    later = [u for u in play.state.units.values() if u.own.arrival == "sudden"]
    assert all(_placed(play.state, u.id) for u in play.state.units.values() if u not in later)


def _placed(state: State, unit: str) -> bool:
    return all(state.bases[b].where in ("table", "inside") for b in state.units[unit].bases)


@pytest.mark.clause("USB-S08")
def test_usual_places_are_legal() -> None:
    play = deployment(troops("A1", None, 20), hero("A2", None), monster("A3", None, 6), troops("B1", None, 1))
    for unit in ("A1", "A2", "A3"):
        standing_there = DEPLOYING.usual(play.state, unit)
        assert standing_there is not None
        assert refusal(play, PlaceAnswer((standing_there,))) == ""


@pytest.mark.clause("USB-S08")
def test_the_usual_array_leaves_room_beside_troops_for_their_hero_and_none_beside_a_monster() -> None:
    def apart(first: Made, *others: Made) -> float:
        made = (first, troops("A2", None, 18), *others, troops("B1", None, 1))
        at = zones.in_line(scene(*made), "south")
        assert sorted(at) == ["A1", "A2"]
        return at["A2"][0] - at["A1"][0]

    aboard = hero("A3", None, starts="A1")
    width = aboard[1][0].shape.width
    assert apart(troops("A1", None, 18), aboard) == pytest.approx(apart(troops("A1", None, 18)) + width)
    giant = monster("A1", None, 6)
    assert apart(giant, aboard) == apart(giant)


@pytest.mark.clause("USB-S08", "USB-SET-05", "USB-R45")
def test_where_units_would_like_to_stand() -> None:
    bows = troops("A3", None, 3, "regular", "ranged")
    state = scene(
        troops("A1", None, 3), troops("A2", None, 3), bows, troops("B1", (30, 30), 1), troops("B2", (5, 20), 1)
    )
    state = replace(state, own=replace(state.own, phase="deployment"))
    line = [DEPLOYING.wish(state, unit) for unit in ("A1", "A2", "A3")]
    assert [round(p.x / 25) for p in line] == [9, 18, 27]
    assert line[0].y - line[2].y == inch(2.0)
    assert line[0].y == line[1].y
    arrived = ARRIVING.wish(state, "A1")
    assert (arrived.x, arrived.y) == (inch(5), inch(20))


@pytest.mark.clause("USB-S08", "USB-S10")
def test_one_model_alone_is_offered_no_shape_of_many() -> None:
    play = deployment(troops("A1", None, 3), hero("A2", None), troops("B1", None, 1))
    space = asked(play).space
    assert isinstance(space, ask.PlaceSpace)
    assert [one.id for one in space.shapes["A2"]] == ["line", "hidden"]
    assert {"line", "block", "column", "phalanx", "hidden"} <= {one.id for one in space.shapes["A1"]}


@pytest.mark.clause("USB-S08")
def test_units_usually_stand_in_line_and_as_blocks_where_the_table_is_too_narrow() -> None:
    few = scene(troops("A1", None, 4), troops("A2", None, 6), troops("B1", None, 1))
    assert [name for _, name in zones.in_line(few, "south").values()] == ["line", "line"]
    many = scene(*[troops(f"A{k}", None, 12) for k in range(1, 5)], troops("A5", None, 1), troops("B1", None, 1))
    assert [name for _, name in zones.in_line(many, "south").values()] == ["block", "block", "block", "line", "line"]
