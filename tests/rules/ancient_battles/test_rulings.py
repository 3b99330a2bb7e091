"""What the rules leave open, and how it is decided (rulings.md): charges, deployment, positions, the end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import PlaceAnswer, Reply, Standing
from game.engine.files.toml_reading import DataError
from game.engine.state import Due, Frame, State
from game.geometry.shapes import Pose
from game.kit import situation
from rulesets.ancient_battles.charge.solver import solve
from rulesets.ancient_battles.deploy import deployment
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.flee.flights import bearing_away, nearest_edge
from rulesets.ancient_battles.turn import turn
from tests.rules.ancient_battles.charge_play import Play as Moves
from tests.rules.ancient_battles.charge_play import declared
from tests.rules.ancient_battles.combat_play import clash
from tests.rules.ancient_battles.shots_play import Play as Watching
from tests.rules.ancient_battles.table import piece, table, unit
from tests.rules.ancient_battles.test_flow_setup import auto, deploy, edge

SOUTH = (("south", ((0.0, 0.0), (1800.0, 0.0), (1800.0, 600.0), (0.0, 600.0))),)
NORTH = (("north", ((0.0, 600.0), (1800.0, 600.0), (1800.0, 1200.0), (0.0, 1200.0))),)
EAST = (("north", ((900.0, 0.0), (1800.0, 0.0), (1800.0, 1200.0), (900.0, 1200.0))),)
WEST = (("south", ((0.0, 0.0), (900.0, 0.0), (900.0, 1200.0), (0.0, 1200.0))),)


def zoned(state: State, zones: Any) -> State:
    return replace(state, own=replace(state.own, zones=zones))


# --- charges -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S09", "WAB-CHG-03")
def test_a_charge_barred_on_every_path_fails_straight_ahead() -> None:
    """Comrades stand beside the companions right and left, so that no wheel is free, and one file away in front."""
    rows = [
        unit("COM", (36, 10)),
        unit("PHA", (36, 18), models=24),
        unit("WAR", (36, 22), 180),
    ]
    state = declared(table(*rows), "COM", "WAR")
    assert solve(state, "COM", "WAR").usual is None
    play = Moves(state, Frame("wab.charge_moves"))
    while play.asked_for:
        play.default()
    assert play.types() == ["charge_failed"]
    # eight inches would lead into the phalanx, whose rear stands at 14.8
    assert play.front("COM") == (36.0, 14.8, 0.0)


@pytest.mark.clause("WAB-S09", "WAB-S10")
def test_the_default_path_counts_files_by_base_contact() -> None:
    """A file aside four meet four, the last of them at a corner: straight ahead, and by no file's middle but three."""
    state = table(unit("SIL", (36, 20), files=4), unit("GAE", (36.8, 24), 180, files=4))
    found = solve(state, "SIL", "GAE")
    assert found.usual is not None
    assert (found.usual.degrees, found.usual.files) == (0.0, 4)
    play = Moves(declared(state, "SIL", "GAE"), Frame("wab.charge_moves"))
    play.default()
    assert len({a for a, _ in engagement.pairs(play.state, "SIL", "GAE")}) == 4


# --- combat ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-RES-01")
def test_a_side_that_is_wiped_out_never_wins_the_combat() -> None:
    """The bearer charges, kills two slingers and has 2, 1 for Momentum and 1 for the standard; the third kills him."""
    slingers = unit("GSL", poses=[(35.2, 24.4), (36, 24.4), (36.8, 24.4)], models=3)
    bearer = unit("SBS", (36, 24), 0, wounds=1)
    state = table(bearer, slingers, contacts=[{"a": "SBS", "b": "GSL", "how": "charge", "since": 1}])
    play = clash(state, 6, 6, 6, 6, 6, 6, 1)
    assert not situation.on_table(play.state, "SBS")
    result = play.event("combat_result")
    assert result.data["scores"]["south"] > result.data["scores"]["north"] == 1
    assert result.data["winner"] == "north"


# --- characters --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S27")
@pytest.mark.parametrize(
    ("who", "host", "told"),
    [
        ("SGE", "PHA", "a mounted character may join only cavalry"),
        ("SBS", "COM", "a mounted character may join only cavalry"),
        ("SBS", "CRE", "a character may join only a unit in ranks"),
        ("SGE", "COM", ""),
        ("SBS", "PHA", ""),
    ],
)
def test_a_position_seats_no_rider_among_the_foot(who: str, host: str, told: str) -> None:
    rows = (unit(host, (36, 20)), unit(who, joined=host))
    if told:
        with pytest.raises(DataError, match=told):
            table(*rows)
        return
    state = table(*rows)
    assert facts.characters_in(state, host) == (who,)
    mine = state.bases_of(who)[0]
    fellows = [b for b in state.bases_of(host) if b.pose is not None]
    assert mine.pose is not None
    wide = (mine.shape.width, mine.shape.depth)
    assert all((b.shape.width, b.shape.depth) == wide for b in fellows)


# --- deployment --------------------------------------------------------------------------------------------------


def test_the_exit_that_lays_the_rest_does_not_come_again() -> None:
    play = deploy([6, 1, 3, 4])
    edge(play, "south")
    (way_out,) = play.asked.exits
    assert (way_out.id, way_out.back) == ("auto", False)
    side = play.decision.side
    play.give(None, "auto")
    assert play.decision.side != side


@pytest.mark.clause("WAB-S31")
def test_a_character_may_be_placed_before_the_units() -> None:
    play = deploy([6, 1])
    edge(play, "south")
    side = play.decision.side
    who = {"south": "SGE", "north": "GCH"}[side]
    y, facing = (6.0, 0.0) if play.state.sides[side].own.edge == "south" else (42.0, 180.0)
    answer = PlaceAnswer((Standing(who, {who: Pose(36 * 25.0, y * 25.0, facing)}),))
    assert play.session.check(play.decision, Reply(answer)).legal


@pytest.mark.clause("WAB-S07", "WAB-S31")
@pytest.mark.parametrize(("y", "clause"), [(23.0, ""), (23.01, "WAB-S07")])
def test_nobody_is_deployed_within_an_inch_of_an_enemy(y: float, clause: str) -> None:
    """On a table whose zones meet the warband stands at the line between them."""
    state = zoned(table(unit("PHA"), unit("WAR", (36, 24), 180)), SOUTH + NORTH)
    poses = deployment.poses_about(state, "PHA", Pose(36 * 25.0, (y - 1.6) * 25.0, 0.0))
    bar = deployment.place_bar(state, "PHA", poses)
    assert (bar.clause if bar else "") == clause


def test_horse_takes_the_wings_in_the_order_of_the_list() -> None:
    """Companions stand before the elephant in the list, nobles before the chariots: one goes left, the other right."""
    play = deploy([6, 1, 3, 4])
    edge(play, "south")
    state = auto(play).state
    x = {u: facts.centre(state, u)[0] for u in ("COM", "SEL", "NOB", "LCH")}
    middle = state.table.width / 2.0
    assert x["COM"] < middle < x["SEL"]
    assert x["NOB"] < middle < x["LCH"]


@pytest.mark.clause("WAB-S31", "WAB-S32")
def test_who_found_no_room_is_not_lost_but_keeps_no_battle_going() -> None:
    state = table(unit("PHA", (36, 20)), unit("WAR", (36, 40), 180), unit("NOB"))
    away = {b: replace(state.bases[b], where="off") for b in state.units["NOB"].bases}
    state = replace(state, bases={**state.bases, **away})
    assert turn.worth(state, "NOB") == 0
    assert not turn.swept(state)
    gone = {b: replace(state.bases[b], pose=None, where="gone") for b in state.units["WAR"].bases}
    after = replace(state, bases={**state.bases, **gone})
    assert turn.swept(after)
    pursuer = replace(state.units["NOB"], own=replace(state.units["NOB"].own, off_at=(900.0, 1200.0, 180.0)))
    assert not turn.swept(replace(after, units={**after.units, "NOB": pursuer}))


# --- directions --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S14", "WAB-S37")
@pytest.mark.parametrize(("zones", "bearing"), [(SOUTH + NORTH, 180.0), (WEST + EAST, 270.0), ((), 180.0)])
def test_home_lies_behind_the_army_on_any_table(zones: Any, bearing: float) -> None:
    """Where two middles coincide one flees towards one's own base line: on zones west and east that is the west."""
    state = zoned(table(unit("SJA", poses=[(36, 24)], models=1), unit("WAR", (10, 40), 180)), zones)
    assert facts.facing_of(state, "south") == (bearing + 180.0) % 360.0
    assert bearing_away(state, "SJA", "") == bearing
    same = (900.0, 600.0)
    assert facts.direction(state, same, (900.0, 600.02), "south") == bearing
    assert facts.direction(state, same, (900.0, 600.03), "south") == 0.0


@pytest.mark.clause("WAB-S14", "WAB-S37")
def test_of_two_edges_as_near_ones_own_comes_first() -> None:
    state = zoned(table(unit("SJA", poses=[(20, 20)], models=1), unit("WAR", (10, 40), 180)), WEST + EAST)
    assert nearest_edge(state, "SJA") == 270.0
    assert nearest_edge(zoned(state, ()), "SJA") == 180.0


# --- positions, tests due ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deep", "fits"), [(0.002, True), (0.0022, False)])
def test_a_position_allows_no_more_overlap_than_the_rules(deep: float, fits: bool) -> None:
    """The slack of lengths (WAB-S02) for each of two units that ended a move against each other, not base contact."""
    rows = (unit("PHA", (36, 20)), unit("WAR", (36, 20 - deep), 180))
    if fits:
        table(*rows)
        return
    with pytest.raises(DataError, match="overlaps"):
        table(*rows)


@pytest.mark.clause("WAB-TRN-02", "WAB-PAN-05")
def test_only_those_who_test_now_are_asked_for_their_order() -> None:
    """A test for friends lost waits for the Close combat phase (WAB-S11): at the start of the turn nobody takes it."""
    state = table(unit("PHA", (36, 20)), unit("SIL", (46, 20)), unit("WAR", (36, 40), 180), phase="start")
    due = (Due("a", "panic", "WAB-PAN-05", "PHA", ("COM",)), Due("b", "panic", "WAB-PAN-08", "SIL", ()))
    assert turn.to_test(replace(state, due=due), "panic", "south") == ("SIL",)
    assert turn.to_test(replace(state, due=due[:1]), "panic", "south") == ()


@pytest.mark.clause("WAB-S07", "WAB-S08")
def test_one_measure_of_off_the_table_and_of_a_touch() -> None:
    """The slack of lengths at the edge, wherever one asks."""
    state = table(unit("PHA", (36, 20)), unit("WAR", (36, 40), 180), terrain=[piece("building", box=(1, 1, 3, 3))])
    block = facts.quads(state, "PHA")
    west = float(block[..., 0].min())
    assert not facts.off_table(state, block - [west + 0.02, 0.0])
    assert facts.off_table(state, block - [west + 0.03, 0.0])


@pytest.mark.clause("WAB-TRN-02", "WAB-TRR-03")
@pytest.mark.parametrize("several", [True, False])
def test_the_order_of_tests_is_named_at_once_and_not_for_one_alone(several: bool) -> None:
    rows = [unit("SEL", (36, 20)), unit("WAR", (32, 27), 180)]
    if several:
        rows.append(unit("OAT", (40, 27), 180))
    play = Watching(table(*rows, active="north", first="north"), "wab.start", dice=(1, 1) * len(rows[1:]))
    assert (play.asked_for == "wab.order_of_tests") is several
    if several:
        play.pick("WAR", "OAT")
    assert [t[0] for t in play.tested()] == (["WAR", "OAT"] if several else ["WAR"])
