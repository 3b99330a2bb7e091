"""Which painter does which kind of terrain."""

from __future__ import annotations

from game.client.art.canvas import Sheet
from game.client.art.landscape import Landscape
from game.client.art.pieces import Piece
from game.client.art.terrain_built import Bridge, Ditch, Fence, Fortification, Road, Wall
from game.client.art.terrain_heights import Chasm, Knoll, Platform, Rampart, Rubble, Thorns, Tower
from game.client.art.terrain_houses import Buildings, Ruins
from game.client.art.terrain_nature import Crag, Field, Hedge, HedgeBank, Hill, Scrub, Wood
from game.client.art.terrain_water import Ford, Marsh, Shallows, Water
from game.client.tabletop.scene import FeatureArt

PIECES: dict[str, type[Piece]] = {
    "hill": Hill,
    "ridge": Hill,
    "wood": Wood,
    "forest": Wood,
    "orchard": Wood,
    "scrub": Scrub,
    "difficult": Scrub,
    "rough": Scrub,
    "brush": Scrub,
    "river": Water,
    "deep_river": Water,
    "lake": Water,
    "water": Water,
    "sea": Water,
    "moat": Water,
    "shallow_river": Shallows,
    "stream": Shallows,
    "ford": Ford,
    "marsh": Marsh,
    "swamp": Marsh,
    "bog": Marsh,
    "mud": Marsh,
    "impassable": Crag,
    "crag": Crag,
    "cliff": Crag,
    "rocks": Crag,
    "field": Field,
    "road": Road,
    "track": Road,
    "bridge": Bridge,
    "wall": Wall,
    "low_wall": Wall,
    "low_obstacle": Wall,
    "obstacle": Wall,
    "hedge": Hedge,
    "fence": Fence,
    "ditch": Ditch,
    "trench": Ditch,
    "building": Buildings,
    "buildings": Buildings,
    "village": Buildings,
    "town": Buildings,
    "ruin": Ruins,
    "ruins": Ruins,
    "fortification": Fortification,
    "fort": Fortification,
    "castle": Fortification,
    "woods": Wood,
    "thick_wood": Wood,
    "open_wood": Wood,
    "dense_wood": Wood,
    "steep_hill": Hill,
    "sheer_slope": Hill,
    "crops": Field,
    "tower": Tower,
    "platform": Platform,
    "scaffold": Platform,
    "rubble": Rubble,
    "thorns": Thorns,
    "brambles": Thorns,
    "chasm": Chasm,
    "pit": Chasm,
    "gap": Chasm,
}
"""Which painter does which kind of terrain; a kind that is not here gets a plain patch."""


class Patch(Piece):
    """A kind of terrain nobody has a picture for: an outlined patch."""

    order = 15

    def flat(self, sheet: Sheet) -> None:
        """Fill and outline."""
        if not self.feature.line:
            sheet.polygon(self.points, self.land.soil, 0.4)
        sheet.stroke([self.points], 1.4, "#2c2410", 0.8, closed=not self.feature.line)


def piece_of(feature: FeatureArt, land: Landscape) -> Piece:
    """The painter of one feature."""
    return painter_of(feature)(feature, land)


def painter_of(feature: FeatureArt) -> type[Piece]:
    """Who paints a feature: by its kind; where heights are told, by how it rises."""
    found = PIECES.get(feature.kind.lower().replace(" ", "_").replace("-", "_"), Patch)
    if feature.line or not feature.form:
        return found
    if found is Patch:
        return {"solid": Knoll, "barrier": Rampart, "pit": Chasm, "screen": Wood}.get(feature.form, Patch)
    if found is Hill and feature.form == "solid":
        return Knoll
    return {Wall: Rampart, Hedge: HedgeBank}.get(found, found)


def sketch_colour(feature: FeatureArt, land: Landscape) -> str:
    """The one colour that stands for a piece of terrain before it is painted."""
    painter = painter_of(feature)
    for kind, colour in (
        (Ford, land.bank),
        (Water, land.deep),
        (Shallows, land.deep),
        (Scrub, land.lush),
        (Wood, land.wood_floor),
        (Hill, land.dry),
        (Marsh, land.mud),
        (Hedge, land.wood_floor),
        (Ditch, land.soil),
        (HedgeBank, land.wood_floor),
        (Field, land.crop),
        (Crag, land.rock),
        (Bridge, land.plank),
        (Platform, land.plank),
        (Tower, land.stone),
        (Rampart, land.stone),
        (Rubble, land.stone),
        (Chasm, "#1c1714"),
        (Thorns, "#4b3a30"),
        (Knoll, land.dry),
    ):
        if issubclass(painter, kind):
            return colour
    return land.road
