"""Runs on copies: seeded by what is asked, counted with their error, and never touching the battle."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from game.engine.dice import SeededDice
from game.engine.playout import Tally, digest, error, error_of_mean
from game.engine.prospects import TellsProspects, prospects_of
from game.engine.session import Session
from game.engine.state import Luck, state_hash, view
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients import RULESET
from tests.rules.warmaster_ancients.table import table, unit
from tests.toy import TOY


def state():
    return table(
        unit("LEG-1", "south", at=(90, 50), facing="N"), unit("VEL-1", "north", at=(90, 64), facing="S"), active="south"
    )


def charge(here):
    found = prospects_of(RULESET, here, "LEG-1", "VEL-1")[0]
    assert found.playout is not None
    return found.playout


def test_the_same_question_has_the_same_answer_however_the_runs_are_shared_out():
    one, two = Tally(RULESET, charge(view(state(), "south"))), Tally(RULESET, charge(view(state(), "north")))
    one.more(12)
    for n in (1, 4, 7):
        two.more(n)
    assert one.counts == two.counts
    assert one.runs == two.runs == 12


def test_the_seed_is_of_what_is_asked_and_not_of_the_battle_s_dice():
    here = state()
    nearer = here.with_poses({"VEL-1.1": Pose(860.0, 630.0, 180.0)})
    typed = view(here, "south")
    assert digest(here, "a") == digest(typed, "a")
    assert len({digest(here, "a"), digest(here, "b"), digest(nearer, "a")}) == 3


def test_neither_the_state_nor_the_dice_of_the_battle_are_touched():
    here = replace(state(), luck=Luck("seeded", "battle", 5))
    session = Session.from_state(RULESET, here, RULESET.entries["initiative"](here, {}), SeededDice())
    now, hashed, lines = session.state, state_hash(session.state), len(session.lines)
    tally = Tally(RULESET, charge(session.view("south")))
    tally.more(10)
    assert session.state is now
    assert state_hash(session.state) == hashed
    assert len(session.lines) == lines
    assert session.state.luck == here.luck


def test_every_counted_row_tells_its_runs_and_its_error():
    tally = Tally(RULESET, charge(view(state(), "south")))
    assert tally.forecast().rows == ()
    tally.more(20)
    told = tally.forecast()
    assert told.runs == 20
    assert all(r.runs == 20 and r.error >= 0.0 for r in told.rows)
    assert all(r.error > 0.0 for r in told.rows if r.chance is not None)


@pytest.mark.parametrize(("p", "n"), [(0.0, 50), (0.02, 400), (0.5, 400), (0.98, 400), (1.0, 50)])
def test_the_error_covers_the_truth_at_least_as_often_as_it_says(p, n):
    """Of all counts that a chance may give in n runs, those whose error covers it weigh 95 % but for a little."""
    covered = sum(
        math.comb(n, k) * p**k * (1.0 - p) ** (n - k) for k in range(n + 1) if abs(k / n - p) <= error(k / n, n) + 1e-12
    )
    assert covered > 0.93


def test_errors_of_nothing():
    assert error(0.5, 0) == 1.0
    assert error_of_mean(4.0, 2.0, 1) == math.inf
    assert error_of_mean(4.0, 2.0, 10) == 0.0


def test_a_system_without_prospects_tells_none():
    assert isinstance(RULESET, TellsProspects)
    here = state()
    assert prospects_of(RULESET, here, "LEG-1", "LEG-1") == ()
    assert prospects_of(TOY, here, "LEG-1", "VEL-1") == ()
