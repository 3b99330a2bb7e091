"""What the prompt of a battle says: who decides what, what to do, what is being shown, who thinks."""

from __future__ import annotations

from collections.abc import Sequence

from game.client.battle.match import Match
from game.client.battle.showing import Showing
from game.client.keymap import Keys
from game.client.panels.advice import Advice
from game.client.panels.decision import DecisionPanel
from game.client.panels.prompt import Prompt, strengths
from game.client.ui.text import say
from game.client.words import Span, Spans, Words, _, clause_spans
from game.engine.decision import Decision, PickSpace, PlaceSpace, Space
from game.engine.state import State
from game.engine.text import Text

SHOWS_THOUGHT = 0.15
"""Share of its time after which a thinking bot's progress is shown."""


def set_prompt(
    prompt: Prompt, match: Match, showing: Showing, view: State, words: Words, keys: Keys, space: Space | None
) -> Spans:
    """Fill the prompt; what the panel says while nobody here decides. ``space``: of the question on the desk."""
    prompt.saved = match.saved if match.writer is not None else None
    prompt.progress = None
    decision = match.decision
    if showing.busy:
        skip = _("[{step}] ends this step, [{key}] shows everything at once")
        skip = skip.format(step=_("Space"), key=keys.shown("confirm"))
        _fill(prompt, -1, (), say(_("Watch the events…"), "bold"), say(skip, "small", "text_dim"))
        return say(_("The battle is being shown."), "body", "text_dim")
    if match.over:
        over = match.session.state.over
        why = words.spans(over.why, view, "bold") if over is not None else ()
        _fill(prompt, -1, (), why, say(_("The battle is over."), "small", "text_dim"))
        return say(_("The battle is over."), "body", "text_dim")
    if decision is None:
        _fill(prompt, -1, (), say(_("No decision is pending."), "bold"), ())
        return ()
    slot = view.sides[decision.side].colour if decision.side in view.sides else -1
    who = words.name(decision.side, view)
    if match.thinking is not None or not (match.asks_person(decision) or match.stuck):
        doing = words.spans(decision.message, view, "small", "text_dim")
        _fill(prompt, slot, (Span(f"{who} ", "bold", "accent"),), say(_("is thinking…"), "body"), doing)
        if match.thinking is not None and match.thinking.share > SHOWS_THOUGHT:
            prompt.progress = match.thinking.share
        return say(_("{side} decides.").format(side=who), "body", "text_dim")
    message = words.spans(decision.message, view, "bold") + clause_spans(decision.clauses)
    named = words.say(decision.message, view).startswith(who)
    lead: Spans = () if named else (Span(f"{who}  ", "bold", "accent"),)
    _fill(prompt, slot, lead, message, say(hint(decision, keys, space), "small", "text_dim"))
    return ()


def set_advice(prompt: Prompt, advice: Advice, panel: DecisionPanel) -> None:
    """What is suggested stands where the prompt says what to do, as long as the draft is that; or that it will come."""
    share, said = advice.thinks(panel), advice.said(panel)
    if share is not None:
        prompt.hint = say(_("The general is thinking…"), "small", "text_dim")
        prompt.progress = share if share > SHOWS_THOUGHT else None
    elif said:
        prompt.hint = say(said, "small_bold", "accent")


def set_status(prompt: Prompt, status: Sequence[tuple[Text, Text]], words: Words, view: State) -> None:
    """Turn, phase, points, and the units of each side, at the right of the prompt."""
    prompt.status = [(words.spans(a, view, "small", "text_dim"), words.spans(b, view, "small_bold")) for a, b in status]
    prompt.strengths = strengths(view, [(side, words.name(side, view)) for side in view.sides])


def hint(decision: Decision, keys: Keys, space: Space | None = None) -> str:
    """What to do with mouse and keys for a kind of decision; where its space is known, for that."""
    if isinstance(space, PickSpace) and all(c.bar is not None for c in space.things):
        return ""  # the ways out say by themselves what they do
    if isinstance(space, PlaceSpace) and len(space.facings) == 1:
        return _("Drag it, then {key}").format(key=keys.shown("confirm"))
    return {
        "option": _("Choose, then {key}"),
        "pick": _("Pick on the table or in the list, then {key}"),
        "targets": _("Choose actor and target, then {key}"),
        "place": _("Drag it, the wheel turns it, then {key}"),
        "move": _("Drag it, the wheel turns it, then {key}"),
        "allocate": _("Allocate with + and −, then {key}"),
        "orders": _("Fill the lines in, then {key}"),
        "roll": _("Type the faces of your dice, then {key}"),
    }[decision.kind].format(key=keys.shown("confirm"))


def _fill(prompt: Prompt, side: int, who: Spans, message: Spans, under: Spans) -> None:
    prompt.side, prompt.who, prompt.message, prompt.hint = side, who, message, under
