"""Fight the recorded battles anew: a deliberate act, to be explained where it is committed.

Usage: python -m tests.battles.make [--ruleset ID ...] [--only NAME ...] [--check | --rehash]

Thirty battles a system, ten of random players, ten of a general against a random player, ten of generals, in turn over
scenarios, armies and options, at the smallest size that each can be played at. ``--check`` fights nothing: it plays
again what is kept and tells how long that takes.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from itertools import product
from random import Random

from msgspec.structs import replace

from game.bots.referee import Table
from game.bots.roster import bot_names, make_bot
from game.engine.command import Refusal
from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.ruleset import OptionDef, Ruleset, Setup, SideSetup
from game.engine.session import Session
from tests.battles.kept import FOLDER, SUFFIX, Kept, battles, keep, read, replay, write

BATTLES = 30
LARGEST = 1000
"""Scenarios that can only be fought with larger armies are left to the tests that play them."""
SHORT: dict[str, dict[str, object]] = {"NAP": {"moves": 10}}
"""Options by system whose battles would take long: by the tenth move there have been charges, melees and routs."""
KINDS = (("random", "random"), ("general", "random"), ("random", "general"), ("general", "general"))


@dataclass(frozen=True)
class Plan:
    """A battle to be fought."""

    name: str
    setup: Setup
    players: dict[str, str]


def kind_of(n: int) -> tuple[str, str]:
    """Who plays in the n-th battle."""
    return KINDS[0] if n < 10 else KINDS[1 + n % 2] if n < 20 else KINDS[3]


def plans(ruleset: Ruleset) -> list[Plan]:
    """The battles of a system; the same ones every time."""
    dice = Random(f"recorded battles of {ruleset.meta.id}")
    fields = [(i.id, min(i.sizes) if i.sizes else 0) for i in ruleset.scenarios()]
    fields = [(scenario, size) for scenario, size in fields if size <= LARGEST]
    out = []
    for n in range(BATTLES):
        scenario, size = fields[n % len(fields)]
        kind = kind_of(n)
        name = f"{n + 1:02}-{'-'.join(kind)}-{scenario.replace('_', '-')}"
        setup = replace(ruleset.default_setup(scenario, size), seed=f"recorded {ruleset.meta.id} {n + 1}")
        setup = replace(setup, options={**setup.options, **SHORT.get(ruleset.meta.id, {})})
        setup = with_options(ruleset, with_armies(ruleset, setup, size, n), dice)
        out.append(Plan(name, setup, dict(zip(setup.sides, kind, strict=True))))
    return out


def sound(ruleset: Ruleset, setup: Setup) -> bool:
    """Whether a battle can be begun so."""
    return not any(problem.fatal for problem in ruleset.check_setup(setup))


def with_armies(ruleset: Ruleset, setup: Setup, size: int, n: int) -> Setup:
    """The n-th pair of armies in their sample lists, as far as the scenario allows it."""
    armies = ruleset.armies(size)
    pairs = list(product(armies, armies))
    pair = pairs[(n * 7 + n // len(pairs)) % len(pairs)]
    sides = {
        side: SideSetup(army.id, {e.code: e.sample for e in army.entries if e.sample})
        for side, army in zip(setup.sides, pair, strict=True)
    }
    other = replace(setup, sides=sides)
    return other if sound(ruleset, other) else setup


def with_options(ruleset: Ruleset, setup: Setup, dice: Random) -> Setup:
    """Some options of the system other than usual, each one time in three, as far as they go together."""
    for option in ruleset.meta.options:
        values = others(option)
        if values and dice.random() < 1 / 3:
            other = replace(setup, options={**setup.options, option.id: dice.choice(values)})
            setup = other if sound(ruleset, other) else setup
    return setup


def others(option: OptionDef) -> list[object]:
    """The values of an option beside the usual one; those of numbers are lengths and sizes and stay."""
    if option.type == "flag":
        return [not option.default]
    return [choice for choice in option.choices if choice != option.default]


def fight(ruleset: Ruleset, plan: Plan) -> Kept:
    """Fight a battle."""
    session = Session.start(ruleset, plan.setup)
    table = Table(session, {s: make_bot(ruleset, b) for s, b in plan.players.items()}, sum(plan.setup.seed.encode()))
    table.play()
    return keep(session, plan.players)


def make(ruleset: Ruleset, only: list[str]) -> None:
    """Fight the battles of a system, and put them in the place of those that were kept."""
    wanted = [p for p in plans(ruleset) if not only or any(o in p.name for o in only)]
    folder = FOLDER / ruleset.meta.id
    for plan in wanted:
        path = folder / f"{plan.name}{SUFFIX}"
        began = time.perf_counter()
        kept = fight(ruleset, plan)
        middle = time.perf_counter()
        replay(kept, ruleset)
        ended = time.perf_counter()
        write(path, kept)
        print(
            f"{ruleset.meta.id} {plan.name}: {len(kept.commands)} answers, {kept.winner or 'nobody'} won, "
            f"fought in {middle - began:.1f} s, plays again in {ended - middle:.1f} s, {path.stat().st_size} bytes",
            flush=True,
        )
    if not only:
        names = {p.name for p in wanted}
        for path in battles(ruleset.meta.id):
            if path.name.removesuffix(SUFFIX) not in names:
                path.unlink()


def rehash(ruleset: Ruleset, only: list[str]) -> None:
    """Keep the same answers with the hashes they bring about now; battles that come out otherwise are named."""
    for path in battles(ruleset.meta.id):
        if only and not any(name in path.name for name in only):
            continue
        kept = read(path)
        session = Session.start(ruleset, kept.setup)
        refused = next((c for c in kept.commands if isinstance(session.submit(c), Refusal)), None)
        over = session.state.over
        if refused is None and over is not None and over.winner == kept.winner:
            write(path, keep(session, kept.players))
        else:
            print(f"{ruleset.meta.id} {path.name}: comes out otherwise; fight it again", flush=True)


def check(ruleset: Ruleset) -> None:
    """Play again what is kept, and tell how long each takes."""
    for path in battles(ruleset.meta.id):
        began = time.process_time()
        replay(read(path), ruleset)
        print(f"{ruleset.meta.id} {path.name}: {time.process_time() - began:.2f} s", flush=True)


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.battles.make", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--ruleset", nargs="*", default=list(ruleset_ids()), help="which systems; all unless told")
    parser.add_argument("--only", nargs="*", default=[], help="only battles with one of these in their names")
    parser.add_argument("--check", action="store_true", help="play again what is kept, with times")
    parser.add_argument("--rehash", action="store_true", help="keep the same answers with the hashes of today")
    told = parser.parse_args()
    for name in told.ruleset:
        ruleset = load_ruleset(name)
        assert {"general", "random"} <= set(bot_names(ruleset)), f"{name} has no general"
        if told.check:
            check(ruleset)
        elif told.rehash:
            rehash(ruleset, told.only)
        else:
            make(ruleset, told.only)


if __name__ == "__main__":
    main()
