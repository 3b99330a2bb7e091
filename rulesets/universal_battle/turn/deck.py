"""The deck of cards that gives the order: red is the first player's colour (USB-RND-04, USB-RND-05, USB-S20).

It is a bag: only the counts of its cards are known. With a card for every activation, one of its colour goes when a
unit is lost before it has acted.
"""

from __future__ import annotations

from game.engine import changes
from game.engine import event as ev
from game.engine.flow import Roll
from game.engine.state import State
from game.engine.text import T
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.field import facts

RED, BLACK = 1, 2


def in_use(view: State) -> bool:
    """Whether cards give the order."""
    return bool(view.options.get("order", "alternate") != "alternate")


def fresh(view: State) -> dict[str, int]:
    """The cards of each side in a new deck."""
    if view.options.get("order") == "exact":
        return {side: len(facts.eligible(view, side)) for side in view.sides}
    return dict.fromkeys(view.sides, whole("deck") // 2)


def left(view: State, side: str) -> int:
    """The cards of a side still in the deck; one gone for each unit that was lost before it acted (USB-RND-05)."""
    cards: int = view.sides[side].own.cards
    if view.options.get("order") != "exact":
        return cards
    fallen = [u for u in view.units_of(side) if not (u.own.joined or u.own.activated or facts.left(view, u.id))]
    return max(0, cards - len(fallen))


def shuffled(view: State) -> tuple[ev.Change, ...]:
    """A new deck."""
    return tuple(c for side, n in fresh(view).items() for c in changes.side(view, side, cards=n))


def draw(view: State, then: str, data: object) -> Roll:
    """Draw a card: a die whose faces are the cards left."""
    first, *others = view.sides
    faces = (RED,) * left(view, first) + (BLACK,) * sum(left(view, side) for side in others)
    why, clause = T("A card for the next activation"), "USB-RND-04"
    return Roll(ev.Request((ev.DiceRow(first, 1, faces),), why, clause), then, data)


def drawn(view: State, got: ev.Rolled) -> str:
    """Whose colour was drawn."""
    first, *others = view.sides
    return first if got.faces[0][0] == RED else others[0]
