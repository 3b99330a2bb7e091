"""Roundshot along its line of fire: whom it hurts and whom it spares; the procedure of a gun's fire, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import Feature
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.fire.tables import t14
from tests.rules.napoleonic_wars.fire_play import Played, went
from tests.rules.napoleonic_wars.table import Made, battalion, battery, box, field


def guns(*pieces: str, **own: Any) -> Made:
    """12-pounders that look north, the middle of their front edge at (50, 20)."""
    return battery("G1", "south", **{"at": (50, 20), "pieces": pieces or ("12", "12"), **own})


def foe(body: str, y: float, x: float = 50, **own: Any) -> Made:
    return battalion(body, "north", **{"at": (x, y), "companies": 1, "weapon": "", "figures": 24, **own})


def hill(south: float, north: float, contours: int = 1, step: float = 4.9) -> Feature:
    """A hill from x = 20 to 80 cm; its contours are ``step`` cm apart."""
    inset = [step * k for k in range(1, contours)]
    corners = [((20 + d, south + d), (80 - d, south + d), (80 - d, north - d), (20 + d, north - d)) for d in inset]
    rings = tuple(tuple((10.0 * x, 10.0 * y) for x, y in ring) for ring in corners)
    return box("hill", 20, south, 80, north, "H", contours=rings)


def struck(*made: Made, at: str = "C1", features: Any = (), pieces: tuple[str, ...] = ("12", "12")) -> set[str]:
    """The bodies that roundshot at a target hurts."""
    play = Played(field(guns(*pieces), *made, features=features), [5])
    play = (play.answer(G1=f"{at}:roundshot") if play.asked else play).to_end()
    assert [e.data["what"] for e in play.events if e.type == "fired"] == ["roundshot"]
    return {u for u in play.state.units if play.men(u)}


# --- on the line -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-LOF-01")
@pytest.mark.parametrize(("y", "hurt"), [(119.9, {"C1", "C2"}), (120.1, {"C1"})])
def test_roundshot_hurts_units_as_far_as_it_reaches(y: float, hurt: set[str]) -> None:
    """A 6-pounder reaches 100 cm: from y = 20 to 120."""
    column = foe("C2", y, formation="closed_column", companies=6)
    assert struck(foe("C1", 45), column, pieces=("6", "6")) == hurt


@pytest.mark.clause("NAP-LOF-01")
@pytest.mark.parametrize(("step", "hurt"), [(4.9, {"C1"}), (5.1, {"C1", "C2"})])
def test_roundshot_from_a_steep_hill_hurts_its_target_alone(step: float, hurt: set[str]) -> None:
    """The guns stand between two contours of a hill: less than 5 cm apart is steep."""
    assert struck(foe("C1", 45), foe("C2", 60), features=[hill(-40, 20.5, 2, step)]) == hurt


@pytest.mark.clause("NAP-LOF-01")
def test_roundshot_hurts_own_troops_behind_its_target_too() -> None:
    ours = battalion("L1", "south", (50, 70), companies=1, weapon="")
    assert struck(foe("C1", 45), ours) == {"C1", "L1"}


# --- spared ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-LOF-02")
@pytest.mark.parametrize(("gap", "hurt"), [(6.0, {"C2"}), (5.9, {"C1", "C2"})])
def test_enemies_in_a_valley_are_fired_over_where_they_are_far_enough(gap: float, hurt: set[str]) -> None:
    """The target stands on a gentle hill: 6 cm to it and to the guns are enough (NAP-OVH-02)."""
    state = field(guns(), foe("C1", 45), foe("C2", 60))
    deep = 15.0 - board_of(state).gap("C1", "C2") / 10.0
    assert struck(foe("C1", 60 - gap - deep), foe("C2", 60), at="C2", features=[hill(59, 90)]) == hurt


@pytest.mark.clause("NAP-LOF-02")
@pytest.mark.parametrize(("y", "hurt"), [(56.9, {"C1"}), (57.1, {"C1", "C2"})])
def test_units_in_the_dead_ground_behind_a_hill_are_spared(y: float, hurt: set[str]) -> None:
    """The guns, two contours up, fire over a hill of one. It hides 2 cm behind it; the unit is 1 cm deep."""
    features = [hill(-40, 26, 2, 5.1), box("hill", 30, 50, 70, 56, "F")]
    assert struck(foe("C1", 45), foe("C2", y), features=features) == hurt


@pytest.mark.clause("NAP-LOF-02")
def test_a_battery_spares_all_behind_it_and_its_limbers() -> None:
    target = battery("G2", "north", at=(50, 45), pieces=("6", "6"), men=19)
    play = Played(field(guns(), target, foe("C2", 60)), [5, 1])
    play = play.answer("south", G1="G2:roundshot").answer("north").to_end()
    assert (play.men("G2") > 0, play.men("C2")) == (True, 0)
    assert [b.own.horses for b in play.state.bases_of("G2") if b.own.role == "team"] == [6, 6]
    assert sum(b.own.crew for b in play.state.bases_of("G2") if b.own.role == "gun") < 8


# --- the procedure of a gun's fire -----------------------------------------------------------------------------------


@pytest.mark.clause("NAP-ART-16")
@pytest.mark.parametrize(("ammunition", "hurt"), [("roundshot", {"C1", "C2"}), ("canister", {"C1"})])
def test_the_ammunition_chosen_decides_the_factor_and_who_is_hit_behind(ammunition: str, hurt: set[str]) -> None:
    play = Played(field(guns("12"), foe("C1", 45), foe("C2", 60)), [4])
    assert play.choices("south")["G1"][:2] == ("C1:canister", "C1:roundshot")
    play = play.answer(G1=f"C1:{ammunition}").to_end()
    (fired,) = (e.data for e in play.events if e.type == "fired")
    first = fired["groups"][0]["steps"][0]
    assert (fired["what"], first["men"]) == (ammunition, t14(4, first["factor"]))
    assert {u for u in ("C1", "C2") if play.men(u)} == hurt


@pytest.mark.clause("NAP-ART-16", "NAP-R112")
@pytest.mark.parametrize(("back", "far"), [(12.0, 25.0), (-12.0, 19.0)])
def test_the_range_to_a_moving_target_is_the_least_or_that_of_half_the_move(back: float, far: float) -> None:
    """It ends 25 cm off: nearer all the time, or 12 cm farther off than when it began."""
    state = went(field(guns("12"), foe("C1", 45, moved=120.0)), "C1", (0.0, 1.0, "advance"), back=(0.0, -back))
    play = Played(state, [4]).answer(G1="C1:roundshot").to_end()
    (fired,) = (e.data for e in play.events if e.type == "fired")
    assert fired["groups"][0]["steps"][0]["shot"]["far"] == pytest.approx(far)


@pytest.mark.clause("NAP-TGT-09")
def test_a_battery_that_divides_its_cannon_is_penalised_but_not_its_howitzer() -> None:
    marks = (foe("C1", 33, 43, figures=1), foe("C2", 33, 57, figures=1))
    play = Played(field(guns("6", "6", "howitzer"), *marks), [1, 6]).answer(G1="C1:roundshot+C2").to_end()
    rows = {
        (e.about[1], e.data["what"]): [text.key for one in e.sums for text, _, _ in one.rows]
        for e in play.events
        if e.type == "fired"
    }
    assert {key: "divided fire" in found for key, found in rows.items()} == {
        ("C1", "roundshot"): True,
        ("C2", "canister"): True,
        ("C1", "canister"): False,
    }
