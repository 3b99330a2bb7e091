"""What figures, brigades and sides keep."""

from __future__ import annotations

from typing import Literal

import msgspec

from game.engine.fields import Count, UnitId


class FigureOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure, or what stands for several on one base.

    Attributes
    ----------
    sub
        Its sub-unit.
    role
        "foot", "horse"; "gun": a piece with its crew; "team": a team with its limber and drivers; "horses": led horses;
        "general".
    piece
        Of a gun: "3", "4", "6", "8", "9", "12" (pounder), "howitzer", "siege", "siege_howitzer", "rocket".
    crew, drivers, horses, dead
        Gunners on a gun's base; drivers and living horses of a team, and how many dead are not cut free (NAP-HRS-04).
        Led horses: how many, ``crew`` their holders (NAP-HRS-02).
    team
        Animals of a full team.
    men
        Of a general: men left in his figure (NAP-RGN-01).
    mounts
        Horses of horse gunners: of a gun those of its crew, of a team those that it leads (NAP-R13, NAP-S44).
    points
        What the piece, the team or the general cost, crews and drivers apart; of a man who has left his gun or his team
        what he cost, his horse apart (NAP-R45).
    chief
        Of a general: he is the commander-in-chief.
    fired_at, spiked
        Of a gun: the unit it last fired at (NAP-R70); it has been spiked and fires no more (NAP-SPM-05).
    """

    sub: str = ""
    role: Literal["foot", "horse", "gun", "team", "horses", "general"] = "foot"
    piece: str = ""
    crew: Count = 0
    drivers: Count = 0
    horses: Count = 0
    dead: Count = 0
    team: Count = 0
    men: Count = 0
    mounts: Count = 0
    points: Count = 0
    chief: bool = False
    fired_at: UnitId = ""
    spiked: bool = False


class Brigade(msgspec.Struct, frozen=True, omit_defaults=True):
    """A brigade: its name, and its general's unit, "" where it has none of its own (NAP-CMD-02, NAP-R141).

    ``above``: the division or corps that it is part of, "" for the army; a division is such a command as well.
    """

    id: str
    name: str
    general: UnitId = ""
    above: str = ""


class SideOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army: its list, its year (0: none told), its table edge, its brigades, its commander-in-chief."""

    army: str = ""
    year: Count = 0
    edge: Literal["", "south", "north"] = ""
    brigades: tuple[Brigade, ...] = ()
    chief: UnitId = ""
