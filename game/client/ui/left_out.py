"""What cannot be played is named where something is chosen to be played."""

from __future__ import annotations

from game.client.ui.form import Form
from game.client.words import Words
from game.engine.text import T, Text


def name_left_out(form: Form, words: Words, problems: tuple[Text, ...]) -> None:
    """Name the rules that cannot be played, and why."""
    for problem in problems:
        form.text(words.spans(T("Left out: {why}", why=problem), None, "small", "warning"))
