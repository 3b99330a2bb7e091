"""The scripted general of Warmaster Ancients: every question of the rules, answered from what its side may see."""

from __future__ import annotations

from game.bots.seat import Choice, Seat
from game.engine.decision import Decision, OptionAnswer, Reply, TargetsAnswer
from game.engine.text import T, Text
from rulesets.warmaster_ancients.general import after, deploying, initiative, melee, orders, riding, shooting
from rulesets.warmaster_ancients.general.field import field_of
from rulesets.warmaster_ancients.general.moves import Mind
from rulesets.warmaster_ancients.general.plan import make_plan
from rulesets.warmaster_ancients.general.temper import STEADY, Temper

USUAL: dict[str, Text] = {
    "first_turn": T("whoever moves first chooses the ground"),
    "remove": T("the last stand is missed least"),
    "driveback": T("the one with most room goes first"),
    "make_way": T("friends make way for each other"),
    "retreat": T("one after the other, as they stand"),
    "winner": T("one after the other, as they stand"),
    "withdraw": T("one after the other, as they stand"),
    "escape": T("to the nearest friends"),
}
"""Why the default is taken, by question."""


class General:
    """A general with a temper.

    It keeps nothing between decisions: the same view gives the same answer, after a save as well.
    """

    def __init__(self, temper: Temper = STEADY) -> None:
        self.temper = temper
        self.name = temper.name

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        found = self._answer(seat, seat.decision)
        if found is None:
            return Choice(seat.asked.default, USUAL.get(seat.decision.question, T("what is usual")))
        return Choice(*found)

    def mind(self, seat: Seat) -> Mind:
        """What this general makes of the moment."""
        field = field_of(seat.view, seat.side)
        if self.temper not in field.memo:
            field.memo[self.temper] = Mind(field, make_plan(field, self.temper), self.temper)
        found = field.memo[self.temper]
        assert isinstance(found, Mind)
        return found

    def _answer(self, seat: Seat, decision: Decision) -> tuple[Reply, Text] | None:
        """The answer by question; None where the rules' own default is as good as any."""
        view, question = seat.view, decision.question
        if question == "deploy":
            answer, why = deploying.deploy(view, seat.asked)
            return Reply(answer), why
        if question == "initiative":
            acting = initiative.act(self.mind(seat))
            return _or_exit(acting.answer, "end_phase", acting.why)
        if question == "order":
            order = orders.best_order(self.mind(seat), view, seat.work)
            if order is None:
                return Reply(exit="end_phase"), T("no order is worth the risk any more")
            return Reply(orders.answer(order)), orders.order_why(order)
        if question == "move":
            choice = self.mind(seat).best(decision.args["unit"])
            return Reply(choice.answer), choice.why
        if question == "ride":
            ride = riding.ride(self.mind(seat), view)
            return _or_exit(ride.answer, "end_phase", ride.why)
        if question == "reaction":
            return Reply(OptionAnswer({"reaction": "shoot"})), T("every hit on a charger counts")
        return self._in_battle(seat, decision, view.own.phase)

    def _in_battle(self, seat: Seat, decision: Decision, phase: str) -> tuple[Reply, Text] | None:
        """Shooting and melee."""
        view, question = seat.view, decision.question
        if question == "shoot":
            shot = shooting.best_shot(view, seat.side)
            if shot is None:
                return None
            answer, why = shooting.answer(shot)
            return Reply(answer), why
        if question == "switch":
            return _reply(shooting.switch(view, decision))
        if question == "combat":
            return _reply(melee.combat(view, seat.side, seat.asked, self.temper))
        if question == "direct":
            return _reply(melee.direct(view, decision, seat.asked, self.temper))
        if question == "distance":
            return _reply(melee.distance(view, decision, seat.asked, self.temper))
        if question == "after_round":
            return _reply(after.after(self.mind(seat), decision, seat.asked))
        if question == "advance":
            return _reply(after.advance(self.mind(seat), decision))
        if question == "reform":
            place, why = after.reform(self.mind(seat), decision)
            return _or_exit(place, "done", why)
        return None


def _reply(found: tuple[object, Text] | None) -> tuple[Reply, Text] | None:
    return None if found is None else (Reply(found[0]), found[1])  # type: ignore[arg-type]


def _or_exit(answer: object, way_out: str, why: Text) -> tuple[Reply, Text]:
    if answer is None:
        return Reply(exit=way_out), why
    return Reply(answer), why  # type: ignore[arg-type]


__all__ = ["General", "TargetsAnswer"]
