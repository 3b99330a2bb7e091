"""Orders, phases, shots, evasions and combat, one clause to a test."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.event import AddTie
from game.engine.state import State
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.command import command
from rulesets.warmaster_ancients.move import evading, moves
from tests.rules.warmaster_ancients.blows_play import (
    advance_charge,
    begin,
    dice_of,
    dice_thrown,
    events,
    faces,
    results,
    run,
    whole,
)
from tests.rules.warmaster_ancients.flow_play import Play, charge, hold, order
from tests.rules.warmaster_ancients.table import feature, table, unit, where

ONES = [1] * 400


# --- orders ------------------------------------------------------------------------------------------------------


def staff(*characters: str) -> State:
    """Characters of the south near two units; the enemy far away."""
    return table(
        unit("LEG-1", at=(40, 20), facing="N"),
        unit("VEL-1", at=(60, 20), facing="N"),
        *(unit(name, at=(48 + 2 * k, 15)) for k, name in enumerate(characters)),
        unit("GAL-1", at=(160, 110), facing="S"),
    )


@pytest.mark.clause("WMA-CMD-08")
def test_a_character_who_fails_orders_nobody_more_and_the_unit_stays() -> None:
    play = Play(staff("LEGA-1", "TRIB-1"), "command", [6, 6])
    before = where(play.state, "LEG-1")
    play.order("LEGA-1", "LEG-1")
    assert (play.asked_for, where(play.state, "LEG-1")) == ("order", before)
    assert play.types("moved") == []
    assert play.refused(order("LEGA-1", "VEL-1")).clause == "WMA-CMD-08"
    assert command.order_bar(play.state, "TRIB-1", "VEL-1") is None


@pytest.mark.clause("WMA-CMD-09")
@pytest.mark.parametrize(("character", "asked"), [("CONS-1", ""), ("LEGA-1", "order")])
def test_the_generals_failure_and_no_other_ends_the_command_phase(character: str, asked: str) -> None:
    play = Play(staff("CONS-1", "LEGA-1", "TRIB-1"), "command", [6, 6])
    play.order(character, "LEG-1")
    assert play.asked_for == asked
    assert play.own("TRIB-1").orders == 0


# --- phases ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-R01")
def test_orders_are_given_in_one_phase_and_units_move_in_two() -> None:
    state = table(
        unit("GAL-1", side="south", at=(90, 40), facing="N"),
        unit("LEG-1", side="south", at=(20, 20), facing="N"),
        unit("CONS-1", side="south", at=(20, 15)),
        unit("VEL-1", side="north", at=(90, 55), facing="S"),
        unit("STRA-1", side="north", at=(160, 105)),
        limit=1,
        first="south",
    )
    play = Play(state, "battle", [1] * 400, side="south", turn=1)
    seen = {("initiative", play.asked_for)}
    assert play.state.own.phase == "initiative"
    play.give(charge("GAL-1", "VEL-1"))
    run(play, "order")
    seen.add((play.state.own.phase, play.asked_for))
    play.order("CONS-1", "LEG-1")
    seen.add((play.state.own.phase, play.asked_for))
    play.give(hold("LEG-1"))
    while play.asked_for == "order":
        play.end()
    run(play)
    assert seen == {("initiative", "initiative"), ("command", "order"), ("command", "move")}
    phases = [e.data["phase"] for e in play.events if e.type == "phase_begins"][:5]
    assert phases == ["initiative", "command", "characters", "shooting", "melee"]


# --- shots and evasions ------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-R12")
@pytest.mark.parametrize("stands", [1, 2, 3])
def test_every_stand_in_range_shoots_and_not_only_one(stands: int) -> None:
    state = table(
        unit("VEL-1", at=(40, 40), facing="N", stands=stands),
        unit("GAL-1", at=(40, 52), facing="S"),
        phase="shooting",
    )
    play = whole(state, "shooting", *[1] * stands)
    assert dice_thrown(play) == [("Shots of VEL-1 at GAL-1", (1,) * stands)]


@pytest.mark.clause("WMA-R24")
@pytest.mark.parametrize("code", ["NUM", "LEG"])
def test_an_evading_unit_has_its_full_allowance_in_any_formation(code: str) -> None:
    crooked = [(90, 60, "S"), (90, 64, "S"), (93, 64, "E")]
    state = table(unit(f"{code}-1", "south", poses=crooked), unit("GAL-1", side="north", at=(90, 48), facing="N"))
    full = 300.0 if code == "NUM" else 200.0
    assert moves.allowance(state, f"{code}-1").mm == full / 2
    assert (moves.allowance(state, f"{code}-1", "evade").mm, evading.evasion(state, f"{code}-1").most) == (full, full)


@pytest.mark.clause("WMA-R24")
def test_a_fortified_unit_evades_by_its_full_allowance() -> None:
    fort = feature("fortification", box=(80, 30, 100, 50))
    state = table(unit("LIB-1", at=(90, 40)), terrain=[fort])
    assert (moves.allowance(state, "LIB-1").mm, moves.allowance(state, "LIB-1", "evade").mm) == (100, 200)


# --- combat ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-R31")
def test_a_pursuit_makes_contact_for_a_second_round() -> None:
    state = table(
        unit("EQU-1", "south", at=(90, 58), facing="N"),
        unit("LIB-1", "north", at=(90, 61), facing="S"),
        phase="melee",
        active="south",
    )
    play = begin(state, "melee", *faces((4, 2), (1, 7)), 1, 1, *ONES)
    run(play, "after_round")
    assert where(play.state, "LIB-1")[0][1] == 63
    play.option("EQU-1", "pursue:LIB-1")
    run(play)
    assert [e.data["round"] for e in events(play, "round_begins")] == [1, 2]
    assert (dice_of(play, "EQU-1"), len(dice_of(play, "LIB-1"))) == ([9, 3 * 4], 2)


@pytest.mark.clause("WMA-R31")
def test_an_advance_charge_makes_contact_for_a_new_combat() -> None:
    state = table(
        unit("PUN-1", "south", at=(90, 58), facing="N"),
        unit("VEL-1", "north", poses=[(90, 61, "S")], lost=[2, 3], hits=2),
        unit("VEL-2", "north", at=(90, 75), facing="S"),
        phase="melee",
        active="south",
    )
    play = begin(state, "melee", 4, *faces((1, 8)), *ONES)
    run(play, "after_round")
    play.option("PUN-1", "advance")
    run(play, "advance")
    play.give(advance_charge("PUN-1", "VEL-2"))
    made = [e.tie for event in play.events for e in event.changes if isinstance(e, AddTie)]
    assert [(tie.a, tie.b, tie.own.how) for tie in made] == [("PUN-1", "VEL-2", "advance")]
    run(play)
    assert {(e.data["unit"], e.data["enemy"]) for e in events(play, "blows")} >= {
        ("PUN-1", "VEL-2"),
        ("VEL-2", "PUN-1"),
    }


@pytest.mark.clause("WMA-R42")
@pytest.mark.parametrize(("charger", "bonus"), [("HCH-1", 2), ("SCH-1", 2), ("ELE-1", 2), ("LCH-1", 1), ("EQU-1", 1)])
def test_light_chariots_have_one_for_the_charge_and_other_shock_troops_two(charger: str, bonus: int) -> None:
    def attacks(how: str) -> float:
        own: dict[str, Any] = {"charged": True, "attacked": True} if how else {}
        contacts = [{"a": charger, "b": "GAL-2", "how": how}] if how else []
        state = table(
            unit(charger, "south", at=(90, 58), facing="N", **own),
            unit("GAL-2", "north", at=(90, 61), facing="S"),
            contacts=contacts,
            phase="melee",
            active="south",
        )
        return blows.stand_attacks(state, f"{charger}.1", "GAL-2", 1).total

    assert attacks("charge") - attacks("") == bonus


@pytest.mark.clause("WMA-RES-01")
def test_the_result_waits_for_the_blows_of_all_units_of_the_combat() -> None:
    state = table(
        unit("LEG-1", "south", at=(84, 59), facing="N"),
        unit("LEG-2", "south", at=(96, 59), facing="N"),
        unit("LIB-1", "north", at=(90, 61), facing="S"),
        phase="melee",
        active="south",
    )
    play = run(begin(state, "melee", *ONES), "after_round")
    order_of = [e for e in play.events if e.type in ("blows", "combat_result")]
    first = next(k for k, e in enumerate(order_of) if e.type == "combat_result")
    struck = [(e.data["unit"], e.data["enemy"]) for e in order_of[:first]]
    assert sorted(struck) == [("LEG-1", "LIB-1"), ("LEG-2", "LIB-1"), ("LIB-1", "LEG-1"), ("LIB-1", "LEG-2")]
    assert [e.type for e in order_of[first:]] == ["combat_result"]
    assert len(results(play)) == 1
