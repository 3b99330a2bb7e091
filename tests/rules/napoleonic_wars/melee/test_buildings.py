"""Buildings stormed, sub-units that join a melee, gunners pushed off their guns, prone skirmishers who evade."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import OptionAnswer
from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.charge import answers
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.melee import storming
from rulesets.napoleonic_wars.own import Leg, Track
from tests.rules.napoleonic_wars.charge.test_declare import charge as ordered_charge
from tests.rules.napoleonic_wars.charge.test_declare import ordered
from tests.rules.napoleonic_wars.melee_play import Fought, charge, melee, tie
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import at_cm, battalion, battery, box, field, of, put, regiment


def foot(body: str, side: str, x: float = 50, y: float = 50, **more: Any) -> Any:
    return battalion(body, side, at=(x, y), **{"loaded": False} | more)


# --- buildings -------------------------------------------------------------------------------------------------------


def stormed(garrison: int = 16, stormers: int = 24, other: tuple[Any, ...] = (), **own: Any) -> State:
    """Foot at the south wall (12 cm) of a house that holds 40 figures, a garrison inside."""
    house = box("building", 44, 50, 56, 58, "house")
    kept: dict[str, Any] = {"figures": {"N1": garrison, "S1": stormers}, "building": "house", **own}
    here = field(
        foot("S1", "south", figures=stormers),
        foot("N1", "north", figures=garrison, companies=2),
        *other,
        features=[house],
        ties=[melee("N1", "S1", **kept)],
        move=2,
    )
    return put(here, "N1", (50, 50), 180, "garrison", building="house")


def after_round(state: State) -> tuple[int, bool]:
    """Figures of the stormers inside, and whether they have broken in."""
    run = Run(state)
    storming.break_in(run, next(iter(facts.melees(state))))
    kept = tie(run.state, "S1", "N1")
    assert kept is not None
    return kept.entered, kept.inside


def killed(n: int, garrison: int = 16, **own: Any) -> State:
    """As many of the garrison fell in this round as told."""
    return stormed(garrison - n, **{"figures": {"N1": garrison, "S1": 24}, **own})


@pytest.mark.clause("NAP-STM-01", "NAP-R116")
@pytest.mark.parametrize(
    ("fell", "inside", "found"),
    [(0, 0, (0, False)), (2, 0, (2, False)), (2, 5, (7, False)), (5, 5, (10, False)), (5, 6, (11, True))],
)
def test_a_figure_comes_in_for_each_defender_killed(fell: int, inside: int, found: tuple[int, bool]) -> None:
    # eleven against the eleven that are left of sixteen have broken in
    assert after_round(killed(fell, entered=inside)) == found


@pytest.mark.clause("NAP-STM-04", "NAP-STM-05")
@pytest.mark.parametrize(
    ("garrison", "stormers", "found"),
    [(16, 24, 24), (30, 24, 10), (39, 24, 5), (38, 3, 3)],
)
def test_after_the_break_in_the_stormers_fill_what_room_is_left(garrison: int, stormers: int, found: int) -> None:
    # forty hold the house: 40 less the garrison, but all who are inside already stay, no more than there are
    here = stormed(garrison, stormers, entered=min(5, stormers), inside=True)
    assert after_round(here) == (found, True)


@pytest.mark.clause("NAP-STM-04")
def test_after_the_break_in_one_comes_in_for_each_enemy_killed_however_full_the_house_is() -> None:
    assert after_round(stormed(38, entered=5, inside=True, figures={"N1": 41, "S1": 24})) == (8, True)


@pytest.mark.clause("NAP-STM-07", "NAP-SPM-04", "NAP-R116")
@pytest.mark.parametrize(("garrison", "found"), [(6, (0, False)), (5, (4, False)), (4, (8, True))])
def test_by_a_wall_that_nobody_holds_four_come_in_for_two_centimetres(garrison: int, found: tuple[int, bool]) -> None:
    # 12 cm are six figures' wall; five hold all but one of them
    assert after_round(stormed(garrison)) == found


@pytest.mark.clause("NAP-STM-06")
def test_who_is_inside_falls_last() -> None:
    # three are left of the stormers, five were inside: only these three are
    assert after_round(stormed(16, 3, entered=5)) == (3, False)
    assert after_round(stormed(16, 6, entered=5)) == (5, False)


@pytest.mark.clause("NAP-STM-02", "NAP-MRE-21")
@pytest.mark.parametrize(("entered", "stays"), [(17, True), (0, False)])
def test_stormers_who_are_pushed_back_leave_the_house_and_stay_at_its_wall(entered: int, stays: bool) -> None:
    here = stormed(16, 24, entered=entered, inside=True, dealt={"N1": 34, "S1": 20}, struck=2)
    game = Fought(here, frames=("nap.melee_reaction",))
    # 24 figures suffered 34, the garrison 20: one each, and hard cover: the stormers break off
    assert game.score() == [2]
    state = game.end()
    kept = tie(state, "S1", "N1")
    assert (kept is not None) is stays
    assert of(state, "S1").nerve.result == ("" if stays else "break_off")
    if kept is not None:
        assert (kept.entered, kept.inside) == (0, False)


@pytest.mark.clause("NAP-STM-03", "NAP-TER-04", "NAP-STM-04")
@pytest.mark.parametrize(
    ("told", "comes"),
    [
        ({"entered": 12}, True),
        ({"entered": 13}, False),
        ({"entered": 5, "inside": True, "dealt": {"N1": 240, "S1": 0}}, True),
        ({"entered": 5, "inside": True, "dealt": {"N1": 239, "S1": 0}}, False),
    ],
)
def test_a_garrison_is_reinforced_as_far_as_there_is_room(told: dict[str, Any], comes: bool) -> None:
    help_ = foot("N2", "north", y=58.1, figures=12, companies=2, facing=180)
    here = ordered(stormed(16, other=(help_,), **told), N2=[{"verb": "enter", "building": "house"}])
    here = put(here, "N2", (50, 58.5), 180, "line")
    state = Called(here, "nap.first_pass").to_end().state
    assert (of(state, "N2").inside == "house") is comes


# --- sub-units that join ---------------------------------------------------------------------------------------------

LINE = {"verb": "form", "formation": "line", "hand": "left"}


def column(**more: Any) -> State:
    """A column of companies of four in melee with a line; its first company fights."""
    fought = {"S1": (more.pop("fights", "S1.1"),), "N1": ("N1.11", "N1.12")}
    told = {"result": more.pop("result", "")}
    return field(
        foot("S1", "south", formation="closed_column", **told),
        foot("N1", "north"),
        ties=[melee("S1", "N1", fought=fought, struck=1, **more)],
        move=2,
    )


def formed(here: State) -> State:
    """The column after it was told to form line: it takes a move and a half."""
    state = Called(ordered(here, S1=LINE), "nap.first_pass").to_end().state
    again = replace(state, own=replace(state.own, move=3))
    return Called(ordered(again, S1=[]), "nap.first_pass").to_end().state


@pytest.mark.clause("NAP-MEL-03", "NAP-MRE-23", "NAP-FCH-06")
@pytest.mark.parametrize(
    ("more", "formation"),
    [({}, "line"), ({"rounds": 0}, "closed_column"), ({"result": "break_off"}, "closed_column")],
)
def test_rear_companies_come_up_beside_the_one_that_fights_from_the_second_round_on(
    more: dict[str, Any], formation: str
) -> None:
    here = column(**more)
    state = formed(here)
    assert of(state, "S1").stance.formation == formation
    if formation == "line":
        # the leading company has not moved; of 18 cm in line 10.5 meet the enemy: 14 figures, one more beside them
        assert all(state.bases[b].pose == here.bases[b].pose for b in ("S1.1", "S1.4"))
        game = Fought(state, 3, 3, frames=("nap.melee",))
        game.end()
        assert game.strikes()["S1"][0] == 15
        assert "E" not in [f.table for f in of(game.state, "S1").nerve.fresh]


@pytest.mark.clause("NAP-MEL-04", "NAP-R79")
@pytest.mark.parametrize(("fights", "factors"), [("S1.1", []), ("S1.5", [4])])
def test_who_changes_formation_while_he_fights_is_disordered_by_four(fights: str, factors: list[int]) -> None:
    # the leading company stays where it is, the second comes up beside it
    state = formed(column(fights=fights))
    game = Fought(state, 3, 3, frames=("nap.melee",))
    game.end()
    assert [f.n for f in of(game.state, "S1").nerve.fresh if f.table == "E"] == factors


# --- guns and skirmishers --------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-IMP-13", "NAP-DIS-23")
@pytest.mark.parametrize(("formation", "far"), [("line", 4.0), ("open", 0.0)])
def test_close_order_that_attacks_guns_goes_on_among_them_without_breaking_through(formation: Any, far: float) -> None:
    guns = battery("N1", "north", at=(50, 50))
    here = field(foot("S1", "south", formation=formation, figures=12), guns, ties=[charge("S1", "N1", "attack")])
    leg = Leg(0.0, 0.5, ((500.0, 450.0, 0.0),), ((500.0, 495.0, 0.0),), what="charge")
    here = replace(here, own=replace(here.own, tracks={"S1": Track(("S1.1",), (leg,))}))
    game = Fought(here, frames=("nap.contact", "nap.impact"))
    state = game.end()
    # guns are 4 cm deep, half a move in line is 5 cm
    assert at_cm(state, "S1") == (50.0, 50.0 + far)
    assert [f for f in of(state, "N1").nerve.fresh if f.table == "D"] == []
    kept = tie(state, "S1", "N1")
    assert kept is not None
    assert (kept.broken, kept.impetus) == ("", ())


@pytest.mark.clause("NAP-IMP-15", "NAP-RSP-07")
@pytest.mark.parametrize(("prone", "course"), [(True, "evade"), (True, "run"), (False, "evade")])
def test_prone_skirmishers_who_are_charged_get_up_and_evade_for_nothing(prone: bool, course: str) -> None:
    here = field(
        regiment("H1", "south", at=(50, 30), light=True),
        foot("E1", "north", y=56, formation="open", figures=6, prone=prone),
    )
    assert answers.options(here, "E1", "H1") == ("evade",)
    played = Called(ordered(here, H1=ordered_charge("E1")), "nap.declare", None, 5, 5, 2, 2)
    played.answer(OptionAnswer({"E1": course})).to_end()
    (told,) = (facts.charge(t) for t in facts.ties(played.state, facts.CHARGE))
    assert (told.answer, told.answer_speed) == ("evade", 300.0)
    assert not of(played.state, "E1").stance.prone
