"""Every number of a blow in one place, as sums that the log, the previews, the odds and the dice thrown all read.

Then the casualties that come of it: which stand goes, what is left over, a unit destroyed. WMA-SHT-06 to -11,
WMA-RCT-04, WMA-DRV-02, -03, WMA-CMB-05 to -10, WMA-MOD-01 to -08, WMA-RES-02, -03, -09, WMA-R13, WMA-R14, WMA-R35,
WMA-R42 to -45, WMA-R54, WMA-S13, WMA-S17, WMA-S25.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.decision import Asked, Bar, Choice, Decision, PickAnswer, PickSpace, Reply, Sum
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.odds import Spread
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing
from game.kit.attack import HITS, Attack, Stage, reaches, stops
from game.kit.sums import Row, sum_of
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.data_files import load_modifiers
from rulesets.warmaster_ancients.data_types import NeedRow, Status
from rulesets.warmaster_ancients.field import facts, formations, status
from rulesets.warmaster_ancients.measures import MEASURES, count
from rulesets.warmaster_ancients.own import ContactOwn, UnitOwn


def shots(view: State, shooter: str, target: str, reaction: bool = False) -> Attack:
    """The dice of a volley: to hit, then armour (WMA-SHT-06 to WMA-SHT-08)."""
    return _attack(view, target, shot_need(view, shooter, target, reaction), "WMA-SHT-06", "WMA-SHT-08")


def strikes(view: State, unit: str, enemy: str) -> Attack:
    """The dice of blows: to hit, then armour (WMA-CMB-05 to WMA-CMB-07)."""
    return _attack(view, enemy, blow_need(view, unit, enemy), "WMA-CMB-05", "WMA-CMB-07")


def _attack(view: State, enemy: str, need: Sum, asks: str, saves: str) -> Attack:
    hit = Stage("hit", need, reaches(need.total), asks, HITS)
    value = profile(view, enemy).armour
    if value is None:
        return Attack((hit,))
    label = T("Armour of {unit}", unit=Thing(enemy))
    return Attack((hit, Stage("saved", sum_of(label, ((label, float(value), saves),)), stops(value))))


def request(view: State, stage: Stage, n: int, why: Text, unit: str, enemy: str) -> ev.Request:
    """The dice of a stage: those who strike or shoot, of whom ``why`` is said, or one die of armour for each hit."""
    if stage.step == "hit":
        return stage.request(view.units[unit].side, n, why, (unit, enemy))
    why = TN("Armour of {unit}: {n} hit", "Armour of {unit}: {n} hits", n, unit=Thing(enemy))
    return replace(stage.request(view.units[enemy].side, n, why, (enemy,)), modifiers=())


def shot_need(view: State, shooter: str, target: str, reaction: bool = False) -> Sum:
    """The least roll that hits a target (WMA-SHT-07); a charger counts as in the open (WMA-S13)."""
    table = load_modifiers()
    if not reaction:
        return _need(target, status.cover(view, target, shooter, "shot"), table.shooting)
    row: Row = (T("a charger counts as in the open"), float(table.shooting("open").need), "WMA-S13")
    return sum_of(T("To hit {unit}", unit=Thing(target)), (row,))


def _need(target: str, cover: status.Cover, of: Callable[[Status], NeedRow]) -> Sum:
    """What hits a target: the plain number, and what its cover adds to it."""
    plain, need = of("open"), of(cover.status)
    rows: list[Row] = [(T("neither defended nor fortified"), float(plain.need), plain.clause)]
    if need.need != plain.need:
        rows = [(T("any target"), float(plain.need), plain.clause)]
        rows.append((cover.text, float(need.need - plain.need), need.clause))
    return sum_of(T("To hit {unit}", unit=Thing(target)), rows)


def shot_dice(view: State, shooter: str, stands: Sequence[str]) -> Sum:
    """Dice of a volley: one a stand that shoots, whatever its Attacks (WMA-SHT-06, WMA-R13)."""
    said = TN("{n} stand shoots", "{n} stands shoot", len(stands))
    row: Row = (said, float(count("shooting_dice") * len(stands)), "WMA-SHT-06")
    return sum_of(T("Dice of {unit}", unit=Thing(shooter)), (row,))


def driveback_dice(casualties: int, cover: Status) -> Sum:
    """Dice of a drive-back: one a casualty, fewer under cover, none below zero (WMA-DRV-02, WMA-DRV-03)."""
    rows: list[Row] = [(TN("{n} casualty", "{n} casualties", casualties), float(casualties), "WMA-DRV-02")]
    spared = load_modifiers().driveback(cover)
    if spared.value:
        rows.append((Text(spared.name), float(spared.value), spared.clause))
    if casualties + spared.value < 0:
        rows.append((T("never below zero"), float(-casualties - spared.value), "WMA-DRV-03"))
    return sum_of(T("Drive-back dice"), rows)


def blow_need(view: State, unit: str, enemy: str) -> Sum:
    """The least roll with which ``unit`` hits ``enemy`` in combat (WMA-CMB-06)."""
    return _need(enemy, status.cover(view, enemy, unit, "combat"), load_modifiers().combat)


def _fresh(view: State, unit: str, how: str) -> ContactOwn | None:
    """The contact that this unit's own charge or pursuit made and that has not had its round yet (WMA-R43)."""
    made: Iterable[ContactOwn] = (t.own for t in view.ties.values() if t.kind == "contact" and t.a == unit)
    return next((own for own in made if own.how == how and not own.spent), None)


def stand_attacks(view: State, stand: str, enemy: str, number: int) -> Sum:
    """Attack dice of a fighting stand that strikes at a unit, in round ``number`` of a combat (WMA-MOD-08).

    A charge counts in the first round of the combat that it began, against an enemy in the open (WMA-MOD-01,
    WMA-MOD-02); a pursuit in the round that it causes, with the way that the enemy went (WMA-MOD-03, WMA-MOD-04,
    WMA-R44).
    """
    unit = view.bases[stand].unit
    return sum_of(T("Attacks of {stand}", stand=Thing(stand)), _rows(view, stand, _bonuses(view, unit, enemy, number)))


def _bonuses(view: State, unit: str, enemy: str, number: int) -> dict[str, int]:
    """How often each modifier counts for a unit that strikes at another; that of flank or rear is its stands'."""
    own: UnitOwn = view.units[unit].own
    kind, table = profile(view, unit), load_modifiers()
    charge = _fresh(view, unit, "charge") if number == 1 and own.charged else None
    in_the_open = charge is not None and status.in_the_open(view, enemy, unit)
    pursuit = _fresh(view, unit, "pursuit") if number != 1 else None
    return {
        "charge": int(in_the_open),
        "shock": int(in_the_open and kind.shock),
        "pursuit": int(pursuit is not None),
        "impetus": MEASURES.per_full(pursuit.impetus, table.attack("impetus").per_mm) if pursuit is not None else 0,
        "terrifying": int(profile(view, enemy).terrifying),
        "flank_rear": 0,
        "confused": int(own.confused),
    }


def _rows(view: State, stand: str, bonuses: Mapping[str, int]) -> list[Row]:
    """The rows of a stand's dice."""
    unit, table = view.bases[stand].unit, load_modifiers()
    flanked = any(t.own == stand and t.flank_or_rear for t in facts.contacts(view, unit))
    rows: list[Row] = [(T("Attacks"), float(profile(view, unit).attacks), "WMA-CMB-05")]
    for name, n in {**bonuses, "flank_rear": int(flanked)}.items():
        if n:
            row = table.attack(name)
            rows.append((row.label(), float(row.value * n), row.clause))
    least, total = count("min_attacks"), sum(value for _, value, _ in rows)
    if total < least:
        rows.append((T("never fewer than {n}", n=least), float(least - total), "WMA-S25"))
    return rows


def unit_attacks(view: State, unit: str, enemy: str, stands: Sequence[str], number: int) -> Sum:
    """Attack dice of a unit's stands that direct their blows at one enemy unit; like rows are taken together."""
    together: dict[tuple[str, str], Row] = {}
    bonuses = _bonuses(view, unit, enemy, number)
    for stand in stands:
        for label, value, clause in _rows(view, stand, bonuses):
            before = together.get((label.key, clause), (label, 0.0, clause))[1]
            together[label.key, clause] = (label, before + value, clause)
    return sum_of(T("Attacks of {unit} on {enemy}", unit=Thing(unit), enemy=Thing(enemy)), together.values())


def side_result(side: str, blows: Iterable[tuple[str, str, int]], volleys: int, supporters: int) -> Sum:
    """A side's result: casualties that count, those shot at chargers, and support (WMA-RES-02, WMA-RES-03).

    ``blows`` are (unit, enemy, casualties that count by WMA-S23).
    """
    rows: list[Row] = [
        (T("{unit} on {enemy}", unit=Thing(u), enemy=Thing(e)), float(n), "WMA-RES-02") for u, e, n in blows if n
    ]
    if volleys:
        rows.append((T("shot at the charge"), float(volleys), "WMA-RCT-03"))
    if supporters:
        said = TN("{n} supporting stand", "{n} supporting stands", supporters)
        rows.append((said, float(count("support_each") * supporters), "WMA-RES-03"))
    return sum_of(T("Result of {side}", side=Thing(side)), rows)


def retreat_way(difference: int, losers: int) -> Sum:
    """How many cm each beaten unit retreats: the difference shared, rounded up to whole cm (WMA-RES-09, WMA-R35)."""
    share = -(-difference // losers)
    rows: list[Row] = [(T("difference of the results"), float(difference), "WMA-RES-08")]
    if losers > 1:
        rows.append((T("shared by {n} units, rounded up", n=losers), float(share - difference), "WMA-R35"))
    return sum_of(T("Retreat in cm"), rows)


Moment = Literal["shooting", "charge", "combat"]


class RemoveData(msgspec.Struct, frozen=True, omit_defaults=True):
    """``casualties`` that a unit has just suffered, at which moment; ``left`` stands still to be taken away."""

    unit: str
    casualties: int
    moment: Moment
    left: int = 0


REMOVE = FrameOf("wma.remove", RemoveData)


CLAUSES: dict[str, tuple[str, str]] = {
    "shooting": ("WMA-SHT-10", "WMA-SHT-11"),
    "charge": ("WMA-SHT-10", "WMA-RCT-03"),
    "combat": ("WMA-CMB-09", "WMA-CMB-10"),
}
"""The clauses under which stands are removed and leftovers kept, by moment."""


def endures(view: State, unit: str) -> int:
    """How many more casualties destroy the unit (WMA-S23)."""
    own: UnitOwn = view.units[unit].own
    return max(0, len(facts.stands(view, unit)) * profile(view, unit).hits - own.hits)


def stands_lost(view: State, unit: str, casualties: int) -> int:
    """How many stands a number of further casualties removes: floor(tally / Hits), at most all (WMA-SHT-10)."""
    own: UnitOwn = view.units[unit].own
    return min(len(facts.stands(view, unit)), (own.hits + casualties) // profile(view, unit).hits)


def stands_gone(view: State, unit: str, casualties: Spread) -> Spread:
    """Odds of the stands that further casualties remove."""
    kind, carried, alive = profile(view, unit), view.units[unit].own.hits, len(facts.stands(view, unit))
    return casualties.map(lambda n: min(alive, (carried + n) // kind.hits))


def removable(view: State, unit: str, moment: Moment) -> dict[str, Bar | None]:
    """The stands of a unit and why one may not be taken (WMA-S17).

    First only stands whose loss leaves the rest connected; of these, in combat, stands that touch no enemy before those
    that do.
    """
    shape, poses = profile(view, unit).footprint, facts.poses(view, unit)
    free = [s for s in poses if formations.connected(shape, [p for other, p in poses.items() if other != s])]
    if not free:
        return dict.fromkeys(poses)
    fighting = facts.fighting_stands(view, unit) if moment == "combat" else ()
    first = [s for s in free if s not in fighting] or free
    bars: dict[str, Bar | None] = dict.fromkeys(poses)
    for stand in poses:
        if stand not in free:
            bars[stand] = Bar(
                T("Without {stand} the unit would fall apart: choose another stand", stand=Thing(stand)), "WMA-S17"
            )
        elif stand not in first:
            bars[stand] = Bar(T("Remove stands that touch no enemy first"), "WMA-S17")
    return bars


class RemoveQuestion(Discrete):
    """Which stand is removed (decision 11): the owner's choice of those that may go; by default the highest number."""

    kind = "pick"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the stands."""
        bars = removable(view, decision.args["unit"], decision.args["moment"])
        things = tuple(Choice(s, T("{stand}", stand=Thing(s)), bar) for s, bar in bars.items())
        last = [c.id for c in things if c.bar is None][-1]
        return Asked(PickSpace(things), Reply(PickAnswer((last,))))


REMOVE_QUESTION = Posed("remove", RemoveQuestion())


@REMOVE.step
def _begin(run: Run, data: RemoveData, got: Any) -> Outcome:
    """Add the casualties to the tally; see how many stands go (WMA-SHT-10, WMA-CMB-09)."""
    view, unit = run.state, data.unit
    standing = len(facts.stands(view, unit))
    if not standing or data.casualties <= 0:
        return Done()
    own: UnitOwn = view.units[unit].own
    lost = stands_lost(view, unit, data.casualties)
    left = 0 if lost == standing else own.hits + data.casualties - lost * profile(view, unit).hits
    removing, keeping = CLAUSES[data.moment]
    text = TN("{unit} took {n} casualty", "{unit} took {n} casualties", data.casualties, unit=Thing(unit))
    clauses = (removing, keeping) if left else (removing,)
    tally = own_field("unit", unit, hits=left)
    what: dict[str, Any] = {"casualties": data.casualties, "stands": lost, "left": left, "moment": data.moment}
    run.tell(unit, "casualties", "loss", text, clauses, tally, unit=unit, **what)
    if lost == standing:
        destroy(run, unit, (removing,))
        return Done()
    return Goto("which", replace(data, left=lost))


@REMOVE.step
def _which(run: Run, data: RemoveData, got: Any) -> Outcome:
    if data.left == 0:
        return Done()
    unit, n = data.unit, data.left
    message = TN("{unit}: which stand is lost?", "{unit}: which of {n} lost stands goes first?", n, unit=Thing(unit))
    args = {"unit": unit, "moment": data.moment}
    clauses = (CLAUSES[data.moment][0], "WMA-S17")
    return REMOVE_QUESTION.ask(run.state.units[unit].side, message, args, clauses, then="gone")


@REMOVE.step
def _gone(run: Run, data: RemoveData, got: Reply) -> Outcome:
    unit, stand = data.unit, got.ids[0]
    text, clauses = T("{unit} lost a stand", unit=Thing(unit)), (CLAUSES[data.moment][0], "WMA-S17")
    gone = ev.SetPose(stand, None, "gone")
    run.tell(unit, "stand_lost", "loss", text, clauses, gone, also=(stand,), unit=unit, stand=stand)
    return Goto("which", replace(data, left=data.left - 1))


def destroy(run: Run, unit: str, clauses: tuple[str, ...], why: str = "") -> None:
    """Take the whole unit off the table for good."""
    stands = facts.stands(run.state, unit)
    reasons = {
        "": T("{unit}: destroyed", unit=Thing(unit)),
        "far": T("{unit}: driven too far and destroyed", unit=Thing(unit)),
        "trapped": T("{unit}: no way out, destroyed", unit=Thing(unit)),
        "artillery": T("{unit}: unable to flee, destroyed", unit=Thing(unit)),
    }
    changes: list[ev.Change] = [
        *(ev.SetPose(b.id, None, "gone") for b in stands),
        *(ev.Untie(t.id) for t in run.state.ties.values() if unit in (t.a, t.b)),
        own_field("unit", unit, hits=0),
    ]
    what: dict[str, Any] = {"unit": unit, "stands": len(stands), "why": why or "casualties"}
    run.tell(unit, "unit_destroyed", "loss", reasons[why], clauses, *changes, **what)
