"""Game orders on paper: written for brigades and units at the start, new ones in step 21 (NAP-ORD-01, NAP-SEQ-06, -41).

A sheet has a line for each brigade and one for each body; what stands in a body's own line goes before its brigade's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.decision import (
    LEGAL,
    Answer,
    Asked,
    Bar,
    Choice,
    Decision,
    Exit,
    Field,
    Kind,
    OrdersAnswer,
    OrdersSpace,
    Reply,
    SheetLine,
    Verdict,
    refused,
)
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Ask, Done, Outcome, Run
from game.engine.ruleset import Forecast, Goal
from game.engine.state import State
from game.engine.text import T, Text, Thing, Word
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.command import couriers, notes, obedience, officers
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.orders import drawn, spreading
from rulesets.napoleonic_wars.own import Brigade, SideOwn

KINDS: dict[str, Text] = {
    "move": T("March"),
    "attack": T("Attack"),
    "hold": T("Hold"),
    "support": T("Support"),
    "screen": T("Screen"),
    "retire": T("Retire"),
}
BRIGADE = "brigade "
FIELDS = ("kind", "route", "towards", "feature", "beside", "gap", "pace", "targets", "supported", "firmly")


def brigades(view: State, side: str) -> dict[str, tuple[str, ...]]:
    """The bodies of a side by brigade, "" for those under the commander-in-chief alone; no brigade without any."""
    own: SideOwn = view.sides[side].own
    found: dict[str, list[str]] = {b.id: [] for b in own.brigades}
    for body in facts.bodies(view, side):
        if not view.units[body].parent or facts.own(view, body).detachment:
            found.setdefault(facts.own(view, body).brigade, []).append(body)
    return {name: tuple(bodies) for name, bodies in found.items() if bodies}


def _brigade(view: State, side: str, name: str) -> Brigade:
    own: SideOwn = view.sides[side].own
    return next((b for b in own.brigades if b.id == name), Brigade(name, name))


def may_be_told(view: State, side: str, *, first: bool) -> tuple[str, ...]:
    """The bodies that a general may give a new game order (NAP-ORD-05, NAP-R141); all of them at the start."""
    mine = [b for bodies in brigades(view, side).values() for b in bodies]
    return tuple(b for b in mine if first or officers.commander(view, b))


def read(fields: Mapping[str, Any]) -> GameOrder | Bar:
    """A line of the sheet as an order, or why it cannot be read."""
    told = {k: v for k, v in fields.items() if k in FIELDS}
    strange = [k for k in fields if k not in FIELDS]
    if strange:
        return Bar(T("The game order has an unknown field: {name}", name=strange[0]), "NAP-S06")
    try:
        return msgspec.convert(told, GameOrder)
    except msgspec.ValidationError as error:
        return Bar(T("The game order cannot be read: {problem}", problem=str(error)), "NAP-S06")


def fault(view: State, body: str, order: GameOrder) -> Bar | None:
    """What is wrong with an order for a body (NAP-S06, NAP-S73)."""
    if len(order.route) > whole("route_points"):
        return Bar(T("The route is too long. Points allowed: {n}", n=whole("route_points")), "NAP-S73")
    if len(order.targets) > whole("priority_targets"):
        return Bar(T("Too many priority targets: at most {n} are allowed.", n=whole("priority_targets")), "NAP-S73")
    if order.firmly and order.kind != "hold":
        return Bar(T('Only an order to hold can say "at all costs".'), "NAP-S73")
    if order.kind in obedience.MARCHING and not order.route and not order.towards:
        return Bar(T("This order needs a route. Add at least one point."), "NAP-S73")
    if order.towards and order.towards not in view.units:
        return Bar(T("Unknown to this side: {unit}. Choose another goal.", unit=Thing(order.towards)), "NAP-S73")
    foe = order.towards in view.units and view.units[order.towards].side != notes.side_of(view, body)
    if foe and order.kind != "attack":
        return Bar(T("Only an order to attack may lead to an enemy."), "NAP-S73")
    if order.kind in ("support", "screen"):
        ward = order.supported
        if ward not in view.units or view.units[ward].side != notes.side_of(view, body) or ward == body:
            return Bar(T("This order needs another unit of the same side to support or screen."), "NAP-S73")
    return None


def orders_of(
    view: State, side: str, lines: Mapping[str, Mapping[str, Any]], able: Collection[str] | None = None
) -> dict[str, GameOrder] | Bar:
    """The orders by body that a sheet comes to: of brigades by their units, then those of single bodies (NAP-S75).

    ``able``: the bodies that a general can reach, where not all are; a brigade's order is for those of them.
    """
    brigade: dict[str, GameOrder] = {}
    single: dict[str, GameOrder] = {}
    for line, fields in lines.items():
        if not fields:
            continue
        order = read(fields)
        if isinstance(order, Bar):
            return order
        if line.startswith(BRIGADE):
            brigade[line.removeprefix(BRIGADE)] = order
        elif line not in view.units:
            return Bar(T("There is no body {name}.", name=line), "NAP-S06")
        else:
            single[line] = replace(order, place=shape.centre(view, line))
    found, groups = dict[str, GameOrder](), brigades(view, side)
    supporting = [b for b, order in single.items() if order.kind in ("support", "screen")]
    for name, order in brigade.items():
        mine = tuple(b for b in groups.get(name, ()) if able is None or b in able)
        found |= spreading.for_units(view, mine, order, supporting)
    found |= single
    for body, order in found.items():
        bar = fault(view, body, order) or _circle(view, found, order)
        if bar is not None:
            return bar
    return found


def _circle(view: State, found: Mapping[str, GameOrder], order: GameOrder) -> Bar | None:
    """Whom an order names has an order of another kind, on this sheet or in force (NAP-S73 (5))."""
    if order.kind not in ("support", "screen"):
        return None
    ward = found.get(order.supported) or notes.order_of(view, order.supported)
    if obedience.kind_of(ward) not in ("support", "screen"):
        return None
    return Bar(
        T(
            "Order of support or screen itself: {unit}. Choose a unit with another order.",
            unit=Thing(order.supported),
        ),
        "NAP-S73",
    )


SIDES_OF: dict[str, Text] = {
    "ahead": T("ahead of it"),
    "behind": T("behind it"),
    "left": T("to its left"),
    "right": T("to its right"),
}
"""Where somebody may be told to keep beside a unit."""


class GameOrdersQuestion:
    """The game orders of a side (NAP-ORD-01): the first ones, or in step 21 new ones for whom a general can reach."""

    kind: Kind = "orders"

    def asked(self, view: State, decision: Decision) -> Asked:
        """A line a brigade and a line a body, filled in at the start, empty in step 21."""
        here, first = known(view), bool(decision.args.get("first"))
        lines: list[SheetLine] = []
        able = set(may_be_told(here, decision.side, first=first))
        for name, bodies in brigades(here, decision.side).items():
            mine = [b for b in bodies if b in able]
            if not mine:
                continue
            told = _brigade(here, decision.side, name)
            heading = T("{name}", name=Word(told.name)) if name else T("Under the commander-in-chief")
            fields = self._fields(here, decision.side)
            lines.append(SheetLine(BRIGADE + name, heading, fields, False, heading))
            lines += [SheetLine(b, T("{unit}", unit=Thing(b)), fields, False, heading, now(here, b)) for b in mine]
        usual = self._usual(view, decision)
        return Asked(OrdersSpace(tuple(lines)), Reply(usual), draft=usual)

    def _usual(self, view: State, decision: Decision) -> OrdersAnswer:
        return OrdersAnswer(drafted(known(view), decision.side) if decision.args.get("first") else {})

    def default(self, view: State, decision: Decision) -> Reply:
        """The draft (:class:`game.engine.tells.TellsDefault`)."""
        return Reply(self._usual(view, decision))

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """None: a sheet is always written (:class:`game.engine.tells.TellsExits`)."""
        return ()

    def _fields(self, view: State, side: str) -> tuple[Field, ...]:
        kinds = tuple(Choice(k, text) for k, text in KINDS.items())
        own = tuple(Choice(u, T("{unit}", unit=Thing(u))) for u in facts.bodies(view, side))
        foes = tuple(Choice(u, T("{unit}", unit=Thing(u))) for u in facts.enemies(view, side))
        ground = tuple(Choice(f.id, T("{piece}", piece=Thing(f.id))) for f in view.features.values())
        paces = (Choice("normal", T("normal")), Choice("double", T("double")))
        beside = tuple(Choice(k, text) for k, text in SIDES_OF.items())
        return (
            Field("kind", T("Order"), "choice", kinds),
            Field("route", T("Through these points"), "path", needed=False),
            Field("feature", T("Objective"), "choice", ground, needed=False),
            Field("towards", T("To a unit"), "thing", (*own, *foes), needed=False),
            Field("beside", T("Side"), "choice", beside, needed=False),
            Field("gap", T("At a distance"), "length", least=0.0, most=1000.0, needed=False),
            Field("pace", T("Pace"), "choice", paces, needed=False),
            Field("targets", T("Priority targets"), "things", foes, needed=False),
            Field("supported", T("For"), "thing", own, needed=False),
            Field("firmly", T("At all costs"), "flag", needed=False),
        )

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Whether the sheet can be sealed as it is."""
        if not isinstance(answer, OrdersAnswer):
            return refused(T("Write orders"))
        here = known(view)
        able = may_be_told(here, decision.side, first=bool(decision.args.get("first")))
        found = orders_of(here, decision.side, answer.lines, able)
        if isinstance(found, Bar):
            return refused(found.text, found.clause)
        beyond = next((b for b in found if b not in able), "")
        if beyond:
            return refused(T("No general can give {unit} an order now.", unit=Thing(beyond)), "NAP-ORD-05")
        return LEGAL

    def corridor(self, view: State, decision: Decision, line: str) -> Sequence[tuple[tuple[float, float], ...]]:
        """Where the order in force keeps a body, or all of a brigade (:class:`game.engine.tells.TellsCorridor`)."""
        here = known(view)
        bodies = (
            brigades(here, decision.side).get(line.removeprefix(BRIGADE), ()) if line not in here.units else (line,)
        )
        return [area for body in bodies if notes.has_order(here, body) for area in drawn.corridor(here, body)]

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """The draft."""
        found = self.default(view, decision)
        return [found] if found.answer is not None and self.check(view, decision, found.answer).legal else []

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """There is nothing to say."""
        return None

    def forced(self, view: State, decision: Decision) -> Reply | None:
        """Always asked."""
        return None


def now(view: State, body: str) -> Text | None:
    """What a body's game order is, in a word."""
    if not notes.has_order(view, body):
        return None
    order = notes.order_of(view, body)
    return T("carried out") if order.used else KINDS[order.kind]


GAME_ORDERS = Posed("game_orders", GameOrdersQuestion())


def drafted(view: State, side: str) -> dict[str, dict[str, Any]]:
    """The first game orders as they are drafted: to attack the nearest objective, one brigade to hold."""
    groups = [name for name, bodies in brigades(view, side).items() if bodies]
    points = [m for m in view.markers.values() if m.kind == "objective" and m.pose is not None]
    lines: dict[str, dict[str, Any]] = {}
    for k, name in enumerate(groups):
        bodies = brigades(view, side)[name]
        x, y = spreading.middle(view, bodies)
        best = min(points, key=lambda m: (m.pose.x - x) ** 2 + (m.pose.y - y) ** 2 if m.pose else 0.0, default=None)
        if best is None or best.pose is None or (len(groups) > 2 and k == len(groups) - 1):
            lines[BRIGADE + name] = {"kind": "hold"}
            continue
        lines[BRIGADE + name] = {"kind": "attack", "route": [[round(best.pose.x, 1), round(best.pose.y, 1)]]}
    return lines


# --- the frames ----------------------------------------------------------------------------------------------------


FIRST = FrameOf("nap.first_orders")
NEW = FrameOf("nap.game_orders")


def _ask(run: Run, *, first: bool) -> Outcome:
    sides = [s for s in run.state.sides if first or _wanted(run.state, s)]
    if not sides or run.state.options.get("order_free"):  # no game orders are used there (NAP-S77)
        return Done()
    clause = "NAP-SEQ-06" if first else "NAP-SEQ-41"
    text = T("Write the game orders") if first else T("New game orders")
    asked = tuple(GAME_ORDERS.to(s, text, {"first": first}, (clause, "NAP-ORD-01"), measuring="own") for s in sides)
    return Ask(asked, "written", mode="closed")


def _wanted(state: State, side: str) -> bool:
    """Whether a side is asked for new game orders: it wished to, or somebody has carried his out."""
    here = known(state)
    told = [b for b in may_be_told(here, side, first=False) if not facts.is_forced(here, b)]
    lines = (one for g in facts.generals(here, side) for one in notes.line_of(here, g))
    return bool(told) and (any(one.get("verb") == "orders" for one in lines) or any(_waits(here, b) for b in told))


def _waits(view: State, body: str) -> bool:
    order = notes.order_of(view, body)
    return (order.used or not notes.has_order(view, body)) and notes.coming(view, body) is None


@FIRST.named("begin")
def _first(run: Run, data: Any, got: object) -> Outcome:
    return _ask(run, first=True)


@FIRST.named("written")
def _first_written(run: Run, data: Any, got: Any) -> Outcome:
    """The first orders are in force at once (NAP-ORD-01)."""
    for side, body, order in _written(run, got, first=True):
        told = replace(order, since=1, by=officers.commander(known(run.state), body))
        marks = [notes.ordered(run.state, body, told), *obedience.places_of_parts(run.state, body)]
        run.emit("order_given", "order", None, *marks, only=side, side=side)
    return Done()


@NEW.named("begin")
def _new(run: Run, data: Any, got: object) -> Outcome:
    return _ask(run, first=False)


@NEW.named("written")
def _new_written(run: Run, data: Any, got: Any) -> Outcome:
    """New orders go in person or by courier (NAP-ORD-07, NAP-ORD-08)."""
    for _, body, order in _written(run, got, first=False):
        couriers.give(run, officers.commander(known(run.state), body), body, order)
    return Done()


def _written(run: Run, got: Any, *, first: bool) -> Iterator[tuple[str, str, GameOrder]]:
    """The orders of the sheets, by side and body."""
    for side, lines in sheets(run.state, got).items():
        here = known(run.state)
        found = orders_of(here, side, lines, may_be_told(here, side, first=first))
        for body, order in () if isinstance(found, Bar) else found.items():
            yield side, body, order


def sheets(state: State, got: Any) -> dict[str, Mapping[str, Mapping[str, Any]]]:
    """The sheets by side, out of the secrets: they stay closed (NAP-S05, NAP-SEQ-45)."""
    found: dict[str, Mapping[str, Mapping[str, Any]]] = {}
    for side, secret in state.secret.items():
        reply = secret.sealed.get(got)
        if isinstance(reply, Reply) and isinstance(reply.answer, OrdersAnswer):
            found[side] = reply.answer.lines
    return found
