"""What Warmaster Ancients alone has on the state, its sides and its units: typed structs in the ``own`` fields."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from game.engine.fields import Count, Mm, PointMm, SideId, UnitId

Phase = Literal["deployment", "initiative", "command", "characters", "shooting", "melee", "reform", "over"]


ZoneOwn = tuple[SideId, tuple[PointMm, ...]]
"""A side and the corners (mm) of a polygon in which it deploys."""


class BattleOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The battle as a whole.

    Attributes
    ----------
    scenario
        Id of the scenario played.
    size
        The agreed size in points (WMA-SET-01).
    first
        The side that has the first turn (WMA-S34).
    active
        The side whose player turn it is.
    turn
        Number of the turn, from 1; both sides' player turns of a pair have the same number.
    phase
        Phase of the player turn (WMA-TRN-02).
    limit
        Turns per player (WMA-S35).
    commanding, ordering
        The character who is issuing orders and the unit he is ordering (WMA-CMD-02, WMA-CMD-05).
    zones
        Where the sides deploy on a table of the players' own (side, corners in mm); else the scenario tells.
    troops
        Troops that no list has: by code the list they count with, the code whose look they have, and their row (JSON).
    """

    scenario: str
    size: Count = 1000
    first: SideId = ""
    active: SideId = ""
    turn: Count = 0
    phase: Phase = "deployment"
    limit: Count = 8
    commanding: UnitId = ""
    ordering: UnitId = ""
    zones: tuple[ZoneOwn, ...] = ()
    troops: dict[str, tuple[str, str, str]] = {}


class SideOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army: its list, the number of units it began with (WMA-S35), and its role in the scenario."""

    army: str
    began: Count = 0
    role: str = ""


class UnitOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit or a character.

    Attributes
    ----------
    character
        Set for a General, Leader or Officer: a token without footprint (WMA-S02).
    hits
        Leftover casualties that have not removed a stand (WMA-SHT-11, WMA-CMB-10).
    confused, confused_before
        Confused; and already so when its owner's turn began (WMA-S20).
    initiative
        Has moved on initiative this turn (WMA-INI-05).
    orders, ordered_by, closed
        Orders received this turn, the character who gave them, and whether its ordering is finished (WMA-CMD-03..05).
    charged
        Has charged this turn (WMA-S10).
    advanced
        Has advanced this turn (WMA-ADV-05).
    attacked
        Charged, pursued or advanced this turn: neither defended nor fortified in combat (WMA-S15).
    shot
        Has shot in this shooting phase (WMA-SHT-01).
    reacted
        Has shot at a charger this turn (WMA-S13).
    moved
        A character has moved this turn (WMA-S41).
    silent
        A character has failed a test this turn (WMA-CMD-08); ``done`` his ordering is finished (WMA-CMD-02).
    rounds
        Combat rounds fought this melee phase (WMA-R37).
    fought
        Has fought in this melee phase (WMA-R51).
    mount
        What a character rides where that is not what his row of the list says, "" if it is (WMA-CHR-04).
    """

    character: bool = False
    hits: Count = 0
    confused: bool = False
    confused_before: bool = False
    initiative: bool = False
    orders: Count = 0
    ordered_by: UnitId = ""
    closed: bool = False
    charged: bool = False
    advanced: bool = False
    attacked: bool = False
    shot: bool = False
    reacted: bool = False
    moved: bool = False
    silent: bool = False
    done: bool = False
    rounds: Count = 0
    fought: bool = False
    mount: Literal["", "foot", "chariot", "elephant"] = ""


LASTING = ("character", "hits", "confused", "confused_before", "mount")
"""What is said of a unit for longer than a player turn."""

FRESH: dict[str, Any] = {f.name: f.default for f in msgspec.structs.fields(UnitOwn) if f.name not in LASTING}
"""What is said of a unit "this turn", as it begins anew for both sides with every player turn."""


class ContactOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tie ``contact`` between two enemy units (``a`` moved into contact with ``b``).

    Attributes
    ----------
    how
        What brought them together; "" for contact that no move of this turn explains (WMA-S39).
    on_hill, in_fort
        Ids of the hills and fortifications on which fewer than half of ``a``'s stands had their centre at the start of
        that move (WMA-S15): ``b`` on one of these is defended or fortified against ``a``.
    across
        ``b`` stood within 1 cm of a low obstacle that the shortest line to ``a`` crossed at the start of that move.
    volley
        Casualties that ``b`` inflicted by shooting at ``a``'s charge; they count in the first round (WMA-RCT-03).
    impetus
        mm that the pursued unit was forced back before a pursuit (WMA-MOD-04, WMA-R44).
    spent
        The round to which this charge or pursuit led has been fought: no more modifiers of it (WMA-R43).
    """

    how: Literal["", "charge", "pursuit", "advance"] = ""
    on_hill: tuple[str, ...] = ()
    in_fort: tuple[str, ...] = ()
    across: bool = False
    volley: Count = 0
    impetus: Mm = 0.0
    spent: bool = False
    turn: Count = 0


Owns = BattleOwn | SideOwn | UnitOwn | ContactOwn
