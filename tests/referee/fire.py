"""Tables 9 and 10 worked out anew from what an event says of a shot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.referee import tables

Shot = Mapping[str, Any]
COVERS = {"none": 0, "soft": 1, "hard": 2, "total": 2}
SINGLE = ("musket", "dragoon_musket", "rifled_musket", "carbine")
RIFLES = ("rifle", "double_rifle", "rifled_carbine")
FIGURE = 20


def small_arms(shot: Shot) -> int:
    """The factor of a volley before the die (NAP-SMA-25 to -30, -33)."""
    weapon, target = shot["weapon"], shot.get("target", "close")
    loose, cover = shot.get("skirmishers", False), COVERS[shot.get("cover", "none")]
    british = shot.get("british", False) and weapon not in RIFLES
    bow = weapon == "bow"
    found = tables.of_small_arms(weapon, shot["far"]) + bool(shot.get("optional"))
    found += 2 * (shot.get("first_volley", False) and not loose and not bow)
    found += 2 * british + (loose and not british)
    found += {"A": 1, "D": -1, "E": -2}.get(shot.get("cls", "C"), 0)
    found -= 2 * shot.get("lost_quarters", 0) * bow + 2 * (bow and cover > 0)
    found -= shot.get("disorder", 0) + 2 * shot.get("saddle", False) + 4 * shot.get("gunners", False)
    found -= 6 * shot.get("rain", False) + 4 * (shot.get("shots", 2) == 1 and weapon in SINGLE)
    ranks = shot.get("ranks", 1)
    row = target if target != "close" else "deep" if ranks >= 5 else "ranks" if ranks >= 3 else "close"
    found += tables.FACTORS["target"][row][cover] + _moved(shot)
    found -= 6 * shot.get("prone", False)
    return int(found + 2 * (shot.get("small_bases", False) and target == "loose") + 6 * shot.get("elephants", False))


def _moved(shot: Shot, far: int = -2) -> int:
    """The rows of movement: a charger of others counts by its arm, one of the firer neither (NAP-R67)."""
    charging = shot.get("charging", "")
    if charging:
        return {"horse": far, "foot": -1}.get(charging, 0)
    moved = shot.get("moved", 0.0)
    return far if moved > 25.0 + tables.SLACK else -1 if moved > 12.0 + tables.SLACK else 0


def guns(shot: Shot) -> int:
    """The factor of guns or rockets before the die (NAP-ART-18 to -24)."""
    piece, ammunition, target = shot["piece"], shot["ammunition"], shot.get("target", "close")
    found = tables.of_guns(ammunition, piece, shot["far"])
    if target == "building":
        found += _cover(piece, ammunition, 0)
    else:
        found += _at_troops(shot, piece, ammunition, target)
        cover = COVERS[shot.get("cover", "none")]
        found += _cover(piece, ammunition, 3 - cover) if cover else 0
    found += _moved(shot, -4 if piece in ("siege", "siege_howitzer") else -2)
    found -= 4 * (ammunition == "canister" and shot.get("shots", 2) == 1)
    bursting = ammunition in ("roundshot", "shell", "shrapnel") and piece != "rocket"
    found -= 2 * (shot.get("first_shot", False) and bursting) + 2 * shot.get("split", False)
    found -= min(6, shot.get("disorder", 0))
    found += {"A": 1, "C": -1}.get(shot.get("cls", "B"), 0)
    wet = 6 if piece == "rocket" else 4 if ammunition == "shell" else 2
    return int(found - wet * shot.get("rain", False))


def _at_troops(shot: Shot, piece: str, ammunition: str, target: str) -> int:
    """Table 10B, and prone troops (NAP-ART-19, -20, -22, NAP-R71)."""
    ball, found = ammunition == "roundshot", 0
    ranks = {"square": 4, "mass": 7}.get(target, shot.get("ranks", 1))
    deep = not shot.get("bad_ground", False)
    found -= shot.get("british_line", False)
    if target in ("close", "square", "mass"):
        if ball:
            found += tables.FACTORS["depth"][piece][min(ranks, 5) - 2] if ranks > 1 and deep else 0
        else:
            found += 3 if ranks >= 7 else 2 if ranks >= 5 else 1 if ranks >= 3 else 0
    if target == "limbered":
        found += 5 if not ball else tables.FACTORS["depth"][piece][4] if deep else 0
    else:
        found -= shot.get("mounted", False)
    found -= 2 * (target == "crews") + 6 * (target == "loose")
    found += 2 * (target == "loose" and shot.get("small_bases", False)) + 10 * shot.get("elephants", False)
    return int(found - 6 * (shot.get("prone", False) and ball))


def _cover(piece: str, ammunition: str, column: int) -> int:
    """Table 10D: building, hard, soft."""
    name = piece if ammunition == "roundshot" else "shell" if ammunition == "incendiary" else ammunition
    row: Sequence[int] = tables.FACTORS["cover"][name]
    return row[column]


def added(event: Mapping[str, Any]) -> int:
    """What the dice of an event add (NAP-SMA-31, NAP-ART-25)."""
    dice, what = event["dice"], event["what"]
    piece = next((s["shot"].get("piece", "") for g in event["groups"] for s in g["steps"]), "")
    if piece == "rocket" or (piece in ("howitzer", "siege_howitzer") and what in ("shell", "shrapnel")):
        return sum(dice)
    return (dice[0] - 1) // 2


def check(event: Mapping[str, Any]) -> dict[str, int]:
    """Work a volley out anew; the casualties of each body. AssertionError where the event says otherwise."""
    die = added(event)
    assert event["added"] == die
    men: dict[str, int] = {}
    for group in event["groups"]:
        taken = 0
        for step in group["steps"]:
            shot = step["shot"]
            factor = (guns(shot) if "piece" in shot else small_arms(shot)) + die
            assert step["factor"] == factor, step
            full = tables.casualties(group["figures"], factor)
            assert step["full"] == full, step
            share = (full * group["quarters"] * 2 + 4) // 8  # quarters of it, halves up
            free = group["ball"] and shot.get("target", "close") == "loose"
            lost = share if free else max(0, share - taken)
            assert step["men"] == lost, step
            taken += 0 if free else min(lost, FIGURE * step["figures"])
            men[step["body"]] = men.get(step["body"], 0) + lost
    return men
