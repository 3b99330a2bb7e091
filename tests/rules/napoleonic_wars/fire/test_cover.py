"""What covers from fire and who may not be fired at: woods, obstacles, breaches, hedges trodden down, melees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from game.engine.state import State, Tie
from rulesets.napoleonic_wars.fire import arcs, batteries, cover, targets
from rulesets.napoleonic_wars.fire.batteries import Ready
from rulesets.napoleonic_wars.own import Breach, MeleeOwn
from tests.rules.napoleonic_wars.clock.test_toll import moved
from tests.rules.napoleonic_wars.fire_play import Played
from tests.rules.napoleonic_wars.table import Made, at_cm, battalion, battery, box, field, piece, put


def ours(body: str = "L1", **own: Any) -> Made:
    return battalion(body, "south", **{"at": (50, 20), "companies": 1, "figures": 12, **own})


def theirs(body: str = "C1", **own: Any) -> Made:
    return battalion(body, "north", **{"companies": 1, "weapon": "", "figures": 12, **own})


def guns(*pieces: str, **own: Any) -> Made:
    return battery("G1", "south", **{"at": (50, 20), "pieces": pieces or ("6",), **own})


def graded(state: State, ammunition: str = "", body: str = "L1") -> str:
    """The cover of C1 against a body's fire, along the way straight between both."""
    x, y = (b.pose for b in (state.bases[f"{body}.1"], state.bases["C1.6"]) if b.pose)
    return cover.grade(state, body, "C1", np.array([[(x.x, x.y), (y.x, y.y)]]), ammunition)


# --- woods -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-COV-04", "NAP-R59")
@pytest.mark.parametrize(
    ("ammunition", "deep", "grade"),
    [
        ("", 2.0, "soft"),
        ("", 1.9, "none"),
        ("canister", 2.0, "soft"),
        ("roundshot", 2.0, "soft"),
        ("shell", 9.0, "none"),
        ("shrapnel", 9.0, "none"),
    ],
)
def test_two_centimetres_of_trees_cover_who_stands_beyond(ammunition: str, deep: float, grade: str) -> None:
    state = field(guns(), theirs(at=(50, 45)), features=[box("open_wood", 20, 30, 80, 30 + deep)])
    assert graded(state, ammunition, "G1") == grade


@pytest.mark.clause("NAP-COV-03", "NAP-R59")
@pytest.mark.parametrize("ammunition", ["", "shell", "shrapnel"])
def test_who_is_in_a_wood_has_cover_at_any_depth(ammunition: str) -> None:
    state = field(guns(), theirs(at=(50, 45)), features=[box("dense_wood", 20, 44.9, 80, 60)])
    assert graded(state, ammunition, "G1") == "hard"


# --- obstacles -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-COV-08", "NAP-COV-09")
@pytest.mark.parametrize(("y", "men"), [(40.0, 6), (34.9, 7), (50.0, 6)])
def test_a_soft_obstacle_covers_from_roundshot_and_stops_none(y: float, men: int) -> None:
    """From 20 at 50: a hedge nearer to the guns is fired over. 18 - 2 + 2 = 18 is T14(12, 18) = 7.1, one less is 6."""
    state = field(guns("12", "12", "12"), theirs(at=(50, 50)), features=[piece("hedge", [(20, y), (80, y)])])
    found = Played(state, [5]).answer(G1="C1:roundshot").to_end()
    assert found.men("C1") == men


@pytest.mark.clause("NAP-COV-09", "NAP-COV-07", "NAP-R60")
@pytest.mark.parametrize(("y", "fires"), [(34.9, True), (35.0, True), (35.1, False)])
def test_a_wall_is_fired_over_by_guns_that_are_nearer_to_it(y: float, fires: bool) -> None:
    state = field(guns("12"), theirs(at=(50, 50)), features=[piece("wall", [(20, y), (80, y)])])
    assert batteries.may_fire_at(state, "G1.1", "C1", "roundshot") is fires
    assert batteries.may_fire_at(state, "G1.1", "C1", "canister")
    assert graded(state, "shell", "G1") == ("none" if fires else "hard")


@pytest.mark.clause("NAP-COV-10", "NAP-R60")
@pytest.mark.parametrize(("gap", "men"), [(0.0, 45), (0.1, 45), (0.2, 11)])
def test_canister_meets_an_obstacle_that_its_guns_do_not_touch(gap: float, men: int) -> None:
    """The wall is at the guns, the target 15 cm off: T14(8, 31), or 8 less."""
    wall = piece("wall", [(20, 20 + gap), (80, 20 + gap)])
    state = field(guns("12", "12"), theirs(at=(50, 35)), features=[wall])
    assert Played(state, [1]).to_end().men("C1") == men


@pytest.mark.clause("NAP-COV-06", "NAP-BLD-03", "NAP-R60")
def test_an_obstacle_that_both_touch_covers_neither_and_a_wide_breach_nobody() -> None:
    wall = piece("wall", [(20, 20), (80, 20)], "W")
    assert graded(field(ours(at=(50, 10)), theirs(at=(50, 20.05)), features=[wall])) == "hard"
    assert graded(field(ours(at=(50, 19.95)), theirs(at=(50, 20.05)), features=[wall])) == "none"
    for wide, grade in ((37.0, "hard"), (45.0, "none")):  # the line is 90 mm wide
        breach = piece("wall", [(20, 30), (80, 30)], "W", breaches=(Breach((500.0, 300.0), wide),))
        assert graded(field(ours(), theirs(at=(50, 30.05)), features=[breach])) == grade


@pytest.mark.clause("NAP-BLD-04")
@pytest.mark.parametrize(("formation", "broken"), [("closed_column", True), ("line", False)])
def test_a_column_treads_down_the_hedge_that_it_passes_through(formation: Any, broken: bool) -> None:
    hedge = piece("hedge", [(30, 31), (70, 31)], "H")
    go: dict[str, Any] = {"verb": "advance"}
    state = field(battalion("L1", "south", at=(50, 30), formation=formation), features=[hedge])
    for _ in range(3):  # before it, astride, beyond it
        assert state.features["H"].own.breaches == ()
        state = moved(state, L1=go)
        if not broken:
            break
    assert state.features["H"].own.breaches == ((Breach((500.0, 310.0), 30.0),) if broken else ())


@pytest.mark.clause("NAP-BLD-04")
def test_a_wall_is_not_trodden_down() -> None:
    wall = piece("wall", [(30, 31), (70, 31)], "W")
    state = field(battalion("L1", "south", at=(50, 30), formation="closed_column"), features=[wall])
    for _ in range(3):
        state = moved(state, L1={"verb": "advance"})
    assert at_cm(state, "L1")[1] > 45.0
    assert state.features["W"].own.breaches == ()


# --- melees ----------------------------------------------------------------------------------------------------------


def fight(fought: dict[str, tuple[str, ...]]) -> Tie:
    return Tie("C1>L2", "melee", "C1", "L2", MeleeOwn(rounds=1, fought=fought))


def fighting(*more: Made, fought: dict[str, tuple[str, ...]]) -> State:
    """C1 (figures from 45.5 to 54.5) fights L2 at its flank (its right, at 45.5)."""
    enemy = ours("L2", at=(43, 40), figures=4, weapon="")
    return field(*more, theirs(at=(50, 40)), enemy, ties=[fight(fought)])


@pytest.mark.clause("NAP-ARC-10")
def test_small_arms_spare_figures_in_melee_and_those_that_touch_them() -> None:
    state = fighting(ours(at=(51, 30)), fought={"C1": ("C1.12",), "L2": ("L2.4",)})
    poses = {b.id: b.pose for b in state.bases_of("C1") if b.pose}
    outer = min(poses, key=lambda b: poses[b].x)
    state = replace(state, ties={"m": fight({"C1": (outer,), "L2": ("L2.4",)})})
    spared = arcs.in_melee(state, "C1")
    assert spared == {b for b, p in poses.items() if p.x - poses[outer].x < 7.6}
    aimed = {name for b in arcs.aimed(state, "L1", "C1", 240.0) for name in b.bases}
    assert aimed == poses.keys() - spared
    assert targets.enemies(state, "L1") == ("C1",)
    play = Played(state, [1]).to_end()
    assert play.of("L1").fire.fired_at == "C1"
    assert all(play.state.bases[b].where == "table" for b in spared)
    every = replace(state, ties={"m": fight({})})  # no round yet: all of both
    assert arcs.aimed(every, "L1", "C1", 240.0) == ()


@pytest.mark.clause("NAP-ARC-11", "NAP-R57")
def test_guns_fire_at_the_other_sub_groups_of_a_unit_in_melee_alone() -> None:
    part = theirs("C2", at=(65, 60), parent="C1")
    state = fighting(guns("6", at=(55, 10)), part, fought={"C1": ("C1.1",), "L2": ("L2.4",)})
    assert targets.enemies(state, "G1") == ("C2",)
    (one,) = batteries.ready(state, "G1")
    assert isinstance(one, Ready)
    assert {a.target for o in batteries.options(state, one) for a in o.aims} == {"C2"}
    free = replace(state, ties={})
    assert {a.target for o in batteries.options(free, one) for a in o.aims} == {"C1", "C2"}


@pytest.mark.clause("NAP-TGT-03")
def test_deployed_guns_are_no_skirmishers_to_be_ignored() -> None:
    near = battery("C2", "north", at=(48, 30), pieces=("6",))
    state = field(ours(), near, theirs(at=(52, 34)))
    assert targets.first_choices(targets.marks(state, "L1")) == ("C2",)
    loose = field(ours(), theirs("C2", at=(48, 30), formation="open", figures=4), theirs(at=(52, 34)))
    assert targets.first_choices(targets.marks(loose, "L1")) == ("C1", "C2")


@pytest.mark.clause("NAP-COV-12")
@pytest.mark.parametrize(("near", "fires", "grade"), [(1.9, True, "none"), (2.0, True, "hard"), (1.9, False, "hard")])
def test_who_fires_out_of_a_building_gives_up_its_cover_close_by(near: float, fires: bool, grade: str) -> None:
    state = field(ours(), theirs(at=None), features=[box("building", 46, 20 + near, 54, 30, "B")])
    state = put(state, "C1", (50, 25), 180.0, "garrison", building="B")
    assert cover.grade(state, "L1", "C1", np.array([[(500.0, 200.0), (500.0, 250.0)]]), fires=fires) == grade
