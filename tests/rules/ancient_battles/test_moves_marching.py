"""Marches, fast marches, snaking columns: who may, how far, where, and whom they ignore."""

from __future__ import annotations

from itertools import pairwise

import pytest

from game.engine.event import SetField
from game.geometry.steps import Advance, Form, Path, Turn, Wheel
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.move import plans
from rulesets.ancient_battles.turn.turn import fresh, rested
from tests.rules.ancient_battles.charge_play import Play
from tests.rules.ancient_battles.moves_play import cost, go, modes, moves, nearest, next_turn, refusal
from tests.rules.ancient_battles.table import Row, piece, unit

FAR = unit("WAR", (60, 43))


def march_of(mover: str, *units: Row) -> tuple[str, str]:
    """The bars of march and fast march of a unit."""
    found = modes(moves(*units), mover)
    return found.get("march", "none"), found.get("fast_march", "none")


# --- who may march -----------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-MAR-01", "WAB-FMR-01")
def test_without_a_musician_no_march():
    assert march_of("PHA", unit("PHA", (36, 20), files=3), FAR) == ("", "")
    assert march_of("GAE", unit("GAE", (36, 20), files=3, side="south"), FAR) == ("WAB-MAR-01", "WAB-FMR-01")


@pytest.mark.clause("WAB-MAR-02", "WAB-FMR-03")
def test_a_march_is_double_and_a_fast_march_triple():
    play = moves(unit("PHA", (36, 10), files=3), FAR)
    assert cost(play, go("PHA", "march", Advance(200.0))) == 8.0
    assert refusal(play, go("PHA", "march", Advance(200.1))) == "WAB-MAR-02"
    assert cost(play, go("PHA", "fast_march", Advance(300.0))) == 12.0
    assert refusal(play, go("PHA", "fast_march", Advance(300.1))) == "WAB-FMR-03"
    play.give(go("PHA", "march", Advance(200.0)))
    assert (play.own("PHA").marched, play.own("PHA").fast, play.own("PHA").moved) == (True, False, True)


@pytest.mark.clause("WAB-MAR-03", "WAB-FMR-04", "WAB-R12")
def test_enemies_within_eight_inches():
    def against(*enemies: Row, mover: str = "PHA") -> tuple[str, str]:
        row = unit("PHA", (36, 20), files=3) if mover == "PHA" else unit("COM", (36, 20), files=1)
        return march_of(mover, row, *enemies)

    assert against(unit("WAR", (36, 28), 180)) == ("WAB-MAR-03", "WAB-FMR-04")
    assert against(unit("WAR", (36, 28.01), 180)) == ("", "")
    # excluded: those who flee, lone characters; of cavalry, infantry too. A fast march knows no exception.
    assert against(unit("WAR", (36, 27), 180, fleeing=True)) == ("", "WAB-FMR-04")
    assert against(unit("GCH", (36, 27), 180)) == ("", "WAB-FMR-04")
    assert against(unit("WAR", (36, 27), 180), mover="COM") == ("", "WAB-FMR-04")
    assert against(unit("GSL", (36, 27)), mover="COM") == ("", "WAB-FMR-04")
    assert against(unit("GSL", (36, 27))) == ("WAB-MAR-03", "WAB-FMR-04")
    assert against(unit("NOB", (36, 27), 180), mover="COM") == ("WAB-MAR-03", "WAB-FMR-04")
    assert against(unit("GBS", (36, 27), 180)) == ("", "WAB-FMR-04")
    # a character inside a unit is part of it
    joined = (unit("NOB", (36, 27), 180), unit("GCH", joined="NOB"))
    assert against(*joined, mover="COM") == ("WAB-MAR-03", "WAB-FMR-04")


@pytest.mark.clause("WAB-MAR-04", "WAB-FMR-05")
def test_skirmishers_and_elephants_do_not_march():
    play = moves(unit("CRE", (20, 20)), unit("SEL", (40, 20)), FAR)
    assert list(modes(play, "CRE")) == ["free"]
    assert modes(play, "SEL")["march"] == "WAB-MAR-04"
    assert modes(play, "SEL")["fast_march"] == "WAB-FMR-05"
    assert refusal(play, go("SEL", "march", Advance(10.0))) == "WAB-MAR-04"
    assert plans.march_bar(play.state, "CRE").clause == "WAB-MAR-04"  # type: ignore[union-attr]


@pytest.mark.clause("WAB-MAR-05", "WAB-FMR-06")
def test_the_wheel_is_the_only_manoeuvre():
    play = moves(unit("PHA", (36, 10), files=3), FAR)
    for mode, clause in (("march", "WAB-MAR-05"), ("fast_march", "WAB-FMR-06")):
        assert refusal(play, go("PHA", mode, Advance(25.0), Turn("about"))) == clause
        assert refusal(play, go("PHA", mode, Form("ranks", 4))) == clause
        many = go("PHA", mode, Wheel(10.0, "left"), Advance(20.0), Wheel(10.0, "right"), Wheel(10.0, "right"))
        assert play.check(many).legal


@pytest.mark.clause("WAB-MAR-06", "WAB-FMR-07")
def test_no_part_of_a_march_lies_in_rough_ground():
    for kind in ("wood", "thick_wood", "steep_hill"):
        play = moves(unit("COM", (36, 10), files=1, models=3), FAR, terrain=[piece(kind, box=(36.4, 16, 50, 30))])
        assert refusal(play, go("COM", "march", Advance(300.0))) == "WAB-MAR-06"
        assert nearest(play, go("COM", "march", Advance(300.0))) == (Advance(150.0),)
        assert refusal(play, go("COM", "fast_march", Advance(300.0))) == "WAB-FMR-07"
    inside = moves(unit("COM", (36, 10), files=1, models=3), FAR, terrain=[piece("wood", box=(30, 2, 50, 8))])
    assert modes(inside, "COM") == {"normal": "", "march": "WAB-MAR-06", "fast_march": "WAB-FMR-07", "reform": ""}


@pytest.mark.clause("WAB-MAR-07", "WAB-FMR-08", "WAB-TER-04")
def test_a_march_passes_no_obstacle_in_any_order():
    play = moves(unit("COM", (36, 10), files=1, models=3), FAR, terrain=[piece("hedge", points=[(30, 16), (45, 16)])])
    assert refusal(play, go("COM", "march", Advance(300.0))) == "WAB-MAR-07"
    assert nearest(play, go("COM", "march", Advance(300.0))) == (Advance(150.0),)
    assert refusal(play, go("COM", "fast_march", Advance(300.0))) == "WAB-FMR-08"
    side = moves(unit("COM", (36, 10), files=4), FAR, terrain=[piece("hedge", points=[(38.1, 10.5), (38.1, 20)])])
    assert side.check(go("COM", "march", Wheel(30.0, "right"))).legal
    assert refusal(side, go("COM", "march", Wheel(30.0, "left"), Wheel(90.0, "right"))) == "WAB-MAR-07"


@pytest.mark.clause("WAB-FMR-02", "WAB-S13")
def test_the_march_column():
    def fast(**more: object) -> str:
        return march_of("PHA", unit("PHA", (36, 20), **more), FAR)[1]

    assert fast(files=3, models=12) == ""
    assert fast(files=4, models=24) == "WAB-FMR-02"
    assert fast(files=3, models=9) == "WAB-FMR-02"  # as many ranks as files
    assert fast(files=3, models=10) == ""
    play = moves(unit("LCH", (36, 20), files=1, side="south"), FAR)
    assert plans.is_column(play.state, "LCH")
    play = moves(unit("LCH", (36, 20), files=2, side="south"), FAR)
    assert not plans.is_column(play.state, "LCH")


# --- what stays of it --------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-R13")
def test_those_who_were_disregarded_are_ignored_until_the_next_own_movement():
    play = moves(unit("COM", (36, 20)), unit("WAR", (36, 27), 180), unit("OAT", (50, 44), 180))
    play.give(go("COM", "march", Wheel(60.0, "left")))
    assert play.own("COM").ignored == ("WAR",)
    gone = [c for c in rested(play.state, "south") if isinstance(c, SetField)]
    assert [(c.id, c.field, c.value) for c in gone] == [("COM", "own.ignored", ())]
    play = moves(unit("COM", (36, 20)), unit("WAR", (36, 27), 180))
    play.give(go("COM", "normal", Wheel(60.0, "left")))
    assert play.own("COM").ignored == ()


@pytest.mark.clause("WAB-R32", "WAB-FMR-09")
def test_a_fast_march_lasts_until_the_next_own_movement():
    play = moves(unit("PHA", (36, 10), files=3), FAR)
    play.give(go("PHA", "fast_march", Advance(300.0)))
    assert play.own("PHA").fast
    assert not [c for c in fresh(play.state, "north") if getattr(c, "field", "") == "own.fast"]
    assert not [c for c in fresh(play.state, "south") if getattr(c, "field", "") == "own.fast"]
    assert [getattr(c, "value", None) for c in rested(play.state, "south")] == [False]


@pytest.mark.clause("WAB-R31", "WAB-MAR-02")
def test_a_lone_character_marches_at_triple_rate_without_a_musician():
    play = moves(unit("SGE", (36, 10)), unit("SBS", (20, 10)), FAR)
    x, y = facts.centre(play.state, "SGE")
    assert cost(play, go("SGE", "march", Path(((x, y + 600.0),)))) == 24.0
    assert refusal(play, go("SGE", "march", Path(((x, y + 600.1),)))) == "WAB-MAR-02"
    assert "fast_march" not in modes(play, "SGE")
    assert refusal(play, go("SGE", "free", Path(((x, y + 200.1),)))) == "WAB-S07"


# --- snaking columns ---------------------------------------------------------------------------------------------


def bent(play: Play, *ways: tuple[float, float]) -> Path:
    """A path of displacements (inches) from the middle of the column."""
    poses = [b.pose for b in play.state.bases_of("PHA")]
    x = sum(p.x for p in poses if p) / len(poses)
    y = sum(p.y for p in poses if p) / len(poses)
    points = []
    for dx, dy in ways:
        x, y = x + 25.0 * dx, y + 25.0 * dy
        points.append((round(x, 3), round(y, 3)))
    return Path(tuple(points))


@pytest.mark.clause("WAB-FMR-11", "WAB-S13")
def test_a_column_one_wide_snakes_at_the_price_of_its_leaders_path():
    play = moves(unit("PHA", (36, 20), files=1, models=8), FAR)
    path = bent(play, (0, 6), (6, 0))
    assert cost(play, go("PHA", "fast_march", path)) == 12.0
    play.give(go("PHA", "fast_march", path))
    lead = play.state.bases["PHA.1"].pose
    assert lead is not None
    assert (round(lead.x / 25, 2), round(lead.y / 25, 2), lead.facing) == (41.6, 26.0, 90.0)
    tail = play.state.bases["PHA.8"].pose
    assert tail is not None
    assert tail.facing == 30.0  # the second leg holds seven models and a half: the last lies across the bend
    assert play.own("PHA").snake
    assert play.own("PHA").fast
    assert "WAB-FMR-11" in play.event("moved").clauses


@pytest.mark.clause("WAB-S13")
def test_the_chain_touches_and_its_leader_has_the_only_front():
    play = moves(unit("PHA", (36, 20), files=1, models=8), FAR)
    play.give(go("PHA", "fast_march", bent(play, (0, 3), (3, 0))))
    shapes = [engagement.reach_of(play.state, "PHA")[1][k] for k in range(8)]
    for a, b in pairwise(shapes):
        assert min(float(((p - q) ** 2).sum()) ** 0.5 for p in a for q in b) < 12.0
    assert facts.front_centre(play.state, "PHA") == pytest.approx((39.0 * 25, 23.0 * 25), abs=0.01)


@pytest.mark.clause("WAB-FMR-11", "WAB-S07")
def test_the_way_of_a_snake_must_be_free():
    play = moves(unit("PHA", (36, 20), files=1, models=6), unit("SIL", (40, 27)), FAR)
    assert play.check(go("PHA", "fast_march", bent(play, (0, 10)))).legal
    assert refusal(play, go("PHA", "fast_march", bent(play, (0, 6), (6, 0)))) == "WAB-S07"
    found = nearest(play, go("PHA", "fast_march", bent(play, (0, 6), (6, 0))))
    assert isinstance(found[0], Path)
    assert refusal(play, go("PHA", "fast_march", bent(play, (0, 6), (6.1, 0)))) == "WAB-S07"
    long = moves(unit("PHA", (36, 20), files=1, models=6), FAR)
    assert refusal(long, go("PHA", "fast_march", bent(long, (0, 6), (6.1, 0)))) == "WAB-FMR-03"
    deep = moves(unit("PHA", (36, 20), files=1, models=12), FAR)
    assert refusal(deep, go("PHA", "fast_march", bent(deep, (0, 4), (0.3, 0), (0, -4)))) == "WAB-S13"


@pytest.mark.clause("WAB-S13")
def test_a_snake_straightens_behind_its_leader_before_its_next_move():
    play = moves(unit("PHA", (36, 20), files=1, models=8), FAR)
    play.give(go("PHA", "fast_march", bent(play, (0, 3), (3, 0))))
    again = next_turn(play)
    again.give(go("PHA", "normal", Advance(25.0)))
    assert not again.own("PHA").snake
    poses = [b.pose for b in again.state.bases_of("PHA")]
    assert {round(p.y, 1) for p in poses if p} == {575.0}
    assert [round(p.x, 1) for p in poses if p] == [990.0 - 20.0 * k for k in range(8)]


@pytest.mark.clause("WAB-S13")
def test_a_snake_without_room_to_straighten_snakes_on():
    """Straightened, its tail would lie across a friend west of it."""
    play = moves(unit("PHA", (36, 20), files=1, models=8), unit("SIL", (33, 24.6), models=12), FAR)
    play.give(go("PHA", "fast_march", bent(play, (0, 3), (3, 0))))
    again = next_turn(play)
    assert refusal(again, go("PHA", "normal", Advance(25.0))) == "WAB-S13"
    assert again.check(go("PHA", "fast_march", bent(again, (2, 0)))).legal
