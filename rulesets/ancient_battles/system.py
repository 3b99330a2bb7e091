"""The ruleset object: everything of ancient battles in rank and flank that the engine, client and bots may call."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from game.engine.ruleset import Meta
from game.engine.system import System
from game.engine.text import TN, T, Text
from game.kit import rolloff
from rulesets.ancient_battles import entries
from rulesets.ancient_battles.attack import casualties
from rulesets.ancient_battles.charge import charge_moves, charges, reactions
from rulesets.ancient_battles.deploy import deployment, positions, setup
from rulesets.ancient_battles.fight import chase, combat, combat_round, pursuit, results
from rulesets.ancient_battles.flee import flights
from rulesets.ancient_battles.measures import MEASURES
from rulesets.ancient_battles.move import moves
from rulesets.ancient_battles.nerve import leadership, panic, psychology
from rulesets.ancient_battles.own import BattleOwn, ChargeOwn, ContactOwn, SideOwn, UnitOwn
from rulesets.ancient_battles.shoot import shooting
from rulesets.ancient_battles.shown import cards, overlays
from rulesets.ancient_battles.turn import turn

MODULES: tuple[ModuleType, ...] = (
    *(turn, rolloff, deployment, leadership, psychology, panic),
    *(charges, reactions, flights, charge_moves, moves),
    *(shooting, casualties),
    *(combat, combat_round, results, chase, pursuit, entries),
)
"""The course of a turn, movement, shooting, close combat."""

CHAPTERS: dict[str, Text] = {
    "setup": T("Setting up"),
    "turn": T("Turn sequence"),
    "tests": T("Leadership, General and battle standard"),
    "manoeuvre": T("Manoeuvres"),
    "terrain": T("Terrain"),
    "march": T("March and fast march"),
    "charge": T("Charges"),
    "reaction": T("Charge reactions"),
    "flight": T("Fleeing and rallying"),
    "psychology": T("Psychology"),
    "shooting": T("Shooting"),
    "armour": T("Armour"),
    "combat": T("Close combat"),
    "result": T("Combat result"),
    "break": T("Break tests"),
}

META = Meta(
    setup.RULESET_ID,
    T("Ancient Battles").key,
    "1.0.0",
    MEASURES,
    Path(__file__).parent,
    setup.SETUP.option_defs(),
    CHAPTERS,
    order=30,
    losses=T("Models lost"),
    pieces=TN("{n} model", "{n} models", 0),
)


class AncientBattles(System):
    """Ancient battles; what the client shows of single models beside what it shows of units."""

    base_info = staticmethod(cards.base_info)


RULESET = AncientBattles(
    META,
    MODULES,
    {"state": BattleOwn, "side": SideOwn, "unit": UnitOwn, "tie:contact": ContactOwn, "tie:charge": ChargeOwn},
    setup=setup.SETUP,
    positions=positions.POSITIONS,
    overlays=overlays,
    cards=cards,
    bots="rulesets.ancient_battles.general.general",
    prospects="rulesets.ancient_battles.shown.prospects",
    score=turn.score,
    tables=setup.TABLES,
    benches="rulesets.ancient_battles.benches",
)
