"""A player's hand that fights whole battles: it reads what the screen offers, drags and clicks at it, and counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

from game.client.editors.base import Editor
from game.client.editors.move import MoveEditor
from game.client.editors.option import OptionEditor
from game.client.editors.orders import OrdersEditor
from game.client.editors.pick import PickEditor
from game.client.editors.place import PlaceEditor
from game.client.editors.targets import TargetsEditor
from game.engine.state import State
from game.geometry.shapes import Pose
from tests.client.window import Window

Look = Callable[[str], None]


class Hand:
    """Somebody who plays with the mouse: forward to the nearest enemy, and at him where he can be reached.

    Parameters
    ----------
    window
        The window in which a battle is on.
    stride
        How far a unit is dragged on its way to the enemy, mm.
    look
        Called with a name whenever there is something to be looked at for the first time.

    Attributes
    ----------
    actions, answers
        By question: clicks, keys and drags; answers given.
    refused
        Answers of which the first drag or click was not legal as it stood.
    """

    def __init__(self, window: Window, stride: float, look: Look | None = None) -> None:
        self.window, self.stride = window, stride
        self._look, self._seen = look, set[str]()
        self.actions: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self._asked = ""
        self._given = 0
        self._ordered: Counter[str] = Counter()

    # -- a battle ---------------------------------------------------------------------------------------------

    def fight(self, most: int = 2000) -> None:
        """Answer until the end screen stands."""
        w = self.window
        for _question in range(most):
            w.until(lambda: w.screen in ("EndScreen", "CurtainScreen", "Dialog") or bool(w.asked()))
            if w.screen == "EndScreen":
                self.look("end")
                return
            if w.screen == "CurtainScreen":
                self.look("curtain")
                w.press("ready")
            elif w.screen == "Dialog":
                self.look("dialog")
                w.key("enter")
            else:
                self.answer()
        raise AssertionError(f"no end after {most} questions; {w.asked()} is asked")

    def answer(self) -> None:
        """Answer the question on the desk as a person would: the first thought, then what is legal, then a way out."""
        w = self.window
        lines = self._given = len(w.battle.session.lines)
        self._asked = question = w.asked()
        editor = self._editor()
        self.look(question)
        self._first_thought(editor)
        self.look(f"{question}-drawn")
        if not self._given_if_legal():
            self.refused[question] += 1
            self.look(f"{question}-refused")
            for attempt in (self._nearest, self._instead, self._usual, self._way_out):
                attempt()
                if self._given_if_legal():
                    break
        assert len(w.battle.session.lines) > lines, f"{question} is a dead end: {w.rows()}; {w.notices()}"
        self.answers[question] += 1

    def was_short(self) -> None:
        """No question took more than three actions on average where its first thought was legal, nor six where not."""
        for question, n in self.answers.items():
            most = 3 * n + 3 * self.refused[question]
            assert self.actions[question] <= most, f"{question}: {self.actions[question]} actions for {n} answers"

    def look(self, name: str) -> None:
        """Something that has not been looked at yet is."""
        if self._look is not None and name not in self._seen:
            self._seen.add(name)
            self._look(name)

    # -- actions, counted -------------------------------------------------------------------------------------

    def key(self, name: str) -> None:
        """Strike a key."""
        self.actions[self._asked] += 1
        self.window.key(name)

    def click(self, at: tuple[float, float]) -> None:
        """Click a place of the table (mm)."""
        self.actions[self._asked] += 1
        self.window.click(self._pixel(at))

    def row(self, row: str) -> None:
        """Click a row of the answer."""
        self.actions[self._asked] += 1
        self.window.row(row)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from a place of the table (mm) to another."""
        self._pixel(end)
        self.actions[self._asked] += 1
        self.window.drag(self._pixel(start), self._pixel(end), steps=4)

    def _pixel(self, at: tuple[float, float]) -> tuple[float, float]:
        """Where a place is in the window; what is out of sight is brought into it."""
        w = self.window
        if not w.battle.table.rect.inflate(-8, -8).collidepoint(w.on_table(*at)):
            self.actions[self._asked] += 1
            w.key("home")
        return w.on_table(*at)

    # -- one answer -------------------------------------------------------------------------------------------

    def _editor(self) -> Editor:
        editor = self.window.battle.play.decision.editor
        assert editor is not None
        return editor

    def _first_thought(self, editor: Editor) -> None:
        if isinstance(editor, PlaceEditor):
            self._place(editor)
        elif isinstance(editor, MoveEditor):
            free = [m.id for m in editor.way.space.among if m.bar is None and self._stands(m.id)]
            unit = editor.way.unit or min(free, key=self._gap, default="")
            if unit:
                self._advance(unit)
        elif isinstance(editor, PickEditor):
            self._pick(editor)
        elif isinstance(editor, TargetsEditor):
            self._aim(editor)
        elif isinstance(editor, OptionEditor) and editor.reply() is None:
            self.key("1")
        elif isinstance(editor, OrdersEditor) and not self.answers[self._asked]:  # a plan is what is suggested
            self.window.suggested()
            self.actions[self._asked] += 1

    def _place(self, editor: PlaceEditor) -> None:
        """The first figure is put elsewhere by hand, the rest set up as drafted."""
        if self.answers[self._asked] and "act:run" in self.window.rows():
            self.key("b")
            self.window.until(lambda: self.window.asked() != self._asked or self.window.screen != "BattleScreen")

    def _pick(self, editor: PickEditor) -> None:
        """One of those on the table that may be picked: dragged on, where picking is setting it to work."""
        free = [c.id for c in editor.space.things if c.bar is None]
        mine = [u for u in free if u in self.view.units and self.view.units[u].side == self._side and self._stands(u)]
        if mine and editor.space.most == 1:
            self._advance(min(mine, key=self._gap))
        elif not editor.ids and free:
            thing = free[0]
            at = self._middle(thing)
            self.click(at) if at is not None else self.row(thing)

    def _aim(self, editor: TargetsEditor) -> None:
        """The nearest of the marks; an order is given by dragging who is to go."""
        if editor.reply() is not None and editor.aims.aims:
            return
        able = [a for a in editor.aims.space.actors if a.bar is None]
        marks = {c.id for a in able for x in a.means.values() for c in x if c.bar is None and not c.short}
        mine = [u for u in marks if u in self.view.units and self.view.units[u].side == self._side]
        fresh = [u for u in mine if self._ordered[u] < 2 and self._stands(u)]
        foes = [u for u in marks if u not in mine and self._middle(u) is not None]
        if fresh:
            unit = min(fresh, key=self._gap)
            self._ordered[unit] += 1
            self._advance(unit)
        elif foes:
            at = self._middle(min(foes))
            assert at is not None
            self.click(at)
        elif editor.desk.asked.exits:
            self._way_out()

    def _advance(self, unit: str) -> None:
        """Drag a unit towards the nearest enemy: onto him where he is near."""
        foe = self._nearest_foe(unit)
        mine = self._bases(unit)
        if not mine or foe is None:
            return
        goal = foe[0]
        x, y = min(mine, key=lambda p: math.dist(p, goal))
        far = math.dist((x, y), goal)
        if far > 1.8 * self.stride:
            part = self.stride / far
            goal = x + (goal[0] - x) * part, y + (goal[1] - y) * part
        self.drag((x, y), goal)

    # -- what is done where the first thought will not do -----------------------------------------------------

    def _given_if_legal(self) -> bool:
        """Confirm what is legal; whether an answer was given."""
        w = self.window
        if len(w.battle.session.lines) == self._given and w.asked() and self._editor().reply() is not None:
            self.key("enter")
            w.until(lambda: len(w.battle.session.lines) > self._given or bool(w.notices()))
        return len(w.battle.session.lines) > self._given

    def _nearest(self) -> None:
        if "act:nearest" in self.window.rows():
            self.key("n")

    def _instead(self) -> None:
        if any(r.startswith("act:instead") for r in self.window.rows()):
            self.key("g")

    def _usual(self) -> None:
        """Drop what was drawn; take what the screen drafts, else what it suggests."""
        w = self.window
        self.key("esc")
        if w.screen == "MenuScreen":
            self.key("esc")
        if w.asked() and self._editor().reply() is None and "act:default" in w.rows():
            w.suggested()
            self.actions[self._asked] += 1

    def _way_out(self) -> None:
        """First exit of the question."""
        w = self.window
        ways = [r for r in w.rows() if r.startswith("exit\n")]
        if not ways and "act:more" in w.rows():
            ways = [f"exit\n{e.id}" for e in self._editor().desk.asked.exits if e.bar is None]
        self._ordered.clear()
        if ways:
            self.row(ways[0])
            w.step(3)

    # -- what is seen -----------------------------------------------------------------------------------------

    @property
    def view(self) -> State:
        """What the player sees of the battle."""
        return self.window.battle.sitting.view

    @property
    def _side(self) -> str:
        return self._editor().desk.decision.side

    def _stands(self, unit: str) -> bool:
        return bool(self._bases(unit))

    def _bases(self, unit: str) -> list[tuple[float, float]]:
        poses: list[Pose] = [b.pose for b in self.view.bases_of(unit) if b.pose is not None]
        return [(p.x, p.y) for p in poses]

    def _middle(self, thing: str) -> tuple[float, float] | None:
        view = self.view
        found = self._bases(thing) if thing in view.units else []
        if thing in view.bases and (pose := view.bases[thing].pose) is not None:
            found = [(pose.x, pose.y)]
        return found[len(found) // 2] if found else None

    def _nearest_foe(self, unit: str) -> tuple[tuple[float, float], float] | None:
        mine = self._bases(unit)
        foes = [p for u in self.view.units.values() if u.side != self._side for p in self._bases(u.id)]
        if not mine or not foes:
            return None
        goal = min(foes, key=lambda p: min(math.dist(p, m) for m in mine))
        return goal, min(math.dist(goal, m) for m in mine)

    def _gap(self, unit: str) -> float:
        found = self._nearest_foe(unit)
        return found[1] if found is not None else math.inf


# --- from the title to the first question ------------------------------------------------------------------------


def walk(w: Window, control: str) -> None:
    """Lead the keyboard to a control with Tab."""
    for _ in range(60):
        form = w.top.keyed
        if form.focused is not None and form.focused.id == control:
            return
        w.strike("tab")
    raise AssertionError(f"Tab does not lead to {control!r} on {w.screen}")


def begin_small(
    w: Window, system: str, size: int, north: str, seed: str = "7", turns: int = 0, look: Look | None = None
) -> None:
    """From the title to a battle's first question by mouse and keys: system, size, opponent, turns, seed."""
    seen = look or (lambda _name: None)
    seen("title")
    w.press("new")
    w.press(f"system-{system}")
    seen("new")
    while w.top.plan.players["north"] != north:
        w.press("player-north")
    w.press("more")
    walk(w, "size")
    while w.top.plan.size != size:
        w.key("right")
    if turns:
        walk(w, "option-turns")
        while w.top.plan.setup.options["turns"] != turns:
            w.key("left")
    walk(w, "seed")
    w.key("ctrl+a")
    w.write(seed)
    w.step()
    assert w.top.plan.setup.seed == seed
    seen("more")
    w.press("begin")
    w.until(lambda: w.screen in ("BattleScreen", "CurtainScreen") and bool(w.asked()))
