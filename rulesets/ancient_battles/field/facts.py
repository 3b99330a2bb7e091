"""Who is where and what he is: the questions every rule asks of a situation. Lengths are mm unless told."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
import shapely

from game.engine.memo import Grounds, Remembering
from game.engine.state import State
from game.geometry.measure import group_distance, near_gaps, nearest_pair
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Point, bearing, corners
from game.kit.data import Named
from game.kit.front import facing_across
from game.kit.situation import in_order, on_table
from rulesets.ancient_battles.army import charts
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.data_files import DATA, Count
from rulesets.ancient_battles.field.blocks import block_of, bounds, far_off, formed, joined_to, middle, models, quads
from rulesets.ancient_battles.field.memory import settled, standing_so, tied
from rulesets.ancient_battles.measures import SLACK, inch, within

Rate = Literal["normal", "difficult", "very_difficult", "obstacle", "impassable"]


class Kind(Named, frozen=True, kw_only=True):
    """A kind of ground: what it does to movement, cover behind it, sight (a "wood": 2 inches), steps of height."""

    shape: Literal["area", "line"]
    rate: Rate
    cover: Literal["", "soft", "hard"] = ""
    sight: Literal["clear", "wood", "block"] = "clear"
    rise: Count = 0
    clauses: tuple[str, ...]


kinds = DATA.table("terrain.toml", "kind", Kind)
"""All kinds of ground by id."""


NOBODY: Mapping[str, int] = MappingProxyType({})
"""No unit of which other losses are thought than it has."""


@settled
def _places(view: State) -> dict[str, int]:
    """Every unit's place in the army lists."""
    return {u: k for k, u in enumerate(view.units)}


def place_in_list(view: State, unit: str) -> int:
    """A unit's place in the army lists: of several the lower decides where nobody chooses (WAB-S30, WAB-S37)."""
    return _places(view)[unit]


def count(view: State, unit: str) -> int:
    """Models of a unit on the table, joined characters not among them."""
    return len(view.bases_of(unit))


def host(view: State, character: str) -> str:
    """Unit that a character stands in, "" for a lone one."""
    mine = own(view, character)
    return mine.joined if mine.character else ""


def lone(view: State, unit: str) -> bool:
    """Whether this is a character on the table who stands in no unit (WAB-S27)."""
    mine = own(view, unit)
    return mine.character and not mine.joined and on_table(view, unit)


def suited(view: State, character: str, unit: str) -> bool:
    """Whether a character's mount fits a unit: mounted ones join cavalry, those on foot infantry (WAB-S27)."""
    return arm(view, unit) == arm(view, character)


characters_in = joined_to


@settled
def fielded(view: State, side: str = "") -> tuple[str, ...]:
    """Units and lone characters on the table (of a side), in the order of the army lists; joined characters not."""
    of = (u for u in view.units.values() if not side or u.side == side)
    return tuple(u.id for u in of if on_table(view, u.id) and not own(view, u.id).joined)


def foes(view: State, unit: str) -> tuple[str, ...]:
    """Enemy units and lone enemy characters on the table."""
    mine = view.units[unit].side
    return tuple(u for u in fielded(view) if view.units[u].side != mine)


def friends(view: State, unit: str) -> tuple[str, ...]:
    """Other units and lone characters of the same side on the table."""
    return tuple(u for u in fielded(view, view.units[unit].side) if u != unit)


def fleeing(view: State, unit: str) -> bool:
    """Whether a unit flees."""
    return own(view, unit).fleeing


def arm(view: State, unit: str) -> str:
    """Arm of service."""
    return profile(view, unit).row.arm


def is_infantry(view: State, unit: str) -> bool:
    """Whether a unit fights on foot."""
    return arm(view, unit) == "infantry"


def is_cavalry(view: State, unit: str) -> bool:
    """Whether a unit is cavalry."""
    return arm(view, unit) == "cavalry"


def is_chariots(view: State, unit: str) -> bool:
    """Whether a unit is light or heavy chariots."""
    return arm(view, unit) in ("light_chariot", "heavy_chariot")


def skirmishers(view: State, unit: str) -> bool:
    """Whether a unit is in skirmish order; characters are not."""
    mine = own(view, unit)
    return mine.order == "skirmish" and not mine.character


def loose(view: State, unit: str) -> bool:
    """Skirmishers and lone characters: they see all round, move freely and have only a front (WAB-S04, WAB-S07)."""
    return not formed(view, unit)


@standing_so(1)
def rate(view: State, unit: str) -> float:
    """Movement rate in mm after armour (Meff: WAB-ARM-14)."""
    return charts.movement_rate(profile(view, unit)).total


def models_left(view: State, unit: str, left: Mapping[str, int] = NOBODY) -> int:
    """Models of a unit, or as many as are thought to be ``left`` (forecasts)."""
    return left[unit] if unit in left else count(view, unit)


def strength(view: State, unit: str, left: Mapping[str, int] = NOBODY) -> int:
    """Unit strength, joined characters included (WAB-S23); of the models that are thought to be ``left``."""
    mine = (unit, *characters_in(view, unit))
    return sum(profile(view, who).arm.strength * models_left(view, who, left) for who in mine)


def at_half(view: State, unit: str, left: Mapping[str, int] = NOBODY) -> bool:
    """Whether at most half of the models that a unit started with are left (glossary); characters do not count."""
    return 2 * models_left(view, unit, left) <= own(view, unit).began


def frenzied(view: State, unit: str) -> bool:
    """Whether a unit is frenzied still (WAB-FRZ-06)."""
    return profile(view, unit).has("frenzy") and not own(view, unit).calm


def causes(view: State, unit: str, what: Literal["fear", "terror"]) -> bool:
    """Whether a unit causes Fear or Terror; whatever causes Terror causes Fear too (WAB-S28)."""
    model = profile(view, unit)
    return model.has("terror") or (what == "fear" and model.has("fear"))


def fears(view: State, unit: str, enemy: str) -> bool:
    """Whether a unit fears an enemy (WAB-S28, WAB-FRZ-05)."""
    if frenzied(view, unit) or not causes(view, enemy, "fear") or causes(view, unit, "terror"):
        return False
    return causes(view, enemy, "terror") or not causes(view, unit, "fear")


def terrified_by(view: State, unit: str, enemy: str) -> bool:
    """Whether a unit must test for the Terror of an enemy (WAB-TRR-02, WAB-S28, WAB-FRZ-05)."""
    return causes(view, enemy, "terror") and not frenzied(view, unit) and not causes(view, unit, "terror")


def hates(view: State, unit: str, enemy: str) -> bool:
    """Whether a unit hates an enemy; frenzy drowns it (WAB-R28)."""
    return profile(view, enemy).army in profile(view, unit).row.hates and not frenzied(view, unit)


def leader(view: State, side: str, what: Literal["general", "standard"]) -> str:
    """Id of the General or of the bearer of the battle standard on the table, "" if there is none."""
    borne = (u.id for u in view.units_of(side) if profile(view, u.id).row.character == what)
    return next((u for u in borne if on_table(view, u)), "")


general, bearer = partial(leader, what="general"), partial(leader, what="standard")
"""Id of the General, or of the bearer of the battle standard (WAB-R45), of a side on the table; "" if there is none."""


def leadership(view: State, unit: str) -> int:
    """A unit's own Leadership: the highest in it (WAB-S27)."""
    return max(profile(view, who).row.profile.ld for who in (unit, *characters_in(view, unit)))


SAME = 1e-6
"""mm by which distances may differ and still be the same."""


@standing_so(2)
def gap(view: State, a: str, b: str) -> float:
    """Distance between the footprints of two units (WAB-S02); 0 where they meet."""
    if b < a:  # it is as far the one way as the other, and measured once
        return gap(view, b, a)
    return min(_gaps(view, a, b))[0] if on_table(view, a) and on_table(view, b) else math.inf


@standing_so(2)
def _gaps(view: State, a: str, b: str) -> list[tuple[float, int, int]]:
    """The distances of what two units cover, part by part: those of the nearest parts."""
    return near_gaps(quads(view, a), quads(view, b), SAME)


@standing_so(2)
def closest(view: State, a: str, b: str) -> tuple[Point, Point]:
    """The ends of the shortest line between the footprints of two units."""
    pair = nearest_pair(quads(view, a), quads(view, b), same=SAME, gaps=_gaps(view, a, b))
    return pair.on_a, pair.on_b


def base_gap(view: State, base: str, unit: str) -> float:
    """Distance from one model to the nearest part of a unit (WAB-S27: the 12 inches of General and standard)."""
    found = view.bases[base]
    assert found.pose is not None
    return group_distance(corners(found.shape, found.pose)[None], quads(view, unit))


def units_within(view: State, unit: str, limit: float, among: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some units that stand within so many inches of a unit, in their order."""
    box, far = bounds(view, unit), inch(limit) + SAME
    maybe = (u for u in among if u != unit and not far_off(box, bounds(view, u), far))
    return tuple(u for u in maybe if within(gap(view, unit, u), limit))


def nearest(view: State, unit: str, among: tuple[str, ...]) -> str:
    """The nearest of some units; the lowest id of several (WAB-S37); "" of none."""
    return min(among, key=lambda u: (round(gap(view, unit, u), 3), place_in_list(view, u)), default="")


@standing_so(1)
def centre(view: State, unit: str) -> Point:
    """Middle of a unit: of its rectangle, or of the models of skirmishers."""
    if loose(view, unit) or own(view, unit).snake:
        return middle((p.x, p.y) for b in models(view, unit) if (p := view.bases[b].pose))
    pose = block_of(view, unit).centre
    return pose.x, pose.y


def front_centre(view: State, unit: str) -> Point:
    """Middle of the front edge; of skirmishers and lone characters the middle of the group (WAB-S04)."""
    if loose(view, unit):
        return centre(view, unit)
    front = block_of(view, unit).front
    return front.x, front.y


def facing_of(view: State, side: str) -> float:
    """Facing from a side's base line towards the enemy's; on a table with zones of its own, from zone to zone."""
    edge = view.sides[side].own.edge or side
    if view.own.zones:
        return facing_across(view.own.zones, edge, view.table)
    return 180.0 if edge == "north" else 0.0


def homeward(view: State, side: str) -> float:
    """Bearing towards a side's base line (WAB-S37)."""
    return (facing_of(view, side) + 180.0) % 360.0


def direction(view: State, start: Point, end: Point, side: str) -> float:
    """Bearing (degrees) from one point to another; towards the side's base line where they coincide (WAB-S37)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if math.hypot(dx, dy) <= SLACK:
        return homeward(view, side)
    return round(bearing(dx, dy), 3)


@tied
def opponents(view: State, unit: str) -> tuple[str, ...]:
    """Enemy units in contact with a unit, in the order of the army list."""
    found = {t.b if t.a == unit else t.a for t in view.ties.values() if t.kind == "contact" and unit in (t.a, t.b)}
    return in_order(view, (u for u in found if on_table(view, u)))


def engaged(view: State, unit: str) -> bool:
    """Whether a unit is in contact with an enemy; a joined character as his unit is."""
    return bool(opponents(view, host(view, unit) or unit))


of_land = Remembering(Grounds(lambda features, table: dict[Any, Any]()))
"""For functions of the terrain and of nothing else, worked out once for a table."""


@of_land
def land(view: State) -> tuple[tuple[str, str, Shape], ...]:
    """Terrain as (feature id, kind, geometry), in the order of the table."""
    rows = []
    for f in view.features.values():
        rows.append((f.id, f.kind, shapely.LineString(f.points) if f.line else shapely.Polygon(f.points)))
        shapely.prepare(rows[-1][2])
    return tuple(rows)


@of_land
def at_rate(view: State, rate: Rate) -> tuple[tuple[str, Shape], ...]:
    """Terrain of one rate of movement as (feature id, geometry), in the order of the table."""
    return tuple((name, shape) for name, kind, shape in land(view) if kinds()[kind].rate == rate)


def height_at(view: State, x: float, y: float) -> int:
    """Steps of height of the ground at a point (WAB-S26): the highest hill it lies on."""
    hills = ((rise, shape) for _, kind, shape in land(view) if (rise := kinds()[kind].rise))
    return max((rise for rise, shape in hills if shapely.intersects_xy(shape, x, y)), default=0)


@standing_so(1)
def height(view: State, unit: str) -> int:
    """Steps of height at a unit's middle."""
    return height_at(view, *centre(view, unit))


@standing_so(1)
def ground(view: State, unit: str) -> frozenset[str]:
    """Kinds of terrain that a unit's footprint touches; a bare touch of the edge is none."""
    shapes = [shapely.Polygon(q).buffer(-2.0 * SLACK) for q in quads(view, unit)]
    return frozenset(kind for _, kind, shape in land(view) if any(shapely.intersects(shape, s) for s in shapes))


def in_rough(view: State, unit: str) -> bool:
    """Whether a unit touches difficult or very difficult ground (WAB-S21)."""
    return any(kinds()[k].rate in ("difficult", "very_difficult") for k in ground(view, unit))


def off_table(view: State, points: Floats) -> bool:
    """Whether some points (..., 2) or the box of some (west, south, east, north) lie outside the table."""
    flat = points.reshape(-1, 2)
    low, high = flat.min(axis=0), flat.max(axis=0)
    return bool(min(low) < -SLACK or high[0] > view.table.width + SLACK or high[1] > view.table.depth + SLACK)


def all_corners(view: State, units: tuple[str, ...]) -> Floats:
    """Corners (n, 4, 2) of what some units cover."""
    found = [quads(view, u) for u in units]
    return np.concatenate(found) if found else np.empty((0, 4, 2))
