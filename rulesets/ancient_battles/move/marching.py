"""In which ways a unit may move in step 5, how far, and why not: normal, march, fast march, reform, disengage.

WAB-MAR-01 to WAB-MAR-04, WAB-FMR-01 to WAB-FMR-05, WAB-FRM-08, WAB-RAL-05, WAB-R12, WAB-R13, WAB-R31, WAB-R37, WAB-S13,
WAB-S16.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.data_numbers import NUMBERS
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of, formed
from rulesets.ancient_battles.field.board import settled
from rulesets.ancient_battles.measures import inch

Mode = Literal["normal", "march", "fast_march", "reform", "disengage", "free"]
MODES: tuple[Mode, ...] = ("normal", "march", "fast_march", "reform", "disengage", "free")
NEAR = NUMBERS.march_near.value
"""Inches within which enemies forbid a march (WAB-MAR-03, WAB-FMR-04)."""
MARCH, LONE_MARCH = NUMBERS.march_rate.value, NUMBERS.lone_march_rate.value
FAST = NUMBERS.fast_march_rate.value
"""Times the movement rate (WAB-MAR-02, WAB-R31, WAB-FMR-03)."""
COLUMN = NUMBERS.column.value
"""Widest frontage of a march column (WAB-S13)."""


class Near(msgspec.Struct, frozen=True):
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
    forbid: list[str] = []
    ignored: list[str] = []
    for enemy in facts.near(view, unit, NEAR, facts.enemies(view, unit)):
        left_out = (
            facts.fleeing(view, enemy)
            or facts.lone(view, enemy)
            or (riders and facts.is_infantry(view, enemy) and not own(view, enemy).character)
        )
        (ignored if left_out else forbid).append(enemy)
    return Near(tuple(forbid), tuple(ignored))


def is_column(view: State, unit: str) -> bool:
    """Whether a unit stands in march column: 1 to 3 files and more ranks than files; chariots one behind another."""
    if not formed(view, unit):
        return False
    block = block_of(view, unit)
    if facts.is_chariots(view, unit):
        return block.files == 1 and block.ranks >= 2
    return block.files <= COLUMN and block.ranks > block.files


# --- why not -----------------------------------------------------------------------------------------------------


def _too_near(view: State, unit: str, enemy: str, clause: str) -> Bar:
    gap = Length(round(facts.gap(view, unit, enemy), 3))
    text = T("{unit}: {gap} away, within {limit}", unit=Thing(enemy), gap=gap, limit=Length(inch(NEAR)))
    return Bar(text, clause)


def _kind_bar(view: State, unit: str, clause: str) -> Bar | None:
    if facts.skirmishers(view, unit):
        return Bar(T("Skirmishers do not march"), clause)
    if facts.arm(view, unit) == "elephant":
        return Bar(T("Elephants do not march"), clause)
    return None


def march_bar(view: State, unit: str) -> Bar | None:
    """Why a unit may not march."""
    found = _kind_bar(view, unit, "WAB-MAR-04")
    if found is not None:
        return found
    if not profile(view, unit).row.musician and not own(view, unit).character:
        return Bar(T("{unit}: no musician", unit=Thing(unit)), "WAB-MAR-01")
    near = enemies_near(view, unit).forbid
    if near:
        return _too_near(view, unit, facts.nearest(view, unit, near), "WAB-MAR-03")
    if facts.in_rough(view, unit):
        return Bar(T("{unit}: in rough ground", unit=Thing(unit)), "WAB-MAR-06")
    return None


def fast_bar(view: State, unit: str) -> Bar | None:
    """Why a unit may not march fast."""
    found = _kind_bar(view, unit, "WAB-FMR-05")
    if found is not None:
        return found
    if not profile(view, unit).row.musician:
        return Bar(T("{unit}: no musician", unit=Thing(unit)), "WAB-FMR-01")
    if not is_column(view, unit):
        return Bar(T("{unit}: not in march column", unit=Thing(unit)), "WAB-FMR-02")
    near = facts.near(view, unit, NEAR, facts.enemies(view, unit))
    if near:
        return _too_near(view, unit, facts.nearest(view, unit, near), "WAB-FMR-04")
    if facts.in_rough(view, unit):
        return Bar(T("{unit}: in rough ground", unit=Thing(unit)), "WAB-FMR-07")
    return None


def reform_bar(view: State, unit: str) -> Bar | None:
    """Why a unit may not reform; one that rallied needs no musician (WAB-RAL-05, WAB-R37)."""
    if own(view, unit).rallied or profile(view, unit).row.musician:
        return None
    return Bar(T("{unit}: no musician", unit=Thing(unit)), "WAB-FRM-08")


def host_bar(view: State, character: str) -> Bar | None:
    """Why a character may not step out of his unit now (WAB-S27)."""
    host = facts.host(view, character)
    if not host:
        return None
    theirs = own(view, host)
    who = Thing(host)
    if facts.engaged(view, host):
        return Bar(T("{unit}: in close combat", unit=who), "WAB-S27")
    if theirs.fleeing:
        return Bar(T("{unit}: fleeing", unit=who), "WAB-S27")
    if theirs.rallied:
        return Bar(T("{unit}: rallied this turn", unit=who), "WAB-RAL-05")
    if theirs.moved or theirs.reformed or theirs.charged or theirs.charge_failed or theirs.stationary:
        return Bar(T("{unit}: moved already", unit=who), "WAB-S27")
    if own(view, character).moved:
        return Bar(T("{unit}: moved already", unit=Thing(character)), "WAB-TRN-03")
    return None


def unit_bar(view: State, unit: str) -> Bar | None:
    """Why a unit may do nothing in step 5 any more (WAB-TRN-03)."""
    mine, who = own(view, unit), Thing(unit)
    if mine.joined:
        return host_bar(view, unit)
    if mine.fleeing:
        return Bar(T("{unit}: fleeing", unit=who), "WAB-TRN-05")
    if mine.charged or mine.charge_failed:
        return Bar(T("{unit}: charged this turn", unit=who), "WAB-TRN-03")
    if mine.stationary:
        return Bar(T("{unit} must remain stationary", unit=who), "WAB-FEA-04")
    if mine.moved or mine.reformed:
        return Bar(T("{unit}: moved already", unit=who), "WAB-TRN-03")
    if facts.engaged(view, unit) and not mine.disengaging:
        return Bar(T("{unit}: in close combat", unit=who), "WAB-S16")
    if mine.rallied and facts.lone(view, unit):
        return Bar(T("{unit}: rallied this turn", unit=who), "WAB-RAL-05")
    return None


def modes(view: State, unit: str) -> dict[Mode, Bar | None]:
    """The ways in which a unit may move, each with its bar, for a unit that may act at all."""
    mine = own(view, unit)
    if mine.disengaging:
        return {"disengage": None}
    if mine.rallied:
        return {"reform": None}
    if mine.character:
        return {"free": None, "march": march_bar(view, unit)}
    if facts.loose(view, unit):
        return {"free": None}
    return {
        "normal": None,
        "march": march_bar(view, unit),
        "fast_march": fast_bar(view, unit),
        "reform": reform_bar(view, unit),
    }


def movers(view: State, side: str) -> tuple[str, ...]:
    """Units and characters of a side that may still act in step 5, in the order of the army list."""
    return tuple(
        u.id for u in view.units.values() if u.side == side and facts.alive(view, u.id) and unit_bar(view, u.id) is None
    )


def march_clauses(mode: str) -> tuple[str, str] | None:
    """Clauses by which rough ground and obstacles bar a march, None for other moves."""
    return {"march": ("WAB-MAR-06", "WAB-MAR-07"), "fast_march": ("WAB-FMR-07", "WAB-FMR-08")}.get(mode)
