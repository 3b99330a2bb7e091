"""Beginning a battle from its plan, and the plan that a new battle begins with."""

from __future__ import annotations

from game.client import destinations
from game.client.battle import chosen_setup
from game.client.battle.chosen_setup import Plan
from game.client.battle.lately import with_lately
from game.client.battle.match import begin_match
from game.client.navigation import Window
from game.client.words import _
from game.engine.ruleset import Ruleset


def fresh_plan(app: Window, ruleset: Ruleset) -> Plan:
    """A plan that needs no change, with the names, the curtain and the look of the table that the players had last."""
    settings = app.settings
    plan = chosen_setup.with_scenery(chosen_setup.first_plan(ruleset, curtain=settings.curtain), settings.scenery)
    return chosen_setup.with_names(plan, settings.names)


def begin(app: Window, ruleset: Ruleset, plan: Plan) -> None:
    """Begin the battle in the place of whatever was open; a sentence where it cannot begin."""
    try:
        match = begin_match(ruleset, plan, app.folders.saves, app.settings.language)
    except ValueError as fault:
        app.notice(_("The battle cannot begin: {why}").format(why=fault), "warning")
        return
    names = tuple(plan.names.get(s, "") for s in plan.players)
    lately = with_lately(app.settings, ruleset, plan)
    app.remember(system=ruleset.meta.id, names=names if any(names) else (), lately=lately, scenery=plan.setup.scenery)
    app.home()
    app.go(destinations.Battle(match))
