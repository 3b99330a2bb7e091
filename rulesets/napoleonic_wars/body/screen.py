"""Skirmishers as a screen: who is screened, and whether the screen is an effective one (NAP-SCR, NAP-S20)."""

from __future__ import annotations

import math

import msgspec

from game.engine.state import State
from game.geometry.shapes import Pose, to_local
from game.kit.block.outlines import extents
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.measures import SLACK, cm

EDGE = 0.05
"""mm by which a base may fall short of the end of the front that it covers: places are rounded."""


class Screen(msgspec.Struct, frozen=True):
    """What a screen is worth to a body behind it.

    Attributes
    ----------
    ahead
        mm from the front of the screened body to the front of the screen's nearest figure that is before it.
    needed, there
        Skirmishers that the width needs, and those before the front (NAP-SCR-03, NAP-S20).
    covers
        Whether both ends of the front are covered straight ahead.
    effective
        NAP-SCR-02 and NAP-SCR-03 are met, and it is no foot before mounted troops (NAP-SCR-01).
    """

    ahead: float
    needed: int
    there: int
    covers: bool
    effective: bool


def may_screen(view: State, screen: str, screened: str) -> bool:
    """Whether a body is of a kind that screens another: open order before close order of its side (NAP-SCR-01)."""
    mine = view.units[screen].side == view.units[screened].side and screen != screened
    return mine and facts.is_skirmishing(view, screen) and facts.is_close(view, screened)


def effective(view: State, screen: str, screened: str) -> Screen | None:
    """What a screen is worth to a body; None where it is none: of another order, or not before its front."""
    if not may_screen(view, screen, screened) or not facts.figures(view, screened):
        return None
    stand = shape.standing(view, screened)
    half = math.dist(stand.left, stand.right) / 2.0
    u, v = to_local(Pose(0.0, 0.0, stand.front.facing), (stand.front.x, stand.front.y))
    figures = [b for b in facts.figures(view, screen) if b.pose is not None]
    reach = extents((b.shape for b in figures), shape.triples(b.pose for b in figures if b.pose), stand.front.facing)
    spans: list[tuple[float, float]] = []
    ahead: list[float] = []
    width = 0.0
    for base, one in zip(figures, reach, strict=True):
        if one.front > v and one.right - u > -half + EDGE and one.left - u < half - EDGE:
            spans.append((one.left - u, one.right - u))
            ahead.append(one.front - v)
            width = base.shape.width
    if not spans:
        return None
    needed = math.ceil(2.0 * half / width - 1e-6)
    covers = all(any(a <= end + EDGE and b >= end - EDGE for a, b in spans) for end in (-half, half))
    near = min(ahead)
    enough = near >= cm(number("screen_ahead") * bases.longer(view)) - SLACK and len(spans) >= needed and covers
    mounted = facts.is_mounted(view, screened) and facts.is_foot(view, screen)
    return Screen(near, needed, len(spans), covers, enough and not mounted)


def screens(view: State, screened: str) -> tuple[str, ...]:
    """The bodies that stand as a screen before a body, good or poor."""
    side = view.units[screened].side
    return tuple(u for u in facts.bodies(view, side) if effective(view, u, screened) is not None)


def screened_by(view: State, screen: str) -> tuple[str, ...]:
    """The bodies before whose front a body stands as a screen."""
    side = view.units[screen].side
    return tuple(u for u in facts.bodies(view, side) if effective(view, screen, u) is not None)
