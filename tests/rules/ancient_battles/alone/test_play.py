"""Moves, psychology and close combat, one clause to a test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulesets.ancient_battles
from game.clauses import read_book
from game.engine.state import State
from game.geometry.steps import Advance, Form, Turn, Wheel
from rulesets.ancient_battles.army.roster import TRAITS
from rulesets.ancient_battles.charge.reactions import ReactData
from rulesets.ancient_battles.fight.combat_round import Fought
from rulesets.ancient_battles.fight.results import BreaksData
from rulesets.ancient_battles.nerve import leadership, panic
from rulesets.ancient_battles.nerve.psychology import AlarmData, DareData
from rulesets.ancient_battles.shoot import missiles
from tests.rules.ancient_battles import combat_play as combat
from tests.rules.ancient_battles.charge_play import declared
from tests.rules.ancient_battles.moves_play import cost, go, moves, refusal
from tests.rules.ancient_battles.shots_play import Play, flights, recruit
from tests.rules.ancient_battles.table import table, unit

__all__ = ["flights"]

BOOK = read_book("WAB", Path(rulesets.ancient_battles.__file__).parent)
ENEMY = unit("WAR", (60, 44))


# --- manoeuvres --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-FRM-03")
def test_an_about_face_turns_every_model_in_its_place_and_comes_once() -> None:
    play = moves(unit("PHA", (36, 20), files=5, models=10), ENEMY)
    before = {b.id: b.pose for b in play.state.bases_of("PHA")}
    assert refusal(play, go("PHA", "normal", Turn("about"), Turn("about"))) == "WAB-FRM-03"
    assert refusal(play, go("PHA", "normal", Turn("about"), Advance(10.0), Turn("about"))) == "WAB-FRM-03"
    play.give(go("PHA", "normal", Turn("about")))
    after = [b.pose for b in play.state.bases_of("PHA")]
    places = {(round(p.x, 3), round(p.y, 3)) for p in before.values() if p is not None}
    assert {(round(p.x, 3), round(p.y, 3)) for p in after if p is not None} == places
    assert {p.facing for p in after if p is not None} == {180.0}


@pytest.mark.clause("WAB-FRM-04")
@pytest.mark.parametrize(("code", "quarter"), [("PHA", 1.0), ("WAR", 1.25), ("SIL", 0.75)])
def test_an_about_face_costs_a_quarter_of_the_rate(code: str, quarter: float) -> None:
    play = moves(unit(code, (36, 20), files=5, models=10, side="south"), unit("GSL", (60, 44)))
    assert cost(play, go(code, "normal", Turn("about"))) == quarter
    assert cost(play, go(code, "normal", Turn("about"), Advance(75.0 * quarter))) == 4.0 * quarter
    play.check(go(code, "normal", Turn("about"), Advance(75.0 * quarter + 0.1)))
    assert refusal(play, go(code, "normal", Turn("about"), Advance(75.0 * quarter + 0.1))) == "WAB-S07"


@pytest.mark.clause("WAB-R15")
@pytest.mark.parametrize(
    "steps",
    [
        (Turn("about"), Advance(50.0)),
        (Advance(50.0), Turn("about")),
        (Advance(25.0), Turn("about"), Advance(25.0)),
    ],
)
def test_an_about_face_costs_its_quarter_before_between_and_after_moves(steps: tuple[Any, ...]) -> None:
    play = moves(unit("PHA", (36, 20), files=5, models=10), ENEMY)
    assert cost(play, go("PHA", "normal", *steps)) == 1.0 + 2.0
    wheeled = go("PHA", "normal", Wheel(10.0, "left"), *steps)
    assert cost(play, wheeled) == pytest.approx(cost(play, go("PHA", "normal", Wheel(10.0, "left"))) + 3.0, abs=0.002)


@pytest.mark.clause("WAB-FRM-09")
@pytest.mark.parametrize(("dice", "files"), [((3, 4), 8), ((4, 4), 6)])
def test_a_reform_takes_a_leadership_test(dice: tuple[int, int], files: int) -> None:
    play = moves(unit("PHA", (36, 20), files=6), ENEMY, dice=dice)
    play.give(go("PHA", "reform", Form("ranks", 8, 90.0)))
    assert play.own("PHA").files == files
    assert play.types("test_passed", "test_failed") == ["test_passed" if files == 8 else "test_failed"]


# --- psychology --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-FEA-01")
@pytest.mark.parametrize(("charger", "tests"), [("GAE", [("fear", True)]), ("WAR", [])])
def test_a_unit_charged_by_an_enemy_it_fears_tests(
    flights: list[dict[str, Any]], charger: str, tests: list[tuple[str, bool]]
) -> None:
    state = table(unit("PHA", (36, 20), 0), unit(charger, (36, 28), 180, side="north"))
    play = Play(state, "wab.alarm", AlarmData("PHA", (charger,), ()), (3, 4) if tests else ()).to_end()
    assert [t[1:3] for t in play.tested()] == tests
    assert flights == []


@pytest.mark.clause("WAB-TRR-01")
@pytest.mark.parametrize(("dice", "fled"), [((3, 3), []), ((3, 4), ["WAR"])])
def test_a_unit_that_fails_a_terror_test_flees(
    flights: list[dict[str, Any]], dice: tuple[int, int], fled: list[str]
) -> None:
    state = table(unit("WAR", (36, 20), 0), unit("SEL", (36, 30), 180))
    play = Play(state, "wab.dare", DareData("WAR", "SEL"), dice).to_end()
    assert play.tested() == [("WAR", "terror", not fled, 6)]
    assert [f["unit"] for f in flights] == fled


def after_losing(state: State, units: tuple[str, ...], winner: str, *dice: int) -> combat.Play:
    """The Break tests after a combat lost by one."""
    return combat.Play(state, dice, "wab.breaks", BreaksData((Fought(units, winner, 1),))).on()


@pytest.mark.clause("WAB-R01")
def test_the_unnamed_box_is_stubborn_and_no_trait_is_drilled() -> None:
    assert list(TRAITS) == ["stubborn", "frenzy", "fear", "terror", "large"]
    shields = unit("SIL", (36, 24), 0, files=4, models=16)
    near = table(shields, unit("PHA", (42, 24), fleeing=True))
    assert (panic.routers_near(near, "SIL"), panic.owes(near, "SIL", "WAB-PAN-05")) == ((), True)
    beaten = table(shields, unit("WAR", (36, 24), 180, files=5, models=20), phase="combat", fight=1)
    ground = after_losing(beaten, ("SIL", "WAR"), "north", 6, 6)
    assert (ground.of("broken"), len(ground.of("stubborn"))) == ([], 1)
    eight = unit("SIL", (36, 24), 0, files=4, models=8)
    feared = table(eight, unit("GAE", (36, 24), 180, files=4, models=12), phase="combat", fight=1)
    broken = [len(after_losing(feared, ("SIL", "GAE"), "north", face).of("broken")) for face in (3, 4)]
    assert broken == [1, 0]


@pytest.mark.clause("WAB-R02")
def test_the_lists_have_as_many_items_as_numbers_and_leadership_10_is_hatreds() -> None:
    families = [clause.id[4:7] for clause in BOOK.clauses if clause.id[4:7].isalpha()]
    assert {name: families.count(name) for name in ("FMR", "MAR", "HAT", "STB")} == {
        "FMR": 11,
        "MAR": 7,
        "HAT": 3,
        "STB": 3,
    }
    needs = {}
    for code in ("OAT", "GAE"):
        foes = unit(code, (36, 24), 180, files=4, models=16), unit("PHA", (36, 24), 0, files=5, models=20)
        play = Play(table(*foes), "wab.test", leadership.TestData(code, "break"), (1, 1)).to_end()
        needs[code] = play.tested()[0][3]
    assert needs == {"OAT": 10, "GAE": 7}


# --- shooting in flight ------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-RCT-06")
def test_a_fleeing_unit_does_not_shoot(monkeypatch: pytest.MonkeyPatch) -> None:
    recruit(monkeypatch, "XBO", "PHA", weapon="bow", bs=3)
    foe = unit("WAR", (36, 32), 180)
    for fleeing, targets in ((False, ("WAR",)), (True, ())):
        shooters = unit("XBO", (36, 20), 0, side="south", models=10, files=5, fleeing=fleeing)
        assert missiles.targets(table(shooters, foe), "XBO") == targets


@pytest.mark.clause("WAB-RCT-06")
def test_fire_and_flee_shoots_before_it_flees() -> None:
    state = table(unit("NOB", (36, 30), 180), unit("COM", (36, 21), 0), active="south")
    play = Play(declared(state, "COM", "NOB"), "wab.react", ReactData("NOB"), (5, 2, 4, 6, 4, 1, 3, 4, 2))
    play.option("reaction", "fire:COM")
    assert play.shown() == [(5, 2, 4, 6), (4, 1), (3,), (4, 2)]
    assert (play.count("COM"), play.own("NOB").fleeing) == (7, True)


# --- close combat ------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-CMB-09")
@pytest.mark.parametrize(("saves", "through"), [((5, 5, 5, 5), 0), ((5, 5, 4, 1), 2), ((4, 4, 4, 4), 4)])
def test_each_wound_is_saved_by_one_die_before_models_are_removed(saves: tuple[int, ...], through: int) -> None:
    state = table(
        unit("SIL", (36, 24), 0, files=4, models=16),
        unit("WAR", (36, 24), 180, files=4, models=16),
        contacts=[{"a": "SIL", "b": "WAR", "how": "charge"}],
    )
    play = combat.clash(state, 3, 3, 3, 3, 4, 4, 4, 4, *saves, *(1,) * (4 - through))
    assert combat.blows(play)[0] == ("SIL", "WAR", 4, 4, 4, through)
    assert combat.left(play.state, "WAR") == 16 - through


@pytest.mark.clause("WAB-BRK-05")
def test_break_tests_wait_for_the_results_of_all_combats() -> None:
    state = table(
        unit("PHA", (20, 24), 0, files=5, models=20),
        unit("WAR", (20, 24), 180, files=5, models=10),
        unit("PHA2", (50, 24), 0, files=5, models=20),
        unit("WAR2", (50, 24), 180, files=5, models=10),
        active="south",
    )
    play = combat.Play(state, (1,) * 200).on("wab.pursue")
    kinds = [e.type for e in play.events if e.type in ("combat_result", "test_passed", "test_failed", "broken")]
    assert kinds[:2] == ["combat_result", "combat_result"]
    assert kinds.count("combat_result") == 2
    assert len(kinds) > 2
