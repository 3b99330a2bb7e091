"""A window driven by real pygame events on the dummy driver: what a player's hands would do."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pygame

from game.client.app import App, Options
from game.client.folders import Folders
from game.client.library import Library
from game.client.panels.decision_rows import MORE
from game.client.parts.coach import Coach
from game.client.parts.course import Course
from game.client.parts.lesson import Lesson
from game.client.parts.seat import Seat
from game.client.screens.battle import BattleScreen
from game.client.screens.title import TitleScreen
from game.client.settings import Settings, save_settings

NAMES = {"enter": "return", "esc": "escape", "del": "delete"}
PATIENCE = 600.0
"""Seconds after which a condition that never holds fails a test."""
MODS = {"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT, "alt": pygame.KMOD_LALT}


class Window:
    """The program in a window.

    Parameters
    ----------
    home
        Folder for settings and records.
    size, settings
        Of the window, and the player's settings beside the usual ones (everything is shown at once).
    extra
        Rulesets beside the installed ones.
    """

    def __init__(
        self,
        home: Path,
        size: tuple[int, int] = (1280, 720),
        extra: dict[str, Any] | None = None,
        installed: bool = False,
        strict: bool = True,
        **settings: Any,
    ) -> None:
        self.home = home
        folders = Folders(home / "saves", home)
        settings.setdefault("speed", "instant")
        settings.setdefault("since_last", False)
        save_settings(folders.settings, Settings(**settings))
        self.app = App(folders, Library(extra or {}, installed), Options(size=size, strict=strict))
        self.app.open(TitleScreen(self.app))
        self.step()

    # -- time -------------------------------------------------------------------------------------------------

    def step(self, frames: int = 1, dt: float = 0.03) -> None:
        for _ in range(frames):
            self.app.step(dt)

    def post(self, kind: int, **fields: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **fields))

    def until(self, condition: Any, every: float = 0.001) -> None:
        """Let frames pass until a condition holds, so many seconds from one to the next; bots get time to think.

        The net under a condition that never holds is wide: a busy machine must not fail a test.
        """
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"it did not come about; the window shows {self.screen}"
            self.step()
            time.sleep(every)

    # -- hands ------------------------------------------------------------------------------------------------

    def key(self, name: str, times: int = 1) -> None:
        """Press a key: "enter", "ctrl+z", "3", "f2"; where a screen has just come up by itself, once it takes keys."""
        while not self.app.top.settled:
            self.step()
        self.strike(name, times)

    def strike(self, name: str, times: int = 1) -> None:
        """Press a key at once."""
        *mods, bare = name.split("+") if name != "+" else ["+"]
        mod = 0
        for m in mods:
            mod |= MODS[m]
        code = pygame.key.key_code(NAMES.get(bare, bare))
        text = bare if len(bare) == 1 and not mod & pygame.KMOD_CTRL else ""
        for _ in range(times):
            self.post(pygame.KEYDOWN, key=code, mod=mod, unicode=text, scancode=0)
            self.post(pygame.KEYUP, key=code, mod=mod, unicode=text, scancode=0)
            self.step(2)

    def write(self, text: str) -> None:
        for char in text:
            self.post(pygame.KEYDOWN, key=pygame.key.key_code(char.lower()), mod=0, unicode=char, scancode=0)
            self.post(pygame.TEXTINPUT, text=char)
            self.step()

    def move(self, pos: tuple[float, float], buttons: tuple[int, int, int] = (0, 0, 0)) -> None:
        self.post(pygame.MOUSEMOTION, pos=(round(pos[0]), round(pos[1])), rel=(0, 0), buttons=buttons)
        self.step()

    def down(self, pos: tuple[float, float], button: int = 1) -> None:
        self.move(pos)
        self.post(pygame.MOUSEBUTTONDOWN, pos=(round(pos[0]), round(pos[1])), button=button)
        self.step()

    def up(self, pos: tuple[float, float], button: int = 1) -> None:
        self.post(pygame.MOUSEBUTTONUP, pos=(round(pos[0]), round(pos[1])), button=button)
        self.step(2)

    def click(self, pos: tuple[float, float], button: int = 1) -> None:
        self.down(pos, button)
        self.up(pos, button)

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 6, drop: bool = True) -> None:
        """Press, move in steps, release (unless told to hold)."""
        self.down(start)
        for k in range(1, steps + 1):
            t = k / steps
            self.move((start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t), (1, 0, 0))
        if drop:
            self.up(end)

    def wheel(self, y: int) -> None:
        """Turn the wheel by a notch or more: as the toolkit tells it, also as a button pressed and released."""
        pos, button = self.app.pointer.at, 4 if y > 0 else 5
        for _ in range(abs(y)):
            self.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=button, touch=False)
            self.post(pygame.MOUSEBUTTONUP, pos=pos, button=button, touch=False)
        self.post(pygame.MOUSEWHEEL, x=0, y=y, flipped=False, precise_x=0.0, precise_y=float(y))
        self.step()

    # -- what there is ----------------------------------------------------------------------------------------

    @property
    def screen(self) -> str:
        """What is on top: the name of its class, of a table in the window by what is plugged in."""
        top = self.app.top
        if not isinstance(top, BattleScreen):
            return type(top).__name__
        for part, name in ((Coach, "GuidedBattleScreen"), (Lesson, "ExampleScreen"), (Course, "ReplayScreen")):
            if any(isinstance(p, part) for p in top.parts):
                return name
        return "BattleScreen"

    @property
    def top(self) -> Any:
        return self.app.top

    @property
    def battle(self) -> BattleScreen[Seat]:
        """The battle being played."""
        tables = (s for s in reversed(self.app.screens) if isinstance(s, BattleScreen))
        return next(s for s in tables if isinstance(s.play, Seat))

    def press(self, control: str) -> None:
        """Click a control of the top screen's forms by its id."""
        for form in self.top.forms:
            for item in form.items:
                if item.id == control:
                    self.click(item.widget.rect.center)
                    self.step(2)
                    return
        raise AssertionError(f"no control {control!r} on {self.screen}")

    def new_form(self) -> None:
        """From the title to the form of everything that can be chosen for a new battle."""
        self.press("new")
        self.press("more")

    def menu(self) -> None:
        """Open the battle's menu by its button: the draft stays, which Escape would drop."""
        rect = self.battle.tools.toolbar.rect("menu")
        assert rect is not None
        self.click(rect.center)

    def row(self, row: str) -> None:
        """Click a row of the decision's panel by its id; what is folded away is opened first."""
        battle = self.battle
        panel = battle.play.decision
        if battle.dock.folded:
            battle.dock.fold()
        if not battle.dock.shows("decision"):
            battle.dock.focus("decision")
        self.step()
        if row not in self.rows() and MORE in self.rows():
            panel.opened.add(MORE)
            panel._dirty = True
            self.step()
        for sheet in panel.sheets:
            if any(r.id == row for r in sheet.rows):
                sheet.reveal(row)
                rect = sheet.row_rect(row)
                self.click((rect.left + 30, rect.centery))
                return
        raise AssertionError(f"no row {row!r}: {[r.id for r in panel.rows if r.id]}")

    def usual(self) -> None:
        """The usual answer as the draft, without asking the general."""
        editor = self.battle.play.decision.editor
        assert editor is not None
        editor.take_default()
        self.step(2)

    def suggested(self) -> str:
        """Ask for a suggestion by its key, wait until it is there, and give what the prompt says of it."""
        self.key("ctrl+d")
        screen = self.battle
        self.until(lambda: screen.play.advice.thinks(screen.play.decision) is None)
        self.step()
        return "".join(s.text for s in screen.prompt.hint)

    def rows(self) -> list[str]:
        """Ids of the rows of the decision's panel."""
        return [r.id for r in self.battle.play.decision.rows if r.id]

    def on_table(self, x: float, y: float) -> tuple[float, float]:
        """The window pixel of a point in mm."""
        return self.battle.table.camera.to_screen(x, y)

    def notices(self) -> list[str]:
        return [n.text for n in self.app.notices.shown]

    def asked(self) -> str:
        """The question on the desk; "" for none."""
        editor = self.battle.play.decision.editor
        return editor.desk.decision.question if editor is not None else ""

    def written(self) -> str:
        """What the forms of the topmost screen say, beside their controls."""
        shown = (text for form in self.top.forms for text in form._texts)
        return "\n".join(" ".join(piece.text for piece in text.block.pieces) for text in shown)

    def shot(self, name: str) -> pygame.Surface:
        """Keep a picture where TABULA_SHOTS says, and give it back."""
        self.step(3)
        folder = os.environ.get("TABULA_SHOTS")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            pygame.image.save(self.app.surface, str(Path(folder) / f"{name}.png"))
        return self.app.surface


def overlays(screen: BattleScreen[Any]) -> list[Any]:
    """Everything drawn above the bases."""
    return screen.layers.overlays(screen.play, screen.play.marks(), screen.board.down is None)


def coach_of(screen: Any) -> Coach:
    """The coach at a table."""
    return next(p for p in screen.parts if isinstance(p, Coach))
