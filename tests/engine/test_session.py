"""Undo, take-back by agreement, branching, concession, offers, typed dice."""

from __future__ import annotations

from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decision import OptionAnswer, PickAnswer, Reply, RollAnswer
from game.engine.session import Session
from game.engine.state import state_hash
from tests.engine.conftest import say, scripted, toy_session
from tests.engine.test_flow import march, open_round
from tests.toy import TOY


def at_acts(*dice: int) -> Session:
    session, _ = scripted(*dice)
    open_round(session)
    return session


def test_undo_is_free_while_nothing_came_to_light() -> None:
    session = at_acts()
    start = len(session.lines) - 1
    before = state_hash(session.state)
    say(session, OptionAnswer({"act": "march"}))
    assert session.free_undo("red") == start
    got = session.submit(cmd.Undo("red", start))
    assert not isinstance(got, cmd.Refusal)
    assert state_hash(session.state) == before
    assert session.lines[-1].events[0].type == "undone"


def test_undo_past_dice_needs_the_other_side() -> None:
    session = at_acts(4, 5, 2)
    start = len(session.lines) - 1
    say(session, OptionAnswer({"act": "shoot"}))
    from game.engine.decision import Aim, TargetsAnswer

    say(session, TargetsAnswer((Aim("foot-red", "bow", "foot-blue"),)))
    assert session.free_undo("red") is None
    assert isinstance(session.submit(cmd.Undo("red", start)), cmd.Refusal)
    session.submit(cmd.Propose("red", "takeback", start))
    (offer,) = session.state.offers
    assert isinstance(session.submit(cmd.Respond("red", offer.id, True)), cmd.Refusal)
    session.submit(cmd.Respond("blue", offer.id, True))
    assert session.state.pending == session.lines[start].state.pending
    assert session.state.offers == ()


def test_undo_past_the_other_sides_answer_is_not_free() -> None:
    session = at_acts()
    here = len(session.lines) - 1
    say(session, OptionAnswer({"act": "march"}))
    say(session, march("foot-red", 10.0))
    say(session, "pass")
    assert session.free_undo("red") is None
    assert isinstance(session.submit(cmd.Undo("red", here)), cmd.Refusal)
    solo = session.branch(len(session.lines) - 1)
    solo.solo = True
    assert not isinstance(solo.submit(cmd.Undo("red", here)), cmd.Refusal)


def test_a_branch_shares_the_past_and_not_the_future() -> None:
    session = at_acts()
    branch = session.branch(len(session.lines) - 1)
    say(branch, "pass")
    assert len(branch.lines) == len(session.lines) + 1
    assert session.waiting[0].side == "red"
    assert branch.lines[0].state is session.lines[0].state


def test_concession_and_agreement_end_the_battle() -> None:
    session = at_acts()
    other = session.branch(len(session.lines) - 1)
    session.submit(cmd.Concede("red"))
    assert session.state.over is not None
    assert session.state.over.winner == "blue"
    assert isinstance(session.submit(cmd.Concede("blue")), cmd.Refusal)
    other.submit(cmd.Propose("blue", "draw"))
    assert isinstance(other.submit(cmd.Propose("blue", "draw")), cmd.Refusal)
    other.submit(cmd.Respond("red", other.state.offers[0].id, False))
    assert other.state.offers == ()
    assert other.state.over is None
    other.submit(cmd.Propose("blue", "end"))
    other.submit(cmd.Respond("red", other.state.offers[0].id, True))
    assert other.state.over is not None
    assert other.state.over.winner == ""


def test_typed_dice_are_asked_for_and_checked() -> None:
    session = Session.start(TOY, replace(TOY.default_setup("field", 0), dice="typed"))
    open_round(session, "high", "high")
    decision = session.waiting[0]
    assert decision.kind == "roll"
    assert session.asked(decision).space.rows == (("red", (1, 2, 3, 4, 5, 6), 1), ("blue", (1, 2, 3, 4, 5, 6), 1))  # type: ignore[union-attr]
    seven = session.submit(cmd.Answering(decision.id, decision.side, Reply(RollAnswer(((7,), (1,))))))
    assert isinstance(seven, cmd.Refusal)
    short = session.submit(cmd.Answering(decision.id, decision.side, Reply(RollAnswer(((6,),)))))
    assert isinstance(short, cmd.Refusal)
    wrong = session.submit(cmd.Answering(decision.id, decision.side, Reply(PickAnswer(("x",)))))
    assert isinstance(wrong, cmd.Refusal)
    session.submit(cmd.Answering(decision.id, decision.side, Reply(RollAnswer(((6,), (1,))))))
    assert session.waiting[0].side == "red"


def test_the_same_seed_gives_the_same_battle() -> None:
    from tests.engine.conftest import random_battle

    assert [state_hash(x.state) for x in random_battle(7).lines] == [
        state_hash(x.state) for x in random_battle(7).lines
    ]
    assert state_hash(random_battle(7).state) != state_hash(random_battle(8).state)
    assert toy_session("x").state.luck is not None
