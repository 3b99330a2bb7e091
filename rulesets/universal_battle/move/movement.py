"""Questions in which the way of a unit is drawn: what they have in common, and the move after a shot.

USB-ACT-02, USB-ACT-03, USB-FRM-01, USB-S26. What an activation may do as a whole is asked in `turn.activation`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from game.engine import decision as ask
from game.engine.declared import Posed
from game.engine.ruleset import Goal
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.kit.figures.moves import Idea, Moves
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.move import ideas, plans
from rulesets.universal_battle.move.allowance import LABELS, Kind, allowance

LEGS = 12
STAY = "stay"
STILL: dict[str, tuple[Text, str]] = {
    "none": (T("No reaction"), "USB-CHG-05"),
    "shoot": (T("Shoot"), "USB-CHG-05"),
    "shoot_first": (T("Shoot, then Tactical Move"), "USB-ACT-02"),
    "aimed": (T("Aimed Shot"), "USB-ACT-05"),
    "entrench": (T("Entrench"), "USB-ACT-06"),
}
"""Modes in which nobody is led anywhere, with their clauses."""
DUTIES: dict[Kind, Text] = {
    "tactical": T("Then it may shoot"),
    "run": T("It does not attack"),
    "charge": T("One model has to reach contact, the others follow it"),
    "react": T("The unit keeps an inch from enemies"),
}


def mode(view: State, unit: str, kind: Kind, marks: tuple[ask.Choice, ...] = ()) -> ask.Mode:
    """A way of moving as the space of an answer shows it."""
    shapes = plans.formation_choices(view, unit, kind)
    far = allowance(view, unit, kind).total
    return ask.Mode(kind, LABELS[kind][0], ("path",), far, LEGS, "free", marks, shapes, DUTIES[kind])


class Drawing(Moves):
    """A question for a move of the unit that its ``args`` name: the ``modes`` that there are, and bars against them."""

    modes: Sequence[str] = ()

    def mode(self, view: State, decision: ask.Decision, name: str) -> ask.Mode:
        """A mode as it is laid out, its bar left open."""
        if name in STILL:
            return ask.Mode(name, STILL[name][0], allowance=0.0)
        return mode(view, decision.args["unit"], name)  # type: ignore[arg-type]

    def bar(self, view: State, decision: ask.Decision, name: str) -> ask.Bar | None:
        """Why there is no moving in a mode."""
        return None

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Lay out the modes."""
        unit, modes = decision.args["unit"], []
        for name in self.modes:
            one = self.mode(view, decision, name)
            modes.append(replace(one, bar=self.bar(view, decision, name) or one.bar))
        also = tuple(u for u in facts.company(view, unit) if u != unit)
        space = ask.MoveSpace((ask.Mover(unit, T("{unit}", unit=Thing(unit)), tuple(modes), also=also),))
        return ask.Asked(space, self.default(view, decision), self.exits(view, decision))

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """To stay, in the first mode that is open."""
        name = next(m for m in self.modes if self.bar(view, decision, m) is None)
        return ask.Reply(ask.MoveAnswer(decision.args["unit"], name))

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a mode and its way."""
        unit = decision.args["unit"]
        if not isinstance(answer, ask.MoveAnswer) or answer.subject != unit or answer.mode not in self.modes:
            return ask.refused(T("Give a move for {unit}", unit=Thing(unit)), "USB-ACT-01")
        bar = self.bar(view, decision, answer.mode)
        if bar is not None:
            return ask.refused(bar.text, bar.clause)
        if answer.mode in STILL:
            clause = STILL[answer.mode][1]
            return ask.refused(T("No move is possible here"), clause) if answer.courses else ask.LEGAL
        return self.judged(view, decision, answer)

    def judged(self, view: State, decision: ask.Decision, answer: ask.MoveAnswer) -> ask.Verdict:
        """Judge a way."""
        kind: Kind = answer.mode  # type: ignore[assignment]
        return plans.verdict(view, answer, kind, plans.judge(view, answer.subject, kind, answer.courses))

    def ideas(self, view: State, decision: ask.Decision, goal: Goal) -> Iterator[Idea]:
        """Ways worth a look."""
        moves: list[Kind] = [m for m in ("tactical", "run", "react") if m in self.modes]
        moves = [m for m in moves if self.bar(view, decision, m) is None]
        return ideas.ideas(view, decision.args["unit"], goal, moves)

    def still(self, view: State, decision: ask.Decision) -> Iterator[ask.Reply]:
        """What is done without a step."""
        open_ = (m for m in self.modes if m in STILL and self.bar(view, decision, m) is None)
        yield from (ask.Reply(ask.MoveAnswer(decision.args["unit"], m)) for m in open_)
        yield self.default(view, decision)


class AfterQuestion(Drawing):
    """The move of a Tactical Move whose shot came first, or no move (USB-ACT-02)."""

    modes = ("tactical",)

    def mode(self, view: State, decision: ask.Decision, name: str) -> ask.Mode:
        """It has shot already."""
        return replace(super().mode(view, decision, name), duty=None)

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """It stays."""
        return ask.Reply(exit=STAY)

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """To stay."""
        return (ask.Exit(STAY, T("It stays")),)


AFTER = Posed("move_after", AfterQuestion())
"""Asked by the frame of an activation after the shot: ``AFTER.ask(side, message, {"unit": host}, ...)``."""
