"""The two units of a melee, as the frames of its moves know them, and how a move that is owed is asked for."""

from __future__ import annotations

from typing import TypeGuard

import msgspec
from msgspec.structs import replace

from game.engine.decision import Answer, Course, Mode, MoveAnswer, Mover, MoveSpace
from game.engine.declared import Posed
from game.engine.flow import Ask, Call
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.kit import situation


class PairData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A melee's two units; ``charger`` is the one that charged."""

    charger: str
    target: str


def both_stand(view: State, charger: str, target: str) -> bool:
    """Whether both units still have models on the table."""
    return situation.on_table(view, charger) and situation.on_table(view, target)


def owed(view: State, question: Posed, unit: str, message: Text, clauses: tuple[str, ...], **args: str) -> Ask:
    """Ask the owner of a unit for a move; the message is said of his ``{side}`` and of the ``{unit}``."""
    side = view.units[unit].side
    said = replace(message, args={"side": Thing(side), "unit": Thing(unit)})
    return question.ask(side, said, {"unit": unit, **args}, clauses, then="answered")


def going(unit: str, action: str, courses: tuple[Course, ...], **mark: str) -> Call:
    """The move itself; it is outside an activation, where every entry into danger has its roll (AFS-R43)."""
    return Call("afs.move", {"unit": unit, "action": action, **mark, "courses": courses, "inside": False}, "done")


def space_of(unit: str, mode: Mode) -> MoveSpace:
    """A unit that may move in one way."""
    return MoveSpace((Mover(unit, T("{unit}", unit=Thing(unit)), (mode,)),))


def moves_so(answer: Answer, unit: str, mode: str) -> TypeGuard[MoveAnswer]:
    """Whether an answer moves a unit in that way."""
    return isinstance(answer, MoveAnswer) and answer.subject == unit and answer.mode == mode
