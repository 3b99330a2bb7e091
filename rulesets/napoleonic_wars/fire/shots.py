"""A body's fire at another as tables 9 and 10 ask for it: :class:`Shot` and :class:`GunShot` out of the situation."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import shapely

from game.engine.decision import Bar
from game.engine.state import State
from game.geometry.shapes import Floats, Point
from rulesets.napoleonic_wars.body.support import is_first_volley
from rulesets.napoleonic_wars.clock.moments import Moment
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts, standing
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import Piece
from rulesets.napoleonic_wars.fire import cover, guns, small_arms, timing
from rulesets.napoleonic_wars.fire.arcs import Part
from rulesets.napoleonic_wars.fire.guns import Ammunition, GunShot
from rulesets.napoleonic_wars.fire.small_arms import Charging, Shot
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.measures import MM_PER_CM
from rulesets.napoleonic_wars.own import Weapon

A = TypeVar("A", bound=act.Action)
RIFLES: tuple[Weapon, ...] = ("rifle", "double_rifle")
BAD_GROUND = ("river", "mud", "marsh", "ford")


def ordered(view: State, body: str, kind: type[A]) -> tuple[A, ...]:
    """The actions of a kind in what a body was ordered for this move."""
    line = act.read(notes.line_of(view, body))
    return () if isinstance(line, Bar) else tuple(a for a in line if isinstance(a, kind))


def weapon_of(view: State, figure: str) -> Weapon:
    """The weapon of a figure as it is used: rifles loaded with unpatched ball are carbines (NAP-SMA-05)."""
    base = view.bases[figure]
    if facts.figure(base).role in ("gun", "team", "horses"):
        return "dragoon_musket" if facts.figure(base).role == "gun" else ""  # gunners (NAP-ART-07)
    told: Weapon = facts.sub_of(view, base).weapon if facts.own(view, base.unit).subs else ""
    return "carbine" if told in RIFLES and facts.own(view, base.unit).fire.unpatched else told


def may_use(view: State, body: str, weapon: Weapon) -> bool:
    """Whether a body as it is may use a weapon: muskets on foot, carbines from a saddle at rest, bows (NAP-SMA-06)."""
    if weapon in ("", "bow") or not facts.is_mounted(view, body):
        return weapon != ""
    told = facts.own(view, body)
    return weapon in ("carbine", "rifled_carbine") and timing.still(view, body) > 0.0 and "double" not in told.march.did


def small_target(view: State, target: str, part: Part = "") -> small_arms.Target:
    """The row of table 9C for a body (NAP-SMA-29, NAP-SMA-32, NAP-SMA-33)."""
    told = facts.own(view, target)
    if target in board_of(view).inside or told.stance.formation in facts.OPEN_FORMATIONS or told.nerve.result == "rout":
        return "loose"
    if told.stance.formation == "limbered" or part == "teams":
        return "limbered"
    if told.stance.formation == "deployed":
        return "deployed"
    return "square" if facts.is_square(view, target) else "close"


def gun_target(view: State, target: str, part: Part = "") -> guns.Target:
    """The row of table 10B for a body (NAP-ART-19, NAP-R71)."""
    if target in board_of(view).inside:
        return "building"
    kind = small_target(view, target, part)
    if kind in ("close", "square"):
        return (
            "mass" if facts.own(view, target).stance.formation == "mass" else "square" if kind == "square" else "close"
        )
    return "loose" if kind == "loose" else "limbered" if kind == "limbered" else "crews"


def moved(m: Moment, body: str, target: str) -> float:
    """Cm that a target has moved up to the moment of fire; none counts of a charger (NAP-R67)."""
    return 0.0 if charging(m.now, body, target) else m.moved(target) / MM_PER_CM


def charging(view: State, body: str, target: str) -> Charging:
    """Whether a target charges the firer, or charges others on foot or mounted (NAP-R67)."""
    if target in timing.chargers(view, body):
        return "firer"
    if any(t.kind == facts.CHARGE for t in timing.on_its_way(view, target)):
        return "horse" if facts.is_mounted(view, target) else "foot"
    return ""


def has_small_bases(view: State, target: str) -> bool:
    """Whether a target is skirmishers on small bases (NAP-SMA-30)."""
    return bool(view.options.get("small_bases")) and facts.is_skirmishing(view, target)


def small(
    m: Moment,
    body: str,
    target: str,
    weapon: Weapon,
    far: float,
    ways: Floats,
    *,
    shots: int = 2,
    lost: int = 0,
    ranks: int = 1,
    part: Part = "",
) -> Shot:
    """The fire of small arms or bows from so many mm, at a moment."""
    view, told, them = m.now, facts.own(m.now, body), facts.own(m.now, target)
    return Shot(
        weapon=weapon,
        far=far / MM_PER_CM,
        first_volley=is_first_volley(view, body),
        skirmishers=facts.is_skirmishing(view, body),
        british=told.nation == "britain" and told.arm == "foot" and not (told.fire.unpatched and weapon == "carbine"),
        cls=facts.training_class(view, body),
        disorder=m.factors(body),
        shots=shots,
        lost_quarters=lost,
        saddle=facts.is_mounted(view, body),
        gunners=facts.is_artillery(view, body),
        rain=view.own.weather == "rain" and body not in board_of(view).inside,
        target=small_target(view, target, part),
        ranks=ranks,
        cover=cover.grade(m.there, body, target, ways, fires=m.fires(target)),
        moved=moved(m, body, target),
        charging=charging(view, body, target),
        prone=them.stance.prone,
        small_bases=has_small_bases(view, target),
        elephants=facts.is_elephants(view, target),
        optional=bool(view.options.get("percentile")),
    )


def big(
    m: Moment,
    gun: str,
    target: str,
    ammunition: Ammunition,
    far: float,
    way: tuple[Point, Point],
    *,
    aimed: str,
    shots: int = 2,
    ranks: int = 1,
    split: bool = False,
    part: Part = "",
    free: bool = False,
) -> GunShot:
    """The fire of a gun or launcher from so many mm, at a moment.

    ``aimed``: the body aimed at, of which the first shot is asked (NAP-R70); ``free``: no obstacle on the way counts.
    """
    view, then, body = m.now, m.there, m.now.bases[gun].unit
    them, piece = facts.own(view, target), facts.figure(view.bases[gun])
    areas = board_of(then).ground.areas
    wet = any(a.kind.move in BAD_GROUND or a.kind.id in BAD_GROUND for a in areas if _stands_in(then, target, a))
    return GunShot(
        piece=piece.piece,
        ammunition=ammunition,
        far=far / MM_PER_CM,
        target=gun_target(view, target, part),
        ranks=ranks,
        mounted=facts.is_mounted(view, target),
        british_line=them.nation == "britain"
        and them.arm == "foot"
        and them.stance.formation in ("line", "double_line"),
        small_bases=has_small_bases(view, target),
        elephants=facts.is_elephants(view, target),
        moved=moved(m, body, target),
        charging=charging(view, body, target),
        cover="none" if free else cover.grade(then, body, target, np.array([way]), ammunition, fires=m.fires(target)),
        prone=them.stance.prone,
        bad_ground=standing.on_steep(then, gun) or wet or view.own.weather == "rain",
        shots=shots,
        first_shot=is_new_target(view, gun, aimed),
        split=split,
        disorder=m.factors(body),
        cls=facts.training_class(view, body),
        rain=view.own.weather == "rain",
    )


def _stands_in(view: State, target: str, piece: Piece) -> bool:
    return standing.most(view, target, lambda at: shapely.contains_xy(piece.shape, at[:, 0], at[:, 1]).tolist())


def crew(view: State, gun: str) -> int:
    """The gunners of a gun that fire: drivers do not, nor an observer, who is out of the first gun (NAP-R56)."""
    body = view.bases[gun].unit
    first = next((b.id for b in facts.left(view, body) if facts.figure(b).role == "gun"), "")
    out = gun == first and any(a.to is not None for a in ordered(view, body, act.Observer))
    return min(whole("firing_crew"), facts.figure(view.bases[gun]).crew - out)


def is_new_target(view: State, gun: str, target: str) -> bool:
    """Whether a gun's shot is its first at a unit, or its first after unlimbering (NAP-ART-23, NAP-R70)."""
    body = view.bases[gun].unit
    told = facts.figure(view.bases[gun])
    unlimbered = timing.time_of(view, body, "unlimber") > 0.0
    return unlimbered or told.fired_at != facts.unit_of(view, target)
