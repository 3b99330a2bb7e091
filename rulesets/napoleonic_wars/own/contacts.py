"""What the ties of charges, attacks and melees keep."""

from __future__ import annotations

from typing import Literal

import msgspec

from game.engine.fields import Count, Mm, PointMm, UnitId
from rulesets.napoleonic_wars.own.literals import Straight


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
