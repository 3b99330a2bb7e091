"""What a general hopes of an idea before he looks into it is never less than what comes of it."""

from __future__ import annotations

from game.battle import order
from game.bots.referee import Table
from game.bots.roster import make_bot
from game.engine.session import Session
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.general.actions import HAIR, Mind
from rulesets.age_of_fantasy_skirmish.general.worth import TEMPERS

EVERY = 6
"""Of so many actions of a battle one is looked at."""


def test_no_deed_is_worth_more_than_its_hope() -> None:
    one = order("AFS", RULESET.scenarios()[0].id, {}, "hopes")
    session = Session.start(RULESET, one.setup)
    table = Table(session, {side: make_bot(RULESET, "general") for side in one.setup.sides})
    looked = met = 0
    while session.waiting:
        decision = session.waiting[0]
        if decision.question == "act":
            met += 1
            if met % EVERY == 0:
                mind = Mind(session.view(decision.side), decision.side, TEMPERS[0])
                for idea in mind.ideas(decision.args["unit"]):
                    deed = idea.look()
                    assert deed is None or deed.value <= idea.hope + HAIR
                    looked += deed is not None
        assert table.step()
    assert looked > 10
