"""Light, hours and seasons of the painted ground; roads and rivers that join."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.client.art.landscape import LandscapeError, landscape, landscape_ids, read_landscape
from game.client.art.light import LIGHTS, NOON, light_of
from game.client.art.networks import joined
from game.client.art.painted_table import Ground
from game.client.art.pieces import Piece
from game.client.art.terrain_built import Bridge, Road
from game.client.art.terrain_water import Water
from game.client.camera import Camera
from game.client.tabletop.scene import BlockArt, FeatureArt, Scene
from game.client.tabletop.view import TableView
from game.client.theme import Theme
from game.engine.scenery import HOURS, SEASONS, Hour, Season
from tests.client.table.small_scene import box, ring

FRAME = ("#6b4a2b", "#3d2817", "#8a6540", "#191410")


def rgb(surface: pygame.Surface) -> np.ndarray:
    """Rows, columns, colours."""
    return pygame.surfarray.array3d(surface).swapaxes(0, 1).astype(float)


def painted(scene: Scene, scale: float = 1.0) -> np.ndarray:
    size = (round(scene.width * scale), round(scene.depth * scale))
    return rgb(Ground(scene, FRAME).paint(scale, (0, 0), size))


def shown(scene: Scene, turn: int, size: tuple[int, int] = (300, 300), scale: float = 1.0) -> np.ndarray:
    camera = Camera((scene.width, scene.depth), (0, 0, *size))
    camera.turn_to(turn)
    camera.look_at((scene.width / 2, scene.depth / 2), scale)
    view = TableView(Theme(), camera)
    view.set_scene(scene)
    view.prepare_all()
    out = pygame.Surface(size, 0, 32)
    assert view.draw(out)
    return rgb(out)


def lit_and_shaded(picture: np.ndarray) -> tuple[float, float]:
    """The upper left and the lower right slope of a round hill in the middle of 300 by 300 pixels."""
    return float(picture[85:110, 85:110].mean()), float(picture[190:215, 190:215].mean())


HILL = FeatureArt("h", "hill", ring(150, 150, 100, 100))
KNOLL = FeatureArt("k", "hill", ring(150, 150, 100, 100), height=150.0, form="solid", steep=True)
WOOD = FeatureArt("w", "wood", ring(150, 150, 40, 40))


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
@pytest.mark.parametrize("hour", ["", *HOURS])
def test_light_comes_from_the_upper_left_however_the_table_is_turned(turn: int, hour: Hour) -> None:
    lit, shaded = lit_and_shaded(shown(Scene(300.0, 300.0, (HILL,), hour=hour), turn))
    assert lit > shaded + (5 if hour == "overcast" else 12)


@pytest.mark.parametrize("feature", [KNOLL, WOOD], ids=lambda f: f.kind)
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_shadows_fall_to_the_lower_right_however_the_table_is_turned(feature: FeatureArt, turn: int) -> None:
    bare = shown(Scene(300.0, 300.0, seed=3), turn)
    away = (bare - shown(Scene(300.0, 300.0, (feature,), seed=3), turn)).mean(axis=2)
    spots = np.argwhere(away > 14) - 150.0  # darker than the bare ground
    outside = spots[np.hypot(*spots.T) > (44 if feature is WOOD else 103)]
    assert len(outside) > 15
    assert (outside.mean(axis=0) > 5).all()


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_houses_and_trees_of_a_turned_table_are_lit_like_those_of_one_that_is_not(turn: int) -> None:
    scale = 4.0
    scene = Scene(200.0, 200.0, (FeatureArt("t", "buildings", box(10, 10, 100, 100)), WOOD))
    picture = shown(scene, turn, (800, 800), scale).mean(axis=2)
    ground = Ground(scene, FRAME)
    ground.paint(0.2, (0, 0), (8, 8))
    camera = Camera((200.0, 200.0), (0, 0, 800, 800))
    camera.turn_to(turn)
    camera.look_at((100.0, 100.0), scale)

    def at(x: float, y: float) -> float:
        part = picture[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3]
        return float(part.mean()) if part.size else 0.0

    beside = []
    for house in ground.lids.houses:
        corners = camera.many_to_screen(house.outline)
        (left, top), (right, low) = corners.min(axis=0), corners.max(axis=0)
        beside.append(at(left - 8, top - 8) - at(right + 8, low + 8))
    assert min(beside) > 20  # the yard lies in their shade to the lower right
    lit = []
    for _kind, _colour, _n, x, y, r, _h in ground.lids.crowns:
        px, py = camera.to_screen(x, y)
        lit.append(at(px - 0.4 * r * scale, py - 0.4 * r * scale) - at(px + 0.4 * r * scale, py + 0.4 * r * scale))
    assert np.mean(lit) > 12


def test_figures_throw_their_shadows_as_the_ground_does() -> None:
    def dark_end(hour: Hour) -> tuple[float, float]:
        block = BlockArt("b", "u", 150.0, 150.0, 0.0, 40.0, 40.0, "legion", 0)
        bare = shown(Scene(300.0, 300.0, hour=hour), 0)
        away = (bare - shown(Scene(300.0, 300.0, (), (block,), hour=hour), 0)).mean(axis=2)
        inside = np.zeros_like(away, dtype=bool)
        inside[129:171, 129:171] = True
        spots = np.argwhere((away > 6) & ~inside) - 150.0
        return float(spots[:, 1].mean()), float(spots[:, 0].mean())

    right, down = dark_end("noon")
    assert right > 0
    assert abs(right - down) < 4
    right, down = dark_end("evening")
    assert right > down + 3  # light comes from the left then, and low
    right, down = dark_end("morning")
    assert down > right + 3


def test_shadows_are_long_when_the_light_is_low() -> None:
    east, north = NOON.cast(10.0).tolist()
    assert (east, north) == pytest.approx((10.0, -10.0))
    for hour in ("morning", "evening"):
        assert math.hypot(*LIGHTS[hour].cast(10.0)) > 1.5 * math.hypot(east, north)
    assert math.hypot(*LIGHTS["overcast"].cast(10.0)) < math.hypot(east, north)
    for turn in range(4):  # on the screen it stays where it is
        assert light_of("evening", turn).on_screen(3.0) == LIGHTS["evening"].on_screen(3.0)


def test_the_usual_season_and_hour_are_summer_and_noon() -> None:
    usual = painted(Scene(200.0, 200.0, (WOOD,)))
    assert np.array_equal(usual, painted(Scene(200.0, 200.0, (WOOD,), season="summer", hour="noon")))


@pytest.mark.parametrize("land", ["meadow", "steppe"])
def test_every_season_and_hour_of_a_land_is_told_from_the_others(land: str) -> None:
    wood = FeatureArt("w", "wood", ring(100, 100, 80, 80))

    def tone(season: Season = "", hour: Hour = "") -> np.ndarray:
        picture = painted(Scene(200.0, 200.0, (wood,), landscape=land, season=season, hour=hour), 0.5)
        mean: np.ndarray = np.concatenate([picture[:15].mean(axis=(0, 1)), picture[30:70, 30:70].mean(axis=(0, 1))])
        return mean

    for tones in ([tone(season=s) for s in SEASONS], [tone(hour=h) for h in HOURS]):
        for k, one in enumerate(tones):
            assert all(np.abs(one - other).max() > 6 for other in tones[k + 1 :])
    grey = tone(season="winter")[:3]
    assert grey.min() > tone()[:3].min() + 30  # snow
    gold = tone(season="autumn")[3:]
    assert gold[0] > gold[1] > gold[2]  # red and gold leaves
    evening = tone(hour="evening")[:3]
    assert evening[0] / evening[2] > 1.15 * tone()[0] / tone()[2]


def test_snow_country_has_one_season_and_every_land_the_others() -> None:
    for name in landscape_ids():
        lands = {season: landscape(name, season) for season in SEASONS}
        assert lands["summer"] == landscape(name)
        assert len(set(lands.values())) == (1 if name == "winter" else 4)


def test_a_season_that_is_written_wrongly_is_named(tmp_path: Path) -> None:
    from game.client.art.files import asset

    text = asset("landscapes", "meadow.toml").read_text(encoding="utf-8")
    path = tmp_path / "odd.toml"
    path.write_text(text + '\n[seasons.monsoon]\nlush = "#000000"\n', encoding="utf-8")
    with pytest.raises(LandscapeError, match="monsoon"):
        read_landscape(path)
    path.write_text(text.replace("blossom = 0.16", "blosom = 0.16"), encoding="utf-8")
    with pytest.raises(LandscapeError, match="blosom"):
        read_landscape(path)


# --- roads and rivers ------------------------------------------------------------------------------------------------

ACROSS = FeatureArt("r1", "road", ((0.0, 100.0), (200.0, 100.0)), line=True)
DOWN = FeatureArt("r2", "road", ((100.0, 0.0), (100.0, 200.0)), line=True)


def test_roads_that_cross_have_no_seam() -> None:
    alone = painted(Scene(200.0, 200.0, (ACROSS,)), 2.0)
    both = painted(Scene(200.0, 200.0, (ACROSS, DOWN)), 2.0)
    rim = np.abs(alone[176:180, 190:210].mean(axis=(0, 1)) - alone[196:204, 20:60].mean(axis=(0, 1)))
    # where the edge of the one was there is road now, and corners are rounded
    there = np.abs(both[176:180, 190:210].mean(axis=(0, 1)) - both[196:204, 20:60].mean(axis=(0, 1)))
    assert rim.max() > 15
    assert there.max() < 9
    corner = np.abs(both[174:178, 174:178] - alone[174:178, 174:178]).mean()
    assert corner > 8


def test_no_ruts_run_through_a_crossing() -> None:
    roads = [p for p in joined(pieces(ACROSS, DOWN)) if isinstance(p, Road)]
    carrier = next(r for r in roads if r.shown)
    assert sum(r.shown for r in roads) == 1
    assert len(carrier.ruts) == 8
    assert all(not (90 < x < 110 and 90 < y < 110) for rut in carrier.ruts for x, y in rut)


def pieces(*features: FeatureArt) -> list[Piece]:
    from game.client.art.kinds import piece_of

    return [piece_of(f, landscape("meadow")) for f in features]


def test_roads_that_lie_apart_stay_apart() -> None:
    other = FeatureArt("r3", "road", ((0.0, 20.0), (200.0, 20.0)), line=True)
    assert all(r.shown for r in joined(pieces(ACROSS, other)) if isinstance(r, Road))


def test_rivers_that_touch_are_one_with_one_bank() -> None:
    upper = FeatureArt("a", "deep_river", box(0, 80, 102, 120))
    lower = FeatureArt("b", "deep_river", box(100, 80, 200, 120))
    assert sum(isinstance(p, Water) for p in joined(pieces(upper, lower))) == 1
    one = painted(Scene(200.0, 200.0, (upper, lower)))
    whole = painted(Scene(200.0, 200.0, (FeatureArt("a", "deep_river", box(0, 80, 200, 120)),)))
    assert np.abs(one[85:115, 95:108] - whole[85:115, 95:108]).mean() < 4


def test_there_is_no_bank_between_deep_and_shallow_water() -> None:
    deep = FeatureArt("a", "deep_river", box(0, 80, 200, 120))
    brook = FeatureArt("b", "stream", box(90, 0, 110, 81))
    picture = painted(Scene(200.0, 200.0, (deep, brook)), 2.0)
    mouth, bank = picture[236:244, 190:210], picture[236:244, 120:140]
    assert (bank[..., 0] > bank[..., 2]).mean() > 0.2  # earth
    assert (mouth[..., 2] > mouth[..., 0]).mean() > 0.95  # water


def test_an_island_in_a_ring_of_rivers_is_not_lost() -> None:
    around = [box(20, 20, 180, 60), box(20, 140, 180, 180), box(20, 20, 60, 180), box(140, 20, 180, 180)]
    rivers = [FeatureArt(f"r{k}", "deep_river", points) for k, points in enumerate(around)]
    island = painted(Scene(200.0, 200.0, tuple(rivers)))[90:110, 90:110].mean(axis=(0, 1))
    assert island[1] > island[2] + 15


RIVER = FeatureArt("w", "deep_river", box(80, 0, 120, 200))


def bridges(*features: FeatureArt) -> list[Bridge]:
    return [p for p in joined(pieces(*features)) if isinstance(p, Bridge) and p.feature.id == ACROSS.id]


def test_a_road_through_a_river_has_a_bridge_along_it() -> None:
    (bridge,) = bridges(RIVER, ACROSS)
    lo, hi = bridge.points.min(axis=0), bridge.points.max(axis=0)
    assert (hi - lo).tolist() == pytest.approx([48.0, 24.0], abs=0.1)
    narrow = FeatureArt("n", "stream", box(92, 0, 104, 200))  # narrower than the road is wide
    (bridge,) = bridges(narrow, ACROSS)
    lo, hi = bridge.points.min(axis=0), bridge.points.max(axis=0)
    assert (hi - lo).tolist() == pytest.approx([20.0, 24.0], abs=0.1)
    assert all(np.ptp(rail[:, 0]) > 19 for rail in bridge.rails)  # rails run along the road all the same
    with_it = painted(Scene(200.0, 200.0, (RIVER, ACROSS)))[95:105, 90:110].mean(axis=(0, 1))
    assert with_it[0] > with_it[2] + 15  # planks, no water


def test_a_table_s_own_bridge_or_ford_leads_over_alone() -> None:
    own = FeatureArt("b", "bridge", box(76, 88, 124, 112))
    ford = FeatureArt("f", "ford", box(76, 80, 124, 120))
    assert bridges(RIVER, ACROSS, own) == []
    assert bridges(RIVER, ACROSS, ford) == []
    bare = painted(Scene(200.0, 200.0, (RIVER, ford)))
    roaded = painted(Scene(200.0, 200.0, (RIVER, ford, ACROSS)))
    assert np.abs(bare[95:105, 95:105] - roaded[95:105, 95:105]).mean() < 22  # the ford is still to be seen


def test_features_keep_their_outlines() -> None:
    scene = Scene(200.0, 200.0, (RIVER, ACROSS, DOWN))
    Ground(scene, FRAME).paint(1.0, (0, 0), (200, 200))
    assert scene.features == (RIVER, ACROSS, DOWN)


@pytest.mark.parametrize(("kind", "breadth"), [("stream", 13.0), ("moat", 22.0)])
def test_water_given_as_a_line_has_a_breadth_and_runs_off_the_table(kind: str, breadth: float) -> None:
    brook = FeatureArt("b", kind, ((100.0, 0.0), (100.0, 110.0), (200.0, 150.0)), line=True)
    picture = painted(Scene(200.0, 200.0, (brook,)), 2.0)
    blue = picture[..., 2] > picture[..., 0] + 8
    assert blue[300:390].sum(axis=1).mean() == pytest.approx(2 * breadth, abs=8)
    assert blue[396:, 196:204].mean() > 0.9  # no bank at the edge
    assert blue[100:120, 388:].mean() > 0.3
    assert not blue[:60].any()
    road = FeatureArt("r", "road", ((0.0, 50.0), (200.0, 50.0)), line=True)
    crossed = painted(Scene(200.0, 200.0, (brook, road)), 2.0)[290:310, 196:204].mean(axis=(0, 1))
    assert crossed[0] > crossed[2] + 15


@pytest.mark.parametrize("kind", ["ditch", "trench"])
@pytest.mark.parametrize("turn", [0, 2])
def test_a_ditch_is_dark_where_its_side_keeps_the_light_off(kind: str, turn: int) -> None:
    ditch = FeatureArt("d", kind, ((20.0, 100.0), (180.0, 100.0)), line=True)
    picture = shown(Scene(200.0, 200.0, (ditch,)), turn, scale=4.0)
    light = picture[:, 100:200].mean(axis=(1, 2))
    floor = np.flatnonzero(light < light[:60].mean() - 35)
    assert 18 < len(floor) < 46
    half = len(floor) // 2
    assert light[floor[:half]].mean() < light[floor[half:]].mean() - 8


def test_a_moat_all_round_leaves_what_is_within_it_dry() -> None:
    around = ((40.0, 40.0), (160.0, 40.0), (160.0, 160.0), (40.0, 160.0), (40.0, 40.0))
    picture = painted(Scene(200.0, 200.0, (FeatureArt("m", "moat", around, line=True),)))
    bare = painted(Scene(200.0, 200.0))
    assert np.abs(picture[70:130, 70:130] - bare[70:130, 70:130]).mean() < 2
    blue = picture[..., 2] > picture[..., 0] + 8
    for x, y in ((40, 100), (160, 100), (100, 40), (100, 160), (40, 40), (160, 160)):  # no seam anywhere
        assert blue[y - 6 : y + 7, x - 6 : x + 7].all()
