"""Bots that are programs: whole battles by the seat protocol, its requests, and what becomes of one that breaks it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from game.battle import fight, order
from game.bots.outside import messages as m
from game.bots.outside.differences import changed, changes
from game.bots.outside.program import MOST_STARTS, ProgramBot, ProgramFault, _Pipe, _reply
from game.bots.referee import Referee, Table
from game.bots.roster import UnknownBot, make_bot
from game.bots.seat import Seat
from game.bots.simple import RandomBot
from game.engine.records.record import read_record
from game.engine.state import view
from tests.engine.conftest import toy_session
from tests.toy import TOY

ECHO = Path(__file__).with_name("echo_bot.py")


def program(manner: str = "") -> str:
    return f'"{sys.executable}" "{ECHO}" {manner}'.strip()


def table(manner: str, patience: float = 20.0) -> Table:
    bots = {"red": ProgramBot(program(manner)), "blue": RandomBot()}
    return Table(toy_session(), bots, 7, Referee(patience))


@pytest.mark.parametrize("manner", ["", "curious"])
def test_a_program_plays_a_battle_to_its_end(manner: str) -> None:
    battle = table(manner)
    battle.play()
    battle.close()
    assert battle.session.state.over is not None
    assert battle.referee.watches["red"].faults == 0
    whys = {
        line.command.why.args["words"] for line in battle.session.lines if getattr(line.command, "side", "") == "red"
    }
    assert all(why.startswith("first of ") for why in whys)


@pytest.mark.parametrize(
    ("manner", "counted"),
    [("cheats", "illegal"), ("dies", "crashed"), ("nonsense", "")],
)
def test_one_that_breaks_the_protocol_gets_the_default_and_the_battle_goes_on(manner: str, counted: str) -> None:
    battle = table(manner)
    battle.play()
    battle.close()
    watch = battle.referee.watches["red"]
    assert battle.session.state.over is not None
    if counted:
        assert getattr(watch, counted) == watch.faults == len(watch.times)
    else:  # a line that is no request is refused with the reason, and the program may go on
        assert watch.faults == 0


def test_one_that_hangs_is_not_waited_for_and_its_process_ends() -> None:
    battle = table("hangs", patience=0.4)
    bot = battle.bots["red"]
    while not battle.referee.watches.get("red"):
        battle.step()
    assert battle.referee.watches["red"].late == 1
    assert isinstance(bot, ProgramBot)
    assert bot._pipe is None


def test_one_that_keeps_dying_is_begun_three_times_at_most() -> None:
    battle = table("dies")
    battle.play()
    bot = battle.bots["red"]
    assert isinstance(bot, ProgramBot)
    assert bot.starts > MOST_STARTS
    assert bot._pipe is None


def test_a_program_that_is_not_there_is_named() -> None:
    bot = ProgramBot("/no/such/program")
    battle = Table(toy_session(), {"red": bot, "blue": RandomBot()}, 7)
    while not battle.referee.watches.get("red"):
        battle.step()
    assert battle.referee.watches["red"].crashed == 1
    with pytest.raises(ProgramFault, match="/no/such/program"):
        _Pipe("/no/such/program")


def test_differences_make_the_next_view_of_the_last() -> None:
    session = toy_session()
    battle = Table(session, {"red": RandomBot(), "blue": RandomBot()}, 3)
    before = view(session.state, "red")
    known = json.loads(msgspec.json.encode(before))
    seen = 0
    while battle.step():
        now = view(session.state, "red")
        differences = json.loads(msgspec.json.encode(changes(before, now)))
        known = changed(known, differences)
        wanted = json.loads(msgspec.json.encode(now))
        assert {k: v for k, v in known.items() if v not in ({}, [], None, 0)} == {
            k: v for k, v in wanted.items() if v not in ({}, [], None, 0)
        }
        before = now
        seen += 1
    assert seen > 20


def test_a_program_that_cannot_be_started_is_refused_before_the_battle() -> None:
    with pytest.raises(UnknownBot, match="exec:/no/such: there is no program of this name"):
        make_bot(TOY, "exec:/no/such", outside=True)
    with pytest.raises(UnknownBot, match="there is no program"):
        make_bot(TOY, "exec:", outside=True)


def test_a_question_for_the_points_costs_one_unit_of_work() -> None:
    session = toy_session()
    decision = session.waiting[0]
    seat = Seat(TOY, session.state, decision, Random(1))
    assert isinstance(_reply(seat, m.AskScore()), m.Scores)
    assert seat.work.spent == 1


def test_names_that_run_code_are_for_the_command_line_alone() -> None:
    with pytest.raises(UnknownBot, match="no bot called"):
        make_bot(TOY, f"exec:{program()}")
    with pytest.raises(UnknownBot, match="no bot called"):
        make_bot(TOY, "tests.bots.sample:Sample")
    assert isinstance(make_bot(TOY, f"exec:{program()}", outside=True), ProgramBot)
    assert make_bot(TOY, "tests.bots.sample:Sample", outside=True).name == "sample"
    with pytest.raises(UnknownBot, match="ModuleNotFoundError"):
        make_bot(TOY, "tests.bots.nothing:Sample", outside=True)


def test_the_command_fights_with_a_program_and_records_its_name(tmp_path: Path) -> None:
    file = tmp_path / "a.tabula"
    name = f"exec:{program()}"
    what = order("AFS", "narrow_pass", {"south": name, "north": "random"}, "wire")
    result = fight(msgspec.structs.replace(what, save=str(file)))
    assert result.faults["south"] == 0
    assert read_record(file).header.players["south"] == name
