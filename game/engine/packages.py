"""The packages that bring rulesets: found by entry point, looked at without running any of their code."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterable
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import msgspec

from game.engine.text import T, Text

GROUP = "tabula_belli.rulesets"
INTERFACE = 1
"""Version of what the program and rulesets expect of each other; it rises when a sound package would break."""
_ID = re.compile(r"[A-Z][A-Z0-9]{1,7}")
_DECLARED = re.compile(r"^INTERFACE(?:\s*:[^=\n]*)?\s*=\s*(\d+)\b", re.MULTILINE)


class Package(msgspec.Struct, frozen=True):
    """A package that brings a ruleset.

    Attributes
    ----------
    id
        What its entry point calls the ruleset.
    module, name
        Where the ruleset object is to be found.
    folder
        Where the package lies: its clauses, data, looks, sounds and translations; None where it is not to be found.
    fault
        A sentence on why it cannot be used, as far as that can be told without running it.
    """

    id: str
    module: str
    name: str
    folder: Path | None = None
    fault: Text | None = None


def packages() -> dict[str, Package]:
    """All packages that bring rulesets, broken ones too, by id and sorted by it."""
    found: dict[str, set[EntryPoint]] = {}
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, set()).add(entry)
    return {name: _package(name, found[name]) for name in sorted(found)}


def _package(name: str, entries: Iterable[EntryPoint]) -> Package:
    """A package by its entry points: several are one that is installed twice, or two that claim the same id."""
    values = sorted({entry.value for entry in entries})
    entry = EntryPoint(name, values[0], GROUP)
    try:
        module, attribute = entry.module, entry.attr
    except AttributeError:  # the pattern of an entry point has no match
        return Package(name, values[0], "", None, left_out(name, T("“{value}” is not an object", value=values[0])))
    spec = _spec(module)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    folder = Path(places[0]) if places else None
    why = _why_not(name, values, module, spec, folder)
    return Package(name, module, attribute, folder, left_out(name, why) if why is not None else None)


def left_out(ruleset_id: str, why: Text) -> Text:
    """The sentence on a ruleset that cannot be used."""
    return T("the ruleset {id} cannot be loaded: {why}", id=ruleset_id, why=why)


def _why_not(name: str, values: list[str], module: str, spec: ModuleSpec | None, folder: Path | None) -> Text | None:
    if len(values) > 1:
        return T("several packages have a ruleset with this name: {places}", places=", ".join(values))
    if not _ID.fullmatch(name):
        return T("its id must be two to eight capital letters and digits")
    if spec is None:
        return T("there is no module {module}", module=module)
    if folder is None:
        return T("{module} is a single file, not a package with a folder for its clauses", module=module)
    written_for = _declared(spec)
    if written_for is None:
        return T("{module} has no line INTERFACE = {ours}", module=module, ours=INTERFACE)
    if written_for != INTERFACE:
        return T(
            "it was written for version {theirs} of the interface, and this program has version {ours}",
            theirs=written_for,
            ours=INTERFACE,
        )
    return None


def _spec(module: str) -> ModuleSpec | None:
    """Where a module lies; finding one inside a package runs that package, which may raise whatever it likes."""
    try:
        return importlib.util.find_spec(module)
    except (Exception, SystemExit):
        return None


def _declared(spec: ModuleSpec) -> int | None:
    """The version of the interface that a package was written for, by a line of its source."""
    try:
        source = spec.loader.get_source(spec.name)  # type: ignore[union-attr]
    except (AttributeError, ImportError, OSError, SyntaxError):
        return None
    found = _DECLARED.search(source or "")
    return int(found[1]) if found else None
