"""One attack, told once: what is thrown, what is counted and what is foretold are the same stages."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from game.engine import event as ev
from game.engine.decision import Sum
from game.engine.flow import Goto, Outcome, Roll, Run
from game.engine.odds import spread
from game.engine.state import State
from game.engine.text import T
from game.kit.attack import HITS, Attack, Stage, Throws, able, misses_again, reaches, stops, with_at
from game.kit.sums import sum_of

HIT = sum_of(T("to hit"), [(T("skill"), 3.0, "X-1"), (T("far"), 1.0, "X-2")])
WOUND = sum_of(T("to wound"), [(T("strength"), 5.0, "X-3")])
SAVE = sum_of(T("save"), [(T("shield"), 6.0, "X-4")])


def attack(hit: Sum = HIT, wound: Sum = WOUND, save: Sum = SAVE) -> Attack:
    return Attack(
        (
            Stage("hit", hit, reaches(hit.total), gives=HITS),
            Stage("wounded", wound, reaches(wound.total), "X-9"),
            Stage("saved", save, stops(save.total)),
        )
    )


def rolled(*faces: int) -> ev.Rolled:
    return ev.Rolled((faces,))


def test_dice_of_a_stage_tell_what_they_need_and_why() -> None:
    found = attack().stage("hit").request("south", 4, T("blows"), ("A", "B"))
    assert (found.rows, found.need, found.compare) == ((ev.DiceRow("south", 4),), 4, "at_least")
    assert (found.clause, found.modifiers, found.about) == ("X-1", HIT.rows, ("A", "B"))
    assert attack().stage("wounded").request("south", 1, T("wounds"), ()).clause == "X-9"


def test_faces_are_counted_as_they_lie() -> None:
    assert [attack().stage("hit").fallen(rolled(*f)) for f in ((3,), (4,), (4, 6, 1))] == [0, 1, 2]
    assert attack().stage("saved").fallen(rolled(5, 6, 1)) == 2
    assert Stage("hit", HIT, misses_again(reaches(4))).fallen(rolled(1, 4)) == 1


def test_odds_are_the_stages_one_after_another() -> None:
    assert attack().odds(1).chance(1) == pytest.approx(1 / 2 * 1 / 3 * 5 / 6)
    assert spread(attack().hits(2)).chances == pytest.approx((1 / 4, 1 / 2, 1 / 4))
    again = Attack((Stage("hit", HIT, reaches(6)), Stage("second", HIT, reaches(4), gives=HITS), *attack().stages[1:]))
    assert spread(again.hits(1)).chance(1) == pytest.approx(1 / 12)
    assert again.sums == (HIT, WOUND, SAVE)


def test_another_stands_in_the_place_of_one() -> None:
    assert with_at((1, 2, 3), 1, 9) == (1, 9, 3)


# --- thrown in a frame -------------------------------------------------------------------------------------------


class Data(msgspec.Struct, frozen=True):
    attack: Attack
    noted: tuple[tuple[str, int], ...] = ()


def _request(view: State, data: Data, stage: Stage, n: int) -> ev.Request:
    return stage.request("south", n, T("dice"), ())


THROWS = Throws[Data](
    lambda view, data: data.attack, _request, lambda data, stage, n: Data(data.attack, (*data.noted, (stage.step, n)))
)
RUN: Any = type("Still", (), {"state": None})()
"""A run of which nothing is asked but its state."""


def told(found: Outcome) -> tuple[str, int, tuple[tuple[str, int], ...]]:
    """Which step comes, with how many dice or how many through, and what was noted before."""
    if isinstance(found, Roll):
        return found.then, found.request.rows[0].n, found.data.noted
    assert isinstance(found, Goto)
    return found.step, found.got, found.data.noted


def test_each_stage_is_thrown_for_what_the_one_before_gave() -> None:
    run: Run = RUN
    assert told(THROWS.throw(run, Data(attack()), 3)) == ("hit", 3, ())
    steps = THROWS.steps("hit", "wounded", "saved")
    assert told(steps["hit"](run, Data(attack()), rolled(4, 5, 1))) == ("wounded", 2, (("hit", 2),))
    assert told(steps["wounded"](run, Data(attack()), rolled(5, 5))) == ("saved", 2, (("wounded", 2),))
    assert told(steps["saved"](run, Data(attack()), rolled(6, 5))) == ("through", 1, (("saved", 1),))


def test_nothing_is_thrown_for_nothing_nor_for_what_cannot_be() -> None:
    run: Run = RUN
    assert told(THROWS.throw(run, Data(attack()), 0)) == ("through", 0, ())
    never = sum_of(T("never"), [(T("too much"), 7.0, "X-5")])
    assert told(THROWS.throw(run, Data(attack(hit=never)), 3)) == ("through", 0, ())
    assert told(THROWS.throw(run, Data(attack(wound=never)), 3, "hit")) == ("through", 0, ())
    assert told(THROWS.throw(run, Data(attack(save=never)), 3, "wounded")) == ("through", 3, ())
    assert not able(stops(7))
    assert able(stops(6))
