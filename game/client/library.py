"""The systems and the generals that may be played: rulesets by entry point, bots by their registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from game.engine.loader import UnknownRuleset, answers, load_ruleset, ruleset_ids
from game.engine.ruleset import Ruleset
from game.engine.text import Text


@dataclass
class Library:
    """What can be played here.

    Attributes
    ----------
    extra
        Rulesets beside the installed ones, by id (tests bring theirs).
    problems
        A sentence for each ruleset that is left out because it cannot be used.
    """

    extra: Mapping[str, Ruleset] = field(default_factory=dict)
    installed: bool = True
    problems: list[Text] = field(default_factory=list)

    def ids(self) -> tuple[str, ...]:
        """Ids of all rulesets, those that come with a test first."""
        found = tuple(self.extra)
        return found + tuple(i for i in ruleset_ids() if i not in found) if self.installed else found

    def ruleset(self, ruleset_id: str) -> Ruleset:
        """A ruleset by id. Raises UnknownRuleset with a sentence."""
        if ruleset_id in self.extra:
            return self.extra[ruleset_id]
        if not self.installed:
            raise UnknownRuleset(f"there is no ruleset called {ruleset_id!r} here")
        return load_ruleset(ruleset_id)

    def rulesets(self) -> list[Ruleset]:
        """All that load, in the order they are offered in; the faults of the others are kept in ``problems``.

        Those that come with a test stand first, then the installed ones as their ``meta.order`` says.
        """
        self.problems = []
        out = []
        for ruleset_id in self.ids():
            try:
                ruleset = self.ruleset(ruleset_id)
                if ruleset_id not in self.extra:
                    answers(ruleset)
            except UnknownRuleset as fault:
                self.problems.append(fault.text)
            else:
                out.append(ruleset)
        return sorted(out, key=self._place)

    def _place(self, ruleset: Ruleset) -> tuple[bool, int]:
        """Where a ruleset stands among those offered; equal ones keep the order of their ids."""
        extra = ruleset.meta.id in self.extra
        return not extra, 0 if extra else ruleset.meta.order


Progress = Callable[[float], None]
