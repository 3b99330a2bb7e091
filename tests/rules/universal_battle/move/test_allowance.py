"""How far units may move (chapter 16)."""

from __future__ import annotations

import pytest

from tests.rules.universal_battle.move_play import far
from tests.rules.universal_battle.table import hero, monster, scene, troops


@pytest.mark.clause("USB-MOV-01", "USB-ACT-02", "USB-ACT-03", "USB-ACT-04")
def test_plain_infantry_moves_five_or_ten_inches() -> None:
    state = scene(troops("A1", (10, 10), 3))
    assert [far(state, "A1", k) for k in ("tactical", "run", "charge", "react", "flee", "back")] == [
        5,
        10,
        10,
        3,
        10,
        2,
    ]


@pytest.mark.clause("USB-MOV-02", "USB-PTS-07", "USB-LDR-01", "USB-SPC-04", "USB-R33")
def test_what_is_bought_is_added_to_every_kind_of_move_but_reactions() -> None:
    riders = scene(troops("A1", (10, 10), 3, kind="riders", leaders=True, specs=["fliers"]))
    assert [far(riders, "A1", k) for k in ("tactical", "run", "charge")] == [12, 17, 17]
    assert far(riders, "A1", "react") == 3
    assert far(riders, "A1", "back") == 2


@pytest.mark.clause("USB-MON-04", "USB-MON-05", "USB-MON-07", "USB-R57")
def test_monsters_move_from_their_first_step_and_farther_from_the_fifth() -> None:
    guns = {g: far(scene(monster("A1", (10, 10), g)), "A1", "run") for g in range(7)}
    assert guns == {0: 0, 1: 10, 2: 10, 3: 10, 4: 10, 5: 12, 6: 12}
    assert far(scene(monster("A1", (10, 10), 0)), "A1", "react") == 0


@pytest.mark.clause("USB-FRM-03", "USB-R35", "USB-FRM-06", "USB-FRM-08", "USB-R33")
def test_formations_add_and_hiding_halves_the_sum() -> None:
    column = scene(troops("A1", (10, 10), 4, formation="column"))
    assert [far(column, "A1", k) for k in ("tactical", "run", "charge")] == [10, 15, 15]
    assert far(scene(troops("A1", (10, 10), 4, formation="phalanx")), "A1", "run") == 9
    hidden = scene(troops("A1", (10, 10), 4, kind="riders", leaders=True, formation="hidden"))
    assert [far(hidden, "A1", k) for k in ("tactical", "run")] == [5, 7.5]
    assert far(hidden, "A1", "run", road=True) == 9
    assert far(hidden, "A1", "react") == 3


@pytest.mark.clause("USB-R67")
def test_the_last_survivor_of_a_column_marches_as_anybody() -> None:
    assert far(scene(troops("A1", (10, 10), 4, formation="column", lost=[1, 1, 1])), "A1", "run") == 10


@pytest.mark.clause("USB-S17", "USB-R70")
def test_troops_and_hero_go_by_the_lower_allowance_and_both_by_the_leaders() -> None:
    both = scene(
        troops("A1", (10, 10), 3, kind="riders", leaders=True), hero("A2", (10, 12), kind="infantry", joined="A1")
    )
    assert far(both, "A1", "run") == 11
    alike = scene(troops("A1", (10, 10), 3, kind="riders"), hero("A2", (10, 12), kind="riders", joined="A1"))
    assert far(alike, "A1", "run") == 14
    one_flies = scene(troops("A1", (10, 10), 3, specs=["fliers"]), hero("A2", (10, 12), joined="A1"))
    assert far(one_flies, "A1", "run") == 10
