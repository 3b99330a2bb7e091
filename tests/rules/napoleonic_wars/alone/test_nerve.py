"""Clauses on morale, routs, rallies, disorganisation, flanks and cover, each proved by a test of its own."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.state import State
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import standing
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.nerve import circumstances, surrender
from rulesets.napoleonic_wars.own import Factor, Hit
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.charge.test_sequence import DECLARE, charge, ordered
from tests.rules.napoleonic_wars.disorder.test_book import one, reformed
from tests.rules.napoleonic_wars.march.test_plan import clauses, go
from tests.rules.napoleonic_wars.melee_play import Fought, melee
from tests.rules.napoleonic_wars.nerve.test_surrender import chase, ring
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import battalion, box, field, given, of, piece, regiment

LOST: dict[str, Any] = {"began": 24, "at_start": 24, "lost": 8, "lost_now": 8, "figures": 16}
"""A body of 24 that has lost 8: 30 per cent."""


def hit(body: str = "L1", at: tuple[float, float] = (100, 30), **told: Any) -> Any:
    return battalion(body, "south", at=at, **{**LOST, **told})


def after(state: State, *dice: int, frame: str = "nap.morale") -> Called:
    run = Called(state, frame, None, *dice)
    run.give()
    return run


# --- morale ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-RES-16")
@pytest.mark.parametrize(("dice", "result"), [((5, 5, 5), ""), ((5, 5, 4), "halt")])
def test_with_good_morale_a_body_goes_on(dice: tuple[int, ...], result: str) -> None:
    """Nine points and more are good; six are lost by 30 per cent."""
    run = after(field(hit(), move=3), *dice)
    assert of(run.state, "L1").nerve.result == result
    assert (of(run.state, "L1").nerve.since == 3) is (result != "")


@pytest.mark.clause("NAP-MOR-13")
def test_who_routs_in_a_step_does_not_count_for_those_tested_in_it() -> None:
    """Both are tested in step 17: whether the first routs is nothing to the second, unless it did before."""
    first = hit("L1", carried=6, hits=(Hit("E1", "volley"),))
    state = field(first, hit("L2", (122, 30)), move=3)
    totals = []
    for dice, result in (((2, 2, 2), "rout"), ((5, 5, 5), "withdraw")):
        run = after(state, *dice, 5, 5, 5)
        assert of(run.state, "L1").nerve.result == result
        totals.append(run.told("morale_tested")[1]["total"])
    assert totals[0] == totals[1]
    (told,) = after(given(state, "L1", result="rout", since=3), 5, 5, 5).told("morale_tested")
    assert told["total"] < totals[0]


@pytest.mark.clause("NAP-SUR-03")
@pytest.mark.parametrize(
    ("more", "dice", "result"),
    [
        ({}, (5, 5, 5), "withdraw"),
        ({}, (2, 2, 2), "surrendered"),
        ({"carried": 6, "hits": (Hit("N", "volley"),)}, (2, 2, 2), "surrendered"),
    ],
)
def test_surrounded_troops_that_would_retreat_or_rout_surrender(more: Any, dice: tuple[int, ...], result: str) -> None:
    run = Called(ring(lost=6, lost_now=6, began=18, at_start=18, **more), "nap.morale", None, *dice)
    run.to_end()
    assert of(run.state, "L1").nerve.result == result


# --- routs, rallies, prisoners ---------------------------------------------------------------------------------------


def routers(**told: Any) -> State:
    return field(battalion("L1", "south", at=(100, 30), result="rout", since=2, **told), move=3)


@pytest.mark.clause("NAP-RLY-05")
@pytest.mark.parametrize(("carried", "result"), [(4, "halt"), (6, "rout")])
def test_routers_that_rally_halt_and_may_reform(carried: int, result: str) -> None:
    run = after(routers(carried=carried), 2, 2, 2, frame="nap.rally")
    own = of(run.state, "L1")
    assert own.nerve.result == result
    if result == "halt":
        assert own.nerve.since == 3
        assert clauses(go(run.state, act.Reform())) == []
        assert clauses(go(run.state, act.Advance())) != []


@pytest.mark.clause("NAP-ROU-09")
def test_nothing_but_a_rally_test_stops_a_rout() -> None:
    state = given(routers(men_now=24), "L1", **{k: v for k, v in LOST.items() if k != "figures"})
    for frame in ("nap.morale", "nap.morale_of_routs", "nap.reform", "nap.rally"):  # too many casualties to rally
        assert of(after(state, frame=frame).state, "L1").nerve.result == "rout"
    assert (
        of(after(given(state, "L1", men_now=0, lost=0), 5, 5, 5, frame="nap.rally").state, "L1").nerve.result == "halt"
    )


@pytest.mark.clause("NAP-PUR-03")
@pytest.mark.parametrize(("since", "taken"), [(2, 4), (3, 0)])
def test_pursuers_take_prisoners_from_their_second_move_on(since: int, taken: int) -> None:
    run = after(chase(since=since), frame="nap.captures")
    assert sum(len(run.state.units[u].bases) for u in surrender.prisoners(run.state, "E1")) == taken


@pytest.mark.clause("NAP-PUR-03")
@pytest.mark.parametrize(("uncontrolled", "killed"), [(False, 0), (True, 4)])
def test_uncontrolled_pursuers_keep_no_prisoners(uncontrolled: bool, killed: int) -> None:
    """Half of seven pursuers take one each; the others kill them in the move after (NAP-PRI-01)."""
    first = after(given(chase(uncontrolled=uncontrolled), "L1", men_now=99), frame="nap.captures").state
    assert surrender.held(first, "E1") == 4
    later = after(replace(first, own=replace(first.own, move=4)), frame="nap.captures").state
    assert sum(b.where == "gone" for b in later.bases.values()) == killed
    assert surrender.held(later, "E1") == (2 if uncontrolled else 6)


@pytest.mark.clause("NAP-R101")
@pytest.mark.parametrize(
    ("pursuers", "held", "due"), [(7, 0, 4), (7, 1, 3), (7, 2, 3), (7, 6, 1), (7, 7, 0), (1, 0, 1)]
)
def test_half_of_the_pursuers_without_a_prisoner_take_one_rounded_up(pursuers: int, held: int, due: int) -> None:
    assert surrender.due(pursuers, held, 30) == due


@pytest.mark.clause("NAP-SIM-07")
def test_the_rout_of_a_charged_body_does_not_count_in_the_test_of_who_charges_its_charger() -> None:
    found = []
    for cls in ("D", "A"):
        state = field(
            regiment("H1", "south", at=(50, 30), figures=8, companies=2, weapon="", cls="A"),
            battalion("E1", "north", at=(50, 65), figures=24, weapon="", cls=cls),
            regiment("E2", "north", at=(66, 38), facing=270, figures=16, light=True, weapon=""),
        )
        state = ordered(state, H1=charge("E1"), E2=charge("H1"))
        played = Fought(state, 4, 4, 3, 3, 5, 4, frames=(DECLARE,))
        played.end()
        found.append([played.state.ties[name].own.initial for name in ("charge H1 E1", "charge E2 H1")])
    assert [on_the_foot for on_the_foot, _ in found] == [8, 2]  # the foot of class D would rout
    assert found[0][1] == found[1][1]


# --- disorganisation -------------------------------------------------------------------------------------------------

SCRUB, FIRE = Factor("A", 2, "NAP-DIS-20"), Factor("B", 1, "NAP-DIS-21")


@pytest.mark.clause("NAP-DIS-01")
@pytest.mark.parametrize(("carried", "fresh", "n"), [(0, (), 0), (1, (), 1), (1, (SCRUB,), 3), (1, (SCRUB, FIRE), 4)])
def test_factors_of_all_causes_add_up(carried: int, fresh: Any, n: int) -> None:
    assert book.counted(*one(carried=carried, fresh=fresh)) == n


@pytest.mark.clause("NAP-DIS-04")
def test_a_factor_of_the_march_counts_in_the_morale_test_of_the_same_move() -> None:
    for fresh, total in (((), 9), ((SCRUB,), 7)):
        (told,) = after(field(hit(fresh=fresh), move=3), 5, 5, 5).told("morale_tested")
        assert told["total"] == total


@pytest.mark.clause("NAP-DIS-07")
def test_only_the_factors_of_this_move_go_by_themselves_and_not_before_step_twenty() -> None:
    state, body = one(carried=1, fresh=(SCRUB,))
    assert book.counted(state, body) == 3
    left = reformed(state)
    assert (left.nerve.carried, left.nerve.fresh) == (1, ())


# --- formations ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-FCH-05")
def test_no_formation_is_changed_in_a_double_move() -> None:
    state = t.field(battalion("L1", "south", figures=18))
    assert clauses(go(state, act.Advance(pace="double"), act.Form("square"))) == ["NAP-FCH-05"]
    assert clauses(go(state, act.Advance(10.0), act.Form("square"), until=3.0)) == []


@pytest.mark.clause("NAP-FCH-11")
@pytest.mark.parametrize(
    ("old", "new", "time"),
    [
        ("closed_column", act.Form("line"), 0.5),
        ("line", act.Form("closed_column"), 0.5),
        ("closed_column", act.Form("double_line"), 0.25),
        ("double_line", act.Form("closed_column"), 0.25),
        ("open_column", act.Form("double_line"), 0.25),
        ("open_column", act.Form("line", "left", flank=True), 0.25),
        ("line", act.Form("march_column", "left", flank=True), 0.25),
        ("line", act.Form("open"), 0.5),
        ("open", act.Form("line"), 0.5),
    ],
)
def test_regular_cavalry_changes_formation_in_these_times(old: Any, new: act.Form, time: float) -> None:
    state = t.field(regiment("L1", "south", formation=old, light=True))
    found = go(state, new, until=3.0)
    assert (clauses(found), found.time) == ([], time)


@pytest.mark.clause("NAP-R127")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("open_column", act.Form("line", "left", flank=True)),
        ("closed_column", act.Form("line")),
        ("closed_column", act.Form("square")),
        ("line", act.Form("march_column", "left", flank=True)),
    ],
)
def test_slow_nations_take_a_quarter_of_a_move_more_for_each_change(old: Any, new: act.Form) -> None:
    times = []
    for nation in ("austria", "france"):
        state = t.field(battalion("L1", "south", formation=old, nation=nation), options={"national": True})
        times.append(go(state, new, until=4.0).time)
    usual = t.field(battalion("L1", "south", formation=old, nation="austria"))
    assert times[0] - go(usual, new, until=4.0).time == 0.25


# --- cover and flanks ------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-COV-02")
@pytest.mark.parametrize(
    ("kind", "horse", "melee", "cover"),
    [
        ("ditch", False, False, "hard"),
        ("ditch", True, False, ""),
        ("ditch", False, True, ""),
        ("wall", False, False, "hard"),
        ("wall", True, False, "soft"),
        ("wall", False, True, "hard"),
        ("wall", True, True, "soft"),
        ("ditch", True, True, ""),
    ],
)
def test_a_ditch_covers_foot_from_fire_and_a_wall_covers_horse_softly(
    kind: str, horse: bool, melee: bool, cover: str
) -> None:
    make = regiment if horse else battalion
    made = make("N1", "north", (50, 40), figures=4, companies=1)
    state = field(made, battalion("L1", "south", (50, 20)), features=[piece(kind, [(40, 40), (60, 40)])])
    assert standing.in_cover(state, "N1", "L1", melee=melee) == cover


@pytest.mark.clause("NAP-COV-02")
@pytest.mark.parametrize("kind", ["ditch", "trench"])
@pytest.mark.parametrize(("ditches", "higher"), [((50.5,), True), ((50.5, 49.5), False)])
def test_who_fights_an_enemy_in_a_ditch_is_higher_unless_he_is_in_it_too(
    kind: str, ditches: tuple[float, ...], higher: bool
) -> None:
    """N1 stands from 50 to 51, L1 from 49 to 50."""
    made = (battalion("L1", "south", (50, 50)), battalion("N1", "north", (50, 50)))
    fought = melee("L1", "N1")
    state = field(*made, features=[piece(kind, [(0, y), (200, y)]) for y in ditches], ties=[fought])
    played = Fought(state, 3, 3, frames=("nap.melee",))
    played.end()
    found = {e.about[0]: [text.key for told in e.sums for text, _, _ in told.rows] for e in played.events if e.sums}
    assert ("higher, or charged downhill" in found["L1"]) is higher
    assert "higher, or charged downhill" not in found["N1"]


def flank(*more: Any, features: Any = (), move: float = 0.0) -> bool:
    """Whether the right flank of a line from 41 to 59 is secured; ``move``: how far its friends go (cm)."""
    state = field(battalion("L1", "south", (50, 40)), battalion("N9", "north", (50, 90)), *more, features=features)
    return standing.flank_is_secured(state, "L1", "right", lambda body: move)


@pytest.mark.clause("NAP-MOR-12")
@pytest.mark.parametrize(
    ("more", "features", "move", "secured"),
    [
        ((), (), 0.0, False),
        ((), (box("deep_river", 59, 0, 65, 130),), 0.0, True),
        ((), (box("river", 59, 0, 65, 130),), 0.0, False),
        ((battalion("L2", "south", (60.5, 40), figures=4),), (), 0.0, True),
        ((battalion("L2", "south", (70.5, 40), figures=4),), (), 10.0, True),
        ((battalion("L2", "south", (70.6, 40), figures=4),), (), 10.0, False),
        (
            (battalion("L2", "south", (70.5, 40), figures=4), battalion("N1", "north", (66, 40), figures=4)),
            (),
            10.0,
            False,
        ),
    ],
)
def test_what_secures_a_flank(more: Any, features: Any, move: float, secured: bool) -> None:
    assert flank(*more, features=features, move=move) is secured


@pytest.mark.clause("NAP-MOR-12")
@pytest.mark.parametrize(("result", "n"), [("", 1), ("withdraw", 0), ("rout", 0)])
def test_friends_secure_a_flank_that_they_are_able_to_come_to(result: Any, n: int) -> None:
    friend = battalion("L2", "south", (70.5, 40), figures=4, result=result)
    state = field(battalion("L1", "south", (50, 40)), battalion("N9", "north", (50, 90)), friend)
    assert circumstances.secured(state, "L1") == n


@pytest.mark.clause("NAP-MOR-12")
def test_the_edge_of_the_table_secures_no_flank() -> None:
    state = field(battalion("L1", "south", (191, 40)), battalion("N9", "north", (50, 90)))
    assert not standing.flank_is_secured(state, "L1", "right", lambda body: 0.0)


@pytest.mark.clause("NAP-COV-14")
@pytest.mark.parametrize("kind", ["open_wood", "dense_wood", "orchard"])
def test_a_wood_secures_a_flank_where_friends_hold_it_and_no_enemy_is_in_it(kind: str) -> None:
    trees = [box(kind, 59, 30, 90, 60)]
    friend, foe = battalion("L2", "south", (80, 50), figures=4), battalion("N1", "north", (85, 40), figures=4)
    assert not flank(features=trees)
    assert flank(friend, features=trees)
    assert not flank(friend, foe, features=trees)
    assert not flank(friend)
