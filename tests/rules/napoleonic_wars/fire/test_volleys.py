"""Volleys in step 8, played whole: who fires, the examples of the catalogue, what becomes of the body."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulesets.napoleonic_wars.fire import tables
from rulesets.napoleonic_wars.fire.aims import Aim
from rulesets.napoleonic_wars.fire.at_once import AtOnce
from rulesets.napoleonic_wars.fire.volley import casualties, groups
from rulesets.napoleonic_wars.own import Factor
from tests.rules.napoleonic_wars.fire_play import Played, charge, went
from tests.rules.napoleonic_wars.table import Made, battalion, field, piece, regiment


@pytest.mark.clause("NAP-SEQ-28", "NAP-ORD-15", "NAP-SMA-02", "NAP-SMA-24", "NAP-SMA-31", "NAP-CAS-01", "NAP-CAS-03")
@pytest.mark.clause("NAP-CAS-02", "NAP-CAS-04", "NAP-CAS-05", "NAP-CAS-06", "NAP-TGT-07", "NAP-ARC-01", "NAP-SMA-22")
def test_a_full_volley_of_example_one() -> None:
    state = field(
        battalion("L1", "south", at=(50, 20), companies=2, figures=24),
        battalion("C1", "north", at=(50, 32), companies=2, figures=24, weapon=""),
    )
    play = Played(state, [4]).to_end()
    assert play.men("C1") == 48
    assert (
        play.of("C1").strength.lost,
        play.of("C1").strength.lost_now,
        play.of("C1").strength.men,
        play.of("C1").strength.men_now,
    ) == (2, 2, 8, 48)
    assert len(play.state.bases_of("C1")) == 22
    assert play.of("C1").nerve.fresh == ()  # 5 per cent
    assert (play.of("L1").fire.fired, play.of("L1").fire.fired_at, play.of("L1").fire.loaded) == (1, "C1", True)
    assert play.of("L1").march.did == ("fired",)


@pytest.mark.clause("NAP-SMA-11", "NAP-R62")
def test_half_a_move_of_forming_leaves_one_shot_of_example_two() -> None:
    state = field(
        battalion("L1", "south", at=(50, 20), companies=2),
        battalion("C1", "north", at=(50, 32), companies=2, weapon=""),
    )
    play = Played(went(state, "L1", (0.0, 0.5, "form")), [4]).to_end()
    assert (play.men("C1"), play.of("C1").strength.lost, play.of("C1").strength.men, play.of("L1").fire.loaded) == (
        24,
        1,
        4,
        True,
    )
    play = Played(went(state, "L1", (0.0, 0.51, "form")), [4]).to_end()
    assert (play.men("C1"), play.of("L1").fire.loaded) == (24, False)


@pytest.mark.clause("NAP-SMA-11", "NAP-R62", "NAP-R63")
@pytest.mark.parametrize(("end", "men", "loaded"), [(0.5, 24, True), (0.51, 24, False)])
def test_a_change_that_costs_a_shot_costs_no_quarters_besides(end: float, men: int, loaded: bool) -> None:
    state = field(
        battalion("L1", "south", at=(50, 20), companies=2),
        battalion("C1", "north", at=(50, 32), companies=2, weapon=""),
    )
    away = went(state, "L1", (0.0, end, "form"), (end, 1.0, "stand"))
    way = away.own.tracks["L1"]
    form, stand = way.legs
    turned = tuple((x, y, f + 90.0) for x, y, f in form.poses)  # until then nobody bears on them
    tracks = {"L1": replace(way, legs=(replace(form, poses=turned, after=form.poses), stand))}
    play = Played(replace(away, own=replace(away.own, tracks=tracks)), [4]).to_end()
    assert (play.men("C1"), play.of("L1").fire.loaded) == (men, loaded)


@pytest.mark.clause("NAP-SMA-13", "NAP-R63")
def test_who_looked_elsewhere_before_he_turned_about_loses_those_quarters() -> None:
    state = field(
        battalion("L1", "south", at=(50, 20), companies=2),
        battalion("C1", "north", at=(50, 32), companies=2, weapon=""),
    )
    away = went(state, "L1", (0.0, 0.5, "stand"), (0.5, 0.75, "face"), (0.75, 1.0, "stand"))
    way = away.own.tracks["L1"]
    first, face, last = way.legs
    turned = tuple((x, y, f + 180.0) for x, y, f in first.poses)
    legs = (replace(first, poses=turned, after=turned), replace(face, poses=turned, after=face.poses), last)
    away = replace(away, own=replace(away.own, tracks={"L1": replace(way, legs=legs)}))
    assert Played(away, [4]).to_end().men("C1") == 12  # 24 in two quarters of four


def volley(body: str = "L1", **own: Any) -> Made:
    return battalion(body, "south", **{"at": (50, 20), "companies": 1, **own})


def mark(body: str = "C1", **own: Any) -> Made:
    return battalion(body, "north", **{"companies": 1, "weapon": "", **own})


@pytest.mark.clause("NAP-SMA-25", "NAP-SMA-28", "NAP-SMA-29")
def test_british_fire_at_skirmishers_of_example_three() -> None:
    state = field(
        volley(figures=10, cls="B", nation="britain", fired=9),
        mark(at=(50, 26), formation="open", figures=4),
        move=10,
    )
    assert Played(state, [1]).to_end().men("C1") == 12


@pytest.mark.clause("NAP-SMA-26", "NAP-R65")
@pytest.mark.parametrize(("far", "men"), [(18.0, 3), (18.1, 0)])
def test_long_range_at_skirmishers_of_example_four(far: float, men: int) -> None:
    state = field(volley(figures=8, fired=9), mark(at=(50, 20 + far), formation="open", figures=8), move=10)
    play = Played(state, [6] if men else []).to_end()
    assert play.men("C1") == men
    assert play.of("L1").fire.fired == (10 if men else 9)


@pytest.mark.clause("NAP-SMA-21", "NAP-R63", "NAP-S58")
def test_bows_lose_two_for_a_quarter_of_example_five() -> None:
    hedge = piece("hedge", [(30, 29.9), (70, 29.9)])
    state = field(volley(figures=10, weapon="bow"), mark(at=(50, 30)), features=[hedge])
    state = went(state, "C1", (0.0, 0.4, "advance"), (0.4, 1.0, "stand"), back=(0.0, -40.0))
    assert Played(state, [2]).to_end().men("C1") == 4


BOWS = {"figures": 10, "weapon": "bow"}


@pytest.mark.clause("NAP-SMA-21", "NAP-SMA-09", "NAP-S58")
@pytest.mark.parametrize(
    ("legs", "factor"),
    [
        ([(0.0, 1.0, "advance")], 23),
        ([(0.0, 0.2, "face"), (0.2, 1.0, "advance")], 23),  # at the end of the first quarter they shoot
        ([(0.0, 0.25, "face"), (0.25, 1.0, "stand")], 21),
        ([(0.0, 0.6, "form"), (0.6, 1.0, "stand")], 19),
        ([(0.0, 0.5, "reform"), (0.5, 1.0, "stand")], 19),
        ([(0.0, 1.0, "form")], 0),
    ],
)
def test_bows_lose_two_for_each_quarter_in_which_they_are_busy_but_none_on_the_march(
    legs: list[tuple[float, float, str]], factor: int
) -> None:
    state = went(field(volley(**BOWS), mark(at=(50, 30))), "L1", *legs)
    play = Played(state, [2] if factor else []).to_end()
    assert [e.sums[0].total for e in play.events if e.type == "fired"] == ([factor] if factor else [])


@pytest.mark.clause("NAP-SMA-21", "NAP-S58", "NAP-R63")
@pytest.mark.parametrize(("pause", "factor"), [(1.0, 23), (0.75, 21), (0.74, 19), (0.3, 17), (0.1, 17)])
def test_bows_at_a_charger_lose_the_quarters_after_they_cease(pause: float, factor: int) -> None:
    horse = regiment("C1", "north", at=(50, 28), figures=12, companies=1, moved=220.0)
    state = field(volley(**BOWS), horse, ties=[charge("C1", "L1", 8.0, pause)])
    play = Played(state, [2]).to_end()
    (rows,) = [e.sums[0].rows for e in play.events if e.type == "fired"]
    assert sum(n for text, n, _ in rows if text.key == "quarters not shooting") == factor - 23


@pytest.mark.clause("NAP-SMA-21")
@pytest.mark.parametrize(("time", "men"), [(1.0, 14), (0.75, 10), (0.5, 7), (0.2, 5)])
def test_bows_that_shoot_at_once_have_the_quarters_of_that_time(time: float, men: int) -> None:
    state = field(volley(**BOWS), mark(at=(50, 30)))
    play = Played(state, [2], "nap.volley", AtOnce("L1", "C1", time)).to_end()
    assert play.men("C1") == men


@pytest.mark.clause("NAP-SMA-14", "NAP-SMA-15", "NAP-CSQ-08", "NAP-R62", "NAP-R67")
@pytest.mark.parametrize(
    ("pause", "loaded", "men"),
    [(0.5, False, 68), (0.44, False, 34), (0.44, True, 68), (0.2, True, 34), (0.2, False, 0)],
)
def test_a_line_fires_at_its_charger_as_long_as_there_is_time(pause: float, loaded: bool, men: int) -> None:
    state = field(
        volley(figures=24, loaded=loaded),
        regiment("C1", "north", at=(50, 28), figures=12, companies=1, moved=220.0),
        ties=[charge("C1", "L1", 8.0, pause)],
    )
    play = Played(state, [3] if men else []).to_end()
    assert play.men("C1") == men
    assert play.of("L1").fire.loaded is (loaded and not men)


@pytest.mark.clause("NAP-DIS-21", "NAP-SEQ-29", "NAP-PCT-06")
def test_the_charged_line_of_example_seven() -> None:
    state = field(
        volley(figures=24),
        regiment("C1", "north", at=(50, 28), figures=12, companies=1),
        ties=[charge("C1", "L1", 8.0, 0.55)],
    )
    play = Played(state, [3]).to_end()
    assert (play.of("C1").strength.lost, play.of("C1").strength.men) == (3, 8)
    assert play.of("C1").nerve.fresh == (Factor("B", 2, "NAP-DIS-21"),)
    assert play.of("C1").fire.fired == 0  # chargers do not fire


@pytest.mark.clause("NAP-PRP-01", "NAP-PRP-02", "NAP-SCR-04")
def test_an_ineffective_screen_of_example_seventeen() -> None:
    state = field(
        volley(figures=12, fired=9),
        mark("C2", at=(50, 24), formation="open", figures=6),
        mark("C1", at=(50, 29), figures=24),
        move=10,
    )
    play = Played(state, [3]).answer(L1="C1").to_end()
    assert (play.men("C2"), play.men("C1")) == (12, 12)


# --- what is recorded ------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-SMA-22", "NAP-SMA-31")
def test_the_event_of_a_volley_has_all_of_which_its_casualties_are_made() -> None:
    """24 muskets at 12 cm, first volley, die 4: factor 25, 48 casualties (example 1)."""
    state = field(volley(figures=24), battalion("C1", "north", at=(50, 32), figures=24, companies=1))
    play = Played(state, [4, 1]).to_end()
    (event,) = [e for e in play.events if e.type == "fired" and e.about[0] == "L1"]
    (group,) = event.data["groups"]
    (step,) = group["steps"]
    assert (event.data["dice"], event.data["added"]) == ([4], 1)
    assert (group["figures"], group["quarters"]) == (24, 4)
    assert {k: step["shot"][k] for k in ("weapon", "far", "first_volley")} == {
        "weapon": "musket",
        "far": 12.0,
        "first_volley": True,
    }
    assert (step["factor"], step["full"], step["men"]) == (25, 48, 48)
    (told,) = event.sums
    assert told.total == 25
    assert told.label.key == "{n} figure at factor {total} ({factor} + die {die}): {target}, {hurt}"
    assert {k: told.label.args[k] for k in ("n", "total", "factor", "die")} == {
        "n": 24,
        "total": 25,
        "factor": 24,
        "die": 1,
    }


@pytest.mark.clause("NAP-SMA-31")
def test_each_die_of_fire_says_who_fires_at_whom_and_what_it_is_added_to() -> None:
    state = field(volley(figures=24), battalion("C1", "north", at=(50, 32), figures=24, companies=1))
    play = Played(state, [4, 1]).to_end()
    (request,) = [e.request for e in play.events if e.request is not None]
    assert request.about == ("L1", "C1")
    first = request.rows[0].label
    assert first is not None
    assert first.key == "{unit} at {targets}; figures: {n}, factor {factors} + die"
    assert (first.args["n"], first.args["factors"]) == (24, [24])


@pytest.mark.clause("NAP-CAS-03", "NAP-SMA-22")
def test_figures_of_one_volley_in_two_bands_of_range_are_looked_up_apart() -> None:
    """The mark stands aslant: four of ten fire at it from less than 10 cm."""
    state = field(volley(figures=10, fired=9), mark(at=(50, 31), facing=160.0, figures=12), move=10)
    aim = Aim("L1", "C1", tuple(b.id for b in state.bases_of("L1")), weapon="musket")
    found = groups(state, aim)
    assert [(g.figures, [s.factor for s in g.steps]) for g in found] == [(6, [22]), (4, [24])]
    assert [casualties(g, 3) for g in found] == [(tables.t14(6, 25),), (tables.t14(4, 27),)]
