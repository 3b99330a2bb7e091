"""The desk that editors work at, what lies under the pointer, and what is to be seen of a draft on the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from game.client.editors.chip import Chip
from game.client.keymap import Keys
from game.client.tabletop import overlays as o
from game.client.words import Spans, Words
from game.engine.decision import Answer, Asked, Bar, Choice, Decision, Reply, Verdict
from game.engine.i18n import thaw
from game.engine.lookup import question_of
from game.engine.ruleset import Forecast
from game.engine.session import Session
from game.engine.state import State
from game.engine.tells import TellsInstead
from game.engine.text import Text, Thing

MOST_INSTEAD = 2
"""As many answers are offered instead of one that is refused."""
LEGAL, REFUSED, TARGET, BARRED, SELECT = "legal", "refused", "target", "barred", "select"


@dataclass(frozen=True)
class Spot:
    """A place on the table under the pointer: the point in mm and what lies there.

    ``reach`` is how far from the middle of a thing (mm) still counts as on it, however small it is.
    """

    x: float
    y: float
    base: str = ""
    unit: str = ""
    marker: str = ""
    feature: str = ""
    reach: float = 0.0

    @property
    def things(self) -> tuple[str, ...]:
        """Ids of what lies there, the smallest thing first."""
        return tuple(t for t in (self.base, self.unit, self.marker, self.feature) if t)


@dataclass
class Marks:
    """What an editor wants to be seen on the table: overlays, units marked by role, poses of bases being moved.

    ``pointer`` is said at the pointer, or beside the ghost where there is a ``chip`` for it.
    """

    overlays: list[o.Overlay] = field(default_factory=list)
    units: dict[str, str] = field(default_factory=dict)
    bases: dict[str, str] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    pointer: Spans = ()
    pointer_role: str = LEGAL
    chip: Chip | None = None


@dataclass
class Desk:
    """What an editor works with: the decision laid out, the view of the side asked, the words of the reader."""

    session: Session
    decision: Decision
    asked: Asked
    view: State
    words: Words
    keys: Keys

    def say(self, text: Text) -> str:
        """A sentence as plain text."""
        return self.words.say(text, self.view)

    def spans(self, text: Text, style: str = "body", colour: str = "text") -> Spans:
        """A sentence with links."""
        return self.words.spans(text, self.view, style, colour)

    def name(self, thing: str) -> str:
        """The name of a thing."""
        return self.words.name(thing, self.view)

    def check(self, answer: Answer) -> Verdict:
        """What the engine says of an answer."""
        return self.session.check(self.decision, Reply(answer))

    def instead(self, answer: Answer) -> tuple[Answer, ...]:
        """Other answers that would be legal and do what a refused one was to do, a few of them."""
        if self.decision.question == "engine.roll":
            return ()
        question = question_of(self.session.ruleset, self.decision.question)
        if not isinstance(question, TellsInstead):
            return ()
        offered = question.instead(self.view, self.decision, answer)
        return tuple(islice((a for a in offered if self.check(a).legal), MOST_INSTEAD))

    def forecast(self, answer: Answer) -> Forecast | None:
        """Odds of an answer, as the situation on the desk is; the battle may go on meanwhile."""
        if self.decision.question == "engine.roll":
            return None
        return question_of(self.session.ruleset, self.decision.question).forecast(self.view, self.decision, answer)

    @property
    def unit_mm(self) -> float:
        """One unit of length in mm."""
        return self.session.ruleset.meta.measures.mm_per_unit


def named_in(text: Text) -> list[str]:
    """Ids of the things that a sentence names, in the order of what fills it."""
    found: list[str] = []
    left = [thaw(v) for v in text.args.values()]
    while left:
        value = left.pop(0)
        if isinstance(value, Thing):
            found.append(value.id)
        elif isinstance(value, Text):
            found += named_in(value)
        elif isinstance(value, list | tuple):
            left[:0] = [thaw(v) for v in value]
    return found


def asked_about(desk: Desk) -> str:
    """The unit that the question names, one's own before another; "" for none."""
    view, decision = desk.view, desk.decision
    units = [view.bases[i].unit if i in view.bases else i for i in named_in(decision.message)]
    units = [u for u in units if u in view.units]
    return min(units, key=lambda u: view.units[u].side != decision.side, default="")


def enemies(desk: Desk, choices: Iterable[Choice]) -> dict[str, Bar | None]:
    """Those of some choices that are enemies, with what bars them or why they would not be reached."""
    view, side = desk.view, desk.decision.side
    found: dict[str, Bar | None] = {}
    for choice in choices:
        unit = view.units.get(view.bases[choice.id].unit if choice.id in view.bases else choice.id)
        if unit is not None and unit.side != side:
            short = Bar(choice.note) if choice.short and choice.note is not None else None
            found[choice.id] = choice.bar or short
    return found


def cost_of(verdict: Verdict | None) -> float | None:
    """Mm spent by the part that goes farthest; None where nothing is told."""
    if verdict is None:
        return None
    if verdict.cost is not None:
        return verdict.cost
    return max((p.cost for p in verdict.parts), default=None)
