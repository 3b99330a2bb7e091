"""Blocks a charge apart on broken ground: random situations in which charges, melees, breaks and pursuits meet."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import shapely
from msgspec.structs import replace

from game.engine.state import Luck, State
from game.geometry.shapes import bearing
from rulesets.ancient_battles.army.profiles import profiles
from rulesets.ancient_battles.deploy.positions import build
from rulesets.ancient_battles.field.blocks import block_of, quads
from rulesets.ancient_battles.field.facts import fielded, kinds
from rulesets.ancient_battles.measures import inches

ARMIES = {
    "south": ("PHA", "SIL", "COM", "SEL", "CRE", "SJA", "PHA2", "COM2"),
    "north": ("OAT", "WAR", "GAE", "NOB", "LCH", "GSL", "GJA", "WAR2", "NOB2"),
}
LEADERS = {"south": (("SGE", "COM"), ("SBS", "PHA")), "north": (("GCH", "NOB"), ("GBS", "WAR"))}
"""Characters and the units of their kind that they may stand in (WAB-S27)."""
LEFT_OUT = ("field", "road")
SPAN = (14.0, 58.0)
"""Inches of the table's width in which everybody stands."""
NEAR = (2.0, 9.0)
"""Inches by which the two lines stand apart."""
TURNS = 2


def situation(seed: int) -> State:
    """Two ragged lines, some of them locked already, some hurt, some running; ground between them; characters."""
    dice = Random(f"violent {seed}")
    doc: dict[str, Any] = {"units": [], "terrain": _ground(dice), "turn": 1, "limit": TURNS}
    shut = _shut(doc)
    gap = dice.uniform(*NEAR)
    taken: list[tuple[str, shapely.Geometry]] = []
    for side, way in (("south", -1.0), ("north", 1.0)):
        codes = [c for c in ARMIES[side] if dice.random() < (0.35 if c[-1] == "2" else 0.75)]
        for code in codes:
            row = _locked(dice, doc, code, side, taken, shut) if side == "north" and dice.random() < 0.4 else None
            row = row or _ranked(dice, code, side, 24.0 + way * gap / 2.0, way, taken, shut)
            if row is not None and _stands(doc, row):
                doc["units"].append(row)
        for code, host in LEADERS[side]:
            _leader(dice, doc, code, host, side, 24.0 + way * (gap / 2.0 + 6.0), taken, shut)
    while True:
        try:
            return replace(build(doc), luck=Luck("seeded", f"violent {seed}"))
        except ValueError:
            # two corners a hair in each other: the last one stays at home
            doc["units"].pop()


def _stands(doc: dict[str, Any], row: dict[str, Any]) -> bool:
    """Whether a unit may stand there with all before it: two corners may be a hair in each other."""
    try:
        build({**doc, "units": [*doc["units"], row]})
    except ValueError:
        return False
    return True


def _ground(dice: Random) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    areas = [k.id for k in kinds().values() if k.shape == "area" and k.id not in LEFT_OUT]
    lines = [k.id for k in kinds().values() if k.shape == "line"]
    for n in range(dice.randint(0, 4)):
        x, y = dice.uniform(*SPAN), dice.uniform(12.0, 34.0)
        size = dice.uniform(3.0, 10.0), dice.uniform(2.0, 6.0)
        box = [round(v, 2) for v in (x, y, x + size[0], y + size[1])]
        found.append({"id": f"g{n}", "kind": dice.choice(areas), "box": box})
    if dice.random() < 0.5:
        x, y = dice.uniform(*SPAN), dice.uniform(20.0, 28.0)
        end = [round(x + dice.uniform(3.0, 12.0), 2), round(y + dice.uniform(-3.0, 3.0), 2)]
        found.append({"id": "line", "kind": dice.choice(lines), "line": [[round(x, 2), round(y, 2)], end]})
    return found


def _shut(doc: dict[str, Any]) -> shapely.Geometry:
    """Where nobody may stand (mm)."""
    state = build({**doc, "units": []})
    rows = [shapely.Polygon(f.points) for f in state.features.values() if kinds()[f.kind].rate == "impassable"]
    return shapely.union_all(rows)


def _row(dice: Random, code: str, side: str) -> dict[str, Any]:
    """A unit that may be hurt, in any frontage, sometimes running or alarmed."""
    row: dict[str, Any] = {"id": code, "side": side}
    model = profiles()[code.rstrip("2")].row
    if model.models > 1 and dice.random() < 0.6:
        row["models"] = dice.randint(max(1, model.models // 5), model.models)
    if model.order != "skirmish":
        row["files"] = min(row.get("models", model.models), max(1, model.files + dice.choice((-2, -1, 0, 0, 0, 1, 3))))
    if dice.random() < 0.06:
        row |= {"fleeing": True, "fled_to": 180.0 if side == "south" else 0.0, "fled_turn": 1}
    return row


def _ranked(
    dice: Random,
    code: str,
    side: str,
    line: float,
    way: float,
    taken: list[tuple[str, shapely.Geometry]],
    shut: shapely.Geometry,
) -> dict[str, Any] | None:
    """A unit somewhere in its army's line, mostly facing the enemy."""
    row = _row(dice, code, side)
    for _ in range(40):
        back = dice.choice((0.0, 0.0, 0.0, 5.0)) + dice.uniform(0.0, 3.0)
        turned = dice.choice((0.0, 0.0, dice.uniform(-50.0, 50.0), 90.0, 180.0, dice.uniform(0.0, 360.0)))
        place = {
            "at": [round(dice.uniform(*SPAN), 3), round(line + way * back, 3)],
            "facing": round(((0.0 if side == "south" else 180.0) + turned) % 360.0, 2),
        }
        if _fits(row | place, taken, shut, 1.05):
            return row | place
    return None


def _locked(
    dice: Random,
    doc: dict[str, Any],
    code: str,
    side: str,
    taken: list[tuple[str, shapely.Geometry]],
    shut: shapely.Geometry,
) -> dict[str, Any] | None:
    """A formed unit with its front along an edge of an enemy block: they are in combat already."""
    model = profiles()[code.rstrip("2")].row
    state = build({"units": [r for r in doc["units"] if not r.get("fleeing") and "joined" not in r]})
    blocks = [
        u.id for u in state.units.values() if u.side != side and u.own.order != "skirmish" and not u.own.character
    ]
    if model.order == "skirmish" or not blocks:
        return None
    row = {k: v for k, v in _row(dice, code, side).items() if k in ("id", "side", "models", "files")}
    for _ in range(10):
        four = block_of(state, dice.choice(blocks)).corners
        k = dice.choice((0, 0, 0, 1, 2, 3))
        start, end = four[k], four[(k + 1) % 4]
        along = (end - start) / np.hypot(*(end - start))
        spot = start + (end - start) * dice.uniform(0.0, 1.0)
        place = {
            "at": [round(inches(float(v)), 4) for v in spot],
            "facing": round(bearing(float(along[1]), float(-along[0])), 3),
        }
        if _fits(row | place, taken, shut, 0.0, touching=True):
            return row | place
    return None


def _leader(
    dice: Random,
    doc: dict[str, Any],
    code: str,
    host: str,
    side: str,
    home: float,
    taken: list[tuple[str, shapely.Geometry]],
    shut: shapely.Geometry,
) -> None:
    """A character in a unit of his kind, or alone behind the line."""
    hosts = [r for r in doc["units"] if r["side"] == side and r["id"].rstrip("2") == host]
    if hosts and dice.random() < 0.6:
        row = {"id": code, "side": side, "joined": dice.choice(hosts)["id"]}
        try:
            state = build({**doc, "units": [*doc["units"], row]})
        except ValueError:
            return
        area = shapely.union_all([shapely.Polygon(q) for q in quads(state, row["joined"])])
        others = [shapely.Polygon(q) for u in fielded(state) if u != row["joined"] for q in quads(state, u)]
        if area.intersects(shut) or any(area.intersection(other).area > 0.5 for other in others):
            # the rank that he begins has no room
            return
        doc["units"].append(row)
        taken[:] = [(s, a) for s, a in taken if s != side]
        state = build({"units": [r for r in doc["units"] if r["side"] == side]})
        taken += [(side, shapely.union_all([shapely.Polygon(q) for q in quads(state, u)])) for u in fielded(state)]
        return
    for _ in range(40):
        at = [round(dice.uniform(*SPAN), 3), round(home + dice.uniform(-4.0, 4.0), 3)]
        row = {"id": code, "side": side, "at": at, "facing": round(dice.uniform(0.0, 360.0), 1)}
        if _fits(row, taken, shut, 1.05):
            doc["units"].append(row)
            return


def _fits(
    row: dict[str, Any],
    taken: list[tuple[str, shapely.Geometry]],
    shut: shapely.Geometry,
    apart: float,
    touching: bool = False,
) -> bool:
    """Whether a unit finds room there; it is noted if so."""
    try:
        state = build({"units": [row]})
    except ValueError:
        return False
    area = shapely.union_all([shapely.Polygon(q) for q in quads(state, row["id"])])
    if area.intersects(shut):
        return False
    for side, other in taken:
        if touching:
            deep = area.intersection(other).area
            if deep > 0.5 or (side == row["side"] and area.distance(other) <= 0.5):
                return False
        elif area.distance(other) <= (apart if side != row["side"] else 0.05) * 25.0:
            return False
    taken.append((row["side"], area))
    return True
