"""Tables 14 and 15: casualties of figures at a factor, and casualties as a per cent (NAP-CAS-07, NAP-PCT-06)."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from game.engine.decision import Sum
from game.engine.state import State
from game.engine.text import T, Text
from game.kit import sums
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.data_files import DATA, whole
from rulesets.napoleonic_wars.field import facts


class _Casualties(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reconstructed: bool
    level: int
    step: int


class _Percentages(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    step: int
    printed: tuple[tuple[int, int, int], ...]


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table_14: _Casualties
    table_15: _Percentages


_tables = DATA.whole("casualties.toml", _Tables)


def t14(figures: int, factor: int) -> int:
    """Casualties in men of so many figures at a factor, any integer; rounded half up (NAP-CAS-07, NAP-R51, NAP-R52).

    >>> t14(24, 25), t14(10, 22), t14(25, 0), t14(19, 0)
    (48, 12, 1, 0)
    """
    told = _tables().table_14
    return math.floor(figures * math.pow(2.0, (factor - told.level) / told.step) + 0.5)


def t15(lost: int, figures: int) -> int:
    """Figures lost as a per cent of a body, cut down to a multiple of 5 (NAP-PCT-06, NAP-R53).

    >>> t15(5, 24), t15(6, 11), t15(7, 30), t15(30, 20)
    (20, 55, 20, 100)
    """
    if lost <= 0 or figures <= 0:
        return 0
    told = _tables().table_15
    for c, n, percent in told.printed:
        if (c, n) == (lost, figures):
            return percent
    return min(100, told.step * (100 // told.step * lost // figures))


def percent(view: State, body: str, lost: int, men: int, figures: int) -> int:
    """Figures lost by a body, ``men`` casualties in all, as a per cent of so many.

    With 5 or 6 mm figures a base is ten of them, and every two of its casualties one (NAP-MIC-07, NAP-MIC-09).
    """
    if bases.scale(view) == "micro" and facts.own(view, body).arm in ("foot", "horse"):
        return t15(men * whole("micro_figures") // whole("figure"), whole("micro_figures") * figures)
    return t15(lost, figures)


def losses(view: State, body: str, gone: int = 0) -> int:
    """Per cent of a body's casualties for the game, carried ones included, and of ``gone`` figures besides.

    NAP-R88, NAP-ORG-20, NAP-PCT-04.
    """
    told, figure = facts.own(view, body), whole("figure")
    lost, began = told.strength.lost + gone, told.strength.began + gone
    return min(100, told.strength.carried_loss + percent(view, body, lost, figure * lost + told.strength.men, began))


def factor_sum(label: Text, rows: Iterable[sums.Row]) -> Sum:
    """The rows of a factor that table 14 is read by; where that is a reconstruction its last row says so."""
    printed = not _tables().table_14.reconstructed
    told: tuple[sums.Row, ...] = () if printed else ((T("read in table 14, which is reconstructed"), 0, "NAP-CAS-07"),)
    return sums.sum_of(label, (*rows, *told))
