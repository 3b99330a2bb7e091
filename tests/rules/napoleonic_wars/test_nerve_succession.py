"""Generals who are lost, and who follows them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.command import notes, officers
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.nerve import succession
from rulesets.napoleonic_wars.own import SideOwn
from tests.rules.napoleonic_wars.table import battalion, field, general, hide, of


def widowed() -> State:
    """A brigade whose general has fallen."""
    return field(
        battalion("L1", "south", at=(60, 40), brigade="1", cls="C"),
        battalion("L2", "south", at=(100, 40), brigade="1", cls="B"),
        battalion("L3", "south", at=(140, 40), brigade="1", cls="A", result="rout"),
        general("G", "south", at=None, brigade="1"),
        move=3,
    )


def brigade(state: State) -> str:
    own: SideOwn = state.sides["south"].own
    return own.brigades[0].general


def named(state: State | None = None) -> Run:
    run = Run(state or widowed())
    succession.step(run)
    assert brigade(run.state) == "G"
    run = Run(replace(run.state, own=replace(run.state.own, move=4)))
    succession.step(run)
    return run


@pytest.mark.clause("NAP-CMD-09", "NAP-CMD-12", "NAP-R141")
def test_the_best_unit_commander_takes_over_when_the_news_is_a_move_old() -> None:
    run = named()
    new = brigade(run.state)
    assert new != "G"
    (base,) = run.state.bases_of(new)
    assert base.pose is not None
    assert base.pose.x == pytest.approx(1000.0)  # by the unit of class B: the one of class A routs
    assert len(run.state.bases_of("L2")) == 24
    assert base.own.points == 0
    was, now = (known(run.state).units[u] for u in ("G", new))
    assert (now.kind, now.name) == (was.kind, was.name)


@pytest.mark.clause("NAP-CMD-11", "NAP-R22", "NAP-R142")
def test_he_counts_for_nobody_before_they_are_told_and_routers_are_not_waited_for() -> None:
    run = named()
    new = brigade(run.state)
    assert of(run.state, new).untold == ("L1", "L2")
    assert not officers.knows(run.state, "L1", new)
    assert {c.to for c in notes.couriers(run.state, "south").values()} == {"L1", "L2"}


@pytest.mark.clause("NAP-CMD-09", "NAP-S37")
def test_a_general_whom_the_enemy_has_not_seen_is_not_lost_and_hidden_troops_get_theirs_unseen() -> None:
    there = field(battalion("L1", "south", brigade="1"), general("G", "south", at=(60, 40), brigade="1"), move=3)
    run = Run(hide(there, "L1", "G"))
    succession.step(run)
    assert not run.events
    run = named(hide(widowed(), "L1", "L2"))
    new = brigade(run.state)
    assert new in run.state.secret["south"].units
    assert new not in run.state.units
    assert {c.to for c in notes.couriers(run.state, "south").values()} == {"L1", "L2"}
    told = [e for e in run.events if e.text is not None or set(e.about) & {"L1", "L2"}]
    assert not told
