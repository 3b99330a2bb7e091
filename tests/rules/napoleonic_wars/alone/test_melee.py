"""Clauses on impact and melee, each proved by a test of its own."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.apply import apply
from game.engine.event import Event
from game.engine.state import State
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.fire.tables import t14
from rulesets.napoleonic_wars.melee import fighters, meeting, outcome
from rulesets.napoleonic_wars.own import Factor
from tests.rules.napoleonic_wars.melee.test_round import answer
from tests.rules.napoleonic_wars.melee_play import Fought, charge, melee, tie
from tests.rules.napoleonic_wars.table import at_cm, battalion, battery, box, field, general, of, piece, put, regiment

WALL = piece("wall", [(20, 50), (80, 50)], "W")
HEDGE = piece("hedge", [(20, 50), (80, 50)], "W")


def foot(body: str, side: str, **more: Any) -> Any:
    return battalion(body, side, **{"at": (50, 50), "loaded": False} | more)


def horse(body: str = "S1", **more: Any) -> Any:
    return regiment(body, "south", **{"at": (50, 50), "figures": 8, "companies": 2} | more)


def attack(**told: Any) -> Any:
    return charge("S1", "N1", "attack", **told)


def fought(*made: Any, dice: tuple[int, ...] = (3, 3), features: Any = (), ties: Any = None, **more: Any) -> Fought:
    """Whoever stands in contact fights as an attack of S1 on N1."""
    game = Fought(field(*made, features=features, ties=ties or [attack()], **more), *dice)
    game.end()
    return game


def kinds(game: Fought) -> list[str]:
    return [e.type for e in game.events]


def told_score(game: Fought) -> list[tuple[int, str]]:
    return [(d["score"], d["what"]) for d in game.told("impact")]


# --- table 11 --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-R108")
@pytest.mark.parametrize(
    ("weapon", "n"),
    [("musket", 1), ("dragoon_musket", 1), ("rifled_musket", 1), ("rifle", 0), ("carbine", 0), ("bow", 0)],
)
def test_muskets_of_three_kinds_count_as_loaded_in_a_melee(weapon: str, n: int) -> None:
    game = fought(foot("S1", "south"), foot("N1", "north", weapon=weapon, loaded=True))
    assert game.strikes()["N1"][1] == 20 + n + 3


# --- who fights, how often -------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-MEL-02")
def test_one_round_is_fought_in_a_move() -> None:
    first = fought(foot("S1", "south"), foot("N1", "north"), dice=(2, 3))  # 23 on either side: a draw
    assert [e.about[0] for e in first.events if e.type == "strikes"] == ["S1", "N1"]
    kept = tie(first.state, "S1", "N1")
    assert kept is not None
    assert kept.rounds == 1
    second = Fought(replace(first.state, own=replace(first.state.own, move=2)), 3, 3)
    second.end()
    assert [e.about[0] for e in second.events if e.type == "strikes"] == ["S1", "N1"]
    kept = tie(second.state, "S1", "N1")
    assert kept is not None
    assert kept.rounds == 2


@pytest.mark.clause("NAP-MEL-06")
@pytest.mark.parametrize(
    ("features", "facing", "defended"),
    [
        ([WALL], 180.0, True),
        ([piece("wall", [(20, 51.5), (80, 51.5)])], 180.0, False),  # behind it
        ([piece("wall", [(20, 48), (80, 48)])], 180.0, False),  # they stand back from it
        ([WALL], 0.0, False),  # they face the other way
    ],
)
def test_an_obstacle_is_defended_by_those_who_touch_and_face_it(features: Any, facing: float, defended: bool) -> None:
    state = field(foot("S1", "south"), foot("N1", "north", facing=facing), features=features)
    assert (meeting.defended(state, "S1", "N1") is not None) is defended


@pytest.mark.clause("NAP-MEL-17")
@pytest.mark.parametrize(
    ("features", "factor"), [([], 20 + 1 + 3), ([HEDGE], 20 - 1 - 1 + 3), ([WALL], 20 - 2 - 1 + 3)]
)
def test_an_obstacle_is_attacked_across_and_not_crossed(features: Any, factor: int) -> None:
    """Along it: 1 for following up; across it: 1 or 2 for the obstacle and 1 for the factor of crossing it."""
    game = fought(foot("S1", "south"), foot("N1", "north"), features=features)
    assert game.strikes()["S1"][1] == factor
    assert at_cm(game.state, "S1")[1] == 50.0


@pytest.mark.clause("NAP-MRE-12")
def test_who_did_not_carry_an_obstacle_tries_again_in_the_next_round() -> None:
    first = fought(foot("S1", "south"), foot("N1", "north"), features=[WALL], dice=(3, 3))
    kept = tie(first.state, "S1", "N1")
    assert kept is not None
    assert kept.crossing == "S1"
    again = Fought(replace(first.state, own=replace(first.state.own, move=2)), 3, 3)
    again.end()
    (told,) = [e.sums[0] for e in again.events if e.type == "strikes" and e.about[0] == "S1"]
    assert [n for _, n, clause in told.rows if clause == "NAP-MEL-21"] == [-2]


@pytest.mark.clause("NAP-MEL-18")
def test_both_sides_strike_at_once_and_the_reaction_follows() -> None:
    """T14(24, 26) is 57 men: two figures that strike all the same."""
    game = fought(foot("S1", "south"), foot("N1", "north"), dice=(5, 5))
    assert game.strikes() == {"S1": (24, 26, t14(24, 26)), "N1": (24, 25, t14(24, 25))}
    assert (of(game.state, "S1").strength.lost, of(game.state, "N1").strength.lost) == (2, 2)
    told = kinds(game)
    last = max(k for k, kind in enumerate(told) if kind == "strikes")
    assert last < told.index("casualties")
    assert "melee_reaction" not in told[:last]


# --- buildings -------------------------------------------------------------------------------------------------------


def stormed(width: float = 12.0, garrison: int = 16, carried: int = 0, **own: Any) -> State:
    """Twenty-four foot at the wall of a house, as a rule sixteen inside."""
    house = box("building", 50 - width / 2, 50, 50 + width / 2, 58, "house")
    ties = [melee("N1", "S1", building="house", **own)]
    inside = foot("N1", "north", figures=garrison, companies=2, carried=carried)
    state = field(foot("S1", "south"), inside, features=[house], ties=ties)
    return put(state, "N1", (50, 50), 180, "garrison", building="house")


def numbers(state: State) -> tuple[int, int]:
    found = fighters.numbers(state, next(iter(facts.melees(state, "S1"))))
    return found["S1"], found["N1"]


@pytest.mark.clause("NAP-MEL-11")
@pytest.mark.parametrize(("width", "n"), [(12.0, 6), (8.0, 4), (4.0, 2)])
def test_one_figure_fights_for_two_cm_of_wall(width: float, n: int) -> None:
    assert numbers(stormed(width)) == (n, n)


@pytest.mark.clause("NAP-R114")
@pytest.mark.parametrize(("width", "n"), [(11.5, 5), (9.5, 4), (3.5, 1), (1.5, 1)])
def test_the_figures_at_a_wall_are_cut_down_to_a_whole_number_of_at_least_one(width: float, n: int) -> None:
    assert numbers(stormed(width)) == (n, n)


@pytest.mark.clause("NAP-MEL-12")
def test_inside_a_building_all_who_are_inside_fight() -> None:
    """Sixteen of the garrison; ten who broke in and the six at the wall."""
    assert numbers(stormed(entered=10, inside=True)) == (16, 16)
    assert numbers(stormed(entered=0)) == (6, 6)


@pytest.mark.clause("NAP-STM-08")
@pytest.mark.parametrize(("entered", "found"), [(0, (6, 6)), (2, (4, 6)), (4, (2, 6))])
def test_those_inside_count_in_what_the_wall_allows_until_the_break_in(entered: int, found: tuple[int, int]) -> None:
    assert numbers(stormed(entered=entered)) == found


def at_the_house(*dice: int, **own: Any) -> Fought:
    game = Fought(stormed(**own), *dice)
    game.to_end()
    return game


@pytest.mark.clause("NAP-STM-09")
@pytest.mark.parametrize(("inside", "dice", "tested"), [(False, (5, 2), False), (True, (2, 5), True)])
def test_before_the_break_in_there_is_no_melee_reaction_and_after_it_there_is(
    inside: bool, dice: tuple[int, ...], tested: bool
) -> None:
    entered = 2 if inside else 0
    game = at_the_house(*dice, garrison=6, carried=2, entered=entered, inside=inside, fought={"S1": (), "N1": ()})
    assert ("melee_reaction" in kinds(game)) is tested
    assert outcome.lost_at_the_wall(game.state, "N1") is not tested


@pytest.mark.clause("NAP-MRE-04")
@pytest.mark.parametrize(("dealt", "lost"), [(6, True), (5, False)])
def test_the_loser_at_the_wall_tests_his_morale_for_a_casualty_a_figure(dealt: int, lost: bool) -> None:
    told = {"dealt": {"S1": 0, "N1": dealt}, "figures": {"S1": 6, "N1": 6}, "struck": 1}
    state = stormed(**told)
    assert outcome.lost_at_the_wall(state, "S1") is lost
    assert not outcome.lost_at_the_wall(state, "N1")


# --- impact ----------------------------------------------------------------------------------------------------------


def charged(*more: Any, dice: tuple[int, ...] = (3, 3), features: Any = (), told: Any = None, **own: Any) -> Fought:
    here = field(*more, features=features, ties=[charge("S1", "N1", **(told or {}))], **own)
    game = Fought(here, *dice)
    game.to_end()
    return game


@pytest.mark.clause("NAP-IMP-06")
def test_the_factor_of_a_defended_obstacle_comes_after_the_impact() -> None:
    """3 factors less 4 for the obstacle are -1: with a factor of the chargers it would be -2, and none would cross."""
    game = charged(foot("S1", "south"), foot("N1", "north", carried=3), features=[WALL])
    assert told_score(game) == [(-1, "over_without")]
    assert [(f.table, f.n) for f in of(game.state, "S1").nerve.fresh if f.table in "DE"] == [("D", 1)]


@pytest.mark.clause("NAP-IMP-08")
def test_a_break_through_costs_the_broken_four_and_the_chargers_nothing() -> None:
    game = charged(horse(), foot("N1", "north", carried=4))
    assert told_score(game)[0][1] == "through"
    assert [f.n for f in of(game.state, "N1").nerve.fresh if f.table == "D"] == [4]
    assert [f for f in of(game.state, "S1").nerve.fresh if f.table in "DH"] == []


@pytest.mark.clause("NAP-IMP-10")
@pytest.mark.parametrize(("doubled", "what", "factor"), [(0, "impetus", 22 - 2 + 4 + 3), (2, "none", 22 - 2 + 3)])
def test_impetus_adds_to_the_melee(doubled: int, what: str, factor: int) -> None:
    game = charged(horse(doubled=doubled, fresh=(Factor("B", 2, "NAP-DIS-21"),)), foot("N1", "north"), move=3)
    assert told_score(game)[0][1] == what
    assert game.strikes()["S1"][1] == factor


@pytest.mark.clause("NAP-IMP-12")
@pytest.mark.parametrize(
    ("target", "features", "score", "what"),
    [
        (foot("N1", "north", figures=6, formation="open", sub={"open": True}), [WALL], 5 + 6 - 4, "over"),
        (battery("N1", "north", at=(50, 50), pieces=("6", "6")), [], 5, "through"),
    ],
)
def test_gunners_and_skirmishers_behind_a_wall_are_broken_through_by_table_twelve(
    target: Any, features: Any, score: int, what: str
) -> None:
    game = charged(horse(), target, features=features, dice=(3, 3))
    assert told_score(game)[:1] == [(score, what)]


@pytest.mark.clause("NAP-R130")
@pytest.mark.parametrize(
    ("kind", "sector", "doubled", "n"),
    [
        ("charge", "front", 0, 0),
        ("charge", "flank", 0, 4),
        ("charge", "rear", 0, 6),
        ("charge", "flank", 2, 0),
        ("attack", "flank", 0, 0),
        ("attack", "rear", 0, 0),
    ],
)
def test_flank_and_rear_charges_with_possible_impetus_disorder_before_the_impact(
    kind: str, sector: Any, doubled: int, n: int
) -> None:
    made = (foot("S1", "south", doubled=doubled), foot("N1", "north"))
    here = field(*made, ties=[charge("S1", "N1", kind, sector_home=sector)], move=3)
    game = Fought(here, frames=("nap.contact", "nap.impact"))
    game.to_end()
    assert sum(f.n for f in of(game.state, "N1").nerve.fresh if f.table == "C") == n
    if kind == "charge" and not doubled:
        assert [d["score"] for d in game.told("impact")] == [n]


@pytest.mark.clause("NAP-R107")
@pytest.mark.parametrize(("ranks", "found"), [(1, (8, 12)), (2, (16, 24)), (3, (24, 36))])
def test_in_a_break_through_both_counts_are_multiplied_by_the_ranks(ranks: int, found: tuple[int, int]) -> None:
    """Eight horse of 10 mm along foot of 7.5 mm: 12 of them."""
    first = {"S1": tuple(f"S1.{k}" for k in range(1, 9)), "N1": tuple(f"N1.{k}" for k in range(1, 13))}
    told = melee("S1", "N1", rounds=0, broken="N1", ranks=ranks, fought=first)
    assert numbers(field(horse(), foot("N1", "north"), ties=[told])) == found


@pytest.mark.clause("NAP-R107")
@pytest.mark.parametrize(("ranks", "found"), [(1, (3, 1)), (2, (6, 2))])
def test_the_limit_of_three_to_one_is_of_the_multiplied_counts(ranks: int, found: tuple[int, int]) -> None:
    one = foot("N1", "north", formation="open", figures=1, companies=1)
    first = {"S1": tuple(f"S1.{k}" for k in range(1, 9)), "N1": ("N1.1",)}
    told = melee("S1", "N1", rounds=0, broken="N1", ranks=ranks, fought=first)
    assert numbers(field(horse(), one, ties=[told])) == found


# --- after the round -------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-MRE-09")
@pytest.mark.parametrize(
    ("own", "order", "must"),
    [
        ({}, {}, False),
        ({"regular": False}, {}, True),
        ({"uncontrolled": True}, {}, True),
        ({"uncontrolled": True}, {"firmly": True}, False),
        ({"uncontrolled": True}, {"feature": "house"}, False),
        ({"uncontrolled": True}, {"feature": "W"}, True),
    ],
)
def test_irregulars_and_uncontrolled_troops_follow_up_unless_ordered_to_hold(
    own: dict[str, Any], order: dict[str, Any], must: bool
) -> None:
    house = box("building", 80, 80, 90, 90, "house")
    state = field(foot("S1", "south", **own), foot("N1", "north"), features=[house, WALL])
    if order:
        state = apply(state, Event("set", "order", changes=(notes.ordered(state, "S1", GameOrder(**order)),)))
    assert outcome.must_follow(state, "S1") is must


def beaten() -> State:
    """N1 suffers 57 men, more than twice the 17 that it inflicts and than its figures: it routs."""
    game = fought(foot("S1", "south"), foot("N1", "north", carried=3), dice=(5, 2))
    return game.state


@pytest.mark.clause("NAP-MRE-25")
def test_who_routs_is_disorganised_for_the_melee_and_for_the_rout() -> None:
    own = of(beaten(), "N1")
    assert own.nerve.result == "rout"
    assert [(f.table, f.n, f.clause) for f in own.nerve.fresh] == [("F", 2, "NAP-DIS-25"), ("G", 2, "NAP-DIS-26")]


@pytest.mark.clause("NAP-MRE-26")
def test_who_pursues_is_disorganised_for_the_melee_and_for_the_pursuit() -> None:
    own = of(beaten(), "S1")
    assert own.nerve.result == "pursue"
    assert [(f.table, f.n, f.clause) for f in own.nerve.fresh] == [("F", 2, "NAP-DIS-25"), ("G", 1, "NAP-DIS-26")]


@pytest.mark.clause("NAP-MRE-26")
@pytest.mark.parametrize(
    ("own", "general_at", "wood", "must"),
    [
        ({}, None, False, True),
        ({}, 5.0, False, False),
        ({}, 5.2, False, True),
        ({}, None, True, False),
        ({"regular": False}, 5.0, True, True),
        ({"uncontrolled": True}, 5.0, True, True),
    ],
)
def test_regulars_in_cover_or_with_a_general_need_not_pursue(
    own: dict[str, Any], general_at: float | None, wood: bool, must: bool
) -> None:
    features = [box("open_wood", 20, 20, 80, 60)] if wood else []
    chief = [general("G", "south", at=(50, 30), chief=True)] if general_at is not None else []
    state = field(foot("S1", "south", **own), foot("N1", "north"), *chief, features=features)
    if general_at is not None:
        low, south = board_of(state).outline("S1").bounds[1], board_of(state).outline("G").bounds[3]
        state = put(state, "G", (50, 30 + (low - south) / 10.0 - general_at), 0.0, "single")
    assert outcome.must_pursue(state, "S1") is must


@pytest.mark.clause("NAP-R134")
def test_a_break_off_is_announced_after_the_results_and_made_in_the_next_move() -> None:
    here = field(foot("S1", "south"), foot("N1", "north"), ties=[melee("S1", "N1", fought={"S1": (), "N1": ()})])
    game = Fought(here, 2, 2)
    assert {d.side for d in game.session.waiting} == {"south", "north"}
    assert "strikes" in kinds(game)
    answer(game, "south", "S1", "break_off")
    assert of(game.state, "S1").nerve.result == ""  # both choose sealed
    answer(game, "north", "N1", "break_off")
    state = game.end()
    assert of(state, "S1").nerve.result == of(state, "N1").nerve.result == "break_off"
    assert at_cm(state, "S1")[1] == at_cm(here, "S1")[1]


@pytest.mark.clause("NAP-R134")
def test_a_break_off_replaces_no_worse_result() -> None:
    game = Fought(field(foot("S1", "south"), foot("N1", "north", carried=3), ties=[attack()]), 5, 2)
    assert not game.session.waiting
    assert of(game.end(), "N1").nerve.result == "rout"
