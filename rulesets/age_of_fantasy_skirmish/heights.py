"""What the eyes are told of heights: how terrain rises, and cuts through the table with the lines of sight.

AFS-S08 to AFS-S10. No rule depends on anything here.
"""

from __future__ import annotations

from game.engine.relief import Form, Relief, Section, plain_section
from game.engine.state import State
from rulesets.age_of_fantasy_skirmish.ground import ground_of
from rulesets.age_of_fantasy_skirmish.terrain_cards import CLIMB

FORMS: dict[str, Form] = {"area": "flat", "top": "solid", "wall": "barrier", "hedge": "barrier", "pit": "pit"}


def relief(view: State, feature: str) -> Relief:
    """How a piece of terrain rises."""
    piece = ground_of(view).by_id[feature]
    form = FORMS[piece.kind.shape]
    if piece.kind.sight == "veil":
        form = "screen"
    own = view.features[feature].own
    ladders = own.ladders if own is not None else ()
    return Relief(form, piece.top, abs(piece.top) > CLIMB + 1e-6 and piece.kind.shape in ("top", "pit"), ladders)


def section(view: State, base: str, to: tuple[float, float], target: str = "") -> Section | None:
    """A cut from a model to a point, or to the model there."""
    from rulesets.age_of_fantasy_skirmish.system import RULESET

    return plain_section(RULESET, view, base, to, target)
