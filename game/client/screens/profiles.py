"""The profile form beside the list: the rows of an army of one's own, the fields of one of them, what comes of it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.client import destinations
from game.client.battle import chosen_setup
from game.client.battle.chosen_setup import Plan
from game.client.battle.kept_lists import keep
from game.client.battle.own_armies import own_armies
from game.client.navigation import Window
from game.client.panels.army_fields import ArmyFields, field_of
from game.client.panels.profile_facts import TAKEN, ProfileFacts
from game.client.screen import Screen
from game.client.screens.frame import draw_frame, framed
from game.client.ui.form import Form
from game.client.ui.row_list import LIST_KEYS, Sheet
from game.client.ui.rows import Press, Row
from game.client.ui.text import say
from game.client.words import Link, Span, Words, _
from game.engine.files.toml_reading import DataError, printable
from game.engine.lists import OWN, ArmyDesk, ArmyField
from game.engine.ruleset import Ruleset

WIDE = 1180
"""Width of the panel, pixels at scale 1."""
BELOW = 90
"""What is kept free below a field at which something is refused, pixels at scale 1."""


def _called_anew(app: Window, ruleset: Ruleset, desk: ArmyDesk, size: int) -> ArmyDesk:
    """The desk with an id that no army kept has, so that saving it writes over none."""
    first = desk.chosen.army
    taken = {army.chosen.army for army in own_armies(app.folders.lists, ruleset, size)}
    ids = (first, *(f"{first}_{n}" for n in range(2, len(taken) + 3)))
    return desk.put("", {"id": next(one for one in ids if one not in taken)})


class ProfilesScreen(Screen):
    """Change the rows of an army, add and drop some, take it for the battle, keep it as a file.

    Parameters
    ----------
    desk
        The army laid out.
    plan, side
        The side that it is for.
    taken
        Gets the changed plan.

    Attributes
    ----------
    kept
        The army as it was last saved, or laid out.
    typed, wrong
        What was told of the row and cannot be put into the army as it is, and why.
    """

    def __init__(
        self, app: Window, ruleset: Ruleset, desk: ArmyDesk, plan: Plan, side: str, taken: Callable[[Plan], None]
    ) -> None:
        super().__init__(app)
        self.ruleset, self.plan, self.side, self.taken = ruleset, plan, side, taken
        self.desk = desk
        if OWN not in plan.setup.sides[side].own:
            self.desk = _called_anew(app, ruleset, desk, chosen_setup.size_of(ruleset, plan, side))
        self.kept = self.desk
        self.code = next((code for code, _name in desk.rows()), "")
        self.typed: dict[str, str | bool] = {}
        self.wrong: DataError | None = None
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        self.facts = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))

    # -- layout -----------------------------------------------------------------------------------------------

    @property
    def words(self) -> Words:
        """Words with the ruleset's names."""
        return Words(self.app.settings.language, self.ruleset)

    def build(self) -> None:
        """Rows on the left, the fields of one in the middle, what comes of them on the right, buttons below."""
        inner = framed(self.app, WIDE)
        px = self.app.theme.px
        foot = self.foot(inner, self._foot).rect.height
        tall, gap = inner.height - foot - px(8), px(14)
        single = inner.width < px(800)
        wide = inner.width // 3 if single else inner.width * 23 // 100
        right = 0 if single else inner.width * 31 // 100
        scrolled = self.sheet.scroll
        self.sheet = Sheet(self.app.theme, pygame.Rect(inner.left, inner.top, wide, tall))
        self.sheet.active = True
        self.facts = Sheet(self.app.theme, pygame.Rect(inner.right - right, inner.top, right, tall))
        left = inner.left + wide + gap
        form = self.form(pygame.Rect(left, inner.top, inner.right - left - (right + gap if right else 0), tall))
        fields = self._shown_fields()
        ArmyFields(self.words, self._on_change, self._colours()).fill(form, fields, self.code, self.wrong)
        form.finish()
        self._refresh()
        self.sheet.scroll = min(scrolled, self.sheet.max_scroll)

    def _foot(self, form: Form) -> None:
        begin = []
        if self.desk.begins:
            begin = [("new", _("New row"), self._begin, False), ("empty", _("Start empty"), self._empty, False)]
        form.buttons(
            [
                ("take", _("Use this army"), self._take, True),
                ("keep", _("Save the army"), self._keep, False),
                *begin,
                ("copy", _("Copy this row"), self._copy, False),
                ("drop", _("Delete this row"), self._drop, False),
                ("back", _("Back"), self.back, False),
            ],
            right=True,
            off=() if self.code else ("copy", "drop"),
        )

    def _colours(self) -> int:
        """The side's colours, a slot of the theme."""
        seat = list(self.plan.setup.sides).index(self.side)
        colours = self.app.settings.colours
        return (colours[seat] if seat < len(colours) else seat) % len(self.app.theme.file.sides)

    def _shown_fields(self) -> list[ArmyField]:
        """The fields as they were told, sound or not; those of the army where that cannot be laid out."""
        try:
            return list(self.desk.fields(self.code, self.typed))
        except (DataError, LookupError, TypeError, ValueError):
            return list(self.desk.fields(self.code))

    def _refresh(self) -> None:
        facts = ProfileFacts(self.words, self.ruleset, self.plan, self.side, self.desk.chosen)
        entries = {entry.code: entry for entry in facts.entries()}
        counts = self.desk.chosen.counts
        rows = [Row("choice", "row-", (Span(_("The army"), "bold"),), on=not self.code)]
        for code, name in self.desk.rows():
            note = code
            if code in entries:
                note = _("{code}: {points} points, {n} in the list").format(
                    code=code, points=entries[code].points, n=counts.get(code, 0)
                )
            label = (Span(printable(name), "bold"),)
            rows.append(Row("choice", f"row-{code}", label, say(note, "small", "text_dim"), on=code == self.code))
        told = facts.rows(entries.get(self.code), self.wrong)
        if self.facts.rect.width:
            self.facts.set_rows(told)
        else:
            rows += [Row("line"), *told]
        self.sheet.set_rows(rows)

    # -- what the player does ---------------------------------------------------------------------------------

    def _on_change(self, field: ArmyField, value: str | bool) -> None:
        """Put what was told into the army where it can be; while letters are typed the form stays as it is."""
        if str(value) == str(self.typed.get(field.key, field.value)) and field.kind == "choice":
            return
        self.typed[field.key] = value
        self._try()
        if field.kind == "flag" or field.choices:
            self.rebuild()
        else:
            self._refresh()

    def _try(self) -> None:
        try:
            self.desk = self.desk.put(self.code, self.typed) if self.typed else self.desk
        except DataError as fault:
            self.wrong = fault
            return
        self.code = str(self.typed.get("code", self.code)).strip() if self.code else ""
        self.typed, self.wrong = {}, None

    def _put(self) -> bool:
        """Put what was told into the army; where that cannot be, the form says why and stays."""
        self._try()
        if self.wrong is not None:
            self.rebuild()
            at = field_of(self._shown_fields(), self.code, self.wrong)
            form = self.forms[-1]
            form.focus_on(next((i.id for i in form.items if at and i.id.startswith(at)), ""))
            item = form.focused
            if at and item is not None and item.widget.rect.bottom > form.rect.bottom - self.app.theme.px(BELOW):
                form.scroll_to(form.scrolled + self.app.theme.px(BELOW))
        return self.wrong is None

    def choose(self, code: str) -> None:
        """Show the fields of another row."""
        if self._put():
            self.code = code
            self.rebuild()
            self.forms[-1].scroll_to(0)

    def _copy(self) -> None:
        if self._put():
            self._change(lambda: self.desk.copy(self.code))

    def _begin(self) -> None:
        if self._put():
            self._change(self._new_row)

    def _new_row(self) -> tuple[ArmyDesk, str]:
        """The army with a new row, which has a name in the reader's language."""
        desk, code = self.desk.begin(self.code)
        return desk.put(code, {"name": _("New unit")}), code

    def _empty(self) -> None:
        def begun() -> None:
            self.typed = {}
            self._change(self._alone)
            self.kept = self.desk

        self._asked(begun)

    def back(self) -> None:
        """Leave; where something is neither kept nor taken, only after asking."""
        self._asked(lambda: self.app.close(self))

    def _asked(self, then: Callable[[], None]) -> None:
        """Do what would lose the army as it is; where it has changed, only after asking."""
        if self.desk == self.kept and not self.typed:
            then()
            return

        def save() -> None:
            self._keep()
            if self.desk == self.kept and not self.typed:
                then()

        answers = [
            ("save", _("Save"), save, True),
            ("leave", _("Leave without saving"), then, False),
            ("stay", _("Cancel"), lambda: None, False),
        ]
        self.app.go(destinations.Question(_("The army has changed"), _("Save it before you leave?"), answers))

    def _alone(self) -> tuple[ArmyDesk, str]:
        desk, code = self.desk.begin(alone=True)
        desk = desk.put(code, {"name": _("New unit")}).put("", {"name": _("My army")})
        size = chosen_setup.size_of(self.ruleset, self.plan, self.side)
        return _called_anew(self.app, self.ruleset, desk, size), code

    def _drop(self) -> None:
        self.typed = {}
        self._change(lambda: (self.desk.drop(self.code), ""))

    def _change(self, change: Callable[[], tuple[ArmyDesk, str]]) -> None:
        try:
            self.desk, self.code = change()
            self.wrong = None
        except DataError as fault:
            self.wrong = fault
        self.rebuild()

    def _keep(self) -> None:
        """Write the army into its file among the lists, or into a new one."""
        if not self._put():
            return
        chosen = self.desk.chosen
        size = chosen_setup.size_of(self.ruleset, self.plan, self.side)
        folder = self.app.folders.lists
        path = next((a.path for a in own_armies(folder, self.ruleset, size) if a.chosen.army == chosen.army), None)
        try:
            if path is None:
                path = keep(folder, chosen.army, self.desk.text())
            else:
                path.write_text(self.desk.text(), encoding="utf-8")
        except OSError as fault:
            self.app.notice(_("The army cannot be saved: {why}").format(why=fault.strerror or fault), "warning")
        else:
            self.kept = self.desk
            self.app.notice(_("Saved as {name}").format(name=path.name))
        self.rebuild()

    def _take(self) -> None:
        if self._put():
            self.app.close(self)
            self.taken(chosen_setup.with_list(self.plan, self.side, self.desk.chosen))

    def event(self, event: pygame.event.Event) -> bool:
        """The rows and the facts, then the fields and buttons."""
        if event.type == pygame.MOUSEWHEEL or hasattr(event, "pos"):
            for sheet in (self.sheet, self.facts):
                if sheet.rect.collidepoint(self.app.pointer.at):
                    self._pressed(sheet.mouse(event))
                    return True
        typing = any(i.kind == "entry" and i.widget.is_focused for f in self.forms for i in f.items)
        by_keys = any(form.by_keys for form in self.forms)
        if event.type == pygame.KEYDOWN and event.key in LIST_KEYS and not typing and not by_keys:
            _used, press = self.sheet.key(event)
            self._pressed(press)
            return True
        return super().event(event)

    def _pressed(self, press: Press | None) -> None:
        if press is None:
            return
        if press.what == "link":
            self.follow(Link("clause", press.id))
        elif press.what == "press" and press.id.startswith("row-"):
            self.choose(press.id.removeprefix("row-"))
        elif press.what in ("more", "less") and press.id == TAKEN:
            n = self.desk.chosen.counts.get(self.code, 0) + (1 if press.what == "more" else -1)
            self.desk = self.desk.count(self.code, n)
            self._refresh()

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel, the rows and the facts."""
        draw_frame(self.app, surface, _("Profiles"), WIDE)
        self.sheet.draw(surface)
        if self.facts.rect.width:
            self.facts.draw(surface)
