"""The scripted general of the skirmish: every question of the rules, answered from what its side may see."""

from __future__ import annotations

from itertools import islice

from game.bots.seat import Choice, Seat
from game.engine.decision import MoveAnswer, OptionAnswer, PickAnswer, Reply
from game.engine.text import T, Text
from rulesets.age_of_fantasy_skirmish.field import facts
from rulesets.age_of_fantasy_skirmish.flow_numbers import number as flow
from rulesets.age_of_fantasy_skirmish.general import magic, volleys
from rulesets.age_of_fantasy_skirmish.general.actions import Mind
from rulesets.age_of_fantasy_skirmish.general.temper import STEADY, Temper
from rulesets.age_of_fantasy_skirmish.magic import casting, spells
from rulesets.age_of_fantasy_skirmish.measures import within
from rulesets.age_of_fantasy_skirmish.turn import seizing

USUAL: dict[str, Text] = {
    "beneficiaries": T("those who gain most by it"),
    "place_marker": T("in the middle, where both have to come"),
    "edge": T("more markers lie on that half"),
    "aside": T("whoever can wait, waits"),
    "deploy": T("near a marker, in cover"),
    "scout": T("near a marker, in cover"),
    "ambush": T("where the enemy feels safe"),
    "shoot": T("the shots that hurt most"),
    "casualties": T("whoever is missed least"),
    "deadly": T("whoever is missed least"),
    "counter": T("who strikes first strikes twice"),
    "strike_back": T("blows are free"),
    "pile_in": T("everybody into the fight"),
    "draw_back": T("an inch and no more"),
    "try_push": T("off the ledge, if it can be"),
    "push": T("where it hurts most"),
    "tokens": T("as many as the spell is worth"),
}
"""Why the default is taken, by question."""


class General:
    """A general with a temper. It keeps nothing between decisions: the same view gives the same answer."""

    def __init__(self, temper: Temper = STEADY) -> None:
        self.temper = temper
        self.name = temper.name

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        found = self._answer(seat)
        if found is None:
            return Choice(seat.asked.default, USUAL.get(seat.decision.question, T("what is usual")))
        return Choice(*found)

    def _answer(self, seat: Seat) -> tuple[Reply, Text] | None:
        question = seat.decision.question
        if question == "activate":
            return self._activate(seat)
        if question == "act":
            return self._act(seat)
        if question == "cast":
            return self._cast(seat)
        if question == "tokens":
            return magic.spent(seat.view, seat.side, seat.decision.args)
        if question == "shoot":
            return volleys.best(seat.view, seat.decision.args["unit"], list(islice(seat.candidates("any", 60), 60)))
        if question == "ambush" and seat.asked.draft is not None:
            return Reply(seat.asked.draft), USUAL[question]
        if question == "consolidate":
            return self._consolidate(seat)
        if question == "limited":
            parts = seat.asked.space.parts  # type: ignore[union-attr]
            return Reply(OptionAnswer(dict.fromkeys(parts, "yes"))), T("now is the moment for it")
        return None

    def _activate(self, seat: Seat) -> tuple[Reply, Text]:
        units = tuple(c.id for c in seat.asked.space.things if c.bar is None)  # type: ignore[union-attr]
        if seat.asked.exits:
            return Reply(exit=seat.asked.exits[0].id), T("nothing can change any more")
        unit = Mind(seat.view, seat.side, self.temper).next_unit(units)
        return Reply(PickAnswer((unit,))), T("it has most to win or to lose now")

    def _act(self, seat: Seat) -> tuple[Reply, Text]:
        unit = seat.decision.args["unit"]
        if casting.exits(seat.view, unit) and self._spell(seat, unit):
            return Reply(exit=casting.CAST_EXIT), T("a spell first")
        mind = Mind(seat.view, seat.side, self.temper)
        deed = mind.best(unit, seat.work)
        if seat.check(Reply(deed.answer)).legal:
            return Reply(deed.answer), deed.why
        return Reply(MoveAnswer(unit, "hold")), T("it stands well where it is")

    def _spell(self, seat: Seat, unit: str) -> bool:
        """Whether a spell now is worth it; what needs a better place waits until the unit has moved."""
        for base in casting.ready(seat.view, unit):
            for spell in casting.open_spells(seat.view, base):
                for mark, bar in spells.marks(seat.view, base, spell):
                    if bar is None and 0.5 * magic.value(seat.view, spell, mark) - 0.4 * spell.value > magic.LEAST:
                        return True
        return False

    def _cast(self, seat: Seat) -> tuple[Reply, Text]:
        found = magic.best(seat.view, seat.asked, list(islice(seat.candidates("any", 80), 80)))
        if found is not None:
            return found
        if seat.asked.exits:
            return Reply(exit=seat.asked.exits[0].id), T("the tokens are better kept")
        return seat.asked.default, T("what is usual")

    def _consolidate(self, seat: Seat) -> tuple[Reply, Text] | None:
        unit = seat.decision.args["unit"]
        for marker in seizing.markers(seat.view):
            if within(facts.to_marker(seat.view, unit, marker.id), flow("seize_reach")):
                return None
        first = next(iter(seat.candidates("any", 1)), None)
        return None if first is None else (first, T("towards the nearest marker"))
