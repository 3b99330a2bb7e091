"""What bodies do after a round that have a choice: the question, asked of each side for all of its bodies at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from game.engine.decision import Answer, Asked, Choice, Decision, Kind, OptionAnswer, OptionSpace, Reply
from game.engine.declared import Posed
from game.engine.flow import Run
from game.engine.ruleset import Discrete, Forecast
from game.engine.state import State
from game.engine.text import T, Text, Thing
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.melee import odds

Does = Literal["rout", "break_off", "stay", "follow_up", "pursue", "fight_on"]
WORDS: dict[str, Text] = {
    "rout": T("rout"),
    "break_off": T("break off"),
    "stay": T("stay"),
    "follow_up": T("follow up"),
    "pursue": T("pursue"),
    "fight_on": T("fight on"),
}


class AfterMelee(Discrete):
    """What bodies do that have a choice, all of a side's in one answer: each lists its courses, the usual one first."""

    kind: Kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay them out, the usual ones chosen."""
        courses: Mapping[str, tuple[str, ...]] = decision.args["courses"]
        parts = {
            body: tuple(Choice(c, T("{unit}: {what}", unit=Thing(body), what=WORDS[c])) for c in found)
            for body, found in courses.items()
        }
        answer = OptionAnswer({body: found[0] for body, found in courses.items()})
        return Asked(OptionSpace(parts), Reply(answer), draft=answer)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """The next round of those who fight on or go after their enemy, by its dice, as things stand (NAP-MEL-23)."""
        if not isinstance(answer, OptionAnswer):
            return None
        rows = [row for body, what in answer.parts.items() for row in odds.rows_of(view, body, what)]
        return Forecast(tuple(rows)) if rows else None


AFTER = Posed("nap_after_melee", AfterMelee())


def asked(
    run: Run, found: Mapping[str, tuple[Does, Does]], message: Text, clauses: tuple[str, ...]
) -> tuple[tuple[Any, ...], Literal["", "open"]]:
    """The questions to the sides that have a choice, and how they are asked: openly where both have."""
    sides: dict[str, dict[str, tuple[Does, Does]]] = {}
    for body in facts.by_id(found, run.state):
        sides.setdefault(run.state.units[body].side, {})[body] = found[body]
    asked = tuple(AFTER.to(side, message, {"courses": courses}, clauses) for side, courses in sides.items())
    return asked, "open" if len(asked) > 1 else ""


def parts(got: Any) -> dict[str, str]:
    """What all sides have answered."""
    if got is None:
        return {}
    replies = [got] if isinstance(got, Reply) else [msgspec.convert(r, Reply) for r in got.values()]
    out: dict[str, str] = {}
    for reply in replies:
        answer: Answer | None = reply.answer
        out |= answer.parts if isinstance(answer, OptionAnswer) else {}
    return out
