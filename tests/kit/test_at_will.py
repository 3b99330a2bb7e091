"""What may be left alone: the way out is the usual; and one thing's place, judged, with the nearest that is free."""

from __future__ import annotations

from collections.abc import Iterable

from game.engine.decision import LEGAL, Bar, Decision, Exit, OptionAnswer, PlaceAnswer, Reply, Standing
from game.engine.state import State
from game.engine.text import Text
from game.geometry.shapes import Point, Pose
from game.kit.at_will import AtWill, OnePlace, lying, or_leave
from tests.toy import TOY

VIEW = TOY.begin(TOY.default_setup("field", 0))[0]
ASKED = Decision("d1", "lies", "red", "place", Text("Where?"), {"stone": "S1"}, ("K-1",))
LEFT = Reply(exit="leave")


class Stone(OnePlace):
    """East of 10 mm, at best at 12 or 30."""

    def bar(self, view: State, decision: Decision, at: Pose) -> Bar | None:
        return None if at.x > 10.0 else Bar(Text("Too far west"), "K-2")

    def ground(self, view: State, decision: Decision) -> tuple[tuple[Point, ...], ...]:
        return (((10.0, 0.0), (40.0, 0.0), (40.0, 9.0)),)

    def free(self, view: State, decision: Decision) -> Iterable[Point]:
        return ((30.0, 0.0), (12.0, 0.0))


STONE = Stone("stone", Text("Where?"), "K-1", Exit("leave", Text("Leave it")), Exit("turn", Text("Turn it")))


def test_the_first_way_out_is_the_usual_answer():
    question = AtWill(Exit("leave", Text("Leave it")), Exit("turn", Text("Turn it")))
    assert question.default(VIEW, ASKED) == LEFT
    assert [e.id for e in question.exits(VIEW, ASKED)] == ["leave", "turn"]


def test_the_way_out_has_the_last_room():
    answers = [lying("S1", (x, 0.0)) for x in (1.0, 2.0, 3.0)]
    assert list(or_leave(answers, LEFT, 3)) == [Reply(answers[0]), Reply(answers[1]), LEFT]
    assert list(or_leave(answers, LEFT, 9)) == [*map(Reply, answers), LEFT]
    assert list(or_leave(answers, LEFT, 1)) == [LEFT]
    assert list(or_leave(answers, LEFT, 0)) == []


def test_one_thing_is_laid_out_on_its_ground():
    asked = STONE.asked(VIEW, ASKED)
    assert [c.id for c in asked.space.things] == ["S1"]
    assert asked.space.zone == STONE.ground(VIEW, ASKED)
    assert (asked.default, asked.draft) == (LEFT, None)
    assert list(STONE.candidates(VIEW, ASKED, "any", 2)) == [Reply(lying("S1", (30.0, 0.0))), LEFT]


def test_a_place_is_judged_and_the_nearest_that_is_free_is_told():
    assert STONE.check(VIEW, ASKED, lying("S1", (10.1, 0.0))) == LEGAL
    refused = STONE.check(VIEW, ASKED, lying("S1", (10.0, 0.0)))
    assert (refused.status, refused.reasons[0].clause) == ("refused", "K-2")
    assert refused.nearest == lying("S1", (12.0, 0.0))


def test_what_names_no_place_is_unfinished_and_what_is_of_another_thing_no_answer():
    assert STONE.check(VIEW, ASKED, PlaceAnswer(())).status == "unfinished"
    assert STONE.check(VIEW, ASKED, PlaceAnswer((Standing("S1", {}),))).status == "unfinished"
    assert STONE.check(VIEW, ASKED, lying("S2", (20.0, 0.0))).status == "refused"
    assert STONE.check(VIEW, ASKED, OptionAnswer({})).status == "refused"
