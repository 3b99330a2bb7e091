"""The final score worked out anew: what each body is worth at the catalogue's prices, and to whom (NAP-VIC-10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.referee.tables import CREWS, GUN_HORSE, HORSE, PIECES, TEAMS

Thing = Mapping[str, Any]
AWAY = ("surrendered", "dispersed")
PARTS = ("stance", "strength", "march", "nerve", "fire", "battery", "engagement", "captivity")


def flat(own: Thing) -> Thing:
    """What a record says of a body, without the parts that it lies in."""
    return {**own, **{key: value for part in PARTS for key, value in own.get(part, {}).items()}}


def parts(own: Thing, figure: Thing) -> tuple[float, float, float]:
    """Points of a base: men, horses, material. Batteries by table 1, other figures by what the list printed."""
    subs = {s["id"]: s for s in own.get("subs", ())}
    sub = subs.get(figure.get("sub", ""), {})
    role, cls = figure.get("role", "foot"), sub.get("morale", "C")
    if role == "general":
        return (100.0 if figure.get("chief") else 50.0) if figure.get("points") else 0.0, 0.0, 0.0
    mounts = GUN_HORSE * figure.get("mounts", 0)
    if role == "gun":
        rides = own.get("horse_guns", False)
        each = CREWS["horse" if rides else "foot"][cls] - GUN_HORSE * rides
        return each * figure.get("crew", 0), mounts, PIECES[figure["piece"]]
    if role == "team":
        team = figure["team"]
        animals = GUN_HORSE * figure.get("horses", 0)
        return CREWS["driver"][cls] * figure.get("drivers", 0), mounts + animals, TEAMS[team] - GUN_HORSE * team
    price = sub.get("points", 0)
    if role == "horses":
        return (price - HORSE) * figure.get("crew", 0), HORSE * figure.get("horses", 0), 0.0
    if role == "horse":
        return price - HORSE, HORSE, 0.0
    if figure.get("points"):
        return figure["points"], 0.0, 0.0
    return price - HORSE * (own.get("arm") == "horse"), 0.0, 0.0


def troops(state: Thing, side: str) -> float:
    """Points of a side's own troops, and of what it has taken; objectives apart."""
    bases, units = dict(state["bases"]), dict(state["units"])
    for secret in state.get("secret", {}).values():
        bases |= secret.get("bases", {})
        units |= secret.get("units", {})
    found = 0.0
    for unit in units.values():
        own = flat(unit["own"])
        here = [bases[b] for b in unit["bases"] if where(bases[b]) != "gone"]
        if unit["side"] == side:
            found += _mine(own, here)
        elif own.get("captors") and units[own["captors"]]["side"] == side:
            found += _taken(own, here)
    return found


def where(base: Thing) -> str:
    """Where a base is: on the table, unless it says otherwise."""
    return str(base.get("where", "table"))


def _mine(own: Thing, here: list[Thing]) -> float:
    if own.get("freed"):
        less = 6 if own.get("mounted") else 2
        each = [parts(own, b["own"]) for b in here]
        return sum(max(0.0, m + (h if own.get("mounted") else 0.0) - less) for m, h, _ in each)
    if own.get("captors") or own.get("result") in AWAY:
        return 0.0
    routs, guard = own.get("result") == "rout", (own.get("doing") or {}).get("verb") == "escort"
    total = 0.0
    for base in here:
        off = 1.0 if guard else 0.0 if routs or own.get("abandoned") else 0.5
        total += sum(parts(own, base["own"])) * (off if where(base) == "off" else 0.5 if routs else 1.0)
    return total


def _taken(own: Thing, here: list[Thing]) -> float:
    total = 0.0
    for base in here:
        if own.get("abandoned") and where(base) == "off":
            continue
        men, horses, material = parts(own, base["own"])
        total += horses + (0.0 if base["own"].get("spiked") else material)
        total += men / 2 if own.get("guarded") else 0.0
    return total
