"""What terrain gives an activation and takes from it, if at least half of its models are in it or next to it.

USB-TER-01 to -09, USB-R26 to -R32, USB-R35, USB-R58, USB-S06. In later rounds of a locked fight nobody asks for it.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from game.engine.state import State
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.facts import host, own
from rulesets.universal_battle.field.formations import formation
from rulesets.universal_battle.field.ground import Piece, board, rows, standing

ENGINEERS = "engineers"


class Effects(msgspec.Struct, frozen=True, kw_only=True):
    """What terrain does to an activation.

    ``piece``: whose Hit and Tough effects count, "" for none (USB-S06): on its ``hit`` rolls (USB-TER-03, -07, -08), on
    those of its ``attackers`` (0 or less), on its saves (``tough``, USB-R28); ``morale``: on those of nerve (USB-R29).
    ``entrenched``: it counts as Entrenched and may react so (USB-R24); ``covered``: that gives its Tough here, of a
    screen only against who is behind it (USB-R30); ``no_entrench``: no such state gives it anything, whencesoever
    (USB-TER-05, USB-MON-09).
    """

    piece: str = ""
    hit: int = 0
    attackers: int = 0
    entrenched: bool = False
    covered: bool = False
    tough: int = 0
    morale: int = 0
    no_entrench: bool = False

    @property
    def worth(self) -> int:
        """The sum by which an owner chooses the piece."""
        return self.hit - self.attackers + self.covered + self.tough


@facts.on_roll
def proof(view: State, unit: str) -> bool:
    """Whether no terrain modifies an activation: a monster of three growth steps or more (USB-MON-06, USB-R32)."""
    return any(facts.model(b).growth >= whole("proof") for b in facts.left(view, unit))


@standing
def pieces_of(view: State, unit: str) -> tuple[Piece, ...]:
    """The pieces that at least half of an activation's models are in or directly next to (USB-TER-01)."""
    now, which = board(view), rows(view, unit)
    if not len(which) or own(view, host(view, unit)).aboard:
        return ()
    models = now.bases.take(which)

    def found() -> tuple[Piece, ...]:
        return tuple(p for p in now.ground.about(models) if 2 * int(now.ground.at(p, models).sum()) >= len(which))

    return now.ground.lasting.once(("terrain", now.stance(which)), found)


@standing
def choices(view: State, unit: str, against: str = "", engineers: bool = False) -> tuple[Effects, ...]:
    """What each piece would do to an activation; one of them counts at a time, as its owner chooses (USB-S06).

    ``against`` an enemy: screens count if they lie between (USB-R30), less does if he attacks with engineers (USB-R58).
    """
    if proof(view, unit):
        return (Effects(no_entrench=True),)
    found = pieces_of(view, unit)
    pit = any(p.kind.pit for p in found)
    bare = Effects(morale=-1 if pit else 0, no_entrench=pit or facts.monster(view, unit))
    if engineers:
        return (bare,)
    dug = not bare.no_entrench and formation(view, unit) != "column"
    between = _between(view, unit, against)
    each = []
    for kind, piece in ((p.kind, p.id) for p in found if p.kind.screen or p.kind.ruins or p.kind.forest):
        here = piece in between or not kind.screen
        hit, attackers, tough = int(here), -int(here and not kind.ruins), int(kind.ruins)
        does = replace(bare, piece=piece, hit=hit, attackers=attackers, tough=tough)
        each.append(replace(does, entrenched=dug, covered=dug and here))
    return tuple(each) or (bare,)


@standing
def _between(view: State, unit: str, against: str) -> frozenset[str]:
    """The screens between two activations (USB-S06)."""
    if not against:
        return frozenset()
    now, mine, theirs = board(view), rows(view, unit), rows(view, against)

    def found() -> frozenset[str]:
        which = now.ground.screened(now.bases.take(mine), now.bases.take(theirs))
        return frozenset(now.ground.screens[k].id for k in which.tolist())

    return now.ground.lasting.once(("screens", now.stance(mine), now.stance(theirs)), found)


@standing
def effects(view: State, unit: str, against: str = "", engineers: bool = False) -> Effects:
    """What terrain does to an activation by the piece that is best for it, the first of equals."""
    return max(choices(view, unit, against, engineers), key=lambda e: e.worth)


def has_engineers(view: State, unit: str) -> bool:
    """Whether one unit of an activation attacks as engineers (USB-SPC-09, USB-R70)."""
    return facts.has_spec((b for b in facts.left(view, unit) if b.unit == unit), ENGINEERS)
