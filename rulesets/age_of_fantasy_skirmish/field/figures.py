"""What the skirmish says of loose figures (AFS-S01, AFS-S02, AFS-S07 to -S09, AFS-MOV-01, AFS-MOV-02)."""

from __future__ import annotations

from game.engine.state import Base
from game.geometry.tolerance import InUnits
from game.kit.figures.figures import Clauses, Figures
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.measures import MEASURES


def _eyes(base: Base) -> float:
    """How far (mm) a model's eyes are above where it stands (AFS-S04)."""
    height: float = base.own.height
    return height


FIGURES = Figures(
    lengths=InUnits(MEASURES),
    number=number,
    eyes=_eyes,
    clauses=Clauses(
        edge="AFS-S02", solid="AFS-S08", footing="AFS-S09", overlap="AFS-S07", near="AFS-MOV-01", mates="AFS-MOV-02"
    ),
)
