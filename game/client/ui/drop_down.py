"""A drop-down list that opens where it has room: below its field or above it, never beyond what is in sight."""

from __future__ import annotations

import pygame
from pygame_gui.elements import UIDropDownMenu
from pygame_gui.elements.ui_drop_down_menu import UIExpandedDropDownState

EDGE = 4
"""Pixels that stay free between an open list and the edge."""


class DropDown(UIDropDownMenu):
    """The toolkit's list, which by itself opens downwards as far as its container is long, in sight or not."""

    within: pygame.Rect
    """The window pixels that its form shows."""

    def update(self, time_delta: float) -> None:
        """Time passes (seconds); before the list opens, its side and its height are chosen."""
        state = self.current_state
        if state is not None and state.should_transition and state.target_state == "expanded":
            self._choose_side()
        super().update(time_delta)

    def _choose_side(self) -> None:
        """Downwards if the whole list has room there, else to the side that has more."""
        seen = self.within
        field = self.get_abs_rect()
        below, above = seen.bottom - EDGE - field.bottom, field.top - EDGE - seen.top
        expanded = self.menu_states["expanded"]
        assert isinstance(expanded, UIExpandedDropDownState)
        expanded._calculate_options_list_sizes(expanded_ids(self))
        down = below >= expanded.options_list_height or below >= above
        self.expand_direction = expanded.expand_direction = "down" if down else "up"
        self.expansion_height_limit = int(max(0, below if down else above))


def expanded_ids(menu: UIDropDownMenu) -> list[str]:
    """Return the names by which the theme knows the open list of a menu."""
    return list(
        menu.ui_manager.get_theme().build_all_combined_ids(
            [*menu.element_base_ids, None],
            [*menu.element_ids, "selection_list"],
            [*menu.class_ids, None],
            [*menu.object_ids, "#drop_down_options_list"],
        )
    )
