"""One row for each battle: how it was set up, how it went, and what is needed to fight it again."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from typing import Any

import msgspec

from game.battle import Order, length_of, play_out
from game.engine.ruleset import SideSetup
from game.engine.state import state_hash
from game.lab.course import Death, Losses, began, curves, deaths, losses
from game.lab.versions import versions

WON, DRAWN, LOST = 1.0, 0.5, 0.0
_encode = msgspec.json.Encoder(order="sorted").encode


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One battle.

    Attributes
    ----------
    key
        Names the battle in its plan; a run that is resumed leaves out the keys that it has.
    pair
        Shared by the two battles in which sides were exchanged, "" for a battle without a partner.
    match
        Shared by all battles of the same two players.
    versions
        See :func:`game.lab.versions.versions`.
    points_limit
        Size of the battle.
    players, bots, armies, lists
        By side, in playing order: the player's name, the bot with its parameters, the army's name, a hash of the list.
    table, table_hash
        Name and hash of the table, "" for the scenario's own.
    ground
        Width and depth of the table in mm.
    first
        The side whose score this is: of the first player; of one player the first army's; of one army the first side.
    began
        The side that acted first, "" where both act at once.
    score
        1 for a win, 0.5 for a draw, 0 for a loss.
    points
        By side, as the system counts them at the end.
    curve
        By side, its points at the end of each turn.
    deaths
        Where units were lost, in the order of losing.
    length
        Turns, rounds or moves of the system.
    cpu
        Processor seconds of this battle.
    events
        How many there were, by type.
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
    match: str = ""
    bots: dict[str, str] = {}
    table: str = ""
    table_hash: str = ""
    ground: tuple[float, float] = (0.0, 0.0)
    first: str = ""
    began: str = ""
    winner: str = ""
    score: float = DRAWN
    points: dict[str, int] = {}
    curve: dict[str, list[float]] = {}
    losses: dict[str, Losses] = {}
    deaths: list[Death] = []
    length: int = 0
    decisions: int = 0
    cpu: float = 0.0
    events: dict[str, int] = {}
    faults: dict[str, int] = {}
    record_hash: str = ""
    failed: str = ""

    def score_of(self, side: str) -> float:
        """The score of a side."""
        return WON if self.winner == side else LOST if self.winner else DRAWN


class Task(msgspec.Struct, frozen=True):
    """A battle to be fought: see the attributes of :class:`Row` for key, pair, match, first, players and armies."""

    key: str
    pair: str
    match: str
    order: Order
    first: str
    players: dict[str, str]
    armies: dict[str, str]


def hashed(part: Any) -> str:
    """A hash of a list or a table, 16 hexadecimal digits."""
    return hashlib.blake2b(_encode(part), digest_size=8).hexdigest()


def list_hash(side: SideSetup) -> str:
    """A hash of an army list; its name is no part of it."""
    return hashed(msgspec.structs.replace(side, name=""))


def set_up(task: Task) -> Row:
    """The row of a battle before it is fought."""
    setup = task.order.setup
    return Row(
        task.key,
        task.pair,
        setup.ruleset,
        versions(setup.ruleset),
        setup.scenario,
        setup.seed,
        int(setup.options.get("points", 0)),
        dict(setup.options),
        task.players,
        task.armies,
        {side: list_hash(one) for side, one in setup.sides.items()},
        task.match,
        dict(task.order.bots),
        setup.table.name if setup.table is not None else "",
        hashed(setup.table) if setup.table is not None else "",
        first=task.first,
    )


def not_fought(task: Task, fault: BaseException) -> Row:
    """The row of a battle that came to no end."""
    return _failed(set_up(task), fault)


def _failed(row: Row, fault: BaseException, cpu: float = 0.0) -> Row:
    return msgspec.structs.replace(row, failed=f"{type(fault).__name__}: {fault}", cpu=cpu)


def fought(task: Task) -> Row:
    """Fight a battle and describe it; one that fails is a row with its reason."""
    row = set_up(task)
    start = time.process_time()
    try:
        session, table = play_out(task.order)
    except Exception as fault:  # whatever a player or the rules do, the batch goes on
        return _failed(row, fault, round(time.process_time() - start, 4))
    cpu = round(time.process_time() - start, 4)
    over = session.state.over
    if over is None:
        return msgspec.structs.replace(row, failed="the battle stopped before its end", cpu=cpu)
    watches = table.referee.watches
    row = msgspec.structs.replace(row, winner=over.winner)
    return msgspec.structs.replace(
        row,
        ground=(session.state.table.width, session.state.table.depth),
        began=began(session),
        score=row.score_of(task.first),
        points=dict(over.scores),
        curve=curves(session),
        losses={side: losses(session.state, side) for side in session.state.sides},
        deaths=deaths(session),
        length=length_of(session.state),
        decisions=sum(len(watch.times) for watch in watches.values()),
        cpu=cpu,
        events=dict(sorted(Counter(e.type for line in session.lines for e in line.events).items())),
        faults={side: watch.faults for side, watch in watches.items()},
        record_hash=state_hash(session.state),
    )
