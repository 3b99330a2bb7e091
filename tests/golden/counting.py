"""Counting the legal answers of a position two decisions deep, whatever the system.

Of discrete questions (options, picks, targets, allocations) every legal answer and every open exit is counted; of
places and courses, of which there are as many as points on the table, what the question itself offers for a fixed list
of goals. Every answer counted is checked and carried out: none may be refused.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from game.engine import command as cmd
from game.engine.decide import begin, check_reply, decide
from game.engine.decision import Decision, Kind, Reply
from game.engine.dice import Faces
from game.engine.event import DiceRow
from game.engine.loader import load_ruleset
from game.engine.lookup import question_of
from game.engine.positions.position import Position, read_position, reply_of, start_of
from game.engine.ruleset import Goal, Ruleset
from game.engine.state import Luck, State, view

HERE = Path(__file__).parent
POSITIONS = HERE / "positions"
COUNTS = HERE / "counts.toml"

CONTINUOUS: frozenset[Kind] = frozenset(("place", "move", "orders"))
GOALS: tuple[Goal, ...] = ("any", "contact", "away", "hold")
"""For which continuous questions are asked, in this order; what several goals offer counts once."""
OFFERED = 12
"""How many answers a continuous question is asked for with each goal."""
MOST = 5000
"""More legal answers than this has no small position."""


class CycledDice:
    """The dice of a position over and over: as many as are asked for, so that no answer runs out of them."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = tuple(faces) or (4,)

    def roll(self, luck: Luck, rows: Sequence[DiceRow], why: str) -> tuple[Faces, Luck]:
        """See :class:`game.engine.dice.DiceSource`. A face that a die has not counts as its last one."""
        used, out = luck.used, []
        for row in rows:
            wanted = [self.faces[(used + k) % len(self.faces)] for k in range(row.n)]
            out.append(tuple(f if f in row.faces else row.faces[-1] for f in wanted))
            used += row.n
        return tuple(out), msgspec.structs.replace(luck, used=used)


@dataclass
class Count:
    """What was counted: answers by question, of the first decision and of all those that follow it.

    The question "" is none at all: play has come to its end.
    """

    first: Counter[str] = field(default_factory=Counter)
    second: Counter[str] = field(default_factory=Counter)

    @property
    def leaves(self) -> int:
        """Legal answers two decisions deep."""
        return sum(self.second.values())

    def plain(self) -> dict[str, Any]:
        """As kept in ``counts.toml``."""
        return {"first": dict(sorted(self.first.items())), "second": dict(sorted(self.second.items()))}


def names() -> list[str]:
    """The positions, ``WMA/two-combats`` and so on."""
    return sorted(f"{path.parent.name}/{path.stem}" for path in POSITIONS.glob("*/*.toml"))


def count(name: str) -> Count:
    """Count a position."""
    position = read_position(POSITIONS / f"{name}.toml")
    ruleset = load_ruleset(position.ruleset)
    dice = CycledDice(position.dice)
    found = Count()
    start = begun(position, ruleset, dice)
    decision = first_asked(start)
    assert decision is not None, f"{name}: nothing is asked"
    for reply in answers(ruleset, start, decision):
        found.first[decision.question] += 1
        after = carried_out(ruleset, start, decision, reply, dice)
        then = first_asked(after)
        if then is None:
            found.second[""] += 0
            continue
        found.second[then.question] += sum(1 for _ in answers(ruleset, after, then))
    return found


def begun(position: Position, ruleset: Ruleset, dice: CycledDice) -> State:
    """The state that is counted from: a position at its entry, with the answers it gives itself."""
    state, frame, problems = start_of(position, ruleset)
    assert frame is not None, problems
    state = begin(ruleset, msgspec.structs.replace(state, luck=Luck("scripted")), frame, dice).state
    for n, doc in enumerate(position.command):
        state = carried_out(ruleset, state, *reply_of(ruleset, state, n, doc), dice)
    return state


def first_asked(state: State) -> Decision | None:
    """The decision that waits first."""
    return None if state.pending is None else state.pending.waiting[0]


def answers(ruleset: Ruleset, state: State, decision: Decision) -> Iterator[Reply]:
    """The replies that count, each once; every one must be legal."""
    seen = view(state, decision.side)
    question = question_of(ruleset, decision.question)
    goals, limit = (GOALS, OFFERED) if decision.kind in CONTINUOUS else (("any",), MOST)
    told: set[bytes] = set()
    for goal in goals:
        for n, reply in enumerate(question.candidates(seen, decision, goal, limit)):
            assert n < MOST, f"{decision.question}: too many answers for a small position"
            key = msgspec.json.encode(reply)
            if key in told:
                continue
            told.add(key)
            verdict = check_reply(ruleset, seen, decision, reply)
            assert verdict.legal, (decision.question, reply, verdict.reasons)
            yield reply


def carried_out(ruleset: Ruleset, state: State, decision: Decision, reply: Reply, dice: CycledDice) -> State:
    """The state after an answer, which must be accepted."""
    got = decide(ruleset, state, cmd.Answering(decision.id, decision.side, reply), dice)
    assert not isinstance(got, cmd.Refusal), (decision.question, reply, got)
    return got.state


# --- what is kept ------------------------------------------------------------------------------------------------


def kept() -> dict[str, dict[str, Any]]:
    """The golden counts by name of the position."""
    return tomllib.loads(COUNTS.read_text(encoding="utf-8"))


def written(counts: dict[str, dict[str, Any]]) -> str:
    """The text of ``counts.toml``."""
    head = (
        "# How many legal answers each position has: of its first decision, and of all those that may follow it, by\n"
        '# question ("" is the end of play). Written by `python -m tests.golden`; see counting.py for what counts.\n'
    )
    rows = []
    for name, found in sorted(counts.items()):
        lines = [
            f"{depth} = {{ {', '.join(f'{json.dumps(question)} = {n}' for question, n in found[depth].items())} }}"
            for depth in ("first", "second")
        ]
        rows.append("\n".join((f"\n[{json.dumps(name)}]", *lines)))
    return head + "\n".join(rows) + "\n"
