"""Who may be charged, and how a charge gets there (chapter 21, USB-S11)."""

from __future__ import annotations

import math

import pytest
import shapely

from game.engine.decision import Course, MoveAnswer, MoveSpace
from game.engine.state import State
from rulesets.universal_battle.charge.closing import over_screens
from rulesets.universal_battle.charge.reach import charge_bar, charge_marks, planned
from rulesets.universal_battle.field import near, spacing
from rulesets.universal_battle.field.ground import ground_of
from rulesets.universal_battle.measures import inch, inches
from rulesets.universal_battle.move.plans import Plan
from rulesets.universal_battle.turn.activation import ACT
from tests.rules.universal_battle.move_play import judged, led
from tests.rules.universal_battle.table import hero, monster, piece, scene, troops


def _bar(state: State, target: str = "B1") -> str:
    bar = charge_bar(state, "A1", target)
    return "" if bar is None else bar.clause


def _touching(state: State, rush: Plan, target: str = "B1") -> int:
    """How many models of a charge touch the target."""
    rows = [k for k, u in enumerate(spacing.board(state).units) if u == target]
    import numpy as np

    return int(spacing.touching(state, rush.ends, np.array(rows, dtype=np.intp)).any(axis=1).sum())


@pytest.mark.clause("USB-CHG-01", "USB-S11", "USB-MOV-01")
def test_one_model_within_the_allowance_is_enough() -> None:
    near = scene(troops("A1", (10, 10), 1), troops("B1", (10, 21), 1))
    assert _bar(near) == ""
    assert _bar(scene(troops("A1", (10, 10), 1), troops("B1", (10, 21.01), 1))) != ""
    state = scene(troops("A1", [(10, 10), (10, 2), (11, 2), (9, 2)], 4), troops("B1", (10, 20), 4))
    rush = planned(state, "A1", "B1")
    assert rush.bar is None
    assert rush.leader == "A1.1"
    assert _touching(state, rush) == 4


@pytest.mark.clause("USB-CHG-01", "USB-S11")
def test_somebody_must_see_the_target() -> None:
    house = piece("house", 5, 13, 15, 15)
    state = scene(troops("A1", (10, 11), 1), troops("B1", (10, 17), 1), terrain=[house])
    assert _bar(state) == "USB-S11"


@pytest.mark.clause("USB-CHG-03", "USB-R13", "USB-R14")
def test_the_nearest_is_charged_unless_a_hero_leads() -> None:
    others = (troops("B1", (10, 16), 2), troops("B2", (14, 14), 2))
    assert _bar(scene(troops("A1", (10, 10), 2), *others)) == "USB-CHG-03"
    assert _bar(scene(troops("A1", (10, 10), 2), *others), "B2") == ""
    with_hero = scene(troops("A1", (10, 10), 2), hero("A2", (10, 8.9), joined="A1"), *others)
    assert _bar(with_hero) == ""


@pytest.mark.clause("USB-CHG-10", "USB-MOR-02", "USB-MOR-05", "USB-R57", "USB-MON-04")
def test_the_shaken_the_panicked_and_guns_charge_nobody() -> None:
    foe = troops("B1", (10, 14), 2)
    assert _bar(scene(troops("A1", (10, 10), 2, status="shaken"), foe)) == "USB-CHG-10"
    assert _bar(scene(troops("A1", (10, 10), 2, status="panicked"), foe)) == "USB-CHG-10"
    assert _bar(scene(monster("A1", (10, 10), 0), foe)) == "USB-R57"
    assert _bar(scene(monster("A1", (10, 10), 1), foe)) == ""


@pytest.mark.clause("USB-CHG-08", "USB-S12", "USB-MOV-03")
def test_as_many_as_possible_get_into_contact_and_all_hold_together() -> None:
    state = scene(troops("A1", (18, 12), 8), troops("B1", (18, 17), 3))
    rush = planned(state, "A1", "B1")
    assert rush.bar is None
    assert _touching(state, rush) == 8
    crowd = scene(troops("A1", (18, 12), 12), troops("B1", (18, 17), 1))
    rush = planned(crowd, "A1", "B1")
    assert _touching(crowd, rush) >= 5
    assert spacing.loose(crowd, rush.ends, 0.0) is None
    assert spacing.bar(crowd, "A1", rush.ends, "B1") is None


@pytest.mark.clause("USB-S11", "USB-MOV-06")
def test_an_inch_is_kept_from_other_enemies_where_that_can_be() -> None:
    wide = scene(troops("A1", (10, 10), 1), troops("B1", (10, 15), 1), troops("B2", (13, 16), 1))
    rush = planned(wide, "A1", "B1")
    assert rush.bar is None
    end = rush.ends["A1.1"]
    assert ((inches(end.x) - 13) ** 2 + (inches(end.y) - 16) ** 2) ** 0.5 >= 2
    wall = [(8.9, 14.5), (10, 14.5), (11.1, 14.5)]
    laced = scene(troops("A1", (10, 10), 1), troops("B1", [wall[1]], 1), troops("B2", [wall[0], wall[2]], 2))
    assert planned(laced, "A1", "B1").bar is None


@pytest.mark.clause("USB-S11")
def test_a_way_that_is_drawn_is_the_way_that_is_gone() -> None:
    state = scene(troops("A1", (10, 10), 1), troops("B1", (10, 15), 1))
    bent = planned(state, "A1", "B1", (led("A1.1", (12, 12), (11, 15)),))
    assert bent.bar is None
    assert len(bent.lines["A1.1"]) == 3
    too_long = planned(state, "A1", "B1", (led("A1.1", (16, 10), (11, 15)),))
    assert too_long.bar is not None
    assert too_long.bar.clause == "USB-ACT-04"
    nowhere = planned(state, "A1", "B1", (led("A1.1", (16, 10)),))
    assert nowhere.bar is not None
    whole = planned(scene(troops("A1", (10, 10), 3), troops("B1", (10, 15), 3)), "A1", "B1", (led("A1", (10, 14)),))
    assert whole.bar is None


@pytest.mark.clause("USB-S05", "USB-S11", "USB-TER-09", "USB-R34")
def test_charges_are_metered() -> None:
    bog = piece("bog", 0, 11, 36, 14)
    assert _bar(scene(troops("A1", (10, 10), 2), troops("B1", (10, 18), 2), terrain=[bog])) == ""
    assert _bar(scene(troops("A1", (10, 10), 2), troops("B1", (10, 18.1), 2), terrain=[bog])) == "USB-ACT-04"
    road = piece("road", 0, 11, 36, 12)
    assert _bar(scene(troops("A1", (10, 10), 2), troops("B1", (10, 24), 2), terrain=[road])) == ""
    assert _bar(scene(troops("A1", (10, 10), 2), troops("B1", (10, 24.1), 2), terrain=[road])) != ""


@pytest.mark.clause("USB-R46", "USB-SPC-04")
def test_fliers_charge_over_others() -> None:
    others = (troops("B1", (10, 18), 1), troops("B2", (10, 14), 7))
    lead = hero("A1", (10, 10), specs=["fliers"])
    rush = planned(scene(lead, *others), "A1", "B1")
    assert rush.bar is None
    assert len(rush.lines["A1.1"]) == 2


@pytest.mark.clause("USB-FRM-07", "USB-R36", "USB-S10", "USB-S11")
def test_a_phalanx_charges_as_a_block_with_its_front() -> None:
    block = [(17.5, 10.0), (18.5, 10.0), (17.5, 9.0), (18.5, 9.0)]
    state = scene(troops("A1", block, 4, formation="phalanx"), troops("B1", (18, 15), 2))
    rush = planned(state, "A1", "B1")
    assert rush.bar is None
    moved = {
        (round(p.x - state.bases[b].pose.x, 2), round(p.y - state.bases[b].pose.y, 2)) for b, p in rush.ends.items()
    }
    assert len(moved) == 1
    assert _touching(state, rush) >= 1
    behind = scene(troops("A1", block, 4, formation="phalanx"), troops("B1", (18, 5), 2))
    assert _bar(behind) == "USB-FRM-07"
    far_off = scene(troops("A1", block, 4, formation="phalanx"), troops("B1", (18, 20.1), 2))
    assert _bar(far_off) != ""


@pytest.mark.clause("USB-FRM-07", "USB-S10")
def test_no_hero_beside_a_phalanx_touches_before_its_front_rank() -> None:
    """Shifted as it stands his greater base would touch first, from behind the front: so the block turns."""
    chief = hero("A2", (19.2, 9.5), kind="heavy", joined="A1")
    state = scene(troops("A1", [(18, 10), (18, 9)], 2, formation="phalanx"), chief, troops("B1", (21, 14), 1))
    rush = planned(state, "A1", "B1")
    assert rush.bar is None
    gaps = {b: math.dist((p.x, p.y), (inch(21), inch(14))) / inch(1) for b, p in rush.ends.items()}
    assert gaps["A1.1"] == pytest.approx(1.0, abs=0.01)  # two bases of an inch in contact
    assert gaps["A2.1"] > 1.5


@pytest.mark.clause("USB-R37", "USB-FRM-01", "USB-R35")
def test_a_charge_may_begin_with_a_formation() -> None:
    state = scene(troops("A1", (10, 10), 4), troops("B1", (10, 24), 2))
    assert _bar(state) != ""
    column = planned(state, "A1", "B1", (led("A1", form="column@start"),))
    assert (column.bar, column.formation) == (None, "column")
    late = planned(state, "A1", "B1", (led("A1", form="column"),))
    assert late.bar is not None
    assert late.bar.clause == "USB-R37"


@pytest.mark.clause("USB-S10", "USB-S11")
def test_a_phalanx_goes_straight_at_the_nearest_model_however_it_faces() -> None:
    block = [(17.5, 10), (18.5, 10), (17.5, 9), (18.5, 9)]
    state = scene(troops("A1", block, 4, formation="phalanx"), troops("B1", (20, 16), 1))
    rush = planned(state, "A1", "B1")
    assert rush.bar is None
    dx, dy = (rush.ends["A1.1"].x - inch(17.5), rush.ends["A1.1"].y - inch(10))
    assert dx / dy == pytest.approx((20 - 18) / (16 - 9.5), abs=1e-3)


@pytest.mark.clause("USB-S06", "USB-S12")
def test_bases_on_both_sides_of_a_screen_are_in_contact() -> None:
    fence = piece("fence", 5, 14.6, 15, 15.0)
    state = scene(troops("A1", (10, 10), 1), troops("B1", (10, 15.52), 1), terrain=[fence])
    rush = planned(state, "A1", "B1")
    assert rush.bar is None
    assert _touching(state, rush) == 1
    assert inches(rush.ends["A1.1"].y) < 14.2


@pytest.mark.clause("USB-S06")
def test_places_beyond_a_screen_are_as_near_as_it_lets_a_base_stand() -> None:
    state = scene(troops("B1", (10, 15.52), 1), terrain=[piece("fence", 5, 14.6, 15, 15.0)])
    screen = ground_of(state).screens[0].area
    found = over_screens(state, inch(0.5), spacing.discs(state, spacing.poses_of(state, "B1")))
    gaps = [screen.distance(shapely.Point(x, y)) - inch(0.5) for x, y in found.tolist()]
    assert max(gaps) < 1.0
    assert len([gap for gap in gaps if gap >= 0.0]) > 10


def test_an_idea_leads_just_into_range() -> None:
    state = scene(troops("A1", (18, 4), 3, "regular", "light"), troops("B1", (18, 20), 3))
    _, decision = _act(state)
    first = next(iter(ACT.asks.candidates(state, decision, "range", 1)))
    (course,) = first.answer.courses
    assert near.distance(plans_end(state, course), "A1", "B1") == pytest.approx(inch(12), abs=1.1)


def plans_end(state: State, course: Course) -> State:
    """The state after a move."""
    return state.with_poses(judged(state, "A1", "tactical", course).ends)


@pytest.mark.clause("USB-S11", "USB-MOV-03")
def test_a_charge_whose_others_find_no_place_is_none() -> None:
    """One place alone is free among friends; nobody climbs the house behind the target."""
    spots = [(10.9 + 1.02 * x, 10 + 1.02 * y) for x in range(15) for y in range(6)]
    crowd = [(x, y) for x, y in spots if (x - 18) ** 2 + (y - 14.2) ** 2 > 1.52**2]
    house = piece("house", 0, 16.3, 36, 20)
    foe, friends = troops("B1", (18, 15.72), 1), troops("A3", crowd, len(crowd))
    alone = scene(troops("A1", (18, 8), 1, kind="riders"), friends, foe, terrain=[house])
    assert planned(alone, "A1", "B1").bar is None
    two = scene(troops("A1", [(18, 8), (20.1, 8)], 2, kind="riders"), friends, foe, terrain=[house])
    bar = planned(two, "A1", "B1").bar
    assert bar is not None
    assert bar.clause == "USB-MOV-03"


def _act(state: State, **args: object) -> tuple[MoveSpace, object]:
    from game.engine.decision import Decision
    from game.engine.text import T

    decision = Decision("D1", "act", "south", "move", T("act"), {"unit": "A1", **args})
    space = ACT.asks.asked(state, decision).space
    assert isinstance(space, MoveSpace)
    return space, decision


@pytest.mark.clause("USB-ACT-01", "USB-MOR-05", "USB-FRM-03")
def test_the_actions_laid_out() -> None:
    state = scene(troops("A1", (10, 10), 3), troops("B1", (10, 15), 3))
    space, _ = _act(state)
    modes = space.among[0].modes
    assert [m.id for m in modes] == ["tactical", "run", "charge", "shoot_first", "aimed", "entrench"]
    assert all(m.bar is None for m in modes)
    panic, _ = _act(scene(troops("A1", (10, 10), 3, status="panicked"), troops("B1", (10, 15), 3)))
    assert [m.id for m in panic.among[0].modes if m.bar is None] == ["run"]
    column, _ = _act(scene(troops("A1", (10, 10), 3, formation="column"), troops("B1", (10, 15), 3)))
    assert [m.bar.clause for m in column.among[0].modes if m.bar is not None] == ["USB-FRM-03"]
    told, _ = _act(state, bars={"aimed": {"text": {"key": "Nobody"}, "clause": "USB-S26"}})
    assert [m.id for m in told.among[0].modes if m.bar is not None] == ["aimed"]


@pytest.mark.clause("USB-CHG-02", "USB-ACT-02")
def test_what_may_be_done_instead_and_ideas() -> None:
    state = scene(troops("A1", (10, 10), 3), troops("B1", (10, 19), 3))
    _, decision = _act(state)
    asks = ACT.asks
    drawn = MoveAnswer("A1", "tactical", "", (led("A1", (10, 18)),))
    assert not asks.check(state, decision, drawn).legal
    instead = list(asks.instead(state, decision, drawn))
    assert [a.mode for a in instead] == ["run", "charge", "charge"]
    assert asks.check(state, decision, instead[1]).legal
    assert [a.mark for a in instead] == ["", "B1", "B1"]
    assert [asks.forecast(state, decision, a) is None for a in (drawn, *instead)] == [True, True, False, False]
    for goal in ("contact", "towards", "away", "cover", "hold", "any"):
        found = list(asks.candidates(state, decision, goal, 6))
        assert found
        assert all(r.answer is None or asks.check(state, decision, r.answer).legal for r in found)
    assert charge_marks(state, "A1")[0].bar is None
