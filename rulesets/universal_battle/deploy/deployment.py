"""Before the first round: the sides set up in turn, infiltrators last (USB-SET-05, USB-SPC-14, USB-S08)."""

from __future__ import annotations

from typing import Any

from game.engine import changes
from game.engine import decision as ask
from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.text import T, Thing
from game.kit.deploy import DeployData, OneByOne
from game.kit.rolloff import higher, roll_off
from rulesets.universal_battle.deploy import cards, set_up

DEPLOYMENT = FrameOf("usb.deployment", DeployData)
INFILTRATION = FrameOf("usb.infiltration", DeployData)
REVEAL = FrameOf("usb.reveal")
LAYING, LAYING_LATE = FrameOf("usb.lay_cards", DeployData), FrameOf("usb.lay_late_cards", DeployData)


@DEPLOYMENT.named("begin")
def _deployment(run: Run, data: DeployData | None, got: Any) -> Outcome:
    """Who comes later may come in who comes later: as their lists have it (USB-R45); then a die (USB-SET-05)."""
    for unit in run.state.units.values():
        other = set_up.DEPLOYING.begins_in(run.state, unit.id) if unit.own.arrival == "sudden" else ""
        if other:
            set_up.DEPLOYING.place(run, unit.side, ask.Standing(unit.id, inside=other))
    return roll_off(T("Roll-off: which side sets up first?"), "USB-SET-05", "won", DeployData(), tie="USB-S08")


@DEPLOYMENT.step
def _won(run: Run, data: DeployData, got: dict[str, int]) -> Outcome:
    first = higher(got)
    text = T("{side} began to set up", side=Thing(first))
    run.emit("first", "flow", text, *changes.battle(run.state, first=first), clauses=("USB-SET-05",), side=first)
    if cards.in_use(run.state):
        return LAYING.call(DeployData(first), "laid")
    return Goto("place", DeployData(first))


DEPLOYMENT.ends_at("laid")
DEPLOYMENT.also(OneByOne(set_up.DEPLOY, set_up.DEPLOYING, Done(), ("USB-SET-05", "USB-S08")).steps)


@INFILTRATION.named("begin")
def _infiltration(run: Run, data: DeployData | None, got: Any) -> Outcome:
    """A die decides who is first, if both sides have infiltrators (USB-SPC-14)."""
    sides = [s for s in run.state.sides if set_up.INFILTRATING.waiting(run.state, s)]
    if not sides:
        return Done()
    if len(sides) == 1:
        return Goto("first", None, {sides[0]: 1})
    return roll_off(T("Roll-off: which infiltrators come first?"), "USB-SPC-14", "first", DeployData(), tie="USB-S08")


@INFILTRATION.named("first")
def _first_infiltrators(run: Run, data: DeployData, got: dict[str, int]) -> Outcome:
    due = DeployData(higher(got))
    return LAYING_LATE.call(due, "laid") if cards.in_use(run.state) else Goto("place", due)


INFILTRATION.ends_at("laid")
INFILTRATION.also(OneByOne(set_up.INFILTRATE, set_up.INFILTRATING, Done(), ("USB-SPC-14",)).steps)


LAYING.also(OneByOne(cards.LAY, cards.LAYING, Done(), ("USB-SET-06", "USB-S19")).begun())
LAYING_LATE.also(OneByOne(cards.LAY_LATE, cards.LAYING_LATE, Done(), ("USB-SPC-14", "USB-S19")).begun())


@REVEAL.named("begin")
def _reveal(run: Run, data: None, got: Any) -> Outcome:
    """When all lie they are turned, or those that are seen, until no more are (USB-SET-06, USB-SET-07)."""
    state = run.state
    lying = cards.cards(state)
    found = cards.seen(state) if cards.until_seen(state) else cards.in_turn(state, tuple(lying))
    return cards.TURN.call(cards.TurnData(found), "begin") if found else Done()
