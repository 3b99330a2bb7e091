"""What lies over the table by the player's wish: overlays, rulers, sight and threat, the side view, the odds."""

from __future__ import annotations

import pygame

from game.client.editors.desk import Marks
from game.client.panels.odds_panel import OddsPanel
from game.client.panels.probe import Probe
from game.client.panels.rulers import Rulers
from game.client.panels.side_view import SideView
from game.client.panels.table_overlays import drawn, marked, outlines
from game.client.parts.part import Play
from game.client.parts.sitting import Sitting
from game.client.tabletop import overlays as o
from game.client.words import Words
from game.engine.ruleset import Overlay
from game.engine.state import State


class Layers:
    """The layers over the bases."""

    def __init__(self, sitting: Sitting) -> None:
        app, ruleset = sitting.app, sitting.session.ruleset
        self.sitting = sitting
        self.rulers = Rulers()
        self.side_view = SideView(app.theme, ruleset, sitting.words)
        self.odds = OddsPanel(app.theme, ruleset, sitting.words)
        self.probe = Probe(ruleset)
        self._told: tuple[list[o.Overlay], list[Overlay], Words] = ([], [], sitting.words)
        self._outlined: tuple[State, object, list[o.Overlay]] | None = None

    def wear(self) -> None:
        """The window's theme, scale or language is another one."""
        theme, words = self.sitting.app.theme, self.sitting.words
        self.side_view.theme, self.side_view.words = theme, words
        self.odds.sheet.theme, self.odds.words = theme, words

    def update(self, dt: float, play: Play) -> None:
        """Time passes (seconds): what was asked of the unit selected and of the place pointed at is followed."""
        s = self.sitting
        s.table.picture.fades = not s.app.settings.reduced_motion
        asks = s.tool if s.tool in ("sight", "threat") and not play.measuring_side() else ""
        self.probe.follow(asks, s.view, s.selected, s.under, dt)
        poses, mark = play.thought_of() if self.odds.on else ({}, "")
        self.odds.follow(s.view, s.selected, s.under.unit if s.under else "", dt, poses, mark)

    def overlays(self, play: Play, marks: Marks, resting: bool) -> list[o.Overlay]:
        """Everything drawn above the bases; ``resting``: the hand holds nothing on the table."""
        s = self.sitting
        under = s.under.unit if s.under is not None else ""
        shown = s.inspector.shown()
        out = self._in_words(shown[-1:] if self.probe.kind else shown)  # never more than two at a time
        out += self.probe.overlays(s.words)
        out += self._outlines(marks, under, play)
        out += marks.overlays
        resting = resting and not play.measuring_side()
        self.side_view.update(s.view, s.selected, s.under if resting else None, play.thought_of()[0])
        out += self.side_view.overlays()
        if s.flash.lit(s.app.settings.reduced_motion):
            out += outlines(s.view, s.flash.thing, "target", play.moving())
        tick = s.session.ruleset.meta.measures.mm_per_unit
        out += self.rulers.overlays(s.view, s.words, tick, play.measuring_side())
        return out

    def _outlines(self, marks: Marks, under: str, play: Play) -> list[o.Overlay]:
        """The outlines of what is marked; those of a frame before, while the same is marked and all stand still."""
        s, moving = self.sitting, play.moving()
        if moving:
            return marked(s.view, marks, s.selected, under, moving)
        key = (tuple(marks.units.items()), tuple(marks.bases.items()), s.selected, under)
        known = self._outlined
        if known is None or known[0] is not s.view or known[1] != key:
            known = self._outlined = (s.view, key, marked(s.view, marks, s.selected, under, {}))
        return known[2]

    def _in_words(self, shown: list[Overlay]) -> list[o.Overlay]:
        """A ruleset's overlays as they are drawn; told in words once, not in every frame."""
        s = self.sitting
        known, of, words = self._told
        if words is not s.words or len(of) != len(shown) or any(a is not b for a, b in zip(of, shown, strict=True)):
            known = drawn(shown, s.words, s.view)
            self._told = (known, shown, s.words)
        return list(known)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the side view and the odds."""
        s = self.sitting
        area = s.free_area()
        self.side_view.draw(surface, area, s.view, s.app.pointer.at, s.table.camera)
        self.odds.draw(surface, area, s.table.camera)
