"""The card of a piece of terrain: what it does to those who stand in it, climb it or look over it (AFS-S09)."""

from __future__ import annotations

from game.engine.ruleset import Card, CardRow
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.kit.shown.words import yes_or_no
from rulesets.age_of_fantasy_skirmish.field.data_terrain import Kind
from rulesets.age_of_fantasy_skirmish.field.ground import Piece, ground_of
from rulesets.age_of_fantasy_skirmish.measures import inch

CLIMB = inch(3.0)
"""mm that a face may rise to be climbed without a ladder (AFS-S08)."""

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


def _faces(piece: Piece) -> Text:
    if abs(piece.top) <= CLIMB + 1e-6:
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
