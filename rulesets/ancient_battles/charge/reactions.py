"""The answer of one charged unit: its tests, its reaction, carried out at once (WAB-RCT-01 to WAB-RCT-07, WAB-S29)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import (
    Answer,
    Asked,
    Bar,
    Choice,
    Decision,
    OptionAnswer,
    OptionSpace,
    Reply,
)
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Call, Done, Outcome, Question, Run
from game.engine.ruleset import Discrete, Forecast
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.kit.which_next import WhichNext
from rulesets.ancient_battles.charge import declaring
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.fight import combat_told
from rulesets.ancient_battles.flee.flights import FleeData
from rulesets.ancient_battles.nerve.psychology import AlarmData
from rulesets.ancient_battles.shoot import shot_odds
from rulesets.ancient_battles.shoot.volley import VolleyData

REACT, PART = "wab.react", "reaction"
HOLD, FLEE = "hold", "flee"
SHOOT, COUNTER, FIRE = "shoot", "counter", "fire"


class ReactData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit answers the charges declared at it; ``runs`` after it has shot."""

    unit: str
    runs: bool = False


REACT_FRAME = FrameOf("wab.react", ReactData)


# --- flow --------------------------------------------------------------------------------------------------------


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
    return Call("wab.alarm", AlarmData(data.unit, chargers), "alarmed", data)


@REACT_FRAME.step
def _alarmed(run: Run, data: ReactData, got: dict[str, Any]) -> Outcome:
    if got["fled"] or not facts.alive(run.state, data.unit):
        return Done()
    return _ask(run, data)


def _ask(run: Run, data: ReactData) -> Outcome:
    """Who is threatened by nobody is not charged: he may only ride out to meet who comes (WAB-S11, WAB-S12)."""
    side, unit = facts.side_of(run.state, data.unit), Thing(data.unit)
    chargers = [Thing(c) for c in declaring.chargers_of(run.state, data.unit)]
    message = T("{unit}: charged by {chargers}", unit=unit, chargers=chargers)
    if not chargers:
        comers = [Thing(c) for c in declaring.declared_at(run.state, data.unit)]
        message = T("{unit}: {chargers} cannot come all the way. Ride out to meet them?", unit=unit, chargers=comers)
    clauses = ("WAB-RCT-04", "WAB-R51") if chargers else ("WAB-S11", "WAB-S12")
    return Ask((Question(REACT, side, message, {"unit": data.unit}, clauses),), "answered", data)


@REACT_FRAME.step
def _answered(run: Run, data: ReactData, got: Reply) -> Outcome:
    assert isinstance(got.answer, OptionAnswer)
    choice, _, charger = got.answer.parts[PART].partition(":")
    if choice == HOLD:
        _told(run, data.unit, T("{unit} held", unit=Thing(data.unit)), "WAB-RCT-04", choice)
        return Done()
    if choice == FLEE:
        return _flee(run, data, False)
    if choice == COUNTER:
        tie = declaring.charge_tie(run.state, charger, data.unit)
        text = T("{unit} answered {charger} with a counter-charge", unit=Thing(data.unit), charger=Thing(charger))
        _told(run, data.unit, text, "WAB-RCT-01", choice, ev.SetField("tie", tie.id, "own.counter", True))
        return Done()
    text = T("{unit} stood and shot", unit=Thing(data.unit))
    if choice == FIRE:
        text = T("{unit} shot, then ran", unit=Thing(data.unit))
    _told(run, data.unit, text, "WAB-RCT-02" if choice == SHOOT else "WAB-RCT-07", choice)
    gap = declaring.gap_of(run.state, charger, data.unit)
    volley = VolleyData(data.unit, charger, True, gap)
    return Call("wab.volley", volley, "shot", replace(data, runs=choice == FIRE))


def _told(run: Run, unit: str, text: Text, clause: str, choice: str, *changes: ev.Change) -> None:
    run.emit(
        "reaction",
        "order",
        text,
        *changes,
        clauses=(clause,),
        about=(unit,),
        side=facts.side_of(run.state, unit),
        data={"unit": unit, "reaction": choice},
    )


@REACT_FRAME.step
def _shot(run: Run, data: ReactData, got: Any) -> Outcome:
    return _flee(run, data, True) if data.runs else Done()


def _flee(run: Run, data: ReactData, less: bool) -> Outcome:
    """Away from the nearest charger; after shooting one die less (WAB-RCT-05, WAB-FLE-04, WAB-S14)."""
    chargers = declaring.chargers_of(run.state, data.unit)
    away = facts.nearest(run.state, data.unit, chargers or facts.enemies(run.state, data.unit))
    return Call("wab.flee", FleeData(data.unit, "charge", away, less), "over", data)


@REACT_FRAME.step
def _over(run: Run, data: ReactData, got: Any) -> Outcome:
    return Done()


# --- questions ---------------------------------------------------------------------------------------------------


class ReactQuestion(Discrete):
    """Hold, stand and shoot, counter-charge, flee, fire and flee; at which of several chargers (WAB-RCT-01 to -07)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the reactions, each with why it is barred."""
        unit: str = decision.args["unit"]
        declared = facts.in_list_order(view, declaring.declared_at(view, unit))
        near = sorted(declared, key=lambda c: round(facts.gap(view, unit, c), 3))
        charged = declaring.chargers_of(view, unit)
        chargers = [c for c in near if c in charged]
        comers = [c for c in near if c not in charged and declaring.no_counter(view, unit, c) is None]
        several = len(chargers) + len(comers) > 1
        choices = [Choice(HOLD, T("Hold"))]
        for charger in chargers:
            who = Thing(charger)
            choices.append(
                Choice(
                    f"{SHOOT}:{charger}",
                    T("Stand and shoot at {charger}", charger=who) if several else T("Stand and shoot"),
                    declaring.no_shot(view, unit, charger),
                )
            )
            choices.append(
                Choice(
                    f"{COUNTER}:{charger}",
                    T("Counter-charge {charger}", charger=who) if several else T("Counter-charge"),
                    declaring.no_counter(view, unit, charger),
                )
            )
        default = next(
            (c.id for kind in (SHOOT, COUNTER) for c in choices if c.id.startswith(kind) and not c.bar), HOLD
        )
        for comer in comers:
            label = T("Counter-charge {charger}", charger=Thing(comer)) if several else T("Counter-charge")
            choices.append(Choice(f"{COUNTER}:{comer}", label))
        flight = declaring.no_flight(view, unit)
        choices.append(Choice(FLEE, T("Flee"), flight))
        for charger in chargers:
            label = T("Shoot at {charger} and flee", charger=Thing(charger)) if several else T("Shoot and flee")
            choices.append(Choice(f"{FIRE}:{charger}", label, flight or declaring.no_shot(view, unit, charger)))
        answer = OptionAnswer({PART: default})
        return Asked(OptionSpace({PART: tuple(choices)}), Reply(answer), draft=answer)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """What the shots at a charger do; what comes of it where a single charger is awaited."""
        if not isinstance(answer, OptionAnswer):
            return None
        choice, _, charger = answer.parts.get(PART, "").partition(":")
        unit: str = decision.args["unit"]
        chargers = declaring.chargers_of(view, unit)
        if choice == HOLD and len(chargers) == 1 and not facts.engaged(view, unit):
            return combat_told.held_forecast(view, chargers[0], unit)
        if choice not in (SHOOT, FIRE) or charger not in chargers:
            return None
        bar = (declaring.no_flight(view, unit) if choice == FIRE else None) or declaring.no_shot(view, unit, charger)
        if bar is not None:
            return Forecast((), bar=bar)
        shot = VolleyData(unit, charger, reaction=True, gap=declaring.gap_of(view, charger, unit))
        return shot_odds.forecast(view, [shot])


def bars(view: State, unit: str) -> dict[str, Bar | None]:
    """Every reaction of a charged unit with its bar."""
    decision = Decision("", REACT, facts.side_of(view, unit), "option", Text(""), {"unit": unit})
    space = ReactQuestion().asked(view, decision).space
    assert isinstance(space, OptionSpace)
    return {c.id: c.bar for c in space.parts[PART]}


QUESTIONS = {REACT: ReactQuestion(), "wab.react_next": WhichNext(drafted=True)}
