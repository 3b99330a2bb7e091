"""How fast a body moves: tables 3 and 4, weather, dead horses (NAP-MOV, NAP-HRS, NAP-R34 to -R37).

Rates are cm a move over open ground; factors say what terrain leaves of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from game.engine.state import Base, State
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.data_files import DATA
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.own import Formation

Speed = Literal["normal", "charge", "double", "rout"]
Weight = Literal["light", "medium", "heavy", "siege"]
WEIGHTS: tuple[Weight, ...] = ("light", "medium", "heavy", "siege")
SPEEDS: tuple[Speed, ...] = ("normal", "charge", "double")
TEAMS, LOOSE, CLOSE = range(3)
"""The columns of table 4: teams, skirmishers, others."""


class _Rates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rate: dict[str, tuple[float, float, float]]
    rout: dict[str, float]
    howitzer: dict[str, Weight]
    number: dict[str, float]
    weight: dict[str, Weight]


class _Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    factor: dict[str, tuple[float, float, float]]
    charge: dict[str, tuple[str, ...]]
    double: dict[str, tuple[str, ...]]
    weather: dict[str, float]
    cross: dict[str, float]


table_3 = DATA.whole("table_3.toml", _Rates)
table_4 = DATA.whole("table_4.toml", _Ground)


# --- artillery -------------------------------------------------------------------------------------------------------


def teams(view: State, body: str) -> tuple[Base, ...]:
    """The teams of a battery that are not lost."""
    return tuple(b for b in facts.left(view, body) if facts.figure(b).role == "team")


def guns(view: State, body: str) -> tuple[Base, ...]:
    """The pieces of a battery that are not lost."""
    return tuple(b for b in facts.left(view, body) if facts.figure(b).role == "gun")


def weight(view: State, body: str) -> Weight:
    """The weight of a battery: that of its heaviest piece, for it moves at its slowest (NAP-S23)."""
    animals = {facts.figure(t).sub: facts.figure(t).team for t in teams(view, body)}

    def of(gun: Base) -> Weight:
        told = facts.figure(gun)
        if told.piece == "howitzer":
            return table_3().howitzer.get(str(animals.get(told.sub)), "medium")
        return table_3().weight.get(told.piece, "light")

    return max(map(of, guns(view, body)), key=WEIGHTS.index, default="light")


def missing(view: State, body: str) -> int:
    """Animals that the team of a battery lacks that lacks most."""
    found = (facts.figure(t) for t in teams(view, body))
    return max((t.team - t.horses for t in found), default=0)


def share_of_horses(view: State, body: str) -> float:
    """The part of its animals that the weakest team has left (NAP-HRS-05)."""
    found = [facts.figure(t) for t in teams(view, body)]
    return min((t.horses / t.team for t in found if t.team), default=1.0)


def _battery_rate(view: State, body: str, speed: Speed) -> float:
    told, heavy = facts.own(view, body), weight(view, body)
    if told.stance.formation == "deployed":
        if heavy == "siege" or told.arm == "rockets":
            return 0.0
        return _of("deployed_heavy" if heavy == "heavy" else "deployed_light", speed)
    short = missing(view, body)
    if told.arm == "rockets":
        row = "rockets_horse" if told.battery.horse_guns and short < 2 else "rockets_foot"
    elif heavy == "siege":
        row = "siege"
    else:
        rides = told.battery.horse_guns and heavy != "heavy" and short < 2
        row = f"{'horse' if rides else 'field'}_{heavy}"
    if told.battery.horse_guns and short < 2:
        return _of(row, speed)
    if speed == "double" and short >= 2:
        return 0.0
    return _of(row, speed) * share_of_horses(view, body)


# --- foot and horse --------------------------------------------------------------------------------------------------


def _of(row: str, speed: Speed) -> float:
    return table_3().rate[row][SPEEDS.index(speed)]


def _kinds(view: State, body: str) -> set[str]:
    """Kinds of the sub-units that a body has figures of."""
    here = {facts.figure(b).sub for b in facts.left(view, body)}
    return {s.kind for s in facts.own(view, body).subs if s.id in here}


def all_light(view: State, body: str) -> bool:
    """Whether all of a body is light infantry, so that none is slower than the rest (NAP-MOV-04, NAP-R37)."""
    told = facts.own(view, body)
    here = {facts.figure(b).sub for b in facts.left(view, body)}
    return told.light or all(s.light for s in told.subs if s.id in here)


def is_lone_company(view: State, body: str) -> bool:
    """Whether a body is a single sub-unit away from its unit (NAP-MOV-05)."""
    told = facts.own(view, body)
    alone = told.regular and len(facts.companies(view, body)) == 1
    return alone and len(facts.parts(view, facts.unit_of(view, body))) > 1


def row_of(view: State, body: str, formation: Formation | None = None) -> str:
    """The row of table 3 of foot and horse, in a formation (as they stand if not told)."""
    told = facts.own(view, body)
    shape = formation or told.stance.formation
    if told.arm == "horse" and told.stance.mounted:
        kinds = _kinds(view, body)
        if "elephant" in kinds:
            return "elephants"
        heavy = "camel" in kinds or (told.regular and not told.light)
        return "heavy_horse" if heavy else "light_horse"
    if shape in facts.OPEN_FORMATIONS:
        return "skirmishers"
    if shape in ("square", "double_square"):
        return "square"
    if shape in facts.COLUMNS or not told.regular:
        return "column"
    return "column" if is_lone_company(view, body) else "line"


def rate(
    view: State,
    body: str,
    pace: Speed = "normal",
    backwards: bool = False,
    formation: Formation | None = None,
    firing: bool = False,
) -> float:
    """Cm that a body moves in a move over open ground, 0 where it may not (NAP-MOV-02, -03); snow is counted.

    Parameters
    ----------
    backwards
        With the face to the enemy (NAP-SPM-03, NAP-R37).
    formation
        Of foot: as if it stood so.
    firing
        Deployed guns that fire in this move (NAP-ART-13).
    """
    found = _rate(view, body, pace, backwards, formation, firing)
    return found * snow(view, body) * bases.longer(view)


def of_courier(view: State) -> float:
    """Cm that a courier rides in a move over open ground (NAP-GEN-01); snow is counted."""
    snowed = table_4().weather["snow"] if view.own.weather == "snow" else 1.0
    return table_3().number["courier"] * snowed * bases.longer(view)


def _rate(view: State, body: str, pace: Speed, backwards: bool, formation: Formation | None, firing: bool) -> float:
    told = facts.own(view, body)
    if pace == "rout":
        return _rout(view, body)
    if told.arm == "general":
        return table_3().number["courier"]
    if facts.is_artillery(view, body):
        if told.stance.formation != "deployed" and backwards:
            return 0.0
        found = _battery_rate(view, body, pace)
        slow = firing and told.stance.formation == "deployed"
        light = weight(view, body) in ("light", "medium")
        return min(found, table_3().number["firing"] if light else 0.0) if slow else found
    if told.stance.prone or (formation or told.stance.formation) == "garrison":
        return 0.0
    if backwards:
        may = facts.is_foot(view, body) and told.regular and (formation or told.stance.formation) != "mass"
        return _of("backwards", pace) if may else 0.0
    if (formation or told.stance.formation) == "mass":
        return 0.0
    row = row_of(view, body, formation)
    found = _of(row, pace)
    bonus = row in ("line", "column") and told.arm == "foot" and told.regular and all_light(view, body)
    return found + (table_3().number["light_foot"] if bonus and found else 0.0)


def _rout(view: State, body: str) -> float:
    if "elephant" in _kinds(view, body):
        return table_3().rout["elephants"]
    told = facts.own(view, body)
    rockets = told.arm == "rockets" and told.battery.horse_guns and told.stance.formation != "deployed"  # NAP-RRC-02
    return table_3().rout["mounted" if rockets or (told.arm == "horse" and told.stance.mounted) else "foot"]


def snow(view: State, body: str) -> float:
    """What snow leaves of a rate (NAP-MOV-12)."""
    if view.own.weather != "snow":
        return 1.0
    return table_4().weather["snow_guns" if facts.is_artillery(view, body) else "snow"]


# --- terrain ---------------------------------------------------------------------------------------------------------


def column_of(view: State, body: str) -> int:
    """The column of table 4: teams, skirmishers, others; routers count as skirmishers (NAP-R37)."""
    told = facts.own(view, body)
    if facts.is_artillery(view, body) and told.stance.formation != "deployed":
        return TEAMS
    loose = told.stance.formation in facts.OPEN_FORMATIONS or told.nerve.result == "rout" or told.arm == "general"
    return LOOSE if loose else CLOSE


def factor(view: State, body: str, rows: Iterable[str], pace: Speed = "normal", *, road: bool = False) -> float:
    """The part of its rate that terrain leaves a body: the lowest of the rows; 0 where it may not go (NAP-S15).

    Charges are not slowed where they are possible (NAP-MOV-08); nobody doubles where NAP-DBL-07 says so. Moves at
    double speed that nobody chose (evade, pursuit, rout) are slowed as normal ones and ask for that pace (NAP-R32).
    """
    rain = view.own.weather == "rain" and facts.is_artillery(view, body) and not road
    return factor_of(tuple(rows), column_of(view, body), pace, rain=rain)


def factor_of(rows: tuple[str, ...], column: int, pace: Speed, *, rain: bool = False) -> float:
    """The same of plain facts: rows and column of table 4, the pace, artillery in rain off roads (NAP-R35)."""
    told = table_4()
    found = 1.0
    for row in rows:
        if (pace == "double" and row in told.double["never"]) or (pace == "charge" and row not in told.charge["free"]):
            return 0.0
        if pace != "charge":
            found = min(found, told.factor[row][column])
    return min(found, told.weather["rain_guns"]) if rain else found
