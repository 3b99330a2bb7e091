"""Who goes at whom on the clock, who runs from whom, and what has happened (NAP-S09, NAP-S81, NAP-S82)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from game.engine import changes
from game.engine import event as ev
from game.engine.state import State, Tie
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.measures import TICK, cm
from rulesets.napoleonic_wars.own import Straight

Pace = Literal["charge", "normal"]
Kind = Literal[
    "look",
    "aim",
    "evade",
    "away",
    "contact",
    "touch",
    "pause",
    "bar",
    "halt",
    "stop",
    "way",
    "near",
    "mix",
    "found",
    "taken",
]


@dataclass(frozen=True)
class Happened:
    """Something that happened on the clock: when, what, to whom, with whom, and how far they were apart (mm).

    ``at`` is the moment to the last digit.
    """

    time: float
    kind: Kind
    body: str
    other: str = ""
    gap: float = 0.0
    at: float = 0.0


@dataclass
class Chase:
    """A charge, counter-charge or attack on its way (NAP-S81, NAP-S82).

    Attributes
    ----------
    body, target
        Who goes at whom.
    besides
        Others whom it goes at together with the target, which was named first.
    speed
        mm a move.
    start
        When it sets out; what it was ordered before that is its own way.
    pause
        mm from the target at which both stop; None where it goes on until contact.
    near
        Its own attack distance (mm), within which it goes straight on.
    stops
        Whether the target stops too: it stands, or counter-charges.
    pace
        That of a charge, or of an attack.
    straight
        "first" where it makes no wheel at the first look, "always" where it makes none at all (NAP-CHG-11, NAP-S100).
    loose
        It is open order, which turns at no cost and makes contact with any figure (NAP-S100 (c)).
    follows
        Another charge of the same body leads it.
    turned
        Degrees that it has wheeled.
    looked
        Whether the first look is over.
    going
        Whether it is on its way on this clock.
    began
        mm between both when it set out; None before that.
    comes_up
        The moment from which its pause is looked for: an attack may come to it in its manoeuvre (NAP-S100 (b)).
    turns_first
        It begins nearer than its pause and turns before that counts, until its front comes upon the target.
    left
        The moment at which its target leaves a place before which it pauses as well, None for none (NAP-S82 (b)).
    busy
        Until when it wheels.
    seen
        How the target moved at the last look.
    awaited
        Its target waits for its pause to counter-charge: there its wheel to face ends (NAP-S100 (a)).
    waits
        From when to when it crosses which obstacles on the way that it is on now (NAP-S80).
    passed
        Obstacles that it has begun to cross.
    """

    body: str
    target: str
    speed: float
    start: float = 0.0
    pause: float | None = None
    near: float = 50.0
    stops: bool = True
    pace: Pace = "charge"
    besides: tuple[str, ...] = ()
    straight: Straight = ""
    loose: bool = False
    follows: bool = False
    turned: float = 0.0
    looked: bool = False
    going: bool = False
    over: bool = False
    began: float | None = None
    comes_up: float | None = None
    turns_first: bool = False
    left: float | None = None
    busy: float = 0.0
    seen: tuple[float, ...] = ()
    awaited: bool = False
    waits: list[tuple[float, float, str]] = field(default_factory=list)
    passed: set[str] = field(default_factory=set)

    def lets_finish(self, what: str, kind: Kind) -> bool:
        """Whether its target goes on with what it does: changes of formation or front, rising, the wheel to face.

        NAP-S41 (1), NAP-R125, NAP-R171; contact ends a wheel.
        """
        wheels = what == "wheel" and kind == "pause" and self.pace == "charge" and not self.awaited
        return what in ("form", "face", "mass", "stand_up") or wheels

    @property
    def since(self) -> float:
        """The moment from which its pause, or its contact, is looked for."""
        return self.start if self.comes_up is None else self.comes_up

    def crosses(self, time: float) -> bool:
        """Whether it is at an obstacle at a moment, and takes no new heading; what it has come to is passed."""
        self.passed |= {name for start, _, name in self.waits if start <= time + TICK / 2.0}
        return any(start - TICK / 2.0 <= time < end - TICK / 2.0 for start, end, _ in self.waits)


def by_charger(view: State, tie: Tie, start: float, pause: float | None, besides: tuple[str, ...] = ()) -> Chase:
    """The charge or attack of a tie, from a moment on."""
    told, charges = facts.charge(tie), tie.kind == facts.CHARGE
    stops = not facts.runs(view, tie.b) and told.answer != "evade"
    return Chase(
        tie.a,
        tie.b,
        told.speed,
        start,
        pause,
        cm(facts.attack_distance(view, tie.a)),
        stops,
        "charge" if charges else "normal",
        besides,
        told.straight if charges else "always",
        facts.is_skirmishing(view, tie.a),
        turned=told.turned,
        looked=told.looked,
        awaited=told.answer == "counter_charge",
    )


def by_target(view: State, tie: Tie, start: float, pause: float | None) -> Chase:
    """The counter-charge of a tie's target, from a moment on: as a charge (NAP-S100 (a))."""
    told = facts.charge(tie)
    near, loose = cm(facts.attack_distance(view, tie.b)), facts.is_skirmishing(view, tie.b)
    straight: Straight = "always" if view.options.get("straight_charges") else ""
    chase = Chase(tie.b, tie.a, told.answer_speed, start, pause, near, straight=straight, loose=loose)
    chase.turned, chase.looked = told.answer_turned, told.answer_looked
    return chase


def kept(view: State, chases: Iterable[Chase]) -> list[ev.Change]:
    """The changes that keep how far charges have wheeled, for the second pass and for the next target."""
    marks: list[ev.Change] = []
    for chase in chases:
        for tie in (*facts.ties(view, facts.CHARGE, chase.body), *facts.ties(view, facts.ATTACK, chase.body)):
            names = {
                (tie.a, tie.b): ("turned", "looked"),
                (tie.b, tie.a): ("answer_turned", "answer_looked"),
            }.get((chase.body, chase.target))
            told = facts.charge(tie)
            if names == ("turned", "looked") and told.began is None and chase.began is not None:
                marks.append(changes.own_field("tie", tie.id, began=round(chase.began, 3)))
            if names is not None and (getattr(told, names[0]), getattr(told, names[1])) != (chase.turned, chase.looked):
                marks += [ev.SetField("tie", tie.id, f"own.{names[0]}", chase.turned)]
                marks += [ev.SetField("tie", tie.id, f"own.{names[1]}", chase.looked)]
    return marks


@dataclass
class Flight:
    """A run straight away from somebody (NAP-EVD-02, NAP-S72): from when, or at which distance (mm) of his.

    ``beyond``: the edge of the table does not stop it: evaders and runaways. ``what`` it is called on its way.
    """

    body: str
    away_from: str
    speed: float
    start: float | None = None
    within: float = 0.0
    beyond: bool = True
    what: str = "evade"
    begun: bool = False


class Watcher(Protocol):
    """Something beside marches and charges that has its moments on the clock: hidden troops, generals."""

    def follow(self, bodies: Collection[str]) -> set[str]:
        """Give new ways to those who go as some bodies do, whose ways are new; who they are."""

    def watch(self, one: str, other: str, since: float) -> None:
        """Put on the clock what comes next between two enemies, the ids in order."""

    def meet(self, kind: Kind, body: str, other: str) -> None:
        """What has come, if it is the watcher's; after a pause too."""
