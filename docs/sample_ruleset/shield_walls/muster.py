"""Who fights: the data, the armies on offer, and the situation in which a battle or a position begins."""

from typing import Any

from msgspec import Struct

from game.engine.documents import Document
from game.engine.files.data_folder import DataFolder
from game.engine.files.toml_reading import convert, parse
from game.engine.ruleset import ArmyInfo, ScenarioInfo, Setup
from game.engine.state import Base, Frame, Side, State, Table, Unit
from game.engine.text import T
from game.geometry.shapes import Footprint, Pose
from game.geometry.tolerance import Measures

FILE = "shield_walls.toml"
DATA = parse(DataFolder("shield_walls").raw(FILE), FILE)
CM = convert(DATA["lengths"], dict[str, float], FILE)
NUMBERS = convert(DATA["numbers"], dict[str, int], FILE)
ARMIES = convert(DATA["army"], tuple[ArmyInfo, ...], FILE)
TROOPS = {entry.code: entry for army in ARMIES for entry in army.entries}
CLAUSE_OF_LISTS = "SHW-SET-02"
FACINGS = {"south": 0.0, "north": 180.0}
MEASURES = Measures("cm", 10.0)
MM = {name: MEASURES.mm(length) for name, length in CM.items()}


class Battle(Struct, frozen=True):
    """What the rules keep of a battle: the round."""

    turn: int = 1


def scenarios() -> tuple[ScenarioInfo, ...]:
    """The only scenario, at the only size."""
    return (ScenarioInfo("meadow", "The meadow", "Two hosts meet.", (*FACINGS,), sizes=(NUMBERS["points"],)),)


def armies(size: int) -> tuple[ArmyInfo, ...]:
    """The armies on offer (SHW-SET-02)."""
    return ARMIES


def begin(setup: Setup) -> tuple[State, Frame]:
    """A battle before its first turn: each side in a row at its edge (SHW-SET-01)."""
    rows: list[dict[str, Any]] = []
    for side, chosen in setup.sides.items():
        codes = [code for code, n in chosen.counts.items() for _ in range(n)]
        gap, y = CM["width"] / len(codes), CM["edge"] if side == "south" else CM["depth"] - CM["edge"]
        rows += ({"side": side, "code": code, "at": [(k + 0.5) * gap, y]} for k, code in enumerate(codes))
    return build({"unit": rows}), Frame("shw.battle")


def build(document: dict[str, Any]) -> State:
    """A situation by hand: a table ``[[unit]]`` for each wall with its side, code, at, and perhaps facing."""
    doc, units, bases = Document("position", MEASURES), dict[str, Unit](), dict[str, Base]()
    doc.known(document, ("unit",))
    for row in doc.rows(document, "unit"):
        code = doc.choice(row.get("code"), (*TROOPS,), T("kind of wall"), "unit.code")
        name = f"{code}-{1 + sum(unit.kind == code for unit in units.values())}"
        doc.known(row, ("side", "code", "at", "facing"), name)
        side = doc.choice(row.get("side"), (*FACINGS,), T("side"), f"{name}.side")
        pose = Pose(*doc.point(row.get("at"), name), doc.facing(row.get("facing", FACINGS[side]), name))
        units[name] = Unit(name, side, code, TROOPS[code].name, (f"{name}.1",))
        bases[f"{name}.1"] = Base(f"{name}.1", name, 1, Footprint("rect", MM["front"], MM["deep"]), pose)
    sides = {side: Side(side, side.title(), n) for n, side in enumerate(FACINGS)}
    return State("SHW", Table(MM["width"], MM["depth"]), {}, sides, units, bases, own=Battle())
