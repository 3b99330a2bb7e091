"""A new battle in pictures: systems as cards, the table as it will look, the armies on parade; one click to fight."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
from msgspec.structs import replace

from game.client import destinations, outside
from game.client.battle import chosen_setup, own_armies
from game.client.battle.begin import begin, fresh_plan
from game.client.battle.chosen_setup import Plan
from game.client.battle.glimpse import Glimpses
from game.client.battle.lately import lately_first
from game.client.battle.shelf import sort_of
from game.client.battle.who import players_of
from game.client.navigation import Window
from game.client.panels.battle_cards import Acts, BattleCards
from game.client.screen import Screen, pastes
from game.client.screens.frame import draw_bands
from game.client.ui.left_out import name_left_out
from game.client.ui.text import flow, say
from game.client.ui.tiles import Tile
from game.client.words import Words, _
from game.engine.eyes import PERSON
from game.engine.lists import KeepsLists
from game.engine.ruleset import Ruleset
from game.engine.scenery import Scenery

HEAD, FOOT = 56, 80
"""Heights of what stands above and below, pixels at scale 1."""
WHOLE = 960
"""Width of window (pixels at scale 1) below which system, table and armies come one after the other."""
STEPS = ("system", "table", "armies")


class BattlePicturesScreen(Screen):
    """Systems, a table, two armies: everything shown can be changed by a click on it.

    Attributes
    ----------
    plan
        The battle as it would begin now; None where no system can be played.
    step
        What is shown of it where there is no room for all.
    """

    def __init__(self, app: Window) -> None:
        super().__init__(app)
        self.rulesets = {r.meta.id: r for r in app.library.rulesets()}
        self.left_out = tuple(app.library.problems)
        first = next(iter(self.rulesets.values()), None)
        self.ruleset: Ruleset | None = self.rulesets.get(app.settings.system, first)
        self.plan: Plan | None = fresh_plan(app, self.ruleset) if self.ruleset is not None else None
        self.glimpses = Glimpses(app.theme)
        self.step = STEPS[0]
        self._acts = Acts(
            self._take_ruleset,
            self._take_scenario,
            self._next_scene,
            self._choose_army,
            self._next_player,
            self._take_scenery,
        )

    def closed(self) -> None:
        """No picture is made any more."""
        self.glimpses.close()

    @property
    def words(self) -> Words:
        """Words with the ruleset's names."""
        return Words(self.app.settings.language, self.ruleset)

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Systems on the left, the table in the middle, the armies on the right; or one of them at a time."""
        if self.glimpses.theme is not self.app.theme:
            self.glimpses.close()
            self.glimpses = Glimpses(self.app.theme)
        px = self.app.theme.px
        w, h = self.app.size
        area = pygame.Rect(px(16), px(HEAD + 12), w - px(32), h - px(HEAD + FOOT + 22))
        whole = w >= px(WHOLE)
        self._head(w, whole)
        if self.ruleset is None or self.plan is None:
            form = self.form(area)
            form.text(_("No ruleset is installed, so there is nothing to play."))
            name_left_out(form, self.words, self.left_out)
            form.finish()
            return
        self._foot(w, h)
        left, right = px(236), px(402 if w >= px(1200) else 320)
        middle = area.width - left - right - 2 * px(28)
        cards = BattleCards(self.app, self.glimpses, self.words, self._acts)
        parts = {
            "system": (cards.systems, pygame.Rect(area.left, area.top, left if whole else area.width, area.height)),
            "table": (
                cards.table,
                pygame.Rect(area.left + left + px(28), area.top, middle, area.height) if whole else area,
            ),
            "armies": (
                cards.armies,
                pygame.Rect(area.right - right, area.top, right, area.height) if whole else area,
            ),
        }
        for name in ("table", "armies", "system"):  # so their pictures are painted in turn
            lay, rect = parts[name]
            if whole or name == self.step:
                form = self.form(rect, bar=not whole or name == "system")
                lay(form, self.ruleset, self.plan)
                if name == "system":
                    form.y += px(12)
                    name_left_out(form, self.words, self.left_out)
                form.finish()

    def _head(self, w: int, whole: bool) -> None:
        """The way back, and the steps where they come one after the other."""
        px = self.app.theme.px
        form = self.form(pygame.Rect(px(8), px(8), w - px(16), px(HEAD - 12)), bar=False)
        form.tile("back", Tile("", sign="arrow-left"), pygame.Rect(0, px(4), px(36), px(34)), self.back, _("Back"))
        if not whole:
            names = {"system": _("System"), "table": _("Table"), "armies": _("Armies")}
            wide = (form.width - px(52)) // len(STEPS)
            for n, step in enumerate(STEPS):
                tile = Tile(names[step], golden=step == self.step, centred=True)
                rect = pygame.Rect(px(48) + n * wide, px(4), wide - px(8), px(36))
                form.tile(f"step-{step}", tile, rect, partial(self._show, step))
        form.finish()

    def _foot(self, w: int, h: int) -> None:
        """More choices, and the fight."""
        assert self.ruleset is not None
        assert self.plan is not None
        px = self.app.theme.px
        wide = min(px(402), w // 2 - px(24))
        form = self.form(pygame.Rect(w - wide - px(160), h - px(FOOT - 10), wide + px(144), px(62)), bar=False)
        ready = not any(p.fatal for p in chosen_setup.problems(self.ruleset, self.plan))
        more = Tile(_("More choices"), centred=True)
        form.tile("more", more, pygame.Rect(0, px(8), px(132), px(42)), self._more)
        said = _("Fight") if ready else _("To be fixed…")
        fight = Tile(said, key="Enter", golden=True, solid=ready, centred=True)
        form.tile("begin", fight, pygame.Rect(px(144), 0, wide, px(56)), self._begin if ready else self._more)
        form.finish()
        form.focus_on("begin")
        self._keyed = self.forms.index(form)

    # -- what the player does ---------------------------------------------------------------------------------

    def _set(self, plan: Plan) -> None:
        self.plan = plan
        self.rebuild()

    def _show(self, step: str) -> None:
        self.step = step
        self.rebuild()

    def _take_ruleset(self, name: str) -> None:
        self.ruleset = self.rulesets[name]
        kept = self.plan.setup.scenery if self.plan is not None else None
        self._set(chosen_setup.with_scenery(fresh_plan(self.app, self.ruleset), kept))

    def _take_scenario(self, scenario: str) -> None:
        assert self.ruleset is not None
        assert self.plan is not None
        self._set(chosen_setup.with_scenario(self.ruleset, self.plan, scenario))

    def _next_scene(self) -> None:
        assert self.ruleset is not None
        assert self.plan is not None
        ids = [s.id for s in self.ruleset.scenarios()]
        self._take_scenario(ids[(ids.index(self.plan.setup.scenario) + 1) % len(ids)])

    def _take_scenery(self, scenery: Scenery) -> None:
        assert self.plan is not None
        self._set(chosen_setup.with_scenery(self.plan, scenery))

    def _next_player(self, side: str) -> None:
        assert self.ruleset is not None
        assert self.plan is not None
        ids = [kind for kind, _name in players_of(self.ruleset)]
        after = ids[(ids.index(self.plan.players[side]) + 1) % len(ids)]
        self._set(replace(self.plan, players={**self.plan.players, side: after}))

    def _choose_army(self, side: str) -> None:
        """Ask which army: those taken last first, then the others on offer and the player's own, then the composer."""
        ruleset, plan = self.ruleset, self.plan
        assert ruleset is not None
        assert plan is not None
        offered: list[tuple[str, str, Callable[[], None]]] = []
        for army in ruleset.armies(plan.size):
            taken = partial(chosen_setup.with_army, ruleset, plan, side, army.id)
            offered.append((army.id, self.words.word(army.name), partial(self._taking, taken)))
        kept, _has = own_armies.choices(self.app.folders.lists, ruleset, plan, side)
        for n, own in enumerate(kept):
            taken = partial(chosen_setup.with_list, plan, side, own.chosen)
            offered.append((f"own-{n}", own.name, partial(self._taking, taken)))
        answers = [(name, words, act, False) for name, words, act in lately_first(self.app.settings, ruleset, offered)]
        if chosen_setup.army_of(ruleset, plan, side) is not None:
            answers.append(("compose", _("Compose the army…"), partial(self._compose, side), True))
        if isinstance(ruleset, KeepsLists):
            answers.append(("lists", _("From a file or the clipboard…"), partial(self._lists, side), False))
        answers.append(("cancel", _("Cancel"), lambda: None, not answers))
        self.app.go(destinations.Question(_("Which army?"), "", answers))

    def _lists(self, side: str, first: Path | str | None = None) -> None:
        """Lists kept and from elsewhere; the report of ``first`` is shown at once."""
        if self.ruleset is not None and self.plan is not None and isinstance(self.ruleset, KeepsLists):
            self.app.go(destinations.Lists(self.ruleset, self.plan, side, self._set, first))

    def event(self, event: pygame.event.Event) -> bool:
        """A list that is pasted or dropped is for the side that a person plays."""
        if self.plan is not None:
            side = next((s for s, kind in self.plan.players.items() if kind == PERSON), next(iter(self.plan.players)))
            if pastes(event) and (text := outside.pasted()).strip():
                self._lists(side, text)
                return True
            if event.type == pygame.DROPFILE and sort_of(Path(event.file)) == "list":
                self._lists(side, Path(event.file))
                return True
        return super().event(event)

    def _taking(self, make: Callable[[], Plan]) -> None:
        self._set(make())

    def _compose(self, side: str) -> None:
        assert self.ruleset is not None
        assert self.plan is not None
        self.app.go(destinations.Composer(self.ruleset, self.plan, side, self._set))

    def _more(self) -> None:
        if self.ruleset is not None and self.plan is not None:
            self.app.go(destinations.BattleChoices(self.ruleset, self.plan, self._changed))

    def _changed(self, ruleset: Ruleset, plan: Plan) -> None:
        self.ruleset = ruleset
        self._set(plan)

    def _begin(self) -> None:
        if self.ruleset is not None and self.plan is not None:
            begin(self.app, self.ruleset, self.plan)

    # -- time and picture -------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Pictures come when they are there."""
        super().update(dt)
        if self.glimpses.update():
            self.rebuild()

    def draw_below(self, surface: pygame.Surface) -> None:
        """The bands above and below, the title, what was chosen last."""
        draw_bands(self.app, surface, HEAD, FOOT)
        theme, px = self.app.theme, self.app.theme.px
        w, h = surface.get_size()
        if w >= px(WHOLE):
            title = flow(say(_("New battle"), "heading", "accent"), w // 2, theme)
            title.draw(surface, theme, (px(56), (px(HEAD) - title.height) // 2))
            hint = flow(
                say(_("One click starts the battle. Everything shown can be changed."), "small", "text_dim"),
                w // 2,
                theme,
            )
            hint.draw(surface, theme, (px(72) + title.width, (px(HEAD) - hint.height) // 2 + px(2)))
        if self.plan is None or self.ruleset is None or not self.forms:
            return
        room = self.forms[1].rect.left - px(40)
        info = chosen_setup.scenario_of(self.ruleset, self.plan)
        said = _("{scenario}, {n} points").format(scenario=self.words.word(info.name), n=self.plan.size)
        about = flow(say(said, "bold") + say("\n" + self._dice(), "small", "text_dim"), max(room, px(40)), theme)
        if about.height <= px(FOOT - 8):
            about.draw(surface, theme, (px(24), h - px(FOOT) + (px(FOOT) - about.height) // 2))

    def _dice(self) -> str:
        assert self.plan is not None
        setup = self.plan.setup
        return _("real dice, typed in") if setup.dice == "typed" else _("Seed {seed}").format(seed=setup.seed)
