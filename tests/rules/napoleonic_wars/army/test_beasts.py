"""Elephants and 5 or 6 mm figures: whom fire takes, who counts no more, casualties as a per cent (NAP-CAM, NAP-MIC)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.flow import Run
from game.engine.state import State, Tie
from rulesets.napoleonic_wars.body import losses
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.fire import arcs, tables
from rulesets.napoleonic_wars.fire.losses import Lot, inflict
from rulesets.napoleonic_wars.melee import fighters
from rulesets.napoleonic_wars.own import MeleeOwn
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.examples.test_a import listed
from tests.rules.napoleonic_wars.fire_play import Played

MICRO = {"scale": "micro"}


def hit(state: State, men: int, body: str = "L1") -> State:
    run = Run(state)
    inflict(run, Lot(body, men))
    return run.state


@pytest.mark.clause("NAP-CAM-12", "NAP-CAM-02", "NAP-CAM-09", "NAP-S60")
def test_crews_of_elephants_fall_one_by_one_and_a_beast_with_its_last() -> None:
    state = t.field(listed("NAT_ELEPH", "south", (50, 50), "irregular", figures={"elephant": 3}))
    assert (facts.strength(state, "L1"), t.of(state, "L1").strength.began) == (12, 12)
    foot = t.field(listed("NAT_FOOT", "south", (50, 50), "irregular"))
    assert {facts.figure(b).crew for b in foot.bases.values()} == {0}
    after = hit(state, 3 * 20 + 19)
    assert (facts.strength(after, "L1"), len(after.bases_of("L1")), t.of(after, "L1").strength.men) == (9, 3, 19)
    assert tables.losses(after, "L1") == 25
    last = hit(after, 1)
    assert (facts.strength(last, "L1"), len(last.bases_of("L1")), t.of(last, "L1").strength.lost) == (8, 2, 4)
    assert fighters.total(last, [b.id for b in last.bases_of("L1")]) == 8


def micro(bases: int = 4, formation: Any = "line", at: t.Place = (50, 50), **own: Any) -> t.Made:
    """A battalion of 5 or 6 mm figures."""
    return t.battalion("L1", "south", at, formation=formation, figures=bases, companies=bases, **own)


@pytest.mark.clause("NAP-MIC-07")
def test_a_base_with_a_hundred_casualties_counts_no_more_and_stays_until_two_hundred() -> None:
    state = t.field(micro(), options=MICRO)
    for men, bases, firing in ((9, 4, 4), (10, 4, 3), (19, 4, 3), (20, 3, 3), (30, 3, 2)):
        after = hit(state, men)
        names = [b.id for b in after.bases_of("L1")]
        assert len(names) == bases, men
        assert (len(arcs.shooters(after, "L1")), fighters.total(after, names)) == (firing, firing), men
    usual = hit(t.field(micro()), 19)
    assert len(arcs.shooters(usual, "L1")) == 4


@pytest.mark.clause("NAP-MIC-07")
def test_gunners_of_small_figures_fall_as_single_figures() -> None:
    state = t.field(t.battery("L1", "south", pieces=["6", "6"]), options=MICRO)
    after = hit(state, 30)
    assert (facts.strength(after, "L1"), t.of(after, "L1").strength.men) == (7, 10)
    assert losses.worn(after, "L1") == ""
    assert tables.losses(after, "L1") == tables.t15(1, 8)


@pytest.mark.clause("NAP-MIC-08")
@pytest.mark.parametrize(("options", "join"), [(MICRO, 0), ({}, 2)])
def test_neighbouring_bases_of_small_figures_do_not_join_a_melee(options: dict[str, Any], join: int) -> None:
    melee = Tie("m1", "melee", "E1", "L1", MeleeOwn())
    foe = t.battalion("E1", "north", (50, 50), formation="line", figures=4, companies=1)
    wide = t.battalion("L1", "south", (50, 50), figures=8, companies=1)
    state = t.field(wide, foe, ties=(melee,), options=options)
    touch = len(fighters.engaged(state, "L1", melee))
    assert touch == 4
    assert len(fighters.fighting(state, "L1", melee)) == touch + join


@pytest.mark.clause("NAP-MIC-09", "NAP-MIC-07")
def test_per_cent_of_small_figures_are_reckoned_by_tenths_of_a_base() -> None:
    state = t.field(micro(), options=MICRO)
    # 70 casualties: three figures of forty; 200: ten
    assert [tables.losses(hit(state, men), "L1") for men in (7, 8, 20, 27)] == [5, 10, 25, 30]
    assert [tables.losses(hit(t.field(micro()), men), "L1") for men in (7, 8, 20, 27)] == [0, 0, 25, 25]


@pytest.mark.clause("NAP-MIC-09", "NAP-DIS-21")
@pytest.mark.parametrize(("options", "factors"), [(MICRO, True), ({}, False)])
def test_fire_that_takes_a_tenth_of_small_figures_disorders_them(options: dict[str, Any], factors: bool) -> None:
    foe = t.battalion("E1", "north", (50, 54), figures=4, companies=1, weapon="musket")
    state = t.field(micro(at=(50, 50), weapon=""), foe, options=options, move=9)
    play = Played(state, [3]).to_end()
    assert 8 <= play.men("L1") < 20
    assert bool(play.of("L1").nerve.fresh) is factors
