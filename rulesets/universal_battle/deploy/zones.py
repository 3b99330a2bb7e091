"""Parts of the table and how models stand in them: zones, the ground about a carrier, formations, the usual array.

USB-SET-04, USB-SPC-03, USB-SPC-14, USB-TRN-05, USB-S08.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from functools import lru_cache

import shapely

from game.engine.decision import Bar, Choice
from game.engine.state import State, other_sides
from game.engine.text import Length, T, Thing
from game.geometry.planar import Shape
from game.geometry.shapes import Footprint, Point, Pose
from game.kit.figures import zones
from game.kit.figures.placing import FORMATIONS as ARRANGEMENTS
from game.kit.figures.placing import Placing, levelled
from game.kit.front import abreast
from rulesets.universal_battle.field import facts, formations, spacing
from rulesets.universal_battle.field.ground import FIGURES, board, ground_of
from rulesets.universal_battle.measures import SLACK, inch
from rulesets.universal_battle.own import Formation

SHAPED: dict[str, Formation] = {"column": "column", "phalanx": "phalanx", "hidden": "hidden"}
"""Arrangements that are formations of the rules; all others are Skirmish."""
LINE_GAP, EDGE_GAP = 0.5, 0.1
"""Inches between neighbours in the usual array, at least where there is room for it, and before its front."""
ROUND = 0.1
"""mm by which a disc of straight edges is at least as wide as the round one."""
FORMATIONS = (
    *(one for one in ARRANGEMENTS if one.id != "column"),
    Choice("column", T("Marching column")),
    Choice("phalanx", T("Phalanx")),
    Choice("hidden", T("Hidden")),
)


class Strip(zones.Strip, frozen=True):
    """A part of the table in which bases stand wholly (USB-S08)."""

    slack: float = SLACK


ZONES = zones.Zones(Strip)
whole, zone_of, facing_of = ZONES.whole, ZONES.of, ZONES.facing
"""The table; a side's zone (USB-SET-04), deepened over its front edge if told (USB-S08); which way it looks (degrees).
"""


def outside(view: State, side: str) -> Strip:
    """The table but for the enemies' zones: where a side's infiltrators may stand (USB-SPC-14)."""
    theirs = tuple(("", ring) for enemy in other_sides(view, side) for ring in zone_of(view, enemy).outlines)
    return ZONES.beside(view, theirs)


def shapes(view: State, unit: str) -> dict[str, Footprint]:
    """The footprints of the models of an activation that are not lost."""
    return {b.id: b.shape for b in facts.left(view, unit)}


def others_bar(view: State, unit: str, poses: Mapping[str, Pose]) -> Bar | None:
    """Why models may not be set up at these poses: on anybody, an inch from an enemy, in danger (USB-R45, USB-S08)."""
    for base, pose in poses.items():
        if ground_of(view).under(view.bases[base].shape, pose, "dangerous"):
            return Bar(T("{model} would stand in dangerous terrain", model=Thing(base)), "USB-R45")
    bar = spacing.bar(view, unit, poses)
    return bar and Bar(bar.text, "USB-S08")


def _loose(view: State, unit: str, poses: Mapping[str, Pose]) -> Bar | None:
    return spacing.loose(view, poses)


class _Placing(Placing):
    """Arrangements of the kit, and the formations of these rules."""

    def arranged(self, view: State, unit: str, formation: str, at: Pose) -> dict[str, Pose]:
        """Poses of a unit's models about a point, with the levels that they stand on."""
        wanted = SHAPED.get(formation)
        if wanted in ("column", "phalanx"):
            found = formations.places(facts.left(view, unit), wanted, at)
            return {base: levelled(ground_of(view).level_at, pose) for base, pose in found.items()}
        return super().arranged(view, unit, "line" if wanted == "hidden" else formation, at)

    def _offsets_of(self, models: Collection[Footprint], formation: str) -> tuple[Point, ...]:
        """Where models stand in an arrangement; a hero of another size behind the rest, whom he would push apart."""
        *rest, hero = models
        if not rest or hero == rest[0]:
            return super()._offsets_of(models, formation)
        found = super()._offsets_of(rest, formation)
        behind = min(y for _, y in found) - (rest[0].depth + hero.depth) / 2.0 - self.tight
        return (*found, (0.0, behind))


PLACING = _Placing(FIGURES, board, ground_of, others_bar, _loose, shapes, from_friends=False)


def formation_bar(view: State, unit: str, formation: str, poses: Mapping[str, Pose]) -> Bar | None:
    """Why a unit cannot stand at these poses in a formation, or None."""
    wanted = SHAPED.get(formation, "skirmish")
    return formations.may_adopt(view, unit, wanted) or formations.shape_bar(view, unit, wanted, poses)


Row = tuple[tuple[str, tuple[Footprint, ...], float], ...]
"""Units with the footprints of their models and the width (mm) of heroes with them, in the order in which they stand.
"""


def in_line(view: State, side: str) -> Mapping[str, tuple[float, str]]:
    """Where units of a side stand in the usual array, from west to east, and how: side by side, in nobody's way.

    Who begins in somebody else has no place of his own; a hero stands at his troops' side.
    """
    mine = view.units_of(side)
    models = {u.id: tuple(shapes(view, u.id).values()) for u in mine}
    hosts = {u.id: next((h.id for h in mine if h.kind == facts.own(view, u.id).starts), "") for u in mine}
    hosts = {unit: "" if hosts.get(host) else host for unit, host in hosts.items()}  # nobody goes aboard in two steps
    heroes: dict[str, float] = {}
    for unit, host in hosts.items():
        if host and len(models[unit]) == 1 and not facts.monster(view, host):
            heroes[host] = heroes.get(host, 0.0) + models[unit][0].width
    row = tuple((u, models[u], heroes.get(u, 0.0)) for u in models if models[u] and not hosts[u])
    return _in_line(row, view.table.width)


@lru_cache(maxsize=32)
def _in_line(row: Row, room: float) -> Mapping[str, tuple[float, str]]:
    beside = [2.0 * hero for _, _, hero in row]  # on the one side or on the other
    lines = [PLACING.extent(models, "line")[0] + more for (_, models, _), more in zip(row, beside, strict=True)]
    blocks = [PLACING.extent(models, "block")[0] + more for (_, models, _), more in zip(row, beside, strict=True)]
    widths, gap = list(lines), inch(LINE_GAP)
    for k in sorted(range(len(row)), key=lambda k: blocks[k] - lines[k]):
        if sum(widths) + gap * (len(row) + 1) > room:
            widths[k] = min(blocks[k], lines[k])
    middles = abreast([room * (k + 1) / (len(row) + 1) for k in range(len(row))], widths, gap, room)
    named = ("block" if width < line else "line" for width, line in zip(widths, lines, strict=True))
    return {unit: (x, name) for (unit, _, _), x, name in zip(row, middles, named, strict=True)}


def about(view: State, centre: tuple[float, float, float], far: float, unit: str) -> Strip:
    """The ground so far (mm) about a round base (middle and radius), as far as a unit's widest model may stand out."""
    x, y, radius = centre
    table = shapely.box(0.0, 0.0, view.table.width, view.table.depth)
    # models may stand with their near edge at the limit
    wide = max((max(shape.width, shape.depth) for shape in shapes(view, unit).values()), default=0.0)
    disc: Shape = shapely.Point(x, y).buffer(radius + far + wide + ROUND, quad_segs=32).intersection(table)
    return Strip.of(view.table, zones.rings_of(disc))


def too_far(view: State, centre: tuple[float, float, float], far: float, poses: Mapping[str, Pose]) -> Bar | None:
    """Which model would be more than so far (mm) from a round base."""
    x, y, radius = centre
    for base, pose in poses.items():
        shape = view.bases[base].shape
        off = math.hypot(pose.x - x, pose.y - y) - radius - max(shape.width, shape.depth) / 2.0
        if off > far + SLACK:
            words = {"model": Thing(base), "off": Length(off), "most": Length(far)}
            return Bar(T("Too far from the carrier: {model} at {off}, at most {most}", **words), "USB-TRN-05")
    return None
