"""One combat round: attacks are directed, both sides roll on the state at its start, then stands are removed.

WMA-CMB-04 to WMA-CMB-10, WMA-RES-01, WMA-R32, WMA-R52, WMA-S22 to WMA-S24, WMA-S42 (1) to (3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes as marks
from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.decision import Answer, Asked, Choice, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Discrete, Forecast
from game.engine.state import State
from game.engine.text import TN, T, Thing
from game.kit import situation
from game.kit.attack import Attack, Stage, Throws, with_at
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.attack.blows import REMOVE, RemoveData, endures
from rulesets.warmaster_ancients.field import facts, status
from rulesets.warmaster_ancients.fight import fights, odds, retreats
from rulesets.warmaster_ancients.fight.fights import Blow, Group, Pair, sides_in_order
from rulesets.warmaster_ancients.own import ContactOwn


class RoundData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round of the contacts ``pairs`` (units); ``number`` 1 or 2. The rest is its ledger."""

    number: int
    pairs: tuple[Pair, ...]
    asking: int = 0
    directed: dict[str, str] = {}
    groups: tuple[Group, ...] = ()
    blows: tuple[Blow, ...] = ()
    at: int = 0
    due: tuple[tuple[str, int], ...] = ()


ROUND = FrameOf("wma.round", RoundData)


def groups_at_start(view: State, pairs: Sequence[Pair], number: int) -> tuple[Group, ...]:
    """What is so at the start of a round for each of its groups; a stand supports one of them only (WMA-R33)."""
    found: list[Group] = []
    used: set[str] = set()
    for units in fights.groups_of(view, pairs):
        support: dict[str, int] = {}
        for side in view.sides:
            stands = [s for s in fights.supporters_of(view, units, side) if s not in used]
            used.update(stands)
            if stands:
                support[side] = len(stands)
        enemies = {u: facts.engaged_enemies(view, u) for u in units}
        ways: dict[str, tuple[float, ...]] = {u: retreats.direction(view, u) or () for u in units}
        steady = tuple(u for u in units if status.sheltered(view, u))
        found.append(Group(units, enemies, ways, steady, support, fights.volleys_in(view, units, number)))
    return tuple(found)


class DirectQuestion(Discrete):
    """At which enemy unit each stand strikes that touches several (decision 19)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the stands and the enemies that each touches."""
        parts = fights.open_directions(view, _pairs(decision), decision.side)
        number = int(decision.args["number"])
        space = {s: tuple(self._choice(view, s, e, number) for e in enemies) for s, enemies in parts.items()}
        answer = OptionAnswer({s: fights.default_direction(view, s, enemies) for s, enemies in parts.items()})
        return Asked(OptionSpace(space), Reply(answer), draft=answer)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Odds of the round with the attacks directed so."""
        if not isinstance(answer, OptionAnswer) or not self.check(view, decision, answer).legal:
            return None
        pairs, number = _pairs(decision), int(decision.args["number"])
        sides = fights.parted(view, fights.units_in(view, pairs), decision.side)
        return odds.combat_forecast(odds.combat_odds(view, *sides, number, answer.parts, pairs))

    def _choice(self, view: State, stand: str, enemy: str, number: int) -> Choice:
        dice = int(blows.stand_attacks(view, stand, enemy, number).total)
        need = int(blows.blow_need(view, view.bases[stand].unit, enemy).total)
        note = TN("{n} die, hits on {need}+", "{n} dice, hits on {need}+", dice, need=need)
        return Choice(enemy, T("{unit}", unit=Thing(enemy)), note=note)


DIRECT = Posed("direct", DirectQuestion())


def _pairs(decision: Decision) -> tuple[Pair, ...]:
    return tuple((str(a), str(b)) for a, b in decision.args["pairs"])


@ROUND.step
def _begin(run: Run, data: RoundData, got: Any) -> Outcome:
    view = run.state
    groups = groups_at_start(view, data.pairs, data.number)
    units = fights.units_in(view, data.pairs)
    text = T("Round {round}: {units} fight", round=data.number, units=[Thing(u) for u in units])
    what = {"round": data.number, "units": list(units), "pairs": [list(p) for p in data.pairs]}
    clauses = ("WMA-CMB-03", "WMA-CMB-04")
    run.emit("round_begins", "blow", text, clauses=clauses, about=units, side=view.own.active, data=what)
    return Goto("direct", replace(data, groups=groups, asking=0))


@ROUND.step
def _direct(run: Run, data: RoundData, got: Any) -> Outcome:
    """Ask each side in turn, the active one first (WMA-S42)."""
    sides = sides_in_order(run.state)
    if data.asking == len(sides):
        planned = fights.planned_blows(run.state, data.pairs, data.directed, data.number)
        return Goto("strike", replace(data, blows=planned))
    side = sides[data.asking]
    if not fights.open_directions(run.state, data.pairs, side):
        return Goto("direct", replace(data, asking=data.asking + 1))
    message = T("{side}: which enemy do stands attack that touch several?", side=Thing(side))
    args = {"pairs": [list(p) for p in data.pairs], "number": data.number}
    return DIRECT.ask(side, message, args, ("WMA-S23",), then="directed")


@ROUND.step
def _directed(run: Run, data: RoundData, got: Reply) -> Outcome:
    return Goto("direct", replace(data, directed={**data.directed, **got.parts}, asking=data.asking + 1))


@ROUND.step
def _strike(run: Run, data: RoundData, got: Any) -> Outcome:
    """Throw to hit for the next pair of units (WMA-CMB-05, WMA-CMB-06)."""
    if data.at == len(data.blows):
        hurt = fights.in_turn(run.state, {b.enemy for b in data.blows if b.casualties})
        due = tuple((unit, sum(b.casualties for b in data.blows if b.enemy == unit)) for unit in hurt)
        return Goto("remove", replace(data, due=due))
    return THROWS.throw(run, data, data.blows[data.at].dice)


def _attack(view: State, data: RoundData) -> Attack:
    blow = data.blows[data.at]
    return blows.strikes(view, blow.unit, blow.enemy)


def _request(view: State, data: RoundData, stage: Stage, n: int) -> ev.Request:
    blow = data.blows[data.at]
    why = T("Attack of {unit} on {enemy}", unit=Thing(blow.unit), enemy=Thing(blow.enemy))
    return blows.request(view, stage, n, why, blow.unit, blow.enemy)


def _with_blow(data: RoundData, **changed: int) -> RoundData:
    return replace(data, blows=with_at(data.blows, data.at, replace(data.blows[data.at], **changed)))


THROWS = Throws[RoundData](_attack, _request, lambda data, stage, n: _with_blow(data, hits=n) if stage.gives else data)


@ROUND.step
def _through(run: Run, data: RoundData, got: int) -> Outcome:
    """Tell what got through and what of it counts; nothing is removed yet (WMA-R32)."""
    view, blow = run.state, data.blows[data.at]
    before = sum(b.counts for b in data.blows[: data.at] if b.enemy == blow.enemy)
    counts = max(0, min(got, endures(view, blow.enemy) - before))
    needs = _attack(view, data).sums
    who = {"unit": Thing(blow.unit), "enemy": Thing(blow.enemy)}
    text = T("{unit} failed to hurt {enemy} (dice: {dice})", dice=blow.dice, **who)
    if blow.hits:
        text = TN(
            "{unit} hit {enemy} once (dice: {dice}); casualties: {through}",
            "{unit} hit {enemy} {n} times (dice: {dice}); casualties: {through}",
            blow.hits,
            dice=blow.dice,
            through=got,
            **who,
        )
    armour = ("WMA-CMB-07",) if len(needs) > 1 else ()
    what: dict[str, Any] = {"unit": blow.unit, "enemy": blow.enemy, "dice": blow.dice, "hits": blow.hits}
    what |= {"casualties": got, "counts": counts, "round": data.number}
    sums = (blows.unit_attacks(view, blow.unit, blow.enemy, blow.stands, data.number), *needs)
    clauses = ("WMA-CMB-06", *armour, "WMA-CMB-08")
    run.tell(blow.unit, "blows", "blow", text, clauses, also=(blow.enemy,), sums=sums, **what)
    return Goto("strike", replace(_with_blow(data, casualties=got, counts=counts), at=data.at + 1))


@ROUND.step
def _remove(run: Run, data: RoundData, got: Any) -> Outcome:
    if data.due:
        (unit, casualties), rest = data.due[0], data.due[1:]
        return REMOVE.call(RemoveData(unit, casualties, "combat"), "remove", replace(data, due=rest))
    _count_round(run, data)
    groups = [replace(g, blows=tuple(b for b in data.blows if b.unit in g.units)) for g in data.groups]
    return Done([msgspec.to_builtins(g) for g in groups])


def _count_round(run: Run, data: RoundData) -> None:
    """Every unit that fought has fought one more round; what led to it is spent (WMA-R37, WMA-R43)."""
    state, units = run.state, {u for g in data.groups for u in g.units}
    how = "charge" if data.number == 1 else "pursuit"
    changes: list[ev.Change] = []
    for unit in situation.in_order(state, units):
        changes += marks.unit(state, unit, rounds=state.units[unit].own.rounds + 1, fought=True)
    for tie in state.ties.values():
        spent: ContactOwn = tie.own
        if tie.kind == "contact" and tie.a in units and spent.how == how:
            changes.append(own_field("tie", tie.id, spent=True))
    run.emit("round_fought", "flow", None, *changes, clauses=("WMA-RES-01",), data={"round": data.number})


ROUND.also(THROWS.steps("hit", "saved"))
