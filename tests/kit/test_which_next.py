"""Which of several comes next, one of a few courses: what is laid out, the usual one, exits, what systems tell."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.decision import Bar, Choice, Decision, Exit, OptionAnswer, OptionSpace, PickAnswer, Reply
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.kit.which_next import OneOf, WhichNext, picked, whose_next
from tests.toy import TOY

VIEW = TOY.begin(TOY.default_setup("field", 0))[0]


def decision(**args: object) -> Decision:
    return Decision("d1", "next", "red", "pick", Text("Which?"), dict(args), ("K-1",))


def test_those_left_are_laid_out_in_order_and_the_first_is_the_usual_one():
    asked = WhichNext().asked(VIEW, decision(units=["b", "a", "c"]))
    assert [c.id for c in asked.space.things] == ["b", "a", "c"]
    assert asked.space.things[1].label == T("{unit}", unit=Thing("a"))
    assert (asked.space.least, asked.space.most) == (1, 1)
    assert asked.default == Reply(PickAnswer(("b",)))
    assert (asked.draft, asked.exits) == (None, ())


def test_one_that_is_left_is_no_question_two_are():
    assert WhichNext().forced(VIEW, decision(units=["a"])) == Reply(PickAnswer(("a",)))
    assert WhichNext().forced(VIEW, decision(units=["a", "b"])) is None


def test_with_a_way_out_even_the_last_is_asked_for():
    question = WhichNext(exits=(Exit("done", T("Nobody else")),))
    assert question.forced(VIEW, decision(units=["a"])) is None
    assert list(question.candidates(VIEW, decision(units=["a"]), "any", 9)) == [
        Reply(PickAnswer(("a",))),
        Reply(exit="done"),
    ]


def test_what_nobody_need_pick_is_left_alone_as_a_rule_and_where_there_is_nothing_to_pick():
    leaving, exits = Reply(exit="done"), (Exit("done", T("Nobody")), Exit("other", T("Another way")))
    free, bound = WhichNext(exits=exits, at_will=True, drafted=True), WhichNext(exits=exits, drafted=True)
    asked = free.asked(VIEW, decision(units=["a", "b"]))
    assert ([c.id for c in asked.space.things], asked.default, asked.draft) == (["a", "b"], leaving, None)
    assert bound.asked(VIEW, decision(units=["a", "b"])).default == Reply(PickAnswer(("a",)))
    asked = bound.asked(VIEW, decision(units=[]))
    assert (asked.space.things, asked.default, asked.exits) == ((), leaving, exits)


def test_drafted_the_usual_one_is_picked_already():
    assert WhichNext("rows", drafted=True).asked(VIEW, decision(rows=["b", "a"])).draft == PickAnswer(("b",))


def test_whose_turn_it_is_goes_on_to_who_has_something_left():
    assert whose_next(VIEW, "blue", {"red": 1, "blue": 2}.get) == "blue"
    assert whose_next(VIEW, "blue", {"red": 1, "blue": 0}.get) == "red"
    assert whose_next(VIEW, "blue", {}.get) == ""


class Groups(WhichNext):
    """Rows of several, each by its last; who is short of two is barred."""

    def choice(self, view: State, decision: Decision, row: Sequence[str]) -> Choice:
        return Choice(row[-1], T("{n}", n=len(row)), Bar(T("Alone"), "K-2") if len(row) < 2 else None)


class Latest(Groups):
    def usual(self, view: State, decision: Decision, things: Sequence[Choice]) -> str:
        return things[-1].id


def test_a_system_says_what_is_told_of_each_and_the_usual_one_is_not_barred():
    rows = decision(groups=[["a"], ["b", "c"], ["d", "e"]])
    asked = Groups("groups").asked(VIEW, rows)
    assert [c.id for c in asked.space.things] == ["a", "c", "e"]
    assert asked.default.answer == PickAnswer(("c",))
    assert not Groups("groups").check(VIEW, rows, PickAnswer(("a",))).legal
    assert Latest("groups").asked(VIEW, rows).default.answer == PickAnswer(("e",))


def test_the_answer_tells_who():
    assert picked(Reply(PickAnswer(("b",)))) == "b"


class Feet(WhichNext):
    def rows(self, view: State, decision: Decision) -> Sequence[str]:
        return [u.id for u in view.units_of(decision.side) if u.id.startswith("foot")]

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        return (Exit("none", T("None")),) if decision.side == "red" else ()


def test_what_is_left_and_the_way_out_may_be_told_by_the_situation():
    asked = Feet().asked(VIEW, decision())
    assert ([c.id for c in asked.space.things], [e.id for e in asked.exits]) == (["foot-red"], ["none"])
    blue = Decision("d1", "next", "blue", "pick", Text("Which?"))
    assert Feet().asked(VIEW, blue).exits == ()
    assert Feet().forced(VIEW, blue) == Reply(PickAnswer(("foot-blue",)))


EDGES = OneOf("edge", {"south": T("South"), "north": T("North")})


def test_courses_that_are_always_the_same_are_laid_out_in_order_and_the_first_is_the_usual_one():
    asked = EDGES.asked(VIEW, decision())
    assert asked.space == OptionSpace({"edge": (Choice("south", T("South")), Choice("north", T("North")))})
    assert (asked.default, asked.draft) == (Reply(OptionAnswer({"edge": "south"})), None)
    assert EDGES.forced(VIEW, decision()) is None
    assert not EDGES.check(VIEW, decision(), OptionAnswer({"edge": "east"})).legal
    assert EDGES.check(VIEW, decision(), OptionAnswer({"edge": "north"})).legal


def test_the_part_may_be_named_by_an_argument():
    question = OneOf(labels={"go": T("Go"), "stay": T("Stay")}, by="unit")
    asked = question.asked(VIEW, decision(unit="foot"))
    assert list(asked.space.parts) == ["foot"]
    assert question.chosen(decision(unit="foot"), asked.default.answer) == "go"
    assert question.chosen(decision(unit="horse"), asked.default.answer) == ""


def test_of_an_answer_of_another_kind_nothing_is_chosen():
    assert EDGES.chosen(decision(), PickAnswer(("south",))) == ""


class Stand(OneOf):
    """The first is barred to those in a hurry."""

    def choices(self, view: State, decision: Decision) -> tuple[Choice, ...]:
        bar = Bar(T("In a hurry"), "K-3") if decision.args.get("hurry") else None
        return (Choice("rest", T("Rest"), bar), Choice("walk", T("Walk")), Choice("run", T("Run")))


class Fast(Stand):
    def usual(self, view: State, decision: Decision, choices: Sequence[Choice]) -> str:
        return choices[-1].id


def test_courses_by_the_situation_the_usual_one_is_not_barred_unless_told_another():
    asked = Stand("pace", drafted=True).asked(VIEW, decision(hurry=True))
    assert asked.draft == asked.default.answer == OptionAnswer({"pace": "walk"})
    assert Stand("pace").asked(VIEW, decision()).default.answer == OptionAnswer({"pace": "rest"})
    assert Fast("pace").asked(VIEW, decision()).default.answer == OptionAnswer({"pace": "run"})
    assert not Stand("pace").check(VIEW, decision(hurry=True), OptionAnswer({"pace": "rest"})).legal


class Weighing(Stand):
    def usual(self, view: State, decision: Decision, choices: Sequence[Choice]) -> str:
        raise AssertionError("nobody has asked which is the usual one")


def test_who_wants_the_courses_alone_has_none_weighed():
    question, hurried = Weighing("pace"), decision(hurry=True)
    walk, run = (Reply(OptionAnswer({"pace": pace})) for pace in ("walk", "run"))
    assert list(question.candidates(VIEW, hurried, "any", 9)) == [walk, run]
    assert list(question.candidates(VIEW, hurried, "any", 1)) == [walk]
    assert question.forced(VIEW, hurried) is None
    assert question.exits(VIEW, hurried) == ()


def test_what_is_told_of_a_row_and_of_courses_may_be_functions():
    rows = WhichNext("rows", tells=lambda view, decision, row: Choice(row[-1], T("{n}", n=len(row))))
    assert [(c.id, c.label.args["n"]) for c in rows.asked(VIEW, decision(rows=["ab", "c"])).space.things] == [
        ("b", 2),
        ("c", 1),
    ]

    def some(view: State, decision: Decision) -> tuple[Choice, ...]:
        return tuple(Choice(name, T("{n}", n=name)) for name in decision.args["held"])

    asked = OneOf("part", courses=some).asked(VIEW, decision(held=["axe", "bow"]))
    assert isinstance(asked.space, OptionSpace)
    assert [c.id for c in asked.space.parts["part"]] == ["axe", "bow"]
    assert asked.default == Reply(OptionAnswer({"part": "axe"}))
    last = OneOf("part", courses=some, usually=lambda view, decision: decision.args["held"][-1])
    assert last.asked(VIEW, decision(held=["axe", "bow"])).default == Reply(OptionAnswer({"part": "bow"}))
