"""The battles of a plan: every combination of its lists, in pairs that exchange sides and armies."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from game.battle import Order, order, scenario_of
from game.engine.files.toml_reading import DataError, unknown
from game.engine.ruleset import Ruleset, Setup
from game.engine.text import T, Text
from game.lab.plan import Battles, Plan, Player, named_bot, named_system
from game.lab.rows import Task

_encode = msgspec.json.Encoder(order="sorted").encode


class Cell(msgspec.Struct, frozen=True):
    """One combination of a plan's lists: two players, two armies, and where they fight.

    Attributes
    ----------
    match
        Shared by all cells in which the same two players meet.
    title
        Says what is combined, and a hash of all that decides.
    setup
        The first army on the first side.
    armies
        The armies' names.
    rounds
        How many pairs of battles.
    place
        Its number among the cells of its match: half of them begin with the armies exchanged.
    """

    match: str
    title: str
    setup: Setup
    players: tuple[Player, Player]
    armies: tuple[str, str]
    work: int
    rounds: int = 0
    place: int = 0

    @property
    def single(self) -> bool:
        """Whether a battle has no partner: both sides have the same player and the same army."""
        return self.players[0] == self.players[1] and self.armies[0] == self.armies[1]


class _Base(msgspec.Struct, frozen=True):
    """A set-up without players, the names of its armies, and the options that vary."""

    setup: Setup
    armies: tuple[str, str]
    varied: tuple[str, ...]


def cells(plan: Plan, folder: Path, file: str) -> tuple[Cell, ...]:
    """What a plan asks for; the files that it names are looked for in a folder.

    Raises
    ------
    DataError
        Naming the key of the plan that is wrong: an unknown system, scenario or bot, a set-up that is not in order.
    """
    found: list[Cell] = []
    for number, one in enumerate(plan.sets, 1):
        where = f"set {number}"
        ruleset = named_system(one.ruleset, file, f"{where}, ruleset")
        for place, player in enumerate(plan.field, 1):
            named_bot(ruleset, player.made_of, file, f"players {place}")
        bases = _setups(one, ruleset, folder, file, where)
        for players in _twos(plan.field):
            found += _shared(one, plan, [_cell(ruleset, base, players, plan.work) for base in bases])
    return tuple(found)


def battles(asked: Sequence[Cell], seed: str | int, ended: Callable[[str], bool] = lambda _: False) -> Iterator[Task]:
    """The battles of some cells, a pair of each in turn.

    ``ended`` says of a match whether it needs no more battles; it is asked as late as can be.
    """
    for n in range(max((cell.rounds for cell in asked), default=0)):
        for cell in asked:
            if n < cell.rounds and not ended(cell.match):
                yield from _pair(cell, f"{seed}-{n + 1}", n)


def _shared(one: Battles, plan: Plan, found: list[Cell]) -> list[Cell]:
    """The cells of a match with their rounds: whole pairs, and as many battles of single ones."""
    if one.each is not None:
        return [replace(c, rounds=one.each if c.single else -(-one.each // 2), place=n) for n, c in enumerate(found)]
    battles_each = 1 if all(cell.single for cell in found) else 2
    pairs = -(-(one.games or plan.games) // battles_each)
    shares = [pairs // len(found) + (n < pairs % len(found)) for n in range(len(found))]
    return [
        replace(cell, rounds=share * (battles_each if cell.single else 1), place=n)
        for n, (cell, share) in enumerate(zip(found, shares, strict=True))
    ]


def _pair(cell: Cell, seed: str, n: int) -> Iterator[Task]:
    """The battles with one seed. The players exchange sides; of one player with two armies the armies do.

    Every second pair of two players exchanges the armies of the sides too.
    """
    a, b = cell.players
    sides = tuple(cell.setup.sides)
    pair = f"{cell.title} {seed}"
    for turn in range(1 if cell.single else 2):
        seats = (b, a) if turn else (a, b)
        crossed = bool((n + cell.place) % 2) if a != b else bool(turn)
        step = -1 if crossed else 1
        lists = dict(zip(sides, list(cell.setup.sides.values())[::step], strict=True))
        yield Task(
            f"{pair}{'ab'[turn]}",
            "" if cell.single else pair,
            cell.match,
            Order(
                replace(cell.setup, seed=seed, sides=lists),
                {side: one.made_of for side, one in zip(sides, seats, strict=True)},
                work=cell.work,
            ),
            sides[turn],
            {side: one.title for side, one in zip(sides, seats, strict=True)},
            dict(zip(sides, cell.armies[::step], strict=True)),
        )


def _twos(field: Sequence[Player]) -> list[tuple[Player, Player]]:
    return list(combinations(field, 2)) if len(field) > 1 else [(field[0], field[0])]


def _cell(ruleset: Ruleset, base: _Base, players: tuple[Player, Player], work: int) -> Cell:
    setup = base.setup
    match = f"{ruleset.meta.id} {players[0].title} - {players[1].title}"
    size = setup.options.get("points", "")
    told = [setup.scenario, setup.table.name if setup.table else "", str(size), *base.varied, " - ".join(base.armies)]
    digest = hashlib.blake2b(_encode([setup, [p.made_of for p in players], work]), digest_size=4).hexdigest()
    return Cell(match, f"{match}, {', '.join(filter(None, told))} #{digest}", setup, players, base.armies, work)


def _setups(one: Battles, ruleset: Ruleset, folder: Path, file: str, where: str) -> list[_Base]:
    """Every combination of the lists of a set, each checked by the system."""
    known = [info.id for info in ruleset.scenarios()]
    for scenario in one.scenarios:
        if scenario not in known:
            raise unknown(file, f"{where}, scenarios", T("scenario of this system"), scenario, known)
    for key, values in one.options.items():
        if values == []:
            raise DataError(file, f"{where}, options, {key}", T("this list is empty: give at least one value"))
    armies = {army: _army(folder, army) for army in one.armies}
    twos: list[tuple[str, str] | None] = [*combinations(one.armies, 2)] if len(one.armies) != 1 else []
    if one.mirrors or len(one.armies) == 1:
        twos += [(army, army) for army in one.armies]
    found = []
    places = product(one.scenarios or known, one.tables or ("",), one.points or (None,), _variants(one.options))
    for scenario, table, size, (options, varied) in places:
        sides = scenario_of(ruleset, scenario).sides
        for two in twos or [None]:
            lists = dict(zip(sides, (armies[army] for army in two), strict=True)) if two else None
            file_of_table = folder / table if table else None
            try:
                setup = order(ruleset.meta.id, scenario, {}, "", size, lists, file_of_table, options).setup
            except ValueError as fault:
                told = f"{where}, {scenario}" + (f", {' - '.join(two)}" if two else "")
                raise DataError(file, told, Text("{why}", {"why": str(fault)})) from None
            names = [Path(army).stem for army in two] if two else [side.army for side in setup.sides.values()]
            found.append(_Base(setup, (names[0], names[1]), varied))
    return found


def _army(folder: Path, army: str) -> str:
    """An army as :func:`game.battle.order` takes it: a file beside the plan, or an id."""
    beside = folder / army
    return str(beside) if beside.is_file() else army


def _variants(options: Mapping[str, Any]) -> list[tuple[dict[str, Any], tuple[str, ...]]]:
    """Every combination of options that have several values, with those that differ in words."""
    many = [key for key, value in options.items() if isinstance(value, list)]
    fixed = {key: value for key, value in options.items() if key not in many}
    found = []
    for values in product(*(options[key] for key in many)):
        chosen = dict(zip(many, values, strict=True))
        found.append(({**fixed, **chosen}, tuple(f"{key}={value}" for key, value in chosen.items())))
    return found
