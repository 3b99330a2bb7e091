"""Defended, fortified, in the open (WMA-S15): held by a unit against one enemy unit, at a moment.

WMA-SHT-07, WMA-CMB-06, WMA-DRV-03, WMA-R49, WMA-R52, WMA-R54, WMA-S14, WMA-S15.
"""

from __future__ import annotations

from typing import Literal

import msgspec
import shapely

from game.engine.state import State, Tie
from game.engine.text import T, Text, Thing
from rulesets.warmaster_ancients.data_types import Status
from rulesets.warmaster_ancients.field.facts import between, counts_in, half, in_difficult, stands, ties_between
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.measures import MEASURES, SAME, length
from rulesets.warmaster_ancients.own import ContactOwn

Moment = Literal["shot", "combat"]
NEAR = length("obstacle_near")


class Cover(msgspec.Struct, frozen=True):
    """The status of a unit against an enemy, and what it owes it to.

    Attributes
    ----------
    status
        "open", "defended" or "fortified".
    feature
        Id of the terrain that gives it, or "".
    text
        A sentence for the log and the card.
    """

    status: Status
    feature: str
    text: Text
    clause: str = "WMA-S15"


def cover(view: State, unit: str, against: str, moment: Moment) -> Cover:
    """The status of a unit against an enemy unit at a shot, or in a round of combat (WMA-S15).

    In combat the enemy's place is the one before the move that brought the two together, as the contact tie holds it;
    a unit that attacked this turn has no cover.
    """
    if moment == "combat" and view.units[unit].own.attacked:
        return Cover("open", "", T("{unit} attacked this turn", unit=Thing(unit)))
    tie = _tie(view, unit, against) if moment == "combat" else None
    fort = _fort(view, unit, against, tie)
    if fort:
        return Cover("fortified", fort, T("{unit}: behind {feature}", unit=Thing(unit), feature=Thing(fort)))
    ground = _ground(view, unit)
    if ground:
        return Cover("defended", ground, T("{unit}: in {feature}", unit=Thing(unit), feature=Thing(ground)))
    hill = _hill(view, unit, against, tie)
    if hill:
        return Cover("defended", hill, T("{unit}: on {feature}", unit=Thing(unit), feature=Thing(hill)))
    wall = _wall(view, unit, against, tie)
    if wall:
        return Cover("defended", wall, T("{unit}: lining {feature}", unit=Thing(unit), feature=Thing(wall)))
    return Cover("open", "", T("{unit}: no cover", unit=Thing(unit)))


def _tie(view: State, unit: str, against: str) -> ContactOwn | None:
    """What the last tie tells of the move by which ``against`` came to touch ``unit``; None where no move did."""
    found: list[Tie] = [t for t in ties_between(view, unit, against) if t.b == unit]
    if not found or not found[-1].own.how:
        return None
    own = found[-1].own
    assert isinstance(own, ContactOwn)
    return own


def _outside(view: State, feature: str, against: str, recorded: tuple[str, ...] | None) -> bool:
    """Whether fewer than half of the enemy's stands have (or had, before their move) their centre on a feature."""
    if recorded is not None:
        return feature in recorded
    return not half(counts_in(view, against).get(feature, 0), len(stands(view, against)))


def _fort(view: State, unit: str, against: str, tie: ContactOwn | None) -> str:
    recorded = None if tie is None else tie.in_fort
    inside, total = counts_in(view, unit), len(stands(view, unit))
    for feature in board(view).land.of_protection("fortified", "outside"):
        if half(inside.get(feature, 0), total) and _outside(view, feature, against, recorded):
            return feature
    return ""


def _ground(view: State, unit: str) -> str:
    """The wood, ruins or buildings in which at least half of the stands have their centre, counted together."""
    inside, total = counts_in(view, unit), len(stands(view, unit))
    here = board(view)
    kinds = [f for f in here.land.of_protection("defended", "any") if f in inside]
    if not kinds:
        return ""
    count = sum(1 for row in here.rows(unit).tolist() if any(f in here.under_centres[row] for f in kinds))
    return max(kinds, key=lambda f: inside[f]) if half(count, total) else ""


def _hill(view: State, unit: str, against: str, tie: ContactOwn | None) -> str:
    recorded = None if tie is None else tie.on_hill
    inside, total = counts_in(view, unit), len(stands(view, unit))
    for feature in board(view).land.of_protection("defended", "outside"):
        if half(inside.get(feature, 0), total) and _outside(view, feature, against, recorded):
            return feature
    return ""


def _wall(view: State, unit: str, against: str, tie: ContactOwn | None) -> str:
    near = walls_near(view, unit)
    if not near:
        return ""
    if tie is not None:
        return near[0] if tie.across else ""
    return crossed_wall(view, unit, against, near)


def walls_near(view: State, unit: str) -> list[str]:
    """Low obstacles within 1 cm of a unit's stands, in the order of the terrain (WMA-S15)."""
    here = board(view)
    lines = here.land.of_protection("defended", "across")
    if not lines:
        return []
    outlines = here.scene.bases.polygons[here.rows(unit)]
    terrain = here.land.terrain
    return [f for f in lines if MEASURES.within(float(shapely.distance(outlines, terrain.geometry(f)).min()), NEAR)]


def crossed_wall(view: State, unit: str, against: str, walls: list[str]) -> str:
    """The first of some low obstacles that the shortest line between two units crosses or ends on, or ""."""
    terrain = board(view).land.terrain
    way = between(view, unit, against)
    line = shapely.Point(way.a) if way.a == way.b else shapely.LineString((way.a, way.b))
    return next((f for f in walls if float(shapely.distance(line, terrain.geometry(f))) <= SAME), "")


def in_the_open(view: State, unit: str, against: str) -> bool:
    """Whether a unit is in the open for the charge bonus of an enemy (WMA-MOD-01, WMA-S15).

    Neither defended nor fortified against it, and fewer than half of its stands with their centre on difficult ground.
    """
    return cover(view, unit, against, "combat").status == "open" and not on_difficult_ground(view, unit)


def on_difficult_ground(view: State, unit: str) -> bool:
    """Whether at least half of a unit's stands have their centre on difficult ground."""
    here = board(view)
    rows = here.rows(unit).tolist()
    count = sum(1 for row in rows if any(here.land.kind[f].difficult for f in here.under_centres[row]))
    return half(count, len(rows))


def in_the_open_if_charged(view: State, unit: str, by: str) -> bool:
    """Whether a unit would be in the open against a charger that starts from where it stands now: for odds."""
    if view.units[unit].own.attacked:
        return not on_difficult_ground(view, unit)
    return cover(view, unit, by, "shot").status == "open" and not on_difficult_ground(view, unit)


def contact_own(
    view: State, mover: str, target: str, how: Literal["charge", "pursuit", "advance"], volley: int = 0, turn: int = 0
) -> ContactOwn:
    """What a contact tie must hold of the mover's place, taken at the start of its move (WMA-S15)."""
    land = board(view).land
    held, mine, total = counts_in(view, target), counts_in(view, mover), len(stands(view, mover))
    outside = [f for f in held if not half(mine.get(f, 0), total)]
    near = walls_near(view, target)
    return ContactOwn(
        how=how,
        on_hill=tuple(f for f in outside if f in land.of_protection("defended", "outside")),
        in_fort=tuple(f for f in outside if f in land.of_protection("fortified", "outside")),
        across=bool(near) and bool(crossed_wall(view, target, mover, near)),
        volley=volley,
        turn=turn,
    )


def sheltered(view: State, unit: str) -> bool:
    """Whether a unit is defended or fortified against every enemy unit it touches (WMA-R34)."""
    enemies = tuple(board(view).touched.get(unit, ()))
    return bool(enemies) and all(cover(view, unit, e, "combat").status != "open" for e in enemies)


__all__ = [
    "Cover",
    "Moment",
    "contact_own",
    "cover",
    "crossed_wall",
    "in_difficult",
    "in_the_open",
    "in_the_open_if_charged",
    "on_difficult_ground",
    "sheltered",
    "walls_near",
]
