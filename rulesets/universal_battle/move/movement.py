"""Questions in which a unit's move is drawn: modes with their allowance and formations; the move after a shot.

USB-ACT-02, USB-ACT-03, USB-FRM-01, USB-S26. What an activation may do as a whole is asked in `charge.acts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice

from game.engine import decision as ask
from game.engine.declared import Posed
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.tells import Sketch, worked_out
from game.engine.text import T, Thing
from rulesets.universal_battle.move import ideas, plans
from rulesets.universal_battle.move.allowance import LABELS, Kind, allowance

LEGS = 12
STAY = "stay"


def mode(view: State, unit: str, kind: Kind, bar: ask.Bar | None = None) -> ask.Mode:
    """A way of moving as the space of an answer shows it."""
    far = allowance(view, unit, kind)
    shapes = plans.formation_choices(view, unit, kind)
    return ask.Mode(kind, LABELS[kind][0], ("path",), far.total, LEGS, "free", (), shapes, None, bar)


def judged(view: State, kind: Kind, answer: ask.MoveAnswer) -> ask.Verdict:
    """What a check says of a drawn move."""
    return plans.verdict(view, answer, kind, plans.judge(view, answer.subject, kind, answer.courses))


class AfterQuestion(Unforced):
    """The move of a Tactical Move whose shot came first, or no move (USB-ACT-02)."""

    kind: ask.Kind = "move"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """One way of moving."""
        unit = decision.args["unit"]
        space = ask.MoveSpace((ask.Mover(unit, T("{unit}", unit=Thing(unit)), (mode(view, unit, "tactical"),)),))
        return ask.Asked(space, self.default(view, decision), self.exits(view, decision))

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """It stays."""
        return ask.Reply(exit=STAY)

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """To stay."""
        return (ask.Exit(STAY, T("It stays")),)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge the move."""
        unit = decision.args["unit"]
        if not isinstance(answer, ask.MoveAnswer) or answer.subject != unit or answer.mode != "tactical":
            return ask.refused(T("The move of {unit} is asked for", unit=Thing(unit)), "USB-ACT-02")
        return judged(view, "tactical", answer)

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """To stay, and moves for a goal."""

        def found() -> Iterator[ask.Reply]:
            yield self.default(view, decision)
            moves = (idea() for idea in ideas.ideas(view, decision.args["unit"], goal, ("tactical",)))
            yield from (ask.Reply(m) for m in moves if m is not None)

        return islice(found(), limit)

    def sketches(self, view: State, decision: ask.Decision, limit: int) -> Iterable[Sketch]:
        """The same moves, none of them worked out."""
        moves = ideas.ideas(view, decision.args["unit"], "any", ("tactical",))
        return islice((partial(worked_out, idea) for idea in moves), limit)


AFTER = Posed("move_after", AfterQuestion())
"""Asked by the frame of an activation after the shot: ``AFTER.ask(side, message, {"unit": host}, ...)``."""
