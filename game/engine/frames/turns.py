"""Player turns one after the other: a battle in which the sides play whole turns alternately, each phase by phase.

A ruleset that plays so makes an :class:`Alternating` of its own frames and takes its steps from it. The battle's own
part of such a system tells ``turn`` and its ``limit``, the sides ``active`` and ``first``, ``phase`` and ``scenario``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.flow import Call, Done, Goto, Outcome, Run, StepFn
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing

Changes = Callable[[State, str, str], Sequence[ev.Change]]
After = Callable[[Run, Any, str], Outcome]


class Playing(Protocol):
    """Data of the battle's frame: whose player turn it is, and its number."""

    @property
    def turn(self) -> int:
        """Its number."""
        ...

    @property
    def side(self) -> str:
        """Whose it is."""
        ...


class Alternating:
    """The frame of a battle of alternate player turns.

    Parameters
    ----------
    deployment, player_turn
        Names of the frames: what comes before the first turn, and one player turn.
    data
        Data of the battle's frame from a turn's number and side; without them at its beginning.
    turn_data
        Data of a player turn's frame from its side and number.
    settle
        Looks whether the battle is over, and ends it.
    """

    def __init__(
        self,
        deployment: str,
        player_turn: str,
        data: Callable[..., Any],
        turn_data: Callable[[str, int], Any],
        settle: Callable[[Run], bool],
        clauses: Sequence[str],
    ) -> None:
        self.deployment, self.player_turn = deployment, player_turn
        self.data, self.turn_data, self.settle, self.clauses = data, turn_data, settle, tuple(clauses)

    @property
    def steps(self) -> dict[str, StepFn]:
        """The steps of the battle's frame."""
        return {"begin": self._begin, "deployed": self._deployed, "next": self._next, "played": self._played}

    def _begin(self, run: Run, data: Any, got: Any) -> Outcome:
        run.emit(
            "battle_begins",
            "flow",
            T("{south} against {north}", **{s: Thing(s) for s in run.state.sides}),
            clauses=self.clauses,
            data={"options": run.state.options, "scenario": run.state.own.scenario},
        )
        return Call(self.deployment, None, "deployed", self.data())

    def _deployed(self, run: Run, data: Playing, got: Any) -> Outcome:
        return Goto("next", self.data(1, run.state.own.first))

    def _next(self, run: Run, data: Playing, got: Any) -> Outcome:
        return Call(self.player_turn, self.turn_data(data.side, data.turn), "played", data)

    def _played(self, run: Run, data: Playing, got: Any) -> Outcome:
        """After a player turn: is the battle over, else whose turn is next."""
        if self.settle(run):
            return Done()
        following = other_sides(run.state, data.side)[0]
        turn = data.turn + 1 if following == run.state.own.first else data.turn
        return Goto("next", self.data(turn, following))


def fought_out(state: State) -> bool:
    """Whether the last player turn of the last turn has been played."""
    return bool(state.own.turn >= state.own.limit and state.own.active != state.own.first)


def phase_begins(run: Run, phase: str, name: Text, side: str, clauses: Sequence[str], *more: ev.Change) -> None:
    """A phase of a player turn begins."""
    run.emit(
        "phase_begins",
        "flow",
        name,
        own_field("state", "", phase=phase),
        *more,
        clauses=clauses,
        side=side,
        data={"phase": phase},
    )


def deployment_begins(run: Run, clause: str) -> None:
    """The armies begin to deploy."""
    phase = own_field("state", "", phase="deployment")
    run.emit("deployment_begins", "flow", T("The armies deploy"), phase, clauses=(clause,))


def first_turn_goes(run: Run, side: str, clause: str) -> None:
    """Everybody stands: a side has the first turn."""
    text = T("The first turn goes to {side}", side=Thing(side))
    run.emit("first_turn", "flow", text, own_field("state", "", first=side), clauses=(clause,), side=side)


def phase_steps(
    phases: Sequence[tuple[str, str, Text]],
    clauses: Sequence[str],
    changes: Changes | None = None,
    after: After | None = None,
) -> dict[str, StepFn]:
    """The steps of a player turn's frame that play its phases one after another, from "phase0" to "end".

    Parameters
    ----------
    phases
        Rows of (phase, frame, name).
    changes
        What changes as a phase (second argument) of a side (third) begins.
    after
        What comes after each phase; it is given the step that follows.
    """
    steps: dict[str, StepFn] = {}
    for n in range(len(phases)):
        following = f"phase{n + 1}" if n + 1 < len(phases) else "end"
        steps[f"phase{n}"] = _phase(phases[n], f"after{n}" if after else following, clauses, changes)
        if after is not None:
            steps[f"after{n}"] = partial(_after, after, following)
    return steps


def _phase(row: tuple[str, str, Text], then: str, clauses: Sequence[str], changes: Changes | None) -> StepFn:
    phase, child, name = row

    def step(run: Run, data: Any, got: Any) -> Outcome:
        more = changes(run.state, phase, data.side) if changes else ()
        phase_begins(run, phase, name, data.side, clauses, *more)
        return Call(child, None, then, data)

    return step


def _after(after: After, following: str, run: Run, data: Any, got: Any) -> Outcome:
    return after(run, data, following)


def turn_begins(run: Run, side: str, turn: int, clause: str, *changes: ev.Change) -> None:
    """A player turn begins."""
    text = T("Turn {turn} of {side}", turn=turn, side=Thing(side))
    run.emit("turn_begins", "flow", text, *changes, clauses=(clause,), side=side, data={"turn": turn})


def turn_ends(run: Run, side: str, clause: str) -> None:
    """A player turn ends."""
    run.emit("turn_ends", "flow", T("The turn of {side} ends", side=Thing(side)), clauses=(clause,), side=side)


def phase_name(phase: str, phases: Sequence[tuple[str, str, Text]], more: Mapping[str, Text] | None = None) -> Text:
    """The name of a phase for players; ``phases`` are rows of (phase, frame, name)."""
    names: dict[str, Text] = {name: text for name, _, text in phases}
    names |= {"deployment": T("Deployment"), "over": T("The battle is over"), **(more or {})}
    return names.get(phase, Text(phase))
