"""What is not asked: moves and targets of which the rules leave one answer alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from game.client.editors.plain import ONLY, following, may_run, passing, taken
from game.engine.decision import (
    Actor,
    Aim,
    Bar,
    Choice,
    Exit,
    Mode,
    MoveAnswer,
    Mover,
    MoveSpace,
    PickSpace,
    PlaceAnswer,
    PlaceSpace,
    Reply,
    TargetsAnswer,
    TargetsSpace,
    Verdict,
)
from game.engine.text import Text
from rulesets.warmaster_ancients import RULESET
from tests.rules.universal_battle import table as usb

A = Text("A")
NO = Bar(Text("no"))


def desk(space: object, exits: tuple[Exit, ...] = (), legal: bool = True) -> Any:
    """A desk on which a question lies that has such a space."""
    return SimpleNamespace(
        asked=SimpleNamespace(space=space, exits=exits),
        decision=SimpleNamespace(question="advance"),
        session=SimpleNamespace(ruleset=RULESET),
        view=None,
        check=lambda answer: Verdict("legal" if legal else "refused"),
    )


def move(*modes: Mode, also: tuple[Mover, ...] = ()) -> MoveSpace:
    return MoveSpace((Mover("u", A, modes), *also))


STAY = Mode("stay", A)
AT = Mode("charge", A, ends="placed", marks=(Choice("x", A), Choice("y", A, NO)))


@pytest.mark.parametrize(
    ("space", "answer"),
    [
        (move(STAY), MoveAnswer("u", "stay")),
        (move(Mode("go", A, ("path",), bar=NO), STAY), MoveAnswer("u", "stay")),
        (move(AT), MoveAnswer("u", "charge", "x")),
        (move(STAY, also=(Mover("v", A, (STAY,), NO),)), MoveAnswer("u", "stay")),
    ],
)
def test_the_only_move_is_taken_and_told(space: MoveSpace, answer: MoveAnswer) -> None:
    found = taken(desk(space))
    assert found is not None
    assert (found[0].answer, found[1]) == (answer, ONLY)


@pytest.mark.parametrize(
    "space",
    [
        move(Mode("go", A, ("path",))),  # where to is drawn by hand
        move(STAY, AT),
        move(STAY, also=(Mover("v", A, (STAY,)),)),
        move(Mode("charge", A, ends="placed", marks=(Choice("x", A), Choice("y", A)))),
        move(Mode("charge", A, ends="placed", marks=(Choice("y", A, NO),))),
    ],
)
def test_where_there_is_something_to_choose_it_is_asked(space: MoveSpace) -> None:
    assert taken(desk(space)) is None


def shots(*marks: Choice, least: int = 1, most: int = 1, bar: Bar | None = None) -> TargetsSpace:
    return TargetsSpace((Actor("u", A, {"bow": marks}), Actor("v", A, {"bow": marks}, bar=bar)), least, most)


def test_the_only_target_is_taken() -> None:
    found = taken(desk(shots(Choice("x", A), Choice("y", A, NO), bar=NO)))
    assert found is not None
    assert found[0].answer == TargetsAnswer((Aim("u", "bow", "x"),))


@pytest.mark.parametrize(
    "space",
    [
        shots(Choice("x", A), Choice("y", A), bar=NO),  # two targets
        shots(Choice("x", A)),  # two who could
        shots(Choice("x", A), least=0, bar=NO),  # it need not be done
        shots(Choice("x", A, NO), bar=NO),
    ],
)
def test_targets_of_which_there_is_a_choice_are_asked(space: TargetsSpace) -> None:
    assert taken(desk(space)) is None


@pytest.mark.parametrize(
    ("things", "waiting", "offered"),
    [
        (["A1"], [], False),  # it has fallen, or reforms
        (["A1", "A2"], [], True),
        (["A1"], ["A1"], False),  # the last
        (["A1"], ["A1", "A2"], True),
        (["A1"], ["A1", "B1"], False),  # the enemy's are no matter
        (["marker-1"], [], True),
    ],
)
def test_the_rest_is_offered_where_something_may_be_left_to_place(
    things: list[str], waiting: list[str], offered: bool
) -> None:
    made = [usb.troops(u, None if u in waiting else (5 + 8 * n, 5), 2) for n, u in enumerate(("A1", "A2", "B1"))]
    one = desk(PlaceSpace(tuple(Choice(u, A) for u in things)))
    one.view = usb.scene(*made)
    one.asked.draft = PlaceAnswer(())
    assert may_run(one) is offered


def test_with_a_way_out_or_against_the_rules_it_is_asked() -> None:
    assert taken(desk(move(STAY), exits=(Exit("done", A),))) is None
    assert taken(desk(move(STAY), exits=(Exit("done", A, NO),))) is not None
    assert taken(desk(move(STAY), legal=False)) is None


@pytest.mark.parametrize(
    ("space", "exits", "passed"),
    [
        (TargetsSpace((Actor("u", A, {"rain": (Choice("x", A, NO),)}),)), (Exit("done", A),), True),
        (TargetsSpace((Actor("u", A, {"rain": (Choice("x", A),)}, bar=NO),)), (Exit("done", A),), True),
        (TargetsSpace((Actor("u", A, {"rain": (Choice("x", A),)}),)), (Exit("done", A),), False),
        (PickSpace((Choice("x", A, NO),)), (Exit("done", A), Exit("more", A, NO)), True),
        (PickSpace((Choice("x", A, NO),)), (Exit("done", A), Exit("more", A)), False),
        (PickSpace((Choice("x", A),)), (Exit("done", A),), False),
    ],
)
def test_a_question_in_which_nothing_may_be_chosen_is_passed_by_its_one_way_out(
    space: TargetsSpace | PickSpace, exits: tuple[Exit, ...], passed: bool
) -> None:
    assert passing(desk(space, exits)) == (Reply(exit="done") if passed else None)


def running(space: TargetsSpace, usual: Reply) -> Any:
    """A desk on which such targets are asked, with what is usually answered."""
    one = desk(space, (Exit("done", A),))
    one.asked.default, one.view = usual, usb.scene()
    return one


def test_one_target_is_not_acted_on_where_doing_nothing_is_usual() -> None:
    """Spells, charges and orders spend what the player may keep; those who shoot usually do, and are resolved."""
    aims = TargetsAnswer((Aim("u", "bow", "x"),))
    space = shots(Choice("x", A), bar=NO)
    assert following(running(space, Reply(exit="done"))) is None
    assert not may_run(running(space, Reply(exit="done")))
    assert following(running(space, Reply(aims))) == Reply(aims)


def test_weapons_that_are_usually_saved_are_not_fired_in_a_row() -> None:
    """Of two weapons at the only target the usual one is fired; where the other has another target, it is asked."""
    usual = Reply(TargetsAnswer((Aim("u", "bow", "x"),)))
    one = TargetsSpace((Actor("u", A, {"bow": (Choice("x", A),), "bomb": (Choice("x", A),)}),), 1, 2)
    assert following(running(one, usual)) == usual
    other = TargetsSpace((Actor("u", A, {"bow": (Choice("x", A),), "bomb": (Choice("y", A),)}),), 1, 2)
    assert following(running(other, usual)) is None
