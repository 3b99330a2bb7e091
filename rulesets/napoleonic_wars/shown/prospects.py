"""What two bodies could do to each other: a volley, a charge with what both do by its value, a round of a melee.

Exact: a few dice decide each of them. NAP-CAS-07, NAP-RCT-04 to -06, NAP-RES-15, NAP-MEL-19.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from game.engine.decision import Bar
from game.engine.odds import Spread
from game.engine.prospects import Prospect
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State, Tie
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose
from game.kit.shown.words import about
from game.kit.sums import spread_row
from rulesets.napoleonic_wars.charge import approach, legal, parties, reaction, ties
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.fire import fire, odds
from rulesets.napoleonic_wars.melee import blows
from rulesets.napoleonic_wars.shown.cards import class_is_known, is_own

CHARGER: dict[str, Text] = {
    "charge": T("{unit}: charge"),
    "refuse": T("{unit}: charge refused"),
    "withdraw": T("{unit}: withdrawal to cover"),
}
DEFENDER: dict[str, Text] = {
    "rout": T("{unit}: rout"),
    "withdraw_double": T("{unit}: withdrawal"),
    "stand_or_evade": T("{unit}: stand, or evade"),
    "stand_square": T("{unit}: stand in square"),
    "declared": T("{unit}: as declared"),
    "orders": T("{unit}: by orders"),
    "counter_charge": T("{unit}: counter-charge"),
}


def prospects(view: State, unit: str, other: str, poses: Mapping[str, Pose]) -> Sequence[Prospect]:
    """What two bodies of different sides could do to each other (:class:`game.engine.prospects.TellsProspects`)."""
    here = known(view)
    there = here.with_poses(dict(poses)) if poses else here
    out: list[Prospect] = []
    for actor, mark in ((unit, other), (other, unit)):
        tie = next((t for t in facts.melees(there, actor) if mark in (t.a, t.b)), None)
        if tie is not None:
            out.append(_round(there, actor, mark, tie))
            continue
        if is_own(view, actor):
            out += _volley(there, actor, mark)
        if is_own(view, actor) or view.options.get("measuring") == "free":
            out += _charge(there, actor, mark)
    return tuple(out)


def _volley(view: State, actor: str, mark: str) -> list[Prospect]:
    """Casualties of its fire at a body in this move, as both stand; nothing for who has nothing to fire."""
    label = T("{unit}: a volley at {target}", unit=Thing(actor), target=Thing(mark))
    rows = []
    for options in fire.of_body(view, actor).values():
        for option in options:
            aims = tuple(a for a in option.aims if a.target == mark)
            if aims:
                men = odds.spread(view, aims, mark)
                rows.append(spread_row(T("Casualties in men"), men, sums=odds.told_sums(view, aims[0])))
                break
    if not rows:
        return []
    notes = (T("Twenty men make a figure"), T("From the present positions, at the end of the move"))
    return [Prospect("shoot", actor, mark, label, None, notes, Forecast(tuple(rows)))]


def _charge(view: State, actor: str, mark: str) -> list[Prospect]:
    """The value of a charge, and what both do by it: table 16A (NAP-RCT-06, NAP-RES-15)."""
    if approach.speed(view, actor) <= 0.0:
        return []
    label = T("{unit}: a charge at {target}", unit=Thing(actor), target=Thing(mark))
    bar: Bar | None = legal.charge_bar(view, actor, mark, free=True)
    if bar is not None:
        return [Prospect("charge", actor, mark, label, bar)]
    told = parties.sides(moments.start(view), actor, mark)
    value = dice(view, actor) - dice(view, mark) + Spread.certain(parties.value(told))
    secret = not all(class_is_known(view, body) for body in (actor, mark))
    sums = () if secret else (ties.sum_of(told, (0, 0), T("Value before the dice")),)
    rows = [spread_row(T("Value of the charge"), value, sums=sums)]
    chances: dict[str, float] = defaultdict(float)
    answers: dict[str, float] = defaultdict(float)
    for n, chance in value.items():
        chances[reaction.charger_does(n, "initial")] += chance
        answers[parties.defender_does(view, actor, mark, n, "initial")] += chance
    rows += [ForecastRow(about(CHARGER[does], actor), chances[does]) for does in CHARGER if chances[does]]
    rows += [ForecastRow(about(DEFENDER[does], mark), answers[does]) for does in DEFENDER if answers[does]]
    notes = [T("Fire of {unit} before contact is not counted", unit=Thing(mark))]
    if not class_is_known(view, mark):
        notes.append(T("The class of {unit} is unknown; {cls} is assumed", unit=Thing(mark), cls=facts.UNTOLD))
    return [Prospect("charge", actor, mark, label, None, tuple(notes), Forecast(tuple(rows)))]


def dice(view: State, body: str) -> Spread:
    """What two dice of a body come to: average dice of regulars (NAP-RCT-04)."""
    faces = ties.faces_of(view, body)
    one = Spread.of({n: faces.count(n) / len(faces) for n in set(faces)})
    return one + one


def _round(view: State, actor: str, mark: str, tie: Tie) -> Prospect:
    """What a body costs another in a round of their melee."""
    label = T("{unit}: fighting {target}", unit=Thing(actor), target=Thing(mark))
    side = blows.side(view, actor, tie)
    men = blows.spread(view, side)
    row = spread_row(T("Casualties in men"), men, sums=(blows.blow_sum(side),))
    return Prospect("combat", actor, mark, label, None, (T("Twenty men make a figure"),), Forecast((row,)))
