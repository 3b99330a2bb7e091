"""Which editor a kind of decision has."""

from __future__ import annotations

from game.client.editors.allocate import AllocateEditor
from game.client.editors.base import Editor
from game.client.editors.desk import Desk
from game.client.editors.move import MoveEditor
from game.client.editors.option import OptionEditor
from game.client.editors.orders import OrdersEditor
from game.client.editors.pick import PickEditor
from game.client.editors.place import PlaceEditor
from game.client.editors.roll import RollEditor
from game.client.editors.sheets.draft import acts_field
from game.client.editors.sheets.editor import SheetEditor
from game.client.editors.targets import TargetsEditor
from game.engine.decision import Kind, OrdersSpace

EDITORS: dict[Kind, type[Editor]] = {
    "option": OptionEditor,
    "pick": PickEditor,
    "targets": TargetsEditor,
    "place": PlaceEditor,
    "move": MoveEditor,
    "allocate": AllocateEditor,
    "orders": OrdersEditor,
    "roll": RollEditor,
}


def make_editor(desk: Desk) -> Editor:
    """The editor for a decision."""
    space = desk.asked.space
    if isinstance(space, OrdersSpace) and acts_field(space):
        return SheetEditor(desk)
    return EDITORS[desk.decision.kind](desk)
