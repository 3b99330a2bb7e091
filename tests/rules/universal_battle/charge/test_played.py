"""Charges from the declaration to contact (chapters 17, 21 and 22)."""

from __future__ import annotations

import pytest

from rulesets.universal_battle.charge.closing import closed
from rulesets.universal_battle.field import spacing
from rulesets.universal_battle.measures import inches
from tests.rules.universal_battle.charge_play import Charge
from tests.rules.universal_battle.move_play import at, led
from tests.rules.universal_battle.table import piece, scene, standing, troops


@pytest.mark.clause("USB-CHG-05", "USB-CHG-07", "USB-R25", "USB-R18", "USB-S11")
def test_e07_a_broken_charge() -> None:
    charger = troops("A1", (18, 10), 8, "rookie")
    state = scene(charger, troops("B1", (18.55, 17), 5, "rookie", "light"))
    play = Charge(state, "A1", "B1", 5, 6, 2, 1, 5, 5, 2, 1, 5).react("shoot")
    assert standing(play.state, "A1") == 6
    assert not play.melee
    assert {at(play.state, b.id)[1] for b in play.state.bases_of("A1")} == {13.0}
    assert play.state.units["A1"].own.status == ""
    assert play.state.units["A1"].own.tested == 25
    assert "charge_broken" in play.types


@pytest.mark.clause("USB-CHG-01", "USB-TER-06", "USB-S11")
def test_one_models_reach_is_everybodys_even_if_it_falls_on_the_way() -> None:
    charger = troops("A1", [*((14.7 + 1.1 * k, 9) for k in range(7)), (18, 10.1)], 8)
    foe = troops("B1", (18, 21.1), 1, activated=True)
    state = scene(charger, foe, terrain=[piece("minefield", 0, 13, 36, 15)])
    play = Charge(state, "A1", "B1", 3, *[4] * 7).to_end()
    assert state.bases["A1.8"].pose is not None
    assert play.state.bases["A1.8"].pose is None
    assert play.melee


@pytest.mark.clause("USB-CHG-07", "USB-R25")
def test_less_than_a_quarter_of_what_it_began_with_does_not_break_it() -> None:
    state = scene(troops("A1", (18, 10), 8, "rookie"), troops("B1", (18.55, 17), 5, "rookie", "light"))
    play = Charge(state, "A1", "B1", 5, 1, 2, 1, 1, 1).react("shoot")
    assert standing(play.state, "A1") == 7
    assert play.melee
    assert play.state.units["A1"].own.tested == 0
    hurt = troops("A1", (18, 10), 8, "rookie", lost=[1, 1, 1])
    play = Charge(scene(hurt, troops("B1", (18.55, 17), 5, "rookie", "light")), "A1", "B1", 5, 1, 2, 1, 1, 1).react(
        "shoot"
    )
    assert play.melee


@pytest.mark.clause("USB-R25")
@pytest.mark.parametrize(("dice", "left", "fights"), [((1, 2, 1, 1, 1), 3, True), ((6, 2, 1, 5, 5, 2, 1, 6), 2, False)])
def test_the_quarter_is_one_of_the_start_of_the_battle_not_of_who_is_left(
    dice: tuple[int, ...], left: int, fights: bool
) -> None:
    """Four of eight are left: one more is a quarter of those, two are a quarter of all."""
    half = troops("A1", (18, 10), 8, "rookie", lost=[1, 1, 1, 1])
    state = scene(half, troops("B1", (18.55, 17), 5, "rookie", "light"))
    play = Charge(state, "A1", "B1", 5, *dice).react("shoot")
    assert standing(play.state, "A1") == left
    assert bool(play.melee) == fights


@pytest.mark.clause("USB-TER-06", "USB-R25", "USB-CMB-06", "USB-R18")
def test_dangerous_ground_on_the_way_may_break_it_too() -> None:
    mines = piece("minefield", 0, 11, 36, 12)
    made = (troops("A1", (18, 10), 4), troops("B1", (18, 15), 3, activated=True))
    safe = Charge(scene(*made, terrain=[mines]), "A1", "B1", 4, 4, 4, 4)
    assert safe.melee
    broken = Charge(scene(*made, terrain=[mines]), "A1", "B1", 4, 4, 4, 1, 6)
    assert not broken.melee
    assert standing(broken.state, "A1") == 3
    assert {at(broken.state, b.id)[1] for b in broken.state.bases_of("A1")} == {10.5}
    big = (troops("A1", (18, 10), 8), troops("B1", (18, 15), 3, activated=True))
    some = Charge(scene(*big, terrain=[mines]), "A1", "B1", 4, 4, 4, 4, 4, 4, 4, 1)
    assert standing(some.state, "A1") == 7
    assert some.melee


@pytest.mark.clause("USB-S11", "USB-CHG-05")
def test_out_of_reach_it_goes_as_far_as_it_may_and_stops_an_inch_off() -> None:
    state = scene(troops("A1", (18, 10), 1), troops("B1", (18, 20.5), 1))
    play = Charge(state, "A1", "B1").react("react", led("B1", (18, 23.5)))
    assert at(play.state, "A1.1") == (18, 20)
    assert not play.melee
    assert "charge_short" in play.types
    guarded = scene(troops("A1", (18, 10), 1), troops("B1", (18, 20.5), 1), troops("B2", (19.8, 21), 1))
    play = Charge(guarded, "A1", "B1").react("react", led("B1", (18, 23.5)))
    end = play.state.bases["A1.1"].pose
    assert end is not None
    assert ((inches(end.x) - 19.8) ** 2 + (inches(end.y) - 21) ** 2) ** 0.5 >= 2 - 0.001


@pytest.mark.clause("USB-S11")
def test_a_way_that_was_drawn_is_drawn_again_after_a_move() -> None:
    state = scene(troops("A1", (18, 10), 1), troops("B1", (18, 15), 1))
    play = Charge(state, "A1", "B1", courses=(led("A1.1", (16, 12), (17, 15)),))
    play.react("react", led("B1", (20, 15)))
    assert play.asked.question == "charge_path"
    play.default()
    assert play.melee
    assert spacing.in_contact(play.state, "A1", "B1")


@pytest.mark.clause("USB-FRM-09", "USB-FRM-10", "USB-R11", "USB-R12")
def test_e12_a_hidden_target_has_to_be_found() -> None:
    state = scene(troops("A1", (18, 10), 3, specs=["brave"]), troops("B1", (18, 15), 3, formation="hidden"))
    lost = Charge(state, "A1", "B1", 3)
    assert not lost.session.waiting
    assert at(lost.state, "A1.1") == (16.9, 10)
    assert lost.state.units["B1"].own.formation == "hidden"
    assert lost.state.units["A1"].own.attacked
    found = Charge(state, "A1", "B1", 4)
    assert found.state.units["B1"].own.formation == "skirmish"
    assert found.react("none").melee


@pytest.mark.clause("USB-FRM-08", "USB-FRM-10", "USB-R67")
def test_who_charges_from_hiding_is_hidden_no_longer_but_goes_half_as_far() -> None:
    state = scene(troops("A1", (18, 10), 3, formation="hidden"), troops("B1", (18, 16), 3, activated=True))
    play = Charge(state, "A1", "B1")
    assert play.melee
    assert play.state.units["A1"].own.formation == "skirmish"
    far_off = scene(troops("A1", (18, 10), 1, formation="hidden"), troops("B1", (18, 16.1), 1))
    play = Charge(far_off, "A1", "B1").react("none")
    assert not play.melee


@pytest.mark.clause("USB-R53", "USB-R59", "USB-CHG-02")
def test_a_charge_strikes_the_flag_and_leaves_the_trench() -> None:
    state = scene(troops("A1", (18, 10), 3, flag=True, entrenched=True), troops("B1", (18, 15), 3, activated=True))
    own = Charge(state, "A1", "B1").state.units["A1"].own
    assert (own.flag, own.entrenched, own.attacked, own.attacked_round) == (False, False, True, True)


@pytest.mark.clause("USB-S12", "USB-CMB-04", "USB-R36")
def test_closing_up_brings_the_others_into_contact() -> None:
    state = scene(troops("A1", (18, 10), 5), troops("B1", [(18, 11.01), (18, 12.1), (18, 13.2), (18, 14.3)], 4))
    ends = closed(state, "B1", "A1")
    assert set(ends) == {"B1.2", "B1.3", "B1.4"}
    there = spacing.poses_of(state, "B1") | ends
    assert spacing.touching(state, there, spacing.rows(state, "A1")).any(axis=1).all()
    assert spacing.loose(state, there, 0.0) is None
    block = [(17.5, 11.01), (18.5, 11.01), (17.5, 12.01), (18.5, 12.01)]
    phalanx = scene(troops("A1", (18, 10), 5), troops("B1", block, 4, formation="phalanx"))
    assert closed(phalanx, "B1", "A1") == {}


@pytest.mark.clause("USB-S14", "USB-S12")
def test_gaps_that_losses_left_are_closed() -> None:
    state = scene(troops("A1", (18, 10), 2), troops("B1", (18, 14), 2), locks=[("A1", "B1")])
    ends = closed(state, "A1", "B1")
    there = spacing.poses_of(state, "A1") | ends
    assert spacing.touching(state, there, spacing.rows(state, "B1")).any(axis=1).all()


@pytest.mark.clause("USB-S10")
def test_the_front_of_a_phalanx_is_that_of_the_declaration() -> None:
    block = [(17.5, 15.0, 180.0), (18.5, 15.0, 180.0), (17.5, 16.0, 180.0), (18.5, 16.0, 180.0)]
    pikes = troops("B1", block, 4, formation="phalanx", activated=True)
    assert Charge(scene(troops("A1", (18, 10), 3), pikes), "A1", "B1").melee["front"] == ("B1",)
    assert Charge(scene(troops("A1", (18, 21), 3), pikes), "A1", "B1").melee["front"] == ()
    charging = [(17.5, 10.0), (18.5, 10.0), (17.5, 9.0), (18.5, 9.0)]
    both = scene(troops("A1", charging, 4, formation="phalanx"), pikes)
    assert Charge(both, "A1", "B1").melee["front"] == ("A1", "B1")
