"""Small discrete questions: what the space itself refuses carries the clause of the question."""

from __future__ import annotations

import pytest

from game.engine.decision import (
    AllocateAnswer,
    AllocateSpace,
    Answer,
    Asked,
    Bar,
    Box,
    Choice,
    Decision,
    Kind,
    OptionAnswer,
    OptionSpace,
    PickAnswer,
    PickSpace,
    Reply,
    Space,
)
from game.engine.ruleset import Discrete
from game.engine.state import State, Table
from game.engine.text import T

BARRED = Bar(T("not that one"), "TOY-BAR")
BOXES = AllocateSpace((Box("a", T("a"), 1, 3), Box("b", T("b"), 0, 3, bar=BARRED)), 1, 2)
THINGS = PickSpace((Choice("x", T("x")), Choice("y", T("y")), Choice("z", T("z"), BARRED)), 1, 1)
OPTIONS = OptionSpace({"part": (Choice("yes", T("yes")), Choice("no", T("no"), BARRED))})


class Plain(Discrete):
    """A question whose space is all there is to it."""

    def __init__(self, kind: Kind, space: Space) -> None:
        self.kind, self.space = kind, space

    def asked(self, view: State, decision: Decision) -> Asked:
        return Asked(self.space, Reply())


@pytest.mark.parametrize(
    ("kind", "space", "answer", "status", "clause"),
    [
        ("allocate", BOXES, AllocateAnswer({}), "unfinished", "TOY-01"),
        ("allocate", BOXES, AllocateAnswer({"a": 0}), "unfinished", "TOY-01"),
        ("allocate", BOXES, AllocateAnswer({"a": 1}), "legal", ""),
        ("allocate", BOXES, AllocateAnswer({"a": 2}), "legal", ""),
        ("allocate", BOXES, AllocateAnswer({"a": 3}), "refused", "TOY-01"),
        ("allocate", BOXES, AllocateAnswer({"a": 4}), "refused", "TOY-01"),
        ("allocate", BOXES, AllocateAnswer({"c": 1}), "refused", "TOY-01"),
        ("allocate", BOXES, AllocateAnswer({"a": 1, "b": 1}), "refused", "TOY-BAR"),
        ("pick", THINGS, PickAnswer(()), "unfinished", "TOY-01"),
        ("pick", THINGS, PickAnswer(("x", "y")), "refused", "TOY-01"),
        ("pick", THINGS, PickAnswer(("q",)), "refused", "TOY-01"),
        ("pick", THINGS, PickAnswer(("z",)), "refused", "TOY-BAR"),
        ("option", OPTIONS, OptionAnswer({}), "unfinished", "TOY-01"),
        ("option", OPTIONS, OptionAnswer({"part": "maybe"}), "refused", "TOY-01"),
        ("option", OPTIONS, OptionAnswer({"part": "no"}), "refused", "TOY-BAR"),
        ("option", OPTIONS, PickAnswer(("x",)), "refused", "TOY-01"),
    ],
)
def test_every_refusal_names_a_clause(kind: Kind, space: Space, answer: Answer, status: str, clause: str) -> None:
    decision = Decision("d", "plain", "south", kind, T("?"), clauses=("TOY-01", "TOY-02"))
    verdict = Plain(kind, space).check(State("TOY", Table(100.0, 100.0)), decision, answer)
    assert verdict.status == status
    assert [r.clause for r in verdict.reasons] == ([clause] if clause else [])
    bare = Decision("d", "plain", "south", kind, T("?"))
    assert Plain(kind, space).check(State("TOY", Table(100.0, 100.0)), bare, answer).status == status
