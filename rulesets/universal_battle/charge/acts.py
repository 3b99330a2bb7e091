"""What an activated unit does: Tactical Move, Run, Charge, Aimed Shot or Entrench, with the way it goes.

USB-ACT-01 to -06, USB-CHG-10, USB-FRM-03, USB-MOR-05, USB-S26.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice

import msgspec
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine.declared import Posed
from game.engine.ruleset import Forecast, Goal
from game.engine.state import State
from game.engine.tells import Sketch, worked_out
from game.engine.text import T, Thing
from rulesets.universal_battle.charge.charges import drawn_charge
from rulesets.universal_battle.charge.reach import charge_bar, charge_marks, may_charge, planned
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, formations, spacing
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.move import ideas, plans
from rulesets.universal_battle.move.allowance import Kind
from rulesets.universal_battle.move.movement import judged, mode

MOVES: tuple[Kind, ...] = ("tactical", "run")
STILL = {
    "shoot_first": (T("Shoot, then Tactical Move"), "USB-ACT-02"),
    "aimed": (T("Aimed Shot"), "USB-ACT-05"),
    "entrench": (T("Entrench"), "USB-ACT-06"),
}
"""Actions in which nobody is led anywhere yet."""


class ActQuestion:
    """The action of an activation.

    ``args``: ``unit`` the host; ``bars`` what other chapters have against a mode, by mode (nobody to shoot at);
    ``exits`` what else there is to do, as plain data (getting out of a carrier, powers of heroes).
    """

    kind: ask.Kind = "move"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Lay out the actions."""
        unit = decision.args["unit"]
        charge = replace(mode(view, unit, "charge"), marks=charge_marks(view, unit), bar=may_charge(view, unit))
        if charge.bar is None and all(c.bar is not None for c in charge.marks):
            charge = replace(charge, bar=ask.Bar(T("Nobody can be charged"), "USB-S11"))
        modes = [mode(view, unit, "tactical"), mode(view, unit, "run"), charge]
        modes += [ask.Mode(m, label, allowance=0.0) for m, (label, _) in STILL.items()]
        barred = tuple(replace(m, bar=m.bar or self._bar(view, decision, m.id)) for m in modes)
        space = ask.MoveSpace((ask.Mover(unit, T("{unit}", unit=Thing(unit)), barred),))
        return ask.Asked(space, self.default(view, decision), self.exits(view, decision))

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """To stay where it is: a Run of nothing where only that is left."""
        kind = "tactical" if self._bar(view, decision, "tactical") is None else "run"
        return ask.Reply(ask.MoveAnswer(decision.args["unit"], kind))

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """What other chapters bring."""
        return msgspec.convert(decision.args.get("exits", ()), tuple[ask.Exit, ...])

    def _bar(self, view: State, decision: ask.Decision, mode_id: str) -> ask.Bar | None:
        """What status and formation have against an action, or other chapters."""
        unit = decision.args["unit"]
        own = facts.own(view, unit)
        if own.status == "panicked" and mode_id != "run":
            return ask.Bar(T("{unit} is Panicked: it can only Run", unit=Thing(unit)), "USB-MOR-05")
        if mode_id == "entrench" and formations.formation(view, unit) == "column":
            return ask.Bar(T("A Column cannot dig in"), "USB-FRM-03")
        told = decision.args.get("bars", {}).get(mode_id)
        return None if told is None else msgspec.convert(told, ask.Bar)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge an action and its ways."""
        unit = decision.args["unit"]
        if not isinstance(answer, ask.MoveAnswer) or answer.subject != unit:
            return ask.refused(T("{unit} is to act", unit=Thing(unit)), "USB-ACT-01")
        if answer.mode not in (*MOVES, "charge", *STILL):
            return ask.refused(T("There is no action {name}", name=answer.mode), "USB-ACT-01")
        bar = self._bar(view, decision, answer.mode)
        if bar is None and answer.mode == "charge" and answer.mark:
            bar = self._mark_bar(view, unit, answer.mark)
        if bar is not None:
            return ask.refused(bar.text, bar.clause)
        if answer.mode == "charge":
            if not answer.mark:
                return ask.unfinished(T("Whom to charge?"), "USB-CHG-02")
            return drawn_charge(view, answer, planned(view, unit, answer.mark, answer.courses))
        if answer.mode in MOVES:
            return judged(view, answer.mode, answer)
        if answer.courses:
            return ask.refused(T("Nobody moves in this"), STILL[answer.mode][1])
        return ask.Verdict("legal", cost=0.0, allowance=0.0)

    def _mark_bar(self, view: State, unit: str, mark: str) -> ask.Bar | None:
        if mark not in facts.enemies(view, unit):
            return ask.Bar(T("{thing} cannot be charged", thing=mark), "USB-CHG-03")
        return charge_bar(view, unit, mark)

    def instead(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Iterator[ask.Answer]:
        """A Run where a Tactical Move is too short; a Charge at whom a model was led to."""
        if not isinstance(answer, ask.MoveAnswer) or answer.mode not in MOVES or not answer.courses:
            return
        if answer.mode == "tactical":
            yield replace(answer, mode="run")
        target = met(view, answer)
        if target:
            yield replace(answer, mode="charge", mark=target)
            yield ask.MoveAnswer(answer.subject, "charge", target)

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """Charges, moves for a goal, what is done without a step."""
        return islice(self._all(view, decision, goal), limit)

    def _all(self, view: State, decision: ask.Decision, goal: Goal) -> Iterator[ask.Reply]:
        unit = decision.args["unit"]
        still = [ask.MoveAnswer(unit, m) for m in STILL if self._bar(view, decision, m) is None]
        if goal == "hold":
            yield from (ask.Reply(a) for a in still)
        moves = (idea() for idea in self._ideas(view, decision, goal))
        yield from (ask.Reply(a) for a in moves if a is not None)
        if goal != "hold":
            yield from (ask.Reply(a) for a in still)
        yield self.default(view, decision)
        yield from (ask.Reply(exit=way_out.id) for way_out in self.exits(view, decision) if way_out.bar is None)

    def _ideas(self, view: State, decision: ask.Decision, goal: Goal) -> Iterator[ideas.Idea]:
        unit = decision.args["unit"]
        if goal in ("contact", "any", "towards") and self._bar(view, decision, "charge") is None:
            yield from (partial(charge, view, unit, target) for target in facts.enemies(view, unit))
        kinds = [k for k in MOVES if self._bar(view, decision, k) is None]
        yield from ideas.ideas(view, unit, goal, kinds)

    def sketches(self, view: State, decision: ask.Decision, limit: int) -> Iterable[Sketch]:
        """The same, none of it worked out."""
        unit = decision.args["unit"]
        still = (ask.Reply(ask.MoveAnswer(unit, m)) for m in STILL if self._bar(view, decision, m) is None)
        plain = (partial(_as_is, reply) for reply in chain((self.default(view, decision),), still))
        moves = (partial(worked_out, idea) for idea in self._ideas(view, decision, "any"))
        return islice(chain(plain, moves), limit)

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """Nothing to say."""
        return None

    def forced(self, view: State, decision: ask.Decision) -> ask.Reply | None:
        """It is always asked."""
        return None


ACT = Posed("act", ActQuestion())


def _as_is(reply: ask.Reply) -> ask.Reply:
    return reply


def charge(view: State, unit: str, target: str) -> ask.MoveAnswer | None:
    """A charge as it goes best, None where there is none."""
    return ask.MoveAnswer(unit, "charge", target) if charge_bar(view, unit, target) is None else None


def met(view: State, answer: ask.MoveAnswer) -> str:
    """The enemy within an inch of where models are led to, the nearest; "" where there is none."""
    ends = plans.read(view, answer.subject, answer.courses).ends
    found: list[tuple[float, str]] = []
    for base, spot in ends.items():
        r = view.bases[base].shape.width / 2.0
        for enemy in facts.enemies(view, answer.subject):
            for b, p in spacing.poses_of(view, enemy).items():
                gap = math.dist((spot.x, spot.y), (p.x, p.y)) - r - view.bases[b].shape.width / 2.0
                if gap <= inch(number("apart")):
                    found.append((round(gap, 3), enemy))
    return min(found)[1] if found else ""
