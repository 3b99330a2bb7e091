"""What is made beside the window: a strip for each, with how far it is and a button to stop it, then where it lies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from game.client.art.icons import icon
from game.client.report.job import Job
from game.client.report.worker import Task
from game.client.theme import Theme
from game.client.ui.text import flow, say
from game.client.words import N_, _

MOST = 3
"""So many are made at once."""
KIND_WORDS = {
    "page": N_("A page of this battle"),
    "gif": N_("An animation of this battle"),
    "picture": N_("A picture of this moment"),
}


class Jobs:
    """The reports on their way and those that are done, until their strip is clicked away."""

    def __init__(self, theme: Theme, show: Callable[[Path], None]) -> None:
        self.theme, self.show = theme, show
        self.shown: list[Job] = []
        self.crosses: list[pygame.Rect] = []
        self.strips: list[pygame.Rect] = []

    def begin(self, task: Task) -> bool:
        """Begin one; False where enough are being made already."""
        if self.full:
            return False
        self.shown = [j for j in self.shown if not (j.ended and j.task.kind == task.kind)]
        self.shown.append(Job(task))
        return True

    @property
    def full(self) -> bool:
        """Whether as many are being made as may be at once."""
        return sum(not j.ended for j in self.shown) >= MOST

    @property
    def paths(self) -> set[str]:
        """The files that are being written."""
        return {j.task.to for j in self.shown if not j.ended}

    def event(self, event: pygame.event.Event) -> bool:
        """A click on a cross stops what is being made, or takes its strip away; one on a strip opens what is done."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            for job, cross in zip(self.shown, self.crosses, strict=False):
                if cross.collidepoint(event.pos):
                    job.stop()
                    self.shown.remove(job)
                    return True
            for job, strip in zip(self.shown, self.strips, strict=False):
                if strip.collidepoint(event.pos):
                    if job.ended and not job.why:
                        self.show(job.path)
                    return True
        return False

    def close(self) -> None:
        """The window closes: nothing is made any more."""
        for job in self.shown:
            job.stop()
            job.wait(2.0)
        self.shown = []

    def words(self, job: Job) -> tuple[str, str]:
        """What a strip says, and the tone of it."""
        what = _(KIND_WORDS[job.task.kind])
        if not job.ended:
            return f"{what}: {job.share * 100:.0f} %", "text"
        if job.why:
            return _("{what}: not made ({why})").format(what=what, why=job.why), "danger"
        return _("{what} is saved here: {path} (click to open)").format(what=what, path=job.path), "good"

    def draw(self, surface: pygame.Surface, area: pygame.Rect) -> int:
        """Draw the strips below each other from the top of an area of the window (pixels); where they end."""
        theme, px = self.theme, self.theme.px
        self.crosses, self.strips = [], []
        top = area.top
        width = min(px(620), area.width - px(40))
        for job in self.shown:
            said, tone = self.words(job)
            block = flow(say(said, "bold", tone), width - px(76), theme)
            rect = pygame.Rect(0, 0, width, block.height + px(24))
            rect.midtop = (area.centerx, top)
            pygame.draw.rect(surface, theme.colour("tooltip"), rect, border_radius=px(8))
            pygame.draw.rect(surface, theme.colour("edge_light" if tone == "text" else tone), rect, px(2), px(8))
            block.draw(surface, theme, (rect.left + px(18), rect.top + px(9)))
            if not job.ended:
                bar = pygame.Rect(rect.left + px(18), rect.bottom - px(11), width - px(76), px(4))
                pygame.draw.rect(surface, theme.colour("panel_sunken"), bar, border_radius=px(2))
                bar.width = round(bar.width * job.share)
                pygame.draw.rect(surface, theme.colour("accent"), bar, border_radius=px(2))
            cross = pygame.Rect(0, 0, px(32), px(32))
            cross.midright = (rect.right - px(8), rect.centery)
            self.crosses.append(cross)
            self.strips.append(rect)
            pygame.draw.rect(surface, theme.colour("button"), cross, border_radius=px(6))
            image = icon("close", px(18), theme.colour("text"))
            surface.blit(image, image.get_rect(center=cross.center))
            top = rect.bottom + px(8)
        return top
