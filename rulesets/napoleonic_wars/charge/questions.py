"""What is asked in charges: how the charged answer, what those do whose target ran, and horse that halted."""

from __future__ import annotations

from game.engine.decision import Asked, Choice, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.declared import Posed
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import T, Text, Thing
from rulesets.napoleonic_wars.charge import answers
from rulesets.napoleonic_wars.field.known import known

FIRE, HOLD, FIRE_RUN, RUN, RIDE, STAND = "fire", "hold", "fire_run", "run", "ride", "stand"


class AnswerQuestion(Discrete):
    """How the charged bodies of a side answer (NAP-RSP-03)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """A part a body that has a choice."""
        here = known(view)
        parts: dict[str, tuple[Choice, ...]] = {}
        for body, charger in decision.args["charged"].items():
            told = {a: answers.TEXTS[a] for a in answers.courses(here, body, charger)}
            parts[body] = tuple(
                Choice(a, T("{unit}: {answer} to {enemy}", unit=Thing(body), answer=text, enemy=Thing(charger)))
                for a, text in told.items()
            )
        return Asked(OptionSpace(parts), Reply(OptionAnswer({body: row[0].id for body, row in parts.items()})))


ANSWER = Posed("answer_charges", AnswerQuestion())


class Course(Discrete):
    """What one body does, of a few courses by their ids; the first is the usual one."""

    kind = "option"

    def __init__(self, **courses: Text) -> None:
        self.courses = courses

    def asked(self, view: State, decision: Decision) -> Asked:
        """The courses that are open to it: all, unless some are named."""
        unit, ids = str(decision.args["unit"]), decision.args.get("courses", list(self.courses))
        rows = tuple(Choice(c, self.courses[c]) for c in ids)
        return Asked(OptionSpace({unit: rows}), Reply(OptionAnswer({unit: rows[0].id})))


GONE = Posed("target_gone", Course(stop=T("Stop at attack distance"), on=T("Complete the charge")))
"""Whether chargers stop whose target ran (NAP-CHG-12)."""
HALTED = Posed("charge_halted", Course(stand=T("Stand"), fire=T("Fire"), ride=T("Face about and ride off")))
"""What horse does that halted before the enemy (NAP-RES-07)."""
AT_FIVE = Posed(
    "attack_fire",
    Course(
        fire=T("Fire at 5 cm"),
        hold=T("Hold fire until contact"),
        fire_run=T("Fire at 5 cm, then evade"),
        run=T("Evade at once"),
    ),
)
"""Whether the attacked fires when the attackers are at 5 cm, or holds its fire; gunners may run as well.

NAP-ASQ-03, NAP-SMA-18, NAP-ORD-13.
"""
