"""Worked examples of the first part of the catalogue on screens, orders, prices, buildings, dividing and the score."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.apply import apply
from game.engine.flow import Run
from game.engine.state import Marker, State, Tie
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.army.rows import Row, Terms, points
from rulesets.napoleonic_wars.body import groups, rights, screen, shape
from rulesets.napoleonic_wars.clock import messengers
from rulesets.napoleonic_wars.command import couriers, notes, obedience, officers
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.march.planned_way import plan
from rulesets.napoleonic_wars.measures import cm
from rulesets.napoleonic_wars.own import ChargeOwn, Doing, MarkerOwn, MeleeOwn
from rulesets.napoleonic_wars.turn import victory
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.examples.test_a import GO, ended, listed, marched
from tests.rules.napoleonic_wars.fire_play import Played

NATIONAL = {"national": True}


def row(code: str, **bought: Any) -> Row:
    return Row(code=code, name=code, kind=code, **bought)


# --- screens and orders ----------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-SCR-02", "NAP-SCR-03", "NAP-SCR-04", "NAP-S20")
@pytest.mark.parametrize(("figures", "ahead", "takes_all"), [(9, 5.0, True), (8, 5.0, False), (9, 4.9, False)])
def test_screen(figures: int, ahead: float, takes_all: bool) -> None:
    line = listed("AUS_LINE_GER", "north", (50, 40), body="E1")
    ahead_of_it = t.battalion("E2", "north", (50, 40 - ahead), formation="open", figures=figures, weapon="")
    state = t.field(t.battalion("L1", "south", (50, 28)), line, ahead_of_it)
    state = t.given(state, "E1", subs=tuple(replace(s, weapon="") for s in t.of(state, "E1").subs))  # they do not fire
    assert shape.width(state, "E1") == 180.0
    told = screen.effective(state, "E2", "E1")
    assert told is not None
    assert told.effective is takes_all
    play = Played(state, [3]).answer("south", L1="E1").to_end()
    assert play.men("E2") > 0
    assert (play.men("E1") == 0) is takes_all


@pytest.mark.clause("NAP-ORD-06", "NAP-ORD-07", "NAP-ORD-08", "NAP-R23", "NAP-S22", "NAP-CMD-04")
@pytest.mark.parametrize(("far", "since"), [(50.0, 6), (5.0, 5)])
def test_courier(far: float, since: int) -> None:
    general = t.general("G0", "south", at=(50, 21.0 + far), chief=True, facing=180.0)
    line = listed("FRA_LINE_1808", "south", (50, 20), facing=180.0)  # its back to the general
    run = Run(t.field(line, general, move=3))
    couriers.give(run, "G0", "L1", GameOrder("attack", ((500.0, 900.0),)))
    for move in (4, 5, 6):
        run = Run(replace(run.state, own=replace(run.state.own, move=move)))
        couriers.take_in(run)
        assert notes.has_order(run.state, "L1") is (move >= since)
        messengers.ride_on(run)
        assert notes.couriers(run.state, "south") == {}
    assert officers.may_take_over(run.state, "G0", "L1") is (far <= 5.0)


@pytest.mark.clause("NAP-S07", "NAP-S73")
def test_leg_and_target() -> None:
    route = tuple((cm(x), cm(y)) for x, y in ((50, 30), (50, 65), (100, 65)))
    order = GameOrder("attack", route, place=(cm(50), cm(20)))
    # the body's centre lies half a figure behind its front; so does that of the foe, who shows his flank
    foes = {"E1": (65, 45), "E2": (66, 45), "E3": (90, 62)}
    made = [t.battalion(b, "north", (x, y), facing=270.0, figures=1, companies=1) for b, (x, y) in foes.items()]
    state = t.field(t.battalion("L1", "south", (50, 20.5)), *made)
    may = [obedience.strike_bar(state, "L1", order, foe) is None for foe in foes]
    assert may == [True, False, False]
    assert obedience.strike_bar(state, "L1", replace(order, targets=("E2",)), "E2") is None
    near = obedience.after_march(t.put(state, "L1", (50, 25.4), 0.0, "line"), "L1", order)
    assert near.passed == 0
    there = obedience.after_march(t.put(state, "L1", (50, 25.5), 0.0, "line"), "L1", order)
    assert there.passed == 1
    assert obedience.strike_bar(state, "L1", there, "E3") is None


# --- prices, horses, guns --------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-PTS-09", "NAP-PTS-15")
def test_four_squadrons_on_their_own() -> None:
    assert points(row("FRA_LT", detachments=3)) == 24 * 10 + 10 + 3 * 5 == 265


@pytest.mark.clause("NAP-HRS-05", "NAP-HRS-06", "NAP-R34")
@pytest.mark.parametrize(
    ("code", "dead", "normal", "double"),
    [
        ("GBR_F6", 1, 12.5, 20.833),
        ("GBR_F6", 2, 10.0, 0.0),
        ("GBR_H6", 1, 25.0, None),
        ("GBR_H6", 2, 10.0, 0.0),
    ],
)
def test_dead_horses(code: str, dead: int, normal: float, double: float | None) -> None:
    state = t.field(listed(code, "south", (50, 50), "limbered"))
    (team, *_) = rates.teams(state, "L1")
    worn = replace(team, own=replace(team.own, horses=6 - dead))
    state = replace(state, bases={**state.bases, team.id: worn})
    assert rates.rate(state, "L1") == pytest.approx(normal)
    if double is not None:
        assert rates.rate(state, "L1", "double") == pytest.approx(double, abs=0.001)


@pytest.mark.clause("NAP-LIM-01", "NAP-MOV-03")
@pytest.mark.parametrize(
    ("made", "far", "left"),
    [
        (listed("GBR_H6", "south", (50, 50), "limbered"), 18.75, None),
        (listed("AUS_F12", "south", (50, 50), "limbered"), 5.0, None),
        (t.battery("L1", "south", (50, 50), formation="limbered", pieces=["siege"], team=8), 0.0, 1.0),
    ],
)
def test_unlimbering(made: t.Made, far: float, left: float | None) -> None:
    state = t.field(made)
    go = [act.Advance(cm(far))] if far else []
    found = plan(state, "L1", [*go, act.Unlimber()])
    assert (found.time, round(found.moved, 2)) == (1.0, cm(far))
    assert found.doing == (Doing("unlimber", left, {}) if left else None)
    assert [b.fields["formation"] for b in found.becomes] == ([] if left else ["deployed"])
    if left:
        then = plan(t.given(state, "L1", doing=found.doing), "L1", [])
        assert [(b.time, b.fields["formation"]) for b in then.becomes] == [(1.0, "deployed")]


@pytest.mark.clause("NAP-SPM-02", "NAP-HRS-01", "NAP-HRS-02", "NAP-FRM-04")
def test_dismounting() -> None:
    state = t.field(listed("AUS_DRAG_13", "south", (50, 50)))
    assert plan(state, "L1", [act.Dismount(open=True)]).time == 0.25
    on_foot = marched(state, L1={"verb": "dismount", "open": True})
    (horses,) = [u for u in on_foot.units if u != "L1"]
    held = on_foot.bases_of(horses)
    assert (len(on_foot.bases_of("L1")), len(held), sum(b.own.horses for b in held)) == (9, 3, 12)
    assert (t.of(on_foot, "L1").stance.formation, t.of(on_foot, "L1").stance.mounted) == ("open", False)
    assert groups.horses_near(on_foot, "L1")
    behind = shape.front(on_foot, horses)
    gone = t.put(on_foot, horses, (behind.x / 10.0, behind.y / 10.0 - 10.1), behind.facing, "line")
    assert not groups.horses_near(gone, "L1")


# --- buildings, passages, parts --------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-TER-02", "NAP-TER-04", "NAP-TER-05", "NAP-SPM-04", "NAP-DIS-20")
def test_entering_a_town() -> None:
    town = t.box("building", 46, 50, 54, 58, "town")
    state = t.field(listed("FRA_LINE_1808", "south", (50, 49.95)), features=[town])
    piece = ground_of(state).by_id["town"]
    assert (piece.room(), piece.shooters()) == (32, 16)
    enters = {"verb": "enter", "building": "town"}
    found = plan(state, "L1", [act.Enter("town")])
    assert [(m.time, m.n) for m in found.marks] == [(0.25, 4), (0.5, 4), (0.75, 4), (1.0, 4)]
    first = marched(state, L1=enters)
    assert (t.of(first, "L1").inside, t.of(first, "L1").march.doing) == ("", Doing("enter", 0.25, {"building": "town"}))
    assert book.recorded(first, "L1") == 1
    second = marched(ended(first))
    assert (t.of(second, "L1").inside, t.of(second, "L1").stance.formation) == ("town", "garrison")
    assert (second.own.tracks["L1"].legs[0].what, second.own.tracks["L1"].legs[0].end) == ("enter", 0.25)


def _through(pace: str, skirmish: bool) -> list[int]:
    """Factors of skirmishers, or of another column, and of a column that go through each other."""
    loose = t.battalion("L1", "south", (50, 30), formation="open", figures=6, companies=1, sub={"open": True})
    close = t.battalion("L1", "south", (50, 30), formation="closed_column", figures=12)
    column = t.battalion("L2", "south", (50, 38), formation="closed_column", figures=24, facing=180.0)
    state = t.field(loose if skirmish else close, column)
    after = marched(state, L1=GO, L2={**GO, "pace": pace})
    return [sum(f.n for f in t.of(after, body).nerve.fresh if f.table == "H") for body in ("L1", "L2")]


@pytest.mark.clause("NAP-INT-03", "NAP-INT-05", "NAP-DIS-27")
def test_passing_through() -> None:
    assert _through("normal", skirmish=True) == [0, 0]
    assert _through("double", skirmish=True) == [2, 2]
    assert _through("double", skirmish=False) == [4, 4]


@pytest.mark.clause("NAP-INT-02", "NAP-DIS-27")
@pytest.mark.parametrize(("line", "factors"), [([], 0), ([GO], 2)])
def test_evading_through_a_column(line: list[Any], factors: int) -> None:
    told = ChargeOwn(answer="evade", speed=500.0, pause_at=100.0, answer_speed=300.0, answer_start=0.0)
    state = t.field(
        t.regiment("H1", "south", (50, 30), light=True),
        t.battalion("E1", "north", (50, 54), figures=6, companies=1, formation="open", sub={"open": True}),
        listed("PRU_MUSK", "north", (50, 64), "closed_column", body="E2", facing=0.0),
        ties=(Tie("c1", "charge", "H1", "E1", told),),
    )
    after = marched(state, E2=line)
    assert [sum(f.n for f in t.of(after, b).nerve.fresh if f.table == "H") for b in ("E1", "E2")] == [factors] * 2


@pytest.mark.clause("NAP-ORG-18", "NAP-ORG-20")
def test_splitting() -> None:
    state = t.given(t.field(listed("FRA_LINE_1808", "south", (50, 50))), "L1", men=12, carried=2, spare=1)
    parts = groups.split(state, "L1", ["c6"], "L1a", detach=True)
    after = apply(state, ev.Event("test", "status", changes=parts))
    told = [(len(after.bases_of(b)), t.of(after, b).strength.men, t.of(after, b).nerve.carried) for b in ("L1", "L1a")]
    assert told == [(15, 10, 2), (3, 2, 2)]


@pytest.mark.clause("NAP-FRM-13", "NAP-FRM-14", "NAP-S12")
def test_squares() -> None:
    state = t.field(listed("FRA_LINE_1808", "south", (50, 50), "square"))
    assert (shape.width(state, "L1"), shape.depth(state, "L1")) == (47.5, 47.5)
    many = t.field(t.battalion("L1", "south", (50, 50), formation="double_square", figures=50))
    assert (shape.width(many, "L1"), shape.depth(many, "L1")) == (72.5, 72.5)
    bar = rights.may_form(many, "L1", "square")
    assert bar is not None
    assert (bar.clause, bar.text.args["n"]) == ("NAP-FRM-13", 13)
    assert rights.may_form(many, "L1", "double_square") is None


# --- Austrians, and the score ----------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-NAT-03", "NAP-NAT-04", "NAP-NAT-05")
def test_slow_austrians() -> None:
    column = listed("AUS_GREN", "south", (50, 50), "open_column", options=NATIONAL)
    state = t.field(column, options=NATIONAL)
    assert plan(state, "L1", [act.Form("line", "left", flank=True)]).time == 1.0
    assert plan(state, "L1", [act.Face("left")]).time == 0.5
    assert 3 * book.time_of_a_factor(state, "L1") == 1.5
    assert [points(row("AUS_LINE_GER"), Terms(national=on)) for on in (True, False)] == [130, 154]


def _worth(state: State, body: str, each: int) -> State:
    subs = tuple(replace(s, points=each) for s in t.of(state, body).subs)
    return t.given(state, body, subs=subs)


@pytest.mark.clause("NAP-VIC-08", "NAP-VIC-10", "NAP-VIC-12")
@pytest.mark.parametrize(("margin", "winner"), [(10, ""), (0, "south")])
def test_score(margin: int, winner: str) -> None:
    made = (
        t.battalion("A1", "south", (100, 65)),  # on the objective in the centre
        t.battalion("A2", "south", (20, 65)),  # in melee on the one at the side
        t.battalion("A3", "south", (60, 10), result="rout"),
        t.battalion("A4", "south", (60, 20), figures=5, companies=1, did=("evaded",)),
        t.battalion("B1", "north", (20, 66)),
        t.battery("B2", "north", (150, 20), formation="limbered", pieces=["6"], captors="A1"),
        t.battalion("B3", "north", (100, 20), figures=10, result="surrendered", captors="A1", guarded=True),
        t.battalion("B4", "north", (150, 120), figures=18),
    )
    melee = Tie("m1", "melee", "A2", "B1", MeleeOwn())
    state = t.field(*made, ties=(melee,), options={"draw_margin": margin})
    for body, each in (("A1", 25), ("A2", 25), ("A3", 10), ("A4", 10), ("B1", 30), ("B2", 0), ("B3", 6)):
        state = _worth(state, body, each)
    state = _worth(state, "B4", 0)
    # B has 1520 points of troops; none of them stands on the objective at the side (NAP-VIC-06)
    general = replace(state.bases["B4.1"], own=replace(state.bases["B4.1"].own, points=1520 - 24 * 30))
    off = {b: replace(state.bases[b], pose=None, where="off") for b in state.units["A4"].bases}
    gun, team = (state.bases[b] for b in state.units["B2"].bases)
    team = replace(team, own=replace(team.own, points=36))
    gun = replace(gun, pose=None, where="gone")
    state = replace(state, bases={**state.bases, **off, "B4.1": general, gun.id: gun, team.id: team})
    side = Marker("O2", "objective", "", Pose(200.0, 600.0, 0.0), MarkerOwn(worth=100), "Side")
    centre = Marker("O1", "objective", "", Pose(1000.0, 650.0, 0.0), MarkerOwn(worth=200), "Centre")
    state = replace(state, markers={"O1": centre, "O2": side})
    assert victory.score(state, "south").total == 1200 + 120 + 25 + 36 + 30 + 200 + 50 == 1661
    assert victory.score(state, "north").total == 1520
    run = Run(state)
    victory.settle(run)
    assert run.state.over is not None
    assert run.state.over.winner == winner
