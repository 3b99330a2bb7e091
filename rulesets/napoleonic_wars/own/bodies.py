"""What a body keeps: its sub-units, and its eight parts from its stance to its captivity."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from game.engine.fields import Count, Mm, Part, PointMm, UnitId, with_fields
from rulesets.napoleonic_wars.own.literals import Arm, Class, Deed, Formation, Letter, Nation, Result, Weapon


class SubUnit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A company, squadron, or what of a list stands for it (NAP-ORG-28), as it took the field.

    Attributes
    ----------
    id
        Its id within the unit: "c1", "c2", ...; figures name it (:attr:`FigureOwn.sub`). Irregulars have one alone.
    kind
        What it is called in the list: "centre", "grenadier", "light", "squadron", "gun", ...
    morale, training
        Its class, and that of its training where the list tells them apart (NAP-R07).
    open_training
        Class of training of its figures while in open order, where that is another (NAP-R07), else "".
    weapon
        The firearm or bow; "" for none.
    lance, armour, melee
        Has lances; has cuirasses; irregulars: has melee weapons.
    light
        Counts as light troops (NAP-PTS-11 to -14).
    open
        May use open order (NAP-FRM-04).
    detach
        May be detached, if it is paid for (NAP-ORG-12).
    figures
        How many it began with.
    points, driver
        What one figure cost; of a battery a gunner, and a driver (NAP-R45).
    """

    id: str
    kind: str = ""
    morale: Class = "C"
    training: Class = "C"
    open_training: Class = ""
    weapon: Weapon = ""
    lance: bool = False
    armour: bool = False
    melee: bool = False
    light: bool = False
    open: bool = False
    detach: bool = False
    figures: Count = 0
    points: Count = 0
    driver: Count = 0


class Factor(msgspec.Struct, frozen=True, omit_defaults=True):
    """Disorganisation that arose in this move: how much, by which part of table 8, by which clause (NAP-S42).

    ``at``: the moment of the move at which its cause began, None where no earlier moment can be asked for (NAP-R172).
    """

    table: Letter
    n: Count
    clause: str
    at: float | None = None


class Was(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a body was until a moment of this move, where it is something else since (NAP-S101).

    ``fields`` are those of its own part that changed then: formation, abreast, flank files, lying down.
    """

    until: float
    fields: dict[str, Any]


class Doing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a body has begun and not finished at the end of a move, and goes on with by itself (NAP-S08).

    ``verb`` and ``args`` are those of the action, ``left`` the part of a move that it still takes.
    """

    verb: str
    left: float
    args: dict[str, Any] = {}


class Hit(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a body's fire did to another in this move: by whom, with what, how many men, from where (NAP-R161).

    ``what`` is "volley", "bows", or the ammunition; no men where it was fired at in vain (NAP-S86).
    """

    by: UnitId
    what: str
    men: Count = 0
    sector: Literal["front", "flank", "rear"] = "front"


class Stance(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a body stands (NAP-FRM).

    Attributes
    ----------
    formation, abreast
        Its formation; sub-units or files abreast where the formation leaves that open (irregulars: files);
        of deployed guns the mm between them (NAP-S28).
    turned
        Flank files turned outward (NAP-R54).
    prone, mounted
        Lies down (NAP-SPM-06); horse: is in the saddle.
    was
        What it was earlier in this move, the earliest first (NAP-S101).
    """

    formation: Formation = "line"
    abreast: Count = 0
    turned: Literal["", "left", "right", "both"] = ""
    prone: bool = False
    mounted: bool = False
    was: tuple[Was, ...] = ()


class Strength(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many figures a body has lost, and how many it had (NAP-PCT, NAP-CAS).

    Attributes
    ----------
    began, carried_loss
        Figures at the start of the battle, and percentage of casualties that was carried over when the body was formed
        out of a unit (NAP-ORG-20, NAP-PCT-04).
    lost, at_start, lost_now, struck_now
        Figures lost; figures at the start of this move; figures lost in this move (NAP-PCT-04); of these in melee.
    men
        Casualties short of a figure, 0 to 19 (NAP-CAS-06).
    men_now
        Casualties in men in this move (NAP-DIS-21, NAP-RLY-01).
    """

    began: Count = 0
    carried_loss: Count = 0
    lost: Count = 0
    at_start: Count = 0
    lost_now: Count = 0
    struck_now: Count = 0
    men: Count = 0
    men_now: Count = 0


class March(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a body does and did with its moves.

    Attributes
    ----------
    moved
        mm it went in this move (NAP-SMA-30, NAP-ART-21).
    doubled, acted
        The last move in which it moved at the double, made an action move (NAP-DIS-20, NAP-ART-10).
    doing
        What is not finished.
    did, rest
        What it did or suffered in this move that matters for reforming, in the words of :data:`Deed`; the part of the
        move in which it may reform (NAP-S21).
    before
        What it did or suffered in the move before (NAP-DIS-20, NAP-EVD-07).
    """

    moved: Mm = 0.0
    doubled: Count = 0
    acted: Count = 0
    doing: Doing | None = None
    did: tuple[Deed, ...] = ()
    rest: float = 0.0
    before: tuple[Deed, ...] = ()


class Nerve(msgspec.Struct, frozen=True, omit_defaults=True):
    """In what order and temper a body is (NAP-DIS, NAP-RES, NAP-MOR).

    Attributes
    ----------
    carried, fresh
        The book of factors: accumulated, and arisen in this move (NAP-S42).
    result, since, from_whom
        The result it is under; the move in which it fell; the enemy it goes away from or after.
    uncontrolled
        NAP-UNC-01.
    tested
        Its total casualties have passed 25 % (NAP-MOR-03 items 2 and 3): in which move, 0 for never.
    """

    carried: Count = 0
    fresh: tuple[Factor, ...] = ()
    result: Result = ""
    since: Count = 0
    from_whom: UnitId = ""
    uncontrolled: bool = False
    tested: Count = 0


class Firing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A body's fire, and the fire that it is under.

    Attributes
    ----------
    loaded, unpatched, spent
        Firearms are loaded (NAP-S62); rifles are loaded with unpatched ball for good (NAP-SMA-05); what was fired in or
        before a melee is not loaded again until the body has reformed (NAP-SMA-07).
    fired
        The last move in which it fired, 0 for never (NAP-ORG-45).
    fired_at, fired_too
        Whom it fired at in that move, with most figures, and whom besides where its fire was split (NAP-S67, NAP-R70).
    hits
        The fire that it was under in this move.
    smoke
        Level of smoke before its front, 0 to 4 (NAP-R16).
    """

    loaded: bool = True
    unpatched: bool = False
    spent: bool = False
    fired: Count = 0
    fired_at: UnitId = ""
    fired_too: tuple[UnitId, ...] = ()
    hits: tuple[Hit, ...] = ()
    smoke: Count = 0


class Gunnery(msgspec.Struct, frozen=True, omit_defaults=True):
    """What guns and rockets alone have.

    Attributes
    ----------
    horse_guns
        Their crews ride (horse artillery, NAP-MOV-03).
    shot_at
        Moment of the last shot (NAP-ART-02).
    limber_hits, gun_hits
        Eighths of casualties on limbers and guns (NAP-R72).
    team_men, half_man
        Half casualties of its teams short of a horse; half a casualty of its crews (NAP-R72).
    """

    horse_guns: bool = False
    shot_at: float = 0.0
    gun_hits: Count = 0
    limber_hits: Count = 0
    team_men: Count = 0
    half_man: bool = False


class Engagement(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a body's charges have left it with.

    Attributes
    ----------
    charged, first_charge
        The last move in which it charged (NAP-DIS-20), and that of its first charge (NAP-NAT-08); 0 for none yet.
    renew
        Whom it must charge again, out of reach in the move before (NAP-CSQ-07).
    out
        Where figures of it left the table as it evaded (mm), until they are back (NAP-EVD-08, NAP-EVD-09).
    """

    charged: Count = 0
    first_charge: Count = 0
    renew: UnitId = ""
    out: PointMm | None = None


class Captivity(msgspec.Struct, frozen=True, omit_defaults=True):
    """What becomes of a body that has surrendered or been left behind.

    Attributes
    ----------
    captors, guarded, freed
        The body that has taken it, where it surrendered; of prisoners whether they are guarded; whether they got away,
        and fight no more (NAP-PRI-05).
    led_off
        Of prisoners: guards of their own lead them away, or have done so, whatever becomes of the captors (NAP-S88).
    abandoned
        Guns, teams and horses left behind: they block nobody, and may be taken (NAP-S44).
    """

    captors: UnitId = ""
    guarded: bool = False
    freed: bool = False
    led_off: bool = False
    abandoned: bool = False


class BodyOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A body.

    Attributes
    ----------
    nation, arm, light, regular
        Who they are; ``light`` of foot and horse (NAP-ORG-31), natives are irregular (NAP-ORG-30).
    brigade
        Id of its brigade; "" of what stands under the commander-in-chief alone.
    subs
        Its sub-units; figures say to which they belong. A sub-group has those that it is made of.
    detachment
        Paid for as a detachment: has game orders of its own (NAP-ORG-12).
    spare
        Detachments paid for that it may still send out.
    paid
        Which part of the listed prices of its figures was paid: with 5 or 6 mm figures batteries and elephants cost a
        tenth, rounded (NAP-MIC-04).
    inside
        Building that it is in.
    seen
        Class shown to the enemy (NAP-DET-06).
    untold
        Of a general appointed in the battle: the units that have not been told of him yet; "*" for all (NAP-CMD-11).
    stance, strength, march, nerve, fire, battery, engagement, captivity
        The parts in which everything else lies.
    """

    nation: Nation = "other"
    arm: Arm = "foot"
    light: bool = False
    regular: bool = True
    brigade: str = ""
    subs: tuple[SubUnit, ...] = ()
    detachment: bool = False
    spare: Count = 0
    paid: float = 1.0
    inside: str = ""
    seen: bool = False
    untold: tuple[str, ...] = ()
    stance: Part[Stance] = msgspec.field(default_factory=Stance)
    strength: Part[Strength] = msgspec.field(default_factory=Strength)
    march: Part[March] = msgspec.field(default_factory=March)
    nerve: Part[Nerve] = msgspec.field(default_factory=Nerve)
    fire: Part[Firing] = msgspec.field(default_factory=Firing)
    battery: Part[Gunnery] = msgspec.field(default_factory=Gunnery)
    engagement: Part[Engagement] = msgspec.field(default_factory=Engagement)
    captivity: Part[Captivity] = msgspec.field(default_factory=Captivity)

    def veiled(self) -> BodyOwn:
        """What the enemy sees of it: no class before a reaction test (NAP-DET-06), nothing that was ordered of it."""
        subs = self.subs
        if not self.seen:
            subs = tuple(msgspec.structs.replace(s, morale="", training="", open_training="") for s in subs)
        march = self.march
        did, before = (tuple(deed for deed in deeds if deed not in UNSEEN_DEEDS) for deeds in (march.did, march.before))
        return with_fields(self, subs=subs, did=did, before=before, **UNSEEN)


UNSEEN = dict[str, Any](spare=0, doing=None, renew="", loaded=True, unpatched=False, untold=(), rest=0.0)
"""What only its own side knows of a body, as the enemy takes it to be."""
UNSEEN_DEEDS: tuple[Deed, ...] = ("loaded", "begins_reforming", "gives_up_half", "double_over", "arrived")
MOVE: dict[str, Any] = {
    "lost_now": 0,
    "struck_now": 0,
    "men_now": 0,
    "moved": 0.0,
    "did": (),
    "rest": 0.0,
    "hits": (),
    "was": (),
}
"""What a body begins every move with."""
