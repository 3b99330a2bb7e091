"""Who may play a side, and what the window calls them."""

from __future__ import annotations

from game.bots.roster import bot_names
from game.client.words import N_, _
from game.engine.eyes import PERSON
from game.engine.ruleset import Ruleset

BOT_WORDS = {
    "general": N_("general"),
    "bold": N_("bold general"),
    "cautious": N_("cautious general"),
    "random": N_("random moves"),
    "default": N_("does the least"),
}


def players_of(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Who may play a side: a person, and the bots of a ruleset, with what the window calls them."""
    return [(kind, player_title(kind)) for kind in (PERSON, *bot_names(ruleset))]


def player_title(kind: str) -> str:
    """What the window calls who plays a side."""
    return _("a person") if kind == PERSON else bot_title(kind)


def bot_title(name: str) -> str:
    """What the window calls a bot."""
    said = _(BOT_WORDS[name]) if name in BOT_WORDS else name.replace("_", " ")
    return _("the computer: {name}").format(name=said)


TEMPERS = {
    PERSON: (N_("You"), N_("a person at this table")),
    "general": (N_("The General"), N_("the computer: weighs its chances, and says why")),
    "bold": (N_("The Bold"), N_("the computer: charges early, and pursues")),
    "cautious": (N_("The Cautious"), N_("the computer: holds its ground, and waits for you")),
    "random": (N_("The Fool"), N_("the computer: picks any legal answer at random")),
    "default": (N_("The Idler"), N_("the computer: does the least it must")),
}
"""Who plays a side, by name and temper."""


def temper(kind: str) -> tuple[str, str]:
    """Name and temper of who plays a side, in words."""
    if kind in TEMPERS:
        name, told = TEMPERS[kind]
        return _(name), _(told)
    return bot_title(kind), ""
