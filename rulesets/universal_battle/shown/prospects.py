"""What any two activations could do to each other, in either's turn: shooting, charging, the fight they are locked in.

Shots, duels and first blows are exact; what comes of charges and fights is played on copies. USB-ACT-02, USB-ACT-04,
USB-ACT-05, USB-CMB-05, USB-CMB-06.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.prospects import Prospect, What
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import Frame, State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose
from game.kit.shown import prospects as kit
from game.kit.shown.prospects import Outcome, activation_notes, begun_anew
from game.kit.sums import spread_row
from rulesets.universal_battle.attack import needs, volley
from rulesets.universal_battle.charge.charges import ChargeData
from rulesets.universal_battle.charge.reach import charge_bar
from rulesets.universal_battle.field import facts, near, spacing
from rulesets.universal_battle.field.ground import what_if
from rulesets.universal_battle.fight import odds
from rulesets.universal_battle.fight.duel import due
from rulesets.universal_battle.fight.melee import MeleeData
from rulesets.universal_battle.fight.odds import GONE, HURT, LOCKED, LOST, PANICKED, SHAKEN
from rulesets.universal_battle.own import ACTIVATION, ROUND
from rulesets.universal_battle.shoot import shooting
from rulesets.universal_battle.shoot.shooting import ShootData

FOUGHT = Outcome("fought", T("A melee takes place"), lambda run, _: any(e.type == "fight" for e in run.told))


def prospects(view: State, unit: str, other: str, poses: Mapping[str, Pose]) -> Sequence[Prospect]:
    """What two units of different sides could do to each other (:class:`game.engine.prospects.TellsProspects`)."""
    unit, other = facts.host(view, unit), facts.host(view, other)
    there = what_if(view, dict(poses)) if poses else view
    out: list[Prospect] = []
    for actor, mark in ((unit, other), (other, unit)):
        if mark in facts.opponents(view, actor):
            label = T("{unit}: fighting on with {target}", unit=Thing(actor), target=Thing(mark))
            frame = Frame("usb.melee", data=MeleeData(actor, mark))
            sure = odds.exact(as_if_activated(there, actor), actor, mark, charge=False)
            out.append(_played(there, "combat", actor, mark, label, frame, sure))
            continue
        landed = any(view.bases[b].unit in facts.company(view, actor) for b in poses)
        if landed and spacing.in_contact(there, actor, mark):
            frame = Frame("usb.melee", data=MeleeData(actor, mark, charge=True))
            sure = odds.exact(as_if_activated(there, actor), actor, mark, charge=True)
            out.append(_played(there, "charge", actor, mark, _charges(actor, mark), frame, sure))
            continue
        out += _shots(there, actor, mark, stood=not landed)
        out.append(_charge(there, actor, mark))
    return tuple(out)


def as_if_activated(view: State, unit: str) -> State:
    """The view at the beginning of an activation: in this round, or in the next where it has acted in this one."""
    fields = {u: dict(ACTIVATION) for u in facts.company(view, unit)}
    if facts.own(view, unit).activated:
        fields = {u: {**ROUND, "activated": False, **fields.get(u, {})} for u in view.units}
    fields[unit]["entrenched"] = False
    return begun_anew(view, fields, active=view.units[unit].side, acting=unit)


def _tied(view: State, actor: str) -> Bar | None:
    """Why a unit would neither shoot nor charge: it must fight on (USB-CMB-05)."""
    return Bar(T("{unit}: locked in melee", unit=Thing(actor)), "USB-CMB-05") if facts.is_locked(view, actor) else None


# --- shots -------------------------------------------------------------------------------------------------------


def _shots(view: State, actor: str, mark: str, stood: bool) -> list[Prospect]:
    """All weapons at one unit, in a Tactical Move, and aimed where it has ``stood``; nothing for who has none."""
    there, label = as_if_activated(view, actor), T("{unit}: a shot at {target}", unit=Thing(actor), target=Thing(mark))
    if not shooting.armed(there, actor):
        return []
    data, panicked = ShootData(actor), facts.own(there, actor).status == "panicked"
    bar = _tied(there, actor)
    if bar is None and panicked:
        bar = Bar(T("{unit}: Panicked, so it can only Run", unit=Thing(actor)), "USB-MOR-05")
    if bar is None and mark not in shooting.targets(there, data):
        bar = near.may_target(there, actor, mark, "shoot")
        bar = bar or Bar(T("{unit}: out of range or out of sight", unit=Thing(mark)), "USB-SHT-01")
    if bar is not None:
        return [Prospect("shoot", actor, mark, label, bar)]
    rows = list(_wounds(there, data, mark, T("Wounds")))
    if stood:
        rows += _wounds(there, replace(data, aimed=True), mark, T("Wounds by an Aimed Shot"))
    return [Prospect("shoot", actor, mark, label, None, activation_notes(view, actor), Forecast(tuple(rows)))]


def _wounds(view: State, data: ShootData, mark: str, label: Text) -> tuple[ForecastRow, ...]:
    """How many wounds, exactly, with what the dice need; and the chance that nothing is left of the target."""
    shot = shooting.attack(view, data, mark)
    base = view.bases[needs.saver(view, mark)]
    pairs = ((needs.hit_need(view, shot, arm), needs.save_need(view, shot, arm, base.id)) for arm in shot.arms)
    sums = tuple(need for pair in pairs for need in pair)
    found = volley.spread(view, shot)
    row = replace(spread_row(label, found), sums=sums)
    chance = found.at_least(facts.strength(view, mark))
    gone = T("{unit} destroyed by an Aimed Shot") if data.aimed else T("{unit} destroyed")
    return (row, ForecastRow(Text(gone.key, {"unit": Thing(mark)}), chance)) if chance else (row,)


# --- charges and fights ------------------------------------------------------------------------------------------


def _charges(actor: str, mark: str) -> Text:
    return T("{unit}: a charge at {target}", unit=Thing(actor), target=Thing(mark))


def _charge(view: State, actor: str, mark: str) -> Prospect:
    """A charge by the usual way, with the reaction that is usual."""
    there, label = as_if_activated(view, actor), _charges(actor, mark)
    bar = _tied(there, actor) or charge_bar(there, actor, mark)
    if bar is not None:
        return Prospect("charge", actor, mark, label, bar)
    sure = odds.met(there, (actor, mark), True) if due(there, (actor, mark)) else ()
    return _played(view, "charge", actor, mark, label, Frame("usb.charge", data=ChargeData(actor, mark)), sure)


def _played(
    view: State, what: What, actor: str, mark: str, label: Text, frame: Frame, sure: tuple[ForecastRow, ...]
) -> Prospect:
    """A fight played on copies, and what is counted of it; ``sure`` is what dice alone decide of it."""
    both = (mark, actor)
    counted = [(FOUGHT, "")] if frame.name == "usb.charge" else []
    counted += [(HURT, u) for u in both] + [(LOST, u) for u in both if len(facts.left(view, u)) > 1]
    counted += [(outcome, u) for u in both for outcome in (*odds.BANDS, SHAKEN, PANICKED, GONE)]
    played = kit.playout(as_if_activated(view, actor), (frame,), what, (actor, mark), [*counted, (LOCKED, actor)])
    return Prospect(
        what, actor, mark, label, None, activation_notes(view, actor), Forecast(sure) if sure else None, played
    )
