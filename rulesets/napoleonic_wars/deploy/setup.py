"""Setting up: what a set-up may hold, the state before the first step, and deployment, sealed, of all bodies at once.

NAP-SEQ-01 to -06, NAP-ARM-09, NAP-CMD-01, NAP-DET-03, NAP-S01 to NAP-S05, NAP-S38, NAP-R01, NAP-R03. An answer names
for each body the middle of its front edge, under its own id, and its formation; foot may begin inside a building.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from sys import intern
from typing import Any

import msgspec
import shapely
from msgspec.structs import replace

from game.engine import changes
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.fields import with_fields
from game.engine.flow import Ask, Done, Outcome, Run
from game.engine.lists import Limit
from game.engine.ruleset import Goal, Problem, Setup, Unforced
from game.engine.state import Base, Frame, Secret, State, Unit
from game.engine.table_plans.document import TablePlan
from game.engine.tells import Sketch
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose
from game.kit.muster import setup as kit
from game.kit.muster.lists import taken
from game.kit.muster.setup import Counts, Fielded, Ground, Options, Troops
from game.kit.verdicts import barred, ghosts
from rulesets.napoleonic_wars import data_files
from rulesets.napoleonic_wars.army import composer_card, limits, rows
from rulesets.napoleonic_wars.army.data_army import OWN_ARMIES, Army
from rulesets.napoleonic_wars.army.fields import CHIEF, GENERAL
from rulesets.napoleonic_wars.army.rows import Row
from rulesets.napoleonic_wars.body import rights, shape
from rulesets.napoleonic_wars.data_files import RULESET_ID
from rulesets.napoleonic_wars.deploy import zones
from rulesets.napoleonic_wars.deploy.scenarios import EDGES, SCENARIOS, TABLES, Scenario, zone
from rulesets.napoleonic_wars.deploy.zones import Outlines, Place
from rulesets.napoleonic_wars.field import detection, facts
from rulesets.napoleonic_wars.own import BattleOwn, Brigade, SideOwn

ATTACKER, DEFENDER = T("Attacker"), T("Defender")
RIFLED = "rifled_musket"


class SetUp(kit.SetUp[Army, Scenario]):
    """How a battle is set up."""

    ruleset = RULESET_ID
    frame = "nap.battle"
    clauses = ("NAP-SEQ-01", "NAP-S02", "NAP-ARM-01")
    battles = SCENARIOS
    from_scenario = ("moves", "season")
    option_rows = staticmethod(data_files.options)
    own = OWN_ARMIES
    tables = TABLES
    entry = staticmethod(composer_card.entry)
    list_for = staticmethod(limits.list_for)

    def size_of(self, scenario: Scenario, side: str, points: int) -> int:
        """A side's share of the points agreed."""
        share = next((n for who, n in scenario.share.items() if EDGES[who] == EDGES[side]), 1.0)
        return round(points * share)

    def roles(self, scenario: Scenario) -> dict[str, Text]:
        """Who attacks."""
        if not scenario.attacker:
            return {}
        return {side: ATTACKER if side == scenario.attacker else DEFENDER for side in EDGES}

    def check_list(self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options) -> list[Problem]:
        """Points, weak units, generals, and what is recommended (NAP-ARM-10, NAP-R14)."""
        limit, where = self.size_of(scenario, side, int(options["points"])), f"sides.{side}"
        found = limits.check(army, counts, limit, options, where, rows.terms_of(options, army))
        for row, _ in taken(army.unit, counts):
            if row.weapon == RIFLED and not options["rifled_muskets"]:
                text = T("Rifled muskets belong to the Crimean War. Allow them in the options.")
                found.append(Problem(f"{where}.counts.{row.code}", text, "NAP-CRI-01"))
        return found

    def limits_of(
        self, scenario: Scenario, side: str, army: Army, counts: Counts, options: Options
    ) -> tuple[Limit, ...]:
        """The same bounds as the composer shows them."""
        limit = self.size_of(scenario, side, int(options["points"]))
        return limits.limits(army, counts, limit, rows.terms_of(options, army))

    def new_unit(self, row: Row, army: Army, side: str, unit_id: str) -> tuple[Unit, tuple[Base, ...]]:
        """A unit with its figures, in reserve, at the usual terms."""
        return rows.new_unit(row, army, side, unit_id)

    def begin(self, setup: Setup) -> tuple[State, Frame]:
        """The state before the first step, with units as they are at the terms agreed (NAP-S38), and its frame.

        Each side has its secret, though nothing is in it yet: by that a view is known as its own.
        """
        state, frame = super().begin(setup)
        state = replace(state, secret={side: Secret() for side in state.sides})
        options = state.options
        if rows.terms_of(options) == rows.USUAL and not options.get("before_1807"):
            return state, frame
        fielded, _ = self._fielded(setup)
        made = [rows.new_unit(r, one.army, side, i, options) for side, one in fielded.items() for r, i in one.units]
        units = {unit.id: unit for unit, _ in made}
        return replace(state, units=units, bases={b.id: b for _, bases in made for b in bases}), frame

    def side_own(self, scenario: Scenario, side: str, fielded: Fielded) -> SideOwn:
        """The army, its edge, its brigades with their generals, its commander-in-chief (NAP-ARM-09, NAP-R141)."""
        army: Army = fielded.army
        here = {row.code: unit for row, unit in fielded.units if row.is_general}
        chief = next((here[row.code] for row in army.unit if row.kind == CHIEF and row.code in here), "")
        brigades = []
        for row in army.unit:
            above = next((r.code for r in army.unit if r.code == row.brigade and r.kind == GENERAL), "")
            if row.kind == GENERAL:
                brigades.append(Brigade(row.code, row.leads or row.name, here.get(row.code, ""), above))
        used = {row.brigade for row, _ in fielded.units} | set(here)
        kept = tuple(b for b in brigades if b.id in used)
        return SideOwn(fielded.chosen.army, army.year, EDGES[side], kept, chief)

    def battle_own(self, scenario: Scenario, setup: Setup, options: Options, troops: Troops) -> BattleOwn:
        """Length, season, zones, and the rows of armies of one's own (NAP-S04, NAP-S02)."""
        zones = scenario.zones()
        if setup.table is not None:
            surface = self.tables.surface(setup.table)
            strips = ((side, zone(surface, edge, setup.table.zone_depth)) for side, edge in EDGES.items())
            zones = self.tables.zones(setup.table) or tuple(strips)
        season: Any = intern(options["season"])  # the very word of the default is left out of what is written
        return BattleOwn(scenario.id, moves=int(options["moves"]), season=season, troops=troops, zones=zones)

    def ground(self, scenario: Scenario, setup: Setup, options: Options) -> Ground:
        """The scenario's table with its objectives (NAP-S03)."""
        return Ground(scenario.surface, scenario.land(), scenario.markers())

    def own_ground(self, scenario: Scenario, table: TablePlan) -> Ground:
        """A table of the players' own, with the scenario's objectives where it has room for them."""
        surface = self.tables.surface(table)
        wide, deep = surface.width / scenario.surface.width, surface.depth / scenario.surface.depth
        markers = {}
        for name, marker in scenario.markers().items():
            assert marker.pose is not None
            at = replace(marker.pose, x=round(marker.pose.x * wide, 3), y=round(marker.pose.y * deep, 3))
            markers[name] = replace(marker, pose=at, own=replace(marker.own, feature=""))
        return Ground(surface, self.tables.land(table), markers)


SETUP = SetUp()
CLAUSE = "NAP-SEQ-04"
CLAUSES = (CLAUSE, "NAP-S02")
DEPLOY = FrameOf("nap.deploy")
Idea = tuple[ask.PlaceAnswer, bool]
"""An array that may be offered, and whether it is the usual one."""
INSIDE: Place = ("garrison", Pose(0.0, 0.0))
"""What stands for the place of a garrison."""


class DeployQuestion(Unforced):
    """Where the bodies of a side stand: all of them in one answer (NAP-SEQ-04, NAP-S05)."""

    kind: ask.Kind = "place"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """All bodies, each with its formations; the usual array is draft and default."""
        side = decision.side
        due = zones.waiting(view, side)
        things = tuple(ask.Choice(u, T("{unit}", unit=Thing(u))) for u in due)
        shapes = {u: tuple(ask.Choice(f, rights.NAMES[f]) for f in zones.formations(view, u)) for u in due}
        draft = self.usual(view, side)
        houses = tuple(ask.Choice(h, T("{piece}", piece=Thing(h))) for h in zones.houses(view, side))
        least, most = len(draft.places), len(due)
        space = ask.PlaceSpace(things, zones.zone(view, side), carriers=houses, least=least, most=most, shapes=shapes)
        return ask.Asked(space, ask.Reply(draft), draft=draft)

    def usual(self, view: State, side: str) -> ask.PlaceAnswer:
        """The usual array; who finds no room in it is left out."""
        found = zones.array(view, side)
        return ask.PlaceAnswer(tuple(ask.Standing(u, {u: at}, formation) for u, (formation, at) in found.items()))

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge where bodies stand: in the zone, beside each other, in formations that they may have."""
        if not isinstance(answer, ask.PlaceAnswer):
            return ask.refused(T("That answer does not fit this question."))
        due, taken, shown = zones.waiting(view, decision.side), Outlines(), dict[str, Pose]()
        within: Counter[str] = Counter()
        for standing in answer.places:
            unit = standing.thing
            if unit not in due or unit in taken:
                return ask.refused(T("{unit} cannot be placed now.", unit=Thing(unit)), CLAUSE)
            if standing.inside:
                wrong = zones.house_bar(view, unit, standing.inside, within[standing.inside])
                if wrong is not None:
                    return barred(wrong, unit, None, ghosts(shown))
                within[standing.inside] += facts.strength(view, unit)
                taken[unit] = shapely.Point()
                continue
            place = place_of(view, standing)
            if place is None:
                return ask.unfinished(T("{unit}: give its place and its formation.", unit=Thing(unit)), CLAUSE)
            wrong = zones.bar(view, unit, place, taken)
            poses = shape.poses(view, unit, place[0], place[1])
            if wrong is not None:
                return barred(wrong, unit, self._instead(view, answer, unit, place), ghosts(shown | poses))
            taken[unit] = zones.outline(view, unit, place[0], poses)
            shown |= poses
        left = [u for u in due if u not in taken]
        if left and any(_room(view, u, taken) for u in left):
            text = T("Still to be placed: {units}", units=[Thing(u) for u in left])
            return ask.Verdict("unfinished", (ask.Reason(text, CLAUSE),), ghosts=ghosts(shown))
        return ask.Verdict("legal", ghosts=ghosts(shown))

    def _instead(self, view: State, answer: ask.PlaceAnswer, unit: str, place: Place) -> ask.PlaceAnswer | None:
        """The same with one body at the nearest free place."""
        told = {s.thing: place_of(view, s) for s in answer.places if s.thing in view.units and s.thing != unit}
        taken: Outlines = {}
        for other, at in told.items():
            if at is not None:
                taken[other] = zones.outline(view, other, at[0], shape.poses(view, other, *at))
        free = zones.nearest(view, unit, place, taken)
        if free is None:
            return None
        there = ask.Standing(unit, {unit: free}, place[0])
        return ask.PlaceAnswer(tuple(there if s.thing == unit else s for s in answer.places))

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """The usual array (:class:`game.engine.tells.TellsDefault`)."""
        return ask.Reply(self.usual(view, decision.side))

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """None: an army is deployed whole (:class:`game.engine.tells.TellsExits`)."""
        return ()

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """The usual array, and the same with single bodies in other formations or aside."""
        worked_out = (self._legal(view, decision, one) for one in self._ideas(view, decision))
        return islice((reply for reply in worked_out if reply is not None), limit)

    def sketches(self, view: State, decision: ask.Decision, limit: int) -> Iterable[Sketch]:
        """The same arrays, each judged only if it is drawn (:class:`game.engine.tells.TellsSketches`)."""
        return [partial(self._legal, view, decision, one) for one in islice(self._ideas(view, decision), limit)]

    def _legal(self, view: State, decision: ask.Decision, idea: Idea) -> ask.Reply | None:
        """An array as a reply; None where it is not the usual one and may not stand so."""
        answer, usual = idea
        return ask.Reply(answer) if usual or self.check(view, decision, answer).legal else None

    def _ideas(self, view: State, decision: ask.Decision) -> Iterator[Idea]:
        usual = self.usual(view, decision.side)
        yield usual, True
        for k, standing in enumerate(usual.places):
            at = standing.poses[standing.thing]
            others = [replace(standing, formation=f) for f in zones.formations(view, standing.thing)]
            others += [replace(standing, poses={standing.thing: replace(at, x=at.x + dx)}) for dx in (60.0, -60.0)]
            for other in others:
                if other != standing:
                    yield ask.PlaceAnswer((*usual.places[:k], other, *usual.places[k + 1 :])), False


def _room(view: State, unit: str, taken: Mapping[str, Any]) -> bool:
    """Whether there is a free place for a body in the zone."""
    middle = zones.middle(view, view.units[unit].side)
    return any(zones.nearest(view, unit, (f, middle), taken) for f in zones.formations(view, unit))


def place_of(view: State, standing: ask.Standing) -> Place | None:
    """The formation and the middle of the front edge that an answer gives a body; None where it tells none."""
    unit, told = standing.thing, standing.poses
    may = zones.formations(view, unit)
    formation = next((f for f in zones.FORMATIONS if f == standing.formation), None)
    if formation is None:
        formation = may[0] if not standing.formation and len(may) == 1 else None
    if formation is None:
        return None
    if unit in told:
        return formation, told[unit]
    base = view.bases[view.units[unit].bases[0]]
    if base.id in told and len(view.units[unit].bases) == 1:
        at = told[base.id]
        step = shape.poses(view, unit, formation, Pose(0.0, 0.0, at.facing))[base.id]
        return formation, Pose(round(at.x - step.x, 3), round(at.y - step.y, 3), at.facing)
    return None


QUESTION = DeployQuestion()
PLACED = Posed("nap_deploy", QUESTION)


# --- the frame -------------------------------------------------------------------------------------------------------


@DEPLOY.step
def _begin(run: Run, data: Any, got: Any) -> Outcome:
    """Both sides lay down their maps; nobody learns of the other's (NAP-SEQ-04, NAP-S05)."""
    run.emit("deploying", "flow", None, *changes.battle(run.state, step="deploy"), clauses=("NAP-SEQ-04",))
    due = [s for s in run.state.sides if zones.waiting(run.state, s)]
    if not due:
        return Done()
    asked = tuple(PLACED.to(s, T("{side}: deploy the army", side=Thing(s)), clauses=CLAUSES) for s in due)
    return Ask(asked, "placed", mode="closed")


@DEPLOY.step
def _placed(run: Run, data: Any, got: str) -> Outcome:
    """Everybody stands where the maps have him, hidden; then what the enemy detects is shown (NAP-SEQ-05)."""
    told = {s: _places(run.state, s, got) for s, secret in run.state.secret.items() if got in secret.sealed}
    for side, places in told.items():
        _set_down(run, side, places)
        run.emit("map_used", "flow", None, ev.Seal(side, got, None), only=side, side=side)
    detection.reveal(run, detection.discovered(run.state))
    return Done()


def _places(state: State, side: str, group: str) -> dict[str, ask.Standing]:
    reply = state.secret[side].sealed[group]
    reply = reply if isinstance(reply, ask.Reply) else msgspec.convert(reply, ask.Reply)
    return {s.thing: s for s in reply.places}


def _set_down(run: Run, side: str, places: Mapping[str, ask.Standing]) -> None:
    """A side's bodies take their places, known to it alone; those without one stay away and are not lost."""
    state, text = run.state, T("{side} has deployed", side=Thing(side))
    away = [u for u in zones.waiting(state, side) if u not in places]
    marks: list[ev.Change] = [ev.SetPose(b, None, "off") for u in away for b in state.units[u].bases]
    run.emit("deployed", "place", text, *marks, clauses=CLAUSES, side=side)
    if away:
        text = T("{side} has no room left for: {units}", side=Thing(side), units=[Thing(u) for u in away])
        run.emit("no_room", "place", text, clauses=("NAP-S02",), about=tuple(away), side=side)
    hidden: list[ev.Change] = []
    for unit, standing in places.items():
        formation, at = place_of(state, standing) or INSIDE
        poses = shape.poses(state, unit, formation, at)
        body = state.units[unit]
        for name in body.bases:
            base = state.bases[name]
            size = zones.size_of(state, base, formation)
            where = "table" if name in poses else "inside"
            inside = "" if name in poses else standing.inside or unit
            moved = replace(base, shape=size, pose=poses.get(name), where=where, place=inside)
            hidden += [ev.Take("base", name), ev.Put(base=moved, secret=side)]
        after = replace(body, own=with_fields(body.own, formation=formation, inside=standing.inside))
        hidden += [ev.Take("unit", unit), ev.Put(unit=after, secret=side)]
    run.emit("drawn_up", "place", None, *hidden, only=side, side=side)
