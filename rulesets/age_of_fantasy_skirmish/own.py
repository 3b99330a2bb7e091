"""What Age of Fantasy: Skirmish alone has on state, sides, units, bases, features and markers: the ``own`` fields.

A profile lies with each model (:class:`ModelOwn`), because joined heroes, upgrades and imported lists put models of
different kinds into one unit.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from game.engine.fields import BaseId, Count, Mm, PointMm, SideId, UnitId

Phase = Literal["muster", "markers", "edge", "aside", "deployment", "scouts", "arrivals", "round", "end", "over"]
Role = Literal["", "sergeant", "musician", "banner"]
Action = Literal["hold", "advance", "rush", "charge"]
Until = Literal["round", "activation", "attack"]
ZoneOwn = tuple[str, tuple[PointMm, ...]]


class WeaponOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon of a model (AFS-S29).

    Attributes
    ----------
    name
        Weapons of the same name are of one kind (AFS-SHT-03, AFS-R24).
    reach
        Range in mm, 0 for a melee weapon.
    attacks
        Dice per model.
    rules
        Special rules of the weapon: id -> X, 0 for a rule without a number.
    """

    name: str
    attacks: Count = 1
    reach: Mm = 0.0
    rules: dict[str, int] = {}


class ModelOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model.

    Attributes
    ----------
    quality, defense
        Target numbers.
    height
        Height for sight in mm (AFS-S04).
    rules
        Special rules of the model: id -> X, 0 for a rule without a number; what spells and command groups give is
        not in here (see ``effects`` of the unit and ``musician``, ``banner`` of the side).
    role
        Command upgrade.
    wounds
        Wound markers of a lone model, wound tokens of a model in a group (AFS-WND-01, AFS-S14).
    tokens
        Spell tokens (AFS-CAST-01).
    used
        Names of Limited weapons that are spent (AFS-R54).
    unenforced
        Rules of an imported list that the program does not know: shown, never applied.
    """

    name: str = ""
    quality: int = 4
    defense: int = 4
    height: Mm = 31.75
    rules: dict[str, int] = {}
    weapons: tuple[WeaponOwn, ...] = ()
    role: Role = ""
    wounds: Count = 0
    tokens: Count = 0
    used: tuple[str, ...] = ()
    unenforced: tuple[str, ...] = ()


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a spell has given a unit (AFS-S22).

    Attributes
    ----------
    spell
        Which one.
    rules
        Special rules that all models of the unit have meanwhile: id -> X (AFS-R57).
    to_hit
        Modifier of its hit rolls.
    until
        "round": AFS-RND-07; "activation": the end of its next activation; "attack": its next attack (one target, one
        step), at latest the end of the round.
    fresh
        Given in the unit's own activation: the end of that one is not the end of its next.
    """

    spell: str
    rules: dict[str, int] = {}
    to_hit: int = 0
    until: Until = "round"
    fresh: bool = False


class Moved(msgspec.Struct, frozen=True):
    """How the move of a unit ended: whether that ended all it does, and whether something happened on the way."""

    ended: bool
    changed: bool = False


class UnitOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit.

    Attributes
    ----------
    points
        What it costs.
    began
        Models it began the battle with.
    activated
        Has been activated this round (AFS-RND-04).
    shaken, fatigued
        AFS-SHK, AFS-MEL-09.
    aside
        Set aside before deployment: "ambush" or "scout" (AFS-AMB-01, AFS-SCT-01).
    arrived
        Round in which it arrived by Ambush, 0 for none (AFS-AMB-04).
    action
        Action of its activation in progress, "" outside one.
    cast
        Spells attempted in its activation in progress, by base id (AFS-CAST-05).
    moved
        Bases that have moved more than 0 in its activation in progress (AFS-R44).
    dared
        Bases that have rolled for dangerous terrain in its activation in progress (AFS-R43).
    fell
        Bases that have fallen in its activation in progress: theirs is over (AFS-FALL-04, AFS-FALL-07).
    helped
        The Musician by whom it benefited when its action was chosen: it ends that move with the bonus (AFS-MUS-04).
    look
        The figure it is drawn as, or a code of troops on offer; "" to go by its own code.
    """

    points: Count = 0
    began: Count = 1
    activated: bool = False
    shaken: bool = False
    fatigued: bool = False
    aside: Literal["", "ambush", "scout"] = ""
    arrived: Count = 0
    action: Literal["", "hold", "advance", "rush", "charge", "idle"] = ""
    cast: dict[str, tuple[str, ...]] = {}
    moved: tuple[BaseId, ...] = ()
    dared: tuple[BaseId, ...] = ()
    fell: tuple[BaseId, ...] = ()
    helped: str = ""
    effects: tuple[Effect, ...] = ()
    look: str = ""


ACTIVATION: dict[str, Any] = {"action": "", "cast": {}, "moved": (), "dared": (), "fell": (), "helped": ""}
"""What is noted of a unit in its activation alone, as it is outside one."""


class SideOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army.

    Attributes
    ----------
    army
        Id of its list.
    edge
        Its table edge, "" before AFS-DEP-01.
    began
        Units it began with, reserves included (AFS-R12).
    musician, banner
        Units chosen to benefit (AFS-MUS-02, AFS-BAN-02); the bearer's own unit is not among them (AFS-R46).
    spells
        Id of the spell list its Casters know (AFS-S22).
    last
        Number of the activation of this round in which it last acted, 0 for none (AFS-R15).
    wished
        Codes of the units that the Musician and the Banner of an army of one's own usually help (AFS-S27).
    """

    army: str = ""
    edge: Literal["", "south", "north"] = ""
    began: Count = 0
    musician: tuple[UnitId, ...] = ()
    banner: tuple[UnitId, ...] = ()
    spells: str = ""
    last: Count = 0
    wished: dict[str, tuple[str, ...]] = {}


class BattleOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The battle as a whole.

    Attributes
    ----------
    scenario
        Id of the mission and map played.
    size
        The agreed size in points (AFS-ARM-01).
    round
        Number of the round, 0 before the first.
    rounds
        How many are played (AFS-MIS-08).
    starter
        Side that starts this round (AFS-RND-02, AFS-RND-03).
    active
        Side whose activation it is; ``acting`` the unit activated.
    acts
        Activations of this round so far (AFS-R15).
    done
        Sides noted to have no unit left to activate, in order (AFS-R15).
    zone
        Depth of the deployment zones in mm (AFS-DEP-03, AFS-R55).
    zones
        The polygons (mm) of a table of the players' own, each with the edge whose side deploys in it; none for strips.
    winner
        Winner of the deployment roll-off (AFS-DEP-01).
    """

    scenario: str = ""
    size: Count = 250
    phase: Phase = "muster"
    round: Count = 0
    rounds: Count = 4
    starter: SideId = ""
    active: SideId = ""
    acting: UnitId = ""
    acts: Count = 0
    done: tuple[SideId, ...] = ()
    zone: Mm = 304.8
    zones: tuple[ZoneOwn, ...] = ()
    winner: SideId = ""


class PieceOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A terrain piece: on which edges of its polygon (by index, edge i from point i) a ladder leans (AFS-S09)."""

    ladders: tuple[int, ...] = ()


Owns = BattleOwn | SideOwn | UnitOwn | ModelOwn | PieceOwn
"""Objective markers are engine markers of kind "objective"; ``side`` is who controls one (AFS-MIS-04)."""
