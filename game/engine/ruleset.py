"""What a ruleset brings, and nothing else of it is called from outside."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

from game.engine.decision import (
    AllocateSpace,
    Answer,
    Asked,
    Bar,
    Decision,
    Kind,
    OptionAnswer,
    OptionSpace,
    PickAnswer,
    PickSpace,
    Reply,
    Sum,
    Verdict,
)
from game.engine.discrete import candidates_discrete, check_discrete
from game.engine.flow import Reactor, StepFn
from game.engine.scenery import Scenery
from game.engine.state import Frame, State
from game.engine.table_plans.document import TablePlan
from game.engine.text import TN, T, Text, Thing
from game.geometry.tolerance import Measures

Goal = Literal["contact", "towards", "away", "range", "onto", "cover", "face", "hold", "any"]
Role = Literal["reach", "forbidden", "threat", "command", "sight", "coherency", "path", "contact", "measure", "zone"]


class OptionDef(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option of the battle set-up: a rule of the source that may be on or off, a size, a limit."""

    id: str
    label: Text
    type: Literal["flag", "number", "choice"]
    default: Any
    help: Text | None = None
    least: int | None = None
    most: int | None = None
    step: int = 1
    choices: dict[str, Text] = {}
    clause: str = ""


class Meta(msgspec.Struct, frozen=True):
    """Identity card of a ruleset.

    ``folder`` holds clauses.toml, data/ and locale/; ``chapters`` name the phases. ``order`` is its place among the
    systems that are offered, the lowest first: a newcomer is offered the first of them. ``losses`` names the row of
    the account that counts the bases lost, in the system's own word for them; ``pieces`` counts some.
    """

    id: str
    name: str
    version: str
    measures: Measures
    folder: Path
    options: tuple[OptionDef, ...] = ()
    chapters: dict[str, Text] = {}
    order: int = 100
    losses: Text = T("Bases lost")
    pieces: Text = TN("{n} base", "{n} bases", 0)


class SideSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a set-up: its army list by id of the army and counts by unit code, and a name to call it.

    ``own`` is what the ruleset keeps of a list that its data does not hold: imported units (see
    :mod:`game.engine.lists`).
    """

    army: str
    counts: dict[str, int] = {}
    name: str = ""
    own: dict[str, Any] = {}


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A battle to be begun: a document checked by the ruleset, kept in the record's header.

    ``sides`` by side id in playing order; ``dice`` "seeded" or "typed"; ``table`` the table that it is fought on
    instead of the scenario's own, ``scenery`` how it looks.
    """

    ruleset: str
    scenario: str
    sides: dict[str, SideSetup]
    options: dict[str, Any] = {}
    dice: Literal["seeded", "typed"] = "seeded"
    seed: str = ""
    table: TablePlan | None = None
    scenery: Scenery | None = None


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong with a document: where (a key's path), a sentence, a clause. ``fatal`` problems forbid to begin."""

    where: str
    text: Text
    clause: str = ""
    fatal: bool = True


class ArmyEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of an army list for the composer: least and most for the size asked for.

    ``models`` is how many figures or stands one has (0: not said), ``clauses`` the rules that are its own.
    """

    code: str
    name: str
    points: int
    least: int
    most: int
    sample: int
    rows: tuple[tuple[Text, Text], ...] = ()
    models: int = 0
    clauses: tuple[str, ...] = ()


class ArmyInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army that may be chosen."""

    id: str
    name: str
    entries: tuple[ArmyEntry, ...]


class ScenarioInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scenario that may be chosen. ``roles`` name what each side id is ("attacker")."""

    id: str
    name: str
    briefing: str
    sides: tuple[str, ...]
    roles: dict[str, Text] = {}
    sizes: tuple[int, ...] = ()


class CardRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of a thing's card: name, value, where the value comes from; ``sum`` opens into its parts."""

    label: Text
    value: Text
    clause: str = ""
    sum: Sum | None = None


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """What there is to know of a thing. ``badges`` are states for the table, by name of a symbol in assets.

    ``look`` is the code by which a unit is drawn, or a look itself; ``likely`` are the looks (:mod:`game.engine.looks`)
    that it may have by what it is, the likeliest first, where neither a table nor an army says which: its name chooses
    among them.
    """

    title: Text
    rows: tuple[CardRow, ...] = ()
    badges: tuple[tuple[str, Text], ...] = ()
    look: str = ""
    likely: tuple[str, ...] = ()


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """One primitive of an overlay, in mm and degrees.

    ``kind``: "area" (polygon ``points``), "ring" (circle of ``radius`` about points[0]), "arc" (about points[0] from
    bearing ``start`` to ``end``), "lane" (rectangle along points, ``radius`` its half width), "line", "ghost"
    (rectangle ``points``), "label" (``text`` at points[0]).
    """

    kind: Literal["area", "ring", "arc", "lane", "line", "ghost", "label"]
    role: Role
    points: tuple[tuple[float, float], ...]
    radius: float = 0.0
    start: float = 0.0
    end: float = 360.0
    text: Text | None = None


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named set of shapes: "command", "reach", "threat", "sight", "arcs"."""

    id: str
    label: Text
    shapes: tuple[Shape, ...]


class ForecastRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of odds: what, its probability or its distribution (value -> probability), and its mean.

    ``sum`` and ``sums`` are what the number rests on; ``runs`` is 0 where it is exact, else how many runs were
    counted, and ``error`` how far they may be off (95 of 100 times).
    """

    label: Text
    chance: float | None = None
    spread: dict[int, float] = {}
    mean: float | None = None
    sum: Sum | None = None
    sums: tuple[Sum, ...] = ()
    error: float = 0.0
    runs: int = 0

    @property
    def id(self) -> str:
        """What it tells, for programs: the same word in every language and for every unit.

        >>> ForecastRow(Text("{unit} destroyed", {"unit": "A1"}), 0.5).id
        'unit_destroyed'
        """
        return "_".join(re.findall("[a-z]+", self.label.key.lower()))

    @property
    def about(self) -> tuple[str, ...]:
        """The ids of whom it names, in the order of the sentence's arguments."""
        return tuple(arg.id for arg in self.label.args.values() if isinstance(arg, Thing))


class Forecast(msgspec.Struct, frozen=True, omit_defaults=True):
    """Odds of an answer. ``runs`` is 0 where they are exact, else the number of sampled runs.

    ``bar`` tells why it cannot be done at all, in the words and with the clause of its refusal; there are no rows then.
    """

    rows: tuple[ForecastRow, ...]
    runs: int = 0
    bar: Bar | None = None


class Question(Protocol):
    """One kind of decision of a ruleset. All methods see a view; none changes anything."""

    @property
    def kind(self) -> Kind:
        """What is answered: an option, a pick, a move and so on."""
        ...

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the space, the exits, the default and the draft."""
        ...

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge an answer, finished or not."""
        ...

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """Legal replies in a fixed order, at most ``limit``: all of them where there are few."""
        ...

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Odds of an answer, or None where there is nothing to say."""
        ...

    def forced(self, view: State, decision: Decision) -> Reply | None:
        """The one legal reply of a discrete question without secrets, or None to ask."""
        ...


class Ruleset(Protocol):
    """One system of rules."""

    meta: Meta
    frames: Mapping[str, type[msgspec.Struct] | None]
    steps: Mapping[tuple[str, str], StepFn]
    reactors: Mapping[str, Sequence[Reactor]]
    questions: Mapping[str, Question]
    entries: Mapping[str, Callable[[State, dict[str, Any]], Frame]]
    owns: Mapping[str, type[msgspec.Struct]]

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """The scenarios on offer."""
        ...

    def armies(self, size: int) -> Sequence[ArmyInfo]:
        """The armies on offer, with least and most of each entry for an agreed size in points."""
        ...

    def default_setup(self, scenario: str, size: int) -> Setup:
        """A set-up that needs no change: sample armies."""
        ...

    def check_setup(self, setup: Setup) -> Sequence[Problem]:
        """What is wrong with a set-up; nothing where a battle may begin."""
        ...

    def begin(self, setup: Setup) -> tuple[State, Frame]:
        """The state before the first step, and the frame that plays the battle."""
        ...

    def position(self, document: dict[str, Any]) -> State:
        """The state that a position's document describes, lengths in the ruleset's unit.

        Raises ValueError with a sentence naming the key that is wrong.
        """
        ...

    def bots(self) -> Mapping[str, Callable[[], Any]]:
        """The system's own bots by name, the best first (see :mod:`game.bots.seat` for what a bot is)."""
        ...

    def overlays(self, view: State, thing: str, only: Collection[str] | None = None) -> Sequence[Overlay]:
        """What may be shown about a thing: ranges, arcs, reach, threat. ``only``: no others than these, by id."""
        ...

    def card(self, view: State, thing: str) -> Card:
        """What there is to know of a thing."""
        ...

    def status(self, view: State) -> Sequence[tuple[Text, Text]]:
        """What the top of the screen tells of the battle: turn, phase, points (label, value)."""
        ...

    def upgrade(self, frame: Frame) -> Frame:
        """A frame written by an older version, in today's form. Raises ValueError where that cannot be done."""
        ...


class Discrete:
    """What questions of small discrete spaces share: candidates, forced answers, checks by the space itself.

    Subclasses set ``kind`` and give ``asked``; "option", "pick" and "allocate" are handled here.
    """

    kind: Kind

    def asked(self, view: State, decision: Decision) -> Asked:
        """See :class:`Question`."""
        raise NotImplementedError

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge by the space: known parts and things, no bars, counts in bounds; told with the decision's clause."""
        return check_discrete(self.asked(view, decision).space, answer, next(iter(decision.clauses), ""))

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """All legal answers in the order of the space, then the exits."""
        return candidates_discrete(self.asked(view, decision), limit)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Nothing to say."""
        return None

    def forced(self, view: State, decision: Decision) -> Reply | None:
        """The only legal reply, if there is but one."""
        two = list(islice(self.candidates(view, decision, "any", 2), 2))
        return two[0] if len(two) == 1 else None


def measures_in(ruleset: Ruleset, view: State | None) -> Measures:
    """How lengths are shown: as the ruleset measures, unless it says that players of a battle have agreed otherwise.

    A ruleset may tell so by a method ``measures_in(options)``; lengths are compared as ever.
    """
    asked: Callable[[Mapping[str, Any]], Measures] | None = getattr(ruleset, "measures_in", None)
    return ruleset.meta.measures if view is None or asked is None else asked(view.options)


class Unforced:
    """What questions share that are always asked: places, courses, targets, where there is always a choice.

    Subclasses set ``kind`` and give ``asked``, ``check`` and ``candidates``; those with odds tell them.
    """

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Nothing to say."""
        return None

    def forced(self, view: State, decision: Decision) -> Reply | None:
        """It is always asked."""
        return None


def usual_size(ruleset: Ruleset, info: ScenarioInfo) -> int:
    """Points of a battle of the usual size: the default of the option ``points`` where the scenario allows it."""
    default = next((int(o.default) for o in ruleset.meta.options if o.id == "points"), 0)
    return default if not info.sizes or default in info.sizes else info.sizes[0]


__all__ = [
    "AllocateSpace",
    "ArmyEntry",
    "ArmyInfo",
    "Bar",
    "Card",
    "CardRow",
    "Discrete",
    "Forecast",
    "ForecastRow",
    "Goal",
    "Meta",
    "OptionAnswer",
    "OptionDef",
    "OptionSpace",
    "Overlay",
    "PickAnswer",
    "PickSpace",
    "Problem",
    "Question",
    "Ruleset",
    "ScenarioInfo",
    "Setup",
    "Shape",
    "SideSetup",
    "Unforced",
    "measures_in",
    "usual_size",
]
