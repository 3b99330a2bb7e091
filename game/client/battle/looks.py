"""Words for what a table may look like: its ground, the season, the hour."""

from __future__ import annotations

from game.client.art.landscape import landscape_ids
from game.client.words import N_, _
from game.engine.scenery import HOURS, SEASONS, Hour, Season

GROUND_WORDS = {"meadow": N_("Meadow"), "steppe": N_("Steppe"), "winter": N_("Snow")}
SEASON_WORDS: dict[Season, str] = {
    "spring": N_("Spring"),
    "summer": N_("Summer"),
    "autumn": N_("Autumn"),
    "winter": N_("Winter"),
}
HOUR_WORDS: dict[Hour, str] = {
    "morning": N_("Morning"),
    "noon": N_("Noon"),
    "evening": N_("Evening"),
    "overcast": N_("Overcast"),
}


def grounds() -> list[tuple[str, str]]:
    """Grounds on offer with their names, the table's own first."""
    named = {g: _(GROUND_WORDS[g]) if g in GROUND_WORDS else g.replace("_", " ").capitalize() for g in landscape_ids()}
    return [("", _("The table's own ground")), *named.items()]


def seasons() -> list[tuple[str, str]]:
    """Seasons with their names."""
    return [(s, _(SEASON_WORDS[s])) for s in SEASONS]


def hours() -> list[tuple[str, str]]:
    """Hours with their names."""
    return [(h, _(HOUR_WORDS[h])) for h in HOURS]
