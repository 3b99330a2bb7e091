"""Casualties into figures: carry-over or d100, crews and teams, damage to pieces, generals (NAP-CAS, NAP-CBF, NAP-RGN).

NAP-OPT-01 to -04, NAP-R72, NAP-R85, NAP-R123, NAP-S66, NAP-S86. The frame ``nap.losses`` throws what dice are due.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing
from rulesets.napoleonic_wars.body import around
from rulesets.napoleonic_wars.body.losses import closed_up, removed
from rulesets.napoleonic_wars.command import lost
from rulesets.napoleonic_wars.data_files import dice, number, whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.fire.arcs import Part

D10 = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
EIGHTHS = 8


class Lot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Casualties in men of a body.

    Attributes
    ----------
    exposed
        Figures that may be lost (NAP-CAS-09); empty for all.
    part
        Of a battery: its crews or its teams; "" of a limbered one for both (NAP-CBF-02 to -04).
    solid
        Of them by roundshot or shell, which damage guns and limbers (NAP-CBF-05, NAP-CBF-06).
    foes, fighting
        In a melee, whom the body fights and how many of its figures do (NAP-RGN-03).
    """

    body: str
    men: int
    exposed: tuple[str, ...] = ()
    part: Part = ""
    solid: int = 0
    foes: tuple[str, ...] = ()
    fighting: int = 0


class LossesData(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is to be taken off at once; shares of generals, chances and extra figures by the optional procedure."""

    lots: tuple[Lot, ...]
    shares: dict[str, int] = {}
    diced: tuple[str, ...] = ()
    extra: dict[str, int] = {}


LOSSES = FrameOf("nap.losses", LossesData)


def merged(lots: Sequence[Lot]) -> tuple[Lot, ...]:
    """The lots of each body, and part of it, added up (NAP-OPT-02)."""
    out: dict[tuple[str, Part], Lot] = {}
    for lot in lots:
        key = (lot.body, lot.part)
        was = out.get(key)
        if was is None:
            out[key] = lot
        else:
            both = tuple(dict.fromkeys((*was.exposed, *lot.exposed))) if was.exposed and lot.exposed else ()
            more = {"foes": (*was.foes, *lot.foes), "fighting": was.fighting + lot.fighting}
            out[key] = replace(was, men=was.men + lot.men, solid=was.solid + lot.solid, exposed=both, **more)
    return tuple(out.values())


def exposed_of(view: State, lot: Lot) -> int:
    """How many figures a lot may fall on."""
    if lot.part == "teams":
        return max(1, sum(facts.figure(b).horses for b in facts.left(view, lot.body)))
    found = [b for b in facts.left(view, lot.body) if not lot.exposed or b.id in lot.exposed]
    return sum(facts.count(b) for b in found)


def sharing(view: State, lot: Lot) -> tuple[str, ...]:
    """The generals who share casualties: within 5 cm of who is under fire, in a melee in contact (NAP-RGN-03)."""
    if facts.own(view, lot.body).arm == "general":
        return ()
    board, side = board_of(view), view.units[lot.body].side
    near = (g for g in facts.generals(view, side) if board.within(g, lot.body, number("general_shares")))
    return tuple(g for g in near if not lot.foes or any(board.touching(g, foe) for foe in lot.foes))


def share(men: int, figures: int, generals: int) -> int:
    """What each of some generals takes of a body's casualties (NAP-R85).

    >>> share(20, 12, 1), share(6, 12, 1)
    (2, 0)
    """
    return math.floor(men / (figures + generals) + 0.5)


@LOSSES.step
def _begin(run: Run, data: LossesData, got: object) -> Outcome:
    """Generals take their share; where d100 decide, they are thrown for all who have a remainder (NAP-OPT-01, -03)."""
    lots, shares = [], dict[str, int]()
    for lot in merged(data.lots):
        if facts.own(run.state, lot.body).arm == "general":
            shares[lot.body] = shares.get(lot.body, 0) + lot.men
            continue
        near = sharing(run.state, lot)
        each = share(lot.men, lot.fighting or exposed_of(run.state, lot), len(near)) if near else 0
        for general in near if each else ():
            shares[general] = shares.get(general, 0) + each
            names = {"general": Thing(general), "unit": Thing(lot.body)}
            text = T("{general} took {n} of {men} casualties of {unit}", n=each, men=lot.men, **names)
            clauses = ("NAP-RGN-03", "NAP-R85")
            run.tell(general, "takes_share", "loss", text, clauses, also=(lot.body,), n=each, men=lot.men)
        lots.append(replace(lot, men=max(0, lot.men - each * len(near))))
    data = replace(data, lots=tuple(lots), shares=shares)
    figure = whole("figure")
    chancy = [k for k, lot in enumerate(lots) if run.state.options.get("percentile") and lot.men % figure]
    if not chancy:
        return Goto("apply", data)
    rows = tuple(
        ev.DiceRow(run.state.units[lots[k].body].side, 2, D10, T("{unit}", unit=Thing(lots[k].body))) for k in chancy
    )
    data = replace(data, diced=tuple(str(k) for k in chancy))
    return Roll(ev.Request(rows, T("Another figure?"), "NAP-OPT-01"), "apply", data)


@LOSSES.named("apply")
def _apply(run: Run, data: LossesData, got: ev.Rolled | None) -> Outcome:
    figure = whole("figure")
    extra = dict[str, int]()
    for key, faces in zip(data.diced, got.faces if got is not None else (), strict=False):
        fell = faces[0] * 10 + faces[1] or 100
        extra[key] = int(fell <= 5 * (data.lots[int(key)].men % figure))
    before = run.state
    for k, lot in enumerate(data.lots):
        inflict(run, lot, extra=extra.get(str(k), 0) if run.state.options.get("percentile") else None)
    for body in dict.fromkeys(lot.body for lot in data.lots):
        _settle(run, body, before)
    at_risk = tuple(facts.by_id(data.shares, run.state))
    if not at_risk:
        return Done()
    rows = tuple(ev.DiceRow(run.state.units[g].side, 3, dice().average, T("{unit}", unit=Thing(g))) for g in at_risk)
    data = replace(data, diced=at_risk)
    return Roll(ev.Request(rows, T("Is the general killed?"), "NAP-RGN-04", about=at_risk), "risked", data)


@LOSSES.step
def _risked(run: Run, data: LossesData, got: ev.Rolled) -> Outcome:
    """A general is killed if the dice come to more than the men left about him (NAP-RGN-04, NAP-RGN-05)."""
    for general, faces in zip(data.diced, got.faces, strict=True):
        (base,) = run.state.bases_of(general)
        men = facts.figure(base).men - data.shares[general]
        kept = changes.base(run.state, base.id, men=max(0, men))
        clauses = ("NAP-RGN-03", "NAP-RGN-04")
        if sum(faces) <= men:
            text = T("{unit} survived: {sum} is not more than {men}", unit=Thing(general), sum=sum(faces), men=men)
            run.tell(general, "general_lives", "loss", text, clauses, *kept, men=men)
            continue
        text = T("{unit} killed: {sum} is more than {men}", unit=Thing(general), sum=sum(faces), men=men)
        marks = (*kept, *around.gone(run.state, general, "general"))
        lost.take_off(run, general, "general_killed", text, (*clauses, "NAP-RGN-05"), *marks, men=men)
    return Done()


# --- figures ---------------------------------------------------------------------------------------------------------


def inflict(run: Run, lot: Lot, *, extra: int | None = None) -> None:
    """Take casualties off a body; ``extra`` is what d100 added, None for remainders (NAP-CAS-04, -06, NAP-CAM-12)."""
    told = facts.own(run.state, lot.body)
    if facts.is_artillery(run.state, lot.body):
        _off_battery(run, lot, extra)
        return
    n, rest = _figures(told.strength.men, lot.men, exposed_of(run.state, lot), extra)
    marks: list[ev.Change] = []
    lost = 0
    order = removed(run.state, lot.body, exposed_of(run.state, lot), lot.exposed or None)
    for base in sorted(order, key=lambda b: facts.count(run.state.bases[b])):  # of elephants the thinnest crew
        riders, fall = facts.count(run.state.bases[base]), min(n - lost, facts.count(run.state.bases[base]))
        if fall == riders:
            marks.append(ev.SetPose(base, None, "gone"))
        elif fall:
            marks += changes.base(run.state, base, crew=riders - fall)
        lost += fall
    _tell(run, lot, lost, marks, men=rest)


def _figures(carried: int, men: int, most: int, extra: int | None) -> tuple[int, int]:
    """Figures lost and the remainder: no more than were exposed, a remainder above 19 is dropped (NAP-S86)."""
    figure = whole("figure")
    if extra is not None:
        return min(most, men // figure + extra), carried
    n = min(most, (carried + men) // figure)
    return n, min(figure - 1, carried + men - n * figure)


def _tell(run: Run, lot: Lot, n: int, marks: Collection[ev.Change], **fields: Any) -> None:
    told = facts.own(run.state, lot.body)
    new = {
        "lost": told.strength.lost + n,
        "lost_now": told.strength.lost_now + n,
        "struck_now": told.strength.struck_now + (n if lot.foes else 0),
        "men_now": told.strength.men_now + lot.men,
        **fields,
    }
    hurt, unit = TN("{n} casualty", "{n} casualties", lot.men), Thing(lot.body)
    fallen = TN("{n} figure", "{n} figures", n)
    short = T("{unit}: {hurt}, no figure lost", unit=unit, hurt=hurt)
    text = T("{unit} lost {what} ({hurt})", unit=unit, what=fallen, hurt=hurt) if n else short
    moved = (*marks, *changes.unit(run.state, lot.body, **new))
    data = {"figures": n, "men": lot.men, "rest": new.get("men", told.strength.men)}
    run.tell(lot.body, "casualties", "loss", text, ("NAP-CAS-05", "NAP-CAS-06"), *moved, **data)


def _settle(run: Run, body: str, before: State) -> None:
    """Ranks close (NAP-CAS-08); who has nobody left is destroyed, with the figures that it had (NAP-S59)."""
    if facts.strength(run.state, body) or facts.own(run.state, body).arm == "general":
        marks = closed_up(run.state, body)
        if marks:
            run.tell(body, "closed_up", "move", None, ("NAP-CAS-08",), *marks)
        return
    lost = [ev.SetPose(b.id, None, "gone") for b in facts.left(run.state, body) if facts.count(b)]
    if any(g.body == body for g in run.state.own.gone):
        return
    text = T("{unit} destroyed", unit=Thing(body))
    marks = around.gone(run.state, body, "destroyed", before)
    run.tell(body, "destroyed", "loss", text, ("NAP-S59",), *marks, *lost)


# --- batteries -------------------------------------------------------------------------------------------------------


def _off_battery(run: Run, lot: Lot, extra: int | None) -> None:
    """Crews, teams or, limbered, both equally; roundshot and shell damage the pieces as well (NAP-CBF-02 to -06)."""
    state, told, figure = run.state, facts.own(run.state, lot.body), whole("figure")
    both = told.stance.formation == "limbered"
    of_crews = 0 if lot.part == "teams" else lot.men if both else 2 * lot.men  # halves
    of_teams = lot.men if both else 2 * lot.men if lot.part == "teams" else 0
    crew_halves = 2 * told.strength.men + told.battery.half_man + of_crews if extra is None else of_crews
    n = min(facts.strength(state, lot.body), crew_halves // (2 * figure) + (extra or 0))
    left = (
        min(2 * figure - 1, crew_halves - 2 * figure * n)
        if extra is None
        else 2 * told.strength.men + told.battery.half_man
    )
    team_halves = told.battery.team_men + of_teams
    marks: list[ev.Change] = []
    _crews(state, lot, n, marks)
    horses = _teams(state, lot, team_halves // (2 * figure), marks)
    fields = {"men": left // 2, "half_man": bool(left % 2), "team_men": team_halves - 2 * figure * horses}
    if horses == 0 and team_halves >= 2 * figure:
        fields["team_men"] = 2 * figure - 1
    _tell(run, lot, n, marks, **fields)
    if lot.solid:
        _damage(run, lot, both)


def _crews(state: State, lot: Lot, n: int, marks: list[ev.Change]) -> None:
    """Take gunners off, one after the other from the gun that has most."""
    crew = {b.id: facts.figure(b).crew for b in facts.left(state, lot.body) if facts.figure(b).role == "gun"}
    for _ in range(n):
        hit = max(crew, key=lambda b: crew[b])
        crew[hit] -= 1
    for gun, many in crew.items():  # a gunner's horse falls with him (NAP-R13)
        marks += changes.base(state, gun, crew=many, mounts=min(many, facts.figure(state.bases[gun]).mounts))


def _teams(state: State, lot: Lot, n: int, marks: list[ev.Change]) -> int:
    """Take horses off the teams, with every second a driver, with every fourth led horse its holder (NAP-CAS-10)."""
    roles = {"team": whole("horses_a_driver"), "horses": whole("horses_a_holder")}
    teams = {b.id: facts.figure(b) for b in facts.left(state, lot.body) if facts.figure(b).role in roles}
    done = 0
    for _ in range(n):
        hit = max(teams, key=lambda b: teams[b].horses, default="")
        if not hit or not teams[hit].horses:
            break
        was = teams[hit]
        dead = was.team - was.horses + 1 if was.role == "team" else was.horses
        every = dead % roles[was.role] == 0
        name = "drivers" if was.role == "team" else "crew"
        fewer = {name: max(0, getattr(was, name) - every)}
        teams[hit] = replace(was, horses=was.horses - 1, dead=was.dead + 1, **fewer)
        done += 1
    for base, now in teams.items():
        marks += changes.base(state, base, horses=now.horses, dead=now.dead, drivers=now.drivers, crew=now.crew)
    return done


def _damage(run: Run, lot: Lot, both: bool) -> None:
    """A quarter of the casualties of roundshot or shell on guns or limbers, in eighths (NAP-CBF-05 to -07, NAP-R72)."""
    told = facts.own(run.state, lot.body)
    guns, limbers = told.battery.gun_hits, told.battery.limber_hits
    if both:
        guns, limbers = guns + lot.solid, limbers + lot.solid
    elif lot.part == "teams":
        limbers += 2 * lot.solid
    else:
        guns += 2 * lot.solid
    each = EIGHTHS * whole("figure")
    marks: list[ev.Change] = []
    names: list[Text] = []
    for role, total, what in (("gun", guns, T("a gun")), ("team", limbers, T("a limber"))):
        found = [b for b in facts.left(run.state, lot.body) if facts.figure(b).role == role]
        for base in found[::-1][: total // each]:
            marks.append(ev.SetPose(base.id, None, "gone"))
            names.append(what)
            if role == "gun":
                _spared(run.state, lot.body, base.id, marks)
    marks += changes.unit(run.state, lot.body, gun_hits=guns % each, limber_hits=limbers % each)
    run.tell(lot.body, "damaged", "loss", None, ("NAP-CBF-05", "NAP-CBF-06"), *marks, guns=guns, limbers=limbers)
    for what in names:
        text = T("{unit}: {what} destroyed", unit=Thing(lot.body), what=what)
        run.tell(lot.body, "piece_destroyed", "loss", text, ("NAP-CBF-07",))


def _spared(state: State, body: str, gun: str, marks: list[ev.Change]) -> None:
    """The crew of a destroyed gun goes to the next, with its horses (NAP-ART-06)."""
    others = [b for b in facts.left(state, body) if facts.figure(b).role == "gun" and b.id != gun]
    if others:
        into, spared = facts.figure(others[0]), facts.figure(state.bases[gun])
        marks += changes.base(state, others[0].id, crew=into.crew + spared.crew, mounts=into.mounts + spared.mounts)
        marks += changes.base(state, gun, crew=0, mounts=0)
