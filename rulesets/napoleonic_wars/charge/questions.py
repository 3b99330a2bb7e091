"""What is asked in charges: how the charged answer, what those do whose target ran, and horse that halted."""

from __future__ import annotations

from game.engine.decision import Asked, Choice, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.declared import Posed
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.charge import answers
from rulesets.napoleonic_wars.field.known import known

FIRE, HOLD, RIDE, STAND = "fire", "hold", "ride", "stand"


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


class GoneQuestion(Discrete):
    """Whether chargers stop whose target ran (NAP-CHG-12)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Stop, or go on."""
        charger = str(decision.args["charger"])
        rows = (Choice("stop", T("Stop at attack distance")), Choice("on", T("Complete the charge")))
        return Asked(OptionSpace({charger: rows}), Reply(OptionAnswer({charger: "stop"})))


GONE = Posed("target_gone", GoneQuestion())


class HaltedQuestion(Discrete):
    """What horse does that halted before the enemy (NAP-RES-07)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Stand, fire, or turn about and go."""
        unit = str(decision.args["unit"])
        told = {STAND: T("Stand"), FIRE: T("Fire"), RIDE: T("Turn about and ride off")}
        rows = tuple(Choice(c, told[c]) for c in decision.args["courses"])
        return Asked(OptionSpace({unit: rows}), Reply(OptionAnswer({unit: STAND})))


HALTED = Posed("charge_halted", HaltedQuestion())


class FireAtFiveQuestion(Discrete):
    """Whether the attacked fires when the attackers are at 5 cm, or holds its fire (NAP-ASQ-03, NAP-SMA-18)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Fire, or hold."""
        unit = str(decision.args["unit"])
        rows = (Choice(FIRE, T("Fire at 5 cm")), Choice(HOLD, T("Hold fire until they are upon us")))
        return Asked(OptionSpace({unit: rows}), Reply(OptionAnswer({unit: FIRE})))


AT_FIVE = Posed("attack_fire", FireAtFiveQuestion())
