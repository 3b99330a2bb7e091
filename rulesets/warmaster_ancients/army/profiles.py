"""What kind of troops a unit is: the row of its army list joined with its unit type, its rank or its mount."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.state import State
from game.geometry.shapes import Footprint
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.data_types import ArmyRow, CharacterProfile, TypeId, UnitProfile


class Profile(msgspec.Struct, frozen=True):
    """Everything that a kind of troops is (WMA-S36 to WMA-S38); lengths in mm, allowances as in WMA-MOV-02 and -05.

    ``type`` of a character is that whose terrain rules he follows (WMA-CHR-03, WMA-CHR-04); ``footprint`` is that of
    one stand, of a character's token; ``armour`` 5 saves on 5+, None saves nothing; ``range`` None shoots nothing.
    """

    code: str
    name: str
    army: str
    type: TypeId
    points: int
    clause: str
    stands: int
    move: float
    half_move: float
    footprint: Footprint
    attacks: int = 0
    hits: int = 1
    armour: int | None = None
    range: float | None = None
    flags: tuple[str, ...] = ()
    terrifying: bool = False
    shock: bool = False
    artillery: bool = False
    character: bool = False
    rank: str = ""
    rank_name: str = ""
    command: int = 0
    command_range: float = 0.0
    mount: str = ""

    @property
    def mounted(self) -> bool:
        """Cavalry or chariots: infantry never pursues these (WMA-PUR-01)."""
        return self.type in ("cavalry", "chariots")


def of_row(row: ArmyRow, army: str) -> Profile:
    """The kind of troops that a row of an army list is."""
    of_list = partial(Profile, code=row.code, name=row.name, army=army, points=row.points, clause=row.clause)
    if isinstance(row, UnitProfile):
        kind = data_files.load_troops()[row.type]
        return of_list(
            type=row.type,
            stands=row.stands,
            move=kind.move_mm,
            half_move=kind.half_move_mm,
            footprint=Footprint("rect", kind.frontage_mm, kind.depth_mm),
            attacks=row.attacks,
            hits=row.hits,
            armour=row.armour,
            range=row.range_mm,
            flags=row.flags,
            terrifying="terrifying" in row.flags,
            shock="shock" in row.flags,
            artillery=row.type == "artillery" or "artillery" in row.flags,
        )
    rules = data_files.load_characters()
    rank = rules.rank(row.rank)
    return of_list(
        type=rules.mount(row.mount).moves_as,
        stands=1,
        move=rules.move_mm,
        half_move=rules.move_mm,
        footprint=Footprint("circle", rules.disc_mm, rules.disc_mm),
        character=True,
        rank=row.rank,
        rank_name=rank.name,
        command=row.command,
        command_range=rank.command_range_mm,
        mount=row.mount,
    )


@cache
def profiles() -> dict[str, Profile]:
    """All kinds of troops by code, army by army in the order of their lists."""
    armies = map(data_files.load_army, data_files.armies())
    return {row.code: of_row(row, army.id) for army in armies for row in army.rows}


@lru_cache(maxsize=256)
def own_profile(army: str, row: str) -> Profile:
    """A kind of troops that no list has, by its row (JSON) and the list that it counts with."""
    plain = msgspec.json.decode(row)
    kind: type[ArmyRow] = CharacterProfile if "rank" in plain else UnitProfile
    return of_row(msgspec.convert(plain, kind), army)


def profile(view: State, unit: str) -> Profile:
    """The kind of troops that a unit or character is; for a character on the mount that he rides."""
    thing = view.units[unit]
    own = view.own.troops.get(thing.kind)
    kind = profiles()[thing.kind] if own is None else own_profile(own[0], own[2])
    return riding(kind, thing.own.mount) if thing.own.mount else kind


@cache
def riding(kind: Profile, mount: str) -> Profile:
    """A kind of character on another mount: the type whose terrain rules he follows changes with it (WMA-CHR-04)."""
    return replace(kind, mount=mount, type=data_files.load_characters().mount(mount).moves_as)


def row_of(code: str) -> dict[str, Any]:
    """A row of the army lists as it stands in their files."""
    rows = (r for a in data_files.armies() for r in data_files.load_army(a).rows if r.code == code)
    found: dict[str, Any] = msgspec.to_builtins(next(rows))
    return found


def is_character(view: State, unit: str) -> bool:
    """Whether the id is that of a character."""
    return bool(view.units[unit].own.character)
