"""Which screen shows which place: the one module that knows all screens. It is asked by the window alone.

A screen's module is read when its place is first shown, so that the title is there at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from game.client import places

if TYPE_CHECKING:
    from game.client.navigation import Window
    from game.client.screen import Screen


def screen_of(app: Window, place: places.Place) -> Screen:
    """The screen that shows a place."""
    return MAKERS[type(place)](app, place)


def _title(app: Window, _to: places.Title) -> Screen:
    from game.client.screens.title import TitleScreen

    return TitleScreen(app)


def _new_battle(app: Window, _to: places.NewBattle) -> Screen:
    from game.client.screens.battle_pictures import BattlePicturesScreen

    return BattlePicturesScreen(app)


def _battle_choices(app: Window, to: places.BattleChoices) -> Screen:
    from game.client.screens.new_battle import NewBattleScreen

    return NewBattleScreen(app, to.ruleset, to.plan, to.taken)


def _learn(app: Window, _to: places.Learn) -> Screen:
    from game.client.screens.learn import LearnScreen

    return LearnScreen(app)


def _records(app: Window, _to: places.Records) -> Screen:
    from game.client.screens.records import RecordsScreen

    return RecordsScreen(app)


def _settings(app: Window, _to: places.Settings) -> Screen:
    from game.client.screens.settings import SettingsScreen

    return SettingsScreen(app)


def _keys(app: Window, _to: places.Keys) -> Screen:
    from game.client.screens.settings import KeysScreen

    return KeysScreen(app)


def _rules(app: Window, to: places.Rules) -> Screen:
    from game.client.screens.rules import RulesScreen

    return RulesScreen(app, to.clause, to.ruleset)


def _composer(app: Window, to: places.Composer) -> Screen:
    from game.client.screens.composer import ComposerScreen

    return ComposerScreen(app, to.ruleset, to.plan, to.side, to.taken)


def _lists(app: Window, to: places.Lists) -> Screen:
    from game.client.screens.lists import ListsScreen

    return ListsScreen(app, to.ruleset, to.plan, to.side, to.taken, to.first)


def _profiles(app: Window, to: places.Profiles) -> Screen:
    from game.client.screens.profiles import ProfilesScreen

    return ProfilesScreen(app, to.ruleset, to.desk, to.plan, to.side, to.taken)


def _tables(app: Window, _to: places.Tables) -> Screen:
    from game.client.screens.tables import TablesScreen

    return TablesScreen(app)


def _table_editor(app: Window, to: places.TableEditor) -> Screen:
    from game.client.screens.table_editor import TableEditorScreen

    return TableEditorScreen(app, to.ruleset, to.plan, to.path)


def _battle(app: Window, to: places.Battle) -> Screen:
    from game.client.screens.at_table import battle_screen

    return battle_screen(app, to.match, to.guide)


def _replay(app: Window, to: places.Replay) -> Screen:
    from game.client.screens.at_table import replay_screen

    return replay_screen(app, to.session, to.record, to.path, to.eyes)


def _example(app: Window, to: places.Example) -> Screen:
    from game.client.screens.at_table import example_screen

    return example_screen(app, to.position, to.session)


def _menu(app: Window, to: places.Menu) -> Screen:
    from game.client.screens.menu import MenuScreen

    return MenuScreen(app, to.battle)


def _curtain(app: Window, to: places.Curtain) -> Screen:
    from game.client.screens.curtain import CurtainScreen

    return CurtainScreen(app, to.battle, to.decision, to.lifted, to.shown)


def _end(app: Window, to: places.End) -> Screen:
    from game.client.screens.end import EndScreen

    return EndScreen(app, to.match, to.remark)


def _dice(app: Window, to: places.Dice) -> Screen:
    from game.client.screens.dice_stats import DiceScreen

    return DiceScreen(app, to.session, to.lines, to.sees)


def _what_if(app: Window, to: places.WhatIf) -> Screen:
    from game.client.screens.what_if import WhatIfScreen

    return WhatIfScreen(app, to.session, to.line, to.title, to.players, to.moment, to.seat)


def _marks(app: Window, to: places.Marks) -> Screen:
    from game.client.screens.bookmarks import BookmarksScreen

    return BookmarksScreen(app, to.marks, to.told, to.to, to.edit, to.remove)


def _question(app: Window, to: places.Question) -> Screen:
    from game.client.screens.dialog import Dialog

    return Dialog(app, to.title, to.text, to.answers, to.settles)


def _agreement(app: Window, to: places.Agreement) -> Screen:
    from game.client.screens.agreement import AgreementScreen

    return AgreementScreen(app, to)


def _line(app: Window, to: places.Line) -> Screen:
    from game.client.screens.remark import RemarkScreen

    return RemarkScreen(app, to.said, to.title, to.text, to.away, to.hint, to.most)


def _choose(app: Window, to: places.Choose) -> Screen:
    from game.client.screens.chooser import ChooserScreen

    return ChooserScreen(app, to)


MAKERS: Mapping[type[places.Place], Callable[[Window, Any], Screen]] = {
    places.Title: _title,
    places.NewBattle: _new_battle,
    places.BattleChoices: _battle_choices,
    places.Learn: _learn,
    places.Records: _records,
    places.Settings: _settings,
    places.Keys: _keys,
    places.Rules: _rules,
    places.Composer: _composer,
    places.Lists: _lists,
    places.Profiles: _profiles,
    places.Tables: _tables,
    places.TableEditor: _table_editor,
    places.Battle: _battle,
    places.Replay: _replay,
    places.Example: _example,
    places.Menu: _menu,
    places.Curtain: _curtain,
    places.End: _end,
    places.Dice: _dice,
    places.WhatIf: _what_if,
    places.Marks: _marks,
    places.Question: _question,
    places.Agreement: _agreement,
    places.Line: _line,
    places.Choose: _choose,
}
