"""On whom casualties fall: parts of a unit, figures and men, per cents, elephants, generals, pieces."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.apply import apply
from game.engine.event import Event
from game.engine.flow import Run
from game.engine.state import State, Tie
from rulesets.napoleonic_wars.body import groups
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.fire import fire, odds, targets
from rulesets.napoleonic_wars.fire.at_once import AtOnce
from rulesets.napoleonic_wars.fire.losses import Lot, inflict
from rulesets.napoleonic_wars.fire.tables import losses, t15
from rulesets.napoleonic_wars.melee import outcome
from rulesets.napoleonic_wars.own import Factor, MeleeOwn
from tests.rules.napoleonic_wars.fire_play import Played, charge
from tests.rules.napoleonic_wars.table import (
    Made,
    battalion,
    battery,
    field,
    general,
    given,
    given_made,
    of,
    regiment,
)


def ours(body: str = "L1", **own: Any) -> Made:
    return battalion(body, "south", **{"at": (50, 20), "companies": 1, "figures": 24, "fired": 8, **own})


def theirs(body: str = "C1", **own: Any) -> Made:
    return battalion(body, "north", **{"at": (50, 32), "companies": 1, "weapon": "", "figures": 12, **own})


def off(state: State, lot: Lot) -> State:
    run = Run(state)
    inflict(run, lot)
    return run.state


def split(state: State, *subs: str, percent: int = 0) -> State:
    return apply(state, Event("x", "status", changes=groups.split(state, "C1", subs, "C1a", percent=percent)))


# --- parts of a unit -------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-R21", "NAP-ORG-21")
@pytest.mark.parametrize(("gap", "men"), [(9.9, (26, 8)), (10.0, (34, 0))])
def test_parts_nearer_than_ten_centimetres_are_one_target(gap: float, men: tuple[int, int]) -> None:
    """24 muskets, 22 + 1: T14(24, 23) = 34, on nine figures straight ahead and three of the part behind them."""
    main = theirs(at=(50, 32), figures=9)
    part = theirs("C2", at=(50, 33 + gap), figures=3, parent="C1")
    state = field(ours(formation="double_line", figures=48), main, part, move=9)
    play = Played(state, [3]).to_end()
    assert (play.men("C1"), play.men("C2")) == men


@pytest.mark.clause("NAP-R21")
def test_casualties_of_parts_are_shared_by_their_figures_within_arc_and_range() -> None:
    """12 muskets at 12 cm: 22 + 2 = 24, T14(12, 24) = 20; eight and four figures side by side."""
    main, part = theirs(at=(48, 32), figures=8), theirs("C2", at=(52.6, 32), figures=4, parent="C1")
    state = field(ours(figures=12), main, part, move=9)
    play = Played(state, [6]).to_end()
    assert (play.men("C1"), play.men("C2")) == (14, 6)
    (option,) = fire.of_body(state, "L1")["L1"][:1]
    assert odds.spread(state, option.aims, "C1").mean < 15
    own = theirs("C2", at=(52.6, 32), figures=4)
    alone = Played(field(ours(figures=12), main, own, move=9), [6]).to_end()
    assert (alone.men("C1"), alone.men("C2")) == (20, 0)


@pytest.mark.clause("NAP-R21", "NAP-ORG-21")
@pytest.mark.parametrize("chosen", ["C1", "C2"])
def test_who_bears_on_one_of_the_parts_alone_fires_at_the_whole(chosen: str) -> None:
    """20 muskets at 12 cm: T14(20, 22) = 24, on twelve figures and, 4 cm beside them, four."""
    main, part = theirs(at=(47, 32), figures=12), theirs("C2", at=(57, 32), figures=4, parent="C1")
    play = Played(field(ours(figures=20), main, part, move=9), [2]).answer("south", L1=chosen).to_end()
    assert (play.men("C1"), play.men("C2")) == (18, 6)


@pytest.mark.clause("NAP-S67", "NAP-TGT-06")
def test_who_splits_his_fire_fires_at_all_of_them() -> None:
    """Those at the right end bear on the second unit alone."""
    main, other = theirs(at=(47, 32), figures=12), theirs("C2", at=(63, 32), figures=4)
    play = Played(field(ours(figures=20), main, other, move=9), [2]).to_end()
    assert [targets.fired_at(play.state, "L1", u) for u in ("C1", "C2", "L1")] == [True, True, False]


@pytest.mark.clause("NAP-PCT-05", "NAP-R120")
@pytest.mark.parametrize(("men", "main", "part"), [(12, 10, 2), (13, 10, 3), (1, 0, 1)])
def test_a_remainder_is_shared_and_the_larger_part_has_the_better_of_it(men: int, main: int, part: int) -> None:
    state = split(field(battalion("C1", "north", figures=18, men=men)), "c1")
    assert (of(state, "C1").strength.men, of(state, "C1a").strength.men) == (main, part)


@pytest.mark.clause("NAP-PCT-04", "NAP-ORG-20")
def test_per_cents_of_a_move_and_of_the_game_have_bases_of_their_own() -> None:
    """18 figures have lost 2: 10 per cent, carried by both parts; later losses count on what each began with."""
    lost = given(field(battalion("C1", "north", figures=18)), "C1", began=20, lost=2, at_start=18)
    assert losses(lost, "C1") == 10
    parts = split(lost, "c1", percent=losses(lost, "C1"))
    assert (losses(parts, "C1"), losses(parts, "C1a")) == (10, 10)
    assert (of(parts, "C1").strength.began, of(parts, "C1a").strength.began) == (15, 3)
    hit = off(off(parts, Lot("C1a", 20)), Lot("C1", 20))
    assert losses(hit, "C1a") == 10 + t15(1, 3) == 40
    assert losses(hit, "C1") == 10 + t15(1, 15) == 15
    assert losses(given(hit, "C1a", carried_loss=80), "C1a") == 100
    run = Run(given(field(theirs(figures=24)), "C1", began=48, lost=24, at_start=24, lost_now=5))
    fire.disorder(run, "C1")
    assert of(run.state, "C1").nerve.fresh == (Factor("B", 2, "NAP-DIS-21"),)


@pytest.mark.clause("NAP-PCT-02", "NAP-DIS-21")
def test_disorder_goes_by_figures_and_a_round_of_melee_by_men() -> None:
    run = Run(given(field(theirs(figures=10)), "C1", men=19, men_now=19, lost_now=0))
    fire.disorder(run, "C1")
    assert of(run.state, "C1").nerve.fresh == ()
    run = Run(given(field(theirs(figures=10)), "C1", men_now=1, lost_now=1, at_start=10))
    fire.disorder(run, "C1")
    assert of(run.state, "C1").nerve.fresh == (Factor("B", 1, "NAP-DIS-21"),)
    fought = MeleeOwn(rounds=1, dealt={"C1": 19, "L1": 10}, figures={"C1": 10, "L1": 10})
    tie = Tie("C1>L1", "melee", "C1", "L1", fought)
    state = field(ours(), theirs(figures=10), ties=[tie])
    assert outcome.outcome(state, tie).loser == "L1"  # not a figure lost on either side


@pytest.mark.clause("NAP-PCT-06", "NAP-DIS-21", "NAP-R53")
def test_example_sixteen_of_percentages() -> None:
    assert (t15(5, 24), t15(6, 11), t15(7, 30)) == (20, 55, 20)
    assert book.by_fire(t15(5, 24)) == 2


@pytest.mark.clause("NAP-R81", "NAP-DIS-21", "NAP-R30")
@pytest.mark.parametrize(("men", "carried", "lost", "factors"), [(24, 0, 1, 1), (23, 15, 1, 0), (24, 0, 0, 1)])
def test_a_casualty_a_figure_is_of_this_move_and_of_those_there_at_its_start(
    men: int, carried: int, lost: int, factors: int
) -> None:
    """24 figures were there when the move began; a remainder of 15 men is no casualty of this move."""
    body = theirs(figures=24 - lost, at_start=24, lost_now=lost, men_now=men, men=carried, did=("formed",))
    run = Run(field(body))
    fire.disorder(run, "C1")
    assert sum(f.n for f in of(run.state, "C1").nerve.fresh) == factors


# --- elephants and camels --------------------------------------------------------------------------------------------


def beasts(models: int = 3, kind: str = "elephant", **own: Any) -> Made:
    """Elephants with a crew of four each, or camels."""
    sub = {"kind": kind}
    crew = 4 if kind == "elephant" else 0
    told: dict[str, Any] = {"at": (50, 32), "figures": models, "companies": 1, "weapon": "bow", "regular": False, **own}
    made = regiment("C1", "north", sub=sub, formation="irregular", abreast=models, **told)
    n = models * max(1, crew)
    bases = tuple(replace(b, own=replace(b.own, crew=crew)) for b in made.bases)
    return given_made(replace(made, bases=bases), began=n, at_start=n)


@pytest.mark.clause("NAP-CAM-11", "NAP-SMA-30", "NAP-ART-19")
def test_elephants_are_hit_more_easily_and_camels_are_not() -> None:
    """Muskets 12 cm off: 22 + 2 + 6, T14(12, 30) = 57; a gun 22 cm off: 17 - 2 - 1 + 10, T14(4, 24) = 7."""

    def men(made: Made) -> int:
        return (
            Played(field(ours(figures=12), made, move=9), [6, *([1] if made.unit.own.subs[0].weapon else [])][:1])
            .to_end()
            .men("C1")
        )

    assert men(beasts(weapon="")) == 57
    assert men(beasts(kind="camel", weapon="")) == 20
    pieces = battery("G1", "south", at=(50, 10), pieces=("6",))
    for kind, found in (("elephant", 7), ("camel", 1)):
        state = field(pieces, beasts(kind=kind, weapon=""))
        assert Played(state, [1]).answer(G1="C1:roundshot").to_end().men("C1") == found


@pytest.mark.clause("NAP-CAM-12", "NAP-CAS-01")
def test_every_man_of_an_elephants_crew_shoots() -> None:
    """Two elephants, 8 bows at 10 cm: 23 + 1."""
    state = field(beasts(2, at=(50, 30)), ours(weapon="", figures=24), move=9)
    (option,) = fire.of_body(state, "C1")["C1"][:1]
    (aim,) = option.aims
    assert len(aim.figures) == 2
    (one,) = odds.told_sums(state, aim)
    assert one.label.args["n"] == 8


# --- generals --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-OPT-03", "NAP-RGN-03", "NAP-RGN-04")
def test_by_the_optional_procedure_no_hundred_sided_dice_fall_for_generals() -> None:
    """A lone general: three average dice alone. One beside a battalion: tens and units of its remainder, then his."""
    alone = field(ours(formation="open", figures=8), general("N1", "north", at=(50, 30)), options={"percentile": True})
    play = Played(alone, [3, 3, 3]).to_end()
    assert play.state.bases["N1.1"].own.men < 20
    with_him = field(
        ours(figures=14), theirs(), general("N1", "north", at=(50, 37)), options={"percentile": True}, move=9
    )
    play = Played(with_him, [9, 9, 3, 3, 3]).to_end()
    assert play.of("C1").strength.men == 0
    assert play.state.bases["N1.1"].own.men == 18


@pytest.mark.clause("NAP-RGN-03", "NAP-RGN-04", "NAP-ASQ-03")
def test_a_general_shares_in_a_volley_at_once_as_well() -> None:
    leader = general("N1", "north", at=(50, 28))
    state = field(ours(figures=12), theirs(at=(50, 25)), leader, ties=[charge("C1", "L1", 5.0, 0.5, "attack")], move=9)
    play = Played(state, [1, 3, 3, 3], "nap.volley", AtOnce("L1", "C1", 0.5)).to_end()
    assert play.state.bases["N1.1"].own.men == 18  # T14(12, 26) = 29; 29 / 13 = 2.2
    assert play.of("C1").strength.men_now == 27
    assert any(e.type == "general_lives" for e in play.events)


# --- pieces ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-CBF-04", "NAP-CBF-05", "NAP-CBF-06", "NAP-R72")
def test_example_thirteen_of_six_casualties_on_a_battery() -> None:
    """Of eighths: 1.5 on the guns; limbered 0.75 on guns and limbers, three men each on crews and teams."""
    deployed = off(field(battery("C1", "north", pieces=("6",))), Lot("C1", 6, part="crews", solid=6))
    told = of(deployed, "C1")
    assert (told.strength.men, told.battery.gun_hits, told.battery.limber_hits, told.battery.team_men) == (6, 12, 0, 0)
    limbered = off(field(battery("C1", "north", pieces=("6",), formation="limbered")), Lot("C1", 6, solid=6))
    told = of(limbered, "C1")
    assert (told.strength.men, told.battery.gun_hits, told.battery.limber_hits, told.battery.team_men) == (3, 6, 6, 6)
    light = off(field(battery("C1", "north", pieces=("6",), formation="limbered")), Lot("C1", 6))
    assert (of(light, "C1").battery.gun_hits, of(light, "C1").strength.men) == (0, 3)
