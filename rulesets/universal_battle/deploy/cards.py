"""Cards in place of models: laid, turned when all lie or when an enemy sees them (USB-SET-06, USB-SET-07, USB-S19).

A card is a marker that everybody sees; what it stands for is a note in its side's secret, one for each unit that
belongs to it. The units themselves wait in reserve, as everybody knows from the army lists.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from game.engine import changes
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed, on
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import Frame, Marker, State, other_sides
from game.engine.text import Length, T, Text, Thing
from game.geometry.bases import Bases
from game.geometry.shapes import Footprint, Pose
from game.geometry.sightfield import NOBODY
from game.kit.deploy import AUTO
from game.kit.figures.board import middle
from game.kit.figures.outlines import plan_gaps
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.deploy import zones
from rulesets.universal_battle.deploy.set_up import SetUpQuestion
from rulesets.universal_battle.deploy.zones import Strip
from rulesets.universal_battle.field import facts, formations
from rulesets.universal_battle.field.ground import board, ground_of
from rulesets.universal_battle.field.sight import sight_of
from rulesets.universal_battle.measures import SLACK, inch
from rulesets.universal_battle.own import CardOwn, Formation, MarkerOwn

CARD = "card"
MOVES = ("moved", "driven", "contact", "charge_short", "charge_broken", "closed_up", "deployed", "card_moved")
REMOVALS = ("losses", "gone", "smoke_gone")
"""What has happened where sight may be free that was not."""


def in_use(view: State) -> bool:
    """Whether the sides lay cards first."""
    return bool(view.options.get("secret_deployment", "off") != "off")


def until_seen(view: State) -> bool:
    """Whether cards lie until an enemy sees them."""
    return bool(view.options.get("secret_deployment") == "seen")


def cards(view: State) -> dict[str, Marker]:
    """All cards on the table."""
    return {m.id: m for m in view.markers.values() if m.kind == CARD}


def under(view: State, card: str) -> dict[str, CardOwn]:
    """The units that belong to a card, as far as the view knows: who it is, then heroes in it and passengers."""
    notes = {u.id: facts.laid(view, u.id) for u in view.units_of(view.markers[card].side)}
    found = {u: n for u, n in notes.items() if n is not None and n.card == card}
    return dict(sorted(found.items(), key=lambda one: bool(one[1].joined or one[1].aboard)))


def shape() -> Footprint:
    """A card's outline (USB-S19)."""
    return Footprint("rect", inch(number("card_width")), inch(number("card_depth")))


def overlapped(view: State, card: str, pose: Pose) -> str:
    """The other card that one would lie on, "" for none."""
    others = [m for m in cards(view).values() if m.id != card and m.pose is not None]
    if not others:
        return ""
    there = Bases.of([shape()] * len(others), [m.pose for m in others if m.pose is not None])
    gaps = plan_gaps(Bases.of([shape()], [pose]), there)[0]
    return next((m.id for m, gap in zip(others, gaps.tolist(), strict=True) if gap <= SLACK), "")


def note(run: Run, unit: str, told: CardOwn | None, text: Text | None = None) -> None:
    """What a side alone knows of a unit from now on."""
    side = run.state.units[unit].side
    plain = None if told is None else msgspec.to_builtins(told)
    run.emit("noted", "place", text, ev.SetField("note", side, unit, plain), about=(unit,), side=side, only=side)


# --- laying them ---------------------------------------------------------------------------------------------------


class LayQuestion(SetUpQuestion):
    """Which unit is laid as a card next, and where, or with whose card (USB-SET-06)."""

    def waiting(self, view: State, side: str) -> tuple[str, ...]:
        """The units without a card, and not noted with one."""
        return tuple(u for u in super().waiting(view, side) if facts.laid(view, u) is None)

    def bases(self, view: State, unit: str) -> tuple[str, ...]:
        """The next card of its side."""
        side = view.units[unit].side
        return (f"{side}-card{1 + sum(m.side == side for m in cards(view).values())}",)

    def inside_bar(self, view: State, unit: str, other: str) -> ask.Bar | None:
        """As with models: a hero in troops without one, anybody small enough in a carrier."""
        bar, told = super().inside_bar(view, unit, other), facts.laid(view, other) if other in view.units else None
        if bar is not None or told is None or facts.monster(view, other):
            return bar
        if told.joined or any(n.joined == other for n in under(view, told.card).values()):
            return ask.Bar(T("{unit} cannot begin in {other}", unit=Thing(unit), other=Thing(other)), "USB-S17")
        return facts.cargo_bar(view, unit, told.aboard) if told.aboard else None

    def zone(self, view: State, side: str, unit: str) -> Strip:
        """As that of models."""
        return zones.zone_of(view, side) if self.what == "deployment" else zones.outside(view, side)

    def about(self, view: State, standing: ask.Standing, middle: Pose) -> dict[str, Pose]:
        """The card's pose."""
        return {card: self.recorded(view, middle) for card in self.bases(view, standing.thing)}

    def bar(self, view: State, standing: ask.Standing, poses: Mapping[str, Pose]) -> ask.Bar | None:
        """Why a card may not lie there, or its unit not take up a formation."""
        zone = self.zone(view, view.units[standing.thing].side, standing.thing)
        for card, pose in poses.items():
            if not zone.holds(shape(), pose):
                return self.outside
            other = overlapped(view, card, pose)
            if other:
                return ask.Bar(T("It would lie on {card}", card=Thing(other)), "USB-S19")
        wanted = zones.SHAPED.get(standing.formation, "skirmish")
        return formations.may_adopt(view, standing.thing, wanted)

    def nearest(self, view: State, standing: ask.Standing, poses: Mapping[str, Pose]) -> dict[str, Pose] | None:
        """The nearest free place."""
        wish = next(iter(poses.values()))
        zone = self.zone(view, view.units[standing.thing].side, standing.thing)
        points = self.placing.spots(zone, (wish.x, wish.y)).tolist()
        places = (self.about(view, standing, Pose(x, y, wish.facing)) for x, y in points)
        return next((p for p in places if self.bar(view, standing, p) is None), None)

    def usual(self, view: State, unit: str) -> ask.Standing | None:
        """Its usual place, or in whom it begins."""
        inside = self.begins_in(view, unit)
        if inside:
            return ask.Standing(unit, inside=inside)
        wish = self.wish(view, unit)
        found = self.nearest(view, ask.Standing(unit), {unit: wish})
        return None if found is None else ask.Standing(unit, found)

    def variants(self, view: State, standing: ask.Standing) -> Iterator[ask.Standing]:
        """The same unit with other cards, and elsewhere."""
        yield from (ask.Standing(standing.thing, inside=other) for other in self.hosts(view, standing.thing))
        for card, pose in standing.poses.items():
            for dx, name in ((6.0, "hidden"), (-6.0, ""), (12.0, "column")):
                yield ask.Standing(standing.thing, {card: Pose(round(pose.x + inch(dx), 3), pose.y, pose.facing)}, name)

    def place(self, run: Run, side: str, standing: ask.Standing) -> None:
        """Lay a card, or note a unit with another's; nobody else is told what it is."""
        unit, text = standing.thing, T("{side} laid a card", side=Thing(side))
        if standing.inside:
            host = facts.laid(run.state, standing.inside)
            assert host is not None
            carried = facts.monster(run.state, standing.inside)
            aboard = standing.inside if carried else host.aboard
            told = CardOwn(host.card, joined="" if carried else standing.inside, aboard=aboard)
            words = {"unit": Thing(unit), "other": Thing(standing.inside)}
            said = T("{unit} went aboard {other}", **words) if carried else T("{unit} joined {other}", **words)
            note(run, unit, told, said)
            run.emit("card_noted", "place", T("{side} added units to a card", side=Thing(side)), side=side)
            return
        ((card, pose),) = self.poses_of(run.state, standing).items()
        marker = Marker(card, CARD, side, pose, MarkerOwn(), T("Card").key)
        run.emit("card_laid", "place", text, ev.Put(marker=marker), clauses=("USB-SET-06",), about=(card,), side=side)
        formation = zones.SHAPED.get(standing.formation, "skirmish")
        note(run, unit, CardOwn(card, formation), T("{card} is {unit}", card=Thing(card), unit=Thing(unit)))


LAYING, LAYING_LATE = LayQuestion("deployment"), LayQuestion("infiltration")
LAY, LAY_LATE = Posed("lay_card", LAYING), Posed("lay_late_card", LAYING_LATE)


# --- turning them --------------------------------------------------------------------------------------------------


class TurnData(msgspec.Struct, frozen=True):
    """The cards to be turned, in order."""

    cards: tuple[str, ...] = ()


TURN = FrameOf("usb.turn_cards", TurnData)


class TurnedQuestion(SetUpQuestion):
    """Where the models of a card that is turned stand: as near to its middle as can be (USB-S19)."""

    def waiting(self, view: State, side: str) -> tuple[str, ...]:
        """The unit whose card was turned."""
        return (view.own.turned,) if view.own.turned and view.units[view.own.turned].side == side else ()

    def hosts(self, view: State, unit: str) -> tuple[str, ...]:
        """What it is in is noted already."""
        return ()

    def zone(self, view: State, side: str, unit: str) -> Strip:
        """At set-up its zone, later the table."""
        if view.own.round:
            return zones.whole(view)
        return zones.outside(view, side) if facts.own(view, unit).arrival else super().zone(view, side, unit)

    def wish(self, view: State, unit: str) -> Pose:
        """The middle of the card."""
        x, y, facing = view.own.turned_at
        return Pose(x, y, facing)

    def arrangements(self, view: State, unit: str) -> tuple[str, ...]:
        """The arrangements of its formation."""
        shaped = facts.own(view, unit).formation
        return (shaped,) if shaped in ("column", "phalanx") else self.usually

    def bar(self, view: State, standing: ask.Standing, poses: Mapping[str, Pose]) -> ask.Bar | None:
        """As everywhere, in the formation that is noted, and no farther off than it must be."""
        unit = standing.thing
        name = facts.own(view, unit).formation
        bar = self.placing.bar_of(view, unit, poses, *self.demands(view, unit))
        bar = bar or zones.formation_bar(view, unit, name, poses)
        most, off = inch(number("near")), _off_card(view, poses)
        if bar is None and off > most + SLACK:
            usual = self.usual(view, unit)
            most = most if usual is None else max(most, _off_card(view, usual.poses))
        if bar is None and off > most + SLACK:
            return ask.Bar(
                T("The middle of the unit must stand within {most} of the middle of the card", most=Length(most)),
                "USB-S19",
            )
        return bar

    def formation(self, view: State, standing: ask.Standing) -> Formation:
        """As it was noted."""
        return facts.own(view, standing.thing).formation


def _off_card(view: State, poses: Mapping[str, Pose]) -> float:
    """How far (mm) the middle of some models is from that of the card that was turned."""
    return math.dist(middle(poses.values()), view.own.turned_at[:2])


TURNED = TurnedQuestion("deployment")
STAND_UP = Posed("card_turned", TURNED)


@TURN.step
def _begin(run: Run, data: TurnData, got: Any) -> Outcome:
    """The next card that still lies: what it is, then where its models stand."""
    left = tuple(c for c in data.cards if c in run.state.markers)
    if not left:
        return Done()
    card, side = left[0], run.state.markers[left[0]].side
    unit = _turn(run, card)
    message, then = T("{side}: where to set up {unit}?", side=Thing(side), unit=Thing(unit)), TurnData(left[1:])
    return STAND_UP.ask(side, message, {"unit": unit}, ("USB-SET-06", "USB-S19"), then="placed", data=then)


def _turn(run: Run, card: str) -> str:
    """Everybody learns what a card is, who is in it, and what it has done."""
    state, marker, notes = run.state, run.state.markers[card], under(run.state, card)
    unit, pose = next(iter(notes)), marker.pose
    assert pose is not None
    marks: list[ev.Change] = [ev.Seen(), ev.Take("marker", card)]
    for one, told in notes.items():
        fields: dict[str, Any] = {"formation": told.formation, "joined": told.joined, "aboard": told.aboard}
        fields |= {"arrival": ""} if told.joined or told.aboard else {}
        acted = {"activated": told.activated, "fatigue": int(told.activated), "entrenched": told.entrenched}
        marks += [ev.SetField("note", marker.side, one, None), *changes.unit(state, one, **fields, **acted)]
        marks += [ev.SetPose(b.id, None, "inside", told.aboard) for b in facts.left(state, one) if told.aboard]
    marks += changes.battle(state, turned=unit, turned_at=(pose.x, pose.y, pose.facing))
    text = T("A card was turned: {unit}", unit=Thing(unit))
    run.tell(unit, "card_turned", "reveal", text, ("USB-SET-06", "USB-S19"), *marks, also=(card,))
    return unit


@TURN.step
def _placed(run: Run, data: TurnData, got: ask.Reply) -> Outcome:
    unit = run.state.own.turned
    standing = TURNED.usual(run.state, unit) if got.exit == AUTO else None
    if isinstance(got.answer, ask.PlaceAnswer):
        standing = got.answer.places[0]
    if standing is not None:
        TURNED.place(run, run.state.units[unit].side, standing)
    run.emit("stood_up", "flow", None, *changes.battle(run.state, turned="", turned_at=()))
    return Goto("begin", data)


# --- seeing them ---------------------------------------------------------------------------------------------------


def in_turn(view: State, found: Sequence[str]) -> tuple[str, ...]:
    """Cards in the order in which they are turned: active side first, before that who laid first; then by the list."""
    first = view.own.active if view.own.round else view.own.first
    sides = (first, *other_sides(view, first)) if first else tuple(view.sides)
    ranks = {u: k for k, u in enumerate(view.units)}

    def rank(card: str) -> tuple[int, int]:
        return sides.index(view.markers[card].side), min(ranks[u] for u in under(view, card))

    return tuple(sorted(found, key=rank))


def seen(view: State) -> tuple[str, ...]:
    """The cards whose middle a model or a card of the enemy sees, in the order in which they are turned (USB-S19)."""
    lying, now, sight = cards(view), board(view), sight_of(view)
    spots = {c: _eye(view, m.pose) for c, m in lying.items() if m.pose is not None}
    found = []
    for card, spot in spots.items():
        side = view.markers[card].side
        foes = np.array([k for k, s in enumerate(now.sides) if s != side], dtype=np.intp)
        eyes = [(*now.bases.centres[k], sight.heads[k]) for k in foes.tolist()]
        eyes += [other for c, other in spots.items() if lying[c].side != side]
        who = np.concatenate((foes, np.full(len(eyes) - len(foes), NOBODY, dtype=np.intp)))
        nobody = np.full(len(eyes), NOBODY, dtype=np.intp)
        if eyes and sight.free(np.array(eyes), np.array([spot] * len(eyes)), who, nobody).any():
            found.append(card)
    return in_turn(view, found)


def _eye(view: State, pose: Pose) -> tuple[float, float, float]:
    return pose.x, pose.y, ground_of(view).height_at(pose.x, pose.y) + inch(number("card_eye"))


@on(*MOVES, *REMOVALS)
def _look(run: Run, event: ev.Event) -> Sequence[Frame]:
    """After each move, reaction and removal it is looked who is seen (USB-SET-07, USB-S19)."""
    if not run.state.own.round or not until_seen(run.state) or not cards(run.state):
        return ()
    found = seen(run.state)
    return (TURN.at(data=TurnData(found)),) if found else ()


@on("commander_dead")
def _mourn(run: Run, event: ev.Event) -> Sequence[Frame]:
    """Who must test his nerve is turned first (USB-S19)."""
    mine = [c for c, m in cards(run.state).items() if m.side == event.side]
    return (TURN.at(data=TurnData(in_turn(run.state, mine))),) if mine else ()
