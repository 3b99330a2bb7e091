"""A roster laid onto the armies a ruleset has on offer: by names, counts and points, with a report of every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from game.engine.i18n import Speaker
from game.engine.languages import codes
from game.engine.lists import UNENFORCED, Finding, Findings, Kind, ListReport, Unenforced
from game.engine.rosters.names import find, names_of, nearness, rows_of
from game.engine.rosters.nodes import fold
from game.engine.rosters.tree import Roster
from game.engine.rosters.units import RosterUnit, units_of
from game.engine.ruleset import ArmyEntry, ArmyInfo, Ruleset, SideSetup
from game.engine.text import TN, T, Text, Word

MOST_COPIES = 99
SHARE_OF_STRANGERS = 2 / 3
"""Of the units of a list for another system so many must be found, for the names of troops are alike everywhere."""
SHARE_OF_UNNAMED = 1 / 2
"""Of the units of a list that does not say which system it is for."""
MOST_UNENFORCED = 300


class _Match:
    """A roster on its way to a side of a set-up."""

    def __init__(self, ruleset: Ruleset, roster: Roster, size: int) -> None:
        self.ruleset, self.roster, self.size = ruleset, roster, size
        self.units = units_of(roster)
        self.findings = Findings()
        self.found: dict[tuple[str, str, str], tuple[str, float]] = {}
        self.entries: dict[str, tuple[set[str], list[str]]] = {}
        self.counts: Counter[str] = Counter()
        self.kept: list[Unenforced] = []

    def note(self, kind: Kind, text: Text, where: str = "") -> None:
        """Add to the report."""
        self.findings.add(Finding(kind, text, where))

    def keep(self, name: str, number: int, points: float, unit: str = "") -> None:
        """Keep what has no place in the battle."""
        if len(self.kept) < MOST_UNENFORCED:
            self.kept.append(Unenforced(name, number, round(points), unit))

    # -- which army -------------------------------------------------------------------------------------------

    def army(self) -> ArmyInfo | None:
        """The army in which most of the units are found; the name of the list it is from weighs as much as two."""
        best, score = None, 0.0
        for army in self.ruleset.armies(self.size):
            rows = rows_of(self.ruleset, army.entries)
            found = sum(self.find(u, army, rows)[1] for u in self.units)
            if found and self._named(army):
                found += 4.0
            if found > score:
                best, score = army, found
        if best is None or self.strange(best):
            return None
        if self._named(best):
            self.note("taken", T("the army is {army}", army=Word(best.name)))
        else:
            text = T("read as {army}, which has most of its units", army=Word(best.name))
            self.note("guessed", text)
        return best

    def strange(self, army: ArmyInfo) -> bool:
        """Whether too few of the units are in the army for the list to be one of this system; says why."""
        units = [u for u in self.units if not u.bare]
        system = self.roster.system
        if not units or same_system(self.ruleset, system) or self._named(army):
            return False
        rows = rows_of(self.ruleset, army.entries)
        found = sum(self.find(u, army, rows)[1] > 0.0 for u in units)
        if found >= len(units) * (SHARE_OF_STRANGERS if system else SHARE_OF_UNNAMED):
            return False
        few = T("{n} of its {all} units are in {army}", n=found, all=len(units), army=Word(army.name))
        own = Word(self.ruleset.meta.name)
        if system:
            self.note("wrong", T("this list is for {system}, not for {own}: {few}", system=system, own=own, few=few))
        else:
            self.note("wrong", T("{few}: too few for a list of {own}", few=few, own=own))
        return True

    def find(self, unit: RosterUnit, army: ArmyInfo, rows: Mapping[str, frozenset[str]]) -> tuple[str, float]:
        """The row of an army that is nearest to a unit, and how near; looked for once."""
        key = (army.id, unit.name, unit.title)
        if key not in self.found:
            self.found[key] = find((unit.name, unit.title), rows)
        return self.found[key]

    def _named(self, army: ArmyInfo) -> bool:
        names = names_of(self.ruleset, army.name, army.id)
        said = {u.catalogue for u in self.units} | {self.roster.name}
        return any(nearness(fold(one), names) >= 1.0 for one in said if one)

    # -- units ------------------------------------------------------------------------------------------------

    def fit(self, army: ArmyInfo) -> None:
        """Find every unit in the army, or keep it as what it is."""
        rows = rows_of(self.ruleset, army.entries)
        entries = {entry.code: entry for entry in army.entries}
        for unit in self.units:
            code, near = self.find(unit, army, rows)
            if code:
                self.take(unit, entries[code], sure=near >= 2.0)
            elif unit.bare:
                self.note("guessed", T("read as a setting of the list, not as a unit"), unit.title)
            else:
                number = unit.number if unit.kind != "model" else unit.models
                text = T("this army has no such unit: it is kept and shown, but does not take the field")
                self.note("unknown", text, unit.title)
                self.keep(unit.title, number, unit.points)

    def take(self, unit: RosterUnit, entry: ArmyEntry, *, sure: bool) -> None:
        """Take a unit for an entry of the army."""
        number = min(self.number(unit, entry), MOST_COPIES - self.counts[entry.code])
        self.counts[entry.code] += number
        if not sure:
            self.note("guessed", T("read as {unit}", unit=Word(entry.name)), unit.title)
        points = number * entry.points
        words = {"many": number, "unit": Word(entry.name)}
        text = TN("{many} × {unit}, {n} point", "{many} × {unit}, {n} points", points, **words)
        self.note("taken", text, unit.title)
        if unit.points and round(unit.points) != points:
            text = T("it costs {said} points in the file, {own} here", said=round(unit.points), own=points)
            self.note("differs", text, unit.title)
        figures = number * entry.models
        if unit.models and entry.models and unit.models not in (figures, number):
            text = TN(
                "{n} model in the file, {own} here", "{n} models in the file, {own} here", unit.models, own=figures
            )
            self.note("differs", text, unit.title)
        self.options(unit, entry)

    def number(self, unit: RosterUnit, entry: ArmyEntry) -> int:
        """How many units: what the points bear out, else as the file says; single models make up whole units."""
        said = unit.number
        whole = unit.models // entry.models if entry.models and unit.models % entry.models == 0 else 0
        for guess in (said, whole):
            if guess and round(unit.points) == guess * entry.points:
                return guess
        if unit.kind != "model" or not whole or whole == said:
            return said
        text = TN(
            "{n} model is read as this number of units: {units}",
            "{n} models are read as this number of units: {units}",
            unit.models,
            units=whole,
        )
        self.note("guessed", text, unit.title)
        return whole

    def options(self, unit: RosterUnit, entry: ArmyEntry) -> None:
        """Keep options that the entry does not have as it is."""
        own, shown = self.shown(entry)
        if unit.left:
            self.note("unknown", left_out(unit.left), unit.title)
        for option in unit.options:
            name = fold(option.name)
            if name in own or any(name in row for row in shown):
                continue
            self.note("unknown", T("{rule} is kept and shown, not enforced", rule=option.name), unit.title)
            self.keep(option.name, option.number, option.points, unit.title)

    def shown(self, entry: ArmyEntry) -> tuple[set[str], list[str]]:
        """What an entry is called, and what its rows say, folded, in every language."""
        if entry.code not in self.entries:
            speakers = [Speaker(language, self.ruleset) for language in codes()]
            self.entries[entry.code] = (
                {fold(s.word(entry.name)) for s in speakers},
                [fold(f"{s.say(a)} {s.say(b)}") for s in speakers for a, b in entry.rows],
            )
        return self.entries[entry.code]

    # -- sums -------------------------------------------------------------------------------------------------

    def sums(self, army: ArmyInfo) -> None:
        """Whether the file's own sums agree with what was made of it."""
        points = sum(e.points * self.counts[e.code] for e in army.entries)
        listed = round(sum(u.points for u in self.units))
        said = None if self.roster.points is None else round(self.roster.points)
        if said is not None and said != listed:
            text = T("the units cost {own} points, the file says {said}", own=listed, said=said)
            self.note("differs", text)
        whole = listed if said is None else said
        if points == whole:
            self.note("taken", T("{n} points, as the file says", n=points))
        elif whole:
            self.note("differs", T("the army costs {own} points here, {said} in the file", own=points, said=whole))
        else:
            self.note("guessed", T("the file gives no points; the army costs {n} here", n=points))
        limit = self.roster.limit
        if limit is not None and round(limit) != self.size:
            text = T("the list is made for {limit} points, the battle for {size}", limit=round(limit), size=self.size)
            self.note("differs", text)
        if any(p.profiles for u in self.units for p in u.parts):
            self.note("taken", T("profiles are those of the army here, not those of the file"))


def same_system(ruleset: Ruleset, said: str) -> bool:
    """Whether what a file says of its system means this one."""
    return bool(said) and nearness(fold(said), names_of(ruleset, ruleset.meta.name, ruleset.meta.id)) > 0.0


def left_out(n: int) -> Text:
    """What is said of parts of a unit that are too many to be looked at."""
    return TN(
        "{n} further part is left out: there are too many", "{n} further parts are left out: there are too many", n
    )


def fit(ruleset: Ruleset, roster: Roster, name: str, size: int) -> ListReport:
    """Lay a roster onto the armies of a ruleset; the report says what came of it.

    Parameters
    ----------
    name
        Of the file, for a roster that has none.
    size
        The agreed size in points.
    """
    match = _Match(ruleset, roster, size)
    title = roster.name or name.rsplit(".", 1)[0]
    army = match.army()
    if army is None and (told := match.findings.findings_in_order()):
        return ListReport(None, title, told)
    if army is None:
        text = T("none of its units is in an army of {system}", system=Word(ruleset.meta.name))
        return ListReport(None, title, (Finding("wrong", text),))
    match.fit(army)
    match.sums(army)
    counts = {entry.code: match.counts[entry.code] for entry in army.entries if match.counts[entry.code]}
    own = {UNENFORCED: msgspec.to_builtins(match.kept)} if match.kept else {}
    return ListReport(SideSetup(army.id, counts, title, own), title, match.findings.findings_in_order())
