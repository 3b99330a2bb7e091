"""A situation by hand: what its document says of sides, of their troops, and of the order in which units stand.

For every system; :class:`Bodies` for those whose units are what the rows of their lists say. Where bases stand, how
they are put down, and what may not overlap are the system's own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from game.engine.documents import OUTLINES, Document, GroundKind
from game.engine.fields import types_of
from game.engine.options import Option, defaults
from game.engine.own_troops import KEY, rows_of
from game.engine.positions import parts
from game.engine.state import Base, Feature, Side, State, Table, Tie, Unit, Where
from game.engine.text import T, Text
from game.geometry.shapes import Footprint, Pose, rounded
from game.geometry.tolerance import Measures
from game.kit.data import Shelf
from game.kit.muster.setup import SIDES

WHERE: tuple[Where, ...] = ("table", "reserve", "off")
OWN_ARMIES = "armies"
"""The key of a document under which the ids of armies stand that are not on offer."""
LOOK = "look"
"""The key of troops of one's own that tells as what they are drawn."""
PIECE = ("id", "kind", "name", *OUTLINES)
"""The keys of a piece of terrain."""


@cache
def names_of(kind: type[msgspec.Struct], *without: str) -> tuple[str, ...]:
    """The names of the fields of a system's own struct."""
    return tuple(name for name in types_of(kind) if name not in without)


def in_order(
    made: Iterable[tuple[Unit, Sequence[Base]]], place: Callable[[Unit], Any], read: Document
) -> tuple[dict[str, Unit], dict[str, Base]]:
    """Units and their bases by id, in the order that the system gives them; an id stands once. Raises DataError."""
    units: dict[str, Unit] = {}
    bases: dict[str, Base] = {}
    for unit, own in sorted(made, key=lambda one: place(one[0])):
        if unit.id in units:
            raise read.fail(f"unit {unit.id}", T("two units have this id"))
        units[unit.id] = unit
        bases.update({b.id: b for b in own})
    return units, bases


def told_of(doc: Mapping[str, Any], kind: type[msgspec.Struct], usual: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a system's own struct that a document tells, and the usual ones."""
    return {**usual, **{name: doc[name] for name in names_of(kind) if name in doc}}


def armies_of(doc: Mapping[str, Any], read: Document, offered: Mapping[str, str]) -> dict[str, str]:
    """The armies that units may count with, and their names: those on offer, and the document's own by their ids."""
    own = [str(name) for name in read.array(doc.get(OWN_ARMIES, []), OWN_ARMIES)]
    return {**{name: name for name in own}, **offered} if own else dict(offered)


def sides(
    doc: Mapping[str, Any],
    read: Document,
    units: Mapping[str, Unit],
    keys: Sequence[str],
    armies: Mapping[str, str],
    usual: Callable[[str, Sequence[Unit]], str],
    own: Callable[[str, str, Mapping[str, Any], Sequence[Unit]], Mapping[str, Any]],
    kind: type[msgspec.Struct],
) -> dict[str, Side]:
    """The sides of a situation.

    Parameters
    ----------
    keys
        What a side's table may tell.
    armies
        Names by id.
    usual
        The army of a side with these units that does not tell it.
    own
        The fields of the system's own struct ``kind``: of a side, its army, its table, its units.
    """
    told = read.table(doc.get("sides", {}), "sides")
    for side in told:
        read.choice(side, SIDES, T("side"), "sides")
    found = {}
    for colour, side in enumerate(SIDES):
        key = f"sides.{side}"
        row = read.table(told.get(side, {}), key)
        read.known(row, keys, key)
        mine = [u for u in units.values() if u.side == side]
        army = read.choice(row.get("army") or usual(side, mine), tuple(armies), T("army"), f"{key}, army")
        held = read.own(own(side, army, row, mine), kind, key)
        found[side] = Side(side, str(row.get("name", armies[army])), int(row.get("colour", colour)), held)
    return found


def troops(
    doc: Mapping[str, Any],
    read: Document,
    known: Mapping[str, tuple[str, Callable[[], Mapping[str, Any]]]],
    armies: Collection[str],
    whole: Callable[[dict[str, Any], str], dict[str, Any]],
    checked: Callable[[dict[str, Any], str], None],
    needless: Mapping[str, Any],
) -> dict[str, tuple[str, str, str]]:
    """Troops that no list on offer has: by code their army, as what they are drawn, and their row.

    Parameters
    ----------
    known
        The troops on offer by code: their army, and their row.
    armies
        Those they may count with, the usual one first.
    whole
        A row with what it tells in short put in full, at its key.
    checked
        Refuses a row that cannot be, at its key. Raises DataError.
    needless
        What only the rows on offer must say, and its usual values.
    """
    found = {}
    for code, like, row in rows_of(doc, read, tuple(known), lambda of: known[of][1]()):
        key = f"profile {code}"
        usual = known[like][0] if like else next(iter(armies))
        army = read.choice(row.pop("army", usual), tuple(armies), T("army"), f"{key}, army")
        look = str(row.pop(LOOK, like))
        for name, value in needless.items():
            row.setdefault(name, value)
        row = whole(row, key)
        checked(row, key)
        found[code] = (army, look, msgspec.json.encode(row).decode())
    return found


def left(row: Mapping[str, Any], most: int, read: Document, key: str, strange: Callable[[Any], Text]) -> list[int]:
    """Numbers of the bases that are not ``lost``: one number, or a list of them.

    ``strange`` is what is said of a number that no base has.
    """
    told = row.get("lost", [])
    lost = [told] if isinstance(told, int) else read.array(told, f"{key}, lost")
    for one in lost:
        if one not in range(1, most + 1):
            raise read.fail(f"{key}, lost", strange(one))
    return [n for n in range(1, most + 1) if n not in lost]


def place(row: Mapping[str, Any], usual: str, read: Document, key: str) -> Where:
    """Where a unit is: on the table, in reserve, off."""
    told = read.choice(row.get("where", usual), WHERE, T("place for a unit"), f"{key}, where")
    return next(w for w in WHERE if w == told)


def pieces(rows: Sequence[Mapping[str, Any]], kinds: Mapping[str, GroundKind], read: Document) -> dict[str, Feature]:
    """Terrain by id."""
    return {f.id: f for f, _ in read.pieces(rows, kinds, PIECE)}


def poses_of(given: Iterable[Any], facing: float, read: Document, key: str) -> list[Pose]:
    """Poses told one by one, each with the usual facing where it tells none."""
    places = (read.place(one, facing, f"{key}[{k}]") for k, one in enumerate(given))
    return [rounded(Pose(*point, turned)) for point, turned in places]


def bases_of(
    unit: str,
    most: int,
    alive: Sequence[int],
    poses: Sequence[Pose],
    where: Where,
    shape: Footprint,
    solid: bool = True,
) -> list[Base]:
    """The bases of a unit by their numbers from 1: those alive where they stand, in the same order, the others gone."""
    at = dict(zip(alive, poses, strict=False))
    places: dict[int, Where] = dict.fromkeys(alive, where)
    return [
        Base(f"{unit}.{n}", unit, n, shape, at.get(n), places.get(n, "gone"), solid=solid) for n in range(1, most + 1)
    ]


# --- bodies of troops --------------------------------------------------------------------------------------------


class Kind(Protocol):
    """What the kit must know of a kind of troops."""

    @property
    def army(self) -> str:
        """The list that it stands in."""
        ...


K = TypeVar("K", bound=Kind)
Tables = Mapping[str, tuple[type[msgspec.Struct] | None, Sequence[str]]]
"""The tables of a document by name: a system's own struct of such things, and the keys beside its fields."""


class Told(NamedTuple, Generic[K]):
    """Who a unit is by its table: its id, its key for messages, its code and kind, its side."""

    name: str
    key: str
    code: str
    kind: K
    side: str


def name_of(row: Mapping[str, Any]) -> str:
    """The id of a unit, or the code that stands for it."""
    return str(row.get("id") or row.get("kind") or "?")


class Bodies(ABC, Generic[K]):
    """Reads and writes situations of troops that are what the rows of their lists say.

    Attributes
    ----------
    ruleset, phase
        Id of the system, and the phase of a battle whose document tells none.
    battle, side, unit
        The system's own structs of the battle, a side and a unit.
    unit_keys, of_row
        What the table of a unit may tell beside the fields of its struct; which of these its row alone says.
    row
        The type of a row that a document may bring; the system may have others beside it.
    table
        Usual width and depth in the system's unit.
    home
        Whose army a side has that has no units.
    lists, options, ground
        The armies on offer; what reads options and kinds of terrain.
    ties, tie_ids
        The system's own struct of each kind of tie, which is the name of its tables too; what the ids of ties begin
        with that are not told.
    needless
        What only rows on offer must say, and its usual values.
    more
        Further tables of a document by name, as in :attr:`tables`; ``terrain`` if it tells more than outlines.
    event_lengths, farthest_apart, foes_only
        Keys of events' data that are lengths in mm; mm beyond which no base of a unit is from all its others, 0 for
        any distance; kinds of ties that only enemies have.
    """

    ruleset: ClassVar[str]
    phase: ClassVar[str]
    measures: ClassVar[Measures]
    battle: ClassVar[type[msgspec.Struct]]
    side: ClassVar[type[msgspec.Struct]]
    unit: ClassVar[type[msgspec.Struct]]
    unit_keys: ClassVar[Sequence[str]]
    of_row: ClassVar[Sequence[str]] = ()
    row: ClassVar[type[msgspec.Struct]]
    table: ClassVar[tuple[float, float]]
    home: ClassVar[Mapping[str, str]]
    lists: Shelf[Any]
    options: Callable[[], Mapping[str, Option]]
    ground: Callable[[], Mapping[str, GroundKind]]
    ties: ClassVar[Mapping[str, type[msgspec.Struct]]]
    tie_ids: ClassVar[Mapping[str, str]] = {}
    needless: ClassVar[Mapping[str, Any]] = {"clause": ""}
    more: ClassVar[Tables] = {}
    event_lengths: ClassVar[Collection[str]] = frozenset()
    farthest_apart: ClassVar[float] = 0.0
    foes_only: ClassVar[Sequence[str]]

    @abstractmethod
    def kinds(self) -> Mapping[str, K]:
        """The troops on offer by code."""

    @abstractmethod
    def row_of(self, code: str) -> Mapping[str, Any]:
        """The row of one of them as its file has it."""

    def whole_row(self, row: dict[str, Any], key: str, read: Document) -> dict[str, Any]:
        """A row of one's own with what it tells in short put in full."""
        return row

    @abstractmethod
    def check_row(self, row: Mapping[str, Any], key: str, read: Document) -> None:
        """Refuse a row of one's own that cannot be. Raises DataError."""

    @abstractmethod
    def own_kind(self, army: str, row: str) -> K:
        """A kind of troops that no list has, by its army and row (JSON)."""

    def named(self, rows: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
        """The tables of the units, with the ids that the system gives them where they tell none."""
        return rows

    @abstractmethod
    def unit_of(self, row: Mapping[str, Any], told: Told[K], read: Document) -> tuple[Unit, Sequence[Base]]:
        """The unit that a row tells, with its bases."""

    def told(self, row: Mapping[str, Any], kinds: Mapping[str, K], read: Document) -> Told[K]:
        """Who a unit is; without ``kind`` its id begins with its code. Raises DataError."""
        name = name_of(row)
        key = f"unit {name}"
        read.known(row, (*self.unit_keys, *self.own_keys), key)
        longest = max((c for c in kinds if name.startswith(c)), key=len, default=name)
        code = read.choice(str(row.get("kind", longest)), tuple(kinds), T("unit of the armies"), f"{key}, kind")
        usual = SIDES[kinds[code].army != self.home["south"]]
        side = read.choice(row.get("side", usual), SIDES, T("side"), f"{key}, side")
        return Told(name, key, code, kinds[code], side)

    @property
    def own_keys(self) -> tuple[str, ...]:
        """The fields of a unit's struct that its table may tell."""
        return names_of(self.unit, *self.of_row)

    def own_of(self, row: Mapping[str, Any], usual: Mapping[str, Any], read: Document, key: str) -> Any:
        """The system's own part of a unit: as its table says, else as usual."""
        return read.own({**usual, **{name: row[name] for name in self.own_keys if name in row}}, self.unit, key)

    @abstractmethod
    def rank(self, codes: Sequence[str], unit: Unit, army: str) -> Any:
        """The place of a unit of a side with this army in the order of the ids."""

    def side_fields(self, side: str, army: str, mine: Sequence[Unit]) -> dict[str, Any]:
        """The system's own fields of a side that its table does not tell, beside its army."""
        return {}

    def surface(self, value: Any, read: Document) -> Table:
        """The table."""
        return read.surface(value, "table")

    def land(self, rows: Sequence[Mapping[str, Any]], read: Document) -> dict[str, Feature]:
        """The terrain."""
        return pieces(rows, self.ground(), read)

    def options_of(self, doc: Mapping[str, Any], read: Document) -> dict[str, Any]:
        """The options of a battle: those told, else the defaults, as where it begins with a set-up."""
        return {**defaults(self.options()), **read.table(doc.get("options", {}), "options")}

    def begun(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The system's own fields of a battle whose document does not tell them."""
        usual = {"scenario": "position", "active": "south", "first": "south", "turn": 1, "phase": self.phase}
        return usual | {"limit": options["turns"], "size": options["points"]}

    @abstractmethod
    def finished(
        self, state: State, rows: Sequence[Mapping[str, Any]], doc: Mapping[str, Any], read: Document
    ) -> State:
        """The situation, if it can be, with its ties. Raises DataError."""

    @property
    def keeps_troops(self) -> bool:
        """Whether the state holds rows of troops that no list on offer has: else bases say what they are."""
        return "troops" in types_of(self.battle)

    @property
    def side_keys(self) -> tuple[str, ...]:
        """What the table of a side may tell."""
        return ("name", "colour", *names_of(self.side))

    @property
    def keys(self) -> tuple[str, ...]:
        """What a document may tell."""
        told = ("table", "sides", "units", "unit", "terrain", "options", KEY, *([OWN_ARMIES] * self.keeps_troops))
        tables = (word for kind in (*self.ties, *self.more) if kind != "terrain" for word in (f"{kind}s", kind))
        return (*told, *tables, *names_of(self.battle, "troops"))

    @property
    def tables(self) -> Tables:
        """The tables of a document, for the reference: what a system keeps of such things, and the keys beside it."""
        return {
            "": (self.battle, self.keys),
            "sides": (self.side, self.side_keys),
            "unit": (self.unit, (*self.unit_keys, *self.own_keys)),
            "terrain": (None, PIECE),
            **{kind: (own, ("id", "a", "b")) for kind, own in self.ties.items()},
            "profile": (self.row, ("like", "army", *([LOOK] * self.keeps_troops))),
            **self.more,
        }

    def ties_of(self, state: State, doc: Mapping[str, Any], read: Document) -> dict[str, Tie]:
        """The ties that a document tells. Raises DataError, also where friends have one that only enemies have."""
        found = {}
        for kind, own in self.ties.items():
            for k, row in enumerate(read.rows(doc, f"{kind}s", kind), 1):
                key, name = f"{kind} {k}", self.tie_ids.get(kind, f"{kind}-")
                tie = read.tie(f"{name}{k}", kind, row, tuple(state.units), own, key)
                if kind in self.foes_only and state.units[tie.a].side == state.units[tie.b].side:
                    raise read.fail(key, T("{a} and {b} are on the same side", a=tie.a, b=tie.b))
                found[tie.id] = tie
        return found

    @abstractmethod
    def written(self, state: State, unit: Unit) -> dict[str, Any]:
        """The row that tells a unit."""

    def document(self, state: State) -> dict[str, Any]:
        """The document of a situation."""
        return parts.bodies(self.measures, state, self.written, self.ties, self.lists.ids())

    def build(self, doc: Mapping[str, Any], file: str = "position") -> State:
        """The state that a document describes, ``file`` its name for messages.

        Raises
        ------
        DataError
            If a key is unknown, a value does not fit, a base is off the table or two overlap.
        """
        read = Document(file, self.measures)
        read.known(doc, self.keys)
        surface = self.surface(doc.get("table", self.table), read)
        armies = armies_of(doc, read, {name: army.name for name, army in self.lists.all().items()})
        known = {code: (kind.army, partial(self.row_of, code)) for code, kind in self.kinds().items()}
        own = troops(
            doc,
            read,
            known,
            armies,
            lambda row, key: self.whole_row(row, key, read),
            lambda row, key: self.check_row(row, key, read),
            self.needless,
        )
        kinds = {**self.kinds(), **{code: self.own_kind(army, row) for code, (army, _, row) in own.items()}}
        rows = self.named(read.rows(doc, "units", "unit"))
        made = [self.unit_of(row, self.told(row, kinds, read), read) for row in rows]
        sided = read.table(doc.get("sides", {}), "sides")
        usual = {unit.side: kinds[unit.kind].army for unit, _ in reversed(made)}
        of = {s: str(read.table(sided.get(s, {}), f"sides.{s}").get("army", army)) for s, army in usual.items()}
        codes = list(kinds)
        units, bases = in_order(made, lambda unit: self.rank(codes, unit, of[unit.side]), read)
        options = self.options_of(doc, read)
        state = State(
            self.ruleset,
            surface,
            options,
            sides(
                doc,
                read,
                units,
                self.side_keys,
                armies,
                lambda side, mine: kinds[mine[0].kind].army if mine else self.home[side],
                lambda side, army, row, mine: {
                    "army": army,
                    **self.side_fields(side, army, mine),
                    **{name: row[name] for name in names_of(self.side, "army") if name in row},
                },
                self.side,
            ),
            units,
            bases,
            features=self.land(read.rows(doc, "terrain"), read),
            own=read.own(
                told_of(doc, self.battle, self.begun(options)) | ({"troops": own} if self.keeps_troops else {}),
                self.battle,
            ),
        )
        return self.finished(state, rows, doc, read)


def unit_row(measures: Measures, state: State, unit: Unit) -> tuple[dict[str, Any], list[int], dict[str, Any]]:
    """A unit as its row tells it: who it is, the numbers of its bases that are lost, and where the others are."""
    left = parts.standing(state, unit.id)
    lost = [k for k, i in enumerate(unit.bases, 1) if state.bases[i] not in left]
    place: dict[str, Any] = {}
    if left and left[0].where != "table":
        place["where"] = left[0].where
    elif left:
        place["poses"] = [parts.place(measures, b.pose) for b in left if b.pose is not None]
    return {"id": unit.id, "kind": unit.kind, "side": unit.side, "name": unit.name}, lost, place
