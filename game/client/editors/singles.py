"""Drafts in which every base goes its own way: all moved together in formation, or one of them alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.client.editors.legs import CourseDraft
from game.client.editors.whereabouts import centre_of
from game.geometry.shapes import Pose, norm_deg, turned_about


def begun(draft: CourseDraft, start: Mapping[str, Pose]) -> CourseDraft:
    """The draft with a leg of single bases to work on, beginning where they stand."""
    return draft if draft.singles else CourseDraft(singles=(dict(start),))


def _with(draft: CourseDraft, last: dict[str, Pose]) -> CourseDraft:
    """The draft with another last leg; what was given of bases that changed no longer holds."""
    before = draft.singles[-1]
    given = {b: s for b, s in draft.given.items() if last.get(b) == before.get(b)}
    return replace(draft, singles=(*draft.singles[:-1], last), given=given)


def shifted(draft: CourseDraft, dx: float, dy: float, alone: str = "") -> CourseDraft:
    """All bases of the last leg moved by mm, or one alone."""
    last = draft.singles[-1]
    moved = {b: Pose(p.x + dx, p.y + dy, p.facing, p.level) if not alone or b == alone else p for b, p in last.items()}
    return _with(draft, moved)


def carried_to(draft: CourseDraft, x: float, y: float, alone: str = "") -> CourseDraft:
    """The middle of the last leg's bases at a point, or one base alone there."""
    last = draft.singles[-1]
    cx, cy = (last[alone].x, last[alone].y) if alone else centre_of(last.values())
    return shifted(draft, x - cx, y - cy, alone)


def turned(draft: CourseDraft, degrees: float, alone: str = "") -> CourseDraft:
    """The formation of the last leg turned about its middle, or one base on its spot."""
    last = draft.singles[-1]
    if alone:
        p = last[alone]
        return _with(draft, {**last, alone: Pose(p.x, p.y, norm_deg(p.facing + degrees), p.level)})
    middle = centre_of(last.values())
    return _with(draft, {b: turned_about(p, middle, degrees) for b, p in last.items()})


def back(draft: CourseDraft, start: Mapping[str, Pose], base: str) -> CourseDraft:
    """One base where it began, in all legs."""
    given = {b: s for b, s in draft.given.items() if b != base}
    return replace(draft, singles=tuple({**leg, base: start[base]} for leg in draft.singles), given=given)
