"""The ruleset object: everything of Age of Fantasy: Skirmish that the engine, the client and the bots may call."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from game.engine.lists import ListReport
from game.engine.relief import Section
from game.engine.ruleset import Meta
from game.engine.state import State
from game.engine.system import System
from game.engine.text import TN, T, Text
from game.kit import rolloff
from rulesets.age_of_fantasy_skirmish import entries
from rulesets.age_of_fantasy_skirmish.army import warbands
from rulesets.age_of_fantasy_skirmish.attack import casualties, hits, strikes, wounds
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.deploy import deployment, markers, positions, set_up, setup
from rulesets.age_of_fantasy_skirmish.fight import melee, melee_moves
from rulesets.age_of_fantasy_skirmish.magic import casting
from rulesets.age_of_fantasy_skirmish.measures import MEASURES, inch
from rulesets.age_of_fantasy_skirmish.move import falling, movement, moving, pushing
from rulesets.age_of_fantasy_skirmish.nerve import morale
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, ModelOwn, PieceOwn, SideOwn, UnitOwn
from rulesets.age_of_fantasy_skirmish.shoot import shooting
from rulesets.age_of_fantasy_skirmish.shown import cards, overlays
from rulesets.age_of_fantasy_skirmish.turn import rounds, seizing

MODULES: tuple[ModuleType, ...] = (
    *(rounds, rolloff, markers, deployment, set_up, casting),
    *(movement, moving, falling, pushing),
    *(shooting, melee, melee_moves, strikes, hits, wounds, casualties, morale, entries),
)
"""The course of the battle, moves, shots and blows."""

CHAPTERS: dict[str, Text] = {
    "general": T("General principles"),
    "armies": T("Armies"),
    "battlefield": T("Battlefield"),
    "mission": T("Mission"),
    "deployment": T("Deployment"),
    "rounds": T("Rounds"),
    "actions": T("Actions"),
    "movement": T("Movement"),
    "shooting": T("Shooting"),
    "melee": T("Melee"),
    "wounds": T("Wound effects"),
    "morale": T("Morale"),
    "terrain": T("Terrain"),
    "specials": T("Special rules"),
    "command": T("Command group"),
    "special_movement": T("Special movement"),
    "spells": T("Spells"),
    "warbands": T("Sample warbands"),
}

META = Meta(
    setup.RULESET_ID,
    T("Age of Fantasy: Skirmish").key,
    "1.0.0",
    MEASURES,
    Path(__file__).parent,
    setup.SETUP.option_defs(),
    CHAPTERS,
    order=20,
    losses=T("Models lost"),
    pieces=TN("{n} model", "{n} models", 0),
)


class Skirmish(System):
    """Age of Fantasy: Skirmish; beside what every system brings, lists of one's own and heights."""

    list_file = staticmethod(warbands.list_file)

    def read_list(self, data: bytes, name: str, size: int) -> ListReport:
        """A warband or a kept list of it, a list of Army Forge, or a roster of another program, with a report."""
        return setup.SETUP.own_report(data, name, size) or warbands.read_list(self, data, name, size)

    # -- for the eyes alone (game.engine.relief) --------------------------------------------------------------

    relief = staticmethod(cards.relief)
    surface_at = staticmethod(cards.surface_at)
    base_info = staticmethod(cards.base_info)

    def marker_ring(self, view: State, marker: str) -> float:
        """From how far (mm) an objective is seized and contested (AFS-MIS-04)."""
        return inch(number("seize_reach")) if view.markers[marker].kind == "objective" else 0.0

    def section(self, view: State, base: str, to: tuple[float, float], target: str = "") -> Section | None:
        """What is seen along a cut."""
        return cards.section(self, view, base, to, target)


RULESET = Skirmish(
    META,
    MODULES,
    {"state": BattleOwn, "side": SideOwn, "unit": UnitOwn, "base": ModelOwn, "feature": PieceOwn},
    setup=setup.SETUP,
    positions=positions.POSITIONS,
    overlays=overlays,
    cards=cards,
    bots="rulesets.age_of_fantasy_skirmish.general.general",
    prospects="rulesets.age_of_fantasy_skirmish.shown.prospects",
    score=seizing.score,
    tables=setup.TABLES,
)
