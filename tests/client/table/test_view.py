"""Layers and caches of the table: what is kept is right, what changes is drawn anew, nothing hitches for ever."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np
import pygame
import pytest

from game.client.camera import Camera
from game.client.tabletop.at_rest import AtRest
from game.client.tabletop.marking import Marking
from game.client.tabletop.overlays import Ghost, Link, Outline, Ring
from game.client.tabletop.scene import FeatureArt, Scene, UnitArt
from game.client.tabletop.sprites import LESSER_PX, TOKEN_PX, SpriteBank, angle_step, drawn_of
from game.client.tabletop.squares import SQUARE
from game.client.tabletop.view import TableView
from game.client.theme import Theme
from tests.client.table.skirmish_scene import figure
from tests.client.table.small_scene import ring, scene

SIZE = (640, 440)


def pixels(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(surface).astype(np.int16)


def view_of(what: Scene, scale: float = 1.0, size: tuple[int, int] = SIZE) -> TableView:
    camera = Camera((what.width, what.depth), (0, 0, *size))
    camera.look_at((what.width / 2, what.depth / 2), scale)
    view = TableView(Theme(), camera)
    view.set_scene(what)
    view.prepare_all()
    return view


def drawn(view: TableView, **more: Any) -> np.ndarray:
    target = pygame.Surface((view.camera.left + view.camera.width, view.camera.top + view.camera.height), 0, 32)
    assert view.draw(target, **more)
    return pixels(target)


@pytest.fixture(scope="module")
def table() -> TableView:
    return view_of(scene())


def test_drawing_again_is_the_same_picture(table: TableView) -> None:
    assert np.array_equal(drawn(table), drawn(table))
    assert np.array_equal(drawn(table), drawn(view_of(scene())))


def test_ground_painted_in_squares_is_the_ground_painted_at_once(table: TableView) -> None:
    ground = table.ground.ground
    whole = pixels(ground.paint(1.0, (0, 0), (2 * SQUARE, SQUARE)))
    for i in (0, 1):
        part = pixels(ground.paint(1.0, (i * SQUARE, 0), (SQUARE, SQUARE)))
        away = np.abs(whole[i * SQUARE : (i + 1) * SQUARE] - part)
        # soft edges are blurred within the square, so a few pixels beside the seam may differ a little
        assert away.mean() < 0.25
        assert np.quantile(away, 0.995) <= 12


def test_a_panned_picture_is_the_picture_drawn_there(table: TableView) -> None:
    view = view_of(scene(), 2.0)
    before = drawn(view)
    view.camera.pan(-64, 32)
    view.prepare_all()
    after = drawn(view)
    # what was at (x, y) is now at (x - 64, y + 32)
    assert np.abs(before[64:, :-32] - after[:-64, 32:]).mean() < 0.5


def test_panning_draws_what_resting_draws() -> None:
    view = view_of(msgspec.structs.replace(scene(), units=(), markers=()))
    rest = drawn(view)
    target = pygame.Surface(SIZE, 0, 32)
    view.draw_plainly(target)
    assert np.array_equal(rest, pixels(target))


def test_a_moving_base_leaves_its_place_and_is_drawn_where_it_is(table: TableView) -> None:
    rest = drawn(table)
    block = table.block("EQU-1/1")
    assert block is not None
    moved = drawn(table, moving={block.id: (block.x, block.y + 200.0, block.facing)})
    px, py = (round(v) for v in table.camera.to_screen(block.x, block.y))
    qx, qy = (round(v) for v in table.camera.to_screen(block.x, block.y + 200.0))
    around = np.s_[px - 5 : px + 5, py - 10 : py + 10]
    there = np.s_[qx - 5 : qx + 5, qy - 10 : qy + 10]
    assert np.abs(rest[around] - moved[around]).mean() > 15
    assert np.abs(rest[there] - moved[there]).mean() > 15
    back = drawn(table)
    assert np.array_equal(rest, back)


def test_a_base_put_back_where_it_was_looks_as_if_it_had_never_moved() -> None:
    view = view_of(msgspec.structs.replace(scene(), units=()))
    block = view.block("CONS/1")
    assert block is not None
    same = drawn(view, moving={block.id: (block.x, block.y, block.facing)})
    assert np.array_equal(drawn(view), same)


def test_hidden_bases_are_not_drawn(table: TableView) -> None:
    ids = [b.id for b in table.scene.blocks]
    bare = view_of(msgspec.structs.replace(table.scene, blocks=(), units=()))
    assert np.array_equal(drawn(table, hidden=ids), drawn(bare))


def test_another_scene_keeps_the_ground_and_draws_the_bases_anew(table: TableView) -> None:
    view = view_of(scene())
    ground = view.ground
    block = view.scene.blocks[0]
    elsewhere = msgspec.structs.replace(block, y=block.y + 60.0)
    rest = drawn(view)
    view.set_scene(msgspec.structs.replace(view.scene, blocks=(elsewhere, *view.scene.blocks[1:])))
    assert view.ground is ground
    view.prepare_all()
    assert np.abs(rest - drawn(view)).sum() > 0
    view.set_scene(msgspec.structs.replace(view.scene, features=view.scene.features[1:]))
    assert view.ground is not ground


def test_the_resting_layer_is_drawn_once(table: TableView, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn(table)
    calls = []
    true = AtRest.draw
    monkeypatch.setattr(AtRest, "draw", lambda self, *said: (calls.append(said[2].away), true(self, *said)))
    drawn(table)
    drawn(table, overlays=[Ring(100, 100, 50)])
    assert calls == []
    block = table.scene.blocks[0]
    for step in range(3):
        drawn(table, moving={block.id: (block.x + step, block.y, 0.0)})
    assert calls == [frozenset({block.id})]
    table.camera.pan(5, 0)
    table.prepare_all()
    drawn(table)
    assert len(calls) == 2
    table.camera.pan(-5, 0)


def test_a_new_zoom_is_prepared_in_steps_and_ends() -> None:
    view = view_of(scene())
    target = pygame.Surface(SIZE, 0, 32)
    view.draw(target)
    view.camera.zoom_at(2, 320, 220)
    waiting = view.pending()
    assert waiting > 5
    frames = 0
    while not view.draw(target, budget_ms=0.0):
        frames += 1
        assert frames < 5000
    assert frames > 5
    assert view.pending() == 0
    fresh = view_of(scene(), view.camera.scale)
    fresh.camera.origin = view.camera.origin
    fresh.prepare_all()
    assert np.array_equal(pixels(target), drawn(fresh))


def test_while_a_zoom_is_prepared_the_old_picture_is_shown_scaled() -> None:
    view = view_of(scene(features=False))
    rest = drawn(view)
    view.camera.zoom_at(1, 320, 220)
    target = pygame.Surface(SIZE, 0, 32)
    assert view.draw(target, budget_ms=0.0) is False
    shown = pixels(target)
    # the point under the cursor stays, and nothing is black
    assert np.abs(rest[316:324, 216:224].mean(axis=(0, 1)) - shown[316:324, 216:224].mean(axis=(0, 1))).max() < 20
    assert shown[40:-40, 40:-40].max(axis=2).min() > 20


@pytest.mark.parametrize("scale", [0.8, 1.4, 2.5])
def test_the_fallen_lie_on_the_ground_under_those_who_stand(scale: float) -> None:
    from game.client.tabletop.scene import FallenArt

    what = msgspec.structs.replace(scene(features=False), markers=())
    dead = FallenArt(300, 200, 0.0, 40.0, 20.0, "legion", 0, 10)
    wreck = FallenArt(340, 180, 0.0, 40.0, 40.0, "tank", 1, 1)
    under = FallenArt(240, 150, 0.0, 12.0, 2.0, "legion", 0, 3)  # in the middle of a stand
    plain, view = view_of(what, scale), view_of(msgspec.structs.replace(what, fallen=(dead, wreck, under)), scale)
    away = np.abs(drawn(view) - drawn(plain)).max(axis=2)
    for x, y, reach, seen in ((300, 200, 18, True), (340, 180, 6, True), (240, 150, 2, False)):
        (x0, y0), (x1, y1) = plain.camera.to_screen(x - reach, y + reach), plain.camera.to_screen(x + reach, y - reach)
        assert bool(away[round(x0) : round(x1) + 1, round(y0) : round(y1) + 1].max() > 25) is seen, (x, y)


def test_levels_pass_into_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change of zoom that changes the level the old picture fades over the new one; without, it does not."""
    from game.client.tabletop import resting

    now = [100.0]
    monkeypatch.setattr(resting.time, "perf_counter", lambda: now[0])

    def zoomed(scale: float, fades: bool) -> tuple[TableView, np.ndarray]:
        view = view_of(scene(), scale)
        drawn(view)
        view.fades = fades
        view.camera.look_at((300, 200), 1.3)
        view.prepare_all()
        return view, drawn(view)

    plain, sharp = zoomed(0.9, False)
    view, first = zoomed(0.9, True)
    assert np.abs(first - sharp).mean() > 2
    now[0] += resting.FADE_MS / 2000
    assert 0 < np.abs(drawn(view) - sharp).mean() < np.abs(first - sharp).mean()
    now[0] += resting.FADE_MS / 1000
    assert np.array_equal(drawn(view), sharp)
    assert np.array_equal(zoomed(1.2, True)[1], sharp)
    assert np.array_equal(drawn(plain), sharp)


def test_the_viewport_may_be_a_part_of_the_window() -> None:
    what = scene()
    inner = view_of(what, 1.0, (300, 200))
    outer = TableView(Theme(), Camera((what.width, what.depth), (70, 40, 300, 200)))
    outer.camera.look_at((what.width / 2, what.depth / 2), 1.0)
    outer.set_scene(what)
    outer.prepare_all()
    whole = drawn(outer, overlays=[Ring(300, 200, 80, "command")])
    away = np.abs(whole[70:370, 40:240] - drawn(inner, overlays=[Ring(300, 200, 80, "command")]))
    assert (away.max(axis=2) > 0).sum() <= 20  # a ring's points may fall to either side of a half pixel
    assert whole[:70].max() == 0
    assert whole[:, :40].max() == 0


def test_the_mouse_finds_bases(table: TableView) -> None:
    px, py = table.camera.to_screen(200, 150)
    assert table.base_at(px, py) == "LEG-1/2"
    assert table.base_at(*table.camera.to_screen(20, 20)) is None
    assert table.base_at(-50, py) is None
    art = table.block(table.base_at(*table.camera.to_screen(240, 110)) or "")
    assert art is not None
    assert art.unit == "CONS"


def test_numbers_are_shown_on_wish(table: TableView) -> None:
    plain = drawn(table)
    table.show_numbers = True
    numbered = drawn(table)
    table.show_numbers = False
    px, py = (round(v) for v in table.camera.to_screen(200, 150))
    assert np.abs(plain[px - 4 : px + 4, py - 6 : py + 6] - numbered[px - 4 : px + 4, py - 6 : py + 6]).mean() > 20


def test_turned_sprites_are_kept_by_angle_step_and_scale() -> None:
    bank = SpriteBank(Theme())
    block = scene().blocks[0]
    assert angle_step(1.0) == 2.0
    first = bank.sprite(block, 30.0, 1.0)
    assert bank.sprite(block, 30.9, 1.0)[0] is first[0]
    assert bank.sprite(block, 31.1, 1.0)[0] is not first[0]
    assert bank.sprite(block, 390.0, 1.0)[0] is first[0]
    assert bank.sprite(block, 30.0, 1.1)[0] is not first[0]
    assert bank.sprite(block, -1.0, 1.0)[0] is bank.sprite(block, 360.0, 1.0)[0]


def test_the_sprite_bank_keeps_within_its_budget() -> None:
    bank = SpriteBank(Theme(), budget=100_000)
    block = scene().blocks[0]
    for facing in range(0, 180, 2):
        bank.sprite(block, float(facing), 1.0)
    assert bank._bytes <= 100_000
    number = bank.number(drawn_of(block, 1.0))
    assert bank.has(bank.key(number, 178.0, 1.0))
    assert not bank.has(bank.key(number, 0.0, 1.0))


@pytest.mark.parametrize("scale", [0.6, 1.0, 2.0, 4.0])
@pytest.mark.parametrize("facing", [0.0, 33.0, 90.0, 217.0])
def test_a_sprite_covers_its_base_and_no_more(scale: float, facing: float) -> None:
    """The rim lies where the base's edges are, within a pixel, at every zoom and angle."""
    from game.client.tabletop.hit import corners

    block = next(b for b in scene().blocks if b.id == "LEG-1/1")
    bank = SpriteBank(Theme())
    picture, dx, dy = bank.sprite(block, facing, scale)
    alpha = pygame.surfarray.array_alpha(picture).astype(int)
    step = angle_step(scale)
    ring = [(x * scale, -y * scale) for x, y in corners((0, 0, round(facing / step) * step), block.width, block.depth)]
    for k, (x, y) in enumerate(ring):
        inner = (math.floor(x * 0.9) - dx, math.floor(y * 0.9) - dy)
        assert alpha[inner] > 110, f"corner {k} is not covered"
    for a, b in ((ring[2], ring[3]),):  # nothing but the soft shadow behind the rear edge
        out = ((a[0] + b[0]) / 2 * (1 + 8 / 10), (a[1] + b[1]) / 2 * (1 + 8 / 10))
        at = (round(out[0]) - dx, round(out[1]) - dy)
        inside = 0 <= at[0] < alpha.shape[0] and 0 <= at[1] < alpha.shape[1]
        assert not inside or alpha[at] < 170


def marking(view: TableView, moves: dict[str, tuple[float, float, float]] | None = None) -> Marking:
    blocks = {b.id: b for b in view.scene.blocks}
    return Marking(view.scene, blocks, {u.id: u for u in view.scene.units}, view.plan, view.camera, moves or {})


def test_ties_are_arrows_until_the_bases_touch(table: TableView) -> None:
    from game.client.tabletop.scene import TieArt

    view = view_of(msgspec.structs.replace(scene(), ties=(TieArt("t", "charge", "LEG-1", "LIB-1"),)))
    assert marking(view).links() == [Link(200, 150, 200, 240, "target")]
    close = {f"LEG-1/{k}": (160.0 + 40 * k - 40, 220.0, 0.0) for k in (1, 2, 3)}
    assert marking(view, close).links() == []
    assert np.abs(drawn(view) - drawn(table)).max() > 60


def test_the_outline_of_a_token_is_as_large_as_it_is_drawn() -> None:
    view = view_of(scene(), 0.72)
    outline = Ghost(240, 110, 0, 27, 27, "select", True, of="CONS/1")
    (shown,) = marking(view).shown([outline])
    assert isinstance(shown, Outline)
    assert shown.width * 0.72 == pytest.approx(TOKEN_PX)
    assert marking(view).shown([msgspec.structs.replace(outline, of="")]) == [shown]
    elsewhere = msgspec.structs.replace(outline, of="", x=1.0)
    assert marking(view).shown([elsewhere]) == [elsewhere]
    assert LESSER_PX < TOKEN_PX


def test_a_unit_in_ranks_has_one_outline_and_a_loose_one_has_one_about_each_base() -> None:
    view = view_of(scene())
    marks = [Ghost(160 + 40 * k, 150, 0, 42, 22, "legal", of=f"LEG-1/{k + 1}") for k in range(3)]
    assert marking(view).shown(marks) == [Outline(200, 150, 0, 120, 20, "may")]
    loose = [msgspec.structs.replace(m, x=m.x * 3) for m in marks]
    assert len(marking(view).shown(loose)) == 1
    assert len(marking(view_of(scene(), 1.2)).shown(loose)) == 3
    apart = [msgspec.structs.replace(m, x=m.x * 10) for m in marks]
    assert [o.x for o in marking(view).shown(apart) if isinstance(o, Outline)] == [1600, 2000, 2400]
    drafts = [Ghost(160 + 40 * k, 190, 0, 40, 20, "refused", base=f"LEG-1/{k + 1}") for k in range(3)]
    shown = marking(view).shown(drafts)
    assert shown == [*drafts, Outline(200, 190, 0, 120, 20, "refused", ghost=True)]
    assert marking(view).ghosts(shown) == {d.base: (d.x, d.y, 0) for d in drafts}


def led() -> Scene:
    """A hero a step ahead of three of his troops; his unit is the first of the two."""
    men = [figure("swordsman", 0, 200 + 27 * k, 150) for k in range(3)]
    ranks = [msgspec.structs.replace(m, id=f"men-{k}", unit="men", facing=0.0) for k, m in enumerate(men)]
    hero = msgspec.structs.replace(figure("captain", 0, 227, 177), id="hero", unit="hero", facing=0.0)
    units = (UnitArt("hero", "hero", 0, ("hero",)), UnitArt("men", "men", 0, tuple(m.id for m in ranks)))
    return Scene(600.0, 400.0, (), (hero, *ranks), units)


def drafts_of(what: Scene, by: float, unit: str = "men") -> list[Ghost]:
    return [Ghost(b.x, b.y + by, 0, 25, 25, oval=True, base=b.id) for b in what.blocks if b.unit == unit]


def test_a_hero_is_drawn_above_the_ghosts_of_his_troops_and_below_his_own() -> None:
    what = led()
    here = Ghost(227, 177, 0, 25, 25, oval=True, base="hero", whole=True)
    men, own = drafts_of(what, 27), drafts_of(what, 27, "hero")
    shown = marking(view_of(what, 2.0)).shown([*own, *men])
    assert [o for o in shown if isinstance(o, Ghost)] == [*men, here, *own]
    far_off = drafts_of(what, 120)
    assert [o for o in marking(view_of(what, 2.0)).shown(far_off) if isinstance(o, Ghost)] == far_off


@pytest.mark.parametrize("scale", [0.6, 1.4, 2.2])
def test_the_figure_of_a_hero_is_seen_whole_through_a_move_of_his_troops(scale: float) -> None:
    what = led()
    view = view_of(what, scale)
    x, y = view.camera.to_screen(227, 177)
    half = round(8 * scale)
    here = np.s_[round(x) - half : round(x) + half, round(y) - half : round(y) + half]
    alone = msgspec.structs.replace(what, blocks=what.blocks[:1], units=what.units[:1])
    plain = drawn(view_of(alone, scale))[here]
    assert np.abs(drawn(view)[here] - plain).mean() < 1.5
    for overlays in (
        [Ghost(b.x, b.y, 0, 25, 25, "select", True, of=b.id) for b in what.blocks[1:]],
        drafts_of(what, 27),
    ):
        assert np.abs(drawn(view, overlays=overlays)[here] - plain).mean() < 1.5


def test_nothing_tints_the_figures() -> None:
    """Within a base not a pixel changes, whatever marks it and whatever lies about it on the ground."""
    view = view_of(scene(), 1.4)
    block = view.block("LEG-1/2")
    assert block is not None
    x, y = view.camera.to_screen(block.x, block.y)
    inside = np.s_[round(x) - 24 : round(x) + 24, round(y) - 10 : round(y) + 10]
    plain = drawn(view)[inside]
    for role in ("legal", "hover", "select", "target", "barred", "command", "threat"):
        marks = [Ghost(160 + 40 * k, 150, 0, 42, 22, role, of=f"LEG-1/{k + 1}") for k in range(3)]
        assert np.array_equal(drawn(view, overlays=marks)[inside], plain), role
    ring = Ring(200, 150, 90, "reach")
    assert np.array_equal(drawn(view, overlays=[ring])[inside], plain)
    assert not np.array_equal(drawn(view, overlays=[ring]), drawn(view))


def test_from_afar_a_unit_is_one_silhouette_upright_over_its_middle() -> None:
    view = view_of(scene(), 0.8)
    sign = view.signs.of("LEG-1")
    assert sign is not None
    assert (sign.arm, sign.base.id, sign.size) == ("heavy-foot", "LEG-1/2", round(16 * 1.5))
    assert view.signs.of("ELE-1") is not None
    about = msgspec.structs.replace(
        view.scene, blocks=tuple(msgspec.structs.replace(b, facing=b.facing + 180) for b in view.scene.blocks)
    )
    assert not np.array_equal(drawn(view), drawn(view_of(about, 0.8)))
    assert view_of(scene(), 1.2).signs.signs == []


def test_commanders_on_one_spot_can_each_be_caught() -> None:
    what = scene()
    consul = next(b for b in what.blocks if b.id == "CONS/1")
    twin = msgspec.structs.replace(consul, id="LEGA/1", unit="LEGA", look="leader")
    view = view_of(msgspec.structs.replace(what, blocks=(*what.blocks, twin), units=()))
    px, py = view.camera.to_screen(consul.x, consul.y)
    assert {view.base_at(px - 10, py), view.base_at(px + 10, py)} == {"CONS/1", "LEGA/1"}
    # one that is being dragged is where the hand has it
    assert view.base_at(px + 100, py, {"LEGA/1": (consul.x + 100, consul.y, 0.0)}) == "LEGA/1"


@pytest.mark.parametrize(("written", "seen", "high"), [(1.0, 0.4, 16), (2.0, 0.4, 20), (2.0, 0.65, 26), (2.0, 2.0, 32)])
def test_badges_are_no_larger_than_the_bases_where_all_is_written_large(written: float, seen: float, high: int) -> None:
    from game.client.tabletop.badges import badge_rows
    from game.client.tabletop.scene import Badge, BlockArt, UnitArt

    block = BlockArt("a", "a", 300, 200, 0, 40, 20, "legion", 0)
    what = Scene(600.0, 400.0, (), (block,), (UnitArt("a", "a", 0, ("a",), (Badge("confused"),)),))
    view = view_of(what)
    view.camera.scale = seen
    (row,) = badge_rows(what, {"a": block}, {}, view.camera, Theme(scale=written), frozenset())
    assert row.rect.height == high


def test_badges_keep_off_other_units() -> None:
    from game.client.tabletop.badges import badge_rows
    from game.client.tabletop.scene import Badge, BlockArt, UnitArt

    blocks = (
        BlockArt("a", "a", 300, 200, 0, 40, 20, "legion", 0),
        BlockArt("b", "b", 300, 179, 0, 120, 20, "legion", 0),  # close behind
    )
    units = (UnitArt("a", "a", 0, ("a",), (Badge("confused"),)), UnitArt("b", "b", 0, ("b",)))
    what = Scene(600.0, 400.0, (), blocks, units)
    view = view_of(what)
    rows = badge_rows(what, {b.id: b for b in blocks}, {}, view.camera, view.theme, frozenset())
    assert len(rows) == 1
    left, top = view.camera.to_screen(240, 189)
    assert not rows[0].rect.colliderect(pygame.Rect(round(left), round(top), 120, 20))
    assert badge_rows(what, {b.id: b for b in blocks}, {}, view.camera, view.theme, frozenset({"a"})) == []


def test_a_unit_has_one_border_and_neighbours_are_told_apart() -> None:
    from game.client.tabletop.borders import unit_rings

    line = tuple(((x, 100.0, 0.0), 40.0, 20.0) for x in (100.0, 140.0, 180.0))
    rings = unit_rings(line)
    assert len(rings) == 1
    assert rings[0].min(axis=0) == pytest.approx([79.7, 89.7], abs=0.01)
    assert rings[0].max(axis=0) == pytest.approx([200.3, 110.3], abs=0.01)
    apart = unit_rings((line[0], line[2]))
    assert len(apart) == 2
    column = tuple(((100.0, y, 33.0), 40.0, 20.0) for y in (100.0,))
    assert len(unit_rings(column)) == 1


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_the_ground_of_a_table_turned_is_the_ground_turned(turn: int) -> None:
    what = msgspec.structs.replace(scene(), blocks=(), units=(), markers=())
    straight, view = view_of(what, 1.0), view_of(what, 1.0)
    view.camera.turn_to(turn)
    view.camera.look_at((what.width / 2, what.depth / 2), 1.0)
    view.prepare_all()
    there = drawn(view)
    here = drawn(straight)
    for x, y in ((0.3, 0.4), (0.6, 0.7), (0.5, 0.5)):
        spot = (what.width * x, what.depth * y)
        a, b = straight.camera.to_screen(*spot), view.camera.to_screen(*spot)
        old = here[round(a[0]) - 4 : round(a[0]) + 4, round(a[1]) - 4 : round(a[1]) + 4].mean(axis=(0, 1))
        new = there[round(b[0]) - 4 : round(b[0]) + 4, round(b[1]) - 4 : round(b[1]) + 4].mean(axis=(0, 1))
        assert np.abs(old / old.sum() - new / new.sum()).max() < 0.02  # the same ground, in another light


def test_the_small_picture_of_a_turned_table_is_lit_from_the_upper_left_in_the_end() -> None:
    hill = msgspec.structs.replace(scene(features=False), blocks=(), units=(), markers=())
    hill = msgspec.structs.replace(hill, features=(FeatureArt("h", "hill", ring(300, 200, 150, 150)),))
    view = view_of(hill)
    view.camera.turn_to(2)
    view.prepare_all()

    def lit() -> float:
        small = pixels(view.ground.overview_as(2)).mean(axis=2)
        return float(small[54:62, 29:37].mean() - small[88:96, 63:71].mean())

    assert lit() < 0  # at once, from another side
    drawn(view)
    for _ in range(200):
        view.prepare_ahead((10, 10), budget_ms=0.0)
    assert lit() > 0


def test_on_a_table_turned_bases_are_caught_where_they_are_drawn() -> None:
    view = view_of(scene())
    view.camera.turn_to(2)
    view.prepare_all()
    assert view.base_at(*view.camera.to_screen(200, 150)) == "LEG-1/2"
    rest = drawn(view)
    bare = drawn(view, hidden=["LEG-1/2"])
    px, py = (round(v) for v in view.camera.to_screen(200, 150))
    assert np.abs(rest[px - 4 : px + 4, py - 4 : py + 4] - bare[px - 4 : px + 4, py - 4 : py + 4]).mean() > 10


def test_the_next_zooms_are_drawn_ahead() -> None:
    view = view_of(scene())
    target = pygame.Surface(SIZE, 0, 32)
    assert view.draw(target)
    for _frame in range(400):
        view.prepare_ahead((320, 220), budget_ms=50.0)
    view.camera.zoom_at(1, 320, 220)
    assert view.pending() == 0
    assert view.draw(target, budget_ms=0.0), "the picture is sharp at once"
    view.camera.zoom_at(1, 320, 220)
    assert view.draw(target, budget_ms=0.0)


def test_nothing_coarse_is_shown_at_first() -> None:
    what = scene()
    fresh = TableView(Theme(), Camera((what.width, what.depth), (0, 0, *SIZE)))
    fresh.set_scene(what)
    target = pygame.Surface(SIZE, 0, 32)
    assert fresh.draw(target, budget_ms=0.0) is False
    assert len(np.unique(pixels(target).reshape(-1, 3), axis=0)) == 1
    fresh.prepare_all()
    fresh.draw(target)
    assert len(np.unique(pixels(target).reshape(-1, 3), axis=0)) > 100
