"""What the data files hold, as typed structs: one struct a row, named as the keys of the TOML files.

Lengths are centimetres (``_cm``, polygons, lines), with a twin in mm (``_mm``); :func:`mm` alone converts.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from msgspec import Meta, field
from msgspec.structs import replace

from game.engine.text import Length, T, Text
from game.kit.data import InMm, Named, Positive, Row
from game.kit.muster.fields import CODE, NAME, POINTS, asked

MM_PER_CM = 10.0

RowT = TypeVar("RowT")

TypeId = Literal["infantry", "cavalry", "chariots", "artillery", "elephants"]
RankId = Literal["general", "leader", "officer"]
MountId = Literal["foot", "chariot", "elephant"]
Status = Literal["open", "defended", "fortified"]
Flag = Literal["terrifying", "shock", "heavy", "scythed", "artillery"]
Per = Literal["thousand", "army"]

Count = Annotated[int, Meta(ge=0)]
Target = Annotated[int, Meta(ge=2, le=6)]
LengthCm = Annotated[float, Meta(gt=0)]
PointCm = tuple[float, float]
Points = tuple[tuple[float, float], ...]

LEAST, MOST, PER, MOUNT = asked(T("At least")), asked(T("At most")), asked(T("Bounds for each")), asked(T("Mount"))


def mm(cm: float) -> float:
    """Millimetres of a length in centimetres, rounded to 0.001 mm.

    >>> mm(12.345)
    123.45
    """
    return round(cm * MM_PER_CM, 3)


def points_mm(points: tuple[PointCm, ...]) -> Points:
    """Points in mm of points in cm."""
    return tuple((mm(x), mm(y)) for x, y in points)


class Listed(Row, frozen=True, kw_only=True):
    """A row of an army list: its code, and its name in both languages."""

    code: Annotated[str, CODE]
    name: Annotated[str, NAME]


class Ruled(Named, frozen=True, kw_only=True):
    """A row with an id, a name, and the clauses that it comes from."""

    clauses: tuple[str, ...]


class UnitType(Ruled, frozen=True, kw_only=True):
    """A type of unit: the base of a stand, how many it has and how far it moves (WMA-S02, WMA-S03, WMA-MOV-02)."""

    id: TypeId
    front_edge: Literal["long", "short"]
    frontage_cm: LengthCm
    depth_cm: LengthCm
    move_cm: LengthCm
    stands: Positive

    frontage_mm = InMm("frontage_cm", mm)
    depth_mm = InMm("depth_cm", mm)
    move_mm = InMm("move_cm", mm)

    @property
    def half_move_cm(self) -> float:
        """Half allowance (cm), exactly half (WMA-MOV-05, WMA-S09)."""
        return self.move_cm / 2

    half_move_mm = InMm("half_move_cm", mm)


class Special(Ruled, frozen=True, kw_only=True):
    """A special rule that a flag of an army list stands for (WMA-S38)."""

    id: Flag
    help: str


class Rank(Ruled, frozen=True, kw_only=True):
    """A rank of character and its command range (WMA-CMD-16)."""

    id: RankId
    command_range_cm: LengthCm

    command_range_mm = InMm("command_range_cm", mm)


class Mount(Ruled, frozen=True, kw_only=True):
    """What a character rides, and the unit type whose terrain rules he follows (WMA-CHR-03, WMA-CHR-04)."""

    id: MountId
    moves_as: TypeId


class Characters(Row, frozen=True, kw_only=True):
    """The file ``characters.toml``."""

    move_cm: LengthCm
    disc_cm: LengthCm
    legs: Positive
    clauses: tuple[str, ...]
    ranks: tuple[Rank, ...] = field(name="rank")
    mounts: tuple[Mount, ...] = field(name="mount")

    move_mm = InMm("move_cm", mm)
    disc_mm = InMm("disc_cm", mm)
    """Diameter of the token that is drawn (mm); for measuring a character is a point."""

    def rank(self, rank_id: str) -> Rank:
        """The rank of that id. Raises KeyError."""
        return find(self.ranks, "id", rank_id)

    def mount(self, mount_id: str) -> Mount:
        """The mount of that id. Raises KeyError."""
        return find(self.mounts, "id", mount_id)


class TerrainKind(Ruled, frozen=True, kw_only=True):
    """What a kind of terrain does (WMA-S14, WMA-TER-07). The meaning of each value stands in ``terrain.toml``."""

    shape: Literal["area", "line"]
    access: tuple[TypeId, ...]
    deploy: tuple[TypeId, ...] = ()
    difficult: bool = False
    protection: Literal["none", "defended", "fortified"] = "none"
    against: Literal["any", "outside", "across", ""] = ""
    sight: Literal["clear", "depth", "height"] = "clear"
    overlay: bool = False

    def allows(self, type_id: str, *, deploying: bool = False) -> bool:
        """Whether a unit of the type may be in it (or, while deploying, be placed in it)."""
        return type_id in self.access or (deploying and type_id in self.deploy)


class UnitProfile(Listed, frozen=True, kw_only=True):
    """A row of an army list: one kind of unit (WMA-S36, WMA-S37). ``armour`` 5 saves on 5+; None saves nothing."""

    type: Annotated[TypeId, asked(T("Type"))]
    stands: Annotated[Positive, asked(T("Stands"))]
    attacks: Annotated[Positive, asked(T("Attacks"))]
    hits: Annotated[Positive, asked(T("Hits"))]
    armour: Annotated[Target | None, asked(T("Armour"))] = None
    range_cm: Annotated[LengthCm | None, asked(T("Range (cm)"))] = None
    points: Annotated[Positive, POINTS]
    min: Annotated[Count, LEAST] = 0
    max: Annotated[Count | None, MOST] = None
    per: Annotated[Per, PER] = "thousand"
    flags: Annotated[tuple[Flag, ...], asked(T("Special"))] = ()
    clause: str

    @property
    def range_mm(self) -> float | None:
        """Missile range (mm), None for troops that do not shoot."""
        return None if self.range_cm is None else mm(self.range_cm)


class CharacterProfile(Listed, frozen=True, kw_only=True):
    """A row of an army list: one kind of character."""

    rank: Annotated[RankId, asked(T("Rank"))]
    command: Annotated[int, Meta(ge=1, le=12), asked(T("Command"))]
    points: Annotated[Positive, POINTS]
    min: Annotated[Count, LEAST] = 0
    max: Annotated[Count | None, MOST] = None
    per: Annotated[Per, PER] = "thousand"
    mount: Annotated[MountId, MOUNT] = "foot"
    clause: str


class MountedProfile(Listed, frozen=True, kw_only=True):
    """A character on another mount: all else is as in the row ``of``, and both count together (WMA-CHR-04, WMA-S38)."""

    of: Annotated[str, asked(T("Instead of"), code=True)]
    mount: Annotated[MountId, MOUNT]
    clause: str


RIDDEN = ("code", "name", "mount", "clause")
"""What the row of a mounted character says itself."""


class Sample(Named, frozen=True, kw_only=True):
    """A ready list of an army for an agreed size (points)."""

    size: Positive
    counts: dict[str, Count]


class Army(Named, frozen=True, kw_only=True):
    """An army list: what may be in it, in the order that numbers its units (WMA-S03), and ready lists.

    ``looks``: by code the figure that a row is drawn as, or troops on offer that it looks like.
    """

    summary: str
    units: tuple[UnitProfile, ...] = field(name="unit")
    characters: tuple[CharacterProfile, ...] = field(name="character")
    mounted: tuple[MountedProfile, ...] = ()
    samples: tuple[Sample, ...] = field(name="sample")
    looks: dict[str, str] = field(default_factory=dict)

    @property
    def staff(self) -> tuple[CharacterProfile, ...]:
        """All rows of characters in the order of the list, each with its kinds on other mounts after it."""
        rows: list[CharacterProfile] = []
        for one in self.characters:
            riding = (m for m in self.mounted if m.of == one.code)
            rows += [one, *(replace(one, **{k: getattr(m, k) for k in RIDDEN}) for m in riding)]
        return tuple(rows)

    @property
    def rows(self) -> tuple[ArmyRow, ...]:
        """All rows, units first, in the order of the list."""
        return (*self.units, *self.staff)

    def family(self, code: str) -> tuple[str, ...]:
        """The codes that count together for the minimum and maximum of a row, that of the list first."""
        first = next((m.of for m in self.mounted if m.code == code), code)
        return (first, *(m.code for m in self.mounted if m.of == first))

    def row(self, code: str) -> ArmyRow:
        """The row of a code. Raises KeyError."""
        return find(self.rows, "code", code)

    def sample(self, size: int) -> Sample | None:
        """The list offered for a size, or None."""
        return next((s for s in self.samples if s.size == size), None)


ArmyRow = UnitProfile | CharacterProfile
"""A row of an army list that is bought."""


class ModifierRow(Row, frozen=True, kw_only=True):
    """A row of a table of modifiers. ``value`` counts once for every full ``per`` of what is counted."""

    id: str
    name: str
    value: int
    per: float = 1.0
    clause: str

    per_mm = InMm("per", mm)
    """The step in mm, for rows that count centimetres."""

    def label(self) -> Text:
        """Name of the row for players, with the lengths that it mentions."""
        told = (key for key in ("per", "within") if f"{{{key}}}" in self.name)
        return Text(self.name, {key: Length(getattr(self, f"{key}_mm")) for key in told})


class CommandRow(ModifierRow, frozen=True, kw_only=True):
    """A row of the command penalties (WMA-CMD-10), within a distance or at any."""

    id: Literal["distance", "successive", "enemy_near", "difficult", "losses"]
    counts: Literal["once", "cm", "orders", "stands"]
    within_cm: float | None = None

    @property
    def within_mm(self) -> float:
        """The distance in mm within which the row applies; 0 where it does not depend on one."""
        return mm(self.within_cm or 0.0)


class AttackRow(ModifierRow, frozen=True, kw_only=True):
    """A row of the attack modifiers (WMA-MOD-08), per stand."""

    id: Literal["charge", "shock", "pursuit", "impetus", "terrifying", "flank_rear", "confused"]
    counts: Literal["once", "cm"]
    round: Literal["first", "second", "any"]


class StatusRow(Row, frozen=True, kw_only=True):
    """A row for a status that a unit can have (WMA-S15)."""

    status: Status
    name: str
    clause: str


class NeedRow(StatusRow, frozen=True, kw_only=True):
    """The least roll that hits a target of a status (WMA-SHT-07, WMA-CMB-06)."""

    need: Target


class DiceRow(StatusRow, frozen=True, kw_only=True):
    """Dice added to (or taken from) a drive-back by the status of the driven unit (WMA-DRV-03)."""

    value: int


class Modifiers(Row, frozen=True, kw_only=True):
    """The file ``modifiers.toml``."""

    command_rows: tuple[CommandRow, ...] = field(name="command")
    attack_rows: tuple[AttackRow, ...] = field(name="attack")
    shooting_rows: tuple[NeedRow, ...] = field(name="shooting")
    combat_rows: tuple[NeedRow, ...] = field(name="combat")
    driveback_rows: tuple[DiceRow, ...] = field(name="driveback")

    def command(self, row_id: str) -> CommandRow:
        """A command penalty by id. Raises KeyError."""
        return find(self.command_rows, "id", row_id)

    def attack(self, row_id: str) -> AttackRow:
        """An attack modifier by id. Raises KeyError."""
        return find(self.attack_rows, "id", row_id)

    def shooting(self, status: Status) -> NeedRow:
        """What hits a shooting target of that status."""
        return find(self.shooting_rows, "status", status)

    def combat(self, status: Status) -> NeedRow:
        """What hits an enemy of that status in combat."""
        return find(self.combat_rows, "status", status)

    def driveback(self, status: Status) -> DiceRow:
        """How many dice a driven unit of that status is spared."""
        return find(self.driveback_rows, "status", status)


class Number(Row, frozen=True, kw_only=True):
    """A single number of the rules, with its clause."""

    id: str
    value: float
    unit: Literal["cm", "cm2", "degrees", "dice", "face", "count", "percent"]
    clause: str

    @property
    def mm(self) -> float:
        """The length in mm; square mm for areas."""
        if self.unit == "cm2":
            return mm(mm(self.value))
        if self.unit != "cm":
            raise ValueError(f"{self.id} is no length but a {self.unit}")
        return mm(self.value)


def find(rows: tuple[RowT, ...], key: str, value: str) -> RowT:
    """The first row whose field has the value. Raises KeyError where there is none."""
    found = next((row for row in rows if getattr(row, key) == value), None)
    if found is None:
        raise KeyError(value)
    return found
