"""What a new battle shows in pictures: cards of the systems, the table and its scenes, the armies, who leads them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame
from msgspec.structs import replace

from game.client.battle import chosen_setup
from game.client.battle.chosen_setup import Plan
from game.client.battle.glimpse import Glimpses, bare_table, before_battle
from game.client.battle.looks import grounds, hours, seasons
from game.client.battle.parade import close_by, parade
from game.client.battle.who import temper
from game.client.navigation import Window
from game.client.ui.form import Form
from game.client.ui.text import flow, say
from game.client.ui.tiles import Tile
from game.client.words import Words, _
from game.engine.eyes import PERSON
from game.engine.ruleset import Ruleset, Setup
from game.engine.scenery import Scenery

PILL = 28
"""Height of the pills of season and hour, pixels at scale 1."""
SCENES = 4
"""Scenes in a row below the table."""


@dataclass(frozen=True)
class Acts:
    """What a click does: on a system, on a scene, on the table, on an army, on who leads one, on a look."""

    system: Callable[[str], None]
    scene: Callable[[str], None]
    next_scene: Callable[[], None]
    army: Callable[[str], None]
    player: Callable[[str], None]
    scenery: Callable[[Scenery], None]


class BattleCards:
    """Lays the pictures of a planned battle into forms."""

    def __init__(self, app: Window, glimpses: Glimpses, words: Words, acts: Acts) -> None:
        self.app, self.glimpses, self.words, self.acts = app, glimpses, words, acts

    def systems(self, form: Form, ruleset: Ruleset, plan: Plan) -> None:
        """A card for each system, with figures of its own."""
        px = self.app.theme.px
        gap = px(12)
        offered = self.app.library.rulesets()
        room = form.rect.height - gap * (len(offered) - 1)
        across = 1 if form.rect.width < px(400) else 2
        high = max(px(72), min(px(112), room // max(1, len(offered))))
        wide = (form.width - gap * (across - 1)) // across
        for n, one in enumerate(offered):
            rect = pygame.Rect(n % across * (wide + gap), n // across * (high + gap), wide, high)
            begun = chosen_setup.first_plan(one).setup
            make = partial(close_by, one, self._stilled(begun), next(iter(begun.sides)), rect.width / rect.height)
            picture = self.glimpses.of(("system", one.meta.id), make, rect.size) or self._blank(rect)
            title = Words(self.app.settings.language, one).word(one.meta.name)
            name, chosen = one.meta.id, one.meta.id == ruleset.meta.id
            tile = Tile(title, picture=picture, whole=True, golden=chosen, chosen=chosen)
            form.tile(f"system-{name}", tile, rect, partial(self.acts.system, name))

    def _stilled(self, setup: Setup) -> Setup:
        """The set-up with one seed: what is drawn does not depend on the dice to come."""
        return replace(setup, seed="picture", dice="seeded")

    def _blank(self, rect: pygame.Rect) -> pygame.Surface:
        out = pygame.Surface(rect.size)
        out.fill(self.app.theme.colour("panel_sunken"))
        return out

    def table(self, form: Form, ruleset: Ruleset, plan: Plan) -> None:
        """The table with the armies as they usually stand, what it is about, the other scenes."""
        px = self.app.theme.px
        info = chosen_setup.scenario_of(ruleset, plan)
        scenes = px(84 + PILL + 8)
        tall = min(form.width * 355 // 520, form.rect.height - scenes - px(132))
        rect = pygame.Rect(0, 0, form.width, max(tall, px(120)))
        make = partial(before_battle, ruleset, self._stilled(plan.setup))
        key = ("table", repr(self._stilled(plan.setup)))
        picture = self.glimpses.of(key, make, rect.size) or self._blank(rect)
        form.tile("table", Tile("", picture=picture, whole=True, plain=True), rect, self.acts.next_scene)
        form.y = rect.bottom + px(8)
        form.text(say(self.words.word(info.name), "heading"))
        about = flow(say(self.words.word(info.briefing), "small", "text_dim"), form.width, self.app.theme)
        if form.y + about.height + scenes < form.rect.height:
            form.text(say(self.words.word(info.briefing), "small", "text_dim"))
        self._scenes(form, ruleset, plan, max(form.y + px(4), form.rect.height - scenes))
        self._pills(form, plan, max(form.y + px(8), form.rect.height - px(PILL)))

    def _scenes(self, form: Form, ruleset: Ruleset, plan: Plan, top: int) -> None:
        """The scenes that stand beside the one chosen, the next of them first where there are many."""
        px = self.app.theme.px
        infos = list(ruleset.scenarios())
        if len(infos) < 2:
            return
        at = next(n for n, s in enumerate(infos) if s.id == plan.setup.scenario)
        first = min(max(0, at - 1), max(0, len(infos) - SCENES))
        gap = px(10)
        wide = (form.width - gap * (SCENES - 1)) // SCENES
        for n, info in enumerate(infos[first : first + SCENES]):
            rect = pygame.Rect(n * (wide + gap), top, wide, px(80))
            begun = chosen_setup.first_plan(ruleset, info.id).setup
            make = partial(bare_table, ruleset, self._stilled(begun), rect.width / rect.height)
            key = ("scene", ruleset.meta.id, info.id)
            picture = self.glimpses.of(key, make, rect.size) or self._blank(rect)
            tile = Tile(self.words.word(info.name), picture=picture, whole=True, golden=info.id == plan.setup.scenario)
            form.tile(f"scene-{info.id}", tile, rect, partial(self.acts.scene, info.id))

    def _pills(self, form: Form, plan: Plan, top: int) -> None:
        """Ground, season and hour: a click on one of them leads to the next."""
        px = self.app.theme.px
        now = plan.setup.scenery or Scenery()
        rows: list[tuple[str, str, list[tuple[str, str]], str]] = [
            ("ground", _("Ground"), grounds(), now.ground),
            ("season", _("Season"), seasons(), now.season or "summer"),
            ("hour", _("Hour"), hours(), now.hour or "noon"),
        ]
        gap = px(10)
        wide = (form.width - 2 * gap) // len(rows)
        for n, (kind, title, offered, chosen) in enumerate(rows):
            at = next((k for k, (value, _word) in enumerate(offered) if value == chosen), 0)
            after = offered[(at + 1) % len(offered)][0]
            act = partial(self.acts.scenery, replace(now, **{kind: after}))
            rect = pygame.Rect(n * (wide + gap), top, wide, px(PILL))
            form.tile(kind, Tile(offered[at][1], centred=True), rect, act, title)

    def armies(self, form: Form, ruleset: Ruleset, plan: Plan) -> None:
        """Each army on parade, and below it who leads it."""
        px = self.app.theme.px
        each = (form.rect.height - px(12)) // max(1, len(plan.players))
        for n, side in enumerate(plan.players):
            self._army(form, ruleset, plan, side, pygame.Rect(0, n * (each + px(12)), form.width, each))

    def _army(self, form: Form, ruleset: Ruleset, plan: Plan, side: str, rect: pygame.Rect) -> None:
        px = self.app.theme.px
        army = chosen_setup.army_of(ruleset, plan, side)
        chosen = plan.setup.sides[side]
        title = plan.names.get(side) or chosen.name or (self.words.word(army.name) if army is not None else side)
        bar = min(px(62), rect.height // 3)
        shown = pygame.Rect(rect.left, rect.top, rect.width, max(px(60), rect.height - bar - px(6)))
        bare = replace(self._stilled(plan.setup), scenery=None)
        make = partial(parade, ruleset, bare, side, shown.width / shown.height)
        key = ("parade", side, repr(bare))
        picture = self.glimpses.of(key, make, shown.size) or self._blank(shown)
        lines: tuple[tuple[str, str, str], ...] = ()
        if army is not None and army.entries:
            units, cost = sum(chosen.counts.values()), chosen_setup.points(army, chosen.counts)
            said = _("entries: {units}, points: {points}").format(units=units, points=cost)
            lines = ((said, "small", "text"),)
        colour = list(plan.players).index(side)
        tile = Tile(title, lines, picture=picture, whole=True, edge=self.app.theme.side(colour).main)
        form.tile(f"army-{side}", tile, shown, partial(self.acts.army, side))
        player = plan.players[side]
        name, told = temper(player)
        sign = "player" if player == PERSON else "bot"
        leads = Tile(name, ((told, "small", "text_dim"),), sign=sign, edge=self.app.theme.side(colour).main)
        below = pygame.Rect(rect.left, shown.bottom + px(6), rect.width, bar)
        form.tile(f"player-{side}", leads, below, partial(self.acts.player, side))
