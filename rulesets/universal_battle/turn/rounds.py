"""A battle and its rounds: who starts, whose activation is next, the window in which it may be seized.

USB-RND-01 to -05, USB-VIC-01, USB-SPC-11, USB-PWR-04, USB-R51, USB-S09, USB-S20, USB-S21.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Choice, Decision, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from game.kit import rounds as kit
from game.kit.rolloff import higher, roll_off
from game.kit.rounds import BattleData, Rounds
from game.kit.situation import OfUnit
from game.kit.which_next import WhichNext, picked, whose_next
from rulesets.universal_battle import calls
from rulesets.universal_battle.attack.throws import BendData
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.deploy import cards
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.heroes import points
from rulesets.universal_battle.heroes.luck import BEND
from rulesets.universal_battle.own import ROUND as AT_FIRST
from rulesets.universal_battle.turn import deck, victory
from rulesets.universal_battle.turn.card_acts import CARD, CardData, card_of, whose

SETTING_UP = ("deployment", "infiltration", "reveal")
"""The phases of the set-up in their order, each a frame of that name (USB-SET-05, USB-SPC-14, USB-SET-06)."""
PHASES: dict[str, Text] = {
    "deployment": T("Deployment"),
    "infiltration": T("Infiltrators"),
    "reveal": T("Cards are turned"),
    "round": T("Activations"),
    "over": T("The battle is over"),
}


BATTLE = FrameOf("usb.battle", BattleData)


class RoundData(kit.RoundData, frozen=True, omit_defaults=True):
    """One round, and whether the side whose activation is due has been drawn by a card already."""

    drawn: bool = False


ROUND = FrameOf("usb.round", RoundData)


@BATTLE.named("begin")
def _battle_begins(run: Run, data: BattleData | None, got: Any) -> Outcome:
    text = T("{south} against {north}", **{s: Thing(s) for s in run.state.sides})
    what = {"options": run.state.options, "scenario": run.state.own.scenario}
    run.emit("battle_begins", "flow", text, clauses=("USB-SET-03",), data=what)
    return Goto("set_up", data or BattleData())


def _due(view: State, phase: str) -> bool:
    """Whether there is anybody for a part of the set-up: infiltrators, cards to be turned."""
    if phase == "infiltration":
        # with cards nobody can tell who the infiltrators are
        return cards.in_use(view) or any(u.own.arrival == "infiltrator" for u in view.units.values())
    return phase != "reveal" or bool(cards.cards(view))


ROUNDS = Rounds(BATTLE, ROUND, PHASES, SETTING_UP, "USB-SET-05", victory.wiped_out, victory.settle, _due)
"""The game ends with the last round, or when one side has nothing left (USB-VIC-01, USB-S09)."""


# --- a round -----------------------------------------------------------------------------------------------------


@ROUND.named("begin")
def _round_begins(run: Run, data: RoundData, got: Any) -> Outcome:
    """A round begins: nobody has been activated or is tired; False Flags are struck (USB-R23, USB-PWR-08)."""
    state = run.state
    if data.midway:
        return Goto("next", replace(data, midway=False))
    marks = (
        *changes.battle(state, round=data.round, phase="round", starter="", active="", acting=""),
        # who is lost already had no activation to lose: the exact deck counts by it (USB-RND-05)
        *(c for u in state.units for c in changes.unit(state, u, activated=not facts.left(state, u), **AT_FIRST)),
    )
    for unit in state.units:
        note = facts.laid(state, unit)
        if note is not None and note.activated:
            cards.note(run, unit, replace(note, activated=False))
    text = T("Round {round} of {rounds}", round=data.round, rounds=state.own.rounds)
    run.emit("round_begins", "flow", text, *marks, clauses=("USB-RND-03",), data={"round": data.round})
    return calls.DISPERSE.call(None, "start", data)


@ROUND.step
def _start(run: Run, data: RoundData, got: Any) -> Outcome:
    """Who starts: the higher die, or the first card (USB-RND-02, USB-S20)."""
    if deck.in_use(run.state):
        text = T("The deck is shuffled")
        run.emit("shuffled", "flow", text, *deck.shuffled(run.state), clauses=("USB-RND-04", "USB-S20"))
        return Goto("next", data)
    why = T("Start of round {round}", round=data.round)
    return roll_off(why, "USB-RND-02", "started", data)


@ROUND.step
def _started(run: Run, data: RoundData, got: dict[str, int]) -> Outcome:
    side = higher(got)
    text, marks = T("{side} started the round", side=Thing(side)), changes.battle(run.state, starter=side, active=side)
    run.emit("starter", "flow", text, *marks, clauses=("USB-RND-02",), side=side, data={"side": side})
    return Goto("next", replace(data, due=side))


@ROUND.named("next")
def _next_activation(run: Run, data: RoundData, got: Any) -> Outcome:
    """Whose activation is next: alternately, or by a card; one side left activates the rest (USB-RND-01, -03, -04)."""
    state = run.state
    if victory.wiped_out(state):
        return Done()
    waiting = [side for side in state.sides if facts.eligible(state, side)]
    if not waiting:
        return Done()
    if len(waiting) == 1:
        return Goto("pick", replace(data, due=waiting[0], drawn=True))
    if deck.in_use(state) and not data.drawn:
        if not any(deck.left(state, side) for side in state.sides):
            run.emit("shuffled", "flow", T("The deck is shuffled"), *deck.shuffled(state), clauses=("USB-S20",))
        return deck.draw(run.state, "card", data)
    due = whose_next(state, data.due, lambda side: facts.eligible(state, side))
    return calls.SEIZE.call(calls.Seizing(due), "seized", replace(data, due=due))


@ROUND.step
def _card(run: Run, data: RoundData, got: ev.Rolled) -> Outcome:
    """A card has been drawn; both sides have somebody left to activate, else none would be (USB-S20)."""
    side = deck.drawn(run.state, got)
    text = T("A card of {side}", side=Thing(side))
    taken = changes.side(run.state, side, cards=run.state.sides[side].own.cards - 1)
    run.emit("card", "flow", text, *taken, clauses=("USB-RND-04",), side=side, data={"side": side})
    return Goto("next", replace(data, due=side, drawn=True))


@ROUND.step
def _seized(run: Run, data: RoundData, got: str) -> Outcome:
    """The side that acts now: whoever is due, unless somebody else has seized the initiative (USB-PWR-04, USB-R51)."""
    return Goto("pick", data, got)


@ROUND.step
def _pick(run: Run, data: RoundData, got: str | None) -> Outcome:
    side = got or data.due
    message = T("{side}: activate a unit", side=Thing(side))
    after = replace(data, drawn=data.drawn and side != data.due)
    # after a seized activation it goes on with whoever was skipped, his card waiting (USB-R51)
    after = after if side != data.due else replace(after, due=other_sides(run.state, side)[0])
    return ACTIVATE.ask(side, message, clauses=("USB-RND-01", "USB-S26"), then="picked", data=after)


@ROUND.step
def _picked(run: Run, data: RoundData, got: Reply) -> Outcome:
    one = picked(got)
    if one in run.state.markers:
        return CARD.call(CardData(one), "next", data)
    return calls.ACTIVATION.call(OfUnit(one), "next", data)


class ActivateQuestion(WhichNext):
    """Which unit is activated; there is no passing (USB-S26)."""

    def rows(self, view: State, decision: Decision) -> tuple[str, ...]:
        """The units that have not been activated in this round; of those that lie as cards the cards."""
        found = facts.eligible(view, decision.side)
        return tuple(dict.fromkeys(card_of(view, u) or u for u in found))

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A unit, and what will become of it; what a card is its side knows."""
        if row in view.markers:
            return Choice(row, T("{card}: {unit}", card=Thing(row), unit=Thing(whose(view, row))))
        return Choice(row, T("{unit}", unit=Thing(row)), note=_note(view, row))

    def usual(self, view: State, decision: Decision, things: Sequence[Choice]) -> str:
        """The first that stands on the table, free to act."""
        return next((c.id for c in things if c.note is None), things[0].id)


def _note(view: State, unit: str) -> Text | None:
    own = facts.own(view, unit)
    if facts.is_locked(view, unit):
        return T("locked: it fights on")
    if own.status:
        return T("Panicked: tests first") if own.status == "panicked" else T("Shaken: tests first")
    if own.arrival == "sudden" and not facts.deployed(view, unit):
        return T("tests for its arrival")
    return T("aboard {carrier}", carrier=Thing(own.aboard)) if own.aboard else None


ACTIVATE = Posed("activate", ActivateQuestion())


# --- smoke -------------------------------------------------------------------------------------------------------


class DisperseData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The smoke markers still to be rolled for, in the order of placing (USB-S21); who may bend the die."""

    left: tuple[str, ...] = ()
    begun: bool = False
    heroes: tuple[str, ...] = ()
    face: int = 0


DISPERSE = FrameOf("usb.disperse", DisperseData)


@DISPERSE.named("begin")
def _disperse(run: Run, data: DisperseData | None, got: Any) -> Outcome:
    data = data or DisperseData()
    smoke = (m.id for m in run.state.markers.values() if m.kind == "smoke" and m.pose is not None)
    todo = data.left if data.begun else tuple(m for m in smoke if run.state.markers[m].own.round < run.state.own.round)
    if not todo:
        return Done()
    side, why = run.state.markers[todo[0]].side, T("Does {marker} disperse?", marker=Thing(todo[0]))
    row = (ev.DiceRow(side, 1),)
    return Roll(ev.Request(row, why, "USB-SPC-11", whole("disperses"), "at_least"), "rolled", DisperseData(todo, True))


@DISPERSE.step
def _rolled(run: Run, data: DisperseData, got: ev.Rolled) -> Outcome:
    """Any hero of its side may bend the die: they are asked in turn until one does (USB-R50)."""
    able = points.able(run.state, run.state.markers[data.left[0]].side)
    return Goto("offered", replace(data, heroes=able, face=got.faces[0][0]), got)


@DISPERSE.step
def _offered(run: Run, data: DisperseData, got: ev.Rolled) -> Outcome:
    if not data.heroes or got.faces[0][0] != data.face:
        return Goto("bent", data, got)
    hero, *others = data.heroes
    return BEND.call(
        BendData(hero, hero, got.faces[0], whole("disperses")), "offered", replace(data, heroes=tuple(others))
    )


@DISPERSE.step
def _bent(run: Run, data: DisperseData, got: ev.Rolled) -> Outcome:
    """On 4+ it disperses (USB-SPC-11)."""
    marker, *rest = data.left
    if got.faces[0][0] >= whole("disperses"):
        gone = ev.Take("marker", marker)
        text = T("{marker} disperses", marker=Thing(marker))
        run.emit("smoke_gone", "reveal", text, gone, clauses=("USB-SPC-11",), about=(marker,))
    return Goto("begin", replace(data, left=tuple(rest)))
