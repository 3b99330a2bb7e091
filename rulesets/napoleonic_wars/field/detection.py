"""Hidden troops: who notices them, when that is looked at, and how they are put on the table.

NAP-DET-01 to -06, NAP-R18, NAP-R140, NAP-S19, NAP-S43, NAP-S48. Nothing here hides anybody again (NAP-R140).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

import msgspec

from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_number
from rulesets.napoleonic_wars.field.known import hidden, known
from rulesets.napoleonic_wars.field.sight import NOBODY, notices, sees
from rulesets.napoleonic_wars.measures import CONTACT, centimetres

How = Literal["seen", "met", "shown"]
CLAUSES: dict[How, tuple[str, ...]] = {
    "seen": ("NAP-DET-03", "NAP-S48"),
    "met": ("NAP-R18", "NAP-S19"),
    "shown": ("NAP-S19",),
}


class Found(msgspec.Struct, frozen=True):
    """A hidden body that came to light, which enemies did it, and how."""

    body: str
    by: tuple[str, ...]
    how: How = "seen"


def looking_for(view: State, body: str) -> tuple[str, ...]:
    """The enemies who may find a body, in the order of their ids: all on the table who have not surrendered."""
    board = board_of(view)
    others = (u for u in board.bodies if board.sides[u] != board.sides[body])
    return tuple(u for u in others if facts.own(view, u).nerve.result != "surrendered")


def met_by(view: State, body: str) -> tuple[str, ...]:
    """The enemies who come within 2 cm of a hidden body; of generals off by themselves those who touch it."""
    return tuple(
        enemy
        for enemy in looking_for(view, body)
        if board_of(view).within(
            body, enemy, centimetres(CONTACT) if _is_alone(view, enemy) else ground_number("stumbled")
        )
    )


def _is_alone(view: State, body: str) -> bool:
    """Whether a general is more than 5 cm off all own troops (NAP-S48)."""
    if facts.own(view, body).arm != "general":
        return False
    near = board_of(view).near(body, ground_number("alone"))
    side = view.units[body].side
    return not any(view.units[u].side == side and facts.own(view, u).arm != "general" for u in near)


def detected_by(view: State, body: str, busy: Collection[str] = NOBODY) -> tuple[str, ...]:
    """The enemies who notice a body where it stands: who see it, unless a hedge, wood or building keeps it hidden.

    ``view`` holds hidden troops as well (:func:`~rulesets.napoleonic_wars.field.known.known`).
    """
    return tuple(enemy for enemy in looking_for(view, body) if notices(view, enemy, body, busy))


def approached_by(view: State, body: str) -> tuple[str, ...]:
    """The enemies who are within their attack distance of a body: then it is looked for as well (NAP-S48)."""
    board = board_of(view)
    return tuple(u for u in looking_for(view, body) if board.within(body, u, facts.attack_distance(view, u)))


def walked_into(view: State, found: Found) -> tuple[str, ...]:
    """Who has come within attack distance of troops that only now came to light: they halt, and test (NAP-DET-04)."""
    return tuple(u for u in approached_by(view, found.body) if found.how == "met" or u in found.by)


def discovered(state: State, busy: Collection[str] = NOBODY) -> tuple[Found, ...]:
    """The hidden bodies that come to light as all stand now, in the order of ids (NAP-S61)."""
    view = known(state)
    return searched(view, facts.by_id((u for u in hidden(state) if u in board_of(view).bodies), view), busy)


def searched(view: State, bodies: Iterable[str], busy: Collection[str] = NOBODY) -> tuple[Found, ...]:
    """Which of some hidden bodies come to light; ``view`` holds them."""
    found = []
    for body in bodies:
        met = met_by(view, body)
        by = met or detected_by(view, body, busy)
        if by:
            found.append(Found(body, by, "met" if met else "seen"))
    return tuple(found)


def reveal(run: Run, found: Collection[Found]) -> None:
    """Put detected bodies on the table; what the figures do not show is told (NAP-DET-03, -05)."""
    view = known(run.state)
    for one in found:
        unit = view.units[one.body]
        if one.body in run.state.units:
            continue
        text = T("{unit} detected", unit=Thing(one.body))
        if one.by and one.by[0] in run.state.units:
            text = T("{unit} detected by {enemy}", unit=Thing(one.body), enemy=Thing(one.by[0]))
        run.emit(
            "detected",
            "reveal",
            text,
            ev.Reveal("unit", one.body, unit.side),
            ev.Seen(),
            clauses=CLAUSES[one.how],
            about=(one.body, *(u for u in one.by if u in run.state.units)),
            side=unit.side,
            data={"how": one.how, "abilities": abilities(view, one.body)},
        )


def abilities(view: State, body: str) -> list[str]:
    """What a body has that its figures need not show: weapons, lances, cuirasses, light troops (NAP-DET-05)."""
    out: dict[str, None] = {}
    for sub in facts.own(view, body).subs:
        for name in ("lance", "armour", "melee", "light"):
            if getattr(sub, name):
                out[name] = None
        if sub.weapon:
            out[sub.weapon] = None
    return list(out)


def may_be_target(view: State, body: str, other: str) -> bool:
    """Whether another body may be fired at or charged as far as sight goes: detected, and visible now (NAP-R140)."""
    return other in view.units and other not in hidden(view) and sees(view, body, other)
