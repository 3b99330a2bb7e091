"""What nobody need do: one of a list, or the first way out, which is the usual answer."""

from __future__ import annotations

from msgspec.structs import replace

from game.engine.decision import Asked, Decision, PickSpace, Reply
from game.engine.state import State
from game.kit.which_next import WhichNext


class AtWill(WhichNext):
    """One of those the decision lists, if there are any, or a way out."""

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out all of them."""
        exits = self.exits(view, decision)
        leaves = Reply(exit=exits[0].id)
        if not decision.args[self.key]:
            return Asked(PickSpace(()), leaves, exits)
        return replace(super().asked(view, decision), default=leaves, draft=None)
