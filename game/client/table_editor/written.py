"""The rows of the table editor at work: what is pressed there, stepped and typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from msgspec.structs import replace

from game.client.art.landscape import landscape_ids
from game.client.table_editor.desk import Desk
from game.client.table_editor.figures import figures, read_number
from game.client.table_editor.rows import Typing
from game.engine.table_plans import edits
from game.engine.table_plans.document import MOST_NAME, Piece
from game.engine.table_plans.rules import TableFault

GRIDS = (0.0, 0.5, 1.0, 2.0, 4.0)
"""Steps of the grid in the ruleset's own step."""
FIGURE_CHARS = "0123456789.,-"
NAMES = ("name", "p-name")
"""Rows in which letters are typed."""


class Written:
    """What is done to the rows.

    Parameters
    ----------
    faults
        What is wrong with the table now.
    look_at
        Brings a piece into sight.

    Attributes
    ----------
    typing
        The row that is typed into, and what stands there; None for none.
    """

    def __init__(self, desk: Desk, faults: Callable[[], Sequence[TableFault]], look_at: Callable[[str], None]) -> None:
        self.desk, self.faults, self.look_at = desk, faults, look_at
        self.typing: Typing | None = None

    # -- pressing ---------------------------------------------------------------------------------------------

    def press(self, row: str) -> None:
        """A row was pressed."""
        desk = self.desk
        what, _colon, which = row.partition(":")
        if row.startswith("fault-"):
            desk.take_tool("select")
            desk.select(self.faults()[int(row.removeprefix("fault-"))].piece)
        elif what == "at":
            desk.take_tool("select")
            desk.select(which)
            self.look_at(which)
        elif what == "kind":
            desk.take_kind(which)
        elif what == "side":
            desk.side = which
        elif what == "bare":
            desk.set(edits.without_zones(desk.plan, which))
        elif row == "more":
            desk.more = not desk.more
        elif row == "outlines":
            desk.set(edits.strips_as_zones(desk.plan, desk.rules.sides))
        elif row == "strips":
            desk.set(replace(desk.plan, zones=()))
        elif row in NAMES:
            piece = desk.plan.piece(desk.selected)
            self.typing = Typing(row, desk.plan.name if row == "name" else piece.name if piece is not None else "")
        elif row in figures(desk):
            self.typing = Typing(row, "")
        elif row in ("curved", "p-curved"):
            self.curve()
        elif row in ("double", "twin"):
            desk.double(row == "twin")
        elif row in ("up", "down"):
            desk.change(lambda plan, p: edits.raised(plan, p, 1 if row == "up" else -1))
        elif row == "delete":
            desk.delete()
        else:
            self.step(row, 1)

    def step(self, row: str, by: int) -> None:
        """One more or less of what a row tells."""
        desk = self.desk
        figure = figures(desk).get(row)
        if figure is not None:
            figure.set(figure.value + by * figure.step)
        elif row == "landscape":
            ids = ["", *(i for i in landscape_ids() if i != "meadow")]
            at = ids.index(desk.plan.landscape) if desk.plan.landscape in ids else 0
            desk.set(replace(desk.plan, landscape=ids[(at + by) % len(ids)]))
        elif row == "grid":
            steps = [g * desk.rules.grid for g in GRIDS]
            at = steps.index(desk.grid) if desk.grid in steps else 0
            desk.grid = steps[min(max(at + by, 0), len(steps) - 1)]
        elif row == "z-side" and desk.zone >= 0:
            sides, zone = desk.rules.sides, desk.plan.zones[desk.zone]
            at = sides.index(zone.side) if zone.side in sides else 0
            changed = replace(zone, side=sides[(at + by) % len(sides)])
            zones = (*desk.plan.zones[: desk.zone], changed, *desk.plan.zones[desk.zone + 1 :])
            desk.set(replace(desk.plan, zones=zones))
        else:
            self._step_piece(row, by)

    def _step_piece(self, row: str, by: int) -> None:
        desk = self.desk
        piece = desk.plan.piece(desk.selected)
        if piece is None:
            return
        if row == "p-kind":
            line = piece.shape == "line"
            kinds = [k.id for k in desk.rules.kinds if (k.shape == "line") == line]
            at = kinds.index(piece.kind) if piece.kind in kinds else 0
            desk.change(lambda plan, p: edits.of_kind(plan, p, kinds[(at + by) % len(kinds)]))
        elif row == "p-edges":
            edge = piece.edges[0] if piece.edges else -1
            edge = (edge + 1 + by) % (len(piece.points) + 1) - 1
            desk.change(lambda plan, p: edits.changed(plan, p, lambda x: _leaning(x, edge)), "edges")

    def curve(self) -> None:
        """Make the piece in hand, or what is drawn next, smooth or straight."""
        if self.desk.selected:
            self.desk.change(lambda plan, p: edits.changed(plan, p, lambda x: replace(x, curved=not x.curved)))
        else:
            self.desk.curved = not self.desk.curved

    # -- typing -----------------------------------------------------------------------------------------------

    @property
    def letters(self) -> bool:
        """Whether letters are typed now."""
        return self.typing is not None and self.typing.row in NAMES

    def add(self, text: str) -> None:
        """Letters were typed."""
        if self.typing is not None:
            self.typing = Typing(self.typing.row, (self.typing.text + text)[:MOST_NAME])

    def begin(self, event: pygame.event.Event, row: str) -> bool:
        """A figure typed on a row that tells one begins a new one there."""
        if not event.unicode or event.unicode not in FIGURE_CHARS or row not in figures(self.desk):
            return False
        self.typing = Typing(row, event.unicode)
        return True

    def key(self, event: pygame.event.Event) -> None:
        """A key while something is typed."""
        assert self.typing is not None
        row, text = self.typing.row, self.typing.text
        if event.key == pygame.K_ESCAPE:
            self.end(False)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_TAB):
            self.end()
        elif event.key == pygame.K_BACKSPACE:
            self.typing = Typing(row, text[:-1])
        elif row not in NAMES and event.unicode and event.unicode in FIGURE_CHARS and len(text) < 9:
            self.typing = Typing(row, text + event.unicode)

    def end(self, take: bool = True) -> None:
        """Take what was typed, or leave it."""
        typing, self.typing = self.typing, None
        if typing is None or not take:
            return
        desk = self.desk
        text = " ".join(typing.text.split())[:MOST_NAME]
        if typing.row == "name":
            desk.set(replace(desk.plan, name=text))
        elif typing.row == "p-name":
            desk.change(lambda plan, p: edits.changed(plan, p, lambda x: replace(x, name=text)))
        else:
            value, figure = read_number(typing.text), figures(desk).get(typing.row)
            if value is not None and figure is not None:
                figure.set(value)


def _leaning(piece: Piece, edge: int) -> Piece:
    return replace(piece, edges=() if edge < 0 else (edge,), curved=piece.curved and edge < 0)
