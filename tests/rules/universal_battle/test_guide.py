"""The guided first battle: who takes the general's advice meets every lesson and wins, with the next best as well."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from game.bots.referee import Referee
from game.bots.roster import make_bot
from game.bots.seat import Bot, Choice, Seat
from game.client.guide.file import guides_of
from game.client.guide.progress import Progress
from game.engine.decision import PickAnswer, PickSpace, Reply
from game.engine.session import Session
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.general import worth
from rulesets.universal_battle.general.actions import Mind
from rulesets.universal_battle.system import RULESET


class SecondBest:
    """Takes the second of what the general thinks of: who acts, what he does, whom he shoots at; his word else."""

    name = "second best"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        first = make_bot(RULESET, "general").choose(seat)
        others = (reply for reply in _others(seat) if reply != first.reply)
        found = next((reply for reply in others if seat.check(reply).legal), None)
        return first if found is None else Choice(found, first.why)


def _others(seat: Seat) -> Iterator[Reply]:
    mind = Mind(seat.view, seat.side, worth.TEMPERS[0])
    question, space = seat.decision.question, seat.asked.space
    if question == "activate":
        assert isinstance(space, PickSpace)
        able = [c.id for c in space.things if c.bar is None]
        yield from (Reply(PickAnswer((u,))) for u in sorted(able, key=mind.urgency, reverse=True))
    elif question == "act":
        yield from (Reply(deed.answer) for deed in mind.best(seat.decision.args["unit"], seat.work))
    elif question in ("shoot_at", "regroup"):
        yield from (reply for reply in seat.candidates("any", 8) if reply.answer is not None)


def _listen(progress: Progress, question: str) -> set[str]:
    """The lessons that are told at a question, with nothing on the table yet and with a legal answer."""
    told = set()
    for draft in ("empty", "legal"):
        step = progress.now(question, draft)
        while getattr(step, "until", "") == "read":
            told.add(getattr(step, "id", ""))
            progress.read()
            step = progress.now(question, draft)
        told.add(getattr(step, "id", ""))
    return told - {""}


@pytest.mark.parametrize("player", [make_bot(RULESET, "general"), SecondBest()], ids=lambda b: b.name)
def test_a_newcomer_who_takes_advice_meets_every_lesson_and_wins(player: Bot) -> None:
    guide = guides_of(RULESET)[0][0]
    session = Session.start(RULESET, guide.document("USB"))
    progress, referee, dice = Progress(guide), Referee(), Random(0)
    bots = {"south": player, "north": make_bot(RULESET, "general")}
    told: set[str] = set()
    while session.waiting:
        decision, before = session.waiting[0], len(session.lines)
        mine = decision.side == "south"
        if mine:
            told |= _listen(progress, decision.question)
        session.submit(referee.answer(RULESET, session.state, decision, bots[decision.side], dice))
        if mine:
            progress.answered(decision.question)
        progress.happened |= {e.type for line in session.lines[before:] for e in line.events}
    assert told == {step.id for step in guide.step}
    assert session.state.over is not None
    assert session.state.over.winner == "south"
    assert facts.activations(session.state, "south")
    assert sum(w.faults for w in referee.watches.values()) == 0
