"""Who a unit is: its row of the army list, by the ``kind`` of the unit in the state."""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec

from game.engine.state import State
from game.geometry.shapes import Footprint
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.data_files import ArmRow, UnitRow
from rulesets.ancient_battles.own import UnitOwn


class Profile(msgspec.Struct, frozen=True):
    """A row of an army list with the army it stands in and its arm of service."""

    row: UnitRow
    army: str
    arm: ArmRow

    @property
    def footprint(self) -> Footprint:
        """Base of one model in mm (WAB-S01)."""
        return Footprint("rect", self.arm.width_mm, self.arm.depth_mm)

    def has(self, trait: str) -> bool:
        """Whether the unit has a trait of its list."""
        return trait in self.row.traits


def of_row(row: UnitRow, army: str = "") -> Profile:
    """What a row of an army is."""
    return Profile(row, army, data_files.arms()[row.arm])


@cache
def profiles() -> dict[str, Profile]:
    """All rows of all armies by code; codes are unique across the armies."""
    armies = map(data_files.load_army, data_files.armies())
    return {row.code: of_row(row, army.id) for army in armies for row in army.units}


@lru_cache(maxsize=256)
def own_profile(army: str, row: str) -> Profile:
    """A kind of troops that no list has, by its row (JSON) and the list that it counts with."""
    return of_row(msgspec.json.decode(row, type=UnitRow), army)


def profile(view: State, unit: str) -> Profile:
    """The profile of a unit on the table."""
    kind = view.units[unit].kind
    own = view.own.troops.get(kind)
    return profiles()[kind] if own is None else own_profile(own[0], own[2])


def own(view: State, unit: str) -> UnitOwn:
    """The rules' own part of a unit."""
    found = view.units[unit].own
    assert isinstance(found, UnitOwn)
    return found
