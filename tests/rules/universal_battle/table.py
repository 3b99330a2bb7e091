"""Situations of the Universal battle system in a few words, played with scripted dice.

``scene(troops("A", (10, 5), 8), troops("B", (10, 12), 6), terrain=[piece("forest", 8, 10, 14, 14)])``: lengths in
inches; units whose id begins with A or C are the south's, the others the north's. Models stand side by side, a tenth
of an inch apart, from west to east about the place named; or each at a place of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decision import Answer, Decision, Reply
from game.engine.dice import ScriptedDice
from game.engine.event import Event
from game.engine.session import Session
from game.engine.state import Base, Feature, Frame, Luck, Side, State, Table, Tie, Unit, Where
from game.geometry.shapes import Footprint, Pose
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.own import (
    BattleOwn,
    Category,
    HeroOwn,
    Kind,
    LockOwn,
    ModelOwn,
    PieceOwn,
    SideOwn,
    UnitOwn,
    WeaponOwn,
)

Made = tuple[Unit, tuple[Base, ...]]
RANKS = {"rookie": (5, 5), "regular": (4, 4), "veteran": (3, 3)}
HEROES = {
    "aspirant": (5, 2, 5, 2, 2),
    "daredevil": (4, 3, 4, 2, 4),
    "champion": (3, 3, 3, 3, 6),
    "legend": (3, 3, 3, 4, 8),
}
WIDTHS = {"infantry": 1.0, "heavy": 1.6, "riders": 2.0}
HEIGHTS = {"infantry": 1.25, "heavy": 2.0, "riders": 2.0}
GREAT = (2.4, 2.4, 3.2, 3.2, 4.0, 4.0, 4.8)


def _weapons(items: Sequence[str]) -> tuple[WeaponOwn, ...]:
    return tuple(WeaponOwn(item) for item in items)


def _side(unit: str) -> str:
    return "south" if unit[0] in "AC" else "north"


def _places(at: Any, n: int, width: float) -> list[Pose | None]:
    if at is None:
        return [None] * n
    if isinstance(at, list):
        return [Pose(inch(p[0]), inch(p[1]), p[2] if len(p) > 2 else 0.0) for p in at]
    x, y, *facing = at
    step = width + 0.1
    return [Pose(inch(x + (k - (n - 1) / 2.0) * step), inch(y), facing[0] if facing else 0.0) for k in range(n)]


def troops(
    unit: str,
    at: Any,
    models: int,
    rank: str | tuple[int, int] = "regular",
    *items: str,
    kind: Kind = "infantry",
    shield: bool = False,
    specials: int = 0,
    specs: Sequence[str] = (),
    lost: Sequence[int] = (),
    side: str = "",
    **own: Any,
) -> Made:
    """A unit of troops: rank or (Hit, Tough), weapons by item id; ``lost`` is Standfast lost model by model."""
    hit, tough = RANKS[rank] if isinstance(rank, str) else rank
    full = 2 if kind == "heavy" else 1
    model = ModelOwn(
        kind=kind,
        hit=hit,
        initiative=2 if kind == "riders" else 1,
        tough=tough,
        standfast=full,
        height=inch(HEIGHTS[kind]),
        weapons=_weapons(items),
        shield="costly" if shield else "",
        specs=tuple(specs),
    )
    bases = []
    for k, pose in enumerate(_places(at, models, WIDTHS[kind]), 1):
        one = replace(model, lost=lost[k - 1] if k <= len(lost) else 0, special=k <= specials)
        where: Where = "table" if pose is not None else "reserve"
        if one.lost >= full:
            pose, where = None, "gone"
        width = inch(WIDTHS[kind])
        bases.append(Base(f"{unit}.{k}", unit, k, Footprint("circle", width, width), pose, where, own=one))
    fields = {"initial": models * full, **own}
    return Unit(unit, side or _side(unit), unit, unit, tuple(b.id for b in bases), own=UnitOwn(**fields)), tuple(bases)


def hero(
    unit: str,
    at: Any,
    category: Category = "aspirant",
    *items: str,
    kind: Kind = "infantry",
    shield: bool = False,
    specs: Sequence[str] = (),
    lost: int = 0,
    side: str = "",
    magic: Sequence[str] = (),
    **own: Any,
) -> Made:
    """A hero on foot, or a rider (``kind``)."""
    hit, initiative, tough, full, power = HEROES[category]
    full += kind == "heavy"
    model = ModelOwn(
        kind=kind,
        hit=hit,
        initiative=initiative + (kind == "riders"),
        tough=tough,
        standfast=full,
        height=inch(HEIGHTS[kind]),
        weapons=_weapons(items) + tuple(WeaponOwn(m, True) for m in magic),
        shield="costly" if shield else "",
        category=category,
        specs=tuple(specs),
        lost=lost,
    )
    (pose,) = _places(at, 1, WIDTHS[kind])
    width = inch(WIDTHS[kind])
    where: Where = "table" if pose is not None else "reserve"
    base = Base(f"{unit}.1", unit, 1, Footprint("circle", width, width), pose, where, own=model)
    fields = {"initial": full, "power": power, **own}
    return Unit(unit, side or _side(unit), unit, unit, (base.id,), own=UnitOwn(**fields)), (base,)


def monster(
    unit: str,
    at: Any,
    growth: int,
    rank: str | tuple[int, int] = "regular",
    *items: str,
    rider: Category = "",
    rider_items: Sequence[str] = (),
    shield: bool = False,
    cargo: int = 0,
    specs: Sequence[str] = (),
    lost: int = 0,
    side: str = "",
    **own: Any,
) -> Made:
    """A monster or machine with so many growth steps; ``rider``: the category of the hero on it (USB-HRO-05)."""
    hit, tough = RANKS[rank] if isinstance(rank, str) else rank
    full, power, on_it = 3 + 3 * growth, 0, None
    if rider:
        his, initiative, his_tough, more, power = HEROES[rider]
        tough, full = max(tough, his_tough), full + more
        on_it = HeroOwn(his, initiative, _weapons(rider_items))
    model = ModelOwn(
        kind="monster",
        hit=hit,
        initiative=1 + growth,
        tough=tough,
        standfast=full,
        height=inch(2.0 + 0.5 * growth),
        weapons=_weapons(items),
        shield="free" if shield else "",
        growth=growth,
        category=rider,
        rider=on_it,
        specs=tuple(specs),
        cargo=cargo,
        lost=lost,
    )
    (pose,) = _places(at, 1, GREAT[growth])
    width = inch(GREAT[growth])
    where: Where = "table" if pose is not None else "reserve"
    base = Base(f"{unit}.1", unit, 1, Footprint("circle", width, width), pose, where, own=model)
    fields = {"initial": full, "power": power, **own}
    return Unit(unit, side or _side(unit), unit, unit, (base.id,), own=UnitOwn(**fields)), (base,)


def piece(kind: str, west: float, south: float, east: float, north: float, height: float = 0.0, **own: Any) -> Feature:
    """A piece of terrain with four corners."""
    points = ((west, south), (east, south), (east, north), (west, north))
    outline = tuple((inch(x), inch(y)) for x, y in points)
    name = f"{kind}-{west:g}-{south:g}"
    return Feature(name, kind, kind, outline, height=inch(height), own=PieceOwn(**own))


def scene(
    *made: Made,
    terrain: Sequence[Feature] = (),
    size: tuple[float, float] = (36.0, 36.0),
    locks: Sequence[tuple[str, str]] = (),
    sides: Mapping[str, Mapping[str, Any]] | None = None,
    options: Mapping[str, Any] | None = None,
    **battle: Any,
) -> State:
    """A state: units, terrain, who is locked with whom, fields of the sides and of the battle; the first round."""
    own = BattleOwn(**{"phase": "round", "round": 1, "starter": "south", "active": "south", **battle})
    each: dict[str, dict[str, Any]] = {"south": {"edge": "south"}, "north": {"edge": "north"}}
    for side, fields in (sides or {}).items():
        each[side] |= dict(fields)
    return State(
        "USB",
        Table(inch(size[0]), inch(size[1])),
        {
            "hide_after_attack": "refused",
            "hero_second_attack": "refused",
            "giants_weight": "full",
            **(options or {}),
        },
        {s: Side(s, s, k, SideOwn(**each[s])) for k, s in enumerate(each)},
        {unit.id: unit for unit, _ in made},
        {base.id: base for _, bases in made for base in bases},
        {f.id: f for f in terrain},
        ties={f"L{k}": Tie(f"L{k}", "locked", a, b, LockOwn()) for k, (a, b) in enumerate(locks, 1)},
        own=own,
        luck=Luck("scripted"),
    )


class Play:
    """A frame played on a state with scripted dice, with answers to what it asks."""

    def __init__(self, state: State, frame: Frame, *dice: int) -> None:
        from rulesets.universal_battle.system import RULESET

        self.dice = ScriptedDice(list(dice))
        self.session = Session.from_state(RULESET, state, frame, self.dice)

    @property
    def state(self) -> State:
        """As things stand."""
        return self.session.state

    @property
    def events(self) -> list[Event]:
        """All that has happened."""
        return [e for line in self.session.lines for e in line.events]

    @property
    def asked(self) -> Decision:
        """What is waited for."""
        return self.session.waiting[0]

    def answer(self, answer: Answer) -> Play:
        """Answer the pending decision; refused answers fail the test."""
        return self._submit(Reply(answer))

    def leave(self, way_out: str) -> Play:
        """Take a way out."""
        return self._submit(Reply(exit=way_out))

    def default(self) -> Play:
        """Take the default."""
        return self._submit(self.session.default(self.asked))

    def to_end(self) -> Play:
        """Take defaults until nothing is asked."""
        while self.session.waiting:
            self.default()
        return self

    def _submit(self, reply: Reply) -> Play:
        decision = self.asked
        got = self.session.submit(cmd.Answering(decision.id, decision.side, reply))
        assert not isinstance(got, cmd.Refusal), got.text
        return self


def standing(state: State, unit: str) -> int:
    """How many models of a unit are on the table."""
    return len(state.bases_of(unit))
