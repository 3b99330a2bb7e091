"""What an activated unit does: Tactical Move, Run, Charge, Aimed Shot or Entrench, with the way it goes.

USB-ACT-01 to -06, USB-CHG-10, USB-FRM-03, USB-MOR-05, USB-S26.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

import msgspec
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine.declared import Posed
from game.engine.ruleset import Forecast, Goal
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from game.kit.figures.moves import Idea
from rulesets.universal_battle.charge.charges import drawn_charge
from rulesets.universal_battle.charge.reach import charge_bar, charge_marks, may_charge, planned, who_bar
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, formations, spacing
from rulesets.universal_battle.fight.odds import charge_forecast
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.move import plans
from rulesets.universal_battle.move.movement import Drawing, mode

SHOOT_FIRST = "shoot_first"


class ActQuestion(Drawing):
    """The action of an activation.

    ``args``: ``unit`` the host; ``bars`` what other chapters have against a mode, by mode (nobody to shoot at);
    ``exits`` what else there is to do, as plain data (getting out of a carrier, powers of heroes).
    """

    modes = ("tactical", "run", "charge", SHOOT_FIRST, "aimed", "entrench")

    def mode(self, view: State, decision: ask.Decision, name: str) -> ask.Mode:
        """A charge has its marks."""
        if name != "charge":
            return super().mode(view, decision, name)
        unit = decision.args["unit"]
        found = mode(view, unit, "charge", charge_marks(view, unit))
        none = ask.Bar(T("Nobody can be charged"), "USB-S11")
        return replace(found, bar=may_charge(view, unit) or (None if any(c.bar is None for c in found.marks) else none))

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """What other chapters bring."""
        return msgspec.convert(decision.args.get("exits", ()), tuple[ask.Exit, ...])

    def bar(self, view: State, decision: ask.Decision, name: str) -> ask.Bar | None:
        """What status and formation have against an action, or other chapters."""
        unit = decision.args["unit"]
        if facts.own(view, unit).status == "panicked" and name != "run":
            return ask.Bar(T("{unit}: Panicked, so only a Run", unit=Thing(unit)), "USB-MOR-05")
        if name == "entrench" and formations.formation(view, unit) == "column":
            return ask.Bar(T("A Column cannot dig in"), "USB-FRM-03")
        told = decision.args.get("bars", {}).get(name)
        return None if told is None else msgspec.convert(told, ask.Bar)

    def judged(self, view: State, decision: ask.Decision, answer: ask.MoveAnswer) -> ask.Verdict:
        """Judge a way, and who is charged."""
        if answer.mode != "charge":
            return super().judged(view, decision, answer)
        unit, mark = answer.subject, answer.mark
        if not mark:
            return ask.unfinished(T("Whom to charge?"), "USB-CHG-02")
        if mark not in facts.enemies(view, unit):
            return ask.refused(T("{thing} cannot be charged", thing=mark), "USB-CHG-03")
        bar = who_bar(view, unit, mark)
        if bar is not None:
            return ask.refused(bar.text, bar.clause)
        return drawn_charge(view, answer, planned(view, unit, mark, answer.courses))

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """The odds of the fight that a charge leads to, by the way it would go."""
        if not isinstance(answer, ask.MoveAnswer) or answer.mode != "charge" or not answer.mark:
            return None
        rush = planned(view, answer.subject, answer.mark, answer.courses)
        if rush.bar is not None:
            return None
        return charge_forecast(view, answer.subject, answer.mark, rush.ends, rush.formation)

    def instead(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Iterator[ask.Answer]:
        """A Run where a Tactical Move is too short; a Charge at whom a model was led to."""
        if not isinstance(answer, ask.MoveAnswer) or answer.mode not in ("tactical", "run") or not answer.courses:
            return
        if answer.mode == "tactical":
            yield replace(answer, mode="run")
        target = met(view, answer)
        if target:
            yield replace(answer, mode="charge", mark=target)
            yield ask.MoveAnswer(answer.subject, "charge", target)

    def ideas(self, view: State, decision: ask.Decision, goal: Goal) -> Iterator[Idea]:
        """Charges first."""
        unit = decision.args["unit"]
        if goal in ("contact", "any", "towards") and self.bar(view, decision, "charge") is None:
            yield from (partial(charge, view, unit, target) for target in facts.enemies(view, unit))
        yield from super().ideas(view, decision, goal)


ACT = Posed("act", ActQuestion())


def charge(view: State, unit: str, target: str) -> ask.MoveAnswer | None:
    """A charge as it goes best, None where there is none."""
    return ask.MoveAnswer(unit, "charge", target) if charge_bar(view, unit, target) is None else None


def met(view: State, answer: ask.MoveAnswer) -> str:
    """The enemy within an inch of where models are led to, the nearest; "" where there is none."""
    ends = plans.read(view, answer.subject, answer.courses).ends
    prey = {e: spacing.discs(view, spacing.poses_of(view, e)) for e in facts.enemies(view, answer.subject)}
    led = spacing.discs(view, ends)
    off = [(spacing.off(Pose(x, y), r, theirs), enemy) for x, y, r in led for enemy, theirs in prey.items()]
    gap, enemy = min(off, default=(math.inf, ""))
    return enemy if gap <= inch(number("apart")) else ""
