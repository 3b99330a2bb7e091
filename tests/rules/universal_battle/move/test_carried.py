"""Moves carried out: what hits on the way, what is lost by it (chapters 16, 25 and 26)."""

from __future__ import annotations

import pytest

from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.move.moving import MOVE, Moved, MoveData
from tests.rules.universal_battle.attack_play import Called
from tests.rules.universal_battle.move_play import at, led
from tests.rules.universal_battle.table import Play, piece, scene, standing, troops


@pytest.mark.clause("USB-TER-06", "USB-MOR-04", "USB-R18", "USB-R19")
def test_e15_a_minefield_is_crossed() -> None:
    state = scene(troops("A1", (18, 6), 6), terrain=[piece("minefield", 0, 8, 36, 10)])
    data = MoveData("A1", "run", (led("A1", (18, 12)),))
    play = Play(state, MOVE.at(data=data), 4, 6, 1, 2, 5, 3, 4).to_end()
    assert standing(play.state, "A1") == 3
    assert play.state.units["A1"].own.status == ""
    assert play.state.units["A1"].own.tested == 50
    assert at(play.state, "A1.1")[1] == 12


@pytest.mark.clause("USB-TER-06", "USB-S05")
def test_each_area_hits_whom_the_last_one_has_left() -> None:
    mines = [piece("minefield", 0, 7, 36, 8), piece("lava", 0, 9, 36, 10)]
    state = scene(troops("A1", (18, 6), 3), terrain=mines)
    play = Play(state, MOVE.at(data=MoveData("A1", "run", (led("A1", (18, 12)),))), 4, 4, 1, 4, 4, 4).to_end()
    assert standing(play.state, "A1") == 2


@pytest.mark.clause("USB-CLB-02", "USB-S23", "USB-R16", "USB-R18")
def test_e16_a_drop_of_five_inches() -> None:
    house = piece("house", 0, 0, 36, 7, 5)
    state = scene(troops("A1", (18, 6), 4, kind="heavy"), terrain=[house])
    data = MoveData("A1", "run", (led("A1", (18, 9)),))
    play = Play(state, MOVE.at(data=data), 4, 4, 1, 2, 6, 5, 3, 4, 5).to_end()
    assert standing(play.state, "A1") == 3
    assert sum(b.own.lost for b in play.state.bases_of("A1")) == 1
    assert play.state.units["A1"].own.tested == 25


@pytest.mark.clause("USB-MOV-01", "USB-TER-06")
def test_a_move_ends_the_activation_of_who_is_lost_in_it_alone() -> None:
    """A way that cannot be gone is none: nobody moves, and the activation goes on."""
    farther = MoveData("A1", "tactical", (led("A1", (18, 30)),))
    stays = Called(scene(troops("A1", (18, 6), 2)), MOVE, farther)
    assert stays.give() == Moved(False)
    assert at(stays.state, "A1.1")[1] == 6
    mined = scene(troops("A1", (18, 6), 1), terrain=[piece("minefield", 0, 8, 36, 10)])
    lost = Called(mined, MOVE, MoveData("A1", "run", (led("A1", (18, 12)),)), 3)
    assert lost.give() == Moved(True)
    assert standing(lost.state, "A1") == 0


@pytest.mark.clause("USB-R59")
def test_who_moves_is_no_longer_dug_in_and_who_stays_is() -> None:
    state = scene(troops("A1", (18, 6), 3, entrenched=True))
    gone = Play(state, MOVE.at(data=MoveData("A1", "tactical", (led("A1", (18, 7)),))))
    assert not gone.state.units["A1"].own.entrenched
    stays = Play(state, MOVE.at(data=MoveData("A1", "tactical")))
    assert stays.state.units["A1"].own.entrenched


@pytest.mark.clause("USB-S05", "USB-TER-04", "USB-FRM-01")
def test_what_was_gone_in_slow_terrain_is_kept_for_the_activation_and_the_formation_changes() -> None:
    state = scene(troops("A1", (18, 9), 3), terrain=[piece("bog", 0, 8, 36, 20)], acting="A1")
    play = Play(state, MOVE.at(data=MoveData("A1", "run", (led("A1", (18, 11), form="hidden"),))))
    assert play.state.units["A1"].own.slow == inch(2)
    assert play.state.units["A1"].own.formation == "hidden"
    other = scene(troops("A1", (18, 9), 3), terrain=[piece("bog", 0, 8, 36, 20)])
    play = Play(other, MOVE.at(data=MoveData("A1", "react", (led("A1", (18, 10)),))))
    assert play.state.units["A1"].own.slow == 0
