"""What all editors share: the desk they work at, rows for reasons and exits, marks for the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from game.client.keymap import Keys
from game.client.table import overlays as o
from game.client.ui.rows import Press, Row
from game.client.ui.text import say
from game.client.words import Link, Spans, Words, _, clause_spans, ngettext
from game.engine.decision import Answer, Asked, Bar, Choice, Decision, MoveSpace, Reason, Reply, Sum, Verdict
from game.engine.i18n import thaw
from game.engine.lookup import question_of
from game.engine.ruleset import Forecast, TellsInstead
from game.engine.session import Session
from game.engine.state import State
from game.engine.text import Text, Thing

MOST_INSTEAD = 2
"""As many answers are offered instead of one that is refused."""
NBSP = "\N{NO-BREAK SPACE}"
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
    """What an editor wants to be seen on the table: overlays, units marked by role, poses of bases being moved."""

    overlays: list[o.Overlay] = field(default_factory=list)
    units: dict[str, str] = field(default_factory=dict)
    bases: dict[str, str] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    pointer: Spans = ()
    pointer_role: str = LEGAL


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


class Editor:
    """Builds one answer.

    Subclasses keep the draft and override what they need. ``version`` rises with every change of the draft, so that
    whoever shows it knows when to look again. ``fresh`` is the answer as it stood when the question came.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.version = 0
        self.unfolded = False
        self._judged: tuple[int, Verdict | None] = (-1, None)
        self._near: tuple[int, Verdict | None] = (-1, None)
        self._instead: tuple[int, tuple[Answer, ...]] = (-1, ())
        self._so_near: tuple[int, tuple[Reason, ...]] = (-1, ())
        self.rested = -1
        self.fresh: Answer | None = None

    # -- the draft --------------------------------------------------------------------------------------------

    def answer(self) -> Answer | None:
        """The draft as an answer, finished or not; None where there is nothing yet to judge."""
        raise NotImplementedError

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        raise NotImplementedError

    def clear(self) -> None:
        """Begin anew."""

    def abandon(self) -> bool:
        """Drop what was drawn or chosen since the question came; False where nothing was.

        What the rules had planned already (the way of a charge) is the draft again.
        """
        if self.answer() == self.fresh:
            return False
        planned = self.desk.asked.draft
        if planned is not None and planned == self.fresh:
            self.load(planned)
            self.changed()
        else:
            self.clear()
            self.fresh = self.answer()  # what cannot be cleared (the unit chosen) is no draft
        return True

    def undo_part(self) -> bool:
        """Take the last part of the draft back; False where there is none."""
        return False

    def changed(self) -> None:
        """The draft is another one now."""
        self.version += 1

    def verdict(self) -> Verdict | None:
        """What the engine says of the draft, asked once for each version."""
        if self._judged[0] != self.version:
            answer = self.answer()
            self._judged = (self.version, None if answer is None else self.desk.check(answer))
        return self._judged[1]

    def nearest_verdict(self) -> Verdict | None:
        """What the engine says of the nearest legal answer, where the draft is refused and there is one."""
        if self._near[0] != self.version:
            verdict = self.verdict()
            near = verdict.nearest if verdict is not None and verdict.status == "refused" else None
            self._near = (self.version, self.desk.check(near) if near is not None else None)
        return self._near[1]

    def reply(self) -> Reply | None:
        """The draft as a reply, where it is legal."""
        answer, verdict = self.answer(), self.verdict()
        return Reply(answer) if answer is not None and verdict is not None and verdict.legal else None

    def take_nearest(self) -> bool:
        """Take the nearest legal answer that the verdict names."""
        verdict = self.verdict()
        if verdict is None or verdict.nearest is None:
            return False
        self.load(verdict.nearest)
        self.changed()
        return True

    def instead(self, now: bool = False) -> tuple[Answer, ...]:
        """What the rules would allow instead of a draft that they refuse, asked once for each version that rests.

        ``rested`` is the last version that was not changed for a moment: a drag is not held up by the question.
        ``now``: asked even so.
        """
        if self._instead[0] != self.version:
            if not now and self.rested != self.version:
                return ()
            answer, verdict = self.answer(), self.verdict()
            refused = answer is not None and verdict is not None and verdict.status == "refused"
            self._instead = (self.version, self.desk.instead(answer) if refused and answer is not None else ())
        return self._instead[1]

    def take_instead(self, n: int = 0) -> bool:
        """Take one of the answers that would be allowed instead; False where there is none."""
        offered = self.instead(now=True)
        if n >= len(offered):
            return False
        self.load(offered[n])
        self.changed()
        return True

    def so_near(self) -> tuple[Reason, ...]:
        """Why the nearest legal answer is so near, where it gives less than half of the move; as :meth:`instead`."""
        if self._so_near[0] != self.version:
            if self.rested != self.version:
                return ()
            self._so_near = (self.version, self.why_so_near())
        return self._so_near[1]

    def why_so_near(self) -> tuple[Reason, ...]:
        """What keeps the nearest legal answer from giving half of the move; empty where nothing does."""
        return ()

    def may_shorten(self) -> bool:
        """Whether the draft is refused, and a part of it might do where the rules name nothing instead."""
        return False

    def take_default(self) -> bool:
        """Take the usual answer as the draft: the one to start from, else the least that is always legal."""
        found = self.desk.asked.draft or self.desk.asked.default.answer
        if found is None:
            return False
        self.load(found)
        self.changed()
        return True

    # -- what is shown ----------------------------------------------------------------------------------------

    def rows(self) -> list[Row]:
        """The rows of the editor itself."""
        return []

    def chief_row(self) -> str:
        """The row to be kept in sight; "" for the last that is taken."""
        return ""

    def marks(self) -> Marks:
        """What is seen of the draft on the table."""
        return Marks()

    def subject(self) -> str:
        """The thing that the draft is about, to be selected; "" for none."""
        return ""

    def asked_about(self) -> str:
        """The unit that the question names, one's own before another; "" for none."""
        view, decision = self.desk.view, self.desk.decision
        units = [view.bases[i].unit if i in view.bases else i for i in named_in(decision.message)]
        units = [u for u in units if u in view.units]
        return min(units, key=lambda u: view.units[u].side != decision.side, default="")

    def barred(self) -> dict[str, Bar]:
        """Enemies that one might think of and that may not be chosen now, or would not be reached: why, by id."""
        return {}

    def enemies(self, choices: Iterable[Choice]) -> dict[str, Bar | None]:
        """Those of some choices that are enemies, with what bars them or why they would not be reached."""
        view, side = self.desk.view, self.desk.decision.side
        found: dict[str, Bar | None] = {}
        for choice in choices:
            unit = view.units.get(view.bases[choice.id].unit if choice.id in view.bases else choice.id)
            if unit is not None and unit.side != side:
                short = Bar(choice.note) if choice.short and choice.note is not None else None
                found[choice.id] = choice.bar or short
        return found

    # -- what the player does ---------------------------------------------------------------------------------

    def prefer(self, thing: str) -> None:
        """What was selected when the question came: begin with it, where that costs nothing."""

    def press(self, press: Press) -> bool:
        """A row was pressed. True means: the draft is meant as it is, give it (a second press on what is taken)."""
        return False

    def click(self, spot: Spot) -> bool:
        """The table was clicked; True when it was used."""
        return False

    def grab(self, spot: Spot, alone: bool = False) -> bool:
        """The button went down on the table (``alone``: on a single base); True when the editor takes the drag."""
        return False

    def drag(self, spot: Spot, fine: bool = False) -> None:
        """The pointer moves with the button down."""

    def drop(self, spot: Spot) -> None:
        """The button is released."""

    def hover(self, spot: Spot | None) -> None:
        """The pointer moves over the table (None: it has left it)."""

    def wheel(self, notches: float, fine: bool = False) -> bool:
        """The wheel turns over the table; True when it was used (for turning a piece)."""
        return False

    def action(self, action: str, step: float = 1.0) -> bool:
        """An action of the keyboard. ``step`` is the factor of nudges (fine or far)."""
        return False

    def digit(self, digit: int) -> bool:
        """A digit key was pressed."""
        return False


# --- rows that many editors have ---------------------------------------------------------------------------------


def bar_spans(desk: Desk, bar: Bar | None) -> Spans:
    """Why something is grey, with its clause."""
    if bar is None:
        return ()
    return desk.spans(bar.text, "small", "warning") + clause_spans([bar.clause])


def choice_row(
    desk: Desk, choice: Choice, row_id: str, on: bool, mark: str = "radio", key: str = "", indent: int = 0
) -> Row:
    """A choice of a space as a row."""
    return Row(
        "choice",
        row_id,
        desk.spans(choice.label),
        desk.spans(choice.note, "small", "text_dim") if choice.note is not None else (),
        mark=mark,
        on=on,
        bar=bar_spans(desk, choice.bar),
        key=key,
        indent=indent,
    )


FOLD_FROM = 3
"""As many barred rows are folded away together."""


def folded(editor: Editor, groups: list[list[Row]]) -> list[Row]:
    """Groups of rows, those that begin with a barred one last and, where there are many, folded into one row.

    The first row of a group is the choice itself; what follows belongs to it.
    """
    free = [g for g in groups if not g[0].bar]
    barred = [g for g in groups if g[0].bar]
    rows = [r for g in free for r in g]
    if len(barred) < FOLD_FROM or (not free and len(barred) <= 2 * FOLD_FROM):
        return [r for g in groups for r in g]
    words = ngettext("{n} more that may not, and why", "{n} more that may not, and why", len(barred))
    mark = "open" if editor.unfolded else "shut"
    rows.append(Row("value", "act:barred", say(words, "small", "text_dim"), mark=mark))
    return rows + [r for g in barred for r in g] if editor.unfolded else rows


def reason_rows(
    desk: Desk,
    verdict: Verdict | None,
    shorter: bool = False,
    instead: Iterable[Row] = (),
    so_near: Iterable[Reason] = (),
) -> list[Row]:
    """Why a draft cannot be given, or what it would need; what would be allowed instead, and the nearest legal one.

    ``so_near``: why that one is nearer than one would think.
    """
    if verdict is None or verdict.legal:
        return []
    tone = "danger" if verdict.status == "refused" else "warning"
    rows = [Row("text", label=desk.spans(r.text, "body", tone) + clause_spans([r.clause])) for r in verdict.reasons[:4]]
    rows += instead
    if verdict.nearest is not None:
        key = desk.keys.shown("nearest")
        rows.append(
            Row("button", "act:nearest", say(_("Take the nearest that is allowed"), "bold"), tone="accent", key=key)
        )
        for reason in so_near:
            said = _("It gives less than half of the move: {why}").format(why=desk.say(reason.text))
            rows.append(Row("text", label=say(said, "small", "text_dim") + clause_spans([reason.clause])))
    elif shorter:
        key = desk.keys.shown("nearest")
        rows.append(Row("button", "act:nearest", say(_("As far as it may go"), "bold"), tone="accent", key=key))
    elif verdict.status == "refused" and verdict.ghosts:
        rows.append(Row("text", label=say(_("Nothing near that place is allowed either"), "small", "text_dim")))
    return rows


def why_it_stays(editor: Editor, unit: str) -> str:
    """Why a unit of one's own that was dragged stays where it is: what bars it, else what is asked first."""
    desk = editor.desk
    space = desk.asked.space
    if isinstance(space, MoveSpace):
        bar = next((m.bar for m in space.among if m.id == unit and m.bar is not None), None)
        if bar is not None:
            return f"{desk.name(unit)}: {desk.say(bar.text)}"
    return _("{unit} cannot be dragged yet. {question}").format(
        unit=desk.name(unit), question=desk.say(desk.decision.message)
    )


def sum_rows(desk: Desk, total: Sum, opened: bool, row_id: str) -> list[Row]:
    """A number that opens into its parts."""
    words = desk.words
    rows = [
        Row(
            "value",
            row_id,
            words.spans(total.label, desk.view),
            value=say(words.part(total.total, total), "bold"),
            mark="open" if opened else "shut",
        )
    ]
    if opened:
        for text, value, clause in total.rows:
            rows.append(
                Row(
                    "value",
                    label=words.spans(text, desk.view, "small", "text_dim") + clause_spans([clause]),
                    value=say(words.part(value, total, signed=True), "small"),
                    indent=2,
                )
            )
    return rows


MEANS_SHOWN = 2
"""How many averages are shown before the player asks for more."""


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


def cost_of(verdict: Verdict | None) -> float | None:
    """Mm spent by the part that goes farthest; None where nothing is told."""
    if verdict is None:
        return None
    if verdict.cost is not None:
        return verdict.cost
    return max((p.cost for p in verdict.parts), default=None)


__all__ = ["Desk", "Editor", "Link", "Marks", "Spot"]
