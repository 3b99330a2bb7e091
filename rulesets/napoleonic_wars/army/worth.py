"""What a base is worth of the price that was paid for it: men, horses and material apart.

NAP-PTS-04 to -10, NAP-MIC-04, NAP-R13, NAP-R45. Command points are no part of it.
"""

from __future__ import annotations

import msgspec

from rulesets.napoleonic_wars.army import prices
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.own import BodyOwn, FigureOwn


class Worth(msgspec.Struct, frozen=True):
    """Points of some bases: of their living men without their horses, of living horses, of pieces and limbers."""

    men: float = 0.0
    horses: float = 0.0
    material: float = 0.0

    @property
    def total(self) -> float:
        """All of it."""
        return self.men + self.horses + self.material

    def __add__(self, other: Worth) -> Worth:
        return Worth(self.men + other.men, self.horses + other.horses, self.material + other.material)

    def times(self, share: float) -> Worth:
        """A share of it."""
        return Worth(self.men * share, self.horses * share, self.material * share)


def of_base(body: BodyOwn, told: FigureOwn) -> Worth:
    """What a base of a body is worth with the men and horses that it has left.

    >>> from rulesets.napoleonic_wars.own import SubUnit
    >>> body = BodyOwn(arm="guns", subs=(SubUnit("c1", points=4, driver=4),))
    >>> of_base(body, FigureOwn("c1", "gun", piece="6", crew=4, points=50)).total
    66.0
    """
    return _listed(body, told).times(body.paid)


def of_man(body: BodyOwn, told: FigureOwn) -> int:
    """What one man of a base cost, without a horse."""
    sub = next((s for s in body.subs if s.id == told.sub), None)
    horse = prices.table().horse
    match told.role:
        case "general":
            return told.points
        case "team":
            return sub.driver if sub is not None else 0
        case "gun":
            pay = sub.points if sub is not None else 0
            return max(0, pay - horse["gunner_horse"]) if body.battery.horse_guns else pay
    if told.points:
        return told.points
    pay = sub.points if sub is not None else 0
    return max(0, pay - horse["horse"]) if body.arm == "horse" and not _is_elephant(told) else pay


def _is_elephant(told: FigureOwn) -> bool:
    return told.role == "horse" and told.crew > 0


def _listed(body: BodyOwn, told: FigureOwn) -> Worth:
    """The same at the prices of table 1."""
    horse, each = prices.table().horse, of_man(body, told)
    mounts = told.mounts * horse["gunner_horse"]
    match told.role:
        case "gun":
            return Worth(told.crew * each, mounts, told.points)
        case "team":
            animals = horse["team_horse"] * told.horses
            return Worth(told.drivers * each, mounts + animals, max(0, told.points - horse["team_horse"] * told.team))
        case "horses":
            return Worth(told.crew * each, told.horses * horse["horse"])
        case "horse":
            if _is_elephant(told):
                return Worth(told.crew * each / whole("elephant_crew"))
            sub = next((s for s in body.subs if s.id == told.sub), None)
            pay = sub.points if sub is not None else 0
            return Worth(each, min(pay, horse["horse"]))
    return Worth(each)
