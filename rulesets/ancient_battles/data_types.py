"""What the data files of ancient battles hold, as typed rows. Lengths in files are inches, bases millimetres."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, field

from rulesets.ancient_battles.own import Arm, Order

Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Die = Annotated[int, Meta(ge=1, le=6)]
Inches = Annotated[float, Meta(ge=0)]
Against = Literal["", "melee", "missile"]
Trait = Literal["stubborn", "frenzy", "fear", "terror", "large"]
Character = Literal["", "general", "standard", "hero"]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a data file. Unknown keys are refused."""


class Band(Row, frozen=True, kw_only=True):
    """The short band of a missile weapon (WAB-WPN-08)."""

    range: Inches
    strength: Count
    save: int = 0
    shots: Positive = 1


class Weapon(Row, frozen=True, kw_only=True):
    """A missile weapon (WAB-WPN-01): ``range`` in inches, ``save`` modifies the target's save (WAB-R08).

    ``moving``: shooting after a move, at the usual penalty, "free" of it, or "never" (WAB-WPN-03, WAB-WPN-04);
    ``massed``: rear ranks shoot too, "always", "stationary", or never (WAB-WPN-05, WAB-WPN-06).
    """

    id: str
    name: str
    name_pl: str
    range: Inches
    strength: Count
    save: int = 0
    long_penalty: bool = True
    moving: Literal["", "free", "never"] = ""
    massed: Literal["", "always", "stationary"] = ""
    short: Band | None = None
    clauses: tuple[str, ...]


class Armour(Row, frozen=True, kw_only=True):
    """A piece of armour (WAB-ARM-01); see the head of armour.toml."""

    id: str
    kind: Literal["horse", "shield", "body", "barding"]
    name: str
    name_pl: str
    foot: Die | None = None
    mounted: Die | None = None
    adds_foot: Count = 0
    adds_mounted: Count = 0
    against: Against = ""
    front: bool = False
    skirmish_only_against: Against = ""
    penalty: Inches = 0.0
    takes_shield: tuple[Literal["foot", "mounted"], ...] = ()
    weighs: bool = False
    shield_penalty: Inches = 0.0
    clauses: tuple[str, ...]


class ArmRow(Row, frozen=True, kw_only=True):
    """An arm of service: base, usual frontage, unit strength of a model (WAB-S01, WAB-S03, WAB-S23)."""

    id: Arm
    name: str
    name_pl: str
    width_mm: Annotated[float, Meta(gt=0)]
    depth_mm: Annotated[float, Meta(gt=0)]
    files: Positive
    strength: Positive
    mounted: bool = False


class Modifier(Row, frozen=True, kw_only=True):
    """A row of a modifier table. Of one ``group`` only the worst counts; ``most`` is the cap of a count."""

    id: str
    value: int
    name: str
    name_pl: str
    clause: str
    group: str = ""
    most: Positive = 1
    within: Inches | None = None


class Modifiers(Row, frozen=True, kw_only=True):
    """The modifier tables."""

    shooting: tuple[Modifier, ...]
    result: tuple[Modifier, ...]
    rally: tuple[Modifier, ...]
    panic: tuple[Modifier, ...]


class ShootingChart(Row, frozen=True, kw_only=True):
    """WAB-SHT-02 and WAB-S19."""

    base: int
    again: tuple[Die, ...]
    clauses: tuple[str, ...]


class HitChart(Row, frozen=True, kw_only=True):
    """WAB-CMB-06."""

    below: Die
    steps: tuple[Die, ...]
    clause: str


class WoundChart(Row, frozen=True, kw_only=True):
    """WAB-CMB-07."""

    base: int
    least: Die
    six: tuple[int, ...]
    never: int
    clause: str


class SaveChart(Row, frozen=True, kw_only=True):
    """WAB-ARM-12."""

    free: int
    clause: str


class FlightChart(Row, frozen=True, kw_only=True):
    """WAB-FLE-03, WAB-FLE-04, WAB-R11."""

    slow: Inches
    slow_dice: Positive
    fast_dice: Positive
    fire_and_flee: Literal["fewer", "minus"]
    clauses: tuple[str, ...]


class Charts(Row, frozen=True, kw_only=True):
    """The charts."""

    shooting: ShootingChart
    hit: HitChart
    wound: WoundChart
    save: SaveChart
    flight: FlightChart


class Characteristics(Row, frozen=True, kw_only=True):
    """The profile of a model: Movement in inches, the rest as printed."""

    m: Inches
    ws: Positive
    bs: Positive
    s: Positive
    t: Positive
    w: Positive
    i: Positive
    a: Positive
    ld: Positive


class UnitRow(Row, frozen=True, kw_only=True):
    """A row of an army: one unit, or one character (WAB-S33, WAB-S34).

    Attributes
    ----------
    models, files, points
        As it stands in the sample army. ``files`` is 0 where it has none.
    hates
        Armies whose units it hates (WAB-HAT).
    two_weapons
        A weapon in each hand (WAB-CMB-03).
    """

    code: Annotated[str, Meta(pattern=r"^[A-Z]{2,4}X*$")]
    name: str
    name_pl: str
    arm: Arm
    order: Order = "close"
    character: Character = ""
    profile: Characteristics
    armour: tuple[str, ...] = ()
    weapon: str = ""
    models: Positive
    files: Count = 0
    standard: bool = False
    musician: bool = False
    two_weapons: bool = False
    traits: tuple[Trait, ...] = ()
    hates: tuple[str, ...] = ()
    points: Positive
    least: Count = 0
    most: Positive = 1
    clause: str


class Army(Row, frozen=True, kw_only=True):
    """An army list. ``looks``: by code the figure that a row is drawn as, or troops on offer that it looks like."""

    id: str
    name: str
    name_pl: str
    summary: str
    summary_pl: str
    units: tuple[UnitRow, ...] = field(name="unit")
    looks: dict[str, str] = {}

    @property
    def rows(self) -> tuple[UnitRow, ...]:
        """All rows in the order of the list."""
        return self.units
