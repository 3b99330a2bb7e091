"""Tables 13C, 13D, 16C, 16D and 16E: morale and rally, row by row, and what they come to (NAP-MOR-06 to -11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from game.engine.text import T, Text
from game.kit.factors import rows
from game.kit.sums import Row
from rulesets.napoleonic_wars.data_files import DATA, whole
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.own import Class

Morale = Literal["good", "halt", "withdraw", "retreat", "rout"]
Rally = Literal["rallied", "rout", "dispersed"]
Pursuit = Literal["choice", "pursue", "halt"]
General = Literal["", "near", "far"]
Cover = Literal["none", "soft", "hard", "building", "total"]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    limit: dict[str, int]
    morale: dict[str, int]
    rally: dict[str, int]
    good: dict[str, tuple[int, int, int, int]]
    from_rout: dict[str, tuple[int, int]]
    from_pursuit: dict[str, tuple[int, int]]


_table = DATA.whole("table_13c.toml", _Table)


class State(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a body that is tested: for morale and rally alike; what does not concern a test is left out.

    Attributes
    ----------
    disorder, losses
        Factors that count, at most six; per cent of its casualties for the game.
    leaving, retreating, routing
        Own units within 25 cm under those results; ``foe_...`` the same of enemies.
    fire
        The worst that caused a casualty a figure: "roundshot", "shell" (or shrapnel), "canister" (or rockets).
    foes_near, foe_far
        Of a rally: enemy units with good morale within 25 cm; the nearest in sight is more than 50 cm away.
    """

    disorder: int = 0
    losses: int = 0
    general: General = ""
    supports: int = 0
    cover: Cover = "none"
    leaving: int = 0
    retreating: int = 0
    routing: int = 0
    foe_leaving: int = 0
    foe_retreating: int = 0
    foe_routing: int = 0
    foe_on_flank: bool = False
    foe_in_rear: bool = False
    fired_at: int = 0
    fire: Literal["", "roundshot", "shell", "canister"] = ""
    from_side: bool = False
    in_retreat: bool = False
    general_lost: bool = False
    advancing: int = 0
    better_sub: bool = False
    closed_column: bool = False
    flanks_secured: int = 0
    screen: bool = False
    square: bool = False
    elephants: bool = False
    elephants_under_guns: bool = False
    foes_near: int = 0
    foe_far: bool = False


def _common(one: State) -> Iterator[tuple[Text, str, int]]:
    cover = "soft" if one.cover == "soft" else "building" if one.cover == "building" else "hard"
    yield T("disorganisation"), "disorder", min(book.of("most"), one.disorder)
    yield T("casualties {n} per cent", n=one.losses), "losses", one.losses // whole("percent_a_row")
    yield T("own units breaking off or withdrawing"), "leaving", one.leaving
    yield T("own units retreating"), "retreating", one.retreating
    yield T("own units routing or lost"), "routing", one.routing
    yield T("enemy units breaking off or withdrawing"), "foe_leaving", one.foe_leaving
    yield T("enemy units retreating"), "foe_retreating", one.foe_retreating
    yield T("enemy units routing or lost"), "foe_routing", one.foe_routing
    yield T("general within 5 cm"), "general_near", one.general == "near"
    yield T("general within 50 cm"), "general_far", one.general == "far"
    yield T("cover"), cover, one.cover != "none"


def _morale(one: State) -> Iterator[tuple[Text, str, int]]:
    """Table 13C."""
    yield from _common(one)
    yield T("supporting units"), "support", min(_table().limit["supports"], one.supports)
    yield T("enemy on the flank who can charge it"), "foe_on_flank", one.foe_on_flank
    yield T("enemy in the rear who can charge it"), "foe_in_rear", one.foe_in_rear
    yield T("enemy units firing at it"), "fired_at", one.fired_at
    yield T("under fire of guns"), one.fire, bool(one.fire)
    yield T("casualties from flank or rear"), "from_side", one.from_side
    yield T("in retreat"), "in_retreat", one.in_retreat
    yield T("general lost within 5 cm"), "general_lost", one.general_lost
    yield T("enemy units advancing"), "advancing", one.advancing
    yield T("sub-unit of a higher class"), "better_sub", one.better_sub
    yield T("foot in closed column"), "closed_column", one.closed_column
    yield T("secured flanks"), "flank_secured", one.flanks_secured
    yield T("open order, as a screen"), "screen", one.screen
    yield T("square, no enemy foot or artillery near"), "square", one.square
    yield T("enemy elephants"), "elephants", one.elephants
    yield T("elephants under guns"), "elephants_under_guns", one.elephants_under_guns


def morale_rows(one: State) -> tuple[Row, ...]:
    """Table 13C: the rows of a morale test, dice not among them (NAP-MOR-09, NAP-MOR-10)."""
    table = _table().morale

    def clause(key: str) -> str:
        return "NAP-CAM-10" if key.startswith("elephants") else "NAP-MOR-10" if table[key] > 0 else "NAP-MOR-09"

    return rows(table, ((text, key, n, clause(key)) for text, key, n in _morale(one) if n))


def _rally(one: State) -> Iterator[tuple[Text, str, int]]:
    """Table 13D; supports have no limit here, a building is hard cover (NAP-RLY-10)."""
    yield from _common(msgspec.structs.replace(one, cover="hard") if one.cover == "building" else one)
    yield T("supporting units"), "support", one.supports
    yield T("enemy units with good morale near"), "foe_near", one.foes_near
    yield T("no enemy with good morale within 50 cm"), "foe_far", one.foe_far


def rally_rows(one: State) -> tuple[Row, ...]:
    """Table 13D: the rows of a rally test, dice not among them (NAP-RLY-10)."""
    return rows(_table().rally, ((text, key, n, "NAP-RLY-10") for text, key, n in _rally(one)))


def morale(total: int, cls: Class, *, in_melee: bool = False, under_fire: bool = False) -> Morale:
    """Table 16C (NAP-RES-21): in melee "halt" fights on, "withdraw" and "retreat" break off, which is the caller's."""
    limits = _table().good[cls]
    names: tuple[Morale, ...] = ("good", "halt", "withdraw", "retreat")
    for name, least in zip(names, limits, strict=True):
        if total >= least:
            return name
    return "rout" if in_melee or under_fire else "retreat"


def rally(total: int, cls: Class) -> Rally:
    """Table 16D (NAP-RLY-11)."""
    rallied, on = _table().from_rout[cls]
    return "rallied" if total >= rallied else "rout" if total >= on else "dispersed"


def from_pursuit(total: int, cls: Class) -> Pursuit:
    """Table 16E (NAP-RLY-12, NAP-R105)."""
    choice, on = _table().from_pursuit[cls]
    return "choice" if total >= choice else "pursue" if total >= on else "halt"
