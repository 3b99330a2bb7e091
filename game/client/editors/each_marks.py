"""What is seen of bases that go their own ways: each one's way with jumps and climbs, and how they hold together."""

from __future__ import annotations

import math
from collections.abc import Mapping

from game.client.editors.desk import REFUSED, SELECT
from game.client.editors.way import Way
from game.client.tabletop import overlays as o
from game.engine.decision import Part, Verdict
from game.geometry.shapes import Pose
from game.geometry.steps import Climb, Jump, Path

CHOSEN_MM = 4.0
"""How much wider than its base the ring about the one that moves alone is."""


def each_overlays(way: Way, verdict: Verdict) -> list[o.Overlay]:
    """Ways, links between comrades, a ring about the base that moves alone."""
    out: list[o.Overlay] = []
    for part in verdict.parts:
        start = way.start.get(part.who)
        if start is not None:
            out += way_overlays(part, start)
    poses = {g.base: g.pose for g in verdict.ghosts if g.base in way.start}
    if len(poses) == len(way.start) and len(poses) > 1:
        bad = {r.part for r in verdict.reasons} | {p.who for p in verdict.parts if not p.legal}
        out += links(poses, bad if verdict.status == "refused" else set())
    if way.alone in way.start:
        pose = poses.get(way.alone) or way.start[way.alone]
        shape = way.desk.view.bases[way.alone].shape
        wide, deep = shape.width + CHOSEN_MM, shape.depth + CHOSEN_MM
        out.append(o.Ghost(pose.x, pose.y, pose.facing, wide, deep, SELECT, shape.kind != "rect"))
    return out


def way_overlays(part: Part, start: Pose) -> list[o.Overlay]:
    """A way step by step: walks as lines, jumps as bent arrows, climbs as short lines across a face."""
    out: list[o.Overlay] = []
    x, y = start.x, start.y
    walk = "path" if part.legal else REFUSED
    for n, step in enumerate(part.steps):
        last = n == len(part.steps) - 1
        if isinstance(step, Path):
            out.append(o.Line(((x, y), *step.points), walk, arrow=last))
            x, y = step.points[-1]
        elif isinstance(step, Jump):
            out.append(o.Link(x, y, *step.to, "threat", 0.3))
            x, y = step.to
        elif isinstance(step, Climb):
            out.append(o.Line(((x, y), step.to), "contact" if part.legal else REFUSED, arrow=True))
            x, y = step.to
    return out


def links(poses: Mapping[str, Pose], bad: set[str]) -> list[o.Overlay]:
    """From each base to its nearest comrade; those that are found fault with in the colour of refusals."""
    out: list[o.Overlay] = []
    drawn: set[tuple[str, str]] = set()
    for base, p in poses.items():
        near = min((math.hypot(q.x - p.x, q.y - p.y), other) for other, q in poses.items() if other != base)[1]
        pair = (min(base, near), max(base, near))
        if pair not in drawn:
            drawn.add(pair)
            q = poses[near]
            out.append(o.Line(((p.x, p.y), (q.x, q.y)), REFUSED if base in bad else "coherency"))
    return out
