"""Who moves by a result and not by an order: the ways of a move, whom routers run over, who leaves the table.

NAP-S05, NAP-ROU-01 to -06, NAP-R102, NAP-S87, NAP-RES-18 to -20, NAP-PUR-01, -04, NAP-S69, NAP-S78, NAP-LVF-01.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import shapely
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Asked, Choice, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.declared import FrameOf, Posed, on
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Discrete
from game.engine.state import Frame, State
from game.engine.text import TN, T, Thing
from rulesets.napoleonic_wars.body import around
from rulesets.napoleonic_wars.clock import moments, receiving, running
from rulesets.napoleonic_wars.command import lost
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import toll
from rulesets.napoleonic_wars.march.way import Way
from rulesets.napoleonic_wars.measures import TICK, moment
from rulesets.napoleonic_wars.melee import contact
from rulesets.napoleonic_wars.nerve import crews, driven_out, following, forced_ways, results, surrounded
from rulesets.napoleonic_wars.own import Gone, Leg, MeleeOwn, Result, Track

ORDER: tuple[tuple[Result, ...], ...] = (("rout",), ("withdraw", "retreat", "break_off"), ("follow_up", "pursue"))
"""Routers first, who may carry others away; then who goes; last who goes after somebody."""
GOES: tuple[Result, ...] = tuple(r for group in ORDER for r in group)


OUT: tuple[Result, ...] = ("rout", "retreat", "break_off")
"""What brings a garrison out of its house."""


class ForcedData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is still to go; from when, of those made to rout in the pass; ways found; who lets whom pass."""

    left: tuple[str, ...] = ()
    since: dict[str, float] = {}
    tracks: dict[str, Track] = {}
    passage: dict[str, str] = {}


FORCED = FrameOf("nap.forced", ForcedData)


@FORCED.named("begin")
def _begin(run: Run, data: ForcedData | None, got: object) -> Outcome:
    """All who are under a result that moves them, in the order in which their ways hang together."""
    state = run.state
    here = [u for u in facts.by_id(facts.bodies(state), state) if facts.own(state, u).nerve.result in GOES]
    left = [u for group in ORDER for u in here if facts.own(state, u).nerve.result in group]
    everybody = known(state)
    routers = [u for u in left if facts.own(state, u).nerve.result == "rout"]
    late = {u: time for u in routers if (time := receiving.routs_at(everybody, u))}
    return Goto("next", ForcedData(tuple(left), late))


@FORCED.named("next")
def _next(run: Run, data: ForcedData, got: object) -> Outcome:
    """The way of the next of them; all ways where none is left."""
    if not data.left:
        tracks = {**data.tracks, **_generals(run.state, data.tracks)}
        return Done({body: msgspec.to_builtins(track) for body, track in tracks.items()})
    body = data.left[0]
    result = facts.own(run.state, body).nerve.result
    if result in OUT and driven_out.is_in(known(run.state), body):
        time = max(data.since.get(body, 0.0), driven_out.come_out(run, body))
        data = replace(data, since={**data.since, body: time})
        if driven_out.is_in(known(run.state), body):  # there is no room about the house: they stay
            return Goto("next", _gone(run, data, body, forced_ways.begun(known(run.state), body)))
    if result == "rout":
        return _rout(run, data, body)
    return Goto("next", _gone(run, data, body, _way(run, data, body, result)))


def _way(run: Run, data: ForcedData, body: str, result: Result) -> Way:
    state, since = known(run.state), data.since.get(body, 0.0)
    if driven_out.is_in(state, body):
        return forced_ways.begun(state, body)
    if result in ("withdraw", "break_off") and surrounded.is_surrounded(state, body):
        return forced_ways.begun(state, body)
    if result in ("withdraw", "retreat"):
        return crews.way(run, body, result, since)
    if result == "break_off":
        return forced_ways.break_off(state, body, since)
    foe = facts.own(state, body).nerve.from_whom
    if foe not in state.units or not state.bases_of(foe):
        return forced_ways.begun(state, body)
    flight = data.tracks.get(foe, Track(()))
    return following.after(state, body, foe, flight, "double" if result == "pursue" else "normal")


def _gone(run: Run, data: ForcedData, body: str, way: Way) -> ForcedData:
    """Keep a way that was found, and what it is for reforming (NAP-S21)."""
    did = tuple(sorted({*facts.own(run.state, body).march.did, *way.did}))
    rest = moment(min(1.0, max(0.0, 1.0 - way.busy)))
    marks = changes.unit(run.state, body, did=did, moved=round(way.moved, 3), rest=rest)
    run.emit("goes", "status", None, *marks, about=(body,))
    return replace(data, left=data.left[1:], tracks={**data.tracks, body: Track(way.ids, tuple(way.legs))})


def _generals(state: State, tracks: dict[str, Track]) -> dict[str, Track]:
    """Generals who are carried along go as their body does (NAP-RGN-06)."""
    found: dict[str, Track] = {}
    for general in facts.generals(state):
        told = facts.own(state, general)
        track = tracks.get(told.nerve.from_whom)
        if told.nerve.result not in GOES or track is None or not track.legs:
            continue
        (base,) = state.bases_of(general)
        if base.pose is None:
            continue
        x, y, facing = base.pose.x, base.pose.y, base.pose.facing
        legs = []
        for leg in track.legs:
            ends = leg.ends
            dx, dy = ends[0][0] - leg.poses[0][0], ends[0][1] - leg.poses[0][1]
            after = (round(x + dx, 4), round(y + dy, 4), facing)
            legs.append(Leg(leg.start, leg.end, ((x, y, facing),), (after,), what=leg.what))
            x, y = after[:2]
        found[general] = Track((base.id,), tuple(legs))
    return found


# --- routers ---------------------------------------------------------------------------------------------------------


class PassageQuestion(Discrete):
    """Whether foot lets routers of its side through (NAP-ROU-05)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """A part for each of those in the way."""
        router = decision.args["router"]
        parts: dict[str, tuple[Choice, ...]] = {
            body: (
                Choice("refuse", T("{unit}: do not let {other} pass", unit=Thing(body), other=Thing(router))),
                Choice("pass", T("{unit}: let {other} pass", unit=Thing(body), other=Thing(router))),
            )
            for body in decision.args["bodies"]
        }
        return Asked(OptionSpace(parts), Reply(OptionAnswer(dict.fromkeys(parts, "refuse"))))


PASSAGE = Posed("let_routers_pass", PassageQuestion())


def may_refuse(view: State, body: str, router: str) -> bool:
    """Foot of class A or B, or of a higher class than the routers', may refuse them passage (NAP-ROU-05, NAP-R102)."""
    told = facts.own(view, body)
    if told.arm != "foot" or told.nerve.result == "rout":
        return False
    mine, theirs = (facts.CLASSES.index(facts.morale_class(view, u)) for u in (body, router))
    return mine <= facts.CLASSES.index("B") or mine < theirs


def is_carried_away(view: State, body: str) -> bool:
    """Whether a body that routers burst through routs (NAP-ROU-06)."""
    cls = facts.morale_class(view, body)
    return cls == "D" if facts.own(view, body).regular else cls in ("C", "D", "E")


def _rout(run: Run, data: ForcedData, body: str) -> Outcome:
    state = known(run.state)
    side, since = state.units[body].side, data.since.get(body, 0.0)
    before: tuple[Leg, ...] = ()
    if since and receiving.routs_at(state, body) == since:
        state, came = receiving.marched(state, body, since)
        before = came.legs
    _, found = forced_ways.rout(state, body, since)
    own = [u for u in found.met if state.units[u].side == side]
    foes = [u for u in found.met if u not in own and running.stops(state, u)]
    may = [u for u in own if u in run.state.units and may_refuse(state, u, body) and f"{body} {u}" not in data.passage]
    if may:
        text = T("{unit} routed into own troops", unit=Thing(body))
        return PASSAGE.ask(
            side, text, {"router": body, "bodies": may}, ("NAP-ROU-05", "NAP-R102"), then="passage", data=data
        )
    refusing = [u for u in own if data.passage.get(f"{body} {u}") == "refuse"]
    way, found = forced_ways.rout(state, body, since, (*refusing, *foes))
    ends = _stopped_at(state, way, (*refusing, *foes))
    if not way.over():
        way.leg(way.left, way.places, running.BLOCKED if ends in foes or not ends else "stand")
    way.legs[:0] = before
    data = _gone(run, data, body, way)
    for other in own:
        if other not in refusing and other in run.state.units:
            data = _burst(run, data, body, other, _touching(state, way, other, since))
    for foe in found.met:
        if foe in run.state.units and foe not in (*own, *foes) and not facts.is_forced(run.state, foe):
            _cut_down(run, body, foe, data.tracks[body])
    return Goto("next", data)


def _cut_down(run: Run, body: str, foe: str, track: Track) -> None:
    """Enemies in open order through whom routers run strike at them in step 14, and get no blow back (NAP-ROU-04)."""
    sizes = tuple((b.shape.width, b.shape.depth) for b in map(run.state.bases.__getitem__, track.bases))
    area = shapely.union_all(toll.swept(replace(track, sizes=sizes)))
    board = board_of(run.state)
    rows = board.rows(foe)
    near = tuple(board.figures[k].id for k in rows[shapely.intersects(board.bases.outlines(rows), area)])
    if near:
        fought = {foe: near, body: track.bases}
        own = MeleeOwn(rounds=1, attacker=foe, following=foe, fought=fought)
        text = T("{unit} ran through {foe}", unit=Thing(body), foe=Thing(foe))
        tie = contact.tie(run.state, body, foe, own, facts.PURSUIT)
        run.tell(body, "runs_through", "move", text, ("NAP-ROU-04",), ev.AddTie(tie), also=(foe,))


def _stopped_at(state: State, way: Way, refusing: Sequence[str]) -> str:
    """Before whom a way ends; "" where it is the ground that ends it, or nothing."""
    near = {u: float(board_of(state).outline(u).distance(way.outline())) for u in refusing}
    return next((u for u in refusing if near[u] < 2.0), "")


def _touching(state: State, way: Way, other: str, since: float) -> float:
    """When a runner touches somebody."""
    rate = way.speed("rout")
    return moment(min(1.0, since + (board_of(state).gap(way.body, other) / rate if rate else 1.0)))


def _burst(run: Run, data: ForcedData, body: str, other: str, time: float) -> ForcedData:
    """Routers burst through own troops: some rout with them, the others are disordered in step 7 (NAP-ROU-05, -06)."""
    told = facts.own(run.state, other)
    if told.nerve.result in ("rout", "surrendered"):
        return data
    text = T("{unit} burst through {other}", unit=Thing(body), other=Thing(other))
    run.tell(body, "burst_through", "move", text, ("NAP-ROU-05",), also=(other,), time=time)
    if not is_carried_away(run.state, other):
        return data
    results.apply_result(run, other, "rout", told.nerve.from_whom, "NAP-ROU-06")
    tracks = {u: t for u, t in data.tracks.items() if u != other}
    left = (*(u for u in data.left if u != other and facts.own(run.state, u).nerve.result == "rout"), other)
    rest = tuple(u for u in data.left if u not in left)
    return replace(data, left=(*left, *rest), since={**data.since, other: time}, tracks=tracks)


@FORCED.named("passage")
def _passage(run: Run, data: ForcedData, got: Reply) -> Outcome:
    """What was decided on passage, openly (NAP-S87)."""
    body = data.left[0]
    for other, answer in got.parts.items():
        text = T("{unit} refused passage to {other}", unit=Thing(other), other=Thing(body))
        if answer == "refuse":
            run.tell(other, "passage_refused", "move", text, ("NAP-ROU-05",), also=(body,))
    told = {f"{body} {other}": answer for other, answer in got.parts.items()}
    return Goto("next", replace(data, passage={**data.passage, **told}))


# --- after the pass --------------------------------------------------------------------------------------------------


@on("tracks")
def after_the_pass(run: Run, event: ev.Event) -> Sequence[Frame]:
    """Who saw the routs of the pass, what running costs (NAP-DIS-26), who is off the table (NAP-S78, NAP-LVF-01)."""
    seen = tuple(_at_its_moment(run.state, g) for g in run.state.own.gone)
    if seen != run.state.own.gone:
        run.emit("routs_seen", "status", None, *changes.battle(run.state, gone=seen), clauses=("NAP-S59",))
    for body in facts.by_id(facts.bodies(run.state), run.state):
        result = facts.own(run.state, body).nerve.result
        if result in GOES:
            results.charge(run, body, result)
            _leave(run, body, result)
    for general in facts.generals(run.state):
        if facts.own(run.state, general).nerve.result in GOES:
            _leave(run, general, facts.own(run.state, general).nerve.result)
    return ()


def _at_its_moment(state: State, one: Gone) -> Gone:
    """A rout as it was seen when it began, where that was later than the start of the move (NAP-S59, NAP-S101)."""
    start = moments.leg_of(state.own.tracks.get(one.body), "rout", 0.0)[0]
    if one.what != "rout" or one.at is not None or start <= TICK:
        return one
    return around.lost(moments.at(state, start), one.body, "rout", start)


@on("ways")
def after_a_quarter(run: Run, event: ev.Event) -> Sequence[Frame]:
    """Who is off the table has left it at once where a move is entered quarter by quarter (NAP-S77, NAP-S78)."""
    for body in (*facts.by_id(facts.bodies(run.state), run.state), *facts.generals(run.state)):
        result = facts.own(run.state, body).nerve.result
        if result in GOES:
            _leave(run, body, result)
        elif facts.legs(run.state, body, "evade"):
            reform.leave(run, body)
    return ()


@on("step_begins")
def run_on_after_the_pass(run: Run, event: ev.Event) -> Sequence[Frame]:
    """Who routs as a charge goes home runs on in the same move, and may be off the table as well (NAP-S78)."""
    for body in (*facts.by_id(facts.bodies(run.state), run.state), *facts.generals(run.state)):
        result = facts.own(run.state, body).nerve.result
        if result in GOES:
            _leave(run, body, result)
    return ()


def is_off(state: State, x: float, y: float) -> bool:
    """Whether a point is beyond the edge of the table."""
    return not (0.0 <= x <= state.table.width and 0.0 <= y <= state.table.depth)


def _leave(run: Run, body: str, result: Result) -> None:
    """A figure is off when its centre is; when more than half of a body are, it has left for good (NAP-S78)."""
    here = facts.figures(run.state, body)
    off = [b.id for b in here if b.pose is not None and is_off(run.state, b.pose.x, b.pose.y)]
    if not off:
        return
    if 2 * len(off) > len(here):
        text, clauses = T("{unit} left the battlefield for good", unit=Thing(body)), ("NAP-LVF-01", "NAP-S78")
        if facts.own(run.state, body).arm == "general":
            lost.take_off(run, body, "left_table", text, clauses, where="off", result=result)
        else:
            marks = [ev.SetPose(b.id, None, "off") for b in here]
            run.tell(body, "left_table", "loss", text, clauses, *marks, result=result)
        return
    marks = [ev.SetPose(b, None, "gone") for b in off]
    text = TN(
        "{n} figure of {unit} leaves the battlefield",
        "{n} figures of {unit} leave the battlefield",
        len(off),
        unit=Thing(body),
    )
    run.tell(body, "figures_left", "loss", text, ("NAP-LVF-01", "NAP-S78"), *marks, n=len(off))
