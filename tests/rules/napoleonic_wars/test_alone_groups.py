"""Detachments, sub-groups, dismounted parts, howitzers, screens, clause by clause (NAP-ORG, NAP-SCR)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine import event as ev
from game.engine.apply import apply
from game.engine.state import State
from rulesets.napoleonic_wars.body import groups, screen
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.fire import tables
from rulesets.napoleonic_wars.nerve import circumstances
from rulesets.napoleonic_wars.orders import game_orders

from . import table as t
from .fire_play import Played


def after(state: State, changes: groups.Changes) -> State:
    """The state after some changes."""
    return apply(state, ev.Event("test", "status", changes=changes))


def in_parts(gap: float, *, detachment: bool = False) -> State:
    """A company so many cm before the rest of its unit, an enemy 8 cm before it that both would be in range of."""
    part = t.battalion("L1a", "south", (50, 51 + gap), figures=4, companies=1, parent="L1", weapon="")
    rest = t.battalion("L1", "south", (50, 50), figures=20, companies=5, weapon="")
    foe = t.battalion("N1", "north", (50, 59 + gap), figures=12, companies=1)
    return t.given(t.field(rest, part, foe, move=9), "L1a", detachment=detachment)


# --- detachments -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-ORG-13")
def test_a_detachment_has_orders_of_its_own_and_a_sub_group_has_none() -> None:
    for detachment, told in ((True, ("L1", "L1a")), (False, ("L1",))):
        state = in_parts(15.0, detachment=detachment)
        assert game_orders.may_be_told(state, "south", first=True) == told
        assert list(game_orders.brigades(state, "south").values()) == [told]


@pytest.mark.clause("NAP-ORG-14")
@pytest.mark.parametrize("gap", [10.0, 30.0])
def test_a_detachment_counts_alone(gap: float) -> None:
    play = Played(in_parts(gap, detachment=True), [3]).to_end()
    assert (play.men("L1"), play.of("L1").nerve.fresh, tables.losses(play.state, "L1")) == (0, (), 0)
    lost = play.men("L1a") // 20
    assert lost > 0
    assert len(play.state.bases_of("L1a")) == 4 - lost
    assert tables.losses(play.state, "L1a") == tables.t15(lost, 4)
    assert circumstances.losses(play.state, "L1a") == tables.t15(lost, 4)
    assert circumstances.losses(play.state, "L1") == 0
    assert book.counted(play.state, "L1a") > 0
    assert book.counted(play.state, "L1") == 0


# --- sub-groups ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-ORG-16")
@pytest.mark.parametrize(("gap", "alone"), [(10.0, True), (9.0, False)])
def test_a_sub_group_fired_at_suffers_alone(gap: float, alone: bool) -> None:
    play = Played(in_parts(gap), [3]).to_end()
    assert play.men("L1a") > 0
    assert (play.men("L1") == 0) is alone
    if alone:
        assert book.counted(play.state, "L1") == circumstances.losses(play.state, "L1") == 0
        assert circumstances.losses(play.state, "L1a") >= 25


@pytest.mark.clause("NAP-ORG-17")
def test_what_a_sub_group_suffers_is_recorded_for_it_alone() -> None:
    state = t.given(in_parts(15.0), "L1", men=3, carried=1)
    play = Played(state, [3]).to_end()
    rest, part = play.of("L1"), play.of("L1a")
    assert (rest.strength.men, rest.nerve.carried, rest.nerve.fresh, rest.strength.lost) == (3, 1, (), 0)
    assert part.strength.lost * 20 + part.strength.men == play.men("L1a")
    assert part.strength.lost > 0
    assert [f.table for f in part.nerve.fresh] == ["B"]
    assert (book.counted(play.state, "L1"), part.nerve.carried) == (1, 0)


@pytest.mark.clause("NAP-ORG-09")
def test_each_part_is_a_sub_group_where_part_of_a_regiment_dismounts() -> None:
    state = t.field(t.regiment("L1", "south", figures=16, companies=4, weapon="dragoon_musket"))
    state = after(state, groups.split(state, "L1", ["c4"], "L1a"))
    state = after(state, groups.dismount(state, "L1a", "L1h", "open"))
    assert facts.parts(state, "L1") == ("L1", "L1a", "L1h")
    assert [len(state.bases_of(body)) for body in ("L1", "L1a", "L1h")] == [12, 3, 1]
    assert [t.of(state, body).stance.mounted for body in ("L1", "L1a")] == [True, False]
    assert facts.is_skirmishing(state, "L1a")
    assert not any(t.of(state, body).detachment for body in ("L1", "L1a", "L1h"))
    assert {facts.unit_of(state, body) for body in ("L1", "L1a", "L1h")} == {"L1"}
    assert game_orders.may_be_told(state, "south", first=True) == ("L1",)


# --- howitzers -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-ORG-25")
def test_a_howitzer_fires_at_a_target_of_its_own_without_penalty() -> None:
    guns = t.battery("G1", "south", (50, 20), pieces=("6", "6", "howitzer"))
    foes = [t.battalion(b, "north", at, figures=12, companies=1, weapon="") for b, at in FOES.items()]
    play = Played(t.field(guns, *foes), [1, 6]).answer(G1="C1:roundshot", G1_howitzers="C2:shell").to_end()
    assert (play.men("C1") > 0, play.men("C2") > 0) == (True, True)
    rows = [text.key for e in play.events if e.type == "fired" for one in e.sums for text, _, _ in one.rows]
    assert "divided fire" not in rows


FOES = {"C1": (48.0, 60.0), "C2": (56.0, 62.0)}


@pytest.mark.clause("NAP-ORG-25")
def test_a_battery_with_its_howitzer_is_one_whole_for_per_cents() -> None:
    state = t.field(t.battery("G1", "south", (50, 20), pieces=("6", "6", "howitzer")))
    lost = t.given(state, "G1", lost=3, began=12)
    assert facts.parts(lost, "G1") == ("G1",)
    assert tables.losses(lost, "G1") == 25
    assert circumstances.losses(lost, "G1") == 25


# --- screens ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S20")
@pytest.mark.parametrize(
    ("front", "needed"), [(24, 9), (23, 9), (22, 9), (21, 8), (16, 6), (17, 7)], ids=lambda n: str(n)
)
def test_the_width_of_a_screen_is_rounded_up(front: int, needed: int) -> None:
    made = t.battalion("L1", "south", (50, 50), figures=front, companies=1)
    for figures in (needed, needed - 1):
        skirmishers = t.battalion("L2", "south", (50, 55), formation="open", figures=figures, companies=1)
        told = screen.effective(t.field(made, skirmishers), "L2", "L1")
        assert told is not None
        assert (told.needed, told.there, told.effective) == (needed, figures, figures == needed)


@pytest.mark.clause("NAP-S20")
@pytest.mark.parametrize(("aside", "covers"), [(0.0, True), (1.0, True), (1.1, False), (-1.0, True), (-1.1, False)])
def test_each_end_of_the_front_is_covered(aside: float, covers: bool) -> None:
    """Ten skirmishers are 20 cm wide, the front 18: so they may stand a centimetre aside."""
    skirmishers = t.battalion("L2", "south", (50 + aside, 55), formation="open", figures=10, companies=1)
    told = screen.effective(t.field(t.battalion("L1", "south", (50, 50), figures=24), skirmishers), "L2", "L1")
    assert told is not None
    assert (told.covers, told.effective) == (covers, covers)


@pytest.mark.clause("NAP-S20")
def test_skirmishers_on_small_bases_are_more_for_the_same_front() -> None:
    def told(figures: int, **options: Any) -> int:
        skirmishers = t.battalion("L2", "south", (50, 55), formation="open", figures=figures, companies=1)
        state = t.field(t.battalion("L1", "south", (50, 50), figures=24), skirmishers, options=options)
        found = screen.effective(state, "L2", "L1")
        assert found is not None
        return found.needed

    assert (told(12), told(12, small_bases=True)) == (9, 12)
