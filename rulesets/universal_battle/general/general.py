"""The scripted general: every question of the rules, answered from what its side may see."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from game.bots.seat import Choice, Seat
from game.engine.decision import MoveAnswer, OptionAnswer, PickAnswer, PlaceAnswer, Reply
from game.engine.text import T, Text, Thing
from game.kit.general.shell import Answers, Scripted, left, said
from rulesets.universal_battle.attack.hidden import is_hidden
from rulesets.universal_battle.charge.reach import farthest
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.field.ground import what_if
from rulesets.universal_battle.fight import odds
from rulesets.universal_battle.general import worth
from rulesets.universal_battle.general.actions import Mind
from rulesets.universal_battle.general.worth import Temper
from rulesets.universal_battle.heroes.points import FLAG
from rulesets.universal_battle.measures import SLACK
from rulesets.universal_battle.shoot.shooting import HOLD, ShootData

SEIZED = 45.0
"""Points that the next activation must promise before the initiative is bought."""
DARED = 0.6
"""Wounds that a Daring Attack must promise on average."""
KEPT, HURRY = 2, 3
"""Power Points that are kept for other things than dice, and the round from which they are not."""
THREATENED = 30.0
"""Points that may be done to a unit for which the initiative is bought."""
FLAGGED = 25.0
"""Points that may be done to a hero's activation in this round for which a False Flag is raised."""
TRIED = 4
"""Deeds that are tried before the usual one is done."""

USUAL: dict[str, Text] = {
    "deploy": T("in line, with the shooters behind"),
    "infiltrate": T("as near as allowed"),
    "arrive": T("beside the weakest unit"),
    "react": T("the best answer to a charge"),
    "shoot_at": T("the shots with the most expected losses"),
    "removal": T("the least valuable model"),
    "shield": T("blows are worth more than a save"),
    "blessed": T("many dice have failed"),
    "regroup": T("the hero is already in the right place"),
    "seize": T("the points are worth more later"),
    "powers": T("the points are worth more later"),
    "bend_luck": T("the points are worth more later"),
    "duel": T("the stronger side fights"),
    "fight_with": T("the weapon with the most expected losses"),
}
"""Why the default is taken, by question."""


def _deploy(seat: Seat, temper: Temper) -> Choice | None:
    """In the usual places, Hidden: that costs nothing before the first shot (USB-FRM-08 to USB-FRM-10)."""
    answer = seat.asked.default.answer
    if not isinstance(answer, PlaceAnswer) or answer.places[0].inside:
        return None
    secret = PlaceAnswer((replace(answer.places[0], formation="hidden"),))
    return said(secret, T("out of sight until it attacks")) if seat.check(Reply(secret)).legal else None


def _activate(seat: Seat, temper: Temper) -> Choice | None:
    """Whoever has most to win or to lose of those who stand there; cards alone go in the usual order."""
    mind = Mind(seat.view, seat.side, temper)
    units = [c.id for c in seat.asked.space.things if c.bar is None and c.id in seat.view.units]  # type: ignore[union-attr]
    if not units:
        return None
    best = max(units, key=lambda u: (round(mind.urgency(u), 6), -units.index(u)))
    return said(PickAnswer((best,)), T("{unit} next: it has most to gain or lose", unit=Thing(best)))


def _act(seat: Seat, temper: Temper) -> Choice | None:
    unit = seat.decision.args["unit"]
    for deed in Mind(seat.view, seat.side, temper).best(unit, seat.work)[:TRIED]:
        if deed.answer is None:
            return left(deed.exit, deed.why)
        if seat.check(Reply(deed.answer)).legal:
            return said(deed.answer, deed.why)
    return None


def _after(seat: Seat, temper: Temper) -> Choice | None:
    """The move after a shot: to a better place, if there is one."""
    unit, mind = seat.decision.args["unit"], Mind(seat.view, seat.side, temper)
    deeds = sorted(mind.moves(unit, ("tactical",), seat.work), key=lambda d: -round(d.value, 6))
    for deed in deeds[:TRIED]:
        if deed.value > 0.0 and deed.answer and seat.check(Reply(deed.answer)).legal:
            return said(deed.answer, deed.why)
    return None


def _react(seat: Seat, temper: Temper) -> Choice | None:
    """Out of reach if it can; else what takes most off the charge: shots, or digging in."""
    view, unit, charger = seat.view, seat.decision.args["unit"], seat.decision.args["charger"]
    asked = {m.id: m.bar for mover in seat.asked.space.among for m in mover.modes}  # type: ignore[union-attr]
    got, lost = worth.fight(view, charger, unit, charge=True)
    danger = got - lost
    found: list[tuple[float, str]] = [(0.0, "none")]
    if asked["shoot"] is None:
        found.append((worth.shot(view, ShootData(unit, reaction_at=charger), charger), "shoot"))
    if asked["entrench"] is None:
        got, lost = worth.fight(odds.dug_in(view, unit), charger, unit, charge=True)
        found.append((danger - (got - lost), "entrench"))
    if asked["react"] is None and danger > 0.0:
        far = farthest(view, charger, seat.decision.args.get("formation")) + SLACK
        for reply in seat.candidates("away", TRIED):
            if isinstance(reply.answer, MoveAnswer) and reply.answer.courses:
                ends = {g.base: g.pose for g in seat.check(reply).ghosts}
                if near.distance(what_if(view, ends), unit, charger) > far:
                    return said(reply.answer, T("out of the charger's reach"))
    best, mode = max(found)
    return said(MoveAnswer(unit, mode), T("the best answer to a charge")) if best > 0.0 else None


def _shoot(seat: Seat, temper: Temper) -> Choice | None:
    args = seat.decision.args
    data = ShootData(args["unit"], args["aimed"], halved=args["halved"])
    view, unit = seat.view, data.unit
    gain, target = worth.best_shot(view, data)
    if not target:
        return None
    if is_hidden(view, unit) and not data.aimed:
        mind = Mind(view, seat.side, temper)
        shown = mind.danger(odds.formed(view, unit, "skirmish"), unit)
        if gain < temper.danger * (shown - mind.danger(view, unit)):
            return left(HOLD, T("it keeps out of sight"))
    return said(PickAnswer((target,)), T("the shots at {target} cost the enemy most", target=Thing(target)))


def _powers(seat: Seat, temper: Temper) -> Choice | None:
    """Whoever has panicked is inspired, the dearest first; a flag for who would be attacked yet."""
    args, unit = seat.decision.args, facts.host(seat.view, seat.view.own.acting)
    units = [u for u in args["units"] if facts.own(seat.view, u).status == "panicked"]
    if not units and args["flag"] and Mind(seat.view, seat.side, temper).danger(seat.view, unit, now=True) > FLAGGED:
        return left(FLAG.id, T("no enemy may attack it now"))
    if not units:
        return None
    best = max(units, key=lambda u: (round(worth.whole(seat.view, u), 6), u))
    return said(PickAnswer((best,)), T("{unit} must not flee", unit=Thing(best)))


def _seize(seat: Seat, temper: Temper) -> Choice | None:
    """The initiative is bought for a deed that is worth it."""
    view, mind = seat.view, Mind(seat.view, seat.side, temper)
    rich = max(seat.decision.args["heroes"], key=lambda h: (facts.own(view, h).power, h))
    if facts.own(view, rich).power < 2:
        return None
    units = [u for u in facts.eligible(view, seat.side) if facts.laid(view, u) is None]
    hopes = {u: round(mind.urgency(u), 6) for u in units}
    best = max(units, key=lambda u: (hopes[u], u), default="")
    if not best or mind.strike(best) < SEIZED or mind.danger(view, best) < THREATENED:
        return None
    return said(PickAnswer((rich,)), T("acting before the enemy pays off"))


def _bend(seat: Seat, temper: Temper) -> Choice | None:
    """One point for a die that needs no more; not for smoke."""
    options = [c.id for c in seat.asked.space.parts["bend"]]  # type: ignore[union-attr]
    cheap = [name for name in options if name[1:2] == ">" and int(name[2]) - int(name[0]) == 1]
    saved = facts.own(seat.view, seat.decision.args["dice"]["hero"]).power <= KEPT and seat.view.own.round < HURRY
    if not seat.view.own.acting or not cheap or saved:
        return None
    return said(OptionAnswer({"bend": cheap[0]}), T("one point turns a die"))


def _daring(seat: Seat, temper: Temper) -> Choice | None:
    rows = {row: mean for row, (mean, _) in seat.decision.args["odds"].items()}
    best = max(rows, key=lambda r: (rows[r], r))
    if rows[best] < DARED:
        return None
    return said(PickAnswer((best,)), T("another attack is worth a point"))


def _locked(seat: Seat, temper: Temper) -> Choice:
    view, unit = seat.view, seat.view.own.acting
    enemies = [c.id for c in seat.asked.space.things]  # type: ignore[union-attr]
    gains = {e: worth.fight(view, unit, e, charge=False) for e in enemies}
    best = max(enemies, key=lambda e: (round(gains[e][0] - temper.loss * gains[e][1], 6), e))
    return said(PickAnswer((best,)), T("the weakest enemy: {enemy}", enemy=Thing(best)))


def _assault(seat: Seat, temper: Temper) -> Choice | None:
    view, unit = seat.view, seat.view.own.acting
    found = {t: worth.fight(view, unit, t, charge=True) for t in seat.decision.args["targets"]}
    best = max(found, key=lambda t: (round(found[t][0] - temper.loss * found[t][1], 6), t))
    if found[best][0] <= temper.loss * found[best][1]:
        return None
    return said(PickAnswer((best,)), T("at once on {target}", target=Thing(best)))


def _inside(seat: Seat, temper: Temper) -> Choice:
    """Who sits inside gets out where an enemy is near enough, shoots where he can, else rides on."""
    options = {c.id: c.bar for c in seat.asked.space.parts["inside"]}  # type: ignore[union-attr]
    view, unit = seat.view, seat.decision.args["unit"]
    best, _ = worth.best_shot(view, ShootData(unit, halved=True))
    near_enough = Mind(view, seat.side, temper).reachable(unit)
    stuck = view.own.round > 1 and facts.own(view, facts.own(view, unit).aboard).status == "panicked"
    if (near_enough or stuck) and options["out"] is None:
        return said(OptionAnswer({"inside": "out"}), T("the enemy is in reach"))
    if best > 1.0 and options["shoot"] is None:
        return said(OptionAnswer({"inside": "shoot"}), T("a shot from inside"))
    return said(OptionAnswer({"inside": "stay"}), T("the passengers ride on"))


def _destruct(seat: Seat, temper: Temper) -> Choice | None:
    """Blowing oneself up: where more is lost by the enemy than by us."""
    view, unit = seat.view, seat.decision.args["unit"]
    enemy = seat.decision.args["enemy"]
    hits = 2.0 * facts.strength(view, unit)
    tough = min(facts.model(b).tough for b in facts.models(view, enemy))
    wounds = min(hits * (tough - 1) / 6.0, facts.strength(view, enemy))
    gain = wounds * worth.price(view, enemy) + (worth.ACTIVATION if wounds >= facts.strength(view, enemy) else 0.0)
    if gain < worth.whole(view, unit):
        return None
    return said(OptionAnswer({"attack": "destruct"}), T("the enemy loses more by it"))


ANSWERS: Answers[Temper] = {
    "deploy": _deploy,
    "activate": _activate,
    "act": _act,
    "move_after": _after,
    "react": _react,
    "shoot_at": _shoot,
    "powers": _powers,
    "seize": _seize,
    "bend_luck": _bend,
    "daring": _daring,
    "locked_enemy": _locked,
    "assault": _assault,
    "inside": _inside,
    "destruct": _destruct,
}
General = partial(Scripted, ANSWERS, USUAL)
"""A general with a temper."""
