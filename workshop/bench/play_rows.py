"""Play: the preview while a unit is dragged, whole battles of bots, several at once."""

from __future__ import annotations

import os
import time

import shapely
from msgspec.structs import replace

from game.battle import Result, fight_many, order
from game.bots.roster import bot_names
from game.engine.decision import Decision, MoveAnswer, Reply
from game.engine.lookup import question_of
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.tells import BringsBenches
from game.geometry.shapes import polygon
from workshop.bench.rows import Row, clock, p95
from workshop.bench.situations import (
    NothingMoves,
    as_ten,
    at_a_move,
    crowded,
    in_figures,
    rulesets_played,
    size_of,
    slightly_other,
)

DEAREST = ("sight", "charges")
"""The two overlays that cost most together, of the two that the window shows at most."""
BATTLE = 40.0
"""Seconds wanted at most of a battle of bots."""


def rows() -> list[Row]:
    """All rows of this area, system by system."""
    return [row for ruleset in rulesets_played() for row in (*_drags(ruleset), *_own(ruleset), *_battles(ruleset))]


def _drags(ruleset: Ruleset) -> list[Row]:
    """Previews of blocks among few and many bases, or of ten loose figures, as the system moves its units."""
    try:
        session, decision = at_a_move(ruleset)
    except NothingMoves:
        return []
    view = session.view(decision.side)
    found = _moves(ruleset, view, decision)
    assert isinstance(found[0].answer, MoveAnswer)
    subject = found[0].answer.subject
    if all(in_figures(view, r) for r in found):  # a block may send some of its bases on ways of their own
        ten = as_ten(view, subject)
        return [
            _drag(ruleset, ten, decision, "drag preview of ten figures with coherency, sight and charges", 16.0, found),
            _drag(ruleset, crowded(ten, 100, subject), decision, "the same in a crowd", 16.0, found),
        ]
    what = "drag preview with sight and charges"
    crowds = [(crowded(view, n, subject), limit) for n, limit in ((60, 5.0), (300, 16.0))]
    return [_drag(ruleset, crowd, decision, what, limit, found) for crowd, limit in crowds]


def _moves(ruleset: Ruleset, view: State, decision: Decision) -> list[Reply]:
    found = question_of(ruleset, decision.question).candidates(view, decision, "any", 40)
    return [r for r in found if isinstance(r.answer, MoveAnswer) and r.answer.courses]


def _drag(ruleset: Ruleset, view: State, decision: Decision, what: str, limit: float, found: list[Reply]) -> Row:
    """What a motion of the mouse costs: the verdict on the drafted course, and two overlays of the unit there.

    The two are the dearest pair of those that the window shows together; no course is asked for twice.

    ``found``: the moves of before the crowd came, tried in it where it leaves none.
    """
    replies = _moves(ruleset, view, decision) or found
    at = iter(range(10**9))

    def ours() -> None:
        n = next(at)
        preview(ruleset, view, decision, replies[n % len(replies)], n)

    def plain() -> None:
        plain_preview(ruleset, view, decision, replies[next(at) % len(replies)])

    slow = 1000.0 * p95(clock(plain, most=60))
    fast = 1000.0 * p95(clock(ours, at_least=1.0))
    count = sum(1 for b in view.bases.values() if b.where == "table" and b.solid)
    what = f"{ruleset.meta.id}: {what}, {count} bases (p95)"
    return Row("play", what, slow, fast, "ms", f"under {limit:g} ms", fast < limit)


def preview(ruleset: Ruleset, view: State, decision: Decision, reply: Reply, n: int = 0) -> None:
    """The verdict on a course a hair beside another, and whom the unit would see and might charge from its end."""
    assert isinstance(reply.answer, MoveAnswer)
    verdict = question_of(ruleset, decision.question).check(view, decision, slightly_other(reply.answer, n))
    there = view.with_poses({g.base: g.pose for g in verdict.ghosts}) if verdict.ghosts else view
    ruleset.overlays(there, reply.answer.subject, DEAREST)


def plain_preview(ruleset: Ruleset, view: State, decision: Decision, reply: Reply) -> None:
    """The straightforward way: shapes of everything built anew, every sweep against every shape, sight by rays."""
    assert isinstance(reply.answer, MoveAnswer)
    verdict = question_of(ruleset, decision.question).check(view, decision, reply.answer)
    mine = {b.id for b in view.bases_of(reply.answer.subject)}
    shapes = {b.id: polygon(b.shape, b.pose) for b in view.bases.values() if b.pose is not None and b.solid}
    land = [shapely.LineString(f.points) if f.line else shapely.Polygon(f.points) for f in view.features.values()]
    for ghost in verdict.ghosts:
        base = view.bases[ghost.base]
        end = polygon(base.shape, ghost.pose)
        sweep = shapely.union(shapes[ghost.base], end).convex_hull
        for key, shape in shapes.items():
            if key not in mine and sweep.intersection(shape).area > 1.0:
                break
        for feature in land:
            sweep.intersection(feature)
        for key, shape in shapes.items():
            if key in mine:
                continue
            ray = shapely.LineString([end.centroid, shape.centroid])
            for other, blocker in shapes.items():
                if other not in (key, ghost.base) and ray.intersection(blocker).length > 0.5:
                    break


def _own(ruleset: Ruleset) -> list[Row]:
    """What the system wants measured besides."""
    benches = ruleset.benches() if isinstance(ruleset, BringsBenches) else ()
    found = []
    for bench in benches:
        slow = 1000.0 * p95(clock(bench.plain, most=5)) if bench.plain else None
        fast = 1000.0 * p95(clock(bench.ours, at_least=1.0))
        what = f"{ruleset.meta.id}: {bench.what} (p95)"
        found.append(Row("play", what, slow, fast, "ms", f"under {bench.limit:g} ms", fast < bench.limit))
    return found


def _battles(ruleset: Ruleset) -> list[Row]:
    info, name, size = ruleset.scenarios()[0], ruleset.meta.id, size_of(ruleset)
    best = bot_names(ruleset)[0]
    one = order(name, info.id, dict.fromkeys(info.sides, best), "bench-1")
    orders = [replace(one, setup=replace(one.setup, seed=f"bench-{k}")) for k in range(4)]
    began = time.perf_counter()
    results = [one for one in fight_many(orders, 1) if isinstance(one, Result)]
    alone = time.perf_counter() - began
    cores = os.cpu_count() or 1
    began = time.perf_counter()
    list(fight_many(orders, cores))
    together = time.perf_counter() - began
    told, each = f"{name}: a battle of bots, {size:,} points", 1000.0 * alone / len(orders)
    slowest = max(1000.0 * p for r in results for p in r.p95.values())
    return [
        Row("play", told, None, each, "ms", f"under {BATTLE:g} s", each < 1000.0 * BATTLE),
        Row("play", f"{name}: p95 of a bot's decisions", None, slowest, "ms", "under 500 ms", slowest < 500.0),
        Row(
            "play",
            f"{name}: battles, one process / {cores}",
            60 * len(orders) / alone,
            60 * len(orders) / together,
            "per min",
        ),
    ]
