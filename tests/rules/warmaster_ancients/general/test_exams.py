"""Exam positions for the general: situations in which the right choice is clear."""

from __future__ import annotations

import pytest

from game.engine.decision import Aim, OptionAnswer, PickAnswer, TargetsAnswer
from game.engine.state import State
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.general.plan import BOLD, CAUTIOUS
from tests.rules.warmaster_ancients.general_play import armies, exam
from tests.rules.warmaster_ancients.table import Row, feature, table, unit

# --- charges -----------------------------------------------------------------------------------------------------


def test_it_takes_the_flank_and_not_the_front() -> None:
    found = exam(
        table(
            unit("EQU-1", at=(60, 40), facing="E"),
            unit("GAL-1", at=(74, 40), facing="N"),
            unit("LIB-1", at=(66, 52), facing="S"),
            *armies(),
            active="south",
        ),
        "initiative",
    )
    assert found.move == ("EQU-1", "charge", "GAL-1")
    assert found.why == "it takes {target} in the flank: {percent} % to win"
    assert found.legal


def test_of_two_enemies_it_charges_the_weaker() -> None:
    found = exam(
        table(
            unit("LEG-1", at=(60, 50), facing="N"),
            unit("LIB-1", at=(52.5, 64), facing="S"),
            unit("ELE-1", at=(64, 64), facing="S"),
            *armies(),
            active="south",
        ),
        "initiative",
    )
    assert found.move == ("LEG-1", "charge", "LIB-1")


def test_velites_do_not_charge_elephants_but_run() -> None:
    found = exam(
        table(
            unit("VEL-1", at=(60, 40), facing="N"), unit("ELE-1", at=(60, 55), facing="S"), *armies(), active="south"
        ),
        "initiative",
    )
    assert found.move == ("VEL-1", "evade", "")
    # straight away, and more than 20 cm from the elephants
    assert facts.distance(found.after, "VEL-1", "ELE-1") > 200.0


def test_slingers_evade_cavalry() -> None:
    found = exam(
        table(
            unit("SLI-1", at=(60, 60), facing="S"), unit("EQU-1", at=(60, 45), facing="N"), *armies(), active="north"
        ),
        "initiative",
    )
    assert found.move == ("SLI-1", "evade", "")
    assert found.why == "{unit}: evade {enemy}, or be ridden down"


def test_foot_in_line_does_not_run_from_foot() -> None:
    """Two of a kind face each other under cover: neither charging uphill nor running pays."""
    hill = feature("hill", "hill-1", box=(30, 52, 90, 80))
    found = exam(
        table(
            unit("LEG-1", at=(60, 40), facing="N"),
            unit("LIB-1", at=(60, 55), facing="S"),
            unit("LIB-9", at=(60, 57.02), facing="S"),
            *armies("LIB-9"),
            terrain=[hill],
            active="south",
        ),
        "initiative",
    )
    assert found.exit == "end_phase"


def test_the_bold_charge_where_the_steady_wait() -> None:
    state = table(
        unit("LIB-1", at=(60, 60), facing="S"), unit("LEG-1", at=(60, 45), facing="N"), *armies(), active="north"
    )
    assert exam(state, "initiative", temper=BOLD).move == ("LIB-1", "charge", "LEG-1")
    assert exam(state, "initiative", temper=CAUTIOUS).exit == "end_phase"


# --- orders ------------------------------------------------------------------------------------------------------


def test_the_likelier_order_comes_first() -> None:
    """Two like units with a like way to go: the nearer one needs 9, the farther one 7."""
    found = exam(
        table(
            unit("LEG-1", at=(50, 20), facing="N"),
            unit("LEG-2", at=(110, 20), facing="N"),
            unit("CONS-1", at=(110, 12)),
            unit("LIB-1", at=(50, 100), facing="S"),
            unit("LIB-2", at=(110, 100), facing="S"),
            active="south",
        ),
        "command",
    )
    assert found.answer == TargetsAnswer((Aim("CONS-1", "order", "LEG-2"),))


def test_the_officer_orders_before_the_leader_and_the_general_last() -> None:
    rows: list[Row] = [unit("LEG-1", at=(60, 20), facing="N"), unit("LIB-1", at=(60, 100), facing="S")]
    characters = {"CONS-1": (60, 15), "LEGA-1": (64, 15), "TRIB-1": (62, 15)}
    for left in (("CONS-1", "LEGA-1", "TRIB-1"), ("CONS-1", "LEGA-1"), ("CONS-1",)):
        found = exam(table(*rows, *(unit(c, at=characters[c]) for c in left), active="south"), "command")
        assert found.answer == TargetsAnswer((Aim(left[-1], "order", "LEG-1"),))


def test_a_unit_that_stands_well_is_not_ordered_about() -> None:
    """The garrison of a fort with no enemy in sight."""
    found = exam(
        table(
            unit("LIB-1", at=(90, 72), facing="S"),
            unit("STRA-1", at=(90, 76)),
            unit("LEG-1", at=(90, 5), facing="N"),
            terrain=_hill_fort(),
            scenario="fortified_hill",
            active="north",
        ),
        "command",
    )
    assert found.exit == "end_phase"


# --- moves -------------------------------------------------------------------------------------------------------


def test_an_ordered_unit_charges_where_the_odds_favour_it() -> None:
    found = exam(
        table(
            unit("EQU-1", at=(60, 40), facing="N"), unit("LIB-1", at=(60, 68), facing="S"), *armies(), active="south"
        ),
        "move",
        unit="EQU-1",
    )
    assert found.move == ("EQU-1", "charge", "LIB-1")


def test_shooters_keep_out_of_charge_reach_and_do_not_close_in() -> None:
    """Cavalry 46 cm away: one move nearer and it would ride the slingers down."""
    found = exam(
        table(
            unit("SLI-1", at=(60, 90), facing="S"),
            unit("STRA-1", at=(60, 100)),
            unit("EQU-1", at=(60, 42), facing="N"),
            *armies(),
            active="north",
        ),
        "move",
        unit="SLI-1",
    )
    assert found.legal
    assert facts.distance(found.after, "SLI-1", "EQU-1") > 300.0


def test_shooters_go_to_where_they_can_shoot_what_cannot_reach_them() -> None:
    """Scorpions are slow and harmless to slingers beyond their front: these come within 20 cm and shoot."""
    state = table(
        unit("SLI-1", at=(60, 78), facing="S"),
        unit("STRA-1", at=(60, 90)),
        unit("VEL-1", at=(60, 40), facing="S"),
        *armies(),
        active="north",
    )
    found = exam(state, "move", unit="SLI-1")
    assert found.legal
    assert facts.distance(found.after, "SLI-1", "VEL-1") <= 200.0


def test_a_reserve_supports_the_fight_before_it() -> None:
    found = exam(
        table(
            unit("LEG-1", at=(60, 50), facing="N"),
            unit("LIB-1", at=(60, 52), facing="S"),
            unit("TRI-1", at=(60, 40), facing="N"),
            unit("CONS-1", at=(60, 30)),
            *armies(),
            contacts=[{"a": "LEG-1", "b": "LIB-1", "how": "charge"}],
            active="south",
        ),
        "move",
        unit="TRI-1",
    )
    assert found.why == "it supports {friend} from behind"
    assert len(facts.supporters(found.after, ("LEG-1", "LIB-1"), "south")) == 3


def _hill_fort() -> list[Row]:
    """The terrain of the fortified hill."""
    rows: list[Row] = []
    for f in data_files.load_scenario("fortified_hill").features:
        outline = {"line": [list(p) for p in f.line]} if f.line else {"polygon": [list(p) for p in f.polygon]}
        rows.append({"id": f.id, "kind": f.kind, **outline})
    return rows


@pytest.mark.parametrize("who", ["LEG-1", "VEL-1"])
def test_foot_goes_for_an_empty_fort(who: str) -> None:
    found = exam(
        table(
            unit(who, at=(90, 50), facing="N"),
            unit("CONS-1", at=(90, 40)),
            unit("LIB-1", at=(30, 110), facing="S"),
            terrain=_hill_fort(),
            scenario="fortified_hill",
            turn=4,
            active="south",
        ),
        "move",
        unit=who,
    )
    assert found.why == "it heads for {place}"
    assert facts.fort_of(found.after, who) == "ramparts"


def test_a_garrison_stays_behind_its_ramparts() -> None:
    found = exam(
        table(
            unit("LIB-1", at=(90, 66), facing="S"),
            unit("STRA-1", at=(90, 76)),
            unit("LEG-1", at=(90, 30), facing="N"),
            terrain=_hill_fort(),
            scenario="fortified_hill",
            turn=4,
            active="north",
        ),
        "move",
        unit="LIB-1",
    )
    assert facts.fort_of(found.after, "LIB-1") == "ramparts"


# --- being charged, shooting -------------------------------------------------------------------------------------


def test_it_shoots_at_chargers() -> None:
    found = exam(
        table(
            unit("GAL-1", at=(90, 60), facing="S"), unit("VEL-1", at=(90, 42), facing="N"), *armies(), active="north"
        ),
        "charge",
        unit="GAL-1",
        target="VEL-1",
    )
    assert found.answer == OptionAnswer({"reaction": "shoot"})


def test_the_volley_that_hurts_most_comes_first() -> None:
    """Slingers at naked Gauls before slingers at legionaries in armour behind a wood's edge."""
    found = exam(
        table(
            unit("VEL-1", at=(40, 40), facing="N"),
            unit("VEL-2", at=(110, 40), facing="N"),
            unit("GAL-1", at=(110, 52), facing="S"),
            unit("LIB-1", at=(40, 52), facing="S"),
            *armies(),
            terrain=[feature("wood", "wood-1", box=(30, 50, 50, 56))],
            active="south",
        ),
        "shooting",
    )
    assert found.answer == TargetsAnswer((Aim("VEL-2", "volley", "GAL-1"),))


# --- melee -------------------------------------------------------------------------------------------------------


def test_the_combat_that_promises_most_is_fought_first() -> None:
    found = exam(
        table(
            unit("LEG-1", at=(40, 50), facing="N"),
            unit("ELE-1", at=(40, 53), facing="S"),
            unit("EQU-1", at=(100, 50), facing="E", charged=True, attacked=True),
            unit("GAL-1", at=(108, 50), facing="N"),
            *armies(),
            contacts=[{"a": "EQU-1", "b": "GAL-1", "how": "charge"}],
            active="south",
        ),
        "melee",
    )
    assert isinstance(found.answer, PickAnswer)
    assert found.answer.ids[0] in ("EQU-1", "GAL-1")


DRAWN_UP = {"LIB-1": [6, 1, 1, 1, 1, 1, 1, 1, 1, 1], "LEG-1": [1] * 9}
"""LEG-1 makes one casualty that armour does not stop, LIB-1 none."""


def _on_the_hill(*reserve: Row) -> State:
    return table(
        unit("LEG-1", at=(60, 60), facing="N"),
        unit("LIB-1", at=(60, 62), facing="S", charged=True, attacked=True),
        *reserve,
        *armies(),
        contacts=[{"a": "LIB-1", "b": "LEG-1", "how": "charge", "on_hill": ["hill-1"]}],
        terrain=[feature("hill", "hill-1", box=(40, 30, 80, 60.5))],
        active="south",
    )


def test_it_pursues_where_nothing_stands_behind_the_beaten() -> None:
    dice = [*DRAWN_UP["LIB-1"], *DRAWN_UP["LEG-1"]]
    found = exam(_on_the_hill(), "combat", dice, until="after_round", unit="LEG-1")
    assert found.answer == OptionAnswer({"LEG-1": "pursue:LIB-1"})


def test_it_does_not_pursue_off_the_hill_into_a_reserve() -> None:
    reserve = (unit("ELE-1", at=(60, 74), facing="S"), unit("PUN-1", at=(72, 66), facing="W"))
    dice = [*DRAWN_UP["LIB-1"], *DRAWN_UP["LEG-1"]]
    found = exam(_on_the_hill(*reserve), "combat", dice, until="after_round", unit="LEG-1")
    assert found.answer == OptionAnswer({"LEG-1": "stay"})


# --- riding ------------------------------------------------------------------------------------------------------


def test_a_general_left_behind_rides_up_to_his_line() -> None:
    found = exam(
        table(
            unit("CONS-1", at=(90, 5)),
            *(unit(f"LEG-{k}", at=(48 + 13 * k, 55), facing="N") for k in range(1, 6)),
            unit("LIB-1", at=(90, 110), facing="S"),
            active="south",
        ),
        "characters",
    )
    assert found.move[:2] == ("CONS-1", "ride")
    pose = found.ends["CONS-1.1"]
    near = [u for u in ("LEG-2", "LEG-3", "LEG-4") if facts.distance(found.after, "CONS-1", u) < 200.0]
    assert near == ["LEG-2", "LEG-3", "LEG-4"]
    assert pose.y <= 560.0
