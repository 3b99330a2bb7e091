"""A battle left between two sealed answers goes on: the answer that lies sealed in the record is one again."""

from __future__ import annotations

from pathlib import Path

from game.engine.command import Answering, Refusal
from game.engine.decision import OptionAnswer, OrdersAnswer, Reply
from game.engine.records.record import Writer, read_record
from game.engine.session import Session
from tests.toy import TOY


def test_sealed_answers_outlive_the_program(tmp_path: Path) -> None:
    session = Session.start(TOY, TOY.default_setup("field", 0))
    Writer.create(tmp_path / "left.tabula", session)
    for _ in range(2):
        decision = session.waiting[0]
        session.submit(Answering(decision.id, decision.side, session.asked(decision).default))
    first = session.waiting[0]
    session.submit(Answering(first.id, first.side, Reply(OptionAnswer({"bid": "high"}))))
    again = read_record(tmp_path / "left.tabula").session(TOY)
    assert again.state.secret["red"].sealed == session.state.secret["red"].sealed
    kinds = {type(r.answer) for s in again.state.secret.values() for r in s.sealed.values()}
    assert kinds == {OrdersAnswer, OptionAnswer}
    second = again.waiting[0]
    got = again.submit(Answering(second.id, second.side, Reply(OptionAnswer({"bid": "low"}))))
    assert not isinstance(got, Refusal)
    assert [e.type for e in got][:2] == ["sealed", "opened"]
