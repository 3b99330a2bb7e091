"""Golden counts: every small position has exactly as many legal answers as it had, two decisions deep.

A count that changes tells that something became legal that was not, or the other way round. Where that is meant,
``.venv/bin/python -m tests.golden`` counts anew. What stands in ``BY_HAND`` was counted on paper, for the reason that
the head of the position's file gives: it is not made anew.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product

import pytest

from game.engine.decide import check_reply
from game.engine.decision import (
    Aim,
    AllocateAnswer,
    AllocateSpace,
    Answer,
    Decision,
    OptionAnswer,
    OptionSpace,
    PickAnswer,
    PickSpace,
    Reply,
    Space,
    TargetsAnswer,
    TargetsSpace,
)
from game.engine.loader import load_ruleset
from game.engine.lookup import question_of
from game.engine.positions.position import read_position
from game.engine.ruleset import Ruleset
from game.engine.state import State, view
from tests.golden.counting import (
    CONTINUOUS,
    POSITIONS,
    CycledDice,
    answers,
    begun,
    carried_out,
    count,
    first_asked,
    kept,
    names,
    written,
)

BY_HAND = {
    "WMA/split-attacks": (2, 4),
    "WMA/drawn": (9, 36),
    "WMA/losers-order": (2, None),
    "WMA/first-order": (5, None),
    "WMA/second-order": (6, None),
    "WMA/two-volleys": (3, 4),
    "WMA/drive-backs": (2, 4),
    "WMA/stands-lost": (2, 4),
    "WMA/winner-advances": (3, None),
    "AFS/group-wounds": (3, None),
    "AFS/blast": (3, None),
    "AFS/bane": (2, None),
    "AFS/pile-in": (1, 2),
    "AFS/counter": (2, None),
    "AFS/morale": (3, None),
    "AFS/one-volley": (2, 0),
    "WAB/battle-standard": (2, 0),
    "WAB/break": (2, 4),
    "WAB/generals-leadership": (2, 0),
    "WAB/pursuit": (2, 0),
    "WAB/fire-and-flee": (2, None),
    "WAB/two-volleys": (4, 0),
    "USB/activate": (3, None),
    "USB/two-targets": (3, 0),
    "USB/duel": (2, None),
    "USB/bend-luck": (3, None),
    "USB/seize": (4, 6),
    "USB/removal": (6, 0),
    "NAP/surrender": (2, 0),
    "NAP/break-off": (2, 4),
    "NAP/follow-up": (2, 0),
    "NAP/ammunition": (2, 0),
    "NAP/counter-battery": (2, 0),
    "NAP/screen": (2, 0),
    "NAP/two-shots": (2, 0),
    "NAP/charged": (4, 0),
}
"""Answers to the first decision, and to those that follow it where they can be counted on paper too."""


SYSTEMS = ("WMA", "AFS", "WAB", "USB", "NAP")


def test_every_system_has_its_ten() -> None:
    assert Counter(name.partition("/")[0] for name in names()) == dict.fromkeys(SYSTEMS, 10)
    assert set(kept()) == set(names())
    assert set(BY_HAND) <= set(names())


@pytest.mark.parametrize("name", names())
def test_as_many_answers_as_are_kept(name: str) -> None:
    found = count(name)
    assert found.plain() == kept()[name], "where this is meant: .venv/bin/python -m tests.golden"
    if name in BY_HAND:
        first, second = BY_HAND[name]
        assert sum(found.first.values()) == first
        assert second is None or found.leaves == second


def test_what_is_kept_is_written_as_it_is_read() -> None:
    assert written(kept()) == written(dict(reversed(kept().items())))


# --- beside brute force ------------------------------------------------------------------------------------------


def every_answer(space: Space) -> list[Answer]:
    """All that a space can hold, allowed or not; bars and sums are left to the check."""
    if isinstance(space, OptionSpace):
        ways = product(*([c.id for c in choices] for choices in space.parts.values()))
        return [OptionAnswer(dict(zip(space.parts, way, strict=True))) for way in ways]
    if isinstance(space, PickSpace):
        ids = [c.id for c in space.things]
        choose = permutations if space.ordered else combinations
        return [PickAnswer(found) for n in range(len(ids) + 1) for found in choose(ids, n)]
    if isinstance(space, AllocateSpace):
        ways = product(*(range(box.most + 2) for box in space.boxes))
        boxes = [box.id for box in space.boxes]
        return [AllocateAnswer(dict(zip(boxes, way, strict=True))) for way in ways]
    assert isinstance(space, TargetsSpace)
    aims = [
        Aim(actor.id, means, mark.id) for actor in space.actors for means in actor.means for mark in actor.means[means]
    ]
    return [TargetsAnswer(found) for n in range(1, len(aims) + 1) for found in combinations(aims, n)]


def compared(ruleset: Ruleset, state: State, decision: Decision) -> bool:
    """Hold what a discrete question offers against all that its space can hold and the check accepts."""
    seen = view(state, decision.side)
    space = question_of(ruleset, decision.question).asked(seen, decision).space
    if decision.kind in CONTINUOUS or (isinstance(space, TargetsSpace) and _extras(ruleset, state, decision)):
        return False
    ways = every_answer(space)
    legal = [a for a in ways if check_reply(ruleset, seen, decision, Reply(a)).legal]
    offered = [r.answer for r in answers(ruleset, state, decision) if r.answer is not None]
    assert _plain(offered) == _plain(legal), decision.question
    return True


def _extras(ruleset: Ruleset, state: State, decision: Decision) -> bool:
    """Whether aims carry more than who, what and whom: their answers are more than the space shows."""
    return any(
        aim.extras
        for reply in answers(ruleset, state, decision)
        if isinstance(reply.answer, TargetsAnswer)
        for aim in reply.answer.aims
    )


def _plain(found: list[Answer]) -> list[str]:
    """Answers without their order: empty boxes and the order of aims say nothing."""
    return sorted(str(_bare(answer)) for answer in found)


def _bare(answer: Answer) -> object:
    if isinstance(answer, AllocateAnswer):
        return sorted((box, n) for box, n in answer.boxes.items() if n)
    if isinstance(answer, TargetsAnswer):
        return sorted(str(aim) for aim in answer.aims)
    if isinstance(answer, OptionAnswer):
        return sorted(answer.parts.items())
    return answer


@pytest.mark.parametrize("name", names())
def test_discrete_questions_offer_all_that_is_legal_and_nothing_else(name: str) -> None:
    position = read_position(POSITIONS / f"{name}.toml")
    ruleset, dice = load_ruleset(position.ruleset), CycledDice(position.dice)
    start = begun(position, ruleset, dice)
    decision = first_asked(start)
    assert decision is not None
    compared(ruleset, start, decision)
    seen: set[str] = set()
    for reply in answers(ruleset, start, decision):
        after = carried_out(ruleset, start, decision, reply, dice)
        then = first_asked(after)
        if then is not None and then.question not in seen:
            seen.add(then.question)
            compared(ruleset, after, then)
