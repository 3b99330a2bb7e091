"""What rows and marks know of a sheet of orders that is being written."""

from __future__ import annotations

from typing import Protocol

from game.client.editors.desk import Desk
from game.client.editors.sheets.acts import SheetActs
from game.client.editors.sheets.draft import SheetDraft
from game.client.editors.sheets.hand import SheetHand
from game.engine.decision import OrdersSpace, Verdict

Clash = tuple[float, str, str, tuple[float, float]]


class Shown(Protocol):
    """The sheet with the line that is open and the moment that is looked at."""

    desk: Desk
    space: OrdersSpace
    draft: SheetDraft
    acts: SheetActs
    hand: SheetHand
    line: str
    folded: set[str]
    moment: float | None
    whole: bool
    clashing: tuple[int, list[Clash]]

    @property
    def version(self) -> int:
        """Rises with every change of the draft."""

    def verdict(self) -> Verdict | None:
        """What the engine says of the draft."""
