"""Armies a charge apart: random situations in which nearly every rule of contact soon comes up."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from msgspec.structs import replace
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from game.engine.state import Base, Luck, State
from game.geometry.shapes import polygon
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import profiles
from rulesets.warmaster_ancients.deploy.positions import build

ARMIES = {
    "south": (("LEG", 5), ("TRI", 2), ("VEL", 3), ("EQU", 2), ("SCO", 1)),
    "north": (("LIB", 4), ("GAL", 3), ("SLI", 2), ("NUM", 2), ("PUN", 2), ("ELE", 1), ("HCH", 1), ("SCH", 1)),
}
CHARACTERS = {"south": ("CONS-1", "LEGA-1", "TRIB-1"), "north": ("STRA-1", "COMM-1", "CHIE-1")}
GROUND = ("hill", "wood", "marsh", "ruins", "fortification", "impassable", "shallow_river", "difficult")
NEAR_CM = (15.0, 40.0)
"""How far apart the two armies' lines stand."""
TURNS = 2


def situation(seed: int) -> State:
    """A table of 180 x 120 cm: two armies in ragged ranks, some ground between them, characters behind."""
    dice = Random(f"violent {seed}")
    doc: dict[str, Any] = {"units": [], "terrain": _ground(dice), "limit": TURNS, "turn": 1, "phase": "initiative"}
    gap = dice.uniform(*NEAR_CM)
    taken: list[tuple[str, BaseGeometry]] = []
    barred = {t.id: _barred(doc["terrain"], t.id) for t in data_files.load_troops().values()}
    for side, home, way in (("south", 60.0 - gap / 2, 0.0), ("north", 60.0 + gap / 2, 180.0)):
        for code, most in ARMIES[side]:
            for number in range(1, dice.randint(1, most) + 1):
                row = _unit(dice, f"{code}-{number}", side, home, way, taken, barred[profiles()[code].type])
                if row is not None:
                    doc["units"].append(row)
        back = -14.0 if side == "south" else 14.0
        for character in CHARACTERS[side]:
            at = [round(dice.uniform(50.0, 130.0), 2), round(home + dice.uniform(0.5, 1.0) * back, 2)]
            doc["units"].append({"id": character, "side": side, "at": at})
    return replace(build(doc), luck=Luck("seeded", f"violent {seed}"))


def _ground(dice: Random) -> list[dict[str, Any]]:
    found = []
    for n in range(dice.randint(0, 5)):
        x, y = dice.uniform(45.0, 120.0), dice.uniform(25.0, 85.0)
        width, depth = dice.uniform(6.0, 25.0), dice.uniform(4.0, 14.0)
        found.append(
            {"id": f"g{n}", "kind": dice.choice(GROUND), "box": [round(v, 2) for v in (x, y, x + width, y + depth)]}
        )
    if dice.random() < 0.4:
        x, y = dice.uniform(50.0, 110.0), dice.uniform(45.0, 75.0)
        line = [[round(x, 2), round(y, 2)], [round(x + dice.uniform(5, 30), 2), round(y + dice.uniform(-6, 6), 2)]]
        found.append({"id": "line", "kind": dice.choice(("wall", "hedge")), "line": line})
    return found


def _barred(rows: list[dict[str, Any]], type_id: str) -> BaseGeometry:
    """The area (cm) where a type may not stand."""
    kinds = data_files.load_terrain()
    area: BaseGeometry = Polygon()
    for row in rows:
        if "box" in row and not kinds[row["kind"]].allows(type_id):
            area = area.union(box(*row["box"]))
    return area


def _unit(
    dice: Random,
    unit: str,
    side: str,
    home: float,
    way: float,
    taken: list[tuple[str, BaseGeometry]],
    barred: BaseGeometry,
) -> dict[str, Any] | None:
    """A unit somewhere in its army's ranks: line, column or ragged, sometimes a stand short, shaken or facing away."""
    code = unit.split("-", maxsplit=1)[0]
    whole = profiles()[code].stands
    for _ in range(60):
        row: dict[str, Any] = {"id": unit, "side": side}
        back = dice.choice((0.0, 0.0, 0.0, 3.0, 6.0)) + dice.uniform(0.0, 3.0)
        at = (dice.uniform(45.0, 135.0), home - back if side == "south" else home + back)
        turned = dice.choice((0.0, 0.0, 0.0, 0.0, dice.uniform(-40.0, 40.0), 90.0, 180.0, dice.uniform(0.0, 360.0)))
        left = whole - 1 if dice.random() < 0.2 else whole
        row |= {"at": [round(v, 2) for v in at], "facing": round((way + turned) % 360.0, 1), "stands": left}
        form = dice.choice(("line", "line", "line", "column", "ragged"))
        row["formation"] = "column" if form == "column" else "line"
        if dice.random() < 0.1:
            row["confused"] = True
        bases = list(build({"units": [row]}).bases.values())
        if form == "ragged":
            row = {k: v for k, v in row.items() if k not in ("at", "facing", "formation")}
            row["poses"] = _ragged(dice, bases)
            bases = list(build({"units": [row]}).bases.values())
        shapes = [polygon(b.shape, b.pose) for b in bases if b.pose is not None]
        fits = all(
            s.distance(other) > (12.0 if owner != side else 0.2) for s in shapes for owner, other in taken
        ) and all(not _cm(s).intersects(barred) for s in shapes)
        if fits:
            taken.extend((side, s) for s in shapes)
            return row
    return None


def _ragged(dice: Random, bases: list[Base]) -> list[list[float]]:
    """The stands of a line, each somewhat ahead of its neighbour: irregular, still touching."""
    found = []
    ahead = 0.0
    for base in bases:
        if base.pose is None:
            continue
        rad = math.radians(base.pose.facing)
        x, y = base.pose.x + ahead * math.sin(rad), base.pose.y + ahead * math.cos(rad)
        found.append([round(x / 10.0, 3), round(y / 10.0, 3), base.pose.facing])
        ahead += dice.uniform(-0.5, 0.5) * base.shape.depth
    return found


def _cm(shape: Polygon) -> Polygon:
    return Polygon([(x / 10.0, y / 10.0) for x, y in shape.exterior.coords])
