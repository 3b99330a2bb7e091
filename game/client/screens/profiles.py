"""The profile form beside the list: the rows of an army of one's own, and the fields of one of them."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.client.battle import plan as plans
from game.client.battle.kept_lists import keep
from game.client.battle.own_armies import own_armies
from game.client.battle.plan import Plan
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.screens.frame import draw_frame, framed
from game.client.ui.form import Form
from game.client.ui.rows import Press, Row
from game.client.ui.sheet import LIST_KEYS, Sheet
from game.client.ui.text import say
from game.client.words import Span, Words, _
from game.engine.lists import ArmyDesk, ArmyField
from game.engine.ruleset import Ruleset
from game.engine.toml_reading import DataError, printable

WORDY = {"words": "a, b", "numbers": "a, b 3"}
"""How fields of several words are written."""


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
    """

    def __init__(
        self, app: Window, ruleset: Ruleset, desk: ArmyDesk, plan: Plan, side: str, taken: Callable[[Plan], None]
    ) -> None:
        super().__init__(app)
        self.ruleset, self.desk, self.plan, self.side, self.taken = ruleset, desk, plan, side, taken
        self.code = next((code for code, _name in desk.rows()), "")
        self.typed: dict[str, str | bool] = {}
        self.wrong: DataError | None = None
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Rows on the left, the fields of one on the right, buttons below."""
        inner = framed(self.app, 980)
        px = self.app.theme.px
        foot = self.foot(inner, self._foot).rect.height
        upper = pygame.Rect(inner.left, inner.top, inner.width, inner.height - foot - px(8))
        wide = upper.width // 3
        self.sheet = Sheet(self.app.theme, pygame.Rect(upper.left, upper.top, wide, upper.height))
        self.sheet.active = True
        left = upper.left + wide + px(14)
        form = self.form(pygame.Rect(left, upper.top, upper.right - left, upper.height))
        self._fields(form)
        form.finish()
        self._refresh()

    def _foot(self, form: Form) -> None:
        form.buttons(
            [
                ("take", _("Take this army"), self._take, True),
                ("keep", _("Save the army"), self._keep, False),
                ("copy", _("Copy this row"), self._copy, False),
                ("drop", _("Drop this row"), self._drop, False),
                ("back", _("Back"), self.back, False),
            ],
            right=True,
            off=() if self.code else ("copy", "drop"),
        )

    def _refresh(self) -> None:
        rows = [Row("choice", "row-", (Span(_("The army"), "bold"),), on=not self.code)]
        for code, name in self.desk.rows():
            note = say(code, "small", "text_dim")
            rows.append(Row("choice", f"row-{code}", (Span(printable(name), "bold"),), note, on=code == self.code))
        self.sheet.set_rows(rows)

    def _fields(self, form: Form) -> None:
        if self.wrong is not None:
            words = Words(self.app.settings.language, self.ruleset)
            place = f"{printable(self.wrong.key)}: " if self.wrong.key else ""
            form.text((Span(place, "bold"), *words.spans(self.wrong.message, None, "body", "danger")))
        for field in self.desk.fields(self.code):
            value = self.typed.get(field.key, field.value)
            if field.kind == "flag":
                form.check(field.key, field.key, bool(value), self._typing(field))
            elif field.kind == "choice":
                form.choice(
                    field.key, field.key, [(c, c or "—") for c in field.choices], str(value), self._typing(field)
                )
            else:
                form.entry(field.key, field.key, str(value), self._typing(field), WORDY.get(field.kind, ""))

    def _typing(self, field: ArmyField) -> Callable[[str | bool], None]:
        """Take what is being typed: the form stays as it is, so that typing can go on."""

        def take(value: str | bool) -> None:
            self.typed[field.key] = value

        return take

    # -- what the player does ---------------------------------------------------------------------------------

    def _put(self) -> bool:
        """Put what was typed into the army; where that cannot be, the form says why and stays."""
        try:
            self.desk = self.desk.put(self.code, self.typed) if self.typed else self.desk
        except DataError as fault:
            self.wrong = fault
            self.rebuild()
            return False
        self.code = str(self.typed.get("code", self.code)) if self.code else ""
        self.typed, self.wrong = {}, None
        return True

    def choose(self, code: str) -> None:
        """Show the fields of another row."""
        if self._put():
            self.code = code
            self.rebuild()

    def _copy(self) -> None:
        if self._put():
            self._change(lambda: self.desk.copy(self.code))

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
        size = plans.size_of(self.ruleset, self.plan, self.side)
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
            self.app.notice(_("Saved as {name}").format(name=path.name))
        self.rebuild()

    def _take(self) -> None:
        if self._put():
            self.app.close(self)
            self.taken(plans.with_list(self.plan, self.side, self.desk.chosen))

    def event(self, event: pygame.event.Event) -> bool:
        """The rows, then the fields and buttons."""
        if (event.type == pygame.MOUSEWHEEL or hasattr(event, "pos")) and self.sheet.rect.collidepoint(
            self.app.pointer.at
        ):
            self._pressed(self.sheet.mouse(event))
            return True
        typing = any(i.kind == "entry" and i.widget.is_focused for f in self.forms for i in f.items)
        if event.type == pygame.KEYDOWN and event.key in LIST_KEYS and not typing and not self._by_keys():
            _used, press = self.sheet.key(event)
            self._pressed(press)
            return True
        return super().event(event)

    def _by_keys(self) -> bool:
        return any(form.by_keys for form in self.forms)

    def _pressed(self, press: Press | None) -> None:
        if press is not None and press.what == "press" and press.id.startswith("row-"):
            self.choose(press.id.removeprefix("row-"))

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel and the rows."""
        draw_frame(self.app, surface, _("Profiles"), 980)
        self.sheet.draw(surface)
