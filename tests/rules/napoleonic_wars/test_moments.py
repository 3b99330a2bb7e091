"""Rows of tables are read at their own moments, not from what is left when they are read (NAP-S101)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.flow import Run
from game.engine.state import Base, State, Tie
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.charge import parties
from rulesets.napoleonic_wars.clock import mixing, moments
from rulesets.napoleonic_wars.clock.mixing import Passing
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.fire import fire, targets
from rulesets.napoleonic_wars.nerve import causes, circumstances, rally
from rulesets.napoleonic_wars.own import ChargeOwn, Factor, Gone, Hit, Leg, Track, Was
from tests.rules.napoleonic_wars.clock.test_pass import ordered, passed
from tests.rules.napoleonic_wars.clock.test_toll import moved
from tests.rules.napoleonic_wars.fire_play import Played, charge, went
from tests.rules.napoleonic_wars.melee_play import melee
from tests.rules.napoleonic_wars.nerve.test_surrender import ring
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import (
    Made,
    at_cm,
    battalion,
    battery,
    box,
    field,
    given,
    given_made,
    of,
    put,
    regiment,
)

# --- casualties per figure -------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-MOR-11", "NAP-R81", "NAP-S101")
@pytest.mark.parametrize(("men", "row"), [(18, ""), (19, ""), (20, "canister")])
def test_canister_counts_by_the_figures_at_the_start_of_the_move(men: int, row: str) -> None:
    """20 figures began the move, 4 have fallen since: 18 casualties are less than one for each of the 20."""
    hit = (Hit("E1", "canister", men),)
    body = battalion("L1", "south", at=(100, 30), figures=16, at_start=20, lost_now=4, lost=4, hits=hit)
    assert circumstances.guns_fire(field(body, battery("E1", "north", at=(100, 80)), move=3), "L1") == row


@pytest.mark.clause("NAP-RLY-01", "NAP-R81", "NAP-S101")
@pytest.mark.parametrize(("men", "tested"), [(7, True), (8, False)])
def test_routers_rally_by_the_figures_at_the_start_of_the_move(men: int, tested: bool) -> None:
    """8 figures began the move; carried men made a figure fall, and 7 are left."""
    body = battalion("L1", "south", figures=7, at_start=8, lost=1, lost_now=1, men_now=men, result="rout", since=2)
    assert rally.may_test(field(body, move=3), "L1") is tested


@pytest.mark.clause("NAP-DIS-21", "NAP-R81")
@pytest.mark.parametrize(("men", "factors"), [(23, 0), (24, 1)])
def test_disorder_counts_casualties_by_the_figures_at_the_start(men: int, factors: int) -> None:
    """A battalion changes formation; 2 of its 24 figures were taken off by a melee since the move began."""
    body = battalion("L1", "south", figures=22, at_start=24, men_now=men, did=("formed",))
    run = Run(field(body, move=3))
    fire.disorder(run, "L1")
    assert sum(f.n for f in of(run.state, "L1").nerve.fresh) == factors * book.of("hit_forming")


# --- fire of one step ------------------------------------------------------------------------------------------------


def garrison(side: str, near: float = 1.3, **own: Any) -> State:
    """16 muskets so many cm from the wall of a building that 16 others of a side hold."""
    other = "north" if side == "south" else "south"
    looks = 0.0 if other == "south" else 180.0
    at = (50, 30 - near) if other == "south" else (50, 40 + near)
    line = battalion("F1", other, at=at, facing=looks, companies=1, figures=16, fired=1, fired_at="X")
    held = battalion("H1", side, at=None, companies=1, figures=16, fired=1, fired_at="X", **own)
    state = field(line, held, features=[box("building", 42, 30, 58, 40, "B")], move=3)
    return put(state, "H1", (50, 35), 180.0 - looks, "garrison", building="B")


@pytest.mark.clause("NAP-COV-12", "NAP-SMA-33", "NAP-S101")
@pytest.mark.parametrize("side", ["south", "north"])
@pytest.mark.parametrize(
    ("near", "loaded", "men"), [(1.3, True, 19), (1.9, True, 19), (2.0, True, 10), (1.3, False, 10)]
)
def test_a_garrison_that_fires_in_a_step_has_no_cover_in_it(side: str, near: float, loaded: bool, men: int) -> None:
    """27 - 6 + 1 = 22 while it fires, whoever is worked out first; 27 - 10 + 1 = 18 where it has nothing to fire."""
    weapon: Any = "musket" if loaded else ""
    state = garrison(side, near, weapon=weapon)
    run = Played(state, [4, 4] if loaded else [4]).to_end()
    assert run.men("H1") == men


# --- the row of movement ---------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-R67", "NAP-SMA-30", "NAP-S101")
@pytest.mark.parametrize(("charges", "far", "row"), [("horse", 0.0, -2), ("foot", 300.0, -1), ("attack", 150.0, -1)])
def test_a_charger_of_others_counts_the_row_of_its_arm(charges: str, far: float, row: int) -> None:
    """Chargers of others count -2 mounted and -1 on foot, however far they have gone; attackers what they moved."""
    made = {"horse": regiment, "foot": battalion, "attack": battalion}[charges]
    foe = made("C1", "north", at=(50, 33), figures=12, companies=1, weapon="", moved=far)
    state = field(
        battalion("L1", "south", at=(50, 20), companies=1, figures=12, fired=1),
        battalion("L2", "south", at=(90, 20), companies=1, figures=12, weapon=""),
        foe,
        ties=[charge("C1", "L2", 5.0, 1.0, "attack" if charges == "attack" else "charge")],
        move=3,
    )
    play = Played(state, [1]).to_end()
    (rows,) = [e.sums[0].rows for e in play.events if e.type == "fired"]
    assert [n for text, n, _ in rows if text.key in ("it moved", "it charges others")] == [row]


# --- arc, ranks and cover of a moving target -------------------------------------------------------------------------


def firer(**own: Any) -> Made:
    return battalion("L1", "south", at=(50, 20), companies=1, figures=12, **own)


def at_pose(base: Base) -> tuple[float, float, float]:
    assert base.pose is not None
    return base.pose.x, base.pose.y, base.pose.facing


def fired_rows(state: State) -> list[tuple[str, float]]:
    """The rows of the fire of L1 at C1, with a 1 on its die."""
    (event,) = [e for e in Played(state, [1]).to_end().events if e.type == "fired" and e.about[0] == "L1"]
    return [(text.key, n) for text, n, _ in event.sums[0].rows]


@pytest.mark.clause("NAP-S101", "NAP-SMA-12")
@pytest.mark.parametrize(("wood", "cover"), [(29.0, -3), (35.0, 0)])
def test_cover_counts_where_a_target_stands_at_the_end_of_its_move(wood: float, cover: int) -> None:
    """A line goes from 2 cm away to 10: the range is 6 cm, its cover that of the end, in a wood that begins there."""
    foe = battalion("C1", "north", at=(50, 30), facing=0.0, weapon="", moved=80.0)
    state = field(firer(fired=1), foe, features=[box("open_wood", 20, wood, 80, 60, "W")], move=3)
    rows = fired_rows(went(state, "C1", (0.0, 1.0, "advance"), back=(0.0, 8.0)))
    assert rows[0] == ("{far} cm", 26)  # 6 cm
    assert [n for text, n in rows if text == "target: {what}"] == ([cover] if cover else [])


@pytest.mark.clause("NAP-S101", "NAP-SMA-29")
def test_ranks_count_as_a_target_stands_at_the_end_of_its_change() -> None:
    """A line at 6 cm forms a closed column by the end of the move: five ranks and more, though it was two before."""
    line = field(firer(fired=1), battalion("C1", "north", at=(50, 26), weapon="", did=("formed",)), move=3)
    column = put(line, "C1", (50, 26), 180.0, "closed_column")
    bases = [b for b in line.bases_of("C1") if b.pose is not None]
    old, new = (tuple(at_pose(x.bases[b.id]) for b in bases) for x in (line, column))
    legs = (Leg(0.0, 0.75, old, old, what="stand"), Leg(0.75, 1.0, old, new, what="form"))
    track = Track(tuple(b.id for b in bases), legs)
    rows = fired_rows(replace(column, own=replace(column.own, tracks={"C1": track})))
    assert [n for text, n in rows if text == "target: {what}"] == [2]


@pytest.mark.clause("NAP-S101", "NAP-ARC-03")
@pytest.mark.parametrize("aside", [-6.0, 6.0])
def test_the_arc_is_that_of_the_end_of_the_move(aside: float) -> None:
    """A target goes past the front: as many figures bear on it as on one that has stood there all the time."""
    foe = battalion("C1", "north", at=(50 + aside, 30), companies=1, figures=8, weapon="", moved=60.0)
    stands = field(firer(), foe, move=3)
    passes = went(stands, "C1", (0.0, 1.0, "advance"), back=(aside, 0.0))
    found = [targets.options(state, "L1")[0].aims[0].figures for state in (stands, passes)]
    assert found[0] == found[1]
    assert 0 < len(found[0]) < 12


# --- factors whose cause comes later ---------------------------------------------------------------------------------


@pytest.mark.clause("NAP-R172", "NAP-S42", "NAP-S101")
@pytest.mark.parametrize(("at", "total"), [(None, 25), (0.27, 25), (0.28, 26), (0.5, 26)])
def test_fire_before_a_run_counts_only_what_lay_before_it(at: float | None, total: int) -> None:
    """Eight skirmishers fire at their charger at 0.28 of the move, at 10 cm: 24 + 1 + 1, less 1 for earlier factors."""
    fresh = (Factor("A", 1, "NAP-EVD-07", at),)
    loose = battalion("E1", "north", at=(50, 40), companies=1, figures=8, formation="open", fired=1, fresh=fresh)
    state = field(
        regiment("H1", "south", at=(50, 30), figures=16, light=True),
        given_made(loose, did=("evaded",)),
        ties=[charge("H1", "E1", 10.0, 0.28, answer="evade", answer_start=1.0)],
        move=3,
    )
    play = Played(went(state, "E1", (0.0, 0.28, "stand"), (0.28, 1.0, "evade")), [3]).to_end()
    (fired,) = [e for e in play.events if e.type == "fired"]
    assert fired.sums[0].total == total
    assert play.men("H1") == {26: 19, 25: 16}[total]


@pytest.mark.clause("NAP-R172", "NAP-DIS-20")
def test_a_factor_of_the_ground_begins_where_the_ground_was_met() -> None:
    """A line at 10 cm a move meets scrub 6 cm ahead at 0.6 of the move, while somebody is charged."""
    state = field(
        battalion("L1", "south", at=(50, 30), figures=18),
        regiment("H1", "south", at=(100, 30), figures=12),
        battalion("E1", "north", at=(100, 60), figures=12),
        features=[box("scrub", 30, 36, 70, 38)],
        ties=[charge("H1", "E1", 10.0, 0.5)],
    )
    after = moved(state, L1={"verb": "advance"})
    (entered,) = of(after, "L1").nerve.fresh
    assert (entered.n, entered.at) == (1, pytest.approx(0.6, abs=2e-3))


# --- changes of formation --------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-R131", "NAP-S101")
@pytest.mark.parametrize(("time", "changes"), [(0.0, False), (0.3, False), (0.31, True), (0.59, True), (0.6, False)])
def test_a_change_of_formation_counts_while_it_is_made(time: float, changes: bool) -> None:
    state = field(battalion("L1", "south", did=("formed",)))
    legs = ((0.0, 0.3, "stand"), (0.3, 0.6, "form"), (0.6, 1.0, "stand"))
    assert parties.changing(went(state, "L1", *legs), "L1", time) is changes


@pytest.mark.clause("NAP-S101", "NAP-S49")
@pytest.mark.parametrize(("time", "formation"), [(0.0, "line"), (0.59, "line"), (0.6, "square"), (1.0, "square")])
def test_a_formation_is_what_it_was_until_the_change_is_made(time: float, formation: str) -> None:
    was = (Was(0.6, {"formation": "line"}),)
    state = field(battalion("L1", "south", formation="square", was=was))
    assert of(moments.at(state, time), "L1").stance.formation == formation
    assert moments.moment(state, time).now.own == state.own


# --- the book of routers ---------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-R173", "NAP-DIS-27", "NAP-S101")
@pytest.mark.parametrize(("since", "n"), [(2, 5), (3, 7)])
def test_friends_take_what_stood_in_the_routers_book_as_they_touched(since: int, n: int) -> None:
    """Routers with 5 factors cost a line 5 in a later move of the rout; the 2 of a rout of this move count too."""
    fresh = (Factor("G", 2, "NAP-DIS-26"), Factor("A", 1, "NAP-DIS-20"))
    runs = battalion("L1", "south", at=(50, 50), result="rout", since=since, carried=5, fresh=fresh)
    state = field(runs, battalion("L2", "south", at=(50, 40)), move=3)
    assert mixing.factors(state, Passing("L1", routs=True), Passing("L2")) == {"L2": n}
    assert book.recorded(state, "L1") == 8


# --- when a charged body stands --------------------------------------------------------------------------------------


def charged(start: float, **line: Any) -> State:
    """The first pass of a line of 18 that hussars 30 cm off charge from a moment on, and that has an order."""
    told = Tie("c1", "charge", "H1", "E1", ChargeOwn(answer="stand", speed=500.0, pause_at=80.0, start=start))
    foot = battalion("E1", "north", at=(50, 60), figures=18, nation="france", formation=line.pop("was", "line"))
    state = field(regiment("H1", "south", at=(50, 30), light=True), foot, ties=(told,))
    return passed(ordered(state, E1=line)).state


@pytest.mark.clause("NAP-R171", "NAP-RES-08", "NAP-S41")
@pytest.mark.parametrize(("start", "y"), [(0.0, 60.0), (0.1, 59.0), (0.25, 57.5)])
def test_a_charged_body_marches_until_the_charge_proper_begins(start: float, y: float) -> None:
    state = charged(start, verb="advance")
    assert at_cm(state, "E1") == pytest.approx((50.0, y), abs=0.01)
    gap = 10.0 * y - 300.0 - 80.0
    assert state.ties["c1"].own.pause == pytest.approx(start + gap / 500.0, abs=2e-4)


@pytest.mark.clause("NAP-R171", "NAP-S41")
def test_a_change_that_was_begun_goes_on_while_a_charge_comes() -> None:
    """A column forms two abreast in half the move; the charge pauses at 0.44 and does not end it."""
    state = charged(0.0, was="closed_column", verb="form", formation="closed_divisional")
    assert state.ties["c1"].own.pause == 0.44
    assert of(state, "E1").stance.formation == "closed_divisional"
    assert of(state, "E1").stance.was == (Was(0.5, {"formation": "closed_column", "abreast": 0, "turned": ""}),)


@pytest.mark.clause("NAP-R171", "NAP-S41")
def test_a_facing_goes_on_beyond_the_pause() -> None:
    """Foot takes a quarter of a move to face about; the charge begins at its pause distance of 20 cm, at once."""
    told = Tie("c1", "charge", "H1", "E1", ChargeOwn(answer="stand", speed=500.0, pause_at=200.0))
    foot = battalion("E1", "north", at=(50, 50), facing=0.0, figures=18)
    state = passed(
        ordered(field(regiment("H1", "south", at=(50, 28)), foot, ties=(told,)), E1={"verb": "face", "to": "about"})
    ).state
    assert state.ties["c1"].own.pause == pytest.approx(0.0, abs=0.05)
    assert shape.front(state, "E1").facing == 180.0


# --- routers that run past -------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S90", "NAP-S41")
@pytest.mark.parametrize(("aside", "felt"), [(25.0, True), (25.2, False)])
def test_a_router_is_felt_at_whatever_moment_it_came_near(aside: float, felt: bool) -> None:
    """It runs 100 cm in a move past a body, and is within 25 cm of it between two tenths of the move alone."""
    runs = battalion("L1", "south", at=(100 + aside + 1.5, 90), figures=2, companies=1, result="rout", since=2)
    state = field(battalion("L2", "south", at=(100, 50), figures=2, companies=1), runs, move=3)
    away = went(state, "L1", (0.0, 1.0, "advance"), back=(0.0, 84.5))
    assert causes.ran_past(away, "L2", "L1") is felt


# --- tests of morale -------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S101", "NAP-SEQ-43", "NAP-RES-21")
def test_what_a_test_comes_to_is_read_before_any_result_of_its_step() -> None:
    """A surrounded body surrenders in step 17 and ends the melee; its enemy, tested after it, was in melee as well."""
    fought = melee("L1", "N")
    state = replace(ring(lost=6, lost_now=6, began=18, at_start=18, did=("came_upon",)), ties={fought.id: fought})
    state = given(state, "N", did=("came_upon",), lost=30, began=60, carried=6)
    run = Called(state, "nap.morale", None, 2, 2, 2, 2, 2, 2)
    run.to_end()
    assert [e.about[0] for e in run.events if e.type == "morale_tested"] == ["L1", "N"]
    assert of(run.state, "L1").nerve.result == "surrendered"
    assert of(run.state, "N").nerve.result == "rout"  # out of melee the same total is a retreat


def attacked(*made: Made, gone: tuple[Gone, ...] = ()) -> State:
    """Horse that came to 5 cm of unarmed foot at 0.4 of the move."""
    told = ChargeOwn(answer="none", speed=300.0, pause=0.4, at=0.4, gap=50.0, pause_at=50.0)
    horse = regiment("H1", "south", at=(50, 55), figures=12)
    foot = battalion("E1", "north", at=(50, 60), weapon="")
    return field(horse, foot, *made, ties=(Tie("attack H1 E1", "attack", "H1", "E1", told),), gone=gone)


def rows_of_attack(state: State) -> dict[str, float]:
    run = Called(state, "nap.attacks", None, 4, 4, 4)
    run.to_end()
    (tested,) = (e for e in run.events if e.type == "morale_tested")
    return {text.key: n for one in tested.sums for text, n, _ in one.rows}


@pytest.mark.clause("NAP-S101", "NAP-ASQ-04")
@pytest.mark.parametrize(("back", "counts"), [((25.0, 0.0), 1), ((-30.0, 0.0), 0)])
def test_attackers_count_the_support_that_they_had_when_they_came_to_five_cm(
    back: tuple[float, float], counts: int
) -> None:
    """A regiment that rides off from 13 cm to 38, and one that comes up from 43 cm to 13; at 0.4: 23 and 31 cm."""
    x = 100.0 if counts else 75.0
    state = attacked(regiment("H2", "south", at=(x, 55), figures=12))
    state = went(state, "H2", (0.0, 1.0, "advance"), back=back)
    assert rows_of_attack(state).get("supporting units", 0) == counts


@pytest.mark.clause("NAP-S101", "NAP-ASQ-04", "NAP-S59")
@pytest.mark.parametrize(("time", "n"), [(0.3, 1), (0.5, 0)])
def test_attackers_do_not_count_a_rout_that_comes_later_on_the_clock(time: float, n: int) -> None:
    """A regiment beside them broke before the charge of another, before or after they came to 5 cm."""
    gone = Gone("H2", "H2", "south", "rout", 12, ("H1",), at=time)
    state = attacked(regiment("H2", "south", at=(70, 55), figures=12, result="rout", since=1), gone=(gone,))
    rows = rows_of_attack(state)
    assert (rows.get("own units routing or lost", 0) != 0) is bool(n)
    assert rows.get("supporting units", 0) == 1 - n
