"""Who fights in a melee and when there is one; what falls in it at once and what only in the next move."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import State
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.melee import fighters, outcome, rounds
from rulesets.napoleonic_wars.own import Factor
from tests.rules.napoleonic_wars.melee_play import Fought, charge, melee, tie
from tests.rules.napoleonic_wars.table import battalion, battery, box, field, given, of, put, regiment


def foot(body: str, side: str, x: float = 50, y: float = 50, **more: Any) -> Any:
    return battalion(body, side, at=(x, y), **{"loaded": False} | more)


def numbers(state: State, a: str = "S1", b: str = "N1") -> dict[str, int]:
    """Figures that fight, of the one melee of two bodies."""
    return fighters.numbers(state, next(t for t in facts.melees(state, a) if b in (t.a, t.b)))


@pytest.mark.clause("NAP-IMP-01", "NAP-CSQ-06")
@pytest.mark.parametrize(
    ("kind", "home", "answer", "who"),
    [
        ("charge", "home", "stand", ["S1"]),
        ("charge", "home", "counter_charge", ["S1", "N1"]),
        ("charge", "halt", "stand", []),
        ("attack", "home", "", []),
    ],
)
def test_charges_and_counter_charges_that_make_contact_have_an_impact(
    kind: str, home: Any, answer: Any, who: list[str]
) -> None:
    told = charge("S1", "N1", kind, home=home, answer=answer)
    game = Fought(field(foot("S1", "south"), foot("N1", "north"), ties=[told]), frames=("nap.contact", "nap.impact"))
    game.end()
    assert [e.about[0] for e in game.events if e.type == "impact"] == who


@pytest.mark.clause("NAP-IMP-05", "NAP-IMP-03")
@pytest.mark.parametrize(("letter", "score"), [("A", 1), ("B", 1), ("C", 1), ("D", 3), ("H", 3)])
def test_an_obstacle_forced_on_the_way_counts_in_the_impact_as_other_factors_before_contact(
    letter: Any, score: int
) -> None:
    fresh = (Factor(letter, 2, "NAP-S16"),)
    here = field(
        regiment("S1", "south", at=(50, 50), light=True, fresh=fresh), foot("N1", "north"), ties=[charge("S1", "N1")]
    )
    game = Fought(here, frames=("nap.contact", "nap.impact"))
    game.end()
    assert [d["score"] for d in game.told("impact")] == [score]


@pytest.mark.clause("NAP-MEL-01", "NAP-S51")
@pytest.mark.parametrize(("gap", "fights"), [(0.1, True), (0.11, False)])
def test_a_melee_lasts_while_bases_touch(gap: float, fights: bool) -> None:
    here = field(foot("S1", "south"), foot("N1", "north", y=50 + gap), ties=[melee("S1", "N1")])
    assert rounds.in_contact(here, next(iter(here.ties.values()))) is fights
    game = Fought(here, *((2, 2) if fights else ()), frames=("nap.melee",))
    state = game.end()
    assert bool(game.strikes()) is fights
    assert (tie(state, "S1", "N1") is not None) is fights


@pytest.mark.clause("NAP-MEL-08")
def test_of_skirmishers_those_who_touch_and_one_beside_them_fight() -> None:
    # bases in open order are 20 mm wide; eight of them, 8 cm aside of each other: four meet, one more is beside them
    here = field(
        foot("S1", "south", x=50, formation="open", figures=8),
        foot("N1", "north", x=58, formation="open", figures=8),
        ties=[melee("S1", "N1")],
    )
    assert numbers(here) == {"S1": 5, "N1": 5}
    (one,) = here.ties.values()
    assert len(fighters.engaged(here, "S1", one)) == 4


@pytest.mark.clause("NAP-MEL-08", "NAP-MEL-09")
def test_crews_among_skirmishers_fight_with_all_their_men() -> None:
    here = field(
        foot("S1", "south", formation="open", figures=8),
        battery("N1", "north", at=(50, 50), pieces=("6",)),
        ties=[melee("S1", "N1")],
    )
    assert numbers(here)["N1"] == 4


@pytest.mark.clause("NAP-MEL-10", "NAP-MEL-09")
def test_drivers_of_a_limber_that_is_touched_fight() -> None:
    behind = battery("N1", "north", at=(50, 40), facing=0, pieces=("6",))
    here = field(foot("S1", "south"), behind, ties=[])
    low = min(b.pose.y for b in here.bases_of("N1") if b.pose is not None)
    team = next(b for b in here.bases_of("N1") if b.own.role == "team")
    assert team.pose is not None
    assert team.pose.y == low
    # the foot comes upon the team from behind: three drivers fight, the four gunners do not
    rear = (team.pose.y - team.shape.depth / 2.0) / 10.0
    here = put(here, "S1", (50, rear), 0, "line")
    here = field(foot("S1", "south", y=rear), behind, ties=[melee("S1", "N1")])
    (one,) = here.ties.values()
    assert numbers(here)["N1"] == 3
    assert fighters.fighting(here, "N1", one) == (team.id,)


def stormed(**own: Any) -> State:
    """Twenty-four foot at a house of 12 by 8 cm, sixteen inside."""
    house = box("building", 44, 50, 56, 58, "house")
    here = field(
        foot("S1", "south"),
        foot("N1", "north", figures=16, companies=4),
        features=[house],
        ties=[melee("N1", "S1", building="house", **own)],
    )
    return put(here, "N1", (50, 50), 180, "garrison", building="house")


@pytest.mark.clause("NAP-MEL-12", "NAP-STM-08", "NAP-STM-06", "NAP-MEL-11")
def test_before_the_break_in_the_wall_limits_both_and_after_it_all_inside_fight() -> None:
    assert numbers(stormed()) == {"S1": 6, "N1": 6}
    # two are inside already: they count in what the wall allows and do not fight
    assert numbers(stormed(entered=2)) == {"S1": 4, "N1": 6}
    # inside ten, six more at the wall; all sixteen of the garrison
    assert numbers(stormed(entered=10, inside=True)) == {"S1": 16, "N1": 16}


@pytest.mark.clause("NAP-MEL-15", "NAP-R117")
def test_no_more_than_three_fight_one() -> None:
    here = field(
        foot("S1", "south"),
        foot("N1", "north", formation="open", figures=1, companies=1),
        ties=[melee("S1", "N1")],
    )
    (one,) = here.ties.values()
    assert len(fighters.fighting(here, "S1", one)) > 3
    assert numbers(here) == {"S1": 3, "N1": 1}


@pytest.mark.clause("NAP-MEL-16", "NAP-FLK-04", "NAP-ORG-07")
def test_who_fights_two_enemies_fights_each_with_others_of_his_figures() -> None:
    # figures of 7.5 mm: the thirteenth from the west touches both enemies and fights the one of the lower id
    here = field(
        foot("S1", "south"),
        foot("N1", "north", x=45.875, figures=12, companies=3),
        foot("N2", "north", x=54.875, figures=12, companies=3),
        ties=[melee("N1", "S1"), melee("N2", "S1")],
    )
    west, east = (set(fighters.fighting(here, "S1", t)) for t in facts.melees(here, "S1"))
    assert (len(west), len(east)) == (13, 11)
    assert not west & east
    game = Fought(here, 3, 3, 3, 3, frames=("nap.melee",))
    game.end()
    struck = [(e.about, e.data["figures"]) for e in game.events if e.type == "strikes"]
    assert struck == [(("S1", "N1"), 13), (("N1", "S1"), 12), (("N2", "S1"), 12), (("S1", "N2"), 11)]


@pytest.mark.clause("NAP-MRE-11", "NAP-UNC-07", "NAP-MRE-15")
def test_who_routs_by_melee_is_in_hand_no_more_carried_away_and_runs_in_the_next_move() -> None:
    here = field(
        foot("S1", "south"), foot("N1", "north", carried=3, uncontrolled=True), ties=[charge("S1", "N1", "attack")]
    )
    state = Fought(here, 5, 2).end()
    assert (of(state, "N1").nerve.result, of(state, "N1").nerve.uncontrolled, of(state, "N1").nerve.since) == (
        "rout",
        False,
        1,
    )
    # in this move nobody moves any more: all who are left stand where they stood
    stood = {b.id: b.pose for b in here.bases_of("S1")}
    assert {b.id: b.pose for b in state.bases_of("S1")} == stood


@pytest.mark.clause("NAP-UNC-06")
@pytest.mark.parametrize(("wild", "does"), [(False, ("break_off", "follow_up")), (True, ("stay", "fight_on"))])
def test_uncontrolled_losers_do_not_break_off(wild: bool, does: tuple[str, str]) -> None:
    kept = melee("S1", "N1", dealt={"S1": 34, "N1": 25}, figures={"S1": 24, "N1": 24}, struck=1)
    here = field(foot("S1", "south"), foot("N1", "north", uncontrolled=wild), ties=[kept])
    told = outcome.outcome(here, kept)
    assert (told.end, told.loser) == ("test", "N1")
    assert outcome.read(here, kept, told)[1:] == does


@pytest.mark.clause("NAP-UNC-06", "NAP-MRE-21")
@pytest.mark.parametrize(("wild", "does"), [(False, ("stay", "break_off")), (True, ("stay", "fight_on"))])
def test_uncontrolled_winners_do_not_break_off(wild: bool, does: tuple[str, str]) -> None:
    kept = melee("S1", "N1", dealt={"S1": 34, "N1": 25}, figures={"S1": 24, "N1": 24}, struck=1)
    here = field(foot("S1", "south", carried=5, uncontrolled=wild), foot("N1", "north"), ties=[kept])
    told = outcome.outcome(here, kept)
    # 1 for a casualty a figure each; the loser counts five factors of the winner: -5
    assert outcome.read(here, kept, told) == (-5, *does)


@pytest.mark.clause("NAP-UNC-05", "NAP-MRE-10", "NAP-R91")
def test_who_never_pursues_and_who_always_does() -> None:
    here = field(
        foot("S1", "south", formation="square", uncontrolled=True),
        foot("S2", "south", x=80, uncontrolled=True),
        foot("S3", "south", x=110),
        battery("S4", "south", at=(140, 50), uncontrolled=True),
        features=[box("open_wood", 70, 40, 125, 60)],
    )
    assert [outcome.may_pursue(here, u) for u in ("S1", "S2", "S3", "S4")] == [False, True, True, False]
    assert not outcome.may_pursue(given(here, "S3", inside="x"), "S3")
    # both stand in cover: who is carried away has to go all the same
    assert outcome.must_pursue(here, "S2")
    assert not outcome.must_pursue(here, "S3")


@pytest.mark.clause("NAP-MEL-05", "NAP-S51")
def test_figures_that_meet_an_enemy_before_and_one_behind_them_fight_the_one_before_them() -> None:
    both = (melee("S1", "N1"), melee("S1", "N2"))
    here = field(foot("S1", "south"), foot("N1", "north", y=40), foot("N2", "north"), ties=both)
    here = put(here, "N1", (50, board_of(here).outline("S1").bounds[1] / 10.0), 0.0, "line")  # in its rear
    assert fighters.touching(here, "S1", "N1")[0]
    assert fighters.engaged(here, "S1", both[0]) == ()
    assert len(fighters.engaged(here, "S1", both[1])) == 24
