"""Battles of bots against bots without a window: one, or many over several processes."""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from click import echo

from game.bots.referee import Referee, Table
from game.bots.roster import UnknownBot, bot_names, make_bot
from game.bots.work import WORK
from game.engine.files.player_files import LIST, TABLE, load, shown
from game.engine.i18n import Speaker
from game.engine.lists import KeepsLists, TellsLimits
from game.engine.loader import UnknownRuleset, answers, first_offered, load_ruleset, ruleset_ids
from game.engine.options import typed_options
from game.engine.records.record import SUFFIX, Writer
from game.engine.ruleset import Ruleset, ScenarioInfo, Setup, SideSetup, usual_size
from game.engine.sealing import bots_seed
from game.engine.session import Session
from game.engine.state import State, state_hash
from game.engine.table_plans.document import read_plan
from game.processes import here
from game.terminal import cell, tell

if TYPE_CHECKING:
    from rich.console import Console

PATIENCE = 120.0
"""Seconds after which nobody waits for a bot any more, in battles that nobody watches on a machine busy with others."""
FAILED = 1
"""Exit code where the rules or a bot broke down in a battle."""
TIMED = 3
"""Exit code where a bot was not waited for any longer, so that the same seed need not give the same battle."""


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
    work
        Units of work that a bot may spend on one decision.
    patience
        Seconds after which nobody waits for a bot any more: a net under one that hangs, on which a sound battle never
        depends.
    """

    setup: Setup
    bots: dict[str, str]
    save: str = ""
    work: int = WORK
    patience: float = PATIENCE


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
    late
        How often of these it was because no answer came in time, by side where it was so: on another machine this
        battle may go otherwise.
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
    late: dict[str, int] = {}


class Failure(msgspec.Struct, frozen=True):
    """A battle that did not come to its end: why, and the exit code that this makes."""

    seed: str
    scenario: str
    failed: str
    code: int


@dataclass
class Tally:
    """Results of many battles added up, and those that failed."""

    results: list[Result] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def wins(self, side: str) -> int:
        """How many battles a side ("" for draws) has won."""
        return sum(r.winner == side for r in self.results)


def order(
    ruleset_id: str,
    scenario: str,
    bots: dict[str, str],
    seed: str,
    size: int | None = None,
    armies: Mapping[str, str] | None = None,
    table: Path | None = None,
    options: Mapping[str, object] | None = None,
) -> Order:
    """An order for a battle. Sides that ``bots`` does not name are played by "default".

    ``armies`` are the sides' own, each a file or the id of one on offer; the others have sample armies. ``table`` is
    a file with the table instead of the scenario's.

    Raises
    ------
    ValueError
        With what is wrong, in sentences: no such scenario, or a set-up that is not in order.
    """
    ruleset = load_ruleset(ruleset_id)
    info = scenario_of(ruleset, scenario)
    setup = ruleset.default_setup(scenario, size or usual_size(ruleset, info))
    setup = msgspec.structs.replace(setup, seed=seed, options={**setup.options, **(options or {})})
    if table is not None:
        setup = msgspec.structs.replace(setup, table=read_plan(load(table, TABLE), shown(table)))
    for side, army in (armies or {}).items():
        setup = with_army(ruleset, setup, side, army)
    speaker = Speaker("en", ruleset)
    problems = [speaker.say(p.text) for p in ruleset.check_setup(setup) if p.fatal]
    if problems:
        raise ValueError("\n".join(problems))
    return Order(setup, {s: bots.get(s, "default") for s in setup.sides})


def scenario_of(ruleset: Ruleset, scenario: str) -> ScenarioInfo:
    """A scenario of a system by its id. Raises ValueError with the ids that there are."""
    known = {info.id: info for info in ruleset.scenarios()}
    if scenario not in known:
        raise ValueError(f"there is no scenario {scenario!r}; there are: {', '.join(known)}")
    return known[scenario]


def with_army(ruleset: Ruleset, setup: Setup, side: str, army: str) -> Setup:
    """A side with the list of a file, or with an army on offer by its id. Raises ValueError with what is wrong."""
    size = ruleset.side_size(setup, side) if isinstance(ruleset, TellsLimits) else int(setup.options.get("points", 0))
    offered = next((a for a in ruleset.armies(size) if a.id == army.lower()), None)
    if not os.path.lexists(army) and offered is not None:
        chosen = SideSetup(offered.id, {e.code: e.sample for e in offered.entries if e.sample})
    else:
        if not isinstance(ruleset, KeepsLists):
            raise ValueError(f"{ruleset.meta.id} reads no armies")
        path = Path(army)
        report = ruleset.read_list(load(path, LIST), shown(path), size)
        if report.chosen is None:
            speaker = Speaker("en", ruleset)
            wrong = [f for f in report.findings if f.kind == "wrong"]
            told = (": ".join(part for part in (shown(path), f.where, speaker.say(f.text)) if part) for f in wrong)
            raise ValueError("\n".join(told))
        chosen = report.chosen
    return msgspec.structs.replace(setup, sides={**setup.sides, side: chosen})


def fight(what: Order) -> Result:
    """Fight one battle to its end."""
    began = time.perf_counter()
    session, table = play_out(what)
    return _result(what, session, table, time.perf_counter() - began)


def play_out(what: Order) -> tuple[Session, Table]:
    """Play a battle to its end; the session, and the table with its referee."""
    ruleset = load_ruleset(what.setup.ruleset)
    session = Session.start(ruleset, what.setup)
    writer = None
    if what.save:
        names = {s.id: s.name for s in ruleset.scenarios()}
        title = f"{names.get(what.setup.scenario, what.setup.scenario)}, {what.setup.seed}"
        writer = Writer.create(Path(what.save), session, dict(what.bots), title=title)
        if writer.fault:
            raise OSError(writer.fault)
    bots = {s: make_bot(ruleset, b, outside=True) for s, b in what.bots.items()}
    table = Table(session, bots, bots_seed(what.setup.seed), Referee(what.patience, what.work))
    try:
        table.play()
    finally:
        table.close()
    if writer is not None:
        writer.close()
        if writer.fault:
            raise OSError(writer.fault)
    return session, table


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
        Speaker("en", session.ruleset).say(over.why, state),
        over.scores,
        length_of(state),
        sum(len(w.times) for w in watches.values()),
        seconds,
        {s: w.p95() for s, w in watches.items()},
        {s: w.faults for s, w in watches.items()},
        state_hash(state),
        what.bots,
        what.save,
        {s: w.late for s, w in watches.items() if w.late},
    )


def length_of(state: State) -> int:
    """How many turns, rounds or moves of its system a battle has lasted."""
    return next((n for n in (getattr(state.own, name, 0) for name in ("turn", "round", "move")) if n), 0)


def attempt(what: Order) -> Result | Failure:
    """Fight one battle; whatever goes wrong in it is told, and no other battle suffers from it."""
    try:
        return fight(what)
    except Exception as fault:
        return failure(what, fault)


def failure(what: Order, fault: BaseException) -> Failure:
    """What is told of a battle that raised."""
    plain = isinstance(fault, OSError | ValueError)
    why = str(fault) if plain else f"{type(fault).__name__}: {fault}"
    return Failure(what.setup.seed, what.setup.scenario, why, 2 if plain else FAILED)


def fight_many(orders: list[Order], processes: int) -> Iterator[Result | Failure]:
    """Fight several battles, over several processes where asked; results come as they are finished."""
    with contextlib.closing(here(attempt, orders, min(processes, len(orders)))) as jobs:
        for done in jobs:
            yield done.answer(failure)


def _orders(
    ruleset_id: str,
    scenario: str,
    bots: dict[str, str],
    seed: str,
    games: int,
    save: Path | None,
    size: int | None,
    armies: Mapping[str, str],
    table: Path | None,
    options: Mapping[str, object],
) -> list[Order]:
    """Orders for a row of battles: seeds ``seed-1``, ``seed-2``... and files ``FILE-1``... where there are several."""
    out = []
    for n in range(games):
        tail = "" if games == 1 else f"-{n + 1}"
        one = order(ruleset_id, scenario, bots, seed + tail, size, armies, table, options)
        if save is not None:
            path = save.with_name(save.stem + tail + (save.suffix or SUFFIX))
            one = msgspec.structs.replace(one, save=str(path))
        out.append(one)
    return out


def _by_side(sides: Sequence[str], *given: str | None) -> dict[str, str]:
    """What is said of each side, where something is."""
    return {side: one for side, one in zip(sides, given, strict=False) if one}


def run(
    ruleset: str = "",
    scenario: str | None = None,
    red: str = "",
    blue: str = "",
    points: int | None = None,
    seed: str | None = None,
    games: int = 1,
    processes: int | None = None,
    save: Path | None = None,
    as_json: bool = False,
    red_army: str | None = None,
    blue_army: str | None = None,
    options: Sequence[str] = (),
    table: Path | None = None,
) -> int:
    """Fight as the command line asks, with a progress bar for many; the exit code.

    Without a ruleset it is the first on offer, without a scenario the ruleset's first, without a bot its best.
    """
    from rich.console import Console
    from rich.progress import track

    errors = Console(stderr=True)
    try:
        known = ruleset.upper() if ruleset.upper() in ruleset_ids() else ruleset
        rules = load_ruleset(known) if ruleset else first_offered()
        answers(rules)
        infos = rules.scenarios()
        if scenario == "list":
            for info in infos:
                echo(f"{info.id}: {info.name}")
            return 0
        chosen = scenario or infos[0].id
        sides = next((i.sides for i in infos if i.id == chosen), infos[0].sides)
        bots = dict(zip(sides, (bot or bot_names(rules)[0] for bot in (red, blue)), strict=False))
        for bot in bots.values():
            make_bot(rules, bot, outside=True)
        armies = _by_side(sides, red_army, blue_army)
        typed = typed_options(rules.meta.options, options)
        drawn = seed or secrets.token_hex(4)
        orders = _orders(rules.meta.id, chosen, bots, drawn, games, save, points, armies, table, typed)
        many = fight_many(orders, processes or os.cpu_count() or 1)
        tally = _tallied(track(many, "Fighting", games, console=errors, transient=True) if games > 1 else many, as_json)
    except (UnknownRuleset, UnknownBot, ValueError, OSError) as fault:
        tell(errors, fault, "red")
        return 2
    except KeyboardInterrupt:
        errors.print("stopped")
        return 130
    if not as_json and tally.results:
        _show(tally, rules, sides, Console())
    for one in tally.failures:
        tell(errors, one.failed if games == 1 else f"battle {one.seed} failed: {one.failed}", "red")
    return max((one.code for one in tally.failures), default=0) or _in_time(tally, errors)


def _tallied(results: Iterable[Result | Failure], as_json: bool) -> Tally:
    """The results of battles as they come in, added up; each is printed as JSON where that is asked for."""
    tally = Tally()
    for result in results:
        if isinstance(result, Failure):
            tally.failures.append(result)
        else:
            tally.results.append(result)
        if as_json:
            echo(msgspec.json.encode(result).decode())
    return tally


def _in_time(tally: Tally, errors: Console) -> int:
    """The exit code by whether all bots were waited for to the end; says so where one was not."""
    timed = sorted(r.seed for r in tally.results if r.late)
    if not timed:
        return 0
    told = f"[red]Some answers did not come in time, and the default was taken: {', '.join(timed)}. "
    errors.print(f"{told}The same seed may give another battle elsewhere.[/]")
    return TIMED


def _show(tally: Tally, rules: Ruleset, sides: tuple[str, ...], console: Console) -> None:
    """One battle line by line, many as a table that fits into 80 columns."""
    from rich.table import Table as Grid

    results = sorted(tally.results, key=lambda r: r.seed)
    first = results[0]
    title = cell(f"{rules.meta.name}: {first.scenario}")
    players = ", ".join(f"{s} ({first.bots[s]})" for s in sides)
    if len(results) == 1:
        grid = Grid(title=title, title_justify="left", show_header=False, box=None, pad_edge=False)
        grid.add_column(style="dim")
        grid.add_column()
        for label, value in _summary_rows(first, sides, players):
            grid.add_row(label, cell(value))
        console.print(grid)
        return
    faults = any(sum(r.faults.values()) for r in results)
    grid = Grid(title=title, title_justify="left")
    grid.add_column("seed", no_wrap=True, overflow="ellipsis")
    grid.add_column("winner", no_wrap=True)
    for head in ("scores", "turns", "seconds", "p95 ms", *(("stepped in",) if faults else ())):
        grid.add_column(head, justify="right", no_wrap=True)
    grid.add_column("hash", no_wrap=True)
    for r in results[:40]:
        stepped = (str(sum(r.faults.values())),) if faults else ()
        told = (r.winner or "draw", _scores(r, sides), str(r.turns), f"{r.seconds:.1f}", _p95(r, sides), *stepped)
        grid.add_row(cell(r.seed), *told, r.hash[:8])
    console.print(grid)
    if len(results) > 40:
        console.print(f"and {len(results) - 40} more")
    wins = ", ".join(f"{s} ({first.bots[s]}) {tally.wins(s)}" for s in sides)
    tell(console, f"{len(results)} battles: {wins}, drawn {tally.wins('')}")


def _summary_rows(r: Result, sides: tuple[str, ...], players: str) -> list[tuple[str, str]]:
    """All about one battle, for people."""
    return [
        ("players", players),
        ("seed", r.seed),
        ("winner", f"{r.winner} ({r.bots[r.winner]})" if r.winner else "draw"),
        ("why", r.why),
        ("scores", ", ".join(f"{s} {r.scores.get(s, 0)}" for s in sides)),
        ("turns", str(r.turns)),
        ("decisions", str(r.decisions)),
        ("time", f"{r.seconds:.1f} s, 95 % of the decisions within {_p95(r, sides)} ms"),
        ("referee stepped in", _stepped_in(r)),
        ("last state", r.hash),
        *((("record", r.record),) if r.record else ()),
    ]


def _stepped_in(r: Result) -> str:
    late = sum(r.late.values())
    told = f"{sum(r.faults.values())} times"
    return f"{told}, {late} of them because no answer came in time" if late else told


def _scores(r: Result, sides: tuple[str, ...]) -> str:
    return " : ".join(str(r.scores.get(s, 0)) for s in sides)


def _p95(r: Result, sides: tuple[str, ...]) -> str:
    return " : ".join(f"{1000 * r.p95.get(s, 0):.0f}" for s in sides)
