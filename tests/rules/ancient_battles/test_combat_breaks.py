"""Break tests: who takes one, at what, who breaks without, and who must panic for it (WAB-BRK-01 to WAB-BRK-09)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.event import Event
from game.engine.state import State
from game.kit import situation
from rulesets.ancient_battles.entries import ENTRIES
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.fight.combat_round import Fought
from rulesets.ancient_battles.fight.results import BreaksData, beaten, fate
from tests.rules.ancient_battles.combat_play import Play, begin_clash
from tests.rules.ancient_battles.table import table, unit


def facing(loser: dict[str, Any], winner: dict[str, Any], *others: dict[str, Any], **more: Any) -> State:
    return table(loser, winner, *others, phase="combat", fight=1, **more)


def lost(state: State, difference: int, *units: str, winner: str = "north") -> Fought:
    """A combat that the winner's side has won by so much."""
    found = units or ("PHA", "WAR")
    return Fought(found, winner, difference)


def after_losing(state: State, difference: int, *dice: int, units: tuple[str, ...] = (), winner: str = "north") -> Play:
    """The Break tests after a combat, by default answers."""
    data = BreaksData((lost(state, difference, *units, winner=winner),))
    play = Play(state, dice, "wab.breaks", data).on()
    assert play.left() == (), play.dice_thrown()
    return play


def pair(models: int = 20, began: int = 24, enemy: int = 20, **own: Any) -> State:
    return facing(
        unit("PHA", (36, 24), 0, files=5, models=models, began=began, **own),
        unit("WAR", (36, 24), 180, files=5, models=enemy),
    )


def broken(play: Play) -> list[str]:
    return [e.about[0] for e in play.of("broken")]


def numbers(event: Event) -> tuple[int, int]:
    return event.data["total"], event.data["need"]


# --- the test ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-BRK-01", "WAB-BRK-02", "WAB-BRK-03")
def test_the_number_is_leadership_less_the_difference_and_equal_passes() -> None:
    """Leadership 7, lost by 2: 5 passes."""
    play = after_losing(pair(), 2, 2, 3)
    assert numbers(play.event("test_passed")) == (5, 5)
    assert broken(play) == []
    assert not play.state.units["PHA"].own.fleeing


@pytest.mark.clause("WAB-BRK-02", "WAB-BRK-04")
def test_one_more_fails_and_breaks() -> None:
    play = after_losing(pair(), 2, 3, 3)
    assert numbers(play.event("test_failed")) == (6, 5)
    assert broken(play) == ["PHA"]
    assert play.state.units["PHA"].own.fleeing
    assert "WAB-BRK-04" in play.clauses()


@pytest.mark.clause("WAB-BRK-01")
def test_every_beaten_unit_tests_winners_and_drawn_units_do_not() -> None:
    state = facing(
        unit("PHA", (34.4, 24), 0, files=4, models=12),
        unit("SIL", (37.6, 24), 0, files=4, models=12),
        unit("WAR", (36, 24), 180, files=5, models=20),
    )
    play = after_losing(state, 1, 1, 1, 1, 1, units=("PHA", "SIL", "WAR"))
    assert [e.about[0] for e in play.of("test_passed")] == ["PHA", "SIL"]
    assert beaten(state, (Fought(("PHA", "WAR"), "", 0),)) == ()


@pytest.mark.clause("WAB-BRK-01", "WAB-S30")
def test_the_active_sides_units_test_first() -> None:
    state = facing(
        unit("PHA", (16, 24), 0, files=5, models=20),
        unit("WAR", (16, 24), 180, files=5, models=20),
        unit("SIL", (50, 24), 0, files=4, models=16),
        unit("GAE", (50, 24), 180, files=4, models=16),
        active="north",
    )
    fought = (
        Fought(("PHA", "WAR"), "north", 1),
        Fought(("SIL", "GAE"), "south", 1),
    )
    assert [b.unit for b in beaten(state, fought)] == ["GAE", "PHA"]


@pytest.mark.clause("WAB-BRK-01")
def test_whose_enemies_are_all_dead_has_nothing_to_break_from() -> None:
    state = table(
        unit("PHA", (36, 24), 0, files=5, models=20), unit("WAR", (60, 40), 180, models=0), phase="combat", fight=1
    )
    assert beaten(state, (lost(state, 3),)) == ()


# --- fewer than five ---------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-BRK-09", "WAB-R21")
def test_four_left_of_more_break_without_a_test() -> None:
    play = after_losing(pair(models=4), 1)
    assert broken(play) == ["PHA"]
    assert play.of("rolled") == []
    assert "WAB-BRK-09" in play.clauses()


@pytest.mark.clause("WAB-BRK-09", "WAB-R21")
def test_five_left_still_test() -> None:
    play = after_losing(pair(models=5), 1, 1, 1)
    assert broken(play) == []


@pytest.mark.clause("WAB-R21")
def test_units_that_began_smaller_test_as_usual() -> None:
    state = facing(
        unit("LCH", (36, 24), 180, files=3, models=2), unit("PHA", (36, 24), 0, files=5, models=20), active="south"
    )
    assert fate(state, "LCH") == "test"
    four = facing(unit("PHA", (36, 24), 0, files=4, models=4, began=4), unit("WAR", (36, 24), 180))
    assert fate(four, "PHA") == "test"


@pytest.mark.clause("WAB-BRK-09", "WAB-R21")
@pytest.mark.parametrize(
    ("began", "models", "wish"),
    [(16, 6, "test"), (16, 5, "test"), (16, 4, "few"), (5, 5, "test"), (5, 4, "few"), (4, 4, "test"), (4, 3, "test")],
)
def test_fewer_than_five_is_four_of_those_who_began_with_five(began: int, models: int, wish: str) -> None:
    state = table(
        unit("PHA", (36, 24), 0, files=4, models=models, began=began), unit("WAR", (36, 24), 180, files=5, models=20)
    )
    assert fate(state, "PHA") == wish
    play = after_losing(state, 1, *((1, 1) if wish == "test" else ()), units=("PHA", "WAR"))
    assert facts.fleeing(play.state, "PHA") == (wish == "few")


@pytest.mark.clause("WAB-R21", "WAB-S27")
def test_characters_do_not_count_for_the_five_and_alone_they_test() -> None:
    led = facing(
        unit("PHA", (36, 24), 0, files=4, models=4), unit("SBS", joined="PHA"), unit("WAR", (36, 24), 180, files=5)
    )
    assert fate(led, "PHA") == "few"
    alone = facing(unit("SGE", (36, 24), 0), unit("WAR", (36, 24), 180, files=5, models=20))
    assert fate(alone, "SGE") == "test"


@pytest.mark.clause("WAB-R21")
def test_a_winner_of_four_does_not_break() -> None:
    state = pair(models=4)
    play = after_losing(state, 1, 1, 1, winner="south")
    assert broken(play) == []
    assert [e.about[0] for e in play.of("test_passed")] == ["WAR"]


# --- fear --------------------------------------------------------------------------------------------------------


def feared(models: int, gaesati: int, code: str = "PHA", **own: Any) -> State:
    """A unit against Gaesati, who cause Fear."""
    return facing(
        unit(code, (36, 24), 0, files=4, models=models, **own),
        unit("GAE", (36, 24), 180, files=4, models=gaesati),
    )


@pytest.mark.clause("WAB-FEA-05", "WAB-R20", "WAB-S23")
def test_beaten_by_a_feared_enemy_who_outnumbers_it_breaks_without_a_test() -> None:
    play = after_losing(feared(12, 13), 1, units=("PHA", "GAE"))
    assert broken(play) == ["PHA"]
    assert play.of("rolled") == []
    assert "WAB-FEA-05" in play.clauses()


@pytest.mark.clause("WAB-FEA-05", "WAB-S23")
def test_equal_numbers_are_not_outnumbered() -> None:
    play = after_losing(feared(12, 12), 1, 3, 3, units=("PHA", "GAE"))
    assert numbers(play.event("test_passed")) == (6, 6)


@pytest.mark.clause("WAB-R20")
def test_only_the_feared_enemies_in_contact_are_counted() -> None:
    """Twelve Silver Shields against eight Gaesati and twenty warriors: not outnumbered by those they fear."""
    state = facing(
        unit("SIL", (36, 24), 0, files=4, models=12),
        unit("GAE", (36, 24), 180, files=4, models=8),
        unit("WAR", (37.6, 22.8), 270, files=3, models=20),
    )
    assert fate(state, "SIL") == "test"


@pytest.mark.clause("WAB-FEA-05", "WAB-R28", "WAB-FRZ-05")
def test_the_frenzied_do_not_break_for_fear_but_calmed_they_do() -> None:
    """Five Gaesati against an elephant, of unit strength 6, which causes Terror."""

    def gaesati(calm: bool) -> State:
        return facing(
            unit("GAE", (36, 24), 180, files=4, models=5, calm=calm, began=5),
            unit("SEL", (36, 24), 0),
        )

    assert fate(gaesati(False), "GAE") == "test"
    assert fate(gaesati(True), "GAE") == "fear"


# --- stubborn ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-STB-02", "WAB-R26", "WAB-BRK-04")
def test_a_stubborn_unit_gives_ground_at_its_first_failure_and_breaks_at_its_second() -> None:
    """W15: Leadership 8, lost by 2, 9 against 6: it gives ground; later 8 against 7: broken."""

    def shields(used: bool) -> State:
        return facing(
            unit("SIL", (36, 24), 0, files=4, models=16, stubborn_used=used),
            unit("WAR", (36, 24), 180, files=5, models=20),
        )

    first = after_losing(shields(False), 2, 5, 4, units=("SIL", "WAR"))
    assert numbers(first.event("test_failed")) == (9, 6)
    assert broken(first) == []
    assert first.state.units["SIL"].own.stubborn_used
    assert not first.state.units["SIL"].own.fleeing
    second = after_losing(shields(True), 1, 4, 4, units=("SIL", "WAR"))
    assert numbers(second.event("test_failed")) == (8, 7)
    assert broken(second) == ["SIL"]


@pytest.mark.clause("WAB-STB-03", "WAB-R26")
@pytest.mark.parametrize(("face", "breaks"), [(3, ["SIL"]), (4, [])])
def test_a_die_decides_whether_the_stubborn_break_for_fear(face: int, breaks: list[str]) -> None:
    play = after_losing(feared(8, 12, "SIL"), 1, face, units=("SIL", "GAE"))
    assert broken(play) == breaks
    assert not play.state.units["SIL"].own.stubborn_used
    assert play.of("test_passed") + play.of("test_failed") == []


def two_lost(enemy: str, models: int) -> State:
    """Silver Shields and a phalanx side by side, both in one fight with an enemy before them."""
    return facing(
        unit("SIL", (34.4, 24), 0, files=4, models=12),
        unit("PHA", (37.6, 24), 0, files=4, models=12),
        unit(enemy, (36, 24), 180, files=5, models=models),
    )


@pytest.mark.clause("WAB-STB-02", "WAB-R26", "WAB-BRK-01")
def test_of_two_who_fail_the_stubborn_one_gives_ground_and_the_other_breaks() -> None:
    play = after_losing(two_lost("WAR", 20), 1, 6, 6, 6, 6, units=("SIL", "PHA", "WAR"))
    assert [e.about[0] for e in play.of("test_failed")] == ["PHA", "SIL"]
    assert [e.about[0] for e in play.of("stubborn")] == ["SIL"]
    assert broken(play) == ["PHA"]
    assert play.state.units["SIL"].own.stubborn_used
    assert not play.state.units["SIL"].own.fleeing


@pytest.mark.clause("WAB-STB-03", "WAB-R26", "WAB-FEA-05")
def test_of_two_beaten_by_those_they_fear_the_stubborn_one_alone_has_a_die() -> None:
    play = after_losing(two_lost("GAE", 16), 1, 4, units=("SIL", "PHA", "GAE"))
    assert [e.about[0] for e in play.of("held")] == ["SIL"]
    assert broken(play) == ["PHA"]


@pytest.mark.clause("WAB-R26", "WAB-BRK-09")
def test_stubbornness_does_not_help_the_last_four() -> None:
    play = after_losing(feared(4, 12, "SIL"), 1, units=("SIL", "GAE"))
    assert broken(play) == ["SIL"]
    assert play.of("rolled") == []


# --- hatred, frenzy ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-HAT-01", "WAB-R25")
def test_haters_test_at_ten_less_the_difference() -> None:
    """W14: 10 - 3 = 7: a 7 passes."""
    state = facing(
        unit("OAT", (36, 24), 180, files=5, models=20), unit("PHA", (36, 24), 0, files=5, models=20), active="south"
    )
    play = after_losing(state, 3, 6, 1, units=("PHA", "OAT"), winner="south")
    assert numbers(play.event("test_passed")) == (7, 7)


@pytest.mark.clause("WAB-FRZ-06")
def test_broken_in_close_combat_the_frenzied_are_frenzied_no_more() -> None:
    state = facing(
        unit("GAE", (36, 24), 180, files=4, models=12), unit("PHA", (36, 24), 0, files=5, models=20), active="south"
    )
    play = after_losing(state, 2, 6, 6, units=("PHA", "GAE"), winner="south")
    assert broken(play) == ["GAE"]
    assert play.state.units["GAE"].own.calm
    passed = after_losing(state, 2, 1, 1, units=("PHA", "GAE"), winner="south")
    assert not passed.state.units["GAE"].own.calm


# --- panic -------------------------------------------------------------------------------------------------------


def with_friend(y: float) -> State:
    """A beaten phalanx with its rear rank at y = 20.8, and friends so many inches behind."""
    return facing(
        unit("PHA", (36, 24), 0, files=5, models=20),
        unit("WAR", (36, 24), 180, files=5, models=20),
        unit("SIL", (36, 20.8 - y), 0, files=4, models=16),
    )


@pytest.mark.clause("WAB-BRK-07", "WAB-PAN-05")
def test_friends_within_twelve_inches_of_a_broken_unit_owe_a_test() -> None:
    at_twelve = after_losing(with_friend(12.0), 2, 6, 6)
    assert [(d.subject, d.clause, d.causes) for d in at_twelve.state.due] == [("SIL", "WAB-PAN-05", ("PHA",))]
    farther = after_losing(with_friend(12.1), 2, 6, 6)
    assert farther.state.due == ()


@pytest.mark.clause("WAB-BRK-07", "WAB-BRK-09")
def test_however_the_break_came_about() -> None:
    state = facing(
        unit("PHA", (36, 24), 0, files=5, models=4),
        unit("WAR", (36, 24), 180, files=5, models=20),
        unit("SIL", (36, 15), 0, files=4, models=16),
    )
    assert [d.subject for d in after_losing(state, 1).state.due] == ["SIL"]


@pytest.mark.clause("WAB-BRK-07")
def test_giving_ground_frightens_nobody() -> None:
    state = facing(
        unit("SIL", (36, 24), 0, files=4, models=16),
        unit("WAR", (36, 24), 180, files=5, models=20),
        unit("PHA", (36, 15), 0, files=5, models=16),
    )
    play = after_losing(state, 2, 6, 6, units=("SIL", "WAR"))
    assert play.state.due == ()


# --- characters whose unit is gone -------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S27", "WAB-BRK-01")
def test_a_character_who_outlives_his_unit_fights_on_alone_and_tests() -> None:
    """The last of the phalanx falls beside the standard bearer: he has lost the combat and takes its Break test."""
    state = facing(
        unit("PHA", (36, 24), 0, files=2, models=1),
        unit("SBS", joined="PHA"),
        unit("WAR", (36, 24), 180, files=5, models=20),
        contacts=[{"a": "WAR", "b": "PHA", "how": "charge"}],
        active="north",
    )
    # Three of the warband touch them, and strike at the phalanx; then the bearer's two attacks.
    play = begin_clash(state, 6, 1, 1, 6, 1, 1, 1).on()
    assert play.left() == ()
    assert not situation.on_table(play.state, "PHA")
    assert facts.lone(play.state, "SBS")
    assert facts.opponents(play.state, "SBS") == ("WAR",)
    result = play.event("combat_result")
    assert "SBS" in result.data["units"]
    assert result.data["winner"] == "north"
    fought = Fought(tuple(result.data["units"]), "north", result.data["difference"])
    assert [b.unit for b in beaten(play.state, (fought,))] == ["SBS"]


@pytest.mark.clause("WAB-BRK-06")
def test_who_fled_before_the_phase_runs_no_second_time_after_its_combats() -> None:
    """The entry after the combats: the warband breaks and runs; the Gaesati, who fled already, stay where they are."""
    state = table(
        unit("PHA", (36, 24), 0, files=5, models=20),
        unit("WAR", (36, 24), 180, files=5, models=20),
        unit("GAE", (60, 30), 180, files=4, models=16, fleeing=True),
        phase="combat",
        fight=1,
    )
    fought = [{"units": ["PHA", "WAR"], "winner": "south", "difference": 2}]
    frame = ENTRIES["aftermath"](state, {"fought": fought})
    assert frame.data.fled == ("GAE",)
    play = Play(state, (6, 6, 3, 4, 1, 1), frame.name, frame.data, frame.step).on()
    assert play.left() == (), play.dice_thrown()
    assert [e.about[0] for e in play.of("fled")] == ["WAR"]
