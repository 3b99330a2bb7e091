"""The battle, its player turns and their phases; the reckoning at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from game.engine.decision import Sum
from game.engine.dice import ScriptedDice
from game.engine.flow import Done
from game.engine.session import Session
from game.engine.state import Frame, State
from game.engine.text import Text
from rulesets.ancient_battles.charge.charges import ChargesData
from rulesets.ancient_battles.own import ANY_TURN, OWN_MOVEMENT, OWN_TURN, SHOOTING, UnitOwn, anew
from rulesets.ancient_battles.shown.prospects import as_if_its_turn, prospects
from rulesets.ancient_battles.system import RULESET
from rulesets.ancient_battles.turn import turn
from rulesets.ancient_battles.turn.turn import BattleData, TurnData
from tests.rules.ancient_battles.charge_play import declared
from tests.rules.ancient_battles.shots_play import Play, aims, runner
from tests.rules.ancient_battles.table import table, unit


def far(**more: Any) -> State:
    """A phalanx and a warband that can do nothing to each other."""
    return table(unit("PHA", (10, 10)), unit("WAR", (60, 40), 180), **more)


def at(state: State, name: str, step: str, data: Any, dice: Sequence[int] = ()) -> Play:
    """A frame that is played from one of its steps."""
    play = Play.__new__(Play)
    play.dice = ScriptedDice(dice)
    play.session = Session.from_state(RULESET, state, Frame(name, step, data), play.dice)
    return play


@pytest.fixture
def still(monkeypatch: Any) -> None:
    """Nobody moves in the last step of the Movement phase."""
    monkeypatch.setitem(RULESET.steps, ("wab.moves", "begin"), lambda run, data, got: Done())
    monkeypatch.setitem(RULESET.frames, "wab.moves", None)


def through(play: Play) -> Play:
    """Every question answered by its default, whatever dice are left."""
    while play.session.waiting:
        play.default()
    return play


# --- phases ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("still")
@pytest.mark.clause("WAB-TRN-01", "WAB-TRN-03")
def test_phases_and_steps_come_in_their_order() -> None:
    play = through(Play(far(), "wab.turn", TurnData("south")))
    assert [e.data["phase"] for e in play.of("phase_begins")] == [
        "start", "charges", "rally", "compulsory", "charge_moves", "moves", "shooting", "combat",
    ]  # fmt: skip
    assert play.events[-2].type == "turn_ends"


@pytest.mark.usefixtures("still")
@pytest.mark.clause("WAB-TRN-01", "WAB-S31")
def test_the_players_take_turns_and_the_battle_ends_after_the_last_of_both() -> None:
    state = far(first="north", limit=2)
    play = through(at(state, "wab.battle", "next", BattleData(1, "north")))
    told = [(e.data["turn"], e.side) for e in play.of("turn_begins")]
    assert told == [(1, "north"), (1, "south"), (2, "north"), (2, "south")]
    assert play.state.over is not None
    assert play.state.own.phase == "over"


@pytest.mark.clause("WAB-TRN-04", "WAB-TRN-03")
def test_reactions_lie_between_declaration_and_rally() -> None:
    state = table(
        unit("COM", (36, 20)), unit("WAR", (36, 30), 180), unit("PHA", (10, 10), 0, fleeing=True, fled_turn=1)
    )
    play = Play(replace(state, own=replace(state.own, turn=2)), "wab.turn", TurnData("south", 2), (3, 4, 1, 1))
    play.give(aims(("COM", "charge", "WAR")))
    assert play.asked_for == "wab.react"
    play.option("reaction", "flee")
    assert [e.type for e in play.of("fled")] == ["fled"]
    assert play.state.own.phase == "rally"
    assert play.asked_for == "wab.rally"


@pytest.mark.usefixtures("still")
@pytest.mark.clause("WAB-TRN-05")
def test_a_unit_that_does_not_rally_runs_in_the_same_phase() -> None:
    state = table(unit("PHA", (20, 20), 0, fleeing=True, fled_turn=2), unit("WAR", (60, 40), 180), turn=2)
    play = Play(state, "wab.turn", TurnData("south", 2), (6, 6, 1, 1))
    play.default()
    assert [e.type for e in play.events if e.type in ("flees_on", "fled")] == ["flees_on", "fled"]


# --- what a turn takes away --------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-R32", "WAB-FMR-09", "WAB-R13")
def test_fast_march_and_ignored_enemies_last_to_the_next_own_movement_phase() -> None:
    """Not the enemy's turn ends them, nor the start of the own."""
    state = table(unit("PHA", (10, 10), fast=True, ignored=("WAR",)), unit("WAR", (60, 40), 180), active="north")
    changes = {(c.id, c.field) for c in turn.rested(state, "south")}  # type: ignore[union-attr]
    assert changes == {("PHA", "own.fast"), ("PHA", "own.ignored")}
    assert turn.rested(state, "north") == []
    paths = {c.field for c in turn.fresh(state, "south")}  # type: ignore[union-attr]
    assert not paths & {"own.fast", "own.ignored"}


@pytest.mark.clause("WAB-TRN-01")
def test_what_was_done_this_turn_is_forgotten_at_the_next_own_turn() -> None:
    done = {"moved": True, "marched": True, "shot": True, "rallied": True, "reformed": True, "stationary": True,
            "charge_failed": True, "charged": True, "returned": True, "disengaging": True}  # fmt: skip
    state = table(unit("PHA", (10, 10), **done), unit("WAR", (60, 40), 180, **done))
    paths = [(c.id, c.field) for c in turn.fresh(state, "south")]  # type: ignore[union-attr]
    assert {p for u, p in paths if u == "PHA"} == {f"own.{k}" for k in done}
    assert {p for u, p in paths if u == "WAR"} == {"own.charged"}


TURNED: dict[str, Any] = dict.fromkeys((*OWN_TURN, *ANY_TURN), True) | {
    "fast": True,
    "ignored": ("WAR",),
    "shot_down": 3,
    "shot_from": 9,
}
"""A unit of whom everything is said that a turn takes away."""
LASTING = (
    *("files", "order", "began", "wounds", "character", "joined", "fleeing", "fled_to", "fled_turn", "stubborn_used"),
    *("calm", "shaken_by_fear", "snake", "off_at", "won", "beat"),
)
"""What no turn takes away."""


@pytest.mark.clause("WAB-TRN-01")
def test_of_every_field_of_a_unit_it_is_told_when_it_begins_anew() -> None:
    """A new flag must be put into one of the groups; they share none."""
    told = [*OWN_TURN, *ANY_TURN, *OWN_MOVEMENT, *SHOOTING, *LASTING]
    assert sorted(told) == sorted(f.name for f in msgspec.structs.fields(UnitOwn))
    assert set(TURNED) == {*told} - {*LASTING}


@pytest.mark.clause("WAB-TRN-01", "WAB-R13", "WAB-R32", "WAB-R23")
def test_a_forecast_of_a_turn_begins_as_the_turn_itself() -> None:
    """All that the own turn and its Movement phase take away, and of the enemy what they take from him; no more."""
    state = table(unit("PHA", (10, 10), **TURNED), unit("WAR", (60, 40), 180, **TURNED), active="north")
    changes = [*turn.fresh(state, "south"), *turn.rested(state, "south")]
    begun = {u: {c.field: c.value for c in changes if c.id == u} for u in ("PHA", "WAR")}  # type: ignore[union-attr]
    seen = as_if_its_turn(state, "PHA")
    for who, told in begun.items():
        own = seen.units[who].own
        wish = replace(state.units[who].own, **{k.removeprefix("own."): v for k, v in told.items()}, **anew(*SHOOTING))
        assert own == wish
    assert seen.units["PHA"].own == UnitOwn(files=6, began=24)
    assert seen.own.active == "south"


@pytest.mark.clause("WAB-S16")
def test_who_left_a_combat_is_free_in_the_forecast_of_its_next_turn() -> None:
    state = table(
        unit("SJA", (36, 20), 0, disengaging=True, moved=True),
        unit("WAR", (36, 26), 180),
        active="north",
        phase="moves",
    )
    found = {(p.what, p.actor): p.bar for p in prospects(state, "SJA", "WAR", {})}
    assert found["shoot", "SJA"] is None
    assert found["charge", "SJA"] is None


@pytest.mark.clause("WAB-R32", "WAB-FMR-10")
def test_a_charge_thought_of_meets_the_fast_march_of_the_other_side() -> None:
    """It lasts to that side's own Movement phase: its front rank fights alone."""
    state = table(unit("PHA", (36, 20), 0), unit("WAR", (36, 26), 180, fast=True, files=3, models=9))
    assert as_if_its_turn(state, "PHA").units["WAR"].own.fast
    assert not as_if_its_turn(state, "WAR").units["WAR"].own.fast


@pytest.mark.clause("WAB-R54", "WAB-TRN-04")
def test_a_general_shot_in_a_reaction_frightens_his_army_at_the_end_of_the_step() -> None:
    """A lone General with a wound left charges Cretans, who hit him: his army tests before anybody rallies."""
    archers = {"side": "south", "poses": [(36 + k, 20) for k in range(2)], "models": 2}
    state = table(
        unit("CRE", **archers), unit("GCH", (36.5, 29.5), 180, wounds=2), unit("WAR", (60, 40), 180), active="north"
    )
    state = declared(state, "GCH", "CRE")
    play = at(state, "wab.charges", "answers", ChargesData(), (6, 6, 4, 6, 1, 1, 2, 2))
    play.option("reaction", "shoot:GCH")
    assert [e.data["unit"] for e in play.of("destroyed")] == ["GCH"]
    assert play.tested() == [("WAR", "panic", True, 6)]


# --- the reckoning -----------------------------------------------------------------------------------------------


def points(state: State, side: str = "north") -> int:
    return int(turn.score(state, side).total)


@pytest.mark.clause("WAB-S32")
@pytest.mark.parametrize(
    ("keys", "worth"),
    [({}, 0), ({"models": 13}, 0), ({"models": 12}, 77), ({"models": 0}, 154), ({"fleeing": True}, 154)],
)
def test_points_for_a_unit(keys: dict[str, Any], worth: int) -> None:
    """The phalanx of 24 costs 154: at 12 half of it, destroyed or fleeing all."""
    assert points(table(unit("PHA", (36, 20), **keys), unit("WAR", (60, 40), 180))) == worth


@pytest.mark.clause("WAB-S32")
def test_half_of_an_odd_price_is_rounded_up() -> None:
    """Javelinmen, 75 points: seven of fifteen left."""
    left = [(10 + k, 10) for k in range(7)]
    assert points(table(unit("SJA", poses=left, models=7), unit("WAR", (60, 40), 180))) == 38


@pytest.mark.clause("WAB-S32", "WAB-S20")
def test_wounds_alone_are_no_half_strength() -> None:
    assert points(table(unit("SEL", (36, 20), wounds=5), unit("WAR", (60, 40), 180))) == 0


@pytest.mark.clause("WAB-S32")
@pytest.mark.parametrize(
    ("unit_id", "keys", "worth"),
    [
        ("SGE", {"models": 0}, 230),
        ("SGE", {"fleeing": True}, 230),
        ("SBS", {"models": 0}, 165),
        ("SGE", {"wounds": 2}, 0),
    ],
)
def test_general_and_battle_standard_bring_a_hundred_more(unit_id: str, keys: dict[str, Any], worth: int) -> None:
    assert points(table(unit(unit_id, (36, 20), **keys), unit("WAR", (60, 40), 180))) == worth


@pytest.mark.clause("WAB-S32")
@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ({"models": 12}, "{unit}: half strength or less"),
        ({"models": 0}, "{unit}: destroyed or fled"),
        ({"fleeing": True}, "{unit}: fleeing"),
        ({"fleeing": True, "models": 5}, "{unit}: fleeing"),
    ],
)
def test_what_points_are_given_for_is_told(keys: dict[str, Any], why: str) -> None:
    found = turn.score(table(unit("PHA", (36, 20), **keys), unit("WAR", (60, 40), 180)), "north")
    assert [(text.key, clause) for text, _, clause in found.rows] == [(why, "WAB-S32")]


@pytest.mark.clause("WAB-S32", "WAB-S27")
def test_who_stands_in_a_fleeing_unit_flees_too() -> None:
    state = table(unit("PHA", (36, 20), fleeing=True), unit("SBS", joined="PHA"), unit("WAR", (60, 40), 180))
    assert points(state) == 154 + 65 + 100


@pytest.mark.clause("WAB-S32", "WAB-S15")
def test_who_is_off_the_table_in_pursuit_is_not_lost() -> None:
    state = table(unit("COM", (36, 20)), unit("WAR", (60, 40), 180))
    bases = {b: replace(state.bases[b], pose=None, where="off") for b in state.units["COM"].bases}
    assert points(replace(state, bases={**state.bases, **bases})) == 0


@pytest.mark.clause("WAB-S32")
@pytest.mark.parametrize(
    ("difference", "named"),
    [
        (0, "a draw"),
        (99, "a draw"),
        (100, "a minor victory"),
        (299, "a minor victory"),
        (300, "a major victory"),
    ],
)
def test_what_a_difference_is_called(difference: int, named: str) -> None:
    assert turn.grade(difference).key == named


@pytest.mark.clause("WAB-S32", "WAB-S31")
@pytest.mark.parametrize(
    ("lost", "winner"), [({"LCH": 0}, ""), ({"NOB": 0}, "south"), ({"LCH": 0, "NOB": 0, "WAR": 12}, "south")]
)
def test_who_wins(lost: dict[str, int], winner: str) -> None:
    """The chariots cost 90, the nobles 170."""
    units = [unit("PHA", (10, 10)), unit("WAR", (60, 40), 180), unit("LCH", (20, 40), 180), unit("NOB", (40, 40), 180)]
    rows = [{**u, "models": lost[u["id"]]} if u["id"] in lost else u for u in units]
    state = table(*rows, active="north", first="south", turn=6, phase="combat")
    play = at(state, "wab.battle", "played", BattleData(6, "north"), ())
    assert play.state.over is not None
    assert play.state.over.winner == winner


@pytest.mark.clause("WAB-S32")
@pytest.mark.parametrize(("ahead", "winner"), [(99, ""), (100, "south"), (-99, ""), (-100, "north")])
def test_a_hundred_points_more_win_and_one_less_is_a_draw(
    ahead: int, winner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sums = {"south": Sum(Text("south"), 500.0 + ahead, ()), "north": Sum(Text("north"), 500.0, ())}
    monkeypatch.setattr(turn, "score", lambda view, side: sums[side])
    run = runner(far(turn=6, active="north", first="south"))
    assert turn.settle(run)
    assert run.state.over is not None
    assert run.state.over.winner == winner


@pytest.mark.clause("WAB-S31")
@pytest.mark.parametrize(("number", "active", "over"), [(6, "north", True), (6, "south", False), (5, "north", False)])
def test_the_battle_lasts_six_turns_of_both(number: int, active: str, over: bool) -> None:
    run = runner(far(turn=number, active=active, first="south"))
    assert turn.settle(run) is over


@pytest.mark.clause("WAB-S31")
def test_an_army_that_is_gone_ends_the_battle() -> None:
    run = runner(table(unit("PHA", (10, 10)), unit("WAR", (60, 40), 180, models=0), turn=2))
    assert turn.settle(run)
    assert run.state.over is not None
    assert run.state.over.winner == "south"
