"""Step 16: melee reactions, who follows, pursues or breaks off, and which melees are over (NAP-MRE, NAP-R129, -R134).

What both sides do is set at once; the moves of it come with the next move (NAP-MRE-15, NAP-MRE-18).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Goto, Outcome, Roll, Run
from game.engine.state import State, Tie
from game.engine.text import T, Thing
from game.kit.sums import sum_of
from rulesets.napoleonic_wars.body import groups
from rulesets.napoleonic_wars.charge.ties import faces_of
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import carry_away
from rulesets.napoleonic_wars.fire.tables import losses
from rulesets.napoleonic_wars.march import reach
from rulesets.napoleonic_wars.melee import choices, contact, fighters, meeting, outcome
from rulesets.napoleonic_wars.melee.choices import Does
from rulesets.napoleonic_wars.melee.rounds import end, in_contact

FEW = 2
"""Factors up to which troops follow up where nobody says otherwise."""
CLAUSES: dict[str, tuple[str, ...]] = {
    "follow_up": ("NAP-MRE-09", "NAP-MRE-22"),
    "pursue": ("NAP-MRE-10", "NAP-MRE-26"),
}


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """A melee whose round was lost: both sides of it, and what each does."""

    tie: str
    loser: str
    winner: str
    does: Does
    then: Does
    tested: bool = True


class ReactionData(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has been found; the melees that are tested, in the order of the dice; who has broken off by choice."""

    verdicts: tuple[Verdict, ...] = ()
    tested: tuple[str, ...] = ()
    leavers: tuple[str, ...] = ()


REACTION = FrameOf("nap.melee_reaction", ReactionData)


def fought(view: State) -> tuple[Tie, ...]:
    """The melees in which a round was fought in this move, in the order of dice."""
    order = facts.by_id(view.units, view)
    found = (t for t in facts.melees(view) if facts.melee(t).struck == view.own.move)
    return tuple(sorted(found, key=lambda t: (order.index(t.a), order.index(t.b))))


# --- the test --------------------------------------------------------------------------------------------------------


@REACTION.step
def _begin(run: Run, data: Any, got: object) -> Outcome:
    """Which rounds are tested; where dice are agreed on both sides throw two (NAP-MRE-03, NAP-MRE-19)."""
    state = run.state
    tested = tuple(t.id for t in fought(state) if outcome.outcome(state, t).end == "test")
    data = ReactionData(tested=tested)
    if not tested or not state.options.get("melee_dice"):
        return Goto("read", data)
    rows = []
    for name in tested:
        told = outcome.outcome(state, state.ties[name])
        for body in (told.winner, told.loser):
            rows.append(ev.DiceRow(state.units[body].side, 2, faces_of(state, body), T("{unit}", unit=Thing(body))))
    return Roll(ev.Request(tuple(rows), T("Melee reaction"), "NAP-MRE-19"), "read", data)


@REACTION.step
def _read(run: Run, data: ReactionData, got: ev.Rolled | None) -> Outcome:
    """What each round comes to, all read before anything is done (NAP-MRE-18)."""
    state, faces = run.state, list(got.faces) if got is not None else []
    verdicts: list[Verdict] = []
    wild: list[str] = []
    for tie in fought(state):
        told = outcome.outcome(state, tie)
        if told.end == "rout":
            text = T("{unit} lost too many men and routed without a test", unit=Thing(told.loser))
            run.tell(told.loser, "routs_at_once", "test", text, ("NAP-MRE-05",))
            verdicts.append(Verdict(tie.id, told.loser, told.winner, "rout", "pursue", tested=False))
        elif told.end == "test":
            threw = (faces.pop(0), faces.pop(0)) if faces else ((), ())
            result, does, then = outcome.read(state, tie, told, sum(threw[0]) - sum(threw[1]))
            _tell(run, tie, told, result, does, then)
            verdicts.append(Verdict(tie.id, told.loser, told.winner, does, then))
            pairs = ((told.winner, threw[0], then), (told.loser, threw[1], does))
            wild += [u for u, dice, what in pairs if dice == (5, 5) and what in ("stay", "fight_on")]
    for tie in fought(state):
        _settle(run, tie)
    for body in wild:
        carry_away(run, body, "NAP-UNC-01", "NAP-R99")
    return _ask(run, replace(data, verdicts=tuple(verdicts)))


def _tell(run: Run, tie: Tie, told: outcome.Outcome, result: int, does: Does, then: Does) -> None:
    lost, won = outcome.scores(run.state, tie, told)
    sums = (sum_of(T("Winner"), won), sum_of(T("Loser"), lost))
    text = T(
        "{unit} lost to {foe}, result {n}: {does}, {then}",
        unit=Thing(told.loser),
        foe=Thing(told.winner),
        n=result,
        does=choices.WORDS[does],
        then=choices.WORDS[then],
    )
    clauses = ("NAP-MRE-18", "NAP-MRE-20", "NAP-MRE-21")
    run.tell(told.loser, "melee_reaction", "test", text, clauses, also=(told.winner,), sums=sums, result=result)


def _settle(run: Run, tie: Tie) -> None:
    """The round is counted; impetus and a follow-up are spent, those who broke off or followed are done with it."""
    told, state = facts.melee(tie), run.state
    won = outcome.outcome(state, tie).winner
    kept = {**told.won, won: told.won.get(won, 0) + 1} if won else told.won
    now = contact.replaced(tie, won=kept, impetus=(), following="", broken="")
    run.tell(tie.a, "round_over", "flow", None, ("NAP-MRE-01",), now, also=(tie.b,))
    for body in (tie.a, tie.b):
        outcome.done(run, body)


# --- choices ---------------------------------------------------------------------------------------------------------


def open_to(view: State, verdicts: tuple[Verdict, ...]) -> dict[str, tuple[Does, Does]]:
    """Who has a choice after a test: the usual course first (NAP-MRE-09, NAP-MRE-10, NAP-R91, NAP-R121)."""
    found: dict[str, tuple[Does, Does]] = {}
    for one in verdicts:
        if one.does == "rout" and _may(view, one.winner, "pursue") and not outcome.must_pursue(view, one.winner):
            hunts = not _others_near(view, one.winner, one.loser)
            found[one.winner] = ("pursue", "stay") if hunts else ("stay", "pursue")
        if one.does == "break_off" and _has_choice(view, one.winner):
            found[one.winner] = _usual_follow(view, one.winner)
        # behind an obstacle that is no cover the beaten side has a choice (NAP-R121)
        if one.does == "follow_up" and meeting.defended(view, one.winner, one.loser) is not None:
            found[one.loser] = ("stay", "follow_up")
    return found


def _may(view: State, body: str, does: Does) -> bool:
    return outcome.may_pursue(view, body) if does == "pursue" else outcome.may_follow(view, body)


def _has_choice(view: State, body: str) -> bool:
    return outcome.may_follow(view, body) and not outcome.must_follow(view, body)


def _usual_follow(view: State, body: str) -> tuple[Does, Does]:
    keen = facts.is_mounted(view, body) or book.counted(view, body) <= FEW
    return ("follow_up", "stay") if keen else ("stay", "follow_up")


def _others_near(view: State, body: str, loser: str) -> bool:
    """Whether another enemy might charge a body that pursues."""
    for foe in facts.enemies(view, view.units[body].side):
        away = facts.is_forced(view, foe) or facts.in_melee(view, foe)
        if foe != loser and not away and reach.comes(view, foe, board_of(view).outline(body), "charge"):
            return True
    return False


def _ask(run: Run, data: ReactionData) -> Outcome:
    asked, mode = choices.asked(
        run, open_to(run.state, data.verdicts), T("After the melee: follow up or pursue?"), ("NAP-MRE-09", "NAP-MRE-10")
    )
    return Ask(asked, "chosen", data, mode) if asked else Goto("chosen", data)


@REACTION.step
def _chosen(run: Run, data: ReactionData, got: Any) -> Outcome:
    """Carry out all results (NAP-MRE-18), then ask who breaks off of his own will (NAP-MRE-08, NAP-R134)."""
    answers = choices.parts(got)
    for one in data.verdicts:
        tie = run.state.ties.get(one.tie)
        if tie is None or facts.own(run.state, one.loser).nerve.result in ("rout", "surrendered"):
            continue
        _carry_out(run, tie, _with(run.state, one, answers))
    return Goto("leave", ReactionData())


def _with(view: State, one: Verdict, answers: Mapping[str, str]) -> Verdict:
    """The verdict with what was chosen, and without what a body may not do."""
    loser, winner = one.does, one.then
    if loser == "rout":
        winner = "pursue" if _may(view, one.winner, "pursue") else "stay"
    elif loser == "break_off":
        winner = "follow_up" if _may(view, one.winner, "follow_up") else "stay"
    picked: Any = answers.get(one.winner, winner)
    beaten: Any = answers.get(one.loser, loser)
    return replace(one, does=beaten if loser == "follow_up" else loser, then=picked if loser != "follow_up" else winner)


def _carry_out(run: Run, tie: Tie, one: Verdict) -> None:
    if one.does == "rout":
        _routed(run, tie, one)
    elif one.does == "break_off":
        _left(run, tie, one.loser, one.winner, follows=one.then == "follow_up")
    elif one.then == "break_off":
        _left(run, tie, one.winner, one.loser, follows=one.does == "follow_up")


def _routed(run: Run, tie: Tie, one: Verdict) -> None:
    """The loser surrenders or routs, the winner pursues or stays (NAP-MRE-07, NAP-MRE-10)."""
    gives_up = outcome.surrenders(run.state, one.loser, one.winner)
    loser, tie = alone(run, one.loser, tie)
    if gives_up:
        outcome.surrender(run, loser, one.winner, ("NAP-MRE-07",))
    else:
        outcome.put(run, loser, "rout", one.winner, ("NAP-MRE-21", "NAP-MRE-25"))
    end(run, tie)
    if one.then == "pursue" and not gives_up and not facts.in_melee(run.state, one.winner):
        outcome.put(run, one.winner, "pursue", loser, CLAUSES["pursue"])
        own = replace(tie.own, following=one.winner, broken="", impetus=())
        kept = ev.AddTie(contact.tie(run.state, one.winner, loser, own, facts.PURSUIT))
        run.tell(one.winner, "chases", "flow", None, ("NAP-MRE-16",), kept)


def _left(run: Run, tie: Tie, body: str, foe: str, *, follows: bool) -> None:
    """A body breaks off, followed or not (NAP-MRE-22, NAP-MRE-24); who was broken through stays where he is."""
    told = facts.melee(tie)
    stormed = told.building and told.entered and facts.own(run.state, body).inside != told.building
    if stormed:  # those inside come out, the rest stay at the wall (NAP-STM-02)
        text = T("{unit} thrown out of the building", unit=Thing(body))
        run.tell(body, "thrown_out", "status", text, ("NAP-STM-02",), contact.replaced(tie, entered=0, inside=False))
        return
    body, tie = alone(run, body, tie)
    stays = body in _broken(run.state, tie)
    guns = facts.own(run.state, body).arm in meeting.GUNNERS and facts.is_deployed(run.state, body)
    if guns:  # crews stay and defend their pieces (NAP-GRC-01)
        return
    if not stays:
        outcome.put(run, body, "break_off", foe, ("NAP-MRE-21", "NAP-MRE-24"))
    if follows:
        outcome.put(run, foe, "follow_up", body, CLAUSES["follow_up"])
        here = run.state.ties[tie.id]
        run.tell(foe, "keeps_on", "flow", None, ("NAP-MRE-22",), contact.replaced(here, following=foe))
    else:
        end(run, tie)


def _broken(view: State, tie: Tie) -> tuple[str, ...]:
    """Who was broken through in this move: he has factors of it (NAP-MRE-24)."""
    found = ((u, facts.own(view, u).nerve.fresh) for u in (tie.a, tie.b))
    return tuple(u for u, fresh in found if any(f.clause == "NAP-IMP-08" for f in fresh))


def alone(run: Run, body: str, tie: Tie) -> tuple[str, Tie]:
    """The sub-group that fought, made a body of its own where others of its body did not fight (NAP-MRE-13)."""
    state, told = run.state, facts.own(run.state, body)
    mine = {facts.figure(state.bases[b]).sub for b in fighters.group(state, body, tie)}
    for other in facts.melees(state, body):
        if other.id != tie.id:
            mine -= {facts.figure(state.bases[b]).sub for b in fighters.group(state, body, other)}
    everybody = set(facts.companies(state, body))
    apart = told.regular and told.arm in ("foot", "horse") and not facts.is_square(state, body) and not told.inside
    if not apart or not mine or mine >= everybody:
        return body, tie
    new = run.new_id(f"{facts.unit_of(state, body)}.m{state.own.move}.")
    text = T("The part of {unit} in melee now acts independently", unit=Thing(body))
    made = groups.split(state, body, [s for s in everybody if s in mine], new, percent=losses(state, body))
    own = replace(
        tie.own, **{f: {new if u == body else u: x for u, x in getattr(tie.own, f).items()} for f in PER_BODY}
    )
    after = contact.tie_to(tie, body, new, own)
    run.tell(body, "divided", "status", text, ("NAP-MRE-13",), *made, ev.Untie(tie.id), ev.AddTie(after))
    rest = facts.own(run.state, body).march.did
    if "reacted" in rest and not facts.in_melee(run.state, body):  # its morale is tested yet (NAP-MRE-14)
        marks = changes.unit(run.state, body, did=tuple(d for d in rest if d != "reacted"))
        run.emit("did", "status", None, *marks, about=(body,))
    return new, after


PER_BODY = ("won", "fought", "figures", "dealt")


# --- of their own will -----------------------------------------------------------------------------------------------


@REACTION.step
def _leave(run: Run, data: ReactionData, got: object) -> Outcome:
    """Melees out of contact are over; of the others both sides say sealed who breaks off (NAP-MRE-08, NAP-R134)."""
    for tie in fought(run.state):
        if not in_contact(run.state, tie) and not facts.melee(tie).following:
            end(run, tie)
    state = run.state
    bodies = dict.fromkeys(u for t in fought(state) for u in (t.a, t.b) if may_leave(state, u, t))
    found: dict[str, tuple[Does, Does]] = dict.fromkeys(bodies, ("fight_on", "break_off"))
    asked, mode = choices.asked(run, found, T("Does any body break off?"), ("NAP-MRE-08", "NAP-R134"))
    return Ask(asked, "left", data, mode) if asked else REACTION.done(None)


def may_leave(view: State, body: str, tie: Tie) -> bool:
    """Whether a body may break off of its own will: its melee goes on, and it is under control (NAP-R134)."""
    told = facts.own(view, body)
    guns = told.arm in meeting.GUNNERS
    return not told.nerve.result and not told.nerve.uncontrolled and not facts.melee(tie).following and not guns


@REACTION.named("left")
def _left_at_will(run: Run, data: ReactionData, got: Any) -> Outcome:
    leavers = tuple(body for body, what in choices.parts(got).items() if what == "break_off")
    found: dict[str, tuple[Does, Does]] = {}
    for tie in fought(run.state):
        for body in (tie.a, tie.b):
            if facts.other(tie, body) in leavers and body not in leavers and _has_choice(run.state, body):
                found[body] = _usual_follow(run.state, body)
    data = ReactionData(leavers=leavers)
    asked, mode = choices.asked(run, found, T("The enemy breaks off. Follow up?"), CLAUSES["follow_up"])
    return Ask(asked, "followed", data, mode) if asked else Goto("followed", data)


@REACTION.step
def _followed(run: Run, data: ReactionData, got: Any) -> Outcome:
    answers = choices.parts(got)
    for tie in fought(run.state):
        gone = [u for u in (tie.a, tie.b) if u in data.leavers]
        if not gone:
            continue
        body, foe = gone[0], facts.other(tie, gone[0])
        must = outcome.must_follow(run.state, foe) and outcome.may_follow(run.state, foe)
        follows = len(gone) == 1 and (answers.get(foe) == "follow_up" or must)
        _left(run, tie, body, foe, follows=follows)
        if len(gone) == 2:
            outcome.put(run, foe, "break_off", body, ("NAP-MRE-08",))
    return REACTION.done(None)
