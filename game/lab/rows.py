"""One row for each battle: how it was set up, how it went, and what is needed to fight it again. JSON Lines."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from game import __version__
from game.battle import Order, length_of, play_out
from game.engine.loader import load_ruleset
from game.engine.ruleset import SideSetup
from game.engine.session import Session
from game.engine.state import state_hash

WON, DRAWN, LOST = 1.0, 0.5, 0.0
_encode = msgspec.json.Encoder(order="sorted").encode


class Losses(msgspec.Struct, frozen=True):
    """What a side lost: units without a base left, bases gone, of how many that began."""

    units: int
    of_units: int
    bases: int
    of_bases: int


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One battle.

    Attributes
    ----------
    key
        Names the battle in its match; a run that is resumed leaves out the keys that it has.
    pair
        Shared by the two battles in which the players exchanged sides.
    players, armies, lists
        By side: the player's name, the army's id, a hash of the list.
    score
        Of the first player of the match: 1 for a win, 0.5 for a draw, 0 for a loss.
    points
        By side, as the system counts them at the end.
    length
        Turns, rounds or moves of the system.
    cpu
        Processor seconds of this battle.
    faults
        How often the referee stepped in, by side.
    record_hash
        Hash of the last state: the same on every machine.
    failed
        Why the battle came to no end; the other results are empty then.
    """

    key: str
    pair: str
    ruleset: str
    versions: dict[str, str]
    scenario: str
    seed: str
    points_limit: int
    options: dict[str, Any]
    players: dict[str, str]
    armies: dict[str, str]
    lists: dict[str, str]
    table: str = ""
    winner: str = ""
    score: float = DRAWN
    points: dict[str, int] = {}
    losses: dict[str, Losses] = {}
    length: int = 0
    decisions: int = 0
    cpu: float = 0.0
    events: dict[str, int] = {}
    faults: dict[str, int] = {}
    record_hash: str = ""
    failed: str = ""


class Task(msgspec.Struct, frozen=True):
    """A battle of a match: its key, its pair, its order, and the side of the first player."""

    key: str
    pair: str
    order: Order
    first: str


def list_hash(side: SideSetup) -> str:
    """A hash of an army list, 16 hexadecimal digits."""
    return hashlib.blake2b(_encode(side), digest_size=8).hexdigest()


def fought(task: Task) -> Row:
    """Fight a battle and describe it; one that fails is a row with its reason."""
    setup = task.order.setup
    ruleset = load_ruleset(setup.ruleset)
    row = Row(
        task.key,
        task.pair,
        setup.ruleset,
        {"program": __version__, "ruleset": str(ruleset.meta.version)},
        setup.scenario,
        setup.seed,
        int(setup.options.get("points", 0)),
        dict(setup.options),
        dict(task.order.bots),
        {side: one.army for side, one in setup.sides.items()},
        {side: list_hash(one) for side, one in setup.sides.items()},
        setup.table.name if setup.table is not None else "",
    )
    began = time.process_time()
    try:
        session, table = play_out(task.order)
    except Exception as fault:  # whatever a player or the rules do, the batch goes on
        return msgspec.structs.replace(
            row, failed=f"{type(fault).__name__}: {fault}", cpu=round(time.process_time() - began, 4)
        )
    over = session.state.over
    assert over is not None
    watches = table.referee.watches
    return msgspec.structs.replace(
        row,
        winner=over.winner,
        score=WON if over.winner == task.first else DRAWN if not over.winner else LOST,
        points=dict(over.scores),
        losses={side: losses(session, side) for side in session.state.sides},
        length=length_of(session.state),
        decisions=sum(len(watch.times) for watch in watches.values()),
        cpu=round(time.process_time() - began, 4),
        events=dict(sorted(Counter(e.type for line in session.lines for e in line.events).items())),
        faults={side: watch.faults for side, watch in watches.items()},
        record_hash=state_hash(session.state),
    )


def losses(session: Session, side: str) -> Losses:
    """What a side lost from the first state to the last."""
    end = session.state
    units = end.units_of(side)
    bases = [end.bases[b] for unit in units for b in unit.bases]
    gone = {base.id for base in bases if base.where == "gone"}
    dead = sum(bool(unit.bases) and all(b in gone for b in unit.bases) for unit in units)
    return Losses(dead, len(units), len(gone), len(bases))


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a file, without a torn last line. Raises ValueError with file and line for any other damage."""
    if not path.exists():
        return
    lines = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield msgspec.json.decode(line, type=Row)
        except msgspec.MsgspecError as fault:
            if number == len(lines):
                return  # the program was stopped while it wrote
            raise ValueError(f"{path}, line {number}: {fault}") from fault


def add_row(path: Path, row: Row) -> None:
    """Append a row to a file, in the place of a torn last line."""
    with path.open("ab+") as file:
        file.seek(0)
        whole = file.read().rfind(b"\n") + 1
        file.truncate(whole)
        file.write(msgspec.json.encode(row) + b"\n")
