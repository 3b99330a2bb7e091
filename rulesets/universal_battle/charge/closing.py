"""Closing up: as many models as possible of a unit into contact with another, coherency kept (USB-S12, USB-CMB-04).

Places are looked for all round the models of the other unit, and beside models that stand there already; across a
screen, bases that touch its two sides opposite each other are in contact (USB-S06).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

import numpy as np
import shapely

from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import Floats, Point, Pose, bearing, rounded
from game.kit.figures.outlines import kissing
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, spacing
from rulesets.universal_battle.field.ground import Piece, ground_of, rows
from rulesets.universal_battle.field.spacing import Disc, discs, poses_of
from rulesets.universal_battle.measures import CONTACT, SLACK, inch
from rulesets.universal_battle.move.ways import Ways

TOUCH = 0.02
"""mm of gap at which contact is looked for: less than what is contact, more than rounding."""
RAYS = 24
GAPS = (TOUCH, 6.0, 12.0, 18.0, 24.0)
"""mm off a comrade at which places behind are looked for."""
BACK = 0.2
"""mm by which a base goes back from a screen that it would overlap."""


def touches(view: State, poses: Mapping[str, Pose], target: str) -> list[str]:
    """Which of some models at their places touch a unit (USB-S06)."""
    found = spacing.touching(view, poses, rows(view, target))
    return [b for k, b in enumerate(poses) if bool(found[k].any())]


def about(spot: Point, radius: float, around: Sequence[Disc], gap: float, beside: Sequence[Disc] = ()) -> Floats:
    """Places (n, 2) of a base at a gap from some others: on rays all round, seen from a spot, and kissing others."""
    found = [np.empty((0, 2))]
    for x, y, size in around:
        far = size + radius + gap
        angles = bearing(spot[0] - x, spot[1] - y) + np.arange(RAYS) * (360.0 / RAYS)
        kissed = kissing((x, y), far, ((ox, oy, other + radius + TOUCH) for ox, oy, other in beside))
        angles = np.concatenate((angles, kissed))
        turned = np.radians(angles)
        found.append(np.column_stack((x + far * np.sin(turned), y + far * np.cos(turned))))
    return np.concatenate(found)


def over_screens(view: State, radius: float, prey: Sequence[Disc]) -> Floats:
    """Places (n, 2) of a base on the far side of screens that some others touch (USB-S06)."""
    ground = ground_of(view)
    found = [
        ground.kept.once(("over", piece.id, radius, disc), partial(_over, piece, radius, disc))
        for disc in prey
        for piece in ground.screens
    ]
    return np.concatenate((np.empty((0, 2)), *found))


def _over(piece: Piece, radius: float, disc: Disc) -> Floats:
    """The same for one of the others and one screen: along rays, as near as the screen lets it."""
    x, y, size = disc
    if piece.area.distance(shapely.Point(x, y)) > size + CONTACT:
        return np.empty((0, 2))
    turned = np.arange(RAYS * 3) * (math.tau / RAYS / 3)
    middle, ways = np.array((x, y)), np.column_stack((np.sin(turned), np.cos(turned)))
    lines = shapely.linestrings(np.stack((np.broadcast_to(middle, ways.shape), middle + ways * 100.0), axis=1))
    rays = np.asarray(lines)
    inside = np.asarray(shapely.intersection(rays, piece.area))
    ways, inside = ways[~shapely.is_empty(inside)], inside[~shapely.is_empty(inside)]
    spots, which = shapely.get_coordinates(inside, return_index=True)
    least = np.zeros(len(ways))
    np.maximum.at(least, which, np.hypot(*(spots - middle).T))
    far = least + radius
    while True:
        off = shapely.distance(piece.area, shapely.points(middle + ways * far[:, None]))
        short = (off < radius) & (far < least + 2.0 * radius)
        if not short.any():
            return np.asarray(middle + ways * (far + TOUCH)[:, None])
        far = np.where(short, far + BACK, far)


class Placing:
    """Models of a unit placed one after the other at another unit, the earlier ones settled already."""

    def __init__(self, ways: Ways, prey: Sequence[Disc], settled: Mapping[str, Pose]) -> None:
        self.ways, self.view, self.prey = ways, ways.view, prey
        self.settled = dict(settled)

    def contact(self, base: str, spot: Point) -> Iterator[Pose]:
        """Places in contact, the nearest to a spot first, at which a model may stand."""
        r = self.ways.radius(base)
        mates = discs(self.view, self.settled)
        others = list(zip(self.ways.xs.tolist(), self.ways.ys.tolist(), self.ways.radii.tolist(), strict=True))
        tried = about(spot, r, self.prey, TOUCH, (*mates, *others))
        if self.ways.ground.screens:
            tried = np.concatenate((tried, over_screens(self.view, r, self.prey)))
        for pose in self._free(base, tried, spot, near=bool(mates)):
            if touches(self.view, {base: pose}, self.ways.target):
                yield pose

    def behind(self, base: str, spot: Point) -> Iterator[Pose]:
        """Places in coherency with those that are settled, the nearest to a spot first."""
        r, mates = self.ways.radius(base), discs(self.view, self.settled)
        tried = np.concatenate([about(spot, r, mates, gap, mates) for gap in GAPS])
        yield from self._free(base, tried, spot, near=True)

    def _free(self, base: str, tried: Floats, spot: Point, near: bool) -> Iterator[Pose]:
        """Those of some places at which a model may stand among the others, its unit holding together (USB-MOV-03)."""
        if not len(tried):
            return
        ways, r = self.ways, self.ways.radius(base)
        tried = np.round(tried, 3)
        off = np.hypot(tried[:, 0, None] - ways.xs[None], tried[:, 1, None] - ways.ys[None]) - ways.radii[None] - r
        least = np.maximum(ways.limits(base), -SLACK)
        ok = np.asarray((off >= least[None] - SLACK / 2.0).all(axis=1))
        if near and self.settled:
            mates = np.array([(p.x, p.y, ways.radius(b) + r) for b, p in self.settled.items()])
            gap = (
                np.hypot(tried[:, 0, None] - mates[None, :, 0], tried[:, 1, None] - mates[None, :, 1])
                - mates[None, :, 2]
            )
            ok &= (gap.min(axis=1) >= -SLACK) & (gap.min(axis=1) <= inch(number("near")))
            ok &= gap.max(axis=1) <= inch(number("mates"))
        order = np.lexsort((np.arange(len(tried)), np.round(np.hypot(*(tried - np.array(spot)).T), 2)))
        facing, ground = ways.here(base).facing, ways.ground
        floor = next((ground.height_at(p.x, p.y) for p in self.settled.values()), None)
        for k in order[ok[order]].tolist():
            x, y = tried[k].tolist()
            pose = rounded(ground.on_level(x, y, facing))
            if floor is not None and abs(ground.height_at(x, y) - floor) > inch(number("level")) + SLACK:
                continue  # nobody is put on a roof beside the others
            if ways.place_bar(base, pose, self.settled) is None:
                yield pose

    def settle(self, bases: Iterable[str], wishes: Mapping[str, Pose], contact: bool = True) -> str:
        """Place models: in contact if told and possible, at the place wished for, else behind the others.

        Whoever finds no place is told; "" where all have one.
        """
        at_first, then = (self.contact, (self._wished, self.behind)) if contact else (self._wished, (self.behind,))
        left = [b for b in bases if not self._placed(b, wishes[b], at_first)]
        return next((b for b in left if not any(self._placed(b, wishes[b], places) for places in then)), "")

    def _placed(self, base: str, wish: Pose, places: Callable[[str, Point], Iterator[Pose]]) -> bool:
        """Place a model at the first place of a sort, if there is any."""
        found = next(places(base, (wish.x, wish.y)), None)
        if found is not None:
            self.settled[base] = found
        return found is not None

    def _wished(self, base: str, spot: Point) -> Iterator[Pose]:
        """The place wished for, where the model may stand there and holds together with the others."""
        return self._free(base, np.array([spot]), spot, near=True)


def closed(view: State, unit: str, target: str) -> dict[str, Pose]:
    """Where the models of a unit go that close up with another: those in contact stay, the nearest others go first."""
    host = facts.host(view, unit)
    if facts.own(view, host).formation == "phalanx":
        return {}  # it may stay in formation, and does (USB-R36)
    prey, here = discs(view, poses_of(view, target)), poses_of(view, unit)
    ways = Ways(view, host, target, 0.0)
    touching = set(touches(view, here, target))
    waiting = sorted(set(here) - touching, key=lambda b: (spacing.off(here[b], ways.radius(b), prey), b))
    placing = Placing(ways, prey, {b: here[b] for b in touching})
    if not touching and waiting:
        first = waiting.pop(0)
        placing.settled[first] = next(placing.contact(first, (here[first].x, here[first].y)), here[first])
    while stuck := placing.settle(waiting, here):
        if ways.place_bar(stuck, here[stuck], placing.settled) is not None:
            return {}
        placing.settled[stuck] = here[stuck]
        waiting = [b for b in waiting if b not in placing.settled]
    return {b: p for b, p in placing.settled.items() if p != here[b]}


def close_up(run: Run, unit: str, target: str) -> None:
    """Let a unit close up with another; that is no move, and ends nothing (USB-R59)."""
    if not facts.models(run.state, unit) or not facts.models(run.state, target):
        return
    ends = closed(run.state, unit, target)
    if ends:
        host = facts.host(run.state, unit)
        text = T("{unit} closed up with {target}", unit=Thing(host), target=Thing(target))
        deeds = (ev.SetPose(b, p) for b, p in ends.items())
        run.tell(host, "closed_up", "move", text, ("USB-S12",), *deeds, also=(target,), unit=host)
