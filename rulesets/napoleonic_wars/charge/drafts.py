"""The manoeuvre that the sheet drafts before a charge: the facing and wheel of the earliest contact (NAP-S100 (h))."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.state import State
from game.engine.text import Angle, Length, T, Text
from game.geometry.planar import Shape
from game.kit.block.front import Edges, sights
from game.kit.block.meeting import GRAZE
from game.kit.block.outlines import Floats, arm
from rulesets.napoleonic_wars.body import rights, shape
from rulesets.napoleonic_wars.charge.approach import Approach, approach, manoeuvred, speed
from rulesets.napoleonic_wars.clock.chases import Chase
from rulesets.napoleonic_wars.clock.heading import charger
from rulesets.napoleonic_wars.clock.held import met
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import going, rates
from rulesets.napoleonic_wars.march.standing_actions import NO_FACING
from rulesets.napoleonic_wars.measures import SLACK, cm

_MOST = 512
_kept: dict[Any, tuple[Any, act.Manoeuvre]] = {}
SAME = 1e-9
"""Parts of a move that are nothing."""
TRIES = 16
"""Wheels that are tried after a facing, of those that would do over open ground; broken ground may bar them all."""
LIMIT = 180
"""Degrees of the widest wheel that is tried."""


def is_rigid(view: State) -> bool:
    """Whether charges are made without any wheel, facing or change (NAP-CHG-11)."""
    return bool(view.options.get("straight_charges"))


def knows_reach(view: State) -> bool:
    """Whether distances are known while orders are written, and with them the reach (NAP-S76)."""
    return view.options.get("measuring") == "free"


def of_charge(view: State, body: str, targets: Sequence[str], *, known_reach: bool) -> act.Manoeuvre:
    """The manoeuvre of the earliest contact; none where none is needed, or none helps.

    ``known_reach``: only contacts in time count; without it every contact does, and the draft betrays no reach.
    """
    parts = (view.bases, view.units, view.features, view.secret, view.own, view.options)
    key = (*map(id, parts), body, tuple(targets), known_reach)
    found = _kept.get(key)
    if found is None:
        found = _kept[key] = (parts, _of_charge(known(view), body, tuple(targets), known_reach))
        while len(_kept) > _MOST:
            del _kept[next(iter(_kept))]
    return found[1]


def _of_charge(view: State, body: str, targets: Sequence[str], known_reach: bool) -> act.Manoeuvre:
    if is_rigid(view) or facts.is_skirmishing(view, body) or not targets or targets[0] not in view.units:
        return ()
    closed = shut(view, body, targets[0])
    plain = approach(view, body, targets, known_reach=known_reach)
    for middle in (True, False):
        several = len(targets) > 1 and plain.look.every and (plain.in_time or not known_reach)
        if several or _is_good(plain, middle=middle, known_reach=known_reach):
            return ()
        found = [
            (round(told.time, 9), len(first), k, first)
            for k, facing in enumerate(facings(view, body))
            if (one := _least_wheel(view, body, targets, facing, middle, known_reach, closed)) is not None
            for first, told in (one,)
        ]
        if found:
            return min(found)[3]
    return ()


def shut(view: State, body: str, target: str) -> Shape:
    """The ground about two bodies that nobody charges through, and the obstacles that the first cannot cross."""
    board, who = board_of(view), going.walker(view, body, "charge", shape.ranks(view, body))
    far = shape.width(view, body) + shape.depth(view, body)
    region = shapely.union_all([board.outline(body).buffer(far), board.outline(target)]).convex_hull
    found: list[Shape] = []
    ground = ground_of(view)
    for piece in ground.met(region):
        if piece.kind.is_line and who.crosses.get(piece.kind.move, 0.0) < 0.0:
            found.append(ground.bare[piece.id].buffer(SLACK))
        slows = piece.kind.shape == "area" and piece.kind.move != "full"
        if slows and rates.factor_of((piece.kind.move,), who.column, "charge", rain=False) <= 0.0:
            found.append(ground.bare[piece.id])
    closed: Shape = shapely.union_all(found)
    shapely.prepare(closed)
    return closed


def facings(view: State, body: str) -> Iterator[act.Manoeuvre]:
    """No facing, about, and to the flanks where that makes no march column of it (NAP-S100 (h))."""
    yield ()
    formation = facts.own(view, body).stance.formation
    if formation not in NO_FACING:
        yield (act.Face("about"),)
        if formation not in ("line", "double_line"):
            yield (act.Face("left"),)
            yield (act.Face("right"),)


def _is_good(told: Approach, *, middle: bool, known_reach: bool) -> bool:
    """Whether a charge brings the middle of its front, or a figure's width of it, on the target in time."""
    on = told.look.middle if middle else told.look.meets
    return on and math.isfinite(told.time) and (told.in_time or not known_reach)


def _least_wheel(
    view: State,
    body: str,
    targets: Sequence[str],
    facing: act.Manoeuvre,
    middle: bool,
    known_reach: bool,
    closed: Shape,
) -> tuple[act.Manoeuvre, Approach] | None:
    """The least wheel after a facing, 0 included, that makes a charge good, with what it comes to."""
    least, slow = cm(facts.attack_distance(view, body)) - SLACK, set()
    wheels = _promising(view, body, targets[0], facing, closed, middle=middle, known_reach=known_reach)
    for turn in wheels[:TRIES]:
        if turn and (turn > 0) in slow:
            continue
        wheel = (act.Wheel("right" if turn > 0 else "left", float(abs(turn))),) if turn else ()
        if manoeuvred(view, body, (*facing, *wheel))[1] > number("manoeuvre") + SAME:
            slow.add(turn > 0)  # on slow ground, and wider wheels to that side take longer still
            continue
        told = approach(view, body, targets, (*facing, *wheel), known_reach=known_reach, middle=middle)
        if told.gap >= least and _is_good(told, middle=middle, known_reach=known_reach):
            return (*facing, *wheel), told
    return None


def _promising(
    view: State, body: str, target: str, facing: act.Manoeuvre, closed: Shape, *, middle: bool, known_reach: bool
) -> list[int]:
    """The wheels at normal speed, the least first, that over open ground would make a charge good (right positive).

    Ground only slows: what is not good over open ground is not good at all. ``closed``: ground that ends a charge.
    """
    there, spent = manoeuvred(view, body, facing)
    pace, rate = cm(rates.rate(there, body, "normal")), speed(there, body)
    mine = Mover.standing(there, body)
    theirs = met(there, Mover.standing(there, target), mine)
    left = number("manoeuvre") - spent
    if left < 0.0 or pace <= 0.0 or rate <= 0.0 or not len(theirs):
        return []
    hull = shapely.get_coordinates(shapely.MultiPoint(theirs.reshape(-1, 2)).convex_hull)[None, :-1]
    who = charger(there, mine, 0.0, Chase(body, target, rate))
    poses, sizes = mine.poses_at(0.0), mine.sizes_at(0.0)
    pivots = ((who.front.left, 0.5), (who.front.right, -0.5))
    arms = [math.radians(arm(poses, sizes, pivot, hand)) for pivot, hand in pivots]
    most = [min(LIMIT, int(left * pace / one + SAME)) for one in arms]
    before = sorted((*range(-most[0], most[1] + 1),), key=lambda t: (abs(t), t))
    limit = int(number("charge_wheel"))
    after = np.array(sorted(range(-limit, limit + 1), key=lambda t: (abs(t), t)), dtype=float)
    begun = Edges.of([who.front]).wheeled(np.array(before, dtype=float))
    edges = begun.wheeled(after)
    found = sights(edges, hull, slack=SLACK)
    grid = (len(before), len(after))
    on = np.isfinite(found.middle if middle else found.contact).reshape(grid)
    spare = (1.0 - spent if known_reach else math.inf) + SLACK / rate
    first = np.array([abs(t) * arms[t > 0] / pace for t in before])
    arcs = np.where(after > 0.0, who.arms[1], who.arms[0]) * np.abs(after)
    time = first[:, None] + (arcs[None] + found.contact.reshape(grid)) / rate
    if middle:  # of the wheels in the charge the least for the middle is made
        times = np.take_along_axis(time, on.argmax(axis=1)[:, None], axis=1)[:, 0]
        good = on & (times <= spare)[:, None]
    else:
        good = on & (time <= spare)
    if not closed.is_empty:
        rows = np.flatnonzero(good)
        good.flat[rows[_is_barred(edges.take(rows), found.contact[rows], closed)]] = False
    return [before[k] for k in np.flatnonzero(good.any(axis=1)).tolist()]


def _is_barred(edges: Edges, far: Floats, closed: Shape) -> NDArray[np.bool_]:
    """Which fronts come upon ground that ends a charge, each so many mm straight ahead."""
    inwards = (edges.right - edges.left) * (GRAZE / np.maximum(edges.width, 1.0))[:, None]
    on = edges.ahead * np.maximum(far - GRAZE, 0.0)[:, None]
    left, right = edges.left + inwards, edges.right - inwards
    strips = shapely.polygons(np.stack([left, left + on, right + on, right], axis=1))
    return np.asarray(shapely.intersects(closed, strips))


# --- in words --------------------------------------------------------------------------------------------------------

FACES: dict[str, Text] = {"left": T("face left"), "right": T("face right"), "about": T("face about")}


def in_words(first: act.Manoeuvre) -> list[Text]:
    """A manoeuvre before a charge or attack, action by action."""
    return [_words(one) for one in first]


def _words(one: act.Action) -> Text:
    if isinstance(one, act.Wheel):
        return wheel_in_words(one.angle if one.hand == "right" else -one.angle)
    if isinstance(one, act.Face):
        return FACES[one.to]
    if isinstance(one, act.Form):
        return T("change to {formation}", formation=rights.NAMES[one.formation])
    far = one.distance if isinstance(one, act.Advance) else None
    return T("advance") if far is None else T("advance {far}", far=Length(far))


def wheel_in_words(turn: float) -> Text:
    """A wheel by so many degrees, to the right positive."""
    by = Angle(abs(turn))
    return T("wheel right {angle}", angle=by) if turn > 0.0 else T("wheel left {angle}", angle=by)
