"""Steps of a course in words."""

from __future__ import annotations

from game.client.words import Words, _
from game.geometry.steps import Advance, Back, Climb, Form, Jump, Oblique, Path, Shift, Step, Turn, Wheel


def step_words(words: Words, step: Step) -> str:
    """A step in words."""
    length = words.length
    if isinstance(step, Advance):
        return _("ahead {length}").format(length=length(step.distance))
    if isinstance(step, Back):
        return _("back {length}").format(length=length(step.distance))
    if isinstance(step, Shift):
        said = _("to the right {length}") if step.hand == "right" else _("to the left {length}")
        return said.format(length=length(step.distance))
    if isinstance(step, Oblique):
        angle = f"{words.number(step.angle, 1)}°"
        return _("oblique {length} at {angle}").format(length=length(step.distance), angle=angle)
    if isinstance(step, Wheel):
        said = _("wheel right {angle}") if step.hand == "right" else _("wheel left {angle}")
        return said.format(angle=f"{words.number(step.angle, 1)}°")
    if isinstance(step, Turn):
        return {"left": _("turn left"), "right": _("turn right"), "about": _("about-face")}[step.to]
    if isinstance(step, Form):
        return _("form {formation}").format(formation=words.word(step.formation))
    if isinstance(step, Path):
        return _("along a path")
    if isinstance(step, Jump):
        return _("a jump")
    if isinstance(step, Climb):
        return _("a climb")
    return type(step).__name__.lower()
