"""What ancient battles in rank and flank alone have on state, sides, units and ties: the ``own`` fields.

Every figure is a base; a formed unit is a rectangle of files and ranks whose footprint counts whole (WAB-S03).
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from game.engine.fields import Count, Mm, PointMm, SideId, UnitId

Phase = Literal[
    "deployment", "start", "charges", "rally", "compulsory", "charge_moves", "moves", "shooting", "combat", "over"
]
Arm = Literal["infantry", "cavalry", "light_chariot", "heavy_chariot", "elephant"]
Order = Literal["close", "open", "skirmish"]
Facing = Literal["front", "left", "right", "rear"]
ZoneOwn = tuple[str, tuple[PointMm, ...]]
"""A polygon (mm) in which the side of an edge deploys, on a table of the players' own."""


class BattleOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The battle as a whole.

    Attributes
    ----------
    scenario, size
        Scenario played, agreed points.
    turn
        Number of the turn, from 1; both player turns of a pair share it.
    active, first
        Side whose player turn it is, side that had the first.
    limit
        Turns per player (WAB-S31).
    fight
        Number of the last Close combat phase, from 1, both sides' counted (WAB-S36).
    deep
        Depth (mm) of the deployment zones on a table of the players' own; 0 for the scenario's (WAB-S31).
    zones
        The polygons of such a table, where it has them instead of strips.
    troops
        Troops that no list has: by code the list they count with, the code whose look they have, and their row (JSON).
    """

    scenario: str = ""
    size: Count = 1000
    turn: Count = 0
    active: SideId = ""
    first: SideId = ""
    phase: Phase = "deployment"
    limit: Count = 6
    fight: Count = 0
    deep: Mm = 0.0
    zones: tuple[ZoneOwn, ...] = ()
    troops: dict[str, tuple[str, str, str]] = {}

    @property
    def player_turn(self) -> int:
        """Number of the player turn: 2 x turn, + 1 for the second side (WAB-R53)."""
        return 2 * self.turn + int(self.active != self.first)


class SideOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army: its list, its base line, and its role in the scenario."""

    army: str = ""
    edge: Literal["", "south", "north"] = ""
    role: str = ""


class UnitOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit or a lone character.

    Attributes
    ----------
    files
        Frontage in models; 0 for skirmishers and lone characters.
    order
        Close order, open order or skirmish, fixed for the game (WAB-S03).
    began
        Models the unit began the battle with.
    wounds
        Wounds on the one model that carries them (WAB-S20).
    character
        A character; ``joined`` is the unit he stands in (WAB-S27).
    fleeing, fled_to
        Fleeing, and the compass direction of its last flight (WAB-S14).
    fled_turn
        Player turn (2 x turn, + 1 for the second side) in which it began to flee (WAB-R53).
    rallied, moved, marched, fast, reformed, charged, charge_failed, stationary
        What it did in its own last or present turn (see the clauses of shooting, charging and marching).
    ignored
        Enemy units it ignored on a march (WAB-R13).
    stubborn_used
        WAB-STB-02 has been spent (WAB-R26).
    calm
        No longer frenzied (WAB-FRZ-06).
    shaken_by_fear
        Number of the Close combat phase in which it hits only on 6 (WAB-FEA-03, WAB-R19), 0 for none.
    shot_down, shot_from
        Models lost to shooting in the Shooting phase in progress, and models when it began (WAB-R23).
    snake
        It stands as a snaking column: its bases lie along the leader's path (WAB-S13).
    disengaging
        Has passed the test to leave its combat (WAB-S16).
    off_at
        Where it left the table in pursuit (WAB-S15): x, y, and the facing back in.
    returned
        It came back onto the table this turn: it may move but not charge (WAB-S15).
    won, beat
        Number of the Close combat phase in which its side last won its combat, and the enemies it won against
        (WAB-S36, WAB-PAN-06, WAB-S24).
    """

    files: Count = 0
    order: Order = "close"
    began: Count = 1
    wounds: Count = 0
    character: bool = False
    joined: UnitId = ""
    fleeing: bool = False
    fled_to: float = 0.0
    fled_turn: Count = 0
    rallied: bool = False
    moved: bool = False
    marched: bool = False
    fast: bool = False
    reformed: bool = False
    charged: bool = False
    charge_failed: bool = False
    stationary: bool = False
    shot: bool = False
    ignored: tuple[UnitId, ...] = ()
    stubborn_used: bool = False
    calm: bool = False
    shaken_by_fear: Count = 0
    shot_down: Count = 0
    shot_from: Count = 0
    snake: bool = False
    disengaging: bool = False
    off_at: tuple[Mm, Mm, float] | None = None
    returned: bool = False
    won: Count = 0
    beat: tuple[UnitId, ...] = ()


OWN_TURN = ("moved", "marched", "reformed", "charge_failed", "rallied", "stationary", "shot", "disengaging", "returned")
"""What is said of a unit's latest own turn: it begins anew with that."""
ANY_TURN = ("charged",)
"""What is said of one player turn alone, whosever it is."""
OWN_MOVEMENT = ("fast", "ignored")
"""What lasts to the start of a unit's own Movement phase (WAB-R13, WAB-R32)."""
SHOOTING = ("shot_down", "shot_from")
"""What is counted within one Shooting phase (WAB-R23)."""


def anew(*names: str) -> dict[str, Any]:
    """Fields of a unit as they are when they begin anew.

    >>> anew("moved", "ignored")
    {'moved': False, 'ignored': ()}
    """
    fresh = UnitOwn()
    return {name: getattr(fresh, name) for name in names}


class ContactOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tie ``contact``: unit ``a`` came into contact with enemy unit ``b``.

    Attributes
    ----------
    how
        What brought them together.
    edge
        Edge of ``b`` that ``a`` stands at (WAB-S04).
    since
        Number of the Close combat phase in which they first fight (WAB-S36).
    point
        First contact point in mm (WAB-S09, WAB-S10).
    again
        Number of the Close combat phase in which ``a``, having followed up, counts as having charged (WAB-S21).
    """

    how: Literal["", "charge", "counter", "pursuit", "overrun", "follow_up"] = ""
    edge: Facing = "front"
    since: Count = 0
    point: PointMm | None = None
    again: Count = 0


class ChargeOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tie ``charge``: ``a`` has declared a charge at ``b``.

    Attributes
    ----------
    edge
        Facing of ``b`` charged, fixed at declaration (WAB-S04).
    gap
        Gap in mm at declaration (WAB-RCT-02).
    counter
        ``b`` counter-charges this charger (WAB-S12).
    idle
        It threatens nobody: ``b`` does not count as charged, and in step 4 the charge fails (WAB-S11).
    at
        Where ``b`` was nearest to ``a`` at declaration (mm): who has no front goes there if ``b`` is no more.
    """

    edge: Facing = "front"
    gap: Mm = 0.0
    counter: bool = False
    idle: bool = False
    at: tuple[float, float] | None = None


Owns = BattleOwn | SideOwn | UnitOwn | ContactOwn | ChargeOwn
