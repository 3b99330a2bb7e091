"""What a list on paper says, in the reader's language: units with their profiles, limits, reasons, rules by clause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from game.clauses import DataError, read_book
from game.engine.i18n import Speaker
from game.engine.lists import KeepsLists, Limit, TellsLimits, unenforced
from game.engine.ruleset import ArmyEntry, ArmyInfo, Problem, Ruleset, Setup, SideSetup
from game.engine.text import TN, T, Text


class UnitLine(msgspec.Struct, frozen=True):
    """An entry of the list: how many, points of one and of all, its profile row by row, its rules by clause id.

    A profile row without a value is a heading over those that follow.
    """

    name: str
    count: int
    points: int
    profile: tuple[tuple[str, str], ...]
    clauses: tuple[str, ...]

    @property
    def cost(self) -> int:
        """Points of all of them."""
        return self.count * self.points


class LimitLine(msgspec.Struct, frozen=True):
    """What is limited: its name, how much there is and of how much, whether that is kept, and the clause."""

    name: str
    value: str
    kept: bool
    clause: str


class Reason(msgspec.Struct, frozen=True):
    """Why a list is not in order."""

    text: str
    clause: str


class RuleLine(msgspec.Struct, frozen=True):
    """A rule by its clause: id, title, text."""

    id: str
    title: str
    text: str


class Sheet(msgspec.Struct, frozen=True):
    """A list on paper. ``left`` are sentences on what is kept and shown, but not enforced."""

    language: str
    title: str
    system: str
    army: str
    points: int
    units: tuple[UnitLine, ...]
    limits: tuple[LimitLine, ...]
    reasons: tuple[Reason, ...]
    left: tuple[str, ...]
    rules: tuple[RuleLine, ...]


def army_of(ruleset: Ruleset, setup: Setup, side: str, size: int) -> ArmyInfo | None:
    """The entries that a side's list is composed from: those it brings with it, else those of an army on offer."""
    chosen = setup.sides[side]
    if isinstance(ruleset, KeepsLists):
        own = ruleset.list_army(chosen, size)
        if own is not None:
            return own
    return next((a for a in ruleset.armies(size) if a.id == chosen.army), None)


def limits_of(ruleset: Ruleset, setup: Setup, side: str) -> Sequence[Limit]:
    """What is limited in a side's list, where its system tells."""
    return ruleset.limits(setup, side) if isinstance(ruleset, TellsLimits) else ()


def bounds(limit: Limit) -> str:
    """How much there is, and of how much.

    >>> bounds(Limit(T("Points"), 980, 950, 1000)), bounds(Limit(T("Generals"), 1, 1, 1)), bounds(Limit(T("Units"), 7))
    ('980 / 950–1000', '1 / 1', '7')
    """
    if limit.least is None and limit.most is None:
        return str(limit.have)
    if limit.least is None or limit.least == limit.most:
        return f"{limit.have} / {limit.most}"
    return f"{limit.have} / {limit.least}–{'' if limit.most is None else limit.most}"


def wrong_with(ruleset: Ruleset, setup: Setup, side: str, limits: Sequence[Limit]) -> list[Problem]:
    """All that is wrong with a side's list; a list with nothing here is in order, one beyond a limit never is.

    What else is wrong with a set-up may keep its system from looking at the lists at all: then the limits tell.
    """
    told = ruleset.check_setup(setup)
    found = [p for p in told if p.where.startswith(f"sides.{side}")]
    found += [p for p in told if p.where == "options.points"]
    cited = {p.clause for p in found if p.clause}
    for limit in limits:
        if not limit.kept and limit.clause not in cited:
            text = T("{limit}: {value}", limit=limit.label, value=bounds(limit))
            found.append(Problem(f"sides.{side}.counts", text, limit.clause))
    return found


def left_of(chosen: SideSetup) -> Iterable[tuple[str, Text]]:
    """What a list names and its system does not have: the unit that it belongs to ("" for a unit), and a sentence."""
    for one in unenforced(chosen):
        said = T("{n} × {name}", n=one.number, name=one.name)
        if one.points:
            said = TN("{what}, {n} point", "{what}, {n} points", one.points, what=said)
        yield one.unit, said


def make_sheet(ruleset: Ruleset, setup: Setup, side: str, size: int, language: str = "en") -> Sheet:
    """Put a side's list on paper.

    Parameters
    ----------
    setup, side
        The battle it is made for, and whose list of it.
    size
        The agreed size in points.
    language
        A key of :func:`game.engine.languages.languages`.
    """
    words = Speaker(language, ruleset)
    chosen = setup.sides[side]
    army = army_of(ruleset, setup, side, size)
    entries = army.entries if army is not None else ()
    units = tuple(_unit(e, chosen.counts[e.code], words) for e in entries if chosen.counts.get(e.code))
    found = limits_of(ruleset, setup, side)
    limits = tuple(LimitLine(words.say(n.label), bounds(n), n.kept, n.clause) for n in found)
    wrong = wrong_with(ruleset, setup, side, found)
    reasons = tuple(Reason(words.say(p.text), p.clause) for p in wrong)
    cited = [c for u in units for c in u.clauses] + [n.clause for n in limits] + [r.clause for r in reasons]
    name = words.word(army.name) if army is not None else chosen.army
    return Sheet(
        language,
        chosen.name or name,
        words.word(ruleset.meta.name),
        name,
        sum(u.cost for u in units),
        units,
        limits,
        reasons,
        tuple(f"{words.word(unit)}: {words.say(said)}" if unit else words.say(said) for unit, said in left_of(chosen)),
        _rules(ruleset, cited, language),
    )


def _unit(entry: ArmyEntry, count: int, words: Speaker) -> UnitLine:
    rows = tuple((words.say(a), words.say(b)) for a, b in entry.rows)
    return UnitLine(words.word(entry.name), count, entry.points, rows, entry.clauses)


def _rules(ruleset: Ruleset, cited: Iterable[str], language: str) -> tuple[RuleLine, ...]:
    """The rules cited, in the order of the book; none where the ruleset's clauses cannot be read."""
    wanted = set(cited)
    try:
        book = read_book(ruleset.meta.id, ruleset.meta.folder)
    except DataError:
        return ()
    return tuple(RuleLine(c.id, *book.shown(c, language)) for c in book.clauses if c.id in wanted)
