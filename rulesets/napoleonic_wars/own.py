"""What the Napoleonic rules alone have on state, sides, bodies, figures, features and markers: the ``own`` fields.

A *body* is what acts, suffers and tests by itself: a unit, a detachment, a sub-group (NAP-ORG). Every body is a unit of
the state; detachments and sub-groups name the unit they are part of as its ``parent``. A figure is a base; a gun model,
a team and a general are one base each. What a side keeps to itself (game orders, couriers, sheets, classes not shown)
lies in its secret, under the keys that :mod:`rulesets.napoleonic_wars.command.notes` makes.

It is longer than other files, since it is the one place that tells what every field of a battle means: the structs name
each other, every chapter reads them, and what a saved battle holds is read here from top to bottom.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from game.engine.fields import Count, Mm, Part, PointMm, SideId, UnitId, with_fields

Class = Literal["", "A", "B", "C", "D", "E"]
Arm = Literal["foot", "horse", "guns", "rockets", "general"]
Weapon = Literal[
    "", "musket", "rifle", "double_rifle", "rifled_musket", "dragoon_musket", "carbine", "rifled_carbine", "bow"
]
Nation = Literal["austria", "britain", "france", "prussia", "russia", "native", "other"]
Formation = Literal[
    "line",
    "double_line",
    "closed_column",
    "open_column",
    "closed_divisional",
    "open_divisional",
    "march_column",
    "square",
    "double_square",
    "mass",
    "irregular",
    "open",
    "circle",
    "limbered",
    "deployed",
    "garrison",
    "single",
]
"""``closed_column`` and ``open_column`` are the company columns of foot and the squadron columns of horse (NAP-FRM-15
to -19); ``mass`` a closed column with its outer figures facing outwards (NAP-R71); ``irregular`` the dense mass of
irregulars (NAP-FRM-22) and their columns and lines on horseback; ``open`` open order; ``limbered`` and ``deployed`` are
those of batteries; ``garrison`` troops in a building; ``single`` generals."""
Result = Literal[
    "", "halt", "withdraw", "retreat", "rout", "break_off", "follow_up", "pursue", "surrendered", "dispersed"
]
"""The result of a test that a body is under (NAP-RES, NAP-MRE, NAP-RLY); "" is none, or good morale."""
RESULT_EVENTS: dict[str, str] = {
    "": "result_good",
    "halt": "result_halt",
    "withdraw": "result_withdraw",
    "retreat": "result_retreat",
    "rout": "result_rout",
    "break_off": "result_break_off",
    "follow_up": "result_follow_up",
    "pursue": "result_pursue",
}
"""The events by which a body falls under a result."""
Pace = Literal["normal", "double"]
Deed = Literal[
    "crossed",
    "left_bad",
    "formed",
    "fired",
    "loaded",
    "double",
    "charged",
    "out_of_reach",
    "was_charged",
    "attacked",
    "was_attacked",
    "contacted",
    "melee",
    "pursued",
    "retreated",
    "routed",
    "evaded",
    "begins_reforming",
    "gives_up_half",
    "came_upon",
    "reacted",
    "refused",
    "double_over",
    "arrived",
    "disarmed",
]
"""What a body did or suffered in a move: "crossed" an obstacle, ford or fordable river; "left_bad": dense wood, marsh
or mud; "formed": changed formation; "begins_reforming" in the move of the obstacle (NAP-DIS-10); "gives_up_half" of the
move to reforming and fires in the other (gunners, NAP-DIS-17). "came_upon" a hidden enemy within attack distance
(NAP-DET-04), "reacted": took a melee reaction test (NAP-MOR-04), "refused": its surrender was ignored (NAP-PRI-03);
"double_over": a double ended in this move and does not bind the next (NAP-S92), "arrived": at its
objective; "disarmed" prisoners (NAP-S88)."""
Letter = Literal["A", "B", "C", "D", "E", "F", "G", "H"]
Step = Literal["", "deploy", "write", "move", "over"]
Weather = Literal["fair", "rain", "fog", "snow"]


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
    fired_at
        Whom it fired at in that move (NAP-S67, NAP-R70).
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


class Leg(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stretch of a body's way in a move: from ``start`` to ``end`` of the clock, with where its bases are at both.

    Attributes
    ----------
    poses, after
        Poses of the bases (x, y in mm, degrees) in the order of :attr:`Track.bases`, at its start and its end.
    pivot
        Of a wheel: about which point (mm); else every base goes straight.
    what, action
        The verb of the action, and its number in the order.
    sizes
        Widths and depths (mm) of the bases at its end, where a change of order gives them others.
    """

    start: float
    end: float
    poses: tuple[tuple[float, float, float], ...]
    after: tuple[tuple[float, float, float], ...] = ()
    pivot: PointMm | None = None
    what: str = "stand"
    action: int = 0
    sizes: tuple[tuple[float, float], ...] = ()

    @property
    def ends(self) -> tuple[tuple[float, float, float], ...]:
        """Poses of the bases at its end."""
        return self.after or self.poses

    @property
    def goes(self) -> bool:
        """Whether any base comes to another place or facing."""
        return self.ends != self.poses


class Track(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a body was at every moment of a move: kept, so that a runner is where he was (NAP-S41).

    ``sizes``: widths and depths (mm) of the bases at its start, where it is the way really gone.
    """

    bases: tuple[str, ...]
    legs: tuple[Leg, ...] = ()
    sizes: tuple[tuple[float, float], ...] = ()


class Gone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A body that was destroyed, surrendered or made to rout in this move (NAP-S59, NAP-S90).

    Attributes
    ----------
    body, unit, side
        Who.
    what
        What became of it.
    strength
        Its figures then, those lost with it among them.
    near
        Bodies that stood within 25 cm of it at that moment and saw it, of both sides.
    close
        Of a general lost: bodies of his side within 5 cm of him (NAP-MOR-03).
    at
        The moment of the clock of a rout in the second pass; None where no earlier moment can be asked for.
    """

    body: UnitId
    unit: UnitId
    side: SideId
    what: Literal["destroyed", "surrendered", "rout", "general"]
    strength: Count = 0
    near: tuple[str, ...] = ()
    close: tuple[str, ...] = ()
    at: float | None = None


class BattleOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The battle as a whole.

    Attributes
    ----------
    scenario
        Id of the scenario.
    move, moves
        Number of the move, 0 before the first; how many are played (NAP-S04).
    step
        Where in the battle.
    season, weather_sum, weather, wind
        NAP-WTH; ``wind`` is where it blows to (degrees), -1 for none.
    tracks
        Ways of the bodies that all may see, in the move that is played (NAP-S41).
    charge_dice
        The two dice of each body that is party to a charge in this move (NAP-S83).
    gone
        Who was destroyed, surrendered or made to rout in this move.
    notes
        Pairs that were interpenetrated in this move (NAP-S10 (5)).
    troops
        Rows that no list on offer has, by code: their army, as what they are drawn, the row.
    zones
        Where the sides deploy: each with its side (NAP-S02).
    """

    scenario: str = ""
    move: Count = 0
    moves: Count = 15
    step: Step = "deploy"
    season: Literal["summer", "autumn", "winter"] = "summer"
    weather_sum: int = 8
    weather: Weather = "fair"
    wind: float = -1.0
    tracks: dict[str, Track] = {}
    charge_dice: dict[str, tuple[int, ...]] = {}
    gone: tuple[Gone, ...] = ()
    notes: tuple[str, ...] = ()
    troops: dict[str, tuple[str, str, str]] = {}
    zones: tuple[tuple[SideId, tuple[PointMm, ...]], ...] = ()


class Fire(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fire in a building: the move in which it was lit (NAP-FIR-03, NAP-R119), whether it is out of control."""

    lit: Count
    wild: bool = False


class Breach(msgspec.Struct, frozen=True, omit_defaults=True):
    """A breach in a wall, hedge, fence or building: where its middle is (mm), how wide it is (mm, NAP-BLD-01)."""

    at: PointMm
    width: Mm


class PieceOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of terrain.

    Attributes
    ----------
    storeys
        Of a building (NAP-VIS-10).
    contours
        Outlines of a hill above its foot, each inside the one before, in mm (NAP-TER-06, NAP-TER-07).
    level
        Contours of the ground that it stands on.
    wooden, roof
        Of a building: wooden walls; "hard", "wood" or "thatch" (NAP-FIR-01).
    fires, breaches
        What has become of it.
    gate
        A gap or gate in a line, or of a fortification (NAP-R38, NAP-S24), as stretches of it in mm from its start.
    """

    storeys: Count = 0
    contours: tuple[tuple[PointMm, ...], ...] = ()
    level: Count = 0
    wooden: bool = False
    roof: Literal["hard", "wood", "thatch"] = "hard"
    fires: tuple[Fire, ...] = ()
    breaches: tuple[Breach, ...] = ()
    gate: tuple[tuple[Mm, Mm], ...] = ()


class MarkerOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """An objective: what it is worth, how far it reaches (mm), the feature that it is (NAP-S03), who passed it."""

    worth: Count = 0
    reach: Mm = 50.0
    feature: str = ""
    passed: tuple[SideId, ...] = ()


Straight = Literal["", "first", "always"]


class ChargeOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A charge or attack (a tie of kind "charge" or "attack") from a body to its target, for one move.

    Attributes
    ----------
    answer
        Of the target: "" while none is given or there is none to give.
    start
        When it sets out (NAP-RES-01); of the target's counter-charge or evade: ``answer_start``.
    initial, final
        The value of the reaction (NAP-RCT-06, NAP-RCT-10); None while it is not known.
    sector
        Where it starts from, seen from the target, and where it stands at the pause (NAP-FLK-02, NAP-FLK-03).
    speed, answer_speed
        mm a move of the charge, and of the counter-charge or evade.
    pause_at
        mm between both at which it stops for the fire of the target (NAP-RCT-08, NAP-S82).
    pause
        The moment at which it stops there, None while it is not there.
    gap
        mm between both at the pause.
    before
        What the first value counted: factors and per cent of casualties of the charger, then of the target; whether a
        starred row was among its rows (NAP-R89).
    home
        What became of it: "" not known, "home" struck home, "halt", "refused", "out_of_reach", "gone" (target ran),
        "void".
    impetus
        Has impetus (NAP-IMP-17).
    number
        In the order of the declarations.
    role
        "support": the target counter-charges for a unit that it supports; "screen": it is open order before the one
        that was named. The charger is bound by neither (NAP-RSP-12, NAP-SKR-02, NAP-R164).
    barred
        Another enemy in its course, at whom it goes on (NAP-S47, NAP-S82).
    unseen
        Nobody of the other side had seen the charger or attacker when it was declared (NAP-R125).
    wheels
        Who stands, or waits to counter-charge, tries to wheel to face the charger (NAP-RES-08, NAP-S100 (a)).
    point
        Where a front has met the other body, mm (NAP-S63).
    straight
        "first" where it was ordered to make no wheel at the first look, "always" where it may make none (NAP-S81).
    turned, answer_turned
        Degrees that the charger, and who counter-charges him, have wheeled in the charge proper (NAP-S81 (b)).
    looked, answer_looked
        Whether their first look is over.
    at
        The moment of the pause to the last digit, from which the charge goes on (NAP-S80).
    began
        mm between both when the charge proper began; None before that.
    fire_at
        mm between both at which the target ceases fire by its result, 0 where none is printed (NAP-RES-13).
    cease
        The moment at which they came to that distance before the pause; None where they did not.
    """

    straight: Straight = ""
    turned: float = 0.0
    answer_turned: float = 0.0
    looked: bool = False
    answer_looked: bool = False
    at: float = 0.0
    began: Mm | None = None
    fire_at: Mm = 0.0
    cease: float | None = None

    role: Literal["", "support", "screen"] = ""
    barred: UnitId = ""
    unseen: bool = False
    wheels: bool = False
    answer: Literal["", "counter_charge", "stand", "evade", "none"] = ""
    start: float = 0.0
    answer_start: float = 0.0
    initial: int | None = None
    final: int | None = None
    sector: Literal["front", "flank", "rear"] = "front"
    sector_home: Literal["front", "flank", "rear"] = "front"
    speed: Mm = 0.0
    answer_speed: Mm = 0.0
    pause_at: Mm = 0.0
    pause: float | None = None
    gap: Mm = 0.0
    before: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    home: Literal["", "home", "halt", "refused", "out_of_reach", "gone", "void"] = ""
    impetus: bool = False
    number: Count = 0
    point: PointMm | None = None


class MeleeOwn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A melee (a tie of kind "melee" between two bodies, the lower id first), or what is left of it.

    A tie of kind "pursuit" is a melee that ended by a rout: its pursuer strikes once more (NAP-S69).

    Attributes
    ----------
    rounds
        Rounds fought.
    attacker
        Who charged or attacked in the first round; "" where both did.
    won
        Rounds won so far, by body.
    broken, ranks, further
        Who has been broken through, through how many ranks, and by how many ranks after the first (NAP-MEL-13).
    impetus
        Who has impetus in the round of this move (NAP-IMP-10).
    following
        Who follows up or pursues (NAP-MRE-22, NAP-MRE-26).
    obstacle, crossing
        The defended obstacle between both, and who tries to cross it (NAP-MEL-17); once he has, both are "".
    building
        The building fought for, and whether it has been broken into (NAP-STM-01).
    entered
        How many figures of the attacker are inside (NAP-STM-01).
    struck
        The move in which a round was fought last.
    point
        Where a front met the other body, mm (NAP-S63).
    fought, figures, dealt
        Of that round, by body: who took part, how strong the engaged sub-group was before it, casualties inflicted.
    """

    rounds: Count = 0
    attacker: UnitId = ""
    won: dict[str, int] = {}
    broken: UnitId = ""
    ranks: Count = 0
    further: Count = 0
    impetus: tuple[UnitId, ...] = ()
    following: UnitId = ""
    obstacle: str = ""
    crossing: UnitId = ""
    building: str = ""
    inside: bool = False
    entered: Count = 0
    struck: Count = 0
    point: PointMm | None = None
    fought: dict[str, tuple[str, ...]] = {}
    figures: dict[str, int] = {}
    dealt: dict[str, int] = {}


Owns = BattleOwn | SideOwn | BodyOwn | FigureOwn | PieceOwn | MarkerOwn | ChargeOwn | MeleeOwn
