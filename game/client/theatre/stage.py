"""The stage: what flies, flashes, rises and is said over a table while events are shown on it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.client.battle.showing import SPEEDS, Showing
from game.client.panels.table_area import TableArea
from game.client.tabletop.adapter import fallen_of
from game.client.tabletop.scene import BlockArt
from game.client.theatre import cast, script
from game.client.theatre.headline import Headline, Headlines
from game.client.theatre.marks import Blow, Fall, Number, Puff
from game.client.theatre.missiles import FLIGHT, Volley
from game.client.theme import Theme
from game.client.words import Words, _
from game.engine.event import Event, SetPose
from game.engine.state import State

STILLNESS = 1.2
"""Seconds for which nothing else happens when a general falls."""
STRUCK_MOST = 12
"""So many of those who are struck are marked."""
STRUCK = 0.42
"""Seconds that a hit and a fall take."""
MOST = 96
"""Marks at a time, beyond which those who fall just lie there."""
SMALL, LARGE = 26, 38
"""Pixels of the least and the greatest number that rises."""


class Stage:
    """What is seen over a table of what is shown there.

    Parameters
    ----------
    table
        Where it happens.
    showing
        What is shown; the stage follows it.
    words
        The reader's words, asked anew each time.
    seen
        Whether the one who looks may know of an event.
    mute
        Nothing is said of it: neither headlines nor numbers.
    """

    def __init__(
        self,
        table: TableArea,
        showing: Showing,
        words: Callable[[], Words],
        seen: Callable[[Event], bool],
        mute: bool = False,
    ) -> None:
        self.table, self.showing, self.words, self.seen, self.mute = table, showing, words, seen, mute
        self.headlines = Headlines()
        self.volleys: list[Volley] = []
        self.marks: list[Number | Blow | Fall | Puff] = []
        showing.begun.append(self._begins)
        showing.listeners.append(self._happened)
        showing.leapt.append(self.clear)
        showing.takes = self.takes

    @property
    def busy(self) -> bool:
        """Whether anything is in sight."""
        return bool(self.volleys or self.marks or self.headlines.shown)

    # -- what happens -----------------------------------------------------------------------------------------

    def takes(self, event: Event) -> float:
        """Seconds at normal speed that are needed to see an event."""
        table = self._script
        if script.kind_of(event, table) is not None and self._is_general(event):
            return STILLNESS
        if script.among(event, table.volleys) and not self.showing.reduced:
            flying = cast.volleys(event, self.showing.state, table, self._look)
            return max((v.lasts for v in flying), default=FLIGHT)
        return STRUCK if script.number_of(event, table) else 0.0

    def _begins(self, event: Event) -> None:
        """An event begins to be shown: let fly, strike, count."""
        if SPEEDS.get(self.showing.speed, 1.0) <= 0 or not self.seen(event):
            return
        table, state, still = self._script, self.showing.state, self.showing.reduced
        if script.among(event, table.volleys) and not still:
            self._let_fly(event, state)
        if script.among(event, table.blows) and not still:
            self.marks += [Blow(at, k * 0.07) for k, at in enumerate(cast.blows(event, state))]
        if not still:
            self.marks += [Blow(at, k * 0.02) for k, at in enumerate(self._struck(event, state))]
        lost = script.number_of(event, table)
        at = cast.middle(cast.bases_of(state, event.about[0])) if lost and event.about else None
        if at is not None and not self.mute:
            self.marks.append(Number(f"−{lost}", at, min(LARGE, SMALL + 3 * (lost - 1)), still))

    def _struck(self, event: Event, state: State) -> list[tuple[float, float]]:
        """Where those stand who are gone by an event."""
        gone = {c.base for c in event.changes if isinstance(c, SetPose) and c.where == "gone"}
        bases = (state.bases[b] for b in gone if b in state.bases)
        return sorted((b.pose.x, b.pose.y) for b in bases if b.pose is not None and b.where == "table")[:STRUCK_MOST]

    def _let_fly(self, event: Event, state: State) -> None:
        for volley in cast.volleys(event, state, self._script, self._look):
            self.volleys.append(volley)
            if volley.air.smokes:
                rows = zip(volley.starts.tolist(), volley.delays.tolist(), strict=True)
                self.marks += [Puff((x, y), delay) for (x, y), delay in rows]

    def _happened(self, _line: int, _number: int, event: Event, state: State) -> None:
        """An event has been shown or skipped: the fallen lie, and what changes the battle is said."""
        kind = script.kind_of(event, self._script)
        if kind == "turn":
            self.table.lying = ()
        self._lay_down(event)
        if kind is not None and not self.mute and SPEEDS.get(self.showing.speed, 1.0) > 0 and self.seen(event):
            self.headlines.say(self._headline(kind, event, state))

    def _lay_down(self, event: Event) -> None:
        """Whoever is gone by an event lies where he stood."""
        fell = []
        for c in event.changes:
            if isinstance(c, SetPose) and c.where == "gone":
                b = self.table.picture.block(c.base)
                if b is not None and not b.secret:
                    fell.append(fallen_of(b))
                    self._falls(b)
        if fell:
            self.table.lying = (*self.table.lying, *fell)

    def _falls(self, block: BlockArt) -> None:
        """A base that goes is seen going, where it is shown at all."""
        if self.showing.reduced or not self.showing.shows or len(self.marks) >= MOST:
            return
        found = self.table.picture.standing(block.id)
        if found is not None:
            self.marks.append(Fall((block.x, block.y), found[0], (found[1], found[2]), self.table.camera.scale))

    def _headline(self, kind: script.Kind, event: Event, state: State) -> Headline:
        words = self.words()
        told = words.say(event.text, state) if event.text is not None else ""
        if self._is_general(event):
            name = words.name(event.about[0], state) if event.about else ""
            return Headline("general", _("The general has fallen: {name}").format(name=name) if name else told)
        if kind == "lost" and event.about:
            return Headline(kind, _("Lost: {unit}").format(unit=words.name(event.about[0], state)), told)
        return Headline(kind, told)

    def _is_general(self, event: Event) -> bool:
        """Whether a general falls by an event."""
        kind = script.kind_of(event, self._script)
        if kind == "general":
            return True
        fallen = self.showing.state.units.get(event.about[0]) if kind == "lost" and event.about else None
        return fallen is not None and any(self._look(b) in self._script.generals for b in fallen.bases)

    @property
    def _script(self) -> script.Script:
        return script.script_of(self.showing.state.ruleset)

    def _look(self, base: str) -> str:
        block = self.table.picture.block(base)
        return block.look if block is not None else ""

    # -- time and drawing -------------------------------------------------------------------------------------

    def clear(self) -> None:
        """The table shows another moment: nothing of what was seen counts there."""
        self.volleys.clear()
        self.marks.clear()
        self.headlines.clear()
        self.table.lying = ()

    def update(self, dt: float) -> None:
        """Time passes (seconds)."""
        factor = SPEEDS.get(self.showing.speed, 1.0)
        self.headlines.update(dt)
        if not (self.volleys or self.marks):
            return
        past = dt / factor if factor > 0 else FLIGHT * 4
        for thing in (*self.volleys, *self.marks):
            thing.age += past
        self.volleys = [v for v in self.volleys if not v.done]
        self.marks = [m for m in self.marks if not m.done]

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw it over the table."""
        if not self.busy:
            return
        clip = surface.get_clip()
        surface.set_clip(self.table.rect.clip(clip))
        camera = self.table.camera
        drawn = [v.spots(camera, theme.scale) for v in self.volleys]
        for shadows, _flying in drawn:
            surface.fblits(shadows)
        for _shadows, flying in drawn:
            surface.fblits(flying)
        for mark in self.marks:
            mark.draw(surface, camera, theme.scale)
        self.headlines.draw(surface, self.table.rect, theme, self.showing.reduced)
        surface.set_clip(clip)
