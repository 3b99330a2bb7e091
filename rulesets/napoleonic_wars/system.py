"""The ruleset object: everything of the Napoleonic Wars that the engine, the client and the bots may call."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import msgspec

from game.engine.ruleset import Meta
from game.engine.system import System
from game.engine.text import TN, T, Text
from rulesets.napoleonic_wars import entries
from rulesets.napoleonic_wars.charge import attacks, declare, final, questions
from rulesets.napoleonic_wars.clock import first_pass, riding, safety, toll_of_move
from rulesets.napoleonic_wars.data_files import RULESET_ID
from rulesets.napoleonic_wars.deploy import positions, setup
from rulesets.napoleonic_wars.deploy.scenarios import TABLES
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import weather
from rulesets.napoleonic_wars.fire import at_once, fire, losses, works
from rulesets.napoleonic_wars.measures import MEASURES
from rulesets.napoleonic_wars.melee import choices, contact, feeding, impact, reaction, rounds
from rulesets.napoleonic_wars.nerve import crews, forced, morale, rally, results, succession, surrender
from rulesets.napoleonic_wars.orders import free_play, game_orders, writing
from rulesets.napoleonic_wars.own import (
    BattleOwn,
    BodyOwn,
    ChargeOwn,
    FigureOwn,
    MarkerOwn,
    MeleeOwn,
    PieceOwn,
    SideOwn,
)
from rulesets.napoleonic_wars.shown import cards, overlays
from rulesets.napoleonic_wars.turn import moves, victory

MODULES: tuple[ModuleType, ...] = (
    *(moves, weather, setup, game_orders, writing, free_play),
    *(declare, first_pass, riding, safety, toll_of_move, questions, final, attacks, reform),
    *(fire, losses, works, at_once, contact, impact, rounds, feeding, reaction, choices),
    *(forced, morale, rally, results, surrender, crews, succession, entries),
)
"""What declares frames, questions and reactors."""

CHAPTERS: dict[str, Text] = {
    "army": T("Scales, bases, points and army lists"),
    "deploy": T("Table, objectives and deployment"),
    "field": T("Terrain, weather, sight and detection"),
    "body": T("Organisation, formations and screens"),
    "march": T("Movement"),
    "command": T("Generals and game orders"),
    "orders": T("Move orders"),
    "clock": T("The move: all at once"),
    "disorder": T("Disorganisation and reforming"),
    "fire": T("Fire"),
    "charge": T("Charges and attacks"),
    "melee": T("Impact and melee"),
    "nerve": T("Morale, rout and rally"),
    "turn": T("Steps of a move, and victory"),
}
"""The chapters by the names of their packages."""

META = Meta(
    RULESET_ID,
    T("Napoleonic Wars").key,
    "1.0.0",
    MEASURES,
    Path(__file__).parent,
    setup.SETUP.option_defs(),
    CHAPTERS,
    order=50,
    losses=T("Figures lost"),
    pieces=TN("{n} figure", "{n} figures", 0),
)

OWN: dict[str, type[msgspec.Struct]] = {
    "state": BattleOwn,
    "side": SideOwn,
    "unit": BodyOwn,
    "base": FigureOwn,
    "feature": PieceOwn,
    "marker": MarkerOwn,
    "tie:charge": ChargeOwn,
    "tie:attack": ChargeOwn,
    "tie:melee": MeleeOwn,
    "tie:pursuit": MeleeOwn,
}


class Napoleonic(System):
    """The Napoleonic Wars; beside what every system brings, what the sky does (NAP-WTH)."""

    weather = staticmethod(cards.weather)


RULESET = Napoleonic(
    META,
    MODULES,
    OWN,
    setup=setup.SETUP,
    positions=positions.POSITIONS,
    overlays=overlays,
    cards=cards,
    bots="rulesets.napoleonic_wars.general",
    prospects="rulesets.napoleonic_wars.shown.prospects",
    benches="rulesets.napoleonic_wars.benches",
    score=victory.score,
    tables=TABLES,
)
