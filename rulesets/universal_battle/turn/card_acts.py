"""The activation of a unit that lies as a card: it moves as the unit, stays, or is turned to act (USB-SET-07, USB-S19).

Everybody sees which card is activated and where it goes, and nothing else: frames, questions and events name the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice, product
from typing import Any

import msgspec
import shapely
from msgspec.structs import replace

from game.engine import changes
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Outcome, Run
from game.engine.ruleset import Goal
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Point, Pose, forward
from game.kit.at_will import OnePlace
from game.kit.figures.placing import levelled
from game.kit.figures.zones import rings_of
from game.kit.situation import OfUnit
from rulesets.universal_battle import calls
from rulesets.universal_battle.deploy import cards
from rulesets.universal_battle.deploy.cards import TURN, TurnData
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.ground import ground_of
from rulesets.universal_battle.measures import SLACK
from rulesets.universal_battle.move.allowance import Meter

STAY, TURN_IT = "stay", "turn"
FAN = (0.0, 30.0, -30.0, 75.0, -75.0, 180.0)
"""Degrees off the way it faces in which ways are suggested."""


class CardData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which card, and once it has been turned whose activation it is."""

    card: str
    unit: str = ""


CARD = FrameOf("usb.card", CardData)
CARD.ends_at("over")


def card_of(view: State, unit: str) -> str:
    """The card under which a unit that is to be activated lies, "" for none."""
    note = facts.laid(view, unit)
    return note.card if note is not None else ""


def whose(view: State, card: str) -> str:
    """Whose activation that of a card is: the first under it that has not been activated."""
    return next((u for u, n in cards.under(view, card).items() if not n.activated and not n.joined), "")


def _meter(view: State, card: str) -> tuple[Meter, str]:
    """What meters the way of a card: as if its unit, in its formation, stood in its place; and one model."""
    unit, note = next(iter(cards.under(view, card).items()))
    there = {b.id: replace(b, pose=view.markers[card].pose, where="table") for b in facts.left(view, unit)}
    own = replace(facts.own(view, unit), formation=note.formation)
    units = {**view.units, unit: replace(view.units[unit], own=own)}
    return Meter(replace(view, bases={**view.bases, **there}, units=units), unit, "run"), next(iter(there))


def _here(view: State, card: str) -> Pose:
    pose = view.markers[card].pose
    assert pose is not None
    return pose


def way_bar(view: State, card: str, end: Pose) -> ask.Bar | None:
    """Why a card may not go straight to a place, or None: as far as its unit runs, where no die need be thrown."""
    if not (0.0 <= end.x <= view.table.width and 0.0 <= end.y <= view.table.depth):
        return ask.Bar(T("A card must stay on the table"), "USB-S19")
    other = cards.overlapped(view, card, end)
    if other:
        return ask.Bar(T("It would lie on {card}", card=Thing(other)), "USB-S19")
    line = ((_here(view, card).x, _here(view, card).y), (end.x, end.y))
    if any(p.kind.solid and p.area.intersects(shapely.LineString(line)) for p in ground_of(view).pieces):
        return ask.Bar(T("No way leads through"), "USB-S11")
    meter, base = _meter(view, card)
    metered = meter.metered({base: line})
    if metered.dangers or metered.falls:
        return ask.Bar(T("Turn the card first: this way rolls dice"), "USB-S19")
    if metered.over:
        words = {"cost": Length(metered.costs[base]), "limit": Length(metered.limit)}
        return ask.Bar(T("Too far: this way takes {cost} of {limit}", **words), "USB-ACT-03")
    return None


class CardQuestion(OnePlace):
    """Where a card goes, or that it stays, or is turned."""

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Of somebody inside there is no way."""
        if not moves(view, decision.args["card"]):
            return ask.Asked(ask.PlaceSpace(()), self.default(view, decision), self.ways_out)
        return super().asked(view, decision)

    def ground(self, view: State, decision: ask.Decision) -> tuple[tuple[Point, ...], ...]:
        """What is in reach."""
        here, far = _here(view, decision.args["card"]), _reach(view, decision.args["card"])
        disc = shapely.Point(here.x, here.y).buffer(far + SLACK, quad_segs=8)
        return rings_of(disc.intersection(shapely.box(0.0, 0.0, view.table.width, view.table.depth)))

    def bar(self, view: State, decision: ask.Decision, at: Pose) -> ask.Bar | None:
        """What is against a way."""
        return way_bar(view, decision.args["card"], at)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a way; somebody inside has none."""
        if isinstance(answer, ask.PlaceAnswer) and not moves(view, decision.args["card"]):
            return ask.unfinished(self.missing, self.clause)
        return super().check(view, decision, answer)

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """Ways ahead and aside, to stay, to be turned."""
        return islice(chain(_ways(view, decision.args["card"]), (ask.Reply(exit=e.id) for e in self.ways_out)), limit)


def moves(view: State, card: str) -> bool:
    """Whether it is the card's own activation, not that of somebody inside; the enemy knows of neither."""
    first = next(iter(cards.under(view, card)), "")
    return bool(first) and whose(view, card) == first


def _reach(view: State, card: str) -> float:
    meter, base = _meter(view, card)
    return meter.metered({base: ((_here(view, card).x, _here(view, card).y),)}).limit


def _ways(view: State, card: str) -> Iterator[ask.Reply]:
    for angle, share in product(FAN if moves(view, card) else (), (1.0, 0.5)):
        pose, far = _here(view, card), _reach(view, card) * share
        dx, dy = forward(pose.facing + angle)
        end = Pose(round(pose.x + dx * far, 3), round(pose.y + dy * far, 3), pose.facing)
        if way_bar(view, card, end) is None:
            yield ask.Reply(ask.PlaceAnswer((ask.Standing(card, {card: end}),)))


MOVE_CARD = Posed(
    "move_card",
    CardQuestion(
        "card",
        T("Choose a place for the card"),
        "USB-S19",
        ask.Exit(STAY, T("It stays and digs in")),
        ask.Exit(TURN_IT, T("Turn the card, and act")),
    ),
)


@CARD.step
def _begin(run: Run, data: CardData, got: Any) -> Outcome:
    side = run.state.markers[data.card].side
    text = T("{side} activated {card}", side=Thing(side), card=Thing(data.card))
    marks = changes.battle(run.state, active=side)
    run.emit("card_activated", "order", text, *marks, clauses=("USB-RND-01", "USB-S19"), about=(data.card,), side=side)
    message = T("{side}: what does {card} do?", side=Thing(side), card=Thing(data.card))
    return MOVE_CARD.ask(side, message, {"card": data.card}, ("USB-SET-07", "USB-S19"), then="chosen", data=data)


@CARD.step
def _chosen(run: Run, data: CardData, got: ask.Reply) -> Outcome:
    """It is turned, and its activation is the unit's; or it has been activated as a card (USB-S19)."""
    unit = whose(run.state, data.card)
    if got.exit == TURN_IT:
        return TURN.call(TurnData((data.card,)), "turned", replace(data, unit=unit))
    answer, side, notes = got.answer, run.state.markers[data.card].side, cards.under(run.state, data.card)
    stays = not isinstance(answer, ask.PlaceAnswer)
    digs = stays and notes[unit].formation != "column" and not notes[unit].aboard
    for one in (u for u, n in notes.items() if unit in (u, n.joined)):  # a hero acts with his unit
        cards.note(run, one, replace(notes[one], activated=True, entrenched=digs))
    if not isinstance(answer, ask.PlaceAnswer):
        run.emit("card_stays", "order", T("{card} stayed", card=Thing(data.card)), about=(data.card,), side=side)
        return Done()
    here, at = _here(run.state, data.card), answer.places[0].poses[data.card]
    pose = levelled(ground_of(run.state).level_at, replace(at, facing=here.facing))
    put, ways = ev.Put(marker=replace(run.state.markers[data.card], pose=pose)), [[here.x, here.y], [pose.x, pose.y]]
    text, told = T("{card} moved", card=Thing(data.card)), {"ways": {data.card: ways}}
    run.emit("card_moved", "move", text, put, about=(data.card,), side=side, data=told)
    return Done()


@CARD.step
def _turned(run: Run, data: CardData, got: Any) -> Outcome:
    return calls.ACTIVATION.call(OfUnit(data.unit), "over", data)
