"""The answer of one charged unit: its tests, its reaction, carried out at once (WAB-RCT-01 to WAB-RCT-07, WAB-S29)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine.changes import own_field
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Outcome, Run
from game.engine.ruleset import Forecast
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.kit import situation
from game.kit.which_next import OneOf, WhichNext
from rulesets.ancient_battles.charge import declaring
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.fight import combat
from rulesets.ancient_battles.flee.flights import FLEE_FRAME, FleeData
from rulesets.ancient_battles.nerve.psychology import ALARM, AlarmData, Alarmed
from rulesets.ancient_battles.shoot import shooting
from rulesets.ancient_battles.shoot.shooting import VOLLEY_FRAME, VolleyData

REACT, PART = "wab.react", "reaction"
HOLD, FLEE = "hold", "flee"
SHOOT, COUNTER, FIRE = "shoot", "counter", "fire"


class ReactData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit answers the charges declared at it; ``runs`` after it has shot."""

    unit: str
    runs: bool = False


REACT_FRAME = FrameOf("wab.react", ReactData)
REACT_FRAME.ends_at("over")


@REACT_FRAME.step
def _begin(run: Run, data: ReactData, got: Any) -> Outcome:
    """A fleeing unit has no answer but to flee again (WAB-R48, WAB-S11); others are tested first (WAB-S29)."""
    if not declaring.may_answer(run.state, data.unit):
        return Done()
    chargers = declaring.chargers_of(run.state, data.unit)
    if not chargers:
        return _ask(run, data)
    if facts.fleeing(run.state, data.unit):
        return _flee(run, data, False)
    return ALARM.call(AlarmData(data.unit, chargers), "alarmed", data)


@REACT_FRAME.step
def _alarmed(run: Run, data: ReactData, got: Alarmed) -> Outcome:
    if got.fled or not situation.on_table(run.state, data.unit):
        return Done()
    return _ask(run, data)


def _ask(run: Run, data: ReactData) -> Outcome:
    """Who is threatened by nobody is not charged: he may only ride out to meet who comes (WAB-S11, WAB-S12)."""
    side, unit = situation.side_of(run.state, data.unit), Thing(data.unit)
    chargers = [Thing(c) for c in declaring.chargers_of(run.state, data.unit)]
    message, clauses = T("{unit}: charged by {chargers}", unit=unit, chargers=chargers), ("WAB-RCT-04", "WAB-R51")
    if not chargers:
        comers = [Thing(c) for c in declaring.declared_at(run.state, data.unit)]
        message = T("{unit}: {chargers} cannot come all the way. Ride out to meet them?", unit=unit, chargers=comers)
        clauses = ("WAB-S11", "WAB-S12")
    return REACT_QUESTION.ask(side, message, {"unit": data.unit}, clauses, then="answered", data=data)


@REACT_FRAME.step
def _answered(run: Run, data: ReactData, got: ask.Reply) -> Outcome:
    choice, _, charger = got.parts[PART].partition(":")
    if choice == FLEE:
        return _flee(run, data, False)
    who = Thing(data.unit)
    told = {
        HOLD: (T("{unit} held", unit=who), "WAB-RCT-04"),
        COUNTER: (T("{unit} answered {charger} with a counter-charge", unit=who, charger=Thing(charger)), "WAB-RCT-01"),
        SHOOT: (T("{unit} stood and shot", unit=who), "WAB-RCT-02"),
        FIRE: (T("{unit} shot, then fled", unit=who), "WAB-RCT-07"),
    }
    text, clause = told[choice]
    changes = []
    if choice == COUNTER:
        tie = declaring.charge_tie(run.state, charger, data.unit)
        changes.append(own_field("tie", tie.id, counter=True))
    run.tell(data.unit, "reaction", "order", text, (clause,), *changes, unit=data.unit, reaction=choice)
    if choice in (HOLD, COUNTER):
        return Done()
    volley = VolleyData(data.unit, charger, True, declaring.gap_of(run.state, charger, data.unit))
    return VOLLEY_FRAME.call(volley, "shot", replace(data, runs=choice == FIRE))


@REACT_FRAME.step
def _shot(run: Run, data: ReactData, got: Any) -> Outcome:
    return _flee(run, data, True) if data.runs else Done()


def _flee(run: Run, data: ReactData, less: bool) -> Outcome:
    """Away from the nearest charger; after shooting one die less (WAB-RCT-05, WAB-FLE-04, WAB-S14)."""
    chargers = declaring.chargers_of(run.state, data.unit)
    away = facts.nearest(run.state, data.unit, chargers or facts.foes(run.state, data.unit))
    return FLEE_FRAME.call(FleeData(data.unit, "charge", away, less), "over", data)


class ReactQuestion(OneOf):
    """Hold, stand and shoot, counter-charge, flee, fire and flee; at which of several chargers (WAB-RCT-01 to -07)."""

    def choices(self, view: State, decision: ask.Decision) -> tuple[ask.Choice, ...]:
        """Lay out the reactions, each with why it is barred."""
        unit: str = decision.args["unit"]
        chargers = _nearest_first(view, unit, declaring.chargers_of(view, unit))
        comers = _nearest_first(view, unit, (c for c in declaring.declared_at(view, unit) if c not in chargers))
        comers = [c for c in comers if declaring.no_counter(view, unit, c) is None]
        several = len(chargers) + len(comers) > 1

        def choice(kind: str, charger: str, bar: ask.Bar | None) -> ask.Choice:
            alone, at = _LABELS[kind]
            return ask.Choice(f"{kind}:{charger}", Text(at.key, {"charger": Thing(charger)}) if several else alone, bar)

        choices = [ask.Choice(HOLD, T("Hold"))]
        for charger in chargers:
            choices.append(choice(SHOOT, charger, declaring.no_shot(view, unit, charger)))
            choices.append(choice(COUNTER, charger, declaring.no_counter(view, unit, charger)))
        choices += [choice(COUNTER, comer, None) for comer in comers]
        flight = declaring.no_flight(view, unit)
        choices.append(ask.Choice(FLEE, T("Flee"), flight))
        return (*choices, *(choice(FIRE, c, flight or declaring.no_shot(view, unit, c)) for c in chargers))

    def usual(self, view: State, decision: ask.Decision, choices: Sequence[ask.Choice] = ()) -> str:
        """To shoot at a charger, else to counter one that charges this very unit, else to hold."""
        unit: str = decision.args["unit"]
        chargers = _nearest_first(view, unit, declaring.chargers_of(view, unit))
        bars = ((SHOOT, declaring.no_shot), (COUNTER, declaring.no_counter))
        free = (f"{kind}:{c}" for kind, bar in bars for c in chargers if bar(view, unit, c) is None)
        return next(free, HOLD)

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """The usual one."""
        return ask.Reply(ask.OptionAnswer({PART: self.usual(view, decision)}))

    def forced(self, view: State, decision: ask.Decision) -> ask.Reply | None:
        """To hold, where nothing else may be done: whoever may flee has a choice."""
        free = declaring.no_flight(view, decision.args["unit"]) is None
        return None if free else super().forced(view, decision)

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """What the shots at a charger do; what comes of it where a single charger is awaited."""
        choice, _, charger = self.chosen(decision, answer).partition(":")
        unit: str = decision.args["unit"]
        chargers = declaring.chargers_of(view, unit)
        if choice == HOLD and len(chargers) == 1 and not facts.engaged(view, unit):
            return combat.held_forecast(view, chargers[0], unit)
        if choice not in (SHOOT, FIRE) or charger not in chargers:
            return None
        bar = (declaring.no_flight(view, unit) if choice == FIRE else None) or declaring.no_shot(view, unit, charger)
        if bar is not None:
            return Forecast((), bar=bar)
        shot = VolleyData(unit, charger, reaction=True, gap=declaring.gap_of(view, charger, unit))
        return shooting.forecast(view, [shot])


def _nearest_first(view: State, unit: str, others: Iterable[str]) -> list[str]:
    """Some units from the nearest on, of several the lower id first."""
    return sorted(situation.in_order(view, others), key=lambda c: round(facts.gap(view, unit, c), 3))


REACTIONS = ReactQuestion(PART, drafted=True)
REACT_QUESTION = Posed(REACT, REACTIONS)


_LABELS = {
    SHOOT: (T("Stand and shoot"), T("Stand and shoot at {charger}")),
    COUNTER: (T("Counter-charge"), T("Counter-charge {charger}")),
    FIRE: (T("Shoot and flee"), T("Shoot at {charger} and flee")),
}
"""Of each answer to a charger its name where there is one, and where there are several."""


REACT_NEXT = Posed("wab.react_next", WhichNext(drafted=True))
