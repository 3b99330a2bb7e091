"""The keyboard of an editor: rows, digits, exits, actions, confirming."""

from __future__ import annotations

import pygame

from game.client.editors.base import Editor
from game.client.editors.deeds import take_instead
from game.client.editors.nudge_words import FAR, FINE
from game.client.keymap import EXITS, Keys
from game.client.panels.decision import Asked, DecisionPanel

_WALK = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN)
_CHANGE = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_SPACE)
_ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


def editor_key(
    panel: DecisionPanel, editor: Editor, keys: Keys, event: pygame.event.Event
) -> tuple[bool, Asked | None]:
    """Take a key: whether it was used, and what the player wants of it."""
    way_out = keys.action(event, set(EXITS))
    if way_out:
        return True, panel.exit(EXITS.index(way_out))
    plain = not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META)
    if plain and event.unicode.isdigit() and editor.digit(int(event.unicode)):
        panel.unwalk()
        return True, None
    focused = panel.keyed
    if not event.mod & pygame.KMOD_SHIFT and (event.key in _WALK or (focused and event.key in _CHANGE)):
        used, asked = panel.key(event)
        if used:
            return True, asked
    action = keys.action(event)
    if action == "confirm" or event.key in _ENTER:
        return _enter(panel, event)
    if action == "default":
        panel.unwalk()
        return True, Asked(suggest=True)
    if action == "resolve":
        return True, Asked(run=True)
    used = _act(editor, action, event)
    if used:
        panel.unwalk()
    return used, None


def _act(editor: Editor, action: str, event: pygame.event.Event) -> bool:
    if action == "nearest":
        return editor.take_nearest()
    if action == "instead":
        return take_instead(editor)
    if action == "undo_part":
        return editor.undo_part()
    if action == "clear":
        editor.clear()
        return True
    far = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT)
    step = FINE if event.mod & pygame.KMOD_SHIFT else FAR if far else 1.0
    return bool(action) and editor.action(action, step)


def _enter(panel: DecisionPanel, event: pygame.event.Event) -> tuple[bool, Asked | None]:
    """Enter gives a legal draft; else it presses the row that the keyboard is on."""
    given = panel.give()
    focus = panel.keyed
    if focus and (given is None or not _taken(panel, focus)):
        return panel.key(event)
    return True, given if given is not None else Asked(too_soon=True)


def _taken(panel: DecisionPanel, row_id: str) -> bool:
    """Whether a row is a choice already taken (so that Enter confirms), or one that Enter does not press."""
    row = next((r for r in panel.rows if r.id == row_id), None)
    return row is None or row.on or row.look == "stepper"
