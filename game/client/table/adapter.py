"""From a view of the state to a scene, and from a ruleset's overlays to ours: where the table meets the engine."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable

from game.client.art.noise import seed_of
from game.client.table import overlays as o
from game.client.table.looks import look_of
from game.client.table.scene import Badge, BlockArt, FeatureArt, MarkerArt, Scene, TieArt, UnitArt
from game.engine.ruleset import Card, Ruleset, Shape
from game.engine.state import Base, State, Unit
from game.engine.text import Text

FALLEN_PER_HIT = 0.2
"""Share of a base's figures that lie down for each casualty that has not removed it."""


def scene_of(
    view: State,
    ruleset: Ruleset | None = None,
    landscape: str = "meadow",
    dim: Collection[str] = (),
    cards: dict[str, Card] | None = None,
) -> Scene:
    """What there is to draw of a view.

    Parameters
    ----------
    view
        The state as the one who looks may know it.
    ruleset
        Gives looks and badges of units; None draws bare bases.
    landscape
        Id of a landscape in ``assets/landscapes``.
    dim
        Ids of units drawn darker (they cannot act any more).
    cards
        Cards already asked for, by unit id; what is missing is asked of the ruleset.
    """
    blocks: list[BlockArt] = []
    units: list[UnitArt] = []
    for unit in view.units.values():
        standing = [b for b in (view.bases[i] for i in unit.bases) if b.where == "table" and b.pose is not None]
        if not standing:
            continue
        card = (cards or {}).get(unit.id) or (ruleset.card(view, unit.id) if ruleset else None)
        badges = badges_of(card) if card else ()
        blocks.extend(_blocks(view, unit, standing, card, badges))
        slot = view.sides[unit.side].colour if unit.side in view.sides else 0
        units.append(UnitArt(unit.id, unit.name, slot, tuple(b.id for b in standing), badges, unit.id in dim))
    return Scene(
        width=view.table.width,
        depth=view.table.depth,
        features=tuple(FeatureArt(f.id, f.kind, f.points, f.line, f.height) for f in view.features.values()),
        blocks=tuple(blocks),
        units=tuple(units),
        markers=tuple(_markers(view)),
        ties=tuple(TieArt(t.id, t.kind, t.a, t.b) for t in view.ties.values()),
        landscape=landscape,
        seed=seed_of(*sorted(view.features)),
        tick_mm=100.0 if ruleset is None else _tick(ruleset),
    )


def badges_of(card: Card) -> tuple[Badge, ...]:
    """The states on a card, counted where their sentence has a count."""
    found = []
    for kind, text in card.badges:
        n = text.n if text.n is not None else text.args.get("n", 1)
        found.append(Badge(kind, n if isinstance(n, int) else 1))
    return tuple(found)


def _blocks(
    view: State, unit: Unit, standing: list[Base], card: Card | None, badges: tuple[Badge, ...]
) -> Iterable[BlockArt]:
    hits = sum(b.count for b in badges if b.kind == "hits")
    slot = view.sides[unit.side].colour if unit.side in view.sides else 0
    bearer = standing[len(standing) // 2].id
    for base in standing:
        assert base.pose is not None
        shape = base.shape
        oval = shape.kind != "rect"
        last = base is standing[-1]
        yield BlockArt(
            id=base.id,
            unit=unit.id,
            x=base.pose.x,
            y=base.pose.y,
            facing=base.pose.facing,
            width=shape.width,
            depth=shape.depth,
            look=look_of(
                view.ruleset, card.look if card and card.look else unit.kind, unit.name, shape.width, shape.depth, oval
            ),
            side=slot,
            shape="oval" if oval else "rect",
            number=base.number,
            fallen=min(0.6, FALLEN_PER_HIT * hits) if last and hits else 0.0,
            banner=base.id == bearer,
        )


def _markers(view: State) -> Iterable[MarkerArt]:
    slots = {s.id: s.colour for s in view.sides.values()}
    for marker in view.markers.values():
        if marker.pose is not None:
            yield MarkerArt(marker.id, marker.kind, marker.pose.x, marker.pose.y, slots.get(marker.side, -1))


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
