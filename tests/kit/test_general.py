"""The shell of a general: an answer by question, the usual where there is none."""

from __future__ import annotations

from random import Random

import msgspec

from game.bots.seat import Choice, Seat
from game.engine.decision import Asked, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.state import State, Table
from game.engine.text import T
from game.kit.general.shell import Scripted, left, said
from tests.toy import TOY


class Temper(msgspec.Struct, frozen=True):
    """How bold a general is."""

    name: str
    bold: int = 0


def charge(seat: Seat, temper: Temper) -> Choice | None:
    """Charge if bold enough; leave the question where he is timid, do the usual between."""
    if temper.bold > 1:
        return said(OptionAnswer({"charge": "yes"}), T("on"))
    return left("wait", T("not today")) if temper.bold < 0 else None


DEFAULT = Reply(OptionAnswer({"charge": "no"}))


def chosen(temper: Temper, question: str = "charge") -> Choice:
    """What a general says."""
    decision = Decision("1", question, "south", "option", T("Charge?"))
    asked = Asked(OptionSpace({}), DEFAULT)
    seat = Seat(TOY, State("kit", Table(1.0, 1.0)), decision, Random(1), _asked=asked)
    return Scripted({"charge": charge}, {"charge": T("better so")}, temper).choose(seat)


def test_he_says_what_his_temper_makes_of_the_question() -> None:
    assert chosen(Temper("bold", 2)) == Choice(Reply(OptionAnswer({"charge": "yes"})), T("on"))
    assert chosen(Temper("timid", -1)) == Choice(Reply(exit="wait"), T("not today"))


def test_elsewhere_the_usual_is_done_and_why() -> None:
    assert chosen(Temper("steady")) == Choice(DEFAULT, T("better so"))
    assert chosen(Temper("bold", 2), "reform") == Choice(DEFAULT, T("the default"))
    assert Scripted({}, {}, Temper("bold")).name == "bold"
