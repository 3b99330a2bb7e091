"""Forms on pygame_gui, worked by mouse and by keys: Tab and the arrows walk, Enter presses, left and right change."""

from __future__ import annotations

import pygame
import pygame_gui

from game.client.ui.form_layout import FormLayout, Item
from game.client.ui.tiles import painted


def step_of(event: pygame.event.Event) -> int:
    """Where a key walks to: 1 for the next control, -1 for the one before, 0 for none of the keys that walk."""
    if event.key == pygame.K_TAB:
        return -1 if event.mod & pygame.KMOD_SHIFT else 1
    return {pygame.K_DOWN: 1, pygame.K_UP: -1}.get(event.key, 0)


class Form(FormLayout):
    """A form that is played: one focus for the keyboard, and what the widgets tell."""

    @property
    def scrolled(self) -> int:
        """How far the form is scrolled, pixels."""
        bar = self.box.vert_scroll_bar
        return round(bar.start_percentage * self.y) if bar is not None and self.y else 0

    def scroll_to(self, pixels: int) -> None:
        """Scroll so far."""
        bar = self.box.vert_scroll_bar
        if bar is not None and self.y > self.rect.height and pixels:
            bar.set_scroll_from_start_percentage(min(max(pixels / self.y, 0.0), 1.0))

    # -- playing ----------------------------------------------------------------------------------------------

    def item(self, id: str) -> Item:
        """A control by its id."""
        return next(i for i in self.items if i.id == id)

    def focus_on(self, id: str) -> None:
        """Lead the keyboard to a control."""
        for i, item in enumerate(self.items):
            if item.id == id and item.widget.is_enabled:
                self._focus(i)

    @property
    def focused(self) -> Item | None:
        """The control that the keyboard works."""
        return self.items[self.focus] if 0 <= self.focus < len(self.items) else None

    def _focus(self, index: int) -> None:
        self.focus = index
        item = self.items[index]
        self.manager.set_focus_set(item.widget if item.kind == "entry" else None)
        self._reveal(item)

    def _reveal(self, item: Item) -> None:
        bar = self.box.vert_scroll_bar
        if bar is None or not bar.visible:
            return
        top = item.widget.relative_rect.top
        bottom = top + item.widget.rect.height
        view = self.rect.height
        at = round(bar.start_percentage * self.y)
        margin = self.theme.px(40)
        want = at
        if top - margin < at:
            want = max(0, top - margin)
        elif bottom + margin > at + view:
            want = bottom + margin - view
        if want != at and self.y:
            bar.set_scroll_from_start_percentage(min(max(want / self.y, 0.0), 1.0))

    def step_focus(self, by: int) -> None:
        """Walk to the next control that can be worked."""
        n = len(self.items)
        for k in range(1, n + 1):
            i = (self.focus + by * k) % n
            if self.items[i].widget.is_enabled:
                self._focus(i)
                return

    def at_end(self, by: int) -> bool:
        """Whether there is no other control to walk to in a direction."""
        free = [i for i, item in enumerate(self.items) if item.widget.is_enabled]
        return not free or self.focus == free[-1 if by > 0 else 0]

    def enter(self, by: int) -> None:
        """Walk into the form: to its first control, or from behind to its last."""
        self.by_keys = True
        free = [i for i, item in enumerate(self.items) if item.widget.is_enabled]
        if free:
            self._focus(free[0 if by > 0 else -1])

    def event(self, event: pygame.event.Event) -> bool:
        """Take an event after pygame_gui has seen it. True when it was for this form."""
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.MOUSEMOTION:
            self._light(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.by_keys = False
            return self._click(event.pos)
        item = next((i for i in self.items if i.widget is getattr(event, "ui_element", None)), None)
        if item is None:
            return False
        if event.type in (pygame_gui.UI_BUTTON_PRESSED, pygame_gui.UI_DROP_DOWN_MENU_CHANGED):
            self.focus = self.items.index(item)  # what was worked last: a form made anew stays there
        if event.type == pygame_gui.UI_BUTTON_PRESSED and item.kind == "button":
            item.act()
        elif event.type == pygame_gui.UI_DROP_DOWN_MENU_CHANGED:
            item.act(event.selected_option_id)
        elif event.type in (pygame_gui.UI_CHECK_BOX_CHECKED, pygame_gui.UI_CHECK_BOX_UNCHECKED):
            ticked = event.type == pygame_gui.UI_CHECK_BOX_CHECKED
            if ticked != item.value:  # so does a new box that is ticked
                item.value = ticked
                item.act(ticked)
        elif event.type == pygame_gui.UI_HORIZONTAL_SLIDER_MOVED:
            value, least, most, step = item.value
            moved = least + round((event.value - least) / step) * step
            if moved != value:  # a new slider tells of itself too
                item.value = (moved, least, most, step)
                item.act(moved)
        elif event.type in (pygame_gui.UI_TEXT_ENTRY_CHANGED, pygame_gui.UI_TEXT_ENTRY_FINISHED):
            item.act(event.text)
        else:
            return False
        return True

    def _light(self, pos: tuple[int, int]) -> None:
        """Light the tile under the pointer."""
        for picture in self.pictures:
            under = self.rect.collidepoint(pos) and picture.widget.rect.collidepoint(pos)
            if picture.tile is not None and under != picture.under:
                picture.under = under
                picture.widget.set_image(painted(picture.tile, picture.widget.rect.size, self.theme, under))

    def _click(self, pos: tuple[int, int]) -> bool:
        for picture in self.pictures:
            if self.rect.collidepoint(pos) and picture.widget.rect.collidepoint(pos):
                of = picture.id.partition(":")[0]
                self.focus = next((n for n, i in enumerate(self.items) if i.id == of), self.focus)
                picture.act()
                return True
        if self.on_link is None or not self.rect.collidepoint(pos):
            return False
        for shown in self._texts:
            if shown.widget.rect.collidepoint(pos):
                link = shown.block.link_at(pos[0] - shown.widget.rect.left, pos[1] - shown.widget.rect.top)
                if link is not None:
                    self.on_link(link)
                    return True
        return False

    def _key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE and self._shut_lists():
            return True
        item = self.focused
        typing = item is not None and item.kind == "entry" and item.widget.is_focused
        by = step_of(event)
        if by:
            self.by_keys = True
            self.step_focus(by)
            return True
        if item is None or typing:
            return False
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.by_keys = True
            self._press(item)
            return True
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT) and item.kind in ("choice", "number"):
            self.by_keys = True
            self._change(item, 1 if event.key == pygame.K_RIGHT else -1)
            return True
        return False

    def _shut_lists(self) -> bool:
        """Shut a list that is dropped down; whether there was one."""
        states = [i.widget.current_state for i in self.items if i.kind == "choice"]
        dropped = [s for s in states if s.target_state == "closed"]
        for state in dropped:
            state.should_transition = True
        return bool(dropped)

    def _press(self, item: Item) -> None:
        if item.kind == "button":
            item.act()
        elif item.kind == "check":
            item.act(not item.value)
        elif item.kind == "choice":
            self._change(item, 1)

    def _change(self, item: Item, by: int) -> None:
        if item.kind == "choice" and item.values:
            at = item.values.index(item.value) if item.value in item.values else 0
            item.act(item.values[(at + by) % len(item.values)])
        elif item.kind == "number":
            value, least, most, step = item.value
            item.act(min(max(value + by * step, least), most))

    def draw_focus(self, surface: pygame.Surface) -> None:
        """Draw the ring round the control that the keyboard works, once the keyboard has been used."""
        item = self.focused
        if item is None or not self.by_keys:
            return
        clip = surface.get_clip()
        surface.set_clip(self.rect.inflate(self.theme.px(8), self.theme.px(8)))
        rect = item.widget.rect.inflate(self.theme.px(6), self.theme.px(6))
        pygame.draw.rect(surface, self.theme.colour("text"), rect, self.theme.px(2), self.theme.px(6))
        surface.set_clip(clip)
