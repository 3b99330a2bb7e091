"""Tables: those kept, and what a new one begins with."""

from __future__ import annotations

from functools import partial

import pygame
from msgspec.structs import replace

from game.client import destinations
from game.client.asking import confirm
from game.client.dropped import open_table
from game.client.folders import short_path
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.screens.frame import draw_frame, framed
from game.client.table_editor import files
from game.client.table_editor.files import Kept
from game.client.ui.form import Form
from game.client.ui.row_list import LIST_KEYS, Sheet
from game.client.ui.rows import Press, Row
from game.client.ui.text import say
from game.client.words import Words, _, os_words
from game.engine.ruleset import Ruleset
from game.engine.table_plans.document import TablePlan
from game.engine.table_plans.rules import PlaysTables, TableRules

BARE, MADE = "bare", "made"
"""What a new table may begin with beside a scenario's own."""


def open_elsewhere(app: Window) -> None:
    """Open a table that lies elsewhere."""
    tables = app.folders.tables
    app.go(destinations.Choose(_("Open a table"), "table", tables, lambda path: open_table(app, path)))


class TablesScreen(Screen):
    """Choose a table to go on with, or begin a new one."""

    def __init__(self, app: Window) -> None:
        super().__init__(app)
        self.rulesets = {r.meta.id: r for r in app.library.rulesets() if files.rules_of(r) is not None}
        first = next(iter(self.rulesets), "")
        self.chosen = app.settings.system if app.settings.system in self.rulesets else first
        self.start, self.size, self.number = BARE, 0, 1
        self.kept: list[Kept] = []
        self.at = -1
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))

    # -- layout -----------------------------------------------------------------------------------------------

    def opened(self) -> None:
        """Look again for tables: one may have been saved meanwhile."""
        self.kept = [self._checked(k) for k in files.kept_in(self.app.folders.tables)]
        self.at = min(self.at, len(self.kept) - 1)
        self.rebuild()

    def _checked(self, kept: Kept) -> Kept:
        ruleset = self.rulesets.get(kept.plan.ruleset) if kept.plan is not None else None
        rules = files.rules_of(ruleset)
        return files.check_kinds(kept, rules) if rules is not None else kept

    def build(self) -> None:
        """The tables kept at the left, a new one at the right."""
        px = self.app.theme.px
        inner = framed(self.app, 980)
        buttons = self.foot(inner, self._foot)
        foot = buttons.rect
        tall = foot.top - px(8) - inner.top
        wide = inner.width // 2 - px(10)
        self.sheet = Sheet(self.app.theme, pygame.Rect(inner.left, inner.top, wide, tall))
        self.sheet.active = True
        form = self.form(pygame.Rect(inner.left + wide + px(20), inner.top, inner.width - wide - px(20), tall))
        self._new(form)
        form.finish()
        self.forms = [form, buttons]  # the keyboard works the first
        kept = self._at()
        for button in ("open", "delete"):
            if kept is None or (button == "open" and not self._playable(kept)):
                buttons.item(button).widget.disable()
        self._refresh()

    def _foot(self, form: Form) -> None:
        form.buttons(
            [
                ("open", _("Open this table"), self._open, False),
                ("other", _("Open a file…"), partial(open_elsewhere, self.app), False),
                ("delete", _("Delete…"), self._delete, False),
                ("back", _("Back"), self.back, False),
            ],
            right=True,
        )

    def _new(self, form: Form) -> None:
        """The form of a new table."""
        form.heading(_("A new table"))
        ruleset = self.rulesets.get(self.chosen)
        rules = files.rules_of(ruleset)
        if ruleset is None or rules is None:
            form.text(_("No installed ruleset plays on custom tables."))
            return
        words = Words(self.app.settings.language, ruleset)
        said = {i: Words(self.app.settings.language, r).word(r.meta.name) for i, r in self.rulesets.items()}
        form.choice("ruleset", _("Rules"), list(said.items()), self.chosen, self._take_ruleset)
        starts = [(BARE, _("a bare table"))]
        if rules.makes:
            starts.append((MADE, _("a table generated from a number")))
        assert isinstance(ruleset, PlaysTables)
        for info in ruleset.scenarios():
            if ruleset.scenario_table(info.id) is not None:
                starts.append((info.id, _("the table of “{name}”").format(name=words.word(info.name))))
        if self.start not in [s for s, _w in starts]:
            self.start = BARE
        form.choice("start", _("Begin with"), starts, self.start, self._take_start)
        if self.start in (BARE, MADE):
            mm = ruleset.meta.measures.mm_per_unit
            sizes = [
                (str(n), f"{words.length(w * mm)} × {words.length(d * mm)}") for n, (w, d) in enumerate(rules.sizes)
            ]
            form.choice("size", _("Size"), sizes, str(self.size), self._take_size)
        if self.start == MADE:
            form.digits("number", _("Number"), self.number, 0, 999_999, self._take_number)
            form.text(say(_("The same number makes the same table on every machine."), "small", "text_dim"))
        form.button("begin", _("Begin"), self._begin)
        words_kept = _("Tables are saved in {folder}.").format(folder=short_path(self.app.folders.tables))
        form.text(say(words_kept, "small", "text_dim"))

    def _refresh(self) -> None:
        rows = [Row("heading", label=say(_("Saved tables"), "bold", "accent"))]
        if not self.kept:
            rows.append(Row("text", label=say(_("No tables yet."), "small", "text_dim")))
        for number, kept in enumerate(self.kept):
            rows.append(self._row(number, kept))
        self.sheet.set_rows(rows)

    def _row(self, number: int, kept: Kept) -> Row:
        on = number == self.at
        if kept.plan is None:
            where = f"{kept.path.name}, {kept.key}: " if kept.key else f"{kept.path.name}: "
            words = Words(self.app.settings.language)
            why = say(where, "small", "danger")
            wrong = words.spans(kept.wrong, None, "small", "danger") if kept.wrong is not None else ()
            return Row("choice", str(number), say(kept.title), why + wrong, on=on)
        ruleset = self.rulesets.get(kept.plan.ruleset)
        if ruleset is None:
            note = _("for {ruleset}, which is not installed").format(ruleset=kept.plan.ruleset)
            return Row("choice", str(number), say(kept.title), say(note, "small", "warning"), on=on)
        words = Words(self.app.settings.language, ruleset)
        mm = ruleset.meta.measures.mm_per_unit
        width, depth = (words.length(v * mm) for v in kept.plan.size)
        note = _("{rules}, {width} × {depth}, terrain: {n}").format(
            rules=words.word(ruleset.meta.name), width=width, depth=depth, n=len(kept.plan.pieces)
        )
        return Row("choice", str(number), say(kept.title, "bold"), say(note, "small", "text_dim"), on=on)

    def _at(self) -> Kept | None:
        return self.kept[self.at] if 0 <= self.at < len(self.kept) else None

    def _playable(self, kept: Kept) -> bool:
        return kept.plan is not None and kept.plan.ruleset in self.rulesets

    # -- what the player does ---------------------------------------------------------------------------------

    def _take_ruleset(self, ruleset: str) -> None:
        self.chosen, self.start, self.size = ruleset, BARE, 0
        self.rebuild()

    def _take_start(self, start: str) -> None:
        self.start = start
        self.rebuild()

    def _take_size(self, size: str) -> None:
        self.size = int(size)
        self.rebuild()

    def _take_number(self, number: int) -> None:
        self.number = number

    def _begin(self) -> None:
        ruleset = self.rulesets.get(self.chosen)
        rules = files.rules_of(ruleset)
        if ruleset is None or rules is None:
            return
        try:
            plan = self._first(ruleset, rules)
        except ValueError as fault:
            self.app.notice(_("This table cannot be made: {why}").format(why=fault), "warning")
            return
        self.app.go(destinations.TableEditor(ruleset, plan))

    def _first(self, ruleset: Ruleset, rules: TableRules) -> TablePlan:
        assert isinstance(ruleset, PlaysTables)
        size = rules.sizes[self.size]
        if self.start == MADE:
            made = ruleset.made_table(size, str(self.number))
            return replace(made, name=_("Map {n}").format(n=self.number))
        own = ruleset.scenario_table(self.start) if self.start != BARE else None
        if own is not None:
            name = Words(self.app.settings.language, ruleset).word(own.name)
            return replace(own, name=_("{name}, changed").format(name=name))
        depth = rules.zone_depth if rules.zones == "strip" else 0.0
        return TablePlan(ruleset=rules.ruleset, size=size, zone_depth=depth)

    def _open(self) -> None:
        kept = self._at()
        if kept is not None and kept.plan is not None and self._playable(kept):
            ruleset = self.rulesets[kept.plan.ruleset]
            self.app.go(destinations.TableEditor(ruleset, kept.plan, kept.path))

    def _delete(self) -> None:
        kept = self._at()
        if kept is None:
            return

        def gone() -> None:
            try:
                kept.path.unlink()
            except OSError as fault:
                self.app.notice(_("It cannot be deleted: {why}").format(why=os_words(fault)), "warning")
            self.at = -1
            self.opened()

        confirm(self.app, _("Delete the table?"), kept.path.name, _("Delete"), gone, destroys=True)

    def event(self, event: pygame.event.Event) -> bool:
        """The list, then the form and the buttons."""
        if event.type == pygame.MOUSEWHEEL or hasattr(event, "pos"):
            pos = self.app.pointer.at
            if self.sheet.rect.collidepoint(pos):
                self._pressed(self.sheet.mouse(event))
                return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB:
            self._tab(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if event.type == pygame.KEYDOWN and self.kept and self.part == 0 and self._list_key(event):
            return True
        if event.type == pygame.KEYDOWN and self.part > 0 and event.key != pygame.K_ESCAPE:
            return self.forms[self.part - 1].event(event)
        return super().event(event)

    @property
    def part(self) -> int:
        """What the keyboard works: the list (0), the form (1), the buttons (2)."""
        return next((n for n, form in enumerate(self.forms, 1) if form.by_keys), 0)

    def _tab(self, by: int) -> None:
        """Walk on: through the list, the form, the buttons, and to the list again."""
        part = self.part
        if part:
            form = self.forms[part - 1]
            free = [n for n, item in enumerate(form.items) if item.widget.is_enabled]
            at = free.index(form.focus) + by if form.focus in free else (0 if by > 0 else len(free) - 1)
            if 0 <= at < len(free):
                form.focus_on(form.items[free[at]].id)
                return
            form.by_keys = False
        part = (part + by) % 3
        if part:
            form = self.forms[part - 1]
            ids = [item.id for item in form.items if item.widget.is_enabled]
            form.by_keys = True
            if ids:
                form.focus_on(ids[0 if by > 0 else -1])
        elif self.kept:
            self.sheet.focus = str(max(self.at, 0))
            self._choose(max(self.at, 0))

    def _list_key(self, event: pygame.event.Event) -> bool:
        """Keys of the list, as long as the keyboard does not work the form."""
        if event.key in LIST_KEYS:
            self.sheet.key(event)
            if self.sheet.focus.isdigit():
                self._choose(int(self.sheet.focus))
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self._at() is not None:
            self._open()
        elif event.key == pygame.K_DELETE and self._at() is not None:
            self._delete()
        else:
            return False
        return True

    def _pressed(self, press: Press | None) -> None:
        if press is not None and press.what == "press" and press.id.isdigit():
            if int(press.id) == self.at:
                self._open()
            else:
                self._choose(int(press.id))

    def _choose(self, at: int) -> None:
        self.at = at
        focus, scroll = self.sheet.focus, self.sheet.scroll
        self.rebuild()
        self.sheet.focus, self.sheet.scroll, self.sheet.walked = focus, scroll, True

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel and the list."""
        draw_frame(self.app, surface, _("Tables"), 980)
        self.sheet.active = self.part == 0
        self.sheet.draw(surface)
