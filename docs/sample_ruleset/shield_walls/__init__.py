"""Shield Walls (prefix SHW): a small skirmish, the sample of docs/ruleset.md."""

from pathlib import Path

from game.engine.ruleset import Meta
from game.engine.system import System
from game.engine.text import T
from shield_walls import battle, muster

INTERFACE = 1

CHAPTERS = {"setup": T("Setting up"), "turn": T("The turn"), "victory": T("Victory")}
META = Meta("SHW", "Shield Walls", "1.0.0", muster.MEASURES, Path(__file__).parent, chapters=CHAPTERS)
RULESET = System(META, (battle,), {"state": muster.Battle}, setup=muster, positions=muster, cards=battle)
