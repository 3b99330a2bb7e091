"""Heroes who join a unit and leave it: when, where, and what they share."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.state import Luck, State
from game.kit.situation import OfUnit
from rulesets.universal_battle.field import facts, near, spacing
from rulesets.universal_battle.heroes.joining import REGROUP, join, may_join, part
from rulesets.universal_battle.measures import inch, inches
from rulesets.universal_battle.turn.activation import ACTIVATION
from tests.rules.universal_battle.attack_play import Called
from tests.rules.universal_battle.fight_play import line, pick
from tests.rules.universal_battle.table import Made, hero, monster, scene, troops


def regroup(state: State, unit: str = "A") -> Called:
    return Called(state, REGROUP, OfUnit(unit))


def joined(*made: Made, unit: str = "A2", **more: Any) -> Called:
    played = regroup(scene(*made, acting="A", **more)).answer(pick(unit))
    played.give()
    return played


@pytest.mark.clause("USB-HRO-09", "USB-R43", "USB-S17")
@pytest.mark.parametrize(("gap", "may"), [(5.0, True), (5.01, False)])
def test_a_unit_within_five_inches(gap: float, may: bool) -> None:
    state = scene(hero("A", (5, 5)), troops("A2", [(5, 6 + gap), (6, 6 + gap)], 2), acting="A")
    assert may_join(state, "A") == (("A2",) if may else ())
    assert bool(regroup(state).session.waiting) is may


@pytest.mark.clause("USB-HRO-09", "USB-S17")
def test_he_is_placed_within_an_inch_of_the_model_nearest_to_him() -> None:
    played = joined(hero("A", (5, 5)), troops("A2", [(5, 9), (6.1, 9)], 2))
    assert near.base_distance(played.state, "A.1", "A") == 0.0
    gap = min(
        abs(a.pose.y - b.pose.y) - inch(1)
        for a in played.state.bases_of("A")
        for b in played.state.bases_of("A2")
        if a.pose and b.pose and b.id == "A2.1"
    )
    assert -0.1 <= gap <= inch(1)
    assert facts.company(played.state, "A") == ("A2", "A")


@pytest.mark.clause("USB-S17")
@pytest.mark.parametrize("west", [7.5, 14.5])
def test_he_is_placed_beside_the_nearest_on_whichever_side_it_stands(west: float) -> None:
    """Models 3.5 inches to the east and 6 to the west of him, or the other way round."""
    other = {7.5: 17.0, 14.5: 5.0}[west]
    state = scene(hero("A", (11, 5)), troops("A2", [(other, 5), (west, 5)], 2))
    pose = spacing.beside(state, state.bases["A.1"], state.bases_of("A2"))
    assert pose is not None
    assert (round(abs(inches(pose.x) - west), 1), round(inches(pose.y), 1)) == (2.0, 5.0)


@pytest.mark.clause("USB-S17", "USB-R43")
@pytest.mark.parametrize(
    ("made", "locks"),
    [
        ((hero("A", (5, 5)), troops("A2", (5, 7), 1), hero("A3", (5, 8.1), joined="A2")), ()),
        ((hero("A", (5, 5)), hero("A2", (5, 7))), ()),
        ((hero("A", (5, 5)), monster("A2", (5, 8), 1)), ()),
        ((monster("A", (5, 5), 1, rider="aspirant"), troops("A2", (5, 8), 1)), ()),
        ((troops("A", (5, 5), 1), troops("A2", (5, 8), 1)), ()),
        ((hero("A", (5, 5)), troops("A2", (5, 7), 1), troops("B", (5, 8), 1)), [("A2", "B")]),
        ((hero("A", (5, 5)), troops("A2", (5, 7), 1), troops("B", (5, 4), 1)), [("A", "B")]),
        ((hero("A", (5, 5)), troops("B2", (5, 7), 1)), ()),
        ((hero("A", (5, 5)), monster("A3", (5, 9), 2, cargo=10), troops("A2", None, 1, aboard="A3")), ()),
    ],
    ids=["has one", "a hero", "a monster", "mounted", "troops", "locked", "is locked", "enemies", "inside"],
)
def test_who_joins_nobody(made: tuple[Made, ...], locks: Any) -> None:
    assert may_join(scene(*made, locks=locks), "A") == ()


@pytest.mark.clause("USB-S17", "USB-PTS-07")
def test_a_rider_joins_and_inside_it_must_be_the_same_carrier() -> None:
    assert may_join(scene(hero("A", (5, 5), kind="riders"), troops("A2", (5, 8), 1)), "A") == ("A2",)
    carriers = monster("A3", (5, 9), 2, cargo=10), monster("A4", (15, 9), 2, cargo=10)
    inside = hero("A", None, aboard="A3"), troops("A2", None, 1, aboard="A3"), troops("A5", None, 1, aboard="A4")
    state = scene(*carriers, *inside, acting="A")
    assert may_join(state, "A") == ("A2",)
    played = regroup(state).answer(pick("A2"))
    assert facts.company(played.state, "A2") == ("A2", "A")


@pytest.mark.clause("USB-S17")
def test_no_free_place_no_joining() -> None:
    ring = [(5 + x, 5 + y) for x in (-1.1, 0.0, 1.1) for y in (-1.1, 0.0, 1.1) if x or y]
    walls = [troops(f"A{k}", [at], 1) for k, at in enumerate(ring, 3)]
    tight = scene(hero("A", (5, 8.5)), troops("A2", [(5, 5)], 1), *walls)
    assert "A2" not in may_join(tight, "A")


@pytest.mark.clause("USB-S17")
@pytest.mark.parametrize(
    ("his", "theirs", "worse"),
    [("", "shaken", "shaken"), ("panicked", "shaken", "panicked"), ("shaken", "", "shaken"), ("", "", "")],
)
def test_both_take_the_worse_status(his: Any, theirs: Any, worse: str) -> None:
    played = joined(hero("A", (5, 5), status=his), troops("A2", (5, 7), 2, status=theirs))
    assert facts.own(played.state, facts.host(played.state, "A")).status == worse


@pytest.mark.clause("USB-S17", "USB-R53", "USB-R43")
def test_he_takes_up_formation_and_cover_and_his_flag_ends() -> None:
    made = (
        hero("A", (5, 5), formation="hidden", flag=True, entrenched=True),
        troops("A2", (5, 7), 2, formation="column"),
    )
    played = joined(*made, troops("B", (5, 20), 1))
    assert facts.own(played.state, facts.host(played.state, "A")).formation == "column"
    assert near.exposed(played.state, "A2", "shoot") is None
    part_of = facts.own(played.state, "A")
    assert (part_of.joined, part_of.joins, part_of.flag, part_of.entrenched) == ("A2", True, False, False)


@pytest.mark.clause("USB-HRO-09", "USB-HRO-10", "USB-R43", "USB-R72")
def test_they_act_together_from_the_units_next_activation_even_in_the_same_round() -> None:
    made = hero("A", (5, 5), fatigue=0), troops("A2", (5, 7), 2), troops("B", (5, 30), 1)
    played = joined(*made)
    assert not near.led(played.state, "A2")
    assert facts.eligible(played.state, "south") == ("A2",)
    again = Called(replace(played.state, luck=Luck("scripted")), ACTIVATION, OfUnit("A2"))
    assert near.led(again.state, "A2")
    assert facts.own(again.state, "A").activated


@pytest.mark.clause("USB-HRO-11", "USB-R43", "USB-S17")
def test_leaving_after_the_units_activation() -> None:
    made = troops("A", (5, 5), 2, status="shaken", entrenched=True, formation="column"), hero("Ah", (7, 5), joined="A")
    state = scene(*made, acting="A")
    played = regroup(state)
    assert played.session.default(played.asked).exit == "stay"
    played.leave("leave").give()
    own = facts.own(played.state, "Ah")
    assert (own.joined, own.activated, own.status, own.entrenched, own.formation) == (
        "",
        True,
        "shaken",
        True,
        "skirmish",
    )
    assert played.state.bases["Ah.1"].pose == state.bases["Ah.1"].pose
    assert facts.own(played.state, "A").status == "shaken"
    assert facts.eligible(played.state, "south") == ("A",)


@pytest.mark.clause("USB-HRO-11", "USB-R43", "USB-S14")
def test_nobody_leaves_a_locked_unit() -> None:
    made = troops("A", (5, 5), 2), hero("Ah", (7, 5), joined="A"), troops("B", (5, 6), 1)
    assert not regroup(scene(*made, locks=[("A", "B")])).session.waiting


@pytest.mark.clause("USB-PWR-08", "USB-R53")
def test_the_flag_goes_with_the_hero_who_leaves() -> None:
    made = troops("A", (5, 5), 2, flag=True), hero("Ah", (7, 5), joined="A", flag=True)
    played = regroup(scene(*made, acting="A")).leave("leave")
    assert facts.own(played.state, "Ah").flag
    assert near.exposed(played.state, "A", "shoot") is None
    assert near.exposed(played.state, "Ah", "shoot") is not None


@pytest.mark.clause("USB-HRO-11", "USB-HRO-10")
def test_whose_troops_are_dead_acts_alone_again() -> None:
    made = troops("A", (5, 5), 1, lost=[1]), hero("Ah", (7, 5), joined="A", power=0)
    state = scene(*made, acting="A")
    played = regroup(state)
    assert not played.session.waiting
    assert facts.activations(played.state, "south") == ("Ah",)
    assert facts.own(played.state, "Ah").activated


@pytest.mark.clause("USB-R43", "USB-R23")
def test_his_own_fatigue_is_kept_through_joining_and_leaving() -> None:
    played = joined(hero("A", (5, 5), fatigue=2), troops("A2", (5, 7), 2))
    assert (facts.own(played.state, "A").fatigue, facts.own(played.state, "A2").fatigue) == (2, 0)


@pytest.mark.clause("USB-R43", "USB-HRO-09")
def test_he_joins_after_his_action() -> None:
    made = hero("A", (5, 5), power=0), line("A2", 25, 1), troops("A3", (5, 9), 1), line("B", 33, 1)
    played = Called(scene(*made), ACTIVATION, OfUnit("A"))
    assert played.asked.question == "act"
    played.default()
    while played.asked.question != "regroup":
        played.default()
    assert not facts.own(played.state, "A").joined


def test_joining_and_leaving_are_told() -> None:
    from game.engine.flow import Run

    run = Run(scene(hero("A", (5, 5)), troops("A2", (5, 7), 2)))
    join(run, "A", "A2")
    part(run, "A")
    assert [e.type for e in run.events] == ["joined", "parted"]
