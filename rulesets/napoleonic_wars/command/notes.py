"""What a side keeps to itself of its orders: game orders, couriers, reports, where generals go (NAP-S05, NAP-S06).

All of it lies in the side's secret as notes, under keys that are made here alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.fields import Count, Mm, PointMm, UnitId
from game.engine.state import State
from rulesets.napoleonic_wars.own import Track

GameKind = Literal["move", "attack", "hold", "support", "screen", "retire"]
Beside = Literal["", "ahead", "behind", "left", "right"]
S = TypeVar("S", bound=msgspec.Struct)


class GameOrder(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game order: what a body is to do in the battle (NAP-ORD-01, NAP-S06).

    Attributes
    ----------
    route
        Points (mm) that it goes by, at most four; the last one may be an own unit or an enemy (``towards``).
    feature, beside, gap
        The objective: a piece of terrain, or a place beside the unit in ``towards``, so many mm from it.
    pace
        "normal" or "double".
    targets
        Priority targets in their order, at most three (NAP-ORD-09).
    supported
        The unit that it supports or screens.
    firmly
        A clear order to hold (NAP-MRE-09).
    by, since
        The general who gave it, and the move from which it may be followed (NAP-R23).
    place
        Where the centre of the body was when it took effect (mm).
    moved_to
        Of who holds: where it would be now had nothing but marches counted (mm): results, answers to charges and
        changes of formation have brought it there, and it may take that for its place (NAP-S73 (4)).
    passed
        Points of the route that it has passed.
    seen_at
        Where the enemy in ``towards`` was seen last (mm).
    used
        Carried out: it is to hold where it is (NAP-ORD-04).
    """

    kind: GameKind = "hold"
    route: tuple[PointMm, ...] = ()
    towards: UnitId = ""
    feature: str = ""
    beside: Beside = ""
    gap: Mm = 0.0
    pace: Literal["normal", "double"] = "normal"
    targets: tuple[UnitId, ...] = ()
    supported: UnitId = ""
    firmly: bool = False
    by: UnitId = ""
    since: Count = 0
    place: PointMm = (0.0, 0.0)
    moved_to: PointMm | None = None
    passed: Count = 0
    seen_at: PointMm | None = None
    used: bool = False


class Courier(msgspec.Struct, frozen=True, omit_defaults=True):
    """A courier on his way (NAP-GEN-01, NAP-S22).

    Attributes
    ----------
    to, at, sent
        To whom he rides; where he is (mm); in which move he was sent.
    by
        The general who sent him, "" where it was a unit or somebody who has fallen.
    order
        The game order that he brings.
    lost
        The general whose loss he reports to a superior (NAP-CMD-08).
    news
        The general of whose appointment he tells (NAP-CMD-11).
    passed, busy
        Obstacles that he has begun to cross, and the part of a move that the last of them still takes.
    """

    to: UnitId
    at: PointMm
    sent: Count
    order: GameOrder | None = None
    news: UnitId = ""
    by: UnitId = ""
    lost: UnitId = ""
    passed: tuple[str, ...] = ()
    busy: float = 0.0


class Lost(msgspec.Struct, frozen=True, omit_defaults=True):
    """A general who was lost, as his side has it (NAP-CMD-08, NAP-S93).

    Attributes
    ----------
    move
        In which move.
    at, facing, size
        Where his base was at that moment: its middle, where it faced, width and depth (mm, degrees); None where that is
        not known.
    told
        The officer who has the report, and the move in which it reached him: ``since``.
    """

    move: Count
    at: PointMm | None = None
    facing: float = 0.0
    size: tuple[Mm, Mm] = (0.0, 0.0)
    told: UnitId = ""
    since: Count = 0


def _read(view: State, side: str, key: str, kind: type[S]) -> S | None:
    secret = view.secret.get(side)
    note = secret.notes.get(key) if secret is not None else None
    return None if note is None else msgspec.convert(note, kind)


def side_of(view: State, body: str) -> str:
    """Whose a body is, hidden or not; "" where the view does not know of it."""
    unit = view.units.get(body)
    if unit is not None:
        return unit.side
    return next((s for s, secret in view.secret.items() if body in secret.units), "")


def order_of(view: State, body: str) -> GameOrder:
    """The game order in force; to hold where it has none. A part follows the order of its unit, from its own place.

    Sub-groups that are not detached and led horses have none of their own (NAP-R143, NAP-S94).
    """
    keeper = keeper_of(view, body)
    found = _read(view, side_of(view, body), f"order {keeper}", GameOrder) or GameOrder()
    place = kept(view, body, PLACE) if keeper != body else None
    return found if place is None else replace(found, place=(place[0], place[1]))


PLACE = "place"
"""Under what it is noted where a part of a unit was when the order took effect, or whither it was sent out."""


def keeper_of(view: State, body: str) -> str:
    """The body whose game order a body follows: its own, or that of its unit (NAP-S94)."""
    unit = view.units.get(body)
    return unit.parent if unit is not None and unit.parent and not unit.own.detachment else body


def has_order(view: State, body: str) -> bool:
    """Whether a body has a game order at all, its own or its unit's."""
    return _read(view, side_of(view, body), f"order {keeper_of(view, body)}", GameOrder) is not None


def placed(state: State, body: str, place: PointMm) -> ev.Change:
    """The change that notes the place of a part of a unit, to which an order to hold binds it (NAP-S94)."""
    return noted(state, side_of(state, body), f"{PLACE} {body}", place)


def coming(view: State, body: str) -> GameOrder | None:
    """The game order that is being taken in (NAP-ORD-06)."""
    return _read(view, side_of(view, body), f"coming {body}", GameOrder)


def couriers(view: State, side: str) -> dict[str, Courier]:
    """The couriers of a side, by their keys."""
    secret = view.secret.get(side)
    notes = secret.notes if secret is not None else {}
    return {key: msgspec.convert(note, Courier) for key, note in notes.items() if key.startswith("courier ")}


def losses(view: State, side: str) -> dict[str, Lost]:
    """The generals of a side whose loss is not made good yet, by their ids."""
    secret = view.secret.get(side)
    notes = secret.notes if secret is not None else {}
    return {key.removeprefix("lost "): msgspec.convert(n, Lost) for key, n in notes.items() if key.startswith("lost ")}


def lose(state: State, general: str, lost: Lost | None) -> ev.Change:
    """The change that keeps the loss of a general; None when it is made good."""
    return noted(state, side_of(state, general), f"lost {general}", lost)


def heard(state: State, general: str, who: str, move: int | None) -> ev.Change:
    """The change that keeps in which move the news of a general's appointment reached somebody; None forgets it."""
    return noted(state, side_of(state, general), f"heard {general} {who}", move)


def hearers(view: State, general: str) -> dict[str, int]:
    """Whom the news of a general's appointment has reached, and in which move."""
    secret, key = view.secret.get(side_of(view, general)), f"heard {general} "
    notes = secret.notes if secret is not None else {}
    return {note.removeprefix(key): int(move) for note, move in notes.items() if note.startswith(key)}


def kept(view: State, body: str, key: str) -> Any:
    """What is noted of a body under a key; None for nothing."""
    secret = view.secret.get(side_of(view, body))
    return None if secret is None else secret.notes.get(f"{key} {body}")


def with_key(view: State, key: str) -> tuple[str, ...]:
    """The bodies of which something is noted under a key."""
    found = (note for secret in view.secret.values() for note in secret.notes)
    return tuple(note.removeprefix(f"{key} ") for note in found if note.startswith(f"{key} "))


def line_of(view: State, body: str, quarter: int = 4, *, since: int = 0) -> tuple[dict[str, Any], ...]:
    """What a body was ordered for this move, as the maps of its line; nothing: it stands and fires (NAP-S05).

    The line of its sheet, 0, and what was entered for the quarters after it, where that is played (NAP-S77).
    """
    parts = (kept(view, body, line_key(k)) for k in range(since, quarter + 1))
    return tuple(act for part in parts for act in part or ())


def line_key(quarter: int) -> str:
    """The key of a body's line: that of the sheet, or of a quarter (1 to 4)."""
    return f"quarter {quarter}" if quarter else "line"


def lined(state: State, body: str, line: Sequence[Mapping[str, Any]] | None, quarter: int = 0) -> ev.Change:
    """The change that keeps what a body was ordered for this move, or for a quarter of it."""
    told = None if line is None else [dict(act) for act in line]
    return noted(state, side_of(state, body), f"{line_key(quarter)} {body}", told)


def freed(state: State, body: str) -> ev.Change:
    """The change that keeps that the line of a body takes it to safety before it reforms (NAP-DIS-13)."""
    return noted(state, side_of(state, body), f"freed {body}", True)


def is_freed(view: State, body: str) -> bool:
    """Whether a body goes to safety in this move before it reforms (NAP-DIS-13)."""
    return bool(kept(view, body, "freed"))


def kept_track(state: State, body: str, track: Track | None) -> ev.Change:
    """The change that keeps the way of a body that not all may see; None forgets it (NAP-S41, NAP-S37)."""
    return noted(state, side_of(state, body), f"track {body}", track)


def tracks(view: State) -> dict[str, Track]:
    """The ways of this move that the view knows of, those of hidden bodies among them."""
    hidden = {body: msgspec.convert(kept(view, body, "track"), Track) for body in with_key(view, "track")}
    return {**hidden, **view.own.tracks}


def of_the_move(state: State) -> list[ev.Change]:
    """The changes that forget what was noted for one move: ways, who goes to safety, what was entered for quarters."""
    found = ((side, key) for side, secret in state.secret.items() for key in secret.notes)
    return [noted(state, side, key, None) for side, key in found if key.startswith(("track ", "quarter ", "freed "))]


def noted(state: State, side: str, key: str, value: Any) -> ev.Change:
    """The change that writes a note into a side's secret; None rubs it out."""
    told = msgspec.to_builtins(value) if isinstance(value, msgspec.Struct) else value
    return ev.SetField("note", side, key, told)


def ordered(state: State, body: str, order: GameOrder | None, *, taken_in: bool = True) -> ev.Change:
    """The change that gives a body a game order, or one still to be taken in."""
    return noted(state, side_of(state, body), f"{'order' if taken_in else 'coming'} {body}", order)


def used_up(order: GameOrder, place: PointMm) -> GameOrder:
    """The same order carried out: to hold at the place of that moment (NAP-ORD-04, NAP-S73 (7))."""
    return replace(order, used=True, place=place)
