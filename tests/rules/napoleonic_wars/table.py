"""Situations of the Napoleonic Wars in a few words: bodies in their formations, terrain, a field with both armies.

``field(battalion("L1", "south", at=(50, 20)), regiment("C2", "north", at=(50, 60), facing=180))``: lengths in cm,
``at`` is the middle of a body's front edge; south looks north and north south unless ``facing`` says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.apply import apply
from game.engine.fields import with_fields
from game.engine.state import Base, Feature, Secret, Side, State, Table, Tie, Unit
from game.geometry.shapes import Footprint, Pose
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.measures import cm
from rulesets.napoleonic_wars.own import (
    BattleOwn,
    BodyOwn,
    Brigade,
    Class,
    FigureOwn,
    Formation,
    PieceOwn,
    SideOwn,
    Stance,
    Strength,
    SubUnit,
    Weather,
)

LINES = ("hedge", "wall", "fence", "ditch", "moat", "stream", "trench")
Place = tuple[float, float]


class Made(msgspec.Struct, frozen=True):
    """A body that is to be set down."""

    unit: Unit
    bases: tuple[Base, ...]
    at: Place | None
    facing: float
    formation: Formation
    abreast: int = 0
    inverted: bool = False


def shares(figures: int, parts: int | Sequence[int]) -> tuple[int, ...]:
    """Figures of each company: as even as can be, or as told."""
    if not isinstance(parts, int):
        return tuple(parts)
    return tuple(figures // parts + (k < figures % parts) for k in range(parts))


def _made(
    body: str,
    side: str,
    own: BodyOwn,
    told: Sequence[FigureOwn],
    at: Place | None,
    facing: float | None,
    formation: Formation,
    abreast: int,
    parent: str = "",
    inverted: bool = False,
) -> Made:
    stand = Footprint("rect", 1.0, 1.0)
    bases = tuple(Base(f"{body}.{k}", body, k, stand, None, "reserve", own=one) for k, one in enumerate(told, 1))
    looks = facing if facing is not None else 0.0 if side == "south" else 180.0
    unit = Unit(body, side, body, body, tuple(b.id for b in bases), parent, own)
    return Made(unit, bases, at, looks, formation, abreast, inverted)


def _troops(
    body: str,
    side: str,
    arm: Any,
    at: Place | None,
    facing: float | None,
    formation: Formation,
    figures: int,
    companies: int | Sequence[int],
    cls: Class,
    abreast: int,
    sub: Mapping[str, Any],
    how: tuple[str, bool],
    own: Mapping[str, Any],
) -> Made:
    parent, inverted = how
    regular = own.get("regular", True)
    parts = shares(figures, companies if regular else 1)
    classes = {"morale": cls, "training": cls, **sub}
    subs = tuple(SubUnit(f"c{k}", figures=n, **classes) for k, n in enumerate(parts, 1))
    role: Any = "horse" if arm == "horse" and own.get("mounted", True) else "foot"
    told = [FigureOwn(s.id, role) for s in subs for _ in range(s.figures)]
    n = len(told)
    fields = {"subs": subs, "began": n, "at_start": n, "formation": formation, "abreast": abreast, **own}
    return _made(
        body, side, with_fields(BodyOwn(arm=arm), **fields), told, at, facing, formation, abreast, parent, inverted
    )


def battalion(
    body: str,
    side: str,
    at: Place | None = (50.0, 50.0),
    facing: float | None = None,
    formation: Formation = "line",
    figures: int = 24,
    cls: Class = "C",
    companies: int | Sequence[int] = 6,
    abreast: int = 0,
    *,
    weapon: Any = "musket",
    sub: Mapping[str, Any] | None = None,
    parent: str = "",
    inverted: bool = False,
    **own: Any,
) -> Made:
    """Foot: ``companies`` is how many, or the figures of each; ``sub`` more of every company, ``own`` of the body."""
    how = (parent, inverted)
    more = {"weapon": weapon, "kind": "centre", **(sub or {})}
    return _troops(body, side, "foot", at, facing, formation, figures, companies, cls, abreast, more, how, own)


def regiment(
    body: str,
    side: str,
    at: Place | None = (50.0, 50.0),
    facing: float | None = None,
    formation: Formation = "line",
    figures: int = 16,
    cls: Class = "C",
    companies: int | Sequence[int] = 4,
    abreast: int = 0,
    *,
    weapon: Any = "carbine",
    sub: Mapping[str, Any] | None = None,
    parent: str = "",
    inverted: bool = False,
    **own: Any,
) -> Made:
    """Horse, in the saddle unless ``mounted=False``; heavy unless ``light=True``; ``companies`` are squadrons."""
    how = (parent, inverted)
    more = {"weapon": weapon, "kind": "squadron", **(sub or {})}
    fields = {"mounted": True, **own}
    return _troops(body, side, "horse", at, facing, formation, figures, companies, cls, abreast, more, how, fields)


def battery(
    body: str,
    side: str,
    at: Place | None = (50.0, 50.0),
    facing: float | None = None,
    formation: Formation = "deployed",
    pieces: Sequence[str] = ("6", "6", "howitzer"),
    cls: Class = "B",
    abreast: int = 0,
    *,
    crew: int = 4,
    team: int = 6,
    arm: Any = "guns",
    parent: str = "",
    **own: Any,
) -> Made:
    """Guns or rockets with a team each of ``team`` animals: one sub-unit a piece."""
    drivers = team // 2
    subs = tuple(
        SubUnit(f"c{k}", "gun", cls, cls, weapon="dragoon_musket", figures=crew) for k in range(1, len(pieces) + 1)
    )
    told = [FigureOwn(s.id, "gun", piece, crew=crew) for s, piece in zip(subs, pieces, strict=True)]
    told += [FigureOwn(s.id, "team", drivers=drivers, horses=team, team=team) for s in subs]
    n = crew * len(pieces)
    fields = {"subs": subs, "began": n, "at_start": n, "formation": formation, "abreast": abreast, **own}
    made = with_fields(BodyOwn(arm=arm), **fields)
    return _made(body, side, made, told, at, facing, formation, abreast, parent)


def general(
    body: str,
    side: str,
    at: Place | None = (50.0, 10.0),
    facing: float | None = None,
    *,
    chief: bool = False,
    **own: Any,
) -> Made:
    """A general; ``brigade`` names the one that he commands."""
    told = [FigureOwn("", "general", men=20, chief=chief)]
    stance, strength = Stance("single", mounted=True), Strength(began=1, at_start=1)
    fields = with_fields(BodyOwn(arm="general", stance=stance, strength=strength), **own)
    return _made(body, side, fields, told, at, facing, "single", 0)


def piece(kind: str, points: Sequence[Place], ident: str = "", *, line: bool | None = None, **own: Any) -> Feature:
    """A piece of terrain with its points in cm; hedges, walls, fences, ditches, moats and streams are lines."""
    where = tuple((cm(x), cm(y)) for x, y in points)
    name = ident or f"{kind}_{points[0][0]:g}_{points[0][1]:g}"
    return Feature(name, kind, name, where, kind in LINES if line is None else line, own=PieceOwn(**own))


def box(kind: str, west: float, south: float, east: float, north: float, ident: str = "", **own: Any) -> Feature:
    """A rectangle of terrain, in cm."""
    return piece(kind, [(west, south), (east, south), (east, north), (west, north)], ident, line=False, **own)


def field(
    *made: Made,
    features: Sequence[Feature] = (),
    weather: Weather = "fair",
    options: Mapping[str, Any] | None = None,
    size: Place = (200.0, 130.0),
    hidden: Sequence[str] = (),
    ties: Sequence[Tie] = (),
    **battle: Any,
) -> State:
    """A table with bodies and terrain; ``hidden`` ones lie in their side's secret, ``battle`` is of its own part."""
    own = BattleOwn(weather=weather, **{"move": 1, "step": "move", **battle})
    state = State(
        "NAP",
        Table(cm(size[0]), cm(size[1])),
        dict(options or {}),
        {s: Side(s, s.title(), k, _side(s, made)) for k, s in enumerate(("south", "north"))},
        {m.unit.id: m.unit for m in made},
        {b.id: b for m in made for b in m.bases},
        {f.id: f for f in features},
        ties={t.id: t for t in ties},
        own=own,
    )
    for m in made:
        if m.at is not None:
            state = put(state, m.unit.id, m.at, m.facing, m.formation, m.abreast, inverted=m.inverted)
    return hide(state, *hidden)


def _side(side: str, made: Sequence[Made]) -> SideOwn:
    mine = [m for m in made if m.unit.side == side]
    names = dict.fromkeys(m.unit.own.brigade for m in mine if m.unit.own.brigade)
    led = {m.unit.own.brigade: m.unit.id for m in mine if m.unit.own.arm == "general"}
    brigades = tuple(Brigade(name, name, led.get(name, "")) for name in names)
    chief = next((m.unit.id for m in mine if m.bases[0].own.chief), "")
    return SideOwn(edge="south" if side == "south" else "north", brigades=brigades, chief=chief)


def put(
    state: State,
    body: str,
    at: Place,
    facing: float,
    formation: Formation,
    abreast: int = 0,
    *,
    inverted: bool = False,
    building: str = "",
) -> State:
    """The state with a body elsewhere, or in another formation."""
    pose = Pose(cm(at[0]), cm(at[1]), facing)
    moves = shape.placed(state, body, formation, pose, abreast, inverted=inverted, building=building)
    return apply(state, ev.Event("set", "status", changes=moves))


def hide(state: State, *bodies: str) -> State:
    """The state with bodies that the other side has not noticed."""
    for body in bodies:
        unit = state.units[body]
        secret = state.secret.get(unit.side, Secret())
        mine = {b: state.bases[b] for b in unit.bases}
        kept = replace(secret, units={**secret.units, body: unit}, bases={**secret.bases, **mine})
        units = {u: x for u, x in state.units.items() if u != body}
        bases = {b: x for b, x in state.bases.items() if b not in mine}
        state = replace(state, units=units, bases=bases, secret={**state.secret, unit.side: kept})
    return state


def given(state: State, body: str, **fields: Any) -> State:
    """The state with something else in a body's own part."""
    unit = state.units[body]
    return replace(state, units={**state.units, body: replace(unit, own=with_fields(unit.own, **fields))})


def fallen(state: State, body: str, n: int) -> State:
    """The state with the last figures of a body fallen in earlier moves."""
    left = [b for b in state.units[body].bases if state.bases[b].where != "gone"]
    gone = {b: replace(state.bases[b], pose=None, where="gone") for b in left[-n:]}
    return given(replace(state, bases={**state.bases, **gone}), body, lost=of(state, body).strength.lost + n)


def of(state: State, body: str) -> BodyOwn:
    """A body's own part."""
    found: BodyOwn = state.units[body].own
    return found


def at_cm(state: State, body: str) -> tuple[float, float]:
    """Where the middle of a body's front edge is, in cm."""
    pose = shape.front(state, body)
    return round(pose.x / 10.0, 4), round(pose.y / 10.0, 4)


def given_made(made: Made, **fields: Any) -> Made:
    """A body that is to be set down, with something else in its own part."""
    return replace(made, unit=replace(made.unit, own=with_fields(made.unit.own, **fields)))
