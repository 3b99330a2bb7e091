"""What the rows of tables 11, 12 and 13B are worth, and what impacts and rounds come to: tables 12B and 16B."""

from __future__ import annotations

from typing import Literal

import msgspec

from rulesets.napoleonic_wars.data_files import DATA

Troops = Literal["foot", "light_horse", "heavy_horse"]
Impetus = Literal["", "line", "company_column", "irregular_foot", "light_horse", "heavy_horse"]
Place = Literal["open", "wood", "obstacle"]
Impact = Literal["through", "impetus", "over", "over_without", "none"]
Loser = Literal["rout", "break_off", "stay", "follow_up"]
Winner = Literal["pursue", "follow_up", "fight_on", "break_off"]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    base: dict[str, int]
    troops: dict[str, int]
    ground: dict[str, int]
    impetus: dict[str, int]
    impact: dict[str, int]
    reaction: dict[str, int]
    limit: dict[str, int]


table_11 = DATA.whole("table_11.toml", _Table)
"""What the rows of tables 11, 12 and 13B are worth, by their keys."""


# --- impact --------------------------------------------------------------------------------------------------------


def impact(score: int, place: Place) -> Impact:
    """Table 12B (NAP-IMP-17): through the formation, impetus, over the obstacle with or without it, or nothing."""
    if score <= -2:
        return "none"
    if place == "obstacle":
        return "over" if score >= 4 else "over_without"
    return "through" if score >= 4 and place == "open" else "impetus"


# --- melee reaction ------------------------------------------------------------------------------------------------


def reaction(result: int) -> tuple[Loser, Winner]:
    """What loser and winner do by the difference of their scores: table 16B (NAP-MRE-18, NAP-MRE-21)."""
    if result >= 4:
        return "rout", "pursue"
    if result >= 0:
        return "break_off", "follow_up"
    if result >= -3:
        return "stay", "fight_on"
    return ("stay" if result >= -7 else "follow_up"), "break_off"


def is_lost(one: int, other: int) -> bool:
    """Whether a round is lost by the side with more casualties: by more than a tenth of them (NAP-MRE-01, NAP-R80)."""
    high, low = max(one, other), min(one, other)
    return 10 * (high - low) > high


def is_automatic_rout(suffered: int, inflicted: int, figures: int, *, artillery: bool = False) -> bool:
    """Whether a sub-group routs without a test (NAP-MRE-05, NAP-MRE-06, NAP-R82)."""
    times, each = (4, 2) if artillery else (2, 1)
    return suffered > 0 and suffered >= times * inflicted and suffered >= each * figures
