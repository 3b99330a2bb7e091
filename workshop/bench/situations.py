"""Situations to measure in, found by playing: nothing is known here of a ruleset but which one to play."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from itertools import islice
from random import Random

from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decision import Decision, MoveAnswer, Reply
from game.engine.loader import UnknownRuleset, load_ruleset, offered
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from game.engine.state import Base, State, Unit
from game.geometry.shapes import Pose
from game.geometry.steps import Advance, Path, Step

SEED = "bench"


class NothingMoves(Exception):
    """A battle of this system came to its end before anybody was asked for a course on the table."""


class _Played:
    """The rulesets that are measured, all that are installed unless told; where one will do it is the first."""

    rulesets: tuple[str, ...] = ()


def play_with(*ids: str) -> None:
    """Measure in battles of some rulesets only."""
    _Played.rulesets = ids


def rulesets_played() -> tuple[Ruleset, ...]:
    """The rulesets that are measured. Raises UnknownRuleset for one that is not to be had."""
    if _Played.rulesets:
        return tuple(map(load_ruleset, _Played.rulesets))
    here = offered().rulesets
    if not here:
        raise UnknownRuleset("no ruleset that can be played is installed")
    return tuple(sorted(here, key=lambda r: r.meta.id))


def ruleset_played() -> Ruleset:
    """The first of the rulesets that are measured."""
    return rulesets_played()[0]


def size_of(ruleset: Ruleset) -> int:
    """The size of battle that is measured: 1,000 points, or the nearest to that there is."""
    sizes = ruleset.scenarios()[0].sizes
    return min(sizes, key=lambda n: (abs(n - 1000), n)) if sizes else 1000


def at_a_move(ruleset: Ruleset, moves: int = 6) -> tuple[Session, Decision]:
    """A battle played at random up to its ``moves``-th decision about a course on the table.

    Another is begun where one ends before that. Raises NothingMoves where in none anybody moves, and at once for a
    system that asks for no courses: who orders a whole side by a sheet drags nobody.
    """
    if all(question.kind != "move" for question in ruleset.questions.values()):
        raise NothingMoves(ruleset.meta.id)
    for seed in (SEED, *(f"{SEED} {n}" for n in range(2, 10))):
        found = _at_a_move(ruleset, moves, seed)
        if found is not None:
            return found
    raise NothingMoves(ruleset.meta.id)


def at_a_decision(ruleset: Ruleset, usual: int = 12) -> tuple[Session, Decision]:
    """A battle at a move, or of a system without any after so many usual answers."""
    try:
        return at_a_move(ruleset)
    except NothingMoves:
        session = _begun(ruleset, SEED)
        for _ in range(usual):
            decision = session.waiting[0]
            session.submit(cmd.Answering(decision.id, decision.side, session.default(decision)))
        return session, session.waiting[0]


def _begun(ruleset: Ruleset, seed: str) -> Session:
    info = ruleset.scenarios()[0]
    return Session.start(ruleset, replace(ruleset.default_setup(info.id, size_of(ruleset)), seed=seed))


def _at_a_move(ruleset: Ruleset, moves: int, seed: str) -> tuple[Session, Decision] | None:
    dice, session = Random(seed), _begun(ruleset, seed)
    met = 0
    while session.waiting:
        decision = session.waiting[0]
        if decision.kind == "move" and _courses(session, decision):
            met += 1
            if met > moves:
                return session, decision
        replies = [r for r in islice(session.candidates(decision, "any", 30), 30) if r.answer is not None]
        reply = dice.choice(replies) if replies else session.asked(decision).default
        session.submit(cmd.Answering(decision.id, decision.side, reply))
    return None


def _courses(session: Session, decision: Decision) -> list[Reply]:
    found = session.candidates(decision, "any", 40)
    return [r for r in found if isinstance(r.answer, MoveAnswer) and r.answer.courses and _solid(session.state, r)]


def movers(session: Session, decision: Decision) -> list[str]:
    """The units that a decision about a course may move, each once, in the order of the candidates."""
    found = (r.answer.subject for r in _courses(session, decision) if isinstance(r.answer, MoveAnswer))
    return list(dict.fromkeys(found))


def slightly_other(answer: MoveAnswer, n: int) -> MoveAnswer:
    """The ``n``-th answer a hair beside another: a mouse that is moved asks for no course twice."""
    off = round(0.01 * (n % 1000 + 1), 3)

    def beside(step: Step) -> Step:
        if isinstance(step, Path):
            return replace(step, points=tuple((round(x + off, 3), round(y + off, 3)) for x, y in step.points))
        if isinstance(step, Advance):
            return replace(step, distance=round(max(0.0, step.distance - off), 3))
        return step

    courses = tuple(replace(c, steps=tuple(map(beside, c.steps))) for c in answer.courses)
    return replace(answer, courses=courses)


def _solid(state: State, reply: Reply) -> bool:
    assert isinstance(reply.answer, MoveAnswer)
    return all(b.solid for b in state.bases_of(reply.answer.subject))


def crowded(state: State, bases: int, subject: str, pile: bool = False) -> State:
    """The same situation with more units, copied into free rows, until there are ``bases`` bases on the table.

    ``pile``: where the rows do not hold them all the others are put between, upon each other if need be.
    """
    units, all_bases = dict(state.units), dict(state.bases)
    originals = [u for u in state.units.values() if u.id != subject and state.bases_of(u.id)]
    standing = sum(1 for b in all_bases.values() if b.where == "table")
    taken = [b.pose for b in all_bases.values() if b.pose is not None]
    spots = _spots(state, taken)
    if pile:
        between = itertools.product((30.0, 100.0), (85.0, 40.0, 130.0))
        shifted = ((x + dx, y + dy) for dy, dx in between for x, y in _spots(state, []))
        spots = itertools.chain(spots, shifted)
    n = 0
    while standing < bases and originals:
        original = originals[n % len(originals)]
        n += 1
        members = [b for b in state.bases_of(original.id) if b.solid]
        spot = next(spots, None)
        if spot is None:
            break
        if not members:
            continue
        unit, fresh = _copy(original, members, f"+{n}", spot)
        units[unit.id] = unit
        all_bases.update({b.id: b for b in fresh})
        standing += len(fresh)
    return replace(state, units=units, bases=all_bases)


def in_figures(state: State, reply: Reply) -> bool:
    """Whether a move is made figure by figure, not by a block."""
    answer = reply.answer
    return isinstance(answer, MoveAnswer) and bool(answer.courses) and all(c.who in state.bases for c in answer.courses)


def as_ten(state: State, subject: str, count: int = 10) -> State:
    """The same situation with a unit of ``count`` figures in two ranks where it stands, a hair apart."""
    mine = state.bases_of(subject)
    first = mine[0]
    assert first.pose is not None
    wide, deep = first.shape.width + 1.0, first.shape.depth + 1.0
    x = min(max(first.pose.x, 4.0 * wide), state.table.width - 8.0 * wide)
    y = min(max(first.pose.y, 2.0 * deep), state.table.depth - 2.0 * deep)
    bases = {k: b for k, b in state.bases.items() if b.unit != subject}
    for n in range(count):
        pose = Pose(round(x + wide * (n % 5), 3), round(y + deep * (n // 5), 3), first.pose.facing, first.pose.level)
        name = mine[n].id if n < len(mine) else f"{subject}+{n}"
        bases[name] = replace(first, id=name, number=n + 1, shape=first.shape, pose=pose)
    unit = replace(state.units[subject], bases=tuple(k for k, b in bases.items() if b.unit == subject))
    return replace(state, units={**state.units, subject: unit}, bases=bases)


def _copy(unit: Unit, members: list[Base], mark: str, spot: tuple[float, float]) -> tuple[Unit, list[Base]]:
    first = members[0].pose
    assert first is not None
    fresh = []
    for base in members:
        assert base.pose is not None
        pose = Pose(spot[0] + base.pose.x - first.x, spot[1] + base.pose.y - first.y, base.pose.facing)
        fresh.append(replace(base, id=base.id + mark, unit=unit.id + mark, pose=pose))
    return replace(unit, id=unit.id + mark, bases=tuple(b.id for b in fresh)), fresh


def _spots(state: State, taken: list[Pose]) -> Iterator[tuple[float, float]]:
    """Free places in rows, 170 mm apart, away from what stands already."""
    for y in range(60, int(state.table.depth) - 60, 60):
        for x in range(150, int(state.table.width) - 150, 170):
            if all(abs(p.x - x) > 160 or abs(p.y - y) > 70 for p in taken):
                yield float(x), float(y)
