"""A lesson at the table: a worked example of the rules, said in the prompt and brought into sight."""

from __future__ import annotations

from game.client.panels.prompt import Prompt
from game.client.parts.part import Part
from game.client.parts.sitting import Sitting
from game.client.parts.steps import Steps
from game.client.ui.text import say
from game.client.words import Span, _, clause_spans
from game.engine.positions.position import Position
from game.geometry.shapes import Pose

AROUND_MM = 160.0
"""Room left around all that the example is about."""
WHOLE_MM = 700.0
"""Where everything on the table stands no farther apart than this, all of it is shown."""


class Lesson(Part):
    """Says over a course what it shows.

    Parameters
    ----------
    position
        What is played: its title and clauses stand in the prompt.
    steps
        Where the course stands.
    """

    def __init__(self, sitting: Sitting, prompt: Prompt, position: Position, steps: Steps) -> None:
        self.sitting, self.prompt, self.position, self.steps = sitting, prompt, position, steps

    def opened(self) -> None:
        """Look at what the example is about, not at the whole table."""
        self.look_at_it()

    def look_at_it(self) -> None:
        """Bring whatever something happens to in this example into sight; else all that stands on the table."""
        session = self.sitting.session
        states = (session.lines[0].state, session.state)
        told = {t for line in session.lines for e in line.events for t in e.about}
        units = {s.bases[t].unit if t in s.bases else t for t in told for s in states}
        bases = [b for s in states for b in s.bases.values() if b.pose is not None and b.where == "table"]
        told_of = [b.pose for b in bases if b.unit in units and b.pose is not None]
        everything = [b.pose for b in bases if b.pose is not None]
        poses = everything if not told_of or _span(everything) <= WHOLE_MM else told_of
        if not poses:
            return
        xs, ys = [p.x for p in poses], [p.y for p in poses]
        near = AROUND_MM
        around = (min(xs) - near, min(ys) - near, max(xs) + near, max(ys) + near)
        self.sitting.table.camera.fit_rect(around, closest=2.0)

    @property
    def title(self) -> str:
        """What the example shows, in the player's language."""
        return self.sitting.words.word(self.position.title)

    def wear(self) -> None:
        """Say it in the player's language."""
        self._set_prompt()

    def update(self, dt: float) -> None:
        """Say where the example stands."""
        self._set_prompt()

    def _set_prompt(self) -> None:
        p, keys = self.prompt, self.sitting.keys.shown
        p.message = (Span(_("Example") + "  ", "bold", "accent"), Span(self.title, "bold"))
        p.message += clause_spans(list(self.position.clauses[:4]))
        p.side = -1
        said = _("{play} plays, {back} and {on} go step by step, Esc returns").format(
            play=keys("replay_play"), back=keys("replay_back"), on=keys("replay_forward")
        )
        n, most = max(self.steps.at, 0), self.steps.last
        where = _("As it stands") if n == 0 else _("Step {n} of {most}").format(n=n, most=most)
        if n == most and not self.steps.showing.busy:
            where = _("The outcome")
        p.hint = say(f"{where}.  {said}", "small", "text_dim")


def _span(poses: list[Pose]) -> float:
    """How far poses are apart along the table's longer side of their box, mm."""
    xs, ys = [p.x for p in poses], [p.y for p in poses]
    return max(max(xs) - min(xs), max(ys) - min(ys)) if poses else 0.0
