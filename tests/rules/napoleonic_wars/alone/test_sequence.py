"""The steps of a battle and of a move: each does its work, and nothing of it is done before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.engine.decision import OrdersSpace
from game.engine.flow import Call, Done, Run
from game.engine.state import State
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.own import Factor, Hit
from rulesets.napoleonic_wars.turn import moves
from rulesets.napoleonic_wars.turn.moves import STEPS, BattleData, MoveData
from tests.rules.napoleonic_wars.charge import test_final as at_the_pause
from tests.rules.napoleonic_wars.charge.test_declare import ordered
from tests.rules.napoleonic_wars.melee.test_round import horse_on_foot
from tests.rules.napoleonic_wars.melee_play import Fought, charge
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import at_cm, battalion, field, of, piece, regiment

NAMES = [name for name, _, _ in STEPS]
Seen = Callable[[Fought], bool]


def foot(body: str, side: str, **more: Any) -> Any:
    return battalion(body, side, **{"at": (50, 50), "loaded": False} | more)


def told(kind: str) -> Seen:
    """An event of that type has happened."""
    return lambda played: any(e.type == kind for e in played.events)


def factors(body: str, table: str) -> Seen:
    """A body has fresh factors of a part of table 8."""
    return lambda played: any(f.table == table for f in of(played.state, body).nerve.fresh)


def walks() -> State:
    return ordered(field(battalion("L1", "south", at=(50, 30))), L1={"verb": "advance"})


def volley() -> State:
    return field(battalion("L1", "south", at=(50, 20)), foot("C1", "north", at=(50, 32), weapon=""))


def charges() -> State:
    state = field(regiment("H1", "south", at=(50, 30), figures=12), foot("E1", "north", at=(50, 60), weapon=""))
    return ordered(state, H1={"verb": "charge", "targets": ["E1"]})


def from_the_flank() -> State:
    """A charge that has come home on a flank."""
    return field(foot("S1", "south"), foot("N1", "north"), ties=[charge("S1", "N1", sector_home="flank")], move=3)


def over_a_wall() -> State:
    """An attack that has come to a wall."""
    wall = piece("wall", [(20, 50), (80, 50)])
    return field(foot("S1", "south"), foot("N1", "north"), features=[wall], ties=[charge("S1", "N1", "attack")])


def unequal() -> State:
    """An attack on a line that is shaken: it routs by the melee."""
    return field(foot("S1", "south"), foot("N1", "north", carried=3), ties=[charge("S1", "N1", "attack")])


def hurt(**own: Any) -> State:
    """A battalion that lost 8 of 24 in this move, and another beside it."""
    lost: dict[str, Any] = {"began": 24, "at_start": 24, "lost": 8, "lost_now": 8, "figures": 16, **own}
    return field(battalion("L1", "south", at=(100, 30), **lost), battalion("L2", "south", at=(122, 30)), move=3)


def routs() -> State:
    return hurt(carried=6, hits=(Hit("E1", "volley"),))


def runs() -> State:
    return field(battalion("L1", "south", at=(100, 30), result="rout", since=2), move=3)


def shaken() -> State:
    return field(battalion("L1", "south", at=(100, 30), fresh=(Factor("A", 2, "NAP-DIS-20"),)), move=3)


def touches(played: Fought) -> bool:
    return board_of(played.state).touching("H1", "E1")


def has_routed(played: Fought) -> bool:
    return of(played.state, "N1").nerve.result == "rout"


def has_walked(played: Fought) -> bool:
    return at_cm(played.state, "L1")[1] > 30.0


def has_reformed(played: Fought) -> bool:
    return of(played.state, "L1").nerve.fresh == ()


@pytest.mark.parametrize(
    ("since", "name", "state", "dice", "seen"),
    [
        pytest.param("nap.declare", "nap.first_pass", walks, (), has_walked, marks=pytest.mark.clause("NAP-SEQ-24")),
        pytest.param(
            "nap.declare", "nap.fire", volley, (4,), told("casualties"), marks=pytest.mark.clause("NAP-SEQ-28")
        ),
        pytest.param(
            "nap.declare", "nap.final", charges, (3, 3, 3, 3), touches, marks=pytest.mark.clause("NAP-SEQ-30")
        ),
        pytest.param(
            "nap.contact", "nap.contact", from_the_flank, (), factors("N1", "C"), marks=pytest.mark.clause("NAP-SEQ-32")
        ),
        pytest.param(
            "nap.contact", "nap.impact", horse_on_foot, (), told("impact"), marks=pytest.mark.clause("NAP-SEQ-33")
        ),
        pytest.param(
            "nap.contact", "nap.melee", horse_on_foot, (4, 3), told("strikes"), marks=pytest.mark.clause("NAP-SEQ-34")
        ),
        pytest.param(
            "nap.contact", "nap.melee", over_a_wall, (3, 3), factors("S1", "E"), marks=pytest.mark.clause("NAP-SEQ-35")
        ),
        pytest.param(
            "nap.contact", "nap.melee_reaction", unequal, (5, 2), has_routed, marks=pytest.mark.clause("NAP-SEQ-36")
        ),
        pytest.param(
            "nap.melee_reaction",
            "nap.morale",
            hurt,
            (5, 5, 5),
            told("morale_tested"),
            marks=pytest.mark.clause("NAP-SEQ-37"),
        ),
        pytest.param(
            "nap.melee_reaction",
            "nap.rally",
            runs,
            (2, 2, 2),
            told("rally_tested"),
            marks=pytest.mark.clause("NAP-SEQ-39"),
        ),
        pytest.param(
            "nap.melee_reaction", "nap.reform", shaken, (), has_reformed, marks=pytest.mark.clause("NAP-SEQ-40")
        ),
    ],
)
def test_what_a_step_is_for_is_done_in_it(
    since: str, name: str, state: Callable[[], State], dice: tuple[int, ...], seen: Seen
) -> None:
    """The steps from one of them to the step before, then that step too; nobody writes orders."""
    first, step = NAMES.index(since), NAMES.index(name)
    before, after = (Fought(state(), *dice, frames=NAMES[first:n]) for n in (step, step + 1))
    before.to_end()
    assert not seen(before)
    after.to_end()
    assert seen(after)


@pytest.mark.clause("NAP-SEQ-38")
def test_who_saw_a_rout_of_step_seventeen_is_tested_in_step_eighteen() -> None:
    seventeen, eighteen = NAMES.index("nap.morale"), NAMES.index("nap.morale_of_routs")
    assert eighteen == seventeen + 1
    played = Fought(routs(), 2, 2, 2, 5, 5, 5, frames=NAMES[1 : eighteen + 1])
    played.end()
    assert [e.about[0] for e in played.events if e.type == "morale_tested"] == ["L1", "L2"]
    earlier = Fought(routs(), 2, 2, 2, frames=NAMES[1:eighteen])
    earlier.end()
    assert [e.about[0] for e in earlier.events if e.type == "morale_tested"] == ["L1"]


@pytest.mark.clause("NAP-SEQ-43")
def test_step_eighteen_counts_the_routs_of_step_seventeen() -> None:
    """A friend that routs counts 4 against it, of fifteen by three fives; the one beside it, no more routing, none."""
    played = Fought(routs(), 2, 2, 2, 5, 5, 5, frames=("nap.morale", "nap.morale_of_routs"))
    played.end()
    assert [d["total"] for d in played.told("morale_tested")][1] == 15 - 4


@pytest.mark.clause("NAP-SEQ-21")
def test_the_first_step_is_the_writing_of_both_sides() -> None:
    assert NAMES[0] == "nap.write"
    state = field(battalion("L1", "south", at=(50, 20)), battalion("C1", "north", at=(50, 90)))
    played = Fought(state, frames=NAMES)
    assert {d.side for d in played.session.waiting} == {"south", "north"}
    assert all(isinstance(played.session.asked(d).space, OrdersSpace) for d in played.session.waiting)
    assert {at_cm(played.state, u) for u in ("L1", "C1")} == {(50.0, 20.0), (50.0, 90.0)}


@pytest.mark.clause("NAP-SEQ-42")
def test_a_charger_that_goes_on_is_tested_when_he_does_and_not_in_step_two() -> None:
    runner = battalion("E1", "north", at=(50, 90), figures=6, formation="open", sub={"open": True}, did=("evaded",))
    state = field(
        regiment("H1", "south", at=(50, 55), light=True, figures=12),
        runner,
        battalion("E2", "north", at=(50, 72), figures=24, weapon=""),
        ties=(at_the_pause.charge(answer="evade", speed=500.0, pause=0.4, pause_at=100.0),),
        charge_dice={"H1": (4, 4), "E1": (3, 3)},
    )
    played = Called(state, "nap.final", None, 2, 4)
    played.give()
    assert [e.about for e in played.events if e.type == "rolled"] == [("E2",)]
    assert played.state.ties["charge H1 E2"].own.initial == (4 + 4) - (2 + 4) + 3


@pytest.mark.clause("NAP-SEQ-44")
def test_two_that_march_at_each_other_go_at_the_same_time() -> None:
    """Both halt half-way, whoever of them is the first by his id."""
    for one, other in (("A1", "Z1"), ("Z1", "A1")):
        state = field(battalion(one, "south", at=(50, 40)), battalion(other, "north", at=(50, 56)))
        state = ordered(state, **{one: {"verb": "advance"}, other: {"verb": "advance"}})
        played = Fought(state, frames=("nap.declare", "nap.first_pass"))
        played.to_end()
        (_, south), (_, north) = at_cm(played.state, one), at_cm(played.state, other)
        assert south - 40.0 == pytest.approx(56.0 - north, abs=0.05)
        assert south > 40.0


# --- the battle ------------------------------------------------------------------------------------------------------


def two() -> State:
    return field(battalion("L1", "south"), battalion("E1", "north", at=(50, 100)), moves=8)


@pytest.mark.clause("NAP-SEQ-07")
def test_the_first_move_begins_with_its_move_orders() -> None:
    begun = moves._next_move(Run(two()), BattleData(move=1), None)
    assert isinstance(begun, Call)
    assert (begun.name, begun.args.move) == ("nap.move", 1)
    first = moves._next_step(Run(two()), MoveData(1), None)
    assert isinstance(first, Call)
    assert first.name == "nap.write"


@pytest.mark.clause("NAP-SEQ-09")
@pytest.mark.parametrize("move", [2, 7, 8])
def test_further_moves_are_played_in_the_same_way(move: int) -> None:
    further = moves._next_move(Run(two()), BattleData(move=move), None)
    assert isinstance(further, Call)
    assert (further.name, further.args, further.data.move) == ("nap.move", MoveData(move), move + 1)


@pytest.mark.clause("NAP-SEQ-11")
@pytest.mark.parametrize(("move", "over"), [(8, False), (9, True)])
def test_a_battle_lasts_as_many_moves_as_were_agreed(move: int, over: bool) -> None:
    assert isinstance(moves._next_move(Run(two()), BattleData(move=move), None), Done) is over


@pytest.mark.clause("NAP-SEQ-32")
def test_the_factors_of_contact_come_after_the_charge_and_count_in_the_impact_of_the_next_step() -> None:
    """Foot that is met while it forms square: nothing in step 10, 4 factors in step 12 and in the impact of step 13."""
    state = field(regiment("H1", "south", at=(50, 45), figures=12), foot("E1", "north", at=(50, 60), weapon=""))
    square = {"verb": "form", "formation": "square"}
    state = ordered(state, H1={"verb": "charge", "targets": ["E1"]}, E1=square)
    frames = ("nap.declare", "nap.first_pass", "nap.moved", "nap.fire", "nap.final", "nap.contact", "nap.impact")
    entered = []
    for last in (5, 6, 7):
        played = Fought(state, 2, 2, 4, 4, frames=frames[:last])
        played.end()
        entered.append(sum(f.n for f in of(played.state, "E1").nerve.fresh if f.table == "C"))
    assert entered == [0, 4, 4]
    (impact,) = (e for e in played.events if e.type == "impact")
    rows = {text.key: n for one in impact.sums for text, n, _ in one.rows}
    assert rows["defender's disorganisation"] == 4
