"""Victory points and the end of the battle (WAB-S31, WAB-S32)."""

from __future__ import annotations

import math

from game.engine.changes import own_field
from game.engine.decision import Sum
from game.engine.endings import battle_ends, points_of
from game.engine.flow import Run
from game.engine.frames import turns
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from game.kit import situation
from game.kit.shown.words import about
from game.kit.sums import Row, sum_of
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import facts

LEADER = NUMBERS.leader_lost.value
"""Points for the General, and for the battle standard, beside their own (WAB-S32)."""
MINOR, MAJOR = NUMBERS.minor_victory.value, NUMBERS.major_victory.value
"""Differences of points from which a victory is minor and major (WAB-S32)."""


def present(view: State, unit: str) -> bool:
    """Whether a unit is not lost: on the table, off it in pursuit (WAB-S15), or never placed for want of room."""
    return any(view.bases[b].where in ("table", "off", "reserve") for b in view.units[unit].bases)


def fights_on(view: State, unit: str) -> bool:
    """Whether a unit is still in the battle: who found no room in his zone is not lost, but takes no part (WAB-S31)."""
    off = own(view, unit).off_at is not None
    where = ("table", "off", "reserve") if off else ("table", "reserve")
    return any(view.bases[b].where in where for b in view.units[unit].bases)


def worth(view: State, unit: str) -> int:
    """Points that the enemy has for a unit as it stands now: all, half (rounded up), none (WAB-S32)."""
    points = profile(view, unit).row.points
    mine = own(view, unit)
    if not present(view, unit) or _runs(view, unit):
        return points
    if not mine.character and situation.on_table(view, unit) and facts.at_half(view, unit):
        return math.ceil(points / 2)
    return 0


def score(view: State, side: str) -> Sum:
    """The victory points of a side, unit by unit (WAB-S32)."""
    rows: list[Row] = []
    for enemy in view.units_of(other_sides(view, side)[0]):
        points = worth(view, enemy.id)
        if points:
            rows.append((_why(view, enemy.id), float(points), "WAB-S32"))
        lead = profile(view, enemy.id).row.character
        if lead in ("general", "standard") and (not present(view, enemy.id) or _runs(view, enemy.id)):
            name = T("General lost") if lead == "general" else T("Battle standard lost")
            rows.append((name, float(LEADER), "WAB-S32"))
    return sum_of(T("Points of {side}", side=Thing(side)), rows)


def _runs(view: State, unit: str) -> bool:
    """Whether a unit flees, or a character with the unit he stands in."""
    mine = own(view, unit)
    return mine.fleeing or bool(mine.joined and own(view, mine.joined).fleeing)


def _why(view: State, unit: str) -> Text:
    if not present(view, unit):
        return T("{unit}: destroyed or fled", unit=Thing(unit))
    return about(T("{unit}: fleeing") if _runs(view, unit) else T("{unit}: half strength or less"), unit)


def grade(difference: int) -> Text:
    """What a difference of points is called."""
    if difference < MINOR:
        return T("a draw")
    return T("a minor victory") if difference < MAJOR else T("a major victory")


def swept(view: State) -> bool:
    """Whether a side has nobody left in the battle, on the table or off it in pursuit."""
    return any(not any(fights_on(view, u.id) for u in view.units_of(side)) for side in view.sides)


def settle(run: Run) -> bool:
    """Look at the end of a player turn whether the battle is over, and say how it ended (WAB-S31, WAB-S32)."""
    state = run.state
    late = turns.fought_out(state)
    if not late and not swept(state):
        return False
    sums = {side: score(state, side) for side in state.sides}
    points = points_of(sums)
    more, less = max(points.values()), min(points.values())
    winner = next(side for side in state.sides if points[side] == more) if more - less >= MINOR else ""
    why = T("A draw: {more} points to {less}", more=more, less=less)
    if winner:
        told = {"winner": Thing(winner), "grade": grade(more - less), "more": more, "less": less}
        why = T("{winner}: {grade}, {more} points to {less}", **told)
    battle_ends(run, winner, why, sums, ("WAB-S31", "WAB-S32"), own_field("state", "", phase="over"))
    return True
