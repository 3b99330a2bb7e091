"""Table 10: the casualty factor of guns and rockets, row by row (NAP-ART-16 to -26, NAP-AMM-01, NAP-AMM-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from game.engine.text import T
from game.kit.factors import Entry, total
from game.kit.factors import rows as rows_of
from game.kit.sums import Row
from rulesets.napoleonic_wars.data_files import DATA, whole
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.fire.small_arms import SLACK, Charging, Cover
from rulesets.napoleonic_wars.own import Class, Nation

Ammunition = Literal["canister", "roundshot", "shell", "shrapnel", "incendiary"]
Target = Literal["close", "square", "mass", "limbered", "crews", "loose", "building"]
AMMUNITION: tuple[Ammunition, ...] = ("canister", "roundshot", "shell", "shrapnel", "incendiary")
HOWITZERS = ("howitzer", "siege_howitzer")
SIEGE = ("siege", "siege_howitzer")
DEPTHS = ("through_2", "through_3", "through_4", "through_5", "through_limbered")
"""What the numbers of the depth of roundshot are called, in their order in the data (NAP-ART-20)."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ranges: tuple[float, ...]
    canister: dict[str, tuple[int, ...]]
    roundshot: dict[str, tuple[int, ...]]
    shell: dict[str, tuple[int, ...]]
    shrapnel: dict[str, tuple[int, ...]]
    incendiary: dict[str, tuple[int, ...]]
    target: dict[str, int]
    depth: dict[str, tuple[int, int, int, int, int]]
    movement: dict[str, int]
    limit: dict[str, int]
    cover: dict[str, tuple[int, int, int]]
    effect: dict[str, int]
    random: dict[str, tuple[int, ...]]


_table = DATA.whole("table_10.toml", _Table)


class GunShot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a moment says of the fire of pieces of one kind at one target; kept in the record (NAP-S101).

    Attributes
    ----------
    piece, ammunition
        :attr:`FigureOwn.piece`, and what is fired.
    far
        Cm to the target.
    target, ranks
        What is fired at; figures one behind another on the line of fire (NAP-S56).
    mounted, british_line
        The target is mounted; is British foot in line.
    moved
        Cm that the target moved up to the moment of fire.
    charging
        Whom it charges: the row of a charge takes the place of those of movement (NAP-R67).
    bad_ground
        Roundshot gains nothing by depth: from a steep hill, in rain, into river, mud or marsh.
    shots
        Canister: 1 or 2.
    first_shot, split
        At a new target or after unlimbering (NAP-R70); the battery's fire is divided.
    """

    piece: str
    ammunition: Ammunition
    far: float
    target: Target = "close"
    ranks: int = 1
    mounted: bool = False
    british_line: bool = False
    small_bases: bool = False
    elephants: bool = False
    moved: float = 0.0
    charging: Charging = ""
    cover: Cover = "none"
    prone: bool = False
    bad_ground: bool = False
    shots: int = 2
    first_shot: bool = False
    split: bool = False
    disorder: int = 0
    cls: Class = "B"
    rain: bool = False


def entry(piece: str, ammunition: Ammunition, far: float) -> int | None:
    """The printed entry of table 10A for a range in cm, limits included; None where it cannot fire (NAP-ART-18)."""
    table: dict[str, tuple[int, ...]] = getattr(_table(), ammunition)
    for limit, factor in zip(_table().ranges, table.get(piece, ()), strict=False):
        if far <= limit + SLACK:
            return factor if factor >= 0 else None
    return None


def has(piece: str, nation: Nation) -> tuple[Ammunition, ...]:
    """What a piece may fire: shrapnel and rockets are for the nations that had them (NAP-AMM-01, -02, NAP-R64)."""
    found = [a for a in AMMUNITION if piece in getattr(_table(), a)]
    if piece != "rocket" and nation != "britain":
        found = [a for a in found if a != "shrapnel"]
    return tuple(found)


def reach(piece: str, nation: Nation) -> float:
    """Cm that a piece reaches with anything."""
    rows = [getattr(_table(), a)[piece] for a in has(piece, nation)]
    return max((_table().ranges[len(row) - 1] for row in rows), default=0.0)


def reach_of(piece: str, ammunition: Ammunition) -> float:
    """Cm that a piece reaches with an ammunition; 0 where it has none."""
    row = getattr(_table(), ammunition).get(piece, ())
    return _table().ranges[len(row) - 1] if row else 0.0


def ammunition(name: str) -> Ammunition:
    """An ammunition by its name. Raises StopIteration where there is none of that name."""
    return next(a for a in AMMUNITION if a == name)


def dice_of(piece: str) -> int:
    """Dice of the random factor: two for rockets, else one (NAP-ART-25)."""
    return 2 if piece == "rocket" else 1


def random_of(piece: str, ammunition: Ammunition, faces: tuple[int, ...]) -> int:
    """What the dice add (NAP-ART-25)."""
    if piece == "rocket" or (piece in HOWITZERS and ammunition in ("shell", "shrapnel")):
        return sum(faces)
    return _table().random["faces"][faces[0] - 1]


def without_dice(piece: str, ammunition: Ammunition) -> int:
    """What stands for the dice with the optional procedure (NAP-ART-26)."""
    if piece == "rocket":
        return _table().random["optional_rocket"][0]
    if piece in HOWITZERS and ammunition in ("shell", "shrapnel"):
        return _table().random["optional_howitzer"][0]
    return _table().random["optional"][0]


def rows(shot: GunShot) -> tuple[Row, ...]:
    """The factor row by row, dice not among them. Raises ValueError where it cannot fire so far."""
    found = entry(shot.piece, shot.ammunition, shot.far)
    if found is None:
        raise ValueError(f"{shot.piece} does not fire {shot.ammunition} at {shot.far} cm")
    first: Row = (T("{far} cm", far=round(shot.far, 1)), found, "NAP-ART-18")
    entries = (*_target(shot), *_movement(shot), *_cover(shot), *_firer(shot))
    return (*((first,) if found else ()), *rows_of(_worth(shot), entries))


def _worth(shot: GunShot) -> dict[str, int]:
    """What the rows of tables 10B to 10H are worth for a shot, those by its piece and ammunition among them."""
    table, name = _table(), shot.piece if shot.ammunition == "roundshot" else shot.ammunition
    building, hard, soft = table.cover[{"incendiary": "shell", "siege_howitzer": "siege"}.get(name, name)]
    cover = {"building": building, "hard": hard, "total": hard, "soft": soft}
    ball = dict(zip(DEPTHS, table.depth.get(shot.piece, ()), strict=False))
    return {**table.target, **table.movement, **table.effect, **cover, **ball}


def factor(shot: GunShot) -> int:
    """The sum of the rows."""
    return total(rows(shot))


def _target(shot: GunShot) -> Iterator[Entry]:
    """Table 10B: formation, and how deep roundshot goes (NAP-ART-19, NAP-ART-20, NAP-R71)."""
    if shot.target == "building":
        return
    clause, ball, limbered = "NAP-ART-19", shot.ammunition == "roundshot", shot.target == "limbered"
    goes_deep = ball and not shot.bad_ground
    yield T("British foot in line"), "british_line", shot.british_line, clause
    if shot.target in ("close", "square", "mass"):
        fixed = {"square": whole("square_ranks"), "mass": whole("mass_ranks")}
        ranks, limit = fixed.get(shot.target, shot.ranks), _table().limit
        deep = next((name for name in ("deep", "ranks_5", "ranks_3") if ranks >= limit[name]), "")
        text, through = T("ranks along the line of fire: {n}", n=ranks), DEPTHS[min(ranks, 5) - 2]
        yield text, deep, bool(deep) and not ball, clause
        yield text, through, goes_deep and ranks > 1, "NAP-ART-20"
    yield T("limbered guns"), "limbered", limbered and not ball, clause
    yield T("limbered guns"), DEPTHS[-1], limbered and goes_deep, "NAP-ART-20"
    yield T("mounted"), "mounted", shot.mounted and not limbered, clause
    yield T("deployed guns"), "crews", shot.target == "crews", clause
    yield T("open order"), "loose", shot.target == "loose", clause
    yield T("skirmishers on small bases"), "small_bases", shot.small_bases and shot.target == "loose", clause
    yield T("elephants"), "elephants", shot.elephants, "NAP-CAM-11"


def _movement(shot: GunShot) -> Iterator[Entry]:
    """Table 10C (NAP-ART-21): the larger row alone, and siege pieces find it harder still; of a charger NAP-R67."""
    limit, clause = _table().limit, "NAP-ART-21"
    far, some = (shot.moved > limit[name] + SLACK and not shot.charging for name in ("moved_far", "moved"))
    yield T("it charges others"), f"charging_{shot.charging}", shot.charging in ("foot", "horse"), "NAP-R67"
    yield T("it moved"), "moved_far" if far else "moved", some, clause
    yield T("siege artillery"), "siege_far", shot.piece in SIEGE and (far or shot.charging == "horse"), clause


def _cover(shot: GunShot) -> Iterator[Entry]:
    """Table 10D (NAP-ART-22)."""
    inside, clause = shot.target == "building", "NAP-ART-22"
    yield T("prone"), "prone", shot.prone and shot.ammunition == "roundshot" and not inside, clause
    yield T("in a building"), "building", inside, clause
    yield T("cover"), shot.cover, shot.cover != "none" and not inside, clause


def _firer(shot: GunShot) -> Iterator[Entry]:
    """Tables 10E to 10H (NAP-ART-23, NAP-ART-24)."""
    effect, ammunition = _table().effect, shot.ammunition
    wet = "rain_rocket" if shot.piece == "rocket" else "rain_shell" if ammunition == "shell" else "rain"
    first = shot.first_shot and ammunition in ("roundshot", "shell", "shrapnel") and shot.piece != "rocket"
    yield T("one shot"), "one_canister", ammunition == "canister" and shot.shots == 1, "NAP-ART-23"
    yield T("first shot"), "first_shot", first, "NAP-ART-23"
    yield T("divided fire"), "split", shot.split, "NAP-ART-23"
    yield T("disorganisation"), "disorder", min(book.of("most"), shot.disorder), "NAP-ART-24"
    yield T("class {cls}", cls=shot.cls), shot.cls, shot.cls in effect, "NAP-ART-24"
    yield T("rain"), wet, shot.rain, "NAP-ART-24"
