"""Wounds on models: who falls, whom the owner may spare, and what becomes of a unit that is gone."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import PickAnswer
from game.engine.flow import Done, Outcome, Run
from game.engine.state import State
from game.engine.text import T
from game.kit.situation import OfUnit
from rulesets.universal_battle.attack.losses import (
    AUTOHITS,
    GONE,
    LOSSES,
    AutoData,
    GoneData,
    LossesData,
    Lost,
    reached,
)
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.heroes.joining import REGROUP
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.turn import victory
from tests.rules.universal_battle.attack_play import Called, lost
from tests.rules.universal_battle.table import hero, monster, scene, standing, troops

HERE, THERE = (10, 5), (10, 15)
WHY = T("test")


def wounded(state: State, unit: str, n: int, **more: Any) -> Called:
    return Called(state, LOSSES, LossesData(unit, n, WHY, **more))


@pytest.mark.clause("USB-STA-05", "USB-WND-02")
def test_the_last_standfast_removes_a_model_and_not_one_before() -> None:
    state = scene(monster("B", THERE, 1))
    hurt = wounded(state, "B", 5)
    assert hurt.give() == Lost(5, 0, False)
    assert lost(hurt.state, "B") == [1]
    dead = wounded(scene(monster("B", THERE, 1, lost=5)), "B", 1)
    assert dead.give() == Lost(1, 1, False)
    assert lost(dead.state, "B") == []


@pytest.mark.clause("USB-WND-04", "USB-R16")
def test_e09_as_many_as_can_be_are_removed() -> None:
    state = scene(troops("B", THERE, 5, kind="heavy", lost=[1]))
    played = wounded(state, "B", 4)
    assert played.give() == Lost(4, 2, False)
    assert lost(played.state, "B") == [2, 2, 1]
    assert facts.losses(played.state, "B") == 5


@pytest.mark.clause("USB-R16")
def test_what_is_too_much_for_all_is_lost() -> None:
    state = scene(troops("B", THERE, 3))
    played = wounded(state, "B", 7)
    assert played.give() == Lost(3, 3, False)
    assert [e["unit"] for e in played.told("gone")] == ["B"]
    spared = wounded(state, "B", 0)
    assert spared.give() == Lost(0, 0, False)
    assert (spared.told("losses"), spared.state.units["B"].own.hurt) == ([], False)


@pytest.mark.clause("USB-R16", "USB-WND-04")
def test_the_wounded_hero_falls_before_the_sound() -> None:
    state = scene(
        troops("B", THERE, 2, kind="heavy"), hero("D", (16, 15), "champion", joined="B", lost=2), troops("A", HERE, 3)
    )
    played = wounded(state, "B", 2)
    assert played.give() == Lost(2, 1, True)
    assert lost(played.state, "B") == [2, 1]


@pytest.mark.clause("USB-WND-03", "USB-R16")
def test_plain_models_fall_without_a_word_and_specialists_and_heroes_last() -> None:
    plain = wounded(scene(troops("B", THERE, 4)), "B", 2)
    assert not plain.session.waiting
    assert plain.give() == Lost(2, 2, False)
    assert [b.number for b in plain.state.bases_of("B")] == [1, 2]
    state = scene(troops("B", THERE, 4, "regular", "ranged", specials=2), hero("D", (16, 15), joined="B", lost=1))
    asked = wounded(state, "B", 3)
    assert (asked.asked.question, asked.asked.side) == ("removal", "north")
    assert asked.default().give() == Lost(3, 3, False)  # type: ignore[attr-defined]
    assert [b.id for b in facts.models(asked.state, "B")] == ["B.1", "D.1"]


@pytest.mark.clause("USB-WND-03")
def test_the_owner_may_name_others() -> None:
    state = scene(troops("B", THERE, 4, "regular", "ranged", specials=1))
    played = wounded(state, "B", 2).answer(PickAnswer(("B.1", "B.3")))
    assert played.give() == Lost(2, 2, False)  # type: ignore[attr-defined]
    assert [b.number for b in played.state.bases_of("B")] == [2, 4]


@pytest.mark.clause("USB-WND-03", "USB-R16")
def test_the_owner_says_too_on_whom_the_leftover_falls() -> None:
    state = scene(troops("B", THERE, 3, "regular", "ranged", kind="heavy", specials=1))
    by_default = wounded(state, "B", 3)
    assert by_default.give() == Lost(3, 1, False)
    assert lost(by_default.state, "B") == [2, 1]
    named = wounded(state, "B", 3).answer(PickAnswer(("B.2", "B.1")))
    assert named.give() == Lost(3, 1, False)  # type: ignore[attr-defined]
    assert lost(named.state, "B") == [1, 2]
    lone = scene(troops("B", THERE, 1, kind="heavy"), hero("D", (16, 15), joined="B"))
    both = wounded(lone, "B", 3).answer(PickAnswer(("D.1", "B.1")))
    assert both.give() == Lost(3, 1, True)  # type: ignore[attr-defined]
    assert lost(both.state, "B") == [1]


@pytest.mark.clause("USB-WND-03")
def test_models_in_contact_with_who_has_struck_are_kept_by_default() -> None:
    state = scene(troops("B", THERE, 3), troops("A", [(11.1, 14.0)], 1))
    plain = wounded(state, "B", 1)
    assert plain.give() == Lost(1, 1, False)
    assert [b.number for b in plain.state.bases_of("B")] == [1, 2]
    struck = wounded(state, "B", 1, source="A")
    assert struck.asked.question == "removal"
    struck.give()
    assert [b.number for b in struck.state.bases_of("B")] == [1, 3]


@pytest.mark.clause("USB-R17", "USB-R44")
def test_losses_are_remembered_until_nerve_is_looked_at_and_quiet_ones_reach_thresholds_alone() -> None:
    state = scene(troops("B", THERE, 8))
    loud = wounded(state, "B", 2)
    loud.give()
    assert (loud.state.units["B"].own.hurt, loud.state.units["B"].own.tested) == (True, 0)
    quiet = wounded(state, "B", 4, quiet=True)
    quiet.give()
    assert (quiet.state.units["B"].own.hurt, quiet.state.units["B"].own.tested) == (False, 50)


@pytest.mark.clause("USB-R17")
def test_thresholds_are_reached_exactly() -> None:
    assert [reached(n, 8) for n in (0, 1, 2, 3, 4, 5, 6)] == [0, 0, 25, 25, 50, 50, 75]
    assert [reached(n, 6) for n in (1, 2, 3, 4, 5)] == [0, 25, 50, 50, 75]


# --- units gone ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("USB-S14")
def test_who_is_gone_leaves_all_locks() -> None:
    state = scene(
        troops("A", HERE, 3), troops("B", THERE, 3), troops("C", (20, 5), 3), locks=[("A", "B"), ("B", "C"), ("C", "A")]
    )
    played = wounded(state, "B", 3)
    played.give()
    assert [(t.a, t.b) for t in played.state.ties.values()] == [("C", "A")]
    assert standing(played.state, "B") == 0


@pytest.mark.clause("USB-RES-07", "USB-MOR-07")
def test_whoever_leaves_the_battle_takes_the_hero_along() -> None:
    state = scene(troops("B", THERE, 3), hero("D", (16, 15), joined="B"), troops("A", HERE, 3), locks=[("A", "B")])
    played = Called(state, GONE, GoneData("B", WHY, "USB-RES-07"))
    played.give()
    assert facts.activations(played.state, "north") == ()
    assert not facts.alive(played.state, "D")
    assert not played.state.ties


@pytest.mark.clause("USB-HRO-10")
def test_the_hero_of_a_unit_that_has_fallen_goes_on_as_its_activation() -> None:
    state = scene(troops("B", THERE, 2), hero("D", (16, 15), joined="B"), troops("A", HERE, 3), locks=[("A", "B")])
    played = wounded(state, "B", 2)
    assert played.give() == Lost(2, 2, False)
    assert facts.activations(played.state, "north") == ("B",)
    assert facts.on_table(played.state, "north") == ("B",)
    assert facts.opponents(played.state, "A") == ("B",)
    assert [b.id for b in facts.models(played.state, "B")] == ["D.1"]
    assert (facts.alive(played.state, "B"), victory.lost(played.state, "north")) == (True, ("B",))


@pytest.mark.clause("USB-HRO-11", "USB-R43")
def test_a_hero_whose_unit_has_fallen_is_by_himself_after_its_activation_unless_he_is_locked() -> None:
    made = [troops("B", THERE, 2, status="shaken"), hero("D", (16, 15), joined="B"), troops("A", HERE, 3)]
    free = wounded(scene(*made), "B", 2)
    free.give()
    regrouped = Called(free.state, REGROUP, OfUnit("B"))
    regrouped.give()
    assert facts.activations(regrouped.state, "north") == ("D",)
    assert regrouped.state.units["D"].own.status == "shaken"
    locked = wounded(scene(*made, locks=[("A", "B")]), "B", 2)
    locked.give()
    kept = Called(locked.state, REGROUP, OfUnit("B"))
    kept.give()
    assert facts.activations(kept.state, "north") == ("B",)


@pytest.mark.clause("USB-TRN-09")
def test_who_is_in_a_carrier_that_is_gone_gets_out() -> None:
    wrecked: list[str] = []

    def wreck(run: Run, data: Any, got: object) -> Outcome:
        wrecked.append(data["carrier"])
        return Done()

    state = scene(monster("B", THERE, 1, cargo=10), troops("D", None, 5, aboard="B"))
    frame = LossesData("B", 6, WHY)
    played = Called(state, LOSSES, frame, wreck=wreck)
    assert played.give() == Lost(6, 1, False)
    assert wrecked == ["B"]
    assert played.state.own.wreck == (inch(10), inch(15), inch(1.2))
    left = Called(state, GONE, GoneData("B", WHY, "USB-RES-07"), wreck=wreck)
    left.give()
    assert left.state.own.wreck == (inch(10), inch(15), inch(1.2))
    wrecked.remove("B")
    empty = Called(scene(monster("B", THERE, 1, cargo=10)), LOSSES, frame, wreck=wreck)
    empty.give()
    assert wrecked == ["B"]


# --- hits without dice --------------------------------------------------------------------------------------------


@pytest.mark.clause("USB-TER-06", "USB-WND-07", "USB-R19")
def test_e15_a_dangerous_crossing() -> None:
    state = scene(troops("B", THERE, 6, entrenched=True, formation="column"))
    data = AutoData("B", 6, T("minefield"), "USB-TER-06")
    played = Called(state, AUTOHITS, data, 4, 6, 1, 2, 5, 3)
    assert played.give() == Lost(3, 3, False)
    assert played.needs() == [4]
    assert standing(played.state, "B") == 3


@pytest.mark.clause("USB-CLB-02", "USB-S23", "USB-R16")
def test_e16_a_drop() -> None:
    state = scene(troops("B", THERE, 4, kind="heavy"))
    played = Called(state, AUTOHITS, AutoData("B", 8, T("fall"), "USB-CLB-02"), 4, 4, 1, 2, 6, 5, 3, 4)
    assert played.give() == Lost(3, 1, False)
    assert lost(played.state, "B") == [2, 2, 1]


@pytest.mark.clause("USB-R61", "USB-WND-07")
def test_a_lone_hero_saves_for_himself_and_no_hits_do_nothing() -> None:
    state = scene(troops("B", THERE, 1, "rookie", lost=[1]), hero("D", (16, 15), "legend", joined="B"))
    played = Called(state, AUTOHITS, AutoData("B", 2, T("fall"), "USB-CLB-02"), 3, 2)
    assert played.give() == Lost(1, 0, False)
    assert Called(state, AUTOHITS, AutoData("B", 1, T("fall"), "USB-CLB-02"), 2).give() == Lost(1, 0, False)
    assert Called(state, AUTOHITS, AutoData("B", 0, T("fall"), "USB-CLB-02")).give() == Lost(0, 0, False)
