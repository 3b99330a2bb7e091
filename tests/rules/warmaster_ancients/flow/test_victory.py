"""The end of the game: broken armies, the time limit, points for losses and for places held."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.dice import ScriptedDice
from game.engine.session import Session
from game.engine.state import Frame, Luck, State
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients import RULESET, data_files
from rulesets.warmaster_ancients.turn import turn
from rulesets.warmaster_ancients.turn.turn import BattleData
from tests.rules.warmaster_ancients.flow_play import Play, plain
from tests.rules.warmaster_ancients.table import table, unit


def begun(scenario: str = "open_field", size: int = 1000, **battle: object) -> State:
    """A battle of a scenario with everybody on the table, wherever: for counting."""
    state, _ = RULESET.begin(RULESET.default_setup(scenario, size))
    rows = {
        b.id: replace(b, where="table", pose=Pose(100.0 + 45.0 * (k % 35), 300.0 + 60.0 * (k // 35), 0.0))
        for k, b in enumerate(state.bases.values())
    }
    return replace(state, bases=rows, own=replace(state.own, **battle))


def lose(state: State, *units: str, keep: int = 0) -> State:
    """The same with units destroyed, or cut down to some stands."""
    rows = dict(state.bases)
    for one in units:
        for base in state.units[one].bases[keep:]:
            rows[base] = replace(rows[base], where="gone", pose=None)
    return replace(state, bases=rows)


SOUTH = ["LEG-1", "LEG-2", "LEG-3", "LEG-4", "LEG-5", "LEG-6", "TRI-1"]
NORTH = ["LIB-1", "LIB-2", "LIB-3", "LIB-4", "GAL-1", "GAL-2", "GAL-3"]


@pytest.mark.clause("WMA-S35", "WMA-VIC-01")
def test_ex25_the_break_point():
    state = begun()
    assert turn.initial(state, "north") == 13
    assert not turn.broken(lose(state, *NORTH[:6]), "north")
    assert turn.units_to_break(lose(state, *NORTH[:6]), "north") == 1
    assert turn.broken(lose(state, *NORTH), "north")
    assert turn.initial(state, "south") == 14
    assert not turn.broken(lose(state, *SOUTH[:6]), "south")
    assert turn.broken(lose(state, *SOUTH), "south")
    assert turn.units_to_break(state, "south") == 7


@pytest.mark.clause("WMA-S35")
def test_reduced_units_and_characters_do_not_count_towards_the_break_point():
    state = lose(lose(begun(), *NORTH[:6]), "GAL-3", keep=1)
    state = lose(state, "STRA-1", "COMM-1", "CHIE-1")
    assert not turn.broken(state, "north")
    assert turn.destroyed(state, "north") == tuple(NORTH[:6])
    assert turn.reduced(state, "north") == ("GAL-3",)
    assert turn.lost_characters(state, "north") == ("STRA-1", "COMM-1", "CHIE-1")


@pytest.mark.clause("WMA-S35", "WMA-VIC-02", "WMA-SET-06")
def test_points_for_losses():
    """Full cost of the destroyed and of lost characters, half of what is down to one stand, rounded down."""
    state = lose(begun(), "LIB-1", "STRA-1")
    state = lose(state, "GAL-1", "NUM-1", keep=1)
    total = turn.score(state, "south")
    assert total.total == 50 + 125 + 45 // 2 + 55 // 2 == 224
    assert [(int(v), c) for _, v, c in total.rows] == [(50, "WMA-S35"), (125, "WMA-S35"), (49, "WMA-S35")]
    assert turn.score(state, "north").total == 0
    two_left = lose(begun(), "GAL-1", keep=2)
    assert turn.score(two_left, "south").total == 0


@pytest.mark.clause("WMA-SET-06")
def test_a_scenario_may_take_points_for_own_losses():
    """A quarter of their cost, rounded down for each unit: 55 gives 13, 65 gives 16."""
    state = lose(begun("fortified_hill"), "LEG-1", "LEG-2", "TRI-1")
    rows = turn.score(state, "south").rows
    assert [int(v) for t, v, _ in rows if t.key.startswith("Own")] == [-(13 + 13 + 16)]
    state = lose(begun("fortified_hill"), "LIB-1")
    assert all(v > 0 for _, v, _ in turn.score(state, "north").rows)


@pytest.mark.clause("WMA-SET-06")
@pytest.mark.parametrize(
    ("southern", "northern", "holder"),
    [(2, 0, "south"), (1, 0, ""), (0, 2, "north"), (2, 2, ""), (2, 1, "south"), (0, 0, "")],
)
def test_who_holds_a_place(southern, northern, holder):
    """At least half of a unit's stands with their centres inside, and no enemy unit so."""
    river = data_files.load_scenario("river")
    ford = next(o for o in river.objectives if o.id == "hold-ford")
    state = begun("river")
    poses = {}
    for unit_id, inside, y in (("LEG-1", southern, 540.0), ("LIB-1", northern, 590.0)):
        for k, base in enumerate(state.units[unit_id].bases):
            poses[base] = Pose(1300.0 + 40.0 * k if k < inside else 1000.0 + 40.0 * k, y, 0.0)
    state = state.with_poses(poses)
    assert turn.holder(state, ford) == holder
    for side in ("south", "north"):
        rows = [int(v) for t, v, _ in turn.score(state, side).rows if t.key == ford.name]
        assert rows == ([100] if holder == side else [])


def last_turn(state: State, side: str = "north", turn: int = 8) -> Play:
    """The end of a player turn of a battle."""
    state = replace(state, luck=Luck("scripted"), own=replace(state.own, first="south", active=side, turn=turn))
    play = Play.__new__(Play)
    play.dice = ScriptedDice([])
    frame = Frame("wma.battle", "played", BattleData(turn, side))
    play.session = Session.from_state(RULESET, state, frame, play.dice)
    return play


@pytest.mark.clause("WMA-VIC-01", "WMA-S35")
def test_a_broken_army_loses_whatever_the_points():
    state = lose(begun(), *NORTH, *SOUTH[:6])
    play = last_turn(state, "south", 3)
    over = play.state.over
    assert over is not None
    assert over.winner == "south"
    assert over.scores == {"south": 335, "north": 330}
    assert play.event("army_broken").data == {"lost": 7, "began": 13}
    assert plain(over.why) == "north withdraws from the field: south wins"
    assert play.state.own.phase == "over"


@pytest.mark.clause("WMA-VIC-01", "WMA-TRN-01")
def test_an_unbroken_army_fights_on():
    play = last_turn(lose(begun(), *NORTH[:6]), "south", 3)
    assert play.state.over is None
    assert play.state.own.active == "north"
    assert play.state.own.turn == 3
    play = last_turn(lose(begun(), *NORTH[:6]), "north", 3)
    assert play.state.own.active == "south"
    assert play.state.own.turn == 4


@pytest.mark.clause("WMA-S35", "WMA-VIC-02")
def test_if_both_break_the_points_decide():
    state = lose(begun(), *NORTH, *SOUTH)
    over = last_turn(state, "south", 3).state.over
    assert over is not None
    assert over.scores == {"south": 4 * 50 + 3 * 45, "north": 6 * 55 + 65}
    assert over.winner == "north"


@pytest.mark.clause("WMA-S35", "WMA-VIC-02")
@pytest.mark.parametrize(
    ("losses", "winner"),
    [(("LIB-1",), "south"), (("LEG-1",), "north"), ((), "")],
)
def test_at_the_time_limit_the_points_decide(losses, winner):
    over = last_turn(lose(begun(), *losses), "north", 8).state.over
    assert over is not None
    assert over.winner == winner


@pytest.mark.clause("WMA-S35")
def test_the_limit_is_the_end_of_the_second_players_last_turn():
    assert last_turn(begun(), "south", 8).state.over is None
    assert last_turn(begun(), "north", 7).state.over is None
    assert last_turn(begun(limit=7), "north", 7).state.over is not None


@pytest.mark.clause("WMA-S35")
def test_the_garrison_breaks_at_two_thirds():
    state = begun("fortified_hill")
    units = [u.id for u in state.units_of("north") if not u.own.character]
    need = -(-len(units) * 2 // 3)
    assert not turn.broken(lose(state, *units[: need - 1]), "north")
    assert turn.broken(lose(state, *units[:need]), "north")


@pytest.mark.clause("WMA-S32", "WMA-S35")
def test_a_lost_general_does_not_end_the_game():
    play = last_turn(lose(begun(), "CONS-1"), "south", 2)
    assert play.state.over is None


@pytest.mark.clause("WMA-VIC-01")
def test_a_player_may_concede():
    play = Play(
        table(unit("LEG-1", at=(90, 20), facing="N"), unit("CONS-1", at=(90, 15)), unit("GAL-1", at=(90, 100))),
        "turn",
        side="south",
    )
    play.session.submit(cmd.Concede("south"))
    assert play.state.over is not None
    assert play.state.over.winner == "north"
