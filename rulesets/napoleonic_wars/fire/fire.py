"""Steps 8 and 9: both sides choose their targets, all dice fall, casualties are taken off together (NAP-SEQ-28, -29).

NAP-ARC-01, NAP-ARC-02, NAP-ORD-15, NAP-DIS-21, NAP-R30, NAP-S61.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import (
    Answer,
    Asked,
    Choice,
    Decision,
    Exit,
    Kind,
    OptionAnswer,
    OptionSpace,
    Reply,
    Verdict,
)
from game.engine.declared import FrameOf, Posed
from game.engine.discrete import candidates_discrete, check_discrete
from game.engine.flow import Ask, Done, Goto, Outcome, Roll, Run
from game.engine.ruleset import Discrete, Forecast, Goal
from game.engine.state import State
from game.engine.state import view as seen
from game.engine.text import TN, T, Text, Thing
from game.kit.sums import spread_row
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import alike
from rulesets.napoleonic_wars.fire import accounts, batteries, odds, shots, targets, timing, volley
from rulesets.napoleonic_wars.fire.aims import HOWITZER, Aim
from rulesets.napoleonic_wars.fire.losses import LOSSES, LossesData, Lot
from rulesets.napoleonic_wars.fire.tables import percent
from rulesets.napoleonic_wars.fire.targets import Option
from rulesets.napoleonic_wars.fire.volley import Blow
from rulesets.napoleonic_wars.fire.works import WORKS, WorksData, struck
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.measures import TICK
from rulesets.napoleonic_wars.own import Hit

SHOTS, ROLL = " shots", " howitzers"
"""What stands behind a body's id in the parts of an answer: its number of shots, its howitzers."""
ONE, TWO = "one", "two"
Courses = dict[str, tuple[Option, ...]]


class FireData(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has been chosen, by side and part; aims; what the fire did."""

    chosen: dict[str, str] = {}
    aims: tuple[Aim, ...] = ()
    blows: tuple[Blow, ...] = ()


FIRE = FrameOf("nap.fire", FireData)


# --- choosing --------------------------------------------------------------------------------------------------------


_kept: list[tuple[str, tuple[Any, ...], Courses, dict[str, tuple[Choice, ...]]]] = []
"""The latest answers of :func:`courses` with their choices, and the parts of the situation that they were found for."""


def courses(view: State, side: str) -> Courses:
    """What each body of a side that fires may fire at, by part of the answer, the usual course first (NAP-ORD-15)."""
    return _choices(view, side)[0]


def choices(view: State, side: str) -> dict[str, tuple[Choice, ...]]:
    """The same where there is a choice, as a player reads it."""
    found, told = _choices(view, side)
    if not told:
        told |= {part: tuple(_choice(view, o) for o in options) for part, options in open_to(found).items()}
    return told


def _choices(view: State, side: str) -> tuple[Courses, dict[str, tuple[Choice, ...]]]:
    view = seen(view, side)
    parts = (view.bases, view.units, view.ties, view.own, view.features, view.options, view.secret.get(side))
    for of, kept, found, told in _kept:
        if of == side and all(map(alike, kept, parts)):
            return found, told
    found = {}
    for body in facts.by_id(facts.bodies(view, side), view):
        if targets.may_fire(view, body):
            found |= of_body(view, body)
    _kept[:] = [*_kept[-3:], (side, parts, found, {})]
    return found, _kept[-1][3]


def of_body(view: State, body: str) -> Courses:
    """What a body may fire at, by part of the answer."""
    out: Courses = {}
    if facts.is_artillery(view, body) and not shots.ordered(view, body, act.Muskets):
        for one in batteries.ready(view, body):
            out[f"{body}{ROLL}" if one.roll == HOWITZER else body] = batteries.options(view, one)
    else:
        out[body] = targets.options(view, body)
        if out[body] and targets.may_keep_one(view, body, out[body][0].aims):
            both = Option(TWO, T("two shots"), ()), Option(ONE, T("one shot, and stay loaded"), ())
            out[f"{body}{SHOTS}"] = both
    return {part: options for part, options in out.items() if options}


def aims_of(view: State, chosen: Mapping[str, str], side: str) -> tuple[Aim, ...]:
    """The aims that the answers of a side come to; what was not asked is the usual course."""
    found = courses(view, side)
    out: list[Aim] = []
    for part, options in found.items():
        if part.endswith(SHOTS):
            continue
        option = next((o for o in options if o.id == chosen.get(part)), options[0])
        one = chosen.get(f"{part}{SHOTS}") == ONE
        out += [replace(a, shots=1) if one and a.weapon not in (*timing.SLOW, "bow") else a for a in option.aims]
    return tuple(out)


class TargetsQuestion(Discrete):
    """At whom the bodies fire that have a choice, all in one answer (NAP-SEQ-45, step 8)."""

    kind: Kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out what is open, the usual courses chosen."""
        return self._laid_out(dict(choices(view, decision.side)))

    def _laid_out(self, parts: dict[str, tuple[Choice, ...]]) -> Asked:
        answer = OptionAnswer({part: options[0].id for part, options in parts.items()})
        return Asked(OptionSpace(parts, {part: _called(part) for part in parts}), Reply(answer), draft=answer)

    def _bare(self, view: State, decision: Decision) -> Asked:
        """The same without the odds of each course: what answers are judged by."""
        found = open_to(courses(view, decision.side))
        return self._laid_out({part: tuple(Choice(o.id, o.label) for o in of) for part, of in found.items()})

    def default(self, view: State, decision: Decision) -> Reply:
        """The usual courses (:class:`game.engine.tells.TellsDefault`)."""
        return self._bare(view, decision).default

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """None (:class:`game.engine.tells.TellsExits`)."""
        return ()

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge by what is open (:meth:`game.engine.ruleset.Discrete.check`)."""
        return check_discrete(self._bare(view, decision).space, answer, next(iter(decision.clauses), ""))

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """All answers in the order of the space (:meth:`game.engine.ruleset.Discrete.candidates`)."""
        return candidates_discrete(self._bare(view, decision), limit)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """What each body's fire does to its target, exactly."""
        if not isinstance(answer, OptionAnswer):
            return None
        found = courses(view, decision.side)
        rows = []
        for part, chosen in answer.parts.items():
            option = next((o for o in found.get(part, ()) if o.id == chosen), None)
            if option is not None and option.aims:
                aim = option.aims[0]
                label = T("{unit} at {target}: casualties", unit=Thing(aim.body), target=Thing(aim.target))
                sums = odds.told_sums(view, aim)
                rows.append(spread_row(label, odds.spread(view, option.aims, aim.target), sums=sums))
        return Forecast(tuple(rows))


def open_to(found: Mapping[str, tuple[Option, ...]]) -> dict[str, tuple[Option, ...]]:
    """The parts of an answer in which there is a choice."""
    return {part: options for part, options in found.items() if len(options) > 1}


def _called(part: str) -> Text:
    """What a part of the answer is called: by its body, and which of its doings it is about."""
    if part.endswith(SHOTS):
        return T("{unit}: shots", unit=Thing(part.removesuffix(SHOTS)))
    if part.endswith(ROLL):
        return T("{unit}: howitzers", unit=Thing(part.removesuffix(ROLL)))
    return T("{unit}", unit=Thing(part))


def _choice(view: State, option: Option) -> Choice:
    if not option.aims:
        return Choice(option.id, option.label)
    mean = odds.spread(view, option.aims, option.aims[0].target).mean
    return Choice(option.id, option.label, note=T("{n} casualties on average", n=round(mean, 1)))


TARGETS = Posed("nap_fire", TargetsQuestion())


@FIRE.step
def _begin(run: Run, data: FireData | None, got: object) -> Outcome:
    """Both sides choose before any dice fall, neither knowing what the other does (NAP-SEQ-45)."""
    asked = []
    for side in run.state.sides:
        if open_to(courses(run.state, side)):
            message = T("Choose the targets of fire")
            asked.append(TARGETS.to(side, message, clauses=("NAP-TGT-01", "NAP-TGT-08")))
    if not asked:
        return Goto("aimed", FireData())
    mode: Any = "open" if len(asked) > 1 else ""
    return Ask(tuple(asked), "chosen", FireData(), mode)


@FIRE.step
def _chosen(run: Run, data: FireData, got: Any) -> Outcome:
    replies = [got] if isinstance(got, Reply) else [msgspec.convert(r, Reply) for r in got.values()]
    chosen: dict[str, str] = {}
    for reply in replies:
        chosen |= reply.answer.parts if isinstance(reply.answer, OptionAnswer) else {}
    return Goto("aimed", replace(data, chosen=chosen))


@FIRE.step
def _aimed(run: Run, data: FireData, got: object) -> Outcome:
    """One roll for each body that fires, in the order of ids (NAP-SMA-23, NAP-S61)."""
    aims = with_firing(run.state, [a for side in run.state.sides for a in aims_of(run.state, data.chosen, side)])
    data = FireData(aims=aims)
    rows = rolls(run.state, aims)
    return Roll(request(aims, rows), "fell", data) if rows else Goto("fell", data)


def request(aims: Sequence[Aim], rows: Sequence[tuple[str, str, ev.DiceRow]]) -> ev.Request:
    """The dice of some fire: one body after the other, its targets with it (NAP-SMA-23, NAP-SMA-31)."""
    about = tuple(dict.fromkeys(u for a in aims for u in (a.body, a.target)))
    return ev.Request(
        tuple(r for _, _, r in rows), T("Fire: addition of the die to the factor"), "NAP-SMA-31", about=about
    )


def with_firing(state: State, aims: Sequence[Aim]) -> tuple[Aim, ...]:
    """The aims of a step, each with the bodies in buildings that fire in it too (NAP-COV-12, NAP-S101)."""
    inside = tuple(dict.fromkeys(a.body for a in aims if facts.own(state, a.body).inside))
    return tuple(replace(a, inside=inside) for a in aims) if inside else tuple(aims)


def rolls(state: State, aims: tuple[Aim, ...]) -> list[tuple[str, str, ev.DiceRow]]:
    """The dice of all firing bodies: whose, which of its rolls, the row."""
    out = []
    for body in facts.by_id(dict.fromkeys(a.body for a in aims), state):
        mine = [a for a in aims if a.body == body]
        for roll, n in odds.dice(state, mine).items():
            name = _called(f"{body}{ROLL}" if roll else body)
            label = accounts.called(state, [a for a in mine if a.roll == roll], name)
            out.append((body, roll, ev.DiceRow(state.units[body].side, n, label=label)))
    return out


@FIRE.step
def _fell(run: Run, data: FireData, got: ev.Rolled | None) -> Outcome:
    """All fire is worked out on the situation as it was before any of it (NAP-ARC-02)."""
    state = run.state
    faces = {(b, r): f for (b, r, _), f in zip(rolls(state, data.aims), got.faces if got else (), strict=True)}
    fell = {aim: faces.get((aim.body, aim.roll), ()) for aim in data.aims}
    found = [(aim, volley.blows(state, aim, fell[aim])) for aim in data.aims]
    for aim, blows in found:
        tell(run, state, aim, fell[aim], blows)
    for body in dict.fromkeys(a.body for a in data.aims):
        mark_fired(run, [a for a in data.aims if a.body == body])
    if run.state.own.step == "move":
        _load(run)
        _forget(run, {gun for aim in data.aims for gun in aim.figures})
    blows = tuple(b for _, some in found for b in some)
    suffer(run, blows)
    works = tuple(w for aim in data.aims for w in struck(state, aim, fell[aim]))
    return WORKS.call(WorksData(works), "losses", replace(data, blows=blows))


def tell(run: Run, before: State, aim: Aim, faces: tuple[int, ...], blows: tuple[Blow, ...]) -> None:
    """Tell of the fire of an aim, with the sums of its groups, the die among them."""
    men = sum(b.men for b in blows if b.body == aim.target)
    hurt = TN("{n} casualty", "{n} casualties", men)
    text = T("{unit} fired at {target}: {hurt}", unit=Thing(aim.body), target=Thing(aim.target), hurt=hurt)
    groups = volley.groups(before, aim)
    sums = accounts.sums(before, aim, groups, faces)
    clause = "NAP-ART-16" if aim.ammunition else "NAP-SMA-22"
    data = accounts.recorded(before, aim, groups, faces, blows)
    hit = tuple(dict.fromkeys((aim.target, *(b.body for b in blows))))
    run.tell(aim.body, "fired", "shot", text, (clause, "NAP-CAS-07"), also=hit, sums=sums, **data)


def mark_fired(run: Run, aims: list[Aim], *, loaded: bool | None = None) -> None:
    """A body has fired: at whom, whether it is loaded now, at whom each of its guns (NAP-S67, NAP-R62, NAP-R70)."""
    state, body = run.state, aims[0].body
    told = facts.own(state, body)
    main = max(aims, key=lambda a: len(a.figures)).target
    small = [a for a in aims if not a.ammunition and a.weapon != "bow"]
    found, loaded = loaded, timing.is_loaded(state, body) if loaded is None else loaded
    for aim in small[:1] if found is None else ():
        mark = targets.Mark(aim.target, 0, 0.0, timing.Exposed(aim.quarters, aim.time, aim.seen))
        usual = targets.volley_of(state, body, mark, aim.weapon)
        loaded = True if usual.shots == 2 and aim.shots == 1 else usual.loaded
    did = told.march.did if "fired" in told.march.did else (*told.march.did, "fired")
    shot_at = max((a.time for a in aims if a.ammunition and a.ammunition != "canister"), default=0.0)
    whom = {"fired_at": main, "fired_too": tuple(dict.fromkeys(a.target for a in aims if a.target != main))}
    marks = [*changes.unit(state, body, fired=state.own.move, loaded=loaded, did=did, shot_at=shot_at, **whom)]
    for aim in aims if not small else ():
        for gun in aim.figures:
            marks += changes.base(state, gun, fired_at=facts.unit_of(state, aim.target))
    run.tell(body, "has_fired", "status", None, ("NAP-R62",), *marks, loaded=loaded)


def _load(run: Run) -> None:
    """Who had the order, or time to reform, and did not fire, has loaded (NAP-SMA-08, NAP-R62 d); what a melee took."""
    for body in facts.bodies(run.state):
        told = facts.own(run.state, body)
        loads = shots.ordered(run.state, body, act.Load)
        loaded, spent = timing.is_loaded(run.state, body), timing.is_spent(run.state, body)
        did, unpatched = told.march.did, told.fire.unpatched
        if told.fire.fired != run.state.own.move and (loads or not loaded) and _may_load(run.state, body):
            time = timing.time_of(run.state, body, "reform")
            time = max(time, timing.quarters(run.state, body) / timing.QUARTERS if loads else 0.0)
            plain = unpatched or any(not a.patched for a in loads)
            slow = any(s.weapon in timing.SLOW for s in told.subs) and not plain
            if time >= (1.0 if slow else 0.5) - TICK:
                loaded, unpatched = True, plain
                did = (*did, "loaded") if loads and "loaded" not in did else did
        marks = changes.unit(run.state, body, loaded=loaded, did=did, unpatched=unpatched, spent=spent and not loaded)
        if marks:
            run.tell(body, "loaded", "status", None, ("NAP-SMA-02", "NAP-SMA-07", "NAP-R62"), *marks)


def _forget(run: Run, fired: Collection[str]) -> None:
    """A gun that has unlimbered, and does not fire yet, has its first shot still before it (NAP-ART-23, NAP-R70)."""
    for body in facts.bodies(run.state):
        if timing.time_of(run.state, body, "unlimber") > 0.0:
            silent = (b.id for b in facts.figures(run.state, body) if b.id not in fired)
            marks = [mark for gun in silent for mark in changes.base(run.state, gun, fired_at="")]
            if marks:
                run.emit("has_unlimbered", "status", None, *marks, clauses=("NAP-R70",), about=(body,))


def _may_load(view: State, body: str) -> bool:
    """Nobody loads in melee, pursuit or rout, nor before he has reformed after a melee (NAP-SMA-07)."""
    barred = facts.own(view, body).nerve.result in ("rout", "pursue") or facts.in_melee(view, body)
    return not barred and not timing.is_spent(view, body)


def suffer(run: Run, blows: tuple[Blow, ...]) -> None:
    """Keep by whom each body was fired at, with what and from where (NAP-R161, NAP-S86)."""
    for body in dict.fromkeys(b.body for b in blows):
        hits = (*facts.own(run.state, body).fire.hits, *(b.told for b in blows if b.body == body))
        run.tell(body, "under_fire", "status", None, ("NAP-S86",), *changes.unit(run.state, body, hits=hits))


@FIRE.step
def _losses(run: Run, data: FireData, got: object) -> Outcome:
    """Casualties of step 8 are applied after all of them have been worked out (NAP-ARC-02)."""
    return LOSSES.call(LossesData(lots_of(data.blows)), "disordered", data)


def lots_of(blows: tuple[Blow, ...]) -> tuple[Lot, ...]:
    """What fire did as casualties to be taken off."""
    return tuple(Lot(b.body, b.men, b.exposed, b.part, b.men if b.solid else 0) for b in blows if b.men)


@FIRE.step
def _disordered(run: Run, data: FireData, got: object) -> Outcome:
    """Step 9: disorganisation by fire (NAP-DIS-21)."""
    for body in facts.by_id(dict.fromkeys(b.body for b in data.blows), run.state):
        disorder(run, body)
    return Done()


def disorder(run: Run, body: str) -> None:
    """Enter what a body's casualties by fire in this move come to, less what has been entered (NAP-DIS-21, NAP-R30)."""
    told = facts.own(run.state, body)
    if told.arm == "general" or not facts.left(run.state, body):
        return
    n = book.by_fire(percent(run.state, body, told.strength.lost_now, told.strength.men_now, told.strength.at_start))
    mounted, state = facts.is_mounted(run.state, body), run.state

    def a_figure(hits: Iterable[Hit]) -> bool:
        return facts.casualties_each(state, body, sum(h.men for h in hits)) > 0

    rockets = [h for h in told.fire.hits if facts.is_rocket(state, h)]
    if mounted and a_figure(h for h in told.fire.hits if h.what == "shell" and h not in rockets):
        n += book.of("shelled_horse")
    if a_figure(rockets):
        n += book.of("rocketed_horse" if mounted else "rocketed_foot")
    if "formed" in told.march.did and facts.casualties_each(state, body, told.strength.men_now) > 0:
        n += book.of("hit_forming")
    before = sum(f.n for f in told.nerve.fresh if f.table == "B")
    book.enter(run, body, "B", n - before)
