"""What the Universal battle system alone has on state, sides, units, bases, features and markers: the ``own`` fields.

A profile lies with each model (:class:`ModelOwn`): a joined hero, specialists and a mount differ from the troops.
Troops and the hero who has joined them are two units of the state, and one activation (USB-HRO-10): the troops' unit
is the host, the hero's says whom he has joined.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from game.engine.fields import BaseId, Count, Mm, PointMm, SideId, UnitId

Phase = Literal["deployment", "infiltration", "reveal", "round", "over"]
Status = Literal["", "shaken", "panicked"]
Formation = Literal["skirmish", "column", "phalanx", "hidden"]
Kind = Literal["infantry", "heavy", "riders", "monster"]
Category = Literal["", "aspirant", "daredevil", "champion", "legend"]
Action = Literal["", "tactical", "run", "charge", "aimed", "entrench", "fight", "inside", "special", "none"]
ZoneOwn = tuple[str, tuple[PointMm, ...]]


class WeaponOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon that is carried (USB-EQP-04, USB-LDR-02, USB-MON-14); its numbers are those of the item in the data.

    Attributes
    ----------
    item
        Id of the item.
    magic
        Bought as magic, beyond the slots (USB-MAG-01, USB-R54).
    """

    item: str
    magic: bool = False


class HeroOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rider's part of a hero on a mount (USB-HRO-06, USB-HRO-07): the model's own numbers are then the mount's."""

    hit: int
    initiative: int
    weapons: tuple[WeaponOwn, ...] = ()


class ModelOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model.

    Attributes
    ----------
    kind
        Its class (USB-PTS-09).
    hit, initiative, tough, standfast
        Its profile; Standfast as it began (USB-STA-01). Of a mounted hero hit and initiative are the mount's, Tough the
        worse of the two and Standfast the sum (USB-HRO-06).
    height
        Head height in mm (USB-S02).
    weapons
        What it strikes and shoots with; no melee weapon: the basic one (USB-STA-07).
    special
        Carries a special weapon (USB-LDR-02).
    shield
        "": none; "costly": its re-roll forfeits blows (USB-EQP-06); "free": a monster's (USB-MON-15).
    growth
        Growth steps of a monster or mount, -1 of anybody else (USB-MON-03).
    category
        Of a hero (USB-HRO-01), "" of anybody else.
    rider
        A mounted hero's own attack (USB-HRO-07).
    specs
        Ids of the specialisations it has bought (USB-SPC-01).
    cargo
        Infantry places aboard (USB-TRN-02).
    lost
        Standfast lost (USB-WND-02).
    """

    kind: Kind = "infantry"
    hit: int = 5
    initiative: int = 1
    tough: int = 5
    standfast: int = 1
    height: Mm = 31.25
    weapons: tuple[WeaponOwn, ...] = ()
    special: bool = False
    shield: Literal["", "costly", "free"] = ""
    growth: int = -1
    category: Category = ""
    rider: HeroOwn | None = None
    specs: tuple[str, ...] = ()
    cargo: Count = 0
    lost: Count = 0


class UnitOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit: troops, a monster, or a hero. What an activation has in common stands with the host.

    Attributes
    ----------
    points
        What it costs (USB-PTS-08).
    initial
        Standfast of all its models at the start (USB-R17).
    leaders
        Has Leaders (USB-LDR-01).
    formation
        USB-FRM; the front of a Phalanx is where its models face.
    status
        Shaken or Panicked (USB-MOR-02, USB-MOR-05).
    tested
        The highest threshold tested, in percent (USB-R17).
    hurt
        Has lost Standfast since its nerve was last looked at (USB-R17, USB-R18).
    entrenched
        By action or reaction (USB-ACT-06, USB-R59).
    joined, joins
        Of a hero: the unit he is in (USB-HRO-09), with which he acts from its next activation on only.
    aboard
        The carrier it is in (USB-TRN-03).
    arrival
        "sudden": off the table (USB-SPC-03); "infiltrator": set up last (USB-SPC-14).
    activated, fatigue
        In this round (USB-RND-03, USB-R23).
    action
        Of its activation in progress, "" outside one.
    attacked, attacked_round
        Has attacked in its activation in progress; in this round (USB-R71, USB-R72, USB-R53).
    alone
        Of a hero: has attacked in an activation of his own in this round (USB-R72).
    melees
        Fights it has taken part in this round (USB-LDR-01, USB-R39).
    slow
        mm it has gone inside slow terrain in its activation in progress (USB-S05).
    power
        Power Points left of a hero (USB-PWR-01).
    flag
        Under False Flag until the end of the round (USB-PWR-08).
    blessed
        Its re-roll is used up (USB-SPC-12).
    starts
        Code of the troops or the carrier in which it usually begins the battle (USB-S08).
    """

    points: Count = 0
    initial: Count = 0
    leaders: bool = False
    formation: Formation = "skirmish"
    status: Status = ""
    tested: int = 0
    hurt: bool = False
    entrenched: bool = False
    joined: str = ""
    joins: bool = False
    aboard: str = ""
    arrival: Literal["", "sudden", "infiltrator"] = ""
    activated: bool = False
    fatigue: Count = 0
    action: Action = ""
    attacked: bool = False
    attacked_round: bool = False
    alone: bool = False
    melees: Count = 0
    slow: Mm = 0.0
    power: Count = 0
    flag: bool = False
    blessed: bool = False
    starts: str = ""


ROUND: dict[str, Any] = {"fatigue": 0, "melees": 0, "attacked_round": False, "alone": False, "flag": False}
"""What a unit begins every round with (USB-R23, USB-PWR-08)."""
ACTIVATION: dict[str, Any] = {"activated": True, "attacked": False, "slow": 0.0, "action": "", "joins": False}
"""What it begins its activation with."""


class CardOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a unit lies as a card (USB-SET-06, USB-S19): a note that its side alone knows, under the unit's id.

    Attributes
    ----------
    card
        The marker.
    formation, joined, aboard
        What is noted with it: its formation, whose unit a hero is in, in which carrier it is.
    activated, entrenched
        What it has done as a card, in this round and since it moved (USB-SET-07).
    """

    card: str
    formation: Formation = "skirmish"
    joined: str = ""
    aboard: str = ""
    activated: bool = False
    entrenched: bool = False


class SideOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army.

    Attributes
    ----------
    army
        Id of its list.
    edge
        Its table edge.
    commander
        The dearest hero's unit (USB-CDR-01).
    mourned
        His death has been tested for (USB-CDR-02).
    cards
        Cards of its colour left in the deck (USB-RND-04, USB-RND-05).
    silent
        The round throughout which it will not be asked whether it seizes the initiative (USB-R51).
    """

    army: str = ""
    edge: Literal["", "south", "north"] = ""
    commander: UnitId = ""
    mourned: bool = False
    cards: Count = 0
    silent: Count = 0


class BattleOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The battle as a whole.

    Attributes
    ----------
    scenario
        Id of the scenario played.
    round, rounds
        Number of the round, 0 before the first; how many are played (USB-VIC-01).
    starter, active, acting
        Side that starts the round; whose activation it is; the unit activated.
    zone
        Depth of the deployment zones in mm (USB-SET-04); ``zones`` the polygons of a table of the players' own, and
        where a scenario gives one side a deeper zone.
    first
        Who placed first (USB-SET-05).
    wreck
        Middle and radius (mm) of the base of a carrier that is gone, while its passengers get out (USB-TRN-09).
    turned
        The unit whose card has just been turned, and where it lay, while its models are placed (USB-S19).
    troops
        Rows that no army on offer has, by code: their army, as what they are drawn, the row.
    """

    scenario: str = ""
    phase: Phase = "deployment"
    round: Count = 0
    rounds: Count = 5
    starter: SideId = ""
    active: SideId = ""
    acting: UnitId = ""
    zone: Mm = 225.0
    zones: tuple[ZoneOwn, ...] = ()
    first: SideId = ""
    wreck: tuple[Mm, ...] = ()
    turned: UnitId = ""
    turned_at: tuple[Mm, ...] = ()
    troops: dict[str, tuple[str, str, str]] = {}


class PieceOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A terrain piece: on which edges of its polygon (by index, edge i from point i) stairs or a ladder lead up."""

    ladders: tuple[int, ...] = ()


class LockOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lock between two units (a tie of kind "locked", USB-S14).

    Attributes
    ----------
    front
        The attacker stood in the front of a Phalanx: which of the two units has that front towards the other.
    """

    front: tuple[UnitId, ...] = ()


class MarkerOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A smoke marker (USB-SPC-11): the round in which it was laid, and by whose model; of an objective what it counts.

    An objective that nobody has dealt with has no side (USB-ACT-07); ``owner``: the enemy of this side alone can.
    """

    round: Count = 0
    base: BaseId = ""
    worth: Count = 0
    owner: SideId = ""


Owns = BattleOwn | SideOwn | UnitOwn | ModelOwn | PieceOwn | LockOwn | MarkerOwn
