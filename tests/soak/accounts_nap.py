"""What must add up in the Napoleonic Wars: points paid, left, lost and counted, and what is told of fire."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from game.engine.event import Event
from game.engine.state import Base, State, Unit
from rulesets.napoleonic_wars.own import BodyOwn, FigureOwn
from tests.soak.known_nap import bodies, everything

Known = tuple[Mapping[str, Unit], Mapping[str, Base]]
"""All bodies and all figures."""

HAIR = 1e-6
HORSE, LESSER_HORSE = 4, 2
"""Points of a horse of cavalry; of a gunner's or a team's (NAP-PTS-10)."""
RIDERS = 4
"""Crew of an elephant, who share its price (NAP-CAM-02)."""
OPEN = ("open", "circle", "single")
"""Formations of skirmishers, and that of generals."""
ROWS: dict[str, tuple[str, ...]] = {
    "square": ("square", "double_square", "mass"),
    "mass": ("mass",),
    "limbered": ("limbered", "deployed"),
    "deployed": ("deployed",),
    "crews": ("deployed",),
}
"""By row of tables 9 and 10 for a target: the formations that it stands for; teams of deployed guns are limbered."""


class Accounts:
    """The points of each side: paid, left, lost; and the figures of each body at the start of the move.

    Attributes
    ----------
    paid, lost
        Points by side, at the first event, and lost since by events that tell of a loss.
    most
        Figures of each body when the move began, or when the body was made.
    """

    def __init__(self) -> None:
        self.paid: dict[str, float] = {}
        self.lost: Counter[str] = Counter()
        self.most: dict[str, int] = {}

    def __call__(self, before: State, event: Event, after: State) -> Iterator[str]:
        """What does not add up."""
        new, bases = bodies(after), everything(after)
        if not self.paid:
            self.paid = {side: left(bodies(before), everything(before), side) for side in before.sides}
        if event.type == "move_begins":
            self.most = {}
        self.most |= {u: strength(x, bases) for u, x in new.items() if u not in self.most}
        if event.type == "fired":
            yield from of_fire(before, event, self.most)
        yield from self._changed((bodies(before), everything(before)), event, (new, bases))
        if event.type in ("rest", "battle_ends"):
            for side, paid in self.paid.items():
                now = left(new, bases, side)
                if abs(now + self.lost[side] - paid) > HAIR:
                    yield f"{side} paid {paid}, has {now} left and lost {self.lost[side]}"
        if event.type == "battle_ends":
            told, mine = tuple(told_points(event)), tuple(counted(new, bases, side) for side in after.sides)
            if any(abs(a - b) > HAIR for a, b in zip(told, mine, strict=True)):
                yield f"{told} points are told of troops and booty, they are {mine}"

    def _changed(self, old: Known, event: Event, new: Known) -> Iterator[str]:
        """Points go only by events that tell of a loss, and never come back; casualties tell how many figures."""
        by_side: Counter[str] = Counter()
        for ident, base in new[1].items():
            was = old[1].get(ident)
            if was is not base:
                unit = new[0][base.unit]
                by_side[unit.side] += value(new[0], base) - (value(old[0], was) if was is not None else 0.0)
        for ident in old[1].keys() - new[1].keys():
            by_side[old[0][old[1][ident].unit].side] -= value(old[0], old[1][ident])
        for side, more in by_side.items():
            if more > HAIR:
                yield f"{side} gains {more} points"
            if more < -HAIR and event.family != "loss":
                yield f"{side} loses {-more} points by no loss"
            self.lost[side] -= more
        if event.type == "casualties":
            body = event.about[0]
            fell = strength(old[0][body], old[1]) - strength(new[0][body], new[1])
            if fell != event.data["figures"]:
                yield f"{fell} figures fall, {event.data['figures']} are told"


# --- points ----------------------------------------------------------------------------------------------------------


def parts_of(body: BodyOwn, told: FigureOwn) -> tuple[float, float, float]:
    """Points of the men, the horses and the material on a base, at the prices paid (NAP-R45, NAP-PTS-10)."""
    sub = next((s for s in body.subs if s.id == told.sub), None)
    pay, driver = (sub.points, sub.driver) if sub is not None else (0, 0)
    men = horses = things = 0.0
    if told.role == "general":
        men = told.points
    elif told.role == "gun":
        gunner = pay - LESSER_HORSE if body.battery.horse_guns else pay
        men, horses, things = told.crew * max(0, gunner), told.mounts * LESSER_HORSE, told.points
    elif told.role == "team":
        men, horses = told.drivers * driver, (told.mounts + told.horses) * LESSER_HORSE
        things = max(0, told.points - told.team * LESSER_HORSE)
    elif told.role == "horse" and told.crew:
        men = told.crew * pay / RIDERS
    else:
        afoot = told.points or (max(0, pay - HORSE) if body.arm == "horse" else pay)
        men = told.crew * afoot if told.role == "horses" else afoot
        horses = told.horses * HORSE if told.role == "horses" else min(pay, HORSE) if told.role == "horse" else 0
    return men * body.paid, horses * body.paid, things * body.paid


def value(units: Mapping[str, Unit], base: Base) -> float:
    """Points of what is left on a base."""
    return 0.0 if base.where == "gone" else sum(parts_of(units[base.unit].own, base.own))


def figures(base: Base) -> int:
    """Figures that a base stands for: of guns and elephants their crews (NAP-S60)."""
    told: FigureOwn = base.own
    if base.where == "gone":
        return 0
    return told.crew if told.role == "gun" or (told.role == "horse" and told.crew) else told.role in ("foot", "horse")


def strength(unit: Unit, bases: Mapping[str, Base]) -> int:
    """Figures of a body that are left."""
    return sum(figures(bases[b]) for b in unit.bases)


def left(units: Mapping[str, Unit], bases: Mapping[str, Base], side: str) -> float:
    """Points of all that is left of a side, whoever has it now."""
    return sum(value(units, b) for b in bases.values() if units[b.unit].side == side)


def counted(units: Mapping[str, Unit], bases: Mapping[str, Base], side: str) -> float:
    """Points of a side's troops and of what it has taken, without objectives (NAP-VIC-10, NAP-VIC-13)."""
    found = 0.0
    for unit in units.values():
        own: BodyOwn = unit.own
        taken = bool(own.captivity.captors) and units[own.captivity.captors].side == side != unit.side
        for base in (bases[b] for b in unit.bases if bases[b].where != "gone"):
            men, horses, things = parts_of(own, base.own)
            if taken and not (own.captivity.abandoned and base.where == "off"):
                found += horses + (0.0 if base.own.spiked else things) + (men / 2.0 if own.captivity.guarded else 0.0)
            elif unit.side == side and not (
                own.captivity.captors or own.captivity.freed or own.nerve.result in ("surrendered", "dispersed")
            ):
                found += _share(own, base) * (men + horses + things)
    return found


def _share(own: BodyOwn, base: Base) -> float:
    if base.where != "off":
        return 0.5 if own.nerve.result == "rout" else 1.0
    if own.march.doing is not None and own.march.doing.verb == "escort":
        return 1.0
    return 0.0 if own.nerve.result == "rout" or own.captivity.abandoned else 0.5


def told_points(event: Event) -> Iterator[float]:
    """Points of troops, prisoners and booty as the end of the battle tells them, side by side; objectives apart."""
    for one in event.sums:
        yield sum(n for _, n, clause in one.rows if clause in ("NAP-VIC-10", "NAP-VIC-11"))


# --- fire ------------------------------------------------------------------------------------------------------------


def of_fire(before: State, event: Event, most: Mapping[str, int]) -> Iterator[str]:
    """What a fire event says that is not so in the state at its moment.

    ``most``: figures of each body at the start of the move.
    """
    units, data = bodies(before), event.data
    firer, target = units[event.about[0]], units[event.about[1]]
    if firer.side == target.side:
        yield "it fires at its own side"
    fired = sum(group["figures"] for group in data["groups"])
    if fired > most.get(firer.id, 0):
        yield f"{fired} figures fire of {most.get(firer.id, 0)}"
    yield from _weapon(before, firer, data["what"])
    dealt: dict[str, int] = {}
    for step in (step for group in data["groups"] for step in group["steps"]):
        dealt[step["body"]] = dealt.get(step["body"], 0) + step["men"]
        yield from _shot(before, units[step["body"]], step)
    for body, men in data["men"].items():
        if men > dealt.get(body, 0):
            yield f"{body} loses {men} men of {dealt.get(body, 0)}"


def _weapon(state: State, firer: Unit, what: str) -> Iterator[str]:
    """Whether a body has a weapon, or pieces for an ammunition."""
    own: BodyOwn = firer.own
    roles = {state.bases[b].own.role for b in firer.bases if b in state.bases}
    weapons = {s.weapon for s in own.subs}
    if own.fire.unpatched or weapons & {"rifle", "double_rifle"}:
        weapons.add("carbine")
    if "gun" in roles or own.arm in ("guns", "rockets"):
        weapons |= {"dragoon_musket", "roundshot", "canister", "shell", "case", "rocket", "grenade", "shrapnel"}
    if what not in weapons:
        yield f"it has no {what}"


def _shot(state: State, target: Unit, step: Mapping[str, Any]) -> Iterator[str]:
    """Whether a shot tells of formation, cover and weather of a target what is so, or was earlier in the move."""
    own: BodyOwn = target.own
    shot = step["shot"]
    was = [{"formation": own.stance.formation, "prone": own.stance.prone, "inside": own.inside}]
    was += [w.fields for w in own.stance.was]
    row = shot.get("target", "close")
    if row in ROWS and not any(w.get("formation") in ROWS[row] for w in was):
        yield f"{target.id} is shot at as {row}, and is in {own.stance.formation}"
    loose = own.nerve.result == "rout" or any(w.get("formation") in OPEN or w.get("inside") for w in was)
    if row in ("loose", "building") and not loose:
        yield f"{target.id} is shot at as {row}, and is in {own.stance.formation}"
    if shot.get("prone", False) and not any(w.get("prone") for w in was):
        yield f"{target.id} is shot at as lying down, and stands"
    if own.inside and not own.stance.was and not step["part"] and shot.get("cover", "none") == "none":
        yield f"{target.id} is inside and has no cover"
    if shot.get("rain", False) and state.own.weather != "rain":
        yield "it does not rain"
    if shot["far"] < 0.0:
        yield "it fires from no distance"
