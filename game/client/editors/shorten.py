"""A way that is refused as a whole: how much of it is allowed, and why the nearest legal one is so near."""

from __future__ import annotations

from game.client.editors.desk import cost_of
from game.client.editors.legs import CourseDraft, courses_of, shortened
from game.client.editors.way import Way
from game.engine.decision import MoveAnswer, Reason

TRIES, FINER = 8, 4
"""How often a way that is refused is shortened by a fifth, and then halved towards the last that was refused."""

BEYOND = (0.02, 0.1, 0.3)
"""How far beyond the nearest legal end the way is judged to learn what bars it, as shares of the move."""


def may_shorten(way: Way) -> bool:
    """Whether something drawn is refused and the rules name no place instead: part of the way may be allowed."""
    verdict, mode = way.verdict(), way.mode
    if verdict is None or verdict.status != "refused" or verdict.nearest is not None:
        return False
    return mode is not None and mode.ends != "placed" and bool(way.draft.legs or way.draft.singles)


def why_so_near(way: Way) -> tuple[Reason, ...]:
    """What the rules say of the way drawn, cut a little beyond where the nearest legal answer ends."""
    verdict, near = way.verdict(), way.judged.nearest()
    asked, got = cost_of(verdict), cost_of(near)
    if verdict is None or not asked or got is None:
        return ()
    allowed = asked if verdict.allowance is None else min(asked, verdict.allowance)
    if got >= allowed / 2.0:
        return ()
    for beyond in BEYOND:
        part = shortened(way.draft, way.start, min(1.0, (got + beyond * allowed) / asked))
        course = courses_of(part, way.unit, way.start, way.each, way.leaps)
        judged = way.desk.check(MoveAnswer(way.unit, way.mode_id, way.mark, course))
        if judged.status == "refused" and judged.reasons:
            return judged.reasons[:1]
    return verdict.reasons[:1]


def shorten(way: Way) -> bool:
    """Go as far along the way drawn as is allowed; False where nothing of it is."""
    verdict = way.verdict()
    spent = cost_of(verdict)
    share = 1.0
    if verdict is not None and verdict.allowance is not None and spent:
        share = min(1.0, verdict.allowance / spent)
    whole, low = way.draft, 0.0
    for _try in range(TRIES):
        if _goes(way, shortened(whole, way.start, share)):
            low = share
            break
        share *= 0.8
    if not low:
        way.draft = whole
        way.changed()
        return False
    best, high = way.draft, min(1.0, low / 0.8)
    for _try in range(FINER):
        middle = (low + high) / 2
        if _goes(way, shortened(whole, way.start, middle)):
            best, low = way.draft, middle
        else:
            high = middle
    way.draft = best
    way.changed()
    return True


def _goes(way: Way, draft: CourseDraft) -> bool:
    """Whether a draft is legal; it is the present one then."""
    way.draft = draft
    way.changed()
    verdict = way.verdict()
    return verdict is not None and verdict.legal
