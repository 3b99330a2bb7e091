"""A block that is dragged to where it may not stand as it is: it slides along what is there, or forms up to fit in.

Only drafts are offered here, each judged by the ruleset; what stands gives way to nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from game.client.editors.desk import cost_of
from game.client.editors.legs import CourseDraft, Leg, ends
from game.client.editors.slide import flush, slid
from game.client.editors.way import Way
from game.client.editors.whereabouts import centre_of
from game.client.words import _
from game.engine.decision import Choice, Mode, Verdict
from game.geometry.shapes import Pose, norm_deg, right, turn_between

FAR_MM = 25.0
"""A block that would slide farther than this from where it is drawn rather takes another formation there."""
SAME_DEG = 1.0
"""Facings that differ by less than this count as the same."""
PLACES, FORMATIONS = 3, 4
"""So many places and formations are tried while the pointer moves: each is judged by the ruleset."""


class Fit:
    """What the hand does to a draft by itself, while it is dragged.

    Attributes
    ----------
    slides
        Words of sliding; "" while the block does not.
    formed
        The formation that it took, in words; "" for none.
    """

    def __init__(self, way: Way) -> None:
        self.way = way
        self.slides = self.formed = ""
        self._free: dict[str, Pose] = {}
        self._wish: CourseDraft | None = None

    def reset(self) -> None:
        """Nothing is dragged any more."""
        self._free = {}
        self.settled()

    def settled(self) -> None:
        """What the hand did counts as drawn by the player."""
        self.slides, self.formed, self._wish = "", "", None

    def as_wished(self) -> None:
        """What was turned or formed up by itself is as before: it may not be needed where the pointer is now."""
        if self._wish is not None:
            self.way.draft = self._wish
        self.settled()

    def fit(self, before: dict[str, Pose], keeps: bool) -> bool:
        """Make a block fit in that may not end where it is drawn; False where it does not, or need not.

        Sliding goes first; but what would have to slide far away, where another formation stands, forms up.

        Parameters
        ----------
        before
            Where it stood by the last draft, if it might.
        keeps
            It keeps its formation.
        """
        way, drawn = self.way, self.way.draft
        if not self._slide(before):
            return not keeps and self._form()
        here, wished = way.leg(), drawn.legs[-1] if drawn.legs else None
        if keeps or wished is None or math.dist((here.x, here.y), (wished.x, wished.y)) <= FAR_MM:
            return True
        lies = way.draft, self.slides, self._wish
        self._draft(drawn)
        self.settled()
        if not self._form():
            self._draft(lies[0])
            _draft, self.slides, self._wish = lies
        return True

    def _draft(self, draft: CourseDraft) -> Verdict | None:
        """Take a draft, and what is said of it."""
        self.way.draft = draft
        self.way.changed()
        return self.way.verdict()

    # -- forming up -------------------------------------------------------------------------------------------

    def _form(self) -> bool:
        """Take the formation by which the place can be reached, where the present one is refused there."""
        way, wish = self.way, self.way.draft
        verdict, mode = way.verdict(), way.mode
        if verdict is None or verdict.legal or mode is None or not way.free_path or not wish.legs:
            return False
        spent = cost_of(verdict)
        if way.leg().formation or (spent is not None and verdict.allowance is not None and spent > verdict.allowance):
            return False  # too far is too far in any
        facing = wish.legs[-1].facing
        facing = way.facing() if facing is None else facing
        for choice, draft in self._formed(wish, mode, facing):
            formed = self._draft(draft)
            if formed is not None and formed.legal and self._fits(formed, facing):
                self.formed, self._wish = way.desk.say(choice.label), wish
                return True
        self._draft(wish)
        return False

    def _formed(self, wish: CourseDraft, mode: Mode, facing: float) -> Iterator[tuple[Choice, CourseDraft]]:
        """A draft with another formation at its end; else with one taken before it sets out."""
        choices = list(islice((c for c in mode.formations if c.bar is None), FORMATIONS))
        for choice in choices:
            yield choice, wish.with_last(replace(wish.legs[-1], formation=choice.id, facing=facing))
        if len(wish.legs) > 1 or mode.legs < 2:
            return
        (x, y), stood = centre_of(self.way.start.values()), next(iter(self.way.start.values())).facing
        for choice in choices:
            yield choice, replace(wish, legs=(Leg(x, y, stood, choice.id), *wish.legs))

    def _fits(self, verdict: Verdict, facing: float) -> bool:
        """Whether all who stand by a verdict face as told, on no wider a front: an about-face is not what fits in."""
        if any(abs(turn_between(facing, g.pose.facing)) > SAME_DEG for g in verdict.ghosts):
            return False
        stood = next(iter(self.way.start.values())).facing
        front = _width(self.way.start.values(), stood)
        return _width((g.pose for g in verdict.ghosts), facing) <= front + 1.0

    # -- sliding ----------------------------------------------------------------------------------------------

    def _slide(self, before: dict[str, Pose]) -> bool:
        """Let a block slide along what it was drawn against; False where it met nobody, or may not stand there."""
        way, wish = self.way, self.way.draft
        verdict = way.verdict()
        if verdict is None or verdict.legal or not way.free_path or wish.singles or not wish.legs:
            return False
        self._free = before or self._free or dict(way.start)
        there = way.here() if verdict.ghosts else ends(wish, way.start)
        beside = islice(flush(way.desk.view, self._free, there), PLACES) if way.rigid else ()
        if any(self._lies(wish, there, place) for place in beside):
            return True
        found = slid(way.desk.view, self._free, there)
        if found is not None and self._lies(wish, there, found):
            return True
        self._draft(wish)
        return False

    def _lies(self, wish: CourseDraft, there: dict[str, Pose], found: dict[str, Pose]) -> bool:
        """Whether the unit may stand where it came to lie by sliding; it is drawn there then."""
        leg = wish.legs[-1]
        (x0, y0), (x1, y1) = centre_of(there.values()), centre_of(found.values())
        some = next(iter(found))
        turn = turn_between(there[some].facing, found[some].facing)
        facing = leg.facing if abs(turn) < 0.5 else norm_deg(there[some].facing + turn)
        lies = wish.with_last(replace(leg, x=leg.x + x1 - x0, y=leg.y + y1 - y0, facing=facing))
        verdict = self._draft(lies)
        if verdict is None or not verdict.legal:
            return False
        self.slides, self._free, self._wish = _("slides along"), self.way.here(), wish
        return True


def _width(poses: Iterable[Pose], facing: float) -> float:
    """From the leftmost to the rightmost of some bases, middle to middle, mm."""
    rx, ry = right(facing)
    across = [p.x * rx + p.y * ry for p in poses]
    return max(across, default=0.0) - min(across, default=0.0)
