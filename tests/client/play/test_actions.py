"""How many actions a player needs from the question to its being done: every click, drag and key of docs/actions.md."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.client.battle.match import Match
from game.client.screens.at_table import battle_screen
from game.engine.command import Answering
from game.engine.dice import ScriptedDice
from game.engine.session import Session
from game.engine.state import Frame
from rulesets.age_of_fantasy_skirmish import RULESET as AFS
from rulesets.ancient_battles import RULESET as WAB
from rulesets.universal_battle import RULESET as USB
from rulesets.warmaster_ancients import RULESET as WMA
from tests.client.battles import begin, laid_out
from tests.client.window import Window
from tests.rules.age_of_fantasy_skirmish import table as afs
from tests.rules.ancient_battles import table as wab
from tests.rules.universal_battle import table as usb
from tests.rules.warmaster_ancients import table as wma

pytestmark = pytest.mark.window
Make = Callable[..., Window]


class Hands:
    """A player's hands, which count what they do.

    Attributes
    ----------
    done
        Actions so far: a click, a key, or a drag from press to release.
    """

    def __init__(self, window: Window) -> None:
        self.window, self.done = window, 0

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from a place of the table (mm) to another."""
        w = self.window
        w.drag(w.on_table(*start), w.on_table(*end))
        self.done += 1

    def click(self, at: tuple[float, float]) -> None:
        """Click a place of the table (mm)."""
        self.window.click(self.window.on_table(*at))
        self.done += 1

    def key(self, name: str) -> None:
        """Strike a key."""
        self.window.key(name)
        self.done += 1

    def row(self, row: str) -> None:
        """Click a row of the answer."""
        self.window.row(row)
        self.done += 1

    def settled(self) -> None:
        """What was planned has been given, and the next question is asked."""
        w = self.window
        w.until(lambda: bool(w.asked()) and not w.battle.play.turns.planning.kept)

    @property
    def answers(self) -> list[str]:
        """The kinds of answers that stand in the battle's record: a draft ahead is none."""
        given = [x.command for x in self.window.battle.session.lines if isinstance(x.command, Answering)]
        return [type(c.reply.answer).__name__ if c.reply.answer is not None else c.reply.exit for c in given]


def where(w: Window, unit: str) -> dict[str, tuple[float, float]]:
    """Where the bases of a unit stand, mm."""
    bases = w.battle.session.state.bases_of(unit)
    return {b.id: (b.pose.x, b.pose.y) for b in bases if b.pose is not None}


class TestWarmaster:
    def situation(self, w: Window, dice: list[int]) -> Hands:
        state = wma.table(
            wma.unit("LEG-1", at=(90, 40), facing="N"),
            wma.unit("LEG-2", at=(65, 32), facing="N"),
            wma.unit("GAL-1", at=(90, 57), facing="S"),
            wma.unit("CONS-1", at=(75, 30), facing="N"),
            wma.unit("LEGA-1", at=(60, 25), facing="N"),
            active="south",
            turn=1,
            phase="command",
        )
        laid_out(w, WMA, state, WMA.entries["command"](state, {}), dice)
        assert w.asked() == "order"
        return Hands(w)

    def test_order_and_move(self, window: Make) -> None:
        w = window()
        hands = self.situation(w, [1, 2])
        before = where(w, "LEG-2")
        hands.drag((650.0, 320.0), (650.0, 420.0))
        assert where(w, "LEG-2") == before
        assert hands.answers == []
        said = "".join(s.text for s in w.battle.play.turns.planning.said())
        assert said.startswith("First: Consul")
        assert "needs" in said
        hands.key("enter")
        hands.settled()
        assert hands.done == 2
        assert hands.answers == ["TargetsAnswer", "MoveAnswer"]
        assert all(y == pytest.approx(before[b][1] + 100.0, abs=2.0) for b, (_x, y) in where(w, "LEG-2").items())

    def test_the_long_way_is_open_as_ever(self, window: Make) -> None:
        """What it took before one drag answered it: who, the order, where, the move."""
        w = window()
        hands = self.situation(w, [1, 2])
        hands.click((650.0, 320.0))
        hands.key("enter")
        w.until(lambda: w.asked() == "move")
        hands.drag((650.0, 320.0), (650.0, 420.0))
        hands.key("enter")
        hands.settled()
        assert hands.done == 4
        assert hands.answers == ["TargetsAnswer", "MoveAnswer"]

    def test_an_order_that_fails_ends_the_plan(self, window: Make) -> None:
        w = window()
        hands = self.situation(w, [6, 6])
        before = where(w, "LEG-2")
        hands.drag((650.0, 320.0), (650.0, 420.0))
        hands.key("enter")
        w.step(5)
        assert hands.answers == ["TargetsAnswer"]
        assert where(w, "LEG-2") == before

    def test_escape_puts_it_back(self, window: Make) -> None:
        w = window()
        hands = self.situation(w, [])
        hands.drag((650.0, 320.0), (650.0, 420.0))
        assert w.asked() == "move"
        hands.key("esc")
        assert w.asked() == "order"
        assert w.screen == "BattleScreen"
        assert hands.answers == []

    def test_an_ordered_charge(self, window: Make) -> None:
        w = window()
        hands = self.situation(w, [1, 2])
        hands.drag((900.0, 400.0), (900.0, 570.0))
        hands.key("enter")
        hands.settled()
        assert hands.done == 2
        assert hands.answers == ["TargetsAnswer", "MoveAnswer"]
        assert w.battle.session.lines[-1].command.reply.answer.mode == "charge"

    def test_a_charge_on_initiative(self, window: Make) -> None:
        w = window()
        state = wma.table(
            wma.unit("LEG-1", at=(90, 40), facing="N"),
            wma.unit("VEL-1", at=(110, 40), facing="N"),
            wma.unit("GAL-1", at=(90, 57), facing="S"),
            active="south",
            turn=1,
            phase="initiative",
        )
        laid_out(w, WMA, state, WMA.entries["initiative"](state, {}), [6] * 40)
        hands = Hands(w)
        hands.drag((900.0, 400.0), (900.0, 570.0))
        hands.key("enter")
        w.step(3)
        assert hands.done == 2
        assert hands.answers[:1] == ["MoveAnswer"]

    def melee(self, w: Window, **settings: object) -> Hands:
        """Two combats of which nothing is to be chosen but which comes first."""
        state = wma.table(
            wma.unit("LEG-1", at=(90, 40), facing="N"),
            wma.unit("GAL-1", at=(90, 42), facing="S"),
            wma.unit("LEG-2", at=(40, 40), facing="N"),
            wma.unit("GAL-2", at=(40, 42), facing="S"),
            active="south",
            turn=1,
            phase="melee",
        )
        laid_out(w, WMA, state, WMA.entries["melee"](state, {}), [1] * 80)
        return Hands(w)

    def test_combats_without_a_choice(self, window: Make) -> None:
        w = window()
        hands = self.melee(w)
        assert w.asked() == "combat"
        assert "act:run" in w.rows()
        hands.key("b")
        w.step(10)
        picked = [x for x in hands.answers if x == "PickAnswer"]
        assert hands.done == 1
        assert len(picked) >= 1
        assert w.asked() != "combat"


@pytest.mark.parametrize(("system", "rules", "question"), [("WAB", WAB, "wab.deploy"), ("USB", USB, "deploy")])
def test_the_set_up_before_the_first_figure(window: Make, system: str, rules: object, question: str) -> None:
    w = window(extra={system: rules})
    begin(w, north="default")
    assert w.asked() == question
    assert w.battle.play.decision.editor.reply() is not None  # what comes first is drafted and shown
    hands = Hands(w)
    assert "act:run" in w.rows()
    hands.key("b")
    w.until(lambda: bool(w.asked()) and w.asked() != question)
    assert hands.done == 1
    assert all(
        unit.bases and w.battle.session.state.bases_of(unit.id) for unit in w.battle.session.state.units_of("south")
    )
    assert hands.answers.count("PlaceAnswer") >= 6


def test_a_click_with_the_right_button_takes_the_last_part_back(window: Make) -> None:
    w = window()
    state = wma.table(wma.unit("LEG-2", at=(65, 32), facing="N"), active="south", turn=1, phase="command")
    laid_out(w, WMA, state, WMA.entries["move"](state, {"unit": "LEG-2"}))
    w.drag(w.on_table(650.0, 320.0), w.on_table(650.0, 420.0))
    editor = w.battle.play.decision.editor
    assert not editor.way.draft.empty
    w.click(w.on_table(800.0, 420.0), button=3)
    assert editor.way.draft.empty


class TestAncientBattles:
    def situation(self, w: Window, frame: str) -> Hands:
        state = wab.table(
            wab.unit("PHA", (36, 18)),
            wab.unit("COM", (26, 16)),
            wab.unit("WAR", (36, 25), 180),
            wab.unit("NOB", (26, 34), 180),
            turn=1,
        )
        laid_out(w, WAB, state, Frame(frame), ())
        return Hands(w)

    @staticmethod
    def middle(w: Window, unit: str) -> tuple[float, float]:
        found = list(where(w, unit).values())
        return sum(x for x, _y in found) / len(found), sum(y for _x, y in found) / len(found)

    def test_a_move(self, window: Make) -> None:
        w = window(extra={"WAB": WAB})
        hands = self.situation(w, "wab.moves")
        x, y = self.middle(w, "COM")
        hands.drag((x, y), (x, y + 100.0))
        hands.key("enter")
        w.step(3)
        assert hands.done == 2
        assert hands.answers == ["MoveAnswer"]
        assert self.middle(w, "COM")[1] == pytest.approx(y + 100.0, abs=3.0)

    def test_a_charge_declared(self, window: Make) -> None:
        w = window(extra={"WAB": WAB})
        hands = self.situation(w, "wab.charges")
        hands.drag(self.middle(w, "PHA"), self.middle(w, "WAR"))
        hands.key("enter")
        w.step(3)
        assert hands.done == 2
        assert hands.answers == ["TargetsAnswer"]
        assert [(t.a, t.b) for t in w.battle.session.state.ties.values()] == [("PHA", "WAR")]

    def leadership(self, w: Window) -> Hands:
        """A Phalanx tests for panic; the General beside it lends nine for seven."""
        state = wab.table(wab.unit("PHA", (36, 20)), wab.unit("SGE", (44.9, 20)), wab.unit("WAR", (10, 44), 180))
        session = Session.from_state(
            WAB, state, WAB.entries["test"](state, {"unit": "PHA", "kind": "panic"}), ScriptedDice([4, 5])
        )
        w.app.open(battle_screen(w.app, Match(session, {"south": "person", "north": "person"})))
        w.step(10)
        return Hands(w)

    def test_the_generals_nine_or_ones_own_seven_is_taken_and_told(self, window: Make) -> None:
        w = window(extra={"WAB": WAB})
        hands = self.leadership(w)
        assert w.asked() == ""
        assert hands.answers == ["OptionAnswer"]
        (given,) = [x.command for x in w.battle.session.lines if isinstance(x.command, Answering)]
        assert given.reply.answer.parts == {"leadership": "general"}
        assert given.why is not None
        assert given.why.key == "resolved automatically: there is no better choice"

    def test_it_is_asked_where_one_wants_it(self, window: Make) -> None:
        w = window(extra={"WAB": WAB}, asks_all=True)
        hands = self.leadership(w)
        assert w.asked() == "wab.general"
        assert hands.answers == []


INCH = 25.4


class TestSkirmish:
    def situation(self, w: Window, dice: list[int]) -> Hands:
        state = afs.table(
            afs.unit("A1", (20, 20)),
            afs.unit("A2", (30, 20), tokens=3),
            afs.unit("B4", (20, 33)),
            afs.unit("B2", (30, 35)),
            active="south",
        )
        laid_out(w, AFS, state, AFS.entries["activations"](state, {}), dice)
        assert w.asked() == "activate"
        return Hands(w)

    def test_an_activation_with_move_and_shot(self, window: Make) -> None:
        w = window(extra={"AFS": AFS})
        hands = self.situation(w, [6, 1] * 20)
        hands.drag((20 * INCH, 20 * INCH), (20 * INCH, 25 * INCH))
        hands.click((20 * INCH, 33 * INCH))
        hands.key("enter")
        w.step(3)
        w.until(lambda: len(hands.answers) >= 3)
        assert hands.done == 3
        assert hands.answers[:3] == ["PickAnswer", "MoveAnswer", "TargetsAnswer"]

    def test_the_long_way_is_open_as_ever(self, window: Make) -> None:
        w = window(extra={"AFS": AFS})
        hands = self.situation(w, [6, 1] * 20)
        hands.click((20 * INCH, 20 * INCH))
        hands.key("enter")
        w.until(lambda: w.asked() == "act")
        hands.drag((20 * INCH, 20 * INCH), (20 * INCH, 25 * INCH))
        hands.key("enter")
        w.until(lambda: w.asked() == "shoot")
        hands.key("enter")  # the only target is drafted
        w.until(lambda: len(hands.answers) >= 3)
        assert hands.done == 5

    def test_a_spell(self, window: Make) -> None:
        w = window(extra={"AFS": AFS})
        hands = self.situation(w, [6, 1] * 20)
        hands.drag((30 * INCH, 20 * INCH), (30 * INCH, 35 * INCH))

        hands.row("means\nneedle_rain")
        hands.key("enter")
        w.until(lambda: len(hands.answers) >= 3)
        assert hands.done == 3
        assert hands.answers[:3] == ["PickAnswer", "cast", "TargetsAnswer"]


class TestUniversal:
    def test_an_activation_with_move_and_shot(self, window: Make) -> None:
        w = window(extra={"USB": USB})
        state = usb.scene(
            usb.troops("A1", (18, 10), 5, "regular", "light"),
            usb.troops("A2", (8, 8), 4, "regular", "light"),
            usb.troops("B1", (18, 24, 180), 5, "rookie", "light"),
            usb.troops("B2", (30, 30, 180), 3, "rookie"),
        )
        laid_out(w, USB, state, USB.entries["activations"](state, {}), [5, 2] * 80)
        assert w.asked() == "activate"
        hands = Hands(w)
        hands.drag((18 * INCH, 10 * INCH), (18 * INCH, 13 * INCH))
        hands.click((18 * INCH, 24 * INCH))

        hands.key("enter")
        w.until(lambda: len(hands.answers) >= 3)
        assert hands.done == 3
        assert hands.answers[:3] == ["PickAnswer", "MoveAnswer", "PickAnswer"]
