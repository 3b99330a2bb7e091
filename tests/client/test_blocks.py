"""The window's own blocks: rich text, sheets, keys, courses, rulers, the showing of events, the account."""

from __future__ import annotations

import msgspec
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from game.client.battle.account import account, standing_lines
from game.client.battle.luck import luck_of
from game.client.battle.showing import Showing
from game.client.editors.desk import Spot, named_in
from game.client.editors.legs import CourseDraft, Leg, carried, courses_of, draft_of, ends, step_towards
from game.client.keymap import ACTIONS, Keys, key_name
from game.client.panels.odds_rows import odds_rows
from game.client.panels.rulers import End, Ruler, ends_of
from game.client.theme import Theme
from game.client.ui.row_list import Sheet
from game.client.ui.rows import Press, Row
from game.client.ui.text import flow, say, text_size
from game.client.words import Link, Span, Words, clause_spans
from game.engine.command import Answering, Undo
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.session import Session
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose
from game.geometry.steps import Advance, Back, Form, Path, Shift, Wheel
from tests.toy import TOY


@pytest.fixture(scope="module", autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((200, 200))


@pytest.fixture(scope="module")
def theme() -> Theme:
    return Theme()


class TestText:
    def test_names_of_things_are_links(self) -> None:
        state = TOY.begin(TOY.default_setup("field", 0))[0]
        spans = Words("en", TOY).spans(T("{unit} marches on", unit=Thing("foot-red")), state)
        assert [(s.text, s.link) for s in spans] == [("Foot 1", Link("thing", "foot-red")), (" marches on", None)]

    def test_a_comma_after_a_link_stays_in_its_line(self, theme: Theme) -> None:
        spans = (Span("one two "), Span("three", link=Link("thing", "3")), Span(", four"))
        wide = text_size(theme, "one two three")[0]
        block = flow(spans, wide, theme)
        assert [(p.text, p.y == 0) for p in block.pieces] == [("one two", True), ("three", False), (", four", False)]

    @pytest.mark.parametrize("style", ["bold", "small_bold", "tiny", "table"])
    @pytest.mark.parametrize("scale", [0.75, 1.0, 1.5])
    def test_two_numbers_in_bold_are_not_read_as_one(self, style: str, scale: float) -> None:
        theme = Theme(scale=scale)
        block = flow(say("Line battalion of 1808 1", style), 900, theme)
        drawn = pygame.Surface((block.width, block.height))
        block.draw(drawn, theme, (0, 0))
        inked = pygame.mask.from_threshold(drawn, (255, 255, 255), (185, 185, 185, 255))  # dark is the ground
        columns = [any(inked.get_at((x, y)) for y in range(block.height)) for x in range(block.width)]
        gaps = [len(run) for run in "".join("#" if c else " " for c in columns).strip().split("#") if run]
        assert gaps[-1] >= block.height * 0.3
        assert gaps[-1] > max(gaps[-6:-1])
        assert text_size(theme, "of 1808 1", style)[0] >= text_size(theme, "of 1808", style)[0] + gaps[-1]

    def test_a_line_may_end_between_two_numbers(self, theme: Theme) -> None:
        wide = text_size(theme, "of 1808", "small_bold")[0]
        block = flow(say("of 1808 1", "small_bold"), wide, theme)
        assert [p.text for p in block.pieces] == ["of 1808", "1"]

    @given(words=st.lists(st.text("abcdefgh", min_size=1, max_size=40), max_size=30), width=st.integers(30, 400))
    def test_no_line_is_wider_than_told_and_no_letter_is_lost(self, words: list[str], width: int) -> None:
        theme = Theme()
        text = " ".join(words)
        block = flow(say(text), width, theme)
        assert all(p.x + p.width <= width for p in block.pieces)
        assert "".join(p.text for p in block.pieces).replace(" ", "") == text.replace(" ", "")

    def test_a_number_keeps_its_unit(self, theme: Theme) -> None:
        wide = text_size(theme, "it goes 20")[0] + 4
        block = flow(say("it goes 20 cm"), wide, theme)
        assert [p.text.replace("\N{NO-BREAK SPACE}", " ") for p in block.pieces] == ["it goes", "20 cm"]

    def test_the_link_under_a_point(self, theme: Theme) -> None:
        block = flow((Span("see "), *clause_spans(["WMA-CMD-11"])), 400, theme)
        (piece,) = [p for p in block.pieces if p.link is not None]
        assert block.link_at(piece.x + 2, piece.y + 2) == Link("clause", "WMA-CMD-11")
        assert block.link_at(0, 2) is None

    @pytest.mark.parametrize(
        ("share", "said"), [(0.0, "0 %"), (0.004, "<1 %"), (0.5, "50 %"), (0.999, ">99 %"), (1.0, "100 %")]
    )
    def test_chances_do_not_lie(self, share: float, said: str) -> None:
        assert Words().percent(share) == said

    @pytest.mark.parametrize(
        ("chance", "runs", "told"),
        [
            (0.075, 40, "8 % (1–21 %)"),
            (0.0, 40, "0 % (0–11 %)"),
            (1.0, 40, "100 % (89–100 %)"),
            (0.5, 400, "50 % (45–55 %)"),
            (0.5, 0, "50 %"),
        ],
    )
    def test_a_counted_chance_tells_what_it_may_be(self, chance: float, runs: int, told: str) -> None:
        """The least and the most are never below nothing nor above certainty: 3 of 40 runs were told as 8 % ± 9."""
        state = TOY.begin(TOY.default_setup("field", 0))[0]
        forecast = Forecast((ForecastRow(T("Shaken"), chance, runs=runs),), runs)
        first = odds_rows(Words("en", TOY), state, "Odds", forecast, ())[0]
        assert "".join(span.text for span in first.label).replace("\N{NO-BREAK SPACE}", " ").endswith(f"Shaken {told}")

    def test_numbers_in_both_languages(self) -> None:
        assert Words("en").number(-1.5, signed=True) == "−1.5"
        assert Words("pl").number(2.25) == "2,25"
        assert Words("en").number(3.0, signed=True) == "+3"


def rows(n: int) -> list[Row]:
    return [Row("choice", f"r{i}", say(f"row {i}"), bar=say("no") if i == 2 else ()) for i in range(n)]


class TestSheet:
    def sheet(self, theme: Theme, n: int = 20) -> Sheet:
        sheet = Sheet(theme, pygame.Rect(10, 10, 200, 150))
        sheet.set_rows(rows(n))
        return sheet

    def press(self, sheet: Sheet, row: str) -> Press | None:
        rect = sheet.row_rect(row)
        assert rect is not None
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            got = sheet.mouse(pygame.event.Event(kind, pos=(rect.left + 20, rect.centery), button=1))
        return got

    def test_a_press_and_release_on_a_row(self, theme: Theme) -> None:
        assert self.press(self.sheet(theme), "r1") == Press("press", "r1")

    def test_a_release_elsewhere_is_nothing(self, theme: Theme) -> None:
        sheet = self.sheet(theme)
        a, b = sheet.row_rect("r0"), sheet.row_rect("r1")
        sheet.mouse(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=a.center, button=1))
        assert sheet.mouse(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=b.center, button=1)) is None

    def test_walking_by_keys_scrolls_along(self, theme: Theme) -> None:
        sheet = self.sheet(theme)
        for _ in range(15):
            assert sheet.step_focus(1)
        assert sheet.focus == "r14"
        assert sheet.rect.contains(sheet.row_rect("r14"))
        assert sheet.key(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0)) == (
            True,
            Press("press", "r14"),
        )

    def test_the_wheel_stays_within_bounds(self, theme: Theme) -> None:
        sheet = self.sheet(theme)
        for y in (-50, 200):
            sheet.mouse(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=y))
            assert 0 <= sheet.scroll <= sheet.max_scroll

    def test_a_stepper_by_its_signs_and_keys(self, theme: Theme) -> None:
        sheet = Sheet(theme, pygame.Rect(0, 0, 300, 100))
        sheet.set_rows([Row("stepper", "n", say("number"), value=say("3"), can_less=True, can_more=False)])
        laid = sheet._laid[0]
        less, more = laid.less, laid.more
        for box, got in ((less, Press("less", "n")), (more, None)):
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                found = sheet.mouse(pygame.event.Event(kind, pos=box.center, button=1))
            assert found == got
        assert sheet.key(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0)) == (True, Press("less", "n"))


class TestKeys:
    def event(self, key: int, mod: int = 0) -> pygame.event.Event:
        return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod)

    def test_names_and_modifiers(self) -> None:
        assert key_name(self.event(pygame.K_z, pygame.KMOD_LCTRL)) == "ctrl+z"
        assert key_name(self.event(pygame.K_KP_ENTER)) == "return"

    def test_a_nudge_may_be_fine_or_far(self) -> None:
        keys = Keys()
        for mod in (0, pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL):
            assert keys.action(self.event(pygame.K_w, mod)) == "forward"
        assert keys.action(self.event(pygame.K_m, pygame.KMOD_LSHIFT)) == "rulers"
        assert keys.action(self.event(pygame.K_z, pygame.KMOD_LCTRL)) == "undo"

    def test_the_players_own_keys(self) -> None:
        keys = Keys({"tape": "t", "no such thing": "x"})
        assert keys.action(self.event(pygame.K_t)) == "tape"
        assert keys.action(self.event(pygame.K_m)) == ""
        assert keys.shown("undo") == "Ctrl+Z"

    def test_the_usual_keys_do_not_clash(self) -> None:
        keys = Keys()
        assert {a.id: keys.takers(a.id, a.key) for a in ACTIONS} == {a.id: [] for a in ACTIONS}

    def test_only_a_screen_of_its_own_may_use_a_key_again(self) -> None:
        keys = Keys({"guide_read": "f2", "tape": "n"})
        assert keys.takers("tool_select", "f2") == []
        assert set(keys.takers("exit_1", "f2")) == {"guide_read"}
        assert keys.takers("tape", "n") == ["nearest"]


START = {"a": Pose(0.0, 0.0, 0.0), "b": Pose(40.0, 0.0, 0.0)}


class TestCourses:
    def test_legs_become_paths_and_come_back(self) -> None:
        draft = CourseDraft(legs=(Leg(20.0, 50.0), Leg(60.0, 80.0, 90.0, "column")))
        courses = courses_of(draft, "u", START)
        assert courses[0].who == "u"
        assert courses[0].steps == (
            Path(((20.0, 50.0),), None),
            Path(((60.0, 80.0),), 90.0),
            Form("column", facing=90.0),
        )
        assert draft_of(courses, "u", START) == draft

    def test_single_bases_become_a_course_each(self) -> None:
        leg = {"a": Pose(0.0, 10.0, 0.0), "b": Pose(40.0, 0.0, 0.0)}
        courses = courses_of(CourseDraft(singles=(leg,)), "u", START)
        assert [c.who for c in courses] == ["a", "b"]
        assert draft_of(courses, "u", START).singles == (leg,)

    def test_plain_steps_stay_steps(self) -> None:
        draft = CourseDraft(steps=(Advance(10.0), Wheel(30.0, "left")))
        assert draft_of(courses_of(draft, "u", START), "u", START) == draft

    def test_a_block_turns_about_its_middle(self) -> None:
        assert carried(START, (20.0, 100.0), 90.0) == {
            "a": Pose(20.0, 120.0, 90.0),
            "b": Pose(20.0, 80.0, 90.0),
        }

    def test_where_steps_end(self) -> None:
        end = ends(CourseDraft(steps=(Advance(30.0), Shift(10.0, "right"))), START)
        assert end["a"] == Pose(10.0, 30.0, 0.0)

    def test_the_step_that_leads_to_a_point(self) -> None:
        assert step_towards(50.0, 3.0, ("advance", "back")) == Advance(50.0)
        assert step_towards(-5.0, 0.0, ("advance", "back")) == Back(5.0)
        assert step_towards(-5.0, 0.0, ("advance",)) == Advance(0.0)
        assert step_towards(1.0, -9.0, ("advance", "shift")) == Shift(9.0, "left")


class TestRulers:
    def test_between_bases_the_nearest_points_count(self) -> None:
        state = TOY.begin(TOY.default_setup("field", 0))[0]
        a, b = state.bases["foot-red.1"].pose, state.bases["foot-blue.1"].pose
        ruler = Ruler(End(a.x, a.y, "foot-red.1"), End(b.x, b.y, "foot-blue.1"))
        (_x, y0), (_x1, y1) = ends_of(state, ruler)
        assert (y0, y1) == (110.0, 890.0)

    def test_from_a_base_to_a_point(self) -> None:
        state = TOY.begin(TOY.default_setup("field", 0))[0]
        assert ends_of(state, Ruler(End(200.0, 100.0, "foot-red.1"), End(200.0, 300.0))) == (
            (200.0, 110.0),
            (200.0, 300.0),
        )

    def test_a_spot_knows_the_smallest_thing_first(self) -> None:
        assert Spot(0, 0, "b.1", "b", "", "wood").things == ("b.1", "b", "wood")


def played(lines: int) -> Session:
    """A battle of the toy: defaults, so many answers (or to its end)."""
    session = Session.start(TOY, replace(TOY.default_setup("field", 0), seed="5"))
    for _ in range(lines):
        if not session.waiting:
            break
        decision = session.waiting[0]
        session.submit(Answering(decision.id, decision.side, session.asked(decision).default))
    return session


class TestShowing:
    def test_everything_is_shown_once_in_order(self) -> None:
        session = played(8)
        showing = Showing(session, "normal")
        seen: list[tuple[int, int]] = []
        showing.listeners.append(lambda line, n, event, state: seen.append((line, n)))
        for _ in range(4000):
            if not showing.busy:
                break
            showing.update(0.02)
        assert seen == [(k, n) for k, line in enumerate(session.lines) for n in range(len(line.events))]
        assert showing.state is session.state

    def test_at_once_takes_no_time(self) -> None:
        showing = Showing(played(8), "instant")
        showing.update(0.0)
        assert not showing.busy
        assert showing.state is showing.session.state

    def test_skipping_in_the_middle_loses_nothing(self) -> None:
        session = played(8)
        showing = Showing(session, "slow")
        seen: list[int] = []
        showing.listeners.append(lambda line, n, event, state: seen.append(line))
        showing.update(0.3)
        showing.skip()
        assert len(seen) == sum(len(line.events) for line in session.lines)
        assert showing.state is session.state

    def test_jumping_back_and_on(self) -> None:
        session = played(8)
        showing = Showing(session, "instant")
        showing.jump(3)
        assert showing.state is session.lines[3].state
        showing.limit = 5
        showing.update(0.1)
        assert showing.state is session.lines[4].state
        showing.jump(-1)
        assert showing.state is session.origin

    def test_a_taking_back_shows_the_older_state(self) -> None:
        session = played(1)
        session.solo = True
        session.submit(Undo("red", 0))
        showing = Showing(session, "normal")
        showing.skip()
        assert showing.state is session.lines[0].state


class TestAccount:
    def test_what_was_taken_back_does_not_count(self) -> None:
        session = played(4)
        session.solo = True
        session.submit(Undo("red", 2))
        assert standing_lines(session) == [0, 1, 2]

    def test_bases_and_dice_are_counted(self) -> None:
        session = played(30)
        sides = account(session)
        own = {s: len(x.bases) for s, x in session.state.secret.items()}  # scouts whom nobody has found count too
        assert own == {"red": 2, "blue": 2}
        assert {s: (x.units, x.bases) for s, x in sides.items()} == {"red": (3, 6), "blue": (3, 6)}
        thrown = sum(
            len(f) for line in session.lines for e in line.events if e.rolled is not None for f in e.rolled.faces
        )
        assert sum(x.luck.dice for x in sides.values()) == thrown

    def test_a_test_of_two_dice_counts_as_one_as_on_the_page_of_the_dice(self) -> None:
        """The end of a battle and the statistics of the dice tell the same figures."""
        session = played(30)
        told = luck_of((e for line in session.lines for e in line.events), session.state.sides)
        for side, mine in account(session).items():
            assert (mine.luck.all.got, mine.luck.all.hoped) == (told[side].all.got, told[side].all.hoped)


def test_the_things_a_sentence_names_are_found_however_deep_and_as_a_record_keeps_them() -> None:
    inner = T("{what} of {unit}", what=T("Panic"), unit=Thing("a"))
    text = T("{side}: {inner}, {many}", side=Thing("red"), inner=inner, many=[Thing("b"), T("{x}", x=Thing("c"))])
    again = msgspec.json.decode(msgspec.json.encode(text), type=Text)
    assert named_in(text) == named_in(again) == ["red", "a", "b", "c"]
