"""Reforming at the end of the melee phase (WMA-S31): a line or column about the same centre point.

WMA-END-03, WMA-R51, WMA-S31.
"""

from __future__ import annotations

import msgspec

from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.convex import box_of, rectangle
from game.geometry.shapes import Pose, bearing, norm_deg
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.field.facts import facing, footprint, nearest_enemy, poses, side_of
from rulesets.warmaster_ancients.field.formations import assigned, centre_of, formation_poses
from rulesets.warmaster_ancients.field.hindrances import Refusal, Way
from rulesets.warmaster_ancients.field.scene import board, remembered
from rulesets.warmaster_ancients.measures import ENEMY_GAP, MEASURES, length
from rulesets.warmaster_ancients.move.forced import enemy_within
from rulesets.warmaster_ancients.move.moves import travels

TRAVEL = length("reform_travel")
SHAPES = ("line", "column")


class Reform(msgspec.Struct, frozen=True):
    """A reform: formation and facing, where the stands end and how far each goes (mm), or why it is not allowed."""

    formation: str
    facing: float
    ends: dict[str, Pose]
    travel: dict[str, float]
    refusal: Refusal | None = None

    @property
    def legal(self) -> bool:
        """Whether it is allowed."""
        return self.refusal is None


@remembered
def reform(view: State, unit: str, formation: str, facing_deg: float) -> Reform:
    """A unit set in line or column with a facing, its centre point unmoved (WMA-S31).

    Each stand takes the place that keeps the greatest travel least, so that a reform is refused only if it must be.
    """
    starts = poses(view, unit)
    kind = profile(view, unit)
    places = formation_poses(formation, kind.footprint, len(starts), centre_of(list(starts.values())), facing_deg)
    ends = assigned(places, starts)
    travel = {s: round(t, 3) for s, t in travels(starts, [ends]).items()}
    made = Reform(formation, norm_deg(facing_deg), ends, travel)
    refusal = _refusal(view, unit, made)
    return made if refusal is None else msgspec.structs.replace(made, refusal=refusal)


def _refusal(view: State, unit: str, made: Reform) -> Refusal | None:
    kind = profile(view, unit)
    here = board(view)
    farthest = max(made.travel, key=lambda s: made.travel[s])
    if MEASURES.more_than(made.travel[farthest], TRAVEL):
        over = round(MEASURES.round(made.travel[farthest]) - TRAVEL, 3)
        text = T(
            "A stand would go {travel}, {over} more than {limit}",
            travel=Length(MEASURES.round(made.travel[farthest])),
            over=Length(over),
            limit=Length(TRAVEL),
        )
        return Refusal(text, "WMA-S31", farthest, "", over)
    way = Way(here, kind.type, side_of(view, unit), unit)
    for stand, pose in made.ends.items():
        outline = rectangle(kind.footprint, pose)
        box = box_of(outline)
        if not way.on_table(box):
            return Refusal(T("It would stand over the table's edge"), "WMA-S31", stand, "", round(way.beyond(box), 3))
        other = way.unit_in(outline, way.near(box))
        if other:
            return Refusal(T("No room because of {unit}", unit=Thing(other)), "WMA-S31", stand, other)
        feature = way.terrain_in(outline, box)
        if feature:
            return Refusal(T("The way is barred by {feature}", feature=Thing(feature)), "WMA-S31", stand, feature)
    enemy = enemy_within(view, unit, made.ends, ENEMY_GAP)
    if enemy:
        text = T("It would come within {gap} of {enemy}", gap=Length(ENEMY_GAP), enemy=Thing(enemy))
        return Refusal(text, "WMA-S31", "", enemy)
    return None


def facings(view: State, unit: str) -> tuple[float, ...]:
    """Facings worth offering: towards the nearest enemy, the unit's own and its quarter turns, the eight winds."""
    found = []
    near = nearest_enemy(view, unit)
    if near is not None:
        own = centre_of(list(poses(view, unit).values()))
        other = centre_of(list(poses(view, near[0]).values()))
        found.append(round(bearing(other[0] - own[0], other[1] - own[1]), 3))
    found += [norm_deg(facing(view, unit) + quarter) for quarter in (0.0, 90.0, 180.0, 270.0)]
    found += [45.0 * k for k in range(8)]
    return tuple(dict.fromkeys(found))


def reforms(view: State, unit: str) -> tuple[Reform, ...]:
    """The reforms worth offering, allowed ones only, the line towards the nearest enemy first where it is one."""
    if len(poses(view, unit)) == 0:
        return ()
    made = (reform(view, unit, shape, way) for shape in SHAPES for way in facings(view, unit))
    return tuple(r for r in made if r.legal)


def unchanged(view: State, unit: str, made: Reform) -> bool:
    """Whether a reform would leave every stand as it is."""
    shape = footprint(view, unit)
    return bool(shape.width) and all(view.bases[s].pose == p for s, p in made.ends.items())
