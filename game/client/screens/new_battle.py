"""More choices for a new battle, as a form: rules, scenario, armies, who plays, options, dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
from msgspec.structs import replace

from game.client import destinations
from game.client.battle import chosen_setup, own_armies
from game.client.battle.begin import begin, fresh_plan
from game.client.battle.chosen_setup import Plan
from game.client.battle.looks import grounds, hours, seasons
from game.client.battle.who import players_of
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.screens.frame import draw_frame, framed
from game.client.table_editor import files
from game.client.ui.form import Form
from game.client.ui.left_out import name_left_out
from game.client.ui.text import say
from game.client.words import N_, Words, _, clause_spans
from game.engine.eyes import PERSON
from game.engine.files.player_files import shown
from game.engine.ruleset import OptionDef, Ruleset
from game.engine.scenery import Scenery

SLIDER_MOST = 500
"""A number with more values than this is typed, not slid."""
NAME_MOST = 24
"""Letters of a side's name."""
SIDE_WORDS = (N_("South"), N_("North"), N_("Red"), N_("Blue"))
"""Usual ids of sides, for their translation."""


class NewBattleScreen(Screen):
    """The form of a battle to be begun."""

    def __init__(self, app: Window, ruleset: Ruleset, plan: Plan, taken: Callable[[Ruleset, Plan], None]) -> None:
        super().__init__(app)
        self.rulesets = {r.meta.id: r for r in app.library.rulesets()}
        self.left_out = tuple(app.library.problems)
        self.ruleset, self.plan, self.taken = ruleset, plan, taken

    def back(self) -> None:
        """Back to the pictures, with all that was chosen."""
        self.app.close(self)
        self.taken(self.ruleset, self.plan)

    # -- the form ---------------------------------------------------------------------------------------------

    @property
    def words(self) -> Words:
        """Words with the ruleset's names."""
        return Words(self.app.settings.language, self.ruleset)

    def build(self) -> None:
        """Lay out the form by the plan as it is."""
        inner = framed(self.app, 820)
        px = self.app.theme.px
        foot = px(44)
        upper = pygame.Rect(inner.left, inner.top, inner.width, inner.height - foot - px(8))
        scroll = self._scrolled()
        form = self.form(upper)
        name_left_out(form, self.words, self.left_out)
        self._what(form, self.ruleset, self.plan)
        for side in self.plan.players:
            self._side(form, self.ruleset, self.plan, side)
        self._options(form, self.ruleset, self.plan)
        self._dice(form, self.plan)
        wrong = chosen_setup.problems(self.ruleset, self.plan)
        if wrong:
            form.heading(_("To be fixed"))
            for problem in wrong:
                tone = "danger" if problem.fatal else "warning"
                form.text(self.words.spans(problem.text, None, "body", tone) + clause_spans([problem.clause]))
        form.finish()
        form.scroll_to(scroll)
        self._foot(pygame.Rect(inner.left, inner.bottom - foot, inner.width, foot), not any(p.fatal for p in wrong))

    def _scrolled(self) -> int:
        return self._old_scroll

    _old_scroll = 0

    def rebuild(self) -> None:
        """Keep the place in the long form."""
        self._old_scroll = self.forms[0].scrolled if self.forms else 0
        super().rebuild()

    def _foot(self, rect: pygame.Rect, ready: bool) -> None:
        form = self.form(rect)
        form.buttons(
            [("begin", _("Begin the battle"), self._begin, True), ("back", _("Back"), self.back, False)], right=True
        )
        form.finish()
        if not ready:
            form.item("begin").widget.disable()

    def _what(self, form: Form, ruleset: Ruleset, plan: Plan) -> None:
        words = self.words
        if len(self.rulesets) > 1:
            form.choice(
                "ruleset",
                _("Rules"),
                [(i, Words(self.app.settings.language, r).word(r.meta.name)) for i, r in self.rulesets.items()],
                ruleset.meta.id,
                self._take_ruleset,
            )
        form.choice(
            "scenario",
            _("Scenario"),
            [(s.id, words.word(s.name)) for s in ruleset.scenarios()],
            plan.setup.scenario,
            lambda v: self._set(chosen_setup.with_scenario(ruleset, self._now(plan), v)),
        )
        info = chosen_setup.scenario_of(ruleset, plan)
        form.text(say(words.word(info.briefing), "italic", "text_dim"))
        if len(info.sizes) > 1:
            form.choice(
                "size",
                _("Size of the battle"),
                [(str(n), _("{n} points").format(n=n)) for n in info.sizes],
                str(plan.size),
                lambda v: self._set(chosen_setup.with_size(ruleset, self._now(plan), int(v))),
            )
        self._table(form, ruleset, plan)
        self._scenery(form, plan)

    def _table(self, form: Form, ruleset: Ruleset, plan: Plan) -> None:
        """The table: the scenario's, or one of the player's own."""
        if files.rules_of(ruleset) is None:
            return
        bar = chosen_setup.table_bar(ruleset, plan.setup.scenario)
        if bar is not None:
            form.text(self.words.spans(bar.text, None, "small", "text_dim") + clause_spans([bar.clause]))
            return
        kept = [k for k in files.kept_in(self.app.folders.tables, ruleset.meta.id) if k.plan is not None]
        table = plan.setup.table
        at = next((str(n) for n, k in enumerate(kept) if k.plan == table), "now" if table is not None else "")
        if not kept and table is None:
            return
        offered = [("", _("the scenario's table")), *((str(n), k.title) for n, k in enumerate(kept))]
        if at == "now" and table is not None:
            offered.append(("now", table.name or _("unnamed")))

        def take(chosen: str) -> None:
            if chosen != "now":
                plan_of = kept[int(chosen)].plan if chosen else None
                self._set(chosen_setup.with_table(self._now(plan), plan_of))

        form.choice("table", _("Table"), offered, at, take)

    def _scenery(self, form: Form, plan: Plan) -> None:
        """What the table looks like: for the eyes alone."""
        now = plan.setup.scenery or Scenery()

        def take(**chosen: Any) -> None:
            self._set(chosen_setup.with_scenery(self._now(plan), replace(now, **chosen)))

        form.choice("ground", _("Ground"), grounds(), now.ground, lambda v: take(ground=v))
        form.choice("season", _("Season"), seasons(), now.season or "summer", lambda v: take(season=v))
        form.choice("hour", _("Hour"), hours(), now.hour or "noon", lambda v: take(hour=v))

    def _side(self, form: Form, ruleset: Ruleset, plan: Plan, side: str) -> None:
        words = self.words
        info = chosen_setup.scenario_of(ruleset, plan)
        chosen = plan.setup.sides[side]
        role = f" ({words.say(info.roles[side])})" if side in info.roles else ""
        form.heading(words.word(side.capitalize()) + role)
        army = chosen_setup.army_of(ruleset, plan, side)
        self._army(form, ruleset, plan, side)
        form.choice(
            f"player-{side}",
            _("Played by"),
            players_of(ruleset),
            plan.players[side],
            lambda v: self._set(replace(self._now(plan), players={**plan.players, side: v})),
        )
        hint = chosen.name or (words.word(army.name) if army is not None else "")
        form.entry(f"name-{side}", _("Name"), plan.names.get(side, ""), self._named(side), hint)
        form.items[-1].widget.set_text_length_limit(NAME_MOST)
        if army is not None and army.entries:
            cost = chosen_setup.points(army, chosen.counts)
            units = sum(chosen.counts.values())
            line = _("entries: {units}, points: {points}").format(units=units, points=cost)
            form.text(say(line, "body", "text_dim"))
            form.button(f"compose-{side}", _("Compose the army…"), lambda: self._compose(side))

    def _army(self, form: Form, ruleset: Ruleset, plan: Plan, side: str) -> None:
        """The army of a side: one on offer, one of the player's own in the folder of lists, the one it has."""
        chosen, army = plan.setup.sides[side], chosen_setup.army_of(ruleset, plan, side)
        offered = [(a.id, self.words.word(a.name)) for a in ruleset.armies(plan.size)]
        kept, has = own_armies.choices(self.app.folders.lists, ruleset, plan, side)
        own = {f"own-{n}": k for n, k in enumerate(kept)}
        offered += [
            (key, _("{name} (custom: {file})").format(name=k.name, file=shown(k.path.stem))) for key, k in own.items()
        ]
        at = chosen.army if has is None else f"own-{has}"
        if army is not None and at not in dict(offered):
            offered.append((at, self.words.word(army.name)))

        def take(v: str) -> None:
            now = self._now(plan)
            if v in own:
                self._set(chosen_setup.with_list(now, side, own[v].chosen))
            elif v != at:
                self._set(chosen_setup.with_army(ruleset, now, side, v))

        if len(offered) > 1:
            form.choice(f"army-{side}", _("Army"), offered, at, take)

    def _named(self, side: str) -> Callable[[str], None]:
        """Take a name being typed: the form stays as it is, so that typing can go on."""

        def take(name: str) -> None:
            names = {**self.plan.names, side: name}
            self.plan = chosen_setup.with_names(self.plan, [names.get(s, "") for s in self.plan.players])

        return take

    def _options(self, form: Form, ruleset: Ruleset, plan: Plan) -> None:
        shown = [
            o for o in ruleset.meta.options if not (o.id == "points" and chosen_setup.scenario_of(ruleset, plan).sizes)
        ]
        if not shown and not self._two_people(plan):
            return
        form.heading(_("Options"))
        for option in shown:
            self._option(form, ruleset, plan, option)
        if self._two_people(plan):
            form.check(
                "curtain",
                _("Curtain between two people"),
                plan.curtain,
                lambda v: self._set(replace(self._now(plan), curtain=v)),
                _("Cover the table whenever the other person decides, even where nothing is secret."),
            )

    def _two_people(self, plan: Plan) -> bool:
        return sum(p == PERSON for p in plan.players.values()) > 1

    def _option(self, form: Form, ruleset: Ruleset, plan: Plan, option: OptionDef) -> None:
        words = self.words
        value = plan.setup.options.get(option.id, option.default)
        label = words.say(option.label)
        note = words.say(option.help) if option.help is not None else ""

        def take(v: Any) -> None:
            self._set(chosen_setup.with_option(ruleset, self._now(plan), option.id, v))

        if option.type == "flag":
            form.check(f"option-{option.id}", label, bool(value), take, note)
        elif option.type == "choice":
            choices = [(c, words.say(t)) for c, t in option.choices.items()]
            form.choice(f"option-{option.id}", label, choices, str(value), take)
        else:
            least, most = option.least or 0, option.most if option.most is not None else 100
            count = (most - least) // option.step + 1
            if count <= 30:
                steps = [(str(n), str(n)) for n in range(least, most + 1, option.step)]
                form.choice(f"option-{option.id}", label, steps, str(value), lambda v: take(int(v)))
            elif count > SLIDER_MOST:
                form.digits(f"option-{option.id}", label, int(value), least, most, self._typed(option))
            else:
                form.number(f"option-{option.id}", label, int(value), least, most, option.step, take)
        if note and option.type != "flag":
            form.text(say(note, "small", "text_dim"))

    def _typed(self, option: OptionDef) -> Callable[[int], None]:
        """Take a number being typed: the form stays as it is, so that typing can go on."""

        def take(value: int) -> None:
            self.plan = chosen_setup.with_option(self.ruleset, self.plan, option.id, value)

        return take

    def _dice(self, form: Form, plan: Plan) -> None:
        form.heading(_("Dice"))
        form.choice(
            "dice",
            _("Dice"),
            [("seeded", _("rolled by the program")), ("typed", _("real dice, typed in"))],
            plan.setup.dice,
            lambda v: self._set(replace(self._now(plan), setup=replace(self._now(plan).setup, dice=v))),
        )
        if plan.setup.dice == "typed":
            words = _("You roll your own dice and type in their faces. The program rolls for the computer.")
            form.text(say(words, "small", "text_dim"))
        if plan.setup.dice == "seeded":
            form.entry("seed", _("Seed"), plan.setup.seed, self._take_seed)
            form.text(
                say(
                    _("The seed fixes all dice of the battle. It is shown at the end, so that anyone can check them."),
                    "small",
                    "text_dim",
                )
            )

    # -- what the player does ---------------------------------------------------------------------------------

    def _now(self, plan: Plan) -> Plan:
        """The plan as it is by now: what is typed changes it without laying out the form anew."""
        return self.plan

    def _set(self, plan: Plan) -> None:
        self.plan = plan
        self.rebuild()

    def _take_ruleset(self, ruleset_id: str) -> None:
        self.ruleset = self.rulesets[ruleset_id]
        self._set(fresh_plan(self.app, self.ruleset))

    def _take_seed(self, seed: str) -> None:
        self.plan = replace(self.plan, setup=replace(self.plan.setup, seed=seed.strip()))

    def _compose(self, side: str) -> None:
        self.app.go(destinations.Composer(self.ruleset, self.plan, side, self._set))

    def _begin(self) -> None:
        begin(self.app, self.ruleset, self.plan)

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel behind the form."""
        draw_frame(self.app, surface, _("New battle: more choices"), 820)
