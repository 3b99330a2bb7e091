"""The parts that every battle screen has around its table, whatever is at play there."""

from __future__ import annotations

from dataclasses import dataclass

from game.client.navigation import Window
from game.client.panels.decision import DecisionPanel
from game.client.panels.prompt import Prompt
from game.client.parts.dock import Dock
from game.client.parts.layers import Layers
from game.client.parts.sitting import Sitting
from game.client.parts.table_hand import Board
from game.client.parts.tools import Tools
from game.engine.session import Session


@dataclass(frozen=True)
class Around:
    """Prompt above, tools left, dock right, layers and hand over the table; the sitting that they share."""

    sitting: Sitting
    prompt: Prompt
    dock: Dock
    layers: Layers
    tools: Tools
    board: Board


def around(app: Window, session: Session, answers: bool) -> Around:
    """Put the parts together; ``answers``: with room in the dock for what is asked."""
    sitting = Sitting(app, session)
    dock = Dock(sitting, DecisionPanel(app.theme) if answers else None)
    layers = Layers(sitting)
    tools = Tools(sitting, dock, layers)
    return Around(sitting, Prompt(app.theme), dock, layers, tools, Board(sitting, layers.rulers))
