"""The data of ancient battles, read from the files of this folder, checked and typed. DataError names file and key."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from game.engine.files.data_folder import unique
from game.engine.files.toml_reading import read
from game.engine.text import T, Text
from game.kit.data import Checks, DataFiles, Named, Positive, Row
from game.kit.muster.fields import CODE, NAME, NONE, POINTS, Offer, Plain, asked
from rulesets.ancient_battles.own import Arm, Order

Count = Annotated[int, Meta(ge=0)]
Die = Annotated[int, Meta(ge=1, le=6)]
Inches = Annotated[float, Meta(ge=0)]
Against = Literal["", "melee", "missile"]
Trait = Literal["stubborn", "frenzy", "fear", "terror", "large"]
Character = Literal["", "general", "standard", "hero"]


class Band(Row, frozen=True, kw_only=True):
    """The short band of a missile weapon (WAB-WPN-08)."""

    range: Inches
    strength: Count
    save: int = 0
    shots: Positive = 1


class Weapon(Named, frozen=True, kw_only=True):
    """A missile weapon (WAB-WPN-01): ``range`` in inches, ``save`` modifies the target's save (WAB-R08).

    ``moving``: shooting after a move, at the usual penalty, "free" of it, or "never" (WAB-WPN-03, WAB-WPN-04);
    ``massed``: rear ranks shoot too, "always", "stationary", or never (WAB-WPN-05, WAB-WPN-06).
    """

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


class ArmRow(Named, frozen=True, kw_only=True):
    """An arm of service: base, usual frontage, unit strength of a model (WAB-S01, WAB-S03, WAB-S23)."""

    id: Arm
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

    m: Annotated[Inches, asked(T("Move (inches)"))]
    ws: Annotated[Positive, asked(T("Weapon Skill"))]
    bs: Annotated[Positive, asked(T("Ballistic Skill"))]
    s: Annotated[Positive, asked(T("Strength"))]
    t: Annotated[Positive, asked(T("Toughness"))]
    w: Annotated[Positive, asked(T("Wounds"))]
    i: Annotated[Positive, asked(T("Initiative"))]
    a: Annotated[Positive, asked(T("Attacks"))]
    ld: Annotated[Positive, asked(T("Leadership"))]


DATA = DataFiles("rulesets.ancient_battles")

weapons = DATA.table("weapons.toml", "weapon", Weapon)
"""Missile weapons by id (WAB-WPN-01)."""
armours = DATA.table("armour.toml", "armour", Armour)
"""Armour by id (WAB-ARM-01)."""
arms = DATA.table("arms.toml", "arm", ArmRow)
"""Arms of service by id (WAB-S01)."""


def _hated(row: Plain) -> list[Offer]:
    return [(i, Text(load_army(i).name), 0) for i in armies()]


ARMOUR = asked(T("Armour"), sold=lambda row: [(i, Text(one.name), 0) for i, one in armours().items()])
MISSILES = asked(T("Missiles"), sold=lambda row: [("", NONE, 0), *((i, Text(w.name), 0) for i, w in weapons().items())])
HATES = asked(T("Hates"), sold=_hated)


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

    code: Annotated[str, Meta(pattern=r"^[A-Z]{2,4}X*$"), CODE]
    name: Annotated[str, NAME]
    arm: Annotated[Arm, asked(T("Type"))]
    order: Annotated[Order, asked(T("Order"))] = "close"
    character: Annotated[Character, asked(T("Character"))] = ""
    profile: Characteristics
    armour: Annotated[tuple[str, ...], ARMOUR] = ()
    weapon: Annotated[str, MISSILES] = ""
    models: Annotated[Positive, asked(T("Models"))]
    files: Annotated[Count, asked(T("Files"))] = 0
    standard: Annotated[bool, asked(T("Standard"))] = False
    musician: Annotated[bool, asked(T("Musician"))] = False
    two_weapons: Annotated[bool, asked(T("A weapon in each hand"))] = False
    traits: Annotated[tuple[Trait, ...], asked(T("Special"))] = ()
    hates: Annotated[tuple[str, ...], HATES] = ()
    points: Annotated[Positive, POINTS]
    least: Annotated[Count, asked(T("At least"))] = 0
    most: Annotated[Positive, asked(T("At most"))] = 1
    clause: str


class Army(Named, frozen=True, kw_only=True):
    """An army list. ``looks``: by code the figure that a row is drawn as, or troops on offer that it looks like."""

    summary: str
    units: tuple[UnitRow, ...] = field(name="unit")
    looks: dict[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> tuple[UnitRow, ...]:
        """All rows in the order of the list."""
        return self.units


modifiers = DATA.whole("modifiers.toml", Modifiers)
"""The modifier tables (WAB-SHT-04, WAB-RES-02)."""
charts = DATA.whole("charts.toml", Charts)
"""The charts (WAB-SHT-02, WAB-CMB-06, WAB-CMB-07, WAB-ARM-12, WAB-FLE-03)."""
options = DATA.options()


def checked(army: Army, file: str) -> Army:
    """The same army, if all that it names is there. Raises DataError."""
    unique(file, "unit", (u.code for u in army.units))
    for row in army.units:
        check_row(row, file, f"unit {row.code}")
    return army


def check_row(row: UnitRow, file: str, where: str) -> None:
    """Refuse armour, weapons and hated armies that are not there, and files that cannot be. Raises DataError."""
    check = Checks(file)
    for piece in row.armour:
        check.known(f"{where}, armour", T("armour"), piece, armours())
    if row.weapon:
        check.known(f"{where}, weapon", T("missile weapon"), row.weapon, weapons())
    for hated in row.hates:
        check.known(f"{where}, hates", T("army"), hated, armies())
    formed = row.order != "skirmish" and not row.character
    key, most = f"{where}, files", row.models
    text = T("a formed unit of {models} has from 1 to {models} files, not {files}", models=most, files=row.files)
    check.refuse(formed and not 1 <= row.files <= most, key, text)
    text = T("skirmishers and characters have no files")
    check.refuse(not formed and row.files > 0, key, text)


ARMIES = DATA.shelf("armies", T("army"), Army, checked)
armies, load_army, read_army = ARMIES.ids, ARMIES.load, ARMIES.read
"""Ids of the army lists, sorted; one by its id."""


class Whole(Row, frozen=True, kw_only=True):
    """A whole number: of models, points, faces."""

    value: Annotated[int, Meta(ge=1)]
    clauses: Annotated[tuple[str, ...], Meta(min_length=1)]


class Amount(Row, frozen=True, kw_only=True):
    """A length in inches, an angle in degrees, a rate or a share."""

    value: Annotated[float, Meta(gt=0)]
    clauses: Annotated[tuple[str, ...], Meta(min_length=1)]


class Numbers(Row, frozen=True, kw_only=True):
    """All of them; what each is stands in the file."""

    command: Amount
    hatred: Whole
    routers: Amount
    lost: Amount
    shot_down: Amount
    terror: Amount
    shaken: Whole
    few: Whole
    holds: Whole
    rally: Whole
    two_weapons: Whole
    frenzy: Whole
    rank: Whole
    give_ground: Amount
    far_shot: Amount
    rear_ranks: Amount
    beside_cover: Amount
    arc: Amount
    wood_seen: Amount
    coherency: Amount
    open_order: Amount
    charge_rate: Amount
    march_rate: Amount
    lone_march_rate: Amount
    fast_march_rate: Amount
    march_near: Amount
    column: Whole
    about_face: Amount
    one_rank: Amount
    two_ranks: Amount
    difficult: Amount
    very_difficult: Amount
    very_difficult_open: Amount
    obstacle: Amount
    nearness: Amount
    charge_wheel: Amount
    flight_clear: Amount
    flight_turn: Amount
    flight_turn_most: Amount
    pursuit_short: Amount
    leader_lost: Whole
    minor_victory: Whole
    major_victory: Whole
    table_width: Amount
    table_depth: Amount
    deployment: Amount
    sample: Whole


NUMBERS = read(DATA.raw("numbers.toml"), Numbers, "numbers.toml")
"""Read once, as the ruleset is. Raises DataError."""
