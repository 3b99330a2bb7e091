"""Walls breached, buildings set on fire, fires fought and out of control (NAP-BLD, NAP-FIR, NAP-R119, NAP-R136)."""

from __future__ import annotations

import msgspec
import shapely
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import Point
from rulesets.napoleonic_wars.body import around
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts, sight
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import Piece
from rulesets.napoleonic_wars.fire import guns, lanes, shots, tables, timing, volley
from rulesets.napoleonic_wars.fire.aims import Aim, moment_of
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.measures import TICK, cm
from rulesets.napoleonic_wars.own import Breach, Fire, PieceOwn


class Struck(msgspec.Struct, frozen=True, omit_defaults=True):
    """A work that guns of one kind hit: where, with what, by which, and how many "casualties" for all of them.

    ``each`` are those of each model that may set it on fire, by its own crew (NAP-R136).
    """

    piece: str
    at: Point
    body: str
    ammunition: str
    men: int
    each: tuple[int, ...] = ()


class WorksData(msgspec.Struct, frozen=True):
    """What was hit."""

    hits: tuple[Struck, ...]


WORKS = FrameOf("nap.fires", WorksData)


def work_of(view: State, target: str, way: tuple[Point, Point]) -> Piece | None:
    """What a shot at a body hits first: the building that it is in, or the obstacle that it stands directly behind."""
    board = board_of(view)
    if target in board.inside:
        return board.inside[target]
    line = shapely.LineString(way)
    found = [board.ground.by_id[name] for name in sight.behind(view, target)]
    return next((p for p in found if p.kind.cover and p.kind.melee and line.intersects(p.shape)), None)


def struck(view: State, aim: Aim, faces: tuple[int, ...]) -> tuple[Struck, ...]:
    """The work that an aim of roundshot, shell or rockets hits, with what it does to it (NAP-BLD-01, NAP-FIR-01)."""
    if aim.ammunition not in ("roundshot", "shell", "incendiary"):
        return ()
    then, ammunition = moments.at(view, aim.time), guns.ammunition(aim.ammunition)
    random = volley.added(view, aim, faces)
    out: list[Struck] = []
    crews: dict[int, int] = {}
    each: list[int] = []
    found: Piece | None = None
    at: Point = (0.0, 0.0)
    for gun in aim.figures:
        told = facts.figure(then.bases[gun])
        bears = lanes.gun_bears(then, gun, aim.target, cm(guns.reach_of(told.piece, ammunition)), aim.part)
        way = (lanes.muzzle(then.bases[gun]), bears.point) if bears is not None else None
        piece = work_of(then, aim.target, way) if way is not None else None
        if bears is None or way is None or piece is None:
            continue
        found, at = piece, bears.point
        m, mark = moment_of(view, aim), aim.target
        shot = shots.big(m, gun, mark, ammunition, bears.far, way, aimed=mark, split=aim.split, free=True)
        plain = replace(
            shot, target="close", ranks=1, mounted=False, british_line=False, elephants=False, moved=0.0,
            charging="", prone=False,
        )  # fmt: skip
        factor = guns.factor(plain) + random
        crew = shots.crew(view, gun)
        crews[factor] = crews.get(factor, 0) + crew
        if aim.ammunition != "roundshot" and piece.kind.sight == "building":
            each.append(tables.t14(crew, factor))
    if found is not None:
        men = sum(tables.t14(n, factor) for factor, n in crews.items())
        out.append(Struck(found.id, at, aim.body, aim.ammunition, men, tuple(each)))
    return tuple(out)


@WORKS.step
def _begin(run: Run, data: WorksData, got: object) -> Outcome:
    """Breaches; then 2d6 for each shell and rocket that hit a building, in the order of models (NAP-R136)."""
    for hit in data.hits:
        if hit.ammunition != "incendiary" and hit.men:
            _breach(run, hit)
    rows = [
        ev.DiceRow(run.state.units[hit.body].side, 2, label=T("{unit}", unit=Thing(hit.body)))
        for hit in data.hits
        for _ in hit.each
    ]
    if not rows:
        return Goto("lit", data)
    return Roll(ev.Request(tuple(rows), T("Does it catch fire?"), "NAP-FIR-01"), "lit", data)


def _breach(run: Run, hit: Struck) -> None:
    """A breach: 1 mm of hard cover for each "casualty", 2 mm of soft (NAP-BLD-01)."""
    piece = board_of(run.state).ground.by_id[hit.piece]
    width = float(hit.men * (2 if piece.kind.cover == "soft" else 1))
    own: PieceOwn = run.state.features[hit.piece].own
    text = T("{unit} made a breach of {width} mm in {piece}", unit=Thing(hit.body), width=width, piece=Thing(hit.piece))
    more = changes.own_field("feature", hit.piece, breaches=(*own.breaches, Breach(hit.at, width)))
    run.tell(hit.body, "breached", "shot", text, ("NAP-BLD-01",), more, width=width)


def chance(own: PieceOwn, men: int, *, incendiary: bool, rain: bool) -> int:
    """What is added to 2d6 for a hit on a building (NAP-FIR-01).

    >>> chance(PieceOwn(wooden=True, roof="thatch"), 4, incendiary=False, rain=False)
    10
    """
    roof = {"hard": 0, "wood": 2, "thatch": 4}[own.roof]
    return men + 4 * incendiary + 2 * own.wooden + roof - 5 * rain


@WORKS.step
def _lit(run: Run, data: WorksData, got: ev.Rolled | None) -> Outcome:
    faces = list(got.faces) if got is not None else []
    rain = run.state.own.weather == "rain"
    for hit in data.hits:
        for men in hit.each:
            own: PieceOwn = run.state.features[hit.piece].own
            total = sum(faces.pop(0)) + chance(own, men, incendiary=hit.ammunition == "incendiary", rain=rain)
            if total >= whole("fire_needed"):
                _light(run, hit.body, hit.piece, 1, "NAP-FIR-01", total)
    _burn(run)
    return Done()


def _light(run: Run, body: str, piece: str, n: int, clause: str, total: int = 0) -> None:
    """So many fires; ``total`` is the sum by which one began, where one was needed."""
    own: PieceOwn = run.state.features[piece].own
    fires = (*own.fires, *(Fire(run.state.own.move) for _ in range(n)))
    text = T("{unit} set {piece} on fire", unit=Thing(body), piece=Thing(piece))
    run.tell(
        body, "lit", "shot", text, (clause,), changes.own_field("feature", piece, fires=fires), fires=n, total=total
    )


# --- burning ---------------------------------------------------------------------------------------------------------


def is_idle(view: State, body: str) -> bool:
    """Whether a body neither moved, fired nor fought in the whole move (NAP-FIR-02, NAP-FIR-04)."""
    return not facts.has_fired(view, body) and not facts.in_melee(view, body) and timing.still(view, body) >= 1.0 - TICK


def _burn(run: Run) -> None:
    """Garrisons light their buildings or put fires out; after two moves fires are wild, then who is inside is lost."""
    for body in facts.bodies(run.state):
        for told in shots.ordered(run.state, body, act.Light):
            if facts.own(run.state, body).inside == told.building and is_idle(run.state, body):
                _light(run, body, told.building, facts.strength(run.state, body), "NAP-FIR-02")
    for piece in list(run.state.features):
        own: PieceOwn = run.state.features[piece].own
        if own.fires:
            _fight(run, piece)
            _spread(run, piece)


def _inside(view: State, piece: str) -> tuple[str, ...]:
    return tuple(u for u in facts.bodies(view) if facts.own(view, u).inside == piece)


def _fight(run: Run, piece: str) -> None:
    """One fire goes out for four idle figures, in the two moves after it was lit (NAP-FIR-03, NAP-FIR-04)."""
    state = run.state
    own: PieceOwn = state.features[piece].own
    young = [f for f in own.fires if not f.wild and 0 < state.own.move - f.lit <= 2]
    lighters = {b for b in _inside(state, piece) if shots.ordered(state, b, act.Light)}
    idle = [b for b in _inside(state, piece) if b not in lighters and is_idle(state, b)]
    out = min(len(young), sum(facts.strength(state, b) for b in idle) // 4)
    if not out:
        return
    fires = list(own.fires)
    for fire in young[:out]:
        fires.remove(fire)
    text = T("{unit} put out fires in {piece}", unit=Thing(idle[0]), piece=Thing(piece))
    marks = changes.own_field("feature", piece, fires=tuple(fires))
    run.tell(idle[0], "put_out", "status", text, ("NAP-FIR-04",), marks, fires=out)


def _spread(run: Run, piece: str) -> None:
    """At the end of the second move after it was lit a fire is out of control; in the third it destroys (NAP-R119)."""
    state, move = run.state, run.state.own.move
    own: PieceOwn = state.features[piece].own
    for body in _inside(state, piece) if any(f.wild for f in own.fires) else ():
        lost = [ev.SetPose(b.id, None, "gone") for b in facts.left(state, body)]
        gone = around.gone(run.state, body, "destroyed")
        text = T("{unit} burned together with {piece}", unit=Thing(body), piece=Thing(piece))
        run.tell(body, "destroyed", "loss", text, ("NAP-FIR-05", "NAP-R119"), *gone, *lost)
    if any(not f.wild and move - f.lit >= 2 for f in own.fires):
        fires = tuple(replace(f, wild=f.wild or move - f.lit >= 2) for f in own.fires)
        text = T("The fire in {piece} is out of control", piece=Thing(piece))
        change = changes.own_field("feature", piece, fires=fires)
        run.emit("wild_fire", "status", text, change, clauses=("NAP-FIR-05",), about=(piece,))
