"""What the Universal battle system says of loose figures (USB-GEN-08, USB-MOV-03, USB-S02, USB-S06)."""

from __future__ import annotations

from game.engine.state import Base
from game.geometry.tolerance import InUnits
from game.kit.figures.figures import Clauses, Figures
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.measures import MEASURES


def _eyes(base: Base) -> float:
    """How far (mm) a model's head is above where it stands (USB-VIS-01, USB-S02)."""
    height: float = base.own.height
    return height


FIGURES = Figures(
    lengths=InUnits(MEASURES),
    number=number,
    clauses=Clauses(
        edge="USB-S13", solid="USB-MOV-05", footing="USB-S06", overlap="USB-S06", near="USB-MOV-03", mates="USB-MOV-03"
    ),
    eyes=_eyes,
    flat=True,
)
