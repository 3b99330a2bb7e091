"""One combat round: attacks are directed, both sides roll on the state at its start, then stands are removed.

WMA-CMB-04 to WMA-CMB-10, WMA-RES-01, WMA-R32, WMA-R52, WMA-S22 to WMA-S24, WMA-S42 (1) to (3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Answer, Asked, Choice, Decision, OptionAnswer, OptionSpace, Reply, Sum
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Roll, Run
from game.engine.odds import resolve
from game.engine.ruleset import Discrete, Forecast
from game.engine.state import State
from game.engine.text import TN, T, Thing
from game.geometry.contact import connected_groups
from rulesets.warmaster_ancients import blows, facts, marks, retreating, status
from rulesets.warmaster_ancients.casualties import RemoveData, endures
from rulesets.warmaster_ancients.own import ContactOwn

Pair = tuple[str, str]


class Blow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one unit does to one enemy unit in a round: stands, dice, hits, casualties; ``counts`` by WMA-S23."""

    unit: str
    enemy: str
    stands: tuple[str, ...]
    dice: int
    hits: int = 0
    casualties: int = 0
    counts: int = 0


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """Units linked by the contacts of a round, with what was so at its start (WMA-R32, WMA-R52).

    Attributes
    ----------
    units
        In the order of the lists.
    enemies
        Unit -> the enemy units that it touched in the round, those with no part in a second round included (WMA-R39).
    ways
        Unit -> direction of its retreat (a unit vector), or nothing where it is trapped (WMA-S27).
    steady
        Units defended or fortified against every enemy they touch (WMA-R34).
    support, volleys
        Side -> supporting stands; casualties shot at chargers that count in this round (WMA-RCT-03).
    blows
        What they did to each other.
    """

    units: tuple[str, ...]
    enemies: dict[str, tuple[str, ...]]
    ways: dict[str, tuple[float, ...]]
    steady: tuple[str, ...] = ()
    support: dict[str, int] = {}
    volleys: dict[str, int] = {}
    blows: tuple[Blow, ...] = ()


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


# --- what a round is made of -------------------------------------------------------------------------------------


def in_order(view: State, units: Iterable[str]) -> tuple[str, ...]:
    """Units by ascending id (WMA-S03)."""
    wanted = set(units)
    return tuple(u for u in view.units if u in wanted)


def sides_in_order(view: State) -> tuple[str, str]:
    """The active side, then the other."""
    active = view.own.active
    return active, facts.enemy_of(view, active)


def pairs_among(view: State, units: Iterable[str]) -> tuple[Pair, ...]:
    """The contacts between some units, each once, in order."""
    among = in_order(view, units)
    rank = {u: k for k, u in enumerate(among)}
    return tuple((a, b) for a in among for b in facts.engaged_enemies(view, a) if b in rank and rank[a] < rank[b])


def enemies_in(pairs: Sequence[Pair], unit: str) -> tuple[str, ...]:
    """The enemies of a unit among the contacts of a round, in the order given."""
    return tuple(b if a == unit else a for a, b in pairs if unit in (a, b))


def groups_of(view: State, pairs: Sequence[Pair]) -> tuple[tuple[str, ...], ...]:
    """Maximal groups of units linked by the contacts of a round (WMA-S21, WMA-S29)."""
    names = in_order(view, {u for p in pairs for u in p})
    index = {u: k for k, u in enumerate(names)}
    found = connected_groups(len(names), [(index[a], index[b]) for a, b in pairs])
    return tuple(tuple(names[k] for k in group) for group in found)


def touched(view: State, pairs: Sequence[Pair], unit: str) -> dict[str, tuple[str, ...]]:
    """Each fighting stand of a unit with the enemy units it touches in this round, in order."""
    foes = set(enemies_in(pairs, unit))
    found: dict[str, list[str]] = {}
    for t in facts.contacts(view, unit):
        if t.other_unit in foes and t.other_unit not in found.setdefault(t.own, []):
            found[t.own].append(t.other_unit)
    return {stand: in_order(view, units) for stand, units in found.items() if units}


def default_direction(view: State, stand: str, enemies: Sequence[str]) -> str:
    """The enemy unit at which a stand directs its attacks unless its owner chooses another (WMA-S23)."""
    unit = view.bases[stand].unit

    def key(enemy: str) -> tuple[float, float]:
        met = [t for t in facts.contacts(view, unit) if t.own == stand and t.other_unit == enemy]
        return (
            -round(sum(t.length for t in met if t.side == "front"), 3),
            -round(sum(t.length for t in met), 3),
        )

    return min(enemies, key=key)


def directions(view: State, pairs: Sequence[Pair], chosen: dict[str, str]) -> dict[str, str]:
    """Every fighting stand with the unit at which it strikes: as chosen, else by default."""
    out: dict[str, str] = {}
    for unit in in_order(view, {u for p in pairs for u in p}):
        for stand, enemies in touched(view, pairs, unit).items():
            pick = chosen.get(stand, "")
            out[stand] = pick if pick in enemies else default_direction(view, stand, enemies)
    return out


def planned_blows(view: State, pairs: Sequence[Pair], chosen: dict[str, str], number: int) -> tuple[Blow, ...]:
    """All blows of a round in the order of their dice: active side first, units then enemies ascending (WMA-S22)."""
    aims = directions(view, pairs, chosen)
    out: list[Blow] = []
    for side in sides_in_order(view):
        for unit in in_order(view, {u for p in pairs for u in p}):
            if view.units[unit].side != side:
                continue
            own = [b.id for b in facts.stands(view, unit) if b.id in aims]
            for enemy in in_order(view, {aims[s] for s in own}):
                stands = tuple(s for s in own if aims[s] == enemy)
                dice = blows.unit_attacks(view, unit, enemy, stands, number)
                out.append(Blow(unit, enemy, stands, int(dice.total)))
    return tuple(out)


def volleys_in(view: State, units: Sequence[str], number: int) -> dict[str, int]:
    """Casualties shot at chargers of a group that count in this round, by the side that shot (WMA-R22)."""
    found: dict[str, int] = {}
    for tie in view.ties.values():
        own: ContactOwn = tie.own
        if tie.kind == "contact" and number == 1 and own.volley and not own.spent and tie.a in units and tie.b in units:
            side = view.units[tie.b].side
            found[side] = found.get(side, 0) + own.volley
    return found


def supporters_of(view: State, units: tuple[str, ...], side: str) -> tuple[str, ...]:
    """Stands that support a side of a group (WMA-S24); with harsh confusion none of a confused unit (WMA-S20)."""
    found = [s for s, _ in facts.supporters(view, units, side)]
    if view.options.get("harsh_confusion"):
        found = [s for s in found if not view.units[view.bases[s].unit].own.confused]
    return tuple(found)


def group_at_start(view: State, units: tuple[str, ...], pairs: Sequence[Pair], number: int) -> Group:
    """What is so at the start of a round for one group."""
    enemies = {u: facts.engaged_enemies(view, u) for u in units}
    ways: dict[str, tuple[float, ...]] = {u: retreating.direction(view, u) or () for u in units}
    steady = tuple(u for u in units if status.sheltered(view, u))
    support = {s: len(supporters_of(view, units, s)) for s in view.sides}
    return Group(units, enemies, ways, steady, {s: n for s, n in support.items() if n}, volleys_in(view, units, number))


# --- directing attacks -------------------------------------------------------------------------------------------


def open_directions(view: State, pairs: Sequence[Pair], side: str) -> dict[str, tuple[str, ...]]:
    """Stands of a side that touch several enemy units in this round, with these units."""
    return {
        stand: enemies
        for unit in in_order(view, {u for p in pairs for u in p})
        if view.units[unit].side == side
        for stand, enemies in touched(view, pairs, unit).items()
        if len(enemies) > 1
    }


class DirectQuestion(Discrete):
    """At which enemy unit each stand strikes that touches several (decision 19)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the stands and the enemies that each touches."""
        pairs = tuple((a, b) for a, b in decision.args["pairs"])
        parts = open_directions(view, pairs, decision.side)
        number = int(decision.args["number"])
        space = OptionSpace(
            {
                stand: tuple(self._choice(view, stand, enemy, number) for enemy in enemies)
                for stand, enemies in parts.items()
            }
        )
        default = {stand: default_direction(view, stand, enemies) for stand, enemies in parts.items()}
        answer = OptionAnswer(default)
        return Asked(space, Reply(answer), draft=answer)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Odds of the round with the attacks directed so."""
        from rulesets.warmaster_ancients import odds

        if not isinstance(answer, OptionAnswer) or not self.check(view, decision, answer).legal:
            return None
        units = {u for pair in decision.args["pairs"] for u in pair}
        mine = [u for u in units if view.units[u].side == decision.side]
        number = int(decision.args["number"])
        pairs = tuple((str(a), str(b)) for a, b in decision.args["pairs"])
        return odds.combat_forecast(odds.combat_odds(view, mine, units - set(mine), number, answer.parts, pairs))

    def _choice(self, view: State, stand: str, enemy: str, number: int) -> Choice:
        dice = int(blows.stand_attacks(view, stand, enemy, number).total)
        need = int(blows.blow_need(view, view.bases[stand].unit, enemy).total)
        note = TN("{n} die, hits on {need}+", "{n} dice, hits on {need}+", dice, need=need)
        return Choice(enemy, T("{unit}", unit=Thing(enemy)), note=note)


# --- flow --------------------------------------------------------------------------------------------------------


def _begin(run: Run, data: RoundData, got: Any) -> Outcome:
    view = run.state
    groups = tuple(group_at_start(view, units, data.pairs, data.number) for units in groups_of(view, data.pairs))
    units = in_order(view, {u for p in data.pairs for u in p})
    run.emit(
        "round_begins",
        "blow",
        T("Round {round}: {units} fight", round=data.number, units=[Thing(u) for u in units]),
        clauses=("WMA-CMB-03", "WMA-CMB-04"),
        about=units,
        side=view.own.active,
        data={"round": data.number, "units": list(units), "pairs": [list(p) for p in data.pairs]},
    )
    return Goto("direct", replace(data, groups=groups, asking=0))


def _direct(run: Run, data: RoundData, got: Any) -> Outcome:
    """Ask each side in turn, the active one first (WMA-S42)."""
    sides = sides_in_order(run.state)
    if data.asking == len(sides):
        planned = planned_blows(run.state, data.pairs, data.directed, data.number)
        return Goto("strike", replace(data, blows=planned))
    side = sides[data.asking]
    if not open_directions(run.state, data.pairs, side):
        return Goto("direct", replace(data, asking=data.asking + 1))
    question = Question(
        "direct",
        side,
        T("{side}: whom do the stands attack that touch several enemies?", side=Thing(side)),
        {"pairs": [list(p) for p in data.pairs], "number": data.number},
        ("WMA-S23",),
    )
    return Ask((question,), "directed")


def _directed(run: Run, data: RoundData, got: Reply) -> Outcome:
    assert isinstance(got.answer, OptionAnswer)
    chosen = {**data.directed, **got.answer.parts}
    return Goto("direct", replace(data, directed=chosen, asking=data.asking + 1))


def _strike(run: Run, data: RoundData, got: Any) -> Outcome:
    """Throw to hit for the next pair of units (WMA-CMB-05, WMA-CMB-06)."""
    if data.at == len(data.blows):
        return Goto("remove", replace(data, due=_losses(run.state, data.blows)))
    blow = data.blows[data.at]
    view = run.state
    need = blows.blow_need(view, blow.unit, blow.enemy)
    request = ev.Request(
        (ev.DiceRow(view.units[blow.unit].side, blow.dice),),
        T("{unit} attacks {enemy}", unit=Thing(blow.unit), enemy=Thing(blow.enemy)),
        "WMA-CMB-05",
        int(need.total),
        "at_least",
        need.rows,
        (blow.unit, blow.enemy),
    )
    return Roll(request, "hit")


def _hit(run: Run, data: RoundData, got: ev.Rolled) -> Outcome:
    blow = data.blows[data.at]
    hits = resolve(blows.hit_die(blows.blow_need(run.state, blow.unit, blow.enemy)), got.faces[0])
    data = _with_blow(data, replace(blow, hits=hits))
    armour = blows.armour(run.state, blow.enemy, "WMA-CMB-07")
    if not hits or armour is None:
        return Goto("through", data, hits)
    return Roll(blows.armour_request(run.state, blow.enemy, hits, armour), "saved", data)


def _saved(run: Run, data: RoundData, got: ev.Rolled) -> Outcome:
    armour = blows.armour(run.state, data.blows[data.at].enemy, "WMA-CMB-07")
    assert armour is not None
    return Goto("through", data, resolve(blows.armour_die(armour), got.faces[0]))


def _through(run: Run, data: RoundData, got: int) -> Outcome:
    """Tell what got through and what of it counts; nothing is removed yet (WMA-R32)."""
    view, blow = run.state, data.blows[data.at]
    before = sum(b.counts for b in data.blows[: data.at] if b.enemy == blow.enemy)
    counts = max(0, min(got, endures(view, blow.enemy) - before))
    blow = replace(blow, casualties=got, counts=counts)
    sums: list[Sum] = [
        blows.unit_attacks(view, blow.unit, blow.enemy, blow.stands, data.number),
        blows.blow_need(view, blow.unit, blow.enemy),
    ]
    armour = blows.armour(view, blow.enemy, "WMA-CMB-07")
    if armour is not None:
        sums.append(armour)
    who = {"unit": Thing(blow.unit), "enemy": Thing(blow.enemy)}
    run.emit(
        "blows",
        "blow",
        TN(
            "{unit} hits {enemy} once with {dice} dice, {through} gets through",
            "{unit} hits {enemy} {n} times with {dice} dice, {through} get through",
            blow.hits,
            dice=blow.dice,
            through=got,
            **who,
        )
        if blow.hits
        else T("{unit} fails to hurt {enemy} with {dice} dice", dice=blow.dice, **who),
        clauses=("WMA-CMB-06", "WMA-CMB-08") if armour is None else ("WMA-CMB-06", "WMA-CMB-07", "WMA-CMB-08"),
        about=(blow.unit, blow.enemy),
        side=view.units[blow.unit].side,
        sums=tuple(sums),
        data={
            "unit": blow.unit,
            "enemy": blow.enemy,
            "dice": blow.dice,
            "hits": blow.hits,
            "casualties": got,
            "counts": counts,
            "round": data.number,
        },
    )
    return Goto("strike", replace(_with_blow(data, blow), at=data.at + 1))


def _with_blow(data: RoundData, blow: Blow) -> RoundData:
    return replace(data, blows=(*data.blows[: data.at], blow, *data.blows[data.at + 1 :]))


def _losses(view: State, struck: Sequence[Blow]) -> tuple[tuple[str, int], ...]:
    """Casualties by unit in the order in which stands are removed: the active side's first (WMA-S42)."""
    sums: dict[str, int] = {}
    for blow in struck:
        sums[blow.enemy] = sums.get(blow.enemy, 0) + blow.casualties
    return tuple(
        (u, sums[u])
        for side in sides_in_order(view)
        for u in in_order(view, sums)
        if sums[u] and view.units[u].side == side
    )


def _remove(run: Run, data: RoundData, got: Any) -> Outcome:
    if data.due:
        (unit, casualties), rest = data.due[0], data.due[1:]
        return Call("wma.remove", RemoveData(unit, casualties, "combat"), "remove", replace(data, due=rest))
    _count_round(run, data)
    groups = [replace(g, blows=tuple(b for b in data.blows if b.unit in g.units)) for g in data.groups]
    return Done([msgspec.to_builtins(g) for g in groups])


def _count_round(run: Run, data: RoundData) -> None:
    """Every unit that fought has fought one more round; what led to it is spent (WMA-R37, WMA-R43)."""
    units = {u for g in data.groups for u in g.units}
    how = "charge" if data.number == 1 else "pursuit"
    changes: list[ev.Change] = []
    for unit in in_order(run.state, units):
        changes += marks.unit(run.state, unit, rounds=run.state.units[unit].own.rounds + 1, fought=True)
    for tie in run.state.ties.values():
        spent: ContactOwn = tie.own
        if tie.kind == "contact" and tie.a in units and spent.how == how:
            changes.append(ev.SetField("tie", tie.id, "own.spent", True))
    run.emit("round_fought", "flow", None, *changes, clauses=("WMA-RES-01",), data={"round": data.number})


FRAMES: dict[str, type | None] = {"wma.round": RoundData}
STEPS = {
    ("wma.round", "begin"): _begin,
    ("wma.round", "direct"): _direct,
    ("wma.round", "directed"): _directed,
    ("wma.round", "strike"): _strike,
    ("wma.round", "hit"): _hit,
    ("wma.round", "saved"): _saved,
    ("wma.round", "through"): _through,
    ("wma.round", "remove"): _remove,
}
QUESTIONS = {"direct": DirectQuestion()}
REACTORS: dict[str, Any] = {}
