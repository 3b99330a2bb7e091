"""Rulesets found by entry point: the program never imports one by name.

A package that cannot be used is named with the reason and left out; it keeps none of the others from being played.
"""

from __future__ import annotations

import gc
import inspect
from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from game.engine.files.toml_reading import plain, printable
from game.engine.packages import Package, left_out, packages
from game.engine.ruleset import Meta, Ruleset, usual_size
from game.engine.text import T, Text

PARTS = tuple(
    name
    for name in (*Ruleset.__annotations__, *(n for n, value in vars(Ruleset).items() if inspect.isfunction(value)))
    if not name.startswith("_")
)
"""What every ruleset must have, by the names of the protocol."""


THRESHOLDS = (50_000, 5, 5)
"""Objects that have come and stayed before garbage is looked for among them, and how often before older ones join in.

A battle that has ended goes before so many have come, and nothing of it is ever searched."""


class UnknownRuleset(Exception):
    """No installed ruleset has this id, or the one that has it cannot be used.

    Attributes
    ----------
    text
        The sentence, to be translated.
    """

    def __init__(self, text: Text | str) -> None:
        self.text = Text(text) if isinstance(text, str) else text
        super().__init__(text if isinstance(text, str) else plain(text))


class Offered(msgspec.Struct, frozen=True):
    """What is installed: the rulesets that can be played, the first to be offered first, and what is left out.

    ``faults`` holds a sentence for each ruleset that is left out, by its id.
    """

    rulesets: tuple[Ruleset, ...]
    faults: dict[str, Text]


@cache
def ruleset_ids() -> tuple[str, ...]:
    """Ids of the installed rulesets, sorted, those included that turn out to be broken."""
    return tuple(packages())


@cache
def load_ruleset(ruleset_id: str) -> Ruleset:
    """The ruleset with this id.

    Raises
    ------
    UnknownRuleset
        Where there is none, or where it cannot be loaded.
    """
    found = packages()
    if ruleset_id not in found:
        known = ", ".join(found) or "none"
        raise UnknownRuleset(f"there is no ruleset called {ruleset_id!r} here; installed: {known}")
    ruleset = load(found[ruleset_id])
    _search_seldom()
    return ruleset


def _search_seldom() -> None:
    """Let Python look for garbage seldom, and never among what is loaded, which stays to the end.

    What a battle makes is kept with its lines or goes by itself; hardly any of it is rings of things that hold one
    another, for which alone a search is needed. By Python's own thresholds all that is kept is gone through every few
    decisions, and a twentieth of a bots' battle goes there. The search is still made, only later: what may lie about
    unseen is bounded by the thresholds, in practice by some ten thousand objects.
    """
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def load(package: Package) -> Ruleset:
    """The ruleset of a package, looked at part by part. Raises UnknownRuleset with the reason."""
    if package.fault is not None:
        raise UnknownRuleset(package.fault)
    try:
        found: Any = import_module(package.module)
        for name in package.name.split("."):
            found = getattr(found, name)
    except (Exception, SystemExit) as fault:
        raise UnknownRuleset(left_out(package.id, fault_text(fault))) from fault
    lacking = [part for part in PARTS if not hasattr(found, part)]
    why = None
    if lacking:
        why = T("it lacks {parts}", parts=", ".join(lacking))
    elif not isinstance(found.meta, Meta):
        why = T("its meta is not a Meta")
    elif found.meta.id != package.id:
        why = T("its id is {id}", id=found.meta.id)
    if why is not None:
        raise UnknownRuleset(left_out(package.id, why))
    ruleset: Ruleset = found
    return ruleset


def offered() -> Offered:
    """All that is installed and answers when it is asked what can be played."""
    found: list[Ruleset] = []
    faults: dict[str, Text] = {}
    for ruleset_id in ruleset_ids():
        try:
            ruleset = load_ruleset(ruleset_id)
            answers(ruleset)
        except UnknownRuleset as fault:
            faults[ruleset_id] = fault.text
        else:
            found.append(ruleset)
    return Offered(tuple(sorted(found, key=lambda r: r.meta.order)), faults)


def first_offered() -> Ruleset:
    """The ruleset that a newcomer is offered first. Raises UnknownRuleset where none can be played."""
    found = offered()
    if found.rulesets:
        return found.rulesets[0]
    raise UnknownRuleset("; ".join(map(plain, found.faults.values())) or "no ruleset is installed")


def answers(ruleset: Ruleset) -> None:
    """Ask a ruleset what can be played. Raises UnknownRuleset where it has nothing, or breaks on the question."""
    try:
        scenarios = ruleset.scenarios()
        if scenarios:
            ruleset.armies(usual_size(ruleset, scenarios[0]))
    except Exception as fault:
        why = T("reading its scenarios and armies fails ({why})", why=fault_text(fault))
        raise UnknownRuleset(left_out(ruleset.meta.id, why)) from fault
    if not scenarios:
        raise UnknownRuleset(left_out(ruleset.meta.id, T("it has no scenario")))


def fault_text(fault: BaseException) -> Text:
    """An error that a package raised: its kind, and the first line of what it says."""
    said = printable(next(iter(str(fault).splitlines()), ""))
    return T("{kind}: {what}", kind=type(fault).__name__, what=said) if said else Text(type(fault).__name__)
