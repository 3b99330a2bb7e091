"""Checks and enumerations of small discrete spaces, shared by all rulesets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, permutations, product

from msgspec.structs import replace

from game.engine.decision import (
    LEGAL,
    AllocateAnswer,
    AllocateSpace,
    Answer,
    Asked,
    Choice,
    OptionAnswer,
    OptionSpace,
    PickAnswer,
    PickSpace,
    Reason,
    Reply,
    Space,
    Verdict,
    refused,
    unfinished,
)
from game.engine.text import T


def _barred(choice: Choice, part: str) -> Reason | None:
    if choice.bar is None:
        return None
    return Reason(choice.bar.text, choice.bar.clause, part)


def _check_option(space: OptionSpace, answer: OptionAnswer) -> Verdict:
    for part, option in answer.parts.items():
        choices = {c.id: c for c in space.parts.get(part, ())}
        if option not in choices:
            return refused(T("There is no option {option} here", option=option))
        reason = _barred(choices[option], part)
        if reason is not None:
            return Verdict("refused", (reason,))
    missing = [p for p in space.parts if p not in answer.parts]
    if missing:
        return unfinished(T("Still to be chosen: {parts}", parts=list(missing)))
    return LEGAL


def _check_pick(space: PickSpace, answer: PickAnswer) -> Verdict:
    choices = {c.id: c for c in space.things}
    if len(set(answer.ids)) != len(answer.ids):
        return refused(T("The same thing may not be chosen twice"))
    for thing in answer.ids:
        if thing not in choices:
            return refused(T("{thing} cannot be chosen here", thing=thing))
        reason = _barred(choices[thing], thing)
        if reason is not None:
            return Verdict("refused", (reason,))
    if len(answer.ids) > space.most:
        return refused(T("At most {n} may be chosen", n=space.most))
    if len(answer.ids) < space.least:
        return unfinished(T("Choose {n} more", n=space.least - len(answer.ids)))
    return LEGAL


def _check_allocate(space: AllocateSpace, answer: AllocateAnswer) -> Verdict:
    boxes = {b.id: b for b in space.boxes}
    total = 0
    for box_id, n in answer.boxes.items():
        box = boxes.get(box_id)
        if box is None:
            return refused(T("There is no box {box}", box=box_id))
        if n and box.bar is not None:
            return Verdict("refused", (Reason(box.bar.text, box.bar.clause, box_id),))
        if n > box.most or (n - box.least) % box.step:
            return refused(T("{box} takes from {least} to {most}", box=box.label, least=box.least, most=box.most))
        total += n
    for box in space.boxes:
        if answer.boxes.get(box.id, 0) < box.least:
            text = T("{box} takes from {least} to {most}", box=box.label, least=box.least, most=box.most)
            return Verdict("unfinished", (Reason(text, "", box.id),))
    if total > space.most:
        return refused(T("{n} too many", n=total - space.most))
    if total < space.least:
        return unfinished(T("{n} still to allocate", n=space.least - total))
    return LEGAL


def check_discrete(space: Space, answer: Answer, clause: str = "") -> Verdict:
    """Judge an answer to an option, pick or allocate question by its space alone.

    What is wrong with it by the space, and not by a bar of its own, is told with ``clause``: that of the question.
    """
    verdict = _check(space, answer)
    if not clause or all(reason.clause for reason in verdict.reasons):
        return verdict
    reasons = tuple(reason if reason.clause else replace(reason, clause=clause) for reason in verdict.reasons)
    return replace(verdict, reasons=reasons)


def _check(space: Space, answer: Answer) -> Verdict:
    if isinstance(space, OptionSpace) and isinstance(answer, OptionAnswer):
        return _check_option(space, answer)
    if isinstance(space, PickSpace) and isinstance(answer, PickAnswer):
        return _check_pick(space, answer)
    if isinstance(space, AllocateSpace) and isinstance(answer, AllocateAnswer):
        return _check_allocate(space, answer)
    return refused(T("That answer does not fit this question"))


def _options(space: OptionSpace) -> Iterator[Answer]:
    names = list(space.parts)
    for combo in product(*([c.id for c in space.parts[p] if c.bar is None] for p in names)):
        yield OptionAnswer(dict(zip(names, combo, strict=True)))


def _picks(space: PickSpace) -> Iterator[Answer]:
    free = [c.id for c in space.things if c.bar is None]
    choose = permutations if space.ordered else combinations
    for n in range(space.least, min(space.most, len(free)) + 1):
        for ids in choose(free, n):
            yield PickAnswer(tuple(ids))


def _allocations(space: AllocateSpace) -> Iterator[Answer]:
    boxes = [b for b in space.boxes if b.bar is None or b.least]

    def fill(i: int, left_least: int, left_most: int, so_far: dict[str, int]) -> Iterator[Answer]:
        if i == len(boxes):
            if left_least <= 0:
                yield AllocateAnswer(dict(so_far))
            return
        box = boxes[i]
        for n in range(min(box.most, left_most), box.least - 1, -1):
            if (n - box.least) % box.step == 0:
                so_far[box.id] = n
                yield from fill(i + 1, left_least - n, left_most - n, so_far)
        so_far.pop(box.id, None)

    yield from fill(0, space.least, space.most, {})


def candidates_discrete(asked: Asked, limit: int) -> Iterator[Reply]:
    """All legal replies of a discrete space in its own order, then the open exits; at most ``limit``."""
    space = asked.space
    answers: Iterator[Answer] = iter(())
    if isinstance(space, OptionSpace):
        answers = _options(space)
    elif isinstance(space, PickSpace):
        answers = _picks(space)
    elif isinstance(space, AllocateSpace):
        answers = _allocations(space)

    def both() -> Iterator[Reply]:
        for answer in answers:
            yield Reply(answer)
        for way_out in asked.exits:
            if way_out.bar is None:
                yield Reply(exit=way_out.id)

    return islice(both(), limit)
