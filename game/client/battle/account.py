"""The account of a battle at its end: scores, losses, what the dice did, and whether they were honest."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.client.battle.luck import Luck, luck_of
from game.engine.session import Session
from game.engine.state import State


@dataclass
class SideAccount:
    """One side at the end: units and bases it began with and lost."""

    units: int = 0
    units_lost: int = 0
    bases: int = 0
    bases_lost: int = 0
    luck: Luck = field(default_factory=Luck)


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
    units, bases = dict(state.units), dict(state.bases)
    for secret in state.secret.values():  # who was never found out fought too
        units.update(secret.units)
        bases.update(secret.bases)
    for unit in units.values():
        if unit.side not in out:
            continue
        mine = out[unit.side]
        here = [bases[b] for b in unit.bases if b in bases]
        solid = [b for b in here if b.solid]
        if not solid:
            continue
        mine.units += 1
        gone = sum(b.where == "gone" for b in solid)
        mine.bases += len(solid)
        mine.bases_lost += gone
        mine.units_lost += gone == len(solid)
    told = (e for n in standing_lines(session) for e in session.lines[n].events)
    for side, luck in luck_of(told, out).items():
        out[side].luck = luck
    return out


def seed_of(session: Session) -> str:
    """The seed of the dice, which may be told now that the battle is over."""
    state: State = session.state
    if session.setup is not None and session.setup.seed:
        return session.setup.seed
    return state.luck.seed if state.luck is not None else ""
