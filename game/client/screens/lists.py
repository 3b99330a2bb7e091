"""Army lists as files: those kept, files of other programs, and the report on what was understood of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pygame

from game.army.paper_list import wrong_with
from game.client import destinations, outside
from game.client.battle import chosen_setup
from game.client.battle.chosen_setup import Plan
from game.client.battle.kept_lists import FOREIGN, lists_in
from game.client.battle.own_armies import own_armies
from game.client.folders import short_path
from game.client.navigation import Window
from game.client.opening import open_profiles
from game.client.panels.limit_rows import limit_rows
from game.client.screen import Screen, pastes
from game.client.screens.frame import draw_frame, framed
from game.client.ui.form import Form
from game.client.ui.row_list import LIST_KEYS, Sheet
from game.client.ui.rows import Press, Row
from game.client.ui.text import say
from game.client.words import N_, Link, Span, Words, _, clause_spans, place_words
from game.engine.files.player_files import LIST, load, shown
from game.engine.files.toml_reading import DataError
from game.engine.lists import EditsArmies, Finding, KeepsLists, ListReport
from game.engine.ruleset import Ruleset

KINDS: dict[str, tuple[str, str]] = {
    "wrong": (N_("Cannot be used"), "danger"),
    "unknown": (N_("Unknown: kept and shown, not enforced"), "warning"),
    "guessed": (N_("Guessed"), "warning"),
    "differs": (N_("Totals that do not match"), "warning"),
    "taken": (N_("Understood"), "good"),
}
"""Headings of a report, the worst first, and their colours."""


@dataclass
class _Shown:
    """A file and what came of reading it."""

    path: Path
    report: ListReport


class ListsScreen(Screen):
    """Choose a list, look at its report, take it.

    Parameters
    ----------
    plan, side
        The side that the list is for.
    taken
        Gets the changed plan.
    first
        A file, or a text that was pasted, whose report is shown at once.
    """

    def __init__(
        self,
        app: Window,
        ruleset: Ruleset,
        plan: Plan,
        side: str,
        taken: Callable[[Plan], None],
        first: Path | str | None = None,
    ) -> None:
        super().__init__(app)
        self.ruleset, self.plan, self.side, self.taken = ruleset, plan, side, taken
        self.words = Words(app.settings.language, ruleset)
        self.files = lists_in(app.folders.lists)
        self.shown: _Shown | None = None
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        self.facts = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        if isinstance(first, Path):
            self.shown = _Shown(first, self._read(first))
        elif first is not None:
            self.shown = self._understood(first)

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Files on the left, the report on the right, the buttons below."""
        inner = framed(self.app, 980)
        px = self.app.theme.px
        form = self.foot(inner, self._foot)
        foot = form.rect.height
        upper = pygame.Rect(inner.left, inner.top, inner.width, inner.height - foot - px(8))
        wide = upper.width * 2 // 5
        self.words = Words(self.app.settings.language, self.ruleset)
        self.sheet = Sheet(self.app.theme, pygame.Rect(upper.left, upper.top, wide, upper.height))
        self.sheet.active = True
        right = wide + px(14)
        self.facts = Sheet(
            self.app.theme, pygame.Rect(upper.left + right, upper.top, upper.width - right, upper.height)
        )
        if self.shown is None or self.shown.report.chosen is None:
            form.item("take").widget.disable()
        self._refresh()

    def _foot(self, form: Form) -> None:
        """The buttons."""
        own = []
        if isinstance(self.ruleset, EditsArmies):
            own = [("own", _("Make a custom army…"), self._make_own, False)]
        form.buttons(
            [
                ("take", _("Use this list"), self._take, True),
                ("open", _("Open a file…"), self._open, False),
                ("paste", _("Paste"), self._paste, False),
                *own,
                ("back", _("Back"), self.back, False),
            ],
            right=True,
        )

    def _refresh(self) -> None:
        rows = [Row("heading", label=say(_("Saved lists"), "bold", "accent"))]
        if not self.files:
            words = _("No lists yet. Lists are saved in {folder}.").format(folder=short_path(self.app.folders.lists))
            rows.append(Row("text", label=say(words, "small", "text_dim")))
        size = chosen_setup.size_of(self.ruleset, self.plan, self.side)
        armies = {a.path for a in own_armies(self.app.folders.lists, self.ruleset, size)} if self.files else set()
        for n, path in enumerate(self.files):
            kind = _("file of another program") if path.suffix.lower() in FOREIGN else ""
            kind = _("a custom army") if path in armies else kind
            on = self.shown is not None and self.shown.path == path
            rows.append(Row("choice", str(n), (Span(shown(path.stem), "bold"),), say(kind, "small", "text_dim"), on=on))
        self.sheet.set_rows(rows)
        self.facts.set_rows(self._report())

    def _report(self) -> list[Row]:
        """The findings under headings, the gravest first."""
        if self.shown is None:
            words = _(
                "Choose a list, open a file, paste one, or drop it onto the window. A report on the list appears "
                "here first."
            )
            return [Row("text", label=say(w, "body", "text_dim")) for w in (words, self._readable())]
        report = self.shown.report
        rows = [Row("heading", label=say(report.name or shown(self.shown.path), "bold", "accent"))]
        rows += self._summary(report)
        for kind, (heading, tone) in KINDS.items():
            found = [f for f in report.findings if f.kind == kind]
            if found:
                rows.append(Row("heading", label=say(f"{_(heading)} ({len(found)})", "small_bold", tone)))
                rows += [self._finding(f) for f in found]
        if report.chosen is None:
            rows += [Row("gap"), Row("text", label=say(self._readable(), "small", "text_dim"))]
        return rows

    def _readable(self) -> str:
        """What can be read."""
        return _(
            "The program reads its own lists, also as text with a line like “2 × name of the unit” for each unit. It "
            "reads rosters of New Recruit and BattleScribe (.ros, .rosz, .json), and further formats of the system."
        )

    def _summary(self, report: ListReport) -> list[Row]:
        """Points and entries of what would be taken, and what is wrong with it."""
        if report.chosen is None:
            return []
        plan = chosen_setup.with_list(self.plan, self.side, report.chosen)
        limits = chosen_setup.limits(self.ruleset, plan, self.side)
        rows = limit_rows(self.words, limits)
        for problem in wrong_with(self.ruleset, plan.setup, self.side, limits):
            tone = "danger" if problem.fatal else "warning"
            spans = self.words.spans(problem.text, None, "body", tone)
            rows.append(Row("text", label=spans + clause_spans([problem.clause])))
        return rows

    def _finding(self, finding: Finding) -> Row:
        spans = self.words.spans(finding.text, None, "small")
        if finding.where:
            spans = (Span(f"{self.words.word(place_words(finding.where))}: ", "small_bold"), *spans)
        return Row("text", label=spans + clause_spans([finding.clause]), indent=1)

    # -- reading ----------------------------------------------------------------------------------------------

    def read(self, path: Path) -> None:
        """Read a file and show the report."""
        self.shown = _Shown(path, self._read(path))
        self.rebuild()

    def _read(self, path: Path) -> ListReport:
        try:
            data = load(path, LIST)
        except DataError as fault:
            return ListReport(None, shown(path), (Finding("wrong", fault.message, fault.key),))
        assert isinstance(self.ruleset, KeepsLists)
        return self.ruleset.read_list(data, shown(path), chosen_setup.size_of(self.ruleset, self.plan, self.side))

    def _open(self) -> None:
        """A file from elsewhere."""
        self.app.go(destinations.Choose(_("Open an army list"), "list", self.app.folders.lists, self.read))

    def _paste(self) -> None:
        """Read what is on the clipboard."""
        text = outside.pasted()
        if not text.strip():
            self.app.notice(_("The clipboard holds no text."), "warning")
            return
        self.shown = self._understood(text)
        self.rebuild()

    def _understood(self, text: str) -> _Shown:
        """What came of a text that was pasted."""
        assert isinstance(self.ruleset, KeepsLists)
        name, size = _("pasted"), chosen_setup.size_of(self.ruleset, self.plan, self.side)
        data = text.replace("\r\n", "\n").encode("utf-8", "replace")
        return _Shown(Path(name), self.ruleset.read_list(data, name, size))

    def _make_own(self) -> None:
        """The army of the list that is shown, or else of the side, as one of the player's own."""

        def taken(plan: Plan) -> None:
            self.app.close(self)
            self.taken(plan)

        plan = self.plan
        if self.shown is not None and self.shown.report.chosen is not None:
            plan = chosen_setup.with_list(plan, self.side, self.shown.report.chosen)
        open_profiles(self.app, self.ruleset, plan, self.side, taken)

    def _take(self) -> None:
        if self.shown is None or self.shown.report.chosen is None:
            return
        plan = chosen_setup.with_list(self.plan, self.side, self.shown.report.chosen)
        self.app.close(self)
        self.taken(plan)

    # -- what the player does ---------------------------------------------------------------------------------

    def event(self, event: pygame.event.Event) -> bool:
        """Files dropped, what is pasted, the sheets, then the buttons."""
        if event.type == pygame.DROPFILE:
            self.read(Path(event.file))
            return True
        if pastes(event):
            self._paste()
            return True
        if event.type == pygame.MOUSEWHEEL or hasattr(event, "pos"):
            pos = self.app.pointer.at
            for sheet in (self.sheet, self.facts):
                if sheet.rect.collidepoint(pos):
                    self._pressed(sheet.mouse(event))
                    return True
        if event.type == pygame.KEYDOWN and event.key in LIST_KEYS:
            self.sheet.key(event)
            if self.sheet.focus.isdigit():
                focus = self.sheet.focus
                self.read(self.files[int(focus)])
                self.sheet.focus, self.sheet.walked = focus, True
            return True
        return super().event(event)

    def _pressed(self, press: Press | None) -> None:
        if press is None:
            return
        if press.what == "link":
            self.follow(Link("clause", press.id))
        elif press.what == "press" and press.id.isdigit():
            self.read(self.files[int(press.id)])

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel and both sheets."""
        draw_frame(self.app, surface, _("Army lists"), 980)
        self.sheet.draw(surface)
        self.facts.draw(surface)
