"""The toy's questions: one of every kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from game.engine.decision import (
    LEGAL,
    Actor,
    Aim,
    AllocateAnswer,
    AllocateSpace,
    Answer,
    Asked,
    Bar,
    Box,
    Choice,
    Course,
    Decision,
    Exit,
    Field,
    Mode,
    MoveAnswer,
    Mover,
    MoveSpace,
    OptionAnswer,
    OptionSpace,
    OrdersAnswer,
    OrdersSpace,
    PickAnswer,
    PickSpace,
    PlaceAnswer,
    PlaceSpace,
    Reply,
    SheetLine,
    Standing,
    TargetsAnswer,
    TargetsSpace,
    Verdict,
    refused,
    unfinished,
)
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.steps import Advance

PACE = 200.0


def named(thing: str) -> Text:
    return T("{thing}", thing=Thing(thing))


def choices(*ids: str) -> tuple[Choice, ...]:
    return tuple(Choice(i, T(i)) for i in ids)


def own_units(view: State, side: str) -> list[str]:
    return [u.id for u in view.units_of(side) if view.bases_of(u.id)]


class Listed(Discrete):
    """Questions that are no discrete ones of the engine: candidates are listed by hand, checks written out."""

    def replies(self, view: State, decision: Decision) -> list[Answer]:
        raise NotImplementedError

    def candidates(self, view: State, decision: Decision, goal: str, limit: int) -> Iterable[Reply]:
        out = [Reply(a) for a in self.replies(view, decision)]
        out += [Reply(exit=e.id) for e in self.asked(view, decision).exits if e.bar is None]
        return out[:limit]

    def forced(self, view: State, decision: Decision) -> Reply | None:
        return None


class Order(Listed):
    kind = "orders"

    def asked(self, view: State, decision: Decision) -> Asked:
        fields = (
            Field("what", T("What"), "choice", choices("stand", "go")),
            Field("far", T("How far"), "length", least=0.0, most=PACE, needed=False),
        )
        lines = tuple(SheetLine(u, named(u), fields) for u in own_units(view, decision.side))
        return Asked(OrdersSpace(lines), Reply(OrdersAnswer({u.id: {"what": "stand"} for u in lines})))

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        if not isinstance(answer, OrdersAnswer):
            return refused(T("Write orders"))
        for line in own_units(view, decision.side):
            fields = answer.lines.get(line)
            if fields is None:
                return unfinished(T("{unit} has no order", unit=Thing(line)))
            if fields.get("what") not in ("stand", "go") or not 0.0 <= fields.get("far", 0.0) <= PACE:
                return refused(T("That is no order"), "TOY-ORDER-01")
        return LEGAL

    def replies(self, view: State, decision: Decision) -> list[Answer]:
        units = own_units(view, decision.side)
        return [OrdersAnswer({u: {"what": w} for u in units}) for w in ("stand", "go")]


class Option(Discrete):
    kind = "option"

    def __init__(self, part: str, *options: str) -> None:
        self.part, self.options = part, options

    def asked(self, view: State, decision: Decision) -> Asked:
        default = Reply(OptionAnswer({self.part: self.options[0]}))
        return Asked(OptionSpace({self.part: choices(*self.options)}), default)


class Act(Discrete):
    """What to do next; a way is barred where there is nobody to do it."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        units = own_units(view, decision.side)
        hidden = view.secret[decision.side].units if decision.side in view.secret else {}
        bar = {
            "march": not units,
            "shoot": not units or not any(own_units(view, s) for s in view.sides if s != decision.side),
            "ride": not any(u.startswith("foot") for u in units) or not any(u.startswith("wagon") for u in units),
            "show": not hidden,
        }
        options = tuple(Choice(a, T(a), Bar(T("Nobody can"), "TOY-ACT-01") if no else None) for a, no in bar.items())
        return Asked(OptionSpace({"act": options}), Reply(exit="pass"), (Exit("pass", T("Pass")),))


class March(Listed):
    kind = "move"

    def asked(self, view: State, decision: Decision) -> Asked:
        unit, left = decision.args.get("unit"), decision.args.get("left", PACE)
        units = [unit] if unit else own_units(view, decision.side)
        mode = Mode("march", T("March"), ("advance",), left)
        draft = MoveAnswer(unit, "march", courses=(Course(unit, (Advance(left),)),)) if unit else None
        space = MoveSpace(tuple(Mover(u, named(u), (mode,)) for u in units))
        return Asked(space, Reply(exit="stop"), (Exit("stop", T("Stop here")),), draft)

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        if not isinstance(answer, MoveAnswer) or not answer.courses:
            return unfinished(T("Say where to"))
        left = decision.args.get("left", PACE)
        steps = answer.courses[0].steps
        if len(steps) != 1 or not isinstance(steps[0], Advance) or answer.subject not in own_units(view, decision.side):
            return refused(T("Only straight ahead"))
        if steps[0].distance > left:
            nearest = MoveAnswer(answer.subject, "march", courses=(Course(answer.subject, (Advance(left),)),))
            short = Length(steps[0].distance - left)
            return refused(T("{length} too far", length=short), "TOY-MARCH-01", nearest=nearest, allowance=left)
        return Verdict("legal", cost=steps[0].distance, allowance=left)

    def replies(self, view: State, decision: Decision) -> list[Answer]:
        left = decision.args.get("left", PACE)
        units = [decision.args["unit"]] if "unit" in decision.args else own_units(view, decision.side)
        return [MoveAnswer(u, "march", courses=(Course(u, (Advance(d),)),)) for u in units for d in (left, left / 2)]


class Shoot(Listed):
    kind = "targets"

    def asked(self, view: State, decision: Decision) -> Asked:
        answers = self.replies(view, decision)
        marks = choices(*(u for s in view.sides if s != decision.side for u in own_units(view, s)))
        actors = tuple(Actor(u, named(u), {"bow": marks}) for u in own_units(view, decision.side))
        return Asked(TargetsSpace(actors), Reply(answers[0]))

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        return LEGAL if answer in self.replies(view, decision) else refused(T("No such shot"))

    def replies(self, view: State, decision: Decision) -> list[Answer]:
        marks = [u for s in view.sides if s != decision.side for u in own_units(view, s)]
        return [TargetsAnswer((Aim(u, "bow", m),)) for u in own_units(view, decision.side) for m in marks]


class Ride(Listed):
    kind = "place"

    def asked(self, view: State, decision: Decision) -> Asked:
        foot = [u for u in own_units(view, decision.side) if u.startswith("foot")]
        wagons = [u for u in own_units(view, decision.side) if u.startswith("wagon")]
        answers = self.replies(view, decision)
        return Asked(PlaceSpace(choices(*foot), carriers=choices(*wagons)), Reply(answers[0]))

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        return LEGAL if answer in self.replies(view, decision) else refused(T("Nobody can get in there"))

    def replies(self, view: State, decision: Decision) -> list[Answer]:
        units = own_units(view, decision.side)
        wagons = [u for u in units if u.startswith("wagon")]
        return [PlaceAnswer((Standing(u, inside=w),)) for u in units if u.startswith("foot") for w in wagons]


class Pick(Discrete):
    """One of the bases of a unit, or of the hidden units."""

    kind = "pick"

    def __init__(self, what: str) -> None:
        self.what = what

    def asked(self, view: State, decision: Decision) -> Asked:
        if self.what == "hidden":
            ids = tuple(view.secret[decision.side].units)
        else:
            ids = tuple(b.id for b in view.bases_of(decision.args["unit"]))
        return Asked(PickSpace(choices(*ids)), Reply(PickAnswer(ids[:1])))


class Allocate(Discrete):
    """Hits over bases, or dice to be thrown again."""

    kind = "allocate"

    def __init__(self, what: str) -> None:
        self.what = what

    def asked(self, view: State, decision: Decision) -> Asked:
        args: dict[str, Any] = decision.args
        if self.what == "dice":
            keys = [f"{r}.{i}" for r, row in enumerate(args["faces"]) for i in range(len(row))]
            spent = Bar(T("Thrown twice already"), "TOY-SHOT-02")
            boxes = tuple(Box(k, T(k), 0, 1, bar=spent if k in args["spent"] else None) for k in keys)
            return Asked(AllocateSpace(boxes, 0, 1), Reply(AllocateAnswer({})))
        boxes = tuple(Box(b.id, named(b.id), 0, 1) for b in view.bases_of(args["unit"]))
        default = AllocateAnswer({b.id: 1 for b in boxes[: args["hits"]]})
        return Asked(AllocateSpace(boxes, args["hits"], args["hits"]), Reply(default))


QUESTIONS = {
    "order": Order(),
    "bid": Option("bid", "low", "high"),
    "act": Act(),
    "march": March(),
    "shoot": Shoot(),
    "ride": Ride(),
    "show": Pick("hidden"),
    "lose": Pick("bases"),
    "shout": Option("shout", "silent", "shout"),
    "bend": Allocate("dice"),
    "fall": Allocate("hits"),
}
