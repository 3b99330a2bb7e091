"""Warbands of the player's own: kept as TOML, read back, or read from a list of another program.

AFS-ARM-01, AFS-R47, AFS-R57.
"""

from __future__ import annotations

from typing import Any

import msgspec
import tomlkit

from game.engine.lists import OWN, UNENFORCED, Finding, ListReport, Unenforced, unenforced
from game.engine.player_files import LIST
from game.engine.rosters import looks_like_roster
from game.engine.ruleset import Ruleset, Setup, SideSetup
from game.engine.text import T
from game.engine.toml_reading import DataError, convert, parse
from game.kit.army.own import OwnArmies
from game.kit.data import Checks
from rulesets.age_of_fantasy_skirmish.army import builder, data_army, forge, forge_file, roster_import
from rulesets.age_of_fantasy_skirmish.army.data_army import Army

OWN_ARMIES = OwnArmies(
    "AFS",
    Army,
    data_army.checked,
    lambda: {army.id: [row.code for row in army.unit] for army in data_army.armies().values()},
    lambda row: row.models,
    "quality",
    imports=True,
)
"""Armies of the players' own."""


class _Kept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kept list: an army of the game by id, or a whole army, and how many of each unit."""

    ruleset: str
    name: str = ""
    army: str = ""
    counts: dict[str, int] = {}
    list: Army | None = None
    unenforced: tuple[Unenforced, ...] = ()


def army_of(chosen: SideSetup) -> Army | None:
    """The army that a side's list is made from; None where there is none of that id. Raises DataError."""
    return OWN_ARMIES.of(chosen) or data_army.armies().get(chosen.army)


def list_file(setup: Setup, side: str) -> str:
    """A side's list as the text of a TOML file."""
    chosen = setup.sides[side]
    army, own = army_of(chosen), OWN in chosen.own
    name = chosen.name or (army.name if army is not None else chosen.army)
    doc: dict[str, Any] = {"ruleset": setup.ruleset, "name": name}
    if not own:
        doc["army"] = chosen.army
    doc["counts"] = {k: n for k, n in chosen.counts.items() if n}
    if own and army is not None:
        doc["list"] = OWN_ARMIES.plain(army)
    if left := unenforced(chosen):
        doc[UNENFORCED] = msgspec.to_builtins(left)
    return tomlkit.dumps(doc)


def read_list(ruleset: Ruleset, data: bytes, name: str, size: int) -> ListReport:
    """What a file holds: a kept warband, a list of Army Forge (:mod:`forge`), a roster (:mod:`roster_import`)."""
    try:
        if looks_like_roster(data):
            return judged(roster_import.read(ruleset, data, name, size), size)
        Checks(name).refuse(len(data) > LIST.most, "", LIST.large)
        Checks(name).refuse(not data.strip(), "", T("the file is empty"))
        if data[:200].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
            return judged(forge.listed(forge_file.parse(data, name)), size)
        return judged(_kept(data, name), size)
    except DataError as error:
        return ListReport(None, name, (Finding("wrong", error.message, error.key),))


def _kept(data: bytes, name: str) -> ListReport:
    found = convert(parse(data, name), _Kept, name)
    text = T("This list is for {ruleset}, not for {id}", ruleset=found.ruleset, id="AFS")
    Checks(name).refuse(found.ruleset != "AFS", "ruleset", text)
    if found.list is not None:
        army = data_army.checked(found.list, name)
        own: dict[str, Any] = {OWN: OWN_ARMIES.plain(army)}
    else:
        known = data_army.armies()
        text = T("There is no army {name}; known are: {known}", name=found.army, known=", ".join(known))
        Checks(name).refuse(found.army not in known, "army", text)
        army, own = known[found.army], {}
    if found.unenforced:
        own[UNENFORCED] = msgspec.to_builtins(list(found.unenforced))
    counts = found.counts or {row.code: 1 for row in army.unit}
    if wrong := builder.strange(army, counts):
        raise DataError(name, f"counts.{wrong}", T("There is no unit {code} in this warband", code=wrong))
    taken = (row for row in army.unit if counts.get(row.code))
    told = ((T("{n} of {models} models", n=counts[row.code], models=row.models), row.name) for row in taken)
    findings = tuple(Finding("taken", text, row_name) for text, row_name in told)
    return ListReport(SideSetup(army.id, counts, found.name, own), found.name or army.name, findings)


def judged(report: ListReport, size: int) -> ListReport:
    """The report with what is too much of the list."""
    if report.chosen is None:
        return report
    army = army_of(report.chosen)
    assert army is not None
    text = builder.too_large(army, report.chosen.counts)
    if text is not None:
        return ListReport(None, report.name, (*report.findings, Finding("wrong", text)))
    text = builder.too_dear(army, report.chosen.counts, size)
    findings = () if text is None else (Finding("differs", text, "", "AFS-ARM-01"),)
    return msgspec.structs.replace(report, findings=(*report.findings, *findings))
