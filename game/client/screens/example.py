"""A worked example of the rules, played step by step in the window with the dice that prove the clause."""

from __future__ import annotations

from game.client.navigation import Window
from game.client.screens.replay import ReplayScreen
from game.client.ui.text import say
from game.client.words import Span, _, clause_spans
from game.engine.position import Position
from game.engine.session import Session
from game.geometry.shapes import Pose

AROUND_MM = 160.0
"""Room left around all that the example is about."""
WHOLE_MM = 700.0
"""Where everything on the table stands no farther apart than this, all of it is shown."""


class ExampleScreen(ReplayScreen):
    """A position being played out.

    Parameters
    ----------
    position
        What is played: its title and clauses stand in the prompt.
    session
        The position played to its end, as :func:`game.engine.examples.played` makes it.
    """

    def __init__(self, app: Window, position: Position, session: Session) -> None:
        self.position = position
        super().__init__(app, session, None)

    def opened(self) -> None:
        """Look at what the example is about, not at the whole table."""
        self.look_at_it()

    def look_at_it(self) -> None:
        """Bring whatever something happens to in this example into sight; else all that stands on the table."""
        states = (self.session.lines[0].state, self.session.state)
        told = {t for line in self.session.lines for e in line.events for t in e.about}
        units = {s.bases[t].unit if t in s.bases else t for t in told for s in states}
        bases = [b for s in states for b in s.bases.values() if b.pose is not None and b.where == "table"]
        told_of = [b.pose for b in bases if b.unit in units and b.pose is not None]
        everything = [b.pose for b in bases if b.pose is not None]
        poses = everything if not told_of or _span(everything) <= WHOLE_MM else told_of
        if not poses:
            return
        xs, ys = [p.x for p in poses], [p.y for p in poses]
        near = AROUND_MM
        self.table.camera.fit_rect((min(xs) - near, min(ys) - near, max(xs) + near, max(ys) + near), closest=2.0)

    @property
    def title(self) -> str:
        """What the example shows, in the player's language."""
        return self.position.title_pl if self.words.language == "pl" and self.position.title_pl else self.position.title

    def _set_prompt(self) -> None:
        super()._set_prompt()
        p = self.prompt
        p.message = (Span(_("Example") + "  ", "bold", "accent"), Span(self.title, "bold"))
        p.message += clause_spans(list(self.position.clauses[:4]))
        p.side = -1
        keys = _("{play} plays, {back} and {on} go step by step, Esc leads back").format(
            play=self.keys.shown("replay_play"),
            back=self.keys.shown("replay_back"),
            on=self.keys.shown("replay_forward"),
        )
        n, most = max(self.at, 0), self.last
        where = _("As it stands") if n == 0 else _("Step {n} of {most}").format(n=n, most=most)
        if n == most and not self.showing.busy:
            where = _("So it comes out")
        p.hint = say(f"{where}.  {keys}", "small", "text_dim")


def _span(poses: list[Pose]) -> float:
    """How far poses are apart along the table's longer side of their box, mm."""
    xs, ys = [p.x for p in poses], [p.y for p in poses]
    return max(max(xs) - min(xs), max(ys) - min(ys)) if poses else 0.0
