"""Defended, fortified, in the open (WMA-S15): held by a unit against one enemy unit, at a moment.

And the contact ties that this rests on: made when a unit moves into contact, cut when the two no longer touch.
WMA-SHT-07, WMA-CMB-06, WMA-DRV-03, WMA-R46, WMA-R49, WMA-R52, WMA-R54, WMA-S14, WMA-S15.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

import msgspec
import shapely
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.flow import Run
from game.engine.state import State, Tie
from game.engine.text import T, Text, Thing
from game.geometry.shapes import bounds
from rulesets.warmaster_ancients.data_types import Status
from rulesets.warmaster_ancients.field.facts import (
    between,
    counts_in,
    engaged_enemies,
    half,
    inside,
    stands,
    ties_between,
    touches,
)
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.measures import MEASURES, SAME, length
from rulesets.warmaster_ancients.own import ContactOwn

Moment = Literal["shot", "combat"]
NEAR = length("obstacle_near")


class Cover(msgspec.Struct, frozen=True):
    """The status of a unit against an enemy, the terrain that gives it ("" for none), a sentence for log and card."""

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
    if fort := _raised(view, unit, against, "fortified", None if tie is None else tie.in_fort):
        return Cover("fortified", fort, T("{unit}: behind {feature}", unit=Thing(unit), feature=Thing(fort)))
    if ground := _ground(view, unit):
        return Cover("defended", ground, T("{unit}: in {feature}", unit=Thing(unit), feature=Thing(ground)))
    if hill := _raised(view, unit, against, "defended", None if tie is None else tie.on_hill):
        return Cover("defended", hill, T("{unit}: on {feature}", unit=Thing(unit), feature=Thing(hill)))
    if wall := _wall(view, unit, against, tie):
        return Cover("defended", wall, T("{unit}: lining {feature}", unit=Thing(unit), feature=Thing(wall)))
    return Cover("open", "", T("{unit}: no cover", unit=Thing(unit)))


def _tie(view: State, unit: str, against: str) -> ContactOwn | None:
    """What the last tie tells of the move by which ``against`` came to touch ``unit``; None where no move did."""
    found: list[ContactOwn] = [t.own for t in ties_between(view, unit, against) if t.b == unit]
    return found[-1] if found and found[-1].how else None


def _raised(view: State, unit: str, against: str, protection: Status, outside: tuple[str, ...] | None) -> str:
    """The fortification or hill that holds at least half of a unit's stands, and fewer than half of the enemy's.

    ``outside`` are those on which fewer than half of these stood before their move; None where they stand still.
    """
    held = (f for f in board(view).land.of_protection(protection, "outside") if inside(view, unit, f))
    if outside is None:
        return next((f for f in held if not inside(view, against, f)), "")
    return next((f for f in held if f in outside), "")


def _ground(view: State, unit: str) -> str:
    """The wood, ruins or buildings in which at least half of the stands have their centre, counted together."""
    held = counts_in(view, unit)
    kinds = [f for f in board(view).land.of_protection("defended", "any") if f in held]
    return max(kinds, key=held.__getitem__) if _half_on(view, unit, kinds) else ""


def _half_on(view: State, unit: str, features: Collection[str]) -> bool:
    """Whether at least half of a unit's stands have their centre on one of some features."""
    here = board(view)
    rows = here.rows(unit).tolist()
    return half(sum(any(f in features for f in here.under_centres[row]) for row in rows), len(rows))


def _wall(view: State, unit: str, against: str, tie: ContactOwn | None) -> str:
    near = walls_near(view, unit)
    if near and tie is not None:
        return near[0] if tie.across else ""
    return crossed_wall(view, unit, against, near) if near else ""


def walls_near(view: State, unit: str) -> list[str]:
    """Low obstacles within 1 cm of a unit's stands, in the order of the terrain (WMA-S15)."""
    here = board(view)
    rows, terrain = here.rows(unit), here.land.terrain
    lines = here.land.walls_about(bounds(here.corners[rows]), NEAR + 1.0) if len(rows) else []
    if not lines:
        return []
    outlines = here.scene.bases.outlines(rows)
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
    kinds = board(view).land.kind
    return _half_on(view, unit, [f for f in kinds if kinds[f].difficult])


def met(
    view: State,
    mover: str,
    enemies: Iterable[str],
    how: Literal["charge", "pursuit", "advance"],
    *,
    impetus: float | None = None,
    volley: int = 0,
    shot_by: str = "",
) -> dict[str, ContactOwn]:
    """What contact ties must hold of the mover's place, taken at the start of its move, by enemy reached (WMA-S15).

    ``impetus`` is how far (mm) the pursued was forced back (WMA-MOD-04), ``volley`` casualties that ``shot_by`` dealt.
    """
    land, mine, total = board(view).land, counts_in(view, mover), len(stands(view, mover))
    hills, forts = (land.of_protection(status, "outside") for status in ("defended", "fortified"))

    def own(enemy: str) -> ContactOwn:
        outside = [f for f in counts_in(view, enemy) if not half(mine.get(f, 0), total)]
        near = walls_near(view, enemy)
        made = ContactOwn(
            how=how,
            on_hill=tuple(f for f in outside if f in hills),
            in_fort=tuple(f for f in outside if f in forts),
            across=bool(near) and bool(crossed_wall(view, enemy, mover, near)),
            volley=volley if enemy == shot_by else 0,
            turn=view.own.turn,
        )
        return made if impetus is None else replace(made, impetus=impetus)

    return {enemy: own(enemy) for enemy in enemies}


def sheltered(view: State, unit: str) -> bool:
    """Whether a unit is defended or fortified against every enemy unit it touches (WMA-R34)."""
    enemies = engaged_enemies(view, unit)
    return bool(enemies) and all(cover(view, unit, e, "combat").status != "open" for e in enemies)


def made_contact(run: Run, mover: str, found: dict[str, ContactOwn]) -> tuple[ev.AddTie, ...]:
    """Changes that tie a mover to the enemies it has come to touch."""
    return tuple(ev.AddTie(Tie(run.new_id("contact"), "contact", mover, enemy, own)) for enemy, own in found.items())


def cut_contacts(run: Run, moved: Iterable[str] = ()) -> None:
    """Drop the ties of units that no longer touch.

    A unit of ``moved`` has given up the ground it was attacked on: from where its enemies came no longer matters, and
    its cover is looked up as they stand now (WMA-S15).
    """
    ties = [t for t in run.state.ties.values() if t.kind == "contact"]
    kept = [t for t in ties if touches(run.state, t.a, t.b)]
    changes: list[ev.Change] = [ev.Untie(t.id) for t in ties if t not in kept]
    changes += [own_field("tie", t.id, how="") for u in moved for t in kept if t.b == u and t.own.how]
    if changes:
        run.emit("contacts_end", "flow", None, *changes, clauses=("WMA-S15",))
