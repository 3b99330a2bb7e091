"""The ruleset object: everything of Warmaster Ancients that the engine, the client and the bots may call."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from game.engine.ruleset import Meta
from game.engine.system import System
from game.engine.text import TN, T, Text
from game.kit import rolloff
from rulesets.warmaster_ancients import entries
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.characters import characters, tokens
from rulesets.warmaster_ancients.charge import charging
from rulesets.warmaster_ancients.command import command, movement
from rulesets.warmaster_ancients.deploy import deployment, positions, setup
from rulesets.warmaster_ancients.fight import advance, after_round, combat, reform, retreats, rounds
from rulesets.warmaster_ancients.measures import MEASURES
from rulesets.warmaster_ancients.own import BattleOwn, ContactOwn, SideOwn, UnitOwn
from rulesets.warmaster_ancients.shoot import driveback, shooting, volley
from rulesets.warmaster_ancients.shown import cards, overlays
from rulesets.warmaster_ancients.turn import turn

MODULES: tuple[ModuleType, ...] = (
    *(turn, rolloff, deployment, command, movement, charging, characters, tokens),
    *(volley, blows, shooting, driveback),
    *(combat, rounds, retreats, after_round, advance, reform, entries),
)
"""The course of a turn, shooting, the melee phase."""

CHAPTERS: dict[str, Text] = {
    "setup": T("Setting up"),
    "turn": T("Turn sequence"),
    "victory": T("End of the game"),
    "initiative": T("Initiative"),
    "command": T("Command and orders"),
    "movement": T("Movement"),
    "terrain": T("Terrain"),
    "characters": T("Characters"),
    "shooting": T("Shooting"),
    "driveback": T("Drive-back"),
    "reaction": T("Shooting at chargers"),
    "combat": T("Combat: engagement and attacks"),
    "result": T("Combat result"),
    "pursuit": T("Pursuit and advance"),
    "modifiers": T("Attack modifiers"),
    "end": T("End of the melee phase"),
}

META = Meta(
    setup.RULESET_ID,
    T("Warmaster Ancients").key,
    "1.0.0",
    MEASURES,
    Path(__file__).parent,
    setup.SETUP.option_defs(),
    CHAPTERS,
    order=10,
    losses=T("Stands lost"),
    pieces=TN("{n} stand", "{n} stands", 0),
)

RULESET = System(
    META,
    MODULES,
    {"state": BattleOwn, "side": SideOwn, "unit": UnitOwn, "tie:contact": ContactOwn},
    setup=setup.SETUP,
    positions=positions.POSITIONS,
    overlays=overlays,
    cards=cards,
    bots="rulesets.warmaster_ancients.general.general",
    prospects="rulesets.warmaster_ancients.shown.prospects",
    score=turn.score,
    to_break=turn.units_to_break,
    tables=setup.TABLES,
)
