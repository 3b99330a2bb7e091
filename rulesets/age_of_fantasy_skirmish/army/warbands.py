"""Warbands of the player's own: kept as TOML, read back, or read from a list of another program.

What the profiles of a roster of New Recruit or BattleScribe say is brought into the form of a list of Army Forge and
goes the same way from there (:mod:`forge`); a roster without profiles is looked for among the warbands of the game by
names. AFS-ARM-01, AFS-CMD-01, AFS-R47, AFS-R57, AFS-S03.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import tomlkit

from game.engine.files.list_files import text_report
from game.engine.files.player_files import LIST
from game.engine.files.toml_reading import DataError, convert, parse
from game.engine.lists import OWN, UNENFORCED, Finding, ListReport, Unenforced, unenforced
from game.engine.rosters import Profile, RosterUnit, Selection, army_forge, looks_like_roster, read_roster, units_of
from game.engine.rosters.army_forge import (
    MOST_MODELS,
    ForgeGear,
    ForgeList,
    ForgeRule,
    ForgeUnit,
    ForgeWeapon,
    number,
    rule,
    target,
)
from game.engine.rosters.matching import SHARE_OF_UNNAMED, fit, left_out, same_system
from game.engine.rosters.nodes import fold
from game.engine.ruleset import Ruleset, Setup, SideSetup
from game.engine.text import TN, T, Word
from game.kit.data import Checks
from game.kit.muster.lists import strangers
from game.kit.muster.own import OwnArmies
from rulesets.age_of_fantasy_skirmish.army import builder, data_army, forge
from rulesets.age_of_fantasy_skirmish.army.data_army import Army

QUALITY = ("quality", "qua", "q")
DEFENSE = ("defense", "defence", "def", "d")
ATTACKS = ("attacks", "attack", "att", "a")
RANGE = ("range", "rng", "r")
RULES = ("special rules", "special", "rules", "abilities", "spe", "keywords")
BASE = ("base", "base size")
KIN = ("skirmish", "age of fantasy", "firefight", "grimdark")
"""Words in the names of systems whose units have Quality and Defense."""
MOST_UNITS = 60
MOST_COUNT = 400


def read(ruleset: Ruleset, data: bytes, name: str, size: int) -> ListReport:
    """Read a roster; the report says what came of it. Raises DataError where it is none."""
    roster = read_roster(data, name)
    units = units_of(roster)
    bodies = sum(_body(unit) is not None for unit in units)
    if not bodies:
        return fit(ruleset, roster, name, size)
    known = any(word in fold(roster.system) for word in KIN) or same_system(ruleset, roster.system)
    real = sum(not unit.bare for unit in units)
    if not known and bodies < real * SHARE_OF_UNNAMED:
        so = {"n": bodies, "all": real, "own": Word(ruleset.meta.name)}
        text = T("{n} of its {all} units have Quality and Defense: this is not a list for {own}", **so)
        return ListReport(None, roster.name or name, (Finding("wrong", text),))
    told: list[Finding] = []
    made: list[ForgeUnit] = []
    for unit in units:
        if unit.bare:
            told.append(Finding("guessed", T("read as a setting of the list, not as a unit"), unit.title))
        else:
            made += _units(unit, told)
    text = T("more than {most} units: this one is left out", most=MOST_UNITS)
    told += [Finding("differs", text, unit.name) for unit in made[MOST_UNITS:]]
    system = "" if "skirmish" in fold(roster.system) else roster.system
    said = None if roster.points is None else round(roster.points)
    title = roster.name or name.rsplit(".", 1)[0]
    return forge.listed(ForgeList(title, system, said, None, None, tuple(made[:MOST_UNITS])), told)


def _units(unit: RosterUnit, told: list[Finding]) -> list[ForgeUnit]:
    """A unit of the roster: one, or as many alike as it says."""
    models = unit.models or unit.number
    copies = 1 if unit.kind == "model" else unit.number
    if not unit.models:
        told.append(Finding("guessed", T("no number of models given: 1 used"), unit.title))
    if models % copies:
        text = TN("{n} model is read as one unit", "{n} models are read as one unit", models)
        told.append(Finding("guessed", text, unit.title))
        copies = 1
    if unit.left:
        told.append(Finding("unknown", left_out(unit.left), unit.title))
    copies = min(copies, MOST_UNITS)
    return [_unit(unit, models // copies, copies)] * copies


def _unit(unit: RosterUnit, models: int, copies: int) -> ForgeUnit:
    body = _body(unit)
    rules: dict[str, ForgeRule] = {}
    kit: list[ForgeWeapon | ForgeGear] = []
    for part in unit.parts:
        kit += _equip(part, part is unit.parts[0], copies, rules)
    base = body.get(*BASE) if body else ""
    return ForgeUnit(
        name=unit.title,
        kind=unit.name,
        size=max(1, min(models, MOST_MODELS)),
        said_size=max(1, models),
        cost=max(0, round(unit.points / copies)),
        quality=target(body.get(*QUALITY)) if body else None,
        defense=target(body.get(*DEFENSE)) if body else None,
        bases=tuple(sorted({float(x.replace(",", ".")) for x in re.findall(r"\d{2,3}(?:[.,]\d)?", base)[:2]})),
        rules=tuple(rules.values()),
        weapons=tuple(one for one in kit if isinstance(one, ForgeWeapon)),
        gear=tuple(one for one in kit if isinstance(one, ForgeGear)),
    )


def _body(unit: RosterUnit) -> Profile | None:
    """The first profile that has Quality and Defense."""
    found = (p for part in unit.parts for p in part.profiles)
    return next((p for p in found if p.get(*QUALITY) and p.get(*DEFENSE)), None)


def _equip(part: Selection, top: bool, copies: int, rules: dict[str, ForgeRule]) -> Iterator[ForgeWeapon | ForgeGear]:
    """Sort what one part brings: weapons, rules of the unit, gear with the rules that it gives."""
    count = 0 if top and part.kind != "model" else min(part.number // copies, MOST_COUNT)
    given = [rule(r.name) for r in part.rules if r.name]
    armed = False
    own: list[ForgeRule] = []
    for profile in part.profiles:
        if profile.get(*QUALITY) and profile.get(*DEFENSE):
            for one in _split(profile.get(*RULES)):
                rules.setdefault(one.name.casefold(), one)
        elif profile.get(*ATTACKS) and (profile.get(*RANGE) or "weapon" in fold(profile.kind)):
            armed = True
            yield _arm(profile, count, given)
        else:
            own += _split(profile.get(*RULES)) or ([rule(profile.name)] if profile.name else [])
    if armed:
        return
    if top or part.kind == "model":
        for one in (*given, *own):
            rules.setdefault(one.name.casefold(), one)
        return
    granted = _once([*own, *given])
    if granted or not part.selections:
        yield ForgeGear(part.name, count, tuple(granted))


def _arm(profile: Profile, count: int, given: list[ForgeRule]) -> ForgeWeapon:
    """A weapon, ranged if it has a range (AFS-S29); rules beside the profile only explain those that stand in it."""
    found = _split(profile.get(*RULES))
    pierce = number(profile.get("ap"))
    if pierce:
        found.append(ForgeRule("AP", pierce))
    names = {one.name.casefold() for one in found}
    found += [one for one in given if one.name.casefold() not in names]
    reach, dice = number(profile.get(*RANGE)), number(profile.get(*ATTACKS), 1)
    return ForgeWeapon.weapon_of(profile.name, reach, dice, count, _once(found))


def _once(found: list[ForgeRule]) -> list[ForgeRule]:
    """Each rule once, the one with a number before the bare name."""
    best: dict[str, ForgeRule] = {}
    for one in found:
        known = best.setdefault(one.name.casefold(), one)
        if one.rating > known.rating:
            best[one.name.casefold()] = one
    return [one for one in best.values() if one.name]


def _split(text: str) -> list[ForgeRule]:
    """Rules of a line: at commas and semicolons that stand in no brackets.

    >>> [r.shown for r in _split("Tough(3), Fast; AP (1)")]
    ['Tough(3)', 'Fast', 'AP(1)']
    """
    parts = re.split(r"[,;•](?![^(]*\))", text)
    return [one for one in (rule(part) for part in parts) if one.name and one.name not in ("-", "–", "—")]


OWN_ARMIES: OwnArmies[Army] = OwnArmies("AFS", data_army.WARBANDS, lambda row: row.models, "quality", imports=True)
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


def list_file(chosen: Setup, side: str) -> str:
    """A side's warband as the text of a TOML file (:class:`game.engine.lists.KeepsLists`)."""
    mine = chosen.sides[side]
    army, own = army_of(mine), OWN in mine.own
    name = mine.name or (army.name if army is not None else mine.army)
    doc: dict[str, Any] = {"ruleset": chosen.ruleset, "name": name}
    if not own:
        doc["army"] = mine.army
    doc["counts"] = {k: n for k, n in mine.counts.items() if n}
    if own and army is not None:
        doc["list"] = OWN_ARMIES.plain(army)
    if left := unenforced(mine):
        doc[UNENFORCED] = msgspec.to_builtins(left)
    return tomlkit.dumps(doc)


def read_list(ruleset: Ruleset, data: bytes, name: str, size: int) -> ListReport:
    """What a file holds: a kept warband, a list of Army Forge (:mod:`forge`), a roster (:mod:`roster_import`)."""
    try:
        if looks_like_roster(data):
            return judged(read(ruleset, data, name, size), size)
        Checks(name).refuse(len(data) > LIST.most, "", LIST.large)
        Checks(name).refuse(not data.strip(), "", T("the file is empty"))
        if data[:200].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
            return judged(forge.listed(army_forge.parse(data, name)), size)
        return judged(text_report(ruleset, data, name, size) or _kept(data, name), size)
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
        text = T("Unknown army {name}. Choose from: {known}", name=found.army, known=", ".join(known))
        Checks(name).refuse(found.army not in known, "army", text)
        army, own = known[found.army], {}
    if found.unenforced:
        own[UNENFORCED] = msgspec.to_builtins(list(found.unenforced))
    counts = found.counts or {row.code: 1 for row in army.unit}
    for wrong in strangers(army, counts, "", "AFS-ARM-01"):
        raise DataError(name, wrong.where.removeprefix("."), wrong.text)
    taken = (row for row in army.unit if counts.get(row.code))
    told = ((T("models: {n} of {models}", n=counts[row.code], models=row.models), row.name) for row in taken)
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
