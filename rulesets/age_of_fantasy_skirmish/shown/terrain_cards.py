"""What is shown of terrain: its card, how it rises, and cuts through the table with the lines of sight.

AFS-S08 to AFS-S10. No rule depends on anything here.
"""

from __future__ import annotations

from msgspec.structs import replace

from game.engine.relief import Form, Ray, Relief, Section, plain_section
from game.engine.ruleset import Card, CardRow
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.kit.shown.words import yes_or_no
from rulesets.age_of_fantasy_skirmish.field import sight
from rulesets.age_of_fantasy_skirmish.field.ground import Kind, Piece, ground_of
from rulesets.age_of_fantasy_skirmish.measures import inch

FORMS: dict[str, Form] = {"area": "flat", "top": "solid", "wall": "barrier", "hedge": "barrier", "pit": "pit"}
PASSING: dict[str, Text] = {
    "area": T("yes"),
    "top": T("one stands on it"),
    "wall": T("only Flying; nothing stands on it"),
    "hedge": T("crossed freely, nobody ends on it"),
    "pit": T("a gap: to be jumped; only the fallen are in it"),
}


def _sight(kind: Kind, top: float) -> Text:
    if kind.sight == "veil":
        return T("hides what lies behind it, up to {height}, not those inside", height=Length(top))
    if kind.sight == "solid":
        return T("hides what lies behind it, up to {height}", height=Length(top))
    return T("hides nothing")


def _climbed(piece: Piece) -> bool:
    """Whether any face can be climbed without a ladder (AFS-S08)."""
    return abs(piece.top) <= inch(3.0) + 1e-6


def _faces(piece: Piece) -> Text:
    if _climbed(piece):
        return T("any face can be climbed")
    if piece.ladders or piece.kind.shape == "pit":
        return T("only by ladder; down also by a Jump")
    return T("cannot be climbed; down by a Jump")


def feature_card(view: State, feature: str) -> Card:
    """A piece of terrain: height, passage, cover, difficulty, danger, sight."""
    piece = ground_of(view).by_id[feature]
    kind = piece.kind
    rows = [
        CardRow(T("Kind"), Text(kind.name), "AFS-S09"),
        CardRow(T("Height"), T("{height}", height=Length(piece.top)), "AFS-S09"),
        CardRow(T("Passable"), PASSING[kind.shape], "AFS-S09"),
    ]
    if kind.shape in ("top", "pit"):
        rows.append(CardRow(T("Climbing"), _faces(piece), "AFS-S08"))
    rows += [
        CardRow(T("Cover inside"), yes_or_no(kind.cover), "AFS-CVR-01"),
        CardRow(T("Difficult"), yes_or_no(kind.difficult), "AFS-DIF-01"),
        CardRow(T("Dangerous"), yes_or_no(kind.dangerous), "AFS-DAN-01"),
        CardRow(T("Sight"), _sight(kind, piece.top), "AFS-S10"),
    ]
    return Card(T("{feature}", feature=Thing(feature)), tuple(rows), (), kind.id)


def relief(view: State, feature: str) -> Relief:
    """How a piece of terrain rises."""
    piece = ground_of(view).by_id[feature]
    form: Form = "screen" if piece.kind.sight == "veil" else FORMS[piece.kind.shape]
    own = view.features[feature].own
    steep = not _climbed(piece) and piece.kind.shape in ("top", "pit")
    return Relief(form, piece.top, steep, own.ladders if own is not None else ())


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
        met = (round(cut.length * line.share, 3), round(start[1] + (end[1] - start[1]) * line.share, 3))
        rays.append(Ray(start, end, None if line.free else met, line.blockers[0] if line.blockers else ""))
    free = sum(ray.stop is None for ray in rays)
    says = T("seen: {free} of {all} lines are free", free=free, all=len(rays))
    return replace(cut, rays=tuple(rays), says=says if free else T("not seen: all lines are blocked"), free=free > 0)
