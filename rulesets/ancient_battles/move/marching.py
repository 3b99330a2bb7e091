"""In which ways a unit may move in step 5, how far, and why not: normal, march, fast march, reform, disengage.

WAB-MAR-01 to WAB-MAR-04, WAB-FMR-01 to WAB-FMR-05, WAB-FRM-08, WAB-RAL-05, WAB-R12, WAB-R13, WAB-R31, WAB-R37, WAB-S13,
WAB-S16.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.kit import situation
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of, formed
from rulesets.ancient_battles.field.board import settled
from rulesets.ancient_battles.measures import inch

Mode = Literal["normal", "march", "fast_march", "reform", "disengage", "free"]
NEAR = NUMBERS.march_near.value
"""Inches within which enemies forbid a march (WAB-MAR-03, WAB-FMR-04)."""
MARCH, LONE_MARCH = NUMBERS.march_rate.value, NUMBERS.lone_march_rate.value
FAST = NUMBERS.fast_march_rate.value
"""Times the movement rate (WAB-MAR-02, WAB-R31, WAB-FMR-03)."""
BACK_OFF = 0.5
"""Inches by which a move is shortened until it ends clear of those it passes through."""
COLUMN = NUMBERS.column.value
"""Widest frontage of a march column (WAB-S13)."""


class Near(NamedTuple):
    """Enemies within 8 inches: those that forbid a march, and those that it may ignore (WAB-MAR-03, WAB-R13)."""

    forbid: tuple[str, ...]
    ignored: tuple[str, ...]


def allowance(view: State, unit: str, mode: str) -> float:
    """How far (mm) a unit may go in a mode."""
    rate = facts.rate(view, unit)
    if mode == "march":
        return rate * (LONE_MARCH if own(view, unit).character else MARCH)
    if mode == "fast_march":
        return rate * FAST
    return 0.0 if mode == "reform" else rate


@settled
def enemies_near(view: State, unit: str) -> Near:
    """The enemies within 8 inches of a unit as it is about to march."""
    riders = facts.is_cavalry(view, unit) or facts.is_chariots(view, unit)

    def ignored(enemy: str) -> bool:
        on_foot = facts.is_infantry(view, enemy) and not own(view, enemy).character
        return facts.fleeing(view, enemy) or facts.lone(view, enemy) or (riders and on_foot)

    near = facts.near(view, unit, NEAR, facts.foes(view, unit))
    return Near(tuple(e for e in near if not ignored(e)), tuple(e for e in near if ignored(e)))


def is_column(view: State, unit: str) -> bool:
    """Whether a unit stands in march column: 1 to 3 files and more ranks than files; chariots one behind another."""
    if not formed(view, unit):
        return False
    block = block_of(view, unit)
    if facts.is_chariots(view, unit):
        return block.files == 1 and block.ranks >= 2
    return block.files <= COLUMN and block.ranks > block.files


def march_bar(view: State, unit: str) -> Bar | None:
    """Why a unit may not march."""
    return _stride_bar(view, unit, "WAB-MAR-04", "WAB-MAR-01", "", "WAB-MAR-03", "WAB-MAR-06")


def fast_bar(view: State, unit: str) -> Bar | None:
    """Why a unit may not march fast: it must be in column, and no enemy is ignored."""
    return _stride_bar(view, unit, "WAB-FMR-05", "WAB-FMR-01", "WAB-FMR-02", "WAB-FMR-04", "WAB-FMR-07")


def _stride_bar(view: State, unit: str, kind: str, music: str, column: str, close: str, rough: str) -> Bar | None:
    """Why a unit may not march, each reason by its clause; ``column`` is "" where no column is asked for."""
    if facts.skirmishers(view, unit):
        return Bar(T("Skirmishers do not march"), kind)
    if facts.arm(view, unit) == "elephant":
        return Bar(T("Elephants do not march"), kind)
    if not profile(view, unit).row.musician and not own(view, unit).character:
        return Bar(T("{unit}: no musician", unit=Thing(unit)), music)
    if column and not is_column(view, unit):
        return Bar(T("{unit}: not in march column", unit=Thing(unit)), column)
    near = enemies_near(view, unit)
    enemy = facts.nearest(view, unit, (*near.forbid, *(near.ignored if column else ())))
    if enemy:
        gap = Length(round(facts.gap(view, unit, enemy), 3))
        text = T("{unit}: {gap} away, within {limit}", unit=Thing(enemy), gap=gap, limit=Length(inch(NEAR)))
        return Bar(text, close)
    return Bar(T("{unit}: in rough ground", unit=Thing(unit)), rough) if facts.in_rough(view, unit) else None


Row = tuple[Text, str, *tuple[str, ...]]
"""A sentence, its clause, and the states of a unit (its own fields, or "engaged") of which it tells."""
_OUT: tuple[Row, ...] = ((T("{unit}: moved already"), "WAB-TRN-03", "moved"),)
_HOST: tuple[Row, ...] = (
    (T("{unit}: in close combat"), "WAB-S27", "engaged"),
    (T("{unit}: fleeing"), "WAB-S27", "fleeing"),
    (T("{unit}: rallied this turn"), "WAB-RAL-05", "rallied"),
    (T("{unit}: moved already"), "WAB-S27", "moved", "reformed", "charged", "charge_failed", "stationary"),
)
_SPENT: tuple[Row, ...] = (
    (T("{unit}: fleeing"), "WAB-TRN-05", "fleeing"),
    (T("{unit}: charged this turn"), "WAB-TRN-03", "charged", "charge_failed"),
    (T("{unit} must remain stationary"), "WAB-FEA-04", "stationary"),
    (T("{unit}: moved already"), "WAB-TRN-03", "moved", "reformed"),
)


def state_bar(view: State, unit: str, rows: tuple[Row, ...]) -> Bar | None:
    """The first of some states that a unit is in, in a rule's order, as what bars it."""
    mine = own(view, unit)
    for text, clause, *states in rows:
        if any(facts.engaged(view, unit) if s == "engaged" else getattr(mine, s) for s in states):
            return Bar(Text(text.key, {"unit": Thing(unit)}), clause)
    return None


def unit_bar(view: State, unit: str) -> Bar | None:
    """Why a unit may do nothing in step 5 any more (WAB-TRN-03), and why a character may not step out (WAB-S27)."""
    mine = own(view, unit)
    if mine.joined:
        return state_bar(view, mine.joined, _HOST) or state_bar(view, unit, _OUT)
    found = state_bar(view, unit, _SPENT)
    if found is None and facts.engaged(view, unit) and not mine.disengaging:
        return Bar(T("{unit}: in close combat", unit=Thing(unit)), "WAB-S16")
    if found is None and mine.rallied and facts.lone(view, unit):
        return Bar(T("{unit}: rallied this turn", unit=Thing(unit)), "WAB-RAL-05")
    return found


def modes(view: State, unit: str) -> dict[Mode, Bar | None]:
    """The ways in which a unit may move, each with its bar, for a unit that may act at all."""
    mine = own(view, unit)
    if mine.disengaging:
        return {"disengage": None}
    if mine.rallied:  # it needs no musician (WAB-RAL-05, WAB-R37)
        return {"reform": None}
    if mine.character:
        return {"free": None, "march": march_bar(view, unit)}
    if facts.loose(view, unit):
        return {"free": None}
    reform = None
    if not profile(view, unit).row.musician:
        reform = Bar(T("{unit}: no musician", unit=Thing(unit)), "WAB-FRM-08")
    return {"normal": None, "march": march_bar(view, unit), "fast_march": fast_bar(view, unit), "reform": reform}


def movers(view: State, side: str) -> tuple[str, ...]:
    """Units and characters of a side that may still act in step 5, in the order of the army list."""
    mine = (u.id for u in view.units.values() if u.side == side)
    return tuple(u for u in mine if situation.on_table(view, u) and unit_bar(view, u) is None)


def march_clauses(mode: str) -> tuple[str, str] | None:
    """Clauses by which rough ground and obstacles bar a march, None for other moves."""
    return {"march": ("WAB-MAR-06", "WAB-MAR-07"), "fast_march": ("WAB-FMR-07", "WAB-FMR-08")}.get(mode)
