"""What dice do not allow to reckon: a part of the flow played to its end on copies of the state, and counted.

The state that is copied is never changed, and the dice are not the battle's: each run has a seed of its own, made from
what is asked, so that the same question has the same answer everywhere.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decide import Decided, begin, decide, default_of
from game.engine.decision import Asked, Decision, Reply
from game.engine.dice import SeededDice
from game.engine.event import Event
from game.engine.lookup import question_of
from game.engine.ruleset import Forecast, ForecastRow, Ruleset
from game.engine.state import Frame, Luck, State, view
from game.engine.tells import TellsScore
from game.engine.text import Text

MOST_ANSWERS = 200
"""Answers after which a run is left as it stands."""
CONFIDENT = 1.96
"""Standard errors to either side within which the truth lies 95 times of 100."""
STEP = 1e-3

Choose = Callable[[State, Decision, Asked], Reply | None]
"""What somebody answers; None for the default of the question."""
Read = Callable[[State, State, Sequence[Event]], Mapping[str, int]]
"""What came of a run: the state before, the state after, what happened; measure -> whole number."""
Stage = Frame | Callable[[State], tuple[State, Frame] | None]
"""A frame to play, or what makes the next one of the state reached so far; None where nothing more happens."""


@dataclass(frozen=True)
class Measure:
    """Something counted in every run: a yes (1) or no (0), or a number of things."""

    id: str
    label: Text
    yes_or_no: bool = True


@dataclass(frozen=True)
class Playout:
    """A part of the flow that may be played on copies.

    Attributes
    ----------
    start
        Where the runs begin: a view, or a "what if" made from one.
    stages
        What is played, one after the other.
    measures
        What is counted, in the order in which it is shown.
    read
        Reads the measures off a run.
    key
        What is asked; with the place of every base it makes the seeds.
    choose
        How both sides decide; by default as each question suggests.
    """

    start: State
    stages: tuple[Stage, ...]
    measures: tuple[Measure, ...]
    read: Read
    key: str
    choose: Choose | None = None


def digest(state: State, key: str) -> str:
    """A seed made from what is asked and of whom: the same for the same situation, whatever dice the battle uses."""
    bases = [(b.id, b.where, b.pose) for b in state.bases.values()]
    owns = [(u.id, u.own) for u in state.units.values()]
    plain = msgspec.json.encode((key, bases, owns), enc_hook=repr)
    return hashlib.blake2b(plain, digest_size=8).hexdigest()


def play(
    ruleset: Ruleset, start: State, frame: Frame, seed: str, choose: Choose | None = None
) -> tuple[State, list[Event]]:
    """Play a frame to its end on a copy, both sides answering as ``choose`` says, or as the questions suggest."""
    dice = SeededDice()
    copy = replace(start, stack=(), pending=None, offers=(), luck=Luck("seeded", seed))
    events, state = begin(ruleset, copy, frame, dice)
    told = list(events)
    for _ in range(MOST_ANSWERS):
        if state.pending is None:
            break
        got = _go(ruleset, state, choose, dice)
        if got is None:
            break
        told += got.events
        state = got.state
    return state, told


class Went(NamedTuple):
    """How a battle went on: the state reached, and how many answers were given on the way."""

    state: State
    answers: int


def play_on(
    ruleset: Ruleset,
    state: State,
    seed: str,
    until: Callable[[Sequence[Event]], bool] | None = None,
    choose: Choose | None = None,
    most: int = 20_000,
) -> Went:
    """Go on from where a battle rests, on a copy with dice of its own, until it is over.

    Parameters
    ----------
    until
        Reads what each answer has brought about: whether it ends here.
    choose
        How both sides decide; by default as each question suggests.
    most
        Answers after which it is left as it stands.
    """
    dice = SeededDice()
    state = replace(state, offers=(), luck=Luck("seeded", seed))
    for n in range(most):
        if state.pending is None or state.over is not None:
            return Went(state, n)
        got = _go(ruleset, state, choose, dice)
        if got is None:
            return Went(state, n)
        state = got.state
        if until is not None and until(got.events):
            return Went(state, n + 1)
    return Went(state, most)


def scores(ruleset: Ruleset, state: State) -> dict[str, float]:
    """The points of each side as things stand; none where the ruleset tells none."""
    if not isinstance(ruleset, TellsScore):
        return {}
    return {side: ruleset.score(view(state, None), side).total for side in state.sides}


def _go(ruleset: Ruleset, state: State, choose: Choose | None, dice: SeededDice) -> Decided | None:
    """Answer what is asked first; None where somebody's choice is not legal."""
    assert state.pending is not None
    decision = state.pending.waiting[0]
    seen = view(state, decision.side)
    reply = _chosen(ruleset, seen, decision, choose)
    usual = default_of(ruleset, seen, decision) if reply is None else reply
    answer = cmd.Answering(decision.id, decision.side, usual)
    got = decide(ruleset, state, answer, dice, judged=reply is None)
    return None if isinstance(got, cmd.Refusal) else got


def _chosen(ruleset: Ruleset, seen: State, decision: Decision, choose: Choose | None) -> Reply | None:
    """What somebody answers who is not content with defaults; nothing is laid out where there is nobody."""
    if choose is None:
        return None
    return choose(seen, decision, question_of(ruleset, decision.question).asked(seen, decision))


def between(chance: float, runs: int) -> tuple[float, float]:
    """The least and the most that a chance found in so many runs may be (95 of 100 times), within 0 and 1.

    >>> [round(share, 3) for share in between(0.075, 40)]
    [0.019, 0.206]
    >>> [round(share, 4) for share in (*between(0.0, 400), *between(1.0, 40))]
    [0.0, 0.0115, 0.8956, 1.0]
    """
    if runs <= 0:
        return 0.0, 1.0
    middle, half = _middle_of(chance, runs)
    return max(0.0, min(chance, middle - half)), min(1.0, max(chance, middle + half))


def _middle_of(chance: float, runs: int) -> tuple[float, float]:
    """The middle of what a chance may be, and how far it may be off to either side."""
    spare = CONFIDENT**2
    middle = (chance * runs + spare / 2.0) / (runs + spare)
    return middle, CONFIDENT * math.sqrt(middle * (1.0 - middle) / (runs + spare))


def error(chance: float, runs: int) -> float:
    """How far a chance found in so many runs may be off (95 of 100 times), never 0: none in n runs is not never.

    >>> round(error(0.5, 400), 3), round(error(0.0, 400), 4)
    (0.049, 0.0067)
    """
    if runs <= 0:
        return 1.0
    middle, half = _middle_of(chance, runs)
    return max(half, abs(middle - chance))


def error_of_mean(squares: float, mean: float, runs: int) -> float:
    """How far a mean of so many runs may be off (95 of 100 times); ``squares`` is the mean of the squares."""
    if runs <= 1:
        return math.inf
    return CONFIDENT * math.sqrt(max(squares - mean * mean, 0.0) / (runs - 1))


@dataclass
class Tally:
    """Runs of a playout counted; more of them may be added at any time.

    Attributes
    ----------
    runs
        How many so far.
    counts
        Per measure: value -> in how many runs.
    """

    ruleset: Ruleset
    playout: Playout
    runs: int = 0
    counts: dict[str, dict[int, int]] = field(default_factory=dict)
    _seed: str = ""

    def more(self, n: int) -> None:
        """Play ``n`` more runs."""
        asked = self.playout
        if not self._seed:
            self._seed = digest(asked.start, asked.key)
        for _ in range(n):
            state, told = asked.start, list[Event]()
            for k, stage in enumerate(asked.stages):
                if not isinstance(stage, Frame):
                    made = stage(state)
                    if made is None:
                        break
                    state, stage = made
                state, events = play(self.ruleset, state, stage, f"{self._seed} {self.runs} {k}", asked.choose)
                told += events
            self.runs += 1
            found = asked.read(asked.start, state, told)
            for measure in asked.measures:
                values = self.counts.setdefault(measure.id, {})
                value = int(found.get(measure.id, 0))
                values[value] = values.get(value, 0) + 1

    def chances(self, measure: str) -> dict[int, float]:
        """Value -> share of the runs, ascending."""
        return {v: n / self.runs for v, n in sorted(self.counts.get(measure, {}).items())}

    def mean(self, measure: str) -> float:
        """The mean of a measure; the chance of one that is yes or no."""
        return math.fsum(v * p for v, p in self.chances(measure).items())

    def forecast(self) -> Forecast:
        """What was counted as rows, each with its error."""
        if not self.runs:
            return Forecast(())
        rows: list[ForecastRow] = []
        for m in self.playout.measures:
            found, mean = self.chances(m.id), self.mean(m.id)
            if m.yes_or_no:
                off = error(mean, self.runs)
                rows.append(ForecastRow(m.label, mean, error=off, runs=self.runs))
                continue
            squares = math.fsum(v * v * p for v, p in found.items())
            off = error_of_mean(squares, mean, self.runs)
            shown = {v: p for v, p in found.items() if p >= STEP / 10.0}
            rows.append(ForecastRow(m.label, None, shown, mean, error=off, runs=self.runs))
        return Forecast(tuple(rows), self.runs)
