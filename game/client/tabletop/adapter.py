"""From a view of the state to a scene, and from a ruleset's overlays to ours: where the table meets the engine."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable

from msgspec.structs import replace

from game.client.art.models import MODELS
from game.client.art.noise import seed_of
from game.client.art.stands import figure_count
from game.client.editors.whereabouts import all_bases
from game.client.tabletop import overlays as o
from game.client.tabletop.garrisons import garrisons, housed
from game.client.tabletop.looks import arm_of, look_of
from game.client.tabletop.scene import Badge, BlockArt, FallenArt, FeatureArt, MarkerArt, Scene, TieArt, UnitArt
from game.engine.relief import base_info_of, marker_ring_of, relief_of, tells_relief
from game.engine.ruleset import Card, Ruleset, Setup, Shape, measures_in
from game.engine.scenery import Scenery, weather_of
from game.engine.state import Base, State, Unit
from game.engine.text import Text
from game.geometry.shapes import Pose
from game.geometry.tolerance import Measures

LOW = 20.0
"""mm: fences no higher are seen to be low, and have no tag."""
FALLEN_PER_HIT = 0.2
"""Share of a base's figures that lie down for each casualty that has not removed it."""


def scene_of(
    view: State,
    ruleset: Ruleset | None = None,
    landscape: str = "meadow",
    dim: Collection[str] = (),
    cards: dict[str, Card] | None = None,
    scenery: Scenery | None = None,
) -> Scene:
    """What there is to draw of a view.

    Parameters
    ----------
    view
        The state as the one who looks may know it.
    ruleset
        Gives looks and badges of units; None draws bare bases.
    landscape
        Id of a landscape in ``assets/landscapes``, where the table names none.
    dim
        Ids of units that cannot act any more.
    cards
        Cards already asked for, by unit id; what is missing is asked of the ruleset.
    scenery
        What the players want the table to look like.
    """
    blocks: list[BlockArt] = []
    units: list[UnitArt] = []
    bases, inside, look = all_bases(view), housed(view), scenery or Scenery()
    for unit in (*view.units.values(), *(u for s in view.secret.values() for u in s.units.values())):
        known = [bases[i] for i in unit.bases if i in bases]
        standing = _standing(known, inside)
        if not standing:
            continue
        asked = ruleset if unit.id in view.units else None  # of hidden troops the rulesets tell nothing yet
        card = (cards or {}).get(unit.id) or (asked.card(view, unit.id) if asked else None)
        badges = badges_of(card) if card else ()
        blocks.extend(_blocks(view, unit, standing, card, badges, ruleset))
        badges = tuple(b for b in badges if not _on_base(b, blocks[-1]) or len(standing) > 1)
        slot = view.sides[unit.side].colour if unit.side in view.sides else 0
        done = unit.id in dim
        if done and all(b.kind != "done" for b in badges):
            badges = (*badges, Badge("done"))
        left = _strength(known, blocks[-1])
        units.append(UnitArt(unit.id, unit.name, slot, tuple(b.id for b in standing), badges, done, left))
    return Scene(
        width=view.table.width,
        depth=view.table.depth,
        features=_features(view, ruleset),
        blocks=tuple(blocks),
        units=tuple(units),
        markers=tuple(_markers(view, ruleset)),
        ties=tuple(TieArt(t.id, t.kind, t.a, t.b) for t in view.ties.values()),
        landscape=look.ground or view.table.landscape or landscape,
        season=look.season,
        hour=look.hour,
        weather=weather_of(ruleset, view),
        garrisoned=tuple(sorted(garrisons(view))),
        seed=seed_of(*sorted(view.features)),
        tick_mm=100.0 if ruleset is None else _tick(ruleset),
    )


def _standing(known: list[Base], inside: dict[str, Pose]) -> list[Base]:
    """The bases of a unit that are drawn: on the table, then inside a feature at the places given."""
    there = [b for b in known if b.where == "table" and b.pose is not None]
    return there + [replace(b, pose=inside[b.id]) for b in known if b.id in inside]


def scenery_of(setup: Setup | None) -> Scenery | None:
    """What a battle is to look like, by its set-up; a battle from a position has none."""
    return setup.scenery if setup is not None else None


def fallen_of(b: BlockArt) -> FallenArt:
    """Those who fell with a base, where it stood."""
    men = figure_count(b.look, b.width, b.depth)
    return FallenArt(b.x, b.y, b.facing, b.width, b.depth, b.look, b.side, men, b.number)


def _strength(known: list[Base], last: BlockArt) -> tuple[int, int]:
    """How many of a unit's bases are left and how many it had, or of the lives of one that stands alone."""
    left = sum(b.where != "gone" for b in known)
    return (left, len(known)) if len(known) > 1 else last.strength


def _on_base(badge: Badge, base: BlockArt) -> bool:
    """Whether a state is drawn at its base itself: wounds as squares, tokens as diamonds."""
    return badge.kind == "tokens" or (badge.kind == "wounds" and base.strength[1] > 1)


def badges_of(card: Card) -> tuple[Badge, ...]:
    """The states on a card, counted where their sentence has a count."""
    return tuple(_counted(kind, text) for kind, text in card.badges)


def _counted(kind: str, text: Text) -> Badge:
    n = text.n if text.n is not None else text.args.get("n", 1)
    return Badge(kind, n if isinstance(n, int) else 1)


def _blocks(
    view: State,
    unit: Unit,
    standing: list[Base],
    card: Card | None,
    badges: tuple[Badge, ...],
    ruleset: Ruleset | None,
) -> Iterable[BlockArt]:
    hits = sum(b.count for b in badges if b.kind == "hits")
    slot = view.sides[unit.side].colour if unit.side in view.sides else 0
    bearer = standing[len(standing) // 2].id
    for base in standing:
        assert base.pose is not None
        shape = base.shape
        oval = shape.kind != "rect"
        last = base is standing[-1]
        secret = base.id not in view.bases
        teller: object = None if secret else ruleset
        info = base_info_of(teller, view, base.id)
        code = info.look or (card.look if card and card.look else unit.kind)
        look = look_of(view.ruleset, code, unit.name, shape.width, shape.depth, oval, card.likely if card else ())
        states = [_counted(kind, text) for kind, text in info.badges]
        tokens = [b for b in (*states, *(badges if len(standing) == 1 else ())) if b.kind == "tokens"]
        ranks = {b.kind for b in states}
        alone = look in MODELS
        art = BlockArt(
            id=base.id,
            unit=unit.id,
            x=base.pose.x,
            y=base.pose.y,
            facing=base.pose.facing,
            width=shape.width,
            depth=shape.depth,
            look=look,
            side=slot,
            shape="oval" if oval else "rect",
            number=base.number,
            fallen=min(0.6, FALLEN_PER_HIT * hits) if last and hits else 0.0,
            banner="banner" in ranks if alone else base.id == bearer,
            musician="musician" in ranks if alone else base.id == bearer,
            arm=arm_of(look, view.ruleset, code),
            strength=info.strength,
            tokens=sum(b.count for b in tokens),
            tag=_level(base, view, ruleset) if base.pose.level else "",
            secret=secret,
        )
        yield replace(art, pips=tuple(b for b in states if not _on_base(b, art)))


_features_kept: list[tuple[object, Ruleset | None, tuple[FeatureArt, ...]]] = []


def _features(view: State, ruleset: Ruleset | None) -> tuple[FeatureArt, ...]:
    """The terrain; the same object for the same features, by which the painted ground is kept."""
    for features, rules, kept in _features_kept:
        if features is view.features and rules is ruleset:
            return kept
    told = tells_relief(ruleset)
    measures = measures_in(ruleset, view) if ruleset is not None else None
    out = []
    for f in view.features.values():
        art = FeatureArt(f.id, f.kind, f.points, f.line, f.height)
        if told:
            r = relief_of(ruleset, view, f)
            least = LOW if r.form == "barrier" else 0.01
            tag = (
                level_tag(r.height, measures) if r.form in ("solid", "pit", "barrier") and abs(r.height) > least else ""
            )
            art = FeatureArt(f.id, f.kind, f.points, f.line, r.height, r.form, r.steep, r.ladders, tag)
        out.append(art)
    _features_kept.insert(0, (view.features, ruleset, tuple(out)))
    del _features_kept[8:]
    return _features_kept[0][2]


def level_tag(mm: float, measures: Measures | None, places: int = 2) -> str:
    """A height in the unit in which lengths are shown, as short as it can be written.

    >>> level_tag(3, None), level_tag(-6.0, None), level_tag(12.7, Measures("inch", 25.4))
    ('3', '−6', '0.5″')
    """
    level = round(mm / measures.mm_per_unit, places) if measures is not None else round(mm, places)
    return f"{level:g}".replace("-", "−") + ("″" if measures is not None and measures.unit == "inch" else "")


def _level(base: Base, view: State, ruleset: Ruleset | None) -> str:
    """The level of a base, which poses record in whole units of the ruleset's."""
    assert base.pose is not None
    if ruleset is None:
        return level_tag(base.pose.level, None)
    return level_tag(base.pose.level * ruleset.meta.measures.mm_per_unit, measures_in(ruleset, view))


def _markers(view: State, ruleset: Ruleset | None) -> Iterable[MarkerArt]:
    slots = {s.id: s.colour for s in view.sides.values()}
    for marker in view.markers.values():
        if marker.pose is not None:
            ring = marker_ring_of(ruleset, view, marker.id)
            slot = slots.get(marker.side, -1)
            yield MarkerArt(marker.id, marker.kind, marker.pose.x, marker.pose.y, slot, ring=ring)
    for side, known in view.secret.items():
        for marker in known.markers.values():
            if marker.pose is not None:
                slot = slots.get(marker.side or side, -1)
                yield MarkerArt(marker.id, marker.kind, marker.pose.x, marker.pose.y, slot, secret=True)


def _tick(ruleset: Ruleset) -> float:
    """Marks on the frame: every 10 cm, or every 6 inches."""
    unit = ruleset.meta.measures.mm_per_unit
    return unit * (6.0 if unit > 20.0 else 10.0)


def overlays_of(shapes: Iterable[Shape], say: Callable[[Text], str]) -> list[o.Overlay]:
    """A ruleset's shapes as overlays; ``say`` renders the text of labels."""
    found: list[o.Overlay] = []
    for s in shapes:
        points = tuple((float(x), float(y)) for x, y in s.points)
        if not points:
            continue
        x, y = points[0]
        match s.kind:
            case "area" | "ghost":
                found.append(o.Area((points,), s.role))
            case "ring":
                found.append(o.Ring(x, y, s.radius, s.role))
            case "arc":
                found.append(o.Arc(x, y, s.start, s.end, s.radius, s.role))
            case "lane":
                found.extend(o.Lane(*a, *b, 2 * s.radius, s.role) for a, b in itertools.pairwise(points))
            case "line":
                found.append(o.Line(points, s.role))
            case "label":
                pass
        if s.text is not None:
            found.append(o.Label(x, y, say(s.text), s.role))
    return found
