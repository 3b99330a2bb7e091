"""What players choose while blows fall: whom a model strikes, and whether hatred throws the misses again."""

from __future__ import annotations

from game.engine.decision import Asked, Choice, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.declared import Posed
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.which_next import OneOf
from rulesets.ancient_battles.fight import strikes


class StrikeQuestion(Discrete):
    """At whom each model strikes that touches several enemies, or a character (WAB-S20, WAB-S27)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the models and the enemies each may strike."""
        parts: dict[str, list[str]] = decision.args["marks"]
        space = OptionSpace({m: tuple(self._choice(view, m, e) for e in enemies) for m, enemies in parts.items()})
        answer = OptionAnswer({m: enemies[0] for m, enemies in parts.items()})
        return Asked(space, Reply(answer), draft=answer)

    def _choice(self, view: State, model: str, enemy: str) -> Choice:
        unit = view.bases[model].unit
        hit, wounds = strikes.hit_need(view, unit, enemy).total, strikes.wound_need(view, unit, enemy).total
        note = T("hits on {hit}+, wounds on {wound}+", hit=int(hit), wound=int(wounds))
        return Choice(enemy, T("{unit}", unit=Thing(enemy)), note=note)


STRIKE = Posed("wab.strike", StrikeQuestion())


HATRED = Posed("wab.hatred", OneOf("again", {"yes": T("Throw the misses again"), "no": T("Let the dice stand")}))
"""Whether hatred throws the missed dice again (WAB-HAT-02)."""
