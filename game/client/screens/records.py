"""Records: the battles kept with their pictures, sorted and searched, to go on with one, to watch it, to delete it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame

from game.client import destinations
from game.client.asking import confirm
from game.client.battle.attic import attic, destroy, put_aside, put_back
from game.client.battle.found import Found, answers_in, day_told, names_of, records_in, sides, told
from game.client.battle.glimpse import Glimpses, end_of_record
from game.client.battle.titles import title_of
from game.client.battle.who import player_title
from game.client.navigation import Window
from game.client.opening import open_record
from game.client.screen import Screen
from game.client.screens.frame import draw_frame, framed
from game.client.ui.form import Form
from game.client.ui.row_list import Sheet
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.ui.tiles import covering
from game.client.words import N_, Span, _
from game.engine.records.kept_file import held

WIDE = 1080
"""Width of the panel, pixels at scale 1."""
ORDERS: dict[str, tuple[str, Callable[[Found], tuple[Any, ...]]]] = {
    "when": (N_("Last played first"), lambda f: (-f.when, f.path.name)),
    "title": (N_("By name"), lambda f: (f.title.casefold(), -f.when)),
    "system": (N_("By system"), lambda f: (f.ruleset, -f.when)),
    "open": (N_("Unfinished first"), lambda f: (f.over, -f.when)),
    "long": (N_("Longest first"), lambda f: (-f.size, f.path.name)),
}


class RecordsScreen(Screen):
    """The battles kept: go on, watch, delete, and those deleted: put back.

    Attributes
    ----------
    found
        The battles listed, in their order.
    aside
        Whether those that were deleted are listed.
    """

    def __init__(self, app: Window) -> None:
        super().__init__(app)
        self.sought, self.order, self.aside = "", "when", False
        self.found: list[Found] = []
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        self.facts = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        self.glimpses = Glimpses(app.theme)
        self.picture = pygame.Rect(0, 0, 0, 0)
        self.chosen = 0
        self._wide = True

    def opened(self) -> None:
        """Look again: a battle may have gone on meanwhile."""
        self._look_again()
        self.rebuild()

    def closed(self) -> None:
        """No picture is made any more."""
        self.glimpses.close()

    @property
    def one(self) -> Found | None:
        """The battle chosen."""
        return self.found[self.chosen] if 0 <= self.chosen < len(self.found) else None

    def _look_again(self) -> None:
        """List what there is; the battle chosen stays so where it is still listed."""
        before = self.one.path if self.one is not None else None
        saves = self.app.folders.saves
        found = records_in(attic(saves) if self.aside else saves)
        wanted = self.sought.casefold().split()
        self.found = sorted(
            (f for f in found if all(word in self._searched(f) for word in wanted)), key=ORDERS[self.order][1]
        )
        paths = [f.path for f in self.found]
        self.chosen = paths.index(before) if before in paths else min(self.chosen, max(0, len(paths) - 1))

    def _searched(self, found: Found) -> str:
        """What a battle is found by."""
        name = self._names_of(found)
        return f"{self._title(found)} {told(found, name)} {sides(found, name, player_title)}".casefold()

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Search and order above, the list, the battle chosen beside it where there is room, the buttons below."""
        if self.glimpses.theme is not self.app.theme:
            self.glimpses.close()
            self.glimpses = Glimpses(self.app.theme)
        inner = framed(self.app, WIDE)
        px = self.app.theme.px
        single = inner.width < px(760)
        self._wide = not single
        foot = self.foot(inner, self._buttons).rect.height
        right = 0 if single else inner.width * 36 // 100
        wide = inner.width - (right + px(16) if right else 0)
        head = self.form(pygame.Rect(inner.left, inner.top, wide, px(84)), bar=False)
        self._head(head)
        top = inner.top + head.height + px(6)
        focus = self.sheet.focus
        self.sheet = Sheet(self.app.theme, pygame.Rect(inner.left, top, wide, inner.bottom - foot - px(10) - top))
        self.sheet.active = True
        self.sheet.focus, self.sheet.walked = focus, bool(focus)
        left = inner.left + wide + px(16)
        self.picture = pygame.Rect(left, inner.top, right, right * 5 // 8)
        below = self.picture.bottom + px(10)
        self.facts = Sheet(self.app.theme, pygame.Rect(left, below, right, inner.bottom - foot - px(10) - below))
        self._refresh()

    def _head(self, form: Form) -> None:
        """What is sought, and in which order it is listed."""
        form.label_width = self.app.theme.px(110)
        form.entry("find", _("Search"), self.sought, self._seek, _("a name, a system, a turn"))
        form.choice("order", _("Order"), [(o, _(words)) for o, (words, _k) in ORDERS.items()], self.order, self._sort)

    def _buttons(self, form: Form) -> None:
        """All buttons, always in the same places: what cannot be done with the battle chosen is grey."""
        found = self.one
        mine = found is not None and (self.aside or found.path.parent == self.app.folders.saves)
        lost = found is None or bool(found.trouble)
        off = {"go_on": lost or not mine or (found is not None and found.over), "watch": lost, "delete": not mine}
        first = ("go_on", _("Continue"), self._go_on, True)
        if self.aside:
            first = ("put_back", _("Restore"), self._put_back, True)
            off["put_back"] = found is None
        other = _("Saved battles") if self.aside else _("Deleted battles")
        gone = _("Delete for good…") if self.aside else _("Delete")
        other_file = [("open", _("Open a file…"), self._open, False)] if self._wide else []
        form.buttons(
            [
                first,
                ("watch", _("Watch"), self._watch, False),
                ("back", _("Back"), self.back, False),
                *other_file,
                ("aside", other, self._turn_over, False),
                ("delete", gone, self._delete, False),
            ],
            off=[name for name, grey in off.items() if grey],
        )

    def _refresh(self) -> None:
        rows = []
        if not self.found:
            words = _("No battle has been fought yet.")
            if self.sought:
                words = _("No battle has this name.")
            elif self.aside:
                words = _("No battle has been deleted.")
            rows.append(Row("text", label=say(words, "body", "text_dim")))
        for n, found in enumerate(self.found):
            name = self._names_of(found)
            note = found.trouble or f"{told(found, name)}\n{sides(found, name, player_title)}"
            if not self.aside and found.path.parent != self.app.folders.saves:
                note = _("sample") + f"  {note}"
            rows.append(
                Row(
                    "choice",
                    str(n),
                    (Span(self._title(found), "bold"),),
                    say(note, "small", "text_dim"),
                    on=n == self.chosen,
                    tone="warning" if found.trouble else "normal",
                )
            )
        self.sheet.set_rows(rows)
        self.facts.set_rows(self._rows_of_choice() if self.picture.width else [])

    def _rows_of_choice(self) -> list[Row]:
        """The battle chosen: who led what, when, how far and how long."""
        found = self.one
        if found is None or found.trouble:
            return []
        name = self._names_of(found)
        rows = [Row("heading", label=say(self._title(found), "bold", "accent"))]
        for side, _name in found.names:
            player = player_title(found.players.get(side, ""))
            rows.append(Row("value", label=say(name(side), "bold"), value=say(player, "body", "text_dim")))
        result = told(found, name).rsplit("  ·  ", 1)[-1]
        facts = [
            (_("Result"), result),
            (_("Turn"), str(found.turn or "–")),
            (_("Answers given"), str(answers_in(found))),
            (_("Last played"), day_told(found)),
        ]
        rows += [Row("value", label=say(k, "body", "text_dim"), value=say(v, "bold")) for k, v in facts]
        return rows

    def _title(self, found: Found) -> str:
        return title_of(found.title, found.ruleset, self.app.library, self.app.settings.language)

    def _names_of(self, found: Found) -> Callable[[str], str]:
        return names_of(found, self.app.library, self.app.settings.language)

    def _picture(self, found: Found) -> pygame.Surface | None:
        """How its table stands, once that is painted."""
        return self.glimpses.of((found.path, found.when), lambda: end_of_record(found.path, self.app.library))

    # -- what the player does ---------------------------------------------------------------------------------

    def event(self, event: pygame.event.Event) -> bool:
        """The list, unless somebody types; then search, order and buttons."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_o and event.mod & pygame.KMOD_CTRL:
            self._open()
            return True
        typing = any(i.kind == "entry" and i.widget.is_focused for f in self.forms for i in f.items)
        if not (typing and event.type == pygame.KEYDOWN):
            used, row = self.sheet.choice(event)
            if row:
                self.chosen = int(row)
                self.rebuild()
            if used:
                return True
        return super().event(event)

    def _seek(self, words: str) -> None:
        self.sought = words
        self._look_again()
        self._refresh()

    def _sort(self, order: str) -> None:
        self.order = order
        self._look_again()
        self.rebuild()

    def _turn_over(self) -> None:
        self.aside, self.chosen = not self.aside, 0
        self.opened()

    def _go_on(self) -> None:
        if self.one is not None:
            open_record(self.app, self.one.path)

    def _watch(self) -> None:
        if self.one is not None:
            open_record(self.app, self.one.path, watch=True)

    def _open(self) -> None:
        """A battle that lies elsewhere."""
        saves = self.app.folders.saves
        self.app.go(destinations.Choose(_("Open a battle"), "record", saves, lambda path: open_record(self.app, path)))

    def _put_back(self) -> None:
        if self.one is not None:
            self._moved(put_back, self.one.path)

    def _moved(self, move: Callable[[Path], object], path: Path) -> bool:
        """Do something with a file; a sentence where that is forbidden."""
        try:
            move(path)
        except OSError as fault:
            self.app.notice(_("It cannot be done: {why}").format(why=fault.strerror or fault), "warning")
            return False
        finally:
            self.opened()
        return True

    def _delete(self) -> None:
        """Put the battle aside, with a way back; one that lies aside goes for good, after asking."""
        found = self.one
        if found is None:
            return
        if held(found.path):
            self.app.notice(_("It is being played in another window, and cannot be deleted."), "warning")
            return
        if self.aside:

            def gone() -> None:
                self._moved(destroy, found.path)

            title = _("Delete this battle for good?")
            confirm(self.app, title, self._title(found), _("Delete"), gone, destroys=True)
            return
        to: list[Path] = []
        if self._moved(lambda path: to.append(put_aside(path)), found.path):
            said = _("{title} is deleted. Click here to restore it.").format(title=self._title(found))
            self.app.notice(said, act=lambda: self._brought_back(to[0]))

    def _brought_back(self, path: Path) -> None:
        if path.exists():
            self._moved(put_back, path)

    # -- the picture ------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Pictures come when they are there."""
        super().update(dt)
        self.glimpses.update()

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel, the list, the battle chosen."""
        draw_frame(self.app, surface, _("Deleted battles") if self.aside else _("Battles and replays"), WIDE)
        self.sheet.draw(surface)
        if not self.picture.width:
            return
        self.facts.draw(surface)
        theme, found = self.app.theme, self.one
        pygame.draw.rect(surface, theme.colour("panel_sunken"), self.picture, border_radius=theme.px(6))
        shown = self._picture(found) if found is not None and not found.trouble else None
        if shown is not None:
            surface.blit(covering(shown, self.picture.size), self.picture)
        pygame.draw.rect(surface, theme.colour("edge_light"), self.picture, theme.px(1), theme.px(4))
