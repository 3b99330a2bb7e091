"""What nobody need do: one of a list, or the first way out, which is the usual answer unless something is wished."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.engine.decision import Asked, Decision, PickAnswer, PickSpace, Reply
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
        space = super().asked(view, decision)
        wish = self.wish(view, decision, tuple(self.rows(view, decision)))
        return replace(space, default=Reply(PickAnswer((wish,))) if wish else leaves, draft=None)

    def wish(self, view: State, decision: Decision, rows: Sequence[str]) -> str:
        """The one that is usual, "" for none."""
        return ""
