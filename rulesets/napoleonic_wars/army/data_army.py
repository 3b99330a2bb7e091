"""What an army file holds: generals with their brigades, units, ready lists; those on offer, and the players' own.

NAP-ARM-08, NAP-ARM-09, NAP-CMD-02, NAP-BAS-01.
"""

from __future__ import annotations

import msgspec

from game.engine.text import T
from game.kit.army.bought import Sample, check_rows, check_samples
from game.kit.army.own import OwnArmies
from game.kit.data import Checks
from rulesets.napoleonic_wars.army.form import Form
from rulesets.napoleonic_wars.army.legal import faults
from rulesets.napoleonic_wars.army.rows import CHIEF, Row, strength
from rulesets.napoleonic_wars.data_files import DATA, RULESET_ID
from rulesets.napoleonic_wars.own import Nation


class Army(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An army: ``order`` is its place among those on offer, ``year`` when it fights (NAP-ARM-08), 0 for whenever.

    ``sample`` are its ready lists, the smallest first; ``looks`` by code as what rows are drawn.
    """

    id: str
    name: str
    name_pl: str = ""
    summary: str = ""
    summary_pl: str = ""
    order: int = 0
    nation: Nation = "other"
    year: int = 0
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
    generals = [row.code for row in found.unit if row.is_general]
    for key, row in check_rows(check, found.unit, faults):
        if row.brigade:
            check.known(f"{key}, brigade", T("general"), row.brigade, generals)
            check.refuse(_circle(row, rows), f"{key}, brigade", T("no general is his own superior"))
    chiefs = [row.code for row in found.unit if row.kind == CHIEF]
    check.refuse(len(chiefs) > 1, "unit", T("an army has one commander-in-chief"))
    check_samples(check, found.sample, list(rows))
    return found


def _circle(row: Row, rows: dict[str, Row]) -> bool:
    seen, at = {row.code}, row.brigade
    while at:
        if at in seen:
            return True
        seen.add(at)
        at = rows[at].brigade if at in rows else ""
    return False


ARMIES = DATA.shelf("armies", T("army"), Army, checked)
"""The armies that come with the game."""
armies, load_army, read_army = ARMIES.all, ARMIES.load, ARMIES.read

OWN_ARMIES = OwnArmies(
    RULESET_ID,
    Army,
    checked,
    lambda: {army.id: [row.code for row in army.unit] for army in armies().values()},
    lambda row: max(1, strength(row)),
    "kind",
    ({"summary_pl": ""}, {"leads_pl": ""}),
    form=Form(),
)
"""Armies of the players' own."""
