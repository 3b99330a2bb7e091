"""Since you last decided: what befell a side while others acted, worst first, and what everybody has lost."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from game.client.battle.recap import answered, last_answer
from game.client.theatre import script
from game.engine import command as cmd
from game.engine.event import Event, SetPose
from game.engine.session import Line, Session
from game.engine.state import State
from game.geometry.shapes import forward

Point = tuple[float, float]
Lost = tuple[int, int]
"""Units and bases."""

MOST = 3
"""How many rows there are at most."""
WORTH_UNIT, WORTH_BROKEN, WORTH_BASE, WORTH_HIT, WORTH_WAY = 1000.0, 300.0, 60.0, 20.0, 10.0
"""How bad it is to lose a unit, to break, to lose a base, to be hit once, to give way."""
GENERAL = 5000.0
AWAY = 5.0
"""mm from which on a unit has been moved."""


@dataclass
class Befallen:
    """What befell one unit.

    Attributes
    ----------
    lost
        Whether nothing of it is left.
    bases, hits
        How many of its bases and lives it lost, and how often it was hit.
    away
        mm by which others moved it.
    at
        The worst event: its line and number in the line.
    place
        Where it happened, or stands now, mm.
    """

    unit: str
    at: tuple[int, int] = (-1, -1)
    event: Event | None = None
    lost: bool = False
    general: bool = False
    broken: bool = False
    bases: int = 0
    hits: int = 0
    away: float = 0.0
    place: Point | None = None
    _worst: float = -1.0

    @property
    def worth(self) -> float:
        """How bad it was."""
        return (
            GENERAL * self.general
            + WORTH_UNIT * self.lost
            + WORTH_BROKEN * self.broken
            + WORTH_BASE * self.bases
            + WORTH_HIT * self.hits
            + (WORTH_WAY + self.away / 100.0 if self.away > AWAY else 0.0)
        )

    def by(self, event: Event, at: tuple[int, int], weight: float) -> None:
        """Something befell it: of what weighs the same the last counts."""
        if weight > 0 and weight >= self._worst and event.text is not None:
            self._worst, self.event, self.at = weight, event, at


@dataclass(frozen=True)
class Since:
    """All of it.

    Attributes
    ----------
    start
        The line of the side's last answer.
    told
        How many things happened since that are told of.
    rows
        What befell its units, worst first, three at most.
    now, ever
        By side what was lost since then, and in all.
    """

    start: int
    told: int
    rows: tuple[Befallen, ...]
    now: dict[str, Lost] = field(default_factory=dict)
    ever: dict[str, Lost] = field(default_factory=dict)


def lost_of(state: State) -> dict[str, Lost]:
    """By side how many units and bases have been lost in all."""
    out = dict.fromkeys(state.sides, (0, 0))
    for unit in state.units.values():
        solid = [state.bases[b] for b in unit.bases if b in state.bases and state.bases[b].solid]
        gone = sum(b.where == "gone" for b in solid)
        if unit.side in out and gone:
            units, bases = out[unit.side]
            out[unit.side] = (units + (gone == len(solid)), bases + gone)
    return out


def since_last(session: Session, side: str, sees: Callable[[Event], bool]) -> Since | None:
    """What happened since a side's last answer; None where nobody else has acted, or nothing befell the side.

    Parameters
    ----------
    sees
        Whether the side may know of an event.
    """
    start = last_answer(session, side)
    lines = session.lines[start + 1 :]
    if not start or any(isinstance(line.command, cmd.Undo) for line in lines):
        return None
    if not any(isinstance(line.command, cmd.Answering) and not answered(line.command, side) for line in lines):
        return None
    before, after = session.lines[start].state, session.state
    table = script.script_of(after.ruleset)
    found: dict[str, Befallen] = {}
    told, state = 0, before
    for n, line in enumerate(lines, start + 1):
        for k, event in enumerate(line.events):
            if sees(event):
                told += event.text is not None
                _note(found, event, (n, k), state, side, table)
        state = line.state
    for one in found.values():
        _settle(one, before, after, session.lines)
    rows = sorted((b for b in found.values() if b.worth > 0 and b.event is not None), key=lambda b: -b.worth)
    if not rows:
        return None
    ever, then = lost_of(after), lost_of(before)
    now = {s: (units - then[s][0], bases - then[s][1]) for s, (units, bases) in ever.items()}
    return Since(start, told, tuple(rows[:MOST]), now, ever)


def _note(
    found: dict[str, Befallen], event: Event, at: tuple[int, int], state: State, side: str, table: script.Script
) -> None:
    """What an event did to units of the side."""
    kind = script.kind_of(event, table)
    moved = [c for c in event.changes if isinstance(c, SetPose)]
    hit = [c.base for c in moved if c.where == "gone"]
    struck = _unit(state, event.about[0]) if event.about else ""
    for unit in dict.fromkeys([struck, *(_unit(state, c.base) for c in moved)]):
        if unit not in state.units or state.units[unit].side != side:
            continue
        one = found.setdefault(unit, Befallen(unit))
        mine = [b for b in hit if state.bases[b].unit == unit]
        number = script.number_of(event, table) if unit == struck else 0
        weight = WORTH_BASE * len(mine) + WORTH_HIT * number
        one.hits += number
        if unit == struck and kind in ("lost", "broken", "general"):
            one.broken |= kind == "broken"
            one.general |= kind == "general"
            weight += WORTH_UNIT
        far = _far(state, moved, unit)
        if far > AWAY and not mine and event.family != "place":
            one.away += far
            weight += WORTH_WAY
        one.by(event, at, weight)


def _unit(state: State, thing: str) -> str:
    return state.bases[thing].unit if thing in state.bases else thing


def _far(state: State, moved: list[SetPose], unit: str) -> float:
    """How far a unit was moved that did not go ahead, mm: one that goes ahead does so by its own will."""
    far = 0.0
    for c in moved:
        base = state.bases.get(c.base)
        if base is None or base.unit != unit or base.pose is None or c.pose is None or c.where != "table":
            continue
        (fx, fy), dx, dy = forward(base.pose.facing), c.pose.x - base.pose.x, c.pose.y - base.pose.y
        if dx * fx + dy * fy < 0.0:
            far = max(far, math.hypot(dx, dy))
    return far


def _settle(one: Befallen, before: State, after: State, lines: list[Line]) -> None:
    """What is left of a unit, and where it stands or fell."""
    unit = after.units.get(one.unit)
    solid = [b for b in unit.bases if b in after.bases and after.bases[b].solid] if unit is not None else []
    gone = [b for b in solid if after.bases[b].where == "gone"]
    had = [b for b in gone if b in before.bases and before.bases[b].where == "gone"]
    one.bases = len(gone) - len(had)
    one.lost = bool(solid) and len(gone) == len(solid) and one.bases > 0
    state = lines[one.at[0] - 1].state if one.lost and one.at[0] > 0 else after
    poses = [b.pose for b in state.bases_of(one.unit) if b.pose is not None] if one.unit in state.units else []
    poses = poses or [b.pose for b in before.bases_of(one.unit) if b.pose is not None]
    if poses:
        one.place = (sum(p.x for p in poses) / len(poses), sum(p.y for p in poses) / len(poses))
