"""The ruleset object: everything of Warmaster Ancients that the engine, the client and the bots may call."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from game.engine.ruleset import Meta
from game.engine.system import System
from game.engine.text import T, Text
from rulesets.warmaster_ancients import (
    advance,
    after_round,
    cards,
    casualties,
    characters,
    charging,
    combat,
    command,
    deployment,
    draws,
    driveback,
    entries,
    initiative,
    melee,
    movement,
    overlays,
    position_writer,
    positions,
    reform,
    results,
    retreat,
    rounds,
    setup,
    shooting,
    tables,
    tokens,
    turn,
    volley,
)
from rulesets.warmaster_ancients.measures import MEASURES
from rulesets.warmaster_ancients.own import BattleOwn, ContactOwn, SideOwn, UnitOwn

VERSION = "1.0.0"

MODULES: tuple[ModuleType, ...] = (
    turn,
    deployment,
    initiative,
    command,
    movement,
    charging,
    characters,
    tokens,
    volley,
    casualties,
    shooting,
    driveback,
    melee,
    combat,
    rounds,
    results,
    draws,
    retreat,
    after_round,
    advance,
    reform,
    entries,
)

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
    "Warmaster Ancients",
    VERSION,
    MEASURES,
    Path(__file__).parent,
    setup.option_defs(),
    CHAPTERS,
    order=10,
    losses=T("Stands lost"),
)

RULESET = System(
    META,
    MODULES,
    {"state": BattleOwn, "side": SideOwn, "unit": UnitOwn, "tie:contact": ContactOwn},
    setup=setup,
    positions=positions,
    writer=position_writer,
    overlays=overlays,
    cards=cards,
    bots="rulesets.warmaster_ancients.general",
    prospects="rulesets.warmaster_ancients.prospects",
    tables=tables,
)
