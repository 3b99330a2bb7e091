"""The rules reference: every clause by chapter, with a search, opened from any clause id on the screen."""

from __future__ import annotations

import pygame

from game.clauses import Book, Clause, DataError, read_book
from game.client import destinations
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.screens.frame import draw_frame, framed
from game.client.ui.row_list import Sheet
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import N_, Link, Span, Spans, Words, _
from game.engine.i18n import Speaker
from game.engine.positions.examples import examples_of, played
from game.engine.positions.position import Position, PositionError

SHOWN = 2
"""As many examples of a clause are offered before it is chosen."""
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
SHEET_KEYS = (pygame.K_PAGEDOWN, pygame.K_PAGEUP, pygame.K_UP, pygame.K_DOWN, *ENTER)
KINDS = {"clause": "", "ruling": N_("ruling"), "convention": N_("convention")}


class RulesScreen(Screen):
    """Clauses of the rulesets.

    Parameters
    ----------
    clause
        A clause to begin at.
    ruleset
        The system whose rules are opened; that of the clause, else the first.
    """

    def __init__(self, app: Window, clause: str = "", ruleset: str = "") -> None:
        super().__init__(app)
        self.books: dict[str, Book] = {}
        self.examples: dict[str, dict[str, tuple[Position, ...]]] = {}
        self.search = ""
        self.chapter = ""
        self.chosen = clause
        self.names: dict[str, str] = {}
        for rules in app.library.rulesets():
            self.names[rules.meta.id] = Words(app.settings.language, rules).word(rules.meta.name)
            try:
                self.books[rules.meta.id] = read_book(rules.meta.id, rules.meta.folder)
            except DataError:
                continue  # a ruleset without clauses has no reference; `check` tells about broken files
        wanted = ruleset or next((b for b in self.books if clause.startswith(f"{b}-")), "")
        self.ruleset = wanted if wanted in self.books else next(iter(self.books), "")
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        self._reveal = clause

    def build(self) -> None:
        """Lay out the head of the page and the list."""
        inner = framed(self.app, 900)
        px = self.app.theme.px
        form = self.form(pygame.Rect(inner.left, inner.top, inner.width, px(10)))
        form.box.kill()
        self.forms.clear()
        head = self._head(inner)
        top = inner.top + head
        self.sheet = Sheet(self.app.theme, pygame.Rect(inner.left, top, inner.width, inner.bottom - top))
        self.sheet.active = True
        self._refresh()

    def _head(self, inner: pygame.Rect) -> int:
        """The controls above the list; the height they take."""
        px = self.app.theme.px
        narrow = inner.width < px(620)
        tall = px(42) + (px(38) * (2 if len(self.books) > 1 else 1) if narrow else px(38))
        form = self.form(pygame.Rect(inner.left, inner.top, inner.width, tall))
        if len(self.books) > 1:
            form.choice(
                "ruleset", _("Rules"), [(b, self.names[b]) for b in self.books], self.ruleset, self._take_ruleset
            )
        form.entry("search", _("Search (words or an id)"), self.search, self._take_search)
        form.choice(
            "chapter",
            _("Chapter"),
            [("", _("all chapters")), *((c, self._chapter_name(c)) for c in self._phases())],
            self.chapter,
            self._take_chapter,
        )
        form.finish()
        height = min(form.height, inner.height // 2)
        form.box.set_dimensions((inner.width, height + px(4)))
        form.rect.height = height + px(4)
        return height + px(8)

    def _phases(self) -> list[str]:
        book = self.books.get(self.ruleset)
        return list(dict.fromkeys(c.phase for c in book.clauses)) if book else []

    def _chapter_name(self, phase: str) -> str:
        rules = self.app.library.ruleset(self.ruleset)
        named = rules.meta.chapters.get(phase)
        if named is not None:
            return Speaker(self.app.settings.language, rules).say(named)
        return phase.replace("_", " ")

    # -- what is shown ----------------------------------------------------------------------------------------

    def _matching(self) -> list[Clause]:
        book = self.books.get(self.ruleset)
        if book is None:
            return []
        sought = self.search.casefold().split()
        out = []
        for clause in book.clauses:
            if self.chapter and clause.phase != self.chapter:
                continue
            title, text = book.shown(clause, self.app.settings.language)
            whole = f"{clause.id} {title} {text}".casefold()
            if all(word in whole for word in sought):
                out.append(clause)
        return out

    def _refresh(self) -> None:
        rows: list[Row] = []
        book = self.books.get(self.ruleset)
        phase = ""
        found = self._matching()
        if book is None or not found:
            words = _("No clause contains these words.") if book else _("No installed ruleset has clauses.")
            rows.append(Row("text", label=say(words, "body", "text_dim")))
        for clause in found:
            assert book is not None
            if clause.phase != phase:
                phase = clause.phase
                rows.append(Row("heading", label=say(self._chapter_name(phase), "heading", "accent")))
            title, text = book.shown(clause, self.app.settings.language)
            head: Spans = (Span(clause.id, "bold", "link"), Span("  "), Span(title, "bold"))
            if KINDS[clause.kind]:
                head += (Span(f"  ({_(KINDS[clause.kind])})", "small", "text_dim"),)
            rows.append(Row("value", clause.id, head, linked(text, book), on=clause.id == self.chosen))
            rows += self._example_rows(clause.id)
            rows.append(Row("gap"))
        self.sheet.set_rows(rows)
        if self._reveal:
            self.sheet.focus, self.sheet.walked = self._reveal, True
            rect = self.sheet.row_rect(self._reveal)
            if rect is not None:
                self.sheet.scroll += rect.top - self.sheet.rect.top - self.app.theme.px(30)
                self.sheet._clamp()
            self._reveal = ""

    def _examples(self, clause: str) -> tuple[Position, ...]:
        """The worked examples that prove a clause; the files are read when a book is first looked into."""
        if self.ruleset not in self.examples:
            self.examples[self.ruleset] = examples_of(self.books[self.ruleset].folder)
        return self.examples[self.ruleset].get(clause, ())

    def _example_rows(self, clause: str) -> list[Row]:
        """A row for each worked example: two of many, all of them where the clause was chosen."""
        found = self._examples(clause)
        words = Words(self.app.settings.language, self.app.library.ruleset(self.ruleset))
        rows = []
        for n, position in enumerate(found if clause == self.chosen else found[:SHOWN]):
            said = _("Show me an example: {title}").format(title=words.word(position.title))
            rows.append(Row("choice", f"example\n{clause}\n{n}", say(said, "small", "link"), indent=1))
        return rows

    def show_example(self, clause: str, n: int = 0) -> None:
        """Play the n-th worked example of a clause in the window."""
        position = self._examples(clause)[n]
        try:
            session = played(position, self.app.library.ruleset(self.ruleset))
        except PositionError as fault:
            self.app.notice(_("This example cannot be played: {why}").format(why=fault), "warning")
            return
        self.app.go(destinations.Example(position, session))

    def takes(self, place: destinations.Place) -> bool:
        """Another clause: this same reference goes to it."""
        if not isinstance(place, destinations.Rules):
            return False
        self.go_to(place.clause)
        return True

    def go_to(self, clause: str) -> None:
        """Show a clause, in whatever chapter and book it stands."""
        book = next((b for b in self.books if clause.startswith(f"{b}-")), "")
        if book:
            self.ruleset = book
        self.search = self.chapter = ""
        self.chosen = self._reveal = clause
        self.rebuild()

    def follow(self, link: Link) -> None:
        """A clause id in a clause's text."""
        if link.kind == "clause":
            self.go_to(link.id)

    # -- controls ---------------------------------------------------------------------------------------------

    def _take_ruleset(self, value: str) -> None:
        self.ruleset, self.chapter = value, ""
        self.rebuild()

    def _take_chapter(self, value: str) -> None:
        self.chapter = value
        self.sheet.scroll = 0
        self.rebuild()

    def _take_search(self, value: str) -> None:
        self.search = value
        self.sheet.scroll = 0
        self._refresh()

    def event(self, event: pygame.event.Event) -> bool:
        """The list first where the pointer is over it, then the controls."""
        if not self._dropped() and (
            event.type == pygame.MOUSEWHEEL or (hasattr(event, "pos") and self.sheet.rect.collidepoint(event.pos))
        ):
            press = self.sheet.mouse(event)
            if press is not None and press.what == "link":
                self.follow(Link("clause", press.id))
            elif press is not None and press.what == "press":
                self._pressed(press.id)
            if event.type != pygame.MOUSEBUTTONDOWN:
                return True
        if event.type == pygame.KEYDOWN and self._sheet_key(event):
            return True
        return super().event(event)

    def _sheet_key(self, event: pygame.event.Event) -> bool:
        """Arrows walk through clauses and examples, Enter takes the one walked to; pages turn."""
        if self._dropped() or event.key not in SHEET_KEYS:
            return False
        if event.key in ENTER and not (self.sheet.walked and self.sheet.focus):
            return False
        used, press = self.sheet.key(event)
        if press is not None and press.what == "press":
            self._pressed(press.id)
        return used

    def _pressed(self, row: str) -> None:
        """A clause is chosen, or an example opened."""
        kind, _newline, rest = row.partition("\n")
        if kind == "example":
            clause, _newline, n = rest.partition("\n")
            self.show_example(clause, int(n))
            return
        self.chosen = row
        self._refresh()

    def _dropped(self) -> bool:
        """Whether a list of choices hangs open over the sheet."""
        return any(
            i.kind == "choice" and i.widget.current_state is i.widget.menu_states["expanded"]
            for f in self.forms
            for i in f.items
        )

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel and the clauses."""
        rules = self.app.library.ruleset(self.ruleset) if self.ruleset else None
        name = Words(self.app.settings.language, rules).word(rules.meta.name) if rules else ""
        title = _("Rules reference") + (f": {name}" if name else "")
        draw_frame(self.app, surface, title, 900)
        self.sheet.draw(surface)


def linked(text: str, book: Book) -> Spans:
    """A clause's text with the ids of other clauses as links."""
    from game.clauses import id_pattern

    out: list[Span] = []
    at = 0
    known = {c.id for c in book.clauses}
    for found in id_pattern(book.ruleset).finditer(text):
        if found[0] not in known:
            continue
        if found.start() > at:
            out.append(Span(text[at : found.start()]))
        out.append(Span(found[0], "body", "link", Link("clause", found[0])))
        at = found.end()
    out.append(Span(text[at:]))
    return tuple(out)
