"""Battles of bots against bots without a window: one, or many over several processes."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from game.bots.referee import Referee, Table
from game.bots.roster import make_bot
from game.engine.loader import load_ruleset
from game.engine.record import SUFFIX, Writer
from game.engine.ruleset import Setup
from game.engine.session import Session
from game.engine.state import State, state_hash


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle to be fought by bots.

    Attributes
    ----------
    setup
        The checked set-up with its seed.
    bots
        Name of the bot by side id.
    save
        File for the record, "" for none.
    budget
        Seconds a bot may think over one decision.
    """

    setup: Setup
    bots: dict[str, str]
    save: str = ""
    budget: float = 2.0


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a battle of bots went.

    Attributes
    ----------
    winner
        Side id, "" for a draw.
    decisions, lines
        How many decisions the bots made; how many lines the record has.
    seconds
        Wall-clock time.
    p95
        95th percentile of the time per decision by side, in seconds.
    faults
        How often the referee had to step in, by side.
    hash
        Hash of the last state.
    """

    seed: str
    scenario: str
    winner: str
    why: str
    scores: dict[str, int]
    turns: int
    decisions: int
    seconds: float
    p95: dict[str, float]
    faults: dict[str, int]
    hash: str
    bots: dict[str, str]
    record: str = ""


@dataclass
class Tally:
    """Results of many battles added up."""

    results: list[Result] = field(default_factory=list)

    def wins(self, side: str) -> int:
        """How many battles a side ("" for draws) has won."""
        return sum(r.winner == side for r in self.results)


def order(
    ruleset_id: str, scenario: str, bots: dict[str, str], seed: str, size: int | None = None, **options: object
) -> Order:
    """An order for a battle with the sample armies. ``bots`` may name fewer sides than there are: the rest default."""
    ruleset = load_ruleset(ruleset_id)
    known = {s.id: s for s in ruleset.scenarios()}
    if scenario not in known:
        raise ValueError(f"there is no scenario {scenario!r}; there are: {', '.join(known)}")
    info = known[scenario]
    setup = ruleset.default_setup(scenario, size or (info.sizes[0] if info.sizes else 1000))
    setup = msgspec.structs.replace(setup, seed=seed, options={**setup.options, **options})
    return Order(setup, {s: bots.get(s, "default") for s in setup.sides})


def fight(what: Order) -> Result:
    """Fight one battle to its end."""
    ruleset = load_ruleset(what.setup.ruleset)
    began = time.perf_counter()
    session = Session.start(ruleset, what.setup)
    writer = None
    if what.save:
        players = {s: b for s, b in what.bots.items()}
        writer = Writer.create(Path(what.save), session, players, title=f"{what.setup.scenario} {what.setup.seed}")
        if writer.fault:
            raise OSError(writer.fault)
    seed = sum(what.setup.seed.encode())
    bots = {s: make_bot(ruleset, b) for s, b in what.bots.items()}
    table = Table(session, bots, seed, Referee(what.budget))
    table.play()
    if writer is not None:
        writer.close()
    return _result(what, session, table, time.perf_counter() - began)


def _result(what: Order, session: Session, table: Table, seconds: float) -> Result:
    state: State = session.state
    over = state.over
    if over is None:
        raise RuntimeError("the battle stopped before its end")
    watches = table.referee.watches
    return Result(
        what.setup.seed,
        what.setup.scenario,
        over.winner,
        over.why.key,
        over.scores,
        int(getattr(state.own, "turn", 0)),
        sum(len(w.times) for w in watches.values()),
        seconds,
        {s: w.p95() for s, w in watches.items()},
        {s: w.faults for s, w in watches.items()},
        state_hash(state),
        what.bots,
        what.save,
    )


def fight_many(orders: list[Order], processes: int) -> Iterator[Result]:
    """Fight several battles, over several processes where asked; results come as they are finished."""
    if processes <= 1 or len(orders) <= 1:
        yield from map(fight, orders)
        return
    # fork would copy an open display and threads along; spawn starts clean on every platform
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(processes, len(orders)), mp_context=context) as pool:
        jobs = [pool.submit(fight, o) for o in orders]
        for job in as_completed(jobs):
            yield job.result()


def orders_for(
    ruleset_id: str,
    scenario: str,
    bots: dict[str, str],
    seed: str,
    games: int,
    save: Path | None = None,
    size: int | None = None,
    say: Callable[[str], None] | None = None,
) -> list[Order]:
    """Orders for a row of battles: seeds ``seed-1``, ``seed-2``... where there is more than one.

    ``save`` is a file for a single battle, a folder for many.
    """
    out = []
    for n in range(games):
        one = order(ruleset_id, scenario, bots, seed if games == 1 else f"{seed}-{n + 1}", size)
        if save is not None:
            path = save if games == 1 and save.suffix else save / f"{scenario} {one.setup.seed}{SUFFIX}"
            one = msgspec.structs.replace(one, save=str(path))
        out.append(one)
    if say is not None:
        say(f"{len(out)} battle(s) of {ruleset_id}, {scenario}")
    return out
