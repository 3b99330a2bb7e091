"""From a state to a scene: what stands on the table is drawn, with looks, sides, badges; overlays are translated."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import shapely
from msgspec.structs import replace

from game.client.tabletop import overlays as o
from game.client.tabletop.adapter import badges_of, fallen_of, overlays_of, scene_of
from game.client.tabletop.base_sprites import fan_out
from game.client.tabletop.garrisons import housed
from game.client.tabletop.scene import Badge, BlockArt
from game.client.tabletop.sprites import GHOST, SpriteBank
from game.client.theme import Theme
from game.engine.relief import BaseInfo
from game.engine.ruleset import Card, Shape
from game.engine.scenery import Scenery
from game.engine.state import Base, Feature, Marker, Secret, Side, State, Table, Tie, Unit, view
from game.engine.text import TN, T
from game.geometry.shapes import Footprint, Pose
from tests.toy import TOY


def state() -> State:
    rect, disc = Footprint("rect", 40.0, 20.0), Footprint("circle", 25.0, 25.0)
    bases = {
        "a/1": Base("a/1", "a", 1, rect, Pose(100, 100, 30)),
        "a/2": Base("a/2", "a", 2, rect, Pose(140, 100, 30)),
        "a/3": Base("a/3", "a", 3, rect, None, "gone"),
        "b/1": Base("b/1", "b", 1, disc, Pose(300, 100), solid=False),
        "c/1": Base("c/1", "c", 1, rect, None, "reserve"),
    }
    units = {
        "a": Unit("a", "south", "ELE", "Beasts", ("a/1", "a/2", "a/3")),
        "b": Unit("b", "north", "CONS", "Consul", ("b/1",)),
        "c": Unit("c", "north", "LEG", "Legion", ("c/1",)),
    }
    return State(
        "WMA",
        Table(600.0, 400.0),
        sides={"south": Side("south", "South", 0), "north": Side("north", "North", 3)},
        units=units,
        bases=bases,
        features={
            "w": Feature("w", "wood", "Wood", ((0, 0), (50, 0), (50, 50))),
            "x": Feature("x", "wall", "", ((0, 0), (9, 9)), True),
        },
        markers={"m": Marker("m", "objective", "north", Pose(10, 20)), "off": Marker("off", "card")},
        ties={"t": Tie("t", "charge", "a", "b")},
    )


def test_what_the_players_chose_and_who_is_inside_is_told() -> None:
    chosen = Scenery("steppe", "autumn", "evening")
    scene = scene_of(state(), scenery=chosen)
    assert (scene.landscape, scene.season, scene.hour) == ("steppe", "autumn", "evening")
    usual = scene_of(state())
    assert (usual.season, usual.hour, usual.garrisoned) == ("", "", ())
    assert scene.ground_key != usual.ground_key
    known = state()
    feature = next(iter(known.features))
    base = next(iter(known.bases.values()))
    inside = msgspec.structs.replace(base, where="inside", pose=None, place=feature)
    scene = scene_of(msgspec.structs.replace(known, bases={**known.bases, base.id: inside}))
    assert scene.garrisoned == (feature,)
    (block,) = [b for b in scene.blocks if b.id == base.id]  # drawn in it, though no rule knows a place
    assert shapely.contains_xy(shapely.Polygon(known.features[feature].points), block.x, block.y)
    riding = msgspec.structs.replace(inside, place="a wagon")
    scene = scene_of(msgspec.structs.replace(known, bases={**known.bases, base.id: riding}))
    assert scene.garrisoned == ()
    assert all(b.id != base.id for b in scene.blocks)


def test_a_garrison_stands_in_ranks_within_its_building() -> None:
    known = state()
    feature = Feature("fort", "building", "A fort", ((100.0, 100.0), (220.0, 100.0), (220.0, 200.0), (100.0, 200.0)))
    base = known.bases["a/1"]
    crew = {
        f"g/{k}": msgspec.structs.replace(base, id=f"g/{k}", where="inside", pose=None, place="fort") for k in range(7)
    }
    full = msgspec.structs.replace(known, bases={**known.bases, **crew}, features={**known.features, "fort": feature})
    spots = housed(full)
    assert set(spots) == set(crew)
    walls = shapely.Polygon(feature.points)
    shapes = [shapely.box(p.x - 20.0, p.y - 10.0, p.x + 20.0, p.y + 10.0) for p in spots.values()]
    assert all(walls.contains(s) for s in shapes)
    assert all(not a.intersects(b) for n, a in enumerate(shapes) for b in shapes[n + 1 :])


def test_only_what_stands_on_the_table_is_drawn() -> None:
    scene = scene_of(state())
    assert [b.id for b in scene.blocks] == ["a/1", "a/2", "b/1"]
    assert [(u.id, u.blocks) for u in scene.units] == [("a", ("a/1", "a/2")), ("b", ("b/1",))]
    assert [m.id for m in scene.markers] == ["m"]
    assert (scene.width, scene.depth) == (600.0, 400.0)


def test_poses_shapes_sides_and_looks() -> None:
    first, _, token = scene_of(state()).blocks
    assert (first.x, first.y, first.facing, first.width, first.depth) == (100, 100, 30, 40, 20)
    assert (first.look, first.side, first.shape, first.number) == ("elephant", 0, "rect", 1)
    assert (token.look, token.side, token.shape) == ("general", 3, "oval")
    assert scene_of(state()).markers[0].side == 3


def test_terrain_and_ties_are_taken_over() -> None:
    scene = scene_of(state())
    assert [(f.kind, f.line, len(f.points)) for f in scene.features] == [("wood", False, 3), ("wall", True, 2)]
    assert [(t.kind, t.a, t.b) for t in scene.ties] == [("charge", "a", "b")]


def test_the_ground_is_kept_while_only_units_move() -> None:
    one, two = scene_of(state()), scene_of(state().with_poses({"a/1": Pose(5, 5)}))
    assert one.ground_key == two.ground_key
    assert one != two


def test_badges_are_counted_by_their_sentences() -> None:
    card = Card(
        T("x"), badges=(("confused", T("Confused")), ("orders", TN("{n} order", "{n} orders", 3)), ("k", T("{n}", n=2)))
    )
    assert badges_of(card) == (Badge("confused"), Badge("orders", 3), Badge("k", 2))


def test_carried_casualties_lie_on_the_last_stand() -> None:
    cards = {"a": Card(T("a"), badges=(("hits", TN("{n}", "{n}", 2)),), look="legion")}
    scene = scene_of(state(), cards=cards)
    assert [b.fallen for b in scene.blocks if b.unit == "a"] == [0.0, pytest.approx(0.4)]
    assert scene.blocks[0].look == "legion"


def test_units_that_are_done_say_so_by_a_badge() -> None:
    units = scene_of(state(), dim={"a"}).units
    assert [(u.done, u.badges) for u in units] == [(True, (Badge("done"),)), (False, ())]
    told = {"a": Card(T("x"), badges=(("done", T("Done")),))}
    assert scene_of(state(), dim={"a"}, cards=told).units[0].badges == (Badge("done"),)


class _Told:
    """Tells of bases what the test wants, and else what the toy does."""

    def __getattr__(self, name: str) -> object:
        return getattr(TOY, name)

    def base_info(self, view: State, base: str) -> BaseInfo:
        badges = (("wounds", TN("{n}", "{n}", 2)), ("sergeant", T("Sergeant")))
        return BaseInfo("captain", badges, strength=(1, 3)) if base == "b/1" else BaseInfo()


def test_wounds_and_tokens_are_drawn_at_the_base_and_not_as_badges() -> None:
    told: Any = _Told()
    cards = {u: Card(T(u), badges=(("tokens", TN("{n}", "{n}", 3)), ("engaged", T("e")))) for u in ("a", "b", "c")}
    scene = scene_of(state(), told, cards=cards)
    single = next(b for b in scene.blocks if b.id == "b/1")
    assert (single.strength, single.tokens, single.pips) == ((1, 3), 3, (Badge("sergeant"),))
    assert [u.badges for u in scene.units if u.id == "b"] == [(Badge("engaged"),)]
    assert [u.strength for u in scene.units] == [(2, 3), (1, 3)]


def test_who_falls_lies_where_he_stood() -> None:
    fallen = fallen_of(next(b for b in scene_of(state()).blocks if b.id == "a/2"))
    assert (fallen.x, fallen.y, fallen.facing, fallen.look, fallen.count) == (140, 100, 30, "elephant", 1)


def test_arms_and_strength_are_told() -> None:
    scene = scene_of(state())
    assert [b.arm for b in scene.blocks] == ["elephant", "elephant", "leader"]
    assert [u.strength for u in scene.units] == [(2, 3), (0, 0)]


def test_shapes_become_overlays() -> None:
    shapes = [
        Shape("area", "reach", ((0, 0), (1, 0), (1, 1))),
        Shape("ring", "command", ((5, 6),), radius=7),
        Shape("arc", "sight", ((5, 6),), radius=7, start=315, end=45),
        Shape("lane", "threat", ((0, 0), (10, 0), (10, 10)), radius=3),
        Shape("line", "path", ((0, 0), (10, 0))),
        Shape("ghost", "contact", ((0, 0), (1, 0), (1, 1), (0, 1))),
        Shape("label", "measure", ((3, 4),), text=T("far")),
        Shape("ring", "zone", ((1, 1),), radius=2, text=T("here")),
        Shape("area", "zone", ()),
    ]
    assert overlays_of(shapes, lambda text: text.key.upper()) == [
        o.Area((((0, 0), (1, 0), (1, 1)),), "reach"),
        o.Ring(5, 6, 7, "command"),
        o.Arc(5, 6, 315, 45, 7, "sight"),
        o.Lane(0, 0, 10, 0, 6, "threat"),
        o.Lane(10, 0, 10, 10, 6, "threat"),
        o.Line(((0, 0), (10, 0)), "path"),
        o.Area((((0, 0), (1, 0), (1, 1), (0, 1)),), "contact"),
        o.Label(3, 4, "FAR", "measure"),
        o.Ring(1, 1, 2, "zone"),
        o.Label(1, 1, "HERE", "zone"),
    ]


def test_commanders_on_one_spot_are_drawn_side_by_side() -> None:
    def token(name: str, x: float) -> BlockArt:
        return BlockArt(name, name, x, 100.0, 0.0, 25.0, 25.0, "leader", 0, shape="oval")

    tokens = [token("c", 100.0), token("a", 102.0), token("far", 300.0), token("b", 101.0)]
    shifts = fan_out(tokens, 1.0)
    assert shifts == {"a": (-30, 0), "b": (0, 0), "c": (30, 0)}
    assert fan_out([token("a", 100.0), token("b", 120.0)], 1.0) == {}
    assert fan_out([token("a", 100.0), token("b", 120.0)], 0.3) != {}


def test_hidden_troops_are_drawn_for_their_owner_alone() -> None:
    toy = TOY.begin(TOY.default_setup("field", 0))[0]
    red = scene_of(view(toy, "red"), TOY)
    assert [(b.id, b.side) for b in red.blocks if b.secret] == [("scouts-red.1", 0), ("scouts-red.2", 0)]
    assert [u.id for u in red.units if u.id.startswith("scouts")] == ["scouts-red"]
    assert not any(b.secret for b in red.blocks if not b.unit.startswith("scouts"))
    assert [b.id for b in scene_of(view(toy, "blue"), TOY).blocks if b.secret] == ["scouts-blue.1", "scouts-blue.2"]
    assert not any("scouts" in b.id for b in scene_of(view(toy, None), TOY).blocks)


def test_hidden_bases_of_a_known_unit_and_hidden_markers() -> None:
    known = state()
    hidden = Secret(bases={"a/2": known.bases["a/2"]}, markers={"s": Marker("s", "objective", "", Pose(50, 60))})
    bases = {k: b for k, b in known.bases.items() if k != "a/2"}
    known = replace(known, bases=bases, secret={"south": hidden})
    scene = scene_of(view(known, "south"))
    assert [(b.id, b.secret) for b in scene.blocks] == [("a/1", False), ("a/2", True), ("b/1", False)]
    assert [(m.id, m.side, m.secret) for m in scene.markers] == [("m", 3, False), ("s", 0, True)]
    scene = scene_of(view(known, "north"))
    assert [b.id for b in scene.blocks] == ["a/1", "b/1"]
    assert [m.id for m in scene.markers] == ["m"]


def test_a_hidden_base_is_drawn_fainter() -> None:
    theme = Theme()
    seen = BlockArt("a", "u", 100.0, 100.0, 0.0, 40.0, 20.0, "heavy_foot", 0)
    middles = []
    for block in (seen, replace(seen, secret=True)):
        picture, _, _ = SpriteBank(theme).sprite(block, 0.0, 2.0)
        middles.append(picture.get_at((picture.get_width() // 3, picture.get_height() // 3)))
    assert middles[0].a == 255
    assert middles[1].a == GHOST
