"""The pictures of the gallery: which screens there are, and how each is brought about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import pygame

from game.client import destinations
from game.client.battle import chosen_setup
from game.client.editors.whereabouts import middle_of
from game.client.guide.file import guides_of
from game.client.parts.seat import Seat
from game.client.screens.battle import BattleScreen
from game.client.words import N_, _
from game.engine.decision import Kind
from game.engine.positions.examples import examples_of, played
from game.engine.ruleset import Goal, Ruleset
from game.engine.table_plans.rules import PlaysTables
from workshop.gallery.ground_sheet import ground_sheets
from workshop.gallery.proof import sheets
from workshop.gallery.stage import Stage

Shoot = Callable[[Stage], None]


class Picture(NamedTuple):
    """One picture: the name of its file, what it shows, and what brings the screen about."""

    name: str
    title: str
    shoot: Shoot


def pictures(rulesets: list[Ruleset]) -> Iterator[Picture]:
    """All pictures, those of no system first."""
    first = rulesets[0]
    yield Picture("title", N_("Title"), lambda s: None)
    yield Picture("learn", N_("Guided first battles"), _learn)
    yield Picture("records", N_("Battles and replays"), _records)
    yield Picture("chooser", N_("Choosing a file"), _chooser)
    yield Picture("settings", N_("Settings"), _settings)
    yield Picture("keys", N_("Keys"), _keys)
    yield Picture("tables", N_("Saved tables"), _tables)
    yield Picture("table-editor", N_("Table editor"), _table_editor)
    yield Picture("menu", N_("Battle menu"), lambda s: _menu(s, first))
    yield Picture("curtain", N_("Curtain between two people"), lambda s: _curtain(s, first))
    yield Picture("dice", N_("Dice of both sides"), lambda s: _dice(s, first))
    yield Picture("end", N_("End of a battle"), lambda s: _end(s, first))
    yield Picture("what-if", N_("What if?"), lambda s: _what_if(s, first))
    yield from (Picture(*sheet) for sheet in (*sheets(), *ground_sheets()))
    for rules in rulesets:
        of = rules.meta.id
        yield Picture(f"{of}-new", N_("New battle"), partial(_new, rules=rules))
        yield Picture(f"{of}-army", N_("Army"), partial(_army, rules=rules))
        yield Picture(f"{of}-guide", N_("Guided battle"), partial(_guide, rules=rules))
        yield Picture(f"{of}-setup", N_("Setting up"), partial(_setup, rules=rules))
        yield Picture(f"{of}-move", N_("A move"), partial(_move, rules=rules))
        yield Picture(f"{of}-targets", N_("Orders and shots"), partial(_targets, rules=rules))
        yield Picture(f"{of}-combat", N_("In the fight"), partial(_combat, rules=rules))
        yield Picture(f"{of}-odds", N_("Odds of two units"), partial(_odds, rules=rules))
        yield Picture(f"{of}-replay", N_("Replay"), partial(_replay, rules=rules))
        yield Picture(f"{of}-rules", N_("Rules reference"), partial(_rules, rules=rules))
        yield Picture(f"{of}-example", N_("Worked example"), partial(_example, rules=rules))


# --- screens of no system ----------------------------------------------------------------------------------------


def _learn(s: Stage) -> None:
    s.go(destinations.Learn())


def _records(s: Stage) -> None:
    s.go(destinations.Records())


def _chooser(s: Stage) -> None:
    s.go(destinations.Choose(_("Open a battle"), "record", s.app.folders.saves, lambda _path: None))
    s.frames(8)


def _settings(s: Stage) -> None:
    s.go(destinations.Settings())


def _keys(s: Stage) -> None:
    s.go(destinations.Keys())


def _tables(s: Stage) -> None:
    s.go(destinations.Tables())


def _table_editor(s: Stage) -> None:
    for rules in s.library.rulesets():
        if not isinstance(rules, PlaysTables) or rules.table_rules() is None:
            continue
        for info in rules.scenarios():
            plan = rules.scenario_table(info.id)
            if plan is not None:
                s.go(destinations.TableEditor(rules, plan))
                return


def _menu(s: Stage, rules: Ruleset) -> None:
    s.battle(rules, ("move", "targets"), 0.4).back()
    s.frames(2)


def _curtain(s: Stage, rules: Ruleset) -> None:
    screen = s.battle(rules, ("move", "targets"), 0.4)
    decision = screen.play.match.decision
    assert decision is not None
    s.go(destinations.Curtain(screen.play, decision, lambda: None))


def _dice(s: Stage, rules: Ruleset) -> None:
    session = s.session(rules)
    s.go(destinations.Dice(session, len(session.lines), lambda event: not event.only))


def _end(s: Stage, rules: Ruleset) -> None:
    from game.client.battle.match import Match

    session = s.session(rules)
    s.go(destinations.End(Match(session, dict.fromkeys(session.state.sides, "general"))))


def _what_if(s: Stage, rules: Ruleset) -> None:
    from game.client.battle.stops import why_no_fork
    from game.client.screens.at_table import replay_screen

    session = s.session(rules)
    replay = replay_screen(s.app, session, None)
    s.open(replay)
    line = next(n for n in range(len(session.lines) // 2, len(session.lines)) if not why_no_fork(session, n))
    title = " – ".join(replay.sitting.words.name(side, session.state) for side in session.state.sides)
    s.go(destinations.WhatIf(session, line, title, {}, replay.play.told_of(line)))


# --- screens of a system -----------------------------------------------------------------------------------------


def _new(s: Stage, rules: Ruleset) -> None:
    s.app.remember(system=rules.meta.id)
    s.go(destinations.NewBattle())


def _army(s: Stage, rules: Ruleset) -> None:
    plan = chosen_setup.first_plan(rules)
    s.go(destinations.Composer(rules, plan, next(iter(plan.players)), lambda made: None))


def _guide(s: Stage, rules: Ruleset) -> None:
    from game.client.screens.learn import LearnScreen

    screen = LearnScreen(s.app)
    s.open(screen)
    n = next((n for n, (r, _guide) in enumerate(screen.offers) if r is rules), None)
    if n is None or not guides_of(rules)[0]:
        return
    screen.begin(n)
    top = s.app.top
    assert isinstance(top, BattleScreen)
    assert isinstance(top.play, Seat)
    s.until(lambda: top.play.decision.editor is not None)
    s.frames(4)


def _setup(s: Stage, rules: Ruleset) -> None:
    s.battle(rules, ("place",), 0.05)


def _move(s: Stage, rules: Ruleset) -> None:
    screen = s.battle(rules, _asked(rules, "move", "orders"), 0.35)
    _draft(s, screen, "towards")


def _targets(s: Stage, rules: Ruleset) -> None:
    screen = s.battle(rules, _asked(rules, "targets", "option"), 0.3)
    _draft(s, screen, "any")


def _asked(rules: Ruleset, *kinds: Kind) -> tuple[Kind, ...]:
    """The first of these kinds of question that a system has."""
    return next(((kind,) for kind in kinds if any(q.kind == kind for q in rules.questions.values())), kinds)


def _draft(s: Stage, screen: BattleScreen[Seat], goal: Goal) -> None:
    """A legal draft of the question on the desk, so that its ghost, sums and odds are seen."""
    editor = screen.play.decision.editor
    if editor is None:
        return
    found = screen.session.candidates(editor.desk.decision, goal, 8)
    answer = next((r.answer for r in found if r.answer is not None), None)
    if answer is not None:
        editor.load(answer)
        editor.changed()
    s.frames(12)


def _combat(s: Stage, rules: Ruleset) -> None:
    """The question whose answer lets most dice fall, seen from near."""
    lines = s.session(rules).lines
    thrown = [sum(len(row) for e in line.events if e.rolled for row in e.rolled.faces) for line in lines]
    screen = s.battle_at(rules, max(1, thrown.index(max(thrown))) - 1)
    pair = _nearest(screen)
    if pair is not None:
        screen.table.fit_thing(pair[0])
    _draft(s, screen, "any")


def _odds(s: Stage, rules: Ruleset) -> None:
    screen = s.battle(rules, ("move", "targets", "pick"), 0.35)
    pair = _nearest(screen)
    if pair is None:
        return
    view = screen.sitting.view
    one, other = pair
    screen.sitting.select(one)
    s.key(pygame.K_o, text="o")
    at = middle_of(view, other)
    assert at is not None
    s.point(screen.table.camera.to_screen(*at))
    s.until(lambda: False, 1.5)


def _nearest(screen: BattleScreen[Seat]) -> tuple[str, str] | None:
    """A unit of the side that is asked and an enemy, those of all that stand nearest to one another."""
    view = screen.sitting.view
    editor = screen.play.decision.editor
    side = editor.desk.decision.side if editor is not None else next(iter(view.sides))
    mine = [u for u in view.units.values() if u.side == side and middle_of(view, u.id) is not None]
    foes = [u for u in view.units.values() if u.side != side and middle_of(view, u.id) is not None]
    pairs = [(_away(screen, a.id, b.id), a.id, b.id) for a in mine for b in foes]
    return min(pairs)[1:] if pairs else None


def _away(screen: BattleScreen[Seat], a: str, b: str) -> float:
    p, q = middle_of(screen.sitting.view, a), middle_of(screen.sitting.view, b)
    assert p is not None
    assert q is not None
    return float((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2)


def _replay(s: Stage, rules: Ruleset) -> None:
    from game.client.screens.at_table import replay_screen

    session = s.session(rules)
    screen = replay_screen(s.app, session, None)
    s.open(screen)
    screen.play.steps.go_to(len(session.lines) * 7 // 10)
    s.frames(3)


def _rules(s: Stage, rules: Ruleset) -> None:
    proven = next(iter(examples_of(rules.meta.folder)), "")
    s.app.open_rules(proven, rules.meta.id)
    s.frames(3)


def _example(s: Stage, rules: Ruleset) -> None:
    from game.client.screens.at_table import example_screen

    found = [p for ps in examples_of(rules.meta.folder).values() for p in ps]
    if not found:
        return
    position = max(found, key=lambda p: (len(p.command), p.title))
    session = played(position, rules)
    screen = example_screen(s.app, position, session)
    s.open(screen)
    screen.play.steps.go_to(len(session.lines) // 2)
    s.frames(3)
