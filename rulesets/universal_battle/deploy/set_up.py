"""Where a unit is set up: in deployment, as infiltrators, on arrival, out of a carrier or its wreck.

The question, and whose turn it is. USB-SET-04, USB-SET-05, USB-TRN-05, USB-TRN-07, USB-TRN-09, USB-HRO-09, USB-R05,
USB-R45, USB-S08, USB-S10, USB-S17, USB-S18.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from game.engine import changes
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import Posed
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose
from game.kit.deploy import AUTO, Nearest
from game.kit.figures.placing import Rule
from game.kit.figures.set_up import SetUpFigures
from game.kit.shown.words import unit_name
from rulesets.universal_battle.army.items import item
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.deploy.zones import (
    EDGE_GAP,
    FORMATIONS,
    PLACING,
    SHAPED,
    Strip,
    about,
    facing_of,
    formation_bar,
    in_line,
    outside,
    shapes,
    too_far,
    whole,
    zone_of,
)
from rulesets.universal_battle.field import facts, spacing
from rulesets.universal_battle.field.ground import board, still
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.own import Formation

Moment = Literal["deployment", "infiltration", "arrival", "landing", "wreck"]
MOMENTS: dict[Moment, tuple[str, Text, Text]] = {
    "deployment": ("USB-S08", T("Every base must stand wholly in the deployment zone"), T("{side} set up {unit}")),
    "infiltration": ("USB-SPC-14", T("Infiltrators stand outside the enemy's zone"), T("{side} set up {unit}")),
    "arrival": ("USB-R45", T("Every base must stand on the table"), T("{unit} arrived")),
    "landing": (
        "USB-TRN-05",
        T("Every base must stand on the table, beside the carrier"),
        T("{unit} got out of the carrier"),
    ),
    "wreck": (
        "USB-TRN-09",
        T("Every base must stand on the table, beside the wreck"),
        T("{unit} got out of the wreck"),
    ),
}
"""The clause, what is said of who stands elsewhere, and of who is set up."""
LATE: tuple[Moment, ...] = ("arrival", "landing", "wreck")
"""Moments in the battle, at which nobody but the unit concerned is placed, and in Skirmish (USB-R45, USB-S18)."""
ROOMIER = 0.5
"""Inches by which a zone without room is deepened at a time (USB-S08)."""


def in_reserve(view: State, unit: str) -> bool:
    """Whether a unit waits beside the table for its place."""
    return any(b.where == "reserve" for b in facts.left(view, unit)) and not facts.own(view, unit).joined


def carrier_at(view: State, carrier: str) -> tuple[float, float, float]:
    """Middle and radius (mm) of a carrier's base, or of the place where it was wrecked."""
    models = view.bases_of(carrier)
    if not models or models[0].pose is None:
        x, y, radius = view.own.wreck
        return x, y, radius
    base = models[0]
    return models[0].pose.x, models[0].pose.y, max(base.shape.width, base.shape.depth) / 2.0


class SetUpQuestion(SetUpFigures):
    """Which unit is set up next, and where."""

    placing = PLACING
    form_clause = "USB-S10"
    tried, alone = ("phalanx", "open", "column", "block", "hidden"), ("", "hidden")
    shifts = ((0.0, 0.0), (6.0, 0.0), (-6.0, 0.0), (12.0, 0.0), (-12.0, 0.0), (0.0, -2.0))
    tries = 4000
    room_clause = "USB-S08"

    def __init__(self, what: Moment) -> None:
        self.what: Moment = what
        shaped = () if what in LATE else SHAPED
        self.formations = tuple(f for f in FORMATIONS if f.id not in SHAPED or f.id in shaped)
        self.clause, elsewhere, self.said = MOMENTS[what]
        self.outside, self.in_array = ask.Bar(elsewhere, self.clause), what == "deployment"

    def waiting(self, view: State, side: str) -> tuple[str, ...]:
        """The units that are set up at this moment, in the order of the list."""
        mine = [u.id for u in view.units_of(side)]
        if self.what == "arrival" or self.what == "landing":
            return tuple(u for u in mine if u == view.own.acting)
        if self.what == "wreck":
            lost = (u for u in mine if (c := facts.own(view, u).aboard) and not facts.left(view, c))
            return tuple(u for u in lost if facts.left(view, u) and not facts.own(view, u).joined)[:1]
        late = "infiltrator" if self.what == "infiltration" else ""
        return tuple(u for u in mine if in_reserve(view, u) and facts.own(view, u).arrival == late)

    def in_turn(self, view: State, side: str) -> tuple[str, ...]:
        """Those first who begin in nobody else, then who joins and embarks."""
        return tuple(sorted(self.waiting(view, side), key=lambda u: bool(facts.own(view, u).starts)))

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """The rest may be left to the usual array."""
        return (ask.Exit(AUTO, T("At the default place")),) if self.what in LATE else super().exits(view, decision)

    def zone(self, view: State, side: str, unit: str) -> Strip:
        """The part of the table for a unit; without room in its zone, over its front edge as little as can be."""
        if self.what == "deployment":
            who = unit, view.sides[side].own.edge, tuple(shapes(view, unit).values())
            key = ("room", *who, view.own.zone, view.own.zones)
            return board(view).memo.once(key, lambda: self._with_room(view, side, unit))
        if self.what == "infiltration":
            return outside(view, side)
        if self.what == "arrival":
            return whole(view)
        return about(view, carrier_at(view, facts.own(view, unit).aboard), inch(number("board")), unit)

    def formation(self, view: State, standing: ask.Standing) -> Formation:
        """The formation in which a unit stands at a place."""
        return "skirmish" if self.what in LATE else SHAPED.get(standing.formation, "skirmish")

    def _with_room(self, view: State, side: str, unit: str) -> Strip:
        deeper = (zone_of(view, side, inch(ROOMIER) * k) for k in range(int(view.table.depth / inch(ROOMIER))))
        told = self.outside, self.rule(view, unit)
        return next((s for s in deeper if self.somewhere(view, unit, s, *told) is not None), zone_of(view, side))

    def space(self, view: State, side: str, waiting: Sequence[str]) -> ask.PlaceSpace:
        """The units left with points and models, the zone, formations, and in whom they may begin."""
        inside = dict.fromkeys(c for unit in waiting for c in self.hosts(view, unit))
        carriers = tuple(ask.Choice(unit, unit_name(unit)) for unit in inside)
        lone = tuple(one for one in self.formations if one.id in ("line", "hidden"))
        by_unit = {unit: self.formations if len(facts.left(view, unit)) > 1 else lone for unit in waiting}
        outlines = self.zone(view, side, waiting[0]).outlines if waiting else ()
        return ask.PlaceSpace(self.things(view, waiting), outlines, self.formations, carriers=carriers, shapes=by_unit)

    def hosts(self, view: State, unit: str) -> tuple[str, ...]:
        """Troops that a hero may begin in, carriers that a unit may begin aboard (USB-S08, USB-TRN-07)."""
        if self.what in LATE:
            return ()
        mine = [u.id for u in view.units_of(view.units[unit].side) if u.id != unit]
        return tuple(u for u in mine if self.inside_bar(view, unit, u) is None)

    def stands(self, view: State, unit: str, other: str) -> bool:
        """Whether a unit has its place, so that others can begin in it; they may also both come later (USB-R45)."""
        return facts.deployed(view, other) or {facts.own(view, u).arrival for u in (unit, other)} == {"sudden"}

    def inside_bar(self, view: State, unit: str, other: str) -> ask.Bar | None:
        """Why a unit cannot begin in another: a hero in troops, aboard too, anybody small enough in a carrier."""
        models = facts.left(view, unit)
        if other not in view.units or view.units[other].side != view.units[unit].side:
            return ask.Bar(T("{unit} is not on the table, so nothing can start inside it", unit=other), "USB-S08")
        if not self.stands(view, unit, other) or facts.own(view, other).joined:
            return ask.Bar(T("{unit} has no place on the table yet", unit=Thing(other)), "USB-S08")
        if facts.monster(view, other):
            return facts.cargo_bar(view, unit, other)
        lone = len(models) == 1 and facts.is_hero(models[0]) and not facts.monster(view, unit)
        if not lone or facts.hero_base(view, other):
            return ask.Bar(T("{unit} cannot begin in {other}", unit=Thing(unit), other=Thing(other)), "USB-S17")
        if facts.own(view, other).aboard:
            return facts.cargo_bar(view, unit, facts.own(view, other).aboard)
        if view.bases_of(other) and spacing.beside(view, models[0], view.bases_of(other)) is None:
            return ask.Bar(T("{other} has no free place for the hero", other=Thing(other)), "USB-S17")
        return None

    def begins_in(self, view: State, unit: str) -> str:
        """In whom a unit usually begins, "" for nobody."""
        starts = facts.own(view, unit).starts
        return next((h for h in self.hosts(view, unit) if view.units[h].kind == starts), "") if starts else ""

    def usual(self, view: State, unit: str) -> ask.Standing | None:
        """Its usual place, None where there is no room for it at all."""
        inside, of_figures = self.begins_in(view, unit), super().usual
        if inside:
            return ask.Standing(unit, inside=inside)
        return still(view, ("usual", type(self), self.what, unit), lambda: of_figures(view, unit))

    def wish(self, view: State, unit: str) -> Pose:
        """Where it would like to stand: side by side along the zone, those who shoot behind the others."""
        side = view.units[unit].side
        facing = facing_of(view, side)
        if self.what in ("landing", "wreck"):
            x, y, _ = carrier_at(view, facts.own(view, unit).aboard)
            return Pose(x, y, facing)
        zone = outside(view, side) if self.what == "infiltration" else zone_of(view, side)
        if self.what == "arrival":
            foes = [b.pose for e in facts.enemies(view, unit) for b in facts.models(view, e) if b.pose is not None]
            weak = foes[-1] if foes else Pose(view.table.width / 2.0, view.table.depth / 2.0)
            return Pose(weak.x, weak.y, facing)
        across, name = in_line(view, side).get(unit, (view.table.width / 2.0, "line"))
        far = max((item(w.item).reach for b in facts.left(view, unit) for w in facts.model(b).weapons), default=0.0)
        points = [p for ring in zone.outlines for p in ring]
        low, high = min(y for _, y in points), max(y for _, y in points)
        deep = PLACING.extent(shapes(view, unit).values(), name)[1] / 2.0 + inch(EDGE_GAP)
        back = max(deep, inch(3.5 if far >= inch(18.0) else 1.5))
        y = high - back if facing < 90.0 or facing > 270.0 else low + back
        return Pose(round(across, 3), round(y, 3), facing)

    def arrangements(self, view: State, unit: str) -> tuple[str, ...]:
        """A block first where there is no room for all in line."""
        line = in_line(view, view.units[unit].side) if self.what == "deployment" else {}
        return ("block", *self.usually) if unit in line and line[unit][1] == "block" else self.usually

    def rule(self, view: State, unit: str) -> Rule | None:
        """Beside the carrier, for who gets out."""
        if self.what not in ("landing", "wreck"):
            return None
        centre = carrier_at(view, facts.own(view, unit).aboard)
        return lambda poses: too_far(view, centre, inch(number("board")), poses)

    def bar(self, view: State, standing: ask.Standing, poses: dict[str, Pose]) -> ask.Bar | None:
        """Why a unit cannot be set up so."""
        bar = super().bar(view, standing, poses)
        return bar or formation_bar(view, standing.thing, standing.formation, poses)

    def _judged(self, view: State, decision: ask.Decision, answer: ask.Answer, nearest: Nearest | None) -> ask.Verdict:
        """As everywhere; who begins in somebody needs no place of his own."""
        if isinstance(answer, ask.PlaceAnswer) and len(answer.places) == 1 and answer.places[0].inside:
            standing = answer.places[0]
            if standing.thing not in self.waiting(view, decision.side):
                return ask.refused(T("{unit}: cannot be set up now", unit=standing.thing), self.clause)
            if self.what in LATE:
                return ask.refused(T("No unit can start inside now"), self.clause)
            bar = self.inside_bar(view, standing.thing, standing.inside)
            return ask.LEGAL if bar is None else ask.refused(bar.text, bar.clause)
        return super()._judged(view, decision, answer, nearest)

    def variants(self, view: State, standing: ask.Standing) -> Iterator[ask.Standing]:
        """The same unit in somebody, to the sides, and in other formations."""
        yield from (ask.Standing(standing.thing, inside=other) for other in self.hosts(view, standing.thing))
        if not standing.inside:
            yield from super().variants(view, standing)

    def message(self, view: State, side: str) -> Text:
        """Who is to set up what."""
        if self.what == "infiltration":
            return T("{side}: set up infiltrators", side=Thing(side))
        if self.what == "deployment":
            return T("{side}: set up a unit", side=Thing(side))
        return T("{side}: a place for {unit}", side=Thing(side), unit=Thing(self.waiting(view, side)[0]))

    def place(self, run: Run, side: str, standing: ask.Standing) -> None:
        """Set a unit up, or let it begin in another."""
        unit, state = standing.thing, run.state
        if standing.inside:
            self._begin_inside(run, side, unit, standing.inside)
            return
        formation = self.formation(state, standing)
        marks: list[ev.Change] = [ev.SetPose(b, pose) for b, pose in self.poses_of(state, standing).items()]
        for one in facts.company(state, unit):
            marks += changes.unit(state, one, formation=formation, aboard="", arrival="")
        text = Text(self.said.key, {"side": Thing(side), "unit": Thing(unit)})
        run.tell(unit, "deployed", "place", text, (self.clause,), *marks, moment=self.what)

    def _begin_inside(self, run: Run, side: str, unit: str, other: str) -> None:
        """In a carrier, in troops, or in troops in a carrier; with those who come later, later (USB-R45)."""
        state, carries = run.state, facts.monster(run.state, other)
        arrival = facts.own(state, unit).arrival if facts.own(state, unit).arrival == "sudden" else ""
        aboard = other if carries else facts.own(state, other).aboard
        marks: list[ev.Change] = [ev.SetPose(b, None, "inside", aboard) for b in self.bases(state, unit) if aboard]
        for base in facts.left(state, unit):
            if not aboard and state.bases_of(other):
                marks.append(ev.SetPose(base.id, spacing.beside(state, base, state.bases_of(other))))
        marks += changes.unit(state, unit, aboard=aboard, joined="" if carries else other, arrival=arrival)
        words = {"unit": Thing(unit), "other": Thing(other)}
        text, clauses = T("{unit} joined {other}", **words), ("USB-S08",)
        if carries:
            text, clauses = T("{unit} went aboard {other}", **words), ("USB-TRN-07",)
        run.tell(unit, "deployed", "place", text, clauses, *marks, also=(other,), moment=self.what)

    def leave_to_usual(self, run: Run, side: str) -> None:
        """A side lets all that is left take its usual places."""
        text = T("{side}: the rest set up in the default positions", side=Thing(side))
        run.emit("auto_placing", "flow", text, clauses=("USB-SET-05",), side=side)


DEPLOYING, INFILTRATING = SetUpQuestion("deployment"), SetUpQuestion("infiltration")
ARRIVING, LANDING, FLEEING = SetUpQuestion("arrival"), SetUpQuestion("landing"), SetUpQuestion("wreck")
DEPLOY, INFILTRATE = Posed("deploy", DEPLOYING), Posed("infiltrate", INFILTRATING)
ARRIVE, LAND, FLEE = Posed("arrive", ARRIVING), Posed("land", LANDING), Posed("flee_wreck", FLEEING)
