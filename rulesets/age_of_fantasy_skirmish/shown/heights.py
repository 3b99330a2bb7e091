"""What the eyes are told of heights: how terrain rises, and cuts through the table with the lines of sight.

AFS-S08 to AFS-S10. No rule depends on anything here.
"""

from __future__ import annotations

from msgspec.structs import replace

from game.engine.relief import Form, Ray, Relief, Section, plain_section
from game.engine.state import State
from game.engine.text import T
from rulesets.age_of_fantasy_skirmish.field import sight
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.shown.terrain_cards import CLIMB

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


def surface_at(view: State, point: tuple[float, float]) -> float:
    """Height (mm) of the surface under a point: who stands right on the outline of a top stands on it (AFS-S08)."""
    return round(ground_of(view).height_at(*point), 3)


def section(ruleset: object, view: State, base: str, to: tuple[float, float], target: str = "") -> Section | None:
    """A cut from a model to a point, or to the model there with its nine lines of sight (AFS-S10)."""
    cut = plain_section(ruleset, view, base, to, target)
    if cut is None or target not in view.bases:
        return cut
    rays = []
    for line in sight.lines(view, base, target):
        start, end = (0.0, line.start[2]), (cut.length, line.end[2])
        stop = None
        if not line.free:
            stop = (round(cut.length * line.share, 3), round(start[1] + (end[1] - start[1]) * line.share, 3))
        rays.append(Ray(start, end, stop, line.blockers[0] if line.blockers else ""))
    free = sum(ray.stop is None for ray in rays)
    says = T("seen: {free} of {all} lines are free", free=free, all=len(rays))
    if not free:
        says = T("not seen: all lines are blocked")
    return replace(cut, rays=tuple(rays), says=says, free=free > 0)
