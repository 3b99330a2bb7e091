"""The command ``army``: a list of a file, or an army's own, told, put on a page, or kept as our own file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import click
from msgspec.structs import replace

from game.army.page import to_html
from game.army.paper_list import Sheet, army_of, make_sheet
from game.army.plain import to_text
from game.engine.files.player_files import LIST, load, shown
from game.engine.files.toml_reading import DataError
from game.engine.i18n import Speaker
from game.engine.lists import KeepsLists, ListReport
from game.engine.loader import UnknownRuleset, load_ruleset, offered
from game.engine.ruleset import Ruleset, ScenarioInfo, Setup, SideSetup, usual_size
from game.engine.text import T

HEADS = {
    "wrong": T("Cannot be used"),
    "unknown": T("Unknown: kept and shown, not enforced"),
    "guessed": T("Guessed"),
    "differs": T("Totals that do not match"),
    "taken": T("Understood"),
}
"""Headings of a report, the worst first."""
_STEP = 50
"""Points by which the size of a battle is rounded up to hold a list."""


def run(
    file: str,
    ruleset: str,
    points: int | None,
    html: Path | None,
    text: bool,
    keep: Path | None,
    language: str,
) -> int:
    """Read a list and do with it what is asked; returns the exit code.

    Parameters
    ----------
    file
        A file, or the id of an army on offer, whose sample list is taken.
    ruleset
        Only this system; "" to try all.
    points
        The agreed size; None for the usual one, or the least that holds the list.
    html, text, keep
        Where to write a page, whether to print the text, where to keep it as a file of our own.
    """
    try:
        systems = [load_ruleset(ruleset.upper())] if ruleset else _offered_here(language)
    except UnknownRuleset as fault:
        raise click.ClickException(str(fault)) from fault
    found = _read(file, systems, points)
    if found is None:
        return 1
    system, report, size, again = found
    words = Speaker(language, system)
    if report.chosen is None:
        click.echo(_report_text(report, words), err=True)
        return 1
    setup, side, fought = _setup(system, report.chosen, points, size)
    if fought != size:
        size, report = fought, again(fought)  # what it tells of points is of the size that is shown
    sheet = make_sheet(system, setup, side, size, language)
    if html is not None:
        html.write_text(to_html(sheet), encoding="utf-8")
        click.echo(f"{html}: {sheet.title}")
    if keep is not None:
        assert isinstance(system, KeepsLists)
        keep.write_text(system.list_file(setup, side), encoding="utf-8")
        click.echo(f"{keep}: {sheet.title}")
    if text:
        click.echo(to_text(sheet), nl=False)
    if not text and html is None and keep is None:
        click.echo(_report_text(report, words))
        click.echo(_summary(sheet, words), nl=False)
    return 0


def _offered_here(language: str) -> list[Ruleset]:
    """The systems that are installed; those that cannot be used are named."""
    here = offered()
    for fault in here.faults.values():
        click.echo(Speaker(language).say(T("Left out: {why}", why=fault)), err=True)
    return list(here.rulesets)


Found = tuple[Ruleset, ListReport, int, Callable[[int], ListReport]]
"""A system, what it makes of a list for a size, that size, and the same for another."""


def _read(file: str, systems: list[Ruleset], points: int | None) -> Found | None:
    """The list, by the system that understands most of it."""
    path = Path(file)
    if not os.path.lexists(path):
        for system in systems:
            size = points or _usual(system)
            army = next((a for a in system.armies(size) if a.id == file.lower()), None)
            if army is not None:
                counts = {e.code: e.sample for e in army.entries if e.sample}
                return _offered(system, ListReport(SideSetup(army.id, counts), army.name), size)
        known = ", ".join(a.id for s in systems for a in s.armies(_usual(s)))
        click.echo(f"There is no file {shown(file)}, and no army of that name; choose from: {known}", err=True)
        return None
    try:
        data = load(path, LIST)
    except DataError as fault:
        raise click.ClickException(str(fault)) from None
    read = [
        (system, system.read_list(data, shown(path), points or _usual(system)), points or _usual(system))
        for system in systems
        if isinstance(system, KeepsLists)
    ]
    if not read:
        click.echo("No system here keeps lists.", err=True)
        return None
    system, report, size = max(read, key=lambda found: _weight(found[1]))
    assert isinstance(system, KeepsLists)
    return system, report, size, lambda other: system.read_list(data, shown(path), other)


def _offered(system: Ruleset, own: ListReport, size: int) -> Found:
    """A list of an army on offer, which is the same for every size."""
    return system, own, size, lambda _size: own


def _weight(report: ListReport) -> tuple[bool, int, bool]:
    """How much of a file was understood; what cannot be used at all, less, what is for another system, least.

    Where a unit is wrong its army's own keys were understood: that is more than a key that no army of a system has.
    """
    value = {"taken": 2, "guessed": 1, "unknown": -1, "wrong": -1}
    other = any(f.kind == "wrong" and f.where == "ruleset" for f in report.findings)
    deep = any(f.kind == "wrong" and f.where.startswith("unit") for f in report.findings)
    return report.chosen is not None, sum(value.get(f.kind, 0) for f in report.findings) - other, deep


def _usual(system: Ruleset) -> int:
    return usual_size(system, system.scenarios()[0])


def _setup(system: Ruleset, chosen: SideSetup, points: int | None, size: int) -> tuple[Setup, str, int]:
    """A battle for the list: of the size asked for, else of the least size offered that holds it."""
    info: ScenarioInfo = system.scenarios()[0]
    setup = system.default_setup(info.id, size)
    side = info.sides[0]
    setup = replace(setup, sides={**setup.sides, side: chosen})
    army = army_of(system, setup, side, size)
    cost = sum(e.points * chosen.counts.get(e.code, 0) for e in army.entries) if army is not None else 0
    if points is None and cost > size:
        size = min((n for n in info.sizes if n >= cost), default=-(-cost // _STEP) * _STEP)
    options = {**setup.options, "points": size} if "points" in setup.options else setup.options
    return replace(setup, options=options), side, size


def _report_text(report: ListReport, words: Speaker) -> str:
    """The report under headings, the gravest first."""
    lines = [words.word(report.name)]
    for kind, head in HEADS.items():
        rows = [f for f in report.findings if f.kind == kind]
        lines += [f"{words.say(head)}:"] if rows else []
        for one in rows:
            where = f"{words.word(one.where)}: " if one.where else ""
            clause = f" [{one.clause}]" if one.clause else ""
            lines.append(f"  {where}{words.say(one.text)}{clause}")
    return "\n".join(lines)


def _summary(sheet: Sheet, words: Speaker) -> str:
    lines = [f"{sheet.system}: {sheet.army}", ", ".join(f"{n.name} {n.value}" for n in sheet.limits)]
    if sheet.reasons:
        lines.append(words.say(T("The army is not in order:")))
        lines += [f"  {r.text}" + (f" [{r.clause}]" if r.clause else "") for r in sheet.reasons]
    else:
        lines.append(words.say(T("The army is in order.")))
    return "\n".join(lines) + "\n"
