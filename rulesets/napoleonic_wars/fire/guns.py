"""Table 10: the casualty factor of guns and rockets, row by row (NAP-ART-16 to -26, NAP-AMM-01, NAP-AMM-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from game.engine.text import T, Text
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
    """What is known of the fire of pieces of one kind at one target.

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
    return tuple(
        r
        for r in (first, *_target(shot), *_movement(shot), *_cover(shot), *rows_of(_table().effect, _firer(shot)))
        if r[1]
    )


def factor(shot: GunShot) -> int:
    """The sum of the rows."""
    return total(rows(shot))


def _target(shot: GunShot) -> list[Row]:
    """Table 10B: formation, and how deep roundshot goes (NAP-ART-19, NAP-ART-20, NAP-R71)."""
    if shot.target == "building":
        return []
    table, out = _table().target, list[Row]()
    ball = shot.ammunition == "roundshot"

    def add(text: Text, name: str) -> None:
        out.append((text, table[name], "NAP-CAM-11" if name == "elephants" else "NAP-ART-19"))

    if shot.british_line:
        add(T("British foot in line"), "british_line")
    if shot.target in ("close", "square", "mass"):
        fixed = {"square": whole("square_ranks"), "mass": whole("mass_ranks")}
        ranks, limit = fixed.get(shot.target, shot.ranks), _table().limit
        deep = next((name for name in ("deep", "ranks_5", "ranks_3") if ranks >= limit[name]), "")
        if deep and not ball:
            add(T("{n} ranks along the line of fire", n=ranks), deep)
        if ball and ranks > 1 and not shot.bad_ground:
            value = _table().depth[shot.piece][min(ranks, 5) - 2]
            out.append((T("{n} ranks along the line of fire", n=ranks), value, "NAP-ART-20"))
    if shot.target == "limbered":
        if not ball:
            add(T("limbered guns"), "limbered")
        elif not shot.bad_ground:
            out.append((T("limbered guns"), _table().depth[shot.piece][4], "NAP-ART-20"))
    elif shot.mounted:
        add(T("mounted"), "mounted")
    if shot.target == "crews":
        add(T("deployed guns"), "crews")
    if shot.target == "loose":
        add(T("open order"), "loose")
        if shot.small_bases:
            add(T("skirmishers on small bases"), "small_bases")
    if shot.elephants:
        add(T("elephants"), "elephants")
    return out


def _movement(shot: GunShot) -> list[Row]:
    """Table 10C (NAP-ART-21): the larger row alone, and siege pieces find it harder still; of a charger NAP-R67."""
    table, limit, out = _table().movement, _table().limit, list[Row]()
    if shot.charging:
        value = table.get(f"charging_{shot.charging}", 0)
        out = [(T("it charges others"), value, "NAP-R67")]
        fast = shot.charging == "horse" and shot.piece in SIEGE
        return [*out, (T("siege artillery"), table["siege_far"], "NAP-ART-21")] if fast else out
    if shot.moved > limit["moved_far"] + SLACK:
        out = [(T("it moved"), table["moved_far"], "NAP-ART-21")]
        return [*out, (T("siege artillery"), table["siege_far"], "NAP-ART-21")] if shot.piece in SIEGE else out
    return [(T("it moved"), table["moved"], "NAP-ART-21")] if shot.moved > limit["moved"] + SLACK else []


def _cover(shot: GunShot) -> list[Row]:
    """Table 10D (NAP-ART-22)."""
    out: list[Row] = []
    effect = _table().effect
    if shot.prone and shot.ammunition == "roundshot" and shot.target != "building":
        out.append((T("prone"), effect["prone"], "NAP-ART-22"))
    name = shot.piece if shot.ammunition == "roundshot" else shot.ammunition
    name = {"incendiary": "shell", "siege_howitzer": "siege"}.get(name, name)
    if shot.target == "building":
        out.append((T("in a building"), _table().cover[name][0], "NAP-ART-22"))
    elif shot.cover != "none":
        out.append((T("cover"), _table().cover[name][1 if shot.cover in ("hard", "total") else 2], "NAP-ART-22"))
    return out


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
