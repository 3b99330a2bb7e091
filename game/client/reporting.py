"""Report a fault: the moment in sight written as a position that plays, with the last dice, and where it lies."""

from __future__ import annotations

import datetime
from pathlib import Path

from game.client.navigation import Window
from game.client.words import _, os_words
from game.engine.positions.types import PositionError
from game.engine.positions.write import fault_title, position_text, stretch
from game.engine.session import Session


def report_fault(app: Window, session: Session, line: int) -> Path | None:
    """Write the moment after a line of a battle, and say where; None where it cannot be written, and why is said."""
    language, ruleset = app.settings.language, session.ruleset
    folder = app.folders.positions
    name = f"{datetime.datetime.now():%Y-%m-%d %H.%M.%S} {ruleset.meta.id}"
    path = folder / f"{name}.toml"
    try:
        told = stretch(session.lines, line, None)
        title = fault_title(ruleset, session.lines[line].state, language)
        text = position_text(ruleset, told, title, _("Faults: "), language)
        folder.mkdir(parents=True, exist_ok=True)
        n = 1
        while path.exists():
            n += 1
            path = folder / f"{name} {n}.toml"
        path.write_text(text, encoding="utf-8")
    except (OSError, PositionError, ValueError, LookupError) as fault:
        why = os_words(fault) if isinstance(fault, OSError) else fault
        app.notice(_("The position cannot be written: {why}").format(why=why), "warning")
        return None
    said = _("This moment and its last dice are saved as a position: {name}, in {folder}. Click here to open it.")
    app.notice(said.format(name=path.name, folder=folder), act=lambda: app.show_file(path))
    return path
