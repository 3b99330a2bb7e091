"""What is printed on a terminal: words of files and of the command line are never taken for signs of style."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.files.player_files import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

MOST = 4000
"""Letters of one message."""


def tell(console: Console, what: object, style: str = "") -> None:
    """Print a message as it stands, line by line."""
    for line in str(what)[:MOST].splitlines() or [""]:
        console.print(printable(line, MOST), style=style or None, markup=False, highlight=False, soft_wrap=True)


def cell(what: object) -> Text:
    """A value as it stands, for a cell of a table."""
    from rich.text import Text

    return Text(printable(str(what), MOST))
