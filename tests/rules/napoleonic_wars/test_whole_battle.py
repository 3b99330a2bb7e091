"""Whole battles between the ready generals: they end, nobody has to be answered for, and they play again the same."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from game.bots.referee import Table
from game.bots.roster import make_bot
from game.engine import event as ev
from game.engine.apply import apply
from game.engine.session import Session
from game.engine.state import State, state_hash
from rulesets.napoleonic_wars.system import RULESET


def fought(seed: str, south: str, north: str, **options: Any) -> tuple[Session, Table]:
    """A meeting of a thousand points, played to its end."""
    chosen = RULESET.default_setup("meeting", 1000)
    session = Session.start(RULESET, replace(chosen, seed=seed, options={**chosen.options, **options}))
    table = Table(session, {"south": make_bot(RULESET, south), "north": make_bot(RULESET, north)})
    table.play()
    return session, table


@cache
def battle() -> tuple[Session, Table]:
    """One of them, which nobody changes."""
    return fought("s3", "bold", "cautious")


IN_STEP: dict[str, set[int]] = {
    "sheet": {1},
    "charge_declared": {2},
    "charge_tested": {2},
    "paused": {3},
    "ran": {3},
    "mixed": {4},
    "fired": {5, 6, 7},  # 6, 7: fire that belongs to a charge or attack (NAP-S84, NAP-RES-07, NAP-ASQ-03)
    "charge_final": {6},
    "melee_begins": {8, 9},  # 9: who has broken through meets the next in the same move (NAP-IMP-08)
    "impact": {9},
    "round": {10},
    "round_over": {11},
    "rally_tested": {14},
    "reformed": {15},
    "courier_sent": {16},
}
"""In which of the frames of a move what happens, by the number of the frame."""
BY_CLAUSE: dict[str, set[int]] = {
    "NAP-DIS-21": {5, 6, 7},
    "NAP-DIS-22": {8, 9},
    "NAP-IMP-06": {9},
    "NAP-DIS-25": {9, 10, 11},
}
"""The same of disorganisation, by what it comes from; who breaks through is out of his first melee in step 9."""
OF_ORDERS = ("order", "coming", "courier", "lost")
"""The first words of the keys under which a side notes its game orders, its couriers and what they report."""
RARE = ("NAP-IMP-06",)
"""What need not come up in a battle: an obstacle that is defended against a charge."""


@pytest.mark.clause("NAP-SEQ-21", "NAP-SEQ-22", "NAP-SEQ-23", "NAP-SEQ-24", "NAP-SEQ-28", "NAP-SEQ-30", "NAP-SEQ-32")
@pytest.mark.clause("NAP-SEQ-33", "NAP-SEQ-34", "NAP-SEQ-35", "NAP-SEQ-36", "NAP-SEQ-37", "NAP-SEQ-39", "NAP-SEQ-40")
@pytest.mark.clause("NAP-SEQ-41")
def test_everything_happens_in_its_step() -> None:
    session, _table = battle()
    found: dict[str, set[int]] = {}
    step = 0
    steps = []
    on: set[str] = set()
    for event in (e for line in session.lines for e in line.events):
        if event.type == "step_begins":
            step = event.data["step"]
            steps.append(step)
        elif event.type in ("charges_on", "halted"):
            on.add(event.about[0])
        name = event.clauses[0] if event.type == "disordered" else event.type
        if step == 6 and name in ("fired", "NAP-DIS-21") and on & set(event.about):
            continue  # a body charged by those who charge on fires at once, a charger who halts may fire (NAP-RES-07)
        found.setdefault(name, set()).add(step)
    assert steps == [*range(1, 17)] * session.state.own.moves
    for name, where in {**IN_STEP, **BY_CLAUSE}.items():
        assert found.get(name, set()) <= where, name
        assert found.get(name) or name in RARE, name
    assert found["morale_tested"] <= {7, 12, 13}  # 7: who attempts an attack tests in step 11 (NAP-MOR-03)
    assert found["order_given"] <= {0, 16}


def kinds(session: Session) -> set[str]:
    return {e.type for line in session.lines for e in line.events}


def test_a_battle_of_generals_goes_from_set_up_to_victory() -> None:
    session, table = battle()
    assert session.state.over is not None
    assert session.state.own.move == session.state.own.moves
    assert set(session.state.over.scores) == {"south", "north"}
    assert [watch.faults for watch in table.referee.watches.values()] == [0, 0]
    assert kinds(session) > {"charge_declared", "struck_home", "impact", "round", "result_rout", "fired"}
    assert kinds(session) > {"morale_tested", "disordered", "reformed", "battle_ends"}


@pytest.mark.clause("NAP-S05", "NAP-S22")
def test_of_game_orders_and_couriers_their_side_alone_is_told() -> None:
    """Given, on their way, in force, carried out, cancelled: nothing of it stands in the enemy's log."""
    session, _table = battle()
    told: set[str] = set()
    for event in (e for line in session.lines for e in line.events):
        for change in event.changes:
            if isinstance(change, ev.SetField) and change.kind == "note" and change.field.split()[0] in OF_ORDERS:
                assert event.only == change.id, event
                told.add(event.type)
    assert told >= {"order_given", "courier_sent", "courier_rides", "order_in_force", "order_carried_out"}


@pytest.mark.clause("NAP-ORD-17", "NAP-S77", "NAP-SEQ-07", "NAP-SEQ-09")
def test_a_battle_without_move_orders_goes_to_its_end() -> None:
    session, table = fought("f6", "cautious", "bold", order_free=True, moves=8)
    assert session.state.over is not None
    assert session.state.own.move == 8
    assert [watch.faults for watch in table.referee.watches.values()] == [0, 0]
    assert not kinds(session) & {"order_given", "courier_sent", "order_carried_out"}


def test_the_events_of_a_battle_lead_to_its_states() -> None:
    session, _table = battle()
    state: State = session.lines[0].state
    for line in session.lines[1:]:
        for event in line.events:
            state = apply(state, event)
    assert state.units == session.state.units
    assert state.bases == session.state.bases


@pytest.mark.soak  # by default another process fights one again, with another order of hashes (test_same_battle)
def test_the_same_seed_is_the_same_battle() -> None:
    other, _table = fought("s3", "bold", "cautious")
    assert state_hash(other.state) == state_hash(battle()[0].state)


@pytest.mark.soak
@pytest.mark.parametrize("pair", ["bold cautious", "random bold", "cautious random", "random random", "default bold"])
@pytest.mark.parametrize("seed", range(20))
def test_no_battle_breaks(seed: int, pair: str) -> None:
    session, table = fought(f"soak {seed}", *pair.split())
    assert session.state.over is not None
    assert not any(w.illegal or w.crashed for w in table.referee.watches.values())
