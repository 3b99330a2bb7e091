"""What the program draws: icons, figures, bases, ground. Every kind is there, and shows what it should."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.client.art import noise, svg
from game.client.art.arms import BODY, HALO, looks_left, silhouette
from game.client.art.blocks import FRONT, LEFT, PAD, REAR, RIGHT, Block, Cell, block_picture, tones
from game.client.art.files import asset, brought
from game.client.art.icons import die, icon, icon_names
from game.client.art.painted_table import PIECES, Ground
from game.client.art.pieces import along, outlines, stretched
from game.client.art.plants import step_size
from game.client.art.stands import FAR, INSIGNIA, MIDDLE, MIPS, NEAR, Stand, figure_count, layers
from game.client.tabletop.badges import badge_picture
from game.client.tabletop.looks import LOOKS, LooksError, arm_of, look_of, read_arms, read_looks
from game.client.tabletop.scene import Badge, BlockArt, FeatureArt, Scene
from game.client.tabletop.sprites import FAR_BELOW, FIGURE_FAR, FIGURE_NEAR, NEAR_FROM, level_of
from game.client.theme import Theme, theme_ids
from game.engine.loader import ruleset_ids
from game.engine.looks import ARMS
from tests.client.table.small_scene import box, ring

FRAME = ("#6b4a2d", "#3b2716", "#97704a", "#191410")


def rgb(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(surface).astype(int)


def alpha(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array_alpha(surface).astype(int)


# --- icons -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", icon_names())
def test_every_icon_draws_something_in_its_colour(name: str) -> None:
    picture = icon(name, 32, "#ff8000")
    cover = alpha(picture)
    assert 0.04 < (cover > 128).mean() < 0.9
    assert (rgb(picture)[cover > 0] == (255, 128, 0)).all()


def test_icons_are_plain_paths() -> None:
    """No text (it would be dropped silently), no foreign references."""
    for path in asset("symbols").glob("*.svg"):
        source = path.read_text(encoding="utf-8")
        assert "<text" not in source, path.name
        assert "href" not in source, path.name
        assert 'viewBox="0 0 24 24"' in source, path.name


def test_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(KeyError, match="no-such-icon"):
        icon("no-such-icon", 16)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_shows_as_many_pips_as_it_should(face: int) -> None:
    picture = rgb(die(face, 60))
    dark = (picture.max(axis=2) < 90) & np.pad(np.ones((44, 44), bool), 8)
    assert components(dark) == face


def components(mask: np.ndarray) -> int:
    """How many separate spots a mask has."""
    left = {(int(x), int(y)) for x, y in np.argwhere(mask)}
    count = 0
    while left:
        count += 1
        edge = [left.pop()]
        while edge:
            x, y = edge.pop()
            for p in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if p in left:
                    left.remove(p)
                    edge.append(p)
    return count


@pytest.mark.parametrize("count", [1, 2, 3])
def test_orders_are_counted_in_chevrons(count: int) -> None:
    pictures = [rgb(badge_picture(Theme(), Badge("order", n), 20)) for n in (1, 2, 3)]
    assert pictures[count - 1].shape == (20, 20, 3)
    assert all(not np.array_equal(pictures[count - 1], p) for n, p in enumerate(pictures, 1) if n != count)


def test_hits_are_a_number_and_unknown_states_are_still_shown() -> None:
    theme = Theme()
    two, three = (badge_picture(theme, Badge("hits", n), 20) for n in (2, 3))
    assert two.get_size() == (20, 20)
    assert not np.array_equal(rgb(two), rgb(three))
    assert badge_picture(theme, Badge("wounds", 2), 20).get_width() > 20
    assert badge_picture(theme, Badge("something new"), 20).get_size() == (20, 20)
    assert badge_picture(theme, Badge("shot"), 20).get_size() == (20, 20)


# --- figures -----------------------------------------------------------------------------------------------------


def stand(look: str, **more: Any) -> Stand:
    long = look in ("cavalry", "light_cavalry", "elephant", "bolt_thrower", "stone_thrower") or look.endswith("chariot")
    w, d = (25.0, 25.0) if look in ("general", "leader", "officer") else (20.0, 40.0) if long else (40.0, 20.0)
    return Stand(look, 0, w, d, oval=w == 25.0, **more)


@pytest.mark.parametrize("mip", MIPS)
@pytest.mark.parametrize("look", LOOKS)
def test_every_troop_type_has_figures_and_no_two_are_alike(look: str, mip: float) -> None:
    _, men = layers(stand(look), Theme().side(0), mip)
    assert men is not None
    assert (alpha(men) > 128).mean() > 0.02
    for other in LOOKS:
        if other != look and stand(other).width == stand(look).width:
            _, others = layers(stand(other), Theme().side(0), mip)
            assert others is not None
            # far from the eye light foot differ in little but that they are not drawn up
            assert not np.array_equal(rgb(men), rgb(others))


@pytest.mark.parametrize("mip", MIPS)
def test_the_front_is_not_the_rear(mip: float) -> None:
    """An arrow stands out beyond the front edge, nothing of the base beyond the rear one."""
    base, _ = layers(stand("legion"), Theme().side(0), mip)
    cover = alpha(base) > 128
    rows = np.flatnonzero(cover.any(axis=0))
    middle = base.get_height() / 2
    front, rear = middle - rows[0], rows[-1] + 1 - middle
    assert front > 10.0 * mip + 1.0 * mip
    assert abs(rear - 10.0 * mip) <= 1.5


# --- arms and blocks ---------------------------------------------------------------------------------------------


def test_every_look_has_an_arm_and_every_arm_a_silhouette() -> None:
    assert set(read_arms(asset("arms.toml"))) == set(LOOKS)
    assert {p.stem.removeprefix("arm-") for p in asset("symbols").glob("arm-*.svg")} == set(ARMS)
    for arm in ARMS:
        assert (alpha(silhouette(arm, 23)) > 128).mean() > 0.2
    with pytest.raises(KeyError, match="dragoons"):
        silhouette("dragoons", 23)


@pytest.mark.parametrize("size", [23, 38])
def test_no_two_arms_are_mistaken_for_each_other(size: int) -> None:
    """Laid upon each other, either way round, a good part of the smaller one differs."""
    light = {arm: rgb(silhouette(arm, size)).max(axis=2) / 255 for arm in ARMS}
    for n, one in enumerate(ARMS):
        for other in ARMS[n + 1 :]:
            a, b = light[one], light[other]
            away = min(np.abs(a - b).sum(), np.abs(a - b[::-1]).sum())
            assert away > 0.35 * min(a.sum(), b.sum()), (one, other)


def test_a_silhouette_looks_where_it_marches_and_has_ink_about_it() -> None:
    right, left = (silhouette("light-horse", 30, turn) for turn in (False, True))
    assert np.array_equal(rgb(right), rgb(left)[::-1])
    assert [looks_left(f) for f in (0.0, 45.0, 135.0, 180.0, 270.0)] == [False, False, False, True, True]
    cover, body = alpha(right) > 128, rgb(right).max(axis=2) > 160
    rows, inner = np.flatnonzero(cover.any(axis=1)), np.flatnonzero(body.any(axis=1))
    assert inner[0] - rows[0] >= HALO - 1
    assert rows[-1] - inner[-1] >= HALO - 1
    assert pygame.Color(BODY)[:3] == tuple(rgb(right).reshape(-1, 3).max(axis=0))


def test_arms_are_told_by_look_and_by_the_rulesets_own_table() -> None:
    assert arm_of("pike") == "pike"
    assert arm_of("mortar", "AFS", "A6") == "gun"
    assert [arm_of("wolf", "USB", code) for code in ("TPAC", "TWOL")] == ["beast", "light-horse"]
    assert {arm_of(look) for look in INSIGNIA} == {"leader"}


def test_a_wrong_table_of_arms_says_what_and_where(tmp_path: Path) -> None:
    path = tmp_path / "arms.toml"
    path.write_text('X = "dragoons"', encoding="utf-8")
    with pytest.raises(LooksError, match=r"arms\.toml: Invalid enum value 'dragoons' .*known arms are heavy-foot"):
        read_arms(path)


def test_the_block_has_its_teeth_at_the_front_and_lies_true() -> None:
    """Teeth stand out beyond the front edge; the other edges end where the footprint does."""
    over = 4
    picture = alpha(block_picture(Block(40.0, 20.0), Theme().side(0), over)) > 128
    rows, columns = np.flatnonzero(picture.any(axis=0)) / over - PAD, np.flatnonzero(picture.any(axis=1)) / over - PAD
    assert rows[0] < -4.0
    assert rows[-1] == pytest.approx(20.0, abs=1.0)
    assert (columns[0], columns[-1]) == (pytest.approx(0.0, abs=1.0), pytest.approx(40.0, abs=1.0))


def test_only_the_first_rank_has_a_front_and_only_corners_of_narrow_ones_have_teeth() -> None:
    def teeth(width: float, free: int) -> int:
        rows = alpha(block_picture(Block(width, 20.0, cell=Cell(free)), Theme().side(0), 4)) > 128
        above = rows[:, 4 * (PAD - 3)].astype(int)
        return int((np.diff(above, prepend=0) == 1).sum())

    assert teeth(40.0, FRONT + LEFT + RIGHT + REAR) == 1
    assert teeth(20.0, FRONT + LEFT + RIGHT + REAR) == 2
    assert teeth(20.0, FRONT + LEFT) == 1
    assert teeth(20.0, FRONT) == 0
    assert teeth(40.0, LEFT + RIGHT + REAR) == 0


@pytest.mark.parametrize("theme", theme_ids())
def test_sides_differ_from_afar_in_grey_and_by_their_ends(theme: str) -> None:
    first, second = (Theme(theme).side(n) for n in (0, 1))
    grey = [[float(np.dot(pygame.Color(t)[:3], (0.3, 0.59, 0.11))) for t in tones(side)] for side in (first, second)]
    assert grey[1][0] - grey[0][0] > 30
    assert all(front - rear > 15 for front, rear in grey)
    assert first.pattern != second.pattern
    assert first.trim != second.trim


def test_levels_by_scale_and_single_figures_by_their_bases() -> None:
    ranked = BlockArt("a", "a", 0, 0, 0, 40, 20, "legion", 0)
    assert [level_of(ranked, s) for s in (FAR_BELOW - 0.01, FAR_BELOW, NEAR_FROM - 0.01, NEAR_FROM)] == [
        FAR,
        MIDDLE,
        MIDDLE,
        NEAR,
    ]
    single = BlockArt("a", "a", 0, 0, 0, 25, 25, "swordsman", 0, "oval")
    scales = (FIGURE_FAR - 0.01, FIGURE_FAR, (FIGURE_NEAR - 0.1) / 25, FIGURE_NEAR / 25)
    assert [level_of(single, s) for s in scales] == [FAR, MIDDLE, MIDDLE, NEAR]
    large = BlockArt("a", "a", 0, 0, 0, 60, 60, "drake", 0, "oval")
    assert level_of(large, 0.61) == NEAR


# --- on the base -------------------------------------------------------------------------------------------------


def test_sides_differ_in_pattern_and_not_only_in_hue() -> None:
    """Along the rim of the first side one tone runs through; along the second's it changes."""
    theme = Theme()
    tones = []
    for side in (0, 1):
        base, _ = layers(stand("legion"), theme.side(side), MIPS[2])
        m = MIPS[2]
        y = round(base.get_height() / 2 + (10.0 - 0.75) * m)
        x0 = round(base.get_width() / 2)
        line = rgb(base)[x0 - round(15 * m) : x0 + round(15 * m), y].mean(axis=1)
        tones.append(float(line.std()))
    assert tones[0] < 8
    assert tones[1] > 30


def test_the_fallen_lie_on_the_ground() -> None:
    style = Theme().side(0)
    _, whole = layers(stand("legion"), style, MIPS[2])
    _, some = layers(stand("legion", fallen=4), style, MIPS[2])
    _, most = layers(stand("legion", fallen=9), style, MIPS[2])
    assert whole is not None
    assert some is not None
    assert most is not None
    away = [np.abs(rgb(whole) - rgb(p)).sum() for p in (some, most)]
    assert 0 < away[0] < away[1]


def test_how_many_figures_stand_on_a_base() -> None:
    assert figure_count("legion", 40, 20) == 10
    assert figure_count("cavalry", 20, 40) == 4
    assert figure_count("elephant", 20, 40) == 1
    assert figure_count("legion", 25, 25) == 9


@pytest.mark.parametrize(("w", "d"), [(5, 5), (20, 20), (25, 25), (25, 50), (60, 60), (120, 80), (32, 32)])
@pytest.mark.parametrize("look", ["legion", "cavalry", "elephant", "general", "something else"])
def test_bases_of_any_size_can_be_drawn(look: str, w: float, d: float) -> None:
    for oval in (False, True):
        base, men = layers(Stand(look, 1, float(w), float(d), oval), Theme().side(1), MIPS[0])
        assert men is not None
        assert (alpha(base) > 0).any()


# --- looks -------------------------------------------------------------------------------------------------------


def test_looks_of_troops() -> None:
    assert look_of("WMA", "LEG") == "legion"
    assert look_of("WMA", "pike") == "pike"
    assert look_of("XYZ", "q", "Light horse of the steppe") == "light_cavalry"
    assert look_of("XYZ", "q", "Guards", 40, 20) == "heavy_foot"
    assert look_of("XYZ", "q", "Guards", 20, 40) == "cavalry"


def test_a_wrong_table_of_looks_says_what_and_where(tmp_path: Path) -> None:
    path = tmp_path / "ABC.toml"
    path.write_text('X = "dragoons"', encoding="utf-8")
    with pytest.raises(
        LooksError, match=r"ABC\.toml: Invalid enum value 'dragoons' .*known looks are legion|known looks"
    ):
        read_looks(path)
    path.write_text("X = ", encoding="utf-8")
    with pytest.raises(LooksError, match=r"ABC\.toml: not a TOML file"):
        read_looks(path)


def test_every_unit_of_a_shipped_table_has_a_look() -> None:
    paths = [brought(system, "looks.toml") for system in ruleset_ids()]
    assert len(paths) == 5
    for path in paths:
        assert path is not None
        assert set(read_looks(path).values()) <= set(LOOKS)


# --- ground ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*sorted(PIECES), "some new kind"])
def test_every_kind_of_terrain_is_drawn(kind: str) -> None:
    line = kind in ("ditch", "trench", "wall", "low_wall", "low_obstacle", "obstacle", "hedge", "fence", "track")
    points = ((60.0, 100.0), (140.0, 110.0)) if line else ring(100, 100, 60, 45)
    bare = Ground(Scene(200.0, 200.0), FRAME).paint(1.0, (0, 0), (200, 200))
    with_it = Ground(Scene(200.0, 200.0, (FeatureArt("f", kind, points, line),)), FRAME).paint(1.0, (0, 0), (200, 200))
    away = np.abs(rgb(bare) - rgb(with_it)).max(axis=2)
    middle = away[70:130, 80:120]
    assert (middle > 12).mean() > 0.04
    assert (away[:20] > 12).mean() < 0.02  # and nothing far from it


@pytest.mark.parametrize("kind", ["road", "wall", "hedge", "fence", "deep_river", "hill", "wood", "some new kind"])
def test_lines_and_slivers_of_any_kind_do_not_fail(kind: str) -> None:
    for points, line in (
        (((0.0, 0.0), (200.0, 200.0)), True),
        (((0.0, 0.0), (200.0, 200.0)), False),
        (box(10, 10, 11, 190), False),
    ):
        ground = Ground(Scene(200.0, 200.0, (FeatureArt("f", kind, points, line),)), FRAME)
        assert ground.paint(0.5, (0, 0), (100, 100)).get_size() == (100, 100)


def test_the_same_table_is_painted_the_same_and_another_seed_differently() -> None:
    one = rgb(Ground(Scene(200.0, 200.0), FRAME).paint(1.0, (0, 0), (200, 200)))
    two = rgb(Ground(Scene(200.0, 200.0), FRAME).paint(1.0, (0, 0), (200, 200)))
    other = rgb(Ground(Scene(200.0, 200.0, seed=2), FRAME).paint(1.0, (0, 0), (200, 200)))
    assert np.array_equal(one, two)
    assert np.abs(one - other).mean() > 2


def test_hills_are_lit_from_the_north_west() -> None:
    hill = FeatureArt("h", "hill", ring(150, 150, 100, 100))
    picture = rgb(Ground(Scene(300.0, 300.0, (hill,)), FRAME).paint(1.0, (0, 0), (300, 300)))
    lit, shaded = picture[85:110, 85:110].mean(), picture[190:215, 190:215].mean()
    assert lit > shaded + 12


def test_beyond_the_table_there_is_its_frame_and_then_nothing() -> None:
    ground = Ground(Scene(200.0, 200.0), FRAME)
    picture = rgb(ground.paint(1.0, (-100, -100), (400, 400)))
    assert tuple(picture[5, 5]) == (0x19, 0x14, 0x10)
    wood = picture[200, 82]
    assert wood[0] > wood[2] + 20


def test_a_river_runs_off_the_table() -> None:
    river = FeatureArt("r", "river", box(80, 0, 120, 200))
    assert stretched(river, 200, 200) != river
    picture = rgb(Ground(Scene(200.0, 200.0, (river,)), FRAME).paint(1.0, (0, 0), (200, 200)))
    column = picture[95:105].mean(axis=0)
    assert np.abs(column[1] - column[100]).max() < 25  # no bank across its end


def test_terrain_inside_the_table_is_left_alone() -> None:
    lake = FeatureArt("l", "lake", ring(100, 100, 40, 40))
    assert stretched(lake, 200, 200) is lake


# --- small helpers -----------------------------------------------------------------------------------------------


@given(st.integers(0, 10_000), st.floats(5, 40))
def test_scattered_points_keep_their_distance(seed: int, spacing: float) -> None:
    points = noise.scatter(noise.rng_of(seed), (0, 0, 120, 90), spacing)
    assert len(points) >= 1
    away = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) + np.eye(len(points)) * 1e9
    assert away.min() >= spacing * 0.999
    assert np.array_equal(points, noise.scatter(noise.rng_of(seed), (0, 0, 120, 90), spacing))


def test_noise_is_the_same_on_every_machine() -> None:
    field = noise.spectral(16, 16, 7)
    assert field[0, :3] == pytest.approx([-0.908718, -0.879367, -1.520686], abs=1e-6)
    assert abs(float(field.mean())) < 1e-9
    assert float(field.std()) == pytest.approx(1.0)
    assert noise.seed_of("wood", 1) == 1_112_067_631
    few = noise.scatter(noise.rng_of(1), (0, 0, 30, 30), 12)
    assert few.round(3).tolist() == [[0.02, 21.933], [21.971, 15.862], [3.625, 10.306], [11.515, 0.011]]


def test_points_along_a_line() -> None:
    rows = along(np.array([[0.0, 0.0], [30.0, 0.0], [30.0, 30.0]]), 10.0)
    assert rows[:, :2].tolist() == [[5, 0], [15, 0], [25, 0], [30, 5], [30, 15], [30, 25]]
    assert rows[:, 2:].tolist() == [[1, 0]] * 3 + [[0, 1]] * 3
    assert len(along(np.array([[1.0, 1.0], [1.0, 1.0]]), 5.0)) == 0


def test_outlines_of_nothing() -> None:
    import shapely

    assert outlines(shapely.Polygon()) == []
    assert len(outlines(shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(2, 2, 3, 3)]))) == 2


def test_few_sizes_serve_many() -> None:
    sizes = {step_size(s / 10) for s in range(10, 1200)}
    assert len(sizes) < 40
    assert all(abs(step_size(s) - s) <= max(0.5, 0.075 * s) for s in range(2, 120))


def test_svg_numbers_and_mirrors() -> None:
    assert svg.mirrored("M 1 2 C 3 4 5 6 7 8 Z", -1) == "M -1 2 C -3 4 -5 6 -7 8 Z"
    assert svg.mirrored("M 1 2", 1) == "M 1 2"
    assert svg.number(-0.001) == "0"
    assert svg.number(12.5) == "12.5"


def test_examples_in_the_docstrings() -> None:
    import doctest

    from game.client import camera
    from game.client.art import arms, plants, stands
    from game.client.tabletop import looks, signs, sprites

    for module in (arms, camera, plants, stands, svg, looks, signs, sprites):
        found = doctest.testmod(module)
        assert found.attempted > 0
        assert found.failed == 0
