"""The tree of a roster as typed rows: forces, selections within selections, costs, profiles, rules."""

from __future__ import annotations

import math
import re

import msgspec

from game.engine.files.toml_reading import DataError
from game.engine.rosters.nodes import MOST_TEXT, Node, clean, fold
from game.engine.text import T

MOST_NUMBER = 10_000
POINTS = ("pts", "points", "pt", "pkt", "punkty")
"""How the cost in points is called."""


class Profile(msgspec.Struct, frozen=True):
    """A profile: its kind ("Unit", "Weapon"), its name, and characteristics by folded name."""

    kind: str
    name: str
    values: dict[str, str]

    def get(self, *names: str) -> str:
        """The first characteristic of these names that is there, "" where none is."""
        return next((self.values[n] for n in map(fold, names) if self.values.get(n)), "")


class RosterRule(msgspec.Struct, frozen=True):
    """A rule by name, with the text that the file gives it."""

    name: str
    text: str = ""


class Selection(msgspec.Struct, frozen=True):
    """Something chosen.

    Attributes
    ----------
    custom
        What the player calls it, "" where he does not.
    kind
        "unit", "model" or "upgrade".
    number
        How many in all: what lies in several is counted through.
    points
        Of itself, without what lies in it; for all of ``number``.
    """

    name: str
    custom: str
    kind: str
    number: int
    points: float
    selections: tuple[Selection, ...] = ()
    profiles: tuple[Profile, ...] = ()
    rules: tuple[RosterRule, ...] = ()
    categories: tuple[str, ...] = ()


class Force(msgspec.Struct, frozen=True):
    """A part of an army: its name, the army list that it is chosen from, what was chosen."""

    name: str
    catalogue: str
    selections: tuple[Selection, ...]


class Roster(msgspec.Struct, frozen=True):
    """A whole list. ``points`` and ``limit`` are what the file itself says, None where it does not."""

    name: str
    system: str
    points: float | None
    limit: float | None
    forces: tuple[Force, ...]


def roster_of(root: Node, file: str) -> Roster:
    """The roster of a tree. Raises DataError where it is none."""
    if root.tag != "roster":
        tag = clean(root.tag, 40)
        raise DataError(file, "", T("this is not a roster: it begins with “{tag}”", tag=tag))
    kind = _points_kind(root)
    forces = tuple(_force(node, kind) for node in _forces(root))
    if not any(force.selections for force in forces):
        raise DataError(file, "forces", T("nothing is chosen in this roster"))
    return Roster(
        clean(root.attrs.get("name", "")),
        clean(root.attrs.get("gamesystemname", "")),
        _cost(root, "costs", "cost", kind),
        _limit(_cost(root, "costLimits", "costLimit", kind)),
        forces,
    )


def _forces(node: Node) -> list[Node]:
    """All forces, those within forces too."""
    found = []
    for force in node.named("forces", "force"):
        found += [force, *_forces(force)]
    return found


def _force(node: Node, kind: str) -> Force:
    chosen = tuple(_selection(n, kind) for n in node.named("selections", "selection"))
    return Force(clean(node.attrs.get("name", "")), clean(node.attrs.get("cataloguename", "")), chosen)


def _selection(node: Node, kind: str) -> Selection:
    return Selection(
        clean(node.attrs.get("name", "")) or "?",
        clean(node.attrs.get("customname", "")),
        fold(node.attrs.get("type", "")) or "upgrade",
        _number(node.attrs.get("number", "1")),
        _cost(node, "costs", "cost", kind) or 0.0,
        tuple(_selection(n, kind) for n in node.named("selections", "selection")),
        tuple(_profile(n) for n in node.named("profiles", "profile")),
        tuple(_rule(n) for n in node.named("rules", "rule")),
        tuple(clean(n.attrs.get("name", "")) for n in node.named("categories", "category")),
    )


def _profile(node: Node) -> Profile:
    values: dict[str, str] = {}
    for one in node.named("characteristics", "characteristic"):
        name = fold(one.attrs.get("name", ""))
        said = clean(one.text or one.attrs.get("value", ""), 400)
        if name and said:
            values.setdefault(name, said)
    return Profile(clean(node.attrs.get("typename", "")), clean(node.attrs.get("name", "")), values)


def _rule(node: Node) -> RosterRule:
    inner = next((child.text for child in node.children if child.tag == "description"), "")
    return RosterRule(clean(node.attrs.get("name", "")), clean(inner or node.attrs.get("description", ""), MOST_TEXT))


# --- numbers -----------------------------------------------------------------------------------------------------


def _number(text: str) -> int:
    """How many: a whole number, one where there is none that makes sense."""
    found = _float(text)
    return int(found) if found is not None and 0 <= found <= MOST_NUMBER else 1


def _float(text: str) -> float | None:
    if not re.fullmatch(r"\s*[+-]?\d{1,9}(?:[.,]\d{1,9})?\s*", text):
        return None
    value = float(text.strip().replace(",", "."))
    return value if math.isfinite(value) else None


def _limit(value: float | None) -> float | None:
    return value if value is not None and value > 0 else None


def _cost(node: Node, group: str, single: str, kind: str) -> float | None:
    found = [_float(c.attrs.get("value", "")) for c in node.named(group, single) if _kind(c) == kind]
    known = [value for value in found if value is not None]
    return sum(known) if known else None


def _kind(node: Node) -> str:
    """What sort of cost it is; the same for all names that points go by."""
    names = [fold(node.attrs.get(key, "")) for key in ("name", "typeid")]
    return "points" if any(name in POINTS for name in names) else names[0] or names[1]


def _points_kind(root: Node) -> str:
    """The sort of cost that is points: the one called so, else the only one there is."""
    kinds: set[str] = set()
    todo = [root]
    while todo:
        node = todo.pop()
        todo += node.children
        kinds |= {_kind(cost) for cost in node.named("costs", "cost")}
    return "points" if "points" in kinds or len(kinds) != 1 else next(iter(kinds))
