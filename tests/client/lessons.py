"""Guided battles played through: by who takes every suggestion, and by who takes the next best answer.

How long it takes is computed, the same on every machine: 200 words a minute for what is shown for the first time; for
each answer 2 seconds to read the question and 1.5 for each of two presses (the suggestion, the confirmation); half a
second for each answer of the enemy; the theatre at normal speed. The bars: blows within three minutes, a result within
ten. Without a window a battle is over in a
second, so that a seed in which everything is met can be looked for:

    python -m tests.client.lessons WMA            # both players, with what is told when
    python -m tests.client.lessons WMA --seeds 40 # the same opening with other dice; for openings that no die decides
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from msgspec.structs import replace

from game.bots.referee import Referee
from game.bots.roster import best_bot, make_bot
from game.bots.seat import Bot, Choice, Seat
from game.client.battle.showing import Showing
from game.client.guide.file import GuideFile, guides_of
from game.client.guide.progress import Progress
from game.engine.command import Answering
from game.engine.decision import Decision, Reply
from game.engine.eyes import PERSON
from game.engine.loader import load_ruleset
from game.engine.ruleset import Ruleset
from game.engine.session import Line, Session

READ = 200.0 / 60.0
"""Words that a player reads in a second."""
LOOK, PRESS, PRESSES = 2.0, 1.5, 2
"""Seconds in which he sees what is asked, seconds for each press, and presses for an answer that is suggested."""
FOE = 0.5
"""Seconds that the enemy thinks about an answer."""
FRAME = 0.1
OFFERED = 12
"""So many answers are looked through for the next best."""


class SecondBest:
    """Takes the first answer of those that the rules offer that is not the general's; his where there is none."""

    name = "second best"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        best = make_bot(seat.ruleset, best_bot(seat.ruleset)).choose(seat)
        return best if best.reply.answer is None else Choice(next(_others(seat, best.reply), best.reply), best.why)


def _others(seat: Seat, best: Reply) -> Iterator[Reply]:
    for reply in seat.candidates("any", OFFERED):
        if reply.answer is not None and reply != best and seat.check(reply).legal:
            yield reply


def player(ruleset: Ruleset, second: bool) -> Bot:
    """Who takes every suggestion, or who takes the next best."""
    return SecondBest() if second else make_bot(ruleset, best_bot(ruleset))


@dataclass
class Clock:
    """The time of a player at a guided battle, reckoned: reading, looking, pressing, and the theatre at normal speed.

    Attributes
    ----------
    seconds
        Since he sat down.
    first_blow
        When the first blows of a combat had been seen; None before.
    """

    session: Session
    seconds: float = 0.0
    first_blow: float | None = None
    answers: int = 0
    read: set[str] = field(default_factory=set)
    _showing: Showing = field(init=False)

    def __post_init__(self) -> None:
        self._showing = Showing(self.session)
        self._showing.jump(len(self.session.lines) - 1)

    def reads(self, words: str) -> None:
        """He reads something, if he has not read it before."""
        if words not in self.read:
            self.read.add(words)
            self.seconds += len(words.split()) / READ

    def answered(self, mine: bool) -> None:
        """An answer was given: what came of it is shown."""
        at = self._showing.line
        self.answers += mine
        self.seconds += LOOK + PRESS * PRESSES if mine else FOE
        while self._showing.busy:
            self._showing.update(FRAME)
            self.seconds += FRAME
        if self.first_blow is None and any(e.family == "blow" for line in self.session.lines[at:] for e in line.events):
            self.first_blow = self.seconds


@dataclass
class Account:
    """How a guided battle went: when what was told, when it came to blows, when it was over, and who won."""

    told: dict[str, float]
    clock: Clock
    winner: str | None

    def missed(self, guide: GuideFile) -> list[str]:
        """The lessons that were never told."""
        return [step.id for step in guide.step if step.id not in self.told]


def played(ruleset: Ruleset, guide: GuideFile, second: bool) -> Account:
    """A guided battle fought to its end without a window."""
    session = Session.start(ruleset, guide.document(ruleset.meta.id))
    assert guide.open(session) is None
    mine = next(side for side, who in guide.players.items() if who == PERSON)
    bots = {side: make_bot(ruleset, who) for side, who in guide.players.items() if side != mine}
    bots[mine] = player(ruleset, second)
    progress, referee, dice, told = Progress(guide), Referee(), Random(0), dict[str, float]()
    clock = Clock(session)
    while session.waiting:
        decision, at = session.waiting[0], len(session.lines)
        if decision.side == mine:
            _listen(progress, decision, clock, told)
        got = session.submit(referee.answer(ruleset, session.state, decision, bots[decision.side], dice))
        assert isinstance(got, tuple), got
        if decision.side == mine:
            progress.answered(decision.question)
        clock.answered(decision.side == mine)
        progress.happened |= {e.type for line in session.lines[at:] for e in line.events}
    assert sum(w.faults for w in referee.watches.values()) == 0
    assert session.state.over is not None
    return Account(told, clock, session.state.over.winner)


def _listen(progress: Progress, decision: Decision, clock: Clock, told: dict[str, float]) -> None:
    """What is told at a question, with nothing on the table yet and with a legal answer, is read."""
    for draft in ("empty", "legal"):
        while (row := progress.now(decision.question, draft)) is not None:
            clock.reads(row.say)
            told.setdefault(getattr(row, "id", ""), clock.seconds)
            if not progress.read():
                break


def reckoned(guide: GuideFile, lines: Sequence[Line], session: Session, words: dict[int, list[str]]) -> Clock:
    """The time of a battle that was played in a window: ``words`` told before each of its lines."""
    before = Session(session.ruleset, session.setup, session.dice, list(lines[: len(guide.opening) + 1]))
    before.origin = session.origin
    mine = next(side for side, who in guide.players.items() if who == PERSON)
    clock = Clock(before)
    for n in range(len(before.lines), len(lines)):
        for said in words.get(n, ()):
            clock.reads(said)
        before.lines.append(lines[n])
        command = lines[n].command
        clock.answered(isinstance(command, Answering) and command.side == mine)
    return clock


def _line(guide: GuideFile, got: Account) -> str:
    clock = got.clock
    blow = -1.0 if clock.first_blow is None else clock.first_blow
    told = f"blows {blow:.0f} s, over {clock.seconds:.0f} s, {clock.answers} answers, won by {got.winner or 'nobody'}"
    return f"{told}, missed {', '.join(got.missed(guide)) or 'nothing'}"


def main(words: Sequence[str]) -> None:
    """Tell how the guided battles of a system go."""
    ruleset = load_ruleset(words[0])
    for guide in guides_of(ruleset)[0]:
        seeds = [str(n) for n in range(1, int(words[2]) + 1)] if words[1:2] == ["--seeds"] else [guide.setup.seed]
        for seed in seeds:
            other = replace(guide, setup=replace(guide.setup, seed=seed))
            session = Session.start(ruleset, other.document(words[0]))
            if other.open(session) is not None:
                continue  # with these dice somebody else is asked first
            for second in (False, True):
                got = played(ruleset, other, second)
                print(f"{seed} {'second best' if second else 'suggested'}: {_line(other, got)}")
                if len(seeds) == 1:
                    print(", ".join(f"{step} {at:.0f} s" for step, at in got.told.items() if step))


if __name__ == "__main__":
    main(sys.argv[1:])
