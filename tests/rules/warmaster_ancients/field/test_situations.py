"""Situations derived from the one before, and short cuts, against what is worked out anew in a whole battle."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from game.engine.loader import load_ruleset
from game.engine.records.record import read_record
from game.engine.state import State
from rulesets.warmaster_ancients.command import movement
from rulesets.warmaster_ancients.field import facts, scene
from rulesets.warmaster_ancients.measures import MEASURES, length
from rulesets.warmaster_ancients.shoot import shooting

SAVES = Path(__file__).resolve().parents[4] / "saves"


@cache
def situations() -> tuple[State, ...]:
    """Every state of the sample battle."""
    record = read_record(SAVES / "sample-open-field.tabula")
    return tuple(state for _, state in record.states(load_ruleset("WMA")))


def anew(view: State) -> scene.Board:
    """The situation without anything remembered."""
    scene.board.forget()
    return scene.board(view)


def test_a_situation_derived_is_the_one_made_anew() -> None:
    derived = 0
    scene.board.forget()
    pairs = []
    last = None
    for view in situations():
        here = scene.board(view)
        derived += last is not None and here is not last and here.sides is last.sides
        assert len(here.polys) == len(here.scene)
        pairs.append((view, here))
        last = here
    assert derived > 50
    for view, here in pairs[::5]:
        fresh = anew(view)
        assert (here.scene.ids, here.scene.groups, here.side_of) == (
            fresh.scene.ids,
            fresh.scene.groups,
            fresh.side_of,
        )
        assert np.array_equal(here.corners, fresh.corners)
        assert np.array_equal(here.boxes, fresh.boxes)
        assert here.polys == fresh.polys
        assert here.touched == fresh.touched


def test_a_lost_stand_has_no_row() -> None:
    view = next(s for s in situations() if any(b.where == "gone" for b in s.bases.values()))
    first = situations()[60]
    scene.board(first)
    here = scene.board(view)
    gone = {b.id for b in view.bases.values() if b.where == "gone"}
    assert gone
    assert not gone & set(here.scene.ids)


@pytest.mark.clause("WMA-R03", "WMA-SHT-05", "WMA-INI-03")
def test_who_is_near_and_who_may_shoot_is_told_right_without_a_closer_look() -> None:
    near = shots = 0
    reach = length("initiative_reach")
    for view in situations()[40::11]:
        for side in view.sides:
            for unit in facts.troops(view, side):
                found = facts.nearest_enemy(view, unit)
                whole = found is not None and MEASURES.within(found[1], reach)
                assert facts.within_of_enemy(view, unit, reach) == whole
                near += whole
            for unit in shooting.shooters(view, side):
                assert shooting.may_shoot(view, unit) == (shooting.shooting_bar(view, unit) is None)
                shots += shooting.may_shoot(view, unit)
            able = [
                u for u in facts.troops(view, side) if movement.bar_of(view, u) is None and movement.may_move(view, u)
            ]
            assert list(movement.able(view, side)) == able
    assert near > 50
    assert shots > 5
