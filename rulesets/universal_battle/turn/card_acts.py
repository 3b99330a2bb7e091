"""The activation of a unit that lies as a card: it moves as the unit, stays, or is turned to act (USB-SET-07, USB-S19).

Everybody sees which card is activated and where it goes, and nothing else: frames, questions and events name the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec
import shapely
from msgspec.structs import replace

from game.engine import changes
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Call, Done, Outcome, Run
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Pose, forward
from game.kit.figures.placing import levelled
from game.kit.figures.zones import rings_of
from rulesets.universal_battle.deploy import cards
from rulesets.universal_battle.deploy.cards import TURN, TurnData
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.ground import ground_of
from rulesets.universal_battle.measures import SLACK
from rulesets.universal_battle.move.metering import Meter

STAY, TURN_IT = "stay", "turn"
FAN = (0.0, 30.0, -30.0, 75.0, -75.0, 180.0)
"""Degrees off the way it faces in which ways are suggested."""


class CardData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which card, and once it has been turned whose activation it is."""

    card: str
    unit: str = ""


CARD = FrameOf("usb.card", CardData)


def card_of(view: State, unit: str) -> str:
    """The card under which a unit that is to be activated lies, "" for none."""
    note = facts.laid(view, unit)
    return note.card if note is not None else ""


def whose(view: State, card: str) -> str:
    """Whose activation that of a card is: the first under it that has not been activated."""
    return next((u for u, n in cards.under(view, card).items() if not n.activated and not n.joined), "")


def _as_models(view: State, card: str) -> tuple[State, str, str]:
    """The situation with the unit of a card in its place, to meter its way; the unit and one model."""
    unit, note = next(iter(cards.under(view, card).items()))
    pose = view.markers[card].pose
    there = {b.id: replace(b, pose=pose, where="table") for b in facts.left(view, unit)}
    own = replace(facts.own(view, unit), formation=note.formation)
    units = {**view.units, unit: replace(view.units[unit], own=own)}
    return replace(view, bases={**view.bases, **there}, units=units), unit, next(iter(there))


def way_bar(view: State, card: str, end: Pose) -> ask.Bar | None:
    """Why a card may not go straight to a place, or None: as far as its unit runs, where no die need be thrown."""
    here, table = view.markers[card].pose, view.table
    assert here is not None
    if not (0.0 <= end.x <= table.width and 0.0 <= end.y <= table.depth):
        return ask.Bar(T("A card stays on the table"), "USB-S19")
    other = cards.overlapped(view, card, end)
    if other:
        return ask.Bar(T("It would lie on {card}", card=Thing(other)), "USB-S19")
    line = ((here.x, here.y), (end.x, end.y))
    if any(p.kind.solid and p.area.intersects(shapely.LineString(line)) for p in ground_of(view).pieces):
        return ask.Bar(T("There is no way through"), "USB-S11")
    seen, unit, base = _as_models(view, card)
    metered = Meter(seen, unit, "run").metered({base: line})
    if metered.dangers or metered.falls:
        return ask.Bar(T("Turn it first: on this way dice are thrown"), "USB-S19")
    if metered.over:
        words = {"cost": Length(metered.costs[base]), "limit": Length(metered.limit)}
        return ask.Bar(T("This way takes {cost} of {limit}", **words), "USB-ACT-03")
    return None


class CardQuestion(Unforced):
    """Where a card goes, or that it stays, or is turned."""

    kind: ask.Kind = "place"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """The ground in reach; of somebody inside there is no way."""
        card = decision.args["card"]
        if not self._moves(view, card):
            return ask.Asked(ask.PlaceSpace(()), self.default(view, decision), self.exits(view, decision))
        pose, reach = view.markers[card].pose, self._reach(view, card)
        assert pose is not None
        disc = shapely.Point(pose.x, pose.y).buffer(reach + SLACK, quad_segs=8)
        zone = disc.intersection(shapely.box(0.0, 0.0, view.table.width, view.table.depth))
        space = ask.PlaceSpace((ask.Choice(card, T("{card}", card=Thing(card))),), rings_of(zone))
        return ask.Asked(space, self.default(view, decision), self.exits(view, decision))

    def _moves(self, view: State, card: str) -> bool:
        """Whether it is the card's own activation, not that of somebody inside; the enemy knows of neither."""
        first = next(iter(cards.under(view, card)), "")
        return bool(first) and whose(view, card) == first

    def _reach(self, view: State, card: str) -> float:
        seen, unit, base = _as_models(view, card)
        pose = view.markers[card].pose
        assert pose is not None
        return Meter(seen, unit, "run").metered({base: ((pose.x, pose.y),)}).limit

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """It stays."""
        return ask.Reply(exit=STAY)

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """To stay, dug in where that is possible; to be turned and act."""
        return (ask.Exit(STAY, T("It stays and digs in")), ask.Exit(TURN_IT, T("Turn the card, and act")))

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a way."""
        card = decision.args["card"]
        if not isinstance(answer, ask.PlaceAnswer) or any(one.thing != card for one in answer.places):
            return ask.refused(T("This is no answer to that question"))
        at = answer.places[0].poses.get(card) if answer.places else None
        if at is None or not self._moves(view, card):
            return ask.unfinished(T("Choose a place for the card"), "USB-S19")
        bar = way_bar(view, card, at)
        return ask.LEGAL if bar is None else ask.Verdict("refused", (ask.Reason(bar.text, bar.clause, card),))

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """Ways ahead and aside, to stay, to be turned."""
        return islice(self._ideas(view, decision), limit)

    def _ideas(self, view: State, decision: ask.Decision) -> Iterator[ask.Reply]:
        card = decision.args["card"]
        pose = view.markers[card].pose
        assert pose is not None
        ways = FAN if self._moves(view, card) else ()
        for angle in ways:
            dx, dy = forward(pose.facing + angle)
            for share in (1.0, 0.5):
                far = self._reach(view, card) * share
                end = Pose(round(pose.x + dx * far, 3), round(pose.y + dy * far, 3), pose.facing)
                if way_bar(view, card, end) is None:
                    yield ask.Reply(ask.PlaceAnswer((ask.Standing(card, {card: end}),)))
                    break
        yield from (ask.Reply(exit=way_out) for way_out in (STAY, TURN_IT))


MOVE_CARD = Posed("move_card", CardQuestion())


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
    note = facts.laid(run.state, unit)
    assert note is not None
    side, card = run.state.units[unit].side, Thing(data.card)
    stays, digs = not isinstance(got.answer, ask.PlaceAnswer), note.formation != "column" and not note.aboard
    cards.note(run, unit, replace(note, activated=True, entrenched=stays and digs))
    for hero in (u for u, n in cards.under(run.state, data.card).items() if n.joined == unit):
        cards.note(run, hero, replace(cards.under(run.state, data.card)[hero], activated=True))
    if not isinstance(got.answer, ask.PlaceAnswer):
        run.emit("card_stays", "order", T("{card} stays", card=card), about=(data.card,), side=side)
        return Done()
    at, marker = got.answer.places[0].poses[data.card], run.state.markers[data.card]
    assert marker.pose is not None
    pose = levelled(ground_of(run.state).level_at, replace(at, facing=marker.pose.facing))
    put = ev.Put(marker=replace(marker, pose=pose))
    told = {"ways": {data.card: [[marker.pose.x, marker.pose.y], [pose.x, pose.y]]}}
    run.emit("card_moved", "move", T("{card} moves", card=card), put, about=(data.card,), side=side, data=told)
    return Done()


@CARD.step
def _turned(run: Run, data: CardData, got: Any) -> Outcome:
    return Call("usb.activation", {"unit": data.unit}, "over", data)


@CARD.step
def _over(run: Run, data: CardData, got: Any) -> Outcome:
    return Done()
