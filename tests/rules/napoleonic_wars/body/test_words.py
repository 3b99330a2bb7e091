"""Who is in which order, what nobody does without an order, and other small print of bodies and marches."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine import event as ev
from game.engine.apply import apply
from game.kit.block.going import Span
from rulesets.napoleonic_wars.body import groups, shape, support
from rulesets.napoleonic_wars.body import screen as screens
from rulesets.napoleonic_wars.charge import legal
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.fire import arcs
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import changes, going
from rulesets.napoleonic_wars.march.planned_way import plan
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.fire_play import Played


@pytest.mark.clause("NAP-FRM-05", "NAP-FRM-06", "NAP-FRM-07", "NAP-FRM-08", "NAP-FRM-10", "NAP-FRM-11", "NAP-ORG-40")
@pytest.mark.parametrize(
    ("made", "more", "close", "deployed"),
    [
        (t.battery("L1", "south", formation="limbered"), {}, True, False),
        (t.battery("L1", "south"), {}, False, True),
        (t.general("L1", "south"), {}, False, False),
        (t.battalion("L1", "south"), {}, True, False),
        (t.battalion("L1", "south"), {"result": "rout"}, False, False),
        (t.battalion("L1", "south", formation="open"), {}, False, False),
    ],
)
def test_who_is_in_close_order(made: t.Made, more: dict[str, Any], close: bool, deployed: bool) -> None:
    state = t.given(t.field(made), "L1", **more)
    assert (facts.is_close(state, "L1"), facts.is_deployed(state, "L1")) == (close, deployed)


@pytest.mark.clause("NAP-FRM-07", "NAP-FRM-08", "NAP-ORG-08")
def test_led_horses_and_their_holders_are_in_close_order() -> None:
    state = t.field(t.regiment("L1", "south", weapon="dragoon_musket"))
    there = apply(state, ev.Event("x", "status", changes=groups.dismount(state, "L1", "L1h", "open")))
    assert facts.is_close(there, "L1h")
    assert facts.is_skirmishing(there, "L1")
    assert facts.strength(there, "L1h") == 0


@pytest.mark.clause("NAP-ORG-30", "NAP-MOV-13", "NAP-ORG-02")
def test_regulars_manoeuvre_by_whole_sub_units() -> None:
    state = t.field(t.battalion("L1", "south", figures=18))
    there = apply(state, ev.Event("x", "status", changes=groups.split(state, "L1", ["c2"], "L1a")))
    assert {b.own.sub for b in there.bases_of("L1a")} == {"c2"}
    assert len(there.bases_of("L1a")) == 3
    wild = t.field(t.battalion("L1", "south", formation="irregular", regular=False))
    assert len(facts.companies(wild, "L1")) == 1


@pytest.mark.clause("NAP-FCH-07", "NAP-FCH-22", "NAP-FRM-09")
def test_nothing_changes_without_an_order() -> None:
    state = t.field(t.battalion("L1", "south", light=True, formation="closed_column"))
    for actions in ((), (act.Advance(),), (act.Wheel("left", 10.0), act.Advance())):
        assert plan(state, "L1", actions).becomes == ()
    ordered = plan(state, "L1", (act.Advance(50.0), act.Form("square"), act.Face("about")), until=3.0)
    assert [(b.action, b.fields["formation"]) for b in ordered.becomes] == [(1, "square")]


@pytest.mark.clause("NAP-FCH-08", "NAP-S21")
def test_a_change_of_formation_runs_while_reforming() -> None:
    state = t.given(t.field(t.battalion("L1", "south", cls="D")), "L1", carried=1)
    found = plan(state, "L1", (act.Reform(), act.Face("about"), act.Advance()))
    assert found.rest == 0.5
    assert [(leg.what, leg.end) for leg in found.track.legs] == [("face", 0.25), ("reform", 0.5), ("advance", 1.0)]


@pytest.mark.clause("NAP-FRM-18")
def test_a_divisional_column_has_a_front_of_two_companies() -> None:
    state = t.field(t.battalion("L1", "south", figures=18, formation="closed_divisional"))
    assert shape.rows(state, "L1") == (6, 6, 6)
    assert [facts.figure(b).sub for b in state.bases_of("L1")[:6]] == ["c1"] * 3 + ["c2"] * 3


@pytest.mark.clause("NAP-DBL-03", "NAP-R42", "NAP-DBL-01", "NAP-DBL-07")
def test_who_arrives_at_the_double_halts_and_loses_the_rest() -> None:
    state = t.field(t.battalion("L1", "south", formation="closed_column"))
    found = plan(state, "L1", (act.Advance(100.0, pace="double"),))
    assert (found.time, found.moved) == (0.4, 100.0)
    assert found.track.legs[-1].end == 0.4


@pytest.mark.clause("NAP-R39", "NAP-MOV-08")
def test_a_charge_over_an_obstacle_keeps_its_speed_and_pays_the_time() -> None:
    features = [t.piece("ditch", [(20, 55), (80, 55)], "ditch"), t.box("scrub", 20, 60, 80, 70)]
    state = t.field(t.battalion("L1", "south"), features=features)
    who = going.walker(state, "L1", "charge", 1)
    found = going.straight(state, who, ((410.0, 500.0), (590.0, 500.0)), (0.0, 1.0), 150.0)
    assert found.spans == (Span(0.0, 150.0, 1.0),)
    assert [(c.at, who.crosses[c.row]) for c in found.crossings] == [(50.0, 0.25)]


@pytest.mark.clause("NAP-ORG-42")
def test_attack_distances() -> None:
    state = t.field(
        t.battalion("L1", "south"), t.regiment("N1", "north", (50, 90)), t.battalion("N2", "north", (90, 90))
    )
    assert [facts.attack_distance(state, u) for u in ("L1", "N1")] == [5.0, 10.0]
    assert changes.keeps(state, "L1", "N1") == 100.0
    assert changes.keeps(state, "L1", "N2") == 50.0


@pytest.mark.clause("NAP-S28")
def test_guns_may_stand_apart() -> None:
    state = t.field(t.battery("L1", "south", formation="limbered", pieces=["6", "6"]))
    found = plan(state, "L1", (act.Unlimber(apart=20.0),))
    guns = [found.track.legs[-1].after[found.track.bases.index(b)] for b in ("L1.1", "L1.2")]
    assert guns[0][0] - guns[1][0] == 50.0
    assert found.becomes[0].fields == {"formation": "deployed", "abreast": 20}


@pytest.mark.clause("NAP-ORG-34")
def test_support_must_be_seen() -> None:
    far = t.battalion("L2", "south", (50, 20))
    state = t.field(t.battalion("L1", "south", (50, 50)), far, t.battalion("L3", "south", (50, 35), figures=10))
    assert support.supporters(state, "L3", lambda view, body, other: other == "L2") == ("L2",)


@pytest.mark.clause("NAP-LIM-01", "NAP-LIM-02")
@pytest.mark.parametrize(
    ("pieces", "arm", "time"),
    [
        (["3"], "guns", 0.25),
        (["9"], "guns", 0.25),
        (["12"], "guns", 0.5),
        (["siege"], "guns", 2.0),
        (["rocket"], "rockets", 0.5),
    ],
)
def test_limbering_takes_the_same_either_way(pieces: list[str], arm: str, time: float) -> None:
    state = t.field(t.battery("L1", "south", pieces=pieces, arm=arm))
    assert changes.limbering_time(state, "L1") == time
    assert plan(state, "L1", (act.Limber(),), until=3.0).time == time


@pytest.mark.clause("NAP-ORG-44", "NAP-CHG-16")
def test_charge_reach_is_a_move_of_charging() -> None:
    def reach(y: float, *features: Any, **own: Any) -> bool:
        made = t.regiment("H1", "south", (50, 30), **own), t.battalion("E1", "north", (50, y))
        return legal.has_reach(t.field(*made, features=features), "H1", "E1")

    assert reach(70.0)
    assert not reach(70.1)
    assert reach(80.0, light=True)
    # a ford is charged through as fast as open ground, a river not at all, a ditch takes its time
    assert reach(70.0, t.box("ford", 30, 40, 70, 44))
    assert not reach(60.0, t.box("river", 30, 40, 70, 44))
    ditch = t.piece("ditch", [(30, 40), (70, 40)])
    assert reach(60.0, ditch)
    assert not reach(70.0, ditch)
    for result in ("withdraw", "break_off", "retreat", "rout"):
        assert not reach(60.0, result=result)
    assert reach(60.0, result="halt")


@pytest.mark.clause("NAP-ORG-46", "NAP-ARC-14", "NAP-LOF-04")
@pytest.mark.parametrize(("start", "found"), [((50.0, 20.0), 6), ((20.0, 53.0), 4)])
def test_figures_along_the_line_of_fire_are_those_in_succession_not_ranks(start: t.Place, found: int) -> None:
    state = t.field(t.battalion("E1", "south", (50, 56), formation="closed_column", figures=24))
    names = tuple(b.id for b in state.bases_of("E1"))
    assert arcs.ranks(state, (start[0] * 10, start[1] * 10), "E1", names) == found


@pytest.mark.clause("NAP-ORG-23", "NAP-ART-17", "NAP-ART-23")
def test_a_battery_that_divides_its_fire_loses_by_it_at_both_targets() -> None:
    one, other = (
        t.battalion(b, "north", (x, 33.0), figures=1, companies=1, weapon="") for b, x in (("C1", 43.0), ("C2", 57.0))
    )
    state = t.field(t.battery("G1", "south", (50, 20), pieces=["6", "6"]), one, other)
    play = Played(state, [1]).answer(G1="C1:roundshot+C2").to_end()
    rows = [(text.key, n) for e in play.events if e.type == "fired" for told in e.sums for text, n, _ in told.rows]
    assert rows.count(("divided fire", -2)) == 2
    whole = Played(state, [1]).answer(G1="C1:roundshot").to_end()
    assert whole.men("C2") == 0


@pytest.mark.clause("NAP-SCR-06", "NAP-PRP-02")
def test_canister_passes_through_any_screen() -> None:
    screen = t.battalion("C2", "north", (50, 35), formation="open", figures=12, companies=1, weapon="")
    behind = t.battalion("C1", "north", (50, 40), figures=24, weapon="")
    state = t.field(t.battery("G1", "south", (50, 20), pieces=["6", "6"]), screen, behind)
    told = screens.effective(state, "C2", "C1")
    assert told is not None
    assert told.effective
    play = Played(state, [3]).answer(G1="C1:canister").to_end()
    assert play.men("C1") > 0
    assert play.men("C2") > 0
