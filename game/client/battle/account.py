"""The account of a battle at its end: scores, losses, what the dice did, and whether they were honest."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.engine.event import Event
from game.engine.session import Session
from game.engine.state import State


@dataclass
class DiceAccount:
    """What the dice of one side did.

    Attributes
    ----------
    faces
        How often each face was thrown (six-sided dice only).
    hoped, got
        How many dice ought to have reached what was asked of each, and how many did.
    """

    thrown: int = 0
    faces: dict[int, int] = field(default_factory=lambda: dict.fromkeys(range(1, 7), 0))
    hoped: float = 0.0
    got: int = 0

    @property
    def mean(self) -> float:
        """The mean face."""
        n = sum(self.faces.values())
        return sum(f * k for f, k in self.faces.items()) / n if n else 0.0


@dataclass
class SideAccount:
    """One side at the end: units and bases it began with and lost."""

    units: int = 0
    units_lost: int = 0
    bases: int = 0
    bases_lost: int = 0
    dice: DiceAccount = field(default_factory=DiceAccount)


def standing_lines(session: Session) -> list[int]:
    """The lines that count: those that were not taken back."""
    from game.engine.command import Undo

    kept: list[int] = []
    for n, line in enumerate(session.lines):
        if isinstance(line.command, Undo):
            kept = [k for k in kept if k <= line.command.to]
        else:
            kept.append(n)
    return kept


def account(session: Session) -> dict[str, SideAccount]:
    """The account by side."""
    state = session.state
    out = {side: SideAccount() for side in state.sides}
    for unit in state.units.values():
        if unit.side not in out:
            continue
        mine = out[unit.side]
        here = [state.bases[b] for b in unit.bases if b in state.bases]
        solid = [b for b in here if b.solid]
        if not solid:
            continue
        mine.units += 1
        gone = sum(b.where == "gone" for b in solid)
        mine.bases += len(solid)
        mine.bases_lost += gone
        mine.units_lost += gone == len(solid)
    for n in standing_lines(session):
        for event in session.lines[n].events:
            _count(event, out)
    return out


def _count(event: Event, out: dict[str, SideAccount]) -> None:
    request, rolled = event.request, event.rolled
    if request is None or rolled is None:
        return
    for row, faces in zip(request.rows, rolled.faces, strict=False):
        if row.side not in out:
            continue
        dice = out[row.side].dice
        dice.thrown += len(faces)
        if len(row.faces) == 6 and set(row.faces) == set(range(1, 7)):
            for face in faces:
                dice.faces[face] += 1
        if request.compare == "at_least" and request.need is not None:
            chance = sum(f >= request.need for f in row.faces) / len(row.faces)
            dice.hoped += chance * len(faces)
            dice.got += sum(f >= request.need for f in faces)


def seed_of(session: Session) -> str:
    """The seed of the dice, which may be told now that the battle is over."""
    state: State = session.state
    if session.setup is not None and session.setup.seed:
        return session.setup.seed
    return state.luck.seed if state.luck is not None else ""
