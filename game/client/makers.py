"""Which screen shows which place: the one module that knows all screens. It is asked by the window alone.

A screen's module is read when its place is first shown, so that the title is there at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from game.client import destinations

if TYPE_CHECKING:
    from game.client.navigation import Window
    from game.client.screen import Screen


def screen_of(app: Window, place: destinations.Place) -> Screen:
    """The screen that shows a place."""
    return MAKERS[type(place)](app, place)


def _title(app: Window, _to: destinations.Title) -> Screen:
    from game.client.screens.title import TitleScreen

    return TitleScreen(app)


def _new_battle(app: Window, _to: destinations.NewBattle) -> Screen:
    from game.client.screens.battle_pictures import BattlePicturesScreen

    return BattlePicturesScreen(app)


def _battle_choices(app: Window, to: destinations.BattleChoices) -> Screen:
    from game.client.screens.new_battle import NewBattleScreen

    return NewBattleScreen(app, to.ruleset, to.plan, to.taken)


def _learn(app: Window, _to: destinations.Learn) -> Screen:
    from game.client.screens.learn import LearnScreen

    return LearnScreen(app)


def _puzzles(app: Window, to: destinations.Puzzles) -> Screen:
    from game.client.screens.puzzles import PuzzlesScreen

    return PuzzlesScreen(app, to.folder)


def _records(app: Window, _to: destinations.Records) -> Screen:
    from game.client.screens.records import RecordsScreen

    return RecordsScreen(app)


def _settings(app: Window, _to: destinations.Settings) -> Screen:
    from game.client.screens.settings import SettingsScreen

    return SettingsScreen(app)


def _keys(app: Window, _to: destinations.Keys) -> Screen:
    from game.client.screens.settings import KeysScreen

    return KeysScreen(app)


def _rules(app: Window, to: destinations.Rules) -> Screen:
    from game.client.screens.rules import RulesScreen

    return RulesScreen(app, to.clause, to.ruleset)


def _composer(app: Window, to: destinations.Composer) -> Screen:
    from game.client.screens.composer import ComposerScreen

    return ComposerScreen(app, to.ruleset, to.plan, to.side, to.taken)


def _lists(app: Window, to: destinations.Lists) -> Screen:
    from game.client.screens.lists import ListsScreen

    return ListsScreen(app, to.ruleset, to.plan, to.side, to.taken, to.first)


def _profiles(app: Window, to: destinations.Profiles) -> Screen:
    from game.client.screens.profiles import ProfilesScreen

    return ProfilesScreen(app, to.ruleset, to.desk, to.plan, to.side, to.taken)


def _tables(app: Window, _to: destinations.Tables) -> Screen:
    from game.client.screens.tables import TablesScreen

    return TablesScreen(app)


def _table_editor(app: Window, to: destinations.TableEditor) -> Screen:
    from game.client.screens.table_editor import TableEditorScreen

    return TableEditorScreen(app, to.ruleset, to.plan, to.path)


def _battle(app: Window, to: destinations.Battle) -> Screen:
    from game.client.screens.at_table import battle_screen

    return battle_screen(app, to.match, to.guide)


def _puzzle(app: Window, to: destinations.Puzzle) -> Screen:
    from game.client.screens.at_table import puzzle_screen

    return puzzle_screen(app, to.puzzle, to.match)


def _replay(app: Window, to: destinations.Replay) -> Screen:
    from game.client.screens.at_table import replay_screen

    return replay_screen(app, to.session, to.record, to.path, to.eyes)


def _example(app: Window, to: destinations.Example) -> Screen:
    from game.client.screens.at_table import example_screen

    return example_screen(app, to.position, to.session)


def _menu(app: Window, to: destinations.Menu) -> Screen:
    from game.client.screens.menu import MenuScreen

    return MenuScreen(app, to.battle)


def _curtain(app: Window, to: destinations.Curtain) -> Screen:
    from game.client.screens.curtain import CurtainScreen

    return CurtainScreen(app, to.battle, to.decision, to.lifted, to.shown)


def _end(app: Window, to: destinations.End) -> Screen:
    from game.client.screens.end import EndScreen

    return EndScreen(app, to.match, to.remark)


def _dice(app: Window, to: destinations.Dice) -> Screen:
    from game.client.screens.dice_stats import DiceScreen

    return DiceScreen(app, to.session, to.lines, to.sees)


def _what_if(app: Window, to: destinations.WhatIf) -> Screen:
    from game.client.screens.what_if import WhatIfScreen

    return WhatIfScreen(app, to.session, to.line, to.title, to.players, to.moment, to.seat)


def _marks(app: Window, to: destinations.Marks) -> Screen:
    from game.client.screens.bookmarks import BookmarksScreen

    return BookmarksScreen(app, to.marks, to.told, to.to, to.edit, to.remove)


def _question(app: Window, to: destinations.Question) -> Screen:
    from game.client.screens.dialog import Dialog

    return Dialog(app, to.title, to.text, to.answers, to.settles)


def _agreement(app: Window, to: destinations.Agreement) -> Screen:
    from game.client.screens.agreement import AgreementScreen

    return AgreementScreen(app, to)


def _line(app: Window, to: destinations.Line) -> Screen:
    from game.client.screens.remark import RemarkScreen

    return RemarkScreen(app, to.said, to.title, to.text, to.away, to.hint, to.most)


def _choose(app: Window, to: destinations.Choose) -> Screen:
    from game.client.screens.chooser import ChooserScreen

    return ChooserScreen(app, to)


MAKERS: Mapping[type[destinations.Place], Callable[[Window, Any], Screen]] = {
    destinations.Title: _title,
    destinations.NewBattle: _new_battle,
    destinations.BattleChoices: _battle_choices,
    destinations.Learn: _learn,
    destinations.Puzzles: _puzzles,
    destinations.Records: _records,
    destinations.Settings: _settings,
    destinations.Keys: _keys,
    destinations.Rules: _rules,
    destinations.Composer: _composer,
    destinations.Lists: _lists,
    destinations.Profiles: _profiles,
    destinations.Tables: _tables,
    destinations.TableEditor: _table_editor,
    destinations.Battle: _battle,
    destinations.Puzzle: _puzzle,
    destinations.Replay: _replay,
    destinations.Example: _example,
    destinations.Menu: _menu,
    destinations.Curtain: _curtain,
    destinations.End: _end,
    destinations.Dice: _dice,
    destinations.WhatIf: _what_if,
    destinations.Marks: _marks,
    destinations.Question: _question,
    destinations.Agreement: _agreement,
    destinations.Line: _line,
    destinations.Choose: _choose,
}
