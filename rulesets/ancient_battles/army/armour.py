"""Armour: the save of a model against one kind of attack, and what the armour takes off its movement.

WAB-ARM-01 to WAB-ARM-14, WAB-R29, WAB-R40, WAB-R41, WAB-R47.
"""

from __future__ import annotations

from typing import Literal

from game.engine.decision import Sum
from game.engine.text import T, Text
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army.profiles import Profile
from rulesets.ancient_battles.data_files import Armour
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.own import Facing

Kind = Literal["melee", "missile"]
NO_SAVE = 7


def _counts(piece: Armour, profile: Profile, kind: Kind, edge: Facing) -> bool:
    """Whether a piece counts against an attack of this kind from this side (WAB-ARM-04, -05, -08, -09)."""
    if piece.against and piece.against != kind:
        return False
    if piece.front and edge != "front":
        return False
    return not (piece.skirmish_only_against == kind and profile.row.order != "skirmish")


def save(profile: Profile, kind: Kind, edge: Facing = "front", modifier: int = 0) -> Sum:
    """The save of a model against an attack from an edge of its unit, as a sum; 7 or more is no save (WAB-ARM-13).

    ``modifier`` is what the attack takes off, 0 or less (WAB-ARM-12, WAB-WPN-01): added to the number needed.
    """
    mounted = profile.arm.mounted
    place = "mounted" if mounted else "foot"
    pieces = [data_files.armours()[a] for a in profile.row.armour]
    if mounted and not any(p.kind == "body" for p in pieces):
        pieces.insert(0, data_files.armours()["horse"])
    counted = [p for p in pieces if _counts(p, profile, kind, edge)]
    body, shield, horse = (next((p for p in counted if p.kind == k), None) for k in ("body", "shield", "horse"))
    worn = body or shield or horse
    if worn is None:
        return Sum(T("no save"), float(NO_SAVE), ((T("no armour"), float(NO_SAVE), "WAB-ARM-13"),))
    rows = [(Text(worn.name), float(_base(worn, mounted)), "WAB-ARM-02" if worn is shield else "WAB-ARM-01")]
    if body and shield and place in body.takes_shield:
        rows.append((Text(shield.name), -float(shield.adds_mounted if mounted else shield.adds_foot), "WAB-ARM-06"))
    rows += [(Text(p.name), -float(p.adds_mounted), p.clauses[0]) for p in counted if p.kind == "barding"]
    if modifier:
        rows.append((T("the attack"), float(-modifier), "WAB-ARM-12"))
    total = sum(v for _, v, _ in rows)
    return Sum(T("save"), total, tuple(rows))


def _base(piece: Armour, mounted: bool) -> int:
    found = piece.mounted if mounted else piece.foot
    return NO_SAVE if found is None else found


def save_need(total: float) -> int:
    """Least face that saves: a natural 1 never does (WAB-S19); 7 is no save.

    >>> save_need(1.0), save_need(5.0), save_need(9.0)
    (2, 5, 7)
    """
    return int(min(NO_SAVE, max(2, total)))


def movement_rate(profile: Profile) -> Sum:
    """The movement rate in mm after armour (WAB-ARM-14, WAB-ARM-11, WAB-R40, WAB-R41), with its sum."""
    rows: list[tuple[Text, float, str]] = [(T("Movement"), inch(profile.row.profile.m), "WAB-ARM-14")]
    pieces = [data_files.armours()[a] for a in profile.row.armour]
    heavy_shield = any(p.kind == "shield" and p.weighs for p in pieces)
    for piece in pieces:
        if piece.penalty:
            rows.append((Text(piece.name), -inch(piece.penalty), "WAB-ARM-14"))
        if piece.shield_penalty and heavy_shield:
            name = T("{armour} with a shield", armour=Text(piece.name))
            rows.append((name, -inch(piece.shield_penalty), "WAB-ARM-11"))
    return Sum(T("movement rate"), sum(v for _, v, _ in rows), tuple(rows))
