"""The side view: a cut through the table from the selected base to the pointer, with surfaces, heights and sight.

Where a draft would bring the base elsewhere, the cut begins there, the figure standing on the surface of that place; on
its ghost the cut shows the way there, from where it stands.
It is a strip in the corner of the table where it hides fewest bases, at the lower left where nothing speaks against it,
and never under the pointer; lengths are drawn up to ``STRETCH`` times larger than heights.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import pygame

from game.client.camera import Camera
from game.client.editors.desk import Spot
from game.client.tabletop import overlays as o
from game.client.tabletop.adapter import level_tag
from game.client.theme import Theme
from game.client.ui.text import flow, say
from game.client.words import Spans, Words, _
from game.engine.relief import Body, Section, Span, drafted_section, has_heights, section_of, way_section
from game.engine.ruleset import Ruleset, measures_in
from game.engine.state import State
from game.geometry.measure import point_base_distance
from game.geometry.shapes import Pose

TALL = 124
"""Height of the strip in pixels at scale 1."""
WIDEST = 470
CLOSEST = 0.9
"""Pixels per mm of height that the strip is never drawn larger than."""
STRETCH = 2.5
ROOM = 26.0
"""mm shown beyond both ends."""
GROUND = "#6a7a44"
EARTH = "#5b4630"
FORMS = {"solid": "#a08c6c", "barrier": "#8f8a80", "screen": "#4e6b3a", "flat": GROUND, "pit": EARTH}
SKY = "#dfe6e2"
NOTHING_DRAFTED: Mapping[str, Pose] = {}
CORNERS = ("bottomleft", "topleft", "bottomright", "topright")
STEP_MM = 4.0
"""The pointer must move so far before the cut is made anew."""


class SideView:
    """Keeps the cut between two frames and draws it.

    Attributes
    ----------
    on
        Whether the player wants it.
    """

    def __init__(self, theme: Theme, ruleset: Ruleset, words: Words) -> None:
        self.theme, self.ruleset, self.words = theme, ruleset, words
        self.on = True
        self.section: Section | None = None
        self.ends: tuple[tuple[float, float], tuple[float, float]] | None = None
        self._key: object = None
        self._heights: tuple[object, bool] = (None, False)
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._lies = CORNERS[0]

    def useful(self, view: State) -> bool:
        """Whether there are heights on the table at all."""
        if self._heights[0] is not view.features:
            self._heights = (view.features, has_heights(self.ruleset, view))
        return self._heights[1]

    def update(
        self, view: State, selected: str, spot: Spot | None, thought: Mapping[str, Pose] = NOTHING_DRAFTED
    ) -> None:
        """Make the cut from the selected thing to the pointer, if there is one to be made.

        Parameters
        ----------
        thought
            Where a draft would bring bases.
        """
        unit = view.bases[selected].unit if selected in view.bases else selected
        drafted = {b: p for b, p in thought.items() if view.bases[b].unit == unit and view.bases[b].pose is not None}
        ghost = _ghost_under(view, drafted, spot)
        base = ghost or self._from(view.with_poses(drafted) if drafted else view, unit, spot)
        if not self.on or spot is None or not base or not self.useful(view):
            self.section = self.ends = self._key = None
            return
        target = spot.base if spot.base in view.bases and spot.base != base else ""
        place = (round(spot.x / STEP_MM), round(spot.y / STEP_MM))
        key = (id(view), base, ghost or target or place, tuple(drafted.items()))
        if key == self._key:
            return
        self._key = key
        here, there = view.bases[base].pose, view.bases[target].pose if target else None
        if ghost:
            there = drafted[ghost]
            self.section = way_section(self.ruleset, view, base, there)
        elif drafted:
            here = drafted.get(base, here)
            self.section = drafted_section(self.ruleset, view, drafted, base, (spot.x, spot.y), target)
        else:
            self.section = section_of(self.ruleset, view, base, (spot.x, spot.y), target)
        if self.section is None or here is None:
            self.ends = None
            return
        self.ends = ((here.x, here.y), (there.x, there.y) if there is not None else (spot.x, spot.y))

    def _from(self, view: State, unit: str, spot: Spot | None) -> str:
        """The base of the selected unit that is nearest to the pointer."""
        if spot is None or unit not in view.units or spot.unit == unit:
            return ""
        near = [
            (math.hypot(b.pose.x - spot.x, b.pose.y - spot.y), b.id) for b in view.bases_of(unit) if b.pose is not None
        ]
        return min(near)[1] if near else ""

    def overlays(self) -> list[o.Overlay]:
        """The line on the table along which the cut runs."""
        if self.ends is None or self.section is None or not (self.section.spans or self.section.rays):
            return []
        role = "blocked" if self.section.free is False else "sight" if self.section.free else "measure"
        return [o.Line(self.ends, role)]

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(
        self, surface: pygame.Surface, area: pygame.Rect, view: State, pointer: tuple[int, int], camera: Camera
    ) -> None:
        """Draw the strip into an area of the window."""
        section = self.section
        if section is None or not (section.spans or section.rays or len(section.bodies) > 1):
            self.rect = pygame.Rect(0, 0, 0, 0)
            return
        px = self.theme.px
        most = min(px(WIDEST), max(px(230), area.width * 2 // 5))
        head = flow(self._said(section, view), most - px(20), self.theme)
        plot = pygame.Rect(px(36), head.height + px(8), most - px(46), px(TALL) - head.height - px(14))
        shown = _Plot(self.theme, plot, section, view, self.ruleset, self.words)
        wide = min(most, max(px(230), head.width + px(24), round(shown.wide) + px(46)))
        tall = head.height + round(shown.tall) + px(16)
        rect = self.rect = self._corner((wide, tall), area, view, pointer, camera)
        strip = pygame.Surface(rect.size, pygame.SRCALPHA)
        inside = strip.get_rect()
        pygame.draw.rect(strip, (*self.theme.colour("panel")[:3], 240), inside, border_radius=px(8))
        head.draw(strip, self.theme, (px(10), px(5)))
        shown.draw(strip)
        pygame.draw.rect(strip, self.theme.colour("edge_light"), inside, px(1), px(8))
        surface.blit(strip, rect)

    def _corner(
        self, size: tuple[int, int], area: pygame.Rect, view: State, pointer: tuple[int, int], camera: Camera
    ) -> pygame.Rect:
        """Where it hides fewest bases and not the pointer; where it lay before, as long as no other is better."""
        px = self.theme.px
        room = area.inflate(-px(16), -px(16))
        stood = [p for b in view.bases.values() if b.where == "table" and (p := b.pose) is not None]
        stood += [Pose(x, y, 0.0) for x, y in self.ends or ()]
        points = camera.many_to_screen([(p.x, p.y) for p in stood]).tolist()

        def hides(corner: str) -> tuple[bool, int, bool]:
            rect = _laid(size, room, corner)
            over = rect.inflate(px(30), px(40)).collidepoint(pointer)
            near = rect.inflate(px(24), px(24))
            return bool(over), sum(map(near.collidepoint, points)), corner != self._lies

        self._lies = min(CORNERS, key=hides)
        return _laid(size, room, self._lies)

    def _said(self, section: Section, view: State) -> Spans:
        """The line of words above the plot."""
        named = [view.bases[b.base].unit for b in section.bodies if b.base in view.bases]
        seen = list(dict.fromkeys(u for u in named if u in view.units))
        said = [" > ".join(self.words.name(u, view) for u in (seen[0], seen[-1]))] if len(seen) > 1 else []
        said.append(self.words.length(section.length))
        tone = "text" if section.free is None else "good" if section.free else "danger"
        if section.says is not None:
            said.append(self.words.say(section.says, view))
        elif section.free is not None:
            said.append(_("in sight") if section.free else _("out of sight"))
        return say("  ·  ".join(said), "small_bold", tone)


def _laid(size: tuple[int, int], room: pygame.Rect, corner: str) -> pygame.Rect:
    """A rectangle in a corner of another."""
    rect = pygame.Rect((0, 0), size)
    setattr(rect, corner, getattr(room, corner))
    return rect


def _ghost_under(view: State, drafted: Mapping[str, Pose], spot: Spot | None) -> str:
    """The base whose ghost lies under the pointer, "" for none."""
    if spot is None:
        return ""
    here = (b for b, p in drafted.items() if point_base_distance((spot.x, spot.y), view.bases[b].shape, p) == 0.0)
    return next(here, "")


class _Plot:
    """The cut itself: millimetres to pixels of the strip."""

    def __init__(
        self, theme: Theme, rect: pygame.Rect, section: Section, view: State, ruleset: Ruleset, words: Words
    ) -> None:
        self.theme, self.rect, self.section, self.view, self.ruleset = theme, rect, section, view, ruleset
        self.words = words
        tops = [s.high for s in section.spans] + [b.top for b in section.bodies]
        self.top = max((*tops, 40.0)) + 14.0
        self.low = min((*(s.low for s in section.spans), 0.0)) - 16.0
        self.scale = min(rect.height / (self.top - self.low), CLOSEST)
        self.along = min(rect.width / (section.length + 2 * ROOM), self.scale * STRETCH)
        self.left = rect.left + ROOM * self.along
        self.wide = (section.length + 2 * ROOM) * self.along
        self.tall = (self.top - self.low) * self.scale

    def at(self, along: float, height: float) -> tuple[float, float]:
        """Pixels of a place in the cut."""
        return self.left + along * self.along, self.rect.top + (self.top - height) * self.scale

    def draw(self, strip: pygame.Surface) -> None:
        """Sky, ground, terrain, level lines, lines of sight, bases."""
        length = self.section.length
        x0, x1 = self.at(-ROOM, 0)[0], self.at(length + ROOM, 0)[0]
        _x, ground = self.at(0, 0.0)
        floor = self.at(0, self.low)[1]
        pygame.draw.rect(strip, SKY, (x0, self.rect.top, x1 - x0, floor - self.rect.top), border_radius=3)
        pygame.draw.rect(strip, EARTH, (x0, ground, x1 - x0, floor - ground))
        pygame.draw.rect(strip, GROUND, (x0, ground, x1 - x0, max(2, 4 * self.scale)))
        for span in self.section.spans:
            self._terrain(strip, span)
        self._levels(strip, x0)
        for ray in self.section.rays:
            self._ray(strip, ray.start, ray.stop or ray.end, ray.end if ray.stop is not None else None)
        for body in self.section.bodies:
            self._body(strip, body)

    def _terrain(self, strip: pygame.Surface, span: Span) -> None:
        beyond = ROOM if span.start < 0.5 else 0.0, ROOM if span.end > self.section.length - 0.5 else 0.0
        left, top = self.at(span.start - beyond[0], span.high)
        right, bottom = self.at(span.end + beyond[1], span.low)
        box = pygame.Rect(round(left), round(top), max(2, round(right - left)), max(2, round(bottom - top)))
        if span.form == "screen":
            veil = pygame.Surface(box.size, pygame.SRCALPHA)
            veil.fill((*pygame.Color(FORMS["screen"])[:3], 110))
            strip.blit(veil, box)
            pygame.draw.rect(strip, FORMS["screen"], box, 1)
            return
        if span.form == "pit":
            pygame.draw.rect(strip, "#b9bdb6", box)
            pygame.draw.rect(strip, "#20160f", box, 1)
            pygame.draw.line(strip, "#b9bdb6", box.topleft, box.topright)
            return
        pygame.draw.rect(strip, FORMS.get(span.form, FORMS["solid"]), box)
        pygame.draw.rect(strip, "#20160f", box, 1)

    def _levels(self, strip: pygame.Surface, x0: float) -> None:
        """The heights that occur, at the left edge."""
        measures = measures_in(self.ruleset, self.view)
        heights = {0.0} | {s.high for s in self.section.spans} | {s.low for s in self.section.spans}
        font = self.theme.font("tiny")
        taken: list[float] = []
        for height in sorted(heights, key=lambda h: -abs(h)):
            _x, y = self.at(0, height)
            if any(abs(y - t) < font.get_height() * 0.8 for t in taken):
                continue
            taken.append(y)
            tag = self.words.written(level_tag(height, measures, 1))
            words = font.render(tag, True, self.theme.colour("text_dim"))
            strip.blit(words, (x0 - words.get_width() - 4, y - words.get_height() / 2))

    def _ray(
        self, strip: pygame.Surface, a: tuple[float, float], b: tuple[float, float], rest: tuple[float, float] | None
    ) -> None:
        colour = self.theme.colour("good") if rest is None else self.theme.colour("danger")
        p, q = self.at(*a), self.at(*b)
        pygame.draw.aaline(strip, colour, p, q, 2)
        if rest is not None:
            x, y = q
            for s in (-1, 1):
                pygame.draw.aaline(strip, colour, (x - 3, y - 3 * s), (x + 3, y + 3 * s), 2)

    def _body(self, strip: pygame.Surface, body: Body) -> None:
        base = self.view.bases.get(body.base)
        unit = self.view.units.get(base.unit) if base is not None else None
        slot = self.view.sides[unit.side].colour if unit is not None and unit.side in self.view.sides else 0
        style = self.theme.side(slot)
        x, foot = self.at(body.at, body.foot)
        _x, top = self.at(body.at, body.top)
        half = max(4.0, body.half * self.along)
        tall = max(6.0, foot - top)
        head = max(2.0, min(half * 0.6, tall * 0.24))
        broad = max(4.0, min(half * 1.1, head * 2.6))
        trunk = pygame.Rect(round(x - broad / 2), round(top + head), round(broad), round(tall - head))
        pygame.draw.rect(strip, style.light if body.drafted else style.main, trunk, border_radius=3)
        pygame.draw.rect(strip, "#1c130d", trunk, 1, border_radius=3)
        pygame.draw.circle(strip, style.light, (x, top + head), head)
        pygame.draw.circle(strip, "#1c130d", (x, top + head), head, 1)
        pygame.draw.line(strip, style.dark, (x - half, foot - 1), (x + half, foot - 1), 3)
