"""What the keys do: actions with their usual keys, which the player may change."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pygame

from game.client.words import N_, _


class Action(msgspec.Struct, frozen=True):
    """Something a key does. ``group`` is the heading under which settings list it."""

    id: str
    key: str
    label: str
    group: str


EXIT_LABELS = (
    N_("First exit"),
    N_("Second exit"),
    N_("Third exit"),
    N_("Fourth exit"),
    N_("Fifth exit"),
    N_("Sixth exit"),
)
ACTIONS: tuple[Action, ...] = (
    Action("confirm", "return", N_("Confirm the answer"), N_("Deciding")),
    Action("nearest", "n", N_("Take the nearest legal one"), N_("Deciding")),
    Action("instead", "g", N_("Take the alternative"), N_("Deciding")),
    Action("default", "ctrl+d", N_("Take the suggested answer"), N_("Deciding")),
    Action("resolve", "b", N_("Resolve everything without a choice"), N_("Deciding")),
    Action("undo_part", "backspace", N_("Undo the last part of the draft"), N_("Deciding")),
    Action("clear", "delete", N_("Start the draft again"), N_("Deciding")),
    Action("next", ".", N_("Next unit that may act"), N_("Deciding")),
    Action("previous", ",", N_("Previous unit that may act"), N_("Deciding")),
    Action("mode", "x", N_("Next way of moving"), N_("Deciding")),
    Action("formation", "r", N_("Next formation"), N_("Deciding")),
    Action("leap", "j", N_("Jump straight across, or go round"), N_("Deciding")),
    Action("leg", "space", N_("End this leg, begin the next"), N_("Deciding")),
    Action("act_sooner", "[", N_("Move an act earlier"), N_("Deciding")),
    Action("act_later", "]", N_("Move an act later"), N_("Deciding")),
    Action("sheet_copy", "shift+c", N_("Copy the orders to the next unit"), N_("Deciding")),
    Action("sheet_mirror", "shift+x", N_("Swap left and right in the orders"), N_("Deciding")),
    Action("sheet_as_were", "shift+d", N_("Restore all orders"), N_("Deciding")),
    Action("sheet_run", "shift+r", N_("Run the orders to the end of the move"), N_("Deciding")),
    Action("forward", "w", N_("Ahead by one unit of length"), N_("Moving by keys")),
    Action("backward", "s", N_("Back by one unit of length"), N_("Moving by keys")),
    Action("left", "a", N_("To the left by one unit of length"), N_("Moving by keys")),
    Action("right", "d", N_("To the right by one unit of length"), N_("Moving by keys")),
    Action("turn_left", "q", N_("Turn left by 15 degrees"), N_("Moving by keys")),
    Action("turn_right", "e", N_("Turn right by 15 degrees"), N_("Moving by keys")),
    Action("undo", "ctrl+z", N_("Undo"), N_("Battle")),
    Action("panel", "tab", N_("Next part of the panel"), N_("Battle")),
    Action("fold", "f9", N_("Fold or unfold the panel"), N_("Battle")),
    Action("menu", "escape", N_("Battle menu"), N_("Battle")),
    Action("log", "l", N_("Switch to the log and back"), N_("Battle")),
    Action("drawer", "k", N_("Show or hide the log over the table"), N_("Battle")),
    Action("dice", "i", N_("Dice statistics"), N_("Battle")),
    Action("recap", "p", N_("Show the events since my last answer again"), N_("Battle")),
    Action("filter", "shift+l", N_("Filter the log"), N_("Battle")),
    Action("find", "ctrl+f", N_("Search the log"), N_("Battle")),
    Action("guide_read", "u", N_("Guide: understood, continue"), N_("Battle")),
    Action("guide_leave", "shift+u", N_("Guide: leave"), N_("Battle")),
    Action("puzzle_again", "shift+a", N_("Puzzle: try again"), N_("Battle")),
    Action("puzzle_solution", "shift+s", N_("Puzzle: show the solution"), N_("Battle")),
    Action("report_fault", "f10", N_("Report a fault: write this moment as a position"), N_("Battle")),
    Action("save_picture", "f12", N_("Save a picture of the window"), N_("Battle")),
    Action("fit_table", "home", N_("Show the whole table"), N_("Table")),
    Action("fit_armies", "shift+home", N_("Show the armies"), N_("Table")),
    Action("turn_table", "z", N_("Turn the table by a quarter"), N_("Table")),
    Action("turn_back", "shift+z", N_("Turn the table back by a quarter"), N_("Table")),
    Action("follow", "c", N_("Camera: follow the events, or stay in place"), N_("Table")),
    Action("fit_selection", "f", N_("Show the selected unit"), N_("Table")),
    Action("zoom_in", "=", N_("Nearer"), N_("Table")),
    Action("zoom_out", "-", N_("Farther"), N_("Table")),
    Action("tape", "m", N_("Measuring tape"), N_("Table")),
    Action("sight", "v", N_("Sight check"), N_("Table")),
    Action("threat", "t", N_("Possible charges next turn against a unit at a chosen place"), N_("Table")),
    Action("rulers", "shift+m", N_("Remove all rulers"), N_("Table")),
    Action("side_view", "h", N_("Turn the side view on or off"), N_("Table")),
    Action("odds", "o", N_("Odds of the selected unit and an enemy"), N_("Table")),
    Action("overlays", "y", N_("Next overlay of the selected unit"), N_("Table")),
    Action("replay_play", "space", N_("Play or pause"), N_("Replay")),
    Action("replay_back", "left", N_("One answer back"), N_("Replay")),
    Action("replay_forward", "right", N_("One answer forward"), N_("Replay")),
    Action("replay_event_back", ",", N_("One event back"), N_("Replay")),
    Action("replay_event", ".", N_("One event forward"), N_("Replay")),
    Action("replay_phase_back", "alt+left", N_("Back to the beginning of a phase"), N_("Replay")),
    Action("replay_phase", "alt+right", N_("Forward to the next phase"), N_("Replay")),
    Action("replay_turn_back", "ctrl+left", N_("Back to the beginning of a turn"), N_("Replay")),
    Action("replay_turn", "ctrl+right", N_("Forward to the next turn"), N_("Replay")),
    Action("replay_ten_back", "page up", N_("Ten answers back"), N_("Replay")),
    Action("replay_ten", "page down", N_("Ten answers forward"), N_("Replay")),
    Action("replay_start", "home", N_("To the beginning"), N_("Replay")),
    Action("replay_end", "end", N_("To the end"), N_("Replay")),
    Action("replay_mark", "b", N_("Bookmark and note at this moment"), N_("Replay")),
    Action("replay_mark_back", "[", N_("Back to a bookmark"), N_("Replay")),
    Action("replay_mark_next", "]", N_("Forward to the next bookmark"), N_("Replay")),
    Action("replay_marks", "shift+b", N_("All bookmarks and notes"), N_("Replay")),
    Action("replay_fork", "w", N_("“What if?”: continue from this moment as a new battle"), N_("Replay")),
    Action("replay_export", "ctrl+e", N_("Export the battle"), N_("Replay")),
    Action("tool_select", "f2", N_("Pick up and move terrain"), N_("Table editor")),
    Action("tool_polygon", "f3", N_("Draw an outline corner by corner"), N_("Table editor")),
    Action("tool_box", "f4", N_("Draw a rectangle"), N_("Table editor")),
    Action("tool_ellipse", "f5", N_("Draw an ellipse"), N_("Table editor")),
    Action("tool_line", "f6", N_("Draw a line: river, road, wall, hedge"), N_("Table editor")),
    Action("tool_zone", "f7", N_("Draw a deployment zone"), N_("Table editor")),
    Action("table_save", "ctrl+s", N_("Save the table"), N_("Table editor")),
    Action("table_redo", "ctrl+y", N_("Redo"), N_("Table editor")),
    Action("table_double", "k", N_("Duplicate"), N_("Table editor")),
    Action("table_twin", "shift+k", N_("Duplicate on the opposite side, turned by half"), N_("Table editor")),
    Action("table_up", "]", N_("Bring to the front"), N_("Table editor")),
    Action("table_down", "[", N_("Send to the back"), N_("Table editor")),
    Action("table_curve", "c", N_("Smooth line"), N_("Table editor")),
    Action("table_grid", "g", N_("Turn the grid on or off"), N_("Table editor")),
    Action("help", "f1", N_("Rules reference"), N_("Window")),
    Action("fullscreen", "f11", N_("Full screen"), N_("Window")),
    *(Action(f"exit_{n}", f"f{n + 1}", label, N_("Exits of a question")) for n, label in enumerate(EXIT_LABELS, 1)),
)
EXITS = tuple(f"exit_{n}" for n in range(1, len(EXIT_LABELS) + 1))
"""Actions that take the first, second, ... of the answers that stand beside a question."""
APART = ("Table editor", "Replay")
"""Groups whose keys are asked on a screen of their own: the same key may do something else elsewhere."""
_GROUPS = {a.id: a.group for a in ACTIONS}

_NAMES = {
    "return": N_("Enter"),
    "escape": N_("Esc"),
    "space": N_("Space"),
    "backspace": N_("Backspace"),
    "delete": N_("Del"),
    "tab": N_("Tab"),
    "home": N_("Home"),
    "end": N_("End"),
    "page up": N_("Page Up"),
    "page down": N_("Page Down"),
    "left": N_("Left"),
    "right": N_("Right"),
    "up": N_("Up"),
    "down": N_("Down"),
}
_SHIFT_STEPS = {"forward", "backward", "left", "right", "turn_left", "turn_right"}


class Keys:
    """The keys as the player has them.

    Parameters
    ----------
    chosen
        Keys by action, where they differ from the usual ones.
    """

    def __init__(self, chosen: Mapping[str, str] | None = None) -> None:
        self.by_action = {a.id: a.key for a in ACTIONS}
        self.by_action.update({a: k for a, k in (chosen or {}).items() if a in self.by_action})

    def action(self, event: pygame.event.Event, among: frozenset[str] | set[str] | None = None) -> str:
        """The action of a pressed key, "" for none; those of screens of their own only where they are named.

        Nudges may be held with Shift (fine), Ctrl or Alt (far), where that is no key of its own.
        """
        said = key_name(event)
        bare = said.rsplit("+", 1)[-1] if not said.endswith("+") else "+"
        meant = among if among is not None else {a for a, group in _GROUPS.items() if group not in APART}
        open_ = [(a, k) for a, k in self.by_action.items() if a in meant]
        exact = next((a for a, k in open_ if k == said), "")
        return exact or next((a for a, k in open_ if a in _SHIFT_STEPS and k == bare), "")

    def shown(self, action: str) -> str:
        """The key of an action as a key cap shows it."""
        parts = self.by_action[action].split("+") if self.by_action[action] != "+" else ["+"]
        return "+".join(
            {"ctrl": _("Ctrl"), "shift": _("Shift"), "alt": _("Alt")}.get(p, _(_NAMES[p]) if p in _NAMES else p.upper())
            for p in parts
        )

    def takers(self, action: str, key: str) -> list[str]:
        """Other actions that have this key, among those that can be meant in the same place."""
        apart = _GROUPS[action] in APART
        return [
            a
            for a, k in self.by_action.items()
            if k == key and a != action and (_GROUPS[a] == _GROUPS[action] or not (apart or _GROUPS[a] in APART))
        ]


def key_name(event: pygame.event.Event) -> str:
    """The name of a pressed key with its modifiers: "ctrl+z", "shift+m", "return"."""
    if event.key == pygame.K_KP_ENTER:
        name = "return"
    elif event.key in (pygame.K_KP_PLUS, pygame.K_PLUS):
        name = "="
    elif event.key == pygame.K_KP_MINUS:
        name = "-"
    else:
        name = pygame.key.name(event.key)
    out = ""
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        out += "ctrl+"
    if event.mod & pygame.KMOD_ALT:
        out += "alt+"
    if event.mod & pygame.KMOD_SHIFT:
        out += "shift+"
    return out + name
