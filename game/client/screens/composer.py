"""The composer: an army list within minima, maxima and points, with the reasons where it is not in order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from game.army.paper_list import left_of, wrong_with
from game.client import destinations
from game.client.battle import chosen_setup
from game.client.battle.chosen_setup import Plan
from game.client.battle.kept_lists import plain_name
from game.client.folders import free_path
from game.client.navigation import Window
from game.client.opening import open_profiles
from game.client.panels.limit_rows import limit_rows
from game.client.screen import Screen
from game.client.screens.frame import draw_frame, framed
from game.client.ui.form import Form
from game.client.ui.row_list import LIST_KEYS, Sheet
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Link, Span, Words, _, clause_spans, os_words
from game.engine.files.player_files import shown
from game.engine.lists import OWN, EditsArmies, KeepsLists
from game.engine.ruleset import ArmyEntry, ArmyInfo, Ruleset

MOST_NAME = 60
"""Characters of a name."""


class ComposerScreen(Screen):
    """Units of an army list, each with a number.

    Parameters
    ----------
    plan, side
        The plan whose list is composed.
    taken
        Gets the changed plan when the player is done.
    """

    def __init__(self, app: Window, ruleset: Ruleset, plan: Plan, side: str, taken: Callable[[Plan], None]) -> None:
        super().__init__(app)
        self.ruleset, self.plan, self.side, self.taken = ruleset, plan, side, taken
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        self.facts = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        self.single = False

    @property
    def words(self) -> Words:
        """Words with the ruleset's names."""
        return Words(self.app.settings.language, self.ruleset)

    @property
    def army(self) -> ArmyInfo:
        """The list that is composed from."""
        found = chosen_setup.army_of(self.ruleset, self.plan, self.side)
        assert found is not None
        return found

    def build(self) -> None:
        """Two sheets side by side (everything in one where it is narrow), the buttons below."""
        inner = framed(self.app, 980)
        px = self.app.theme.px
        foot = self.foot(inner, self._foot).rect.height
        focus = self.sheet.focus
        upper = pygame.Rect(inner.left, inner.top, inner.width, inner.height - foot - px(8))
        self.single = upper.width < px(620)
        wide = upper.width if self.single else upper.width * 3 // 5
        left = pygame.Rect(upper.left, upper.top, wide, upper.height)
        right = pygame.Rect(left.right + px(14), upper.top, max(0, upper.right - left.right - px(14)), upper.height)
        self.sheet = Sheet(self.app.theme, left)
        self.sheet.active = True
        self.facts = Sheet(self.app.theme, right)
        self._refresh()
        self.sheet.focus = focus or (f"n-{self.army.entries[0].code}" if self.army.entries else "")
        self.sheet.walked = True

    def _foot(self, form: Form) -> None:
        """The name of the list, and the buttons."""
        buttons = [
            ("done", _("Use this army"), self._done, True),
            ("paper", _("Print, export…"), self._paper, False),
            ("back", _("Back"), self.back, False),
        ]
        if any(
            a.id == self.army.id for a in self.ruleset.armies(chosen_setup.size_of(self.ruleset, self.plan, self.side))
        ):
            buttons[2:2] = [("sample", _("Sample army"), self._sample, False)]
        if OWN in self.plan.setup.sides[self.side].own:
            if isinstance(self.ruleset, EditsArmies):
                buttons[1:1] = [("profiles", _("Profiles…"), self._profiles, False)]
        elif self._begins():
            buttons[1:1] = [("own", _("Make a custom army…"), self._profiles, False)]
        if isinstance(self.ruleset, KeepsLists):
            buttons[1:1] = [("keep", _("Save"), self._keep, False), ("lists", _("Lists, import…"), self._lists, False)]
        if self.app.size[1] >= self.app.theme.px(480):
            hint = self.words.word(self.army.name)
            form.entry("name", _("Name of the list"), self.plan.setup.sides[self.side].name, self._named, hint)
            form.items[-1].widget.set_text_length_limit(MOST_NAME)
        form.buttons(buttons, right=True)

    def _refresh(self) -> None:
        """Show the list as it is by now."""
        rows = self._steppers()
        if self.single:
            self.sheet.set_rows([*self._limits(), *rows, *self._facts()])
        else:
            self.sheet.set_rows(rows)
            self.facts.set_rows([*self._limits(), *self._facts()])

    def _steppers(self) -> list[Row]:
        """The entries, each with its number."""
        chosen = self.plan.setup.sides[self.side].counts
        rows = []
        for entry in self.army.entries:
            n = chosen.get(entry.code, 0)
            bounds = _("{points} points each, {least} to {most}").format(
                points=entry.points, least=entry.least, most=entry.most
            )
            if n > 1:
                bounds += "; " + _("{points} points together").format(points=n * entry.points)
            odd = n < entry.least or n > entry.most
            rows.append(
                Row(
                    "stepper",
                    f"n-{entry.code}",
                    (Span(self.words.word(entry.name), "bold"),),
                    say(bounds, "small", "warning" if odd else "text_dim"),
                    say(str(n), "bold", "warning" if odd else "text"),
                    can_less=n > 0,
                    can_more=n < 99,
                )
            )
        return rows

    def _limits(self) -> list[Row]:
        """What is limited, and how much of it there is."""
        rows = [Row("heading", label=say(self.words.word(self.army.name), "bold", "accent"))]
        return rows + limit_rows(self.words, chosen_setup.limits(self.ruleset, self.plan, self.side))

    def _facts(self) -> list[Row]:
        """What is wrong with the list, what is left of it, and the profile of one entry."""
        limits = chosen_setup.limits(self.ruleset, self.plan, self.side)
        wrong = wrong_with(self.ruleset, self.plan.setup, self.side, limits)
        rows = []
        for problem in wrong:
            rows.append(
                Row(
                    "text",
                    label=self.words.spans(problem.text, None, "body", "danger" if problem.fatal else "warning")
                    + clause_spans([problem.clause]),
                )
            )
        if not wrong:
            rows.append(Row("text", label=say(_("The army is in order."), "body", "good")))
        rows += self._left()
        entry = self._entry()
        if entry is not None:
            rows += [Row("line"), Row("heading", label=say(self.words.word(entry.name), "bold", "accent"))]
            rows += [
                Row(
                    "value",
                    label=self.words.spans(a, None, "body", "text_dim"),
                    value=self.words.spans(b, None, "bold"),
                )
                for a, b in entry.rows
            ]
            if entry.clauses:
                rows.append(Row("text", label=clause_spans(entry.clauses)))
        return rows

    def _left(self) -> list[Row]:
        """What the list names and the system does not have."""
        found = list(left_of(self.plan.setup.sides[self.side]))
        if not found:
            return []
        rows = [Row("heading", label=say(_("Unknown: kept and shown, not enforced"), "small_bold", "warning"))]
        for unit, text in found:
            head = (Span(f"{self.words.word(unit)}: ", "small_bold"),) if unit else ()
            rows.append(Row("text", label=head + self.words.spans(text, None, "small"), indent=1))
        rows.append(Row("button", "forget", say(_("Leave these out"), "small")))
        return rows

    def _entry(self) -> ArmyEntry | None:
        """The entry that the pointer or the keyboard is on."""
        hover = "" if self.single else self.sheet.hover  # below the entries nothing may move under the pointer
        code = (hover or self.sheet.focus).removeprefix("n-")
        return next(
            (e for e in self.army.entries if e.code == code), self.army.entries[0] if self.army.entries else None
        )

    # -- what the player does ---------------------------------------------------------------------------------

    def event(self, event: pygame.event.Event) -> bool:
        """The sheets, then the buttons."""
        if event.type == pygame.MOUSEWHEEL or hasattr(event, "pos"):
            pos = self.app.pointer.at
            for sheet in (self.sheet, self.facts):
                if sheet.rect.collidepoint(pos):
                    self._pressed(sheet.mouse(event))
                    return True
        typing = any(i.kind == "entry" and i.widget.is_focused for i in self.forms[0].items)
        if event.type == pygame.KEYDOWN and not typing and (event.key in LIST_KEYS or not self.forms[0].by_keys):
            used, press = self.sheet.key(event)
            if used:
                self.forms[0].by_keys = False
                self._pressed(press)
                self._refresh()
                return True
        return super().event(event)

    def _pressed(self, press: object) -> None:
        from game.client.ui.rows import Press

        if not isinstance(press, Press):
            return
        if press.what == "link":
            self.follow(Link("clause", press.id))
        elif press.what in ("more", "less"):
            code = press.id.removeprefix("n-")
            entry = next(e for e in self.army.entries if e.code == code)
            n = self.plan.setup.sides[self.side].counts.get(code, 0) + (1 if press.what == "more" else -1)
            self.plan = chosen_setup.with_count(self.plan, self.side, entry, n)
            self._refresh()
        elif press.what == "press" and press.id == "forget":
            self.plan = chosen_setup.without_unenforced(self.plan, self.side)
            self._refresh()
        elif press.what == "hover":
            self._refresh()

    def _sample(self) -> None:
        self.plan = chosen_setup.with_army(self.ruleset, self.plan, self.side, self.army.id)
        self._refresh()

    def _named(self, name: str) -> None:
        """Take the name being typed; the form stays as it is, so that typing can go on."""
        self.plan = chosen_setup.with_name(self.plan, self.side, " ".join(name.split()))

    def _paper(self) -> None:
        """The list on paper."""
        from game.client.printing import offer_paper

        offer_paper(self.app, self.ruleset, self.plan, self.side)

    def _keep(self) -> None:
        """Ask where the list is to be kept, and write it."""
        chosen = self.plan.setup.sides[self.side]
        name = f"{chosen.name or self.words.word(self.army.name)} {chosen_setup.points(self.army, chosen.counts)}"
        folder = self.app.folders.lists
        free = free_path(folder, f"{plain_name(name)}.toml").name
        self.app.go(destinations.Choose(_("Save the list"), "list", folder, self._write, free))

    def _write(self, path: Path) -> None:
        assert isinstance(self.ruleset, KeepsLists)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.ruleset.list_file(self.plan.setup, self.side), encoding="utf-8")
        except (OSError, ValueError) as fault:
            self.app.notice(_("The list cannot be saved: {why}").format(why=os_words(fault)), "warning")
            return
        self.app.notice(_("Saved as {name}").format(name=shown(path)))

    def _lists(self) -> None:
        """Lists kept, and files of other programs."""
        self.app.go(destinations.Lists(self.ruleset, self.plan, self.side, self._take))

    def _profiles(self) -> None:
        """The profiles of an army of the player's own."""
        open_profiles(self.app, self.ruleset, self.plan, self.side, self._take)

    def _begins(self) -> bool:
        """Whether an army of the player's own can be made from nothing."""
        ruleset, chosen = self.ruleset, self.plan.setup.sides[self.side]
        desk = ruleset.army_desk(chosen) if isinstance(ruleset, EditsArmies) else None
        return desk is not None and desk.begins

    def _take(self, plan: Plan) -> None:
        self.plan = plan
        self.rebuild()

    def _done(self) -> None:
        self.app.close(self)
        self.taken(self.plan)

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel and both sheets."""
        title = _("Compose the army") + f": {self.words.word(self.army.name)}"
        draw_frame(self.app, surface, title, 980)
        self.sheet.draw(surface)
        if not self.single:
            self.facts.draw(surface)
