"""Themes and landscapes: what ships is whole, what is wrong is said with file and key, colours tell sides apart."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from game.client.art.files import asset, font_file
from game.client.art.landscape import LandscapeError, landscape, landscape_ids, read_landscape
from game.client.theme import DEFAULT_THEME, ROLES, Theme, ThemeError, hex_of, mix, read_theme, theme_ids

GOOD = asset("themes", "campaign.toml").read_text(encoding="utf-8")


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_default_theme_comes_first() -> None:
    assert theme_ids()[0] == DEFAULT_THEME
    assert len(theme_ids()) == len(set(theme_ids())) >= 3


@pytest.mark.parametrize("theme_id", theme_ids())
def test_every_theme_is_whole(theme_id: str) -> None:
    theme = Theme(theme_id)
    assert set(theme.file.roles) == set(ROLES)
    assert len(theme.file.sides) >= 4
    assert len({s.pattern for s in theme.file.sides}) >= 3
    assert theme.file.sides[0].pattern != theme.file.sides[1].pattern


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("panel = ", "pannel = "), r"mine\.toml: Object contains unknown field `pannel` - at `\$\.ui`"),
        (('panel = "#2b241e"\n', ""), r"mine\.toml: Object missing required field `panel` - at `\$\.ui`"),
        (('"#2b241e"', '"brown"'), r"mine\.toml: Expected `str` matching regex .* - at `\$\.ui\.panel`"),
        (('"#2b241e"', "7"), r"mine\.toml: Expected `str`, got `int` - at `\$\.ui\.panel`"),
        (
            ('pattern = "plain"', 'pattern = "tartan"'),
            r"mine\.toml: Invalid enum value 'tartan' - at `\$\.sides\[0\]\.pattern`",
        ),
        (("[roles.reach]", "[roles.raech]"), r"mine\.toml: Invalid enum value 'raech' - at `key` in `\$\.roles`"),
        (('hatch = "cross"', 'hatch = "zigzag"'), r"mine\.toml: Invalid enum value 'zigzag'"),
        (("[ui]", "[ui"), r"mine\.toml: not a TOML file \("),
    ],
)
def test_a_wrong_theme_says_what_and_where(tmp_path: Path, wrong: tuple[str, str], said: str) -> None:
    text = GOOD.replace(wrong[0], wrong[1], 1)
    assert text != GOOD
    with pytest.raises(ThemeError, match=said):
        read_theme(write(tmp_path, text))


def test_a_theme_without_a_role_says_which(tmp_path: Path) -> None:
    text = re.sub(r"\[roles\.sight\][^\[]*", "", GOOD)
    with pytest.raises(ThemeError, match=r"mine\.toml: missing overlay roles: sight - at `\$\.roles`"):
        read_theme(write(tmp_path, text))


def test_one_side_is_not_enough(tmp_path: Path) -> None:
    head, tail = GOOD.split("[[sides]]", 1)[0], GOOD[GOOD.index("[roles.reach]") :]
    one = GOOD.split("[[sides]]")[1]
    with pytest.raises(ThemeError, match=r"Expected `array` of length >= 2 - at `\$\.sides`"):
        read_theme(write(tmp_path, f"{head}[[sides]]{one}{tail}"))


def test_a_missing_or_foreign_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(ThemeError, match=r"none\.toml: cannot be read"):
        read_theme(tmp_path / "none.toml")
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ThemeError, match=r"mine\.toml: not a TOML file"):
        read_theme(path)


def test_scale_is_bounded_and_sizes_grow_with_it() -> None:
    assert Theme(scale=0.2).scale == 1.0
    assert Theme(scale=9).scale == 2.0
    assert (Theme(scale=1.5).px(10), Theme().px(10), Theme().px(0.1)) == (15, 10, 1)
    assert Theme(scale=2.0).font("body").get_height() > 1.8 * Theme().font("body").get_height()
    assert Theme().font("body") is Theme().font("body")


def test_the_font_has_every_polish_letter() -> None:
    font = Theme().font("body")
    for letter in "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ„”–×°½":
        metrics = font.metrics(letter)
        assert metrics[0] is not None, letter
    assert font_file(bold=True, italic=True).is_file()


def test_slots_beyond_the_last_side_begin_again() -> None:
    theme = Theme()
    assert theme.side(len(theme.file.sides)) == theme.side(0)


def test_an_unknown_role_is_drawn_as_a_zone() -> None:
    theme = Theme()
    assert theme.role("no such role") == theme.role("zone")


# --- telling sides apart ----------------------------------------------------------------------------------------

BLIND = {
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What is left of red, green and blue (linear light) to the colour-blind, after Machado, Oliveira and Fernandes."""


def seen(colour: str, kind: str) -> tuple[float, ...]:
    c = pygame.Color(colour)
    linear = [(v / 255) ** 2.2 for v in (c.r, c.g, c.b)]
    rows = BLIND.get(kind, ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    return tuple(255 * max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))) ** (1 / 2.2) for row in rows)


@pytest.mark.parametrize("kind", ["none", "protan", "deutan", "tritan"])
@pytest.mark.parametrize("theme_id", theme_ids())
def test_the_first_two_sides_differ_for_every_eye(theme_id: str, kind: str) -> None:
    theme = Theme(theme_id)
    a, b = seen(theme.side(0).main, kind), seen(theme.side(1).main, kind)
    assert max(abs(x - y) for x, y in zip(a, b, strict=True)) > 60


def luminance(colour: str) -> float:
    c = pygame.Color(colour)
    parts = [(v / 255) / 12.92 if v / 255 <= 0.03928 else (((v / 255) + 0.055) / 1.055) ** 2.4 for v in (c.r, c.g, c.b)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a: str, b: str) -> float:
    hi, lo = sorted((luminance(a), luminance(b)), reverse=True)
    return (hi + 0.05) / (lo + 0.05)


@pytest.mark.parametrize("theme_id", theme_ids())
def test_text_can_be_read(theme_id: str) -> None:
    """Contrasts of the web guidelines: 4.5 for text, 3 for what is dim or large."""
    ui = Theme(theme_id).file.ui
    for back in (ui.panel, ui.panel_raised, ui.panel_sunken, ui.row, ui.row_alternate, ui.row_selected, ui.tooltip):
        assert contrast(ui.text, back) >= 4.5, (ui.text, back)
    for back in (ui.panel, ui.panel_raised, ui.panel_sunken):
        assert contrast(ui.text_dim, back) >= 3.0, (ui.text_dim, back)
        for ink in (ui.good, ui.warning, ui.danger, ui.link, ui.accent):
            assert contrast(ink, back) >= 3.0, (ink, back)
    for back in (ui.button, ui.button_hover, ui.button_pressed):
        assert contrast(ui.text, back) >= 4.5, (ui.text, back)
    assert contrast(ui.text_on_accent, ui.accent) >= 4.5
    assert contrast(ui.badge_ink, ui.badge) >= 4.5
    assert contrast("#ffffff", ui.badge_alarm) >= 4.5


def test_colour_helpers() -> None:
    assert hex_of(pygame.Color("#12ab34")) == "#12ab34"
    assert hex_of(mix("#000000", "#ffffff", 0.5)) in ("#7f7f7f", "#808080")
    assert hex_of(mix("#000000", "#ffffff", 7)) == "#ffffff"


# --- landscapes --------------------------------------------------------------------------------------------------


def test_every_landscape_is_whole() -> None:
    assert set(landscape_ids()) >= {"meadow", "steppe", "winter"}
    for name in landscape_ids():
        assert landscape(name).name
    assert landscape("no such country") == landscape("meadow")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("lush = ", "lusch = "), r"mine\.toml: Object contains unknown field `lusch`"),
        (('road = "', 'road = "x'), r"mine\.toml: Expected `str` matching regex .* - at `\$\.road`"),
        (("conifers = 0.25", 'conifers = "some"'), r"mine\.toml: Expected `float`, got `str` - at `\$\.conifers`"),
    ],
)
def test_a_wrong_landscape_says_what_and_where(tmp_path: Path, wrong: tuple[str, str], said: str) -> None:
    good = asset("landscapes", "meadow.toml").read_text(encoding="utf-8")
    text = good.replace(wrong[0], wrong[1], 1)
    assert text != good
    with pytest.raises(LandscapeError, match=said):
        read_landscape(write(tmp_path, text))
