"""The toy's flow: two sides, rounds of one of everything. Rules of the toy, all made up:

* both write a sealed order for their unit (kind orders, a group that stays closed): stand or go, and how far;
* both bid high or low (kind option, a group that opens): the higher bidder begins, a tie is rolled off;
* each side in turn, until both pass (a window): march (move), shoot (targets), get into the wagon (place), or pick;
* a march that comes within 100 mm of an enemy is stopped half way: the enemy may shout (option). Shouted at, the
  marcher loses a base of his choice (pick) and what is left of his march comes back as a draft;
* whoever lost a base owes a nerve test at the end of the round (due), in the order of the list: a die of 3 or more;
* hits are allocated over bases (allocate); a pool may be thrown again (allocate, in a pool's window);
* a deck of four cards, drawn without putting back, ends the battle with its last card.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import (
    AllocateAnswer,
    MoveAnswer,
    OptionAnswer,
    PickAnswer,
    PlaceAnswer,
    Reply,
    TargetsAnswer,
)
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Roll, Run
from game.engine.frames.pool import PoolData
from game.engine.frames.window import Taken, WindowData
from game.engine.state import Due, Frame, Over, Tie
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from game.geometry.steps import Advance

SHOUT = 100.0


class RoundData(msgspec.Struct, frozen=True, omit_defaults=True):
    """One round: whose turn is first, and the cards left by name."""

    first: str = ""
    deck: dict[str, int] = msgspec.field(default_factory=lambda: {"sun": 1, "rain": 1, "wind": 1, "night": 1})


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit that owes a nerve test, and all the reasons why."""

    subject: str
    causes: tuple[str, ...] = ()


class MarchData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A march on its way: what is left of it, and whether it was shouted at already."""

    unit: str
    left: float
    shouted: bool = False


class ShotData(msgspec.Struct, frozen=True):
    """A shot and its target."""

    unit: str
    mark: str


def ask(name: str, side: str, **args: Any) -> Question:
    return Question(name, side, T("{side}: {question}", side=Thing(side), question=name), args, ("TOY-ASK-01",))


def begin(run: Run, data: RoundData, got: object) -> Outcome:
    return Ask(tuple(ask("order", s) for s in run.state.sides), "ordered", mode="closed")


def ordered(run: Run, data: RoundData, got: str) -> Outcome:
    return Ask(tuple(ask("bid", s) for s in run.state.sides), "bids", data, mode="open")


def bids(run: Run, data: RoundData, got: dict[str, Reply]) -> Outcome:
    high = [s for s, r in got.items() if isinstance(r.answer, OptionAnswer) and r.answer.parts["bid"] == "high"]
    if len(high) == 1:
        return Goto("first", replace(data, first=high[0]))
    return roll_off(run, data)


def roll_off(run: Run, data: RoundData) -> Outcome:
    rows = tuple(ev.DiceRow(s, 1) for s in run.state.sides)
    return Roll(ev.Request(rows, T("Roll-off"), "TOY-BID-01"), "rolled_off", data)


def rolled_off(run: Run, data: RoundData, got: ev.Rolled) -> Outcome:
    (a,), (b,) = got.faces
    if a == b:
        return roll_off(run, data)
    return Goto("first", replace(data, first=list(run.state.sides)[0 if a > b else 1]))


def first(run: Run, data: RoundData, got: object) -> Outcome:
    run.emit("begins", "flow", T("{side} begins", side=Thing(data.first)), about=(data.first,))
    order = sorted(run.state.sides, key=lambda s: s != data.first)
    return Call("engine.window", WindowData(tuple(ask("act", s) for s in order), "toy.act"), "acted", data)


def acted(run: Run, data: RoundData, got: object) -> Outcome:
    """The next unit that owes nerve tests takes one for all of them."""
    items = {u: [d for d in run.state.due if d.subject == u] for u in run.state.units}
    unit = next((u for u, owed in items.items() if owed), "")
    if not unit:
        return Goto("tested")
    run.emit("due_taken", "flow", None, ev.Undue(tuple(d.id for d in items[unit])), about=(unit,))
    causes = tuple(c for d in items[unit] for c in d.causes)
    return Call("toy.nerve", Item(unit, causes), "acted")


def tested(run: Run, data: RoundData, got: object) -> Outcome:
    """Draw a card: a die with as many faces as cards are left, so that no order exists before it is drawn."""
    cards = tuple(range(sum(data.deck.values())))
    return Roll(ev.Request((ev.DiceRow(data.first, 1, cards),), T("A card is drawn"), "TOY-DECK-01"), "drawn")


def drawn(run: Run, data: RoundData, got: ev.Rolled) -> Outcome:
    names = [name for name, n in data.deck.items() for _ in range(n)]
    card = names[got.total]
    deck = {k: n - (k == card) for k, n in data.deck.items()}
    run.emit("card", "reveal", T("The card shows {card}", card=card), data={"card": card})
    if card == "night" or not any(deck.values()):
        alive = {s: sum(len(run.state.bases_of(u.id)) for u in run.state.units_of(s)) for s in run.state.sides}
        best = max(alive.values())
        winners = [s for s, n in alive.items() if n == best]
        winner = winners[0] if len(winners) == 1 else ""
        run.emit("night", "score", T("Night falls"), ev.End(Over(winner, T("Night falls"), alive)))
        return Done()
    return Goto("begin", replace(data, deck=deck))


# --- acts --------------------------------------------------------------------------------------------------------


def act(run: Run, data: Taken, got: object) -> Outcome:
    answer = data.reply.answer
    assert isinstance(answer, OptionAnswer)
    question = {"march": "march", "shoot": "shoot", "ride": "ride", "show": "show"}[answer.parts["act"]]
    return Ask((ask(question, data.side),), question)


def march(run: Run, data: Taken, got: Reply) -> Outcome:
    if not isinstance(got.answer, MoveAnswer):
        return Done()
    (step,) = got.answer.courses[0].steps
    assert isinstance(step, Advance)
    return Call("toy.march", MarchData(got.answer.subject, step.distance), "over")


def shoot(run: Run, data: Taken, got: Reply) -> Outcome:
    assert isinstance(got.answer, TargetsAnswer)
    aim = got.answer.aims[0]
    return Call("toy.shot", ShotData(aim.actor, aim.mark), "over")


def ride(run: Run, data: Taken, got: Reply) -> Outcome:
    assert isinstance(got.answer, PlaceAnswer)
    standing = got.answer.places[0]
    changes: list[ev.Change] = [
        ev.SetPose(b.id, None, "inside", standing.inside) for b in run.state.bases_of(standing.thing)
    ]
    tie = Tie(run.new_id("t"), "passengers", standing.inside, standing.thing)
    run.emit("boarded", "place", T("{unit} gets in", unit=Thing(standing.thing)), *changes, ev.AddTie(tie))
    return Done()


def show(run: Run, data: Taken, got: Reply) -> Outcome:
    assert isinstance(got.answer, PickAnswer)
    (thing,) = got.answer.ids
    run.emit("shown", "reveal", T("{unit} is shown", unit=Thing(thing)), ev.Reveal("unit", thing, data.side), ev.Seen())
    return Done()


def over(run: Run, data: Taken, got: object) -> Outcome:
    return Done()


# --- a march that may be interrupted -----------------------------------------------------------------------------


def advance(run: Run, data: MarchData, got: object) -> Outcome:
    """Run on to the first event: an enemy within 100 mm, or the end of the march."""
    bases = run.state.bases_of(data.unit)
    side = run.state.units[data.unit].side
    enemies = [b for u in run.state.units.values() if u.side != side for b in run.state.bases_of(u.id)]
    gaps = [
        abs(e.pose.y - b.pose.y) - (e.shape.depth + b.shape.depth) / 2
        for e in enemies
        for b in bases
        if e.pose is not None and b.pose is not None
    ]
    way = data.left
    if gaps and not data.shouted:
        way = min(way, max(0.0, min(gaps) - SHOUT))
    sign = 1.0 if bases[0].pose is not None and bases[0].pose.facing == 0.0 else -1.0
    changes = []
    for b in bases:
        assert b.pose is not None
        changes.append(ev.SetPose(b.id, Pose(b.pose.x, round(b.pose.y + sign * way, 3), b.pose.facing)))
    run.emit("marched", "move", T("{unit} marches", unit=Thing(data.unit)), *changes, about=(data.unit,))
    left = round(data.left - way, 3)
    if data.shouted or left <= 0 or not gaps or min(gaps) - way > SHOUT:
        return Done()
    enemy = next(s for s in run.state.sides if s != side)
    return Ask((ask("shout", enemy),), "answered", replace(data, left=left, shouted=True))


def answered(run: Run, data: MarchData, got: Reply) -> Outcome:
    assert isinstance(got.answer, OptionAnswer)
    if got.answer.parts["shout"] == "silent":
        return Goto("begin")
    side = run.state.units[data.unit].side
    return Ask((ask("lose", side, unit=data.unit),), "lost")


def lost(run: Run, data: MarchData, got: Reply) -> Outcome:
    """Something changed, so the rest of the march comes back as a question with the rest as draft."""
    assert isinstance(got.answer, PickAnswer)
    lose(run, data.unit, got.answer.ids[0])
    if not run.state.bases_of(data.unit):
        return Done()
    return Ask((ask("march", run.state.units[data.unit].side, unit=data.unit, left=data.left),), "again")


def again(run: Run, data: MarchData, got: Reply) -> Outcome:
    if not isinstance(got.answer, MoveAnswer):
        return Done()
    (step,) = got.answer.courses[0].steps
    assert isinstance(step, Advance)
    return Goto("begin", replace(data, left=step.distance))


def lose(run: Run, unit: str, base: str) -> None:
    run.emit("lost", "loss", T("{base} falls", base=Thing(base)), ev.SetPose(base, None, "gone"), about=(unit, base))


# --- a shot: a pool, an allocation -------------------------------------------------------------------------------


def fire(run: Run, data: ShotData, got: object) -> Outcome:
    n = len(run.state.bases_of(data.unit))
    side = run.state.units[data.unit].side
    request = ev.Request((ev.DiceRow(side, n),), T("Shots"), "TOY-SHOT-01", 4, "at_least")
    return Call("engine.pool", PoolData(request, compulsory=(1,), offers=(ask("bend", side),)), "fired")


def fired(run: Run, data: ShotData, got: object) -> Outcome:
    rolled = got if isinstance(got, ev.Rolled) else msgspec.convert(got, ev.Rolled)
    hits = min(sum(f >= 4 for f in rolled.faces[0]), len(run.state.bases_of(data.mark)))
    if not hits:
        return Done()
    return Ask((ask("fall", run.state.units[data.mark].side, unit=data.mark, hits=hits),), "fallen")


def fallen(run: Run, data: ShotData, got: Reply) -> Outcome:
    assert isinstance(got.answer, AllocateAnswer)
    for base, n in got.answer.boxes.items():
        if n:
            lose(run, data.mark, base)
    return Done()


# --- nerve tests, due at the end of the round --------------------------------------------------------------------


def when_lost(run: Run, event: ev.Event) -> tuple[Frame, ...]:
    """Reactor: a loss makes a nerve test due, and a frame tells of it before the flow goes on."""
    due = Due(run.new_id("due"), "end", "TOY-NERVE-01", event.about[0], (event.about[1],))
    run.emit("owed", "test", None, ev.AddDue(due))
    return (Frame("toy.cry", data=Item(event.about[0])),)


def cry(run: Run, data: Item, got: object) -> Outcome:
    run.emit("cried", "status", T("{unit} cries out", unit=Thing(data.subject)), about=(data.subject,))
    return Done()


def nerve(run: Run, data: Item, got: object) -> Outcome:
    if not run.state.bases_of(data.subject):
        return Done()
    side = run.state.units[data.subject].side
    return Roll(ev.Request((ev.DiceRow(side, 1),), T("Nerve"), "TOY-NERVE-01", 3, "at_least"), "nerved")


def nerved(run: Run, data: Item, got: ev.Rolled) -> Outcome:
    held = got.total >= 3
    run.emit(
        "held" if held else "shaken", "test", T("Nerve"), about=(data.subject,), data={"causes": list(data.causes)}
    )
    return Done()


FRAMES: dict[str, type[msgspec.Struct] | None] = {
    "toy.round": RoundData,
    "toy.act": Taken,
    "toy.march": MarchData,
    "toy.shot": ShotData,
    "toy.nerve": Item,
    "toy.cry": Item,
}
STEPS = {
    **{("toy.round", f.__name__): f for f in (begin, ordered, bids, rolled_off, first, acted, tested, drawn)},
    ("toy.act", "begin"): act,
    **{("toy.act", f.__name__): f for f in (march, shoot, ride, show, over)},
    ("toy.march", "begin"): advance,
    **{("toy.march", f.__name__): f for f in (answered, lost, again)},
    ("toy.shot", "begin"): fire,
    **{("toy.shot", f.__name__): f for f in (fired, fallen)},
    ("toy.nerve", "begin"): nerve,
    ("toy.nerve", "nerved"): nerved,
    ("toy.cry", "begin"): cry,
}
REACTORS = {"lost": (when_lost,)}
