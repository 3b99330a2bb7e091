"""Army lists as files, for every ruleset whose armies lie in its data: kept as TOML, or read from a roster.

A ruleset that keeps more than counts brings its own (see :class:`game.engine.lists.KeepsLists`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, cast

import msgspec
import tomlkit

from game.engine import setups
from game.engine.files.player_files import LIST
from game.engine.files.toml_reading import DataError, convert, parse, unknown
from game.engine.lists import OWN, UNENFORCED, ArmyDesk, Finding, KeepsLists, Limit, ListReport, Unenforced, unenforced
from game.engine.rosters.json_file import load_json
from game.engine.rosters.matching import fit
from game.engine.rosters.plain_text import looks_like_text, read_text
from game.engine.rosters.reading import looks_like_roster, read_roster
from game.engine.ruleset import ArmyInfo, Meta, Ruleset, Setup, SideSetup
from game.engine.text import TN, T, Word

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]


class _Kept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kept list: an army by id, and how many of each of its entries; ``size`` is for which it was made.

    ``list`` is the army itself where it is one of the player's own.
    """

    ruleset: str = ""
    name: str = ""
    army: str = ""
    size: int = 0
    counts: dict[str, Count]
    list: dict[str, Any] | None = None
    unenforced: tuple[Unenforced, ...] = ()


class ListKeeper:
    """What every system put together by the engine does with lists (:class:`game.engine.lists.KeepsLists`).

    ``_setup`` is the module of the system that tells the limits of a list.
    """

    meta: Meta
    _setup: Any

    def side_size(self, chosen: Setup, side: str) -> int:
        """The agreed size (points) of one side's army."""
        asked = getattr(self._setup, "side_size", None)
        found: int = asked(chosen, side) if asked is not None else setups.size_of(cast("Ruleset", self), chosen)
        return found

    def limits(self, chosen: Setup, side: str) -> Sequence[Limit]:
        """What is limited in a side's list, and how much of it the list has, points first."""
        asked = getattr(self._setup, "limits", None)
        found: Sequence[Limit] = asked(chosen, side) if asked is not None else self._points(chosen, side)
        return found

    def _points(self, chosen: Setup, side: str) -> Sequence[Limit]:
        """The points alone, where a system tells of no limits."""
        size = self.side_size(chosen, side)
        armies = (a for a in cast("Ruleset", self).armies(size) if a.id == chosen.sides[side].army)
        return [Limit(T("Points"), setups.points_of(a, chosen.sides[side].counts), None, size) for a in armies]

    def list_file(self, chosen: Setup, side: str) -> str:
        """A side's list as the text of a TOML file."""
        return list_file(self.meta.id, chosen, side)

    def read_list(self, data: bytes, name: str, size: int) -> ListReport:
        """A kept list, an army of the player's own, or a roster of another program, with a report."""
        asked = getattr(self._setup, "own_report", None)
        own: ListReport | None = asked(data, name, size) if asked is not None else None
        return own if own is not None else read_list(cast("Ruleset", self), data, name, size)

    def list_army(self, chosen: SideSetup, size: int) -> ArmyInfo | None:
        """The rows of an army of the player's own."""
        asked = getattr(self._setup, "own_info", None)
        found: ArmyInfo | None = asked(chosen, size) if asked is not None else None
        return found

    def army_desk(self, chosen: SideSetup) -> ArmyDesk | None:
        """A side's army to be edited (:class:`game.engine.lists.EditsArmies`)."""
        asked = getattr(self._setup, "army_desk", None)
        found: ArmyDesk | None = asked(chosen) if asked is not None else None
        return found


def list_file(ruleset: str, setup: Setup, side: str) -> str:
    """A side's list as the text of a TOML file."""
    chosen = setup.sides[side]
    doc: dict[str, Any] = {
        "ruleset": ruleset,
        "name": chosen.name,
        "army": chosen.army,
        "counts": {code: n for code, n in chosen.counts.items() if n},
    }
    if OWN in chosen.own:
        doc["list"] = chosen.own[OWN]
    left = unenforced(chosen)
    if left:
        doc[UNENFORCED] = msgspec.to_builtins(left)
    return tomlkit.dumps({k: v for k, v in doc.items() if v != ""})


def read_list(ruleset: Ruleset, data: bytes, name: str, size: int) -> ListReport:
    """What a file holds: a kept list, one as text, or a roster of another program; the report says what came of it."""
    try:
        if len(data) > LIST.most:
            raise DataError(name, "", LIST.large)
        if not data.strip():
            raise DataError(name, "", T("the file is empty"))
        if looks_like_roster(data):
            return fit(ruleset, read_roster(data, name), name, size)
        if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
            load_json(data, name)
            raise DataError(name, "", T("this is JSON, but not a roster: it has no forces"))
        return text_report(ruleset, data, name, size) or _kept(ruleset, data, name, size)
    except DataError as error:
        return ListReport(None, name, (Finding("wrong", error.message, error.key),))


def text_report(ruleset: Ruleset, data: bytes, name: str, size: int) -> ListReport | None:
    """What came of a list that was written as text; None where it is none. Raises DataError."""
    if not looks_like_text(data):
        return None
    roster, wrong = read_text(data, name)
    report = fit(ruleset, roster, name, size)
    return msgspec.structs.replace(report, findings=(*wrong, *report.findings))


def _kept(ruleset: Ruleset, data: bytes, name: str, size: int) -> ListReport:
    found = convert(parse(data, name), _Kept, name)
    if found.ruleset and found.ruleset != ruleset.meta.id:
        text = T("This list is for {ruleset}, not for {id}", ruleset=found.ruleset, id=ruleset.meta.id)
        raise DataError(name, "ruleset", text)
    army, own = _army_of(ruleset, found, name, size)
    rows = {entry.code: entry for entry in army.entries}
    for code in found.counts:
        if code not in rows:
            raise unknown(name, f"counts, {code}", T("entry of this army"), code, list(rows))
    counts = {code: found.counts[code] for code in rows if found.counts.get(code)}
    findings = [
        Finding(
            "taken",
            TN(
                "{many} × {unit}, {n} point",
                "{many} × {unit}, {n} points",
                n * rows[code].points,
                many=n,
                unit=Word(rows[code].name),
            ),
        )
        for code, n in counts.items()
    ]
    for one in found.unenforced:
        text = T("{rule} is kept and shown, not enforced", rule=one.name)
        findings.append(Finding("unknown", text, one.unit))
    if found.unenforced:
        own[UNENFORCED] = msgspec.to_builtins(list(found.unenforced))
    return ListReport(SideSetup(army.id, counts, found.name, own), found.name or army.name, tuple(findings))


def _army_of(ruleset: Ruleset, found: _Kept, name: str, size: int) -> tuple[ArmyInfo, dict[str, Any]]:
    """The army that a kept list is made from, and what a set-up must bring of it. Raises DataError."""
    if found.list is not None and isinstance(ruleset, KeepsLists):
        own = {OWN: found.list}
        try:
            army = ruleset.list_army(SideSetup("", {}, "", own), size)
        except DataError as fault:
            raise DataError(name, f"list, {fault.key}" if fault.key else "list", fault.message) from None
        if army is None:
            raise DataError(name, "list", T("{ruleset} has no custom armies", ruleset=ruleset.meta.id))
        return army, own
    armies = {army.id: army for army in ruleset.armies(size)}
    if not found.army:
        raise DataError(name, "", T("the key “{key}” is missing", key="army"))
    if found.army not in armies:
        raise unknown(name, "army", T("army"), found.army, list(armies))
    return armies[found.army], {}
