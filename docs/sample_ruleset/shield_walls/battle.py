"""The battle: what players are asked, what follows from their answers, what they are shown of a wall."""

from math import dist

from msgspec import Struct
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine import event as ev
from game.engine.changes import battle
from game.engine.declared import FrameOf, Posed
from game.engine.endings import leader
from game.engine.entries import at
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.ruleset import Card, CardRow, Discrete, Goal, Unforced
from game.engine.state import Over, State, other_sides
from game.engine.text import T, Text, Thing
from game.geometry.measure import base_distance
from game.geometry.shapes import Footprint, Pose, moved, rounded
from game.geometry.steps import Path
from shield_walls.muster import MEASURES, MM, NUMBERS, TROOPS


def standing(view: State, side: str) -> dict[str, int]:
    """The walls that a side has left, and the men in each."""
    return {u.id: TROOPS[u.kind].models for u in view.units_of(side) if view.bases_of(u.id)}


def wall(view: State, unit: str) -> tuple[Footprint, Pose]:
    """The base of a wall and where it stands."""
    (base,) = view.bases_of(unit)
    assert base.pose is not None
    return base.shape, base.pose


def near(view: State, unit: str, there: Pose, gap: float) -> list[str]:
    """The other walls within a gap (mm) of a wall that stands there."""
    others = [u for side in view.sides for u in standing(view, side) if u != unit]
    return [u for u in others if MEASURES.within(base_distance(wall(view, unit)[0], there, *wall(view, u)), gap)]


def locked(view: State, unit: str) -> list[str]:
    """The enemies within reach of a wall (SHW-MOV-03)."""
    own = view.units[unit].side
    return [u for u in near(view, unit, wall(view, unit)[1], MM["reach"]) if view.units[u].side != own]


def end_of(start: Pose, unit: str, answer: ask.Answer | None) -> Pose | None:
    """Where an answer takes a wall, None where it does not say."""
    match answer:
        case ask.MoveAnswer(courses=(ask.Course(who, (Path((spot,), facing),)),)) if who == unit:
            return rounded(Pose(*spot, start.facing if facing is None else facing))
    return None


class Move(Unforced):
    """Where a wall goes: along one straight line, facing anywhere at its end."""

    kind: ask.Kind = "move"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """The wall whose move it is; it may stand."""
        unit, mode = decision.args["unit"], ask.Mode("move", T("Move"), ("path",), MM["move"])
        mover = ask.Mover(unit, T("{unit}", unit=Thing(unit)), (mode,))
        return ask.Asked(ask.MoveSpace((mover,)), ask.Reply(exit="stand"), (ask.Exit("stand", T("Stand")),))

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge how far it is (SHW-MOV-01), and whether there is room at the end (SHW-MOV-02)."""
        unit, start = decision.args["unit"], wall(view, decision.args["unit"])[1]
        if (end := end_of(start, unit, answer)) is None:
            return ask.unfinished(T("Say where it goes"), "SHW-MOV-01")
        far = dist((start.x, start.y), (end.x, end.y))
        found = ask.Verdict("legal", ghosts=(ask.Ghost(f"{unit}.1", end),), cost=far, allowance=MM["move"])
        if MEASURES.more_than(far, MM["move"]):
            found = replace(found, status="refused", reasons=(ask.Reason(T("That is too far"), "SHW-MOV-01"),))
        elif near(view, unit, end, 0.0) or not (0 <= end.x <= view.table.width and 0 <= end.y <= view.table.depth):
            found = replace(found, status="refused", reasons=(ask.Reason(T("There is no room"), "SHW-MOV-02"),))
        return found

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> list[ask.Reply]:
        """Before each enemy in reach, then straight ahead and aslant; last of all to stand."""
        unit, start = decision.args["unit"], wall(view, decision.args["unit"])[1]
        foes = [wall(view, foe)[1] for side in other_sides(view, decision.side) for foe in standing(view, side)]
        ends = [moved(foe, ahead=MM["deep"] + MM["reach"] / 2, turn=180.0) for foe in foes]
        ends += [moved(moved(start, turn=turn), ahead=MM["move"]) for turn in (0.0, 45.0, -45.0)]
        ways = [(ask.Course(unit, (Path(((end.x, end.y),), end.facing),)),) for end in ends]
        found = [ask.MoveAnswer(unit, "move", "", way) for way in ways]
        legal = [ask.Reply(answer) for answer in found if self.check(view, decision, answer).legal]
        return [*legal, ask.Reply(exit="stand")][:limit]


class Strike(Discrete):
    """Whom a wall strikes: one of those it is locked with (SHW-STR-01)."""

    kind: ask.Kind = "pick"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Its enemies within reach; the first is the default."""
        marks = tuple(ask.Choice(u, T("{unit}", unit=Thing(u))) for u in locked(view, decision.args["unit"]))
        return ask.Asked(ask.PickSpace(marks), ask.Reply(ask.PickAnswer((marks[0].id,))))


class Turn(Struct, frozen=True):
    """A turn: its round, whose it is, the walls still to act, and whom the first of them strikes."""

    turn: int = 1
    side: str = "south"
    todo: tuple[str, ...] = ()
    mark: str = ""


BATTLE, MOVE, STRIKE = FrameOf("shw.battle", Turn), Posed("move", Move()), Posed("strike", Strike())


@BATTLE.step
def _begin(run: Run, data: Turn | None, got: object) -> Outcome:
    data = data or Turn()
    text = T("Round {n}: {side}", n=data.turn, side=Thing(data.side))
    run.emit("turn_begins", "flow", text, *battle(run.state, turn=data.turn), clauses=("SHW-TRN-01",), side=data.side)
    return Goto("next", replace(data, todo=(*standing(run.state, data.side),)))


@BATTLE.step
def _next(run: Run, data: Turn, got: object) -> Outcome:
    if not data.todo or not all(standing(run.state, side) for side in run.state.sides):
        return Goto("end", data)
    if locked(run.state, unit := data.todo[0]):
        return Goto("moved", data, ask.Reply(exit="stand"))
    return MOVE.ask(data.side, T("Move {unit}", unit=Thing(unit)), {"unit": unit}, then="moved", data=data)


@BATTLE.step
def _moved(run: Run, data: Turn, got: ask.Reply) -> Outcome:
    unit = data.todo[0]
    if end := end_of(wall(run.state, unit)[1], unit, got.answer):
        there = ev.SetPose(f"{unit}.1", end)
        run.tell(unit, "moved", "move", T("{unit} moves", unit=Thing(unit)), ("SHW-MOV-01",), there)
    if not locked(run.state, unit):
        return Goto("next", replace(data, todo=data.todo[1:]))
    text = T("Whom does {unit} strike?", unit=Thing(unit))
    return STRIKE.ask(data.side, text, {"unit": unit}, ("SHW-STR-01",), then="struck", data=data)


@BATTLE.step
def _struck(run: Run, data: Turn, got: ask.Reply) -> Outcome:
    unit, (mark,) = data.todo[0], got.ids
    dice = (ev.DiceRow(data.side, standing(run.state, data.side)[unit]),)
    text = T("{unit} strikes {mark}", unit=Thing(unit), mark=Thing(mark))
    request = ev.Request(dice, text, "SHW-STR-01", NUMBERS["need"], "at_least", about=(unit, mark))
    return Roll(request, "rolled", replace(data, mark=mark))


@BATTLE.step
def _rolled(run: Run, data: Turn, got: ev.Rolled) -> Outcome:
    mark, hits = data.mark, sum(face >= NUMBERS["need"] for face in got.faces[0])
    if 2 * hits >= TROOPS[run.state.units[mark].kind].models:
        gone = ev.SetPose(f"{mark}.1", None, "gone")
        run.tell(mark, "broken", "loss", T("{unit} breaks", unit=Thing(mark)), ("SHW-STR-02",), gone)
    return Goto("next", replace(data, todo=data.todo[1:]))


@BATTLE.step
def _end(run: Run, data: Turn, got: object) -> Outcome:
    men = {side: sum(standing(run.state, side).values()) for side in run.state.sides}
    if all(men.values()) and (data.side, data.turn) != ("north", NUMBERS["rounds"]):
        return Goto("begin", Turn(data.turn, "north") if data.side == "south" else Turn(data.turn + 1))
    text = T("{side} holds the field", side=Thing(winner)) if (winner := leader(men)) else T("Nobody holds the field")
    run.emit("battle_ends", "score", text, ev.End(Over(winner, text, men)), clauses=("SHW-VIC-01",), side=winner)
    return Done()


def card(view: State, thing: str) -> Card:
    """What there is to know of a wall."""
    rows = [CardRow(T("Men"), T("{n}", n=TROOPS[u.kind].models), "SHW-SET-02") for u in (view.units.get(thing),) if u]
    return Card(T("{unit}", unit=Thing(thing)), (*rows,))


def status(view: State) -> tuple[tuple[Text, Text], ...]:
    """The men of both sides."""
    return tuple((T("{side}", side=Thing(s)), T("{n} men", n=sum(standing(view, s).values()))) for s in view.sides)


ENTRIES = {"battle": at("shw.battle", "the first turn")}
