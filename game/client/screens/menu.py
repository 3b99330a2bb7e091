"""The menu of a battle: rules, settings, offers, conceding, leaving."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.client import destinations
from game.client.asking import confirm
from game.client.destinations import Answer, Seated
from game.client.keeping import write_anew
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.ui.text import flow, say
from game.client.words import _
from game.engine import command as cmd


class MenuScreen(Screen):
    """A column of buttons over the battle."""

    over = True

    def __init__(self, app: Window, battle: Seated) -> None:
        super().__init__(app)
        self.battle = battle
        self.rect = pygame.Rect(0, 0, 10, 10)

    def entries(self) -> list[tuple[str, str, Callable[[], None], bool]]:
        """The entries: id, words, what, whether it is the first."""
        battle = self.battle
        out: list[tuple[str, str, Callable[[], None], bool]] = [("resume", _("Back to the battle"), self._close, True)]
        side = battle.acting_side()
        if side is not None and not battle.match.over:
            out += [
                ("draw", _("Offer a draw"), lambda: self._propose("draw"), False),
                ("end", _("Offer to end the battle now"), lambda: self._propose("end"), False),
                ("remark", _("Write a remark…"), self._remark, False),
                ("concede", _("Concede the battle…"), self._concede, False),
            ]
        if battle.match.unsaved:
            out.append(("anew", _("Save the battle to another file"), self._anew, False))
        out += [
            ("dice", _("Dice statistics"), self._dice, False),
            ("fault", _("Report a fault"), self._fault, False),
            ("rules", _("Rules reference"), self._rules, False),
            ("settings", _("Settings"), self._settings, False),
            ("leave", _("Leave to the title"), self._leave, False),
        ]
        return out

    def build(self) -> None:
        """Lay out the column in the middle of the window."""
        px = self.app.theme.px
        w, h = self.app.size
        entries = self.entries()
        match = self.battle.match
        words = ""
        if match.writer is not None:
            name = match.writer.path.name
            words = _("Every answer is saved at once, as {name}.").format(name=name) if match.saved else match.unsaved
        table = self.battle.match.session.setup.table if self.battle.match.session.setup is not None else None
        if table is not None:
            said = _("Fought on the table “{name}”").format(name=table.name or _("unnamed"))
            words = f"{said}. {words}"
        one = len(entries) * px(42) + px(96) <= h - px(20)
        wide = min(px(380 if one else 680), w - px(40))
        note = flow(say(words, "small", "text_dim" if match.saved else "warning"), wide - px(40), self.app.theme)
        rows = len(entries) if one else -(-len(entries) // 2)
        tall = min(h - px(20), rows * px(42) + px(44) + note.height)
        self.rect = pygame.Rect((w - wide) // 2, (h - tall) // 2, wide, tall)
        form = self.form(self.rect.inflate(-px(40), -px(36)), bar=not one)
        form.rect.height -= note.height
        form.grid(entries)
        if words:
            form.text(words, "small", "text_dim" if match.saved else "warning")
        form.finish()
        form.by_keys = True

    def _close(self) -> None:
        self.app.close(self)

    def back(self) -> None:
        """Escape goes back to the battle."""
        self._close()

    def _propose(self, what: str) -> None:
        side = self.battle.acting_side()
        self._close()
        if side is None:
            return
        command = cmd.Propose(side, "draw" if what == "draw" else "end")
        refusal = self.battle.match.submit(command)
        if refusal is not None:
            self.app.notice(self.battle.words.say(refusal.text, self.battle.view), "warning")

    def _remark(self) -> None:
        side = self.battle.acting_side()
        self._close()
        if side is None:
            return

        def said(words: str) -> None:
            refusal = self.battle.match.submit(cmd.Note(side, words))
            if refusal is not None:
                self.app.notice(self.battle.words.say(refusal.text, self.battle.view), "warning")

        self.app.go(destinations.Line(said))

    def _concede(self) -> None:
        side = self.battle.acting_side()
        if side is None:
            return

        def concede() -> None:
            self._close()
            self.battle.match.submit(cmd.Concede(side))

        name = self.battle.words.name(side, self.battle.view)
        confirm(
            self.app,
            _("Concede the battle?"),
            _("{side} then loses the battle.").format(side=name),
            _("Concede"),
            concede,
            destroys=True,
        )

    def _rules(self) -> None:
        self.app.open_rules("", self.battle.match.session.ruleset.meta.id)

    def _dice(self) -> None:
        self._close()
        self.battle.act("dice")

    def _fault(self) -> None:
        self._close()
        self.battle.act("report_fault")

    def _settings(self) -> None:
        self.app.go(destinations.Settings())

    def _anew(self) -> None:
        self._close()
        write_anew(self.app, self.battle.match)

    def _leave(self) -> None:
        """Leave; where the last answers lie in no file, and none takes them, only when it is said once more."""
        match = self.battle.match
        writer = match.writer
        if writer is None or writer.flush(safe=True) or write_anew(self.app, match):
            self.app.home()
            return
        text = _("{fault}. If you leave, you lose everything since then.").format(fault=match.unsaved)
        answers: list[Answer] = [
            ("leave", _("Leave anyway"), self.app.home, False),
            ("stay", _("Stay"), lambda: None, True),
        ]
        self.app.go(destinations.Question(_("The last answers are not saved"), text, answers))

    def draw_below(self, surface: pygame.Surface) -> None:
        """Darken the battle and draw the board."""
        theme = self.app.theme
        shade = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        shade.fill((0, 0, 0, 130))
        surface.blit(shade, (0, 0))
        pygame.draw.rect(surface, theme.colour("panel"), self.rect, border_radius=theme.px(10))
        pygame.draw.rect(surface, theme.colour("edge_light"), self.rect, theme.px(2), theme.px(10))
