"""Generals who are lost, and who follows them (NAP-CMD-08 to -12, NAP-R22, NAP-R141, NAP-R142, NAP-S93).

In step 21 a courier leaves for the superior; in step 21 of the move after his arrival the superior names a successor,
whose figure stands by his old unit, without points, and sends couriers to him and to all who must be told.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.declared import on
from game.engine.flow import Run
from game.engine.state import Base, Frame, State, Unit
from game.engine.text import T, Thing
from game.geometry.planar import Shape
from game.geometry.shapes import Footprint, Pose, polygon
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.command import couriers, notes, officers
from rulesets.napoleonic_wars.command.notes import Courier, Lost
from rulesets.napoleonic_wars.data_files import number, whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import hidden, known, own_fields
from rulesets.napoleonic_wars.measures import within
from rulesets.napoleonic_wars.own import BodyOwn, FigureOwn, SideOwn, Stance, Strength

CANNOT_BE_TOLD = ("rout", "surrendered", "dispersed")
"""Results under which a unit is not waited for (NAP-R142)."""
STEP = "NAP-SEQ-41"
"""The clause of the step in which news is acted on (NAP-R23)."""


@on("step_begins")
def news(run: Run, event: ev.Event) -> Sequence[Frame]:
    """Step 21: who has heard counts as told, losses are reported, successors named (NAP-S93)."""
    if STEP in event.clauses:
        step(run)
    return ()


def step(run: Run) -> None:
    """All that news of generals brings in step 21 of a move."""
    for side in run.state.sides:
        for general in facts.generals(known(run.state), side):
            _have_heard(run, side, general)
        own: SideOwn = run.state.sides[side].own
        offices = [(b.id, b.general) for b in own.brigades if b.general] + ([("", own.chief)] if own.chief else [])
        for brigade, general in offices:
            if not officers.in_office(known(run.state), general):
                _follow(run, side, brigade, general)
        for general in facts.generals(known(run.state), side):
            _tell_the_rest(run, side, general)


# --- the loss --------------------------------------------------------------------------------------------------------


def _follow(run: Run, side: str, brigade: str, lost: str) -> None:
    """Report a loss; where the report is a move old, fill the office (NAP-CMD-09, NAP-CMD-10, NAP-R23)."""
    here, now = known(run.state), run.state.own.move
    told = notes.losses(here, side).get(lost) or Lost(now)
    if told.told and not officers.in_office(here, told.told):
        told = replace(told, told="", since=0)
    superior = told.told or officers.above(here, side, brigade)
    if superior == "":
        if told.move < now and not facts.generals(here, side):
            _take_over(run, side, "", run.state.sides[side].own.chief or lost)
        else:
            _note(run, side, lost, told)
    elif told.told and told.since < now:
        _take_over(run, side, brigade, lost, superior)
    elif not told.told and told.at is not None and told.move == now and _is_near(here, told, superior):
        _note(run, side, lost, replace(told, told=superior, since=now))
    else:
        _note(run, side, lost, told)
        if not told.told and not any(c.lost == lost for c in notes.couriers(run.state, side).values()):
            _report(run, side, brigade, lost, told, superior)


def _note(run: Run, side: str, lost: str, told: Lost | None) -> None:
    if notes.losses(run.state, side).get(lost) != told:
        run.emit("news", "order", None, notes.lose(run.state, lost, told), only=side, side=side)


def _stood(told: Lost) -> Shape:
    """The base of a general where he was lost."""
    x, y = told.at or (0.0, 0.0)
    return polygon(Footprint("rect", *told.size), Pose(x, y, told.facing))


def _is_near(view: State, told: Lost, superior: str) -> bool:
    """Whether a superior has the report at once: his base is within 5 cm of the lost one's (NAP-S93)."""
    return within(board_of(view).to_shape(superior, _stood(told)), number(officers.IN_PERSON))


def _report(run: Run, side: str, brigade: str, lost: str, told: Lost, superior: str) -> None:
    """A courier leaves for the superior, from where the general was lost, or later from the nearest unit (NAP-S93)."""
    here, now = known(run.state), run.state.own.move
    goal = board_of(here).outline(superior)
    if told.at is not None and told.move == now:
        couriers.send(run, Courier(superior, couriers.edge_of(_stood(told), goal), now, lost=lost), side)
    elif sender := _nearest(here, side, brigade, superior):
        start = couriers.edge_of(board_of(here).outline(sender), goal)
        couriers.send(run, Courier(superior, start, now, by=sender, lost=lost), side)


def _nearest(view: State, side: str, brigade: str, to: str) -> str:
    """The unit of a brigade, or of the army, that is nearest to somebody and can send a courier; "" for none."""
    mine = [u for u in facts.bodies(view, side) if u != to and facts.own(view, u).nerve.result not in CANNOT_BE_TOLD]
    mine = [u for u in mine if not brigade or view.units[u].own.brigade == brigade] or mine
    return min(mine, key=lambda u: (board_of(view).gap(u, to), facts.natural(u)), default="")


# --- the successor ---------------------------------------------------------------------------------------------------


def _take_over(run: Run, side: str, brigade: str, lost: str, superior: str = "") -> None:
    """Name the successor, or let the next in seniority take command; couriers go to all who must know (NAP-CMD-11)."""
    here = known(run.state)
    if superior and not brigade:
        _note(run, side, lost, None)
        _takes_command(run, side, superior)
        return
    unit = officers.successor(here, side, brigade)
    if unit == "" or not here.bases_of(unit):
        return
    _note(run, side, lost, None)
    name = _promote(run, side, brigade, unit, here.units[lost])
    for to in (name, *facts.own(known(run.state), name).untold):
        _send_news(run, side, name, to, superior or name)


def _takes_command(run: Run, side: str, general: str) -> None:
    """A general of the side becomes commander-in-chief; those whom he did not command before must be told of it."""
    here = known(run.state)
    mine = {u for u in told_later(here, side, "") if general in officers.superiors(here, u)}
    untold = tuple(u for u in told_later(here, side, "") if u not in mine)
    text = T("{unit} took command of the army", unit=Thing(general)) if general in run.state.units else None
    marks = [*changes.side(run.state, side, chief=general), *own_fields(run.state, general, untold=untold)]
    about = (general,) if text is not None else ()
    run.emit("takes_command", "order", text, *marks, clauses=("NAP-CMD-10",), about=about, side=side)
    for to in untold:
        _send_news(run, side, general, to, general)


def _promote(run: Run, side: str, brigade: str, unit: str, before: Unit) -> str:
    """A new figure by the old unit of the man, unseen where that is; none is taken off there (NAP-CMD-12).

    He is called as the general ``before`` him, whose office he has.
    """
    state, unseen = known(run.state), unit in hidden(run.state)
    secret = side if unseen else ""
    front = shape.front(state, unit)
    x, y = shape.centre(state, unit)
    name = run.new_id(f"{side[0].upper()}G")
    told = FigureOwn("", "general", men=whole("general_men"), chief=brigade == "")
    mates = (name, *told_later(state, side, brigade))
    stance, strength = Stance("single", mounted=True), Strength(began=1, at_start=1)
    own = BodyOwn(arm="general", brigade=brigade, untold=mates, stance=stance, strength=strength)
    size = bases.of_role(state, told, "single")
    base = Base(f"{name}.1", name, 1, size, Pose(round(x, 3), round(y, 3), front.facing), "table", own=told)
    kept: SideOwn = state.sides[side].own
    brigades = tuple(replace(b, general=name) if b.id == brigade else b for b in kept.brigades)
    made = Unit(name, side, before.kind, before.name, (base.id,), "", own)
    marks: list[ev.Change] = [ev.Put(unit=made, secret=secret), ev.Put(base=base, secret=secret)]
    marks += changes.side(state, side, **({"brigades": brigades} if brigade else {"chief": name}))
    text = None if unseen else T("The commander of {unit} took over", unit=Thing(unit))
    about = () if unseen else (unit,)
    run.emit("promoted", "order", text, *marks, clauses=("NAP-CMD-09", "NAP-CMD-12"), about=about, side=side)
    return name


def told_later(view: State, side: str, brigade: str) -> tuple[str, ...]:
    """The units that must be told of a new general: those he commands (NAP-R22)."""
    units = {facts.unit_of(view, u) for u in facts.bodies(view, side)}
    mine = (u for u in units if not brigade or view.units[u].own.brigade == brigade)
    return tuple(facts.by_id((u for u in mine if u in view.units), view))


# --- who has been told -----------------------------------------------------------------------------------------------


def _have_heard(run: Run, side: str, general: str) -> None:
    """Those whom the news reached in an earlier move count as told from now on (NAP-S93)."""
    here, now = known(run.state), run.state.own.move
    heard = [who for who, move in notes.hearers(here, general).items() if move < now]
    if heard:
        left = tuple(u for u in facts.own(here, general).untold if u not in heard)
        marks = [notes.heard(run.state, general, who, None) for who in heard]
        marks += own_fields(run.state, general, untold=left)
        run.emit("news", "order", None, *marks, clauses=("NAP-CMD-11", "NAP-S93"), only=side, side=side)


def _tell_the_rest(run: Run, side: str, general: str) -> None:
    """Who has not been told and to whom nobody rides has a courier from the nearest unit (NAP-S93, NAP-R142)."""
    here = known(run.state)
    riding = {c.to for c in notes.couriers(run.state, side).values() if c.news == general}
    for who in facts.own(here, general).untold:
        waiting = who not in riding and who not in notes.hearers(here, general)
        if waiting and who in here.units and _can_be_told(here, who):
            brigade = facts.own(here, general).brigade
            _send_news(run, side, general, who, _nearest(here, side, brigade, who) or general)


def _can_be_told(view: State, who: str) -> bool:
    there = facts.is_here(view, who) or bool(view.bases_of(who))
    return there and facts.own(view, who).nerve.result not in CANNOT_BE_TOLD


def _send_news(run: Run, side: str, general: str, to: str, sender: str) -> None:
    """A courier rides with the news of an appointment, where somebody can be told (NAP-CMD-11, NAP-R142)."""
    here = known(run.state)
    if not _can_be_told(here, to):
        return
    board = board_of(here)
    start = couriers.edge_of(board.outline(sender), board.outline(to))
    couriers.send(run, Courier(to, start, run.state.own.move, news=general, by=sender), side)
