"""What an army file holds: rows, ready lists, looks; the armies on offer, and those of the players' own.

What a row may not be is told by :mod:`legal`, what it costs by :mod:`prices`. USB-S08, USB-S17, USB-TRN-07, USB-R40,
USB-R65.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from game.engine.text import T
from game.kit.data import Checks
from game.kit.muster.bought import Sample, check_rows, check_samples
from game.kit.muster.fields import asked
from game.kit.muster.own import OwnArmies
from rulesets.universal_battle.army.form import Form
from rulesets.universal_battle.army.legal import faults
from rulesets.universal_battle.army.rows import Row
from rulesets.universal_battle.data_files import DATA

RULESET_ID = "USB"


class Army(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An army; ``order`` is its place among those on offer, ``sample`` its ready lists, the smallest first.

    ``commander`` is the code of the hero who commands where several are the dearest (USB-R65), "" the first; ``looks``
    by code the figure that a unit is drawn as, or a unit on offer that it looks like.
    """

    id: str
    name: str
    summary: str = ""
    order: int = 0
    commander: Annotated[str, asked(T("Commander"), code=True)] = ""
    unit: tuple[Row, ...] = ()
    sample: tuple[Sample, ...] = ()
    looks: dict[str, str] = {}

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows in the order of the file."""
        return self.unit


def checked(found: Army, file: str) -> Army:
    """The same army, if all of it is legal and all that it names is there. Raises DataError."""
    check, rows = Checks(file), {row.code: row for row in found.unit}
    for key, row in check_rows(check, found.unit, faults):
        if row.starts:
            check.known(f"{key}, starts", T("unit"), row.starts, list(rows))
            _begins(row, rows[row.starts], check, f"{key}, starts")
    if found.commander:
        heroes = [row.code for row in found.unit if row.kind == "hero"]
        check.known("commander", T("hero"), found.commander, heroes)
    check_samples(check, found.sample, list(rows))
    return found


def _begins(row: Row, other: Row, check: Checks, key: str) -> None:
    """Refuse a unit that begins where it cannot: in a carrier, or as a hero in troops (USB-TRN-07, USB-S17)."""
    if other.cargo:
        text = T("places needed: {n}, places of its carrier: {most} (USB-TRN-02)", n=row.places, most=other.cargo)
        check.refuse(row.places > other.cargo, key, text)
        check.refuse(not row.places, key, T("riders, monsters and machines cannot embark (USB-R40)"))
        return
    text = T("a hero on foot or on horse begins in troops, any other hero in a carrier (USB-S17)")
    check.refuse(row.kind != "hero" or row.mount is not None or other.kind != "troops", key, text)


ARMIES = DATA.shelf("armies", T("army"), Army, checked)
"""The armies that come with the game."""
armies, load_army, read_army = ARMIES.all, ARMIES.load, ARMIES.read


OWN_ARMIES: OwnArmies[Army] = OwnArmies(RULESET_ID, ARMIES, lambda row: row.models, "kind", form=Form())
"""Armies of the players' own."""
