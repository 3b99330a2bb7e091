"""Playing shooting and melee in tests: phases with scripted dice, default answers, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.decision import Aim, AllocateAnswer, MoveAnswer, TargetsAnswer
from game.engine.event import Event
from game.engine.state import Luck, State
from rulesets.warmaster_ancients.field import facts
from tests.rules.warmaster_ancients.flow_play import Play, plain


def shoot_at(unit: str, target: str) -> TargetsAnswer:
    """A unit shoots at its nearest enemy."""
    return TargetsAnswer((Aim(unit, "volley", target),))


def begin(state: State, entry: str, *dice: int, **args: Any) -> Play:
    """A situation at an entry with its dice."""
    return Play(replace(state, luck=Luck("scripted"), stack=(), pending=None), entry, dice, **args)


def default(play: Play) -> None:
    """Answer what is asked by its default."""
    reply = play.asked.default
    play.give(reply.answer, reply.exit)


def run(play: Play, *until: str) -> Play:
    """Answer by default until one of some questions, or to the end."""
    while play.session.waiting and play.asked_for not in until:
        default(play)
    return play


def whole(state: State, entry: str, *dice: int, **args: Any) -> Play:
    """An entry played out with default answers; every die of the script must be asked for."""
    play = run(begin(state, entry, *dice, **args))
    assert play.left() == ()
    return play


def after(play: Play, entry: str, *dice: int, **args: Any) -> Play:
    """The situation that another play has left, at a new entry."""
    return begin(play.state, entry, *dice, **args)


def standing(state: State, unit: str) -> int:
    """How many stands of a unit are left."""
    return len(facts.stands(state, unit))


def numbers(state: State, unit: str) -> list[int]:
    """The numbers of the stands that are left."""
    return [b.number for b in facts.stands(state, unit)]


def hits(state: State, unit: str) -> int:
    """Casualties carried over."""
    return int(state.units[unit].own.hits)


def confused(state: State, unit: str) -> bool:
    return bool(state.units[unit].own.confused)


def events(play: Play, kind: str) -> list[Event]:
    """Events of a type, in order."""
    return [e for e in play.events if e.type == kind]


def dice_thrown(play: Play) -> list[tuple[str, tuple[int, ...]]]:
    """What was rolled for, and the faces: the whole of the play's dice."""
    return [(plain(e.request.why), e.rolled.faces[0]) for e in events(play, "rolled") if e.request and e.rolled]


def dealt(play: Play) -> dict[str, int]:
    """Casualties of each pair of units in combat, 'A>B' -> n, all rounds together."""
    found: dict[str, int] = {}
    for e in events(play, "blows"):
        key = f"{e.data['unit']}>{e.data['enemy']}"
        found[key] = found.get(key, 0) + int(e.data["casualties"])
    return found


def results(play: Play) -> list[dict[str, int]]:
    """Results by side of every combat result, in order."""
    return [dict(e.data["results"]) for e in events(play, "combat_result")]


def dice_of(play: Play, unit: str) -> list[int]:
    """How many attack dice a unit rolled, round by round."""
    return [int(e.data["dice"]) for e in events(play, "blows") if e.data["unit"] == unit]


def distance(unit: str, cm: int) -> AllocateAnswer:
    """So many cm."""
    return AllocateAnswer({unit: cm})


def advance_charge(unit: str, target: str) -> MoveAnswer:
    return MoveAnswer(unit, "charge", target)


def clauses(play: Play) -> set[str]:
    """All clauses that the events cite."""
    return {c for e in play.events for c in e.clauses}


def faces(*counts: tuple[int, int]) -> Sequence[int]:
    """Dice by (face, how many)."""
    return [face for face, n in counts for _ in range(n)]
