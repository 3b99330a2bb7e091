"""A file that was dropped onto the window: opened as what it is, wherever one is just then."""

from __future__ import annotations

from pathlib import Path

from game.client import destinations, puzzling
from game.client.asking import tell
from game.client.battle.begin import fresh_plan
from game.client.battle.chosen_setup import Plan
from game.client.battle.shelf import sort_of
from game.client.navigation import Window
from game.client.opening import open_record
from game.client.table_editor import files
from game.client.words import Words, _
from game.engine.eyes import PERSON
from game.engine.files.player_files import LIST, is_file, printable, shown, toml_file
from game.engine.files.toml_reading import DataError
from game.engine.lists import KeepsLists
from game.engine.loader import UnknownRuleset
from game.engine.ruleset import Ruleset

WAIT = ("list", "table", "position")
"""Kinds of files that have to wait while a battle is played."""


def open_dropped(app: Window, path: Path, in_battle: bool) -> None:
    """Open a file as what it is; what is nothing, or has to wait, is told.

    ``in_battle``: a battle is on the table. Another one is then only watched.
    """
    sort = sort_of(path) if is_file(path) else ""
    if sort == "record":
        open_record(app, path, watch=in_battle)
    elif in_battle and sort in WAIT:
        app.notice(
            _(
                "{file} cannot be opened during a battle. Leave the battle first, then open it from the title screen."
            ).format(file=shown(path)),
            "warning",
        )
    elif sort == "list":
        open_list(app, path)
    elif sort == "table":
        open_table(app, path)
    elif sort == "position":
        puzzling.open_file(app, path)
    else:
        said = _("{file} is not a battle, an army list or a table.")
        app.notice(said.format(file=shown(path)), "warning")


def open_list(app: Window, path: Path) -> None:
    """The report on an army list, for the system that it names, else the one last played; taken, a battle with it."""
    ruleset = _ruleset_of(app, path)
    if ruleset is None or not isinstance(ruleset, KeepsLists):
        app.notice(_("{file} is not a list of any installed system.").format(file=shown(path)), "warning")
        return
    plan = fresh_plan(app, ruleset)
    side = next((s for s, kind in plan.players.items() if kind == PERSON), next(iter(plan.players)))

    def taken(chosen: Plan) -> None:
        app.go(destinations.BattleChoices(ruleset, chosen, lambda _rules, _plan: None))

    app.go(destinations.Lists(ruleset, plan, side, taken, path))


def _ruleset_of(app: Window, path: Path) -> Ruleset | None:
    """The system that a list names, where it is installed, else the one last played."""
    found = {r.meta.id: r for r in app.library.rulesets()}
    try:
        named = toml_file(path, LIST).get("ruleset") if path.suffix.lower() == ".toml" else None
    except DataError:
        named = None
    if isinstance(named, str) and named in found:
        return found[named]
    return found.get(app.settings.system, next(iter(found.values()), None))


def open_table(app: Window, path: Path) -> None:
    """A table in the editor; what is wrong with it becomes a sentence."""
    kept = files.load(path)
    words, title = Words(app.settings.language), _("This table cannot be opened")
    if kept.plan is not None:
        try:
            ruleset = app.library.ruleset(kept.plan.ruleset)
        except UnknownRuleset:
            name = printable(kept.plan.ruleset)
            tell(app, title, _("The ruleset {name} is not installed.").format(name=name))
            return
        rules = files.rules_of(ruleset)
        kept = files.check_kinds(kept, rules) if rules is not None else kept
        if kept.plan is not None:
            app.go(destinations.TableEditor(ruleset, kept.plan, kept.path))
            return
    where = f"{shown(path)}, {kept.key}: " if kept.key else f"{shown(path)}: "
    tell(app, title, where + (words.say(kept.wrong) if kept.wrong is not None else ""))
