"""Frames, sealed groups, windows, pools, things due and interrupts, on the toy ruleset."""

from __future__ import annotations

from game.engine import command as cmd
from game.engine.decision import (
    Aim,
    AllocateAnswer,
    Course,
    MoveAnswer,
    OptionAnswer,
    OrdersAnswer,
    PickAnswer,
    PlaceAnswer,
    Reply,
    Standing,
    Sum,
    TargetsAnswer,
)
from game.engine.event import Event
from game.engine.flow import Run
from game.engine.session import Session
from game.engine.text import T
from game.geometry.steps import Advance
from tests.engine.conftest import say, scripted

STAND = {u: {"what": "stand"} for u in ("foot-red", "wagon-red")}
STAND_BLUE = {u: {"what": "stand"} for u in ("foot-blue", "wagon-blue")}


def types(session: Session, last: int = 1) -> list[str]:
    return [e.type for line in session.lines[-last:] for e in line.events if e.type != "rest"]


def open_round(session: Session, red: str = "high", blue: str = "low") -> None:
    say(session, OrdersAnswer(STAND), "red")
    say(session, OrdersAnswer(STAND_BLUE), "blue")
    say(session, OptionAnswer({"bid": blue}), "blue")
    say(session, OptionAnswer({"bid": red}), "red")


def march(unit: str, mm: float) -> MoveAnswer:
    return MoveAnswer(unit, "march", courses=(Course(unit, (Advance(mm),)),))


def test_a_closed_group_asks_all_sides_and_keeps_their_answers_secret() -> None:
    session, _ = scripted()
    assert [(d.side, d.question) for d in session.waiting] == [("red", "order"), ("blue", "order")]
    group = session.state.pending.group  # type: ignore[union-attr]
    say(session, OrdersAnswer(STAND_BLUE), "blue")
    assert [d.side for d in session.waiting] == ["red"]
    assert session.view("red").secret["red"].sealed == {}
    assert "blue" not in session.view("red").secret
    say(session, OrdersAnswer(STAND), "red")
    assert set(session.state.secret["red"].sealed) == {group}
    assert [d.question for d in session.waiting] == ["bid", "bid"]


def test_an_open_group_is_shown_when_all_are_in() -> None:
    session, _ = scripted()
    open_round(session)
    assert types(session)[:2] == ["sealed", "opened"]
    opened = next(e for e in session.lines[-1].events if e.type == "opened")
    assert opened.data["red"]["answer"]["parts"] == {"bid": "high"}
    assert opened.data["blue"]["answer"]["parts"] == {"bid": "low"}
    assert all(not x.sealed.get("bid") for x in session.state.secret.values())
    assert session.waiting[0].side == "red"


def test_a_tied_bid_is_rolled_off_until_the_dice_differ() -> None:
    session, dice = scripted(3, 3, 2, 5)
    open_round(session, "high", "high")
    assert types(session) == ["sealed", "opened", "rolled", "rolled", "begins"]
    assert session.waiting[0].side == "blue"
    assert dice.left(session.state.luck) == ()  # type: ignore[arg-type]


def test_a_window_closes_when_all_pass_one_after_another() -> None:
    session, _ = scripted(1)
    open_round(session)
    say(session, "pass")
    assert session.waiting[0].side == "blue"
    say(session, OptionAnswer({"act": "march"}))
    say(session, march("foot-blue", 100.0))
    assert (session.waiting[0].side, session.waiting[0].question) == ("red", "act")
    say(session, "pass")
    assert session.waiting[0].side == "blue"
    say(session, "pass")
    assert session.waiting[0].question == "order"
    assert types(session)[-2:] == ["rolled", "card"]


def test_a_march_is_stopped_half_way_and_what_is_left_comes_back_as_a_draft() -> None:
    session, _ = scripted(6, 0)
    open_round(session)
    for unit in ("foot-red", "foot-blue") * 2:
        say(session, OptionAnswer({"act": "march"}))
        say(session, march(unit, 150.0))
    # 800 mm between the centres less four marches of 150, depth 20: a gap of 180
    say(session, OptionAnswer({"act": "march"}))
    say(session, march("foot-red", 150.0))
    assert (session.waiting[0].side, session.waiting[0].question) == ("blue", "shout")
    assert session.state.bases["foot-red.1"].pose.y == 480.0  # type: ignore[union-attr]
    say(session, OptionAnswer({"shout": "shout"}))
    say(session, PickAnswer(("foot-red.3",)))
    assert types(session) == ["lost", "owed", "cried"]
    decision = session.waiting[0]
    assert decision.question == "march"
    asked = session.asked(decision)
    assert asked.draft == march("foot-red", 70.0)
    too_far = say(session, march("foot-red", 70.001))
    assert isinstance(too_far, cmd.Refusal)
    assert too_far.clause == "TOY-MARCH-01"
    assert session.check(decision, Reply(march("foot-red", 70.001))).nearest == march("foot-red", 70.0)
    say(session, march("foot-red", 70.0))
    assert session.state.bases["foot-red.1"].pose.y == 550.0  # type: ignore[union-attr]
    say(session, "pass")
    say(session, "pass")
    assert [t for t in types(session) if t != "due_taken"] == ["rolled", "held", "rolled", "card"]
    held = next(e for e in session.lines[-1].events if e.type == "held")
    assert held.data == {"causes": ["foot-red.3"]}
    assert session.state.due == ()


def test_a_pool_throws_ones_again_then_offers_a_die_to_its_owner() -> None:
    session, dice = scripted(1, 5, 2, 3, 6)
    open_round(session)
    say(session, OptionAnswer({"act": "shoot"}))
    say(session, TargetsAnswer((Aim("foot-red", "bow", "foot-blue"),)))
    decision = session.waiting[0]
    assert decision.question == "bend"
    assert decision.args["faces"] == [[3, 5, 2]]
    assert decision.args["spent"] == ["0.0"]
    spent = session.submit(cmd.Answering(decision.id, "red", Reply(AllocateAnswer({"0.0": 1}))))
    assert isinstance(spent, cmd.Refusal)
    assert spent.clause == "TOY-SHOT-02"
    say(session, AllocateAnswer({"0.2": 1}))
    assert dice.left(session.state.luck) == ()  # type: ignore[arg-type]
    fall = session.waiting[0]
    assert (fall.side, fall.question, fall.args["hits"]) == ("blue", "fall", 2)
    say(session, AllocateAnswer({"foot-blue.2": 1, "foot-blue.3": 1}))
    assert [b.id for b in session.state.bases_of("foot-blue")] == ["foot-blue.1"]
    # two losses of one unit: two due items, one test for the subject
    assert len(session.state.due) == 2


def test_passengers_are_inside_their_carrier_and_tied_to_it() -> None:
    session, _ = scripted()
    open_round(session)
    say(session, OptionAnswer({"act": "ride"}))
    # there is one answer only, so nobody is asked twice
    say(session, PlaceAnswer((Standing("foot-red", inside="wagon-red"),)))
    assert {b.place for b in session.state.bases.values() if b.where == "inside"} == {"wagon-red"}
    (tie,) = session.state.ties.values()
    assert (tie.kind, tie.a, tie.b) == ("passengers", "wagon-red", "foot-red")


def test_what_is_hidden_moves_out_when_shown_and_a_lone_answer_is_not_asked_for() -> None:
    session, _ = scripted()
    open_round(session)
    assert "scouts-red" not in session.state.units
    assert "scouts-red" in session.view("red").secret["red"].units
    say(session, OptionAnswer({"act": "show"}))
    assert types(session) == ["shown"]
    assert "scouts-red" in session.view("blue").units
    assert session.view("blue").bases["scouts-red.2"].pose is not None
    assert session.state.secret["red"].bases == {}


def test_a_deck_holds_only_what_is_left() -> None:
    session, _ = scripted(0, 0, 1)
    seen = []
    for _ in range(3):
        open_round(session)
        say(session, "pass")
        say(session, "pass")
        seen.append(next(e for e in session.lines[-1].events if e.type == "card").data["card"])
    assert seen == ["sun", "rain", "night"]
    assert session.state.over is not None
    assert session.state.over.winner == ""
    assert session.waiting == ()


def test_answers_to_old_questions_and_of_the_wrong_side_are_refused_and_change_nothing() -> None:
    session, _ = scripted()
    decision = session.waiting[0]
    before = session.state
    wrong = session.submit(cmd.Answering(decision.id, "blue", Reply(OrdersAnswer(STAND))))
    assert isinstance(wrong, cmd.Refusal)
    old = session.submit(cmd.Answering("d999", "red", Reply(OrdersAnswer(STAND))))
    assert isinstance(old, cmd.Refusal)
    lame = session.submit(cmd.Answering(decision.id, "red", Reply(exit="fly")))
    assert isinstance(lame, cmd.Refusal)
    assert session.state is before


def test_what_happens_to_a_unit_is_its_sides_deed_and_about_it() -> None:
    session, _ = scripted()
    run = Run(session.state)
    total = Sum(T("n"), 1.0)
    run.tell("foot-blue", "wavered", "test", T("It wavers"), ("X-1",), also=("foot-red",), sums=[total], unit="u", n=2)
    run.tell("foot-red", "stood", "test", None)
    assert run.events == [
        Event(
            "wavered",
            "test",
            T("It wavers"),
            clauses=("X-1",),
            about=("foot-blue", "foot-red"),
            side="blue",
            data={"unit": "u", "n": 2},
            sums=(total,),
        ),
        Event("stood", "test", about=("foot-red",), side="red"),
    ]
