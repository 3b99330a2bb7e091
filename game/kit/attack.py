"""An attack told once, stage by stage: dice are thrown from it, odds are spread from it, its sums are what is told.

For the ancients (hit, armour) and the ranks (hit, a six again, wound, save); the skirmish takes the requests alone, for
its hits are single entries of a ledger. Which stages there are, what each needs and why, whose dice they are and what
the log says are the system's; so is what happens between two stages (a choice to throw misses again).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Sum
from game.engine.flow import Goto, Outcome, Roll, Run, StepFn
from game.engine.odds import Die, Pool, Spread, spread
from game.engine.state import State
from game.engine.text import Text

HITS = "hits"
Data = TypeVar("Data")
Item = TypeVar("Item")


def reaches(need: float) -> Die:
    """A die that must show a number or more."""
    return Die(need=int(need))


def stops(need: float) -> Die:
    """A die that cancels what it is thrown for where it shows a number or more, and else lets it through."""
    return Die(need=int(need), success=0, miss=1)


def able(die: Die) -> bool:
    """Whether any face succeeds; what cannot is not thrown.

    >>> able(reaches(6)), able(reaches(7)), able(stops(7))
    (True, False, False)
    """
    return any(die.succeeds(face) for face in die.faces)


def misses_again(die: Die) -> Die:
    """The die with its misses thrown again, once.

    >>> misses_again(reaches(5)).again
    (1, 2, 3, 4)
    """
    return replace(die, again=tuple(f for f in die.faces if not die.succeeds(f)))


def with_at(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """The items with another in the place of one."""
    return (*items[:at], item, *items[at + 1 :])


def at_least(
    need: Sum, rows: Sequence[ev.DiceRow], why: Text, clause: str, about: Sequence[str], face: int | None = None
) -> ev.Request:
    """Dice of which each must show the number of a sum, or another ``face`` that it comes to."""
    wanted = int(need.total) if face is None else face
    return ev.Request(tuple(rows), why, clause, wanted, "at_least", need.rows, tuple(about))


class Stage(msgspec.Struct, frozen=True):
    """One throw of an attack, for each of what the stage before has yielded.

    Attributes
    ----------
    step
        The step of its frame that is given the faces.
    need
        What a die must show, and why.
    die
        What its faces yield: passed on, or not stopped.
    clause
        Which clause asks for the dice; that of the need's first row where nothing is said.
    gives
        What it yields, as the frame calls it ("hits", "wounds"); "" where that is not kept.
    """

    step: str
    need: Sum
    die: Die
    clause: str = ""
    gives: str = ""

    def request(self, side: str, n: int, why: Text, about: Sequence[str]) -> ev.Request:
        """So many of its dice, thrown by a side."""
        clause = self.clause or self.need.rows[0][2]
        return at_least(self.need, (ev.DiceRow(side, n),), why, clause, about, self.die.need)

    def fallen(self, got: ev.Rolled) -> int:
        """What its dice yield as they lie, thrown again or not."""
        return sum(self.die.yields(face) for face in got.faces[0])


class Attack(msgspec.Struct, frozen=True):
    """The stages of an attack in the order of their dice."""

    stages: tuple[Stage, ...]

    @property
    def hit(self) -> Die:
        """The first die."""
        return self.stages[0].die

    @property
    def sums(self) -> tuple[Sum, ...]:
        """What its stages need; a need that is thrown for twice is told once."""
        needs = [s.need for s in self.stages]
        return tuple(n for k, n in enumerate(needs) if k == 0 or n is not needs[k - 1])

    def stage(self, step: str) -> Stage:
        """The stage whose faces a step is given."""
        return next(s for s in self.stages if s.step == step)

    def after(self, step: str) -> tuple[Stage, ...]:
        """The stages that follow the one of a step; all of them after none."""
        at = [s.step for s in self.stages].index(step) + 1 if step else 0
        return self.stages[at:]

    def through(self, dice: int) -> Pool:
        """So many dice, down to what nothing has stopped."""
        return Pool(dice, self.hit, tuple(s.die for s in self.stages[1:]))

    def hits(self, dice: int) -> Pool:
        """So many dice, down to hits."""
        last = next(k for k, s in enumerate(self.stages) if s.gives == HITS)
        return Pool(dice, self.hit, tuple(s.die for s in self.stages[1 : last + 1]))

    def odds(self, dice: int) -> Spread:
        """How many of so many dice get through."""
        return spread(self.through(dice))


class Throws(Generic[Data]):
    """The steps of a frame that throws an attack stage by stage.

    Parameters
    ----------
    attack
        What is thrown, as things stand.
    request
        So many dice of a stage: whose they are and what is said of them.
    noted
        The frame's data with what a stage has yielded.
    end
        The step that is given how many got through.
    """

    def __init__(
        self,
        attack: Callable[[State, Data], Attack],
        request: Callable[[State, Data, Stage, int], ev.Request],
        noted: Callable[[Data, Stage, int], Data],
        end: str = "through",
    ) -> None:
        self.attack, self.request, self.noted, self.end = attack, request, noted, end

    def throw(self, run: Run, data: Data, n: int, after: str = "") -> Outcome:
        """Throw the next stage after a step, each of ``n`` dice; what no die can help or hinder goes on as it is."""
        for stage in self.attack(run.state, data).after(after):
            if n and able(stage.die):
                return Roll(self.request(run.state, data, stage, n), stage.step, data)
            n *= stage.die.miss
        return Goto(self.end, data, n)

    def counting(self, step: str) -> StepFn:
        """The step that is given the faces of a stage: it counts them and throws the next."""

        def count(run: Run, data: Data, got: ev.Rolled) -> Outcome:
            stage = self.attack(run.state, data).stage(step)
            n = stage.fallen(got)
            return self.throw(run, self.noted(data, stage, n), n, step)

        return count

    def steps(self, *names: str) -> dict[str, StepFn]:
        """The steps that count faces and do nothing else."""
        return {step: self.counting(step) for step in names}
