"""Rows of tables are read at their own moments, not from what is left when they are read (NAP-S101)."""

from __future__ import annotations

import pytest

from game.engine.flow import Run
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.fire import fire
from rulesets.napoleonic_wars.nerve import circumstances, rally
from rulesets.napoleonic_wars.own import Hit
from tests.rules.napoleonic_wars.table import battalion, battery, field, of

# --- casualties per figure -------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-MOR-11", "NAP-R81", "NAP-S101")
@pytest.mark.parametrize(("men", "row"), [(18, ""), (19, ""), (20, "canister")])
def test_canister_counts_by_the_figures_at_the_start_of_the_move(men: int, row: str) -> None:
    """20 figures began the move, 4 have fallen since: 18 casualties are less than one for each of the 20."""
    hit = (Hit("E1", "canister", men),)
    body = battalion("L1", "south", at=(100, 30), figures=16, at_start=20, lost_now=4, lost=4, hits=hit)
    shot = circumstances.fire(field(body, battery("E1", "north", at=(100, 80)), move=3), "L1")
    assert shot is not None
    assert shot.fire == row


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
    assert sum(f.n for f in of(run.state, "L1").fresh) == factors * book.of("hit_forming")
