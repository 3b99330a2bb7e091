"""Whole pictures of the table against pictures that somebody has looked at."""

from __future__ import annotations

import msgspec
import pygame
import pytest

from game.client.shot_canvas import draw_table, save_png
from game.client.tabletop.overlays import Arc, Area, Ghost, Label, Line, Link, Overlay, Ring, Tape
from game.client.theme import Theme, theme_ids
from tests.client.table import skirmish_scene
from tests.client.table.golden import differ
from tests.client.table.small_scene import scene

OVERLAYS: tuple[Overlay, ...] = (
    Ring(240, 110, 120, "command"),
    Arc(130, 205, 335, 65, 90, "sight"),
    Area((((330, 140), (470, 140), (470, 200), (330, 200)),), "forbidden"),
    Ghost(300, 190, 20, 40, 20, "legal", base="LEG-1/1"),
    Line(((160, 150), (230, 190), (292, 186)), "path", True),
    Tape(((200, 160), (200, 230)), "7.0 cm"),
    Link(400, 140, 400, 200, "target"),
    Label(240, 110, "Consul", "command"),
)


@pytest.mark.parametrize("landscape", ["meadow", "steppe", "winter"])
def test_a_table_with_everything(landscape: str) -> None:
    assert differ(draw_table(scene(landscape), size=(960, 640)), f"table-{landscape}") == ""


def test_from_near() -> None:
    assert differ(draw_table(scene(), size=(960, 640), part=(120, 100, 300, 220), numbers=True), "near") == ""


def test_map_symbols_from_afar() -> None:
    assert differ(draw_table(scene(), size=(300, 200)), "symbols") == ""


def test_levels_and_single_figures() -> None:
    assert differ(draw_table(skirmish_scene.scene(), size=(960, 640)), "skirmish") == ""


def test_single_figures_from_afar_are_symbols() -> None:
    assert differ(draw_table(skirmish_scene.scene(), size=(330, 220)), "skirmish-far") == ""


def test_overlays_over_a_table() -> None:
    assert differ(draw_table(scene(), OVERLAYS, size=(960, 640)), "overlays") == ""


@pytest.mark.parametrize("theme", theme_ids())
def test_sides_in_every_theme(theme: str) -> None:
    bare = scene(features=False)
    assert differ(draw_table(bare, OVERLAYS, size=(960, 640), theme=Theme(theme)), f"theme-{theme}") == ""


def test_the_comparison_sees_a_unit_that_is_missing_and_one_that_faces_about() -> None:
    """The checker is checked."""
    whole = scene()
    fewer = msgspec.structs.replace(whole, blocks=whole.blocks[3:], units=whole.units[1:])
    assert "differs" in differ(draw_table(fewer, size=(960, 640)), "table-meadow", keep=False)
    turned = tuple(
        msgspec.structs.replace(b, facing=b.facing + 180) if b.unit in ("LEG-1", "EQU-1") else b for b in whole.blocks
    )
    about = msgspec.structs.replace(whole, blocks=turned)
    near = draw_table(about, size=(960, 640), part=(120, 100, 300, 220), numbers=True)
    assert "differs" in differ(near, "near", keep=False)


def test_a_picture_that_cannot_be_written_says_so(tmp_path) -> None:
    with pytest.raises(OSError, match=r"nowhere.*cannot be written"):
        save_png(pygame.Surface((4, 4)), tmp_path / "nowhere" / "x.png")
    save_png(pygame.Surface((4, 4)), tmp_path / "x.png")
    assert (tmp_path / "x.png").stat().st_size > 50
