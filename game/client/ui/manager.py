"""pygame_gui dressed in the client's theme, with the pointer where the events say it is."""

from __future__ import annotations

import copy
import functools
import json
import warnings
from typing import Any

import pygame
import pygame_gui
from pygame_gui.core.resource_loaders import BlockingThreadedResourceLoader
from pygame_gui.core.surface_cache import SurfaceCache
from pygame_gui.core.ui_appearance_theme import UIAppearanceTheme

from game.client.theme import Theme, hex_of, mix

warnings.filterwarnings("ignore", message="Finding font with id", category=UserWarning)


class Pointer:
    """Where the pointer is, as told by events: the same in a test as at a desk."""

    def __init__(self) -> None:
        self.at = (-1, -1)

    def follow(self, event: pygame.event.Event) -> None:
        """Note the place of a mouse event."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.at = (int(event.pos[0]), int(event.pos[1]))


class Manager(pygame_gui.UIManager):
    """A manager of pygame_gui's widgets that takes the pointer from events.

    Parameters
    ----------
    size
        Size of the window in pixels.
    theme
        Colours, fonts and scale.
    pointer
        Where the pointer is.
    """

    def __init__(self, size: tuple[int, int], theme: Theme, pointer: Pointer, language: str = "en") -> None:
        self.pointer = pointer
        super().__init__(size, theme_json(theme), enable_live_theme_updates=False, starting_language=language)

    def create_new_theme(self, theme_path: Any = None) -> UIAppearanceTheme:
        """The theme, read once for all managers; the pictures of its shapes go with this manager."""
        theme = copy.copy(_dressed(json.dumps(theme_path), self._locale))
        theme.shape_cache = SurfaceCache()
        return theme

    def _update_mouse_position(self) -> None:
        self.mouse_position = self.pointer.at

    def calculate_scaled_mouse_position(self, position: tuple[int, int]) -> tuple[int, int]:
        """Window pixels are the widgets' pixels."""
        return position


@functools.lru_cache(maxsize=8)
def _dressed(theme: str, language: str) -> UIAppearanceTheme:
    """What pygame_gui makes of a theme, its fonts loaded; that takes longer than all the rest of a manager."""
    loader = BlockingThreadedResourceLoader()
    made = UIAppearanceTheme(loader, language)
    made.load_theme(json.loads(theme))
    loader.start()
    loader.update()
    return made


def _usual_colours(theme: Theme) -> dict[str, str]:
    """The colours of controls."""

    def c(name: str) -> str:
        return hex_of(theme.colour(name))

    return {
        "normal_bg": c("button"),
        "hovered_bg": c("button_hover"),
        "disabled_bg": c("button_disabled"),
        "selected_bg": c("accent_dim"),
        "active_bg": c("button_pressed"),
        "dark_bg": c("panel_sunken"),
        "disabled_dark_bg": c("panel_sunken"),
        "normal_text": c("text"),
        "hovered_text": c("text"),
        "disabled_text": c("text_disabled"),
        "selected_text": c("text"),
        "active_text": c("text"),
        "normal_border": c("edge"),
        "hovered_border": c("edge_light"),
        "disabled_border": c("button_disabled"),
        "selected_border": c("accent"),
        "active_border": c("accent"),
        "link_text": c("link"),
        "link_hover": c("link"),
        "link_selected": c("link"),
        "text_cursor": c("text"),
        "filled_bar": c("accent"),
        "unfilled_bar": c("panel_sunken"),
    }


def _primary_colours(theme: Theme) -> dict[str, str]:
    """The colours of the control that Enter takes."""

    def c(name: str) -> str:
        return hex_of(theme.colour(name))

    accent_hover = hex_of(mix(theme.colour("accent"), "#ffffff", 0.18))
    return {
        "normal_bg": c("accent"),
        "hovered_bg": accent_hover,
        "active_bg": c("accent_dim"),
        "normal_text": c("text_on_accent"),
        "hovered_text": c("text_on_accent"),
        "active_text": c("text_on_accent"),
        "disabled_text": c("text_disabled"),
        "normal_border": c("accent"),
        "hovered_border": c("text"),
    }


def theme_json(theme: Theme) -> dict[str, Any]:
    """The theme as pygame_gui wants it (what would stand in a theme file), at the player's scale."""

    def c(name: str) -> str:
        return hex_of(theme.colour(name))

    f = theme.file.fonts
    body = {"name": "noto_sans", "size": str(round(f.body * theme.scale))}
    symbols = {"name": "fira_code_symbols", "size": str(round(f.body * theme.scale))}
    px = theme.px
    shape = {
        "shape": "rounded_rectangle",
        "shape_corner_radius": str(px(5)),
        "border_width": str(px(1)),
        "shadow_width": "0",
        "text_horiz_alignment_padding": str(px(10)),
    }
    flat = {**shape, "shape": "rectangle", "border_width": "0", "text_horiz_alignment": "left"}
    return {
        "defaults": {
            "font": body,
            "colours": _usual_colours(theme),
            "misc": {"tool_tip_delay": "0.45"},
        },
        "#default_shape_style": {"misc": shape, "font": body},
        "#no_frills_button": {"misc": {**shape, "border_width": "0"}, "font": body},
        "button": {"misc": shape, "font": body},
        "label": {"font": body},
        "@primary": {
            "colours": _primary_colours(theme),
            "font": {**body, "bold": "1"},
            "misc": shape,
        },
        "text_entry_line": {"misc": {**shape, "padding": f"{px(6)},{px(2)}"}, "font": body},
        "drop_down_menu": {
            "misc": {**flat, "expand_direction": "down", "open_button_width": str(px(28))},
            "font": body,
        },
        "drop_down_menu.button": {"misc": flat, "font": body},
        "drop_down_menu.selection_list": {"misc": {**flat, "list_item_height": str(px(30))}, "font": body},
        "drop_down_menu.selection_list.button": {"misc": flat, "font": body},
        "drop_down_menu.#expand_button": {"font": symbols, "misc": {**flat, "text_horiz_alignment": "center"}},
        "selection_list": {"misc": {**shape, "list_item_height": str(px(34))}},
        "selection_list.button": {"misc": flat, "font": body},
        "horizontal_slider": {"misc": {**shape, "sliding_button_width": str(px(18))}},
        "horizontal_slider.@arrow_button": {"font": symbols},
        "vertical_scroll_bar.button": {"font": symbols},
        "scrolling_container": {"colours": {"dark_bg": "#00000000"}},
        "tool_tip": {"misc": {"rect_width": str(px(300))}},
        "tool_tip.text_box": {
            "colours": {"dark_bg": c("tooltip"), "normal_border": c("edge_light")},
            "misc": {**shape, "padding": f"{px(8)},{px(6)}"},
        },
    }
