"""How far a unit may move: the allowance of each kind of move with all that is added to it (USB-MOV-01, USB-MOV-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from game.engine.decision import Sum
from game.engine.state import State
from game.engine.text import T, Text
from game.kit.sums import Row
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, formations
from rulesets.universal_battle.field.terrain import proof
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.own import Formation

Kind = Literal["tactical", "run", "charge", "react", "flee", "back"]
FLAT: tuple[Kind, ...] = ("react", "back")
"""Moves to which nothing is added (USB-R33, USB-S13)."""
LABELS: dict[Kind, tuple[Text, str]] = {
    "tactical": (T("Tactical Move"), "USB-ACT-02"),
    "run": (T("Run"), "USB-ACT-03"),
    "charge": (T("Charge"), "USB-ACT-04"),
    "react": (T("Reaction move"), "USB-CHG-05"),
    "flee": (T("Flight"), "USB-RES-06"),
    "back": (T("Giving ground"), "USB-RES-05"),
}


def immobile(view: State, unit: str) -> bool:
    """Whether nothing of an activation can move: a machine without a growth step (USB-MON-04)."""
    return any(facts.model(b).growth == 0 for b in facts.left(view, unit))


def ignores_slow(view: State, unit: str) -> bool:
    """Whether slow terrain is nothing to a unit (USB-SPC-04, USB-SPC-10, USB-MON-06)."""
    return flies(view, unit) or facts.spec(view, unit, "hunters") or proof(view, unit)


def ignores_road(view: State, unit: str) -> bool:
    """Whether roads are nothing to a unit (USB-R32, USB-R46)."""
    return flies(view, unit) or proof(view, unit)


def flies(view: State, unit: str) -> bool:
    """Whether a unit flies, troops and hero both (USB-SPC-04, USB-R70)."""
    return facts.spec(view, unit, "fliers")


def allowance(view: State, unit: str, kind: Kind, formation: Formation | None = None, road: bool = False) -> Sum:
    """Mm that every model of a unit may move, in a formation (as it stands if not told), on a road or not (USB-R34)."""
    label, clause = LABELS[kind]
    rows: list[Row] = [(label, inch(number("run" if kind == "flee" else kind)), clause)]
    if immobile(view, unit):
        return Sum(label, 0.0, ((T("Immobile"), 0.0, "USB-MON-04"),), lengths=True)
    shape = formations.formation(view, unit) if formation is None else formation
    if kind not in FLAT:
        rows += _added(view, unit, shape)
        if road and not ignores_road(view, unit):
            rows.append((T("Road"), inch(number("road_move")), "USB-TER-09"))
    total = max(0.0, sum(mm for _, mm, _ in rows))
    if shape == "hidden" and kind not in FLAT:
        rows.append((T("Hidden: half"), -total / 2.0, "USB-FRM-08"))
        total /= 2.0
    return Sum(label, total, tuple(rows), lengths=True)


def _added(view: State, unit: str, formation: Formation) -> Iterator[Row]:
    """What is added before anything is halved (USB-R33); of troops and hero the lesser (USB-S17)."""
    parts = [_of_models(view, u) for u in facts.company(view, unit) if view.bases_of(u)]
    yield from min(parts, key=lambda rows: sum(mm for _, mm, _ in rows), default=[])
    if any(facts.own(view, u).leaders for u in facts.company(view, unit)):
        yield T("Leaders"), inch(number("leaders_move")), "USB-LDR-01"
    if flies(view, unit):
        yield T("Fliers"), inch(number("fliers_move")), "USB-SPC-04"
    if formation == "column":
        yield T("Column"), inch(number("column_move")), "USB-FRM-03"
    if formation == "phalanx":
        yield T("Phalanx"), -inch(number("phalanx_move")), "USB-FRM-06"


def _of_models(view: State, unit: str) -> list[Row]:
    """What the models of one unit add by themselves."""
    first = facts.model(view.bases_of(unit)[0])
    if first.kind == "riders":
        return [(T("Riders"), inch(number("riders_move")), "USB-PTS-07")]
    if first.growth >= number("fast_growth"):
        return [(T("Great monster"), inch(number("fast_move")), "USB-MON-07")]
    return []
