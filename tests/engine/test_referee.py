"""Bad players cannot stop, break or bend a battle."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest

from game.bots.bad import (
    AskingBot,
    CrashingBot,
    HangingBot,
    IllegalBot,
    LateBot,
    LeavingBot,
    MeddlingBot,
    StubbornBot,
)
from game.bots.mind import Mind, _Unheard
from game.bots.referee import Referee, Table
from game.bots.roster import BAD, UnknownBot, bot_names, make_bot
from game.bots.seat import Bot, Choice, Seat
from game.bots.simple import DefaultBot, RandomBot
from game.bots.work import Spent, Stopped, Work
from game.engine.command import Answering
from game.engine.glass import Glass, thawed
from game.engine.loader import load_ruleset
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from game.engine.state import state_hash, view
from tests.engine.conftest import toy_session
from tests.short import smallest
from tests.toy import TOY

SYSTEMS = ("AFS", "NAP", "USB", "WAB", "WMA")


def bots_threads() -> list[threading.Thread]:
    """Threads of bots that are still there."""
    return [t for t in threading.enumerate() if t.name in ("bot", "bot's end")]


def gone(seconds: float = 600.0) -> bool:
    """Whether all of them go within some time."""
    end = time.monotonic() + seconds
    while bots_threads() and time.monotonic() < end:
        time.sleep(0.01)
    return not bots_threads()


@pytest.fixture(autouse=True)
def nobody_left() -> Iterator[None]:
    """No test leaves a thread of a bot behind."""
    yield
    assert gone()


@pytest.mark.parametrize(
    ("bad", "kind"),
    [
        (IllegalBot(), "illegal"),
        (CrashingBot(), "crashed"),
        (LeavingBot(), "crashed"),
        (AskingBot(), "spent"),
        (LateBot(0.1), "late"),
        (HangingBot(), "late"),
        (StubbornBot(), "late"),
    ],
    ids=lambda x: getattr(x, "name", ""),
)
def test_the_referee_answers_for_a_bad_bot(bad: Bot, kind: str) -> None:
    session = toy_session("2")
    referee = Referee(0.03) if kind == "late" else Referee(work=200)
    table = Table(session, {"red": bad, "blue": DefaultBot()}, 1, referee)
    table.play()
    assert session.state.over is not None
    watch = table.referee.watches["red"]
    assert getattr(watch, kind) == len(watch.times) == watch.faults > 0
    assert table.referee.watches["blue"].faults == 0


def test_the_zoo_is_complete() -> None:
    """Whoever adds a bad player to the program tries him here."""
    tried = {"illegal", "crashing", "leaving", "asking", "late", "hanging", "stubborn", "meddling"}
    assert set(BAD) == tried


# --- threads -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [HangingBot(), StubbornBot()], ids=lambda b: b.name)
def test_a_bot_that_hangs_is_ended_whatever_it_catches(bad: Bot) -> None:
    session = toy_session("2")
    decision = session.waiting[0]
    got = Referee(0.05).answer(TOY, session.state, decision, bad, Random(1))
    assert got.why is not None
    assert "no answer came in time" in got.why.key
    assert gone()


class Dropped:
    """Whoever is not held any more is at work for a while where nobody can catch what is raised."""

    def __del__(self) -> None:
        sum(n for n in range(2000))


def test_nothing_is_told_of_an_end_where_nobody_can_catch_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[sys.UnraisableHookArgs] = []
    monkeypatch.setattr(_Unheard, "told", [told.append])
    monkeypatch.setattr(sys, "unraisablehook", _Unheard.hook)

    def job() -> None:
        while True:
            Dropped()

    assert Mind(job, Work()).wait(0.02) is None
    assert gone()
    assert not told

    class Wrong:
        def __del__(self) -> None:
            raise ValueError

    Wrong()
    assert [lost.exc_type for lost in told] == [ValueError]


def test_a_battle_is_thought_out_in_one_thread_as_long_as_nobody_hangs() -> None:
    seen: list[threading.Thread] = []

    class Telling:
        name = "telling"

        def choose(self, seat: Seat) -> Choice:
            seen.append(threading.current_thread())
            return Choice(seat.asked.default)

    table = Table(toy_session("2"), {"red": Telling(), "blue": Telling()}, 1)
    table.play()
    assert len(seen) > 5
    assert set(seen) == {seen[0]}
    Referee(0.05).answer(TOY, toy_session("2").state, toy_session("2").waiting[0], HangingBot(), Random(1))
    table = Table(toy_session("2"), {"red": Telling(), "blue": Telling()}, 1)
    table.play()
    assert seen[0] is not seen[-1]
    assert gone()


def test_who_asks_his_seat_after_the_end_is_sent_away() -> None:
    session = toy_session("2")
    decision = session.waiting[0]
    seat = Seat(TOY, session.view(decision.side), decision, Random(1))
    offered = iter(seat.candidates())
    next(offered)
    seat.work.halt()
    for asking in (lambda: seat.check(seat.asked.default), lambda: next(offered), lambda: seat.work.spend(0)):
        with pytest.raises(Stopped):
            asking()


def test_once_it_has_hung_a_bot_is_waited_for_more_shortly_until_it_answers_again() -> None:
    hanging = True

    class Wavering:
        name = "wavering"

        def choose(self, seat: Seat) -> Choice:
            if hanging:
                HangingBot().choose(seat)
            return Choice(seat.asked.default)

    session = toy_session("2")
    referee, bot = Referee(1.0), Wavering()

    def asked() -> float:
        referee.answer(TOY, session.state, session.waiting[0], bot, Random(1))
        return referee.watches[session.waiting[0].side].times[-1]

    assert asked() >= 1.0
    assert asked() < 1.0
    hanging = False
    referee.patience = 60.0
    asked()
    assert not referee.watches[session.waiting[0].side].hangs
    assert referee.watches[session.waiting[0].side].late == 2


def test_nobody_waits_for_what_was_dropped() -> None:
    work, begun = Work(), threading.Event()

    def job() -> int:
        begun.set()
        while True:
            work.spend(0)

    mind = Mind(job, work)
    assert begun.wait(600)
    work.halt()
    with pytest.raises(Stopped):
        mind.wait(600)
    assert gone()


def test_what_was_dropped_before_it_began_ends_too() -> None:
    work = Work()
    work.halt()
    session = toy_session("2")
    with pytest.raises(Stopped):
        Referee().answer(TOY, session.state, session.waiting[0], HangingBot(), Random(1), work)


# --- work --------------------------------------------------------------------------------------------------------


def test_the_work_of_a_seat_is_counted_and_ends() -> None:
    session = toy_session("2")
    decision = session.waiting[0]
    seat = Seat(TOY, session.view(decision.side), decision, Random(1), Work(5))
    seat.check(seat.asked.default)
    assert len(list(seat.candidates("any", 2))) == 2
    seat.check(seat.asked.default)
    assert (seat.work.spent, seat.work.left) == (4, 1)
    seat.forecast(seat.asked.default)
    assert seat.work.left in (0, 1)
    with pytest.raises(Spent):
        seat.work.spend(2)
    assert seat.work.exceeded


def test_who_goes_on_when_his_work_is_used_up_is_not_heard() -> None:
    """The same on every machine: his answer does not count, whenever it comes."""

    class Deaf:
        name = "deaf"

        def choose(self, seat: Seat) -> Choice:
            for _ in range(20):
                try:
                    seat.check(seat.asked.default)
                except Spent:
                    break
            return Choice(seat.asked.default)

    session = toy_session("2")
    decision = session.waiting[0]
    referee = Referee(work=10)
    got = referee.answer(TOY, session.state, decision, Deaf(), Random(1))
    assert referee.watches[decision.side].spent == 1
    assert got.why is not None
    assert "used up" in got.why.key


# --- the view ----------------------------------------------------------------------------------------------------


def battle(ruleset: Ruleset, make: Callable[[], Bot], answers: int, seed: str) -> tuple[Session, dict[str, Bot]]:
    """A battle, as far as so many answers, in which every side but the first is played at random."""
    session = Session.start(ruleset, smallest(ruleset, seed))
    first, *others = session.state.sides
    bots: dict[str, Bot] = {first: make(), **{s: RandomBot() for s in others}}
    table = Table(session, bots, 1)
    for _ in range(answers):
        if not table.step():
            break
    assert sum(w.faults for w in table.referee.watches.values()) == 0
    return session, bots


@pytest.mark.parametrize("system", ["TOY", *SYSTEMS])
def test_a_bot_cannot_change_the_battle_through_its_view(system: str) -> None:
    ruleset = TOY if system == "TOY" else load_ruleset(system)
    answers = 20 if system == "NAP" else 60  # there one is for a whole side
    honest, _ = battle(ruleset, DefaultBot, answers, "meddled")
    meddled, bots = battle(ruleset, MeddlingBot, answers, "meddled")
    meddler = next(iter(bots.values()))
    assert isinstance(meddler, MeddlingBot)
    assert meddler.done == []
    assert meddler.refused > 1000
    assert [state_hash(x.state) for x in meddled.lines] == [state_hash(x.state) for x in honest.lines]


def test_what_a_bot_hands_over_it_cannot_change_any_more() -> None:
    kept: list[Choice] = []

    class Keeping:
        name = "keeping"

        def choose(self, seat: Seat) -> Choice:
            kept.append(Choice(thawed(seat.asked.default)))
            return kept[-1]

    session = toy_session("2")
    Table(session, {"red": Keeping(), "blue": DefaultBot()}, 1).play()
    answers = [x.command for x in session.lines if isinstance(x.command, Answering) and x.command.side == "red"]
    before = msgspec.json.encode([c.reply for c in answers])
    for choice in kept:
        parts = getattr(choice.reply.answer, "parts", None) or getattr(choice.reply.answer, "lines", None)
        if isinstance(parts, dict):
            parts.clear()
    assert msgspec.json.encode([c.reply for c in answers]) == before


def test_what_did_not_change_is_the_same_object_behind_glass() -> None:
    """So that what is remembered of it goes on serving."""
    session = toy_session("2")
    glass = Glass()
    first = glass(view(session.state, "red"))
    again = glass(view(session.state, "red"))
    assert first.bases is again.bases
    assert first.bases is not session.state.bases
    assert first == again == view(session.state, "red")
    base = next(b for b in session.state.bases.values() if b.pose is not None)
    assert base.pose is not None
    there = glass(session.state.with_poses({base.id: msgspec.structs.replace(base.pose, x=base.pose.x + 1.0)}))
    assert there.bases is not first.bases
    assert there.units is first.units
    assert all(there.bases[b] is first.bases[b] for b in first.bases if b != base.id)


# --- good ones ---------------------------------------------------------------------------------------------------


def test_the_random_player_is_never_refused() -> None:
    for seed in range(20):
        session = toy_session(str(seed))
        table = Table(session, {"red": RandomBot(), "blue": RandomBot()}, seed)
        table.play()
        assert session.state.over is not None
        assert sum(w.faults for w in table.referee.watches.values()) == 0


@pytest.mark.parametrize("system", ["TOY", "AFS"])
def test_a_plain_bot_needs_no_thread_and_plays_the_same_battle_as_in_one(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Guarded(RandomBot):
        """The same, but not known to the referee."""

    where: list[str] = []
    choose = RandomBot.choose

    def telling(self: RandomBot, seat: Seat) -> Choice:
        if seat.side == next(iter(seat.view.sides)):
            where.append(threading.current_thread().name)
        return choose(self, seat)

    monkeypatch.setattr(RandomBot, "choose", telling)
    ruleset: Ruleset = TOY if system == "TOY" else load_ruleset(system)
    plain, _ = battle(ruleset, RandomBot, 60, "plain")
    assert set(where) == {threading.current_thread().name}
    where.clear()
    guarded, _ = battle(ruleset, Guarded, 60, "plain")
    assert set(where) == {"bot"}
    assert [state_hash(x.state) for x in plain.lines] == [state_hash(x.state) for x in guarded.lines]


@pytest.mark.parametrize("fault", [ValueError, Spent])
def test_a_plain_bot_that_breaks_down_is_answered_for(
    fault: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_self: RandomBot, _seat: Seat) -> Choice:
        raise fault

    monkeypatch.setattr(RandomBot, "choose", broken)
    session, referee = toy_session("2"), Referee()
    referee.answer(TOY, session.state, session.waiting[0], RandomBot(), Random(1))
    watch = referee.watches[session.waiting[0].side]
    assert (watch.crashed, watch.spent) == ((0, 1) if fault is Spent else (1, 0))


def test_a_plain_bot_whose_battle_is_left_stops() -> None:
    session, work = toy_session("2"), Work()
    work.halt()
    with pytest.raises(Stopped):
        Referee().answer(TOY, session.state, session.waiting[0], DefaultBot(), Random(1), work)


def test_bots_wait_for_people() -> None:
    session = toy_session()
    table = Table(session, {"blue": DefaultBot()})
    table.play()
    assert {d.side for d in session.waiting} == {"red"}


def test_unknown_bots_are_named() -> None:
    assert bot_names(TOY) == ("random", "default")
    with pytest.raises(UnknownBot, match="random"):
        make_bot(TOY, "nobody")
